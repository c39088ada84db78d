// SPDX-License-Identifier: MIT
#include "core/formats/own/ratewarden_format.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/leased_units.h"
#include "core/formats/own/ratewarden_changes.h"
#include "core/formats/own/ratewarden_control.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/formats/own/ratewarden_log.h"
#include "core/formats/slot_changes.h"
#include "core/formats/state_faults.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <memory>

namespace ratewarden {
namespace {

[[noreturn]] void refuseWithoutState(const Subject& subject)
{
    throw InvalidArgument(Problem(Fault::NoState, subject.token));
}

class ControlFormat final : public Format {
public:
    std::string_view name() const override { return "ratewarden/control"; }
    std::string_view title() const override { return "every policy"; }
    bool isOurs() const override { return true; }
    bool hasState() const override { return false; }
    bool hasLog() const override { return false; }
    bool drains() const override { return false; }
    bool keeps(const Policy&) const override { return false; }
    Policy policyFor(const Subject& subject, std::vector<Rule>) const override
    {
        refuseWithoutState(subject);
    }

    std::optional<Subject> recognise(const KeySample& sample) const override
    {
        std::optional<Subject> subject = parseRatewardenKey(sample.key);
        return subject && subject->format == this ? subject : std::nullopt;
    }

    std::vector<std::string> keys(const Subject& subject) const override
    {
        return {controlKey(RedisToken(subject.token))};
    }

    void ask(const Subject& subject, const Policy*, Depth, Instant,
             std::vector<Command>& commands) const override
    {
        commands.push_back(controlCommand(subject.token));
    }

    std::optional<TokenDetail> read(const Subject& subject, const Policy*, Depth, const Answers& answers,
                                    Instant now, Units) const override
    {
        TokenDetail detail;
        Reading& reading = detail.reading;
        reading.subject = subject;
        reading.at = now;
        if (const auto reply = answers.at(0, reading.problem)) {
            ControlState control = readControl(*reply, subject.token, now);
            reading.block = std::move(control.block);
            reading.overrides = std::move(control.overrides);
            // Without a block this subject has nothing to show: what it overrides is seen with the state.
            reading.gone = !reading.block;
        }
        return detail;
    }

    Plan plan(const Intent& intent, const Subject& subject, const Policy* policy,
              const PlanBasis&) const override
    {
        if (!isOfControlKey(intent))
            refuseWithoutState(subject);
        return {{controlCommandOf(intent, subject, policy)}};
    }

    Effect effect(const Intent& intent, const Subject&, const Policy*, const Answers& answers) const override
    {
        return readControlEffect(intent, answers.checked(0));
    }
    Plan revert(const Intent& intent, const Subject& subject, const Policy*, const BeforeImage& before,
                bool replace) const override
    {
        return {{restoreControlCommand(subject.token, subject.policy, intent, before, replace)}};
    }
    Reversal reverted(const Intent&, const Policy*, const Answers& answers) const override
    {
        return readRestored(answers.checked(0));
    }
};

// How much of a log a row's reading asks for: more than its rules leave room for, so that nearly always this
// is all of it. What it holds beyond its longest window is at most an eighth of that.
std::int64_t entriesOfLargest(const Policy& policy)
{
    Units largest = 0;
    Units atOnce = 0; // beside the entries
    for (const Rule& rule : policy.rules) {
        Units& most = rule.atOnce ? atOnce : largest;
        most = std::max(most, std::min<Units>(rule.limit, maxEntries));
    }
    return (largest + 2 * atOnce) * 5 / 4 + 16; // each slot may have a holder's name
}

// As the scripts do: a block outranks what the rules say.
void applyBlock(const Block& block, Decision& decision)
{
    decision.verdict = Verdict::Blocked;
    decision.rule.reset();
    decision.retryAfter = block.until ? std::optional(*block.until - decision.now) : std::nullopt;
}

// Whether what was not read of a log lies wholly in or wholly out of each rule's window.
bool isExact(const LogContents& log, const Decision& decision)
{
    if (log.unread == 0 || log.entries.empty())
        return true;
    const Instant clock = std::max(decision.now, log.entries.back().at);
    return std::ranges::all_of(decision.usage, [&](const RuleUsage& usage) {
        if (usage.rule.atOnce)
            return true;
        const Instant from = clock - usage.rule.window;
        return log.oldest > from || log.entries.front().at <= from;
    });
}

std::string holderOf(const LogSlot& slot, const LogContents& log)
{
    const auto found =
        std::ranges::lower_bound(log.holders, slot.takenAt, std::ranges::greater(), &SlotHolder::takenAt);
    return found != log.holders.end() && found->takenAt == slot.takenAt ? found->name : std::string();
}

// Those that have not ended.
std::vector<TakenSlot> ownSlots(const LogContents& log, Instant now)
{
    std::vector<TakenSlot> slots;
    for (const LogSlot& slot : log.inFlight)
        if (slot.ends > now)
            slots.push_back({std::to_string(slot.takenAt.time_since_epoch().count()), slot.takenAt, slot.ends,
                             holderOf(slot, log)});
    std::ranges::stable_sort(slots, {}, &TakenSlot::taken);
    return slots;
}

// Of a token's overrides the rules of the one under this policy, as its algorithm takes them.
std::vector<Rule> overridingRules(const Override& override, const Algorithm& algorithm)
{
    std::vector<Rule> rules = override.rules;
    for (Rule& rule : rules)
        rule = algorithm.ruleAsWritten(rule);
    return rules;
}

class StateFormat final : public Format {
public:
    explicit StateFormat(const Algorithm& algorithm)
        : m_algorithm(algorithm)
        , m_storage(logStorageOf(algorithm))
        , m_name(fmt::format("ratewarden/{}", algorithm.name))
    {
        if ((algorithm.keeps == Keeps::Charges) != (m_storage != nullptr))
            std::abort(); // a log without a row in ratewarden_log.cpp: tst_reading starts with this
    }

