// SPDX-License-Identifier: MIT
#include "core/explain/explanation.h"

#include "core/admin/policy_of.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/rate_limiter.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace ratewarden {
namespace {

using Answer = RuleThen::Answer;

/// So long limiters that follow a policy may still decide by the version before.
constexpr Micros takeover = std::chrono::seconds(5);
/// The trail has a change before it is made; so much earlier at most.
constexpr Micros recordedAhead = std::chrono::milliseconds(100);
constexpr std::size_t mostChangesRead = 200;

/// What the audit trail says was in force at a moment. Its times are those before a change was made.
struct TrailThen {
    std::optional<Block> block;
    std::optional<Override> override;
    std::vector<std::vector<Rule>> laterRules; ///< of overrides since
};

bool erasesUsage(const Change& change)
{
    return change.traits().erasesUsage || change.ofKeys();
}

class Trail {
public:
    /// `since`: how far back it has to go. `names`: the token's, and its keys'.
    Trail(Server& server, const std::string& token, const std::string& policy, std::vector<std::string> names,
          Instant since)
        : m_token(token), m_policy(policy)
    {
        try {
            AuditFilter filter;
            filter.tokens = std::move(names);
            AuditList list = readAudit(server, filter, mostChangesRead);
            const bool reachesBack = list.complete || list.entries.back().at < since;
            m_isWhole = reachesBack && list.maybe == 0 && list.unreadable == 0;
            m_entries = std::move(list.entries);
        } catch (const Refused&) {
            m_isWhole = false;
        }
        std::erase_if(m_entries, [this](const AuditEntry& entry) {
            return isElsewhere(entry) || entry.result == AuditEntry::Result::Failed ||
                   entry.result == AuditEntry::Result::Unchanged;
        });
        std::ranges::reverse(m_entries); // the oldest first
        for (const AuditEntry& entry : m_entries)
            m_byId[entry.id] = &entry;
    }

    bool isWhole() const { return m_isWhole; }

    TrailThen at(Instant moment) const
    {
        TrailThen then;
        std::map<std::string, TrailThen> former; // by the change that ended it
        for (const AuditEntry& entry : m_entries) {
            const std::optional<Change> change = changeOf(entry);
            if (!change)
                continue;
            const auto* const override = change->wants<OverrideIntent>();
            if (entry.at > moment) {
                if (override)
                    then.laterRules.push_back(override->rules);
                continue;
            }
            former[entry.id] = then;
            if (!entry.undoes.empty()) {
                if (const auto found = former.find(entry.undoes); found != former.end())
                    then = found->second;
            } else if (const auto* const block = change->wants<BlockIntent>())
                then.block =
                    Block{m_token, entry.reason, entry.by, entry.at, endAfter(entry, block->duration)};
            else if (change->wants<UnblockIntent>())
                then.block.reset();
            else if (override)
                then.override = Override{m_token,
                                         m_policy,
                                         override->rules,
                                         entry.reason,
                                         entry.by,
                                         entry.at,
                                         endAfter(entry, override->duration)};
            else if (change->wants<LiftOverrideIntent>())
                then.override.reset();
        }
        const auto hasEnded = [moment](const auto& one) {
            return one && one->until && *one->until <= moment;
        };
        if (hasEnded(then.block))
            then.block.reset();
        if (hasEnded(then.override))
            then.override.reset();
        return then;
    }

    /// Whether anything was changed while the request may have been decided.
    bool hasTurn(const Denial& denial) const
    {
        return std::ranges::any_of(m_entries, [&](const AuditEntry& entry) {
            return !entry.isMark() && entry.at + recordedAhead > denial.from && entry.at <= denial.to;
        });
    }

    void tell(Explanation& explanation) const
    {
        for (const AuditEntry& entry : m_entries) {
            const std::optional<Change> change = changeOf(entry);
            OperatorChange one{entry, change && erasesUsage(*change)};
            if (const auto undone = m_byId.find(entry.undoes); undone != m_byId.end()) {
                const std::optional<Change> first = changeOf(*undone->second);
                one.erases = first && (erasesUsage(*first) || first->wants<ChargeIntent>() ||
                                       first->wants<FreeSlotsIntent>());
            }
            // It was written before the change was made.
            const bool isBefore = entry.at < explanation.denial.from;
            (isBefore ? explanation.before : explanation.since).push_back(std::move(one));
        }
        std::ranges::reverse(explanation.before);
        std::ranges::reverse(explanation.since);
    }

private:
    static std::optional<Change> changeOf(const AuditEntry& entry)
    {
        try {
            return entry.change();
        } catch (const InvalidArgument&) { // of a newer version, or damaged
            return std::nullopt;
        }
    }

