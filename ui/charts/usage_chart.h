// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"
#include "ui/histories/usage_lines.h"
#include "ui/text/freshness.h"

#include <QTimer>

#include <memory>

namespace ratewarden::ui {

/// When a token's requests were, for areas, and what keys step to, both in order of time.
struct TokenTimes {
    std::vector<Instant> requests;
    Micros each = Micros(1); ///< see TimeChart::eachLasts()
    std::vector<Instant> events;
};

/// Used of limit over time, a line for each rule. What draws it is its own business: it speaks in samples,
/// and no type of a chart library leaves this file's source.
class UsageChart final : public TimeChart {
    Q_OBJECT

public:
    explicit UsageChart(Moments* moments = nullptr, QWidget* parent = nullptr);
    ~UsageChart() override;

    /// One line for each rule, all of (now - span, now], of which its time line may show a part, and what
    /// changed the limits meanwhile.
    void present(const std::vector<Rule>& rules, const std::vector<UsageLine>& lines, Instant now,
                 Micros span, std::vector<TimeMark> marks = {}, TokenTimes times = {});
    /// Shows `why` in place of a chart.
    void clear(const QString& why = {});
    /// What is not live is greyed, and its time axis ends with when it was read.
    void setFreshness(Freshness freshness) override;
    /// Why the lines do not begin where the time does; empty when they do.
    QString beginNote() const;
    /// How many lines are drawn, a gap ending one; for tests.
    int piecesShown() const;
    QRectF plotArea() const { return plot(); }
    QString valuesAt(Instant moment) const override;

    /// A row for each moment of which it shows something, the newest first.
    ChartTable asTable() const override;

    /// How many points it has room for: more than one a pixel column would not be seen.
    int pointsAcross() const;

    QSize sizeHint() const override;

Q_SIGNALS:
    /// Where its time begins and ends, in this widget's pixels, so that others can stand in line.
    void plotMoved(int left, int right);
    /// It has room for more points than it was given: its owner presents what it shows once more.
    void roomGrew();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return m_begin.has_value(); }
    std::vector<Instant> drawnAt() const override { return m_times.requests; }
    Micros eachLasts() const override { return m_times.each; }
    std::vector<Instant> events() const override { return withMoments(m_times.events); }

private:
    class Picture;
    class Overlay;
    void clearTimeLabels();
    void takeColors();
    void fitTop();
    void showTimes();
    QString endText() const;
    double secondsToEnd(Instant moment) const;

    std::unique_ptr<Picture> m_chart;
    Overlay* m_overlay;
    std::vector<Rule> m_rules;
    std::vector<UsageLine> m_lines;
    std::vector<TimeMark> m_marks;
    TokenTimes m_times;
    std::optional<Instant> m_begin; // of the first line
    Instant m_now{};
    Micros m_span = std::chrono::minutes(1);
    double m_highest = 100; // per cent, of what is drawn; the limit at least
    double m_top = 100;     // per cent
    bool m_fitting = false;
    int m_pointsGiven = 0; // see pointsAcross()
    QTimer m_grown;        // of one layout, which moves the plot several times, its owner is told once
};

class RuleLegend;

/// Shows how the token used its limits, those of then and now, over the last usageSpan.
void showUsageOf(const TokenDetail& token, const UsageHistory* history, UsageChart& chart,
                 RuleLegend& legend);

/// Which line is which: a piece of each rule's pen and its name.
class RuleLegend final : public QWidget {
    Q_OBJECT

public:
    explicit RuleLegend(QWidget* parent = nullptr);

    /// The last `gone` of them are in force no longer.
    void setRules(const std::vector<Rule>& rules, std::size_t gone = 0);
    void setFreshness(Freshness freshness);
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList m_names;
    std::vector<Rule> m_rules;
    Freshness m_freshness = Freshness::Live;
};

} // namespace ratewarden::ui
