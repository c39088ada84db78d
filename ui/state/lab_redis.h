// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_work.h"
#include "ui/state/session.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden::ui {

/// Reads the logs that limiters keep in Redis as traffic of the lab, or watches what is charged for some
/// time, in the session's lane for what takes long. One at a time: a new one, or cancel(), stops the one
/// before, of which nothing is told.
class LabRedis final : public QObject {
    Q_OBJECT

public:
    explicit LabRedis(Session& session, QObject* parent = nullptr);
    ~LabRedis() override;

    using Then = std::function<void(const Outcome<SharedTraffic>& outcome)>;
    /// A policy, or a format of others, or some tokens; see readRedisTraffic().
    using Whose = std::variant<std::string, std::vector<Subject>>;
    void read(Whose whose, Then then);
    /// Watches what is charged; see Capture. Between its rounds the lane is free for others.
    void capture(const std::string& name, std::chrono::milliseconds duration, Then then);
    /// Ends a capture early, with what it has.
    void finish();
    void cancel();
    bool isCapturing() const;
    /// Of the duration of a capture, 0 to 1.
    double share() const;
    /// What was captured so far.
    Units requests() const;
    Units tokens() const;
    /// For tests: between two rounds of a capture.
    void setInterval(std::chrono::milliseconds interval) { m_rounds.setInterval(interval); }
    bool isBusy() const { return m_running != nullptr; }
    /// How many keys have been looked at.
    Units keys() const;

Q_SIGNALS:
    /// It began, ended, or came further.
    void progressed();

private:
    struct Running;

    void captureRound();
    void endCapture();

    Session& m_session;
    std::shared_ptr<Running> m_running; // shared with the lane
    QTimer m_watch;
    QTimer m_rounds; // until the next round of a capture
};

/// What has a log in Redis, as far as the session knows.
struct LabRedisSource {
    std::string name; ///< as readRedisTraffic() takes it
    QString title;    ///< safe to show
    bool hasLog = true;
};
/// The published policies, by name, and then the formats of others of which there are tokens; of these those
/// with a log alone, unless all are wanted.
std::vector<LabRedisSource> labRedisSources(Session& session, bool all = false);

} // namespace ratewarden::ui
