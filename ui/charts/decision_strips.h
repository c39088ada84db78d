// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_table.h"
#include "ui/charts/request_histogram.h"

#include <QString>
#include <QWidget>

#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// What became of the requests of one client, one strip for each set of rules that judged them.
struct StripData {
    /// Counts of marks up to each request, so that any number of requests is drawn as fast.
    class Strip {
    public:
        explicit Strip(QString name, std::size_t requests);

        void addAllowed() { add(1, 0); }
        void addDenied() { add(0, 1); }
        void addNone() { add(0, 0); }
        const QString& name() const { return m_name; }
        /// Of the requests [first, last), by their index.
        std::uint32_t allowed(std::size_t first, std::size_t last) const
        {
            return m_allowed[last] - m_allowed[first];
        }
        std::uint32_t denied(std::size_t first, std::size_t last) const
        {
            return m_denied[last] - m_denied[first];
        }
        /// The first request from `from` on that has a mark; the number of requests if there is none.
        std::size_t nextMark(std::size_t from) const;
        /// The last one before `before`; the number of requests if there is none.
        std::size_t markBefore(std::size_t before) const;

    private:
        void add(std::uint32_t allowed, std::uint32_t denied);
        std::size_t requests() const { return m_allowed.size() - 1; }
        std::size_t marks(std::size_t upTo) const { return std::size_t(m_allowed[upTo]) + m_denied[upTo]; }

        QString m_name;
        std::vector<std::uint32_t> m_allowed{0};
        std::vector<std::uint32_t> m_denied{0};
    };

    std::vector<Instant> times; ///< in order
    std::vector<Strip> strips;
    std::size_t differences = 0; ///< the strip whose marks are differences, as an index; else their number
};

/// Strips below each other on one axis of time, with a cursor on one of the requests. An allowed request is a
/// whole line, a denied one the lower half of one. Keys: the arrows go from request to request; + and - zoom.
/// The mouse puts the cursor on a request and drags it over the strips; below them, on the axis, it drags the
/// time, and with Ctrl its wheel zooms.
class DecisionStrips final : public QWidget {
    Q_OBJECT

public:
    explicit DecisionStrips(QWidget* parent = nullptr);

    /// Null: there is nothing to show. The cursor stays on its request when that is still there.
    void present(std::shared_ptr<const StripData> data);
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
