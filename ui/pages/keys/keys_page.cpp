// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/keys_page.h"

#include "ui/models/key_delegates.h"
#include "ui/pages/empty_reason.h"
#include "ui/pages/keys/key_arrangement.h"
#include "ui/pages/keys/key_facts_text.h"
#include "ui/pages/keys/key_note.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/row_plugins.h"
#include "ui/pages/while_shown.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/key_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int narrowKeysPage = 1060;        // below this width the details move below the list
constexpr std::int64_t longestBytes = 1023; // of which the text is the longest
constexpr int cellsMargins = 16;

/// "size>12k": of at least about so many bytes.
QString sizeTerm(double bytes)
{
    constexpr std::array<std::pair<double, char>, 3> units{{{1 << 30, 'g'}, {1 << 20, 'm'}, {1 << 10, 'k'}}};
    const auto* const unit =
        std::ranges::find_if(units, [bytes](const auto& one) { return bytes > one.first; });
    const bool isSmall = unit == units.end();
    return QStringLiteral("size>%1").arg(std::int64_t(std::ceil(bytes / (isSmall ? 1 : unit->first))) - 1) +
           (isSmall ? QString() : QString(QLatin1Char(unit->second)));
}

} // namespace

KeysPage::KeysPage(Session& session, QWidget* parent)
    : PageWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_book(&session.keys())
    , m_browser(m_book->browser())
    , m_reader(m_book->reader())
    , m_actions(new KeyActions(
          session, [this] { return m_keys->selectionModel()->hasSelection(); }, this))
    , m_banner(new PageBanner(m_link))
    , m_counts(named("keyCounts", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_unknown(named("unknownKeys", new QPushButton))
    , m_scan(named("scanKeys", new QPushButton(tr("Scan"))))
    , m_outer(named("keysOuterSplitter", new QSplitter))
    , m_inner(named("keysInnerSplitter", new QSplitter))
{
    m_clearFilter = new QAction(tr("Clear filter"), this);
    m_scanAll = new QAction(tr("Scan all keys"), this);
    m_showFirst = new QAction(tr("Show the first key"), this);
    const auto [layout, head] = framePage(this, m_banner, tr("Keys"), m_counts);
    m_unknown->setFlat(true);
    m_unknown->setToolTip(tr("List the keys that no format recognizes, though they could be a limiter's"));
    head->addWidget(m_unknown);
    head->addWidget(m_scan);
    m_inner->addWidget(makeTree());
    m_inner->addWidget(makeList());
    m_inner->setChildrenCollapsible(false);
    m_inner->setSizes({400, 400});
    m_details = new KeyDetails(m_link, session.histories(), m_actions->forDetails());
    m_outer->addWidget(m_inner);
    m_outer->addWidget(makeScrollArea(m_details));
    m_outer->setChildrenCollapsible(false);
    m_outer->setSizes({800, 440}); // in proportion
    m_outer->setStretchFactor(0, 16);
    m_outer->setStretchFactor(1, 9);
    layout->addWidget(m_outer, 1);
    connectPanes();
    connectOutcomes();
    connectBrowser();
    leadInto(m_filter, m_folders);
    setFocusProxy(m_folders);
    showBook();
    m_actions->update();
}

QWidget* KeysPage::makeTree()
{
    auto* const card = new Card;
    card->body()->setContentsMargins(1, 10, 1, 10);
    auto* const filters = new QHBoxLayout;
    filters->setContentsMargins(12, 0, 12, 0);
    m_filter = named("keyFilter", new FilterLine(KeyFilter::fields()));
    m_filter->setPlaceholderText(tr("Filter: user:*, type:zset, no-ttl, ttl<1h …"));
    m_filter->setAccessibleName(tr("Filter keys"));
    filters->addWidget(m_filter);
    card->body()->addLayout(filters);
    m_arrangement = new KeyArrangement(m_browser);
    card->body()->addWidget(m_arrangement);

    m_folders = named("keyTree", new RowTree);
    m_folders->setAccessibleName(tr("Prefixes of keys"));
    m_folders->setModel(&m_tree);
    m_folderRows = new KeyTreeDelegate(m_folders);
    m_folders->setItemDelegate(m_folderRows);
    QHeaderView* const header = m_folders->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(KeyTreeModel::Name, QHeaderView::Stretch);
    const int memory = m_folders->fontMetrics().horizontalAdvance(bytesText(longestBytes));
    const std::array<std::pair<int, int>, 3> widths{
        {{KeyTreeModel::Keys, 74},
         {KeyTreeModel::Memory, std::max(78, memory + cellsMargins)},
         {KeyTreeModel::NoExpiry, 70}}};
    for (const auto& [column, width] : widths) {
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->resizeSection(column, width);
    }
    card->body()->addWidget(m_folders, 1);

    auto* const notes = new QHBoxLayout;
    notes->setContentsMargins(12, 0, 12, 2);
    m_note = new KeyNote(m_session, m_browser);
    addActions(m_note->actions()); // the menu bar and the palette list the page's
    notes->addWidget(m_note);
    card->body()->addLayout(notes);
    return card;
}

QWidget* KeysPage::makeList()
{
    auto* const card = new Card;
    card->body()->setContentsMargins(1, 10, 1, 4);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 14, 0);
    head->setSpacing(8);
    m_up = named("keysUp", new QPushButton(QStringLiteral("↑")));
    m_up->setAccessibleName(tr("Up to the prefix above"));
    m_up->setToolTip(tr("Up to the prefix above (Backspace)"));
    m_up->setFixedSize(28, 26);
    connect(m_up, &QPushButton::clicked, this, &KeysPage::goUp);
    head->addWidget(m_up);
    m_folderName = named("keyFolder", new PlainLabel);
    m_folderName->setFont(boldFont(monospaceFont()));
    head->addWidget(m_folderName, 1);
    m_folderCount = named("keyFolderCount", wholeLabel({}, PlainLabel::Tone::Muted));
    head->addWidget(m_folderCount);
    card->body()->addLayout(head);

    constexpr int rowPadding = 17;
    m_keys = named("keyList", new RowTable(rowPadding, tr("Keys"), &m_list));
    m_keyRows = new KeyListDelegate(m_keys);
    m_keys->setItemDelegate(m_keyRows);
    m_keys->setColumns({{0}, {84, 250}, {78, 330}, {92, 0}});
    m_rowMenu = new QMenu(m_keys);
    m_rowMenu->addActions(m_actions->forRow());
    m_keys->setContextMenuPolicy(Qt::CustomContextMenu);
    card->body()->addWidget(m_keys, 1);
    return card;
}

// The panes to each other, and what moves them on.
void KeysPage::connectPanes()
{
    connect(m_scan, &QPushButton::clicked, m_book, &KeyBook::toggleScan);
    connect(m_unknown, &QPushButton::clicked, this, [this] {
        m_filter->setText(QStringLiteral("format:unknown"));
        m_folders->setFocus();
    });
    connect(m_scanAll, &QAction::triggered, m_book, &KeyBook::scan);
    connect(m_clearFilter, &QAction::triggered, m_filter, &QLineEdit::clear);
    connect(m_showFirst, &QAction::triggered, this, [this] {
        m_keys->setFocus();
        if (const int first = firstKey(); first >= 0)
            m_keys->setCurrentIndex(m_list.index(first, 0));
    });
    connect(m_filter, &FilterLine::inventoryWanted, this, [this] {
        m_browser.takeStock(this,
                            [this](const FilterInventory& inventory) { m_filter->setInventory(inventory); });
    });
    m_filter->takeValuesOf(m_keys, [this](const QModelIndex& index) { return termOf(index); });
    auto* const plugins = new RowPlugins(
        m_session, {"key", "type", "format"},
        [this]() -> std::optional<RowPlugins::Values> {
            const QModelIndexList rows = m_keys->selectionModel()->selectedRows();
            const KeyRow* const its = rows.size() == 1 ? m_list.at(rows.front().row()) : nullptr;
            if (!its || its->folder)
                return std::nullopt;
            return RowPlugins::Values{{"key", its->name},
                                      {"type", std::string(nameOf(its->type))},
                                      {"format", std::string(its->format ? its->format->name() : "")}};
        },
        m_keys, this);
    connect(plugins, &RowPlugins::failed, m_banner, &PageBanner::setProblem);
    connect(&m_list, &QAbstractItemModel::dataChanged, plugins, &RowPlugins::update); // a page has been read
    m_rowMenu->addActions(m_keys->actions());
    connect(m_filter, &FilterLine::filterChanged, this,
            [this] { m_book->setFilter(KeyFilter(m_filter->filter())); });
    // Not the current row: a tree without one takes its first one when it gets the focus, and nobody chose
    // that.
    connect(m_folders->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        const QModelIndexList rows = m_folders->selectionModel()->selectedRows();
        const KeyNode* const node = rows.isEmpty() ? nullptr : m_tree.at(rows.front());
        if (node && node->path != m_book->place().folder)
            m_book->enter(node->path);
    });
    connect(m_folders, &RowTree::clickedOutside, this, [this] { showFolder({}); });
    connect(m_folders->verticalScrollBar(), &QScrollBar::valueChanged, this, &KeysPage::noteVisibleFolders);
    connect(m_folders, &QTreeView::expanded, this, &KeysPage::noteVisibleFolders);
    connect(m_keys->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (m_restoring || !current.isValid())
                    return;
                chooseRow(current.row());
                if (!m_keys->selectionModel()->isRowSelected(current.row())) // it has come with the focus
                    m_keys->selectRow(current.row());
            });
    connect(m_keys->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& selected) {
                const int row = selected.isEmpty() ? -1 : selected.front().top();
                if (const KeyRow* const its = m_list.at(row);
                    !m_restoring && its && its->name != m_book->current())
                    chooseRow(row);
                m_actions->update();
            });
    // The row that follows a deletion is the current one, and perhaps selected, before it is chosen.
    connect(m_keys, &QTableView::pressed, this, [this](const QModelIndex& index) {
        if (const KeyRow* const its = m_list.at(index.row());
            its && !its->folder && its->name != m_book->chosen())
            chooseRow(index.row());
    });
    connect(m_keys, &QTableView::activated, this, [this](const QModelIndex& index) {
        const KeyRow* const row = m_list.at(index.row());
        if (!row || !row->folder)
            return;
        showFolder(row->name);
    });
    connect(m_keys->verticalScrollBar(), &QScrollBar::valueChanged, this, &KeysPage::noteVisible);
    connect(m_keys, &QWidget::customContextMenuRequested, this, &KeysPage::showRowMenu);
    auto* const up = new QShortcut(QKeySequence(Qt::Key_Backspace), m_keys, this, &KeysPage::goUp);
    up->setContext(Qt::WidgetShortcut);
    // What is pressed in the list is about its current row; the details may show a key of another folder.
    for (QAction* const action : m_actions->underKeys()) {
        auto* const key = new QShortcut(action->shortcut(), m_keys);
        key->setContext(Qt::WidgetShortcut);
        connect(key, &QShortcut::activated, action, [this, action] {
            if (isOnChosen())
                action->trigger();
        });
    }
    m_ticks.setInterval(countdownInterval);
    connect(&m_ticks, &QTimer::timeout, this, [this] {
        updateFreshness();
        if (m_link.isUnreachable())
            return;
        m_list.setNow(m_link.serverNow());
        m_keys->viewport()->update();
        m_details->tick();
        updateTexts();
    });
}

