// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"
#include "core/formats/record.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// One key of a foreign subject as it stands on a server, not yet understood.
struct RawKey {
    std::string role; ///< in its format
    std::string key;
    SampleKey content;       ///< type "none": there is no such key
    std::int64_t length = 0; ///< of a collection: how many entries there are in all
    bool whole = true;       ///< all of the value was read
    /// The serialized value, where it was asked for; of a hash of many tokens what the field of one holds.
    std::optional<std::string> dump{};

    bool exists() const { return content.type != "none"; }
};

/// The most bytes of a string that are read: no limiter's state is longer, but for a list of moments.
inline constexpr std::int64_t maxStateBytes = 4096;
inline constexpr std::int64_t maxPickledBytes = std::int64_t(1) << 17;

/// When a key ends of which PTTL said so at `now`, since the Unix epoch; empty: never, or there is none.
/// Nanos::max(): beyond the year 2262, as of nanoseconds that were taken for seconds.
std::optional<Nanos> expiryAfter(Nanos now, std::int64_t pttl);

/// A role that asks for all that a key of the type has, as TYPE names it.
KeyRole roleAskingAll(std::string_view type);

/// Appends the questions for the value of a key of that type, its newest `entries` of a collection; the
/// answers are read by readRawKey(). They run no script, change nothing and never answer with a huge value.
/// `member`: what is looked for in a set of blocked tokens, or a hash of tokens, as memberOf() tells; of a
/// hash without one a page of its fields.
void askRawKey(const KeyRole& role, const std::string& key, std::int64_t entries, const std::string& member,
               std::vector<Command>& commands);
/// What stands for the token of the names in a set of blocked tokens, or as a field in a hash of tokens;
/// empty for other keys.
std::string memberOf(const KeyRole& role, const Record& names);
/// The tokens that are fields of the hash; none of other keys.
std::vector<std::string> tokensIn(const KeyRole& role, const SampleKey& content);
/// How many replies readRawKey() takes.
std::size_t rawKeyReplies(const KeyRole& role);
/// Reads them. A key of another type counts as absent, with its real type unknown: `otherType` is set. So
/// does a hash of tokens without the field of this one.
RawKey readRawKey(const KeyRole& role, std::string key, const std::string& member,
                  std::span<const ReplyView> replies, bool& otherType);

} // namespace ratewarden
