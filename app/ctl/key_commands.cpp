// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/key_commands.h"

#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/sentences.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "app/ctl/unread.h"
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/admin/policy_of.h"
#include "core/admin/token_walk.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <thread>

namespace ratewarden::ctl {
namespace {

std::vector<Rule> rulesOf(const std::string& text)
{
    return text.empty() ? std::vector<Rule>() : parseRules(text);
}

Json json(const Inspection& inspection)
{
    Json rules = Json::array();
    for (const InspectedRule& rule : inspection.rules)
        rules.push_back({{"limit", orNull(rule.limit)},
                         {"window_us", orNull(rule.window)},
                         {"inferred", rule.inferred},
                         {"used", orNull(rule.used)},
                         {"remaining", orNull(rule.remaining)},
                         {"frees_in_us", orNull(rule.freesIn)},
                         {"resets_in_us", orNull(rule.resetsIn)}});
    Json warnings = Json::array();
    for (const Warning& warning : inspection.warnings)
        warnings.push_back(sentence(warning));
    for (const Format* const tie : inspection.ties)
        warnings.push_back(fmt::format("{} fits as well", tie->name()));
    Json all{{"key", printable(inspection.key)},
             {"format", nullptr},
             {"confidence", inspection.confidence},
             {"token", nullptr},
             {"state", nameOf(inspection.state)},
             {"rules", rules},
             {"retry_after_us", orNull(inspection.retryAfter)},
             {"warnings", warnings}};
    if (inspection.subject) {
        all["format"] = inspection.subject->format->name();
        all["token"] = printable(inspection.token);
    }
    return all;
}

std::string usageText(const InspectedRule& rule)
{
    std::string text = rule.used ? fmt::format("{} used", *rule.used) : std::string("usage not known");
    if (rule.limit)
        text += fmt::format(" of {}", *rule.limit);
    if (rule.window)
        text += fmt::format(" in {}{}", durationText(*rule.window), rule.inferred ? " (inferred)" : "");
    if (rule.resetsIn && *rule.resetsIn > Micros::zero())
        text += fmt::format(", none after {}", durationText(*rule.resetsIn));
    return text;
}

std::string sentenceOf(const Inspection& inspection)
{
    if (!inspection.subject)
        return fmt::format("no format recognizes {}", printable(inspection.key));
    std::string text = fmt::format("{}: {} is {}", inspection.subject->format->name(),
                                   printable(inspection.token), nameOf(inspection.state));
    if (inspection.retryAfter && *inspection.retryAfter > Micros::zero())
        text += fmt::format(" for {}", durationText(*inspection.retryAfter));
    for (const InspectedRule& rule : inspection.rules)
        text += fmt::format("\n  {}", usageText(rule));
    for (const Warning& warning : inspection.warnings)
        text += fmt::format("\n  warning: {}", sentence(warning));
    for (const Format* const tie : inspection.ties)
        text += fmt::format("\n  {} fits as well: nothing in the key tells them apart", tie->name());
    return text;
}

struct InspectOptions {
    std::string key;
    std::string rules;
};

Exit inspect(Terminal& terminal, const InspectOptions& options)
{
    Server& server = terminal.server();
    const Inspection inspection = inspectKey(server, options.key, rulesOf(options.rules));
    const bool isThere =
        inspection.subject || server.call(Command{"EXISTS", options.key}).view().integer() > 0;
    terminal.print(json(inspection),
                   isThere ? sentenceOf(inspection)
                           : fmt::format("there is no key {} on {}", printable(options.key), server.where()));
    return Done;
}

struct KeysOptions {
    std::string prefix;
    std::string format;
};

/// For programs one line for each subject, as the scan finds them.
Exit keys(Terminal& terminal, const KeysOptions& options)
{
    requireFormat(options.format);
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    TokenWalk walk(server, book, TokenWalk::Which::WithState);
    using Kind = Table::Column::Kind;
    Table table({{"KEY", Kind::Long}, {"FORMAT"}, {"TOKEN", Kind::Long}, {"USED", Kind::Number}});
    std::size_t unread = 0;
    Problem problem;
    while (!walk.isAtEnd())
        for (const Reading& reading : walk.readPage()) {
            const Format& format = *reading.subject.format;
            const std::vector<std::string> names = format.keys(reading.subject);
            if (names.empty() || !names.front().starts_with(options.prefix) ||
                (!options.format.empty() && format.name() != options.format))
                continue;
            if (reading.problem) {
                ++unread;
                problem = reading.problem;
            }
            Json used = nullptr;
            if (reading.decision)
                used = reading.decision->usage[reading.decision->tightestRule()].used;
            else if (reading.used)
                used = *reading.used;
            if (terminal.isJson())
                terminal.print({{"key", printable(names.front())},
                                {"format", format.name()},
                                {"token", printable(reading.subject.token)},
                                {"used", used}},
                               {});
            else
                table.add({printable(names.front()), format.name(), printable(reading.subject.token),
                           used.is_null() ? std::string("?") : used.dump()});
        }
    if (!table.isEmpty())
        table.print(terminal.screen());
    else if (!terminal.isJson() && walk.lostNodes().empty() && walk.unread() == 0)
        fmt::print("{}\n", walk.tokens() == 0 ? "no limiter key was found" : "no limiter key matches");
    return reportUnread(terminal, walk, unread, "key", englishText(problem));
}

} // namespace

void declareKey(CLI::App& command, std::string& token, KeyOptions& options)
{
    takeEscapes(command,
                *command.add_option("token", token,
                                    "The token (the client being limited: a user, an IP, an API key)"));
    takeEscapes(command,
                *command.add_option("--key", options.key,
                                    "A key of any limiter that `inspect` recognizes, in place of a token; "
                                    "the private key for TLS is --tls-key"));
    command.add_option("--rules", options.rules, "With --key: its rules, where its layout stores none");
    command.add_flag("--dry-run", options.dryRun, "With --key: print the commands and change nothing");
}

bool isOfKey(const std::string& token, const KeyOptions& options)
{
    if (token.empty() == options.key.empty())
        throw InvalidArgument("give either a token or --key, the key of another limiter; the private key for "
                              "TLS is --tls-key");
    if (options.key.empty() && (options.dryRun || !options.rules.empty()))
        throw InvalidArgument("--rules and --dry-run go with --key");
    return !options.key.empty();
}

Exit changeKey(Terminal& terminal, const KeyOptions& options, const Intent& intent, const std::string& by,
               const std::string& reason, const std::string& done)
{
    Server& server = terminal.server();
    const std::vector<Rule> rules = rulesOf(options.rules);
    const std::optional<Recognised> found = recogniseOnServer(server, options.key, rules);
    if (!found)
        throw InvalidArgument(
            fmt::format("no format recognizes {} on {}: nothing was changed. \"ratewarden-ctl "
                        "format list\" names those that are known",
                        printable(options.key), server.where()));
    Change change{intent, {found->subject}, {}, by, reason};
    if (!options.rules.empty())
        change.policies[found->subject.policy] = found->subject.format->policyFor(found->subject, rules);
    else // those that are published for its group of keys
        change.policies = readPolicies(server).policies;
    readStates(server, change);
    const Preview wanted = preview(change);
    for (const Caution caution : wanted.cautions)
        Terminal::note(sentence(caution));
    if (options.dryRun) {
        printCommands(terminal, wanted);
        return Done;
    }
    if (std::holds_alternative<RemoveLockIntent>(
            intent)) // one that is held for the moment is another by then
        std::this_thread::sleep_for(lockPatience);
    const Outcome made = make(terminal, std::move(change));
    terminal.print({{"key", printable(options.key)},
                    {"format", found->subject.format->name()},
                    {"token", printable(found->subject.token)},
                    {"changed", made.changed > 0}},
                   made.changed > 0
                       ? fmt::format("{} {}", printable(found->subject.token), done)
                       : fmt::format("{}: there was nothing to change", printable(found->subject.token)));
    return Done;
}

void addKeyCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<InspectOptions>(
        app, terminal, "inspect", "Say what a key of any limiter is, and how its token stands",
        [](CLI::App& command, InspectOptions& options) {
            takeEscapes(command, *command.add_option("key", options.key, "The key")->required());
            command.add_option("--rules", options.rules,
                               "Its rules, where its layout stores none: \"20/min + 200/h\"");
        },
        inspect);
    addCommand<KeysOptions>(
        app, terminal, "keys", "List the limiter keys of the server, with format and usage",
        [](CLI::App& command, KeysOptions& options) {
            takeEscapes(command,
                        *command.add_option("--prefix", options.prefix, "Only keys that begin with it"));
            command.add_option("--format", options.format, "Only of this format");
        },
        keys);
}

} // namespace ratewarden::ctl
