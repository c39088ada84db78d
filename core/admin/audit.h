// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/audit_mirror.h"
#include "core/admin/change.h"
#include "core/admin/entry_filter.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// Who records changes, and how much of them.
struct AuditSettings {
    std::string by;                    ///< the author of changes that name none
    std::string host;                  ///< this machine's name
    std::string program;               ///< "ratewarden-ctl 1.2"
    std::filesystem::path mirror{};    ///< the file on this machine; empty: none
    std::int64_t mostChanges = 10'000; ///< that the server keeps, about; 1 or more
    /// Bytes of what was there before one change, and of the tokens it names; larger ones are cut, and cannot
    /// be undone from the trail.
    std::size_t largest = std::size_t(64) << 10;
};

/// As many as $RATEWARDEN_AUDIT_CHANGES says. Throws InvalidArgument if that is no such number.
std::int64_t usualMostChanges();

/// For a person at this machine: loginName(), the host's name, auditMirrorPath(), and usualMostChanges(), if
/// that is a number.
AuditSettings usualAuditSettings(std::string program);

/// Records changes in the stream rw:audit of the server that they are made on, where everybody who looks
/// after it can read them, and in a file on this machine. Each change has two entries: one that says what is
/// to be done, written before anything is sent, and one with the result and what was there before. A change
/// with the first alone was cut off: it is not known whether it was made. Immutable, and used from any
/// thread. apply() and undo() of core/admin/change.h call it.
class AuditTrail {
public:
    explicit AuditTrail(AuditSettings settings);

    const AuditSettings& settings() const { return m_settings; }
    const AuditMirror& mirror() const { return m_mirror; }

    /// Writes the first entry, and reads the server's clock in the same round trip. Throws Unavailable
    /// without an answer, and Refused where a read-only connection does not let it through: then nothing was
    /// recorded. An entry that the server refuses is reported.
    Recorded begin(Server& server, const Change& change, const Preview& preview, Instant& at) const;
    /// The same of an undo. `undoneBy`: who has undone the change already, or is about to, as far as its
    /// newest thousand entries tell; empty: nobody.
    Recorded beginUndo(Server& server, const ChangeOutcome& outcome, const Preview& preview,
                       std::string& undoneBy) const;

    /// Records what happened outside, such as a deployment, which may be why something else does from then
    /// on. `by`: empty: the settings' author. Returns its id. Throws, if the server does not take it,
    /// Unavailable or Refused.
    std::string mark(Server& server, const std::string& by, const std::string& text) const;

    /// Writes the second entry; what keeps it from being written is reported.
    void complete(Server& server, const ChangeOutcome& outcome, Recorded& recorded) const;
    void complete(Server& server, const Undoing& undoing, const ChangeOutcome& left,
                  Recorded& recorded) const;

private:
    Recorded begin(Server& server, const std::string& by, const std::string& document, Command also,
                   std::vector<Reply>& replies, Instant& at) const;
    void complete(Server& server, const Trouble& trouble, const std::string& document,
                  Recorded& recorded) const;

    AuditSettings m_settings;
    AuditMirror m_mirror;
};

/// One change, of both its entries. Texts are raw bytes, but those that are said to be printable.
struct AuditEntry {
    enum class Result {
        Open,      ///< no result was recorded: it is under way, or it is not known whether it was made
        Made,      ///< the whole of it
        Partly,    ///< of some of its subjects
        Unchanged, ///< there was nothing to change
        Failed,    ///< nothing was done
        Uncertain  ///< an answer was lost
    };

