// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes whose fields are the tokens, as Kong's: each is found, read and changed without the others.
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/script_forecast.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/await.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"

#include <fmt/format.h>

#include <QTest>

#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// Counts another token of the same hash up each time before a script runs, as a gateway does all the time.
class SharedServer final : public Server {
public:
    SharedServer(Server& server, std::string key) : m_server(server), m_key(std::move(key)) {}

    const std::string& where() const override { return m_server.where(); }
    void cancel() override { m_server.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override
    {
        if (std::ranges::any_of(commands, [](const Command& command) { return command.script() != nullptr; }))
            m_server.call({"HINCRBY", m_key, "busy", "1"});
        m_server.run(commands, replies);
    }

private:
    Server& m_server;
    std::string m_key;
};

} // namespace

class TestTokenFields : public QObject {
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
        SharedServer busy(m_connection, keyOf(0));
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
    Change changeOf(const std::string& token, const Intent& intent)
    {
        Subject subject = m_subject;
        subject.token = token;
        Change change{intent, {subject}, {}, "ops", "tested"};
        change.policies[subject.policy] = subject.format->policyFor(subject, parseRules("20/h"));
        return change;
    }
    Reading readingOf(const std::string& token)
    {
        const Change change = changeOf(token, ResetIntent{});
        return readSubjects(m_connection, change.subjects,
                            [&](const Subject& one) { return &change.policies.at(one.policy); })
            .front();
    }

    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};
    std::int64_t m_hour = 0;
    Subject m_subject;
};

RATEWARDEN_SUITE(TestTokenFields)
#include "tst_token_fields.moc"
