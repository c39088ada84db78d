// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/lab_work.h"
#include "ui/link/session.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <string>

namespace ratewarden::ui {

/// Reads the logs that limiters keep in Redis as traffic of the lab, in the session's lane for what takes
/// long. One reading at a time: a new one, or cancel(), stops the one before, of which nothing is told.
class LabRedis final : public QObject {
    Q_OBJECT

public:
    explicit LabRedis(Session& session, QObject* parent = nullptr);
    ~LabRedis() override;

    using Then = std::function<void(const Outcome<SharedTraffic>& outcome)>;
    /// `name`: a policy, or a format of others; see readRedisTraffic().
    void read(const std::string& name, Then then);
    void cancel();
    bool isBusy() const { return m_running != nullptr; }
    /// How many keys have been looked at.
    Units keys() const;

Q_SIGNALS:
    /// It began, ended, or came further.
    void progressed();

private:
    struct Running;

    Session& m_session;
    std::shared_ptr<Running> m_running; // shared with the lane
    QTimer m_watch;
};

/// What has a log in Redis, as far as the session knows.
struct LabRedisSource {
    std::string name; ///< as readRedisTraffic() takes it
    QString title;    ///< safe to show
    bool hasLog = true;
};
/// The published policies, by name, and then the formats of others of which there are tokens.
std::vector<LabRedisSource> labRedisSources(Session& session);

} // namespace ratewarden::ui
