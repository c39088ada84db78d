// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "app/ctl/table.h"
#include "core/admin/audit.h"
#include "core/formats/describe/user_formats.h"
#include "core/redis/endpoint.h"
#include "core/redis/guard.h"
#include "core/redis/server.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden::ctl {

/// What ratewarden-ctl ends with. Failed: the program itself could not do it, as when its output is gone.
/// Stale: `policy diff` of a file that could not be published.
enum Exit { Done = 0, Denied = 1, WrongUsage = 2, RedisFailed = 3, Failed = 4, Stale = 5 };

/// What all commands share: the options that may stand anywhere, the server, and the output.
class Terminal {
public:
    /// Adds the options; the app must not outlive this.
    explicit Terminal(CLI::App& app);

    /// Connects at the first call; with --read-only it refuses what may write. The user's format files are in
    /// force from then on; those that are refused are named on standard error.
    Server& server();
    /// With --read-only this script may write all the same; null: none.
    void permit(const Script* script) { m_guardState->permit(script); }
    /// Where that is, for connections of one's own. Asks for the profile's password at the first call, if it
    /// has one and nothing says it.
    Endpoint endpoint() const;
    /// Neither an option nor the environment names it.
    bool isUsualServer() const { return m_urlOption->count() == 0 && m_profile.empty(); }
    /// The user's format files, loaded at the first call.
    static const LoadedFormats& formats();

    /// How changes are recorded.
    Auditing auditing();

    /// The server is one node of a cluster, whose other nodes are not asked.
    bool seesOneNodeOnly() const { return m_seesOneNode; }

    /// For what is needed before the options are read: whether the command line has --json, and which
    /// commands it can name.
    void expect(int argc, char** argv);
    /// Whether the options of the command must be declared: only a word that contains its name can choose it.
    /// Tests start the program two thousand times under AddressSanitizer: a start takes 68 ms of processor
    /// time so, and 101 with the options of all commands.
    bool needsOptionsOf(std::string_view command) const;
    bool isJson() const { return m_isJson; }
    /// The caller says that Redis knows only hashes of tokens.
    bool hashesTokens() const { return m_hashesTokens; }

    /// What standard output is: its colours are as --color and NO_COLOR say.
    Screen screen() const;

    /// One line: JSON if that is asked for, else the sentence.
    void print(const Json& json, const std::string& sentence) const;
    /// JSON if that is asked for, else the table; in place of an empty one the sentence, if there is any.
    void print(const Json& json, const Table& table, const std::string& sentence = {}) const;
    /// A remark on standard error; what it repeats of others must be printable.
    static void note(const std::string& text);
    /// What went wrong, on standard error: with --json as `{"error": {"code", "message", "exit"}}`. Returns
    /// `with`. `code` is for programs: "unavailable".
    Exit complain(std::string_view code, const std::string& message, Exit with) const;

    /// What the command that ran ended with; WrongUsage before that.
    Exit exit = WrongUsage;

private:
    struct Place {
        Endpoint endpoint;
        bool isReadOnly = false;
    };
    const Place& place() const;
    Place findPlace() const;

    CLI::Option* m_urlOption = nullptr;
    std::string m_url = "redis://localhost:6379";
    std::string m_profile;
    std::string m_color = "auto";
    std::span<char* const> m_words; ///< of the command line
    bool m_isJson = false;
    bool m_hashesTokens = false;
    bool m_usesTls = false;
    bool m_isReadOnly = false;
    bool m_mayWrite = false;
    bool m_isLiteral = false;
    TlsSettings m_tls;
    bool m_withoutAudit = false;
    mutable std::optional<Place> m_place;
    std::optional<AuditTrail> m_trail;
    std::unique_ptr<Server> m_server;
    const std::shared_ptr<GuardState> m_guardState = std::make_shared<GuardState>(GuardLevel::Free);
    std::optional<Guard> m_guard;
    bool m_seesOneNode = false;
};

/// Adds a command with options of its own: `declare(CLI::App&, Options&)` adds them,
/// `run(Terminal&, const Options&)` gives an Exit. Its examples and exit codes are in help_texts.cpp.
template <class Options, class Declare, class Run>
CLI::App* addCommand(CLI::App& parent, Terminal& terminal, const char* name, const char* help,
                     Declare declare, Run run)
{
    CLI::App* const command = parent.add_subcommand(name, help);
    command->fallthrough(); // the options of all commands may stand behind a command, too
    if (!terminal.needsOptionsOf(name))
        return command;
    const auto options = std::make_shared<Options>();
    declare(*command, *options);
    command->callback([&terminal, options, run] { terminal.exit = run(terminal, std::as_const(*options)); });
    return command;
}

/// The same for a command without options of its own: `run(Terminal&)`.
template <class Run>
CLI::App* addCommand(CLI::App& parent, Terminal& terminal, const char* name, const char* help, Run run)
{
    CLI::App* const command = parent.add_subcommand(name, help);
    command->fallthrough();
    command->callback([&terminal, run] { terminal.exit = run(terminal); });
    return command;
}

} // namespace ratewarden::ctl
