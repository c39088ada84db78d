// SPDX-License-Identifier: GPL-3.0-or-later
// Why a request was denied, found afterwards: against real limiters on a real server, whose answers are
// known. What is said to be exact, or the only possibility, is always so.
#include "core/admin/audit.h"
#include "core/algorithms/algorithm.h"
#include "core/explain/denial_question.h"
#include "core/explain/explanation_text.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/policies/published_rate_limiter.h"
#include "core/tokens/reader.h"
#include "core/tokens/token_status.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <ctime>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

Denial denialOf(const Decision& decision, Units cost = 1)
{
    return {decision.now, decision.now, cost};
}

std::string zoneLess(Instant moment)
{
    return std::to_string(moment.time_since_epoch().count());
}

bool saysAny(const Explanation& explanation, std::string_view words)
{
    return std::ranges::any_of(linesOf(explanation), [&](const ExplainedLine& line) {
        return englishText(line, zoneLess).find(words) != std::string::npos;
    });
}

/// Whether the rule denied it, by what the limiter answered.
bool denied(const Decision& decision, std::size_t rule, Units cost)
{
    return decision.usage[rule].used + cost > decision.usage[rule].rule.capacity();
}

} // namespace

class TestExplanation : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    const AuditTrail m_trail{{"alice", "here", "test", {}}};

    Policy announced(const char* algorithm, const char* rules, bool counters = false)
    {
        const Policy policy{"api", algorithm, parseRules(rules), false, counters};
        announcePolicy(m_connection, policy);
        return policy;
    }

    Instant now() { return clockOf(m_connection); }

    /// Until so much time has passed on the server.
    void pass(Micros span)
    {
        const Instant end = now() + span;
        while (now() < end)
            continue;
    }

    Explanation explain(const Denial& denial, const std::string& token = "t")
    {
        return explainDenial(m_connection, token, "api", denial);
    }

    /// Uses up all there is, and returns the denial.
    Decision denialUnder(const Policy& policy, Units cost = 1)
    {
        RedisRateLimiter limiter(m_connection, policy);
        for (int i = 0; i < 1000; ++i)
            if (Decision decision = limiter.acquire("t", cost); !decision.allowed())
                return decision;
        throw std::runtime_error("nothing was denied");
    }

    Decision reserve(const Policy& policy, Units units)
    {
        const Command command = decisionCommand(policy, RedisToken("t"), units, Mode::Reserve);
        return readDecision(m_connection.call(command).view(), policy);
    }

    void settle(const Policy& policy, const Settlement& settlement)
    {
        const RedisToken token("t");
        readSettled(m_connection.call(settleCommand(policy, token, settlement)).view(), policy, token,
                    m_connection.where());
    }

    /// Another version of the policy, that was published then.
    void publishAt(const Policy& policy, std::int64_t version, Instant at)
    {
        PublishedPolicy published;
        published.policy = policy;
        published.version = version;
        const std::string document = policyDocument(published);
        m_connection.call({"HSET", policiesKey, policy.name, document});
        m_connection.call({"XADD", policyHistoryKey, "*", "policy", policy.name, "version",
                           std::to_string(version), "document", document, "by", "alice", "reason", "tested",
                           "at", std::to_string(at.time_since_epoch().count())});
    }

    void change(Change wanted)
    {
        ChangeOutcome outcome = apply(m_connection, std::move(wanted), {&m_trail, true});
        if (outcome.trouble)
            std::rethrow_exception(outcome.trouble.cause);
    }

    /// Of the decision; where the machine was busy since the last change, of a moment nearer to that.
    Denial soonAfterTheChange(const Decision& decision)
    {
        const Instant moment =
            std::min(decision.now, readAudit(m_connection).entries.front().at + Micros(50ms));
        return {moment, moment, 1};
    }

    Change ofState(Intent intent, const Policy& policy)
    {
        return {std::move(intent), {stateSubject("t", policy)}, {{policy.name, policy}}, "alice", "tested"};
    }

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void denialsOfEveryAlgorithm_data() { addAlgorithms(); }
    void denialsOfEveryAlgorithm();

    void whatKeepsChargesTellsAll();
    void aBlockOutranksRules();
    void aBlockThatWasLiftedIsInTheTrail();
    void aBlockWithTokensOfOthersIsInTheTrail();
    void whatWasResetIsNotKnown();
    void aRuleIsCalledAsItIsPublished();
    void anOverrideHasTheRules();
    void theVersionBeforeMayHaveAllowed();
    void aVersionOfThatMomentIsNotSure();
    void whatDeniesNothing();
    void countsMayKnowBetter();
    void aCostThatNeverFits();
    void aTokenOfAnotherLimiter();
    void severalPoliciesMayHaveDenied();
    void costsThatWereSettled();
    void slotsThatStillStand();
    void otherLimiters();
    void othersLogs();
    void othersRulesOfThen();
    void rubbishIsNotKnown();

    void readsMoments_data();
    void readsMoments();
    void readsQuestions_data();
    void readsQuestions();
    void readsIds_data();
    void readsIds();
    void refusesQuestions();
};

