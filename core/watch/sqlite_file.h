// SPDX-License-Identifier: MIT
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace ratewarden {

/// A database of SQLite and what is asked of it. What fails throws Error with Fault::HistoryFailed, or
/// InvalidArgument with HistoryForeign for what is none, and HistoryDamaged. Not thread-safe.
class SqliteFile {
public:
    enum class Mode {
        Look, ///< reads the file alone as it stands, and neither locks it nor writes beside it
        Read,
        Write
    };

    /// The file must be there.
    SqliteFile(const std::string& path, Mode mode);

    const std::string& path() const { return m_path; }
    /// Runs statements that answer nothing.
    void run(const char* sql);
    /// The one number that it answers.
    std::int64_t number(const char* sql);
    std::int64_t lastId() const { return sqlite3_last_insert_rowid(m_database.get()); }
    bool isInTransaction() const { return sqlite3_get_autocommit(m_database.get()) == 0; }

    /// What SQLite says it is. `code`: its extended result code.
    [[noreturn]] void fail(int code) const;

    sqlite3* handle() const { return m_database.get(); }

private:
    struct Close {
        void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
    };

    std::string m_path;
    std::unique_ptr<sqlite3, Close> m_database;
};

/// Commits, or undoes at its end what was not committed.
class SqliteTransaction {
public:
    explicit SqliteTransaction(SqliteFile& file, const char* begin = "BEGIN IMMEDIATE");
    ~SqliteTransaction();
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;

    void commit();

private:
    SqliteFile& m_file;
};

/// A prepared statement. The file must outlive it.
class SqliteStatement {
public:
    SqliteStatement(SqliteFile& file, const char* sql);

    /// Begins anew. Values are given in the order of their places, and must outlive the run.
    SqliteStatement& start();
    SqliteStatement& add(std::int64_t value);
    SqliteStatement& add(std::string_view bytes);
    SqliteStatement& addNull();
    /// To the next row; false: there is none.
    bool step();
    /// To its end, for one that answers nothing.
    void finish();

    bool isNull(int column) const;
    std::int64_t number(int column) const;
    /// Until the next step.
    std::string_view bytes(int column) const;

private:
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    void check(int code) const;

    SqliteFile& m_file;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    int m_place = 0;
};

} // namespace ratewarden
