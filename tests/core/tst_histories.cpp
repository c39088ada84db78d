// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// Random histories: each script against its in-memory twin, and each twin against a naive model that keeps
// every timestamp and shares no code with it. The seed is printed and can be set: RATEWARDEN_SEED=7
// tst_histories
#include "core/redis/connection.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/decider.h"
#include "tests/support/hostile_history.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/naive_models.h"
#include "tests/support/printing.h"
#include "tests/support/random_history.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

QString differenceText(const std::vector<Rule>& rules, quint32 seed, int index, const Step& step,
                       const Decision& one, const Decision& other)
{
    return QStringLiteral("seed %1, step %2: rules %3, cost %4, %5\n   one: %6\n other: %7")
        .arg(seed)
        .arg(index)
        .arg(QString::fromStdString(notation(rules)))
        .arg(step.cost)
        .arg(step.mode == Mode::Peek       ? "peek"
             : step.mode == Mode::GiveBack ? "give back"
                                           : "acquire",
             QString::fromStdString(text(one)), QString::fromStdString(text(other)));
}

} // namespace

class TestHistories : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    static std::string withoutUsualCase(const Algorithm& algorithm)
    {
        return QString::fromStdString(scriptNamed(algorithm.script).text)
            .replace("and not as_text then", "and false then")
            .toStdString();
    }

    static std::string keyOf(const std::string& token, const Algorithm& algorithm)
    {
        return stateKey(RedisToken(token), "test", algorithm);
    }

    quint32 m_seed = 0;

    enum class Rules { Fixed, Edited };

    /// Empty when both came to the same decisions throughout.
    QString compare(quint32 seed, int steps, const Algorithm& algorithm, Decider& one, Decider& other,
                    Rules kind = Rules::Fixed)
    {
        // What a log has forgotten by a clock that was back, and still holds, is not agreed upon.
        const bool both = algorithm.reportState && !dynamic_cast<NaiveModel*>(&other);
        RandomHistory history(seed, algorithm, both);
        std::vector<Rule> rules = history.rules();
        for (int i = 0; i < steps; ++i) {
            // See SettledHistory in tst_settling.
            if (kind == Rules::Edited && i % 10 == 9 && !(algorithm.takesSlots && history.clockGoesBack()))
                rules = history.rules(longestNextTime(rules));
            const Step step = history.step();
            const Decision mine = one.decide(rules, step.now, step.cost, step.mode);
            Decision others = other.decide(rules, step.now, step.cost, step.mode);
            if (mine.usage.empty()) // of a log whose verdict alone was asked
                others.usage.clear();
            if (mine != others)
                return differenceText(rules, seed, i, step, mine, others);
        }
        return {};
    }

    QString compareScript(quint32 seed, int steps, std::string_view algorithm, Decider& other,
                          Rules kind = Rules::Fixed)
    {
        ScriptSubject script(algorithmNamed(algorithm), m_connection,
                             seed % 3 == 0 ? Form::Text : Form::Packed,
                             seed % 3 == 1 ? Detail::Verdict : Detail::Usage);
        QString different = compare(seed, steps, algorithmNamed(algorithm), script, other, kind);
        if (different.isEmpty() && number({"PTTL", script.key()}) == -1)
            return QStringLiteral("seed %1: the state would stay for good").arg(seed);
        return different;
    }

    /// The same of numbers of any size.
    static QString compareHostile(quint32 seed, const Algorithm& algorithm, Decider& one, Decider& other)
    {
        const bool isNaive = dynamic_cast<NaiveModel*>(&other) != nullptr;
        // What was given back of an arrival time is another time than that without the charge.
        HostileHistory history(seed, algorithm.takesBurst(), !(isNaive && algorithm.takesBurst()),
                               isNaive && algorithm.takesBurst() ? Units(1) << 52 : maxUnits);
        Decision last;
        for (int i = 0; i < 60; ++i) {
            const Step step = history.step(last);
            const Decision mine = one.decide(history.rules(), step.now, step.cost, step.mode);
            last = other.decide(history.rules(), step.now, step.cost, step.mode);
            if (mine != last)
                return differenceText(history.rules(), seed, i, step, mine, last);
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }
    void cleanup() { ask({"FLUSHALL"}); }

    void memoryAgainstNaive_data() { addAlgorithms(); }
    void memoryAgainstNaive()
    {
        QFETCH(QString, algorithm);
        for (quint32 i = 0; i < 100; ++i) {
            const Algorithm& tested = algorithmNamed(algorithm.toStdString());
            MemorySubject memory(tested);
            const QString different = compare(m_seed + i, 150, tested, memory, *naiveModel(tested.name));
            QVERIFY2(different.isEmpty(), qPrintable(different));
        }
    }

    void hostileNumbersInMemoryAgainstNaive_data() { addAlgorithms(); }
    void hostileNumbersInMemoryAgainstNaive()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        for (quint32 i = 0; i < 300; ++i) {
            MemorySubject memory(tested);
            const QString different = compareHostile(m_seed + i, tested, memory, *naiveModel(tested.name));
            QVERIFY2(different.isEmpty(), qPrintable(different));
        }
    }

    void hostileNumbersInTheScriptAgainstMemory_data() { addAlgorithms(); }
    void hostileNumbersInTheScriptAgainstMemory()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        for (quint32 i = 0; i < 100; ++i) {
            MemorySubject memory(tested);
            ScriptSubject script(tested, m_connection, i % 2 == 0 ? Form::Text : Form::Packed);
            const QString different = compareHostile(m_seed + i, tested, script, memory);
            QVERIFY2(different.isEmpty(), qPrintable(different));
        }
    }

    void scriptAgainstMemory_data() { addAlgorithms(); }
    void scriptAgainstMemory()
    {
        QFETCH(QString, algorithm);
        for (quint32 i = 0; i < 60; ++i) {
            MemorySubject memory(algorithmNamed(algorithm.toStdString()));
            const QString different = compareScript(m_seed + i, 120, algorithm.toStdString(), memory,
                                                    i % 2 == 0 ? Rules::Fixed : Rules::Edited);
            QVERIFY2(different.isEmpty(), qPrintable(different));
        }
    }

    // Longer than what a script reads at once, trimmed on the way, and with other costs from the middle on.
    void longLogs_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<bool>("verdictAlone");
        for (const char* name :
             {"sliding-log", "sliding-log-zset", "sliding-log-list", "sliding-log-stream", "in-flight"})
            QTest::newRow(name) << name << false;
        QTest::newRow("sliding-log, verdict alone") << "sliding-log" << true;
    }
    void longLogs()
    {
        QFETCH(QString, algorithm);
        QFETCH(bool, verdictAlone);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        ScriptSubject script(tested, m_connection, Form::Packed,
                             verdictAlone ? Detail::Verdict : Detail::Usage);
        MemorySubject memory(tested);
        const std::vector<Rule> rules =
            parseRules(tested.takesSlots ? "90/250ms + 300/s + 700/3s + 40 at once for 100ms"
                                         : "90/250ms + 300/s + 700/3s");
        std::mt19937 random(m_seed);
        Instant now{1'795'000'000s};
        for (int i = 0; i < 6000; ++i) {
            now += Micros(std::uniform_int_distribution(0, 5000)(random));
            const Units cost = i > 3000 && i % 5 == 0 ? 3 : 1;
            const Step step{now, cost,
                            i % 7 == 0     ? Mode::Peek
                            : i % 113 == 0 ? Mode::GiveBack
                                           : Mode::Acquire};
            const Decision mine = script.decide(rules, step.now, step.cost, step.mode);
            Decision others = memory.decide(rules, step.now, step.cost, step.mode);
            if (mine.usage.empty())
                others.usage.clear();
            QVERIFY2(mine == others, qPrintable(differenceText(rules, m_seed, i, step, mine, others)));
        }
    }

    // Some tokens, several times over, in any order, and with costs that the usual case leaves to the rest.
    void manyInOneCall_data() { addAlgorithms(); }
    void manyInOneCall()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        for (quint32 seed = m_seed; seed < m_seed + 20; ++seed) {
            RandomHistory history(seed, tested, false);
            std::mt19937 random(seed);
            const auto pick = [&](int low, int high) {
                return std::uniform_int_distribution(low, high)(random);
            };
            const Policy policy{"test", algorithm.toStdString(), history.rules()};
            const Detail detail = seed % 2 == 0 ? Detail::Verdict : Detail::Usage;
            std::map<std::string, MemorySubject> twins;
            for (int i = 0; i < 40; ++i) {
                const Instant now = history.step().now;
                std::vector<std::string> names(std::size_t(pick(1, 9)));
                for (std::string& name : names)
                    name = std::to_string(seed) + " " + std::to_string(pick(1, 4));
                std::vector<RedisRequest> requests;
                requests.reserve(names.size());
                for (const std::string& name : names)
                    requests.push_back({RedisToken(name), pick(0, 3) > 0 ? 1 : pick(0, 14)});
                const Reply reply =
                    m_connection.call(manyDecisionsCommand(policy, requests, {.now = now, .detail = detail}));
                QCOMPARE(reply.view().size(), requests.size());
                for (std::size_t k = 0; k < requests.size(); ++k) {
                    const Decision mine = readDecision(reply.view()[k], policy, detail);
                    auto& twin = twins.try_emplace(names[k], tested).first->second;
                    Decision others = twin.acquire(policy.rules, now, requests[k].cost);
                    if (mine.usage.empty())
                        others.usage.clear();
                    QVERIFY2(mine == others, qPrintable(differenceText(policy.rules, seed, i,
                                                                       {now, requests[k].cost, Mode::Acquire},
                                                                       mine, others)));
                }
            }
        }
    }

    // The usual case, which the scripts unroll, against the rest of the same script: the same answer, state
    // and life, whatever lies under the key and is asked for.
    void theUsualCaseIsLikeTheRest_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const Algorithm& algorithm : algorithms())
            if (withoutUsualCase(algorithm) != scriptNamed(algorithm.script).text)
                QTest::newRow(algorithm.name.data()) << QString::fromStdString(std::string(algorithm.name));
    }
    void theUsualCaseIsLikeTheRest()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        const Reply loaded = m_connection.call({"SCRIPT", "LOAD", withoutUsualCase(tested)});
        std::mt19937 random(m_seed);
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution(low, high)(random);
        };
        std::int64_t longest = 0; // in which both were asked, as what one of them wrote may be older
        for (quint32 seed = m_seed; seed < m_seed + 30; ++seed) {
            RandomHistory history(seed, tested, true);
            std::vector<Rule> rules = history.rules();
            for (int i = 0; i < 60; ++i) {
                QElapsedTimer both;
                both.start();
                if (pick(0, 15) == 0)
                    rules = history.rules();
                const Step step = history.step();
                // What both find: some of what they had, or something else.
                const std::string token = std::to_string(pick(1, 2));
                const std::string usual = "usual " + token;
                const std::string other = "rest " + token;
                if (pick(0, 9) == 0) {
                    std::string state(m_connection.call({"GET", keyOf(other, tested)}).view().isNil()
                                          ? std::string_view()
                                          : m_connection.call({"GET", keyOf(other, tested)}).view().string());
                    // Of a log the kind: entries that are not in their order have no one meaning.
                    const std::size_t end = tested.keeps == Keeps::Charges ? 1 : state.size();
                    if (pick(0, 1) == 0 && !state.empty())
                        state[std::size_t(pick(0, int(end) - 1))] = char(pick(0, 255));
                    else
                        state.resize(std::size_t(pick(0, int(state.size()) + 3)));
                    for (const std::string& name : {usual, other})
                        m_connection.call({"SET", keyOf(name, tested), state, "PX", "10000000"});
                }
                const Policy policy{"test", algorithm.toStdString(), rules, false, pick(0, 3) == 0};
                const CallOptions options{.now = step.now,
                                          .detail = pick(0, 1) == 0 ? Detail::Verdict : Detail::Usage};
                const auto ask = [&](const std::string& name) {
                    Command command =
                        decisionCommand(policy, RedisToken(name), step.cost, step.mode, options);
                    if (name == other) { // the same arguments for the other text
                        const std::vector<std::string_view> arguments = command.arguments();
                        Command evaluated{"EVALSHA", loaded.view().string()};
                        for (const std::string_view argument : std::span(arguments).subspan(2))
                            evaluated.add(argument);
                        command = evaluated;
                    }
                    const Reply reply = std::move(m_connection.pipeline({command}).front());
                    return reply.view().isError() ? std::string(reply.view().errorText())
                                                  : std::string(reply.view().string());
                };
                const auto kept = [&](const std::string& name) {
                    const Reply state = m_connection.call({"GET", keyOf(name, tested)});
                    return state.view().isNil() ? std::string("none") : std::string(state.view().string());
                };
                const auto expires = [&](const std::string& name) {
                    return number({"PEXPIRETIME", keyOf(name, tested)});
                };
                std::string one = ask(usual);
                const std::string another = ask(other);
                longest = std::max<std::int64_t>(longest, both.elapsed());
                if (one.starts_with("WRONGTYPE")) // which names the key
                    one = QString::fromStdString(one)
                              .replace(QString::fromStdString(keyOf(usual, tested)),
                                       QString::fromStdString(keyOf(other, tested)))
                              .toStdString();
                const QString where = QStringLiteral("seed %1, step %2").arg(seed).arg(i);
                QVERIFY2(one == another, qPrintable(where));
                QVERIFY2(kept(usual) == kept(other), qPrintable(where));
                // They ran one after the other.
                QVERIFY2(std::abs(expires(usual) - expires(other)) < 1000 + longest, qPrintable(where));
            }
        }
    }

    void scriptAgainstNaive_data() { addAlgorithms(); }
    void scriptAgainstNaive()
    {
        QFETCH(QString, algorithm);
        for (quint32 i = 0; i < 60; ++i) {
            const auto model = naiveModel(algorithm.toStdString());
            const QString different = compareScript(m_seed + 1000 + i, 120, algorithm.toStdString(), *model);
            QVERIFY2(different.isEmpty(), qPrintable(different));
        }
    }
};

RATEWARDEN_SUITE(TestHistories)
#include "tst_histories.moc"
