// SPDX-License-Identifier: MIT
#include "core/admin/audit_mirror.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

namespace fs = std::filesystem;

class File {
public:
    explicit File(const fs::path& path)
        : m_descriptor(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY,
                            S_IRUSR | S_IWUSR))
    {
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File()
    {
        if (m_descriptor >= 0)
            close(m_descriptor); // and unlocks it
    }

    int descriptor() const { return m_descriptor; }

private:
    int m_descriptor;
};

fs::path olderOf(const fs::path& path)
{
    return path.string() + ".1";
}

std::string reasonOf(const fs::path& path, int error)
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
    fs::create_directories(m_path.parent_path(), failed);
    if (failed)
        return reasonOf(m_path.parent_path(), failed.value());
    constexpr int tries = 5;
    for (int i = 0; i < tries; ++i) {
        const File file(m_path);
        if (file.descriptor() < 0 || flock(file.descriptor(), LOCK_EX) != 0)
            return reasonOf(m_path, errno);
        struct stat state {};
        if (fstat(file.descriptor(), &state) != 0)
            return reasonOf(m_path, errno);
        if (!isAt(m_path, state))
            continue;
        if (std::size_t(state.st_size) >= m_most) {
            fs::rename(m_path, olderOf(m_path), failed);
            if (failed)
                return reasonOf(m_path, failed.value());
            continue;
        }
        const std::string whole = line + '\n';
        const ssize_t written = write(file.descriptor(), whole.data(), whole.size());
        if (written < 0)
            return reasonOf(m_path, errno);
        if (std::size_t(written) != whole.size())
            return reasonOf(m_path, ENOSPC);
        return {};
    }
    return reasonOf(m_path, EBUSY);
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
    const auto variable = [](const char* name) {
        const char* const value =
            std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
        return fs::path(value ? value : "");
    };
    fs::path state = variable("XDG_STATE_HOME");
    if (!state.is_absolute()) { // as its specification says
        const fs::path home = variable("HOME");
        if (home.empty())
            return {};
        state = home / ".local/state";
    }
    return state / "ratewarden/audit.jsonl";
}

} // namespace ratewarden
