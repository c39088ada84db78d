// SPDX-License-Identifier: MIT
#include "core/tokens/token_filter.h"

#include "core/formats/foreign/catalogue.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/glob.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ratewarden {
namespace {

using Word = FilterTerm::Word;

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
    for (const ValueWord& word : valueWords)
        words += fmt::format("{}{}", word.name,
                             word.isCompared ? (&word == &valueWords.back() ? ">" : ">, ") : ":, ");
    return words;
}

std::string knownWarnings()
{
    std::string names;
    for (int i = 0; i < warningCodeCount; ++i)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", nameOf(WarningCode(i)));
    return names;
}

/// The state that the word is one typing mistake away from; empty: there is none.
std::string_view stateNear(std::string_view word)
{
    for (int i = 0; i < tokenStatusCount; ++i) {
        const std::string_view name = nameOf(TokenStatus(i));
        // The distance takes the product of the lengths.
        if (word.size() <= name.size() + 1 && editDistance(word, name) == 1)
            return name;
    }
    return {};
}

/// Names as filters compare them.
std::string comparableName(std::string_view bytes)
{
    return lowered(printable(bytes));
}

bool isPartOfName(const std::string& part, const Subject& subject)
{
    return comparableName(subject.token).find(part) != std::string::npos ||
           comparableName(subject.policy).find(part) != std::string::npos;
}

/// Of those that are built in and the user's own.
bool matchesAnyFormat(const std::string& pattern)
{
    const auto matches = [&pattern](const auto& format) {
        return matchesGlob(pattern, std::string(format->name()));
    };
    return std::ranges::any_of(ratewardenFormats(), matches) ||
           std::ranges::any_of(currentCatalogue()->formats(), matches);
}

class FilterReader {
public:
    explicit FilterReader(std::string_view text) : m_text(text) {}

    std::vector<FilterTerm> read()
    {
        std::vector<FilterTerm> terms;
        while (skipSpaces())
            terms.push_back(readTerm());
        return terms;
    }

private:
    [[noreturn]] void fail(std::size_t at, const Problem& reason) const
    {
        throw BadNotation(m_text, at, reason);
    }

    bool skipSpaces()
    {
        while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t'))
            ++m_at;
        return m_at < m_text.size();
    }

