// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/investigation_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {

InvestigationDialog::InvestigationDialog(Units rows, Units known, Units charts, bool isHashed,
                                         QWidget* parent)
    : QDialog(parent), m_note(new QLineEdit), m_hashes(new QCheckBox(tr("Hash the names of tokens")))
{
    setWindowTitle(tr("Save investigation"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(560);
    fitToText(this);
    auto* const layout = makeDialogColumn(this);
    auto* const heading = new PlainLabel(windowTitle());
    heading->setFont(headingFont());
    layout->addWidget(heading);
    const auto addText = [layout](const QString& text) {
        auto* const label = new PlainLabel(text);
        label->setWrapped();
        layout->addWidget(label);
    };
    addText(tr("The file shows %1 of %2, and the charts of %3, as they are now. Anybody can open it, in "
               "Ratewarden or "
               "as a web page. It contains neither the server's address and password nor its profile.")
                .arg(numberText(rows), tokensText(known), numberText(charts)));
    addText(tr("Tokens that are marked have their charts in it."));
    m_note->setObjectName("investigationNote");
    m_note->setPlaceholderText(tr("A note for whoever opens it"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setMaxLength(1000);
    layout->addWidget(m_note);
    m_hashes->setObjectName("hashTokens");
    m_hashes->setChecked(isHashed);
    m_hashes->setEnabled(!isHashed);
    m_hashes->setToolTip(plainToolTip(
        tr("A token has the same hash everywhere in this file, and another one in the next file. The "
           "key is not stored. Reasons, notes of denials, names of keys and the filter are left out")));
    layout->addWidget(m_hashes);
    auto* const buttons = new QHBoxLayout;
    auto* const cancel = new QPushButton(tr("Cancel"));
    auto* const save = new QPushButton(tr("Save…"));
    save->setObjectName("saveInvestigationNow");
    save->setDefault(true);
    setProminent(save, false);
    buttons->addStretch(1);
    buttons->addWidget(cancel);
    buttons->addWidget(save);
    layout->addLayout(buttons);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(save, &QPushButton::clicked, this, [this] {
        Q_EMIT confirmed(m_note->text().simplified(), m_hashes->isChecked());
        accept();
    });
}

} // namespace ratewarden::ui
