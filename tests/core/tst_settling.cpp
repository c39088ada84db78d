// SPDX-License-Identifier: GPL-3.0-or-later
// Units that are reserved and settled later: each script against its twin, each twin against the naive
// models, and what comes of settlements that are late, repeated, or of another state.
#include "core/formats/leased_units.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/published_rate_limiter.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/decider.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/naive_models.h"
#include "tests/support/printing.h"
#include "tests/support/random_history.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <map>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// A history in which some of what was charged is settled later.
class SettledHistory {
public:
    SettledHistory(std::uint32_t seed, const Algorithm& algorithm, Decider& one, Decider& other)
        : m_algorithm(algorithm)
        , m_one(one)
        , m_other(other)
        , m_naive(dynamic_cast<NaiveModel*>(&other))
        // What a log has forgotten by a clock that was back, and still holds, is not agreed upon.
        , m_history(seed, algorithm, algorithm.reportState && m_naive == nullptr)
        , m_rules(m_history.rules())
        , m_random(seed)
        // What a bucket has drained by a clock that was forward is not agreed upon, either.
        , m_settles(m_naive == nullptr || !m_history.clockGoesBack() || !algorithm.takesBurst())
    {
    }

    /// Empty when both came to the same throughout.
    QString compare(int steps, bool edited = false)
    {
        for (int i = 0; i < steps && !m_isOver; ++i) {
            // A charge of slots alone leaves the newest entry of a log as it is, whose forgetting is by the
            // server's clock: with one that goes back it would not be agreed upon.
            if (edited && i % 10 == 9 && !(m_algorithm.takesSlots && m_history.clockGoesBack()))
                m_rules = m_history.rules(longestNextTime(m_rules));
            const Step step = m_history.step();
            const QString different =
                m_settles && !m_open.empty() && pick(0, 2) == 0 ? settle(step.now) : decide(step);
            if (!different.isEmpty())
                return QStringLiteral("step %1, rules %2: %3")
                    .arg(i)
                    .arg(QString::fromStdString(notation(m_rules)), different);
        }
        return {};
    }

    int renewals = 0;    // of slots that were held
    int settlements = 0; // that some rule still counted

private:
    int pick(int low, int high) { return std::uniform_int_distribution(low, high)(m_random); }

    QString decide(Step step)
    {
        // Of the naive models only the newest units can be given back, whosever they are.
        if (m_naive != nullptr && step.mode == Mode::GiveBack)
            step.mode = Mode::Peek;
        const std::size_t before = m_naive != nullptr ? m_naive->size() : 0;
        Decision mine = m_one.decide(m_rules, step.now, step.cost, step.mode);
        const Decision others = m_other.decide(m_rules, step.now, step.cost, step.mode);
        if (mine != others)
            return differenceOf("decision", mine, others);
        const bool isCharged = step.mode == Mode::Acquire && mine.allowed() && step.cost > 0;
        if (m_naive != nullptr && !m_algorithm.takesSlots && m_naive->size() < before + (isCharged ? 1 : 0))
            m_open.clear(); // of a state that was forgotten, which counters cannot tell from a new one
        if (isCharged) {
            m_open.push_back({m_algorithm.chargedAt(mine), step.cost, 0});
            if (m_naive != nullptr)
                m_naive->nameNewest(m_open.back().at);
        }
        return {};
    }

