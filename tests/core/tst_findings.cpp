// SPDX-License-Identifier: GPL-3.0-or-later
// Findings: what they are called, since when, whether they are gone or dismissed; what is found between
// tokens and policies, and by more than one look; and that nothing is found where nothing is wrong.
#include "core/admin/policy_of.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/client_address.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/lab/log_reader.h"
#include "core/lab/traffic_plan.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/whole_file.h"
#include "core/redis/connection.h"
#include "core/tokens/counter_watch.h"
#include "core/tokens/reader.h"
#include "core/watch/alert_round.h"
#include "core/watch/dismissal_file.h"
#include "core/watch/finding_book.h"
#include "core/watch/finding_events.h"
#include "core/watch/finding_round.h"
#include "core/watch/token_patterns.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Instant seenFirst{1'795'000'000s};

const Format* ownFormat()
{
    return stateSubject("", Policy{"api", "fixed-window", {}}).format;
}

Finding found(WarningCode code, std::size_t tokens, Instant at, const std::string& policy = "api")
{
    return findingOf(WarningGroup{code, ownFormat(), policy, false, tokens, at, {}}, at);
}

std::vector<FindingKind> allKinds()
{
    std::vector<FindingKind> kinds;
    for (int code = 0; code < warningCodeCount; ++code)
        kinds.emplace_back(WarningCode(code));
    for (int code = 0; code <= int(ServerWarningCode::CertificateEnds); ++code)
        kinds.emplace_back(ServerWarningCode(code));
    for (int code = 0; code < patternCodeCount; ++code)
        kinds.emplace_back(PatternCode(code));
    return kinds;
}

QStringList namesIn(const FindingBook& book)
{
    QStringList names;
    for (const Finding& one : *book.findings())
        names << QString::fromStdString(one.name().kind + (one.isGone ? " gone" : "") +
                                        (one.dismissed ? " dismissed" : ""));
    return names;
}

Subject of(const std::string& token, const std::string& policy = "api")
{
    return {token, policy, ownFormat()};
}

} // namespace

class TestFindings : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    quint32 m_seed = testSeed();

    /// As a row of the table is read, by these rules.
    Reading reading(const char* key, const char* rules = "60/min")
    {
        const auto recognised = recogniseOnServer(m_connection, key);
        if (!recognised)
            return {};
        const Policy policy = recognised->subject.format->policyFor(recognised->subject, parseRules(rules));
        return readSubjects(m_connection, {&recognised->subject, 1}, [&](const Subject&) { return &policy; })
            .front();
    }

