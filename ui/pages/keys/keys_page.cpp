// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/keys_page.h"

#include "core/formats/describe/format_proposal.h"
#include "core/formats/describe/key_look.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/own/ratewarden_format.h"
#include "ui/models/key_delegates.h"
#include "ui/models/key_tree_delegate.h"
#include "ui/pages/keys/key_actions.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/meaning_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/copy_bytes.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>

#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto filterPause = 150ms;
constexpr int narrowKeysPage = 1060; // below this width the details move below the list

bool canBlock(const KeyDetail& detail)
{
    if (!detail.subject)
        return false;
    const auto* const format = dynamic_cast<const CatalogueFormat*>(detail.subject->format);
    return !format || format->file().tier != Tier::Label;
}

} // namespace

KeysPage::KeysPage(Session& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_link(session.link())
    , m_book(&session.keys())
    , m_browser(m_book->browser())
    , m_reader(m_book->reader())
    , m_tokenActions(new TokenActions(session, this))
    , m_keyActions(new KeyActions(session, this))
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_unknown(new QPushButton)
    , m_scan(new QPushButton(tr("Scan")))
    , m_outer(new QSplitter)
    , m_inner(new QSplitter)
{
    makeActions();
    const auto [layout, head] = framePage(this, m_banner, tr("Keys"), m_counts);
    m_counts->setObjectName("keyCounts");
    m_unknown->setObjectName("unknownKeys");
    m_unknown->setFlat(true);
    m_unknown->setToolTip(tr("List the keys that no format recognizes, though they could be a limiter's"));
    head->addWidget(m_unknown);
    m_scan->setObjectName("scanKeys");
    head->addWidget(m_scan);
    m_inner->addWidget(makeTree());
    m_inner->addWidget(makeList());
    m_inner->setObjectName("keysInnerSplitter");
    m_inner->setChildrenCollapsible(false);
    m_inner->setSizes({400, 400});
    m_details = new KeyDetails(m_link, session.histories(),
                               {m_block,
                                m_unblock,
                                m_reset,
                                m_describe,
                                {m_openToken, m_openInLab, m_expiry, m_rename, m_delete, m_copy}});
    m_outer->addWidget(m_inner);
    m_outer->addWidget(makeScrollArea(m_details));
    m_outer->setObjectName("keysOuterSplitter");
    m_outer->setChildrenCollapsible(false);
    m_outer->setSizes({800, 440}); // in proportion
    m_outer->setStretchFactor(0, 16);
    m_outer->setStretchFactor(1, 9);
    layout->addWidget(m_outer, 1);
    connectPanes();
    connectActions();
    connectTokenActions();
    connectOutcomes();
    connectBrowser();
    connectReader();
    leadInto(m_filter, m_folders);
    setFocusProxy(m_folders);
    openFolder({});
    updateActions();
    updateTexts();
}

// The panes to each other, and what moves them on.
void KeysPage::connectPanes()
{
    connect(m_scan, &QPushButton::clicked, this, [this] {
        if (m_browser.state() == KeyBrowser::State::Scanning)
            m_browser.stop();
        else if (m_browser.state() == KeyBrowser::State::Stopped)
            m_browser.resume();
        else
            m_book->scan();
    });
    connect(m_unknown, &QPushButton::clicked, this, [this] {
        m_filter->setText(QStringLiteral("format:unknown"));
        applyFilter();
        m_folders->setFocus();
    });
    connect(m_scanAll, &QAction::triggered, m_book, &KeyBook::scan);
    connect(m_clearFilter, &QAction::triggered, this, [this] {
        m_filter->clear();
        applyFilter();
    });
    connect(m_showFirst, &QAction::triggered, this, [this] {
        m_keys->setFocus();
        if (const int first = firstKey(); first >= 0)
            m_keys->setCurrentIndex(m_list.index(first, 0));
    });
    connect(m_filter, &FilterLine::inventoryWanted, this, [this] {
        m_browser.takeStock(this,
                            [this](const FilterInventory& inventory) { m_filter->setInventory(inventory); });
    });
    m_filter->takeValuesOf(m_keys, [this](const QModelIndex& index) {
        const KeyRow* const row = m_list.at(index.row());
        if (!row || row->folder || index.column() != KeyListModel::State)
            return QString();
        return row->format ? filterTerm("format", row->format->name())
                           : filterTerm("type", nameOf(row->type));
    });
    connect(m_filter, &FilterLine::filterChanged, this, [this] {
        m_filterRests.start();
        m_settling = m_reader.chosen().has_value();
        updateActions();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        applyFilter();
        m_folders->setFocus();
    });
    m_filterRests.setSingleShot(true);
    m_filterRests.setInterval(filterPause);
    connect(&m_filterRests, &QTimer::timeout, this, &KeysPage::applyFilter);
    connect(m_folders->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const KeyNode* const node = m_tree.at(current.siblingAtColumn(0));
                if (node && node->path != m_folder)
                    enterFolder(node->path);
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
                updateActions();
            });
    connect(m_keys->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection& selected) {
                const int row = selected.isEmpty() ? -1 : selected.front().top();
                if (const KeyRow* const its = m_list.at(row); !m_restoring && its && its->name != m_current)
                    chooseRow(row);
                updateActions();
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
    for (QAction* const action : {m_rename, m_delete, m_copy}) {
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

void KeysPage::connectTokenActions()
{
    const auto subject = [this] {
        std::vector<Subject> subjects;
        if (const SharedKeyDetail detail = m_details->detail(); detail && detail->subject)
            subjects.push_back(detail->subject->format->isOurs() ? controlSubject(detail->subject->token)
                                                                 : *detail->subject);
        return subjects;
    };
    connect(m_block, &QAction::triggered, this, [this, subject] { m_tokenActions->block(subject()); });
    connect(m_unblock, &QAction::triggered, this, [this, subject] { m_tokenActions->unblock(subject()); });
    connect(m_reset, &QAction::triggered, this, [this] {
        if (const SharedKeyDetail detail = m_details->detail(); detail && detail->subject)
            m_tokenActions->reset({*detail->subject});
    });
    connect(m_openToken, &QAction::triggered, this, [this] {
        if (const SharedKeyDetail detail = m_details->detail(); detail && detail->subject)
            Q_EMIT tokenWanted(*detail->subject);
    });
    connect(m_openInLab, &QAction::triggered, this, [this] {
        if (const SharedKeyDetail detail = m_details->detail(); detail && detail->token)
            Q_EMIT labWanted(*detail->token);
    });
}

void KeysPage::connectActions()
{
    const auto withKey = [this](auto act) {
        return [this, act] {
            if (const std::optional<std::string> key = m_reader.chosen(); key && isListed())
                act(*key);
        };
    };
    connect(m_expiry, &QAction::triggered, this,
            withKey([this](const std::string& key) { m_keyActions->editExpiry(key); }));
    connect(m_rename, &QAction::triggered, this,
            withKey([this](const std::string& key) { m_keyActions->rename(key); }));
    connect(m_delete, &QAction::triggered, this,
            withKey([this](const std::string& key) { m_keyActions->remove(key); }));
    connect(m_copy, &QAction::triggered, this, withKey([](const std::string& key) { copyBytes(key); }));
    connect(m_describe, &QAction::triggered, this, [this] {
        const SharedKeyDetail detail = m_details->detail();
        if (detail && detail->facts.exists && !detail->subject)
            Q_EMIT describeKey(QByteArray::fromStdString(detail->facts.key));
    });
    connect(m_describeUnknown, &QAction::triggered, this, [this] {
        if (const UnknownKeys& about = unknownKeys(); about.keys > 0)
            Q_EMIT describeKey(QByteArray::fromStdString(about.first));
    });
}

// What becomes of changes, and what else happens in the session.
void KeysPage::connectOutcomes()
{
    const auto clear = [this] {
        m_actProblem.clear();
        updateTexts();
    };
    const auto fail = [this](const QString& sentence) {
        m_actProblem = sentence;
        updateTexts();
    };
    connect(m_tokenActions, &TokenActions::opened, this, clear);
    connect(m_tokenActions, &TokenActions::failed, this, fail);
    connect(m_tokenActions, &TokenActions::reading, this, fail);
    connect(m_tokenActions, &TokenActions::done, this, &KeysPage::done);
    connect(m_keyActions, &KeyActions::opened, this, clear);
    connect(m_keyActions, &KeyActions::failed, this, fail);
    connect(m_keyActions, &KeyActions::reading, this, fail);
    connect(m_keyActions, &KeyActions::done, this, [this](const QString& sentence) {
        if (m_folders->hasFocus() || window()->focusWidget() == m_folders)
            m_keys->setFocus(); // where its row is, or was
        Q_EMIT done(sentence);
    });
    connect(m_keyActions, &KeyActions::renamed, this, [this](const std::string&, const std::string& to) {
        choose(to);
        m_current = to; // once the list has it
    });
    connect(&m_session.changes(), &Changes::failed, this, [this, fail](const QString& sentence) {
        if (isVisible())
            fail(sentence);
    });
    connect(&m_session, &Session::rightsChanged, this, &KeysPage::updateActions);
    connect(&m_session, &Session::paceChanged, this, &KeysPage::updateFreshness);
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateFreshness();
        updateTexts();
    });
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
        if (listing->folder == m_folder) {
            m_above = listing->above;
            m_folderKeys = listing->keys;
        }
        restoreChoice();
        showWantedRow();
        leaveEmptyFolder();
        noteVisible();
        chooseFirst();
        updateActions();
        updateTexts();
    });
    connect(&m_browser, &KeyBrowser::summaryRead, this, [this](const SharedKeySummary& summary) {
        m_summary = summary;
        guessUnknown();
        updateTexts();
        Q_EMIT countChanged(int(std::min<std::size_t>(summary->all, std::numeric_limits<int>::max())));
    });
    connect(&m_browser, &KeyBrowser::unknownRead, this, [this](const UnknownKeys& unknown) {
        m_unknownHere = unknown;
        guessUnknown();
        updateTexts();
    });
    connect(&m_browser, &KeyBrowser::treeChanged, this, [this] {
        m_tree.readAgain();
        m_list.readAgain();
        m_browser.readUnknown(m_folder);
        locateWanted();
        if (m_settling && !m_filterRests.isActive())
            settleChoice();
    });
    connect(&m_browser, &KeyBrowser::progressed, this, &KeysPage::updateTexts);
    connect(&m_browser, &KeyBrowser::problemChanged, this, [this](const QString& problem) {
        m_scanProblem = problem;
        updateTexts();
    });
}

