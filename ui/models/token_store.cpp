// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_store.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

const RuleUsage* tightest(const TokenReading& reading)
{
    return reading.decision ? &reading.decision->usage[reading.decision->tightestRule()] : nullptr;
}

RankValues valuesOf(const TokenReading& reading)
{
    RankValues values;
    values.state = stateOf(reading);
    const RuleUsage* const usage = tightest(reading);
    values.share = usage ? usage->share() : 0;
    values.left = usage ? usage->remaining() : maxUnits;
    values.wait = waitOf(reading).value_or(values.state == TokenState::Unknown ? Micros(-1) : Micros::max());
    values.expires = reading.expiresIn.value_or(Micros::max());
    const RequestRates rates = ratesOf(reading.counts, reading.at);
    values.allowed = float(rates.allowed);
    values.denied = float(rates.denied);
    return values;
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

void TokenStore::reserve(std::size_t rows)
{
    m_places.reserve(rows);
    m_values.reserve(rows);
    m_marks.reserve(rows);
}

void TokenStore::put(const TokenReading& reading, Source source)
{
    const auto [place, isNew] = m_places.try_emplace(identity(reading.key), size());
    if (isNew && reading.gone) {
        m_places.erase(place);
        return;
    }
    if (isNew) {
        m_readings.emplace_back();
        m_values.emplace_back();
        m_marks.emplace_back();
        m_names.add({reading.key.token, reading.key.policy});
    }
    const auto at = std::size_t(place->second);
    m_readings[at] = reading;
    m_values[at] = valuesOf(reading);
    m_marks[at].gone = reading.gone;
    if (isNew || source == Source::Scan)
        m_marks[at].scan = m_scan;
}

bool TokenStore::isUnseen(const Mark& mark) const
{
    return mark.scan < m_completed || mark.gone;
}

bool TokenStore::hasUnseen() const
{
    return std::ranges::any_of(m_marks, [this](const Mark& mark) { return isUnseen(mark); });
}

std::vector<int> TokenStore::dropUnseen()
{
    std::vector<int> newPlaces(m_marks.size(), -1);
    m_places.clear();
    m_names = {};
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        if (isUnseen(m_marks[i]))
            continue;
        newPlaces[i] = int(kept);
        if (kept != i) {
            m_readings[kept] = std::move(m_readings[i]);
            m_values[kept] = m_values[i];
            m_marks[kept] = m_marks[i];
        }
        const TokenKey& key = m_readings[kept].key;
        m_places.emplace(identity(key), int(kept));
        m_names.add({key.token, key.policy});
        ++kept;
    }
    m_readings.resize(kept);
    m_values.resize(kept);
    m_marks.resize(kept);
    return newPlaces;
}

std::optional<Micros> waitOf(const TokenReading& reading)
{
    if (reading.block)
        return reading.block->until ? std::optional(*reading.block->until - reading.at) : std::nullopt;
    return reading.decision ? reading.decision->retryAfter : std::nullopt;
}

} // namespace ratewarden::ui
