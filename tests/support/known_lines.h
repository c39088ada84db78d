// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/suites.h"

#include <QFile>
#include <QStringList>

namespace ratewarden::test {

/// The lines of tests/core/<name>; where they differ, what should stand there is beside the program.
inline void compareWithFile(const QString& name, QStringList found)
{
    found.sort();
    const QString path = "tests/core/" + name;
    QStringList known = QString(sourceFile(path)).split('\n', Qt::SkipEmptyParts);
    const QString licence = known.takeFirst();
    if (found == known)
        return;
    QFile other(foundFile(name));
    if (other.open(QIODevice::WriteOnly))
        other.write((licence + '\n' + found.join('\n') + '\n').toUtf8());
    for (const QString& line : found)
        if (!known.contains(line))
            QFAIL(qPrintable("not in " + path + ": " + line + "; it should be " + other.fileName()));
    for (const QString& line : known)
        if (!found.contains(line))
            QFAIL(
                qPrintable("no longer so, in " + path + ": " + line + "; it should be " + other.fileName()));
}

} // namespace ratewarden::test
