// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/dismissal_file.h"
#include "core/watch/finding_book.h"
#include "core/watch/token_patterns.h"
#include "ui/link/newest_answer.h"

#include <QObject>
#include <QTimer>

namespace ratewarden::ui {

class Session;

/// All that is found to be wrong on one server: from what the session reads anyway, since when, and what
/// somebody has dismissed. What needs a look at all rows is computed in a thread of its own after each round.
class FindingDesk final : public QObject {
    Q_OBJECT

public:
    explicit FindingDesk(Session& session);

    /// See FindingBook::findings().
    std::shared_ptr<const std::vector<Finding>> findings() const
    {
        return m_recorded ? m_recorded : m_book.findings();
    }
    /// What was found in another window: it is shown as it is, and nothing is looked for.
    void put(std::vector<Finding> findings);
    /// The tokens that have it now; of what is found between tokens, those that it names.
    std::vector<Subject> subjectsOf(const Finding& finding) const;

    /// Until then, by the server's clock; empty: for good.
    void dismiss(const FindingName& name, const QString& reason, std::optional<Instant> until);
    void restore(const FindingName& name);
    const Dismissals& dismissals() const { return m_book.dismissals(); }
    /// They are those of the file, and kept there from now on.
    void keepIn(DismissalFile file);

Q_SIGNALS:
    void changed();
    /// What was dismissed, or told again, is so in this window alone: a sentence with the reason.
    void keepingFailed(const QString& why);

private:
    void keep(const FindingName& name, const std::optional<Dismissal>& dismissal);

    /// What is found between rows.
    struct Patterns {
        std::vector<Finding> ofTokens;
        std::vector<Finding> ofPolicies;
    };
    void refresh();
    void gather();
    void findPatterns();

    Session& m_session;
    FindingBook m_book;
    std::shared_ptr<const std::vector<Finding>> m_recorded; // null: it is looked for
    std::optional<DismissalFile> m_file;                    // empty: what is dismissed goes with the window
    LastingFindings m_lasting;
    std::vector<Finding> m_patterns; // as they were found last
    QTimer m_soon;                   // many readings come one after the other
    NewestAnswer m_search;           // last: what it runs is stopped first
};

} // namespace ratewarden::ui
