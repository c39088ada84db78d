// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// What a user lacks of the rights that changes need, found on real servers, and that looking for it changes
// nothing.
#include "core/admin/change.h"
#include "core/admin/rights_of_keys.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/guard.h"
#include "core/redis/server_info.h"
#include "core/tokens/reader.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"

#include <QTest>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

Q_DECLARE_METATYPE(ratewarden::Intent)

class TestRights : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    QString missing(const QString& rights, std::string_view script)
    {
        Connection connection(userWith(rights.toStdString(), m_server), unhurried);
        return QString::fromStdString(std::string(findRights(connection).missingFor(script)));
    }

private Q_SLOTS:
    void cleanup()
    {
        m_connection.call({"FLUSHALL"});
        m_connection.call({"SCRIPT", "FLUSH"});
    }

    void names_data()
    {
        addColumns<QString, QString, QString>({"rights", "script", "missing"});
        const auto row = [](const char* rights, const char* script, const char* missing) {
            QTest::addRow("%s: %s", rights, script) << rights << script << missing;
        };
        row("~* +@all", "block", "");
        row("~* +@all", "publish_policy", "");
        row("~* +@read +@connection", "block", "+evalsha");
        row("~* +@read +@connection", "gcra", "+evalsha");
        row("~* +@all -eval", "unblock", "+eval");
        row("~* +@all -hset", "block", "+hset");
        row("~* +@all -hset", "override", "+hset");
        row("~* +@all -hset", "unblock", "");
        row("~* +@all -hset", "reset", "");
        row("~* +@all -hget -hdel -hset", "free_slots", ""); // which are of a hash's slots
        row("~* +@all -zrem", "free_slots", "+zrem");
        row("~* +@all -hset", "publish_policy", "+hset");
        row("~* +@all -hdel", "lift_override", "+hdel");
        row("~* +@all -unlink", "reset", "+unlink");
        row("~* +@all -dump", "reset", "+dump");
        row("~* +@all -time", "block", "+time");
        row("~* +@all -set", "gcra", "+set");
        row("~* +@all -zadd", "sliding_log_zset", "+zadd");
        row("~* +@all -zadd", "gcra", "");
        row("~* +@all -bitfield", "gcra", ""); // only counts
        row("~* +@all -xadd", "publish_policy", "+xadd");
        row("%R~* +@all", "block", "%W~rw:*");
        row("%R~* +@all", "gcra", "%W~rw:*");
        row("%R~* +@all", "publish_policy", "%W~*rw:policies*");
        row("~rw:{* +@all", "block", "");
        row("~rw:{* +@all", "publish_policy", "~*rw:policies*");
        row("~rw:* ~{rw:policies}:history +@all", "publish_policy", "~*rw:policies*"); // nor its index
        row("~rw:* ~{rw:policies}:history %R~{rw:policies}:newest +@all", "withdraw_policy",
            "%W~*rw:policies*");
        row("~rw:* ~{rw:policies}:* +@all", "publish_policy", "");
        row("~rw:{ip:*}:* +@all", "block", ""); // other tokens' keys may be written
        row("~rw:* %R~* +@all", "reset", "");
    }
    void names()
    {
        QFETCH(QString, rights);
        QFETCH(QString, script);
        QFETCH(QString, missing);
        QCOMPARE(this->missing(rights, script.toStdString()), missing);
    }

    // Keys of other programs lie under other rights than our own.
    void foreignNames_data()
    {
        addColumns<QString, QString, QString>({"rights", "act", "missing"});
        const auto row = [](const char* rights, const char* act, const char* missing) {
            QTest::addRow("%s: %s", rights, act) << rights << act << missing;
        };
        for (const char* const act : {"block", "unblock", "reset", "charge"}) {
            row("~* +@all", act, "");
            row("~rl:* +@all", act, "");
            row("~rw:* +@all", act, "~rl:a\\*b");
            row("~rl:c* +@all", act, "~rl:a\\*b");
            row("%R~* +@all", act, "%W~rl:a\\*b");
            row("~rw:* %R~rl:* +@all", act, "%W~rl:a\\*b");
            row("~rl:* +@all -evalsha", act, "+evalsha");
            row("~rl:* +@all -eval", act, "+eval");
            row("~rl:* +@all -dump", act, "+dump");
            row("~rl:* +@all -pttl", act, "+pttl");
            row("~* +@read +@connection", act, "+evalsha");
        }
        row("~rl:* +@all -set", "block", "+set");
        row("~rl:* +@all -set", "charge", "+set");
        row("~rl:* +@all -set", "reset", "");
        row("~rl:* +@all -del", "reset", "+del");
        row("~rl:* +@all -del", "block", "");
        row("~rl:* +@all -hset -zadd -unlink", "block", ""); // it needs none of these
    }
    void foreignNames()
    {
        QFETCH(QString, rights);
        QFETCH(QString, act);
        QFETCH(QString, missing);
        m_connection.call({"SET", "rl:a*b", "12", "PX", "600000"});
        const auto found = recogniseOnServer(m_connection, "rl:a*b");
        QVERIFY(found);
        const Policy policy = found->subject.format->policyFor(found->subject, parseRules("60/min"));
        Connection connection(userWith(rights.toStdString(), m_server), unhurried);
        const Rights lacks = findRightsOf(connection, found->subject, &policy);
        QCOMPARE(QString::fromStdString(std::string(lacks.missingFor(act.toStdString()))), missing);
        QCOMPARE(std::string(m_connection.call({"GET", "rl:a*b"}).view().string()), std::string("12"));
        QVERIFY(m_connection.call({"PTTL", "rl:a*b"}).view().integer() > 500'000);
    }

    // The script that frees slots has commands for hashes and for sorted sets.
    void slotsNeedTheRightsOfTheirTypeAlone()
    {
        const std::string now = std::to_string(std::chrono::system_clock::now().time_since_epoch() /
                                               std::chrono::milliseconds(1));
        m_connection.call({"ZADD", "semaphore:reports", now, "one"});
        const auto found = recogniseOnServer(m_connection, "semaphore:reports");
        QVERIFY(found);
        const auto lacks = [&](const char* rights) {
            Connection connection(userWith(rights, m_server), unhurried);
            return std::string(findRightsOf(connection, found->subject, nullptr).missingFor("free_slots"));
        };
        QCOMPARE(lacks("~* +@all -hget -hdel -hset"), std::string());
        QCOMPARE(lacks("~* +@all -zrem"), std::string("+zrem"));
    }

    void keyNames_data()
    {
        addColumns<QString, QString, QString>({"rights", "act", "missing"});
        const auto row = [](const char* rights, const char* act, const char* missing) {
            QTest::addRow("%s: %s", rights, act) << rights << act << missing;
        };
        for (const char* const act : {"expire", "rename", "delete"}) {
            row("~some* +@all", act, "");
            row("~rw:* +@all", act, "~some:key");
            row("%R~some* +@all", act, "%W~some:key");
        }
        row("~* +@all -unlink", "delete", "+unlink");
        row("~* +@all -dump", "delete", "+dump");
        row("~* +@all -unlink", "rename", "");
        row("~* +@all -dump", "rename", "+dump");
        row("~* +@all -rename", "rename", "+rename");
        row("~* +@all -persist", "expire", "+persist");
        row("~* +@all -unlink", "expire", "");
        row("~* +@all -dump", "expire", "+dump");
        row("~* +@all -evalsha", "expire", "+evalsha");
    }
    void keyNames()
    {
        QFETCH(QString, rights);
        QFETCH(QString, act);
        QFETCH(QString, missing);
        m_connection.call({"RPUSH", "some:key", "a"});
        Connection connection(userWith(rights.toStdString(), m_server), unhurried);
        const Rights lacks = findRightsOfKey(connection, "some:key");
        QCOMPARE(QString::fromStdString(std::string(lacks.missingFor(act.toStdString()))), missing);
        QCOMPARE(m_connection.call({"DBSIZE"}).view().integer(), 1);
    }

    void scriptsThatTheServerHasNeedNoEval()
    {
        QCOMPARE(missing("~* +@all -eval", "block"), QString("+eval"));
        m_connection.call({"SCRIPT", "LOAD", scriptNamed("block").text});
        QCOMPARE(missing("~* +@all -eval", "block"), QString());
        QCOMPARE(missing("~* +@all -eval", "unblock"), QString("+eval"));
    }

    // A user who is given the rights that are asked for, one after the other, can do it in the end.
    void whatIsNamedIsEnough_data()
    {
        addColumns<QString, QString, Intent>({"algorithm", "script", "intent"});
        const auto row = [](std::string_view algorithm, std::string_view script, const Intent& intent) {
            const QString name = QString::fromUtf8(script.data(), qsizetype(script.size()));
            QTest::addRow("%s %d", qPrintable(name), int(intent.index()))
                << QString::fromUtf8(algorithm.data(), qsizetype(algorithm.size())) << name << intent;
        };
        row("gcra", "block", BlockIntent{});
        row("gcra", "unblock", UnblockIntent{});
        row("gcra", "override", OverrideIntent{parseRules("9/min"), 1h, {}, {}});
        row("gcra", "lift_override", LiftOverrideIntent{});
        row("gcra", "reset", ResetIntent{});
        for (const Algorithm& algorithm : algorithms()) {
            row(algorithm.name, algorithm.script, ChargeIntent{1});
            row(algorithm.name, algorithm.script, GiveBackIntent{1});
        }
    }
    void whatIsNamedIsEnough()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, script);
        QFETCH(Intent, intent);
        const Policy policy{"api", algorithm.toStdString(), parseRules("50/min")};
        RedisRateLimiter(m_connection, policy).acquire("t");
        const Change change{intent, {stateSubject("t", policy)}, {{policy.name, policy}}, "me", "test"};
        QString rights = "~* +script +append +rpush"; // which cannot be tried without changing anything
        for (int given = 0; given < 40; ++given) {
            const QString next = missing(rights, script.toStdString());
            if (next.isEmpty())
                break;
            rights += ' ' + next;
        }
        Connection connection(userWith(rights.toStdString(), m_server), unhurried);
        const ChangeOutcome outcome = apply(connection, change);
        QVERIFY2(!outcome.trouble,
                 qPrintable(rights + ": " + QString::fromStdString(englishText(outcome.trouble.first))));
    }

    void lookingChangesNothing()
    {
        // How often the server has changed anything, also what is gone again.
        const auto changes = [this] {
            const Reply info = m_connection.call({"INFO", "persistence"});
            return std::string(parseInfo(info.view().string()).at("rdb_changes_since_last_save"));
        };
        std::string before = changes();
        QCOMPARE(findRights(m_connection), Rights());
        QCOMPARE(changes(), before);
        PublishedPolicy published;
        published.policy = {"api", "gcra", parseRules("5/min")};
        publishPolicy(m_connection, published, {"me", "test"});
        before = changes();
        findRights(m_connection);
        QCOMPARE(changes(), before);
    }

    void aReadOnlyConnectionIsNotAsked()
    {
        Guard guarded(m_connection);
        QVERIFY_THROWS_EXCEPTION(Refused, findRights(guarded));
    }

    void allCommandsOfAllScriptsAreTried()
    {
        const std::set<std::string_view> known{"APPEND", "RPUSH"};
        for (const Algorithm& algorithm : algorithms())
            for (const std::string_view command : commandsOf(scriptNamed(algorithm.script)))
                if (!known.contains(command)) {
                    const QString name = QString::fromStdString(std::string(command)).toLower();
                    QCOMPARE(missing("~* +@all -" + name, algorithm.script), "+" + name);
                }
    }
};

RATEWARDEN_SUITE(TestRights)
#include "tst_rights.moc"
