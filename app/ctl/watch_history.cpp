// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/watch_history.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ctl {
void WatchHistory::use(const std::optional<AlertHistory>& history, Instant now)
{
    if (!history) {
        m_writer.reset();
        m_wanted.reset();
        return;
    }
    if (m_wanted && m_wanted->file == history->file) {
        m_wanted = history;
        return;
    }
    if (m_writer && m_writer->path() == history->file) {
        if (m_writer->limits() != history->limits)
            m_writer->setLimits(history->limits);
        return;
    }
    try {
        m_writer = std::make_unique<HistoryWriter>(history->file, history->limits);
    } catch (const InvalidArgument&) {
        throw;
    } catch (const Error& error) {
        m_writer.reset();
        m_wanted = history;
        m_wantedSince = now;
        m_nextTry = {};
        m_hasFault = false;
        sayOnce(error);
        return;
    }
    m_wanted.reset();
    m_hasFault = false;
    if (m_writer->last()) // of an earlier watch
        keep(HistoryRound::without(FigureDoubt::NotWatched, now));
}

void WatchHistory::openAgain()
{
    constexpr int pause = 20; // a file that another program has locked is waited for
    const Clock::time_point start = Clock::now();
    if (!m_wanted || start < m_nextTry)
        return;
    try {
        m_writer = std::make_unique<HistoryWriter>(m_wanted->file, m_wanted->limits);
        m_wanted.reset();
        m_hasFault = false;
        if (m_writer->last())
            keep(HistoryRound::without(FigureDoubt::NotWritten, m_wantedSince));
    } catch (const Error& error) {
        const Clock::time_point end = Clock::now();
        m_nextTry = end + pause * (end - start);
        sayOnce(error);
    }
}

void WatchHistory::sayOnce(const Error& error)
{
    if (!m_hasFault)
        m_terminal.complain(
            "history", joinSentences(error.what(), "The watch goes on; what it sees meanwhile is not kept"),
            Done);
    m_hasFault = true;
}

template <class Kept>
void WatchHistory::add(const Kept& kept)
{
    openAgain();
    if (!m_writer)
        return;
    try {
        m_writer->add(kept);
        m_hasFault = false;
    } catch (const Error& error) {
        sayOnce(error);
    }
}

void WatchHistory::keep(const HistoryRound& round)
{
    add(round);
}

void WatchHistory::keep(const HistoryEvent& event)
{
    add(event);
}

void WatchHistory::keepChanges(Server& server)
{
    if (!m_writer || !m_readsChanges)
        return;
    constexpr std::size_t most = 100; // of one round
    try {
        if (!m_changesSince)
            m_changesSince = clockOf(server);
        AuditList changes = readAudit(server, {.since = m_changesSince}, most);
        std::ranges::reverse(changes.entries);
        for (const AuditEntry& entry : changes.entries) {
            keep(historyEventOf(entry));
            m_changesSince = entry.at + std::chrono::milliseconds(1); // as exact as the trail is
        }
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) {
        m_readsChanges = false;
    }
}

} // namespace ratewarden::ctl
