// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/peaks.h"

#include <optional>
#include <span>
#include <vector>

namespace ratewarden {

/// A token and its peak.
struct TokenPeak {
    TokenId token = 0;
    Units peak = 0;

    friend bool operator==(const TokenPeak&, const TokenPeak&) = default;
};

/// Limits in one window, both included.
struct Band {
    Units lowest = 0;
    Units highest = 0;

    friend bool operator==(const Band&, const Band&) = default;
};

/// What a limit in one window can do against the marked tokens. To stop a token is to deny at least one of
/// its requests.
struct WindowProposal {
    Micros window{};
    Units highestOfOthers = 0; ///< zero when all tokens are marked
    Units lowestOfMarked = 0;
    Units highestOfMarked = 0;
    /// The limits that stop all of the marked and nobody else, 1 or more; empty: no limit does.
    std::optional<Band> band;
    std::vector<TokenPeak> closest; ///< the others with the highest peaks, highest first
};

/// For each window of the peaks. `closest` is how many of the others are named. Throws InvalidArgument when
/// no token is marked, or one that the trace does not have.
std::vector<WindowProposal> propose(const Peaks& peaks, std::span<const TokenId> marked,
                                    std::size_t closest = 5);

/// What the burst of one rule can do against the marked tokens, at a given limit: only GCRA and the buckets
/// take one.
struct BurstProposal {
    Rule rule;                 ///< limit and window
    Units highestOfOthers = 0; ///< the smallest burst that denies none of them anything; zero: there is none
    Units lowestOfMarked = 0;  ///< with this burst one of them is denied nothing
    Units highestOfMarked = 0;
    /// The bursts that stop all of the marked and nobody else, 1 or more; empty: none does. Its lowest is the
    /// smallest burst that harms nobody.
    std::optional<Band> band;
    std::vector<TokenPeak> closest; ///< the others that need the largest bursts
};

/// By simulation: about one pass over the requests. Throws InvalidArgument for a limit below 1, when no token
/// is marked, or one that the trace does not have; and Stopped.
BurstProposal proposeBurst(const GroupedTrace& traffic, const Rule& rule, std::span<const TokenId> marked,
                           std::size_t closest = 5, const Progress& progress = {});

/// What a set of limits does: exact, within a frame for a hundred thousand tokens.
struct LimitEffect {
    std::size_t stopped = 0; ///< of the marked, that are denied
    std::size_t hurt = 0;    ///< of the others, that are denied
    std::vector<TokenId>
        hurtTokens; ///< those, worst first: by how far their peak is above the limit, in shares of it
};

/// Throws InvalidArgument for rules for which the peaks do not answer.
LimitEffect effectOf(const Peaks& peaks, std::span<const Rule> rules, std::span<const TokenId> marked);

} // namespace ratewarden
