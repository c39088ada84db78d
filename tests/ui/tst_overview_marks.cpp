// SPDX-License-Identifier: GPL-3.0-or-later
// What the overview's chart marks, from values alone: what this window has seen, what it may not have seen,
// and what others know.
#include "tests/support/suites.h"
#include "ui/state/overview_marks.h"

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

class TestOverviewMarks : public QObject {
    Q_OBJECT

private:
    using Clock = OverviewMarks::Clock;
    using Versions = std::map<std::string, std::int64_t>;

    static constexpr Instant start{std::chrono::seconds(1'795'000'000)};
    OverviewMarks m_marks;
    Clock::time_point m_clock{1h};

    static PolicyBook bookOf(const Versions& versions)
    {
        PolicyBook book;
        for (const auto& [name, version] : versions) {
            PublishedPolicy& policy = book.published[name];
            policy.policy.name = name;
            policy.version = version;
        }
        return book;
    }
    void read(const Versions& versions, Instant at) { m_marks.notePolicies(bookOf(versions), at, m_clock); }
    void lose() { m_marks.noteLink(false, true, m_clock); }
    void comeBack() { m_marks.noteLink(true, false, m_clock); }

    static AuditEntry entryOf(const char* act, const char* policy, Instant at)
    {
        AuditEntry entry;
        entry.act = act;
        entry.policies = {policy};
        entry.at = at;
        entry.by = "bob";
        entry.reason = "more room";
        entry.changed = 1;
        return entry;
    }
    static AuditEntry blockOf(const std::string& token, const char* reason, Instant at)
    {
        AuditEntry entry = entryOf("block", "", at);
        entry.policies.clear();
        entry.id = "of " + token;
        entry.tokens = {token};
        entry.tokenCount = 1;
        entry.reason = reason;
        return entry;
    }
    static AuditEntry noteOf(const char* text, Instant at)
    {
        AuditEntry entry = entryOf("mark", "", at);
        entry.policies.clear();
        entry.reason = text;
        return entry;
    }
    /// "web v2 published|by bob, more room", with lines joined.
    QStringList texts(const OverviewMarks::Known& known = {}, Instant oldest = start)
    {
        QStringList all;
        for (const OverviewMark& one : m_marks.since(oldest, known))
            all << QString(one.mark.text).replace('\n', '|');
        return all;
    }

private Q_SLOTS:
    void init()
    {
        m_marks = {};
        m_clock = Clock::time_point(1h);
    }

    void whatIsThereFirstIsNoNews()
    {
        read({{"web", 1}}, start);
        read({{"web", 1}}, start + 1s);
        QCOMPARE(texts(), QStringList());
    }

    void versionsAreMarkedAsTheyCome()
    {
        read({{"web", 1}, {"api", 3}}, start);
        read({{"web", 2}, {"api", 3}}, start + 1s);
        read({{"web", 2}, {"api", 3}, {"new", 1}}, start + 2s);
        read({{"web", 2}, {"new", 1}}, start + 3s);
        QCOMPARE(texts(), (QStringList{"web v2 published", "new v1 published", "api removed"}));
        const auto all = m_marks.since(start, {});
        QCOMPARE(all[0].policy, std::string("web"));
        QCOMPARE(all[0].mark.at, start + 1s);
        QVERIFY(all[2].mark.kind == TimeMark::Kind::Published);
        QCOMPARE(texts({}, start + 2s).size(), 2); // not what is older
    }

    // Its policy is in force all the same.
    void aDocumentThatCannotBeReadIsNotRemoved()
    {
        read({{"web", 1}}, start);
        PolicyBook broken;
        broken.broken["web"];
        m_marks.notePolicies(broken, start + 1s, m_clock);
        QCOMPARE(texts(), QStringList());
    }

    void whatCameDuringAnOutageIsNotOfNow()
    {
        read({{"web", 1}}, start);
        lose();
        read({{"web", 2}}, start + 1s); // may be read before the link says that it is back
        comeBack();
        m_clock += 29s;
        read({{"web", 3}}, start + 30s);
        QCOMPARE(texts(), QStringList());
        m_clock += 1s;
        read({{"web", 4}}, start + 31s);
        QCOMPARE(texts(), QStringList{"web v4 published"});
    }

    // Which it also is when it is told again.
    void aLinkThatIsLiveWasNotLost()
    {
        comeBack();
        read({{"web", 1}}, start);
        comeBack();
        read({{"web", 2}}, start + 1s);
        QCOMPARE(texts(), QStringList{"web v2 published"});
    }

    // One flag for both.
    void theTrailKnowsWhoPublished()
    {
        read({{"web", 1}}, start);
        read({{"web", 2}}, start + 10s);
        const std::vector<AuditEntry> trail{entryOf("publish", "web", start + 9s),
                                            entryOf("remove-policy", "old", start + 5s),
                                            entryOf("publish", "web", start + 1s)};
        QCOMPARE(texts({.trail = trail}),
                 (QStringList{"web published|by bob, more room", "old removed|by bob, more room",
                              "web v2 published|by bob, more room"}));
        QCOMPARE(m_marks.since(start, {.trail = trail})[0].policy, std::string("web"));
        QCOMPARE(texts({.trail = trail}, start + 2s).size(), 2);
    }

    void whatDidNothingIsNoMark()
    {
        AuditEntry inVain = entryOf("publish", "web", start + 1s);
        inVain.changed = 0;
        AuditEntry late = blockOf("alice", "scraping", start + 2s);
        late.changed = 0;
        const std::vector<AuditEntry> trail{late, inVain};
        QCOMPARE(texts({.trail = trail}), QStringList());
    }

    // By whom, and why; each is found in the trail.
    void changesOfTokensAreMarks()
    {
        AuditEntry freed = blockOf("bert", "by mistake", start + 3s);
        freed.act = "unblock";
        AuditEntry charged = blockOf("carl", "sold", start + 5s);
        charged.act = "charge";
        const std::vector<AuditEntry> trail{charged, freed, blockOf("alice", "scraping", start + 2s)};
        QCOMPARE(texts({.trail = trail}),
                 (QStringList{"Block: alice|by bob, scraping", "Unblock: bert|by bob, by mistake",
                              "Charge: carl|by bob, sold"}));
        const auto all = m_marks.since(start, {.trail = trail});
        QVERIFY(all[0].mark.kind == TimeMark::Kind::Blocked);
        QVERIFY(all[1].mark.kind == TimeMark::Kind::Unblocked);
        QVERIFY(all[2].mark.kind == TimeMark::Kind::Changed);
        QCOMPARE(all[0].mark.at, start + 2s);
        QCOMPARE(all[0].change, std::string("of alice"));
        QVERIFY(all[0].policy.empty());
        QCOMPARE(texts({.trail = trail}, start + 3s).size(), 2);
    }

    // Of one kind, within the time that is said: each reason once, and of many the first.
    void changesCloseTogetherAreOneMark()
    {
        const std::vector<AuditEntry> trail{
            blockOf("dora", "scraping", start + 12s), blockOf("carl", "abuse", start + 9s),
            entryOf("publish", "web", start + 8s), blockOf("bert", "scraping", start + 5s),
            blockOf("alice", "scraping", start + 1s)};
        QCOMPARE(texts({.trail = trail}),
                 (QStringList{"Block: 3 tokens|by bob, scraping|by bob, abuse",
                              "web published|by bob, more room", "Block: dora|by bob, scraping"}));
        QCOMPARE(m_marks.since(start, {.trail = trail})[0].change, std::string("of carl"));
        QCOMPARE(m_marks.since(start, {.trail = trail})[0].mark.at, start + 1s);
        QCOMPARE(texts({.trail = trail, .close = 1min}).size(), 2);
        QCOMPARE(texts({.trail = trail, .close = 1s}).size(), 5);

        std::vector<AuditEntry> many;
        for (int i = 7; i > 0; --i)
            many.push_back(blockOf("alice", ("reason " + std::to_string(i)).c_str(), start + i * 1s));
        many[0].tokens = {"alice", "bert"};
        many[0].tokenCount = 102; // of which not all are named
        QCOMPARE(texts({.trail = many}),
                 QStringList{"Block: 102 tokens|by bob, reason 1|by bob, reason 2|by bob, reason 3|"
                             "by bob, reason 4|and 3 more"});
        many[0].tokenCount = 2;
        many.resize(1);
        QCOMPARE(texts({.trail = many}), QStringList{"Block: 2 tokens|by bob, reason 7"});
        many.front() = blockOf("alice", "again", start + 3s);
        many.push_back(blockOf("alice", "once", start + 1s));
        QCOMPARE(texts({.trail = many}), QStringList{"Block: alice|by bob, once|by bob, again"});
    }

    // Also of what the history of a watcher has of the trail.
    void othersKnowMore()
    {
        const std::vector<AuditEntry> trail{noteOf("deploy", start + 3s)};
        const std::vector<HistoryEvent> past{{start + 1s, "mark", "carol", "before the trail"},
                                             {start + 3s, "mark", "bob", "deploy"}};
        OverviewMarks::Known known{.trail = trail, .past = past};
        known.others = {{start + 2s, TimeMark::Kind::Restarted, "again", {}},
                        {start - 1s, TimeMark::Kind::Fired, "too old", {}}};
        QCOMPARE(texts(known), (QStringList{"before the trail|by carol", "again", "deploy|by bob"}));
        QVERIFY(m_marks.since(start, known)[2].policy.empty());
    }

    // What happened to the server once, though this window saw it, too.
    void whatAWatcherNotedHasItsKind()
    {
        using Kind = TimeMark::Kind;
        const std::vector<HistoryEvent> past{{start + 1s, "block", "bob", "block user:1: scraping"},
                                             {start + 2s, "lift-override", "bob", "lift-override user:1"},
                                             {start + 3s, "remove-policy", "bob", "remove-policy web"},
                                             {start + 4s, "restarted", "redis:6379", "another process"},
                                             {start + 5s, "evicted", "redis:6379", "3 keys were evicted"},
                                             {start + 6s, "rename-key", "bob", "rename-key"}};
        OverviewMarks::Known known{.past = past};
        known.others = {{start + 8s, Kind::Evicted, "seen here", {}}};
        std::vector<Kind> kinds;
        for (const OverviewMark& one : m_marks.since(start, known))
            kinds.push_back(one.mark.kind);
        QVERIFY((kinds == std::vector{Kind::Blocked, Kind::OverrideLifted, Kind::Published, Kind::Restarted,
                                      Kind::Changed, Kind::Evicted}));
        QVERIFY(texts(known).contains("another process"));
        QVERIFY(texts(known).contains("seen here"));

        // Of two nodes of a cluster, each has its own.
        known.others[0].node = "a:1";
        const std::vector<HistoryEvent> ofNodes{
            {start + 5s, "evicted", "cluster", "a:1: 3 keys were evicted"},
            {start + 5s, "evicted", "cluster", "b:2: 1 key was evicted"}};
        known.past = ofNodes;
        QCOMPARE(texts(known), (QStringList{"b:2: 1 key was evicted", "a:1: seen here"}));
    }

    void isForgottenAfterTenMinutes()
    {
        read({{"web", 1}}, start);
        read({{"web", 2}}, start + 1s);
        read({{"web", 3}}, start + 11min);
        QCOMPARE(texts(), QStringList{"web v3 published"});
    }
};

RATEWARDEN_SUITE(TestOverviewMarks)
#include "tst_overview_marks.moc"
