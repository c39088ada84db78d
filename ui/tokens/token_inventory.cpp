// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_inventory.h"

#include "core/policies/published_policy.h"

#include <array>
#include <map>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace ratewarden::ui {

namespace {

/// Of rows that are listed, whatever their format.
class RowCounts {
public:
    void add(const TokenRow& row)
    {
        ++m_states.at(std::size_t(row.state));
        m_active += row.active() ? 1 : 0;
        if (row.knowsRules && (m_ofRule == nullptr || m_rule != row.tightest)) {
            m_rule = row.tightest;
            m_ofRule = &m_rules[{m_rule.limit, m_rule.window, m_rule.burst, m_rule.atOnce}];
        }
        if (row.knowsRules)
            ++*m_ofRule;
        if (!row.warnings.empty())
            for (int i = 0; i < warningCodeCount; ++i)
                m_warnings.at(std::size_t(i)) += int(row.warnings.has(WarningCode(i)));
    }
    void tell(FilterInventory& inventory) const
    {
        for (const auto& [of, count] : m_rules)
            inventory.addRule({std::get<0>(of), std::get<1>(of), std::get<2>(of), std::get<3>(of)}, count);
        for (int i = 0; i < tokenStatusCount; ++i)
            inventory.flags.emplace(nameOf(TokenStatus(i)), m_states.at(std::size_t(i)));
        inventory.flags.emplace("active", m_active);
        for (int i = 0; i < warningCodeCount; ++i)
            if (m_warnings.at(std::size_t(i)) > 0)
                inventory.values["warning"].emplace(nameOf(WarningCode(i)), m_warnings.at(std::size_t(i)));
    }

private:
    std::array<int, warningCodeCount> m_warnings{};
    std::array<int, tokenStatusCount> m_states{};
    int m_active = 0;
    std::map<std::tuple<Units, Micros, Units, bool>, int> m_rules;
    Rule m_rule;
    int* m_ofRule = nullptr;
};

} // namespace

FilterInventory inventoryOf(const TokenSnapshot& tokens, const std::stop_token& stop)
{
    FilterInventory inventory;
    FilterInventory::Counts& policies = inventory.values["policy"];
    std::map<const Format*, int> formats;
    RowCounts counts;
    std::string_view policy;
    int* ofPolicy = nullptr;         // which are seldom many, and often follow one another
    std::vector<std::size_t> blocks; // each a row of its own only if its token has no other
    for (std::size_t place = 0; place < tokens.rows.size() && !stop.stop_requested(); ++place) {
        const TokenRow& row = tokens.rows[place];
        const TokenName name = tokens.names[place];
        if (row.dropped)
            continue;
        if (!name.format->hasState()) {
            blocks.push_back(place);
            continue;
        }
        if (ofPolicy == nullptr || policy != name.policy) {
            policy = name.policy;
            const auto found = policies.find(policy);
            ofPolicy = found != policies.end() ? &found->second : &policies[std::string(policy)];
        }
        ++*ofPolicy;
        if (isCandidate(policy))
            continue;
        counts.add(row);
        ++formats[name.format];
    }
    if (!blocks.empty() && !stop.stop_requested()) {
        const std::unordered_set<std::string_view> alone = tokensWithoutState(tokens);
        for (const std::size_t place : blocks)
            if (alone.contains(tokens.names[place].token))
                counts.add(tokens.rows[place]);
    }
    policies.erase(""); // of formats that have none
    counts.tell(inventory);
    for (const auto& [format, count] : formats)
        inventory.values["format"].emplace(format->name(), count);
    return inventory;
}

} // namespace ratewarden::ui
