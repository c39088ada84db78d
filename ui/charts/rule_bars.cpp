// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rule_bars.h"

#include "core/formats/format.h"
#include "core/formats/leased_units.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/status_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paint_bars.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int ruleRowHeight = 40;

} // namespace

std::optional<Instant> nextFrees(const TokenDetail& window, std::size_t rule)
{
    const Reading& token = window.reading;
    if (!token.decision || token.decision->usage[rule].used == 0)
        return std::nullopt;
    const RuleUsage& usage = token.decision->usage[rule];
    if (usage.rule.atOnce) { // when the first of them ends, at the latest
        std::optional<Instant> first;
        for (const TakenSlot& slot : token.inFlight)
            if (slot.ends)
                first = std::min(first.value_or(*slot.ends), *slot.ends);
        return first;
    }
    if (window.hasLog) {
        const auto oldest =
            std::ranges::upper_bound(window.log.entries, token.at - usage.rule.window, {}, &LogEntry::at);
        return oldest == window.log.entries.end() ? std::nullopt
                                                  : std::optional(oldest->at + usage.rule.window);
    }
    if (!token.subject.format->drains())
        return token.at + usage.resetAfter;
    // A bucket gives back one unit after the other, the last of them when the rule is wholly free.
    const double unit = double(usage.rule.window.count()) / double(std::max<Units>(usage.rule.limit, 1));
    const double untilNext = double(usage.resetAfter.count()) - unit * double(usage.used - 1);
    return token.at + Micros(std::int64_t(std::max(untilNext, 0.0)));
}

RuleBars::RuleBars(QWidget* parent) : Chart(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Used of each rule"));
}

void RuleBars::present(std::shared_ptr<const TokenDetail> window, Instant now)
{
    const QSize before = sizeHint();
    m_window = std::move(window);
    m_now = now;
    if (sizeHint() != before)
        updateGeometry();
    update();
}

ChartTable RuleBars::asTable() const
{
    ChartTable table;
    table.headings = {tr("Rule"),       tr("Used (units)"), tr("Limit (units)"), tr("Used (% of limit)"),
                      tr("Free again"), tr("Denies")};
    if (!m_window || !m_window->reading.decision) {
        table.about = tr("The rules are not known");
        return table;
    }
    const Decision& decision = *m_window->reading.decision;
    table.about = tr("as it was at %1").arg(momentText(m_now));
    const Reading& reading = m_window->reading;
    const bool showsReserved = mostOpenUnits(reading).value_or(0) > 0;
    if (showsReserved)
        table.headings << tr("Reserved (units)");
    if (reading.leased)
        table.headings << tr("Held by leases (units, at most)");
    std::vector<QStringList> rows;
    rows.reserve(decision.usage.size());
    for (std::size_t i = 0; i < decision.usage.size(); ++i) {
        const RuleUsage& usage = decision.usage[i];
        rows.push_back({nameOf(i), numberText(usage.used), numberText(usage.rule.capacity()),
                        percentNumberText(usage.share()), freesTexts(i).front(),
                        decision.rule == i ? tr("yes") : tr("no")});
        if (showsReserved)
            rows.back() << numberText(openUnits(reading, i).value_or(0));
        if (reading.leased)
            rows.back() << numberText(unitsInLeases(reading, i).value_or(0));
    }
    table.setRows(std::move(rows));
    return table;
}

QString RuleBars::nameOf(std::size_t rule) const
{
    const Reading& token = m_window->reading;
    return ruleTextOf(*token.subject.format, rule, token.decision->usage[rule].rule);
}

QStringList usedTexts(const Reading& token, std::size_t rule)
{
    const RuleUsage& usage = token.decision->usage[rule];
    const Units leased = unitsInLeases(token, rule).value_or(0);
    const Units reserved = openUnits(token, rule).value_or(0);
    const QString used = numberText(usage.used);
    const QString limit = numberText(usage.rule.capacity());
    const QString spent = numberText(usage.used - unspentUnits(token, rule));
    QStringList texts;
    if (leased > 0 && reserved > 0)
        texts << RuleBars::tr("of %1: %2 spent, %3 reserved, up to %4 held by leases")
                     .arg(limit, spent, numberText(reserved), numberText(leased))
              << RuleBars::tr("%1/%2, %3 reserved, up to %4 in leases")
                     .arg(used, limit, numberText(reserved), numberText(leased));
    else if (leased > 0)
        texts
            << RuleBars::tr("of %1: %2 spent, up to %3 held by leases").arg(limit, spent, numberText(leased))
            << RuleBars::tr("%1/%2, up to %3 in leases").arg(used, limit, numberText(leased));
    else if (reserved > 0)
        texts << RuleBars::tr("of %1: %2 spent, %3 reserved").arg(limit, spent, numberText(reserved))
              << RuleBars::tr("%1/%2, %3 reserved").arg(used, limit, numberText(reserved));
    texts << used + "/" + limit << briefNumberText(usage.used) + "/" + briefNumberText(usage.rule.capacity());
    return texts;
}

QString usageText(const Reading& token)
{
    QStringList rules;
    if (token.decision)
        for (std::size_t i = 0; i < token.decision->usage.size(); ++i)
            rules << QStringLiteral("%1: %2").arg(
                ruleTextOf(*token.subject.format, i, token.decision->usage[i].rule),
                usedTexts(token, i).front());
    return rules.join(QStringLiteral(" · "));
}

