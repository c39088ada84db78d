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
        if (cost <= rules[i].capacity())
            patient = std::max(patient, patience(rules[i]));
        const Micros wait = cost == 0 ? 0us : waitFor(rules[i], now, cost);
        if (decision.verdict == Verdict::NeverFits)
            continue;
        if (cost > rules[i].capacity()) {
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
            this->charges.clear();
            return decide(rules, now, cost, mode);
        }
        decision.verdict = Verdict::Allowed;
        decision.rule.reset();
        decision.retryAfter = 0us;
    }
    if (passes)
        charge(now, cost);
    for (const Rule& rule : rules)
        decision.usage.push_back(usage(rule, now));
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

class NaiveLog final : public NaiveModel {
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

    void charge(Instant now, Units cost) override { charges.push_back({clock(now), cost}); }
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
            tat = std::max(tat, scaled(charge.at, rule)) + Wide(charge.cost) * rule.window.count();
        return tat;
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
        const Wide free = scaled(now, rule) + Wide(rule.capacity()) * rule.window.count() - tat;
        const Units left = free < 0 ? 0 : Units(free / rule.window.count());
        return {rule, rule.capacity() - std::min(left, rule.capacity()),
                roundedUp(tat - scaled(now, rule), rule)};
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
            tokens -= Wide(charge.cost) * rule.window.count();
        }
        fill(now);
        return tokens;
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
        const Units whole = tokens < 0 ? 0 : Units(tokens / rule.window.count());
        return {rule, rule.capacity() - whole, timeFor(full(rule) - tokens, rule)};
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
    if (algorithm.starts_with("sliding-log"))
        return std::make_unique<NaiveLog>();
    throw std::invalid_argument("there is no naive model of this algorithm");
}

} // namespace ratewarden::test
