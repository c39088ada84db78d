// SPDX-License-Identifier: GPL-3.0-or-later
// What a program leaves behind when it crashes with a password in its memory.
#include "app/hidden_passwords.h"
#include "tests/support/suites.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QFile>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstdlib>
#include <vector>

class TestCoreDumps : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder; // where the system leaves core files, if it does so in the working folder

    /// Runs `then` in a process that may leave a core dump of any size, and says whether the system made one.
    template <class Then>
    bool leavesCore(Then then)
    {
        const pid_t child = fork();
        if (child == 0) {
            const rlimit any{RLIM_INFINITY, RLIM_INFINITY};
            if (setrlimit(RLIMIT_CORE, &any) != 0 || chdir(QFile::encodeName(m_folder.path())) != 0)
                _exit(1);
            then();
            _exit(0);
        }
        int status = 0;
        return child > 0 && waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WCOREDUMP(status);
    }

private Q_SLOTS:
    void initTestCase()
    {
        if (!leavesCore([] { std::abort(); }))
            QSKIP("this system makes no core dumps");
    }

    void aCallKeepsThemAway()
    {
        QVERIFY(!leavesCore([] {
            ratewarden::keepOutOfCoreDumps();
            std::abort();
        }));
    }

    // The programs make the call: they wait for a server that says nothing when they are killed.
    void thePrograms_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<bool>("isWindow");
        QTest::newRow("window") << qgetenv("RATEWARDEN") << true;
        QTest::newRow("terminal") << qgetenv("RATEWARDEN_CTL") << false;
    }
    void thePrograms()
    {
        QFETCH(QByteArray, program);
        QFETCH(bool, isWindow);
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const QByteArray url = "redis://:s3cret@127.0.0.1:" + QByteArray::number(silent.serverPort());
        std::vector<const char*> arguments{program.constData()};
        if (isWindow)
            arguments.push_back(url.constData());
        else
            arguments.insert(arguments.end(), {"--redis", url.constData(), "blocks"});
        arguments.push_back(nullptr);
        const pid_t child = fork();
        if (child == 0) {
            const rlimit any{RLIM_INFINITY, RLIM_INFINITY};
            if (setrlimit(RLIMIT_CORE, &any) == 0 && chdir(QFile::encodeName(m_folder.path())) == 0)
                execv(program.constData(), const_cast<char* const*>(arguments.data()));
            _exit(1);
        }
        QVERIFY(child > 0);
        QVERIFY(silent.waitForNewConnection(ratewarden::test::patienceMs)); // it has got as far as that
        QVERIFY(::kill(child, SIGABRT) == 0);
        int status = 0;
        QCOMPARE(waitpid(child, &status, 0), child);
        QVERIFY(WIFSIGNALED(status));
        QVERIFY(!WCOREDUMP(status));
    }
};

RATEWARDEN_SUITE(TestCoreDumps)
#include "tst_core_dumps.moc"
