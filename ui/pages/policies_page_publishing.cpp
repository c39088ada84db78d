// SPDX-License-Identifier: GPL-3.0-or-later
// What the Policies page publishes, rolls back and removes.
#include "core/admin/login_name.h"
#include "ui/pages/command_preview.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/policies_page.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

namespace ratewarden::ui {

void PoliciesPage::rollBack(const PolicyVersion& version)
{
    const PublishedPolicy* const current = publishedNamed(version.policy->policy.name);
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
                                       : m_removal;
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
    const auto follow = [this, dialog] {
        const bool isTyped = m_session.guard().level() == GuardLevel::TypeName;
        dialog->setTypedName(isTyped ? m_session.name() : QString());
    };
    connect(&m_session.guard(), &GuardSwitch::changed, dialog, follow);
    follow();
}

void PoliciesPage::promote()
{
    const PublishedPolicy* const base = chosenPolicy();
    if (base == nullptr || !base->candidate)
        return;
    PublishedPolicy promoted = *base;
    promoted.policy.algorithm = base->candidate->algorithm;
    promoted.policy.rules = base->candidate->rules;
    promoted.candidate.reset();
    promoted.ruleNames.clear(); // of the rules that go
    edit(*base, promoted);
}

void PoliciesPage::publish(const QPointer<PublishingDialog>& dialog, const PublishedPolicy& policy,
                           const QString& reason)
{
    std::optional<std::int64_t> rollsBackTo;
    if (const auto* const back = qobject_cast<RollBackDialog*>(dialog.data()))
        rollsBackTo = back->version();
    m_session.changes().run(
        this, {PublishIntent{policy, rollsBackTo}, {}, {}, loginName(), reason.toStdString()},
        [this, dialog, name = policy.policy.name](const Made& made, const QString& invalid) {
            const Publishing* const publishing = made && made->publishing ? &*made->publishing : nullptr;
            QString problem;
            if (!made) {
                problem = tr("This was not published: %1").arg(invalid);
            } else if (made->trouble) {
                const QString why = problemText(made->trouble.first);
                problem = made->trouble.uncertain
                              ? tr("It is not known whether this was published: %1").arg(why)
                              : tr("This was not published: %1").arg(why);
            } else if (publishing && !publishing->published && !publishing->other) {
                problem = tr("This was not published: version %1 was, in between, and cannot be read")
                              .arg(numberText(publishing->version));
            }
            if (publishing && publishing->published) {
                if (dialog)
                    dialog->succeed();
                Q_EMIT done(
                    tr("Version %1 of %2 is published").arg(numberText(publishing->version), shown(name)));
                return;
            }
            if (dialog && problem.isEmpty() && publishing && publishing->other) {
                dialog->refuse(*publishing->other);
            } else if (dialog) {
                dialog->fail(problem);
            } else {
                m_banner->setProblem(problem.isEmpty() ? tr("%1 was not published: another version had come "
                                                            "in between")
                                                             .arg(shown(name))
                                                       : problem);
            }
            readHistory();
        });
}

// Its document is read anew, as it is removed only as it was shown; also one that nobody can read.
void PoliciesPage::remove()
{
    const std::string name = m_chosen;
    if (name.empty() || showOpenDialog())
        return;
    m_session.act(
        this, [name](Server& server) { return findDocument(server, name); },
        [this, name](const Outcome<std::optional<std::string>>& outcome) {
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
    if (const PublishedPolicy* const policy = publishedNamed(name))
        intent.policy.version = policy->version;
    intent.removes = document;
    ActDialog::Form form;
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
    if (m_session.guard().level() == GuardLevel::TypeName)
        form.typedName = m_session.name();
    const auto changeFor = [intent](const QString& reason) {
        return Change{intent, {}, {}, loginName(), reason.toStdString()};
    };
    m_removal = new ActDialog(
        form, commandPreview([changeFor](const ActDialog::Entered& entered, std::size_t most) {
            return preview(changeFor(entered.reason), most);
        }),
        [this] { return m_link.serverNow(); }, this);
    connect(
        m_removal, &ActDialog::confirmed, this, [this, name, changeFor](const ActDialog::Entered& entered) {
            m_session.changes().run(
                this, changeFor(entered.reason),
                [this, name, dialog = m_removal](const Made& made, const QString& invalid) {
                    const bool isGone = made && made->publishing && made->publishing->published;
                    const QString why = !made           ? invalid
                                        : made->trouble ? problemText(made->trouble.first)
                                                        : tr("it was changed since; look at it again");
                    const QString problem = made && made->trouble.uncertain
                                                ? tr("It is not known whether this was removed: %1").arg(why)
                                                : tr("This was not removed: %1").arg(why);
                    if (isGone) {
                        if (dialog)
                            dialog->succeed();
                        Q_EMIT done(tr("%1 is removed").arg(shown(name)));
                    } else if (dialog) {
                        dialog->fail(problem);
                    } else {
                        m_banner->setProblem(problem);
                    }
                });
        });
    m_removal->open();
}

} // namespace ratewarden::ui
