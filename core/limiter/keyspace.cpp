// SPDX-License-Identifier: MIT
#include "core/limiter/keyspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <span>

namespace ratewarden {
namespace {

constexpr std::string_view keyStart = "rw:{";
constexpr std::string_view controlEnd = "control";
constexpr std::string_view countsEnd = "counts";

// Text as keys hold it: as it is, unless something in it has to be written otherwise.
class Encoded {
public:
    Encoded(std::string_view bytes, std::string_view reserved) : m_text(bytes)
    {
        const auto isPlain = [&](char c) {
            return c > 0x20 && c < 0x7F && std::ranges::find(reserved, c) == reserved.end();
        };
        if (std::ranges::all_of(bytes, isPlain))
            return;
        m_written.reserve(bytes.size() + 2);
        for (const char c : bytes) {
            if (isPlain(c))
                m_written += c;
            else
                m_written += fmt::format("%{:02X}", std::uint8_t(c));
        }
        m_text = m_written;
    }
    Encoded(const Encoded&) = delete;
    Encoded& operator=(const Encoded&) = delete;

    std::string_view text() const { return m_text; }

private:
    std::string m_written;
    std::string_view m_text;
};

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

constexpr std::string_view reservedInTokens = "%{}";
constexpr std::string_view reservedInPolicies = "%{}:";

// "rw:{token}:policy:end", or without a policy "rw:{token}:end".
template <class Use>
auto withKey(std::string_view token, std::string_view policy, std::string_view end, Use use)
{
    const Encoded encodedToken(token, reservedInTokens);
    const Encoded encodedPolicy(policy, reservedInPolicies);
    const std::array<std::string_view, 6> parts{
        keyStart, encodedToken.text(), "}:", encodedPolicy.text(), policy.empty() ? "" : ":", end};
    return use(std::span(parts));
}

std::string key(std::string_view token, std::string_view policy, std::string_view end)
{
    return withKey(token, policy, end, [](std::span<const std::string_view> parts) {
        std::string key;
        for (const std::string_view part : parts)
            key += part;
        return key;
    });
}

void addKey(Command& command, std::string_view token, std::string_view policy, std::string_view end)
{
    withKey(token, policy, end, [&](std::span<const std::string_view> parts) { command.addJoined(parts); });
}

} // namespace

std::string policyInKeys(std::string_view policy)
{
    return std::string(Encoded(policy, reservedInPolicies).text());
}

std::optional<std::string> policyFromKeys(std::string_view text)
{
    std::optional<std::string> policy = decoded(text);
    return policy && !policy->empty() && policyInKeys(*policy) == text ? policy : std::nullopt;
}

std::string stateKey(std::string_view token, std::string_view policy, const Algorithm& algorithm)
{
    return key(token, policy, algorithm.keySuffix);
}

std::string controlKey(std::string_view token)
{
    return key(token, {}, controlEnd);
}

std::string countsKey(std::string_view token, std::string_view policy)
{
    return key(token, policy, countsEnd);
}

void addStateKey(Command& command, std::string_view token, std::string_view policy,
                 const Algorithm& algorithm)
{
    addKey(command, token, policy, algorithm.keySuffix);
}

void addControlKey(Command& command, std::string_view token)
{
    addKey(command, token, {}, controlEnd);
}

void addCountsKey(Command& command, std::string_view token, std::string_view policy)
{
    addKey(command, token, policy, countsEnd);
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
