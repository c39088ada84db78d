// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ratewarden {

/// An address of IPv6, or one of IPv4 as ::ffff:a.b.c.d, so that both are compared in the same way.
using AddressBytes = std::array<std::uint8_t, 16>;

/// "203.0.113.9", "2001:db8::7". Empty for anything else.
std::optional<AddressBytes> parsedAddress(std::string_view text);

/// The addresses of a network, of IPv4 or IPv6.
struct AddressRange {
    AddressBytes address{};
    int bits = 128; ///< how many of them are the network's

    bool has(const AddressBytes& one) const;
    /// Whether one of the addresses in the name, as "ip:203.0.113.9", is of the network.
    bool isIn(std::string_view name) const;

    friend bool operator==(const AddressRange&, const AddressRange&) = default;
};

/// "203.0.113.0/24", "203.0.113", "2001:db8::/32", or a single address. Empty for anything else.
std::optional<AddressRange> parsedAddressRange(std::string_view text);

} // namespace ratewarden
