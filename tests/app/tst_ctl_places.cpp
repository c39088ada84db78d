// SPDX-License-Identifier: GPL-3.0-or-later
// Where ratewarden-ctl looks and writes when nobody says where: the usual server, the user's folder. And what
// app/run does where there is no display.
#include "tests/app/ctl_test.h"
#include "tests/support/answering_server.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QDir>
#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtlPlaces : public CtlTest {
    Q_OBJECT

private Q_SLOTS:
    void theUsualServerCanBeAnother()
    {
        const QString hint = "Name another server with --redis URL or RATEWARDEN_REDIS";
        QProcessEnvironment nowhere;
        nowhere.insert("RATEWARDEN_REDIS", "");
        const Outcome usual = run({"blocks"}, nowhere);
        if (!usual.err.contains("cannot connect"))
            QSKIP("there is a Redis on this machine");
        QCOMPARE(usual.code, 3);
        QVERIFY2(usual.err.contains("redis://localhost:6379") && usual.err.contains(hint),
                 qPrintable(usual.err));
        const Outcome named = run({"blocks", "--redis", "redis://127.0.0.1:1"});
        QVERIFY2(named.err.contains("cannot connect") && !named.err.contains(hint), qPrintable(named.err));
    }

    void nonsenseIsNoServer_data()
    {
        QTest::addColumn<QByteArray>("answer");
        for (const char* answer : {"$-1\r\n", "+OK\r\n", "*0\r\n"})
            QTest::newRow(answer) << QByteArray(answer);
    }
    void nonsenseIsNoServer()
    {
        QFETCH(QByteArray, answer);
        const AnsweringServer server(answer);
        const Outcome nodes = run({"nodes", "--redis", QString("redis://127.0.0.1:%1").arg(server.port())});
        QCOMPARE(nodes.code, 3);
        QVERIFY2(nodes.err.contains("DBSIZE on redis://127.0.0.1") &&
                     nodes.err.contains("where a number was expected. Check that Redis itself"),
                 qPrintable(nodes.err));
    }

    void noHomeIsMade()
    {
        const QTemporaryDir folder;
        QProcessEnvironment homeless;
        homeless.insert("HOME", folder.filePath("none"));
        homeless.insert("XDG_STATE_HOME", "");
        const Outcome block = run({"block", "x", "--for", "1h", "--reason", "r"}, homeless);
        QCOMPARE(block.code, 0);
        QVERIFY2(block.err.contains("the audit trail's file on this machine was not written: " +
                                    folder.filePath("none") + ": No such file"),
                 qPrintable(block.err));
        QVERIFY(!QDir(folder.filePath("none")).exists());
        homeless.insert("HOME", folder.path());
        QVERIFY(!run({"unblock", "x"}, homeless).err.contains("not written"));
        QVERIFY(QFile::exists(folder.filePath(".local/state/ratewarden/audit.jsonl")));
    }

    void theWorkingFolderIsNoHome()
    {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath(".config/ratewarden"));
        fileIn(folder, ".config/ratewarden/profiles.json",
               "{\"profiles\": [{\"name\": \"planted\", \"address\": \"redis://127.0.0.1:1\"}]}");
        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        for (const char* home : {"", "."}) {
            QProcessEnvironment homeless;
            homeless.insert("HOME", home);
            homeless.insert("XDG_CONFIG_HOME", "");
            const Outcome outcome = run({"--profile", "planted", "blocks"}, homeless);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("no profile \"planted\""), qPrintable(outcome.err));
        }
        QVERIFY(QDir::setCurrent(before));
    }

    // Before it installs and builds.
    void withoutADisplayNothingIsBuilt()
    {
        QProcess process;
        QProcessEnvironment environment;
        environment.insert("PATH", qEnvironmentVariable("PATH"));
        process.setProcessEnvironment(environment);
        process.start(RATEWARDEN_SOURCES "/app/run");
        QVERIFY(process.waitForFinished(patienceMs));
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("there is no display") && said.contains("--capture"), said);
    }
};

RATEWARDEN_SUITE(TestCtlPlaces)
#include "tst_ctl_places.moc"
