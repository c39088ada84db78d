// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/policy.h"

#include <string>
#include <string_view>

namespace ratewarden {

/// What stands for the token in Redis under a policy that hashes tokens: "sha256:" and the hash (FIPS 180-4)
/// of its bytes, in hexadecimal. Whoever can guess tokens can still find them by it: it protects tokens that
/// are long and random, as access tokens are, and neither names nor addresses.
std::string hashedToken(std::string_view token);

/// As hashedToken() writes it, so as an operator copies it from the console.
bool isHashedToken(std::string_view text);

} // namespace ratewarden
