// SPDX-License-Identifier: MIT
#include "core/formats/own/ratewarden_changes.h"

#include "core/formats/own/ratewarden_control.h"
#include "core/formats/state_faults.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden {
namespace {

Effect chargeEffect(const ChargeIntent& charge, Decision decision)
{
    Effect effect;
    if (!decision.allowed()) {
        effect.denied = std::move(decision);
        return effect;
    }
    effect.changed = true;
    if (charge.units > 0) {
        const Instant end = usedUntil(decision);
        effect.before = BeforeImage{{}, charge.units, {}, end, end};
    }
    return effect;
}

Effect giveBackEffect(const GiveBackIntent& back, const Decision& before, const Decision& after)
{
    // Where something is left, all that was asked for has been taken out.
    const auto most = [](const Decision& decision) {
        Units used = 0;
        for (const RuleUsage& usage : decision.usage)
            used = std::max(used, usage.used);
        return used;
    };
    const Units taken = most(after) > 0 ? back.units : std::min(back.units, most(before));
    Effect effect;
    effect.changed = taken > 0;
    if (effect.changed)
        effect.before = BeforeImage{{}, taken, {}, usedUntil(before), usedUntil(after)};
    return effect;
}

// Milliseconds since the epoch, -1 for never, as the script answers and takes it.
Instant expiryAt(std::int64_t millis)
{
    return millis < 0 ? Instant{} : Instant(std::chrono::milliseconds(millis));
}

std::int64_t expiryMillis(Instant expiry)
{
    return expiry == Instant{}
               ? -1
               : std::chrono::duration_cast<std::chrono::milliseconds>(expiry.time_since_epoch()).count();
}

Command resetStateCommand(const Subject& subject, const Algorithm& algorithm)
{
    Command command(scriptNamed("reset"), 1);
    addStateKey(command, RedisToken(subject.token), subject.policy, algorithm);
    return command;
}

/// Charges, gives back or peeks, as text that a person can read. Throws InvalidArgument without a policy.
Command unitsCommand(const Subject& subject, const Policy* policy, Units units, Mode mode)
{
    if (!policy)
        throw InvalidArgument(Problem(Fault::RulesUnknown, subject.policy));
    const auto slots = std::ranges::find(policy->rules, true, &Rule::atOnce);
    if (slots != policy->rules.end())
        throw InvalidArgument(Problem(Fault::SlotsByHand, notation(*slots)));
    Policy uncounted = *policy;
    uncounted.counters = false; // no request has come
    return decisionCommand(uncounted, RedisToken(subject.token), units, mode, {.form = Form::Text});
}

} // namespace

bool isOfControlKey(const Intent& intent)
{
    const ActOn on = traitsOf(intent).on;
    return on == ActOn::Blocks || on == ActOn::Overrides;
}

Command controlCommandOf(const Intent& intent, const Subject& subject, const Policy* policy)
{
    if (const auto* const block = std::get_if<BlockIntent>(&intent))
        return blockCommand(subject.token, *block);
    if (std::holds_alternative<UnblockIntent>(intent))
        return unblockCommand(subject.token);
    const auto* const override = std::get_if<OverrideIntent>(&intent);
    if (!override)
        return liftOverrideCommand(subject.token, subject.policy);
    if (policy) { // its algorithm would not be able to obey every rule that a policy may have
        Policy overriding = *policy;
        overriding.rules = override->rules;
        overriding.lease = {};
        validatedAlgorithm(overriding);
    }
    return overrideCommand(subject.token, subject.policy, *override);
}

std::vector<Command> commandsOnState(const Intent& intent, const Subject& subject, const Algorithm& algorithm,
                                     const Policy* policy)
{
    if (isOfControlKey(intent))
        return {controlCommandOf(intent, subject, policy)};
    if (std::holds_alternative<ResetIntent>(intent))
        return {resetStateCommand(subject, algorithm)};
    if (const auto* const charge = std::get_if<ChargeIntent>(&intent))
        return {unitsCommand(subject, policy, charge->units, Mode::Acquire)};
    if (const auto* const back = std::get_if<GiveBackIntent>(&intent))
        return {unitsCommand(subject, policy, 0, Mode::Peek), // what there is to take out
                unitsCommand(subject, policy, back->units, Mode::GiveBack)};
    return {};
}

Effect stateEffect(const Intent& intent, const Policy* policy, const Answers& answers)
{
    if (isOfControlKey(intent))
        return readControlEffect(intent, answers.checked(0));
    if (const auto* const charge = std::get_if<ChargeIntent>(&intent))
        return chargeEffect(*charge, readDecision(answers.checked(0), *policy));
    if (const auto* const back = std::get_if<GiveBackIntent>(&intent))
        return giveBackEffect(*back, readDecision(answers.checked(0), *policy),
                              readDecision(answers.checked(1), *policy));
    const ReplyView reply = answers.checked(0);
    Effect effect;
    effect.changed = !reply.isNil();
    if (effect.changed) {
        BeforeImage before;
        before.former = reply[0].string();
        before.until = expiryAt(reply[1].integer());
        effect.before = std::move(before);
    }
    return effect;
}

Command revertCommand(const Intent& intent, const Subject& subject, const Algorithm& algorithm,
                      const Policy* policy, const BeforeImage& before, bool replace)
{
    if (isOfControlKey(intent))
        return restoreControlCommand(subject.token, subject.policy, intent, before, replace);
    if (std::holds_alternative<ChargeIntent>(intent))
        return unitsCommand(subject, policy, before.units, Mode::GiveBack);
    if (std::holds_alternative<GiveBackIntent>(intent))
        return unitsCommand(subject, policy, before.units, Mode::Acquire);
    const std::string key = stateKey(RedisToken(subject.token), subject.policy, algorithm);
    Command command(scriptNamed("restore"), 2);
    command.add(key).add(key + ":restored");
    command.add(before.former).add(expiryMillis(before.until));
    return command.add(replace ? "replace" : "merge");
}

Reversal readReversal(const Intent& intent, const Policy* policy, const Answers& answers)
{
    const bool chargesAgain = std::holds_alternative<GiveBackIntent>(intent);
    if (!chargesAgain && !std::holds_alternative<ChargeIntent>(intent))
        return readRestored(answers.checked(0));
    Decision decision = readDecision(answers.checked(0), *policy);
    if (!chargesAgain || decision.allowed())
        return {Undone::AsItWas, {}};
    return {Undone::Denied, std::move(decision)};
}

Reversal readRestored(ReplyView reply)
{
    const std::int64_t answer = reply.integer();
    if (answer < int(Undone::CameSince) || answer > int(Undone::Merged))
        throw BadReply(fmt::format("Redis answered {} to an undo", answer));
    return {Undone(answer), {}};
}

} // namespace ratewarden
