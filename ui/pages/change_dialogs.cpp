// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/change_dialogs.h"

#include "core/formats/foreign/foreign_changes.h"
#include "core/formats/foreign/prefixes.h"
#include "core/model/errors.h"
#include "ui/pages/guarded_dialogs.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QAbstractButton>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto slow = 400ms;

// The change as it is of each other format that some of its keys may be of, to which it means something else.
std::vector<Change> otherChanges(const Change& prepared)
{
    std::map<std::string_view, Change> others;
    for (const auto& [place, reading] : prepared.states)
        for (const Subject& other : otherMeanings(reading)) {
            Change& change = others.try_emplace(other.format->name(), prepared).first->second;
            const std::string& group = change.subjects[place].policy;
            if (const auto rules = prepared.policies.find(group); rules != prepared.policies.end())
                change.policies.insert_or_assign(other.policy,
                                                 other.format->policyFor(other, rules->second.rules));
            change.subjects[place] = other;
        }
    std::vector<Change> changes;
    for (auto& [name, change] : others)
        changes.push_back(std::move(change));
    return changes;
}

QString formatsIn(const Change& change)
{
    QStringList names;
    for (const auto& [place, reading] : change.states)
        names << shown(change.subjects[place].format->name());
    names.removeDuplicates();
    return names.join(QStringLiteral(", "));
}

// What was chosen, as the file of prefixes has it: by what its keys begin with, the format.
std::map<std::string, std::string> chosenFormats(const std::vector<Change>& meanings, std::size_t chosen)
{
    const Change& change = meanings.at(chosen);
    std::map<std::string, std::string> formats;
    for (const auto& [place, reading] : change.states) {
        const Subject& subject = change.subjects[place];
        const auto* const format = dynamic_cast<const CatalogueFormat*>(subject.format);
        const bool wasAsked = meanings.size() == 1
                                  ? change.states.size() == 1
                                  : std::ranges::any_of(meanings, [&, at = place](const Change& other) {
                                        return other.subjects[at].format != change.subjects[at].format;
                                    });
        const std::vector<std::string> keys =
            format && wasAsked ? format->keys(subject) : std::vector<std::string>();
        if (const std::string beginning =
                keys.empty() ? std::string() : beginningOfKey(*format, keys.front());
            !beginning.empty())
            formats.emplace(beginning, format->name());
    }
    return formats;
}

bool mayMeanTheOpposite(const ChangeDialogs::Plan& plan, const Change& prepared)
{
    try {
        return preview(plan.change(prepared, {}), 0).cautions.contains(Caution::MayMeanTheOpposite);
    } catch (const InvalidArgument&) { // the dialog says why
        return false;
    }
}

} // namespace

ChangeDialogs::ChangeDialogs(Session& session, QWidget* window, QObject* parent)
    : QObject(parent), m_session(session), m_window(window)
{
    m_slow.setSingleShot(true);
    m_slow.setInterval(slow);
    connect(&m_slow, &QTimer::timeout, this, [this] { Q_EMIT reading(tr("%1: reading…").arg(m_title)); });
}

// The page may have others, for what else can be done there.
bool ChangeDialogs::isBusy() const
{
    const auto all = m_window->findChildren<ChangeDialogs*>();
    return std::ranges::any_of(all, [](const ChangeDialogs* one) {
        return one->m_preparing || one->m_making || one->m_dialog != nullptr;
    });
}

void ChangeDialogs::show(Plan plan)
{
    if (isBusy())
        return;
    if (m_session.guard().isReadOnly()) {
        Q_EMIT failed(QStringLiteral("%1. %2").arg(plan.form.title, m_session.readOnlyReason()));
        return;
    }
    plan.reviewed = plan.reviewed || m_session.guard().reviewsAll();
    m_preparing = true;
    m_title = plan.form.title;
    m_slow.start();
    const auto kept = std::make_shared<Plan>(std::move(plan));
    m_session.changes().prepare(
        this, std::move(kept->first), [this, kept](Change prepared, const QString& problem) {
            QString why = problem.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(kept->unread, problem);
            if (why.isEmpty() && kept->complete)
                why = kept->complete(prepared, kept->form);
            if (why.isEmpty())
                readOthers(kept, std::move(prepared));
            else
                endPreparing(*kept, why);
        });
}

void ChangeDialogs::endPreparing(const Plan& plan, const QString& why)
{
    m_preparing = false;
    m_slow.stop();
    if (!why.isEmpty())
        Q_EMIT failed(QStringLiteral("%1. %2").arg(plan.form.title, why));
}

// Where keys may mean the opposite to another format, it is read as that as well, and has to be chosen.
void ChangeDialogs::readOthers(const std::shared_ptr<Plan>& plan, Change prepared)
{
    Meanings meanings = otherChanges(prepared);
    if (meanings.empty()) {
        if (mayMeanTheOpposite(*plan,
                               prepared)) // only its name or its prefix says so: it is said all the same
            plan->form.formats << formatsIn(prepared);
        endPreparing(*plan, {});
        open(plan, {std::move(prepared)});
        return;
    }
    meanings.insert(meanings.begin(), std::move(prepared));
    for (const Change& one : meanings)
        plan->form.formats << formatsIn(one);
    m_session.act(
        this,
        [meanings](Server& server) mutable {
            for (Change& one : meanings)
                readStates(server, one);
            return meanings;
        },
        [this, plan](const Outcome<Meanings>& outcome) {
            const Failure* const failure = outcome.failure();
            endPreparing(*plan,
                         failure ? QStringLiteral("%1: %2").arg(plan->unread, failure->message) : QString());
            if (!failure)
                open(plan, *outcome.result());
        });
}

