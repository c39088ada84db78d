// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes whose fields are the tokens, as Kong's: each is found, read and changed without the others. The seed
// of the random histories is printed and can be set: RATEWARDEN_SEED=7 tst_token_fields
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/script_forecast.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/await.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/thrown.h"
#include "tests/support/watched_server.h"

#include <fmt/format.h>

#include <QTest>

#include <array>
#include <map>
#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Units hourlyLimit = 20; // the limit
/// What a token has counted, by how many hours before the present one that was; what is 0 is not there.
using UnitsByHour = std::map<int, Units>;
using TokenBook = std::map<std::string, UnitsByHour>;

/// Names that patterns, globs and groups of keys would take for something else are names like others.
constexpr std::array<const char*, 9> oddTokens{"203.0.113.9", "198.51.100.7", "older", "a:b", "u*1",
                                               "u<5>",        "sp ace",       "x\\y",  "*"};

void bookUnits(TokenBook& book, const std::string& token, int hour, Units units)
{
    if (units != 0)
        book[token][hour] = units;
    else if (const auto found = book.find(token); found != book.end())
        found->second.erase(hour);
    std::erase_if(book, [](const auto& one) { return one.second.empty(); });
}

Units bookedIn(const TokenBook& book, const std::string& token, int hour)
{
    const auto found = book.find(token);
    return found != book.end() && found->second.contains(hour) ? found->second.at(hour) : 0;
}

} // namespace

