// SPDX-License-Identifier: MIT
#pragma once

// Private to the shapes: what the five readers and planners share.

#include "core/formats/shapes/shape.h"

#include <initializer_list>
#include <string>
#include <string_view>

namespace ratewarden::shapes {

// Arithmetic on moments and spans that stops at the ends of the range: what is read may be anything.

inline constexpr Nanos forever = Nanos::max();
inline constexpr std::string_view unsaidReason = "1";             ///< of a block, where a text must stand
inline constexpr Nanos maxStoredWindow = std::chrono::days(3660); ///< longer ones are no windows

Nanos add(Nanos a, Nanos b);
Nanos subtract(Nanos a, Nanos b);
/// The nearest whole number of nanoseconds; NaN is 0.
Nanos nearest(double nanos);
Nanos roundedUp(double nanos);
Nanos startOf(std::int64_t bucket, Nanos window);
/// `unit` above 0.
std::int64_t floorDivide(Nanos span, Nanos unit);
Nanos floorTo(Nanos moment, Nanos unit);
Nanos ceilTo(Nanos moment, Nanos unit);
inline double real(Nanos span)
{
    return double(span.count());
}
/// NaN becomes 0, and the infinities the largest numbers that are counted with.
double finite(double number);

/// What a division by a span of `nanos` gets before it is rounded, in these spans: moments that clients keep
/// as seconds in a double are right to a quarter of a microsecond. (1.5 / 0.5 is not always 3.)
double slackOf(double nanos);

/// One subject under one of its rules.
struct Case {
    const FormatFile& file;
    const FoundState& state;
    const FoundRule& rule;

    Nanos now() const { return state.now; }
    const Record& record() const { return state.record; }
    std::optional<double> number(std::string_view name) const;
    /// Of a moment; or a span, which binary layouts store as a number of seconds.
    std::optional<Nanos> time(std::string_view name) const;

    /// What fits into one window; a burst is not looked at.
    std::optional<double> limit() const;
    std::optional<Nanos> window() const;
    double needLimit() const;
    Nanos needWindow() const;
    /// Limit and window, nothing else.
    ShapeUsage blank() const;
    /// Sets what is used, and what is left of the limit; false: nothing is used, so that all is set.
    bool fillIn(ShapeUsage& usage, double used) const;

    /// The moment the key is gone; forever: it stays.
    Nanos expiryOf(std::string_view role) const;
    bool alive(std::string_view role) const;
    /// There is no state: its key is gone, or one that it cannot do without.
    bool isVoid() const;
    /// The moment it becomes void.
    Nanos voidAt() const;
    bool continuous() const; ///< of a bucket: refilled in proportion, not by whole steps
};

/// An expiry as a moment, forever where there is none.
Nanos momentOf(const std::optional<Nanos>& expires);
const KeyRole& mainRole(const FormatFile& file);
/// How a capture is written, wherever in the file it is; null: no key has it.
const CaptureType* captureType(const FormatFile& file, std::string_view name);
bool countsDown(const FormatFile& file); ///< stores what is left
/// Whether moments of that name are written in whole seconds.
bool storesWholeSeconds(const FormatFile& file, std::string_view name);
/// Where a layout is numbered and the rule's window is known, and fits the key.
bool isNumbered(const Case& one);
/// How long what is numbered is: a slice, or the rule's window, which must be known.
Nanos numberedLength(const Case& one);
/// The window with that number; null: it does not exist (any more).
const NumberedWindow* windowAt(const FoundState& state, std::int64_t bucket);
/// What stands beside its count and is taken off.
double refundedOf(const FoundState& state, std::int64_t bucket);

/// What the key of a counter or a pair says about the end of its window: not numbered ones.
Nanos windowEnd(const Case& one);
/// The life of a key that is written now and whose window ends at `end`. Needs the window.
Nanos usualLife(const Case& one, Nanos end);
/// The same for a state that may live longer already; empty: it does.
std::optional<Nanos> lifeAtLeast(const Case& one, Nanos life);
/// As Redis takes it: rounded up, 1 ms to 100 years.
Nanos wholeMillis(Nanos span);

/// By the case's shape.
ShapeUsage readCase(const Case& one);
bool isLimited(const ShapeUsage& usage);

struct FoundBlock {
    std::optional<Nanos> ends; // in; empty: never
    std::string reason;
};
/// A separate key, or a moment, that denies requests whatever was used.
std::optional<FoundBlock> blockOf(const Case& one);

/// What a client counts that counts what it should have trimmed; empty: nothing, or not proven.
std::optional<double> untrimmedUnits(const Case& one);
/// Whether slots tell when an entry ends, rather than when it began.
bool tellsEnds(const FormatFile& file);
/// The units in slots that count and were taken more than slotPatience ago; 0 of other shapes.
double slotsHeldLong(const Case& one);

/// The duration until `moment`, 0 if it is past; empty for forever, and for what was written for good.
std::optional<Nanos> until(const Case& one, Nanos moment);

/// How a shape is read and changed, each in a file of its own.
struct Engine {
    ShapeUsage (*read)(const Case& one); ///< fills in what it can
    // They append to the plan.
    void (*block)(const Case& one, Nanos duration, ShapePlan& plan);
    /// `units`: whole, not 0, negative for a refund.
    void (*charge)(const Case& one, double units, ShapePlan& plan);
};
extern const Engine counterEngine;
extern const Engine pairEngine;
extern const Engine slicesEngine;
extern const Engine tatEngine;
extern const Engine bucketEngine;
extern const Engine logEngine;
/// Null: keys of that shape get their name alone.
const Engine* engineOf(Shape shape);

// Of planners.

/// Of several rules over one state the one that refuses as long as the block lasts: by the smallest limit
/// (counter, pair), by the smallest burst (TAT), by the slowest refill (bucket), by the longest window (log).
const FoundRule& ruleToBlock(const FormatFile& file, std::span<const FoundRule> rules);

/// Sets the parts of a rule that the layout stores and the record does not have: there was no state yet.
void completeRule(const Case& one, Record& record);
/// The states of a value with several parts, or of the keys that count under rules of their own, for each of
/// which judgedRules() has a rule; empty: it is one state.
std::vector<FoundState> partsOf(const FormatFile& file, const FoundState& state);
/// The file by which part `i` is read and written.
const FormatFile& partFile(const FormatFile& file, std::size_t i);
/// Of the given rules that of the key which counts under the i-th; none: it is not known.
std::span<const Rule> ruleOfPart(std::span<const Rule> given, std::size_t i);
/// All numbered windows of one block: count = units, or nothing left.
void writeWindows(const Case& one, Nanos duration, double units, ShapePlan& plan);
/// Writes the key of that number; with its expiry as it is where none is given.
void writeWindow(const Case& one, std::int64_t number, Record record, std::optional<Nanos> expiresIn,
                 ShapePlan& plan);
/// Deletes the key of that number.
void deleteWindow(const Case& one, std::int64_t number, ShapePlan& plan);
/// Writes the state's keys anew: the main one, and those beside it that hold a part of the state or that it
/// cannot do without. A kept one only in its fields, with its expiry as it is.
void writeState(const Case& one, const Record& record, std::optional<Nanos> expiresIn, ShapePlan& plan);
/// What was used and is after a charge: a refund takes what is used at most.
double charged(double used, double units);
void setUnits(const Case& one, Record& record, double units);
void caution(ShapePlan& plan, Caution caution);

} // namespace ratewarden::shapes
