// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"

#include <QTimer>

#include <map>

namespace ratewarden::ui {

/// Runs what the lab reads and computes in threads of its own. Of each kind of question only the newest
/// counts (see NewestAnswer).
class LabRunner final : public QObject {
    Q_OBJECT

public:
    /// What can be asked; each kind is answered one at a time.
    enum class Question {
        Traffic,
        Edits,
        Peaks,
        Effect,
        Bursts,
        Trials,
        WhatIf,
        Expectations,
        Bars,
        TokenLines,
        Explanation,
        Envelopes,
        Reserving,
        Ask,
        Sufferers,
        Inventory,
        Report,
        Saving ///< the last one
    };
    Q_ENUM(Question)
    static constexpr std::size_t questionCount = std::size_t(Question::Saving) + 1;

    explicit LabRunner(QObject* parent = nullptr);
    /// Stops all, and waits until it has stopped.
    ~LabRunner() override;

    /// As NewestAnswer::ask(), of that kind.
    template <class Compute, class Then>
    void ask(Question question, Compute compute, Then then)
    {
        m_answers.at(question).ask(std::move(compute), std::move(then));
    }
    /// Nobody waits for an answer any more.
    void stop(Question question) { m_answers.at(question).stop(); }
    bool isBusy(Question question) const { return m_answers.at(question).isBusy(); }
    /// How far the answer is, 0 to 1; negative: not known, or nothing was asked.
    double share(Question question) const { return m_answers.at(question).share(); }

Q_SIGNALS:
    /// Something began, ended, or came further.
    void progressed();

private:
    void watch();

    QTimer m_watch;
    QThreadPool m_threads;
    QThreadPool m_quick; ///< of one thread, for what follows the hand
    QThreadPool m_lists; ///< for what goes through all tokens as one types
    std::map<Question, NewestAnswer> m_answers;
};

} // namespace ratewarden::ui
