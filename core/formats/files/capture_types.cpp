// SPDX-License-Identifier: MIT
#include "core/formats/files/capture_types.h"

#include "core/formats/files/decimal.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

namespace ratewarden {
namespace {

using Kind = CaptureType::Kind;
using Value = std::optional<CapturedValue>;
using WrittenText = std::optional<std::string>;
using namespace std::chrono_literals;

constexpr double maxWhole = 9223372036854775808.0; // 2^63
constexpr std::string_view hexDigits = "0123456789abcdef";
constexpr std::string_view base64s = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/";
constexpr std::string_view alnums = base64s.substr(0, base64s.size() - 2);

enum class Says { Text, Number, Time, Either }; // Either: of a name that means a time a time, else a number
enum class Width { None, Optional, Needed };

struct CaptureRow {
    std::string_view name;
    Kind kind;
    Width width = Width::None;
    Says says = Says::Text;
    std::size_t least = 1;     // bytes; where a width is needed, that
    bool canBeShorter = false; // a text can also end before captureLength()
};

constexpr std::array<CaptureRow, 22> captureRows{{
    {.name = "rest", .kind = Kind::Rest, .least = 0},
    {.name = "int", .kind = Kind::Int, .says = Says::Number, .canBeShorter = true},
    {.name = "uint", .kind = Kind::Uint, .says = Says::Number, .canBeShorter = true},
    {.name = "num", .kind = Kind::Num, .says = Says::Number, .canBeShorter = true},
    {"s", Kind::Seconds, Width::Optional, Says::Time, 1, true},
    {"ms", Kind::Milliseconds, Width::Optional, Says::Time, 1, true},
    {"us", Kind::Microseconds, Width::Optional, Says::Time, 1, true},
    {"ns", Kind::Nanoseconds, Width::Optional, Says::Time, 1, true},
    {.name = "period", .kind = Kind::Period, .says = Says::Time},
    {.name = "period360", .kind = Kind::Period360, .says = Says::Time},
    {.name = "hex", .kind = Kind::Hex, .width = Width::Needed},
    {.name = "alnum", .kind = Kind::Alnum, .width = Width::Needed},
    {.name = "base64-", .kind = Kind::Base64, .width = Width::Needed},
    {.name = "uuid", .kind = Kind::Uuid, .least = 36},
    {.name = "bytes", .kind = Kind::Bytes, .width = Width::Needed},
    {.name = "u32be", .kind = Kind::U32be, .says = Says::Either, .least = 4},
    {.name = "u32le", .kind = Kind::U32le, .says = Says::Either, .least = 4},
    {.name = "php-interval", .kind = Kind::PhpInterval, .says = Says::Time},
    {.name = "f64be", .kind = Kind::F64be, .says = Says::Either, .least = 8},
    {.name = "igbinary-int", .kind = Kind::IgbinaryInt, .says = Says::Number, .least = 2},
    {.name = "msgpack-int", .kind = Kind::MsgpackInt, .says = Says::Either},
    {.name = "", .kind = Kind::Text},
}};

// Of texts that a file lists itself: that of any text.
const CaptureRow& captureRowOf(Kind kind)
{
    const auto* const found = std::ranges::find(captureRows, kind, &CaptureRow::kind);
    return found != captureRows.end() ? *found : captureRows.back();
}

bool isHex(char c)
{
    return isLowerHex(lower(c));
}

bool isBase64(char c)
{
    return isLetterOrDigit(c) || c == '+' || c == '/';
}

bool roundsDown(std::string_view name)
{
    return name == "start" || name == "left";
}

// Numbers.

Value readNum(std::string_view text)
{
    if (text.empty() || decimalLength(text) != text.size())
        return std::nullopt;
    double number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() && std::isfinite(number) ? Value(number) : std::nullopt;
}

WrittenText writeNum(const CapturedValue& value)
{
    const double* const number = std::get_if<double>(&value);
    if (!number || !std::isfinite(*number))
        return std::nullopt;
    std::array<char, 32> text{};
    const auto result = std::to_chars(text.data(), text.data() + text.size(), *number);
    return std::string(text.data(), result.ptr);
}

Value readInt(std::string_view text)
{
    const Value value = readNum(text);
    const double* const number = value ? std::get_if<double>(&*value) : nullptr;
    return number && std::trunc(*number) == *number && scaledDecimal(text, 0) ? value : std::nullopt;
}

// The whole number that is written for a value.
std::optional<double> roundedNumber(std::string_view name, const CapturedValue& value)
{
    const double* const number = std::get_if<double>(&value);
    if (!number)
        return std::nullopt;
    return roundsDown(name) ? std::floor(*number) : std::ceil(*number);
}

WrittenText writeInt(std::string_view name, const CapturedValue& value)
{
    const auto whole = roundedNumber(name, value);
    if (!whole || !(std::abs(*whole) <= maxWhole))
        return std::nullopt;
    if (*whole == maxWhole) // what stood there may have been one less
        return std::to_string(std::numeric_limits<std::int64_t>::max());
    return std::to_string(std::int64_t(*whole));
}

// Times.

constexpr int decimalsOfNanos = 9;

// The decimals of a unit down to the nanosecond.
int shiftOf(Kind kind)
{
    return kind == Kind::Milliseconds   ? 6
           : kind == Kind::Microseconds ? 3
           : kind == Kind::Nanoseconds  ? 0
                                        : decimalsOfNanos;
}

Value readScaledTime(std::string_view text, int shift)
{
    const auto nanos = scaledDecimal(text, shift);
    return nanos ? Value(Nanos(*nanos)) : std::nullopt;
}

WrittenText writeTime(const CaptureType& type, bool down, Nanos time)
{
    const int shift = shiftOf(type.kind);
    const int decimals = std::min(type.width >= 0 ? type.width : type.kind == Kind::Seconds ? 9 : 0, shift);
    std::int64_t step = 1; // nanoseconds of the last digit
    for (int i = decimals; i < shift; ++i)
        step *= 10;
    std::int64_t steps = time.count() / step; // towards zero
    const std::int64_t over = time.count() % step;
    if (over > 0 && !down)
        ++steps;
    if (over < 0 && down)
        --steps;
    return decimalText(steps, decimals);
}

struct NamedPeriod {
    std::string_view name;
    Nanos length;
};

constexpr std::array<NamedPeriod, 6> namedPeriods{
    {{"second", 1s}, {"minute", 1min}, {"hour", 1h}, {"day", 24h}, {"month", 30 * 24h}, {"year", 365 * 24h}}};

Nanos lengthOf(const NamedPeriod& period, Kind kind)
{
    return kind == Kind::Period360 && period.name == "year" ? Nanos(360 * 24h) : period.length;
}

Value readPeriod(Kind kind, std::string_view text)
{
    const auto* const found = std::ranges::find(namedPeriods, text, &NamedPeriod::name);
    return found != namedPeriods.end() ? Value(lengthOf(*found, kind)) : std::nullopt;
}

WrittenText writePeriod(Kind kind, Nanos time)
{
    for (const NamedPeriod& period : namedPeriods)
        if (lengthOf(period, kind) == time)
            return std::string(period.name);
    return std::nullopt;
}

struct IntervalPart {
    std::string_view before;
    char letter;
    std::chrono::seconds length;
};

constexpr std::array<IntervalPart, 6> intervalParts{{{"P", 'Y', 365 * 24h},
                                                     {"", 'M', 30 * 24h},
                                                     {"", 'D', 24h},
                                                     {"T", 'H', 1h},
                                                     {"", 'M', 1min},
                                                     {"", 'S', 1s}}};
constexpr std::size_t longestInterval = 40;
constexpr std::chrono::seconds mostSeconds = std::chrono::floor<std::chrono::seconds>(Nanos::max());

Value readInterval(std::string_view text)
{
    std::chrono::seconds time{};
    for (const IntervalPart& part : intervalParts) {
        if (!text.starts_with(part.before))
            return std::nullopt;
        text.remove_prefix(part.before.size());
        int count = 0;
        const auto result = std::from_chars(text.data(), text.data() + text.size(), count);
        const auto digits = std::size_t(result.ptr - text.data());
        if (result.ec != std::errc() || count < 0 || digits > 6 || digits == text.size() ||
            text[digits] != part.letter)
            return std::nullopt;
        time += count * part.length;
        text.remove_prefix(digits + 1);
    }
    return text.empty() && time <= mostSeconds ? Value(Nanos(time)) : std::nullopt;
}

// Days and less, as nobody can tell by a span whether it was said in months.
WrittenText writeInterval(Nanos time)
{
    if (time < 0ns)
        return std::nullopt;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(time).count();
    const std::string hours = std::to_string(seconds / 3600 % 24);
    return "P0Y0M" + std::to_string(seconds / 86400) + "DT" + (hours.size() < 2 ? "0" : "") + hours + "H" +
           std::to_string(seconds / 60 % 60) + "M" + std::to_string(seconds % 60) + "S";
}

// Bytes.

std::uint64_t fromBigEndian(std::string_view bytes)
{
    std::uint64_t number = 0;
    for (const char byte : bytes)
        number = number << 8 | std::uint8_t(byte);
    return number;
}

std::string toBigEndian(std::uint64_t number, std::size_t length)
{
    std::string bytes(length, '\0');
    for (std::size_t i = length; i-- > 0; number >>= 8)
        bytes[i] = char(number);
    return bytes;
}

Value readU32(Kind kind, std::string_view name, std::string_view text)
{
    if (text.size() != 4)
        return std::nullopt;
    const auto highFirst = std::uint32_t(fromBigEndian(text));
    const std::uint32_t number = kind == Kind::U32le ? __builtin_bswap32(highFirst) : highFirst;
    if (isTime(name))
        return Nanos(std::chrono::seconds(number));
    return double(number);
}

// Of a time its seconds.
std::optional<double> wholeOf(std::string_view name, const CapturedValue& value)
{
    const Nanos* const time = std::get_if<Nanos>(&value);
    if (!isTime(name))
        return roundedNumber(name, value);
    if (!time)
        return std::nullopt;
    return double((roundsDown(name) ? std::chrono::floor<std::chrono::seconds>(*time)
                                    : std::chrono::ceil<std::chrono::seconds>(*time))
                      .count());
}

WrittenText writeU32(Kind kind, std::string_view name, const CapturedValue& value)
{
    const std::optional<double> whole = wholeOf(name, value);
    if (!whole || !(*whole >= 0 && *whole <= double(std::numeric_limits<std::uint32_t>::max())))
        return std::nullopt;
    const auto number = std::uint32_t(*whole);
    return toBigEndian(kind == Kind::U32le ? __builtin_bswap32(number) : number, 4);
}

// Of a time by way of its shortest decimal notation: what PHP's own serialization would have written.
Value readF64(std::string_view name, std::string_view text)
{
    if (text.size() != 8)
        return std::nullopt;
    const Value number = std::bit_cast<double>(fromBigEndian(text));
    const WrittenText decimal = writeNum(*number); // nothing of infinity and NaN
    if (!decimal)
        return std::nullopt;
    return isTime(name) ? readScaledTime(*decimal, shiftOf(Kind::Seconds)) : number;
}

WrittenText writeF64(std::string_view name, const CapturedValue& value)
{
    const auto bytesOf = [](double number) {
        return toBigEndian(std::bit_cast<std::uint64_t>(number), 8);
    };
    const double* const number = std::get_if<double>(&value);
    if (number && !isTime(name))
        return std::isfinite(*number) ? WrittenText(bytesOf(*number)) : std::nullopt;
    const Nanos* const time = std::get_if<Nanos>(&value);
    if (!time || !isTime(name))
        return std::nullopt;
    // The nearest double, or the next one that was not rounded to the wrong side.
    double seconds = double(time->count()) / 1e9;
    const auto wrong = [&](const Value& read) {
        const Nanos* const back = read ? std::get_if<Nanos>(&*read) : nullptr;
        return back && (roundsDown(name) ? *back > *time : *back < *time);
    };
    while (wrong(readF64(name, bytesOf(seconds))))
        seconds = std::nextafter(seconds, roundsDown(name) ? -HUGE_VAL : HUGE_VAL);
    return bytesOf(seconds);
}

// In front of the bytes of a number, and how many these are.
struct NumberTag {
    char tag;
    std::size_t width;
};
using NumberTags = std::array<NumberTag, 4>; // by width

// igbinary's whole numbers (igbinary.c, enum igbinary_type): negative ones have the tag after it.
constexpr NumberTags igbinaryTags{{{'\x06', 1}, {'\x08', 2}, {'\x0a', 4}, {'\x20', 8}}};
// The first bytes of MessagePack's whole numbers (its specification, "int format family"); -32 to 127 are
// their own first byte.
constexpr NumberTags msgpackUnsigned{{{'\xcc', 1}, {'\xcd', 2}, {'\xce', 4}, {'\xcf', 8}}};
constexpr NumberTags msgpackSigned{{{'\xd0', 1}, {'\xd1', 2}, {'\xd2', 4}, {'\xd3', 8}}};

// 0: it is none of these numbers.
std::size_t taggedLength(char first, const NumberTags& tags, std::string_view text)
{
    const auto* const found = std::ranges::find(tags, first, &NumberTag::tag);
    return found != tags.end() && text.size() > found->width ? 1 + found->width : 0;
}

// The shortest that has room, beside so many bits of its width.
const NumberTag& shortestFor(std::uint64_t magnitude, std::size_t bits, const NumberTags& tags)
{
    return *std::ranges::find_if(tags, [&](const NumberTag& tag) {
        return tag.width == 8 || magnitude >> (8 * tag.width - bits) == 0;
    });
}

std::size_t igbinaryLength(std::string_view text)
{
    return text.empty() ? 0 : taggedLength(char(text.front() & ~1), igbinaryTags, text);
}

Value readIgbinaryInt(std::string_view text)
{
    if (text.empty() || igbinaryLength(text) != text.size())
        return std::nullopt;
    const double number = double(fromBigEndian(text.substr(1)));
    if (number > maxWhole)
        return std::nullopt;
    return text.front() % 2 == 0 ? number : -number;
}

WrittenText writeIgbinaryInt(std::string_view name, const CapturedValue& value)
{
    const auto whole = roundedNumber(name, value);
    if (!whole || !(std::abs(*whole) <= maxWhole))
        return std::nullopt;
    const bool negative = *whole < 0;
    std::uint64_t magnitude(std::abs(*whole));
    if (!negative && *whole == maxWhole) // PHP's whole numbers end there
        --magnitude;
    const auto [tag, width] = shortestFor(magnitude, 0, igbinaryTags);
    return char(tag + (negative ? 1 : 0)) + toBigEndian(magnitude, width);
}

bool isUuid(std::string_view text)
{
    for (std::size_t i = 0; i < 36; ++i)
        if (i == 8 || i == 13 || i == 18 || i == 23 ? text[i] != '-' : !isHex(text[i]))
            return false;
    return true;
}

std::size_t msgpackLength(std::string_view text)
{
    const auto first = text.empty() ? std::uint8_t(0xc1) : std::uint8_t(text.front()); // 0xc1 is never used
    if (first < 0x80 || first >= 0xe0)
        return 1;
    return taggedLength(char(first), first < 0xd0 ? msgpackUnsigned : msgpackSigned, text);
}

Value readMsgpackInt(std::string_view name, std::string_view text)
{
    if (text.empty() || msgpackLength(text) != text.size())
        return std::nullopt;
    double number = double(std::int8_t(text.front()));
    if (text.size() > 1) {
        const std::uint64_t bits = fromBigEndian(text.substr(1));
        const std::size_t unused = 64 - 8 * (text.size() - 1);
        const bool isSigned = std::uint8_t(text.front()) >= 0xd0;
        number = isSigned ? double(std::int64_t(bits << unused) >> unused) : double(bits);
    }
    if (!isTime(name))
        return std::abs(number) <= maxWhole ? Value(number) : std::nullopt;
    return number >= 0 && number <= double(std::chrono::floor<std::chrono::seconds>(Nanos::max()).count() - 1)
               ? Value(Nanos(std::chrono::seconds(std::int64_t(number))))
               : std::nullopt;
}

// Times without a sign and other numbers with one, as Go's msgp writes uint64 and int.
WrittenText writeMsgpackInt(std::string_view name, const CapturedValue& value)
{
    const std::optional<double> whole = wholeOf(name, value);
    if (!whole || !(std::abs(*whole) <= maxWhole) || (isTime(name) && *whole < 0))
        return std::nullopt;
    const bool isLast = *whole == maxWhole; // what stood there may have been one less
    const auto number = isLast ? std::numeric_limits<std::int64_t>::max() : std::int64_t(*whole);
    if (number >= -32 && number < 128)
        return std::string(1, char(number));
    const std::uint64_t magnitude = number < 0 ? ~std::uint64_t(number) : std::uint64_t(number);
    const auto [tag, width] = isTime(name) ? shortestFor(magnitude, 0, msgpackUnsigned)
                                           : shortestFor(magnitude, 1, msgpackSigned); // a bit for the sign
    return tag + toBigEndian(std::uint64_t(number), width);
}

// All that is text and stays text.
bool isText(const CaptureType& type, std::string_view text)
{
    switch (type.kind) {
    case Kind::Text:
        return !text.empty();
    case Kind::Rest:
        return true;
    case Kind::OneOf:
    case Kind::Constant:
        return std::ranges::find(type.choices, text) != type.choices.end();
    default:
        return !text.empty() && captureLength(type, text) == text.size();
    }
}

Value readKind(const CaptureType& type, std::string_view name, std::string_view text)
{
    switch (type.kind) {
    case Kind::Int:
        return readInt(text);
    case Kind::Uint:
        return captureLength(type, text) == text.size() ? readInt(text) : std::nullopt;
    case Kind::Num:
        return readNum(text);
    case Kind::Seconds:
    case Kind::Milliseconds:
    case Kind::Microseconds:
    case Kind::Nanoseconds:
        return readScaledTime(text, shiftOf(type.kind));
    case Kind::Period:
    case Kind::Period360:
        return readPeriod(type.kind, text);
    case Kind::PhpInterval:
        return readInterval(text);
    case Kind::U32be:
    case Kind::U32le:
        return readU32(type.kind, name, text);
    case Kind::F64be:
        return readF64(name, text);
    case Kind::IgbinaryInt:
        return readIgbinaryInt(text);
    case Kind::MsgpackInt:
        return readMsgpackInt(name, text);
    default:
        return isText(type, text) ? Value(std::string(text)) : std::nullopt;
    }
}

WrittenText writeSpan(const CaptureType& type, std::string_view name, Nanos time)
{
    switch (type.kind) {
    case Kind::Period:
    case Kind::Period360:
        return writePeriod(type.kind, time);
    case Kind::PhpInterval:
        return writeInterval(time);
    default:
        return writeTime(type, roundsDown(name), time);
    }
}

WrittenText writeKind(const CaptureType& type, std::string_view name, const CapturedValue& value)
{
    switch (type.kind) {
    case Kind::Int:
        return writeInt(name, value);
    case Kind::Uint: {
        WrittenText text = writeInt(name, value);
        return text && !text->starts_with('-') ? text : std::nullopt;
    }
    case Kind::Num:
        return writeNum(value);
    case Kind::U32be:
    case Kind::U32le:
        return writeU32(type.kind, name, value);
    case Kind::F64be:
        return writeF64(name, value);
    case Kind::IgbinaryInt:
        return writeIgbinaryInt(name, value);
    case Kind::MsgpackInt:
        return writeMsgpackInt(name, value);
    default:
        break;
    }
    if (captureRowOf(type.kind).says == Says::Time) {
        const Nanos* const time = std::get_if<Nanos>(&value);
        return time ? writeSpan(type, name, *time) : std::nullopt;
    }
    const std::string* const text = std::get_if<std::string>(&value);
    return text && isText(type, *text) ? WrittenText(*text) : std::nullopt;
}

std::optional<CaptureType> oneOf(std::string_view choices)
{
    CaptureType type{Kind::OneOf, -1, {}};
    for (std::size_t from = 0; from <= choices.size();) {
        const std::size_t end = std::min(choices.find('|', from), choices.size());
        if (end == from) // an empty choice
            return std::nullopt;
        type.choices.emplace_back(choices.substr(from, end - from));
        from = end + 1;
    }
    return type;
}

// The longest of the choices that the text begins with.
std::size_t choiceLength(const std::vector<std::string>& choices, std::string_view text)
{
    std::size_t length = 0;
    for (const std::string& choice : choices)
        if (choice.size() > length && text.starts_with(choice))
            length = choice.size();
    return length;
}

std::size_t runOf(std::string_view text, std::size_t most, bool (*belongs)(char))
{
    const auto end = std::ranges::find_if_not(text.substr(0, most), belongs);
    return std::size_t(end - text.begin());
}

} // namespace

bool isMoment(std::string_view name)
{
    constexpr std::array<std::string_view, 8> names{"tat", "stamp", "time",  "start",
                                                    "end", "reset", "until", "score"};
    return std::ranges::find(names, name) != names.end();
}

bool isTime(std::string_view name)
{
    return isMoment(name) || name == "window" || name == "step";
}

std::optional<int> unitOfTime(const CaptureType& type)
{
    const bool isDecimal = captureRowOf(type.kind).width == Width::Optional;
    return isDecimal ? std::optional(decimalsOfNanos - shiftOf(type.kind)) : std::nullopt;
}

bool hasMeaning(std::string_view name)
{
    constexpr std::array<std::string_view, 12> names{"token",    "prefix", "count",   "left",
                                                     "previous", "limit",  "times",   "bucket",
                                                     "amount",   "cost",   "blocked", "refunded"};
    return isTime(name) || std::ranges::find(names, name) != names.end();
}

bool readsTime(Kind kind)
{
    const Says says = captureRowOf(kind).says;
    return says == Says::Time || says == Says::Either;
}

bool readsNumber(Kind kind)
{
    const Says says = captureRowOf(kind).says;
    return says == Says::Number || says == Says::Either;
}

std::optional<CaptureType> captureTypeNamed(std::string_view name)
{
    if (name.find('|') != std::string_view::npos)
        return oneOf(name);
    for (const CaptureRow& row : captureRows)
        if (row.width != Width::Needed && row.name == name)
            return CaptureType{row.kind, -1, {}};
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const std::string_view digits = name.substr(end);
    int width = 0;
    if (digits.empty() || digits.size() > 3 || (digits.size() > 1 && digits.front() == '0'))
        return std::nullopt;
    std::from_chars(digits.data(), digits.data() + digits.size(), width);
    for (const CaptureRow& row : captureRows)
        if (row.width != Width::None && row.name == name.substr(0, end) &&
            (row.width == Width::Needed ? width > 0 : width <= 9))
            return CaptureType{row.kind, width, {}};
    return std::nullopt;
}

std::size_t leastLengthOf(const CaptureType& type)
{
    const CaptureRow& row = captureRowOf(type.kind);
    return row.width == Width::Needed ? std::size_t(type.width) : row.least;
}

std::size_t captureLength(const CaptureType& type, std::string_view text)
{
    switch (type.kind) {
    case Kind::Int:
    case Kind::Num:
    case Kind::Seconds:
    case Kind::Milliseconds:
    case Kind::Microseconds:
    case Kind::Nanoseconds:
        return decimalLength(text);
    case Kind::Uint:
        return text.starts_with('0') ? 1 : runOf(text, 20, isDigit);
    case Kind::Period:
    case Kind::Period360: {
        const auto* const found = std::ranges::find_if(
            namedPeriods, [&](const NamedPeriod& one) { return text.starts_with(one.name); });
        return found != namedPeriods.end() ? found->name.size() : 0;
    }
    case Kind::PhpInterval: {
        const std::size_t end = text.substr(0, longestInterval).find('S');
        return end != std::string_view::npos && readInterval(text.substr(0, end + 1)) ? end + 1 : 0;
    }
    case Kind::Hex:
    case Kind::Alnum:
    case Kind::Base64: {
        const auto belongs = type.kind == Kind::Hex     ? isHex
                             : type.kind == Kind::Alnum ? isLetterOrDigit
                                                        : isBase64;
        const std::size_t run = runOf(text, std::size_t(type.width), belongs);
        return run == std::size_t(type.width) ? run : 0;
    }
    case Kind::Uuid:
        return text.size() >= 36 && isUuid(text) ? 36 : 0;
    case Kind::Bytes:
    case Kind::U32be:
    case Kind::U32le:
    case Kind::F64be: {
        const std::size_t length = leastLengthOf(type);
        return text.size() >= length ? length : 0;
    }
    case Kind::IgbinaryInt:
        return igbinaryLength(text);
    case Kind::MsgpackInt:
        return msgpackLength(text);
    case Kind::OneOf:
    case Kind::Constant:
        return choiceLength(type.choices, text);
    case Kind::Text:
    case Kind::Rest:
        break;
    }
    return text.size();
}

bool hasShorterCaptures(Kind kind)
{
    return kind == Kind::OneOf || captureRowOf(kind).canBeShorter;
}

std::optional<CapturedValue> readCapture(const CaptureType& type, std::string_view name,
                                         std::string_view text, MomentReading moments)
{
    const bool isOtherUnit = moments.unit && isMoment(name) && unitOfTime(type);
    Value value =
        isOtherUnit ? readScaledTime(text, decimalsOfNanos - *moments.unit) : readKind(type, name, text);
    if (Nanos* const time = value ? std::get_if<Nanos>(&*value) : nullptr; time && isMoment(name)) {
        std::int64_t sum = 0;
        if (__builtin_add_overflow(time->count(), moments.epoch.count(), &sum))
            return std::nullopt;
        *time = Nanos(sum);
    }
    return value;
}

std::optional<std::string> writeCapture(const CaptureType& type, std::string_view name,
                                        const CapturedValue& value, Nanos epoch)
{
    const Nanos* const time = std::get_if<Nanos>(&value);
    if (!time || !isMoment(name) || epoch == 0ns)
        return writeKind(type, name, value);
    std::int64_t difference = 0;
    if (__builtin_sub_overflow(time->count(), epoch.count(), &difference))
        return std::nullopt;
    return writeKind(type, name, Nanos(difference));
}

std::optional<std::string> randomCapture(const CaptureType& type)
{
    thread_local std::mt19937_64 random{std::random_device{}()};
    const auto below = [](std::size_t end) {
        return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
    };
    std::string text;
    switch (type.kind) {
    case Kind::Hex:
    case Kind::Alnum:
    case Kind::Base64: {
        const std::string_view from = type.kind == Kind::Hex     ? hexDigits
                                      : type.kind == Kind::Alnum ? alnums
                                                                 : base64s;
        for (int i = 0; i < type.width; ++i)
            text += from[below(from.size())];
        return text;
    }
    case Kind::Bytes:
        for (int i = 0; i < type.width; ++i)
            text += char(below(256));
        return text;
    case Kind::Uuid:
        text = "00000000-0000-4000-8000-000000000000"; // a version 4 one
        for (std::size_t i = 0; i < text.size(); ++i)
            if (text[i] == '0')
                text[i] = hexDigits[below(16)];
        return text;
    default:
        return std::nullopt;
    }
}

} // namespace ratewarden
