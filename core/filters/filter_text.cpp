// SPDX-License-Identifier: MIT
// Reads filters.
#include "core/filters/filter.h"
#include "core/filters/filter_faults.h"
#include "core/model/document_faults.h"
#include "core/model/glob.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"
#include "core/model/written_time.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::string_view orWord = "or";

std::string filterWords(FilterFields fields)
{
    std::string words;
    for (const FilterField& field : fields)
        words += fmt::format("{}{}{}", words.empty() ? "" : ", ", field.name,
                             field.isCompared()                      ? ">"
                             : field.kind == FilterField::Kind::Flag ? ""
                                                                     : ":");
    return words;
}

/// The word that this one is one typing mistake away from; empty: there is none. `hasValue`: a colon follows.
std::string_view wordNear(FilterFields fields, std::string_view typed, bool hasValue)
{
    constexpr std::size_t shortest = 3; // "ip" is like too much else
    for (const FilterField& field : fields) {
        const bool isMeant = field.kind == FilterField::Kind::Flag
                                 ? !hasValue
                                 : hasValue && !field.isCompared() && field.name.size() >= shortest;
        // The distance takes the product of the lengths.
        if (isMeant && typed.size() <= field.name.size() + 1 && editDistance(typed, field.name) == 1)
            return field.name;
    }
    return {};
}

/// The number and its unit, one behind it at most.
std::optional<double> bytesWritten(std::string_view text)
{
    constexpr std::string_view units = "kmgt";
    double scale = 1;
    const std::string low = lowered(text);
    std::string_view number = low;
    if (number.ends_with('b'))
        number.remove_suffix(1);
    if (const std::size_t unit = number.empty() ? units.npos : units.find(number.back());
        unit != units.npos) {
        scale = std::pow(1024.0, double(unit + 1));
        number.remove_suffix(1);
    }
    const std::optional<double> read = parsedNumber<double>(number);
    return read ? std::optional(*read * scale) : std::nullopt;
}

/// As readWrittenTime() reads it, in this machine's time zone; with a date and a Z behind it in UTC.
std::optional<FilterMoment> momentOf(std::string_view text)
{
    const bool isUtc = text.size() > 1 && text.ends_with('Z');
    if (isUtc)
        text.remove_suffix(1);
    const auto time = readWrittenTime(text);
    if (!time || (isUtc && !time->date))
        return std::nullopt;
    const Micros ofDay = time->ofDay.value_or(Micros::zero());
    if (!time->date)
        return FilterMoment{FilterMoment::From::Midnight, ofDay};
    const Instant moment = isUtc ? std::chrono::sys_days(*time->date) + ofDay : localTime(*time->date, ofDay);
    return FilterMoment{FilterMoment::From::Epoch, moment.time_since_epoch()};
}

/// With question marks, each of which matches a byte, for what is no text.
std::string typeable(std::string glob)
{
    std::string plain; // printable() doubles backslashes
    std::ranges::remove_copy(glob, std::back_inserter(plain), '\\');
    const bool isText = printable(plain) == plain;
    for (char& c : glob)
        if (!isText && (c < ' ' || c > '~')) // also of bytes above 127
            c = '?';
    return glob;
}

std::string quotedValue(const std::string& value)
{
    if (!value.empty() && value.find_first_of(" \t\")") == std::string::npos)
        return value;
    std::string quoted = "\"";
    for (const char c : value) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

constexpr bool isBetweenWords(char c)
{
    return c == ' ' || c == '\t';
}

} // namespace

class FilterReader {
public:
    using Node = Filter::Node;
    using Kind = FilterField::Kind;

    FilterReader(FilterFields fields, std::string_view text, Filter::Origin origin)
        : m_fields(fields), m_text(text), m_origin(origin)
    {
    }

    Node read(std::vector<FilterTerm>& terms)
    {
        m_terms = &terms;
        Node root;
        if (skipSpaces())
            root = readAny(false);
        return root;
    }

private:
    static constexpr int deepest = 20; // brackets

    [[noreturn]] void fail(std::size_t at, const Problem& reason) const
    {
        throw BadNotation(m_text, at, reason);
    }

    bool skipSpaces()
    {
        while (m_at < m_text.size() && isBetweenWords(m_text[m_at]))
            ++m_at;
        return m_at < m_text.size();
    }

    /// Of a word: a bracket ends it only if one is open.
    bool isAtEnd() const
    {
        return m_at >= m_text.size() || isBetweenWords(m_text[m_at]) || (m_depth > 0 && m_text[m_at] == ')');
    }

