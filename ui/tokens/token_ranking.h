// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/decision.h"
#include "core/tokens/token_filter.h"
#include "ui/text/status_text.h"
#include "ui/tokens/token_names.h"

#include <array>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <unordered_set>
#include <vector>

namespace ratewarden::ui {

/// What is shown of the rows, and in which order.
struct TokenView {
    enum class By { Token, Policy, Share, Left, Next, Allowed, Denied, State, Expires };

    TokenFilter filter; ///< those of candidates only if it names one
    By by = By::State;
    bool descending = true;
};

/// What the table shows of a token, and ranks it by; as little as will do, as there may be a million.
struct TokenRow {
    static constexpr Micros never = Micros::max();
    static constexpr Units usedNotKnown = -1;
    static constexpr Micros notKnown{-1};

    Instant at{};           ///< when it was read, by the server's clock
    Micros wait = notKnown; ///< from then until a request passes; or one of the above
    Micros expires = never;
    Rule tightest; ///< the rule of which the largest part is used
    Units used = 0;
    float allowed = -1; ///< requests a second; below zero: not counted
    float denied = -1;
    /// What it is sorted by: requests a second over all the time that is counted, which follows only what is
    /// clearly another rate, so that rows with about the same do not change places; below zero: not counted.
    float steadyAllowed = -1;
    float steadyDenied = -1;
    /// Used of the rules that are not full for a moment only: 1 the whole limit. It follows in the same way.
    float steadyShare = 0;
    std::int32_t inFlight = 0; ///< requests, under a rule for requests at once
    std::int32_t reserved = 0; ///< units, of TokenFigures, as many as fit, as of the next
    std::int32_t leased = 0;
    bool deniedLately = false; ///< in the last minute
    TokenStatus state = TokenStatus::Unknown;
    bool knowsRules = false;
    bool overridden = false; ///< the rule is the token's own
    bool dropped = false;    ///< no row any more
    WarningSet warnings;     ///< what is wrong with its keys

    RuleUsage usage() const { return {tightest, used, {}}; } ///< if the rules are known
    /// When that much time after the reading is over, as a number to sort by; later for what never ends.
    double endOf(Micros span) const
    {
        return span <= Micros::zero() || span == never ? double(span.count())
                                                       : double((at.time_since_epoch() + span).count());
    }
    double share() const { return knowsRules ? usage().share() : 0; }
    Units left() const { return knowsRules ? usage().remaining() : maxUnits; }
    /// It has used something of its limits, or is blocked.
    bool active() const { return isActive(state, used); }
};

/// All rows at one moment: cheap to take, and to be read in another thread.
struct TokenSnapshot {
    RowNames names;
    SharedRows<TokenRow> rows;

    /// The tokens that have a window state under the policy, in order, each once.
    std::vector<std::string> tokensOf(std::string_view policy) const;
};

/// Tokens that have a block or an override, and no window state under any policy: each of them is a token,
/// too, wherever tokens are counted.
std::unordered_set<std::string_view> tokensWithoutState(const TokenSnapshot& tokens);

/// Which rows are shown, and in which order.
struct Ranking {
    std::vector<int> order;      ///< their places
    std::vector<int> rowOfPlace; ///< the other way round; -1: it is not shown
    /// Of tokens that only have a block: how many there are in each status, without the filters.
    std::array<int, tokenStatusCount> blockedAlone{};
};

/// The other way round: the row of each of so many places; -1: it is not in the order.
std::vector<int> rowsByPlace(const std::vector<int>& order, std::size_t places);

/// What a row is ranked by.
struct RankKey {
    std::array<double, 4> parts;
    int place;
};

/// Ranks all rows, at any number of them and in any thread. A block is shown on each of its token's windows;
/// a row of its own is only for tokens that have none. Equal rows stand by token, so that nothing jumps. All
/// of it stops with what it has when that is requested.
class TokenRanker {
public:
    /// Finds those that are shown, in as many threads as there are processors, and which of them are the
    /// first so many.
    TokenRanker(TokenSnapshot tokens, TokenView view, const std::stop_token& stop, std::size_t first = 0);

    std::size_t size() const;
    /// These first ones in their order, long before all are in theirs; the others in any.
    Ranking first() const;
    Ranking all(const std::stop_token& stop) const;

private:
    struct Part { // of one thread
        std::vector<int> places;
        std::vector<RankKey> first; // of these, as a heap with the last one on top
    };
    void inParts(const std::function<void(std::size_t part)>& work) const;
    void add(Part& part, const TokenRow& row, int place) const;

    TokenSnapshot m_tokens;
    TokenView m_view;
    std::size_t m_first;
    std::vector<Part> m_parts;
    std::array<int, tokenStatusCount> m_blockedAlone{};
};

/// The same order with the rows at the `changed` places, which have states, where they belong now, in or out
/// of it; `order` must be that of all other rows. For few changes among many rows.
std::vector<int> reorder(const TokenSnapshot& tokens, const TokenView& view, const std::vector<int>& order,
                         const std::vector<int>& changed);

/// How many rows of `order` have to move, come or go before it is `wanted`.
int rowsOutOfPlace(const std::vector<int>& order, const std::vector<int>& wanted);

/// Whether the view's filters let the row pass.
bool passes(const TokenRow& row, const TokenName& name, const TokenView& view);

} // namespace ratewarden::ui