    QString settle(Instant now)
    {
        const std::size_t which =
            pick(0, 1) == 0 ? m_open.size() - 1 : std::size_t(pick(0, int(m_open.size()) - 1));
        Settlement settlement = m_open[which];
        if (m_algorithm.takesSlots && pick(0, 1) == 0) {
            const Decision mine = m_one.renew(m_rules, now, settlement);
            const Decision others = m_other.renew(m_rules, now, settlement);
            renewals += mine.settledRules > 0 ? 1 : 0;
            return mine == others ? QString() : differenceOf("renewing", mine, others);
        }
        settlement.actual = pick(0, 3) == 0   ? 0
                            : pick(0, 3) == 0 ? settlement.reserved
                            : pick(0, 3) == 0 ? pick(0, 3000)
                                              : pick(0, int(settlement.reserved) * 2);
        // Without its newest entry a log would have another clock.
        if (m_algorithm.keeps == Keeps::Charges && m_history.clockGoesBack())
            settlement.actual = std::max<Units>(1, settlement.actual);
        if (m_naive != nullptr || pick(0, 2) > 0)
            m_open.erase(m_open.begin() + std::ptrdiff_t(which));
        const Decision mine = m_one.settle(m_rules, now, settlement);
        const Decision others = m_other.settle(m_rules, now, settlement);
        settlements += mine.settledRules > 0 ? 1 : 0;
        // A window that has ended would count again, as it was, once the clock has gone back.
        m_isOver = m_naive != nullptr && m_history.clockGoesBack() && mine.settledRules < int(m_rules.size());
        if (mine != others)
            return differenceOf(qPrintable(QStringLiteral("settling %1 to %2 at %3")
                                               .arg(QString::fromStdString(
                                                   reservationText(settlement.at, settlement.reserved)))
                                               .arg(settlement.actual)
                                               .arg(now.time_since_epoch().count())),
                                mine, others);
        return {};
    }

    static QString differenceOf(const char* what, const Decision& one, const Decision& other)
    {
        return QStringLiteral("%1\n   one: settled %2, %3\n other: settled %4, %5")
            .arg(what)
            .arg(one.settledRules)
            .arg(QString::fromStdString(text(one)))
            .arg(other.settledRules)
            .arg(QString::fromStdString(text(other)));
    }

    const Algorithm& m_algorithm;
    Decider& m_one;
    Decider& m_other;
    NaiveModel* m_naive;
    RandomHistory m_history;
    std::vector<Rule> m_rules;
    std::mt19937 m_random;
    bool m_settles;
    bool m_isOver = false;
    std::vector<Settlement> m_open;
};

const Algorithm& algorithmOfRow()
{
    QFETCH(QString, algorithm);
    return algorithmNamed(algorithm.toStdString());
}

} // namespace

