// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/roll_back_dialog.h"

#include "core/admin/policy_effect.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/server_stripe.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

QString originText(const PolicyVersion& version)
{
    return version.by.empty() ? RollBackDialog::tr("Announced by a program, or written by hand")
                              : RollBackDialog::tr("Published %1 by %2: %3")
                                    .arg(momentText(version.at), shown(version.by), shown(version.reason));
}

} // namespace

RollBackDialog::RollBackDialog(const PublishedPolicy& current, const PolicyVersion& version, QWidget* parent)
    : PublishingDialog(parent)
    , m_version(version.version)
    , m_target(*version.policy)
    , m_differences(new PlainLabel)
    , m_reason(named("rollBackReason", new QLineEdit))
    , m_rollBack(named("rollBack", new QPushButton(tr("Roll back"))))
{
    setWindowTitle(
        tr("Roll back %1 to version %2").arg(shown(current.policy.name), numberText(version.version)));
    fitToText(this, 560);
    auto* const layout = beginDialog(this, windowTitle());
    ServerStripe::addTo(this);
    const auto addText = [layout](PlainLabel* label, const char* name) {
        label->setObjectName(name);
        label->setWrapped(QSizePolicy::Ignored, QSizePolicy::MinimumExpanding); // a long word widens nothing
        label->setAlignment(Qt::AlignTop | Qt::AlignLeft);
        layout->addWidget(label);
    };
    addText(new PlainLabel(originText(version)), "versionOrigin");
    layout->addWidget(new PlainLabel(tr("What changes"), PlainLabel::Tone::Muted));
    addText(m_differences, "versionDifferences");
    m_reason->setPlaceholderText(tr("Why? Kept with the version"));
    m_reason->setAccessibleName(tr("Reason"));
    layout->addWidget(m_reason);
    layout->addWidget(typedName());
    connect(typedName(), &TypedName::changed, this, &RollBackDialog::update);
    layout->addWidget(banner());
    m_cancel = addDialogButtons(layout, this, m_rollBack);

    connect(m_reason, &QLineEdit::textChanged, this, &RollBackDialog::update);
    connect(m_rollBack, &QPushButton::clicked, this, [this] {
        beginWaiting();
        Q_EMIT publishWanted(m_target, m_reason->text().trimmed());
    });
    setCurrent(current);
    m_reason->setFocus();
}

void RollBackDialog::setCurrent(const PublishedPolicy& current)
{
    m_target.version = current.version;
    QStringList lines = differenceTexts(current, m_target);
    m_changes = !lines.isEmpty();
    if (!m_changes)
        lines << tr("Nothing: what is published is the same as that version");
    for (const EffectNote& note : effectNotes(current.policy, m_target.policy))
        lines << QStringLiteral("▲ ") + noteText(note, current.policy, m_target.policy);
    m_differences->setText(lines.join(QLatin1Char('\n')));
    update();
}

void RollBackDialog::update()
{
    const QString lacks = !m_changes                             ? tr("There are no changes")
                          : m_reason->text().trimmed().isEmpty() ? tr("Enter a reason first")
                                                                 : typedName()->lacks();
    m_rollBack->setEnabled(lacks.isEmpty() && !isWaiting());
    m_rollBack->setToolTip(lacks);
}

void RollBackDialog::showWaiting(bool waiting)
{
    m_reason->setEnabled(!waiting);
    m_cancel->setText(waiting ? tr("Close") : tr("Cancel")); // what was sent cannot be called back
    update();
}

void RollBackDialog::refuse(const PublishedPolicy& theirs)
{
    setCurrent(theirs);
    fail(
        tr("Not rolled back: version %1 has been published since. What changes is shown against it now; roll "
           "back again to replace it.")
            .arg(numberText(theirs.version)));
}

} // namespace ratewarden::ui
