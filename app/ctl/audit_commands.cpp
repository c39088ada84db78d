// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl audit`: what was changed, by whom; undo, and handing old entries on.
#include "app/ctl/audit_files.h"
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t usualMost = 100;

struct AuditListOptions {
    std::string token;
    std::string policy;
    std::string by;
    std::string since;
    std::string filter;
    std::size_t most = usualMost;
    bool local = false;

    bool choosesNone() const
    {
        return token.empty() && policy.empty() && by.empty() && since.empty() && filter.empty() &&
               most == usualMost && !local;
    }
};

std::string namesText(const std::vector<std::string>& names, std::size_t count)
{
    constexpr std::size_t named = 3;
    std::vector<std::string> first;
    for (std::size_t i = 0; i < std::min(named, names.size()); ++i)
        first.push_back(printable(names[i]));
    return fmt::format("{}{}", fmt::join(first, ", "),
                       count > first.size() ? fmt::format(" and {} more", count - first.size()) : "");
}

std::string whomText(const AuditEntry& entry)
{
    std::string text = !entry.tokens.empty() ? namesText(entry.tokens, entry.tokenCount)
                       : !entry.policies.empty() || entry.keys.empty()
                           ? namesText(entry.policies, entry.policies.size())
                           : namesText(entry.keys, std::max(entry.keyCount, entry.keys.size()));
    if (!entry.tokens.empty() && !entry.policies.empty())
        text += fmt::format(" under {}", namesText(entry.policies, entry.policies.size()));
    return text;
}

std::string resultText(const AuditEntry& entry)
{
    std::string text = entry.result == AuditEntry::Result::Open
                           ? std::string("it is not known whether this was made")
                           : std::string(nameOf(entry.result));
    if (entry.result == AuditEntry::Result::Partly)
        text += fmt::format(" ({} of {})", entry.made, entry.asked);
    if (!entry.trouble.empty())
        text += fmt::format(" ({})", entry.trouble);
    if (!entry.undoes.empty())
        text += fmt::format("; undoes {}", entry.undoes);
    if (!entry.undoneBy.empty())
        text += fmt::format("; undone by {}", entry.undoneBy);
    if (!entry.partlyBy.empty())
        text += fmt::format("; undone in part by {}", entry.partlyBy);
    if (entry.cut)
        text += "; too large to be recorded whole";
    if (entry.damaged)
        text += "; its entry in the audit trail is damaged";
    return text;
}

Tone toneOfResult(AuditEntry::Result result)
{
    return result == AuditEntry::Result::Open || result == AuditEntry::Result::Partly ? Tone::Warning
                                                                                      : Tone::Plain;
}

void addEntry(Table& table, const AuditEntry& entry)
{
    table.add({printable(entry.id), localTime(entry.at),
               fmt::format("{}@{}", printable(entry.by), printable(entry.host)),
               fmt::format("{} {}", printable(entry.act), whomText(entry)),
               Cell(resultText(entry), toneOfResult(entry.result))});
    if (!entry.reason.empty())
        table.addDetail(fmt::format("\"{}\"", printable(entry.reason)));
    for (const std::string& command : entry.commands)
        table.addDetail(command);
    if (entry.commandCount > entry.commands.size())
        table.addDetail(fmt::format("… and {} more commands", entry.commandCount - entry.commands.size()));
    if (entry.damaged)
        return;
    for (const std::string& before : entry.beforeImages(3))
        table.addDetail(fmt::format("before: {}", before));
}

std::string unreadableText(const AuditList& found)
{
    return fmt::format("this version cannot read {}", counted(found.unreadable, "entry", "entries"));
}

AuditFilter filterOf(const AuditListOptions& options, Instant now)
{
    AuditFilter filter;
    if (!options.token.empty())
        for (const bool hashed : {false, true})
            filter.tokens.emplace_back(NameInRedis(options.token, hashed).text());
    filter.policy = options.policy;
    filter.by = options.by;
    if (!options.since.empty())
        filter.since = now - parseDuration(options.since);
    filter.words = EntryFilter(options.filter);
    noteForeignWord(filter.words);
    filter.now = now;
    return filter;
}

