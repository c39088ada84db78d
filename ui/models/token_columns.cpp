// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_columns.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

constexpr const char* context = "TokenColumns";

QString translated(const char* text)
{
    return QCoreApplication::translate(context, text);
}

QString tokenText(const TokenCell& cell)
{
    return shown(cell.name.token);
}

QString policyText(const TokenCell& cell)
{
    return cell.name.format->hasState() ? shown(cell.name.policy)
                                        : translated(QT_TRANSLATE_NOOP("TokenColumns", "every policy"));
}

QStringList policyShortTexts(const TokenCell& cell)
{
    return cell.name.format->hasState() ? QStringList()
                                        : QStringList{translated(QT_TRANSLATE_NOOP("TokenColumns", "every")),
                                                      translated(QT_TRANSLATE_NOOP("TokenColumns", "all"))};
}

QString formatText(const TokenCell& cell)
{
    return cell.name.format->hasState() ? shown(cell.name.format->name()) : QString();
}

QString tightestRuleText(const TokenCell& cell)
{
    const TokenRow& row = cell.row;
    if (!row.knowsRules && row.used >= 0 && cell.name.format->plansOnState())
        return translated(QT_TRANSLATE_NOOP("TokenColumns", "%1 of ?")).arg(numberText(row.used));
    if (!row.knowsRules)
        return cell.name.format->hasState() ? translated(QT_TRANSLATE_NOOP("TokenColumns", "rules not known"))
                                            : QString();
    return (row.overridden ? translated(QT_TRANSLATE_NOOP("TokenColumns", "%1 of %2, override"))
                           : translated(QT_TRANSLATE_NOOP("TokenColumns", "%1 of %2")))
        .arg(numberText(row.used), ruleText(row.tightest));
}

QStringList tightestRuleShortTexts(const TokenCell& cell)
{
    if (!cell.row.knowsRules)
        return cell.row.used >= 0 ? QStringList{numberText(cell.row.used) + QStringLiteral("/?")}
                                  : QStringList();
    const Units used = cell.row.used;
    const Units capacity = cell.row.tightest.capacity();
    return {numberText(used) + "/" + numberText(capacity), numberText(used) + "/" + briefNumberText(capacity),
            briefNumberText(used) + "/" + briefNumberText(capacity)};
}

QString leftText(const TokenCell& cell)
{
    return cell.row.knowsRules ? numberText(cell.row.left()) : QString();
}

QString inText(const TokenCell& cell, Micros wait, QString (*format)(Micros))
{
    const Micros since = std::max(cell.now - cell.row.at, Micros::zero());
    return translated(QT_TRANSLATE_NOOP("TokenColumns", "in %1")).arg(format(wait - since));
}

QString never()
{
    return translated(QT_TRANSLATE_NOOP("TokenColumns", "never"));
}

template <QString (*format)(Micros)>
QString nextText(const TokenCell& cell)
{
    const Micros wait = cell.row.wait;
    if (wait == TokenRow::notKnown)
        return {};
    if (wait == TokenRow::never)
        return never();
    return wait > Micros::zero() ? inText(cell, wait, format)
                                 : translated(QT_TRANSLATE_NOOP("TokenColumns", "now"));
}

template <QString (*format)(Micros)>
QString expiresText(const TokenCell& cell)
{
    if (cell.row.expires != TokenRow::never)
        return inText(cell, cell.row.expires, format);
    return cell.name.format->hasState() ? never() : QString();
}

template <QString (*text)(const TokenCell&)>
QStringList briefly(const TokenCell& cell)
{
    return {text(cell)};
}

template <float TokenRow::*rate>
QString perSecondText(const TokenCell& cell)
{
    return cell.row.*rate < 0 ? QString() : rateText(double(cell.row.*rate));
}

QString noText(const TokenCell&)
{
    return {}; // it is painted
}

QString stateText(const TokenCell& cell)
{
    return statusName(cell.row.state);
}

using By = TokenView::By;

constexpr std::array columns{
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Token"),
                QT_TRANSLATE_NOOP("TokenColumns", "The client being limited: a user, an IP, an API key"),
                By::Token, false, 0, 0, tokenText, nullptr, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Policy"),
                QT_TRANSLATE_NOOP("TokenColumns", "The policy whose rules apply"), By::Policy, false, 84, 0,
                policyText, policyShortTexts, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Format"),
                QT_TRANSLATE_NOOP("TokenColumns", "Which limiter wrote the keys"), By::Policy, false, 110,
                1200, formatText, nullptr, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Tightest rule"),
                QT_TRANSLATE_NOOP("TokenColumns", "Used of the rule whose limit is used up the furthest"),
                By::Share, false, 116, 0, tightestRuleText, tightestRuleShortTexts, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Left"),
                QT_TRANSLATE_NOOP("TokenColumns", "Units left under the tightest rule"), By::Left, true, 56,
                820, leftText, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Next"),
                QT_TRANSLATE_NOOP("TokenColumns", "When the next request of cost 1 is allowed"), By::Next,
                true, 76, 0, nextText<countdownText>, briefly<nextText<briefCountdownText>>, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Allowed/s"),
                QT_TRANSLATE_NOOP("TokenColumns", "Allowed requests a second over the last 10 to 20 s; only "
                                                  "where the policy counts requests"),
                By::Allowed, true, 78, 700, perSecondText<&TokenRow::allowed>, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Denied/s"),
                QT_TRANSLATE_NOOP("TokenColumns", "Denied requests a second over the last 10 to 20 s; only "
                                                  "where the policy counts requests"),
                By::Denied, true, 76, 560, perSecondText<&TokenRow::denied>, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "10 min"),
                QT_TRANSLATE_NOOP("TokenColumns", "Requests of the last ten minutes: allowed ones above the "
                                                  "line, denied ones below it"),
                By::Denied, false, 100, 900, noText, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "State"),
                QT_TRANSLATE_NOOP(
                    "TokenColumns",
                    "limited: requests were denied in the last 20 s, or the next one has to wait 2 s or "
                    "longer; near: 80 % or more of a limit is used; idle: nothing is used. A rule of 2 s or "
                    "less, such as 1/s, is full for a moment only and counts for neither. Sorted by it, "
                    "whoever is denied most and waits longest comes first"),
                By::State, false, 84, 0, stateText, nullptr, false},
    TokenColumn{
        QT_TRANSLATE_NOOP("TokenColumns", "Expires"),
        QT_TRANSLATE_NOOP("TokenColumns", "When Redis forgets the token's state, if nothing more is charged"),
        By::Expires, true, 84, 1040, expiresText<countdownText>, briefly<expiresText<briefCountdownText>>,
        true},
};

} // namespace

std::span<const TokenColumn> tokenColumns()
{
    return columns;
}

QString columnTitle(const TokenColumn& column)
{
    return translated(column.title);
}

QString columnTip(const TokenColumn& column)
{
    return translated(column.tip);
}

} // namespace ratewarden::ui
