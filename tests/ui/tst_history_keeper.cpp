// SPDX-License-Identifier: GPL-3.0-or-later
// What the window keeps itself, without a window: rounds of what its session reads, and what alerts say of
// them.
#include "core/limiter/redis_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/watch/history.h"
#include "tests/support/acts.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/session_fixture.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/history_keeper.h"

#include <QFile>
#include <QTemporaryDir>

#include <algorithm>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestHistoryKeeper : public QObject {
    Q_OBJECT

private:
    QByteArray m_before;
    std::unique_ptr<QTemporaryDir> m_data;
    std::unique_ptr<SessionFixture> m;

    HistoryKeeper& keeper() { return m->session.history(); }
    AlertDesk& desk() { return m->session.alerts(); }

    void use(const char* token)
    {
        const Policy api{"api", "gcra", parseRules("100/h")};
        announcePolicy(m->connection, api);
        RedisRateLimiter(m->connection, api, Detail::Verdict).acquire(token);
    }
    /// So many tokens the newest round has that saw any; -1: there is none.
    int keptTokens()
    {
        int tokens = -1;
        try {
            const HistoryReader history(keeper().path().toStdString());
            history.visitRounds({}, [&tokens](StoredRound& round) {
                if (round.hasSeenTokens())
                    tokens = 0;
                for (const StoredRound::Sums& one : round.cohorts())
                    tokens += int(one.sums.tokens);
                return true;
            });
        } catch (const Error&) { // it is not begun
        }
        return tokens;
    }
    std::vector<std::string> keptChanges()
    {
        std::vector<std::string> texts;
        for (const HistoryEvent& event : HistoryReader(keeper().path().toStdString()).changes(allTime, 100))
            texts.push_back(event.text);
        return texts;
    }
    bool isFree()
    {
        try {
            const HistoryWriter another(keeper().path().toStdString(), {});
            return true;
        } catch (const Error&) {
            return false;
        }
    }
    QString writeAlerts(const char* history)
    {
        return fileIn(*m_data, "alerts.json",
                      QString(R"({"schema": 1, %1 "alerts":
                [{"name": "tokens", "measure": "tokens", "above": 1},
                 {"name": "more", "measure": "tokens", "above": 1, "for": "1h"}]})")
                          .arg(history)
                          .toUtf8());
    }

