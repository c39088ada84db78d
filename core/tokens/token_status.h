// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/model/decision.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ratewarden {

/// How a token stands at the moment of its reading, in one word. In the order of urgency. Limited: a rule
/// refuses the next request of cost 1. Denials of the last seconds are no status: ratesOf() tells them.
enum class TokenStatus : std::uint8_t { Limited, Blocked, Near, Ok, Idle, Unknown };

inline constexpr int tokenStatusCount = 6;

/// For programs: "limited", "blocked", "near", "ok", "idle", "unknown".
std::string_view nameOf(TokenStatus status);
/// Nothing for any other name.
std::optional<TokenStatus> tokenStatusNamed(std::string_view name);

/// A share of a limit from which on a token counts as near it.
inline constexpr double nearShare = 0.8;

/// A rule with a window no longer than this, such as 1/s, is full for a moment only: it brings no token near
/// its limit, and a wait shorter than this is not urgent.
inline constexpr Micros momentary = std::chrono::seconds(2);

/// The largest share of a limit that is used, of the rules that are not full for a moment only.
double steadyShare(const Decision& decision);

TokenStatus statusOf(const Reading& reading);

/// Whether the token has used something of its limits, or is blocked. `used`: where no rules are known.
bool isActive(TokenStatus status, Units used);

/// Until a request of cost 1 passes: zero when it does now; nothing when waiting does not help or it is not
/// known.
std::optional<Micros> waitOf(const Reading& reading);

/// Requests of the last seconds; nothing where they are not counted.
std::optional<RequestRates> requestRatesOf(const Reading& reading);

/// What lists tell of a token, by one reading.
struct TokenFigures {
    TokenStatus status = TokenStatus::Unknown;
    bool isUnread = false;             ///< it could not be read: no field that is empty says anything
    bool overridden = false;           ///< the rules are the token's own
    std::optional<RuleUsage> tightest; ///< of the rule of which the largest part is used; empty: no rules
    std::optional<Units> used;         ///< where no rules are known, what is counted
    std::optional<Micros> wait;        ///< as waitOf() tells it
    std::optional<RequestRates> rates; ///< as requestRatesOf() tells them
    std::optional<Units> inFlight;     ///< under a rule for requests at once; empty: there is none
    std::optional<Units> mostReserved; ///< as mostOpenUnits() tells them
    std::optional<Units> mostLeased;   ///< as mostInLeases() tells them
    double steadyShare = 0;

    /// Requests a second; below zero: they are not counted.
    double denied() const { return rates ? rates->denied : -1; }
};

TokenFigures figuresOf(const Reading& reading);

/// Whether rules hold the token back for more than a moment: it was denied requests lately, or the next one
/// has to wait. `denied`: requests a second, below zero where they are not counted. `wait`: Micros::max()
/// where waiting does not help.
bool isHeldBack(TokenStatus status, double denied, Micros wait);

/// What makes one token more urgent than another, the most important first; larger is more urgent. What a
/// moment changes, such as a full 1/s, is not in it, so that rows do not jump.
std::array<double, 4> urgencyOf(TokenStatus status, double denied, Micros wait, double steadyShare);

} // namespace ratewarden
