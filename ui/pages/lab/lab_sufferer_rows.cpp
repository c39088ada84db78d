// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_sufferer_rows.h"

#include "core/algorithms/admission.h"
#include "ui/text/display_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostClosest = 8;
constexpr std::size_t mostSufferers = mostDiffering + mostClosest;

} // namespace

std::vector<LabSuffererRows::Row> LabSuffererRows::rows(LabFilter filter)
{
    switch (filter) {
    case LabFilter::NewlyDenied:
        addNewlyDenied();
        break;
    case LabFilter::Freed:
        addFreed();
        break;
    case LabFilter::Unchanged:
        addUnchanged();
        break;
    case LabFilter::Denied:
        addDenied(true);
        break;
    case LabFilter::Innocent:
        addDenied(false);
        break;
    case LabFilter::All:
        addNewlyDenied();
        addDenied(true);
        addFreed();
        if (m_known.then == nullptr)
            addExpected();
        addMarked();
        addClosest();
        break;
    }
    return std::move(m_rows);
}

bool LabSuffererRows::isMarked(TokenId token) const
{
    return std::ranges::find(m_known.marked, token) != m_known.marked.end();
}

LabSuffererRows::Row::Kind LabSuffererRows::kindOf(TokenId token, Row::Kind ifAllowed) const
{
    if (m_known.then != nullptr && m_known.then->deniedByToken[token] == 0)
        return isMarked(token) ? Row::Kind::Passes : ifAllowed;
    return isMarked(token)          ? Row::Kind::Stopped
           : m_known.marked.empty() ? Row::Kind::Denied
                                    : Row::Kind::Hurt;
}

void LabSuffererRows::add(TokenId token, Row::Kind kind)
{
    if (m_rows.size() >= mostSufferers || !m_listed.insert(token).second)
        return;
    Row row;
    row.kind = kind;
    row.token = token;
    row.name = shown(m_known.traffic.trace.names[token]);
    row.peak = m_known.peaks != nullptr ? m_known.peaks->of(token, m_known.window) : 0;
    if (m_known.now != nullptr)
        row.deniedNow = Units(m_known.now->deniedByToken[token]);
    if (m_known.then != nullptr)
        row.deniedThen = Units(m_known.then->deniedByToken[token]);
    if (const LabWhatIf* const changes = m_known.changes) {
        const TokenDifference* const differs = changes->find(token);
        const std::size_t requests =
            requestsWithin(m_known.traffic.grouped.times(token), changes->within()).size();
        row.newlyDenied = differs != nullptr ? Units(differs->newlyDenied) : 0;
        row.freed = differs != nullptr ? Units(differs->freed) : 0;
        row.unchanged = Units(requests) - *row.newlyDenied - *row.freed;
    }
    m_rows.push_back(std::move(row));
}

// Against no limit all that is denied is newly so: then these are the denied ones.
void LabSuffererRows::addNewlyDenied()
{
    if (m_known.changes == nullptr || !m_known.changes->hasEnforced)
        return;
    for (const TokenDifference& one : m_known.changes->harshest().tokens) {
        if (one.newlyDenied == 0 || m_rows.size() >= mostDiffering)
            break;
        add(one.token, kindOf(one.token, Row::Kind::Same));
    }
}

void LabSuffererRows::addFreed()
{
    if (m_known.changes != nullptr)
        for (const TokenDifference& one : m_known.changes->freed)
            add(one.token, kindOf(one.token, Row::Kind::Freed));
}

void LabSuffererRows::addDenied(bool marked)
{
    if (m_known.worst != nullptr)
        for (const TokenCount& one : *m_known.worst)
            if (marked || !isMarked(one.token))
                add(one.token, kindOf(one.token, Row::Kind::Same));
}

void LabSuffererRows::addUnchanged()
{
    if (m_known.changes != nullptr)
        for (const TokenDifference& one : m_known.changes->unchanged)
            add(one.token, kindOf(one.token, Row::Kind::Same));
}

// Who is denied is known at once, how often comes later.
void LabSuffererRows::addExpected()
{
    if (m_known.effect == nullptr)
        return;
    for (const TokenId token : m_known.effect->stoppedTokens)
        add(token, Row::Kind::Stopped);
    for (const TokenId token : m_known.effect->all.hurtTokens) {
        if (m_rows.size() >= mostDiffering)
            break;
        add(token, m_known.marked.empty() ? Row::Kind::Denied : Row::Kind::Hurt);
    }
}

void LabSuffererRows::addMarked()
{
    const bool hurts =
        std::ranges::any_of(m_rows, [](const Row& row) { return row.kind == Row::Kind::Hurt; });
    for (const TokenId token : m_known.marked)
        add(token, Row::Kind::Passes);
    const bool isKnown = m_known.then != nullptr ? m_known.then->requests > 0
                                                 : m_known.effect != nullptr && m_known.effect->known;
    if (m_known.marked.empty())
        return;
    // It stands there whatever is known, so that no row moves under the pointer when it is.
    Row line;
    line.kind = isKnown && !hurts && m_known.hasRules ? Row::Kind::Nobody : Row::Kind::Line;
    m_rows.push_back(line);
}

void LabSuffererRows::addClosest()
{
    if (m_known.peaks == nullptr)
        return;
    std::size_t closest = 0;
    for (const TokenId token : m_known.peaks->highestFirst(m_known.window)) {
        if (closest == mostClosest || m_rows.size() >= mostSufferers ||
            m_known.peaks->of(token, m_known.window) == 0)
            break;
        if (m_listed.contains(token))
            continue;
        add(token, Row::Kind::Closest);
        ++closest;
    }
}

} // namespace ratewarden::ui