void KeysPage::connectReader()
{
    connect(&m_reader, &KeyReader::detailRead, this, [this](const SharedKeyDetail& detail) {
        m_details->present(detail);
        m_banner->setKnownAt(m_link.serverNow());
        updateActions();
    });
    connect(&m_reader, &KeyReader::usagesRead, this,
            [this](const SharedKeyUsages& usages) { m_list.putUsages(*usages); });
    connect(&m_reader, &KeyReader::problemChanged, this, [this](const QString& problem) {
        m_readProblem = problem;
        updateTexts();
    });
    connect(m_details, &KeyDetails::pageWanted, &m_reader, &KeyReader::turnTo);
}

// One of the keys that no format recognises is looked at, to say what they may be.
void KeysPage::guessUnknown()
{
    const std::string key = unknownKeys().first;
    if (key.empty() || key == m_guessedKey || m_browser.knownAt() == Instant{})
        return;
    m_guessedKey = key;
    m_guess.clear();
    m_session.search(
        this,
        [key](Server& server) {
            KeyLooks looks;
            looks.first = lookAtKey(server, key);
            return proposeFormats(looks);
        },
        [this, key](const Outcome<std::vector<Proposal>>& outcome) {
            const std::vector<Proposal>* const proposals = outcome.result();
            if (key != m_guessedKey || !proposals || proposals->empty())
                return;
            const Proposal& likeliest = proposals->front();
            const QString shape = briefShapeText(likeliest.file.shape);
            m_guess = likeliest.window
                          ? tr("They look like a limiter's: %1, windows of %2")
                                .arg(shape, waitText(std::chrono::round<Micros>(*likeliest.window)))
                          : tr("They look like a limiter's: %1").arg(shape);
            updateTexts();
        });
}

