// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_note.h"

#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QPainter>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

constexpr float ground = 0.12F; // of the colour, behind the text

} // namespace

KeyNote::KeyNote(QAction* action, QWidget* parent)
    : QWidget(parent), m_title(new PlainLabel), m_text(new PlainLabel)
{
    setObjectName("keyNote");
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(14, 11, 14, 11);
    column->setSpacing(6);
    m_title->setFont(cardTitleFont());
    m_title->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    column->addWidget(m_title);
    auto* const row = new QHBoxLayout;
    m_text->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    row->addWidget(m_text, 1);
    auto* const button = buttonFor(action, false);
    button->setFlat(true);
    button->setFixedHeight(button->fontMetrics().height() + 4);
    row->addWidget(button);
    column->addLayout(row);
    takeColors();
    hide();
}

void KeyNote::set(const QString& title, const QString& text)
{
    m_title->setText(QStringLiteral("▲ ") + title);
    m_text->setText(text);
    setVisible(!title.isEmpty());
}

QString KeyNote::title() const
{
    return isHidden() ? QString() : m_title->text();
}

void KeyNote::takeColors()
{
    QPalette palette = m_title->palette();
    palette.setColor(QPalette::WindowText, colors().nearLimit);
    m_title->setPalette(palette);
    m_text->setPalette(palette);
}

void KeyNote::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor color = colors().nearLimit;
    color.setAlphaF(ground);
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawRoundedRect(rect(), 8, 8);
}

void KeyNote::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        takeColors();
}

} // namespace ratewarden::ui
