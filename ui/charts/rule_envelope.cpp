// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rule_envelope.h"

#include "core/policies/rule_check.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int labelsWidth = 52;
constexpr int labelsHeight = 20;
constexpr int envelopeTop = 8;
constexpr qreal lineStep = 2;      // pixels between two points of a line
constexpr double leastCount = 0.8; // count at the foot of the picture
constexpr double handleSize = 4;
constexpr double lineReach = 8; // pixels from where on the pointer is at a line
constexpr std::array<Micros, 13> envelopeTicks{1ms, 10ms, 100ms, 1s,   10s,  1min, 10min,
                                               1h,  6h,   24h,   168h, 720h, 8760h};

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

RuleEnvelope::RuleEnvelope(QWidget* parent) : QWidget(parent)
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

double RuleEnvelope::Scale::x(double span) const
{
    return area.left() + area.width() * std::log(span / shortest) / std::log(longest / shortest);
}

double RuleEnvelope::Scale::y(double count) const
{
    return area.bottom() - area.height() * std::log(std::max(count, leastCount) / leastCount) /
                               std::log(highest / leastCount);
}

double RuleEnvelope::Scale::span(double x) const
{
    return shortest * std::pow(longest / shortest, (x - area.left()) / area.width());
}

double RuleEnvelope::Scale::count(double y) const
{
    return leastCount * std::pow(highest / leastCount, (area.bottom() - y) / area.height());
}

std::vector<Rule> RuleEnvelope::drawnRules() const
{
    std::vector<Rule> rules;
    for (const std::size_t i : m_drawn)
        rules.push_back(m_policy.rules[i]);
    return rules;
}

QString RuleEnvelope::emptyText() const
{
    return m_policy.rules.empty() ? tr("No rules to show") : tr("No rule limits a time span");
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
    table.title = tr("The most requests that are allowed in any time span");
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
    const Scale s = scale();
    std::set<Micros> spans{Micros(std::int64_t(s.shortest))};
    for (const Micros span : envelopeTicks)
        if (double(span.count()) >= s.shortest && double(span.count()) <= s.longest)
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
    Scale scale;
    scale.area =
        QRectF(labelsWidth, envelopeTop, width() - labelsWidth - 10, height() - envelopeTop - labelsHeight);
    scale.shortest = std::min(1e6, double(std::ranges::min(rules, {}, &Rule::window).window.count()) / 10);
    scale.longest = double(std::ranges::max(rules, {}, &Rule::window).window.count());
    if (m_dragged) {
        scale.highest = m_highestInDrag;
        return scale;
    }
    double highest = 1;
    for (const Rule& rule : rules)
        highest = std::max(highest, std::min(most(rule, scale.longest), 1e18));
    const double together = mostTogether(scale.longest);
    // The lines of rules that allow far more than all together are cut off above.
    scale.highest = std::max(2.0, std::min(highest, std::max(together, 1.0) * 10));
    return scale;
}

QPointF RuleEnvelope::handle(std::size_t rule) const
{
    const Scale s = scale();
    const double window = double(m_policy.rules[rule].window.count());
    return {s.x(window), s.y(most(m_policy.rules[rule], window))};
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
                ? std::abs(s.y(most(m_policy.rules[i], s.span(position.x()))) - position.y())
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
        m_highestInDrag = scale().highest;
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
    const double span =
        m_spanInDrag.value_or(s.span(std::clamp(event->position().x(), s.area.left(), s.area.right())));
    const double count = s.count(std::clamp(event->position().y(), s.area.top(), s.area.bottom()));
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
    const Colors& c = colors();
    for (int power = 0; power <= int(std::log10(s.highest)); ++power) {
        const double count = std::pow(10, power);
        painter.setPen(c.line);
        painter.drawLine(QPointF(s.area.left(), s.y(count)), QPointF(s.area.right(), s.y(count)));
        painter.setPen(c.muted);
        painter.drawText(QRectF(0, s.y(count) - 8, labelsWidth - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         roundText(count));
    }
    qreal free = s.area.left();
    for (const Micros span : envelopeTicks) {
        const double micros = double(span.count());
        if (micros < s.shortest || micros > s.longest * 1.001)
            continue;
        const QString text =
            waitText(span).replace(QLocale().decimalPoint() + QLatin1String("0 "), QStringLiteral(" "));
        const int half = painter.fontMetrics().horizontalAdvance(text) / 2 + 1;
        const qreal at = std::clamp(s.x(micros), s.area.left() + half, s.area.right() - half);
        if (at - half < free)
            continue;
        free = at + half + 10;
        painter.drawText(QRectF(at - half, s.area.bottom() + 4, 2 * half, labelsHeight - 4), Qt::AlignCenter,
                         text);
    }
}

void RuleEnvelope::paintEvent(QPaintEvent*)
{
    const std::vector<Rule> rules = drawnRules();
    const Colors& c = colors();
    QPainter painter(this);
    if (rules.empty()) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignCenter, emptyText());
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setFont(smallFont(font()));
    const Scale s = scale();
    paintAxes(painter, s);

    painter.setClipRect(s.area.adjusted(-1, -2, 1, 2));
    const auto draw = [&](const QPen& pen, auto countIn) {
        QPainterPath path;
        for (int i = 0; i * lineStep <= s.area.width(); ++i) {
            const double x = s.area.left() + i * lineStep;
            const QPointF point(x, s.y(countIn(s.span(x))));
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
