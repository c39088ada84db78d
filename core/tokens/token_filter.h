// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/formats/warning.h"
#include "core/tokens/token_status.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How a token stands, as far as filters and alerts ask for it. Refers to the reading's subject.
struct TokenFacts {
    const Subject* subject = nullptr;
    /// It could not be read: nothing but the subject is known, and no field that is empty says anything.
    bool isUnread = false;
    TokenStatus status = TokenStatus::Unknown;
    std::optional<double>
        share;                  ///< of the limit of the rule of which most is used; empty: no rules are known
    std::optional<Units> left;  ///< under the same rule
    std::optional<Micros> wait; ///< as waitOf() tells it
    std::optional<RequestRates> rates; ///< empty: its requests are not counted
    double steadyShare = 0;
    WarningSet warnings;
};

/// `warnings`: those that are sure, which for locks takes two looks.
TokenFacts factsOf(const Reading& reading, WarningSet warnings);

/// A word of a filter.
struct FilterTerm {
    enum class Word { State, Policy, Format, Token, Name, Warning, Used, Left, Wait, Denied };

    Word word = Word::State;
    bool isNegated = false;
    TokenStatus state = TokenStatus::Ok;          ///< of State
    WarningCode warning = WarningCode::StaleLock; ///< of Warning
    std::string pattern; ///< of Policy, Format and Token; of Name: what its name has in it, in lower case
    bool isAbove = true; ///< of the others: whether it is above the number or below
    double number = 0;   ///< Used: of 1; Left: units; Wait: microseconds; Denied: requests a second

    friend bool operator==(const FilterTerm&, const FilterTerm&) = default;
};

/// Which tokens are meant: all for which every word holds.
class TokenFilter {
public:
    enum class Answer {
        No,
        Yes,
        NotKnown ///< the token could not be read
    };

    /// Takes all tokens.
    TokenFilter() = default;
    /// Reads words with spaces between them; a minus sign in front of one negates it.
    ///
    /// - `limited`, `blocked`, `near`, `ok`, `idle`, `unknown`: as nameOf(TokenStatus) has them;
    /// - `policy:P`, `format:F`, `token:T`: patterns with *, ? and […], in double quotes if they have spaces;
    /// - `warning:CODE`, as nameOf(WarningCode) has them;
    /// - `used>90%`, `left<10`, `wait>1min`, `denied>5/s`, each with > or <;
    /// - any other word, or what is in double quotes: a part of the name of the token or its policy, as they
    ///   are shown, in any case of letters of ASCII. Without quotes it must not be a typing mistake of a
    ///   state, which would match nothing in silence.
    ///
    /// What is not known of a token, as how much is used where there are no rules, matches neither a
    /// comparison nor its negation. Throws BadNotation with the position of the fault.
    explicit TokenFilter(std::string_view text);

    Answer ask(const TokenFacts& facts) const;

    /// As it was given.
    const std::string& text() const { return m_text; }
    /// Empty: it takes all.
    const std::vector<FilterTerm>& terms() const { return m_terms; }

    friend bool operator==(const TokenFilter& a, const TokenFilter& b) { return a.m_terms == b.m_terms; }

private:
    std::string m_text;
    std::vector<FilterTerm> m_terms;
};

} // namespace ratewarden
