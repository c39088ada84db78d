// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_setup.h"

#include <QString>

#include <functional>
#include <vector>

namespace ratewarden::ui {

/// Traffic that shows one thing about rate limits, and what to look at.
struct LabExample {
    QString title;
    QString lesson;
    std::function<LabSetup(Instant midnight)> make; ///< in any thread; always the same
};

/// All of them, the simplest first.
std::vector<LabExample> labExamples();

} // namespace ratewarden::ui
