// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/token_board.h"

#include "core/admin/policy_of.h"

#include <algorithm>
#include <set>

namespace ratewarden::ctl {
namespace {

constexpr std::chrono::milliseconds shortestPass{1000};

} // namespace

void TokenBoard::readPage()
{
    const Clock::time_point start = Clock::now();
    if (!m_walk) {
        m_book = policiesIfAllowed(m_server);
        m_walk.emplace(m_server, m_book, TokenWalk::Which::All, m_prefixes);
        m_unreadNow = 0;
    }
    for (const Reading& reading : m_walk->readPage()) {
        m_unreadNow += reading.problem ? 1 : 0;
        put(reading);
    }
    const auto took = Clock::now() - start;
    if (isComplete())
        m_nextPage = Clock::now() + took * pauseFactor;
    if (m_walk->isAtEnd())
        endPass();
}

void TokenBoard::put(const Reading& reading)
{
    const Subject& subject = reading.subject;
    const Name name{subject.policy, subject.token, subject.format};
    const bool isThere = !reading.gone && (subject.format->hasState() || reading.block);
    if (isThere)
        m_entries[name] = {listedToken(reading, false), m_pass};
    else
        m_entries.erase(name);
}

void TokenBoard::endPass()
{
    if (m_walk->lostNodes().empty()) // the tokens of a node that is down stay
        std::erase_if(m_entries, [this](const auto& entry) { return entry.second.pass < m_pass; });
    ++m_pass;
    ++m_passes;
    m_unread = m_unreadNow;
    m_walk.reset();
    m_nextPage = std::max(m_nextPage, Clock::now() + shortestPass);
}

void TokenBoard::reread(const std::vector<Subject>& subjects)
{
    if (subjects.empty())
        return;
    for (const Reading& reading : readSubjects(m_server, subjects, policyOf(m_book)))
        put(reading);
}

void TokenBoard::restart()
{
    m_walk.reset();
}

TokenBoard::Rows TokenBoard::rows(const TokenChoice& choice, TokenOrder order, bool reversed,
                                  std::size_t most) const
{
    // A block is shown on each of its token's rows; a row of its own is only for tokens that have none.
    std::set<std::string_view> blocked;
    for (const auto& [name, entry] : m_entries)
        if (showsBlock(entry.row.subject, entry.row.status))
            blocked.insert(entry.row.subject.token);
    Rows rows;
    for (const auto& [name, entry] : m_entries) {
        const Subject& subject = entry.row.subject;
        if (!subject.format->hasState() && blocked.contains(subject.token))
            continue;
        rows.totals.add(entry.row);
        if (choice.takes(entry.row))
            rows.first.push_back(&entry.row);
    }
    rows.chosen = rows.first.size();
    const auto end = rows.first.begin() + std::ptrdiff_t(std::min(most, rows.chosen));
    std::ranges::partial_sort(rows.first, end, [&](const ListedToken* a, const ListedToken* b) {
        return comesBefore(*a, *b, order, reversed);
    });
    rows.first.erase(end, rows.first.end());
    return rows;
}

} // namespace ratewarden::ctl
