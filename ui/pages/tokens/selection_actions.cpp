// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/selection_actions.h"

#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "ui/pages/tokens/token_selection.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/copy_bytes.h"

#include <QAction>
#include <QScopedValueRollback>

#include <algorithm>
#include <set>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr Units mostSelectedAsked = 1000; // of the rows that are selected

} // namespace

SelectionActions::SelectionActions(Session& session, const TokenTableModel& model,
                                   const TokenSelection& selection, std::function<SharedDetail()> shown,
                                   QWidget* page)
    : QObject(page)
    , m_session(session)
    , m_model(model)
    , m_selection(selection)
    , m_shown(std::move(shown))
    , m_dialogs(new TokenActions(session, page))
    , m_block(makeAction(page, "block", tr("Block…"), tr("Deny every request of this token"),
                         QKeySequence("Ctrl+B")))
    , m_unblock(makeAction(page, "unblock", tr("Unblock…"), tr("Lift the block of this token"),
                           QKeySequence("Ctrl+U")))
    , m_reset(makeAction(page, "reset", tr("Reset…"),
                         tr("Forget what this token has used; on Keys the same key deletes the key"),
                         QKeySequence(Qt::Key_Delete)))
    , m_removeLock(makeAction(page, "removeLock", tr("Remove the lock…"),
                              tr("Remove the lock that never expires; what was used stays"),
                              QKeySequence("Ctrl+Shift+U")))
    , m_freeSlots(makeAction(page, "freeSlots", tr("Free slots…"),
                             tr("Free the slots of requests that have been in flight for too long"),
                             QKeySequence()))
    , m_charge(makeAction(page, "charge", tr("Charge…"), tr("Charge units, as if requests had come"),
                          QKeySequence("Ctrl+D")))
    , m_giveBack(makeAction(page, "giveBack", tr("Give back…"), tr("Refund the units that were charged last"),
                            QKeySequence("Ctrl+G")))
    , m_override(makeAction(page, "override", tr("Override…"),
                            tr("Override the policy's rules for this token, for a time"),
                            QKeySequence("Ctrl+L")))
    , m_liftOverride(makeAction(page, "liftOverride", tr("Lift override…"),
                                tr("Apply the policy's rules to this token again"),
                                QKeySequence("Ctrl+Shift+L")))
    , m_rules(makeAction(page, "publishRules", tr("Publish its rules…"),
                         tr("Say by which rules this token is limited, where its keys do not tell"),
                         QKeySequence()))
    , m_compare(makeAction(page, "compare", tr("Compare"),
                           tr("See the windows side by side on one time axis"), QKeySequence("Ctrl+Return")))
    , m_follow(makeAction(page, "follow", tr("Follow"),
                          tr("Compare all tokens of this client: a user, his address, his API key"),
                          QKeySequence("Ctrl+Shift+Return")))
    , m_lab(makeAction(page, "labOfTokens", tr("Lab"), tr("Try rules on the requests in their logs"),
                       QKeySequence()))
    , m_explain(
          makeAction(page, "explain", tr("Why was it denied?…"),
                     tr("Explain a denial of this token: which rule, who had filled it, when it was free"),
                     QKeySequence()))
    , m_audit(makeAction(page, "audit", tr("What happened to this token"),
                         tr("See who has changed this token, when and why"), QKeySequence("Ctrl+H")))
    , m_copy(makeAction(page, "copy", tr("Copy token"), tr("Copy the exact bytes of the token"),
                        QKeySequence::Copy))
{
    connect(&model, &TokenTableModel::ranked, this, &SelectionActions::actLater); // after the selection
    m_dialogs->setListed([this] { return Units(m_model.rowCount()); });
    m_dialogs->setLeftOut([this] {
        if (!m_isActing) // the dialog is about others
            return TokenActions::LeftOut();
        return marks().empty() ? TokenActions::LeftOut{m_selection.count(), m_selection.unlisted()}
                               : TokenActions::LeftOut{marks().count(), marks().gone(), true};
    });
    onTrigger(m_block, [this] { m_dialogs->block(blockable(Blocked::No)); });
    onTrigger(m_unblock, [this] { m_dialogs->unblock(blockable(Blocked::Yes)); });
    onTrigger(m_reset, [this] { m_dialogs->reset(statesMeant()); });
    onTrigger(m_removeLock, [this] { m_dialogs->removeLocks(locksMeant()); });
    onTrigger(m_freeSlots, [this] { m_dialogs->freeSlots(statesMeant(&Format::freesSlots)); });
    onTrigger(m_charge, [this] { m_dialogs->charge(chargeable()); });
    onTrigger(m_giveBack, [this] { m_dialogs->giveBack(chargeable()); });
    onTrigger(m_override, [this] { overrideRules(); });
    onTrigger(m_liftOverride, [this] { m_dialogs->liftOverride(statesMeant(&Format::isOurs)); });
    onTrigger(m_rules, [this] {
        if (const std::vector<Subject> subjects = statesMeant(); subjects.size() == 1)
            Q_EMIT rulesWanted(subjects.front());
    });
    onTrigger(m_compare, [this] { Q_EMIT compareWanted(statesMeant()); });
    onTrigger(m_follow, [this] {
        if (const std::vector<Meant> tokens = meant(); tokens.size() == 1)
            Q_EMIT followWanted(tokens.front().subject.token);
    });
    onTrigger(m_lab, [this] { Q_EMIT labWanted(statesMeant(&Format::hasLog)); });
    onTrigger(m_explain, [this] {
        if (const std::vector<Subject> subjects = statesMeant(); subjects.size() == 1)
            Q_EMIT explanationWanted(subjects.front());
    });
    onTrigger(m_audit, [this] {
        if (const std::vector<Meant> tokens = meant(); tokens.size() == 1)
            Q_EMIT auditWanted(tokens.front().subject.token);
    });
    onTrigger(m_copy, [this] { copyTokens(); });
}