QString KeysPage::bannerText() const
{
    return m_banner->text();
}

void KeysPage::applyFilter()
{
    m_filterRests.stop();
    forgetWanted();
    KeyView view = m_browser.view();
    view.filter = KeyFilter(m_filter->filter());
    m_browser.setView(view);
    settleChoice();
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
    const int top = 0;
    for (; index.isValid() && m_folders->visualRect(index).bottom() >= top;
         index = m_folders->indexAbove(index))
        if (m_tree.data(index.siblingAtColumn(0), KeyTreeModel::MoreRole).toBool())
            m_tree.readMore(index.parent());
}

void KeysPage::updateActions()
{
    const SharedKeyDetail detail = m_details->detail();
    const bool live = m_session.live();
    const QString unlisted = isListed() || !m_reader.chosen() ? QString()
                             : m_settling                     ? tr("The keys are being filtered")
                                          : tr("%1 is not listed").arg(shown(*m_reader.chosen()));
    const bool there = live && detail && detail->facts.exists && unlisted.isEmpty();
    const bool token = live && detail && detail->facts.exists && detail->subject && detail->token;
    const bool state = token && detail->subject->format->hasState();
    const bool blocked = token && detail->token->reading.block.has_value();
    m_block->setVisible(token && !blocked);
    m_unblock->setVisible(blocked);
    m_reset->setVisible(state);
    m_openToken->setVisible(token);
    m_openInLab->setVisible(token && detail->token->hasLog && !detail->token->log.entries.empty());
    const bool foreign = token && !detail->subject->format->isOurs();
    if (foreign)
        m_session.lookAtRights(*detail->subject, blocked);
    if (there)
        m_session.lookAtRights(detail->facts.key);
    const auto missing = [&](std::string_view act) {
        return !unlisted.isEmpty() ? unlisted
               : foreign           ? m_session.missing(*detail->subject, act)
                                   : m_session.missing(act);
    };
    const auto missingForKey = [&](std::string_view act) {
        return there ? m_session.missing(detail->facts.key, act) : unlisted;
    };
    enableIfAllowed(m_block, there && token && canBlock(*detail), missing("block"));
    enableIfAllowed(m_unblock, there && blocked, missing("unblock"));
    enableIfAllowed(m_reset, there && state && canBlock(*detail), missing("reset"));
    enableIfAllowed(m_expiry, there, missingForKey("expire"));
    enableIfAllowed(m_rename, there, missingForKey("rename"));
    enableIfAllowed(m_delete, there, missingForKey("delete"));
    enableIfAllowed(m_copy, isListed(), unlisted);
    m_describe->setVisible(detail && detail->facts.exists && detail->facts.type && !detail->page.problem &&
                           !detail->subject);
    m_describe->setEnabled(live);
    for (QAction* const action : {m_block, m_unblock, m_reset, m_openToken})
        setSubjectOf(action, token ? shown(detail->subject->token) : QString());
    const std::optional<std::string>& key = m_reader.chosen();
    for (QAction* const action : {m_openInLab, m_expiry, m_rename, m_delete, m_copy, m_describe})
        setSubjectOf(action, key ? shown(*key) : QString());
    m_describeUnknown->setEnabled(live);
}

void KeysPage::updateFreshness()
{
    const Freshness freshness = m_link.isUnreachable() ? Freshness::Stale
                                : m_session.paused()   ? Freshness::Paused
                                                       : Freshness::Live;
    m_details->setFreshness(freshness);
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
    m_book->setShown(true);
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
    if (m_book)
        m_book->setShown(false);
}

} // namespace ratewarden::ui
