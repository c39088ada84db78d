// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_actions.h"

#include "core/admin/login_name.h"
#include "ui/text/display_text.h"

#include <utility>

namespace ratewarden::ui {

KeyActions::KeyActions(Session& session, QWidget* window) : ChangeDialogs(session, window, window)
{
    connect(this, &ChangeDialogs::made, this, [this](const Made& made) {
        const KeyIntent* const keys = made->change.ofKeys();
        if (const auto* const renaming = keys ? keys->wants<RenameKey>() : nullptr)
            Q_EMIT renamed(keys->keys.front(), renaming->to);
    });
}

void KeyActions::show(ActDialog::Form form, const std::string& key, What first, Fill fill, Intended intended,
                      Sentence sentence)
{
    form.token = shown(key);
    form.asksForReason = true;
    form.reasonHint = tr("Why?");
    ChangeDialogs::Plan plan;
    plan.form = std::move(form);
    plan.first = {KeyIntent{{key}, std::move(first)}, {}, {}, loginName(), {}};
    plan.unread = tr("The key could not be read");
    plan.complete = [fill = std::move(fill)](const Change& prepared, ActDialog::Form& its) {
        const KeyStanding standing = prepared.standings.empty() ? KeyStanding() : prepared.standings.front();
        if (!standing.exists)
            return tr("%1 no longer exists").arg(its.token);
        if (fill)
            fill(standing, its);
        return QString();
    };
    plan.change = [intended = std::move(intended)](const Change& prepared,
                                                   const ActDialog::Entered& entered) {
        Change made = prepared;
        std::get<KeyIntent>(made.intent).what = intended(entered);
        return made;
    };
    plan.sentence = [sentence = std::move(sentence)](const Made&, const ActDialog::Entered& entered) {
        return sentence(entered);
    };
    ChangeDialogs::show(std::move(plan));
}

void KeyActions::editExpiry(const std::string& key)
{
    ActDialog::Form form;
    form.title = tr("Edit the TTL of a key");
    form.explanation = tr("Redis deletes the key at that time. Ctrl+Z restores the current TTL.");
    form.verb = tr("Set TTL");
    form.asksForEnd = true;
    const auto when = [this](const ActDialog::Entered& entered) -> What {
        if (!entered.duration)
            return ExpireKeys{};
        const Instant at = session().link().serverNow() + *entered.duration;
        return ExpireKeys{std::chrono::floor<std::chrono::milliseconds>(at).time_since_epoch().count()};
    };
    show(
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
    show(
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
    show(
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
