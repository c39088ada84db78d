// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/changes.h"

#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

struct Undid {
    Undoing undoing;
    Made left;
};

/// When what it did is over by itself; empty: never.
std::optional<Instant> endOf(const ChangeOutcome& made)
{
    const auto* const block = made.change.wants<BlockIntent>();
    const auto* const rules = made.change.wants<OverrideIntent>();
    const std::optional<Micros> duration = block ? block->duration : rules ? rules->duration : std::nullopt;
    return duration ? std::optional(made.at + *duration) : std::nullopt;
}

} // namespace

std::vector<std::string> keysOf(const Change& change)
{
    constexpr std::size_t most = 1000;
    std::vector<std::string> keys;
    if (const KeyIntent* const plain = change.ofKeys()) {
        keys = plain->keys;
        if (const auto* const renaming = plain->wants<RenameKey>())
            keys.push_back(renaming->to);
    }
    for (const Subject& subject : change.subjects)
        if (keys.size() <= most)
            std::ranges::move(subject.format->keys(subject), std::back_inserter(keys));
    return keys.size() <= most ? keys : std::vector<std::string>();
}

Changes::Changes(Link& link, QObject* parent) : QObject(parent), m_link(link)
{
    setAudit(
        usualAuditSettings(("ratewarden " + QCoreApplication::applicationVersion()).trimmed().toStdString()));
    m_ends.setSingleShot(true);
    connect(&m_ends, &QTimer::timeout, this, &Changes::forgetEnded);
    connect(this, &Changes::canUndoChanged, this, &Changes::forgetEnded);
}

void Changes::forgetEnded()
{
    using namespace std::chrono_literals;
    constexpr Micros longestWait = 1h; // the clocks may part
    const Instant now = m_link.serverNow();
    Micros next = Micros::max();
    const std::size_t ended = std::erase_if(m_made, [&](const Made& made) {
        const std::optional<Instant> end = made == m_undoing ? std::nullopt : endOf(*made);
        if (end && *end > now)
            next = std::min(next, *end - now);
        return end && *end <= now;
    });
    if (next != Micros::max())
        m_ends.start(std::chrono::ceil<std::chrono::milliseconds>(std::min(next, longestWait)));
    if (ended > 0)
        Q_EMIT canUndoChanged();
}

void Changes::prepare(QObject* asker, Change change,
                      std::function<void(Change change, const QString& problem)> then)
{
    const auto isOurs = [](const Subject& subject) {
        return subject.format->isOurs();
    };
    const bool isRead = change.ofKeys() || change.traits().on == ActOn::Slots;
    if (!isRead && std::ranges::all_of(change.subjects, isOurs)) {
        then(std::move(change), {});
        return;
    }
    const auto asked = std::make_shared<const Change>(std::move(change)); // it may be of 50,000 subjects
    m_link.actLane().post(
        this,
        [asked](Server& server) {
            Change read = *asked;
            readStates(server, read);
            return std::make_shared<const Change>(std::move(read));
        },
        [this, asker = QPointer(asker), asked,
         then = std::move(then)](const Outcome<std::shared_ptr<const Change>>& outcome) {
            const Failure* const failure = outcome.failure();
            if (failure)
                m_link.report(*failure);
            if (asker)
                then(failure ? *asked : **outcome.result(), failure ? failure->message : QString());
        });
}

void Changes::run(QObject* asker, Change change,
                  std::function<void(const Made& made, const QString& problem)> then)
{
    if (change.by.empty())
        change.by = audit().by;
    make(asker, std::make_shared<const Change>(std::move(change)), then, true);
}

// Asks whether it is to be made without an entry; false: that is no question.
bool Changes::ask(const Recorded& recorded, const Change& change, std::function<Preview(std::size_t)> preview,
                  std::function<void(bool)> answer)
{
    if (!m_ask || !recorded.refused || !recorded.canGoOn)
        return false;
    m_ask({changeName(change), problemText(recorded.refused), shown(recorded.right), std::move(preview)},
          std::move(answer));
    return true;
}

void Changes::make(QPointer<QObject> asker, const std::shared_ptr<const Change>& change,
                   const std::function<void(const Made& made, const QString& problem)>& then, bool required)
{
    m_link.actLane().post(
        this,
        [change, trail = m_trail, required](Server& server) {
            return Made(std::make_shared<ChangeOutcome>(apply(server, *change, {trail.get(), required})));
        },
        [this, asker, change, then, required](const Outcome<Made>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                m_link.report(*failure);
                if (asker)
                    then(nullptr, failure->message);
                return;
            }
            const Made& made = *outcome.result();
            const auto finish = [this, asker, then, required, made] {
                report(made->trouble);
                tellRecord(made->audit, required);
                Q_EMIT applied(made);
                if (made->canUndo()) {
                    makeRoom();
                    m_made.push_back(made);
                    Q_EMIT canUndoChanged();
                }
                if (asker)
                    then(made, {});
                if (made->made > 0 || made->trouble)
                    Q_EMIT touched(made);
            };
            const auto answer = [this, asker, change, then, finish](bool goOn) {
                if (goOn)
                    make(asker, change, then, false);
                else
                    finish();
            };
            const auto commands = [change](std::size_t shown) {
                return preview(*change, shown);
            };
            if (!required || !ask(made->audit, *change, commands, answer))
                finish();
        });
}

