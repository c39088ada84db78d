// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/time_marks.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>

namespace ratewarden::ui {
namespace {

Instant earliest(const TimeMark& mark)
{
    return mark.after.value_or(mark.at) - clocksDiffer;
}

bool sameEvent(const TimeMark& one, const TimeMark& other)
{
    return one.kind == other.kind && earliest(one) <= other.at + clocksDiffer &&
           earliest(other) <= one.at + clocksDiffer;
}

QString byWhom(const std::string& by, const std::string& reason)
{
    return QCoreApplication::translate("TimeMark", "by %1, %2").arg(shown(by), shown(reason));
}

} // namespace

TimeMark markOf(const Block& block)
{
    return {block.since, TimeMark::Kind::Blocked, byWhom(block.by, block.reason), std::nullopt};
}

TimeMark markOf(const Override& own)
{
    return {own.since, TimeMark::Kind::OverrideSet,
            QString::fromStdString(notation(own.rules)) + ", " + byWhom(own.by, own.reason), std::nullopt};
}

QString markName(TimeMark::Kind kind)
{
    const char* name = "";
    switch (kind) {
    case TimeMark::Kind::Published:
        name = QT_TRANSLATE_NOOP("TimeMark", "policy");
        break;
    case TimeMark::Kind::OverrideSet:
        name = QT_TRANSLATE_NOOP("TimeMark", "override");
        break;
    case TimeMark::Kind::OverrideLifted:
        name = QT_TRANSLATE_NOOP("TimeMark", "lifted");
        break;
    case TimeMark::Kind::Blocked:
        name = QT_TRANSLATE_NOOP("TimeMark", "blocked");
        break;
    case TimeMark::Kind::Unblocked:
        name = QT_TRANSLATE_NOOP("TimeMark", "unblocked");
        break;
    case TimeMark::Kind::Reset:
        name = QT_TRANSLATE_NOOP("TimeMark", "reset");
        break;
    case TimeMark::Kind::Noted:
        name = QT_TRANSLATE_NOOP("TimeMark", "mark");
        break;
    case TimeMark::Kind::Fired:
        name = QT_TRANSLATE_NOOP("TimeMark", "alert");
        break;
    case TimeMark::Kind::Evicted:
        name = QT_TRANSLATE_NOOP("TimeMark", "evicted");
        break;
    case TimeMark::Kind::ScriptsFlushed:
        name = QT_TRANSLATE_NOOP("TimeMark", "scripts flushed");
        break;
    case TimeMark::Kind::ClockStep:
        name = QT_TRANSLATE_NOOP("TimeMark", "clock");
        break;
    case TimeMark::Kind::Restarted:
        name = QT_TRANSLATE_NOOP("TimeMark", "restart");
        break;
    case TimeMark::Kind::Named:
        name = QT_TRANSLATE_NOOP("TimeMark", "moment");
        break;
    }
    return QCoreApplication::translate("TimeMark", name);
}

QString flagName(const TimeMark& mark)
{
    constexpr int longest = 24;
    return mark.kind == TimeMark::Kind::Named ? shortened(mark.text, longest) : markName(mark.kind);
}

QString markText(const TimeMark& mark)
{
    const QString when = mark.after ? QCoreApplication::translate("TimeMark", "between %1 and %2")
                                          .arg(momentText(*mark.after), momentText(mark.at))
                                    : momentText(mark.at);
    return mark.text.isEmpty() ? when + " " + markName(mark.kind)
                               : when + " " + markName(mark.kind) + ": " + mark.text;
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
