// SPDX-License-Identifier: MIT
#include "core/formats/files/pickled_list.h"

#include "core/model/text.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace ratewarden {
namespace {

// The operations, as a byte each.
constexpr char proto = '\x80';
constexpr char frame = '\x95';
constexpr char emptyList = ']';
constexpr char memoize = '\x94';
constexpr char binPut = 'q';
constexpr char mark = '(';
constexpr char append = 'a';
constexpr char appends = 'e';
constexpr char stop = '.';
constexpr char binFloat = 'G';

class PickleReader {
public:
    explicit PickleReader(std::string_view bytes) : m_bytes(bytes) {}

    bool isEnd() const { return m_bytes.empty(); }
    std::string_view rest() const { return m_bytes; }
    bool take(char wanted)
    {
        if (m_bytes.empty() || m_bytes.front() != wanted)
            return false;
        m_bytes.remove_prefix(1);
        return true;
    }
    std::optional<std::uint64_t> number(std::size_t size, bool highestFirst = false)
    {
        if (m_bytes.size() < size)
            return std::nullopt;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8U | std::uint8_t(m_bytes[highestFirst ? i : size - 1 - i]);
        m_bytes.remove_prefix(size);
        return value;
    }
    // Empty: what comes next is no number.
    std::optional<std::string> item()
    {
        if (take(binFloat)) {
            const auto bits = number(8, true);
            const double value = bits ? std::bit_cast<double>(*bits) : NAN;
            return std::isfinite(value) ? std::optional(fmt::format("{}", value)) : std::nullopt;
        }
        if (take('J')) {
            const auto bits = number(4);
            return bits ? std::optional(fmt::to_string(std::int32_t(*bits))) : std::nullopt;
        }
        const auto small = take('M') ? number(2) : take('K') ? number(1) : std::nullopt;
        return small ? std::optional(fmt::to_string(*small)) : std::nullopt;
    }

private:
    std::string_view m_bytes;
};

// Whether more bytes could make a number of it.
bool beginsItem(std::string_view rest)
{
    constexpr std::string_view numbers = "GJMK";
    constexpr std::size_t longest = 9; // bytes
    return rest.empty() || (rest.size() < longest && numbers.find(rest.front()) != std::string_view::npos);
}

} // namespace

std::optional<std::vector<PickledNumber>> readPickledList(std::string_view bytes, bool whole)
{
    PickleReader in(bytes);
    const auto protocol = in.take(proto) ? in.number(1) : std::nullopt;
    if (!protocol || *protocol < 2 || *protocol > 5)
        return std::nullopt;
    if (in.take(frame)) {
        const auto length = in.number(8);
        if (!length || (whole && *length != in.rest().size()))
            return std::nullopt;
    }
    if (!in.take(emptyList))
        return std::nullopt;
    if (!in.take(memoize) && in.take(binPut) && !in.number(1))
        return std::nullopt;
    std::vector<PickledNumber> items;
    while (!in.take(stop)) {
        const bool several = in.take(mark);
        do {
            const std::string_view rest = in.rest();
            auto item = in.item();
            if (!item && !whole && beginsItem(rest))
                return items;
            if (!item)
                return std::nullopt;
            const std::size_t length = rest.size() - in.rest().size() - 1;
            items.push_back({std::move(*item), bytes.size() - rest.size() + 1, length});
        } while (several && !in.take(appends));
        if (!several && !in.take(append))
            return !whole && in.isEnd() ? std::optional(std::move(items)) : std::nullopt;
    }
    return in.isEnd() ? std::optional(std::move(items)) : std::nullopt;
}

std::optional<std::string> pickledList(std::span<const std::string> numbers)
{
    std::string bytes{proto, '\x02', emptyList};
    if (!numbers.empty())
        bytes += mark;
    for (const std::string& text : numbers) {
        const auto number = parsedNumber<double>(text);
        if (!number)
            return std::nullopt;
        bytes += binFloat;
        const auto bits = std::bit_cast<std::uint64_t>(*number);
        for (int shift = 56; shift >= 0; shift -= 8)
            bytes += char(bits >> unsigned(shift) & 0xffU);
    }
    if (!numbers.empty())
        bytes += appends;
    return bytes + stop;
}

} // namespace ratewarden
