// SPDX-License-Identifier: MIT
#include "core/formats/client_address.h"

#include "core/model/address.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>
#include <optional>

namespace ratewarden {
namespace {

constexpr std::string_view behindAddress = ":/|_-= "; // what a prefix ends with

constexpr auto privateNetworks = std::to_array<std::string_view>(
    {"10.0.0.0/8", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
     "100.64.0.0/10", // of a carrier's NAT
     "::1", "fc00::/7", "fe80::/10"});

AddressKind addressKindOf(std::string_view text)
{
    static const auto networks = [] {
        std::array<AddressRange, privateNetworks.size()> parsed;
        std::ranges::transform(privateNetworks, parsed.begin(),
                               [](std::string_view network) { return *parsedAddressRange(network); });
        return parsed;
    }();
    const std::optional<AddressBytes> address = parsedAddress(text);
    if (!address)
        return AddressKind::None;
    const bool isPrivate =
        std::ranges::any_of(networks, [&](const AddressRange& network) { return network.has(*address); });
    return isPrivate ? AddressKind::Private : AddressKind::Public;
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
