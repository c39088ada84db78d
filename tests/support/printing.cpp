// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/printing.h"

#include "core/formats/format.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <QTest>

namespace ratewarden {

std::string test::text(const Decision& decision)
{
    constexpr const char* verdicts[] = {"allowed",    "denied",      "blocked",
                                        "never fits", "unreachable", "undecided"};
    std::string text =
        fmt::format("{} rule={} retry={} now={}", verdicts[int(decision.verdict)],
                    decision.rule ? std::to_string(*decision.rule) : "-",
                    decision.retryAfter ? std::to_string(decision.retryAfter->count()) : "never",
                    decision.now.time_since_epoch().count());
    for (const RuleUsage& usage : decision.usage)
        text += fmt::format(" [{}: used {} reset {}]", notation(usage.rule), usage.used,
                            usage.resetAfter.count());
    return text;
}

char* toString(const Decision& decision)
{
    return qstrdup(test::text(decision).c_str());
}

char* toString(const Subject& subject)
{
    return qstrdup(fmt::format("token {} policy {} format {}", printable(subject.token),
                               printable(subject.policy), subject.format->name())
                       .c_str());
}

char* toString(const std::vector<Rule>& rules)
{
    return qstrdup(notation(rules).c_str());
}

} // namespace ratewarden

namespace QTest {
template <>
char* toString(const std::string& text)
{
    return qstrdup(ratewarden::printable(text).c_str());
}
template <>
char* toString(const ratewarden::Micros& duration)
{
    return qstrdup(fmt::format("{} us", duration.count()).c_str());
}
} // namespace QTest
