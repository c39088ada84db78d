// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/usage_history.h"

#include "core/formats/format.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostHistories = 300;
constexpr std::size_t mostPolicyMarks = 100;

// Null bytes stand in no format's name.
std::string identity(const Subject& subject)
{
    return std::string(subject.format->name()) + '\0' + subject.policy + '\0' + subject.token;
}

class MarkTexts {
    Q_DECLARE_TR_FUNCTIONS(TimeMark)

public:
    static QString of(const Block& block)
    {
        return tr("by %1, %2").arg(shown(block.by), shown(block.reason));
    }
    static QString of(const std::vector<Rule>& rules)
    {
        return tr("now %1").arg(QString::fromStdString(notation(rules)));
    }
};

} // namespace

std::optional<Instant> UsageHistory::lastSeen() const
{
    return m_samples.empty() ? std::nullopt : std::optional(m_samples.back().at);
}

std::optional<Instant> UsageHistory::lastReset() const
{
    std::optional<Instant> last;
    for (const TimeMark& mark : m_marks)
        if (mark.kind == TimeMark::Kind::Reset)
            last = mark.at;
    return last;
}

void UsageHistory::add(const Reading& reading, Micros every)
{
    if (!reading.decision || (!m_samples.empty() && reading.at <= m_samples.back().at))
        return;
    noteBlock(reading);
    noteRules(reading);
    UsageSample sample;
    sample.at = reading.at;
    sample.every = every;
    for (const RuleUsage& usage : reading.decision->usage)
        sample.shares.push_back(usage.share());
    if (reading.decision->verdict == Verdict::DeniedByRule) {
        sample.deniedBy = reading.decision->rule;
        sample.deniedFor = reading.decision->retryAfter;
    }
    sample.resumed = m_samples.empty() ||
                     reading.at - m_samples.back().at > longestStep(std::max(every, m_samples.back().every));
    m_samples.push_back(std::move(sample));

    const Instant oldest = reading.at - keptFor;
    while (m_samples.front().at < oldest)
        m_samples.pop_front();
    std::erase_if(m_marks, [&](const TimeMark& mark) { return mark.at < oldest; });
    std::erase_if(m_blocks, [&](const Stretch& block) { return block.until < oldest; });
}

void UsageHistory::noteBlock(const Reading& reading)
{
    const std::optional<Block> before = std::exchange(m_block, reading.block);
    if (before && (!reading.block || reading.block->since != before->since)) {
        const Instant seen = m_blocks.back().until;
        const bool ranOut = before->until && *before->until <= reading.at;
        const Instant ended = ranOut ? *before->until : reading.at;
        if (!reading.block)
            addMark(m_marks,
                    {ended, TimeMark::Kind::Unblocked, {}, ranOut ? std::nullopt : std::optional(seen)});
        const auto exact = std::ranges::find_if(m_marks, [&](const TimeMark& mark) {
            return mark.kind == TimeMark::Kind::Unblocked && !mark.after && mark.at >= seen &&
                   mark.at <= reading.at;
        });
        if (exact != m_marks.end())
            m_blocks.back().until = exact->at;
    }
    if (!reading.block)
        return;
    if (!before || before->since != reading.block->since) {
        m_blocks.push_back({reading.block->since, reading.at});
        if (reading.block->since >= reading.at - keptFor)
            addMark(m_marks, {reading.block->since, TimeMark::Kind::Blocked, MarkTexts::of(*reading.block),
                              std::nullopt});
    }
    m_blocks.back().until = reading.at;
}

void UsageHistory::noteRules(const Reading& reading)
{
    if (!reading.policy)
        return;
    const bool wasOverridden = std::exchange(m_overridden, reading.decision->overridden);
    if (reading.policy->rules == m_rules && wasOverridden == m_overridden)
        return;
    const bool first = m_rules.empty();
    const std::optional<Instant> before = lastSeen();
    const bool otherRules = reading.policy->rules != m_rules;
    m_rules = reading.policy->rules;
    if (first || !before)
        return;
    const TimeMark::Kind kind = m_overridden    ? TimeMark::Kind::OverrideSet
                                : wasOverridden ? TimeMark::Kind::OverrideLifted
                                                : TimeMark::Kind::Published;
    addMark(m_marks, {reading.at, kind, MarkTexts::of(m_rules), before});
    if (otherRules) {
        m_rulesSince = reading.at;
        m_samples.clear(); // of other limits
    }
}

Instant UsageHistory::holdsUntil(std::size_t sample, Instant now) const
{
    const UsageSample& its = m_samples[sample];
    if (sample + 1 == m_samples.size())
        return std::min(now, its.at + longestStep(its.every));
    const UsageSample& next = m_samples[sample + 1];
    return next.resumed ? std::min(next.at, its.at + its.every) : next.at;
}

UsageHistory& HistoryBook::historyOf(const Subject& key)
{
    const auto [place, added] = m_histories.try_emplace(identity(key));
    Kept& kept = place->second;
    kept.lastUse = ++m_uses;
    if (added) {
        kept.policy = key.policy;
        if (const auto marks = m_policyMarks.find(key.policy); marks != m_policyMarks.end())
            for (const TimeMark& mark : marks->second)
                kept.history->mark(mark);
    }
    if (m_histories.size() > mostHistories) {
        const auto oldest =
            std::ranges::min_element(m_histories, {}, [](const auto& entry) { return entry.second.lastUse; });
        m_histories.erase(oldest); // never the one just used
    }
    return *kept.history;
}

void HistoryBook::add(const Reading& reading)
{
    if (reading.decision)
        historyOf(reading.subject).add(reading, m_every);
}

void HistoryBook::mark(const Subject& key, const TimeMark& mark)
{
    if (key.format->hasState())
        historyOf(key).mark(mark);
}

void HistoryBook::markPolicy(std::string_view policy, const TimeMark& mark)
{
    std::vector<TimeMark>& marks = m_policyMarks[std::string(policy)];
    addMark(marks, mark);
    std::erase_if(marks,
                  [&](const TimeMark& old) { return old.at < marks.back().at - UsageHistory::keptFor; });
    if (marks.size() > mostPolicyMarks)
        marks.erase(marks.begin());
    for (auto& [identity, kept] : m_histories)
        if (kept.policy == policy)
            kept.history->mark(mark);
}

std::shared_ptr<const UsageHistory> HistoryBook::find(const Subject& key) const
{
    const auto found = m_histories.find(identity(key));
    return found == m_histories.end() ? nullptr : found->second.history;
}

} // namespace ratewarden::ui
