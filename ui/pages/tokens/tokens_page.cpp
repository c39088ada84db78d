// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/tokens_page.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/policies/published_policy.h"
#include "ui/models/token_columns.h"
#include "ui/models/token_delegate.h"
#include "ui/pages/age_label.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/tokens/mark_bar.h"
#include "ui/pages/tokens/token_following.h"
#include "ui/pages/tokens/token_marking.h"
#include "ui/pages/tokens/token_selection.h"
#include "ui/text/display_text.h"
#include "ui/text/first_token_text.h"
#include "ui/text/translations.h"
#include "ui/text/warning_text.h"
#include "ui/theme/theme.h"
#include "ui/tokens/token_inventory.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/scroll_area.h"

#include <QApplication>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QSplitter>

#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int lowTokensPage = 740;     // below this height not all of the details can be seen at once
constexpr int narrowTokensPage = 1040; // below this width the details move below the list

// In the words of the filter.
QString filterForQuestion(const TokenQuestion& question)
{
    QStringList terms;
    if (question.state)
        terms << QString::fromStdString(std::string(nameOf(*question.state)));
    // Those of a candidate are listed with it alone.
    if (question.token && isCandidate(question.token->policy))
        terms << filterTerm("policy", question.token->policy);
    else if (question.policy)
        terms << filterTerm("policy", *question.policy);
    if (!question.filter.isEmpty())
        terms << question.filter;
    return terms.isEmpty() ? QString() : terms.join(' ') + ' ';
}

} // namespace

