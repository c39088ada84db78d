// SPDX-License-Identifier: MIT
#include "core/lab/candidate.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {
namespace {

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

} // namespace

Candidate parseCandidate(std::string_view text)
{
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos)
        throw InvalidArgument(fmt::format(
            R"(the candidate "{}" must be NAME=ALGORITHM: RULES, such as "strict=gcra: 20/min + 200/h")",
            printable(text)));
    const std::size_t equals = text.find('=');
    const bool isNamed = equals < colon;
    const std::size_t start = isNamed ? equals + 1 : 0;
    Candidate candidate;
    candidate.name = trimmed(isNamed ? text.substr(0, equals) : text);
    candidate.policy.name = candidate.name;
    candidate.policy.algorithm = trimmed(text.substr(start, colon - start));
    candidate.policy.rules = parseRules(text.substr(colon + 1));
    validatedAlgorithm(candidate.policy);
    return candidate;
}

std::string notation(const Candidate& candidate)
{
    return fmt::format("{}={}: {}", candidate.name, candidate.policy.algorithm,
                       notation(candidate.policy.rules));
}

} // namespace ratewarden
