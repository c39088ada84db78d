// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/catalogue.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ratewarden {

// Most limiters let a deployment choose what their keys begin with, so that two limiters of one program do
// not share keys. What is chosen is known from who says it (a file of the user's, a published policy), or is
// guessed from what keys hold.

/// Whether the format's keys begin with a prefix of the deployment's choice: its names capture `prefix`.
bool takesPrefix(const FormatFile& file);

/// The prefix, as the limiter's option says it, of keys that begin with this text: "login_ip" for "login_ip:"
/// where the format puts a colon behind the prefix. Throws InvalidArgument, with what is missing.
std::string prefixOfKeys(const FormatFile& file, std::string_view beginning);
/// The reverse: "login_ip:" for "login_ip".
std::string beginningOfKeys(const FormatFile& file, std::string_view prefix);

/// Whether keys of a format that takes no prefix may begin with this text, as its file says or behind a
/// framework's prefix. False of those that take one: see prefixOfKeys().
bool canBegin(const FormatFile& file, std::string_view beginning);
/// What keys like this one of the format's begin with, for PrefixFile; empty: nothing that tells them from
/// others.
std::string beginningOfKey(const CatalogueFormat& format, std::string_view key);

/// The format of that name whose keys a group names, "login_ip:*": under a prefix that is known in the
/// catalogue, or under the one that the group tells. Null: the group is none of such keys, or there is no
/// such format.
const CatalogueFormat* formatOfGroup(const Catalogue& catalogue, std::string_view format,
                                     std::string_view group);

/// The format of that name, ours or one of the catalogue in force, for subjects of the group, as they were
/// written down somewhere. Null: nobody here knows it.
const Format* formatNamed(std::string_view name, std::string_view group);

/// What the key may begin with up to its token, were it a limiter's; the shortest first.
std::vector<std::string_view> beginningsOf(std::string_view key);

/// What is known of the prefixes of one server: what its policies say, what is guessed from its keys, and
/// what the user says of all servers. Its functions may be called from any thread.
class ServerPrefixes {
public:
    using Policies = std::map<std::string, Policy, std::less<>>;

    ServerPrefixes() = default;
    explicit ServerPrefixes(const Policies& policies) { setPolicies(policies); }

    /// The catalogue in force, and its formats under the prefixes of this server. The same object while
    /// nothing changes.
    std::shared_ptr<const Catalogue> catalogue();
    /// What catalogue() gave last, without having the formats read; null: none since the policies changed.
    std::shared_ptr<const Catalogue> lastCatalogue();

    /// Takes the prefixes that the groups of policies with a format tell, in place of what they told before.
    void setPolicies(const Policies& policies);

    /// Whether guess() could learn something from that key.
    bool wantsGuess(std::string_view key);
    /// Looks at a key that no format recognises, as one of many, for a limiter with a prefix of its own. Keys
    /// that begin alike have to agree: the values are those of one format, a number that ends by itself
    /// counts as a limiter's counter when the name speaks of limits or the tokens are clients', and nothing
    /// speaks of visits, sessions or caches. Remembers what it saw of 10,000 to 20,000 beginnings, those that
    /// it met last. Once it is sure enough the prefix is in use. At most 500 are; a new one then replaces the
    /// oldest.
    void guess(std::string_view key, const SampleKey& content, Nanos now);

private:
    // What was seen of the keys that begin alike.
    struct Evidence {
        bool decided = false;
        std::unordered_set<std::size_t> keys; // their hashes: the next scan comes by them again
        int seen = 0;
        int counters = 0;
        int clients = 0;
        int addresses = 0;
        int small = 0;
    };
    using EvidenceMap = std::unordered_map<std::string, Evidence>;

    Evidence& evidenceOf(std::string_view beginning);
    const Evidence* known(std::string_view beginning) const;
    static std::optional<PrefixUse> judge(Evidence& evidence, const Catalogue& catalogue,
                                          std::string_view key, std::size_t length, const SampleKey& content,
                                          Nanos now);
    void refresh();

    std::mutex m_mutex;
    std::map<std::string, std::string, std::less<>> m_groups; // of policies with a format: that format's name
    std::deque<PrefixUse> m_guesses;                          // the oldest first
    EvidenceMap m_recent;                                     // by beginning
    EvidenceMap m_older;
    std::shared_ptr<const Catalogue> m_base; // on which the following stands
    std::shared_ptr<const Catalogue> m_catalogue;
};

} // namespace ratewarden
