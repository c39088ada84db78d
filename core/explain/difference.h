// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/decision_log.h"
#include "core/model/time_range.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What is different about the denials of some time, against those of another.
namespace ratewarden {

/// Something that was done or that happened: a publish, a deployment, an eviction.
struct KnownChange {
    Instant at{};
    std::string text; ///< printable
};

struct DifferenceQuestion {
    TimeRange area;
    TimeRange baseline;               ///< does not overlap the area
    std::vector<KnownChange> changes; ///< in any order
    Micros window{};                  ///< of the rule whose phase is compared; zero: none is
};

/// The baseline if none is given: three times as long as the area and right before it, or what the requests
/// have of that. Throws InvalidArgument when they have nothing before the area.
TimeRange usualBaseline(const Trace& trace, const TimeRange& area);

/// What tells denials apart by the time since the last change: within the first of these, the second, …
inline constexpr std::array<Micros, 3> changeSpans{std::chrono::seconds(10), std::chrono::minutes(1),
                                                   std::chrono::minutes(10)};

/// How different, by Cohen's h. Less than Some is None, as is what may be chance, or of too few.
enum class DifferenceDegree { None, Some, Different, VeryDifferent };

/// One value of a dimension: how many denials and requests have it, in the area and before.
struct ComparedValue {
    std::string text;     ///< raw bytes; of TokenAge, SinceChange, and costs by their digits see valueText()
    std::string policy;   ///< whose rule or version it is; empty: none's
    std::uint32_t id = 0; ///< among the dimension's values
    std::uint64_t denied = 0;
    std::uint64_t deniedBefore = 0;
    std::uint64_t requests = 0;
    std::uint64_t requestsBefore = 0;
    double share = 0; ///< of the area's denials; where denials fell, of what the baseline's are compared with
    double shareBefore = 0; ///< of what the area's are compared with; where denials fell, of the baseline's
    double effect = 0;      ///< Cohen's h of both, negative where the share fell
    double chance = 1;      ///< that it is none, for all values that are compared together (Bonferroni)
    DifferenceDegree degree = DifferenceDegree::None;
};

struct ComparedDimension {
    /// What the area's denials are compared with. Where denials fell, it is the baseline's that are, and the
    /// other time is the area.
    enum class With {
        Denials,  ///< those of the other time
        Requests, ///< all requests of the other time, which has too few denials
        Same,     ///< all requests of the same time
        Nothing   ///< there are too few
    };
    DecisionDimension dimension = DecisionDimension::Column;
    std::string column; ///< the name of a Column
    With with = With::Nothing;
    DifferenceDegree degree = DifferenceDegree::None; ///< the largest of its values
    std::vector<ComparedValue> values;                ///< the most different first; a few
    std::size_t valueCount = 0;                       ///< of all
};

struct Difference {
    enum class Trend {
        TooFew, ///< denials to compare
        Same,   ///< as many in a time, as far as chance lets it be told
        Rose,
        Fell
    };
    /// A value, as places in dimensions and their values.
    struct Cause {
        std::size_t dimension = 0;
        std::size_t value = 0;
    };

    TimeRange area;
    TimeRange baseline;
    std::uint64_t denied = 0;
    std::uint64_t deniedBefore = 0;
    std::uint64_t requests = 0;
    std::uint64_t requestsBefore = 0;
    Trend trend = Trend::TooFew;
    /// Denials more than the baseline has in as long a time; fewer, where they fell.
    std::uint64_t changed = 0;
    std::vector<ComparedDimension> dimensions; ///< the most different first
    std::vector<Cause> causes;        ///< what most of these denials have together, the most telling first
    double causeShare = 0;            ///< of `changed`, that have all of it; of Same, of the area's denials
    std::optional<Cause> newRequests; ///< where denials fell: what many more requests have than before
    std::optional<Instant> began;     ///< when they rose or fell
    std::optional<KnownChange> after; ///< the change that fits that best, if one does

    const ComparedDimension& dimension(Cause cause) const { return dimensions[cause.dimension]; }
    const ComparedValue& value(Cause cause) const { return dimensions[cause.dimension].values[cause.value]; }
    /// Neither more nor fewer, nor others.
    bool isNothing() const { return trend == Trend::TooFew || (trend == Trend::Same && causes.empty()); }
};

/// Fewer denials than these are not compared, and a value that fewer than the second have is never different.
inline constexpr std::uint64_t leastDenials = 30;
inline constexpr std::uint64_t leastOfValue = 10;
/// What may be chance with a higher probability than this is no difference.
inline constexpr double mostChance = 0.001;
/// By what factor denials in a time have to rise or fall.
inline constexpr double leastTrend = 1.5;

/// Compares them. Throws InvalidArgument for times that are empty or overlap.
Difference differenceOf(const DecisionLog& log, const DifferenceQuestion& question);

/// "none", "some", "different", "very-different".
std::string_view nameOf(DifferenceDegree degree);

} // namespace ratewarden
