// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/tokens.h"

#include "core/admin/login_name.h"
#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"

namespace ratewarden::ctl {

void addTokenOption(CLI::App& command, std::string& token)
{
    command.add_option("token", token, "The client being limited: a user, an IP, an API key")->required();
}

void addPolicyOption(CLI::App& command, std::string& policy)
{
    command.add_option("--policy", policy, "The policy's name")->capture_default_str();
}

void addAlgorithmOption(CLI::App& command, std::string& algorithm, const char* unsaid)
{
    std::string names;
    for (const Algorithm& known : algorithms())
        names += (names.empty() ? "" : ", ") + std::string(known.name);
    command.add_option("--algorithm", algorithm, "One of " + names + "; else " + unsaid);
}

void addAuthorOption(CLI::App& command, std::string& by)
{
    by = loginName();
    command.add_option("--by", by, "The author of the change")->capture_default_str();
}

std::optional<Policy> announcedIfReadable(Server& server, const std::string& name)
{
    try {
        return findPolicy(server, name);
    } catch (const BadPolicy& error) {
        Terminal::note(error.what());
        return std::nullopt;
    }
}

Outcome make(Server& server, Change change)
{
    Outcome outcome = apply(server, std::move(change));
    if (outcome.trouble)
        std::rethrow_exception(outcome.trouble.cause);
    return outcome;
}

NameInRedis nameInRedis(const std::string& token, bool hashes)
{
    return {token, hashes && !isHashedToken(token)};
}

NameInRedis nameInRedis(Terminal& terminal, const std::string& token, const std::string& policy)
{
    const std::optional<Policy> announced = announcedIfReadable(terminal.server(), policy);
    return nameInRedis(token, terminal.hashesTokens() || (announced && announced->hashTokens));
}

} // namespace ratewarden::ctl