// Of one thing, to be undone, with nothing to be entered but why.
bool ChangeDialogs::goesAtOnce(const Plan& plan, const Meanings& meanings) const
{
    const ActDialog::Form& form = plan.form;
    const Change& prepared = meanings.front();
    if (plan.reviewed || meanings.size() > 1 || m_session.guard().level() != GuardLevel::Free ||
        form.token.isEmpty() || form.asksForName || form.asksForEnd || form.asksForUnits || form.asksForAge ||
        form.asksForRules || form.mass)
        return false;
    const KeyIntent* const keys = prepared.ofKeys();
    if (keys ? keys->keys.size() != 1 : prepared.subjects.size() != 1)
        return false;
    try {
        const Preview shown = preview(plan.change(prepared, {}), 0);
        return shown.forGood == 0 && shown.cautions.empty();
    } catch (const InvalidArgument&) { // the dialog says why
        return false;
    }
}

void ChangeDialogs::open(const std::shared_ptr<Plan>& plan, Meanings meanings)
{
    const bool isAtOnce = goesAtOnce(*plan, meanings);
    const auto kept = std::make_shared<const Meanings>(std::move(meanings));
    const auto change = [plan, kept](const ActDialog::Entered& entered) {
        Change made = plan->change(kept->at(std::size_t(entered.format)), entered);
        made.reason = entered.reason.toStdString();
        return made;
    };
    const auto run = [this, plan, kept, change](const QPointer<ActDialog>& dialog,
                                                const ActDialog::Entered& entered) {
        m_session.changes().run(
            this, change(entered),
            [this, dialog, plan, kept, entered](const Made& made, const QString& problem) {
                m_making = false;
                if (made && made->made > 0 && !plan->form.formats.isEmpty()) // so nobody is asked again
                    for (const auto& [beginning, format] : chosenFormats(*kept, std::size_t(entered.format)))
                        m_session.formatFiles().savePrefix(beginning, format);
                if (made)
                    tell(dialog, plan->form.title, made, plan->sentence(made, entered));
                else
                    tellFailure(dialog, plan->form.title, tr("This was not done: %1").arg(problem));
            });
    };
    if (isAtOnce) {
        ActDialog::Entered entered;
        entered.reason = tr("not asked for (level Free)");
        m_making = true;
        run(nullptr, entered);
        return;
    }
    m_dialog = makeActDialog(
        m_session, plan->form,
        [change, plan](const ActDialog::Entered& entered, std::size_t most) {
            Preview shown = preview(change(entered), most);
            if (!shown.used && plan->used)
                shown.used = plan->used(entered);
            return shown;
        },
        m_window);
    connect(m_dialog, &ActDialog::confirmed, this,
            [dialog = m_dialog, run](const ActDialog::Entered& entered) { run(dialog, entered); });
    m_dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
}

void ChangeDialogs::tell(const QPointer<ActDialog>& dialog, const QString& title, const Made& made,
                         const QString& sentence)
{
    const bool isStale = made->publishing && !made->publishing->published;
    const QString why = made->trouble  ? problemText(made->trouble.first)
                        : made->denied ? refusalText(*made->denied)
                        : isStale      ? tr("it was changed since; look at it again")
                                       : QString();
    // A change of plain keys is made whole, or not.
    const bool none = made->made == 0 || isStale || (made->trouble && made->change.ofKeys());
    if (none && !why.isEmpty()) {
        tellFailure(dialog, title,
                    made->trouble.uncertain ? tr("It is not known whether this was done: %1").arg(why)
                                            : tr("This was not done: %1").arg(why));
        return;
    }
    // Back to the row: the button that was pressed may make way for another one.
    const auto* const pressed = qobject_cast<QAbstractButton*>(m_window->window()->focusWidget());
    if (m_window->isVisible() && (dialog || (pressed && m_window->isAncestorOf(pressed))))
        m_window->setFocus();
    if (dialog)
        dialog->succeed();
    Q_EMIT done(sentence);
    Q_EMIT this->made(made);
    if (!why.isEmpty())
        Q_EMIT failed((made->trouble.uncertain
                           ? tr("%1. Done for %2 of %3 tokens; of the others it is not known: %4")
                           : tr("%1. Done for %2 of %3 tokens; for the others not: %4"))
                          .arg(title, numberText(Units(made->made)), numberText(Units(made->asked)), why));
}

void ChangeDialogs::tellFailure(ActDialog* dialog, const QString& title, const QString& problem)
{
    if (dialog)
        dialog->fail(problem);
    else
        Q_EMIT failed(QStringLiteral("%1. %2").arg(title, problem));
}

} // namespace ratewarden::ui
