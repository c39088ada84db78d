// SPDX-License-Identifier: GPL-3.0-or-later
// What a policy with denials has Redis remember: by every script, in both forms, and what is made of it.
#include "core/algorithms/algorithm.h"
#include "core/explain/denial_memory.h"
#include "core/explain/explanation_text.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/denial_sample.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/policies/policy_store.h"
#include "core/policies/published_rate_limiter.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QTest>

#include <array>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestDenialMemory : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    static Policy policy(const char* rules, std::int64_t denials = 100)
    {
        Policy policy{"api", "gcra", parseRules(rules), false, true};
        if (const char* const algorithm = QTest::currentDataTag())
            policy.algorithm = algorithm;
        policy.denials = denials;
        return policy;
    }

    std::vector<RememberedDenial> remembered(std::string_view token = "t")
    {
        return readRememberedDenials(m_connection.call(rememberedDenialsCommand(token, "api")).view());
    }

    Decision decide(const Policy& policy, Units cost, const CallOptions& options)
    {
        const Command command = decisionCommand(policy, RedisToken("t"), cost, Mode::Acquire, options);
        return readDecision(m_connection.call(command).view(), policy);
    }

    Explanation explain(const Denial& denial) { return explainDenial(m_connection, "t", "api", denial); }

    bool says(const Explanation& explanation, std::string_view words)
    {
        return std::ranges::any_of(linesOf(explanation), [&](const ExplainedLine& line) {
            return englishText(line, [](Instant) { return std::string("then"); }).find(words) !=
                   std::string::npos;
        });
    }

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void rememberWhatTheyDeny_data() { addAlgorithms(); }
    void rememberWhatTheyDeny();
    void ofManyOnlySome();
    void theRingIsBounded();
    void aRequestForManyTokens();
    void nothingKeepsADecision();
    void ofAPolicyASampleIsKept();
    void aSampleIsBounded();
    void ofASecondOneIsSampled();
    void scriptsRefuseWhatIsWrong();
    void policiesRefuseWhatIsWrong();
    void resetsAndPeeksLeaveIt();

    void explainsByWhatIsRemembered();
    void namesNoRuleForSureWithoutTheTrail();
    void inShadowModeNothingWasDenied();
    void explainsByANote();
    void prefersWhatIsNotedSo();
    void saysWhatIsNearest();
};

