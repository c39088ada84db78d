// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/run_program.h"

#include "core/model/text.h"
#include "core/model/time.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

namespace ratewarden::ctl {
namespace {

using namespace std::chrono_literals;

/// One end of a pipe.
class PipeEnd {
public:
    explicit PipeEnd(int number) : m_number(number) {}
    PipeEnd(PipeEnd&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    PipeEnd& operator=(PipeEnd&&) = delete;
    PipeEnd(const PipeEnd&) = delete;
    PipeEnd& operator=(const PipeEnd&) = delete;
    ~PipeEnd() { close(); }

    int number() const { return m_number; }
    bool isOpen() const { return m_number >= 0; }
    void close()
    {
        if (isOpen())
            ::close(m_number);
        m_number = -1;
    }
    void doNotBlock() const { ::fcntl(m_number, F_SETFL, O_NONBLOCK); }

private:
    int m_number;
};

std::pair<PipeEnd, PipeEnd> openPipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category());
    return {PipeEnd(ends[0]), PipeEnd(ends[1])};
}

/// A process group of its own, so that what the program starts can be ended with it.
class ProgramSettings {
public:
    ProgramSettings(int input, int complaints)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, input, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&m_actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&m_actions, complaints, STDERR_FILENO);
        posix_spawnattr_init(&m_attributes);
        sigset_t none{}; // what this thread blocks is its own affair
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&m_attributes, &none);
        posix_spawnattr_setflags(&m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    }
    ~ProgramSettings()
    {
        posix_spawn_file_actions_destroy(&m_actions);
        posix_spawnattr_destroy(&m_attributes);
    }
    ProgramSettings(const ProgramSettings&) = delete;
    ProgramSettings& operator=(const ProgramSettings&) = delete;

    const posix_spawn_file_actions_t* actions() const { return &m_actions; }
    const posix_spawnattr_t* attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions{};
    posix_spawnattr_t m_attributes{};
};

/// A program that runs, until it is known how it ended.
class RunningProgram {
public:
    RunningProgram(pid_t process, PipeEnd input, PipeEnd complaints)
        : m_process(process), m_input(std::move(input)), m_complaints(std::move(complaints))
    {
        m_input.doNotBlock();
        m_complaints.doNotBlock();
    }
    RunningProgram(const RunningProgram&) = delete;
    RunningProgram& operator=(const RunningProgram&) = delete;

    /// Writes, reads and waits a little while. The program's status once it has ended.
    std::optional<int> goOn(std::string_view& rest)
    {
        constexpr int turnMs = 20; // as nothing tells of its end if others hold its standard error
        std::array<pollfd, 2> wanted{pollfd{m_complaints.number(), POLLIN, 0},
                                     pollfd{m_input.number(), POLLOUT, 0}};
        ::poll(wanted.data(), wanted.size(), turnMs);
        writeInput(rest);
        readComplaints();
        int status = 0;
        if (::waitpid(m_process, &status, WNOHANG) != m_process)
            return std::nullopt;
        readComplaints();
        return status;
    }

    void kill() const
    {
        ::kill(-m_process, SIGKILL);
        while (::waitpid(m_process, nullptr, 0) < 0 && errno == EINTR)
            continue;
    }

    /// The first line that says something.
    std::string complaint() const
    {
        const std::string_view text = trimmed(m_text, " \t\r\n");
        return printable(text.substr(0, text.find_first_of("\r\n")));
    }

private:
    void writeInput(std::string_view& rest)
    {
        while (m_input.isOpen() && !rest.empty()) {
            const ssize_t count = ::write(m_input.number(), rest.data(), rest.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            if (count < 0)
                break; // it does not read all of it: what it does is its own affair
            rest.remove_prefix(std::size_t(count));
        }
        m_input.close();
    }

    void readComplaints()
    {
        constexpr std::size_t most = 4000;
        std::array<char, 1000> buffer{};
        while (m_complaints.isOpen()) {
            const ssize_t count = ::read(m_complaints.number(), buffer.data(), buffer.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            if (count <= 0) {
                m_complaints.close();
                return;
            }
            if (m_text.size() < most)
                m_text.append(buffer.data(), std::size_t(count));
        }
    }

    const pid_t m_process;
    PipeEnd m_input;
    PipeEnd m_complaints;
    std::string m_text;
};

/// Without what is for this program alone.
std::vector<char*> environmentOfProgram()
{
    std::vector<char*> variables;
    for (char** variable = environ; *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with("RATEWARDEN_REDIS"))
            variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

std::string endOf(int status, const std::string& complaint)
{
    std::string end;
    if (WIFSIGNALED(status))
        end = fmt::format("it was ended by signal {}", WTERMSIG(status));
    else if (WEXITSTATUS(status) != 0)
        end = fmt::format("it ended with {}", WEXITSTATUS(status));
    else
        return {};
    return complaint.empty() ? end : end + ": " + complaint;
}

} // namespace

std::string runProgram(const std::vector<std::string>& words, const std::string& input,
                       std::chrono::microseconds limit, const std::stop_token& stop)
{
    auto [itsInput, ourInput] = openPipe();
    auto [ourComplaints, itsComplaints] = openPipe();
    std::vector<std::string> copies = words; // as the system takes them
    std::vector<char*> arguments;
    for (std::string& word : copies)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    {
        const ProgramSettings settings(itsInput.number(), itsComplaints.number());
        if (const int error =
                ::posix_spawn(&process, words.front().c_str(), settings.actions(), settings.attributes(),
                              arguments.data(), environmentOfProgram().data()))
            return "it could not be started: " + std::generic_category().message(error);
    }
    itsInput.close();
    itsComplaints.close();
    RunningProgram program(process, std::move(ourInput), std::move(ourComplaints));
    std::string_view rest = input;
    const auto end = std::chrono::steady_clock::now() + limit;
    while (std::chrono::steady_clock::now() < end && !stop.stop_requested())
        if (const std::optional<int> status = program.goOn(rest))
            return endOf(*status, program.complaint());
    program.kill();
    const std::string complaint = program.complaint();
    return stop.stop_requested() ? std::string("it had not ended")
                                 : fmt::format("it did not end within {}{}{}", durationText(limit),
                                               complaint.empty() ? "" : ": ", complaint);
}

} // namespace ratewarden::ctl
