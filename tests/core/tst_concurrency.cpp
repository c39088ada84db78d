// SPDX-License-Identifier: GPL-3.0-or-later
// Several processes on one token: what passed is checked afterwards, from the times at which it did.
#include "core/algorithms/algorithm.h"
#include "core/redis/connection.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/subject.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <deque>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

struct Passed {
    Instant at;
    Units cost;
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
        if (!algorithm.startsWith("sliding-log"))
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
};

RATEWARDEN_SUITE(TestConcurrency)
#include "tst_concurrency.moc"
