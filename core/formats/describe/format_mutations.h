// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A field of a format file of which no sample notices a change: nothing proves that it is right.
struct UnnoticedField {
    std::string field;   ///< its path, "keys.main.value"
    std::string changes; ///< those that go unnoticed: "removed; first -> newest"
};

/// What came of changing every field of a format file.
struct FieldCheck {
    std::size_t changes = 0; ///< that a format file may have
    std::vector<UnnoticedField> unnoticed;
};

/// Changes each field of the file on its own: removes it, doubles a number, turns a truth round, takes the
/// other words of a closed list; in patterns it changes literals and units, and takes "count" for "left". A
/// change is noticed when it makes the file wrong, when a sample then means something else than it says, and
/// when a sample, of this format or of one of `beside`, is then taken for another format's or ties with it. A
/// change that means the same, as of a field to its default, is none. Left out is what no reading shows:
/// texts for people, `tier`, `clock`, and `cached`; of samples that record no refused request `denied`, too.
///
/// Throws BadFormatFile for a file that is wrong as it is. Its samples should be right.
FieldCheck checkFields(std::string_view file, std::string_view json, const Catalogue& beside);

} // namespace ratewarden
