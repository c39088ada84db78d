// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/watch/watch_page.h"

#include "ui/dialogs/dismiss_dialog.h"
#include "ui/models/ink_delegate.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/watch/alerts_panel.h"
#include "ui/pages/watch/finding_actions.h"
#include "ui/state/alert_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/guard_text.h"
#include "ui/text/warning_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QResizeEvent>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden::ui {
namespace {

bool isOpen(const Finding& finding)
{
    return !finding.isGone && !finding.dismissed;
}

QColor inkOf(FindingSeverity severity)
{
    switch (severity) {
    case FindingSeverity::Critical:
        return colors().limited;
    case FindingSeverity::Warning:
        return colors().nearLimit;
    case FindingSeverity::Note:
        break;
    }
    return colors().text;
}

// "1 alert firing · 1 pending"
QStringList alertCounts(const AlertDesk& alerts)
{
    int firing = 0;
    int pending = 0;
    for (const BackTestedAlert& one : alerts.tested()) {
        firing += isRaised(one.phase) ? 1 : 0;
        pending += one.phase == AlertPhase::Pending ? 1 : 0;
    }
    QStringList parts;
    if (firing > 0)
        parts << WatchPage::tr("%Ln alert(s) firing", nullptr, firing);
    if (pending > 0)
        parts << WatchPage::tr("%Ln alert(s) pending", nullptr, pending);
    return parts;
}

// "1 alert firing · 1 critical · 2 warnings"
QString countsText(const AlertDesk& alerts, const std::vector<Finding>& findings)
{
    std::array<int, 3> counts{};
    for (const Finding& one : findings)
        if (isOpen(one))
            ++counts.at(std::size_t(severityOf(one.kind)));
    QStringList parts = alertCounts(alerts);
    if (counts[0] > 0)
        parts << WatchPage::tr("%Ln critical", nullptr, counts[0]);
    if (counts[1] > 0)
        parts << WatchPage::tr("%Ln warning(s)", nullptr, counts[1]);
    if (counts[2] > 0)
        parts << WatchPage::tr("%Ln note(s)", nullptr, counts[2]);
    return parts.join(QStringLiteral(" · "));
}

// What the button and the menu lead to.
QString leadText(const Finding* finding)
{
    if (!finding || !findingFilter(*finding).isEmpty())
        return WatchPage::tr("Show tokens");
    if (finding->server)
        return WatchPage::tr("Show blocks");
    return finding->samples.empty() ? WatchPage::tr("Show policy") : WatchPage::tr("Show token");
}

} // namespace

WatchPage::WatchPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_banner(new PageBanner(m_link))
    , m_counts(named("watchCounts", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_open(makeAction(this, "showWarned", leadText(nullptr),
                        tr("See what the selected finding is about: tokens, blocks or a policy"),
                        QKeySequence("Ctrl+Return")))
    , m_remedy(makeAction(this, "remedy", FindingActions::text(FindingRemedy::Reset),
                          tr("For all of its tokens, or their policy, after it was shown; Ctrl+Z undoes it"),
                          QKeySequence()))
    , m_dismiss(makeAction(this, "dismissFinding", tr("Dismiss…"),
                           tr("It is not told any more, for a reason and a time"), QKeySequence()))
    , m_restore(makeAction(this, "restoreFinding", tr("Tell again"), tr("It is dismissed no longer"),
                           QKeySequence()))
    , m_actions(new FindingActions(session, this))
    , m_alerts(new AlertsPanel(session))
{
    const auto [layout, head] = framePage(this, m_banner, tr("Watch"), m_counts,
                                          new AgeLabel(session, [&session] { return session.readSince(); }));
    constexpr int most = 100; // of the height, up to what the rows take: what they mean stands right below
    layout->addWidget(m_alerts, 1);
    m_findings = new QBoxLayout(QBoxLayout::TopToBottom);
    m_findings->setSpacing(layout->spacing());
    m_findings->addWidget(makeTable(), most);
    m_findings->addWidget(makeExplanation());
    layout->addLayout(m_findings, most);
    layout->addStretch(1);
    setFocusProxy(m_table);
    connectActions();

    connect(&m_session.findings(), &FindingDesk::changed, this, &WatchPage::refresh);
    connect(&m_session.alerts(), &AlertDesk::changed, this, &WatchPage::updateTexts);
    connect(&m_session, &Session::scanCompleted, this, &WatchPage::updateTexts);
    connect(&m_session, &Session::problemChanged, this, &WatchPage::updateTexts);
    connect(&m_session, &Session::rightsChanged, this, &WatchPage::updateTexts);
    connect(&m_session.guard(), &GuardSwitch::changed, this, &WatchPage::updateTexts);
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateTexts();
        m_table->viewport()->update();
    });
    updateTexts();
}

