// SPDX-License-Identifier: MIT
// Which part of a key is the token. Parts are compared with those of the siblings at the same place; where
// there are none, or they are alike, a part is the token that looks like one.
#include "core/formats/describe/name_proposal.h"

#include "core/formats/files/foreign_subject.h"
#include "core/formats/files/pattern.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>
#include <vector>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view strongDelimiters = ":/|";
constexpr char numberMark = '\x01'; // stands for the number of a window
constexpr std::size_t fewestLiterals = 2;

bool isDelimiter(char c)
{
    return keyDelimiters.find(c) != std::string_view::npos;
}

bool isLowerUuid(std::string_view text)
{
    return text.size() == 36 && captureLength({.kind = CaptureType::Kind::Uuid}, text) == 36 &&
           std::ranges::none_of(text, [](char c) { return c >= 'A' && c <= 'F'; });
}

// Something that many of exist: an address, a number, a hash.
bool looksLikeToken(std::string_view part)
{
    return std::ranges::any_of(part, isDigit) || part.find('@') != std::string_view::npos ||
           (part.size() >= 8 && std::ranges::all_of(part, isLowerHex));
}

// Words that say what a key is for, rather than whose it is.
bool isRoleWord(std::string_view part)
{
    constexpr std::array<std::string_view, 30> words{
        "tokens", "token", "timestamp", "ts",    "count",    "counter", "counts", "hits", "limit", "limiter",
        "limits", "rate",  "bucket",    "state", "requests", "reqs",    "window", "log",  "tat",   "gcra",
        "quota",  "usage", "calls",     "data",  "lock",     "block",   "zset",   "list", "hash",  "level"};
    return std::ranges::find(words, part) != words.end();
}

bool isPeriod(std::string_view part)
{
    constexpr std::array<std::string_view, 7> periods{"second", "minute", "hour", "day",
                                                      "week",   "month",  "year"};
    return std::ranges::find(periods, part) != periods.end();
}

// A key cut into parts; delimiters[i] follows parts[i].
struct Parts {
    std::vector<std::string> parts;
    std::vector<char> delimiters;
};

Parts cut(std::string_view key, std::string_view delimiters)
{
    Parts cut;
    cut.parts.emplace_back();
    for (std::size_t i = 0; i < key.size(); ++i) {
        const bool besideMark =
            (i > 0 && key[i - 1] == numberMark) || (i + 1 < key.size() && key[i + 1] == numberMark);
        if (delimiters.find(key[i]) != std::string_view::npos || (isDelimiter(key[i]) && besideMark)) {
            cut.delimiters.push_back(key[i]);
            cut.parts.emplace_back();
        } else {
            cut.parts.back() += key[i];
        }
    }
    return cut;
}

std::string joined(const Parts& parts, std::size_t from, std::size_t to)
{
    std::string text;
    for (std::size_t i = from; i < to; ++i) {
        text += parts.parts[i];
        if (i + 1 < to)
            text += parts.delimiters[i];
    }
    return text;
}

struct Numbered {
    std::size_t at = 0;
    std::size_t size = 0;
    ProposedName::Number kind = ProposedName::Number::None;
    Nanos window{};
    std::int64_t bucket = 0;
    bool milliseconds = false;
};

// Whether the digits number a window of which the key may still be there.
std::optional<Numbered> windowNumberIn(std::string_view digits, Nanos now)
{
    constexpr std::int64_t mostBehind = 2;
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || digits.size() < 4 || digits.front() == '0')
        return std::nullopt;
    for (const bool milliseconds : {false, true}) {
        const Nanos unit = milliseconds ? Nanos(1ms) : Nanos(1s);
        if (number > Nanos::max() / unit)
            continue;
        const Nanos start = number * unit;
        const std::span<const Nanos> windows = usualWindows();
        for (auto it = windows.rbegin(); it != windows.rend(); ++it) { // the longest
            const Nanos window = *it;
            const std::int64_t behind = now / window - start / window;
            if (window >= 10s && start % window == 0ns && behind >= 0 && behind <= mostBehind)
                return Numbered{0, 0, ProposedName::Number::Start, window, start / window, milliseconds};
        }
    }
    for (const Nanos window : usualWindows()) {
        const std::int64_t behind = now / window - number;
        if (behind >= 0 && behind <= mostBehind)
            return Numbered{0, 0, ProposedName::Number::Bucket, window, number, false};
    }
    return std::nullopt;
}

