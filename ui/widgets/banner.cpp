// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/banner.h"

#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QPainter>

namespace ratewarden::ui {

Banner::Banner(QWidget* parent) : QWidget(parent), m_label(new PlainLabel)
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(18, 9, 14, 9);
    layout->addWidget(m_label);
    m_label->setWrapped(QSizePolicy::Expanding, QSizePolicy::Preferred);
    hide();
}

void Banner::setText(const QString& text)
{
    m_label->setText(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString Banner::text() const
{
    return m_label->text();
}

QColor Banner::markColor() const
{
    return colors().limited;
}

void Banner::paintEvent(QPaintEvent*)
{
    paintNotice(this, markColor());
}

void paintNotice(QWidget* widget, const QColor& mark)
{
    QPainter painter(widget);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors().line);
    painter.setBrush(colors().card);
    const QRectF box = QRectF(widget->rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(box, 8, 8);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mark);
    painter.drawRoundedRect(QRectF(6, 8, 4, box.height() - 16), 2, 2);
}

} // namespace ratewarden::ui
