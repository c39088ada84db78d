// SPDX-License-Identifier: MIT
#include "core/policies/file_standing.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

bool isSame(const PublishedPolicy& one, const PublishedPolicy& other)
{
    return differences(one, other).empty();
}

} // namespace

FileStanding standingOf(Server& server, const PublishedPolicy& inFile, const EarlierContents& earlier)
{
    using Kind = FileStanding::Kind;
    FileStanding standing;
    standing.current = findPublished(server, inFile.policy.name);
    const std::optional<PublishedPolicy>& current = standing.current;
    standing.newest = current ? current->version : 0;
    if (current && isSame(*current, inFile)) {
        standing.kind = Kind::Same;
        return standing;
    }
    if (inFile.version == 0 || (current && inFile.version == current->version))
        return standing;

    std::vector<PolicyVersion> versions = policyHistory(server, inFile.policy.name);
    if (!current) {
        if (!versions.empty()) { // there was one, and that it was based on it is all the file says
            standing.kind = Kind::Removed;
            standing.newest = versions.front().version;
            standing.last = std::move(versions.front());
        }
        return standing;
    }
    if (!versions.empty())
        standing.last = versions.front();
    const auto again = std::ranges::find_if(versions, [&](const PolicyVersion& version) {
        return version.policy && isSame(*version.policy, inFile);
    });
    if (again != versions.end()) {
        standing.kind = Kind::Again;
        standing.again = again->version;
        return standing;
    }
    bool fits = std::ranges::any_of(versions, [&](const PolicyVersion& version) {
        return version.version == inFile.version && version.policy && isSame(*version.policy, *current);
    });
    if (!fits && earlier)
        earlier([&](const PublishedPolicy& content) {
            fits = isSame(content, *current);
            return fits;
        });
    standing.kind = fits ? Kind::Fits : Kind::Stale;
    return standing;
}

} // namespace ratewarden
