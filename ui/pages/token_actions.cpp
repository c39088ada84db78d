// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/token_actions.h"

#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/algorithms/algorithm.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostPreviewed = 50;

QString whoseText(std::size_t count, const std::string& first)
{
    return count == 1 ? shown(first) : tokensText(Units(count));
}

/// For those who read it in another thread.
template <class T>
std::shared_ptr<const std::vector<T>> shared(std::vector<T> values)
{
    return std::make_shared<const std::vector<T>>(std::move(values));
}

ChangedToken changedToken(const std::string& token)
{
    return {token, {}};
}

ChangedToken changedToken(const Subject& key)
{
    return {key.token, key.policy};
}

ChangedToken changedToken(const TokenActions::Charged& charged)
{
    return changedToken(charged.key);
}

ChangedToken changedToken(const RemovedState& state)
{
    return changedToken(state.subject);
}

std::string tokenOf(const Subject& subject)
{
    return subject.token;
}

std::string tokenOf(const TokenActions::Charged& charged)
{
    return charged.key.token;
}

std::string tokenOf(const RemovedState& removed)
{
    return removed.subject.token;
}

template <class T>
std::vector<std::string> tokensOf(const std::vector<T>& them)
{
    std::vector<std::string> tokens;
    tokens.reserve(them.size());
    for (const T& one : them)
        tokens.push_back(tokenOf(one));
    return tokens;
}

QString refusalText(const Decision& decision)
{
    const auto rule = [&] {
        return ruleText(decision.usage[*decision.rule].rule);
    };
    switch (decision.verdict) {
    case Verdict::Blocked:
        return TokenActions::tr("the token is blocked");
    case Verdict::NeverFits:
        return TokenActions::tr("%1 can never allow so many").arg(rule());
    default:
        return TokenActions::tr("%1 left under %2")
            .arg(numberText(decision.usage[*decision.rule].remaining()), rule());
    }
}

} // namespace

TokenActions::TokenActions(Session& session, QWidget* window)
    : QObject(window), m_session(session), m_window(window)
{
}

ActDialog* TokenActions::openDialog(const ActDialog::Form& form, const Commands& commands)
{
    ActDialog::Preview preview;
    preview.shown = [commands](const ActDialog::Entered& entered) {
        QStringList lines;
        for (std::size_t i = 0; i < std::min(commands.count, mostPreviewed); ++i)
            lines << shownCommand(commands.make(entered, i));
        if (commands.count > mostPreviewed)
            lines << tr("… and %1 more").arg(numberText(Units(commands.count - mostPreviewed)));
        return lines.join(QLatin1Char('\n'));
    };
    preview.exact = [commands](const ActDialog::Entered& entered) {
        std::string lines;
        for (std::size_t i = 0; i < commands.count; ++i)
            lines += commands.make(entered, i).text() + '\n';
        return QString::fromStdString(lines);
    };
    m_dialog = new ActDialog(
        form, std::move(preview), [this] { return m_session.link().serverNow(); }, m_window);
    m_dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
    return m_dialog;
}

void TokenActions::tellFailure(ActDialog* dialog, const QString& title, const QString& problem)
{
    if (dialog)
        dialog->fail(problem);
    else
        Q_EMIT failed(QStringLiteral("%1. %2").arg(title, problem));
}

// Runs `change(Server&)`, and hands what came of it to `then`; tells when nothing did.
template <class Change, class Then>
void TokenActions::run(const QPointer<ActDialog>& asking, const QString& title, Change change, Then then)
{
    m_session.act(
        this, std::move(change), [this, then = std::move(then), asking, title](const auto& outcome) {
            if (const Failure* failure = outcome.failure()) {
                tellFailure(asking, title,
                            failure->uncertain
                                ? tr("It is not known whether this was done: %1").arg(failure->message)
                                : tr("This was not done: %1").arg(failure->message));
            }
            then(outcome.result());
        });
}

template <class T>
std::optional<Breakdown> TokenActions::massOf(const std::vector<T>& tokens) const
{
    if (!isMassChange(Units(tokens.size()), m_listed()))
        return std::nullopt;
    std::vector<ChangedToken> changed;
    changed.reserve(tokens.size());
    for (const T& token : tokens)
        changed.push_back(changedToken(token));
    return breakDown(changed);
}

