// SPDX-License-Identifier: MIT
#include "core/formats/describe/value_numbers.h"

#include "core/formats/describe/name_proposal.h"
#include "core/formats/files/decimal.h"
#include "core/formats/shapes/decode.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostNumbers = 16;

struct DecimalUnit {
    std::string_view name;
    int shift; ///< of decimals, to nanoseconds
};
constexpr std::array<DecimalUnit, 4> decimalUnits{{{"s", 9}, {"ms", 6}, {"us", 3}, {"ns", 0}}};

// Zeros that people count from: the first of a January, by UTC and by the clock of China, and the epoch of
// identifiers of the snowflake kind.
std::vector<Nanos> ownEpochs(Nanos now)
{
    using namespace std::chrono;
    std::vector<Nanos> epochs;
    for (int year = 2000; year < 2100; ++year) {
        const Nanos begin = sys_days(std::chrono::year(year) / January / 1).time_since_epoch();
        if (begin > now)
            break;
        epochs.push_back(begin);
        epochs.push_back(begin - 8h);
    }
    epochs.push_back(1288834974657ms);
    return epochs;
}

std::string secondsUnit(std::string_view number)
{
    const std::size_t point = number.find('.');
    if (point == std::string_view::npos)
        return number.find('e') == std::string_view::npos ? "s0" : "s";
    return number.size() - point - 1 == 4 ? "s4" : "s"; // four: what PHP writes
}

bool isWordCharacter(char c)
{
    return isLetterOrDigit(c) || c == '_';
}

std::vector<std::string> wordsInName(std::string_view name)
{
    std::vector<std::string> words(1);
    char before = '_';
    for (const char c : name) {
        const bool newHump = c != lower(c) && before >= 'a' && before <= 'z';
        if (newHump || !isLetterOrDigit(c))
            words.emplace_back();
        if (isLetterOrDigit(c))
            words.back() += lower(c);
        before = c;
    }
    return words;
}

struct HintRow {
    NumberHint hint;
    bool ofMoment;
    std::array<std::string_view, 12> words;
};
constexpr std::array<HintRow, 11> hintRows{
    {{NumberHint::Tat, true, {"tat", "theoretical", "arrival"}},
     {NumberHint::Until, true, {"blocked", "block", "ban", "banned"}},
     {NumberHint::End,
      true,
      {"end", "ends", "reset", "resets", "expires", "expire", "expiry", "until", "exp"}},
     {NumberHint::Start, true, {"start", "started", "begin", "began", "first", "since", "created", "window"}},
     {NumberHint::Stamp,
      true,
      {"last", "updated", "refill", "refilled", "refreshed", "ts", "time", "timestamp", "stamp", "leak", "at",
       "touched"}},
     {NumberHint::Previous, false, {"previous", "prev", "prior"}},
     {NumberHint::Limit, false, {"limit", "max", "capacity", "quota", "cap", "burst", "size", "maximum"}},
     {NumberHint::Window, false, {"window", "period", "interval", "duration", "ttl", "per", "span"}},
     {NumberHint::Level, false, {"level", "water", "volume", "queue", "drops"}},
     {NumberHint::Left,
      false,
      {"tokens", "left", "remaining", "available", "allowance", "credits", "credit", "balance", "reservoir",
       "avail", "remain"}},
     {NumberHint::Count,
      false,
      {"count", "counter", "hits", "used", "usage", "requests", "reqs", "calls", "current", "consumed",
       "attempts", "points"}}}};

// The name in front of a number: "tokens": 5, tokens=5.
std::string nameBefore(std::string_view text, std::size_t at)
{
    std::size_t end = at;
    const auto back = [&](std::string_view those) {
        while (end > 0 && those.find(text[end - 1]) != std::string_view::npos)
            --end;
    };
    back("\" ");
    if (end == 0 || (text[end - 1] != ':' && text[end - 1] != '='))
        return {};
    --end;
    back("\" ");
    std::size_t begin = end;
    while (begin > 0 && (isWordCharacter(text[begin - 1]) || text[begin - 1] == '-'))
        --begin;
    const std::string_view name = text.substr(begin, end - begin);
    return std::string(std::ranges::any_of(name, isLetter) ? name : "");
}

bool isJson(std::string_view text)
{
    return (text.starts_with('{') && text.ends_with('}')) || (text.starts_with('[') && text.ends_with(']'));
}

// The texts of a JSON value that are no names: their places, without the quotes.
std::vector<std::pair<std::size_t, std::size_t>> jsonTexts(std::string_view text)
{
    std::vector<std::pair<std::size_t, std::size_t>> texts;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '"')
            continue;
        const std::size_t begin = i + 1;
        for (++i; i < text.size() && text[i] != '"'; ++i)
            i += text[i] == '\\' ? 1 : 0;
        std::size_t next = i + 1;
        while (next < text.size() && text[next] == ' ')
            ++next;
        if (i < text.size() && i > begin && !(next < text.size() && text[next] == ':'))
            texts.emplace_back(begin, i - begin);
    }
    return texts;
}

} // namespace

