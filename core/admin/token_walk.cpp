// SPDX-License-Identifier: MIT
#include "core/admin/token_walk.h"

#include "core/admin/policy_of.h"

#include <utility>

namespace ratewarden {

TokenWalk::TokenWalk(Server& server, const PolicyBook& book, Which which,
                     std::shared_ptr<ServerPrefixes> prefixes)
    : m_server(server)
    , m_book(book)
    , m_which(which)
    , m_prefixes(prefixes ? std::move(prefixes) : std::make_shared<ServerPrefixes>())
{
    m_prefixes->setPolicies(book.policies);
    m_catalogue = m_prefixes->lastCatalogue();
}

std::vector<Reading> TokenWalk::readPage()
{
    const bool hasBegun = !m_cursor.isAtStart();
    ScanPage page = scanSubjects(m_server, *m_prefixes, m_cursor);
    if (!m_isAgain) {
        m_looked += page.looked;
        m_unread += page.unread;
    }
    // Keys of the pages before may be of what this one told. Pages without keys of others have no formats
    // read.
    if (auto catalogue = m_prefixes->lastCatalogue()) {
        m_wantsAgain |= hasBegun && !m_isAgain && m_catalogue && catalogue != m_catalogue;
        m_catalogue = std::move(catalogue);
    }
    if (m_cursor.isAtEnd() && m_wantsAgain) {
        m_cursor = {};
        m_isAgain = true;
        m_wantsAgain = false;
    }
    m_lost.look(m_server);
    std::erase_if(page.subjects, [this](const Subject& subject) {
        return (m_which == Which::WithState && !subject.format->hasState()) ||
               !m_seen.insert(subjectKey(subject)).second;
    });
    if (!m_problem)
        m_problem = std::move(page.problem);
    return readSubjects(m_server, page.subjects, policyOf(m_book));
}

} // namespace ratewarden