    static std::optional<Instant> endAfter(const AuditEntry& entry, const std::optional<Micros>& duration)
    {
        return duration ? std::optional(entry.at + *duration) : std::nullopt;
    }

    /// It names other policies, and of this token under all of them it says nothing.
    bool isElsewhere(const AuditEntry& entry) const
    {
        if (entry.policies.empty() || std::ranges::find(entry.policies, m_policy) != entry.policies.end())
            return false;
        return std::ranges::none_of(entry.subjects, [this](const Subject& subject) {
            return subject.token == m_token && subject.policy.empty();
        });
    }

    const std::string& m_token;
    const std::string& m_policy;
    std::vector<AuditEntry> m_entries;
    std::map<std::string, const AuditEntry*> m_byId;
    bool m_isWhole = true;
};

/// The versions of a policy around a moment.
struct VersionsThen {
    std::optional<PolicyVersion> then;   ///< in force; empty: there was none yet
    std::optional<PolicyVersion> before; ///< the one before that
    std::optional<PolicyVersion> first;  ///< the oldest that is known, where none was in force
    std::vector<std::vector<Rule>> laterRules;
    bool isGuessed = false;
};

VersionsThen versionsAt(Server& server, const std::string& policy, const Denial& denial)
{
    VersionsThen versions;
    PolicyHistoryWalk walk(server, policy);
    std::optional<PolicyVersion> oldest;
    while (!walk.isAtEnd() && !versions.before)
        for (PolicyVersion& version : walk.readPage()) {
            if (versions.then) {
                if (!versions.before)
                    versions.before = std::move(version);
                continue;
            }
            if (version.by.empty()) // announced by a program: it is not known when
                version.at = {};
            if (version.policy)
                versions.laterRules.push_back(decidingRules(version.policy->policy));
            if (version.at <= denial.to)
                versions.then = version;
            oldest = std::move(version);
        }
    if (!oldest)
        throw InvalidArgument(fmt::format("no policy \"{}\" is published on {}, nor was it",
                                          printable(policy), server.where()));
    if (!versions.then && oldest->version > 1) { // there was one, of which no more is known
        versions.then = std::move(oldest);
        versions.isGuessed = true;
    } else if (versions.then && versions.then->version > 1) {
        // Near the moment at which it was published, the one before it may have been followed still.
        versions.isGuessed = versions.then->at + takeover > denial.from;
    } else if (!versions.then) {
        versions.first = std::move(oldest);
    }
    return versions;
}

bool isBlockedAll(const Block& block, const Denial& denial)
{
    return block.since <= denial.from && (!block.until || *block.until > denial.to);
}

bool isBlockedPartly(const Block& block, const Denial& denial)
{
    return block.since <= denial.to && (!block.until || *block.until > denial.from);
}

/// Other rules than those that are known may have been in force, or a block.
bool isDoubtful(const Explanation& it)
{
    return it.rulesAreGuessed || it.changedMeanwhile || !it.trailIsWhole;
}

/// As a limiter names it: the one with the longest wait.
std::size_t lastToFree(const std::vector<std::size_t>& denied, const Explanation& it)
{
    return *std::ranges::max_element(denied, {}, [&](std::size_t i) {
        const RuleThen& then = it.rules[i];
        return std::pair(then.freeAt.value_or(Instant{}), then.rule.window);
    });
}

/// Of the rules that had too little left: one of which that is sure, if there is any.
void nameDenied(Explanation& it, const std::vector<std::size_t>& denied, bool isAnyOpen)
{
    std::vector<std::size_t> sure;
    std::ranges::copy_if(denied, std::back_inserter(sure),
                         [&](std::size_t i) { return !it.rules[i].leansOnCosts; });
    it.cause = DenialCause::Rule;
    it.leansOnCosts = sure.empty();
    it.certainty = it.leansOnCosts ? Certainty::Estimate : Certainty::Exact;
    it.rule = lastToFree(sure.empty() ? denied : sure, it);
    const bool allEnd =
        std::ranges::all_of(denied, [&](std::size_t i) { return it.rules[i].freeAt.has_value(); });
    if (!isAnyOpen && allEnd && it.rule == lastToFree(denied, it))
        it.passesAt = it.rules[*it.rule].freeAt;
}

/// Which rule denied, as far as what is known of them tells.
void conclude(Explanation& it)
{
    std::vector<std::size_t> denied;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < it.rules.size(); ++i) {
        if (it.rules[i].answer == Answer::Denied)
            denied.push_back(i);
        else if (it.rules[i].isOpen())
            open.push_back(i);
    }
    const auto neverFits = std::ranges::find_if(it.rules, [&](const RuleThen& then) {
        return then.rule.unitsOf(it.denial.cost) > then.rule.capacity();
    });
    if (neverFits != it.rules.end()) {
        it.cause = DenialCause::NeverFits;
        it.certainty = Certainty::Exact;
        it.rule = std::size_t(neverFits - it.rules.begin());
    } else if (!denied.empty()) {
        nameDenied(it, denied, !open.empty());
    } else if (open.empty() || (open.size() == 1 && !it.isUnseen)) {
        it.cause = open.empty() ? DenialCause::NoRule : DenialCause::Rule;
        if (!open.empty())
            it.rule = open.front();
        it.leansOnCosts = std::ranges::any_of(it.rules, [](const RuleThen& then) {
            return then.answer == Answer::HadRoom && then.leansOnCosts;
        });
        it.certainty = it.leansOnCosts ? Certainty::Estimate : Certainty::ByExclusion;
    } else {
        it.cause = DenialCause::OneOf;
        it.certainty = Certainty::Open;
    }
    // Without the whole trail, a block that was lifted since may have denied it.
    if (isDoubtful(it))
        it.certainty = Certainty::Open;
}

