// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/control_page.h"

#include "core/formats/own/ratewarden_format.h"
#include "ui/models/ink_delegate.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/tokens/control_details.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto controlTickInterval = 500ms;
constexpr qsizetype mostSelectedRead = 100; // of the rows that are selected

std::string_view formatOf(const ControlEntry& entry)
{
    return (entry.format ? *entry.format : controlFormat()).name();
}

/// A change may name a token of ours by any of its keys: a block is of every policy, an override of one.
bool isAbout(const ControlEntry& entry, const Subject& subject)
{
    if (entry.format)
        return subject == entry.subject();
    return subject.format->isOurs() && subject.token == entry.token &&
           (entry.policy.empty() || subject.policy == entry.policy);
}

} // namespace

ControlPage::ControlPage(Kind kind, Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_kind(kind)
    , m_session(session)
    , m_link(session.link())
    , m_model(kind)
    , m_actions(new TokenActions(session, this))
    , m_change(makeAction(this, kind == Kind::Blocks ? "changeBlock" : "changeChosen", tr("Edit…"),
                          kind == Kind::Blocks ? tr("Change the reason, or the end, of the selected block")
                                               : tr("Change the rules, the reason, or the end, of the "
                                                    "selected override"),
                          QKeySequence("Ctrl+L")))
    , m_open(makeAction(this, "openToken", tr("Open token"), tr("See the selected token on the Tokens page"),
                        {}))
    , m_lift(kind == Kind::Blocks
                 ? makeAction(this, "unblockChosen", tr("Unblock…"),
                              tr("Lift the blocks of the selected tokens"), QKeySequence("Ctrl+U"))
                 : makeAction(this, "liftChosen", tr("Lift…"),
                              tr("Lift the selected overrides: the rules of the policies apply again"),
                              QKeySequence("Ctrl+Shift+L")))
    , m_clearFilter(new QAction(tr("Clear filter"), this))
    , m_chooseToken(new QAction(tr("Choose a token"), this))
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_filter(
          new FilterLine(kind == Kind::Blocks ? ControlFilter::ofBlocks() : ControlFilter::ofOverrides()))
    , m_details(new ControlDetails(kind))
{
    connect(m_chooseToken, &QAction::triggered, this, &ControlPage::tokensPageWanted);
    if (kind == Kind::Blocks)
        m_add = makeAction(this, "blockTyped", tr("Block a token…"),
                           tr("Deny every request of a token that you type"), QKeySequence::New);
    const auto [layout, head] =
        framePage(this, m_banner, kind == Kind::Blocks ? tr("Blocks") : tr("Overrides"), m_counts,
                  new AgeLabel(session, [&session] { return session.progress().completedAt; }));
    head->addWidget(buttonFor(m_lift, false));
    head->addWidget(buttonFor(m_change, false));
    if (m_add)
        head->addWidget(buttonFor(m_add, true));
    constexpr int most = 100; // of the height, up to what the rows take: what is selected stands right below
    layout->addWidget(m_filter);
    layout->addWidget(makeTable(), most);
    layout->addWidget(m_details);
    layout->addStretch(1);
    makeFilter();
    setFocusProxy(m_table);

    m_model.setKnown([this](const Subject& subject) { return m_session.tokens().find(subject) >= 0; });
    m_model.setPolicyNamed([this](const std::string& name) { return m_session.policyNamed(name); });
    m_model.setDeniedRate([this](const std::string& token) { return deniedRate(token); });
    if (m_add)
        connect(m_add, &QAction::triggered, m_actions, &TokenActions::blockTyped);
    connect(m_change, &QAction::triggered, this, &ControlPage::change);
    connect(m_open, &QAction::triggered, this, &ControlPage::openToken);
    connect(m_lift, &QAction::triggered, this, &ControlPage::lift);
    m_actions->setListed([this] { return Units(m_model.rowCount()); });
    connect(m_actions, &TokenActions::opened, this, [this] { m_banner->setProblem({}); });
    connect(m_actions, &TokenActions::failed, m_banner, &PageBanner::setProblem);
    connect(m_actions, &TokenActions::reading, m_banner, &PageBanner::setProblem);
    connect(&m_session.changes(), &Changes::failed, this, [this](const QString& sentence) {
        if (isVisible())
            m_banner->setProblem(sentence);
    });
    connect(m_actions, &TokenActions::done, this, &ControlPage::done);
    connect(&m_session, &Session::rightsChanged, this, &ControlPage::updateActions);
    connect(&m_session.changes(), &Changes::applied, this, &ControlPage::followChange);
    connect(&m_session.changes(), &Changes::reverted, this, &ControlPage::followChange);
    const auto put = [this](const Readings& readings) {
        m_model.put(*readings);
        chooseChanged();
        if (m_link.state() == Link::State::Live)
            m_banner->setKnownAt(m_link.serverNow());
        noteVisible();
    };
    connect(&m_session, &Session::found, this, put);
    connect(&m_session, &Session::read, this, put);
    connect(&m_session, &Session::scanCompleted, this, [this] {
        if (!m_session.progress().partial)
            m_model.dropUnseen();
    });
    connect(&m_session, &Session::formatsRetired, &m_model, &ControlTableModel::retire);
    connect(&m_session, &Session::scanCompleted, this, &ControlPage::updateTexts);
    connect(&m_session, &Session::problemChanged, this, &ControlPage::updateTexts);
    connect(&m_model, &ControlTableModel::countChanged, this, [this] {
        bool hasForeign = false;
        for (int row = 0; row < m_model.rowCount() && !hasForeign; ++row)
            hasForeign = m_model.at(row).format != nullptr;
        if (std::exchange(m_hasForeign, hasForeign) != hasForeign)
            layOut();
        settle();
        updateTexts();
        updateActions();
        Q_EMIT countChanged(m_model.rowCount());
    });
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateTexts();
        if (m_rows->setFaded(m_link.isUnreachable()))
            m_table->viewport()->update();
    });
    const auto tick = [this] {
        if (m_session.live() || m_session.isRecorded())
            m_model.setNow(m_link.serverNow());
        updateDetails();
    };
    m_ticks.setInterval(controlTickInterval);
    connect(&m_ticks, &QTimer::timeout, this, tick);
    connect(&m_session, &Session::freshnessChanged, this, tick); // to what was recorded, before its rows come
    m_ticks.start();
    updateTexts();
    updateActions();
}

