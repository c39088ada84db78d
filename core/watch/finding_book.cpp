// SPDX-License-Identifier: MIT
#include "core/watch/finding_book.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace ratewarden {

void FindingBook::take(std::vector<Finding> found, Instant now)
{
    m_now = std::max(m_now, now); // a server that was failed over to may be behind
    std::map<FindingName, const Finding*> before;
    for (const Finding& one : *m_findings)
        before.emplace(one.name(), &one);
    for (Finding& one : found)
        if (const auto known = before.extract(one.name()))
            one.firstSeen = std::min(one.firstSeen, known.mapped()->firstSeen);
    std::vector<Finding> gone;
    for (const auto& [name, one] : before)
        if (m_now - one->lastSeen < keptGone)
            gone.emplace_back(*one).isGone = true;
    if (gone.size() > mostGone) {
        std::ranges::stable_sort(gone, std::ranges::greater(), &Finding::lastSeen);
        gone.resize(mostGone);
    }
    std::ranges::move(gone, std::back_inserter(found));
    std::erase_if(m_dismissals,
                  [&](const auto& one) { return one.second.until && *one.second.until <= m_now; });
    publish(std::move(found));
}

void FindingBook::dismiss(const FindingName& name, Dismissal dismissal)
{
    m_dismissals.insert_or_assign(name, std::move(dismissal));
    publish(*m_findings);
}

void FindingBook::restore(const FindingName& name)
{
    m_dismissals.erase(name);
    publish(*m_findings);
}

void FindingBook::setDismissals(Dismissals dismissals)
{
    m_dismissals = std::move(dismissals);
    publish(*m_findings);
}

void FindingBook::publish(std::vector<Finding> findings)
{
    for (Finding& one : findings) {
        const auto dismissal = m_dismissals.find(one.name());
        one.dismissed = dismissal == m_dismissals.end() ? std::nullopt : std::optional(dismissal->second);
    }
    std::ranges::stable_sort(findings, [](const Finding& a, const Finding& b) {
        return std::tuple(a.isGone, severityOf(a.kind), a.kind, b.tokens, std::string_view(a.group)) <
               std::tuple(b.isGone, severityOf(b.kind), b.kind, a.tokens, std::string_view(b.group));
    });
    m_findings = std::make_shared<const std::vector<Finding>>(std::move(findings));
}

std::size_t openFindings(const std::vector<Finding>& findings)
{
    return std::size_t(
        std::ranges::count_if(findings, [](const Finding& one) { return !one.isGone && !one.dismissed; }));
}

} // namespace ratewarden
