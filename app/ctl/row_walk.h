// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "app/ctl/token_rows.h"
#include "core/admin/token_walk.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>

namespace ratewarden::ctl {

/// Goes through all tokens of a server once: a block is on its token's rows, and a row of its own only where
/// the token has none.
class RowWalk {
public:
    using Visit = std::function<void(ListedToken row)>;
    using VisitReading = std::function<void(const Reading& reading)>;

    /// Both must outlive it. `withRules`: what JSON wants. `prefixes`: see TokenWalk.
    RowWalk(Server& server, const PolicyBook& book, bool withRules,
            std::shared_ptr<ServerPrefixes> prefixes = nullptr);

    // One of them is to be called, once. Throws as TokenWalk does.
    /// As rows, with its progress on a terminal.
    void visitAll(const Visit& visit);
    /// For those who come by again and again.
    void visitReadings(const VisitReading& visit);

    /// What it came by.
    const TokenWalk& tokenWalk() const { return m_walk; }
    /// Tokens that could not be read; they are visited all the same.
    std::size_t unread() const { return m_unread; }
    /// Complains of all that could not be read; Done if there is nothing.
    Exit report(const Terminal& terminal) const;

private:
    void readPage(const VisitReading& visit);
    void take(const Reading& reading, const VisitReading& visit);
    void visitBlocks(const VisitReading& visit) const;

    TokenWalk m_walk;
    bool m_withRules;
    std::map<std::string, Reading> m_blocks; // by token
    std::unordered_set<std::string> m_shown; // tokens whose block is on their rows
    std::size_t m_unread = 0;
    std::string m_problem;
};

} // namespace ratewarden::ctl
