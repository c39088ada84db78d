// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/investigation_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/state/investigation.h"
#include "ui/text/display_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {

InvestigationDialog::InvestigationDialog(const Content& content, bool isHashed, QWidget* parent)
    : QDialog(parent)
    , m_content(content)
    , m_about(named("investigationContent", new PlainLabel))
    , m_note(named("investigationNote", new QLineEdit))
    , m_hashes(named("hashTokens", new QCheckBox(tr("Hash the names of tokens"))))
{
    setWindowTitle(tr("Save investigation"));
    fitToText(this, 560);
    auto* const layout = beginDialog(this, windowTitle());
    const auto add = [layout](PlainLabel* label) {
        label->setWrapped();
        layout->addWidget(label);
    };
    add(m_about);
    add(new PlainLabel(
        tr("It has the charts of marked tokens. If the keys were scanned, it also has those that match the "
           "filter of the Keys page, and the part of the selected key's value that is shown there.")));
    m_note->setPlaceholderText(tr("A note for whoever opens it"));
    m_note->setAccessibleName(tr("Note"));
    m_note->setMaxLength(longestText);
    layout->addWidget(m_note);
    m_hashes->setChecked(isHashed);
    m_hashes->setEnabled(!isHashed);
    m_hashes->setToolTip(plainToolTip(
        tr("A token has the same hash everywhere in this file, and another one in the next file. The "
           "key is not stored. Names of listed keys are hashed, too; values and filters are left out")));
    layout->addWidget(m_hashes);
    add(new PlainLabel(tr("What people have written may name tokens. A hashed file leaves it out: the note, "
                          "reasons, notes of denials, named moments, descriptions of policies, and the names "
                          "of rules, alerts and the Lab's candidates.")));
    connect(m_hashes, &QCheckBox::toggled, this, &InvestigationDialog::showContent);
    showContent();
    auto* const save = named("saveInvestigationNow", new QPushButton(tr("Save…")));
    addDialogButtons(layout, this, save);
    connect(save, &QPushButton::clicked, this, [this] {
        const bool hashed = m_hashes->isChecked();
        Q_EMIT confirmed(hashed ? QString() : m_note->text().simplified(), hashed);
        accept();
    });
}

void InvestigationDialog::showContent()
{
    const bool hashed = m_hashes->isChecked();
    m_note->setEnabled(!hashed);
    const std::optional<Units> rows = hashed ? m_content.hashedRows : m_content.rows;
    m_about->setText(
        tr("The file shows %1 of %2, and the charts of %3, as they are now. Anybody can open it, in "
           "Ratewarden or "
           "as a web page. It contains neither the server's address and password nor its profile.")
            .arg(rows ? numberText(*rows) : QStringLiteral("…"), tokensText(m_content.known),
                 numberText(m_content.charts)));
}

void InvestigationDialog::setHashedRows(Units rows)
{
    m_content.hashedRows = rows;
    showContent();
}

} // namespace ratewarden::ui
