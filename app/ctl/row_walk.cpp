// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/row_walk.h"

#include "app/ctl/progress_line.h"
#include "app/ctl/unread.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden::ctl {

RowWalk::RowWalk(Server& server, const PolicyBook& book, bool withRules)
    : m_walk(server, book, TokenWalk::Which::All), m_withRules(withRules)
{
}

void RowWalk::visitAll(const Visit& visit)
{
    ProgressLine progress;
    while (!m_walk.isAtEnd()) {
        for (const Reading& reading : m_walk.readPage())
            take(reading, visit);
        if (ProgressLine::isWanted())
            progress.show(fmt::format("{} keys, {} tokens", m_walk.looked(), m_walk.tokens()));
    }
    for (auto& [token, row] : m_blocks)
        if (!m_shown.contains(token))
            visit(std::move(row));
}

void RowWalk::take(const Reading& reading, const Visit& visit)
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
            m_blocks.emplace(subject.token, tokenRow(reading, m_withRules));
        return;
    }
    TokenRow row = tokenRow(reading, m_withRules);
    if (showsBlock(row))
        m_shown.insert(subject.token);
    visit(std::move(row));
}

Exit RowWalk::report(const Terminal& terminal) const
{
    return reportUnread(terminal, m_walk, m_unread, "token", m_problem);
}

} // namespace ratewarden::ctl