// What is wrong with the record of a change that was made.
void Changes::tellRecord(const Recorded& recorded, bool required)
{
    if (recorded.incomplete)
        Q_EMIT failed(tr("The audit trail does not say what became of this change: %1")
                          .arg(problemText(recorded.incomplete)));
    else if (recorded.refused && !required)
        Q_EMIT done(tr("Done without an entry in the audit trail"));
    if (!recorded.mirror.empty() && !std::exchange(m_mirrorFails, true))
        Q_EMIT failed(tr("The audit trail's copy on this machine is not written: %1")
                          .arg(QString::fromStdString(recorded.mirror)));
}

QString Changes::nextUndo() const
{
    return canUndo() ? changeName(m_made.back()->change) : QString();
}

void Changes::undo()
{
    if (canUndo())
        start(m_made.back(), false);
}

void Changes::undoOne(const Made& made)
{
    if (!m_undoing && std::ranges::find(m_made, made) != m_made.end())
        start(made, false);
}

void Changes::replace(const Made& made)
{
    if (!m_undoing && std::ranges::find(m_made, made) != m_made.end())
        start(made, true);
}

void Changes::undoEntry(const AuditEntry& entry)
{
    auto outcome = std::make_shared<ChangeOutcome>(entry.outcome());
    if (outcome->change.publishing()) // who is to be named in the policy's history
        outcome->change.by = audit().by;
    if (!m_undoing)
        start(outcome, false);
}

void Changes::start(const Made& made, bool replace, bool required)
{
    m_undoing = made;
    Q_EMIT canUndoChanged();
    m_link.actLane().post(
        this,
        [made, replace, trail = m_trail, required](Server& server) {
            const auto left = std::make_shared<ChangeOutcome>(*made);
            Undoing undoing = ratewarden::undo(server, *left, replace, {trail.get(), required});
            return Undid{std::move(undoing), left};
        },
        [this, made, replace, required](const Outcome<Undid>& outcome) {
            m_undoing = nullptr;
            if (const Failure* failure = outcome.failure()) {
                m_link.report(*failure);
                Q_EMIT canUndoChanged();
                Q_EMIT failed(failure->message);
                return;
            }
            const Undid undid = *outcome.result();
            const auto answer = [this, made, undid, replace](bool goOn) {
                if (goOn && !m_undoing)
                    start(made, replace, false);
                else
                    finishUndo(made, undid.left, undid.undoing);
            };
            const auto commands = [made, replace](std::size_t shown) {
                return previewUndo(*made, replace, shown);
            };
            if (!required || !ask(undid.undoing.audit, made->change, commands, answer)) {
                tellRecord(undid.undoing.audit, required);
                finishUndo(made, undid.left, undid.undoing);
            }
        });
}

void Changes::makeRoom()
{
    if (m_made.size() == most)
        m_made.erase(m_made.begin());
}

// Whichever way it was undone, from here or out of the trail: what is left of it is the same.
void Changes::finishUndo(const Made& made, const Made& left, const Undoing& undoing)
{
    const auto isThis = [&](const Made& one) {
        return one == made || (!made->audit.id.empty() && one->audit.id == made->audit.id);
    };
    const auto found = std::ranges::find_if(m_made, isThis);
    if (left->canUndo() && found != m_made.end())
        *found = left;
    else if (left->canUndo()) { // out of the trail: behind all that was made here
        makeRoom();
        m_made.insert(m_made.begin(), left);
    } else if (found != m_made.end())
        m_made.erase(found);
    report(undoing.trouble);
    Q_EMIT reverted(made, undoing);
    Q_EMIT canUndoChanged();
    if (const QString sentence = undoneText(made->change, undoing); !sentence.isEmpty())
        Q_EMIT done(sentence);
    if (const QString sentence = notUndoneText(made->change, undoing); !sentence.isEmpty())
        Q_EMIT failed(sentence);
    const bool cameOther = undoing.count(Undone::CameSince) > 0;
    if (cameOther || undoing.count(Undone::NotKnown) > 0)
        Q_EMIT cameSince(left, cameOther);
    Q_EMIT touched(made);
}

// A lost connection concerns the link, too. What the server refuses, or may not write, does not: it is there.
void Changes::report(const Trouble& trouble)
{
    if (trouble)
        m_link.report(failureOf(trouble.cause));
}

} // namespace ratewarden::ui
