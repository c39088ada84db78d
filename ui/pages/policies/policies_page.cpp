// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/policies/policies_page.h"

#include "core/admin/login_name.h"
#include "core/formats/foreign/catalogue.h"
#include "core/policies/rule_check.h"
#include "ui/charts/rule_envelope.h"
#include "ui/charts/usage_chart.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/guarded_dialogs.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/row_plugins.h"
#include "ui/pages/while_shown.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/copy_rules.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostVersions = 100;
constexpr int narrowPoliciesPage = 860; // below this width the details move below the list

} // namespace

PoliciesPage::PoliciesPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_desk(&session.policyDesk())
    , m_removals(session, this, this)
    , m_new(makeAction(this, "newPolicy", tr("New policy…"), tr("Publish a policy with a new name"),
                       QKeySequence::New))
    , m_edit(makeAction(this, "editPolicy", tr("Edit…"),
                        tr("Edit the selected policy, with a preview of the effect"), QKeySequence("Ctrl+E")))
    , m_promote(makeAction(this, "promoteCandidate", tr("Promote candidate…"),
                           tr("Make the candidate's rules the enforced ones"), QKeySequence("Ctrl+Shift+E")))
    , m_remove(makeAction(this, "removePolicy", tr("Remove…"),
                          tr("Remove the selected policy; its history stays"), QKeySequence()))
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel(QString(), PlainLabel::Tone::Muted))
    , m_copy(named("copyRules", new QPushButton(tr("Copy rules"))))
    , m_lab(named("tryInLab", new QPushButton(tr("Try in the lab"))))
{
    const auto [layout, head] = framePage(this, m_banner, tr("Policies"), m_counts);
    m_copy->setToolTip(tr("Copy the rules in this or another program's notation"));
    m_copy->setMenu(makeCopyRulesMenu(
        m_copy,
        [this] {
            const PublishedPolicy* const policy = chosenPolicy();
            return policy ? &policy->policy : nullptr;
        },
        [this](const QString& sentences) { Q_EMIT done(sentences); }));
    m_lab->setToolTip(
        tr("Try the rules and the candidate of the selected policy on the requests in its logs, or "
           "on other traffic"));
    head->addWidget(m_lab);
    head->addWidget(m_copy);
    head->addWidget(buttonFor(m_remove, false));
    head->addWidget(buttonFor(m_promote, false));
    head->addWidget(buttonFor(m_edit, false));
    head->addWidget(buttonFor(m_new, false));
    m_columns = rowLayout(12);
    m_columns->addWidget(makeList(), 3);
    m_columns->addWidget(makeDetails(), 2);
    layout->addLayout(m_columns, 1);

    connect(m_new, &QAction::triggered, this,
            [this] { edit(PolicyDialog::Form::Policy, std::nullopt, std::nullopt); });
    connect(m_edit, &QAction::triggered, this, [this] {
        if (const PublishedPolicy* const policy = chosenPolicy())
            edit(PolicyDialog::Form::Policy, *policy, std::nullopt);
    });
    connect(m_lab, &QPushButton::clicked, this, [this] {
        if (const PublishedPolicy* const policy = chosenPolicy())
            Q_EMIT labWanted(*policy);
    });
    connect(m_promote, &QAction::triggered, this, &PoliciesPage::promote);
    connect(m_remove, &QAction::triggered, this, &PoliciesPage::remove);
    connect(m_table, &QTableView::activated, m_edit, &QAction::trigger); // Return, or a double click
    connect(&m_session, &Session::policiesRead, this, &PoliciesPage::take);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (isVisible())
            m_banner->setProblem(sentence);
    });
    connect(m_desk, &PolicyDesk::requestsChanged, this, &PoliciesPage::showRequests);
    connect(m_desk, &PolicyDesk::versionsChanged, this, &PoliciesPage::showVersions);
    connect(m_desk, &PolicyDesk::effectChanged, this, &PoliciesPage::showEffect);
    new WhileShown(this, m_desk.data(), &PolicyDesk::setShown);
    connect(&m_removals, &ChangeDialogs::done, this, &PoliciesPage::done);
    connect(&m_removals, &ChangeDialogs::failed, m_banner, &PageBanner::setProblem);
    connect(&m_session, &Session::rightsChanged, this, &PoliciesPage::updateActions);
    connect(m_requests, &CandidateCard::tokensWanted, this, [this] {
        if (const PublishedPolicy* const policy = chosenPolicy())
            Q_EMIT tokensWanted(candidatePolicy(*policy).name);
    });
    connect(&m_session, &Session::problemChanged, this, &PoliciesPage::updateEmpty);
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateEmpty();
        const bool lost = m_link.isUnreachable();
        m_requests->setEnabled(!lost);
        if (m_rows->setFaded(lost))
            m_table->viewport()->update();
    });
    showChosen();
    updateEmpty();
    updateActions();
}

