// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/naive_models.h"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

namespace ratewarden::test {

using namespace std::chrono_literals;

Decision NaiveModel::decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode)
{
    Decision decision;
    decision.now = now;
    if (mode == Mode::GiveBack)
        takeBack(std::exchange(cost, 0));
    Micros longest{};
    Micros patient{};
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Units units = rules[i].atOnce && cost > 0 ? 1 : cost;
        if (units <= rules[i].capacity())
            patient = std::max(patient, patience(rules[i]));
        if (m_debtUntil >= now)
            patient = std::max(patient, m_debt);
        const Micros wait = cost == 0 ? 0us : waitFor(rules[i], now, units);
        if (decision.verdict == Verdict::NeverFits)
            continue;
        if (units > rules[i].capacity()) {
            decision.verdict = Verdict::NeverFits;
            decision.rule = i;
            decision.retryAfter.reset();
        } else if (wait > longest) {
            longest = wait;
            decision.verdict = Verdict::DeniedByRule;
            decision.rule = i;
            decision.retryAfter = wait;
        }
    }
    const bool passes = decision.allowed() && cost > 0 && mode == Mode::Acquire;
    if (decision.verdict == Verdict::DeniedByRule && longest > patient) { // the clock has gone back
        if (mode == Mode::Acquire) {
            forgetAll();
            m_debtUntil = {};
            return decide(rules, now, cost, mode);
        }
        decision.verdict = Verdict::Allowed;
        decision.rule.reset();
        decision.retryAfter = 0us;
    }
    if (passes)
        decision.now = charge(rules, now, cost);
    for (const Rule& rule : rules) {
        RuleUsage used = usage(rule, now);
        used.resetAfter = std::max(used.resetAfter - (decision.now - now), 0us);
        decision.usage.push_back(used);
    }
    if (hasDebts() && m_debtUntil < now)
        for (RuleUsage& usage : decision.usage)
            usage.used = std::min(usage.used, usage.rule.capacity());
    return decision;
}

Decision NaiveModel::settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement)
{
    const auto found = std::ranges::find_if(charges, [&](const Charge& charge) {
        return !charge.settles && charge.named == settlement.at && charge.cost == settlement.reserved;
    });
    int settled = 0;
    if (found != charges.end())
        settled = settleCharge(rules, now, std::size_t(found - charges.begin()), settlement.actual);
    Micros longest{};
    bool exceeds = false;
    for (const Rule& rule : rules) {
        const RuleUsage used = usage(rule, now);
        longest = std::max(longest, used.resetAfter);
        exceeds |= used.used > rule.capacity();
    }
    if (hasDebts() && settled > 0 && exceeds && settlement.actual > settlement.reserved) {
        m_debtUntil = now + longest;
        m_debt = longest;
    }
    Decision decision = decide(rules, now, 0, Mode::Peek);
    decision.settledRules = settled;
    return decision;
}

void NaiveModel::takeBack(Units units)
{
    while (units > 0 && !charges.empty()) {
        const Units taken = std::min(units, charges.back().cost);
        charges.back().cost -= taken;
        units -= taken;
        if (charges.back().cost == 0)
            charges.pop_back();
    }
}

namespace {

using Wide = __int128;

class NaiveLog : public NaiveModel {
protected:
    Instant clock(Instant now) const { return charges.empty() ? now : std::max(now, charges.back().at); }

    Units usedAt(const Rule& rule, Instant clock) const
    {
        Units used = 0;
        for (const Charge& charge : charges)
            if (clock - charge.at < rule.window)
                used += charge.cost;
        return used;
    }

    Micros waitFor(const Rule& rule, Instant now, Units cost) const override
    {
        if (cost > rule.limit || usedAt(rule, clock(now)) + cost <= rule.limit)
            return 0us;
        for (const Charge& charge : charges) // room can only come when some entry falls out
            if (charge.at + rule.window > clock(now) &&
                usedAt(rule, charge.at + rule.window) + cost <= rule.limit)
                return charge.at + rule.window - now;
        return Micros::max();
    }

