// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/change_text.h"

#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

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

struct IntentText {
    std::string_view act;
    const char* name;
    const char* pattern; ///< with whose they are in the place of its %1
};
constexpr std::array intentTexts{
    IntentText{BlockIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Block"),
               QT_TRANSLATE_NOOP("ChangeText", "block of %1")},
    IntentText{UnblockIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Unblock"),
               QT_TRANSLATE_NOOP("ChangeText", "unblocking of %1")},
    IntentText{ResetIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Reset"),
               QT_TRANSLATE_NOOP("ChangeText", "reset of %1")},
    IntentText{ChargeIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Charge"),
               QT_TRANSLATE_NOOP("ChangeText", "charge of %1")},
    IntentText{GiveBackIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Give back"),
               QT_TRANSLATE_NOOP("ChangeText", "units given back to %1")},
    IntentText{OverrideIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Override"),
               QT_TRANSLATE_NOOP("ChangeText", "override of %1")},
    IntentText{LiftOverrideIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Lift override"),
               QT_TRANSLATE_NOOP("ChangeText", "lifted override of %1")},
    IntentText{RemoveLockIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Remove lock"),
               QT_TRANSLATE_NOOP("ChangeText", "removed lock of %1")},
    IntentText{FreeSlotsIntent::traits.act, QT_TRANSLATE_NOOP("AuditText", "Free slots"),
               QT_TRANSLATE_NOOP("ChangeText", "freed slots of %1")}};
static_assert(std::ranges::equal(intentTexts, intentTraits, {}, &IntentText::act, &IntentTraits::act));

} // namespace

QString whoseText(std::span<const Subject> subjects)
{
    return subjects.size() == 1 ? shown(subjects.front().token) : tokensText(Units(subjects.size()));
}

const char* actName(std::string_view act)
{
    const auto* const found = std::ranges::find(intentTexts, act, &IntentText::act);
    return found == intentTexts.end() ? nullptr : found->name;
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
    const std::size_t kind = std::get<Intent>(change.intent).index();
    return ChangeText::tr(intentTexts[kind].pattern).arg(whoseText(change.subjects));
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
    if (change.traits().on == ActOn::Charges)
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
