// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_actions.h"

#include "core/admin/login_name.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/tokens/reader.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

/// Both parts of them.
struct Split {
    std::vector<Subject> subjects;
    std::map<std::string, Policy, std::less<>> policies;
};

Split split(std::vector<TokenActions::Charged>&& tokens)
{
    Split parts;
    parts.subjects.reserve(tokens.size());
    for (auto& [key, policy] : tokens) {
        parts.policies.try_emplace(key.policy, std::move(policy));
        parts.subjects.push_back(std::move(key));
    }
    return parts;
}

/// A token of another limiter.
bool isForeign(const Subject& subject)
{
    return !subject.format->isOurs();
}

/// The same sentence, whatever becomes of it.
auto always(const QString& sentence)
{
    return [sentence](const Made&, const ActDialog::Entered&) {
        return sentence;
    };
}

// What the rules make of what the token has used, as it was read.
QString overrideText(const TokenDetail& token, const std::vector<Rule>& rules)
{
    Reading then = token.reading;
    if (!then.decision)
        return {};
    TokenStateOf state(algorithmNamed(then.policy->algorithm));
    state->load({token.records, token.hasLog ? &token.log : nullptr});
    then.decision = state->decide(rules, then.at, 1, Mode::Peek);
    then.block.reset(); // blocks apply regardless of the rules
    then.counts.clear();
    QStringList used;
    for (const RuleUsage& usage : then.decision->usage)
        used << TokenActions::tr("%1 of %2").arg(numberText(usage.used), ruleText(usage.rule));
    return TokenActions::tr("After this %1 are used. %2")
        .arg(used.join(QStringLiteral(", ")), sentenceFor(then, Micros::zero()).text);
}

} // namespace

TokenActions::TokenActions(Session& session, QWidget* window) : ChangeDialogs(session, window, window) {}

std::optional<Breakdown> TokenActions::massOf(const std::vector<Subject>& subjects) const
{
    if (!isMassChange(Units(subjects.size()), m_listed()))
        return std::nullopt;
    std::vector<ChangedToken> changed;
    changed.reserve(subjects.size());
    for (const Subject& subject : subjects)
        changed.push_back({subject.token, subject.policy});
    return breakDown(changed);
}

// Which of those that were chosen are not changed; empty: all are.
QString TokenActions::leftOutText() const
{
    constexpr std::size_t mostNamed = 10;
    constexpr int longestName = 40;
    const LeftOut leftOut = m_leftOut();
    const std::vector<Subject>& missing = leftOut.missing;
    if (leftOut.chosen < 2 || missing.empty())
        return {};
    QStringList names;
    for (const Subject& subject : missing) {
        if (std::size_t(names.size()) == mostNamed)
            break;
        names << shortened(shown(subject.token), longestName);
    }
    QString text = names.join(QLatin1String(", "));
    if (missing.size() > mostNamed)
        text = tr("%1 and %2 more").arg(text, numberText(Units(missing.size() - mostNamed)));
    return (leftOut.marked ? tr("%1 marked, %2 gone and not changed: %3")
                           : tr("%1 selected, %2 no longer listed and not changed: %3"))
        .arg(numberText(leftOut.chosen), numberText(Units(missing.size())), text);
}

// Opens the dialog, and makes what is confirmed there. Without subjects a token is asked for. `planned`: what
// is read for the plan of such an intent is read first.
void TokenActions::runAll(ActDialog::Form form, std::vector<Subject> subjects,
                          std::map<std::string, Policy, std::less<>> policies, Intended intended,
                          std::function<QString(const Made&, const ActDialog::Entered&)> sentence,
                          Intent planned)
{
    form.mass = massOf(subjects);
    if (!subjects.empty())
        form.leftOut = leftOutText();
    policies.merge(policiesOf(subjects));
    ChangeDialogs::Plan plan;
    plan.form = std::move(form);
    plan.first = {std::move(planned), std::move(subjects), std::move(policies), loginName(), {}};
    plan.unread = tr("The token's state could not be read");
    if (plan.first.subjects.size() == 1)
        plan.used = [this, intended,
                     subject = plan.first.subjects.front()](const ActDialog::Entered& entered) {
            return usedBy(intended(entered), subject);
        };
    plan.change = [intended = std::move(intended)](const Change& all, const ActDialog::Entered& entered) {
        Change made = all;
        if (made.subjects.empty())
            made.subjects.push_back(controlSubject(entered.token.toStdString()));
        made.intent = intended(entered);
        return made;
    };
    plan.sentence = std::move(sentence);
    show(std::move(plan));
}