    RuleUsage usage(const Rule& rule, Instant now) const override
    {
        const Units used = usedAt(rule, clock(now));
        return {rule, used, used > 0 ? charges.back().at + rule.window - now : 0us};
    }

    Instant charge(const std::vector<Rule>& /*rules*/, Instant now, Units cost) override
    {
        charges.push_back({clock(now), cost});
        return now;
    }

    int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge, Units actual) override
    {
        const auto its = charges.begin() + std::ptrdiff_t(charge);
        if (std::ranges::none_of(rules, [&](const Rule& rule) { return clock(now) - its->at < rule.window; }))
            return 0;
        its->cost = actual;
        if (actual == 0)
            charges.erase(its);
        return int(rules.size());
    }
};

/// The log, and beside it a list of those in flight.
class NaiveInFlight final : public NaiveLog {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override
    {
        m_decidedAt.reset();
        return NaiveModel::decide(rules, now, cost, mode);
    }

    Decision settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override
    {
        int settled = liveRules(rules, now, settlement.at);
        m_flying.erase(settlement.at);
        for (std::size_t i = 0; i < charges.size(); ++i)
            if (charges[i].at == settlement.at && charges[i].cost == settlement.reserved) {
                settled += settleCharge(rules, now, i, settlement.actual);
                break;
            }
        return told(rules, now, settled);
    }

    Decision renew(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override
    {
        const int renewed = liveRules(rules, now, settlement.at);
        for (const Rule& rule : rules)
            if (rule.atOnce && renewed > 0)
                m_flying[settlement.at] = now + rule.window;
        return told(rules, now, renewed);
    }

private:
    Decision told(const std::vector<Rule>& rules, Instant now, int settled)
    {
        Decision decision = decide(rules, now, 0, Mode::Peek);
        decision.settledRules = settled;
        return decision;
    }

    int liveRules(const std::vector<Rule>& rules, Instant now, Instant name) const
    {
        const auto slot = m_flying.find(name);
        return slot == m_flying.end() || slot->second <= now
                   ? 0
                   : int(std::ranges::count(rules, true, &Rule::atOnce));
    }

    std::vector<Instant> endsAfter(Instant now) const // the first to end first
    {
        std::vector<Instant> ends;
        for (const auto& [name, end] : m_flying)
            if (end > now)
                ends.push_back(end);
        std::ranges::sort(ends);
        return ends;
    }

    Micros waitFor(const Rule& rule, Instant now, Units cost) const override
    {
        if (!rule.atOnce)
            return NaiveLog::waitFor(rule, now, cost);
        std::vector<Instant> ends = endsAfter(now);
        Micros wait{};
        while (rule.limit > 0 && Units(ends.size()) >= rule.limit) {
            wait = std::min(ends.front() - now, rule.window);
            ends.erase(ends.begin());
        }
        return wait;
    }

    RuleUsage usage(const Rule& rule, Instant now) const override
    {
        if (rule.atOnce) {
            const std::vector<Instant> ends = endsAfter(now);
            return {rule, Units(ends.size()), ends.empty() ? 0us : ends.back() - now};
        }
        const Units used = usedAt(rule, m_decidedAt.value_or(clock(now)));
        return {rule, used, used > 0 ? charges.back().at + rule.window - now : 0us};
    }

    Instant charge(const std::vector<Rule>& rules, Instant now, Units cost) override
    {
        const Instant standing = clock(now);
        // What only takes a slot is named by the moment, whatever log other rules have left.
        const Instant unnamed = std::ranges::all_of(rules, &Rule::atOnce) ? now : standing;
        Instant at = unnamed;
        const auto atOnce = std::ranges::find(rules, true, &Rule::atOnce);
        if (atOnce != rules.end())
            while (m_flying.contains(at))
                at += 1us;
        const Instant decided = unnamed == now ? at : now;
        std::erase_if(m_flying, [&](const auto& slot) { return slot.second <= now; });
        if (atOnce != rules.end())
            m_flying[at] = decided + atOnce->window;
        if (!std::ranges::all_of(rules, &Rule::atOnce))
            charges.push_back({at, cost});
        m_decidedAt = standing;
        return decided;
    }

    int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge, Units actual) override
    {
        std::vector<Rule> counting = rules;
        std::erase_if(counting, [](const Rule& rule) { return rule.atOnce; });
        return NaiveLog::settleCharge(counting, now, charge, actual);
    }

