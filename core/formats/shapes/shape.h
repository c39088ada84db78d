// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"
#include "core/formats/intent.h"
#include "core/formats/record.h"
#include "core/formats/slots.h"
#include "core/formats/warning.h"
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

/// A block ends at most so long after now: readers take moments beyond it for something else than a time.
inline constexpr Nanos maxForeignBlock = std::chrono::days(370);
/// The life of a key that blocks for good. It has one, since many clients give a key without any their own.
/// What lives for more than half of it is read as without an end.
inline constexpr Nanos lifeForGood = std::chrono::days(36'500);
/// So many windows of a numbered format are written, or followed, at most.
inline constexpr std::int64_t maxNumberedWindows = 1000;
/// So many entries are written into a log at most.
inline constexpr std::int64_t maxWrittenEntries = 100'000;

/// One key of a subject as it was found.
struct FoundKey {
    bool exists = false;
    /// Moment, since the Unix epoch; empty: never (or it does not exist). Nanos::max(): beyond the year 2262.
    std::optional<Nanos> expires;
    /// PTTL in seconds, where `expires` is Nanos::max(); empty elsewhere.
    std::optional<double> secondsLeft;
};

/// An entry of a log.
struct FoundEntry {
    Nanos at{}; ///< moment, since the Unix epoch
    double cost = 1;
    /// Of slots, as found: its holder removes the slot by it. Empty: a new one.
    std::string member{};
    std::string holder{}; ///< of slots, where the member says it

    friend bool operator==(const FoundEntry&, const FoundEntry&) = default;
};

/// One window of a numbered counter or pair.
struct NumberedWindow {
    std::int64_t bucket = 0;      ///< floor(start / window)
    double units = 0;             ///< count without what was refunded, or left
    std::optional<Nanos> expires; ///< as in FoundKey
    double refunded = 0;          ///< units that a key beside it takes off the count
};

/// All that was read of one subject at one moment.
struct FoundState {
    Nanos now{};   ///< by the server's clock, since the Unix epoch; without windowShift()
    Record record; ///< captures of keys and values
    std::map<std::string, FoundKey, std::less<>> keys; ///< by role; a role that is missing does not exist
    std::vector<FoundEntry> entries;                   ///< of a log, oldest first
    /// Of a list: how far an entry lies behind the one that was written just before it.
    Nanos disorder{};
    /// Where the moments are not in the unit that the format reads. Here they are what they were meant to be;
    /// the format's own clients read others, and so nothing tells how the subject stands.
    std::optional<MistakenUnit> wrongUnit;
    /// Of a value that holds several states, or keys that each hold one (FormatFile::parts), each under its
    /// own rule: the captures of each, beyond `record`.
    std::vector<Record> parts;
    std::vector<NumberedWindow> windows; ///< of a numbered format: those that exist, ascending, all rules'
};

/// A rule as it is judged.
struct FoundRule {
    Rule rule;                ///< limit, window, burst; of use as far as the next two say
    bool limitKnown = false;  ///< stored or given
    bool windowKnown = false; ///< stored, given or inferred
    bool limitStored = false;
    bool windowStored = false;
    bool windowInferred = false;
};

/// How a subject stands under one rule. Empty: the layout does not tell.
struct ShapeUsage {
    std::optional<Units> limit; ///< of a TAT or a bucket: its capacity
    std::optional<Nanos> window;
    bool inferred = false;           ///< the window was
    std::optional<double> used;      ///< units; below 0: credit
    std::optional<double> remaining; ///< units, 0 to limit
    std::optional<Nanos> freesIn;    ///< until remaining grows; 0: nothing is used
    std::optional<Nanos> resetsIn;   ///< until used is 0
};

/// How a subject stands; of several rules the worst.
enum class SubjectState { Ok, Limited, Blocked, Idle };

/// For programs and samples: "ok", "limited", "blocked", "idle".
std::string_view nameOf(SubjectState state);

struct ShapeReading {
    std::vector<ShapeUsage> rules; ///< one for each rule; one without a limit when none is known
    SubjectState state = SubjectState::Idle;
    /// 0: now; empty: unknown, or never. Of Blocked the end of the block alone: the rules tell what follows.
    std::optional<Nanos> retryIn;
    std::string blockReason; ///< where the layout has one
    std::vector<Warning> warnings;
};

/// Whether what one of them writes means about the same to the other: not, say, what is left where the other
/// has what is used.
bool readsAlike(const FormatFile& a, const FormatFile& b);
/// Whether both count in a number of the same kind, and one stores what is used, the other what is left.
bool countsOtherWay(const FormatFile& a, const FormatFile& b);

/// Whether what is left is all there is: units that were given, and do not come back by the passing of time.
/// No block of such a quota ends by itself.
bool hasNoWindow(const FormatFile& file);

/// Whether all that keys of the format hold is a number, and no clock is in their names.
bool isCounterAlone(const FormatFile& file);
/// Whether keys of the format are a prefix, a token, and a number as their value: they say nothing else.
bool isPlainCounter(const FormatFile& file);
/// Whether a token has a part in braces, by which keys are kept together on a cluster: it is none of a plain
/// counter's, which has one key.
bool holdsHashTag(std::string_view token);

/// How the windows of a format are numbered.
enum class Numbering {
    None,
    Bucket, ///< the key has the number of the window
    Start   ///< the key has the moment at which the window began
};
Numbering numberingOf(const FormatFile& file);
/// The number of the window whose key the record is of; empty where it has none, or its start is no multiple
/// of the window (calendar months). `window` above 0.
std::optional<std::int64_t> windowNumber(const FormatFile& file, const Record& record, Nanos window);
/// Sets what names the window in its key.
void setWindowNumber(const FormatFile& file, Record& record, std::int64_t number, Nanos window);

/// By which rules the subject is judged: those that it stores; or else the given ones (of several, in a
/// layout whose keys tell the window, those of that window; a single one with what is stored instead of its
/// own; where keys count under rules of their own, one for each key, in their order); or else one, of what is
/// stored and what can be inferred. Never empty. Of the state `now`, `record` and `keys` are enough, and for
/// a log its newest entry.
std::vector<FoundRule> judgedRules(const FormatFile& file, const FoundState& state,
                                   std::span<const Rule> given);

/// Judges what was found; of moments in a wrong unit only that. `given`: the operator's rules, may be empty.
/// Pure: any state can be given, however absurd.
ShapeReading readShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given);

