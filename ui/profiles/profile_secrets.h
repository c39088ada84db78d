// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile.h"
#include "ui/profiles/secret_store.h"

#include <QHash>

#include <optional>

namespace ratewarden::ui {

/// The passwords of servers: in the keychain for profiles that say so, and in memory while the program runs.
class ProfileSecrets final : public QObject {
    Q_OBJECT

public:
    explicit ProfileSecrets(SecretStore& store, QObject* parent = nullptr);

    /// Whether a password can be kept beyond the program's end at all, as far as is known.
    bool canRemember() const { return m_store.available(); }
    /// What need not be asked for; nothing: read() has to ask the keychain.
    std::optional<SecretAnswer> known(const ServerProfile& profile) const;
    /// Answers as SecretStore does. NotFound where none is known and the keychain has nothing to say.
    void read(const ServerProfile& profile, QObject* asker, SecretStore::Then then);
    /// For the next read(), and in the keychain if the profile remembers its password.
    void keep(const ServerProfile& profile, const QString& password);
    /// The server did not accept it: it is not offered again, whoever keeps it, until keep() is called.
    void refuse(const ServerProfile& profile, const QString& password);
    /// The stored profile is deleted, or is not to remember its password any more.
    void forget(const ServerProfile& profile);

Q_SIGNALS:
    /// What became of a password: a sentence where the keychain did not take it, or did not let go of it;
    /// empty where it did. `key` is that of the profile.
    void told(const QString& key, const QString& sentence);

private:
    SecretStore& m_store;
    QHash<QString, QString> m_known; ///< by the profile's key()
    QHash<QString, QString> m_refused;
};

} // namespace ratewarden::ui