// What is pressed before the list has followed what was typed is about the rows that are asked for.
void SelectionActions::onTrigger(QAction* action, std::function<void()> act)
{
    connect(action, &QAction::triggered, this, [this, action, act = std::move(act)] {
        const auto actOnThem = [this, act] {
            const QScopedValueRollback acts(m_isActing, true);
            act();
        };
        if (!m_model.rearranging())
            return actOnThem();
        m_later = [action, actOnThem] {
            if (action->isEnabled())
                actOnThem();
        };
    });
}

void SelectionActions::actLater()
{
    if (m_later && !m_model.rearranging())
        std::exchange(m_later, {})();
}

TokenDetails::Actions SelectionActions::forDetails() const
{
    return {m_block,
            m_unblock,
            m_reset,
            m_removeLock,
            m_freeSlots,
            m_rules,
            {m_charge, m_giveBack, m_override, m_liftOverride, m_rules, m_compare, m_follow, m_lab, m_explain,
             m_audit, m_copy}};
}

QList<QAction*> SelectionActions::all() const
{
    const TokenDetails::Actions actions = forDetails();
    return QList<QAction*>{actions.block, actions.unblock, actions.reset, actions.removeLock,
                           actions.freeSlots} +
           actions.more;
}

// Those that are marked, listed or not; or the rows that are selected; and nobody else.
std::vector<int> SelectionActions::placesMeant() const
{
    if (!marks().empty())
        return marks().places();
    std::vector<int> places = m_selection.rows();
    for (int& place : places)
        place = m_model.placeAt(place);
    return places;
}

Units SelectionActions::countMeant() const
{
    return marks().empty() ? m_selection.listedCount() : Units(marks().places().size());
}

std::vector<SelectionActions::Meant> SelectionActions::meant() const
{
    std::vector<Meant> tokens;
    for (const int place : placesMeant()) {
        const TokenRow& its = m_model.ofPlace(place);
        tokens.push_back({m_model.keyOfPlace(place), its.state == TokenStatus::Blocked, its.knowsRules,
                          its.warnings.has(WarningCode::StaleLock)});
    }
    return tokens;
}