class TestSettling : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    quint32 m_seed = 0;

    /// The policy of a test, whose token is "t".
    static Policy of(const char* rules)
    {
        return {"api", std::string(algorithmOfRow().name), parseRules(rules)};
    }
    // A bucket may have drained a part of a unit meanwhile, which is not refunded.
    static bool isAbout(Units used, Units wanted) { return used == wanted || used == wanted + 1; }

    /// What is reserved of a rule of the policy, and not settled.
    std::optional<Units> openOf(const Policy& rules, std::size_t rule)
    {
        const Subject subject = stateSubject("t", rules);
        const auto policyOf = [&](const Subject&) {
            return &rules;
        };
        return openUnits(readDetails(m_connection, {&subject, 1}, policyOf).front().reading, rule);
    }

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }
    void cleanup() { ask({"FLUSHALL"}); }

    void twinAgainstNaive_data() { addAlgorithms(); }
    void twinAgainstNaive()
    {
        int settlements = 0;
        int renewals = 0;
        for (quint32 i = 0; i < 300; ++i) {
            MemorySubject memory(algorithmOfRow());
            const auto naive = naiveModel(algorithmOfRow().name);
            SettledHistory history(m_seed + i, algorithmOfRow(), memory, *naive);
            const QString different = history.compare(150);
            QVERIFY2(different.isEmpty(),
                     qPrintable(QStringLiteral("seed %1, ").arg(m_seed + i) + different));
            settlements += history.settlements;
            renewals += history.renewals;
        }
        QVERIFY(settlements > 200);
        QCOMPARE(renewals > 200, algorithmOfRow().takesSlots);
    }

    void scriptAgainstTwin_data() { addAlgorithms(); }
    void scriptAgainstTwin()
    {
        for (quint32 i = 0; i < 60; ++i) {
            MemorySubject memory(algorithmOfRow());
            ScriptSubject script(algorithmOfRow(), m_connection, i % 3 == 0 ? Form::Text : Form::Packed);
            const QString different =
                SettledHistory(m_seed + i, algorithmOfRow(), script, memory).compare(120, i % 2 == 0);
            QVERIFY2(different.isEmpty(),
                     qPrintable(QStringLiteral("seed %1, ").arg(m_seed + i) + different));
            QVERIFY(number({"PTTL", script.key()}) != -1); // it would stay for good
        }
    }

    // Also what a script cannot read in one go, and where all costs were 1 at first.
    void longLogs_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const Algorithm& algorithm : algorithms())
            if (algorithm.keeps == Keeps::Charges)
                QTest::newRow(algorithm.name.data()) << QString(algorithm.name.data());
    }
    void longLogs()
    {
        ScriptSubject script(algorithmOfRow(), m_connection);
        MemorySubject memory(algorithmOfRow());
        const std::vector<Rule> rules = parseRules("90/250ms + 900/s");
        std::mt19937 random(m_seed);
        std::vector<Settlement> open;
        Instant now = start;
        for (int i = 0; i < 4000; ++i) {
            now += Micros(std::uniform_int_distribution(0, 4000)(random));
            const Units cost = i > 2000 && i % 5 == 0 ? 3 : 1;
            Decision mine = script.acquire(rules, now, cost);
            Decision others = memory.acquire(rules, now, cost);
            if (mine.allowed())
                open.push_back({now, cost, std::uniform_int_distribution(0, i > 1000 ? 5 : 1)(random)});
            if (mine == others && i % 3 == 0 && !open.empty()) {
                const auto which = std::uniform_int_distribution<std::size_t>(
                    0, std::min<std::size_t>(open.size(), 300) - 1)(random);
                const Settlement settlement = open[open.size() - 1 - which];
                mine = script.settle(rules, now, settlement);
                others = memory.settle(rules, now, settlement);
            }
            QVERIFY2(mine == others, qPrintable(QStringLiteral("seed %1, step %2").arg(m_seed).arg(i)));
        }
    }

    // What a bucket says is used is never less than if each request had cost what it was settled to, at its
    // time.
    void aBucketRefundsNothingOfOthers_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::newRow("gcra") << "gcra";
    }
    void aBucketRefundsNothingOfOthers()
    {
        struct Charge {
            Settlement its;
            bool settled;
        };
        int exact = 0;
        for (quint32 seed = m_seed; seed < m_seed + 200; ++seed) {
            std::mt19937 random(seed);
            const auto pick = [&](int low, int high) {
                return std::uniform_int_distribution(low, high)(random);
            };
            const std::vector<Rule> rules{{pick(1, 30), Micros(pick(1000, 90'000))}};
            MemorySubject memory(algorithmOfRow());
            std::vector<Charge> charges;
            Instant now = start;
            for (int i = 0; i < 100; ++i) {
                now += Micros(pick(0, 3) > 0 ? pick(0, 3000) : pick(0, 100'000));
                Decision mine;
                if (const Units cost = pick(1, int(rules[0].limit)); pick(0, 1) == 0 || charges.empty()) {
                    mine = memory.acquire(rules, now, cost);
                    if (mine.allowed())
                        charges.push_back({{now, cost, cost}, false});
                } else {
                    Charge& charge = charges[std::size_t(
                        pick(std::max(0, int(charges.size()) - 4), int(charges.size()) - 1))];
                    if (charge.settled)
                        continue;
                    charge.settled = true;
                    charge.its.actual = pick(0, int(charge.its.reserved) * 3 / 2);
                    mine = memory.settle(rules, now, charge.its);
                }
                __int128 tat = 0; // times the limit
                for (const Charge& charge : charges)
                    tat = std::max(tat, __int128(charge.its.at.time_since_epoch().count()) * rules[0].limit) +
                          __int128(charge.its.actual) * rules[0].window.count();
                const __int128 ahead = tat - __int128(now.time_since_epoch().count()) * rules[0].limit;
                const Units truly =
                    ahead <= 0 ? 0 : Units((ahead + rules[0].window.count() - 1) / rules[0].window.count());
                QVERIFY2(mine.usage[0].used >= truly,
                         qPrintable(QStringLiteral("seed %1, step %2").arg(seed).arg(i)));
                exact += mine.usage[0].used == truly ? 1 : 0;
            }
        }
        QVERIFY(exact > 5000); // of some 15,000
    }

    // The true costs of the requests in any window, counted at their times.
    void ownChargesHoldTheLimitAndTheNewestDoNot()
    {
        const std::vector<Rule> rules{{20, 1s}};
        const auto overshoots = [&](bool ofItsOwn) {
            int over = 0;
            for (quint32 seed = 1; seed <= 50; ++seed) {
                std::mt19937 random(seed);
                const auto pick = [&](int low, int high) {
                    return std::uniform_int_distribution(low, high)(random);
                };
                MemorySubject log(algorithmNamed("sliding-log"));
                std::vector<Settlement> open, charged;
                Instant now = start;
                for (int i = 0; i < 400; ++i) {
                    now += Micros(pick(0, 100'000));
                    if (const Units units = pick(2, 8); log.acquire(rules, now, units).allowed())
                        open.push_back({now, units, pick(0, int(units))});
                    if (open.size() < 4)
                        continue;
                    const auto which = open.begin() + pick(0, int(open.size()) - 1);
                    if (ofItsOwn)
                        log.settle(rules, now, *which);
                    else
                        log.giveBack(rules, now, which->reserved - which->actual);
                    charged.push_back(*which);
                    open.erase(which);
                }
                for (const Settlement& last : charged) {
                    Units used = 0;
                    for (const Settlement& one : charged)
                        used += one.at <= last.at && last.at - one.at < rules[0].window ? one.actual : 0;
                    over += used > rules[0].limit ? 1 : 0;
                }
            }
            return over;
        };
        QCOMPARE(overshoots(true), 0);
        QVERIFY(overshoots(false) > 0);
    }

    void settlesDown_data() { addAlgorithms(); }
    void settlesDown()
    {
        RedisRateLimiter limiter(m_connection, policy("10/h + 100/day"));
        Reservation reservation = limiter.reserve("t", 9);
        QVERIFY(reservation.allowed());
        QVERIFY(!limiter.acquire("t", 2).allowed());
        const Decision settled = reservation.settle(3);
        QCOMPARE(settled.settledRules, 2);
        QCOMPARE(settled.usage[0].used, 3);
        QCOMPARE(settled.usage[1].used, 3);
        QVERIFY(limiter.acquire("t", 7).allowed());
        // It is done once: what others have charged is not refunded by the same reservation.
        QCOMPARE(reservation.settle(0), settled);
        QVERIFY(reservation.text().empty());
        QCOMPARE(limiter.peek("t").usage[0].used, 10);
    }

    // Nothing is lost, and the next ones wait until it is paid; under a bucket also for longer than its rules
    // lead to.
    void settlesUpAboveTheLimit_data() { addAlgorithms(); }
    void settlesUpAboveTheLimit()
    {
        const std::vector<Rule> rules = parseRules("10/min");
        ScriptSubject script(algorithmOfRow(), m_connection);
        QVERIFY(script.acquire(rules, start, 4).allowed());
        const Decision settled = script.settle(rules, start + 1s, {start, 4, 45});
        QCOMPARE(settled.settledRules, 1);
        QCOMPARE(settled.usage[0].used, 45);
        QVERIFY(settled.usage[0].share() > 4);
        const Decision next = script.acquire(rules, start + 2s, 10);
        QCOMPARE(next.verdict, Verdict::DeniedByRule);
        const Instant retry = next.now + *next.retryAfter;
        QVERIFY(!script.acquire(rules, retry - 1us, 10).allowed());
        QVERIFY(script.acquire(rules, retry, 10).allowed());
    }

    // A debt is not taken for a clock that has gone back, but a clock that goes back beside it is.
    void aDebtIsNoClockThatWentBack()
    {
        const std::vector<Rule> rules = parseRules("10/min");
        const Algorithm& gcra = algorithmNamed("gcra");
        ScriptSubject script(gcra, m_connection);
        script.acquire(rules, start, 10);
        script.settle(rules, start, {start, 10, 100});
        QCOMPARE(*script.acquire(rules, start, 10).retryAfter, 10min);
        QCOMPARE(script.peek(rules, start + 9min, 1).usage[0].used, 10);
        QVERIFY(script.acquire(rules, start - 1min, 1).allowed());
        QCOMPARE(script.peek(rules, start - 1min, 1).usage[0].used, 1);
    }

    void whatLiesInTheFutureIsNoDebt()
    {
        const std::vector<Rule> rules = parseRules("10/min");
        for (const Algorithm& algorithm : algorithms()) {
            ScriptSubject script(algorithm, m_connection);
            script.acquire(rules, start + 1h, 10);
            script.settle(rules, start, {start + 1h, 10, 11});
            QVERIFY(script.acquire(rules, start, 5).allowed());
        }
    }

    void settlingTwice_data() { addAlgorithms(); }
    void settlingTwice()
    {
        const std::vector<Rule> rules = parseRules("100/h");
        ScriptSubject script(algorithmOfRow(), m_connection);
        script.acquire(rules, start, 10);
        script.acquire(rules, start + 1us, 50);
        const Settlement settlement{start, 10, 4};
        QCOMPARE(script.settle(rules, start + 2us, settlement).usage[0].used, 54);
        const Decision again = script.settle(rules, start + 3us, settlement);
        const bool knows = algorithmOfRow().keeps == Keeps::Charges; // what its entry has cost
        QCOMPARE(again.settledRules, knows ? 0 : 1);
        QCOMPARE(again.usage[0].used, knows ? 54 : 48);
    }

    void settlingLate_data() { addAlgorithms(); }
    void settlingLate()
    {
        const std::vector<Rule> rules = parseRules("100/min + 100/h");
        ScriptSubject script(algorithmOfRow(), m_connection);
        script.acquire(rules, start, 40);
        script.acquire(rules, start + 150s, 7);
        const Decision late = script.settle(rules, start + 150s, {start, 40, 1});
        // In a log there is one entry for both rules.
        const bool isLog = algorithmOfRow().keeps == Keeps::Charges;
        QCOMPARE(late.settledRules, isLog ? 2 : 1);
        QCOMPARE(late.usage[0].used, 7);
        // By the hour 150 seconds have drained 4 and a part, so that more is not known to be left.
        QCOMPARE(late.usage[1].used, algorithmOfRow().keeps == Keeps::Bucket ? 7 : 8);
        const Decision never = script.settle(rules, start + 5h, {start + 150s, 7, 1});
        QCOMPARE(never.settledRules, 0);
        QCOMPARE(never.usage[1].used, 0);
    }

    void theWindowBefore()
    {
        const std::vector<Rule> rules = parseRules("100/min");
        ScriptSubject script(algorithmNamed("sliding-window-counter"), m_connection);
        script.acquire(rules, start + 30s, 40);
        const Decision settled = script.settle(rules, start + 75s, {start + 30s, 40, 20});
        QCOMPARE(settled.settledRules, 1);
        QCOMPARE(settled.usage[0].used, 15); // three quarters of it
    }

    void settlingAfterAReset_data() { addAlgorithms(); }
    void settlingAfterAReset()
    {
        const Policy rules = policy("100/h");
        RedisRateLimiter limiter(m_connection, rules);
        Reservation reservation = limiter.reserve("t", 40);
        limiter.reset("t");
        limiter.acquire("t", 30);
        const Decision settled = reservation.settle(0);
        QCOMPARE(settled.settledRules, 0);
        QCOMPARE(settled.usage[0].used, 30);
    }

    // What was charged since is as much as was reserved: a count cannot tell whose it is.
    void settlingAfterAResetAndAsMuch_data() { addAlgorithms(); }
    void settlingAfterAResetAndAsMuch()
    {
        RedisRateLimiter limiter(m_connection, policy("100/h"));
        Reservation reservation = limiter.reserve("t", 40);
        limiter.reset("t");
        limiter.acquire("t", 50);
        const Decision settled = reservation.settle(0);
        const bool isLog = algorithmOfRow().keeps == Keeps::Charges;
        QCOMPARE(settled.settledRules, isLog ? 0 : 1);
        QVERIFY(isAbout(settled.usage[0].used, isLog ? 50 : 10));
    }

    // Its record has never had the charge.
    void settlingUnderAnOtherWindow_data() { addAlgorithms(); }
    void settlingUnderAnOtherWindow()
    {
        const Policy rules = policy("100/h");
        RedisRateLimiter limiter(m_connection, rules);
        const bool isLog = algorithmOfRow().keeps == Keeps::Charges;
        for (const Units others : {30, 50}) {
            const std::string token = "t" + std::to_string(others);
            Reservation reservation = limiter.reserve(token, 40);
            overrideToken(m_connection, {token, rules.name, parseRules("100/day"), 1h, "a trial", "test"});
            limiter.acquire(token, others);
            const Decision settled = reservation.settle(0);
            const bool isTaken = isLog || others >= 40;
            QCOMPARE(settled.settledRules, isTaken ? 1 : 0);
            QVERIFY(isAbout(settled.usage[0].used, isTaken && !isLog ? others - 40 : others));
        }
    }

    void othersOfTheSameMicrosecondStay_data() { addAlgorithms(); }
    void othersOfTheSameMicrosecondStay()
    {
        const std::vector<Rule> rules = parseRules("100/h");
        ScriptSubject script(algorithmOfRow(), m_connection);
        for (const Units units : {5, 8, 5})
            script.acquire(rules, start, units);
        QCOMPARE(script.settle(rules, start, {start, 8, 1}).usage[0].used, 11);
        QCOMPARE(script.settle(rules, start, {start, 5, 2}).usage[0].used, 8);
        QCOMPARE(script.settle(rules, start, {start, 5, 3}).usage[0].used, 6);
    }

    void blocksAndOverrides_data() { addAlgorithms(); }
    void blocksAndOverrides()
    {
        const Policy rules = policy("10/h");
        RedisRateLimiter limiter(m_connection, rules);
        Reservation reservation = limiter.reserve("t", 9);
        blockToken(m_connection, {"t", 1h, "too much", "test"});
        const Decision blocked = reservation.settle(2);
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        QCOMPARE(blocked.settledRules, 1);
        QCOMPARE(blocked.usage[0].used, 2);
    }

    void whatWasNotChargedIsNotSettled_data() { addAlgorithms(); }
    void whatWasNotChargedIsNotSettled()
    {
        PublishedPolicy published;
        published.policy = policy("10/h");
        for (const PolicyMode mode : {PolicyMode::Enforced, PolicyMode::Shadow, PolicyMode::Off}) {
            published.mode = mode;
            PublishedRateLimiter limiter(m_connection, published);
            RedisRateLimiter(m_connection, published.policy).acquire("t", 10);
            Reservation reservation = limiter.reserve("t", 5);
            QCOMPARE(reservation.allowed(), mode != PolicyMode::Enforced);
            QCOMPARE(reservation.settle(0).settledRules, 0);
            QCOMPARE(RedisRateLimiter(m_connection, published.policy).peek("t").usage[0].used, 10);
        }
    }

    void withoutRedisItStays()
    {
        const Policy rules{"api", "gcra", parseRules("10/h")};
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        RedisRateLimiter redis(connection, rules);
        FallbackRateLimiter limiter(redis, rules, {});
        Reservation reservation = limiter.reserve("t", 5);
        server.stop();
        Reservation without = limiter.reserve("t", 4);
        QVERIFY(without.decision().withoutRedis);
        QVERIFY(without.text().empty());
        const Decision settled = reservation.settle(0);
        QVERIFY(settled.withoutRedis);
        QCOMPARE(settled.settledRules, 0);
    }

    void inThisProcess_data() { addAlgorithms(); }
    void inThisProcess()
    {
        Instant now = start;
        LocalRateLimiter limiter(of("10/min"), LocalRateLimiter::usualMost, [&] { return now; });
        Reservation reservation = limiter.reserve("t", 9);
        QCOMPARE(reservation.text(), std::string("9@1795046400000000"));
        QCOMPARE(reservation.settle(2).usage[0].used, 2);
        Reservation more = limiter.reserve("t", 8);
        QCOMPARE(more.settle(30).usage[0].used, 32);
        QVERIFY(!limiter.acquire("t").allowed());
        // Long after: a bucket is charged from now on, the others have forgotten.
        Reservation late = limiter.reserve("other", 1);
        now += 1h;
        const bool isBucket = algorithmOfRow().keeps == Keeps::Bucket;
        QCOMPARE(late.settle(6).usage[0].used, isBucket ? 5 : 0);
    }

    void whatIsReservedIsToldUntilItIsSettled_data() { addAlgorithms(); }
    void whatIsReservedIsToldUntilItIsSettled()
    {
        const Policy rules = policy("100/h + 200/day");
        RedisRateLimiter limiter(m_connection, rules);
        const auto open = [&] {
            return openOf(rules, 1);
        };
        const bool tells = algorithmOfRow().keeps == Keeps::Charges;
        const auto isOpen = [&](Units units) {
            return open() == (tells ? std::optional(units) : std::nullopt);
        };
        limiter.acquire("t", 1);
        QVERIFY(isOpen(0));
        Reservation first = limiter.reserve("t", 12);
        limiter.acquire("t", 3);
        Reservation second = limiter.reserve("t", 1);
        QVERIFY(isOpen(13));
        QVERIFY(isAbout(limiter.peek("t").usage[0].used, 17));
        first.settle(12); // which leaves the cost as it is
        QVERIFY(isOpen(1));
        QVERIFY(isAbout(limiter.peek("t").usage[0].used, 17));
        second.settle(4);
        QVERIFY(isOpen(0));
        QVERIFY(isAbout(limiter.peek("t").usage[0].used, 20));
    }

    void aResetIsTakenBackWithWhatIsReserved_data() { addAlgorithms(); }
    void aResetIsTakenBackWithWhatIsReserved()
    {
        if (algorithmOfRow().keeps != Keeps::Charges)
            QSKIP("only logs are merged");
        const Policy rules = policy("100/h");
        RedisRateLimiter limiter(m_connection, rules);
        const Subject subject = stateSubject("t", rules);
        const auto open = [&] {
            return openOf(rules, 0);
        };
        Reservation before = limiter.reserve("t", 7);
        ChangeOutcome reset = act(m_connection, {ResetIntent{}, {subject}, {}, "b", "r"});
        limiter.reserve("t", 4);
        ChangeOutcome again = reset; // as when the answer was lost
        QCOMPARE(undo(m_connection, reset).count(Undone::Merged), 1U);
        QVERIFY(open() == Units(11));
        before.settle(7);
        QVERIFY(open() == Units(4));
        QCOMPARE(undo(m_connection, again).count(Undone::AsItWas), 1U);
        QCOMPARE(limiter.peek("t").usage[0].used, 11);
    }

    // A mark is no charge, whoever comes upon it.
    void aReservationIsDecidedAsACharge_data() { addAlgorithms(); }
    void aReservationIsDecidedAsACharge()
    {
        const std::vector<Rule> rules = parseRules("20/s + 40/min");
        std::mt19937 random(testSeed());
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution(low, high)(random);
        };
        for (int round = 0; round < 20; ++round) {
            ScriptSubject reserves(algorithmOfRow(), m_connection,
                                   round % 2 == 0 ? Form::Packed : Form::Text);
            ScriptSubject acquires(algorithmOfRow(), m_connection);
            std::vector<Settlement> held;
            Instant now = start;
            for (int i = 0; i < 40; ++i) {
                now += Micros(pick(0, 1) * pick(1, 900'000));
                const Units cost = pick(1, 9);
                const int what = pick(0, 9);
                if (what < 3 && !held.empty()) {
                    Settlement settlement = held.back();
                    held.pop_back();
                    settlement.actual = pick(0, 1) * pick(1, 12);
                    QCOMPARE(reserves.settle(rules, now, settlement),
                             acquires.settle(rules, now, settlement));
                    continue;
                }
                const bool reserving = what < 7;
                const Mode mode = what == 9 ? Mode::GiveBack : Mode::Acquire;
                const Decision decision = acquires.decide(rules, now, cost, mode);
                QCOMPARE(reserves.decide(rules, now, cost, reserving ? Mode::Reserve : mode), decision);
                if (reserving && decision.allowed())
                    held.push_back({now, cost, 0});
            }
        }
    }

    void whatIsReservedIsOfItsWindow()
    {
        TokenDetail detail;
        detail.reading.at = start + 2min;
        detail.reading.policy = Policy{"api", "sliding-log", parseRules("20/min + 100/h")};
        detail.reading.decision.emplace();
        for (const Rule& rule : detail.reading.policy->rules)
            detail.reading.decision->usage.push_back({rule, 12, 1s});
        detail.log.entries = {{start, 12}, {start + 1s, 1}};
        detail.log.open = {{start, 12}};
        QVERIFY(openUnits(detail).empty()); // nothing tells
        detail.hasLog = true;
        QCOMPARE(openUnits(detail), (std::vector<Units>{0, 12}));
        detail.reading.policy->lease = 1min; // whose leases have no mark
        QCOMPARE(openUnits(detail), (std::vector<Units>{0, 12}));
    }

    // What a lease takes is charged without a mark, so that reservations are no leases, however old.
    void whatIsReservedIsToldFromLeases()
    {
        Policy rules{"api", "sliding-log", parseRules("100/h")};
        rules.lease = maxLease;
        RedisRateLimiter limiter(m_connection, rules);
        const Subject subject = stateSubject("t", rules);
        const auto read = [&] {
            return readDetails(m_connection, {&subject, 1}, [&](const Subject&) { return &rules; })
                .front()
                .reading;
        };
        limiter.decide({"t", 5}, Mode::Lease);
        Reservation reservation = limiter.reserve("t", 10);
        QCOMPARE(openUnits(read(), 0), std::optional<Units>(10));
        QCOMPARE(unitsInLeases(read(), 0), std::optional<Units>(5));
        rules.lease = minLease; // over which no charge of a test is young for long
        QTRY_COMPARE(unitsInLeases(read(), 0), std::optional<Units>(0));
        QCOMPARE(openUnits(read(), 0), std::optional<Units>(10));
        QCOMPARE(unspentUnits(read(), 0), 10);
        reservation.settle(10);
        QCOMPARE(openUnits(read(), 0), std::optional<Units>(0));
    }

    void refusesWhatCannotBeSettled()
    {
        RedisRateLimiter limiter(m_connection, {"api", "gcra", parseRules("10/h")});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.reserve("t", 0));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.settle("t", {start, 0, 1}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.settle("t", {start, 1, -1}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.settle("t", {Instant(), 1, 1}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.settle("", {start, 1, 1}));
        for (const char* text : {"", "@", "5", "5@", "@1795046400000000", "0@1795046400000000", "5@0", "-5@1",
                                 "5@1 ", "5@1.5", "5@9007199254740993"})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, parseReservation(text));
        QCOMPARE(parseReservation(reservationText(start, 500)), (Settlement{start, 500, 0}));
    }
};

RATEWARDEN_SUITE(TestSettling)
#include "tst_settling.moc"
