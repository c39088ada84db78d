// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is read from text that people or other programs write: it is read or refused, and what was
// read is written in a form that reads the same.
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/model/rule.h"
#include "core/notations/notation.h"
#include "core/policies/policy_file.h"
#include "core/policies/policy_store.h"
#include "core/redis/endpoint.h"
#include "tests/fuzz/fuzz.h"

#include <cstdint>
#include <string_view>
#include <vector>

using namespace ratewarden;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    tryTo([&] {
        const std::vector<Rule> rules = parseRules(text);
        require(parseRules(notation(rules)) == rules);
    });
    tryTo([&] {
        const ReadRules read = readRulesInAnyNotation(text);
        require(parseRules(notation(read.rules)) == read.rules);
        require(!read.notation.empty());
    });
    tryTo([&] {
        const Micros duration = parseDuration(text);
        require(parseDuration(durationNotation(duration)) == duration);
        require(!durationText(duration).empty());
    });
    tryTo([&] { require(!parseEndpoint(text).text().empty()); });
    tryTo([&] {
        const PublishedPolicy policy = parsePolicyDocument("fuzz", text);
        require(parsePolicyDocument("fuzz", policyDocument(policy)) == policy);
    });
    const PolicyFile file = readPolicyFile(text);
    for (const PublishedPolicy& policy : file.policies)
        require(readPolicyFile(policyFile(policy)).policies == std::vector{policy});
    for (const PolicyFileProblem& problem : file.problems)
        require(problem.line >= 1 && !englishText(problem.problem).empty());
    if (const auto subject = parseRatewardenKey(text))
        require(text == subject->format->keys(*subject).front());
    if (const auto counted = parseCountsKey(text))
        require(text == countsKey(RedisToken(counted->token), counted->policy));
    if (!text.empty())
        require(parseRatewardenKey(controlKey(RedisToken(text)))->token == text);
    return 0;
}
