// SPDX-License-Identifier: MIT
#pragma once

#include "core/tokens/token_filter.h"
#include "core/watch/finding.h"

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What an alert measures: of the tokens that its filter takes, or of the server.
enum class AlertMeasure {
    Tokens,       ///< how many there are
    DeniedRate,   ///< denied requests a second, of those whose requests are counted
    AllowedRate,  ///< allowed ones likewise
    DeniedShare,  ///< percent of these requests that were denied; 0 without requests
    MostUsed,     ///< percent of its limit that the token has used that used most; 0 without tokens
    EvictedKeys,  ///< of the server, since the round before: because memory ran out; by all of a cluster
    MemoryUsed,   ///< of the server, percent of maxmemory; of the fullest one of a cluster
    UnreadTokens, ///< tokens, and keys that may be tokens, that could not be read
    Findings,     ///< of the server and all its tokens: see Finding
    CriticalFindings
};
inline constexpr int alertMeasureCount = int(AlertMeasure::CriticalFindings) + 1;

/// As files say it: "tokens", "denied/s", "evicted keys".
std::string_view nameOf(AlertMeasure measure);
/// What stands behind its figure: "/s", "%", or nothing.
std::string_view unitOf(AlertMeasure measure);
/// Of the server as a whole, whatever tokens there are.
bool isOfServer(AlertMeasure measure);
/// Which takes a look at the server's settings, and all that tokens are wrong in.
bool isOfFindings(AlertMeasure measure);
/// The largest figure that there can be; infinity for most.
double largestOf(AlertMeasure measure);

enum class AlertSeverity { Info, Warning, Critical };
inline constexpr int alertSeverityCount = int(AlertSeverity::Critical) + 1;
std::string_view nameOf(AlertSeverity severity);

/// Why a figure is not known, or not completely.
enum class FigureDoubt {
    None,
    NodesLost,    ///< nodes of the cluster are unreachable
    TokensUnread, ///< tokens could not be read
    NotCounted,   ///< no matching token's requests are counted
    NoRules,      ///< no matching token's rules are known
    NoInfo,       ///< this user may not ask the server
    NoMaximum,    ///< the server has no maxmemory
    OfCluster,    ///< NotKept, of a cluster, in files of watchers that did not measure it
    FirstRound,   ///< it takes two rounds
    ServerLost,   ///< the round failed
    NotKept,      ///< of a history: it has not kept what the filter or the measure asks for
    NotWatched,   ///< of a history: no watcher was running
    NotWritten    ///< of a history: its rounds could not be written
};
inline constexpr FigureDoubt lastDoubt = FigureDoubt::NotWritten;
/// Why, and what can be done, as core/model/fault_text.h has it; empty: it is known.
const char* patternOf(FigureDoubt doubt);

/// A token that an alert is about.
struct AlertSample {
    Subject subject;
    TokenStatus status = TokenStatus::Unknown;
    std::optional<double> share;  ///< of its limit
    std::optional<double> denied; ///< requests a second
    std::optional<double> allowed;
};

/// What was measured: not below `low` and not above `high`. Both are the same unless something could not be
/// known.
struct AlertFigure {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
    FigureDoubt doubt = FigureDoubt::None;
    std::vector<AlertSample> samples;   ///< those that matter most, a few
    std::vector<Finding> findings = {}; ///< of Findings and CriticalFindings likewise, the worst first

    bool isExact() const { return low == high; }
};

/// Where an alert fires, and where it is back.
struct AlertBound {
    bool isAbove = true; ///< it fires above `at`, otherwise below
    double at = 0;
    std::optional<double>
        back; ///< it is back on the other side of this; empty: as soon as it is not beyond `at`

    /// Nothing where the figure does not tell.
    std::optional<bool> holds(const AlertFigure& figure) const;
    std::optional<bool> isBack(const AlertFigure& figure) const;

    friend bool operator==(const AlertBound&, const AlertBound&) = default;
};

/// For a while an alert that fires is not told.
struct AlertSilence {
    Instant until{};
    std::string reason;

    friend bool operator==(const AlertSilence&, const AlertSilence&) = default;
};

struct Alert {
    std::string name;
    TokenFilter filter;
    AlertMeasure measure = AlertMeasure::Tokens;
    AlertBound bound;
    Micros wait{}; ///< for so long it must be beyond the bound to fire, and back to recover
    AlertSeverity severity = AlertSeverity::Warning;
    std::optional<AlertSilence> silenced;

    bool isSilenced(Instant now) const { return silenced && now < silenced->until; }
    /// Whether what one is in says something of the other.
    bool measuresAs(const Alert& other) const
    {
        return name == other.name && filter == other.filter && measure == other.measure &&
               bound == other.bound;
    }
};

/// The bound at the nearest of 1, 2, 3, 5, 8, 10, 20, … where it fires less often, with `back` in proportion;
/// empty: there is none that its measure can be beyond.
std::optional<AlertBound> stricterBound(const Alert& alert);

} // namespace ratewarden
