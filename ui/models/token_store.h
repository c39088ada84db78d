// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/token_reading.h"
#include "ui/models/token_ranking.h"

#include <QString>

#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// A share of a limit from which on a token counts as near it.
inline constexpr double nearShare = 0.8;

TokenState stateOf(const TokenReading& reading);
QString stateName(TokenState state); ///< "near"
QString stateMark(TokenState state); ///< a mark that tells it without colour

/// The rows of the token table: plain values, in the order they came; a row's place never changes while it is
/// there.
class TokenStore {
public:
    /// Makes room for so many rows, about.
    void reserve(std::size_t rows);

    int size() const { return int(m_readings.size()); }
    const TokenReading& reading(int place) const { return m_readings[std::size_t(place)]; }
    const RankValues& values(int place) const { return m_values[std::size_t(place)]; }
    /// The same for all rows, to be ranked by.
    const std::vector<RankValues>& values() const { return m_values; }
    const TokenNames& names() const { return m_names; }
    /// -1 when there is none.
    int find(const TokenKey& key) const;

    enum class Source { Scan, Poll };

    /// Puts a reading in its row, or in a new one at the end; one that is gone gets no new row.
    void put(const TokenReading& reading, Source source);
    /// A scan has gone through all keys; what is put by a scan from now on belongs to the next.
    void endScan() { m_completed = m_scan++; }
    /// Whether there is anything to drop.
    bool hasUnseen() const;
    /// Drops the rows that the last completed scan did not put, and no later one has, and those that are
    /// gone; the others move up. Tells for each row where it is now, -1 for the dropped.
    std::vector<int> dropUnseen();

private:
    static std::string identity(const TokenKey& key);

    struct Mark {
        quint64 scan = 0; ///< the scan that found it last
        bool gone = false;
    };
    bool isUnseen(const Mark& mark) const;

    // Side by side, as what goes through all rows needs but little of each; and a deque, as to move a million
    // readings would take a while.
    std::deque<TokenReading> m_readings;
    std::vector<RankValues> m_values;
    std::vector<Mark> m_marks;
    TokenNames m_names;
    std::unordered_map<std::string, int> m_places;
    quint64 m_scan = 1;
    quint64 m_completed = 0;
};

/// Until a request of cost 1 passes: zero when it does now; nothing when waiting does not help or it is not
/// known.
std::optional<Micros> waitOf(const TokenReading& reading);

} // namespace ratewarden::ui
