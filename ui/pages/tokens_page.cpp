// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens_page.h"

#include "core/formats/ratewarden_format.h"
#include "core/policies/published_policy.h"
#include "ui/models/token_columns.h"
#include "ui/models/token_delegate.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/selection_actions.h"
#include "ui/pages/token_selection.h"
#include "ui/text/display_text.h"
#include "ui/text/first_token_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
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
#include <QScrollBar>
#include <QSplitter>

#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 200ms; // of the countdowns
constexpr qint64 pointerRestsMs = 5000;
// Without a reading for this many polls, and the time that a slow one may take, data counts as stale.
constexpr int missedPolls = 2;
constexpr auto slowestPoll = 2000ms;
constexpr int low = 740;     // below this height not all of the details can be seen at once
constexpr int narrow = 1040; // below this width the details move below the list

} // namespace

TokensPage::TokensPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_model(session.tokens())
    , m_banner(new PageBanner(m_link))
    , m_splitter(new QSplitter)
    , m_clearFilter(new QAction(tr("Clear filter"), this))
    , m_allPolicies(new QAction(tr("Show all policies"), this))
    , m_showFirst(new QAction(tr("Show the first token"), this))
{
    connect(m_clearFilter, &QAction::triggered, this, [this] {
        setState(std::nullopt);
        filterByPolicy(std::nullopt);
        m_filter->clear();
    });
    connect(m_allPolicies, &QAction::triggered, this, [this] { filterByPolicy(std::nullopt); });
    connect(m_showFirst, &QAction::triggered, this, [this] {
        m_selection->selectOnly(0);
        m_table->setFocus();
    });
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 14, 16, 14);
    layout->setSpacing(12);
    layout->addWidget(m_banner);
    m_splitter->addWidget(makeList());
    m_selection = new TokenSelection(m_model, *m_table, this);
    m_actions = new SelectionActions(
        session, m_model, *m_selection, [this] { return m_details->reading(); }, this);
    m_details = new TokenDetails(m_link, session.histories(), m_actions->forDetails());
    m_splitter->addWidget(makeScrollArea(m_details));
    m_splitter->setObjectName("tokensSplitter");
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({1080, 920}); // in proportion
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    layout->addWidget(m_splitter, 1);

    m_table->addActions(m_actions->all());
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_details, &TokenDetails::done, this, &TokensPage::done);
    connect(m_details, &TokenDetails::keyWanted, this, &TokensPage::keyWanted);
    connect(m_details, &TokenDetails::labWanted, this, &TokensPage::labWanted);
    connect(m_details, &TokenDetails::trialWanted, this, &TokensPage::trialWanted);
    connect(m_actions, &SelectionActions::auditWanted, this, &TokensPage::auditWanted);
    connect(m_actions, &SelectionActions::compareWanted, this, &TokensPage::compareWanted);
    connect(m_actions, &SelectionActions::rulesWanted, this, &TokensPage::rulesWanted);
    connect(m_selection, &TokenSelection::chosen, this, [this](const Subject& subject) {
        m_details->choose(subject);
        m_session.setChosen(subject);
        if (m_stretch)
            m_details->showTime(m_stretch->first, m_stretch->second);
    });
    connect(m_selection, &TokenSelection::changed, this, [this] {
        m_actions->update();
        updateCounts();
    });
    TokenActions* const dialogs = &m_actions->dialogs();
    connect(dialogs, &TokenActions::opened, this, [this] {
        m_actProblem.clear();
        updateBanner();
    });
    const auto tell = [this](const QString& sentence) {
        m_actProblem = sentence;
        updateBanner();
    };
    connect(dialogs, &TokenActions::failed, this, tell);
    connect(dialogs, &TokenActions::reading, this, tell);
    connect(&m_session.changes(), &Changes::failed, dialogs, [this, dialogs](const QString& sentence) {
        if (isVisible())
            Q_EMIT dialogs->failed(sentence);
    });
    connect(dialogs, &TokenActions::done, this, &TokensPage::done);

    connectSession();
    m_ticks.setInterval(tickInterval);
    connect(&m_ticks, &QTimer::timeout, this, &TokensPage::tick);
    m_ticks.start();
    leadInto(m_filter, m_table, [this] { return entersLater(); });
    setFocusProxy(m_table);
    m_actions->update();
    updateCounts();
}