// In a low window what findings mean stands beside them, and leaves the alerts their room.
void WatchPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int lowPage = 760;
    const bool isLow = event->size().height() < lowPage;
    m_findings->setDirection(isLow ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_findings->setStretchFactor(m_explanation, isLow ? 60 : 0);
    for (Card* const card : {m_tableCard, m_explanation})
        m_findings->setAlignment(card, isLow ? Qt::AlignTop : Qt::Alignment());
}

void WatchPage::connectActions()
{
    connect(m_open, &QAction::triggered, this, &WatchPage::open);
    connect(m_remedy, &QAction::triggered, this, [this] {
        const Finding* const finding = chosen();
        if (finding && isOfPolicy(remedyOf(finding->kind)))
            Q_EMIT policyRemedyWanted(policyOf(*finding), remedyOf(finding->kind));
        else if (finding)
            m_actions->remedy(*finding);
    });
    connect(m_dismiss, &QAction::triggered, this, &WatchPage::askToDismiss);
    connect(m_restore, &QAction::triggered, this, [this] {
        if (const Finding* const finding = chosen()) {
            m_table->setFocus(); // the button goes
            m_session.findings().restore(finding->name());
        }
    });
    connect(m_actions, &FindingActions::opened, this, [this] { m_banner->setProblem({}); });
    connect(m_actions, &FindingActions::failed, m_banner, &PageBanner::setProblem);
    connect(&m_session.findings(), &FindingDesk::keepingFailed, m_banner, &PageBanner::setProblem);
    connect(m_actions, &FindingActions::reading, m_banner, &PageBanner::setProblem);
    connect(m_actions, &FindingActions::done, this, &WatchPage::done);
    connect(m_alerts, &AlertsPanel::tokensWanted, this, &WatchPage::filterWanted);
    connect(m_alerts, &AlertsPanel::differenceWanted, this, &WatchPage::differenceWanted);
}

void WatchPage::refresh()
{
    const bool hadNone = m_model.rowCount() == 0;
    const auto before = hadNone ? FindingSeverity::Note : severityOf(m_model.at(0).kind);
    std::vector<Finding> shown = *m_session.findings().findings();
    if (!m_unfolded)
        std::erase_if(shown, [](const Finding& one) { return !isOpen(one); });
    else
        std::stable_partition(shown.begin(), shown.end(), isOpen);
    m_model.put(std::move(shown));
    if (hadNone)
        settleSelection(m_table);
    else if (m_model.rowCount() > 0 && severityOf(m_model.at(0).kind) < before)
        m_table->scrollToTop(); // a worse one has come, and is seen
    updateTexts();
    const std::vector<Finding>& all = *m_session.findings().findings(); // the worst first
    const auto worst = std::ranges::find_if(all, isOpen);
    Q_EMIT countChanged(int(openFindings(all)));
    Q_EMIT findingsCounted(int(openFindings(all)),
                           worst == all.end() ? FindingSeverity::Note : severityOf(worst->kind));
}

TimeLine& WatchPage::alertTime()
{
    return m_alerts->time();
}

void WatchPage::choose(ServerWarningCode code)
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.at(row).kind == FindingKind(code)) {
            m_table->selectRow(row);
            m_table->scrollTo(m_model.index(row, 0));
        }
}

QWidget* WatchPage::makeTable()
{
    m_tableCard = new Card(tr("Findings"));
    m_fold = named("foldFindings", new LinkButton({}));
    m_fold->setToolTip(tr("What somebody has dismissed, and what is gone since an hour or less"));
    m_fold->hide();
    m_tableCard->addToHeader(m_fold);
    connect(m_fold, &LinkButton::clicked, this, [this] {
        m_unfolded = !m_unfolded;
        refresh();
    });
    m_table = named("findings", new RowTable(20, tr("Findings"), &m_model));
    m_table->setItemDelegate(new InkDelegate(
        [this](const QModelIndex& index, InkDelegate::Ink& ink) {
            const Finding& finding = m_model.at(index.row());
            using Column = FindingTableModel::Column;
            const bool isMuted = index.column() == Column::Format || index.column() == Column::Since ||
                                 index.column() == Column::Seen;
            if (index.column() == Column::Group)
                ink.font = monospaceFont();
            if (isMuted || !isOpen(finding) || m_link.isUnreachable())
                ink.color = colors().muted;
            else if (index.column() == Column::What)
                ink.color = inkOf(severityOf(finding.kind));
            if (index.column() == Column::What)
                ink.font.setWeight(QFont::DemiBold);
        },
        m_table));
    m_table->setColumns({{230}, {200, 980}, {0}, {80}, {90, 1060}, {120}, {250, 860}});
    m_table->addActions({m_open, m_remedy, m_dismiss, m_restore});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table, &QTableView::activated, m_open, &QAction::trigger); // Return, or a double click
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &WatchPage::updateTexts);
    m_tableCard->body()->addWidget(m_table);
    return m_tableCard;
}

