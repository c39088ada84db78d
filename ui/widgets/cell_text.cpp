// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_text.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {

QString fittingText(const QStringList& texts, const QFontMetrics& metrics, int width)
{
    const auto fitting = std::ranges::find_if(
        texts, [&](const QString& text) { return metrics.horizontalAdvance(text) <= width; });
    return fitting == texts.end() ? texts.last() : *fitting;
}

int drawCellText(QPainter* painter, const QRect& rect, const QString& text, const QFont& font,
                 const QColor& color, int alignment, Qt::TextElideMode cut)
{
    const QFontMetrics metrics(font);
    // Laying a text out takes most of the time in which a table is painted: once to measure, once to draw.
    const int whole = metrics.horizontalAdvance(text);
    const QString fitting = whole <= rect.width() ? text : metrics.elidedText(text, cut, rect.width());
    painter->setFont(font);
    painter->setPen(color);
    // Marks are stacked on a letter, any number of them, and an elided text keeps those.
    const bool hasMarks = std::ranges::any_of(fitting, [](QChar c) { return c.isMark(); });
    if (hasMarks) {
        painter->save();
        painter->setClipRect(rect, Qt::IntersectClip);
    }
    painter->drawText(rect, alignment | Qt::TextSingleLine, fitting);
    if (hasMarks)
        painter->restore();
    return whole <= rect.width() ? whole : metrics.horizontalAdvance(fitting);
}

} // namespace ratewarden::ui
