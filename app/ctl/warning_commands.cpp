// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/finding_text.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/sentences.h"
#include "app/ctl/tokens.h"
#include "app/ctl/unread.h"
#include "core/admin/change.h"
#include "core/admin/login_name.h"
#include "core/admin/policy_of.h"
#include "core/admin/server_warnings.h"
#include "core/admin/token_walk.h"
#include "core/formats/format.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "core/tokens/warning_tally.h"
#include "core/watch/dismissal_file.h"
#include "core/watch/finding_book.h"
#include "core/watch/finding_remedy.h"
#include "core/watch/finding_round.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// All tokens of the server, read once, and those with a lock twice.
class Search {
public:
    /// `wanted`: whose tokens are kept.
    explicit Search(Server& server, std::optional<WarningCode> wanted = {})
        : m_server(server)
        , m_wanted(wanted)
        , m_book(policiesIfAllowed(server))
        , m_walk(server, m_book, TokenWalk::Which::WithState)
    {
    }

    void run()
    {
        while (!m_walk.isAtEnd())
            for (const Reading& reading : m_walk.readPage())
                take(reading);
        lookAgain();
    }

    std::size_t tokens() const { return m_walk.tokens(); }
    std::size_t unread() const { return m_unread; }
    const TokenWalk& walk() const { return m_walk; }
    bool sawAll() const { return m_unread == 0 && m_walk.unread() == 0 && m_walk.lostNodes().empty(); }
    const std::string& problem() const { return m_problem; }
    const PolicyBook& policies() const { return m_book; }
    const std::vector<Subject>& subjects() const { return m_subjects; }
    std::vector<Finding> findings(const ServerCheck& check, Instant now) const
    {
        return m_round.finish(m_server, check, m_book, sawAll(), now);
    }

private:
    void take(const Reading& reading)
    {
        if (reading.problem) {
            ++m_unread;
            m_problem = englishText(reading.problem);
        }
        WarningSet warnings(reading.warnings);
        if (warnings.has(WarningCode::StaleLock)) {
            m_locks.isStale(int(m_locked.size()), reading);
            m_locked.push_back(reading.subject);
            warnings.remove(WarningCode::StaleLock);
        }
        m_round.take(reading, warnings);
        if (m_wanted && warnings.has(*m_wanted))
            m_subjects.push_back(reading.subject);
    }

    // A lock that somebody holds for the moment looks like a stale one.
    void lookAgain()
    {
        if (m_locked.empty())
            return;
        std::this_thread::sleep_for(lockPatience);
        constexpr std::size_t atOnce = 500;
        for (std::size_t from = 0; from < m_locked.size(); from += atOnce) {
            const auto some = std::span(m_locked).subspan(from, std::min(atOnce, m_locked.size() - from));
            int place = int(from);
            for (const Reading& reading : readSubjects(m_server, some, policyOf(m_book)))
                if (m_locks.isStale(place++, reading)) {
                    m_round.add(reading.subject, WarningCode::StaleLock, reading.at);
                    if (m_wanted == WarningCode::StaleLock)
                        m_subjects.push_back(reading.subject);
                }
        }
    }

    Server& m_server;
    std::optional<WarningCode> m_wanted;
    std::vector<Subject> m_subjects;
    PolicyBook m_book;
    TokenWalk m_walk;
    FindingRound m_round;
    std::vector<Subject> m_locked;
    LockWatch m_locks;
    std::size_t m_unread = 0;
    std::string m_problem; // of the last of these
};

Tone findingTone(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Critical:
        return Tone::Bad;
    case FindingSeverity::Warning:
        return Tone::Warning;
    case FindingSeverity::Note:
        break;
    }
    return Tone::Plain;
}

/// The same for people.
void print(const std::vector<Finding>& findings, const Screen& screen)
{
    Table table{{{"FINDING"},
                 {"SEVERITY"},
                 {"FORMAT"},
                 {"GROUP", Table::Long},
                 {"TOKENS", Table::Number},
                 {"SUCH AS", Table::Long}}};
    for (const Finding& finding : findings) {
        if (finding.dismissed)
            continue;
        std::vector<std::string> samples;
        for (const std::string& token : finding.samples)
            samples.push_back(printable(token));
        const FindingSeverity severity = severityOf(finding.kind);
        table.add(
            {Cell(nameOf(finding.kind), findingTone(severity)), nameOf(severity),
             finding.format ? finding.format->name() : std::string_view(), whereOf(finding),
             finding.tokens > 0 ? fmt::format("{}", finding.tokens) : std::string(),
             fmt::format("{}{}", fmt::join(samples, ", "), finding.tokens > samples.size() ? ", …" : "")});
        table.addDetail(sentence(finding));
        table.addDetail(advice(finding));
    }
    table.print(screen);
}

struct WarningOptions {
    std::string fix;
    std::string dismiss;
    std::string restore;
    std::string group;
    std::string duration;
    std::string reason;
    bool dryRun = false;
};

