// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/tokens.h"

#include "app/ctl/escapes.h"
#include "app/ctl/suggestion.h"
#include "core/admin/login_name.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {

void addTokenOption(CLI::App& command, std::string& token)
{
    CLI::Option& option =
        *command.add_option("token", token, "The client being limited: a user, an IP, an API key")
             ->required();
    takeEscapes(command, option);
    requireOneToken(command, option);
}

void addPolicyOption(CLI::App& command, std::string& policy)
{
    takeEscapes(command, *command.add_option("--policy", policy, "The policy's name")->capture_default_str());
}

void addAlgorithmOption(CLI::App& command, std::string& algorithm, const char* unsaid)
{
    std::string names;
    for (const Algorithm& known : algorithms())
        names += (names.empty() ? "" : ", ") + std::string(known.name);
    command.add_option("--algorithm", algorithm, "One of " + names + "; else " + unsaid);
}

void refuseEmpty(CLI::Option& option)
{
    option.check([](const std::string& text) { return text.empty() ? "it is empty" : std::string(); }, "");
}

void addAuthorOption(CLI::App& command, std::string& by)
{
    by = loginName();
    command.add_option("--by", by, "The author of the change")->capture_default_str();
}

std::optional<PublishedPolicy> publishedIfReadable(Server& server, const std::string& name)
{
    try {
        return findPublished(server, name);
    } catch (const BadPolicy& error) {
        Terminal::note(error.what());
        return std::nullopt;
    }
}

void requireOwn(const Policy& policy)
{
    if (!policy.format.empty())
        throw InvalidArgument(
            fmt::format("the policy \"{}\" is for keys of another limiter ({}), which decides by itself; use "
                        "`ratewarden-ctl inspect KEY` to see how a token stands, `block --key KEY` to deny "
                        "it, and `reset --key KEY` to reset it",
                        printable(policy.name), printable(policy.format)));
}

std::string nearPolicies(Server& server, const std::string& name)
{
    std::vector<std::string> names;
    const Reply reply = server.call(Command{"HKEYS", policiesKey});
    for (std::size_t i = 0; i < reply.view().size(); ++i)
        names.emplace_back(reply.view()[i].string());
    return std::ranges::find(names, name) == names.end() ? didYouMean(name, names) : std::string();
}

std::string noSuchPolicy(Server& server, const std::string& name, const std::string& remedy)
{
    return fmt::format("no policy \"{}\" is published on {}; {}{}", printable(name), server.where(), remedy,
                       nearPolicies(server, name));
}

void requirePublished(Server& server, const std::string& name, const std::string& remedy)
{
    if (server.call(Command{"HEXISTS", policiesKey, name}).view().integer() == 0)
        throw InvalidArgument(noSuchPolicy(server, name, remedy));
}

bool haveKeys(Server& server, std::span<const Subject> subjects)
{
    Command command{"EXISTS"};
    for (const Subject& subject : subjects)
        for (const std::string& key : subject.format->keys(subject))
            command.add(key);
    return server.call(command).view().integer() > 0;
}

void checkRecorded(const Recorded& recorded, bool isRequired)
{
    const std::string why = englishText(recorded.refused);
    if (recorded.refused && isRequired)
        throw Error(fmt::format("nothing was changed, as the audit trail ({}) could not be written: {}{}{}",
                                auditKey, why,
                                recorded.right.empty() ? std::string()
                                                       : fmt::format("; the right that is missing: {}",
                                                                     printable(recorded.right)),
                                recorded.canGoOn ? "; --without-audit makes the change all the same" : ""));
    if (recorded.refused)
        Terminal::note(fmt::format("this change is not in the audit trail: {}", why));
    if (recorded.incomplete)
        Terminal::note(fmt::format("the audit trail does not say what became of this change: {}",
                                   englishText(recorded.incomplete)));
    if (!recorded.mirror.empty())
        Terminal::note(
            fmt::format("the audit trail's file on this machine was not written: {}", recorded.mirror));
}

ChangeOutcome make(Terminal& terminal, Change change)
{
    const Auditing auditing = terminal.auditing();
    if (change.by.empty())
        change.by = auditing.trail->settings().by;
    ChangeOutcome outcome = apply(terminal.server(), std::move(change), auditing);
    checkRecorded(outcome.audit, auditing.required);
    if (outcome.trouble)
        std::rethrow_exception(outcome.trouble.cause);
    return outcome;
}

std::string usedChangeText(const UsedChange& used)
{
    return fmt::format("{:.0f} used{} now, {:.0f} after this", used.before,
                       used.limit ? fmt::format(" of {}", *used.limit) : "", used.after);
}

Json usedChangeJson(const std::optional<UsedChange>& used)
{
    return used ? Json{{"used", std::int64_t(used->before)}, {"used_after", std::int64_t(used->after)}}
                : Json::object();
}

Decision lookAt(Terminal& terminal, RedisToken token, const Policy& policy, Units cost)
{
    const Subject subject = stateSubject(token.text(), policy);
    const Reading reading =
        readSubjects(
            terminal.server(), {&subject, 1}, [&](const Subject&) { return &policy; }, cost)
            .front();
    if (!reading.decision)
        throw BadState(reading.problem);
    if (!reading.exact)
        Terminal::note("the log was not read completely; more may be used");
    return *reading.decision;
}

std::optional<UsedChange> usedIfReadable(Terminal& terminal, RedisToken token, const Policy& policy)
{
    try {
        const Decision decision = lookAt(terminal, token, policy, 0);
        if (decision.usage.empty())
            return std::nullopt;
        const RuleUsage& usage = decision.usage[decision.tightestRule()];
        return UsedChange{double(usage.used), 0, usage.rule.capacity()};
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void printCommands(const Terminal& terminal, const Preview& preview, const Json& also)
{
    std::vector<std::string> texts;
    texts.reserve(preview.first.size());
    for (const Command& command : preview.first)
        texts.push_back(command.text());
    if (terminal.isJson()) {
        Json all{{"commands", texts}};
        all.update(also);
        fmt::print("{}\n", all.dump());
    } else
        for (const std::string& text : texts)
            fmt::print("{}\n", text);
    if (preview.commands > texts.size())
        Terminal::note(fmt::format("these are the first {} of {} commands", texts.size(), preview.commands));
}

NameInRedis nameInRedis(const std::string& token, bool hashes)
{
    return {token, hashes && !isHashedToken(token)};
}

NameInRedis nameInRedis(const Terminal& terminal, const std::string& token,
                        const std::optional<PublishedPolicy>& policy)
{
    return nameInRedis(token, terminal.hashesTokens() || (policy && policy->policy.hashTokens));
}

} // namespace ratewarden::ctl
