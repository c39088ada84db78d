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

void noteSignal(int signal)
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

/// Of the escape sequence that the text begins with: "\x1b[1;5C", "\x1bOP", or the escape key alone.
std::size_t lengthOfSequence(std::string_view text)
{
    if (text.starts_with("\x1bO"))
        return 3;
    if (!text.starts_with("\x1b["))
        return 1;
    const auto* const last =
        std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
    return std::size_t(last - text.begin()) + 1;
}

// The alternate screen, no cursor, no new line at the right edge; and back.
constexpr std::string_view enterCodes = "\x1b[?1049h\x1b[?25l\x1b[?7l";
constexpr std::string_view leaveCodes = "\x1b[?7h\x1b[?25h\x1b[?1049l";

} // namespace

// The signals come only while a key is awaited: one that came between the look at what it has noted and the
// waiting would have to wait as well.
FullScreen::FullScreen()
{
    sigset_t noted{};
    sigemptyset(&noted);
    const auto note = [&](int signal) {
        sigaction(signal, nullptr, &m_formerActions[signal]);
        sigaddset(&noted, signal);
    };
    std::ranges::for_each(endingSignals, note);
    note(SIGTSTP);
    note(SIGWINCH);
    sigprocmask(SIG_BLOCK, &noted, &m_formerMask);
    tcgetattr(STDIN_FILENO, &m_former);
    enter();
}

FullScreen::~FullScreen()
{
    leave();
    for (const auto& [signal, former] : m_formerActions)
        sigaction(signal, &former, nullptr);
    sigprocmask(SIG_SETMASK, &m_formerMask, nullptr);
}

void FullScreen::enter()
{
    for (const auto& [signal, former] : m_formerActions)
        handle(signal, noteSignal);
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
    sigset_t stopping{};
    sigemptyset(&stopping);
    sigaddset(&stopping, SIGTSTP);
    handle(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &stopping, nullptr); // returns when the shell lets it go on
    sigprocmask(SIG_BLOCK, &stopping, nullptr);
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
    const timespec longest = {time.count() / 1000, time.count() % 1000 * 1'000'000};
    const timespec none{};
    pollfd input{STDIN_FILENO, POLLIN, 0};
    const int ready = ppoll(&input, 1, m_typed.empty() ? &longest : &none, &m_formerMask);
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
    if (ready > 0) {
        std::array<char, 256> bytes{};
        const ssize_t count = read(STDIN_FILENO, bytes.data(), bytes.size());
        if (count <= 0)
            return {Key::Interrupted}; // nobody is there any more
        m_typed.append(bytes.data(), std::size_t(count));
    }
    return nextPress();
}

// Keys that are held down, or come over a slow line, arrive several at once.
FullScreen::Press FullScreen::nextPress()
{
    struct Sequence {
        std::string_view text;
        Key key;
    };
    constexpr std::array sequences{Sequence{"\x1b[A", Key::Up},      Sequence{"\x1b[B", Key::Down},
                                   Sequence{"\x1bOA", Key::Up},      Sequence{"\x1bOB", Key::Down},
                                   Sequence{"\x1b[5~", Key::PageUp}, Sequence{"\x1b[6~", Key::PageDown},
                                   Sequence{"\x1b[H", Key::Home},    Sequence{"\x1b[F", Key::End}};
    while (!m_typed.empty()) {
        for (const Sequence& sequence : sequences)
            if (m_typed.starts_with(sequence.text)) {
                m_typed.erase(0, sequence.text.size());
                return {sequence.key};
            }
        if (m_typed.front() != '\x1b') {
            const char letter = m_typed.front();
            m_typed.erase(0, 1);
            return {Key::Letter, letter};
        }
        m_typed.erase(0, lengthOfSequence(m_typed)); // another key, which means nothing here
    }
    return {};
}

} // namespace ratewarden::ctl
