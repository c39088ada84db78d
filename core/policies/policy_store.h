// SPDX-License-Identifier: MIT
#pragma once

#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// The policies that are published on a server: one readable JSON document for each, in the hash rw:policies.
struct PolicyBook {
    std::map<std::string, PublishedPolicy, std::less<>> published; ///< by name
    /// As limiters know them, by name: those, and their candidates.
    std::map<std::string, Policy, std::less<>> policies;
    std::map<std::string, std::string, std::less<>> broken; ///< why a document cannot be read, by name

    /// Null when there is none of that name.
    const Policy* find(std::string_view name) const;
};

PolicyBook readPolicies(Server& server);

/// The one published policy of that name; empty when there is none. Throws BadPolicy, with the reason, when
/// its document cannot be read.
std::optional<PublishedPolicy> findPublished(Server& server, std::string_view name);

/// What a limiter has to know of it.
std::optional<Policy> findPolicy(Server& server, std::string_view name);

/// Publishes the policy's first version, unless one of its name is there already; that one is returned if it
/// differs. For programs that bring their own rules, so that a console knows them. Throws BadPolicy, also
/// when the document that is there cannot be read.
std::optional<Policy> announcePolicy(Server& server, const Policy& policy);

/// Who publishes, and why.
struct Publisher {
    std::string by;     ///< 1 to 200 bytes
    std::string reason; ///< 1 to 1000 bytes
};

struct Publishing {
    bool published = false;
    std::int64_t version = 0;             ///< the newest there is: this one, or that which stands in its way
    bool occupied = false;                ///< not published, and another document is there
    std::optional<PublishedPolicy> other; ///< that one, if it can be read
    std::string document;                 ///< what was published
    std::optional<std::string> former;    ///< the document that it replaced; empty: there was none
};

/// Publishes the policy as the version after `published.version`, in one step, and tells all that follow it.
/// Refused, and nothing is done, when another document is there than of that version: somebody else has
/// published in between. Throws InvalidArgument for what is out of range.
Publishing publishPolicy(Server& server, const PublishedPolicy& published, const Publisher& publisher);

/// The same, only if the document that is there is exactly `present`.
Publishing publishInPlaceOf(Server& server, const PublishedPolicy& published, const Publisher& publisher,
                            const std::string& present);

/// The command that it sends first.
Command publishCommand(const PublishedPolicy& published, const Publisher& publisher);

/// Withdraws the policy if its document is exactly `present`: nobody finds it from then on. The version that
/// is answered stands for that in the history.
Publishing withdrawPolicy(Server& server, const std::string& name, const std::string& present,
                          const Publisher& publisher);
Command withdrawCommand(const std::string& name, const std::string& present, const Publisher& publisher);

/// One version of a policy, as it was published.
struct PolicyVersion {
    std::int64_t version = 0;
    Instant at{};
    std::string by; ///< empty: it was not published, but announced by a program or written by hand
    std::string reason;
    std::string document;                  ///< empty: the policy was withdrawn
    std::optional<PublishedPolicy> policy; ///< empty: it cannot be read, or was withdrawn
};

/// All versions that are known, the newest first.
std::vector<PolicyVersion> policyHistory(Server& server, std::string_view name);

} // namespace ratewarden
