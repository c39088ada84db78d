// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/strip_data.h"
#include "ui/charts/time_chart.h"

#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// Strips below each other on one axis of time, with a cursor on one of the requests. An allowed request is a
/// whole line, a denied one the lower half of one. The arrows, `,` and `.` and a click put the cursor on a
/// request.
class DecisionStrips final : public TimeChart {
    Q_OBJECT

public:
    explicit DecisionStrips(Moments* moments = nullptr, QWidget* parent = nullptr);

    /// Null: there is nothing to show. The cursor stays on its request when that is still there. `names`: of
    /// the strips.
    void present(std::shared_ptr<const StripData> data, const QStringList& names = {});
    const StripData* data() const { return m_data.get(); }
    /// All the time there is, and shows it.
    void setWhole(const TimeRange& time);
    void show(const TimeRange& time) { m_time.show(time.from, time.to); }
    TimeRange shownTime() const { return {m_time.begin(), m_time.end()}; }
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
    /// What each candidate makes of the requests of the marked area, one line each; empty: none is marked.
    QString areaSentences() const;
    /// What came after that moment is greyed, as not decided yet; empty: nothing is.
    void setDecidedUntil(std::optional<Instant> moment);
    std::optional<Instant> decidedUntil() const { return m_decidedUntil; }
    /// A row for each request of the time that is shown.
    ChartTable asTable() const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

Q_SIGNALS:
    void cursorMoved();
    /// shownTime() is another one.
    void timeMoved();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    QRectF plot() const override;
    bool hasTime() const override { return m_data && !m_data->times.empty(); }
    std::vector<Instant> drawnAt() const override { return m_data->times; }
    /// What a candidate denies or decides otherwise.
    std::vector<Instant> events() const override;
    QString valuesAt(Instant moment) const override;
    void cursorSet() override;

private:
    QRectF strip(std::size_t number) const;
    double left() const;
    std::size_t nearest(Instant moment) const;
    void putCursorNear(Instant moment);
    void reveal(Instant moment);
    std::size_t firstFrom(Instant moment) const;
    void showSome(std::size_t around);
    void paintCursor(QPainter& painter) const;
    void paintUndecided(QPainter& painter) const;
    void paintStrip(QPainter& painter, std::size_t number) const;

    std::shared_ptr<const StripData> m_data;
    QStringList m_names;
    Instant m_until{}; // all the time there is
    std::optional<std::size_t> m_cursor;
    std::optional<Instant> m_decidedUntil;
};

} // namespace ratewarden::ui
