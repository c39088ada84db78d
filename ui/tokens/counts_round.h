// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/request_totals.h"
#include "ui/tokens/token_scan.h"
#include "ui/tokens/token_store.h"

#include <string>
#include <unordered_map>

namespace ratewarden::ui {

/// Reads the counts of those under policies that count; what another program left under others is none of
/// theirs.
CountsReading readCountsUnder(const PolicyBook& policies, Server& server, std::vector<CountedToken> tokens);

/// Keeps the newest requests known between two passes of the scan, for a page that shows them: reads counts
/// again every ten seconds, just after these are over, within the load budget. Those of all tokens that had a
/// request in the last ten minutes, or those of all tokens of a few policies. What a page asks for it reads
/// at once, as fast as the server answers, up to a bound.
class CountsRound final : public QObject {
    Q_OBJECT

public:
    CountsRound(Link& link, BackgroundLoad& load, const TokenStore& store, RequestTotals& totals,
                QObject* parent = nullptr);

    void setPolicies(SharedPolicies policies);
    /// From the beginning of a round to that of the next, at least; never longer than ten seconds.
    void setInterval(std::chrono::milliseconds interval);

    /// From now on the requests under these are wanted, with those of their candidates; under all policies
    /// when none is named.
    void look(const QObject* who, const RequestTotals::Policies& policies);
    /// Nobody looks any more, unless somebody else has come since.
    void leave(const QObject* who);

    /// Whether more tokens are active than it reads: it reads those of named policies alone.
    bool tooMany() const { return m_tooMany; }
    /// Those, not under candidates, that had a request in the last ten minutes.
    std::vector<CountedToken> active() const { return activeUnder({}); }
    /// All tokens are known, and the link is there.
    void start();
    void stop();

    /// Tokens that were read for another reason, with their counts.
    void note(const CountsReading& reading);
    void note(const Readings& readings);
    /// Every token that has counts was noted.
    void endPass();

Q_SIGNALS:
    /// The totals have some more.
    void progressed();
    void completed();
    void failed(const ratewarden::ui::Failure& failure);
    void succeeded();

private:
    void goOn();
    void begin();
    void listThose();
    void readPage();
    void take(const CountsReading& reading);
    void scheduleNext(std::chrono::steady_clock::duration rest = {});
    void note(const std::string& policy, const std::string& token, const std::vector<RequestCount>& counts);
    std::vector<CountedToken> activeUnder(const RequestTotals::Policies& policies) const;

    Link& m_link;
    BackgroundLoad& m_load;
    const TokenStore& m_store;
    RequestTotals& m_totals;
    SharedPolicies m_policies;
    const QObject* m_who = nullptr; // null: nobody looks
    RequestTotals::Policies m_wanted;
    // Tokens that had a request in the last ten minutes, with when the last one came; by policy.
    std::map<std::string, std::unordered_map<std::string, Instant>, std::less<>> m_active;
    std::size_t m_activeCount = 0;
    bool m_leftOut = false; // of these, since the last pass
    bool m_tooMany = false;
    bool m_running = false;
    bool m_first = false;             // of those that are wanted now
    std::vector<CountedToken> m_list; // of the round under way
    std::size_t m_place = 0;          // in it, of what is read next
    bool m_midRound = false;
    quint64 m_underWay = 0; // what is waited for; 0: nothing
    quint64 m_last = 0;
    std::chrono::steady_clock::time_point m_began{};
    std::chrono::milliseconds m_interval;
    QTimer m_next;
};

} // namespace ratewarden::ui
