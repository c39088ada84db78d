// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Live capture: what limiters allow and deny on a real server while it runs is what comes out.
#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/lab/capture.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/watched_server.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <memory>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

Policy capturedPolicy(const char* algorithm, const char* rules, bool counters = false)
{
    return {"api", algorithm, parseRules(rules), false, counters, {}};
}

std::map<std::string, Units> unitsByToken(const Trace& trace)
{
    std::map<std::string, Units> units;
    for (std::size_t i = 0; i < trace.size(); ++i)
        units[std::string(trace.names[trace.tokens[i]])] += trace.cost(i);
    return units;
}

using ByToken = std::map<std::string, Units>;

} // namespace

class TestCapture : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        awaitTimeInTheMinute(); // windows of hours and days end with a minute, too
        m_connection.call({"FLUSHALL"});
    }

    // Charges between the readings, and no others, whatever the algorithm keeps of them.
    void whatIsChargedIsCaptured_data() { addAlgorithms(); }
    void whatIsChargedIsCaptured()
    {
        QFETCH(QString, algorithm);
        const Policy policy = capturedPolicy(algorithm.toUtf8(), "200/h + 1000/d");
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        for (int i = 0; i < 7; ++i)
            limiter.acquire("anna");
        WatchedServer watched(m_connection);
        Capture capture(watched, "api");
        capture.round(1ms);
        const Instant begun = limiter.acquire("anna").now;
        limiter.acquire("anna");
        limiter.acquire("bert"); // new
        capture.round(1ms);
        const Instant between = limiter.acquire("bert", 4).now;
        limiter.acquire("anna");
        capture.round(1ms);
        capture.round(1ms); // nothing has happened since
        QCOMPARE(capture.tokens(), 2U);
        QVERIFY(capture.foundAll());
        const ReadTraffic traffic = capture.take();
        QCOMPARE(unitsByToken(traffic.trace), (ByToken{{"anna", 3}, {"bert", 5}}));
        QCOMPARE(int(traffic.summary.kind), int(TrafficKind::Captured));
        QVERIFY(traffic.summary.to >= between - 1ms);
        const CaptureBounds& bounds = traffic.summary.capture.value();
        QCOMPARE(bounds.readings, 4U);
        QCOMPARE(bounds.trimmed, 0U);
        QCOMPARE(bounds.uncertain, 0U);
        QCOMPARE(bounds.unreadable, 0U);
        QVERIFY(bounds.longestGap > 0us);
        if (algorithmNamed(algorithm.toStdString()).keeps == Keeps::Charges) {
            QCOMPARE(bounds.counted, 0U);
            QCOMPARE(traffic.summary.from, begun);
        } else {
            QCOMPARE(bounds.counted, 8U);
        }
        // Nothing is asked of the server but to be read.
        for (const auto& [name, count] : watched.sent)
            for (const char* forbidden : {"EVAL", "EVALSHA", "MONITOR", "KEYS", "SET", "FCALL"})
                QVERIFY2(name != forbidden, name.c_str());
    }

    void deniedRequestsAreSeenWhereTheyAreCounted_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::newRow("log") << "sliding-log";
        QTest::newRow("counter") << "fixed-window";
    }
    void deniedRequestsAreSeenWhereTheyAreCounted()
    {
        QFETCH(QString, algorithm);
        const Policy policy = capturedPolicy(algorithm.toUtf8(), "3/d", true);
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("anna");
        Capture capture(m_connection, "api");
        capture.round(1ms);
        for (int i = 0; i < 6; ++i) // two more are allowed
            limiter.acquire("anna");
        capture.round(1ms);
        const ReadTraffic traffic = capture.take();
        QCOMPARE(traffic.trace.size(), 6U);
        const RecordedRefusals refusals = traffic.summary.refusals.value();
        QCOMPARE(refusals.requests, 4U);
        QCOMPARE(refusals.tokens, 1U);
        QCOMPARE(refusals.retries, 3U);
        QCOMPARE(traffic.summary.capture->uncertain, 0U);
    }

    // A counter of another limiter that counts what it denies, too; its window ends in between.
    void countersOfOthers()
    {
        const auto count = [this](const char* number, const char* milliseconds) {
            m_connection.call({"SET", "rl:1.2.3.4", number, "PX", milliseconds});
        };
        count("3", "50000");
        Capture capture(m_connection, "rate-limit-redis");
        capture.round(1ms);
        count("9", "49000");
        capture.round(1ms);
        count("2", "60000"); // a new window
        capture.round(1ms);
        const ReadTraffic traffic = capture.take();
        QCOMPARE(traffic.trace.size(), 8U);
        QCOMPARE(traffic.summary.capture->counted, 8U);
        QCOMPARE(traffic.summary.capture->uncertain, 1U);
        QVERIFY(traffic.summary.refusals.has_value());
        QCOMPARE(traffic.summary.refusals->requests, 0U); // its limit is not known
    }

    void whatALimitKnowsAsDenied()
    {
        Policy rules{"rl:*", "fixed-window", parseRules("5/min"), false, false, "rate-limit-redis"};
        announcePolicy(m_connection, rules);
        m_connection.call({"SET", "rl:1.2.3.4", "3", "PX", "50000"});
        Capture capture(m_connection, "rate-limit-redis");
        capture.round(1ms);
        m_connection.call({"SET", "rl:1.2.3.4", "9", "PX", "49000"});
        capture.round(1ms);
        const ReadTraffic traffic = capture.take();
        QCOMPARE(traffic.trace.size(), 6U);
        QCOMPARE(traffic.summary.refusals->requests, 4U); // 6, 7, 8 and 9
    }

    // Of two readings of a counter: whether its window went on, ended, or was only prolonged.
    void windowsOfCounters_data()
    {
        QTest::addColumn<double>("before");
        QTest::addColumn<qint64>("endsIn"); // ms
        QTest::addColumn<double>("after");
        QTest::addColumn<qint64>("endsThen"); // ms after the second reading, which is 10 s later
        QTest::addColumn<int>("requests");
        QTest::addColumn<bool>("uncertain");
        QTest::newRow("goes on") << 3.0 << qint64(30'000) << 7.0 << qint64(20'000) << 4 << false;
        QTest::newRow("ended, and counts more by now")
            << 3.0 << qint64(5'000) << 7.0 << qint64(55'000) << 7 << true;
        QTest::newRow("ended, and counts less") << 9.0 << qint64(5'000) << 2.0 << qint64(55'000) << 2 << true;
        QTest::newRow("reset") << 9.0 << qint64(30'000) << 2.0 << qint64(60'000) << 2 << true;
        QTest::newRow("prolonged by each request")
            << 3.0 << qint64(5'000) << 7.0 << qint64(54'000) << 4 << false;
        QTest::newRow("nothing came") << 3.0 << qint64(30'000) << 3.0 << qint64(20'000) << 0 << false;
    }
    void windowsOfCounters()
    {
        QFETCH(double, before);
        QFETCH(qint64, endsIn);
        QFETCH(double, after);
        QFETCH(qint64, endsThen);
        QFETCH(int, requests);
        QFETCH(bool, uncertain);
        const auto reading = [](Instant at, double used, qint64 ends) {
            const Format* const format = builtInCatalogue().find("rate-limit-redis");
            auto state = std::make_shared<ForeignState>();
            ShapeUsage usage;
            usage.used = used;
            usage.window = std::chrono::minutes(1);
            usage.resetsIn = std::chrono::milliseconds(ends);
            state->reading.rules.push_back(usage);
            TokenDetail detail;
            detail.reading.subject = {"1.2.3.4", "rl:*", format};
            detail.reading.at = at;
            detail.reading.foreign = std::move(state);
            return detail;
        };
        const Instant start(1'795'000'000s);
        ChargeWatch watch;
        const Charged first = watch.next(reading(start, before, endsIn), start, false);
        QVERIFY(first.entries.empty() && first.requests == 0 && first.refused == 0);
        const Charged charged = watch.next(reading(start + 10s, after, endsThen), start, false);
        QCOMPARE(charged.requests, std::uint64_t(requests));
        QCOMPARE(charged.from, start);
        QCOMPARE(charged.to, start + 10s);
        QCOMPARE(charged.uncertain, uncertain);
    }

    // Of two readings of a bucket, 10 s apart, that frees a unit each second.
    void bucketsBetweenReadings_data()
    {
        QTest::addColumn<qint64>("emptyIn");   // ms from the first reading; 0: it is empty
        QTest::addColumn<qint64>("emptyThen"); // ms from the second one
        QTest::addColumn<int>("requests");
        QTest::addColumn<bool>("uncertain");
        QTest::newRow("never empty") << qint64(20'000) << qint64(13'000) << 3 << false;
        QTest::newRow("nothing came") << qint64(20'000) << qint64(10'000) << 0 << false;
        QTest::newRow("was empty, at least one") << qint64(0) << qint64(500) << 1 << true;
        QTest::newRow("was empty, at least five") << qint64(3'000) << qint64(4'500) << 5 << true;
        QTest::newRow("has drained") << qint64(3'000) << qint64(0) << 0 << true;
        QTest::newRow("stays empty") << qint64(0) << qint64(0) << 0 << false;
    }
    void bucketsBetweenReadings()
    {
        QFETCH(qint64, emptyIn);
        QFETCH(qint64, emptyThen);
        QFETCH(int, requests);
        QFETCH(bool, uncertain);
        const auto reading = [](Instant at, qint64 emptyAfter) {
            TokenDetail detail;
            detail.reading.subject = {
                "a", "api", *std::ranges::find(ratewardenFormats(), "ratewarden/gcra", &Format::name)};
            detail.reading.at = at;
            detail.reading.policy = capturedPolicy("gcra", "60/min");
            Decision decision;
            decision.now = at;
            decision.usage.push_back(
                {detail.reading.policy->rules[0], emptyAfter > 0 ? 1 : 0, emptyAfter * 1ms});
            detail.reading.decision = decision;
            return detail;
        };
        const Instant start(1'795'000'000s);
        ChargeWatch watch;
        watch.next(reading(start, emptyIn), start, false);
        const Charged charged = watch.next(reading(start + 10s, emptyThen), start, false);
        QCOMPARE(charged.requests, std::uint64_t(requests));
        QCOMPARE(charged.uncertain, uncertain);
    }

    // A window shorter than the time between two readings: entries may have come and gone.
    void logsThatAreReadTooRarely()
    {
        const Instant start(1'795'000'000s);
        const auto reading = [](Instant at, const std::vector<LogEntry>& entries) {
            TokenDetail detail;
            detail.reading.subject = {
                "a", "api", *std::ranges::find(ratewardenFormats(), "ratewarden/sliding-log", &Format::name)};
            detail.reading.at = at;
            detail.reading.policy = capturedPolicy("sliding-log", "5/s");
            detail.hasLog = true;
            detail.log.entries = entries;
            detail.log.count = std::int64_t(entries.size());
            return detail;
        };
        ChargeWatch watch;
        watch.next(reading(start, {{start - 1s, 1}}), start, false);
        const Charged far = watch.next(reading(start + 10s, {{start + 9500ms, 1}}), start, false);
        QCOMPARE(far.entries.size(), 1U);
        QVERIFY(far.uncertain);
        const Charged near = watch.next(
            reading(start + 10500ms, {{start + 9500ms, 1}, {start + 10400ms, 1}, {start + 10400ms, 2}}),
            start, false);
        QCOMPARE(near.entries, (std::vector<LogEntry>{{start + 10400ms, 1}, {start + 10400ms, 2}}));
        QVERIFY(!near.uncertain);
        // One more of a time that is known.
        const Charged more = watch.next(
            reading(start + 10600ms, {{start + 10400ms, 1}, {start + 10400ms, 2}, {start + 10400ms, 1}}),
            start, false);
        QCOMPARE(more.entries.size(), 1U);
    }

    // More comes between two readings than one reading reads of a log.
    void entriesThatWereMissedAreCounted()
    {
        // A client whose clock is ahead, so that all of its entries are newer than the capture.
        const double ahead = double(std::chrono::system_clock::now().time_since_epoch() / 1ms) / 1e3 + 60;
        const auto push = [&](int from, int count) {
            Command command{"LPUSH", "LIMITS:LIMITER/anna/100000/2/hour"};
            for (int i = from; i < from + count; ++i)
                command.add(std::to_string(ahead + i * 0.001));
            m_connection.call(command);
        };
        push(0, 10);
        Capture capture(m_connection, "python-limits-moving-window");
        capture.round(1ms);
        const std::size_t before = capture.requests();
        push(10, int(maxEntries) + 300);
        capture.round(1ms);
        QCOMPARE(capture.requests() - before, std::size_t(maxEntries));
        const std::uint64_t trimmed = capture.take().summary.capture->trimmed;
        QVERIFY2(trimmed >= 300 && trimmed <= 310, qPrintable(QString::number(trimmed)));
    }

    void timesAreSpreadOrAtTheReading()
    {
        const Policy policy = capturedPolicy("fixed-window", "1000/d");
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("anna");
        for (const CountedTimes times : {CountedTimes::Spread, CountedTimes::AtReading}) {
            Capture capture(m_connection, "api", times);
            capture.round(1ms);
            for (int i = 0; i < 4; ++i)
                limiter.acquire("anna");
            capture.round(1ms);
            const Trace trace = capture.take().trace;
            QCOMPARE(trace.size(), 4U);
            QCOMPARE(trace.times.front() == trace.times.back(), times == CountedTimes::AtReading);
        }
    }

    // A hostile number does not fill the memory.
    void hugeDifferencesAreFewRequests()
    {
        m_connection.call({"SET", "rl:1.2.3.4", "3", "PX", "50000"});
        Capture capture(m_connection, "rate-limit-redis");
        capture.round(1ms);
        m_connection.call({"SET", "rl:1.2.3.4", "9000000000000000", "PX", "49000"});
        capture.round(1ms);
        QCOMPARE(capture.requests(), 1000U);
    }

    void stopsEarlyWithWhatItHas()
    {
        const Policy policy = capturedPolicy("sliding-log", "1000/d");
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("anna");
        std::stop_source stop;
        CaptureOptions options;
        options.duration = 1h;
        options.interval = 10ms;
        options.stop = stop.get_token();
        int rounds = 0;
        options.progress = [&](const CaptureProgress& progress) {
            QCOMPARE(progress.duration, Micros(1h));
            if (++rounds == 1)
                limiter.acquire("anna");
            if (progress.requests > 0)
                stop.request_stop();
        };
        const ReadTraffic traffic = captureTraffic(m_connection, "api", options);
        QCOMPARE(traffic.trace.size(), 1U);
        QCOMPARE(int(traffic.summary.fault), int(SourceFault::Cancelled));
    }

    void aLostServerEndsIt()
    {
        const Policy policy = capturedPolicy("sliding-log", "1000/d");
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("anna");
        WatchedServer watched(m_connection);
        CaptureOptions options;
        options.duration = 1h;
        options.interval = 10ms;
        options.progress = [&](const CaptureProgress& progress) {
            limiter.acquire("anna");
            watched.failing = progress.requests > 0;
        };
        const ReadTraffic traffic = captureTraffic(watched, "api", options);
        QVERIFY(!traffic.trace.empty());
        QCOMPARE(int(traffic.summary.fault), int(SourceFault::Unreadable));
        QVERIFY_THROWS_EXCEPTION(Unavailable, captureTraffic(watched, "api", options));
    }

    void refusals()
    {
        CaptureOptions options;
        options.duration = 20ms;
        options.interval = 10ms;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, captureTraffic(m_connection, "nobody", options));
        options.duration = 0s;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, captureTraffic(m_connection, "api", options));
        options.duration = 1s;
        options.interval = 2s;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, captureTraffic(m_connection, "api", options));
        options.interval = 1ms;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, captureTraffic(m_connection, "api", options));
    }
};

RATEWARDEN_SUITE(TestCapture)
#include "tst_capture.moc"