std::vector<Subject> SelectionActions::blockable(Blocked blocked) const
{
    std::vector<Subject> subjects;
    std::set<std::string> seen; // under another policy
    for (Meant& token : meant()) {
        if (token.blocked != (blocked == Blocked::Yes))
            continue;
        if (!token.subject.format->isOurs())
            subjects.push_back(std::move(token.subject));
        else if (seen.insert(token.subject.token).second)
            subjects.push_back(controlSubject(token.subject.token));
    }
    return subjects;
}

std::vector<Subject> SelectionActions::statesMeant(bool (Format::*is)() const) const
{
    std::vector<Subject> subjects;
    for (Meant& token : meant())
        if (const Format& format = *token.subject.format; format.hasState() && (format.*is)())
            subjects.push_back(std::move(token.subject));
    return subjects;
}

std::vector<Subject> SelectionActions::locksMeant() const
{
    std::vector<Subject> subjects;
    for (Meant& token : meant())
        if (token.locked)
            subjects.push_back(std::move(token.subject));
    return subjects;
}

std::vector<TokenActions::Charged> SelectionActions::chargeable() const
{
    std::vector<TokenActions::Charged> tokens;
    for (const Subject& subject : statesMeant())
        if (const Policy* const policy = m_session.policyNamed(subject.policy);
            policy && subject.format->keeps(*policy)) // a state of an earlier algorithm is not charged
            tokens.push_back({subject, *policy});
    return tokens;
}

void SelectionActions::overrideRules()
{
    std::vector<TokenActions::Charged> tokens = chargeable();
    std::erase_if(tokens, [](const TokenActions::Charged& token) { return !token.key.format->isOurs(); });
    if (!tokens.empty())
        m_dialogs->overrideRules(tokens, QString::fromStdString(notation(tokens.front().policy.rules)));
}

void SelectionActions::copyTokens()
{
    std::string bytes;
    for (const Meant& token : meant())
        bytes += (bytes.empty() ? "" : "\n") + token.subject.token;
    copyBytes(bytes);
}

// Each algorithm has a script that charges.
QString SelectionActions::missingToCharge(const std::vector<Meant>& tokens) const
{
    QString missing;
    for (const Meant& token : tokens)
        if (const Policy* const policy = m_session.policyNamed(token.subject.policy);
            policy && missing.isEmpty() && token.subject.format->isOurs())
            missing = m_session.missing(algorithmNamed(policy->algorithm).script);
    return missing;
}

// Why there is nobody to act on; empty: somebody is meant.
QString SelectionActions::whyNobody() const
{
    if (countMeant() > 0)
        return {};
    if (!marks().empty())
        return tr("None of the marked tokens exists any more");
    const std::optional<Subject>& subject = m_selection.shown();
    return subject ? tr("%1 is not listed").arg(shown(subject->token)) : tr("Select a token first");
}

