// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "app/ctl/table.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/tokens/token_filter.h"

#include <array>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

/// Tokens as `tokens` and `top` list them.
namespace ratewarden::ctl {

/// How one token stands under one policy.
struct ListedToken : TokenFigures {
    Subject subject;
    Instant at{};                        ///< when it was read, by the server's clock
    std::optional<Micros> window;        ///< where no rules are known, as `used`
    std::optional<Instant> blockedUntil; ///< of a block with an end
    std::optional<Units> reserved;       ///< of what is used of `tightest`, by openUnits()
    std::optional<Units> leased;         ///< of what is used of `tightest`, by unitsInLeases()
    bool isAboveLimit = false;           ///< more than 100 % of any rule is used
    WarningSet warnings;                 ///< as one look tells them
    std::string problem;                 ///< why it could not be read; printable
    Json rules;                          ///< of each rule what `check` tells of it
};

/// `withRules`: what JSON wants.
ListedToken listedToken(const Reading& reading, bool withRules);

/// Its name, with a "?" behind it if its prefix was guessed.
std::string formatText(const Format& format);

/// Whether its row shows the block of its token, which then needs no row of its own: candidates are hidden
/// unless they are asked for, and other limiters' tokens of the same name are others.
bool showsBlock(const Subject& subject, TokenStatus status);

using StatusCounts = std::array<std::size_t, tokenStatusCount>;

/// What tokens come to, without those under candidates.
struct TokenTotals {
    StatusCounts counts{};
    std::optional<double> allowed; ///< requests a second, of those that are counted; empty: none is
    std::optional<double> denied;
    std::optional<Units> inFlight;         ///< of those with a rule for requests at once; empty: none has
    std::optional<Units> reserved;         ///< of those whose state tells; empty: of none
    std::optional<Units> leased;           ///< of those of which something tells; empty: of none
    std::optional<std::size_t> aboveLimit; ///< how many tokens are; empty: the rules of none are known

    void add(const ListedToken& row);
};

/// Which tokens are listed.
struct TokenChoice {
    std::set<TokenStatus> states;      ///< empty: all
    std::optional<std::string> policy; ///< empty: all but candidates
    std::string format;                ///< its name; empty: any
    std::string match;                 ///< a pattern with *, ? and [...] for the token; empty: any

    TokenFilter filter; ///< of those the ones that it takes for sure

    bool takes(const ListedToken& row) const;
};

/// By which they are ordered: "state" puts the most urgent first.
enum class TokenOrder { State, Used, Left, Next, Denied, Token, Policy };

inline constexpr std::array tokenOrderNames{"state", "used", "left", "next", "denied", "token", "policy"};

/// Whether `a` comes before `b`; equal ones are ordered by token, policy and format.
bool comesBefore(const ListedToken& a, const ListedToken& b, TokenOrder order, bool reversed);

/// With the denials of the last seconds where any row's requests are counted, and the format where any is
/// another limiter's.
Table tokenTable(const std::vector<const ListedToken*>& rows);
Json json(const ListedToken& row);

/// The colour of a status, beside its name.
Tone toneOf(TokenStatus status);

} // namespace ratewarden::ctl
