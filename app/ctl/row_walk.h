// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "app/ctl/token_rows.h"
#include "core/admin/token_walk.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <unordered_set>

namespace ratewarden::ctl {

/// Goes through all tokens of a server once, as rows, with its progress on a terminal: a block is on its
/// token's rows, and a row of its own only where the token has none.
class RowWalk {
public:
    using Visit = std::function<void(TokenRow row)>;

    /// Both must outlive it. `withRules`: what JSON wants.
    RowWalk(Server& server, const PolicyBook& book, bool withRules);

    /// To be called once. Throws as TokenWalk does.
    void visitAll(const Visit& visit);

    /// What it came by.
    const TokenWalk& tokenWalk() const { return m_walk; }
    /// Tokens that could not be read; they are visited all the same.
    std::size_t unread() const { return m_unread; }
    /// Complains of all that could not be read; Done if there is nothing.
    Exit report(const Terminal& terminal) const;

private:
    void take(const Reading& reading, const Visit& visit);

    TokenWalk m_walk;
    bool m_withRules;
    std::map<std::string, TokenRow> m_blocks; // by token
    std::unordered_set<std::string> m_shown;  // tokens whose block is on their rows
    std::size_t m_unread = 0;
    std::string m_problem;
};

} // namespace ratewarden::ctl
