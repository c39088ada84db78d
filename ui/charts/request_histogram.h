// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/strip_data.h"
#include "ui/charts/time_chart.h"

#include <algorithm>

namespace ratewarden::ui {

/// All requests of some traffic over its time: what is allowed above a line, what is denied below it. The
/// marked area is the stretch of it that is chosen.
class RequestHistogram final : public TimeChart {
    Q_OBJECT

public:
    explicit RequestHistogram(Moments* moments = nullptr, QWidget* parent = nullptr);

    /// The bars divide the time evenly. The stretch stays chosen when the time stays the same.
    void present(std::vector<RequestBar> bars, TimeRange time);
    const std::vector<RequestBar>& bars() const { return m_bars; }
    const std::optional<TimeRange>& chosen() const { return m_time.area(); }
    /// What is in it; empty: nothing is chosen.
    QString areaSentence() const;
    /// Cut to the time of the bars; too short a one counts as none. areaChosen() does not tell.
    void choose(std::optional<TimeRange> stretch);
    /// The part that something below shows closer; all of it is not marked.
    void markShown(TimeRange shown);
    /// A row for each bar.
    ChartTable asTable() const override;
    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return !m_bars.empty(); }
    std::vector<Instant> drawnAt() const override;
    Micros eachLasts() const override { return std::max(barLength(), Micros(1)); }
    std::vector<Instant> events() const override;
    QString valuesAt(Instant moment) const override;

private:
    Micros barLength() const;
    Instant startOf(std::size_t bar) const { return m_whole.from + barLength() * std::int64_t(bar); }
    void paintBars(QPainter& painter, const QRectF& area) const;

    std::vector<RequestBar> m_bars;
    TimeRange m_whole;
    TimeRange m_shown;
};

} // namespace ratewarden::ui
