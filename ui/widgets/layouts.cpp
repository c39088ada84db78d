// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/layouts.h"

#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QDialog>
#include <QPushButton>

#include <memory>

namespace ratewarden::ui {
namespace {

template <class Layout>
Layout* bareLayout(int spacing, QWidget* owner)
{
    auto* const layout = new Layout(owner);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
}

} // namespace

QHBoxLayout* rowLayout(int spacing, QWidget* owner)
{
    return bareLayout<QHBoxLayout>(spacing, owner);
}

QVBoxLayout* columnLayout(int spacing, QWidget* owner)
{
    return bareLayout<QVBoxLayout>(spacing, owner);
}

QVBoxLayout* beginDialog(QDialog* dialog, const QString& heading, int spacing)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    auto* const column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(spacing);
    if (!heading.isEmpty()) {
        auto* const label = new PlainLabel(heading);
        label->setFont(headingFont());
        column->addWidget(label);
    }
    return column;
}

QPushButton* addDialogButtons(QBoxLayout* column, QDialog* dialog, QPushButton* confirm)
{
    auto* const cancel = new QPushButton(QCoreApplication::translate("DialogButtons", "Cancel"));
    confirm->setDefault(true);
    setProminent(confirm, false);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(confirm);
    column->addLayout(buttons);
    QObject::connect(cancel, &QPushButton::clicked, dialog, &QDialog::reject);
    return cancel;
}

void addCloseButton(QBoxLayout* column, QDialog* dialog, const QString& text)
{
    auto* const close = new QPushButton(text);
    close->setDefault(true);
    QObject::connect(close, &QPushButton::clicked, dialog, &QDialog::accept);
    auto* const buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(close);
    column->addLayout(buttons);
}

void clearLayout(QLayout* layout)
{
    while (const std::unique_ptr<QLayoutItem> item{layout->takeAt(0)})
        if (QWidget* const widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
}

} // namespace ratewarden::ui
