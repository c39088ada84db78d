// SPDX-License-Identifier: GPL-3.0-or-later
// The audit trail as the pages have it, without a window: what is read when, and what stays.
#include "core/limiter/keyspace.h"
#include "tests/support/acts.h"
#include "tests/support/suites.h"
#include "tests/ui/session_fixture.h"
#include "ui/state/audit_desk.h"

#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestAuditDesk : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<SessionFixture> m;
    const AuditTrail m_bob{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};

    AuditDesk& desk() { return m->session.audit(); }
    /// Whose changes these are, the newest first.
    static QStringList tokensOf(const SharedAudit& list)
    {
        QStringList all;
        if (!list)
            return {"not read"};
        for (const AuditEntry& entry : list->entries)
            all << QString::fromStdString(entry.tokens.at(0));
        return all;
    }
    QStringList listed() { return tokensOf(desk().listed().list); }
    QStringList newest() { return tokensOf(desk().newest().list); }
    QStringList ofStretch() { return tokensOf(desk().newest().ofStretch); }

    void blockElsewhere(const char* token)
    {
        Change change = blockOf({token, 1h, "scrapes", "bob"});
        QVERIFY(!apply(m->connection, change, {&m_bob}).trouble);
    }
    void blockHere(const char* token)
    {
        const QSignalSpy touched(&m->session.changes(), &Changes::touched);
        m->session.changes().run(this, blockOf({token, 1h, "spam", "alice"}),
                                 [](const Made&, const QString&) {});
        QTRY_VERIFY(!touched.isEmpty());
    }
    void write(const std::string& id, const std::string& token)
    {
        std::string document = R"({"act":"reset","tokens":1,"subjects":[["NAME","","ratewarden/control"]]})";
        document.replace(document.find("NAME"), 4, token);
        m->connection.call({"XADD", auditKey, id, "kind", "begun", "by", "eve", "document", document});
    }
    /// Nothing will be read but for something new.
    void settle()
    {
        QTRY_VERIFY(m->session.live());
        QTRY_VERIFY(!desk().isListing());
    }

