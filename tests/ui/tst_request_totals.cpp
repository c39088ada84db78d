// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suites.h"
#include "ui/tokens/request_totals.h"

#include <QTest>

#include <string>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

class TestRequestTotals : public QObject {
    Q_OBJECT

private:
    static constexpr Instant now{countSpan * 1000};

    static CountsReading::Token counted(const std::string& token, const char* policy,
                                        std::vector<RequestCount> counts)
    {
        counts.push_back({now, 0, 0}); // what is read ends with the present
        return {{token, policy}, std::move(counts)};
    }

private Q_SLOTS:
    void addsUpEachPolicy()
    {
        RequestTotals totals;
        QVERIFY(totals.of("api").empty());
        totals.add({now + 5s,
                    {counted("a", "api", {{now - countSpan, 3, 1}}),
                     counted("b", "api", {{now - countSpan, 5, 7}})}});
        totals.add({now + 6s, {counted("c", "other", {{now - countSpan, 100, 0}}), counted("d", "api", {})}});
        QVERIFY(totals.of("api").empty()); // there may be more
        totals.endScan();
        QCOMPARE(totals.wholeUntil(), now + 5s);
        const std::vector<RequestCount> api = totals.of("api");
        QCOMPARE(api.size(), std::size_t(countsReach / countSpan));
        QVERIFY((api.back() == RequestCount{now, 0, 0}));
        QVERIFY((api[api.size() - 2] == RequestCount{now - countSpan, 8, 8}));
        QVERIFY((api.front() == RequestCount{now - countsReach + countSpan, 0, 0}));
        const RequestCount sum = sumOf(api);
        QCOMPARE(sum.allowed, 8);
        QCOMPARE(sum.denied, 8);
        QCOMPARE(totals.policies(), (std::vector<std::string>{"api", "other"}));
        QCOMPARE(totals.tokens(), std::size_t(4));
    }

    void ratesAreThoseOfAllTokens()
    {
        RequestTotals totals;
        totals.add({now + 5s,
                    {counted("a", "api", {{now - countSpan, 30, 15}}),
                     counted("b", "api~next", {{now - countSpan, 900, 0}})}}); // a candidate's
        totals.add({now + 10s, {counted("c", "api", {{now - countSpan, 60, 0}})}});
        totals.endScan();
        QCOMPARE(totals.rates().allowed, 30 / 15.0 + 60 / 20.0);
        QCOMPARE(totals.rates().denied, 1.0);
        QCOMPARE(totals.tokens(), std::size_t(2));
    }

    void aScanThatIsBrokenOffCountsForNothing()
    {
        RequestTotals totals;
        totals.beginScan();
        totals.add({now, {counted("a", "api", {{now - countSpan, 1, 0}})}});
        totals.beginScan();
        totals.add({now, {counted("a", "api", {{now - countSpan, 1, 0}})}});
        totals.endScan();
        QCOMPARE(sumOf(totals.of("api")).allowed, 1);
    }

    void standsUntilTheNextScanIsComplete()
    {
        RequestTotals totals;
        totals.add({now, {counted("a", "api", {{now - countSpan, 1, 0}})}});
        totals.endScan();
        totals.add({now, {counted("a", "api", {{now - 2 * countSpan, 4, 0}, {now - countSpan, 1, 0}})}});
        QCOMPARE(sumOf(totals.of("api")).allowed, 1);
        totals.endScan();
        QCOMPARE(sumOf(totals.of("api")).allowed, 5);
        totals.endScan();
        QVERIFY(totals.of("api").empty());
    }

    // A pass that takes a minute knows little of its last minute: that is no fall of the requests.
    void endsWithWhatWasReadOfAll()
    {
        RequestTotals totals;
        std::vector<RequestCount> early;
        std::vector<RequestCount> late;
        for (Instant from = now - 5 * countSpan; from <= now + 60s; from += countSpan) {
            late.push_back({from, 10, 5});
            if (from <= now)
                early.push_back({from, 10, 5});
        }
        totals.add({now + 5s, {{{"early", "api"}, early}}});
        totals.add({now + 65s, {{{"late", "api"}, late}}});
        totals.endScan();
        QCOMPARE(totals.knownUntil("api"), now + 5s);
        const std::vector<RequestCount> api = totals.of("api");
        QCOMPARE(api.size(), std::size_t(countsReach / countSpan));
        QVERIFY((api.back() == RequestCount{now - countSpan, 20, 10}));
        QCOMPARE(sumOf(api).allowed, Units(5 * 20));
    }

