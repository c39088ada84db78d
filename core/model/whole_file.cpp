// SPDX-License-Identifier: MIT
#include "core/model/whole_file.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

[[noreturn]] void fail()
{
    throw std::system_error(errno, std::generic_category());
}

/// Not the name with an ending, which may be longer than file systems take.
std::string partName()
{
    static std::atomic<unsigned> count = 0;
    return fmt::format(".ratewarden-{}-{}.part", getpid(), ++count);
}

} // namespace

WholeFile::WholeFile(std::filesystem::path path, std::optional<std::filesystem::perms> mode)
    : m_path(std::move(path))
    , m_part(m_path.parent_path() / partName())
    , m_file(std::fopen(m_part.c_str(), "wbe"), &std::fclose)
{
    if (!m_file)
        fail();
    if (mode && fchmod(fileno(m_file.get()), mode_t(*mode)) != 0) {
        const int why = errno;
        std::remove(m_part.c_str());
        throw std::system_error(why, std::generic_category());
    }
}

WholeFile::~WholeFile()
{
    if (!m_isCommitted)
        std::remove(m_part.c_str());
}

void WholeFile::write(std::string_view bytes)
{
    if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), m_file.get()) != bytes.size())
        fail();
}

void WholeFile::commit()
{
    if (std::fflush(m_file.get()) != 0 || fsync(fileno(m_file.get())) != 0 ||
        std::fclose(m_file.release()) != 0 || std::rename(m_part.c_str(), m_path.c_str()) != 0)
        fail();
    m_isCommitted = true;
}

} // namespace ratewarden