private Q_SLOTS:
    void init() { m = std::make_unique<SessionFixture>(); }
    void cleanup() { m.reset(); }

    void theListIsReadWhileItIsShown()
    {
        blockElsewhere("user:1");
        RATEWARDEN_STEP(settle());
        QVERIFY(!desk().listed().list);
        desk().setListShown(true);
        QVERIFY(desk().isListing());
        QTRY_COMPARE(listed(), QStringList{"user:1"});
        QVERIFY(desk().listed().readAt != Instant{});
        RATEWARDEN_STEP(blockHere("user:2"));
        QTRY_COMPARE(listed(), (QStringList{"user:2", "user:1"}));
        RATEWARDEN_STEP(settle());

        desk().setListShown(false);
        RATEWARDEN_STEP(blockHere("user:3"));
        RATEWARDEN_STEP(settle());
        QCOMPARE(listed().size(), 2);
        desk().setListShown(true);
        QTRY_COMPARE(listed().size(), 3);
    }

    // What is recorded of it: also what came after the list was read, or without it.
    void knowsTheListWithTheNewest()
    {
        QCOMPARE(tokensOf(desk().known()), QStringList{"not read"});
        desk().setNewestShown(this, true);
        RATEWARDEN_STEP(settle());
        RATEWARDEN_STEP(blockHere("user:1"));
        QTRY_COMPARE(newest(), QStringList{"user:1"});
        QVERIFY(!desk().whole());
        QCOMPARE(tokensOf(desk().known()), QStringList{"user:1"});
        desk().setListShown(true);
        QTRY_COMPARE(tokensOf(desk().whole()), QStringList{"user:1"});
        RATEWARDEN_STEP(settle());

        desk().setListShown(false);
        RATEWARDEN_STEP(blockHere("user:2"));
        QTRY_COMPARE(newest(), (QStringList{"user:2", "user:1"}));
        QCOMPARE(tokensOf(desk().whole()), QStringList{"user:1"});
        QCOMPARE(tokensOf(desk().known()), (QStringList{"user:2", "user:1"}));
    }

    void isReadAgainAfterAnOutage()
    {
        blockElsewhere("user:1");
        desk().setListShown(true);
        desk().setNewestShown(this, true);
        QTRY_COMPARE(listed().size(), 1);
        QTRY_COMPARE(newest().size(), 1);
        m->server.kill();
        QTRY_VERIFY(m->session.link().isUnreachable());
        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(listed(), QStringList()); // another one by now
        QTRY_COMPARE(newest(), QStringList());
    }

    // Of all changes the filter is asked at once; only older ones have to be read for it.
    void aFilterReadsWhatIsMissing()
    {
        blockElsewhere("user:1");
        blockElsewhere("user:2");
        desk().setListShown(true);
        QTRY_COMPARE(listed().size(), 2);
        RATEWARDEN_STEP(settle());
        desk().setFilter(EntryFilter("token:user:2"));
        QVERIFY(!desk().isListing());
        desk().refresh();
        QTRY_COMPARE(listed(), QStringList{"user:2"});
        QCOMPARE(tokensOf(desk().whole()), (QStringList{"user:2", "user:1"}));
        QCOMPARE(newest().size(), 2);
        RATEWARDEN_STEP(settle());
        desk().setFilter({});
        QVERIFY(desk().isListing());
        QTRY_COMPARE(listed().size(), 2);
    }

    // What the list is asked for while it is read is not forgotten.
    void theLastFilterCounts()
    {
        blockElsewhere("user:1");
        blockElsewhere("user:2");
        RATEWARDEN_STEP(settle());
        desk().setFilter(EntryFilter("token:user:1"));
        desk().setListShown(true);
        desk().setFilter(EntryFilter("token:user:2"));
        desk().refresh();
        RATEWARDEN_STEP(settle());
        QCOMPARE(listed(), QStringList{"user:2"});
    }

    void theNewestAreReadWhileTheyAreShown()
    {
        blockElsewhere("user:1");
        RATEWARDEN_STEP(settle());
        QVERIFY(!desk().newest().list);
        desk().setNewestShown(this, true);
        QTRY_COMPARE(newest(), QStringList{"user:1"});
        RATEWARDEN_STEP(blockHere("user:2"));
        QTRY_COMPARE(newest(), (QStringList{"user:2", "user:1"}));
        QVERIFY(!desk().listed().list);
    }

    void thoseOfAStretch()
    {
        write("1000-1", "old");
        for (int i = 0; i < 30; ++i)
            write("*", "new");
        desk().setNewestShown(this, true);
        QTRY_COMPARE(newest().size(), 24);
        QVERIFY(!desk().newest().list->complete);
        const Instant at = desk().newest().list->entries.front().at;
        desk().setStretch(TimeRange{at + 1h, at + 2h}); // which the newest reach
        QCOMPARE(ofStretch(), QStringList());
        desk().setStretch(TimeRange{Instant(0s), Instant(2s)}); // and which they do not
        QCOMPARE(ofStretch(), QStringList{"not read"});
        QTRY_COMPARE(ofStretch(), QStringList{"old"});
        QCOMPARE(newest().size(), 24);
        desk().setStretch({});
        QVERIFY(!desk().newest().ofStretch);
    }

    // One reading is for both.
    void whatIsListedHasTheNewest()
    {
        for (int i = 0; i < 30; ++i)
            write("*", "new");
        desk().setListShown(true);
        QTRY_COMPARE(listed().size(), 30);
        QCOMPARE(newest().size(), 24);
        QVERIFY(desk().listed().list->complete && !desk().newest().list->complete);
        QCOMPARE(desk().newest().list->entries.front().id, desk().listed().list->entries.front().id);
        QVERIFY(desk().newest().readAt != Instant{});
    }

    // What a file has of the trail is all there is of it.
    void whatWasRecordedHasTheNewest()
    {
        const auto recorded = std::make_shared<AuditList>();
        for (int i = 0; i < 30; ++i) {
            AuditEntry& entry = recorded->entries.emplace_back();
            entry.tokens = {"user:" + std::to_string(i)};
            entry.at = Instant(100s - i * 1s);
        }
        desk().put(recorded);
        QCOMPARE(newest().size(), 24);
        QCOMPARE(newest().front(), QString("user:0"));
        QCOMPARE(desk().newest().problem, QString());
        desk().put(nullptr);
        QVERIFY(!desk().newest().problem.isEmpty());
    }

    // More than the newest are known then.
    void theListHasThoseOfAStretch()
    {
        write("1000-1", "old");
        write("1500-1", "old too");
        for (int i = 0; i < 30; ++i)
            write("*", "new");
        RATEWARDEN_STEP(settle());
        desk().setStretch(TimeRange{Instant(0s), Instant(2s)});
        desk().setListShown(true);
        QTRY_COMPARE(listed().size(), 32);
        QCOMPARE(ofStretch(), (QStringList{"old too", "old"}));
        QCOMPARE(newest().size(), 24);
    }

    // The list is for whoever asks, also then.
    void theNewestStandStillDuringAPause()
    {
        blockElsewhere("user:1");
        desk().setNewestShown(this, true);
        QTRY_COMPARE(newest(), QStringList{"user:1"});
        m->session.setPaused(true);
        RATEWARDEN_STEP(blockHere("user:2"));
        desk().setListShown(true);
        QTRY_COMPARE(listed().size(), 2);
        QCOMPARE(newest(), QStringList{"user:1"});
        m->session.setPaused(false);
        QTRY_COMPARE(newest().size(), 2);
    }

    void whatCannotBeReadSaysWhy()
    {
        m->connection.call({"SET", auditKey, "of another type"});
        desk().setListShown(true);
        desk().setNewestShown(this, true);
        QTRY_VERIFY(!desk().listed().problem.isEmpty());
        QTRY_VERIFY(!desk().newest().problem.isEmpty());
        QVERIFY(!desk().listed().list && !desk().newest().list && !desk().whole());
        m->connection.call({"DEL", auditKey});
        RATEWARDEN_STEP(blockHere("user:1"));
        QTRY_COMPARE(listed(), QStringList{"user:1"});
        QTRY_COMPARE(newest(), QStringList{"user:1"});
        QVERIFY(desk().listed().problem.isEmpty() && desk().newest().problem.isEmpty());
    }

    void anInvestigationHasWhatWasRecorded()
    {
        Investigation its;
        its.at = Instant(1'795'000'000s);
        AuditEntry entry;
        entry.id = "1-0";
        entry.tokens = {"user:1"};
        its.audit = AuditList{{entry}, true, 0, 0};
        Session recorded(std::make_shared<const Investigation>(its));
        recorded.open();
        AuditDesk& ofRecorded = recorded.audit();
        QCOMPARE(tokensOf(ofRecorded.listed().list), QStringList{"user:1"});
        QCOMPARE(ofRecorded.listed().readAt, its.at);
        QCOMPARE(tokensOf(ofRecorded.newest().list), QStringList{"user:1"});
        QCOMPARE(ofRecorded.newest().problem, QString());
        ofRecorded.setListShown(true);
        QVERIFY(!ofRecorded.isListing());
        QCOMPARE(recorded.record().audit->entries.size(), std::size_t(1));
    }
};

RATEWARDEN_SUITE(TestAuditDesk)
#include "tst_audit_desk.moc"