// What becomes of changes, and what else happens in the session.
void KeysPage::connectOutcomes()
{
    connect(&m_actions->ofToken(), &TokenActions::done, this, &KeysPage::done);
    connect(m_actions, &KeyActions::done, this, [this](const QString& sentence) {
        if (m_folders->hasFocus() || window()->focusWidget() == m_folders)
            m_keys->setFocus(); // where its row is, or was
        Q_EMIT done(sentence);
    });
    connect(m_actions, &KeyActions::tokenWanted, this, &KeysPage::tokenWanted);
    connect(m_actions, &KeyActions::labWanted, this, &KeysPage::labWanted);
    connect(m_actions, &KeyActions::describeKey, this, &KeysPage::describeKey);
    connect(m_note, &KeyNote::describeKey, this, &KeysPage::describeKey);
    connect(&m_session, &Session::paceChanged, this, &KeysPage::updateFreshness);
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateFreshness();
        updateTexts();
    });
}

// What the book has, in order: the rows of a place before the key that was found there.
void KeysPage::showBook()
{
    const bool isEntered = std::exchange(m_visit, m_book->place().visit) != m_book->place().visit;
    if (isEntered) {
        m_list.show(m_book->place().folder);
        m_note->setFolder(m_book->place().folder);
        m_keys->scrollToTop();
    }
    if (std::exchange(m_edition, m_book->edition()) != m_book->edition()) {
        m_tree.readAgain();
        m_list.readAgain();
    }
    m_details->choose(m_book->chosen());
    if (const SharedKeyDetail& detail = m_book->detail(); detail && detail != m_details->detail()) {
        m_details->present(detail);
        m_banner->setKnownAt(m_link.serverNow());
    }
    if (std::exchange(m_settling, m_book->isSettling()) && !m_settling && !m_book->chosen() && !isEntered)
        chooseFirst(); // the one before does not match
    if (std::exchange(m_found, m_book->found()) != m_book->found())
        showFound();
    updateTexts();
}