    std::string_view upTo(std::string_view ends)
    {
        const std::size_t start = m_at;
        while (!isAtEnd() && ends.find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
        return m_text.substr(start, m_at - start);
    }

    bool takeOr()
    {
        const std::size_t start = m_at;
        if (upTo({}) == orWord)
            return true;
        m_at = start;
        return false;
    }

    bool isGroupOver() { return !skipSpaces() || (m_depth > 0 && m_text[m_at] == ')'); }

    /// What is negated as a whole is negated word by word: then what is not known of a token is treated
    /// alike.
    Node readAny(bool isNegated)
    {
        Node any;
        any.kind = isNegated ? Node::Kind::All : Node::Kind::Any;
        bool goesOn = true;
        while (goesOn) {
            Node all;
            all.kind = isNegated ? Node::Kind::Any : Node::Kind::All;
            std::size_t start = m_at;
            goesOn = false;
            while (!isGroupOver()) {
                start = m_at;
                goesOn = takeOr();
                if (goesOn)
                    break;
                all.parts.push_back(readPart(isNegated));
            }
            if (all.parts.empty() || (goesOn && isGroupOver()))
                fail(start, {Fault::FilterOr, orWord});
            any.parts.push_back(std::move(all));
        }
        return any.parts.size() == 1 ? std::move(any.parts.front()) : std::move(any);
    }

    Node readPart(bool isNegated)
    {
        const std::size_t begin = m_at;
        if (m_text[m_at] == '-') {
            isNegated = !isNegated;
            ++m_at;
        }
        if (m_at < m_text.size() && m_text[m_at] == '(')
            return readGroup(isNegated);
        FilterTerm term = readTerm();
        term.isNegated = isNegated;
        term.begin = begin;
        term.end = m_at;
        m_terms->push_back(std::move(term));
        Node node;
        node.kind = Node::Kind::Term;
        node.term = m_terms->size() - 1;
        return node;
    }

    Node readGroup(bool isNegated)
    {
        const std::size_t open = m_at++;
        if (++m_depth > deepest)
            fail(open, {Fault::FilterDepth, deepest});
        Node group = readAny(isNegated);
        if (!skipSpaces())
            fail(open, Fault::FilterBracket);
        ++m_at; // behind the closing one
        --m_depth;
        if (!isAtEnd())
            fail(m_at, Fault::FilterAfterBracket);
        return group;
    }

    FilterTerm readTerm()
    {
        FilterTerm term;
        const std::size_t start = m_at;
        if (start < m_text.size() && m_text[start] == '"')
            return readQuotedName(std::move(term));
        const std::string_view name = upTo(":<>=");
        const auto field = std::ranges::find(m_fields, name, &FilterField::name);
        const bool isFlag = field != m_fields.end() && field->kind == Kind::Flag;
        if (field != m_fields.end() && (!isFlag || isAtEnd())) {
            term.field = &*field;
            if (field->isCompared())
                readComparison(*field, start, term);
            else if (!isFlag)
                readValue(*field, start, term);
            return term;
        }
        if (isAtEnd() ? name.empty() : m_text[m_at] != ':')
            fail(start, {Fault::FilterWord, m_text.substr(start, isAtEnd() ? 0 : m_at - start + 1),
                         filterWords(m_fields)});
        if (!isAtEnd() && name == "filter")
            fail(start, {Fault::FilterNamed,
                         m_text.substr(m_at + 1, m_text.find_first_of(" \t)", m_at) - m_at - 1)});
        if (const std::size_t bracket = name.find(')');
            isAtEnd() && name.ends_with(')') && (bracket == 0 || isFlagName(name.substr(0, bracket))))
            fail(start + bracket, Fault::FilterNoBracket);
        // Typed, it may be the beginning of another word.
        if (isAtEnd() && name != orWord && lowered(name) == orWord &&
            (m_at < m_text.size() || m_origin == Filter::Origin::Given))
            fail(start, {Fault::FilterNear, name, orWord});
        if (const std::string_view near = wordNear(m_fields, name, !isAtEnd());
            !near.empty() && m_origin == Filter::Origin::Given)
            fail(start, {Fault::FilterNear, name, near});
        upTo({}); // "user:7"
        term.name = m_text.substr(start, m_at - start);
        term.isGlob = hasWildcard(term.name) && isWholeGlob(term.name);
        term.pattern = term.isGlob ? term.name : lowered(printable(term.name));
        return term;
    }

    bool isFlagName(std::string_view name) const
    {
        const auto field = std::ranges::find(m_fields, name, &FilterField::name);
        return field != m_fields.end() && field->kind == Kind::Flag;
    }

    FilterTerm readQuotedName(FilterTerm term)
    {
        const std::size_t start = m_at;
        term.name = readText();
        term.pattern = lowered(printable(term.name));
        if (term.pattern.empty())
            fail(start, {Fault::FilterWord, m_text.substr(start, m_at - start), filterWords(m_fields)});
        return term;
    }

    void readValue(const FilterField& field, std::size_t start, FilterTerm& term)
    {
        if (m_at == m_text.size() || m_text[m_at] != ':')
            fail(start, {Fault::FilterValueMissing, field.name, field.example});
        const std::size_t at = ++m_at;
        term.pattern = readText();
        if (term.pattern.empty())
            fail(start, {Fault::FilterValueMissing, field.name, field.example});
        if (field.kind == Kind::Address)
            return takeAddresses(at, term);
        if (field.kind == Kind::Moment)
            return takeMoment(at, term);
        if (!isWholeGlob(term.pattern))
            fail(at, {Fault::FilterPattern, term.pattern});
        if (field.kind == Kind::Choice)
            takeChoices(field, at, term);
        else if (field.kind == Kind::Rule && !hasWildcard(term.pattern))
            term.rule = ruleAt(at, term.pattern);
        if (const Problem fault = field.fault ? field.fault(term.pattern) : Problem())
            fail(at, fault);
    }

    void takeAddresses(std::size_t at, FilterTerm& term) const
    {
        const std::optional<AddressRange> range = parsedAddressRange(term.pattern);
        if (!range)
            fail(at, {Fault::FilterAddress, term.pattern});
        term.addresses = *range;
    }

    void takeMoment(std::size_t at, FilterTerm& term) const
    {
        if (const std::optional<FilterMoment> moment = momentOf(term.pattern))
            term.moment = *moment;
        else if (term.pattern.find_first_of(":-") != std::string::npos)
            fail(at, {Fault::FilterMoment, term.pattern});
        else
            term.moment = {FilterMoment::From::Now, durationAt(at, term.pattern)};
    }

    void takeChoices(const FilterField& field, std::size_t at, FilterTerm& term) const
    {
        std::string known;
        for (int i = 0; !field.choice(i).empty(); ++i) {
            known += fmt::format("{}{}", known.empty() ? "" : ", ", field.choice(i));
            if (matchesGlob(term.pattern, field.choice(i)))
                term.choices |= std::uint64_t(1) << i;
        }
        if (term.choices == 0)
            fail(at, {Fault::UnknownChoice, field.name, term.pattern, known});
    }

    Rule ruleAt(std::size_t at, const std::string& text) const
    {
        try {
            const std::vector<Rule> rules = parseRules(text);
            if (rules.size() == 1)
                return rules.front();
        } catch (const BadNotation& error) {
            fail(at + error.position(), error.reason());
        } catch (const BadPolicy& error) {
            fail(at, error.problem());
        }
        fail(at, {Fault::FilterRule, text});
    }

    /// Up to the next space; or in double quotes, with \" and \\ in it.
    std::string readText()
    {
        if (m_at == m_text.size() || m_text[m_at] != '"')
            return std::string(upTo({}));
        const std::size_t open = m_at++;
        std::string text;
        for (; m_at < m_text.size() && m_text[m_at] != '"'; ++m_at) {
            const bool isEscape = m_text[m_at] == '\\' && m_at + 1 < m_text.size() &&
                                  (m_text[m_at + 1] == '"' || m_text[m_at + 1] == '\\');
            if (isEscape)
                ++m_at;
            text += m_text[m_at];
        }
        if (m_at == m_text.size())
            fail(open, Fault::QuoteOpen);
        ++m_at;
        if (!isAtEnd())
            fail(m_at, Fault::FilterAfterQuote);
        return text;
    }

    void readComparison(const FilterField& field, std::size_t start, FilterTerm& term)
    {
        const Problem wrong(Fault::FilterComparison, field.name, field.example);
        if (m_at == m_text.size() || (m_text[m_at] != '>' && m_text[m_at] != '<'))
            fail(start, wrong);
        term.isAbove = m_text[m_at++] == '>';
        const std::size_t at = m_at;
        std::string_view value = upTo({});
        if (value.ends_with(')'))
            fail(at + value.find(')'), Fault::FilterNoBracket);
        if (field.kind == Kind::Span) {
            term.number = double(durationAt(at, value).count());
            return;
        }
        const std::string_view unit = field.kind == Kind::Share ? "%" : field.kind == Kind::Rate ? "/s" : "";
        if (!value.ends_with(unit)) {
            if (!value.empty() && !isDigit(value.front()) && value.front() != '-')
                fail(at, Fault::NumberMissing);
            fail(at + value.size(), wrong);
        }
        value.remove_suffix(unit.size());
        const std::optional<double> number =
            field.kind == Kind::Bytes ? bytesWritten(value) : parsedNumber<double>(value);
        if (!number || !std::isfinite(*number))
            fail(at, Fault::NumberMissing);
        if (*number < 0)
            fail(at, Fault::NumberBelowZero);
        term.number = field.kind == Kind::Share ? *number / 100 : *number;
    }

    Micros durationAt(std::size_t at, std::string_view text) const
    {
        try {
            return parseDuration(text);
        } catch (const BadNotation& error) {
            fail(at + error.position(), error.reason());
        }
    }

    FilterFields m_fields;
    std::string_view m_text;
    Filter::Origin m_origin;
    std::vector<FilterTerm>* m_terms = nullptr;
    std::size_t m_at = 0;
    int m_depth = 0; // of brackets
};

Filter::Filter(FilterFields fields, std::string_view text, Origin origin) : m_text(text)
{
    m_root = FilterReader(fields, text, origin).read(m_terms);
}

TypedFilter typedFilter(FilterFields fields, std::string_view text, const FilterNames& names)
{
    const ExpandedFilter expanded(text, names);
    std::string_view rest = expanded.text();
    TypedFilter typed;
    while (true) {
        try {
            typed.filter = Filter(fields, rest, Filter::Origin::Typed);
            break;
        } catch (const BadNotation& error) {
            if (!typed.fault)
                typed.fault.emplace(text, expanded.givenBegin(error.position()), error.reason());
            // A fault may show behind the word, or behind the bracket, that is to go.
            const std::size_t space = rest.substr(0, error.position()).find_last_of(" \t");
            rest = rest.substr(0, space == std::string_view::npos ? 0 : space);
        }
    }
    typed.taken = expanded.givenBegin(rest.size());
    for (const FilterTerm& term : typed.filter.terms()) {
        const TypedFilter::Word word{expanded.givenBegin(term.begin), expanded.givenEnd(term.end)};
        if (typed.words.empty() || typed.words.back().begin != word.begin)
            typed.words.push_back(word);
    }
    return typed;
}

Problem foreignWord(const Filter& filter)
{
    // Of all lists, as a test makes sure.
    static constexpr std::array all{"action", "before", "by",    "format", "ip",   "policy", "reason",
                                    "result", "rule",   "since", "token",  "type", "warning"};
    for (const FilterTerm& term : filter.terms()) {
        const std::size_t colon = term.name.find(':');
        const bool isQuoted = filter.text().substr(term.begin, term.end - term.begin).find('"') <= 1;
        if (term.field || isQuoted || colon == std::string::npos)
            continue;
        if (const std::string word = term.name.substr(0, colon); std::ranges::find(all, word) != all.end())
            return {Fault::FilterForeign, word, term.name};
    }
    return {};
}

std::string filterValue(std::string_view text)
{
    return quotedValue(typeable(escapedForGlob(text)));
}

std::string policyValue(std::string_view policy)
{
    std::string pattern;
    for (const char c : policy)
        pattern += c == '*' ? "*" : escapedForGlob({&c, 1});
    return quotedValue(typeable(std::move(pattern)));
}

std::string nameWord(FilterFields fields, std::string_view name, bool isBeginning)
{
    std::string word = typeable(escapedForGlob(name));
    std::ranges::replace_if(
        word, [](char c) { return std::string_view(" \t\"()<>=").find(c) != std::string_view::npos; }, '?');
    if (word.starts_with('-'))
        word.front() = '?';
    if (isBeginning && !word.empty())
        word += '*';
    const auto isPattern = [&fields, &word] {
        try {
            const Filter filter(fields, word);
            return filter.nameAlone() && filter.nameAlone()->isGlob;
        } catch (const BadNotation&) {
            return false;
        }
    };
    if (isPattern())
        return word;
    const std::size_t plain = std::size_t(std::ranges::find_if(word, isLetterOrDigit) - word.begin());
    if (plain == word.size())
        return {};
    word.insert(plain + 1, "]").insert(plain, "[");
    return isPattern() ? word : std::string();
}

} // namespace ratewarden