void SelectionActions::update()
{
    // Of very many it is not looked at each one, as this is asked with every reading.
    Units count = countMeant();
    const bool all = count > mostSelectedAsked;
    const std::vector<Meant> tokens = all ? std::vector<Meant>() : meant();
    count = all ? count : Units(tokens.size());
    const auto countIf = [&](auto is) {
        return all ? count : Units(std::ranges::count_if(tokens, is));
    };
    const Units blocked = countIf(&Meant::blocked);
    const Units unblocked = countIf([](const Meant& token) { return !token.blocked; });
    const Units states = countIf([](const Meant& token) { return token.subject.format->hasState(); });
    const Units known = countIf(&Meant::knowsRules);
    // Another program decides by its own rules: an override would reach nobody.
    const Units ours = countIf([](const Meant& token) { return token.subject.format->isOurs(); });
    const Units overridable = std::min(known, ours);
    const QString nobody = whyNobody();
    const auto enable = [&](QAction* action, bool enabled, const QString& missing) {
        enableIfAllowed(action, m_session.live() && enabled, nobody.isEmpty() ? missing : nobody);
    };
    const auto offer = [&](QAction* action, const QString& verb, Units number, const QString& missing) {
        action->setText(count > 1 ? tr("%1 %2…").arg(verb, numberText(number)) : verb + "…");
        enable(action, number > 0, missing);
    };
    // Other programs' keys may lie under other rights; the first of the tokens stands for the others.
    const auto foreign =
        std::ranges::find_if(tokens, [](const Meant& token) { return !token.subject.format->isOurs(); });
    if (foreign != tokens.end())
        m_session.lookAtRights(foreign->subject, foreign->blocked);
    const auto missing = [&](std::string_view act) {
        const QString script = tokens.empty() || ours > 0 ? m_session.missing(act) : QString();
        return script.isEmpty() && foreign != tokens.end() ? m_session.missing(foreign->subject, act)
                                                           : script;
    };
    const QString subject = tokens.size() == 1 ? shown(tokens.front().subject.token) : QString();
    for (QAction* const action : this->all())
        setSubjectOf(action, subject);
    offer(m_block, tr("Block"), unblocked, missing("block"));
    offer(m_unblock, tr("Unblock"), blocked, missing("unblock"));
    m_block->setVisible(count == 0 || unblocked > 0);
    m_unblock->setVisible(blocked > 0);
    const Units locked = all ? 0 : countIf(&Meant::locked);
    m_removeLock->setText(locked > 1 ? tr("Remove %Ln lock(s)…", nullptr, int(locked))
                                     : tr("Remove the lock…"));
    enable(m_removeLock, locked > 0, missing("remove_lock"));
    m_removeLock->setVisible(locked > 0);
    const Units slots = all ? 0 : Units(std::ranges::count_if(tokens, [](const Meant& token) {
        return token.subject.format->freesSlots();
    }));
    offer(m_freeSlots, tr("Free slots"), slots, missing("free_slots"));
    m_freeSlots->setVisible(slots > 0);
    offer(m_reset, tr("Reset"), states, missing("reset"));
    const QString toCharge = missingToCharge(tokens);
    offer(m_charge, tr("Charge"), known, toCharge.isEmpty() ? missing("charge") : toCharge);
    offer(m_giveBack, tr("Give back"), known, toCharge.isEmpty() ? missing("give_back") : toCharge);
    offer(m_override, tr("Override"), overridable, m_session.missing("override"));
    offer(m_liftOverride, tr("Lift override"), std::min(states, ours), m_session.missing("lift_override"));
    const SharedDetail detail = m_shown();
    const bool isOfShown = marks().empty() || (tokens.size() == 1 && detail &&
                                               detail->reading.subject == tokens.front().subject);
    if (count == 1 && isOfShown && !(detail && detail->override))
        enable(m_liftOverride, false, m_session.missing("lift_override"));
    m_rules->setVisible(count == 1 && known == 0 && states == 1);
    enable(m_rules, m_rules->isVisible(), m_session.missing("publish_policy"));
    m_compare->setText(states > 1 ? tr("Compare %1").arg(numberText(states)) : tr("Compare"));
    enableIfAllowed(m_compare, states > 0, nobody);
    enableIfAllowed(m_follow, count == 1,
                    nobody.isEmpty() && m_session.isHashed()
                        ? tr("Tokens are hashed here: no list of clients has them")
                        : nobody);
    const Units logs = countIf([](const Meant& token) { return token.subject.format->hasLog(); });
    m_lab->setText(logs > 1 ? tr("Lab of %1").arg(numberText(logs)) : tr("Lab"));
    enableIfAllowed(m_lab, m_session.live() && logs > 0,
                    nobody.isEmpty() && logs == 0 ? tr("None of them keeps a log of its requests") : nobody);
    enableIfAllowed(m_explain, m_session.live() && count == 1 && states == 1, nobody);
    enableIfAllowed(m_audit, count == 1, nobody);
    m_copy->setText(count > 1 ? tr("Copy %1 tokens").arg(numberText(count)) : tr("Copy token"));
    enableIfAllowed(m_copy, count > 0, nobody);
}

} // namespace ratewarden::ui
