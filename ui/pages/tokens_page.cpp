// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens_page.h"

#include "core/policies/published_policy.h"
#include "ui/models/token_columns.h"
#include "ui/models/token_delegate.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/token_actions.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/copy_bytes.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QButtonGroup>
#include <QCursor>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>

#include <set>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 200ms; // of the countdowns
constexpr qint64 pointerRestsMs = 5000;
// Without a reading for this many polls, and the time that a slow one may take, data counts as stale.
constexpr int missedPolls = 2;
constexpr auto slowestPoll = 2000ms;
constexpr Units mostLookedAt = 1000; // of the rows that are selected
constexpr int low = 740;             // below this height not all of the details can be seen at once
constexpr int narrow = 1040;         // below this width the details move below the list

/// For texts of buttons and menus, in which "&" would mark a key.
QString withoutKeys(QString text)
{
    return text.replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

TokensPage::TokensPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_model(session.tokens())
    , m_actions(new TokenActions(session, this))
    , m_block(makeAction(this, "block", tr("Block…"), tr("Deny every request of this token"),
                         QKeySequence("Ctrl+B")))
    , m_unblock(makeAction(this, "unblock", tr("Unblock…"), tr("Lift the block of this token"),
                           QKeySequence("Ctrl+U")))
    , m_reset(makeAction(this, "reset", tr("Reset…"), tr("Forget what this token has used"),
                         QKeySequence(Qt::Key_Delete)))
    , m_charge(makeAction(this, "charge", tr("Charge…"), tr("Charge units, as if requests had come"),
                          QKeySequence("Ctrl+D")))
    , m_giveBack(makeAction(this, "giveBack", tr("Give back…"), tr("Take back units that were charged last"),
                            QKeySequence("Ctrl+G")))
    , m_ownRules(makeAction(this, "ownRules", tr("Override…"),
                            tr("Override the policy's rules for this token, for a time"),
                            QKeySequence("Ctrl+L")))
    , m_liftRules(makeAction(this, "liftRules", tr("Lift override…"),
                             tr("Apply the policy's rules to this token again"),
                             QKeySequence("Ctrl+Shift+L")))
    , m_compare(makeAction(this, "compare", tr("Compare"),
                           tr("See the windows side by side on one time axis"), QKeySequence("Ctrl+Return")))
    , m_copy(makeAction(this, "copy", tr("Copy token"), tr("Copy the exact bytes of the token"),
                        QKeySequence::Copy))
    , m_banner(new PageBanner(m_link))
    , m_splitter(new QSplitter)
    , m_details(new TokenDetails(
          m_link, session.histories(),
          {m_block, m_unblock, m_reset, {m_charge, m_giveBack, m_ownRules, m_liftRules, m_compare, m_copy}}))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(12);
    layout->addWidget(m_banner);
    m_splitter->addWidget(makeList());
    m_splitter->addWidget(makeScrollArea(m_details));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({1080, 920}); // in proportion
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    layout->addWidget(m_splitter, 1);

    m_table->addActions(
        {m_block, m_unblock, m_reset, m_charge, m_giveBack, m_ownRules, m_liftRules, m_compare, m_copy});
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_block, &QAction::triggered, this, [this] { m_actions->block(tokensMeant(Blocked::No)); });
    connect(m_unblock, &QAction::triggered, this, [this] { m_actions->unblock(tokensMeant(Blocked::Yes)); });
    connect(m_reset, &QAction::triggered, this, [this] { m_actions->reset(windowsMeant()); });
    connect(m_charge, &QAction::triggered, this, [this] { m_actions->charge(chargeable()); });
    connect(m_giveBack, &QAction::triggered, this, [this] { m_actions->giveBack(chargeable()); });
    connect(m_ownRules, &QAction::triggered, this, [this] {
        const std::vector<TokenActions::Charged> tokens = chargeable();
        if (!tokens.empty())
            m_actions->giveRules(tokens, QString::fromStdString(notation(tokens.front().policy.rules)));
    });
    connect(m_liftRules, &QAction::triggered, this, [this] { m_actions->liftRules(windowsMeant()); });
    connect(m_compare, &QAction::triggered, this, [this] { Q_EMIT compareWanted(windowsMeant()); });
    connect(m_details, &TokenDetails::done, this, &TokensPage::done);
    connect(m_copy, &QAction::triggered, this, &TokensPage::copyTokens);
    m_actions->setListed([this] { return Units(m_model.rowCount()); });
    connect(m_actions, &TokenActions::opened, this, [this] {
        m_actProblem.clear();
        updateBanner();
    });
    connect(m_actions, &TokenActions::failed, this, [this](const QString& sentence) {
        m_actProblem = sentence;
        updateBanner();
    });
    connect(&m_session.changes(), &Changes::failed, m_actions, [this](const QString& sentence) {
        if (isVisible())
            Q_EMIT m_actions->failed(sentence);
    });
    connect(m_actions, &TokenActions::done, this, &TokensPage::done);

    connect(&m_link, &Link::stateChanged, this, &TokensPage::linkChanged);
    connect(&m_session, &Session::rightsChanged, this, &TokensPage::updateActions);
    connect(&m_session, &Session::found, this, &TokensPage::takeFound);
    connect(&m_session, &Session::read, this, &TokensPage::takeRead);
    connect(&m_session, &Session::windowRead, this, [this](const SharedDetail& window) {
        if (window->reading.subject != m_details->chosen())
            return;
        m_details->present(window);
        updateActions();
    });
    connect(&m_model, &TokenTableModel::moved, &m_session, &Session::tokensMoved);
    connect(&m_session, &Session::scanCompleted, this, [this] {
        {
            // A table that loses its selected row selects the next; the operator did not ask for another
            // token.
            const QScopedValueRollback keep(m_choiceKept, true);
            m_model.dropUnseen();
        }
        restoreSelection();
        if (!m_model.ranking())
            chooseFirst();
        noteVisible();
        updateCounts();
    });
    connect(&m_session, &Session::progressed, this, [this] {
        m_model.expect(m_session.progress().total);
        updateCounts();
    });
    connect(&m_model, &TokenTableModel::ranked, this, [this] {
        forgetChoiceWithoutMatches();
        restoreSelection();
        if (m_session.progress().completedAt != Instant{} && !m_choiceKept)
            chooseFirst();
        noteVisible();
        updateCounts();
    });
    connect(&m_session, &Session::problemChanged, this, [this](const QString& problem) {
        m_problem = problem;
        updateBanner();
    });
    m_ticks.setInterval(tickInterval);
    connect(&m_ticks, &QTimer::timeout, this, &TokensPage::tick);
    m_ticks.start();
    setFocusProxy(m_table);
    updateActions();
    updateCounts();
}

