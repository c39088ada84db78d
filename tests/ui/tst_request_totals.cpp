// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/readings.h"
#include "ui/link/request_totals.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestRequestTotals : public QObject {
    Q_OBJECT

private:
    static Reading counted(const char* token, const char* policy, std::vector<RequestCount> counts)
    {
        Reading result = reading(token, 1);
        result.subject.policy = policy;
        result.counts = std::move(counts);
        return result;
    }

private Q_SLOTS:
    void addsUpEachPolicy()
    {
        const Instant now(countSpan * 1000);
        RequestTotals totals;
        QVERIFY(totals.of("api").empty());
        totals.add({counted("a", "api", {{now - countSpan, 3, 1}, {now, 2, 0}}),
                    counted("b", "api", {{now, 5, 7}}), counted("c", "other", {{now, 100, 0}}),
                    counted("d", "api", {})});
        QVERIFY(totals.of("api").empty()); // there may be more
        totals.endScan();
        const std::vector<RequestCount> api = totals.of("api");
        QCOMPARE(api.size(), std::size_t(countsReach / countSpan));
        QVERIFY((api.back() == RequestCount{now, 7, 7}));
        QVERIFY((api[api.size() - 2] == RequestCount{now - countSpan, 3, 1}));
        QVERIFY((api.front() == RequestCount{now - countsReach + countSpan, 0, 0}));
        const RequestCount sum = sumOf(api);
        QCOMPARE(sum.allowed, 10);
        QCOMPARE(sum.denied, 8);
    }

    void aScanThatIsBrokenOffCountsForNothing()
    {
        const Instant now(countSpan * 1000);
        RequestTotals totals;
        totals.beginScan();
        totals.add({counted("a", "api", {{now, 1, 0}})});
        totals.beginScan();
        totals.add({counted("a", "api", {{now, 1, 0}})});
        totals.endScan();
        QCOMPARE(sumOf(totals.of("api")).allowed, 1);
    }

    void standsUntilTheNextScanIsComplete()
    {
        const Instant now(countSpan * 1000);
        RequestTotals totals;
        totals.add({counted("a", "api", {{now, 1, 0}})});
        totals.endScan();
        totals.add({counted("a", "api", {{now, 1, 0}, {now + countSpan, 4, 0}})});
        QCOMPARE(sumOf(totals.of("api")).allowed, 1);
        totals.endScan();
        QCOMPARE(sumOf(totals.of("api")).allowed, 5);
        totals.endScan();
        QVERIFY(totals.of("api").empty());
    }
};

QTEST_GUILESS_MAIN(TestRequestTotals)
#include "tst_request_totals.moc"