void TokensPage::connectSession()
{
    connect(&m_link, &Link::stateChanged, this, &TokensPage::linkChanged);
    connect(&m_session, &Session::rightsChanged, m_actions, &SelectionActions::update);
    connect(&m_session, &Session::rightsChanged, this, &TokensPage::forgetChoiceWithoutMatches);
    connect(&m_session, &Session::found, this, &TokensPage::takeFound);
    connect(&m_session, &Session::read, this, &TokensPage::takeRead);
    connect(&m_session, &Session::detailRead, this, [this](const SharedDetail& detail) {
        if (detail->reading.subject != m_details->chosen())
            return;
        m_details->present(detail);
        std::vector<Warning> warnings = detail->reading.warnings;
        std::erase_if(warnings, [&](const Warning& warning) { // a lock is not known to be stale at once
            return !m_model.hasWarning(detail->reading.subject, warning.code);
        });
        m_details->showWarnings(warnings);
        m_actions->update();
    });
    connect(&m_session, &Session::formatsRetired, this, &TokensPage::retire);
    connect(&m_model, &TokenTableModel::moved, &m_session, &Session::tokensMoved);
    connect(&m_session, &Session::scanCompleted, this, [this] {
        if (!m_session.progress().partial)
            m_selection->dropUnseen();
        m_selection->restore(m_details->chosen());
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
        if (m_asking)
            return;
        forgetChoiceWithoutMatches();
        m_selection->restore(m_details->chosen());
        if (std::exchange(m_entered, false)) {
            if (!m_table->selectionModel()->hasSelection() && m_model.rowCount() > 0)
                m_selection->selectOnly(0);
        } else if (m_session.progress().completedAt != Instant{} && !m_selection->held()) {
            chooseFirst();
        }
        noteVisible();
        updateCounts();
    });
    connect(&m_session, &Session::problemChanged, this, [this](const QString& problem) {
        m_problem = problem;
        updateBanner();
        updateEmpty();
    });
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
    m_counts->setObjectName("tokenCounts");
    names->addWidget(heading);
    names->addWidget(m_counts, 1);
    m_back = makeAction(this, "backFromTokens", tr("Back"), tr("Back to where you came from"),
                        QKeySequence(Qt::Key_Escape));
    m_back->setVisible(false);
    m_back->setEnabled(false);
    connect(m_back, &QAction::triggered, this, &TokensPage::goBack);
    names->addWidget(buttonFor(m_back, false));
    column->addLayout(names);
    column->addLayout(makeFilters());
    column->addWidget(makeTable(), 1);

    auto* const find = new QAction(tr("Filter the list"), this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, m_filter, [this] {
        m_filter->setFocus();
        m_filter->selectAll();
    });
    addAction(find);
    return list;
}

QLayout* TokensPage::makeFilters()
{
    auto* const filters = new QHBoxLayout;
    filters->setSpacing(6);
    m_filter = new QLineEdit;
    m_filter->setObjectName("filter");
    m_filter->setPlaceholderText(tr("Filter as you type"));
    m_filter->setAccessibleName(tr("Filter tokens"));
    m_filter->setToolTip(plainToolTip(tr("Part of a token or of its policy. Also \"warning:\", "
                                         "\"warning:stale-lock\", \"format:rate-limit-redis\" or "
                                         "\"state:active\".")));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_model, &TokenTableModel::setFilter);
    connect(m_filter, &QLineEdit::textChanged, this, [this] { m_entered = false; });
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
    return filters;
}

QWidget* TokensPage::makeTable()
{
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
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TokensPage::noteVisible);
    card->body()->addWidget(m_table);
    m_blockTyped = new QPushButton;
    m_blockTyped->setObjectName("blockFiltered");
    m_blockTyped->setAccessibleName(tr("Block the token that was typed into the filter"));
    m_blockTyped->hide();
    connect(m_blockTyped, &QPushButton::clicked, this, [this] {
        m_actions->dialogs().block({controlSubject(m_filter->text().trimmed().toStdString())});
    });
    card->body()->addWidget(m_blockTyped, 0, Qt::AlignHCenter);
    return card;
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

TokenActions& TokensPage::actions()
{
    return m_actions->dialogs();
}

bool TokensPage::choose(const Subject& key)
{
    const int row = m_model.rowOf(key);
    if (row >= 0)
        m_selection->selectOnly(row);
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
        m_selection->selectOnly(0);
}

