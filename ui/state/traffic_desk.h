// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/trace_edit.h"
#include "core/lab/traffic_plan.h"
#include "core/lab/trial_file.h"
#include "ui/lab/lab_bench.h"
#include "ui/lab/lab_examples.h"
#include "ui/lab/recorded_lab.h"
#include "ui/state/lab_redis.h"

namespace ratewarden::ui {

/// Traffic for the lab, and what is shown together with it.
struct LabOpened {
    QString name{};   ///< of the traffic, safe to show
    QString path{};   ///< of its file; empty: it is none
    QString lesson{}; ///< what it can teach, or lacks
    SharedTraffic traffic{};
    std::optional<LabSetup> setup{};  ///< without its trace; empty: the candidates stay
    std::optional<TrialFile> trial{}; ///< that was opened
    bool byHand = false;              ///< what was there, edited
    bool wasEdited = false;           ///< when it was recorded
    TimeRange counted = allTime;      ///< whose requests are counted; not byHand
};

/// The lab's bench, and how traffic gets onto it: from a file, from Redis, from an example, made up, or
/// edited by hand. What is asked for arrives some time later, or there is a problem. Of several only the
/// newest arrives. Owned by its session.
class TrafficDesk final : public QObject {
    Q_OBJECT

public:
    /// A log, for those who read it again.
    struct OpenedLog {
        std::string file;
        LogFields fields; ///< those that it was read with
    };

    explicit TrafficDesk(Session& session);

    /// The log that the traffic was read from; empty: it is none.
    std::optional<OpenedLog> log() const;

    LabBench& bench() { return m_bench; }
    /// Of the bench's traffic; safe to show.
    const QString& name() const { return m_name; }
    const QString& lesson() const { return m_lesson; } ///< see LabOpened
    bool isEdited() const { return m_isEdited; }       ///< by hand, since it arrived

    const std::vector<LabExample>& examples() const { return m_examples; }
    void openExample(int number);
    /// Reads a log, a trace file or a trial. `fields`: those of a log to use; empty ones: its own.
    void openFile(const QString& path, const LogFields& fields = {},
                  const std::vector<std::uint16_t>& withoutStatus = {});
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
    /// Edits the traffic, or begins some. Edits that come while one is being applied are applied with it:
    /// none is lost. The same candidates, marks, requests and times stay.
    void edit(const TraceEdit& edit);
    /// For a file; empty: there is nothing.
    std::optional<RecordedLab> record() const;
    /// As it was recorded: with its requests, or, where they were too many, what came of them alone.
    void show(const RecordedLab& recorded);
    /// What show() was given without requests, until there is traffic.
    const std::optional<RecordedLab>& recorded() const { return m_recorded; }
    /// Whose requests are edited, and looked at from the next edit on.
    void setEditedToken(const std::string& token) { m_editedToken = token; }
    /// Stops reading.
    void cancel();

    bool isBusy() const;
    /// Nothing is being read or computed.
    bool isIdle() const { return m_bench.isIdle() && !isBusy(); }
    bool isCapturing() const { return m_redis.isCapturing(); }
    /// How far it is, 0 to 1; negative: not known.
    double share() const;
    /// What it is at, as a sentence.
    QString progressText() const;

Q_SIGNALS:
    /// This is going to be on the bench; without traffic: nothing is left of what was edited.
    void arrives(const ratewarden::ui::LabOpened& opened);
    /// It is there. `byHand`: it was edited, or could not be.
    void changed(bool byHand);
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
    void put(const LabOpened& opened);
    void takeEdits(const SharedTraffic& traffic);
    void readRedis(LabRedis::Whose whose, LabOpened opened);
    LabRedis::Then taking(LabOpened opened);
    void openTrial(const QString& path, LabOpened opened);

    Session& m_session;
    LabBench m_bench;
    const std::vector<LabExample> m_examples;
    QString m_name;
    QString m_lesson;
    bool m_isEdited = false;
    std::optional<RecordedLab> m_recorded;
    std::vector<TraceEdit> m_edits; ///< that the traffic does not have yet
    std::string m_editedToken;
    QString m_reading; ///< what is being read
    TrafficPlan m_plan;
    LabRedis m_redis;
};

} // namespace ratewarden::ui