    void forgetAll() override
    {
        charges.clear();
        m_flying.clear();
    }

    std::map<Instant, Instant> m_flying; // by name, when each ends
    std::optional<Instant> m_decidedAt;  // by which clock, where something was charged
};

/// GCRA in exact fractions: the theoretical arrival time is replayed from the first request on, times the
/// limit.
class NaiveGcra final : public NaiveModel {
    static Wide scaled(Instant moment, const Rule& rule)
    {
        return Wide(moment.time_since_epoch().count()) * rule.limit;
    }

    Wide scaledTat(const Rule& rule) const
    {
        Wide tat = 0;
        for (const Charge& charge : charges)
            if (charge.settles)
                tat = settledTat(tat, charge, rule);
            else
                tat = std::max(tat, scaled(charge.at, rule)) + Wide(charge.cost) * rule.window.count();
        return tat;
    }

    // More than was reserved is charged when it is settled; of less, no more is given back than cannot have
    // drained.
    static Wide settledTat(Wide tat, const Charge& charge, const Rule& rule)
    {
        const Wide more = Wide(charge.cost - charge.reserved) * rule.window.count();
        if (more > 0)
            return std::max(tat, scaled(charge.at, rule)) + more;
        return counts(tat, charge, rule) ? tat - std::min(-more, undrained(charge, rule)) : tat;
    }
    static Wide undrained(const Charge& charge, const Rule& rule)
    {
        return Wide(charge.reserved) * rule.window.count() -
               Wide((charge.at - charge.reservedAt).count()) * rule.limit;
    }
    static bool counts(Wide tat, const Charge& charge, const Rule& rule)
    {
        return tat >= scaled(charge.at, rule) && undrained(charge, rule) > 0 &&
               tat >= scaled(charge.at, rule) + undrained(charge, rule);
    }

    bool hasDebts() const override { return true; }
    int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge, Units actual) override
    {
        const Charge settling{now, actual, {}, charges[charge].at, charges[charge].cost, true};
        int settled = 0;
        for (const Rule& rule : rules)
            settled +=
                rule.limit > 0 && (actual > settling.reserved || counts(scaledTat(rule), settling, rule)) ? 1
                                                                                                          : 0;
        charges[charge].named = {};
        charges.push_back(settling);
        return settled;
    }

    static Micros roundedUp(Wide scaledDuration, const Rule& rule)
    {
        return scaledDuration <= 0 ? 0us
                                   : Micros(std::int64_t((scaledDuration + rule.limit - 1) / rule.limit));
    }

    Micros waitFor(const Rule& rule, Instant now, Units cost) const override
    {
        if (cost > rule.capacity())
            return 0us;
        const Wide reached = std::max(scaledTat(rule), scaled(now, rule)) + Wide(cost) * rule.window.count();
        const Wide latest = scaled(now, rule) + Wide(rule.capacity()) * rule.window.count();
        return roundedUp(reached - latest, rule);
    }

    Micros patience(const Rule& rule) const override
    {
        return rule.limit == 0
                   ? 0us
                   : std::max(rule.window, roundedUp(Wide(rule.capacity()) * rule.window.count(), rule));
    }

    RuleUsage usage(const Rule& rule, Instant now) const override
    {
        if (rule.limit == 0)
            return {rule, 0, 0us};
        const Wide tat = std::max(scaledTat(rule), scaled(now, rule));
        const Wide ahead = tat - scaled(now, rule);
        return {rule, Units((ahead + rule.window.count() - 1) / rule.window.count()), roundedUp(ahead, rule)};
    }
};

