// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that are started without standard input, output or error: a connection to Redis must not get the
// number, or what is printed goes there.
#include "core/redis/connection.h"
#include "tests/app/ctl_test.h"
#include "tests/support/suites.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QTcpServer>

#include <array>
#include <csignal>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

enum Stream { In = 1, Out = 2, Err = 4 };

/// Starts the program without these streams; the others are /dev/null. -1: it cannot be started.
pid_t startWithout(int streams, const std::vector<QByteArray>& words)
{
    std::vector<char*> arguments;
    for (const QByteArray& word : words)
        arguments.push_back(const_cast<char*>(word.constData()));
    arguments.push_back(nullptr);
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const pid_t child = fork();
    if (child != 0) {
        close(null);
        return child;
    }
    for (const int number : {0, 1, 2}) {
        if ((streams & (1 << number)) != 0)
            close(number);
        else
            dup2(null, number);
    }
    execv(arguments.front(), arguments.data());
    _exit(126);
}

int exitCodeOf(pid_t child)
{
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void addCombinations()
{
    for (int streams = 1; streams < 8; ++streams)
        QTest::addRow("without%s%s%s", streams & In ? " in" : "", streams & Out ? " out" : "",
                      streams & Err ? " err" : "")
            << streams;
}

} // namespace

class TestClosedStreams : public CtlTest {
    Q_OBJECT

private:
    pid_t startCtl(int streams, std::vector<QByteArray> words)
    {
        words.insert(words.begin(), {qgetenv("RATEWARDEN_CTL"), "--redis", url().toUtf8()});
        return startWithout(streams, words);
    }

private Q_SLOTS:
    // A row that begins with a token's name would be a command: tokens are what clients choose.
    void aTableIsNoCommand_data()
    {
        QTest::addColumn<int>("streams");
        addCombinations();
    }
    void aTableIsNoCommand()
    {
        QFETCH(int, streams);
        redis({"FLUSHALL"});
        redis({"SET", "api", "1"});
        QCOMPARE(run({"check", "del", "--policy", "api", "--rules", "5/min", "--publish"}).code, 0);
        redis({"CONFIG", "RESETSTAT"});
        const int code = exitCodeOf(startCtl(streams, {"--read-only", "tokens"}));
        QCOMPARE(code, streams & Out ? 4 : 0); // the output could not be written
        QCOMPARE(redis({"EXISTS", "api"}).view().integer(), 1);
        const Reply errors = redis({"INFO", "errorstats"});
        QVERIFY2(errors.view().string().find("errorstat_ERR") == std::string_view::npos,
                 std::string(errors.view().string()).c_str());
    }

    void aNoteIsNoCommand_data() { aTableIsNoCommand_data(); }
    void aNoteIsNoCommand()
    {
        QFETCH(int, streams);
        redis({"FLUSHALL"});
        QCOMPARE(run({"block", "zy", "--for", "2h", "--reason", "r"}).code, 0);
        redis({"CONFIG", "RESETSTAT"});
        const int code = exitCodeOf(startCtl(streams, {"block", "zy", "--for", "1h", "--reason", "r"}));
        QCOMPARE(code, streams & Out ? 4 : 0);
        const Reply errors = redis({"INFO", "errorstats"});
        QVERIFY2(errors.view().string().find("errorstat_ERR") == std::string_view::npos,
                 std::string(errors.view().string()).c_str());
    }

    void complaintsKeepTheirCode_data() { aTableIsNoCommand_data(); }
    void complaintsKeepTheirCode()
    {
        QFETCH(int, streams);
        QCOMPARE(exitCodeOf(startCtl(streams, {"tokens", "--stat", "x"})), 2);
    }

    // Whatever a program opens: it waits for a server that says nothing when it is looked at.
    void theNumbersAreTaken_data()
    {
        QTest::addColumn<QByteArray>("program");
        QTest::addColumn<int>("streams");
        for (const char* const variable : {"RATEWARDEN", "RATEWARDEN_CTL"})
            for (int streams = 1; streams < 8 && !qgetenv(variable).isEmpty(); ++streams)
                QTest::addRow("%s %d", variable, streams) << qgetenv(variable) << streams;
    }
    void theNumbersAreTaken()
    {
        QFETCH(QByteArray, program);
        QFETCH(int, streams);
        QTcpServer silent;
        QVERIFY(silent.listen(QHostAddress::LocalHost));
        const QByteArray address = "redis://127.0.0.1:" + QByteArray::number(silent.serverPort());
        std::vector<QByteArray> words{program};
        if (program == qgetenv("RATEWARDEN"))
            words.push_back(address);
        else
            words.insert(words.end(), {"--redis", address, "blocks"});
        const pid_t child = startWithout(streams, words);
        QVERIFY(child > 0);
        const bool connected = silent.waitForNewConnection(patienceMs);
        QStringList targets;
        for (const int number : {0, 1, 2})
            targets << QFile::symLinkTarget(QStringLiteral("/proc/%1/fd/%2").arg(child).arg(number));
        QVERIFY(::kill(child, SIGKILL) == 0);
        exitCodeOf(child);
        QVERIFY(connected);
        if (targets == QStringList{"", "", ""})
            QSKIP("only root may look at the descriptors of a process that leaves no core dumps");
        QCOMPARE(targets, (QStringList{"/dev/null", "/dev/null", "/dev/null"}));
    }
};

RATEWARDEN_SUITE(TestClosedStreams)
#include "tst_closed_streams.moc"