    // What came after the pass is known of those that a round has read since.
    void roundsKnowTheNewestMinute()
    {
        RequestTotals totals;
        totals.add({now + 5s,
                    {counted("busy", "api", {{now - countSpan, 3, 1}}),
                     counted("quiet", "api", {{now - countSpan, 1, 0}})}});
        totals.endScan();
        const Instant later = now + 3 * countSpan;
        totals.beginRound({});
        totals.addToRound({later + 1s, {{{"busy", "api"}, {{now - countSpan, 3, 1}, {now, 7, 2}}}}}, 0.5);
        QCOMPARE(totals.knownUntil(), now + 5s); // a part of them would look like all
        QCOMPARE(totals.share("api"), 1.0);
        totals.addToRound({later + 2s, {{{"other", "web"}, {{later - countSpan, 2, 0}}}}}, 1);
        totals.endRound();
        QCOMPARE(totals.knownUntil(), later + 1s);
        QCOMPARE(totals.wholeUntil(), now + 5s);
        const std::vector<RequestCount> api = totals.of("api");
        QVERIFY((api.back() == RequestCount{later, 0, 0}));
        QVERIFY((api[api.size() - 4] == RequestCount{now, 7, 2}));
        QVERIFY((api[api.size() - 5] == RequestCount{now - countSpan, 4, 1})); // of both
        QCOMPARE(totals.policies(), (std::vector<std::string>{"api", "web"}));
        const auto most = totals.mostIn({now - countSpan, later}, &RequestCount::allowed);
        QCOMPARE(most.front().token.token, std::string("busy"));
        QCOMPARE(most.front().requests, Units(10));
        // The next pass knows all of it by itself.
        totals.add({later + 9s, {counted("busy", "api", {{now, 7, 2}})}});
        totals.endScan();
        QCOMPARE(totals.knownUntil(), later + 9s);
        QCOMPARE(sumOf(totals.of("api")).allowed, Units(7));
    }

    void aRoundOfOnePolicyTellsHowFarItIs()
    {
        RequestTotals totals;
        totals.add({now + 5s, {counted("a", "api", {{now - countSpan, 100, 0}})}});
        totals.endScan();
        const RequestTotals::Policies both{"api", "api~next"};
        const auto next = [](const char* token) {
            return CountsReading::Token{{token, "api~next"}, {{now, 4, 6}}};
        };
        totals.beginRound(both);
        totals.addToRound({now + 8s, {next("a"), next("b")}}, 0.4);
        QCOMPARE(totals.share("api~next"), 0.4);
        QCOMPARE(sumOf(totals.of("api~next")).denied, Units(12));
        totals.addToRound({now + 8s, {next("c")}}, 1);
        totals.endRound();
        QCOMPARE(totals.share("api~next"), 1.0);
        QCOMPARE(sumOf(totals.of("api~next")).denied, Units(18));
        QCOMPARE(sumOf(totals.of("api")).allowed, Units(100));
        // While it is read again, what is known stands.
        totals.beginRound(both);
        totals.addToRound({now + 9s, {next("a")}}, 0.3);
        QCOMPARE(totals.share("api~next"), 1.0);
        QCOMPARE(sumOf(totals.of("api~next")).denied, Units(18));
        QCOMPARE(totals.knownUntil("api~next"), now + 8s);
        QCOMPARE(totals.knownUntil(), now + 5s); // of all there is nothing new
    }

    // Ten seconds name the few with the most; a stretch adds up what is known of them.
    void whoWasDeniedInAStretch()
    {
        const Instant spike = now - 20 * countSpan;
        RequestTotals totals;
        CountsReading reading{now + 5s, {}};
        for (int i = 0; i < 40; ++i)
            reading.tokens.push_back(counted("small" + std::to_string(i), "api", {{spike, 5, i}}));
        reading.tokens.push_back(counted("culprit", "api", {{spike, 0, 500}, {spike + countSpan, 0, 30}}));
        reading.tokens.push_back(counted("tried", "api~next", {{spike, 0, 9000}}));
        reading.tokens.push_back(counted("now", "api", {{now - countSpan, 0, 70}}));
        totals.add(reading);
        totals.endScan();
        const auto during = totals.mostIn({spike, spike + 2 * countSpan}, &RequestCount::denied);
        QCOMPARE(during.size(), RequestTotals::named);
        QCOMPARE(during[0].token.token, std::string("culprit"));
        QCOMPARE(during[0].requests, Units(530));
        QCOMPARE(during[1].token.token, std::string("small39"));
        QCOMPARE(during[1].requests, Units(39));
        const auto lately = totals.mostIn({now - countSpan, now}, &RequestCount::denied);
        QCOMPARE(lately.size(), std::size_t(1));
        QCOMPARE(lately[0].token.token, std::string("now"));
        QVERIFY(totals.mostIn({spike - 2 * countSpan, spike}, &RequestCount::denied).empty());
        const auto allowed = totals.mostIn({spike, spike + countSpan}, &RequestCount::allowed);
        QCOMPARE(allowed.size(), RequestTotals::named);
        QCOMPARE(allowed[0].requests, Units(5));
    }
};

RATEWARDEN_SUITE(TestRequestTotals)
#include "tst_request_totals.moc"
