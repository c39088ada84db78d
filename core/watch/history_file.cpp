// SPDX-License-Identifier: MIT
#include "core/watch/history_file.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/watch_faults.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace ratewarden {
namespace {

constexpr std::int64_t historyApplication = 0x52574844; // "RWHD"
constexpr std::int64_t historySchema = 1;

std::int64_t fileBytes(const std::string& path)
{
    struct stat info {};
    return ::stat(path.c_str(), &info) == 0 ? std::int64_t(info.st_size) : 0;
}

/// What says whose file it is.
struct Stamp {
    std::int64_t application = 0;
    std::int64_t version = 0;
};

/// Through SQLite: whoever closes the file by himself gives its locks in this process away.
Stamp stampIn(const std::string& path, SqliteFile::Mode mode)
{
    SqliteFile file(path, mode);
    return {file.number("PRAGMA application_id"), file.number("PRAGMA user_version")};
}

Stamp stampOf(const std::string& path)
{
    try {
        return stampIn(path, SqliteFile::Mode::Look);
    } catch (const Error& error) {
        if (error.problem().code == Problem::Code(Fault::HistoryForeign))
            throw;
    }
    // Damaged, or a writer was at work meanwhile: it waits for whoever takes the locks.
    try {
        return stampIn(path, SqliteFile::Mode::Read);
    } catch (const InvalidArgument&) {
        throw;
    } catch (const Error& error) {
        throw InvalidArgument(error.problem());
    }
}

} // namespace

bool isHistory(const std::string& path)
{
    struct stat info {};
    if (::stat(path.c_str(), &info) != 0) {
        if (errno == ENOENT)
            return false;
        throw InvalidArgument(
            Problem(Fault::HistoryFailed, printable(path), std::generic_category().message(errno)));
    }
    if (!S_ISREG(info.st_mode))
        throw InvalidArgument(Problem(Fault::HistoryForeign, printable(path)));
    if (info.st_size == 0)
        return false;
    const Stamp stamp = stampOf(path);
    if (stamp.application != historyApplication)
        throw InvalidArgument(Problem(Fault::HistoryForeign, printable(path)));
    if (stamp.version > historySchema)
        throw InvalidArgument(Problem(Fault::HistoryNewer, printable(path), stamp.version, historySchema));
    return true;
}

std::int64_t historyLogBytes(const std::string& path)
{
    return fileBytes(path + "-wal");
}

std::int64_t historyBytes(const std::string& path)
{
    return fileBytes(path) + historyLogBytes(path);
}

void createHistory(SqliteFile& file)
{
    // Most rounds take some thousand bytes: of a smaller page much would stay empty.
    file.run("PRAGMA page_size = 16384; PRAGMA auto_vacuum = INCREMENTAL");
    SqliteTransaction transaction(file);
    file.run("CREATE TABLE limits (keep INTEGER NOT NULL, bytes INTEGER NOT NULL);"
             "CREATE TABLE rounds (at INTEGER PRIMARY KEY, missing INTEGER NOT NULL, unread INTEGER NOT NULL,"
             " figures BLOB NOT NULL, cohorts BLOB NOT NULL, tokens BLOB NOT NULL);"
             "CREATE TABLE cohorts (id INTEGER PRIMARY KEY, used INTEGER NOT NULL, format BLOB NOT NULL,"
             " policy BLOB, state BLOB NOT NULL, warnings BLOB NOT NULL, rule INTEGER);"
             "CREATE TABLE series (id INTEGER PRIMARY KEY, used INTEGER NOT NULL, measure BLOB NOT NULL,"
             " filter BLOB NOT NULL, UNIQUE (measure, filter));"
             "CREATE TABLE tokens (id INTEGER PRIMARY KEY, used INTEGER NOT NULL, format BLOB NOT NULL,"
             " policy BLOB NOT NULL, token BLOB NOT NULL, UNIQUE (token, policy, format));"
             "CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, event BLOB NOT NULL,"
             " about BLOB NOT NULL, text BLOB NOT NULL);"
             "CREATE INDEX events_at ON events (at)");
    file.run(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", historyApplication, historySchema)
            .c_str());
    transaction.commit();
}

HistoryLimits readHistoryLimits(SqliteFile& file)
{
    HistoryLimits limits;
    SqliteStatement statement(file, "SELECT keep, bytes FROM limits");
    if (statement.step()) {
        limits.keep = Micros(statement.number(0));
        limits.bytes = statement.number(1);
    }
    return limits;
}

std::string_view cohortState(const Cohort& cohort)
{
    return cohort.isUnread ? "unread" : nameOf(cohort.status);
}

std::string warningNames(WarningSet warnings)
{
    std::string names;
    for (int code = 0; code < warningCodeCount; ++code)
        if (warnings.has(WarningCode(code)))
            names += fmt::format("{}{}", names.empty() ? "" : ",", nameOf(WarningCode(code)));
    return names;
}

} // namespace ratewarden