class TestTokenFields : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_connection.call({"FLUSHALL"});
        awaitTimeInTheHour(); // the next window has another key
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        m_hour = std::chrono::floor<std::chrono::hours>(now.time_since_epoch()).count();
        m_connection.call({"HSET", keyOf(0), "203.0.113.9", "3", "busy", "1", "198.51.100.7", "7"});
        m_connection.call({"PEXPIRE", keyOf(0), "7190000"});
        m_connection.call({"HSET", keyOf(1), "older", "2"});
        m_connection.call({"PEXPIRE", keyOf(1), "3600000"});
        m_subject = recogniseOnServer(m_connection, keyOf(0))->subject;
        QCOMPARE(m_subject.policy, std::string("<h>:3600:api"));
    }

    void aScanFindsEachToken()
    {
        ScanCursor cursor;
        std::set<std::string> tokens;
        do {
            for (const Subject& subject : scanSubjects(m_connection, cursor).subjects) {
                QCOMPARE(subject.policy, m_subject.policy);
                tokens.insert(subject.token);
            }
        } while (!cursor.isAtEnd());
        QCOMPARE(tokens, (std::set<std::string>{"203.0.113.9", "busy", "198.51.100.7", "older"}));
        QCOMPARE(readingOf("203.0.113.9").decision->usage[0].used, 3);
        QCOMPARE(readingOf("198.51.100.7").decision->usage[0].used, 7);
        QVERIFY(readingOf("nobody").gone);
    }

    void aLongHashIsReadUpToABound()
    {
        const std::string key = fmt::format("{}:3600:long", m_hour * 3600);
        constexpr int tokens = int(mostTokensOfKey) + 700;
        std::vector<Command> commands;
        for (int i = 0; i < tokens; ++i)
            commands.push_back(Command{"HSET", key, fmt::format("user{}", i), "1"});
        commands.push_back({"PEXPIRE", key, "7190000"});
        m_connection.pipeline(commands);
        ScanCursor cursor;
        std::set<std::string> found;
        Problem problem;
        std::size_t unread = 0;
        do {
            const ScanPage page = scanSubjects(m_connection, cursor);
            for (const Subject& subject : page.subjects)
                if (subject.policy == "<h>:3600:long")
                    found.insert(subject.token);
            unread += page.unread;
            if (page.problem)
                problem = page.problem;
        } while (!cursor.isAtEnd());
        QVERIFY(found.size() >= mostTokensOfKey - 1 && found.size() <= mostTokensOfKey);
        QCOMPARE(unread, std::size_t(1));
        QCOMPARE(problem, Problem(Fault::MoreTokens, key, tokens, mostTokensOfKey));
    }

    void aKeyOfManyTokensWantsOneNamed()
    {
        const std::string message = messageOf([&] { inspectKey(m_connection, keyOf(0), {}); });
        QVERIFY2(message.find("3 tokens") != std::string::npos, message.c_str());
        const Inspection named = inspectKey(m_connection, keyOf(0), parseRules("20/h"), "198.51.100.7");
        QCOMPARE(named.token, std::string("198.51.100.7"));
        QCOMPARE(named.rules.front().used, std::optional<Units>(7));
        QCOMPARE(inspectKey(m_connection, keyOf(1), {}).token, std::string("older"));
    }

    void othersGoOnWhileOneIsChanged()
    {
        WatchedServer busy(m_connection);
        // Another token of the same hash, as a gateway counts up all the time.
        busy.beforeScript = [this] {
            m_connection.call({"HINCRBY", keyOf(0), "busy", "1"});
        };
        const auto used = [&] {
            return readingOf("203.0.113.9").decision->usage[0].used;
        };
        QCOMPARE(apply(busy, changeOf("203.0.113.9", ChargeIntent{5})).changed, std::size_t(1));
        QCOMPARE(used(), 8);
        QCOMPARE(apply(busy, changeOf("203.0.113.9", GiveBackIntent{2})).changed, std::size_t(1));
        QCOMPARE(used(), 6);
        QCOMPARE(apply(busy, changeOf("203.0.113.9", BlockIntent{Micros(150min), {}, {}})).changed,
                 std::size_t(1));
        QVERIFY(!readingOf("203.0.113.9").decision->allowed());
        QVERIFY(readingOf("198.51.100.7").decision->allowed());
        // The windows to come hold the one that is blocked, and nobody else.
        QCOMPARE(fields(keyOf(-2)), (std::map<std::string, std::string>{{"203.0.113.9", "20"}}));
        QVERIFY(m_connection.call({"PTTL", keyOf(-2)}).view().integer() > 9'000'000);
        QCOMPARE(apply(busy, changeOf("203.0.113.9", ResetIntent{})).changed, std::size_t(1));
        QCOMPARE(fields(keyOf(0)),
                 (std::map<std::string, std::string>{{"198.51.100.7", "7"}, {"busy", "5"}}));
        QCOMPARE(m_connection.call({"EXISTS", keyOf(-1), keyOf(-2)}).view().integer(), 0);
        QCOMPARE(apply(busy, changeOf("nobody", ChargeIntent{1})).changed, std::size_t(1));
        QCOMPARE(fields(keyOf(0)).at("nobody"), std::string("1"));
    }

    // Its last window still counts in part in the one after it.
    void aBlockThatIsRepeatedGrowsNoLonger()
    {
        m_connection.call({"HSET", keyOf(0), "203.0.113.9", "33"});
        const auto block = [&] {
            return apply(m_connection, changeOf("203.0.113.9", BlockIntent{Micros(1h), {}, {}}));
        };
        QVERIFY(!block().trouble);
        const TokenBook once = counted();
        QCOMPARE(once.at("203.0.113.9"), (UnitsByHour{{-1, hourlyLimit}, {0, 33}}));
        QVERIFY(!block().trouble);
        QVERIFY(counted() == once);
    }

    void anUndoPutsTheFieldBackAlone()
    {
        for (const Intent& intent : {Intent(BlockIntent{Micros(70min), {}, {}}), Intent(ResetIntent{})}) {
            const auto before = fields(keyOf(0));
            ChangeOutcome made = apply(m_connection, changeOf("203.0.113.9", intent));
            QCOMPARE(made.changed, std::size_t(1));
            m_connection.call({"HINCRBY", keyOf(0), "busy", "40"});
            QCOMPARE(foreseeUndo(m_connection, made).count(Undone::AsItWas), std::size_t(1));
            QCOMPARE(undo(m_connection, made).count(Undone::AsItWas), std::size_t(1));
            auto wanted = before;
            wanted["busy"] = std::to_string(std::stoi(before.at("busy")) + 40);
            QCOMPARE(fields(keyOf(0)), wanted);
            QCOMPARE(m_connection.call({"EXISTS", keyOf(-1)}).view().integer(), 0);
            QVERIFY(m_connection.call({"PTTL", keyOf(0)}).view().integer() > 0);
        }
    }

    // The last field takes the hash with it.
    void anUndoGivesTheHashItsExpiryAgain()
    {
        ChangeOutcome made = apply(m_connection, changeOf("older", BlockIntent{Micros(10min), {}, {}}));
        QCOMPARE(m_connection.call({"EXISTS", keyOf(1)}).view().integer(), 0);
        QCOMPARE(undo(m_connection, made).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(fields(keyOf(1)), (std::map<std::string, std::string>{{"older", "2"}}));
        const std::int64_t left = m_connection.call({"PTTL", keyOf(1)}).view().integer();
        QVERIFY2(left > 1'800'000 && left <= 3'600'000, std::to_string(left).c_str());
        QVERIFY(!fields(keyOf(0)).contains("older"));
    }

    void aFieldThatMovedIsNotUndone()
    {
        ChangeOutcome made = apply(m_connection, changeOf("203.0.113.9", ChargeIntent{4}));
        m_connection.call({"HINCRBY", keyOf(0), "203.0.113.9", "1"});
        QCOMPARE(foreseeUndo(m_connection, made).count(Undone::CameSince), std::size_t(1));
        QCOMPARE(undo(m_connection, made).count(Undone::CameSince), std::size_t(1));
        QCOMPARE(fields(keyOf(0)).at("203.0.113.9"), std::string("8"));
    }

    // Requests, changes and undos of many tokens, beside a book of them that knows no formats.
    void historiesOfManyTokens()
    {
        const quint32 seed = testSeed();
        for (quint32 history = 0; history < 4; ++history) {
            init();
            std::mt19937 random(seed + history);
            TokenBook book = counted();
            for (int step = 0; step < 60; ++step) {
                const std::string token = oddTokens.at(random() % oddTokens.size());
                std::string fault = takeStep(book, token, random);
                if (fault.empty())
                    fault = faultOf(book, token);
                QVERIFY2(fault.empty(),
                         fmt::format("history {}, step {}, {}: {}", history, step, token, fault).c_str());
            }
        }
    }

    // Nothing of a key that others share can be deleted, or made to expire, for one of them.
    void filesSayItOfOneKeyAlone_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::addColumn<bool>("isRight");
        const char* const hash = R"("type": "hash", "fields": {"{token}": "{count:int}"})";
        const auto row = [](const char* name, const std::string& keys, bool isRight) {
            QTest::newRow(name) << QString::fromStdString(keys) << isRight;
        };
        row("start", fmt::format(R"("main": {{"name": "w:{{start:s0}}", {}}})", hash), true);
        row("bucket", fmt::format(R"("main": {{"name": "w:{{bucket:uint}}", {}}})", hash), true);
        row("no window", fmt::format(R"("main": {{"name": "counters:{{kind}}", {}}})", hash), false);
        row("a token in the name", fmt::format(R"("main": {{"name": "w:{{token}}:{{start:s0}}", {}}})", hash),
            false);
        row("another key",
            fmt::format(
                R"("main": {{"name": "w:{{start:s0}}", {}}}, "more": {{"name": "m:{{token}}", "type": "string", "value": "{{x}}"}})",
                hash),
            false);
        row("another field",
            R"("main": {"name": "w:{start:s0}", "type": "hash", "fields": {"{token}": "{count:int}", "all": "{x}"}})",
            false);
    }

    void filesSayItOfOneKeyAlone()
    {
        QFETCH(QString, keys);
        QFETCH(bool, isRight);
        const std::string text = fmt::format(
            R"({{"format": "some", "title": "Some", "versions": "1", "source": "here", "tier": "care", "shape": "counter",
            "keys": {{{}}}, "clock": "client", "ttl": {{"from": "end"}},
            "samples": [{{"keys": {{"w:1795229640": {{"type": "hash", "pttl": 1, "fields": {{"a": "1"}}}}}}, "at": 1795229641, "origin": "made"}}]}})",
            keys.toStdString());
        const std::string message = messageOf([&] { parseFormatFile("some.json", text); });
        QCOMPARE(message.find("tokens are fields only of") == std::string::npos, isRight);
    }

