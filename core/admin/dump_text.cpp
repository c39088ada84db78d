// SPDX-License-Identifier: MIT
#include "core/admin/dump_text.h"

#include "core/model/little_endian.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::size_t dumpVersion = 2; // bytes
constexpr std::size_t dumpChecksum = 8;

/// As Redis computes it: the CRC-64 of Jones, reflected.
std::uint64_t checksumOf(std::string_view bytes)
{
    constexpr std::uint64_t polynomial = 0x95ac9329ac4bc9b5;
    std::uint64_t sum = 0;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit)
            sum = sum >> 1U ^ ((sum & 1U) != 0 ? polynomial : 0);
    }
    return sum;
}

bool isDump(std::string_view bytes)
{
    if (bytes.size() <= 1 + dumpVersion + dumpChecksum)
        return false;
    const std::string_view summed = bytes.substr(0, bytes.size() - dumpChecksum);
    const std::uint64_t sum = checksumOf(summed);
    for (std::size_t i = 0; i < dumpChecksum; ++i)
        if (static_cast<unsigned char>(bytes[summed.size() + i]) != (sum >> 8 * i & 0xffU))
            return false;
    return true;
}

/// By the first byte, as rdb.h of Redis numbers them.
std::string_view typeOfDump(unsigned char number)
{
    constexpr std::array<std::string_view, 22> types{
        "string", "list",       "set",  "sorted set", "hash",       "sorted set", "value", "value",
        "value",  "hash",       "list", "set",        "sorted set", "hash",       "list",  "stream",
        "hash",   "sorted set", "list", "stream",     "set",        "stream"};
    return number < types.size() ? types.at(number) : "value";
}

/// A short string, or one that is stored as a number; nothing for what is compressed or damaged.
std::optional<std::string> stringInDump(std::string_view body)
{
    const auto first = static_cast<unsigned char>(body.front());
    const std::string_view rest = body.substr(1);
    const auto whole = [](std::string_view text, std::size_t size) {
        return text.size() == size ? std::optional(std::string(text)) : std::nullopt;
    };
    const auto number = [&]<class Int>(Int /*type*/) {
        return rest.size() == sizeof(Int)
                   ? std::optional(std::to_string(static_cast<Int>(littleEndian(rest))))
                   : std::nullopt;
    };
    if (first < 0x40)
        return whole(rest, first);
    if (first < 0x80 && !rest.empty())
        return whole(rest.substr(1), (first & 0x3fU) << 8U | static_cast<unsigned char>(rest.front()));
    if (first == 0xc0)
        return number(std::int8_t());
    if (first == 0xc1)
        return number(std::int16_t());
    if (first == 0xc2)
        return number(std::int32_t());
    return std::nullopt;
}

} // namespace

std::optional<std::string> dumpText(std::string_view dump, std::size_t most)
{
    if (!isDump(dump))
        return std::nullopt;
    const std::string_view type = typeOfDump(static_cast<unsigned char>(dump.front()));
    const std::string_view body = dump.substr(1, dump.size() - 1 - dumpVersion - dumpChecksum);
    const std::optional<std::string> text = type == "string" ? stringInDump(body) : std::nullopt;
    if (text && printable(*text) == *text)
        return fmt::format("\"{}{}\"", printable(text->substr(0, most)), text->size() > most ? "…" : "");
    return fmt::format("a {} of {} bytes", type, text ? text->size() : body.size());
}

} // namespace ratewarden
