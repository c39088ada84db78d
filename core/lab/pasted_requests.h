// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/trace_edit.h"

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What lines of times leave open.
struct PasteDefaults {
    Instant midnight{}; ///< of the day that is meant by a time without a date
    Instant before{};   ///< what a relative time in the first line is counted from
    std::string token;  ///< of lines that name none; empty: these are rejected
    TraceCost cost = 1; ///< of lines that name none
};

struct PastedRequests {
    std::vector<EditedRequest> requests; ///< in the order of their lines
    std::vector<RejectedLine> rejected;  ///< maxRejectedNamed at most
    std::size_t rejectedLines = 0;       ///< all of them
};

/// Reads requests, one a line: a time, then if wanted a cost and a token, separated by spaces, tabs, commas
/// or semicolons. The time is one of
/// - what parseLogTime() reads, but that a comma always ends it;
/// - a time of day: "12:34:31", "12:34:31.25", "12:34";
/// - "+5s", "+250ms", "+1min": counted from the request in the line before.
/// Of two columns behind the time the one that is a number is the cost. Empty lines, and those that begin
/// with #, are left out. `text`: any bytes.
PastedRequests parsePasted(std::string_view text, const PasteDefaults& defaults);

} // namespace ratewarden
