// SPDX-License-Identifier: MIT
#include "core/explain/kept_decisions.h"

#include "core/algorithms/algorithm.h"
#include "core/explain/decision_dimensions.h"
#include "core/explain/denial_memory.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_control.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/redis/cluster_slots.h"
#include "core/redis/key_slot.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>

namespace ratewarden {
namespace {

enum KeptColumn : std::size_t { RuleColumn, PolicyColumn, FormatColumn, CostColumn, PhaseColumn, NodeColumn };

/// What denied, and under which version of the policy.
struct PolicyThen {
    std::int64_t version = 0; ///< 0: not known
    const PublishedPolicy* policy = nullptr;
};

PolicyThen policyThen(const PolicyVersions& versions, const std::string& name, Instant at)
{
    const auto all = versions.find(name);
    if (all == versions.end())
        return {};
    for (const PolicyVersion& one : all->second)
        // Announced by a program it was always so, as far as is known.
        if (one.at <= at || one.by.empty())
            return {one.version, one.policy ? &*one.policy : nullptr};
    return {};
}

/// Collects entries in any order.
class KeptLog {
public:
    KeptLog(const PolicyVersions& versions, Micros longestPhase)
        : m_versions(versions), m_longestPhase(longestPhase)
    {
        constexpr std::array dimensions{DecisionDimension::Rule,   DecisionDimension::Policy,
                                        DecisionDimension::Format, DecisionDimension::Cost,
                                        DecisionDimension::Phase,  DecisionDimension::Column};
        m_log.columns.resize(dimensions.size());
        for (std::size_t i = 0; i < dimensions.size(); ++i)
            m_log.columns[i].dimension = dimensions.at(i);
        m_log.columns[NodeColumn].name = nodeColumn;
    }

    /// `denial`: which one it was; null: not known, or it was allowed.
    void add(const KeptRequests& kept, Instant at, bool isDenied, Units weight,
             const RememberedDenial* denial)
    {
        if (weight <= 0)
            return;
        const CountedToken& of = kept.of;
        const PolicyThen then = policyThen(m_versions, of.policy, at);
        Entry& entry = m_entries.emplace_back();
        entry.at = at;
        entry.token = m_names.add(of.token);
        entry.isDenied = isDenied;
        entry.weight = std::uint32_t(std::min<Units>(weight, std::numeric_limits<std::uint32_t>::max()));
        entry.values[PolicyColumn] = m_log.columns[PolicyColumn].placeOf(
            then.version > 0 ? fmt::format("{} v{}", of.policy, then.version) : of.policy, of.policy);
        if (then.policy)
            entry.values[FormatColumn] = m_log.columns[FormatColumn].placeOf(
                std::string(stateFormat(algorithmNamed(then.policy->policy.algorithm)).name()));
        if (!kept.node.empty())
            entry.values[NodeColumn] = m_log.columns[NodeColumn].placeOf(kept.node);
        if (!denial)
            return;
        entry.values[CostColumn] = m_log.columns[CostColumn].placeOf(std::to_string(denial->cost));
        if (const Rule* const rule = ruleOf(kept, then, *denial); rule && rule->window <= m_longestPhase)
            entry.values[PhaseColumn] = m_log.columns[PhaseColumn].placeOf(phaseText(at, rule->window));
        entry.values[RuleColumn] = placeOfRule(kept, then, *denial);
    }

    /// `rulesFrom`: of earlier denials rule and cost are left out.
    DecisionLog take(Instant rulesFrom)
    {
        for (const KeptColumn column : {RuleColumn, CostColumn, PhaseColumn}) {
            m_log.columns[column].knownFrom = rulesFrom;
            for (Entry& entry : m_entries)
                if (entry.at < rulesFrom)
                    entry.values[column] = 0;
        }
        std::ranges::stable_sort(m_entries, {}, &Entry::at);
        Trace& trace = m_log.trace;
        for (const Entry& entry : m_entries) {
            trace.times.push_back(entry.at);
            trace.tokens.push_back(entry.token);
            m_log.denied.push_back(entry.isDenied ? 1 : 0);
            m_log.weights.push_back(entry.weight);
            for (std::size_t i = 0; i < entry.values.size(); ++i)
                m_log.columns[i].values.push_back(entry.values.at(i));
        }
        trace.names = std::move(m_names);
        return std::move(m_log);
    }

private:
    struct Entry {
        Instant at{};
        TokenId token = 0;
        bool isDenied = false;
        std::uint32_t weight = 1;
        std::array<std::uint32_t, 6> values{}; // by KeptColumn
    };

    // An override has rules of its own: which of them it was is not known.
    static const Rule* ruleOf(const KeptRequests& kept, const PolicyThen& then,
                              const RememberedDenial& denial)
    {
        const bool isKnown = !kept.hasOverride && denial.rule && then.policy &&
                             denial.verdict != Verdict::Blocked &&
                             *denial.rule < then.policy->policy.rules.size();
        return isKnown ? &then.policy->policy.rules[*denial.rule] : nullptr;
    }