TokenActions::Changes TokenActions::send(Server& server, const Commands& commands,
                                         const ActDialog::Entered& entered, const Read& read)
{
    std::vector<Command> all;
    all.reserve(commands.count);
    for (std::size_t i = 0; i < commands.count; ++i)
        all.push_back(commands.make(entered, i));
    Changes changes;
    const std::vector<Reply> replies = server.pipeline(all);
    for (std::size_t i = 0; i < replies.size(); ++i) {
        try {
            throwIfError(replies[i].view(), all[i].description(), server.where());
            std::optional<Decision> denied = read ? read(i, replies[i].view()) : std::nullopt;
            if (!denied)
                ++changes.made;
            else if (!changes.denied)
                changes.denied = std::move(denied);
        } catch (const Error& error) {
            if (changes.problem.isEmpty())
                changes.problem = QString::fromUtf8(error.what());
        }
    }
    return changes;
}

// Opens the dialog, and sends what is confirmed there. `sentence` says what was done; a token that was asked
// for takes the place of its %1.
void TokenActions::runAll(const ActDialog::Form& form, const Commands& commands, const QString& sentence,
                          Read read)
{
    ActDialog* const dialog = openDialog(form, commands);
    connect(
        dialog, &ActDialog::confirmed, this,
        [this, dialog = QPointer(dialog), form, commands, read = std::move(read),
         sentence](const ActDialog::Entered& entered) {
            const QString done =
                form.token.isEmpty() ? sentence.arg(shown(entered.token.toStdString())) : sentence;
            run(
                dialog, form.title,
                [commands, entered, read](Server& server) { return send(server, commands, entered, read); },
                [this, dialog, title = form.title, asked = Units(commands.count), done,
                 tokens = commands.tokens.empty() ? std::vector{entered.token.toStdString()}
                                                  : commands.tokens](const Changes* changes) {
                    if (changes)
                        tell(dialog, title, *changes, asked, done);
                    m_session.rereadTokens(tokens); // failed, it may have been done all the same
                });
        });
}

void TokenActions::tell(const QPointer<ActDialog>& dialog, const QString& title, const Changes& changes,
                        Units asked, const QString& sentence)
{
    const QString why = !changes.problem.isEmpty() ? changes.problem
                        : changes.denied           ? refusalText(*changes.denied)
                                                   : QString();
    if (changes.made == 0 && !why.isEmpty()) {
        tellFailure(dialog, title, tr("This was not done: %1").arg(why));
        return;
    }
    if (dialog)
        dialog->succeed();
    Q_EMIT done(sentence);
    if (!why.isEmpty())
        Q_EMIT failed(tr("%1. Done for %2 of %3 tokens; for the others not: %4")
                          .arg(title, numberText(changes.made), numberText(asked), why));
}

void TokenActions::block(std::vector<std::string> tokens)
{
    if (!tokens.empty())
        openBlock(std::move(tokens));
}

void TokenActions::blockTyped()
{
    openBlock({});
}

// None: it is asked for.
void TokenActions::openBlock(std::vector<std::string> tokens)
{
    const std::size_t count = tokens.size();
    ActDialog::Form form;
    form.mass = massOf(tokens);
    form.title = count > 1 ? tr("Block tokens") : tr("Block a token");
    form.token = count > 0 ? whoseText(count, tokens.front()) : QString();
    form.explanation =
        count > 1 ? tr("Refuses every request of these tokens, under every policy, from the next decision "
                       "on. One key is written for each. They can be unblocked at any time.")
                  : tr("Refuses every request of this token, under every policy, from the next decision on. "
                       "One key is written. It can be unblocked at any time.");
    if (count == 0)
        form.explanation += tr(" Where a policy hashes tokens, type the hash, as it is shown.");
    form.verb = tr("Block");
    form.dangerous = true;
    form.asksForReason = true;
    form.asksForEnd = true;
    const QString sentence = count == 0   ? tr("%1 is blocked")
                             : count == 1 ? tr("%1 is blocked").arg(form.token)
                                          : tr("%Ln token(s) blocked", nullptr, int(count));
    const Commands commands{
        std::max<std::size_t>(count, 1),
        [tokens = shared(tokens), by = loginName()](const ActDialog::Entered& entered, std::size_t i) {
            return blockCommand({tokens->empty() ? entered.token.toStdString() : (*tokens)[i],
                                 entered.duration, entered.reason.toStdString(), by});
        },
        tokens};
    runAll(form, commands, sentence);
}

