// SPDX-License-Identifier: MIT
#include "core/lab/candidate.h"

#include "core/algorithms/admission.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

std::string withoutName(const Candidate& candidate)
{
    return fmt::format("{}: {}", candidate.policy.algorithm, notation(candidate.policy.rules));
}

} // namespace

Candidate parseCandidate(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        throw InvalidArgument(fmt::format(
            R"(the candidate "{}" must be [NAME=]ALGORITHM: RULES, such as "strict=gcra: 20/min + 200/h")",
            printable(text)));
    const std::size_t equals = text.find('=');
    const bool isNamed = equals < colon;
    const std::size_t start = isNamed ? equals + 1 : 0;
    Candidate candidate;
    candidate.policy.algorithm = trimmed(text.substr(start, colon - start), " ");
    candidate.policy.rules = parseRules(text.substr(colon + 1));
    candidate.name = isNamed ? std::string(trimmed(text.substr(0, equals), " ")) : withoutName(candidate);
    candidate.policy.name = isNamed ? candidate.name : candidate.policy.algorithm; // rules may be long
    validatedAlgorithm(candidate.policy);
    refuseSlots(candidate.policy);
    return candidate;
}

Candidate withoutSlots(Candidate candidate)
{
    std::erase_if(candidate.policy.rules, [](const Rule& rule) { return rule.atOnce; });
    return candidate;
}

std::string notation(const Candidate& candidate)
{
    const std::string text = withoutName(candidate);
    return candidate.name == text ? text : candidate.name + "=" + text;
}

} // namespace ratewarden
