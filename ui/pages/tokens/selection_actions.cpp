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
{
    connect(&model, &TokenTableModel::ranked, this, &SelectionActions::actLater); // after the selection
    m_dialogs->setListed([this] { return Units(m_model.rowCount()); });
    m_dialogs->setLeftOut([this] {
        if (!m_isActing) // the dialog is about others
            return TokenActions::LeftOut();
        return marks().empty() ? TokenActions::LeftOut{m_selection.count(), m_selection.unlisted()}
                               : TokenActions::LeftOut{marks().count(), marks().gone(), true};
    });
    addChanges(page);
    addOthers(page);
    m_forDetails.more = m_all.mid(m_forDetails.buttons.size() + 1);
}

void SelectionActions::addChanges(QWidget* page)
{
    const auto change = [&](const char* name, const IntentTraits& intent, const QString& verb,
                            const QString& tip, const char* key, Count::Of number, Count::Of seenFor,
                            std::function<void()> act) -> Row& {
        QAction* const action = makeAction(page, name, verb + "…", tip, QKeySequence(key));
        return add({action, verb, number, seenFor, intent}, std::move(act));
    };
    change("block", BlockIntent::traits, tr("Block"), tr("Deny every request of this token"), "Ctrl+B",
           Count::Unblocked, Count::UnblockedOrNobody, [this] { m_dialogs->block(blockable(Blocked::No)); });
    change("unblock", UnblockIntent::traits, tr("Unblock"), tr("Lift the block of this token"), "Ctrl+U",
           Count::Blocked, Count::Blocked, [this] { m_dialogs->unblock(blockable(Blocked::Yes)); });
    change("reset", ResetIntent::traits, tr("Reset"),
           tr("Forget what this token has used; on Keys the same key deletes the key"), "Del", Count::States,
           Count::Always, [this] { m_dialogs->reset(statesMeant()); });
    Row& lock = change("removeLock", RemoveLockIntent::traits, tr("Remove the lock…"),
                       tr("Remove the lock that never expires; what was used stays"), "Ctrl+Shift+U",
                       Count::Locked, Count::Locked, [this] { m_dialogs->removeLocks(locksMeant()); });
    lock.several = [](Units number) {
        return tr("Remove %Ln lock(s)…", nullptr, int(number));
    };
    lock.action->setText(lock.text);
    m_forDetails.removeLock = lock.action;
    change("freeSlots", FreeSlotsIntent::traits, tr("Free slots"),
           tr("Free the slots of requests that have been in flight for too long"), "", Count::InFlight,
           Count::InFlight, [this] { m_dialogs->freeSlots(statesMeant(&Format::countsInFlight)); });
    m_forDetails.buttons = m_all;
    m_forDetails.buttons.removeOne(m_forDetails.removeLock);
    change("charge", ChargeIntent::traits, tr("Charge"), tr("Charge units, as if requests had come"),
           "Ctrl+D", Count::Known, Count::Always, [this] { m_dialogs->charge(chargeable()); });
    change("giveBack", GiveBackIntent::traits, tr("Give back"), tr("Refund the units that were charged last"),
           "Ctrl+G", Count::Known, Count::Always, [this] { m_dialogs->giveBack(chargeable()); });
    change("override", OverrideIntent::traits, tr("Override"),
           tr("Override the policy's rules for this token, for a time"), "Ctrl+L", Count::Overridable,
           Count::Always, [this] { overrideRules(); });
    change("liftOverride", LiftOverrideIntent::traits, tr("Lift override"),
           tr("Apply the policy's rules to this token again"), "Ctrl+Shift+L", Count::Overridden,
           Count::Always, [this] { m_dialogs->liftOverride(statesMeant(&Format::isOurs)); });
}

void SelectionActions::addOthers(QWidget* page)
{
    const auto other = [&](const char* name, const QString& text, const QString& tip, const QKeySequence& key,
                           Count::Of number, std::function<void()> act, bool asksServer = false) -> Row& {
        QAction* const action = makeAction(page, name, text, tip, key);
        return add({action, text, number, Count::Always, {}, asksServer}, std::move(act));
    };
    const auto ifOne = [this](auto act) {
        return [this, act] {
            if (const std::vector<Meant> tokens = meant(); tokens.size() == 1)
                act(tokens.front().subject);
        };
    };
    Row& rules = other("publishRules", tr("Publish its rules…"),
                       tr("Say by which rules this token is limited, where its keys do not tell"), {},
                       Count::SingleUnknown,
                       ifOne([this](const Subject& subject) { Q_EMIT rulesWanted(subject); }), true);
    rules.seenFor = rules.number;
    m_forDetails.publishRules = rules.action;
    rules.why = [this](Units) {
        return m_session.missing("publish_policy");
    };
    other("compare", tr("Compare"), tr("See the windows side by side on one time axis"),
          QKeySequence("Ctrl+Return"), Count::States, [this] { Q_EMIT compareWanted(statesMeant()); })
        .several = [](Units number) {
        return tr("Compare %1").arg(numberText(number));
    };
    other("follow", tr("Follow"), tr("Compare all tokens of this client: a user, his address, his API key"),
          QKeySequence("Ctrl+Shift+Return"), Count::Single,
          ifOne([this](const Subject& subject) { Q_EMIT followWanted(subject.token); }))
        .why = [this](Units) {
        return m_session.isHashed() ? tr("Tokens are hashed here: no list of clients has them") : QString();
    };
    Row& lab = other(
        "labOfTokens", tr("Lab"), tr("Try rules on the requests in their logs"), {}, Count::Logs,
        [this] { Q_EMIT labWanted(statesMeant(&Format::hasLog)); }, true);
    lab.several = [](Units number) {
        return tr("Lab of %1").arg(numberText(number));
    };
    lab.why = [](Units number) {
        return number == 0 ? tr("None of them keeps a log of its requests") : QString();
    };
    other("explain", tr("Why was it denied?…"),
          tr("Explain a denial of this token: which rule, who had filled it, when it was free"), {},
          Count::SingleState, ifOne([this](const Subject& subject) { Q_EMIT explanationWanted(subject); }),
          true);
    other("audit", tr("What happened to this token"), tr("See who has changed this token, when and why"),
          QKeySequence("Ctrl+H"), Count::Single,
          ifOne([this](const Subject& subject) { Q_EMIT auditWanted(subject.token); }));
    other("copy", tr("Copy token"), tr("Copy the exact bytes of the token"), QKeySequence::Copy, Count::Meant,
          [this] { copyTokens(); })
        .several = [](Units number) {
        return tr("Copy %1 tokens").arg(numberText(number));
    };
}

