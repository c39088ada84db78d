// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/follow_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>

namespace ratewarden::ui {

FollowDialog::FollowDialog(const std::string& token, const std::vector<Proposal>& proposals, QWidget* parent)
    : QDialog(parent), m_token(token), m_name(new QLineEdit(shown(token))), m_others(new QPlainTextEdit)
{
    setWindowTitle(tr("Follow %1").arg(shown(token)));
    fitToText(this, 560);
    auto* const layout = beginDialog(this, windowTitle());
    const auto addText = [layout](const QString& text) {
        auto* const label = new PlainLabel(text, PlainLabel::Tone::Muted);
        label->setWrapped();
        layout->addWidget(label);
    };
    addText(tr(
        "Which other tokens are the same client's? From then on Follow shows all of them on one time axis."));
    nameWidget(m_name, "clientName", tr("Name of the client"));
    m_name->selectAll();
    layout->addWidget(m_name);
    if (!proposals.empty())
        addText(tr("These rise and fall with it, which may be chance:"));
    for (const Proposal& one : proposals) {
        auto* const box = new QCheckBox(withoutKeys(
            tr("%1 · correlation %2").arg(shown(one.token), QLocale().toString(one.likeness, 'f', 2))));
        box->setObjectName("proposedToken");
        layout->addWidget(box);
        m_proposals.emplace_back(one.token, box);
    }
    nameWidget(m_others, "otherTokens", tr("Other tokens"));
    m_others->setPlaceholderText(tr("Other tokens, one on each line: an address, an API key, a hash"));
    m_others->setTabChangesFocus(true);
    m_others->setFixedHeight(4 * m_others->fontMetrics().height() + 12);
    layout->addWidget(m_others);
    auto* const follow = named("followClient", new QPushButton(tr("Follow")));
    addDialogButtons(layout, this, follow);
    connect(follow, &QPushButton::clicked, this, [this] {
        ClientMap::Client client{m_name->text().simplified(), {m_token}};
        if (client.name.isEmpty())
            client.name = shown(m_token);
        for (const auto& [proposed, box] : m_proposals)
            if (box->isChecked())
                client.tokens.push_back(proposed);
        for (const QString& line : m_others->toPlainText().split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            if (const QString other = line.trimmed(); !other.isEmpty())
                client.tokens.push_back(other.toStdString());
        Q_EMIT confirmed(client);
        accept();
    });
}

} // namespace ratewarden::ui
