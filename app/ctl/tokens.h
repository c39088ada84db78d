// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/admin/change.h"
#include "core/limiter/redis_token.h"
#include "core/policies/published_policy.h"

#include <optional>
#include <span>
#include <string>

/// What the commands that mean one token share.
namespace ratewarden::ctl {

void addTokenOption(CLI::App& command, std::string& token);
void addPolicyOption(CLI::App& command, std::string& policy);
/// `unsaid` says which one is used when the option is missing.
void addAlgorithmOption(CLI::App& command, std::string& algorithm, const char* unsaid);
/// An empty one would pass for none, as that of a variable that is not set.
void refuseEmpty(CLI::Option& option);
/// Who does it: the login name unless it is said.
void addAuthorOption(CLI::App& command, std::string& by);

/// The published policy where it only adds to the command line; one that cannot be read is passed over with a
/// note.
std::optional<PublishedPolicy> publishedIfReadable(Server& server, const std::string& name);

/// Throws InvalidArgument, with what can be done, for a policy of another limiter's keys: no decision of
/// Ratewarden reads them, and no override reaches them.
void requireOwn(const Policy& policy);

/// `no policy "apii" is published on …; REMEDY; did you mean "api"?`
std::string noSuchPolicy(Server& server, const std::string& name, const std::string& remedy);

/// Throws that if no policy is published under the name: it is a typing mistake.
void requirePublished(Server& server, const std::string& name, const std::string& remedy);

/// "; did you mean …?" of the names of policies that are published; empty if the name is one of them.
std::string nearPolicies(Server& server, const std::string& name);

/// Whether a key of any of the subjects is there.
bool haveKeys(Server& server, std::span<const Subject> subjects);

/// Makes the change, recorded in the audit trail; throws what kept it from being made.
ChangeOutcome make(Terminal& terminal, Change change);
/// Throws, with what can be done about it, if the server did not take the entry and nothing was done
/// therefore; notes what else went wrong with the record.
void checkRecorded(const Recorded& recorded, bool isRequired);

/// "41 used of 60 now, 0 after this".
std::string usedChangeText(const UsedChange& used);
/// `used` and `used_after`, where they are known.
Json usedChangeJson(const std::optional<UsedChange>& used);

/// What a request of this cost would be answered, read without running a script: for users with the rights
/// to read alone, and on replicas.
Decision lookAt(Terminal& terminal, RedisToken token, const Policy& policy, Units cost);
/// What is used under the rule that is nearest to its limit, and 0 after; nothing where it cannot be read.
std::optional<UsedChange> usedIfReadable(Terminal& terminal, RedisToken token, const Policy& policy);

/// What --dry-run prints: the commands, a line each.
/// `also`: further fields of the JSON.
void printCommands(const Terminal& terminal, const Preview& preview, const Json& also = Json::object());

/// What the token is called in Redis; refers to it. A hash as the console shows it is taken as it is.
NameInRedis nameInRedis(const std::string& token, bool hashes);
/// The same as the policy has it, or the command line says.
NameInRedis nameInRedis(const Terminal& terminal, const std::string& token,
                        const std::optional<PublishedPolicy>& policy);

} // namespace ratewarden::ctl
