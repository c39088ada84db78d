// SPDX-License-Identifier: MIT
// Reads filters of tokens.
#include "core/formats/foreign/catalogue.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/glob.h"
#include "core/model/text.h"
#include "core/tokens/token_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <utility>

namespace ratewarden {
namespace {

using Word = FilterTerm::Word;

constexpr std::string_view activeWord = "active";
constexpr std::string_view orWord = "or";

struct ValueWord {
    std::string_view name;
    Word word;
    bool isCompared;
    std::string_view example;
};

constexpr std::array valueWords{
    ValueWord{"policy", Word::Policy, false, "policy:api"},
    ValueWord{"format", Word::Format, false, "format:ratewarden/gcra"},
    ValueWord{"token", Word::Token, false, "token:user:*"},
    ValueWord{"rule", Word::Rule, false, "rule:20/min"},
    ValueWord{"ip", Word::Address, false, "ip:203.0.113.0/24"},
    ValueWord{"warning", Word::Warning, false, "warning:stale-lock"},
    ValueWord{"used", Word::Used, true, "used>90%"},
    ValueWord{"left", Word::Left, true, "left<10"},
    ValueWord{"wait", Word::Wait, true, "wait>1min"},
    ValueWord{"denied", Word::Denied, true, "denied>5/s"},
};

std::string filterWords()
{
    std::string words;
    for (int i = 0; i < tokenStatusCount; ++i)
        words += fmt::format("{}, ", nameOf(TokenStatus(i)));
    words += fmt::format("{}, ", activeWord);
    for (const ValueWord& word : valueWords)
        words += fmt::format("{}{}", word.name,
                             word.isCompared ? (&word == &valueWords.back() ? ">" : ">, ") : ":, ");
    return words;
}

/// The word that this one is one typing mistake away from; empty: there is none. `hasValue`: a colon follows.
std::string_view wordNear(std::string_view typed, bool hasValue)
{
    std::vector<std::string_view> words{activeWord};
    for (int i = 0; i < tokenStatusCount; ++i)
        words.push_back(nameOf(TokenStatus(i)));
    if (hasValue) {
        words.clear();
        for (const ValueWord& word : valueWords)
            if (!word.isCompared && word.word != Word::Address) // "ip" is like too much else
                words.push_back(word.name);
    }
    for (const std::string_view word : words) // the distance takes the product of the lengths
        if (typed.size() <= word.size() + 1 && editDistance(typed, word) == 1)
            return word;
    return {};
}

/// Of those that are built in and the user's own.
bool matchesAnyFormat(const std::string& pattern)
{
    const auto matches = [&pattern](const auto& format) {
        return matchesGlob(pattern, format->name());
    };
    return std::ranges::any_of(ratewardenFormats(), matches) ||
           std::ranges::any_of(currentCatalogue()->formats(), matches);
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
    using Node = TokenFilter::Node;

    FilterReader(std::string_view text, TokenFilter::Origin origin) : m_text(text), m_origin(origin) {}

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
        const auto* const word = std::ranges::find(valueWords, name, &ValueWord::name);
        if (word != valueWords.end()) {
            term.word = word->word;
            if (word->isCompared)
                readComparison(*word, start, term);
            else
                readValue(*word, start, term);
            return term;
        }
        if (isAtEnd() ? name.empty() : m_text[m_at] != ':')
            fail(start,
                 {Fault::FilterWord, m_text.substr(start, isAtEnd() ? 0 : m_at - start + 1), filterWords()});
        if (isAtEnd() && name == activeWord) {
            term.word = Word::Active;
            return term;
        }
        if (const std::optional<TokenStatus> state = tokenStatusNamed(name); state && isAtEnd()) {
            term.state = *state;
            return term;
        }
        if (const std::string_view near = wordNear(name, !isAtEnd());
            !near.empty() && m_origin == TokenFilter::Origin::Given)
            fail(start, {Fault::FilterNear, name, near});
        upTo({}); // "user:7"
        term.word = Word::Name;
        term.name = m_text.substr(start, m_at - start);
        term.pattern = lowered(printable(term.name));
        return term;
    }

