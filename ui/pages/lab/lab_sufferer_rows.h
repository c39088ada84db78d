// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/sufferer_filter.h"
#include "ui/lab/lab_bench.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/widgets/filter_offers.h"

#include <unordered_set>

namespace ratewarden::ui {

/// Makes the rows of the bench's tokens, worst first, of what is known of the chosen candidate so far.
class LabSuffererRows {
public:
    using Row = SuffererTableModel::Row;

    /// With the peaks in that window. The bench has traffic.
    LabSuffererRows(const LabBench& bench, Micros window);

    /// Without a filter those that differ, are denied or marked, and who comes closest; else all that it
    /// takes.
    std::vector<Row> rows(const SuffererFilter& filter);

    /// How many tokens each word of the filter takes that stands alone.
    FilterInventory::Counts flags() const;

private:
    SuffererFacts factsOf(TokenId token) const;
    bool isMarked(TokenId token) const;
    Row::Kind kindOf(TokenId token, Row::Kind ifAllowed) const;
    void add(TokenId token, Row::Kind kind);
    void addMatching(const SuffererFilter& filter);
    void addNewlyDenied();
    void addFreed();
    void addDenied();
    void addExpected();
    void addMarked();
    void addClosest();

    const LabBench& m_bench;
    const std::vector<TokenId>& m_marked;
    // What is null is being computed, or there is none.
    const std::shared_ptr<const Trial> m_now;  // of the enforced rules
    const std::shared_ptr<const Trial> m_then; // of the candidate
    const LabWhatIf* const m_changes;
    const LabEffect* const m_effect;
    SharedPeaks m_peaks;
    std::size_t m_window = 0; // of these peaks
    std::vector<Row> m_rows;
    std::unordered_set<TokenId> m_listed;
};

} // namespace ratewarden::ui
