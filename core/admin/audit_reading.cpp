// SPDX-License-Identifier: MIT
#include "core/admin/audit.h"
#include "core/admin/audit_json.h"
#include "core/admin/dump_text.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t largestPage = 400;
constexpr std::size_t smallestPage = 25;
constexpr std::size_t recordsOfChange = 2;

// Whatever is wrong with a document, and however that was noticed.
template <class Read>
auto readable(Read read)
{
    try {
        return read();
    } catch (const nlohmann::json::exception&) {
        refuseDamaged();
    }
}

// One entry of the stream, or line of the file.
struct AuditRecord {
    std::string id; // of the change
    Instant at{};
    bool completes = false;
    std::string by;
    std::string host;
    std::string program;
    std::string document;
};

Instant momentOfId(std::string_view id)
{
    return Instant(
        std::chrono::milliseconds(std::clamp<std::int64_t>(leadingNumber(id), 0, std::int64_t(1) << 52)));
}

std::vector<std::string> texts(const Json& array)
{
    std::vector<std::string> all;
    for (const Json& one : array)
        all.push_back(one.get<std::string>());
    return all;
}

void addOnce(std::vector<std::string>& all, std::set<std::string>& seen, std::string one)
{
    if (!one.empty() && seen.insert(one).second)
        all.push_back(std::move(one));
}

void readTokensAndKeys(AuditEntry& entry, const Json& begun)
{
    std::set<std::string> tokens;
    std::set<std::string> policies;
    std::set<std::string> formats;
    for (const Json& one : begun.value("subjects", Json::array())) {
        addOnce(entry.tokens, tokens, percentDecoded(one.at(0).get<std::string>()));
        addOnce(entry.policies, policies, percentDecoded(one.at(1).get<std::string>()));
        addOnce(entry.formats, formats, percentDecoded(one.at(2).get<std::string>()));
    }
    const Json intent = begun.value("intent", Json::object());
    if (intent.contains("policy"))
        addOnce(entry.policies, policies, percentDecoded(intent.at("policy").get<std::string>()));
    if (intent.contains("keys")) {
        entry.keys.clear();
        for (const Json& key : intent.at("keys"))
            entry.keys.push_back(percentDecoded(key.get<std::string>()));
        if (intent.contains("to"))
            entry.keys.push_back(percentDecoded(intent.at("to").get<std::string>()));
    }
}

/// The text with what printable() escapes, but with its backslashes as they are: a command and a document
/// have escapes of their own.
std::string withoutControls(std::string_view text)
{
    std::string safe;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find('\\', from), text.size());
        safe += printable(text.substr(from, to - from));
        if (to < text.size())
            safe += '\\';
        from = to + 1;
    }
    return safe;
}

/// What was there before, as far as people can read it.
std::string imageText(const std::string& bytes)
{
    constexpr std::size_t longest = 400;
    if (bytes.empty())
        return "(nothing)";
    if (withoutControls(bytes) != bytes)
        return dumpText(bytes, longest).value_or(fmt::format("({} bytes)", bytes.size()));
    return bytes.size() > longest ? withoutControls(bytes.substr(0, longest)) + "…" : bytes;
}

/// The same of a plain key, as change_of_keys.cpp writes it: when it was to expire, and of one that was
/// deleted its value.
std::string keyImageText(const std::string& image, bool wasDeleted)
{
    const std::size_t colon = std::min(image.find(':'), image.size());
    const std::string expires = image.substr(0, colon);
    std::string text = expires == "0" ? std::string("no expiry")
                                      : fmt::format("expiry at {} ms since 1970", printable(expires));
    if (wasDeleted)
        text += fmt::format(", {}", imageText(image.substr(std::min(colon + 1, image.size()))));
    return text;
}

Json readBegun(AuditEntry& entry)
{
    Json begun = readDocument(entry.begun);
    entry.act = begun.at("act").get<std::string>();
    entry.reason = percentDecoded(begun.value("reason", std::string()));
    entry.tokenCount = begun.value("tokens", std::size_t(0));
    for (const std::string& key : texts(begun.value("keys", Json::array())))
        entry.keys.push_back(percentDecoded(key));
    entry.keyCount = begun.value("keyCount", std::size_t(0));
    for (const std::string& command : texts(begun.value("commands", Json::array())))
        entry.commands.push_back(withoutControls(command));
    entry.commandCount = begun.value("commandCount", std::size_t(0));
    entry.undoes = printable(begun.value("undoes", std::string()));
    entry.cut = begun.value("cut", false);
    readTokensAndKeys(entry, begun);
    entry.subjects = subjectsFrom(begun);
    if (entry.isMark())
        entry.result = AuditEntry::Result::Made;
    return begun;
}