// Some 120 denials of each, explained up to 150 ms later: windows end in between, logs drop entries, and what
// a later request has charged must not be taken for what was used then.
void TestExplanation::denialsOfEveryAlgorithm()
{
    QFETCH(QString, algorithm);
    std::mt19937 random(testSeed());
    const auto below = [&](int end) {
        return int(random() % std::uint32_t(end));
    };
    // The last rule denies nothing: with it all is kept for longer than a busy machine takes to explain it.
    const Policy policy = announced(algorithm.toStdString().c_str(), "4/30ms + 12/200ms + 60/2s + 1000/20s");
    const bool keepsCharges = algorithmNamed(policy.algorithm).keeps == Keeps::Charges;
    RedisRateLimiter limiter(m_connection, policy);
    const int wanted = isSanitized ? 40 : 120;
    int explained = 0;
    int named = 0;
    while (explained < wanted) {
        std::vector<std::pair<Decision, Units>> denials;
        for (int i = 0; i < 60; ++i) {
            const Units cost = 1 + below(4) / 3;
            if (const Decision decision = limiter.acquire("t", cost); !decision.allowed())
                denials.emplace_back(decision, cost);
            if (below(4) == 0)
                pass(Micros(below(6000)));
        }
        for (std::size_t i = 0; i < denials.size(); i += 4, ++explained) {
            const auto& [decision, cost] = denials[i];
            const Explanation it = explain(denialOf(decision, cost));
            const std::string told = englishText(linesOf(it).front(), zoneLess);
            if (it.cause == DenialCause::Rule) {
                QVERIFY2(denied(decision, *it.rule, cost), told.c_str());
                ++named;
                if (it.certainty == Certainty::ByExclusion || it.passesAt) // else another one denied it, too
                    QCOMPARE(*it.rule, *decision.rule);
                if (it.passesAt)
                    QCOMPARE(*it.passesAt - decision.now, *decision.retryAfter);
            } else {
                QCOMPARE(it.cause, DenialCause::OneOf);
                QVERIFY(!keepsCharges);
            }
            for (std::size_t r = 0; r < it.rules.size(); ++r) {
                const RuleThen& then = it.rules[r];
                QVERIFY2(then.answer != RuleThen::Answer::HadRoom || !denied(decision, r, cost),
                         told.c_str());
                QVERIFY2(then.answer != RuleThen::Answer::Denied || denied(decision, r, cost), told.c_str());
                QVERIFY(then.atLeast <= decision.usage[r].used);
                QVERIFY(!then.atMost || *then.atMost >= decision.usage[r].used);
            }
        }
    }
    qInfo("%d of %d named", named, explained);
    QVERIFY(named > 0);
}

void TestExplanation::whatKeepsChargesTellsAll()
{
    const Policy policy = announced("sliding-log", "3/h + 100/day");
    RedisRateLimiter limiter(m_connection, policy);
    const Decision first = limiter.acquire("t", 1);
    const Decision second = limiter.acquire("t", 1);
    const Decision denial = limiter.acquire("t", 2);
    QVERIFY(!denial.allowed());
    QVERIFY(limiter.acquire("t", 1).allowed());

    const Explanation it = explain(denialOf(denial, 2));
    QCOMPARE(it.cause, DenialCause::Rule);
    QCOMPARE(it.certainty, Certainty::Exact);
    QCOMPARE(notation(it.rules[*it.rule].rule), "3/h");
    QCOMPARE(it.rules[0].atLeast, 2);
    QCOMPARE(it.rules[0].requests, 2u);
    QCOMPARE(it.rules[0].oldest, first.now);
    QCOMPARE(it.rules[0].newest, second.now);
    QCOMPARE(*it.passesAt, denial.now + *denial.retryAfter);
    QCOMPARE(*it.passesAtCost, 1);
    QVERIFY(saysAny(it, "denied by 3/h: 2 of 3 were used, and the request cost 2"));
    QVERIFY(saysAny(it, "100/day: had room, 2 of 100 used"));

    // Where nothing was charged in between, it is the same over a while.
    QCOMPARE(explain({denial.now - 1us, denial.now, 2}).passesAt, it.passesAt);

    // A second before, nothing had been charged.
    const Explanation before = explain({first.now - 2s, first.now - 1s, 1});
    QCOMPARE(before.rules[0].answer, RuleThen::Answer::HadRoom);
    // But an earlier log, of before the day, may have ended by then.
    QCOMPARE(before.rules[1].answer, RuleThen::Answer::NotKnown);
    // Over all of the time there was a moment without room, and one with it.
    const Explanation whole = explain({first.now, denial.now, 2});
    QCOMPARE(whole.rules[0].answer, RuleThen::Answer::Perhaps);
    QCOMPARE(whole.certainty, Certainty::ByExclusion);
}

void TestExplanation::aBlockOutranksRules()
{
    const Policy policy = announced("sliding-log", "1/h");
    denialUnder(policy);
    blockToken(m_connection, {"t", 1h, "scraping", "bob"});
    RedisRateLimiter limiter(m_connection, policy);
    const Decision denial = limiter.acquire("t", 1);
    QCOMPARE(denial.verdict, Verdict::Blocked);
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.cause, DenialCause::Blocked);
    QCOMPARE(it.certainty, Certainty::Exact);
    QVERIFY(saysAny(it, "blocked by bob"));
    QVERIFY(saysAny(it, "scraping"));
}