void TokenActions::unblock(std::vector<std::string> tokens)
{
    if (tokens.empty())
        return;
    const std::size_t count = tokens.size();
    ActDialog::Form form;
    form.mass = massOf(tokens);
    form.title = count == 1 ? tr("Unblock a token") : tr("Unblock tokens");
    form.token = whoseText(count, tokens.front());
    form.explanation =
        count == 1 ? tr("Lifts the block of this token. Its rules apply as before, with what it has used.")
                   : tr("Lifts the blocks of these tokens. Their rules apply as before, with what they "
                        "have used.");
    form.verb = tr("Unblock");
    const QString sentence = count == 1 ? tr("%1 is no longer blocked").arg(form.token)
                                        : tr("%Ln token(s) unblocked", nullptr, int(count));
    const Commands commands{count,
                            [tokens = shared(tokens)](const ActDialog::Entered&, std::size_t i) {
                                return unblockCommand((*tokens)[i]);
                            },
                            tokens};
    runAll(form, commands, sentence);
}

void TokenActions::charge(std::vector<Charged> tokens)
{
    openCharge(std::move(tokens), Mode::Acquire);
}

void TokenActions::giveBack(std::vector<Charged> tokens)
{
    openCharge(std::move(tokens), Mode::GiveBack);
}

void TokenActions::openCharge(std::vector<Charged> tokens, Mode mode)
{
    if (tokens.empty())
        return;
    const std::size_t count = tokens.size();
    const bool charges = mode == Mode::Acquire;
    ActDialog::Form form;
    form.mass = massOf(tokens);
    form.title = charges ? tr("Charge units") : tr("Give units back");
    form.token = whoseText(count, tokens.front().key.token);
    form.explanation =
        charges ? tr("Charges as a request of that cost would be: under every rule, and only if all of them "
                     "have room. It is not counted as a request. Giving as many back undoes it, unless "
                     "something else is charged meanwhile.")
                : tr("Refunds units, up to what was charged: under every rule, and "
                     "whether or not the token is blocked. They can be used again at once.");
    form.verb = charges ? tr("Charge") : tr("Give back");
    form.asksForUnits = true;
    form.dangerous = charges;
    const QString sentence = count == 1
                                 ? (charges ? tr("%1 was charged") : tr("%1 was refunded")).arg(form.token)
                             : charges ? tr("%Ln token(s) charged", nullptr, int(count))
                                       : tr("%Ln token(s) refunded", nullptr, int(count));
    for (Charged& token : tokens)
        token.policy.counters = false; // no request has come
    const std::vector<std::string> names = tokensOf(tokens);
    const auto charged = shared(std::move(tokens));
    const Commands commands{count,
                            [charged, mode](const ActDialog::Entered& entered, std::size_t i) {
                                const auto& [key, policy] = (*charged)[i];
                                return decisionCommand(policy, key.token, entered.units, mode,
                                                       {.form = Form::Text}); // that can be read and typed
                            },
                            names};
    runAll(form, commands, sentence, [charged, charges](std::size_t i, ReplyView reply) {
        Decision decision = readDecision(reply, (*charged)[i].policy);
        return !charges || decision.allowed() ? std::nullopt : std::optional(std::move(decision));
    });
}

void TokenActions::giveRules(std::vector<Charged> tokens, const QString& rules)
{
    ActDialog::Form form;
    form.rules = rules;
    openRules(std::move(tokens), std::move(form));
}

void TokenActions::changeRules(const Charged& token, const ControlEntry& present)
{
    ActDialog::Form form;
    form.rules = QString::fromStdString(notation(present.rules));
    form.reason = QString::fromStdString(present.reason);
    form.end = present.until ? EndTime(*present.until) : EndTime(ForGood());
    openRules({token}, std::move(form));
}

