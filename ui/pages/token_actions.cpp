// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/token_actions.h"

#include "core/admin/blocks.h"
#include "core/limiter/redis_rate_limiter.h"
#include "ui/widgets/display_text.h"

namespace ratewarden::ui {
namespace {

BlockRequest requestFor(const TokenKey& key, const ActDialog::Entered& entered)
{
    return {key.token, entered.duration, entered.reason.toStdString(), loginName()};
}

Command resetOf(const TokenKey& key)
{
    return resetCommand({key.policy, std::string(key.algorithm->name), {}}, key.token);
}

} // namespace

TokenActions::TokenActions(Link& link, QWidget* window) : QObject(window), m_link(link), m_window(window) {}

void TokenActions::open(ActDialog* dialog)
{
    m_dialog = dialog;
    dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
}

// Runs `change(Connection&)` and answers the dialog that asked for it.
template <class Change>
void TokenActions::run(Change change, const QString& sentence)
{
    m_link.actLane().post(
        this,
        [change = std::move(change)](Connection& connection) {
            change(connection);
            return true;
        },
        [this, sentence, dialog = m_dialog, title = m_dialog->windowTitle()](const Outcome<bool>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_link.report(*failure);
                const QString problem =
                    failure->uncertain ? tr("It is not known whether this was done: %1").arg(failure->message)
                                       : tr("This was not done: %1").arg(failure->message);
                if (dialog)
                    dialog->fail(problem);
                else
                    Q_EMIT failed(QStringLiteral("%1. %2").arg(title, problem));
                return;
            }
            if (dialog)
                dialog->succeed();
            Q_EMIT done(sentence);
        });
}

void TokenActions::block(const TokenKey& key)
{
    ActDialog::Form form;
    form.title = tr("Block a token");
    form.token = shown(key.token);
    form.explanation =
        tr("Refuses every request of this token, under every policy, from the next decision on. One key "
           "is written. It can be unblocked at any time.");
    form.verb = tr("Block");
    form.dangerous = true;
    form.asksForBlock = true;
    auto* const dialog = new ActDialog(
        form,
        [key](const ActDialog::Entered& entered) {
            return shownCommand(blockCommand(requestFor(key, entered)));
        },
        m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, key](const ActDialog::Entered& entered) {
        const BlockRequest request = requestFor(key, entered);
        run([request](Connection& connection) { blockToken(connection, request); },
            tr("%1 is blocked").arg(shown(key.token)));
    });
    open(dialog);
}

void TokenActions::unblock(const TokenKey& key)
{
    ActDialog::Form form;
    form.title = tr("Unblock a token");
    form.token = shown(key.token);
    form.explanation = tr("Lifts the block of this token. Its rules apply as before, with what it has used.");
    form.verb = tr("Unblock");
    auto* const dialog = new ActDialog(
        form, [key](const ActDialog::Entered&) { return shownCommand(unblockCommand(key.token)); }, m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, key] {
        run([token = key.token](Connection& connection) { unblockToken(connection, token); },
            tr("%1 is no longer blocked").arg(shown(key.token)));
    });
    open(dialog);
}

void TokenActions::reset(const TokenKey& key)
{
    if (!key.algorithm)
        return;
    ActDialog::Form form;
    form.title = tr("Reset a token");
    form.token = shown(key.token);
    form.explanation =
        tr("Forgets what this token has used under the policy %1, as if it had never come. A block "
           "stays. One key is removed; this cannot be undone.")
            .arg(shown(key.policy));
    form.verb = tr("Reset");
    form.dangerous = true;
    auto* const dialog = new ActDialog(
        form, [key](const ActDialog::Entered&) { return shownCommand(resetOf(key)); }, m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, key] {
        run([command = resetOf(key)](Connection& connection) { connection.call(command); },
            tr("%1 is reset under %2").arg(shown(key.token), shown(key.policy)));
    });
    open(dialog);
}

} // namespace ratewarden::ui
