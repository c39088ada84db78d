// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copy_rules.h"

#include "core/policies/foreign_notation.h"
#include "ui/text/display_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>

namespace ratewarden::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("CopyRules", text);
}

ForeignText shortForm(const Policy& policy)
{
    return {notation(policy.rules), {}};
}

} // namespace

QMenu* makeCopyRulesMenu(QWidget* parent, std::function<const Policy*()> policy,
                         std::function<void(const QString& sentences)> told)
{
    auto* const menu = new QMenu(parent);
    const auto add = [&](const QString& title, ForeignText (*write)(const Policy& policy)) {
        QObject::connect(menu->addAction(title), &QAction::triggered, menu, [write, policy, told] {
            const Policy* const copied = policy();
            if (copied == nullptr)
                return;
            const ForeignText text = write(*copied);
            QGuiApplication::clipboard()->setText(QString::fromStdString(text.text));
            QStringList sentences{text.text.empty() ? tr("Nothing of it can be said so") : tr("Copied")};
            for (const std::string& warning : text.warnings)
                sentences << QString::fromStdString(warning);
            told(sentences.join(QStringLiteral("; ")));
        });
    };
    add(tr("Short form: 1/s + 20/min"), shortForm);
    for (const ForeignNotation& foreign : foreignNotations())
        add(shown(foreign.title), foreign.write);
    return menu;
}

} // namespace ratewarden::ui
