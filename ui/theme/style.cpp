// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style.h"

#include "ui/theme/theme.h"

#include <QAbstractScrollArea>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QSlider>
#include <QStyleOption>
#include <QWidget>

namespace ratewarden::ui {
namespace {

constexpr qreal cornerRadius = 6;
constexpr int chosenIndent = 5; // of the text of a combo box, as in a line edit
constexpr const char* prominence = "ratewardenProminence";

void fillRounded(QPainter* painter, const QRectF& rect, const QColor& fill, const QColor& border,
                 qreal borderWidth = 1)
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(fill);
    painter->setPen(QPen(border, borderWidth));
    const qreal inset = borderWidth / 2;
    painter->drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), cornerRadius, cornerRadius);
    painter->restore();
}

void outline(QPainter* painter, const QRectF& rect, const QColor& color)
{
    fillRounded(painter, rect, Qt::transparent, color, 1.5);
}

QColor blended(const QColor& base, const QColor& over, qreal share)
{
    return QColor::fromRgbF(float(base.redF() * (1 - share) + over.redF() * share),
                            float(base.greenF() * (1 - share) + over.greenF() * share),
                            float(base.blueF() * (1 - share) + over.blueF() * share));
}

void drawButton(const QStyleOption* option, QPainter* painter, const QWidget* widget)
{
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool checked = option->state & QStyle::State_On;
    const bool hovered = enabled && (option->state & QStyle::State_MouseOver);
    const bool pressed = option->state & QStyle::State_Sunken;
    const QString prominent = widget ? widget->property(prominence).toString() : QString();
    QColor fill = c.card;
    QColor border = c.line;
    if (!prominent.isEmpty() && enabled) {
        fill = prominent == "danger" ? c.limited : c.accent;
        border = fill;
    } else if (checked) {
        fill = c.selection;
        border = c.accent;
    } else if (!enabled) {
        fill = c.page;
    }
    if (pressed || hovered)
        fill = blended(fill, c.text, pressed ? 0.14 : 0.06);
    const bool focused = option->state & QStyle::State_HasFocus;
    fillRounded(painter, option->rect, fill, focused ? c.accent : border, focused ? 2 : 1);
    if (focused && enabled && !prominent.isEmpty()) // the accent would not be seen around itself
        outline(painter, QRectF(option->rect).adjusted(3, 3, -3, -3), c.card);
}

void drawField(const QStyleOption* option, QPainter* painter)
{
    const Colors& c = colors();
    const bool focused = option->state & QStyle::State_HasFocus;
    fillRounded(painter, option->rect, option->state & QStyle::State_Enabled ? c.card : c.page,
                focused ? c.accent : c.line, focused ? 2 : 1);
}

