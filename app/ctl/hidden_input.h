// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <termios.h>

#include <optional>
#include <string>

namespace ratewarden::ctl {

/// Asks on the terminal of this process, and hides what is typed. Signals end the program as usual, with the
/// echo on again; after a stop it asks anew.
class HiddenInput {
public:
    HiddenInput();
    ~HiddenInput();
    HiddenInput(const HiddenInput&) = delete;
    HiddenInput& operator=(const HiddenInput&) = delete;

    /// There is a terminal.
    bool isThere() const { return m_isTerminal; }
    std::string ask(const std::string& question) const;

private:
    std::optional<std::string> askOnce(const std::string& question) const;
    void write(const std::string& text) const;

    int m_file;
    termios m_former{};
    bool m_isTerminal = false;
};

} // namespace ratewarden::ctl
