// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl: decisions, blocks, resets and policies from the terminal.
#include "app/ctl/commands.h"
#include "app/hidden_passwords.h"
#include "core/model/errors.h"

#include <cerrno>
#include <cstdio>
#include <iostream>
#include <string>
#include <system_error>

using namespace ratewarden;
using namespace ratewarden::ctl;

namespace {

constexpr auto footer =
    "Exit codes: 0 allowed or done; 1 denied, or a policy or format file that differs or has problems, or "
    "a trial whose\nexpectations fail; 2 wrong usage;\n"
    "3 Redis unavailable or refusing, or not all could be read; 4 the output could not be written.\n"
    "A password that is not in the URL is taken from RATEWARDEN_REDIS_PASSWORD. With --read-only, or\n"
    "RATEWARDEN_READ_ONLY=1, whatever may write is refused and not sent.\n\n"
    "Examples:\n"
    "  ratewarden-ctl check user:42 --policy api --rules \"1/s + 20/min\"\n"
    "  ratewarden-ctl peek user:42 --policy api\n"
    "  ratewarden-ctl block ip:203.0.113.7 --for 24h --reason \"scraping\"\n"
    "  ratewarden-ctl override user:42 --policy api --rules \"100/min\" --for 7d --reason \"migration\"\n"
    "  ratewarden-ctl policy publish api.json --reason \"twice as many for partners\"";

constexpr auto readOnlyHint = " (--read-only, or RATEWARDEN_READ_ONLY, is in force)";

const std::string lostOutput = "the output could not be written: ";

Exit complain(const std::string& message, Exit exit)
{
    std::fprintf(stderr, "ratewarden-ctl: %s\n", message.c_str());
    return exit;
}

Exit run(int argc, char** argv)
{
    CLI::App app(
        "Ask rate limiters in Redis for decisions; block, reset and override tokens; publish policies.\n",
        "ratewarden-ctl");
    app.set_version_flag("--version", RATEWARDEN_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.footer(footer);
    app.parse_complete_callback([argc, argv] { hidePasswords(argc, argv); }); // before a command runs
    Terminal terminal(app);
    for (AddCommands* const add : commandGroups)
        add(app, terminal);
    try {
        app.parse(argc, argv); // and runs the command
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Done : WrongUsage;
    } catch (const InvalidArgument& error) {
        return complain(error.what(), WrongUsage);
    } catch (const Refused& error) {
        return complain(error.reason() == Refused::Reason::ReadOnly ? std::string(error.what()) + readOnlyHint
                                                                    : error.what(),
                        RedisFailed);
    } catch (const Error& error) {
        return complain(error.what(), RedisFailed);
    }
    return terminal.exit;
}

bool outputIsWritten()
{
    std::cout.flush();
    return std::cout.good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
}

} // namespace

int main(int argc, char** argv)
{
    keepOutOfCoreDumps();
    Exit exit = Failed;
    try {
        exit = run(argc, argv);
    } catch (const std::system_error& error) { // the buffer was full before the end
        return complain(lostOutput + error.code().message(), Failed);
    } catch (const std::exception& error) { // out of memory
        return complain(error.what(), Failed);
    }
    return outputIsWritten() ? exit : complain(lostOutput + std::generic_category().message(errno), Failed);
}