void TestExplanation::aBlockThatWasLiftedIsInTheTrail()
{
    const Policy policy = announced("gcra", "100/h");
    RedisRateLimiter limiter(m_connection, policy);
    change({BlockIntent{1h, {}, {}}, {controlSubject("t")}, {}, "alice", "abuse"});
    const Denial soon = soonAfterTheChange(limiter.acquire("t", 1));
    pass(150ms); // the trail tells of a change before it is made
    const Decision denial = limiter.acquire("t", 1);
    QCOMPARE(denial.verdict, Verdict::Blocked);
    QCOMPARE(explain(denialOf(denial)).certainty, Certainty::Exact);
    pass(2ms); // the trail has milliseconds
    change({UnblockIntent{}, {controlSubject("t")}, {}, "alice", "a mistake"});
    pass(2ms);
    const Decision allowed = limiter.acquire("t", 1);
    QVERIFY(allowed.allowed());

    const Explanation then = explain(denialOf(denial));
    QCOMPARE(then.cause, DenialCause::Blocked);
    QCOMPARE(then.certainty, Certainty::Trail);
    QVERIFY(saysAny(then, "a mistake")); // what has been changed since
    QCOMPARE(explain(soon).certainty, Certainty::Open);
    const Explanation open = explain(soonAfterTheChange(allowed)); // so soon after the block's end
    QCOMPARE(open.cause, DenialCause::NoRule);
    QCOMPARE(open.certainty, Certainty::Open);
    pass(150ms);
    const Explanation later = explain(denialOf(limiter.acquire("t", 1)));
    QCOMPARE(later.certainty, Certainty::ByExclusion);
    QVERIFY(saysAny(later, "as long as callers have given nothing back"));
}

// The entry names the policies of the others alone.
void TestExplanation::aBlockWithTokensOfOthersIsInTheTrail()
{
    const Policy policy = announced("gcra", "100/h");
    m_connection.call({"SET", "rl:203.0.113.9", "7", "PX", "600000"});
    const Subject other = recogniseOnServer(m_connection, "rl:203.0.113.9")->subject;
    Change block{BlockIntent{1h, {}, {}}, {controlSubject("t"), other}, {}, "alice", "abuse"};
    block.policies[other.policy] = other.format->policyFor(other, parseRules("60/min"));
    readStates(m_connection, block);
    change(std::move(block));
    pass(150ms); // the trail tells of a change before it is made
    const Decision denial = RedisRateLimiter(m_connection, policy).acquire("t", 1);
    QCOMPARE(denial.verdict, Verdict::Blocked);
    pass(2ms); // the trail has milliseconds
    change({UnblockIntent{}, {controlSubject("t")}, {}, "alice", "a mistake"});
    const Explanation then = explain(denialOf(denial));
    QCOMPARE(then.cause, DenialCause::Blocked);
    QCOMPARE(then.certainty, Certainty::Trail);
}

void TestExplanation::whatWasResetIsNotKnown()
{
    const Policy policy = announced("sliding-log", "2/h + 50/day");
    const Decision denial = denialUnder(policy);
    pass(2ms);
    change(ofState(ResetIntent{}, policy));
    RedisRateLimiter(m_connection, policy).acquire("t", 1);
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.cause, DenialCause::OneOf);
    QCOMPARE(it.certainty, Certainty::Open);
    QVERIFY(saysAny(it, "not known, as an operator has changed what is used since"));
}

// Under a lease life a log counts over a longer window than the rule has by name.
void TestExplanation::aRuleIsCalledAsItIsPublished()
{
    Policy policy{"api", "sliding-log", parseRules("1/h")};
    policy.lease = 100ms;
    announcePolicy(m_connection, policy);
    const Decision denial = denialUnder(policy);
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.cause, DenialCause::Rule);
    QCOMPARE(notation(it.rules[*it.rule].published), "1/h");
    QVERIFY(saysAny(it, "denied by 1/h"));
    const Subject state = stateSubject("t", policy);
    const Reading reading =
        readSubjects(m_connection, std::span(&state, 1), [&](const Subject&) { return &policy; }).front();
    QCOMPARE(notation(figuresOf(reading).tightest->rule), "1/h");
    QCOMPARE(statusOf(reading), TokenStatus::Limited);
}

void TestExplanation::anOverrideHasTheRules()
{
    const Policy policy = announced("sliding-log", "100/h");
    change(ofState(OverrideIntent{parseRules("1/h"), 1h, {}, {}}, policy));
    pass(2ms);
    const Decision denial = denialUnder(policy);
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.cause, DenialCause::Rule);
    QCOMPARE(notation(it.rules[*it.rule].rule), "1/h");
    QVERIFY(saysAny(it, "override"));
    QCOMPARE(notation(it.publishedRules), "100/h"); // which its version is said to have

    // Lifted since: the trail knows.
    pass(2ms);
    change(ofState(LiftOverrideIntent{}, policy));
    const Explanation later = explain(denialOf(denial));
    QCOMPARE(later.cause, DenialCause::Rule);
    QCOMPARE(notation(later.rules[*later.rule].rule), "1/h");
}

