// SPDX-License-Identifier: MIT
#pragma once

#include "core/filters/expanded_filter.h"
#include "core/model/address.h"
#include "core/model/errors.h"
#include "core/model/rule.h"
#include "core/model/time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A word that the filters of a list know, beside parts of names. A list has a table of them that lives as
/// long as the program.
struct FilterField {
    enum class Kind : std::uint8_t {
        Flag,    ///< the word alone: `limited`
        Pattern, ///< `policy:pay*`, as in core/model/glob.h
        Choice,  ///< a pattern of one of few names: `type:hash`
        Rule,    ///< `rule:20/min`, or a pattern
        Address, ///< `ip:203.0.113.0/24`
        Moment,  ///< `since:14:00`, `since:2026-11-25`, `since:2h`
        // Each compared with > or <:
        Share,  ///< `used>90%`
        Number, ///< `left<10`
        Bytes,  ///< `size>10k`
        Span,   ///< `wait>1min`
        Rate    ///< `denied>5/s`
    };

    std::string_view name;
    int id = 0; ///< of the list's own enumeration
    Kind kind = Kind::Flag;
    std::string_view example{}; ///< with the word; of a flag empty
    /// Of Choice: the name with this index, in the order of the bits of FilterTerm::choices; empty: no more.
    std::string_view (*choice)(int index) = nullptr;
    /// Of Pattern: what is wrong with it; null: anything will do.
    Problem (*fault)(const std::string& pattern) = nullptr;

    bool isCompared() const { return kind >= Kind::Share; }
};
using FieldKind = FilterField::Kind;
using FilterFields = std::span<const FilterField>;

/// What a moment of a filter is counted from.
struct FilterMoment {
    enum class From : std::uint8_t { Epoch, Now, Midnight };
    From from = From::Epoch;
    Micros span{}; ///< since the epoch; before now; after midnight in this machine's time zone

    /// Of a time of day the last one before `now`.
    Instant at(Instant now) const;
};

/// How a filter stands to a row.
enum class FilterAnswer : std::uint8_t {
    No,
    Yes,
    NotKnown, ///< the row could not be read
    Varies    ///< of what stands for many: it may take some of them, or none, or all
};

/// A word of a filter, with its value.
struct FilterTerm {
    const FilterField* field = nullptr; ///< null: a name
    bool isNegated = false;
    /// Of what is no flag and no comparison; of a name that is no pattern: what it has in it, in lower case.
    std::string pattern;
    std::string name;          ///< of a name: the same as it was typed
    bool isGlob = false;       ///< of a name: it is a pattern
    std::uint64_t choices = 0; ///< of Choice: those that match
    std::optional<Rule> rule;  ///< of Rule, unless it is a pattern
    AddressRange addresses;    ///< of Address
    FilterMoment moment;       ///< of Moment
    bool isAbove = true;       ///< whether it is above the number or below
    double number = 0;         ///< of 1, bytes, microseconds, a second
    std::size_t begin = 0;     ///< where it stands in the text, in bytes
    std::size_t end = 0;

    /// What it says of a row for which the word holds, or does not.
    FilterAnswer answer(bool holds) const
    {
        return holds != isNegated ? FilterAnswer::Yes : FilterAnswer::No;
    }
    /// Of one with this figure. What is not known matches neither the comparison nor its negation.
    FilterAnswer answerOf(std::optional<double> figure) const
    {
        return figure ? answer(isAbove ? *figure > number : *figure < number) : FilterAnswer::No;
    }
    /// Whether the value is meant by its pattern.
    bool matches(std::string_view value) const;
    /// The same of a name, as it is shown.
    bool isIn(std::string_view whole) const;
    bool isOf(const Rule& rule) const;
    bool hasChoice(int index) const { return ((choices >> index) & 1U) != 0; }
};

/// Which rows of a list are meant. One language on every list, which brings its words alone.
class Filter {
public:
    using Answer = FilterAnswer;
    /// How the text came to be. In one that is still being typed, beside a list that shows what it takes, a
    /// part of a name may look like a word.
    enum class Origin { Given, Typed };

