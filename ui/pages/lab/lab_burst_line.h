// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/proposal.h"
#include "ui/widgets/plain_label.h"

#include <QSpinBox>
#include <QWidget>

#include <optional>

class QPushButton;

namespace ratewarden::ui {

/// The burst of a rule in the lab, and the bursts that would stop the marked tokens, one click away.
class LabBurstLine final : public QWidget {
    Q_OBJECT

public:
    /// `perWindow`: whose rule it is, "per minute", for those who hear it read.
    explicit LabBurstLine(const QString& perWindow, QWidget* parent = nullptr);

    /// 0: as many as the limit.
    Units burst() const { return m_field->value(); }
    /// Emits nothing.
    void setBurst(Units burst);
    /// What is proposed against so many marked tokens; null shows `otherwise`.
    void setProposal(const BurstProposal* proposal, std::size_t marked, const QString& otherwise = {});
    QString sentence() const { return m_sentence->text(); }

Q_SIGNALS:
    /// By the operator.
    void burstChosen();

private:
    void showAction();

    std::optional<Band> m_band;
    QSpinBox* m_field;
    PlainLabel* m_sentence;
    QPushButton* m_use;
};

} // namespace ratewarden::ui
