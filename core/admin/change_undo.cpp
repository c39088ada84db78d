// SPDX-License-Identifier: MIT
// How changes are undone.
#include "core/admin/audit.h"
#include "core/admin/change_of_keys.h"
#include "core/admin/change_of_policy.h"
#include "core/admin/change_parts.h"
#include "core/formats/reader.h"

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

    static constexpr std::size_t m_perPage = changePage / 4; // what is read of each takes some commands
    Server& m_server;
    Outcome& m_outcome;
    Intent m_intent;
    bool m_replace;
    std::vector<bool> m_left; // may be undone later
    Undoing m_undoing;
};

} // namespace

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
            auditing.trail->complete(server, undoing, outcome, undoing.audit);
            return undoing;
        }
    } catch (const Unavailable& error) { // nothing has been undone
        Undoing undoing = nothingUndone(outcome, audit);
        undoing.trouble.note(error);
        return undoing;
    }
    Undoing undoing = takeBack(server, outcome, replace);
    if (!audit.refused)
        outcome.audit.undo = audit.id;
    undoing.audit = std::move(audit);
    auditing.trail->complete(server, undoing, outcome, undoing.audit);
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
        addTo(preview, subject, std::move(plan), shown);
    }
    preview.tokens = tokens.size();
    preview.keys = distinct.keys();
    return preview;
}

} // namespace ratewarden
