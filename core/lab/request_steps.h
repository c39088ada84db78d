// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/candidate.h"
#include "core/lab/trace.h"
#include "core/model/decision.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ratewarden {

/// One request of a token and what it got.
struct RequestStep {
    Instant time;
    Units cost = 1;
    Verdict verdict = Verdict::Allowed;
    std::optional<std::uint8_t> rule; ///< that denied; of several the one with the longest wait
    std::optional<Micros> retryAfter = Micros::zero(); ///< as in Decision

    bool allowed() const { return verdict == Verdict::Allowed; }
    friend bool operator==(const RequestStep&, const RequestStep&) = default;
};

/// A token's requests in order of time with what each got, from no state on: its time line. Decided by
/// TokenState, so that it is also what the scripts decide. About five million requests a second. Throws
/// BadPolicy for a policy that is not valid.
std::vector<RequestStep> verdictsOf(const GroupedTrace& traffic, TokenId token, const Candidate& candidate);

/// The index of the first request from `from` on that one allows and the other denies; nothing when there is
/// none. Both are of the same token and trace.
std::optional<std::size_t> nextDifference(const std::vector<RequestStep>& one,
                                          const std::vector<RequestStep>& other, std::size_t from = 0);
/// The last such request before `before`.
std::optional<std::size_t> previousDifference(const std::vector<RequestStep>& one,
                                              const std::vector<RequestStep>& other, std::size_t before);
/// Why a rule makes a request wait.
enum class WaitReason {
    None,             ///< it fits
    EntryInWindow,    ///< sliding log: an entry must get one window old
    WindowNotOver,    ///< fixed window: it must end
    WindowSlides,     ///< sliding window counter: the window before, or this one, must slide out
    BucketNotDrained, ///< GCRA and buckets: units are freed one by one
    NeverFits         ///< the cost is above the capacity; there is no wait
};

/// How one request stands under one rule, before it is charged.
struct RuleStep {
    Rule rule;
    Units used = 0;
    std::optional<Micros> wait = Micros::zero(); ///< zero: it fits; empty: never
    WaitReason reason = WaitReason::None;
    /// EntryInWindow: the entry that must leave, counted from the oldest in the window, the first being 1,
    /// and how old it is: "the 5th entry is 56 s old, 60 needed". Entries of the window.
    std::size_t entry = 0;
    std::size_t entries = 0;
    Micros entryAge{};
    /// WindowNotOver and WindowSlides: when the window on the clock began in which the request falls.
    Instant windowStart;
    Units inWindow = 0;       ///< WindowNotOver and WindowSlides: what is charged in it
    Units inWindowBefore = 0; ///< WindowSlides: and in the one before, of which a part still counts
    /// BucketNotDrained: how long one unit takes to be freed, rounded up.
    Micros perUnit{};
};

/// What a request got, and how it stood under every rule.
struct StepExplanation {
    RequestStep step;
    std::vector<RuleStep> rules;
};

/// Explains the token's request with this index. Throws BadPolicy, and std::out_of_range for an index that
/// the token does not have.
StepExplanation explain(const GroupedTrace& traffic, TokenId token, const Candidate& candidate,
                        std::size_t request);

/// What a next request of this cost would get at `now`, after all requests of the token up to then; nothing
/// is charged.
StepExplanation ask(const GroupedTrace& traffic, TokenId token, const Candidate& candidate, Instant now,
                    Units cost);

} // namespace ratewarden
