// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/investigation.h"
#include "ui/tokens/token_store.h"

namespace ratewarden::ui {

/// What it takes to record a window's rows in any thread. It shares them with the window, which goes on.
struct RowsToRecord {
    static constexpr std::size_t most = 200'000;

    TokenSnapshot tokens;
    KeptReadings readings;
    std::vector<int> listed;      ///< places of the rows that are listed, in their order
    std::vector<int> marked;      ///< likewise of those that are marked
    std::vector<Subject> charted; ///< those that have charts

    /// The rows that are listed, then those of the same tokens, and of those that have charts; or all others.
    std::vector<int> places(bool listedOnly) const;
    /// Puts the rows at these places into it, and which of them are marked.
    void record(const std::vector<int>& places, Investigation& investigation) const;
};

/// The rows of an investigation as its window has them: made by who reads the file, so that the window takes
/// them whole.
struct RestoredRows {
    TokenStore tokens;
    std::shared_ptr<const std::vector<Reading>> readings; ///< all that are kept
};
std::shared_ptr<const RestoredRows> restoredRows(const std::vector<Investigation::Row>& rows);

} // namespace ratewarden::ui
