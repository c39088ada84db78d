// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/log.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// How one algorithm stores its charges, to be read from outside. What the stored bytes mean:
/// resources/docs/scripts.md.
struct LogStorage {
    std::string_view algorithm;
    /// The one question about the newest `max` entries, and nothing else.
    Command (*askNewest)(const std::string& key, std::int64_t max);
    /// Reads its reply; empty when the log may be longer, so that ask() has to be used. Throws BadState when
    /// the key holds something else, BadReply for a reply to another question.
    std::optional<LogContents> (*readNewest)(ReplyView reply, std::int64_t max);
    /// The questions about the newest `max` entries, how many there are, and the oldest.
    std::vector<Command> (*ask)(const std::string& key, std::int64_t max);
    /// Reads their replies. Throws likewise.
    LogContents (*read)(std::span<const ReplyView> replies);
};

/// Null when the algorithm keeps no log.
const LogStorage* logStorageOf(const Algorithm& algorithm);

} // namespace ratewarden
