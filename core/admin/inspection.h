// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/formats/reading.h"
#include "core/formats/shapes/shape.h"
#include "core/redis/server.h"
#include "core/tokens/reader.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// How a subject stands under one rule; what the layout does not tell is empty.
struct InspectedRule {
    std::string name; ///< what it counts, in a layout whose rules count different things; else empty
    std::optional<Units> limit;
    std::optional<Micros> window;
    bool inferred = false; ///< the window was, from an expiry, the number of a window, or the newest entry
    std::optional<Units> used;
    std::optional<Units> reserved; ///< of these, what is not settled: openUnits()
    std::optional<Units> leased;   ///< of these, how many leases may hold: unitsInLeases()
    std::optional<Units> remaining;
    std::optional<Micros> freesIn;  ///< until more is left
    std::optional<Micros> resetsIn; ///< until nothing is used
};

/// What one key is, and what it says.
struct Inspection {
    std::string key;
    std::optional<Subject> subject;    ///< empty: no format recognises the key, or there is none
    std::string token;                 ///< the subject's; where its key is hashed, as the value names it
    double confidence = 0;             ///< 0 to 1
    std::vector<const Format*> ties;   ///< formats that fit as well
    bool isGuess = false;              ///< its prefix is: see ServerPrefixes::guess()
    std::optional<SubjectState> state; ///< empty: not known, as of a token whose limit is not
    std::vector<InspectedRule> rules;
    std::optional<Micros> retryAfter; ///< 0: now; empty: not known
    std::vector<Warning> warnings;
    Reading reading;
};

/// What a key is of which nothing is known but the policies: where no format recognises it, other keys that
/// begin alike are looked at. `format`: see recogniseOnServer(). `token`: which one of a hash whose fields
/// are the tokens; of no meaning for other keys. Throws InvalidArgument if it is empty and there are several.
std::optional<Recognised> recogniseAlone(Server& server, ServerPrefixes& prefixes, const std::string& key,
                                         std::span<const Rule> rules = {}, std::string_view format = {},
                                         const std::string& token = {});

/// Recognises and reads a key. `rules`: judge it by these, where its layout stores none; may be empty.
/// `token`: see recogniseAlone(). Writes nothing and runs no script.
Inspection inspectKey(Server& server, const std::string& key, const std::vector<Rule>& rules,
                      const std::string& token = {});

} // namespace ratewarden
