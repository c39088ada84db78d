// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"

#include <QBrush>

namespace ratewarden::ui {

/// What RequestFlowChart draws: requests a second, in steps of the same length.
struct RequestFlowData {
    struct Series {
        QString name;
        std::size_t color = 0; ///< a number for RequestFlowChart::seriesColor()
        std::size_t same = 0;  ///< how many before it have that color, too: the patterns tell them apart
        std::vector<double> allowed;
    };

    Instant from{};
    Micros step{};
    std::vector<Series> series; ///< at the bottom first
    std::vector<double> denied; ///< drawn below the axis
    std::vector<bool> known;    ///< false: a gap
    bool lastIsRest = false;    ///< the last series is all others together

    std::size_t size() const { return known.size(); }
    Instant at(std::size_t i) const { return from + std::int64_t(i) * step; }
    /// A row for each step, the newest first.
    ChartTable asTable() const;
};

/// Allowed requests a second, series on series, and below the axis what was denied, in the same scale. The
/// pointer tells the numbers. A click chooses a series.
class RequestFlowChart final : public TimeChart {
    Q_OBJECT

public:
    explicit RequestFlowChart(Moments* moments = nullptr, QWidget* parent = nullptr);

    void present(RequestFlowData data, std::vector<TimeMark> marks);
    const RequestFlowData& data() const { return m_data; }
    const std::vector<TimeMark>& marks() const { return m_marks; }
    /// Greys it only: a stale one can still be zoomed and marked.
    void setFreshness(Freshness freshness) override;
    ChartTable asTable() const override { return m_data.asTable(); }
    /// The color of a series, by any number; `rest`: of all others together.
    static QColor seriesColor(std::size_t number, bool rest);
    /// So many colors are told apart.
    static constexpr std::size_t seriesColors = 10;
    /// What is drawn over the color of a series that is not the first one with it.
    static QBrush patternOver(std::size_t same);

    QSize sizeHint() const override { return {480, 220}; }
    QSize minimumSizeHint() const override { return {240, 150}; }

Q_SIGNALS:
    void seriesChosen(int number);
    void deniedChosen();
    void markChosen(int number);

protected:
    void paintEvent(QPaintEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return emptyText().isEmpty() && m_data.size() > 0; }
    std::vector<Instant> drawnAt() const override;
    Micros eachLasts() const override { return m_data.step; }
    std::vector<Instant> events() const override;
    QString valuesAt(Instant moment) const override;
    bool chooseAt(const QPointF& point) override;
    QString keyHelp() const override;

private:
    struct Scale {
        QRectF plot;     // all of it
        double axis = 0; // y of zero
        double most = 1; // requests a second, at the top
        double step = 1; // between grid lines
        double y(double perSecond) const { return axis - perSecond / most * (axis - plot.top()); }
    };

    Scale scale() const;
    std::optional<std::size_t> placeOf(Instant moment) const;
    bool isShown(std::size_t place) const;
    void paintGrid(QPainter& painter, const Scale& scale) const;
    void paintSeries(QPainter& painter, const Scale& scale) const;
    void paintDenied(QPainter& painter, const Scale& scale) const;
    void paintMarks(QPainter& painter, const Scale& scale) const;

    RequestFlowData m_data;
    std::vector<TimeMark> m_marks;
};

} // namespace ratewarden::ui
