// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/usage_history.h"

#include "core/formats/format.h"
#include "core/formats/own/ratewarden_format.h"

#include <QCoreApplication>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostHistories = 300;
constexpr std::size_t mostMarksKept = 100;

// Format names never contain NUL.
std::string identity(const Subject& subject)
{
    return std::string(subject.format->name()) + '\0' + subject.policy + '\0' + subject.token;
}

// A change may be of the token under every policy, or of its override.
std::vector<std::string> namesInTrail(const Subject& subject)
{
    std::vector<std::string> names{identity(subject)};
    if (subject.format->isOurs())
        for (const std::string& policy : {std::string(), subject.policy})
            names.push_back(identity(controlSubject(subject.token, policy)));
    return names;
}

QString nowText(const std::vector<Rule>& rules)
{
    return QCoreApplication::translate("TimeMark", "now %1").arg(QString::fromStdString(notation(rules)));
}

} // namespace

UsageHistory::UsageHistory(std::deque<UsageSample> samples, std::vector<TimeMark> marks,
                           std::vector<Stretch> blocks, std::optional<Block> block,
                           std::shared_ptr<const std::vector<PublishedRules>> published)
    : m_samples(std::move(samples))
    , m_marks(std::move(marks))
    , m_blocks(std::move(blocks))
    , m_block(std::move(block))
    , m_limits(m_samples.empty() ? nullptr : m_samples.back().limits)
    , m_published(std::move(published))
{
}

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
    if (!reading.decision || !reading.policy || (!m_samples.empty() && reading.at <= m_samples.back().at))
        return;
    noteBlock(reading);
    noteLimits(reading);
    UsageSample sample;
    sample.at = reading.at;
    sample.limits = m_limits;
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
    const Block& block = *reading.block;
    if (!before || before->since != block.since) {
        const std::optional<Instant> free = before ? std::nullopt : lastSeen();
        const bool broughtBack = free && block.since + clocksDiffer < *free;
        m_blocks.push_back({broughtBack ? reading.at : block.since, reading.at});
        TimeMark mark = markOf(block);
        if (broughtBack) {
            mark.at = reading.at;
            mark.after = free;
        }
        if (mark.at >= reading.at - keptFor)
            addMark(m_marks, std::move(mark));
    }
    m_blocks.back().until = reading.at;
}

Instant UsageHistory::blockedFrom(const Block& block) const
{
    return m_block && m_block->since == block.since ? m_blocks.back().from : block.since;
}

void UsageHistory::noteLimits(const Reading& reading)
{
    Limits limits{reading.policy->rules, reading.decision->overridden};
    if (m_limits && *m_limits == limits)
        return;
    const auto former = std::exchange(m_limits, std::make_shared<const Limits>(std::move(limits)));
    if (!former)
        return;
    const TimeMark::Kind kind = m_limits->overridden ? TimeMark::Kind::OverrideSet
                                : former->overridden ? TimeMark::Kind::OverrideLifted
                                                     : TimeMark::Kind::Published;
    addMark(m_marks, {reading.at, kind, nowText(m_limits->rules), lastSeen()});
}

Instant UsageHistory::holdsUntil(std::size_t sample, Instant now) const
{
    const UsageSample& its = m_samples[sample];
    if (sample + 1 == m_samples.size())
        return std::min(now, its.at + longestStep(its.every));
    const UsageSample& next = m_samples[sample + 1];
    return next.resumed ? std::min(next.at, its.at + its.every) : next.at;
}

void UsageHistory::cutAfter(Instant moment)
{
    std::erase_if(m_samples, [moment](const UsageSample& sample) { return sample.at > moment; });
    std::erase_if(m_marks, [moment](const TimeMark& mark) { return mark.at > moment; });
    if (std::erase_if(m_blocks, [moment](const Stretch& block) { return block.from > moment; }) > 0)
        m_block.reset();
    if (!m_blocks.empty())
        m_blocks.back().until = std::min(m_blocks.back().until, moment);
}

void UsageHistory::leaveOutNodes()
{
    for (TimeMark& mark : m_marks)
        mark.node.clear();
}

UsageHistory& HistoryBook::historyOf(const Subject& key, bool apart)
{
    const auto [place, added] = m_histories.try_emplace(identity(key));
    Kept& kept = place->second;
    kept.lastUse = ++m_uses;
    if (added) {
        kept.policy = key.policy;
        kept.names = namesInTrail(key);
        addTrailTo(kept);
        if (const auto marks = m_policyMarks.find(key.policy); marks != m_policyMarks.end())
            for (const TimeMark& mark : marks->second)
                kept.history->mark(mark);
        for (const TimeMark& mark : m_serverMarks)
            kept.history->mark(mark);
    }
    if (m_histories.size() > mostHistories) {
        const auto oldest =
            std::ranges::min_element(m_histories, {}, [](const auto& entry) { return entry.second.lastUse; });
        m_histories.erase(oldest); // never the one just used
    }
    if (apart && kept.history.use_count() > 1)
        kept.history = std::make_shared<UsageHistory>(*kept.history);
    return *kept.history;
}