AuditEntry::Result resultOf(const AuditEntry& entry, bool uncertain)
{
    using Result = AuditEntry::Result;
    if (uncertain)
        return Result::Uncertain;
    if (entry.made == 0)
        return Result::Failed;
    if (entry.made < entry.asked)
        return Result::Partly;
    return entry.changed == 0 ? Result::Unchanged : Result::Made;
}

void readCompleted(AuditEntry& entry, const Json& begun)
{
    const Json completed = readDocument(entry.completed);
    entry.asked = completed.at("asked").get<std::size_t>();
    entry.made = completed.at("made").get<std::size_t>();
    entry.changed = completed.at("changed").get<std::size_t>();
    entry.cameSince = completed.value("cameSince", std::size_t(0));
    entry.cut = entry.cut || completed.value("cut", false);
    entry.left = completed.value("left", std::vector<std::uint32_t>());
    if (const Json trouble = completed.value("trouble", Json()); trouble.is_string())
        entry.trouble = printable(percentDecoded(trouble.get<std::string>()));
    else if (completed.value("denied", false))
        entry.trouble = "a rule or a block denied it";
    else if (entry.cameSince > 0)
        entry.trouble = "something else had happened since";
    else if (completed.value("notKnown", std::size_t(0)) > 0)
        entry.trouble = "it was not known whether something else had happened since";
    else if (!completed.value("published", true))
        entry.trouble = "another version had been published in between";
    entry.result = resultOf(entry, completed.value("uncertain", false));
    entry.damaged = !canReadBefore(begun, completed);
}

// Whether an undo has undone something, or may have.
bool hasUndone(const AuditEntry& undo)
{
    return undo.changed > 0 || undo.result == AuditEntry::Result::Open ||
           undo.result == AuditEntry::Result::Uncertain;
}

// False: the first document cannot be read. Without the second it is not known what became of the change.
bool readEntry(AuditEntry& entry)
{
    try {
        readable([&entry] {
            const Json begun = readBegun(entry);
            try {
                if (!entry.completed.empty())
                    readable([&] { readCompleted(entry, begun); });
            } catch (const InvalidArgument&) {
                entry.damaged = true;
            }
        });
        return true;
    } catch (const InvalidArgument&) {
        return false;
    }
}

// Puts both entries of each change together; they come the newest first, so a result before its change, and
// an undo before what it undoes.
class Joiner {
public:
    explicit Joiner(const AuditFilter& filter) : m_filter(filter) {}

    void add(AuditRecord record)
    {
        if (record.completes) {
            m_results.insert_or_assign(std::move(record.id), std::move(record.document));
            return;
        }
        AuditEntry entry;
        entry.id = std::move(record.id);
        entry.at = record.at;
        entry.by = std::move(record.by);
        entry.host = std::move(record.host);
        entry.program = std::move(record.program);
        entry.begun = std::move(record.document);
        if (auto result = m_results.extract(entry.id))
            entry.completed = std::move(result.mapped());
        if (!readEntry(entry)) {
            if (m_filter.before && entry.at >= *m_filter.before)
                return;
            ++list.unreadable;
            if (list.unreadableIds.size() < AuditList::mostUnreadable)
                list.unreadableIds.push_back(entry.id);
            return;
        }
        if (!entry.undoes.empty() && hasUndone(entry)) // the newest of several counts
            m_undone.try_emplace(entry.undoes, Undo{entry.id, std::exchange(entry.left, {})});
        if (auto undone = m_undone.extract(entry.id)) {
            Undo& undo = undone.mapped();
            (undo.left.empty() ? entry.undoneBy : entry.partlyBy) = undo.id;
            entry.left = std::move(undo.left);
        }
        if (m_filter.matches(entry))
            list.entries.push_back(std::move(entry));
        else if (entry.cut && entry.tokens.size() < entry.tokenCount &&
                 (!m_filter.tokens.empty() ||
                  m_filter.words.ask(entry, m_filter.now) == EntryFilter::Answer::Varies))
            ++list.maybe;
    }

