// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/audit_files.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <syslog.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>

namespace ratewarden::ctl {
namespace {

// What the usual daemons keep of a message: 8 kB with its head.
constexpr std::size_t longestMessage = 7800;

[[noreturn]] void refuseFile(const std::string& what, int error)
{
    throw InvalidArgument(fmt::format("{}: {}", printable(what), std::generic_category().message(error)));
}

bool writeAll(int file, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = write(file, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text.remove_prefix(std::size_t(written));
    }
    return true;
}

// syslog() itself never says that a message was lost.
void requireListener()
{
    constexpr std::string_view path = "/dev/log";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::ranges::copy(path, address.sun_path);
    int error = 0;
    for (const int type : {SOCK_DGRAM, SOCK_STREAM}) {
        const int listener = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
        const auto* const where =
            reinterpret_cast<const sockaddr*>(&address); // NOLINT(*-reinterpret-cast): its interface
        error = listener < 0 || connect(listener, where, sizeof address) != 0 ? errno : 0;
        if (listener >= 0)
            close(listener);
        if (error == 0)
            return;
    }
    refuseFile("no syslog listens at /dev/log", error);
}

} // namespace

std::size_t writeNewFile(const std::string& path, const std::vector<AuditEntry>& newestFirst)
{
    const int file =
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
    if (file < 0)
        refuseFile(path, errno);
    bool isWhole = true;
    for (auto entry = newestFirst.rbegin(); entry != newestFirst.rend(); ++entry)
        isWhole = isWhole && writeAll(file, entry->json() + '\n');
    isWhole = isWhole && fsync(file) == 0;
    const int error = errno;
    isWhole = close(file) == 0 && isWhole;
    if (!isWhole) {
        unlink(path.c_str());
        refuseFile(path, error);
    }
    return newestFirst.size();
}

Handed handToSyslog(const std::vector<AuditEntry>& newestFirst)
{
    requireListener();
    Handed handed;
    openlog("ratewarden", LOG_PID | LOG_NDELAY, LOG_USER);
    for (auto entry = newestFirst.rbegin(); entry != newestFirst.rend(); ++entry) {
        const std::string whole = entry->json();
        std::string text = whole.size() > longestMessage ? entry->json(longestMessage) : whole;
        handed.cut += text == whole ? 0 : 1;
        syslog(LOG_INFO, "%s", text.substr(0, longestMessage).c_str());
        ++handed.changes;
    }
    closelog();
    return handed;
}

} // namespace ratewarden::ctl
