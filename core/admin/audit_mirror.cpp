// SPDX-License-Identifier: MIT
#include "core/admin/audit_mirror.h"

#include "core/admin/login_name.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

namespace fs = std::filesystem;

fs::path olderOf(const fs::path& path)
{
    return path.string() + ".1";
}

std::string noFile(const fs::path& path)
{
    return fmt::format("{} is no regular file", printable(path.string()));
}

std::string pathReason(const fs::path& path, int error)
{
    return fmt::format("{}: {}", printable(path.string()), std::generic_category().message(error));
}

// Whether the path leads to this file: another program may have renamed it in between.
bool isAt(const fs::path& path, const struct stat& file)
{
    struct stat there {};
    return stat(path.c_str(), &there) == 0 && there.st_ino == file.st_ino && there.st_dev == file.st_dev;
}

void addLines(const fs::path& path, std::vector<std::string>& lines)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored))
        return;
    if (!fs::is_regular_file(path, ignored))
        throw InvalidArgument(noFile(path));
    std::ifstream in(path, std::ios::binary);
    if (!in)
        throw InvalidArgument(fmt::format("{} cannot be read", printable(path.string())));
    for (std::string line; std::getline(in, line);)
        lines.push_back(std::move(line));
}

} // namespace

AuditMirror::AuditMirror(fs::path path, std::size_t mostBytes) : m_path(std::move(path)), m_most(mostBytes) {}

std::string AuditMirror::append(const std::string& line) const
{
    if (m_path.empty())
        return {};
    std::error_code failed;
    const fs::path folder = m_path.parent_path();
    const fs::path home = folder.parent_path().parent_path().parent_path(); // of ~/.local/state/ratewarden
    if (!home.empty() && !fs::is_directory(folder, failed) && !fs::is_directory(home, failed))
        return pathReason(home, ENOENT); // a home is not made here
    fs::create_directories(folder, failed);
    if (failed)
        return pathReason(folder, failed.value());
    constexpr int tries = 5;
    for (int i = 0; i < tries; ++i) {
        const Descriptor file(open(m_path.c_str(),
                                   O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY |
                                       O_NONBLOCK, // a pipe that nobody reads would be waited for
                                   S_IRUSR | S_IWUSR));
        if (file.number() < 0 || flock(file.number(), LOCK_EX) != 0)
            return pathReason(m_path, errno);
        struct stat state {};
        if (fstat(file.number(), &state) != 0)
            return pathReason(m_path, errno);
        if (!S_ISREG(state.st_mode))
            return noFile(m_path);
        if (!isAt(m_path, state))
            continue;
        if (std::size_t(state.st_size) >= m_most) {
            fs::rename(m_path, olderOf(m_path), failed);
            if (failed)
                return pathReason(m_path, failed.value());
            continue;
        }
        const std::string whole = line + '\n';
        const ssize_t written = write(file.number(), whole.data(), whole.size());
        if (written < 0)
            return pathReason(m_path, errno);
        if (std::size_t(written) != whole.size())
            return pathReason(m_path, ENOSPC);
        return {};
    }
    return pathReason(m_path, EBUSY);
}

std::vector<std::string> AuditMirror::lines() const
{
    std::vector<std::string> lines;
    if (m_path.empty())
        return lines;
    addLines(olderOf(m_path), lines);
    addLines(m_path, lines);
    return lines;
}

fs::path auditMirrorPath()
{
    fs::path state(environment("XDG_STATE_HOME"));
    if (!state.is_absolute()) { // as its specification says
        const fs::path home = homeFolder();
        if (home.empty())
            return {};
        state = home / ".local/state";
    }
    return state / "ratewarden/audit.jsonl";
}

} // namespace ratewarden
