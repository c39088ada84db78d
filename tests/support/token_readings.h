// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/own/ratewarden_format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/formats/reading.h"
#include "core/model/rule_faults.h"

#include <chrono>
#include <optional>

namespace ratewarden::test {

/// When what is read was counted.
inline const Instant readingStart{std::chrono::sys_days(std::chrono::year(2026) / 11 / 26)};

/// Of a token that has used so much of 100 an hour; with more, so much is denied a second.
inline Reading tokenReading(const char* token, const char* policy, Units used,
                            std::optional<double> denied = {})
{
    Reading reading;
    reading.subject = stateSubject(token, policy, algorithmNamed("sliding-log"));
    reading.at = readingStart + std::chrono::seconds(5);
    reading.policy = Policy{policy, "sliding-log", parseRules("100/h"), false, denied.has_value()};
    Decision& decision = reading.decision.emplace();
    decision.usage.push_back({reading.policy->rules.front(), used, std::chrono::hours(1)});
    if (used >= 100) {
        decision.verdict = Verdict::DeniedByRule;
        decision.rule = 0;
        decision.retryAfter = std::chrono::minutes(2);
    }
    if (denied) // of the 10 s before and the 5 s that have begun
        reading.counts = {{readingStart - std::chrono::seconds(10), 30, 0},
                          {readingStart, 0, Units(*denied * 15)}};
    return reading;
}

inline Reading unreadable(const char* token, const char* policy)
{
    Reading reading = tokenReading(token, policy, 0);
    reading.decision.reset();
    reading.problem = Problem(Fault::NotOurState);
    return reading;
}

} // namespace ratewarden::test
