// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/policy.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Something that a notation cannot say, or that another program does otherwise with the same rules.
struct NotationWarning {
    enum class Kind {
        WholeSecondsOnly, ///< `rule` is left out: its window has a fraction of a second
        OneUnitOnly,      ///< `rule` is left out: its window is none of the units in `names`
        AtOnceLost,       ///< `rule` is left out: it is of requests at once, which the program does not count
        LimitTooLarge,    ///< `rule` is left out: its limit is above `number`
        BurstLost,        ///< `rule` is written without its burst
        OneLimitEach,     ///< every request must be sent with each of the keys that are written
        FixedWindows,     ///< the program counts in fixed windows
        TwoCounters,      ///< its sliding windows are estimated from two counters
        DeniedCount,      ///< it charges denied requests, unless the option in `names` is true
        SeparateCounters, ///< what is read as rules of one token are separate counters there: `names`
        Unlimited,        ///< `names` have no limit, and give no rule
        ShadowMode,       ///< `names` deny nothing there
        Ignored,          ///< the fields in `names` have no meaning here
        MonthLength,      ///< a month has `number` days, as in that program
        YearLength,       ///< a year has `number` days, as in that program
        CalendarMonth,    ///< a month is read as `number` days, and is one of the calendar there
        CalendarYear,     ///< a year is read as `number` days, and is one of the calendar there
        DeniesAll         ///< `rule` has a limit of 0
    };

    Kind kind = Kind::DeniesAll;
    std::string_view program{}; ///< its proper name, "Envoy"; lives forever
    std::optional<Rule> rule{};
    const Algorithm* algorithm = nullptr; ///< that of the policy, if the program does otherwise than it
    std::vector<std::string> names{};     ///< printable and short, 16 at most
    Units number = 0;                     ///< what it is, the kind says; else: how many more names there are

    friend bool operator==(const NotationWarning&, const NotationWarning&) = default;
};

/// Its sentence in English: see fault_text.h. Its values are the rule, the program, the names, the number and
/// the algorithm.
const char* patternOf(const NotationWarning& warning);

/// The rules of a policy in some notation.
struct WrittenRules {
    std::string text; ///< empty: nothing of them can be said so
    std::vector<NotationWarning> warnings;
};

/// Rules as they were read out of a text, whatever its notation.
struct ReadRules {
    std::vector<Rule> rules;   ///< valid ones, in the order of the text
    std::string_view notation; ///< the title of the one it was
    std::vector<NotationWarning> warnings;
};

/// A way in which programs write rules: one file in this folder, and a row in registry.cpp.
struct Notation {
    std::string_view name;  ///< on command lines: "python-limits"
    std::string_view title; ///< for people
    /// Whether a text, without blanks around it, is probably meant so.
    bool (*recognises)(std::string_view text);
    /// Reads such a text; the caller checks the rules and sets the title. Throws InvalidArgument, with the
    /// reason.
    ReadRules (*read)(std::string_view text);
    WrittenRules (*write)(const Policy& policy);
};

/// All there are: Ratewarden's short form first, which reads what no other recognises.
std::span<const Notation> notations();

/// Throws InvalidArgument, with the names there are, for an unknown one.
const Notation& notationNamed(std::string_view name);

/// Reads rules in any notation, and finds out which it is:
///
/// - all that parseRules() reads, also in several lines, and with "RateLimit-Policy:" in front;
/// - Envoy's YAML: a whole file, a list of descriptors, one descriptor, or one rate_limit;
/// - Kong's JSON: a plugin rate-limiting or rate-limiting-advanced, or its config alone.
///
/// The text may be up to 64 KiB of any bytes. Throws InvalidArgument, whose text is printable, for what
/// cannot be read, and of it BadNotation, whose position counts in the line that is wrong, for the first
/// kind.
ReadRules readRulesInAnyNotation(std::string_view text);

} // namespace ratewarden
