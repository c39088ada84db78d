// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/hidden_input.h"

#include "app/ctl/signals.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <map>

namespace ratewarden::ctl {
namespace {

volatile std::sig_atomic_t caught = 0;

void keepSignal(int signal)
{
    caught = signal;
}

/// While it lives, signals are noted, and only while waiting for a key. Then they have their effect.
class Signals {
public:
    Signals()
    {
        caught = 0;
        for (const int signal : endingSignals)
            take(signal);
        take(SIGTSTP);
        sigset_t blocked{};
        sigemptyset(&blocked);
        for (const auto& [signal, former] : m_former)
            sigaddset(&blocked, signal);
        sigprocmask(SIG_BLOCK, &blocked, &m_mask);
    }
    ~Signals()
    {
        for (const auto& [signal, former] : m_former)
            sigaction(signal, &former, nullptr);
        if (caught != 0)
            raise(caught); // one that stops returns when the shell lets it go on
        sigprocmask(SIG_SETMASK, &m_mask, nullptr);
    }
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    /// False: a signal came first.
    bool awaitKey(int file) const
    {
        pollfd input{file, POLLIN, 0};
        return ppoll(&input, 1, nullptr, &m_mask) > 0 && caught == 0;
    }

private:
    void take(int signal)
    {
        struct sigaction former {};
        sigaction(signal, nullptr, &former);
        if (former.sa_handler == SIG_IGN) // as nohup wants it
            return;
        m_former.emplace(signal, former);
        handle(signal, keepSignal);
    }

    std::map<int, struct sigaction> m_former;
    sigset_t m_mask{};
};

} // namespace

HiddenInput::HiddenInput() : m_file(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) // NOLINT(*-vararg)
{
    m_isTerminal = m_file >= 0 && tcgetattr(m_file, &m_former) == 0;
}

HiddenInput::~HiddenInput()
{
    if (m_file >= 0)
        close(m_file);
}

std::string HiddenInput::ask(const std::string& question) const
{
    while (true)
        if (std::optional<std::string> answer = askOnce(question))
            return std::move(*answer);
}

// Nothing: a signal came in between that has not ended the program.
std::optional<std::string> HiddenInput::askOnce(const std::string& question) const
{
    const Signals signals; // they have their effect when the echo is on again
    termios hidden = m_former;
    hidden.c_lflag &= ~tcflag_t(ECHO);
    tcsetattr(m_file, TCSAFLUSH, &hidden);
    write(question);
    std::string line;
    char byte = 0;
    bool isAnswered = true;
    while ((isAnswered = signals.awaitKey(m_file)) && read(m_file, &byte, 1) == 1 && byte != '\n')
        line += byte;
    tcsetattr(m_file, TCSAFLUSH, &m_former);
    write("\n");
    return isAnswered ? std::optional(std::move(line)) : std::nullopt;
}

void HiddenInput::write(const std::string& text) const
{
    [[maybe_unused]] const ssize_t written = ::write(m_file, text.data(), text.size());
}

} // namespace ratewarden::ctl
