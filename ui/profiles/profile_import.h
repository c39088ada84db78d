// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QStringList>

#include <vector>

namespace ratewarden::ui {

struct ImportedProfile {
    ServerProfile profile{}; ///< without the password
    QString password{};
    QStringList leftOut{}; ///< what could not be taken over and what to do, as sentences
};

struct ProfileImport {
    std::vector<ImportedProfile> profiles;
    QStringList refused; ///< what no profile came of, and why; never with a password

    Q_DECLARE_TR_FUNCTIONS(ProfileImport)
};

/// Reads what other programs know of servers: addresses and `redis-cli` command lines, one a line ("#" begins
/// a comment), or RedisInsight's export of its databases (JSON).
ProfileImport importProfiles(const QByteArray& text);

/// The parts of importProfiles().
ProfileImport importLines(const QString& text);
ProfileImport importRedisInsight(const QByteArray& json);

/// A command line in its words, as a shell takes it apart: quotes and backslashes. Nothing is expanded.
QStringList shellWords(const QString& line);

} // namespace ratewarden::ui
