// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/token_list.h"
#include "core/admin/token_walk.h"
#include "core/policies/policy_store.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ratewarden::ctl {

/// The tokens of a server as `top` shows them. What is on screen is read again every round; all others in
/// the background, page by page, with a pause after each of pauseFactor times what the page took. Only
/// the first walk through all keys goes as fast as the server answers.
class TokenBoard {
public:
    using Clock = std::chrono::steady_clock;
    static constexpr int pauseFactor = 9;

    explicit TokenBoard(Server& server) : m_server(server) {}

    /// When the next page of the background is due.
    Clock::time_point nextPage() const { return m_nextPage; }
    /// Reads it.
    void readPage();
    /// Reads these again, now.
    void reread(const std::vector<Subject>& subjects);
    /// The server was away: what it has is gone through again from the beginning.
    void restart();

    struct Rows {
        std::vector<const ListedToken*> first; ///< in order; they stay until the next reading
        std::size_t chosen = 0;                ///< of which these are the first
        TokenTotals totals;                    ///< of all tokens, whatever is chosen
    };
    Rows rows(const TokenChoice& choice, TokenOrder order, bool reversed, std::size_t most) const;

    bool isComplete() const { return m_passes > 0; } ///< all keys have been gone through once
    std::size_t looked() const { return m_walk ? m_walk->looked() : 0; }
    std::size_t unread() const { return m_unread; } ///< of the walk that was completed last

private:
    using Name = std::tuple<std::string, std::string, const Format*>; // policy, token
    struct Entry {
        ListedToken row;
        unsigned pass = 0; ///< that came by it last
    };
    void put(const Reading& reading);
    void endPass();

    Server& m_server;
    PolicyBook m_book;
    std::shared_ptr<ServerPrefixes> m_prefixes = std::make_shared<ServerPrefixes>();
    std::optional<TokenWalk> m_walk;
    std::map<Name, Entry> m_entries;
    unsigned m_pass = 1;
    unsigned m_passes = 0; // completed
    std::size_t m_unread = 0;
    std::size_t m_unreadNow = 0;
    Clock::time_point m_nextPage{};
};

} // namespace ratewarden::ctl