void TestExplanation::theVersionBeforeMayHaveAllowed()
{
    PublishedPolicy published;
    published.policy = {"api", "sliding-log", parseRules("10/h")};
    QVERIFY(publishPolicy(m_connection, published, {"alice", "first"}).published);
    published.policy.rules = parseRules("2/h");
    published.version = 1;
    QVERIFY(publishPolicy(m_connection, published, {"bob", "tighter"}).published);
    const Decision denial = denialUnder(published.policy);
    // As if it came a while after the publishing: what is asked is the same.
    Denial late = denialOf(denial);
    const Explanation now = explain(late);
    QCOMPARE(now.certainty, Certainty::Open); // some limiters may have used version 1
    QCOMPARE(now.passesUnderVersion, 1);
    QVERIFY(saysAny(now, "it would have passed under version 1 of the policy"));
    QVERIFY(saysAny(now, "by bob"));
}

void TestExplanation::aVersionOfThatMomentIsNotSure()
{
    const Policy policy = announced("sliding-log", "2/h");
    const Decision denial = denialUnder(policy);
    PublishedPolicy published;
    published.policy = {"api", "sliding-log", parseRules("5/h")};
    published.version = 1;
    pass(2ms);
    QVERIFY(publishPolicy(m_connection, published, {"bob", "wider"}).published);
    // Before it was published, the version that was announced denied.
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.certainty, Certainty::Exact);
    QCOMPARE(notation(it.rules[*it.rule].rule), "2/h");
    QCOMPARE(it.policy.version, 1);
    const Decision later = RedisRateLimiter(m_connection, published.policy).peek("t", 9);
    const Explanation now = explain({later.now, later.now, 4});
    QCOMPARE(now.certainty, Certainty::Open);
    QVERIFY(saysAny(now, "is not certain"));

    // Of a version that the history has dropped nothing is known.
    m_connection.call({"XTRIM", "{rw:policies}:history", "MAXLEN", "1"});
    QCOMPARE(explain(denialOf(denial)).certainty, Certainty::Open);
}

void TestExplanation::whatDeniesNothing()
{
    PublishedPolicy published;
    published.policy = {"api", "sliding-log", parseRules("1/h")};
    published.mode = PolicyMode::Shadow;
    const Instant before = now() - 1h;
    QVERIFY(publishPolicy(m_connection, published, {"alice", "try"}).published);
    QCOMPARE(explain({before, before, 1}).cause, DenialCause::NoPolicy);
    QCOMPARE(explain({before, before + 2h, 1}).cause, DenialCause::NotEnforced); // published in between
    const Instant now = this->now();
    const Explanation it = explain({now, now, 1});
    QCOMPARE(it.cause, DenialCause::NotEnforced);
    QVERIFY(saysAny(it, "shadow"));
    QVERIFY_THROWS_EXCEPTION(InvalidArgument, explain({now + 1h, now + 1h, 1}));
    QVERIFY_THROWS_EXCEPTION(InvalidArgument, explainDenial(m_connection, "t", "other", {now, now, 1}));
}

void TestExplanation::countsMayKnowBetter()
{
    const Policy policy = announced("fixed-window", "1/h + 5/day", true);
    RedisRateLimiter limiter(m_connection, policy);
    while (now().time_since_epoch() % countSpan > countSpan / 2) // early in ten seconds
        continue;
    const Decision allowed = limiter.acquire("t", 1);
    QVERIFY(allowed.allowed());
    const Explanation open = explain(denialOf(allowed)); // its ten seconds go on
    QCOMPARE(open.counted->denied, 0);
    QCOMPARE(open.cause, DenialCause::Rule);
    QCOMPARE(open.certainty, Certainty::ByExclusion);
    limiter.acquire("t", 1);
    QCOMPARE(explain(denialOf(allowed)).counted->denied, 1);
    // Of a time that people say they ask for more than ten seconds.
    publishAt(policy, 1, now() - 1h);
    const Explanation minute = explain({allowed.now - 3min, allowed.now - 2min, 1});
    QCOMPARE(minute.cause, DenialCause::NotCounted);
    QCOMPARE(minute.certainty, Certainty::Exact);
    QVERIFY(saysAny(minute, "in the 1 min 10 s around that time"));
    QVERIFY(!explain({allowed.now - 20min, allowed.now - 19min, 1}).counted); // further back than they reach
}

void TestExplanation::aCostThatNeverFits()
{
    const Policy policy = announced("gcra", "5/h burst 2");
    const Decision denial = RedisRateLimiter(m_connection, policy).acquire("t", 3);
    QCOMPARE(denial.verdict, Verdict::NeverFits);
    const Explanation it = explain(denialOf(denial, 3));
    QCOMPARE(it.cause, DenialCause::NeverFits);
    QCOMPARE(it.certainty, Certainty::Exact);
    QVERIFY(saysAny(it, "a cost of 3 never fits 5/h burst 2"));
}

