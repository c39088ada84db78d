// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/guard_text.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cstdint>

namespace ratewarden::ui {
namespace {

struct LevelTexts {
    const char* name;
    const char* brief;
    const char* meaning;
};

struct GuardText {
    Q_DECLARE_TR_FUNCTIONS(ratewarden::ui::GuardText)

public:
    // In the order of GuardLevel.
    static constexpr std::array<LevelTexts, guardLevels.size()> ofLevels{
        {{QT_TR_NOOP("Free"), QT_TR_NOOP("what can be undone is changed at once"),
          QT_TR_NOOP("A change of one token that can be undone, and for which nothing has to be entered, is "
                     "made at once. All others are shown first")},
         {QT_TR_NOOP("Review"), QT_TR_NOOP("every change is shown before it is made"),
          QT_TR_NOOP("Every change is shown before it is made")},
         {QT_TR_NOOP("Type the name"), QT_TR_NOOP("every change is shown, and the server's name typed"),
          QT_TR_NOOP("Every change is shown, and the name of the server has to be typed, before it is made")},
         {QT_TR_NOOP("Read-only"), QT_TR_NOOP("nothing can be changed"),
          QT_TR_NOOP("Nothing can be changed: every command that may write is refused and not sent")}}};
    static_assert(ofLevels.back().name != nullptr);
};

} // namespace

QKeySequence guardKeys()
{
    return QKeySequence(QStringLiteral("Ctrl+Shift+G"));
}

QString levelText(GuardLevel level)
{
    return GuardText::tr(GuardText::ofLevels.at(std::size_t(level)).name);
}

QString levelInBrief(GuardLevel level)
{
    return GuardText::tr(GuardText::ofLevels.at(std::size_t(level)).brief);
}

QString levelMeaning(GuardLevel level)
{
    return GuardText::tr(GuardText::ofLevels.at(std::size_t(level)).meaning);
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
