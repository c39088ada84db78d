// SPDX-License-Identifier: MIT
#include "core/explain/rule_then.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/format.h"

#include <algorithm>
#include <limits>

namespace ratewarden {
namespace {

using Answer = RuleThen::Answer;

/// A log of charges, by time.
class ChargesThen {
public:
    ChargesThen(const TokenDetail& detail, std::span<const std::vector<Rule>> later)
        : m_entries(detail.log.entries)
    {
        const bool isOurs = detail.reading.subject.format->isOurs(); // others settle nothing
        m_sums.reserve(m_entries.size() + 1);
        m_sums.emplace_back();
        auto open = detail.log.open.begin();
        for (const LogEntry& entry : m_entries) {
            const bool isOpen = open != detail.log.open.end() && *open == entry;
            open += isOpen ? 1 : 0;
            Sums sums = m_sums.back();
            sums.used += entry.cost;
            // What was reserved is 1 at least, and stays as it is while it is open.
            sums.surely += isOurs && !isOpen ? std::min<Units>(entry.cost, 1) : entry.cost;
            sums.reserved += isOurs && (isOpen || entry.cost != 1) ? 1 : 0;
            m_sums.push_back(sums);
        }
        m_wholeFrom = wholeFrom(detail, later);
    }

    RuleThen under(const Rule& rule, const Denial& denial, Units ofDenied) const
    {
        RuleThen then{rule};
        const bool isWhole = denial.from - rule.window >= m_wholeFrom;
        Units least = std::numeric_limits<Units>::max();
        Units surely = least;
        Units most = 0;
        for (const Instant moment : turningPoints(rule, denial)) {
            const Units used = usedAt(moment, rule.window);
            least = std::min(least, used);
            surely = std::min(surely, upTo(moment).surely - upTo(moment - rule.window).surely);
            most = std::max(most, used);
        }
        then.atLeast = std::max<Units>(0, least - ofDenied);
        if (isWhole)
            then.atMost = most;
        const Units room = rule.capacity() - denial.cost;
        then.answer = then.atLeast > room                          ? Answer::Denied
                      : then.atMost && *then.atMost <= room        ? Answer::HadRoom
                      : !isWhole && then.atLeast == 0 && most == 0 ? Answer::NotKnown
                                                                   : Answer::Perhaps;
        if (then.answer == Answer::Denied)
            then.leansOnCosts = surely - ofDenied <= room;
        else
            then.leansOnCosts = upTo(denial.to).reserved > upTo(denial.from - rule.window).reserved;
        if (then.answer == Answer::NotKnown)
            then.silence = StateSilence::LaterState;
        describe(then, denial, isWhole && least == most);
        return then;
    }

private:
    /// Of the entries up to one.
    struct Sums {
        Units used = 0;           ///< by what the costs are now
        Units surely = 0;         ///< at least, when they were charged
        std::size_t reserved = 0; ///< how many show that callers settle: open, or of a cost that is not 1
    };

    static Instant wholeFrom(const TokenDetail& detail, std::span<const std::vector<Rule>> later)
    {
        const std::vector<LogEntry>& entries = detail.log.entries;
        if (entries.empty())
            return Instant::max();
        // The shortest memory that it has had: each charge drops what has left the longest window, and
        // without one for so long the whole log goes, and may have begun anew.
        Micros memory = Micros::max();
        for (const std::vector<Rule>& rules : later)
            memory = std::min(memory, longestWindow(rules));
        // Those of others drop them with any request, denied ones included.
        if (!detail.reading.subject.format->isOurs())
            return detail.reading.at - memory;
        if (detail.log.whole)
            return entries.front().at - memory;
        const Instant from = entries.back().at - memory;
        return detail.log.unread > 0 ? std::max(from, entries.front().at) : from;
    }

    const Sums& upTo(Instant moment) const
    {
        const auto after = std::ranges::upper_bound(m_entries, moment, {}, &LogEntry::at);
        return m_sums[std::size_t(after - m_entries.begin())];
    }

    Units usedAt(Instant moment, Micros window) const
    {
        return upTo(moment).used - upTo(moment - window).used;
    }

