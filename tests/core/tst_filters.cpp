// SPDX-License-Identifier: GPL-3.0-or-later
// The filters of blocks, overrides and changes: which they take, and the times that they name.
#include "core/admin/audit.h"
#include "core/admin/control_filter.h"
#include "core/admin/named_filters.h"
#include "core/keys/key_filter.h"
#include "core/lab/sufferer_filter.h"
#include "core/tokens/token_filter.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ctime>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// 2026-11-25 14:30:00 in Berlin.
constexpr Instant filterNow(std::chrono::seconds(1'795'613'400));

} // namespace

class TestFilters : public QObject {
    Q_OBJECT

    QByteArray m_zone = qgetenv("TZ");

    static Instant moment(const char* text)
    {
        return EntryFilter(std::string("since:") + text).terms().front().moment.at(filterNow);
    }

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("TZ", "Europe/Berlin");
        ::tzset();
    }
    void cleanupTestCase()
    {
        m_zone.isNull() ? qunsetenv("TZ") : qputenv("TZ", m_zone);
        ::tzset();
    }

    void momentsAreRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("ago"); // seconds
        const auto row = [](const char* text, std::chrono::seconds ago) {
            QTest::newRow(text) << QString(text) << int(ago.count());
        };
        row("2h", 2h);
        row("90s", 90s);
        row("14:00", 30min);
        row("14:29:30", 30s);
        row("15:00", 23h + 30min); // yesterday
        row("2026-11-25", 14h + 30min);
        row("2026-11-25T13:30", 1h);
        row("2026-11-25T13:30Z", 0s);
        row("\"2026-11-25 13:30\"", 1h);
        row("2026-10-25", 31 * 24h + 15h + 30min); // the day that had 25 hours
    }
    void momentsAreRead()
    {
        QFETCH(QString, text);
        QFETCH(int, ago);
        QCOMPARE(int(std::chrono::duration_cast<std::chrono::seconds>(filterNow - moment(qPrintable(text)))
                         .count()),
                 ago);
    }

    /// Whatever was asked before.
    void momentsOfClocksThatChangeAreTheFirst_data()
    {
        addColumns<QString, QString, QString>({"zone", "text", "utc"});
        addRow("summer", "Europe/Berlin", "2026-07-01T02:30", "2026-07-01T00:30Z");
        addRow("twice", "Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30Z");
        addRow("after it", "Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00Z");
        addRow("twice, in the west", "America/New_York", "2026-11-01T01:30", "2026-11-01T05:30Z");
        addRow("never", "Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30Z");
        addRow("never, in the west", "America/New_York", "2026-03-08T02:30", "2026-03-08T07:30Z");
    }
    void momentsOfClocksThatChangeAreTheFirst()
    {
        QFETCH(QString, zone);
        QFETCH(QString, text);
        QFETCH(QString, utc);
        qputenv("TZ", zone.toUtf8());
        for (const char* const before : {"2026-01-01", "2026-07-01"}) {
            moment(before);
            QCOMPARE(moment(qPrintable(text)), moment(qPrintable(utc)));
        }
        qputenv("TZ", "Europe/Berlin");
        ::tzset();
    }

    void wrongMomentsAreNamed()
    {
        for (const char* text : {"25:00", "14:60", "14:0", "2026-13-01", "2026-02-30", "2026-11-25T",
                                 "tomorrow", "14:00Z", "2026-1-25", "-2h"})
            QVERIFY2(thrownBy<BadNotation>([&] { static_cast<void>(moment(text)); }), text);
        const auto error = thrownBy<BadNotation>([] { static_cast<void>(EntryFilter("by:me since:7:00")); });
        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains("\"7:00\" is no time"), error->what());
        QCOMPARE(int(error->position()), 12);
    }

    void filtersTakeControls_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("block"); // of ip:203.0.113.7 by bob for "scraping, twice", 1 h old, for good
        QTest::addColumn<bool>(
            "override"); // of user:7 under pay by alice, 20/min, 1 day old, for 30 min more
        const auto row = [](const char* filter, bool block, bool override) {
            QTest::newRow(filter) << QString(filter) << block << override;
        };
        row("", true, true);
        row("SCRAP", true, false);
        row("bob", true, false);
        row("alice or scraping", true, true);
        row("user:*", false, true);
        row("-user:*", true, false);
        row("token:ip:*", true, false);
        row("policy:pay", true, true); // a block is of every policy
        row("policy:web", true, false);
        row("-policy:pay", false, false);
        row("rule:20/min", false, true);
        row("rule:*/h", false, false);
        row("format:ratewarden/*", true, true);
        row("reason:*twice", true, false);
        row("by:alice", false, true);
        row("-by:alice", true, false);
        row("since:2h", true, false);
        row("since:13:00", true, false);
        row("-since:2h", false, true);
        row("until<1h", false, true);
        row("until>1d", true, false);
        row("-until>1d", false, true);
        row("ip:203.0.113.0/24", true, false);
        row("ip:198.51.100.0/24", false, false);
    }
    void filtersTakeControls()
    {
        QFETCH(QString, filter);
        const ControlFilter words(Filter(ControlFilter::ofOverrides(), filter.toStdString()));
        const std::vector<Rule> rules{{20, 1min}};
        const ControlFacts block{.token = "ip:203.0.113.7",
                                 .policy = "",
                                 .reason = "scraping, twice",
                                 .by = "bob",
                                 .since = filterNow - 1h};
        const ControlFacts override{.token = "user:7",
                                    .policy = "pay",
                                    .rules = rules,
                                    .by = "alice",
                                    .since = filterNow - 24h,
                                    .until = filterNow + 30min};
        QTEST(words.takes(block, filterNow), "block");
        QTEST(words.takes(override, filterNow), "override");
    }

    void filtersTakeChanges_data()
    {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<int>("answer");
        const auto row = [](const char* filter, FilterAnswer answer) {
            QTest::newRow(filter) << QString(filter) << int(answer);
        };
        using Answer = FilterAnswer;
        // A block of ip:203.0.113.7 and more, which are not named, by bob@db1, one hour ago, undone.
        row("", Answer::Yes);
        row("bob", Answer::Yes);
        row("@db1", Answer::Yes);
        row("block", Answer::Yes);
        row("SCRAP", Answer::Yes);
        row("user:8", Answer::Varies);
        row("-user:8", Answer::Varies);
        row("token:ip:*", Answer::Yes);
        row("token:user:8", Answer::Varies);
        row("policy:api", Answer::Yes);
        row("policy:web", Answer::No);
        row("by:bob", Answer::Yes);
        row("by:bob@*", Answer::Yes);
        row("by:bo", Answer::No);
        row("action:block", Answer::Yes);
        row("-action:block", Answer::No);
        row("action:*block", Answer::Yes);
        row("reason:scraping", Answer::Yes);
        row("format:ratewarden/control", Answer::Yes);
        row("format:redis-rate", Answer::No);
        row("result:made", Answer::Yes);
        row("result:partly or result:failed", Answer::No);
        row("undone", Answer::Yes);
        row("since:2h", Answer::Yes);
        row("since:14:00", Answer::No);
        row("since:2026-11-25 before:14:00", Answer::Yes);
        row("before:2h", Answer::No);
        row("ip:203.0.113.0/24", Answer::Yes);
        row("ip:198.51.100.0/24", Answer::Varies);
    }
    void filtersTakeChanges()
    {
        QFETCH(QString, filter);
        AuditEntry entry;
        entry.at = filterNow - 1h;
        entry.by = "bob";
        entry.host = "db1";
        entry.act = "block";
        entry.reason = "scraping";
        entry.tokens = {"ip:203.0.113.7"};
        entry.tokenCount = 3000;
        entry.cut = true;
        entry.policies = {"api"};
        entry.formats = {"ratewarden/control"};
        entry.result = AuditEntry::Result::Made;
        entry.undoneBy = "1-0";
        QTEST(int(EntryFilter(filter.toStdString()).ask(entry, filterNow)), "answer");
    }

    // As it concerns every token, and every policy.
    void marksAreTakenWithTheirTokens()
    {
        AuditEntry mark;
        mark.act = "mark";
        mark.reason = "deploy";
        for (const char* filter : {"token:user:7", "policy:web", "deploy", "action:mark"})
            QVERIFY2(EntryFilter(filter).ask(mark, filterNow) == FilterAnswer::Yes, filter);
        QVERIFY(EntryFilter("token:user:7 since:1h").ask(mark, filterNow) == FilterAnswer::No);
    }

    void namedFiltersStandForTheirWords()
    {
        const QTemporaryDir folder;
        const NamedFilters named((folder.path() + "/new/filters").toStdString());
        QVERIFY(named.read().empty());
        named.keep("night", " limited or blocked ");
        named.keep("pay", "policy:pay*");
        QFile file(folder.path() + "/new/filters");
        QVERIFY(file.open(QIODevice::Append));
        file.write("# by hand\nnonsense\nold=idle\n");
        file.close();
        named.keep("pay", "policy:\"pay eu\"");
        QCOMPARE(named.read().size(), std::size_t(3));
        QCOMPARE(named.read().at("old"), std::string("idle"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().startsWith("night = limited or blocked\n# by hand\nnonsense\n"));
        QCOMPARE(named.expanded("-filter:night user:7"), std::string("-(limited or blocked) user:7"));
        QCOMPARE(named.expanded("(near or filter:pay)"), std::string("(near or (policy:\"pay eu\"))"));
        QCOMPARE(named.expanded("\"filter:pay\" x-filter:pay"), std::string("\"filter:pay\" x-filter:pay"));
        named.keep("gone", "idle");
        named.remove("gone");
        named.remove("never");
        QCOMPARE(named.read().size(), std::size_t(3));
        QVERIFY(messageOf([&] {
                    static_cast<void>(named.expanded("filter:nigth"));
                }).find("use one of: night, old, pay") != std::string::npos);
        for (const char* name : {"", "a b", "a=b", "#a", "a\"", "a)"})
            QVERIFY2(thrownBy<InvalidArgument>([&] { named.keep(name, "near"); }), name);
        QVERIFY(thrownBy<BadNotation>([] { static_cast<void>(EntryFilter("undone filter:night")); }));
    }

    // Where they were typed, whatever they stand for.
    void namesHaveTheirPlaces()
    {
        const FilterNames names{{"a", "limited or near"}, {"wrong", "limited used>x"}, {"open", "(near"}};
        const auto typed = [&names](const char* text) {
            return typedFilter(TokenFilter::fields(), text, names);
        };
        const TypedFilter all = typed("ok -filter:a (idle filter:a)");
        QVERIFY(!all.fault);
        QCOMPARE(all.filter.text(), std::string("ok -(limited or near) (idle (limited or near))"));
        QCOMPARE(all.taken, std::size_t(28));
        QList<std::pair<std::size_t, std::size_t>> words;
        for (const TypedFilter::Word& word : all.words)
            words << std::pair(word.begin, word.end);
        QCOMPARE(words, (QList<std::pair<std::size_t, std::size_t>>{{0, 2}, {3, 12}, {14, 18}, {19, 27}}));
        for (const char* name : {"wrong", "open", "none"}) {
            const TypedFilter part = typed(qPrintable(QStringLiteral("filter:a filter:%1 ok").arg(name)));
            QCOMPARE(part.filter.text(), std::string("(limited or near)"));
            QCOMPARE(part.taken, std::size_t(8));
            QCOMPARE(part.fault->position(), std::size_t(9));
        }
    }

    void wordsOfOtherListsAreSaid()
    {
        const std::array<FilterFields, 6> lists{TokenFilter::fields(),     KeyFilter::fields(),
                                                ControlFilter::ofBlocks(), ControlFilter::ofOverrides(),
                                                EntryFilter::fields(),     SuffererFilter::fields()};
        int said = 0;
        for (const FilterFields list : lists)
            for (const FilterFields other : lists)
                for (const FilterField& word : other) {
                    if (word.isCompared() || word.kind == FieldKind::Flag ||
                        std::ranges::find(list, word.name, &FilterField::name) != list.end())
                        continue;
                    const std::string name = std::string(word.name) + ":7";
                    const auto ask = [list](const std::string& filter) {
                        return foreignWord(typedFilter(list, filter).filter);
                    };
                    QCOMPARE(ask("-x (" + name + ")").values,
                             (std::vector<Problem::Value>{std::string(word.name), name}));
                    QVERIFY(ask('-' + name));
                    QVERIFY(!ask('"' + name + "\" -\"" + name + '"'));
                    ++said;
                }
        QVERIFY(said > 30);
        QVERIFY(!foreignWord(TokenFilter("user:7 x:since:1h rule:1/min -policy:*")));
    }

    void eachListKnowsItsWordsAlone()
    {
        const auto refuses = [](const auto& make) {
            return thrownBy<BadNotation>(make).has_value();
        };
        QVERIFY(refuses([] { static_cast<void>(Filter(ControlFilter::ofBlocks(), "used>90%")); }));
        QVERIFY(refuses([] { static_cast<void>(EntryFilter("until<1h")); }));
        QVERIFY(refuses([] { static_cast<void>(EntryFilter("result:done")); }));
        QVERIFY(refuses([] { static_cast<void>(EntryFilter("actoin:block")); }));
        QCOMPARE(Filter(ControlFilter::ofBlocks(), "limited").nameAlone()->name,
                 std::string("limited")); // a part of a name here
    }
};

RATEWARDEN_SUITE(TestFilters)
#include "tst_filters.moc"
