// SPDX-License-Identifier: MIT
#include "core/admin/audit.h"

#include "core/admin/audit_json.h"
#include "core/admin/login_name.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t entriesOfChange = 2;
constexpr std::string_view localId = "local-";

Command addCommand(const AuditSettings& settings)
{
    Command command{"XADD", auditKey, "MAXLEN", "~"};
    command.add(settings.mostChanges * entriesOfChange).add("*");
    return command;
}

Instant clockHere()
{
    return std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
}

// Whether it makes sense to try the change without an entry: the server is there, and takes writes.
bool concernsEntryAlone(const Error& error)
{
    const auto* const unavailable = dynamic_cast<const Unavailable*>(&error);
    return !unavailable || unavailable->reason() == Unavailable::Reason::OutOfMemory;
}

// Redis names no key in such an answer.
std::string rightMissingFor(const Error& error)
{
    const auto* const refused = dynamic_cast<const Refused*>(&error);
    if (!refused || refused->reason() != Refused::Reason::MissingRight)
        return {};
    return refused->missing().empty() ? fmt::format("~{}", auditKey) : refused->missing();
}

// The server does not answer: an entry would only wait as long again.
bool isLost(const Trouble& trouble)
{
    using Reason = UnavailableReason;
    const auto* const reason = std::get_if<Reason>(&trouble.first.code);
    return reason && (*reason == Reason::NoConnection || *reason == Reason::ClosedUnheard ||
                      *reason == Reason::TimedOut || *reason == Reason::Cancelled);
}

std::string hostName()
{
    constexpr std::size_t longest = 256;
    std::array<char, longest> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : std::string();
}

Json mirrored(const char* kind, const std::string& id, const Server& server, Instant at)
{
    return {{"kind", kind},
            {"id", id},
            {"server", textFromBytes(server.where())},
            {"at_us", at.time_since_epoch().count()}};
}

} // namespace

std::int64_t usualMostChanges()
{
    const std::string_view text = environment("RATEWARDEN_AUDIT_CHANGES");
    if (text.empty())
        return AuditSettings().mostChanges;
    constexpr std::int64_t largest = 10'000'000;
    const auto most = parsedNumber<std::int64_t>(text);
    if (!most || *most < 1 || *most > largest)
        throw InvalidArgument(
            fmt::format("RATEWARDEN_AUDIT_CHANGES is \"{}\": set it to a number of changes from 1 "
                        "to {}, or unset it",
                        printable(text), largest));
    return *most;
}

AuditSettings usualAuditSettings(std::string program)
{
    AuditSettings settings{loginName(), hostName(), std::move(program), auditMirrorPath()};
    try {
        settings.mostChanges = usualMostChanges();
    } catch (const InvalidArgument&) { // a window keeps the usual number
    }
    return settings;
}

AuditTrail::AuditTrail(AuditSettings settings) : m_settings(std::move(settings)), m_mirror(m_settings.mirror)
{
}

Recorded AuditTrail::begin(Server& server, const std::string& by, const std::string& document, Command also,
                           std::vector<Reply>& replies, Instant& at) const
{
    const std::string& author = by.empty() ? m_settings.by : by;
    Command add = addCommand(m_settings);
    add.add("kind").add("begun").add("by").add(author).add("host").add(m_settings.host);
    add.add("program").add(m_settings.program).add("document").add(document);
    std::vector<Command> commands{Command{"TIME"}, std::move(add)};
    if (!also.arguments().empty())
        commands.push_back(std::move(also));
    replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    at = answers.clock(0);
    Recorded recorded;
    try {
        recorded.id = answers.checked(1).string();
    } catch (const Error& error) {
        static std::atomic<unsigned> count = 0;
        recorded.id = fmt::format("{}{}-{}-{}", localId, at.time_since_epoch().count(), getpid(), ++count);
        recorded.refused = error.problem();
        recorded.cause = std::current_exception();
        recorded.right = rightMissingFor(error);
        recorded.canGoOn = concernsEntryAlone(error);
    }
    Json line = mirrored("begun", recorded.id, server, at);
    line["by"] = textFromBytes(author);
    line["host"] = textFromBytes(m_settings.host);
    line["program"] = textFromBytes(m_settings.program);
    line["document"] = document;
    recorded.mirror = m_mirror.append(line.dump());
    return recorded;
}

Recorded AuditTrail::begin(Server& server, const Change& change, const Preview& preview, Instant& at) const
{
    std::vector<Reply> replies;
    return begin(server, change.by, begunDocument(change, preview, m_settings.largest).dump(), {}, replies,
                 at);
}