/// A bucket of `burst` tokens that fills at limit / window; its contents times the window, in whole numbers.
class NaiveBucket final : public NaiveModel {
    static Wide full(const Rule& rule) { return Wide(rule.capacity()) * rule.window.count(); }

    // A clock that goes back takes tokens away again.
    Wide contents(const Rule& rule, Instant now) const
    {
        Wide tokens = full(rule);
        Instant last = charges.empty() ? now : charges.front().at;
        const auto fill = [&](Instant to) {
            tokens = std::min(full(rule), tokens + Wide((to - last).count()) * rule.limit);
            last = to;
        };
        for (const Charge& charge : charges) {
            fill(charge.at);
            const Wide cost = Wide(charge.cost) * rule.window.count();
            if (!charge.settles)
                tokens -= cost;
            else if (charge.cost > charge.reserved)
                tokens -= cost - Wide(charge.reserved) * rule.window.count();
            else if (const Wide left = undrained(charge, rule); left > 0 && left <= full(rule) - tokens)
                tokens += std::min(Wide(charge.reserved) * rule.window.count() - cost, left);
        }
        fill(now);
        return tokens;
    }

    // Of what was reserved, what cannot have come back by itself since.
    static Wide undrained(const Charge& charge, const Rule& rule)
    {
        return Wide(charge.reserved) * rule.window.count() -
               Wide((charge.at - charge.reservedAt).count()) * rule.limit;
    }

    bool hasDebts() const override { return true; }
    int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge, Units actual) override
    {
        const Charge settling{now, actual, {}, charges[charge].at, charges[charge].cost, true};
        int settled = 0;
        for (const Rule& rule : rules) {
            const Wide left = undrained(settling, rule);
            const bool counts = left > 0 && left <= full(rule) - contents(rule, now);
            settled += rule.limit > 0 && (actual > settling.reserved || counts) ? 1 : 0;
        }
        charges[charge].named = {};
        charges.push_back(settling);
        return settled;
    }

    static Micros timeFor(Wide tokens, const Rule& rule)
    {
        return tokens <= 0 ? 0us : Micros(std::int64_t((tokens + rule.limit - 1) / rule.limit));
    }

    Micros waitFor(const Rule& rule, Instant now, Units cost) const override
    {
        if (cost > rule.capacity())
            return 0us;
        return timeFor(Wide(cost) * rule.window.count() - contents(rule, now), rule);
    }

    Micros patience(const Rule& rule) const override
    {
        return rule.limit == 0 ? 0us : std::max(rule.window, timeFor(full(rule), rule));
    }

    RuleUsage usage(const Rule& rule, Instant now) const override
    {
        if (rule.limit == 0)
            return {rule, 0, 0us};
        const Wide tokens = contents(rule, now);
        const Wide taken = full(rule) - tokens;
        return {rule, Units((taken + rule.window.count() - 1) / rule.window.count()), timeFor(taken, rule)};
    }
};

/// Charges sorted into windows on the clock; one that comes while the clock is back goes to the newest there
/// is.
class NaiveWindows : public NaiveModel {
protected:
    struct Counts {
        std::int64_t slot; // windows since the epoch
        Units now = 0;     // charged in it
        Units before = 0;  // in the one before
    };

    static std::int64_t slotOf(Instant moment, const Rule& rule)
    {
        return moment.time_since_epoch() / rule.window;
    }

