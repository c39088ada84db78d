// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time_range.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/models/audit_table_model.h"
#include "ui/models/row_filter.h"
#include "ui/pages/page_widget.h"
#include "ui/state/audit_desk.h"
#include "ui/state/session.h"
#include "ui/widgets/filter_line.h"

#include <QPointer>

#include <optional>

class QAction;
class QPlainTextEdit;

namespace ratewarden::ui {

class Card;
class InkDelegate;
class PageBanner;
class PlainLabel;
class RowTable;

/// What was changed on this server, by whomever: who, when, what, why, and what was there before. Each change
/// can be undone from here as far as it still can be; what is listed can be exported.
class AuditPage final : public PageWidget {
    Q_OBJECT

public:
    explicit AuditPage(Session& session, QWidget* parent = nullptr);

    const AuditTableModel& model() const { return m_model; }
    FilterLine* filterLine() override { return m_filter; }
    /// Filters by this token.
    void showToken(const std::string& token);
    /// Another page wants to see the changes of that time, empty: of all times, and the one of this id in
    /// detail, if there is any. Puts the filter aside for it.
    void ask(const std::optional<TimeRange>& stretch, const std::string& id);
    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTable();
    QWidget* makeDetails();
    void take();
    const AuditEntry* chosen() const;
    void undo();
    void exportListed();
    void makeFilter();
    void applyFilter();
    void offerValues();
    QString termOf(const QModelIndex& index) const;
    void tellProblem(const QString& actProblem);
    void updateBanner();
    void updateEmpty();
    void chooseWanted();
    void updateActions();
    void updateTexts();
    void updateDetails();

    Session& m_session;
    Link& m_link;
    QPointer<AuditDesk> m_desk; // of the session, which may be gone first
    AuditTableModel m_model;
    RowFilter m_filtered; // what the table shows
    SharedAudit m_list;   // that is in the model
    std::string m_wanted; // the change to be selected once it is listed
    QString m_actProblem; // why something could not be undone
    PageBanner* m_banner;
    PlainLabel* m_counts;
    FilterLine* m_filter;
    QAction* m_clearFilter;
    QAction* m_undo;
    QAction* m_export;
    RowTable* m_table = nullptr;
    InkDelegate* m_rows = nullptr;
    Card* m_details = nullptr;
    PlainLabel* m_what = nullptr;
    PlainLabel* m_who = nullptr;
    PlainLabel* m_why = nullptr;
    PlainLabel* m_result = nullptr;
    QPlainTextEdit* m_commands = nullptr;
    QPointer<ActDialog> m_dialog;
};

} // namespace ratewarden::ui
