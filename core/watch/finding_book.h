// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/finding.h"

#include <map>
#include <memory>
#include <vector>

namespace ratewarden {

/// What was dismissed, by name.
using Dismissals = std::map<FindingName, Dismissal>;

/// All that was found on a server, look after look: since when, whether it is still there, and what somebody
/// has dismissed. Not thread-safe; what it gives out never changes any more.
class FindingBook {
public:
    /// What is gone stays for so long, and so many of it.
    static constexpr Micros keptGone = std::chrono::hours(1);
    static constexpr std::size_t mostGone = 100;

    /// Takes all that is found by now. What was found before and is not any more is gone.
    void take(std::vector<Finding> found, Instant now);

    /// Also of what is not there: it may come again.
    void dismiss(const FindingName& name, Dismissal dismissal);
    /// It is told again.
    void restore(const FindingName& name);
    const Dismissals& dismissals() const { return m_dismissals; }
    void setDismissals(Dismissals dismissals);

    /// The worst first, of these the largest; what is gone after all that is there. A dismissal that has
    /// ended is none.
    std::shared_ptr<const std::vector<Finding>> findings() const { return m_findings; }

private:
    void publish(std::vector<Finding> findings);

    Instant m_now{};
    Dismissals m_dismissals;
    std::shared_ptr<const std::vector<Finding>> m_findings = std::make_shared<std::vector<Finding>>();
};

/// What wants somebody's eye: what is there and is not dismissed.
std::size_t openFindings(const std::vector<Finding>& findings);

} // namespace ratewarden