    std::string_view name() const override { return m_name; }
    std::string_view title() const override { return m_algorithm.title; }
    bool isOurs() const override { return true; }
    bool hasState() const override { return true; }
    bool hasLog() const override { return m_storage != nullptr; }
    bool countsInFlight() const override { return m_algorithm.takesSlots; }
    bool drains() const override { return m_algorithm.takesBurst(); }
    bool forgetsAtOnce() const override { return m_algorithm.name == "fixed-window"; }
    bool keeps(const Policy& policy) const override
    {
        return policy.algorithm == m_algorithm.name && policy.format.empty();
    }
    Policy policyFor(const Subject& subject, std::vector<Rule> rules) const override
    {
        return {subject.policy, std::string(m_algorithm.name), std::move(rules), false, false};
    }

    std::optional<Subject> recognise(const KeySample& sample) const override
    {
        std::optional<Subject> subject = parseRatewardenKey(sample.key);
        return subject && subject->format == this ? subject : std::nullopt;
    }

    std::vector<std::string> keys(const Subject& subject) const override
    {
        return {stateKeyOf(subject), controlKey(RedisToken(subject.token)),
                countsKey(RedisToken(subject.token), subject.policy),
                denialsKey(RedisToken(subject.token), subject.policy)};
    }

    void ask(const Subject& subject, const Policy* policy, Depth depth, Instant,
             std::vector<Command>& commands) const override
    {
        const Places at = places(policy, depth);
        const std::string key = stateKeyOf(subject);
        commands.push_back(controlCommand(subject.token));
        commands.push_back({"PTTL", key});
        if (at.counts)
            commands.push_back(requestCountsCommand(subject.token, subject.policy));
        if (at.denials)
            commands.push_back(rememberedDenialsCommand(subject.token, subject.policy,
                                                        depth == Depth::Detail ? mostDenialsShown : 1));
        if (depth == Depth::Detail) {
            commands.push_back({"TYPE", key});
            commands.push_back({"OBJECT", "ENCODING", key});
            commands.push_back({"MEMORY", "USAGE", key});
        }
        if (!at.state)
            return;
        if (!m_storage)
            commands.push_back({"GET", key});
        else if (depth == Depth::Row)
            commands.push_back(m_storage->askNewest(key, entriesOfLargest(*policy)));
        else
            std::ranges::move(m_storage->ask(key, maxEntries), std::back_inserter(commands));
    }

    std::optional<TokenDetail> read(const Subject& subject, const Policy* policy, Depth depth,
                                    const Answers& answers, Instant now, Units cost) const override
    {
        std::optional<TokenDetail> detail = readState(subject, policy, depth, answers, now, cost);
        if (!detail)
            return detail;
        Reading& reading = detail->reading;
        if (const ReplyView pttl = answers.raw(places(policy, depth).expiry); !pttl.isError())
            reading.warnings =
                stateWarnings(pttl.integer(), reading.policy ? &*reading.policy : nullptr, detail->log, now);
        if (auto large = tooLarge(detail->denials, now))
            reading.warnings.push_back(std::move(*large));
        if (auto storm = retryStorm(reading.counts, now))
            reading.warnings.push_back(std::move(*storm));
        else if (auto early =
                     reading.block ? std::nullopt : earlyRetries(reading.counts, now)) // else it is meant
            reading.warnings.push_back(std::move(*early));
        if (auto name = nameWarning(subject.token))
            reading.warnings.push_back(std::move(*name));
        std::ranges::stable_sort(reading.warnings, {}, &Warning::code);
        return detail;
    }

