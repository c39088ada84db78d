// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typed_name.h"

#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QLineEdit>

namespace ratewarden::ui {

TypedName::TypedName(const QString& name, QWidget* parent)
    : QWidget(parent), m_question(new PlainLabel), m_line(new QLineEdit)
{
    auto* const row = rowLayout(8, this);
    m_line->setObjectName("typedName");
    m_line->setFont(monospaceFont());
    row->addWidget(m_question);
    row->addWidget(m_line, 1);
    connect(m_line, &QLineEdit::textChanged, this, &TypedName::changed);
    setFocusProxy(m_line);
    setName(name);
}

void TypedName::setName(const QString& name)
{
    m_name = name;
    m_question->setText(tr("Type \"%1\" to confirm").arg(name));
    m_line->setAccessibleName(m_question->text());
    setVisible(!name.isEmpty());
    Q_EMIT changed();
}

bool TypedName::confirmed() const
{
    return m_name.isEmpty() || m_line->text().trimmed() == m_name.trimmed();
}

QString TypedName::lacks() const
{
    return confirmed() ? QString() : tr("Type the name of the server first");
}

} // namespace ratewarden::ui
