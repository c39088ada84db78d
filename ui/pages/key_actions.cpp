// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/key_actions.h"

#include "core/admin/login_name.h"
#include "core/model/text.h"
#include "ui/pages/command_preview.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"

#include <utility>

namespace ratewarden::ui {

KeyActions::KeyActions(Session& session, QWidget* window)
    : QObject(window), m_session(session), m_window(window)
{
}

void KeyActions::prepare(ActDialog::Form form, const std::string& key, What first, Fill fill,
                         Intended intended, Sentence sentence)
{
    form.token = shown(key);
    form.asksForReason = true;
    form.reasonHint = tr("Why?");
    Change change{KeyIntent{{key}, std::move(first)}, {}, {}, loginName(), {}};
    m_session.changes().prepare(
        this, std::move(change),
        [this, form = std::move(form), fill = std::move(fill), intended = std::move(intended),
         sentence = std::move(sentence)](const Change& prepared, const QString& problem) mutable {
            if (!problem.isEmpty()) {
                Q_EMIT failed(tr("%1. The key could not be read: %2").arg(form.title, problem));
                return;
            }
            const KeyStanding standing =
                prepared.standings.empty() ? KeyStanding() : prepared.standings.front();
            if (!standing.exists) {
                Q_EMIT failed(tr("%1. %2 no longer exists").arg(form.title, form.token));
                return;
            }
            if (fill)
                fill(standing, form);
            open(form, prepared, intended, sentence);
        });
}

void KeyActions::open(const ActDialog::Form& form, const Change& prepared, const Intended& intended,
                      const Sentence& sentence)
{
    const auto change = [prepared, intended](const ActDialog::Entered& entered) {
        Change made = prepared;
        std::get<KeyIntent>(made.intent).what = intended(entered);
        made.reason = entered.reason.toStdString();
        return made;
    };
    m_dialog = new ActDialog(
        form, commandPreview([change](const ActDialog::Entered& entered, std::size_t most) {
            return preview(change(entered), most);
        }),
        [this] { return m_session.link().serverNow(); }, m_window);
    connect(
        m_dialog, &ActDialog::confirmed, this,
        [this, dialog = m_dialog, title = form.title, change, sentence](const ActDialog::Entered& entered) {
            m_session.changes().run(
                this, change(entered),
                [this, dialog, title, sentence, entered](const Made& made, const QString& problem) {
                    if (made)
                        tell(dialog, title, made, sentence(entered));
                    else if (dialog)
                        dialog->fail(tr("This was not done: %1").arg(problem));
                    else
                        Q_EMIT failed(tr("%1. This was not done: %2").arg(title, problem));
                });
        });
    m_dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
}

void KeyActions::tell(const QPointer<ActDialog>& dialog, const QString& title, const Made& made,
                      const QString& sentence)
{
    if (made->trouble) {
        const QString why = problemText(made->trouble.first);
        const QString text = made->trouble.uncertain
                                 ? tr("It is not known whether this was done: %1").arg(why)
                                 : tr("This was not done: %1").arg(why);
        if (dialog)
            dialog->fail(text);
        else
            Q_EMIT failed(QStringLiteral("%1. %2").arg(title, text));
        return;
    }
    if (dialog)
        dialog->succeed();
    Q_EMIT done(sentence);
    if (const KeyIntent* const keys = made->change.ofKeys())
        if (const auto* const renaming = keys->wants<RenameKey>())
            Q_EMIT renamed(keys->keys.front(), renaming->to);
}

void KeyActions::editExpiry(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Edit the TTL of a key");
    form.explanation = tr("From then on Redis has forgotten the key. Ctrl+Z sets the TTL that it has now.");
    form.verb = tr("Set TTL");
    form.asksForEnd = true;
    const auto when = [this](const ActDialog::Entered& entered) -> What {
        if (!entered.duration)
            return ExpireKeys{};
        const Instant at = m_session.link().serverNow() + *entered.duration;
        return ExpireKeys{std::chrono::floor<std::chrono::milliseconds>(at).time_since_epoch().count()};
    };
    prepare(
        std::move(form), key, ExpireKeys{},
        [](const KeyStanding& standing, ActDialog::Form& its) {
            its.end = standing.expires ? EndTime(Instant(std::chrono::milliseconds(*standing.expires)))
                                       : EndTime(ForGood{});
        },
        when,
        [name = shown(key)](const ActDialog::Entered& entered) {
            return entered.duration ? tr("%1 expires in %2").arg(name, waitText(*entered.duration))
                                    : tr("%1 never expires").arg(name);
        });
}

void KeyActions::rename(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Rename a key");
    form.explanation = tr("Its value and TTL stay. Nothing is done if a key of the new name exists.");
    form.verb = tr("Rename");
    form.asksForName = true;
    // A name that cannot be typed is not offered: what is shown of it is not what it is.
    if (QString::fromStdString(key) == shown(key))
        form.name = shown(key);
    prepare(
        std::move(form), key, RenameKey{key + '_'}, {},
        [](const ActDialog::Entered& entered) -> What { return RenameKey{entered.name.toStdString()}; },
        [name = shown(key)](const ActDialog::Entered& entered) {
            return tr("%1 is renamed to %2").arg(name, shown(entered.name.toStdString()));
        });
}

void KeyActions::remove(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Delete a key");
    form.verb = tr("Delete");
    form.dangerous = true;
    const auto forGood = std::make_shared<bool>(false); // told once the key has been read
    prepare(
        std::move(form), key, DeleteKeys{},
        [forGood](const KeyStanding& standing, ActDialog::Form& its) {
            *forGood = !standing.canBeKept();
            its.explanation =
                *forGood
                    ? tr("Deletes the key and its value for good.")
                    : tr("Deletes the key and its value. Ctrl+Z puts both back, with the TTL, if there is "
                         "no other key of that name by then.");
            if (*forGood)
                its.leftOut = standing.memory
                                  ? tr("This cannot be undone: %1 are too many to be kept.")
                                        .arg(bytesText(*standing.memory))
                                  : tr("This cannot be undone: this user may not ask how large the key is.");
        },
        [forGood](const ActDialog::Entered&) -> What { return DeleteKeys{.evenForGood = *forGood}; },
        [name = shown(key)](const ActDialog::Entered&) { return tr("%1 is deleted").arg(name); });
}

} // namespace ratewarden::ui
