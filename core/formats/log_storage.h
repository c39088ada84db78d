// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/redis/command.h"
#include "core/redis/reply.h"

#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// One charge in a log.
struct LogEntry {
    Instant at{};
    Units cost = 0;

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// What a log holds, as far as it was read.
struct LogContents {
    std::vector<LogEntry> entries; ///< oldest first, the newest of them
    std::int64_t count = 0;        ///< how many there are in all
    bool whole = false; ///< the entries go back to the first charge: nothing was forgotten before them
};

/// How one algorithm stores its charges, to be read from outside. What the stored bytes mean: lua/README.md.
struct LogStorage {
    std::string_view algorithm;
    /// The questions whose replies `read` wants, about the newest `most` entries.
    std::vector<Command> (*ask)(const std::string& key, std::int64_t most);
    /// Throws BadState when the key holds something else, BadReply for replies to other questions.
    LogContents (*read)(std::span<const ReplyView> replies);
};

/// Null when the algorithm keeps no log.
const LogStorage* logStorageOf(const Algorithm& algorithm);

} // namespace ratewarden
