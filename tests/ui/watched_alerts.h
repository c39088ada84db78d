// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/history.h"
#include "core/watch/history_round.h"

#include <QFile>
#include <QTemporaryDir>

#include <chrono>

namespace ratewarden::ui::test {

/// Where writeWatchedAlerts() has the history.
inline QString watchedHistory(const QTemporaryDir& folder)
{
    return folder.filePath("watched");
}

/// The path of a file with two alerts, and their history: so many rounds, ten seconds apart, up to an hour
/// ago. In three of fifteen minutes more is denied than one of them allows. At the end a policy was
/// published, and a node of the server has taken over from another.
inline QString writeWatchedAlerts(const QTemporaryDir& folder, int rounds)
{
    using namespace std::chrono_literals;
    constexpr int hump = 18; // rounds of so many
    constexpr int period = 90;
    QFile::remove(watchedHistory(folder));
    HistoryWriter writer(watchedHistory(folder).toStdString(), {});
    const Instant start =
        std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now()) - 1h - rounds * 10s;
    for (int i = 0; i < rounds; ++i) {
        HistoryRound round;
        round.at = start + i * 10s;
        HistoryRound::Sums& one = round.cohorts.emplace_back();
        one.cohort.format = "ratewarden/gcra";
        one.cohort.policy = "pay";
        one.cohort.status = TokenStatus::Limited;
        one.cohort.rule = 0;
        const double denied = i % period < hump ? 4 : 0.5;
        one.sums = {10, 0, 0, 10, 20e6, denied * 1e6, 10, 0.5};
        writer.add(round);
    }
    const Instant when = start + (rounds - 5) * 10s;
    writer.add(HistoryEvent{when, "publish", "alice", "publish pay: as user:abuser scrapes"});
    writer.add(HistoryEvent{when, "restarted", "redis.internal:6379",
                            "10.0.0.7:6379: it has taken over from 10.0.0.8:6379, in a failover"});
    const QString path = folder.filePath("alerts.json");
    QFile file(path);
    if (file.open(QFile::WriteOnly))
        file.write(QString(R"({"schema": 1, "history": {"file": "%1", "days": 14, "megabytes": 64},
            "alerts": [{"name": "abuser denied", "filter": "policy:pay", "measure": "denied/s", "above": 3,
                        "for": "30s"},
                       {"name": "many tokens", "measure": "tokens", "above": 5}]})")
                       .arg(watchedHistory(folder))
                       .toUtf8());
    return path;
}

} // namespace ratewarden::ui::test
