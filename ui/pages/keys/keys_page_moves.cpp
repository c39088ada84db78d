// SPDX-License-Identifier: GPL-3.0-or-later
// Which folder and which key the page of keys shows, as they are read and chosen.
#include "ui/pages/keys/key_note.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"

#include <QMenu>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {

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
        updateTexts();
        Q_EMIT countChanged(int(std::min<std::size_t>(summary->all, std::numeric_limits<int>::max())));
    });
    connect(&m_browser, &KeyBrowser::treeChanged, this, [this] {
        m_tree.readAgain();
        m_list.readAgain();
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

// What is in the folder, in the list.
void KeysPage::openFolder(const std::string& folder)
{
    m_folder = folder; // which may be what m_above holds
    m_above.reset();
    m_folderKeys = 0;
    m_current.reset(); // no row is
    m_list.show(m_folder);
    m_note->setFolder(m_folder);
    m_keys->scrollToTop();
    updateTexts();
}

// The operator wants to see another folder: what is shown in detail is of the list.
void KeysPage::enterFolder(const std::string& folder)
{
    forgetWanted();
    choose(std::nullopt);
    openFolder(folder);
}

void KeysPage::showFolder(const std::string& folder)
{
    if (const QModelIndex index = m_tree.find(folder); index.isValid()) {
        m_folders->setCurrentIndex(index);
        m_folders->scrollTo(index);
        return;
    }
    m_folders->selectionModel()->clear();
    enterFolder(folder);
}

void KeysPage::goUp()
{
    if (m_above)
        showFolder(*m_above);
    else if (const KeyNode* const above = m_tree.at(m_tree.find(m_folder).parent()))
        showFolder(above->path);
    else
        showFolder({});
}

// With another filter, or after another scan, the matches may be elsewhere.
void KeysPage::leaveEmptyFolder()
{
    if (!m_folder.empty() && m_above && m_folderKeys == 0 && m_summary && m_summary->totals.keys > 0)
        showFolder(std::string(*m_above));
}

// A folder is no key, and of a row that is not read yet nobody knows which: nothing is chosen then.
void KeysPage::chooseRow(int row)
{
    forgetWanted();
    const KeyRow* const its = m_list.at(row);
    m_current = its ? std::optional(its->name) : std::nullopt;
    choose(its && !its->folder ? m_current : std::nullopt);
}

bool KeysPage::isOnChosen() const
{
    const KeyRow* const its = m_list.at(m_keys->currentIndex().row());
    return its && !its->folder && its->name == m_reader.chosen();
}

// What is done is done to the key that is selected in the list, and to no other that is still shown.
bool KeysPage::isListed() const
{
    return !m_settling && m_reader.chosen() && m_current == m_reader.chosen() &&
           m_keys->selectionModel()->hasSelection();
}

// After another filter: the chosen key is in view, or another is chosen.
void KeysPage::settleChoice()
{
    const std::optional<std::string> chosen = m_reader.chosen();
    m_settling = chosen.has_value();
    if (!chosen)
        return;
    m_browser.locate(this, *chosen, [this, chosen](const std::vector<std::string>&, std::size_t row) {
        if (m_filterRests.isActive() || m_reader.chosen() != chosen)
            return;
        m_settling = false;
        if (row == KeyTree::npos) {
            choose(std::nullopt);
            chooseFirst();
            return;
        }
        m_wanted = chosen;
        locateWanted();
        updateActions();
    });
}

void KeysPage::showRowMenu()
{
    const QModelIndex current = m_keys->currentIndex();
    if (isOnChosen())
        m_rowMenu->popup(m_keys->viewport()->mapToGlobal(m_keys->visualRect(current).center()));
}

void KeysPage::choose(const std::optional<std::string>& key)
{
    m_settling = false;
    m_details->choose(key);
    m_reader.choose(key);
    updateActions();
}

void KeysPage::showKey(const std::string& key)
{
    choose(key);
    forgetWanted();
    m_wanted = key;
    locateWanted();
}

// The operator looks elsewhere.
void KeysPage::forgetWanted()
{
    m_wanted.reset();
    m_wantedRow.reset();
    m_towards.clear();
}

void KeysPage::locateWanted()
{
    if (!m_wanted)
        return;
    m_browser.locate(this, *m_wanted,
                     [this, wanted = m_wanted](const std::vector<std::string>& folders, std::size_t row) {
                         if (row == KeyTree::npos || m_wanted != wanted)
                             return; // not yet, or the operator looks elsewhere
                         m_wanted.reset();
                         if (const std::string folder = folders.empty() ? std::string() : folders.back();
                             folder != m_folder)
                             openFolder(folder);
                         m_towards = folders;
                         openTowards();
                         m_wantedRow = row;
                         m_list.look(int(row), int(row));
                         m_current.reset(); // the chosen one is to be it
                         restoreChoice();
                         showWantedRow();
                     });
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
    const std::optional<std::string>& chosen = m_reader.chosen();
    if (its && !m_current && !chosen)
        return chooseRow(current.row());
    const int chosenRow = chosen ? m_list.rowOf(*chosen) : -1;
    if (its && its->name == m_current && (chosen == m_current || chosenRow < 0))
        return;
    const int row = chosenRow < 0 && m_current ? m_list.rowOf(*m_current) : chosenRow;
    m_restoring = true;
    if (row >= 0)
        m_keys->setCurrentIndex(m_list.index(row, 0));
    else
        m_keys->clearSelection();
    m_restoring = false;
    const KeyRow* const now = row >= 0 ? m_list.at(row) : its;
    m_current = now ? std::optional(now->name) : std::nullopt;
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
    if (m_browser.knownAt() == Instant{} || m_reader.chosen() || m_keys->hasFocus())
        return;
    if (m_folder.empty() && !m_folders->currentIndex().isValid() && m_tree.at(m_tree.index(0, 0)))
        m_folders->setCurrentIndex(m_tree.index(0, 0));
    const KeyRow* const first = m_list.rowCount() > 0 ? m_list.at(0) : nullptr;
    if (!first || first->folder || m_list.folder() != m_folder)
        return;
    m_keys->selectRow(0);
    chooseRow(0); // also where it was current already
}

} // namespace ratewarden::ui
