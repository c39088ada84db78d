// SPDX-License-Identifier: MIT
#include "core/lab/charge_watch.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/format.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace ratewarden {
namespace {

constexpr std::size_t timesKept = 64;
constexpr Micros expiryTolerance = std::chrono::milliseconds(10); // expiries are whole milliseconds

std::int64_t microsAt(Instant moment)
{
    return moment.time_since_epoch().count();
}

Instant momentAfter(Instant at, Nanos span)
{
    return at + std::chrono::duration_cast<Micros>(span);
}

/// How many units a sliding window counter has in the window that `now` lies in, and in the one before. Its
/// usage weighs them; at the end of a window it is what the window counts, at its beginning both.
std::pair<Units, Units> slidingCounts(const Algorithm& algorithm, std::string_view records, const Rule& rule,
                                      Instant now)
{
    const auto usedAt = [&](std::int64_t moment) {
        TokenStateOf state(algorithm);
        state->load({records, nullptr});
        return state->decide({rule}, Instant(Micros(moment)), 0, Mode::Peek).usage[0].used;
    };
    const std::int64_t window = rule.window.count();
    const std::int64_t start = microsAt(now) / window * window;
    const Units current = usedAt(start + window);
    return {current, std::max<Units>(0, usedAt(start) - current)};
}

} // namespace

void ChargeWatch::addOurs(const TokenDetail& detail, Snapshot& snapshot)
{
    const Reading& reading = detail.reading;
    const Algorithm& algorithm = algorithmNamed(reading.policy->algorithm);
    for (const RuleUsage& usage : reading.decision->usage) {
        const std::int64_t number = microsAt(reading.at) / usage.rule.window.count();
        switch (algorithm.keeps) {
        case Keeps::Counts:
            snapshot.windows.push_back({usage.rule.window, number, usage.used, 0});
            break;
        case Keeps::SlidingCounts: {
            const auto [current, before] = slidingCounts(algorithm, detail.records, usage.rule, reading.at);
            snapshot.windows.push_back({usage.rule.window, number - 1, before, 0});
            snapshot.windows.push_back({usage.rule.window, number, current, 0});
            break;
        }
        case Keeps::Bucket:
        case Keeps::Charges:
            break;
        }
    }
}

void ChargeWatch::addForeign(const TokenDetail& detail, Snapshot& snapshot)
{
    const Reading& reading = detail.reading;
    const ForeignState& foreign = *reading.foreign;
    const bool countsDenied = reading.subject.format->countsDenied();
    const ShapeUsage* const usage = foreign.reading.rules.empty() ? nullptr : &foreign.reading.rules.front();
    const double limit = countsDenied && usage != nullptr && usage->limit ? double(*usage->limit) : 0;
    const auto* const format = dynamic_cast<const CatalogueFormat*>(reading.subject.format);
    const bool countsUp =
        format != nullptr &&
        std::ranges::none_of(format->file().keys, [](const KeyRole& role) { return role.captures("left"); });
    if (usage != nullptr && usage->window && *usage->window > Nanos::zero() && countsUp &&
        !foreign.decoded.state.windows.empty()) {
        const auto length = std::chrono::duration_cast<Micros>(*usage->window);
        const std::int64_t present = microsAt(reading.at) / std::max<std::int64_t>(1, length.count());
        for (const NumberedWindow& window : foreign.decoded.state.windows)
            if (window.bucket <= present) // what lies ahead was written by a block
                snapshot.windows.push_back({length, window.bucket, Units(window.units),
                                            limit > 0 ? Units(std::max(0.0, window.units - limit)) : 0});
        return;
    }
    if (usage == nullptr || (!usage->used && !usage->remaining))
        return;
    Count count;
    count.isLeft = !usage->used;
    count.used = usage->used ? *usage->used : -*usage->remaining;
    count.limit = limit;
    if (usage->resetsIn && *usage->resetsIn > Nanos::zero() && *usage->resetsIn != Nanos::max())
        count.end = momentAfter(reading.at, *usage->resetsIn);
    if (usage->window)
        count.window = std::chrono::duration_cast<Micros>(*usage->window);
    snapshot.count = count;
}