void ControlPage::makeFilter()
{
    m_filter->setPlaceholderText(tr("Filter: a part of a name or reason, by:…, policy:api, until<1h …"));
    m_filter->setAccessibleName(m_kind == Kind::Blocks ? tr("Filter blocks") : tr("Filter overrides"));
    m_filter->setObjectName("controlFilter");
    m_filter->takeValuesOf(m_table, [this](const QModelIndex& index) { return termOf(index); });
    leadInto(m_filter, m_table);
    connect(m_filter, &FilterLine::inventoryWanted, this, &ControlPage::offerValues);
    connect(m_filter, &FilterLine::filterChanged, this, [this](const Filter& filter) {
        m_sorted.setTakes([this, words = ControlFilter(filter)](int row) {
            return words.takes(m_model.at(row).facts(), m_link.serverNow());
        });
        settleSelection(m_table);
        updateTexts();
        noteVisible();
    });
    connect(m_clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
}

void ControlPage::offerValues()
{
    FilterInventory inventory;
    int ofEvery = 0; // policy, so that each one's word takes it
    for (int row = 0; row < m_model.rowCount(); ++row) {
        const ControlEntry& entry = m_model.at(row);
        inventory.add("policy", entry.policy);
        ofEvery += entry.policy.empty() ? 1 : 0;
        inventory.add("by", entry.by);
        inventory.add("format", formatOf(entry));
        for (const Rule& rule : entry.rules)
            inventory.addRule(rule);
    }
    for (auto& [policy, count] : inventory.values["policy"])
        count += ofEvery;
    m_filter->setInventory(std::move(inventory));
}

QString ControlPage::termOf(const QModelIndex& index) const
{
    const ControlEntry& entry = m_model.at(m_sorted.rowAt(index.row()));
    switch (index.column()) {
    case ControlTableModel::Token:
        return filterTerm("token", entry.token);
    case ControlTableModel::Policy:
        return filterTerm("policy", entry.policy);
    case ControlTableModel::Format:
        return filterTerm("format", formatOf(entry));
    case ControlTableModel::Rules:
        return entry.rules.empty() ? QString() : filterTerm("rule", notation(entry.rules.front()));
    case ControlTableModel::Reason:
        return filterTerm("reason", entry.reason);
    case ControlTableModel::By:
        return filterTerm("by", entry.by);
    case ControlTableModel::Since:
        return entry.since == Instant{}
                   ? QString()
                   : momentTerm("since", std::chrono::floor<std::chrono::seconds>(entry.since));
    case ControlTableModel::Ends: // one for good later than any
        return spanTerm("until", entry.until ? *entry.until - m_link.serverNow() : Micros::max());
    default:
        return {};
    }
}

// The reason takes what the others leave. A block of ours is of every policy: what it is of is said only
// where others block, too.
void ControlPage::layOut()
{
    m_table->setColumns(
        m_kind == Kind::Blocks
            ? std::vector<RowTable::ColumnLayout>{{190},
                                                  {120, 700, !m_hasForeign},
                                                  {130, 700, !m_hasForeign},
                                                  {0, 0, true},
                                                  {0},
                                                  {110, 780},
                                                  {130, 900},
                                                  {120},
                                                  {80, 560}}
            : std::vector<RowTable::ColumnLayout>{
                  {170}, {110, 780}, {0, 0, true}, {150}, {0}, {110, 960}, {130, 1200}, {120}, {80, 860}});
}

QWidget* ControlPage::makeTable()
{
    m_tableCard = new Card;
    m_sorted.setSourceModel(&m_model);
    m_sorted.setSortRole(ControlTableModel::SortRole);
    const bool blocks = m_kind == Kind::Blocks;
    m_table = named(blocks ? "blocks" : "overrides",
                    new RowTable(20, blocks ? tr("Blocks") : tr("Overrides"), &m_sorted));
    m_rows = new InkDelegate({ControlTableModel::Token, ControlTableModel::Rules},
                             {ControlTableModel::Policy, ControlTableModel::By, ControlTableModel::Since},
                             m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ControlTableModel::Since, Qt::DescendingOrder);
    m_table->addActions({m_open, m_change, m_lift});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    auto* const plugins = new RowPlugins(
        m_session, {"token", "policy", "format", "rules", "reason", "by"}, [this] { return pluginValues(); },
        m_table, this);
    connect(plugins, &RowPlugins::failed, m_banner, &PageBanner::setProblem);
    layOut();
    connect(m_table, &QTableView::activated, m_open, &QAction::trigger); // Return, or a double click
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        noteChosen();
        updateActions();
    });
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &ControlPage::noteVisible);
    m_table->viewport()->installEventFilter(this);
    m_tableCard->body()->addWidget(m_table);
    return m_tableCard;
}