private Q_SLOTS:
    void init() { ask({"FLUSHALL"}); }

    void eachKindHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (const FindingKind& kind : allKinds())
            QVERIFY2(names.insert(nameOf(kind)).second, std::string(nameOf(kind)).c_str());
    }

    void theManualHasEachKind()
    {
        const QString text = sourceFile("resources/docs/console.md");
        const QStringList table = text.section("\n## Findings\n", 1).section("\n## ", 0, 0).split('\n');
        QStringList told; // "no-ttl warning repaired"
        for (const QString& line : table)
            if (line.startsWith("| `"))
                for (const QString& code : line.section('|', 1, 1).split(','))
                    told << code.trimmed().remove('`') + line.section('|', 2, 2).chopped(1) +
                                (line.section('|', 4, 4).trimmed().isEmpty() ? "" : " repaired");
        QStringList known;
        for (const FindingKind& kind : allKinds())
            known << QString::fromStdString(std::string(nameOf(kind)) + " " +
                                            std::string(nameOf(severityOf(kind))) +
                                            (remedyOf(kind) == FindingRemedy::None ? "" : " repaired"));
        told.sort();
        known.sort();
        QCOMPARE(told, known);
    }

    void eachSentenceHasThePlacesOfItsNumber()
    {
        for (int code = 0; code < warningCodeCount; ++code) {
            const WarningFacts& facts = warningFacts(WarningCode(code));
            const QString sentence = facts.texts.sentence;
            QVERIFY2(!sentence.contains('%') && sentence.endsWith('.'), facts.texts.sentence);
            QVERIFY2(QString(facts.texts.advice).endsWith('.'), facts.texts.advice);
            const QString numbered = facts.numbered;
            const int places = facts.number == WarningNumber::None       ? 0
                               : facts.number == WarningNumber::TwoUnits ? 2
                                                                         : 1;
            QVERIFY2(numbered.count('%') == places && numbered.contains("%1") == (places > 0),
                     facts.texts.sentence);
        }
    }

    void firstAndLastSeen()
    {
        FindingBook book;
        book.take({found(WarningCode::NoExpiry, 2, seenFirst)}, seenFirst);
        book.take({found(WarningCode::NoExpiry, 3, seenFirst + 5s)}, seenFirst + 5s);
        QCOMPARE(book.findings()->size(), 1U);
        QCOMPARE(book.findings()->front().firstSeen, seenFirst);
        QCOMPARE(book.findings()->front().lastSeen, seenFirst + 5s);
        QCOMPARE(book.findings()->front().tokens, 3U);
    }

    void whatIsGoneStaysForAWhile()
    {
        FindingBook book;
        book.take({found(WarningCode::NoExpiry, 2, seenFirst)}, seenFirst);
        const auto before = book.findings();
        book.take({}, seenFirst + 1min);
        QCOMPARE(namesIn(book), QStringList{"no-ttl gone"});
        QCOMPARE(book.findings()->front().lastSeen, seenFirst);
        QCOMPARE(openFindings(*book.findings()), 0U);
        QCOMPARE(openFindings(*before), 1U); // what was given out does not change
        book.take({found(WarningCode::NoExpiry, 1, seenFirst + 2min)}, seenFirst + 2min);
        QCOMPARE(namesIn(book), QStringList{"no-ttl"});
        QCOMPARE(book.findings()->front().firstSeen, seenFirst); // it has come again
        book.take({}, seenFirst + 3min);
        book.take({}, seenFirst + 2min + FindingBook::keptGone);
        QCOMPARE(namesIn(book), QStringList());
    }

    // As a history keeps it.
    void whatComesAndGoesIsAnEvent()
    {
        FindingEvents events;
        const Finding one = found(WarningCode::NoExpiry, 2, seenFirst);
        const Finding other = found(WarningCode::StaleLock, 1, seenFirst);
        QCOMPARE(events.take({one}, true).size(), 1U);
        QVERIFY(events.take({one}, true).empty());
        const auto added = events.take({other}, false); // the other one may be where nobody looked
        QCOMPARE(added.size(), 1U);
        QCOMPARE(textOf(added[0]), std::string("stale-lock (critical), api, 1 token"));
        QCOMPARE(events.there().size(), 2U);
        const auto gone = events.take({other}, true);
        QCOMPARE(gone.size(), 1U);
        const HistoryEvent event = historyEventOf(gone[0], seenFirst);
        QVERIFY((event == HistoryEvent{seenFirst, "gone", "no-ttl", "no-ttl (warning), api, 2 tokens"}));
    }

    void whatIsGoneIsBounded()
    {
        FindingBook book;
        std::vector<Finding> many;
        for (std::size_t i = 0; i < 3 * FindingBook::mostGone; ++i)
            many.push_back(found(WarningCode::NoExpiry, 1, seenFirst, "policy" + std::to_string(i)));
        book.take(many, seenFirst);
        book.take({}, seenFirst + 1s);
        QCOMPARE(book.findings()->size(), FindingBook::mostGone);
    }

    void theWorstStandFirst()
    {
        FindingBook book;
        book.take({found(WarningCode::AbsurdExpiry, 1, seenFirst)}, seenFirst);
        Finding evicts;
        evicts.kind = ServerWarningCode::EvictsAnyKey;
        evicts.lastSeen = seenFirst;
        book.take({found(WarningCode::EarlyRetries, 1, seenFirst),
                   found(WarningCode::NoExpiry, 1, seenFirst, "few"),
                   found(WarningCode::NoExpiry, 9, seenFirst, "many"), evicts,
                   found(WarningCode::StaleLock, 1, seenFirst)},
                  seenFirst);
        QCOMPARE(namesIn(book), (QStringList{"stale-lock", "evicts-any-key", "no-ttl", "no-ttl",
                                             "early-retries", "long-ttl gone"}));
        QCOMPARE(book.findings()->at(2).group, std::string("many"));
    }

    void aDismissalHoldsByNameUntilItsEnd()
    {
        FindingBook book;
        const std::vector<Finding> all{found(WarningCode::NoExpiry, 2, seenFirst),
                                       found(WarningCode::NoExpiry, 2, seenFirst, "other")};
        book.take(all, seenFirst);
        const FindingName name = all[0].name();
        book.dismiss(name, {"ops", "known", seenFirst + 1min});
        QCOMPARE(openFindings(*book.findings()), 1U);
        FindingBook next; // as another connection has it
        next.setDismissals(book.dismissals());
        next.take({all[1], all[0]}, seenFirst + 59s);
        QCOMPARE(openFindings(*next.findings()), 1U);
        QCOMPARE(next.findings()->at(0).dismissed->reason, std::string("known"));
        next.take(all, seenFirst + 1min);
        QCOMPARE(openFindings(*next.findings()), 2U);
        QVERIFY(next.dismissals().empty());
        book.restore(name);
        QCOMPARE(openFindings(*book.findings()), 2U);
        book.dismiss(name, {"ops", "known", std::nullopt});
        book.take(all, seenFirst + std::chrono::days(400));
        QCOMPARE(openFindings(*book.findings()), 1U);
    }

    void addresses_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::addColumn<int>("kind");
        const auto row = [](const char* token, AddressKind kind) {
            QTest::newRow(token) << QByteArray(token) << int(kind);
        };
        for (const char* token :
             {"10.0.0.12", "172.16.0.1", "172.31.255.255", "192.168.1.1", "127.0.0.1", "169.254.0.1",
              "100.64.0.1", "100.127.255.255", "::1", "fd00::1", "fe80::1", "::ffff:10.0.0.1", "ip:10.0.0.12",
              "login:ip:fd00::1", "GET /items 10.0.0.1"})
            row(token, AddressKind::Private);
        for (const char* token :
             {"203.0.113.9", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.169.1.1",
              "2001:db8::1", "::2", "::ffff:203.0.113.9", "ip:203.0.113.9", "ip=2001:db8::1"})
            row(token, AddressKind::Public);
        for (const char* token : {"", "user:42", "10.0.0", "10.0.0.256", "10.0.0.1.2", "v1.2.3.4", "user",
                                  "10.0.0.1:web", "cafe"})
            row(token, AddressKind::None);
    }
    void addresses()
    {
        QFETCH(QByteArray, token);
        QFETCH(int, kind);
        QCOMPARE(int(addressIn(token.toStdString())), kind);
    }

    void addressLists()
    {
        QVERIFY(isAddressList("203.0.113.9, 10.0.0.12"));
        QVERIFY(isAddressList("203.0.113.9,10.0.0.12,2001:db8::1"));
        QVERIFY(isAddressList("ip:203.0.113.9, 10.0.0.12"));
        QVERIFY(!isAddressList("203.0.113.9"));
        QVERIFY(!isAddressList("203.0.113.9,"));
        QVERIFY(!isAddressList(",203.0.113.9"));
        QVERIFY(!isAddressList("203.0.113.9, unknown"));
        QVERIFY(!isAddressList("Doe, John"));
    }

    void oneAddressForEverybody_data()
    {
        QTest::addColumn<double>("proxy");
        QTest::addColumn<QString>("other");
        QTest::addColumn<double>("others");
        QTest::addColumn<bool>("limited");
        QTest::addColumn<bool>("isFound");
        QTest::newRow("most of it") << 61.0 << "203.0.113.9" << 39.0 << false << true;
        QTest::newRow("half of it") << 50.0 << "203.0.113.9" << 50.0 << false << true;
        QTest::newRow("less") << 49.0 << "203.0.113.9" << 51.0 << true << false;
        QTest::newRow("too little in all") << 61.0 << "203.0.113.9" << 38.0 << false << false;
        QTest::newRow("a private network") << 90.0 << "10.0.0.13" << 10.0 << true << false;
        QTest::newRow("other tokens") << 90.0 << "user:42" << 10.0 << true << false;
        QTest::newRow("alone and limited") << 100.0 << "" << 0.0 << true << false;
    }
    void oneAddressForEverybody()
    {
        QFETCH(double, proxy);
        QFETCH(QString, other);
        QFETCH(double, others);
        QFETCH(bool, limited);
        QFETCH(bool, isFound);
        TokenPatterns patterns;
        patterns.take(of("10.0.0.12"), proxy, limited);
        if (!other.isEmpty())
            patterns.take(of(other.toStdString()), others, false);
        patterns.take(of("10.0.0.12", "idle"), 3, true); // in another group it is not
        const std::vector<Finding> all = patterns.sharedAddresses(seenFirst);
        QCOMPARE(all.size(), isFound ? 1U : 0U);
        if (isFound) {
            QCOMPARE(all[0].group, std::string("api"));
            QCOMPARE(all[0].samples, std::vector<std::string>{"10.0.0.12"});
            QCOMPARE(all[0].share, std::optional(proxy / (proxy + others)));
        }
    }

    // A proxy's, or just the only client: nobody can tell.
    void oneAddressWithNearlyAll_data()
    {
        addColumns<QString, double, QString, double, bool, bool>(
            {"busy", "requests", "other", "others", "limited", "isFound"});
        const auto row = [](const char* name, const char* busy, double requests, const char* other,
                            double others, bool limited, bool isFound) {
            QTest::newRow(name) << QString(busy) << requests << QString(other) << others << limited
                                << isFound;
        };
        row("a public one", "203.0.113.9", 900, "198.51.100.7", 100, false, true);
        row("among users", "203.0.113.9", 900, "user:42", 100, false, true);
        row("alone", "203.0.113.9", 1000, "", 0, true, false);
        row("too little in all", "203.0.113.9", 899, "198.51.100.7", 100, true, false);
        row("less of it", "203.0.113.9", 899, "198.51.100.7", 101, true, false);
        row("a user", "user:42", 5000, "198.51.100.7", 1, true, false);
        row("a private one, alone and limited", "10.0.0.12", 100, "", 0, true, true);
        row("a private one, alone", "10.0.0.12", 5000, "", 0, false, false);
        row("a private one, alone and limited, little", "10.0.0.12", 99, "", 0, true, false);
        row("a private network", "10.0.0.12", 5000, "10.0.0.13", 1, true, false);
    }
    void oneAddressWithNearlyAll()
    {
        QFETCH(QString, busy);
        QFETCH(double, requests);
        QFETCH(QString, other);
        QFETCH(double, others);
        QFETCH(bool, limited);
        QFETCH(bool, isFound);
        TokenPatterns patterns;
        patterns.take(of(busy.toStdString()), requests, limited);
        if (!other.isEmpty())
            patterns.take(of(other.toStdString()), others, false);
        const std::vector<Finding> all = patterns.busyAddresses(seenFirst);
        QCOMPARE(all.size(), isFound ? 1U : 0U);
        QVERIFY(patterns.sharedAddresses(seenFirst).empty());
        if (!isFound)
            return;
        QCOMPARE(all[0].samples, std::vector<std::string>{busy.toStdString()});
        QCOMPARE(all[0].share, std::optional(requests / (requests + others)));
        QVERIFY(severityOf(all[0].kind) == FindingSeverity::Note);
    }

    // Nobody counts its requests but its counter.
    void aHotKeyOfAnotherLimiter()
    {
        LookMemory memory;
        const auto found = [&](const char* key, const char* value, Micros after) {
            ask({"SET", key, value, "KEEPTTL"});
            Reading its = reading(key, "90000/min");
            its.at = seenFirst + after;
            its.decision->usage[0].resetAfter = 50s - after;
            memory.sureWarnings(its);
            memory.endRound();
            TokenPatterns patterns;
            patterns.take(its, memory.growthOf(its.subject));
            const std::vector<Finding> hot = patterns.hotKeys(seenFirst);
            return hot.empty() ? 0 : *hot.front().rate;
        };
        ask({"SET", "rl:a", "1", "PX", "50000"});
        QCOMPARE(found("rl:a", "9000", 0s), 0.0);  // since when is not known
        QCOMPARE(found("rl:a", "12000", 1s), 0.0); // of a moment
        QCOMPARE(found("rl:a", "19000", 10s), 1000.0);
        QCOMPARE(found("rl:a", "24000", 12s), 1000.0); // as it was
        QCOMPARE(found("rl:a", "28990", 20s), 0.0);    // slower
        QCOMPARE(found("rl:a", "68990", 30s), 4000.0);
        QCOMPARE(found("rl:a", "30000", 31s), 0.0); // it fell
        // What does not count denied requests may count costs.
        QVERIFY(!stateSubject("x", Policy{"api", "fixed-window", {}}).format->countsDenied());
        QCOMPARE(TokenPatterns::rateBy(*ownFormat(), 4000), 0.0);
    }

    void aHotKey()
    {
        TokenPatterns patterns;
        patterns.take(of("user:1"), 1, false, TokenPatterns::hotRate - 1);
        patterns.take(of("user:2"), 1e6, true); // whose requests are not counted
        QVERIFY(patterns.hotKeys(seenFirst).empty());
        patterns.take(of("user:3"), 1, false, 1500);
        patterns.take(of("user:4"), 1, false, 9000);
        patterns.take(of("user:5"), 1, false, 1000);
        patterns.take(of("user:4", "other"), 1, false, 10);
        const std::vector<Finding> all = patterns.hotKeys(seenFirst);
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all[0].samples, std::vector<std::string>{"user:4"});
        QCOMPARE(all[0].tokens, 3U);
        QCOMPARE(all[0].rate, std::optional(9000.0));
        QCOMPARE(all[0].name(), (FindingName{"hot-key", std::string(ownFormat()->name()), "api"}));

        // As the counts of a policy tell it: 14,000 requests in twelve seconds.
        Reading counted;
        counted.subject = of("user:6");
        counted.at = seenFirst + 12s;
        counted.counts = {{seenFirst, 11'000, 1'000}, {seenFirst + 10s, 2'000, 0}};
        TokenPatterns read;
        read.take(counted);
        QCOMPARE(read.hotKeys(seenFirst).size(), 1U);
        counted.counts = {{seenFirst, 4'000, 1'000}, {seenFirst + 10s, 0, 0}};
        TokenPatterns quiet;
        quiet.take(counted);
        QVERIFY(quiet.hotKeys(seenFirst).empty());
    }

    void aPolicyThatNoKeyFollows()
    {
        PolicyBook policies;
        for (const char* name : {"api", "exports", "off"}) {
            PublishedPolicy& one = policies.published[name];
            one.policy = Policy{name, "fixed-window", {}};
        }
        policies.published["off"].mode = PolicyMode::Off;
        policies.published["rl:*:*"].policy = Policy{"rl:*:*", "fixed-window", {}};
        TokenPatterns patterns;
        patterns.take(of("user:1"), 1, false);
        patterns.take(of("user:1", "rl:a:*"), 1, false); // under a pattern
        const std::vector<Finding> unused = patterns.unusedPolicies(policies, seenFirst);
        QCOMPARE(unused.size(), 1U);
        QCOMPARE(unused[0].name(), (FindingName{"unused-policy", "", "exports"}));
        QVERIFY(patterns.ofPolicies(policies, false, seenFirst)
                    .empty()); // its tokens may be those that are missing

        LastingFindings lasting;
        QVERIFY(lasting.take(unused, policies, seenFirst).empty());
        QVERIFY(lasting.take(unused, policies, seenFirst + policyPatience - 1us).empty());
        const std::vector<Finding> all = lasting.take(unused, policies, seenFirst + policyPatience);
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all[0].firstSeen, seenFirst);
    }

    // Nobody comes at night, or for a weekend.
    void aPolicyThatRests()
    {
        PolicyBook policies;
        for (const char* name : {"api", "exports", "off"})
            policies.published[name].policy = Policy{name, "fixed-window", {}};
        policies.published["off"].mode = PolicyMode::Off;
        const auto unused = [&](bool isFollowed, Instant now) {
            TokenPatterns patterns;
            if (isFollowed)
                patterns.take(of("198.51.100.7"), 1, false);
            return patterns.unusedPolicies(policies, now);
        };
        const auto names = [](const std::vector<Finding>& found) {
            QStringList all;
            for (const Finding& one : found)
                all << QString::fromStdString(one.group);
            return all;
        };
        LastingFindings lasting;
        const auto take = [&](bool isFollowed, Instant now) {
            return names(lasting.take(unused(isFollowed, now), policies, now));
        };
        QCOMPARE(take(true, seenFirst), QStringList());
        QCOMPARE(take(false, seenFirst + 1min), QStringList());
        QCOMPARE(take(false, seenFirst + 8h), QStringList{"exports"}); // which nobody ever followed
        QCOMPARE(take(true, seenFirst + 9h), QStringList{"exports"});
        const Instant last = seenFirst + 9h;
        QCOMPARE(take(false, last + FollowedPolicies::rest - 1us), QStringList{"exports"});
        QCOMPARE(take(false, last + FollowedPolicies::rest), QStringList{"exports"});
        QCOMPARE(take(false, last + FollowedPolicies::rest + policyPatience),
                 (QStringList{"api", "exports"}));
        policies.published["off"].mode = PolicyMode::Enforced; // it rested before
        QCOMPARE(take(true, last + 8 * 24h), QStringList{"exports"});
        QCOMPARE(take(true, last + 8 * 24h + policyPatience), (QStringList{"exports", "off"}));

        FollowedPolicies followed; // as a watcher has it
        std::vector<Finding> found = unused(true, seenFirst);
        followed.leaveOutResting(found, policies, seenFirst);
        QCOMPARE(names(found), (QStringList{"exports", "off"}));
        found = unused(false, seenFirst + 8h);
        followed.leaveOutResting(found, policies, seenFirst + 8h);
        QCOMPARE(names(found), (QStringList{"exports", "off"}));
    }

    // Some services have not taken over the algorithm that was published.
    void aPolicyWithTwoAlgorithms()
    {
        PolicyBook policies;
        PublishedPolicy& api = policies.published["api"];
        api.policy = Policy{"api", "gcra", parseRules("10/min + 100/h")};
        const auto take = [](TokenPatterns& patterns, const char* token, const char* policy,
                             const char* algorithm) {
            patterns.take(stateSubject(token, Policy{policy, algorithm, {}}), 1, false);
        };
        TokenPatterns patterns;
        take(patterns, "user:1", "api", "gcra");
        take(patterns, "user:1", "other", "fixed-window");   // which is not published
        take(patterns, "user:1", "api~next", "sliding-log"); // its candidate
        patterns.take(controlSubject("user:1", "api"), 0, false);
        QVERIFY(patterns.twoAlgorithms(policies, seenFirst).empty());
        take(patterns, "user:1", "api", "fixed-window");
        take(patterns, "user:2", "api", "fixed-window");
        const std::vector<Finding> all = patterns.twoAlgorithms(policies, seenFirst);
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all[0].name(), (FindingName{"two-algorithms", "ratewarden/gcra", "api"}));
        QCOMPARE(all[0].other, std::string("ratewarden/fixed-window"));
        QCOMPARE(all[0].tokens, 2U);

        // What was written before it was published ends with its longest window.
        LastingFindings lasting;
        QVERIFY(lasting.take(all, policies, seenFirst).empty());
        QVERIFY(lasting.take(all, policies, seenFirst + 1h + policyPatience - 1us).empty());
        QCOMPARE(lasting.take(all, policies, seenFirst + 1h + policyPatience).size(), 1U);
    }

    // The history of policies says since when the keys of another algorithm should have ended.
    void oneLookTellsWhatLasts()
    {
        awaitTimeInTheMinute();
        PublishedPolicy published;
        published.policy = Policy{"api", "gcra", parseRules("10/min")};
        publishPolicy(m_connection, published, {"ops", "r"});
        const PolicyBook book = readPolicies(m_connection);
        FindingRound round;
        for (const char* algorithm : {"gcra", "fixed-window"}) {
            const Policy policy{"api", algorithm, parseRules("10/min")};
            QVERIFY(RedisRateLimiter(m_connection, policy).acquire("user:1", 9).allowed());
            const Subject subject = stateSubject("user:1", policy);
            round.take(
                readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front(),
                {});
        }
        const Instant now = newestVersion(m_connection, "api")->at;
        const auto after = [&](Micros span) {
            std::string names;
            for (const Finding& one : round.finish(m_connection, {}, book, true, now + span))
                names += nameOf(one.kind);
            return names;
        };
        QCOMPARE(after(policyPatience + 1min - 1us), std::string());
        QCOMPARE(after(policyPatience + 1min), std::string("two-algorithms"));
    }

    void twoPoliciesForTheSameKeys()
    {
        const PolicyBook policies = [] {
            PolicyBook book;
            for (const char* name :
                 {"rl:*:b:*", "rl:a:*:*", "*:*", "rl:c:b:*", "rl:*:longer:*", "rl:d:*:*"}) {
                PublishedPolicy& one = book.published[name];
                one.policy = Policy{name, "fixed-window", parseRules("10/min")};
                one.policy.format = "rate-limit-redis";
                book.policies[name] = one.policy;
            }
            book.published["rl:d:*:*"].mode = PolicyMode::Off;
            return book;
        }();
        const auto found = [&](const char* group) {
            TokenPatterns patterns;
            patterns.take(of("user:1", group), 1, false);
            QStringList names;
            for (const Finding& one : patterns.twoPolicies(policies, seenFirst))
                names << QString::fromStdString(one.group + " and " + one.other);
            return names.join(", ");
        };
        QCOMPARE(found("rl:a:b:*"), QString("rl:*:b:* and rl:a:*:*"));
        QCOMPARE(found("rl:a:x:*"), QString()); // *:* is for all that rl:a:*:* is for
        QCOMPARE(found("rl:c:b:*"), QString()); // it has one of its own
        QCOMPARE(found("rl:d:b:*"), QString()); // one of them is off
        QCOMPARE(found("rl:a:longer:*"), QString("rl:*:longer:* and rl:a:*:*"));
        QCOMPARE(found("other:*"), QString());
    }

    void aCounterThatFell()
    {
        CounterWatch watch;
        const auto look = [&](const char* value) {
            ask({"SET", "rl:203.0.113.9", value, "KEEPTTL"});
            return watch.hasFallen(1, reading("rl:203.0.113.9"));
        };
        ask({"SET", "rl:203.0.113.9", "1", "PX", "50000"});
        QVERIFY(!look("40"));
        QVERIFY(!look("45"));
        QVERIFY(!look("23")); // more than half: something was given back
        QVERIFY(!look("45"));
        QVERIFY(look("22"));
        QVERIFY(look("30"));                                 // for the rest of the window
        ask({"SET", "rl:203.0.113.9", "50", "PX", "30000"}); // another window
        QVERIFY(!watch.hasFallen(1, reading("rl:203.0.113.9")));
        ask({"SET", "rl:203.0.113.9", "1", "PX", "60000"}); // a reset, and a request
        QVERIFY(!watch.hasFallen(1, reading("rl:203.0.113.9")));
    }

    // As alerts see it, whose filters may ask for it.
    void alertsKnowWhatFell()
    {
        LookMemory memory;
        ask({"SET", "rl:a", "50", "PX", "50000"});
        QVERIFY(!memory.sureWarnings(reading("rl:a")).has(WarningCode::CounterFell));
        memory.endRound();
        ask({"SET", "rl:a", "3", "KEEPTTL"});
        QVERIFY(memory.sureWarnings(reading("rl:a")).has(WarningCode::CounterFell));
        memory.endRound();
        memory.endRound(); // it was not met
        ask({"SET", "rl:a", "1", "KEEPTTL"});
        QVERIFY(!memory.sureWarnings(reading("rl:a")).has(WarningCode::CounterFell));
    }

    void smallCountersAreNotWatched()
    {
        CounterWatch watch;
        ask({"SET", "rl:a", "19", "PX", "50000"});
        QVERIFY(!watch.hasFallen(1, reading("rl:a")));
        ask({"SET", "rl:a", "0", "KEEPTTL"});
        QVERIFY(!watch.hasFallen(1, reading("rl:a")));
    }

    void anOperatorsChangeIsNoFall()
    {
        CounterWatch watch;
        ask({"SET", "rl:a", "50", "PX", "50000"});
        const Reading before = reading("rl:a");
        QVERIFY(!watch.hasFallen(1, before));
        ask({"SET", "rl:a", "5", "KEEPTTL"});
        const Reading after = reading("rl:a");
        watch.restart(1, before.at + 1us);
        QVERIFY(!watch.hasFallen(1, before)); // a slow connection
        QVERIFY(!watch.hasFallen(1, after));
    }

    // Weighted windows and buckets fall by themselves.
    void whatDrainsIsNoCounter()
    {
        for (const char* algorithm : {"sliding-window-counter", "token-bucket", "gcra", "sliding-log"}) {
            const Policy policy{"api", algorithm, parseRules("60/min")};
            RedisRateLimiter limiter(m_connection, policy);
            const auto acquired = limiter.acquire("user:1", 50);
            QVERIFY(acquired.allowed());
            const Subject subject = stateSubject("user:1", policy);
            Reading its =
                readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
            CounterWatch watch;
            QVERIFY(!watch.hasFallen(1, its));
            its.at += 1us;
            for (RuleUsage& usage : its.decision->usage)
                usage.used = 1;
            QVERIFY2(!watch.hasFallen(1, its), algorithm);
        }
    }

    // Of every layout that is known, as its program wrote it; some programs do what has to be told.
    void noSampleOfTheCatalogueIsAPattern()
    {
        const std::map<std::string, WarningCode> known{
            {"circles-sliding-log", WarningCode::AbsurdExpiry}, // nanoseconds for milliseconds
            {"litellm", WarningCode::NoExpiry},                 // of a counter beside one that ends
            {"rate-limiter-flexible", WarningCode::Negative}};  // more given back than was taken
        std::size_t looked = 0;
        for (const auto& format : builtInCatalogue().all())
            for (const FormatSample& sample : format->file().samples) {
                const ForeignState state = readSample(*format, sample);
                const std::string* const token = state.decoded.state.record.text("token");
                const ShapeReading& its = state.reading;
                TokenPatterns patterns;
                const bool isLimited = its.state == SubjectState::Limited;
                for (const ShapeUsage& usage : its.rules)
                    patterns.take({token ? *token : "", "group", format.get()}, usage.used.value_or(0),
                                  isLimited);
                ++looked;
                QVERIFY2(patterns.sharedAddresses(seenFirst).empty(), format->file().name.c_str());
                QVERIFY2(patterns.busyAddresses(seenFirst).empty(), format->file().name.c_str());
                QVERIFY2(patterns.hotKeys(seenFirst).empty(), format->file().name.c_str());
                QVERIFY2(!token || !nameWarning(*token), format->file().name.c_str());
                WarningSet warnings(its.warnings);
                if (const auto real = known.find(format->file().name); real != known.end())
                    warnings.remove(real->second);
                QVERIFY2(sample.means.warns.value_or(0) > 0 || // it is there to be warned of
                             warnings.empty(),
                         format->file().name.c_str());
            }
        QVERIFY(looked > 250);
    }

    // What clients with addresses send, as five kinds of programs log it.
    void noLogOfAPublicFormatIsAPattern_data()
    {
        QTest::addColumn<QByteArray>("line"); // %1: an address
        const auto row = [](const char* name, const char* line) {
            QTest::newRow(name) << QByteArray(line);
        };
        row("combined", R"(%1 - - [20/Nov/2026:10:11:12 +0000] "GET /api HTTP/1.1" 200 512 "-" "curl/8.5")");
        row("JSON lines", R"({"time":"2026-11-20T10:11:12Z","remote_addr":"%1","status":200})");
        row("logfmt", "time=2026-11-20T10:11:12Z remote_addr=%1 status=200 path=/api");
        row("CSV", "2026-11-20T10:11:12Z,%1,200");
        row("HAProxy",
            R"(Nov 20 10:11:12 lb1 haproxy[1]: %1:33317 [20/Nov/2026:10:11:12.655] in api/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET /api HTTP/1.1")");
    }
    void noLogOfAPublicFormatIsAPattern()
    {
        QFETCH(QByteArray, line);
        const QTemporaryDir folder;
        // What is found among six hundred requests of twenty clients, of whom one sends some of each ten.
        const auto found = [&](const QByteArray& busy, int ofTen) {
            QFile file(folder.filePath("access.log"));
            if (!file.open(QFile::WriteOnly))
                return std::string("no file");
            for (int i = 0; i < 600; ++i) {
                const QByteArray client =
                    i % 10 < ofTen ? busy : "198.51.100." + QByteArray::number(1 + i / 10 % 20);
                file.write(QByteArray(line).replace("%1", client) + '\n');
            }
            file.close();
            const ReadTraffic traffic = readTrafficFile(file.fileName().toStdString());
            if (traffic.trace.size() != 600)
                return std::string("not all requests");
            std::map<TokenId, double> requests;
            for (const TokenId token : traffic.trace.tokens)
                ++requests[token];
            TokenPatterns patterns;
            std::string all;
            for (const auto& [token, number] : requests) {
                const std::string name(traffic.trace.names[token]);
                patterns.take(of(name), number, false, number / 60);
                if (nameWarning(name))
                    all += "warned of " + name;
            }
            for (const Finding& one : patterns.sharedAddresses(seenFirst))
                all += one.samples.front();
            for (const Finding& one : patterns.hotKeys(seenFirst))
                all += "hot " + one.samples.front();
            return all;
        };
        QCOMPARE(found("198.51.100.7", 3), std::string());
        QCOMPARE(found("198.51.100.7", 9), std::string());
        QCOMPARE(found("10.0.0.7", 3), std::string());
        QCOMPARE(found("10.0.0.7", 9), std::string("10.0.0.7")); // a proxy
    }

    // RATEWARDEN_LOGS: a folder of other access logs, which are looked at hour by hour, by client address.
    void noOtherLogIsAPattern()
    {
        const QDir folder(qEnvironmentVariable("RATEWARDEN_LOGS"));
        if (qEnvironmentVariableIsEmpty("RATEWARDEN_LOGS"))
            QSKIP("RATEWARDEN_LOGS names no folder of logs");
        for (const QFileInfo& log : folder.entryInfoList(QDir::Files)) {
            const ReadTraffic traffic = readTrafficFile(log.filePath().toStdString());
            const Trace& trace = traffic.trace;
            QVERIFY2(trace.size() > 100, qPrintable(log.filePath()));
            std::map<std::int64_t, std::map<TokenId, double>> hours;
            for (std::size_t i = 0; i < trace.size(); ++i)
                ++hours[trace.times[i].time_since_epoch() / 1h][trace.tokens[i]];
            for (const auto& [hour, requests] : hours) {
                TokenPatterns patterns;
                for (const auto& [token, number] : requests) {
                    patterns.take(of(std::string(trace.names[token])), number, false, number / 3600);
                    QVERIFY2(!nameWarning(trace.names[token]), qPrintable(log.filePath()));
                }
                QVERIFY2(patterns.sharedAddresses(seenFirst).empty(), qPrintable(log.filePath()));
                QVERIFY2(patterns.hotKeys(seenFirst).empty(), qPrintable(log.filePath()));
            }
            qInfo() << log.fileName() << trace.size() << "requests," << trace.names.size() << "clients,"
                    << hours.size() << "hours";
        }
    }

    // A day of clients that wait as long as they are told, at their most at two in the afternoon: looked at
    // every ten seconds.
    void aDayOfTrafficHasNoFinding_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QString>("prefix");
        QTest::newRow("fixed window, users") << "fixed-window"
                                             << "user:";
        QTest::newRow("sliding log, addresses") << "sliding-log"
                                                << "198.51.100.";
        QTest::newRow("gcra, addresses") << "gcra"
                                         << "ip:203.0.113.";
    }
    void aDayOfTrafficHasNoFinding()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, prefix);
        TrafficPlan plan;
        plan.shape = PlanShape::Daily;
        plan.tokens = 40;
        plan.perSecond = 2;
        plan.start = seenFirst;
        plan.duration = 24h;
        plan.zipf = 0.5;
        plan.seed = m_seed;
        plan.prefix = prefix.toStdString();
        const Trace trace = makeTraffic(plan);
        Policy policy{"api", algorithm.toStdString(), parseRules("10/min + 200/h"), false, true};
        struct Client {
            std::unique_ptr<TokenStateOf> state;
            std::vector<RequestCount> counts;
            Instant waits{}; // until then, as it was told
        };
        std::vector<Client> clients(trace.names.size());
        for (Client& client : clients)
            client.state = std::make_unique<TokenStateOf>(algorithmNamed(policy.algorithm));
        LookMemory memory;
        PolicyBook book;
        book.published["api"].policy = book.policies["api"] = policy;
        std::uint64_t denied = 0;
        std::size_t next = 0;
        const auto lookAt = [&](Instant now) {
            TokenPatterns patterns;
            for (std::size_t token = 0; token < clients.size(); ++token) {
                Reading reading;
                reading.subject = stateSubject(std::string(trace.names[TokenId(token)]), policy);
                reading.at = now;
                reading.policy = policy;
                reading.decision = (*clients[token].state)->decide(policy.rules, now, 1, Mode::Peek);
                reading.counts = clients[token].counts;
                for (const auto& warning :
                     {retryStorm(reading.counts, now), earlyRetries(reading.counts, now),
                      nameWarning(reading.subject.token)})
                    if (warning)
                        reading.warnings.push_back(*warning);
                if (const WarningSet sure = memory.sureWarnings(reading); !sure.empty())
                    return std::string(trace.names[TokenId(token)]);
                patterns.take(reading);
            }
            memory.endRound();
            return patterns.ofTokens(now).empty() && patterns.ofPolicies(book, true, now).empty()
                       ? std::string()
                       : std::string("a pattern");
        };
        for (Instant now = seenFirst + countSpan; now < seenFirst + plan.duration; now += countSpan) {
            for (Client& client : clients) { // the ten seconds that begin
                client.counts.push_back({now - countSpan, 0, 0});
                if (client.counts.size() > 60)
                    client.counts.erase(client.counts.begin());
            }
            for (; next < trace.size() && trace.times[next] < now; ++next) {
                Client& client = clients[trace.tokens[next]];
                const Instant at = trace.times[next];
                if (at < client.waits)
                    continue;
                const Decision decision = (*client.state)->decide(policy.rules, at, 1, Mode::Acquire);
                ++(decision.allowed() ? client.counts.back().allowed : client.counts.back().denied);
                if (decision.allowed())
                    continue;
                client.waits = at + decision.retryAfter.value_or(0s);
                ++denied;
            }
            const std::string wrong = lookAt(now);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
        QVERIFY(denied > 500); // limits were met all the same
    }

    // What two hours of such a day leave in Redis, read as a watcher reads it: also what is found in states,
    // in denials that are remembered, and of the server.
    void whatADayLeavesHasNoFinding_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const char* const algorithm : {"fixed-window", "sliding-log", "gcra"})
            QTest::newRow(algorithm) << algorithm;
    }
    void whatADayLeavesHasNoFinding()
    {
        QFETCH(QString, algorithm);
        TrafficPlan plan;
        plan.shape = PlanShape::Daily;
        plan.tokens = 40;
        plan.perSecond = 2;
        plan.start = seenFirst + 1h; // noon
        plan.duration = 2h;
        plan.zipf = 0.5;
        plan.seed = m_seed;
        plan.prefix = "ip:198.51.100.";
        const Trace trace = makeTraffic(plan);
        PublishedPolicy published;
        published.policy = {"api", algorithm.toStdString(), parseRules("10/min + 200/h"), false, true};
        published.policy.denials = 100;
        publishPolicy(m_connection, published, {"ops", "r"});
        const PolicyBook book = readPolicies(m_connection);
        const Policy& policy = published.policy;
        const Micros later = clockOf(m_connection) - (plan.start + plan.duration);
        const auto decide = [&](TokenId token, Units cost, Instant at) {
            CallOptions options;
            options.now = at + later;
            const Command command =
                decisionCommand(policy, RedisToken(trace.names[token]), cost, Mode::Acquire, options);
            return readDecision(m_connection.call(command).view(), policy);
        };
        std::map<TokenId, Instant> waits; // until then, as each was told
        std::uint64_t denied = 0;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const TokenId token = trace.tokens[i];
            const Instant at = trace.times[i];
            if (waits.contains(token) && at < waits[token])
                continue;
            const Decision decision = decide(token, 1, at);
            denied += decision.allowed() ? 0 : 1;
            waits[token] = at + decision.retryAfter.value_or(0s);
        }
        QVERIFY(denied > 50);

        std::vector<Subject> subjects;
        for (TokenId token = 0; token < trace.names.size(); ++token)
            subjects.push_back(stateSubject(std::string(trace.names[token]), policy));
        LookMemory memory;
        const auto found = [&] {
            FindingRound round;
            for (const Reading& one :
                 readSubjects(m_connection, subjects, [&](const Subject&) { return &policy; }))
                round.take(one, memory.sureWarnings(one), memory.growthOf(one.subject));
            memory.endRound();
            QStringList codes;
            for (const Finding& one : round.finish(m_connection, checkServer(m_connection), book, true,
                                                   clockOf(m_connection) + policyPatience))
                codes << QString::fromStdString(std::string(nameOf(one.kind)));
            codes.sort();
            return codes;
        };
        QCOMPARE(found(), QStringList());
        QCOMPARE(found(), QStringList()); // nor by two looks

        ask({"PERSIST", stateKeyOf(policy, trace.names[0])});
        decide(1, 11, plan.start + plan.duration);
        ask({"CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-lru"});
        const QStringList broken = found();
        ask({"CONFIG", "SET", "maxmemory", "0", "maxmemory-policy", "noeviction"});
        QCOMPARE(broken, (QStringList{"evicts-any-key", "no-ttl", "too-large"}));
    }

    void dismissalsAreKeptInAFile()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("below/dismissed").toStdString();
        const DismissalFile file(path);
        const Endpoint one = parseEndpoint("redis://ops:secret@one:6379/2");
        const Endpoint other = parseEndpoint("redis://other:6379");
        QVERIFY(file.read(one).empty());
        const FindingName name{"no-ttl", "rate-limit-redis", "rl:* %41 \xff\n"};
        const Dismissal dismissal{"ops", "known, 100 %", Instant(1'795'000'000s)};
        file.keep(one, name, dismissal);
        file.keep(one, {"stale-lock", "", ""}, Dismissal{"", "", std::nullopt});
        file.keep(other, name, Dismissal{"ops", "there", std::nullopt});
        QCOMPARE(file.read(one).size(), std::size_t(2));
        QVERIFY(!QFile::permissions(QString::fromStdString(path))
                     .testAnyFlags(QFile::ReadOther | QFile::ReadGroup));
        QCOMPARE(file.read(one).at(name), dismissal);
        QVERIFY(!file.read(one).at({"stale-lock", "", ""}).until);
        // Whoever talks to it.
        QCOMPARE(file.read(parseEndpoint("redis://viewer@one:6379/2")).size(), std::size_t(2));
        QVERIFY(file.read(parseEndpoint("redis://one:6379/3")).empty());

        QFile text(QString::fromStdString(path));
        QVERIFY(text.open(QFile::Append));
        text.write("# mine\na b c\nx y z w notanumber v u");
        text.close();
        file.keep(one, name, std::nullopt);
        QCOMPARE(file.read(one).size(), std::size_t(1));
        QCOMPARE(file.read(other).size(), std::size_t(1));
        QVERIFY(text.open(QFile::ReadOnly));
        const QByteArray now = text.readAll();
        QVERIFY(now.contains("# mine\na b c\nx y z w notanumber v u\n"));
        QVERIFY(!now.contains("secret"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 DismissalFile("/dev/null/dismissed").keep(one, name, dismissal));
    }

    void whatCannotBeReadIsNotReplaced()
    {
        const QTemporaryDir folder;
        const Endpoint server = parseEndpoint("redis://one:6379");
        const FindingName name{"no-ttl", "rate-limit-redis", "rl:*"};
        const std::filesystem::path path = folder.filePath("dismissed").toStdString();
        const auto isRefused = [&] {
            try {
                DismissalFile(path).keep(server, name, Dismissal{});
            } catch (const InvalidArgument& error) {
                return std::string_view(error.what()).find("no file that can be read") !=
                       std::string_view::npos;
            }
            return false;
        };
        QCOMPARE(mkfifo(path.c_str(), 0600), 0);
        QVERIFY(DismissalFile(path).read(server).empty());
        QVERIFY(isRefused());
        QVERIFY(is_fifo(path));
        remove(path);
        create_symlink("/proc/self/mem", path); // opens, and cannot be read from its beginning on
        QVERIFY(isRefused());
        QVERIFY(is_symlink(path));
        remove(path);
        create_symlink("nowhere", path);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, DismissalFile(path).keep(server, name, Dismissal{}));
        QVERIFY(is_symlink(path));
    }

    void aDismissalFileStaysWhereAndAsItIs()
    {
        using std::filesystem::perms;
        const QTemporaryDir folder;
        const Endpoint server = parseEndpoint("redis://one:6379");
        const std::filesystem::path below = folder.filePath("below").toStdString();
        const std::filesystem::path link = folder.filePath("dismissed").toStdString();
        create_directory(below);
        DismissalFile(below / "shared").keep(server, {"stale-lock", "", ""}, Dismissal{});
        permissions(below / "shared", perms(0664)); // more than a umask lets
        create_symlink("below/shared", link);
        DismissalFile(link).keep(server, {"no-ttl", "", ""}, Dismissal{});
        QVERIFY(is_symlink(link));
        QCOMPARE(int(status(below / "shared").permissions()), 0664);
        QCOMPARE(DismissalFile(below / "shared").read(server).size(), std::size_t(2));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(below), {}), 1);

        const QString before = QDir::currentPath();
        QVERIFY(QDir::setCurrent(folder.path()));
        DismissalFile("of-no-folder").keep(server, {"no-ttl", "", ""}, Dismissal{});
        QVERIFY(QDir::setCurrent(before));
        QCOMPARE(
            int(status(std::filesystem::path(folder.filePath("of-no-folder").toStdString())).permissions()),
            0600);
    }

    void aFileHasItsModeBeforeItsFirstByte()
    {
        using std::filesystem::perms;
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.path().toStdString();
        WholeFile file(path / "whole", perms(0600));
        for (const auto& part : std::filesystem::directory_iterator(path))
            QCOMPARE(int(part.status().permissions()), 0600);
        file.write("text");
        file.commit();
        QCOMPARE(int(status(path / "whole").permissions()), 0600);
    }
};

RATEWARDEN_SUITE(TestFindings)
#include "tst_findings.moc"