// Of a token that this limiter may never have seen, the only rule has not denied it for sure.
void TestExplanation::aTokenOfAnotherLimiter()
{
    Policy policy = announced("gcra", "20/min");
    const Instant then = now() - 5s;
    const Explanation one = explain({then, then, 1});
    QVERIFY(one.isUnseen);
    QCOMPARE(one.cause, DenialCause::OneOf);
    QCOMPARE(one.certainty, Certainty::Open);
    QVERIFY(saysAny(one, "not known: 20/min may have denied it"));
    QVERIFY(saysAny(one, "the token has no state under this policy"));
    QVERIFY(!saysAny(one, "no other rule can have"));

    policy.name = "web";
    announcePolicy(m_connection, policy);
    const std::vector<Explanation> both = explainDenials(m_connection, "t", {then, then, 1});
    QCOMPARE(both.size(), std::size_t(2));
    for (const Explanation& it : both)
        QCOMPARE(it.certainty, Certainty::Open);
    // What never fits is sure of one limiter alone.
    QCOMPARE(explain({then, then, 21}).certainty, Certainty::Exact);
    for (const Explanation& it : explainDenials(m_connection, "t", {then, then, 21}))
        QCOMPARE(it.certainty, Certainty::Open);

    // Denials that are remembered show that there were requests, without a state.
    m_connection.call({"FLUSHALL"});
    policy.counters = true;
    policy.denials = 100;
    announcePolicy(m_connection, policy);
    const Decision denial = denialUnder(policy);
    RedisRateLimiter(m_connection, policy).reset("t");
    const Instant later = denial.now + 1us;
    QVERIFY(!explainDenial(m_connection, "t", "web", {later, later, 1}).isUnseen);
}

void TestExplanation::severalPoliciesMayHaveDenied()
{
    Policy policy = announced("gcra", "3/h");
    denialUnder(policy);
    policy.name = "web";
    announcePolicy(m_connection, policy);
    const Decision denial = denialUnder(policy);
    QCOMPARE(explain(denialOf(denial)).certainty, Certainty::ByExclusion);
    const std::vector<Explanation> both = explainDenials(m_connection, "t", denialOf(denial));
    QCOMPARE(both.size(), std::size_t(2));
    for (const Explanation& it : both) {
        QVERIFY(it.isContested && !it.rule);
        QCOMPARE(it.cause, DenialCause::OneOf);
        QCOMPARE(it.certainty, Certainty::Open);
        QVERIFY(saysAny(it, "another of these limiters may have denied it as well"));
    }
    // Where one had room, the other one is it.
    policy.name = "wide";
    policy.rules = parseRules("1000/h");
    m_connection.call({"FLUSHALL"});
    announcePolicy(m_connection, policy);
    QVERIFY(RedisRateLimiter(m_connection, policy).acquire("t").allowed());
    const Decision only = denialUnder(announced("gcra", "3/h"));
    const std::vector<Explanation> one = explainDenials(m_connection, "t", denialOf(only));
    QCOMPARE(one.size(), std::size_t(2));
    QCOMPARE(one.front().cause, DenialCause::Rule);
    QCOMPARE(one.front().certainty, Certainty::ByExclusion);
    QCOMPARE(one.back().cause, DenialCause::NoRule);
}

// A log has what a cost has become: what it was when the request was denied, it does not tell.
void TestExplanation::costsThatWereSettled()
{
    const Policy policy = announced("sliding-log", "1000/h + 5000/day");
    const Decision large = reserve(policy, 1000);
    const Denial denied = denialOf(RedisRateLimiter(m_connection, policy).acquire("t"));
    QCOMPARE(explain(denied).certainty, Certainty::Exact); // while it is open, it is as it was
    settle(policy, {large.now, 1000, 100});
    const Explanation less = explain(denied);
    QCOMPARE(less.cause, DenialCause::NoRule);
    QCOMPARE(less.certainty, Certainty::Estimate);
    QVERIFY(saysAny(less, "an estimate: costs may have been settled since"));

    m_connection.call({"DEL", stateSubject("t", policy).format->keys(stateSubject("t", policy)).front()});
    const Decision small = reserve(policy, 10);
    const Denial allowed = denialOf(RedisRateLimiter(m_connection, policy).peek("t"));
    settle(policy, {small.now, 10, 1000});
    const Explanation more = explain(allowed);
    QCOMPARE(more.cause, DenialCause::Rule);
    QCOMPARE(more.certainty, Certainty::Estimate);
    QVERIFY(more.rules[0].leansOnCosts);
    QVERIFY(!more.passesAtCost);
}

