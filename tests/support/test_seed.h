// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRandomGenerator>

namespace ratewarden::test {

/// Another seed for each run of a random test, printed so that a failure can be repeated: RATEWARDEN_SEED in
/// the environment.
inline quint32 testSeed()
{
    bool given = false;
    auto seed = quint32(qEnvironmentVariableIntValue("RATEWARDEN_SEED", &given));
    if (!given)
        seed = QRandomGenerator::global()->generate() & 0x7FFFFFFF;
    qInfo("RATEWARDEN_SEED=%u", seed);
    return seed;
}

} // namespace ratewarden::test
