// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses and redis-cli command lines, a server each.
#include "core/model/errors.h"
#include "core/redis/address_faults.h"
#include "ui/profiles/profile_import.h"
#include "ui/text/problem_text.h"

#include <QRegularExpression>

#include <array>
#include <optional>
#include <utility>

namespace ratewarden::ui {
namespace {

/// The options of redis-cli that say where and as whom.
enum class Option { Host, Port, Socket, Password, User, Database, Url, CaFile, CertFile, KeyFile, Sni };

constexpr std::array<std::pair<const char*, Option>, 14> withValue{
    {{"-h", Option::Host},
     {"-p", Option::Port},
     {"-s", Option::Socket},
     {"-a", Option::Password},
     {"--pass", Option::Password},
     {"--user", Option::User},
     {"-n", Option::Database},
     {"-u", Option::Url},
     {"--cacert", Option::CaFile},
     {"--cert", Option::CertFile},
     {"--key", Option::KeyFile},
     {"--sni", Option::Sni},
     {"--host", Option::Host}, // of valkey-cli's newer versions
     {"--port", Option::Port}}};

std::optional<Option> optionOf(const QString& word)
{
    for (const auto& [name, option] : withValue)
        if (word == QLatin1String(name))
            return option;
    return std::nullopt;
}

int numberOf(const QString& text, int largest, FaultCode otherwise)
{
    bool good = false;
    const int number = text.toInt(&good);
    if (!good || number < 0 || number > largest)
        throw InvalidArgument(Problem(Fault::Address, Problem(otherwise, std::to_string(largest))));
    return number;
}

/// One call of redis-cli.
class CommandLine {
public:
    /// `words` begin after the program's name. Throws InvalidArgument.
    explicit CommandLine(const QStringList& words, const QString& password)
    {
        m_endpoint.host = "127.0.0.1"; // as redis-cli does
        if (!password.isEmpty())
            m_endpoint.password = password.toStdString();
        for (qsizetype i = 0; i < words.size(); ++i)
            if (const auto option = optionOf(words[i])) {
                if (++i == words.size())
                    m_leftOut << ProfileImport::tr("\"%1\" has no value").arg(words[i - 1]);
                else
                    take(*option, words[i]);
            } else if (words[i].startsWith('-')) {
                takeFlag(words[i]);
            } else {
                break; // the command that redis-cli was to send
            }
        if (m_tlsFiles && !m_endpoint.tls)
            m_leftOut << ProfileImport::tr(
                "the TLS files, as --tls is missing: choose \"Encrypt with TLS\" if it is meant");
        else if (m_tlsFiles)
            m_endpoint.tls = *m_tlsFiles;
        if (!m_endpoint.socketPath.empty()) {
            m_endpoint.host.clear();
            m_endpoint.tls.reset();
        }
    }

    Endpoint endpoint() const { return m_endpoint; }
    QStringList leftOut() const { return m_leftOut; }

private:
    TlsSettings& tlsFiles()
    {
        if (!m_tlsFiles)
            m_tlsFiles = m_endpoint.tls.value_or(TlsSettings());
        return *m_tlsFiles;
    }

    void take(Option option, const QString& value)
    {
        const std::string text = value.toStdString();
        switch (option) {
        case Option::Host:
            m_endpoint.host = text;
            break;
        case Option::Port:
            m_endpoint.port = std::uint16_t(numberOf(value, 65535, Fault::PortRange));
            break;
        case Option::Socket:
            m_endpoint.socketPath = text;
            break;
        case Option::Password:
            m_endpoint.password = text;
            break;
        case Option::User:
            m_endpoint.user = text;
            break;
        case Option::Database:
            m_endpoint.database = numberOf(value, 99'999'999, Fault::DatabaseRange);
            break;
        case Option::Url:
            takeUrl(text);
            break;
        case Option::CaFile:
            tlsFiles().caFile = text;
            break;
        case Option::CertFile:
            tlsFiles().certFile = text;
            break;
        case Option::KeyFile:
            tlsFiles().keyFile = text;
            break;
        case Option::Sni:
            tlsFiles().serverName = text;
            break;
        }
    }

    void takeUrl(const std::string& url)
    {
        Endpoint read = parseEndpoint(url);
        if (read.password.empty())
            read.password = m_endpoint.password;
        if (m_endpoint.tls && !read.tls)
            read.tls = m_endpoint.tls;
        m_endpoint = read;
    }

