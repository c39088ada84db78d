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

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>
#include <random>
#include <stdexcept>
#include <vector>

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

/// Processes that decide for one token from leases, as fast as they can, and what each has spent.
class LeasedHammers {
public:
    static constexpr std::size_t count = 5;
    static constexpr std::chrono::milliseconds life{40}; // of a lease

    LeasedHammers(const TestServer& server, const QString& algorithm, const QString& rules)
        : m_arguments{QString::fromStdString(server.endpoint().socketPath), algorithm, rules, "100000000",
                      QString("%1ms").arg(life.count())}
    {
        std::ranges::for_each(m_processes, [&](QProcess& process) { start(process); });
    }

    const std::vector<SpentBetween>& spent() const { return m_spent; }

    /// While the one behind the first has told so often of what it spends, and no shorter than that.
    void suspend(const std::vector<std::size_t>& which, int heard, std::chrono::milliseconds atLeast)
    {
        QProcess& other = m_processes.at((which.front() + 1) % count);
        signal(which, SIGSTOP);
        QElapsedTimer since;
        since.start();
        for (; heard > 0 || !since.hasExpired(atLeast.count()); --heard)
            awaitOutput(other);
        signal(which, SIGCONT);
    }
    /// All but the one behind, while that one spends, and so long that what they hold of leases is over. Some
    /// hold a lease, as they spend when it begins.
    void suspendAllFor(std::size_t which, int heard)
    {
        std::vector<std::size_t> all{which};
        for (std::size_t i = 2; i < count; ++i)
            all.push_back((which + i) % count);
        awaitOutput(m_processes.at(which));
        suspend(all, heard, 2 * life);
    }
    void replace(std::size_t which)
    {
        kill(m_processes.at(which));
        start(m_processes.at(which));
    }
    void killAll()
    {
        std::ranges::for_each(m_processes, [&](QProcess& process) { kill(process); });
    }
    void gather()
    {
        std::ranges::for_each(m_processes, [&](QProcess& process) { gather(process); });
    }

private:
    void start(QProcess& process)
    {
        process.start(qEnvironmentVariable("RATEWARDEN_HAMMER"), m_arguments);
        if (!process.waitForStarted(patienceMs))
            throw std::runtime_error("a process does not start");
    }
    void kill(QProcess& process)
    {
        process.kill();
        process.waitForFinished(patienceMs);
        gather(process);
        process.readAll(); // half a line, as it was killed
    }
    void gather(QProcess& process)
    {
        while (process.canReadLine())
            if (const QList<QByteArray> fields = process.readLine().trimmed().split(' '); fields.size() == 2)
                m_spent.push_back({Micros(fields[0].toLongLong()), Micros(fields[1].toLongLong())});
    }
    void signal(const std::vector<std::size_t>& which, int number)
    {
        for (const std::size_t i : which) {
            if (m_processes.at(i).state() != QProcess::Running)
                throw std::runtime_error("a process has ended");
            ::kill(pid_t(m_processes.at(i).processId()), number);
        }
    }
    static void awaitOutput(QProcess& process)
    {
        if (!process.waitForReadyRead(patienceMs))
            throw std::runtime_error("a process spends nothing");
    }

    const QStringList m_arguments;
    std::array<QProcess, count> m_processes;
    std::vector<SpentBetween> m_spent;
};

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
        constexpr Micros window = std::chrono::milliseconds(300);
        constexpr std::size_t limit = 400;
        const TestServer server;
        std::mt19937 random(testSeed());
        LeasedHammers hammers(server, algorithm, "400/300ms");
        // The fewer windows the rounds took, the less can be wrong in them: so many windows' worth must have
        // passed.
        for (int round = 0; round < 12 || hammers.spent().size() <= 3 * limit; ++round) {
            const std::size_t which = random() % LeasedHammers::count;
            // Less than a lease lives, and more: while another one has spent so many.
            const int heard = int(random() % 20);
            if (round % 3 == 2)
                hammers.suspendAllFor(which, heard);
            else
                hammers.suspend({which}, heard, {});
            if (round % 4 == 0)
                hammers.replace(which);
            hammers.gather();
        }
        hammers.killAll();
        const std::vector<SpentBetween>& spent = hammers.spent();
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

    // Each by its own part of the limit: together no more than all of it.
    void sharesHoldWithoutRedis()
    {
        std::array<QProcess, 4> processes;
        for (QProcess& process : processes)
            process.start(qEnvironmentVariable("RATEWARDEN_HAMMER"),
                          {"/nowhere/redis.sock", "sliding-log", "400/h", "2000", "100ms", "0.25"});
        for (QProcess& process : processes) {
            QVERIFY(process.waitForFinished(patienceMs));
            QCOMPARE(process.exitCode(), 0);
            QCOMPARE(process.readAllStandardOutput().count('\n'), 100);
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
