// SPDX-License-Identifier: MIT
#include "core/admin/change.h"

#include "core/admin/audit.h"
#include "core/admin/change_of_keys.h"
#include "core/admin/change_of_policy.h"
#include "core/admin/change_parts.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/tokens/reader.h"

#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>

namespace ratewarden {

void Trouble::note(const Error& error, bool isUncertain)
{
    uncertain |= isUncertain;
    if (!*this) {
        first = error.problem();
        cause = std::current_exception();
    }
}

Intent intentOf(const Change& change)
{
    Intent intent = std::get<Intent>(change.intent);
    std::visit(
        [&change]([[maybe_unused]] auto& one) {
            if constexpr (requires { one.by; }) {
                one.by = change.by;
                one.reason = change.reason;
            }
        },
        intent);
    return intent;
}

/// What has no state of its own, as an override, is judged by any policy of the name.
const Policy* policyOf(const Change& change, const Subject& subject)
{
    const auto found = change.policies.find(subject.policy);
    const bool isItsOwn = found != change.policies.end() &&
                          (!subject.format->hasState() || subject.format->keeps(found->second));
    return isItsOwn ? &found->second : nullptr;
}

bool isOfUnits(const Change& change)
{
    return change.traits().on == ActOn::Charges;
}

void addTo(Preview& preview, const Subject& subject, Plan plan, std::size_t shown)
{
    ++preview.subjects;
    ++preview.byPolicy[subject.policy];
    const bool isHanded = !subject.format->isOurs() || !plan.inside.empty();
    std::vector<Command>& commands = isHanded ? plan.inside : plan.commands;
    preview.commands += commands.size();
    preview.cautions.insert(plan.cautions.begin(), plan.cautions.end());
    preview.used = preview.subjects == 1 ? plan.used : std::nullopt;
    if (plan.freed)
        preview.freed = preview.freed.value_or(FreedSlots()) += *plan.freed;
    for (Command& command : commands)
        if (preview.first.size() < shown)
            preview.first.push_back(std::move(command));
}

namespace {

const Reading* stateOf(const Change& change, std::size_t subject)
{
    const auto found = change.states.find(subject);
    return found == change.states.end() ? nullptr : &found->second;
}

// Reads how those of the subjects stand, by their places, whose formats plan on that; slots are freed by
// their names, whoever's they are.
void readStatesOf(Server& server, Change& change, const std::vector<std::size_t>& places)
{
    std::vector<std::size_t> wanted;
    std::vector<Subject> subjects;
    for (const std::size_t place : places)
        if (!change.subjects[place].format->isOurs() || change.traits().on == ActOn::Slots) {
            wanted.push_back(place);
            subjects.push_back(change.subjects[place]);
        }
    if (wanted.empty())
        return;
    std::vector<Reading> readings = readForPlans(
        server, subjects, [&change](const Subject& subject) { return policyOf(change, subject); });
    for (std::size_t i = 0; i < wanted.size(); ++i)
        change.states[wanted[i]] = std::move(readings[i]);
}

} // namespace

Preview preview(const Change& change, std::size_t shown)
{
    if (const PublishIntent* const publishing = change.publishing())
        return previewPublishing(*publishing, {change.by, change.reason});
    if (change.ofKeys())
        return previewOfKeys(change, shown);
    const Intent intent = intentOf(change);
    Preview preview;
    Distinct distinct(change);
    std::unordered_set<std::string_view> tokens;
    std::size_t place = 0;
    for (const Subject& subject : change.subjects) {
        Plan plan = subject.format->plan(intent, subject, policyOf(change, subject),
                                         {stateOf(change, place++), true});
        if (!distinct.add(plan, subject))
            continue;
        tokens.insert(subject.token);
        addTo(preview, subject, std::move(plan), shown);
    }
    preview.tokens = tokens.size();
    preview.keys = distinct.keys();
    return preview;
}

void readStates(Server& server, Change& change)
{
    if (change.publishing())
        return;
    if (change.ofKeys()) {
        readStandings(server, change);
        return;
    }
    std::vector<std::size_t> places(change.subjects.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    readStatesOf(server, change, places);
}

namespace {

// Plans and sends, in pages, what is wanted of the subjects at these places.
class Applier {
public:
    Applier(Server& server, ChangeOutcome& outcome)
        : m_outcome(outcome), m_intent(intentOf(outcome.change)), m_batch(server)
    {
    }

    /// False when the server does not go on. Those whose state has moved since it was read are kept for
    /// again(). `checked`: what is written must stand on what was read.
    bool run(const std::vector<std::size_t>& places, bool checked)
    {
        Distinct distinct(m_outcome.change);
        const Change& change = m_outcome.change;
        for (const std::size_t i : places) {
            const Subject& subject = change.subjects[i];
            Plan plan;
            try {
                plan = subject.format->plan(m_intent, subject, policyOf(change, subject),
                                            {stateOf(change, i), checked});
            } catch (const InvalidArgument& error) { // what it stands on has become another since the preview
                m_outcome.trouble.note(error);
                continue;
            }
            if (!distinct.add(plan, subject))
                continue;
            m_batch.add(std::uint32_t(i), std::move(plan));
            if (m_batch.full() && !send())
                return false;
        }
        return m_batch.empty() || send();
    }

    std::vector<std::size_t> again() { return std::exchange(m_moved, {}); }

private:
    bool send()
    {
        return m_batch.send(
            m_outcome.trouble,
            [&](std::uint32_t i, const Answers& answers) {
                const Subject& subject = m_outcome.change.subjects[i];
                Effect effect =
                    subject.format->effect(m_intent, subject, policyOf(m_outcome.change, subject), answers);
                if (effect.moved) {
                    m_moved.push_back(i);
                    return;
                }
                m_outcome.made += effect.denied ? 0 : 1;
                m_outcome.changed += effect.changed ? 1 : 0;
                if (effect.before)
                    m_outcome.undoable.push_back({i, std::move(*effect.before)});
                if (effect.denied && !m_outcome.denied)
                    m_outcome.denied = std::move(effect.denied);
            },
            [](std::uint32_t, bool) {});
    }

    ChangeOutcome& m_outcome;
    Intent m_intent;
    Batch m_batch;
    std::vector<std::size_t> m_moved;
};

// Records what is to be done, and reads the clock. False: it must not be done.
bool beginAudited(Server& server, const Auditing& auditing, const Preview& wanted, ChangeOutcome& outcome,
                  const Change& change)
{
    if (!auditing.trail) {
        outcome.at = clockOf(server);
        return true;
    }
    outcome.audit = auditing.trail->begin(server, change, wanted, outcome.at);
    if (!outcome.audit.refused || !auditing.required)
        return true;
    outcome.trouble = {outcome.audit.refused, outcome.audit.cause, false};
    return false;
}

// What is planned has been checked, and recorded.
void make(Server& server, ChangeOutcome& outcome, bool asSeen)
{
    if (outcome.change.publishing()) {
        applyPublishing(server, outcome);
        return;
    }
    if (outcome.change.ofKeys()) {
        applyToKeys(server, outcome);
        return;
    }
    std::vector<std::size_t> places(outcome.change.subjects.size());
    std::iota(places.begin(), places.end(), std::size_t(0));
    Applier applier(server, outcome);
    // A token that is busy may have moved between the reading and the script. What overwrites the state
    // anyway is written in the end whatever came between; units are not.
    const int tries = asSeen ? 1 : 4;
    for (int i = 0; i < tries && !places.empty(); ++i) {
        const bool last = i == tries - 1;
        if (i > 0) {
            try {
                readStatesOf(server, outcome.change, places);
            } catch (const Unavailable& error) {
                outcome.trouble.note(error);
                break;
            }
        }
        if (!applier.run(places, !last || isOfUnits(outcome.change)))
            break;
        places = applier.again();
    }
    if (!places.empty() && !outcome.trouble) {
        const Problem why(asSeen ? Fault::LockChanged : Fault::StateMoves);
        outcome.trouble = {why, std::make_exception_ptr(BadState(why)), false};
    }
    outcome.change.states.clear();
    outcome.undoable.shrink_to_fit();
}

} // namespace

ChangeOutcome apply(Server& server, Change change, const Auditing& auditing)
{
    ChangeOutcome outcome;
    // Only the very lock that was found to be stale is removed: another may be held by somebody.
    const bool asSeen = change.wants<RemoveLockIntent>() && !change.states.empty();
    bool mayGoOn = false;
    try {
        if (!asSeen)
            readStates(server, change);
        // Throws before anything is sent.
        const Preview wanted = preview(change, auditing.trail ? auditedCommands : 0);
        refuseToLose(change);
        outcome.asked = change.publishing() ? 1
                        : change.ofKeys()   ? change.ofKeys()->keys.size()
                                            : wanted.subjects;
        mayGoOn = beginAudited(server, auditing, wanted, outcome, change);
    } catch (const Unavailable& error) { // of the change nothing has been sent
        outcome.trouble.note(error);
    }
    outcome.change = std::move(change);
    if (!mayGoOn)
        return outcome;
    make(server, outcome, asSeen);
    if (auditing.trail)
        auditing.trail->complete(server, outcome, outcome.audit);
    return outcome;
}

} // namespace ratewarden
