// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/copy_rules.h"

#include "core/notations/notation.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QMenu>

namespace ratewarden::ui {
namespace {

struct CopyRules {
    Q_DECLARE_TR_FUNCTIONS(CopyRules)
};

} // namespace

QMenu* makeCopyRulesMenu(QWidget* parent, const std::function<const Policy*()>& policy,
                         const std::function<void(const QString& sentences)>& told)
{
    auto* const menu = new QMenu(parent);
    for (const Notation& notation : notations()) {
        const QAction* const action = menu->addAction(shown(notation.title));
        QObject::connect(action, &QAction::triggered, menu, [write = notation.write, policy, told] {
            const Policy* const copied = policy();
            if (copied == nullptr)
                return;
            const WrittenRules written = write(*copied);
            QStringList sentences{CopyRules::tr("Nothing copied: none of the rules can be written so")};
            if (!written.text.empty()) {
                QGuiApplication::clipboard()->setText(QString::fromStdString(written.text));
                sentences = {CopyRules::tr("Copied")};
            }
            for (const NotationWarning& warning : written.warnings)
                sentences << warningText(warning);
            told(sentences.join(QStringLiteral(". ")));
        });
    }
    return menu;
}

} // namespace ratewarden::ui
