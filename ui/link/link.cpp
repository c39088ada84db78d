// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/link.h"

#include "core/model/errors.h"
#include "core/redis/server_info.h"
#include "ui/text/display_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto refreshInterval = 10s; // of latency and clock offset

Instant localNow()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

struct Greeting {
    NodeInfos said;
    std::vector<NodeState> nodes;
    std::chrono::microseconds latency{};
    std::optional<Micros> clockOffset;
};

// Any answer but those that say that the server cannot serve, or wants a password, means that it is there: a
// user may lack each single right.
bool isAllowed(const Command& command, ReplyView reply, const std::string& where)
{
    try {
        throwIfError(reply, command.description(), where);
        return true;
    } catch (const Refused& error) {
        if (error.reason() != Refused::Reason::MissingRight)
            throw;
        return false;
    }
}

Greeting greetServer(Server& server)
{
    Greeting greeting;
    const auto ask = [&server](const Command& command) {
        return std::move(server.pipeline({command}).front());
    };
    const Command ping{"PING"}; // connects, so that the next round trip measures nothing else
    isAllowed(ping, ask(ping).view(), server.where());
    const auto start = BootClock::now();
    const Instant before = localNow();
    const Command time{"TIME"};
    const Reply clock = ask(time);
    const auto end = BootClock::now();
    greeting.latency = end - start;
    greeting.said = readNodeInfos(server); // of every primary, so that one that is gone is noticed
    if (isAllowed(time, clock.view(), server.where())) {
        const Instant itsTime = readTime(clock.view());
        greeting.clockOffset = itsTime - (before + greeting.latency / 2);
        if (greeting.said.nodes.size() == 1) { // also of a user without INFO
            greeting.said.nodes.front().info->time = itsTime;
            greeting.said.asked = start;
            greeting.said.answered = end;
        }
    }
    greeting.nodes = server.nodes();
    return greeting;
}

/// Operations a second are an average of a second or two: of a server that has been seen once, perhaps of
/// those in which it was started and filled.
NodeInfos withKnownRates(NodeInfos said, const NodeInfos& before)
{
    for (NodeInfos::Node& node : said.nodes) {
        const bool isKnown = std::ranges::any_of(before.nodes, [&node](const NodeInfos::Node& one) {
            return one.info && node.info && one.name == node.name && one.info->runId == node.info->runId;
        });
        if (node.info && !isKnown)
            node.info->operations.reset();
    }
    return said;
}

} // namespace

Link::Link(const Endpoint& endpoint, LinkTimes times, QObject* parent,
           const std::shared_ptr<GuardState>& guard)
    : QObject(parent)
    , m_times(times)
    , m_where(shown(endpoint.text()))
    , m_retryDelay(times.firstRetry)
    , m_watch("watch", endpoint, times.timeouts, this, guard)
    , m_scan("scan", endpoint, times.timeouts, this, guard)
    , m_act("act", endpoint, times.timeouts, this, guard)
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

void Link::standFor(Instant recorded)
{
    const Failure why{Failure::Kind::Other, tr("this is not in the investigation")};
    for (Lane* const lane : {&m_watch, &m_scan, &m_act})
        lane->refuse(why);
    m_recordedAt = recorded;
    m_where = tr("an investigation");
    setState(State::Recorded);
}

Instant Link::serverNow() const
{
    if (m_state == State::Recorded)
        return m_recordedAt;
    return localNow() + m_clockOffset.value_or(0us);
}

bool Link::infoIsMissing() const
{
    return m_state == State::Live && !info().operations && !info().usedMemory && !info().clients;
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
            m_said = withKnownRates(greeting->said, m_wasEverLive ? m_said : NodeInfos());
            m_engine = engineText(info());
            m_tls = info().tls;
            m_cluster = info().clusterEnabled.value_or(false);
            m_nodes = greeting->nodes;
            m_latency = greeting->latency;
            m_clockOffset = greeting->clockOffset;
            const std::vector<ServerEvent> events = m_events.take(m_said, serverNow());
            m_newEvents.insert(m_newEvents.end(), events.begin(), events.end());
            m_retryDelay = m_times.firstRetry;
            m_retry.stop();
            m_refresh.start();
            setState(State::Live);
            return;
        }
        // Whatever stands in the way here, nothing can be shown until it is gone.
        lose(*outcome.failure());
    });
}

void Link::report(const Failure& failure)
{
    if (isUnreachable())
        return;
    if (failure.kind == Failure::Kind::Unavailable || failure.kind == Failure::Kind::Password)
        lose(failure);
}

void Link::lose(const Failure& failure)
{
    m_lostReason = failure.message;
    if (failure.kind == Failure::Kind::Password) { // the same again would be wrong again
        m_retry.stop();
        m_refresh.stop();
        setState(State::NeedsPassword);
        Q_EMIT passwordWanted(m_lostReason);
        return;
    }
    m_retry.start(m_retryDelay);
    m_retryDelay = std::min(m_retryDelay * 2, m_times.longestRetry);
    setState(State::Lost);
}

void Link::setState(State state)
{
    const bool wasLive = std::exchange(m_state, state) == State::Live;
    m_wasEverLive = m_wasEverLive || state == State::Live || state == State::Recorded;
    if (wasLive != (state == State::Live))
        m_since = serverNow();
    Q_EMIT stateChanged();
    if (m_state == State::Live && !wasLive)
        Q_EMIT connected();
}

} // namespace ratewarden::ui
