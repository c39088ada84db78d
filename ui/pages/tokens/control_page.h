// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/control_table_model.h"
#include "ui/models/ink_delegate.h"
#include "ui/models/row_filter.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/row_plugins.h"
#include "ui/state/on_screen.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/filter_line.h"

#include <QTimer>

class QAction;

namespace ratewarden::ui {

class Card;
class ControlDetails;
class PlainLabel;
class RowTable;
class TokenActions;

/// Every token for which an operator has set something by hand: on one page the blocks, on another the
/// overrides; what it is, why, by whom, until when. They are lifted here, many at once; blocks are made by
/// typing a token. Each can be edited in place, and leads to its token. Their order is held while the pointer
/// is among them.
class ControlPage final : public PageWidget {
    Q_OBJECT

public:
    using Kind = ControlTableModel::Kind;

    ControlPage(Kind kind, Session& session, QWidget* parent = nullptr);

    const ControlTableModel& model() const { return m_model; }
    TokenActions& actions() { return *m_actions; }
    FilterLine* filterLine() override { return m_filter; }
    /// Selects the row of this subject, if it is listed, and no other; puts the filter aside for it.
    bool choose(const Subject& subject);
    /// Puts the filter aside, so that all are listed.
    void showAll() { putAside(m_filter); }
    /// What is shown is not current, and greyed.
    bool stale() const { return m_rows->faded(); }

Q_SIGNALS:
    /// The operator wants to choose a token on the Tokens page.
    void tokensPageWanted();
    /// The operator wants to see the token; under this policy, if it is not empty.
    void tokenWanted(const std::string& token, const std::string& policy);
    /// The same of another limiter's token.
    void subjectWanted(const ratewarden::Subject& subject);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFilter();
    void offerValues();
    QString termOf(const QModelIndex& index) const;
    QWidget* makeTable();
    void layOut();
    bool select(const Subject& subject);
    std::vector<ControlEntry> chosen() const;
    void noteChosen();
    void followChange(const Made& made);
    void chooseChanged();
    std::optional<RowPlugins::Values> pluginValues() const;
    double deniedRate(const std::string& token) const;
    void change();
    void openToken();
    void lift();
    void updateActions();
    void updateTexts();
    void updateDetails();
    void updateEmpty();
    void settle();
    void noteVisible();

    Kind m_kind;
    Session& m_session;
    OnScreen m_onScreen{m_session};
    Link& m_link;
    ControlTableModel m_model;
    bool m_hasForeign = false; // blocks of other programs' tokens are listed
    RowFilter m_sorted;        // what the table shows
    TokenActions* m_actions;
    QAction* m_add = nullptr; // a block
    QAction* m_change;
    QAction* m_open;
    QAction* m_lift;
    QAction* m_clearFilter;
    QAction* m_chooseToken;
    QTimer m_ticks;
    PageBanner* m_banner;
    PlainLabel* m_counts;
    FilterLine* m_filter;
    Card* m_tableCard = nullptr;
    RowTable* m_table = nullptr;
    ControlDetails* m_details;
    std::optional<ControlEntry> m_chosen; // whose row was selected last, if it was the only one
    bool m_isChanged = false;             // by this window: it may come as another row
    int m_listed = 0;                     // rows, when it was looked at last
    InkDelegate* m_rows = nullptr;
};

} // namespace ratewarden::ui
