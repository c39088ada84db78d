// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/key_list_model.h"
#include "ui/models/key_tree_model.h"
#include "ui/pages/keys/key_actions.h"
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
class KeyArrangement;
class KeyListDelegate;
class KeyNote;
class KeyTreeDelegate;
class PlainLabel;
class RowTable;
class RowTree;

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
    TokenActions& tokenActions() { return m_actions->ofToken(); }
    KeyActions& keyActions() { return *m_actions; }

    FilterLine* filterLine() override { return m_filter; }
    bool hasCharts() const override { return m_details->hasChart(); }
    KeyArrangement& arrangement() { return *m_arrangement; }
    /// Shows the key: opens its folder, and selects it where it is known.
    void showKey(const std::string& key) { m_book->show(key); }
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
    void connectPanes();
    void connectOutcomes();
    void connectBrowser();
    void showBook();
    void showFound();
    void goUp();
    void openTowards();
    void showWantedRow();
    void chooseRow(int row);
    bool isOnChosen() const;
    void restoreChoice();
    void showRowMenu();
    QString termOf(const QModelIndex& index) const;
    void chooseFirst();
    int firstKey() const;
    void noteVisible();
    void noteVisibleFolders();
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
    // Of the book, as it was shown last.
    int m_visit = -1;
    int m_edition = 0;
    bool m_settling = false;
    std::shared_ptr<const KeyBook::Found> m_found;
    std::vector<std::string> m_towards;     // its folders, until they have been read and opened
    std::optional<std::size_t> m_wantedRow; // to scroll to, once it has been read
    bool m_restoring = false;
    QTimer m_ticks;

    KeyActions* m_actions;
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
