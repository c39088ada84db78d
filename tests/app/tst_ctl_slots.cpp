// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in flight from the terminal: taken, released, listed, freed.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlSlots : public CtlTest {
    Q_OBJECT

private:
    const QStringList m_token{"user:1", "--policy", "work"};

    static QString at(std::chrono::seconds ago)
    {
        return QString::number((std::chrono::system_clock::now() - ago).time_since_epoch() /
                                   std::chrono::milliseconds(1) / 1000.0,
                               'f', 3);
    }
    void taken(const char* name, std::chrono::seconds ago)
    {
        redis({"ZADD", "{team:search}:max_parallel_requests", at(ago).toStdString(), name});
        redis({"EXPIRE", "{team:search}:max_parallel_requests", "3600"});
    }
    QStringList namesIn(const Outcome& outcome)
    {
        QStringList names;
        for (const auto& slot : outcome.json()["slots"].toArray())
            names << slot.toObject()["name"].toString();
        return names;
    }
    Outcome slotsOf(const QStringList& whose, const QStringList& also = {})
    {
        return run(QStringList{"slots"} + whose + also);
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        publish({"work", "in-flight", parseRules("2 at once for 1h + 100/min")});
    }

    void areTakenAndReleased()
    {
        const QString first = run(QStringList{"check"} + m_token + QStringList{"--reserve", "--json"})
                                  .json()["reservation"]
                                  .toString();
        const Outcome second = run(QStringList{"check"} + m_token + QStringList{"--reserve", "--cost", "3"});
        QVERIFY2(second.out.contains("0 of 2 left under 2 at once for 1h") &&
                     second.out.contains("reservation: 3@"),
                 qPrintable(second.out));
        const Outcome third = run(QStringList{"check"} + m_token + QStringList{"--reserve"});
        QCOMPARE(third.code, 1);
        QVERIFY2(third.out.startsWith("denied by 2 at once for 1h"), qPrintable(third.out));

        const Outcome seen = slotsOf(m_token);
        QCOMPARE(seen.code, 0);
        QVERIFY2(seen.out.startsWith("user:1 under work: 2 of 2 at once for 1h\nSLOT"), qPrintable(seen.out));
        const Outcome json = slotsOf(m_token, {"--json"});
        QCOMPARE(json.json()["limit"].toInt(), 2);
        QCOMPARE(json.json()["format"].toString(), "ratewarden/in-flight");
        const QStringList names = namesIn(json);
        QCOMPARE(names.size(), 2);
        QCOMPARE(names[0], first.section('@', 1)); // what it is settled by is its name
        const QJsonObject one = json.json()["slots"].toArray().at(0).toObject();
        QCOMPARE(QString::number(one["taken_us"].toDouble(), 'f', 0), names[0]);
        QCOMPARE(one["ends_us"].toDouble() - one["taken_us"].toDouble(), 3600e6);
        QCOMPARE(one["age_us"].toDouble() + one["ends_in_us"].toDouble(), 3600e6);
        QVERIFY(one["holder"].isNull());

        const Outcome released = run({"settle", "user:1", first, "--policy", "work", "--cost", "1"});
        QCOMPARE(released.code, 0);
        QVERIFY2(released.out.contains("1 of 2 left under 2 at once"), qPrintable(released.out));
        QCOMPARE(namesIn(slotsOf(m_token, {"--json"})), QStringList{names[1]});
        QCOMPARE(run(QStringList{"check"} + m_token).code, 0);
        QVERIFY(
            run({"metrics"})
                .out.contains(
                    "ratewarden_requests_in_flight{policy=\"work\",format=\"ratewarden/in-flight\"} 2\n"));
    }

    void areFreedByTheirAge()
    {
        run(QStringList{"check"} + m_token);
        const QStringList one = namesIn(slotsOf(m_token, {"--json"}));
        const Outcome young = slotsOf(m_token, {"--free-older-than", "10m"});
        QCOMPARE(young.code, 0);
        QCOMPARE(young.err, "note: frees 0 of 1 slot\n");
        QCOMPARE(young.out, "user:1 under work: no slot was taken so long ago\n");

        const QStringList all{"--free-older-than", "0s"};
        const Outcome dry = slotsOf(m_token, all + QStringList{"--dry-run"});
        QCOMPARE(dry.out, "ZREM rw:{user:1}:work:slots " + one[0] + "\n");
        QVERIFY2(dry.err.contains(QRegularExpression("note: frees 1 of 1 slot, the oldest of .+s\n")),
                 qPrintable(dry.err));
        const QJsonObject planned = slotsOf(m_token, all + QStringList{"--dry-run", "--json"}).json();
        QCOMPARE(planned["freed"].toInt(), 1);
        QCOMPARE(planned["held"].toInt(), 1);
        QVERIFY(planned["oldest_us"].toDouble() > 0);
        QCOMPARE(planned["commands"].toArray().size(), 1);
        const Outcome refused = slotsOf(m_token, all + QStringList{"--read-only"});
        QCOMPARE(refused.code, 3);
        QVERIFY2(refused.err.contains("read-only, and nothing was sent"), qPrintable(refused.err));
        QCOMPARE(namesIn(slotsOf(m_token, {"--json", "--read-only"})), one);

        const Outcome freed = slotsOf(m_token, all + QStringList{"--reason", "its worker is gone"});
        QCOMPARE(freed.out, "user:1 under work: 1 slot freed\n");
        QVERIFY2(freed.err.contains("note: requests that still run"), qPrintable(freed.err));
        QCOMPARE(namesIn(slotsOf(m_token, {"--json"})), QStringList());
        const QJsonObject entry = run({"audit", "--json"}).list().at(0).toObject();
        QCOMPARE(entry["act"].toString(), "free-slots");
        QCOMPARE(entry["reason"].toString(), "its worker is gone");
        QCOMPARE(run({"audit", "undo", entry["id"].toString()}).code, 0);
        QCOMPARE(namesIn(slotsOf(m_token, {"--json"})), one);
    }

    void oursSayWhoHoldsThem()
    {
        const QStringList taking = QStringList{"check"} + m_token + QStringList{"--reserve", "--json"};
        const QString first =
            run(taking + QStringList{"--holder", "web-1:4711"}).json()["reservation"].toString();
        run(taking);
        const auto holders = [&] {
            QStringList all;
            for (const auto& slot : slotsOf(m_token, {"--json"}).json()["slots"].toArray())
                all << slot.toObject()["holder"].toString("none");
            return all;
        };
        const QStringList both{"web-1:4711", "none"};
        QCOMPARE(holders(), both);
        const Outcome seen = slotsOf(m_token);
        QVERIFY2(seen.out.contains("HOLDER") && seen.out.contains("web-1:4711"), qPrintable(seen.out));

        const QStringList all{"--free-older-than", "0s"};
        const Outcome dry = slotsOf(m_token, all + QStringList{"--dry-run"});
        const QString name = first.section('@', 1);
        QVERIFY2(dry.out.contains(QString("slots %1 %1:web-1:4711 ").arg(name)), qPrintable(dry.out));
        QCOMPARE(slotsOf(m_token, all + QStringList{"--reason", "r"}).out,
                 "user:1 under work: 2 slots freed\n");
        QCOMPARE(holders(), QStringList());
        const QString id = run({"audit", "--json"}).list().at(0).toObject()["id"].toString();
        QCOMPARE(run({"audit", "undo", id}).code, 0);
        QCOMPARE(holders(), both);
        QCOMPARE(run({"settle", "user:1", first, "--policy", "work", "--cost", "1"}).code, 0);
        QCOMPARE(holders(), QStringList{"none"});

        for (const QString& bad : {QString(65, 'x'), QString("a\\x01")}) {
            const Outcome refused = run(taking + QStringList{"--holder", bad});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("up to 64 bytes, none of them a control byte"),
                     qPrintable(refused.err));
        }
        QCOMPARE(holders(), QStringList{"none"});
        const Outcome rates =
            run({"check", "user:1", "--policy", "rates", "--rules", "5/min", "--holder", "x"});
        QCOMPARE(rates.code, 2);
        QVERIFY2(rates.err.contains("--holder is for a slot"), qPrintable(rates.err));
    }

    // A MultiSemaphore holds several, each with the number of a permit.
    void whoHoldsThemIsSaid()
    {
        const std::string now = at(std::chrono::seconds(1)).remove('.').toStdString(); // milliseconds
        redis(
            {"ZADD", "semaphore:reports", now, "6ea3a2f0-04ac_0", now, "6ea3a2f0-04ac_1", now, "host_9-job"});
        redis({"PEXPIRE", "semaphore:reports", "599000"});
        const Outcome seen =
            slotsOf({"--key", "semaphore:reports", "--rules", "5 at once for 10min", "--json"});
        QCOMPARE(seen.json()["format"].toString(), "redis-semaphore");
        QStringList holders;
        for (const auto& slot : seen.json()["slots"].toArray())
            holders << slot.toObject()["holder"].toString();
        holders.sort();
        QCOMPARE(holders, (QStringList{"6ea3a2f0-04ac", "6ea3a2f0-04ac", "host_9-job"}));
        QCOMPARE(namesIn(seen).size(), 3);
    }

    void ofOtherLimitersLikewise()
    {
        taken("dead0001", std::chrono::minutes(43));
        taken("dead0002", std::chrono::minutes(12));
        taken("live0001", std::chrono::seconds(4));
        const QStringList key{"--key", "{team:search}:max_parallel_requests", "--rules", "5 at once for 1h"};
        const Outcome seen = slotsOf(key);
        QVERIFY2(
            seen.out.startsWith("search under {team:*}:max_parallel_requests: 3 of 5 at once for 1h\n") &&
                seen.out.contains(QRegularExpression("dead0001 .* 4[34] min .* 1[67] min")),
            qPrintable(seen.out));
        const Outcome freed = slotsOf(key, {"--free-older-than", "10m", "--json"});
        QCOMPARE(freed.code, 0);
        QCOMPARE(freed.json()["freed"].toInt(), 2);
        QCOMPARE(namesIn(slotsOf(key, {"--json"})), QStringList{"live0001"});
        // Its rate is no rate, wherever the token stands; and "5/h" means the same.
        QVERIFY(run({"policy", "import", "-", "--reason", "r"}, {},
                    R"({"schema": 1, "name": "{team:*}:max_parallel_requests",
            "format": "litellm-parallel-requests", "algorithm": "in-flight", "rules": "5 at once for 1h"})")
                    .code == 0);
        for (const char* const command : {"tokens", "top"}) {
            const QStringList once = QByteArray(command) == "top" ? QStringList{"-n", "1"} : QStringList();
            const Outcome listed = run(QStringList{command, "--match", "search"} + once);
            QVERIFY2(listed.out.contains("5 at once for 1h"), qPrintable(listed.out + listed.err));
        }
        QVERIFY(run({"inspect", key[1], "--rules", "5/h"}).out.contains("1 used of 5"));
    }

    // Dify's have no rule that anybody has to say, and nothing else of them is written.
    void fieldsOfAHashAreFreedLikewise()
    {
        const std::string dify = "dify:rate_limit:app-1:active_requests";
        redis({"HSET", dify, "leaked", at(std::chrono::minutes(43)).toStdString(), "young",
               at(std::chrono::seconds(4)).toStdString()});
        const QStringList key{"--key", QString::fromStdString(dify)};
        const QStringList old{"--free-older-than", "10m"};
        const Outcome dry = slotsOf(key, old + QStringList{"--dry-run"});
        QCOMPARE(dry.out, "HDEL dify:rate_limit:app-1:active_requests leaked\n");
        const Outcome freed = slotsOf(key, old + QStringList{"--reason", "its worker is gone"});
        QVERIFY2(freed.out.contains("1 slot freed"), qPrintable(freed.out + freed.err));
        QCOMPARE(namesIn(slotsOf(key, {"--json"})), QStringList{"young"});
        const QString id = run({"audit", "--json"}).list().at(0).toObject()["id"].toString();
        QCOMPARE(run({"audit", "undo", id}).code, 0);
        QCOMPARE(namesIn(slotsOf(key, {"--json"})), (QStringList{"leaked", "young"}));
        QCOMPARE(run(QStringList{"block", "--for", "1m", "--reason", "r"} + key).code, 2);
    }

    // To one of them the score is the end of a life of an hour, to the other when it began.
    void whoseAgesAreInDoubtIsAsked()
    {
        QTemporaryDir folder;
        for (const char* const score : {"end", "time"})
            QVERIFY(writeWhole(folder.filePath(QString("twin-%1.json").arg(score)),
                               QByteArray(R"({"format":"twin-SCORE","title":"t","versions":"1","source":"s",)"
                                          R"("tier":"safe","shape":"slots","keys":{"main":{"name":)"
                                          R"("twin:{token}","type":"zset","element":"{slot}","score":)"
                                          R"("{SCORE:s}"}},"clock":"server","ttl":{"from":"other"},)"
                                          R"("denied":"nothing","samples":[{"keys":{"twin:s":{"type":"zset",)"
                                          R"("pttl":3000000,"entries":[["a","1795229650"]]}},)"
                                          R"("at":1795229650.0,"rules":"5/h","means":{},"origin":"made"}]})")
                                   .replace("SCORE", score)));
        QProcessEnvironment own;
        own.insert("RATEWARDEN_FORMATS", folder.path());
        redis({"ZADD", "twin:a", at(-std::chrono::minutes(20)).toStdString(), "first"});
        redis({"ZADD", "twin:a", at(std::chrono::seconds(2)).toStdString(), "second"});
        const QStringList key{"slots", "--key", "twin:a", "--rules", "5 at once for 1h"};
        const QStringList free = key + QStringList{"--free-older-than", "10m"};
        for (const QStringList& command : {free, free + QStringList{"--dry-run"}}) {
            const Outcome refused = run(command, own);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("twin-end") && refused.err.contains("twin-time") &&
                         refused.err.contains("--format"),
                     qPrintable(refused.err));
        }
        QCOMPARE(int(redis({"ZCARD", "twin:a"}).view().integer()), 2);
        QCOMPARE(run(key, own).code, 0); // to look does no harm
        const Outcome freed = run(free + QStringList{"--format", "twin-end", "--json"}, own);
        QVERIFY2(freed.code == 0, qPrintable(freed.err));
        QCOMPARE(freed.json()["freed"].toInt(), 1);
        QCOMPARE(std::string(redis({"ZRANGE", "twin:a", "0", "-1"}).view()[0].string()),
                 std::string("second"));
    }

    void whatHasNone()
    {
        QVERIFY(run({"check", "user:1", "--policy", "api", "--rules", "5/min", "--publish"}).code == 0);
        const Outcome gcra = slotsOf({"user:1", "--policy", "api"});
        QCOMPARE(gcra.code, 2);
        QVERIFY2(gcra.err.contains("counts no requests in flight: its algorithm is "), qPrintable(gcra.err));
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        const Outcome counter = slotsOf({"--key", "rl:203.0.113.9", "--rules", "60/min"});
        QCOMPARE(counter.code, 2);
        QVERIFY2(counter.err.contains("has no slots here"), qPrintable(counter.err));
        QCOMPARE(slotsOf({"user:1", "--policy", "wrok"}).code, 2);
        QCOMPARE(slotsOf(m_token, {"--dry-run"}).code, 2);
        QCOMPARE(slotsOf(m_token, {"--free-older-than", "soon"}).code, 2);
        const Outcome none = slotsOf(m_token);
        QCOMPARE(none.code, 0);
        QCOMPARE(none.out, "user:1 under work: 0 of 2 at once for 1h\n");
    }
};

RATEWARDEN_SUITE(TestCtlSlots)
#include "tst_ctl_slots.moc"
