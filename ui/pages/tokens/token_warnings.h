// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/warning.h"

#include <QWidget>

#include <array>
#include <vector>

class QAction;

namespace ratewarden::ui {

class PlainLabel;

/// What is wrong with the keys of one token: each as a sentence with what to do, and the lock's removal
/// beside it.
class TokenWarnings final : public QWidget {
    Q_OBJECT

public:
    explicit TokenWarnings(QAction* removeLock, QWidget* parent = nullptr);

    /// `blocked`: the token is, and not to be advised to be.
    /// Those that are over keep their place, so that what is below does not move when warnings come and go.
    void present(const std::vector<Warning>& warnings, bool blocked = false);
    /// For another token.
    void clear();

private:
    struct Line {
        QWidget* whole = nullptr;
        PlainLabel* text = nullptr;
    };
    std::array<Line, warningCodeCount> m_lines; // by code
};

} // namespace ratewarden::ui
