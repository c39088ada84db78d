// SPDX-License-Identifier: GPL-3.0-or-later
// What the Policies page publishes, rolls back and removes, and what that would do.
#include "core/admin/login_name.h"
#include "ui/pages/guarded_dialogs.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/text/display_text.h"

#include <utility>

namespace ratewarden::ui {

void PoliciesPage::showEffect()
{
    const PolicyDesk::Effect& effect = m_desk->effect();
    if (!m_dialog)
        return;
    if (effect.reach)
        m_dialog->setReach(effect.reach->first, effect.reach->second);
    else if (!effect.problem.isEmpty())
        m_dialog->failEffect(effect.problem);
    else
        m_dialog->setEffect(effect.found, effect.tokens, effect.all);
}

void PoliciesPage::rollBack(const PolicyVersion& version)
{
    const PublishedPolicy* const current = m_desk->published(version.policy->policy.name);
    if (current == nullptr || showOpenDialog())
        return;
    m_rollBack = new RollBackDialog(*current, version, this);
    publishFrom(m_rollBack);
    m_rollBack->open();
}

// One change at a time. False: there is none.
bool PoliciesPage::showOpenDialog()
{
    m_banner->setProblem({});
    QDialog* const open = m_dialog     ? static_cast<QDialog*>(m_dialog)
                          : m_rollBack ? static_cast<QDialog*>(m_rollBack)
                                       : m_removals.dialog();
    if (open == nullptr)
        return false;
    open->raise();
    open->activateWindow();
    return true;
}

void PoliciesPage::publishFrom(PublishingDialog* dialog)
{
    connect(dialog, &PublishingDialog::publishWanted, this,
            [this, dialog](const PublishedPolicy& policy, const QString& reason) {
                publish(dialog, policy, reason);
            });
    followLevel(dialog, m_session);
}

void PoliciesPage::promote()
{
    const PublishedPolicy* const base = chosenPolicy();
    if (base == nullptr || !base->candidate || showOpenDialog())
        return;
    PublishedPolicy promoted = *base;
    promoted.policy.algorithm = base->candidate->algorithm;
    promoted.policy.rules = base->candidate->rules;
    promoted.candidate.reset();
    promoted.ruleNames.clear(); // of the rules that go
    edit(PolicyDialog::Form::Policy, *base, promoted);
    m_promoted = m_chosen;
    showRequests();
}

void PoliciesPage::publish(const QPointer<PublishingDialog>& dialog, const PublishedPolicy& policy,
                           const QString& reason)
{
    std::optional<std::int64_t> rollsBackTo;
    if (const auto* const back = qobject_cast<RollBackDialog*>(dialog.data()))
        rollsBackTo = back->version();
    m_desk->publish(
        this, policy, rollsBackTo, reason,
        [this, dialog, name = policy.policy.name](const PolicyDesk::Published& result) {
            if (result.version > 0) {
                if (!choose(name))
                    m_awaited = name;
                if (dialog) {
                    dialog->succeed();
                    setFocus(); // what was pressed may be gone with the version it stood beside
                }
                Q_EMIT done(tr("Version %1 of %2 is published").arg(numberText(result.version), shown(name)));
            } else if (dialog && result.theirs) {
                dialog->refuse(*result.theirs);
            } else if (dialog) {
                dialog->fail(result.problem);
            } else {
                m_banner->setProblem(result.theirs ? tr("%1 was not published: another version was published "
                                                        "meanwhile")
                                                         .arg(shown(name))
                                                   : result.problem);
            }
        });
}

// Its document is read anew, as it is removed only as it was shown; also one that nobody can read.
void PoliciesPage::remove()
{
    const std::string name = m_chosen;
    if (name.empty() || showOpenDialog())
        return;
    m_desk->readDocument(this, name, [this, name](const Outcome<std::optional<std::string>>& outcome) {
        if (outcome.failure())
            m_banner->setProblem(outcome.failure()->message);
        else if (!*outcome.result())
            m_banner->setProblem(tr("%1 is no longer published").arg(shown(name)));
        else if (!showOpenDialog())
            askToRemove(name, **outcome.result());
    });
}

void PoliciesPage::askToRemove(const std::string& name, const std::string& document)
{
    PublishIntent intent;
    intent.policy.policy.name = name;
    if (const PublishedPolicy* const policy = m_desk->published(name))
        intent.policy.version = policy->version;
    intent.removes = document;
    ChangeDialogs::Plan plan;
    ActDialog::Form& form = plan.form;
    form.title = tr("Remove a policy");
    form.token = shown(name);
    form.explanation = tr(
        "Limiters and consoles will no longer find this policy. Programs that follow it keep the last "
        "version in force until they are restarted; a program that brings rules of its own publishes those "
        "again when it starts. State, blocks and overrides of tokens stay. Undo publishes the policy again, "
        "as a new version; its history stays, too.");
    form.verb = tr("Remove");
    form.dangerous = true;
    form.asksForReason = true;
    form.reasonHint = tr("Why? Kept in the policy's history");
    plan.first = {intent, {}, {}, loginName(), {}};
    plan.change = [](const Change& prepared, const ActDialog::Entered&) {
        return prepared;
    };
    plan.sentence = [name](const Made&, const ActDialog::Entered&) {
        return tr("%1 is removed").arg(shown(name));
    };
    m_removals.show(std::move(plan));
}

} // namespace ratewarden::ui
