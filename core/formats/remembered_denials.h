// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/decision.h"
#include "core/model/time.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A request that was denied, as a policy with Policy::denials has Redis remember it. Of each ten seconds the
/// first four denials are remembered, and of the others each sixteenth.
struct RememberedDenial {
    Instant at{}; ///< the clock that decided
    Verdict verdict = Verdict::DeniedByRule;
    std::optional<std::size_t> rule; ///< under the rules of then; see Decision::rule
    Units cost = 1;
    std::optional<Micros> retryAfter; ///< see Decision::retryAfter
    std::string note;                 ///< TokenRequest::note; raw bytes of whoever sent the request

    friend bool operator==(const RememberedDenial&, const RememberedDenial&) = default;
};

/// Asks for the newest of a token as Redis knows it; `most`: -1: all.
Command rememberedDenialsCommand(std::string_view token, std::string_view policy, std::int64_t most = -1);

/// Reads the reply, the newest first. Throws BadState where it is nothing that lua/shared/remember_denial.lua
/// has written.
std::vector<RememberedDenial> readRememberedDenials(ReplyView reply);

/// One of the sample that DenialSample keeps of a policy; the token is named as Redis knows it.
struct SampledDenial {
    std::string token;
    RememberedDenial denial;
};

Command sampledDenialsCommand(std::string_view policy);
/// The newest first. Throws BadState where it is nothing that DenialSample has written.
std::vector<SampledDenial> readSampledDenials(ReplyView reply);

} // namespace ratewarden