// What is pressed before the list has followed what was typed is about the rows that are asked for.
SelectionActions::Row& SelectionActions::add(Row row, std::function<void()> act)
{
    QAction* const action = row.action;
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
    m_all << action;
    return m_rows.emplace_back(std::move(row));
}

void SelectionActions::actLater()
{
    if (m_later && !m_model.rearranging())
        std::exchange(m_later, {})();
}

QList<QAction*> SelectionActions::forMarks() const
{
    QList<QAction*> actions;
    for (const char* const name : {"compare", "labOfTokens", "block"})
        actions << *std::ranges::find(m_all, QString(name), &QAction::objectName);
    return actions;
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

// `all`: whatever is possible is counted for each.
SelectionActions::Counts SelectionActions::countsOf(const std::vector<Meant>& tokens, bool all) const
{
    Counts counts{};
    const Units meant = all ? countMeant() : Units(tokens.size());
    const auto countIf = [&](auto is) {
        return all ? meant : Units(std::ranges::count_if(tokens, is));
    };
    const auto ofFormats = [&](bool (Format::*is)() const) {
        return countIf([is](const Meant& token) { return (token.subject.format->*is)(); });
    };
    counts[Count::Always] = 1;
    counts[Count::Meant] = meant;
    counts[Count::Single] = meant == 1 ? 1 : 0;
    counts[Count::Blocked] = countIf(&Meant::blocked);
    counts[Count::Unblocked] = countIf([](const Meant& token) { return !token.blocked; });
    counts[Count::UnblockedOrNobody] = meant == 0 ? 1 : counts[Count::Unblocked];
    const Units states = counts[Count::States] = ofFormats(&Format::hasState);
    const Units known = counts[Count::Known] = countIf(&Meant::knowsRules);
    counts[Count::SingleState] = meant == 1 ? states : 0;
    counts[Count::SingleUnknown] = meant == 1 && known == 0 ? states : 0;
    // Another program decides by its own rules: an override would reach nobody.
    const Units ours = ofFormats(&Format::isOurs);
    counts[Count::Overridable] = std::min(known, ours);
    counts[Count::Overridden] = std::min(states, ours);
    counts[Count::Locked] = all ? 0 : countIf(&Meant::locked);
    counts[Count::InFlight] = all ? 0 : ofFormats(&Format::countsInFlight);
    counts[Count::Logs] = ofFormats(&Format::hasLog);
    const SharedDetail detail = m_shown();
    const bool isOfShown = marks().empty() || (tokens.size() == 1 && detail &&
                                               detail->reading.subject == tokens.front().subject);
    if (meant == 1 && isOfShown && !(detail && detail->override))
        counts[Count::Overridden] = 0;
    return counts;
}

void SelectionActions::update()
{
    // Of very many it is not looked at each one, as this is asked with every reading.
    const bool all = countMeant() > mostSelectedAsked;
    const std::vector<Meant> tokens = all ? std::vector<Meant>() : meant();
    const Counts counts = countsOf(tokens, all);
    const Units count = counts[Count::Meant];
    const QString nobody = whyNobody();
    // Other programs' keys may lie under other rights; the first of the tokens stands for the others.
    const auto isOurs = [](const Meant& token) {
        return token.subject.format->isOurs();
    };
    const bool asksOurs = tokens.empty() || std::ranges::any_of(tokens, isOurs);
    const auto foreign = std::ranges::find_if_not(tokens, isOurs);
    if (foreign != tokens.end())
        m_session.lookAtRights(foreign->subject, foreign->blocked);
    const QString toCharge = missingToCharge(tokens);
    const auto missing = [&](const IntentTraits& intent) {
        if (intent.on == ActOn::Overrides) // of our own alone
            return m_session.missing(intent.right);
        if (intent.on == ActOn::Charges && !toCharge.isEmpty())
            return toCharge;
        const QString script = asksOurs ? m_session.missing(intent.right) : QString();
        return script.isEmpty() && foreign != tokens.end() ? m_session.missing(foreign->subject, intent.right)
                                                           : script;
    };
    const QString subject = tokens.size() == 1 ? shown(tokens.front().subject.token) : QString();
    for (const Row& row : m_rows) {
        const Units number = counts[row.number];
        const bool isChange = row.intent.on != ActOn::Other;
        QString text = row.text;
        if (row.several)
            text = number > 1 ? row.several(number) : text;
        else if (isChange)
            text = count > 1 ? tr("%1 %2…").arg(text, numberText(count)) : text + "…";
        setSubjectOf(row.action, subject);
        row.action->setText(text);
        enableIfAllowed(row.action, number > 0 && (m_session.live() || !row.asksServer),
                        !nobody.isEmpty() ? nobody
                        : row.why         ? row.why(number)
                        : isChange        ? missing(row.intent)
                                          : QString());
        row.action->setVisible(counts[row.seenFor] > 0);
    }
}

} // namespace ratewarden::ui
