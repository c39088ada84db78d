// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/token_actions.h"

#include "core/admin/blocks.h"
#include "ui/widgets/display_text.h"

namespace ratewarden::ui {
namespace {

BlockRequest requestFor(const std::optional<std::string>& token, const ActDialog::Entered& entered)
{
    return {token.value_or(entered.token.toStdString()), entered.duration, entered.reason.toStdString(),
            loginName()};
}

} // namespace

TokenActions::TokenActions(Link& link, QWidget* window) : QObject(window), m_link(link), m_window(window) {}

void TokenActions::open(ActDialog* dialog)
{
    m_dialog = dialog;
    dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
}

void TokenActions::tellFailure(ActDialog* dialog, const QString& title, const Failure& failure)
{
    m_link.report(failure);
    const QString problem = failure.uncertain
                                ? tr("It is not known whether this was done: %1").arg(failure.message)
                                : tr("This was not done: %1").arg(failure.message);
    if (dialog)
        dialog->fail(problem);
    else
        Q_EMIT failed(QStringLiteral("%1. %2").arg(title, problem));
}

// Runs `change(Connection&)`, answers the dialog that asked for it, if any, and hands what came of it to
// `then`.
template <class Change, class Then>
void TokenActions::run(ActDialog* asking, const QString& title, Change change, Then then)
{
    m_link.actLane().post(
        this, std::move(change),
        [this, then = std::move(then), dialog = QPointer(asking), title](const auto& outcome) {
            if (const Failure* failure = outcome.failure()) {
                tellFailure(dialog, title, *failure);
                return;
            }
            if (dialog)
                dialog->succeed();
            then(*outcome.result());
        });
}

template <class Change>
void TokenActions::run(ActDialog* dialog, Change change, const QString& sentence)
{
    run(
        dialog, dialog->windowTitle(),
        [change = std::move(change)](Connection& connection) {
            change(connection);
            return true;
        },
        [this, sentence](bool) { Q_EMIT done(sentence); });
}

void TokenActions::block(const std::string& token)
{
    openBlock(token);
}

void TokenActions::blockTyped()
{
    openBlock(std::nullopt);
}

void TokenActions::openBlock(const std::optional<std::string>& token)
{
    ActDialog::Form form;
    form.title = tr("Block a token");
    form.token = token ? shown(*token) : QString();
    form.explanation =
        tr("Refuses every request of this token, under every policy, from the next decision on. One key "
           "is written. It can be unblocked at any time.");
    if (!token)
        form.explanation += tr(" Where a policy hashes tokens, type the hash, as it is shown.");
    form.verb = tr("Block");
    form.dangerous = true;
    form.asksForBlock = true;
    auto* const dialog = new ActDialog(
        form,
        [token](const ActDialog::Entered& entered) {
            return shownCommand(blockCommand(requestFor(token, entered)));
        },
        m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, dialog, token](const ActDialog::Entered& entered) {
        const BlockRequest request = requestFor(token, entered);
        run(
            dialog, [request](Connection& connection) { blockToken(connection, request); },
            tr("%1 is blocked").arg(shown(request.token)));
    });
    open(dialog);
}

