// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/token_reading.h"

#include <QString>

#include <string>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// How a token stands, in one word. In the order of urgency.
enum class TokenState { Limited, Blocked, Near, Ok, Idle, Unknown };

inline constexpr int tokenStateCount = 6;

/// A share of a limit from which on a token counts as near it.
inline constexpr double nearShare = 0.8;

TokenState stateOf(const TokenReading& reading);
QString stateName(TokenState state); ///< "near"
QString stateMark(TokenState state); ///< a mark that tells it without colour

/// The rows of the token table: plain values, in the order they came; a row's place never changes while it is
/// there.
class TokenStore {
public:
    struct Row {
        TokenReading reading;
        TokenState state = TokenState::Unknown;
        double share = 0; ///< of the tightest rule
        quint64 scan = 0; ///< the scan that found it last
    };

    const std::vector<Row>& rows() const { return m_rows; }
    const Row& row(int index) const { return m_rows[std::size_t(index)]; }
    /// -1 when there is none.
    int find(const TokenKey& key) const;

    enum class Source { Scan, Poll };

    /// Puts a reading in its row, or in a new one at the end; one that is gone gets no new row.
    void put(const TokenReading& reading, Source source);
    /// Drops the rows that no scan has put since this was last called, and those that are gone; the others
    /// move up. Tells for each row where it is now, -1 for the dropped.
    std::vector<int> dropUnseen();

private:
    static std::string identity(const TokenKey& key);

    std::vector<Row> m_rows;
    std::unordered_map<std::string, int> m_places;
    quint64 m_scan = 0;
};

/// What is shown of the rows, and in which order.
struct TokenView {
    enum class By { Token, Policy, Share, Left, Next, Allowed, Denied, State, Expires };

    QString filter; ///< part of the token or the policy, as shown; in any case
    std::optional<TokenState> state;
    By by = By::Share;
    bool descending = true;
};

/// The indices of all rows that are to be listed. A block is shown on each of its token's windows; a row of
/// its own is only for tokens that have none.
std::vector<int> listed(const std::vector<TokenStore::Row>& rows);

/// Those of `candidates` that the view shows, in its order. Equal rows stand by token, so that nothing jumps.
std::vector<int> arrange(const std::vector<TokenStore::Row>& rows, const std::vector<int>& candidates,
                         const TokenView& view);

/// Until a request of cost 1 passes: zero when it does now; nothing when waiting does not help or it is not
/// known.
std::optional<Micros> waitOf(const TokenReading& reading);

} // namespace ratewarden::ui