std::optional<Numbered> findNumber(std::string_view key, Nanos now)
{
    for (std::size_t end = key.size(); end > 0; --end) {
        if (!isDigit(key[end - 1]) || (end < key.size() && !isDelimiter(key[end])))
            continue;
        std::size_t begin = end;
        while (begin > 0 && isDigit(key[begin - 1]))
            --begin;
        if (begin > 0 && isDelimiter(key[begin - 1]))
            if (auto found = windowNumberIn(key.substr(begin, end - begin), now)) {
                found->at = begin;
                found->size = end - begin;
                return found;
            }
        end = begin + 1;
    }
    return std::nullopt;
}

std::string withMark(std::string_view key, const Numbered& number)
{
    return std::string(key.substr(0, number.at)) + numberMark +
           std::string(key.substr(number.at + number.size));
}

class Proposer {
public:
    Proposer(std::string_view key, std::span<const std::string> siblings, Nanos now)
        : m_number(findNumber(key, now))
    {
        m_names.push_back(m_number ? withMark(key, *m_number) : std::string(key));
        for (const std::string& sibling : siblings) {
            if (!m_number) {
                m_names.push_back(sibling);
            } else if (const auto number = findNumber(sibling, now);
                       number && number->kind == m_number->kind && number->size == m_number->size) {
                m_names.push_back(withMark(sibling, *number));
            }
        }
    }

    ProposedName run()
    {
        if (!byHashTag() && !byWholeName())
            byParts();
        finish();
        return std::move(m_name);
    }

private:
    // "x{token}y": what is hashed is whose it is.
    bool byHashTag()
    {
        const std::string& key = m_names.front();
        const std::size_t open = key.find('{');
        const std::size_t close = key.find('}', open == std::string::npos ? key.size() : open);
        if (close == std::string::npos || close == open + 1 ||
            key.substr(open, close - open).find(numberMark) != std::string::npos)
            return false;
        const std::string tag = key.substr(open + 1, close - open - 1);
        bool varies = m_names.size() == 1;
        for (const std::string& name : m_names)
            if (const std::size_t at = name.find('{');
                at != std::string::npos && name.compare(at + 1, tag.size() + 1, tag + '}') != 0)
                varies = m_name.tokenVaries = true;
        if (!varies)
            return false;
        m_before = key.substr(0, open + 1);
        m_after = key.substr(close);
        m_name.token = tag;
        return true;
    }

    // A key of one part.
    bool byWholeName()
    {
        const std::string& key = m_names.front();
        if (std::ranges::any_of(key, isDelimiter) && !isLowerUuid(key))
            return false;
        if (isLowerUuid(key)) {
            m_type = "uuid";
        } else if (key.size() >= 16 && std::ranges::all_of(key, isLowerHex)) {
            m_type = "hex" + std::to_string(key.size());
        } else {
            const auto letters = std::size_t(std::ranges::find_if_not(key, isLetter) - key.begin());
            if (letters >= fewestLiterals && letters < key.size()) {
                m_before = key.substr(0, letters);
                m_name.token = key.substr(letters);
                return true;
            }
            m_isConstant = true;
        }
        m_name.token = key;
        return true;
    }

    void byParts()
    {
        const std::string& key = m_names.front();
        std::string_view delimiters = strongDelimiters;
        const bool strong = key.find_first_of(strongDelimiters) != std::string::npos;
        if (!strong)
            delimiters = keyDelimiters;
        const Parts own = cut(key, delimiters);
        std::vector<Parts> all;
        bool sameCount = true;
        for (const std::string& name : m_names) {
            Parts parts = cut(name, delimiters);
            if (parts.parts.front() != own.parts.front())
                continue;
            sameCount &= parts.parts.size() == own.parts.size();
            all.push_back(std::move(parts));
        }
        if (all.size() > 1 && strong)
            keepCommonForm(own, all, sameCount);
        std::size_t from = 0;
        std::size_t to = 0;
        if (all.size() > 1 && strong && sameCount)
            std::tie(from, to) = mostVarying(own, all);
        else if (all.size() > 1)
            std::tie(from, to) = betweenConstants(own, all);
        m_name.tokenVaries = to > from;
        if (to <= from)
            std::tie(from, to) = byLooks(own, strong);
        if (to <= from) {
            m_isConstant = true;
            m_name.token = key;
            return;
        }
        m_name.token = joined(own, from, to);
        for (std::size_t i = 0; i < from; ++i)
            m_before += own.parts[i] + own.delimiters[i];
        for (std::size_t i = to; i < own.parts.size(); ++i)
            m_after += own.delimiters[i - 1] + own.parts[i];
        if (m_name.tokenVaries && strong && sameCount)
            nameOtherParts(own, all, from);
    }