QWidget* WatchPage::makeExplanation()
{
    m_explanation = new Card(tr("What it means, and what to do"));
    for (PlainLabel** const label : {&m_meaning, &m_advice, &m_samples}) {
        *label = new PlainLabel({}, label == &m_samples ? PlainLabel::Tone::Muted : PlainLabel::Tone::Normal);
        (*label)->setWrapped();
        m_explanation->body()->addWidget(*label);
    }
    m_meaning->setObjectName("warningMeaning");
    m_advice->setObjectName("warningAdvice");
    m_samples->setFont(monospaceFont());
    auto* const buttons = rowLayout(8);
    for (QAction* const action : {m_remedy, m_open, m_dismiss, m_restore})
        buttons->addWidget(buttonFor(action, false));
    buttons->addStretch(1);
    m_explanation->body()->addLayout(buttons);
    m_explanation->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_explanation->hide();
    return m_explanation;
}

const Finding* WatchPage::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? nullptr : &m_model.at(rows.front().row());
}

void WatchPage::open()
{
    const Finding* const finding = chosen();
    if (!finding)
        return;
    if (finding->server)
        Q_EMIT blocksWanted();
    else if (!findingFilter(*finding).isEmpty())
        Q_EMIT tokensWanted(*finding);
    else if (finding->samples.empty())
        Q_EMIT policyWanted(finding->group);
    else
        Q_EMIT tokenWanted({finding->samples.front(), finding->group, finding->format});
}

void WatchPage::askToDismiss()
{
    const Finding* const finding = chosen();
    if (!finding)
        return;
    auto* const dialog = new DismissDialog(
        DismissDialog::ofFinding(findingTitle(finding->kind)), [this] { return m_link.serverNow(); },
        window());
    connect(dialog, &DismissDialog::confirmed, this,
            [this, name = finding->name()](const QString& reason, std::optional<Instant> until) {
                const int row = m_table->currentIndex().row();
                m_table->setFocus(); // the button that asked for it may go
                m_session.findings().dismiss(name, reason, until);
                if (m_model.rowCount() > 0) // the next one
                    m_table->selectRow(std::clamp(row, 0, m_model.rowCount() - 1));
            });
    dialog->open();
}

void WatchPage::updateTexts()
{
    const std::vector<Finding>& all = *m_session.findings().findings();
    const SharedInvestigation& recorded = m_session.recorded();
    const bool wasLookedAt = recorded ? recorded->findings.has_value()
                                      : m_session.everScanned() && m_link.state() == Link::State::Live;
    const bool isChecked = recorded ? recorded->findings && recorded->findings->knowsMemory
                                    : m_session.serverCheck().knowsMemory;
    const QString counts = countsText(m_session.alerts(), all);
    m_counts->setText(
        !counts.isEmpty() ? counts
        : wasLookedAt && !isChecked
            ? tr("This user may not read the server's memory settings: whether it evicts keys is "
                 "not known")
            : QString());
    updateChosen();
    updateFold();
    updateEmpty();
    const int count = m_model.rowCount();
    constexpr int fewestRows = 3; // the alerts above give way
    m_table->setFewestRows(std::min(count, fewestRows));
    const QMargins margins = m_tableCard->body()->contentsMargins();
    const int header = m_tableCard->sizeHint().height() - m_table->sizeHint().height();
    m_tableCard->setMaximumHeight(count == 0 ? QWIDGETSIZE_MAX
                                             : std::max(header, margins.top() + margins.bottom()) +
                                                   m_table->wholeHeight());
    const QString problem = count > 0 && !m_session.problem().isEmpty()
                                ? tr("Not all could be checked: %1").arg(m_session.problem())
                                : QString();
    if (std::exchange(m_problem, problem) != problem) // what failed stays until then
        m_banner->setProblem(problem);
}

std::string WatchPage::policyOf(const Finding& finding) const
{
    const SharedPolicies& policies = m_session.policies();
    if (!policies || finding.others)
        return {};
    if (policies->published.contains(finding.group))
        return finding.group;
    const Policy* const followed = policies->find(finding.group); // a pattern that is for its keys
    return followed && policies->published.contains(followed->name) ? followed->name : std::string();
}

