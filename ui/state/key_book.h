// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_browser.h"
#include "ui/keys/key_reader.h"
#include "ui/state/investigation.h"

#include <QObject>

namespace ratewarden::ui {

class Session;

/// All keys of a server, whoever wrote them: what a scan has found of them, where among them the operator
/// stands, and the one that is looked at. It follows the session's policies, formats, pace and changes. Rows
/// are asked for, and come, page by page: the browser and the reader have them. Owned by its session.
class KeyBook final : public QObject {
    Q_OBJECT

public:
    explicit KeyBook(Session& session);

    KeyBrowser& browser() { return m_browser; }
    KeyReader& reader() { return m_reader; }

    /// What all keys come to; null: nothing has been read.
    const SharedKeySummary& summary() const { return m_summary; }
    /// Another number when rows that were read before are not those that are there now.
    int edition() const { return m_edition; }

    struct Place {
        std::string folder{};               ///< that is listed
        std::optional<std::string> above{}; ///< the one around it; empty: not read yet
        std::size_t keys = 0;               ///< in it, at any depth
        int visit = 0;                      ///< another number each time that one is entered
    };
    const Place& place() const { return m_place; }
    /// No key of the folder that is listed matches, but others do: those above it may.
    bool isDeadEnd() const;

    const std::optional<std::string>& chosen() const { return m_reader.chosen(); }
    /// Of the chosen key; null: not read yet.
    const SharedKeyDetail& detail() const { return m_detail; }
    /// The key or folder of the list's current row; empty: not read yet, or there is none.
    const std::optional<std::string>& current() const { return m_current; }
    /// Whether the chosen key matches what was typed is not known yet.
    bool isSettling() const { return m_settling; }
    /// What is done is done to the chosen key of the list, and to no other that is still shown.
    bool isListed() const { return !m_settling && chosen() && m_current == chosen(); }
    struct Found {
        std::vector<std::string> folders; ///< to it, the outermost first
        std::size_t row;                  ///< in the last of them
    };
    /// Where the key is that is to be shown; another object each time it is found. Null: it was not, or the
    /// operator looks elsewhere since.
    const std::shared_ptr<const Found>& found() const { return m_found; }

    /// Sentences; empty: nothing is wrong.
    struct Problems {
        QString scan;
        QString reading; ///< of the chosen key and the rows
        QString act;     ///< of what was to be changed
    };
    const Problems& problems() const { return m_problems; }
    void setActProblem(const QString& sentence);

    /// While it is shown the chosen key is read again and again. What was never scanned, or for other formats
    /// than those in force, is scanned when it is shown.
    void setShown(bool shown);
    /// Begins a scan, and reads the chosen key.
    void scan();
    /// Stops the scan that is under way, goes on with the one that was stopped, or begins one.
    void toggleScan();
    /// At once: what was asked for under the one before is given up. The chosen key stays it if it matches.
    void setFilter(const KeyFilter& filter);
    /// Lists the folder; no key is chosen then.
    void enter(const std::string& folder);
    /// The row becomes the current one, and chosen if it is a key. Null: it is not read yet.
    void pick(const KeyRow* row);
    /// Rows have moved, and it is this one; what is chosen stays.
    void setCurrent(const std::optional<std::string>& name);
    /// Chooses the key, and finds its place, now or once a scan has come across it.
    void show(const std::string& key);
    /// The chosen key has another name, under which it stays chosen where it is listed.
    void rename(const std::string& to);
    /// It was given a name that is not listed: until the operator looks elsewhere, no key is to be chosen in
    /// its place.
    bool isAway() const { return m_away.has_value(); }

    /// What was recorded of them.
    void put(const SharedInvestigation& recorded);

Q_SIGNALS:
    void changed();

private:
    void scanIfNeeded();
    void updateReading();
    void open(const std::string& folder);
    void choose(const std::optional<std::string>& key);
    void forgetWanted();
    void locateWanted();
    void settle();
    void followRenamed();

    Session& m_session;
    KeyBrowser m_browser;
    KeyReader m_reader;
    bool m_shown = false;
    bool m_outdated = false; // other formats than those of the scan are in force
    SharedKeySummary m_summary;
    int m_edition = 0;
    Place m_place;
    SharedKeyDetail m_detail;
    std::optional<std::string> m_current;
    bool m_settling = false;
    bool m_following = false;            // the chosen key was renamed; where it is, is not known yet
    std::optional<std::string> m_away;   // its name, which is not listed; none is chosen then
    std::optional<std::string> m_wanted; // a key that is to be shown once it has been found
    std::shared_ptr<const Found> m_found;
    Problems m_problems;
};

} // namespace ratewarden::ui
