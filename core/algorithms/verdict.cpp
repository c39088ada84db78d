// SPDX-License-Identifier: MIT
#include "core/algorithms/verdict.h"

namespace ratewarden {

VerdictOfRules::VerdictOfRules(Instant now, Units cost) : m_cost(cost)
{
    m_decision.now = now;
}

void VerdictOfRules::add(const RuleUsage& usage, Micros wait)
{
    const std::size_t index = m_decision.usage.size();
    m_decision.usage.push_back(usage);
    if (m_decision.verdict == Verdict::NeverFits)
        return;
    if (m_cost > usage.rule.capacity()) {
        m_decision.verdict = Verdict::NeverFits;
        m_decision.rule = index;
        m_decision.retryAfter.reset();
    } else if (wait > *m_decision.retryAfter) {
        m_decision.verdict = Verdict::DeniedByRule;
        m_decision.rule = index;
        m_decision.retryAfter = wait;
    }
}

} // namespace ratewarden
