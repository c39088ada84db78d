// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/difference.h"
#include "ui/link/newest_answer.h"

#include <QObject>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ratewarden::ui {

class Session;

/// Compares the denials of some time with those of another: as the server's policies have them counted, as a
/// watcher's history or as a log has them. Only the newest question is answered.
class DifferenceDesk final : public QObject {
    Q_OBJECT

public:
    enum class Source {
        Server,  ///< what policies have Redis count and remember: the last ten minutes
        History, ///< a file that a watcher writes
        Log      ///< any file that the lab reads
    };
    enum class Against { Before, After };

    struct Question {
        TimeRange area;
        Against against = Against::Before;
        Source source = Source::Server;
        std::string file; ///< of History and Log
    };
    struct Answer {
        Question question;
        std::optional<Difference> difference; ///< empty: `problem` says why
        QString problem;
        /// Policies of tokens whose requests are not counted, and which denied without remembering by what.
        std::set<std::string> uncounted;
        std::set<std::string> unremembered;
        bool isPart = false; ///< not all tokens with requests could be read
    };

    explicit DifferenceDesk(Session& session);

    void ask(const Question& question);
    /// Of the newest question, unless that is under way.
    const Answer& answer() const { return m_answer; }
    bool isBusy() const { return m_isBusy; }

Q_SIGNALS:
    void changed();

private:
    struct Kept;

    void askServer();
    void compute(Kept kept);
    void computeOfFile();
    template <class Compare>
    void compare(Compare compare);
    std::vector<KnownChange> ownChanges() const;

    Session& m_session;
    Answer m_answer;
    bool m_isBusy = false;
    quint64 m_asked = 0;
    NewestAnswer m_comparison; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