void KeysPage::updateTexts()
{
    using State = KeyBrowser::State;
    const State state = m_browser.state();
    m_counts->setText(scanCountsText(m_browser, m_book->summary(), m_link.serverNow()));
    const SharedKeySummary& summary = m_book->summary();
    const std::size_t unknown = summary ? keysOfKind(summary->totals, KeyKind::Unknown) : 0;
    m_unknown->setText(tr("%1 unknown").arg(numberText(Units(unknown))));
    m_unknown->setVisible(unknown > 0);
    m_scan->setText(state == State::Scanning  ? tr("Stop")
                    : state == State::Stopped ? tr("Resume")
                                              : tr("Scan"));
    m_scan->setEnabled(m_session.live());
    m_scan->setToolTip(tr("Go through all keys again (F5)"));
    const KeyBook::Place& place = m_book->place();
    m_folderName->setText(place.folder.empty() ? tr("all keys") : folderText(place.folder));
    m_up->setVisible(!place.folder.empty());
    m_folderCount->setText(place.keys == 0 ? QString() : keysText(Units(place.keys)));
    const KeyBook::Problems& problems = m_book->problems();
    const QString act = problems.act.isEmpty() ? problems.reading : problems.act;
    const QString scan = problems.scan.isEmpty() ? unreadKeysText(m_browser, summary) : problems.scan;
    m_banner->setProblem(act.isEmpty() ? scan : act);
    updateEmptyTexts();
}

