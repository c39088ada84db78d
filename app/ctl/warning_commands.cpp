// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/sentences.h"
#include "app/ctl/unread.h"
#include "core/admin/login_name.h"
#include "core/admin/policy_of.h"
#include "core/admin/server_warnings.h"
#include "core/admin/token_walk.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "core/tokens/warning_tally.h"

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
    const std::string& problem() const { return m_problem; }
    const WarningTally& tally() const { return m_tally; }

private:
    void take(const Reading& reading)
    {
        if (reading.problem) {
            ++m_unread;
            m_problem = englishText(reading.problem);
        }
        for (const Warning& warning : reading.warnings) {
            if (warning.code != WarningCode::StaleLock) {
                add(reading, warning.code);
            } else {
                m_locks.isStale(int(m_locked.size()), reading);
                m_locked.push_back(reading.subject);
            }
        }
    }

    void add(const Reading& reading, WarningCode code)
    {
        const Subject& subject = reading.subject;
        m_tally.add(subject.format, subject.policy, subject.token, code, reading.at);
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
                    add(reading, WarningCode::StaleLock);
        }
    }

    Server& m_server;
    PolicyBook m_book;
    TokenWalk m_walk;
    WarningTally m_tally;
    std::vector<Subject> m_locked;
    LockWatch m_locks;
    std::size_t m_unread = 0;
    std::string m_problem; // of the last of these
};

/// What is found, for people and for programs.
struct Findings {
    Json all = Json::array();
    Table table{{{"WARNING"},
                 {"FORMAT"},
                 {"GROUP", Table::Column::Kind::Long},
                 {"TOKENS", Table::Column::Kind::Number},
                 {"SUCH AS", Table::Column::Kind::Long}}};
};

void addFinding(Findings& found, const ServerWarning& warning)
{
    found.all.push_back({{"code", nameOf(warning.code)},
                         {"format", nullptr},
                         {"group", nullptr},
                         {"tokens", nullptr},
                         {"samples", Json::array()},
                         {"warning", sentence(warning)},
                         {"advice", advice(warning.code)}});
    found.table.add({Cell(nameOf(warning.code), Tone::Warning), "", "the server", "", ""});
    found.table.addDetail(sentence(warning) + ".");
    found.table.addDetail(advice(warning.code) + ".");
}

void addFinding(Findings& found, const WarningGroup& group)
{
    std::vector<std::string> samples;
    for (const std::string& token : group.samples)
        samples.push_back(printable(token));
    const std::string where = group.others ? std::string("other groups") : printable(group.policy);
    found.all.push_back({{"code", nameOf(group.code)},
                         {"format", group.format->name()},
                         {"group", group.others ? Json() : Json(where)},
                         {"tokens", group.tokens},
                         {"samples", samples},
                         {"warning", sentence(group.code)},
                         {"advice", advice(group.code)}});
    found.table.add(
        {Cell(nameOf(group.code), Tone::Warning), group.format->name(), where,
         fmt::format("{}", group.tokens),
         fmt::format("{}{}", fmt::join(samples, ", "), group.tokens > samples.size() ? ", …" : "")});
    found.table.addDetail(sentence(group.code) + ".");
    found.table.addDetail(advice(group.code) + ".");
}

Exit warnings(Terminal& terminal)
{
    Server& server = terminal.server();
    Findings found;
    const ServerCheck check = checkServer(server);
    for (const ServerWarning& warning : check.warnings)
        addFinding(found, warning);
    Search search(server);
    search.run();
    for (const WarningGroup& group : search.tally().groups())
        addFinding(found, group);
    if (terminal.isJson())
        fmt::print("{}\n", found.all.dump());
    else if (!found.table.isEmpty())
        found.table.print(terminal.screen());
    else if (search.unread() == 0 && search.walk().unread() == 0 && search.walk().lostNodes().empty())
        fmt::print("no warnings: {}{} checked\n", counted(search.tokens(), "token", "tokens"),
                   check.knowsMemory      ? " and the server's memory settings were"
                   : search.tokens() == 1 ? " was"
                                          : " were");
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
               "List what is wrong with limiter keys and the server, with what to do", warnings);
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
