// SPDX-License-Identifier: MIT
#include "core/formats/own/ratewarden_keys.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/model/text.h"

#include <utility>

namespace ratewarden {
namespace {

// Of "rw:{token}:policy:end", or "rw:{token}:end", as they stand there.
struct KeyParts {
    std::string_view token;
    std::string_view policy;
    std::string_view end;
};

std::optional<KeyParts> keyPartsOf(std::string_view key)
{
    if (!key.starts_with(tokenKeyStart))
        return std::nullopt;
    const std::size_t close = key.find('}');
    if (close == std::string_view::npos || close == tokenKeyStart.size() || close + 1 >= key.size() ||
        key[close + 1] != ':')
        return std::nullopt;
    const std::string_view token = key.substr(tokenKeyStart.size(), close - tokenKeyStart.size());
    const std::string_view rest = key.substr(close + 2);
    const std::size_t colon = rest.find(':');
    return colon == std::string_view::npos ? KeyParts{token, {}, rest}
                                           : KeyParts{token, rest.substr(0, colon), rest.substr(colon + 1)};
}

using KeyOfToken = std::string(RedisToken token, std::string_view policy);

std::optional<CountedToken> parseKeyBeside(std::string_view key, std::string_view end, KeyOfToken* write)
{
    const auto parts = keyPartsOf(key);
    if (!parts || parts->end != end)
        return std::nullopt;
    const std::string token = percentDecoded(parts->token);
    const auto policy = policyFromKeys(parts->policy);
    if (!policy || key != write(RedisToken(token), *policy))
        return std::nullopt;
    return CountedToken{token, *policy};
}

/// The lease of watchers, or what they have told, as core/limiter/keyspace.h writes them.
bool isWatchKey(std::string_view key)
{
    if (key.starts_with('{')) {
        key.remove_prefix(1);
        const std::size_t close = key.find('}');
        if (close == std::string_view::npos || key.substr(close + 1) != watchToldEnd)
            return false;
        key = key.substr(0, close);
    }
    return key.starts_with(watchKeyStart) && policyFromKeys(key.substr(watchKeyStart.size()));
}

} // namespace

std::optional<std::string> policyFromKeys(std::string_view text)
{
    std::string policy = percentDecoded(text);
    return !policy.empty() && policyInKeys(policy) == text ? std::optional(std::move(policy)) : std::nullopt;
}

std::optional<Subject> parseRatewardenKey(std::string_view key)
{
    const auto parts = keyPartsOf(key);
    if (!parts)
        return std::nullopt;
    const Algorithm* const algorithm = parts->policy.empty() ? nullptr : algorithmWithKeySuffix(parts->end);
    if (!algorithm && (!parts->policy.empty() || parts->end != controlEnd))
        return std::nullopt;
    const std::string token = percentDecoded(parts->token); // of another key if it is not written so
    if (!algorithm)
        return key == controlKey(RedisToken(token)) ? std::optional(controlSubject(token)) : std::nullopt;
    const auto policy = policyFromKeys(parts->policy);
    if (!policy || key != stateKey(RedisToken(token), *policy, *algorithm))
        return std::nullopt;
    return stateSubject(token, *policy, *algorithm);
}

std::optional<CountedToken> parseCountsKey(std::string_view key)
{
    return parseKeyBeside(key, countsEnd, countsKey);
}

std::optional<CountedToken> parseDenialsKey(std::string_view key)
{
    return parseKeyBeside(key, denialsEnd, denialsKey);
}

std::optional<OwnKey> ownKey(std::string_view key)
{
    if (key == policiesKey)
        return OwnKey::Policies;
    if (key == policyHistoryKey || key == policyNewestKey) // which only finds what is in the former
        return OwnKey::PolicyHistory;
    if (key == auditKey)
        return OwnKey::Audit;
    if (key.starts_with(policySampleKeyStart) && policyFromKeys(key.substr(policySampleKeyStart.size())))
        return OwnKey::PolicySample;
    return isWatchKey(key) ? std::optional(OwnKey::Watch) : std::nullopt;
}

} // namespace ratewarden
