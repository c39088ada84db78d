// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/proposal.h"
#include "ui/charts/limit_slider.h"
#include "ui/pages/lab/lab_burst_line.h"
#include "ui/widgets/plain_label.h"

#include <QWidget>

#include <optional>

class QSpinBox;

namespace ratewarden::ui {

/// One rule of a candidate in the lab: its limit on a slider and as a number, and what it does.
class LabRuleRow final : public QWidget {
    Q_OBJECT

public:
    explicit LabRuleRow(Micros window, QWidget* parent = nullptr);

    Micros window() const { return m_window; }
    /// Empty: there is no such rule.
    std::optional<Units> limit() const { return m_slider->limit(); }
    void setLimit(std::optional<Units> limit);
    /// 0: as many as the limit.
    Units burst() const { return m_burst->burst(); }
    void setBurst(Units burst) { m_burst->setBurst(burst); }
    /// Whether the algorithm takes a burst; only then it is shown, and while there is a limit.
    void setTakesBurst(bool takes);
    LabBurstLine& burstLine() { return *m_burst; }
    LimitSlider& slider() { return *m_slider; }
    /// What is proposed for the window, and what the limit alone does; null: not known, or nothing is marked.
    void setEffect(const WindowProposal* proposal, const LimitEffect* effect, std::size_t marked);
    /// That peaks do not tell what the rules do, as one has a burst other than its limit.
    void setUnknown();
    QString effect() const { return m_effect->text(); }

Q_SIGNALS:
    /// The limit or the burst, by the operator.
    void limitChosen();
    /// What the limit does was clicked: its tokens are wanted.
    void effectOpened();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLimit();
    void showBurst() { m_burst->setVisible(m_takesBurst && limit()); }

    Micros m_window;
    QSpinBox* m_number;
    PlainLabel* m_effect;
    LimitSlider* m_slider;
    LabBurstLine* m_burst;
    bool m_takesBurst = false;
};

} // namespace ratewarden::ui
