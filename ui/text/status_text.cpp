// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/status_text.h"

#include <QCoreApplication>

#include <array>

namespace ratewarden::ui {

QString statusName(TokenStatus status, Verdicts verdicts)
{
    if (verdicts == Verdicts::Candidate && status == TokenStatus::Limited)
        return QCoreApplication::translate("TokenStatus", "would deny");
    constexpr std::array<const char*, tokenStatusCount> names{
        QT_TRANSLATE_NOOP("TokenStatus", "limited"), QT_TRANSLATE_NOOP("TokenStatus", "blocked"),
        QT_TRANSLATE_NOOP("TokenStatus", "near"),    QT_TRANSLATE_NOOP("TokenStatus", "ok"),
        QT_TRANSLATE_NOOP("TokenStatus", "idle"),    QT_TRANSLATE_NOOP("TokenStatus", "unknown")};
    return QCoreApplication::translate("TokenStatus", names.at(std::size_t(status)));
}

QString statusMark(TokenStatus status, Verdicts verdicts)
{
    constexpr std::array<QStringView, tokenStatusCount> marks{u"■", u"✕", u"▲", u"", u"○", u"?"};
    constexpr std::array<QStringView, tokenStatusCount> hollow{u"□", u"✕", u"△", u"", u"○", u"?"};
    if (verdicts == Verdicts::Candidate)
        return hollow.at(std::size_t(status)).toString();
    return marks.at(std::size_t(status)).toString();
}

} // namespace ratewarden::ui
