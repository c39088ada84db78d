// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/profiles/profile_store.h"

#include "core/model/errors.h"
#include "ui/text/problem_text.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QLockFile>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int currentVersion = 1;
constexpr qsizetype mostRecent = 6;
constexpr int fileLockPatience = 500; // ms

constexpr std::array<std::string_view, 8> colorKeys{"grey",  "blue",      "teal", "green",
                                                    "amber", "vermilion", "pink", "purple"};
static_assert(colorKeys.size() == allProfileColors.size());
static_assert(environmentKeys.size() == allEnvironments.size());

QJsonObject toJson(const ServerProfile& profile)
{
    Endpoint place = profile.endpoint;
    place.user.clear(); // a Unix socket's address has no place for it
    QJsonObject entry = profile.others;
    entry["id"] = profile.id;
    entry["name"] = profile.name;
    entry["color"] = QString::fromUtf8(colorKeys.at(std::size_t(profile.color)).data());
    entry["environment"] = QString::fromUtf8(environmentKeys.at(std::size_t(profile.environment)).data());
    entry["readOnly"] = profile.readOnly;
    entry["remembersPassword"] = profile.remembersPassword;
    entry["address"] = QString::fromStdString(place.url());
    entry["user"] = QString::fromStdString(profile.endpoint.user);
    return entry;
}

/// Throws InvalidArgument for an address that cannot be read.
ServerProfile fromJson(const QJsonObject& entry)
{
    StoredProfile stored = storedProfile(QJsonDocument(entry).toJson(QJsonDocument::Compact).toStdString());
    ServerProfile profile;
    profile.id = stored.id.empty() ? QUuid::createUuid().toString(QUuid::WithoutBraces)
                                   : QString::fromStdString(stored.id);
    profile.name = QString::fromStdString(stored.name);
    const auto* const color = std::ranges::find(colorKeys, std::string_view(stored.color));
    profile.color = color == colorKeys.end() ? ProfileColor::Blue : ProfileColor(color - colorKeys.begin());
    profile.environment = stored.environment;
    profile.readOnly = stored.readOnly;
    profile.remembersPassword = stored.remembersPassword;
    profile.endpoint = std::move(stored.endpoint);
    profile.others = entry;
    for (const char* const known :
         {"id", "name", "color", "environment", "readOnly", "remembersPassword", "address", "user"})
        profile.others.remove(QLatin1String(known));
    return profile;
}

} // namespace

ProfileStore::ProfileStore(QString path, QObject* parent) : QObject(parent), m_path(std::move(path))
{
    if (!m_path.isEmpty())
        read();
}

QString ProfileStore::usualPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/ratewarden/profiles.json");
}

const ServerProfile* ProfileStore::find(const QString& id) const
{
    const auto found = std::ranges::find(m_profiles, id, &ServerProfile::id);
    return found == m_profiles.end() ? nullptr : &*found;
}

const ServerProfile* ProfileStore::findAt(Endpoint endpoint) const
{
    endpoint.password.clear();
    const auto found = std::ranges::find(m_profiles, endpoint, &ServerProfile::endpoint);
    return found == m_profiles.end() ? nullptr : &*found;
}

bool ProfileStore::read()
{
    m_problem.clear();
    m_writable = true;
    QFile file(m_path);
    if (!file.exists()) {
        take({});
        return true;
    }
    const bool isFile = QFileInfo(m_path).isFile(); // to open a FIFO would wait for a writer
    if (!isFile || !file.open(QIODevice::ReadOnly)) {
        m_writable = false;
        m_problem = tr("The profiles in %1 cannot be read: %2")
                        .arg(m_path, isFile ? file.errorString() : tr("it is not a regular file"));
        return false;
    }
    QJsonParseError error;
    const QJsonDocument document = file.size() > qint64(largestProfileFile)
                                       ? QJsonDocument()
                                       : QJsonDocument::fromJson(file.readAll(), &error);
    file.close();
    if (!document.isObject() || !document["profiles"].isArray()) {
        setAside(!document.isNull() ? tr("it has no list of profiles")
                 : error.error == QJsonParseError::NoError
                     ? tr("it is too large")
                     : tr("%1 at byte %2").arg(error.errorString()).arg(error.offset));
        take({});
        return false;
    }
    take(document.object());
    return true;
}

