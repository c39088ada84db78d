// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/token_store.h"

#include "core/formats/foreign/catalogue_format.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace ratewarden::ui {
namespace {

TokenRow rowOf(const Reading& reading)
{
    const TokenFigures figures = figuresOf(reading);
    TokenRow row;
    row.at = reading.at;
    row.state = figures.status;
    row.knowsRules = figures.tightest.has_value();
    row.overridden = figures.overridden;
    row.steadyShare = float(figures.steadyShare);
    if (figures.tightest)
        row.tightest = figures.tightest->rule;
    row.used = figures.tightest ? figures.tightest->used : figures.used.value_or(TokenRow::usedNotKnown);
    const auto fitting = [](std::optional<Units> units) {
        return std::int32_t(
            std::clamp<Units>(units.value_or(0), 0, std::numeric_limits<std::int32_t>::max()));
    };
    row.inFlight = fitting(figures.inFlight);
    row.reserved = fitting(figures.mostReserved);
    row.leased = fitting(figures.mostLeased);
    row.wait =
        figures.wait.value_or(row.state == TokenStatus::Unknown ? TokenRow::notKnown : TokenRow::never);
    row.expires = reading.expiresIn.value_or(TokenRow::never);
    if (figures.rates) {
        row.allowed = float(figures.rates->allowed);
        row.denied = float(figures.rates->denied);
        RequestCount sum;
        for (const RequestCount& count : reading.counts) {
            sum.allowed += count.allowed;
            sum.denied += count.denied;
            row.deniedLately |= count.denied > 0 && reading.at - count.from < std::chrono::minutes(1);
        }
        const double seconds = std::chrono::duration<double>(countsReach).count();
        row.steadyAllowed = float(double(sum.allowed) / seconds);
        row.steadyDenied = float(double(sum.denied) / seconds);
    }
    return row;
}

// The figure of before, unless it is clearly another by now: by a tenth, and by no less than `least`.
float steadied(float before, float now, float least)
{
    const bool isKnown = before > 0 && now > 0;
    return isKnown && std::abs(now - before) <= std::max(std::max(now, before) / 10, least) ? before : now;
}

void steady(TokenRow& row, const TokenRow& before)
{
    constexpr float fewRequests = 3.0F / 600; // of those that are counted
    constexpr float littleShare = 0.05F;
    row.steadyAllowed = steadied(before.steadyAllowed, row.steadyAllowed, fewRequests);
    row.steadyDenied = steadied(before.steadyDenied, row.steadyDenied, fewRequests);
    row.steadyShare = steadied(before.steadyShare, row.steadyShare, littleShare);
}

TokenName tokenNameOf(const Subject& key)
{
    return {key.token, key.policy, key.format};
}

// What a row has no room for.
bool tellsMore(const Reading& reading)
{
    return reading.block || reading.problem || !reading.overrides.empty();
}

constexpr std::size_t mostPolled = 1000; // of those that are on screen
constexpr std::size_t fewDropped = 1000; // whose places may lie idle

} // namespace

int TokenStore::find(const Subject& key) const
{
    return m_index.find(m_names, tokenNameOf(key));
}

const Reading* TokenStore::reading(int place) const
{
    const auto kept = m_readings.find(place);
    return kept == m_readings.end() ? nullptr : kept->second.get();
}

void TokenStore::reserve(std::size_t rows)
{
    m_index.reserve(rows);
    m_marks.reserve(rows);
}

void TokenStore::addName(const TokenName& name, int place)
{
    m_names.add(name);
    m_index.add(name, place);
    std::set<std::string, std::less<>>& policies = m_policies[name.format];
    if (!policies.contains(name.policy)) {
        policies.emplace(name.policy);
        ++m_kinds;
    }
}

std::vector<int> TokenStore::placesOf(const std::unordered_set<std::string_view>& tokens) const
{
    std::vector<int> places;
    const auto add = [&](int place) {
        if (place >= 0 && !row(place).dropped)
            places.push_back(place);
    };
    if (tokens.size() * m_kinds < m_names.size()) {
        for (const std::string_view token : tokens)
            for (const auto& [format, policies] : m_policies)
                for (const std::string& policy : policies)
                    add(m_index.find(m_names, {token, policy, format}));
    } else {
        for (int place = 0; place < size(); ++place)
            if (tokens.contains(name(place).token))
                add(place);
    }
    return places;
}

int TokenStore::put(const Reading& reading, Source source)
{
    const TokenName name = tokenNameOf(reading.subject);
    int place = m_index.find(m_names, name);
    const bool isNew = place < 0;
    if (isNew && reading.gone)
        return -1;
    if (isNew) {
        place = size();
        m_rows.append({});
        m_marks.emplace_back();
        addName(name, place);
    }
    if (!isNew)
        count(std::size_t(place), -1);
    WarningSet warnings(reading.warnings);
    if (!m_locks.isStale(place, reading))
        warnings.remove(WarningCode::StaleLock);
    if (m_counters.hasFallen(place, reading))
        warnings.add(WarningCode::CounterFell);
    TokenRow row = rowOf(reading);
    row.warnings = m_rows[std::size_t(place)].warnings;
    steady(row, m_rows[std::size_t(place)]);
    m_rows.edit(std::size_t(place)) = row;
    count(std::size_t(place), 1);
    setWarnings(std::size_t(place), reading.gone ? WarningSet() : warnings);
    Mark& mark = m_marks[std::size_t(place)];
    mark.gone = reading.gone;
    if (isNew || source == Source::Scan)
        mark.scan = m_scan;
    keep(place, reading, source);
    return place;
}

