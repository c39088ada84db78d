// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/plugin_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {

PluginDialog::PluginDialog(const QString& name, const QStringList& command, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("Run a plugin"));
    fitToText(this, 520);
    auto* const layout = beginDialog(this, name);
    auto* const meaning =
        new PlainLabel(tr("The command runs on this machine under your account. Each line below is one "
                          "argument; no shell interprets it. You are not asked again until "
                          "Ratewarden is closed."),
                       PlainLabel::Tone::Muted);
    meaning->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(meaning);
    QStringList lines;
    for (const QString& argument : command)
        lines << shown(argument.toStdString());
    auto* const text = new QPlainTextEdit(lines.join(QLatin1Char('\n')));
    nameWidget(text, "pluginCommand", tr("Command"));
    text->setReadOnly(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap); // a line is an argument
    text->setTabChangesFocus(true);
    text->setFont(monospaceFont());
    text->setMinimumHeight(text->fontMetrics().lineSpacing() * std::clamp(int(lines.size()) + 1, 3, 12));
    layout->addWidget(text, 1);
    auto* const run = named("runPlugin", new QPushButton(tr("Run")));
    addDialogButtons(layout, this, run);
    connect(run, &QPushButton::clicked, this, [this] {
        Q_EMIT confirmed();
        accept();
    });
    run->setFocus();
}

} // namespace ratewarden::ui
