// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lab/lab_trial_io.h"

#include "core/lab/trace_file.h"
#include "core/model/errors.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <filesystem>

namespace ratewarden::ui {
namespace {

constexpr std::string_view redisPrefix = "redis:";
constexpr qint64 trialBeginning = 65'536;
constexpr qint64 largestTrialFile = 256LL << 20U;

/// Beside the trial, with its name: the one that it has already, or one that is free.
QString traceBeside(const QString& trialPath)
{
    const QFileInfo trial(trialPath);
    const QDir folder = trial.dir();
    std::string own;
    try {
        if (const std::optional<TrialFile> before = readTrialFile(QFile::encodeName(trialPath).toStdString()))
            own = before->traffic;
    } catch (const InvalidArgument&) { // what cannot be read owns nothing
    }
    for (int number = 1;; ++number) {
        QString name = trial.completeBaseName() +
                       (number == 1 ? QString() : QStringLiteral("-%1").arg(number)) + ".trace";
        if (!folder.exists(name) || name.toStdString() == own)
            return name;
    }
}

} // namespace

std::optional<TrialFile> readTrialFile(const std::string& path)
{
    QFile file(QFile::decodeName(QByteArray::fromStdString(path)));
    if (!QFileInfo(file).isFile() || !file.open(QIODevice::ReadOnly) ||
        !isTrialFile(file.peek(trialBeginning).toStdString()))
        return std::nullopt;
    if (file.size() > largestTrialFile)
        throw InvalidArgument("the trial file is larger than 256 MiB");
    return parseTrialFile(QFileInfo(file).fileName().toStdString(), file.readAll().toStdString());
}

std::string redisTrafficOf(const TrialFile& trial)
{
    return trial.traffic.starts_with(redisPrefix) ? trial.traffic.substr(redisPrefix.size()) : std::string();
}

std::string trafficFileOf(const TrialFile& trial, const std::string& trialPath)
{
    if (trial.traffic.starts_with(redisPrefix))
        return {};
    if (trial.traffic == "-")
        throw InvalidArgument("its traffic is standard input, which only ratewarden-ctl can read");
    return (std::filesystem::path(trialPath).parent_path() / trial.traffic).string();
}

std::string trafficNamed(const QString& file, const QString& trialPath)
{
    const QString absolute = QFileInfo(file).absoluteFilePath();
    const QString relative = QFileInfo(trialPath).absoluteDir().relativeFilePath(absolute);
    return (relative.startsWith(QStringLiteral("..")) ? absolute : relative).toStdString();
}

QString writeTrialFile(TrialFile trial, const SharedTraffic& traffic, const QString& trialPath)
{
    QString trace;
    bool isNew = false;
    const QDir folder = QFileInfo(trialPath).dir();
    if (traffic) {
        trace = traceBeside(trialPath);
        isNew = !folder.exists(trace);
        writeTraceFile(traffic->trace, QFile::encodeName(folder.filePath(trace)).toStdString());
        trial.traffic = trace.toStdString();
        trial.fields = {};
        trial.withoutStatus.clear(); // they are not in the trace
    }
    const QByteArray text = QByteArray::fromStdString(trialFileText(trial));
    QSaveFile file(trialPath);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size() || !file.commit()) {
        if (isNew)
            QFile::remove(folder.filePath(trace));
        throw InvalidArgument(file.errorString().toStdString());
    }
    return trace;
}

} // namespace ratewarden::ui
