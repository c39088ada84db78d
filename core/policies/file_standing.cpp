// SPDX-License-Identifier: MIT
#include "core/policies/file_standing.h"

#include <utility>

namespace ratewarden {
namespace {

bool isSame(const PublishedPolicy& one, const PublishedPolicy& other)
{
    return differences(one, other).empty();
}

// Of all policies: how far back the content of a file is looked for, as a history may be very long.
constexpr std::size_t newestEntries = 5000;

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

    if (!current) {
        standing.last = newestVersion(server, inFile.policy.name);
        if (standing.last) { // there was one, and that it was based on it is all the file says
            standing.kind = Kind::Removed;
            standing.newest = standing.last->version;
        }
        return standing;
    }
    bool fits = false;
    bool isPassed = false; // the version that the file is based on
    PolicyHistoryWalk walk(server, inFile.policy.name);
    while (!walk.isAtEnd() && !fits && (!isPassed || walk.looked() < newestEntries))
        for (PolicyVersion& version : walk.readPage()) {
            const bool isIt = version.policy && isSame(*version.policy, inFile);
            fits = version.version == inFile.version && version.policy && isSame(*version.policy, *current);
            const std::int64_t number = version.version;
            isPassed = isPassed || number <= inFile.version;
            if (!standing.last)
                standing.last = std::move(version);
            if (isIt) {
                standing.kind = Kind::Again;
                standing.again = number;
                return standing;
            }
            if (fits)
                break;
        }
    if (!fits && earlier)
        earlier([&](const PublishedPolicy& content) {
            fits = isSame(content, *current);
            return fits;
        });
    standing.kind = fits ? Kind::Fits : Kind::Stale;
    return standing;
}

} // namespace ratewarden
