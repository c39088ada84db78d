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

    void present(const std::vector<Warning>& warnings);

private:
    struct Line {
        QWidget* whole = nullptr;
        PlainLabel* text = nullptr;
    };
    std::array<Line, warningCodeCount> m_lines; // by code
};

} // namespace ratewarden::ui
