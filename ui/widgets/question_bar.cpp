// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/question_bar.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QPushButton>

namespace ratewarden::ui {

QuestionBar::QuestionBar(const QString& question, const QString& yes, const QString& no, QWidget* parent)
    : QWidget(parent), m_yes(new QPushButton(yes)), m_no(new QPushButton(no))
{
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(18, 8, 8, 8);
    auto* const text = new PlainLabel(question);
    layout->addWidget(text, 1);
    layout->addWidget(m_yes);
    layout->addWidget(m_no);
    m_yes->setObjectName("yes");
    m_no->setObjectName("no");
    setProminent(m_yes, true);
    setAccessibleName(question);
    connect(m_yes, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT accepted();
    });
    connect(m_no, &QPushButton::clicked, this, &QuestionBar::withdraw);
    hide();
}

void QuestionBar::ask()
{
    if (isVisible())
        return;
    m_before = window()->focusWidget();
    show();
    m_no->setFocus(Qt::OtherFocusReason);
}

void QuestionBar::withdraw()
{
    hide();
    if (m_before != nullptr)
        m_before->setFocus();
    m_before = nullptr;
}

void QuestionBar::paintEvent(QPaintEvent*)
{
    paintNotice(this, colors().nearLimit);
}

} // namespace ratewarden::ui