void KeysPage::updateEmptyTexts()
{
    const SharedKeySummary& summary = m_book->summary();
    const bool isFiltered = summary && summary->all > 0 && summary->totals.keys == 0;
    if (m_list.rowCount() > 0 || m_tree.rowCount() == 0 || !isFiltered)
        m_keys->setEmptyText({});
    else
        m_keys->setEmptyText(tr("No key matches the filter"), m_clearFilter);
    const bool hasKey = firstKey() >= 0;
    m_details->setNothing(hasKey || m_list.rowCount() > 0 ? tr("Choose a key to see its value")
                                                          : tr("No key is listed"),
                          hasKey ? m_showFirst : nullptr);
    if (m_tree.rowCount() > 0) {
        m_folders->setEmptyText({});
        return;
    }
    using State = KeyBrowser::State;
    // What has no keys because none were recorded says so.
    const bool isKnown =
        summary && m_browser.knownAt() != Instant{} && (summary->all > 0 || !m_session.isRecorded());
    const EmptyReason why = whyUnread(*this, m_session, m_book->problems().scan);
    if (!isKnown && !why.text.isEmpty())
        m_folders->setEmptyText(why.text, why.step);
    else if (m_browser.state() == State::NotStarted)
        m_folders->setEmptyText(tr("Not scanned yet"), m_scanAll);
    else if (!isKnown)
        m_folders->setEmptyText(tr("Looking for keys"));
    else if (summary->all == 0)
        m_folders->setEmptyText(tr("Database %1 has no keys").arg(m_session.database()),
                                windowAction(*this, "openServerAction"));
    else if (isFiltered)
        m_folders->setEmptyText(tr("No key matches the filter"), m_clearFilter);
    else
        m_folders->setEmptyText(tr("No prefixes. The keys are listed on the right."),
                                hasKey ? m_showFirst : nullptr);
}

void KeysPage::updateFreshness()
{
    m_details->setFreshness(m_session.linkFreshness());
    if (m_folderRows->setFaded(m_link.isUnreachable()))
        m_folders->viewport()->update();
    if (m_keyRows->setFaded(m_link.isUnreachable()))
        m_keys->viewport()->update();
}

void KeysPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_outer->setOrientation(event->size().width() < narrowKeysPage ? Qt::Vertical : Qt::Horizontal);
    noteVisible();
}

void KeysPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_ticks.start();
    m_list.setNow(m_link.serverNow());
    updateFreshness();
    noteVisible();
    m_folders->setFocus(); // not into the filter, where a key would be typed
}

void KeysPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_ticks.stop();
}

