// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// Several processes on one token: what passed is checked afterwards, from the times at which it did.
#include "core/algorithms/algorithm.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/rule_check.h"
#include "core/redis/connection.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/decider.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/test_server.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <array>
#include <csignal>
#include <deque>
#include <map>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

struct Passed {
    Instant at;
    Units cost;
};

/// Between these, by the server's clock.
struct SpentBetween {
    Micros before;
    Micros after;
};

/// How many certainly lie in a span of that length, which begins with one of them; most of all.
std::ptrdiff_t mostIn(const std::vector<SpentBetween>& spent, Micros span)
{
    std::vector<Micros> begins;
    std::vector<Micros> ends;
    for (const SpentBetween& one : spent) {
        begins.push_back(one.before);
        ends.push_back(one.after);
    }
    std::ranges::sort(begins);
    std::ranges::sort(ends);
    std::ptrdiff_t most = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) // all that have ended, less those that began before
        most = std::max(most,
                        std::ranges::lower_bound(ends, begins[i] + span) - ends.begin() - std::ptrdiff_t(i));
    return most;
}

/// The same in windows on the clock.
std::size_t mostInWindow(const std::vector<SpentBetween>& spent, Micros window)
{
    std::map<std::int64_t, std::size_t> counts;
    for (const SpentBetween& one : spent)
        if (one.before / window == one.after / window)
            ++counts[one.before / window];
    std::size_t most = 0;
    for (const auto& [number, count] : counts)
        most = std::max(most, count);
    return most;
}

} // namespace

class TestConcurrency : public QObject {
    Q_OBJECT

private:
    static std::vector<Passed> hammer(const TestServer& server, const QString& algorithm,
                                      const QString& rules)
    {
        constexpr std::size_t processCount = 8;
        std::deque<QProcess> processes(processCount);
        for (QProcess& process : processes)
            process.start(qEnvironmentVariable("RATEWARDEN_HAMMER"),
                          {QString::fromStdString(server.endpoint().socketPath), algorithm, rules, "2000"});
        std::vector<Passed> passed;
        for (QProcess& process : processes) {
            if (!process.waitForFinished(patienceMs) || process.exitCode() != 0)
                throw std::runtime_error(process.readAllStandardError().toStdString());
            for (const QByteArray& line : process.readAllStandardOutput().split('\n'))
                if (const QList<QByteArray> fields = line.split(' '); fields.size() == 2)
                    passed.push_back({Instant(Micros(fields[0].toLongLong())), fields[1].toLongLong()});
        }
        std::ranges::sort(passed, {}, &Passed::at);
        return passed;
    }

private Q_SLOTS:
    void neverMoreThanTheRulesAllow_data() { addAlgorithms(); }
    void neverMoreThanTheRulesAllow()
    {
        QFETCH(QString, algorithm);
        const TestServer server;
        const QString rulesText = "13/20ms + 100/300ms + 1000/min";
        const std::vector<Rule> rules = parseRules(rulesText.toStdString());
        const std::vector<Passed> passed = hammer(server, algorithm, rulesText);
        QVERIFY2(passed.size() > 30, "hardly anything passed");

        // The twin in memory, given what passed and nothing else, must let all of it pass.
        MemorySubject twin(algorithmNamed(algorithm.toStdString()));
        for (const Passed& request : passed)
            QVERIFY2(twin.acquire(rules, request.at, request.cost).allowed(),
                     "more passed than the rules allow");

        // And the exact ones keep to each rule in any window, wherever it begins.
        if (algorithmNamed(algorithm.toStdString()).keeps != Keeps::Charges)
            return;
        for (const Rule& rule : rules) {
            Units inWindow = 0;
            for (std::size_t first = 0, next = 0; next < passed.size(); ++next) {
                inWindow += passed[next].cost;
                for (; passed[next].at - passed[first].at >= rule.window; ++first)
                    inWindow -= passed[first].cost;
                QVERIFY(inWindow <= rule.limit);
            }
        }
    }

