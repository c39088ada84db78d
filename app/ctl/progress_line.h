// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>

namespace ratewarden::ctl {

/// A line on standard error that is rewritten in place ten times a second at most, and erased in the end.
class ProgressLine {
public:
    ProgressLine() = default;
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// Whether standard error is a terminal: nobody reads it otherwise.
    static bool isWanted();
    void show(const std::string& text);

private:
    std::chrono::steady_clock::time_point m_shown = std::chrono::steady_clock::now();
    bool m_isThere = false;
};

} // namespace ratewarden::ctl