    AuditList list;

private:
    const AuditFilter& m_filter;
    std::map<std::string, std::string> m_results; // by the change's id
    struct Undo {
        std::string id;
        std::vector<std::uint32_t> left;
    };
    std::map<std::string, Undo> m_undone; // by the change's id
};

AuditRecord recordOf(ReplyView entry)
{
    AuditRecord record;
    record.id = entry[0].string();
    record.at = momentOfId(record.id);
    const ReplyView fields = entry[1];
    record.completes = fields.field("kind") == "completed";
    record.by = fields.field("by");
    record.host = fields.field("host");
    record.program = fields.field("program");
    record.document = fields.field("document");
    if (record.completes)
        record.id = fields.field("of");
    return record;
}

AuditRecord recordOf(const Json& line)
{
    const auto bytes = [&line](const char* name) {
        return percentDecoded(line.value(name, std::string()));
    };
    return {line.at("id").get<std::string>(),
            Instant(Micros(line.at("at_us").get<std::int64_t>())),
            line.at("kind") == "completed",
            bytes("by"),
            bytes("host"),
            bytes("program"),
            line.at("document").get<std::string>()};
}

bool isAmong(const std::vector<std::string>& all, const std::string& one)
{
    return std::ranges::find(all, one) != all.end();
}

} // namespace

Change AuditEntry::change() const
{
    return readable([this] {
        Change change = changeFrom(readDocument(begun));
        change.by = by;
        return change;
    });
}

ChangeOutcome AuditEntry::outcome() const
{
    if (damaged)
        refuseDamaged();
    if (result == Result::Open)
        throw InvalidArgument(
            "its result was not recorded: it is not known whether it was made, nor what was there "
            "before");
    return readable([this] {
        ChangeOutcome outcome = outcomeFrom(readDocument(begun), readDocument(completed));
        outcome.change.by = by;
        outcome.audit.id = id;
        outcome.audit.undo = partlyBy;
        outcome.at = at;
        if (!partlyBy.empty())
            std::erase_if(outcome.undoable, [this](const ChangeOutcome::Made& one) {
                return std::ranges::find(left, one.subject) == left.end();
            });
        return outcome;
    });
}

std::vector<std::string> AuditEntry::beforeImages(std::size_t most) const
{
    if (damaged)
        refuseDamaged();
    std::vector<std::string> lines;
    if (completed.empty())
        return lines;
    return readable([&] {
        const Json ended = readDocument(completed);
        const Json first = readDocument(begun);
        if (ended.contains("former")) {
            const Json& former = ended["former"];
            lines.push_back(former.is_null() ? std::string("(not published)")
                                             : imageText(percentDecoded(former.get<std::string>())));
            return lines;
        }
        const Json theirs = first.value("subjects", Json::array());
        const bool ofKeys = first.value("intent", Json::object()).contains("keys");
        for (const Json& one : ended.value("before", Json::array())) {
            if (lines.size() == most)
                break;
            const auto place = one.at(0).get<std::size_t>();
            const std::string whose = place < theirs.size()
                                          ? percentDecoded(theirs[place].at(0).get<std::string>())
                                      : place < keys.size() ? keys[place]
                                                            : std::string();
            const std::string what = percentDecoded(one.at(1).get<std::string>());
            const auto units = one.at(2).get<Units>();
            const std::string_view unit = traitsNamed(act).on == ActOn::Slots ? "slot" : "unit";
            lines.push_back(fmt::format("{}: {}", printable(whose),
                                        units > 0 ? fmt::format("{} {}{}", units, unit, units == 1 ? "" : "s")
                                        : ofKeys  ? keyImageText(what, act == "delete-keys")
                                                  : imageText(what)));
        }
        return lines;
    });
}

std::string AuditEntry::json(std::size_t most) const
{
    const auto all = [](const std::vector<std::string>& bytes) {
        Json array = Json::array();
        for (const std::string& one : bytes)
            array.push_back(printable(one));
        return array;
    };
    Json line{{"id", id},
              {"at_us", at.time_since_epoch().count()},
              {"by", printable(by)},
              {"host", printable(host)},
              {"program", printable(program)},
              {"act", printable(act)},
              {"result", nameOf(result)},
              {"reason", printable(reason)},
              {"tokens", all(tokens)},
              {"token_count", tokenCount},
              {"policies", all(policies)},
              {"formats", all(formats)},
              {"keys", all(keys)},
              {"key_count", keyCount},
              {"commands", commands},
              {"command_count", commandCount},
              {"asked", asked},
              {"made", made},
              {"changed", changed},
              {"trouble", trouble},
              {"undoes", undoes},
              {"undone_by", undoneBy},
              {"partly_undone_by", partlyBy},
              {"cut", cut},
              {"damaged", damaged}};
    if (!completed.empty() && !damaged)
        line["before"] = readDocument(completed).value("before", Json::array());
    const auto text = [&line] {
        return line.dump(-1, ' ', true);
    };
    std::string whole = text();
    for (const char* const list : {"before", "commands", "keys", "tokens"})
        if (whole.size() > most && line.contains(list)) {
            line[list] = Json::array();
            line["cut"] = true;
            whole = text();
        }
    return whole;
}

