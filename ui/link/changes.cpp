// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/changes.h"

#include "ui/text/change_text.h"

#include <algorithm>
#include <iterator>

namespace ratewarden::ui {
namespace {

struct Undid {
    Undoing undoing;
    Made left;
};

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

Changes::Changes(Link& link, QObject* parent) : QObject(parent), m_link(link) {}

void Changes::prepare(QObject* asker, Change change,
                      std::function<void(Change change, const QString& problem)> then)
{
    const auto plansOnState = [](const Subject& subject) {
        return subject.format->plansOnState();
    };
    if (!change.ofKeys() && std::ranges::none_of(change.subjects, plansOnState)) {
        then(std::move(change), {});
        return;
    }
    m_link.actLane().post(
        this,
        [change](Server& server) mutable {
            readStates(server, change);
            return std::make_shared<const Change>(std::move(change));
        },
        [this, asker = QPointer(asker), change,
         then = std::move(then)](const Outcome<std::shared_ptr<const Change>>& outcome) {
            const Failure* const failure = outcome.failure();
            if (failure)
                m_link.report(*failure);
            if (asker)
                then(failure ? change : **outcome.result(), failure ? failure->message : QString());
        });
}

void Changes::run(QObject* asker, Change change,
                  std::function<void(const Made& made, const QString& problem)> then)
{
    m_link.actLane().post(
        this,
        [change = std::move(change)](Server& server) mutable {
            return Made(std::make_shared<ratewarden::Outcome>(apply(server, std::move(change))));
        },
        [this, asker = QPointer(asker), then = std::move(then)](const Outcome<Made>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                if (asker)
                    then(nullptr, failure->message);
                return;
            }
            const Made& made = *outcome.result();
            report(made->trouble);
            Q_EMIT applied(made);
            if (made->canUndo()) {
                if (m_made.size() == most)
                    m_made.erase(m_made.begin());
                m_made.push_back(made);
                Q_EMIT canUndoChanged();
            }
            if (asker)
                then(made, {});
            if (made->made > 0 || made->trouble)
                Q_EMIT touched(made);
        });
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

void Changes::replace(const Made& made)
{
    if (!m_undoing && std::ranges::find(m_made, made) != m_made.end())
        start(made, true);
}

void Changes::start(const Made& made, bool replace)
{
    m_undoing = made;
    Q_EMIT canUndoChanged();
    m_link.actLane().post(
        this,
        [made, replace](Server& server) {
            const auto left = std::make_shared<ratewarden::Outcome>(*made);
            Undoing undoing = ratewarden::undo(server, *left, replace);
            return Undid{std::move(undoing), left};
        },
        [this, made](const Outcome<Undid>& outcome) {
            m_undoing = nullptr;
            if (const Failure* failure = outcome.failure()) {
                Q_EMIT canUndoChanged();
                Q_EMIT failed(failure->message);
                return;
            }
            const Undid& undid = *outcome.result();
            if (const auto found = std::ranges::find(m_made, made); found != m_made.end()) {
                if (undid.left->canUndo())
                    *found = undid.left;
                else
                    m_made.erase(found);
            }
            report(undid.undoing.trouble);
            Q_EMIT reverted(made, undid.undoing);
            Q_EMIT canUndoChanged();
            if (const QString sentence = undoneText(made->change, undid.undoing); !sentence.isEmpty())
                Q_EMIT done(sentence);
            if (const QString sentence = notUndoneText(made->change, undid.undoing); !sentence.isEmpty())
                Q_EMIT failed(sentence);
            if (undid.undoing.count(Undone::CameSince) > 0)
                Q_EMIT cameSince(undid.left);
            Q_EMIT touched(made);
        });
}

// A lost connection concerns the link, too. What the server refuses, or may not write, does not: it is there.
void Changes::report(const Trouble& trouble)
{
    if (trouble)
        m_link.report(failureOf(trouble.cause));
}

} // namespace ratewarden::ui
