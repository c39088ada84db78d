// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ratewarden {

/// A token as Redis knows it: the name that its keys carry. Under a policy that hashes tokens this is not the
/// token that a request brings, so neither converts to the other, and functions that name keys take this one.
/// A view: it does not own its text.
class RedisToken {
public:
    /// For a name that was read from Redis or is known already. For a request's token use NameInRedis.
    explicit constexpr RedisToken(std::string_view name) : m_name(name) {}

    constexpr std::string_view text() const { return m_name; }

    friend constexpr bool operator==(RedisToken, RedisToken) = default;

private:
    std::string_view m_name;
};

/// The name in Redis of a request's token: the token itself, or its hash. The only place where tokens are
/// hashed. Owns the hash, but not the token.
class NameInRedis {
public:
    /// `hashes` is Policy::hashTokens of the policy that the token is limited under. Throws InvalidArgument
    /// for an empty token.
    NameInRedis(std::string_view token, bool hashes);

    std::string_view text() const { return m_hash.empty() ? m_token : std::string_view(m_hash); }
    operator RedisToken() const { return RedisToken(text()); }

private:
    std::string_view m_token;
    std::string m_hash;
};

/// What stands for the token in Redis under a policy that hashes tokens: "sha256:" and the hash (FIPS 180-4)
/// of its bytes, in hexadecimal. Whoever can guess tokens can still find them by it: it protects tokens that
/// are long and random, as access tokens are, and neither names nor addresses.
std::string hashedToken(std::string_view token);

/// As hashedToken() writes it, so as an operator copies it from the console.
bool isHashedToken(std::string_view text);

} // namespace ratewarden
