// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/traffic_plan.h"
#include "core/lab/trial_file.h"
#include "ui/lab/lab_bench.h"
#include "ui/lab/lab_examples.h"
#include "ui/lab/lab_redis.h"

namespace ratewarden::ui {

/// Traffic for the lab, and what is shown together with it.
struct LabOpened {
    QString name{};   ///< of the traffic, safe to show
    QString path{};   ///< of its file; empty: it is none
    QString lesson{}; ///< what it can teach, or lacks
    SharedTraffic traffic{};
    std::optional<LabSetup> setup{};  ///< without its trace; empty: the candidates stay
    std::optional<TrialFile> trial{}; ///< that was opened
};

/// Gets traffic for the lab: from a file, from Redis, from an example, or made up. What is asked for arrives
/// some time later, or there is a problem. Of several only the newest arrives.
class TrafficDesk final : public QObject {
    Q_OBJECT

public:
    TrafficDesk(Session& session, LabBench& bench, QObject* parent = nullptr);

    const std::vector<LabExample>& examples() const { return m_examples; }
    void openExample(int number);
    /// Reads a log, a trace file or a trial. `fields`: those of a log to use; empty ones: its own.
    void openFile(const QString& path, const LogFields& fields = {});
    /// Reads the logs of a policy, or of a format of others, in Redis. `rules`: the enforced ones, and the
    /// candidate to begin with; none: those of the policy of that name, if it is published.
    void openRedis(const std::string& name, const std::optional<PublishedPolicy>& rules = {});
    /// Takes what is charged under a policy, or a format of others, from now on as traffic.
    void capture(const std::string& name, std::chrono::milliseconds duration);
    /// Ends a capture early, with what it has.
    void finish() { m_redis.finish(); }
    /// Makes traffic up.
    void generate(const TrafficPlan& plan);
    const TrafficPlan& plan() const { return m_plan; } ///< the last one
    /// Reads the logs of these tokens in Redis, with the policy that all of them are under as the enforced
    /// one.
    void openTokens(const std::vector<Subject>& subjects);
    /// The requests of a token's log in Redis, with the policy that is in force. `keepCandidates`: those on
    /// the bench are tried on them.
    void openRequests(const TokenDetail& detail, bool keepCandidates = false);
    /// Tries the published policy on its logs, or, where it keeps none, on the traffic of the bench.
    void openPolicy(const PublishedPolicy& policy);
    /// Stops reading.
    void cancel();

    bool isBusy() const;
    bool isCapturing() const { return m_redis.isCapturing(); }
    /// How far it is, 0 to 1; negative: not known.
    double share() const;
    /// What it is at, as a sentence.
    QString progressText() const;

Q_SIGNALS:
    void arrived(const ratewarden::ui::LabOpened& opened);
    /// A sentence; empty: there is none any more, as something else is opened.
    void problemChanged(const QString& problem);
    /// For the status line.
    void done(const QString& sentence);
    void progressed();

private:
    using Question = LabRunner::Question;

    LabSetup setupOf(const std::string& policy, const std::optional<PublishedPolicy>& rules) const;
    void make(LabOpened opened, const QString& ifEmpty,
              std::function<void(LabOpened& opened, Computation& job)> make);
    void arrive(const LabOpened& opened, const QString& ifEmpty);
    void readRedis(LabRedis::Whose whose, LabOpened opened);
    LabRedis::Then taking(LabOpened opened);
    void openTrial(const QString& path, LabOpened opened);

    Session& m_session;
    LabBench& m_bench;
    const std::vector<LabExample> m_examples;
    QString m_reading; ///< what is being read
    TrafficPlan m_plan;
    LabRedis m_redis;
};

} // namespace ratewarden::ui
