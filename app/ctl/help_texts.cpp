// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/help_texts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace ratewarden::ctl {
namespace {

constexpr std::string_view exitDone = "0 done";
constexpr std::string_view verdict = "0 allowed or charged, 1 denied";

// A row for each command; tst_ctl_help runs the examples.
constexpr std::array helpTexts{
    HelpText{"check", "0 allowed, 1 denied", true,
             "check user:42 --policy api\n"
             "check user:42 --policy api --cost 5 --json\n"
             "check user:42 --policy new --rules \"1/s + 20/min\" --publish\n"
             "check user:42 --policy api --cost 3 --reserve\n"
             "check user:42 --policy work --reserve --holder web-1:4711"},
    HelpText{"settle", "0 settled, 1 nothing to settle", true,
             "settle user:42 3@1795046400000000 --policy api --cost 2"},
    HelpText{"peek", "0 it would be allowed, 1 denied", true,
             "peek user:42 --policy api\n"
             "peek user:42 --policy api --cost 100"},
    HelpText{
        "slots", exitDone, true,
        "slots user:42 --policy work\n"
        "slots user:42 --policy work --free-older-than 10m --reason \"its worker is gone\"\n"
        "slots --key limit_conn:203.0.113.9 --rules \"5 at once for 1h\" --free-older-than 10m --dry-run"},
    HelpText{"explain", exitDone, true,
             "explain user:42 --policy api --at 14:57\n"
             "explain --line \"user:42 2026-01-15 14:57:40\"\n"
             "explain --note req-8f3a17c2\n"
             "explain 203.0.113.9 --at 14:57 --log access.log"},
    HelpText{"denials", exitDone, true,
             "denials --policy api --since 10min\n"
             "denials --policy api --sample\n"
             "denials user:42 --json"},
    HelpText{"different", exitDone, true,
             "different access.log --from 2026-11-22T10:00:30Z --to 2026-11-22T10:00:45Z\n"
             "different access.log --from 2026-11-22T10:00:30Z --by request --json"},
    HelpText{"charge", verdict, true,
             "charge user:42 --policy api --cost 2\n"
             "charge --key rl:203.0.113.9 --rules 100/min --cost 2 --dry-run"},
    HelpText{"give-back", exitDone, true,
             "give-back user:42 --policy api --cost 1\n"
             "give-back --key rl:203.0.113.9 --rules 100/min --cost 2 --dry-run"},
    HelpText{"reset", exitDone, true,
             "reset user:42 --policy api --reason \"paid\"\n"
             "reset --key rl:203.0.113.9 --rules 100/min --dry-run"},
    HelpText{"block", exitDone, true,
             "block ip:203.0.113.7 --for 24h --reason \"scraping\"\n"
             "block user:42 --for ever --reason \"fraud\" --by alice\n"
             "block --key rl:203.0.113.9 --rules 100/min --for 1h --reason \"abuse\""},
    HelpText{"unblock", exitDone, true, "unblock ip:203.0.113.7 --reason \"a mistake\""},
    HelpText{"override", exitDone, true,
             "override user:42 --policy api --rules 100/min --for 7d --reason \"migration\"\n"
             "override user:42 --policy api --lift"},
    HelpText{"blocks", exitDone, true,
             "blocks\n"
             "blocks --filter \"until<1h -by:alice\"\n"
             "blocks --json"},
    HelpText{"overrides", exitDone, true,
             "overrides\n"
             "overrides --filter \"policy:pay* rule:*/min\""},
    HelpText{"tokens", exitDone, true,
             "tokens --state limited,blocked --top 20\n"
             "tokens --policy api --sort used\n"
             "tokens --match \"user:*\" --json\n"
             "tokens --filter \"policy:pay* used>90% -token:test*\""},
    HelpText{"top", exitDone, true,
             "top --policy api --interval 1s\n"
             "top -n 1 --state limited\n"
             "top -n 1 --filter \"near policy:pay*\"\n"
             "top -b -n 2 --interval 100ms --json"},
    HelpText{"metrics", exitDone, true,
             "metrics\n"
             "metrics --output ratewarden.prom"},
    HelpText{"inspect", exitDone, true, "inspect rl:203.0.113.9 --rules 100/min"},
    HelpText{"keys", exitDone, true,
             "keys --prefix rl:\n"
             "keys --filter \"type:string ttl<1h -format:ratewarden/*\"\n"
             "keys --format rate-limit-redis --json"},
    HelpText{"warnings", exitDone, true,
             "warnings\n"
             "warnings --fix no-ttl --for 1h --reason \"left behind by a worker\" --dry-run\n"
             "warnings --restore no-ttl"},
    HelpText{"watch", "0 ended by a signal, or with --once no alert fires; 1 with --once one fires", true,
             "watch --check alerts.json\n"
             "watch --once alerts.json\n"
             "watch --back-test alerts.json --since 7d"},
    HelpText{"history", exitDone, false,
             "history prod.history --since 24h\n"
             "history prod.history --policy \"pay*\" --json"},
    HelpText{"remove-lock", exitDone, true,
             "remove-lock rate_limiter_lock:vendor:x --reason \"its holder is gone\" --dry-run"},
    HelpText{"format list", "0 done, 1 a file of yours is refused", false, "format list"},
    HelpText{"format test", "0 all samples hold, 1 one does not", false, "format test my-limiter.json"},
    HelpText{"format use", exitDone, false, "format use rate-limiter-flexible --prefix login_ip:"},
    HelpText{"format prefixes", exitDone, false, "format prefixes"},
    HelpText{"format forget", "0 done, 2 no format was chosen for it", false,
             "format forget --prefix login_ip:"},
    HelpText{"format new", exitDone, true, "format new --from mine:user:42 --name my-limiter --wait 0s"},
    HelpText{"lab try", exitDone, true,
             "lab try access.log --candidate \"gcra: 100/min\" --candidate \"sliding-log: 10/s + 100/min\"\n"
             "lab try usage.csv --candidate \"sliding-log: 1000/min\" --reserve max --reserve learned"},
    HelpText{"lab peaks", exitDone, true, "lab peaks access.log --windows 1s,1min"},
    HelpText{"lab propose", exitDone, true, "lab propose access.log --stop 203.0.113.7"},
    HelpText{"lab profiles", exitDone, false, "lab profiles"},
    HelpText{"lab test", "0 all expectations hold, 1 one does not", true, "lab test trial.json"},
    HelpText{"lab generate", exitDone, false, "lab generate --tokens 20 --rate 50 --for 10s --seed 7"},
    HelpText{"lab pack", exitDone, true, "lab pack access.log --out access.trace"},
    HelpText{"lab capture", exitDone, true, "lab capture api --for 1s"},
    HelpText{"lab live", exitDone, true,
             "lab live access.log --candidate \"gcra: 3/s\" --rate 50/s --for 1s"},
    HelpText{"lab clean", exitDone, true, "lab clean"},
    HelpText{"script", exitDone, false,
             "script\n"
             "script gcra"},
    HelpText{"nodes", "0 all are reachable, 1 one is not", true, "nodes"},
    HelpText{"policy list", exitDone, true, "policy list"},
    HelpText{"policy show", exitDone, true,
             "policy show api\n"
             "policy show api --as envoy"},
    HelpText{"policy check", "0 no errors, 1 errors, or with --strict warnings", false,
             "policy check api.json\n"
             "policy check --strict api.json"},
    HelpText{"policy rules", exitDone, false, "policy rules limits.yaml"},
    HelpText{"policy diff", "0 nothing differs, 1 something does, 5 a file is stale", true,
             "policy diff api.json"},
    HelpText{"policy history", exitDone, true, "policy history api"},
    HelpText{"policy export", exitDone, true,
             "policy export\n"
             "policy export --dir policies"},
    HelpText{"policy publish", "0 published, or already so; 1 not published: it is based on another version",
             true, "policy publish api.json --reason \"twice as many for partners\""},
    HelpText{"policy import",
             "0 imported, or already so; 1 not imported: somebody else has published, or --expect names "
             "another version",
             true, "policy import api.json --reason \"as on staging\""},
    HelpText{"policy rollback", "0 done, 1 somebody else has published", true,
             "policy rollback api --to 1 --reason \"too strict\""},
    HelpText{"policy remove", "0 done, 1 somebody else has published", true,
             "policy remove api --reason \"the service is gone\""},
    HelpText{"mark", exitDone, true, "mark \"deploy api 1.4\" --by ci"},
    HelpText{"audit", exitDone, true,
             "audit --token user:42 --since 30d\n"
             "audit --filter \"action:block since:14:00 -undone\"\n"
             "audit --by alice --json"},
    HelpText{"audit undo", "0 undone, 1 not, as something else has happened since", true,
             "audit undo 1795000000000-0 --dry-run"},
    HelpText{"audit export", "0 done, 1 not all could be removed", true,
             "audit export old.jsonl --before 90d"},
    HelpText{"help", exitDone, false, "help policy publish"},
    HelpText{"completion", exitDone, false,
             "completion bash > ~/.local/share/bash-completion/completions/ratewarden-ctl\n"
             "completion zsh > ~/.zfunc/_ratewarden-ctl"},
    HelpText{"manual", exitDone, false, "manual > ratewarden-ctl.1"},
    HelpText{"help-json", exitDone, false, "help-json"},
};

/// What stands for the value of an option in the help.
struct Placeholder {
    std::string_view option;
    const char* word;
};

constexpr std::array placeholders{
    Placeholder{"--algorithm", "NAME"},    Placeholder{"--before", "DURATION"},
    Placeholder{"--by", "NAME"},           Placeholder{"--cacert", "FILE"},
    Placeholder{"--candidate", "RULES"},   Placeholder{"--cert", "FILE"},
    Placeholder{"--cost", "UNITS"},        Placeholder{"--dir", "FOLDER"},
    Placeholder{"--every", "DURATION"},    Placeholder{"--expect", "VERSION"},
    Placeholder{"--filter", "FILTER"},     Placeholder{"--for", "DURATION"},
    Placeholder{"--format", "NAME"},       Placeholder{"--history", "FILE"},
    Placeholder{"--interval", "DURATION"}, Placeholder{"--key", "KEY"},
    Placeholder{"--match", "PATTERN"},     Placeholder{"--metrics", "FILE"},
    Placeholder{"--most", "COUNT"},        Placeholder{"--name", "NAME"},
    Placeholder{"--out", "FILE"},          Placeholder{"--output", "FILE"},
    Placeholder{"--policy", "NAME"},       Placeholder{"--prefix", "PREFIX"},
    Placeholder{"--profile", "NAME"},      Placeholder{"--redis", "URL"},
    Placeholder{"--report", "FILE"},       Placeholder{"--rules", "RULES"},
    Placeholder{"--since", "DURATION"},    Placeholder{"--state", "STATE"},
    Placeholder{"--tls-key", "FILE"},      Placeholder{"--to", "VERSION"},
    Placeholder{"--token", "TOKEN"},       Placeholder{"--top", "COUNT"},
    Placeholder{"--wait", "DURATION"},     Placeholder{"-n", "COUNT"},
};

constexpr std::array ofLab{Placeholder{"--cost", "FIELD"}, Placeholder{"--token", "FIELD"}};
constexpr std::array ofPolicy{Placeholder{"--history", "COUNT"}};

void nameValues(CLI::App& command, std::span<const Placeholder> words)
{
    for (CLI::Option* const option : command.get_options()) {
        const auto found = std::ranges::find(words, option->get_name(), &Placeholder::option);
        if (found != words.end())
            option->type_name(found->word);
    }
}

constexpr std::string_view usual =
    "Exit codes: 0 allowed or done; 1 denied, or as the help of the command says; 2 wrong usage, or an\n"
    "error in a file; 3 Redis unavailable or refusing, or not all could be read; 4 the output could not\n"
    "be written; 5 `policy diff`: a file is stale.\n"
    "A password that is not in the URL is taken from RATEWARDEN_REDIS_PASSWORD. With --read-only, or\n"
    "RATEWARDEN_READ_ONLY=1, commands that may write are refused and not sent.\n"
    "Where a file is read, - is standard input. Tokens and keys are printed with escapes (\\x1b) for what\n"
    "cannot be shown, and read with the same escapes.\n\n"
    "Examples:\n"
    "  ratewarden-ctl tokens --state limited --top 20\n"
    "  ratewarden-ctl top\n"
    "  ratewarden-ctl peek user:42 --policy api\n"
    "  ratewarden-ctl block ip:203.0.113.7 --for 24h --reason \"scraping\"\n"
    "  ratewarden-ctl policy publish api.json --reason \"twice as many for partners\"\n\n"
    "ratewarden-ctl manual prints the manual page, help-json all commands for programs.";

void addBelow(CLI::App& command, const std::string& path)
{
    for (CLI::App* const each : command.get_subcommands([](CLI::App*) { return true; })) {
        const std::string name = path + (path.empty() ? "" : " ") + each->get_name();
        std::string footer;
        if (const HelpText* const text = helpText(name)) {
            footer = exitCodes(*text) + "\n\nExamples:";
            std::string_view rest = text->examples;
            while (!rest.empty()) {
                const std::size_t end = std::min(rest.find('\n'), rest.size());
                footer += fmt::format("\n  ratewarden-ctl {}", rest.substr(0, end));
                rest.remove_prefix(std::min(end + 1, rest.size()));
            }
        }
        each->footer(footer);
        nameValues(*each, placeholders);
        if (path == "lab")
            nameValues(*each, ofLab);
        else if (path == "policy")
            nameValues(*each, ofPolicy);
        addBelow(*each, name);
    }
}

} // namespace

const HelpText* helpText(std::string_view command)
{
    const auto* const found = std::ranges::find(helpTexts, command, &HelpText::command);
    return found == helpTexts.end() ? nullptr : found;
}

std::string exitCodes(const HelpText& text)
{
    return fmt::format(
        "Exit codes: {}, 2 wrong usage or an invalid file{}, 4 the output could not be written", text.exits,
        text.asksRedis ? ", 3 Redis unavailable or refusing, or not all could be read" : "");
}

void addHelpTexts(CLI::App& app)
{
    app.footer(std::string(usual));
    nameValues(app, placeholders);
    addBelow(app, {});
}

} // namespace ratewarden::ctl
