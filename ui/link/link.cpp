// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/link.h"

#include "core/model/errors.h"
#include "core/redis/server_info.h"
#include "ui/text/display_text.h"

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto refreshInterval = 10s; // of latency and clock offset

Instant localNow()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

struct Greeting {
    QString version;
    std::chrono::microseconds latency{};
    std::optional<Micros> clockOffset;
};

Greeting greetServer(Server& server)
{
    Greeting greeting;
    server.call({"PING"}); // connects, so that the next round trip measures nothing else
    const auto start = std::chrono::steady_clock::now();
    const Instant before = localNow();
    const auto replies = server.pipeline({Command{"TIME"}, Command{"INFO", "server"}});
    greeting.latency =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    // Both may be refused by an ACL; then the clock and the version stay unknown.
    if (!replies[0].view().isError())
        greeting.clockOffset = readTime(replies[0].view()) - (before + greeting.latency / 2);
    if (!replies[1].view().isError())
        greeting.version = shown(serverInfo(replies[1].view().string()).version.value_or(std::string()));
    return greeting;
}

} // namespace

Link::Link(const Endpoint& endpoint, LinkTimes times, QObject* parent)
    : QObject(parent)
    , m_times(times)
    , m_where(shown(endpoint.text()))
    , m_retryDelay(times.firstRetry)
    , m_watch("watch", endpoint, times.timeouts, this)
    , m_scan("scan", endpoint, times.timeouts, this)
    , m_act("act", endpoint, times.timeouts, this)
{
    m_retry.setSingleShot(true);
    connect(&m_retry, &QTimer::timeout, this, &Link::greet);
    m_refresh.setInterval(refreshInterval);
    connect(&m_refresh, &QTimer::timeout, this, &Link::greet);
}

void Link::open()
{
    greet();
    m_refresh.start();
}

Instant Link::serverNow() const
{
    return localNow() + m_clockOffset.value_or(0us);
}

std::chrono::milliseconds Link::nextRetryIn() const
{
    return m_retry.remainingTimeAsDuration();
}

void Link::greet()
{
    if (m_greeting)
        return;
    m_greeting = true;
    m_watch.post(this, greetServer, [this](const Outcome<Greeting>& outcome) {
        m_greeting = false;
        if (const Greeting* greeting = outcome.result()) {
            m_serverVersion = greeting->version;
            m_latency = greeting->latency;
            m_clockOffset = greeting->clockOffset;
            m_retryDelay = m_times.firstRetry;
            m_retry.stop();
            setState(State::Live);
            return;
        }
        // Whatever stands in the way here, nothing can be shown until it is gone.
        m_lostReason = outcome.failure()->message;
        m_retry.start(m_retryDelay);
        m_retryDelay = std::min(m_retryDelay * 2, m_times.longestRetry);
        setState(State::Lost);
    });
}

void Link::report(const Failure& failure)
{
    if (failure.kind != Failure::Kind::Unavailable || m_state == State::Lost)
        return;
    m_lostReason = failure.message;
    m_retry.start(m_retryDelay);
    setState(State::Lost);
}

void Link::setState(State state)
{
    m_state = state;
    Q_EMIT stateChanged();
}

} // namespace ratewarden::ui