/// The limiter has written down what denied it.
void takeFromMemory(Explanation& it)
{
    const std::vector<RememberedDenial>& matching = it.memory.matching;
    if (matching.empty() || it.memory.isOfOthers)
        return;
    const RememberedDenial& one = matching.front();
    const bool agree = std::ranges::all_of(matching, [&](const RememberedDenial& other) {
        return other.verdict == one.verdict && other.rule == one.rule;
    });
    it.rule.reset();
    it.passesAt.reset();
    it.leansOnCosts = false;
    it.certainty = isDoubtful(it) ? Certainty::Open : Certainty::Exact; // which rules had these numbers
    if (!agree) {
        it.cause = DenialCause::Various;
    } else if (one.verdict == Verdict::Blocked) {
        it.cause = DenialCause::Blocked;
        it.certainty = Certainty::Exact;
    } else if (one.rule >= it.rules.size()) { // other rules than those that are known
        it.cause = DenialCause::OneOf;
        it.certainty = Certainty::Open;
    } else {
        it.cause = one.verdict == Verdict::NeverFits ? DenialCause::NeverFits : DenialCause::Rule;
        it.rule = one.rule;
        RuleThen& then = it.rules[*one.rule];
        const Units needed = std::max<Units>(then.rule.capacity() - then.rule.unitsOf(one.cost) + 1, 0);
        then.answer = Answer::Denied;
        then.atLeast = std::max(then.atLeast, needed);
        if (then.atMost && *then.atMost < then.atLeast)
            then.atMost.reset();
        if (one.retryAfter)
            then.freeAt = one.at + *one.retryAfter;
        if (matching.size() == 1)
            it.passesAt = then.freeAt;
    }
}

void findRemedies(Explanation& it)
{
    if (it.cause != DenialCause::Rule)
        return;
    Units room = maxUnits;
    for (const RuleThen& then : it.rules) {
        if (!then.atMost || *then.atMost != then.atLeast || then.leansOnCosts)
            return;
        room = std::min(room, then.rule.capacity() - *then.atMost);
    }
    if (room > 0 && room < it.denial.cost)
        it.passesAtCost = room;
}

bool allHadRoom(const std::vector<RuleThen>& rules)
{
    return std::ranges::all_of(rules, [](const RuleThen& then) { return then.answer == Answer::HadRoom; });
}

void tryVersionBefore(Explanation& it, const VersionsThen& versions, const TokenDetail& detail,
                      std::vector<std::vector<Rule>> later)
{
    if (it.cause != DenialCause::Rule || it.override || !versions.before || !versions.before->policy)
        return;
    const Policy& former = versions.before->policy->policy;
    if (former.algorithm != it.policy.policy.algorithm || former.format != it.policy.policy.format)
        return;
    later.push_back(former.rules);
    if (allHadRoom(rulesThen(detail, former, later, it.denial)) &&
        std::ranges::none_of(it.since, &OperatorChange::erases))
        it.passesUnderVersion = versions.before->version;
}

