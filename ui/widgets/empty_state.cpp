// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/empty_state.h"

#include "ui/widgets/action_button.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

namespace ratewarden::ui {

EmptyState::EmptyState(QWidget* heir, QWidget* parent)
    : QWidget(parent)
    , m_heir(heir)
    , m_text(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_button(new QPushButton)
    , m_column(new QVBoxLayout(this))
{
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWrapped();
    m_button->setObjectName("emptyStep");
    m_button->hide();
    m_column->setContentsMargins(11, 2, 11, 2);
    m_column->setSpacing(12);
    m_column->addStretch(1);
    m_column->addWidget(m_text);
    m_column->addWidget(m_button, 0, Qt::AlignCenter);
    m_column->addStretch(1);
    hide();
}

void EmptyState::set(const QString& text, QAction* step, const QString& brief)
{
    QAction* const next = text.isEmpty() ? nullptr : step;
    if (text == m_whole && brief == m_brief && next == m_step && isHidden() == text.isEmpty())
        return; // it is said again with every reading
    const bool losesFocus = m_button->hasFocus() && next != m_step;
    m_whole = text;
    m_brief = brief;
    setAccessibleName(text);
    m_button->setAccessibleDescription(text);
    if (next != m_step) {
        m_step = next;
        setActionOf(m_button, next);
    }
    setVisible(!text.isEmpty());
    fit();
    if (losesFocus && m_heir)
        m_heir->setFocus();
}

// All of it above the step, or in a row with it what is brief.
void EmptyState::fit()
{
    m_text->setText(m_whole);
    m_column->setDirection(QBoxLayout::TopToBottom);
    const bool isCut = !m_brief.isEmpty() && m_column->totalHeightForWidth(width()) > height();
    if (isCut) {
        m_text->setText(m_brief);
        m_column->setDirection(QBoxLayout::LeftToRight);
    }
    setToolTip(isCut ? m_whole : QString());
}

void EmptyState::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

QAction* EmptyState::step() const
{
    return m_step;
}

} // namespace ratewarden::ui