void KeysPage::connectBrowser()
{
    connect(&m_tree, &KeyTreeModel::wanted, &m_browser, &KeyBrowser::readLevel);
    connect(&m_list, &KeyListModel::wanted, &m_browser, &KeyBrowser::readList);
    connect(&m_browser, &KeyBrowser::levelRead, this, [this](const SharedKeyLevel& level) {
        m_tree.put(*level);
        openTowards();
        noteVisibleFolders();
        chooseFirst();
        updateEmptyTexts();
    });
    connect(&m_browser, &KeyBrowser::listRead, this, [this](const SharedKeyListing& listing) {
        m_restoring = true; // the list by itself would select the neighbour of a row that goes
        m_list.put(*listing);
        m_restoring = false;
        restoreChoice();
        showWantedRow();
        if (m_book->isDeadEnd())
            showFolder(std::string(*m_book->place().above));
        noteVisible();
        chooseFirst();
        m_actions->update();
        updateTexts();
    });
    connect(&m_browser, &KeyBrowser::summaryRead, this, [this](const SharedKeySummary& summary) {
        Q_EMIT countChanged(int(std::min<std::size_t>(summary->all, std::numeric_limits<int>::max())));
    });
    connect(&m_reader, &KeyReader::usagesRead, this,
            [this](const SharedKeyUsages& usages) { m_list.putUsages(*usages); });
    connect(m_details, &KeyDetails::pageWanted, &m_reader, &KeyReader::turnTo);
    connect(m_book, &KeyBook::changed, this, &KeysPage::showBook);
    new WhileShown(this, m_book.data(), &KeyBook::setShown);
}

void KeysPage::noteVisible()
{
    if (!isVisible())
        return;
    const auto [first, last] = m_keys->visibleRows();
    m_list.look(first, last);
    std::vector<KeyReader::Shown> keys;
    for (int row = first; row <= last; ++row)
        if (const KeyRow* const its = m_list.at(row); its && its->format && its->format->hasState())
            keys.push_back({its->name, its->format});
    m_reader.setShown(std::move(keys));
}

// The row of the rest, once it is seen, makes way for the next page.
void KeysPage::noteVisibleFolders()
{
    QModelIndex index = m_folders->indexAt({1, m_folders->viewport()->height() - 1});
    if (!index.isValid() && m_tree.rowCount() > 0)
        index = m_tree.index(m_tree.rowCount() - 1, 0);
    for (; index.isValid() && m_folders->visualRect(index).bottom() >= 0;
         index = m_folders->indexAbove(index))
        if (m_tree.data(index.siblingAtColumn(0), KeyTreeModel::MoreRole).toBool())
            m_tree.readMore(index.parent());
}

void KeysPage::showFolder(const std::string& folder)
{
    if (const QModelIndex index = m_tree.find(folder); index.isValid()) {
        m_folders->setCurrentIndex(index);
        m_folders->scrollTo(index);
        return;
    }
    m_folders->selectionModel()->clear();
    m_book->enter(folder);
}

void KeysPage::goUp()
{
    const KeyBook::Place& place = m_book->place();
    if (place.above)
        showFolder(std::string(*place.above));
    else if (const KeyNode* const above = m_tree.at(m_tree.find(place.folder).parent()))
        showFolder(above->path);
    else
        showFolder({});
}

void KeysPage::chooseRow(int row)
{
    m_settling = false; // what it leaves is not to be replaced
    m_book->pick(m_list.at(row));
}

bool KeysPage::isOnChosen() const
{
    const KeyRow* const its = m_list.at(m_keys->currentIndex().row());
    return its && !its->folder && its->name == m_book->chosen();
}

void KeysPage::showRowMenu()
{
    const QModelIndex current = m_keys->currentIndex();
    const KeyRow* const its = m_list.at(current.row());
    if (isOnChosen() || (its && its->folder)) // by which can be filtered
        m_rowMenu->popup(m_keys->viewport()->mapToGlobal(m_keys->visualRect(current).center()));
}

