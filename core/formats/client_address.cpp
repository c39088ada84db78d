// SPDX-License-Identifier: MIT
#include "core/formats/client_address.h"

#include "core/model/text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

namespace ratewarden {
namespace {

constexpr std::size_t longestAddress = 45;            // with an IPv4 address at its end
constexpr std::string_view behindAddress = ":/|_-= "; // what a prefix ends with

AddressKind kindOfFour(const std::uint8_t* bytes)
{
    const int first = bytes[0];
    const int second = bytes[1];
    const bool isPrivate = first == 10 || first == 127 || (first == 172 && second >= 16 && second < 32) ||
                           (first == 192 && second == 168) || (first == 169 && second == 254) ||
                           (first == 100 && second >= 64 && second < 128); // of a carrier's NAT
    return isPrivate ? AddressKind::Private : AddressKind::Public;
}

AddressKind kindOfSix(const std::array<std::uint8_t, 16>& bytes)
{
    constexpr std::array<std::uint8_t, 12> mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    if (std::equal(mapped.begin(), mapped.end(), bytes.begin()))
        return kindOfFour(bytes.data() + mapped.size());
    const bool isLoopback = bytes[15] == 1 && std::all_of(bytes.begin(), bytes.end() - 1,
                                                          [](std::uint8_t byte) { return byte == 0; });
    const bool isUniqueLocal = (bytes[0] & 0xfe) == 0xfc;
    const bool isOfLink = bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
    return isLoopback || isUniqueLocal || isOfLink ? AddressKind::Private : AddressKind::Public;
}

AddressKind addressKindOf(std::string_view text)
{
    if (text.empty() || text.size() > longestAddress)
        return AddressKind::None;
    const std::string terminated(text);
    std::array<std::uint8_t, 16> bytes{};
    if (inet_pton(AF_INET, terminated.c_str(), bytes.data()) == 1)
        return kindOfFour(bytes.data());
    if (inet_pton(AF_INET6, terminated.c_str(), bytes.data()) == 1)
        return kindOfSix(bytes);
    return AddressKind::None;
}

} // namespace

AddressKind addressIn(std::string_view token)
{
    if (token.empty() || token.find_last_of("0123456789abcdefABCDEF:") != token.size() - 1)
        return AddressKind::None;
    if (const AddressKind whole = addressKindOf(token); whole != AddressKind::None)
        return whole;
    // The longest that is one: "a:::1" is ::1 behind "a:", and not 1.
    for (std::size_t at = token.find_first_of(behindAddress); at != std::string_view::npos;
         at = token.find_first_of(behindAddress, at + 1))
        if (const AddressKind kind = addressKindOf(token.substr(at + 1)); kind != AddressKind::None)
            return kind;
    return AddressKind::None;
}

bool isAddressList(std::string_view token)
{
    std::size_t comma = token.find(',');
    if (comma == std::string_view::npos || addressIn(token.substr(0, comma)) == AddressKind::None)
        return false;
    while (comma != std::string_view::npos) {
        const std::size_t next = token.find(',', comma + 1);
        if (addressKindOf(trimmed(token.substr(comma + 1, next - comma - 1))) == AddressKind::None)
            return false;
        comma = next;
    }
    return true;
}

} // namespace ratewarden
