// SPDX-License-Identifier: MIT
// draft-ietf-httpapi-ratelimit-headers-10: a list of names with q, and w in seconds. The names are those of
// rateLimitHeaders().
#include "core/notations/shared.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

using namespace notations_detail;
using namespace std::chrono_literals;

// A header may come in several lines, which are one list.
bool recognisesHeader(std::string_view text)
{
    return std::ranges::all_of(ruleLines(text), isHeaderLine);
}

WrittenRules writeHeader(const Policy& policy)
{
    WrittenRules written;
    for (const Rule& rule : rulesInSeconds(policy, "RateLimit-Policy", written.warnings))
        written.text += fmt::format("{}\"{}\";q={};w={}", written.text.empty() ? "RateLimit-Policy: " : ",",
                                    notation(rule), rule.limit, rule.window / 1s);
    return written;
}

} // namespace

Notation ratelimitHeader()
{
    return {"ietf", "RateLimit-Policy header", recognisesHeader, readLines, writeHeader};
}

} // namespace ratewarden