private:
    std::string keyOf(int before) const { return fmt::format("{}:3600:api", (m_hour - before) * 3600); }
    std::map<std::string, std::string> fields(const std::string& key)
    {
        std::map<std::string, std::string> all;
        const Reply reply = m_connection.call({"HGETALL", key});
        for (std::size_t i = 0; i + 1 < reply.view().size(); i += 2)
            all.emplace(reply.view()[i].string(), reply.view()[i + 1].string());
        return all;
    }
    TokenBook counted()
    {
        TokenBook book;
        for (int hour = -4; hour <= 2; ++hour)
            for (const auto& [token, units] : fields(keyOf(hour)))
                bookUnits(book, token, hour, std::stoll(units));
        return book;
    }
    // What differs from the book, or is read as something else; empty: nothing.
    std::string faultOf(const TokenBook& book, const std::string& token)
    {
        if (counted() != book)
            return "the fields are others";
        const Reading reading = readingOf(token);
        if (!reading.gone && !reading.decision)
            return "it is not read";
        // ⌈former × rest ÷ hour⌉
        const Micros hour = 1h;
        const Micros rest = std::chrono::hours(m_hour + 1) - reading.at.time_since_epoch();
        const Units former = bookedIn(book, token, 1);
        const Units wanted =
            bookedIn(book, token, 0) + (former * rest.count() + hour.count() - 1) / hour.count();
        const Units used = reading.gone ? 0 : reading.decision->usage[0].used;
        if (used != wanted)
            return fmt::format("{} are used instead of {}", used, wanted);
        return reading.gone || reading.decision->allowed() == (wanted < hourlyLimit) ? ""
                                                                                     : "another decision";
    }
    // As the plugin pushes what it has counted.
    void request(TokenBook& book, const std::string& token, int hour, Units units)
    {
        m_connection.call({"HINCRBY", keyOf(hour), token, std::to_string(units)});
        m_connection.call({"EXPIRE", keyOf(hour), "7200"});
        bookUnits(book, token, hour, bookedIn(book, token, hour) + units);
    }
    std::string takeStep(TokenBook& book, const std::string& token, std::mt19937& random)
    {
        const auto pick = [&](int most) {
            return int(random() % std::uint32_t(most)) + 1;
        };
        if (const int kind = pick(10); kind <= 5) {
            request(book, token, kind == 5 ? 1 : 0, pick(3));
            return {};
        }
        const Units units = pick(5);
        const Micros duration = std::chrono::minutes(9 + pick(140));
        const Units before = bookedIn(book, token, 0);
        const TokenBook then = book;
        const int act = pick(4);
        ChangeOutcome made;
        if (act == 1) {
            made = apply(m_connection, changeOf(token, ChargeIntent{units}));
            bookUnits(book, token, 0, before + units);
        } else if (act == 2) {
            made = apply(m_connection, changeOf(token, GiveBackIntent{units}));
            bookUnits(book, token, 0, std::max<Units>(before - units, 0));
        } else if (act == 3) {
            made = apply(m_connection, changeOf(token, ResetIntent{}));
            book.erase(token);
        } else {
            made = apply(m_connection, changeOf(token, BlockIntent{duration, {}, {}}));
            const TokenBook now = counted();
            const auto last = std::chrono::floor<std::chrono::hours>(made.at.time_since_epoch() + duration);
            for (int hour = 0; hour <= last.count() - m_hour; ++hour)
                if (bookedIn(now, token, -hour) < hourlyLimit)
                    return fmt::format("not blocked in hour {}", hour);
            book[token] = now.at(token); // what is more than the limit stays, too
            bookUnits(book, token, 1, 0);
        }
        if (made.trouble)
            return englishText(made.trouble.first);
        const std::string fault = faultOf(book, token);
        if (made.changed == 0 || !fault.empty() || pick(3) > 1)
            return fault;
        request(book, "busy", 0, 2);
        if (undo(m_connection, made).count(Undone::AsItWas) != 1)
            return "it is not undone";
        for (int hour = -4; hour <= 2; ++hour)
            bookUnits(book, token, hour, bookedIn(then, token, hour));
        return {};
    }
    Change changeOf(const std::string& token, const Intent& intent)
    {
        Subject subject = m_subject;
        subject.token = token;
        Change change{intent, {subject}, {}, "ops", "tested"};
        change.policies[subject.policy] = subject.format->policyFor(subject, {Rule{hourlyLimit, 1h}});
        return change;
    }
    Reading readingOf(const std::string& token)
    {
        const Change change = changeOf(token, ResetIntent{});
        return readSubjects(m_connection, change.subjects,
                            [&](const Subject& one) { return &change.policies.at(one.policy); })
            .front();
    }

    std::int64_t m_hour = 0;
    Subject m_subject;
};

RATEWARDEN_SUITE(TestTokenFields)
#include "tst_token_fields.moc"