    std::uint32_t placeOfRule(const KeptRequests& kept, const PolicyThen& then,
                              const RememberedDenial& denial)
    {
        DecisionColumn& column = m_log.columns[RuleColumn];
        if (denial.verdict == Verdict::Blocked)
            return column.placeOf(std::string(deniedByBlock));
        const Rule* const rule = ruleOf(kept, then, denial);
        return rule ? column.placeOf(fmt::format("{} {}", kept.of.policy, notation(*rule)), kept.of.policy)
                    : 0;
    }

    const PolicyVersions& m_versions;
    Micros m_longestPhase;
    TokenNames m_names;
    std::vector<Entry> m_entries;
    DecisionLog m_log;
};

// See lua/shared/remember_denial.lua.
constexpr Units firstRemembered = 4;
constexpr Units everyRemembered = 16;

/// How many of the denials that were counted in the same ten seconds each stands for, in order of time.
std::vector<Units> weightsFor(std::size_t remembered, Units counted)
{
    std::vector<Units> weights;
    for (std::size_t i = 0; i < remembered; ++i) {
        const Units usual = Units(i) < firstRemembered    ? 1
                            : Units(i) == firstRemembered ? everyRemembered - firstRemembered
                                                          : everyRemembered;
        weights.push_back(i + 1 == remembered ? counted : std::min(usual, counted));
        counted -= weights.back();
    }
    return weights;
}

/// Whether all are there that were remembered of so many; the oldest are forgotten first.
bool isWhole(std::size_t remembered, Units counted)
{
    return Units(remembered) >= std::min(counted, firstRemembered) + counted / everyRemembered;
}

void spread(KeptLog& log, const KeptRequests& kept, Instant from, bool isDenied, Units requests)
{
    constexpr Units pieces = 10;
    const Units parts = std::min(pieces, requests);
    for (Units i = 0; i < parts; ++i)
        log.add(kept, from + countSpan * (2 * i + 1) / (2 * parts), isDenied,
                requests * (i + 1) / parts - requests * i / parts, nullptr);
}

/// The remembered denials by the ten seconds that they are of, each in order of time.
std::map<std::int64_t, std::vector<const RememberedDenial*>> byCounts(const KeptRequests& kept)
{
    std::map<std::int64_t, std::vector<const RememberedDenial*>> all;
    for (auto one = kept.denials.rbegin(); one != kept.denials.rend(); ++one)
        all[one->at.time_since_epoch() / countSpan].push_back(&*one);
    return all;
}

/// Since when all of its denials that were to be remembered are there.
Instant rememberedFrom(const KeptRequests& kept)
{
    const auto remembered = byCounts(kept);
    Instant from{};
    for (const RequestCount& count : kept.counts) {
        const auto found = remembered.find(count.from.time_since_epoch() / countSpan);
        if (!isWhole(found == remembered.end() ? 0 : found->second.size(), count.denied))
            from = std::max(from, count.from + countSpan);
    }
    return from;
}

void addKept(KeptLog& log, const KeptRequests& kept)
{
    auto remembered = byCounts(kept);
    for (const RequestCount& count : kept.counts) {
        spread(log, kept, count.from, false, count.allowed);
        const auto found = remembered.find(count.from.time_since_epoch() / countSpan);
        if (found == remembered.end() || !isWhole(found->second.size(), count.denied)) {
            spread(log, kept, count.from, true, count.denied);
            continue;
        }
        const std::vector<Units> weights = weightsFor(found->second.size(), count.denied);
        for (std::size_t i = 0; i < weights.size(); ++i)
            log.add(kept, found->second[i]->at, true, weights[i], found->second[i]);
    }
}

/// From which of the counts on that policy counts all requests. `versions`: the newest first.
Instant countsFrom(std::span<const PolicyVersion> versions)
{
    Instant since{};
    for (const PolicyVersion& one : versions) {
        if (!one.policy || !one.policy->policy.counters) {
            const Micros past = since.time_since_epoch() % countSpan;
            return past == Micros::zero() ? since : since - past + countSpan;
        }
        since = one.at;
    }
    return {}; // it always has, as far as is known
}

/// Which of these have an override now; those of whom that cannot be read, too.
std::vector<bool> haveOverrides(Server& server, std::span<const CountedToken> tokens)
{
    std::vector<bool> have(tokens.size());
    if (tokens.empty())
        return have;
    std::vector<Command> commands;
    commands.reserve(tokens.size());
    for (const CountedToken& one : tokens)
        commands.push_back(controlCommand(one.token));
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Problem ignored;
        const auto reply = answers.at(i, ignored);
        if (!reply) {
            have[i] = true;
            continue;
        }
        const std::string& policy = tokens[i].policy;
        // One that has ended since is meant as well.
        const ControlState control = readControl(*reply, tokens[i].token, Instant());
        have[i] =
            std::ranges::find(control.overrides, policy, &Override::policy) != control.overrides.end() ||
            std::ranges::find(control.unreadable, policy) != control.unreadable.end();
    }
    return have;
}

/// Which node of a cluster has each slot; none: it is no cluster, or does not say.
std::vector<std::string> nodesBySlot(Server& server)
{
    const std::vector<NodeState> nodes = server.nodes();
    if (std::ranges::count_if(nodes, [](const NodeState& one) { return one.ownedSlots > 0; }) < 2)
        return {};
    std::vector<std::string> bySlot(slotCount);
    try {
        for (const SlotRange& range :
             readClusterSlots(server.call({"CLUSTER", "SLOTS"}).view(), server.where())) {
            const HostPort& address = range.nodes.front().address;
            for (std::size_t slot = range.first; slot <= range.last && slot < slotCount; ++slot)
                bySlot[slot] = address.text();
        }
    } catch (const Refused&) { // this user may not ask
        return {};
    }
    return bySlot;
}

} // namespace

