// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/run_program.h"

#include "core/model/text.h"
#include "core/model/time.h"
#include "core/redis/socket.h"
#include "core/redis/spawn_settings.h"

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

std::pair<Descriptor, Descriptor> openPipe()
{
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category());
    return {Descriptor(ends[0]), Descriptor(ends[1])};
}

/// A program that runs, until it is known how it ended.
class RunningProgram {
public:
    RunningProgram(pid_t process, Descriptor input, Descriptor complaints)
        : m_process(process), m_input(std::move(input)), m_complaints(std::move(complaints))
    {
        for (const Descriptor* const end : {&m_input, &m_complaints})
            ::fcntl(end->number(), F_SETFL, O_NONBLOCK);
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
        while (m_input.number() >= 0 && !rest.empty()) {
            const ssize_t count = ::write(m_input.number(), rest.data(), rest.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            if (count < 0)
                break; // it does not read all of it: what it does is its own affair
            rest.remove_prefix(std::size_t(count));
        }
        m_input = Descriptor();
    }

    void readComplaints()
    {
        constexpr std::size_t most = 4000;
        std::array<char, 1000> buffer{};
        while (m_complaints.number() >= 0) {
            const ssize_t count = ::read(m_complaints.number(), buffer.data(), buffer.size());
            if (count < 0 && (errno == EAGAIN || errno == EINTR))
                return;
            if (count <= 0) {
                m_complaints = Descriptor();
                return;
            }
            if (m_text.size() < most)
                m_text.append(buffer.data(), std::size_t(count));
        }
    }

    const pid_t m_process;
    Descriptor m_input;
    Descriptor m_complaints;
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
    arguments.reserve(words.size() + 1);
    for (std::string& word : copies)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t process = 0;
    {
        const Descriptor nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
        const SpawnSettings settings(itsInput.number(), nowhere.number(), itsComplaints.number());
        if (const int error =
                ::posix_spawn(&process, words.front().c_str(), settings.actions(), settings.attributes(),
                              arguments.data(), environmentOfProgram().data()))
            return "it could not be started: " + std::generic_category().message(error);
    }
    itsInput = Descriptor();
    itsComplaints = Descriptor();
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
