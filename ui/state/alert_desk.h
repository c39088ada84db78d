// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert_file.h"
#include "core/watch/back_test.h"
#include "ui/link/newest_answer.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// The alerts of a file that `ratewarden-ctl watch` runs, and what the watcher's history says of them: how
/// each stands, and what it would have done with another bound. Files are read in a thread.
class AlertDesk final : public QObject {
    Q_OBJECT

public:
    AlertDesk();

    /// From now on that file of alerts; empty: none.
    void open(const QString& path);
    const QString& path() const { return m_path; }
    /// Null: it was not read yet, or cannot be.
    const std::shared_ptr<const AlertFile>& file() const { return m_file; }
    /// Why the file of alerts, or its history, cannot be read; empty: both could.
    const QString& problem() const { return m_problem; }

    /// Empty: no history is kept, or nothing was read of it yet.
    const std::optional<HistoryInfo>& history() const { return m_history; }
    /// The history's file; empty: the file of alerts names none.
    std::string historyFile() const;
    /// How each alert of the file stands at the history's end, and what it has done; none without a history.
    const std::vector<BackTestedAlert>& tested() const { return m_tested; }

    /// Which of them is measured round by round, by its place in the file.
    void choose(std::size_t alert);
    std::size_t chosen() const { return m_chosen; }
    const std::vector<MeasuredRound>& rounds() const { return m_rounds; }

    /// Whether somebody looks: then the history is read again now and then.
    void setShown(bool shown);
    /// Writes the alert into the file, in place of the one of its name. Empty: it is done; else why not.
    QString save(const Alert& alert);

Q_SIGNALS:
    /// What the file says.
    void opened();
    void changed();

private:
    struct Read;

    void read();
    void take(const Read& read);

    QString m_path;
    QString m_problem;
    std::shared_ptr<const AlertFile> m_file;
    std::optional<HistoryInfo> m_history;
    std::vector<BackTestedAlert> m_tested;
    std::vector<MeasuredRound> m_rounds;
    std::size_t m_chosen = 0;
    QTimer m_again;
    bool m_isShown = false;
    NewestAnswer m_reading; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
