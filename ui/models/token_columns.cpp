// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_columns.h"

#include "core/formats/foreign/catalogue_format.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

struct TokenColumns {
    Q_DECLARE_TR_FUNCTIONS(TokenColumns)
};

QString tokenText(const TokenCell& cell)
{
    return shown(cell.name.token);
}

QString policyText(const TokenCell& cell)
{
    return cell.name.format->hasState() ? shown(cell.name.policy) : TokenColumns::tr("every policy");
}

QStringList policyShortTexts(const TokenCell& cell)
{
    return cell.name.format->hasState() ? QStringList()
                                        : QStringList{TokenColumns::tr("every"), TokenColumns::tr("all")};
}

QString formatCellText(const TokenCell& cell)
{
    return cell.name.format->hasState() ? formatNameText(*cell.name.format) : QString();
}

QStringList formatShortTexts(const TokenCell& cell)
{
    return guessOf(*cell.name.format) ? QStringList{shown(cell.name.format->name()) + QLatin1Char('?')}
                                      : QStringList();
}

QString tightestRuleText(const TokenCell& cell)
{
    const TokenRow& row = cell.row;
    if (!row.knowsRules && row.used >= 0 && !cell.name.format->isOurs())
        return TokenColumns::tr("%1 of ?").arg(numberText(row.used));
    if (!row.knowsRules)
        return cell.name.format->hasState() ? TokenColumns::tr("rules not known") : QString();
    return (row.overridden ? TokenColumns::tr("%1 of %2, override") : TokenColumns::tr("%1 of %2"))
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

QString leftOf(const TokenCell& cell, Micros wait, QString (*format)(Micros))
{
    return format(wait - std::max(cell.now - cell.row.at, Micros::zero()));
}

QString inText(const TokenCell& cell, Micros wait, QString (*format)(Micros))
{
    return TokenColumns::tr("in %1").arg(leftOf(cell, wait, format));
}

QString never()
{
    return TokenColumns::tr("never");
}

template <QString (*format)(Micros)>
QString nextText(const TokenCell& cell)
{
    const Micros wait = cell.row.wait;
    if (wait == TokenRow::notKnown) // but no later than when its state is forgotten
        return cell.row.expires == TokenRow::never
                   ? QString()
                   : TokenColumns::tr("≤ %1").arg(leftOf(cell, cell.row.expires, format));
    if (wait == TokenRow::never)
        return never();
    if (wait > Micros::zero() && cell.row.knowsRules && cell.row.tightest.atOnce)
        return TokenColumns::tr("≤ %1").arg(leftOf(cell, wait, format));
    return wait > Micros::zero() ? inText(cell, wait, format) : TokenColumns::tr("now");
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
QString rateCellText(const TokenCell& cell)
{
    return cell.row.*rate < 0 ? QString() : rateText(double(cell.row.*rate));
}

QString noText(const TokenCell&)
{
    return {}; // it is painted
}

QString statusText(const TokenCell& cell)
{
    return statusName(cell.row.state, verdictsOf(cell.name.policy));
}

using By = TokenView::By;

constexpr std::array columnTable{
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Token"),
                QT_TRANSLATE_NOOP("TokenColumns", "The client being limited: a user, an IP, an API key"),
                By::Token, false, 0, 0, tokenText, nullptr, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Policy"),
                QT_TRANSLATE_NOOP("TokenColumns", "The policy whose rules apply"), By::Policy, false, 84, 0,
                policyText, policyShortTexts, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Format"),
                QT_TRANSLATE_NOOP("TokenColumns", "Which limiter wrote the keys"), By::Policy, false, 110,
                1200, formatCellText, formatShortTexts, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Tightest rule"),
                QT_TRANSLATE_NOOP("TokenColumns", "Used of the rule whose limit is used up the furthest"),
                By::Share, false, 116, 0, tightestRuleText, tightestRuleShortTexts, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Left"),
                QT_TRANSLATE_NOOP("TokenColumns", "Units left under the tightest rule"), By::Left, true, 56,
                820, leftText, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Next"),
                QT_TRANSLATE_NOOP("TokenColumns",
                                  "When the next request of cost 1 is allowed; \"≤\": then at "
                                  "the latest: the limit is not known, or a request in flight "
                                  "may end before"),
                By::Next, true, 88, 0, nextText<countdownText>, briefly<nextText<briefCountdownText>>, true},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Allowed/s"),
                QT_TRANSLATE_NOOP("TokenColumns",
                                  "Allowed requests a second over the last 10 to 20 s; only "
                                  "where the policy counts requests. Sorted by the sum of ten "
                                  "minutes"),
                By::Allowed, true, 78, 730, rateCellText<&TokenRow::allowed>, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "Denied/s"),
                QT_TRANSLATE_NOOP("TokenColumns",
                                  "Denied requests a second over the last 10 to 20 s; only "
                                  "where the policy counts requests. Sorted by the sum of ten "
                                  "minutes"),
                By::Denied, true, 76, 650, rateCellText<&TokenRow::denied>, nullptr, false},
    TokenColumn{QT_TRANSLATE_NOOP("TokenColumns", "10 min"),
                QT_TRANSLATE_NOOP("TokenColumns", "Requests of the last ten minutes: allowed ones above the "
                                                  "line, denied ones below it"),
                By::Denied, false, 100, 900, noText, nullptr, false},
    TokenColumn{
        QT_TRANSLATE_NOOP("TokenColumns", "State"),
        QT_TRANSLATE_NOOP(
            "TokenColumns",
            "limited: a rule refuses the next request of cost 1; near: 80 % or more of a limit is "
            "used, but for rules of 2 s or less, such as 1/s, which are full for a moment only; idle: "
            "nothing is used. Sorted by it, whoever was denied in the last minute comes first: who was "
            "denied most in ten minutes, then who waits longest"),
        By::State, false, 120, 0, statusText, nullptr, false},
    TokenColumn{
        QT_TRANSLATE_NOOP("TokenColumns", "Expires"),
        QT_TRANSLATE_NOOP("TokenColumns", "When Redis forgets the token's state, if nothing more is charged"),
        By::Expires, true, 84, 1040, expiresText<countdownText>, briefly<expiresText<briefCountdownText>>,
        true},
};

} // namespace

std::span<const TokenColumn> tokenColumns()
{
    return columnTable;
}

QString columnTitle(const TokenColumn& column)
{
    return TokenColumns::tr(column.title);
}

QString columnTip(const TokenColumn& column)
{
    return TokenColumns::tr(column.tip);
}

} // namespace ratewarden::ui
