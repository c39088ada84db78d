// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/profiles.h"

#include "app/ctl/signals.h"
#include "app/ctl/suggestion.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <map>
#include <optional>

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

/// Asks on the terminal of this process, and hides what is typed. Signals end the program as usual, with the
/// echo on again; after a stop it asks anew.
class HiddenInput {
public:
    HiddenInput() : m_file(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) // NOLINT(*-vararg)
    {
        m_isTerminal = m_file >= 0 && tcgetattr(m_file, &m_former) == 0;
    }
    ~HiddenInput()
    {
        if (m_file >= 0)
            close(m_file);
    }
    HiddenInput(const HiddenInput&) = delete;
    HiddenInput& operator=(const HiddenInput&) = delete;

    /// There is a terminal.
    bool isThere() const { return m_isTerminal; }
    std::string ask(const std::string& question) const
    {
        while (true)
            if (std::optional<std::string> answer = askOnce(question))
                return std::move(*answer);
    }

private:
    // Nothing: a signal came in between that has not ended the program.
    std::optional<std::string> askOnce(const std::string& question) const
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

    void write(const std::string& text) const
    {
        [[maybe_unused]] const ssize_t written = ::write(m_file, text.data(), text.size());
    }

    int m_file;
    termios m_former{};
    bool m_isTerminal = false;
};

} // namespace

StoredProfile profileNamed(const std::string& name)
{
    const std::filesystem::path path = profilesPath();
    const std::vector<StoredProfile> profiles = readStoredProfiles(path);
    const auto count = std::ranges::count(profiles, name, &StoredProfile::title);
    if (count == 1)
        return *std::ranges::find(profiles, name, &StoredProfile::title);
    std::vector<std::string> names;
    names.reserve(profiles.size());
    for (const StoredProfile& profile : profiles)
        names.push_back(profile.title());
    if (count > 1)
        throw InvalidArgument(fmt::format("{} profiles are named \"{}\" in {}; rename one in the console",
                                          count, printable(name), printable(path.string())));
    if (names.empty())
        throw InvalidArgument(fmt::format("no profile \"{}\": there are none in {}; the console makes them",
                                          printable(name), printable(path.string())));
    const std::string near = didYouMean(name, names);
    for (std::string& each : names)
        each = printable(each);
    throw InvalidArgument(
        fmt::format("no profile \"{}\"; there are: {}{}", printable(name), fmt::join(names, ", "), near));
}

std::string askForPassword(const Endpoint& endpoint)
{
    const HiddenInput terminal;
    if (!terminal.isThere())
        return {};
    return terminal.ask(
        fmt::format("Password for {} on {}: ", printable(endpoint.user), printable(endpoint.text())));
}

} // namespace ratewarden::ctl