Exit listEntries(Terminal& terminal, const AuditListOptions& options)
{
    Terminal::formats(); // the user's, too, which a filter may name
    AuditList found;
    if (options.local)
        found = readAudit(
            terminal.auditing().trail->mirror(),
            filterOf(options, std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now())),
            options.most);
    else
        found = readAudit(terminal.server(),
                          filterOf(options, options.since.empty() && options.filter.empty()
                                                ? Instant{}
                                                : clockOf(terminal.server())),
                          options.most);
    if (terminal.isJson()) {
        fmt::print("[");
        for (const AuditEntry& entry : found.entries)
            fmt::print("{}{}", &entry == &found.entries.front() ? "" : ",", entry.json());
        fmt::print("]\n");
    } else {
        Table table(
            {{"ID"}, {"TIME"}, {"BY", Table::Long}, {"CHANGE", Table::Long}, {"RESULT", Table::Long}});
        for (const AuditEntry& entry : found.entries)
            addEntry(table, entry);
        if (!table.isEmpty())
            table.print(terminal.screen());
        else
            fmt::print("no change {} recorded{}\n",
                       found.unreadable > 0    ? "that can be read is"
                       : options.choosesNone() ? "is"
                                               : "that matches is",
                       options.local ? " on this machine" : "");
    }
    if (!found.complete)
        Terminal::note(fmt::format("there are more; --most shows more than {}", options.most));
    if (found.maybe > 0)
        Terminal::note(
            fmt::format("{} of many tokens {} only some of them: this token may be among the others",
                        counted(found.maybe, "change", "changes"), found.maybe == 1 ? "names" : "name"));
    if (found.unreadable > 0)
        Terminal::note(unreadableText(found));
    return Done;
}

struct UndoOptions {
    std::string id;
    std::string by;
    bool replace = false;
    bool dryRun = false;
};

// Of a block of another limiter's key, which each of its requests may count in.
std::string orResetText(const AuditEntry& entry)
{
    const bool isOthers = !entry.formats.empty() &&
                          std::ranges::find(ratewardenFormats(), entry.formats.front(), &Format::name) ==
                              ratewardenFormats().end();
    return isOthers && entry.act == "block" && entry.keys.size() == 1
               ? fmt::format(
                     ", and \"ratewarden-ctl reset --key {}\" lifts the block and forgets what was used",
                     shellWord(entry.keys.front()))
               : std::string();
}

// Says whether it would be refused, as far as this user may look.
Exit dryRunUndo(Terminal& terminal, const AuditEntry& entry, bool replace)
{
    ChangeOutcome outcome = entry.outcome();
    if (replace)
        readWhatIsReplaced(terminal.server(), outcome);
    const Undoing seen = replace ? Undoing() : foreseeUndo(terminal.server(), outcome);
    const std::size_t since = seen.count(Undone::CameSince);
    const std::size_t unknown = seen.count(Undone::NotKnown);
    printCommands(terminal, previewUndo(outcome, replace), {{"came_since", since}, {"not_known", unknown}});
    if (seen.trouble)
        Terminal::note(fmt::format("whether something else has happened since is not known: {}",
                                   englishText(seen.trouble.first)));
    const auto noteOf = [&](std::string_view what, std::size_t count) {
        if (count > 0)
            Terminal::note(fmt::format("{}{}: without --replace this is not undone{}", what,
                                       count < seen.results.size()
                                           ? fmt::format(" to {} of {}", count, seen.results.size())
                                           : std::string(),
                                       orResetText(entry)));
    };
    noteOf("something else has happened since", since);
    noteOf("it is not known whether something else has happened since", unknown);
    return since + unknown > 0 ? Denied : Done;
}

