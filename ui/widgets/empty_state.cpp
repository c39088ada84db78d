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
{
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWrapped();
    m_button->setObjectName("emptyStep");
    m_button->hide();
    auto* const column = new QVBoxLayout(this);
    column->setSpacing(12);
    column->addStretch(1);
    column->addWidget(m_text);
    column->addWidget(m_button, 0, Qt::AlignHCenter);
    column->addStretch(1);
    hide();
}

void EmptyState::set(const QString& text, QAction* step)
{
    QAction* const next = text.isEmpty() ? nullptr : step;
    if (text == m_text->text() && next == m_step && isHidden() == text.isEmpty())
        return; // it is said again with every reading
    const bool losesFocus = m_button->hasFocus() && next != m_step;
    m_text->setText(text);
    setAccessibleName(text);
    m_button->setAccessibleDescription(text);
    if (next != m_step) {
        m_step = next;
        setActionOf(m_button, next);
    }
    setVisible(!text.isEmpty());
    if (losesFocus && m_heir)
        m_heir->setFocus();
}

QString EmptyState::text() const
{
    return m_text->text();
}

QAction* EmptyState::step() const
{
    return m_step;
}

} // namespace ratewarden::ui
