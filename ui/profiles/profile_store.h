// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile.h"

#include <QJsonArray>
#include <QObject>
#include <QStringList>

#include <functional>
#include <vector>

namespace ratewarden::ui {

/// The user's profiles, in a JSON file that only the user may read. Passwords never are in it. Another
/// program that is open at the same time may change it, too: each change here is made to the file as it is
/// then.
class ProfileStore final : public QObject {
    Q_OBJECT

public:
    /// `path` may not exist yet; empty: nothing is read or written.
    explicit ProfileStore(QString path, QObject* parent = nullptr);

    /// In the user's configuration.
    static QString usualPath();

    /// By name.
    const std::vector<ServerProfile>& profiles() const { return m_profiles; }
    /// Null: there is none.
    const ServerProfile* find(const QString& id) const;
    /// The one with that address and user, whatever its password; null: there is none.
    const ServerProfile* findAt(Endpoint endpoint) const;
    /// Addresses that were worked in without a profile, the last one first.
    const QStringList& recent() const { return m_recent; }
    /// The key() of what was worked in last; empty: not known.
    const QString& last() const { return m_last; }
    /// What is wrong with the file, as a sentence; empty: nothing is.
    const QString& problem() const { return m_problem; }

    // False: not written, problem() says why; it holds while the program runs.
    /// Adds it, with an id if it has none, or replaces the one with its id.
    bool save(ServerProfile& profile);
    /// The profile, or the address, with that key().
    bool remove(const QString& key);
    /// For last() and recent().
    bool noteOpened(const ServerProfile& profile);

Q_SIGNALS:
    void changed();

private:
    bool change(const std::function<void()>& edit);
    bool read();
    void take(const QJsonObject& root);
    void setAside(const QString& reason);
    bool write();

    QString m_path;
    std::vector<ServerProfile> m_profiles;
    QStringList m_recent;
    QString m_last;
    QString m_problem;
    QJsonObject m_root;  // as it was read, for what is not known here
    QJsonArray m_unread; // entries that this version cannot read
    bool m_writable = true;
};

} // namespace ratewarden::ui