ChargeWatch::Snapshot ChargeWatch::snapshotOf(const TokenDetail& detail)
{
    const Reading& reading = detail.reading;
    Snapshot snapshot;
    snapshot.at = reading.at;
    if (reading.policy && reading.policy->counters)
        snapshot.counts = reading.counts;
    if (detail.hasLog) {
        std::map<Instant, std::uint32_t> times;
        for (const LogEntry& entry : detail.log.entries)
            ++times[entry.at];
        snapshot.hasAllTimes =
            times.size() <= timesKept && detail.log.count <= std::int64_t(detail.log.entries.size());
        auto first = times.begin();
        std::advance(first, std::ptrdiff_t(times.size() - std::min(timesKept, times.size())));
        snapshot.newest.assign(first, times.end());
        return snapshot;
    }
    if (reading.gone)
        return snapshot;
    if (reading.subject.format->drains()) {
        if (reading.decision)
            for (const RuleUsage& usage : reading.decision->usage)
                if (usage.rule.limit > 0)
                    snapshot.buckets.push_back(
                        {double(usage.rule.window.count()) / double(usage.rule.limit),
                         usage.resetAfter > Micros::zero() ? microsAt(reading.at + usage.resetAfter) : 0});
    } else if (reading.foreign) {
        addForeign(detail, snapshot);
    } else if (reading.decision && reading.policy) {
        addOurs(detail, snapshot);
    }
    return snapshot;
}

void ChargeWatch::addEntries(const TokenDetail& detail, const Snapshot& before, Instant newerThan,
                             Charged& charged)
{
    const std::vector<LogEntry>& entries = detail.log.entries;
    std::map<Instant, std::uint32_t> known(before.newest.begin(), before.newest.end());
    // What is older than the times that were kept was there before.
    const Instant floor =
        before.hasAllTimes || before.newest.empty() ? newerThan : before.newest.front().first;
    for (const LogEntry& entry : entries) {
        if (entry.at < floor || (entry.at == floor && !known.contains(floor)))
            continue;
        const auto there = known.find(entry.at);
        if (there != known.end() && there->second > 0) {
            --there->second;
            continue;
        }
        if (entry.cost > 0) // what was given back is no request
            charged.entries.push_back(entry);
    }
    // More came than is read at once, unless what is not read is older than what was known.
    const std::int64_t unread = detail.log.count - std::int64_t(entries.size());
    const Instant newestKnown = before.newest.empty() ? newerThan : before.newest.back().first;
    if (unread > 0 && !entries.empty() && entries.front().at > newestKnown)
        charged.trimmed += std::uint64_t(unread);
    // Entries of a window shorter than the gap may have come and gone.
    if (detail.reading.policy && !charged.entries.empty()) {
        const std::vector<Rule>& rules = detail.reading.policy->rules;
        charged.uncertain = !rules.empty() &&
                            std::ranges::max(rules, {}, &Rule::window).window < charged.to - charged.from &&
                            entries.front().at > newestKnown;
    }
}

void ChargeWatch::addWindows(const Snapshot& before, const Snapshot& after, Charged& charged)
{
    struct Sum {
        Units units = 0;
        Units refused = 0;
        bool certain = true;
    };
    std::map<Micros, Sum> sums;
    const auto find = [](const Snapshot& in, const CountedWindow& like) {
        return std::ranges::find_if(in.windows, [&](const CountedWindow& one) {
            return one.length == like.length && one.number == like.number;
        });
    };
    for (const CountedWindow& now : after.windows) {
        const auto then = find(before, now);
        const bool isThere = then != before.windows.end();
        sums[now.length].units += std::max<Units>(0, now.units - (isThere ? then->units : 0));
        sums[now.length].refused += std::max<Units>(0, now.refused - (isThere ? then->refused : 0));
    }
    for (const CountedWindow& then : before.windows) {
        const std::int64_t window = then.length.count();
        const bool wasOpen = then.number == microsAt(before.at) / window;
        const bool hasEnded = then.number < microsAt(after.at) / window;
        if (wasOpen && hasEnded && then.units > 0 && find(after, then) == after.windows.end())
            sums[then.length].certain = false;
    }
    if (sums.empty())
        return;
    // All rules are charged the same: the one that saw most tells most.
    const auto most = std::ranges::max_element(sums, {}, [](const auto& one) { return one.second.units; });
    charged.units = most->second.units;
    charged.refused = std::uint64_t(most->second.refused);
    charged.uncertain = std::ranges::none_of(sums, [](const auto& one) { return one.second.certain; });
}

