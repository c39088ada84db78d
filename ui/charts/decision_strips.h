// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/strip_data.h"
#include "core/model/time_range.h"
#include "ui/charts/chart_table.h"

#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// Strips below each other on one axis of time, with a cursor on one of the requests. An allowed request is a
/// whole line, a denied one the lower half of one. Keys: the arrows go from request to request; + and - zoom.
/// The mouse puts the cursor on a request and drags it over the strips; below them, on the axis, it drags the
/// time, and with Ctrl its wheel zooms.
class DecisionStrips final : public QWidget {
    Q_OBJECT

public:
    explicit DecisionStrips(QWidget* parent = nullptr);

    /// Null: there is nothing to show. The cursor stays on its request when that is still there. `names`: of
    /// the strips.
    void present(std::shared_ptr<const StripData> data, const QStringList& names = {});
    const StripData* data() const { return m_data.get(); }
    /// The time that is shown.
    void show(TimeRange time);
    TimeRange time() const { return m_time; }
    /// The request under the cursor, as an index of StripData::times.
    std::optional<std::size_t> cursor() const { return m_cursor; }
    void setCursorAt(std::optional<std::size_t> request);
    /// The same, and shows the time around it if that is not shown.
    void goTo(std::size_t request);
    /// Puts the cursor on the next difference, or on the one before; without a cursor on the first or the
    /// last of the time that is shown. False when there is none.
    bool goToDifference(bool forward);
    /// How many differences there are after the cursor; without one, from the time on that is shown.
    std::size_t differencesLeft() const;
    /// What came after that moment is greyed, as not decided yet; empty: nothing is.
    void setDecidedUntil(std::optional<Instant> moment);
    std::optional<Instant> decidedUntil() const { return m_decidedUntil; }
    /// A row for each request of the time that is shown.
    ChartTable asTable() const;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved();
    /// By the operator; time() says to which.
    void timeMoved();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRectF strip(std::size_t number) const;
    double left() const;
    double xOf(Instant moment) const;
    Instant at(double x) const;
    void zoom(double factor, Instant around);
    void putCursorNear(Instant moment);
    void reveal(Instant moment);
    std::size_t firstFrom(Instant moment) const;
    void showSome(std::size_t around);
    void paintCursor(QPainter& painter) const;
    void paintUndecided(QPainter& painter) const;
    void paintStrip(QPainter& painter, std::size_t number) const;
    void paintAxis(QPainter& painter) const;

    std::shared_ptr<const StripData> m_data;
    QStringList m_names;
    TimeRange m_time;
    std::optional<std::size_t> m_cursor;
    std::optional<Instant> m_decidedUntil;
    struct Press {
        double x;
        TimeRange time;
        bool onAxis; ///< drags the time, and not the cursor
    };
    std::optional<Press> m_press;
};

} // namespace ratewarden::ui
