// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace ratewarden::ctl {

bool ProgressLine::isWanted()
{
    return isatty(STDERR_FILENO) != 0;
}

void ProgressLine::show(const std::string& text)
{
    const auto now = std::chrono::steady_clock::now();
    if (now - m_shown < std::chrono::milliseconds(100))
        return;
    m_shown = now;
    fmt::print(stderr, "\r{}\x1b[K", text);
    m_isThere = true;
}

ProgressLine::~ProgressLine()
{
    if (m_isThere)
        std::fputs("\r\x1b[K", stderr);
}

} // namespace ratewarden::ctl
