// SPDX-License-Identifier: GPL-3.0-or-later
// What RedisInsight writes when it exports its databases: a JSON array of objects with host, port, name,
// username, password, db, connectionType, tls, tlsServername, verifyServerCert, caCert, clientCert,
// sentinelMaster and sshOptions. Its certificates and keys are the PEM texts, where we take files.
#include "core/model/errors.h"
#include "core/redis/address_faults.h"
#include "ui/profiles/profile_import.h"
#include "ui/text/problem_text.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QUrl>

#include <optional>
#include <utility>

namespace ratewarden::ui {
namespace {

/// "port" may be a number or a text.
std::optional<int> numberIn(const QJsonValue& value, int largest)
{
    bool good = value.isDouble();
    const int number = good ? value.toInt(-1) : value.toString().toInt(&good);
    return good && number >= 0 && number <= largest ? std::optional(number) : std::nullopt;
}

/// A text, or the member of an object that holds it.
QString textIn(const QJsonValue& value, const char* member)
{
    return value.isObject() ? value[QLatin1String(member)].toString() : value.toString();
}

bool isPath(const QString& text)
{
    return text.startsWith('/') || text.startsWith('~');
}

class Database {
public:
    /// Throws InvalidArgument.
    explicit Database(const QJsonObject& entry) : m_entry(entry), m_password(entry["password"].toString())
    {
        m_endpoint.host = entry["host"].toString().toStdString();
        if (m_endpoint.host.empty())
            throw InvalidArgument(Problem(Fault::Address, Problem(Fault::HostMissing)));
        if (const QJsonValue port = entry["port"]; !port.isUndefined() && !port.isNull()) {
            const auto number = numberIn(port, 65535);
            if (!number)
                throw InvalidArgument(Problem(Fault::Address, Problem(Fault::PortRange, "65535")));
            m_endpoint.port = std::uint16_t(*number);
        }
        m_endpoint.database = numberIn(entry["db"], 99'999'999).value_or(0);
        m_endpoint.user = entry["username"].toString().toStdString();
        if (m_endpoint.user == "default")
            m_endpoint.user.clear();
        readTls();
        readSsh();
        m_endpoint = parseEndpoint(urlOfKind().toStdString());
    }

    ImportedProfile imported() const
    {
        ImportedProfile imported;
        imported.profile.endpoint = m_endpoint;
        imported.profile.name = m_entry["name"].toString();
        if (imported.profile.name.isEmpty())
            imported.profile.name = QString::fromStdString(m_endpoint.host);
        const std::string environment = m_entry["environment"].toString().toLower().toStdString();
        for (const Environment each : allEnvironments)
            if (environment == environmentKeys[std::size_t(each)])
                imported.profile.environment = each;
        if (imported.profile.environment == Environment::Production)
            imported.profile.color = ProfileColor::Vermilion;
        imported.password = m_password;
        imported.leftOut = m_leftOut;
        return imported;
    }

private:
    void readTls()
    {
        const QString ca = textIn(m_entry["caCert"], "certificate");
        const QString certificate = textIn(m_entry["clientCert"], "certificate");
        const QString key = textIn(m_entry["clientCert"], "key");
        if (!m_entry["tls"].toBool() && ca.isEmpty() && certificate.isEmpty())
            return;
        TlsSettings& tls = m_endpoint.tls.emplace();
        tls.serverName = m_entry["tlsServername"].toString().toStdString();
        if (isPath(ca))
            tls.caFile = ca.toStdString();
        else if (!ca.isEmpty())
            m_leftOut << ProfileImport::tr(
                "its CA certificate: save it as a PEM file and name that under \"CA file\"");
        if (isPath(certificate) && (key.isEmpty() || isPath(key))) {
            tls.certFile = certificate.toStdString();
            tls.keyFile = key.toStdString();
        } else if (!certificate.isEmpty()) {
            m_leftOut << ProfileImport::tr("its client certificate and private key: save them as PEM files "
                                           "and name those under \"Certificate\" and \"Private key\"");
        }
        if (m_entry["verifyServerCert"].isBool() && !m_entry["verifyServerCert"].toBool())
            m_leftOut << ProfileImport::tr(
                "that the server's certificate is not verified: here it always is");
    }