bool ControlPage::choose(const Subject& subject)
{
    showAll();
    m_table->selectionModel()->clear(); // who finds nothing here must not act on the rows before
    return select(subject);
}

// False: it is not listed.
bool ControlPage::select(const Subject& subject)
{
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (m_model.at(row).subject() == subject) {
            const QModelIndex index = m_sorted.mapFromSource(m_model.index(row, 0));
            m_table->selectRow(index.row());
            m_table->scrollTo(index);
            return index.isValid();
        }
    return false;
}

// What is deselected stays noted, as its row goes when it is changed.
void ControlPage::noteChosen()
{
    const auto count = m_table->selectionModel()->selectedRows().size();
    if (count == 0)
        return;
    m_chosen = count == 1 ? std::optional(chosen().front()) : std::nullopt;
    m_isChanged = false;
}

// What was set anew has a new row. That of a change made here is selected again, if the one before was; what
// somebody else sets is another matter than what was selected.
void ControlPage::followChange(const Made& made)
{
    const auto isChosen = [this](const Subject& subject) {
        return isAbout(*m_chosen, subject);
    };
    if (m_chosen && std::ranges::any_of(made->change.subjects, isChosen))
        m_isChanged = true;
    chooseChanged();
}

// The row of before may still be there: then the new one comes with what is read next.
void ControlPage::chooseChanged()
{
    if (m_isChanged && m_table->selectionModel()->selectedRows().isEmpty())
        select(m_chosen->subject());
}

