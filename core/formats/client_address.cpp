// SPDX-License-Identifier: MIT
#include "core/formats/client_address.h"

#include "core/model/address.h"
#include "core/model/text.h"

#include <fmt/format.h>

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

AddressKind kindOfAddress(const AddressBytes& address)
{
    static const auto networks = [] {
        std::array<AddressRange, privateNetworks.size()> parsed;
        std::ranges::transform(privateNetworks, parsed.begin(),
                               [](std::string_view network) { return *parsedAddressRange(network); });
        return parsed;
    }();
    const bool isPrivate =
        std::ranges::any_of(networks, [&](const AddressRange& network) { return network.has(address); });
    return isPrivate ? AddressKind::Private : AddressKind::Public;
}

/// What a token ends with, and where it begins.
struct AddressAtEnd {
    AddressBytes address{};
    std::size_t from = 0;
};

std::optional<AddressAtEnd> addressAtEnd(std::string_view token)
{
    if (token.empty() || token.find_last_of("0123456789abcdefABCDEF:") != token.size() - 1)
        return std::nullopt;
    if (const auto whole = parsedAddress(token))
        return AddressAtEnd{*whole, 0};
    // The longest that is one: "a:::1" is ::1 behind "a:", and not 1.
    for (std::size_t at = token.find_first_of(behindAddress); at != std::string_view::npos;
         at = token.find_first_of(behindAddress, at + 1))
        if (const auto address = parsedAddress(token.substr(at + 1)))
            return AddressAtEnd{*address, at + 1};
    return std::nullopt;
}

} // namespace

AddressKind addressIn(std::string_view token)
{
    const std::optional<AddressAtEnd> found = addressAtEnd(token);
    return found ? kindOfAddress(found->address) : AddressKind::None;
}

std::string networkIn(std::string_view token)
{
    const std::optional<AddressAtEnd> found = addressAtEnd(token);
    if (!found)
        return {};
    const AddressBytes& bytes = found->address;
    const std::string_view before = token.substr(0, found->from);
    static const AddressRange mapped = *parsedAddressRange("0.0.0.0/0");
    if (mapped.has(bytes))
        return fmt::format("{}{}.{}.{}.0/24", before, bytes[12], bytes[13], bytes[14]);
    const auto part = [&](std::size_t at) {
        return unsigned(bytes.at(at)) << 8U | bytes.at(at + 1);
    };
    return fmt::format("{}{:x}:{:x}:{:x}::/48", before, part(0), part(2), part(4));
}

bool isAddressList(std::string_view token)
{
    std::size_t comma = token.find(',');
    if (comma == std::string_view::npos || addressIn(token.substr(0, comma)) == AddressKind::None)
        return false;
    while (comma != std::string_view::npos) {
        const std::size_t next = token.find(',', comma + 1);
        if (!parsedAddress(trimmed(token.substr(comma + 1, next - comma - 1))))
            return false;
        comma = next;
    }
    return true;
}

} // namespace ratewarden
