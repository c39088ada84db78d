// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert_file.h"
#include "core/watch/back_test.h"
#include "ui/link/newest_answer.h"

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>

#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The alerts of a file that `ratewarden-ctl watch` runs, and what a history says of them: how each stands,
/// what it would have done with another bound, and that one has begun to fire. The history is the watcher's,
/// or the window's own where that has gone on and the watcher has not. Files are read,
/// again and again, and written in threads.
class AlertDesk final : public QObject {
    Q_OBJECT

public:
    AlertDesk();

    /// From now on that file of alerts; empty: none.
    void open(const QString& path);
    /// What was known in another window.
    struct Recorded {
        std::vector<Alert> alerts;                                  ///< one at least
        std::vector<BackTestedAlert> tested{};                      ///< as tested()
        std::map<std::string, std::vector<MeasuredRound>> rounds{}; ///< by the alert's name
        std::string chosen{};                                       ///< empty: the first
        std::optional<HistoryInfo> history{};
        Micros every{}; ///< how far apart its rounds are to be
        std::vector<HistoryEvent> changes{};
    };
    /// Shows that, without a file: nothing is read.
    void put(Recorded recorded);
    const QString& path() const { return m_path; }
    /// What the window keeps itself; empty: nothing.
    void setOwnHistory(const std::string& path);
    /// As it was when it could be read last; null: it never could.
    const std::shared_ptr<const AlertFile>& file() const { return m_file; }
    /// Why the file of alerts, its history, or the window's own, cannot be read; empty: all could.
    const QString& problem() const { return m_problem; }

    /// Empty: no history is kept, or nothing was read of it yet.
    const std::optional<HistoryInfo>& history() const { return m_history; }
    /// The newest round of the history, if the next ones are overdue: what has come since is not known.
    std::optional<Instant> overdueSince(Instant now) const;
    /// The history's file; empty: there is none.
    const std::string& historyFile() const { return m_historyFile; }
    /// It is the one that the window keeps.
    bool readsOwn() const { return !m_own.empty() && m_historyFile == m_own; }
    /// How each alert of the file stands at the history's end, and what it has done; none without a history.
    const std::vector<BackTestedAlert>& tested() const { return m_tested; }

    /// What was changed on the server in the time of its rounds, as the history has it; not more than a few
    /// hundred, the newest.
    const std::vector<HistoryEvent>& changes() const { return m_serverChanges; }

    /// What those answered last that the watcher told of alerts: see HistoryReader::answers().
    const std::vector<HistoryEvent>& answers() const { return m_answers; }

    /// Which of them is measured round by round: the one of that name, or else the first.
    void choose(const std::string& alert);
    /// Empty: nothing was read yet.
    const std::string& chosen() const { return m_chosen; }
    /// What it measured; null: that is not known.
    const std::shared_ptr<const std::vector<MeasuredRound>>& rounds() const { return m_rounds; }

    /// Somebody looks: file and history are read again now.
    void readNow();
    /// Writes the alert as `to` in place of `from` into the file, as withAlert() does, behind all that is
    /// being written; then saved(). Whatever was handed over is written, also if the window closes meanwhile.
    /// Returns its number.
    int save(const std::optional<Alert>& from, const std::optional<Alert>& to);
    /// The same of an alert that is added to another file, which is begun if it is not there, and opened.
    int saveInto(const QString& path, const Alert& alert);
    bool isSaving() const { return m_saving > 0; }

Q_SIGNALS:
    /// Another file is looked at.
    void opened();
    /// What the file says, or what is known of its alerts.
    void changed();
    /// Empty: it is in the file; else why not. `number`: what save() returned.
    void saved(const QString& problem, int number);
    /// These have begun to fire since the history was read before, and are not silenced.
    void fired(const std::vector<ratewarden::Alert>& alerts);

private:
    struct Read;

    static Read readAll(const QString& path, const std::string& own, const std::string& chosen,
                        const std::stop_token& stop);
    void forget();
    void showRecordedRounds();
    void read();
    void take(const Read& read);
    void tellFired();
    int write(const QString& path, const std::optional<Alert>& from, const std::optional<Alert>& to);
    void finishSave(const QString& path, const QString& problem, int number);
    void setProblem(const QString& problem, bool isStale);

    QString m_path;
    QString m_problem;
    std::shared_ptr<const AlertFile> m_file;
    std::string m_own; // the history that the window keeps
    std::string m_historyFile;
    std::optional<HistoryInfo> m_history;
    std::vector<BackTestedAlert> m_tested;
    std::vector<HistoryEvent> m_serverChanges;
    std::vector<HistoryEvent> m_answers;
    std::shared_ptr<const std::vector<MeasuredRound>> m_rounds;
    std::map<std::string, std::vector<MeasuredRound>> m_recordedRounds; // by the alert's name
    std::string m_chosen;
    QTimer m_again;
    std::optional<Instant> m_toldUntil; // the newest round at which it was looked what has fired
    QString m_opens;                    // the file that is opened once an alert is in it; empty: none
    int m_saves = 0;                    // so many in all
    int m_saving = 0;                   // of these so many are not done
    NewestAnswer m_reading;             // last: what they run ends first
    QThreadPool m_writer;               // of one thread, which no save is dropped by
};

} // namespace ratewarden::ui
