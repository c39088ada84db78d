// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/policy.h"
#include "core/redis/connection.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// The policies that are announced on a server, so that a console or another program can know the rules by
/// which the window states there are to be read. One readable JSON document for each, in the hash
/// rw:policies:
/// {"schema":1,"algorithm":"gcra","rules":"1/s + 20/min"}
struct PolicyBook {
    std::map<std::string, Policy, std::less<>> policies; ///< by name
    std::vector<std::string> problems;                   ///< a sentence for each document that cannot be read

    /// Null when there is none of that name.
    const Policy* find(std::string_view name) const;
};

PolicyBook readPolicies(Connection& connection);

/// The one announced policy of that name; empty when there is none. Throws BadPolicy, with the reason, when
/// its document cannot be read.
std::optional<Policy> findPolicy(Connection& connection, std::string_view name);

/// Announces the policy unless one of its name is there already; that one is returned if it differs. Throws
/// BadPolicy, also when the document that is there cannot be read.
std::optional<Policy> announcePolicy(Connection& connection, const Policy& policy);

/// The policy's document, and back. Reading throws BadPolicy with the reason.
std::string policyDocument(const Policy& policy);
Policy parsePolicyDocument(std::string_view name, std::string_view document);

} // namespace ratewarden
