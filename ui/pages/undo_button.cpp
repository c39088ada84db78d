// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/undo_button.h"

#include "ui/pages/guarded_dialogs.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"

#include <QAction>
#include <QApplication>

#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int longestUndoName = 60; // characters

QString whoseUndoText(const ChangeOutcome& made)
{
    const Change& change = made.change;
    if (change.publishing())
        return shown(change.publishing()->policy.policy.name);
    const bool isOne = made.undoable.size() == 1;
    if (const KeyIntent* const plain = change.ofKeys())
        return isOne ? shown(plain->keys[made.undoable.front().subject])
                     : keysText(Units(made.undoable.size()));
    return isOne ? shown(change.subjects[made.undoable.front().subject].token)
                 : tokensText(Units(made.undoable.size()));
}

} // namespace

UndoButton::UndoButton(Session& session, QWidget* parent)
    : QPushButton(parent)
    , m_session(session)
    , m_changes(session.changes())
    , m_link(session.link())
    , m_action(new QAction(this))
{
    setObjectName("undo");
    setFlat(true);
    setFocusPolicy(Qt::TabFocus);
    m_action->setObjectName("undoAction");
    m_action->setShortcut(QKeySequence::Undo);
    connect(m_action, &QAction::triggered, &m_changes, &Changes::undo);
    connect(this, &QPushButton::clicked, &m_changes, &Changes::undo);
    connect(&m_changes, &Changes::canUndoChanged, this, &UndoButton::update);
    connect(&m_changes, &Changes::cameSince, this, &UndoButton::ask);
    connect(&m_link, &Link::stateChanged, this, &UndoButton::update);
    connect(&session.guard(), &GuardSwitch::changed, this, &UndoButton::update);
    update();
}

void UndoButton::update()
{
    const bool isReadOnly = m_session.guard().isReadOnly();
    const bool can = m_changes.canUndo() && m_link.state() == Link::State::Live && !isReadOnly;
    const QString text = tr("Undo: %1").arg(shortened(m_changes.nextUndo(), longestUndoName));
    m_action->setEnabled(can);
    m_action->setText(can ? text : tr("Undo"));
    setEnabled(can);
    setText(can ? withoutKeys(text) : tr("Undo"));
    setVisible(can);
    setAccessibleName(m_action->text());
    setToolTip(isReadOnly ? m_session.readOnlyReason()
                          : plainToolTip(tr("%1 (%2)").arg(
                                m_action->text(),
                                QKeySequence(QKeySequence::Undo).toString(QKeySequence::NativeText))));
}

void UndoButton::ask(const Made& left, bool isKnown)
{
    const QString name = changeName(left->change);
    if (m_dialog || QApplication::activeModalWidget() != nullptr) { // one question at a time
        Q_EMIT failed(
            isKnown
                ? tr("Undo: %1. Something else has happened since. Close the open dialog, then undo again.")
                      .arg(name)
                : tr("Undo: %1. It is not known whether something else has happened since. Close the open "
                     "dialog, then undo again.")
                      .arg(name));
        return;
    }
    ActDialog::Form form;
    form.title = left->change.wants<ResetIntent>() ? tr("Undo reset") : tr("Undo a change");
    form.explanation = isKnown ? cameSinceText(left->change, left->undoable.size())
                               : notKnownSinceText(left->undoable.size());
    form.verb = tr("Replace");
    form.dangerous = true;
    open(std::move(form), left, true);
}

void UndoButton::review()
{
    const Made newest = m_changes.newest();
    if (!newest || m_dialog)
        return;
    ActDialog::Form form;
    form.title = tr("Undo a change");
    form.explanation = tr("Undoes the %1. It is not undone where something else has happened since.")
                           .arg(changeName(newest->change));
    form.verb = tr("Undo");
    open(std::move(form), newest, false);
}

void UndoButton::open(ActDialog::Form form, const Made& made, bool replace)
{
    form.token = whoseUndoText(*made);
    m_dialog = makeActDialog(
        m_session, std::move(form),
        [made, replace](const ActDialog::Entered&, std::size_t most) {
            return previewUndo(*made, replace, most);
        },
        window());
    connect(m_dialog, &ActDialog::confirmed, this, [this, made, replace] {
        m_dialog->succeed(); // what becomes of it is said as of every undo
        if (replace)
            m_changes.replace(made);
        else
            m_changes.undoOne(made);
    });
    m_dialog->open();
}

} // namespace ratewarden::ui
