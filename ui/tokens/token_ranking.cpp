// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_ranking.h"

#include "core/policies/published_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <future>
#include <span>
#include <system_error>
#include <thread>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t manyRows = 20'000; // fewer are looked at before a thread has begun

// As it is in core, but for the times at which waits end, which stay while the waits become shorter.
std::array<double, 4> urgencyOf(const TokenRow& row)
{
    std::array<double, 4> urgency = ratewarden::urgencyOf(
        row.state, row.deniedLately ? double(row.steadyDenied) : 0.0, row.wait, double(row.steadyShare));
    constexpr double clearly = 5e6; // microseconds
    if (urgency[2] > 0)
        urgency[2] = std::floor(row.endOf(row.wait) / clearly);
    return urgency;
}

RankKey rankKeyOf(const TokenRow& row, int place, TokenView::By by)
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
        return {{row.endOf(row.wait)}, place};
    case TokenView::By::Allowed:
        return {{double(row.steadyAllowed)}, place};
    case TokenView::By::Denied:
        return {{double(row.steadyDenied)}, place};
    case TokenView::By::State:
        return {urgencyOf(row), place};
    case TokenView::By::Expires:
        return {{row.endOf(row.expires)}, place};
    }
    return {{}, place};
}

/// The order of the view. Equal rows stand by token.
struct Before {
    const TokenNames& names;
    const TokenView& view;

    bool operator()(const RankKey& a, const RankKey& b) const
    {
        const std::partial_ordering order = byColumn(a, b);
        if (std::is_neq(order))
            return view.descending ? std::is_gt(order) : std::is_lt(order);
        const auto byToken = nameOf(a).token <=> nameOf(b).token;
        return std::is_neq(byToken) ? std::is_lt(byToken) : a.place < b.place;
    }

private:
    TokenName nameOf(const RankKey& key) const { return names[std::size_t(key.place)]; }
    std::partial_ordering byColumn(const RankKey& a, const RankKey& b) const
    {
        if (view.by == TokenView::By::Token)
            return nameOf(a).token <=> nameOf(b).token;
        if (view.by == TokenView::By::Policy)
            return nameOf(a).policy <=> nameOf(b).policy;
        return a.parts <=> b.parts;
    }
};

TokenFacts factsOf(const TokenName& name)
{
    TokenFacts facts;
    facts.token = name.token;
    facts.policy = name.policy;
    facts.format = name.format;
    return facts;
}

TokenFacts factsOf(const TokenRow& row, const TokenName& name)
{
    TokenFacts facts = factsOf(name);
    facts.status = row.state;
    facts.isActive = row.active();
    if (row.knowsRules) {
        facts.rule = row.tightest;
        facts.share = row.share();
        facts.left = row.left();
    }
    if (row.wait != TokenRow::notKnown && row.wait != TokenRow::never)
        facts.wait = row.wait;
    if (row.allowed >= 0 && row.denied >= 0)
        facts.rates = RequestRates{double(row.allowed), double(row.denied)};
    facts.steadyShare = double(row.steadyShare);
    facts.warnings = row.warnings;
    return facts;
}

/// The filters of a view, for many rows.
class RowTest {
public:
    explicit RowTest(const TokenView& view)
        : m_filter(view.filter)
        , m_showsCandidates(m_filter.namesCandidate())
        , m_asksForNames(m_filter.asksForNamesAlone())
    {
    }

    /// Whether rows under the policy can be listed at all.
    bool lists(std::string_view policy) const { return m_showsCandidates || !isCandidate(policy); }
    /// Whether the filter takes one of those that can.
    bool takes(const TokenRow& row, const TokenName& name) const
    {
        return m_filter.empty() ||
               m_filter.ask(m_asksForNames ? factsOf(name) : factsOf(row, name)) == TokenFilter::Answer::Yes;
    }

private:
    const TokenFilter& m_filter;
    const bool m_showsCandidates;
    const bool m_asksForNames;
};

void eraseThoseWithState(std::unordered_set<std::string_view>& names, const TokenSnapshot& tokens)
{
    for (std::size_t i = 0; i < tokens.rows.size() && !names.empty(); ++i)
        if (!tokens.rows[i].dropped && tokens.names[i].format->hasState())
            names.erase(tokens.names[i].token);
}

/// Of a part of the rows those that pass, and those without a state: whether these are shown takes all rows
/// to say.
void find(const TokenSnapshot& tokens, const TokenView& view, std::size_t first, std::size_t last,
          const std::stop_token& stop, std::vector<RankKey>& keys, std::vector<int>& controls)
{
    keys.reserve(last - first); // what is not written to takes no memory; to grow would copy all of it
    const RowTest test(view);
    std::string_view policy; // of the last row; few are different ones
    bool isListed = true;
    for (std::size_t i = first; i < last && !stop.stop_requested(); ++i) {
        const TokenRow& row = tokens.rows[i];
        if (row.dropped)
            continue;
        const TokenName name = tokens.names[i];
        if (policy.data() != name.policy.data() || policy.size() != name.policy.size()) {
            policy = name.policy;
            isListed = test.lists(policy);
        }
        if (!name.format->hasState())
            controls.push_back(int(i));
        else if (isListed && test.takes(row, name))
            keys.push_back(rankKeyOf(row, int(i), view.by));
    }
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
    const RowTest test(view);
    return !row.dropped && test.lists(name.policy) && test.takes(row, name);
}

std::unordered_set<std::string_view> tokensWithoutState(const TokenSnapshot& tokens)
{
    std::unordered_set<std::string_view> names;
    for (std::size_t i = 0; i < tokens.rows.size(); ++i)
        if (!tokens.rows[i].dropped && !tokens.names[i].format->hasState())
            names.insert(tokens.names[i].token);
    eraseThoseWithState(names, tokens);
    return names;
}

