// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/rule_then.h"
#include "core/formats/remembered_denials.h"
#include "core/formats/request_counts.h"
#include "core/redis/server.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What policies with Policy::denials have Redis remember of denied requests.
namespace ratewarden {

struct DenialMemory {
    /// Those of the time that is asked about, the newest first. If the denial's note is remembered near that
    /// time, those with it, or else the nearest one with it: clocks differ.
    std::vector<RememberedDenial> matching;
    bool isOfOthers = false;        ///< all of these have a note, and not the denial's
    std::size_t all = 0;            ///< how many are remembered of the token
    std::optional<Instant> nearest; ///< where none matches, but some are remembered
};

/// `token`: as Redis knows it. What stands in the key and is nothing of ours counts as no memory.
DenialMemory denialMemory(Server& server, std::string_view token, std::string_view policy,
                          const Denial& denial);

/// What is remembered of each of these, in one pipeline; the newest first.
std::vector<std::vector<RememberedDenial>> rememberedDenials(Server& server,
                                                             std::span<const CountedToken> tokens);

/// A denial of a token, which is named as Redis knows it.
struct TokenDenial {
    CountedToken of;
    RememberedDenial denial;
};

using DenialFilter = std::function<bool(const TokenDenial&)>;

/// Of all keys of the server the denials that are wanted: the newest `most`, the newest first.
std::vector<TokenDenial> newestDenials(Server& server, const DenialFilter& isWanted, std::size_t most);

/// The same of the samples that DenialSample keeps of these policies, which takes one pipeline.
std::vector<TokenDenial> sampledDenials(Server& server, std::span<const std::string> policies,
                                        const DenialFilter& isWanted, std::size_t most);

} // namespace ratewarden
