// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_scan.h"
#include "ui/tokens/token_store.h"

namespace ratewarden::ui {

/// Reads all tokens that are known again, round after round, a few at a time, within the load budget and
/// never faster than one round in the shortest time allowed, nor, with a budget, than 1,250 tokens a second.
class TokenRound final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Stopped, ///< paused, the link is lost, or a whole scan reads them all anyway
        Idle,    ///< until the next round is due
        Reading, ///< some are under way
        Waiting, ///< for its turn to read the next
    };
    Q_ENUM(State)

    TokenRound(Link& link, BackgroundLoad& load, const TokenStore& store, QObject* parent = nullptr);

    State state() const { return m_state; }
    void setPolicies(SharedPolicies policies) { m_policies = std::move(policies); }
    std::chrono::milliseconds shortest() const { return m_shortest; }
    void setShortest(std::chrono::milliseconds shortest) { m_shortest = shortest; }

    /// Goes on where it was stopped; it begins the first round when the shortest time of one has passed.
    void start();
    void stop();
    /// Begins a round now, unless stopped: all that was read is out of date.
    void restart();
    /// The store has moved its rows, as TokenStore::dropUnseen() tells.
    void moved(const std::vector<int>& newPlaces);

Q_SIGNALS:
    void started();
    void read(const ratewarden::ui::Readings& readings);
    void completed();
    void failed(const ratewarden::ui::Failure& failure);
    void succeeded();

private:
    void goOn();
    void begin();
    void readPage();
    void waitForNext(int count);
    void end();

    Link& m_link;
    BackgroundLoad& m_load;
    const TokenStore& m_store;
    SharedPolicies m_policies;
    State m_state = State::Stopped;
    bool m_midRound = false;
    int m_place = 0;        // in the store, of what is read next
    int m_end = 0;          // those that come after have just been read
    quint64 m_underWay = 0; // the page whose outcome is waited for; 0: none
    quint64 m_lastPage = 0;
    std::chrono::steady_clock::time_point m_began{};
    std::chrono::milliseconds m_shortest{30'000};
    QTimer m_next;
};

} // namespace ratewarden::ui
