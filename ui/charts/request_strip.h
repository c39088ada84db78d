// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_chart.h"

#include <optional>
#include <vector>

namespace ratewarden::ui {

class Moments;

/// The requests of one token, to be edited. A click where there is none adds one, a dragged one moves, Delete
/// removes the chosen one. Keys: as in every TimeChart, where the arrows choose a request; with Alt the
/// arrows move the chosen one by a step, Insert adds one a step behind it. Times are rounded to steps that
/// are as fine as what can be seen.
class RequestStrip final : public TimeChart {
    Q_OBJECT

public:
    explicit RequestStrip(Moments* moments, QWidget* parent = nullptr);

    /// In order. The chosen one stays chosen when there is still one at its time.
    void present(std::vector<Instant> times);
    const std::vector<Instant>& times() const { return m_times; }
    /// Shows that time with a little around it.
    void fit(TimeRange time);
    TimeRange shownTime() const { return {m_time.begin(), m_time.end()}; }
    std::optional<std::size_t> chosen() const { return m_chosen; }
    void choose(std::optional<std::size_t> request);
    /// Times are rounded to this.
    Micros step() const;
    using TimeChart::xOf;
    /// What is in the area; empty: none is marked.
    QString areaSentence() const;
    /// A row for each request of the time that is shown.
    ChartTable asTable() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void addWanted(ratewarden::Instant time);
    void moveWanted(std::size_t request, ratewarden::Instant to);
    void removeWanted(std::size_t request);
    /// What is chosen, or pointed at: said in words elsewhere. Empty: nothing is.
    void pointed(std::optional<ratewarden::Instant> time);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return true; }
    std::vector<Instant> drawnAt() const override { return m_times; }
    std::vector<Instant> events() const override;
    QString valuesAt(Instant moment) const override;
    bool chooseAt(const QPointF& place) override;
    void cursorSet() override;

private:
    bool isInArea(double x) const;
    Instant rounded(Instant moment) const;
    std::optional<std::size_t> requestNear(double x) const;
    void pointAtChosen();
    void paintMarks(QPainter& painter) const;

    std::vector<Instant> m_times;
    TimeRange m_whole;
    std::optional<std::size_t> m_chosen;
    struct Held {
        double x;
        std::size_t request;
        std::optional<Instant> to; ///< once it is dragged
    };
    std::optional<Held> m_held;
};

} // namespace ratewarden::ui
