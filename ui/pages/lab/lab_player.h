// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QObject>
#include <QTimer>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// Goes through requests in their own time, or at a multiple of it. It never holds more than one step back: a
/// slow window skips requests, and is at the right moment all the same.
class LabPlayer final : public QObject {
    Q_OBJECT

public:
    /// Tells how time goes by; it never goes back.
    using Clock = std::function<Micros()>;
    using Times = std::shared_ptr<const std::vector<Instant>>;

    static constexpr double fastest = 0; ///< as fast as possible: all of them within a few seconds
    static constexpr std::array<double, 7> speeds{0.1, 0.5, 1, 10, 100, 1000, fastest};

    explicit LabPlayer(QObject* parent = nullptr);

    void setClock(Clock clock) { m_clock = std::move(clock); }
    /// In order; null: there are none. Where they are the same as before it stays where it is, and goes on.
    void setTimes(Times times);
    std::size_t size() const { return m_times ? m_times->size() : 0; }

    /// From where it is; from the first request when it is nowhere, or at the end.
    void play();
    void pause();
    bool isPlaying() const { return m_timer.isActive(); }
    double speed() const { return m_speed; }
    void setSpeed(double speed);
    /// So many requests on, or back; pauses.
    void step(int by);
    /// Is at that request from now on; says nothing.
    void seek(std::optional<std::size_t> request);
    /// The request that was decided last.
    std::optional<std::size_t> position() const { return m_position; }
    /// The moment that has come: that of the request, or between it and the next one.
    Instant moment() const { return m_moment; }

Q_SIGNALS:
    /// By itself, or by step().
    void moved();
    void playingChanged(bool playing);

private:
    void tick();
    void moveTo(std::size_t request, Instant moment);
    void goOnFrom(Instant moment);

    Clock m_clock;
    Times m_times;
    double m_speed = 10;
    std::optional<std::size_t> m_position;
    Instant m_moment{};
    Instant m_base{}; ///< the moment that had come at m_since by the clock
    Micros m_since{};
    QTimer m_timer;
};

} // namespace ratewarden::ui
