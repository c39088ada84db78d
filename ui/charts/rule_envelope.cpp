// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rule_envelope.h"

#include "core/policies/rule_check.h"
#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <set>

namespace ratewarden::ui {
namespace {

constexpr int labelsWidth = 52;
constexpr int labelsHeight = 20;
constexpr int envelopeTop = 8;
constexpr qreal lineStep = 2;      // pixels between two points of a line
constexpr double leastCount = 0.8; // count at the foot of the picture
constexpr double handleSize = 4;
constexpr double lineReach = 8; // pixels from where on the pointer is at a line

/// A power of ten, short.
QString roundText(double count)
{
    for (const auto& [size, letter] : {std::pair(1e12, "T"), std::pair(1e9, "G"), std::pair(1e6, "M")})
        if (count >= size)
            return numberText(Units(std::llround(count / size))) + QLatin1String(letter);
    return numberText(Units(count));
}

/// To two digits, as people write limits.
Units rounded(double limit)
{
    const double digit = std::pow(10.0, std::max(0.0, std::floor(std::log10(std::max(limit, 1.0))) - 1));
    return Units(std::clamp(std::round(limit / digit) * digit, 1.0, double(maxUnits)));
}

} // namespace

RuleEnvelope::RuleEnvelope(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("The most requests that are allowed in any time span"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RuleEnvelope::setPolicy(const Policy& policy)
{
    m_policy = policy;
    m_drawn.clear();
    for (std::size_t i = 0; i < m_policy.rules.size(); ++i)
        if (!m_policy.rules[i].atOnce)
            m_drawn.push_back(i);
    setEmptyText(m_policy.rules.empty() ? tr("No rules to show") : tr("No rule limits a time span"));
    m_algorithm = policy.rules.empty() ? nullptr : &algorithmNamed(policy.algorithm);
    const auto isNone = [this](const std::optional<std::size_t>& rule) {
        return rule && std::ranges::find(m_drawn, *rule) == m_drawn.end();
    };
    if (isNone(m_pointed) || isNone(m_dragged)) {
        m_pointed.reset();
        m_dragged.reset();
    }
    update();
}

void RuleEnvelope::setAdjustable(bool adjustable)
{
    if (adjustable == m_adjustable)
        return;
    m_adjustable = adjustable;
    setMouseTracking(adjustable);
    setFocusPolicy(adjustable ? Qt::ClickFocus : Qt::NoFocus); // what is being typed elsewhere ends first
    setCursor(Qt::ArrowCursor);
    m_pointed.reset();
    m_dragged.reset();
    update();
}

QSize RuleEnvelope::sizeHint() const
{
    return {320, 190};
}

QPointF RuleEnvelope::Scale::place(double span, double count) const
{
    return {spans.place(span), counts.place(std::max(count, leastCount))};
}

std::vector<Rule> RuleEnvelope::drawnRules() const
{
    std::vector<Rule> rules;
    for (const std::size_t i : m_drawn)
        rules.push_back(m_policy.rules[i]);
    return rules;
}

double RuleEnvelope::most(const Rule& rule, double span) const
{
    return mostInSpan(rule, Micros(std::int64_t(std::max(span, 1.0))), *m_algorithm);
}

double RuleEnvelope::mostTogether(double span) const
{
    double together = 1e18;
    for (const std::size_t i : m_drawn)
        together = std::min(together, most(m_policy.rules[i], span));
    return together;
}

ChartTable RuleEnvelope::asTable() const
{
    ChartTable table;
    table.headings << tr("Time span") << tr("All rules together (requests)");
    const std::vector<Rule> rules = drawnRules();
    for (const Rule& rule : rules)
        table.headings << tr("%1 (requests)").arg(ruleText(rule));
    if (rules.empty()) {
        table.about = emptyText();
        return table;
    }
    if (const auto left = std::ranges::find(m_policy.rules, true, &Rule::atOnce);
        left != m_policy.rules.end())
        table.about = tr("Without %1").arg(ruleText(*left));
    const LogScale axis = scale().spans;
    std::set<Micros> spans{Micros(std::int64_t(axis.least))};
    for (const Micros span : roundSpans())
        if (double(span.count()) >= axis.least && double(span.count()) <= axis.most)
            spans.insert(span);
    for (const Rule& rule : rules)
        spans.insert(rule.window);
    const auto text = [](double count) {
        return count < double(maxUnits) ? numberText(Units(count)) : noValue();
    };
    std::vector<QStringList> rows;
    rows.reserve(spans.size());
    for (const Micros span : spans) {
        const auto micros = double(span.count());
        QStringList row{waitText(span), text(mostTogether(micros))};
        for (const Rule& rule : rules)
            row << text(most(rule, micros));
        rows.push_back(std::move(row));
    }
    table.setRows(std::move(rows));
    return table;
}

RuleEnvelope::Scale RuleEnvelope::scale() const
{
    const std::vector<Rule> rules = drawnRules();
    const QRectF area(labelsWidth, envelopeTop, width() - labelsWidth - 10,
                      height() - envelopeTop - labelsHeight);
    const double shortest =
        std::min(1e6, double(std::ranges::min(rules, {}, &Rule::window).window.count()) / 10);
    const double longest = double(std::ranges::max(rules, {}, &Rule::window).window.count());
    return {area,
            {shortest, longest, area.left(), area.right()},
            {leastCount, m_dragged ? m_highestInDrag : highest(longest), area.bottom(), area.top()}};
}

// The lines of rules that allow far more than all together are cut off above.
double RuleEnvelope::highest(double longest) const
{
    double highest = 1;
    for (const Rule& rule : drawnRules())
        highest = std::max(highest, std::min(most(rule, longest), 1e18));
    return std::max(2.0, std::min(highest, std::max(mostTogether(longest), 1.0) * 10));
}

QPointF RuleEnvelope::handle(std::size_t rule) const
{
    const double window = double(m_policy.rules[rule].window.count());
    return scale().place(window, most(m_policy.rules[rule], window));
}

// The nearest of those within reach.
std::optional<std::size_t> RuleEnvelope::ruleAt(QPointF position) const
{
    if (!m_adjustable || m_drawn.empty())
        return std::nullopt;
    const Scale s = scale();
    std::optional<std::size_t> nearest;
    double distance = lineReach;
    for (const std::size_t i : m_drawn) {
        const double toHandle = QLineF(position, handle(i)).length() - handleSize;
        const double toLine =
            s.area.contains(position)
                ? std::abs(s.place(1, most(m_policy.rules[i], s.spans.value(position.x()))).y() -
                           position.y())
                : lineReach;
        if (const double its = std::min(toHandle, toLine); its < distance) {
            distance = its;
            nearest = i;
        }
    }
    return nearest;
}

void RuleEnvelope::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const auto rule = ruleAt(event->position())) {
        m_highestInDrag = scale().counts.most;
        // Held by its handle, it is the limit of one window: half a pixel further right would be two
        // windows'.
        const bool byHandle = QLineF(event->position(), handle(*rule)).length() < lineReach + handleSize;
        m_spanInDrag = byHandle ? std::optional(double(m_policy.rules[*rule].window.count())) : std::nullopt;
        m_dragged = rule;
        m_pointed = rule;
        update();
    }
}

void RuleEnvelope::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_dragged) {
        if (const auto pointed = ruleAt(event->position()); pointed != m_pointed) {
            m_pointed = pointed;
            setCursor(pointed ? Qt::SizeVerCursor : Qt::ArrowCursor);
            update();
        }
        return;
    }
    const Scale s = scale();
    const double span = m_spanInDrag.value_or(
        s.spans.value(std::clamp(event->position().x(), s.area.left(), s.area.right())));
    const double count = s.counts.value(std::clamp(event->position().y(), s.area.top(), s.area.bottom()));
    // What passes grows with the limit in a straight line, from what a burst allows by itself.
    Rule rule = m_policy.rules[*m_dragged];
    rule.limit = 0;
    const double none = most(rule, span);
    rule.limit = 1;
    const double one = most(rule, span);
    rule.limit = rounded((count - none) / (one - none));
    if (rule.limit != m_policy.rules[*m_dragged].limit)
        Q_EMIT limitDragged(*m_dragged, rule.limit);
    QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(ruleText(rule)), this);
}