/// Throws InvalidArgument where no change of tokens repairs it, or one look does not find it.
WarningCode repairable(const std::string& name)
{
    std::vector<std::string_view> all;
    for (int i = 0; i < warningCodeCount; ++i) {
        const auto code = WarningCode(i);
        const FindingRemedy remedy = remedyOf(code);
        if (remedy == FindingRemedy::None || isOfPolicy(remedy) || code == WarningCode::CounterFell)
            continue;
        if (nameOf(code) == name)
            return code;
        all.push_back(nameOf(code));
    }
    throw InvalidArgument(fmt::format("--fix repairs {}; what to do about others says the list of warnings",
                                      fmt::join(all, ", ")));
}

bool takesTime(FindingRemedy remedy)
{
    return remedy == FindingRemedy::SetEnd || remedy == FindingRemedy::Block;
}

/// What repairs it for these tokens, with how they stand; empty: there is nothing to change any more.
std::optional<Change> repairOf(Server& server, WarningCode code, const std::vector<Subject>& subjects,
                               const PolicyBook& policies, const WarningOptions& options)
{
    const auto time = [&] { // with those that take one it was said
        return parseDuration(options.duration);
    };
    Change change{ResetIntent{}, {}, {}, loginName(), options.reason};
    const FindingRemedy remedy = remedyOf(code);
    if (remedy == FindingRemedy::SetEnd) {
        KeyIntent intent = endingOf(subjects);
        const Instant end = clockOf(server) + time();
        intent.what =
            ExpireKeys{std::chrono::floor<std::chrono::milliseconds>(end).time_since_epoch().count()};
        if (intent.keys.empty())
            return std::nullopt;
        change.intent = std::move(intent);
        readStates(server, change);
        change = withoutEnded(change, code);
        return change.standings.empty() ? std::nullopt : std::optional(change);
    }
    if (remedy == FindingRemedy::Block)
        change.intent = BlockIntent{time(), {}, {}};
    else if (remedy == FindingRemedy::RemoveLocks)
        change.intent = RemoveLockIntent{};
    else if (remedy == FindingRemedy::FreeSlots)
        change.intent = FreeSlotsIntent{slotPatience};
    change.subjects = subjects;
    for (const Subject& subject : subjects)
        if (const Policy* const policy = policies.find(subject.policy); policy && !subject.format->isOurs())
            change.policies.emplace(subject.policy, *policy);
    readStates(server, change);
    return change;
}

/// One change of all tokens that have it.
Exit fix(Terminal& terminal, const WarningOptions& options)
{
    const WarningCode code = repairable(options.fix);
    if (options.reason.empty())
        throw InvalidArgument("--fix needs a --reason");
    if (takesTime(remedyOf(code)) == options.duration.empty())
        throw InvalidArgument(
            options.duration.empty()
                ? fmt::format("{} needs --for: until when the keys live, or tokens are blocked", options.fix)
                : fmt::format("{} takes no --for", options.fix));
    Search search(terminal.server(), code);
    search.run();
    std::vector<Subject> subjects = search.subjects();
    if (!options.group.empty())
        std::erase_if(subjects, [&](const Subject& one) { return printable(one.policy) != options.group; });
    std::optional<Change> change;
    if (!subjects.empty())
        change = repairOf(terminal.server(), code, subjects, search.policies(), options);
    std::size_t changed = 0;
    if (change) {
        const Preview wanted = preview(*change);
        if (wanted.cautions.contains(Caution::MayMeanTheOpposite))
            throw InvalidArgument("some of these keys fit another format as well, to which what would be "
                                  "written means something else: change them one by one (--key, --format)");
        for (const Caution caution : wanted.cautions)
            Terminal::note(sentence(caution));
        if (options.dryRun) {
            printCommands(terminal, wanted);
            return reportUnread(terminal, search.walk(), search.unread(), "token", search.problem());
        }
        changed = make(terminal, std::move(*change)).changed;
    }
    terminal.print({{"code", nameOf(code)}, {"tokens", subjects.size()}, {"changed", changed}},
                   subjects.empty() ? fmt::format("no token has {}", nameOf(code))
                                    : fmt::format("{}: {}, {} changed", nameOf(code),
                                                  counted(subjects.size(), "token", "tokens"), changed));
    return reportUnread(terminal, search.walk(), search.unread(), "token", search.problem());
}

