// SPDX-License-Identifier: MIT
#include "core/admin/token_walk.h"

#include "core/admin/policy_of.h"

#include <utility>

namespace ratewarden {

TokenWalk::TokenWalk(Server& server, const PolicyBook& book, Which which)
    : m_server(server), m_book(book), m_which(which)
{
}

// The length keeps apart what only looks alike when it is joined.
bool TokenWalk::isNew(const Subject& subject)
{
    std::string key(subject.format->name());
    key += ' ';
    key += std::to_string(subject.policy.size());
    key += ' ';
    key += subject.policy;
    key += subject.token;
    return m_seen.insert(std::move(key)).second;
}

std::vector<Reading> TokenWalk::readPage()
{
    ScanPage page = scanSubjects(m_server, m_cursor);
    m_cursor = page.cursor;
    m_hasBegun = true;
    m_looked += page.looked;
    m_lost.look(m_server);
    std::erase_if(page.subjects, [this](const Subject& subject) {
        return (m_which == Which::WithState && !subject.format->hasState()) || !isNew(subject);
    });
    m_unread += page.unread;
    if (!m_problem)
        m_problem = std::move(page.problem);
    return readSubjects(m_server, page.subjects, policyOf(m_book));
}

} // namespace ratewarden
