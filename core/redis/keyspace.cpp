// SPDX-License-Identifier: MIT
#include "core/redis/keyspace.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::string_view keyStart = "rw:{";
constexpr std::string_view controlEnd = "control";

std::string encoded(std::string_view bytes, std::string_view reserved)
{
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        if (c > 0x20 && c < 0x7F && reserved.find(c) == std::string_view::npos)
            text += c;
        else
            text += fmt::format("%{:02X}", std::uint8_t(c));
    }
    return text;
}

std::optional<std::string> decoded(std::string_view text)
{
    std::string bytes;
    bytes.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            bytes += text[i];
            continue;
        }
        std::uint8_t byte = 0;
        if (i + 2 >= text.size() ||
            std::from_chars(&text[i + 1], &text[i + 1] + 2, byte, 16).ptr != &text[i + 1] + 2)
            return std::nullopt;
        bytes += char(byte);
        i += 2;
    }
    return bytes;
}

std::string encodedToken(std::string_view token)
{
    return encoded(token, "%{}");
}

} // namespace

std::string policyInKeys(std::string_view policy)
{
    return encoded(policy, "%{}:");
}

std::optional<std::string> policyFromKeys(std::string_view text)
{
    std::optional<std::string> policy = decoded(text);
    return policy && !policy->empty() && policyInKeys(*policy) == text ? policy : std::nullopt;
}

std::string stateKey(std::string_view token, std::string_view policy, const Algorithm& algorithm)
{
    return fmt::format("{}{}}}:{}:{}", keyStart, encodedToken(token), policyInKeys(policy),
                       algorithm.keySuffix);
}

std::string controlKey(std::string_view token)
{
    return fmt::format("{}{}}}:{}", keyStart, encodedToken(token), controlEnd);
}

std::string countsKey(std::string_view token, std::string_view policy)
{
    return fmt::format("{}{}}}:{}:counts", keyStart, encodedToken(token), policyInKeys(policy));
}

std::optional<TokenKey> parseTokenKey(std::string_view key)
{
    if (!key.starts_with(keyStart))
        return std::nullopt;
    const std::size_t close = key.find('}');
    if (close == std::string_view::npos || close == keyStart.size() || close + 1 >= key.size() ||
        key[close + 1] != ':')
        return std::nullopt;
    const auto token = decoded(key.substr(keyStart.size(), close - keyStart.size()));
    const std::string_view rest = key.substr(close + 2);
    const std::size_t colon = rest.find(':');
    std::optional<TokenKey> parsed;
    if (!token)
        return parsed;
    if (rest == controlEnd) {
        parsed = TokenKey{*token, {}, nullptr};
    } else if (colon != std::string_view::npos) {
        const auto policy = policyFromKeys(rest.substr(0, colon));
        const Algorithm* const algorithm = algorithmWithKeySuffix(rest.substr(colon + 1));
        if (policy && algorithm)
            parsed = TokenKey{*token, *policy, algorithm};
    }
    // Only what we would have written ourselves: one token must not appear under two spellings.
    const bool canonical =
        parsed && key == (parsed->algorithm ? stateKey(parsed->token, parsed->policy, *parsed->algorithm)
                                            : controlKey(parsed->token));
    return canonical ? parsed : std::nullopt;
}

} // namespace ratewarden