    std::string id; ///< of the first entry in the stream; "local-…": the file on this machine has it alone
    Instant at{};   ///< by the server's clock, to the millisecond
    std::string by;
    std::string host;
    std::string program;
    std::string act; ///< "block", "publish", …, "undo", "mark"
    std::string reason;
    std::vector<Subject> subjects;     ///< whose formats are known here
    std::vector<std::string> tokens;   ///< different ones; not more than the entry has room for
    std::vector<std::string> policies; ///< different ones, without empty ones; likewise
    std::vector<std::string> formats;  ///< by name; likewise
    std::size_t tokenCount = 0;        ///< of all
    std::vector<std::string> keys;     ///< the first that were to be written
    std::size_t keyCount = 0;          ///< of all
    std::vector<std::string> commands; ///< the first, printable, and cut where they are long
    std::size_t commandCount = 0;      ///< of all
    bool cut = false;                  ///< it was too large: not all tokens, or not what was there before
    /// Its result, or what was there before, cannot be read, and so it cannot be undone.
    bool damaged = false;
    Result result = Result::Open;
    std::size_t asked = 0;     ///< subjects
    std::size_t made = 0;      ///< of these
    std::size_t changed = 0;   ///< of these
    std::size_t cameSince = 0; ///< of an undo: what had been changed by somebody else
    std::string trouble;       ///< why not the whole of it was made, in English and printable
    std::string undoes;        ///< the id of the change that it undid; empty: none
    std::string undoneBy;      ///< the id of what undid it, or may have; empty: nothing has
    std::string partlyBy;      ///< the id of what undid some of it; empty: nothing has
    std::vector<std::uint32_t>
        left;              ///< of a change that was undone in part: the places of those that were not
    std::string begun;     ///< the first entry's document
    std::string completed; ///< the second's; empty: there is none

    /// It changed nothing here, and concerns every token: AuditTrail::mark().
    bool isMark() const;
    /// For its name. Throws InvalidArgument if this version does not know what it was.
    Change change() const;
    /// What undo() wants. Throws InvalidArgument, with a sentence, where it cannot be undone.
    ChangeOutcome outcome() const;
    /// What was there before, a line each, printable; of very many the first. Throws InvalidArgument if the
    /// entry is damaged.
    std::vector<std::string> beforeImages(std::size_t most = 20) const;
    /// The whole of it as one line of JSON, in ASCII. `most`: bytes; where it would be longer, lists are cut
    /// and "cut" is true.
    std::string json(std::size_t most = std::string::npos) const;
};

/// "block user:42: scraping", "mark: deploy api 1.4"; printable.
std::string changeText(const AuditEntry& entry);

std::string_view nameOf(AuditEntry::Result result);

/// Which changes are wanted; what is empty does not matter.
struct AuditFilter {
    std::vector<std::string> tokens{}; ///< one of these; of plain keys, a key
    std::string policy{};
    std::string by{};
    std::string id{};
    std::optional<Instant> since{};
    std::optional<Instant> before{};
    EntryFilter words{};
    Instant now{}; ///< of the words, by the server's clock

    bool matches(const AuditEntry& entry) const;
};

struct AuditList {
    std::vector<AuditEntry> entries; ///< the newest first
    bool complete = true;            ///< false: there are older ones, which were not read
    std::size_t unreadable = 0;      ///< entries of that time that this version cannot read
    /// Changes of so many tokens that not all are named: whether they were of those that the filter wants is
    /// not known.
    std::size_t maybe = 0;
    std::vector<std::string> unreadableIds{}; ///< in the stream, of the first; at most mostUnreadable

    static constexpr std::size_t mostUnreadable = 100;
};

/// Of the newest entries of the trail, as XREVRANGE answers: the author of the first undo of that change
/// which undid something, or may have, and stands before the entry `own`; empty: there is none.
std::string undoerOf(ReplyView newest, std::string_view change, std::string_view own);

/// Reads the newest changes that match, at most so many, some hundred entries of the stream at a time.
AuditList readAudit(Server& server, const AuditFilter& filter = {}, std::size_t most = 1000);
/// The same of the file on this machine, of every server. Throws InvalidArgument if it cannot be read.
AuditList readAudit(const AuditMirror& mirror, const AuditFilter& filter = {}, std::size_t most = 1000);

/// The change with that id, to be undone. Throws InvalidArgument, with a sentence, if there is no such entry
/// any more, or it has been undone already.
AuditEntry entryToUndo(Server& server, const std::string& id);

/// Reads the change anew, and undoes it as undo() does: recorded, as `by`, and only where nothing else has
/// happened since unless `replace`. Throws InvalidArgument, with a sentence, if there is no such entry any
/// more, it has been undone already, or it cannot be undone.
struct AuditUndo {
    ChangeOutcome outcome; ///< what can still be undone of it, as undo() leaves it
    Undoing undoing;
};
AuditUndo undoFromTrail(Server& server, const std::string& id, const Auditing& auditing,
                        bool replace = false);

/// Removes the entries that are older; how many. The file on this machine stays as it is.
std::int64_t trimAudit(Server& server, Instant before);

} // namespace ratewarden