QWidget* PoliciesPage::makeList()
{
    auto* const card = new Card;
    m_table = named("policiesTable", new RowTable(20, tr("Policies"), &m_model));
    m_rows = new InkDelegate({PolicyTableModel::Name, PolicyTableModel::Rules}, {PolicyTableModel::Algorithm},
                             m_table);
    m_table->setItemDelegate(m_rows);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->setColumns({{150}, {0}, {170, 800}, {184, 420}, {70}});
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndexList rows = m_table->selectionModel()->selectedRows();
        m_chosen = rows.isEmpty() ? std::string() : m_model.at(rows.first().row()).name;
        m_scroll->verticalScrollBar()->setValue(0);
        m_desk->look(m_chosen);
        showChosen();
        updateActions();
    });
    auto* const plugins = new RowPlugins(
        m_session, {"policy", "rules", "algorithm", "version"},
        [this]() -> std::optional<RowPlugins::Values> {
            const PublishedPolicy* const policy = chosenPolicy();
            if (!policy)
                return std::nullopt;
            return RowPlugins::Values{{"policy", policy->policy.name},
                                      {"rules", notation(policy->policy.rules)},
                                      {"algorithm", policy->policy.algorithm},
                                      {"version", std::to_string(policy->version)}};
        },
        m_table, this);
    connect(plugins, &RowPlugins::failed, m_banner, &PageBanner::setProblem);
    card->body()->addWidget(m_table);
    setFocusProxy(m_table);
    return card;
}

QWidget* PoliciesPage::makeDetails()
{
    m_details = new QWidget;
    auto* const column = columnLayout(12, m_details);
    m_name = new PlainLabel;
    m_name->setFont(monospaceHeadingFont());
    m_tokensOfChosen = named("policyTokens", new LinkButton(tr("Its tokens →")));
    m_tokensOfChosen->setToolTip(tr("The tokens that are limited under this policy"));
    connect(m_tokensOfChosen, &QAbstractButton::clicked, this, [this] { Q_EMIT tokensWanted(m_chosen); });
    auto* const heading = new QHBoxLayout;
    heading->addWidget(m_name, 1);
    heading->addWidget(m_tokensOfChosen);
    column->addLayout(heading);
    m_about = new PlainLabel({}, PlainLabel::Tone::Muted);
    m_about->setWrapped();
    column->addWidget(m_about);
    auto* const rules = new Card(tr("Most requests allowed in any span"));
    m_envelope = new RuleEnvelope;
    rules->body()->addWidget(m_envelope);
    m_legend = new RuleLegend;
    auto* const below = new QHBoxLayout; // where the page is narrow, the title alone fills the header
    below->addWidget(makeTableButton(m_envelope, [this] { return shown(m_chosen); }));
    below->addWidget(m_legend, 1);
    rules->body()->addLayout(below);
    m_findings = new PlainLabel;
    m_findings->setWrapped();
    rules->body()->addWidget(m_findings);
    column->addWidget(rules);
    m_requests = new CandidateCard;
    auto* const age = new AgeLabel(m_session, [this] {
        return m_session.totals().knownUntil(m_chosen); // its candidate is read with it
    });
    connect(age, &AgeLabel::ticked, this, &PoliciesPage::showRequests);
    m_requests->addToFoot(age);
    column->addWidget(m_requests);
    auto* const versions = new Card(tr("Versions"));
    m_historyProblem = new PlainLabel;
    m_historyProblem->setWrapped();
    m_historyProblem->hide();
    versions->body()->addWidget(m_historyProblem);
    m_history = columnLayout(8);
    versions->body()->addLayout(m_history);
    column->addWidget(versions);
    column->addStretch(1);
    m_scroll = makeScrollArea(m_details);
    return m_scroll;
}

bool PoliciesPage::choose(const std::string& name)
{
    const int row = m_model.rowOf(name);
    if (row >= 0)
        m_table->selectRow(row);
    return row >= 0;
}

void PoliciesPage::change(const std::string& name, bool removes)
{
    if (choose(name))
        (removes ? m_remove : m_edit)->trigger();
}

std::optional<int> PoliciesPage::chosenRow() const
{
    const int row = m_chosen.empty() ? -1 : m_model.rowOf(m_chosen);
    return row < 0 ? std::nullopt : std::optional(row);
}

