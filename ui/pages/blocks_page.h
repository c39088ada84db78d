// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/token_feed.h"
#include "ui/models/block_table_model.h"
#include "ui/widgets/plain_row_delegate.h"

#include <QTimer>
#include <QWidget>

class QAction;

namespace ratewarden::ui {

class PageBanner;
class PlainLabel;
class RowTable;
class TokenActions;

/// Every token that is blocked: why, by whom, until when. Blocks are lifted here, many at once, and made by
/// typing a token.
class BlocksPage final : public QWidget {
    Q_OBJECT

public:
    /// `feed` is that of the window, which finds blocks along with tokens.
    BlocksPage(Link& link, TokenFeed& feed, QWidget* parent = nullptr);

    const BlockTableModel& model() const { return m_model; }
    TokenActions& actions() { return *m_actions; }
    QString bannerText() const;
    /// What is shown is not current, and greyed.
    bool stale() const { return m_rows->faded(); }

Q_SIGNALS:
    void countChanged(int count);
    /// A change was made; for the status line.
    void done(const QString& sentence);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTable();
    void updateActions();
    void updateTexts();
    void noteVisible();

    Link& m_link;
    TokenFeed& m_feed;
    BlockTableModel m_model;
    TokenActions* m_actions;
    QAction* m_add;
    QAction* m_unblock;
    QTimer m_ticks;
    PageBanner* m_banner;
    PlainLabel* m_counts;
    RowTable* m_table = nullptr;
    PlainRowDelegate* m_rows = nullptr;
};

} // namespace ratewarden::ui
