// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/watch/finding_actions.h"

#include "core/admin/login_name.h"
#include "core/watch/finding_remedy.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/state/finding_desk.h"
#include "ui/text/change_text.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr Micros unknownWindow = std::chrono::hours(1);

} // namespace

FindingActions::FindingActions(Session& session, QWidget* window)
    : ChangeDialogs(session, window, window), m_tokens(new TokenActions(session, window))
{
    connect(m_tokens, &TokenActions::reading, this, &FindingActions::reading);
    connect(m_tokens, &TokenActions::opened, this, &FindingActions::opened);
    connect(m_tokens, &TokenActions::failed, this, &FindingActions::failed);
    connect(m_tokens, &TokenActions::done, this, &FindingActions::done);
}

QString FindingActions::text(FindingRemedy remedy)
{
    switch (remedy) {
    case FindingRemedy::SetEnd:
        return tr("Give them an end…");
    case FindingRemedy::RemoveLocks:
        return tr("Remove the locks…");
    case FindingRemedy::FreeSlots:
        return tr("Free slots…");
    case FindingRemedy::Reset:
        return tr("Reset them…");
    case FindingRemedy::Block:
        return tr("Block…");
    case FindingRemedy::EditPolicy:
        return tr("Edit the policy…");
    case FindingRemedy::RemovePolicy:
        return tr("Remove the policy…");
    case FindingRemedy::None:
        break;
    }
    return {};
}

void FindingActions::remedy(const Finding& finding)
{
    const std::vector<Subject> subjects = session().findings().subjectsOf(finding);
    if (subjects.empty())
        return;
    switch (remedyOf(finding.kind)) {
    case FindingRemedy::SetEnd:
        return setEnd(subjects, finding.kind);
    case FindingRemedy::RemoveLocks:
        return m_tokens->removeLocks(subjects);
    case FindingRemedy::FreeSlots:
        return m_tokens->freeSlots(subjects);
    case FindingRemedy::Reset:
        return m_tokens->reset(subjects);
    case FindingRemedy::Block:
        return m_tokens->block(subjects);
    case FindingRemedy::EditPolicy: // on its page
    case FindingRemedy::RemovePolicy:
    case FindingRemedy::None:
        break;
    }
}

// The state of each, which is what never ends.
void FindingActions::setEnd(const std::vector<Subject>& subjects, const FindingKind& found)
{
    KeyIntent intent = endingOf(subjects);
    if (intent.keys.empty())
        return;
    std::vector<ChangedToken> tokens;
    for (const Subject& subject : subjects)
        tokens.push_back({subject.token, subject.policy});
    ChangeDialogs::Plan plan;
    plan.form.title = tr("Give keys an end");
    plan.form.token = whoseText(subjects);
    plan.form.explanation =
        found == FindingKind(WarningCode::AbsurdExpiry)
            ? tr("Redis deletes these keys at that time instead of the one that they have, and what "
                 "they count is forgotten. Ctrl+Z gives them back the end that they had.")
            : tr("Redis deletes these keys at that time, and what they count is forgotten, as it "
                 "would have been when their window ended. Keys that expire by now are left as they "
                 "are. Ctrl+Z takes the end away again.");
    plan.form.verb = tr("Set the end");
    plan.form.asksForEnd = true;
    plan.form.end = longestWindow(subjects);
    plan.form.asksForReason = true;
    plan.form.reasonHint = tr("Why?");
    if (isMassChange(Units(subjects.size()), std::numeric_limits<Units>::max()))
        plan.form.mass = breakDown(tokens);
    plan.first = {std::move(intent), {}, {}, loginName(), {}};
    plan.unread = tr("The keys could not be read");
    plan.complete = [found](const Change& prepared, ActDialog::Form&) {
        return withoutEnded(prepared, found).standings.empty()
                   ? tr("All these keys have an end by now, or are gone")
                   : QString();
    };
    plan.change = [this, found](const Change& prepared, const ActDialog::Entered& entered) {
        Change made = withoutEnded(prepared, found);
        if (entered.duration)
            std::get<KeyIntent>(made.intent).what =
                ExpireKeys{std::chrono::floor<std::chrono::milliseconds>(session().link().serverNow() +
                                                                         *entered.duration)
                               .time_since_epoch()
                               .count()};
        return made;
    };
    plan.sentence = [](const Made& made, const ActDialog::Entered& entered) {
        return tr("%Ln key(s) expire in %1", nullptr, pluralNumber(std::int64_t(made->changed)))
            .arg(waitText(entered.duration.value_or(Micros::zero())));
    };
    plan.reviewed = true;
    show(std::move(plan));
}

Micros FindingActions::longestWindow(const std::vector<Subject>& subjects) const
{
    Micros longest{};
    for (const Subject& subject : subjects) {
        const int place = session().tokens().find(subject);
        if (place >= 0 && session().tokens().row(place).knowsRules)
            longest = std::max(longest, session().tokens().row(place).tightest.window);
    }
    return longest > Micros::zero() ? longest : unknownWindow;
}

} // namespace ratewarden::ui
