// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/change_text.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("ChangeText", text);
}

QString keysName(const KeyIntent& intent)
{
    const QString whose =
        intent.keys.size() == 1 ? shown(intent.keys.front()) : keysText(Units(intent.keys.size()));
    if (const auto* const renaming = intent.wants<RenameKey>())
        return tr("renaming of %1 to %2").arg(whose, shown(renaming->to));
    return intent.wants<DeleteKeys>() ? tr("deletion of %1").arg(whose) : tr("TTL of %1").arg(whose);
}

// The pattern, with whose they are in the place of its %1.
QString patternOf(const Change& change)
{
    if (change.wants<BlockIntent>())
        return tr("block of %1");
    if (change.wants<UnblockIntent>())
        return tr("unblocking of %1");
    if (change.wants<ResetIntent>())
        return tr("reset of %1");
    if (change.wants<ChargeIntent>())
        return tr("charge of %1");
    if (change.wants<GiveBackIntent>())
        return tr("units given back to %1");
    if (change.wants<OverrideIntent>())
        return tr("override of %1");
    if (change.wants<RemoveLockIntent>())
        return tr("removed lock of %1");
    return tr("lifted override of %1");
}

QString whoseText(const Change& change)
{
    return change.subjects.size() == 1 ? shown(change.subjects.front().token)
                                       : tokensText(Units(change.subjects.size()));
}

} // namespace

QString changeName(const Change& change)
{
    if (const PublishIntent* const publishing = change.publishing()) {
        const QString name = shown(publishing->policy.policy.name);
        if (publishing->removes)
            return tr("removal of policy %1").arg(name);
        return publishing->rollsBackTo
                   ? tr("roll back of %1 to version %2").arg(name, numberText(*publishing->rollsBackTo))
                   : tr("version %1 of %2").arg(numberText(publishing->policy.version + 1), name);
    }
    if (const KeyIntent* const keys = change.ofKeys())
        return keysName(*keys);
    return patternOf(change).arg(whoseText(change));
}

QString cautionText(Caution caution)
{
    switch (caution) {
    case Caution::CachedByClients:
        return tr("Its clients answer from memory for a while: the change may show later.");
    case Caution::DeniedCutsBlock:
        return tr("A refused request may shorten the block to one window.");
    case Caution::EndsEarlyWhenSilent:
        return tr("Without requests the block ends early.");
    case Caution::WholeSeconds:
        return tr("The layout stores whole seconds: the end is up to one second off.");
    case Caution::ForGood:
        return tr("The block does not end by itself: it holds until it is lifted by hand.");
    case Caution::ListMayBeOff:
        return tr("Its clients look at the list of blocked tokens only where that is switched on.");
    case Caution::LastsToWindowEnd:
        return tr("The block may last until the end of the window in which it ends.");
    case Caution::SharedKey:
        return tr("It writes a key that other tokens share.");
    case Caution::WriteWithCare:
        return tr("Check the commands: values of this format are easily misread.");
    }
    return {};
}

QString refusalText(const Decision& decision)
{
    const auto rule = [&] {
        return ruleText(decision.usage[*decision.rule].rule);
    };
    switch (decision.verdict) {
    case Verdict::Blocked:
        return tr("the token is blocked");
    case Verdict::NeverFits:
        return tr("%1 can never allow this many").arg(rule());
    default:
        return tr("%1 left under %2").arg(numberText(decision.usage[*decision.rule].remaining()), rule());
    }
}

QString undoneText(const Change& change, const Undoing& undoing)
{
    const std::size_t merged = undoing.count(Undone::Merged);
    const std::size_t back = undoing.count(Undone::AsItWas) + merged;
    const QString name = changeName(change);
    if (back == 0)
        return undoing.count(Undone::Expired) > 0 ? tr("Nothing to undo: the %1 no longer matters").arg(name)
                                                  : QString();
    if (merged > 0)
        return tr("Undone: %1; what was charged since stays").arg(name);
    if (change.publishing() && undoing.publishing && undoing.publishing->version > 0)
        return tr("Undone: %1, by version %2").arg(name, numberText(undoing.publishing->version));
    return back == undoing.results.size()
               ? tr("Undone: %1").arg(name)
               : tr("Undone for %1 of %2: %3")
                     .arg(numberText(Units(back)), numberText(Units(undoing.results.size())), name);
}

QString notUndoneText(const Change& change, const Undoing& undoing)
{
    const QString name = changeName(change);
    const QString why = undoing.trouble  ? problemText(undoing.trouble.first)
                        : undoing.denied ? refusalText(*undoing.denied)
                                         : QString();
    if (why.isEmpty())
        return {};
    if (undoing.trouble.uncertain)
        return tr("Undo: %1. It is not known whether this was done: %2").arg(name, why);
    const std::size_t failed = undoing.count(Undone::Failed) + undoing.count(Undone::Denied);
    return failed == undoing.results.size()
               ? tr("Undo: %1. This was not done: %2").arg(name, why)
               : tr("Undo: %1. For %2 of %3 tokens this was not done: %4")
                     .arg(name, numberText(Units(failed)), numberText(Units(undoing.results.size())), why);
}

QString cameSinceText(const Change& change, std::size_t subjects)
{
    if (change.publishing())
        return tr(
            "Another version of this policy has come since. It is replaced when the change is undone all "
            "the same; it stays in the history.");
    const bool one = subjects == 1;
    if (change.ofKeys())
        return one ? tr("This key was changed by somebody else since. What is there now is lost when it "
                        "becomes "
                        "what it was before.")
                   : tr("These keys were changed by somebody else since. What is there now is lost when they "
                        "become what they were before.");
    if (change.wants<ResetIntent>())
        return one ? tr("This token has been charged again since it was reset. What it has used since is "
                        "lost "
                        "when its state becomes what it was before.")
                   : tr("These tokens have been charged again since they were reset. What they have used "
                        "since "
                        "is lost when their states become what they were before.");
    if (change.wants<ChargeIntent>() || change.wants<GiveBackIntent>())
        return one ? tr("What this token has used was reset or given back since. Undoing takes what is there "
                        "now.")
                   : tr("What these tokens have used was reset or given back since. Undoing takes what is "
                        "there now.");
    return one ? tr("This token was changed by somebody else since. What they have set is lost when it "
                    "becomes "
                    "what it was before.")
               : tr("These tokens were changed by somebody else since. What they have set is lost when they "
                    "become what they were before.");
}

} // namespace ratewarden::ui
