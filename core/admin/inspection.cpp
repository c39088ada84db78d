// SPDX-License-Identifier: MIT
#include "core/admin/inspection.h"

#include "core/admin/policy_of.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/leased_units.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

std::optional<Micros> wholeMicrosUp(const std::optional<Nanos>& span)
{
    return span ? std::optional(std::chrono::ceil<Micros>(*span)) : std::nullopt;
}

std::optional<Units> whole(const std::optional<double>& number)
{
    return number ? std::optional(Units(std::floor(*number))) : std::nullopt;
}

void fillIn(Inspection& inspection, const ShapeReading& shape)
{
    inspection.retryAfter = wholeMicrosUp(shape.retryIn);
    if (shape.state != SubjectState::Ok || inspection.retryAfter)
        inspection.state = shape.state; // else something is used, of a limit that is not known
    for (const ShapeUsage& usage : shape.rules) {
        InspectedRule rule;
        rule.limit = usage.limit;
        if (usage.window)
            rule.window = std::chrono::round<Micros>(*usage.window);
        rule.inferred = usage.inferred;
        rule.used = whole(usage.used);
        rule.remaining = whole(usage.remaining);
        rule.freesIn = wholeMicrosUp(usage.freesIn);
        rule.resetsIn = wholeMicrosUp(usage.resetsIn);
        inspection.rules.push_back(rule);
    }
}

void fillIn(Inspection& inspection, const Decision& decision)
{
    bool idle = true;
    for (const RuleUsage& usage : decision.usage) {
        InspectedRule rule;
        rule.limit = usage.rule.limit;
        rule.window = usage.rule.window;
        rule.used = usage.used;
        rule.reserved = openUnits(inspection.reading, inspection.rules.size());
        rule.leased = unitsInLeases(inspection.reading, inspection.rules.size());
        rule.remaining = usage.remaining();
        rule.resetsIn = usage.resetAfter;
        inspection.rules.push_back(rule);
        idle &= usage.used <= 0;
    }
    inspection.retryAfter = decision.retryAfter;
    inspection.state = decision.verdict == Verdict::Blocked ? SubjectState::Blocked
                       : !decision.allowed()                ? SubjectState::Limited
                       : idle                               ? SubjectState::Idle
                                                            : SubjectState::Ok;
}

} // namespace

std::optional<Recognised> recogniseAlone(Server& server, ServerPrefixes& prefixes, const std::string& key,
                                         std::span<const Rule> rules, std::string_view format,
                                         const std::string& token)
{
    auto found = recogniseOnServer(server, prefixes, key, rules, format);
    if (!found && format.empty()) {
        learnPrefix(server, prefixes, key);
        found = recogniseOnServer(server, prefixes, key, rules);
    }
    if (found && found->tokensOfKey) {
        if (token.empty() && *found->tokensOfKey > 1)
            throw InvalidArgument(Problem(Fault::WhichToken, key, *found->tokensOfKey));
        if (!token.empty())
            found->subject.token = token;
    }
    return found;
}

Inspection inspectKey(Server& server, const std::string& key, const std::vector<Rule>& rules,
                      const std::string& token)
{
    Inspection inspection;
    inspection.key = key;
    const PolicyBook book = policiesIfAllowed(server);
    ServerPrefixes prefixes(book.policies);
    std::optional<Recognised> found = recogniseAlone(server, prefixes, key, rules, {}, token);
    if (!found)
        return inspection;
    inspection.subject = found->subject;
    inspection.token = found->subject.token;
    inspection.confidence = found->confidence;
    inspection.ties = std::move(found->ties);
    inspection.isGuess = found->isGuess;
    const Subject& subject = *inspection.subject;
    const PolicyOf announced = policyOf(book);
    Policy given;
    PolicyOf judgedBy = announced;
    if (!rules.empty()) {
        if (const Policy* const policy = announced(subject))
            given = *policy;
        else
            given = subject.format->policyFor(subject, rules);
        given.rules = rules;
        judgedBy = [&given](const Subject&) {
            return &given;
        };
    }
    if (subject.format->isOurs()) {
        inspection.reading = readSubjects(server, {&subject, 1}, judgedBy).front();
        if (inspection.reading.block)
            inspection.state = SubjectState::Blocked;
        if (inspection.reading.decision)
            fillIn(inspection, *inspection.reading.decision);
    } else {
        inspection.reading = readForPlans(server, {&subject, 1}, judgedBy).front();
        if (inspection.reading.foreign) {
            fillIn(inspection, inspection.reading.foreign->reading);
            const std::vector<std::string> names = subject.format->ruleNames();
            for (std::size_t i = 0; i < std::min(names.size(), inspection.rules.size()); ++i)
                inspection.rules[i].name = names[i];
            if (const std::string* const named =
                    inspection.reading.foreign->decoded.state.record.text("token"))
                inspection.token = *named;
        }
    }
    inspection.warnings = inspection.reading.warnings;
    if (inspection.reading.problem)
        throw BadState(inspection.reading.problem);
    return inspection;
}

} // namespace ratewarden
