// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/mass_confirmation.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QLineEdit>
#include <QRegularExpression>

namespace ratewarden::ui {
namespace {

QString groupsText(const Breakdown::Groups& groups, const QString& withoutName)
{
    QStringList texts;
    for (const Breakdown::Group& group : groups.largest)
        texts << QStringLiteral("%1 %2").arg(group.name.empty() ? withoutName : shown(group.name),
                                             numberText(group.tokens));
    if (groups.others > 0)
        texts << MassConfirmation::tr("%1 others %2")
                     .arg(numberText(groups.others), numberText(groups.tokensOfTheOthers));
    return texts.join(QStringLiteral(" · "));
}

QVBoxLayout* namesColumn(const QString& title, const std::vector<std::string>& names)
{
    auto* const column = columnLayout(1);
    column->addWidget(new PlainLabel(title, PlainLabel::Tone::Muted));
    for (const std::string& name : names) {
        auto* const label = new PlainLabel(shown(name));
        label->setFont(monospaceFont());
        column->addWidget(label);
    }
    column->addStretch(1);
    return column;
}

} // namespace

MassConfirmation::MassConfirmation(const Breakdown& breakdown, QWidget* parent)
    : QWidget(parent), m_tokens(breakdown.tokens), m_number(new QLineEdit)
{
    auto* const layout = columnLayout(10, this);
    setFocusProxy(m_number);
    auto* const groups = makeFieldGrid(14, 4);
    const auto addGroups = [&](const QString& title, const char* name, const Breakdown::Groups& found,
                               const QString& withoutName) {
        if (found.largest.empty())
            return;
        const int row = groups->rowCount();
        auto* const label = fieldTitle(title);
        auto* const text = new PlainLabel(groupsText(found, withoutName));
        text->setObjectName(name);
        text->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding); // a long prefix widens nothing
        groups->addWidget(label, row, 0, Qt::AlignTop);
        groups->addWidget(text, row, 1);
    };
    addGroups(tr("By policy"), "byPolicy", breakdown.byPolicy, tr("(every policy)"));
    addGroups(tr("By prefix"), "byPrefix", breakdown.byPrefix, tr("(none)"));
    layout->addLayout(groups);
    auto* const names = rowLayout(14);
    names->addLayout(namesColumn(breakdown.last.empty() ? tr("Tokens") : tr("The first"), breakdown.first),
                     1);
    if (!breakdown.last.empty())
        names->addLayout(namesColumn(tr("The last"), breakdown.last), 1);
    layout->addLayout(names);
    auto* const row = rowLayout(8);
    auto* const question = new PlainLabel(tr("Type %1 to confirm").arg(numberText(m_tokens)));
    question->setElided(false);
    nameWidget(m_number, "typedNumber", question->text());
    m_number->setMaximumWidth(120);
    row->addWidget(question);
    row->addWidget(m_number);
    row->addStretch(1);
    layout->addLayout(row);
    connect(m_number, &QLineEdit::textChanged, this, &MassConfirmation::changed);
}

bool MassConfirmation::confirmed() const
{
    static const QRegularExpression separators(QStringLiteral("[\\s,.'’]"));
    return m_number->text().remove(separators) == QString::number(m_tokens);
}

} // namespace ratewarden::ui
