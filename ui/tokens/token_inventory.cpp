// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_inventory.h"

#include "core/policies/published_policy.h"

#include <array>
#include <map>
#include <tuple>

namespace ratewarden::ui {

FilterInventory inventoryOf(const TokenSnapshot& tokens, const std::stop_token& stop)
{
    FilterInventory inventory;
    FilterInventory::Counts& policies = inventory.values["policy"];
    std::map<const Format*, int> formats;
    std::array<int, warningCodeCount> warnings{};
    std::array<int, tokenStatusCount> states{};
    int active = 0;
    std::string_view policy;
    int* ofPolicy = nullptr; // which are seldom many, and often follow one another
    std::map<std::tuple<Units, Micros, Units, bool>, int> rules;
    Rule rule;
    int* ofRule = nullptr;
    for (std::size_t place = 0; place < tokens.rows.size() && !stop.stop_requested(); ++place) {
        const TokenRow& row = tokens.rows[place];
        const TokenName name = tokens.names[place];
        if (row.dropped || !name.format->hasState())
            continue;
        if (ofPolicy == nullptr || policy != name.policy) {
            policy = name.policy;
            const auto found = policies.find(policy);
            ofPolicy = found != policies.end() ? &found->second : &policies[std::string(policy)];
        }
        ++*ofPolicy;
        if (isCandidate(policy))
            continue;
        ++states.at(std::size_t(row.state));
        active += row.active() ? 1 : 0;
        ++formats[name.format];
        if (row.knowsRules && (ofRule == nullptr || rule != row.tightest)) {
            rule = row.tightest;
            ofRule = &rules[{rule.limit, rule.window, rule.burst, rule.atOnce}];
        }
        if (row.knowsRules)
            ++*ofRule;
        if (!row.warnings.empty())
            for (int i = 0; i < warningCodeCount; ++i)
                warnings.at(std::size_t(i)) += int(row.warnings.has(WarningCode(i)));
    }
    policies.erase(""); // of formats that have none
    for (const auto& [of, count] : rules)
        inventory.addRule({std::get<0>(of), std::get<1>(of), std::get<2>(of), std::get<3>(of)}, count);
    for (const auto& [format, count] : formats)
        inventory.values["format"].emplace(format->name(), count);
    for (int i = 0; i < tokenStatusCount; ++i)
        inventory.flags.emplace(nameOf(TokenStatus(i)), states.at(std::size_t(i)));
    inventory.flags.emplace("active", active);
    for (int i = 0; i < warningCodeCount; ++i)
        if (warnings.at(std::size_t(i)) > 0)
            inventory.values["warning"].emplace(nameOf(WarningCode(i)), warnings.at(std::size_t(i)));
    return inventory;
}

} // namespace ratewarden::ui
