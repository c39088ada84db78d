// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/request_steps.h"
#include "core/lab/trial.h"
#include "core/model/rule.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ratewarden::test {

/// Called as its algorithm.
inline Candidate candidateOf(const std::string& algorithm, const char* rules, bool counters = false)
{
    return {algorithm, {algorithm, algorithm, parseRules(rules), false, counters, {}}};
}

/// The most units in any span of that length that were allowed, or offered, within a range.
inline Units naiveBurst(const std::vector<RequestStep>& steps, Micros window, const TimeRange& within,
                        bool offered)
{
    Units most = 0;
    for (const RequestStep& last : steps) {
        Units sum = 0;
        for (const RequestStep& step : steps)
            if ((offered || step.allowed()) && step.time >= within.from && step.time < within.to &&
                step.time <= last.time && step.time > last.time - window)
                sum += step.cost;
        most = std::max(most, sum);
    }
    return most;
}

} // namespace ratewarden::test