std::vector<KeptRequests> readKept(Server& server, const PolicyBook& policies,
                                   std::span<const CountedToken> tokens, const std::function<bool()>& goesOn)
{
    constexpr std::size_t page = 500;
    std::vector<KeptRequests> all;
    const std::vector<std::string> nodes = nodesBySlot(server);
    while (!tokens.empty() && (!goesOn || goesOn())) {
        std::map<std::pair<std::string, std::string>, KeptRequests> known;
        std::vector<CountedToken> counted;
        std::vector<CountedToken> remembered;
        for (const CountedToken& one : tokens.first(std::min(page, tokens.size()))) {
            const Policy* const policy = policies.find(one.policy);
            if (!policy || !policy->counters)
                continue;
            counted.push_back(one);
            if (policy->denials > 0)
                remembered.push_back(one);
        }
        tokens = tokens.subspan(std::min(page, tokens.size()));
        const auto keptOf = [&known](const CountedToken& one) -> KeptRequests& {
            KeptRequests& kept = known[{one.policy, one.token}];
            kept.of = one;
            return kept;
        };
        if (!counted.empty())
            for (CountsReading::Token& one : readCounts(server, counted).tokens)
                keptOf(one.token).counts = std::move(one.counts);
        std::vector<std::vector<RememberedDenial>> denials = rememberedDenials(server, remembered);
        std::vector<CountedToken> denied;
        for (std::size_t i = 0; i < denials.size(); ++i)
            if (!denials[i].empty()) {
                keptOf(remembered[i]).denials = std::move(denials[i]);
                denied.push_back(remembered[i]);
            }
        const std::vector<bool> overridden = haveOverrides(server, denied);
        for (std::size_t i = 0; i < denied.size(); ++i)
            keptOf(denied[i]).hasOverride = overridden[i];
        for (auto& [name, kept] : known) {
            if (kept.counts.empty()) // denials are remembered for longer
                continue;
            if (!nodes.empty())
                kept.node = nodes[slotOf(controlKey(RedisToken(kept.of.token)))];
            all.push_back(std::move(kept));
        }
    }
    return all;
}

void noteOverrides(std::span<KeptRequests> kept, std::span<const AuditEntry> changes)
{
    for (const AuditEntry& entry : changes) {
        if (traitsNamed(entry.act).on != ActOn::Overrides && entry.act != "undo")
            continue;
        const bool namesAll = !entry.cut && entry.tokenCount == entry.tokens.size();
        for (KeptRequests& one : kept)
            one.hasOverride = one.hasOverride || !namesAll ||
                              std::ranges::find(entry.tokens, one.of.token) != entry.tokens.end();
    }
}

PolicyVersions versionsOf(Server& server, const std::set<std::string>& policies, Instant since)
{
    PolicyVersions versions;
    for (const std::string& policy : policies) {
        std::vector<PolicyVersion>& its = versions[policy];
        PolicyHistoryWalk walk(server, policy);
        while (!walk.isAtEnd() && (its.empty() || its.back().at > since))
            std::ranges::move(walk.readPage(), std::back_inserter(its));
    }
    return versions;
}

std::set<std::string> policiesOf(std::span<const KeptRequests> kept)
{
    std::set<std::string> policies;
    for (const KeptRequests& one : kept)
        policies.insert(one.of.policy);
    return policies;
}

KeptDecisions decisionsOf(std::span<const KeptRequests> kept, const PolicyVersions& versions,
                          Micros longestPhase)
{
    KeptDecisions decisions;
    KeptLog log(versions, longestPhase);
    std::set<std::string> remembering;
    for (const KeptRequests& one : kept) {
        addKept(log, one);
        if (!one.denials.empty())
            remembering.insert(one.of.policy);
    }
    for (const KeptRequests& one : kept)
        if (!remembering.contains(one.of.policy) &&
            std::ranges::any_of(one.counts, [](const RequestCount& count) { return count.denied > 0; }))
            decisions.unremembered.insert(one.of.policy);
    for (const KeptRequests& one : kept)
        if (remembering.contains(one.of.policy))
            decisions.rulesFrom = std::max(decisions.rulesFrom, rememberedFrom(one));
    for (const auto& [policy, its] : versions)
        decisions.countedFrom = std::max(decisions.countedFrom, countsFrom(its));
    decisions.log = log.take(decisions.rulesFrom);
    return decisions;
}

} // namespace ratewarden
