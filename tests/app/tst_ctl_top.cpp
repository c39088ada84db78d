// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl top`, in rounds and on a terminal.
#include "tests/app/ctl_test.h"
#include "tests/app/on_terminal.h"
#include "tests/support/suites.h"

#include <QRegularExpression>

#include <csignal>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlTop : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        publish({"api", "sliding-log", parseRules("10/h")});
        QCOMPARE(run({"charge", "full", "--policy", "api", "--cost", "10"}).code, 0);
        QCOMPARE(run({"charge", "calm", "--policy", "api", "--cost", "1"}).code, 0);
    }

    void roundsWithoutATerminal()
    {
        const Outcome outcome = run({"top", "-n", "2", "--interval", "100ms"});
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.out.count("TOKEN"), 2);
        QCOMPARE(outcome.out.count("2 tokens: 1 limited, 1 ok"), 2);
        QVERIFY(outcome.out.indexOf("full") < outcome.out.indexOf("calm"));
        QVERIFY(!outcome.out.contains('\x1b'));
        QCOMPARE(run({"top", "-n", "1", "--state", "limited"}).out.count("calm"), 0);
        QCOMPARE(run({"top", "-n", "1", "--interval", "1ms"}).code, 2);
    }

    void deniedLatelyIsAColumn()
    {
        publish({"web", "sliding-log", parseRules("1/h"), false, true, {}});
        QCOMPARE(run({"check", "hammers", "--policy", "web"}).code, 0);
        QCOMPARE(run({"check", "hammers", "--policy", "web"}).code, 1);
        const QStringList lines = run({"top", "-n", "1"}).out.split('\n', Qt::SkipEmptyParts);
        const auto cellsOf = [&lines](const QString& start) {
            static const QRegularExpression gap("  +"); // as durations have spaces
            for (const QString& line : lines)
                if (line.startsWith(start))
                    return line.split(gap);
            return QStringList();
        };
        const auto column = cellsOf("TOKEN").indexOf("DENIED/S");
        QVERIFY2(column > 0, qPrintable(lines.join('\n')));
        QVERIFY(cellsOf("hammers").value(column).toDouble() > 0);
        QCOMPARE(cellsOf("full").value(column), "?"); // that policy keeps no counts
    }

    void roundsForPrograms()
    {
        const QStringList lines =
            run({"top", "-n", "2", "--interval", "100ms", "--json"}).out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        for (const QString& line : lines) {
            const QJsonObject round = QJsonDocument::fromJson(line.toUtf8()).object();
            QCOMPARE(round["states"].toObject()["limited"].toInt(), 1);
            QCOMPARE(round["tokens"].toArray().size(), 2);
            QCOMPARE(round["tokens"].toArray()[0].toObject()["remaining"].toInt(-1), 0);
        }
    }

    // With very many keys the server is left alone for nine times as long as a round took.
    void roundsLeaveTheServerItsPauses()
    {
        // Enough that nine rounds take longer than the interval, and few enough for the sanitizers.
        redis({"EVAL", "for i = 1, 1500 do redis.call('SET', 'other:' .. i, i) end", "0"});
        const QStringList lines =
            run({"top", "-n", "2", "--interval", "100ms", "--json"}).out.split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        const auto number = [&lines](int line, const char* field) {
            return QJsonDocument::fromJson(lines[line].toUtf8()).object()[field].toDouble();
        };
        QVERIFY(number(0, "took_us") > 0);
        QVERIFY(number(1, "at_us") - number(0, "at_us") >= 9 * number(0, "took_us"));
    }

    void roundsOutliveAFailover()
    {
        redis({"CONFIG", "SET", "replica-serve-stale-data", "no"});
        QProcess top;
        start(top, {"top", "--interval", "100ms", "--json"});
        QByteArray out;
        QByteArray err;
        const auto read = [&] {
            out += top.readAllStandardOutput();
            err += top.readAllStandardError();
        };
        QTRY_VERIFY((read(), out.contains('\n')));
        redis({"REPLICAOF", "127.0.0.1", "1"});
        QTRY_VERIFY((read(), err.contains("\"unavailable\"")));
        redis({"REPLICAOF", "NO", "ONE"});
        read();
        const auto before = out.count('\n');
        QTRY_VERIFY((read(), out.count('\n') > before));
        QCOMPARE(top.state(), QProcess::Running);
        top.kill();
        QVERIFY(top.waitForFinished(patienceMs));
    }

    void showsTokensLive()
    {
        OnTerminal top(url(), {"top", "--interval", "100ms"});
        QTRY_VERIFY(top.frame().contains("2 tokens: 1 limited, 1 ok"));
        QVERIFY(top.shown().contains("\x1b[?1049h")); // the alternate screen
        QVERIFY(top.frame().contains("\x1b[1;31mlimited"));
        QVERIFY(top.frame().contains("q quit"));
        QVERIFY(top.frame().count('\n') < 20);
        // A new token, and a change of one that is shown.
        QCOMPARE(run({"charge", "new", "--policy", "api", "--cost", "9"}).code, 0);
        QCOMPARE(run({"block", "calm", "--for", "1h", "--reason", "r"}).code, 0);
        QTRY_VERIFY(top.frame().contains("3 tokens: 1 limited, 1 blocked, 1 near"));
        QVERIFY(top.frame().indexOf("full") < top.frame().indexOf("calm"));
        // What is gone goes.
        QCOMPARE(run({"reset", "new", "--policy", "api"}).code, 0);
        QTRY_VERIFY(top.frame().contains("2 tokens: 1 limited, 1 blocked;"));

        top.type(">");
        QTRY_VERIFY(top.frame().contains("by used"));
        top.type("r");
        QTRY_VERIFY(top.frame().contains("by used, reversed"));
        QVERIFY(top.frame().indexOf("calm") < top.frame().indexOf("full"));
        top.type("s");
        QTRY_VERIFY(top.frame().contains(", limited; 1 row"));
        QVERIFY(!top.frame().contains("calm"));
        top.type("q");
        QVERIFY(top.process().waitForFinished(patienceMs));
        QCOMPARE(top.process().exitCode(), 0);
        QVERIFY(top.shown().endsWith("\x1b[?1049l")); // and back
    }

    // As they do when one is held down, or the line is slow.
    void keysThatComeAtOnceAllCount()
    {
        OnTerminal top(url(), {"top", "--interval", "1h"});
        QTRY_VERIFY(top.frame().contains("by state"));
        top.type(">>\x1b[B\x1b[99~r");
        QTRY_VERIFY(top.frame().contains("by left, reversed"));
        top.type(">q");
        QVERIFY(top.process().waitForFinished(patienceMs));
    }

    // On the screen as in rounds: a candidate sees the same requests again, and is hidden.
    void countsNeitherCandidatesNorTheirBlocks()
    {
        redis({"FLUSHALL"});
        publish({"api", "sliding-log", parseRules("10/h")}, PolicyMode::Enforced, "5/h");
        QCOMPARE(run({"check", "user:1", "--policy", "api"}).code, 0);
        {
            OnTerminal top(url(), {"top", "--interval", "100ms"});
            QTRY_VERIFY(top.frame().contains("1 token: 1 ok; requests are not counted"));
        }
        QCOMPARE(run({"reset", "user:1", "--policy", "api"}).code, 0); // the candidate keeps its state
        QCOMPARE(run({"block", "user:1", "--for", "1h", "--reason", "r"}).code, 0);
        OnTerminal top(url(), {"top", "--interval", "100ms"});
        QTRY_VERIFY(top.frame().contains("1 token: 1 blocked;"));
        QVERIFY(top.frame().contains("(all)"));
    }

    void givesTheTerminalBackWhenItIsEnded_data()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("TERM") << SIGTERM;
        QTest::newRow("HUP") << SIGHUP;
        QTest::newRow("QUIT") << SIGQUIT;
        QTest::newRow("INT") << SIGINT;
    }
    void givesTheTerminalBackWhenItIsEnded()
    {
        QFETCH(int, signal);
        OnTerminal top(url(), {"top", "--interval", "1h"}); // no signal waits for the next round
        QTRY_VERIFY(top.frame().contains("full"));
        kill(pid_t(top.process().processId()), signal);
        QVERIFY(top.process().waitForFinished(patienceMs));
        QVERIFY(top.shown().endsWith("\x1b[?1049l"));
        QVERIFY(top.echoes());
    }

    void outlivesItsServer()
    {
        auto server = std::make_unique<TestServer>();
        const QString where = "unix://" + QString::fromStdString(server->endpoint().socketPath);
        Connection(server->endpoint(), unhurried).call({"SET", "rl:203.0.113.9", "7", "PX", "600000"});
        OnTerminal top(where, {"top", "--interval", "100ms"});
        QTRY_VERIFY(top.frame().contains("203.0.113.9"));
        server.reset();
        QTRY_VERIFY(top.frame().contains("\x1b[1;31m") && top.frame().contains("203.0.113.9"));
        QCOMPARE(top.process().state(), QProcess::Running);
        top.type("q");
        QVERIFY(top.process().waitForFinished(patienceMs));
    }

    void needsAServerToBegin()
    {
        OnTerminal top("unix:///nonexistent", {"top"});
        QVERIFY(top.process().waitForFinished(patienceMs));
        QCOMPARE(top.process().exitCode(), 3);
        QVERIFY(!top.shown().contains("\x1b[?1049h"));
    }

    // Long cells are cut on a terminal, and nowhere else.
    void cutsOnATerminal()
    {
        const std::string name(200, 'x');
        QCOMPARE(run({"charge", QString::fromStdString(name), "--policy", "api"}).code, 0);
        QVERIFY(run({"tokens"}).out.contains(QString::fromStdString(name)));
        OnTerminal tokens(url(), {"tokens"});
        QVERIFY(tokens.process().waitForFinished(patienceMs));
        const QString shown = QString::fromUtf8(tokens.shown());
        QVERIFY2(shown.contains(QString::fromUtf8("xxx…")), qPrintable(shown));
        QVERIFY(!shown.contains(QString::fromStdString(name)));
        QVERIFY(shown.contains("\x1b[1;31mlimited\x1b[0m"));
    }
};

RATEWARDEN_SUITE(TestCtlTop)
#include "tst_ctl_top.moc"
