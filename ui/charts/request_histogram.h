// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/strip_data.h"
#include "core/model/time_range.h"
#include "ui/charts/chart_table.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// All requests of some traffic over its time: what is allowed above a line, what is denied below it. A
/// stretch of it is chosen with the mouse, or with the keys W (half of it), S (twice of it), A and D (to the
/// past, to the future); Escape chooses all.
class RequestHistogram final : public QWidget {
    Q_OBJECT

public:
    explicit RequestHistogram(QWidget* parent = nullptr);

    /// The bars divide the time evenly. The stretch stays chosen when the time stays the same.
    void present(std::vector<RequestBar> bars, TimeRange time);
    const std::vector<RequestBar>& bars() const { return m_bars; }
    std::optional<TimeRange> chosen() const { return m_chosen; }
    /// Cut to the time that is shown; says nothing.
    void choose(std::optional<TimeRange> stretch);
    /// The part that something below shows closer; all of it is not marked.
    void markShown(TimeRange shown);
    /// A row for each bar.
    ChartTable asTable() const;
    QSize sizeHint() const override;

Q_SIGNALS:
    /// By the operator; chosen() says which.
    void stretchChosen();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    QRectF plot() const;
    Micros barLength() const;
    double xOf(Instant moment) const;
    Instant at(double x) const;
    void chooseAndTell(std::optional<TimeRange> stretch);
    void paintBars(QPainter& painter, const QRectF& area) const;
    void paintAxis(QPainter& painter, const QRectF& area) const;

    std::vector<RequestBar> m_bars;
    TimeRange m_time;
    TimeRange m_shown;
    std::optional<TimeRange> m_chosen;
    std::optional<double> m_pressedAt; // x
};

} // namespace ratewarden::ui
