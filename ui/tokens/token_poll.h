// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_scan.h"

#include <deque>
#include <map>
#include <optional>

namespace ratewarden::ui {

using SharedDetail = std::shared_ptr<const TokenDetail>;

/// Reads what is on screen and what is open, again and again at the chosen interval, and at once what
/// somebody asks for. It never has more than one reading under way: a slow server is read less often.
class TokenPoll final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Lost,         ///< the link is, or has not been there yet
        Paused,       ///< shows only what is asked for
        Idle,         ///< until the interval is over
        Reading,      ///< something is under way
        ReadingStale, ///< and may be out of date: then it is read again at once
    };
    Q_ENUM(State)

    explicit TokenPoll(Link& link, QObject* parent = nullptr);

    State state() const { return m_state; }
    /// By which the next readings are judged; nothing is read before there are any.
    void setPolicies(SharedPolicies policies) { m_policies = std::move(policies); }

    /// What `owner` has on screen; the next readings are about what all of them have.
    void setOnScreen(const void* owner, std::vector<Subject> subjects);
    /// Of the chosen and the open ones the details are read, too; others than before are read at once.
    void setChosen(const std::optional<Subject>& subject);
    void setOpen(std::vector<Subject> subjects);

    std::chrono::milliseconds interval() const { return m_timer.intervalAsDuration(); }
    void setInterval(std::chrono::milliseconds interval) { m_timer.setInterval(interval); }
    bool paused() const { return m_paused; }
    void setPaused(bool paused);

    void connected();
    void disconnected();
    /// Reads now, also while paused.
    void now();
    /// Reads these once, as soon as can be, also while paused; and what is on screen.
    void reread(const std::vector<Subject>& subjects);

Q_SIGNALS:
    /// Tokens that were read, those of `details` at the end.
    void read(const ratewarden::ui::Readings& readings,
              const std::vector<ratewarden::ui::SharedDetail>& details);
    /// Likewise while paused, of those whose details are shown: what charts draw is collected all the same,
    /// and shown when the pause is over.
    void collected(const ratewarden::ui::Readings& readings,
                   const std::vector<ratewarden::ui::SharedDetail>& details);
    void failed(const ratewarden::ui::Failure& failure);
    void succeeded();

private:
    struct Answer {
        Readings readings;
        std::vector<SharedDetail> details;
    };

    void post(bool isToBeShown = true);
    void end();
    std::vector<Subject> detailed() const;

    Link& m_link;
    SharedPolicies m_policies;
    State m_state = State::Lost;
    bool m_paused = false; // what the operator wants; the state follows
    bool m_hasShown = false;
    bool m_missed = false; // somebody asked for a reading while there was no link
    std::map<const void*, std::vector<Subject>> m_onScreen;
    std::optional<Subject> m_chosen;
    std::vector<Subject> m_open;
    std::deque<Subject> m_wanted; // once
    quint64 m_underWay = 0;       // the one whose outcome is waited for; 0: none
    quint64 m_last = 0;
    QTimer m_timer;
};

} // namespace ratewarden::ui
