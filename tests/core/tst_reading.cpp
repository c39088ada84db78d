// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
#include "core/admin/blocks.h"
#include "core/admin/policy_of.h"
#include "core/admin/token_walk.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/state_faults.h"
#include "core/keys/key_scan.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/redis/connection.h"
#include "core/redis/made_reply.h"
#include "core/tokens/reader.h"
#include "core/tokens/token_status.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/await.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"

#include <fmt/format.h>

#include <QTest>

#include <cstring>
#include <limits>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// Has three keys, and never says that SCAN has named all.
class EndlessServer final : public Server {
public:
    EndlessServer(bool sameAgain, std::size_t keys) : m_sameAgain(sameAgain), m_keys(keys) {}
    const std::string& where() const override { return m_where; }
    void cancel() override {}
    void run(std::span<const Command> commands, std::span<Reply> replies) override
    {
        for (std::size_t i = 0; i < commands.size(); ++i)
            replies[i] = madeReply(answerTo(commands[i].title()));
    }

private:
    std::string answerTo(std::string_view name)
    {
        if (name == "TIME")
            return "*2\r\n$1\r\n5\r\n$1\r\n0\r\n";
        if (name == "DBSIZE")
            return ":3\r\n";
        if (name == "TYPE")
            return "+none\r\n";
        if (name == "PTTL")
            return ":-2\r\n";
        if (name != "SCAN")
            return "$-1\r\n";
        m_page = m_sameAgain ? m_page % 7 + 1 : m_page + 1;
        const std::string cursor = std::to_string(m_page);
        std::string page = fmt::format("*2\r\n${}\r\n{}\r\n*{}\r\n", cursor.size(), cursor, m_keys);
        for (std::size_t i = 0; i < m_keys; ++i)
            page += "$1\r\nk\r\n";
        return page;
    }

    std::string m_where = "endless";
    bool m_sameAgain;
    std::size_t m_keys;
    int m_page = 0;
};

} // namespace