void TestExplanation::slotsThatStillStand()
{
    const Policy policy = announced("in-flight", "2 at once for 1h + 1000/day");
    const auto take = [&](const char* holder) {
        const Command command =
            decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire, {.holder = holder});
        return readDecision(m_connection.call(command).view(), policy);
    };
    const Decision first = take("web-1");
    const Decision second = take("web-2");
    const Denial denied = denialOf(take("web-3"));
    const Explanation it = explain(denied);
    QCOMPARE(it.cause, DenialCause::Rule);
    QCOMPARE(it.certainty, Certainty::Exact);
    QCOMPARE(*it.rule, std::size_t(0));
    QCOMPARE(it.rules[0].oldest, first.now);
    QCOMPARE(it.rules[0].newest, second.now);
    QVERIFY(saysAny(it, "denied by 2 at once for 1h: at least 2 of 2 were used"));
    QVERIFY(saysAny(it, "by the slots that still stand: 2, taken from"));
    QVERIFY(saysAny(it, "held by web-1, web-2"));
    QVERIFY(saysAny(it, "it would have passed after 1 of the slots, or more, had been freed"));

    // Renewing a slot leaves the time by which it was taken; one that is taken later tells nothing.
    const Command renewal = renewCommand(policy, RedisToken("t"), {first.now, 1, 1});
    readSettled(m_connection.call(renewal).view(), policy, RedisToken("t"), m_connection.where());
    QCOMPARE(explain(denied).certainty, Certainty::Exact);
    settle(policy, {second.now, 1, 1});
    QVERIFY(take("web-4").allowed());
    const Explanation later = explain(denied);
    QCOMPARE(later.rules[0].answer, RuleThen::Answer::Perhaps);
    QCOMPARE(later.rules[0].atLeast, 1);
    QCOMPARE(later.certainty, Certainty::ByExclusion);
}

// A counter, as express-rate-limit keeps it.
void TestExplanation::otherLimiters()
{
    m_connection.call({"SET", "rl:203.0.113.9", "3", "PX", "50000"});
    const auto found = recogniseOnServer(m_connection, "rl:203.0.113.9", parseRules("5/min"));
    QVERIFY(found);
    const Instant now = this->now();
    const auto under = [&](const char* rules, Micros ago) {
        const Policy policy = found->subject.format->policyFor(found->subject, parseRules(rules));
        return explainDenial(m_connection, found->subject, policy, {now - ago, now - ago, 1});
    };
    QCOMPARE(under("5/min", 5s).cause, DenialCause::NoRule); // it never was above 3
    QCOMPARE(under("3/min", 5s).cause, DenialCause::Rule);
    QCOMPARE(under("3/min", 5s).certainty, Certainty::ByExclusion);
    const Explanation earlier = under("5/min", 20s); // of the window before nothing is left
    QCOMPARE(earlier.rules[0].answer, RuleThen::Answer::NotKnown);
    QVERIFY(saysAny(earlier, "what is stored has begun since"));
}

// A sorted set of moments, denied ones included, as rolling-rate-limiter keeps it.
void TestExplanation::othersLogs()
{
    const Instant now = this->now();
    int number = 0;
    for (const Micros ago : {Micros(50s), Micros(40s), Micros(30s), Micros(20s), Micros(10s)})
        m_connection.call({"ZADD", "api-user1", std::to_string((now - ago).time_since_epoch().count()),
                           fmt::format("0b6d6a3e-0000-4000-8000-00000000000{}", ++number)});
    m_connection.call({"PEXPIRE", "api-user1", "50000"});
    const auto found = recogniseOnServer(m_connection, "api-user1", parseRules("3/min"));
    QVERIFY(found);
    QCOMPARE(found->subject.format->name(), "rolling-rate-limiter");
    const Policy policy = found->subject.format->policyFor(found->subject, parseRules("3/min"));
    const auto at = [&](Micros ago) {
        return explainDenial(m_connection, found->subject, policy, {now - ago, now - ago, 1});
    };
    const Explanation fourth = at(20s); // itself is among the entries
    QCOMPARE(fourth.cause, DenialCause::Rule);
    QCOMPARE(fourth.certainty, Certainty::Exact);
    QCOMPARE(fourth.rules[0].requests, 4u);
    // Older entries were dropped with whatever request came last: of the third one it is not known.
    QCOMPARE(at(30s).rules[0].answer, RuleThen::Answer::Perhaps);
    // Its clients write milliseconds now: by what they denied is not known.
    m_connection.call({"DEL", "api-user1"});
    m_connection.call({"ZADD", "api-user1", std::to_string((now - 5s).time_since_epoch() / 1ms),
                       "0b6d6a3e-0000-4000-8000-000000000009"});
    QCOMPARE(at(20s).certainty, Certainty::ByExclusion); // there is no other rule
    QCOMPARE(at(20s).rules[0].silence, StateSilence::Unread);
}

