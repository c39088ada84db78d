// SPDX-License-Identifier: MIT
#include "core/redis/key_slot.h"

#include <array>

namespace ratewarden {
namespace {

constexpr std::array<std::uint16_t, 256> crcTable()
{
    constexpr std::uint32_t polynomial = 0x1021;
    std::array<std::uint16_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
        std::uint32_t crc = byte << 8;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc << 1) ^ ((crc & 0x8000) != 0 ? polynomial : 0);
        table[byte] = std::uint16_t(crc);
    }
    return table;
}

std::string_view hashTagOf(std::string_view key)
{
    const std::size_t open = key.find('{');
    if (open == std::string_view::npos)
        return key;
    const std::size_t close = key.find('}', open + 1);
    return close == std::string_view::npos || close == open + 1 ? key
                                                                : key.substr(open + 1, close - open - 1);
}

} // namespace

std::uint16_t slotOf(std::string_view key)
{
    static constexpr auto table = crcTable();
    std::uint32_t crc = 0;
    for (const char c : hashTagOf(key))
        crc = ((crc << 8) ^ table[((crc >> 8) ^ std::uint8_t(c)) & 0xFF]) & 0xFFFF;
    return std::uint16_t(crc % slotCount);
}

} // namespace ratewarden