void TokenActions::unblock(std::vector<std::string> tokens)
{
    const auto count = Units(tokens.size());
    const QString whose = count == 1 ? shown(tokens.front()) : countText(count, QString(), tr("%1 tokens"));
    ActDialog::Form form;
    form.title = count == 1 ? tr("Unblock a token") : tr("Unblock tokens");
    form.token = whose;
    form.explanation =
        count == 1 ? tr("Lifts the block of this token. Its rules apply as before, with what it has used.")
                   : tr("Lifts the blocks of these tokens. Their rules apply as before, with what they "
                        "have used.");
    form.verb = tr("Unblock");
    auto* const dialog = new ActDialog(
        form,
        [tokens](const ActDialog::Entered&) {
            QStringList commands;
            for (const std::string& token : tokens)
                commands << shownCommand(unblockCommand(token));
            return commands.join(QLatin1Char('\n'));
        },
        m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, dialog, tokens, whose, count] {
        run(
            dialog,
            [tokens](Connection& connection) {
                std::vector<Command> commands;
                commands.reserve(tokens.size());
                for (const std::string& token : tokens)
                    commands.push_back(unblockCommand(token));
                for (const Reply& reply : connection.pipeline(commands))
                    throwIfError(reply.view(), "unblocking", connection.endpoint().text());
            },
            count == 1 ? tr("%1 is no longer blocked").arg(whose)
                       : tr("%1 are no longer blocked").arg(whose));
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
           "stays. One key is removed; Ctrl+Z takes it back.")
            .arg(shown(key.policy));
    form.verb = tr("Reset");
    form.dangerous = true;
    auto* const dialog = new ActDialog(
        form, [key](const ActDialog::Entered&) { return shownCommand(resetTokenCommand(key)); }, m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, dialog, key] {
        run(
            dialog, dialog->windowTitle(),
            [key](Connection& connection) {
                std::optional<RemovedState> removed = resetToken(connection, key);
                return removed ? std::make_shared<const RemovedState>(std::move(*removed)) : nullptr;
            },
            [this, key](const Removed& removed) {
                setUndo(removed, m_restoring);
                Q_EMIT done(
                    removed
                        ? tr("%1 is reset under %2; Ctrl+Z takes it back")
                              .arg(shown(key.token), shown(key.policy))
                        : tr("%1 had nothing to reset under %2").arg(shown(key.token), shown(key.policy)));
            });
    });
    open(dialog);
}

void TokenActions::setUndo(Removed removed, bool restoring)
{
    m_removed = std::move(removed);
    m_restoring = restoring;
    Q_EMIT canUndoChanged();
}

void TokenActions::undo()
{
    if (canUndo())
        restore(nullptr, m_removed, false);
}

void TokenActions::restore(ActDialog* dialog, const Removed& removed, bool replace)
{
    setUndo(m_removed, true);
    m_link.actLane().post(
        this,
        [removed, replace](Connection& connection) { return restoreToken(connection, *removed, replace); },
        [this, removed, dialog = QPointer(dialog)](const Outcome<Restored>& outcome) {
            // Another reset may have been made meanwhile: that one is to be undone next.
            const bool isLast = m_removed == removed;
            if (const Failure* failure = outcome.failure()) {
                setUndo(m_removed, false);
                tellFailure(dialog, tr("Take the reset back"), *failure);
                return;
            }
            const Restored restored = *outcome.result();
            setUndo(isLast && restored != Restored::CameSince ? nullptr : m_removed, false);
            if (dialog)
                dialog->succeed();
            const QString whose =
                tr("%1 under %2").arg(shown(removed->key.token), shown(removed->key.policy));
            if (restored == Restored::CameSince)
                confirmReplacing(removed);
            else
                Q_EMIT done(
                    restored == Restored::AsItWas
                        ? tr("%1 is as it was before the reset").arg(whose)
                        : tr("What %1 had used before the reset no longer matters by now").arg(whose));
        });
}

void TokenActions::confirmReplacing(const Removed& removed)
{
    if (m_dialog) { // one question at a time
        Q_EMIT failed(tr("%1 has been charged again since its reset; take it back once nothing else is open")
                          .arg(shown(removed->key.token)));
        return;
    }
    ActDialog::Form form;
    form.title = tr("Take the reset back");
    form.token = shown(removed->key.token);
    form.explanation = tr("This token has been charged again since it was reset. What it has used since is "
                          "lost when its state under the policy %1 becomes what it was before.")
                           .arg(shown(removed->key.policy));
    form.verb = tr("Replace");
    form.dangerous = true;
    auto* const dialog = new ActDialog(
        form,
        [removed](const ActDialog::Entered&) { return shownCommand(restoreTokenCommand(*removed, true)); },
        m_window);
    connect(dialog, &ActDialog::confirmed, this, [this, dialog, removed] { restore(dialog, removed, true); });
    open(dialog);
}

} // namespace ratewarden::ui
