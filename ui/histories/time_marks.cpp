// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/time_marks.h"

#include "core/admin/audit_json.h"
#include "core/formats/intent.h"
#include "ui/text/audit_text.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace ratewarden::ui {
namespace {

struct TimeMarkText {
    Q_DECLARE_TR_FUNCTIONS(TimeMark)

public:
    // In the order of TimeMark::Kind.
    static constexpr std::array<const char*, std::size_t(TimeMark::Kind::Named) + 1> names{
        QT_TR_NOOP("policy"),    QT_TR_NOOP("override"), QT_TR_NOOP("lifted"),          QT_TR_NOOP("blocked"),
        QT_TR_NOOP("unblocked"), QT_TR_NOOP("reset"),    QT_TR_NOOP("change"),          QT_TR_NOOP("mark"),
        QT_TR_NOOP("alert"),     QT_TR_NOOP("evicted"),  QT_TR_NOOP("scripts flushed"), QT_TR_NOOP("clock"),
        QT_TR_NOOP("restart"),   QT_TR_NOOP("moment")};
    static_assert(names.back() != nullptr);
};

Instant earliest(const TimeMark& mark)
{
    return mark.after.value_or(mark.at) - clocksDiffer;
}

bool sameEvent(const TimeMark& one, const TimeMark& other)
{
    return one.kind == other.kind && one.node == other.node &&
           (one.kind != TimeMark::Kind::Changed || one.text == other.text) &&
           earliest(one) <= other.at + clocksDiffer && earliest(other) <= one.at + clocksDiffer;
}

QString byWhom(const std::string& by, const std::string& reason)
{
    return TimeMarkText::tr("by %1, %2").arg(shown(by), shown(reason));
}

} // namespace

TimeMark::Kind kindOfAct(std::string_view act)
{
    using Kind = TimeMark::Kind;
    static const std::map<std::string_view, Kind> kinds{
        {"publish", Kind::Published},
        {"remove-policy", Kind::Published},
        {markAct, Kind::Noted},
        {BlockIntent::traits.act, Kind::Blocked},
        {UnblockIntent::traits.act, Kind::Unblocked},
        {ResetIntent::traits.act, Kind::Reset},
        {OverrideIntent::traits.act, Kind::OverrideSet},
        {LiftOverrideIntent::traits.act, Kind::OverrideLifted}};
    const auto found = kinds.find(act);
    return found == kinds.end() ? Kind::Changed : found->second;
}

TimeMark markOf(const AuditEntry& change)
{
    const TimeMark::Kind kind = kindOfAct(change.act);
    const QString who = byWhom(change.by, change.reason);
    const bool saysWhat = kind != TimeMark::Kind::Changed && change.act != "remove-policy";
    return {change.at, kind, saysWhat ? who : QStringLiteral("%1, %2").arg(actText(change), who), {}};
}

TimeMark markOf(const Block& block)
{
    return {block.since, TimeMark::Kind::Blocked, byWhom(block.by, block.reason), std::nullopt};
}

TimeMark markOf(const Override& own)
{
    return {own.since, TimeMark::Kind::OverrideSet,
            QString::fromStdString(notation(own.rules)) + ", " + byWhom(own.by, own.reason), std::nullopt};
}

TimeMark::Kind kindOf(ServerEvent::Kind kind)
{
    return TimeMark::Kind(int(TimeMark::Kind::Evicted) + int(kind));
}

TimeMark markOf(const ServerEvent& event)
{
    const auto text = [&event] {
        switch (event.kind) {
        case ServerEvent::Kind::Evicted:
            return TimeMarkText::tr("%1 keys, as memory ran out").arg(numberText(event.keys));
        case ServerEvent::Kind::ScriptsFlushed:
            return TimeMarkText::tr("limiters load theirs again");
        case ServerEvent::Kind::ClockStep:
            return (event.step < Micros() ? TimeMarkText::tr("back by %1")
                                          : TimeMarkText::tr("forward by %1"))
                .arg(spanText(std::chrono::abs(event.step)));
        case ServerEvent::Kind::Restarted:
            return event.former.empty()
                       ? TimeMarkText::tr("another process answers: a restart or a failover")
                       : TimeMarkText::tr("it has taken over from another node, in a failover");
        }
        return QString();
    };
    return {event.at, kindOf(event.kind), text(), event.after, shown(event.node)};
}

QString markName(TimeMark::Kind kind)
{
    return TimeMarkText::tr(TimeMarkText::names.at(std::size_t(kind)));
}

QString flagName(const TimeMark& mark)
{
    constexpr int longest = 24;
    return mark.kind == TimeMark::Kind::Named ? shortened(mark.text, longest) : markName(mark.kind);
}

QString detailsOf(const TimeMark& mark)
{
    return ofNode(mark.node, mark.text);
}

QString markText(const TimeMark& mark)
{
    const QString when = mark.after ? QCoreApplication::translate("TimeMark", "between %1 and %2")
                                          .arg(momentText(*mark.after), momentText(mark.at))
                                    : momentText(mark.at);
    const QString details = detailsOf(mark);
    return when + " " + markName(mark.kind) + (details.isEmpty() ? QString() : ": " + details);
}

void addMark(std::vector<TimeMark>& marks, TimeMark mark)
{
    const auto same =
        std::ranges::find_if(marks, [&](const TimeMark& known) { return sameEvent(known, mark); });
    if (same != marks.end()) {
        if (mark.after && !(same->after && *same->after < *mark.after))
            return; // what is known is no less exact
        if (mark.text.isEmpty())
            mark.text = same->text;
        marks.erase(same);
    }
    const auto place = std::ranges::upper_bound(marks, mark.at, {}, &TimeMark::at);
    marks.insert(place, std::move(mark));
}

} // namespace ratewarden::ui
