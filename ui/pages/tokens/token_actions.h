// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/breakdown.h"
#include "core/formats/reading.h"
#include "ui/models/control_table_model.h"
#include "ui/pages/change_dialogs.h"

#include <QWidget>

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// What an operator can do to tokens, one or many in one step: each shown first in a dialog, then done in the
/// link's act lane, where the window's changes go, so that it can be undone. An empty selection is a no-op.
class TokenActions final : public ChangeDialogs {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    TokenActions(Session& session, QWidget* window);
    /// Tells how many tokens are listed where these are chosen: a change of many of them has to be confirmed
    /// by their number.
    void setListed(std::function<Units()> listed) { m_listed = std::move(listed); }
    /// Of what was chosen, what cannot be changed: a change of the others names it.
    struct LeftOut {
        Units chosen = 0;
        std::vector<Subject> missing; ///< of these
        bool marked = false;          ///< not selected
    };
    void setLeftOut(std::function<LeftOut()> leftOut) { m_leftOut = std::move(leftOut); }

    /// Of the token under every policy, or as another limiter keeps it.
    void block(std::vector<Subject> subjects);
    /// Asks which token, too.
    void blockTyped() { openBlock({}); }
    /// Blocks it anew, with another reason or end; what they are stands there at first.
    void changeBlock(const ControlEntry& present);
    void unblock(std::vector<Subject> subjects);
    void reset(std::vector<Subject> keys);
    /// Removes their locks that never expire.
    void removeLocks(std::vector<Subject> subjects);
    /// Frees their slots from an age on, which is asked for.
    void freeSlots(std::vector<Subject> subjects);

    /// A token under a policy whose rules are known.
    struct Charged {
        Subject key;
        Policy policy;
    };
    /// Charges units as if a request had come that costs so many.
    void charge(std::vector<Charged> tokens) { openCharge(std::move(tokens), Mode::Acquire); }
    /// Gives back what was charged last.
    void giveBack(std::vector<Charged> tokens) { openCharge(std::move(tokens), Mode::GiveBack); }

    /// Overrides their policies' rules, for a time; `rules` stand there at first.
    void overrideRules(std::vector<Charged> tokens, const QString& rules);
    /// Edits the override; the dialog starts with its current rules.
    void changeOverride(const Charged& token, const ControlEntry& present);
    /// Lifts their overrides.
    void liftOverride(std::vector<Subject> keys);

private:
    /// What is to be done, made from what is entered; in any thread.
    using Intended = std::function<Intent(const ActDialog::Entered&)>;

    void runAll(ActDialog::Form form, std::vector<Subject> subjects,
                std::map<std::string, Policy, std::less<>> policies, Intended intended,
                std::function<QString(const Made&, const ActDialog::Entered&)> sentence,
                Intent planned = UnblockIntent{});
    /// What the tightest rule of one of our own tokens counts now and after it, as it was read last.
    std::optional<UsedChange> usedBy(const Intent& intent, const Subject& subject) const;
    /// The policies of those whose formats plan on their rules.
    std::map<std::string, Policy, std::less<>> policiesOf(const std::vector<Subject>& subjects) const;
    void openRules(std::vector<Charged> tokens, ActDialog::Form form);
    std::function<QString(const std::string& rules)> effectOn(const Subject& subject, const Policy& policy);
    void openBlock(std::vector<Subject> subjects, ActDialog::Form form = {});
    void openCharge(std::vector<Charged> tokens, Mode mode);

    /// Empty: the change is of few.
    std::optional<Breakdown> massOf(const std::vector<Subject>& subjects) const;
    QString leftOutText() const;

    std::function<Units()> m_listed = [] {
        return std::numeric_limits<Units>::max();
    };
    std::function<LeftOut()> m_leftOut = [] {
        return LeftOut();
    };
};

} // namespace ratewarden::ui
