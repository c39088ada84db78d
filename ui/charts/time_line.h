// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time_range.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <optional>
#include <vector>

namespace ratewarden::ui {

class Moments;

/// Which time charts show, and what is marked in it: the pointer, a cursor that goes from event to event, and
/// an area; several charts on one line show the same. It ends at now and moves with it, unless it has been
/// moved back, or the clock has been stopped.
class TimeLine final : public QObject {
    Q_OBJECT

public:
    enum class Step { Earlier, Later, First, Last };

    /// `moments`: those that are shown on it; null: none.
    explicit TimeLine(std::function<Instant()> clock, Moments* moments = nullptr, QObject* parent = nullptr);

    /// The span as long as nobody zooms, and how far back there may be something to see.
    void setReach(Micros usualSpan, Micros longest);
    /// What is shown without zoom, whatever the clock says.
    void setUsual(const TimeRange& time) { m_usual = time; }
    Micros span() const { return m_chosenSpan.value_or(m_usualSpan); }
    /// The newest moment that is shown.
    Instant end() const { return m_end.value_or(now()); }
    Instant begin() const { return end() - span(); }
    /// The clock, or where it was stopped.
    Instant now() const { return m_stoppedAt ? *m_stoppedAt : m_clock(); }
    /// How far back there may be something to see, up to now.
    TimeRange reach() const { return {now() - m_longest, now()}; }
    /// Whether the end is now, and now moves.
    bool moving() const { return !m_end && !m_stoppedAt; }
    /// Whether it has been moved back from now.
    bool movedBack() const { return m_end.has_value(); }
    /// What is shown since somebody has zoomed or moved; empty: the usual span up to now.
    std::optional<TimeRange> shownByHand() const;
    Moments* moments() const;

    /// Above 1 shows more. The moment `around` stays where it is, except that a line that ends at now goes on
    /// to do so if it is close to that.
    void zoom(double factor, std::optional<Instant> around = {});
    /// To the past by so much, or back towards now.
    void moveBack(Micros by);
    /// Shows that time.
    void show(Instant from, Instant to);
    /// Shows what is shown without zoom: up to now, unless another time was set.
    void showUsual();
    /// Shows the area with a little around it; without an area as showUsual() does.
    void fit();
    /// Stops the clock at a moment, as nobody knows what came after it, or lets it go on.
    void stopAt(std::optional<Instant> moment);

    std::optional<Instant> pointer() const { return m_pointer; }
    void setPointer(std::optional<Instant> moment);
    std::optional<Instant> cursor() const { return m_cursor; }
    void setCursor(std::optional<Instant> moment);
    /// The pointer or the cursor, whichever was moved last.
    std::optional<Instant> chosen() const;
    const std::optional<TimeRange>& area() const { return m_area; }
    void setArea(const std::optional<TimeRange>& area);

    /// Moves the cursor to an event of these, which are in order of time, and shows it; `extends`: the area
    /// reaches from where that began to the event, whose length is `length`. False: there is no such event.
    bool step(const std::vector<Instant>& events, Step step, bool extends = false, Micros length = Micros(1));
    /// The stretch with each edge at an event that is no further away than `near`; one of several `length`
    /// instead covers all whose time it touches.
    static TimeRange snapped(TimeRange stretch, const std::vector<Instant>& events, Micros near,
                             Micros length = Micros(1));

Q_SIGNALS:
    /// What is shown is another time, or moves otherwise.
    void changed();
    /// The pointer, the cursor, the area or a moment is another one.
    void marked();
    /// The area alone.
    void areaMoved();

private:
    void showUpTo(Instant end, Micros span);

    std::function<Instant()> m_clock;
    QPointer<Moments> m_moments; // of a session, which may be gone first
    Micros m_usualSpan = std::chrono::minutes(1);
    Micros m_longest = std::chrono::minutes(1);
    std::optional<TimeRange> m_usual;
    std::optional<Micros> m_chosenSpan;
    std::optional<Instant> m_end;
    std::optional<Instant> m_stoppedAt;
    std::optional<Instant> m_pointer;
    std::optional<Instant> m_cursor;
    bool m_cursorIsNewer = false;    // than the pointer
    std::optional<Instant> m_anchor; // where steps began to extend the area
    std::optional<TimeRange> m_area;
};

} // namespace ratewarden::ui