std::string_view nameOf(AuditEntry::Result result)
{
    constexpr std::array<std::string_view, std::size_t(AuditEntry::Result::Uncertain) + 1> names{
        "unknown", "made", "partly", "unchanged", "failed", "uncertain"};
    return names.at(std::size_t(result));
}

bool AuditEntry::isMark() const
{
    return act == markAct;
}

bool AuditFilter::matches(const AuditEntry& entry) const
{
    const auto isWanted = [&](const std::string& token) {
        return isAmong(entry.tokens, token) || isAmong(entry.keys, token);
    };
    return (tokens.empty() || entry.isMark() || std::ranges::any_of(tokens, isWanted)) &&
           (policy.empty() || entry.isMark() || isAmong(entry.policies, policy)) &&
           (by.empty() || entry.by == by) && (id.empty() || entry.id == id) &&
           (!since || entry.at >= *since) && (!before || entry.at < *before) &&
           words.ask(entry, now) == EntryFilter::Answer::Yes;
}

std::string undoerOf(ReplyView newest, std::string_view change, std::string_view own)
{
    std::map<std::string, std::string> results;
    std::string undoer;
    bool isBefore = false;
    for (std::size_t i = 0; i < newest.size(); ++i) { // the newest first
        AuditRecord record = recordOf(newest[i]);
        if (record.completes) {
            results.insert_or_assign(std::move(record.id), std::move(record.document));
            continue;
        }
        if (record.id == own) {
            isBefore = true;
            continue;
        }
        AuditEntry entry;
        entry.begun = std::move(record.document);
        if (const auto result = results.extract(record.id))
            entry.completed = std::move(result.mapped());
        // What cannot be read is of another version, or by hand.
        if (readEntry(entry) && isBefore && entry.undoes == change && hasUndone(entry))
            undoer = printable(record.by);
    }
    return undoer;
}

AuditList readAudit(Server& server, const AuditFilter& filter, std::size_t most)
{
    Joiner joiner(filter);
    std::string from = "+";
    const auto since = filter.since.value_or(Instant{}).time_since_epoch();
    const std::string to = std::to_string(
        std::max<std::int64_t>(0, std::chrono::floor<std::chrono::milliseconds>(since).count()));
    // What few changes take, and more at a time where they are far apart.
    for (std::size_t pageSize =
             std::clamp(recordsOfChange * std::min(most, largestPage) + 1, smallestPage, largestPage);
         ; pageSize = std::min(2 * pageSize, largestPage)) {
        const Reply reply = server.call({"XREVRANGE", auditKey, from, to, "COUNT", std::to_string(pageSize)});
        const ReplyView entries = reply.view();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            AuditRecord record = recordOf(entries[i]);
            if (filter.since && record.at < *filter.since && !record.completes)
                return std::move(joiner.list);
            joiner.add(std::move(record));
            if (joiner.list.entries.size() >= most) {
                joiner.list.complete = i + 1 == entries.size() && entries.size() < pageSize;
                return std::move(joiner.list);
            }
        }
        if (entries.size() < pageSize)
            return std::move(joiner.list);
        from = "(" + std::string(entries[entries.size() - 1][0].string());
    }
}

AuditList readAudit(const AuditMirror& mirror, const AuditFilter& filter, std::size_t most)
{
    Joiner joiner(filter);
    const std::vector<std::string> lines = mirror.lines();
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        try {
            joiner.add(readable([&line] { return recordOf(readDocument(*line)); }));
        } catch (const InvalidArgument&) {
            ++joiner.list.unreadable;
            continue;
        }
        if (joiner.list.entries.size() >= most) {
            joiner.list.complete = &*line == &lines.front();
            break;
        }
    }
    return std::move(joiner.list);
}

} // namespace ratewarden
