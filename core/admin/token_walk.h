// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/lost_nodes.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"

#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

namespace ratewarden {

/// Goes through all keys of a server once, a page at a time, and reads the tokens that it finds, of whatever
/// format: SCAN and pipelined reads, never more than one page under way. A token comes once, though SCAN may
/// repeat keys; for that the names of all tokens stay in memory, some 100 bytes each. When a page tells of a
/// prefix that nobody knew, it goes through the keys once more.
class TokenWalk {
public:
    enum class Which {
        WithState, ///< what is charged and reset
        All        ///< and what stands for a token under every policy: its block
    };

    /// Server and book must outlive it. `prefixes`: what earlier walks have learned of the server's; null:
    /// nothing.
    TokenWalk(Server& server, const PolicyBook& book, Which which,
              std::shared_ptr<ServerPrefixes> prefixes = nullptr);

    bool isAtEnd() const { return m_cursor.isAtEnd(); }
    /// Reads the next page. What Redis refuses for one token is that reading's problem; throws what
    /// scanSubjects() does otherwise.
    std::vector<Reading> readPage();

    /// Keys that it went through; a few more than there are where SCAN repeats some.
    std::size_t looked() const { return m_looked; }
    /// Keys that may be other limiters', but could not be read: see ScanPage.
    std::size_t unread() const { return m_unread; }
    /// Why, of the first of them; none: all could be read.
    const Problem& problem() const { return m_problem; }
    /// Tokens that it came by.
    std::size_t tokens() const { return m_seen.size(); }
    ServerPrefixes& prefixes() { return *m_prefixes; }
    /// Nodes of the cluster that were unreachable, as "host:port": their tokens were not seen.
    const std::vector<std::string>& lostNodes() const { return m_lost.names(); }

private:
    Server& m_server;
    const PolicyBook& m_book;
    const Which m_which;
    std::size_t m_unread = 0;
    Problem m_problem;
    ScanCursor m_cursor;
    bool m_isAgain = false; ///< goes through all keys a second time, once
    bool m_wantsAgain = false;
    std::shared_ptr<ServerPrefixes> m_prefixes;
    std::shared_ptr<const Catalogue> m_catalogue; // of the page before
    std::size_t m_looked = 0;
    std::unordered_set<std::string> m_seen;
    LostNodes m_lost;
};

} // namespace ratewarden
