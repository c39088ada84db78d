// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/recorded_rows.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {

std::vector<int> RowsToRecord::places(bool listedOnly) const
{
    std::unordered_set<std::string_view> names;
    for (const Subject& subject : charted)
        names.insert(subject.token);
    std::vector<bool> isListed(tokens.rows.size());
    std::vector<int> all(listed.begin(), listed.begin() + std::ptrdiff_t(std::min(most, listed.size())));
    for (const int place : all) {
        isListed[std::size_t(place)] = true;
        names.insert(tokens.names[std::size_t(place)].token);
    }
    for (std::size_t place = 0; place < tokens.rows.size() && all.size() < most; ++place)
        if (!tokens.rows[place].dropped && !isListed[place] &&
            (!listedOnly || names.contains(tokens.names[place].token)))
            all.push_back(int(place));
    return all;
}

void RowsToRecord::record(const std::vector<int>& places, Investigation& investigation) const
{
    std::vector<bool> isRecorded(tokens.rows.size());
    investigation.rows.reserve(places.size());
    for (const int place : places) {
        const auto at = std::size_t(place);
        isRecorded[at] = true;
        const auto kept = readings.find(place);
        investigation.rows.push_back(
            {tokens.names[at].key(), tokens.rows[at],
             kept != readings.end() ? std::optional(recordedReading(*kept->second)) : std::nullopt});
    }
    for (const int place : marked)
        if (isRecorded[std::size_t(place)])
            investigation.screen.marked.push_back(tokens.names[std::size_t(place)].key());
    // Rows that are dropped are listed for a moment.
    investigation.known = std::max(investigation.known, Units(investigation.rows.size()));
}

std::shared_ptr<const RestoredRows> restoredRows(const std::vector<Investigation::Row>& rows)
{
    auto restored = std::make_shared<RestoredRows>();
    auto readings = std::make_shared<std::vector<Reading>>();
    restored->tokens.reserve(rows.size());
    for (const Investigation::Row& row : rows) {
        restored->tokens.restore(row.subject, row.row,
                                 row.reading ? std::make_shared<const Reading>(*row.reading) : nullptr);
        if (row.reading)
            readings->push_back(*row.reading);
    }
    restored->readings = std::move(readings);
    return restored;
}

} // namespace ratewarden::ui