    Counts countsAt(const Rule& rule, Instant now) const
    {
        std::map<std::int64_t, Units> slots;
        for (const Charge& charge : charges) {
            const std::int64_t newest = slots.empty() ? 0 : slots.rbegin()->first;
            slots[std::max(newest, slotOf(charge.at, rule))] += charge.cost;
        }
        Counts counts{slotOf(now, rule)};
        if (!slots.empty())
            counts.slot = std::max(counts.slot, slots.rbegin()->first);
        counts.now = slots.contains(counts.slot) ? slots[counts.slot] : 0;
        counts.before = slots.contains(counts.slot - 1) ? slots[counts.slot - 1] : 0;
        return counts;
    }

    virtual Units used(const Rule& rule, Instant now) const = 0;
    /// How many windows before the newest one still count.
    virtual int countsBefore() const { return 0; }

    int settleCharge(const std::vector<Rule>& rules, Instant now, std::size_t charge, Units actual) override
    {
        int settled = 0;
        for (const Rule& rule : rules) {
            std::int64_t newest = 0;
            std::int64_t its = 0;
            for (std::size_t i = 0; i < charges.size(); ++i) {
                newest = std::max(newest, slotOf(charges[i].at, rule));
                its = i == charge ? newest : its;
            }
            newest = std::max(newest, slotOf(now, rule));
            settled += newest - its <= countsBefore() ? 1 : 0;
        }
        charges[charge].cost = actual; // stays, also with none: its window is that of those behind it
        charges[charge].named = {};
        return settled;
    }

    // Usage only ever falls while nothing is charged, so the moment is found by halving.
    std::optional<Micros> untilUsedIsAtMost(Units most, const Rule& rule, Instant now) const
    {
        Micros low = 0us; // still too much
        Micros high = 2 * rule.window * (countsAt(rule, now).slot - slotOf(now, rule) + 1);
        if (used(rule, now) <= most)
            return 0us;
        if (used(rule, now + high) > most)
            return std::nullopt;
        while (high - low > 1us) {
            const Micros middle = low + (high - low) / 2;
            (used(rule, now + middle) <= most ? high : low) = middle;
        }
        return high;
    }

    Micros waitFor(const Rule& rule, Instant now, Units cost) const override
    {
        return cost > rule.limit ? 0us
                                 : untilUsedIsAtMost(rule.limit - cost, rule, now).value_or(Micros::max());
    }

    RuleUsage usage(const Rule& rule, Instant now) const override
    {
        return {rule, used(rule, now), untilUsedIsAtMost(0, rule, now).value_or(Micros::max())};
    }
};

class NaiveFixedWindow final : public NaiveWindows {
    Units used(const Rule& rule, Instant now) const override { return countsAt(rule, now).now; }
};

class NaiveSlidingWindowCounter final : public NaiveWindows {
    int countsBefore() const override { return 1; }

    Micros patience(const Rule& rule) const override { return 2 * rule.window; }

    Units used(const Rule& rule, Instant now) const override
    {
        const Counts counts = countsAt(rule, now);
        const Micros into = std::max(now.time_since_epoch() - counts.slot * rule.window, Micros(0));
        const Wide sliding = Wide(counts.before) * (rule.window - into).count();
        return counts.now + Units((sliding + rule.window.count() - 1) / rule.window.count());
    }
};

} // namespace

std::unique_ptr<NaiveModel> naiveModel(std::string_view algorithm)
{
    if (algorithm == "gcra")
        return std::make_unique<NaiveGcra>();
    if (algorithm == "token-bucket" || algorithm == "leaky-bucket")
        return std::make_unique<NaiveBucket>();
    if (algorithm == "fixed-window")
        return std::make_unique<NaiveFixedWindow>();
    if (algorithm == "sliding-window-counter")
        return std::make_unique<NaiveSlidingWindowCounter>();
    if (algorithm == "in-flight")
        return std::make_unique<NaiveInFlight>();
    if (algorithm.starts_with("sliding-log"))
        return std::make_unique<NaiveLog>();
    throw std::invalid_argument("there is no naive model of this algorithm");
}

} // namespace ratewarden::test