    /// Up to the next space, or to one of these.
    std::string_view upTo(std::string_view ends)
    {
        const std::size_t start = m_at;
        while (m_at < m_text.size() && m_text[m_at] != ' ' && m_text[m_at] != '\t' &&
               ends.find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
        return m_text.substr(start, m_at - start);
    }

    FilterTerm readTerm()
    {
        FilterTerm term;
        if (m_text[m_at] == '-') {
            term.isNegated = true;
            ++m_at;
        }
        const std::size_t start = m_at;
        if (start < m_text.size() && m_text[start] == '"')
            return readQuotedName(std::move(term));
        const std::string_view name = upTo(":<>=");
        const bool hasValue = m_at < m_text.size() && m_text[m_at] != ' ' && m_text[m_at] != '\t';
        const auto* const word = std::ranges::find(valueWords, name, &ValueWord::name);
        if (word != valueWords.end()) {
            term.word = word->word;
            if (word->isCompared)
                readComparison(*word, start, term);
            else
                readValue(*word, start, term);
            return term;
        }
        if (hasValue || name.empty())
            fail(start,
                 {Fault::FilterWord, m_text.substr(start, hasValue ? m_at - start + 1 : 0), filterWords()});
        if (const std::optional<TokenStatus> state = tokenStatusNamed(name)) {
            term.state = *state;
            return term;
        }
        if (const std::string_view near = stateNear(name); !near.empty())
            fail(start, {Fault::FilterNear, name, near});
        term.word = Word::Name;
        term.pattern = comparableName(name);
        return term;
    }

    FilterTerm readQuotedName(FilterTerm term)
    {
        const std::size_t start = m_at;
        term.word = Word::Name;
        term.pattern = comparableName(readText());
        if (term.pattern.empty())
            fail(start, {Fault::FilterWord, m_text.substr(start, m_at - start), filterWords()});
        return term;
    }

    void readValue(const ValueWord& word, std::size_t start, FilterTerm& term)
    {
        if (m_at == m_text.size() || m_text[m_at] != ':')
            fail(start, {Fault::FilterValueMissing, word.name, word.example});
        const std::size_t at = ++m_at;
        const std::string value = readText();
        if (value.empty())
            fail(start, {Fault::FilterValueMissing, word.name, word.example});
        if (word.word == Word::Warning) {
            for (int i = 0; i < warningCodeCount; ++i)
                if (nameOf(WarningCode(i)) == value) {
                    term.warning = WarningCode(i);
                    return;
                }
            fail(at, {Fault::UnknownChoice, word.name, value, knownWarnings()});
        }
        if (!isWholeGlob(value))
            fail(at, {Fault::FilterPattern, value});
        if (word.word == Word::Format && !matchesAnyFormat(value))
            fail(at, {Fault::FilterFormat, value});
        term.pattern = value;
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
        if (++m_at < m_text.size() && m_text[m_at] != ' ' && m_text[m_at] != '\t')
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
    std::size_t m_at = 0;
};

std::optional<double> comparedOf(const TokenFacts& facts, Word word)
{
    switch (word) {
    case Word::Used:
        return facts.share;
    case Word::Left:
        return facts.left ? std::optional(double(*facts.left)) : std::nullopt;
    case Word::Wait:
        if (facts.wait)
            return double(facts.wait->count());
        if (facts.status == TokenStatus::Blocked || facts.status == TokenStatus::Limited)
            return std::numeric_limits<double>::infinity(); // waiting does not help
        return std::nullopt;
    case Word::Denied:
        return facts.rates ? std::optional(facts.rates->denied) : std::nullopt;
    default:
        return std::nullopt;
    }
}

using FilterAnswer = TokenFilter::Answer;

FilterAnswer answerOfTerm(bool holds, bool isNegated)
{
    return holds != isNegated ? FilterAnswer::Yes : FilterAnswer::No;
}

FilterAnswer askTerm(const FilterTerm& term, const TokenFacts& facts)
{
    const Subject& subject = *facts.subject;
    switch (term.word) {
    case Word::Policy:
        return answerOfTerm(matchesGlob(term.pattern, subject.policy), term.isNegated);
    case Word::Format:
        return answerOfTerm(matchesGlob(term.pattern, std::string(subject.format->name())), term.isNegated);
    case Word::Token:
        return answerOfTerm(matchesGlob(term.pattern, subject.token), term.isNegated);
    case Word::Name:
        return answerOfTerm(isPartOfName(term.pattern, subject), term.isNegated);
    case Word::State:
        if (facts.isUnread)
            return FilterAnswer::NotKnown;
        return answerOfTerm(facts.status == term.state, term.isNegated);
    case Word::Warning:
        if (facts.isUnread && !facts.warnings.has(term.warning))
            return FilterAnswer::NotKnown;
        return answerOfTerm(facts.warnings.has(term.warning), term.isNegated);
    default:
        break;
    }
    if (facts.isUnread)
        return FilterAnswer::NotKnown;
    const std::optional<double> figure = comparedOf(facts, term.word);
    if (!figure)
        return FilterAnswer::No;
    return answerOfTerm(term.isAbove ? *figure > term.number : *figure < term.number, term.isNegated);
}

} // namespace

TokenFacts factsOf(const Reading& reading, WarningSet warnings)
{
    TokenFacts facts;
    facts.subject = &reading.subject;
    facts.isUnread = bool(reading.problem);
    facts.status = statusOf(reading);
    facts.warnings = warnings;
    facts.rates = requestRatesOf(reading);
    facts.wait = waitOf(reading);
    if (reading.decision && !reading.decision->usage.empty()) {
        const RuleUsage& tightest = reading.decision->usage[reading.decision->tightestRule()];
        facts.share = tightest.share();
        facts.left = tightest.remaining();
        facts.steadyShare = steadyShare(*reading.decision);
    }
    return facts;
}

TokenFilter::TokenFilter(std::string_view text) : m_text(text), m_terms(FilterReader(text).read()) {}

TokenFilter::Answer TokenFilter::ask(const TokenFacts& facts) const
{
    Answer answer = Answer::Yes;
    for (const FilterTerm& term : m_terms) {
        const Answer one = askTerm(term, facts);
        if (one == Answer::No)
            return Answer::No;
        if (one == Answer::NotKnown)
            answer = Answer::NotKnown;
    }
    return answer;
}

} // namespace ratewarden