    void takeFlag(const QString& word)
    {
        if (word == QLatin1String("--tls")) {
            if (!m_endpoint.tls)
                m_endpoint.tls.emplace();
        } else if (word == QLatin1String("--insecure")) {
            m_leftOut << ProfileImport::tr("--insecure: the certificate is always verified; name the "
                                           "authority that signed it under \"CA file\"");
        } else if (word == QLatin1String("-c")) {
            m_leftOut << ProfileImport::tr(
                "-c: choose an address that begins with redis+cluster: where the server is one of a cluster");
        } else if (word == QLatin1String("--cacertdir")) {
            m_leftOut << ProfileImport::tr("--cacertdir: name one file under \"CA file\"");
        }
        // Everything else is about what redis-cli does and shows.
    }

    Endpoint m_endpoint;
    std::optional<TlsSettings> m_tlsFiles; // files and name, whether --tls has come yet or not
    QStringList m_leftOut;
};

QString profileNameOf(const Endpoint& endpoint)
{
    QString name = QString::fromStdString(endpoint.host);
    if (!endpoint.socketPath.empty())
        name = QString::fromStdString(endpoint.socketPath).section('/', -1);
    if (endpoint.database != 0)
        name += QStringLiteral("/%1").arg(endpoint.database);
    return name;
}

ImportedProfile importedAs(Endpoint endpoint, const QStringList& leftOut)
{
    ImportedProfile imported;
    imported.password = QString::fromStdString(std::exchange(endpoint.password, {}));
    parseEndpoint(endpoint.url()); // throws for what an address could not be made of
    imported.profile.name = profileNameOf(endpoint);
    imported.profile.endpoint = std::move(endpoint);
    imported.leftOut = leftOut;
    return imported;
}

/// A line that is not a comment. Throws InvalidArgument.
ImportedProfile importLine(const QString& line)
{
    static const QRegularExpression assignment(QStringLiteral("^([A-Za-z_][A-Za-z0-9_]*)=(.*)$"),
                                               QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression client(QStringLiteral("(^|/)(redis|valkey|keydb)-cli$"));
    QStringList words = shellWords(line);
    QString password;
    while (!words.isEmpty() && (words[0] == QLatin1String("$") || words[0] == QLatin1String("export") ||
                                (words.size() > 1 && assignment.match(words[0]).hasMatch()))) {
        const auto match = assignment.match(words.takeFirst());
        if (match.captured(1) == QLatin1String("REDISCLI_AUTH"))
            password = match.captured(2);
    }
    if (!words.isEmpty() && client.match(words[0]).hasMatch()) {
        const CommandLine command(words.mid(1), password);
        return importedAs(command.endpoint(), command.leftOut());
    }
    QString address = words.isEmpty() ? QString() : words[0];
    if (const auto match = assignment.match(address); match.hasMatch()) // REDIS_URL=redis://…
        address = match.captured(2);
    return importedAs(parseEndpoint(address.toStdString()), {});
}

} // namespace

QStringList shellWords(const QString& line)
{
    QStringList words;
    QString word;
    bool inWord = false;
    QChar quote; // null: none
    for (qsizetype i = 0; i < line.size(); ++i) {
        const QChar c = line[i];
        const bool isLast = i + 1 == line.size();
        if (c == '\\' && quote != '\'' && !isLast &&
            (quote.isNull() || line[i + 1] == '"' || line[i + 1] == '\\' || line[i + 1] == '$')) {
            word += line[++i];
            inWord = true;
        } else if (!quote.isNull()) {
            if (c == quote)
                quote = QChar();
            else
                word += c;
        } else if (c == '\'' || c == '"') {
            quote = c;
            inWord = true;
        } else if (c.isSpace()) {
            if (std::exchange(inWord, false))
                words << std::exchange(word, {});
        } else {
            word += c;
            inWord = true;
        }
    }
    if (inWord)
        words << word;
    return words;
}

ProfileImport importLines(const QString& text)
{
    ProfileImport import;
    const QStringList lines = text.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const qsizetype first = i; // of those that a backslash at the end makes one
        QString line = lines[i].trimmed();
        while (line.endsWith('\\') && i + 1 < lines.size()) {
            line.chop(1);
            line += ' ' + lines[++i].trimmed();
        }
        line = line.trimmed();
        if (line.isEmpty() || line.startsWith('#'))
            continue;
        try {
            import.profiles.push_back(importLine(line));
        } catch (const InvalidArgument& error) { // whose text does not repeat the line
            import.refused << ProfileImport::tr("line %1: %2").arg(first + 1).arg(problemText(error));
        }
    }
    return import;
}

ProfileImport importProfiles(const QByteArray& text)
{
    const QByteArray trimmed = text.trimmed();
    if (trimmed.startsWith('[') || trimmed.startsWith('{'))
        return importRedisInsight(trimmed);
    return importLines(QString::fromUtf8(text));
}

} // namespace ratewarden::ui
