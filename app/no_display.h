// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QtGlobal>

/// Whether the environment names something to open windows on; a variable that is empty names nothing.
bool hasDisplay();

/// While it exists, a QApplication that finds no display ends the program with a sentence about that and the
/// exit code 1; otherwise it would abort. One at a time.
class NoDisplay {
public:
    NoDisplay();
    ~NoDisplay();
    Q_DISABLE_COPY_MOVE(NoDisplay)

private:
    QtMessageHandler m_former;
};
