// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_ranking.h"

#include "core/policies/published_policy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <future>
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
    const RowNames& names;
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

// Whether rows without a state are shown takes all rows to say.
TokenRanker::TokenRanker(TokenSnapshot tokens, TokenView view, const std::stop_token& stop, std::size_t first)
    : m_tokens(std::move(tokens)), m_view(std::move(view)), m_first(first)
{
    const std::size_t size = m_tokens.rows.size();
    m_parts.resize(size < manyRows ? 1 : std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    const std::size_t share = (size + m_parts.size() - 1) / m_parts.size();
    std::vector<std::vector<int>> controls(m_parts.size());
    inParts([&](std::size_t number) {
        Part& part = m_parts[number];
        const std::size_t begin = number * share;
        const std::size_t end = std::min(begin + share, size);
        part.places.reserve(end - std::min(begin, end)); // what is not written to takes no memory
        const RowTest test(m_view);
        std::string_view policy; // of the last row; few are different ones
        bool isListed = true;
        for (std::size_t i = begin; i < end && !stop.stop_requested(); ++i) {
            const TokenRow& row = m_tokens.rows[i];
            if (row.dropped)
                continue;
            const TokenName name = m_tokens.names[i];
            if (policy.data() != name.policy.data() || policy.size() != name.policy.size()) {
                policy = name.policy;
                isListed = test.lists(policy);
            }
            if (!name.format->hasState())
                controls[number].push_back(int(i));
            else if (isListed && test.takes(row, name))
                add(part, row, int(i));
        }
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
                add(m_parts.front(), row, place);
        }
}

// What the first ones are ranked by is not kept of the others: to write it would take as long as to find
// them.
void TokenRanker::add(Part& part, const TokenRow& row, int place) const
{
    part.places.push_back(place);
    if (m_first == 0)
        return;
    const Before before{m_tokens.names, m_view};
    const RankKey key = rankKeyOf(row, place, m_view.by);
    if (part.first.size() < m_first) {
        part.first.push_back(key);
    } else if (before(key, part.first.front())) {
        std::ranges::pop_heap(part.first, before);
        part.first.back() = key;
    } else {
        return;
    }
    std::ranges::push_heap(part.first, before);
}

std::size_t TokenRanker::size() const
{
    std::size_t size = 0;
    for (const Part& part : m_parts)
        size += part.places.size();
    return size;
}

Ranking TokenRanker::first() const
{
    std::vector<RankKey> heads;
    for (const Part& part : m_parts)
        heads.insert(heads.end(), part.first.begin(), part.first.end());
    std::ranges::sort(heads, Before{m_tokens.names, m_view});
    Ranking ranking;
    ranking.blockedAlone = m_blockedAlone;
    ranking.order.reserve(size());
    ranking.rowOfPlace.assign(m_tokens.rows.size(), -1);
    const auto append = [&ranking](int place) {
        if (int& row = ranking.rowOfPlace[std::size_t(place)]; row < 0) {
            row = int(ranking.order.size());
            ranking.order.push_back(place);
        }
    };
    for (const RankKey& key : heads)
        append(key.place);
    for (const Part& part : m_parts)
        std::ranges::for_each(part.places, append);
    return ranking;
}

Ranking TokenRanker::all(const std::stop_token& stop) const
{
    const Before before{m_tokens.names, m_view};
    std::vector<std::vector<RankKey>> parts(m_parts.size());
    inParts([&](std::size_t number) {
        std::vector<RankKey>& keys = parts[number];
        keys.reserve(m_parts[number].places.size());
        for (const int place : m_parts[number].places)
            keys.push_back(rankKeyOf(m_tokens.rows[std::size_t(place)], place, m_view.by));
        if (!stop.stop_requested())
            std::ranges::sort(keys, before);
    });
    for (; parts.size() > 1; parts.pop_back()) {
        std::vector<RankKey>& keys = parts[parts.size() - 2];
        const auto middle = std::ptrdiff_t(keys.size());
        keys.insert(keys.end(), parts.back().begin(), parts.back().end());
        std::ranges::inplace_merge(keys, keys.begin() + middle, before);
    }
    Ranking ranking;
    ranking.blockedAlone = m_blockedAlone;
    ranking.order.resize(parts.front().size());
    std::ranges::transform(parts.front(), ranking.order.begin(), &RankKey::place);
    ranking.rowOfPlace = rowsByPlace(ranking.order, m_tokens.rows.size());
    return ranking;
}

void TokenRanker::inParts(const std::function<void(std::size_t part)>& work) const
{
    std::vector<std::future<void>> others;
    for (std::size_t part = 1; part < m_parts.size(); ++part)
        try {
            others.push_back(std::async(std::launch::async, work, part));
        } catch (const std::system_error&) { // there are too many threads
            work(part);
        }
    work(0);
    for (std::future<void>& other : others)
        other.get();
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