QWidget* TokensPage::makeList()
{
    auto* const list = new QWidget;
    auto* const column = new QVBoxLayout(list);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);

    auto* const names = new QHBoxLayout;
    names->setSpacing(14);
    auto* const heading = new PlainLabel(tr("Tokens"));
    heading->setFont(headingFont());
    heading->setElided(false);
    m_counts = new PlainLabel({}, PlainLabel::Tone::Muted);
    names->addWidget(heading);
    names->addWidget(m_counts, 1);
    column->addLayout(names);

    auto* const filters = new QHBoxLayout;
    filters->setSpacing(6);
    m_filter = new QLineEdit;
    m_filter->setObjectName("filter");
    m_filter->setPlaceholderText(tr("Filter as you type"));
    m_filter->setAccessibleName(tr("Filter tokens"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_model, &TokenTableModel::setFilter);
    connect(m_filter, &QLineEdit::textChanged, this, &TokensPage::updateCounts);
    connect(m_filter, &QLineEdit::textChanged, this, &TokensPage::forgetChoiceWithoutMatches);
    filters->addWidget(m_filter, 1);
    filters->addSpacing(4);
    m_policies = new QPushButton(tr("All policies"));
    m_policies->setObjectName("policies");
    m_policies->setToolTip(tr("Only the tokens of one policy"));
    m_policies->setMenu(new QMenu(m_policies));
    m_policies->setMaximumWidth(150);
    connect(m_policies->menu(), &QMenu::aboutToShow, this, &TokensPage::listPolicies);
    filters->addWidget(m_policies);
    m_states = new QButtonGroup(this);
    const auto addState = [&](const QString& text, int id) {
        auto* const button = new QPushButton(text);
        button->setCheckable(true);
        button->setChecked(id < 0);
        button->setMinimumWidth(0);
        m_states->addButton(button, id + 1); // ids of a button group begin above -1
        filters->addWidget(button);
    };
    addState(tr("All"), -1);
    addState(tr("Near"), int(TokenStatus::Near));
    addState(tr("Limited"), int(TokenStatus::Limited));
    addState(tr("Blocked"), int(TokenStatus::Blocked));
    addState(tr("Idle"), int(TokenStatus::Idle));
    connect(m_states, &QButtonGroup::idClicked, this, [this](int id) {
        m_model.setStateFilter(id == 0 ? std::nullopt : std::optional(TokenStatus(id - 1)));
        updateCounts();
    });
    column->addLayout(filters);

    auto* const card = new Card;
    m_table = new RowTable(26);
    m_table->setObjectName("tokens");
    m_table->setAccessibleName(tr("Tokens"));
    m_table->setModel(&m_model);
    m_delegate = new TokenDelegate(m_table);
    m_table->setItemDelegate(m_delegate);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setSortingEnabled(true);
    m_table->horizontalHeader()->setSortIndicator(TokenTableModel::State, Qt::DescendingOrder);
    // A token of some length is to be read at any width, the rest where there is room.
    std::vector<RowTable::ColumnLayout> layout;
    for (const TokenColumn& its : tokenColumns())
        layout.push_back({its.width, its.fromWidth});
    m_table->setColumns(std::move(layout));
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TokensPage::chosenRowChanged);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TokensPage::noteVisible);
    card->body()->addWidget(m_table);
    m_blockTyped = new QPushButton;
    m_blockTyped->setObjectName("blockFiltered");
    m_blockTyped->setAccessibleName(tr("Block the token that was typed into the filter"));
    m_blockTyped->hide();
    connect(m_blockTyped, &QPushButton::clicked, this,
            [this] { m_actions->block({m_filter->text().trimmed().toStdString()}); });
    card->body()->addWidget(m_blockTyped, 0, Qt::AlignHCenter);
    column->addWidget(card, 1);

    auto* const find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, m_filter, [this] {
        m_filter->setFocus();
        m_filter->selectAll();
    });
    addAction(find);
    return list;
}