void TokenActions::openRules(std::vector<Charged> tokens, ActDialog::Form form)
{
    if (tokens.empty())
        return;
    const std::size_t count = tokens.size();
    form.mass = massOf(tokens);
    form.title = count == 1 ? tr("Override a token") : tr("Override tokens");
    form.token = whoseText(count, tokens.front().key.token);
    form.explanation =
        count == 1 ? tr("This token is limited by these rules instead of those of the policy %1, from the "
                        "next decision on. What it has used stays.")
                         .arg(shown(tokens.front().key.policy))
                   : tr("These tokens are limited by these rules instead of those of their policies, from "
                        "the next decision on. What they have used stays.");
    form.verb = tr("Override");
    form.asksForRules = true;
    form.asksForReason = true;
    form.asksForEnd = true;
    const QString sentence = count == 1 ? tr("%1 has an override").arg(form.token)
                                        : tr("%Ln token(s) overridden", nullptr, int(count));
    const std::vector<std::string> names = tokensOf(tokens);
    const Commands commands{count,
                            [tokens = shared(std::move(tokens)),
                             by = loginName()](const ActDialog::Entered& entered, std::size_t i) {
                                const auto& [key, policy] = (*tokens)[i];
                                Policy own = policy;
                                own.rules = parseRules(entered.rules.toStdString());
                                validatedAlgorithm(own);
                                return overrideCommand({key.token, key.policy, own.rules, entered.duration,
                                                        entered.reason.toStdString(), by});
                            },
                            names};
    runAll(form, commands, sentence);
}

void TokenActions::liftRules(std::vector<Subject> keys)
{
    if (keys.empty())
        return;
    const std::size_t count = keys.size();
    ActDialog::Form form;
    form.mass = massOf(keys);
    form.title = tr("Lift an override");
    form.token = whoseText(count, keys.front().token);
    form.explanation =
        tr("The rules of the policy apply again, from the next decision on. What was used stays.");
    form.verb = tr("Lift");
    const QString sentence = count == 1 ? tr("The override of %1 is lifted").arg(form.token)
                                        : tr("%Ln override(s) lifted", nullptr, int(count));
    const std::vector<std::string> names = tokensOf(keys);
    const Commands commands{count,
                            [keys = shared(std::move(keys))](const ActDialog::Entered&, std::size_t i) {
                                return liftOverrideCommand((*keys)[i].token, (*keys)[i].policy);
                            },
                            names};
    runAll(form, commands, sentence);
}