QString WatchPage::obstacleTo(const Finding& finding) const
{
    const FindingRemedy remedy = remedyOf(finding.kind);
    if (m_session.guard().isReadOnly())
        return m_session.readOnlyReason();
    if (finding.others)
        return tr("Show the tokens, and change them there");
    if (isOfPolicy(remedy) && policyOf(finding).empty())
        return tr("No policy is published for these keys");
    return remedy == FindingRemedy::EditPolicy     ? m_session.missing("publish_policy")
           : remedy == FindingRemedy::RemovePolicy ? m_session.missing("withdraw_policy")
                                                   : QString();
}

void WatchPage::updateChosen()
{
    const Finding* const finding = chosen();
    const QString first = tr("Select a finding first");
    const bool leads =
        finding && !finding->isGone && finding->kind != FindingKind(ServerWarningCode::CertificateEnds);
    enableIfAllowed(m_open, leads,
                    finding ? (leads ? QString() : tr("There is nothing to be shown")) : first);
    m_open->setText(leadText(finding));
    const FindingRemedy remedy = finding ? remedyOf(finding->kind) : FindingRemedy::None;
    m_remedy->setVisible(remedy != FindingRemedy::None && !finding->isGone);
    if (remedy != FindingRemedy::None) // else it is hidden, and keeps a name
        m_remedy->setText(FindingActions::text(remedy));
    enableIfAllowed(m_remedy, m_remedy->isVisible() && m_session.live(),
                    finding ? obstacleTo(*finding) : QString());
    const bool isDismissed = finding && finding->dismissed;
    m_dismiss->setVisible(!isDismissed);
    const QString recorded = m_session.recorded() ? m_session.readOnlyReason() : QString();
    enableIfAllowed(m_dismiss, finding != nullptr, finding ? recorded : first);
    enableIfAllowed(m_restore, true, recorded);
    m_restore->setVisible(isDismissed);
    m_explanation->setVisible(finding != nullptr);
    if (!finding)
        return;
    m_meaning->setText(findingSentence(*finding));
    m_advice->setText(findingAdvice(finding->kind));
    QStringList samples;
    for (const std::string& token : finding->samples)
        samples << shortened(shown(token), 60);
    if (finding->tokens > finding->samples.size())
        samples << QStringLiteral("…");
    m_samples->setText(samples.join(QStringLiteral(", ")));
    m_samples->setVisible(!samples.isEmpty());
}

void WatchPage::updateFold()
{
    int gone = 0;
    int dismissed = 0;
    for (const Finding& one : *m_session.findings().findings()) {
        dismissed += one.dismissed ? 1 : 0;
        gone += one.isGone && !one.dismissed ? 1 : 0;
    }
    QStringList parts;
    if (dismissed > 0)
        parts << tr("%Ln dismissed", nullptr, dismissed);
    if (gone > 0)
        parts << tr("%Ln gone", nullptr, gone);
    const QString text = parts.join(QStringLiteral(", "));
    m_fold->setText(m_unfolded ? tr("Hide %1").arg(text) : tr("Show %1").arg(text));
    m_fold->setVisible(!parts.isEmpty());
}

void WatchPage::updateEmpty()
{
    if (m_model.rowCount() > 0)
        return m_table->setEmptyText({});
    if (const SharedInvestigation& recorded = m_session.recorded();
        recorded && !(recorded->findings && recorded->findings->isWhole))
        return m_table->setEmptyText(recorded->findings
                                         ? tr("Nothing was found, but not all could be checked")
                                         : tr("What was found to be wrong is not in the investigation"));
    const bool everComplete = m_session.everScanned();
    if (const EmptyReason why = whyUnread(*this, m_session, {}); !everComplete && !why.text.isEmpty())
        m_table->setEmptyText(why.text, why.step);
    else if (!m_session.problem().isEmpty())
        m_table->setEmptyText(tr("Not all could be checked: %1").arg(m_session.problem()),
                              windowAction(*this, "openServerAction"));
    else if (!everComplete)
        m_table->setEmptyText(tr("Looking at all tokens"));
    else if (!m_session.live() && !m_session.isRecorded())
        m_table->setEmptyText(tr("Not checked since the connection was lost"),
                              windowAction(*this, "openServerAction"));
    else if (m_fold->isVisibleTo(this))
        m_table->setEmptyText(tr("Nothing is wrong but for what is dismissed or gone"),
                              windowAction(*this, "refresh"));
    else
        m_table->setEmptyText(whatIsChecked(), windowAction(*this, "refresh"), tr("Nothing is wrong"));
}

void WatchPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus();
    settleSelection(m_table);
}

} // namespace ratewarden::ui
