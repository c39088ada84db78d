// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_line.h"
#include "ui/histories/usage_history.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/state/session.h"
#include "ui/text/freshness.h"

#include <QTimer>

class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ratewarden::ui {

class ComparedToken;
class PlainLabel;
class EmptyState;
class WindowLegend;

/// Live windows of several tokens below each other, on one time axis.
class ComparePage final : public PageWidget {
    Q_OBJECT

public:
    static constexpr std::size_t mostTokens = 8;

    explicit ComparePage(Session& session, QWidget* parent = nullptr);

    /// Adds those that are not there yet, as far as there is room.
    void open(const std::vector<Subject>& keys);
    /// Those of a client, in place of all others: its name stands beside the page's until others are added.
    void openClient(const QString& name, const std::vector<Subject>& keys);
    const QString& client() const { return m_client; }
    void close(const Subject& key);
    std::vector<Subject> tokens() const;
    TimeLine& time() { return m_time; }

Q_SIGNALS:
    /// The operator wants to choose tokens on the Tokens page.
    void tokensPageWanted();

private:
    bool add(const std::vector<Subject>& keys);
    void setClient(const QString& name);
    void take(const SharedDetail& detail);
    void retire(const FormatSet& formats);
    void tokensChanged();
    void updateReach();
    void updateTexts();
    void stopOrMove();

    Session& m_session;
    Link& m_link;
    TimeLine m_time;
    Instant m_lastReading{};
    QTimer m_ticks;
    PageBanner* m_banner;
    QString m_client; // empty: they are not one client's, or nobody has said so
    PlainLabel* m_clientText;
    PlainLabel* m_spanText;
    EmptyState* m_empty;
    QPushButton* m_save;
    WindowLegend* m_legend;
    QWidget* m_list;
    QScrollArea* m_scroll;
    QVBoxLayout* m_rows;
    std::vector<ComparedToken*> m_tokens;
};

} // namespace ratewarden::ui
