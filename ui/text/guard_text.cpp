// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/guard_text.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdint>

namespace ratewarden::ui {
namespace {

struct GuardText {
    Q_DECLARE_TR_FUNCTIONS(ratewarden::ui::GuardText)
};

} // namespace

QKeySequence guardKeys()
{
    return QKeySequence(QStringLiteral("Ctrl+Shift+G"));
}

QString levelText(GuardLevel level)
{
    switch (level) {
    case GuardLevel::Free:
        return GuardText::tr("Free");
    case GuardLevel::Review:
        return GuardText::tr("Review");
    case GuardLevel::TypeName:
        return GuardText::tr("Type the name");
    case GuardLevel::ReadOnly:
        return GuardText::tr("Read-only");
    }
    return {};
}

QString levelInBrief(GuardLevel level)
{
    switch (level) {
    case GuardLevel::Free:
        return GuardText::tr("what can be undone is changed at once");
    case GuardLevel::Review:
        return GuardText::tr("every change is shown before it is made");
    case GuardLevel::TypeName:
        return GuardText::tr("every change is shown, and the server's name typed");
    case GuardLevel::ReadOnly:
        return GuardText::tr("nothing can be changed");
    }
    return {};
}

QString levelMeaning(GuardLevel level)
{
    switch (level) {
    case GuardLevel::Free:
        return GuardText::tr("A change of one token that can be undone, and for which nothing has to be "
                             "entered, is made at once. All others are shown first");
    case GuardLevel::Review:
        return GuardText::tr("Every change is shown before it is made");
    case GuardLevel::TypeName:
        return GuardText::tr(
            "Every change is shown, and the name of the server has to be typed, before it is made");
    case GuardLevel::ReadOnly:
        return GuardText::tr("Nothing can be changed: every command that may write is refused and not sent");
    }
    return {};
}

QString clockText(std::chrono::seconds left)
{
    const auto part = [](auto number) {
        return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
    };
    const auto seconds = std::max<std::int64_t>(left.count(), 0);
    return seconds < 3600 ? QStringLiteral("%1:%2").arg(seconds / 60).arg(part(seconds % 60))
                          : QStringLiteral("%1:%2:%3")
                                .arg(seconds / 3600)
                                .arg(part(seconds / 60 % 60), part(seconds % 60));
}

QString readOnlySentence()
{
    return GuardText::tr("This connection is read-only. Unlock it to change anything (%1)")
        .arg(guardKeys().toString(QKeySequence::NativeText));
}

QString missingSentence(const Rights& rights, std::string_view script)
{
    const std::string_view right = rights.missingFor(script);
    if (right.empty())
        return {};
    return QCoreApplication::translate("ratewarden::ui::Rights", "This user may not: it needs %1")
        .arg(shown(right));
}

} // namespace ratewarden::ui
