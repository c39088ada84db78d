// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys_page.h"

#include "core/formats/catalogue_format.h"
#include "core/formats/format_proposal.h"
#include "core/formats/key_look.h"
#include "core/formats/ratewarden_format.h"
#include "core/model/errors.h"
#include "ui/link/session.h"
#include "ui/models/key_delegates.h"
#include "ui/models/key_tree_delegate.h"
#include "ui/pages/key_actions.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_frame.h"
#include "ui/pages/token_actions.h"
#include "ui/text/display_text.h"
#include "ui/text/meaning_text.h"
#include "ui/text/problem_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/copy_bytes.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"
#include "ui/widgets/scroll_area.h"

#include <QAction>
#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QResizeEvent>
#include <QScrollBar>
#include <QShortcut>
#include <QSplitter>

#include <limits>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 200ms;
constexpr auto typingPause = 150ms;
constexpr int narrow = 1060; // below this width the details move below the list

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
    , m_browser(m_link, session.load())
    , m_reader(m_link)
    , m_tokenActions(new TokenActions(session, this))
    , m_keyActions(new KeyActions(session, this))
    , m_banner(new PageBanner(m_link))
    , m_counts(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_scan(new QPushButton(tr("Scan")))
    , m_outer(new QSplitter)
    , m_inner(new QSplitter)
{
    makeActions();
    const auto [layout, head] = framePage(this, m_banner, tr("Keys"), m_counts);
    m_counts->setObjectName("keyCounts");
    m_counts->setElideMode(Qt::ElideRight);
    m_scan->setObjectName("scanKeys");
    head->addWidget(m_scan);
    m_inner->addWidget(makeTree());
    m_inner->addWidget(makeList());
    m_inner->setChildrenCollapsible(false);
    m_inner->setSizes({420, 380});
    m_details = new KeyDetails(
        m_link, session.histories(),
        {m_block, m_unblock, m_reset, m_describe, {m_openToken, m_expiry, m_rename, m_delete, m_copy}});
    m_outer->addWidget(m_inner);
    m_outer->addWidget(makeScrollArea(m_details));
    m_outer->setChildrenCollapsible(false);
    m_outer->setSizes({800, 440}); // in proportion
    m_outer->setStretchFactor(0, 16);
    m_outer->setStretchFactor(1, 9);
    layout->addWidget(m_outer, 1);

    connect(m_scan, &QPushButton::clicked, this, [this] {
        if (m_browser.state() == KeyBrowser::State::Scanning)
            m_browser.stop();
        else if (m_browser.state() == KeyBrowser::State::Stopped)
            m_browser.resume();
        else
            scan();
    });
    connect(m_filter, &QLineEdit::textChanged, &m_filterRests, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        applyFilter();
        m_folders->setFocus();
    });
    m_filterRests.setSingleShot(true);
    m_filterRests.setInterval(typingPause);
    connect(&m_filterRests, &QTimer::timeout, this, &KeysPage::applyFilter);
    connect(m_folders->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) {
                const KeyNode* const node = m_tree.at(current.siblingAtColumn(0));
                if (node && node->path != m_folder)
                    openFolder(node->path);
            });
    connect(m_folders, &RowTree::clickedOutside, this, [this] {
        m_folders->selectionModel()->clear();
        openFolder({});
    });
    connect(m_folders->verticalScrollBar(), &QScrollBar::valueChanged, this, &KeysPage::noteVisibleFolders);
    connect(m_folders, &QTreeView::expanded, this, &KeysPage::noteVisibleFolders);
    connect(m_keys->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_restoring && current.isValid())
                    chooseRow(current.row());
            });
    connect(m_keys, &QTableView::activated, this, [this](const QModelIndex& index) {
        if (const KeyRow* const row = m_list.at(index.row()); row && row->folder)
            showFolder(row->name);
    });
    connect(m_keys->verticalScrollBar(), &QScrollBar::valueChanged, this, &KeysPage::noteVisible);
    auto* const up = new QShortcut(QKeySequence(Qt::Key_Backspace), m_keys, this, &KeysPage::goUp);
    up->setContext(Qt::WidgetShortcut);
    auto* const find = new QAction(this);
    find->setShortcut(QKeySequence::Find);
    connect(find, &QAction::triggered, this, [this] {
        m_filter->setFocus();
        m_filter->selectAll();
    });
    addAction(find);
    connectActions();
    connectBrowser();
    connectReader();
    m_ticks.setInterval(tickInterval);
    connect(&m_ticks, &QTimer::timeout, this, [this] {
        updateFreshness();
        if (m_link.isUnreachable())
            return;
        m_list.setNow(m_link.serverNow());
        m_keys->viewport()->update();
        m_details->tick();
        updateTexts();
    });
    setFocusProxy(m_folders);
    openFolder({});
    updateActions();
    updateTexts();
}

