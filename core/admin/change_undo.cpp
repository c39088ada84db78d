// SPDX-License-Identifier: MIT
// How changes are undone.
#include "core/admin/audit.h"
#include "core/admin/change_of_keys.h"
#include "core/admin/change_of_policy.h"
#include "core/admin/change_parts.h"
#include "core/formats/foreign/script_forecast.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

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
    enum class How { Undo, Replace, Foresee };

    Undoer(Server& server, ChangeOutcome& outcome, How how)
        : m_server(server)
        , m_outcome(outcome)
        , m_intent(intentOf(outcome.change))
        , m_how(how)
        , m_left(outcome.undoable.size(), true)
    {
    }

    Undoing run()
    {
        std::vector<ChangeOutcome::Made>& made = m_outcome.undoable;
        m_undoing.results.resize(made.size());
        for (std::size_t i = 0; i < made.size(); ++i)
            m_undoing.results[i].subject = made[i].subject;
        bool goesOn = true;
        for (std::size_t from = 0; from < made.size() && goesOn; from += m_perPage)
            goesOn = undoPage(from, std::min(m_perPage, made.size() - from));
        std::size_t i = 0;
        std::erase_if(made, [&](const ChangeOutcome::Made&) { return !m_left[i++]; });
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
                return !subject.format->isOurs(); // its before-image tells what came since
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
            Plan plan = planOf(i);
            if (m_how == How::Foresee)
                plan = {ScriptForecast(std::move(plan.commands.back())).questions()};
            batch.add(std::uint32_t(i), std::move(plan));
        }
        if (batch.empty())
            return true;
        return batch.send(
            m_undoing.trouble,
            [this](std::uint32_t i, const Answers& answers) {
                if (m_how == How::Foresee) {
                    settle(i, ScriptForecast(std::move(planOf(i).commands.back())).read(answers));
                    return;
                }
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

    Plan planOf(std::size_t i) const
    {
        const Subject& subject = subjectOf(i);
        return subject.format->revert(m_intent, subject, policyOf(m_outcome.change, subject),
                                      m_outcome.undoable[i].before, m_how == How::Replace);
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
            const std::optional<Undone> way =
                inTheWay(m_outcome.undoable[i].before, reading, m_how == How::Replace);
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

    static constexpr std::size_t m_perPage = changePage / 4; // what is read of each takes some commands
    Server& m_server;
    ChangeOutcome& m_outcome;
    Intent m_intent;
    How m_how;
    std::vector<bool> m_left; // may be undone later
    Undoing m_undoing;
};

} // namespace

std::size_t Undoing::count(Undone result) const
{
    return std::size_t(std::ranges::count(results, result, &One::result));
}

namespace {

Undoing undoByItsKind(Server& server, ChangeOutcome& outcome, bool replace)
{
    if (outcome.change.publishing())
        return undoPublishing(server, outcome, replace);
    if (outcome.change.ofKeys())
        return undoOfKeys(server, outcome, replace);
    return Undoer(server, outcome, replace ? Undoer::How::Replace : Undoer::How::Undo).run();
}

Undoing nothingUndone(const ChangeOutcome& outcome, Recorded audit)
{
    Undoing undoing;
    for (const ChangeOutcome::Made& made : outcome.undoable)
        undoing.results.push_back({made.subject, Undone::Failed});
    undoing.audit = std::move(audit);
    return undoing;
}

} // namespace

Undoing undo(Server& server, ChangeOutcome& outcome, bool replace, const Auditing& auditing)
{
    if (!outcome.canUndo())
        return {};
    outcome.policyNow.reset();
    if (!auditing.trail)
        return undoByItsKind(server, outcome, replace);
    Recorded audit;
    try {
        if (replace)
            readWhatIsReplaced(server, outcome);
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
            auditing.trail->complete(server, undoing, outcome, undoing.audit);
            return undoing;
        }
    } catch (const InvalidArgument&) { // of a damaged entry
        throw;
    } catch (const Error& error) { // nothing has been undone
        Undoing undoing = nothingUndone(outcome, audit);
        undoing.trouble.note(error);
        return undoing;
    }
    Undoing undoing = undoByItsKind(server, outcome, replace);
    if (!audit.refused)
        outcome.audit.undo = audit.id;
    undoing.audit = std::move(audit);
    auditing.trail->complete(server, undoing, outcome, undoing.audit);
    return undoing;
}

Undoing foreseeUndo(Server& server, const ChangeOutcome& outcome)
{
    if (outcome.change.publishing())
        return foreseeUndoOfPublishing(server, outcome);
    if (outcome.change.ofKeys())
        return foreseeUndoOfKeys(server, outcome);
    ChangeOutcome left = outcome;
    return Undoer(server, left, Undoer::How::Foresee).run();
}

void readWhatIsReplaced(Server& server, ChangeOutcome& outcome)
{
    if (outcome.change.publishing() && outcome.canUndo())
        readPolicyToReplace(server, outcome);
}

Preview previewUndo(const ChangeOutcome& outcome, bool replace, std::size_t shown)
{
    if (outcome.change.publishing())
        return outcome.canUndo() ? previewUndoOfPublishing(outcome, replace) : Preview();
    if (outcome.change.ofKeys())
        return previewUndoOfKeys(outcome, replace, shown);
    const Intent intent = intentOf(outcome.change);
    Preview preview;
    Distinct distinct(outcome.change);
    std::unordered_set<std::string_view> tokens;
    for (const ChangeOutcome::Made& made : outcome.undoable) {
        const Subject& subject = outcome.change.subjects[made.subject];
        Plan plan =
            subject.format->revert(intent, subject, policyOf(outcome.change, subject), made.before, replace);
        distinct.add(plan, subject);
        tokens.insert(subject.token);
        addTo(preview, subject, std::move(plan), shown);
    }
    preview.tokens = tokens.size();
    preview.keys = distinct.keys();
    return preview;
}

} // namespace ratewarden