/// The slots that count, the oldest first; of other shapes none. `life`: how long they live, if it is known.
std::vector<TakenSlot> slotsHeld(const FormatFile& file, const FoundState& state,
                                 const std::optional<Nanos>& life);

/// What a plan writes to one key.
struct KeyWrite {
    std::string role;
    std::optional<std::int64_t> bucket{}; ///< of a numbered key
    /// Write: the whole value anew, whatever was there. Fields: only the captured parts that differ from
    /// the state that was read (of a hash with other fields, or one that is kept). Join, Leave: the token
    /// becomes a member of a set, or is one no longer.
    enum class What { Delete, Write, Fields, Join, Leave } what = What::Write;
    Record record;                     ///< by which the patterns of the key and of its value are written
    std::vector<FoundEntry> entries{}; ///< of a log: the whole of it (Write), oldest first
    std::optional<Nanos> expiresIn{};  ///< whole ms; empty with keepExpiry: as it is; empty without: never
    bool keepExpiry = false;
    std::vector<Record> parts{}; ///< as FoundState::parts
};

/// Refuse all for so long, above 0; or, if empty, for good. Where what it overwrites denies for longer, as
/// long as that.
struct BlockFor {
    std::optional<Nanos> duration;
    std::string reason; ///< written where the layout has a place for it
};
/// Ends a block: the layout's own mark where it has one; in the others a subject that is denied is reset.
struct Unblock {};
struct Reset {};
/// Takes away a lock that never expires, and nothing else.
struct RemoveLock {};
struct ChargeUnits {
    double units; ///< whole; negative: refund, of what is used at most
};
using ShapeIntent = std::variant<BlockFor, Unblock, Reset, RemoveLock, ChargeUnits>;

struct ShapePlan {
    std::vector<KeyWrite> writes; ///< empty: there is nothing to do
    std::vector<Caution> cautions;
    std::optional<UsedChange> used; ///< of a charge, a refund, and what resets
};

/// How long the longest block is that can be written; Nanos::max(): one for good can. Throws InvalidArgument
/// where that takes a limit or a window that is not known.
Nanos longestBlock(const FormatFile& file, const FoundState& state, std::span<const Rule> given);

/// What to write so that the format's own client obeys. Throws InvalidArgument: a format of Tier::Label; no
/// limit or window known where it takes one; a duration of 0 or less, or beyond longestBlock(); more than
/// maxNumberedWindows or maxWrittenEntries; a block that would end a denial without an end; an unblocking
/// where it takes the limit to tell whether the subject is denied; a charge that is not whole; no lock to
/// remove. Pure.
ShapePlan planShape(const FormatFile& file, const FoundState& state, std::span<const Rule> given,
                    const ShapeIntent& intent);

} // namespace ratewarden