/// In the file that the window and `watch` read, too; nothing on the server changes.
Exit dismiss(Terminal& terminal, const WarningOptions& options)
{
    if (options.reason.empty())
        throw InvalidArgument("--dismiss needs a --reason");
    Server& server = terminal.server();
    Search search(server);
    search.run();
    const Instant now = clockOf(server);
    Dismissal dismissal{loginName(), options.reason, std::nullopt};
    if (!options.duration.empty())
        dismissal.until = now + parseDuration(options.duration);
    std::size_t dismissed = 0;
    for (const Finding& one : search.findings(checkServer(server), now))
        if (nameOf(one.kind) == options.dismiss &&
            (options.group.empty() || printable(one.group) == options.group)) {
            DismissalFile().keep(terminal.endpoint(), one.name(), dismissal);
            ++dismissed;
        }
    if (dismissed == 0)
        throw InvalidArgument(fmt::format("nothing is found that is called {}", printable(options.dismiss)));
    terminal.print(
        {{"code", options.dismiss}, {"dismissed", dismissed}, {"until_us", orNull(dismissal.until)}},
        fmt::format("{} dismissed {}", counted(dismissed, "finding is", "findings are"),
                    untilText(dismissal.until)));
    return reportUnread(terminal, search.walk(), search.unread(), "token", search.problem());
}

/// Also what is not found at present: it may come again.
Exit restore(Terminal& terminal, const WarningOptions& options)
{
    std::size_t restored = 0;
    for (const auto& [name, dismissal] : DismissalFile().read(terminal.endpoint()))
        if (name.kind == options.restore &&
            (options.group.empty() || printable(name.group) == options.group)) {
            DismissalFile().keep(terminal.endpoint(), name, std::nullopt);
            ++restored;
        }
    terminal.print({{"code", options.restore}, {"restored", restored}},
                   fmt::format("{} told again", counted(restored, "finding is", "findings are")));
    return Done;
}

Exit warnings(Terminal& terminal, const WarningOptions& options)
{
    if (!options.fix.empty())
        return fix(terminal, options);
    if (!options.dismiss.empty())
        return dismiss(terminal, options);
    if (!options.restore.empty())
        return restore(terminal, options);
    if (!options.group.empty() || !options.duration.empty() || !options.reason.empty())
        throw InvalidArgument("--group, --for and --reason go with --fix or --dismiss");
    Server& server = terminal.server();
    const ServerCheck check = checkServer(server);
    Search search(server);
    search.run();
    const Instant now = clockOf(server);
    FindingBook book;
    book.setDismissals(DismissalFile().read(terminal.endpoint()));
    book.take(search.findings(check, now), now);
    const std::vector<Finding>& findings = *book.findings();
    const std::size_t dismissed = findings.size() - openFindings(findings);
    if (terminal.isJson()) {
        Json all = Json::array();
        for (const Finding& finding : findings)
            all.push_back(findingJson(finding));
        fmt::print("{}\n", all.dump());
    } else if (dismissed < findings.size()) {
        print(findings, terminal.screen());
    } else if (dismissed == 0 && search.sawAll())
        fmt::print("no warnings: {}{} checked\n", counted(search.tokens(), "token", "tokens"),
                   check.knowsMemory      ? " and the server's memory settings were"
                   : search.tokens() == 1 ? " was"
                                          : " were");
    if (dismissed > 0 && !terminal.isJson())
        Terminal::note(counted(dismissed, "finding is", "findings are") + " dismissed; --json shows them");
    if (!check.knowsMemory)
        Terminal::note("this user may not read the server's memory settings (INFO or CONFIG GET): whether it "
                       "evicts keys was not checked");
    return reportUnread(terminal, search.walk(), search.unread(), "token", search.problem());
}

struct LockOptions {
    KeyOptions key;
    std::string reason;
};

Exit removeLock(Terminal& terminal, const LockOptions& options)
{
    return changeKey(terminal, options.key, {}, RemoveLockIntent{}, loginName(), options.reason,
                     "is unlocked");
}

} // namespace

void addWarningCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<WarningOptions>(
        app, terminal, "warnings",
        "List what is wrong with limiter keys and the server, how bad it is, and what to do",
        [](CLI::App& command, WarningOptions& options) {
            CLI::Option* const fix =
                command.add_option("--fix", options.fix, "Repair this for all tokens that have it: no-ttl");
            CLI::Option* const dismiss =
                command
                    .add_option("--dismiss", options.dismiss, "Tell this no more, for a reason and a time")
                    ->excludes(fix);
            command.add_option("--restore", options.restore, "Tell this again")
                ->excludes(fix)
                ->excludes(dismiss);
            command.add_option("--group", options.group, "Only of this policy, or group of keys");
            command.add_option(
                "--for", options.duration,
                "How long the keys live, tokens are blocked, or it is dismissed (else for good)");
            command.add_option("--reason", options.reason, "Why");
            command.add_flag("--dry-run", options.dryRun, "Print the commands and change nothing")
                ->needs(fix);
        },
        warnings);
    addCommand<LockOptions>(
        app, terminal, "remove-lock", "Remove a limiter's lock that never expires",
        [](CLI::App& command, LockOptions& options) {
            takeEscapes(command,
                        *command.add_option("key", options.key.key, "The lock, or the key that it locks")
                             ->required());
            command.add_option("--reason", options.reason, "Why")->required();
            command.add_flag("--dry-run", options.key.dryRun, "Print the commands and change nothing");
        },
        removeLock);
}

} // namespace ratewarden::ctl
