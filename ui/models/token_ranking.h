// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"

#include <QString>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// How a token stands, in one word. In the order of urgency.
enum class TokenState { Limited, Blocked, Near, Ok, Idle, Unknown };

inline constexpr int tokenStateCount = 6;

/// What is shown of the rows, and in which order.
struct TokenView {
    enum class By { Token, Policy, Share, Left, Next, Allowed, Denied, State, Expires };

    QString filter;                  ///< part of the token or the policy, as shown; in any case
    std::optional<TokenState> state; ///< empty: all
    std::optional<std::string> policy;
    By by = By::Share;
    bool descending = true;
};

struct TokenName {
    std::string token;
    std::string policy; ///< empty: a control key, which stands for a token that has no window state
};

/// The names of all rows by their place. A copy is cheap and may be read in another thread while names are
/// added to the original: those it knows are never touched again.
class TokenNames {
public:
    std::size_t size() const { return m_size; }
    const TokenName& operator[](std::size_t place) const { return (*m_chunks[place / chunk])[place % chunk]; }
    void add(TokenName name);

private:
    static constexpr std::size_t chunk = 1024;
    std::vector<std::shared_ptr<std::array<TokenName, chunk>>> m_chunks;
    std::size_t m_size = 0;
};

/// What a row's rank depends on, but for its name.
struct RankValues {
    double share = 0; ///< of the tightest rule
    Units left = 0;   ///< under it
    Micros wait{};    ///< until a request passes; the most there is: never; below zero: not known
    Micros expires{};
    float allowed = 0; ///< a second
    float denied = 0;
    TokenState state = TokenState::Unknown;
};

/// Which rows are shown, in which order, and how many there are.
struct Ranking {
    std::vector<int> order; ///< their places
    int tokens = 0;         ///< without the filters
    std::array<int, tokenStateCount> states{};
    std::set<std::string, std::less<>> policies;
};

/// Ranks all rows, at any number of them and in any thread. A block is shown on each of its token's windows;
/// a row of its own is only for tokens that have none. Equal rows stand by token, so that nothing jumps.
/// Stops with what it has when `cancelled` becomes true.
Ranking rank(const std::vector<RankValues>& rows, const TokenNames& names, const TokenView& view,
             const std::atomic<bool>& cancelled);

/// Whether the view's filters let the row pass.
bool passes(const RankValues& row, const TokenName& name, const TokenView& view);

} // namespace ratewarden::ui
