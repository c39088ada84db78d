// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ratewarden {

/// What kind of address a token is, or ends with.
enum class AddressKind {
    None,   ///< it is no address
    Public, ///< any other
    Private ///< of a private network, this machine or a link: a proxy's rather than a client's
};

/// Of "10.0.0.12", "ip:10.0.0.12" or "login/::1": an address of IPv4 or IPv6 that is the whole token, or all
/// of it behind one of : / | _ - = and space.
AddressKind addressIn(std::string_view token);

/// The network of that address, behind what stands before it: "ip:203.0.113.0/24", of IPv6 the first 48 bits.
/// Empty: there is no address.
std::string networkIn(std::string_view token);

/// Whether the token is a list of addresses with commas between them, as X-Forwarded-For holds it:
/// "203.0.113.9, 10.0.0.12", also behind a prefix as above.
bool isAddressList(std::string_view token);

} // namespace ratewarden