// The rules of another limiter's key are those that were published for it at that time.
void TestExplanation::othersRulesOfThen()
{
    const Instant now = this->now();
    for (int i = 0; i < 7; ++i)
        m_connection.call({"ZADD", "api-user1",
                           std::to_string((now - 30min + i * 1s).time_since_epoch().count()),
                           fmt::format("0b6d6a3e-0000-4000-8000-00000000000{}", i)});
    m_connection.call({"PEXPIRE", "api-user1", "1800000"});
    const auto found = recogniseOnServer(m_connection, "api-user1", parseRules("10/h"));
    QVERIFY(found);
    const Subject& subject = found->subject;
    const auto policy = [&](const char* rules) {
        return subject.format->policyFor(subject, parseRules(rules));
    };
    const auto at = [&](Micros ago) {
        return explainDenial(m_connection, subject, policy("5/h").name, {now - ago, now - ago, 1});
    };
    publishAt(policy("10/h"), 1, now - 3h);
    publishAt(policy("5/h"), 2, now - 10min);
    const Explanation before = at(20min);
    QCOMPARE(before.policy.version, 1);
    QCOMPARE(notation(before.rules[0].rule), "10/h");
    QVERIFY(before.certainty != Certainty::Exact); // 6 of 10, or more
    QVERIFY(saysAny(before, "version 1 of the policy, by alice: 10/h"));
    const Explanation after = at(5min);
    QCOMPARE(after.policy.version, 2);
    QCOMPARE(notation(after.rules[0].rule), "5/h");
    QCOMPARE(after.certainty, Certainty::Exact);
    QCOMPARE(at(10min - 1s).certainty, Certainty::Open); // some may have had the rules before
    const Explanation earlier = at(4h);                  // before anything was published
    QVERIFY(earlier.rulesAreGuessed);
    QCOMPARE(earlier.policySince, Instant{});
    QCOMPARE(earlier.certainty, Certainty::Open);
    QVERIFY_THROWS_EXCEPTION(InvalidArgument, explainDenial(m_connection, subject, std::string("other"),
                                                            {now - 5min, now - 5min, 1}));

    // A counter tells that the version before had room.
    m_connection.call({"SET", "rl:203.0.113.9", "3", "PX", "50000"});
    const auto counter = recogniseOnServer(m_connection, "rl:203.0.113.9", parseRules("3/min"));
    QVERIFY(counter);
    const auto ofCounter = [&](const char* rules) {
        return counter->subject.format->policyFor(counter->subject, parseRules(rules));
    };
    publishAt(ofCounter("5/min"), 1, now - 3h);
    publishAt(ofCounter("3/min"), 2, now - 2h);
    const Explanation counted =
        explainDenial(m_connection, counter->subject, ofCounter("3/min").name, {now - 5s, now - 5s, 1});
    QCOMPARE(counted.certainty, Certainty::ByExclusion);
    QCOMPARE(counted.passesUnderVersion, 1);
    // Of one whose window has another length now, the present one is not known.
    publishAt(ofCounter("3/5min"), 3, now - 1s);
    const Explanation longer =
        explainDenial(m_connection, counter->subject, ofCounter("3/min").name, {now - 9s, now - 9s, 1});
    QCOMPARE(notation(longer.rules[0].rule), "3/min");
    QCOMPARE(longer.rules[0].silence, StateSilence::OtherRules);
}

void TestExplanation::rubbishIsNotKnown()
{
    const Policy policy = announced("gcra", "5/h + 9/day");
    const Decision denial = denialUnder(policy);
    m_connection.call(
        {"SET", stateSubject("t", policy).format->keys(stateSubject("t", policy)).front(), "rubbish"});
    const Explanation it = explain(denialOf(denial));
    QCOMPARE(it.certainty, Certainty::Open);
    QVERIFY(saysAny(it, "not known, as the token's state could not be read"));

    // Without the trail a block that was lifted since may be missing.
    m_connection.call({"FLUSHALL"});
    const Policy log = announced("sliding-log", "1/h");
    const Decision other = denialUnder(log);
    QCOMPARE(explain(denialOf(other)).certainty, Certainty::Exact);
    m_connection.call({"XADD", "rw:audit", "*", "change", "rubbish"});
    const Explanation untold = explain(denialOf(other));
    QCOMPARE(untold.trailIsWhole, false);
    QCOMPARE(untold.certainty, Certainty::Open);
}