void HistoryBook::add(const Reading& reading, bool apart)
{
    if (!reading.decision || !reading.policy)
        return;
    UsageHistory& history = historyOf(reading.subject, apart);
    if (m_published)
        if (const auto published = m_published->find(reading.policy->name); published != m_published->end())
            history.setPublished(published->second);
    history.add(reading, m_every);
}

void HistoryBook::mark(const Subject& key, const TimeMark& mark)
{
    if (key.format->hasState())
        historyOf(key).mark(mark);
}

void HistoryBook::keep(std::vector<TimeMark>& marks, const TimeMark& mark)
{
    addMark(marks, mark);
    std::erase_if(marks,
                  [&](const TimeMark& old) { return old.at < marks.back().at - UsageHistory::keptFor; });
    if (marks.size() > mostMarksKept)
        marks.erase(marks.begin());
}

void HistoryBook::markServer(const TimeMark& mark)
{
    keep(m_serverMarks, mark);
    for (auto& [identity, kept] : m_histories)
        kept.history->mark(mark);
}

void HistoryBook::markPolicy(std::string_view policy, const TimeMark& mark)
{
    keep(m_policyMarks[std::string(policy)], mark);
    for (auto& [identity, kept] : m_histories)
        if (kept.policy == policy)
            kept.history->mark(mark);
}

// A change that was made in part does not say of which tokens.
void HistoryBook::noteTrail(std::span<const AuditEntry> changes, Instant now)
{
    const Instant oldest = now - UsageHistory::keptFor;
    for (const AuditEntry& change : changes) {
        if (change.at < oldest)
            break;
        const TimeMark mark = markOf(change);
        if (mark.kind == TimeMark::Kind::Noted || change.changed == 0 || change.changed < change.asked)
            continue;
        if (mark.kind == TimeMark::Kind::Published) {
            for (const std::string& policy : change.policies)
                markPolicy(policy, mark);
            continue;
        }
        for (const Subject& subject : change.subjects)
            keep(m_tokenMarks[identity(subject)], mark);
    }
    std::erase_if(m_tokenMarks, [&](const auto& marks) { return marks.second.back().at < oldest; });
    for (const auto& [identity, kept] : m_histories)
        addTrailTo(kept);
}

void HistoryBook::addTrailTo(const Kept& kept) const
{
    for (const std::string& name : kept.names)
        if (const auto marks = m_tokenMarks.find(name); marks != m_tokenMarks.end())
            for (const TimeMark& mark : marks->second)
                kept.history->mark(mark);
}

void HistoryBook::notePolicies(const std::map<std::string, Policy, std::less<>>& policies, Instant at,
                               Micros every)
{
    const bool first = !m_published;
    if (first)
        m_published.emplace();
    const auto note = [&](std::vector<PublishedRules>& published, const std::vector<Rule>& rules) {
        if (!published.empty() && published.back().rules == rules)
            return false;
        if (!published.empty())
            published.back().time.until = std::max(published.back().time.from, at - every);
        published.push_back({{first ? Instant::min() : at, Instant::max()}, rules});
        std::erase_if(published,
                      [&](const PublishedRules& old) { return old.time.until < at - UsageHistory::keptFor; });
        return !first;
    };
    for (const auto& [name, policy] : policies) {
        RulesOverTime& published = (*m_published)[name];
        if (!published)
            published = std::make_shared<std::vector<PublishedRules>>();
        if (note(*published, policy.rules))
            markPolicy(name, {at, TimeMark::Kind::Published, nowText(policy.rules), at - every});
    }
    for (const auto& [name, published] : *m_published)
        if (!policies.contains(name))
            note(*published, {});
}

std::shared_ptr<const UsageHistory> HistoryBook::find(const Subject& key) const
{
    const auto found = m_histories.find(identity(key));
    return found == m_histories.end() ? nullptr : found->second.history;
}

std::shared_ptr<const UsageHistory> HistoryBook::copyAt(const Subject& key, Instant moment) const
{
    const auto kept = find(key);
    if (!kept)
        return nullptr;
    auto copy = std::make_shared<UsageHistory>(*kept);
    if (kept->published()) // which the book goes on to change
        copy->setPublished(std::make_shared<const std::vector<PublishedRules>>(*kept->published()));
    copy->cutAfter(moment);
    copy->leaveOutNodes();
    return copy;
}

} // namespace ratewarden::ui
