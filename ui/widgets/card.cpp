// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/card.h"

#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QPainter>

namespace ratewarden::ui {

Card::Card(const QString& title, QWidget* parent) : QWidget(parent), m_body(new QVBoxLayout(this))
{
    m_body->setSpacing(8);
    if (title.isEmpty()) {
        m_body->setContentsMargins(1, 4, 1,
                                   4); // the hairline and its corners stay visible around what fills the card
        return;
    }
    m_body->setContentsMargins(14, 10, 14, 12);
    m_title = new PlainLabel(title);
    m_title->setFont(cardTitleFont());
    m_title->setElided(false);
    m_header = new QHBoxLayout;
    m_header->setSpacing(12);
    m_header->addWidget(m_title);
    m_age = new PlainLabel({}, PlainLabel::Tone::Muted);
    m_age->setObjectName("age");
    m_age->setMinimumWidth(1); // it gives way before the card is cut off
    m_age->hide();
    m_header->addWidget(m_age);
    m_header->addStretch(1);
    m_body->addLayout(m_header);
}

void Card::setTitle(const QString& title)
{
    m_title->setText(title);
}

void Card::addToHeader(QWidget* widget)
{
    m_header->addWidget(widget);
}

void Card::setAge(Freshness freshness, Instant at)
{
    setAge(freshness == Freshness::Live ? QString() : ageText(freshness, at));
}

void Card::setAge(const QString& age)
{
    m_age->setText(age);
    m_age->setVisible(!age.isEmpty());
}

void Card::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors().line);
    painter.setBrush(colors().card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
}

} // namespace ratewarden::ui
