// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/remembered_denials.h"
#include "core/formats/request_counts.h"
#include "core/model/log.h"
#include "core/model/policy.h"
#include "core/model/time.h"

#include <compare>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What is wrong with the keys of a subject; all else that is known of a code is a row in warning_facts.cpp.
/// The worst first.
enum class WarningCode : std::uint8_t {
    StaleLock,    ///< a lock that never expires
    StaleSlots,   ///< requests that have been in flight for so long that their holders have probably died
    WrongUnit,    ///< its times are in another unit than the format reads: seconds for milliseconds
    CounterFell,  ///< a counter fell within its window; found by CounterWatch alone, not by one look
    AboveLimit,   ///< more is charged than the limit, where denied requests are not counted
    Ahead,        ///< a moment in the future, in a subject that is not limited
    ClocksDiffer, ///< a list has later moments behind earlier ones: those who write it have other clocks
    TooLarge,     ///< a request of more than the limit was denied lately: no wait lets it pass
    RetryStorm,   ///< a client that goes on sending what is denied
    Negative,     ///< a count below zero
    NoExpiry,     ///< the key never expires, though this format's always do
    Untrimmed,    ///< a log keeps entries that are older than the window, and faulty clients count them
    AddressList,  ///< the token is a whole list of addresses: each way through proxies has a limit of its own
    EarlyRetries, ///< requests come again before they can be allowed
    AbsurdExpiry, ///< it expires after more than 100 times what is expected
    Count         ///< how many there are; none itself
};
inline constexpr int warningCodeCount = int(WarningCode::Count);

/// For filters and programs: "stale-lock", "no-ttl".
std::string_view nameOf(WarningCode code);

/// Units of times, in decimals of a second: 0, 3, 6 or 9.
struct MistakenUnit {
    int written = 0; ///< in what the times are
    int read = 0;    ///< in what the format reads them

    friend bool operator==(const MistakenUnit&, const MistakenUnit&) = default;
};

struct Warning {
    WarningCode code;
    /// What it is, WarningFacts::number says. Ahead, ClocksDiffer, AbsurdExpiry: seconds; RetryStorm,
    /// EarlyRetries: denied requests a second; Negative: the count; Untrimmed: what the faulty client counts;
    /// StaleSlots: how many; AboveLimit: how many times the limit; TooLarge: the request's units; WrongUnit:
    /// see mistakenUnit().
    double number = 0;
    std::string role{};  ///< of the key concerned; empty: the state's
    std::string owner{}; ///< of a lock: what it holds, as far as the format knows

    friend bool operator==(const Warning&, const Warning&) = default;
};

Warning wrongUnit(MistakenUnit units);
/// Of WrongUnit. Empty: its number, which a file may have said, is of no two units.
std::optional<MistakenUnit> mistakenUnit(const Warning& warning);

/// A set of codes in little room.
class WarningSet {
public:
    WarningSet() = default;
    explicit WarningSet(const std::vector<Warning>& warnings)
    {
        for (const Warning& warning : warnings)
            add(warning.code);
    }

    void add(WarningCode code) { m_bits = Bits(m_bits | bit(code)); }
    void remove(WarningCode code) { m_bits = Bits(m_bits & ~bit(code)); }
    bool has(WarningCode code) const { return (m_bits & bit(code)) != 0; }
    bool empty() const { return m_bits == 0; }

    // NOLINTNEXTLINE(modernize-use-nullptr): the zero that it is compared with is no pointer
    friend auto operator<=>(const WarningSet&, const WarningSet&) = default;

private:
    using Bits = std::uint16_t; // each of a million rows has a set
    static_assert(warningCodeCount <= std::numeric_limits<Bits>::digits,
                  "WarningSet has no bit for the last code: widen its Bits");

    static Bits bit(WarningCode code) { return Bits(1U << unsigned(code)); }

    Bits m_bits = 0;
};

/// A lock without expiry that is held is seen by anybody who looks; one that is held by the same owner after
/// so long is stale.
inline constexpr Micros lockPatience = std::chrono::seconds(2);

/// A request that has been in flight for longer has probably lost its holder.
inline constexpr Micros slotPatience = std::chrono::minutes(10);

/// From how much on denied requests are a storm: so many, so many a second, and more than were allowed.
inline constexpr double stormDenied = 60;
inline constexpr double stormRate = 1;

/// Of a token whose requests are counted: the last minute's tens of seconds, which are over, were each above
/// stormRate.
std::optional<Warning> retryStorm(const std::vector<RequestCount>& counts, Instant now);

/// Likewise: in each of the last half minute's tens of seconds, which are over, several requests were denied
/// and none was allowed. Whoever waits as long as each denial says comes once in that time.
std::optional<Warning> earlyRetries(const std::vector<RequestCount>& counts, Instant now);

/// From how much on a charge is above its limit for good reason to ask: so many times, and so many units.
/// What an operator writes to block a token stays below.
inline constexpr double farAbove = 2;
inline constexpr double unitsAbove = 10;

/// For so long a request that can never pass is something to look at.
inline constexpr Micros tooLargePatience = std::chrono::minutes(10);

/// Of a token whose denials are remembered: whether the newest one was of a request that can never pass.
/// `denials`: the newest first.
std::optional<Warning> tooLarge(const std::vector<RememberedDenial>& denials, Instant now);

/// What is wrong with the name of a token.
std::optional<Warning> nameWarning(std::string_view token);

/// What is wrong with a state of Ratewarden's own. `pttl`: as PTTL answered; nothing is wrong with one that
/// is not there. `policy`: null when its rules are not known. `log`: what was read of one, or empty.
std::vector<Warning> stateWarnings(std::int64_t pttl, const Policy* policy, const LogContents& log,
                                   Instant now);

} // namespace ratewarden
