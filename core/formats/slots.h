// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <optional>
#include <string>

namespace ratewarden {

/// One request in flight, as the keys of its limiter tell. Moments are by the server's clock, or by that of
/// the limiter's clients, where these write them.
struct TakenSlot {
    std::string name;             ///< its member, by which its holder removes it
    std::optional<Instant> taken; ///< empty: only its end is stored, and how long it lives is not known
    std::optional<Instant> ends;  ///< by itself, unless it is renewed; empty: how long it lives is not known
    std::string holder{};         ///< whose request it is, where the member says it: `{holder}` of a format

    friend bool operator==(const TakenSlot&, const TakenSlot&) = default;
};

} // namespace ratewarden
