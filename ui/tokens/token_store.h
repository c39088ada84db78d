// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "core/tokens/counter_watch.h"
#include "core/tokens/warning_tally.h"
#include "ui/link/format_files.h"
#include "ui/tokens/token_ranking.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ratewarden::ui {

/// Readings by place, each of which never changes any more: a copy is cheap, and any thread may read it.
using KeptReadings = std::unordered_map<int, std::shared_ptr<const Reading>>;

/// The rows of the token table: plain values, in the order they came. Of most it keeps a TokenRow; the whole
/// reading only of those that were polled lately, or have more to tell.
class TokenStore {
public:
    /// Makes room for so many rows, about.
    void reserve(std::size_t rows);

    /// How many places there are, also of rows that were dropped.
    int size() const { return int(m_rows.size()); }
    /// How many rows there are.
    std::size_t count() const { return m_index.size(); }
    TokenName name(int place) const { return m_names[std::size_t(place)]; }
    const TokenRow& row(int place) const { return m_rows[std::size_t(place)]; }
    /// Null when it is not kept.
    const Reading* reading(int place) const;
    /// All that are, by place.
    const KeptReadings& kept() const { return m_readings; }
    TokenSnapshot snapshot() const { return {m_names, m_rows}; }
    /// -1 when there is none.
    int find(const Subject& key) const;
    /// The rows of these tokens, under any policy and of any format, but for those that were dropped.
    std::vector<int> placesOf(const std::unordered_set<std::string_view>& tokens) const;

    enum class Source { Scan, Poll };

    /// Puts a reading in its row, or in a new one at the end, and tells its place; -1: one that is gone gets
    /// no new row.
    int put(const Reading& reading, Source source);
    /// Takes a row as it was in another window, of a token that is not here yet, with what was kept of its
    /// reading; null: nothing was.
    void restore(const Subject& key, const TokenRow& row, const std::shared_ptr<const Reading>& reading);
    /// A scan has come by it, without reading it.
    void noteSeen(const Subject& key);
    /// An operator has changed them at `at`: what is read later is not compared with what was before.
    void noteChanged(const std::vector<Subject>& subjects, Instant at);
    /// How many rows there are in each status: of tokens with a state, without those under candidates, which
    /// deny nobody anything.
    const std::array<int, tokenStatusCount>& states() const { return m_states; }
    /// What is wrong with their keys, of the same rows. Only of a lock that was seen twice; a counter that
    /// fell is among it.
    const WarningTally& warnings() const { return m_warnings; }
    /// By place; see CounterWatch::growing().
    const std::map<int, double>& growing() const { return m_counters.growing(); }
    /// How many rows there are of each format whose prefix was guessed.
    std::map<const Format*, Units> guesses() const;
    /// What is put by a scan from now on belongs to this one, and not to one that was cut short.
    void beginScan() { ++m_scan; }
    /// The scan has gone through all keys.
    void endScan() { m_completed = m_scan; }
    /// The places, in order, of the rows that the last completed scan did not put, and no later one has, and
    /// of those that are gone.
    std::vector<int> unseen() const;
    /// Subjects of these formats are none any more: their rows are gone.
    void retire(const FormatSet& formats);
    /// Drops these rows. Tells for each place where its row is now, -1 for the dropped.
    std::vector<int> dropUnseen();

private:
    struct Mark {
        std::uint32_t scan = 0; ///< the scan that found it last
        bool gone = false;
    };
    bool isUnseen(std::size_t place) const;
    void addName(const TokenName& name, int place);
    void count(std::size_t place, int by);
    bool isCounted(std::size_t place) const;
    void setWarnings(std::size_t place, WarningSet warnings);
    void keep(int place, const Reading& reading, Source source);
    std::vector<int> closeGaps();

    SharedRows<TokenRow> m_rows;
    RowNames m_names;
    TokenIndex m_index;
    std::vector<Mark> m_marks;
    KeptReadings m_readings;
    std::size_t m_mostKept = 0; // before those that tell no more than their rows are dropped
    std::array<int, tokenStatusCount> m_states{};
    WarningTally m_warnings;
    LockWatch m_locks;
    CounterWatch m_counters;
    std::map<const Format*, std::set<std::string, std::less<>>> m_policies; // of the rows
    std::size_t m_kinds = 0;                                                // of format and policy
    std::size_t m_dropped = 0;
    std::uint32_t m_scan = 1;
    std::uint32_t m_completed = 0;
};

} // namespace ratewarden::ui