    // Tokens may hold the delimiter themselves; but if most names have as many parts as this one, the others
    // are keys of another kind.
    static void keepCommonForm(const Parts& own, std::vector<Parts>& all, bool& sameCount)
    {
        const auto isAlike = [&](const Parts& parts) {
            return parts.parts.size() == own.parts.size();
        };
        const auto alike = std::size_t(std::ranges::count_if(all, isAlike));
        if (sameCount || alike < 2 || 10 * alike < 6 * all.size())
            return;
        std::erase_if(all, [&](const Parts& parts) { return !isAlike(parts); });
        sameCount = true;
    }

    static std::size_t distinct(const std::vector<Parts>& all, std::size_t place)
    {
        std::set<std::string_view> texts;
        for (const Parts& parts : all)
            texts.insert(parts.parts[place]);
        return texts.size();
    }

    static std::pair<std::size_t, std::size_t> mostVarying(const Parts& own, const std::vector<Parts>& all)
    {
        std::size_t best = 0;
        std::size_t most = 1;
        for (std::size_t i = 0; i < own.parts.size(); ++i) {
            const std::size_t texts = distinct(all, i);
            const bool isBetter =
                texts > most || (texts == most && most > 1 &&
                                 (looksLikeToken(own.parts[i]) || !looksLikeToken(own.parts[best])) &&
                                 !isRoleWord(own.parts[i]));
            if (isBetter) {
                best = i;
                most = texts;
            }
        }
        return most > 1 ? std::pair(best, best + 1) : std::pair(std::size_t(0), std::size_t(0));
    }

    static std::pair<std::size_t, std::size_t> betweenConstants(const Parts& own,
                                                                const std::vector<Parts>& all)
    {
        std::size_t front = own.parts.size();
        std::size_t back = own.parts.size();
        for (const Parts& parts : all) {
            const std::size_t most = std::min(own.parts.size(), parts.parts.size());
            std::size_t same = 0;
            while (same < most && parts.parts[same] == own.parts[same])
                ++same;
            front = std::min(front, same);
            same = 0;
            while (same < most &&
                   parts.parts[parts.parts.size() - 1 - same] == own.parts[own.parts.size() - 1 - same])
                ++same;
            back = std::min(back, same);
        }
        if (front == own.parts.size())
            return {0, 0};
        return {front, std::max(front + 1, own.parts.size() - std::min(back, own.parts.size() - front))};
    }

    // Without siblings.
    static std::pair<std::size_t, std::size_t> byLooks(const Parts& own, bool strong)
    {
        const auto isMark = [&](std::size_t i) {
            return own.parts[i].find(numberMark) != std::string::npos;
        };
        // The first part names the limiter, unless nothing else could.
        std::size_t at = 0;
        for (std::size_t i = own.parts.size(); i-- > 1 && at == 0;)
            if (!isMark(i) && looksLikeToken(own.parts[i]) &&
                !(own.parts[i].size() < 3 && own.parts[i][0] == 'v'))
                at = i;
        if (at > 0) {
            std::size_t from = at;
            const auto belongs = [&](std::size_t i) {
                return strong ? own.parts[i].size() <= 4 && std::ranges::all_of(own.parts[i], isLowerHex)
                              : looksLikeToken(own.parts[i]);
            };
            while (from > 1 && !isMark(from - 1) && belongs(from - 1))
                --from;
            if (strong && at - from < 3)
                from = at; // too short for an address of IPv6
            return {from, at + 1};
        }
        for (std::size_t i = own.parts.size(); i-- > 1;)
            if (!isMark(i) && !own.parts[i].empty() && !isRoleWord(own.parts[i]) && !isPeriod(own.parts[i]))
                return {i, i + 1};
        return {0, 0};
    }

    // What varies before the token is shown and kept; what varies behind it says which key of a token it is.
    void nameOtherParts(const Parts& own, const std::vector<Parts>& all, std::size_t token)
    {
        m_before.clear();
        std::string pattern;
        std::size_t named = 0;
        for (std::size_t i = 0; i < token; ++i) {
            const bool varies = distinct(all, i) > 1 && own.parts[i].find(numberMark) == std::string::npos &&
                                !own.parts[i].empty();
            pattern += varies ? "{part" + (named++ > 0 ? std::to_string(named) : std::string()) + "}"
                              : patternText(own.parts[i]);
            pattern += patternText(std::string(1, own.delimiters[i]));
        }
        m_beforePattern = pattern;
    }

