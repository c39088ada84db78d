// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/charts/request_histogram.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// The requests of one token on a strip of time, to be edited. A click where there is none adds one, a
/// dragged one moves, Delete removes the chosen one. Keys: the arrows, Home and End choose another one, with
/// Alt the arrows move the chosen one by a step, Insert adds one a step behind it; W and S zoom, A and D move
/// through the time, Page Up and Page Down by half of it, F fits all requests, as in every TimeChart. Times
/// are rounded to steps that are as fine as what can be seen.
class RequestStrip final : public QWidget {
    Q_OBJECT

public:
    explicit RequestStrip(QWidget* parent = nullptr);

    /// In order. The chosen one stays chosen when there is still one at its time.
    void present(std::vector<Instant> times);
    const std::vector<Instant>& times() const { return m_times; }
    void show(TimeRange time);
    /// Shows that time with a little around it.
    void fit(TimeRange time);
    TimeRange time() const { return m_time; }
    std::optional<std::size_t> chosen() const { return m_chosen; }
    void choose(std::optional<std::size_t> request);
    /// Times are rounded to this.
    Micros step() const;
    double xOf(Instant moment) const;
    /// A row for each request of the time that is shown.
    ChartTable asTable() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void addWanted(ratewarden::Instant time);
    void moveWanted(std::size_t request, ratewarden::Instant to);
    void removeWanted(std::size_t request);
    /// What is chosen, or pointed at: said in words elsewhere. Empty: nothing is.
    void pointed(std::optional<ratewarden::Instant> time);

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QRectF track() const;
    Instant at(double x) const;
    Instant rounded(Instant moment) const;
    std::optional<std::size_t> requestNear(double x) const;
    void zoom(double factor, Instant around);
    void scroll(double share);
    void reveal(Instant moment);
    void goTo(std::size_t request);
    void paintMarks(QPainter& painter) const;
    void paintAxis(QPainter& painter) const;

    std::vector<Instant> m_times;
    TimeRange m_time;
    std::optional<std::size_t> m_chosen;
    std::optional<double> m_hovered; // x
    struct Press {
        double x;
        std::optional<std::size_t> request; ///< none: a new one
        std::optional<Instant> to;          ///< once it is dragged
    };
    std::optional<Press> m_press;
};

} // namespace ratewarden::ui
