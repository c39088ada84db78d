// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "core/admin/change.h"
#include "ui/link/link.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// What became of a change that was sent; never null.
using Made = std::shared_ptr<const ChangeOutcome>;

/// The keys that a change is about, a new name among them; none where they are more than 1000.
std::vector<std::string> keysOf(const Change& change);

/// A change, or an undo, whose entry in the audit trail the server has refused, so that nothing was done yet.
struct Unrecorded {
    QString name;                                     ///< of the change: "block of ip:203.0.113.77"
    QString why;                                      ///< a sentence
    QString right;                                    ///< that is missing; empty: none is
    std::function<Preview(std::size_t most)> preview; ///< what would be sent
};

/// Everything that the window changes on a server: each change runs in the link's act lane, is recorded in
/// the audit trail, and the last ones can be undone, the newest first. Used in the GUI thread.
class Changes final : public QObject {
    Q_OBJECT

public:
    explicit Changes(Link& link, QObject* parent = nullptr);

    /// Reads what plans of other limiters' formats stand on, where there are such subjects, and how plain
    /// keys stand, and hands the change back with it, or why it could not be read, unless `asker` is gone by
    /// then. At once where there are none.
    void prepare(QObject* asker, Change change,
                 std::function<void(Change change, const QString& problem)> then);

    /// Who records changes, and where; at first usualAuditSettings().
    void setAudit(AuditSettings settings)
    {
        m_trail = std::make_shared<const AuditTrail>(std::move(settings));
    }
    const AuditSettings& audit() const { return m_trail->settings(); }
    /// Who is asked whether a change is to be made all the same when the server does not take its entry.
    /// Without anybody it is not made.
    using Ask = std::function<void(const Unrecorded& change, std::function<void(bool goOn)> answer)>;
    void setAsk(Ask ask) { m_ask = std::move(ask); }

    /// Makes the change, and tells `then` what came of it, or why it was not even begun, unless `asker` is
    /// gone by then.
    void run(QObject* asker, Change change,
             std::function<void(const Made& made, const QString& problem)> then);

    /// A block or an override that has ended is nothing to undo.
    bool canUndo() const { return !m_made.empty() && !m_undoing; }
    /// The change that undo() is about; null: there is none.
    Made newest() const { return canUndo() ? m_made.back() : nullptr; }
    /// What undo() is about: "block of ip:203.0.113.77"; empty: there is nothing.
    QString nextUndo() const;
    /// Undoes the last change; done, failed or cameSince tells what became of it.
    void undo();
    /// The same of that change, if it still can be undone.
    void undoOne(const Made& made);
    /// Undoes that change whatever came since, if it still can be undone.
    void replace(const Made& made);
    /// Undoes a change of the audit trail, whoever has made it; as undo() does. Throws InvalidArgument, with
    /// a sentence, if that is not possible.
    void undoEntry(const AuditEntry& entry);

Q_SIGNALS:
    /// A change was made, at least in part; before touched().
    void applied(const ratewarden::ui::Made& made);
    /// It was undone as far as `undoing` says; before touched().
    void reverted(const ratewarden::ui::Made& made, const ratewarden::Undoing& undoing);
    /// Something has been made or undone, or may have been: what it touched should be read again.
    void touched(const ratewarden::ui::Made& made);
    /// What can be undone is another one.
    void canUndoChanged();
    /// An undo has done something; a sentence.
    void done(const QString& sentence);
    /// An undo was not, or not wholly, made; a sentence.
    void failed(const QString& sentence);
    /// Nothing was undone where something else has happened since, or (`isKnown` is false) where nothing says
    /// whether it has: `left` has what replace() would undo.
    void cameSince(const ratewarden::ui::Made& left, bool isKnown);

private:
    void make(QPointer<QObject> asker, const std::shared_ptr<const Change>& change,
              const std::function<void(const Made& made, const QString& problem)>& then, bool required);
    void start(const Made& made, bool replace, bool required = true);
    void finishUndo(const Made& made, const Made& left, const Undoing& undoing);
    void makeRoom();
    void forgetEnded();
    void report(const Trouble& trouble);
    bool ask(const Recorded& recorded, const Change& change, std::function<Preview(std::size_t)> preview,
             std::function<void(bool)> answer);
    void tellRecord(const Recorded& recorded, bool required);

    static constexpr std::size_t most = 50; // changes that are kept
    Link& m_link;
    std::shared_ptr<const AuditTrail> m_trail;
    Ask m_ask;
    bool m_mirrorFails = false; // that is said once
    std::vector<Made> m_made;   // the newest last; first what is left of undoing others out of the trail
    Made m_undoing;             // that is under way; null: none
    QTimer m_ends;              // until the next of them has ended by itself
};

} // namespace ratewarden::ui
