// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Looking at keys of which nothing is known, on a real server: what is asked for is bounded, whatever is
// there.
#include "core/formats/describe/format_proposal.h"
#include "core/redis/connection.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestKeyLook : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    void setMany(const std::string& prefix, int count)
    {
        std::vector<Command> commands;
        for (int i = 0; i < count; ++i)
            commands.push_back({"SET", prefix + std::to_string(i), "1", "PX", "60000"});
        static_cast<void>(m_connection.pipeline(commands));
    }

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void everyTypeIsRead()
    {
        const auto call = [&](std::initializer_list<std::string_view> arguments) {
            m_connection.call(Command(arguments));
        };
        call({"SET", "s", "5", "PX", "60000"});
        call({"HSET", "h", "tokens", "5", "ts", "7"});
        call({"RPUSH", "l", "a", "b"});
        call({"SADD", "e", "a", "b", "c"});
        call({"ZADD", "z", "2", "late", "1", "early"});
        call({"XADD", "x", "7-0", "f", "v"});
        const KeyLook string = lookAtKey(m_connection, "s");
        QCOMPARE(string.raw.content.value, "5");
        QVERIFY(string.raw.content.pttl > 50000 && string.raw.content.pttl <= 60000);
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        QVERIFY(std::chrono::abs(string.at - now) < 60s);
        const SampleKey hash = lookAtKey(m_connection, "h").raw.content;
        QCOMPARE(hash.type, "hash");
        QCOMPARE(hash.fields,
                 (std::vector<std::pair<std::string, std::string>>{{"tokens", "5"}, {"ts", "7"}}));
        QCOMPARE(hash.pttl, -1);
        QCOMPARE(lookAtKey(m_connection, "l").raw.content.elements, (std::vector<std::string>{"a", "b"}));
        const RawKey set = lookAtKey(m_connection, "e").raw;
        QCOMPARE(set.length, 3);
        QCOMPARE(set.content.elements.size(), 3U);
        QCOMPARE(lookAtKey(m_connection, "z").raw.content.scored.back().first, "late");
        QCOMPARE(lookAtKey(m_connection, "x").raw.content.stream.front().first, "7-0");
        QVERIFY(!lookAtKey(m_connection, "none").raw.exists());
    }

    void nothingHugeIsReadWhole()
    {
        m_connection.call({"SET", "s", std::string(1 << 20, '1')});
        QVERIFY(lookAtKey(m_connection, "s").raw.content.value.size() <= std::size_t(maxStateBytes));
        std::vector<Command> commands;
        for (int i = 0; i < 3000; ++i) {
            const std::string number = std::to_string(i);
            commands.push_back({"ZADD", "z", number, number});
            commands.push_back({"RPUSH", "l", number});
            commands.push_back({"SADD", "e", number});
            commands.push_back({"HSET", "h", number, number});
            commands.push_back({"XADD", "x", "*", "n", number});
        }
        static_cast<void>(m_connection.pipeline(commands));
        const RawKey sorted = lookAtKey(m_connection, "z").raw;
        QCOMPARE(sorted.content.scored.size(), 200U);
        QCOMPARE(sorted.content.scored.back().first, "2999"); // the newest
        QCOMPARE(sorted.length, 3000);
        QVERIFY(lookAtKey(m_connection, "l").raw.content.elements.size() <= 200);
        QVERIFY(lookAtKey(m_connection, "e").raw.content.elements.size() <= 200);
        QVERIFY(lookAtKey(m_connection, "h").raw.content.fields.size() <= 1000);
        QCOMPARE(lookAtKey(m_connection, "x").raw.content.stream.size(), 200U);
    }

    void siblingsBeginAlike()
    {
        setMany("calls:", 20);
        setMany("other:", 20);
        m_connection.call({"HSET", "calls:h", "a", "1"});
        const std::vector<KeySibling> siblings = findSiblings(m_connection, "calls:7");
        QCOMPARE(siblings.size(), 20U); // without itself
        for (const KeySibling& sibling : siblings) {
            QVERIFY(sibling.key.starts_with("calls:") && sibling.key != "calls:7");
            QCOMPARE(sibling.type, sibling.key == "calls:h" ? "hash" : "string");
            QCOMPARE(sibling.pttl > 0, sibling.key != "calls:h");
        }
    }

    void aSpecialCharacterIsNoWildcard()
    {
        m_connection.call({"SET", "a*b:1", "1"});
        m_connection.call({"SET", "a*b:2", "1"});
        m_connection.call({"SET", "axb:3", "1"});
        const std::vector<KeySibling> siblings = findSiblings(m_connection, "a*b:1");
        QCOMPARE(siblings.size(), 1U);
        QCOMPARE(siblings.front().key, "a*b:2");
    }

    void ofManySiblingsSomeAreEnough()
    {
        setMany("calls:", 5000);
        const std::vector<KeySibling> siblings = findSiblings(m_connection, "calls:7");
        QCOMPARE(siblings.size(), 200U);
    }

    void matchesAreCountedStepByStep()
    {
        setMany("calls:", 3000);
        setMany("callsign:", 500);
        const FormatFile file =
            parseFormatFile("f", R"({"format": "f", "title": "t", "versions": "1", "source": "s",
            "tier": "safe", "shape": "counter",
            "keys": {"main": {"name": "calls:{token}", "type": "string", "value": "{count:int}"}}, "clock": "server",
            "samples": [{"keys": {"calls:1": {"type": "string", "pttl": 1, "value": "1"}}, "at": 1, "origin": "made"}]})");
        MatchCount count;
        countMatches(m_connection, file, count);
        QVERIFY(!count.complete && count.matched > 0 && count.matched < 3000);
        int steps = 1;
        for (; !count.complete && steps < 20; ++steps)
            countMatches(m_connection, file, count);
        QVERIFY(count.complete);
        QCOMPARE(count.matched, 3000);
        QVERIFY(steps >= 3 && count.looked >= 3500);
    }

    void theSecondLookIsOfTheSameKeys()
    {
        m_connection.call({"SET", "calls:alice:count", "3"});
        m_connection.call({"SET", "calls:alice:since", "1795262400"});
        m_connection.call({"SET", "calls:bob:count", "9"});
        KeyLooks looks = lookAround(m_connection, "calls:alice:count");
        QCOMPARE(looks.first.raw.content.value, "3");
        QVERIFY(!looks.second);
        QCOMPARE(looks.companions.size(), 1U);
        QCOMPARE(looks.companions.front().raw.key, "calls:alice:since");
        m_connection.call({"SET", "calls:alice:count", "4"});
        m_connection.call({"SET", "calls:alice:since", "1795262460"});
        lookAgain(m_connection, looks);
        QCOMPARE(looks.first.raw.content.value, "3");
        QCOMPARE(looks.latest().raw.content.value, "4");
        QCOMPARE(looks.companions.front().raw.content.value, "1795262460");
        m_connection.call({"DEL", "calls:alice:count"});
        lookAgain(m_connection, looks);
        QVERIFY(!looks.second->raw.exists());
        QCOMPARE(looks.latest().raw.content.value, "3");
    }

    // A home-made limiter whose state is in two keys.
    void aStateInTwoKeysIsProposedAsOne()
    {
        const Reply time = m_connection.call({"TIME"});
        const std::string now(time.view()[0].string());
        for (const char* const token : {"alice", "bob"}) {
            const std::string stem = std::string("gate:{") + token + "}:";
            m_connection.call({"SET", stem + "tokens", "4"});
            m_connection.call({"SET", stem + "timestamp", now});
        }
        const KeyLooks looks = lookAround(m_connection, "gate:{alice}:tokens");
        const std::vector<Proposal> proposals = proposeFormats(looks);
        QVERIFY(!proposals.empty());
        const FormatFile& file = proposals.front().file;
        QCOMPARE(int(file.shape), int(Shape::Bucket));
        QCOMPARE(file.keys.size(), 2U);
        QCOMPARE(file.keys[1].names.front().text(), "gate:{{{token}}}:timestamp");
        const LookReading reading = readLook(file, looks, parseRules("10/h"));
        QCOMPARE(reading.state.reading.rules.front().used.value_or(-1), 6.0);
    }
};

RATEWARDEN_SUITE(TestKeyLook)
#include "tst_key_look.moc"
