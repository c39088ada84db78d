// SPDX-License-Identifier: MIT
#include "core/limiter/redis_token.h"

#include "core/model/policy.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ratewarden {
namespace {

constexpr std::string_view prefix = "sha256:";
constexpr std::size_t hashBytes = 32;

} // namespace

NameInRedis::NameInRedis(std::string_view token, bool hashes) : m_token(token)
{
    validateToken(token);
    if (hashes)
        m_hash = hashedToken(token);
}

std::string hashedToken(std::string_view token)
{
    std::array<unsigned char, hashBytes> hash{};
    if (EVP_Digest(token.data(), token.size(), hash.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("OpenSSL does not compute SHA-256");
    std::string text(prefix);
    for (const unsigned char byte : hash)
        text += fmt::format("{:02x}", byte);
    return text;
}

bool isHashedToken(std::string_view text)
{
    return text.size() == prefix.size() + 2 * hashBytes && text.starts_with(prefix) &&
           std::ranges::all_of(text.substr(prefix.size()),
                               [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

} // namespace ratewarden
