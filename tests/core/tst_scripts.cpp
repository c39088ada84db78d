// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The scripts as other programs get them: the files in lua/joined, and the bytes that their reference shows.
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/redis/connection.h"
#include "core/redis/script.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestScripts : public QObject {
    Q_OBJECT

private:
    static QString pathOf(const QString& file) { return QStringLiteral(RATEWARDEN_SOURCES "/lua/") + file; }

    static QByteArray contents(const QString& file)
    {
        QFile opened(pathOf(file));
        if (!opened.open(QIODevice::ReadOnly))
            throw std::runtime_error("cannot read " + file.toStdString());
        return opened.readAll();
    }

    static QByteArray reference() { return contents("../resources/docs/scripts.md"); }

    /// The bytes of the reference's block "```text <name>": pairs of digits up to two spaces, in each line.
    static QByteArray bytesShown(const QString& name)
    {
        const QString page = QString::fromUtf8(reference());
        const QRegularExpression block("```text " + name + "\n(.*?)```",
                                       QRegularExpression::DotMatchesEverythingOption);
        QByteArray bytes;
        const QStringList lines = block.match(page).captured(1).split('\n');
        for (const QString& line : lines)
            bytes += QByteArray::fromHex(line.left(line.indexOf("  ")).toLatin1());
        return bytes;
    }

    static QByteArray bytes(std::string_view text) { return {text.data(), qsizetype(text.size())}; }

private Q_SLOTS:
    void theJoinedFilesAreCurrent()
    {
        QStringList names;
        for (const Script& script : embeddedScripts()) {
            const QString file = QString::fromStdString(script.name) + ".lua";
            names << file;
            QVERIFY2(contents("joined/" + file) == bytes(script.text),
                     qPrintable(file + " is not: cmake --build build/dev --target join_scripts"));
        }
        QCOMPARE(QDir(pathOf("joined")).entryList({"*.lua"}, QDir::Files, QDir::Name), names);
    }

    void theyAreListedByTheSumsThatRedisKnowsThemBy()
    {
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        QByteArray sums;
        for (const Script& script : embeddedScripts()) {
            const Reply loaded = connection.call({"SCRIPT", "LOAD", script.text});
            QVERIFY(loaded.view().string() == script.sha);
            sums += bytes(loaded.view().string()) + "  " + bytes(script.name) + ".lua\n";
        }
        QVERIFY2(contents("joined/SHA1SUMS") == sums, "cmake --build build/dev --target join_scripts");
    }

    void theySayTheirNameAndContract()
    {
        const QByteArray page = reference();
        for (const Script& script : embeddedScripts()) {
            const QByteArray contract = QByteArray::number(script.contract);
            QCOMPARE(bytes(script.text).split('\n').value(1),
                     "-- ratewarden " + bytes(script.name) + ", contract " + contract);
            QVERIFY(page.contains("It is version " + contract + ";"));
        }
    }

    void redisCliRunsThem_data() { addAlgorithms(); }
    void redisCliRunsThem()
    {
        QFETCH(QString, algorithm);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const auto ask = [&](const QString& cost) {
            QProcess client;
            client.start("redis-cli",
                         {"-s", server.directory() + "/redis.sock", "--eval",
                          pathOf("joined/" + QString::fromStdString(std::string(tested.script)) + ".lua"),
                          QString::fromStdString(stateKey(RedisToken("t"), "api", tested)),
                          QString::fromStdString(controlKey(RedisToken("t"))), ",", "", cost, "acquire", "3",
                          "3600000000", "0"});
            client.waitForFinished(patienceMs);
            return QString::fromUtf8(client.readAllStandardOutput()).split('\n');
        };
        const QStringList allowed = ask("3"); // verdict, rule, retry after, now, overridden, used, until free
        QCOMPARE(allowed.value(0), "0");
        QCOMPARE(allowed.value(5), "3");
        const QStringList denied = ask("1");
        QCOMPARE(denied.value(0), "1");
        QCOMPARE(denied.value(1), "1");
        QVERIFY(denied.value(2).toLongLong() > 0);
        QCOMPARE(ask("4").value(0), "3");
        QCOMPARE(connection.call({"EXISTS", stateKey(RedisToken("t"), "api", tested)}).view().integer(), 1);
    }

    void theReferenceShowsTheBytesThatAreSent()
    {
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy policy{"api", "gcra", parseRules("1/s + 20/min burst 5")};
        const CallOptions options{.now = Instant(1'795'046'400s)};
        const Command command = decisionCommand(policy, RedisToken("user:42"), 1, Mode::Acquire, options);
        const Reply reply = connection.call(command);
        const QByteArray request = bytes(command.arguments().back());
        QVERIFY2(request == bytesShown("request"), request.toHex(' ').constData());
        const QByteArray answer = bytes(reply.view().string());
        QVERIFY2(answer == bytesShown("answer"), answer.toHex(' ').constData());
    }

    // The page's function, run as it stands there.
    void theReferencePacksARequestInPython()
    {
        const QRegularExpression block("```python packed\n(.*?)```",
                                       QRegularExpression::DotMatchesEverythingOption);
        const QString function = block.match(QString::fromUtf8(reference())).captured(1);
        QVERIFY(!function.isEmpty());
        QProcess python;
        python.start("python3", {"-c", function + "\nprint(request.hex())"});
        if (!python.waitForFinished(patienceMs) && python.error() == QProcess::FailedToStart)
            QSKIP("python3 is not installed");
        QCOMPARE(QByteArray::fromHex(python.readAllStandardOutput().trimmed()), bytesShown("request"));
    }
};

RATEWARDEN_SUITE(TestScripts)
#include "tst_scripts.moc"