void TestExplanation::readsMoments_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<qint64>("from"); // seconds since the beginning of the local day, or since 1970
    QTest::addColumn<qint64>("open"); // microseconds
    QTest::newRow("minute") << "14:57" << qint64(14 * 3600 + 57 * 60) << qint64(60'000'000);
    QTest::newRow("second") << "14:57:40" << qint64(14 * 3600 + 57 * 60 + 40) << qint64(1'000'000);
    QTest::newRow("ms") << "14:57:40.000" << qint64(14 * 3600 + 57 * 60 + 40) << qint64(1'000);
    QTest::newRow("µs") << "14:57:40.000000" << qint64(14 * 3600 + 57 * 60 + 40) << qint64(1);
    QTest::newRow("date") << "2026-01-15 14:57" << qint64(14 * 3600 + 57 * 60) << qint64(60'000'000);
    QTest::newRow("ISO") << "2026-01-15T14:57:40Z" << qint64(1768489060) << qint64(1'000'000);
    QTest::newRow("Unix s") << "1768489060" << qint64(1768489060) << qint64(1'000'000);
    QTest::newRow("Unix tenths") << "1768489060.0" << qint64(1768489060) << qint64(100'000);
    QTest::newRow("Unix ms") << "1768489060000" << qint64(1768489060) << qint64(1'000);
    QTest::newRow("Unix µs") << "1768489060000000" << qint64(1768489060) << qint64(1);
}

void TestExplanation::readsMoments()
{
    QFETCH(QString, text);
    QFETCH(qint64, from);
    QFETCH(qint64, open);
    std::tm day{};
    day.tm_year = 126;
    day.tm_mday = 15;
    day.tm_isdst = -1;
    const std::time_t midnight = std::mktime(&day); // in whatever zone this machine is
    const Instant begin{std::chrono::seconds(from < 86'400 ? midnight + from : from)};
    // Later the same day: the newest such time is of this day.
    const Denial read = denialAt(text.toStdString(), Instant(std::chrono::seconds(midnight)) + 23h);
    QCOMPARE(read.from, begin);
    QCOMPARE(read.to - read.from, Micros(open - 1));
    // Before that hour it is yesterday's.
    if (!text.contains('-') && from < 86'400) {
        const Denial earlier = denialAt(text.toStdString(), Instant(std::chrono::seconds(midnight)) + 2h);
        QCOMPARE(earlier.from, begin - 24h);
    }
}

void TestExplanation::readsQuestions_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("token");
    QTest::addColumn<qint64>("from"); // µs
    QTest::addColumn<qint64>("to");
    const qint64 second = 1768489060;
    QTest::newRow("words") << "user:4711 2026-01-15T14:57:40.250000Z"
                           << "user:4711" << second * 1'000'000 + 250'000 << second * 1'000'000 + 250'000;
    QTest::newRow("common log")
        << R"(203.0.113.9 - - [15/Jan/2026:14:57:40 +0000] "GET / HTTP/1.1" 429 12 "-" "curl")"
        << "203.0.113.9" << (second - 1) * 1'000'000 << (second + 1) * 1'000'000 - 1;
    QTest::newRow("JSON") << R"({"ts":"2026-01-15T14:57:40.123Z","remote_ip":"203.0.113.9","status":429})"
                          << "203.0.113.9" << (second - 1) * 1'000'000 + 123'000
                          << (second + 1) * 1'000'000 + 122'999;
}

void TestExplanation::readsQuestions()
{
    QFETCH(QString, text);
    QFETCH(QString, token);
    QFETCH(qint64, from);
    QFETCH(qint64, to);
    const DenialQuestion asked =
        denialQuestion(text.toStdString(), Instant(std::chrono::seconds(1'800'000'000)));
    QCOMPARE(QString::fromStdString(asked.token), token);
    QCOMPARE(asked.denial.from.time_since_epoch().count(), from);
    QCOMPARE(asked.denial.to.time_since_epoch().count(), to);
}

// The ids under which limiters may have had their denials remembered.
void TestExplanation::readsIds_data()
{
    QTest::addColumn<QString>("line"); // ' stands for "
    QTest::addColumn<QString>("id");
    addRow("JSON",
           "{'ts':'2026-01-15T14:57:40Z','remote_ip':'203.0.113.9','status':429,'request_id':'req-8f'}",
           "req-8f");
    addRow("of headers",
           "{'ts':'2026-01-15T14:57:40Z','request':{'remote_ip':'203.0.113.9','headers':{'X-Request-Id':"
           "'req-8f'}},'status':429}",
           "req-8f");
    addRow("before a trace's",
           "{'trace_id':'4bf9','ts':'2026-01-15T14:57:40Z','remote_ip':'203.0.113.9','requestId':'req-8f'}",
           "req-8f");
    addRow("a trace's", "time=2026-01-15T14:57:40Z ip=203.0.113.9 status=429 trace_id=4bf9", "4bf9");
    addRow("Envoy",
           "[2026-01-15T14:57:40.123Z] 'GET /a HTTP/1.1' 429 - 0 18 3 - '203.0.113.9' 'curl/8' 'req-8f' "
           "'api.example.org' '10.0.0.1:80'",
           "req-8f");
    addRow("empty", "{'ts':'2026-01-15T14:57:40Z','remote_ip':'203.0.113.9','request_id':'-'}", "");
    addRow("a list", "{'ts':'2026-01-15T14:57:40Z','remote_ip':'203.0.113.9','request_id':['a','b']}", "");
    addRow("none", "203.0.113.9 - - [15/Jan/2026:14:57:40 +0000] 'GET / HTTP/1.1' 429 12", "");
}

void TestExplanation::readsIds()
{
    QFETCH(QString, line);
    QFETCH(QString, id);
    const DenialQuestion asked =
        denialQuestion(line.replace('\'', '"').toStdString(), Instant(std::chrono::seconds(1'800'000'000)));
    QCOMPARE(QString::fromStdString(asked.token), QString("203.0.113.9"));
    QCOMPARE(QString::fromStdString(asked.denial.note), id);
}

void TestExplanation::refusesQuestions()
{
    const Instant now{std::chrono::seconds(1'800'000'000)};
    for (const char* const text :
         {"", "user:4711", "14:57", "user:4711 25:00", "user:4711 14:57:61", "nothing of a log"})
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, denialQuestion(text, now));
    for (const char* const time : {"", "14", "14:5", "14:57:", "14:57:40.", "14:57:40.1234567",
                                   "2026-13-01 14:57", "2026-02-30 14:57", "x"})
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, denialAt(time, now));
    QVERIFY_THROWS_EXCEPTION(
        InvalidArgument,
        denialQuestion(R"(203.0.113.9 - - [15/Jan/2026:14:57:40 +0000] "GET / HTTP/1.1" 200 12)", now));
}

RATEWARDEN_SUITE(TestExplanation)

#include "tst_explanation.moc"
