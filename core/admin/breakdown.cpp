// SPDX-License-Identifier: MIT
#include "core/admin/breakdown.h"

#include <algorithm>
#include <unordered_map>

namespace ratewarden {
namespace {

using Counts = std::unordered_map<std::string_view, Units>;

Breakdown::Groups largestOf(const Counts& counts)
{
    std::vector<Breakdown::Group> groups;
    groups.reserve(counts.size());
    for (const auto& [name, tokens] : counts)
        groups.push_back({std::string(name), tokens});
    std::ranges::sort(groups, [](const Breakdown::Group& a, const Breakdown::Group& b) {
        return a.tokens != b.tokens ? a.tokens > b.tokens : a.name < b.name;
    });
    Breakdown::Groups result;
    for (std::size_t i = Breakdown::maxGroups; i < groups.size(); ++i) {
        ++result.others;
        result.tokensOfTheOthers += groups[i].tokens;
    }
    groups.resize(std::min(groups.size(), Breakdown::maxGroups));
    result.largest = std::move(groups);
    return result;
}

} // namespace

Breakdown breakDown(std::span<const ChangedToken> tokens)
{
    Counts policies;
    Counts prefixes;
    for (const ChangedToken& changed : tokens) {
        ++prefixes[tokenPrefix(changed.token)];
        ++policies[changed.policy];
    }
    if (policies.size() == 1 && policies.contains("")) // "every policy" alone says nothing
        policies.clear();
    Breakdown breakdown;
    breakdown.tokens = Units(tokens.size());
    breakdown.byPolicy = largestOf(policies);
    breakdown.byPrefix = largestOf(prefixes);
    const std::size_t first = std::min(tokens.size(), Breakdown::maxNamed);
    for (const ChangedToken& changed : tokens.first(first))
        breakdown.first.emplace_back(changed.token);
    for (const ChangedToken& changed : tokens.last(std::min(tokens.size() - first, Breakdown::maxNamed)))
        breakdown.last.emplace_back(changed.token);
    return breakdown;
}

std::string_view tokenPrefix(std::string_view token)
{
    return token.substr(0, token.find_first_of(":/|@#.-_") + 1); // npos + 1 is 0
}

bool isMassChange(Units tokens, Units listed)
{
    constexpr Units many = 100;
    return tokens > many || (tokens > 1 && tokens > listed / 10);
}

} // namespace ratewarden
