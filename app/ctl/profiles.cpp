// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/profiles.h"

#include "app/ctl/output.h"
#include "app/ctl/signals.h"
#include "app/ctl/suggestion.h"
#include "core/admin/login_name.h"
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
#include <fstream>
#include <map>
#include <optional>

namespace ratewarden::ctl {
namespace {

std::string memberText(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isTrue(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_boolean() && found->get<bool>();
}

/// Throws InvalidArgument for an address that cannot be read.
Profile profileOf(const Json& entry)
{
    Profile profile;
    profile.endpoint = parseEndpoint(memberText(entry, "address"));
    profile.endpoint.password.clear(); // written there by hand
    if (const std::string user = memberText(entry, "user"); !user.empty())
        profile.endpoint.user = user;
    profile.name = memberText(entry, "name");
    if (profile.name.empty())
        profile.name = profile.endpoint.text();
    // A kind of environment that is not known here may be as delicate as production.
    const std::string environment = memberText(entry, "environment");
    const bool isHarmless = environment.empty() || environment == "development" || environment == "staging";
    profile.startsReadOnly = !isHarmless || isTrue(entry, "readOnly");
    profile.hasPassword = !profile.endpoint.user.empty() || isTrue(entry, "remembersPassword");
    return profile;
}

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

std::filesystem::path profilesPath()
{
    return configFolder() / "profiles.json";
}

std::vector<Profile> readProfiles(const std::filesystem::path& path)
{
    std::vector<Profile> profiles;
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return profiles;
    if (!std::filesystem::is_regular_file(path, error)) // to open a pipe would wait for who writes to it
        throw InvalidArgument(fmt::format("the profiles in {} cannot be read: it is no regular file",
                                          printable(path.string())));
    std::ifstream file(path, std::ios::binary);
    const Json root = Json::parse(file, nullptr, false);
    const auto entries = root.is_object() ? root.find("profiles") : root.end();
    if (!file || entries == root.end() || !entries->is_array())
        throw InvalidArgument(fmt::format("the profiles in {} cannot be read", printable(path.string())));
    for (const Json& entry : *entries)
        try {
            if (entry.is_object())
                profiles.push_back(profileOf(entry));
        } catch (const InvalidArgument&) { // of a newer version, perhaps: the console says what is wrong
        }
    std::ranges::sort(profiles, {}, &Profile::name);
    return profiles;
}

Profile profileNamed(const std::string& name)
{
    const std::filesystem::path path = profilesPath();
    std::vector<Profile> profiles = readProfiles(path);
    const auto count = std::ranges::count(profiles, name, &Profile::name);
    if (count == 1)
        return *std::ranges::find(profiles, name, &Profile::name);
    std::vector<std::string> names;
    names.reserve(profiles.size());
    for (const Profile& profile : profiles)
        names.push_back(profile.name);
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