void TokensPage::listPolicies()
{
    QMenu* const menu = m_policies->menu();
    menu->clear();
    const auto add = [&](const QString& text, const std::optional<std::string>& policy) {
        QAction* const action = menu->addAction(withoutKeys(text));
        action->setCheckable(true);
        action->setChecked(policy == m_model.view().policy);
        connect(action, &QAction::triggered, this, [this, policy] { filterByPolicy(policy); });
    };
    add(tr("All policies"), std::nullopt);
    for (const std::string& policy : m_model.policies())
        add(shown(policy), policy);
}

void TokensPage::filterByPolicy(const std::optional<std::string>& policy)
{
    m_model.setPolicyFilter(policy);
    m_policies->setText(fontMetrics().elidedText(withoutKeys(policy ? shown(*policy) : tr("All policies")),
                                                 Qt::ElideMiddle, 110));
    updateCounts();
}

QString TokensPage::bannerText() const
{
    return m_banner->text();
}

bool TokensPage::choose(const Subject& key)
{
    const int row = m_model.rowOf(key);
    if (row >= 0)
        selectOnly(row);
    return row >= 0;
}

std::vector<Subject> TokensPage::firstTokens(int count) const
{
    std::vector<Subject> keys;
    for (int row = 0; row < std::min(count, m_model.rowCount()); ++row)
        keys.push_back(m_model.keyAt(row));
    return keys;
}

