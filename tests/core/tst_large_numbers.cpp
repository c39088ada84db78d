// SPDX-License-Identifier: GPL-3.0-or-later
// What every algorithm must do with numbers whose products a double does not hold, and with windows that look
// alike.
#include "core/model/errors.h"
#include "tests/support/algorithm_subjects.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestLargeNumbers : public QObject, private AlgorithmSubjects {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { addSubjects(); }
    void init() { fetchSubject(); }

    void largestNumbers()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{maxUnits, maxWindow}};
        QVERIFY(subject->acquire(rules, start, maxUnits - 1).allowed());
        QVERIFY(subject->acquire(rules, start, 1).allowed());
        const Decision denied = subject->acquire(rules, start, maxUnits);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QCOMPARE(denied.usage.at(0).used, maxUnits);
        const Micros later = windowsToForget() * maxWindow;
        QVERIFY(*denied.retryAfter <= later);
        // The running total of a log starts anew here; nothing may be lost or double.
        QVERIFY(subject->acquire(rules, start + later, maxUnits).allowed());
        QCOMPARE(subject->peek(rules, start + later).usage.at(0).used, maxUnits);
    }

    // Limits and counts beyond the four and the three bytes of a narrow record, in steps that each fit.
    void limitsBeyondANarrowRecord()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{5'000'000'000, 60s}, {30'000'000, 3600s}};
        constexpr Units step = 999'983;
        for (Units i = 1; i <= 20; ++i) {
            const Decision decision = subject->acquire(rules, start, step);
            QVERIFY(decision.allowed());
            QCOMPARE(decision.usage.at(0).used, i * step);
            QCOMPARE(decision.usage.at(1).used, i * step);
        }
        QVERIFY(!subject->acquire(rules, start, 10'010'000).allowed());
    }

    // Where one microsecond is worth thousands of units, and where a unit takes a fraction of one more than
    // thousands.
    void limitsInBytes()
    {
        for (const Rule& rule : {Rule{4'294'967'295, 1s}, Rule{4'294'967'295, maxWindow},
                                 Rule{1'000'000'000'000, 24h}, Rule{Units(1) << 50, 1s}}) {
            const auto subject = newSubject();
            Units used = 0;
            for (const Units cost : {Units(1113), Units(1), Units(4097), rule.limit / 3}) {
                used += cost;
                const Decision decision = subject->acquire({rule}, start, cost);
                QVERIFY(decision.allowed());
                QCOMPARE(decision.usage.at(0).used, used);
            }
            QVERIFY(subject->acquire({rule}, start, rule.limit - used).allowed());
            QCOMPARE(subject->peek({rule}, start).usage.at(0).used, rule.limit);
            QVERIFY(!subject->acquire({rule}, start).allowed());
        }
    }

    // The share of the window before, where a double does not hold the product.
    void sharesOfLargeCounts()
    {
        if (m_algorithm != "sliding-window-counter")
            return;
        const auto subject = newSubject();
        const std::vector<Rule> rules{{maxUnits, 30 * 24h}};
        const Instant window = start - start.time_since_epoch() % Micros(30 * 24h);
        constexpr Units before = 7'842'000'000'000'001; // about 2^52.8
        QVERIFY(subject->acquire(rules, window, before).allowed());
        const Micros into = 17h + 3us;
        const __int128 share = __int128(before) * (Micros(30 * 24h) - into).count();
        const auto expected = Units((share + Micros(30 * 24h).count() - 1) / Micros(30 * 24h).count());
        QCOMPARE(subject->peek(rules, window + 30 * 24h + into).usage.at(0).used, expected);
    }

    void costsAsLargeAsTheyCanBe()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{maxUnits, 1s}, {1000, 1h}};
        for (int i = 0; i < 4; ++i)
            QVERIFY(subject->acquire(rules, start).allowed());
        const Decision decision = subject->acquire(rules, start + 2s, maxUnits);
        QCOMPARE(decision.verdict, Verdict::NeverFits);
        QCOMPARE(*decision.rule, 1U);
        const std::vector<Rule> one{{maxUnits, 10s}};
        const auto other = newSubject();
        QVERIFY(other->acquire(one, start, 8'922'413'853'125'171).allowed());
        QCOMPARE(other->acquire(one, start + 1s, maxUnits).verdict, Verdict::DeniedByRule);
        // A log that a longer rule has filled.
        const auto shared = newSubject();
        const std::vector<Rule> shorter{{maxUnits, 1s}};
        QVERIFY(shared->acquire({{maxUnits, 1h}}, start, maxUnits).allowed());
        QVERIFY(shared->acquire(shorter, start + 2s, maxUnits).allowed());
        const Decision full = shared->acquire(shorter, start + 2s);
        QCOMPARE(full.verdict, Verdict::DeniedByRule);
        QCOMPARE(full.usage.at(0).used, maxUnits);
        // Units that would be lost where the total went beyond the exact numbers.
        const auto odd = newSubject();
        QVERIFY(odd->acquire({{maxUnits, 1h}}, start, maxUnits - 1).allowed());
        QVERIFY(odd->acquire(shorter, start + 2s, 1).allowed());
        QVERIFY(odd->acquire(shorter, start + 4s, 2).allowed());
        QCOMPARE(odd->peek(shorter, start + 4s).usage.at(0).used, 2);
    }

    // Twelve times the largest number is more than seven bytes hold.
    void usedIsAtMostTheLargestNumber()
    {
        const auto subject = newSubject();
        const std::vector<Rule> rules{{maxUnits, 1h}};
        QVERIFY(subject->acquire(rules, start, 1).allowed());
        for (int i = 0; i < 12; ++i)
            QCOMPARE(subject->settle(rules, start, {start, 1, maxUnits}).usage.at(0).used, maxUnits);
    }

    void usageAboveALoweredLimitIsNotCutByARefund()
    {
        if (algorithmNamed(m_algorithm).takesBurst())
            return; // it keeps a time, of which another limit makes another count
        const auto subject = newSubject();
        QVERIFY(subject->acquire({{50'000'000'000, 24h}}, start, 20'000'000'000).allowed());
        const std::vector<Rule> lowered{{10'000'000, 24h}};
        subject->giveBack(lowered, start + 1s, 1000);
        QVERIFY(subject->peek(lowered, start + 1s).usage.at(0).used >= 10'000'000);
        QVERIFY(!subject->acquire(lowered, start + 1s).allowed());
    }

    void aLogOfALongerRuleKeepsItsExpiryWhenRenumbered()
    {
        const auto subject = newSubject();
        const auto* const script = dynamic_cast<const ScriptSubject*>(subject.get());
        if (script == nullptr || algorithmNamed(m_algorithm).keeps != Keeps::Charges)
            return; // only the key of a log is written anew
        QVERIFY(subject->acquire({{maxUnits, 1h}}, start, maxUnits).allowed());
        const auto toLive = [&] {
            return m_connection.call({"PTTL", script->key()}).view().integer();
        };
        const std::int64_t before = toLive();
        QVERIFY(subject->acquire({{maxUnits, 1s}}, start + 2s, maxUnits).allowed());
        QVERIFY(toLive() > before - 60'000);
    }

    // 44 minutes and 91 days are equal modulo 32749 microseconds.
    void windowsThatTheStateCannotTellApart()
    {
        const bool keepsRecords = algorithmNamed(m_algorithm).keeps != Keeps::Charges;
        for (const char* rules : {"9/44min + 9/91d", "9/s + 9/88min + 9/182d"}) {
            const Policy policy{"api", m_algorithm, parseRules(rules)};
            if (keepsRecords)
                QVERIFY_THROWS_EXCEPTION(BadPolicy, validatedAlgorithm(policy));
            else
                validatedAlgorithm(policy);
        }
        validatedAlgorithm(
            {"api", m_algorithm, parseRules("9/44min + 99/44min + 9/90d")}); // one window is no matter
    }
};

RATEWARDEN_SUITE(TestLargeNumbers)
#include "tst_large_numbers.moc"
