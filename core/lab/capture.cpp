// SPDX-License-Identifier: MIT
#include "core/lab/capture.h"

#include "core/admin/policy_of.h"
#include "core/formats/format.h"
#include "core/lab/redis_traffic.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>

namespace ratewarden {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// So many requests one reading adds at most; beyond that one stands for several units.
constexpr std::uint64_t mostAtOnce = 1000;
constexpr Micros shortestReadInterval = std::chrono::milliseconds(10);

TraceCost traceCost(Units units)
{
    return TraceCost(std::clamp<Units>(units, 0, std::numeric_limits<TraceCost>::max()));
}

/// False: it was stopped.
bool waitUntil(SteadyClock::time_point moment, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any condition;
    std::unique_lock lock(mutex);
    condition.wait_until(lock, stop, moment, [] { return false; });
    return !stop.stop_requested();
}

} // namespace

Capture::Capture(Server& server, std::string name, CountedTimes times)
    : m_server(server)
    , m_name(std::move(name))
    , m_times(times)
    , m_book(policiesIfAllowed(server))
    , m_prefixes(m_book.policies)
{
    m_begin = m_clock = m_passBegin = clockOf(server);
}

void Capture::search(Micros budget, const std::stop_token& stop)
{
    const auto until = SteadyClock::now() + budget;
    do {
        ScanPage page = scanSubjects(m_server, m_prefixes, m_cursor);
        for (Subject& subject : page.subjects) {
            if (!subject.format->hasState() || subject.token.empty() ||
                (subject.policy != m_name && subject.format->name() != m_name) ||
                m_seen.contains({subject.format->name(), subject.policy, subject.token}))
                continue;
            if (m_watched.size() >= maxRedisTokens) { // remembering them, too, would have no bound
                m_leftOut = std::max(m_leftOut, ++m_leftOutOfPass);
                continue;
            }
            m_seen.emplace(subject.format->name(), subject.policy, subject.token);
            // A key that an earlier pass did not find was not there then.
            m_watched.push_back({std::move(subject), m_passes > 0, m_lastPassBegin, {}});
        }
        if (m_cursor.isAtEnd()) {
            m_cursor = {};
            ++m_passes;
            m_lastPassBegin = m_passBegin;
            m_passBegin = m_clock;
            m_leftOutOfPass = 0;
            break;
        }
    } while (SteadyClock::now() < until && !stop.stop_requested());
}

void Capture::read(std::size_t from, std::size_t count)
{
    std::vector<Subject> subjects;
    subjects.reserve(count);
    for (std::size_t i = from; i < from + count; ++i)
        subjects.push_back(m_watched[i].subject);
    const std::vector<TokenDetail> details = readDetails(m_server, subjects, policyOf(m_book));
    for (std::size_t i = 0; i < count; ++i) {
        const TokenDetail& detail = details[i];
        Watched& watched = m_watched[from + i];
        m_clock = std::max(m_clock, detail.reading.at);
        const Charged charged =
            watched.watch.next(detail, watched.isNew ? watched.absentAt : m_begin, watched.isNew);
        watched.unreadable = charged.unreadable;
        if (!charged.unreadable && std::exchange(watched.hasBeenRead, true))
            m_bounds.longestGap = std::max(m_bounds.longestGap, charged.to - charged.from);
        m_countsDenied |= watched.subject.format->countsDenied() ||
                          (detail.reading.policy && detail.reading.policy->counters);
        add(charged, watched.subject.token);
    }
}

void Capture::add(const Charged& charged, const std::string& token)
{
    for (const LogEntry& entry : charged.entries)
        m_builder.add(entry.at, token, traceCost(entry.cost));
    m_bounds.trimmed += charged.trimmed;
    m_bounds.uncertain += charged.uncertain ? 1 : 0;
    addCounted(charged, token);
}

