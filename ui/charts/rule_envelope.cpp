// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rule_envelope.h"

#include "core/policies/rule_check.h"
#include "ui/theme/theme.h"
#include "ui/widgets/display_text.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int labelsWidth = 52;
constexpr int labelsHeight = 20;
constexpr int topMargin = 8;
constexpr qreal step = 2; // pixels between two points of a line

/// A power of ten, short.
QString roundText(double count)
{
    for (const auto& [size, letter] : {std::pair(1e12, "T"), std::pair(1e9, "G"), std::pair(1e6, "M")})
        if (count >= size)
            return numberText(Units(std::llround(count / size))) + QLatin1String(letter);
    return numberText(Units(count));
}

} // namespace

RuleEnvelope::RuleEnvelope(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("The most requests that can pass in any span"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RuleEnvelope::setPolicy(const Policy& policy)
{
    m_policy = policy;
    update();
}

QSize RuleEnvelope::sizeHint() const
{
    return {320, 190};
}

void RuleEnvelope::paintEvent(QPaintEvent*)
{
    const std::vector<Rule>& rules = m_policy.rules;
    if (rules.empty())
        return;
    const Colors& c = colors();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    const QRectF area(labelsWidth, topMargin, width() - labelsWidth - 10,
                      height() - topMargin - labelsHeight);
    const double shortest = double(std::ranges::min(rules, {}, &Rule::window).window.count()) / 10;
    const double longest = double(std::ranges::max(rules, {}, &Rule::window).window.count());
    const Algorithm& algorithm = algorithmNamed(m_policy.algorithm);
    const auto most = [&](const Rule& rule, double span) {
        return mostInSpan(rule, Micros(std::int64_t(std::max(span, 1.0))), algorithm);
    };
    double highest = 1;
    for (const Rule& rule : rules)
        highest = std::max(highest, std::min(most(rule, longest), 1e18));
    // The lines of rules that allow far more than all together are cut off above.
    double together = 1e18;
    for (const Rule& rule : rules)
        together = std::min(together, most(rule, longest));
    highest = std::max(2.0, std::min(highest, std::max(together, 1.0) * 10));
    const auto x = [&](double span) {
        return area.left() + area.width() * std::log(span / shortest) / std::log(longest / shortest);
    };
    const auto y = [&](double count) {
        return area.bottom() - area.height() * std::log(std::max(count, 0.8) / 0.8) / std::log(highest / 0.8);
    };

    painter.setPen(c.line);
    for (int power = 0; power <= int(std::log10(highest)); ++power) {
        const double count = std::pow(10, power);
        painter.setPen(c.line);
        painter.drawLine(QPointF(area.left(), y(count)), QPointF(area.right(), y(count)));
        painter.setPen(c.muted);
        painter.drawText(QRectF(0, y(count) - 8, labelsWidth - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         roundText(count));
    }
    qreal free = area.left();
    for (const Micros span : std::initializer_list<Micros>{1ms, 10ms, 100ms, 1s, 10s, 1min, 10min, 1h, 6h,
                                                           24h, 168h, 720h, 8760h}) {
        const double micros = double(span.count());
        if (micros < shortest || micros > longest * 1.001)
            continue;
        const QString text = waitText(span).replace(QStringLiteral(".0 "), QStringLiteral(" "));
        const int half = painter.fontMetrics().horizontalAdvance(text) / 2 + 1;
        const qreal at = std::clamp(x(micros), area.left() + half, area.right() - half);
        if (at - half < free)
            continue;
        free = at + half + 10;
        painter.drawText(QRectF(at - half, area.bottom() + 4, 2 * half, labelsHeight - 4), Qt::AlignCenter,
                         text);
    }

    painter.setClipRect(area.adjusted(-1, -2, 1, 2));
    const auto draw = [&](const QPen& pen, auto countIn) {
        QPainterPath path;
        for (int i = 0; i * step <= area.width(); ++i) {
            const qreal left = i * step;
            const double span = shortest * std::pow(longest / shortest, left / area.width());
            const QPointF point(area.left() + left, y(countIn(span)));
            i == 0 ? path.moveTo(point) : path.lineTo(point);
        }
        painter.setPen(pen);
        painter.drawPath(path);
    };
    for (std::size_t i = 0; i < rules.size(); ++i)
        draw(rulePen(int(i), int(rules.size())), [&](double span) { return most(rules[i], span); });
    draw(QPen(c.text, 2.4), [&](double span) {
        double least = 1e18;
        for (const Rule& rule : rules)
            least = std::min(least, most(rule, span));
        return least;
    });
}

} // namespace ratewarden::ui