void PoliciesPage::take(const std::shared_ptr<const PolicyBook>& book)
{
    const bool hadNone = m_model.rowCount() == 0;
    const std::string chosen = m_chosen;
    m_model.put(*book);
    updateEmpty();
    m_counts->setText(m_model.rowCount() == 0 ? QString() : tr("%Ln published", nullptr, m_model.rowCount()));
    if (m_link.state() == Link::State::Live)
        m_banner->setKnownAt(m_link.serverNow());
    if (hadNone)
        settleSelection(m_table);
    else if (!m_awaited.empty() && choose(m_awaited))
        m_awaited.clear();
    else if (!chosen.empty() && m_model.rowOf(chosen) < 0) // none takes the place of one that was removed
        m_table->selectionModel()->clear();
    else if (m_table->selectionModel()->selectedRows().isEmpty())
        choose(chosen); // it has come back: what is shown of it, and acted on, has its row marked
    showChosen();
    updateActions();
    Q_EMIT countChanged(m_model.rowCount());
}

void PoliciesPage::updateEmpty()
{
    if (m_model.rowCount() > 0)
        m_table->setEmptyText({});
    else if (const EmptyReason why = whyUnread(*this, m_session, m_session.policyProblem());
             !why.text.isEmpty())
        m_table->setEmptyText(why.text, why.step);
    else if (!m_session.policies())
        m_table->setEmptyText(tr("Reading policies"));
    else
        m_table->setEmptyText(tr("No policy is published on this server yet. Publish one here, or with\n"
                                 "ratewarden-ctl policy publish api.json --reason \"…\""),
                              m_new);
}

void PoliciesPage::showChosen()
{
    const auto row = chosenRow();
    m_scroll->setVisible(row.has_value()); // else the list has all the room
    if (!row)
        return;
    m_name->setText(shown(m_chosen));
    const PublishedPolicy* const policy = chosenPolicy();
    if (!policy) {
        m_about->setText(problemText(m_model.at(*row).problem));
        m_envelope->setPolicy({});
        m_legend->setRules({});
        m_findings->setText({});
        m_requests->hide();
        return;
    }
    QStringList about;
    if (!policy->description.empty())
        about << shown(policy->description);
    about << (policy->policy.format.empty()
                  ? algorithmText(policy->policy.algorithm)
                  : tr("rules of another limiter, for keys of %1").arg(shown(policy->policy.format)));
    if (policy->policy.counters)
        about << tr("requests counted");
    if (policy->policy.hashTokens)
        about << tr("tokens hashed");
    if (policy->candidate)
        about << tr("candidate %1").arg(rulesText(policy->candidate->rules));
    m_about->setText(about.join(QStringLiteral(" · ")));
    m_envelope->setPolicy(policy->policy);
    m_legend->setRules(m_envelope->drawnRules());
    QStringList findings;
    for (const RuleFinding& finding : checkRules(policy->policy, 1, !ruleNamesOf(policy->policy).empty()))
        findings << QStringLiteral("▲ ") + findingText(finding, policy->policy.rules);
    for (const QString& finding : candidateFindingTexts(*policy, 1))
        findings << QStringLiteral("▲ ") + finding;
    m_findings->setText(findings.join(QLatin1Char('\n')));
    m_findings->setVisible(!findings.isEmpty());
    showRequests();
}

void PoliciesPage::showRequests()
{
    const PublishedPolicy* const policy = chosenPolicy();
    if (policy == nullptr)
        return;
    m_requests->present(*policy, m_desk->requests());
    if (m_dialog && m_promoted == m_chosen)
        m_dialog->setCandidateSeen(
            tr("In the last ten minutes. %1").arg(m_requests->texts().join(QStringLiteral(". "))));
}

