// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QObject>

#include <functional>
#include <optional>

namespace ratewarden::ui {

/// Which time charts show, and where the pointer is in it; several charts on one line show the same. It ends
/// at now and moves with it, unless it has been moved back, or the clock has been stopped.
class TimeLine final : public QObject {
    Q_OBJECT

public:
    explicit TimeLine(std::function<Instant()> clock, QObject* parent = nullptr);

    /// The span as long as nobody zooms, and how far back there may be something to see.
    void setReach(Micros usualSpan, Micros longest);
    Micros span() const { return m_chosenSpan.value_or(m_usualSpan); }
    /// The newest moment that is shown.
    Instant end() const { return m_end.value_or(now()); }
    /// The clock, or where it was stopped.
    Instant now() const { return m_stoppedAt ? *m_stoppedAt : m_clock(); }
    /// Whether the end is now, and now moves.
    bool moving() const { return !m_end && !m_stoppedAt; }
    /// Whether it has been moved back from now.
    bool movedBack() const { return m_end.has_value(); }

    /// Above 1 shows more.
    void zoom(double factor);
    /// To the past by so much, or back towards now.
    void moveBack(Micros by);
    /// Shows that time.
    void show(Instant from, Instant to);
    /// Shows what is shown without zoom, up to now.
    void showUsual();
    /// Stops the clock at a moment, as nobody knows what came after it, or lets it go on.
    void stopAt(std::optional<Instant> moment);

    std::optional<Instant> pointer() const { return m_pointer; }
    void setPointer(std::optional<Instant> moment);

Q_SIGNALS:
    /// What is shown is another time, or moves otherwise.
    void changed();
    void pointerMoved();

private:
    std::function<Instant()> m_clock;
    Micros m_usualSpan = std::chrono::minutes(1);
    Micros m_longest = std::chrono::minutes(1);
    std::optional<Micros> m_chosenSpan;
    std::optional<Instant> m_end;
    std::optional<Instant> m_stoppedAt;
    std::optional<Instant> m_pointer;
};

} // namespace ratewarden::ui