Exit undoEntry(Terminal& terminal, const UndoOptions& options)
{
    terminal.server(); // loads the user's formats, which the change may be of
    const AuditEntry entry = entryToUndo(terminal.server(), options.id);
    const std::string name = fmt::format("{} {}", printable(entry.act), whomText(entry));
    if (options.dryRun)
        return dryRunUndo(terminal, entry, options.replace);
    AuditSettings settings = terminal.auditing().trail->settings();
    settings.by = options.by;
    const AuditTrail trail(settings);
    const bool required = terminal.auditing().required;
    const AuditUndo undone =
        undoFromTrail(terminal.server(), options.id, {&trail, required}, options.replace);
    const Undoing& undoing = undone.undoing;
    checkRecorded(undoing.audit, required);
    if (undoing.trouble)
        std::rethrow_exception(undoing.trouble.cause);
    const std::size_t back = undoing.count(Undone::AsItWas) + undoing.count(Undone::Merged);
    const std::size_t since = undoing.count(Undone::CameSince);
    const std::size_t unknown = undoing.count(Undone::NotKnown);
    const std::size_t denied = undoing.count(Undone::Denied);
    std::string sentence = back > 0 ? fmt::format("undone: {}", name) : fmt::format("not undone: {}", name);
    if (back > 0 && back < undoing.results.size())
        sentence += fmt::format(", for {} of {}", back, undoing.results.size());
    if (undoing.count(Undone::Merged) > 0)
        sentence += "; what was charged since stays";
    if (since > 0)
        sentence +=
            "; something else has happened since: --replace undoes it all the same" + orResetText(entry);
    if (unknown > 0)
        sentence +=
            "; it is not known whether something else has happened since: --replace undoes it all the same";
    if (denied > 0)
        sentence += "; there is no room to charge the units again";
    if (undoing.count(Undone::Expired) > 0)
        sentence += "; it no longer matters";
    terminal.print({{"id", options.id},
                    {"asked", undoing.results.size()},
                    {"undone", back},
                    {"came_since", since},
                    {"not_known", unknown}},
                   sentence);
    return since + unknown + denied > 0 ? Denied : Done;
}

// What keeps entries from being removed, and what to do about it.
std::string wayOutText(const AuditList& found, bool isCut)
{
    std::vector<std::string> ids = found.unreadableIds;
    for (const AuditEntry& entry : found.entries)
        if (entry.damaged)
            ids.push_back(entry.id);
    std::string text;
    if (!ids.empty()) {
        constexpr std::size_t most = 10;
        const std::size_t more = ids.size() - std::min(ids.size(), most);
        ids.resize(ids.size() - more);
        text =
            fmt::format("; broken: {}{}. Look at one with XRANGE {} ID ID, keep what it says if it matters, "
                        "remove it with XDEL {} ID, and export again",
                        printable(fmt::format("{}", fmt::join(ids, ", "))),
                        more > 0 ? fmt::format(" and {} more", more) : std::string(), auditKey, auditKey);
    }
    if (isCut)
        text += "; what is too long for syslog goes whole into a file";
    return text;
}

struct AuditExportOptions {
    std::string before;
    std::string file;
    bool syslog = false;
    bool trim = false;
};

