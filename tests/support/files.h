// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace ratewarden::test {

/// All that is in the file; empty if it cannot be read.
inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Writes into the file that is there, or makes it.
inline bool writeInto(const QString& path, const QByteArray& text)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(text) == text.size();
}

/// Writes the file anew, in one step, as most editors do.
inline bool writeWhole(const QString& path, const QByteArray& text)
{
    const QString beside = path + "~";
    if (!writeInto(beside, text))
        return false;
    QFile::remove(path);
    return QFile::rename(beside, path);
}

/// The path of a file of the folder that has this text now.
inline QString fileIn(const QTemporaryDir& folder, const QString& name, const QByteArray& text)
{
    if (!writeInto(folder.filePath(name), text))
        qFatal("cannot write a file");
    return folder.filePath(name);
}

} // namespace ratewarden::test
