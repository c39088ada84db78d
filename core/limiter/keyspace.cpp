// SPDX-License-Identifier: MIT
#include "core/limiter/keyspace.h"

#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace ratewarden {
namespace {

constexpr bool isPlainInTokens(char c)
{
    return c > 0x20 && c < 0x7F && c != '%' && c != '{' && c != '}';
}
constexpr bool isPlainInPolicies(char c)
{
    return isPlainInTokens(c) && c != ':';
}

// Text as keys hold it: as it is, without a copy, unless something in it has to be written otherwise.
class Encoded {
public:
    Encoded(std::string_view bytes, bool (*isPlain)(char))
        : m_written(std::ranges::all_of(bytes, isPlain) ? std::string() : percentEncoded(bytes, isPlain))
        , m_text(m_written.empty() ? bytes : m_written)
    {
    }
    Encoded(const Encoded&) = delete;
    Encoded& operator=(const Encoded&) = delete;

    std::string_view text() const { return m_text; }

private:
    std::string m_written;
    std::string_view m_text;
};

// "rw:{token}:policy:end", or without a policy "rw:{token}:end".
template <class Use>
auto withKey(RedisToken token, std::string_view policy, std::string_view end, Use use)
{
    const Encoded encodedToken(token.text(), isPlainInTokens);
    const Encoded encodedPolicy(policy, isPlainInPolicies);
    const std::array<std::string_view, 6> parts{
        tokenKeyStart, encodedToken.text(), "}:", encodedPolicy.text(), policy.empty() ? "" : ":", end};
    return use(std::span(parts));
}

std::string key(RedisToken token, std::string_view policy, std::string_view end)
{
    return withKey(token, policy, end, [](std::span<const std::string_view> parts) {
        std::string key;
        for (const std::string_view part : parts)
            key += part;
        return key;
    });
}

void addKey(Command& command, RedisToken token, std::string_view policy, std::string_view end)
{
    withKey(token, policy, end, [&](std::span<const std::string_view> parts) { command.addJoined(parts); });
}

} // namespace

std::string policyInKeys(std::string_view policy)
{
    return std::string(Encoded(policy, isPlainInPolicies).text());
}

std::string policySampleKey(std::string_view policy)
{
    return std::string(policySampleKeyStart) + policyInKeys(policy);
}

std::string watchKey(std::string_view name)
{
    return std::string(watchKeyStart) + policyInKeys(name);
}

std::string watchToldKey(std::string_view name)
{
    return fmt::format("{{{}}}{}", watchKey(name), watchToldEnd);
}

std::string stateKey(RedisToken token, std::string_view policy, const Algorithm& algorithm)
{
    return key(token, policy, algorithm.keySuffix);
}

std::string controlKey(RedisToken token)
{
    return key(token, {}, controlEnd);
}

std::string countsKey(RedisToken token, std::string_view policy)
{
    return key(token, policy, countsEnd);
}

std::string denialsKey(RedisToken token, std::string_view policy)
{
    return key(token, policy, denialsEnd);
}

void addStateKey(Command& command, RedisToken token, std::string_view policy, const Algorithm& algorithm)
{
    addKey(command, token, policy, algorithm.keySuffix);
}

void addControlKey(Command& command, RedisToken token)
{
    addKey(command, token, {}, controlEnd);
}

void addCountsKey(Command& command, RedisToken token, std::string_view policy)
{
    addKey(command, token, policy, countsEnd);
}

void addDenialsKey(Command& command, RedisToken token, std::string_view policy)
{
    addKey(command, token, policy, denialsEnd);
}

} // namespace ratewarden