TokensPage::TokensPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_model(session.book())
    , m_banner(new PageBanner(m_link))
    , m_splitter(named("tokensSplitter", new QSplitter))
    , m_clearFilter(new QAction(tr("Clear filter"), this))
    , m_showFirst(new QAction(tr("Show the first token"), this))
    , m_sortAgain(makeAction(
          this, "sortAgain", tr("Sort again"),
          tr("Put the rows that have moved where they belong. The list stands still while the pointer or "
             "the focus is in it"),
          QKeySequence(Qt::Key_R)))
{
    connect(m_clearFilter, &QAction::triggered, this, [this] {
        m_selection->wait();
        m_filter->clear();
        m_selection->settle();
    });
    connect(m_showFirst, &QAction::triggered, this, [this] {
        if (m_model.rowCount() > 0)
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
    m_details->setPausedText([this] {
        return pausedText(m_link.serverNow() - m_session.pausedSince(),
                          m_details->chosen() ? m_session.newer(*m_details->chosen()) : std::nullopt);
    });
    m_splitter->addWidget(makeScrollArea(m_details));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setSizes({1080, 920}); // in proportion
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    layout->addWidget(m_splitter, 1);

    m_marks = new MarkBar(session.book(), m_model, m_actions->forMarks());
    m_list->body()->addWidget(m_marks);
    auto* const marking = new TokenMarking(session, m_model, *m_selection, *m_table, *m_marks);
    connect(marking, &TokenMarking::done, this, &TokensPage::done);
    connect(&session.book(), &TokenBook::marksChanged, this, &TokensPage::showSelected);
    m_table->addActions(m_actions->all() + marking->actions());
    makePlugins();
    m_filter->takeValuesOf(m_table, [this](const QModelIndex& index) { return termOf(index); });
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_details, &TokenDetails::done, this, &TokensPage::done);
    connect(m_details, &TokenDetails::keyWanted, this, &TokensPage::keyWanted);
    connect(m_details, &TokenDetails::labWanted, this, &TokensPage::labWanted);
    connect(m_details, &TokenDetails::trialWanted, this, &TokensPage::trialWanted);
    connect(m_actions, &SelectionActions::auditWanted, this, &TokensPage::auditWanted);
    connect(m_actions, &SelectionActions::explanationWanted, this, &TokensPage::explanationWanted);
    connect(m_actions, &SelectionActions::compareWanted, this, &TokensPage::compareWanted);
    auto* const following = new TokenFollowing(session, this);
    connect(m_actions, &SelectionActions::followWanted, following, &TokenFollowing::follow);
    connect(following, &TokenFollowing::clientWanted, this, &TokensPage::clientWanted);
    connect(following, &TokenFollowing::done, this, &TokensPage::done);
    connect(m_actions, &SelectionActions::labWanted, this, &TokensPage::labOfTokensWanted);
    connect(m_actions, &SelectionActions::rulesWanted, this, &TokensPage::rulesWanted);
    connectSelection();
    TokenActions* const dialogs = &m_actions->dialogs();
    connect(dialogs, &TokenActions::opened, this, [this] {
        m_actProblem.clear();
        m_pluginProblem.clear();
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
    m_ticks.setInterval(countdownInterval);
    connect(&m_ticks, &QTimer::timeout, this, &TokensPage::tick);
    m_ticks.start();
    leadInto(m_filter, m_table, [this] { return m_model.rearranging(); });
    setFocusProxy(m_table);
    m_actions->update();
    updateCounts();
}

void TokensPage::makePlugins()
{
    m_plugins = new RowPlugins(
        m_session, {"token", "policy", "format", "state", "rule", "used"}, [this] { return pluginValues(); },
        m_table, this);
    m_pluginProblem = m_plugins->problem();
    connect(m_plugins, &RowPlugins::done, this, [this] {
        m_pluginProblem.clear();
        updateBanner();
    });
    const auto tell = [this](const QString& sentence) {
        m_pluginProblem = sentence;
        updateBanner();
    };
    connect(m_plugins, &RowPlugins::failed, this, tell);
    connect(m_plugins, &RowPlugins::yielded, this, [this, tell](const QString& sentence) {
        const QString& problem = m_plugins->problem();
        tell(problem.isEmpty() ? sentence : problem + QStringLiteral("; ") + sentence);
    });
}

// Nothing where no token that is known is shown.
std::optional<RowPlugins::Values> TokensPage::pluginValues() const
{
    const int place = m_selection->shown() ? m_model.placeOf(*m_selection->shown()) : -1;
    if (place < 0)
        return std::nullopt;
    const Subject subject = m_model.keyOfPlace(place);
    const TokenRow& its = m_model.ofPlace(place);
    return RowPlugins::Values{
        {"token", subject.token},
        {"policy", subject.policy},
        {"format", std::string(subject.format->name())},
        {"state", std::string(nameOf(its.state))},
        {"rule", its.knowsRules ? notation(its.tightest) : std::string()},
        {"used", its.used == TokenRow::usedNotKnown ? std::string() : std::to_string(its.used)}};
}

void TokensPage::connectSession()
{
    connect(&m_link, &Link::stateChanged, this, &TokensPage::linkChanged);
    connect(&m_session, &Session::rightsChanged, m_actions, &SelectionActions::update);
    connect(&m_session, &Session::rightsChanged, this, &TokensPage::offerTyped);
    connect(&m_session, &Session::freshnessChanged, this, &TokensPage::updateFreshness);
    connect(&m_session, &Session::found, this, [this] {
        m_banner->setKnownAt(m_session.lastReading());
        updateCounts();
    });
    connect(&m_session, &Session::read, this, &TokensPage::takeRead);
    connect(&m_session, &Session::detailRead, this, [this](const SharedDetail& detail) {
        if (detail->reading.subject != m_details->chosen())
            return;
        m_details->present(detail);
        std::vector<Warning> warnings = detail->reading.warnings;
        std::erase_if(warnings, [&](const Warning& warning) { // a lock is not known to be stale at once
            return !m_model.hasWarning(detail->reading.subject, warning.code);
        });
        if (m_model.hasWarning(detail->reading.subject,
                               WarningCode::CounterFell)) // no reading tells it alone
            warnings.push_back({WarningCode::CounterFell});
        m_details->showWarnings(warnings);
        m_actions->update();
    });
    m_details->setPolicyNamed([this](const std::string& name) { return m_session.policyNamed(name); });
    connect(m_details, &TokenDetails::formatChosen, &m_session.formatFiles(), &FormatFiles::savePrefix);
    connect(&m_session, &Session::formatsRetired, this, &TokensPage::retire);
    connect(&m_session, &Session::scanCompleted, this, [this](bool whole) {
        if (whole) // the operator has asked for it
            m_model.sortAgain();
        m_selection->begin();
        updateHold();
        noteVisible();
        updateCounts();
    });
    connect(&m_session, &Session::progressed, this, &TokensPage::updateCounts);
    connect(&m_model, &TokenTableModel::begun, this, &TokensPage::noteVisible);
    connect(&m_model, &TokenTableModel::ranked, this, [this] {
        offerTyped();
        noteVisible();
        showSelected();
        takeInventory();
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
    auto* const column = columnLayout(12, list);

    auto* const names = rowLayout(14);
    auto* const heading = wholeLabel(tr("Tokens"));
    heading->setFont(headingFont());
    m_counts = named("tokenCounts", new PlainLabel({}, PlainLabel::Tone::Muted));
    m_counts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // what the others leave
    names->addWidget(heading);
    names->addWidget(m_counts, 1);
    names->addWidget(new AgeLabel(m_session, [this] {
        const SharedDetail detail = m_details ? m_details->reading() : nullptr;
        return detail ? detail->reading.at : m_session.readSince();
    }));
    m_outOfPlace = named("outOfPlace", new LinkButton({}));
    m_outOfPlace->setFocusPolicy(Qt::NoFocus); // the list keeps it
    m_outOfPlace->setMinimumWidth(1);          // it comes and goes, and makes nothing wider
    m_outOfPlace->setToolTip(plainToolTip(m_sortAgain->toolTip()));
    m_outOfPlace->hide();
    connect(m_outOfPlace, &QAbstractButton::clicked, m_sortAgain, &QAction::trigger);
    names->addWidget(m_outOfPlace);
    m_back = makeAction(this, "backFromTokens", tr("Back"), tr("Back to where you came from"),
                        QKeySequence(Qt::Key_Escape));
    m_back->setVisible(false);
    m_back->setEnabled(false);
    connect(m_back, &QAction::triggered, this, &TokensPage::goBack);
    names->addWidget(buttonFor(m_back, false));
    column->addLayout(names);
    makeFilter();
    column->addWidget(m_filter);
    column->addWidget(makeTable(), 1);

    return list;
}

void TokensPage::makeFilter()
{
    m_filter = named("filter", new FilterLine(TokenFilter::fields()));
    m_filter->setPlaceholderText(tr("Filter: a part of a name, limited, policy:api, used>90% …"));
    m_filter->setAccessibleName(tr("Filter tokens"));
    connect(m_filter, &FilterLine::inventoryWanted, this, [this] {
        m_wantsInventory = true;
        takeInventory();
    });
    connect(m_filter, &FilterLine::filterChanged, this, [this](const Filter& filter) {
        m_wantsInventory |= m_inventory.isBusy();
        m_inventory.stop(); // which would be in the way of the rows
        m_model.setFilter(TokenFilter(filter));
        updateCounts();
        offerTyped();
    });
}

// After the rows that the same key stroke asked for, so that nothing else has the processors until they are
// there. What was there the last time is offered until then.
void TokensPage::takeInventory()
{
    if (m_model.rearranging() || !std::exchange(m_wantsInventory, false))
        return;
    m_inventory.ask(
        [tokens = m_model.snapshot()](Computation& job) { return inventoryOf(tokens, job.stopToken()); },
        [this](const Outcome<FilterInventory>& inventory) {
            if (inventory.result())
                m_filter->setInventory(*inventory.result());
        });
}

QWidget* TokensPage::makeTable()
{
    m_list = new Card;
    m_table = named("tokens", new RowTable(26, tr("Tokens"), &m_model));
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
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    connect(m_sortAgain, &QAction::triggered, &m_model, &TokenTableModel::sortAgain);
    connect(&m_model, &TokenTableModel::outOfPlaceChanged, this, &TokensPage::sayOutOfPlace);
    m_list->body()->addWidget(m_table);
    m_blockTyped = named("blockFiltered", new QPushButton);
    m_blockTyped->setAccessibleName(tr("Block the token that was typed into the filter"));
    m_blockTyped->hide();
    connect(m_blockTyped, &QPushButton::clicked, this, [this] {
        if (const std::optional<std::string> token = typedToken())
            m_actions->dialogs().block({controlSubject(*token)});
    });
    m_list->body()->addWidget(m_blockTyped, 0, Qt::AlignHCenter);
    return m_list;
}

std::vector<Subject> TokensPage::firstTokens(int count) const
{
    std::vector<Subject> keys;
    for (int row = 0; row < std::min(count, m_model.rowCount()); ++row)
        keys.push_back(m_model.keyAt(row));
    return keys;
}

void TokensPage::takeRead()
{
    m_banner->setKnownAt(m_session.lastReading());
    noteVisible();
    showSelected();
}

void TokensPage::linkChanged()
{
    m_actions->update();
    updateCounts();
}

void TokensPage::updateFreshness()
{
    m_details->setFreshness(m_session.freshness());
    if (m_delegate->setFaded(isGreyed(m_session.freshness())))
        m_table->viewport()->update();
}

void TokensPage::updateBanner()
{
    const QString problem = m_actProblem.isEmpty() ? m_problem : m_actProblem;
    m_banner->setProblem(problem.isEmpty() ? m_pluginProblem : problem);
}

void TokensPage::updateCounts()
{
    const ScanProgress& progress = m_session.progress();
    // Under a candidate there are tokens that do not count, as it denies nobody anything.
    const TokenFilter& filter = m_model.view().filter;
    const FollowedTokens& marks = m_session.book().marks();
    const int rows = filter.namesCandidate() ? m_model.rowCount() : m_model.tokenCount();
    if (!m_session.link().wasEverLive()) {
        m_counts->setText({});
        updateEmpty();
        Q_EMIT statusChanged();
        return;
    }
    QStringList parts;
    const bool scanning = !progress.complete && progress.total > 0;
    const bool everComplete = progress.completedAt != Instant{};
    parts << (scanning && !everComplete ? tr("%1 so far, %2 of ~%3 keys searched")
                                              .arg(numberText(rows), numberText(Units(progress.looked)),
                                                   numberText(Units(progress.total)))
              : m_model.rowCount() == rows
                  ? numberText(rows)
                  : tr("%1 of %2").arg(numberText(m_model.rowCount()), numberText(rows)));
    if (!marks.empty())
        parts << tr("%1 marked").arg(numberText(marks.count()));
    else if (const Units selected = m_selection->count(); selected > 1)
        parts << (m_selection->unlistedCount() > 0
                      ? tr("%1 selected, %2 no longer listed")
                            .arg(numberText(selected), numberText(m_selection->unlistedCount()))
                      : tr("%1 selected").arg(numberText(selected)));
    if (filter.namesCandidate())
        parts << tr("nobody is denied by a candidate");
    else
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
    if (m_model.tokenCount() > 0)
        return m_table->setEmptyText(tr("No token matches the filter"), m_clearFilter);
    const bool everComplete = m_session.everScanned();
    if (const EmptyReason why = whyUnread(*this, m_session, m_session.scanProblem());
        !everComplete && !why.text.isEmpty())
        return m_table->setEmptyText(why.text, why.step);
    if (!everComplete)
        return m_table->setEmptyText(tr("Looking for tokens"));
    if (m_session.isRecorded())
        return m_table->setEmptyText(tr("There were no tokens when this was recorded"));
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
    m_onScreen.show(std::move(keys));
}

void TokensPage::tick()
{
    updateHold();
    if (!isGreyed(m_session.freshness()))
        m_model.setNow(m_link.serverNow());
    if (m_session.freshness() != Freshness::Stale)
        m_details->tick(); // a pause says for how long
}

void TokensPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const Qt::Orientation orientation =
        event->size().width() < narrowTokensPage ? Qt::Vertical : Qt::Horizontal;
    if (orientation != m_splitter->orientation())
        m_splitter->setOrientation(orientation);
    m_details->setCompact(orientation == Qt::Horizontal && event->size().height() < lowTokensPage);
    noteVisible();
}

void TokensPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    noteVisible();
    updateBanner();
}

void TokensPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_onScreen.show({});
}

void TokensPage::connectSelection()
{
    connect(m_selection, &TokenSelection::shownChanged, this, [this] {
        m_details->choose(m_selection->shown());
        m_session.setChosen(m_selection->shown());
        if (m_selection->shown() && m_stretch)
            m_details->showTime(m_stretch->first, m_stretch->second);
    });
    connect(m_selection, &TokenSelection::changed, this, &TokensPage::showSelected);
}

void TokensPage::showSelected()
{
    const FollowedTokens& marks = m_session.book().marks();
    m_details->setMeant(marks.empty() ? m_selection->listedCount() : marks.count(), !marks.empty());
    m_details->setUnlisted(marks.empty() ? unlistedText() : QString());
    m_actions->update();
    m_marks->present();
    m_plugins->update();
    updateCounts();
}

bool TokensPage::choose(const Subject& key)
{
    const bool isListed = m_model.rowOf(key) >= 0;
    if (isListed)
        m_selection->choose(key);
    return isListed;
}

// Why nothing acts on the token that is shown.
QString TokensPage::unlistedText() const
{
    const std::optional<Subject>& shown = m_selection->shown();
    if (!shown || m_selection->listedCount() > 0)
        return {};
    return !m_model.view().filter.terms().empty() && m_model.placeOf(*shown) >= 0
               ? tr("No longer listed: it does not match the filter. Actions need a listed token.")
               : tr("Not listed: Redis has no state of it, or it is not found yet. Actions need a listed "
                    "token.");
}

// The one that was typed, if the filter is nothing but that.
std::optional<std::string> TokensPage::typedToken() const
{
    const FilterTerm* const name = m_filter->filter().nameAlone();
    return name && m_filter->faultText().isEmpty() ? std::optional(name->name) : std::nullopt;
}

// A token that is typed and not listed can be blocked all the same.
void TokensPage::offerTyped()
{
    const std::optional<std::string> typed = typedToken();
    const bool nothing = typed && m_model.rowCount() == 0 && !m_model.rearranging();
    m_blockTyped->setVisible(nothing);
    if (!nothing)
        return;
    m_blockTyped->setText(withoutKeys(tr("Block \"%1\"…").arg(shown(*typed))));
    const QString missing = m_session.missing("block");
    m_blockTyped->setEnabled(m_session.live() && missing.isEmpty());
    m_blockTyped->setToolTip(missing);
}

// Their subjects are no longer; the shown one's is looked at by what its file says now.
void TokensPage::retire(const FormatSet& formats)
{
    const std::optional<Subject> shown = m_selection->shown();
    if (shown && formats.contains(shown->format)) {
        m_selection->forget();
        if (const std::optional<Subject> now = m_session.successor(*shown))
            m_selection->choose(*now);
    }
    noteVisible();
    updateCounts();
}

// Rows must not move away under a pointer that is about to click, nor before keys that walk through them.
void TokensPage::updateHold()
{
    const bool focused = window()->focusWidget() == m_table && QApplication::activeWindow();
    m_model.setOrderHeld(isVisible() && m_session.everScanned() &&
                         (focused || m_table->viewport()->underMouse()));
}

void TokensPage::sayOutOfPlace()
{
    const int rows = m_model.outOfPlace();
    m_outOfPlace->setVisible(rows > 0);
    if (rows > 0)
        m_outOfPlace->setText(tr("%Ln row(s) have moved · R sorts again", nullptr, pluralNumber(rows)));
}

bool TokensPage::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::FocusIn:
    case QEvent::FocusOut:
    case QEvent::Enter:
    case QEvent::Leave: // also while the window, and with it the session, is being destroyed
        QMetaObject::invokeMethod(this, &TokensPage::updateHold, Qt::QueuedConnection);
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

// What takes the rows with the same in that column, or at least as much of what one looks for; empty: there
// is nothing to be the same, or no word for it.
QString TokensPage::termOf(const QModelIndex& index) const
{
    const Subject subject = m_model.keyAt(index.row());
    const TokenRow& row = m_model.at(index.row());
    switch (index.column()) {
    case TokenTableModel::Token:
        return filterTerm("token", subject.token);
    case TokenTableModel::Policy:
        return filterTerm("policy", subject.policy);
    case TokenTableModel::Format:
        return filterTerm("format", subject.format->name());
    case TokenTableModel::TightestRule:
        return row.knowsRules ? filterTerm("rule", notation(row.tightest)) : QString();
    case TokenTableModel::Left:
        return row.knowsRules ? QStringLiteral("left<%1").arg(row.left() + 1) : QString();
    case TokenTableModel::Next: // for some time, or for good
        return row.wait > Micros::zero() ? QStringLiteral("wait>0s") : QString();
    case TokenTableModel::Denied:
        return row.denied > 0 ? QStringLiteral("denied>0/s") : QString();
    case TokenTableModel::Expires:
        return row.warnings.has(WarningCode::NoExpiry) ? filterTerm("warning", nameOf(WarningCode::NoExpiry))
                                                       : QString();
    case TokenTableModel::State:
        return QString::fromStdString(std::string(nameOf(row.state)));
    default:
        return {};
    }
}

TokensPage::Arrangement TokensPage::present() const
{
    const QHeaderView* const header = m_table->horizontalHeader();
    return {m_filter->text(), m_table->columnName(header->sortIndicatorSection()),
            header->sortIndicatorOrder()};
}

void TokensPage::setArrangement(const Arrangement& arrangement, const std::optional<Subject>& chosen)
{
    m_selection->wait();
    m_filter->setText(arrangement.filter);
    const int column = m_table->columnNamed(arrangement.column);
    m_table->sortByColumn(column < 0 ? int(TokenTableModel::State) : column, arrangement.order);
    if (chosen)
        m_selection->choose(*chosen);
    m_selection->settle();
}

void TokensPage::showTimes(const std::optional<TimeRange>& area, const std::optional<TimeRange>& window,
                           const std::optional<TimeRange>& usage)
{
    m_details->markArea(area);
    if (window)
        m_details->showTime(window->from, window->to);
    if (usage)
        m_details->usageTime().show(usage->from, usage->to);
}

void TokensPage::enterFrom(const QString& page)
{
    if (!m_before) // else from one page to the next
        m_before = present();
    m_stretch.reset();
    m_back->setText(QStringLiteral("← ") + page);
    m_back->setVisible(true);
    m_back->setEnabled(true);
}

void TokensPage::ask(const TokenQuestion& question, const QString& from)
{
    enterFrom(from);
    m_selection->wait();
    m_selection->forget();
    m_stretch = question.stretch;
    m_filter->setText(filterForQuestion(question));
    m_table->sortByColumn(question.by.value_or(TokenTableModel::State), Qt::DescendingOrder);
    if (question.token)
        m_selection->choose(*question.token);
    m_selection->settle();
    m_asked = present();
    m_table->setFocus();
}

void TokensPage::filterByFinding(const Finding& finding, const QString& from)
{
    enterFrom(from);
    m_selection->wait();
    m_filter->setText(findingFilter(finding) + ' ');
    m_selection->settle();
    m_asked = present();
    m_table->setFocus();
}

// What the operator had filtered is back, however one leaves; what he has filtered since stays.
void TokensPage::forgetWayBack()
{
    if (m_before && present() != m_asked)
        m_before.reset();
    leaveQuestion();
}

void TokensPage::leaveQuestion()
{
    m_back->setEnabled(false);
    m_back->setVisible(false);
    if (std::exchange(m_stretch, {}))
        m_details->showUsualTime();
    if (const std::optional<Arrangement> before = std::exchange(m_before, {}))
        setArrangement(*before);
}

void TokensPage::goBack()
{
    leaveQuestion();
    Q_EMIT backWanted();
}

} // namespace ratewarden::ui
