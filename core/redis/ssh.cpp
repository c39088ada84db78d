// SPDX-License-Identifier: MIT
#include "core/redis/ssh.h"

#include "core/model/errors.h"
#include "core/redis/socket.h"
#include "core/redis/spawn_settings.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;

/// ssh, with our bytes on its standard input and output, and its complaints in a pipe.
class SshStream final : public Stream {
public:
    SshStream(Descriptor socket, std::chrono::milliseconds patience, pid_t process, Descriptor complaints)
        : m_socket(std::move(socket), patience), m_process(process), m_complaints(std::move(complaints))
    {
    }

    ~SshStream() override
    {
        if (isOfParent())
            return;
        kill(m_process, SIGTERM);
        const Deadline deadline = Clock::now() + 500ms;
        while (!m_hasEnded && !waitFor(m_complaints.number(), POLLIN, deadline))
            readComplaints();
        if (!m_hasEnded)
            kill(m_process, SIGKILL);
        while (waitpid(m_process, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    Moved write(std::string_view bytes, Deadline deadline) override
    {
        return m_socket.write(bytes, deadline);
    }
    Moved read(std::span<char> buffer, Deadline deadline) override { return m_socket.read(buffer, deadline); }
    bool peerClosed() override { return m_socket.peerClosed(); }
    void shutdown() override { m_socket.shutdown(); }
    int descriptor() const override { return m_socket.descriptor(); }

    std::string complaint() override
    {
        const Deadline deadline = Clock::now() + 500ms;
        while (!m_hasEnded && m_socket.peerClosed() && !waitFor(m_complaints.number(), POLLIN, deadline))
            readComplaints();
        return m_text;
    }

private:
    /// The pipe ends with the program.
    void readComplaints()
    {
        constexpr std::size_t most = 4000; // what is said of a changed key has 1000
        std::array<char, 500> buffer{};
        const auto count = ::read(m_complaints.number(), buffer.data(), buffer.size());
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
            m_hasEnded = true;
        if (count > 0 && m_text.size() < most)
            m_text.append(buffer.data(), std::size_t(count));
        while (!m_text.empty() && (m_text.back() == '\n' || m_text.back() == '\r'))
            m_text.pop_back();
    }

    Socket m_socket;
    const pid_t m_process;
    const Descriptor m_complaints;
    std::string m_text;
    bool m_hasEnded = false;
};

} // namespace

std::unique_ptr<Stream> dialThroughSsh(const Endpoint& endpoint, const Timeouts& timeouts)
{
    const auto fail = [&](int error) {
        throw Unavailable(Problem(Unavailable::Reason::SshFailed, "", endpoint.text(),
                                  "ssh: " + systemError(error).message()),
                          Unavailable::Effect::None);
    };
    std::array<int, 2> sockets{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0)
        fail(errno);
    Descriptor ours(sockets[0]);
    const Descriptor its(sockets[1]);
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        fail(errno);
    Descriptor complaints(ends[0]);
    const Descriptor complaining(ends[1]);

    const bool isIpv6 = endpoint.host.find(':') != std::string::npos;
    std::array<std::string, 10> words = {
        "ssh",
        // Nobody could answer a question: a key needs an agent, an unknown host a line in known_hosts.
        "-o", "BatchMode=yes", "-o",
        fmt::format("ConnectTimeout={}", std::chrono::ceil<std::chrono::seconds>(timeouts.connect).count()),
        "-W", fmt::format(fmt::runtime(isIpv6 ? "[{}]:{}" : "{}:{}"), endpoint.host, endpoint.port), "-T",
        "--", endpoint.ssh};
    std::array<char*, words.size() + 1> arguments{};
    for (std::size_t i = 0; i < words.size(); ++i)
        arguments[i] = words[i].data();
    const SpawnSettings settings(its.number(), its.number(), complaining.number());
    pid_t process = 0;
    if (const int error = posix_spawnp(&process, "ssh", settings.actions(), settings.attributes(),
                                       arguments.data(), environ))
        fail(error);
    return std::make_unique<SshStream>(std::move(ours), timeouts.command, process, std::move(complaints));
}

Problem sshProblem(std::string_view complaint, std::string_view what, std::string_view where)
{
    const bool hasChanged = complaint.find("HOST IDENTIFICATION HAS CHANGED") != std::string_view::npos;
    // What stands before in that case is a banner; the advice says the same.
    const std::size_t facts = hasChanged ? complaint.find("The fingerprint for") : std::string_view::npos;
    std::string words;
    std::string line;
    for (const char byte :
         std::string(complaint.substr(facts == std::string_view::npos ? 0 : facts)) + '\n') {
        const bool isControl = static_cast<unsigned char>(byte) < ' ' || byte == '\x7f';
        if (!isControl || byte == '\t')
            line += byte == '\t' ? ' ' : byte;
        if (byte != '\n')
            continue;
        if (line.find_first_not_of("@ ") != std::string::npos) {
            const bool goesOn = words.ends_with(" is"); // the fingerprint has a line of its own
            words += (words.empty() ? "" : goesOn ? " " : "; ") + line;
        }
        line.clear();
    }
    return {hasChanged ? UnavailableReason::HostKeyChanged : UnavailableReason::SshFailed, what, where,
            words};
}

} // namespace ratewarden