    void readSsh()
    {
        const QJsonObject ssh = m_entry["sshOptions"].toObject();
        const QString host = ssh["host"].toString();
        if (host.isEmpty() || (m_entry["ssh"].isBool() && !m_entry["ssh"].toBool()))
            return;
        const QString user = ssh["username"].toString();
        const QString destination = user.isEmpty() ? host : QStringLiteral("%1@%2").arg(user, host);
        const int port = numberIn(ssh["port"], 65535).value_or(22);
        m_endpoint.ssh = (port == 22 ? destination : QStringLiteral("ssh://%1:%2").arg(destination).arg(port))
                             .toStdString();
        if (!ssh["privateKey"].toString().isEmpty())
            m_leftOut << ProfileImport::tr("the private key for ssh: load it into your ssh agent");
        else if (!ssh["password"].toString().isEmpty())
            m_leftOut << ProfileImport::tr(
                "the password for ssh: set up a key for it, and load that into your ssh agent");
    }

    QString urlOfKind()
    {
        const auto urlOf = [](const Endpoint& endpoint, const char* kind) {
            QString url = QString::fromStdString(endpoint.url());
            return url.insert(url.indexOf(':'), QLatin1String(kind));
        };
        const QJsonValue sentinel = m_entry["sentinelMaster"];
        if (const QString primary = sentinel["name"].toString(); !primary.isEmpty()) {
            if (!m_password.isEmpty())
                m_leftOut << ProfileImport::tr("the password of the sentinels themselves");
            m_password = sentinel["password"].toString();
            Endpoint place = m_endpoint;
            place.user = sentinel["username"].toString().toStdString();
            const int database = std::exchange(place.database, 0);
            QString url = urlOf(place, "+sentinel");
            const bool hasQuery = url.contains('?');
            url.insert(hasQuery ? url.indexOf('?') : url.size(),
                       '/' + QString::fromUtf8(QUrl::toPercentEncoding(primary)));
            if (database != 0)
                url += QStringLiteral("%1db=%2").arg(hasQuery ? '&' : '?').arg(database);
            return url; // what listens there is no Redis with data, so there is nothing else to try
        }
        if (m_entry["connectionType"].toString() == QLatin1String("CLUSTER")) {
            QString url = urlOf(m_endpoint, "+cluster");
            try {
                parseEndpoint(url.toStdString());
                return url;
            } catch (const InvalidArgument&) {
                m_leftOut << ProfileImport::tr("that it is a cluster: this is one node of it");
            }
        }
        return QString::fromStdString(m_endpoint.url());
    }

    QJsonObject m_entry;
    QString m_password;
    Endpoint m_endpoint;
    QStringList m_leftOut;
};

} // namespace

ProfileImport importRedisInsight(const QByteArray& json)
{
    ProfileImport import;
    const QJsonDocument document = QJsonDocument::fromJson(json);
    const QJsonArray entries = document.isArray()    ? document.array()
                               : document.isObject() ? QJsonArray{document.object()}
                                                     : QJsonArray();
    if (entries.isEmpty()) {
        import.refused << ProfileImport::tr(
            "This is not an export of RedisInsight: no JSON array of databases");
        return import;
    }
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const QJsonObject entry = entries[i].toObject();
        try {
            import.profiles.push_back(Database(entry).imported());
        } catch (const InvalidArgument& error) {
            const QString name = entry["name"].toString();
            import.refused << QStringLiteral("%1: %2").arg(
                name.isEmpty() ? ProfileImport::tr("database %1").arg(i + 1) : name, problemText(error));
        }
    }
    return import;
}

} // namespace ratewarden::ui
