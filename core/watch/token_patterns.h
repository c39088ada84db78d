// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/client_address.h"
#include "core/policies/policy_store.h"
#include "core/watch/finding.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

/// Looks at all tokens of one round for what none of them shows by itself. In bounded memory but for one
/// entry a policy or group. Not thread-safe.
class TokenPatterns {
public:
    /// A group with less traffic in all says nothing.
    static constexpr double leastTraffic = 100;
    /// From which share of all on one address has most of it.
    static constexpr double mostTraffic = 0.5;
    /// The same of a public address, which is a client's as a rule: only beside others, of so much traffic in
    /// all.
    static constexpr double busyShare = 0.9;
    static constexpr double busyTraffic = 1000;

    /// From which requests a second on a token's key is hot: each of them runs a script on the one node that
    /// has it, which decides some ten thousand a second.
    static constexpr double hotRate = 1000;

    /// To be called for each token once. `traffic`: requests of some time, or units that are used, the same
    /// within one group. `isLimited`: it is denied now. `rate`: requests a second, if they are known.
    void take(const Subject& subject, double traffic, bool isLimited, double rate = 0);
    /// The same of a reading. `growth`: how fast its counter grows, in units a second.
    void take(const Reading& reading, double growth = 0);
    /// Requests a second of a token that nobody counts: its counter tells of them where it counts denied ones
    /// as well, as what counts costs does not.
    static double rateBy(const Format& format, double growth);

    /// What is found between tokens, as it is now.
    std::vector<Finding> ofTokens(Instant now) const;
    /// What is found between policies and their keys. It counts once it has lasted for patienceOf().
    /// `sawAll`: no token was missing, so that a policy that no key follows is known.
    std::vector<Finding> ofPolicies(const PolicyBook& book, bool sawAll, Instant now) const;

    /// Groups in which a private address has most of the traffic, though others come with public ones.
    std::vector<Finding> sharedAddresses(Instant now) const;
    /// Groups in which a private address is alone and limited, or a public one has nearly all of much
    /// traffic: a proxy's, or just the only client's.
    std::vector<Finding> busyAddresses(Instant now) const;
    /// Of each group the token with the highest rate, if its key is hot.
    std::vector<Finding> hotKeys(Instant now) const;
    /// Published policies under which tokens have a state of another algorithm, too.
    std::vector<Finding> twoAlgorithms(const PolicyBook& book, Instant now) const;
    /// Policies in force for groups of other programs' keys that another one is for as well, though neither
    /// is for all that the other one is for: which of them is followed is an accident of their names.
    std::vector<Finding> twoPolicies(const PolicyBook& book, Instant now) const;
    /// Published policies in force that no key follows.
    std::vector<Finding> unusedPolicies(const PolicyBook& book, Instant now) const;

private:
    struct Group {
        double traffic = 0;
        std::size_t tokens = 0;
        bool hasPublic = false;
        std::string top; ///< the private address with the most
        double topTraffic = -1;
        bool topIsLimited = false;
        std::string publicTop; ///< likewise
        double publicTraffic = -1;
        std::size_t hot = 0; ///< tokens
        std::string hottest;
        double hottestRate = 0;
    };
    std::map<std::pair<const Format*, std::string>, Group, std::less<>> m_groups;
};

/// For how long a policy has to be as it is, before its keys can tell that something is wrong with it: until
/// those that were written before have ended, if another algorithm wrote them.
Micros patienceOf(const FindingKind& kind, const Policy& policy);

/// Remembers which policies were followed: at night and at weekends their keys end, and they are in use all
/// the same.
class FollowedPolicies {
public:
    /// For so long a policy that was followed may rest.
    static constexpr Micros rest = std::chrono::days(7);

    /// Takes what a round found that saw all tokens, and leaves out unused policies that only rest.
    void leaveOutResting(std::vector<Finding>& found, const PolicyBook& book, Instant now);

private:
    std::map<std::string, Instant, std::less<>> m_last; ///< when a key followed the policy
};

/// Remembers since when policies have been as a finding says.
class LastingFindings {
public:
    /// Takes those of a round that saw all tokens, and tells which have been there for long enough, and since
    /// when.
    std::vector<Finding> take(std::vector<Finding> found, const PolicyBook& book, Instant now);

private:
    std::map<FindingName, Instant> m_since;
    FollowedPolicies m_followed;
};

} // namespace ratewarden
