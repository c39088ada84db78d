// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/candidate.h"

#include <span>
#include <string_view>

namespace ratewarden {

/// The published limits of a provider of an API, as a candidate: to see whether one's own traffic would fit.
struct ProviderProfile {
    std::string_view name;   ///< "github-rest"
    std::string_view limits; ///< whose requests, of what
    std::string_view
        algorithm; ///< as the page says; the sliding log, which is the strictest, where it does not
    std::string_view rules;
    std::string_view page; ///< that says so
    std::string_view read; ///< when that page was read; limits change
};

/// Those that are known, by name.
std::span<const ProviderProfile> providerProfiles();

/// As a candidate of that name.
Candidate candidateOf(const ProviderProfile& profile);

/// The profile of that name, or else what parseCandidate reads; throws as that does.
Candidate namedCandidate(std::string_view text);

} // namespace ratewarden