std::optional<UsedChange> TokenActions::usedBy(const Intent& intent, const Subject& subject) const
{
    const int place = session().tokens().find(subject);
    if (place < 0 || isForeign(subject) || !session().tokens().row(place).knowsRules)
        return std::nullopt;
    const TokenRow& row = session().tokens().row(place);
    const auto change = [&row](Units after) {
        return UsedChange{double(row.used), double(after), row.tightest.capacity()};
    };
    if (std::holds_alternative<ResetIntent>(intent))
        return change(0);
    if (const auto* const charge = std::get_if<ChargeIntent>(&intent)) // all of it, or nothing
        return change(charge->units <= row.left() ? row.used + charge->units : row.used);
    if (const auto* const refund = std::get_if<GiveBackIntent>(&intent))
        return change(std::max<Units>(row.used - refund->units, 0));
    return std::nullopt;
}

std::map<std::string, Policy, std::less<>>
TokenActions::policiesOf(const std::vector<Subject>& subjects) const
{
    std::map<std::string, Policy, std::less<>> policies;
    for (const Subject& subject : subjects)
        if (!subject.format->isOurs() && !policies.contains(subject.policy))
            if (const Policy* const policy = session().policyNamed(subject.policy))
                policies.emplace(subject.policy, *policy);
    return policies;
}

void TokenActions::block(std::vector<Subject> subjects)
{
    if (!subjects.empty())
        openBlock(std::move(subjects));
}

void TokenActions::changeBlock(const ControlEntry& present)
{
    ActDialog::Form form;
    form.title = tr("Edit a block");
    form.reason = QString::fromStdString(present.reason);
    form.end = present.until ? EndTime(*present.until) : EndTime(ForGood{});
    openBlock({present.subject()}, std::move(form));
}

// None: it is asked for.
void TokenActions::openBlock(std::vector<Subject> subjects, ActDialog::Form form)
{
    const std::size_t count = subjects.size();
    const bool foreign = std::ranges::any_of(subjects, isForeign);
    if (form.title.isEmpty())
        form.title = count > 1 ? tr("Block tokens") : tr("Block a token");
    form.token = count > 0 ? whoseText(subjects) : QString();
    const bool ours = count == 0 || !std::ranges::all_of(subjects, isForeign);
    const QString ofOthers = tr("Writes the state under which the limiter that owns these keys denies every "
                                "request until then. Ctrl+Z puts back what was there.");
    form.explanation =
        !ours ? ofOthers
        : count > 1
            ? tr("Denies every request of these tokens, under every policy, from the next decision on. One "
                 "key is written for each. They can be unblocked at any time.")
            : tr("Denies every request of this token, under every policy, from the next decision on. One key "
                 "is written. It can be unblocked at any time.");
    if (ours && foreign)
        form.explanation += ' ' + tr("For keys of other limiters: %1").arg(ofOthers);
    if (count == 0)
        form.explanation += tr(" Where a policy hashes tokens, type the hash, as it is shown.");
    form.verb = tr("Block");
    form.dangerous = true;
    form.asksForReason = true;
    form.asksForEnd = true;
    const QString sentence =
        count == 1 ? tr("%1 is blocked").arg(form.token) : tr("%Ln token(s) blocked", nullptr, int(count));
    runAll(
        form, std::move(subjects), {},
        [](const ActDialog::Entered& entered) {
            return BlockIntent{entered.duration, {}, {}};
        },
        [count, sentence](const Made&, const ActDialog::Entered& entered) {
            return count == 0 ? tr("%1 is blocked").arg(shown(entered.token.toStdString())) : sentence;
        });
}

