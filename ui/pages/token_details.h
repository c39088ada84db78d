// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/usage_history.h"
#include "ui/link/token_feed.h"

#include <QWidget>

class QAction;
class QGridLayout;
class QPushButton;
class QStackedLayout;

namespace ratewarden::ui {

class LiveWindow;
class Pill;
class PlainLabel;
class RuleBars;
class RuleLegend;
class UsageChart;

/// Everything about the chosen token: its live window, usage over time, rules, what lies in Redis, and what
/// can be done.
class TokenDetails final : public QWidget {
    Q_OBJECT

public:
    struct Actions {
        QAction* block;
        QAction* unblock;
        QAction* reset;
    };

    TokenDetails(Link& link, const HistoryBook& histories, Actions actions, QWidget* parent = nullptr);

    /// Empty: nothing is chosen.
    void choose(const std::optional<TokenKey>& key);
    const std::optional<TokenKey>& chosen() const { return m_key; }
    void show(const WindowReadings& window);
    /// Greys out what is shown, as it is not current, or takes that back.
    void setStale(bool stale);
    /// Moves the countdowns on.
    void tick();

    WindowReadings window() const { return m_window; }
    QString sentence() const;

private:
    QWidget* makeHead(Actions actions);
    QWidget* makeContent(Actions actions);
    void showFacts();
    void showUsage();
    void updateSentence();
    void updateSpanText();

    Link& m_link;
    const HistoryBook& m_histories;
    std::optional<TokenKey> m_key;
    WindowReadings m_window;
    bool m_stale = false;

    QStackedLayout* m_pages;
    PlainLabel* m_token = nullptr;
    PlainLabel* m_about = nullptr;
    Pill* m_sentence = nullptr;
    LiveWindow* m_live = nullptr;
    PlainLabel* m_spanText = nullptr;
    UsageChart* m_usage = nullptr;
    RuleLegend* m_legend = nullptr;
    RuleBars* m_bars = nullptr;
    QList<PlainLabel*> m_facts;
    QPushButton* m_copyKey = nullptr;
};

} // namespace ratewarden::ui