// The one in trouble is on top: it is shown at once.
void TokensPage::chooseFirst()
{
    if (!m_details->chosen() && m_model.rowCount() > 0)
        selectOnly(0);
}

// Without making a list of very many.
Units TokensPage::selectedCount() const
{
    Units count = 0;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        count += range.height();
    return count;
}

// Who filters for a token that is not there must not act on the one that was shown before.
void TokensPage::forgetChoiceWithoutMatches()
{
    const QString typed = m_filter->text().trimmed();
    const bool nothing = !typed.isEmpty() && m_model.rowCount() == 0 && !m_model.ranking();
    m_blockTyped->setVisible(nothing);
    if (!nothing)
        return;
    m_blockTyped->setText(withoutKeys(tr("Block \"%1\"…").arg(shown(typed.toStdString()))));
    m_blockTyped->setEnabled(m_session.live() && m_session.missing("block").isEmpty());
    if (m_details->chosen()) {
        m_details->choose(std::nullopt);
        m_session.setChosen(std::nullopt);
        updateActions();
    }
}

void TokensPage::restoreSelection()
{
    if (!m_details->chosen())
        return;
    const QScopedValueRollback keep(m_choiceKept, true);
    if (selectedCount() > 1)
        return; // a selection never changes by itself
    const int row = m_model.rowOf(*m_details->chosen());
    if (row < 0) {
        m_table->clearSelection();
    } else if (!m_table->selectionModel()->isRowSelected(row)) {
        selectOnly(row);
    }
}

// Unlike selectRow(), whatever keys are held down.
void TokensPage::selectOnly(int row)
{
    m_table->selectionModel()->setCurrentIndex(m_model.index(row, TokenTableModel::Token),
                                               QItemSelectionModel::ClearAndSelect |
                                                   QItemSelectionModel::Rows);
}

void TokensPage::chosenRowChanged()
{
    if (m_choiceKept)
        return;
    const QItemSelectionModel& selection = *m_table->selectionModel();
    if (!selection.hasSelection())
        return; // its row was filtered or dropped: what is shown of it stays until another is chosen
    // Of several the one that was clicked last.
    const int row = selection.isRowSelected(selection.currentIndex().row())
                        ? selection.currentIndex().row()
                        : selection.selection().first().top();
    const Subject key = m_model.keyAt(row);
    m_details->choose(key);
    m_session.setChosen(key);
    updateActions();
}

// What the operator acts on: the rows that are selected, or the token that is shown when its row is not
// there.
std::vector<TokensPage::Meant> TokensPage::meant() const
{
    std::vector<Meant> tokens;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row) {
            const TokenRow& its = m_model.at(row);
            tokens.push_back({m_model.keyAt(row), its.state == TokenStatus::Blocked, its.knowsRules});
        }
    if (const SharedDetail reading = m_details->reading(); tokens.empty() && reading)
        tokens.push_back({reading->reading.subject, reading->reading.block.has_value(),
                          reading->reading.policy.has_value()});
    return tokens;
}

std::vector<std::string> TokensPage::tokensMeant(Blocked blocked) const
{
    std::vector<std::string> tokens;
    std::set<std::string> seen; // under another policy
    for (Meant& token : meant())
        if (token.blocked == (blocked == Blocked::Yes) && seen.insert(token.key.token).second)
            tokens.push_back(std::move(token.key.token));
    return tokens;
}

std::vector<Subject> TokensPage::windowsMeant() const
{
    std::vector<Subject> keys;
    for (Meant& token : meant())
        if (token.key.format->hasState())
            keys.push_back(std::move(token.key));
    return keys;
}

