// SPDX-License-Identifier: MIT
#include "core/admin/policies.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/keyspace.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ratewarden {
namespace {

constexpr int schema = 1;

} // namespace

const Policy* PolicyBook::find(std::string_view name) const
{
    const auto found = policies.find(name);
    return found == policies.end() ? nullptr : &found->second;
}

std::string policyDocument(const Policy& policy)
{
    nlohmann::ordered_json document;
    document["schema"] = schema;
    document["algorithm"] = policy.algorithm;
    document["rules"] = notation(policy.rules);
    if (policy.hashTokens)
        document["hashTokens"] = true;
    if (policy.counters)
        document["counters"] = true;
    return document.dump();
}

Policy parsePolicyDocument(std::string_view name, std::string_view document)
{
    std::string reason;
    Policy policy;
    policy.name = name;
    try {
        const auto json = nlohmann::json::parse(document);
        if (json.at("schema") != schema)
            throw BadPolicy(fmt::format("it is of schema {}, this program knows schema {}",
                                        printable(json.at("schema").dump()), schema));
        policy.algorithm = json.at("algorithm").get<std::string>();
        policy.rules = parseRules(json.at("rules").get<std::string>());
        policy.hashTokens = json.value("hashTokens", false);
        policy.counters = json.value("counters", false);
        validatedAlgorithm(policy);
        return policy;
    } catch (const nlohmann::json::exception& error) {
        reason = printable(error.what());
    } catch (const BadPolicy& error) {
        reason = error.what();
    }
    throw BadPolicy(fmt::format("the announced policy \"{}\" cannot be read: {}", printable(name), reason));
}

PolicyBook readPolicies(Connection& connection)
{
    const Reply reply = connection.call(Command{"HGETALL", policiesKey});
    const ReplyView fields = reply.view();
    PolicyBook book;
    for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
        const std::string name(fields[i].string());
        try {
            book.policies.emplace(name, parsePolicyDocument(name, fields[i + 1].string()));
        } catch (const BadPolicy& error) {
            book.problems.emplace_back(error.what());
        }
    }
    return book;
}

std::optional<Policy> findPolicy(Connection& connection, std::string_view name)
{
    const Reply reply = connection.call(Command{"HGET", policiesKey, name});
    if (reply.view().isNil())
        return std::nullopt;
    return parsePolicyDocument(name, reply.view().string());
}

std::optional<Policy> announcePolicy(Connection& connection, const Policy& policy)
{
    validatedAlgorithm(policy);
    const Command announce{"HSETNX", policiesKey, policy.name, policyDocument(policy)};
    if (connection.call(announce).view().integer() == 1)
        return std::nullopt;
    std::optional<Policy> announced = findPolicy(connection, policy.name); // none: withdrawn in between
    return announced == policy ? std::nullopt : std::move(announced);
}

} // namespace ratewarden
