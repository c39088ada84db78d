// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/formats/warning.h"
#include "core/model/address.h"
#include "core/model/errors.h"
#include "core/tokens/token_status.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
TokenFacts factsOf(const Reading& reading, WarningSet warnings);

/// A word of a filter, with its value.
struct FilterTerm {
    enum class Word {
        State,
        Active,
        Policy,
        Format,
        Token,
        Name,
        Rule,
        Address,
        Warning,
        Used,
        Left,
        Wait,
        Denied
    };

    Word word = Word::State;
    bool isNegated = false;
    TokenStatus state = TokenStatus::Ok; ///< of State
    WarningSet warnings;                 ///< of Warning: one of them
    /// Of Policy, Format, Token and Rule; of Name: what its name has in it, in lower case.
    std::string pattern;
    std::string name;         ///< of Name: the same as it was typed
    std::optional<Rule> rule; ///< of Rule, unless it is a pattern
    AddressRange addresses;   ///< of Address
    bool isAbove = true;      ///< of the others: whether it is above the number or below
    double number = 0;        ///< Used: of 1; Left: units; Wait: microseconds; Denied: requests a second
    std::size_t begin = 0;    ///< where it stands in the text, in bytes
    std::size_t end = 0;
};

/// Which tokens are meant.
class TokenFilter {
public:
    enum class Answer {
        No,
        Yes,
        NotKnown, ///< the token could not be read
        Varies    ///< of many tokens: it may take some of them, or none, or all
    };
    /// How the text came to be. In one that is still being typed, beside a list that shows what it takes, a
    /// part of a name may look like a state.
    enum class Origin { Given, Typed };

    /// Takes all tokens.
    TokenFilter() = default;
    /// Reads words with spaces between them. All of them must hold; `or` between words makes one side enough,
    /// round brackets group, and a minus sign in front of a word or a bracket negates it.
    ///
    /// - `limited`, `blocked`, `near`, `ok`, `idle`, `unknown`: as nameOf(TokenStatus) has them; `active`:
    /// has
    ///   used something of its limits, or is blocked;
    /// - `policy:P`, `format:F`, `token:T`: patterns as in core/model/glob.h, in double quotes if they have
    ///   spaces;
    /// - `rule:1/min`: the rule of which most is used, as parseRules() reads it, or a pattern (`rule:*/day`);
    /// - `ip:203.0.113.0/24`: the token has an address of that network in its name, of IPv4 or IPv6;
    /// - `warning:CODE`, as nameOf(WarningCode) has them, or a pattern;
    /// - `used>90%`, `left<10`, `wait>1min`, `denied>5/s`, each with > or <;
    /// - any other word, or what is in double quotes: a part of the name of the token or its policy, as they
    ///   are shown, in any case of letters of ASCII. Without quotes it must not be a typing mistake of a
    ///   word, which would match nothing in silence.
    ///
    /// What is not known of a token, as how much is used where there are no rules, matches neither a
    /// comparison nor its negation. Throws BadNotation with the position of the fault.
    explicit TokenFilter(std::string_view text, Origin origin = Origin::Given);

    Answer ask(const TokenFacts& facts) const;

    /// As it was given.
    const std::string& text() const { return m_text; }
    /// In their order, whatever groups them. Empty: it takes all.
    const std::vector<FilterTerm>& terms() const { return m_terms; }
    /// Whether a policy that it names is a candidate; the tokens of candidates are shown only then.
    bool namesCandidate() const;

    friend bool operator==(const TokenFilter& a, const TokenFilter& b) { return a.m_text == b.m_text; }

private:
    friend class FilterReader;

    struct Node {
        enum class Kind { Term, All, Any };
        Kind kind = Kind::All;
        std::size_t term = 0; ///< of Term: which
        std::vector<Node> parts;
    };

    Answer ask(const Node& node, const TokenFacts& facts) const;

    std::string m_text;
    std::vector<FilterTerm> m_terms;
    Node m_root;
};

/// What has been typed of a filter so far.
struct TypedFilter {
    /// Of the text in front of the wrong word, if there is one.
    TokenFilter filter;
    std::optional<BadNotation> fault;
};
TypedFilter typedFilter(std::string_view text);

/// The text as a value of a filter's word that means it alone, in double quotes if it has to be. Bytes that
/// nobody can type become question marks.
std::string filterValue(std::string_view text);
/// The same of a policy. One for groups of other programs' tokens is a pattern, so that asterisks stay.
std::string policyValue(std::string_view policy);

} // namespace ratewarden