/// Where several limiters may have denied it, none is it by exclusion.
void tellApart(std::vector<Explanation>& all)
{
    const auto mayHave = [](const Explanation& one) {
        return one.cause <= DenialCause::Various;
    };
    if (std::ranges::count_if(all, mayHave) < 2)
        return;
    for (Explanation& one : all) {
        const bool isExcluded = one.cause == DenialCause::Rule && one.rules[*one.rule].isOpen();
        if (!isExcluded && !(one.cause == DenialCause::NeverFits && one.isUnseen))
            continue;
        one.isContested = true;
        one.certainty = Certainty::Open;
        if (!isExcluded)
            continue;
        one.cause = DenialCause::OneOf;
        one.rule.reset();
        one.leansOnCosts = false;
        one.passesUnderVersion = 0;
    }
}

void requirePast(const Denial& denial, Instant now)
{
    if (denial.from > now)
        throw InvalidArgument(
            "the moment is in the server's future: only what has happened can be explained");
}

/// No policy is known that may have denied it.
Explanation withoutPolicy(Server& server, const std::string& token, const std::string& policy,
                          const Denial& denial)
{
    Explanation it;
    it.denial = denial;
    it.subject = controlSubject(token);
    it.policy.policy.name = policy;
    it.cause = DenialCause::NoPolicy;
    it.at = clockOf(server);
    return it;
}

void eraseWhereChanged(Explanation& it)
{
    if (std::ranges::none_of(it.since, &OperatorChange::erases))
        return;
    for (RuleThen& then : it.rules)
        if (then.rule.unitsOf(it.denial.cost) <= then.rule.capacity())
            then = RuleThen{.rule = then.rule, .silence = StateSilence::Changed, .published = then.published};
}

void takeVersion(Explanation& it, const VersionsThen& versions)
{
    it.policy = *versions.then->policy;
    it.policy.version = versions.then->version;
    it.policySince = versions.then->at;
    it.policyBy = versions.then->by;
    it.rulesAreGuessed = versions.isGuessed;
}

bool isUnseen(const std::vector<RuleThen>& rules, const Reading& reading)
{
    return reading.counts.empty() && std::ranges::any_of(rules, [](const RuleThen& then) {
               return then.silence == StateSilence::Gone;
           });
}

/// A token under the policies of our own limiters.
struct OwnSubjects {
    std::vector<Subject> all;
    std::vector<Subject> used; ///< those of which Redis has something
};

OwnSubjects ownSubjects(Server& server, const PolicyBook& book, const std::string& token, bool hashes)
{
    OwnSubjects own;
    std::vector<Command> commands;
    for (const auto& [name, published] : book.published) {
        const Policy& policy = published.policy;
        if (!policy.format.empty())
            continue;
        const NameInRedis inRedis(token, (hashes || policy.hashTokens) && !isHashedToken(token));
        const Subject& subject = own.all.emplace_back(stateSubject(inRedis.text(), policy));
        const RedisToken named(subject.token);
        for (const std::string& key : {subject.format->keys(subject).front(), countsKey(named, policy.name),
                                       denialsKey(named, policy.name)})
            commands.push_back({"EXISTS", key});
    }
    if (commands.empty())
        return own;
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    const auto isThere = [&](std::size_t command) { // a user may have the right to read the states alone
        Problem ignored;
        const auto reply = answers.at(command, ignored);
        return reply && reply->integer() > 0;
    };
    for (std::size_t i = 0; i < own.all.size(); ++i)
        if (answers.checked(3 * i).integer() > 0 || isThere(3 * i + 1) || isThere(3 * i + 2))
            own.used.push_back(own.all[i]);
    return own;
}

