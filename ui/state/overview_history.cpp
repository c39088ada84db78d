// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/overview_history.h"

#include "core/policies/published_policy.h"
#include "ui/tokens/token_store.h"

#include <algorithm>
#include <functional>

namespace ratewarden::ui {
namespace {

constexpr std::int64_t slotsKept = countsReach / countSpan;

std::int64_t countSlot(Instant at)
{
    return at.time_since_epoch() / countSpan;
}

// The beginning of the ten seconds from which on each had a denial, before all that is kept where it may have
// been longer; empty: nothing is denied.
std::optional<Instant> deniedSince(const std::vector<RequestCount>& counts)
{
    std::size_t first = counts.size();
    if (first > 0 && counts[first - 1].denied == 0)
        --first; // they have only just begun
    while (first > 0 && counts[first - 1].denied > 0)
        --first;
    if (first >= counts.size() || counts[first].denied == 0)
        return std::nullopt;
    return first == 0 ? counts.front().from - countSpan : counts[first].from;
}

} // namespace

void OverviewHistory::add(Instant at, const OverviewNumbers& numbers)
{
    const std::int64_t slot = countSlot(at);
    m_looks[slot] = {numbers.active, numbers.limited, numbers.near, numbers.blocked};
    m_looks.erase(m_looks.begin(), m_looks.lower_bound(slot - slotsKept));
    m_looks.erase(m_looks.upper_bound(slot), m_looks.end()); // the clock has gone back
}

std::vector<std::optional<OverviewHistory::Look>> OverviewHistory::looks(Instant now) const
{
    std::vector<std::optional<Look>> all;
    for (std::int64_t slot = countSlot(now) - slotsKept + 1; slot <= countSlot(now); ++slot) {
        const auto found = m_looks.find(slot);
        all.push_back(found == m_looks.end() ? std::nullopt : std::optional(found->second));
    }
    return all;
}

Instant OverviewHistory::startOf(Instant now, std::size_t place)
{
    return Instant((countSlot(now) - slotsKept + 1 + std::int64_t(place)) * countSpan);
}

std::size_t SubjectHash::operator()(const Subject& subject) const
{
    const std::hash<std::string> hash;
    return hash(subject.token) * 31 + hash(subject.policy);
}

void LimitedWatch::add(const Reading& reading, bool first)
{
    const Subject& subject = reading.subject;
    if (!subject.format->hasState() || isCandidate(subject.policy))
        return;
    const bool isLimited = isHeldBack(statusOf(reading), ratesOf(reading.counts, reading.at).denied,
                                      waitOf(reading).value_or(Micros::max()));
    if (reading.gone || !isLimited) {
        m_limited.erase(subject);
        return;
    }
    if (const auto known = m_limited.find(subject); known != m_limited.end()) {
        known->second = m_round;
        return;
    }
    if (m_limited.size() >= mostWatched)
        return;
    m_limited.emplace(subject, m_round);
    const std::optional<Instant> since = deniedSince(reading.counts);
    if (first && !since)
        return;
    Entry entry{subject, since.value_or(reading.at), {}};
    std::erase_if(m_entries, [&](const Entry& before) {
        return before.since <= reading.at - countsReach ||
               (before.subject == subject && countSlot(before.since) == countSlot(entry.since));
    });
    if (reading.decision && reading.decision->rule) {
        entry.usage = reading.decision->usage[*reading.decision->rule];
        entry.knowsRules = true;
    }
    entry.deniedLately = reading.decision && !entry.knowsRules;
    const auto at =
        std::ranges::find_if(m_entries, [&](const Entry& one) { return one.since <= entry.since; });
    m_entries.insert(at, std::move(entry));
    if (m_entries.size() > mostKept)
        m_entries.pop_back();
}

void LimitedWatch::put(const std::vector<Entry>& entries)
{
    m_entries.assign(entries.begin(), entries.end());
    for (const Entry& entry : entries)
        if (entry.isLimited)
            m_limited.emplace(entry.subject, m_round);
}

// Most of them nobody reads again: their rows are dropped when their keys have expired.
void LimitedWatch::endRound()
{
    std::erase_if(m_limited, [this](const auto& one) { return one.second < m_round; });
}

std::vector<LimitedWatch::Entry> LimitedWatch::entries(Instant now, std::size_t most,
                                                       const TimeRange& range) const
{
    std::vector<Entry> all;
    for (const Entry& entry : m_entries) {
        if (all.size() == most)
            break;
        // A token that was limited several times is one row: of the last time in the range.
        if (entry.since <= now - countsReach || !range.contains(entry.since) ||
            std::ranges::find(all, entry.subject, &Entry::subject) != all.end())
            continue;
        all.push_back(entry);
        all.back().isLimited = m_limited.contains(entry.subject);
    }
    return all;
}

} // namespace ratewarden::ui