double unspentShare(const Reading& token, std::size_t rule)
{
    const Units capacity = token.decision->usage[rule].rule.capacity();
    return capacity > 0 ? double(unspentUnits(token, rule)) / double(capacity) : 0;
}

QSize RuleBars::sizeHint() const
{
    const qsizetype rules =
        m_window && m_window->reading.decision ? qsizetype(m_window->reading.decision->usage.size()) : 1;
    return {300, int(rules) * ruleRowHeight};
}

QSize RuleBars::minimumSizeHint() const
{
    return {180, sizeHint().height()};
}

QStringList RuleBars::freesTexts(std::size_t rule) const
{
    const bool inFlight = m_window->reading.decision->usage[rule].rule.atOnce;
    const auto atMost = [](Micros left) {
        return tr("≤ %1").arg(briefCountdownText(left));
    };
    // What holds the next request back is told as everywhere: until it passes.
    const Decision& decision = *m_window->reading.decision;
    if (decision.rule == rule && decision.retryAfter) {
        const Micros left = m_window->reading.at + *decision.retryAfter - m_now;
        if (inFlight)
            return {tr("when one ends, in %1 at the latest").arg(countdownText(left)), atMost(left)};
        return {tr("next request in %1").arg(countdownText(left)), tr("in %1").arg(countdownText(left)),
                tr("in %1").arg(briefCountdownText(left))};
    }
    const std::optional<Instant> frees = nextFrees(*m_window, rule);
    if (!frees)
        return {tr("free")};
    const Micros left = *frees - m_now;
    if (inFlight)
        return {tr("free in %1 at the latest").arg(countdownText(left)), atMost(left)};
    const bool oneByOne = m_window->hasLog || m_window->reading.subject.format->drains();
    // However short: "in" alone would read as a second wait of the next request.
    return {(oneByOne ? tr("next frees in %1") : tr("free in %1")).arg(countdownText(left)),
            (oneByOne ? tr("frees in %1") : tr("free in %1")).arg(briefCountdownText(left)), QString()};
}

void RuleBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colors();
    if (!m_window || !m_window->reading.decision) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignVCenter | Qt::AlignLeft, tr("The rules are not known"));
        return;
    }
    const auto& usage = m_window->reading.decision->usage;
    const Reading& token = m_window->reading;
    const Verdicts verdicts = verdictsOf(token.subject.policy);
    const QFont bold = boldFont(font());
    const std::vector<std::string> counted = token.subject.format->ruleNames();
    QStringList names;
    int nameWidth = 0;
    const auto setNames = [&](auto name) {
        names.clear();
        nameWidth = 0;
        for (std::size_t i = 0; i < usage.size(); ++i) {
            names << name(i);
            nameWidth = qMax(nameWidth, QFontMetrics(bold).horizontalAdvance(names.back()));
        }
    };
    setNames([&](std::size_t i) { return nameOf(i); });
    if (nameWidth > width() / 3 && counted.size() >= usage.size())
        setNames([&](std::size_t i) { return shown(counted[i]); }); // the limit stands beside it
    for (std::size_t i = 0; i < usage.size(); ++i) {
        const double share = usage[i].share();
        const TokenStatus state = share >= 1           ? TokenStatus::Limited
                                  : share >= nearShare ? TokenStatus::Near
                                                       : TokenStatus::Ok;
        const QColor color = agedColor(statusColor(state, verdicts), m_freshness);
        const int top = int(i) * ruleRowHeight;
        const QRect line(0, top, width(), fontMetrics().height() + 2);
        painter.setPen(agedColor(c.text, m_freshness));
        painter.setFont(bold);
        painter.drawText(line, Qt::AlignVCenter | Qt::AlignLeft, names[qsizetype(i)]);
        painter.setFont(font());
        const bool holdsBack = token.decision->rule == i;
        const QString mark =
            holdsBack ? statusMark(TokenStatus::Limited, verdicts) + QLatin1Char(' ') : QString();
        const QStringList texts = freesTexts(i);
        const int beside = width() - nameWidth - 30;
        const auto widthOf = [this](const QString& text) {
            return fontMetrics().horizontalAdvance(text);
        };
        const QStringList used = usedTexts(token, i);
        const auto whole = std::ranges::find_if(
            used, [&](const QString& text) { return widthOf(text + mark + texts.last()) <= beside; });
        const QString numbers = whole != used.end() ? *whole : used.last();
        painter.drawText(line.adjusted(nameWidth + 18, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, numbers);
        painter.setPen(holdsBack ? agedColor(statusColor(TokenStatus::Limited, verdicts), m_freshness)
                                 : c.muted);
        const int room = beside - widthOf(numbers);
        const auto fitting =
            std::ranges::find_if(texts, [&](const QString& text) { return widthOf(mark + text) <= room; });
        painter.drawText(
            line, Qt::AlignVCenter | Qt::AlignRight,
            mark + (fitting != texts.end()
                        ? *fitting
                        : fontMetrics().elidedText(texts.last(), Qt::ElideRight, room - widthOf(mark))));
        paintBar(&painter, QRectF(0, line.bottom() + 5, width(), 6), share, color, verdicts,
                 unspentShare(token, i));
    }
}

} // namespace ratewarden::ui
