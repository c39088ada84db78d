// SPDX-License-Identifier: GPL-3.0-or-later
// At most N requests at once: what becomes of slots that are released, renewed, forgotten, or held while the
// policy changes. That the script, its twin and the naive model agree on all of it, tst_histories and
// tst_settling show.
#include "core/algorithms/admission.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/lab/candidate.h"
#include "core/limiter/leased_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/policies/policy_parts.h"
#include "core/policies/published_policy.h"
#include "core/redis/pipelined_server.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/decider.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/threads.h"
#include "tests/support/thrown.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <atomic>
#include <map>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Algorithm& inFlight()
{
    return algorithmNamed("in-flight");
}

Policy work(const char* rules)
{
    return {"work", "in-flight", parseRules(rules)};
}

} // namespace

class TestInFlight : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    /// Each test of this shape runs by the script, packed and as text, and in memory.
    static void addWays()
    {
        QTest::addColumn<int>("way");
        QTest::newRow("packed") << 0;
        QTest::newRow("text") << 1;
        QTest::newRow("memory") << 2;
    }
    std::unique_ptr<Decider> subject()
    {
        QFETCH(int, way);
        if (way == 2)
            return std::make_unique<MemorySubject>(inFlight());
        return std::make_unique<ScriptSubject>(inFlight(), m_connection,
                                               way == 0 ? Form::Packed : Form::Text);
    }

    std::vector<TakenSlot> slotsAt(const Policy& policy, Instant now)
    {
        const Subject subject = stateSubject("t", policy);
        std::vector<Command> commands;
        subject.format->ask(subject, &policy, Depth::Detail, now, commands);
        const std::vector<Reply> replies = m_connection.pipeline(commands);
        return subject.format
            ->read(subject, &policy, Depth::Detail, {commands, replies, m_connection.where()}, now, 1)
            ->reading.inFlight;
    }
    QStringList membersOf(const Policy& policy)
    {
        const Reply reply = ask({"ZRANGE", stateKeyOf(policy, "t"), "0", "-1"});
        QStringList members;
        for (std::size_t i = 0; i < reply.view().size(); ++i)
            members << QString::fromStdString(std::string(reply.view()[i].string()));
        return members;
    }
    static std::string nameOf(Instant takenAt) { return std::to_string(takenAt.time_since_epoch().count()); }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void aRequestTakesOneSlotWhateverItsCost_data() { addWays(); }
    void aRequestTakesOneSlotWhateverItsCost()
    {
        const std::vector<Rule> rules = parseRules("2 at once + 100/min");
        const auto slots = subject();
        QCOMPARE(slots->acquire(rules, start, 30).usage[0].used, 1);
        const Decision second = slots->acquire(rules, start + 1s, 50);
        QCOMPARE(second.usage[0].used, 2);
        QCOMPARE(second.usage[0].resetAfter, 1min);
        QCOMPARE(second.usage[1].used, 80);
        const Decision third = slots->acquire(rules, start + 2s, 5);
        QCOMPARE(third.verdict, Verdict::DeniedByRule);
        QCOMPARE(third.rule, std::optional<std::size_t>(0));
        QCOMPARE(third.retryAfter, std::optional<Micros>(58s)); // when the first one ends
        // All or none: what the rate has no room for takes no slot.
        slots->settle(rules, start + 2s, {start, 30, 30});
        QCOMPARE(slots->acquire(rules, start + 2s, 21).rule, std::optional<std::size_t>(1));
        QCOMPARE(slots->peek(rules, start + 2s, 1).usage[0].used, 1);
        QVERIFY(slots->acquire(rules, start + 2s, 20).allowed());
        // A cost of nothing takes none.
        QVERIFY(slots->acquire(rules, start + 2s, 0).allowed());
        QCOMPARE(slots->peek(rules, start + 2s, 0).usage[0].used, 2);
    }

    void whatIsReleasedIsFree_data() { addWays(); }
    void whatIsReleasedIsFree()
    {
        const std::vector<Rule> rules = parseRules("1 at once + 100/min");
        const auto slots = subject();
        slots->acquire(rules, start, 10);
        const Decision released = slots->settle(rules, start + 5s, {start, 10, 4});
        QCOMPARE(released.settledRules, 2);
        QCOMPARE(released.usage[0].used, 0);
        QCOMPARE(released.usage[0].resetAfter, 0us);
        QCOMPARE(released.usage[1].used, 4);
        // Twice, as where the first answer was lost: the log knows its entry, by its cost.
        QCOMPARE(slots->settle(rules, start + 6s, {start, 10, 4}).settledRules, 0);
        QCOMPARE(slots->acquire(rules, start + 6s, 1).usage[0].used, 1);
        QCOMPARE(slots->settle(rules, start + 6s, {start, 10, 10}).usage[0].used, 1); // not another's
    }

    void aSlotOfTheSameMicrosecondHasAnotherName_data() { addWays(); }
    void aSlotOfTheSameMicrosecondHasAnotherName()
    {
        for (const char* text : {"9 at once", "9 at once + 9/min"}) {
            const std::vector<Rule> rules = parseRules(text);
            const auto slots = subject();
            QCOMPARE(slots->acquire(rules, start).now, start);
            QCOMPARE(slots->acquire(rules, start).now, start + 1us);
            const Decision third = slots->acquire(rules, start);
            QCOMPARE(inFlight().chargedAt(third), start + 2us);
            QCOMPARE(slots->settle(rules, start + 1s, {start + 1us, 1, 1}).usage[0].used, 2);
            QCOMPARE(slots->renew(rules, start + 1s, {start + 1us, 1, 1}).settledRules, 0);
            QCOMPARE(slots->renew(rules, start + 1s, {start + 2us, 1, 1}).settledRules, 1);
        }
    }

    // Also where the log that other rules have left is ahead of a clock that has gone back.
    void itsHolderKnowsItsName_data() { addWays(); }
    void itsHolderKnowsItsName()
    {
        const auto slots = subject();
        slots->acquire(parseRules("9/min"), start + 10s);
        const std::vector<Rule> alone = parseRules("9 at once");
        for (const Micros after : {0us, 1us}) {
            const Decision taken = slots->acquire(alone, start);
            QCOMPARE(inFlight().chargedAt(taken), start + after);
            const Settlement slot{start + after, 1, 1};
            QCOMPARE(slots->renew(alone, start, slot).settledRules, 1);
        }
        QCOMPARE(slots->settle(alone, start, {start, 1, 1}).settledRules, 1);
        const std::vector<Rule> both = parseRules("9 at once + 9/min");
        const Decision taken = slots->acquire(both, start, 2);
        QCOMPARE(inFlight().chargedAt(taken), start + 10s);
        QCOMPARE(slots->settle(both, start, {start + 10s, 2, 1}).settledRules, 2);
    }

    void anEndedSlotGoesWhateverIsCharged_data() { addWays(); }
    void anEndedSlotGoesWhateverIsCharged()
    {
        const auto slots = subject();
        const std::vector<Rule> rules = parseRules("1 at once for 10s");
        slots->acquire(rules, start);
        slots->acquire(parseRules("9/min"), start + 20s);
        QCOMPARE(slots->peek(rules, start + 5s).usage[0].used, 0); // as a clock that goes back would tell
    }

    void anEndedSlotIsFreeAndDoesNotComeBack_data() { addWays(); }
    void anEndedSlotIsFreeAndDoesNotComeBack()
    {
        const std::vector<Rule> rules = parseRules("1 at once for 10s");
        const auto slots = subject();
        slots->acquire(rules, start);
        QVERIFY(!slots->acquire(rules, start + 10s - 1us).allowed());
        QCOMPARE(slots->renew(rules, start + 10s - 1us, {start, 1, 1}).usage[0].resetAfter, 10s);
        QVERIFY(!slots->acquire(rules, start + 19s).allowed());
        QCOMPARE(slots->renew(rules, start + 20s, {start, 1, 1}).settledRules, 0);
        QCOMPARE(slots->peek(rules, start + 20s).usage[0].used, 0);
        QVERIFY(slots->acquire(rules, start + 20s).allowed());
        QCOMPARE(slots->settle(rules, start + 20s, {start, 1, 1}).usage[0].used, 1);
    }

    // A lower limit ends no slot, a shorter life none before it is renewed, and without a rule none is lost.
    void aPolicyChangesUnderHeldSlots_data() { addWays(); }
    void aPolicyChangesUnderHeldSlots()
    {
        const auto slots = subject();
        const std::vector<Rule> rules = parseRules("3 at once");
        for (int i = 0; i < 3; ++i)
            slots->acquire(rules, start + i * 1s);
        const Decision lowered = slots->acquire(parseRules("2 at once"), start + 3s);
        QCOMPARE(lowered.usage[0].used, 3);
        QCOMPARE(lowered.retryAfter, std::optional<Micros>(58s)); // when the second has ended
        const std::vector<Rule> shorter = parseRules("3 at once for 10s");
        const Decision denied = slots->acquire(shorter, start + 3s);
        QCOMPARE(denied.usage[0].used, 3); // not taken for a state of the future
        QCOMPARE(denied.retryAfter, std::optional<Micros>(10s));
        QCOMPARE(slots->renew(shorter, start + 3s, {start, 1, 1}).settledRules, 1);
        QVERIFY(slots->acquire(shorter, start + 13s).allowed());
        QCOMPARE(slots->renew(parseRules("5/min"), start + 14s, {start + 1s, 1, 1}).settledRules, 0);
        QCOMPARE(slots->renew(rules, start + 14s, {start + 1s, 1, 1}).settledRules, 1);
        QCOMPARE(slots->acquire(parseRules("0 at once"), start + 15s).verdict, Verdict::NeverFits);
    }

    void anOverrideAndABlock()
    {
        const Policy policy = work("2 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        Reservation held = limiter.reserve("t", 3);
        overrideToken(m_connection, {"t", "work", parseRules("1 at once for 5s"), 1h, "less", "test"});
        const Decision denied = limiter.acquire("t");
        QVERIFY(denied.overridden);
        QCOMPARE(denied.usage.size(), std::size_t(1));
        QCOMPARE(denied.usage[0].rule, (Rule{1, 5s, 0, true}));
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        const Subject subject = stateSubject("t", policy);
        const Reading reading =
            readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
        QCOMPARE(notation(reading.policy->rules), std::string("1 at once for 5s"));
        QCOMPARE(reading.decision->usage[0].used, 1);
        blockToken(m_connection, {"t", 1h, "no more", "test"});
        const Decision released = held.settle(3);
        QCOMPARE(released.verdict, Verdict::Blocked);
        QCOMPARE(released.usage[0].used, 0);
    }

    void theKeyLivesAsLongAsItsSlots()
    {
        ScriptSubject script(inFlight(), m_connection);
        const std::vector<Rule> rules = parseRules("9 at once for 30min + 9/s");
        const auto lives = [&] {
            return number({"PTTL", script.key()});
        };
        constexpr std::int64_t anHour = 3'600'000; // longer, where the clock is handed in
        script.acquire(rules, start);
        QVERIFY(lives() > anHour + 1'790'000);
        number({"PEXPIRE", script.key(), "9000"});
        script.renew(rules, start + 1s, {start, 1, 1});
        QVERIFY(lives() > anHour + 1'790'000);
        // The log is forgotten by its own window, however long the slots live.
        for (int i = 0; i < 50; ++i) {
            script.acquire(rules, start + i * 10s);
            script.settle(rules, start + i * 10s, {start + i * 10s, 1, 1});
        }
        QVERIFY(number({"ZCARD", script.key()}) <= 4);
    }

    void aReadingKnowsTheSlots()
    {
        const Policy policy = work("3 at once + 100/min");
        ask(decisionCommand(policy, RedisToken("t"), 4, Mode::Acquire, {.now = start}));
        ask(decisionCommand(policy, RedisToken("t"), 5, Mode::Acquire, {.now = start + 1s}));
        const Subject subject = stateSubject("t", policy);
        for (const Depth depth : {Depth::Row, Depth::Detail}) {
            std::vector<Command> commands;
            subject.format->ask(subject, &policy, depth, start + 2s, commands);
            const std::vector<Reply> replies = m_connection.pipeline(commands);
            const auto detail =
                subject.format->read(subject, &policy, depth, {commands, replies, "here"}, start + 2s, 1);
            const std::vector<LogSlot> expected{{start + 1s, start + 61s}, {start, start + 60s}};
            QCOMPARE(detail->log.inFlight, expected);
            QCOMPARE(detail->log.count, 2);
            QCOMPARE(detail->reading.decision->usage[0].used, 2);
            QCOMPARE(detail->reading.decision->usage[1].used, 9);
        }
    }

    // As long as the slot, whatever becomes of it, and beside others of which nobody has said it.
    void holdersStayWithTheirSlots_data()
    {
        QTest::addColumn<bool>("asText");
        QTest::newRow("packed") << false;
        QTest::newRow("text") << true;
    }
    void holdersStayWithTheirSlots()
    {
        QFETCH(bool, asText);
        const Form form = asText ? Form::Text : Form::Packed;
        const Policy policy = work("4 at once for 20s + 30/min");
        std::mt19937 random(testSeed());
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution(low, high)(random);
        };
        std::map<std::string, std::string> holders; // of each slot that was ever taken
        std::vector<Settlement> taken;
        Instant now = start;
        for (int i = 0; i < 300; ++i) {
            now += Micros(pick(0, 2) == 0 ? 0 : pick(1, 8'000'000));
            CallOptions options{.now = now, .form = form};
            if (taken.empty() || pick(0, 1) == 0) {
                const std::string holder = pick(0, 2) == 0 ? "" : fmt::format("web-{}:é {}", i, i * i);
                options.holder = holder;
                const Mode mode = pick(0, 1) == 0 ? Mode::Acquire : Mode::Reserve;
                const Decision decision = readDecision(
                    ask(decisionCommand(policy, RedisToken("t"), 2, mode, options)).view(), policy);
                if (!decision.allowed())
                    continue;
                taken.push_back({inFlight().chargedAt(decision), 2, 2});
                holders[nameOf(taken.back().at)] = holder;
            } else {
                const int last = int(taken.size()) - 1;
                const Settlement& slot = taken[std::size_t(pick(std::max(0, last - 4), last))];
                ask(pick(0, 1) == 0 ? renewCommand(policy, RedisToken("t"), slot, options)
                                    : settleCommand(policy, RedisToken("t"), slot, options));
            }
            for (const TakenSlot& slot : slotsAt(policy, now))
                QCOMPARE(slot.holder, holders.at(slot.name));
        }
        // Of those that have ended nothing stays. Of the hour no millisecond passes for Redis, and a key that
        // lives longer than the rules ask for keeps its log for others.
        ask({"PEXPIRE", stateKeyOf(policy, "t"), "1000"});
        const Command later =
            decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire, {.now = now + 1h, .form = form});
        QVERIFY(readDecision(ask(later).view(), policy).allowed());
        QCOMPARE(membersOf(policy).size(), 2); // a slot, and an entry of the log
    }

    // As where a slot was released by a script that knows of no holders.
    void aNameWithoutItsSlotDoesNotStay()
    {
        const Policy policy = work("3 at once");
        const auto take = [&](Instant now, const char* holder) {
            const CallOptions options{.now = now, .holder = holder};
            const Decision decision = readDecision(
                ask(decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire, options)).view(), policy);
            return decision.usage[0].used;
        };
        const auto removeAlone = [&](Instant takenAt) {
            QCOMPARE(number({"ZREM", stateKeyOf(policy, "t"), nameOf(takenAt)}), 1);
        };
        take(start, "web-1");
        removeAlone(start);
        ask(settleCommand(policy, RedisToken("t"), {start, 1, 1}, {.now = start + 1s}));
        QCOMPARE(number({"EXISTS", stateKeyOf(policy, "t")}), 0);

        // One to whom nobody comes back goes when the next slot is taken while none is held, which keeps its
        // own.
        take(start + 10s, "web-2");
        removeAlone(start + 10s);
        for (const Instant now : {start, start + 20s}) { // as the clock may go back, on either side of it
            QCOMPARE(take(now, "web-3"), 1);
            const QString name = QString::fromStdString(nameOf(now));
            QCOMPARE(membersOf(policy), QStringList({name, name + ":web-3"}));
            removeAlone(now);
        }
    }

    void whereNobodyNamesAHolderTheStateHasNone()
    {
        const Policy policy = work("3 at once");
        for (const Form form : {Form::Packed, Form::Text}) {
            ask(decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire, {.now = start, .form = form}));
            QCOMPARE(membersOf(policy), QStringList{QString::fromStdString(nameOf(start))});
            ask({"FLUSHALL"});
        }
        Policy other = policy; // whose slots have no names
        other.rules = parseRules("9/min");
        ask(decisionCommand(other, RedisToken("t"), 1, Mode::Acquire, {.now = start, .holder = "web-1"}));
        QCOMPARE(membersOf(other).size(), 1);
        for (const Algorithm& algorithm : algorithms()) {
            const Policy its{"p", std::string(algorithm.name), parseRules("9/min")};
            for (const Form form : {Form::Packed, Form::Text})
                QVERIFY(readDecision(ask(decisionCommand(its, RedisToken("t"), 1, Mode::Acquire,
                                                         {.form = form, .holder = "web-1"}))
                                         .view(),
                                     its)
                            .allowed());
        }
    }

    void manyInOneCallHaveTheirOwnHolders()
    {
        const Policy policy = work("3 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        for (const char* const second : {"web-1", "web-2"}) {
            const std::vector<TokenRequest> requests{{.token = "t", .holder = "web-1"},
                                                     {.token = "t", .holder = second}};
            limiter.acquireMany(requests);
            const auto slots = slotsAt(policy, readTime(ask({"TIME"}).view()));
            QCOMPARE(slots.size(), std::size_t(2));
            QCOMPARE(slots[0].holder, std::string("web-1"));
            QCOMPARE(slots[1].holder, std::string(second));
            limiter.reset("t");
        }
    }

    void namesOfHoldersAreBounded()
    {
        const Policy policy = work("3 at once");
        const auto take = [&](const std::string& holder) {
            RedisRateLimiter(m_connection, policy).acquire(TokenRequest{.token = "t", .holder = holder});
        };
        const auto takeByScript = [&](const std::string& holder) {
            Command command(scriptNamed("in_flight"), 2);
            command.add(stateKeyOf(policy, "t")).add(controlKey(RedisToken("t")));
            command.add("").add(1).add("acquire").add(3).add(60'000'000).add(3).add("holder=" + holder);
            ask(command);
        };
        const auto takePacked = [&](const std::string& holder) {
            Command command(scriptNamed("in_flight"), 2);
            command.add(stateKeyOf(policy, "t")).add(controlKey(RedisToken("t")));
            std::string request(1, char(1 + 64));
            for (const std::int64_t number : {1, 0, 3, 60'000'000, 3})
                appendLittleEndian(request, number, 7);
            command.add(request + holder + char(holder.size()));
            ask(command);
        };
        for (const std::string& bad : {std::string(65, 'x'), std::string("a\nb"), std::string("a\x7F"),
                                       std::string("a\0b", 3), std::string("\x1B[31m")}) {
            const std::string why = messageOf([&] { take(bad); });
            QVERIFY2(why.find("the holder of a slot must be up to 64 bytes") != std::string::npos,
                     why.c_str());
            const auto asText = thrownBy<ReplyError>([&] { takeByScript(bad); });
            QVERIFY(asText && QString(asText->what()).contains("argument 7: the holder of a slot must be"));
            const auto packed = thrownBy<ReplyError>([&] { takePacked(bad); });
            QVERIFY(packed && QString(packed->what()).contains("argument 1: the holder of a slot must be"));
            QCOMPARE(number({"EXISTS", stateKeyOf(policy, "t")}), 0);
        }
        take(std::string(64, 'x'));
        takeByScript("é:a b");
        takePacked("web-1:4711");
        QCOMPARE(membersOf(policy).size(), 6);
        take("");
        QCOMPARE(membersOf(policy).size(), 6); // it was denied
    }

    // The number may be the limit of a rule whose window and burst are missing.
    void whatIsNotCalledAHolderIsRefused()
    {
        const Policy policy = work("3 at once");
        const auto tail = [&](const char* mode, const std::vector<std::string>& behind, bool remembers) {
            Command command(scriptNamed("in_flight"), remembers ? 4 : 2);
            command.add(stateKeyOf(policy, "t")).add(controlKey(RedisToken("t")));
            if (remembers)
                command.add("rw:{t}:work:counts").add("rw:{t}:work:denials");
            command.add("").add(1).add(mode).add(3).add(60'000'000).add(3);
            for (const std::string& argument : behind)
                command.add(argument);
            return thrownBy<ReplyError>([&] { ask(command); });
        };
        for (const char* const mode : {"acquire", "reserve"}) {
            for (const char* const stray : {"100", "web-1", "", "holder"})
                QVERIFY(tail(mode, {stray}, false));
            QVERIFY(tail(mode, {"holder=a", "holder=b"}, false));
            QVERIFY(tail(mode, {"100", "1000", "1"}, true)); // a rule, and nothing to be remembered
            QVERIFY(tail(mode, {"5", "note", "holder=a"}, true));
            QVERIFY(!tail(mode, {"holder=a"}, false));
            QVERIFY(!tail(mode, {"holder=a", "5", "note"}, true));
            ask({"FLUSHALL"});
        }
        for (const char* const mode : {"peek", "give-back"})
            QVERIFY(tail(mode, {"holder=a"}, false));
        QVERIFY(tail("renew", {"1", "1", "holder=a"}, false));
        QCOMPARE(number({"EXISTS", stateKeyOf(policy, "t")}), 0);
    }

    void aResetIsTakenBackWithItsSlots()
    {
        for (const char* rules : {"3 at once", "3 at once + 100/min"}) {
            const Policy policy = work(rules);
            RedisRateLimiter limiter(m_connection, policy);
            Reservation before = limiter.reserve("t", 7);
            ChangeOutcome reset =
                act(m_connection, {ResetIntent{}, {stateSubject("t", policy)}, {}, "b", "r"});
            Reservation since = limiter.reserve("t", 4);
            QCOMPARE(since.decision().usage[0].used, 1);
            ChangeOutcome again = reset; // as when the answer was lost
            QCOMPARE(undo(m_connection, reset).count(Undone::Merged), 1U);
            QCOMPARE(limiter.peek("t").usage[0].used, 2);
            QCOMPARE(undo(m_connection, again).count(Undone::AsItWas), 1U);
            QCOMPARE(limiter.peek("t").usage[0].used, 2);
            if (policy.rules.size() > 1)
                QCOMPARE(limiter.peek("t").usage[1].used, 11);
            const Settlement first{*before.decision().chargedAt, 7, 7};
            const Reply renewed = ask(renewCommand(policy, RedisToken("t"), first));
            QCOMPARE(readSettled(renewed.view(), policy, RedisToken("t"), "here").settledRules, 1);
            QCOMPARE(before.settle(7).usage[0].used, 1);
            QCOMPARE(since.settle(4).usage[0].used, 0);
            ask({"FLUSHALL"});
        }
    }

    void aResetIsTakenBackOnceThoughItsSlotIsReleasedMeanwhile()
    {
        const Policy policy = work("3 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        Reservation before = limiter.reserve("t", 7);
        ChangeOutcome reset = act(m_connection, {ResetIntent{}, {stateSubject("t", policy)}, {}, "b", "r"});
        limiter.reserve("t", 4);
        ChangeOutcome again = reset;
        QCOMPARE(undo(m_connection, reset).count(Undone::Merged), 1U);
        before.settle(7);
        QCOMPARE(undo(m_connection, again).count(Undone::AsItWas), 1U);
        const Decision after = limiter.peek("t");
        QCOMPARE(after.usage[0].used, 1);
        QCOMPARE(after.usage[1].used, 11);
    }

    void aResetIsTakenBackWithItsHolders()
    {
        const Policy policy = work("3 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire(TokenRequest{.token = "t", .holder = "before"});
        ChangeOutcome reset = act(m_connection, {ResetIntent{}, {stateSubject("t", policy)}, {}, "b", "r"});
        limiter.acquire(TokenRequest{.token = "t", .holder = "since"});
        ChangeOutcome again = reset;
        QCOMPARE(undo(m_connection, reset).count(Undone::Merged), 1U);
        QCOMPARE(undo(m_connection, again).count(Undone::AsItWas), 1U);
        const auto slots = slotsAt(policy, readTime(ask({"TIME"}).view()));
        QCOMPARE(slots.size(), std::size_t(2));
        QCOMPARE(slots[0].holder, std::string("before"));
        QCOMPARE(slots[1].holder, std::string("since"));
        QCOMPARE(limiter.peek("t").usage[1].used, 2);
    }

    void whatIsNoSlotOfOursIsDamaged()
    {
        const Policy policy = work("3 at once");
        RedisRateLimiter limiter(m_connection, policy);
        for (const char* score : {"-inf", "-1.5", "-9007199254740993"}) {
            ask({"ZADD", stateKeyOf(policy, "t"), score, "x"});
            QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
            ask({"DEL", stateKeyOf(policy, "t")});
        }
    }

    // By the server's clock, from many threads: no rule is exceeded, whether it counts slots or units.
    void manyAtOnce_data()
    {
        QTest::addColumn<QString>("rules");
        for (const char* const rules : {"3 at once", "3 at once + 300/h"})
            QTest::newRow(rules) << rules;
    }
    void manyAtOnce()
    {
        QFETCH(QString, rules);
        PipelinedServer server(m_server.endpoint(), unhurriedPipeline());
        RedisRateLimiter limiter(server, work(rules.toStdString().c_str()));
        std::atomic<int> under = 0;
        std::atomic<int> most = 0;
        std::atomic<int> allowed = 0;
        inThreads(8, [&](int) {
            for (int i = 0; i < 200; ++i) {
                Reservation slot = limiter.reserve("t", 1);
                if (!slot.allowed())
                    continue;
                const int now = ++under;
                for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) {
                }
                ++allowed;
                --under;
                slot.settle(1);
            }
        });
        QVERIFY2(most.load() <= 3, qPrintable(QString::number(most.load())));
        QVERIFY(allowed.load() > 200);
        const Decision left = limiter.peek("t");
        QCOMPARE(left.usage[0].used, 0);
        if (left.usage.size() > 1) {
            QVERIFY(allowed.load() <= 300);
            QCOMPARE(left.usage[1].used, allowed.load());
        }
    }

    void whatCannotCountSlotsRefusesThem()
    {
        const auto message = [](auto call) {
            return QString::fromStdString(messageOf(call));
        };
        Policy policy = work("5 at once + 100/min");
        for (const Algorithm& algorithm : algorithms()) {
            policy.algorithm = algorithm.name;
            QCOMPARE(message([&] { validatedAlgorithm(policy); }).contains("use in-flight"),
                     !algorithm.takesSlots);
        }
        QVERIFY(message([] {
                    parseRules("5 at once + 3 at once for 1s");
                }).contains("not both \"5 at once\" and \"3 at once for 1s\""));
        policy.algorithm = "in-flight";
        QVERIFY(message([&] { makeAdmission(policy); }).contains("\"5 at once\" cannot be tried"));
        QVERIFY(message([] { parseCandidate("a=in-flight: 5 at once"); }).contains("cannot be tried"));
        QCOMPARE(parseCandidate("a=in-flight: 5/min").policy.rules.size(), std::size_t(1));
        const Candidate tried = withoutSlots({"a", policy});
        QCOMPARE(tried.policy.rules, parseRules("100/min"));
        QCOMPARE(tried.name, std::string("a"));
        PublishedPolicy published; // a candidate's slots would neither be released nor renewed
        published.policy = work("5 at once");
        QVERIFY(faultsOf(published).empty());
        published.candidate = CandidateRules{"in-flight", parseRules("3 at once")};
        const auto faults = faultsOf(published);
        QCOMPARE(faults.size(), std::size_t(1));
        QCOMPARE(std::string(faults[0].first), std::string("candidate.rules"));
        QVERIFY(message([&] {
                    RedisRateLimiter(m_connection, work("5/min")).countBeside(work("3 at once"));
                }).contains("cannot be tried"));
        policy.lease = 100ms;
        QVERIFY(message([&] { validatedAlgorithm(policy); }).contains("no lease of \"5 at once\""));
        policy.lease = {};
        RedisRateLimiter limiter(m_connection, policy);
        LeasedRateLimiter leases(limiter);
        QVERIFY(message([&] { leases.acquire("t"); }).contains("no lease of"));
        QCOMPARE(limiter.peek("t").usage[0].used, 0);
    }

    void nothingIsChargedByHand()
    {
        const Policy policy = work("5 at once + 100/min");
        const Subject subject = stateSubject("t", policy);
        for (const Intent& intent : {Intent(ChargeIntent{1}), Intent(GiveBackIntent{1})})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, subject.format->plan(intent, subject, &policy, {}));
        QVERIFY(!subject.format->plan(ResetIntent{}, subject, &policy, {}).commands.empty());
    }

    void errorsNameTheModesOfTheScript()
    {
        for (const Algorithm& algorithm : algorithms()) {
            Command command(scriptNamed(algorithm.script), 2);
            command.add("rw:{t}:p:" + std::string(algorithm.keySuffix)).add("rw:{t}:control");
            for (const char* const argument : {"", "1", "take", "5", "1000000", "0"})
                command.add(argument);
            const Reply reply = std::move(m_connection.pipeline({command}).front());
            const std::string text(reply.view().errorText());
            QVERIFY2(text.find("the mode must be acquire, peek, give-back") != std::string::npos,
                     text.c_str());
            QCOMPARE(text.find("renew") != std::string::npos, algorithm.takesSlots);
        }
    }

    void otherScriptsRenewNothing()
    {
        for (const Algorithm& algorithm : algorithms()) {
            const Policy policy{"p", std::string(algorithm.name), parseRules("5/min")};
            for (const Form form : {Form::Packed, Form::Text}) {
                const Reply reply = std::move(
                    m_connection
                        .pipeline({renewCommand(policy, RedisToken("t"), {start, 1, 1}, {.form = form})})
                        .front());
                QCOMPARE(reply.view().isError(), !algorithm.takesSlots);
            }
        }
    }
};

RATEWARDEN_SUITE(TestInFlight)
#include "tst_in_flight.moc"