/// `it`: has the policy. `versions`: of it, if it is published.
Explanation explainOthers(Server& server, const Subject& subject, const Denial& denial, Explanation it,
                          const VersionsThen& versions)
{
    it.denial = denial;
    it.subject = subject;
    const Policy& policy = it.policy.policy;
    std::vector<std::string> names = subject.format->keys(subject);
    names.push_back(subject.token);
    const Trail trail(server, subject.token, subject.policy, std::move(names), denial.from);
    it.trailIsWhole = trail.isWhole();
    const TokenDetail detail =
        readDetails(server, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
    it.at = detail.reading.at;
    trail.tell(it);
    if (const TrailThen told = trail.at(denial.from); told.block) {
        it.cause = DenialCause::Blocked;
        it.certainty = Certainty::Trail;
        it.block = told.block;
        return it;
    }
    it.changedMeanwhile = trail.hasTurn(denial);
    std::vector<std::vector<Rule>> later = versions.laterRules;
    later.push_back(decidingRules(policy));
    it.rules = rulesThen(detail, policy, later, denial);
    it.isUnseen = isUnseen(it.rules, detail.reading);
    eraseWhereChanged(it);
    conclude(it);
    findRemedies(it);
    tryVersionBefore(it, versions, detail, std::move(later));
    return it;
}

/// Of the ten seconds that hold the time that is asked about, all of them; empty: the counts do not reach
/// over it.
std::optional<CountsThen> countsThen(std::span<const RequestCount> counts, const Denial& denial)
{
    if (counts.empty() || denial.from < counts.front().from || denial.to >= counts.back().from + countSpan)
        return std::nullopt;
    CountsThen then;
    for (const RequestCount& count : counts) {
        if (count.from + countSpan <= denial.from || count.from > denial.to)
            continue;
        if (then.until == Instant{})
            then.from = count.from;
        then.until = count.from + countSpan;
        then.allowed += count.allowed;
        then.denied += count.denied;
    }
    return then;
}

} // namespace

Explanation explainDenial(Server& server, const std::string& token, const std::string& policy,
                          const Denial& asked)
{
    requirePast(asked, clockOf(server));
    Explanation it;
    it.denial = asked;
    it.memory = denialMemory(server, token, policy, asked);
    if (const std::vector<RememberedDenial>& matching = it.memory.matching;
        matching.size() == 1 && !it.memory.isOfOthers)
        it.denial = {matching.front().at, matching.front().at, matching.front().cost, asked.note};
    const Denial& denial = it.denial;
    VersionsThen versions = versionsAt(server, policy, denial);
    if (!versions.then || !versions.then->policy) {
        Explanation none = withoutPolicy(server, token, policy, it.denial);
        none.memory = std::move(it.memory);
        return none;
    }
    takeVersion(it, versions);
    Policy& rules = it.policy.policy;
    it.subject = stateSubject(token, rules);

    std::vector<std::string> names = it.subject.format->keys(it.subject);
    names.push_back(token);
    const Trail trail(server, token, policy, std::move(names), denial.from);
    it.trailIsWhole = trail.isWhole();
    const TrailThen told = trail.at(denial.from);

    const Policy published = rules;
    TokenDetail detail =
        readDetails(server, {&it.subject, 1}, [&](const Subject&) { return &published; }).front();
    it.at = detail.reading.at;
    std::vector<std::vector<Rule>> later = std::move(versions.laterRules);
    later.insert(later.end(), told.laterRules.begin(), told.laterRules.end());
    if (detail.override)
        later.push_back(detail.override->rules);
    if (detail.override && detail.override->since <= denial.from)
        it.override = detail.override;
    else if (told.override)
        it.override = told.override;
    if (it.override)
        it.publishedRules = std::exchange(rules.rules, it.override->rules);
    later.push_back(rules.rules);

    trail.tell(it);
    const std::optional<Block>& block = detail.reading.block;
    const bool isBlocked = block && isBlockedAll(*block, denial);
    const bool isPartly = (block && isBlockedPartly(*block, denial)) || trail.hasTurn(denial);
    const bool isRemembered = !it.memory.matching.empty() && !it.memory.isOfOthers;
    // Without being enforced, rules deny nothing: what of theirs is remembered was allowed.
    const bool isOfRules = isRemembered && it.policy.mode == PolicyMode::Enforced &&
                           std::ranges::any_of(it.memory.matching, [](const auto& one) {
                               return one.verdict != Verdict::Blocked;
                           });
    if (!isOfRules && (isBlocked || told.block)) {
        it.cause = DenialCause::Blocked;
        it.certainty = isBlocked ? Certainty::Exact : isPartly ? Certainty::Open : Certainty::Trail;
        it.block = isBlocked ? block : told.block;
        return it;
    }
    it.changedMeanwhile = isPartly;
    if (it.policy.mode != PolicyMode::Enforced) {
        const bool wasBlocked = isRemembered && std::ranges::any_of(it.memory.matching, [](const auto& one) {
                                    return one.verdict == Verdict::Blocked;
                                });
        it.cause = wasBlocked ? DenialCause::Blocked : DenialCause::NotEnforced;
        it.certainty = !wasBlocked && (it.rulesAreGuessed || isPartly) ? Certainty::Open : Certainty::Exact;
        if (wasBlocked && block && isBlockedPartly(*block, denial))
            it.block = block;
        return it;
    }
    it.rules = rulesThen(detail, rules, later, denial);
    it.isUnseen = it.memory.all == 0 && isUnseen(it.rules, detail.reading);
    eraseWhereChanged(it);
    conclude(it);
    takeFromMemory(it);
    findRemedies(it);
    if (it.override && it.override != detail.override && it.certainty == Certainty::Exact)
        it.certainty = Certainty::Trail; // which alone knows of its rules

    it.counted = countsThen(detail.reading.counts, denial);
    if (it.counted && !isRemembered && it.counted->denied == 0 && it.counted->until < it.at &&
        !it.rulesAreGuessed && !it.changedMeanwhile && it.trailIsWhole) {
        it.cause = DenialCause::NotCounted;
        it.certainty = Certainty::Exact;
        it.rule.reset();
        it.leansOnCosts = false;
    }
    tryVersionBefore(it, versions, detail, std::move(later));
    return it;
}

