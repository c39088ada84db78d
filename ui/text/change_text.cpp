// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/change_text.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct ChangeText {
    Q_DECLARE_TR_FUNCTIONS(ChangeText)
};

QString keysName(const KeyIntent& intent)
{
    const QString whose =
        intent.keys.size() == 1 ? shown(intent.keys.front()) : keysText(Units(intent.keys.size()));
    if (const auto* const renaming = intent.wants<RenameKey>())
        return ChangeText::tr("renaming of %1 to %2").arg(whose, shown(renaming->to));
    return intent.wants<DeleteKeys>() ? ChangeText::tr("deletion of %1").arg(whose)
                                      : ChangeText::tr("TTL of %1").arg(whose);
}

// The pattern, with whose they are in the place of its %1.
QString changePattern(const Change& change)
{
    if (change.wants<BlockIntent>())
        return ChangeText::tr("block of %1");
    if (change.wants<UnblockIntent>())
        return ChangeText::tr("unblocking of %1");
    if (change.wants<ResetIntent>())
        return ChangeText::tr("reset of %1");
    if (change.wants<ChargeIntent>())
        return ChangeText::tr("charge of %1");
    if (change.wants<GiveBackIntent>())
        return ChangeText::tr("units given back to %1");
    if (change.wants<OverrideIntent>())
        return ChangeText::tr("override of %1");
    if (change.wants<FreeSlotsIntent>())
        return ChangeText::tr("freed slots of %1");
    if (change.wants<RemoveLockIntent>())
        return ChangeText::tr("removed lock of %1");
    return ChangeText::tr("lifted override of %1");
}

} // namespace

QString whoseText(std::span<const Subject> subjects)
{
    return subjects.size() == 1 ? shown(subjects.front().token) : tokensText(Units(subjects.size()));
}

QString changeName(const Change& change)
{
    if (const PublishIntent* const publishing = change.publishing()) {
        const QString name = shown(publishing->policy.policy.name);
        if (publishing->removes)
            return ChangeText::tr("removal of policy %1").arg(name);
        return publishing->rollsBackTo
                   ? ChangeText::tr("roll back of %1 to version %2")
                         .arg(name, numberText(*publishing->rollsBackTo))
                   : ChangeText::tr("version %1 of %2").arg(numberText(publishing->policy.version + 1), name);
    }
    if (const KeyIntent* const keys = change.ofKeys())
        return keysName(*keys);
    return changePattern(change).arg(whoseText(change.subjects));
}

QString freedText(const FreedSlots& slots)
{
    const QString freed = numberText(Units(slots.freed));
    const QString held = numberText(Units(slots.held));
    return slots.freed == 0 ? ChangeText::tr("Frees %1 of %2 slots.").arg(freed, held)
                            : ChangeText::tr("Frees %1 of %2 slots, the oldest held for %3.")
                                  .arg(freed, held, briefCountdownText(slots.oldest));
}

QString cautionText(Caution caution)
{
    return patternText(patternOf(caution), {});
}

QString refusalText(const Decision& decision)
{
    const auto rule = [&] {
        return ruleText(decision.usage[*decision.rule].rule);
    };
    switch (decision.verdict) {
    case Verdict::Blocked:
        return ChangeText::tr("the token is blocked");
    case Verdict::NeverFits:
        return ChangeText::tr("%1 can never allow this many").arg(rule());
    default:
        return ChangeText::tr("%1 left under %2")
            .arg(numberText(decision.usage[*decision.rule].remaining()), rule());
    }
}

QString undoneText(const Change& change, const Undoing& undoing)
{
    const std::size_t merged = undoing.count(Undone::Merged);
    const std::size_t back = undoing.count(Undone::AsItWas) + merged;
    const QString name = changeName(change);
    if (back == 0)
        return undoing.count(Undone::Expired) > 0
                   ? ChangeText::tr("Nothing to undo: the %1 no longer matters").arg(name)
                   : QString();
    if (merged > 0)
        return ChangeText::tr("Undone: %1; what was charged since stays").arg(name);
    if (change.publishing() && undoing.publishing && undoing.publishing->version > 0)
        return ChangeText::tr("Undone: %1, by version %2").arg(name, numberText(undoing.publishing->version));
    return back == undoing.results.size()
               ? ChangeText::tr("Undone: %1").arg(name)
               : ChangeText::tr("Undone for %1 of %2: %3")
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
        return ChangeText::tr("Undo: %1. It is not known whether this was done: %2").arg(name, why);
    const std::size_t failed = undoing.count(Undone::Failed) + undoing.count(Undone::Denied);
    return failed == undoing.results.size()
               ? ChangeText::tr("Undo: %1. This was not done: %2").arg(name, why)
               : ChangeText::tr("Undo: %1. For %2 of %3 tokens this was not done: %4")
                     .arg(name, numberText(Units(failed)), numberText(Units(undoing.results.size())), why);
}

QString cameSinceText(const Change& change, std::size_t subjects)
{
    if (change.publishing())
        return ChangeText::tr("Another version of this policy has come since. It is replaced when the change "
                              "is undone all the same; it stays in the history.");
    const bool one = subjects == 1;
    if (change.ofKeys())
        return one ? ChangeText::tr("This key was changed by somebody else since. Undo discards that change.")
                   : ChangeText::tr(
                         "These keys were changed by somebody else since. Undo discards those changes.");
    if (change.wants<ResetIntent>())
        return one ? ChangeText::tr(
                         "This token has been charged again since it was reset. Undo discards what it "
                         "has used since.")
                   : ChangeText::tr(
                         "These tokens have been charged again since they were reset. Undo discards "
                         "what they have used since.");
    if (change.wants<ChargeIntent>() || change.wants<GiveBackIntent>())
        return one ? ChangeText::tr(
                         "What this token has used was reset or given back since. Undo replaces the "
                         "current usage.")
                   : ChangeText::tr(
                         "What these tokens have used was reset or given back since. Undo replaces "
                         "the current usage.");
    return one ? ChangeText::tr("This token was changed by somebody else since. Undo discards that change.")
               : ChangeText::tr(
                     "These tokens were changed by somebody else since. Undo discards those changes.");
}

QString notKnownSinceText(std::size_t keys)
{
    return keys == 1
               ? ChangeText::tr(
                     "It is not known whether this key was changed since: its value is too large "
                     "to compare, or was not recorded. Undo applies to whatever the key holds now.")
               : ChangeText::tr("It is not known whether these keys were changed since: their values are too "
                                "large to compare, or were not recorded. Undo applies to whatever the keys "
                                "hold now.");
}

} // namespace ratewarden::ui
