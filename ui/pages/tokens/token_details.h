// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_line.h"
#include "ui/histories/usage_history.h"
#include "ui/link/link.h"
#include "ui/text/freshness.h"
#include "ui/tokens/token_poll.h"
#include "ui/widgets/pill.h"

#include <QWidget>

class QAbstractButton;
class QAction;
class QMenu;
class QPushButton;
class QStackedLayout;

namespace ratewarden::ui {

class Card;
class Chart;
class EmptyState;
class FormatMenu;
class LiveWindow;
class PlainLabel;
class RequestBars;
class RuleBars;
class RuleLegend;
class TokenWarnings;
class UsageChart;
class WindowLegend;

/// Everything about the chosen token: its live window, usage over time, rules, what lies in Redis, and what
/// can be done.
class TokenDetails final : public QWidget {
    Q_OBJECT

public:
    struct Actions {
        QAction* block;
        QAction* unblock;
        QAction* reset;
        QAction* removeLock;
        QAction* freeSlots;
        QAction* publishRules;
        QList<QAction*> more; ///< in a menu
    };

    TokenDetails(Link& link, const HistoryBook& histories, const Actions& actions, QWidget* parent = nullptr);

    /// What is said, and the step that is offered, while nothing is chosen.
    void setNothing(const QString& text, QAction* step = nullptr);
    /// Empty: nothing is chosen.
    void choose(const std::optional<Subject>& key);
    const std::optional<Subject>& chosen() const { return m_key; }
    /// How many tokens the actions are about: of several, and of those that are marked, it says so, and which
    /// one it shows.
    void setMeant(Units tokens, bool marked);
    /// Why nothing acts on the token; empty: something does.
    void setUnlisted(const QString& why);
    void present(const SharedDetail& detail);
    /// Moves the live window to that time.
    void showTime(Instant from, Instant to) { m_time.show(from, to); }
    void showUsualTime() { m_time.showUsual(); }
    void markArea(const std::optional<TimeRange>& area) { m_time.setArea(area); }
    const TimeLine& time() const { return m_time; }
    /// Of its usage over time.
    TimeLine& usageTime() const;
    /// What is wrong with the chosen token's keys.
    void showWarnings(const std::vector<Warning>& warnings);
    void setFreshness(Freshness freshness);
    Freshness freshness() const { return m_freshness; }
    /// Leaves out what can be left out, where there is little height.
    void setCompact(bool compact);
    /// What the live window says while paused.
    void setPausedText(std::function<QString()> text) { m_pausedText = std::move(text); }
    /// By which it finds what is published for the token's group, also for another format.
    void setPolicyNamed(std::function<const Policy*(const std::string&)> policy)
    {
        m_policyNamed = std::move(policy);
    }
    /// Moves the countdowns on.
    void tick();

    SharedDetail reading() const { return m_detail; }
    QString sentence() const { return m_sentence->text(); }

Q_SIGNALS:
    /// Something was saved, or not; for the status line.
    void done(const QString& sentence);
    /// The operator wants to see the key itself.
    void keyWanted(const QByteArray& key);
    /// Rules are to be tried on the requests of its log.
    void labWanted(const ratewarden::ui::SharedDetail& detail);
    /// What FormatMenu tells.
    void formatChosen(const std::string& beginning, const std::string& format);
    /// The lab's candidate is to be tried on its requests.
    void trialWanted(const ratewarden::ui::SharedDetail& detail);

private:
    void addSaving(QMenu* menu);
    void save(const QString& title, const QString& suffix, const QByteArray& content);
    QWidget* makeHead(const Actions& actions);
    QWidget* makeContent(const Actions& actions);
    Card* addCard(const QString& title);
    QAbstractButton* tableOf(Chart* chart, const QString& text = {});
    void showFacts();
    void offerFormats();
    void showRulesUnknown();
    void showOtherPolicy(const Policy& policy);
    void showArea();
    void showUsage();
    void showRequests();
    bool stale() const { return m_freshness == Freshness::Stale; }
    void stopOrMove();
    void updateTitle();
    /// For countdowns: when the data is not live, the moment it was read.
    Instant now() const { return m_freshness == Freshness::Live ? m_link.serverNow() : m_detail->reading.at; }
    void updateSentence();
    void updateSpanText();

    Link& m_link;
    const HistoryBook& m_histories;
    TimeLine m_time;
    std::optional<Subject> m_key;
    SharedDetail m_detail;
    Freshness m_freshness = Freshness::Live;
    bool m_compact = false;
    Units m_meant = 1;
    bool m_marked = false;

    QStackedLayout* m_pages;
    EmptyState* m_nothing;                // while nothing is chosen
    EmptyState* m_noRules;                // in place of the live window
    QList<QAbstractButton*> m_ruleTables; // of charts that need rules
    QAbstractButton* m_requestsTable = nullptr;
    PlainLabel* m_token = nullptr;
    PlainLabel* m_which = nullptr; // of several
    PlainLabel* m_unlisted = nullptr;
    PlainLabel* m_about = nullptr;
    Pill* m_sentence = nullptr;
    TokenWarnings* m_warnings = nullptr;
    LiveWindow* m_live = nullptr;
    PlainLabel* m_spanText = nullptr;
    PlainLabel* m_area = nullptr; // what is in the area that is marked
    UsageChart* m_usage = nullptr;
    RuleLegend* m_legend = nullptr;
    RequestBars* m_requests = nullptr;
    RuleBars* m_bars = nullptr;
    WindowLegend* m_windowLegend = nullptr;
    QList<Card*> m_cards; // that say how old they are, the live window's first
    std::function<QString()> m_pausedText;
    std::function<const Policy*(const std::string&)> m_policyNamed;
    QList<PlainLabel*> m_facts;
    QPushButton* m_copyKey = nullptr;
    QPushButton* m_openKey = nullptr;
    QAction* m_publishRules;
    FormatMenu* m_formats = nullptr;
    QAction* m_chooseFormat;
    QAction* m_saveRequests = nullptr;
    QAction* m_tryInLab = nullptr;
    QAction* m_openInLab = nullptr;
};

} // namespace ratewarden::ui