// What takes the keys with the same in that column, or about the same; empty: there is nothing to be the
// same.
QString KeysPage::termOf(const QModelIndex& index) const
{
    const KeyRow* const row = m_list.at(index.row());
    if (!row)
        return {};
    if (index.column() == KeyListModel::Name)
        return QString::fromStdString(nameWord(KeyFilter::fields(), row->name, row->folder));
    if (row->folder)
        return {};
    switch (index.column()) {
    case KeyListModel::Usage: // of a limiter's key what its token has used
        return row->memory > 0 && !(row->format && row->format->hasState()) ? sizeTerm(row->memory)
                                                                            : QString();
    case KeyListModel::Ends:
        return row->expires == FoundKeyFacts::unknown ? QString()
               : row->expires == FoundKeyFacts::never
                   ? QStringLiteral("no-ttl")
                   : spanTerm("ttl", Instant(std::chrono::milliseconds(row->expires)) - m_link.serverNow());
    case KeyListModel::State:
        return row->format ? filterTerm("format", row->format->name())
                           : filterTerm("type", nameOf(row->type));
    default:
        return {};
    }
}

// Its folders in the tree, and its row; both once they have been read.
void KeysPage::showFound()
{
    m_towards = m_found ? m_found->folders : std::vector<std::string>();
    m_wantedRow = m_found ? std::optional(m_found->row) : std::nullopt;
    if (!m_found)
        return;
    if (m_towards.empty()) // it has no prefix
        m_folders->selectionModel()->clear();
    openTowards();
    m_list.look(int(m_found->row), int(m_found->row));
    restoreChoice();
    showWantedRow();
}

void KeysPage::showWantedRow()
{
    if (!m_wantedRow || !m_list.at(int(*m_wantedRow)))
        return;
    m_keys->scrollTo(m_list.index(int(*m_wantedRow), 0), QAbstractItemView::PositionAtCenter);
    m_wantedRow.reset();
}

// Level by level, as they are read.
void KeysPage::openTowards()
{
    for (const std::string& folder : m_towards) {
        const QModelIndex index = m_tree.find(folder);
        if (!index.isValid())
            return;
        if (&folder != &m_towards.back()) {
            m_folders->expand(index);
            continue;
        }
        m_towards.clear(); // ends the loop, too
        m_folders->setCurrentIndex(index);
        m_folders->scrollTo(index);
        return;
    }
}

// The chosen key, or else the key or folder of the current row, stays it wherever its row has moved. A row
// that is not read yet stays it, too, and is chosen once it is. Where neither has a row any more, as after a
// deletion, the place stays, but nothing is selected: a list without a current row takes its first one when
// it gets the focus.
void KeysPage::restoreChoice()
{
    const QModelIndex current = m_keys->currentIndex();
    const KeyRow* const its = current.isValid() ? m_list.at(current.row()) : nullptr;
    if (current.isValid() && !its)
        return;
    const std::optional<std::string>& chosen = m_book->chosen();
    const std::optional<std::string>& before = m_book->current();
    if (its && !before && !chosen)
        return chooseRow(current.row());
    const int chosenRow = chosen ? m_list.rowOf(*chosen) : -1;
    if (its && its->name == before && (chosen == before || chosenRow < 0))
        return;
    const int row = chosenRow < 0 && before ? m_list.rowOf(*before) : chosenRow;
    m_restoring = true;
    if (row >= 0)
        m_keys->setCurrentIndex(m_list.index(row, 0));
    else
        m_keys->clearSelection();
    m_restoring = false;
    const KeyRow* const now = row >= 0 ? m_list.at(row) : its;
    m_book->setCurrent(now ? std::optional(now->name) : std::nullopt);
}

// The row of the list's first key, below its folders; -1: none has been read.
int KeysPage::firstKey() const
{
    constexpr int mostLookedAt = 1000;
    for (int row = 0; row < std::min(m_list.rowCount(), mostLookedAt); ++row)
        if (const KeyRow* const its = m_list.at(row); its && !its->folder)
            return row;
    return -1;
}

// Something is to be seen at once: the largest folder, and its first key.
void KeysPage::chooseFirst()
{
    if (m_browser.knownAt() == Instant{} || m_book->chosen() || m_book->isAway() || m_keys->hasFocus())
        return;
    if (m_book->place().folder.empty() && !m_folders->selectionModel()->hasSelection() &&
        m_tree.at(m_tree.index(0, 0)))
        m_folders->setCurrentIndex(m_tree.index(0, 0));
    const KeyRow* const first = m_list.rowCount() > 0 ? m_list.at(0) : nullptr;
    if (!first || first->folder || m_list.folder() != m_book->place().folder)
        return;
    m_keys->selectRow(0);
    chooseRow(0); // also where it was current already
}

} // namespace ratewarden::ui
