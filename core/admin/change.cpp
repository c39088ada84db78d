// SPDX-License-Identifier: MIT
#include "core/admin/change.h"

#include "core/admin/audit.h"
#include "core/admin/change_of_keys.h"
#include "core/admin/change_of_policy.h"
#include "core/formats/reader.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <span>
#include <string_view>
#include <tuple>
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

namespace {

constexpr std::size_t page = 1000; // commands that are sent at once

// What the change wants, with its author and reason.
Intent intentOf(const Change& change)
{
    Intent intent = std::get<Intent>(change.intent);
    const auto sign = [&change](auto& one) {
        one.by = change.by;
        one.reason = change.reason;
    };
    if (auto* const block = std::get_if<BlockIntent>(&intent))
        sign(*block);
    else if (auto* const override = std::get_if<OverrideIntent>(&intent))
        sign(*override);
    return intent;
}

const Policy* policyOf(const Change& change, const Subject& subject)
{
    const auto found = change.policies.find(subject.policy);
    return found == change.policies.end() || !subject.format->keeps(found->second) ? nullptr : &found->second;
}

const Reading* stateOf(const Change& change, std::size_t subject)
{
    const auto found = change.states.find(subject);
    return found == change.states.end() ? nullptr : &found->second;
}

// Reads how those of the subjects stand, by their places, whose formats plan on that.
void readStatesOf(Server& server, Change& change, const std::vector<std::size_t>& places)
{
    std::vector<std::size_t> wanted;
    std::vector<Subject> subjects;
    for (const std::size_t place : places)
        if (change.subjects[place].format->plansOnState()) {
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

// Which commands have been seen: two subjects of one token have the same block.
class Distinct {
public:
    explicit Distinct(const Change& change)
        : m_byPolicy(change.wants<OverrideIntent>() || change.wants<LiftOverrideIntent>())
    {
    }

    /// False when what this plan writes has been seen.
    bool add(const Plan& plan, const Subject& subject)
    {
        // A foreign subject's keys are its own, but for those that all share, and these come first at times.
        if (subject.format->plansOnState()) {
            for (const Command& command : plan.inside)
                m_keys.emplace(command.key());
            return m_foreign.emplace(subject.format->name(), subject.policy, subject.token).second;
        }
        std::string what(plan.commands.back().key());
        const bool newKey = m_keys.insert(what).second;
        if (!m_byPolicy)
            return newKey;
        what += '\0';
        what += subject.policy;
        return m_keysAndPolicies.insert(std::move(what)).second;
    }
    std::size_t keys() const { return m_keys.size(); }

private:
    bool m_byPolicy; // the key holds one for each policy
    std::unordered_set<std::string> m_keys;
    std::unordered_set<std::string> m_keysAndPolicies;
    std::set<std::tuple<std::string_view, std::string, std::string>> m_foreign;
};

// Commands of several subjects, which are sent together.
class Batch {
public:
    explicit Batch(Server& server) : m_server(server) {}

    void add(std::uint32_t index, Plan plan)
    {
        std::ranges::move(plan.commands, std::back_inserter(m_commands));
        m_parts.push_back({index, m_commands.size()});
    }
    bool empty() const { return m_parts.empty(); }
    bool full() const { return m_commands.size() >= page; }

    /// Hands each subject's answers to `read(index, answers)`, in order. False, with the reason, when the
    /// server does not go on; then `lost(index)` is called for those whose result is unknown.
    template <class Read, class Lost>
    bool send(Trouble& trouble, Read read, Lost lost)
    {
        bool goesOn = true;
        try {
            const std::vector<Reply> replies = m_server.pipeline(m_commands);
            std::size_t from = 0;
            for (const auto& [index, to] : m_parts) {
                try {
                    read(index, Answers(std::span(m_commands).subspan(from, to - from),
                                        std::span(replies).subspan(from, to - from), m_server.where()));
                } catch (const Unavailable& error) {
                    trouble.note(error); // it has answered, and said that it did not
                    lost(index, false);
                    goesOn = false;
                } catch (const Error& error) {
                    trouble.note(error);
                    lost(index, false);
                }
                from = to;
            }
        } catch (const Unavailable& error) {
            const bool uncertain = error.effect() == Unavailable::Effect::Uncertain;
            trouble.note(error, uncertain);
            for (const auto& [index, to] : m_parts)
                lost(index, uncertain);
            goesOn = false;
        }
        m_commands.clear();
        m_parts.clear();
        return goesOn;
    }

private:
    struct Part {
        std::uint32_t index;
        std::size_t to; ///< behind its last command
    };
    Server& m_server;
    std::vector<Command> m_commands;
    std::vector<Part> m_parts;
};

void count(Preview& preview, const Subject& subject, Plan plan, std::size_t shown)
{
    ++preview.subjects;
    ++preview.byPolicy[subject.policy];
    std::vector<Command>& commands = plan.inside.empty() ? plan.commands : plan.inside;
    preview.commands += commands.size();
    preview.cautions.insert(plan.cautions.begin(), plan.cautions.end());
    for (Command& command : commands)
        if (preview.first.size() < shown)
            preview.first.push_back(std::move(command));
}

Instant clockOf(Server& server)
{
    const std::array commands{Command{"TIME"}};
    const std::vector<Reply> replies = server.pipeline(commands);
    return Answers(commands, replies, server.where()).clock(0);
}

// Whether units were charged or taken out, so that undoing it has to look first at what came since.
bool isOfUnits(const Change& change)
{
    return change.wants<ChargeIntent>() || change.wants<GiveBackIntent>();
}

// What keeps units that were charged, or given back, from being put back; empty: nothing.
std::optional<Undone> inTheWay(const BeforeImage& before, const Reading& reading, bool replace)
{
    constexpr Micros rounding{1};
    if (reading.at >= before.until)
        return Undone::Expired;
    if (replace)
        return std::nullopt;
    if (!reading.decision)
        return Undone::Failed;
    // Charges only ever move this later: something has been taken out since.
    if (before.usedUntil > reading.at && usedUntil(*reading.decision) + rounding < before.usedUntil)
        return Undone::CameSince;
    return std::nullopt;
}

class Undoer {
public:
    Undoer(Server& server, Outcome& outcome, bool replace)
        : m_server(server)
        , m_outcome(outcome)
        , m_intent(intentOf(outcome.change))
        , m_replace(replace)
        , m_left(outcome.undoable.size(), true)
    {
    }

    Undoing run()
    {
        std::vector<Outcome::Made>& made = m_outcome.undoable;
        m_undoing.results.resize(made.size());
        for (std::size_t i = 0; i < made.size(); ++i)
            m_undoing.results[i].subject = made[i].subject;
        bool goesOn = true;
        for (std::size_t from = 0; from < made.size() && goesOn; from += m_perPage)
            goesOn = undoPage(from, std::min(m_perPage, made.size() - from));
        std::size_t i = 0;
        std::erase_if(made, [&](const Outcome::Made&) { return !m_left[i++]; });
        return std::move(m_undoing);
    }

private:
    const Subject& subjectOf(std::size_t i) const
    {
        return m_outcome.change.subjects[m_outcome.undoable[i].subject];
    }

    void settle(std::size_t i, Undone result)
    {
        m_undoing.results[i].result = result;
        m_left[i] = result == Undone::CameSince || result == Undone::Denied || result == Undone::Failed;
    }

    bool undoPage(std::size_t from, std::size_t size)
    {
        std::vector<std::size_t> places;
        if (isOfUnits(m_outcome.change) &&
            !std::ranges::all_of(m_outcome.change.subjects, [](const Subject& subject) {
                return subject.format->plansOnState(); // its before-image tells what came since
            })) {
            try {
                places = thoseToPutBack(from, size);
            } catch (const Unavailable& error) {
                m_undoing.trouble.note(error); // nothing was changed
                return false;
            }
        } else {
            for (std::size_t i = from; i < from + size; ++i)
                places.push_back(i);
        }
        Batch batch(m_server);
        for (const std::size_t i : places) {
            const Subject& subject = subjectOf(i);
            batch.add(std::uint32_t(i),
                      subject.format->revert(m_intent, subject, policyOf(m_outcome.change, subject),
                                             m_outcome.undoable[i].before, m_replace));
        }
        if (batch.empty())
            return true;
        return batch.send(
            m_undoing.trouble,
            [this](std::uint32_t i, const Answers& answers) {
                const Subject& subject = subjectOf(i);
                Reversal reversal =
                    subject.format->reverted(m_intent, policyOf(m_outcome.change, subject), answers);
                settle(i, reversal.result);
                if (reversal.denied && !m_undoing.denied)
                    m_undoing.denied = std::move(reversal.denied);
            },
            [this](std::uint32_t i, bool uncertain) {
                // To put a state back twice does no harm; to charge units twice does.
                if (uncertain && isOfUnits(m_outcome.change))
                    m_left[i] = false;
            });
    }

    std::vector<std::size_t> thoseToPutBack(std::size_t from, std::size_t size)
    {
        std::vector<Subject> subjects;
        for (std::size_t i = from; i < from + size; ++i)
            subjects.push_back(subjectOf(i));
        const std::vector<Reading> readings =
            readSubjects(m_server, subjects,
                         [this](const Subject& subject) { return policyOf(m_outcome.change, subject); });
        std::vector<std::size_t> places;
        for (std::size_t i = from; i < from + size; ++i) {
            const Reading& reading = readings[i - from];
            const std::optional<Undone> way = inTheWay(m_outcome.undoable[i].before, reading, m_replace);
            if (!way)
                places.push_back(i);
            else
                settle(i, *way);
            if (way == Undone::Failed && !m_undoing.trouble)
                m_undoing.trouble = {reading.problem, std::make_exception_ptr(BadState(reading.problem)),
                                     false};
        }
        return places;
    }

    static constexpr std::size_t m_perPage = page / 4; // what is read of each takes some commands
    Server& m_server;
    Outcome& m_outcome;
    Intent m_intent;
    bool m_replace;
    std::vector<bool> m_left; // may be undone later
    Undoing m_undoing;
};

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
        count(preview, subject, std::move(plan), shown);
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
    Applier(Server& server, Outcome& outcome)
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

    Outcome& m_outcome;
    Intent m_intent;
    Batch m_batch;
    std::vector<std::size_t> m_moved;
};

// Records what is to be done, and reads the clock. False: it must not be done.
bool begin(Server& server, const Auditing& auditing, const Preview& wanted, Outcome& outcome,
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
void make(Server& server, Outcome& outcome, bool asSeen)
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

Outcome apply(Server& server, Change change, const Auditing& auditing)
{
    Outcome outcome;
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
        mayGoOn = begin(server, auditing, wanted, outcome, change);
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

std::size_t Undoing::count(Undone result) const
{
    return std::size_t(std::ranges::count(results, result, &One::result));
}

namespace {

Undoing takeBack(Server& server, Outcome& outcome, bool replace)
{
    if (outcome.change.publishing())
        return undoPublishing(server, outcome, replace);
    if (outcome.change.ofKeys())
        return undoOfKeys(server, outcome, replace);
    return Undoer(server, outcome, replace).run();
}

Undoing nothingUndone(const Outcome& outcome, Recorded audit)
{
    Undoing undoing;
    for (const Outcome::Made& made : outcome.undoable)
        undoing.results.push_back({made.subject, Undone::Failed});
    undoing.audit = std::move(audit);
    return undoing;
}

} // namespace

Undoing undo(Server& server, Outcome& outcome, bool replace, const Auditing& auditing)
{
    if (!outcome.canUndo())
        return {};
    if (!auditing.trail)
        return takeBack(server, outcome, replace);
    Recorded audit;
    try {
        std::string undoneBy;
        audit = auditing.trail->beginUndo(server, outcome, previewUndo(outcome, replace, auditedCommands),
                                          undoneBy);
        if (audit.refused && auditing.required) {
            Undoing undoing = nothingUndone(outcome, audit);
            undoing.trouble = {audit.refused, audit.cause, false};
            return undoing;
        }
        if (!undoneBy.empty()) {
            Undoing undoing = nothingUndone(outcome, audit);
            const InvalidArgument error(fmt::format("{} has undone it already", undoneBy));
            undoing.trouble = {error.problem(), std::make_exception_ptr(error), false};
            outcome.undoable.clear();
            auditing.trail->complete(server, undoing, undoing.audit);
            return undoing;
        }
    } catch (const Unavailable& error) { // nothing has been undone
        Undoing undoing = nothingUndone(outcome, audit);
        undoing.trouble.note(error);
        return undoing;
    }
    Undoing undoing = takeBack(server, outcome, replace);
    undoing.audit = std::move(audit);
    auditing.trail->complete(server, undoing, undoing.audit);
    return undoing;
}

Preview previewUndo(const Outcome& outcome, bool replace, std::size_t shown)
{
    if (outcome.change.publishing())
        return outcome.canUndo() ? previewUndoOfPublishing(outcome) : Preview();
    if (outcome.change.ofKeys())
        return previewUndoOfKeys(outcome, replace, shown);
    const Intent intent = intentOf(outcome.change);
    Preview preview;
    Distinct distinct(outcome.change);
    std::unordered_set<std::string_view> tokens;
    for (const Outcome::Made& made : outcome.undoable) {
        const Subject& subject = outcome.change.subjects[made.subject];
        Plan plan =
            subject.format->revert(intent, subject, policyOf(outcome.change, subject), made.before, replace);
        distinct.add(plan, subject);
        tokens.insert(subject.token);
        count(preview, subject, std::move(plan), shown);
    }
    preview.tokens = tokens.size();
    preview.keys = distinct.keys();
    return preview;
}

} // namespace ratewarden
