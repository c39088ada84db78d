// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_ranking.h"

#include "core/model/text.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <compare>
#include <unordered_set>

namespace ratewarden::ui {
namespace {

struct Key {
    double first;
    double second;
    int place;
};

Key keyOf(const TokenRow& row, int place, TokenView::By by)
{
    const double urgency = -double(row.state);
    constexpr double states = 1e12; // apart, beyond any wait
    switch (by) {
    case TokenView::By::Token:
    case TokenView::By::Policy:
        break;
    case TokenView::By::Share:
        if (row.share() < 1)
            return {row.share(), 0, place};
        // Of those that have used up a limit: the limited before the blocked, the longest wait first.
        return {1, urgency * states + std::min(double(row.wait / std::chrono::seconds(5)), states / 2),
                place};
    case TokenView::By::Left:
        return {double(row.left()), 0, place};
    case TokenView::By::Next:
        return {double(row.wait.count()), 0, place};
    case TokenView::By::Allowed:
        return {row.allowed, 0, place};
    case TokenView::By::Denied:
        return {row.denied, 0, place};
    case TokenView::By::State:
        return {urgency, 0, place};
    case TokenView::By::Expires:
        return {double(row.expires.count()), 0, place};
    }
    return {0, 0, place};
}

} // namespace

std::vector<std::string> TokenSnapshot::tokensOf(std::string_view policy) const
{
    std::vector<std::string> tokens;
    for (std::size_t place = 0; place < rows.size(); ++place)
        if (const TokenName name = names[place];
            name.format->hasState() && name.policy == policy && !rows[place].dropped)
            tokens.emplace_back(name.token);
    std::ranges::sort(tokens); // one may have states of several algorithms
    tokens.erase(std::unique(tokens.begin(), tokens.end()), tokens.end());
    return tokens;
}

bool passes(const TokenRow& row, const TokenName& name, const TokenView& view)
{
    if (row.dropped)
        return false;
    if (view.state && row.state != *view.state)
        return false;
    if (view.policy ? name.policy != *view.policy : isCandidate(name.policy))
        return false;
    const auto contains = [&](std::string_view bytes) {
        return QString::fromStdString(printable(bytes)).contains(view.filter, Qt::CaseInsensitive);
    };
    return view.filter.isEmpty() || contains(name.token) || contains(name.policy);
}

Ranking rank(const TokenSnapshot& tokens, const TokenView& view, const std::atomic<bool>& cancelled)
{
    const TokenNames& names = tokens.names;
    const SharedRows<TokenRow>& rows = tokens.rows;
    const auto isControl = [&](std::size_t place) {
        return names[place].policy.empty();
    };
    std::unordered_set<std::string_view> blockedAlone; // tokens with a control key and, so far, no window
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (!rows[i].dropped && isControl(i))
            blockedAlone.insert(names[i].token);
    if (!blockedAlone.empty())
        for (std::size_t i = 0; i < rows.size(); ++i)
            if (!rows[i].dropped && !isControl(i))
                blockedAlone.erase(names[i].token);

    Ranking ranking;
    std::vector<Key> keys;
    keys.reserve(rows.size());
    for (std::size_t i = 0; i < rows.size() && !cancelled; ++i) {
        const TokenName name = names[i];
        if (rows[i].dropped || (isControl(i) && !blockedAlone.contains(name.token)))
            continue;
        if (!isControl(i) && !ranking.policies.contains(name.policy))
            ranking.policies.emplace(name.policy);
        if (!isCandidate(name.policy)) { // which denies nobody anything
            ++ranking.tokens;
            ++ranking.states.at(std::size_t(rows[i].state));
        }
        if (passes(rows[i], name, view))
            keys.push_back(keyOf(rows[i], int(i), view.by));
    }
    const auto nameOf = [&](const Key& key) {
        return names[std::size_t(key.place)];
    };
    const auto byColumn = [&](const Key& a, const Key& b) -> std::partial_ordering {
        if (view.by == TokenView::By::Token)
            return nameOf(a).token <=> nameOf(b).token;
        if (view.by == TokenView::By::Policy)
            return nameOf(a).policy <=> nameOf(b).policy;
        if (a.first != b.first)
            return a.first <=> b.first;
        return a.second <=> b.second;
    };
    if (!cancelled)
        std::ranges::sort(keys, [&](const Key& a, const Key& b) {
            const std::partial_ordering order = byColumn(a, b);
            if (std::is_neq(order))
                return view.descending ? std::is_gt(order) : std::is_lt(order);
            const auto byToken = nameOf(a).token <=> nameOf(b).token;
            return std::is_neq(byToken) ? std::is_lt(byToken) : a.place < b.place;
        });
    ranking.order.reserve(keys.size());
    for (const Key& key : keys)
        ranking.order.push_back(key.place);
    return ranking;
}

} // namespace ratewarden::ui
