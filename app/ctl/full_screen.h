// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <termios.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace ratewarden::ctl {

/// The whole terminal, for as long as it lives: the alternate screen, with keys that come at once. It gives
/// the terminal back as it was, also when the program is interrupted or stopped. There is one at a time.
class FullScreen {
public:
    /// Standard input and output must be terminals.
    FullScreen();
    ~FullScreen();
    FullScreen(const FullScreen&) = delete;
    FullScreen& operator=(const FullScreen&) = delete;

    struct Size {
        std::size_t columns = 80;
        std::size_t rows = 24;
    };
    static Size size();

    /// Replaces what is shown; lines that are too long or too many are cut.
    void show(const std::vector<std::string>& lines) const;

    enum class Key { None, Up, Down, PageUp, PageDown, Home, End, Resized, Interrupted, Letter };
    struct Press {
        Key key = Key::None;
        char letter = 0; ///< of Key::Letter
    };
    /// The next key; None when the time is over.
    Press wait(std::chrono::milliseconds time);

private:
    void enter();
    void leave() const;
    void stop();
    Press nextPress();

    termios m_former{};
    std::map<int, struct sigaction> m_formerActions;
    sigset_t m_formerMask{};
    std::string m_typed; // keys that were read and are still to be told
};

} // namespace ratewarden::ctl
