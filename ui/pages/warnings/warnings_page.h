// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/warning_table_model.h"
#include "ui/state/session.h"

#include <QTimer>
#include <QWidget>

class QAction;

namespace ratewarden::ui {

class Card;
class PageBanner;
class PlainLabel;
class PlainRowDelegate;
class RowTable;

/// What is wrong with limiter keys, and with the server: what, where, of how many tokens, since when, and
/// what to do. Each row leads to its tokens.
class WarningsPage final : public QWidget {
    Q_OBJECT

public:
    explicit WarningsPage(Session& session, QWidget* parent = nullptr);

    const WarningTableModel& model() const { return m_model; }
    /// Selects that warning of the server, if there is one.
    void choose(ServerWarningCode code);
    /// The session has other warnings.
    void refresh();

Q_SIGNALS:
    void countChanged(int count);
    /// The operator wants to see the tokens that have it.
    void tokensWanted(const ratewarden::WarningGroup& group);
    /// The same of what the server may evict.
    void blocksWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTable();
    QWidget* makeExplanation();
    int chosenRow() const;
    void open();
    void updateTexts();
    void updateEmpty();

    Session& m_session;
    Link& m_link;
    WarningTableModel m_model;
    PageBanner* m_banner;
    PlainLabel* m_counts;
    QAction* m_open;
    Card* m_tableCard = nullptr;
    RowTable* m_table = nullptr;
    PlainRowDelegate* m_rows = nullptr;
    Card* m_explanation = nullptr;
    PlainLabel* m_meaning = nullptr;
    PlainLabel* m_advice = nullptr;
    PlainLabel* m_samples = nullptr;
    QTimer m_soon; // many readings come one after the other
};

} // namespace ratewarden::ui
