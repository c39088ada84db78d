// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/sufferer_filter.h"
#include "ui/lab/lab_bench.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/text/filter_offers.h"

#include <chrono>
#include <functional>
#include <stop_token>
#include <unordered_set>

namespace ratewarden::ui {

/// Makes the rows of the bench's tokens, worst first, of what is known of the chosen candidate when this is
/// made. It shares that, and needs no bench any more: it may go on in another thread.
class LabSuffererRows {
public:
    using Row = SuffererTableModel::Row;

    /// With the peaks in that window. The bench has traffic.
    LabSuffererRows(const LabBench& bench, Micros window);

    /// Those that differ, are denied or marked, and who comes closest; few tokens are looked at. `effect`:
    /// null: not known yet.
    void addFirst(const LabEffect* effect);
    /// Those that the filter takes, of all tokens, which takes long where there are many: it returns when
    /// that time has passed, or when it is stopped, and goes on from there when it is called again with the
    /// same filter. Whether all have been looked at, or as many found as are listed.
    bool find(const SuffererFilter& filter, std::chrono::nanoseconds time, const std::stop_token& stop);
    const std::vector<Row>& rows() const { return m_rows; }

    /// How many tokens each word of the filter takes that stands alone. As find(), of all tokens. Of names
    /// those of rows().
    FilterInventory inventory(const std::stop_token& stop) const;

private:
    /// Tokens that find() looks at, one after another.
    struct Order {
        std::size_t size = 0;
        std::function<TokenId(std::size_t)> at;
    };

    std::string_view nameOf(TokenId token) const { return m_traffic->trace.names[token]; }
    std::vector<Order> ordersFor(const SuffererFilter& filter) const;
    SuffererFacts factsOf(TokenId token) const;
    bool isMarked(TokenId token) const { return m_isMarked.contains(token); }
    Row::Kind kindOf(TokenId token, Row::Kind ifAllowed) const;
    void add(TokenId token, Row::Kind kind);
    void addNewlyDenied();
    void addFreed();
    void addDenied();
    void addExpected(const LabEffect* effect);
    void addMarked(const LabEffect* effect);
    void addClosest();

    const SharedTraffic m_traffic;
    const std::vector<TokenId> m_marked;
    const std::unordered_set<TokenId> m_isMarked;
    const bool m_hasRules; // the candidate
    // What is null is being computed, or there is none.
    const std::shared_ptr<const Trial> m_now;  // of the enforced rules
    const std::shared_ptr<const Trial> m_then; // of the candidate
    std::vector<TokenCount> m_worst;           // of it
    const std::shared_ptr<const LabWhatIf> m_changes;
    SharedPeaks m_peaks;
    std::size_t m_window = 0; // of these peaks
    std::vector<Row> m_rows;
    std::unordered_set<TokenId> m_listed;
    std::size_t m_order = 0; // where find() goes on
    std::size_t m_next = 0;  // in it
};

} // namespace ratewarden::ui
