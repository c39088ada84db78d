// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// What is wrong with limiter keys and with the server: each warning from a key that really is wrong, none
// from one that is right, and a stale lock that is removed and put back.
#include "core/admin/change.h"
#include "core/admin/server_warnings.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/server_info.h"
#include "core/tokens/reader.h"
#include "core/tokens/warning_tally.h"
#include "tests/support/await.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"

#include <fmt/format.h>

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

double epochSeconds(Instant moment)
{
    return std::chrono::duration<double>(moment.time_since_epoch()).count();
}

Change removal(const Subject& subject)
{
    return {RemoveLockIntent{}, {subject}, {}, "ops", "its holder crashed"};
}

} // namespace

class TestWarnings : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    Reply redis(const Command& command) { return m_connection.call(command); }
    Instant now() { return readTime(redis({"TIME"}).view()); }
    bool exists(const char* key) { return redis({"EXISTS", key}).view().integer() == 1; }

    Subject subjectOf(const char* key)
    {
        const auto found = recogniseOnServer(m_connection, key);
        return found ? found->subject : Subject();
    }

    // As a row of the table is read, by these rules where there are any.
    Reading reading(const Subject& subject, const std::string& rules = {})
    {
        Policy policy;
        if (!rules.empty())
            policy = subject.format->policyFor(subject, parseRules(rules));
        return readSubjects(m_connection, {&subject, 1},
                            [&](const Subject&) { return rules.empty() ? nullptr : &policy; })
            .front();
    }
    QStringList codes(const Reading& reading)
    {
        QStringList names;
        for (const Warning& warning : reading.warnings)
            names << QString::fromStdString(std::string(nameOf(warning.code)));
        return !reading.problem ? names : QStringList{QString::fromStdString(englishText(reading.problem))};
    }
    QStringList codes(const char* key, const std::string& rules = {})
    {
        const Subject subject = subjectOf(key);
        return subject.format ? codes(reading(subject, rules)) : QStringList{"not recognised"};
    }

    // A token of ours that has one request, and its key.
    std::string stateOf(const Policy& policy)
    {
        RedisRateLimiter(m_connection, policy).acquire("user:1");
        return stateKey(RedisToken("user:1"), policy.name, algorithmNamed(policy.algorithm));
    }