    /// Takes all rows.
    Filter() = default;
    /// Reads words with spaces between them. All of them must hold; `or` between words makes one side enough,
    /// round brackets group, and a minus sign in front of a word or a bracket negates it.
    ///
    /// A word is one of the fields, as its kind has it; values may stand in double quotes. Any other word is
    /// a part of a name, as it is shown, in any case of letters of ASCII; with `*`, `?` or `[…]` it is a
    /// pattern of the whole name, and in double quotes a part of a name whatever it looks like. Without
    /// quotes it must not be a typing mistake of a word, which would match nothing in silence.
    ///
    /// Throws BadNotation with the position of the fault.
    Filter(FilterFields fields, std::string_view text, Origin origin = Origin::Given);

    /// `judge`: FilterAnswer(const FilterTerm&), which FilterTerm::answer() makes of what holds.
    template <class Judge>
    Answer ask(const Judge& judge) const
    {
        return ask(m_root, judge);
    }

    /// As it was given.
    const std::string& text() const { return m_text; }
    /// In their order, whatever groups them. Empty: it takes all.
    const std::vector<FilterTerm>& terms() const { return m_terms; }
    bool empty() const { return m_terms.empty(); }
    /// The only word, if that is a name; else null.
    const FilterTerm* nameAlone() const;

    friend bool operator==(const Filter& a, const Filter& b) { return a.m_text == b.m_text; }

private:
    friend class FilterReader;

    struct Node {
        enum class Kind { Term, All, Any };
        Kind kind = Kind::All;
        std::size_t term = 0; ///< of Term: which
        std::vector<Node> parts;
    };

    // Of all parts the first that says no decides, of any the first that says yes.
    template <class Judge>
    Answer ask(const Node& node, const Judge& judge) const
    {
        if (node.kind == Node::Kind::Term)
            return judge(m_terms[node.term]);
        const bool isAll = node.kind == Node::Kind::All;
        const Answer decides = isAll ? Answer::No : Answer::Yes;
        Answer answer = isAll ? Answer::Yes : Answer::No;
        for (const Node& part : node.parts) {
            const Answer one = ask(part, judge);
            if (one == decides)
                return decides;
            if (one == Answer::Varies || (one == Answer::NotKnown && answer != Answer::Varies))
                answer = one;
        }
        return answer;
    }

    std::string m_text;
    std::vector<FilterTerm> m_terms;
    Node m_root;
};

/// What has been typed of a filter so far.
struct TypedFilter {
    struct Word {
        std::size_t begin = 0;
        std::size_t end = 0;
    };

    /// Of the text in front of the wrong word, if there is one, with what names stand for in their place.
    Filter filter;
    std::vector<Word> words; ///< of the filter, where they were typed
    std::size_t taken = 0;   ///< how much of what was typed is in front of the wrong word, or all
    std::optional<BadNotation> fault;
};
/// `names`: what words `filter:NAME` in it stand for.
TypedFilter typedFilter(FilterFields fields, std::string_view text, const FilterNames& names = {});

/// Of the first word with a colon that only other lists know, such as `since:14:00` on Tokens: that it is a
/// part of names here.
Problem foreignWord(const Filter& filter);

/// Of `format:`: that no format is called so, of those that are built in and the user's own.
Problem unknownFormat(const std::string& pattern);

/// The text as a value of a filter's word that means it alone, in double quotes if it has to be. Bytes that
/// nobody can type become question marks.
std::string filterValue(std::string_view text);
/// The same of a policy. One for groups of other programs' tokens is a pattern, so that asterisks stay.
std::string policyValue(std::string_view policy);
/// A word that is no field and takes the rows of that name alone: a pattern, "[u]ser:7" where there is
/// nothing else to make it one. `isBeginning`: those whose names begin so, "user:*". Bytes that would end the
/// word become question marks. Empty: no word can say it.
std::string nameWord(FilterFields fields, std::string_view name, bool isBeginning);

} // namespace ratewarden