    FilterTerm readQuotedName(FilterTerm term)
    {
        const std::size_t start = m_at;
        term.word = Word::Name;
        term.name = readText();
        term.pattern = lowered(printable(term.name));
        if (term.pattern.empty())
            fail(start, {Fault::FilterWord, m_text.substr(start, m_at - start), filterWords()});
        return term;
    }

    void readValue(const ValueWord& word, std::size_t start, FilterTerm& term)
    {
        if (m_at == m_text.size() || m_text[m_at] != ':')
            fail(start, {Fault::FilterValueMissing, word.name, word.example});
        const std::size_t at = ++m_at;
        term.pattern = readText();
        if (term.pattern.empty())
            fail(start, {Fault::FilterValueMissing, word.name, word.example});
        if (word.word == Word::Address)
            return takeAddresses(at, term);
        if (!isWholeGlob(term.pattern))
            fail(at, {Fault::FilterPattern, term.pattern});
        if (word.word == Word::Warning)
            takeWarnings(at, term);
        else if (word.word == Word::Format && !matchesAnyFormat(term.pattern))
            fail(at, {Fault::FilterFormat, term.pattern});
        else if (word.word == Word::Rule && !hasWildcard(term.pattern))
            term.rule = ruleAt(at, term.pattern);
    }

    void takeAddresses(std::size_t at, FilterTerm& term) const
    {
        const std::optional<AddressRange> range = parsedAddressRange(term.pattern);
        if (!range)
            fail(at, {Fault::FilterAddress, term.pattern});
        term.addresses = *range;
    }

    void takeWarnings(std::size_t at, FilterTerm& term) const
    {
        std::string known;
        for (int i = 0; i < warningCodeCount; ++i) {
            const std::string_view name = nameOf(WarningCode(i));
            known += fmt::format("{}{}", known.empty() ? "" : ", ", name);
            if (matchesGlob(term.pattern, name))
                term.warnings.add(WarningCode(i));
        }
        if (term.warnings.empty())
            fail(at, {Fault::UnknownChoice, "warning", term.pattern, known});
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

    void readComparison(const ValueWord& word, std::size_t start, FilterTerm& term)
    {
        const Problem wrong(Fault::FilterComparison, word.name, word.example);
        if (m_at == m_text.size() || (m_text[m_at] != '>' && m_text[m_at] != '<'))
            fail(start, wrong);
        term.isAbove = m_text[m_at++] == '>';
        const std::size_t at = m_at;
        std::string_view value = upTo({});
        if (word.word == Word::Wait) {
            term.number = double(durationAt(at, value).count());
            return;
        }
        const std::string_view unit = word.word == Word::Used ? "%" : word.word == Word::Denied ? "/s" : "";
        if (!value.ends_with(unit))
            fail(at + value.size(), wrong);
        value.remove_suffix(unit.size());
        const std::optional<double> number = parsedNumber<double>(value);
        if (!number || !std::isfinite(*number))
            fail(at, Fault::NumberMissing);
        if (*number < 0)
            fail(at, Fault::NumberBelowZero);
        term.number = word.word == Word::Used ? *number / 100 : *number;
    }

    Micros durationAt(std::size_t at, std::string_view text) const
    {
        try {
            return parseDuration(text);
        } catch (const BadNotation& error) {
            fail(at + error.position(), error.reason());
        }
    }

    std::string_view m_text;
    TokenFilter::Origin m_origin;
    std::vector<FilterTerm>* m_terms = nullptr;
    std::size_t m_at = 0;
    int m_depth = 0; // of brackets
};

TokenFilter::TokenFilter(std::string_view text, Origin origin) : m_text(text)
{
    m_root = FilterReader(text, origin).read(m_terms);
}

TypedFilter typedFilter(std::string_view text)
{
    TypedFilter typed;
    while (true) {
        try {
            typed.filter = TokenFilter(text, TokenFilter::Origin::Typed);
            return typed;
        } catch (const BadNotation& error) {
            if (!typed.fault)
                typed.fault = error;
            // A fault may show behind the word, or behind the bracket, that is to go.
            const std::size_t space = text.substr(0, error.position()).find_last_of(" \t");
            text = text.substr(0, space == std::string_view::npos ? 0 : space);
        }
    }
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

} // namespace ratewarden
