// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/change_dialogs.h"

#include "core/model/errors.h"
#include "ui/pages/command_preview.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/guard_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto slow = 400ms;

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
        Q_EMIT failed(QStringLiteral("%1. %2").arg(plan.form.title, readOnlySentence()));
        return;
    }
    plan.reviewed = plan.reviewed || m_session.guard().reviewsAll();
    m_preparing = true;
    m_title = plan.form.title;
    m_slow.start();
    const auto kept = std::make_shared<Plan>(std::move(plan));
    m_session.changes().prepare(
        this, std::move(kept->first), [this, kept](Change prepared, const QString& problem) {
            m_preparing = false;
            m_slow.stop();
            const QString title = kept->form.title;
            QString why = problem.isEmpty() ? QString() : QStringLiteral("%1: %2").arg(kept->unread, problem);
            if (why.isEmpty() && kept->complete)
                why = kept->complete(prepared, kept->form);
            if (why.isEmpty())
                open(kept, std::move(prepared));
            else
                Q_EMIT failed(QStringLiteral("%1. %2").arg(title, why));
        });
}

// Of one thing, to be undone, with nothing to be entered but why.
bool ChangeDialogs::goesAtOnce(const Plan& plan, const Change& prepared) const
{
    const ActDialog::Form& form = plan.form;
    if (plan.reviewed || m_session.guard().level() != GuardLevel::Free || form.token.isEmpty() ||
        form.asksForName || form.asksForEnd || form.asksForUnits || form.asksForRules || form.mass)
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

void ChangeDialogs::open(const std::shared_ptr<Plan>& plan, Change prepared)
{
    const bool isAtOnce = goesAtOnce(*plan, prepared);
    if (m_session.guard().level() == GuardLevel::TypeName)
        plan->form.typedName = m_session.name();
    const auto change = [plan, prepared = std::make_shared<const Change>(std::move(prepared))](
                            const ActDialog::Entered& entered) {
        Change made = plan->change(*prepared, entered);
        made.reason = entered.reason.toStdString();
        return made;
    };
    const auto run = [this, plan, change](const QPointer<ActDialog>& dialog,
                                          const ActDialog::Entered& entered) {
        m_session.changes().run(
            this, change(entered), [this, dialog, plan, entered](const Made& made, const QString& problem) {
                m_making = false;
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
    m_dialog = new ActDialog(
        plan->form, commandPreview([change](const ActDialog::Entered& entered, std::size_t most) {
            return preview(change(entered), most);
        }),
        [this] { return m_session.link().serverNow(); }, m_window);
    connect(m_dialog, &ActDialog::confirmed, this,
            [dialog = m_dialog, run](const ActDialog::Entered& entered) { run(dialog, entered); });
    m_dialog->open(); // window-modal, and nothing waits for it
    Q_EMIT opened();
}

void ChangeDialogs::tell(const QPointer<ActDialog>& dialog, const QString& title, const Made& made,
                         const QString& sentence)
{
    const QString why = made->trouble  ? problemText(made->trouble.first)
                        : made->denied ? refusalText(*made->denied)
                                       : QString();
    // A change of plain keys is made whole, or not.
    const bool none = made->made == 0 || (made->trouble && made->change.ofKeys());
    if (none && !why.isEmpty()) {
        tellFailure(dialog, title,
                    made->trouble.uncertain ? tr("It is not known whether this was done: %1").arg(why)
                                            : tr("This was not done: %1").arg(why));
        return;
    }
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
