// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"

#include <QWidget>

#include <memory>

namespace ratewarden::ui {

/// Used of limit over time, a line for each rule. What draws it is its own business: it speaks in samples,
/// and no type of a chart library leaves this file's source.
class UsageChart final : public QWidget {
    Q_OBJECT

public:
    explicit UsageChart(QWidget* parent = nullptr);
    ~UsageChart() override;

    /// One vector of points for each rule, oldest first, all of (now - span, now].
    void present(const std::vector<Rule>& rules, const std::vector<std::vector<UsagePoint>>& series,
                 Instant now, Micros span);
    void clear();

    /// How many points it has room for: more than one a pixel column would not be seen.
    int pointsAcross() const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// Where its time begins and ends, in this widget's pixels, so that others can stand in line.
    void plotMoved(int left, int right);

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    class Chart;
    void clearTimeLabels();
    void takeColors();

    std::unique_ptr<Chart> m_chart;
};

/// Which line is which: a piece of each rule's pen and its name.
class RuleLegend final : public QWidget {
    Q_OBJECT

public:
    explicit RuleLegend(QWidget* parent = nullptr);

    void setRules(const std::vector<Rule>& rules);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_names;
};

} // namespace ratewarden::ui
