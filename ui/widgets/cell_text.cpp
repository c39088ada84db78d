// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_text.h"

#include <QCache>
#include <QPainter>
#include <QStaticText>
#include <QStyle>

#include <algorithm>
#include <optional>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr qsizetype longestKept = 300; // characters; a column has room for fewer
constexpr qsizetype mostKept = 4000;   // texts; a window shows some 500

bool endsLine(QChar character)
{
    return character.unicode() < u' ' || character == QChar::LineSeparator;
}

/// A text in a font, and how it was drawn last.
class LaidOut {
public:
    LaidOut(QString text, const QFont& font) : m_text(std::move(text))
    {
        std::ranges::replace_if(m_text, endsLine, u' ');
        const QFontMetrics metrics(font);
        m_whole = metrics.horizontalAdvance(m_text);
        m_size.setHeight(metrics.height());
        m_drawn.setTextFormat(Qt::PlainText);
    }

    int whole() const { return m_whole; }
    // What follows is known once it is fitted.
    QSize size() const { return m_size; }
    bool hasMarks() const { return m_hasMarks; }
    const QStaticText& drawn() const { return m_drawn; }

    /// Cuts it to that width, unless that was done last.
    void fit(const QFont& font, int width, Qt::TextElideMode cut)
    {
        const int room = std::min(width, m_whole);
        if (m_room == room && m_cut == cut)
            return;
        m_room = room;
        m_cut = cut;
        const QFontMetrics metrics(font);
        const QString fitting = room == m_whole ? m_text : metrics.elidedText(m_text, cut, room);
        m_size.setWidth(room == m_whole ? m_whole : metrics.horizontalAdvance(fitting));
        m_hasMarks = std::ranges::any_of(fitting, [](QChar c) { return c.isMark(); });
        m_drawn.setText(fitting);
    }

private:
    QString m_text;
    int m_whole = 0;
    QSize m_size;
    std::optional<int> m_room;
    Qt::TextElideMode m_cut = Qt::ElideNone;
    bool m_hasMarks = false;
    QStaticText m_drawn;
};

// Laying texts out takes most of the time in which a table is painted, and most were drawn before.
LaidOut& kept(const QString& text, const QFont& font)
{
    static QCache<std::pair<QString, QFont>, LaidOut> all(mostKept);
    const std::pair key(text, font);
    LaidOut* one = all.object(key);
    if (one == nullptr)
        all.insert(key, one = new LaidOut(text, font));
    return *one;
}

} // namespace

int textWidth(const QString& text, const QFont& font)
{
    return text.size() > longestKept ? LaidOut(text, font).whole() : kept(text, font).whole();
}

QString fittingText(const QStringList& texts, const QFont& font, int width)
{
    const auto fitting =
        std::ranges::find_if(texts, [&](const QString& text) { return textWidth(text, font) <= width; });
    return fitting == texts.end() ? texts.last() : *fitting;
}

int drawCellText(QPainter* painter, const QRect& rect, const QString& text, const QFont& font,
                 const QColor& color, int alignment, Qt::TextElideMode cut)
{
    std::optional<LaidOut> once;
    LaidOut& laidOut = text.size() > longestKept ? once.emplace(text, font) : kept(text, font);
    laidOut.fit(font, rect.width(), cut);
    const QRect place = QStyle::alignedRect(Qt::LeftToRight, Qt::Alignment(alignment), laidOut.size(), rect);
    painter->setFont(font);
    painter->setPen(color);
    // Marks are stacked on a letter, any number of them, and an elided text keeps those.
    const bool isClipped = laidOut.hasMarks() || !rect.contains(place);
    if (isClipped) {
        painter->save();
        painter->setClipRect(rect, Qt::IntersectClip);
    }
    painter->drawStaticText(place.topLeft(), laidOut.drawn());
    if (isClipped)
        painter->restore();
    return laidOut.size().width();
}

} // namespace ratewarden::ui
