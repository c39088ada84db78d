// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/model/rule.h"
#include "core/model/time.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// A request that was denied, as far as it is known.
struct Denial {
    // It was decided then, both included; the same where it is known to the microsecond.
    Instant from{};
    Instant to{};
    Units cost = 1;
    /// What its caller may have had remembered of it, as a request's id; empty: not known.
    std::string note{};
    bool isLogged = false; ///< a log says that it was denied, by whatever
};

/// Why a state does not tell how a rule stood.
enum class StateSilence {
    None,       ///< it tells
    Gone,       ///< there is none any more
    Unread,     ///< it could not be read
    LaterState, ///< it has begun anew since: with a new window, or the log has lost older entries
    Changed,    ///< an operator has changed what is used since: Explanation::since
    OtherRules, ///< the policy, or an override, had other rules in between
    Format      ///< this layout keeps nothing of earlier moments
};

/// What the requests of a log come to under one rule: an estimate, as others may have been charged or these
/// may not have been.
struct LoggedUse {
    Units used = 0; ///< right before the denied request
    // Who had filled it.
    std::size_t requests = 0;
    Units largest = 0;
    Instant oldest{};
    Instant newest{};
};

/// How one rule stood when a request came.
struct RuleThen {
    enum class Answer {
        Denied,  ///< it had too little left for the cost, at every moment that is asked about
        Perhaps, ///< it may have had
        HadRoom, ///< it had enough
        NotKnown ///< it may have had, and nothing is known of it; see silence
    };

    Rule rule;
    Answer answer = Answer::NotKnown;
    StateSilence silence = StateSilence::None;
    Units atLeast = 0;             ///< was used, before the request
    std::optional<Units> atMost{}; ///< likewise; empty: not known
    /// When it had room again, had nothing else been charged. Of logs, where the same was used all the time.
    std::optional<Instant> freeAt{};
    /// Its answer stands only if no cost in its window has been settled since: some are not 1, or are of
    /// reservations. A log keeps what a cost has become, and not what it was.
    bool leansOnCosts = false;

    // Of a log, or of slots: who had filled it, of what is still there.
    std::size_t requests = 0;
    Units largest = 0;
    Instant oldest{};
    Instant newest{};
    std::vector<std::string> holders{}; ///< of slots, the oldest first: some whose callers have said it

    std::optional<LoggedUse> logged{}; ///< see tellByLog()

    Rule published{}; ///< what it is called by: under a lease life `rule` is stricter, as it decides

    bool isOpen() const { return answer == Answer::Perhaps || answer == Answer::NotKnown; }
};

/// What a state that was read later tells of the rules at the moment of the denial. `detail`: read under
/// `policy`, which has the rules that were in force then. `later`: all rules that have been in force since,
/// the present ones included; one or more. Of a rule that denied it is exact but for leansOnCosts; that one
/// had room holds as long as callers have given nothing back and reset nothing since, which leaves no trace.
///
/// - A log has every charge with its time. What a rule had used is the sum of those in its window, as long as
///   none of these may have been dropped: a log keeps the longest window before its newest charge, and may
///   have begun anew with its first one.
/// - A count of a window only grows: what was used is at most what is used now, if the window is the same.
/// - A theoretical arrival time only moves on: it was at most what it is now.
/// - A slot of our own that is held now, and had been taken by then, was held then: renewing it leaves the
///   time by which it was taken. Of those that have ended nothing is known.
std::vector<RuleThen> rulesThen(const TokenDetail& detail, const Policy& policy,
                                std::span<const std::vector<Rule>> later, const Denial& denial);

} // namespace ratewarden
