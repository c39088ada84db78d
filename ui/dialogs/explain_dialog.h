// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/denial_log.h"
#include "core/explain/explanation.h"
#include "core/watch/history_then.h"
#include "ui/link/newest_answer.h"
#include "ui/state/session.h"
#include "ui/state/traffic_desk.h"

#include <QDialog>

#include <optional>
#include <vector>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace ratewarden::ui {

class PlainLabel;

/// Why was a request denied? Asks for a token and a time, a line of a log, or what a policy has it remembered
/// by, and shows what the server, this window, a watcher's history and an opened log know: a card for each
/// policy, and for each listed key of another limiter, the answer on top. The log is the one that is opened
/// here, or else in the lab. It stays open, follows nothing and changes nothing.
class ExplainDialog final : public QDialog {
    Q_OBJECT

public:
    /// The session must outlive it.
    ExplainDialog(Session& session, QWidget* parent);

    /// Explains what the text says, "user:4711 14:57", a line of a log, or what a denial is remembered by, as
    /// if it had been typed.
    void explain(const QString& text);
    /// Asks for the time of a denial of this one; of another limiter's, its own rules or the published ones
    /// judge.
    void askAbout(const Subject& subject);

private:
    /// A question, and what the log tells of it.
    struct LogRead {
        DenialQuestion question;
        std::optional<TokenLog> log;
        std::string problem; ///< why it could not be read
    };
    /// What Redis tells of denials, a log, and a watcher's history of each.
    struct Explained {
        std::vector<Explanation> all;
        std::vector<HistoryThen> then; ///< of each, or none
        std::vector<std::string> problems;
    };
    using OpenedLog = TrafficDesk::OpenedLog;
    using Answers = Outcome<std::vector<Explanation>>;

    void ask();
    void search(const std::string& note);
    void searchLog(const std::string& note, const OpenedLog& log, const QString& problem);
    std::optional<OpenedLog> openedLog() const;
    void openLog();
    void readLog(const DenialQuestion& question);
    static LogRead readFrom(const OpenedLog& log, const DenialQuestion& question,
                            const std::stop_token& stop);
    void askRedis(const LogRead& read);
    static Explained explained(std::vector<Explanation> all, const LogRead& read, const std::string& history);
    void readFiles(const Answers& outcome, const QString& what, std::optional<LogRead> read);
    void take(const Outcome<Explained>& outcome, const QString& what);
    void say(const QString& sentence);
    void put(const Explained& explained);
    const Policy* policyOf(const Subject& subject) const;
    /// Listed keys of other limiters that have this token.
    std::vector<Subject> othersOf(const std::string& token) const;
    /// What this window saw of the token then, and happen to the server before it, of which the history does
    /// not tell.
    QStringList seenHere(const Explanation& explanation, const HistoryThen& then) const;
    QString seenOfToken(const Explanation& explanation) const;
    QWidget* cardOf(const Explanation& explanation, const QStringList& history);

    Session& m_session;
    std::optional<Subject> m_subject; // that is asked about, as long as its token stands in the question
    quint64 m_asked = 0;              // an older question's answer is not taken
    QLineEdit* m_question;
    QPushButton* m_explain;
    QPushButton* m_log;
    QPushButton* m_copy;
    PlainLabel* m_note;
    QString m_text; // of all cards, to be copied
    QVBoxLayout* m_cards;
    std::optional<OpenedLog> m_opened; // here
    NewestAnswer m_files;              // last: what it runs is stopped first
};

} // namespace ratewarden::ui
