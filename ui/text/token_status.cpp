// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/token_status.h"

#include <QCoreApplication>

#include <array>

namespace ratewarden::ui {

QString statusName(TokenStatus status, Verdicts verdicts)
{
    if (verdicts == Verdicts::Candidate && status == TokenStatus::Limited)
        return QCoreApplication::translate("TokenStatus", "would deny");
    switch (status) {
    case TokenStatus::Limited:
        return QCoreApplication::translate("TokenStatus", "limited");
    case TokenStatus::Blocked:
        return QCoreApplication::translate("TokenStatus", "blocked");
    case TokenStatus::Near:
        return QCoreApplication::translate("TokenStatus", "near");
    case TokenStatus::Ok:
        return QCoreApplication::translate("TokenStatus", "ok");
    case TokenStatus::Idle:
        return QCoreApplication::translate("TokenStatus", "idle");
    case TokenStatus::Unknown:
        break;
    }
    return QCoreApplication::translate("TokenStatus", "unknown");
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
