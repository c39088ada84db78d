// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Stands for the entries of the audit trail among the scripts.
inline constexpr std::string_view auditRight = "audit";

/// What a Redis user lacks of the rights that changes need.
class Rights {
public:
    Rights() = default; ///< nothing is known to be missing
    /// `missing`: by the script's name, the right as ACL SETUSER takes it.
    explicit Rights(std::map<std::string, std::string, std::less<>> missing) : m_missing(std::move(missing))
    {
    }

    /// The first right that the user lacks to run this script of lua/ ("block", Algorithm::script,
    /// auditRight), as ACL SETUSER takes it: "+hset", or "%W~rw:*" for keys that the user may only read.
    /// Empty: none, as far as is known.
    std::string_view missingFor(std::string_view script) const
    {
        const auto found = m_missing.find(script);
        return found == m_missing.end() ? std::string_view() : found->second;
    }

    friend bool operator==(const Rights&, const Rights&) = default;

private:
    std::map<std::string, std::string, std::less<>> m_missing;
};

/// The commands that a script may run on the keys of a change, in upper case, without
/// those that only count requests.
std::vector<std::string_view> commandsOf(const Script& script);

/// Finds out by sending each command that the scripts use, in a form that fails or does nothing, with the
/// keys of a token that does not exist and of the policies: Redis checks the rights before anything else. So
/// the user needs no right to ask for rights, it works with every version since 6, and nothing is changed.
/// Commands that have no such form are not tried; then the act itself says what is missing. Where the user
/// may neither read nor write that token's keys, only commands are reported: other tokens' keys may be
/// allowed. What is missing for keys of others: core/admin/rights_of_keys.h. Throws Unavailable, and Refused
/// where a read-only connection does not let the commands through.
Rights findRights(Server& server);

} // namespace ratewarden
