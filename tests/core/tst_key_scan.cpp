// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The scan of every key: completeness, recognition, estimates, missing rights, interruptions.
#include "core/keys/key_scan.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/guard.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"
#include "tests/support/watched_server.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

using Found = std::map<std::string, FoundKeyFacts>;

Found scanAll(Server& server, KeyScan& scan)
{
    Found found;
    while (!scan.complete())
        for (FoundKeyFacts& key : scan.step(server).keys)
            found.insert_or_assign(key.name, key);
    return found;
}

Found scanAll(Server& server)
{
    KeyScan scan(100);
    return scanAll(server, scan);
}

std::string_view formatNameOf(const Found& found, const std::string& key)
{
    const Format* const format = found.at(key).format;
    return format ? format->name() : std::string_view();
}

} // namespace

class TestKeyScan : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    void set(int count, const std::string& name, const std::string& value, const char* millis = nullptr)
    {
        std::vector<Command> commands;
        for (int i = 0; i < count; ++i) {
            Command command{"SET", fmt::format("{}{}", name, i), value};
            if (millis)
                command.add("PX").add(millis);
            commands.push_back(std::move(command));
        }
        for (const Reply& reply : m_connection.pipeline(commands))
            throwIfError(reply.view(), "SET", "here");
    }
    std::string nowSeconds(double more = 0) const
    {
        return fmt::format("{:.4f}", double(nowMillis()) / 1000 + more);
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void findsEveryKeyWithTypeAndExpiry()
    {
        set(1500, "plain:", "x");
        m_connection.call({"SET", "string", "v", "PX", "100000"});
        m_connection.call({"RPUSH", "list", "v"});
        m_connection.call({"SADD", "set", "v"});
        m_connection.call({"ZADD", "zset", "1", "v"});
        m_connection.call({"HSET", "hash", "f", "v"});
        m_connection.call({"XADD", "stream", "*", "f", "v"});
        const std::string bytes("\0\n\xff", 3);
        m_connection.call({"SET", bytes, "v"});

        Guard readOnly(m_connection);
        WatchedServer watched(readOnly);
        KeyScan scan(100);
        const Found found = scanAll(watched, scan);
        QCOMPARE(found.size(), std::size_t(1507));
        QCOMPARE(scan.total().value_or(0), std::int64_t(1507));
        QVERIFY(scan.named() >= 1507);
        QVERIFY(found.contains(bytes));
        const std::map<std::string, KeyType> types{{"string", KeyType::String}, {"list", KeyType::List},
                                                   {"set", KeyType::Set},       {"zset", KeyType::SortedSet},
                                                   {"hash", KeyType::Hash},     {"stream", KeyType::Stream},
                                                   {"plain:7", KeyType::String}};
        for (const auto& [name, type] : types)
            QCOMPARE(found.at(name).type, type);
        QCOMPARE(found.at("list").expires, FoundKeyFacts::never);
        QVERIFY(std::abs(found.at("string").expires - nowMillis() - 100'000) < 20'000);
        QVERIFY2(watched.trips > 10, "the server was held up for too long at once");
        QVERIFY2(watched.trips < 40, "what is asked of a page goes with the next one");
        QCOMPARE(watched.sent["KEYS"], 0);
        QCOMPARE(watched.sent["EVALSHA"], 0);
        QCOMPARE(watched.sent["DBSIZE"], 1);
        QVERIFY(!scan.problems().type && !scan.problems().memory && !scan.problems().value);
        QVERIFY(scan.step(watched).keys.empty());
    }

    void nothingIsFoundOnAnEmptyServer()
    {
        KeyScan scan;
        QVERIFY(!scan.complete());
        QVERIFY(scanAll(m_connection, scan).empty());
        QCOMPARE(scan.total().value_or(-1), std::int64_t(0));
    }

    void recognisesFormats()
    {
        set(300, "rlflx:user:", "5", "60000");
        set(300, "rl:", "5", "60000");
        const std::string before = nowSeconds(-1);
        const std::string now = nowSeconds();
        m_connection.call({"ZADD", "user:42", before, before, now, now});
        m_connection.call({"EXPIRE", "user:42", "60"});
        RedisRateLimiter(m_connection, {"gcra", "gcra", parseRules("5/min")}).acquire("t");
        const Found found = scanAll(m_connection);
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(formatNameOf(found, fmt::format("rlflx:user:{}", i)),
                     std::string_view("rate-limiter-flexible"));
            QCOMPARE(formatNameOf(found, fmt::format("rl:{}", i)), std::string_view("rate-limit-redis"));
        }
        QCOMPARE(formatNameOf(found, "user:42"), std::string_view("engagor-sliding-window"));
        const auto own =
            std::ranges::find_if(found, [](const auto& one) { return one.first.starts_with("rw:"); });
        QVERIFY(own != found.end() && own->second.format);
        QCOMPARE(own->second.format->name(), std::string_view("ratewarden/gcra"));
    }

    void tellsUnknownKeysFromOthers()
    {
        set(40, "quota/", "17");
        set(40, "session/", R"({"user":"ann","cart":["b","c"]})", "60000");
        set(40, "visit/", R"({"uid":"u7","seen":)" + std::to_string(nowMillis()) + "}", "60000");
        set(40, "window/", R"({"used":3,"since":)" + std::to_string(nowMillis()) + "}");
        for (int i = 0; i < 40; ++i) {
            m_connection.call({"ZADD", fmt::format("leaders/{}", i), "12", "ann"});
            m_connection.call({"HSET", fmt::format("person/{}", i), "name", "ann", "age", "7"});
            m_connection.call(
                {"ZADD", fmt::format("times/{}", i), std::to_string(nowMillis()), fmt::format("req-{}", i)});
            m_connection.call({"SADD", fmt::format("members/{}", i), "1"});
        }
        const Found found = scanAll(m_connection);
        for (const char* const unknown : {"quota/7", "window/7", "times/7"}) {
            QVERIFY2(found.at(unknown).kind == KeyKind::Unknown, unknown);
            QVERIFY(!found.at(unknown).format);
        }
        for (const char* const none : {"session/7", "visit/7", "leaders/7", "person/7", "members/7"})
            QVERIFY2(found.at(none).kind == KeyKind::NotLimiter, none);
    }

    void readsFewValuesOfKeysThatAreAlike()
    {
        set(3000, "rlflx:user:", "5", "60000");
        set(3000, "session:", "text", "60000");
        WatchedServer watched(m_connection);
        QCOMPARE(scanAll(watched).size(), std::size_t(6000));
        QCOMPARE(watched.sent["TYPE"], watched.sent["PTTL"] - watched.sent["GETRANGE"]);
        QVERIFY2(watched.sent["GETRANGE"] < 400, fmt::format("{}", watched.sent["GETRANGE"]).c_str());
        QVERIFY2(watched.sent["MEMORY"] < 400, fmt::format("{}", watched.sent["MEMORY"]).c_str());
    }

    void readsEachValueWhereTheyDiffer()
    {
        // Names alone do not tell the counters from the texts among them.
        std::vector<Command> commands;
        for (int i = 0; i < 800; ++i)
            commands.push_back({"SET", fmt::format("rl:{}", i), i % 2 == 0 ? "5" : "a text", "PX", "60000"});
        m_connection.pipeline(commands);
        const Found found = scanAll(m_connection);
        QCOMPARE(found.size(), std::size_t(800));
        for (int i = 0; i < 800; ++i)
            QCOMPARE(formatNameOf(found, fmt::format("rl:{}", i)),
                     i % 2 == 0 ? std::string_view("rate-limit-redis") : std::string_view());
    }

    void estimatesMemory()
    {
        set(1000, "small:", "1234567890");
        set(1000, "large:", std::string(2000, 'x'));
        std::vector<Command> commands;
        for (int i = 0; i < 100; ++i)
            for (int k = 0; k <= i * 10; ++k)
                commands.push_back({"RPUSH", fmt::format("list:{}", i), "an element"});
        m_connection.pipeline(commands);
        double wanted = 0;
        double estimated = 0;
        const Found found = scanAll(m_connection);
        for (const auto& [name, key] : found) {
            const auto bytes = double(m_connection.call({"MEMORY", "USAGE", name}).view().integer());
            wanted += bytes;
            estimated += key.memory;
            if (name.starts_with("list:") || name.starts_with("large:"))
                QVERIFY2(std::abs(key.memory - bytes) < 0.1 * bytes + 64,
                         fmt::format("{}: {} for {}", name, key.memory, bytes).c_str());
        }
        QVERIFY2(std::abs(estimated - wanted) < 0.05 * wanted,
                 fmt::format("{} for {}", estimated, wanted).c_str());
    }

    // The first keys of a group are read to know the others. Where these have ended by then, later ones are
    // read.
    void keysThatEndMeanwhileDoNotStopTheSampling()
    {
        set(400, "group:", "a text", "60000");
        WatchedServer watched(m_connection);
        watched.endsWhatIsReadFirst = true;
        KeyScan scan(50);
        const Found found = scanAll(watched, scan);
        const auto known =
            std::ranges::count(found, KeyKind::NotLimiter, [](const auto& one) { return one.second.kind; });
        QVERIFY2(known > 200, fmt::format("{} of {}", known, found.size()).c_str());
    }

    void goesOnAfterAnInterruption()
    {
        set(2000, "rl:", "5", "60000");
        WatchedServer watched(m_connection);
        KeyScan scan(100);
        Found found;
        int failures = 0;
        for (int i = 0; !scan.complete(); ++i) {
            watched.failing = i % 3 == 1;
            try {
                for (FoundKeyFacts& key : scan.step(watched).keys)
                    found.insert_or_assign(key.name, key);
            } catch (const Unavailable&) {
                ++failures;
            }
        }
        QVERIFY(failures > 5);
        QCOMPARE(found.size(), std::size_t(2000));
        for (const auto& [name, key] : found)
            QVERIFY(key.format && key.memory > 0);
    }

    void missesOnlyWhatItMayNotAsk_data()
    {
        QTest::addColumn<QByteArray>("right");
        for (const char* const right : {"type", "pttl", "memory", "getrange", "time", "dbsize"})
            QTest::newRow(right) << QByteArray(right);
    }

    void missesOnlyWhatItMayNotAsk()
    {
        QFETCH(QByteArray, right);
        set(50, "rlflx:", "5", "60000");
        set(50, "text:", "a text", "60000");
        Connection connection(userWith("~* +@all -" + right.toStdString(), m_server), unhurried);
        KeyScan scan(100);
        const Found found = scanAll(connection, scan);
        QCOMPARE(found.size(), std::size_t(100));
        const FoundKeyFacts& one = found.at("rlflx:7");
        const ScanProblems& problems = scan.problems();
        QCOMPARE(one.type == KeyType::Unknown, right == "type");
        QCOMPARE(bool(problems.type), right == "type");
        QCOMPARE(one.expires == FoundKeyFacts::unknown, right == "pttl");
        QCOMPARE(bool(problems.expiry), right == "pttl");
        QCOMPARE(one.memory == 0, right == "memory");
        QCOMPARE(bool(problems.memory), right == "memory");
        QCOMPARE(bool(problems.value), right == "getrange" || right == "pttl");
        QCOMPARE(scan.total().has_value(), right != "dbsize");
        for (int i = 0; i < 50; ++i) {
            QCOMPARE(formatNameOf(found, fmt::format("rlflx:{}", i)),
                     std::string_view("rate-limiter-flexible")); // by its name at least
            QCOMPARE(formatNameOf(found, fmt::format("text:{}", i)), std::string_view());
        }
    }

    void mayNotScan()
    {
        Connection connection(userWith("~* +@all -scan", m_server), unhurried);
        KeyScan scan;
        QVERIFY_THROWS_EXCEPTION(Refused, scan.step(connection));
        QVERIFY(!scan.complete());
    }

    void keysThatEndMeanwhileAreLeftOut()
    {
        set(100, "rl:", "5");
        KeyScan scan(1000);
        QVERIFY(scan.step(m_connection).keys.empty()); // their names alone are known by now
        m_connection.call({"DEL", "rl:7"});
        const Found found = scanAll(m_connection, scan);
        QCOMPARE(found.size(), std::size_t(99));
        QVERIFY(!found.contains("rl:7"));
    }

    void looksAtSomeKeysAlone()
    {
        set(300, "plain:", "x");
        set(3, "rl:10.0.0.", "4", "50000");
        WatchedServer watched(m_connection);
        KeyScan scan(std::vector<std::string>{"rl:10.0.0.1", "plain:7", "no:such:key"});
        const Found found = scanAll(watched, scan);
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(formatNameOf(found, "rl:10.0.0.1"), std::string_view("rate-limit-redis"));
        QVERIFY(found.at("rl:10.0.0.1").expires > nowMillis());
        QCOMPARE(found.at("plain:7").kind, KeyKind::NotLimiter);
        QCOMPARE(found.at("plain:7").expires, FoundKeyFacts::never);
        QCOMPARE(watched.sent["SCAN"], 0);
        QVERIFY(watched.trips <= 3);
    }
};

RATEWARDEN_SUITE(TestKeyScan)
#include "tst_key_scan.moc"
