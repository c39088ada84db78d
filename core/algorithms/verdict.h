// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ratewarden {

/// Collects what each rule says and draws the one verdict from it, the same way for every algorithm: a rule
/// that can never hold the cost outranks all, then the rule that makes wait the longest. Private to
/// core/algorithms.
class VerdictOfRules {
public:
    VerdictOfRules(Instant now, Units cost) : m_cost(cost) { m_decision.now = now; }

    /// `wait` is how long until the cost fits under this rule alone; zero or less: it fits now. `patience`:
    /// the longest wait that this rule can lead to.
    void add(const RuleUsage& usage, Micros wait, Micros patience)
    {
        m_patience = std::max(m_patience, patience);
        const std::size_t index = m_decision.usage.size();
        m_decision.usage.push_back(usage);
        if (m_decision.verdict == Verdict::NeverFits)
            return;
        if (usage.rule.unitsOf(m_cost) > usage.rule.capacity()) {
            m_decision.verdict = Verdict::NeverFits;
            m_decision.rule = index;
            m_decision.retryAfter.reset();
        } else if (wait > *m_decision.retryAfter) {
            m_decision.verdict = Verdict::DeniedByRule;
            m_decision.rule = index;
            m_decision.retryAfter = wait;
        }
    }
    /// The token would have to wait longer than these rules can lead to: its state lies in the future, as the
    /// clock has gone back.
    bool isOfTheFuture() const
    {
        return m_decision.verdict == Verdict::DeniedByRule && *m_decision.retryAfter > m_patience;
    }
    /// It is allowed after all, whatever the state says.
    void forgive()
    {
        m_decision.verdict = Verdict::Allowed;
        m_decision.rule.reset();
        m_decision.retryAfter = Micros::zero();
    }
    bool allowed() const { return m_decision.allowed(); }
    /// The usage of rule i, for the algorithm to correct after it has charged.
    RuleUsage& usage(std::size_t i) { return m_decision.usage[i]; }
    /// It was decided by this time, which is not the clock's.
    void decidedAt(Instant now) { m_decision.now = now; }
    Decision take() { return std::move(m_decision); }

private:
    Units m_cost;
    Micros m_patience{};
    Decision m_decision;
};

} // namespace ratewarden
