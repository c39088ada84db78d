// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/lost_nodes.h"
#include "core/formats/reader.h"
#include "core/policies/policy_store.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace ratewarden {

/// Goes through all keys of a server once, a page at a time, and reads the tokens that it finds, of whatever
/// format: SCAN and pipelined reads, never more than one page under way. A token comes once, though SCAN may
/// repeat keys; for that the names of all tokens stay in memory, some 100 bytes each.
class TokenWalk {
public:
    enum class Which {
        WithState, ///< what is charged and reset
        All        ///< and what stands for a token under every policy: its block
    };

    /// Both must outlive it.
    TokenWalk(Server& server, const PolicyBook& book, Which which);

    bool isAtEnd() const { return m_cursor == "0" && m_hasBegun; }
    /// Reads the next page. What Redis refuses for one token is that reading's problem; throws what
    /// scanSubjects() does otherwise.
    std::vector<Reading> readPage();

    /// Keys that it went through, about.
    std::size_t looked() const { return m_looked; }
    /// Keys that may be other limiters', but could not be read: see ScanPage.
    std::size_t unread() const { return m_unread; }
    /// Why, of the first of them; none: all could be read.
    const Problem& problem() const { return m_problem; }
    /// Tokens that it came by.
    std::size_t tokens() const { return m_seen.size(); }
    /// Nodes of the cluster that were unreachable, as "host:port": their tokens were not seen.
    const std::vector<std::string>& lostNodes() const { return m_lost.names(); }

private:
    bool isNew(const Subject& subject);

    Server& m_server;
    const PolicyBook& m_book;
    const Which m_which;
    std::size_t m_unread = 0;
    Problem m_problem;
    std::string m_cursor = "0";
    bool m_hasBegun = false;
    std::size_t m_looked = 0;
    std::unordered_set<std::string> m_seen;
    LostNodes m_lost;
};

} // namespace ratewarden
