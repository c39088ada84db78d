// SPDX-License-Identifier: MIT
#include "core/watch/sqlite_file.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/watch_faults.h"

namespace ratewarden {

SqliteFile::SqliteFile(const std::string& path, Mode mode) : m_path(path)
{
    const std::string uri =
        "file:" + percentEncoded(path, isKeptInPaths) + (mode == Mode::Look ? "?immutable=1" : "");
    sqlite3* database = nullptr;
    const int code = sqlite3_open_v2(
        uri.c_str(), &database,
        SQLITE_OPEN_URI | (mode == Mode::Write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY), nullptr);
    m_database.reset(database); // also where it failed
    if (code != SQLITE_OK)
        fail(code);
    constexpr int patienceMs = 1000;
    sqlite3_busy_timeout(database, patienceMs);
    sqlite3_extended_result_codes(database, 1);
    // A file may come from anybody.
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
}

void SqliteFile::run(const char* sql)
{
    const int code = sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr);
    if (code != SQLITE_OK)
        fail(code);
}

std::int64_t SqliteFile::number(const char* sql)
{
    SqliteStatement statement(*this, sql);
    return statement.step() ? statement.number(0) : 0;
}

void SqliteFile::fail(int code) const
{
    const std::string why = m_database ? sqlite3_errmsg(handle()) : sqlite3_errstr(code);
    constexpr int primary = 0xff;
    const int kind = code & primary;
    if (kind == SQLITE_NOTADB)
        throw InvalidArgument(Problem(Fault::HistoryForeign, printable(m_path)));
    // A statement that does not fit the tables: they are not those of this version.
    if (kind == SQLITE_CORRUPT || kind == SQLITE_ERROR)
        throw InvalidArgument(Problem(Fault::HistoryDamaged, printable(m_path), printable(why)));
    throw Error(Problem(Fault::HistoryFailed, printable(m_path), printable(why)));
}

SqliteTransaction::SqliteTransaction(SqliteFile& file, const char* begin) : m_file(file)
{
    m_file.run(begin);
}

SqliteTransaction::~SqliteTransaction()
{
    if (m_file.isInTransaction()) // a full disk has ended some by itself
        sqlite3_exec(m_file.handle(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteTransaction::commit()
{
    m_file.run("COMMIT");
}

SqliteStatement::SqliteStatement(SqliteFile& file, const char* sql) : m_file(file)
{
    sqlite3_stmt* statement = nullptr;
    check(sqlite3_prepare_v2(file.handle(), sql, -1, &statement, nullptr));
    m_statement.reset(statement);
}

void SqliteStatement::check(int code) const
{
    if (code != SQLITE_OK)
        m_file.fail(code);
}

SqliteStatement& SqliteStatement::start()
{
    sqlite3_reset(m_statement.get()); // it says again what the last step has said
    m_place = 0;
    return *this;
}

SqliteStatement& SqliteStatement::add(std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), ++m_place, value));
    return *this;
}

SqliteStatement& SqliteStatement::add(std::string_view bytes)
{
    // Without bytes it would be taken for a null.
    const char* const data = bytes.empty() ? "" : bytes.data();
    check(sqlite3_bind_blob64(m_statement.get(), ++m_place, data, bytes.size(), SQLITE_STATIC));
    return *this;
}

SqliteStatement& SqliteStatement::addNull()
{
    check(sqlite3_bind_null(m_statement.get(), ++m_place));
    return *this;
}

bool SqliteStatement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    sqlite3_reset(m_statement.get()); // so that no transaction waits for it
    if (code != SQLITE_DONE)
        m_file.fail(code);
    return false;
}

void SqliteStatement::finish()
{
    while (step())
        ;
}

bool SqliteStatement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t SqliteStatement::number(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

std::string_view SqliteStatement::bytes(int column) const
{
    const void* const data = sqlite3_column_blob(m_statement.get(), column);
    return {static_cast<const char*>(data), std::size_t(sqlite3_column_bytes(m_statement.get(), column))};
}

} // namespace ratewarden
