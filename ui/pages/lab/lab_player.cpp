// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_player.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto frameTime = 16ms;
constexpr std::size_t fastestFrames = 250; // about four seconds

Micros steadyNow()
{
    return std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now().time_since_epoch());
}

} // namespace

LabPlayer::LabPlayer(QObject* parent) : QObject(parent), m_clock(steadyNow)
{
    m_timer.setInterval(frameTime);
    connect(&m_timer, &QTimer::timeout, this, &LabPlayer::tick);
}

void LabPlayer::setTimes(Times times)
{
    const bool same = m_times && times && *m_times == *times;
    m_times = std::move(times);
    if (same)
        return;
    m_position.reset();
    pause();
}

void LabPlayer::play()
{
    if (size() == 0 || isPlaying())
        return;
    if (!m_position || *m_position + 1 >= size())
        moveTo(0, m_times->front());
    goOnFrom(m_moment);
    m_timer.start();
    Q_EMIT playingChanged(true);
}

void LabPlayer::pause()
{
    if (!isPlaying())
        return;
    m_timer.stop();
    Q_EMIT playingChanged(false);
}

void LabPlayer::setSpeed(double speed)
{
    m_speed = speed;
    goOnFrom(m_moment);
}

void LabPlayer::step(int by)
{
    pause();
    if (size() == 0)
        return;
    const auto last = std::ptrdiff_t(size()) - 1;
    const std::ptrdiff_t to = m_position ? std::ptrdiff_t(*m_position) + by : 0;
    const auto request = std::size_t(std::clamp<std::ptrdiff_t>(to, 0, last));
    moveTo(request, (*m_times)[request]);
}

void LabPlayer::seek(std::optional<std::size_t> request)
{
    m_position = request && *request < size() ? request : std::nullopt;
    if (m_position)
        goOnFrom((*m_times)[*m_position]);
    else
        pause(); // tick() goes on from a request
}

void LabPlayer::goOnFrom(Instant moment)
{
    m_moment = moment;
    m_base = moment;
    m_since = m_clock();
}

void LabPlayer::moveTo(std::size_t request, Instant moment)
{
    m_position = request;
    m_moment = moment;
    Q_EMIT moved();
}

void LabPlayer::tick()
{
    Q_ASSERT(m_position && *m_position < size()); // while it plays it stands on a request
    const std::size_t last = size() - 1;
    std::size_t request = *m_position;
    Instant moment;
    if (m_speed == fastest) {
        request = std::min(last, request + std::max<std::size_t>(1, size() / fastestFrames));
        moment = (*m_times)[request];
    } else {
        const double gone = double((m_clock() - m_since).count()) * m_speed;
        const double left = double((m_times->back() - m_base).count());
        moment = gone >= left ? m_times->back() : m_base + Micros(std::llround(gone));
        Q_ASSERT(moment >= m_times->front()); // it begins on a request, and goes on from there
        const auto next =
            std::upper_bound(m_times->begin() + std::ptrdiff_t(request), m_times->end(), moment);
        request = std::max(request, std::size_t(next - m_times->begin()) - 1);
    }
    moveTo(request, moment);
    if (request == last)
        pause();
}

} // namespace ratewarden::ui