void TokenActions::unblock(std::vector<Subject> subjects)
{
    if (subjects.empty())
        return;
    const std::size_t count = subjects.size();
    ActDialog::Form form;
    form.title = count == 1 ? tr("Unblock a token") : tr("Unblock tokens");
    form.token = whoseText(subjects);
    form.explanation =
        std::ranges::any_of(subjects, isForeign)
            ? tr("Writes the state under which the limiter that owns these keys allows requests again. Where "
                 "its layout has no mark for a block, what was used is forgotten too.")
        : count == 1 ? tr("Lifts the block of this token. Its rules apply as before, with what it has used.")
                     : tr("Lifts the blocks of these tokens. Their rules apply as before, with what they "
                          "have used.");
    if (!std::ranges::all_of(subjects, isForeign)) // the word stands in the commands below
        form.explanation +=
            tr(" With “former” Redis also replies what is removed, so that it can be undone.");
    form.verb = tr("Unblock");
    const QString sentence = count == 1 ? tr("%1 is no longer blocked").arg(form.token)
                                        : tr("%Ln token(s) unblocked", nullptr, int(count));
    runAll(
        form, std::move(subjects), {}, [](const ActDialog::Entered&) { return UnblockIntent{}; },
        always(sentence));
}

void TokenActions::openCharge(std::vector<Charged> tokens, Mode mode)
{
    if (tokens.empty())
        return;
    const std::size_t count = tokens.size();
    Split parts = split(std::move(tokens));
    const bool charges = mode == Mode::Acquire;
    ActDialog::Form form;
    form.title = charges ? tr("Charge units") : tr("Give units back");
    form.token = whoseText(parts.subjects);
    form.explanation =
        charges ? tr("Charges as a request of that cost would be: under every rule, and only if all of them "
                     "have room. It is not counted as a request. Ctrl+Z gives it back.")
                : tr("Takes out what was charged last, up to what was charged: under every rule, and "
                     "whether or not the token is blocked. It may be used again at once.");
    form.verb = charges ? tr("Charge") : tr("Give back");
    form.asksForUnits = true;
    form.dangerous = charges;
    const QString sentence = count == 1
                                 ? (charges ? tr("%1 was charged") : tr("%1 was refunded")).arg(form.token)
                             : charges ? tr("%Ln token(s) charged", nullptr, int(count))
                                       : tr("%Ln token(s) refunded", nullptr, int(count));
    runAll(
        form, std::move(parts.subjects), std::move(parts.policies),
        [charges](const ActDialog::Entered& entered) {
            return charges ? Intent(ChargeIntent{entered.units}) : Intent(GiveBackIntent{entered.units});
        },
        always(sentence));
}

void TokenActions::overrideRules(std::vector<Charged> tokens, const QString& rules)
{
    ActDialog::Form form;
    form.rules = rules;
    openRules(std::move(tokens), std::move(form));
}

void TokenActions::changeOverride(const Charged& token, const ControlEntry& present)
{
    ActDialog::Form form;
    form.rules = QString::fromStdString(notation(present.rules));
    form.reason = QString::fromStdString(present.reason);
    form.end = present.until ? EndTime(*present.until) : EndTime(ForGood{});
    openRules({token}, std::move(form));
}

void TokenActions::openRules(std::vector<Charged> tokens, ActDialog::Form form)
{
    if (tokens.empty())
        return;
    const std::size_t count = tokens.size();
    Split parts = split(std::move(tokens));
    form.title = count == 1 ? tr("Override a token") : tr("Override tokens");
    form.token = whoseText(parts.subjects);
    form.explanation =
        count == 1 ? tr("This token is limited by these rules instead of those of the policy %1, from the "
                        "next decision on. What it has used stays.")
                         .arg(shown(parts.subjects.front().policy))
                   : tr("These tokens are limited by these rules instead of those of their policies, from "
                        "the next decision on. What they have used stays.");
    form.verb = tr("Override");
    form.asksForRules = true;
    form.asksForReason = true;
    form.asksForEnd = true;
    if (count == 1 && !isForeign(parts.subjects.front()))
        form.effect = effectOn(parts.subjects.front(), parts.policies.begin()->second);
    const QString sentence = count == 1 ? tr("%1 has an override").arg(form.token)
                                        : tr("%Ln token(s) overridden", nullptr, int(count));
    runAll(
        form, std::move(parts.subjects), std::move(parts.policies),
        [](const ActDialog::Entered& entered) {
            return OverrideIntent{parseRules(entered.rules.toStdString()), entered.duration, {}, {}};
        },
        always(sentence));
}

// What is told once the token has been read.
std::function<QString(const std::string& rules)> TokenActions::effectOn(const Subject& subject,
                                                                        const Policy& policy)
{
    const auto read = std::make_shared<std::vector<TokenDetail>>();
    session().act(
        this,
        [subject, policy](Server& server) {
            return readDetails(server, {&subject, 1}, [&](const Subject&) { return &policy; });
        },
        [this, read](const Outcome<std::vector<TokenDetail>>& outcome) {
            if (!outcome.result())
                return;
            *read = *outcome.result();
            updatePreview();
        });
    return [read](const std::string& rules) {
        return read->empty() ? QString() : overrideText(read->front(), parseRules(rules));
    };
}

