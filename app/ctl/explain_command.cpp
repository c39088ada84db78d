// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl explain`: why a request was denied.
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/tokens.h"
#include "core/admin/inspection.h"
#include "core/admin/policy_of.h"
#include "core/explain/denial_log.h"
#include "core/explain/denial_question.h"
#include "core/explain/explanation_text.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"
#include "core/watch/history_then.h"

#include <fmt/format.h>

#include <iostream>

namespace ratewarden::ctl {
namespace {

struct ExplainOptions {
    std::string token;
    std::string at;
    std::string line;
    std::string note;
    std::string key;
    std::string rules;
    std::string policy;
    std::string history;
    std::string log;
    LogFields logFields;
    std::optional<Units> cost; // empty: 1, or what the line says
};

/// To the microsecond, as what is explained is a matter of these. Without the date of `day`, where it is
/// given.
std::string exactTime(Instant moment, std::optional<Instant> day = {})
{
    const std::string text = localTime(moment); // "2026-11-26 14:57:40 +0100"
    constexpr std::size_t date = 11;
    constexpr std::size_t zone = 6;
    const auto fraction = moment.time_since_epoch() % std::chrono::seconds(1);
    const std::string exact = fmt::format("{}.{:06}", text.substr(0, text.size() - zone), fraction.count());
    const bool isSameDay = day && localTime(*day).compare(0, date, text, 0, date) == 0;
    return isSameDay ? exact.substr(date) : exact + text.substr(text.size() - zone);
}

/// What is asked: a denial, or a request's id alone.
struct AskedDenial {
    DenialQuestion question;
    std::string note; ///< not empty: it is the id, and nothing else is known
};

AskedDenial askedByLine(std::string line, Instant now)
{
    if (line == "-" && !std::getline(std::cin, line))
        throw InvalidArgument("nothing came on standard input");
    try {
        return {denialQuestion(line, now), {}};
    } catch (const InvalidArgument&) {
        const std::string_view word = trimmed(line, " \t\r\n");
        if (word.empty() || word.find_first_of(" {\",=") != std::string_view::npos)
            throw; // it is a line, which cannot be asked about
        return {{}, std::string(word)};
    }
}

AskedDenial askedBy(Terminal& terminal, const ExplainOptions& options)
{
    const Instant now = clockOf(terminal.server());
    AskedDenial asked;
    if (!options.note.empty())
        return {{}, options.note};
    if (!options.line.empty())
        asked = askedByLine(options.line, now);
    else if (!options.at.empty())
        asked.question = {options.token, denialAt(options.at, now)};
    else
        throw InvalidArgument(
            "say when the request was denied, with --at 14:57, or give its line of a log with --line, or "
            "what it is remembered by with --note");
    if (!asked.note.empty())
        return asked;
    DenialQuestion& question = asked.question;
    if (!options.token.empty())
        question.token = options.token;
    question.denial.cost = options.cost.value_or(question.denial.cost);
    if (question.token.empty() && options.key.empty())
        throw InvalidArgument("say whose request it was: a token, or --key and a key");
    return asked;
}

Explanation explainKey(Terminal& terminal, const ExplainOptions& options, const DenialQuestion& question)
{
    const Denial& denial = question.denial;
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    ServerPrefixes prefixes(book.policies);
    const std::vector<Rule> rules = options.rules.empty() ? std::vector<Rule>() : parseRules(options.rules);
    const auto found = recogniseAlone(server, prefixes, options.key, rules, {}, question.token);
    if (!found)
        throw InvalidArgument(
            fmt::format("no format recognizes {}, or there is no such key", printable(options.key)));
    const Subject& subject = found->subject;
    if (subject.format->isOurs())
        return explainDenial(server, subject.token, subject.policy, denial);
    const Policy* const published = policyOf(book)(subject);
    if (!published && rules.empty())
        throw InvalidArgument(
            "the rules of this key are not known; give --rules, as in --rules \"20/min\", or publish them");
    if (rules.empty())
        return explainDenial(server, subject, published->name, denial);
    Policy policy = published ? *published : subject.format->policyFor(subject, rules);
    policy.rules = rules;
    return explainDenial(server, subject, policy, denial);
}

Json jsonOf(const Explanation& it)
{
    Json rules = Json::array();
    for (const RuleThen& then : it.rules)
        rules.push_back({{"rule", notation(then.published)},
                         {"answer", nameOf(then.answer)},
                         {"used_at_least", then.atLeast},
                         {"used_at_most", orNull(then.atMost)},
                         {"used_by_log", then.logged ? Json(then.logged->used) : Json(nullptr)}});
    Json remembered = Json::array();
    for (const RememberedDenial& one : it.memory.matching)
        remembered.push_back({{"at_us", orNull(std::optional(one.at))},
                              {"rule", one.rule ? Json(*one.rule + 1) : Json(nullptr)},
                              {"cost", one.cost},
                              {"retry_after_us", orNull(one.retryAfter)},
                              {"note", printable(one.note)}});
    Json logged = Json::array();
    if (it.log)
        for (const LoggedDenial& one : it.log->denials)
            logged.push_back({{"source", printable(it.log->source)},
                              {"at_us", orNull(std::optional(one.at))},
                              {"status", one.status},
                              {"cost", one.cost},
                              {"note", printable(one.note)},
                              {"zone", printable(one.zone)}});
    Json lines = Json::array();
    for (const ExplainedLine& line : linesOf(it))
        lines.push_back(englishText(line, [](Instant moment) { return exactTime(moment); }));
    return {{"token", printable(it.subject.token)},
            {"policy", printable(it.policy.policy.name)},
            {"version", it.policy.version},
            {"from_us", orNull(std::optional(it.denial.from))},
            {"to_us", orNull(std::optional(it.denial.to))},
            {"cost", it.denial.cost},
            {"cause", nameOf(it.cause)},
            {"certainty", nameOf(it.certainty)},
            {"rule", it.rule ? Json(notation(it.rules[*it.rule].published)) : Json(nullptr)},
            {"rules", rules},
            {"remembered", remembered},
            {"logged", logged},
            {"passes_at_us", orNull(it.passesAt)},
            {"passes_at_cost", orNull(it.passesAtCost)},
            {"passes_under_version", it.passesUnderVersion > 0 ? Json(it.passesUnderVersion) : Json(nullptr)},
            {"lines", lines}};
}

std::string momentText(const Denial& denial)
{
    return denial.from == denial.to
               ? fmt::format("at {}", exactTime(denial.from))
               : fmt::format("between {} and {}", exactTime(denial.from), exactTime(denial.to, denial.from));
}

std::string textOf(const Explanation& it)
{
    const std::string name = printable(it.policy.policy.name);
    std::string text = fmt::format("{}{}, {}", printable(it.subject.token),
                                   name.empty() ? "" : " under " + name, momentText(it.denial));
    const auto moment = [&](Instant at) {
        return exactTime(at, it.denial.from);
    };
    for (const ExplainedLine& line : linesOf(it))
        text += fmt::format("\n{}{}{}", line.part == ExplainedLine::Part::Answer ? "" : "  ",
                            line.at ? moment(*line.at) + "  " : "", englishText(line, moment));
    return text;
}

/// By Redis, and by the log if there is one.
std::vector<Explanation> explainAsked(Terminal& terminal, const ExplainOptions& options,
                                      DenialQuestion question)
{
    if (!options.key.empty()) {
        Explanation one = explainKey(terminal, options, question);
        if (!options.log.empty())
            tellByLog(one,
                      readTokenLog(options.log, {one.subject.token, question.denial}, options.logFields));
        return {one};
    }
    std::optional<TokenLog> log;
    if (!options.log.empty()) {
        log = readTokenLog(options.log, question, options.logFields);
        question = asLogged(std::move(question), log->facts);
    }
    std::vector<Explanation> all;
    if (options.policy.empty()) {
        all = explainDenials(terminal.server(), question.token, question.denial, terminal.hashesTokens());
    } else {
        const NameInRedis token =
            nameInRedis(terminal, question.token, publishedIfReadable(terminal.server(), options.policy));
        all = {explainDenial(terminal.server(), std::string(token.text()), options.policy, question.denial)};
    }
    for (Explanation& one : all)
        if (log)
            tellByLog(one, *log);
    return all;
}

/// What Redis remembers by the id is exact, so that it comes before what a log has.
std::vector<Explanation> explainId(Terminal& terminal, const ExplainOptions& options, const std::string& id)
{
    std::vector<Explanation> all;
    try {
        if (!options.key.empty())
            throw InvalidArgument(
                "an id alone finds no denial of another limiter's key; give --log, or the line itself");
        all = explainNoted(terminal.server(), id, options.policy);
    } catch (const InvalidArgument& error) {
        if (options.log.empty())
            throw;
        const auto found = findInLog(options.log, id, options.logFields);
        if (!found)
            throw InvalidArgument(
                fmt::format("{}; and {} has no request with that id", error.what(), printable(options.log)));
        return explainAsked(terminal, options, *found);
    }
    for (Explanation& one : all)
        if (!options.log.empty())
            tellByLog(one, readTokenLog(options.log, {one.subject.token, one.denial}, options.logFields));
    return all;
}

std::vector<Explanation> explanations(Terminal& terminal, const ExplainOptions& options)
{
    const AskedDenial asked = askedBy(terminal, options);
    return asked.note.empty() ? explainAsked(terminal, options, asked.question)
                              : explainId(terminal, options, asked.note);
}

Exit explainTo(Terminal& terminal, const ExplainOptions& options)
{
    const std::vector<Explanation> all = explanations(terminal, options);
    std::optional<HistoryReader> history;
    if (!options.history.empty())
        history.emplace(options.history);
    Json json = Json::array();
    std::string text;
    for (const Explanation& one : all) {
        json.push_back(jsonOf(one));
        text += (text.empty() ? "" : "\n\n") + textOf(one);
        if (!history)
            continue;
        const HistoryThen then = historyAt(*history, one.subject.token, one.policy.policy.name, one.denial);
        const std::vector<std::string> lines =
            historySentences(one, then, options.history,
                             englishWriter([&](Instant at) { return exactTime(at, one.denial.from); }));
        json.back()["history"] = lines;
        for (const std::string& line : lines)
            text += "\n  " + line;
    }
    terminal.print(json, text);
    return Done;
}

} // namespace

void addExplainCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<ExplainOptions>(
        app, terminal, "explain", "Say why a request was denied, as far as Redis and the audit trail tell",
        [](CLI::App& command, ExplainOptions& options) {
            CLI::Option& token = *command.add_option(
                "token", options.token,
                "The client that was limited; with --line, instead of the one that it names");
            takeEscapes(command, token);
            auto* const at =
                command.add_option("--at", options.at,
                                   "When it was denied: 14:57, 14:57:40.218, \"2026-11-26 14:57:40\", "
                                   "2026-11-26T14:57:40Z, or in Unix time");
            auto* const line = command.add_option(
                "--line", options.line,
                "A line of a log, \"TOKEN TIME\" or a request's id; - reads it from standard input");
            line->excludes(at);
            auto* const note = command.add_option(
                "--note", options.note,
                "What its caller had remembered of it, as a request's id; finds its token, too");
            takeEscapes(command, *note);
            note->excludes(at)->excludes(line)->excludes(&token);
            auto* const policy = command.add_option(
                "--policy", options.policy, "The policy's name; else all under which the token has a state");
            takeEscapes(command, *policy);
            auto* const key =
                command.add_option("--key", options.key, "The key of any limiter, with --at or --line");
            takeEscapes(command, *key);
            key->excludes(&token)->excludes(policy)->excludes(note);
            auto* const log = command.add_option(
                "--log", options.log,
                "A log of the servers in front: its denials, and whose requests had filled the rules");
            command
                .add_option("--log-token", options.logFields.token,
                            "With --log: its field that says whose request it is")
                ->needs(log);
            command.add_option(
                "--history", options.history,
                "A watcher's history: what it had seen then, where Redis does not tell any more");
            command
                .add_option("--rules", options.rules,
                            "With --key: its rules, \"20/min\", if none are published")
                ->needs(key);
            command
                .add_option("--cost", options.cost,
                            "Units that the request would have taken; else 1, or what the line says")
                ->check(CLI::Range(Units(0), maxUnits));
        },
        explainTo);
}

} // namespace ratewarden::ctl