void ProfileStore::take(const QJsonObject& root)
{
    m_root = root;
    m_profiles.clear();
    m_unread = {};
    QStringList unread;
    const QJsonArray entries = root["profiles"].toArray();
    for (const auto& entry : entries)
        try {
            m_profiles.push_back(fromJson(entry.toObject()));
        } catch (const InvalidArgument& error) {
            m_unread.append(entry);
            unread << QStringLiteral("%1 (%2)").arg(entry.toObject()["name"].toString(), problemText(error));
        }
    std::ranges::stable_sort(m_profiles, [](const ServerProfile& a, const ServerProfile& b) {
        return QString::localeAwareCompare(a.title(), b.title()) < 0;
    });
    m_recent = root["recent"].toVariant().toStringList().mid(0, mostRecent);
    m_last = root["last"].toString();
    if (!unread.isEmpty())
        m_problem = tr("Not shown, but kept in %1: %2").arg(m_path, unread.join(QStringLiteral("; ")));
    if (root["version"].toInt() > currentVersion) {
        m_writable = false;
        m_problem = tr("%1 was written by a newer version of Ratewarden. It is read as far as possible and "
                       "not changed: what you save here is gone when the program ends.")
                        .arg(m_path);
    }
}

void ProfileStore::setAside(const QString& reason)
{
    const QString stamp = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyyMMdd-HHmmss-zzz"));
    const QString kept = QStringLiteral("%1.damaged-%2").arg(m_path, stamp);
    m_writable = QFile::rename(m_path, kept);
    m_problem = m_writable
                    ? tr("The file of profiles was damaged: %1. It is kept as %2, and a new one begins.")
                          .arg(reason, kept)
                    : tr("The file of profiles is damaged: %1. It cannot be renamed, so nothing is "
                         "saved; look at %2.")
                          .arg(reason, m_path);
}

bool ProfileStore::change(const std::function<void()>& edit)
{
    bool written = true;
    if (m_path.isEmpty() || !m_writable) {
        edit();
        written = m_path.isEmpty();
    } else {
        QDir().mkpath(QFileInfo(m_path).absolutePath());
        QLockFile lock(m_path + QStringLiteral(".lock"));
        if (lock.tryLock(fileLockPatience)) {
            read(); // somebody else may have written
            edit();
            written = m_writable && write();
        } else {
            edit();
            written = false;
            m_problem = tr("The profiles are not saved: %1 is locked or cannot be written").arg(m_path);
        }
    }
    Q_EMIT changed();
    return written;
}

bool ProfileStore::write()
{
    QJsonArray entries;
    for (const ServerProfile& profile : m_profiles)
        entries.append(toJson(profile));
    for (const auto& entry : std::as_const(m_unread))
        entries.append(entry);
    m_root["version"] = currentVersion;
    m_root["profiles"] = entries;
    m_root["recent"] = QJsonArray::fromStringList(m_recent);
    m_root["last"] = m_last;
    QSaveFile file(m_path);
    const bool open = file.open(QIODevice::WriteOnly);
    // Before anything is in it: hosts and users are nobody else's business.
    if (open && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) &&
        file.write(QJsonDocument(m_root).toJson()) >= 0 && file.commit())
        return true;
    m_problem = tr("The profiles are not saved: %1: %2").arg(m_path, file.errorString());
    return false;
}

bool ProfileStore::save(ServerProfile& profile)
{
    if (profile.id.isEmpty())
        profile.id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    ServerProfile stored = profile;
    stored.endpoint.password.clear();
    return change([&] {
        std::erase_if(m_profiles, [&](const ServerProfile& each) { return each.id == stored.id; });
        const auto after = std::ranges::find_if(m_profiles, [&](const ServerProfile& each) {
            return QString::localeAwareCompare(stored.title(), each.title()) < 0;
        });
        m_profiles.insert(after, stored);
    });
}

bool ProfileStore::remove(const QString& key)
{
    return change([&] {
        std::erase_if(m_profiles, [&](const ServerProfile& each) { return each.id == key; });
        m_recent.removeAll(key);
        if (m_last == key)
            m_last.clear();
    });
}

bool ProfileStore::noteOpened(const ServerProfile& profile)
{
    return change([&] {
        m_last = profile.key();
        if (!profile.id.isEmpty())
            return;
        m_recent.removeAll(m_last);
        m_recent.prepend(m_last);
        m_recent = m_recent.mid(0, mostRecent);
    });
}

} // namespace ratewarden::ui