void ChargeWatch::addBuckets(const Snapshot& before, const Snapshot& after, Charged& charged)
{
    bool isCertain = false;
    for (std::size_t i = 0; i < after.buckets.size(); ++i) {
        const Bucket& now = after.buckets[i];
        const std::int64_t emptyBefore = i < before.buckets.size() && before.buckets[i].perUnit == now.perUnit
                                             ? before.buckets[i].emptyAt
                                             : 0;
        const auto from = double(std::max(emptyBefore, microsAt(before.at)));
        if (now.emptyAt == 0) { // all that came has drained, if anything did
            isCertain |= emptyBefore <= microsAt(before.at);
            continue;
        }
        const auto to = double(now.emptyAt);
        if (emptyBefore >= microsAt(after.at)) { // it was never empty: each unit moved its end
            charged.units = std::max(charged.units, Units(std::llround((to - from) / now.perUnit)));
            isCertain = true;
            continue;
        }
        // It was empty at some moment in between: at the earliest when it was known to be, at the latest now.
        const Units least =
            std::max<Units>(1, Units(std::ceil((to - double(microsAt(after.at))) / now.perUnit - 0.01)));
        const Units most = Units((to - from) / now.perUnit + 0.01);
        if (to > from) {
            charged.units = std::max(charged.units, std::min(least, std::max<Units>(1, most)));
            isCertain |= most <= least;
        }
    }
    charged.uncertain = !after.buckets.empty() && !isCertain;
}

void ChargeWatch::addCount(const Snapshot& before, const Snapshot& after, Charged& charged)
{
    if (!after.count) {
        // Its key is gone; what came before that is not known.
        charged.uncertain |= before.count.has_value();
        return;
    }
    const Count& now = *after.count;
    const Count then = before.count.value_or(Count{now.isLeft ? now.used : 0, now.limit, now.isLeft, {}, {}});
    const bool hasEnded = then.end && *then.end <= after.at &&
                          !(then.window && now.end && *now.end < *then.end + *then.window - expiryTolerance);
    const bool isAnew = now.used < then.used || hasEnded;
    const double base = isAnew ? (now.isLeft ? now.used : 0) : then.used;
    charged.uncertain |= isAnew && before.count && then.used != 0;
    charged.units = Units(std::llround(std::max(0.0, now.used - base)));
    if (now.limit > 0 && !now.isLeft)
        charged.refused = std::uint64_t(
            std::llround(std::max(0.0, now.used - now.limit) - std::max(0.0, base - now.limit)));
}

void ChargeWatch::addCounts(const Snapshot& before, const Snapshot& after, Charged& charged)
{
    if (!after.counts || after.counts->empty())
        return;
    std::uint64_t allowed = 0;
    std::uint64_t denied = 0;
    for (const RequestCount& now : *after.counts) {
        RequestCount then;
        if (before.counts)
            for (const RequestCount& one : *before.counts)
                if (one.from == now.from)
                    then = one;
        if (now.from + countSpan <= before.at)
            continue;
        allowed += std::uint64_t(std::max<Units>(0, now.allowed - then.allowed));
        denied += std::uint64_t(std::max<Units>(0, now.denied - then.denied));
    }
    charged.refused = denied;
    if (charged.entries.empty()) {
        charged.requests = allowed;
        charged.units = std::max(charged.units, Units(allowed));
        charged.uncertain = false;
    } else if (charged.uncertain || charged.trimmed > 0) {
        // The log does not have all of them.
        charged.requests = allowed - std::min<std::uint64_t>(allowed, charged.entries.size());
        charged.units = Units(charged.requests);
        charged.trimmed = charged.requests;
        charged.uncertain = false;
    }
}

Charged ChargeWatch::next(const TokenDetail& detail, Instant begin, bool isNew)
{
    const Reading& reading = detail.reading;
    Charged charged;
    charged.to = reading.at;
    charged.from = m_last ? m_last->at : begin;
    const bool tells = detail.hasLog || reading.gone || reading.foreign || reading.decision;
    if (reading.problem || !tells) {
        charged.unreadable = true;
        return charged;
    }
    Snapshot now = snapshotOf(detail);
    const bool isEmpty = now.windows.empty() && now.buckets.empty() && !now.count;
    charged.unreadable = !detail.hasLog && !reading.gone && isEmpty;
    const bool isFirst = !m_last && !isNew;
    Snapshot before = m_last.value_or(Snapshot());
    if (!m_last)
        before.at = begin;
    // What a block wrote is no traffic.
    const bool isBlocked = reading.foreign && reading.block;
    if (detail.hasLog && !isBlocked)
        addEntries(detail, before, m_last ? before.at - std::chrono::hours(24) : begin, charged);
    if (!isFirst && !detail.hasLog && !isBlocked && !charged.unreadable) {
        if (reading.subject.format->drains())
            addBuckets(before, now, charged);
        else if (!now.windows.empty() || !before.windows.empty())
            addWindows(before, now, charged);
        else
            addCount(before, now, charged);
        // Where the state counts denied requests they are among its units.
        const auto inUnits = std::min(Units(charged.refused), charged.units);
        charged.units -= inUnits;
        charged.requests = std::uint64_t(charged.units);
    }
    if (!isFirst)
        addCounts(before, now, charged);
    m_last = std::move(now);
    return charged;
}

} // namespace ratewarden