std::vector<ControlEntry> ControlPage::chosen() const
{
    std::vector<ControlEntry> entries;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows())
        entries.push_back(m_model.at(m_sorted.rowAt(index.row())));
    return entries;
}

// Of one row: a command for many would be many commands.
std::optional<RowPlugins::Values> ControlPage::pluginValues() const
{
    if (m_table->selectionModel()->selectedRows().size() != 1)
        return std::nullopt;
    const ControlEntry entry = chosen().front();
    return RowPlugins::Values{{"token", entry.token},
                              {"policy", entry.policy},
                              {"format", std::string(entry.subject().format->name())},
                              {"rules", entry.rules.empty() ? std::string() : notation(entry.rules)},
                              {"reason", entry.reason},
                              {"by", entry.by}};
}

// Under all policies that count requests.
double ControlPage::deniedRate(const std::string& token) const
{
    double sum = -1;
    if (!m_session.policies())
        return sum;
    for (const auto& [name, policy] : m_session.policies()->policies) {
        if (isCandidate(name)) // which denies nothing
            continue;
        const int place = m_session.tokens().find(stateSubject(token, policy));
        if (place >= 0 && m_session.tokens().row(place).denied >= 0)
            sum = std::max(sum, 0.0) + double(m_session.tokens().row(place).denied);
    }
    return sum;
}

void ControlPage::change()
{
    const std::vector<ControlEntry> entries = chosen();
    if (entries.size() != 1)
        return;
    const ControlEntry& entry = entries.front();
    if (m_kind == Kind::Blocks)
        m_actions->changeBlock(entry);
    else if (const Policy* const policy = m_session.policyNamed(entry.policy))
        m_actions->changeOverride({stateSubject(entry.token, *policy), *policy}, entry);
    else
        m_banner->setProblem(
            tr("The policy %1 is not published here, so its algorithm is not known. Publish it first, or use "
               "ratewarden-ctl override.")
                .arg(shown(entry.policy)));
}

void ControlPage::openToken()
{
    const std::vector<ControlEntry> entries = chosen();
    if (entries.size() != 1)
        return;
    if (const ControlEntry& entry = entries.front(); entry.format)
        Q_EMIT subjectWanted(entry.subject());
    else
        Q_EMIT tokenWanted(entry.token, entry.policy);
}

void ControlPage::lift()
{
    std::vector<Subject> keys;
    for (const ControlEntry& entry : chosen())
        keys.push_back(entry.subject());
    if (m_kind == Kind::Blocks)
        m_actions->unblock(std::move(keys));
    else
        m_actions->liftOverride(std::move(keys));
}

void ControlPage::updateActions()
{
    const bool live = m_link.state() == Link::State::Live;
    const auto count = m_table->selectionModel()->selectedRows().size();
    const bool blocks = m_kind == Kind::Blocks;
    const std::vector<ControlEntry> entries =
        count <= mostSelectedRead ? chosen() : std::vector<ControlEntry>();
    // Other programs' keys may lie under other rights; the first of the tokens stands for the others.
    const auto foreign = std::ranges::find_if(entries, [](const ControlEntry& one) { return one.format; });
    if (foreign != entries.end())
        m_session.lookAtRights(foreign->subject(), true);
    const auto missing = [&](std::string_view act) {
        const bool ours = entries.empty() ||
                          std::ranges::any_of(entries, [](const ControlEntry& one) { return !one.format; });
        const QString script = ours ? m_session.missing(act) : QString();
        return script.isEmpty() && foreign != entries.end() ? m_session.missing(foreign->subject(), act)
                                                            : script;
    };
    if (m_add)
        enableIfAllowed(m_add, live, m_session.missing(blocks ? "block" : "override"));
    const QString nobody = count > 0 ? QString()
                           : blocks  ? tr("Select a block first")
                                     : tr("Select an override first");
    const QString notOne = count < 2 ? nobody : tr("Select a single row");
    enableIfAllowed(m_change, live && count == 1,
                    notOne.isEmpty() ? missing(blocks ? "block" : "override") : notOne);
    enableIfAllowed(m_lift, live && count > 0,
                    nobody.isEmpty() ? missing(blocks ? "unblock" : "lift_override") : nobody);
    enableIfAllowed(m_open, count == 1, notOne);
    const QString subject = count == 0   ? QString()
                            : count == 1 ? shown(entries.front().token)
                                         : tokensText(Units(count));
    for (QAction* const action : {m_change, m_open, m_lift})
        setSubjectOf(action, subject);
    updateDetails();
}

