// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl: decisions, blocks, resets and policies from the terminal.
#include "app/ctl/commands.h"
#include "app/ctl/help_texts.h"
#include "app/ctl/usage.h"
#include "app/hidden_passwords.h"
#include "app/standard_streams.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <system_error>

using namespace ratewarden;
using namespace ratewarden::ctl;

namespace {

constexpr auto readOnlyHint =
    " (this connection was opened read-only: by --read-only, RATEWARDEN_READ_ONLY or "
    "its profile, which --read-write overrides)";

constexpr auto otherServerHint = "Name another server with --redis URL or RATEWARDEN_REDIS";

const std::string lostOutput = "the output could not be written: ";

/// For programs.
std::string_view codeOf(const Error& error)
{
    if (dynamic_cast<const BadPolicy*>(&error))
        return "bad_policy";
    if (dynamic_cast<const BadNotation*>(&error))
        return "bad_notation";
    if (dynamic_cast<const InvalidArgument*>(&error))
        return "invalid_argument";
    if (dynamic_cast<const Unavailable*>(&error))
        return "unavailable";
    if (dynamic_cast<const Refused*>(&error))
        return "refused";
    if (dynamic_cast<const Redirected*>(&error))
        return "redirected";
    if (dynamic_cast<const BadState*>(&error))
        return "bad_state";
    return "redis";
}

bool isUnconnected(const Error& error)
{
    const auto* const unavailable = dynamic_cast<const Unavailable*>(&error);
    return unavailable && unavailable->reason() == Unavailable::Reason::NoConnection &&
           unavailable->effect() == Unavailable::Effect::None;
}

/// The help that was asked for, or what is wrong with the command line.
Exit answer(const CLI::App& app, const Terminal& terminal, const CLI::ParseError& error)
{
    const std::string unknown = unknownWord(app);
    const bool isQuestion = error.get_exit_code() == 0; // for the help or the version
    if (isQuestion && unknown.empty())
        return app.exit(error) == 0 ? Done : WrongUsage;
    const std::string what = unknown.empty() ? complaintOf(app, error) : unknown;
    return terminal.complain(
        "usage", fmt::format("{}{} See {} --help", what, what.ends_with('?') ? "" : ".", commandPath(app)),
        WrongUsage);
}

bool outputIsWritten()
{
    std::cout.flush();
    return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

Exit runCommand(CLI::App& app, const Terminal& terminal, int argc, char** argv)
{
    try {
        app.parse(argc, argv); // and runs the command
        return terminal.exit;
    } catch (const CLI::ParseError& error) {
        return answer(app, terminal, error);
    } catch (const InvalidArgument& error) {
        return terminal.complain(codeOf(error), error.what(), WrongUsage);
    } catch (const Refused& error) {
        if (error.reason() == Refused::Reason::ReadOnly)
            return terminal.complain("read_only",
                                     fmt::format("{}: {}{}",
                                                 commandPath(app).substr(app.get_name().size() + 1),
                                                 error.what(), readOnlyHint),
                                     RedisFailed);
        return terminal.complain(codeOf(error), error.what(), RedisFailed);
    } catch (const Error& error) {
        return terminal.complain(codeOf(error),
                                 isUnconnected(error) && terminal.isUsualServer()
                                     ? joinSentences(error.what(), otherServerHint)
                                     : error.what(),
                                 RedisFailed);
    }
}

Exit run(int argc, char** argv)
{
    CLI::App app("Ask rate limiters in Redis for decisions; list, block, reset and override tokens; publish "
                 "policies.\n"
                 "A token is the client being limited: a user, an IP, an API key.\n",
                 "ratewarden-ctl");
    app.set_version_flag("-v,--version", RATEWARDEN_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.parse_complete_callback([argc, argv] { hidePasswords(argc, argv); }); // before a command runs
    Terminal terminal(app);
    terminal.expect(argc, argv);
    for (AddCommands* const add : commandGroups)
        add(app, terminal);
    addHelpTexts(app);
    try {
        const Exit exit = runCommand(app, terminal, argc, argv);
        return outputIsWritten()
                   ? exit
                   : terminal.complain("output", lostOutput + std::generic_category().message(errno), Failed);
    } catch (const std::system_error& error) { // the buffer was full before the end
        return terminal.complain("output", lostOutput + error.code().message(), Failed);
    } catch (const std::exception& error) { // out of memory
        return terminal.complain("internal", error.what(), Failed);
    }
}

} // namespace

int main(int argc, char** argv)
{
    keepStandardStreams();
    keepOutOfCoreDumps();
    try {
        return run(argc, argv);
    } catch (const std::exception& error) { // out of memory, from the beginning
        std::fprintf(stderr, "ratewarden-ctl: %s\n", error.what());
        return Failed;
    }
}