TokenRanker::TokenRanker(TokenSnapshot tokens, TokenView view, const std::stop_token& stop)
    : m_tokens(std::move(tokens)), m_view(std::move(view))
{
    const std::size_t size = m_tokens.rows.size();
    m_parts.resize(size < manyRows ? 1 : std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    const std::size_t share = (size + m_parts.size() - 1) / m_parts.size();
    std::vector<std::vector<int>> controls(m_parts.size());
    inParts([&](std::vector<RankKey>& part) {
        const auto number = std::size_t(&part - m_parts.data());
        const std::size_t first = number * share;
        find(m_tokens, m_view, first, std::min(first + share, size), stop, part, controls[number]);
    });
    std::unordered_set<std::string_view> blockedAlone;
    for (const std::vector<int>& places : controls)
        for (const int place : places)
            blockedAlone.insert(m_tokens.names[std::size_t(place)].token);
    eraseThoseWithState(blockedAlone, m_tokens);
    for (const std::vector<int>& places : controls)
        for (const int place : places) {
            const TokenName name = m_tokens.names[std::size_t(place)];
            const TokenRow& row = m_tokens.rows[std::size_t(place)];
            if (!blockedAlone.contains(name.token))
                continue;
            ++m_blockedAlone.at(std::size_t(row.state));
            if (passes(row, name, m_view))
                m_parts.front().push_back(rankKeyOf(row, place, m_view.by));
        }
}

std::size_t TokenRanker::size() const
{
    std::size_t size = 0;
    for (const std::vector<RankKey>& part : m_parts)
        size += part.size();
    return size;
}

Ranking TokenRanker::first(std::size_t rows)
{
    const Before before{m_tokens.names, m_view};
    const auto headOf = [&](std::vector<RankKey>& part) {
        return part.begin() + std::ptrdiff_t(std::min(rows, part.size()));
    };
    inParts([&](std::vector<RankKey>& part) { std::ranges::partial_sort(part, headOf(part), before); });
    std::vector<RankKey> heads;
    for (std::vector<RankKey>& part : m_parts)
        heads.insert(heads.end(), part.begin(), headOf(part));
    std::ranges::sort(heads, before);
    std::vector<int> order;
    order.reserve(size());
    for (const RankKey& key : heads)
        order.push_back(key.place);
    for (std::vector<RankKey>& part : m_parts)
        for (auto key = headOf(part); key != part.end(); ++key)
            order.push_back(key->place);
    return rankingOf(std::move(order));
}

Ranking TokenRanker::all(const std::stop_token& stop)
{
    const Before before{m_tokens.names, m_view};
    inParts([&](std::vector<RankKey>& part) {
        if (!stop.stop_requested())
            std::ranges::sort(part, before);
    });
    for (; m_parts.size() > 1; m_parts.pop_back()) {
        std::vector<RankKey>& part = m_parts[m_parts.size() - 2];
        const auto middle = std::ptrdiff_t(part.size());
        part.insert(part.end(), m_parts.back().begin(), m_parts.back().end());
        std::ranges::inplace_merge(part, part.begin() + middle, before);
    }
    std::vector<int> order(m_parts.front().size());
    std::ranges::transform(m_parts.front(), order.begin(), &RankKey::place);
    return rankingOf(std::move(order));
}

void TokenRanker::inParts(const std::function<void(std::vector<RankKey>& part)>& work)
{
    std::vector<std::future<void>> others;
    for (std::vector<RankKey>& part : std::span(m_parts).subspan(1))
        try {
            others.push_back(std::async(std::launch::async, [&] { work(part); }));
        } catch (const std::system_error&) { // there are too many threads
            work(part);
        }
    work(m_parts.front());
    for (std::future<void>& other : others)
        other.get();
}

Ranking TokenRanker::rankingOf(std::vector<int> order) const
{
    Ranking ranking;
    ranking.blockedAlone = m_blockedAlone;
    ranking.rowOfPlace = rowsByPlace(order, m_tokens.rows.size());
    ranking.order = std::move(order);
    return ranking;
}

std::vector<int> rowsByPlace(const std::vector<int>& order, std::size_t places)
{
    std::vector<int> rows(places, -1);
    for (std::size_t row = 0; row < order.size(); ++row)
        rows[std::size_t(order[row])] = int(row);
    return rows;
}

// All but those of the longest run that is in order already.
int rowsOutOfPlace(const std::vector<int>& order, const std::vector<int>& wanted)
{
    std::vector<int> rowOf;
    for (std::size_t row = 0; row < wanted.size(); ++row) {
        rowOf.resize(std::max(rowOf.size(), std::size_t(wanted[row]) + 1), -1);
        rowOf[std::size_t(wanted[row])] = int(row);
    }
    std::size_t common = 0;
    std::vector<int> ends; // of the runs of each length, the lowest
    for (const int place : order) {
        const int row = std::size_t(place) < rowOf.size() ? rowOf[std::size_t(place)] : -1;
        if (row < 0)
            continue;
        ++common;
        if (const auto end = std::ranges::lower_bound(ends, row); end == ends.end())
            ends.push_back(row);
        else
            *end = row;
    }
    return int(order.size() - common + wanted.size() - ends.size());
}

std::vector<int> reorder(const TokenSnapshot& tokens, const TokenView& view, const std::vector<int>& order,
                         const std::vector<int>& changed)
{
    const auto keyAt = [&](int place) {
        return rankKeyOf(tokens.rows[std::size_t(place)], place, view.by);
    };
    std::vector<bool> isChanged(tokens.rows.size());
    std::vector<RankKey> moved;
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
    for (const RankKey& key : moved) {
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
