// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl top`, in rounds and on a terminal.
#include "core/policies/policy_store.h"
#include "tests/app/ctl_test.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <csignal>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

/// A program on a terminal of its own, of 100 columns and 20 lines.
class OnTerminal {
public:
    OnTerminal(const QString& url, const QStringList& arguments)
    {
        m_master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
        grantpt(m_master);
        unlockpt(m_master);
        const winsize size{20, 100, 0, 0};
        ioctl(m_master, TIOCSWINSZ, &size);
        const QByteArray slave = ptsname(m_master);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("RATEWARDEN_REDIS", url);
        environment.insert("TERM", "xterm");
        environment.remove("NO_COLOR");
        m_process.setProcessEnvironment(environment);
        m_process.setChildProcessModifier([slave] {
            setsid();
            const int terminal = open(slave.constData(), O_RDWR);
            ioctl(terminal, TIOCSCTTY, 0);
            for (int file = 0; file < 3; ++file)
                dup2(terminal, file);
        });
        m_process.start(qEnvironmentVariable("RATEWARDEN_CTL"), arguments);
    }
    ~OnTerminal()
    {
        m_process.kill();
        m_process.waitForFinished(patienceMs);
        close(m_master);
    }
    Q_DISABLE_COPY_MOVE(OnTerminal)

    /// All that was shown so far.
    const QByteArray& shown()
    {
        QByteArray bytes(65536, '\0');
        while (true) {
            const ssize_t count = read(m_master, bytes.data(), std::size_t(bytes.size()));
            if (count <= 0)
                return m_shown;
            m_shown.append(bytes.constData(), qsizetype(count));
        }
    }
    /// The frame that was shown last, as far as it is whole.
    QString frame()
    {
        const QByteArray all = shown();
        const qsizetype end = all.lastIndexOf("\x1b[J");
        const qsizetype begin = end < 0 ? -1 : all.lastIndexOf("\x1b[H", end);
        return begin < 0 ? QString() : QString::fromUtf8(all.mid(begin, end - begin));
    }
    void type(const char* keys) { QVERIFY(write(m_master, keys, qstrlen(keys)) > 0); }
    QProcess& process() { return m_process; }

private:
    int m_master = -1;
    QProcess m_process;
    QByteArray m_shown;
};

} // namespace

class TestCtlTop : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        Connection connection(m_server.endpoint());
        PublishedPolicy policy;
        policy.policy = {"api", "sliding-log", parseRules("10/h"), false, false, {}};
        QVERIFY(publishPolicy(connection, policy, {"test", "test"}).published);
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

    void showsTokensLive()
    {
        OnTerminal top(url(), {"top", "--interval", "100ms"});
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("2 tokens: 1 limited, 1 ok"), patienceMs);
        QVERIFY(top.shown().contains("\x1b[?1049h")); // the alternate screen
        QVERIFY(top.frame().contains("\x1b[1;31mlimited"));
        QVERIFY(top.frame().contains("q quit"));
        QVERIFY(top.frame().count('\n') < 20);
        // A new token, and a change of one that is shown.
        QCOMPARE(run({"charge", "new", "--policy", "api", "--cost", "9"}).code, 0);
        QCOMPARE(run({"block", "calm", "--for", "1h", "--reason", "r"}).code, 0);
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("3 tokens: 1 limited, 1 blocked, 1 near"), patienceMs);
        QVERIFY(top.frame().indexOf("full") < top.frame().indexOf("calm"));
        // What is gone goes.
        QCOMPARE(run({"reset", "new", "--policy", "api"}).code, 0);
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("2 tokens: 1 limited, 1 blocked;"), patienceMs);

        top.type(">");
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("by used"), patienceMs);
        top.type("r");
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("by used, reversed"), patienceMs);
        QVERIFY(top.frame().indexOf("calm") < top.frame().indexOf("full"));
        top.type("s");
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains(", limited; 1 row"), patienceMs);
        QVERIFY(!top.frame().contains("calm"));
        top.type("q");
        QVERIFY(top.process().waitForFinished(patienceMs));
        QCOMPARE(top.process().exitCode(), 0);
        QVERIFY(top.shown().endsWith("\x1b[?1049l")); // and back
    }

    void givesTheTerminalBackWhenItIsEnded()
    {
        OnTerminal top(url(), {"top"});
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("full"), patienceMs);
        kill(pid_t(top.process().processId()), SIGTERM);
        QVERIFY(top.process().waitForFinished(patienceMs));
        QVERIFY(top.shown().endsWith("\x1b[?1049l"));
    }

    void outlivesItsServer()
    {
        auto server = std::make_unique<TestServer>();
        const QString where = "unix://" + QString::fromStdString(server->endpoint().socketPath);
        Connection(server->endpoint()).call({"SET", "rl:203.0.113.9", "7", "PX", "600000"});
        OnTerminal top(where, {"top", "--interval", "100ms"});
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("203.0.113.9"), patienceMs);
        server.reset();
        QTRY_VERIFY_WITH_TIMEOUT(top.frame().contains("\x1b[1;31m") && top.frame().contains("203.0.113.9"),
                                 patienceMs);
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

QTEST_GUILESS_MAIN(TestCtlTop)
#include "tst_ctl_top.moc"