    // Processes that are suspended and killed at any moment: no lease is spent too late, and none twice.
    void leasesHoldWhateverHappens_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const char* const name : {"sliding-log", "gcra", "fixed-window", "sliding-window-counter"})
            QTest::newRow(name) << name;
    }
    void leasesHoldWhateverHappens()
    {
        QFETCH(QString, algorithm);
        constexpr int processCount = 5;
        constexpr Micros window = std::chrono::milliseconds(300);
        constexpr std::size_t limit = 400;
        const TestServer server;
        std::mt19937 random(testSeed());
        std::array<QProcess, processCount> processes;
        std::vector<SpentBetween> spent;
        const auto start = [&](QProcess& process) {
            process.start(qEnvironmentVariable("RATEWARDEN_HAMMER"),
                          {QString::fromStdString(server.endpoint().socketPath), algorithm, "400/300ms",
                           "100000000", "40ms"});
            QVERIFY(process.waitForStarted(patienceMs));
        };
        const auto gather = [&](QProcess& process) {
            while (process.canReadLine())
                if (const QList<QByteArray> fields = process.readLine().trimmed().split(' ');
                    fields.size() == 2)
                    spent.push_back({Micros(fields[0].toLongLong()), Micros(fields[1].toLongLong())});
        };
        const auto kill = [&](QProcess& process) {
            process.kill();
            process.waitForFinished(patienceMs);
            gather(process);
            process.readAll(); // half a line, as it was killed
        };
        std::ranges::for_each(processes, start);
        // The fewer windows the rounds took, the less can be wrong in them: so many windows' worth must have
        // passed.
        for (int round = 0; round < 12 || spent.size() <= 3 * limit; ++round) {
            const std::size_t which = random() % processCount;
            QProcess& process = processes.at(which);
            QCOMPARE(process.state(), QProcess::Running);
            const auto id = pid_t(process.processId());
            ::kill(id, SIGSTOP);
            // Less than a lease lives, and more: while others have spent so many.
            QProcess& other = processes.at((which + 1) % processCount);
            for (auto heard = random() % 20; heard > 0; --heard)
                QVERIFY(other.waitForReadyRead(patienceMs));
            ::kill(id, SIGCONT);
            if (round % 4 == 0) {
                kill(process);
                start(process);
            }
            std::ranges::for_each(processes, gather);
        }
        std::ranges::for_each(processes, kill);
        const Algorithm& its = algorithmNamed(algorithm.toStdString());
        if (its.keeps == Keeps::Counts || its.keeps == Keeps::SlidingCounts)
            QVERIFY(mostInWindow(spent, window) <= limit);
        if (its.keeps == Keeps::Counts)
            return;
        for (const Micros span : {window / 10, window, 2 * window}) {
            const double most = mostInSpan({limit, window}, span, its);
            QVERIFY2(double(mostIn(spent, span)) <= most,
                     qPrintable(QStringLiteral("%1 in %2 us").arg(mostIn(spent, span)).arg(span.count())));
        }
    }

    // What it held of its lease, a quarter of what was left at most, stays charged for one window.
    void aKilledProcessStrandsItsLeaseAlone()
    {
        const TestServer server;
        Connection connection(server.endpoint());
        Policy policy{"shared", "sliding-log", parseRules("10000/1s")};
        policy.lease = std::chrono::milliseconds(40);
        RedisRateLimiter redis(connection, policy);
        const auto used = [&] {
            return redis.peek("token").usage.at(0).used;
        };
        QProcess process;
        process.start(qEnvironmentVariable("RATEWARDEN_HAMMER"),
                      {QString::fromStdString(server.endpoint().socketPath), "sliding-log", "10000/1s",
                       "100000000", "40ms"});
        QVERIFY(process.waitForStarted(patienceMs));
        QByteArray printed;
        while (printed.count('\n') < 200) {
            QVERIFY(process.waitForReadyRead(patienceMs));
            printed += process.readAllStandardOutput();
        }
        process.kill();
        process.waitForFinished(patienceMs);
        const Units charged = used();
        printed += process.readAllStandardOutput();
        // The last one may have been killed before it was printed.
        QVERIFY2(charged - printed.count('\n') <= 10000 / 4 + 1, qPrintable(QString::number(charged)));
        QTRY_COMPARE(used(), Units(0));
    }
};

RATEWARDEN_SUITE(TestConcurrency)
#include "tst_concurrency.moc"
