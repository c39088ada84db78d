// SPDX-License-Identifier: MIT
#include "core/watch/finding_remedy.h"

#include "core/formats/format.h"

#include <set>
#include <string>
#include <utility>

namespace ratewarden {

KeyIntent endingOf(const std::vector<Subject>& subjects)
{
    KeyIntent intent;
    intent.what = ExpireKeys{};
    std::set<std::string> listed; // several subjects may share a key
    for (const Subject& subject : subjects) {
        const std::vector<std::string> keys = subject.format->keys(subject);
        if (!keys.empty() && listed.insert(keys.front()).second)
            intent.keys.push_back(keys.front());
    }
    return intent;
}

Change withoutEnded(const Change& prepared, const FindingKind& found)
{
    const bool hasWrongEnd = found == FindingKind(WarningCode::AbsurdExpiry);
    Change made = prepared;
    auto& intent = std::get<KeyIntent>(made.intent);
    const std::vector<std::string> names = std::exchange(intent.keys, {});
    made.standings.clear();
    for (std::size_t i = 0; i < names.size() && i < prepared.standings.size(); ++i) {
        const KeyStanding& standing = prepared.standings[i];
        if (standing.exists && (hasWrongEnd || !standing.expires)) {
            intent.keys.push_back(names[i]);
            made.standings.push_back(standing);
        }
    }
    return made;
}

} // namespace ratewarden
