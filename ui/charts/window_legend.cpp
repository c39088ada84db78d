// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/window_legend.h"

#include "ui/theme/theme.h"
#include "ui/widgets/paint_bars.h"

#include <QCoreApplication>
#include <QPainter>

#include <array>

namespace ratewarden::ui {
namespace {

struct WindowKindText {
    Q_DECLARE_TR_FUNCTIONS(WindowKind)

public:
    // In the order of WindowKind.
    static constexpr std::array<const char*, std::size_t(WindowKind::LimitsUnknown) + 1> names{
        QT_TR_NOOP("charged"),
        QT_TR_NOOP("used, as sampled"),
        QT_TR_NOOP("in flight"),
        QT_TR_NOOP("▲ for 10 min or longer"),
        QT_TR_NOOP("no room"),
        QT_TR_NOOP("no room, would deny"),
        QT_TR_NOOP("blocked"),
        QT_TR_NOOP("denied in 10 s"),
        QT_TR_NOOP("would be denied in 10 s"),
        QT_TR_NOOP("not known"),
        QT_TR_NOOP("limits not known")};
    static_assert(names.back() != nullptr);
};

constexpr int sampleWidth = 18;
constexpr int sampleHeight = 10;
constexpr int beforeName = 5;
constexpr int afterName = 14;

} // namespace

QString kindName(WindowKind kind)
{
    return WindowKindText::tr(WindowKindText::names.at(std::size_t(kind)));
}

void paintKind(QPainter& painter, const QRectF& rect, WindowKind kind, Freshness freshness)
{
    const Colors& c = colors();
    const auto tinted = [&](QColor color, float alpha) {
        color = agedColor(color, freshness);
        color.setAlphaF(alpha);
        return color;
    };
    switch (kind) {
    case WindowKind::Charged:
        for (const qreal x : {0.1, 0.3, 0.4, 0.75})
            painter.fillRect(QRectF(rect.left() + x * rect.width(), rect.top(), 1.4, rect.height()),
                             agedColor(c.used, freshness));
        break;
    case WindowKind::Used:
        painter.fillRect(rect, tinted(c.used, 0.45F));
        break;
    case WindowKind::InFlight:
        painter.fillRect(rect, agedColor(c.used, freshness));
        break;
    case WindowKind::HeldLong:
        painter.fillRect(rect, agedColor(c.nearLimit, freshness));
        break;
    case WindowKind::NoRoom:
        painter.fillRect(rect, tinted(c.limited, 0.10F));
        painter.fillRect(rect, QBrush(tinted(c.limited, 0.9F), Qt::BDiagPattern));
        break;
    case WindowKind::NoRoomThere:
        painter.fillRect(rect, QBrush(tinted(c.muted, 0.7F), Qt::BDiagPattern));
        break;
    case WindowKind::WouldDeny:
        paintHollow(painter, rect, c.muted);
        break;
    case WindowKind::Blocked:
        painter.fillRect(rect, tinted(c.blocked, 0.30F));
        break;
    case WindowKind::Denied:
        painter.fillRect(rect, tinted(c.limited, 0.30F));
        painter.fillRect(QRectF(rect.left(), rect.bottom() - qMin(2.0, rect.height()), rect.width(),
                                qMin(2.0, rect.height())),
                         agedColor(c.limited, freshness));
        break;
    case WindowKind::NotSeen:
        painter.fillRect(rect, c.card);
        painter.fillRect(rect, QBrush(tinted(c.muted, 0.45F), Qt::Dense7Pattern));
        break;
    case WindowKind::LimitsUnknown:
        painter.fillRect(rect, c.card);
        painter.fillRect(rect, QBrush(tinted(c.muted, 0.35F), Qt::HorPattern));
        break;
    }
}

WindowLegend::WindowLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void WindowLegend::present(const WindowKinds& kinds, Freshness freshness)
{
    if (kinds == m_kinds && freshness == m_freshness)
        return;
    m_kinds = kinds;
    m_freshness = freshness;
    QStringList names;
    for (const WindowKind kind : kinds)
        names << kindName(kind);
    setAccessibleName(tr("Legend: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize WindowLegend::sizeHint() const
{
    const QFontMetrics metrics(legendFont());
    int width = 0;
    for (const WindowKind kind : m_kinds)
        width += sampleWidth + beforeName + metrics.horizontalAdvance(kindName(kind)) + afterName;
    return {width, metrics.height() + 2};
}

// Where it has no room, its end is cut off rather than the window widened.
QSize WindowLegend::minimumSizeHint() const
{
    return {0, sizeHint().height()};
}

void WindowLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QFontMetrics metrics(legendFont());
    painter.setFont(legendFont());
    int x = 0;
    for (const WindowKind kind : m_kinds) {
        const QRectF sample(x, (height() - sampleHeight) / 2.0, sampleWidth, sampleHeight);
        if (kind == WindowKind::Charged || kind == WindowKind::Used || kind == WindowKind::NoRoom ||
            kind == WindowKind::NoRoomThere)
            painter.fillRect(sample, colors().selection);
        paintKind(painter, sample, kind, m_freshness);
        x += sampleWidth + beforeName;
        const QString name = kindName(kind);
        painter.setPen(colors().muted);
        painter.drawText(QRect(x, 0, metrics.horizontalAdvance(name) + 2, height()),
                         Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, name);
        x += metrics.horizontalAdvance(name) + afterName;
    }
}

QFont WindowLegend::legendFont() const
{
    QFont small = font();
    small.setPixelSize(12);
    return small;
}

} // namespace ratewarden::ui
