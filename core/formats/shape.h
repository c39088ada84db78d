// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format_file.h"
#include "core/formats/record.h"
#include "core/model/rule.h"
#include "core/model/time.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

/// One key of a subject as it was found.
struct FoundKey {
    bool exists = false;
    std::optional<Nanos> expires; ///< moment, since the Unix epoch; empty: never (or it does not exist)
};

/// An entry of a log.
struct FoundEntry {
    Nanos at{};
    double cost = 1;
};

/// One window of a numbered counter or pair.
struct NumberedWindow {
    std::int64_t bucket = 0;
    double units = 0;               ///< count, or left
    std::optional<Nanos> expires;
};

/// All that was read of one subject at one moment.
struct FoundState {
    Nanos now{};
    Record record;                                ///< captures of keys and values
    std::map<std::string, FoundKey, std::less<>> keys; ///< by role
    std::vector<FoundEntry> entries;              ///< of a log, oldest first
    std::vector<NumberedWindow> windows;          ///< of a numbered format: those that exist, ascending
};

/// A rule as it is judged.
struct FoundRule {
    Rule rule;               ///< limit, window, burst
    bool limitStored = false;
    bool windowStored = false;
    bool windowInferred = false;
};

/// How a subject stands under one rule. Empty: the layout does not tell.
struct ShapeUsage {
    std::optional<Units> limit;
    std::optional<Nanos> window;
    bool inferred = false;              ///< the window was
    std::optional<double> used;
    std::optional<double> remaining;
    std::optional<Nanos> freesIn;       ///< until remaining grows
    std::optional<Nanos> resetsIn;      ///< until used is 0
};

enum class SubjectState { Ok, Limited, Blocked, Idle };

/// Codes; ui/text and ctl make the sentence.
enum class ShapeWarning { NoExpiry, AbsurdExpiry, StaleLock, Negative, Ahead, Untrimmed };
struct FoundWarning {
    ShapeWarning code;
    double number = 0;      ///< Untrimmed: what the faulty client counts; AbsurdExpiry, Ahead: seconds
    std::string role;       ///< of the key concerned
};

struct ShapeReading {
    std::vector<ShapeUsage> rules;      ///< one for each rule; one without a limit when none is known
    SubjectState state = SubjectState::Idle;
    std::optional<Nanos> retryIn;       ///< 0: now; empty: unknown
    std::string blockReason;            ///< where the layout has one
    std::vector<FoundWarning> warnings;
};

/// Judges what was found. `given`: the operator's rules, may be empty. Pure.
ShapeReading readShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given);

/// What a plan writes to one key.
struct KeyWrite {
    std::string role;
    std::optional<std::int64_t> bucket;   ///< of a numbered key
    enum class What { Delete, Write, Fields } what = What::Write; ///< Write: the whole value anew; Fields: only the captured parts that changed (hash with `more`, keep)
    Record record;                        ///< the record by which the patterns are written
    std::vector<FoundEntry> entries;      ///< of a log: the whole of it (Write)
    std::optional<Nanos> expiresIn;       ///< PX; empty with keepExpiry: as it is; empty without: never
    bool keepExpiry = false;
};

struct BlockFor { Nanos duration; std::string reason; };
struct Unblock {};
struct Reset {};
struct Charge { double units; };          ///< negative: refund
using ShapeIntent = std::variant<BlockFor, Unblock, Reset, Charge>;

enum class ShapeCaution { CachedByClients, DeniedCutsBlock, EndsEarlyWhenSilent, WholeSeconds, SharedKey };

struct ShapePlan {
    std::vector<KeyWrite> writes;
    std::vector<ShapeCaution> cautions;
};

/// What to write so that the format's own client obeys. Throws InvalidArgument (no limit known; label only; > 1000 windows; block beyond 370 days). Pure.
ShapePlan planShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given, const ShapeIntent& intent);

} // namespace ratewarden
