// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/recorded_lab.h"
#include "ui/models/trial_table_model.h"

#include <QWidget>

namespace ratewarden::ui {

class PlainLabel;

/// What came of candidates on requests of which there were too many for the investigation.
class LabRecorded final : public QWidget {
    Q_OBJECT

public:
    explicit LabRecorded(QWidget* parent = nullptr);

    void present(const RecordedLab& recorded);

private:
    TrialTableModel m_model;
    PlainLabel* m_about;
};

} // namespace ratewarden::ui
