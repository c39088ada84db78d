// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/token_area.h"

#include "core/policies/published_policy.h"
#include "ui/histories/usage_lines.h"
#include "ui/text/area_text.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

// Of a policy that counts, no counts say that there was none.
bool tellsRequests(const TokenDetail& window)
{
    const std::optional<Policy>& policy = window.reading.policy;
    return window.hasLog || !window.reading.counts.empty() || (policy && policy->counters);
}

// Of those of a log nobody else has denied requests by their time.
std::vector<AreaRequests> requestsOf(const TokenDetail& window)
{
    std::vector<AreaRequests> requests;
    if (window.hasLog) {
        for (const LogEntry& entry : window.log.entries)
            requests.push_back({entry.at, 1, 0, {}});
        for (const RememberedDenial& denial : window.denials)
            requests.push_back({denial.at, 0, 1, denial.rule});
    } else {
        for (const RequestCount& count : window.reading.counts)
            if (count.allowed + count.denied > 0)
                requests.push_back({count.from, count.allowed, count.denied, {}});
    }
    std::ranges::stable_sort(requests, {}, &AreaRequests::at);
    return requests;
}

// Of many denials in ten seconds only some are remembered, and all are counted: only counts tell how many.
bool remembersAll(const TokenDetail& window, const TimeRange& area)
{
    const std::optional<Policy>& policy = window.reading.policy;
    const std::vector<RequestCount>& counts = window.reading.counts;
    if (!policy || policy->denials == 0 || counts.empty() || area.from < counts.front().from)
        return false;
    return std::ranges::all_of(counts, [&](const RequestCount& count) {
        const auto remembered = std::ranges::count_if(window.denials, [&](const RememberedDenial& denial) {
            return denial.at >= count.from && denial.at < count.from + countSpan;
        });
        return count.from >= area.to || count.from + countSpan <= area.from || remembered >= count.denied;
    });
}

} // namespace

QString tokenAreaText(const TokenDetail& window, const UsageHistory* history, const TimeRange& area)
{
    const Reading& token = window.reading;
    if (!tellsRequests(window))
        return QCoreApplication::translate("TokenArea", "requests are neither logged nor counted");
    const std::vector<Rule> rules = token.policy ? token.policy->rules : std::vector<Rule>();
    const std::vector<AreaRequests> requests = requestsOf(window);
    AreaFacts facts;
    facts.each = requestLength(window);
    facts.wouldBe = isCandidate(token.subject.policy);
    if (window.hasLog && !remembersAll(window, area)) {
        facts.areDeniedKnown = !token.counts.empty() && area.from >= token.counts.front().from;
        for (const RequestCount& count : token.counts)
            if (count.from < area.to && count.from + countSpan > area.from)
                facts.deniedAtMost += count.denied;
    }
    QString text = areaText(requests, area, rules, facts);
    std::optional<Instant> known = chargesKnownSince(window, history);
    if (!window.hasLog && !token.counts.empty())
        known = token.counts.front().from;
    if (known && *known > area.from)
        text += QStringLiteral(" · ") +
                QCoreApplication::translate("TokenArea", "known since %1").arg(momentText(*known));
    return text;
}

std::optional<Units> requestsSince(const TokenDetail& before, const TokenDetail& after)
{
    if (!tellsRequests(after))
        return std::nullopt;
    const std::vector<RequestCount>& counts = after.reading.counts;
    Units since = 0;
    if (counts.empty()) {
        for (const LogEntry& entry : after.log.entries)
            since += entry.at > before.reading.at ? 1 : 0;
        return since;
    }
    // In the ten seconds of the earlier reading there were some already.
    for (const RequestCount& count : counts)
        if (count.from + countSpan > before.reading.at)
            since += count.allowed + count.denied;
    for (const RequestCount& count : before.reading.counts)
        if (count.from + countSpan > before.reading.at)
            since -= count.allowed + count.denied;
    return std::max<Units>(since, 0);
}

std::vector<Instant> requestTimes(const TokenDetail& window)
{
    std::vector<Instant> times;
    for (const AreaRequests& one : requestsOf(window))
        times.push_back(one.at);
    return times;
}

Micros requestLength(const TokenDetail& window)
{
    return window.hasLog || window.reading.counts.empty() ? Micros(1) : Micros(countSpan);
}

std::vector<Instant> eventTimes(const TokenDetail& window, const std::vector<TimeMark>& marks)
{
    std::vector<Instant> times;
    for (const TimeMark& mark : marks)
        times.push_back(mark.at);
    for (const RememberedDenial& denial : window.denials)
        times.push_back(denial.at);
    // Of a ten seconds that holds remembered ones these say it more exactly.
    for (const RequestCount& count : window.reading.counts)
        if (count.denied > 0 && std::ranges::none_of(window.denials, [&](const RememberedDenial& denial) {
                return denial.at >= count.from && denial.at < count.from + countSpan;
            }))
            times.push_back(count.from);
    std::ranges::sort(times);
    return times;
}

} // namespace ratewarden::ui
