// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/model/time_range.h"
#include "core/policies/policy_store.h"
#include "core/watch/back_test.h"
#include "core/watch/finding.h"
#include "ui/histories/usage_history.h"
#include "ui/keys/key_reader.h"
#include "ui/lab/recorded_lab.h"
#include "ui/state/overview_history.h"
#include "ui/state/overview_numbers.h"
#include "ui/tokens/request_totals.h"
#include "ui/tokens/token_ranking.h"

#include <QByteArray>
#include <QString>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ui {

struct RestoredRows;

/// What one window knew of a server and had on screen, to be shown again where that server cannot be reached.
/// It names neither the server nor its profile.
struct Investigation {
    /// A row of the token table.
    struct Row {
        Subject subject;
        TokenRow row;
        /// What was kept of its reading, as recordedReading() has it.
        std::optional<Reading> reading;
    };
    /// A token with all that its charts show.
    struct Token {
        std::shared_ptr<const TokenDetail> detail;
        std::shared_ptr<const UsageHistory> history; ///< may be null
    };
    /// The page of all keys: those that match its filter, and what it showed.
    struct Keys {
        Instant at{}; ///< of the scan, by the server's clock
        Micros took{};
        Units known = 0; ///< keys that it found; `rows` may be fewer
        std::vector<FoundKeyFacts> rows;
        std::vector<KeyUsage> usages; ///< of those that were on screen
        QString filter;
        std::string delimiters{KeyTree::delimiterOfEach}; ///< as KeyView has them
        KeyTree::Order order = KeyTree::Order::Memory;
        std::string folder;              ///< that was open
        std::optional<KeyDetail> chosen; ///< as recordedKey() has it
        std::optional<Token> token;      ///< of that key
    };
    /// An alert of the file that was watched, and how it stood; not whom it tells.
    struct WatchedAlert {
        static constexpr std::size_t mostRounds = 600;

        Alert alert;
        std::optional<BackTestedAlert> stands; ///< with some of the newest firings; empty: it was not known
        std::vector<MeasuredRound> rounds;     ///< the newest of those in which it was measured
    };
    /// The history on which the alerts were tested.
    struct Watched {
        Instant first{}; ///< round
        Instant last{};
        Micros between{};                  ///< as HistoryInfo has it
        Micros every{};                    ///< how far apart its writer's rounds are to be
        std::vector<HistoryEvent> changes; ///< as recordedEvents() has them
    };
    /// All that was found to be wrong.
    struct Findings {
        std::vector<Finding> all;
        bool isWhole = false;     ///< false: not all could be checked
        bool knowsMemory = false; ///< as ServerCheck has it
    };
    /// What the overview showed of the history, in place of the last ten minutes.
    struct Past {
        Micros reach{};
        RequestFlow flow;                  ///< without steps: it was not read
        std::vector<HistoryEvent> changes; ///< as recordedEvents() has them
    };
    /// By what a table was sorted.
    struct Sorting {
        QString column; ///< as RowTable::columnName() has it
        bool descending = true;
    };
    /// What was made of the columns of tables, by the tables' names: as RowTable::columnChoices() has it.
    using Columns = std::map<QString, std::vector<QString>>;
    /// What was on screen.
    struct Screen {
        QString page;                       ///< as MainWindow::Page names it
        QString filter;                     ///< of the token table, as its sorting
        std::map<QString, QString> filters; ///< of other pages but that of keys, by page
        QString column;                     ///< as TokenTableModel::Column names it
        bool descending = true;
        std::optional<Subject> chosen; ///< of the token table
        std::vector<Subject> marked;   ///< likewise
        std::vector<Subject> compared;
        QString client;                ///< whose these are; empty: that is not known
        std::optional<TimeRange> area; ///< of the chosen token
        std::optional<TimeRange> comparedArea;
        std::optional<TimeRange> stretch; ///< of the overview
        // What charts show that somebody has zoomed or moved; empty: as usual.
        std::optional<TimeRange> windowTime; ///< the live window of the chosen token
        std::optional<TimeRange> usageTime;  ///< what it has used of its limits
        std::optional<TimeRange> comparedTime;
        std::optional<TimeRange> flowTime; ///< the overview
        std::optional<TimeRange> labTime;
        std::optional<TimeRange> labArea;
        std::string alert; ///< whose rounds were drawn; empty: none was
        std::optional<TimeRange> alertTime;
        std::optional<TimeRange> alertArea;
        std::map<QString, Sorting> sortings; ///< of other pages but that of tokens, by page
        std::optional<Columns> columns;      ///< empty: they were not recorded
    };