    void finish()
    {
        std::string before = m_beforePattern.value_or(patternText(m_before));
        std::string after = patternText(m_after);
        std::string token = m_type.empty() ? "{token}" : "{token:" + m_type + "}";
        if (m_isConstant && m_number) {
            // "calls:29920490": the only token has no name of its own
            const std::size_t at = m_name.token.find(numberMark);
            before = "{token=" + m_name.token.substr(0, at - 1) + "}" +
                     patternText(m_name.token.substr(at - 1, 1));
            after = numberMark + patternText(m_name.token.substr(at + 1));
            m_name.token.resize(at - 1);
            token.clear();
        } else if (m_isConstant) {
            token = "{token=" + m_name.token + "}";
        }
        after = withPeriod(after);
        std::string pattern = before + token + after;
        if (m_number) {
            m_name.number = m_number->kind;
            m_name.window = m_number->window;
            m_name.bucket = m_number->bucket;
            const bool isStart = m_number->kind == ProposedName::Number::Start;
            const std::string capture = !isStart                 ? "{bucket:uint}"
                                        : m_number->milliseconds ? "{start:ms}"
                                                                 : "{start:s0}";
            if (const std::size_t at = pattern.find(numberMark); at != std::string::npos)
                pattern.replace(at, 1, capture);
        }
        m_name.pattern = pattern;
    }

    // "…:minute"
    std::string withPeriod(const std::string& after)
    {
        const std::size_t begin = after.find_last_of(keyDelimiters);
        if (begin == std::string::npos || !isPeriod(std::string_view(after).substr(begin + 1)))
            return after;
        // "5/2/minute" is a rule with more numbers than one
        const std::size_t before = after.find_last_of(keyDelimiters, begin == 0 ? 0 : begin - 1);
        if (begin > 0 && isDigit(after[begin - 1]) && before != begin)
            return after;
        m_name.window = std::nullopt;
        return after.substr(0, begin + 1) + "{window:period}";
    }

    std::optional<Numbered> m_number;
    std::vector<std::string> m_names; // the key first, numbers replaced by the mark
    std::string m_before;
    std::optional<std::string> m_beforePattern;
    std::string m_after;
    std::string m_type;
    bool m_isConstant = false;
    ProposedName m_name;
};

// A constant cannot hold what ends it.
bool canBeConstant(std::string_view text)
{
    return text.find_first_of("{}") == std::string_view::npos;
}

} // namespace

std::string_view siblingPrefix(std::string_view key)
{
    const std::size_t end = key.find_first_of(keyDelimiters);
    if (end != std::string_view::npos)
        return key.substr(0, end + 1);
    const auto digit = std::size_t(std::ranges::find_if(key, isDigit) - key.begin());
    return digit >= fewestLiterals && digit < key.size() ? key.substr(0, digit) : std::string_view();
}

std::string patternText(std::string_view literal)
{
    std::string text;
    for (const char c : literal) {
        if (c == '{' || c == '}' || c == '[' || c == ']')
            text += c;
        text += c;
    }
    return text;
}

std::optional<ProposedName> proposeName(std::string_view key, std::span<const std::string> siblings,
                                        Nanos now)
{
    if (key.empty() || key.size() > 500 || key.starts_with(ownKeys) ||
        key.find_first_of("\x01\x02") != key.npos)
        return std::nullopt;
    ProposedName name = Proposer(key, siblings, now).run();
    Pattern pattern;
    const auto fits = [&](const std::string& text) {
        try {
            pattern = Pattern(text);
        } catch (const BadNotation&) {
            return false;
        }
        Record record;
        return pattern.match(key, record);
    };
    const auto saysSomething = [&] { // delimiters alone are in keys of all kinds
        std::size_t letters = 0;
        int depth = 0;
        for (const char c : name.pattern) {
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            letters += depth == 0 && isLetter(c) ? 1 : 0;
        }
        return letters > 0 && pattern.literals() >= fewestLiterals;
    };
    const bool isNarrow = name.pattern.find("{token:") != std::string::npos ||
                          name.pattern.find("{token=") != std::string::npos;
    if (!fits(name.pattern) || (!isNarrow && !saysSomething())) {
        if (!canBeConstant(key) || !fits("{token=" + std::string(key) + "}"))
            return std::nullopt;
        name = {};
        name.pattern = pattern.text();
        name.token = key;
    }
    for (const std::string& sibling : siblings) {
        Record record;
        name.siblings += pattern.match(sibling, record) ? 1 : 0;
    }
    return name;
}

} // namespace ratewarden
