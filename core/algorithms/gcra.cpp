// SPDX-License-Identifier: MIT
#include "core/algorithms/gcra.h"

#include "core/algorithms/verdict.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

// Doubles throughout, and in the same order as lua/gcra.lua, because Lua 5.1 has no other numbers: only so do
// the two agree where a product leaves the 53 bits.
struct SubMicros {
    double whole = 0;     // microseconds
    double numerator = 0; // of a fraction over the rule's limit: 0 <= numerator < limit
};

class Emission {
public:
    explicit Emission(const Rule& rule)
        : m_limit(double(rule.limit))
        , m_window(double(rule.window.count()))
        , m_whole(std::floor(m_window / m_limit))
        , m_rest(m_window - m_whole * m_limit)
    {
    }

    /// start + units * window / limit
    SubMicros after(SubMicros start, double units) const
    {
        const double numerator = start.numerator + units * m_rest;
        double carry = std::floor(numerator / m_limit);
        double left = numerator - carry * m_limit;
        if (left < 0) {
            left += m_limit;
            carry -= 1;
        } else if (left >= m_limit) {
            left -= m_limit;
            carry += 1;
        }
        return {start.whole + units * m_whole + carry, left};
    }

    /// How many units, one by one, still fit from `start` up to `end`.
    double unitsUntil(SubMicros start, double end) const
    {
        const auto fits = [&](double units) {
            const SubMicros reached = after(start, units);
            return reached.whole < end || (reached.whole == end && reached.numerator == 0);
        };
        double units = std::floor((end - start.whole) / m_window * m_limit);
        units = std::min(std::max(units, 0.0), m_limit);
        if (units < m_limit && fits(units + 1))
            units += 1;
        if (units > 0 && !fits(units))
            units -= 1;
        return units;
    }

private:
    double m_limit;
    double m_window;
    double m_whole;
    double m_rest;
};

class Gcra final : public Window {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override;

private:
    struct State {
        Micros window;
        SubMicros tat;
    };

    const State* stateOf(const std::vector<Rule>& rules, std::size_t i) const;

    std::vector<State> m_states;
};

// Rules may have been edited since: a state belongs to the rule with its window, first of all at its own
// place.
const Gcra::State* Gcra::stateOf(const std::vector<Rule>& rules, std::size_t i) const
{
    if (i < m_states.size() && m_states[i].window == rules[i].window)
        return &m_states[i];
    const auto found = std::ranges::find(m_states, rules[i].window, &State::window);
    return found == m_states.end() ? nullptr : &*found;
}

Decision Gcra::decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode)
{
    const double clock = double(now.time_since_epoch().count());
    const auto untilMoment = [&](SubMicros moment) { // rounded up to whole microseconds
        return Micros(std::int64_t(moment.whole - clock + (moment.numerator > 0 ? 1 : 0)));
    };
    VerdictOfRules verdict(now, cost, rules.size());
    std::vector<State> charged;
    charged.reserve(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Rule& rule = rules[i];
        if (rule.limit == 0) {
            verdict.add({rule, 0, Micros::zero()}, Micros::zero());
            continue;
        }
        SubMicros tat{clock, 0};
        const State* const state = stateOf(rules, i);
        if (state != nullptr && state->tat.whole >= clock) {
            tat = state->tat;
            if (tat.numerator >= double(rule.limit)) // the limit was lowered since
                tat = {tat.whole + 1, 0};
        }
        const Emission emission(rule);
        const double free = emission.unitsUntil(tat, clock + double(rule.window.count()));
        Micros wait{};
        if (cost > 0 &&
            cost <= rule.limit) { // a cost that never fits leads to no moment that 64 bits could hold
            charged.push_back({rule.window, emission.after(tat, double(cost))});
            wait = untilMoment(charged.back().tat) - rule.window;
        }
        verdict.add({rule, rule.limit - Units(free), untilMoment(tat)}, wait);
    }
    if (verdict.allowed() && cost > 0 && mode == Mode::Acquire) {
        for (std::size_t i = 0; i < rules.size(); ++i) {
            verdict.usage(i).used += cost;
            verdict.usage(i).resetAfter = untilMoment(charged[i].tat);
        }
        // What other rules than these have charged, those of another version of the policy, is not forgiven
        // by the way.
        for (const State& state : m_states)
            if (std::ranges::find(rules, state.window, &Rule::window) == rules.end() &&
                untilMoment(state.tat) > Micros::zero())
                charged.push_back(state);
        m_states = std::move(charged);
    }
    return verdict.take();
}

} // namespace

std::unique_ptr<Window> makeGcra()
{
    return std::make_unique<Gcra>();
}

} // namespace ratewarden
