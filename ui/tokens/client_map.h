// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QString>

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ratewarden::ui {

/// Which tokens belong to the same client: a user, his addresses, his API keys. Operators say so; nothing is
/// assumed.
class ClientMap {
public:
    struct Client {
        QString name;
        std::vector<std::string> tokens; ///< as requests bring them, or as Redis knows them: "sha256:…"
    };

    /// $RATEWARDEN_CLIENTS, or clients.json in the user's configuration.
    static QString usualPath();
    /// Reads {"clients": [{"name": "Acme", "tokens": ["user:42", "203.0.113.9", "sha256:…"]}]}; a file that
    /// is not there names no client. In tokens %XX is the byte with that number: a % is %25.
    explicit ClientMap(QString path);

    /// What is wrong with the file, as a sentence; empty: nothing is.
    const QString& problem() const { return m_problem; }
    /// Of a token as Redis knows it. Null: nobody has said.
    const Client* clientOf(std::string_view token) const;
    /// Its tokens as Redis may know them: each as it is written, and hashed.
    static std::unordered_set<std::string> inRedis(const Client& client);
    /// Says that these tokens are one client's and nobody else's, in the file, too; a client of that name
    /// keeps those that it has, and one that loses its last token its entry. What else the file says of
    /// clients stays. Empty: it is written; else why it
    /// is not, as a sentence.
    QString join(const Client& client);

private:
    void read();

    QString m_path;
    QString m_problem;
    QJsonObject m_file;            // as it was read
    std::vector<Client> m_clients; // its "clients", in their order
};

} // namespace ratewarden::ui
