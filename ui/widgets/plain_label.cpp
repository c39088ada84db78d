// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_label.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QTextLayout>
#include <QToolTip>

namespace ratewarden::ui {
namespace {

constexpr int narrowest = 12; // characters of a label that is broken into lines
constexpr int widest = 80;    // of one that may be as wide as it likes

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

void PlainLabel::setElideMode(Qt::TextElideMode mode)
{
    m_elideMode = mode;
    update();
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
        return {qMin(whole.width(), fontMetrics().averageCharWidth() * narrowest), whole.height()};
    if (!m_elided)
        return whole;
    return {qMin(whole.width(), fontMetrics().averageCharWidth() * 6), whole.height()};
}

QSize PlainLabel::sizeHint() const
{
    const QSize whole = QLabel::sizeHint();
    if (!wordWrap())
        return whole;
    const int width = qMin(whole.width(), fontMetrics().averageCharWidth() * widest);
    return {width, heightForWidth(width)};
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
    painter.drawText(contentsRect(), int(alignment()) | Qt::TextSingleLine,
                     fontMetrics().elidedText(text(), m_elideMode, contentsRect().width()));
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

} // namespace ratewarden::ui
