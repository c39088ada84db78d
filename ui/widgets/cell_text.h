// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QStringList>

class QColor;
class QPainter;
class QRect;

namespace ratewarden::ui {

/// As QFontMetrics::horizontalAdvance() says; short texts are measured once.
int textWidth(const QString& text, const QFont& font);

/// The first of the texts that is not wider; the last if none is.
QString fittingText(const QStringList& texts, const QFont& font, int width);

/// One line of foreign text in a table's cell, cut where there is no room. Returns its width.
int drawCellText(QPainter* painter, const QRect& rect, const QString& text, const QFont& font,
                 const QColor& color, int alignment, Qt::TextElideMode cut = Qt::ElideMiddle);

} // namespace ratewarden::ui
