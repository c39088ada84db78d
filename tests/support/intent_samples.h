// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/change.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/tokens/reader.h"

#include <array>
#include <chrono>
#include <string>
#include <variant>

namespace ratewarden::test {

struct IntentSample {
    const char* name;
    Intent intent;
};

/// One of each kind, in the order of Intent: without its sample a new kind does not compile.
inline const std::array intentSamples{
    IntentSample{"block", BlockIntent{std::chrono::hours(1), {}, {}}},
    IntentSample{"unblock", UnblockIntent{}},
    IntentSample{"reset", ResetIntent{}},
    IntentSample{"charge", ChargeIntent{3}},
    IntentSample{"give back", GiveBackIntent{3}},
    IntentSample{"override", OverrideIntent{parseRules("7/h"), std::chrono::hours(2), {}, {}}},
    IntentSample{"lift", LiftOverrideIntent{}},
    IntentSample{"remove lock", RemoveLockIntent{}},
    IntentSample{"free slots", FreeSlotsIntent{}}};
static_assert(std::tuple_size_v<decltype(intentSamples)> == std::variant_size_v<Intent>);

/// Whether states of all our algorithms can be changed so.
inline bool isOfAnyState(const Intent& intent)
{
    const ActOn on = traitsOf(intent).on;
    return on != ActOn::Locks && on != ActOn::Slots;
}

/// Of the policy's token "t"; where that has nothing to be changed so, of one that is written for it.
inline Change sampleChange(Server& server, std::size_t kind, const Policy& policy)
{
    const Intent& intent = intentSamples.at(kind).intent;
    Change change{intent, {stateSubject("t", policy)}, {{policy.name, policy}}, "ops", "tested"};
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    if (traitsOf(intent).on == ActOn::Locks) {
        const double ready = std::chrono::duration<double>(now).count() + 20;
        server.call({"SET", "vendor:finicity", std::to_string(ready), "EX", "86400"});
        server.call({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef"});
        change.subjects = {recogniseOnServer(server, "vendor:finicity").value().subject};
        change.policies.clear();
    } else if (traitsOf(intent).on == ActOn::Slots) {
        const Policy atWork{"work", "in-flight", parseRules("5 at once for 1h")};
        const auto taken = std::chrono::duration_cast<Micros>(now - std::chrono::minutes(10)).count();
        const auto end = taken + Micros(std::chrono::hours(1)).count();
        server.call({"ZADD", "rw:{t}:work:slots", std::to_string(-end), std::to_string(taken)});
        server.call({"PEXPIRE", "rw:{t}:work:slots", "3600000"});
        change.subjects = {stateSubject("t", atWork)};
        change.policies = {{atWork.name, atWork}};
    }
    return change;
}

} // namespace ratewarden::test