    /// The moments at which what is used changes, and those right before.
    std::vector<Instant> turningPoints(const Rule& rule, const Denial& denial) const
    {
        std::vector<Instant> points{denial.from, denial.to};
        const auto add = [&](Instant moment) {
            for (const Instant point : {moment - Micros(1), moment})
                if (point > denial.from && point < denial.to)
                    points.push_back(point);
        };
        if (denial.from != denial.to)
            for (const LogEntry& entry : m_entries) {
                add(entry.at);
                add(entry.at + rule.window);
            }
        return points;
    }

    /// `isSteady`: at every moment that is asked about the same was used.
    void describe(RuleThen& then, const Denial& denial, bool isSteady) const
    {
        const auto begin =
            std::ranges::upper_bound(m_entries, denial.to - then.rule.window, {}, &LogEntry::at);
        const auto end = std::ranges::upper_bound(m_entries, denial.to, {}, &LogEntry::at);
        if (begin >= end)
            return;
        then.requests = std::size_t(end - begin);
        then.oldest = begin->at;
        then.newest = std::prev(end)->at;
        for (auto entry = begin; entry != end; ++entry)
            then.largest = std::max(then.largest, entry->cost);
        if (!isSteady || then.answer != Answer::Denied || denial.cost > then.rule.capacity())
            return;
        Units used = *then.atMost;
        for (auto entry = begin; entry != end && !then.freeAt; ++entry) {
            used -= entry->cost;
            if (used + denial.cost <= then.rule.capacity())
                then.freeAt = entry->at + then.rule.window;
        }
    }