void Capture::addCounted(const Charged& charged, const std::string& token)
{
    const std::uint64_t all = charged.requests + charged.refused;
    if (all == 0)
        return;
    // What was refused would have cost what the others did.
    const Units unitsOfOne = charged.requests > 0 ? charged.units / Units(charged.requests) : 1;
    const Units units = charged.units + Units(charged.refused) * std::max<Units>(1, unitsOfOne);
    const std::uint64_t placed = std::min(all, mostAtOnce);
    const Micros gap = charged.to - charged.from;
    Units spent = 0;
    for (std::uint64_t i = 1; i <= placed; ++i) {
        const auto share = double(i) / double(placed);
        const Units until = i == placed ? units : Units(double(units) * share);
        const Instant at = m_times == CountedTimes::AtReading
                               ? charged.to
                               : charged.from + Micros(std::int64_t(double(gap.count()) * share));
        m_builder.add(at, token, traceCost(until - spent));
        if (placed - i < charged.refused) // the limit came first
            m_refusals.add(token, at);
        spent = until;
    }
    m_bounds.counted += placed;
}

void Capture::round(Micros searching, const std::stop_token& stop)
{
    const std::size_t known = m_watched.size();
    // The first round knows no token yet: it searches first, so that it has something to begin with.
    if (known == 0)
        search(searching, stop);
    for (std::size_t at = 0; at < m_watched.size() && !stop.stop_requested(); at += subjectsAtOnce)
        read(at, std::min(subjectsAtOnce, m_watched.size() - at));
    if (known > 0 && !stop.stop_requested()) {
        search(searching, stop);
        for (std::size_t at = known; at < m_watched.size() && !stop.stop_requested(); at += subjectsAtOnce)
            read(at, std::min(subjectsAtOnce, m_watched.size() - at));
    }
    ++m_bounds.readings;
}

ReadTraffic Capture::take()
{
    if (m_watched.empty())
        throw InvalidArgument(fmt::format("there is no token of a policy or format \"{}\" to watch{}",
                                          printable(m_name),
                                          foundAll() ? "" : ", as far as the server was searched"));
    ReadTraffic traffic;
    traffic.trace = m_builder.take();
    TrafficSummary& summary = traffic.summary;
    summary.kind = TrafficKind::Captured;
    summary.source = "redis:" + m_name;
    summary.cutTokens = m_leftOut;
    m_bounds.foundAll = foundAll();
    m_bounds.unreadable = std::size_t(std::ranges::count(m_watched, true, &Watched::unreadable));
    summary.capture = m_bounds;
    if (m_countsDenied)
        summary.refusals = m_refusals.sums(traffic.trace);
    summarize(traffic.trace, summary);
    return traffic;
}

ReadTraffic captureTraffic(Server& server, const std::string& name, const CaptureOptions& options)
{
    if (options.duration <= Micros::zero() || options.interval < shortestReadInterval ||
        options.interval > options.duration)
        throw InvalidArgument(fmt::format(
            "a capture takes some time, and reads every {} or less often, but at least once in that time",
            durationText(shortestReadInterval)));
    Capture capture(server, name, options.times);
    const auto begin = SteadyClock::now();
    const auto end = begin + options.duration;
    std::string failure;
    for (;;) {
        const auto roundBegin = SteadyClock::now();
        try {
            capture.round(options.interval / 4, options.stop);
        } catch (const Error& error) {
            if (capture.tokens() == 0)
                throw;
            failure = error.what();
            break;
        }
        const auto now = SteadyClock::now();
        if (options.progress)
            options.progress({std::chrono::duration_cast<Micros>(now - begin), options.duration,
                              capture.tokens(), capture.requests()});
        if (now >= end)
            break;
        const auto next = std::max(roundBegin + options.interval, now + (now - roundBegin));
        if (!waitUntil(std::min(next, end), options.stop))
            break;
    }
    ReadTraffic traffic = capture.take();
    if (!failure.empty()) {
        traffic.summary.fault = SourceFault::Unreadable;
        traffic.summary.faultText = failure;
    } else if (options.stop.stop_requested()) {
        traffic.summary.fault = SourceFault::Cancelled;
    }
    return traffic;
}

} // namespace ratewarden
