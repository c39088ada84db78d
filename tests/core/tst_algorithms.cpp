// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The conformance suite: what every algorithm must do, in memory and as a script.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "tests/support/algorithm_subjects.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestAlgorithms : public QObject, private AlgorithmSubjects {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addSubjects(); }
    void init() { fetchSubject(); }

    void countsUpToTheLimit()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{3, 10s}};
        for (const Units used : {1, 2, 3}) {
            const Decision decision = subject->acquire(rules, start);
            QVERIFY(decision.allowed());
            QCOMPARE(decision.usage.at(0).used, used);
            QCOMPARE(decision.usage.at(0).remaining(), 3 - used);
            QCOMPARE(decision.now, start);
            QCOMPARE(*decision.retryAfter, 0us);
        }
        const Decision denied = subject->acquire(rules, start);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QCOMPARE(*denied.rule, 0U);
        QCOMPARE(denied.usage.at(0).used, 3);
        QVERIFY(*denied.retryAfter > 0us);
    }

    // A unit that takes a part of a microsecond, and one that takes a large fraction of them.
    void countsUnitsUnderLargeLimits()
    {
        constexpr Units large = 4'294'967'295;
        const std::vector<Rule> rules{{large, 1s}, {large, std::chrono::days(366)}, {1'500'000'001, 1s}};
        const auto subject = newSubject();
        Units used = 0;
        for (const Units cost : {1, 1113, 2'000'000, 7}) {
            const Decision decision = subject->acquire(rules, start, cost);
            QVERIFY(decision.allowed());
            used += cost;
            for (const RuleUsage& usage : decision.usage)
                QCOMPARE(usage.used, used);
        }
    }

    // What is used and the cost together are above the numbers that a script knows exactly.
    void largestCosts()
    {
        const std::vector<Rule> two{{maxUnits, 1s}, {1000, 1h}};
        const auto subject = newSubject();
        for (int i = 0; i < 4; ++i)
            QVERIFY(subject->acquire(two, start).allowed());
        const Decision never = subject->acquire(two, start + 2s, maxUnits);
        QCOMPARE(never.verdict, Verdict::NeverFits);
        QCOMPARE(never.rule, std::optional<std::size_t>(1));

        const std::vector<Rule> one{{maxUnits, 10s}};
        const auto other = newSubject();
        QVERIFY(other->acquire(one, start, 8'922'413'853'125'171).allowed());
        const Decision denied = other->acquire(one, start, maxUnits);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QVERIFY(other->acquire(one, start + *denied.retryAfter, maxUnits).allowed());
    }

    void otherRulesForgiveNothing()
    {
        const auto subject = newSubject();
        const std::vector<Rule> day{{10, 24h}};
        const std::vector<Rule> second{{5, 1s}};
        QVERIFY(subject->acquire(day, start, 9).allowed());
        QVERIFY(subject->acquire(second, start + 1s).allowed());
        QVERIFY(subject->acquire(second, start + 1h).allowed());
        QVERIFY2(subject->peek(day, start + 1h).usage.at(0).used >= 9,
                 "a charge under other rules has forgiven it");
    }

    void aCostThatNeverFitsIsNoTrouble()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{1, 24h}, {maxUnits, maxWindow}};
        const Decision decision = subject->acquire(rules, start, maxUnits);
        QCOMPARE(decision.verdict, Verdict::NeverFits);
        QCOMPARE(*decision.rule, 0U);
        QVERIFY(subject->acquire(rules, start).allowed());
    }

    void theTotalMayGoAnyHeight()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{maxUnits, 1s}};
        for (int i = 0; i < 1100; ++i) { // 1024 of these are more than 64 bits can count
            const Decision decision = subject->acquire(rules, start + i * windowsToForget() * 1s, maxUnits);
            QVERIFY(decision.allowed());
            QCOMPARE(decision.usage.at(0).used, maxUnits);
        }
    }

    void retryAfterIsExact()
    {
        for (const char* text : {"3/10s", "7/s", "1/1.5s", "4/250ms", "1/s + 20/min", "3/s + 5/7s"}) {
            const auto subject = newSubject();
            const std::vector<Rule> rules = parseRules(text);
            Instant now = start;
            for (int denials = 0; denials < 40;) {
                const Decision decision = subject->acquire(rules, now);
                if (decision.allowed()) {
                    now += 1us;
                    continue;
                }
                ++denials;
                QVERIFY(*decision.retryAfter > 0us);
                now += *decision.retryAfter;
                QVERIFY2(!subject->peek(rules, now - 1us).allowed(),
                         "it would have passed a microsecond earlier");
                QVERIFY2(subject->peek(rules, now).allowed(), "it does not pass after the wait");
            }
        }
    }

    void nothingIsLeftAfterTheReset()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{7, 1s}, {10, 60s}};
        subject->acquire(rules, start);
        subject->acquire(rules, start + 100'003us, 4);
        for (std::size_t i = 0; i < rules.size(); ++i) {
            const Instant then = start + 100'003us;
            const Micros reset = subject->peek(rules, then).usage.at(i).resetAfter;
            QVERIFY(reset > 0us && reset <= windowsToForget() * rules[i].window);
            QVERIFY(subject->peek(rules, then + reset - 1us).usage.at(i).used > 0);
            QCOMPARE(subject->peek(rules, then + reset).usage.at(i).used, 0);
            QCOMPARE(subject->peek(rules, then + reset).usage.at(i).resetAfter, 0us);
        }
    }

    void aWholeWindowLaterEverythingFits()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{5, 1s}};
        QVERIFY(subject->acquire(rules, start, 5).allowed());
        const Micros later = windowsToForget() * 1s;
        QVERIFY(!subject->acquire(rules, start + later - 1us, 5).allowed());
        QVERIFY2(subject->acquire(rules, start + later, 5).allowed(),
                 "an entry exactly one window old still counts");
    }

    void twoInOneMicrosecondAreTwo()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{10, 60s}};
        for (int i = 0; i < 10; ++i)
            QVERIFY(subject->acquire(rules, start).allowed());
        QCOMPARE(subject->peek(rules, start).usage.at(0).used, 10);
        QVERIFY(!subject->acquire(rules, start).allowed());
    }

    void deniedLeavesNoTrace()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{1, 1s}, {10, 60s}};
        subject->acquire(rules, start);
        const Decision before = subject->peek(rules, start + 10us);
        for (int i = 0; i < 20; ++i)
            QVERIFY(!subject->acquire(rules, start + 10us).allowed());
        QCOMPARE(subject->peek(rules, start + 10us), before);
    }

    void chargesAllRulesOrNone()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{10, 60s}, {1, 1s}, {100, 3600s}};
        subject->acquire(rules, start);
        const Decision denied = subject->acquire(rules, start);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QCOMPARE(*denied.rule, 1U);
        QCOMPARE(denied.usage.at(0).used, 1);
        QCOMPARE(denied.usage.at(2).used, 1);
    }

    void namesTheRuleThatHoldsBackLongest()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{1, 1s}, {1, 60s}, {1, 10s}};
        subject->acquire(rules, start);
        const Decision denied = subject->acquire(rules, start + 1ms);
        QCOMPARE(*denied.rule, 1U);
        QCOMPARE(*denied.retryAfter, windowsToForget() * 60s - 1ms);
    }

    void peekChangesNothing()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{2, 1s}};
        for (int i = 0; i < 5; ++i) {
            const Decision decision = subject->peek(rules, start);
            QVERIFY(decision.allowed());
            QCOMPARE(decision.usage.at(0).used, 0);
        }
        subject->acquire(rules, start, 2);
        QCOMPARE(subject->peek(rules, start).verdict, Verdict::DeniedByRule);
        QVERIFY(subject->peek(rules, start + windowsToForget() * 1s).allowed());
    }

    void costs()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{10, 10s}};
        QVERIFY(subject->acquire(rules, start, 7).allowed());
        QCOMPARE(subject->acquire(rules, start, 4).verdict, Verdict::DeniedByRule);
        QVERIFY2(subject->acquire(rules, start, 0).allowed(), "a cost of 0 always fits");
        QVERIFY(subject->acquire(rules, start, 3).allowed());
        QVERIFY2(subject->acquire(rules, start, 0).allowed(), "a cost of 0 always fits");
        QCOMPARE(subject->peek(rules, start).usage.at(0).used, 10);
    }

    void givesBackWhatCameLast()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{5, 10s}, {100, 3600s}};
        subject->acquire(rules, start, 2);
        subject->acquire(rules, start + 1s, 3);
        QVERIFY(!subject->acquire(rules, start + 1s).allowed());
        const Decision after =
            subject->giveBack(rules, start + 1s, 4); // all of the second, half of the first
        QVERIFY(after.allowed());
        QVERIFY2(after.usage.at(1).used == 1 && after.usage.at(0).used == 1, text(after).c_str());
        QCOMPARE(subject->peek(rules, start + 1s, 0), after);
        QVERIFY(subject->acquire(rules, start + 1s, 4).allowed());
        QVERIFY(!subject->acquire(rules, start + 1s).allowed());
    }

    void givesBackNoMoreThanWasUsed()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{5, 10s}, {8, 60s}};
        QCOMPARE(subject->giveBack(rules, start, 3).usage.at(0).used, 0); // there is nothing
        subject->acquire(rules, start, 2);
        subject->acquire(rules, start, 2);
        const Decision after = subject->giveBack(rules, start, maxUnits);
        QCOMPARE(after.usage.at(0).used, 0);
        QCOMPARE(after.usage.at(1).used, 0);
        QCOMPARE(after.usage.at(1).resetAfter, 0us);
        QVERIFY(subject->acquire(rules, start, 5).allowed()); // and no more than the limit
        QVERIFY(!subject->acquire(rules, start).allowed());
    }

    void givesNothingBackForRulesThatCannotBeRead()
    {
        if (!m_form)
            return; // what is in memory has no overrides
        const Policy policy{"api", m_algorithm, parseRules("5/h")};
        RedisRateLimiter limiter(m_connection, policy);
        limiter.reset("t");
        limiter.acquire("t", 5);
        m_connection.call(
            {"HSET", controlKey(RedisToken("t")), "override_until:api", "0", "override_rules:api", "5 0 0"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.giveBack("t", 2));
        m_connection.call({"DEL", controlKey(RedisToken("t"))});
        QCOMPARE(limiter.peek("t").usage.at(0).used, 5);
    }

    // Also when the limit was lowered since, so that more is used than may be.
    void givesBackBelowALoweredLimit()
    {
        const auto subject = newSubject();
        for (int i = 0; i < 9; ++i)
            subject->acquire({{10, 60s}}, start);
        const std::vector<Rule> lowered{{5, 60s}};
        const Units used = subject->peek(lowered, start).usage.at(0).used;
        QVERIFY(used >= 5);
        subject->giveBack(lowered, start, used - 5);
        QVERIFY(!subject->acquire(lowered, start).allowed());
        subject->giveBack(lowered, start, 1);
        QVERIFY(subject->acquire(lowered, start).allowed());
        QVERIFY(!subject->acquire(lowered, start).allowed());
    }

    void costAboveTheLimitNeverFits()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{1, 1s}, {10, 60s}};
        subject->acquire(rules, start);
        const Decision decision = subject->acquire(rules, start, 2);
        QCOMPARE(decision.verdict, Verdict::NeverFits);
        QCOMPARE(*decision.rule, 0U);
        QVERIFY(!decision.retryAfter);
    }

    void limitZeroLetsNothingPass()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{10, 1s}, {0, 60s}};
        const Decision decision = subject->acquire(rules, start);
        QCOMPARE(decision.verdict, Verdict::NeverFits);
        QCOMPARE(*decision.rule, 1U);
        QCOMPARE(decision.usage.at(0).used, 0);
        QCOMPARE(decision.usage.at(1).used, 0);
    }

    void aClockThatGoesBackALittleForgivesNothing()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{2, 1s}, {3, 60s}};
        QVERIFY(subject->acquire(rules, start, 2).allowed());
        for (const Micros back : {1us, 999'999us, Micros(30s)}) {
            const Decision decision = subject->acquire(rules, start - back);
            QCOMPARE(decision.verdict, Verdict::DeniedByRule);
            QVERIFY(*decision.retryAfter > 0us);
            QVERIFY(subject->peek(rules, start - back + *decision.retryAfter).allowed());
        }
    }

    // A failover to a host that is an hour behind must not deny everybody for an hour.
    void nobodyWaitsForAClockThatWentBack()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{2, 1s}, {3, 60s}};
        const auto spend = [&](Instant now) {
            int passed = 0;
            while (subject->acquire(rules, now).allowed())
                ++passed;
            return passed;
        };
        QCOMPARE(spend(start), 2);
        const Instant behind = start - 3600s;
        QVERIFY(subject->peek(rules, behind).allowed() || *subject->peek(rules, behind).retryAfter <= 120s);
        QVERIFY(subject->peek(rules, behind).allowed()); // and changes nothing
        const int passed = spend(behind);
        QVERIFY2(passed >= 1 && passed <= 3, "more than one window's limit passed anew");
        const Decision denied = subject->acquire(rules, behind);
        QVERIFY2(*denied.retryAfter <= 60s, "it waits for the clock");
        QVERIFY(subject->acquire(rules, behind + *denied.retryAfter).allowed());
    }

    void chargingUnderAClockThatWentBack()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{5, 10s}};
        QVERIFY(subject->acquire(rules, start, 2).allowed());
        subject->acquire(rules, start - 3s, 2);
        QVERIFY(subject->peek(rules, start).usage.at(0).used >= 2);
        int passed = 0;
        for (int i = 0; i < 10; ++i)
            passed += subject->acquire(rules, start).allowed() ? 1 : 0;
        QVERIFY2(passed <= 3, "more passed in one window than its limit");
    }

    void sevenPerSecondDoesNotDrift()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{7, 1s}};
        Instant now = start;
        constexpr int requests = 7 * 300;
        for (int passed = 0; passed < requests;) {
            const Decision decision = subject->acquire(rules, now);
            if (decision.allowed())
                ++passed;
            else
                now += *decision.retryAfter;
        }
        // The first 7 pass at once, and from then on exactly 7 a second: the last one's time is known
        // exactly. The sliding window counter lets fewer pass than it could, as it does not know when in the
        // window before.
        const Micros bySevenths =
            std::chrono::ceil<Micros>(std::chrono::duration<std::int64_t, std::ratio<1, 7>>(requests - 7));
        const Micros bySeconds = (requests / 7 - 1) * 1s;
        if (m_algorithm == "sliding-window-counter")
            QVERIFY(now - start >= bySeconds && now - start < 2 * bySeconds);
        else
            QCOMPARE(Micros(now - start), isBucket() ? bySevenths : bySeconds);
    }

    void sixteenRules()
    {
        const auto subject = newSubject();
        std::vector<Rule> rules;
        for (int i = 1; i <= 16; ++i)
            rules.push_back({20 - i, i * 1s});
        for (int i = 0; i < 4; ++i)
            QVERIFY(subject->acquire(rules, start).allowed());
        const Decision denied = subject->acquire(rules, start);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QCOMPARE(*denied.rule, 15U);
        QCOMPARE(denied.usage.size(), 16U);
    }

    void bursts()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{60, 60s, 5}};
        if (!isBucket()) {
            QVERIFY_THROWS_EXCEPTION(BadPolicy, validatedAlgorithm({"p", m_algorithm, rules}));
            return;
        }
        QVERIFY(subject->acquire(rules, start, 5).allowed());
        const Decision denied = subject->acquire(rules, start);
        QCOMPARE(*denied.retryAfter, 1s); // a unit a second, as the rate says
        QCOMPARE(denied.usage.at(0).used, 5);
        QCOMPARE(denied.usage.at(0).remaining(), 0);
        QCOMPARE(denied.usage.at(0).resetAfter, 5s);
        QVERIFY(subject->acquire(rules, start + 1s).allowed());
        QCOMPARE(subject->peek(rules, start + 1h).usage.at(0).remaining(),
                 5); // and no more, however long it waits
        QCOMPARE(subject->peek(rules, start + 1h, 6).verdict, Verdict::NeverFits);
        // More at once than the rate brings in a window.
        const std::vector<Rule> generous{{60, 60s, 100}};
        QVERIFY(subject->acquire(generous, start + 2h, 100).allowed());
        QCOMPARE(*subject->acquire(generous, start + 2h, 60).retryAfter, 60s);
    }

    void aLoweredBurstForgivesNothing()
    {
        if (!isBucket())
            return;
        const auto subject = newSubject();
        QVERIFY(subject->acquire({{1000, 24h}}, start, 900).allowed());
        QVERIFY(!subject->acquire({{1000, 24h, 10}}, start + 1s).allowed());
        QCOMPARE(subject->peek({{1000, 24h}}, start + 1s).usage.at(0).used, 900);
    }

    void editedRulesKeepWhatIsUsed()
    {
        const auto subject = newSubject();
        QVERIFY(subject->acquire({{5, 10s}, {8, 60s}}, start, 5).allowed());
        // Another order, and one rule more.
        const Decision reordered = subject->peek({{8, 60s}, {100, 3600s}, {5, 10s}}, start);
        QCOMPARE(reordered.usage.at(0).used, 5);
        QCOMPARE(reordered.usage.at(2).used, 5);
        QCOMPARE(reordered.verdict, Verdict::DeniedByRule);
        QVERIFY2(!subject->acquire({{4, 10s}}, start).allowed(), "a lowered limit must not let through");
    }
};

RATEWARDEN_SUITE(TestAlgorithms)
#include "tst_algorithms.moc"
