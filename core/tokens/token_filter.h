// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/filter.h"
#include "core/formats/reading.h"
#include "core/formats/warning.h"
#include "core/tokens/token_status.h"

#include <optional>
#include <string_view>
#include <utility>

namespace ratewarden {

/// How a token stands, as far as filters and alerts ask for it; or what many that stand alike have in common.
/// Refers to the names of whom it was made.
struct TokenFacts {
    std::string_view token;
    std::string_view policy;
    const Format* format = nullptr; ///< null: of many, of a format that is not known here
    /// Of many: token, rule, share, left, wait and rates are each one's own, and not told.
    bool isOfMany = false;
    bool isOfManyPolicies = false; ///< of these: policy, too
    /// It could not be read: nothing but its names is known, and no field that is empty says anything.
    bool isUnread = false;
    TokenStatus status = TokenStatus::Unknown;
    bool isActive = false;             ///< it has used something of its limits, or is blocked
    std::optional<Rule> rule;          ///< of which most is used; empty: no rules are known
    std::optional<double> share;       ///< of its limit
    std::optional<Units> left;         ///< under it
    std::optional<Micros> wait;        ///< as waitOf() tells it
    std::optional<RequestRates> rates; ///< empty: its requests are not counted
    double steadyShare = 0;
    WarningSet warnings;
};

/// `warnings`: those that are sure, which for locks takes two looks.
TokenFacts factsOf(const Subject& subject, const TokenFigures& figures, WarningSet warnings);
TokenFacts factsOf(const Reading& reading, WarningSet warnings);

/// Which tokens are meant.
class TokenFilter : public Filter {
public:
    enum class Word {
        State, ///< and those behind it, one for each TokenStatus
        Active = State + tokenStatusCount,
        Policy,
        Format,
        Token,
        Rule,
        Address,
        Warning,
        Used,
        Left,
        Wait,
        Denied
    };

    /// - `limited`, `blocked`, `near`, `ok`, `idle`, `unknown`: as nameOf(TokenStatus) has them; `active`:
    ///   has used something of its limits, or is blocked;
    /// - `policy:P`, `format:F`, `token:T`;
    /// - `rule:1/min`: the rule of which most is used;
    /// - `ip:203.0.113.0/24`: the token has an address of that network in its name;
    /// - `warning:CODE`, as nameOf(WarningCode) has them;
    /// - `used>90%`, `left<10`, `wait>1min`, `denied>5/s`;
    /// - names are those of the token and its policy.
    ///
    /// What is not known of a token, as how much is used where there are no rules, matches neither a
    /// comparison nor its negation.
    static FilterFields fields();

    TokenFilter() = default;
    /// Throws BadNotation with the position of the fault.
    explicit TokenFilter(std::string_view text) : Filter(fields(), text) {}
    /// One of these fields.
    explicit TokenFilter(Filter filter) : Filter(std::move(filter)) {}

    Answer ask(const TokenFacts& facts) const;
    /// Whether a policy that it names is a candidate; the tokens of candidates are shown only then.
    bool namesCandidate() const;
    bool asksFor(WarningCode code) const;
    /// Whether names say all: of facts without anything else ask() tells the same.
    bool asksForNamesAlone() const;
};

} // namespace ratewarden
