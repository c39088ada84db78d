// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/remembered_denials.h"
#include "core/formats/request_counts.h"
#include "core/formats/slots.h"
#include "core/formats/subject.h"
#include "core/formats/warning.h"
#include "core/model/block.h"
#include "core/model/decision.h"
#include "core/model/log.h"
#include "core/model/override.h"
#include "core/model/policy.h"
#include "core/model/problem.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

struct ForeignState;

/// How one token stands under one policy at one moment, read without changing anything and without running a
/// script.
struct Reading {
    Subject subject;
    Instant at{};                 ///< by the server's clock
    std::optional<Policy> policy; ///< by whose rules it is judged; empty: they are not known
    /// What a request of cost 1, or of the cost that was asked for, would be answered; empty without a
    /// policy.
    std::optional<Decision> decision;
    /// False: the log is longer than what was read of it, and at least so much is used as `decision` says.
    /// Then whether the request is denied is certain only if it says so.
    bool exact = true;
    std::optional<Block> block;
    std::vector<Override> overrides;  ///< of a subject that stands for the whole token: under any policy
    std::vector<RequestCount> counts; ///< empty: the policy keeps none, or nothing was counted
    std::optional<Micros> expiresIn;  ///< of the state; empty: it does not expire, or it is gone
    bool gone = false;                ///< neither state nor block is there any more
    Problem problem;                  ///< why the state could not be read
    std::vector<Warning> warnings;    ///< what is wrong with its keys, as far as this depth tells
    std::vector<TakenSlot> inFlight;  ///< the oldest first; not of Depth::Row
    /// Of what each rule of the decision counts, what was reserved and is not settled: openUnits(). Empty:
    /// the state does not tell.
    std::vector<Units> reserved;
    std::optional<Units> leased; ///< of what is used, leases may hold up to so much: unitsInLeases()

    // Of formats of others; empty where the layout does not tell.
    std::optional<Units> used;    ///< where no rules are known: what is counted in the present window
    std::optional<Micros> window; ///< where no rules are known: how long that is
    bool windowInferred = false;  ///< from an expiry, the number of a window, or the newest entry
    bool limited = false;         ///< where no rules are known: by a limit in its keys the next one is denied
    std::optional<Micros> retryAfter;            ///< of that
    std::shared_ptr<const ForeignState> foreign; ///< all that was read; not of Depth::Row
};

/// A reading with all that the state can tell.
struct TokenDetail {
    Reading reading;
    std::string stateKey;                  ///< empty: the subject has no state
    std::optional<Override> override;      ///< why the token has other rules than its policy
    bool hasLog = false;                   ///< the state keeps every charge
    LogContents log;                       ///< the newest maxEntries of them
    std::vector<RememberedDenial> denials; ///< the newest mostDenialsShown, where the policy has them kept
    std::string records;                   ///< of our own formats without a log: StoredState::records
    std::string type;                      ///< as TYPE names it; empty when unknown
    std::string encoding;                  ///< as OBJECT ENCODING names it; empty when unknown
    std::optional<std::int64_t> bytes;     ///< as MEMORY USAGE estimates it
};

/// How many entries of a log are read at most.
inline constexpr std::int64_t maxEntries = 2000;
inline constexpr std::int64_t mostDenialsShown = 20;

} // namespace ratewarden