std::string AuditTrail::mark(Server& server, const std::string& by, const std::string& text) const
{
    std::vector<Reply> replies;
    Instant at{};
    const Recorded recorded = begin(server, by, markDocument(text).dump(), {}, replies, at);
    if (recorded.refused)
        std::rethrow_exception(recorded.cause);
    return recorded.id;
}

Recorded AuditTrail::beginUndo(Server& server, const ChangeOutcome& outcome, const Preview& preview,
                               std::string& undoneBy) const
{
    Command newest;
    const std::string& known = outcome.audit.undo;
    if (const std::string& change = outcome.audit.id; !change.empty() && !change.starts_with(localId))
        newest = {"XREVRANGE", auditKey, "+", "(" + (known.empty() ? change : known), "COUNT", "1000"};
    const bool asks = !newest.arguments().empty();
    std::vector<Reply> replies;
    Instant ignored{};
    Recorded recorded = begin(server, m_settings.by, begunUndo(outcome, preview, m_settings.largest).dump(),
                              std::move(newest), replies, ignored);
    if (asks && !recorded.refused &&
        !replies.back().view().isError()) // who may not read has looked at nothing
        undoneBy = undoerOf(replies.back().view(), outcome.audit.id, recorded.id);
    return recorded;
}

void AuditTrail::complete(Server& server, const Trouble& trouble, const std::string& document,
                          Recorded& recorded) const
{
    if (!recorded.refused && isLost(trouble)) {
        recorded.incomplete = trouble.first;
    } else if (!recorded.refused) {
        Command add = addCommand(m_settings);
        add.add("kind").add("completed").add("of").add(recorded.id).add("document").add(document);
        try {
            server.call(add);
        } catch (const Error& error) {
            recorded.incomplete = error.problem();
        }
    }
    Json line = mirrored("completed", recorded.id, server, clockHere());
    line["document"] = document;
    if (std::string problem = m_mirror.append(line.dump()); recorded.mirror.empty())
        recorded.mirror = std::move(problem);
}

void AuditTrail::complete(Server& server, const ChangeOutcome& outcome, Recorded& recorded) const
{
    complete(server, outcome.trouble, completedDocument(outcome, m_settings.largest).dump(), recorded);
}

void AuditTrail::complete(Server& server, const Undoing& undoing, const ChangeOutcome& left,
                          Recorded& recorded) const
{
    complete(server, undoing.trouble, completedUndo(undoing, left).dump(), recorded);
}

std::string changeText(const AuditEntry& entry)
{
    constexpr std::size_t most = 3;
    std::string text = entry.act;
    for (const auto* const names : {&entry.policies, &entry.tokens})
        for (std::size_t i = 0; i < std::min(most, names->size()); ++i)
            text += (i == 0 ? " " : ", ") + (*names)[i];
    if (entry.tokenCount > most)
        text += fmt::format(", … ({} tokens)", entry.tokenCount);
    return printable(entry.reason.empty() ? text : text + ": " + entry.reason);
}

AuditEntry entryToUndo(Server& server, const std::string& id)
{
    AuditFilter filter;
    filter.id = id;
    AuditList list = readAudit(server, filter, 1);
    if (list.entries.empty())
        throw InvalidArgument(fmt::format("the audit trail has no entry {} (any more)", printable(id)));
    AuditEntry entry = std::move(list.entries.front());
    if (!entry.undoneBy.empty())
        throw InvalidArgument(fmt::format("it has been undone already, by entry {}", entry.undoneBy));
    return entry;
}

AuditUndo undoFromTrail(Server& server, const std::string& id, const Auditing& auditing, bool replace)
{
    AuditUndo undone{entryToUndo(server, id).outcome(), {}};
    if (undone.outcome.change.publishing() && auditing.trail) // who is to be named in the policy's history
        undone.outcome.change.by = auditing.trail->settings().by;
    undone.undoing = undo(server, undone.outcome, replace, auditing);
    return undone;
}

std::int64_t trimAudit(Server& server, Instant before)
{
    const auto millis = std::chrono::floor<std::chrono::milliseconds>(before.time_since_epoch()).count();
    const Reply reply =
        server.call({"XTRIM", auditKey, "MINID", fmt::format("{}-0", std::max<std::int64_t>(millis, 0))});
    return reply.view().integer();
}

} // namespace ratewarden