    Plan plan(const Intent& intent, const Subject& subject, const Policy* policy,
              const PlanBasis& basis) const override
    {
        std::vector<Command> commands = commandsOnState(intent, subject, m_algorithm, policy);
        if (!commands.empty())
            return {std::move(commands)};
        const auto* const slots = std::get_if<FreeSlotsIntent>(&intent);
        if (!slots)
            throw InvalidArgument(Problem(Fault::NoStaleLock, title()));
        if (!m_algorithm.takesSlots)
            throw InvalidArgument(Problem(Fault::KeepsNoSlots, title()));
        if (!basis.reading)
            throw InvalidArgument(Problem(Fault::StateUnread, subject.token));
        return freeSlotsPlan({stateKeyOf(subject), false, Holders::Beside}, *basis.reading, *slots);
    }

    Effect effect(const Intent& intent, const Subject&, const Policy* policy,
                  const Answers& answers) const override
    {
        return std::holds_alternative<FreeSlotsIntent>(intent) ? freeSlotsEffect(answers, Holders::Beside)
                                                               : stateEffect(intent, policy, answers);
    }
    Plan revert(const Intent& intent, const Subject& subject, const Policy* policy, const BeforeImage& before,
                bool replace) const override
    {
        if (std::holds_alternative<FreeSlotsIntent>(intent))
            return restoreSlotsPlan({stateKeyOf(subject)}, before);
        return {{revertCommand(intent, subject, m_algorithm, policy, before, replace)}};
    }
    Reversal reverted(const Intent& intent, const Policy* policy, const Answers& answers) const override
    {
        return readReversal(intent, policy, answers);
    }

private:
    /// Where each question stands among those of one subject.
    struct Places {
        std::size_t control = 0;
        std::size_t expiry = 1;
        std::size_t counts = 0; ///< 0: not asked, as the other questions
        std::size_t denials = 0;
        std::size_t type = 0;
        std::size_t encoding = 0;
        std::size_t bytes = 0;
        std::size_t state = 0; ///< and those that follow
    };

    Places places(const Policy* policy, Depth depth) const
    {
        Places places;
        std::size_t next = 2;
        if (policy && policy->counters)
            places.counts = next++;
        if (policy && policy->denials > 0)
            places.denials = next++;
        if (depth == Depth::Detail) {
            places.type = next++;
            places.encoding = next++;
            places.bytes = next++;
        }
        // Without rules a state tells nothing, but for the log that the detail shows, and the slots in it.
        if (policy || (depth != Depth::Row && m_storage))
            places.state = next;
        return places;
    }

