// SPDX-License-Identifier: MIT
#include "core/limiter/redis_token.h"

#include "core/model/policy.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ratewarden {
namespace {

constexpr std::string_view hashedTokenStart = "sha256:";
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
    std::string text(hashedTokenStart);
    for (const unsigned char byte : hash)
        text += fmt::format("{:02x}", byte);
    return text;
}

bool isHashedToken(std::string_view text)
{
    return text.size() == hashedTokenStart.size() + 2 * hashBytes && text.starts_with(hashedTokenStart) &&
           std::ranges::all_of(text.substr(hashedTokenStart.size()), isLowerHex);
}

} // namespace ratewarden
