// SPDX-License-Identifier: GPL-3.0-or-later
// Describing a limiter of one's own from the terminal: from a key of it to reading, and blocking, its tokens.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QUrl>

using namespace ratewarden::test;

class TestCtlFormats : public CtlTest {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;

    QProcessEnvironment own() const
    {
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_FORMATS", m_folder->path());
        return environment;
    }
    static std::string now() { return std::to_string(QDateTime::currentMSecsSinceEpoch()); }
    static std::string key(const char* token) { return std::string("shop:gate:{") + token + "}:state"; }
    void writeBuckets()
    {
        for (const char* const token : {"alice", "bob", "carol"})
            redis({"HSET", key(token), "tokens", "4", "refilled_at", now()});
    }
    static bool has(const QString& text, const char* part) { return text.contains(QLatin1String(part)); }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        m_folder = std::make_unique<QTemporaryDir>();
    }

    void fromAKeyToItsTokens()
    {
        writeBuckets();
        const QString alice = QString::fromStdString(key("alice"));
        QCOMPARE(run({"inspect", alice, "--json"}, own()).json()["format"], QJsonValue());

        const Outcome made = run({"format", "new", "--from", alice, "--name", "shop-gate", "--rules",
                                  "10/min", "--wait", "1ms", "--save"},
                                 own());
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY2(has(made.err, "bucket") && has(made.err, "2 other keys differ in the token"),
                 qPrintable(made.err));
        const QString file = m_folder->filePath("shop-gate.json");
        QFile schema(QUrl(QJsonDocument::fromJson(readFile(file))["$schema"].toString()).toLocalFile());
        QFile published(RATEWARDEN_SOURCES "/resources/formats.schema.json");
        QVERIFY2(schema.open(QIODevice::ReadOnly), qPrintable(schema.fileName()));
        QVERIFY(published.open(QIODevice::ReadOnly));
        QVERIFY(schema.readAll() == published.readAll());

        const Outcome tested = run({"format", "test", file, "--json"}, own());
        const QString next = tested.json()["next"].toArray().last().toString();
        QVERIFY2(has(next, "to propose it, say in \"recorded\" which program wrote its samples"),
                 qPrintable(next));
        QVERIFY2(!has(tested.out, "to use it"), qPrintable(tested.out)); // it is where formats are used
        QVERIFY2(tested.json()["faults"].toArray().isEmpty(), qPrintable(tested.out));
        QCOMPARE(tested.json()["samples"].toInt(), 1);

        // Another token, and another state than that which the file was made from.
        redis({"HSET", key("bob"), "tokens", "0", "refilled_at", now()});
        const QJsonObject bob =
            run({"inspect", QString::fromStdString(key("bob")), "--rules", "10/h", "--json"}, own()).json();
        QCOMPARE(bob["format"].toString(), "shop-gate");
        QCOMPARE(bob["token"].toString(), "bob");
        QCOMPARE(bob["state"].toString(), "limited");
        QCOMPARE(bob["rules"].toArray().at(0).toObject()["used"].toInt(), 10);
        const Outcome blocked =
            run({"block", "--key", alice, "--rules", "10/min", "--for", "120s", "--reason", "r"}, own());
        QVERIFY2(blocked.code == 0, qPrintable(blocked.err));
        const QJsonObject read = run({"inspect", alice, "--rules", "10/min", "--json"}, own()).json();
        QCOMPARE(read["state"].toString(), "limited");
        QVERIFY(read["retry_after_us"].toDouble() > 50e6);
        QVERIFY(has(run({"format", "list"}, own()).out, "shop-gate"));
    }

    // Nobody is sent to prove what cannot be proven.
    void whatNoSampleCanTellIsToBeSeenInTheProgram()
    {
        const Outcome tested = run(
            {"format", "test", RATEWARDEN_SOURCES "/core/formats/catalogue/actix-limitation.json"}, own());
        QVERIFY2(has(tested.out, "no sample notices ttl.from: first -> end\nnext: see in the program"),
                 qPrintable(tested.out));
        QVERIFY2(!has(tested.out, "prove \"ttl\""), qPrintable(tested.out));
    }

    // To one of them what is left is what is used to the other: to block the token could let it in.
    void whatMayMeanTheOppositeIsAsked()
    {
        for (const char* const what : {"count", "left"})
            QVERIFY(writeWhole(m_folder->filePath(QString("twin-%1.json").arg(what)), twinFormat(what)));
        redis({"SET", "twin:a", "3", "PX", "60000"});
        const QStringList block{"block", "--key", "twin:a",   "--rules", "10/min",
                                "--for", "10min", "--reason", "r"};
        const Outcome refused = run(block, own());
        QCOMPARE(refused.code, 2);
        QVERIFY2(has(refused.err, "twin-count") && has(refused.err, "twin-left") &&
                     has(refused.err, "--format"),
                 qPrintable(refused.err));
        QCOMPARE(run(block + QStringList{"--dry-run"}, own()).code, 2);
        QCOMPARE(std::string(redis({"GET", "twin:a"}).view().string()), std::string("3"));
        const QStringList chosen = block + QStringList{"--format", "twin-left"};
        QCOMPARE(run(chosen + QStringList{"--dry-run"}, own()).code, 0);
        QCOMPARE(run(block, own()).code, 2); // nothing was chosen for good
        const Outcome blocked = run(chosen, own());
        QCOMPARE(blocked.code, 0);
        QVERIFY2(has(blocked.err, "format forget --prefix twin:"), qPrintable(blocked.err));
        QCOMPARE(std::string(redis({"GET", "twin:a"}).view().string()), std::string("0"));

        // Whoever chose is not asked again of what begins so, and whoever takes it back is.
        const QStringList next{"block", "--key", "twin:b",   "--rules", "10/min",
                               "--for", "10min", "--reason", "r"};
        redis({"SET", "twin:b", "3", "PX", "60000"});
        redis({"SET", "app:twin:c", "3", "PX", "60000"});
        const Outcome again = run(next, own());
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QCOMPARE(std::string(redis({"GET", "twin:b"}).view().string()), std::string("0"));
        const Outcome read = run({"inspect", "twin:b", "--json"}, own());
        QCOMPARE(read.json()["format"].toString(), "twin-left");
        QCOMPARE(read.json()["chosen_for"].toString(), "twin:");
        QVERIFY(has(run({"inspect", "twin:b"}, own()).out, "chosen for keys that begin with twin:"));
        QVERIFY2(!has(read.out, "fits as well"), qPrintable(read.out));
        QStringList elsewhere = next;
        elsewhere[2] = "app:twin:c";
        QCOMPARE(run(elsewhere, own()).code, 2);
        QVERIFY(has(run({"format", "prefixes"}, own()).out, "twin-left"));
        QCOMPARE(run({"format", "forget", "--prefix", "twin:"}, own()).code, 0);
        QVERIFY(run({"inspect", "twin:b", "--json"}, own()).json()["chosen_for"].isNull());
        QCOMPARE(run({"format", "forget", "--prefix", "twin:"}, own()).code, 2);
        redis({"SET", "twin:b", "3", "PX", "60000"});
        QCOMPARE(run(next, own()).code, 2);
        QCOMPARE(run({"format", "use", "twin-count", "--prefix", "twin:"}, own()).code, 0);
        QCOMPARE(run(next, own()).code, 0);
        QCOMPARE(std::string(redis({"GET", "twin:b"}).view().string()), std::string("11"));
    }

    void takesKeysAsTheyArePrinted()
    {
        redis({"SET", "mine:\x1b:user", "7", "PX", "60000"});
        const Outcome made =
            run({"format", "new", "--from", "mine:\\x1b:user", "--name", "mine", "--wait", "0s"}, own());
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY2(has(made.out, "mine:\\u001b:user"), qPrintable(made.out));
    }

    // Whatever its siblings hold: they are other tokens', and no part of it.
    void aPlainCounterBesideOthers()
    {
        redis({"SET", "api:bob", "2", "PX", "60000"});
        redis({"SET", "api:eve", "1", "PX", "58000"});
        const Outcome made = run({"format", "new", "--from", "api:bob", "--wait", "0s"}, own());
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY2(has(made.out, "\"shape\": \"counter\"") && has(made.out, "api:{token}"),
                 qPrintable(made.out));
    }

    // Its members are told apart by a part that nobody can foresee; a block has to write some.
    void aLogOfTimesAndSomethingElse()
    {
        const qint64 at = QDateTime::currentMSecsSinceEpoch();
        for (const char* const token : {"alice", "bob"})
            for (int i = 0; i < 3; ++i) {
                const std::string time = std::to_string(at - 100 * i);
                redis({"ZADD", std::string("acme:calls:") + token, time,
                       time + "-" + std::to_string(7 << (5 * i))});
                redis({"PEXPIRE", std::string("acme:calls:") + token, "60000"});
            }
        const Outcome made = run(
            {"format", "new", "--from", "acme:calls:bob", "--name", "acme", "--wait", "0s", "--save"}, own());
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY2(has(made.err, "1 other key differs"), qPrintable(made.err));
        const QStringList rules{"--rules", "5/min"};
        QCOMPARE(
            run(QStringList{"inspect", "acme:calls:bob", "--json"} + rules, own()).json()["state"].toString(),
            "ok");
        const Outcome blocked = run(
            QStringList{"block", "--key", "acme:calls:bob", "--for", "180s", "--reason", "r"} + rules, own());
        QVERIFY2(blocked.code == 0, qPrintable(blocked.err));
        const QJsonObject bob = run(QStringList{"inspect", "acme:calls:bob", "--json"} + rules, own()).json();
        QCOMPARE(bob["state"].toString(), "limited");
        QVERIFY(bob["retry_after_us"].toDouble() > 80e6);
        QCOMPARE(run(QStringList{"inspect", "acme:calls:alice", "--json"} + rules, own())
                     .json()["state"]
                     .toString(),
                 "ok");
    }

    void aRefusedFileIsAnError()
    {
        fileIn(*m_folder, "broken.json", "{");
        const Outcome told = run({"format", "list"}, own());
        QCOMPARE(told.code, 1);
        QVERIFY2(told.err.startsWith("ratewarden-ctl: ") && has(told.err, "broken.json"),
                 qPrintable(told.err));
        const QJsonObject error =
            QJsonDocument::fromJson(run({"format", "list", "--json"}, own()).err.toUtf8())
                .object()["error"]
                .toObject();
        QCOMPARE(error["code"].toString(), "refused_format");
        QCOMPARE(error["exit"].toInt(), 1);
    }

    void theFileGoesWhereItIsWanted()
    {
        writeBuckets();
        const QStringList wanted{"format", "new", "--from", QString::fromStdString(key("alice")),
                                 "--wait", "0s"};
        const Outcome printed = run(wanted, own());
        QCOMPARE(printed.code, 0);
        QCOMPARE(printed.json()["shape"].toString(), "bucket");
        QVERIFY(QDir(m_folder->path()).isEmpty());
        const QString path = m_folder->filePath("sub/mine.txt");
        QCOMPARE(run(wanted + QStringList{"--output", path}, own()).code, 0);
        QCOMPARE(QJsonDocument::fromJson(readFile(path)).object()["shape"].toString(), "bucket");
        QVERIFY(run(wanted + QStringList{"--output", "/proc/none/mine.json"}, own()).code != 0);
    }

    void whatIsThereIsNotOverwritten()
    {
        writeBuckets();
        const QStringList wanted{"format", "new",  "--from", QString::fromStdString(key("alice")),
                                 "--name", "mine", "--wait", "0s",
                                 "--save"};
        QCOMPARE(run(wanted, own()).code, 0);
        const Outcome known = run(wanted, own());
        QCOMPARE(known.code, 2);
        QVERIFY2(has(known.err, "already recognized as a key of mine"), qPrintable(known.err));
        const Outcome again = run(wanted + QStringList{"--anyway"}, own());
        QCOMPARE(again.code, 2);
        QVERIFY2(has(again.err, "is there already"), qPrintable(again.err));
        QStringList file = wanted + QStringList{"--anyway", "--output", m_folder->filePath("hand.json")};
        file.removeOne("--save");
        QCOMPARE(run(file, own()).code, 0);
        QCOMPARE(run(file, own()).code, 2); // it may have been edited since
    }

    void whatCannotBeDescribedIsRefused()
    {
        redis({"SET", "page:7", "<html>"});
        redis({"SET", "rl:203.0.113.9", "5", "PX", "41000"});
        const auto refusal = [&](const QStringList& arguments) {
            const Outcome outcome = run(QStringList{"format", "new", "--wait", "0s"} + arguments, own());
            return outcome.code == 2 && outcome.out.isEmpty() ? outcome.err : QString("it was not refused");
        };
        const QString none = refusal({"--from", "no:such:key"});
        QVERIFY2(has(none, "there is no key no:such:key"), qPrintable(none));
        const QString text = refusal({"--from", "page:7"});
        QVERIFY2(has(text, "nothing in page:7, a string, looks like"), qPrintable(text));
        const QString known = refusal({"--from", "rl:203.0.113.9"});
        QVERIFY2(has(known, "already recognized as a key of rate-limit-redis"), qPrintable(known));
        writeBuckets();
        const QString name = refusal({"--from", QString::fromStdString(key("alice")), "--name", "No Name"});
        QVERIFY2(has(name, "a-z and 0-9"), qPrintable(name));
    }

    void aSecondLookIsTaken()
    {
        redis({"SET", "hits:alice", "5", "PX", "41000"});
        QProcess process;
        start(process, {"format", "new", "--from", "hits:alice", "--wait", "2s"}, own());
        for (int waited = 0; waited < patienceMs && !process.waitForFinished(50); waited += 50)
            redis({"INCR", "hits:alice"});
        QCOMPARE(process.exitCode(), 0);
        const QString err = QString::fromUtf8(process.readAllStandardError());
        QVERIFY2(has(err, "the value grew between two looks"), qPrintable(err));
    }

    // Nothing is asked for that a reader may not ask.
    void aReaderMayDescribe()
    {
        writeBuckets();
        const QString reader = urlOf("reader", {"~*", "+@read", "+@connection"});
        QProcessEnvironment environment = own();
        environment.insert("RATEWARDEN_REDIS", reader);
        const Outcome made = run(
            {"format", "new", "--from", QString::fromStdString(key("alice")), "--wait", "1ms"}, environment);
        QVERIFY2(made.code == 0, qPrintable(made.err));
        QVERIFY(has(made.err, "2 other keys differ in the token"));
    }
};

RATEWARDEN_SUITE(TestCtlFormats)
#include "tst_ctl_formats.moc"
