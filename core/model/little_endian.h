// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ratewarden {

/// The number that up to 8 bytes hold, least byte first, unsigned unless there are 8.
constexpr std::int64_t littleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = value << 8U | std::uint8_t(bytes[i]);
    return std::int64_t(value);
}

/// Writes the lowest bytes of the number, as many as there is room for, least byte first.
constexpr void putLittleEndian(std::span<char> bytes, std::int64_t value)
{
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = char(std::uint64_t(value) >> (8U * i) & 0xFFU);
}

/// Appends the lowest `size` bytes of the number, least byte first.
inline void appendLittleEndian(std::string& bytes, std::int64_t value, std::size_t size)
{
    std::array<char, sizeof value> all{};
    putLittleEndian(std::span(all).first(size), value);
    bytes.append(all.data(), size);
}

} // namespace ratewarden
