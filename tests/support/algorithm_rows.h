// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"

#include <QTest>

#include <string>

namespace ratewarden::test {

/// A row for each algorithm of the registry, with its name in the column "algorithm", so that a new one is
/// tested without a word in any test.
inline void addAlgorithms()
{
    QTest::addColumn<QString>("algorithm");
    for (const Algorithm& algorithm : algorithms())
        QTest::newRow(std::string(algorithm.name).c_str())
            << QString::fromStdString(std::string(algorithm.name));
}

} // namespace ratewarden::test
