// SPDX-License-Identifier: MIT
#include "core/explain/kept_decisions.h"

#include "core/algorithms/algorithm.h"
#include "core/explain/denial_memory.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_format.h"
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

enum KeptColumn : std::size_t { RuleColumn, PolicyColumn, FormatColumn, CostColumn };

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
    explicit KeptLog(const PolicyVersions& versions) : m_versions(versions)
    {
        constexpr std::array dimensions{DecisionDimension::Rule, DecisionDimension::Policy,
                                        DecisionDimension::Format, DecisionDimension::Cost};
        m_log.columns.resize(dimensions.size());
        for (std::size_t i = 0; i < dimensions.size(); ++i)
            m_log.columns[i].dimension = dimensions.at(i);
    }

    /// `denial`: which one it was; null: not known, or it was allowed.
    void add(const CountedToken& of, Instant at, bool isDenied, Units weight, const RememberedDenial* denial)
    {
        if (weight <= 0)
            return;
        const PolicyThen then = policyThen(m_versions, of.policy, at);
        Entry& entry = m_entries.emplace_back();
        entry.at = at;
        entry.token = m_names.add(of.token);
        entry.isDenied = isDenied;
        entry.weight = std::uint32_t(std::min<Units>(weight, std::numeric_limits<std::uint32_t>::max()));
        entry.values[PolicyColumn] = m_log.columns[PolicyColumn].placeOf(
            then.version > 0 ? fmt::format("{} v{}", of.policy, then.version) : of.policy);
        if (then.policy)
            entry.values[FormatColumn] = m_log.columns[FormatColumn].placeOf(
                std::string(stateFormat(algorithmNamed(then.policy->policy.algorithm)).name()));
        if (!denial)
            return;
        entry.values[CostColumn] = m_log.columns[CostColumn].placeOf(std::to_string(denial->cost));
        entry.values[RuleColumn] = placeOfRule(of, then, *denial);
    }

    DecisionLog take()
    {
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
        std::array<std::uint32_t, 4> values{}; // by KeptColumn
    };

    std::uint32_t placeOfRule(const CountedToken& of, const PolicyThen& then, const RememberedDenial& denial)
    {
        DecisionColumn& column = m_log.columns[RuleColumn];
        if (denial.verdict == Verdict::Blocked)
            return column.placeOf(std::string(deniedByBlock));
        // An override has rules of its own: which of them it was is not known.
        if (!denial.rule || !then.policy || *denial.rule >= then.policy->policy.rules.size())
            return 0;
        return column.placeOf(
            fmt::format("{} {}", of.policy, notation(then.policy->policy.rules[*denial.rule])));
    }

    const PolicyVersions& m_versions;
    TokenNames m_names;
    std::vector<Entry> m_entries;
    DecisionLog m_log;
};

/// How many of the denials that were counted in the same ten seconds each stands for, in order of time: see
/// lua/shared/remember_denial.lua.
std::vector<Units> weightsFor(std::size_t remembered, Units counted)
{
    constexpr std::size_t first = 4;
    constexpr Units every = 16;
    std::vector<Units> weights;
    for (std::size_t i = 0; i < remembered; ++i) {
        const Units usual = i < first ? 1 : i == first ? every - Units(first) : every;
        weights.push_back(i + 1 == remembered ? counted : std::min(usual, counted));
        counted -= weights.back();
    }
    return weights;
}

void spread(KeptLog& log, const CountedToken& of, Instant from, bool isDenied, Units requests)
{
    constexpr Units pieces = 10;
    const Units parts = std::min(pieces, requests);
    for (Units i = 0; i < parts; ++i)
        log.add(of, from + countSpan * (2 * i + 1) / (2 * parts), isDenied,
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

void addKept(KeptLog& log, const KeptRequests& kept)
{
    auto remembered = byCounts(kept);
    for (const RequestCount& count : kept.counts) {
        spread(log, kept.of, count.from, false, count.allowed);
        const auto found = remembered.find(count.from.time_since_epoch() / countSpan);
        if (found == remembered.end()) {
            spread(log, kept.of, count.from, true, count.denied);
            continue;
        }
        const std::vector<Units> weights = weightsFor(found->second.size(), count.denied);
        for (std::size_t i = 0; i < weights.size(); ++i)
            log.add(kept.of, found->second[i]->at, true, weights[i], found->second[i]);
    }
}

} // namespace

std::vector<KeptRequests> readKept(Server& server, const PolicyBook& policies,
                                   std::span<const CountedToken> tokens, const std::function<bool()>& goesOn)
{
    constexpr std::size_t page = 500;
    std::vector<KeptRequests> all;
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
        for (std::size_t i = 0; i < denials.size(); ++i)
            if (!denials[i].empty())
                keptOf(remembered[i]).denials = std::move(denials[i]);
        for (auto& [name, kept] : known)
            if (!kept.counts.empty()) // denials are remembered for longer
                all.push_back(std::move(kept));
    }
    return all;
}

PolicyVersions versionsOf(Server& server, std::span<const KeptRequests> kept, Instant since)
{
    PolicyVersions versions;
    for (const KeptRequests& one : kept) {
        const auto [its, isNew] = versions.try_emplace(one.of.policy);
        if (!isNew)
            continue;
        PolicyHistoryWalk walk(server, one.of.policy);
        while (!walk.isAtEnd() && (its->second.empty() || its->second.back().at > since))
            std::ranges::move(walk.readPage(), std::back_inserter(its->second));
    }
    return versions;
}

KeptDecisions decisionsOf(std::span<const KeptRequests> kept, const PolicyVersions& versions)
{
    KeptDecisions decisions;
    KeptLog log(versions);
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
    decisions.log = log.take();
    return decisions;
}

} // namespace ratewarden
