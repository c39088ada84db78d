// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ratewarden {

/// A request whose cost is known when its answer has ended.
struct MeteredRequest {
    Instant at{};
    Micros took{}; ///< until then
    TokenId token = 0;
    std::uint32_t kind = 0; ///< of MeteredTraffic::kinds
    TraceCost declared =
        0; ///< the most that it can cost, as far as one knows when it comes; at least `actual`
    TraceCost actual = 0;
};

/// Requests of a gateway, in order of time, with what they could have cost and what they have.
struct MeteredTraffic {
    std::vector<MeteredRequest> requests;
    TokenNames names;
    TokenNames kinds; ///< such as models; of which costs are alike
    /// What was taken to be the longest answer, as the file does not say what requests declare; 0: it does.
    TraceCost assumedAnswer = 0;
    std::uint64_t lines = 0;                 ///< all, with that of the names
    std::uint64_t rejected = 0;              ///< lines that could not be read
    std::vector<RejectedLine> firstRejected; ///< maxRejectedNamed at most
};

struct MeteredOptions {
    /// What a request declares beyond its input, where the trace does not say: the length of the longest
    /// answer. A longer one declares its own length.
    TraceCost longestAnswer = 4096;
    /// How fast answers come, where the trace does not say how long they took.
    double unitsPerSecond = 50;
};

/// Whether readMeteredTraffic() can read the file, by its line of names, and leaves out nothing that is asked
/// for: fields, statuses or each line.
bool hasTwoCosts(const std::string& path, const ReadOptions& asked = {});

/// The same requests for who knows no second cost: each at what it has cost in the end. `source`: the file.
ReadTraffic withActualCosts(const MeteredTraffic& traffic, const std::string& source);

/// Reads a CSV file with a line of names. Known are, whatever their case, with spaces, underscores or nothing
/// in their names:
///
/// - the traces of BurstGPT: Timestamp, Model, Request tokens, Response tokens; and Session ID, Elapsed time;
/// - those of Azure: TIMESTAMP, ContextTokens, GeneratedTokens;
/// - any others' with a time, and with input and output tokens, or with declared (max, estimated) and actual
///   cost; and, if they like, token, user or key; model; and duration in seconds.
///
/// Times are as parseLogTime() reads them. Without a token all requests are of one, called "all". Lines that
/// cannot be read are counted. Throws InvalidArgument when there is no such file, or it has none of these
/// columns, or no line that can be read.
MeteredTraffic readMeteredTraffic(const std::string& path, const MeteredOptions& options = {});

} // namespace ratewarden
