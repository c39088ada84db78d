// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/raw_key.h"
#include "core/formats/foreign/catalogue.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

// Recognising a key of another limiter: by its name, by its type, then by a little of its value.

/// A key that may belong to formats of others by its name.
struct MaybeForeign {
    std::string key;
    std::vector<Catalogue::Candidate> candidates; ///< empty: they were not looked for yet
    SampleKey content;                            ///< at first its type and expiry; no value
};

/// Looks for candidates, if there are none yet, and drops those that want another type than the content's.
void keepThoseOfType(MaybeForeign& one, const Catalogue& catalogue);

/// Appends the questions for a little of the value of a key of that type, as TYPE names it, with its expiry;
/// returns how many.
std::size_t askForSample(std::string_view type, const std::string& key, std::vector<Command>& commands);
/// Reads the answers to them; empty: it is gone, has another type by now, or this user may not ask.
std::optional<RawKey> readSample(std::string_view type, const std::string& key,
                                 std::span<const Reply> replies);

} // namespace ratewarden