void drawCheckBox(const QStyleOption* option, QPainter* painter)
{
    const Colors& c = colors();
    const bool enabled = option->state & QStyle::State_Enabled;
    const bool checked = option->state & QStyle::State_On;
    const bool focused =
        option->state & QStyle::State_KeyboardFocusChange && option->state & QStyle::State_HasFocus;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    const QRectF box = QRectF(option->rect).adjusted(1, 1, -1, -1);
    painter->setBrush(!enabled ? c.page : checked ? c.accent : c.card);
    painter->setPen(QPen(enabled && (checked || focused) ? c.accent : c.muted, focused ? 2 : 1));
    painter->drawRoundedRect(box, 3, 3);
    if (checked) {
        painter->setPen(QPen(!enabled                          ? c.muted
                             : currentScheme() == Scheme::Dark ? c.page
                                                               : c.card,
                             1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter->drawPolyline(QPolygonF({box.topLeft() + QPointF(0.22 * box.width(), 0.52 * box.height()),
                                         box.topLeft() + QPointF(0.43 * box.width(), 0.72 * box.height()),
                                         box.topLeft() + QPointF(0.78 * box.width(), 0.28 * box.height())}));
    }
    painter->restore();
}

/// Whether what is behind the area that this bar scrolls is to be seen.
bool isClear(const QWidget& scrollBar)
{
    const QWidget* const holder = scrollBar.parentWidget();
    const auto* const area =
        holder ? qobject_cast<const QAbstractScrollArea*>(holder->parentWidget()) : nullptr;
    return area && !area->viewport()->autoFillBackground();
}

} // namespace

Style::Style() : QProxyStyle("fusion") {}

void Style::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                          const QWidget* widget) const
{
    const Colors& c = colors();
    switch (element) {
    case PE_PanelButtonCommand:
    case PE_PanelButtonTool:
        drawButton(option, painter, widget);
        return;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        drawField(option, painter);
        return;
    case PE_IndicatorCheckBox:
        drawCheckBox(option, painter);
        return;
    case PE_Frame: // of a field of several lines; lists and tables have none, or stand in cards
        if (qobject_cast<const QPlainTextEdit*>(widget)) {
            drawField(option, painter);
            return;
        }
        break;
    case PE_FrameFocusRect: // buttons and rows draw their own
        if (qobject_cast<const QSlider*>(widget))
            outline(painter, option->rect, c.accent);
        return;
    case PE_PanelItemViewRow:
    case PE_PanelItemViewItem:
        if (option->state & State_Selected)
            painter->fillRect(option->rect, c.selection);
        return;
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void Style::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                        const QWidget* widget) const
{
    const Colors& c = colors();
    switch (element) {
    case CE_Header:
        drawControl(CE_HeaderSection, option, painter, widget);
        drawControl(CE_HeaderLabel, option, painter, widget);
        return;
    case CE_HeaderSection:
    case CE_HeaderEmptyArea:
        painter->fillRect(option->rect, c.card);
        painter->setPen(c.line);
        painter->drawLine(option->rect.bottomLeft(), option->rect.bottomRight());
        return;
    case CE_HeaderLabel:
        if (const auto* header = qstyleoption_cast<const QStyleOptionHeader*>(option)) {
            const bool sorted = header->sortIndicator != QStyleOptionHeader::None;
            const QString arrow = header->sortIndicator == QStyleOptionHeader::SortUp ? QStringLiteral(" ▾")
                                                                                      : QStringLiteral(" ▴");
            const QFont font = boldFont(painter->font());
            painter->setFont(font);
            painter->setPen(sorted ? c.text : c.muted);
            const QRect area = widget ? header->rect.adjusted(Style::headerMargin, 0, -Style::headerMargin, 0)
                                      : header->rect;
            const QString text = sorted ? header->text + arrow : header->text;
            painter->drawText(
                area, int(header->textAlignment) | Qt::TextSingleLine,
                QFontMetrics(font, painter->device()).elidedText(text, Qt::ElideRight, area.width()));
            return;
        }
        break;
    case CE_MenuBarEmptyArea:
        painter->fillRect(option->rect, c.card);
        return;
    case CE_MenuBarItem:
        if (const auto* item = qstyleoption_cast<const QStyleOptionMenuItem*>(option)) {
            painter->fillRect(option->rect, c.card);
            if (option->state & State_Selected)
                fillRounded(painter, QRectF(option->rect).adjusted(1, 2, -1, -2), c.selection, c.selection);
            painter->setPen(option->state & State_Enabled ? c.text : c.muted);
            painter->drawText(option->rect,
                              Qt::AlignCenter | Qt::TextSingleLine | Qt::TextDontClip |
                                  (styleHint(SH_UnderlineShortcut, option, widget, nullptr)
                                       ? Qt::TextShowMnemonic
                                       : Qt::TextHideMnemonic),
                              item->text);
            return;
        }
        break;
    case CE_Splitter: // the gap itself is the handle
        return;
    case CE_PushButtonLabel:
        if (const auto* button = qstyleoption_cast<const QStyleOptionButton*>(option)) {
            QStyleOptionButton copy = *button;
            const bool isFlat = button->features & QStyleOptionButton::Flat;
            if (isFlat && widget && (option->state & State_HasFocus)) // its ground is not drawn
                outline(painter, widget->rect(), c.accent);
            const QString prominent = widget ? widget->property(prominence).toString() : QString();
            if (!prominent.isEmpty() && (option->state & State_Enabled))
                copy.palette.setColor(QPalette::ButtonText,
                                      currentScheme() == Scheme::Dark ? c.page : c.card);
            else if (isFlat)
                copy.palette.setColor(QPalette::ButtonText,
                                      option->state & State_Enabled ? c.accent : c.muted);
            else if (option->state & State_On)
                copy.palette.setColor(QPalette::ButtonText, c.accent);
            QProxyStyle::drawControl(element, &copy, painter, widget);
            return;
        }
        break;
    default:
        break;
    }
    QProxyStyle::drawControl(element, option, painter, widget);
}

void Style::drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                               const QWidget* widget) const
{
    if (control != CC_ScrollBar) {
        QProxyStyle::drawComplexControl(control, option, painter, widget);
        return;
    }
    const Colors& c = colors();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (!widget || !isClear(*widget))
        painter->fillRect(option->rect, widget && widget->parentWidget() ? c.card : c.page);
    const QRect slider = subControlRect(control, option, SC_ScrollBarSlider, widget);
    const bool active = option->activeSubControls & SC_ScrollBarSlider;
    painter->setPen(Qt::NoPen);
    painter->setBrush(blended(c.line, c.muted, active ? 0.8 : 0.35));
    painter->drawRoundedRect(QRectF(slider).adjusted(3, 3, -3, -3), 3, 3);
    painter->restore();
}

int Style::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return 12;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_MenuBarHMargin:
        return 12; // its first title stands above the heading below
    case PM_MenuBarVMargin:
        return 2;
    case PM_MenuBarPanelWidth:
        return 0;
    case PM_SplitterWidth:
        return 12;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int Style::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                     QStyleHintReturn* returned) const
{
    if (hint == SH_ScrollBar_Transient || hint == SH_Table_GridLineColor)
        return 0;
    return QProxyStyle::styleHint(hint, option, widget, returned);
}

QRect Style::subElementRect(SubElement element, const QStyleOption* option, const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subElementRect(element, option, widget);
    return element == SE_LineEditContents ? rect.adjusted(7, 0, -3, 0) : rect;
}

QRect Style::subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                            const QWidget* widget) const
{
    const QRect rect = QProxyStyle::subControlRect(control, option, subControl, widget);
    const bool isChosen = control == CC_ComboBox && subControl == SC_ComboBoxEditField;
    return isChosen ? rect.adjusted(chosenIndent, 0, 0, 0) : rect;
}

QSize Style::sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                              const QWidget* widget) const
{
    QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    if (type == CT_PushButton)
        wanted = QSize(qMax(size.width() + 26, 60), qMax(size.height() + 12, 30));
    else if (type == CT_LineEdit || type == CT_ComboBox)
        wanted.setHeight(qMax(wanted.height(), 30));
    if (type == CT_ComboBox)
        wanted.rwidth() += chosenIndent;
    return wanted;
}

void setProminent(QWidget* button, bool dangerous)
{
    button->setProperty(prominence, dangerous ? "danger" : "accent");
}

} // namespace ratewarden::ui