void TestDenialMemory::rememberWhatTheyDeny()
{
    const Policy rules = policy("3/min + 5/h");
    for (const Form form : {Form::Packed, Form::Text}) {
        Instant now{1'795'046'400s};
        m_connection.call({"FLUSHALL"});
        const auto acquire = [&](Units cost, std::string_view note) {
            now += 10s;
            return decide(rules, cost, {.now = now, .form = form, .note = note});
        };
        QVERIFY(acquire(3, "first").allowed());
        QVERIFY(remembered().empty());
        const Decision denied = acquire(1, "second \xFF");
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        const Decision never = acquire(9, "");
        QCOMPARE(never.verdict, Verdict::NeverFits);
        blockToken(m_connection, {"t", std::nullopt, "tested", "me"});
        QCOMPARE(acquire(2, std::string(300, 'x')).verdict, Verdict::Blocked);

        const std::vector<RememberedDenial> denials = remembered();
        QCOMPARE(denials.size(), std::size_t(3));
        QCOMPARE(denials[2], (RememberedDenial{denied.now, Verdict::DeniedByRule, denied.rule, 1,
                                               denied.retryAfter, "second \xFF"}));
        QCOMPARE(denials[1], (RememberedDenial{never.now, Verdict::NeverFits, never.rule, 9, {}, ""}));
        QCOMPARE(denials[0].verdict, Verdict::Blocked);
        QVERIFY(!denials[0].rule && !denials[0].retryAfter && denials[0].cost == 2);
        QCOMPARE(denials[0].note, std::string(longestNote, 'x'));
        QVERIFY(number({"PTTL", denialsKey(RedisToken("t"), "api")}) > 259'000'000);
    }
}

// The first four of each ten seconds, then each sixteenth; without the clock handed in it would depend on it.
void TestDenialMemory::ofManyOnlySome()
{
    const Policy rules = policy("1/day");
    const Instant start{1'795'046'400s};
    for (int i = 0; i <= 100; ++i)
        decide(rules, 1, {.now = start + i * 1ms});
    std::vector<Micros> after;
    for (const RememberedDenial& one : remembered())
        after.push_back(one.at - start);
    QCOMPARE(after, (std::vector<Micros>{96ms, 80ms, 64ms, 48ms, 32ms, 16ms, 4ms, 3ms, 2ms, 1ms}));
    decide(rules, 1, {.now = start + 10s}); // of other ten seconds it is the first
    QCOMPARE(remembered().size(), std::size_t(11));
    decide(rules, 1, {.now = start + 610s}); // the same place of the ring of counts
    QCOMPARE(remembered().size(), std::size_t(12));
}

void TestDenialMemory::theRingIsBounded()
{
    const Policy rules = policy("1/day", 5);
    const Instant start{1'795'046'400s};
    for (int i = 0; i < 20; ++i)
        decide(rules, 1, {.now = start + i * 10s});
    QCOMPARE(remembered().size(), std::size_t(5));
    QCOMPARE(remembered().front().at, start + 190s);
    QCOMPARE(remembered().back().at, start + 150s);
}

// One call, with one note; and where the notes differ, a call for each.
void TestDenialMemory::aRequestForManyTokens()
{
    RedisRateLimiter limiter(m_connection, policy("2/day"));
    for (const bool differ : {false, true}) {
        m_connection.call({"FLUSHALL"});
        const std::vector<TokenRequest> requests{{"a", 1, "id 1"}, {"b", 3, differ ? "id 2" : "id 1"}};
        limiter.acquireMany(requests);
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QVERIFY(decisions[0].allowed());
        QCOMPARE(decisions[1].verdict, Verdict::NeverFits);
        QVERIFY(remembered("a").empty());
        QCOMPARE(remembered("b").size(), std::size_t(2));
        QCOMPARE(remembered("b")[0].note, std::string(differ ? "id 2" : "id 1"));
    }
}

void TestDenialMemory::nothingKeepsADecision()
{
    m_connection.call({"SET", denialsKey(RedisToken("t"), "api"), "other"});
    RedisRateLimiter limiter(m_connection, policy("1/day"));
    QVERIFY(limiter.acquire("t").allowed());
    QCOMPARE(limiter.acquire("t").verdict, Verdict::DeniedByRule);
    announcePolicy(m_connection, limiter.policy());
    const Instant now = clockOf(m_connection);
    QCOMPARE(denialMemory(m_connection, "t", "api", {now - 1min, now}).all, std::size_t(0));
    m_connection.call({"DEL", denialsKey(RedisToken("t"), "api")});
    m_connection.call({"LPUSH", denialsKey(RedisToken("t"), "api"), "short"});
    QVERIFY_THROWS_EXCEPTION(BadState, remembered());
    QCOMPARE(denialMemory(m_connection, "t", "api", {now - 1min, now}).all, std::size_t(0));
}

void TestDenialMemory::ofAPolicyASampleIsKept()
{
    const Policy rules = policy("2/h + 3/day");
    const auto sample = [this] {
        return readSampledDenials(m_connection.call(sampledDenialsCommand("api")).view());
    };
    RedisRateLimiter one(m_connection, rules);
    QVERIFY(one.acquire("user:é", 2).allowed());
    QVERIFY(!one.peek("user:é").allowed());
    QVERIFY(sample().empty());
    const Decision denied = one.acquire(TokenRequest{"user:é", 1, "req-1 \xFF"});
    QCOMPARE(sample().size(), std::size_t(1));
    QCOMPARE(sample()[0].token, std::string("user:é"));
    QCOMPARE(sample()[0].denial, remembered("user:é")[0]); // the same in the other list
    QCOMPARE(sample()[0].denial.at, denied.now);
    const std::string key = policySampleKey("api");
    QCOMPARE(key, std::string("rw:denials:api"));
    QCOMPARE(ownKey(key), OwnKey::PolicySample);
    QVERIFY(number({"PTTL", key}) > 259'000'000);

    // Each limiter samples by itself, of many as of one.
    RedisRateLimiter another(m_connection, rules);
    another.acquireMany(std::vector<TokenRequest>{{"a"}, {"user:é", 4}, {"b", 4}});
    QCOMPARE(sample().size(), std::size_t(2));
    QCOMPARE(sample()[0].token, std::string("user:é"));
    QCOMPARE(sample()[0].denial.verdict, Verdict::NeverFits);
    RedisRateLimiter leasing(m_connection, rules);
    const Decision reserved = leasing.decide({"leased", 2}, Mode::Lease);
    leasing.settleAndReserve({*reserved.chargedAt, 2, 2}, {"leased", 1});
    QCOMPARE(sample().size(), std::size_t(3));
    QCOMPARE(sample()[0].token, std::string("leased"));
    RedisRateLimiter beside(m_connection, rules);
    beside.countBeside(policy("1/day", 0));
    beside.acquire("user:é");
    QCOMPARE(sample().size(), std::size_t(4));

    const std::array policies{std::string("api"), std::string("none")};
    const auto noted = [](const TokenDenial& denial) {
        return !denial.denial.note.empty();
    };
    const std::vector<TokenDenial> found = sampledDenials(m_connection, policies, noted, 10);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(found.front().of, (CountedToken{"user:é", "api"}));
    QCOMPARE(sampledDenials(
                 m_connection, policies, [](const auto&) { return true; }, 3)
                 .size(),
             std::size_t(3));

    // It is kept by the name that Redis knows.
    m_connection.call({"DEL", key});
    Policy hashing = rules;
    hashing.hashTokens = true;
    RedisRateLimiter(m_connection, hashing).acquire("secret", 9);
    QCOMPARE(sample()[0].token, hashedToken("secret"));
    m_connection.call({"LPUSH", key, std::string(23, '\0') + "\x09"});
    QVERIFY_THROWS_EXCEPTION(BadState, sample());
    m_connection.call({"LSET", key, "0", std::string(23, '\0') + std::string("\x09\0token", 7)});
    QVERIFY_THROWS_EXCEPTION(BadState, sample());
    const auto error = thrownBy<BadState>([&] { sampledDenials(m_connection, policies, noted, 10); });
    QVERIFY(error && QString(error->what()).startsWith("rw:denials:api: "));
}

void TestDenialMemory::aSampleIsBounded()
{
    const Policy rules = policy("1/day", 3);
    for (const char* const token : {"a", "b", "c", "d", "e"})
        RedisRateLimiter(m_connection, rules).acquire(token, 9);
    const auto sample = readSampledDenials(m_connection.call(sampledDenialsCommand("api")).view());
    QCOMPARE(sample.size(), std::size_t(3));
    QCOMPARE(sample.front().token, std::string("e"));
    QCOMPARE(sample.back().token, std::string("c"));

    Policy forgetting = policy("1/day", 0);
    forgetting.name = "web";
    RedisRateLimiter(m_connection, forgetting).acquire("a", 9);
    QCOMPARE(number({"EXISTS", policySampleKey("web")}), 0);

    // What another program has there keeps no decision.
    m_connection.call({"SET", policySampleKey("api"), "other"});
    QCOMPARE(RedisRateLimiter(m_connection, rules).acquire("a", 9).verdict, Verdict::NeverFits);
}

void TestDenialMemory::ofASecondOneIsSampled()
{
    const Policy rules = policy("1/day");
    const auto start = DenialSample::Clock::now();
    DenialSample sample;
    Decision decision;
    decision.now = Instant{1'795'046'400s};
    const auto isDue = [&](auto at, Verdict verdict = Verdict::DeniedByRule, Mode mode = Mode::Acquire) {
        decision.verdict = verdict;
        decision.now -= 1s; // another node's clock
        return !sample.commands(rules, {RedisToken("t")}, mode, decision, at).empty();
    };
    QVERIFY(!isDue(start, Verdict::Allowed));
    QVERIFY(!isDue(start, Verdict::RedisUnreachable));
    QVERIFY(!isDue(start, Verdict::DeniedByRule, Mode::Peek));
    QVERIFY(isDue(start, Verdict::Blocked));
    QVERIFY(!isDue(start));
    QVERIFY(!isDue(start + 999ms));
    QVERIFY(isDue(start + 1s));
    sample.answered({}); // its node is gone
    QVERIFY(!isDue(start + 60s));
    QVERIFY(isDue(start + 61s));
    QVERIFY(!isDue(start + 30s));
}

void TestDenialMemory::scriptsRefuseWhatIsWrong()
{
    const auto failureOf = [&](const Command& command) {
        const auto error = thrownBy<Error>([&] { ask(command); });
        return error ? QString(error->what()) : QString();
    };
    const auto with = [](std::string_view key) {
        Command command(scriptNamed("gcra"), 4);
        command.add(stateKey(RedisToken("t"), "api", algorithmNamed("gcra")))
            .add(controlKey(RedisToken("t")));
        return command.add(countsKey(RedisToken("t"), "api")).add(key);
    };
    const auto refusal = [&](std::string_view denials, std::string_view key) {
        Command command = with(key);
        command.add("").add(1).add("acquire").add(5).add(60'000'000).add(0);
        if (!denials.empty())
            command.add(denials).add("a note");
        return failureOf(command);
    };
    const std::string key = denialsKey(RedisToken("t"), "api");
    QCOMPARE(refusal("7", key), QString());
    for (const char* const wrong : {"0", "1001", "x", "1.5"})
        QVERIFY2(refusal(wrong, key).contains("argument 7: from 1 to 1000 denials"), wrong);
    QVERIFY(refusal("", key).contains("then how many denials to remember, and a note"));
    QVERIFY(
        refusal("7", "rw:{other}:api:denials").contains("key 4 must be the denials key of the same token"));

    // Packed: a size out of range, and a request that is too short for its note.
    const auto packed = [&](std::string_view end) {
        Command command = with(key);
        std::string request(1, '\x15');
        for (const std::int64_t number : {1LL, 0LL, 5LL, 60'000'000LL, 0LL})
            appendLittleEndian(request, number, 7);
        command.add(request + std::string(end));
        return failureOf(command);
    };
    using namespace std::string_view_literals;
    QCOMPARE(packed("id\x64\0\2"sv), QString());
    QVERIFY(packed("id\0\0\2"sv).contains("from 1 to 1000 denials can be remembered, not 0"));
    QVERIFY(packed("id\xFF\xFF\2"sv).contains("not 65535"));
    QVERIFY(packed("id\x64\0\7"sv).contains("a packed request of 15 bytes"));
}

void TestDenialMemory::policiesRefuseWhatIsWrong()
{
    Policy rules = policy("5/min", maxDenials);
    validatePolicy(rules);
    rules.denials = maxDenials + 1;
    QVERIFY_THROWS_EXCEPTION(BadPolicy, validatePolicy(rules));
    rules.denials = 1;
    rules.counters = false;
    QVERIFY_THROWS_EXCEPTION(BadPolicy, validatePolicy(rules));

    const PublishedPolicy read = parsePolicyDocument(
        "api", R"({"schema":1,"algorithm":"gcra","rules":"5/min","counters":true,"denials":7})");
    QCOMPARE(read.policy.denials, std::int64_t(7));
    QCOMPARE(parsePolicyDocument("api", policyDocument(read)), read);
    QCOMPARE(candidatePolicy([&] {
                 PublishedPolicy with = read;
                 with.candidate = CandidateRules{"gcra", parseRules("3/min")};
                 return with;
             }())
                 .denials,
             std::int64_t(0));
    PublishedPolicy without = read;
    without.policy.denials = 0;
    QCOMPARE(differences(read, without), std::vector<PolicyField>{PolicyField::Denials});
    QVERIFY_THROWS_EXCEPTION(
        BadPolicy,
        parsePolicyDocument("api", R"({"schema":1,"algorithm":"gcra","rules":"5/min","denials":7})"));
}

void TestDenialMemory::resetsAndPeeksLeaveIt()
{
    RedisRateLimiter limiter(m_connection, policy("1/day"));
    limiter.acquire("t");
    limiter.acquire(TokenRequest{"t", 1, "id"});
    limiter.peek("t");
    limiter.giveBack("t");
    limiter.reset("t");
    // What an operator charges is no request.
    act(m_connection,
        {ChargeIntent{1}, {stateSubject("t", limiter.policy())}, {{"api", limiter.policy()}}, {}, {}});
    Policy uncounted = limiter.policy();
    uncounted.counters = false;
    QCOMPARE(decide(uncounted, 1, {}).verdict, Verdict::DeniedByRule);
    QCOMPARE(remembered().size(), std::size_t(1));
    QCOMPARE(remembered().front().note, std::string("id"));
}

// What the state no longer tells, and the counts alone would not.
void TestDenialMemory::explainsByWhatIsRemembered()
{
    const Policy rules = policy("2/h + 3/day");
    announcePolicy(m_connection, rules);
    RedisRateLimiter limiter(m_connection, rules);
    limiter.acquire("t", 2);
    const Decision first = limiter.acquire(TokenRequest{"t", 1, "req-1"});
    limiter.reset("t");
    const Explanation exact = explain({first.now - 1s, first.now + 1ms, 1});
    QCOMPARE(exact.cause, DenialCause::Rule);
    QCOMPARE(exact.certainty, Certainty::Exact);
    QCOMPARE(*exact.rule, *first.rule);
    QCOMPARE(*exact.passesAt, first.now + *first.retryAfter);
    QCOMPARE(exact.denial.from, first.now);
    QVERIFY(says(exact, "denied by 2/h: at least 2 of 2 were used"));
    QVERIFY(says(exact, "remembered: denied by 2/h at a cost of 1, retry after"));
    QVERIFY(says(exact, "\"req-1\""));

    // Several of that time, and for several reasons.
    limiter.acquire("t", 2);
    const Decision second = limiter.acquire("t");
    const Explanation alike = explain({first.now, second.now, 1});
    QCOMPARE(alike.cause, DenialCause::Rule);
    QVERIFY(!alike.passesAt);
    const Decision third = limiter.acquire("t", 9);
    const Explanation various = explain({first.now, third.now, 1});
    QCOMPARE(various.cause, DenialCause::Various);
    QVERIFY(says(various, "3 denials of that time are remembered, not all for the same reason"));
    QVERIFY(says(various, "remembered: a cost of 9 never fits 2/h"));

    blockToken(m_connection, {"t", std::nullopt, "tested", "me"});
    const Decision blocked = limiter.acquire("t");
    unblockToken(m_connection, "t");
    const Explanation block = explain({blocked.now, blocked.now, 1});
    QCOMPARE(block.cause, DenialCause::Blocked);
    QCOMPARE(block.certainty, Certainty::Exact);
    QVERIFY(says(block, "blocked then; by whom is no longer known") || block.block);
}

// A rule is remembered by its number: without the trail it may have been that of an override.
void TestDenialMemory::namesNoRuleForSureWithoutTheTrail()
{
    const Policy rules = policy("2/h + 3/day");
    announcePolicy(m_connection, rules);
    RedisRateLimiter limiter(m_connection, rules);
    limiter.acquire("t", 2);
    const Decision denied = limiter.acquire("t");
    const Denial at{denied.now, denied.now, 1};
    QCOMPARE(explain(at).certainty, Certainty::Exact);
    m_connection.call({"ACL", "SETUSER", "reader", "on", ">secret", "~rw:{*", "~*rw:policies*", "+@all"});
    Connection reader(m_server.endpointOf("reader", "secret"), unhurried);
    const Explanation it = explainDenial(reader, "t", "api", at);
    QVERIFY(!it.trailIsWhole);
    QCOMPARE(it.cause, DenialCause::Rule);
    QCOMPARE(it.certainty, Certainty::Open);
}

// The scripts decide in shadow mode, too, but the limiter allows.
void TestDenialMemory::inShadowModeNothingWasDenied()
{
    PublishedPolicy published;
    published.policy = policy("1/day");
    published.mode = PolicyMode::Shadow;
    publishPolicy(m_connection, published, {"alice", "to see"});
    PublishedRateLimiter limiter(m_connection, published);
    limiter.acquire("t");
    const Decision allowed = limiter.acquire("t");
    QVERIFY(allowed.shadowed);
    const Explanation it = explain({allowed.now, allowed.now, 1});
    QCOMPARE(it.cause, DenialCause::NotEnforced);
    QVERIFY(says(it, "remembered: 1/day would have denied a cost of 1"));
    // A block holds in any mode.
    blockToken(m_connection, {"t", 1h, "scraping", "me"});
    const Decision denied = limiter.acquire("t");
    QCOMPARE(denied.verdict, Verdict::Blocked);
    QCOMPARE(explain({allowed.now, denied.now, 1}).cause, DenialCause::Blocked);
}

void TestDenialMemory::explainsByANote()
{
    const Policy rules = policy("1/day");
    announcePolicy(m_connection, rules);
    PublishedPolicy published;
    published.policy = rules;
    PublishedRateLimiter limiter(m_connection, published);
    for (const char* const token : {"t", "another"}) {
        limiter.acquire(token);
        limiter.acquire(TokenRequest{token, 1, "req-7f"});
    }
    limiter.acquire(TokenRequest{"t", 1, "req-7fe"});
    const std::vector<Explanation> found = explainNoted(m_connection, "req-7f");
    QCOMPARE(found.size(), std::size_t(2));
    QCOMPARE(found.front().subject.token, std::string("another"));
    QCOMPARE(found.front().cause, DenialCause::Rule);
    QCOMPARE(found.front().certainty, Certainty::Exact);
    QVERIFY_THROWS_EXCEPTION(InvalidArgument, explainNoted(m_connection, "req-7"));
    QVERIFY_THROWS_EXCEPTION(InvalidArgument, explainNoted(m_connection, "req-7f", "web"));

    // A script keeps all of a note, of which the library gives it the beginning.
    const RedisToken token("long");
    const std::string note(200, 'n');
    for (int i = 0; i < 2; ++i) {
        Command command(scriptNamed("gcra"), 4);
        command.add(stateKey(token, "api", algorithmNamed("gcra"))).add(controlKey(token));
        command.add(countsKey(token, "api")).add(denialsKey(token, "api"));
        command.add("").add(1).add("acquire").add(1).add(86'400'000'000).add(0).add(100).add(note);
        ask(command);
    }
    QCOMPARE(explainNoted(m_connection, note).size(), std::size_t(1));
}

// The line of a log calls its request by an id, which tells it from others of the same second.
void TestDenialMemory::prefersWhatIsNotedSo()
{
    const Policy rules = policy("2/h + 3/day");
    announcePolicy(m_connection, rules);
    RedisRateLimiter limiter(m_connection, rules);
    limiter.acquire("t", 2);
    const Decision first = limiter.acquire(TokenRequest{"t", 1, "req-1"});
    const Decision second = limiter.acquire(TokenRequest{"t", 9, std::string(200, 'x')});
    QCOMPARE(explain({first.now, second.now, 1}).cause, DenialCause::Various);

    const Explanation one = explain({first.now, second.now, 1, "req-1"});
    QCOMPARE(one.cause, DenialCause::Rule);
    QCOMPARE(one.certainty, Certainty::Exact);
    QCOMPARE(*one.rule, *first.rule);
    QCOMPARE(one.denial.from, first.now);
    QCOMPARE(one.memory.matching.size(), std::size_t(1));
    const Explanation other = explain({first.now, second.now, 1, std::string(200, 'x')});
    QCOMPARE(other.cause, DenialCause::NeverFits);
    QCOMPARE(other.denial.from, second.now);

    // By a clock that is off by half a minute; of much more it is another request of that id.
    const Explanation early = explain({first.now - 30s, first.now - 29s, 1, "req-1"});
    QCOMPARE(early.denial.from, first.now);
    QCOMPARE(early.cause, DenialCause::Rule);
    QVERIFY(explain({first.now - 3min, first.now - 2min, 1, "req-1"}).memory.matching.empty());

    // What is remembered of that time is of others: it is told, and says nothing of this one.
    const Explanation unknown = explain({first.now, second.now, 1, "req-3"});
    QVERIFY(unknown.memory.isOfOthers);
    QCOMPARE(unknown.cause, DenialCause::Rule);
    QCOMPARE(unknown.certainty, Certainty::ByExclusion);
    QCOMPARE(unknown.denial.from, first.now);
    QCOMPARE(unknown.denial.to, second.now);
    QVERIFY(says(unknown, "\"req-1\""));
    // One without a note may be it.
    const Decision third = limiter.acquire("t");
    QCOMPARE(explain({third.now, third.now, 1, "req-3"}).certainty, Certainty::Exact);
}

void TestDenialMemory::saysWhatIsNearest()
{
    const Policy rules = policy("1/day");
    announcePolicy(m_connection, rules);
    RedisRateLimiter limiter(m_connection, rules);
    limiter.acquire("t");
    const Decision denied = limiter.acquire("t");
    const Explanation it = explain({denied.now - 3s, denied.now - 2s, 1});
    QCOMPARE(*it.memory.nearest, denied.now);
    QVERIFY(says(it, "of that time no denial is remembered; the nearest of 1 is of then"));
}

RATEWARDEN_SUITE(TestDenialMemory)
#include "tst_denial_memory.moc"
