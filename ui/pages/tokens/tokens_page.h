// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"
#include "ui/models/token_table_model.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/row_plugins.h"
#include "ui/pages/tokens/selection_actions.h"
#include "ui/pages/tokens/token_details.h"
#include "ui/pages/tokens/token_question.h"
#include "ui/state/on_screen.h"

#include <QAction>
#include <QTimer>

class QSplitter;
class QPushButton;

namespace ratewarden::ui {

class Card;
class FilterLine;
class LinkButton;
class MarkBar;
class RowTable;
class TokenActions;
class TokenDelegate;
class TokenSelection;

/// The tokens and, beside them, the chosen one.
class TokensPage final : public PageWidget {
    Q_OBJECT

public:
    explicit TokensPage(Session& session, QWidget* parent = nullptr);

    const TokenTableModel& model() const { return m_model; }
    const TokenDetails& details() const { return *m_details; }
    TokenActions& actions() { return m_actions->dialogs(); }
    FilterLine* filterLine() override { return m_filter; }
    /// What is shown is not current, and greyed.
    bool stale() const { return m_session.freshness() == Freshness::Stale; }

    /// Selects the token if it is listed, and tells whether it is.
    bool choose(const Subject& key);
    /// Shows those of a group that have this warning; with a way back to the page one came from, `from`.
    void filterByFinding(const Finding& finding, const QString& from);
    /// Shows what another page wants to be seen, likewise. On the way back the filters and the order are
    /// again what they were.
    void ask(const TokenQuestion& question, const QString& from);
    /// There is no way back any more; the filters and the order are again what they were, unless the operator
    /// has set others since.
    void forgetWayBack();
    bool hasWayBack() const { return m_back->isEnabled(); }

    /// How the table is filtered and sorted.
    struct Arrangement {
        QString filter;
        QString column{}; ///< by its name; one that is not there is the state
        Qt::SortOrder order = Qt::DescendingOrder;
        friend bool operator==(const Arrangement&, const Arrangement&) = default;
    };
    /// As the operator has left it, whatever another page asked for since.
    Arrangement arrangement() const { return m_before && present() == m_asked ? *m_before : present(); }
    /// `chosen`: what is selected then; empty: what was.
    void setArrangement(const Arrangement& arrangement, const std::optional<Subject>& chosen = {});
    /// Marks the area in the charts of the chosen one, and shows these times in them; empty: as usual.
    void showTimes(const std::optional<TimeRange>& area, const std::optional<TimeRange>& window,
                   const std::optional<TimeRange>& usage);

    /// The tokens on top of the table: that many, or all there are.
    std::vector<Subject> firstTokens(int count) const;

Q_SIGNALS:
    /// Something that the status line shows has changed.
    void statusChanged();
    /// The operator wants to go back to the page that asked.
    void backWanted();
    /// The operator wants to see the key on the Keys page.
    void keyWanted(const QByteArray& key);
    /// The operator wants to know what was changed of this token, and by whom.
    void auditWanted(const std::string& token);
    /// The operator wants to know why a request of it was denied.
    void explanationWanted(const ratewarden::Subject& subject);
    /// The rules of this one are to be written and published.
    void rulesWanted(const ratewarden::Subject& subject);
    /// Rules are to be tried on the requests of a token's log.
    void labWanted(const ratewarden::ui::SharedDetail& detail);
    /// The lab's candidate is to be tried on its requests.
    void trialWanted(const ratewarden::ui::SharedDetail& detail);
    /// Rules are to be tried on the requests in the logs of these.
    void labOfTokensWanted(const std::vector<ratewarden::Subject>& subjects);
    /// The operator wants to see these side by side.
    void compareWanted(const std::vector<ratewarden::Subject>& keys);
    /// The same of all that are the client's, and of no others.
    void clientWanted(const QString& client, const std::vector<ratewarden::Subject>& keys);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* makeList();
    void makeFilter();
    QWidget* makeTable();
    void makePlugins();
    std::optional<RowPlugins::Values> pluginValues() const;
    void connectSession();
    void retire(const FormatSet& formats);
    void takeRead();
    void linkChanged();
    void updateFreshness();
    void connectSelection();
    void showSelected();
    QString unlistedText() const;
    std::optional<std::string> typedToken() const;
    void offerTyped();
    void updateHold();
    void sayOutOfPlace();
    Arrangement present() const;
    void enterFrom(const QString& page);
    QString termOf(const QModelIndex& index) const;
    void goBack();
    void leaveQuestion();
    void updateBanner();
    void updateCounts();
    void takeInventory();
    void updateEmpty();
    void noteVisible();
    void tick();

    Session& m_session;
    OnScreen m_onScreen{m_session};
    Link& m_link;
    TokenTableModel m_model;
    QString m_problem;
    QString m_actProblem; // what went wrong with a change whose dialog is gone
    QTimer m_ticks;
    std::optional<Arrangement> m_before;                  // another page asked
    Arrangement m_asked;                                  // for that
    std::optional<std::pair<Instant, Instant>> m_stretch; // that it asked for

    PageBanner* m_banner;
    QSplitter* m_splitter;
    TokenSelection* m_selection = nullptr;
    SelectionActions* m_actions = nullptr;
    TokenDetails* m_details = nullptr;
    PlainLabel* m_counts = nullptr;
    FilterLine* m_filter = nullptr;
    QAction* m_clearFilter;
    QAction* m_showFirst;
    QAction* m_sortAgain;
    QAction* m_back = nullptr;           // to the page that asked for what is filtered
    QPushButton* m_blockTyped = nullptr; // the token that was filtered for, and is not listed
    LinkButton* m_outOfPlace = nullptr;  // how many rows are, while the order is held
    RowTable* m_table = nullptr;
    TokenDelegate* m_delegate = nullptr;
    Card* m_list = nullptr;
    MarkBar* m_marks = nullptr; // under it
    RowPlugins* m_plugins = nullptr;
    QString m_pluginProblem;
    bool m_wantsInventory = false; // as soon as the rows are there
    NewestAnswer m_inventory;      // what there is to filter by; last: what it runs is stopped first
};

} // namespace ratewarden::ui
