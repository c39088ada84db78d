// SPDX-License-Identifier: MIT
#include "core/formats/ratewarden_keys.h"

#include "core/formats/ratewarden_format.h"
#include "core/limiter/keyspace.h"

#include <charconv>
#include <cstdint>

namespace ratewarden {
namespace {

constexpr std::string_view keyStart = "rw:{";
constexpr std::string_view controlEnd = "control";

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

} // namespace

std::optional<std::string> policyFromKeys(std::string_view text)
{
    std::optional<std::string> policy = decoded(text);
    return policy && !policy->empty() && policyInKeys(*policy) == text ? policy : std::nullopt;
}

std::optional<Subject> parseRatewardenKey(std::string_view key)
{
    if (!key.starts_with(keyStart))
        return std::nullopt;
    const std::size_t close = key.find('}');
    if (close == std::string_view::npos || close == keyStart.size() || close + 1 >= key.size() ||
        key[close + 1] != ':')
        return std::nullopt;
    const auto token = decoded(key.substr(keyStart.size(), close - keyStart.size()));
    if (!token)
        return std::nullopt;
    const std::string_view rest = key.substr(close + 2);
    if (rest == controlEnd)
        return key == controlKey(RedisToken(*token)) ? std::optional(controlSubject(*token)) : std::nullopt;
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos)
        return std::nullopt;
    const auto policy = policyFromKeys(rest.substr(0, colon));
    const Algorithm* const algorithm = algorithmWithKeySuffix(rest.substr(colon + 1));
    if (!policy || !algorithm || key != stateKey(RedisToken(*token), *policy, *algorithm))
        return std::nullopt;
    return stateSubject(*token, *policy, *algorithm);
}

std::optional<OwnKey> ownKey(std::string_view key)
{
    if (key == policiesKey)
        return OwnKey::Policies;
    if (key == policyHistoryKey || key == policyNewestKey) // which only finds what is in the former
        return OwnKey::PolicyHistory;
    return key == auditKey ? std::optional(OwnKey::Audit) : std::nullopt;
}

} // namespace ratewarden