void RuleEnvelope::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged.reset();
    update();
}

void RuleEnvelope::paintAxes(QPainter& painter, const Scale& s) const
{
    for (double count = 1; count <= s.counts.most; count *= 10)
        paintGridLine(painter, s.area, s.counts.place(count), roundText(count), colors().line);
    paintSpans(painter, s.area, s.spans);
}

void RuleEnvelope::paintEvent(QPaintEvent*)
{
    const std::vector<Rule> rules = drawnRules();
    const Colors& c = colors();
    QPainter painter(this);
    if (rules.empty())
        return paintEmptyText(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont(font()));
    const Scale s = scale();
    paintAxes(painter, s);

    painter.setClipRect(s.area.adjusted(-1, -2, 1, 2));
    const auto draw = [&](const QPen& pen, auto countIn) {
        QPainterPath path;
        for (int i = 0; i * lineStep <= s.area.width(); ++i) {
            const double x = s.area.left() + i * lineStep;
            const QPointF point(x, s.counts.place(std::max(countIn(s.spans.value(x)), leastCount)));
            i == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        painter.setPen(pen);
        painter.drawPath(path);
    };
    const std::vector<QPen> pens = rulePens(rules);
    const auto penOf = [&](std::size_t i) {
        QPen pen = pens[i];
        if (m_pointed == m_drawn[i])
            pen.setWidthF(pen.widthF() + 1.5);
        return pen;
    };
    for (std::size_t i = 0; i < rules.size(); ++i)
        draw(penOf(i), [&](double span) { return most(rules[i], span); });
    draw(QPen(c.text, 2.4), [&](double span) { return mostTogether(span); });
    if (!m_adjustable)
        return;
    painter.setClipping(false);
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const QPointF at = handle(m_drawn[i]);
        if (!s.area.adjusted(-1, -2, 1, 2).contains(at))
            continue; // cut off above
        painter.setPen(QPen(penOf(i).color(), 2));
        painter.setBrush(m_pointed == m_drawn[i] ? penOf(i).color() : c.card);
        painter.drawEllipse(at, handleSize, handleSize);
    }
}

} // namespace ratewarden::ui
