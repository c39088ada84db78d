// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/client_map.h"

#include "core/limiter/redis_token.h"
#include "core/model/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr qint64 largestClientFile = 16 * 1024 * 1024;

struct ClientText {
    Q_DECLARE_TR_FUNCTIONS(ClientText)
};

bool isToken(const std::string& written, std::string_view inRedis)
{
    return written == inRedis || (isHashedToken(inRedis) && hashedToken(written) == inRedis);
}

bool areSame(const std::string& one, const std::string& other)
{
    return isToken(one, other) || isToken(other, one);
}

// Not all bytes are a text that comes back as it was; a % is one of the file's own.
QString inFile(const std::string& token)
{
    const bool isText = QString::fromStdString(token).toStdString() == token;
    return QString::fromStdString(
        isText ? percentEncoded(token, [](char c) { return c != '%'; })
               : percentEncoded(token, [](char c) { return c != '%' && std::uint8_t(c) < 0x80; }));
}

} // namespace

QString ClientMap::usualPath()
{
    const QString given = qEnvironmentVariable("RATEWARDEN_CLIENTS");
    return given.isEmpty() ? QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
                                 QStringLiteral("/ratewarden/clients.json")
                           : given;
}

ClientMap::ClientMap(QString path) : m_path(std::move(path))
{
    read();
}

void ClientMap::read()
{
    QFile file(m_path);
    if (!file.exists())
        return;
    const auto fail = [this](const QString& why) {
        m_problem = ClientText::tr("The clients in %1 cannot be read: %2").arg(m_path, why);
    };
    if (!QFileInfo(m_path).isFile()) // to open a FIFO would wait for a writer
        return fail(ClientText::tr("it is not a regular file"));
    if (file.size() > largestClientFile)
        return fail(ClientText::tr("it is too large"));
    if (!file.open(QIODevice::ReadOnly))
        return fail(file.errorString());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (!document["clients"].isArray())
        return fail(ClientText::tr("it has no list of clients"));
    for (const QJsonValue entry : document["clients"].toArray()) {
        Client client{entry["name"].toString(), {}};
        bool isWhole = !client.name.isEmpty() && entry["tokens"].isArray();
        for (const QJsonValue token : entry["tokens"].toArray()) {
            client.tokens.push_back(percentDecoded(token.toString().toStdString()));
            isWhole = isWhole && !client.tokens.back().empty();
        }
        if (!isWhole)
            return fail(ClientText::tr("each client has a \"name\", and \"tokens\", which are texts"));
        m_clients.push_back(std::move(client));
    }
    m_file = document.object();
}

const ClientMap::Client* ClientMap::clientOf(std::string_view token) const
{
    const auto found = std::ranges::find_if(m_clients, [token](const Client& client) {
        return std::ranges::any_of(client.tokens,
                                   [token](const std::string& written) { return isToken(written, token); });
    });
    return found == m_clients.end() ? nullptr : &*found;
}

std::unordered_set<std::string> ClientMap::inRedis(const Client& client)
{
    std::unordered_set<std::string> names;
    for (const std::string& token : client.tokens) {
        names.insert(token);
        names.insert(hashedToken(token));
    }
    return names;
}

QString ClientMap::join(const Client& client)
{
    if (!m_problem.isEmpty())
        return m_problem; // what stands in the file is not to be lost
    std::vector<Client> clients = m_clients;
    for (Client& other : clients)
        std::erase_if(other.tokens, [&](const std::string& token) {
            return std::ranges::any_of(client.tokens,
                                       [&](const std::string& its) { return areSame(token, its); });
        });
    const auto same = std::ranges::find(clients, client.name, &Client::name);
    if (same == clients.end())
        clients.push_back(client);
    else
        same->tokens.insert(same->tokens.end(), client.tokens.begin(), client.tokens.end());
    const QJsonArray entries = m_file["clients"].toArray();
    QJsonArray all;
    for (std::size_t i = 0; i < clients.size(); ++i) {
        QJsonArray tokens;
        for (const std::string& token : clients[i].tokens)
            tokens.append(inFile(token));
        QJsonObject entry = entries.at(qsizetype(i)).toObject();
        entry["name"] = clients[i].name;
        entry["tokens"] = tokens;
        all.append(entry);
    }
    QJsonObject whole = m_file;
    whole["clients"] = all;
    QDir().mkpath(QFileInfo(m_path).absolutePath());
    const bool isNew = !QFile::exists(m_path); // else it keeps its permissions: others may share it
    QSaveFile file(m_path);
    const QByteArray text = QJsonDocument(whole).toJson();
    if (!file.open(QIODevice::WriteOnly) ||
        (isNew && !file.setPermissions(QFile::ReadOwner | QFile::WriteOwner)) ||
        file.write(text) != text.size() || !file.commit())
        return ClientText::tr("%1 was not saved: %2").arg(m_path, file.errorString());
    m_file = std::move(whole);
    m_clients = std::move(clients);
    return {};
}

} // namespace ratewarden::ui