    /// All but what is wrong with its keys.
    std::optional<TokenDetail> readState(const Subject& subject, const Policy* policy, Depth depth,
                                         const Answers& answers, Instant now, Units cost) const
    {
        const Places at = places(policy, depth);
        TokenDetail detail;
        Reading& reading = detail.reading;
        reading.subject = subject;
        reading.at = now;
        detail.hasLog = hasLog();

        bool judged = policy != nullptr;
        if (const auto reply = answers.at(at.control, reading.problem)) {
            ControlState control = readControl(*reply, subject.token, now);
            reading.block = std::move(control.block);
            for (Override& found : control.overrides)
                if (found.policy == subject.policy)
                    detail.override = std::move(found);
            if (std::ranges::find(control.unreadable, subject.policy) != control.unreadable.end()) {
                reading.problem = {Fault::OverrideUnreadable, subject.token, subject.policy};
                judged = false;
            }
        } else {
            judged = false;
        }
        constexpr std::int64_t noSuchKey = -2; // as PTTL answers
        // Only what was seen not to be there is gone; what could not be read is a problem to show.
        if (const auto reply = answers.at(at.expiry, reading.problem)) {
            const std::int64_t expiry = reply->integer();
            reading.gone = expiry == noSuchKey && !reading.block && !reading.problem;
            if (expiry >= 0)
                reading.expiresIn = std::chrono::milliseconds(std::min(expiry, Micros::max().count() / 1000));
        }
        if (policy) {
            reading.policy = *policy;
            if (detail.override) {
                reading.policy->lease = {}; // an override decides as it is
                detail.override->rules = overridingRules(*detail.override, m_algorithm);
                reading.policy->rules = detail.override->rules;
            }
        }
        if (at.counts) {
            if (const auto reply = answers.at(at.counts, reading.problem)) {
                try {
                    reading.counts = readRequestCounts(*reply, now);
                } catch (const Error& error) {
                    reading.problem = error.problem();
                }
            }
        }
        if (at.denials) {
            try {
                if (const auto reply = answers.at(at.denials, reading.problem))
                    detail.denials = readRememberedDenials(*reply);
            } catch (const Error& error) {
                reading.problem = error.problem();
            }
        }
        if (depth == Depth::Detail) {
            detail.stateKey = stateKeyOf(subject);
            Problem ignored; // a right that is missing, or a key that is gone: then this stays empty
            if (const auto reply = answers.at(at.type, ignored); reply && reply->string() != "none")
                detail.type = reply->string();
            if (const auto reply = answers.at(at.encoding, ignored); reply && !reply->isNil())
                detail.encoding = reply->string();
            if (const auto reply = answers.at(at.bytes, ignored); reply && !reply->isNil())
                detail.bytes = reply->integer();
        }
        if (!at.state)
            return detail;

        try {
            StoredState stored;
            Problem why;
            if (m_storage) {
                std::optional<LogContents> log = readLog(policy, depth, at.state, answers, why);
                if (!log && !why)
                    return std::nullopt;
                if (log)
                    detail.log = std::move(*log);
                if (depth != Depth::Row)
                    reading.inFlight = ownSlots(detail.log, now);
                stored.log = &detail.log;
            } else if (const auto reply = answers.at(at.state, why); reply && !reply->isNil()) {
                detail.records = reply->string();
                stored.records = detail.records;
                if (detail.records.empty())
                    why = Fault::NotOurState; // no state is no key
            }
            if (why && !reading.problem)
                reading.problem = why;
            if (judged && !why) {
                reading.decision = judge(stored, decidingRules(*reading.policy), now, cost);
                reading.decision->overridden = detail.override.has_value();
                reading.exact = isExact(detail.log, *reading.decision);
                reading.leased = unitsInLeases(detail);
                reading.reserved = openUnits(detail);
                if (reading.block)
                    applyBlock(*reading.block, *reading.decision);
            }
        } catch (const Unavailable& error) {
            if (!error.isOfOneNode()) // other subjects' nodes are there
                throw;
            if (!reading.problem)
                reading.problem = error.problem();
        } catch (const Error& error) {
            if (!reading.problem)
                reading.problem = error.problem();
        }
        return detail;
    }

    std::string stateKeyOf(const Subject& subject) const
    {
        return stateKey(RedisToken(subject.token), subject.policy, m_algorithm);
    }

    // Nothing, without a problem: what was read is not enough.
    std::optional<LogContents> readLog(const Policy* policy, Depth depth, std::size_t first,
                                       const Answers& answers, Problem& problem) const
    {
        std::vector<ReplyView> replies;
        for (std::size_t i = first; i < answers.size(); ++i) {
            const auto reply = answers.at(i, problem);
            if (!reply)
                return std::nullopt;
            replies.push_back(*reply);
        }
        if (depth == Depth::Row)
            return m_storage->readNewest(replies.front(), entriesOfLargest(*policy));
        return m_storage->read(replies);
    }

    Decision judge(const StoredState& stored, const std::vector<Rule>& rules, Instant now, Units cost) const
    {
        TokenStateOf state(m_algorithm);
        state->load(stored);
        return state->decide(rules, now, cost, Mode::Peek);
    }

    const Algorithm& m_algorithm;
    const LogStorage* m_storage; ///< null: it keeps records
    std::string m_name;
};

struct Formats {
    std::vector<std::unique_ptr<StateFormat>> states; ///< in the order of algorithms()
    ControlFormat control;
    std::vector<const Format*> all;

    Formats()
    {
        for (const Algorithm& algorithm : algorithms())
            all.push_back(states.emplace_back(std::make_unique<StateFormat>(algorithm)).get());
        all.push_back(&control);
    }
};

const Formats& ours()
{
    static const Formats formats;
    return formats;
}

} // namespace

const Format& stateFormat(const Algorithm& algorithm)
{
    return *ours().states[std::size_t(&algorithm - algorithms().data())];
}

const Format& controlFormat()
{
    return ours().control;
}

std::span<const Format* const> ratewardenFormats()
{
    return ours().all;
}

Subject stateSubject(std::string_view token, std::string_view policy, const Algorithm& algorithm)
{
    return {std::string(token), std::string(policy), &stateFormat(algorithm)};
}

Subject stateSubject(std::string_view token, const Policy& policy)
{
    return stateSubject(token, policy.name, algorithmNamed(policy.algorithm));
}

Subject controlSubject(std::string_view token, std::string_view policy)
{
    return {std::string(token), std::string(policy), &controlFormat()};
}

} // namespace ratewarden
