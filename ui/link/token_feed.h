// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "core/policies/policy_store.h"
#include "ui/link/link.h"

#include <QElapsedTimer>
#include <QTimer>

#include <memory>
#include <vector>

namespace ratewarden::ui {

using Readings = std::shared_ptr<const std::vector<Reading>>;
using SharedDetail = std::shared_ptr<const TokenDetail>;

/// How far the scan for tokens is.
struct ScanProgress {
    std::size_t looked = 0; ///< keys of the server gone through
    std::size_t total = 0;  ///< keys it has, about
    bool complete = false;
    Instant completedAt{};
};

/// Feeds the window with what Redis holds: finds the tokens page by page and reads them, polls what is on
/// screen, and reads the chosen token's window. It never has more than one poll and one scan page under way,
/// and after the first scan leaves the server as much time between pages as they take. Paused, it stops where
/// it is. When the link is lost it stops, and starts again with a new scan when the link is back.
class TokenFeed final : public QObject {
    Q_OBJECT

public:
    explicit TokenFeed(Link& link, QObject* parent = nullptr);

    /// What the next polls are about; changing the chosen token polls at once.
    void setVisible(std::vector<Subject> keys);
    void setChosen(const std::optional<Subject>& key);
    /// Of which the windows are read, too; others than before poll at once.
    void setOpen(std::vector<Subject> keys);

    std::chrono::milliseconds interval() const { return m_poll.intervalAsDuration(); }
    void setInterval(std::chrono::milliseconds interval);
    bool paused() const { return m_paused; }
    void setPaused(bool paused);

    /// Polls now instead of at the next tick, and goes through all tokens again.
    void refresh();

    /// Null when it is not announced, as far as is known.
    const Policy* policyNamed(std::string_view name) const;

    const ScanProgress& progress() const { return m_progress; }

Q_SIGNALS:
    /// Tokens that the scan has come by, first seen or again.
    void found(const ratewarden::ui::Readings& readings);
    /// Tokens on screen, read again.
    void read(const ratewarden::ui::Readings& readings);
    /// The window of the chosen token, or of an open one.
    void windowRead(const ratewarden::ui::SharedDetail& window);
    void progressed();
    /// A scan begins, also anew after one that was broken off.
    void scanStarted();
    /// The policies, as they were read with a scan.
    void policiesRead(const std::shared_ptr<const ratewarden::PolicyBook>& policies);
    /// A scan has gone through all keys: what it has not found is no longer there.
    void scanCompleted();
    /// What could not be read, for the page; empty when all can again.
    void problemChanged(const QString& problem);

private:
    void linkChanged();
    void startScan();
    void readNextPage();
    void endScan();
    void poll();
    std::vector<Subject> windowsToRead() const;
    bool running() const;
    bool scanGoesOn() const;
    void setProblem(const QString& problem);

    Link& m_link;
    QTimer m_poll;
    QTimer m_rescan;
    QTimer m_nextPage;
    std::string m_cursor = "0"; // of the page that comes next
    std::vector<Subject> m_visible;
    std::optional<Subject> m_chosen;
    std::vector<Subject> m_open;
    std::shared_ptr<const PolicyBook> m_policies;
    bool m_policiesAreOld = false; // to be read again with the next page
    QElapsedTimer m_scanTime;
    ScanProgress m_progress;
    quint64 m_scanNumber = 0; // another one after each loss of the link
    QString m_policiesProblem;
    QString m_problem;
    bool m_paused = false;
    bool m_polling = false;
    bool m_pollAgain = false;
    bool m_scanning = false;
    bool m_scanAgain = false;
    bool m_refreshing = false; // a scan that was asked for goes on to its end also while paused
};

} // namespace ratewarden::ui