void TokenActions::liftOverride(std::vector<Subject> keys)
{
    if (keys.empty())
        return;
    const std::size_t count = keys.size();
    ActDialog::Form form;
    form.title = tr("Lift an override");
    form.token = whoseText(keys);
    form.explanation =
        tr("The rules of the policy apply again, from the next decision on. What was used stays.");
    form.verb = tr("Lift");
    const QString sentence = count == 1 ? tr("The override of %1 is lifted").arg(form.token)
                                        : tr("%Ln override(s) lifted", nullptr, int(count));
    runAll(
        form, std::move(keys), {}, [](const ActDialog::Entered&) { return LiftOverrideIntent{}; },
        always(sentence));
}

void TokenActions::removeLocks(std::vector<Subject> subjects)
{
    if (subjects.empty())
        return;
    const std::size_t count = subjects.size();
    ActDialog::Form form;
    form.title = count == 1 ? tr("Remove a lock") : tr("Remove locks");
    form.token = whoseText(subjects);
    form.explanation =
        tr("Requests wait for this lock, which never expires. It is removed only if it is still the one that "
           "was seen; what was used stays. Ctrl+Z puts it back.");
    form.verb = tr("Remove");
    form.dangerous = true;
    form.asksForReason = true;
    const QString sentence = count == 1 ? tr("The lock of %1 is removed").arg(form.token)
                                        : tr("%Ln lock(s) removed", nullptr, int(count));
    runAll(
        form, std::move(subjects), {}, [](const ActDialog::Entered&) { return RemoveLockIntent{}; },
        always(sentence));
}

void TokenActions::freeSlots(std::vector<Subject> subjects)
{
    if (subjects.empty())
        return;
    ActDialog::Form form;
    form.title = tr("Free slots");
    form.token = whoseText(subjects);
    form.explanation =
        tr("Requests that have been in flight for so long count no longer: their holders have probably died. "
           "One that still runs goes on, and learns at its next renewal that its slot is lost. Ctrl+Z puts "
           "the slots back.");
    form.verb = tr("Free");
    form.dangerous = true;
    form.asksForAge = true;
    form.asksForReason = true;
    runAll(
        form, std::move(subjects), {},
        [](const ActDialog::Entered& entered) {
            return FreeSlotsIntent{parseDuration(entered.age.toStdString())};
        },
        [](const Made& made, const ActDialog::Entered&) {
            Units freed = 0;
            for (const ChangeOutcome::Made& one : made->undoable)
                freed += one.before.units;
            return freed == 0 ? tr("No slot has been held for so long")
                              : tr("%Ln slot(s) freed", nullptr, pluralNumber(freed));
        },
        FreeSlotsIntent{});
}

void TokenActions::reset(std::vector<Subject> keys)
{
    if (keys.empty())
        return;
    const std::size_t count = keys.size();
    ActDialog::Form form;
    form.title = count == 1 ? tr("Reset a token") : tr("Reset tokens");
    form.token = whoseText(keys);
    const QString whose =
        count == 1 ? tr("%1 under %2").arg(form.token, shown(keys.front().policy)) : form.token;
    form.explanation =
        count == 1 ? tr("Forgets what this token has used under the policy %1, as if it had never sent a "
                        "request. A block stays. One key is removed; Ctrl+Z undoes it.")
                         .arg(shown(keys.front().policy))
                   : tr("Forgets what these tokens have used, as if they had never sent a request. Blocks "
                        "stay. One key of each is removed; Ctrl+Z undoes it.");
    form.verb = tr("Reset");
    form.dangerous = true;
    form.asksForReason = true;
    runAll(
        form, std::move(keys), {}, [](const ActDialog::Entered&) { return ResetIntent{}; },
        [whose, count](const Made& made, const ActDialog::Entered&) {
            return made->changed == 0 ? tr("%1 had nothing to reset").arg(whose)
                   : count == 1       ? tr("%1 is reset").arg(whose)
                                      : tr("%1 are reset").arg(whose);
        });
}

} // namespace ratewarden::ui
