// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/plain_label.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace ratewarden::ui {

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
    if (!m_elided || wordWrap())
        return whole;
    return {qMin(whole.width(), fontMetrics().averageCharWidth() * 6), whole.height()};
}

void PlainLabel::paintEvent(QPaintEvent* event)
{
    if (wordWrap()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    painter.setPen(m_tone == Tone::Muted || !isEnabled() ? colors().muted
                                                         : palette().color(foregroundRole()));
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
