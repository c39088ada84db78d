// SPDX-License-Identifier: MIT
#include "core/tokens/warning_tally.h"

#include <algorithm>

namespace ratewarden {

void WarningTally::add(const Format* format, std::string_view policy, std::string_view token,
                       WarningCode code, Instant at)
{
    Key key{code, format, std::string(policy)};
    const bool listed = m_groups.size() < mostGroups || m_groups.contains(key);
    if (!listed)
        std::get<std::string>(key).clear();
    WarningGroup& group = (listed ? m_groups : m_others)[key];
    if (group.tokens == 0)
        group = {code, format, std::get<std::string>(key), !listed, 0, at, {}};
    ++group.tokens;
    group.since = std::min(group.since, at);
    if (group.samples.size() < mostSamples)
        group.samples.emplace_back(token);
    ++m_version;
}

void WarningTally::remove(const Format* format, std::string_view policy, std::string_view token,
                          WarningCode code)
{
    Key key{code, format, std::string(policy)};
    std::map<Key, WarningGroup>* in = &m_groups;
    auto found = m_groups.find(key);
    if (found == m_groups.end() || found->second.tokens == 0) {
        std::get<std::string>(key).clear();
        in = &m_others;
        found = m_others.find(key);
        if (found == m_others.end())
            return;
    }
    WarningGroup& group = found->second;
    std::erase(group.samples, token);
    if (--group.tokens == 0 && (in == &m_others || m_others.empty()))
        in->erase(found);
    if (m_others.empty())
        std::erase_if(m_groups, [](const auto& one) { return one.second.tokens == 0; });
    ++m_version;
}

std::vector<WarningGroup> WarningTally::groups() const
{
    std::vector<WarningGroup> groups;
    for (const auto* const part : {&m_groups, &m_others})
        for (const auto& [key, group] : *part)
            if (group.tokens > 0)
                groups.push_back(group);
    std::ranges::stable_sort(groups, [](const WarningGroup& a, const WarningGroup& b) {
        return a.code != b.code ? a.code < b.code : a.tokens > b.tokens;
    });
    return groups;
}

bool LockWatch::isStale(int place, const Reading& reading)
{
    const auto lock = std::ranges::find(reading.warnings, WarningCode::StaleLock, &Warning::code);
    if (lock == reading.warnings.end()) {
        m_locks.erase(place);
        return false;
    }
    auto [held, isNew] = m_locks.try_emplace(place, Held{lock->owner, reading.at});
    if (!isNew && held->second.owner != lock->owner)
        held->second = {lock->owner, reading.at};
    return reading.at - held->second.since >= lockPatience;
}

void LockWatch::take(LockWatch& from, int place, int newPlace)
{
    if (auto held = from.m_locks.extract(place)) {
        held.key() = newPlace;
        m_locks.insert(std::move(held));
    }
}

} // namespace ratewarden