// Of very many only their number is said.
void ControlPage::updateDetails()
{
    const auto count = m_table->selectionModel()->selectedRows().size();
    const std::vector<ControlEntry> entries =
        count > 0 && count <= mostSelectedRead ? chosen() : std::vector<ControlEntry>();
    const double denied =
        entries.size() == 1 && !entries.front().format ? deniedRate(entries.front().token) : -1;
    const Policy* const policy = entries.size() == 1 && !entries.front().policy.empty()
                                     ? m_session.policyNamed(entries.front().policy)
                                     : nullptr;
    m_details->present(entries, Units(count), policy ? policy->rules : std::vector<Rule>(), denied);
}

void ControlPage::updateTexts()
{
    const bool blocks = m_kind == Kind::Blocks;
    const int count = m_model.rowCount();
    m_counts->setText(count == 0 ? QString()
                      : blocks   ? tr("%Ln token(s) blocked", nullptr, count)
                                 : tr("%Ln override(s)", nullptr, count));
    const QMargins margins = m_tableCard->body()->contentsMargins();
    m_tableCard->setMaximumHeight(m_sorted.rowCount() == 0
                                      ? QWIDGETSIZE_MAX
                                      : margins.top() + margins.bottom() + m_table->wholeHeight());
    m_listed = m_sorted.rowCount();
    updateEmpty();
}

void ControlPage::updateEmpty()
{
    if (m_sorted.rowCount() > 0)
        return m_table->setEmptyText({});
    if (m_model.rowCount() > 0)
        return m_table->setEmptyText(tr("Nothing matches the filter"), m_clearFilter);
    const bool blocks = m_kind == Kind::Blocks;
    if (const EmptyReason why = whyUnread(*this, m_session, m_session.scanProblem());
        !m_session.everScanned() && !why.text.isEmpty())
        return m_table->setEmptyText(why.text, why.step);
    if (!m_session.everScanned())
        m_table->setEmptyText(blocks ? tr("Looking for blocks") : tr("Looking for overrides"));
    else if (blocks)
        m_table->setEmptyText(tr("No token is blocked"), m_add);
    else
        m_table->setEmptyText(tr("There are no overrides: every token is limited by its policy's rules.\n"
                                 "Override a token's rules on the Tokens page."),
                              m_chooseToken);
}

// After rows have come or gone. What keys act on has a mark that says so.
void ControlPage::settle()
{
    if (m_listed == 0 && isVisible())
        settleSelection(m_table);
    else if (!m_table->selectionModel()->hasSelection())
        m_table->selectionModel()->clearCurrentIndex();
}

bool ControlPage::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave)
        m_sorted.setDynamicSortFilter(event->type() == QEvent::Leave);
    return QWidget::eventFilter(watched, event);
}

void ControlPage::noteVisible()
{
    if (!isVisible())
        return;
    std::vector<Subject> keys;
    const auto [first, last] = m_table->visibleRows();
    for (int row = first; row <= last; ++row) {
        const ControlEntry& entry = m_model.at(m_sorted.rowAt(row));
        keys.push_back(entry.format ? entry.subject() : controlSubject(entry.token));
    }
    m_onScreen.show(std::move(keys));
}

void ControlPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table->setFocus(); // not into the filter, where a key would be typed
    settleSelection(m_table);
    noteVisible();
}

void ControlPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_onScreen.show({});
}

} // namespace ratewarden::ui
