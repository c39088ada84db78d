// SPDX-License-Identifier: MIT
#include "core/model/address.h"

#include "core/model/text.h"

#include <arpa/inet.h>

#include <algorithm>
#include <cstddef>
#include <string>

namespace ratewarden {
namespace {

constexpr int mappedBits = 96; // in front of an address of IPv4

constexpr bool isOfAddress(char c)
{
    return isLowerHex(lower(c)) || c == '.' || c == ':';
}

// A run of characters of addresses: one of IPv6, perhaps with the colon that ends a prefix before it, or one
// of IPv4 between colons.
bool isInRun(std::string_view run, const AddressRange& network)
{
    const auto isOfIt = [&network](std::string_view text) {
        const std::optional<AddressBytes> address = parsedAddress(text);
        return address && network.has(*address);
    };
    if (isOfIt(run) || (run.starts_with(':') && isOfIt(run.substr(1))))
        return true;
    for (std::size_t begin = 0; begin <= run.size();) {
        const std::size_t end = std::min(run.find(':', begin), run.size());
        if (isOfIt(run.substr(begin, end - begin)))
            return true;
        begin = end + 1;
    }
    return false;
}

/// "203.0.113" or "203.": the network with these bytes in front.
std::optional<AddressRange> parsedFront(std::string_view text)
{
    if (text.find(':') != std::string_view::npos) // of IPv6, which may end like one of IPv4
        return std::nullopt;
    if (text.ends_with('.'))
        text.remove_suffix(1);
    std::string whole(text);
    const auto dots = int(std::ranges::count(text, '.'));
    for (int i = dots; i < 3; ++i)
        whole += ".0";
    const std::optional<AddressBytes> address = parsedAddress(whole);
    return dots < 3 && address ? std::optional(AddressRange{*address, mappedBits + 8 * (dots + 1)})
                               : std::nullopt;
}

} // namespace

std::optional<AddressBytes> parsedAddress(std::string_view text)
{
    constexpr std::size_t longest = INET6_ADDRSTRLEN;
    if (text.size() < 2 || text.size() >= longest || text.find('\0') != std::string_view::npos)
        return std::nullopt;
    const std::string whole(text); // which ends with the null that inet_pton() wants
    AddressBytes bytes{};
    if (inet_pton(AF_INET6, whole.c_str(), bytes.data()) == 1)
        return bytes;
    bytes[10] = bytes[11] = 0xff;
    if (inet_pton(AF_INET, whole.c_str(), bytes.data() + mappedBits / 8) == 1)
        return bytes;
    return std::nullopt;
}

bool AddressRange::has(const AddressBytes& one) const
{
    const auto whole = std::size_t(bits / 8);
    if (!std::equal(one.begin(), one.begin() + std::ptrdiff_t(whole), address.begin()))
        return false;
    const int rest = bits % 8;
    const auto mask = std::uint8_t(0xff << (8 - rest));
    return rest == 0 || ((one.at(whole) ^ address.at(whole)) & mask) == 0;
}

bool AddressRange::isIn(std::string_view name) const
{
    for (std::size_t begin = 0; begin < name.size();) {
        std::size_t end = begin;
        std::size_t dots = 0;
        std::size_t colons = 0;
        for (; end < name.size() && isOfAddress(name[end]); ++end) {
            dots += name[end] == '.' ? 1 : 0;
            colons += name[end] == ':' ? 1 : 0;
        }
        // Of a million names most are told to have none in less than half of the time.
        if ((dots >= 3 || colons >= 2) && isInRun(name.substr(begin, end - begin), *this))
            return true;
        begin = end + 1;
    }
    return false;
}

std::optional<AddressRange> parsedAddressRange(std::string_view text)
{
    if (const std::optional<AddressRange> front = parsedFront(text))
        return front;
    const std::size_t slash = text.find('/');
    const std::optional<AddressBytes> address = parsedAddress(text.substr(0, slash));
    if (!address)
        return std::nullopt;
    AddressRange range{*address, 128};
    if (slash == std::string_view::npos)
        return range;
    const bool isMapped = text.substr(0, slash).find(':') == std::string_view::npos;
    const std::optional<int> bits = parsedNumber<int>(text.substr(slash + 1));
    if (!bits || *bits < 0 || *bits > (isMapped ? 32 : 128))
        return std::nullopt;
    range.bits = *bits + (isMapped ? mappedBits : 0);
    return range;
}

} // namespace ratewarden
