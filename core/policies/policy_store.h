// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ratewarden {

/// The policies published on a server: one readable JSON document each, in the hash rw:policies.
struct PolicyBook {
    std::map<std::string, PublishedPolicy, std::less<>> published; ///< by name
    /// By name, as limiters use them: the published ones and their candidates.
    std::map<std::string, Policy, std::less<>> policies;
    std::map<std::string, Problem, std::less<>> broken; ///< why a document cannot be read, by name

    /// Null when there is no such policy. Of a group of another program's keys without a policy of its own,
    /// that of the longest pattern that covers it: "quota3/*/*" is also for "quota3/t0/*".
    const Policy* find(std::string_view name) const;
};

/// Whether a policy of that name is for the group: its own, or a pattern of it as PolicyBook::find() takes
/// it.
bool isPolicyFor(std::string_view name, std::string_view group);

/// Of documents by name.
PolicyBook policyBook(const std::map<std::string, std::string>& documents);
PolicyBook readPolicies(Server& server);

/// The one published policy of that name; empty when there is none. Throws BadPolicy, with the reason, when
/// its document cannot be read.
std::optional<PublishedPolicy> findPublished(Server& server, std::string_view name);

/// The part that a limiter needs.
std::optional<Policy> findPolicy(Server& server, std::string_view name);

/// Publishes the first version of the policy, unless a policy of this name exists; if that one differs, it is
/// returned. For programs with built-in rules, so that a console knows them. Throws BadPolicy, also when the
/// existing document cannot be read, and Refused for a user without the right to HSETNX in rw:policies.
std::optional<Policy> announcePolicy(Server& server, const Policy& policy);

/// Who publishes, and why.
struct Publisher {
    std::string by;     ///< 1 to 200 bytes
    std::string reason; ///< 1 to 1000 bytes
    /// How many versions of all policies the history keeps from then on, about, the newest; 0: all.
    std::int64_t mostVersions = 0;
};

struct Publishing {
    bool published = false;
    std::int64_t version = 0;             ///< the newest: this one, or the conflicting one
    bool occupied = false;                ///< not published, because another document was there
    std::optional<PublishedPolicy> other; ///< the conflicting one, if it can be read
    std::string document;                 ///< what was published
    std::optional<std::string> former;    ///< the document that it replaced; empty: there was none
};

/// Publishes the policy, atomically, as the version after `published.version`, and notifies all followers.
/// Publishes nothing when the document on the server has another version, because somebody else has published
/// since. Throws InvalidArgument for values out of range.
Publishing publishPolicy(Server& server, const PublishedPolicy& published, const Publisher& publisher);

/// The same, but only if the document on the server is exactly `present`; empty: if there is none.
Publishing publishInPlaceOf(Server& server, const PublishedPolicy& published, const Publisher& publisher,
                            const std::optional<std::string>& present);

/// The commands that they send first.
Command publishCommand(const PublishedPolicy& published, const Publisher& publisher);
Command publishInPlaceCommand(const PublishedPolicy& published, const Publisher& publisher,
                              const std::optional<std::string>& present);

/// The document that is published under that name, whether it can be read or not; empty: there is none.
std::optional<std::string> findDocument(Server& server, std::string_view name);

/// Removes the policy if its document is exactly `present`. The returned version is that of the removal in
/// the history. Limiters that follow the policy keep the last version; others do not find it any more.
Publishing withdrawPolicy(Server& server, const std::string& name, const std::string& present,
                          const Publisher& publisher);
Command withdrawCommand(const std::string& name, const std::string& present, const Publisher& publisher);

/// One version of a policy, as it was published.
struct PolicyVersion {
    std::int64_t version = 0;
    Instant at{};
    std::string by; ///< empty: it was not published, but announced by a program or written by hand; or so
                    ///< long ago that the history does not have it any more
    std::string reason;
    std::string document;                  ///< empty: the policy was removed
    std::optional<PublishedPolicy> policy; ///< empty: it cannot be read, or was removed
};

/// All known versions, the newest first. Reads the history of all policies from end to end.
std::vector<PolicyVersion> policyHistory(Server& server, std::string_view name);

/// The same a page at a time, for those who stop when they have found what they look for.
class PolicyHistoryWalk {
public:
    /// The server must outlive it.
    PolicyHistoryWalk(Server& server, std::string name) : m_server(server), m_name(std::move(name)) {}

    bool isAtEnd() const { return m_isAtEnd; }
    /// The versions of the policy in the next page, the newest first; there may be none.
    std::vector<PolicyVersion> readPage();
    /// Entries of all policies that it went through.
    std::size_t looked() const { return m_looked; }

private:
    Reply nextEntries();

    Server& m_server;
    const std::string m_name;
    std::string m_from = "+";
    std::optional<PolicyVersion> m_current; // what is published, until it is known to be in the history
    std::size_t m_looked = 0;
    bool m_isAtEnd = false;
};

/// The newest version of the policy, which may be its removal; empty: there is none.
std::optional<PolicyVersion> newestVersion(Server& server, std::string_view name);

} // namespace ratewarden
