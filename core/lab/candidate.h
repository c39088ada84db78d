// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/policy.h"

#include <string>
#include <string_view>

namespace ratewarden {

/// Rules with an algorithm that are tried in the lab.
struct Candidate {
    std::string name;
    Policy policy;

    friend bool operator==(const Candidate&, const Candidate&) = default;
};

/// Reads "NAME=ALGORITHM: RULES", such as "strict=gcra: 20/min burst 5 + 200/h". The name holds no
/// colon and no equals sign; without "NAME=" the rest is the name. Throws InvalidArgument for what has no
/// colon, BadNotation for rules that cannot be read and BadPolicy for an unknown algorithm or rules out of
/// range.
Candidate parseCandidate(std::string_view text);

/// The same without rules for requests at once, as it is tried: traffic does not say how long requests take.
Candidate withoutSlots(Candidate candidate);

/// What parseCandidate reads.
std::string notation(const Candidate& candidate);

} // namespace ratewarden