void TokenActions::reset(std::vector<Subject> keys)
{
    if (keys.empty())
        return;
    const std::size_t count = keys.size();
    ActDialog::Form form;
    form.mass = massOf(keys);
    form.title = count == 1 ? tr("Reset a token") : tr("Reset tokens");
    form.token = whoseText(count, keys.front().token);
    const QString whose =
        count == 1 ? tr("%1 under %2").arg(form.token, shown(keys.front().policy)) : form.token;
    form.explanation =
        count == 1 ? tr("Forgets what this token has used under the policy %1, as if it had never come. A "
                        "block stays. One key is removed; Ctrl+Z undoes it.")
                         .arg(shown(keys.front().policy))
                   : tr("Forgets what these tokens have used, as if they had never come. Blocks stay. One "
                        "key of each is removed; Ctrl+Z undoes it.");
    form.verb = tr("Reset");
    form.dangerous = true;
    form.asksForReason = true;
    const auto reset = shared(std::move(keys));
    ActDialog* const dialog = openDialog(
        form, {count,
               [reset](const ActDialog::Entered&, std::size_t i) { return resetTokenCommand((*reset)[i]); },
               {}});
    connect(
        dialog, &ActDialog::confirmed, this,
        [this, dialog = QPointer(dialog), title = form.title, reset, whose] {
            run(
                dialog, title,
                [reset](Server& server) { return std::make_shared<Resets>(resetTokens(server, *reset)); },
                [this, dialog, title, whose, reset,
                 asked = reset->size()](const std::shared_ptr<Resets>* resets) {
                    m_session.rereadTokens(tokensOf(*reset)); // failed, it may have been done all the same
                    if (!resets)
                        return;
                    std::vector<RemovedState>& removed = (*resets)->removed;
                    Changes changes{Units(removed.size()), {}, QString::fromStdString((*resets)->problem)};
                    const QString sentence = removed.empty() ? tr("%1 had nothing to reset").arg(whose)
                                             : asked == 1    ? tr("%1 is reset; Ctrl+Z undoes it").arg(whose)
                                                          : tr("%1 are reset; Ctrl+Z undoes it").arg(whose);
                    if (!removed.empty()) // else the one before can still be taken back
                        setUndo(shared(std::move(removed)), m_restoring);
                    tell(dialog, title, changes, Units(asked), sentence);
                });
        });
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

void TokenActions::restore(const QPointer<ActDialog>& dialog, const Removed& removed, bool replace)
{
    setUndo(m_removed, true);
    run(
        dialog, tr("Undo reset"),
        [removed, replace](Server& server) { return restoreTokens(server, *removed, replace); },
        [this, removed, dialog, replace](const Restores* restores) {
            m_session.rereadTokens(tokensOf(*removed));
            if (!restores) {
                setUndo(m_removed, false);
                return;
            }
            std::vector<RemovedState> left; // not taken back: charged since, or refused
            for (std::size_t i = 0; i < restores->results.size(); ++i)
                if (restores->results[i] == Restored::CameSince || restores->results[i] == Restored::Failed)
                    left.push_back((*removed)[i]);
            const auto countOf = [restores](Restored result) {
                return Units(std::ranges::count(restores->results, result));
            };
            const Removed stillToUndo = left.empty() ? nullptr : shared(std::move(left));
            // Another reset may have been made meanwhile: that one is to be undone next.
            setUndo(m_removed == removed ? stillToUndo : m_removed, false);
            if (countOf(Restored::Failed) > 0) {
                tellFailure(dialog, tr("Undo reset"),
                            tr("For %1 of %2 tokens this was not done: %3")
                                .arg(numberText(countOf(Restored::Failed)),
                                     numberText(Units(removed->size())),
                                     QString::fromStdString(restores->problem)));
            } else if (dialog) {
                dialog->succeed();
            }
            tellRestored(*removed, countOf(Restored::AsItWas), countOf(Restored::Merged),
                         countOf(Restored::Expired));
            if (countOf(Restored::CameSince) > 0 && !replace)
                confirmReplacing(stillToUndo);
        });
}

void TokenActions::tellRestored(const std::vector<RemovedState>& removed, Units asTheyWere, Units merged,
                                Units expired)
{
    const QString whose = whoseText(removed.size(), removed.front().subject.token);
    const Units back = asTheyWere + merged;
    if (merged > 0)
        Q_EMIT done(
            removed.size() == 1
                ? tr("%1 has used again what it had before the reset, beside what came since").arg(whose)
                : tr("%1 of %2 have used again what they had before the reset, some beside what "
                     "came since")
                      .arg(numberText(back), whose));
    else if (back > 0)
        Q_EMIT done(removed.size() == 1
                        ? tr("%1 is as it was before the reset").arg(whose)
                        : tr("%1 of %2 are as they were before the reset").arg(numberText(back), whose));
    else if (expired == Units(removed.size()))
        Q_EMIT done(tr("What %1 had used before the reset no longer matters by now").arg(whose));
}

void TokenActions::confirmReplacing(const Removed& removed)
{
    const std::size_t count = removed->size();
    const QString whose = whoseText(count, removed->front().subject.token);
    if (m_dialog) { // one question at a time
        Q_EMIT failed(
            count == 1 ? tr("%1 has been charged again since its reset; undo that once nothing else is open")
                             .arg(whose)
                       : tr("%1 have been charged again since their reset; undo that once nothing else is "
                            "open")
                             .arg(whose));
        return;
    }
    ActDialog::Form form;
    form.mass = massOf(*removed);
    form.title = tr("Undo reset");
    form.token = whose;
    form.explanation =
        count == 1 ? tr("This token has been charged again since it was reset. What it has used since is "
                        "lost when its state under the policy %1 becomes what it was before.")
                         .arg(shown(removed->front().subject.policy))
                   : tr("These tokens have been charged again since they were reset. What they have used "
                        "since is lost when their states become what they were before.");
    form.verb = tr("Replace");
    form.dangerous = true;
    ActDialog* const dialog = openDialog(form, {count,
                                                [removed](const ActDialog::Entered&, std::size_t i) {
                                                    return restoreTokenCommand((*removed)[i], true);
                                                },
                                                {}});
    connect(dialog, &ActDialog::confirmed, this,
            [this, dialog = QPointer(dialog), removed] { restore(dialog, removed, true); });
}

} // namespace ratewarden::ui
