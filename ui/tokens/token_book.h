// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/followed_tokens.h"

#include <QObject>

namespace ratewarden::ui {

/// The rows of a server's tokens, and what has happened to them: the session fills it, models show it.
class TokenBook final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const TokenStore& rows() const { return m_rows; }
    /// Those that the operator has marked. They stay marked under every filter, and while they have no row.
    const FollowedTokens& marks() const { return m_marks; }
    void mark(std::span<const int> places);
    void unmark(std::span<const int> places);
    void clearMarks();

    void put(const std::vector<Reading>& readings, TokenStore::Source source = TokenStore::Source::Scan);
    /// Takes all rows as they were in another window, of a book that has none yet. None may come to them: who
    /// else has a copy of these rows has the same names.
    void restore(const TokenStore& rows);
    /// A scan has met it, without reading it.
    void noteSeen(const Subject& key) { m_rows.noteSeen(key); }
    /// See TokenStore::noteChanged().
    void noteChanged(const std::vector<Subject>& subjects, Instant at) { m_rows.noteChanged(subjects, at); }
    /// Makes room for so many rows, about.
    void expect(std::size_t rows) { m_rows.reserve(rows); }
    /// Also in the middle of another scan, which is then forgotten.
    void beginScan() { m_rows.beginScan(); }
    /// Drops the rows that the scan did not find.
    void endScan();
    /// Drops the rows of these formats, also while rows are held. `successor`: what a token of one of them is
    /// called by now.
    void retire(const FormatSet& formats,
                const std::function<std::optional<Subject>(const Subject&)>& successor);
    /// Whoever shows the rows in an order that must stand still holds them: what a scan did not find stays.
    void setHeld(bool held) { m_held = held; }
    /// Whether rows are there that a completed scan did not find.
    bool dropsWait() const { return m_dropsWait; }
    /// Drops those now, also while rows are held.
    void dropEnded();

Q_SIGNALS:
    /// Readings were put into these rows, which may be there twice; from `firstNew` on rows are new.
    void changed(const std::vector<int>& places, int firstNew);
    /// These rows, in order, will be no longer.
    void aboutToDrop(const std::vector<int>& places);
    /// They are gone, and the others have moved, as TokenStore::dropUnseen() tells.
    void dropped(const std::vector<int>& newPlaces);
    /// What is wrong with the tokens' keys is something else now.
    void warningsChanged();
    /// Others are marked, or have a row.
    void marksChanged();

private:
    void drop();
    void tellWarnings();

    TokenStore m_rows;
    FollowedTokens m_marks{m_rows};
    std::uint64_t m_warnings = 0; // the version of them that was told of
    bool m_held = false;
    bool m_dropsWait = false;
};

} // namespace ratewarden::ui
