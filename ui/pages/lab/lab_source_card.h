// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/log_reader.h"
#include "ui/widgets/card.h"

class QCheckBox;
class QComboBox;

namespace ratewarden::ui {

/// What a log was found to be, which of its fields are used, and which of its lines were rejected.
class LabSourceCard final : public Card {
    Q_OBJECT

public:
    explicit LabSourceCard(QWidget* parent = nullptr);

    void present(const TrafficSummary& summary);
    /// Those that are chosen; empty ones as the log's own.
    LogFields fields() const;
    /// The statuses of those lines that are to be left out.
    std::vector<std::uint16_t> withoutStatus() const;

Q_SIGNALS:
    /// Other fields are to be used, or other lines left out.
    void fieldsChosen();

private:
    QComboBox* m_token;
    QComboBox* m_time;
    QComboBox* m_cost;
    QCheckBox* m_without;
    std::vector<std::uint16_t> m_statuses; // that it leaves out
    QWidget* m_fields;
    PlainLabel* m_format;
    PlainLabel* m_rejected;
};

} // namespace ratewarden::ui