// The rows are not yet those that were typed: until they are nothing is chosen, then the first of them is.
// Several that are selected stay it as far as they match.
bool TokensPage::entersLater()
{
    if (!m_model.ranking())
        return false;
    m_entered = true;
    if (m_selection->count() <= 1) {
        m_table->clearSelection();
        forgetChoice();
    }
    return true;
}

void TokensPage::forgetChoice()
{
    m_details->choose(std::nullopt);
    m_session.setChosen(std::nullopt);
    m_actions->update();
}

// Who filters for a token that is not there must not act on the one that was shown before.
void TokensPage::forgetChoiceWithoutMatches()
{
    const QString typed = m_filter->text().trimmed();
    const bool nothing = !typed.isEmpty() && m_model.rowCount() == 0 && !m_model.ranking();
    m_blockTyped->setVisible(nothing && !m_model.view().filter.hasTerms());
    if (!nothing)
        return;
    m_blockTyped->setText(withoutKeys(tr("Block \"%1\"…").arg(shown(typed.toStdString()))));
    const QString missing = m_session.missing("block");
    m_blockTyped->setEnabled(m_session.live() && missing.isEmpty());
    m_blockTyped->setToolTip(missing);
    if (m_details->chosen())
        forgetChoice();
}

// Their subjects are no longer; the chosen one's is looked at by what its file says now.
void TokensPage::retire(const FormatSet& formats)
{
    m_selection->retire(formats);
    if (const std::optional<Subject> chosen = m_details->chosen();
        chosen && formats.contains(chosen->format)) {
        const std::optional<Subject> now = Session::successor(*chosen);
        m_details->choose(now);
        m_session.setChosen(now);
    }
    noteVisible();
    updateCounts();
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
    m_selection->restore(m_details->chosen());
    noteVisible();
    m_actions->update();
    updateCounts();
}

void TokensPage::linkChanged()
{
    if (m_link.isUnreachable())
        m_sinceReading.invalidate();
    updateFreshness();
    m_actions->update();
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
    if (const Units selected = m_selection->count(); selected > 1)
        parts << (m_selection->unlistedCount() > 0
                      ? tr("%1 selected, %2 no longer listed")
                            .arg(numberText(selected), numberText(m_selection->unlistedCount()))
                      : tr("%1 selected").arg(numberText(selected)));
    for (const TokenStatus state : {TokenStatus::Limited, TokenStatus::Blocked, TokenStatus::Near})
        parts << QStringLiteral("%1 %2").arg(numberText(m_model.countOf(state)), statusName(state));
    m_counts->setText(parts.join(QStringLiteral(" · ")));

    updateEmpty();
    Q_EMIT statusChanged();
}

// Why there are no rows, and what to do about it.
void TokensPage::updateEmpty()
{
    if (m_model.rowCount() > 0) {
        m_table->setEmptyText({});
        m_details->setNothing(tr("Choose a token to see its window"), m_showFirst);
        return;
    }
    m_details->setNothing(tr("No token is listed"));
    const TokenView& view = m_model.view();
    const bool isOfPolicyAlone = view.policy && !view.state && m_filter->text().trimmed().isEmpty();
    if (m_model.tokenCount() > 0)
        return isOfPolicyAlone ? m_table->setEmptyText(
                                     tr("No token of %1 was found").arg(shown(*view.policy)), m_allPolicies)
                               : m_table->setEmptyText(tr("No token matches the filter"), m_clearFilter);
    const bool everComplete = m_session.everScanned();
    if (const EmptyReason why = whyUnread(*this, m_session, m_session.scanProblem());
        !everComplete && !why.text.isEmpty())
        return m_table->setEmptyText(why.text, why.step);
    if (!everComplete)
        return m_table->setEmptyText(tr("Looking for tokens"));
    const QString example = firstTokenText(m_link.where());
    if (m_session.progress().total == 0)
        m_table->setEmptyText(tr("Database %1 has no keys, and so no tokens.").arg(m_session.database()) +
                                  '\n' + example,
                              windowAction(*this, "openLabExample"));
    else
        m_table->setEmptyText(tr("No tokens here yet.") + '\n' + example +
                                  tr("\n\nKeys of a limiter that Ratewarden does not know can be described."),
                              windowAction(*this, "describeKey"));
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
