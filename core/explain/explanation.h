// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/audit.h"
#include "core/explain/denial_memory.h"
#include "core/explain/rule_then.h"
#include "core/formats/request_counts.h"
#include "core/formats/subject.h"
#include "core/model/block.h"
#include "core/model/override.h"
#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Why a request was denied, found afterwards from what the server still holds: the token's state, the
/// history of its policy, the audit trail, and the denials that the policy has it remember. Reads only, and
/// runs no script.
namespace ratewarden {

/// What denied a request.
enum class DenialCause {
    Blocked,     ///< an operator had blocked the token
    NeverFits,   ///< its cost is above a rule's capacity
    Rule,        ///< one rule, Explanation::rule
    OneOf,       ///< one of the rules that are open, or several
    Various,     ///< several denials of that time are remembered, and differ: Explanation::memory
    NoRule,      ///< every rule had room: it was not denied by this limiter; never Exact
    NotCounted,  ///< the counts of that time know no denied request: likewise
    NotEnforced, ///< the policy was in shadow mode, or off, and denied nothing
    NoPolicy ///< the policy had not been published yet, or was removed; limiters may have rules of their own
};

/// What the counts of a token know of a time, in whole ten seconds.
struct CountsThen {
    Instant from{};
    Instant until{};
    Units allowed = 0;
    Units denied = 0;
};

/// How sure it is.
enum class Certainty {
    Exact, ///< what is stored says so
    /// If this limiter denied it, no other rule can have done it; as long as callers have given nothing back,
    /// and reset nothing, since.
    ByExclusion,
    Trail, ///< so says the audit trail, of which all changes of operators are a part, and nothing else
    Open,  ///< it may have been so
    /// The requests of a log say so, as far as these are all that were charged: see LogFacts; or the state's
    /// costs do, as far as they have not been settled since: Explanation::leansOnCosts.
    Estimate
};

/// A denied request that a log has.
struct LoggedDenial {
    Instant at{}; ///< as it stands there: of the answer or the request, by the clock of whoever logged it
    Units cost = 1;
    std::uint16_t status = 0;
    std::string note; ///< its request's id; may be empty
    std::string zone; ///< of a proxy's own limiter, by which it was denied; may be empty
};

/// What a log tells of a denial.
struct LogFacts {
    std::string source; ///< the file
    bool knowsStatus = false;
    std::uint64_t requests = 0;   ///< all that it has
    Instant from{};               ///< the first of these
    Instant to{};                 ///< the last
    std::uint64_t ofToken = 0;    ///< of the token, whenever
    std::uint64_t deniedThen = 0; ///< of the token, at the time that is asked about and logSlack around it
    std::vector<LoggedDenial> denials; ///< the first of these; before them those with the denial's note
};

/// What an operator changed, before the request or since.
struct OperatorChange {
    AuditEntry entry;
    /// It concerns what the token had used: since then the state does not tell of what was before.
    bool erases = false;
};

struct Explanation {
    Denial denial;
    Subject subject;
    Instant at{}; ///< when all of this was read, by the server's clock

    DenialCause cause = DenialCause::OneOf;
    Certainty certainty = Certainty::Open;
    std::optional<std::size_t> rule; ///< of Rule and NeverFits: its place in rules

    /// What was in force: with its version, 0 where it is not published. Its rules are the override's where
    /// `override` says so.
    PublishedPolicy policy;
    Instant policySince{}; ///< the moment 0: not known
    std::string policyBy;  ///< who published it; may be empty
    std::optional<Override> override;
    std::vector<Rule> publishedRules; ///< of the policy, where the override replaces them
    /// Where the rules that were in force then are not sure.
    bool rulesAreGuessed = false;
    /// An operator changed something of the token while the request may have been decided.
    bool changedMeanwhile = false;
    /// The token has no state under the policy, and neither counts nor remembered denials: nothing shows that
    /// this limiter has ever had a request of it.
    bool isUnseen = false;
    bool isContested = false;  ///< another limiter that was asked about, too, may have denied it
    bool leansOnCosts = false; ///< of Estimate: see RuleThen::leansOnCosts
    std::vector<RuleThen> rules;
    DenialMemory memory;               ///< if the policy has denials remembered
    std::optional<LogFacts> log;       ///< of a log that was opened
    std::optional<Block> block;        ///< of Blocked; empty: it is remembered, but not whose it was
    std::optional<CountsThen> counted; ///< if the policy keeps counts

    /// Of a rule that is known to have denied it: when it would have passed.
    std::optional<Instant> passesAt;
    /// The largest cost that would have passed then; empty: not known, or none.
    std::optional<Units> passesAtCost;
    /// The version before, if every one of its rules would have had room; 0: it would not, or it is not
    /// known.
    std::int64_t passesUnderVersion = 0;

    std::vector<OperatorChange>
        before; ///< changes that concern the token, before the request; the newest first
    std::vector<OperatorChange> since; ///< likewise, after it
    bool trailIsWhole = true; ///< false: the audit trail does not go back to the request, or may not be read
};

/// Explains a denial of a token under a published policy. `token`: as Redis knows it. Throws InvalidArgument
/// for a moment in the server's future, or when no such policy is published and none was; BadState, Refused
/// and Unavailable.
Explanation explainDenial(Server& server, const std::string& token, const std::string& policy,
                          const Denial& denial);

/// The same under every published policy of ours under which the token has a state, counts or remembered
/// denials, and of those of `others`, keys of other limiters of the token, whose rules are published; under
/// all policies of ours if there is none of these. Those first that may have denied it. `token`: as a request
/// brings it, hashed where the policy, or `hashes`, says so. Throws InvalidArgument when no policy can be
/// asked; of a denial that a log has, there is an answer of NoPolicy then.
std::vector<Explanation> explainDenials(Server& server, const std::string& token, const Denial& denial,
                                        bool hashes = false, std::span<const Subject> others = {});

/// Explains the denials that are remembered with the note, the newest ten, first the newest. `policy`: empty:
/// under whichever. Goes through all keys of the server. Throws InvalidArgument when there is none.
std::vector<Explanation> explainNoted(Server& server, std::string_view note, std::string_view policy = {});

/// The same of another limiter's key, judged by `policy`, whose rules must be known, as if they had always
/// been in force. A block of such a key is a part of its state.
Explanation explainDenial(Server& server, const Subject& subject, const Policy& policy, const Denial& denial);
/// Judged by what was published for such keys under the name `policy`, as it was then. Before it was first
/// published they had rules, too, which are guessed to be the first that are known. Throws InvalidArgument
/// when nothing was published.
Explanation explainDenial(Server& server, const Subject& subject, const std::string& policy,
                          const Denial& denial);

} // namespace ratewarden