void PoliciesPage::showVersions()
{
    m_historyProblem->setText(m_desk->versions().problem);
    m_historyProblem->setVisible(!m_desk->versions().problem.isEmpty());
    const std::vector<PolicyVersion>& versions = m_desk->versions().all;
    m_historyTexts.clear();
    clearLayout(m_history);
    for (std::size_t i = 0; i < std::min(versions.size(), mostVersions); ++i) {
        const PolicyVersion& version = versions[i];
        QStringList lines;
        lines << (version.document.empty() ? tr("%1 · %2, removed by %3: %4")
                                                 .arg(numberText(version.version), momentText(version.at),
                                                      shown(version.by), shown(version.reason))
                  : version.by.empty()
                      ? tr("%1 · published by a program, written by hand, or older than the history")
                            .arg(numberText(version.version))
                      : tr("%1 · %2, by %3: %4")
                            .arg(numberText(version.version), momentText(version.at), shown(version.by),
                                 shown(version.reason)));
        if (i + 1 < versions.size() && version.policy && versions[i + 1].policy)
            lines << differenceTexts(*versions[i + 1].policy, *version.policy);
        m_historyTexts << lines.join(QLatin1Char('\n'));
        auto* const entry = new QWidget;
        auto* const row = new QHBoxLayout(entry);
        row->setContentsMargins(0, 0, 0, 0);
        auto* const text = new PlainLabel(m_historyTexts.last());
        text->setWrapped(QSizePolicy::Expanding, QSizePolicy::Preferred);
        row->addWidget(text, 1);
        if (i > 0 && version.policy) {
            auto* const back = new QPushButton(tr("Roll back…"));
            back->setFlat(true);
            back->setAccessibleName(tr("Roll back to version %1").arg(numberText(version.version)));
            back->setEnabled(!m_session.isRecorded());
            back->setToolTip(m_session.isRecorded() ? m_session.readOnlyReason() : QString());
            connect(back, &QPushButton::clicked, this, [this, version] { rollBack(version); });
            row->addWidget(back, 0, Qt::AlignTop);
        }
        m_history->insertWidget(int(i), entry);
    }
}

void PoliciesPage::edit(PolicyDialog::Form form, const std::optional<PublishedPolicy>& base,
                        const std::optional<PublishedPolicy>& start)
{
    if (showOpenDialog())
        return;
    const std::optional<PublishedPolicy>& filled = start ? start : base;
    if (filled && !filled->policy.format.empty())
        form = PolicyDialog::Form::Limits;
    m_promoted.clear();
    m_dialog = new PolicyDialog(
        form, base, start, [this] { return m_link.serverNow(); }, this);
    const auto forget = [this] {
        if (m_desk)
            m_desk->tryOut(std::nullopt);
    };
    forget(); // what is still looked for is of other rules
    connect(m_dialog, &PolicyDialog::changed, this, forget);
    connect(m_dialog, &QDialog::finished, this, forget);
    connect(m_dialog, &PolicyDialog::settled, this, [this] { m_desk->tryOut(m_dialog->entered()); });
    connect(m_dialog, &PolicyDialog::tokenWanted, this, [this](const std::string& token) {
        if (m_dialog && m_dialog->entered())
            Q_EMIT tokenWanted(token, m_dialog->entered()->policy.name);
    });
    publishFrom(m_dialog);
    m_dialog->show(); // the window can be used beside it, to look at the tokens that it names
}

void PoliciesPage::writeRules(const Policy& policy)
{
    PublishedPolicy start;
    start.policy = policy;
    edit(PolicyDialog::Form::Policy, std::nullopt, start);
}

bool PoliciesPage::proposeCandidate(const std::string& published, const CandidateRules& candidate)
{
    if (!choose(published) || chosenPolicy() == nullptr)
        return false;
    PublishedPolicy start = *chosenPolicy();
    start.candidate = candidate;
    edit(PolicyDialog::Form::Candidate, *chosenPolicy(), start);
    return true;
}

bool PoliciesPage::proposeRules(const std::string& published, const CandidateRules& rules)
{
    if (!choose(published) || chosenPolicy() == nullptr)
        return false;
    PublishedPolicy start = *chosenPolicy();
    start.policy.algorithm = rules.algorithm;
    if (start.ruleNames.size() != rules.rules.size())
        start.ruleNames.clear();
    start.policy.rules = rules.rules;
    edit(PolicyDialog::Form::Policy, *chosenPolicy(), start);
    return true;
}

void PoliciesPage::updateActions()
{
    const bool live = m_link.state() == Link::State::Live;
    const QString missing = m_session.missing("publish_policy");
    enableIfAllowed(m_new, live, missing);
    const PublishedPolicy* const policy = chosenPolicy();
    const QString nothing = chosenRow() ? QString() : tr("Select a policy first");
    enableIfAllowed(m_edit, live && policy, nothing.isEmpty() ? missing : nothing);
    enableIfAllowed(m_remove, live && chosenRow(),
                    nothing.isEmpty() ? m_session.missing("withdraw_policy") : nothing);
    m_copy->setEnabled(policy);
    m_lab->setEnabled(policy);
    m_promote->setVisible(policy && policy->candidate);
    enableIfAllowed(m_promote, live, missing);
    for (QAction* const action : {m_edit, m_promote, m_remove})
        setSubjectOf(action, shown(m_chosen));
}

void PoliciesPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isNarrow = width() < narrowPoliciesPage;
    m_columns->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_columns->setStretch(0, isNarrow ? 2 : 3);
    m_columns->setStretch(1, isNarrow ? 3 : 2);
}

void PoliciesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
    settleSelection(m_table);
}

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
