// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/key_list_model.h"
#include "ui/models/key_tree_model.h"
#include "ui/pages/keys/key_details.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/state/key_book.h"

#include <QByteArray>
#include <QPointer>
#include <QTimer>

class QAction;
class QMenu;
class QPushButton;
class QSplitter;

namespace ratewarden::ui {

class FilterLine;
class KeyActions;
class KeyArrangement;
class KeyListDelegate;
class KeyNote;
class KeyTreeDelegate;
class PlainLabel;
class RowTable;
class RowTree;
class Session;
class TokenActions;

/// All keys of the server, whoever wrote them: the folders that their names make, what is in one of them, and
/// the chosen key with its value and what it means. Scans when it is first shown, and then only when the
/// operator wants it.
class KeysPage final : public PageWidget {
    Q_OBJECT

public:
    explicit KeysPage(Session& session, QWidget* parent = nullptr);

    const KeyTreeModel& tree() const { return m_tree; }
    const KeyListModel& list() const { return m_list; }
    const KeyDetails& details() const { return *m_details; }
    TokenActions& tokenActions() { return *m_tokenActions; }
    KeyActions& keyActions() { return *m_keyActions; }

    FilterLine* filterLine() override { return m_filter; }
    KeyArrangement& arrangement() { return *m_arrangement; }
    /// Shows the key: opens its folder, and selects it where it is known.
    void showKey(const std::string& key);
    /// Shows what is in the folder, and selects it in the tree if it has been read there.
    void showFolder(const std::string& folder);

Q_SIGNALS:
    /// The operator wants to see the token on the Tokens page.
    void tokenWanted(const ratewarden::Subject& subject);
    /// The operator wants to see the requests in the key's log in the lab.
    void labWanted(const ratewarden::TokenDetail& detail);
    /// The operator wants to say what the key, and those like it, mean.
    void describeKey(const QByteArray& key);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeTree();
    QWidget* makeList();
    void makeActions();
    void connectPanes();
    void connectActions();
    void connectTokenActions();
    void connectOutcomes();
    void connectBrowser();
    void connectReader();
    void applyFilter();
    void openFolder(const std::string& folder);
    void goUp();
    void leaveEmptyFolder();
    void locateWanted();
    void openTowards();
    void showWantedRow();
    void forgetWanted();
    void chooseRow(int row);
    bool isOnChosen() const;
    bool isListed() const;
    void enterFolder(const std::string& folder);
    void settleChoice();
    void choose(const std::optional<std::string>& key);
    void restoreChoice();
    void showRowMenu();
    QString termOf(const QModelIndex& index) const;
    void chooseFirst();
    int firstKey() const;
    void noteVisible();
    void noteVisibleFolders();
    void updateActions();
    void updateTexts();
    void updateEmptyTexts();
    void updateFreshness();

    Session& m_session;
    Link& m_link;
    QPointer<KeyBook> m_book; // of the session, which may be gone first
    KeyBrowser& m_browser;
    KeyReader& m_reader;
    KeyTreeModel m_tree;
    KeyListModel m_list;
    SharedKeySummary m_summary;
    std::string m_folder;                   // that the list shows
    std::optional<std::string> m_above;     // the folder around it; empty: not read yet
    std::size_t m_folderKeys = 0;           // in it
    std::optional<std::string> m_current;   // the key or folder of the list's current row, once it is read
    std::optional<std::string> m_wanted;    // a key that is to be shown once it has been found
    std::optional<std::size_t> m_wantedRow; // to scroll to, once it has been read
    std::vector<std::string> m_towards;     // folders that are to be opened, once they have been read
    bool m_restoring = false;
    bool m_settling = false; // whether the chosen key matches what was typed is not known yet
    QString m_scanProblem;
    QString m_readProblem;
    QString m_actProblem;
    QTimer m_ticks;

    TokenActions* m_tokenActions;
    KeyActions* m_keyActions;
    QAction* m_block = nullptr;
    QAction* m_unblock = nullptr;
    QAction* m_reset = nullptr;
    QAction* m_openToken = nullptr;
    QAction* m_openInLab = nullptr;
    QAction* m_expiry = nullptr;
    QAction* m_rename = nullptr;
    QAction* m_delete = nullptr;
    QAction* m_copy = nullptr;
    QAction* m_describe = nullptr;
    QAction* m_clearFilter = nullptr;
    QAction* m_scanAll = nullptr;
    QAction* m_showFirst = nullptr;

    PageBanner* m_banner;
    PlainLabel* m_counts;
    QPushButton* m_unknown; // leads to the keys that no format recognises
    QPushButton* m_scan;
    QSplitter* m_outer;
    QSplitter* m_inner;
    FilterLine* m_filter = nullptr;
    KeyArrangement* m_arrangement = nullptr;
    RowTree* m_folders = nullptr;
    KeyTreeDelegate* m_folderRows = nullptr;
    KeyNote* m_note = nullptr;
    PlainLabel* m_folderName = nullptr;
    PlainLabel* m_folderCount = nullptr;
    QPushButton* m_up = nullptr;
    RowTable* m_keys = nullptr;
    QMenu* m_rowMenu = nullptr;
    KeyListDelegate* m_keyRows = nullptr;
    KeyDetails* m_details = nullptr;
};

} // namespace ratewarden::ui
