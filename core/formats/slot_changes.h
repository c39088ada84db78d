// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"

#include <string>

namespace ratewarden {

// How slots are freed, ours and those of others: one by one and by their names, as a busy token has others a
// moment later. Private to core/formats.

/// Where the names of those that hold slots are.
enum class Holders {
    Within, ///< in the slots' own names, or nowhere
    Beside  ///< each in a member of its own: "<name of the slot>:<holder>"; a slot's name has no colon there
};

/// The key that holds the slots of a token.
struct SlotsKey {
    std::string name;
    bool isHash = false; ///< they are its fields; else the members of a sorted set
    Holders holders = Holders::Within;
};

/// Frees the slots of the reading that are old enough, out of the key. Throws InvalidArgument when the state
/// was not read, has more slots than were read, or none of their ages is known.
Plan freeSlotsPlan(const SlotsKey& key, const Reading& reading, const FreeSlotsIntent& intent);
Effect freeSlotsEffect(const Answers& answers, Holders holders = Holders::Within);
/// Puts them back beside those that were taken since. Throws InvalidArgument for a damaged image.
Plan restoreSlotsPlan(const SlotsKey& key, const BeforeImage& before);

} // namespace ratewarden
