// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/level_dialog.h"

#include "ui/dialogs/fit_to_text.h"
#include "ui/text/guard_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

} // namespace

LevelDialog::LevelDialog(const QString& name, const QString& where, GuardLevel from, GuardLevel to,
                         QWidget* parent)
    : QDialog(parent), m_time(new QComboBox)
{
    const bool unlocks = from == GuardLevel::ReadOnly;
    setWindowTitle(unlocks ? tr("Unlock %1").arg(name) : tr("Fewer questions on %1").arg(name));
    fitToText(this, 520);
    auto* const layout = beginDialog(this);
    auto* const whose = named("whose", new PlainLabel(name));
    whose->setFont(monospaceHeadingFont());
    layout->addWidget(whose);
    if (where != name)
        layout->addWidget(new PlainLabel(where, PlainLabel::Tone::Muted));
    auto* const meaning =
        new PlainLabel(tr("%1 → %2. %3.").arg(levelText(from), levelText(to), levelMeaning(to)));
    meaning->setObjectName("levelMeaning");
    meaning->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(meaning);
    auto* const row = rowLayout(8);
    auto* const question = new PlainLabel(tr("Back to %1").arg(levelText(from)));
    question->setElided(false);
    nameWidget(m_time, "levelTime", question->text());
    for (const std::chrono::minutes time : {5min, usualTime, 60min})
        m_time->addItem(tr("after %Ln minute(s)", nullptr, int(time.count())), int(time.count()));
    m_time->addItem(tr("when the window is closed"));
    m_time->setCurrentIndex(m_time->findData(int(usualTime.count())));
    row->addWidget(question);
    row->addWidget(m_time);
    row->addStretch(1);
    layout->addLayout(row);
    auto* const confirm = new QPushButton(unlocks ? tr("Unlock") : tr("Set to %1").arg(levelText(to)));
    confirm->setObjectName("confirm");
    auto* const cancel = addDialogButtons(layout, this, confirm);
    setProminent(confirm, true);
    cancel->setDefault(true); // Return changes nothing
    connect(confirm, &QPushButton::clicked, this, [this, to] {
        const QVariant minutes = m_time->currentData();
        Q_EMIT confirmed(to, minutes.isValid() ? std::optional<std::chrono::milliseconds>(
                                                     std::chrono::minutes(minutes.toInt()))
                                               : std::nullopt);
        accept();
    });
    cancel->setFocus();
}

} // namespace ratewarden::ui
