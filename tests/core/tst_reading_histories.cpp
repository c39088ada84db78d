// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Random histories: after each step what is read of the state, judged by the in-memory twin, is what the
// script answers to a peek, for every algorithm and storage, with blocks and overrides. The seed is printed
// and can be set: RATEWARDEN_SEED=7 tst_reading_histories
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/redis/connection.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/printing.h"
#include "tests/support/random_history.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <map>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

std::string microsText(Instant moment)
{
    return std::to_string(moment.time_since_epoch().count());
}

std::string microsText(const std::vector<Rule>& rules)
{
    std::string text;
    for (const Rule& rule : rules)
        text += (text.empty() ? "" : " ") + std::to_string(rule.limit) + ' ' +
                std::to_string(rule.window.count()) + ' ' + std::to_string(rule.writtenBurst());
    return text;
}

} // namespace

class TestReadingHistories : public QObject {
    Q_OBJECT

private:
    /// What a console reads of the state, by a clock that is handed in.
    static TokenDetail readAt(Server& server, const Subject& subject, const Policy& policy, Depth depth,
                              Instant now)
    {
        std::vector<Command> commands;
        subject.format->ask(subject, &policy, depth, now, commands);
        for (const Command& command : commands)
            if (command.script())
                qFatal("a reading runs the script %s", command.script()->name.c_str());
        const std::vector<Reply> replies = server.pipeline(commands);
        std::optional<TokenDetail> detail =
            subject.format->read(subject, &policy, depth, {commands, replies, server.where()}, now, 1);
        return detail ? std::move(*detail) : readAt(server, subject, policy, Depth::Whole, now);
    }

    static Decision peek(Server& server, const Policy& policy, const std::string& token, Instant now)
    {
        const Reply reply = server.call(
            decisionCommand(policy, RedisToken(token), 1, Mode::Peek, {.now = now, .form = Form::Packed}));
        return readDecision(reply.view(), policy);
    }

    static QString difference(const Reading& reading, const Decision& peeked, const Policy& policy)
    {
        return QStringLiteral("%1, %2%3\n read: %4\n peek: %5")
            .arg(QString::fromStdString(policy.algorithm), QString::fromStdString(notation(policy.rules)),
                 QString::fromStdString(reading.problem ? ", " + englishText(reading.problem) : ""),
                 reading.decision ? QString::fromStdString(text(*reading.decision)) : "nothing",
                 QString::fromStdString(text(peeked)));
    }

    quint32 m_seed = 0;

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }

    void readingEqualsPeek_data() { addAlgorithms(); }
    void readingEqualsPeek()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        for (quint32 run = 0; run < 40; ++run) {
            RandomHistory history(m_seed + run, tested, tested.keeps != Keeps::Charges);
            Policy policy{"test", algorithm.toStdString(), history.rules()};
            std::mt19937 random(m_seed + run);
            const auto pick = [&](int low, int high) {
                return std::uniform_int_distribution(low, high)(random);
            };
            const std::string token = "t" + std::to_string(run);
            const Subject subject = stateSubject(token, policy);
            const std::string control = controlKey(RedisToken(token));
            for (int i = 0; i < 80; ++i) {
                if (i % 20 == 19)
                    policy.rules = history.rules(longestNextTime(policy.rules));
                const Step step = history.step();
                // A block and overrides with ends of their own around the clock, and without an end.
                if (pick(0, 9) == 0)
                    connection.call(
                        {"HSET", control, "block_until",
                         pick(0, 4) == 0 ? "0" : microsText(step.now + Micros(pick(-1, 1'000'000))),
                         "block_since", "1", "block_reason", "r", "block_by", "b"});
                if (pick(0, 9) == 0)
                    connection.call(
                        {"HSET", control, "override_until:test",
                         pick(0, 4) == 0 ? "0" : microsText(step.now + Micros(pick(-1, 1'000'000))),
                         "override_rules:test", microsText(history.rules())});
                if (pick(0, 9) == 0)
                    connection.call({"DEL", control});
                connection.call(
                    decisionCommand(policy, RedisToken(token), step.cost, step.mode, {.now = step.now}));
                const Instant now = step.now + Micros(pick(0, 2) == 0 ? pick(0, 3'000'000) : 0);
                const Decision peeked = peek(connection, policy, token, now);
                const Depth depth = pick(0, 1) == 0 ? Depth::Row : Depth::Detail;
                const Reading reading = readAt(connection, subject, policy, depth, now).reading;
                QVERIFY2(reading.exact && reading.decision == peeked,
                         qPrintable(QStringLiteral("seed %1, step %2: ").arg(m_seed + run).arg(i) +
                                    difference(reading, peeked, policy)));
            }
        }
    }

    // Logs that no reading takes whole: exact as far as the rules can tell, and what cannot be told is said.
    void longLogs_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<int>("cost");
        for (const char* name :
             {"sliding-log", "sliding-log-zset", "sliding-log-list", "sliding-log-stream", "in-flight"})
            for (const int cost : {1, 2})
                QTest::addRow("%s, costs up to %d", name, cost) << name << cost;
    }
    void longLogs()
    {
        QFETCH(QString, algorithm);
        QFETCH(int, cost);
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const auto readBy = [&](const Policy& policy, Instant now) {
            return readAt(connection, stateSubject("t", policy), policy, Depth::Row, now).reading;
        };
        const Policy charged{"test", algorithm.toStdString(), parseRules("20000/h")};
        const Instant start{1'795'000'000s};
        Instant now = start;
        for (int i = 0; i < 9000; i += 500) {
            std::vector<Command> requests;
            for (int k = 0; k < 500; ++k) {
                now += 100ms; // 10 a second
                requests.push_back(decisionCommand(charged, RedisToken("t"), 1 + (i + k) % cost,
                                                   Mode::Acquire, {.now = now}));
            }
            connection.pipeline(requests);
        }
        // All of the log, its newest page, a full rule, and one that is nearly full: known exactly.
        for (const char* rules :
             {"20000/h", "50/s + 20000/h", "3/s + 20000/h", "100/10s + 20000/h", "500/h"}) {
            const Policy policy{"test", algorithm.toStdString(), parseRules(rules)};
            const Reading reading = readBy(policy, now);
            const Decision peeked = peek(connection, policy, "t", now);
            QVERIFY2(reading.exact && reading.decision == peeked,
                     qPrintable(difference(reading, peeked, policy)));
        }
        // The edge of this window lies before the page that was read, and within the log.
        const Policy unknown{"test", algorithm.toStdString(), parseRules("12000/13min")};
        const Reading reading = readBy(unknown, now);
        const Decision peeked = peek(connection, unknown, "t", now);
        QVERIFY(!reading.exact);
        QVERIFY(reading.decision->usage[0].used <= peeked.usage[0].used);
        QVERIFY(reading.decision->usage[0].used >= 2000);
        // A limit that leaves no room for what was read: denied, however much lies before that.
        const Policy full{"test", algorithm.toStdString(), parseRules("1500/13min")};
        const Reading denied = readBy(full, now);
        const Decision refused = peek(connection, full, "t", now);
        QCOMPARE(denied.decision->verdict, Verdict::DeniedByRule);
        QCOMPARE(denied.decision->retryAfter, refused.retryAfter);
    }
};

RATEWARDEN_SUITE(TestReadingHistories)
#include "tst_reading_histories.moc"
