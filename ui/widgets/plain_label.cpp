// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_label.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int narrowestText = 12; // characters of a label that is broken into lines
constexpr int widestText = 80;    // of one that may be as wide as it likes

/// Lines of that width under one another, and how high they are together: at least one.
int breakIntoLines(QTextLayout& layout, const QFontMetrics& metrics, int width, Qt::Alignment alignment)
{
    QTextOption option(alignment);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    int lines = 0;
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(qMax(width, 1));
        line.setPosition({0, qreal(lines++) * metrics.lineSpacing()});
    }
    layout.endLayout();
    return qMax(lines, 1) * metrics.lineSpacing();
}

/// A number, also with its unit or of how many: "999,000", "12.1 kB", "98/200", "in 3 s" is none.
bool isNumber(const QString& text)
{
    constexpr int longest = 16;
    constexpr int longestUnit = 4;
    const auto letters = std::ranges::count_if(text, [](QChar c) { return c.isLetter(); });
    return !text.isEmpty() && text.size() <= longest && text.front().isDigit() && letters <= longestUnit;
}

/// As the layout wants it, which knows only one paragraph.
QString paragraph(const QString& text)
{
    return QString(text).replace(QLatin1Char('\n'), QChar::LineSeparator);
}

} // namespace

PlainLabel::PlainLabel(const QString& text, Tone tone, QWidget* parent) : QLabel(parent), m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void PlainLabel::setElided(bool elided)
{
    m_elided = elided;
    updateGeometry();
}

void PlainLabel::setWrapped(QSizePolicy::Policy horizontal, QSizePolicy::Policy vertical)
{
    setSizePolicy(horizontal, vertical);
    setWordWrap(true); // notes in the policy that the height follows the width
}

QSize PlainLabel::minimumSizeHint() const
{
    const QSize whole = QLabel::minimumSizeHint();
    if (wordWrap())
        return {qMin(whole.width(), fontMetrics().averageCharWidth() * narrowestText), whole.height()};
    if (!m_elided || isNumber(text()))
        return whole;
    return {qMin(whole.width(), fontMetrics().averageCharWidth() * 6), whole.height()};
}

QSize PlainLabel::sizeHint() const
{
    const QSize whole = QLabel::sizeHint();
    if (!wordWrap())
        return whole;
    const int widest = fontMetrics().averageCharWidth() * widestText;
    const int ofText =
        fontMetrics().size(0, text()).width() + 1 + contentsMargins().left() + contentsMargins().right();
    // QLabel's width is for about a square, whose height would be the least where there is more room.
    return {qMin(whole.width(), widest), heightForWidth(qMin(ofText, widest))};
}

int PlainLabel::heightForWidth(int width) const
{
    if (!wordWrap())
        return QLabel::heightForWidth(width);
    const QMargins margins = contentsMargins();
    QTextLayout layout(paragraph(text()), font(), this);
    return breakIntoLines(layout, fontMetrics(), width - margins.left() - margins.right(), alignment()) +
           margins.top() + margins.bottom();
}

Qt::TextElideMode PlainLabel::elideMode() const
{
    const bool isName = !text().contains(QLatin1Char(' ')) || font().family() == monospaceFont().family();
    return isName ? Qt::ElideMiddle : Qt::ElideRight;
}

QColor PlainLabel::textColor() const
{
    return m_tone == Tone::Muted || !isEnabled() ? colors().muted : palette().color(foregroundRole());
}

void PlainLabel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(textColor());
    if (wordWrap()) {
        const QRect area = contentsRect();
        QTextLayout layout(paragraph(text()), font(), this);
        const int height = breakIntoLines(layout, fontMetrics(), area.width(), alignment());
        const int spare = area.height() - height;
        const int above = alignment() & Qt::AlignTop ? 0 : alignment() & Qt::AlignBottom ? spare : spare / 2;
        layout.draw(&painter, QPointF(area.left(), area.top() + qMax(above, 0)));
        return;
    }
    const QRect area = contentsRect();
    const bool fits = fontMetrics().horizontalAdvance(text()) <= area.width();
    painter.drawText(area, int(alignment()) | Qt::TextSingleLine,
                     fits ? text() : fontMetrics().elidedText(text(), elideMode(), area.width()));
}

bool PlainLabel::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && toolTip().isEmpty()) {
        const bool cut = !wordWrap() && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
        if (cut)
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), plainToolTip(text()), this);
        return true;
    }
    return QLabel::event(event);
}

PlainLabel* wholeLabel(const QString& text, PlainLabel::Tone tone)
{
    auto* const label = new PlainLabel(text, tone);
    label->setElided(false);
    return label;
}

} // namespace ratewarden::ui
