// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/server_warnings.h"
#include "core/formats/warning_facts.h"
#include "core/model/time.h"
#include "core/tokens/warning_tally.h"

#include <compare>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ratewarden {

/// What is wrong between many tokens, or between a policy and its tokens: no key shows it by itself. The
/// worst first.
enum class PatternCode {
    SharedAddress, ///< a private address has most of the requests: a proxy's, and everybody shares its limit
    HotKey,        ///< a token has so many requests that one node of the server is busy with its key alone
    TwoAlgorithms, ///< tokens are counted by two algorithms under one policy: each has its limit twice
    TwoPolicies,   ///< two policies are for the same keys, and neither is the more specific one
    BusyAddress,   ///< an address has nearly all requests: a proxy's, or just the only client's
    UnusedPolicy   ///< a policy has been published for a while, and no key follows it; the last one
};
inline constexpr int patternCodeCount = int(PatternCode::UnusedPolicy) + 1;
/// "shared-address", "hot-key", "two-algorithms", "two-policies", "busy-address",
/// "unused-policy".
std::string_view nameOf(PatternCode code);

/// All that can be found: on the server, in tokens' keys, and between them.
using FindingKind = std::variant<ServerWarningCode, WarningCode, PatternCode>;
/// For files and programs; no two kinds have the same.
std::string_view nameOf(const FindingKind& kind);

/// "critical", "warning", "note".
std::string_view nameOf(FindingSeverity severity);
FindingSeverity severityOf(const FindingKind& kind);

FindingRemedy remedyOf(const FindingKind& kind);
/// The sentence's %1 of a finding on the server, and of most between tokens, is what is known of it; of
/// tokens it has none.
const FindingTexts& textsOf(const FindingKind& kind);

/// How long a policy has to be published, without a key that follows it, to be found.
inline constexpr Micros policyPatience = std::chrono::minutes(10);

/// What a finding is known by, from one connection to the next: never by its place in a list.
struct FindingName {
    std::string kind;
    std::string format; ///< its name; empty: it is of no format's keys
    std::string group;  ///< the policy, or the group of keys; empty: of none, or of those not listed

    // NOLINTNEXTLINE(modernize-use-nullptr): the zero that it is compared with is no pointer
    friend auto operator<=>(const FindingName&, const FindingName&) = default;
};

/// Somebody knows, and does not want to be told.
struct Dismissal {
    std::string by;
    std::string reason;
    std::optional<Instant> until; ///< empty: for good

    friend bool operator==(const Dismissal&, const Dismissal&) = default;
};

/// What is wrong, where, with how many tokens, and since when.
struct Finding {
    FindingKind kind;
    const Format* format = nullptr;        ///< null: it is of no format's keys
    std::string group;                     ///< see FindingName
    bool others = false;                   ///< see WarningGroup
    std::size_t tokens = 0;                ///< that have it; 0: it is of no tokens
    std::optional<double> share = {};      ///< of an address: of all requests, 0 to 1
    std::optional<double> rate = {};       ///< of HotKey: requests a second
    std::string other = {};                ///< of TwoAlgorithms: the other format; of TwoPolicies: the policy
    std::vector<std::string> samples = {}; ///< a few of these tokens
    std::optional<ServerWarning> server = {}; ///< of the server
    Instant firstSeen{};                      ///< by the server's clock
    Instant lastSeen{};                       ///< likewise; while it is there, the last look
    bool isGone = false;                      ///< it was there at lastSeen, and is not any more
    std::optional<Dismissal> dismissed = {};

    FindingName name() const;
    friend bool operator==(const Finding&, const Finding&) = default;
};

/// The group, printable; or what stands in its place.
std::string whereOf(const Finding& finding);

/// As found by a look at `at`.
Finding findingOf(const ServerWarning& warning, Instant at);
/// First seen when its tokens were.
Finding findingOf(const WarningGroup& group, Instant at);

} // namespace ratewarden
