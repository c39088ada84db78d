// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/difference.h"
#include "core/explain/kept_decisions.h"
#include "ui/link/newest_answer.h"

#include <QObject>

#include <memory>
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

        /// What the area is compared with: as far as it is known.
        TimeRange baseline() const;
    };
    struct Answer {
        Question question;
        std::optional<Difference> difference; ///< empty: `problem` says why
        QString problem;
        /// Policies of tokens whose requests are not counted, and which denied without remembering by what.
        std::set<std::string> uncounted;
        std::set<std::string> unremembered;
        /// Rules and costs are compared from then on, which is later than the times begin; empty: all the
        /// time.
        std::optional<Instant> rulesFrom;
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
    static constexpr int baselineTimes = 3; // as long as the area, at most
    struct Kept;
    struct Compared;
    using SharedKept = std::shared_ptr<const Kept>; // of hundreds of megabytes

    void askServer();
    void askVersions();
    void compute(SharedKept kept);
    void computeOfFile(const PolicyVersions& versions);
    template <class Compare>
    void compare(Compare compare);
    std::vector<KnownChange> ownChanges() const;

    Session& m_session;
    Answer m_answer;
    bool m_isBusy = false;
    std::shared_ptr<const int> m_asked; // lives until something else is asked
    NewestAnswer m_comparison;          // last: what it runs is stopped first
};

} // namespace ratewarden::ui
