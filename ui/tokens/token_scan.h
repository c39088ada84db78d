// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"
#include "ui/link/link.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <vector>

namespace ratewarden::ui {

class BackgroundLoad;

using Readings = std::shared_ptr<const std::vector<Reading>>;
using SharedPolicies = std::shared_ptr<const PolicyBook>;

/// How far the scan for tokens is.
struct ScanProgress {
    std::size_t looked = 0; ///< keys of the server gone through
    std::size_t total = 0;  ///< keys it has, about
    bool complete = false;
    /// Nodes of the cluster were unreachable: tokens that were not seen may still be there.
    bool partial = false;
    Instant completedAt{}; ///< by the server's clock; that of the last complete pass
};

/// Goes through all keys of the server, again and again, one page under way at a time. A whole pass reads
/// every token that it finds, as fast as the server answers: the first one, one that the operator asks for,
/// and the one after the link was lost. The others only look for what is new, within the load budget; what
/// operators have set by hand they read all the same. Now and then one also reads how many requests were
/// counted, of every token that has counts: those outlive the states, which are gone after a window.
class TokenScan final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Lost,    ///< the link is, or has not been there yet
        Paused,  ///< where it is
        Idle,    ///< until the next pass is due
        Reading, ///< a page is under way
        Waiting, ///< for its turn to read the next page
    };
    Q_ENUM(State)
    enum class Pass { Whole, NewOnly };

    /// `known` tells whether a token is known already. What pages tell of prefixes is entered in `prefixes`.
    TokenScan(Link& link, BackgroundLoad& load, std::shared_ptr<ServerPrefixes> prefixes,
              std::function<bool(const Subject&)> known, QObject* parent = nullptr);

    State state() const { return m_state; }
    Pass pass() const { return m_pass; }
    const ScanProgress& progress() const { return m_progress; }
    void setPolicies(SharedPolicies policies);
    /// As far as a scan in another window was.
    void put(const ScanProgress& progress) { m_progress = progress; }
    /// From the beginning of a pass that reads counts to the next one that does, at least.
    void setCountsRest(std::chrono::milliseconds rest) { m_countsRest = rest; }

    /// The link is there: begins a whole pass, unless paused.
    void connected();
    /// The link is lost: what is under way is forgotten.
    void disconnected();
    void setPaused(bool paused);
    /// Begins a whole pass now, also while paused: that one goes on to its end.
    void startWhole();

Q_SIGNALS:
    void started(ratewarden::ui::TokenScan::Pass pass);
    /// Tokens that were come by and read.
    void found(const ratewarden::ui::Readings& readings);
    /// From here on counted() tells of the requests of every token, until countsCompleted() or the next
    /// start.
    void countsStarted();
    void counted(const ratewarden::CountsReading& reading);
    void countsCompleted();
    /// Tokens that were come by and are known.
    void seen(const std::vector<ratewarden::Subject>& subjects);
    void progressed();
    /// All keys have been gone through: what was not found is no longer there.
    void completed(ratewarden::ui::TokenScan::Pass pass);
    void failed(const ratewarden::ui::Failure& failure);
    void succeeded();

private:
    struct Page;

    void begin(Pass pass);
    void goOn();
    void readPage();
    void takePage(const Page& page);
    void readFound(const Page& page, std::vector<Subject> subjects);
    void endPage(const Page& page);
    void endPass();
    void fail(const Failure& failure);
    std::chrono::milliseconds restAfterPass() const;

    Link& m_link;
    BackgroundLoad& m_load;
    std::shared_ptr<ServerPrefixes> m_prefixes;
    std::function<bool(const Subject&)> m_known;
    SharedPolicies m_policies;
    State m_state = State::Lost;
    Pass m_pass = Pass::Whole;
    bool m_paused = false;  // what the operator wants; the state follows
    bool m_midPass = false; // the cursor is somewhere inside a pass
    bool m_counts = false;  // this pass reads counts as well
    ScanCursor m_cursor;    // of the page that comes next
    ScanProgress m_progress;
    quint64 m_underWay = 0; // the page whose outcome is waited for; 0: none
    quint64 m_lastPage = 0;
    std::chrono::milliseconds m_countsRest{30'000};
    std::chrono::steady_clock::time_point m_countsBegan{};
    QTimer m_next;
};

} // namespace ratewarden::ui
