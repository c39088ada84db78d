// SPDX-License-Identifier: MIT
#include "core/admin/inspection.h"

#include "core/admin/policy_of.h"
#include "core/formats/catalogue_format.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

std::optional<Micros> roundedUp(const std::optional<Nanos>& span)
{
    return span ? std::optional(std::chrono::ceil<Micros>(*span)) : std::nullopt;
}

std::optional<Units> whole(const std::optional<double>& number)
{
    return number ? std::optional(Units(std::floor(*number))) : std::nullopt;
}

void fillIn(Inspection& inspection, const ShapeReading& shape)
{
    inspection.state = shape.state;
    inspection.retryAfter = roundedUp(shape.retryIn);
    for (const ShapeUsage& usage : shape.rules) {
        InspectedRule rule;
        rule.limit = usage.limit;
        if (usage.window)
            rule.window = std::chrono::round<Micros>(*usage.window);
        rule.inferred = usage.inferred;
        rule.used = whole(usage.used);
        rule.remaining = whole(usage.remaining);
        rule.freesIn = roundedUp(usage.freesIn);
        rule.resetsIn = roundedUp(usage.resetsIn);
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

Inspection inspectKey(Server& server, const std::string& key, const std::vector<Rule>& rules)
{
    Inspection inspection;
    inspection.key = key;
    std::optional<Recognised> found = recogniseOnServer(server, key, rules);
    if (!found)
        return inspection;
    inspection.subject = found->subject;
    inspection.token = found->subject.token;
    inspection.confidence = found->confidence;
    inspection.ties = std::move(found->ties);
    const Subject& subject = *inspection.subject;
    const PolicyBook book = policiesIfAllowed(server);
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
    if (!subject.format->plansOnState()) {
        inspection.reading = readSubjects(server, {&subject, 1}, judgedBy).front();
        if (inspection.reading.block)
            inspection.state = SubjectState::Blocked;
        if (inspection.reading.decision)
            fillIn(inspection, *inspection.reading.decision);
    } else {
        inspection.reading = readForPlans(server, {&subject, 1}, judgedBy).front();
        if (inspection.reading.foreign) {
            fillIn(inspection, inspection.reading.foreign->reading);
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
