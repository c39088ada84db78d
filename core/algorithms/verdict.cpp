// SPDX-License-Identifier: MIT
#include "core/algorithms/verdict.h"

#include <algorithm>

namespace ratewarden {

void VerdictOfRules::add(const RuleUsage& usage, Micros wait, Micros patience)
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

void VerdictOfRules::forgive()
{
    m_decision.verdict = Verdict::Allowed;
    m_decision.rule.reset();
    m_decision.retryAfter = Micros::zero();
}

} // namespace ratewarden
