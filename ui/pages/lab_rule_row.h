// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/proposal.h"
#include "ui/charts/limit_slider.h"

#include <QWidget>

#include <optional>

class QSpinBox;

namespace ratewarden::ui {

class PlainLabel;

/// One rule of a candidate in the lab: its limit on a slider and as a number, and what it does.
class LabRuleRow final : public QWidget {
    Q_OBJECT

public:
    explicit LabRuleRow(Micros window, QWidget* parent = nullptr);

    Micros window() const { return m_window; }
    /// Empty: there is no such rule.
    std::optional<Units> limit() const { return m_slider->limit(); }
    void setLimit(std::optional<Units> limit);
    LimitSlider& slider() { return *m_slider; }
    /// What is proposed for the window, and what the limit alone does; null: not known, or nothing is marked.
    void setEffect(const WindowProposal* proposal, const LimitEffect* effect, std::size_t marked);
    QString effect() const;

Q_SIGNALS:
    /// By the operator.
    void limitChosen();
    /// What the limit does was clicked: its tokens are wanted.
    void effectOpened();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLimit();

    Micros m_window;
    QSpinBox* m_number;
    PlainLabel* m_effect;
    LimitSlider* m_slider;
};

} // namespace ratewarden::ui
