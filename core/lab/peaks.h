// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/lab/candidate.h"
#include "core/lab/progress.h"
#include "core/lab/trace.h"
#include "core/model/time_range.h"

#include <span>
#include <vector>

namespace ratewarden {

/// The peak of every token in some windows: the smallest limit under which none of its requests is denied.
/// For a sliding log that is the largest number of units in any half-open window; for a fixed window in any
/// window on the clock; for a sliding window counter its largest estimate; for GCRA and the buckets, whose
/// burst is the whole limit, it is found by trying limits. Until a token's first denial a limiter has charged
/// all that was offered, whatever its limits are, so that peaks computed once say exactly who is denied under
/// any limits, and several rules deny whom one of them denies. Immutable, and so thread-safe.
class Peaks {
public:
    /// `keeps` is of the algorithm whose peaks these are. The trace is not needed afterwards. Requests
    /// outside `within` do not count: then these answer for tokens that begin there without a state. Throws
    /// InvalidArgument for no window or one out of range, and Stopped.
    Peaks(const GroupedTrace& traffic, std::vector<Micros> windows, Keeps keeps = Keeps::Charges,
          const Progress& progress = {}, const TimeRange& within = allTime);

    const std::vector<Micros>& windows() const { return m_windows; }
    Keeps keeps() const { return m_keeps; }
    const TimeRange& within() const { return m_within; }
    std::size_t tokens() const { return m_tokens; }

    /// `window` is an index into windows(), here and below.
    Units of(TokenId token, std::size_t window) const { return m_peaks[window][token]; }
    /// All tokens, the highest peak first; those of one peak in order of number.
    std::span<const TokenId> highestFirst(std::size_t window) const { return m_order[window]; }
    /// The tokens that a limit in this window denies: the first of highestFirst(). A binary search.
    std::span<const TokenId> deniedUnder(std::size_t window, Units limit) const;

    /// Whether these peaks answer for the rules: every rule's window is among windows() and none has a burst
    /// other than its limit.
    bool answers(std::span<const Rule> rules) const;
    /// The tokens of which a request is denied, in order of number. Throws InvalidArgument for rules for
    /// which these do not answer.
    std::vector<TokenId> deniedUnder(std::span<const Rule> rules) const;

private:
    std::size_t windowOf(const Rule& rule) const;

    std::size_t m_tokens;
    std::vector<Micros> m_windows;
    Keeps m_keeps;
    TimeRange m_within;
    std::vector<std::vector<Units>> m_peaks; // by window, by token
    std::vector<std::vector<TokenId>> m_order;
};

/// A point of an envelope: the largest number of units in any half-open span of this length.
struct EnvelopePoint {
    Micros span{};
    Units units = 0;
    TokenId token = 0; ///< whose it is

    friend bool operator==(const EnvelopePoint&, const EnvelopePoint&) = default;
};

/// Lengths for an envelope, increasing by the same factor from one to the next, both ends included.
std::vector<Micros> spansBetween(Micros shortest, Micros longest, std::size_t count);

/// One token's envelope. A rule limit / window is a point in the same picture: where the curve passes above
/// it, a sliding log denies.
std::vector<EnvelopePoint> envelopeOf(const GroupedTrace& traffic, TokenId token,
                                      std::span<const Micros> spans, const TimeRange& within = allTime);

/// The highest of all tokens but those in `except`; `token` is the number of tokens where there is no other.
std::vector<EnvelopePoint> highestEnvelope(const GroupedTrace& traffic, std::span<const Micros> spans,
                                           std::span<const TokenId> except = {},
                                           const Progress& progress = {}, const TimeRange& within = allTime);

} // namespace ratewarden
