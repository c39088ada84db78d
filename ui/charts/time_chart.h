// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart.h"
#include "ui/charts/time_line.h"
#include "ui/histories/moments.h"
#include "ui/histories/time_marks.h"

#include <QPointer>

namespace ratewarden::ui {

/// A chart whose horizontal axis is a time line, and its controls, the same in each: the wheel (with
/// Ctrl where the page scrolls), W and S zoom, A and D move; dragging marks an area, and below the plot it
/// moves the time; the arrows go from one thing that is drawn to the next, `,` and `.` from event to event,
/// with Shift the arrows extend the area, Return marks one of those that last; F fits the area, or shows all;
/// M names a moment; Escape, or a click outside, unmarks the area.
class TimeChart : public Chart {
    Q_OBJECT

public:
    TimeLine& time() const { return m_time; }
    /// Whether an area is being dragged.
    bool isMarking() const { return m_press && m_press->isDragged; }
    /// The keys that a chart takes, alone or with Shift, whatever shortcuts there are.
    static bool takesKey(int key);

Q_SIGNALS:
    /// By the operator; its time line says which area, or that there is none any more.
    void areaChosen();

protected:
    /// `time` must outlive it; several may share one.
    explicit TimeChart(TimeLine& time, QWidget* parent = nullptr);
    ~TimeChart() override;

    /// The frame that says that keys go here.
    void paintFocus(QPainter& painter) const;

    /// Where time goes from the left to the right; what is below is the axis.
    virtual QRectF plot() const = 0;
    /// Whether there is anything to mark and to name.
    virtual bool hasTime() const = 0;
    /// When something is drawn, in order of time: where the edges of an area snap to.
    virtual std::vector<Instant> drawnAt() const = 0;
    /// How long each of these is: of counts of ten seconds an area has all.
    virtual Micros eachLasts() const { return Micros(1); }
    /// What one looks for among them: denials, changes.
    virtual std::vector<Instant> events() const = 0;
    /// What the pointer tells at a moment.
    virtual QString valuesAt(Instant moment) const = 0;
    /// A click on something that leads somewhere; false: there is nothing of the kind.
    virtual bool chooseAt(const QPointF& /*place*/) { return false; }
    /// After the cursor was moved with the keys or a click.
    virtual void cursorSet() {}
    /// What its accessible description says besides the values at the cursor.
    virtual QString keyHelp() const { return {}; }

    qreal xOf(Instant moment) const;
    /// Outside the plot none.
    std::optional<Instant> momentAt(qreal x) const;
    /// So much of the time as that many pixels show.
    Micros within(double pixels) const;
    /// The marks with the moments that the operator has named and with what was noted of the server, in order
    /// of time.
    std::vector<TimeMark> withMoments(std::vector<TimeMark> marks) const;
    std::vector<Instant> withMoments(std::vector<Instant> events) const;
    /// What has happened on the server in the chart's time, for a chart that has no marks of its own.
    std::vector<TimeMark> marksOfServer() const;
    /// What the marks and moments say that are near, one line each.
    QStringList flagsNear(Instant moment, std::vector<TimeMark> marks) const;
    /// The area, the pointer and, unless the chart has one of its own, the cursor; over the plot.
    void paintTime(QPainter& painter, bool hasCursor = true) const;
    /// Times, at most one in so many pixels, below `top` and not left of `left`.
    void paintTicks(QPainter& painter, double top, int apart, double left = 0) const;
    /// The moments, for a chart that has no marks of its own.
    void paintMoments(QPainter& painter, const QRectF& area) const;

    bool event(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

    TimeLine& m_time;

private:
    bool handle(const QKeyEvent& key);
    void go(const std::vector<Instant>& among, TimeLine::Step step, bool extends);
    bool markChosenOne();
    void setArea(const std::optional<TimeRange>& area);
    void nameMoment();

    struct Press {
        QPointF at;
        Instant moment{};      ///< at that place then: a line may move
        bool isOnAxis = false; ///< moves the time
        bool isDragged = false;
        std::optional<TimeRange> areaBefore;
    };

    std::optional<Press> m_press;
    QPointer<Moments> m_shownMoments; // while it is shown; the time may be gone before the chart's end
};

} // namespace ratewarden::ui
