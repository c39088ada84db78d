// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_bench.h"
#include "ui/models/reserve_table_model.h"

#include <QWidget>

namespace ratewarden::ui {

class PlainLabel;
class RowTable;

/// What ways of reserving do under the bench's chosen candidate, where the costs of its traffic are known
/// afterwards; else it is hidden. Of the selected way it says what it means.
class LabReservingTable final : public QWidget {
    Q_OBJECT

public:
    explicit LabReservingTable(LabBench& bench, QWidget* parent = nullptr);

private:
    void present();
    void explain();

    LabBench& m_bench;
    ReserveTableModel m_model;
    RowTable* m_table;
    PlainLabel* m_meaning;
};

} // namespace ratewarden::ui