std::vector<TokenActions::Charged> TokensPage::chargeable() const
{
    std::vector<TokenActions::Charged> tokens;
    for (const Subject& key : windowsMeant())
        if (const Policy* const policy = m_session.policyNamed(key.policy);
            policy && key.format->keeps(*policy)) // a state of an earlier algorithm is not charged
            tokens.push_back({key, *policy});
    return tokens;
}

void TokensPage::copyTokens()
{
    std::string bytes;
    for (const Meant& token : meant())
        bytes += (bytes.empty() ? "" : "\n") + token.key.token;
    copyBytes(bytes);
}

void TokensPage::updateActions()
{
    const bool live = m_link.state() == Link::State::Live;
    // Of very many it is not looked at each one, as this is asked with every reading.
    Units count = selectedCount();
    const bool all = count > mostLookedAt;
    const std::vector<Meant> tokens = all ? std::vector<Meant>() : meant();
    count = all ? count : Units(tokens.size());
    const auto countIf = [&](auto is) {
        return all ? count : Units(std::ranges::count_if(tokens, is));
    };
    const Units blocked = countIf(&Meant::blocked);
    const Units unblocked = countIf([](const Meant& token) { return !token.blocked; });
    const Units windows = countIf([](const Meant& token) { return token.key.format->hasState(); });
    const Units known = countIf(&Meant::knowsRules);
    const auto offer = [&](QAction* action, const QString& verb, Units number, const QString& missing) {
        action->setText(count > 1 ? tr("%1 %2…").arg(verb, numberText(number)) : verb + "…");
        enableIfAllowed(action, live && number > 0, missing);
    };
    offer(m_block, tr("Block"), unblocked, m_session.missing("block"));
    offer(m_unblock, tr("Unblock"), blocked, m_session.missing("unblock"));
    m_block->setVisible(count == 0 || unblocked > 0);
    m_unblock->setVisible(blocked > 0);
    offer(m_reset, tr("Reset"), windows, m_session.missing("reset"));
    QString missingToCharge; // each algorithm has a script that charges
    for (const Meant& token : tokens)
        if (const Policy* const policy = m_session.policyNamed(token.key.policy);
            policy && missingToCharge.isEmpty())
            missingToCharge = m_session.missing(algorithmNamed(policy->algorithm).script);
    offer(m_charge, tr("Charge"), known, missingToCharge);
    offer(m_giveBack, tr("Give back"), known, missingToCharge);
    offer(m_ownRules, tr("Override"), known, m_session.missing("override"));
    offer(m_liftRules, tr("Lift override"), windows, m_session.missing("lift_override"));
    if (const SharedDetail reading = m_details->reading(); count == 1 && !(reading && reading->override))
        enableIfAllowed(m_liftRules, false, m_session.missing("lift_override"));
    m_compare->setText(windows > 1 ? tr("Compare %1").arg(numberText(windows)) : tr("Compare"));
    m_compare->setEnabled(windows > 0);
    m_copy->setText(count > 1 ? tr("Copy %1 tokens").arg(numberText(count)) : tr("Copy token"));
    m_copy->setEnabled(count > 0);
}

// What was only come by is not on screen.
void TokensPage::takeFound(const Readings& readings)
{
    m_model.put(*readings, TokenStore::Source::Scan);
    noteReading();
    updateCounts();
}

void TokensPage::takeRead(const Readings& readings)
{
    m_model.put(*readings, TokenStore::Source::Poll);
    noteReading();
    restoreSelection();
    noteVisible();
    updateActions();
    updateCounts();
}

void TokensPage::linkChanged()
{
    if (m_link.away())
        m_sinceReading.invalidate();
    updateFreshness();
    updateActions();
    updateCounts();
}

void TokensPage::noteReading()
{
    if (m_link.state() != Link::State::Live)
        return; // the last of what was under way when the link was lost
    m_sinceReading.start();
    m_lastReading = m_link.serverNow();
    m_banner->setKnownAt(m_lastReading);
    updateFreshness();
}

