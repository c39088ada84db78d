// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/token_ranking.h"

#include "core/model/text.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <array>
#include <compare>
#include <unordered_set>

namespace ratewarden::ui {
namespace {

struct Key {
    std::array<double, 4> parts;
    int place;
};

Key keyOf(const TokenRow& row, int place, TokenView::By by)
{
    switch (by) {
    case TokenView::By::Token:
    case TokenView::By::Policy:
        break;
    case TokenView::By::Share:
        return {{row.share()}, place};
    case TokenView::By::Left:
        return {{double(row.left())}, place};
    case TokenView::By::Next:
        return {{double(row.wait.count())}, place};
    case TokenView::By::Allowed:
        return {{double(row.allowed)}, place};
    case TokenView::By::Denied:
        return {{double(row.denied)}, place};
    case TokenView::By::State:
        return {urgencyOf(row.state, double(row.denied), row.wait, double(row.steadyShare)), place};
    case TokenView::By::Expires:
        return {{double(row.expires.count())}, place};
    }
    return {{}, place};
}

/// The order of the view. Equal rows stand by token.
struct Before {
    const TokenNames& names;
    const TokenView& view;

    bool operator()(const Key& a, const Key& b) const
    {
        const std::partial_ordering order = byColumn(a, b);
        if (std::is_neq(order))
            return view.descending ? std::is_gt(order) : std::is_lt(order);
        const auto byToken = nameOf(a).token <=> nameOf(b).token;
        return std::is_neq(byToken) ? std::is_lt(byToken) : a.place < b.place;
    }

private:
    TokenName nameOf(const Key& key) const { return names[std::size_t(key.place)]; }
    std::partial_ordering byColumn(const Key& a, const Key& b) const
    {
        if (view.by == TokenView::By::Token)
            return nameOf(a).token <=> nameOf(b).token;
        if (view.by == TokenView::By::Policy)
            return nameOf(a).policy <=> nameOf(b).policy;
        return a.parts <=> b.parts;
    }
};

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
    const TokenFilter& filter = view.filter;
    if (!filter.warnings.empty() && !row.warnings.hasAny(filter.warnings))
        return false;
    if (!filter.format.empty() && name.format->name() != filter.format)
        return false;
    const auto contains = [&](std::string_view bytes) {
        return QString::fromStdString(printable(bytes)).contains(filter.text, Qt::CaseInsensitive);
    };
    return filter.text.isEmpty() || contains(name.token) || contains(name.policy);
}

Ranking rank(const TokenSnapshot& tokens, const TokenView& view, const std::atomic<bool>& cancelled)
{
    const TokenNames& names = tokens.names;
    const SharedRows<TokenRow>& rows = tokens.rows;
    const auto isControl = [&](std::size_t place) {
        return !names[place].format->hasState();
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
        if (isControl(i))
            ++ranking.blockedAlone.at(std::size_t(rows[i].state));
        if (passes(rows[i], name, view))
            keys.push_back(keyOf(rows[i], int(i), view.by));
    }
    if (!cancelled)
        std::ranges::sort(keys, Before{names, view});
    ranking.order.reserve(keys.size());
    for (const Key& key : keys)
        ranking.order.push_back(key.place);
    return ranking;
}

std::vector<int> reorder(const TokenSnapshot& tokens, const TokenView& view, const std::vector<int>& order,
                         const std::vector<int>& changed)
{
    const auto keyAt = [&](int place) {
        return keyOf(tokens.rows[std::size_t(place)], place, view.by);
    };
    std::vector<bool> isChanged(tokens.rows.size());
    std::vector<Key> moved;
    for (const int place : changed) {
        const auto at = std::size_t(place);
        if (!isChanged[at] && passes(tokens.rows[at], tokens.names[at], view))
            moved.push_back(keyAt(place));
        isChanged[at] = true;
    }
    const Before before{tokens.names, view};
    std::ranges::sort(moved, before);
    std::vector<int> kept;
    kept.reserve(order.size());
    for (const int place : order)
        if (!isChanged[std::size_t(place)])
            kept.push_back(place);
    std::vector<int> result;
    result.reserve(kept.size() + moved.size());
    auto from = kept.begin();
    for (const Key& key : moved) {
        const auto to =
            std::partition_point(from, kept.end(), [&](int place) { return before(keyAt(place), key); });
        result.insert(result.end(), from, to);
        result.push_back(key.place);
        from = to;
    }
    result.insert(result.end(), from, kept.end());
    return result;
}

} // namespace ratewarden::ui
