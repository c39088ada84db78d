// SPDX-License-Identifier: MIT
#pragma once

// Private to the proposals: what those of numbers and those of logs share.

#include "core/formats/describe/format_proposal.h"
#include "core/formats/describe/name_proposal.h"

namespace ratewarden::proposals {

/// What every proposal for one key stands on.
struct Basis {
    explicit Basis(const KeyLooks& all);

    /// Says what the name tells, as reasons.
    void describeName(Proposal& proposal) const;
    /// The pattern of another key of the same token: the same one with another end. Empty: it is none.
    std::optional<std::string> companionPattern(std::string_view key) const;

    const KeyLooks& looks;
    const KeyLook& look; ///< the latest
    std::optional<Nanos> expires;
    ProposedName name; ///< without a pattern when there is none to propose
};

/// The moment at which the key expires; empty: never, or beyond 200 years.
std::optional<Nanos> expiryOf(const KeyLook& look);
/// The shortest usual window that a life of that length can be a part of; empty: it is longer than all.
std::optional<Nanos> usualWindowFor(Nanos life);
KeyRole newMainRole(const Basis& basis, ValueType type);

/// Adds what fits a string or a hash.
void proposeNumbers(const Basis& basis, std::vector<Proposal>& proposals);
/// Adds what fits a list, a sorted set, a stream or a set.
void proposeLogs(const Basis& basis, std::vector<Proposal>& proposals);

/// Name and title of the file, and where it is from.
void describe(const Basis& basis, FormatFile& file);

/// Fills in what is the same in all files; false: the format cannot read the key after all.
bool complete(const Basis& basis, Proposal& proposal);

} // namespace ratewarden::proposals
