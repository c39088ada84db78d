// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ratewarden {

/// One charge in a log.
struct LogEntry {
    Instant at{};
    Units cost = 0;

    friend bool operator==(const LogEntry&, const LogEntry&) = default;
};

/// One request in flight.
struct LogSlot {
    Instant takenAt{}; ///< also its name
    Instant ends{};    ///< unless it is renewed

    friend bool operator==(const LogSlot&, const LogSlot&) = default;
};

/// Whose request in flight it is.
struct SlotHolder {
    Instant takenAt{}; ///< names the slot
    std::string name;
};

/// What was read of a log: its newest entries, and the sum of the older ones.
struct LogContents {
    std::vector<LogEntry> entries; ///< oldest first
    std::int64_t count = 0;        ///< how many there are in all
    bool whole = false; ///< the entries go back to the first charge: nothing was forgotten before them
    Units unread = 0;   ///< units of the entries before those that were read
    Instant oldest{};   ///< when the first of those was charged; only if there are any
    std::vector<LogSlot> inFlight{};   ///< the last to end first; also such as have ended
    std::vector<SlotHolder> holders{}; ///< of those whose callers have said it; the last to be taken first
    std::vector<LogEntry> open{};      ///< of the entries, those that were reserved and are not settled
};

} // namespace ratewarden
