// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/finding_text.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/sentences.h"
#include "app/ctl/unread.h"
#include "core/admin/login_name.h"
#include "core/admin/policy_of.h"
#include "core/admin/server_warnings.h"
#include "core/admin/token_walk.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "core/tokens/warning_tally.h"
#include "core/watch/dismissal_file.h"
#include "core/watch/finding_book.h"
#include "core/watch/finding_round.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>
#include <thread>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// All tokens of the server, read once, and those with a lock twice.
class Search {
public:
    explicit Search(Server& server)
        : m_server(server)
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
                if (m_locks.isStale(place++, reading))
                    m_round.add(reading.subject, WarningCode::StaleLock, reading.at);
        }
    }

    Server& m_server;
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

Exit warnings(Terminal& terminal)
{
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
    addCommand(app, terminal, "warnings",
               "List what is wrong with limiter keys and the server, how bad it is, and what to do",
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
