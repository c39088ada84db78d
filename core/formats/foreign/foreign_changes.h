// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/intent.h"
#include "core/redis/reply.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// How the plan of a shape becomes commands, all of which run in one script, admin/change_keys.lua, which
// takes what the keys held before as the image for undo. Of hashes that hold many tokens it is
// admin/change_fields.lua, to which all is the field of one token.

/// What TYPE answers, and the script takes and answers, of a key that does not exist.
inline constexpr std::string_view noKey = "none";
/// SHA-1 of what DUMP answers, as the script compares it.
std::string digestOf(std::string_view dump);

/// The same keys as subjects of other formats that they fit as well, to which what is written for their own
/// means something else, such as what is left for what is used.
std::vector<Subject> otherMeanings(const Reading& reading);

/// The commands that make an intent come true, as one call of the script. `checked`: only if the keys still
/// hold what was read. Throws InvalidArgument for what the format cannot do.
Plan foreignPlan(const CatalogueFormat& format, const Subject& subject, const Intent& intent,
                 const ForeignState& state, std::span<const Rule> rules, bool checked);
Effect foreignEffect(const Intent& intent, const Answers& answers);
/// Puts the keys back as they were; unless `replace`, only if they still hold what the change wrote. `field`:
/// of the subject, in hashes that hold many tokens; empty in other layouts.
Plan foreignRevert(const BeforeImage& before, bool replace, std::string_view field);
Reversal foreignReverted(const Answers& answers);

} // namespace ratewarden
