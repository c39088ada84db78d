// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/own/ratewarden_format.h"
#include "core/formats/reading.h"

namespace ratewarden::ui::test {

inline constexpr Instant someMoment{Micros(1'795'000'000'000'000)};

/// A reading as Redis might have given it: `used` units of a limit of 100 a minute.
inline Reading reading(const std::string& token, Units used, const std::string& policy = "api")
{
    Reading reading;
    reading.subject = stateSubject(token, policy, algorithmNamed("gcra"));
    reading.at = someMoment;
    reading.policy = Policy{policy, "gcra", parseRules("100/min")};
    Decision decision;
    decision.now = someMoment;
    decision.usage.push_back({{100, std::chrono::minutes(1)}, used, Micros(used)});
    if (used >= 100) {
        decision.verdict = Verdict::DeniedByRule;
        decision.rule = 0;
        decision.retryAfter = std::chrono::seconds(7);
    }
    reading.decision = decision;
    return reading;
}

inline Block someBlock(const std::string& token, std::optional<Instant> until = std::nullopt)
{
    return {token, "abuse", "ops", someMoment, until};
}

} // namespace ratewarden::ui::test