void TokenStore::restore(const Subject& key, const TokenRow& row,
                         const std::shared_ptr<const Reading>& reading)
{
    if (find(key) >= 0)
        return;
    const int place = size();
    m_rows.append(row);
    m_rows.edit(std::size_t(place)).warnings = {};
    m_marks.push_back({.scan = m_scan});
    addName(tokenNameOf(key), place);
    count(std::size_t(place), 1);
    setWarnings(std::size_t(place), row.warnings);
    if (reading)
        m_readings.emplace(place, reading);
}

void TokenStore::noteSeen(const Subject& key)
{
    if (const int place = find(key); place >= 0)
        m_marks[std::size_t(place)].scan = m_scan;
}

void TokenStore::noteChanged(const std::vector<Subject>& subjects, Instant at)
{
    for (const Subject& subject : subjects)
        if (const int place = find(subject); place >= 0)
            m_counters.restart(place, at);
}

bool TokenStore::isCounted(std::size_t place) const
{
    const TokenName name = m_names[place];
    return name.format->hasState() && !isCandidate(name.policy);
}

void TokenStore::count(std::size_t place, int by)
{
    if (isCounted(place))
        m_states.at(std::size_t(m_rows[place].state)) += by;
}

void TokenStore::setWarnings(std::size_t place, WarningSet warnings)
{
    const TokenRow& row = m_rows[place];
    if (row.warnings == warnings || !isCounted(place))
        return;
    const TokenName name = m_names[place];
    for (int i = 0; i < warningCodeCount; ++i) {
        const auto code = WarningCode(i);
        if (warnings.has(code) && !row.warnings.has(code))
            m_warnings.add(name.format, name.policy, name.token, code, row.at);
        else if (!warnings.has(code) && row.warnings.has(code))
            m_warnings.remove(name.format, name.policy, name.token, code);
    }
    m_rows.edit(place).warnings = warnings;
}

void TokenStore::keep(int place, const Reading& reading, Source source)
{
    if (source == Source::Poll && m_readings.size() >= m_mostKept) {
        std::erase_if(m_readings, [](const auto& kept) { return !tellsMore(*kept.second); });
        m_mostKept = std::max(mostPolled, 2 * m_readings.size());
    }
    if (tellsMore(reading) || source == Source::Poll || m_readings.contains(place))
        m_readings[place] = std::make_shared<const Reading>(reading);
}

// The mark first: where a million rows are gone through, rows are far apart, and marks are side by side.
bool TokenStore::isUnseen(std::size_t place) const
{
    const Mark& mark = m_marks[place];
    return (mark.scan < m_completed || mark.gone) && !m_rows[place].dropped;
}

std::vector<int> TokenStore::unseen() const
{
    std::vector<int> places;
    for (std::size_t place = 0; place < m_marks.size(); ++place)
        if (isUnseen(place))
            places.push_back(int(place));
    return places;
}

std::map<const Format*, Units> TokenStore::guesses() const
{
    std::map<const Format*, Units> guessed;
    for (const auto& [format, policies] : m_policies)
        if (guessOf(*format))
            guessed.emplace(format, 0);
    if (guessed.empty())
        return guessed;
    for (std::size_t place = 0; place < m_marks.size(); ++place)
        if (const auto format = guessed.find(m_names[place].format);
            format != guessed.end() && !m_marks[place].gone && !m_rows[place].dropped)
            ++format->second;
    std::erase_if(guessed, [](const auto& format) { return format.second == 0; });
    return guessed;
}

void TokenStore::retire(const FormatSet& formats)
{
    for (std::size_t place = 0; place < m_marks.size(); ++place)
        if (formats.contains(m_names[place].format))
            m_marks[place].gone = true;
}

std::vector<int> TokenStore::dropUnseen()
{
    std::vector<int> newPlaces(m_marks.size(), -1);
    for (std::size_t place = 0; place < m_marks.size(); ++place) {
        if (isUnseen(place)) {
            m_index.remove(m_names, m_names[place]);
            count(place, -1);
            setWarnings(place, {});
            m_locks.forget(int(place));
            m_counters.forget(int(place));
            m_rows.edit(place).dropped = true;
            m_readings.erase(int(place));
            ++m_dropped;
        }
        if (!m_rows[place].dropped)
            newPlaces[place] = int(place);
    }
    // To move all rows up takes a while, so it waits until it is worth it.
    return m_dropped > std::max(fewDropped, m_marks.size() / 2) ? closeGaps() : newPlaces;
}

std::vector<int> TokenStore::closeGaps()
{
    TokenStore compact;
    compact.m_scan = m_scan;
    compact.m_completed = m_completed;
    compact.m_states = m_states;
    compact.m_warnings = std::move(m_warnings);
    compact.reserve(m_index.size());
    std::vector<int> newPlaces(m_marks.size(), -1);
    for (std::size_t place = 0; place < m_marks.size(); ++place) {
        if (m_rows[place].dropped)
            continue;
        const int now = compact.size();
        newPlaces[place] = now;
        compact.m_rows.append(m_rows[place]);
        compact.m_marks.push_back(m_marks[place]);
        compact.addName(m_names[place], now);
        compact.m_locks.take(m_locks, int(place), now);
        compact.m_counters.take(m_counters, int(place), now);
        if (auto kept = m_readings.extract(int(place))) {
            kept.key() = now;
            compact.m_readings.insert(std::move(kept));
        }
    }
    *this = std::move(compact);
    return newPlaces;
}

} // namespace ratewarden::ui