Exit exportEntries(Terminal& terminal, const AuditExportOptions& options)
{
    if (options.file.empty() != options.syslog)
        throw InvalidArgument("give either a file or --syslog");
    const bool isOutput = options.file == "-";
    if (isOutput && options.trim)
        throw InvalidArgument("--trim wants a file or --syslog: whether whatever reads standard output has "
                              "stored it is not known here");
    AuditFilter filter;
    Server& server = terminal.server();
    filter.before = clockOf(server) - parseDuration(options.before);
    const AuditList found = readAudit(server, filter, std::numeric_limits<std::size_t>::max());
    if (isOutput) {
        for (auto entry = found.entries.rbegin(); entry != found.entries.rend(); ++entry)
            fmt::print("{}\n", entry->json());
        if (found.unreadable > 0)
            Terminal::note(unreadableText(found));
        return Done;
    }
    const Handed handed =
        options.syslog ? handToSyslog(found.entries) : Handed{writeNewFile(options.file, found.entries), 0};
    Json answer{{"changes", handed.changes}};
    std::string sentence = fmt::format(
        "{} {}", counted(handed.changes, "change", "changes"),
        options.syslog ? "handed to syslog" : fmt::format("written to {}", printable(options.file)));
    if (handed.cut > 0)
        Terminal::note(fmt::format("{} of them were too long for syslog, and are cut", handed.cut));
    if (found.unreadable > 0)
        Terminal::note(unreadableText(found));
    const bool isWhole =
        handed.cut == 0 && found.unreadable == 0 && std::ranges::none_of(found.entries, &AuditEntry::damaged);
    if (options.trim && !isWhole) {
        terminal.print(answer, sentence);
        return terminal.complain("not_removed",
                                 "nothing is removed from the server: not all was handed on whole" +
                                     wayOutText(found, handed.cut > 0),
                                 Denied);
    }
    if (options.trim) {
        const std::int64_t removed = trimAudit(server, *filter.before);
        answer["removed_entries"] = removed;
        sentence +=
            fmt::format("; {} removed from the server", counted(std::uint64_t(removed), "entry", "entries"));
    }
    terminal.print(answer, sentence);
    return Done;
}

} // namespace

void addAuditCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App& audit =
        *app.add_subcommand("audit", "List what was changed, by whom and why; undo it; hand old entries on");
    audit.require_subcommand(0, 1);
    audit.fallthrough();
    const auto options = std::make_shared<AuditListOptions>();
    takeEscapes(audit,
                *audit.add_option("--token", options->token, "Only changes of this token, or of this key"));
    takeEscapes(audit, *audit.add_option("--policy", options->policy, "Only under this policy"));
    audit.add_option("--by", options->by, "Only by this author");
    audit.add_option("--since", options->since, "Only as old as that: 1h, 30d");
    declareFilter(audit, options->filter, "changes", "action:block -by:alice since:14:00");
    audit.add_option("--most", options->most, "At most so many, the newest")
        ->check(CLI::Range(std::size_t(1), std::size_t(1'000'000)))
        ->capture_default_str();
    audit.add_flag("--local", options->local, "What this machine has recorded, of every server");
    audit.callback([&audit, &terminal, options] {
        if (audit.get_subcommands().empty())
            terminal.exit = listEntries(terminal, *options);
    });
    const auto alone = [options](auto run) { // what the list is chosen by means nothing to the others
        return [options, run](Terminal& where, const auto& given) {
            if (!options->choosesNone())
                throw InvalidArgument(
                    "leave out --token, --policy, --since, --filter, --most, --local and a --by before "
                    "the command: they are for the list that \"ratewarden-ctl audit\" prints");
            return run(where, given);
        };
    };
    addCommand<UndoOptions>(
        audit, terminal, "undo", "Undo a change, regardless of who made it",
        [](CLI::App& command, UndoOptions& undo) {
            command.add_option("id", undo.id, "Its entry, as audit lists it")->required();
            addAuthorOption(command, undo.by);
            command.add_flag("--replace", undo.replace, "Also where something else has happened since");
            command.add_flag("--dry-run", undo.dryRun, "Print the commands and change nothing");
        },
        alone(undoEntry));
    addCommand<AuditExportOptions>(
        audit, terminal, "export", "Write old entries to a file, standard output or syslog, as lines of JSON",
        [](CLI::App& command, AuditExportOptions& handing) {
            command.add_option("--before", handing.before, "Those that are older than that: 30d")->required();
            command.add_option("file", handing.file, "A new file; \"-\" for standard output");
            command.add_flag("--syslog", handing.syslog, "To syslog, as \"ratewarden\"");
            command.add_flag("--trim", handing.trim, "Then remove them from the server");
        },
        alone(exportEntries));
}

} // namespace ratewarden::ctl
