// SPDX-License-Identifier: GPL-3.0-or-later
// The lab as a session has it, without a window: how traffic gets onto its bench, and is edited there.
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/session_fixture.h"
#include "ui/state/traffic_desk.h"

#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTrafficDesk : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<SessionFixture> m;
    QTemporaryDir m_folder;
    QString m_problem;
    const Policy m_bucket{"bucket", "token-bucket", parseRules("50/h")};
    const Instant m_noon{1'795'262'400s};

    TrafficDesk& desk() { return *m->session.lab(); }
    LabBench& bench() { return desk().bench(); }
    const SharedTraffic& traffic() { return bench().traffic(); }
    std::string token() { return bench().token() ? std::string(bench().nameOf(*bench().token())) : "none"; }
    void settle() { QTRY_VERIFY(desk().isIdle()); }
    void openExample()
    {
        desk().openExample(0); // seven requests of "client"
        settle();
        QVERIFY(traffic());
    }
    QString write(const QString& name, const QByteArray& content) { return fileIn(m_folder, name, content); }
    /// Under which "early" was seen already.
    void publish(const Policy& policy)
    {
        PublishedPolicy published;
        published.policy = policy;
        publishPolicy(m->connection, published, {"test", "for the lab"});
        RedisRateLimiter(m->connection, policy).acquire("early");
    }
    static TraceEdit adding(Instant at, const char* token) { return {{}, {{at, token, 1}}}; }
    static TraceEdit removing(const Trace& trace)
    {
        TraceEdit edit;
        for (const Instant at : trace.times)
            edit.removed.push_back({at, "client", 1});
        return edit;
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<SessionFixture>();
        m_problem.clear();
        connect(&desk(), &TrafficDesk::problemChanged, this,
                [this](const QString& problem) { m_problem = problem; });
        QTRY_VERIFY(m->session.live());
    }
    void cleanup() { m.reset(); }

    void whatCannotBeReadLeavesWhatIsThere()
    {
        RATEWARDEN_STEP(openExample());
        const SharedTraffic before = traffic();
        const auto refused = [&](const QString& file, const char* why) {
            desk().openFile(file);
            QVERIFY(m_problem.isEmpty());
            QTRY_TEXT(m_problem, contains(why));
            QVERIFY(desk().isIdle() && traffic() == before);
        };
        RATEWARDEN_STEP(refused(m_folder.filePath("none.log"), "none.log cannot be opened"));
        RATEWARDEN_STEP(refused(m_folder.path(), "cannot be opened"));
        RATEWARDEN_STEP(refused(write("empty.log", {}), "empty.log"));
        RATEWARDEN_STEP(refused(write("binary.log", QByteArray(5000, '\0') + "\xff\xfe"), "binary.log"));
        const auto trial = [this](const char* name, const char* from, const char* rules) {
            return write(name, QStringLiteral(R"({"traffic":"%1","candidates":["A=gcra: %2"]})")
                                   .arg(QLatin1String(from), QLatin1String(rules))
                                   .toUtf8());
        };
        RATEWARDEN_STEP(refused(trial("bad.json", "x.log", "5/fortnight"), "fortnight"));
        RATEWARDEN_STEP(refused(trial("lost.json", "gone.log", "5/min"), "gone.log"));
        RATEWARDEN_STEP(refused(trial("stdin.json", "-", "5/min"), "standard input"));
        RATEWARDEN_STEP(refused(trial("redis.json", "redis:nothing", "5/min"), "nothing"));
    }

    void readingIsCancelled()
    {
        QByteArray lines("{\"ts\":1795229576,\"user\":\"busy\"}\n");
        while (lines.size() < 10'000'000)
            lines += lines;
        desk().openFile(write("big.jsonl", lines));
        QVERIFY(desk().isBusy() && !desk().progressText().isEmpty());
        desk().cancel();
        QVERIFY(desk().isIdle() && !traffic());
        RATEWARDEN_STEP(openExample()); // and the next one is read all the same
        QCOMPARE(traffic()->trace.size(), 7U);
        QVERIFY(!desk().name().isEmpty() && !desk().lesson().isEmpty() && !desk().isEdited());
    }

    void aCaptureLastsToItsEnd()
    {
        publish(m_bucket);
        RedisRateLimiter limiter(m->connection, m_bucket);
        auto* const redis = desk().findChild<LabRedis*>();
        redis->setInterval(1h); // no round but the first and the last
        desk().capture("bucket", 5s);
        QTRY_COMPARE(redis->tokens(), 1);
        for (int i = 0; i < 3; ++i)
            limiter.acquire("early");
        QTRY_VERIFY(traffic() && desk().isIdle());
        QCOMPARE(traffic()->summary.requests, std::uint64_t(3));
    }

    void aCaptureThatIsCutOffSaysSo()
    {
        publish(m_bucket);
        RedisRateLimiter limiter(m->connection, m_bucket);
        auto* const redis = desk().findChild<LabRedis*>();
        redis->setInterval(20ms);
        desk().capture("bucket", 1h);
        QTRY_COMPARE(redis->tokens(), 1);
        limiter.acquire("early");
        QTRY_COMPARE(redis->requests(), 1);
        m->server.kill();
        QTRY_VERIFY(traffic() && desk().isIdle());
        const TrafficSummary& summary = traffic()->summary;
        QCOMPARE(summary.requests, std::uint64_t(1));
        QVERIFY(summary.fault == SourceFault::Unreadable);
        QVERIFY(!summary.faultText.empty());
    }

    void missingRightsAreNamed()
    {
        publish({"api", "sliding-log-zset", parseRules("5/min + 100/h")});
        desk().openRedis("api");
        QTRY_VERIFY(traffic() && desk().isIdle());
        const SharedTraffic before = traffic();
        m->connection.call(
            {"ACL", "SETUSER", "default", "-zrange", "-zrangebyscore", "-zrevrange", "-zrevrangebyscore"});
        desk().openRedis("api");
        QTRY_TEXT(m_problem, contains("range", Qt::CaseInsensitive));
        QVERIFY(traffic() == before);
        m->connection.call({"ACL", "SETUSER", "default", "+@all", "-scan"});
        desk().openRedis("api");
        QTRY_TEXT(m_problem, contains("scan", Qt::CaseInsensitive));
    }

    void editsBeginTraffic()
    {
        desk().setEditedToken("client");
        desk().edit(adding(m_noon, "client"));
        RATEWARDEN_STEP(settle());
        QCOMPARE(desk().name(), "By hand");
        QVERIFY(!desk().isEdited());
        desk().edit(adding(m_noon + 1s, "client"));
        desk().edit(adding(m_noon + 2s, "client")); // faster than it can be applied
        RATEWARDEN_STEP(settle());
        QCOMPARE(traffic()->trace.size(), 3U);
        QVERIFY(desk().isEdited());
        QCOMPARE(token(), "client");
        desk().edit(removing(traffic()->trace));
        RATEWARDEN_STEP(settle());
        QVERIFY(!traffic() && !bench().token());
    }

    void whatIsLookedAtStays()
    {
        RATEWARDEN_STEP(openExample());
        const QString lesson = desk().lesson();
        const std::vector<Instant> times = traffic()->trace.times;
        const TimeRange counted{times[1], times[5]};
        bench().mark(0, true);
        bench().setStretch(counted);
        bench().setCursor(5);
        RATEWARDEN_STEP(settle());
        std::optional<Instant> cursor;
        const QObject here;
        connect(&desk(), &TrafficDesk::arrives, &here,
                [&cursor](const LabOpened& opened) { cursor = opened.setup->cursor; });
        desk().setEditedToken("client");
        desk().edit({{{times[6], "client", 1}}, {{times[6] + 3s, "client", 1}}});
        RATEWARDEN_STEP(settle());
        QCOMPARE(traffic()->trace.times.back(), times[6] + 3s);
        QVERIFY(desk().isEdited());
        QCOMPARE(desk().lesson(), lesson);
        QCOMPARE(token(), "client");
        QCOMPARE(bench().marked(), std::vector<TokenId>{0});
        QVERIFY(bench().stretch() == counted && cursor == times[5]);

        // Nothing is left of what was counted.
        TraceEdit edit = removing(traffic()->trace);
        edit.added.push_back({times[6] + 1h, "client", 1});
        desk().edit(edit);
        RATEWARDEN_STEP(settle());
        QCOMPARE(traffic()->trace.size(), 1U);
        QVERIFY(bench().stretch() == allTime);
        RATEWARDEN_STEP(openExample());
        QVERIFY(!desk().isEdited() && bench().marked().empty());
    }

    void anEditThatFailsIsForgotten()
    {
        RATEWARDEN_STEP(openExample());
        const SharedTraffic before = traffic();
        desk().edit({{{m_noon, "nobody", 1}}, {}});
        QTRY_TEXT(m_problem, contains("nobody"));
        QVERIFY(traffic() == before && !desk().isEdited());
        desk().edit(adding(m_noon, "client"));
        RATEWARDEN_STEP(settle());
        QCOMPARE(traffic()->trace.size(), 8U);
        QVERIFY(m_problem.isEmpty());
    }

    // Whichever of the two is done first.
    void otherTrafficIsNotEdited()
    {
        desk().edit(adding(m_noon, "client"));
        RATEWARDEN_STEP(openExample());
        QCOMPARE(traffic()->trace.size(), 7U);
        QVERIFY(!desk().isEdited());
    }
};

RATEWARDEN_SUITE(TestTrafficDesk)
#include "tst_traffic_desk.moc"