    Instant at{};          ///< by the server's clock
    std::string by;        ///< who recorded it
    QString note;          ///< for whoever opens it
    bool isHashed = false; ///< as by hashTokens()
    Units known = 0;       ///< tokens that the window knew; `rows` may be fewer
    QStringList unknown;   ///< some formats that this program does not know: their tokens are left out
    std::vector<Row> rows;
    std::shared_ptr<const RestoredRows> restored; ///< these, as a window takes them; null: not made yet
    std::vector<Token> tokens;
    std::vector<TimeMark> serverMarks;
    std::vector<TimeMark> moments;
    PolicyBook policies;
    std::map<std::string, std::vector<PolicyVersion>> versions; ///< of policies whose were read
    std::optional<AuditList> audit;  ///< as recordedAudit() has it; empty: nothing of it was read
    std::optional<Keys> keys;        ///< empty: they were never scanned
    std::vector<Override> overrides; ///< of all tokens, those of each one after the other
    RequestTotals totals;
    OverviewHistory looks;
    std::vector<LimitedWatch::Entry> newlyLimited;
    std::vector<WatchedAlert> alerts;
    std::optional<Watched> watched;   ///< empty: there was no history, or it was not recorded
    std::optional<Findings> findings; ///< empty: they were not recorded
    std::optional<Past> past;         ///< empty: the overview showed the last ten minutes
    std::optional<RecordedLab> lab;   ///< empty: nothing was tried
    Screen screen;
};

using SharedInvestigation = std::shared_ptr<const Investigation>;

/// What an investigation keeps of a reading: not what is only for plans, and its problem in the words of who
/// records, without the server's name.
Reading recordedReading(const Reading& reading);

/// The same of a key, with the page of its value that was shown, but none of Ratewarden's own keys that
/// belong to no token: the pages that they are for leave out what names the server. Its token and meanings,
/// which are found out from the rest, stand as they are.
KeyDetail recordedKey(const KeyDetail& detail);

/// What an investigation keeps of the audit trail: the newest changes, without machines, commands, what was
/// there before, and why some of it was not made, which may name the server. None can be undone from it.
AuditList recordedAudit(const AuditList& read);

/// What an investigation keeps of what a history has of changes and of the server: not where that is.
std::vector<HistoryEvent> recordedEvents(const std::vector<HistoryEvent>& known);

/// Puts a keyed hash in place of each token, the same one wherever the token is; the key is made here and
/// kept nowhere. Tokens that are hashes already stay. The same becomes of the names of keys that are listed.
/// Leaves out what else may tell whose tokens they are: all that people have written (the note, reasons,
/// named moments, marks of the audit trail, descriptions, why findings were dismissed, names of alerts, of
/// candidates and of the lab's traffic), holders of requests in flight, other names of keys, values, filters.
void hashTokens(Investigation& investigation);

/// A larger file is neither written nor read.
inline constexpr qint64 largestInvestigation = qint64(64) * 1024 * 1024;

/// Of the note, and of other short texts: a file with a longer one is not read.
inline constexpr int longestText = 1000;

/// JSON, with the number of its schema. Of tokens and of keys as many rows as fit, the first ones, and the
/// marks of those. Throws InvalidArgument where it would be too large without any.
QByteArray investigationFile(const Investigation& investigation);

/// Reads it. Throws InvalidArgument, with what is wrong, for a file that is none, is damaged, holds values
/// out of range, or has a later schema. Takes up to seconds: for a thread.
Investigation readInvestigation(const QByteArray& file);
/// The same from a path; also for one that cannot be read, or is too large.
Investigation readInvestigationAt(const QString& path);

} // namespace ratewarden::ui