double ValueNumber::value() const
{
    double number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

std::optional<FoundMoment> momentIn(std::string_view number, Nanos now, std::optional<Nanos> expires)
{
    for (const auto& [name, shift] : decimalUnits)
        if (const auto nanos = scaledDecimal(number, shift); nanos && isSaneMoment(Nanos(*nanos), now))
            return FoundMoment{name == "s" ? secondsUnit(number) : std::string(name), Nanos(*nanos), {}};
    constexpr Nanos grain = 1100ms; // of an expiry in whole seconds
    constexpr Nanos recent = 10min;
    constexpr Nanos leastSinceEpoch = std::chrono::days(2);
    for (const auto& [name, shift] : decimalUnits) {
        const auto nanos = scaledDecimal(number, shift);
        if (!nanos || Nanos(*nanos) < leastSinceEpoch || Nanos(*nanos) > now)
            continue;
        for (const Nanos epoch : ownEpochs(now)) {
            const Nanos at = Nanos(*nanos) + epoch;
            const bool atExpiry = expires && *expires > now && std::chrono::abs(*expires - at) <= grain;
            if (atExpiry || (at <= now + 1s && at > now - recent))
                return FoundMoment{name == "s" ? secondsUnit(number) : std::string(name), at, epoch};
        }
    }
    return std::nullopt;
}

std::string commonUnit(const std::vector<std::string_view>& numbers, const std::string& unit)
{
    if (!unit.starts_with('s'))
        return unit;
    std::size_t decimals = 0;
    for (const std::string_view number : numbers)
        if (const std::size_t point = number.find('.'); point != std::string_view::npos)
            decimals = std::max(decimals, number.size() - point - 1);
    return decimals == 0 ? "s0" : decimals == 4 ? "s4" : "s";
}

NumberHint hintIn(std::string_view name, bool isMoment)
{
    const std::vector<std::string> words = wordsInName(name);
    for (const HintRow& row : hintRows)
        if (row.ofMoment == isMoment)
            for (const std::string& word : words)
                if (!word.empty() && std::ranges::find(row.words, word) != row.words.end())
                    return row.hint;
    return NumberHint::None;
}

std::vector<ValueNumber> numbersInText(std::string_view text, Nanos now, std::optional<Nanos> expires)
{
    std::vector<ValueNumber> numbers;
    std::size_t between = text.size();
    for (std::size_t i = 0; i < text.size();) {
        const bool free = i == 0 || (!isWordCharacter(text[i - 1]) && text[i - 1] != '.');
        const std::size_t length = free ? decimalLength(text.substr(i)) : 0;
        const std::size_t end = i + length;
        if (length == 0 || (end < text.size() && (isWordCharacter(text[end]) || text[end] == '.'))) {
            ++i;
            continue;
        }
        ValueNumber number;
        number.text = text.substr(i, length);
        number.at = i;
        number.name = nameBefore(text, i);
        number.moment = momentIn(number.text, now, expires);
        number.hint = hintIn(number.name, number.moment.has_value());
        numbers.push_back(std::move(number));
        between -= length;
        i = end;
    }
    constexpr std::size_t mostBetween = 4; // "i:5;"
    const bool isNamed =
        std::ranges::all_of(numbers, [](const ValueNumber& one) { return !one.name.empty(); });
    if (numbers.size() > mostNumbers || !(isJson(text) || isNamed || between <= mostBetween))
        return {};
    return numbers;
}

std::vector<ValueNumber> numbersInHash(const SampleKey& hash, Nanos now, std::optional<Nanos> expires)
{
    std::vector<ValueNumber> numbers;
    for (std::size_t i = 0; i < hash.fields.size(); ++i) {
        const auto& [name, text] = hash.fields[i];
        if (text.empty() || decimalLength(text) != text.size())
            continue;
        ValueNumber number;
        number.name = name;
        number.text = text;
        number.at = i;
        number.moment = momentIn(text, now, expires);
        number.hint = hintIn(name, number.moment.has_value());
        numbers.push_back(std::move(number));
    }
    return numbers;
}

std::string freeName(std::string_view name, std::size_t index)
{
    std::string free;
    for (const char c : name)
        free += isLetterOrDigit(c) ? lower(c) : '_';
    return "x" + std::to_string(index) + (free.empty() ? "" : "_") + free.substr(0, 20);
}

std::string textPattern(std::string_view text, const std::vector<ValueNumber>& numbers,
                        const std::vector<std::string>& captures, std::string_view token)
{
    struct Piece {
        std::size_t at;
        std::size_t size;
        std::string capture;
    };
    std::vector<Piece> pieces;
    for (std::size_t i = 0; i < numbers.size(); ++i)
        pieces.push_back({numbers[i].at, numbers[i].text.size(),
                          captures[i].empty() ? "{" + freeName(numbers[i].name, i) + ":num}" : captures[i]});
    if (isJson(text))
        for (const auto& [at, size] : jsonTexts(text)) {
            const auto overlaps = [at = at, size = size](const ValueNumber& number) {
                return number.at >= at && number.at < at + size;
            };
            if (std::ranges::any_of(numbers, overlaps))
                continue;
            const bool isToken = text.substr(at, size) == token;
            pieces.push_back({at, size,
                              isToken ? std::string("{token}")
                                      : "{" + freeName(nameBefore(text, at), pieces.size()) + "}"});
        }
    std::ranges::sort(pieces, {}, &Piece::at);
    std::string pattern;
    std::size_t from = 0;
    for (const Piece& piece : pieces) {
        pattern += patternText(text.substr(from, piece.at - from)) + piece.capture;
        from = piece.at + piece.size;
    }
    return pattern + patternText(text.substr(from));
}

} // namespace ratewarden