private Q_SLOTS:
    void init()
    {
        m_before = qgetenv("XDG_DATA_HOME");
        m_data = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", m_data->path().toUtf8());
        m = std::make_unique<SessionFixture>();
    }
    void cleanup()
    {
        m.reset();
        m_data.reset();
        qputenv("XDG_DATA_HOME", m_before);
    }

    void nothingIsKeptUnlessItIsAskedFor()
    {
        use("user:1");
        QTRY_VERIFY(m->session.everScanned());
        QVERIFY(!keeper().isKeeping());
        QVERIFY(!QFile::exists(keeper().path()));
        QVERIFY(desk().historyFile().empty());
    }

    void roundsAndChangesAreKept()
    {
        use("user:1");
        use("user:2");
        keeper().setKeeping(true);
        QTRY_COMPARE(keptTokens(), 2);
        QCOMPARE(keeper().problem(), QString());
        QVERIFY(QFile::permissions(keeper().path()) ==
                (QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser));
        QTRY_VERIFY(m->session.audit().newest().list); // what is newer is a change since then
        m->session.changes().run(this, blockOf({"user:2", 1h, "spam", "alice"}),
                                 [](const Made&, const QString&) {});
        QTRY_VERIFY(std::ranges::count(keptChanges(), "block user:2: spam") == 1);

        keeper().setKeeping(false);
        QVERIFY(desk().historyFile().empty());
        QTRY_VERIFY(isFree()); // another may go on with it
    }

    // The server's clock is estimated: what was made just after the beginning may seem earlier.
    void aChangeAsItBeginsIsKeptOnce()
    {
        use("user:1");
        QTRY_VERIFY(m->session.everScanned());
        const auto block = [this](const char* token) {
            bool isMade = false;
            m->session.changes().run(this, blockOf({token, 1h, "spam", "alice"}),
                                     [&](const Made&, const QString&) { isMade = true; });
            return QTest::qWaitFor([&] { return isMade; });
        };
        const auto timesKept = [this](const char* text) {
            return std::ranges::count(keptChanges(), text);
        };
        QVERIFY(block("user:1"));
        keeper().setKeeping(true);
        QTRY_COMPARE(keptTokens(), 1);
        QTRY_COMPARE(timesKept("block user:1: spam"), 1);

        keeper().setKeeping(false);
        keeper().setKeeping(true);
        QVERIFY(block("user:2"));
        QTRY_COMPARE(timesKept("block user:2: spam"), 1);
        QCOMPARE(timesKept("block user:1: spam"), 1);
    }

    // As they come and go, and all that are there when it begins.
    void findingsAreKept()
    {
        const auto kept = [this] {
            QStringList lines;
            try {
                const HistoryReader history(keeper().path().toStdString());
                for (const HistoryEvent& event : history.events({}, 100))
                    if (event.event == "found" || event.event == "gone")
                        lines << QString::fromStdString(event.event + ": " + event.about + ": " + event.text);
            } catch (const Error&) { // it is not begun
            }
            return lines;
        };
        const auto isThere = [this] {
            return openFindings(*m->session.findings().findings()) > 0;
        };
        m->connection.call({"MSET", "rl:forever", "3", "rl:eternal", "3"});
        QTRY_VERIFY(m->session.everScanned() && isThere());
        keeper().setKeeping(true);
        QTRY_COMPARE(kept(), QStringList{"found: no-ttl: no-ttl (warning), rl:*, 2 tokens"});
        for (const char* const key : {"rl:forever", "rl:eternal"})
            m->connection.call({"PEXPIRE", key, "600000"});
        QTRY_VERIFY(!isThere());
        QTRY_COMPARE(kept().size(), 2);
        QCOMPARE(kept().at(1), QString("gone: no-ttl: no-ttl (warning), rl:*, 2 tokens"));
        QVERIFY(keptChanges().empty()); // they are no changes of the server
    }

    void theWindowEvaluatesAlertsWhereNoWatcherRuns()
    {
        use("user:1");
        keeper().setKeeping(true);
        QTRY_COMPARE(keptTokens(), 1);
        desk().open(writeAlerts(""));
        QTRY_COMPARE(desk().tested().size(), std::size_t(2));
        std::vector<std::string> fired;
        connect(&desk(), &AlertDesk::fired, this, [&fired](const std::vector<Alert>& alerts) {
            for (const Alert& one : alerts)
                fired.push_back(one.name);
        });
        QVERIFY(desk().readsOwn());
        QVERIFY(desk().tested()[0].phase == AlertPhase::Quiet);
        use("user:2");
        m->session.refresh();
        QTRY_COMPARE(keptTokens(), 2);
        desk().readNow();
        QTRY_COMPARE(fired, std::vector<std::string>{"tokens"});
        QVERIFY(desk().tested()[0].phase == AlertPhase::Firing);
        QVERIFY(desk().tested()[1].phase == AlertPhase::Pending);
    }

    void aWatcherThatRunsIsReadInstead()
    {
        const std::string watchers = m_data->filePath("watchers").toStdString();
        HistoryWriter writer(watchers, {});
        HistoryRound round;
        round.at = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()) - 1h;
        writer.add(round);
        use("user:1");
        keeper().setKeeping(true);
        QTRY_COMPARE(keptTokens(), 1);
        desk().open(writeAlerts(
            QString(R"("history": {"file": "%1"},)").arg(QString::fromStdString(watchers)).toUtf8()));
        QTRY_VERIFY(desk().readsOwn()); // it ended an hour ago
        round.at += 59min + 50s;
        writer.add(round);
        desk().readNow();
        QTRY_COMPARE(desk().historyFile(), watchers);
    }

    // Nor is it taken for one that has ended.
    void aHistoryThatCannotBeReadIsSaid()
    {
        const QString damaged = fileIn(*m_data, "watchers", "no history");
        use("user:1");
        keeper().setKeeping(true);
        QTRY_COMPARE(keptTokens(), 1);
        desk().open(writeAlerts(QString(R"("history": {"file": "%1"},)").arg(damaged).toUtf8()));
        QTRY_VERIFY(desk().readsOwn() && desk().tested().size() == 2);
        QVERIFY_TEXT(desk().problem(), contains(damaged));

        AlertDesk alone;
        alone.setOwnHistory(damaged.toStdString());
        QTRY_TEXT(alone.problem(), contains(damaged));
    }
};

RATEWARDEN_SUITE(TestHistoryKeeper)
#include "tst_history_keeper.moc"
