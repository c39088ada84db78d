// SPDX-License-Identifier: MIT
#include "core/watch/finding_events.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden {

std::vector<FindingEvents::Event> FindingEvents::take(const std::vector<Finding>& open, bool isAll)
{
    std::vector<Event> events;
    std::map<FindingName, Finding> now;
    for (const Finding& one : open)
        if (now.emplace(one.name(), one).second && !m_there.contains(one.name()))
            events.push_back({one, false});
    for (auto& [name, one] : m_there) {
        if (now.contains(name))
            continue;
        if (isAll)
            events.push_back({std::move(one), true});
        else
            now.emplace(name, std::move(one));
    }
    m_there = std::move(now);
    return events;
}

std::string_view nameOf(const FindingEvents::Event& event)
{
    return event.isGone ? "gone" : "found";
}

std::string textOf(const FindingEvents::Event& event)
{
    const Finding& finding = event.finding;
    std::string text = fmt::format("{} ({})", nameOf(finding.kind), nameOf(severityOf(finding.kind)));
    if (const std::string where = whereOf(finding); !where.empty())
        text += ", " + where;
    if (finding.tokens > 0)
        text += fmt::format(", {} {}", finding.tokens, finding.tokens == 1 ? "token" : "tokens");
    return text;
}

HistoryEvent historyEventOf(const FindingEvents::Event& event, Instant at)
{
    return {at, std::string(nameOf(event)), std::string(nameOf(event.finding.kind)), textOf(event)};
}

} // namespace ratewarden
