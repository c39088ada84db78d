// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/server_events.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <utility>

namespace ratewarden::ui {
namespace {

struct ServerEventText {
    Q_DECLARE_TR_FUNCTIONS(ServerEventText)
};

} // namespace

std::vector<TimeMark> ServerEvents::take(const ServerInfo& info, const std::optional<ClockWatch::Step>& step,
                                         Instant at)
{
    using Kind = TimeMark::Kind;
    std::vector<TimeMark> events;
    const std::optional<ServerInfo> before = std::exchange(m_before, info);
    const Instant seen = std::exchange(m_seen, at);
    const auto add = [&](Kind kind, const QString& text) {
        events.push_back({at, kind, text, std::min(seen, at)});
    };
    if (step && step->at != m_step) {
        m_step = step->at;
        events.push_back(
            {step->at, Kind::ClockStep, ServerEventText::tr("back by %1").arg(spanText(step->by)), {}});
    }
    if (!before)
        return events;
    if (before->runId && info.runId && before->runId != info.runId) {
        add(Kind::Restarted, ServerEventText::tr("another process answers: a restart or a failover"));
        return events; // whose numbers begin anew
    }
    if (before->evictedKeys && info.evictedKeys > before->evictedKeys)
        add(Kind::Evicted, ServerEventText::tr("%1 keys, as memory ran out")
                               .arg(numberText(*info.evictedKeys - *before->evictedKeys)));
    if (before->cachedScripts && info.cachedScripts && *info.cachedScripts < *before->cachedScripts)
        add(Kind::ScriptsFlushed, ServerEventText::tr("limiters load theirs again"));
    return events;
}

} // namespace ratewarden::ui
