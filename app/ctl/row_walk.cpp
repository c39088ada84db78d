// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/row_walk.h"

#include "app/ctl/progress_line.h"
#include "app/ctl/unread.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden::ctl {

RowWalk::RowWalk(Server& server, const PolicyBook& book, bool withRules,
                 std::shared_ptr<ServerPrefixes> prefixes)
    : m_walk(server, book, TokenWalk::Which::All, std::move(prefixes)), m_withRules(withRules)
{
}

void RowWalk::visitAll(const Visit& visit)
{
    const auto visitRow = [&](const Reading& reading) {
        visit(listedToken(reading, m_withRules));
    };
    ProgressLine progress;
    while (!m_walk.isAtEnd()) {
        readPage(visitRow);
        if (ProgressLine::isWanted())
            progress.show(fmt::format("{} keys, {} tokens", m_walk.looked(), m_walk.tokens()));
    }
    visitBlocks(visitRow);
}

void RowWalk::visitReadings(const VisitReading& visit)
{
    while (!m_walk.isAtEnd())
        readPage(visit);
    visitBlocks(visit);
}

void RowWalk::readPage(const VisitReading& visit)
{
    for (const Reading& reading : m_walk.readPage())
        take(reading, visit);
}

void RowWalk::take(const Reading& reading, const VisitReading& visit)
{
    if (reading.problem) {
        ++m_unread;
        m_problem = englishText(reading.problem);
    }
    if (reading.gone)
        return;
    const Subject& subject = reading.subject;
    if (!subject.format->hasState()) {
        if (reading.block)
            m_blocks.emplace(subject.token, reading);
        return;
    }
    if (showsBlock(subject, statusOf(reading)))
        m_shown.insert(subject.token);
    visit(reading);
}

void RowWalk::visitBlocks(const VisitReading& visit) const
{
    for (const auto& [token, reading] : m_blocks)
        if (!m_shown.contains(token))
            visit(reading);
}

Exit RowWalk::report(const Terminal& terminal) const
{
    return reportUnread(terminal, m_walk, m_unread, "token", m_problem);
}

} // namespace ratewarden::ctl