std::vector<Explanation> explainDenials(Server& server, const std::string& token, const Denial& denial,
                                        bool hashes, std::span<const Subject> others)
{
    const PolicyBook book = readPolicies(server);
    const OwnSubjects own = ownSubjects(server, book, token, hashes);
    const PolicyOf judgedBy = policyOf(book);
    std::vector<Explanation> all;
    for (const Subject& subject : own.used)
        all.push_back(explainDenial(server, subject.token, subject.policy, denial));
    for (const Subject& subject : others)
        if (const Policy* const policy = judgedBy(subject))
            all.push_back(explainDenial(server, subject, policy->name, denial));
    if (all.empty())
        for (const Subject& subject : own.all)
            all.push_back(explainDenial(server, subject.token, subject.policy, denial));
    if (all.empty() && denial.isLogged)
        return {withoutPolicy(server, token, {}, denial)};
    if (all.empty())
        throw InvalidArgument(fmt::format("no policy of Ratewarden's own limiters is published on {}{}",
                                          server.where(),
                                          others.empty() ? "" : ", nor the rules of the token's keys"));
    tellApart(all);
    std::ranges::stable_sort(all, {}, &Explanation::cause);
    return all;
}

std::vector<Explanation> explainNoted(Server& server, std::string_view note, std::string_view policy)
{
    constexpr std::size_t most = 10;
    note = note.substr(0, longestNote); // as it was kept
    const auto isWanted = [&](const TokenDenial& one) {
        return std::string_view(one.denial.note).substr(0, longestNote) == note &&
               (policy.empty() || policy == one.of.policy);
    };
    std::vector<Explanation> all;
    for (const auto& [of, denial] : newestDenials(server, isWanted, most))
        all.push_back(explainDenial(server, of.token, of.policy, {denial.at, denial.at, denial.cost}));
    if (all.empty())
        throw InvalidArgument(fmt::format(
            "no denial is remembered by \"{}\": policies with \"denials\" remember them for three "
            "days, and of very many only some",
            printable(note)));
    return all;
}

Explanation explainDenial(Server& server, const Subject& subject, const Policy& policy, const Denial& denial)
{
    requirePast(denial, clockOf(server));
    Explanation it;
    it.policy.policy = policy;
    return explainOthers(server, subject, denial, std::move(it), {});
}

Explanation explainDenial(Server& server, const Subject& subject, const std::string& policy,
                          const Denial& denial)
{
    requirePast(denial, clockOf(server));
    VersionsThen versions = versionsAt(server, policy, denial);
    if (!versions.then) {
        versions.then = std::move(versions.first);
        versions.isGuessed = true;
    }
    if (!versions.then->policy) {
        Explanation none = withoutPolicy(server, subject.token, policy, denial);
        none.subject = subject;
        return none;
    }
    Explanation it;
    takeVersion(it, versions);
    if (it.policySince > denial.to)
        it.policySince = {}; // since when its limiter has had them is not known
    return explainOthers(server, subject, denial, std::move(it), versions);
}

} // namespace ratewarden
