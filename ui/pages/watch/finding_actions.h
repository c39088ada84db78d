// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"
#include "ui/pages/change_dialogs.h"

#include <vector>

namespace ratewarden::ui {

class TokenActions;

/// What an operator can do about a finding, for all of its tokens in one step: shown first in a dialog, then
/// done in the link's act lane, so that it can be undone.
class FindingActions final : public ChangeDialogs {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    FindingActions(Session& session, QWidget* window);

    /// "Give them an end…"; empty: nothing can be done about it here.
    static QString text(FindingRemedy remedy);
    /// Does it for all tokens that have it now; one of a policy is for its page.
    void remedy(const Finding& finding);

private:
    void setEnd(const std::vector<Subject>& subjects, const FindingKind& found);
    Micros longestWindow(const std::vector<Subject>& subjects) const;

    TokenActions* m_tokens;
};

} // namespace ratewarden::ui