void KeysPage::connectActions()
{
    const auto subject = [this] {
        std::vector<Subject> subjects;
        if (const SharedKeyDetail detail = m_details->detail(); detail && detail->subject)
            subjects.push_back(detail->subject->format->plansOnState()
                                   ? *detail->subject
                                   : controlSubject(detail->subject->token));
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
    const auto withKey = [this](auto act) {
        return [this, act] {
            if (const std::optional<std::string> key = m_reader.chosen())
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
        if (m_summary && !m_summary->unknown.empty())
            Q_EMIT describeKey(QByteArray::fromStdString(m_summary->unknownKey));
    });
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
    connect(m_tokenActions, &TokenActions::done, this, &KeysPage::done);
    connect(m_keyActions, &KeyActions::opened, this, clear);
    connect(m_keyActions, &KeyActions::failed, this, fail);
    connect(m_keyActions, &KeyActions::done, this, &KeysPage::done);
    connect(m_keyActions, &KeyActions::renamed, this,
            [this](const std::string&, const std::string& to) { choose(to); });
    connect(&m_session.changes(), &Changes::failed, this, [this, fail](const QString& sentence) {
        if (isVisible())
            fail(sentence);
    });
    connect(&m_session.changes(), &Changes::touched, this, [this](const Made& made) {
        m_browser.look(keysOf(made->change)); // so that the tree needs no scan to tell the truth
        if (isVisible())
            m_reader.now();
    });
    connect(&m_session, &Session::rightsChanged, this, &KeysPage::updateActions);
    connect(&m_session.formatFiles(), &FormatFiles::catalogueChanged, this, [this] {
        m_reader.forgetFormats();
        m_outdated = m_browser.state() != KeyBrowser::State::NotStarted;
        if (m_outdated && isVisible())
            scan();
    });
    connect(&m_link, &Link::stateChanged, this, [this] {
        updateActions();
        updateFreshness();
        updateTexts();
        if (isVisible() && m_session.live() && m_browser.state() == KeyBrowser::State::NotStarted)
            scan();
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
        m_list.put(*listing);
        restoreChoice();
        if (const auto row = m_wantedRow; row && m_list.at(int(*row))) {
            m_wantedRow.reset();
            m_keys->scrollTo(m_list.index(int(*row), 0), QAbstractItemView::PositionAtCenter);
        }
        noteVisible();
        chooseFirst();
        updateTexts();
    });
    connect(&m_browser, &KeyBrowser::summaryRead, this, [this](const SharedKeySummary& summary) {
        m_summary = summary;
        guessUnknown();
        updateTexts();
        Q_EMIT countChanged(int(std::min<std::size_t>(summary->all, std::numeric_limits<int>::max())));
    });
    connect(&m_browser, &KeyBrowser::treeChanged, this, [this] {
        m_tree.readAgain();
        m_list.readAgain();
        locateWanted();
    });
    connect(&m_browser, &KeyBrowser::progressed, this, &KeysPage::updateTexts);
    connect(&m_browser, &KeyBrowser::problemChanged, this, [this](const QString& problem) {
        m_scanProblem = problem;
        updateTexts();
    });
}

void KeysPage::connectReader()
{
    if (m_session.policies())
        m_reader.setPolicies(m_session.policies());
    connect(&m_session, &Session::policiesRead, &m_reader, &KeyReader::setPolicies);
    connect(&m_reader, &KeyReader::detailRead, this, [this](const SharedKeyDetail& detail) {
        if (detail->token) {
            m_session.histories().setInterval(m_session.interval());
            m_session.histories().add(detail->token->reading);
        }
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
    const std::string& key = m_summary->unknownKey;
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

void KeysPage::scan()
{
    m_outdated = false;
    m_browser.start();
    m_reader.now();
}

void KeysPage::setView(const KeyView& view)
{
    try {
        m_browser.setView(view);
        m_filterProblem->hide();
    } catch (const InvalidArgument& error) {
        m_filterProblem->setText(problemText(error));
        m_filterProblem->show();
    }
}

void KeysPage::applyFilter()
{
    m_filterRests.stop();
    KeyView view = m_browser.view();
    view.filter = m_filter->text().toStdString();
    setView(view);
}

// What is in the folder, in the list.
void KeysPage::openFolder(const std::string& folder)
{
    m_folder = folder;
    m_list.show(folder, 0);
    m_keys->scrollToTop();
    updateTexts();
}

// The same, selected in the tree, if it has been read there.
void KeysPage::showFolder(const std::string& folder)
{
    if (const QModelIndex index = m_tree.find(folder); index.isValid()) {
        m_folders->setCurrentIndex(index);
        m_folders->scrollTo(index);
        return;
    }
    m_folders->selectionModel()->clear();
    openFolder(folder);
}

void KeysPage::goUp()
{
    const QModelIndex index = m_tree.find(m_folder);
    const KeyNode* const above = index.isValid() ? m_tree.at(index.parent()) : nullptr;
    if (above) {
        showFolder(above->path);
        return;
    }
    m_folders->selectionModel()->clear();
    openFolder({});
}

void KeysPage::chooseRow(int row)
{
    const KeyRow* const its = m_list.at(row);
    if (its && !its->folder)
        choose(its->name);
}

void KeysPage::choose(const std::optional<std::string>& key)
{
    m_details->choose(key);
    m_reader.choose(key);
    updateActions();
}

void KeysPage::showKey(const std::string& key)
{
    choose(key);
    m_wanted = key;
    locateWanted();
}

void KeysPage::locateWanted()
{
    if (!m_wanted)
        return;
    m_browser.locate(this, *m_wanted, [this](const std::vector<std::string>& folders, std::size_t row) {
        if (row == KeyTree::npos)
            return; // not yet
        m_wanted.reset();
        m_towards = folders;
        openTowards();
        if (const std::string folder = folders.empty() ? std::string() : folders.back(); folder != m_folder)
            openFolder(folder);
        m_wantedRow = row;
        m_list.look(int(row), int(row));
    });
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

// The chosen key stays selected wherever its row has moved.
void KeysPage::restoreChoice()
{
    const std::optional<std::string>& key = m_reader.chosen();
    const int row = key ? m_list.rowOf(*key) : -1;
    m_restoring = true;
    if (row >= 0)
        m_keys->setCurrentIndex(m_list.index(row, 0));
    else
        m_keys->selectionModel()->clear();
    m_restoring = false;
}

// Something is to be seen at once: the largest folder, and its first key.
void KeysPage::chooseFirst()
{
    if (m_browser.knownAt() == Instant{} || m_reader.chosen() || m_keys->hasFocus() || m_filter->hasFocus())
        return;
    if (m_folder.empty() && !m_folders->currentIndex().isValid() && m_tree.at(m_tree.index(0, 0)))
        m_folders->setCurrentIndex(m_tree.index(0, 0));
    const KeyRow* const first = m_list.rowCount() > 0 ? m_list.at(0) : nullptr;
    if (first && !first->folder && m_list.folder() == m_folder)
        m_keys->setCurrentIndex(m_list.index(0, 0));
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
    const bool there = live && detail && detail->facts.exists;
    const bool token = there && detail->subject && detail->token;
    const bool state = token && detail->subject->format->hasState();
    const bool blocked = token && detail->token->reading.block.has_value();
    m_block->setVisible(token && !blocked);
    m_unblock->setVisible(blocked);
    m_reset->setVisible(state);
    m_openToken->setVisible(token);
    const bool foreign = token && detail->subject->format->plansOnState();
    if (foreign)
        m_session.lookAtRights(*detail->subject, blocked);
    if (there)
        m_session.lookAtRights(detail->facts.key);
    const auto missing = [&](std::string_view act) {
        return foreign ? m_session.missing(*detail->subject, act) : m_session.missing(act);
    };
    const auto missingForKey = [&](std::string_view act) {
        return there ? m_session.missing(detail->facts.key, act) : QString();
    };
    enableIfAllowed(m_block, token && canBlock(*detail), missing("block"));
    enableIfAllowed(m_unblock, blocked, missing("unblock"));
    enableIfAllowed(m_reset, state && canBlock(*detail), missing("reset"));
    enableIfAllowed(m_expiry, there, missingForKey("expire"));
    enableIfAllowed(m_rename, there, missingForKey("rename"));
    enableIfAllowed(m_delete, there, missingForKey("delete"));
    m_copy->setEnabled(m_reader.chosen().has_value());
    m_describe->setVisible(detail && detail->facts.exists && !detail->subject);
    m_describe->setEnabled(live);
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
    updateReading();
}

void KeysPage::updateReading()
{
    m_reader.setInterval(std::max<std::chrono::milliseconds>(m_session.interval(), 0ms));
    m_reader.setActive(isVisible() && !m_session.paused());
}

void KeysPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_outer->setOrientation(event->size().width() < narrow ? Qt::Vertical : Qt::Horizontal);
    noteVisible();
}

void KeysPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_session.live() && (m_browser.state() == KeyBrowser::State::NotStarted || m_outdated))
        scan();
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
    m_reader.setActive(false); // also while the window, and with it the session, is being destroyed
}

} // namespace ratewarden::ui