void TokensPage::updateFreshness()
{
    if (m_session.paused() && m_sinceReading.isValid())
        m_sinceReading.start(); // time stands still
    // Expired: the server answers, but not to this.
    const bool current =
        m_sinceReading.isValid() &&
        !m_sinceReading.hasExpired((missedPolls * m_session.interval() + slowestPoll).count());
    const bool shows = m_lastReading != Instant{};
    const Freshness freshness = shows && !current    ? Freshness::Stale
                                : m_session.paused() ? Freshness::Paused
                                                     : Freshness::Live;
    if (freshness != m_details->freshness()) {
        m_details->setFreshness(freshness);
        Q_EMIT freshnessChanged(freshness);
    }
    if (m_delegate->setFaded(freshness != Freshness::Live))
        m_table->viewport()->update();
}

void TokensPage::updateBanner()
{
    m_banner->setProblem(m_actProblem.isEmpty() ? m_problem : m_actProblem);
}

void TokensPage::updateCounts()
{
    const ScanProgress& progress = m_session.progress();
    // Under a candidate there are tokens that do not count, as it denies nobody anything.
    const std::optional<std::string>& policy = m_model.view().policy;
    const int rows = policy && isCandidate(*policy) ? m_model.rowCount() : m_model.tokenCount();
    QStringList parts;
    const bool scanning = !progress.complete && progress.total > 0;
    const bool everComplete = progress.completedAt != Instant{};
    parts << (scanning && !everComplete ? tr("%1 so far, %2 of ~%3 keys searched")
                                              .arg(numberText(rows), numberText(Units(progress.looked)),
                                                   numberText(Units(progress.total)))
              : m_model.rowCount() == rows
                  ? numberText(rows)
                  : tr("%1 of %2").arg(numberText(m_model.rowCount()), numberText(rows)));
    for (const TokenStatus state : {TokenStatus::Limited, TokenStatus::Blocked, TokenStatus::Near})
        parts << QStringLiteral("%1 %2").arg(numberText(m_model.countOf(state)), statusName(state));
    m_counts->setText(parts.join(QStringLiteral(" · ")));

    QString empty;
    if (m_model.rowCount() == 0) {
        if (rows > 0)
            empty = tr("No token matches the filter");
        else if (m_link.state() == Link::State::Connecting)
            empty = tr("Connecting to %1").arg(m_link.where());
        else if (m_link.state() == Link::State::Live && everComplete)
            empty = tr("No tokens here yet. They appear when a limiter decides for them, for example with\n"
                       "ratewarden-ctl check user:42 --policy api --rules \"1/s + 20/min\"");
        else if (m_link.state() == Link::State::Live)
            empty = tr("Looking for tokens");
    }
    m_table->setEmptyText(empty);
    Q_EMIT statusChanged();
}

void TokensPage::noteVisible()
{
    if (m_model.rowCount() == 0 || !isVisible())
        return;
    const auto [first, last] = m_table->visibleRows();
    m_model.setShown(first, last);
    std::vector<Subject> keys;
    for (int row = first; row <= last; ++row)
        keys.push_back(m_model.keyAt(row));
    m_session.setVisible(std::move(keys));
}

void TokensPage::tick()
{
    // Rows must not move away under a pointer that is about to click; one that only rests there holds
    // nothing.
    if (m_pointer != QCursor::pos()) {
        m_pointer = QCursor::pos();
        m_pointerMoved.start();
    }
    m_model.setOrderHeld(m_table->viewport()->underMouse() && !m_pointerMoved.hasExpired(pointerRestsMs));
    updateFreshness();
    if (m_details->freshness() != Freshness::Live)
        return;
    m_model.setNow(m_link.serverNow());
    m_details->tick();
}

void TokensPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Qt::Orientation orientation = event->size().width() < narrow ? Qt::Vertical : Qt::Horizontal;
    if (orientation != m_splitter->orientation())
        m_splitter->setOrientation(orientation);
    m_details->setCompact(orientation == Qt::Horizontal && event->size().height() < low);
    noteVisible();
}

void TokensPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    noteVisible();
}

} // namespace ratewarden::ui