class TestReading : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    const Policy m_log{"log", "sliding-log-zset", parseRules("3/min + 10/h")};
    const Policy m_gcra{"cell", "gcra", parseRules("5/min")};

    Subject key(const std::string& token, const Policy& policy) { return stateSubject(token, policy); }

    static std::vector<Reading> readAll(Server& server, const std::vector<Subject>& subjects,
                                        const PolicyBook& book)
    {
        return readSubjects(server, subjects, policyOf(book));
    }
    static TokenDetail readOne(Server& server, const Subject& subject, const PolicyBook& book)
    {
        return std::move(readDetails(server, {&subject, 1}, policyOf(book)).front());
    }

    PolicyBook announceBoth()
    {
        announcePolicy(m_connection, m_log);
        announcePolicy(m_connection, m_gcra);
        return readPolicies(m_connection);
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void readsCountsAndOverrides()
    {
        Policy counted{"counted", "sliding-log", parseRules("3/min")};
        counted.counters = true;
        announcePolicy(m_connection, counted);
        announceBoth();
        const PolicyBook book = readPolicies(m_connection);
        RedisRateLimiter limiter(m_connection, counted);
        for (int i = 0; i < 5; ++i)
            limiter.acquire("t");
        overrideToken(m_connection, {"t", "counted", parseRules("7/h"), 1h, "migration", "ops"});
        overrideToken(m_connection, {"t", "log", parseRules("8/min"), 1h, "other", "ops"});
        const TokenDetail window = readOne(m_connection, key("t", counted), book);
        QCOMPARE(englishText(window.reading.problem), std::string());
        QVERIFY(window.override && window.override->rules == parseRules("7/h"));
        QCOMPARE(window.override->reason, std::string("migration"));
        QVERIFY(window.reading.decision->overridden);
        Units allowed = 0;
        Units denied = 0;
        for (const RequestCount& count : window.reading.counts) {
            allowed += count.allowed;
            denied += count.denied;
        }
        QCOMPARE(allowed, 3);
        QCOMPARE(denied, 2);
        const RequestRates rates = ratesOf(window.reading.counts, window.reading.at);
        QVERIFY(rates.allowed >= 3 / 20.0 && rates.allowed <= 3 / 10.0);
        QVERIFY(rates.denied >= 2 / 20.0 && rates.denied <= 2 / 10.0);
        QVERIFY(readAll(m_connection, {key("t", m_log)}, book).at(0).counts.empty());

        m_connection.call({"SET", countsKey(RedisToken("t"), "counted"), "x"});
        const Reading broken = readAll(m_connection, {key("t", counted)}, book).at(0);
        QVERIFY(broken.problem == Problem(Fault::NotOurCounts));
        QVERIFY2(broken.decision, "one broken key hides the others");
    }

    // A state lives as long as its rules' windows, the counts ten minutes.
    void countsOutliveTheState()
    {
        Policy counted{"counted", "sliding-log", parseRules("3/h")};
        counted.counters = true;
        RedisRateLimiter limiter(m_connection, counted);
        for (int i = 0; i < 5; ++i)
            limiter.acquire("gone");
        m_connection.call({"UNLINK", stateKey(RedisToken("gone"), "counted", algorithmNamed("sliding-log"))});
        limiter.acquire("there");
        m_connection.call({"SET", countsKey(RedisToken("broken"), "counted"), "x"});
        m_connection.call({"HSET", countsKey(RedisToken("a hash"), "counted"), "x", "1"});
        ScanCursor cursor;
        const ScanPage page = scanSubjects(m_connection, cursor, 100);
        QCOMPARE(page.subjects.size(), 1U);
        QCOMPARE(page.subjects[0].token, std::string("there"));
        QCOMPARE(page.counted.size(), 4U);

        std::vector<CountedToken> asked = page.counted;
        asked.push_back({"nobody", "counted"});
        const CountsReading reading = readCounts(m_connection, asked);
        QVERIFY(reading.at != Instant{});
        QCOMPARE(reading.tokens.size(), 2U);
        for (const auto& [token, counts] : reading.tokens) {
            Units allowed = 0;
            Units denied = 0;
            for (const RequestCount& count : counts) {
                allowed += count.allowed;
                denied += count.denied;
            }
            QCOMPARE(allowed, token.token == "gone" ? 3 : 1);
            QCOMPARE(denied, token.token == "gone" ? 2 : 0);
        }
    }

    void findsEveryTokenOnce()
    {
        RedisRateLimiter limiter(m_connection, m_log);
        for (int i = 0; i < 1500; ++i)
            limiter.acquire("user:" + std::to_string(i));
        blockToken(m_connection, {"blocked only", std::nullopt, "r", "b"});
        m_connection.call({"SET", "unrelated", "1"});
        m_connection.call({"SET", "rw:{x}:foreign", "1"});
        std::set<std::string> tokens;
        int pages = 0;
        ScanCursor cursor;
        do {
            const ScanPage page = scanSubjects(m_connection, cursor, 100);
            for (const Subject& found : page.subjects)
                tokens.insert(found.token);
            ++pages;
        } while (!cursor.isAtEnd());
        QCOMPARE(tokens.size(), 1501U);
        QVERIFY(tokens.contains("blocked only"));
        QVERIFY2(pages > 5, "the scan held the server up for too long at once");
    }

    void aScanWithoutEndIsRefused_data()
    {
        addColumns<int, bool, std::size_t, QString>({"scan", "sameAgain", "keys", "why"});
        const QString again = "SCAN does not end: the cursor ";
        const QString tooMany = "SCAN does not end: it has given ";
        const char* const scans[] = {"tokens", "blocks", "keys"};
        for (int scan = 0; scan < 3; ++scan) {
            QTest::addRow("%s, in circles", scans[scan]) << scan << true << std::size_t(0) << again;
            QTest::addRow("%s, no keys", scans[scan]) << scan << false << std::size_t(0) << tooMany;
            QTest::addRow("%s, the same keys", scans[scan]) << scan << false << std::size_t(300) << tooMany;
        }
    }
    void aScanWithoutEndIsRefused()
    {
        QFETCH(int, scan);
        QFETCH(bool, sameAgain);
        QFETCH(std::size_t, keys);
        QFETCH(QString, why);
        EndlessServer server(sameAgain, keys);
        const PolicyBook book;
        try {
            TokenWalk walk(server, book, TokenWalk::Which::All);
            while (scan == 0 && !walk.isAtEnd())
                walk.readPage();
            for (ScanCursor cursor; scan == 1 && !cursor.isAtEnd();)
                scanBlocks(server, cursor);
            for (KeyScan all; scan == 2 && !all.complete();)
                all.step(server);
            QFAIL("it ended");
        } catch (const BadReply& error) {
            QVERIFY2(QString(error.what()).contains(why), error.what());
        }
    }

    // What this user may not read is counted, where its name says that it may be a limiter's.
    void saysWhatItMayNotRead()
    {
        RedisRateLimiter(m_connection, m_gcra).acquire("a");
        m_connection.call({"SET", "rl:203.0.113.7", "3", "PX", "60000"});
        m_connection.call({"SET", "rl:203.0.113.8", "3", "PX", "60000"});
        m_connection.call({"SET", "unrelated", "1"});
        const auto expect = [&](const char* rights, std::size_t tokens, std::size_t unread) {
            Connection limited(userWith(rights, m_server), unhurried);
            const PolicyBook book;
            TokenWalk walk(limited, book, TokenWalk::Which::All);
            while (!walk.isAtEnd())
                walk.readPage();
            QCOMPARE(walk.tokens(), tokens);
            QCOMPARE(walk.unread(), unread);
            QVERIFY(walk.problem().code ==
                    (unread > 0 ? Problem::Code(Refused::Reason::MissingRight) : Problem::Code(Fault::None)));
        };
        expect("~* +@all", 3, 0);
        expect("~rw:* +@all", 1, 2);
        expect("~* +@all -get -getrange -substr", 1, 2);
    }

    void readsSeveralTokens()
    {
        const PolicyBook book = announceBoth();
        RedisRateLimiter(m_connection, m_log).acquire("a", 3);
        RedisRateLimiter(m_connection, m_gcra).acquire("a", 2);
        blockToken(m_connection, {"b", 10min, "abuse", "ops"});
        const Policy unknown{"unannounced", "gcra", parseRules("1/min")};
        RedisRateLimiter(m_connection, unknown).acquire("c");

        const auto readings = readAll(
            m_connection,
            {key("a", m_log), key("a", m_gcra), controlSubject("b"), key("c", unknown), key("nobody", m_log)},
            book);
        QCOMPARE(readings.size(), 5U);
        QCOMPARE(readings[0].decision->usage[0].used, 3);
        QCOMPARE(readings[0].decision->verdict, Verdict::DeniedByRule);
        QVERIFY(*readings[0].expiresIn > 59min && *readings[0].expiresIn <= 60min);
        QCOMPARE(readings[1].decision->usage[0].used, 2);
        QVERIFY(!readings[2].decision && !readings[2].gone);
        QCOMPARE(readings[2].block->reason, std::string("abuse"));
        QVERIFY(!readings[3].decision && !readings[3].policy && readings[3].expiresIn);
        QVERIFY(readings[4].gone);
        QCOMPARE(readings[4].decision->verdict, Verdict::Allowed);
        for (const Reading& reading : readings)
            QCOMPARE(QString::fromStdString(englishText(reading.problem)), QString());

        QCOMPARE(RedisRateLimiter(m_connection, m_log).peek("a").usage[0].used, 3); // reading charged nothing
    }

    void oneSpoiltKeySpoilsNoOther()
    {
        const PolicyBook book = announceBoth();
        m_connection.call(
            {"SET", stateKey(RedisToken("bad"), m_log.name, algorithmNamed(m_log.algorithm)), "x"});
        RedisRateLimiter(m_connection, m_log).acquire("good");
        const auto readings = readAll(m_connection, {key("bad", m_log), key("good", m_log)}, book);
        QCOMPARE(readings[0].problem.code, Problem::Code(Fault::OtherType));
        QVERIFY(QString::fromStdString(englishText(readings[0].problem)).contains("WRONGTYPE"));
        QVERIFY(!readings[0].decision);
        QCOMPARE(readings[1].decision->usage[0].used, 1);
        QCOMPARE(readOne(m_connection, key("bad", m_log), book).reading.problem.code,
                 Problem::Code(Fault::OtherType));
    }

    void spoiltContentsSpoilNoOther()
    {
        const PolicyBook book = announceBoth();
        const std::string log = stateKey(RedisToken("bad"), m_log.name, algorithmNamed(m_log.algorithm));
        // Totals that fall would make the used count negative.
        m_connection.call({"ZADD", log, "1795000000000000", "0000000000000900:1", "1795000000000001",
                           "0000000000000002:1"});
        m_connection.call({"PEXPIRE", log, "100000"});
        const std::string cell = stateKey(RedisToken("bad"), m_gcra.name, algorithmNamed(m_gcra.algorithm));
        const double window = 60e6;
        const double never = std::numeric_limits<double>::infinity();
        std::string state(24, '\0');
        std::memcpy(state.data(), &window, 8);
        std::memcpy(state.data() + 8, &never, 8);
        m_connection.call({"SET", cell, state});
        RedisRateLimiter(m_connection, m_log).acquire("good");
        const auto readings =
            readAll(m_connection, {key("bad", m_log), key("bad", m_gcra), key("good", m_log)}, book);
        QVERIFY(!readings[0].decision || readings[0].decision->usage[0].used >= 0);
        QVERIFY(!readings[1].decision);
        QVERIFY(readings[1].problem == Problem(Fault::NotOurState));
        QVERIFY(!readings[1].gone);
        QCOMPARE(readings[2].decision->usage[0].used, 1);
        m_connection.call({"SET", cell, ""});
        const auto empty = readAll(m_connection, {key("bad", m_gcra)}, book);
        QVERIFY(!empty[0].decision && empty[0].problem == Problem(Fault::NotOurState) && !empty[0].gone);
    }

    void whatCannotBeReadIsNotGone()
    {
        const PolicyBook book = announceBoth();
        m_connection.call({"SET", controlKey(RedisToken("t")), "rubbish"});
        const auto readings = readAll(m_connection, {controlSubject("t"), key("u", m_log)}, book);
        QVERIFY(!readings[0].gone);
        QCOMPARE(readings[0].problem.code, Problem::Code(Fault::OtherType));
        QVERIFY(readings[1].gone);
    }

    void aRightThatIsMissingIsNamed()
    {
        const PolicyBook book = announceBoth();
        RedisRateLimiter(m_connection, m_gcra).acquire("t");
        Connection half(userWith("~* +@read +@connection -get", m_server), unhurried);
        const Problem problem = readAll(half, {key("t", m_gcra)}, book).at(0).problem;
        QCOMPARE(problem.code, Problem::Code(Refused::Reason::MissingRight));
        QCOMPARE(problem.values.at(0), Problem::Value("GET"));
        QCOMPARE(problem.values.at(1), Problem::Value(half.where()));
        QVERIFY(englishText(problem).find("NOPERM") != std::string::npos);
    }

    void readsTheLogOfAWindow_data()
    {
        addColumns<QString, int>({"algorithm", "charges"});
        for (const char* algorithm :
             {"sliding-log", "sliding-log-zset", "sliding-log-list", "sliding-log-stream", "in-flight"})
            for (const int charges : {1, 5, 3000})
                QTest::addRow("%s %d", algorithm, charges) << algorithm << charges;
    }
    void readsTheLogOfAWindow()
    {
        QFETCH(QString, algorithm);
        QFETCH(int, charges);
        const Policy policy{"p", algorithm.toStdString(), parseRules("9000/min + 10000/h")};
        announcePolicy(m_connection, policy);
        const PolicyBook book = readPolicies(m_connection);
        RedisRateLimiter limiter(m_connection, policy);
        std::vector<LogEntry> expected;
        for (const Units lastCost : {1, 2}) {
            for (int i = 0; i < charges; ++i) {
                const Units cost = i + 1 < charges ? 1 : lastCost;
                expected.push_back({limiter.acquire("t", cost).now, cost});
            }
            const TokenDetail reading = readOne(m_connection, key("t", policy), book);
            QCOMPARE(englishText(reading.reading.problem), std::string());
            QVERIFY(reading.hasLog);
            QCOMPARE(reading.log.count, std::int64_t(expected.size()));
            const std::size_t shown = std::min(expected.size(), std::size_t(maxEntries));
            QVERIFY(reading.log.entries.size() >= shown - 1 && reading.log.entries.size() <= expected.size());
            QVERIFY(std::ranges::equal(reading.log.entries,
                                       std::span(expected).last(reading.log.entries.size())));
            if (lastCost == 1)
                QCOMPARE(reading.log.whole, expected.size() <= reading.log.entries.size());
            QVERIFY(reading.bytes.value_or(0) > 0);
        }
        QCOMPARE(readOne(m_connection, key("t", policy), book).reading.decision->usage[1].used,
                 2 * charges + 1);
    }

    void readsAStateWithoutLog()
    {
        const PolicyBook book = announceBoth();
        RedisRateLimiter(m_connection, m_gcra).acquire("t", 2);
        const TokenDetail reading = readOne(m_connection, key("t", m_gcra), book);
        QVERIFY(!reading.hasLog && reading.log.entries.empty());
        QCOMPARE(reading.reading.decision->usage[0].used, 2);
        QCOMPARE(reading.stateKey, std::string("rw:{t}:cell:gcra"));
    }

    void aForeignSortedSetIsAProblem()
    {
        const PolicyBook book = announceBoth();
        m_connection.call(
            {"ZADD", stateKey(RedisToken("t"), m_log.name, algorithmNamed(m_log.algorithm)), "1", "rubbish"});
        const TokenDetail reading = readOne(m_connection, key("t", m_log), book);
        QVERIFY(reading.reading.problem == Problem(Fault::NotOurLog));
        QVERIFY(reading.log.entries.empty());
    }

    void aStringThatIsNoLogIsAProblem()
    {
        const Policy packed{"packed", "sliding-log", parseRules("5/min")};
        announcePolicy(m_connection, packed);
        const PolicyBook book = readPolicies(m_connection);
        const std::string state = stateKey(RedisToken("t"), "packed", algorithmNamed("sliding-log"));
        for (const std::string& bytes :
             {std::string("n"), std::string("n1234567"), std::string("n12345671234567"),
              std::string("w1234567123456"), std::string("x1234567123456")}) {
            m_connection.call({"SET", state, bytes});
            const TokenDetail reading = readOne(m_connection, key("t", packed), book);
            QVERIFY(reading.reading.problem == Problem(Fault::NotOurLog));
            QVERIFY(reading.log.entries.empty());
        }
    }

    // Reading takes no script, so the rights to read are enough, and a replica will do.
    void rightsToReadAreEnough_data() { addAlgorithms(); }
    void rightsToReadAreEnough()
    {
        QFETCH(QString, algorithm);
        awaitTimeInTheMinute(); // of an hour, too
        Policy policy{"seen", algorithm.toStdString(), parseRules("7/h + 10/day")};
        policy.counters = true;
        announcePolicy(m_connection, policy);
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("t");
        limiter.acquire("t");
        blockToken(m_connection, {"blocked", 1h, "abuse", "ops"});
        limiter.acquire("blocked");
        overrideToken(m_connection, {"t", "seen", parseRules("7/h"), 1h, "migration", "ops"});
        Connection viewer(userWith("~* +@read +@connection", m_server), unhurried);
        const PolicyBook book = readPolicies(viewer);
        const TokenDetail detail = readOne(viewer, key("t", policy), book);
        QCOMPARE(QString::fromStdString(englishText(detail.reading.problem)), QString());
        QCOMPARE(detail.reading.decision->usage.at(0),
                 (RuleUsage{parseRules("7/h")[0], 2, detail.reading.decision->usage[0].resetAfter}));
        QVERIFY(detail.override && detail.reading.decision->overridden);
        QCOMPARE(detail.reading.counts.size(), 60U);
        const Reading blocked = readAll(viewer, {key("blocked", policy)}, book).at(0);
        QCOMPARE(blocked.decision->verdict, Verdict::Blocked);
        QVERIFY(*blocked.decision->retryAfter > 59min && *blocked.decision->retryAfter <= 60min);
    }

    // Fields are in no order: which of them are the newest is known when all are read.
    void slicesOfOneHashAreReadWhole()
    {
        const std::string hash = "ratelimit:emails:42";
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        const std::int64_t present = now.time_since_epoch() / 5s;
        const auto count = [&](std::int64_t from, std::int64_t to) {
            Command add{"HSET", hash};
            for (std::int64_t slice = from; slice <= to; ++slice)
                add.add(slice).add(1);
            m_connection.call(add);
        };
        count(present - 600, present + 100);
        m_connection.call({"EXPIRE", hash, "605"});
        const Subject subject = recogniseOnServer(m_connection, hash)->subject;
        QCOMPARE(std::string(subject.format->name()), std::string("ratelimit-ruby"));
        const Policy policy = subject.format->policyFor(subject, parseRules("20/min"));
        const auto read = [&] {
            return readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
        };
        const Reading reading = read();
        QVERIFY2(reading.decision, englishText(reading.problem).c_str());
        QCOMPARE(reading.decision->usage[0].used, 12); // a minute of them, whenever it is read
        count(present - 4000, present - 601);
        QCOMPARE(read().problem, Problem(Fault::TooManySlices, hash));
    }

    // More entries than are read of it are all in its window: they count, and a token is never called free
    // while its limiter denies it.
    void longLogsAreCountedWhole()
    {
        const auto push = [this](const std::string& key, int count) {
            const double now = double(clockOf(m_connection).time_since_epoch().count()) / 1e6;
            for (int from = 0; from < count; from += 100) {
                Command command{"LPUSH", key};
                for (int i = from; i < std::min(from + 100, count); ++i)
                    command.add(fmt::format("{:.6f}", now - 60 + i * 0.001));
                m_connection.call(command);
            }
            m_connection.call({"EXPIRE", key, "3600"});
        };
        const auto read = [this](const std::string& key) {
            const Subject subject = recogniseOnServer(m_connection, key)->subject;
            return readSubjects(m_connection, {&subject, 1}, [](const Subject&) { return nullptr; }).front();
        };
        const std::string named = "LIMITS:LIMITER/anna/500/1/hour"; // its rule stands in its name
        push(named, 300);
        QCOMPARE(read(named).decision->usage[0].used, 300);
        QCOMPARE(statusOf(read(named)), TokenStatus::Ok);
        push(named, 200);
        QCOMPARE(read(named).decision->usage[0].used, 500);
        QCOMPARE(statusOf(read(named)), TokenStatus::Limited);
        const std::string large = "LIMITS:LIMITER/bert/10000/1/hour";
        push(large, int(maxEntries) + 500);
        QCOMPARE(read(large).decision->usage[0].used, maxEntries + 500);
        QCOMPARE(statusOf(read(large)), TokenStatus::Ok);
        push(large, 7500);
        QCOMPARE(read(large).decision->usage[0].used, 10'000);
        QCOMPARE(statusOf(read(large)), TokenStatus::Limited);
    }

    // The distance of two moments that are none of our time is no number.
    void momentsOfNoTimeAreToldApart()
    {
        m_connection.call({"ZADD", "user1", "-1", "9223372036854775807"});
        m_connection.call({"EXPIRE", "user1", "600"});
        static_cast<void>(recogniseOnServer(m_connection, "user1"));
    }
};

RATEWARDEN_SUITE(TestReading)
#include "tst_reading.moc"
