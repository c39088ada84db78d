// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/link.h"
#include "ui/link/load_meter.h"

#include <QTimer>

#include <optional>

namespace ratewarden::ui {

/// What the window costs its server, measured as LoadMeter says, and the budget that work in the background
/// keeps to: the scan lane's. What is on screen is read at its own interval and is not held back, but counts
/// in the share that is shown. Not counted are the two or three commands a second that follow the policies.
class BackgroundLoad final : public QObject {
    Q_OBJECT

public:
    /// How long reading in the background pauses after a page was refused.
    static constexpr std::chrono::seconds retryPause{5};

    explicit BackgroundLoad(Link& link, QObject* parent = nullptr);

    /// Of one core of the server, 0.01 for 1 %; 0: no limit. At first 1 %.
    double budget() const { return m_pace.budget(); }
    void setBudget(double share);
    /// Of one core of the server, all that this window has sent of late; empty: not known, as the server
    /// does not say what it spends, or not to this user.
    std::optional<double> share() const { return m_share; }

    /// Charges what the scan lane has sent since this or forgive() was last called.
    void charge();
    /// What it has sent since then is not charged: somebody wanted it soon.
    void forgive() { m_charged = m_link.scanLane().sent(); }
    /// Until more may be sent in the background.
    std::chrono::milliseconds wait() const { return m_pace.wait(); }
    const LoadMeter& meter() const { return m_meter; }
    /// What share() is of: all that was sent between the last two measurements, and the time between them.
    struct Sent {
        CommandCounts counts;
        LoadPace::Clock::duration time{};
    };
    const Sent& sentLately() const { return m_lately; }

Q_SIGNALS:
    /// The share that was measured, or the budget.
    void changed();

private:
    void linkChanged();
    void measure();
    void take(const ServerAccount& account);
    CommandCounts sentByAll() const;

    Link& m_link;
    LoadMeter m_meter;
    LoadPace m_pace;
    CommandCounts m_charged;
    CommandCounts m_measured;
    Sent m_lately;
    LoadPace::Clock::time_point m_measuredAt{};
    std::optional<double> m_share;
    bool m_asking = false;
    QTimer m_timer;
};

} // namespace ratewarden::ui