    const std::vector<LogEntry>& m_entries;
    std::vector<Sums> m_sums; // before each entry, and of all
    Instant m_wholeFrom;      // all charges after it are there
};

/// By those that are held now, and had been taken by then.
RuleThen slotsThen(const Rule& rule, const std::vector<TakenSlot>& held, const Denial& denial)
{
    constexpr std::size_t mostHolders = 5;
    RuleThen then{rule};
    for (const TakenSlot& slot : held) {
        if (!slot.taken || *slot.taken > denial.from)
            continue;
        if (then.requests++ == 0)
            then.oldest = *slot.taken;
        then.newest = *slot.taken;
        if (!slot.holder.empty() && then.holders.size() < mostHolders &&
            std::ranges::find(then.holders, slot.holder) == then.holders.end())
            then.holders.push_back(slot.holder);
    }
    then.atLeast = Units(then.requests);
    if (then.requests == 0)
        then.silence = StateSilence::LaterState;
    else
        then.answer =
            then.atLeast + rule.unitsOf(denial.cost) > rule.capacity() ? Answer::Denied : Answer::Perhaps;
    return then;
}

Instant windowEnd(Instant moment, Micros window)
{
    return moment - moment.time_since_epoch() % window + window;
}

void bound(RuleThen& then, Units atMost, const Denial& denial)
{
    then.atMost = atMost;
    then.answer = atMost + denial.cost <= then.rule.capacity() ? Answer::HadRoom : Answer::Perhaps;
    then.silence = StateSilence::None;
}

/// `usage`: by the records as they are now, at the first moment that is asked about.
void judgeRecord(RuleThen& then, Keeps keeps, const RuleUsage& usage, const Denial& denial)
{
    const Instant end = windowEnd(denial.from, then.rule.window);
    const Micros left = end - denial.from;
    then.silence = StateSilence::LaterState;
    switch (keeps) {
    case Keeps::Counts:
        if (denial.to < end && (usage.used == 0 || usage.resetAfter == left))
            bound(then, usage.used, denial);
        break;
    case Keeps::SlidingCounts:
        if (denial.to < end &&
            (usage.used == 0 || usage.resetAfter == left || usage.resetAfter == left + then.rule.window))
            bound(then, usage.used, denial);
        break;
    case Keeps::Bucket: {
        // Before the request it was at most as far ahead as it is now. In whole units, rounded up.
        using Wide = __int128;
        const Wide ahead = Wide(usage.resetAfter.count()) * then.rule.limit;
        const Wide window = then.rule.window.count();
        const Wide used = std::min<Wide>((ahead + window - 1) / window, then.rule.capacity());
        bound(then, Units(used), denial);
        break;
    }
    case Keeps::Charges:
        break;
    }
}

bool isAmongAll(const Rule& rule, std::span<const std::vector<Rule>> later)
{
    return std::ranges::all_of(
        later, [&](const std::vector<Rule>& rules) { return std::ranges::find(rules, rule) != rules.end(); });
}

void judgeRecords(std::vector<RuleThen>& all, const TokenDetail& detail, const Policy& policy,
                  std::span<const std::vector<Rule>> later, const Denial& denial)
{
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    TokenStateOf state(algorithm);
    state->load({detail.records, nullptr});
    const Decision then = state->decide(decidingRules(policy), denial.from, 0, Mode::Peek);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (isAmongAll(all[i].rule, later))
            judgeRecord(all[i], algorithm.keeps, then.usage[i], denial);
        else
            all[i].silence = StateSilence::OtherRules; // its record may have been dropped with the rule
    }
}

/// Of a counter of another limiter, whose window ends when the count does. It is not known how long the
/// present window is where other rules have had another one since.
void judgeCounter(RuleThen& then, const RuleUsage& usage, Instant at,
                  std::span<const std::vector<Rule>> later, const Denial& denial)
{
    const auto hasWindow = [&](const std::vector<Rule>& rules) {
        return std::ranges::find(rules, then.rule.window, &Rule::window) != rules.end();
    };
    if (!std::ranges::all_of(later, hasWindow)) {
        then.silence = StateSilence::OtherRules;
        return;
    }
    const Instant began = at + usage.resetAfter - then.rule.window;
    // Keys' lives are whole milliseconds.
    if (usage.used > 0 && usage.resetAfter > Micros::zero() && denial.from > began + Micros(1000))
        bound(then, usage.used, denial);
    else
        then.silence = StateSilence::LaterState;
}

std::vector<RuleThen> judged(const TokenDetail& detail, const Policy& policy,
                             std::span<const std::vector<Rule>> later, const Denial& denial)
{
    std::vector<RuleThen> all;
    all.reserve(policy.rules.size());
    for (const Rule& rule : decidingRules(policy))
        all.push_back({rule});
    const Reading& reading = detail.reading;
    const auto beSilent = [&](StateSilence why) {
        for (RuleThen& then : all)
            then.silence = why;
    };
    const Format& format = *reading.subject.format;
    // Times in a wrong unit are not those that the token's clients counted by.
    if (reading.problem || WarningSet(reading.warnings).has(WarningCode::WrongUnit))
        beSilent(StateSilence::Unread);
    else if (reading.gone ||
             (!reading.expiresIn && detail.records.empty() && detail.log.count == 0 && format.isOurs()))
        beSilent(StateSilence::Gone);
    else if (detail.hasLog) {
        const ChargesThen charges(detail, later);
        for (RuleThen& then : all)
            if (then.rule.atOnce)
                then = slotsThen(then.rule, reading.inFlight, denial);
            else
                then = charges.under(then.rule, denial, format.countsDenied() ? denial.cost : 0);
    } else if (format.isOurs())
        judgeRecords(all, detail, policy, later, denial);
    else if (!format.drains() && !format.countsInFlight() && reading.decision &&
             reading.decision->usage.size() == all.size())
        for (std::size_t i = 0; i < all.size(); ++i)
            judgeCounter(all[i], reading.decision->usage[i], reading.at, later, denial);
    else
        beSilent(StateSilence::Format);
    // What never fits needs no state.
    for (RuleThen& then : all)
        if (then.rule.unitsOf(denial.cost) > then.rule.capacity())
            then.answer = Answer::Denied;
    return all;
}

} // namespace

std::vector<RuleThen> rulesThen(const TokenDetail& detail, const Policy& policy,
                                std::span<const std::vector<Rule>> later, const Denial& denial)
{
    std::vector<RuleThen> all = judged(detail, policy, later, denial);
    for (std::size_t i = 0; i < all.size(); ++i)
        all[i].published = policy.rules[i];
    return all;
}

} // namespace ratewarden