private Q_SLOTS:
    void init()
    {
        awaitTimeInTheMinute();
        redis({"FLUSHALL"});
        redis({"CONFIG", "SET", "maxmemory", "0"});
    }

    void aKeyWithoutExpiry()
    {
        redis({"SET", "rl:203.0.113.9", "3", "PX", "41000"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList());
        redis({"PERSIST", "rl:203.0.113.9"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList{"no-ttl"});
    }

    void anExpiryThatIsFarTooLong()
    {
        const std::string newest = fmt::format("{:.4f}", epochSeconds(now()));
        const char* const key = "0123456789abcdef0123456789abcdef"; // the article hashes its tokens
        redis({"ZADD", key, newest, newest});
        redis({"EXPIRE", key, "60"});
        QCOMPARE(codes(key, "5/min"), QStringList());
        redis({"EXPIRE", key, "60000"}); // milliseconds for seconds
        QCOMPARE(codes(key, "5/min"), QStringList{"long-ttl"});
    }

    void aCountBelowZero()
    {
        redis({"SET", "rl:203.0.113.9", "0", "PX", "41000"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList());
        redis({"SET", "rl:203.0.113.9", "-2", "KEEPTTL"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList{"negative"});
        QCOMPARE(reading(subjectOf("rl:203.0.113.9")).warnings.at(0).number, -2.0);
    }

    void aClockThatIsAhead()
    {
        const char* const key = "ratelimiter:example.com:log";
        redis({"LPUSH", key, fmt::format("{:.7f}", epochSeconds(now()))});
        redis({"EXPIRE", key, "60"});
        QCOMPARE(codes(key, "8/min"), QStringList());
        redis({"LPUSH", key, fmt::format("{:.7f}", epochSeconds(now() + 30s))});
        QCOMPARE(codes(key, "8/min"), QStringList{"clock-ahead"});
    }

    void timesInAWrongUnit_data()
    {
        QTest::addColumn<int>("decimals");       // of a second, in which the times are written
        QTest::addColumn<int>("ago");            // seconds
        QTest::addColumn<QStringList>("list");   // what a format that reads seconds says
        QTest::addColumn<QStringList>("bucket"); // and one that reads milliseconds
        const QStringList none;
        const QStringList found{"wrong-unit"};
        const QStringList others{"not recognised"};
        addRow("seconds", 0, 3, none, found);
        addRow("milliseconds", 3, 3, found, none);
        addRow("microseconds", 6, 3, found, found);
        addRow("nanoseconds", 9, 3, found, found);
        // What is merely old, or far ahead, is in no unit.
        addRow("seconds, some time ago", 0, 80'000, none, found);
        addRow("seconds, two days ago", 0, 172'800, none, others);
        addRow("seconds of another year", 0, 400 * 86'400, others, others);
        addRow("milliseconds of another year", 3, 400 * 86'400, others, others);
        addRow("milliseconds, two days ahead", 3, -172'800, others, QStringList{"clock-ahead"});
    }
    void timesInAWrongUnit()
    {
        QFETCH(int, decimals);
        QFETCH(int, ago);
        QFETCH(QStringList, list);
        QFETCH(QStringList, bucket);
        const char* const listKey = "ratelimiter:example.com:log";
        const char* const bucketKey = "@upstash/ratelimit:user:7";
        const std::int64_t seconds = now().time_since_epoch() / 1s - ago;
        const std::string time = std::to_string(seconds) + std::string(std::size_t(decimals), '0');
        redis({"LPUSH", listKey, time});
        redis({"EXPIRE", listKey, "60"});
        QCOMPARE(codes(listKey, "8/min"), list);
        redis({"HSET", bucketKey, "refilledAt", time, "tokens", "4"});
        redis({"EXPIRE", bucketKey, "60"});
        QCOMPARE(codes(bucketKey, "10/min"), bucket);
    }

    // Keys with names that anybody may choose are not a format's whose times they do not have.
    void timesUnderAnybodysNames()
    {
        const auto seconds = now().time_since_epoch() / 1s;
        const std::string inSeconds = std::to_string(seconds);
        const std::string inMilliseconds = inSeconds + "000";
        redis({"ZADD", "semaphore:remote", inSeconds, "1f0e"}); // as in "Redis in Action"
        QCOMPARE(codes("semaphore:remote", "5/min"), QStringList{"not recognised"});
        redis({"ZADD", "limit:user1", inMilliseconds, inMilliseconds});
        QCOMPARE(codes("limit:user1", "5/min"), QStringList{"not recognised"});
        redis({"ZADD", "rate-limit-192.0.2.4", inMilliseconds, inMilliseconds});
        QCOMPARE(codes("rate-limit-192.0.2.4", "5/min"), QStringList{"not recognised"});
        redis({"SET", "{x}last", inMilliseconds});
        QCOMPARE(codes("{x}last", "5/min"), QStringList{"not recognised"});
    }

    // Nothing is known of such a token but that; and nothing can be done but to reset it.
    void whatIsInAWrongUnitIsNotJudged()
    {
        const char* const key = "ratelimiter:example.com:log";
        const auto present = now().time_since_epoch() / 1ms;
        // Some of its clients write seconds, as they should, some milliseconds.
        redis({"LPUSH", key, std::to_string(present / 1000 - 2), std::to_string(present - 1000)});
        redis({"EXPIRE", key, "60"});
        const Subject subject = subjectOf(key);
        QVERIFY(subject.format);
        const Reading found = reading(subject, "2/min");
        QCOMPARE(codes(found), QStringList{"wrong-unit"});
        QVERIFY(mistakenUnit(found.warnings.at(0)) == (MistakenUnit{.written = 3, .read = 0}));
        QVERIFY(!found.decision);
        QVERIFY(!found.used);

        Change change{BlockIntent{1h, "r", "ops"}, {subject}, {}, "ops", "scraper"};
        readStates(m_connection, change);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(preview(change)));
        change.intent = ResetIntent{};
        readStates(m_connection, change);
        ChangeOutcome made = apply(m_connection, change);
        QVERIFY(!made.trouble);
        QCOMPARE(made.changed, 1U);
        QVERIFY(!exists(key));
        QCOMPARE(undo(m_connection, made).count(Undone::AsItWas), 1U);
        QCOMPARE(codes(key, "2/min"), QStringList{"wrong-unit"});
    }

    // A block is a key of its own, which its clients obey whatever the log says.
    void aBlockBesideTimesInAWrongUnit()
    {
        const char* const key = "ratelimiter:example.com:log";
        redis({"LPUSH", key, std::to_string(now().time_since_epoch() / 1s - 2)});
        redis({"EXPIRE", key, "60"});
        const Subject subject = subjectOf(key);
        Change change{BlockIntent{1h, "r", "ops"}, {subject}, {}, "ops", "scraper"};
        readStates(m_connection, change);
        QCOMPARE(apply(m_connection, change).changed, 1U);
        redis({"DEL", key});
        redis({"LPUSH", key, std::to_string(now().time_since_epoch() / 1ms)});
        redis({"EXPIRE", key, "60"});
        const Reading found = reading(subject, "2/min");
        QCOMPARE(codes(found), QStringList{"wrong-unit"});
        QVERIFY(found.block);
    }

    // Of a token that is listed already.
    void timesThatBecomeWrong()
    {
        const char* const key = "0123456789abcdef0123456789abcdef"; // whose name tells nothing
        const std::string right = fmt::format("{:.4f}", epochSeconds(now()));
        redis({"ZADD", key, right, right});
        redis({"EXPIRE", key, "60"});
        const Subject subject = subjectOf(key);
        QVERIFY(subject.format);
        QCOMPARE(codes(reading(subject, "5/min")), QStringList());
        const std::string wrong = std::to_string(now().time_since_epoch() / 1us);
        redis({"ZADD", key, wrong, wrong});
        QCOMPARE(codes(reading(subject, "5/min")), QStringList{"wrong-unit"});
        redis({"ZREM", key, right});
        QCOMPARE(codes(key, "5/min"), QStringList{"not recognised"});
    }

    void aLogThatIsNeverTrimmed()
    {
        const char* const key = "0123456789abcdef0123456789abcdef";
        for (const auto ago : {300s, 200s, 100s, 30s, 1s}) {
            const std::string moment = fmt::format("{:.4f}", epochSeconds(now() - ago));
            redis({"ZADD", key, moment, moment});
        }
        redis({"EXPIRE", key, "60"});
        QCOMPARE(codes(key, "50/min"), QStringList{"untrimmed"});
        redis({"ZREMRANGEBYSCORE", key, "0", fmt::format("{}", epochSeconds(now() - 60s))});
        QCOMPARE(codes(key, "50/min"), QStringList());
    }

    // Denied requests count as well in these layouts.
    void aRetryStormOfAnotherLimiter()
    {
        redis({"SET", "rl:203.0.113.9", "90", "PX", "30000"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList()); // limited, and no more
        redis({"SET", "rl:203.0.113.9", "600", "PX", "30000"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList{"retry-storm"});
        const double rate = reading(subjectOf("rl:203.0.113.9"), "60/min").warnings.at(0).number;
        QVERIFY2(rate > 15 && rate < 19, qPrintable(QString::number(rate))); // 540 in 30 s
        // Slow ones, which nobody notices.
        QCOMPARE(codes("rl:203.0.113.9", "60/h"), QStringList());

        const Instant present = now();
        for (int i = 0; i < 100; ++i) {
            const std::string moment = fmt::format("{:.4f}", epochSeconds(present - i * 100ms));
            redis({"ZADD", "0123456789abcdef0123456789abcdef", moment, moment});
        }
        redis({"EXPIRE", "0123456789abcdef0123456789abcdef", "60"});
        QCOMPARE(codes("0123456789abcdef0123456789abcdef", "5/min"), QStringList{"retry-storm"});
        QCOMPARE(codes("0123456789abcdef0123456789abcdef", "80/min"), QStringList());
    }

    void aRetryStormOfOurs_data()
    {
        QTest::addColumn<int>("denied"); // in each ten seconds
        addColumns<int, int, bool>({"allowed", "spans", "storm"});
        QTest::newRow("for a minute") << 20 << 1 << 6 << true;
        QTest::newRow("not yet a minute") << 20 << 1 << 5 << false;
        QTest::newRow("now and then") << 9 << 1 << 60 << false;
        QTest::newRow("more are allowed") << 20 << 21 << 60 << false;
    }
    void aRetryStormOfOurs()
    {
        QFETCH(int, denied);
        QFETCH(int, allowed);
        QFETCH(int, spans);
        QFETCH(bool, storm);
        const Instant present(1'795'000'003s); // three seconds of the last ten are over
        std::vector<RequestCount> counts;
        for (int i = spans; i >= 0; --i)
            counts.push_back(
                {Instant(1'795'000'000s) - i * countSpan, i == 0 ? 0 : allowed, i == 0 ? 0 : denied});
        const auto found = retryStorm(counts, present);
        QCOMPARE(found.has_value(), storm);
        if (found)
            QCOMPARE(found->number, 2.0);
    }

    // Whoever is blocked by hand comes again, too: that is known.
    void retriesBeforeTheirTime()
    {
        Policy policy{"api", "gcra", parseRules("5/h")};
        policy.counters = true;
        stateOf(policy);
        std::string ring(480, '\0');
        const std::int64_t current = now().time_since_epoch() / countSpan;
        for (std::int64_t turn = current - 4; turn <= current; ++turn) {
            const std::int64_t round = 1 + turn / 60 % 32767;
            const auto place = std::size_t(turn % 60) * 8;
            ring[place] = char(round >> 8);
            ring[place + 1] = char(round & 0xff);
            ring[place + 7] = 3; // denied
        }
        redis({"SET", countsKey(RedisToken("user:1"), "api"), ring});
        const Subject subject = stateSubject("user:1", policy);
        const auto found = [&] {
            return codes(
                readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front());
        };
        QCOMPARE(found(), QStringList{"early-retries"});
        const ChangeOutcome blocked = apply(
            m_connection, {BlockIntent{1h, "r", "ops"}, {controlSubject("user:1")}, {}, "ops", "scraper"});
        QCOMPARE(blocked.made, 1U);
        QCOMPARE(found(), QStringList());
    }

    void aRequestThatNeverFits()
    {
        Policy policy{"api", "gcra", parseRules("5/h")};
        policy.counters = true;
        policy.denials = 10;
        const Subject subject = stateSubject("user:1", policy);
        const auto decide = [&](Units cost, Instant at) {
            redis(decisionCommand(policy, RedisToken("user:1"), cost, Mode::Acquire, {.now = at}));
        };
        const auto found = [&] {
            return readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
        };
        const Instant present = now();
        decide(5, present - 700s);
        decide(1, present - 650s); // denied, and passes when it has waited
        QCOMPARE(codes(found()), QStringList());
        decide(6, present - 601s);
        QCOMPARE(codes(found()), QStringList()); // long ago
        decide(6, present - 500s);
        QCOMPARE(codes(found()), QStringList{"too-large"});
        QCOMPARE(found().warnings.at(0).number, 6.0);
        decide(5, present - 400s); // the newest counts
        QCOMPARE(codes(found()), QStringList());
        decide(6, present - 300s);
        policy.denials = 0; // nothing is remembered
        QCOMPARE(codes(found()), QStringList());
    }

    // Who can write the whole header has as many limits as there are lists.
    void aListOfAddressesAsToken()
    {
        redis({"SET", "rl:203.0.113.9", "3", "PX", "30000"});
        QCOMPARE(codes("rl:203.0.113.9", "60/min"), QStringList());
        redis({"SET", "rl:203.0.113.9, 10.0.0.12", "3", "PX", "30000"});
        QCOMPARE(codes("rl:203.0.113.9, 10.0.0.12", "60/min"), QStringList{"address-list"});
        const Policy policy{"api", "gcra", parseRules("5/min")};
        RedisRateLimiter(m_connection, policy).acquire("203.0.113.9,10.0.0.12");
        QCOMPARE(codes(reading(stateSubject("203.0.113.9,10.0.0.12", policy), "5/min")),
                 QStringList{"address-list"});
    }

    // Callers that count apart, each without a look at the others' charges.
    void chargedAboveTheLimit()
    {
        const char* const key = "fastapi-limiter:203.0.113.9:/items:4:0";
        redis({"SET", key, "50", "PX", "30000"});
        QCOMPARE(codes(key, "50/min"), QStringList());
        redis({"SET", key, "150", "PX", "30000"});
        QCOMPARE(codes(key, "50/min"), QStringList{"above-limit"});
        QCOMPARE(reading(subjectOf(key), "50/min").warnings.at(0).number, 3.0);
    }

    void ourStates_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const Algorithm& algorithm : algorithms())
            addRow(std::string(algorithm.name).c_str(), QString::fromStdString(std::string(algorithm.name)));
    }
    void ourStates()
    {
        QFETCH(QString, algorithm);
        const Policy policy{"api", algorithm.toStdString(), parseRules("5/min")};
        const std::string key = stateOf(policy);
        const Subject subject = stateSubject("user:1", policy);
        QCOMPARE(codes(reading(subject, "5/min")), QStringList());
        redis({"PERSIST", key});
        QCOMPARE(codes(reading(subject, "5/min")), QStringList{"no-ttl"});
        QCOMPARE(codes(reading(subject)), QStringList{"no-ttl"}); // without rules, too
        redis({"EXPIRE", key, "90000"});
        QCOMPARE(codes(reading(subject, "5/min")), QStringList{"long-ttl"});
        redis({"EXPIRE", key, "86000"}); // a former version of the policy may have written it
        QCOMPARE(codes(reading(subject, "5/min")), QStringList());
        redis({"DEL", key});
        QCOMPARE(codes(reading(subject, "5/min")), QStringList());
    }

    void ourLogFromAServerWhoseClockWasAhead()
    {
        const Policy policy{"api", "sliding-log-zset", parseRules("5/min")};
        const std::string key = stateOf(policy);
        const Subject subject = stateSubject("user:1", policy);
        const auto ahead = (now() + 30s).time_since_epoch().count();
        const Reply newest = redis({"ZRANGE", key, "-1", "-1"});
        redis({"ZADD", key, std::to_string(ahead), std::string(newest.view()[0].string())});
        QCOMPARE(codes(reading(subject, "5/min")), QStringList{"clock-ahead"});
    }

    void aStaleLockIsRemovedAndPutBack()
    {
        redis({"SET", "vendor:finicity", fmt::format("{:.6f}", epochSeconds(now() + 20s)), "EX", "86400"});
        const Subject subject = subjectOf("vendor:finicity");
        redis({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef", "EX", "10"});
        QCOMPARE(codes(reading(subject, "10/30s")), QStringList()); // it ends by itself
        redis({"PERSIST", "rate_limiter_lock:vendor:finicity"});
        const Reading locked = reading(subject, "10/30s");
        QCOMPARE(codes(locked), QStringList{"stale-lock"});
        QCOMPARE(locked.warnings.at(0).owner, "0123456789abcdef");

        Change change = removal(subject);
        readStates(m_connection, change);
        const Preview wanted = preview(change);
        QCOMPARE(wanted.first.size(), 1U);
        QCOMPARE(wanted.first.at(0).text(), "DEL rate_limiter_lock:vendor:finicity");
        QVERIFY(exists("rate_limiter_lock:vendor:finicity"));
        ChangeOutcome made = apply(m_connection, change);
        QVERIFY(!made.trouble);
        QCOMPARE(made.changed, 1U);
        QVERIFY(!exists("rate_limiter_lock:vendor:finicity"));
        QVERIFY(exists("vendor:finicity")); // what was used stays
        QCOMPARE(codes(reading(subject, "10/30s")), QStringList());

        QCOMPARE(undo(m_connection, made).count(Undone::AsItWas), 1U);
        QCOMPARE(codes(reading(subject, "10/30s")), QStringList{"stale-lock"});
        QCOMPARE(reading(subject, "10/30s").warnings, locked.warnings);
    }

    // Where nothing else is left of the token it still is locked.
    void aLockAloneIsASubject()
    {
        redis({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef"});
        const Subject subject = subjectOf("rate_limiter_lock:vendor:finicity");
        QVERIFY(subject.format);
        const Reading locked = reading(subject, "10/30s");
        QVERIFY(!locked.gone);
        QCOMPARE(codes(locked), QStringList{"stale-lock"});
    }

    void aLockThatHasBecomeAnotherStays()
    {
        redis({"SET", "vendor:finicity", fmt::format("{:.6f}", epochSeconds(now() + 2s)), "EX", "86400"});
        redis({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef"});
        Change change = removal(subjectOf("vendor:finicity"));
        readStates(m_connection, change);
        redis({"SET", "rate_limiter_lock:vendor:finicity", "fedcba9876543210"});
        const ChangeOutcome made = apply(m_connection, change);
        QVERIFY(made.trouble);
        QCOMPARE(made.changed, 0U);
        QVERIFY(exists("rate_limiter_lock:vendor:finicity"));
        // The state beside it may move.
        readStates(m_connection, change);
        redis({"SET", "vendor:finicity", fmt::format("{:.6f}", epochSeconds(now() + 3s)), "EX", "86400"});
        QCOMPARE(apply(m_connection, change).changed, 1U);
    }

    void whatTakesNoLocksHasNoneToRemove()
    {
        const Policy policy{"api", "gcra", parseRules("5/min")};
        stateOf(policy);
        const Change change = removal(stateSubject("user:1", policy));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(preview(change)));
        redis({"SET", "rl:203.0.113.9", "3", "PX", "41000"});
        Change none = removal(subjectOf("rl:203.0.113.9"));
        readStates(m_connection, none);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(preview(none)));
    }

    void aLockIsStaleWhenItStaysTheSame()
    {
        const auto held = [](const std::string& owner, Instant at) {
            Reading reading;
            reading.at = at;
            reading.warnings = {{WarningCode::StaleLock, 0, "lock", owner}};
            return reading;
        };
        const Instant start(1'795'000'000s);
        LockWatch watch;
        QVERIFY(!watch.isStale(1, held("a", start)));
        QVERIFY(!watch.isStale(1, held("a", start + 1s)));
        QVERIFY(watch.isStale(1, held("a", start + 2s)));
        QVERIFY(!watch.isStale(1, held("b", start + 3s))); // somebody works
        QVERIFY(!watch.isStale(2, held("b", start + 9s)));
        QVERIFY(watch.isStale(1, held("b", start + 5s)));
        QVERIFY(!watch.isStale(1, Reading()));
        QVERIFY(!watch.isStale(1, held("b", start + 6s)));
    }

    void tokensAreCountedByGroup()
    {
        const Format* const format = stateSubject("", Policy{"api", "gcra", {}}).format;
        const Instant at(1'795'000'000s);
        WarningTally tally;
        for (int i = 0; i < 5; ++i)
            tally.add(format, "api", fmt::format("user:{}", i), WarningCode::NoExpiry, at + i * 1s);
        tally.add(format, "api", "user:1", WarningCode::StaleLock, at);
        std::vector<WarningGroup> groups = tally.groups();
        QCOMPARE(groups.size(), 2U);
        QCOMPARE(groups.at(0).code, WarningCode::StaleLock); // the worst first
        QCOMPARE(groups.at(1).tokens, 5U);
        QCOMPARE(groups.at(1).since, at);
        QCOMPARE(groups.at(1).samples, (std::vector<std::string>{"user:0", "user:1", "user:2"}));
        tally.remove(format, "api", "user:1", WarningCode::NoExpiry);
        tally.remove(format, "api", "user:1", WarningCode::StaleLock);
        groups = tally.groups();
        QCOMPARE(groups.size(), 1U);
        QCOMPARE(groups.at(0).tokens, 4U);
        QCOMPARE(groups.at(0).samples, (std::vector<std::string>{"user:0", "user:2"}));
    }

    void itsMemoryIsBounded()
    {
        const Format* const format = stateSubject("", Policy{"api", "gcra", {}}).format;
        WarningTally tally;
        constexpr int tokens = 3 * int(WarningTally::mostGroups);
        const auto each = [&](auto what) {
            for (int i = 0; i < tokens; ++i)
                what(fmt::format("policy{}", i));
        };
        each([&](const std::string& policy) {
            tally.add(format, policy, "user:1", WarningCode::NoExpiry, Instant(1s));
        });
        const std::vector<WarningGroup> groups = tally.groups();
        QCOMPARE(groups.size(), WarningTally::mostGroups + 1);
        QCOMPARE(groups.at(0).tokens, std::size_t(tokens) - WarningTally::mostGroups);
        QVERIFY(groups.at(0).others);
        each([&](const std::string& policy) {
            tally.remove(format, policy, "user:1", WarningCode::NoExpiry);
        });
        QVERIFY(tally.groups().empty());
    }

    void aServerThatEvictsKeys_data()
    {
        addColumns<QString, QString, QString>({"maxmemory", "policy", "code"});
        addRow("any", "100mb", "allkeys-lru", "evicts-any-key");
        addRow("expiring", "100mb", "volatile-ttl", "evicts-expiring-keys");
        addRow("none", "100mb", "noeviction", "");
        addRow("expiring, without a limit", "0", "volatile-ttl", "");
        addRow("without a limit", "0", "allkeys-lru", "");
    }
    void aServerThatEvictsKeys()
    {
        QFETCH(QString, maxmemory);
        QFETCH(QString, policy);
        QFETCH(QString, code);
        redis({"CONFIG", "SET", "maxmemory-policy", policy.toStdString()});
        redis({"CONFIG", "SET", "maxmemory", maxmemory.toStdString()});
        const auto check = [](Server& server) {
            const ServerCheck found = checkServer(server);
            QStringList all;
            for (const ServerWarning& warning : found.warnings)
                all << QString::fromStdString(std::string(nameOf(warning.code)));
            return found.knowsMemory ? all.join(' ') : QString("not known");
        };
        QCOMPARE(check(m_connection), code);
        // By whichever of the two this user may ask.
        for (const auto& [right, expected] : std::initializer_list<std::pair<const char*, QString>>{
                 {"+info", code}, {"+config|get", code}, {"+get", "not known"}}) {
            Connection viewer(userWith(std::string("+ping ") + right, m_server), unhurried);
            QCOMPARE(check(viewer), expected);
        }
    }

    void aServerWhoseMemoryIsFull_data()
    {
        addColumns<double, QString, QString>({"share", "policy", "code"});
        addRow("full", 1.02, "noeviction", "memory-full");
        addRow("nearly full", 0.95, "noeviction", "memory-nearly-full");
        addRow("with room", 0.5, "noeviction", "");
        addRow("evicts", 0.95, "allkeys-lru", "evicts-any-key");
    }
    void aServerWhoseMemoryIsFull()
    {
        QFETCH(double, share);
        QFETCH(QString, policy);
        redis({"CONFIG", "SET", "maxmemory-policy", policy.toStdString()});
        redis({"SET", "filler", std::string(20'000'000, 'x')}); // so that a connection more changes little
        const auto used = double(readServerInfo(m_connection).usedMemory.value_or(0));
        redis({"CONFIG", "SET", "maxmemory", std::to_string(std::int64_t(used / share))});
        const ServerCheck check = checkServer(m_connection);
        redis({"CONFIG", "SET", "maxmemory", "0"});
        redis({"DEL", "filler"});
        QStringList codes;
        for (const ServerWarning& warning : check.warnings)
            codes << QString::fromStdString(std::string(nameOf(warning.code)));
        QTEST(codes.join(' '), "code");
    }

    void aServerThatHasEvictedKeys()
    {
        redis({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
        for (int i = 0; i < 100; ++i)
            redis({"SET", fmt::format("filler:{}", i), std::string(10'000, 'x')});
        const std::int64_t used = readServerInfo(m_connection).usedMemory.value_or(0);
        redis({"CONFIG", "SET", "maxmemory", std::to_string(used - 300'000)});
        redis({"SET", "one", "more"});
        redis({"CONFIG", "SET", "maxmemory", "0"});
        const ServerCheck check = checkServer(m_connection);
        QCOMPARE(check.warnings.size(), 1U); // by its settings it will not again
        QCOMPARE(check.warnings.at(0).code, ServerWarningCode::HasEvicted);
        QVERIFY(check.warnings.at(0).evicted > 0);
        redis({"CONFIG", "RESETSTAT"});
        QVERIFY(checkServer(m_connection).warnings.empty());
    }
};

RATEWARDEN_SUITE(TestWarnings)
#include "tst_warnings.moc"
