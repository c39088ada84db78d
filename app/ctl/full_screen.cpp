// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/full_screen.h"

#include "app/ctl/signals.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>

namespace ratewarden::ctl {
namespace {

volatile std::sig_atomic_t isInterrupted = 0;
volatile std::sig_atomic_t isStopped = 0;
volatile std::sig_atomic_t isResized = 0;

void note(int signal)
{
    if (signal == SIGTSTP)
        isStopped = 1;
    else if (signal == SIGWINCH)
        isResized = 1;
    else
        isInterrupted = 1;
}

void put(std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(STDOUT_FILENO, text.data(), text.size());
        if (written < 0 && errno != EINTR)
            return; // the terminal is gone, as the next key will tell
        text.remove_prefix(std::size_t(std::max<ssize_t>(written, 0)));
    }
}

// The alternate screen, no cursor, no new line at the right edge; and back.
constexpr std::string_view enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?7l";
constexpr std::string_view leaveCodes = "\x1b[?7h\x1b[?25h\x1b[?1049l";

} // namespace

FullScreen::FullScreen()
{
    tcgetattr(STDIN_FILENO, &m_former);
    enter();
}

FullScreen::~FullScreen()
{
    leave();
    for (const int signal : endingSignals)
        handle(signal, SIG_DFL);
    handle(SIGTSTP, SIG_DFL);
    handle(SIGWINCH, SIG_DFL);
}

void FullScreen::enter()
{
    for (const int signal : endingSignals)
        handle(signal, note);
    handle(SIGTSTP, note);
    handle(SIGWINCH, note);
    termios raw = m_former;
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
    put(enterCodes);
}

void FullScreen::leave() const
{
    put(leaveCodes);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &m_former);
}

void FullScreen::stop()
{
    isStopped = 0;
    leave();
    handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP); // returns when the shell lets it go on
    tcgetattr(STDIN_FILENO, &m_former);
    enter();
}

FullScreen::Size FullScreen::size()
{
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0)
        return {};
    return {size.ws_col, size.ws_row};
}

void FullScreen::show(const std::vector<std::string>& lines) const
{
    const std::size_t rows = size().rows;
    std::string frame = "\x1b[H";
    for (std::size_t i = 0; i < std::min(lines.size(), rows); ++i)
        frame += fmt::format("{}{}\x1b[0m\x1b[K", i == 0 ? "" : "\r\n", lines[i]);
    frame += "\x1b[J";
    put(frame);
}

FullScreen::Press FullScreen::wait(std::chrono::milliseconds time)
{
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = isInterrupted || isStopped ? 0 : poll(&input, 1, int(time.count()));
    if (isStopped) {
        stop();
        return {Key::Resized};
    }
    if (isInterrupted)
        return {Key::Interrupted};
    if (isResized) {
        isResized = 0;
        return {Key::Resized};
    }
    if (ready <= 0)
        return {};
    std::array<char, 16> bytes{};
    const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count <= 0)
        return {Key::Interrupted}; // nobody is there any more
    const std::string_view text(bytes.data(), std::size_t(count));
    struct Sequence {
        std::string_view text;
        Key key;
    };
    constexpr std::array sequences{Sequence{"\x1b[A", Key::Up},      Sequence{"\x1b[B", Key::Down},
                                   Sequence{"\x1bOA", Key::Up},      Sequence{"\x1bOB", Key::Down},
                                   Sequence{"\x1b[5~", Key::PageUp}, Sequence{"\x1b[6~", Key::PageDown},
                                   Sequence{"\x1b[H", Key::Home},    Sequence{"\x1b[F", Key::End}};
    for (const Sequence& sequence : sequences)
        if (text.starts_with(sequence.text))
            return {sequence.key};
    if (text.front() == '\x1b')
        return {};
    return {Key::Letter, text.front()};
}

} // namespace ratewarden::ctl
