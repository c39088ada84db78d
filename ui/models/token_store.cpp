// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_store.h"

#include "core/model/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <compare>
#include <unordered_set>

namespace ratewarden::ui {
namespace {

const RuleUsage* tightest(const TokenReading& reading)
{
    return reading.decision ? &reading.decision->usage[reading.decision->tightestRule()] : nullptr;
}

bool matches(const TokenStore::Row& row, const TokenView& view)
{
    if (view.state && row.state != *view.state)
        return false;
    const auto contains = [&](const std::string& bytes) {
        return QString::fromStdString(printable(bytes)).contains(view.filter, Qt::CaseInsensitive);
    };
    return view.filter.isEmpty() || contains(row.reading.key.token) || contains(row.reading.key.policy);
}

} // namespace

TokenState stateOf(const TokenReading& reading)
{
    if (reading.block)
        return TokenState::Blocked;
    if (!reading.decision)
        return TokenState::Unknown;
    if (!reading.decision->allowed())
        return TokenState::Limited;
    const RuleUsage& usage = *tightest(reading);
    if (usage.share() >= nearShare)
        return TokenState::Near;
    return usage.used > 0 ? TokenState::Ok : TokenState::Idle;
}

QString stateName(TokenState state)
{
    switch (state) {
    case TokenState::Limited:
        return QCoreApplication::translate("TokenState", "limited");
    case TokenState::Blocked:
        return QCoreApplication::translate("TokenState", "blocked");
    case TokenState::Near:
        return QCoreApplication::translate("TokenState", "near");
    case TokenState::Ok:
        return QCoreApplication::translate("TokenState", "ok");
    case TokenState::Idle:
        return QCoreApplication::translate("TokenState", "idle");
    case TokenState::Unknown:
        break;
    }
    return QCoreApplication::translate("TokenState", "unknown");
}

QString stateMark(TokenState state)
{
    constexpr std::array<QStringView, tokenStateCount> marks{u"■", u"✕", u"▲", u"", u"○", u"?"};
    return marks.at(std::size_t(state)).toString();
}

std::string TokenStore::identity(const TokenKey& key)
{
    return key.algorithm ? stateKey(key.token, key.policy, *key.algorithm) : controlKey(key.token);
}

int TokenStore::find(const TokenKey& key) const
{
    const auto place = m_places.find(identity(key));
    return place == m_places.end() ? -1 : place->second;
}

void TokenStore::put(const TokenReading& reading, Source source)
{
    const auto [place, isNew] = m_places.try_emplace(identity(reading.key), int(m_rows.size()));
    if (isNew && reading.gone) {
        m_places.erase(place);
        return;
    }
    if (isNew)
        m_rows.emplace_back();
    Row& row = m_rows[std::size_t(place->second)];
    row.reading = reading;
    row.state = stateOf(reading);
    const RuleUsage* const usage = tightest(reading);
    row.share = usage ? usage->share() : 0;
    if (isNew || source == Source::Scan)
        row.scan = m_scan;
}

std::vector<int> TokenStore::dropUnseen()
{
    std::vector<int> newPlaces(m_rows.size(), -1);
    m_places.clear();
    int kept = 0;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].scan != m_scan || m_rows[i].reading.gone)
            continue;
        newPlaces[i] = kept;
        m_places.emplace(identity(m_rows[i].reading.key), kept);
        if (std::size_t(kept) != i)
            m_rows[std::size_t(kept)] = std::move(m_rows[i]);
        ++kept;
    }
    m_rows.resize(std::size_t(kept));
    ++m_scan;
    return newPlaces;
}

std::optional<Micros> waitOf(const TokenReading& reading)
{
    if (reading.block)
        return reading.block->until ? std::optional(*reading.block->until - reading.at) : std::nullopt;
    return reading.decision ? reading.decision->retryAfter : std::nullopt;
}

std::vector<int> listed(const std::vector<TokenStore::Row>& rows)
{
    using Row = TokenStore::Row;
    std::unordered_set<std::string_view> withWindow;
    if (std::ranges::any_of(rows, [](const Row& row) { return !row.reading.key.algorithm; }))
        for (const Row& row : rows)
            if (row.reading.key.algorithm)
                withWindow.insert(row.reading.key.token);
    std::vector<int> indices;
    indices.reserve(rows.size());
    for (int i = 0; i < int(rows.size()); ++i)
        if (rows[std::size_t(i)].reading.key.algorithm ||
            !withWindow.contains(rows[std::size_t(i)].reading.key.token))
            indices.push_back(i);
    return indices;
}

std::vector<int> arrange(const std::vector<TokenStore::Row>& rows, const std::vector<int>& candidates,
                         const TokenView& view)
{
    using Row = TokenStore::Row;
    std::vector<int> order;
    std::ranges::copy_if(candidates, std::back_inserter(order),
                         [&](int i) { return matches(rows[std::size_t(i)], view); });
    const auto left = [](const Row& row) {
        const RuleUsage* const usage = tightest(row.reading);
        return usage ? usage->remaining() : maxUnits;
    };
    const auto wait = [](const Row& row) {
        return waitOf(row.reading).value_or(row.state == TokenState::Unknown ? Micros(-1) : Micros::max());
    };
    const auto rates = [](const Row& row) {
        return ratesOf(row.reading.counts, row.reading.at);
    };
    const auto compare = [&](const Row& a, const Row& b) -> std::partial_ordering {
        switch (view.by) {
        case TokenView::By::Token:
            break;
        case TokenView::By::Policy:
            return a.reading.key.policy <=> b.reading.key.policy;
        case TokenView::By::Share:
            if (a.share < 1 || b.share < 1)
                return a.share <=> b.share;
            // Of those that have used up a limit: the limited before the blocked, the longest wait first.
            if (a.state != b.state)
                return b.state <=> a.state;
            return wait(a) / std::chrono::seconds(5) <=> wait(b) / std::chrono::seconds(5);
        case TokenView::By::Left:
            return left(a) <=> left(b);
        case TokenView::By::Next:
            return wait(a) <=> wait(b);
        case TokenView::By::Allowed:
            return rates(a).allowed <=> rates(b).allowed;
        case TokenView::By::Denied:
            return rates(a).denied <=> rates(b).denied;
        case TokenView::By::State:
            return b.state <=> a.state;
        case TokenView::By::Expires:
            return a.reading.expiresIn.value_or(Micros::max()) <=>
                   b.reading.expiresIn.value_or(Micros::max());
        }
        return a.reading.key.token <=> b.reading.key.token;
    };
    std::ranges::sort(order, [&](int i, int k) {
        const Row& a = rows[std::size_t(i)];
        const Row& b = rows[std::size_t(k)];
        const std::partial_ordering byColumn = compare(a, b);
        if (std::is_neq(byColumn))
            return view.descending ? std::is_gt(byColumn) : std::is_lt(byColumn);
        const auto byToken = a.reading.key.token <=> b.reading.key.token;
        return std::is_neq(byToken) ? std::is_lt(byToken) : i < k;
    });
    return order;
}

} // namespace ratewarden::ui
