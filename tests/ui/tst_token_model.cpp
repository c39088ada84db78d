// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/own/ratewarden_format.h"
#include "tests/support/suites.h"
#include "tests/ui/model_texts.h"
#include "tests/ui/readings.h"
#include "ui/models/token_columns.h"
#include "ui/models/token_delegate.h"
#include "ui/models/token_table_model.h"
#include "ui/pages/tokens/token_sentence.h"
#include "ui/state/recorded_rows.h"
#include "ui/text/display_text.h"
#include "ui/text/status_text.h"
#include "ui/widgets/row_delegate.h"

#include <QAbstractItemModelTester>
#include <QImage>
#include <QItemSelectionModel>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <map>
#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenModel : public QObject {
    Q_OBJECT

private:
    static QStringList tokens(const TokenTableModel& model) { return column(model, TokenTableModel::Token); }

    TokenTableModel* newModel()
    {
        m_tester.reset();
        m_model.reset();
        m_book = std::make_unique<TokenBook>();
        m_model = std::make_unique<TokenTableModel>(*m_book);
        m_tester = std::make_unique<QAbstractItemModelTester>(
            m_model.get(), QAbstractItemModelTester::FailureReportingMode::Fatal);
        return m_model.get();
    }

    /// One scan after the other.
    void endScan()
    {
        m_book->endScan();
        m_book->beginScan();
    }

    std::unique_ptr<TokenBook> m_book;
    std::unique_ptr<TokenTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;

private Q_SLOTS:
    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void tightestIsOnTop()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 100), reading("c", 85), reading("d", 0)});
        QCOMPARE(tokens(model), (QStringList{"b", "c", "a", "d"}));
        QCOMPARE(column(model, TokenTableModel::State), (QStringList{"limited", "near", "ok", "idle"}));
        QCOMPARE(column(model, TokenTableModel::TightestRule),
                 (QStringList{"100 of 100/min", "85 of 100/min", "10 of 100/min", "0 of 100/min"}));
        m_book->put({reading("d", 99)});
        QCOMPARE(tokens(model), (QStringList{"b", "d", "c", "a"}));
    }

    void neverSaysFullBelowTheLimit_data()
    {
        QTest::addColumn<qlonglong>("used");
        QTest::addColumn<qlonglong>("capacity");
        QTest::addColumn<QString>("text");
        QTest::newRow("none") << 0LL << 200LL << "0 %";
        QTest::newRow("a little") << 1LL << 200LL << "<1 %";
        QTest::newRow("exact") << 29LL << 100LL << "29 %";
        QTest::newRow("almost") << 199LL << 200LL << "99 %";
        QTest::newRow("all but one of very many") << qlonglong(maxUnits - 1) << qlonglong(maxUnits) << "99 %";
        QTest::newRow("full") << 200LL << 200LL << "100 %";
        QTest::newRow("limit lowered") << 249LL << 200LL << "124 %";
        QTest::newRow("nothing allowed") << 0LL << 0LL << "100 %";
    }
    void neverSaysFullBelowTheLimit()
    {
        QFETCH(const qlonglong, used);
        QFETCH(const qlonglong, capacity);
        QFETCH(const QString, text);
        QCOMPARE(percentText(used, capacity), text);
        const RuleUsage usage{{capacity, 1min}, used, {}};
        if (capacity < 1'000'000) // a double tells no more apart
            QCOMPARE(percentText(usage.share()), text);
    }

    void theCellSaysWhatTheBarMeans()
    {
        TokenTableModel& model = *newModel();
        Reading sample = reading("a", 0);
        sample.policy->rules = parseRules("2000/h");
        sample.decision->usage = {{sample.policy->rules[0], 1999, {}}};
        m_book->put({sample});
        const QModelIndex cell = model.index(0, TokenTableModel::TightestRule);
        QCOMPARE(cell.data(TokenTableModel::DetailRole).toString(), "99 %");
        QCOMPARE(cell.data(TokenTableModel::ShortTextsRole).toStringList(),
                 (QStringList{"1,999/2,000", "1,999/2k", "1.99k/2k"}));
    }

    void shortNumbersAreNeverTooLarge_data()
    {
        QTest::addColumn<qlonglong>("number");
        QTest::addColumn<QString>("text");
        QTest::newRow("0") << 0LL << "0";
        QTest::newRow("999") << 999LL << "999";
        QTest::newRow("1000") << 1000LL << "1k";
        QTest::newRow("1499") << 1499LL << "1.49k";
        QTest::newRow("1500") << 1500LL << "1.5k";
        QTest::newRow("99,999") << 99'999LL << "99.9k";
        QTest::newRow("531,999") << 531'999LL << "531k";
        QTest::newRow("999,999") << 999'999LL << "999k";
        QTest::newRow("2,050,000") << 2'050'000LL << "2.05M";
        QTest::newRow("the most") << qlonglong(maxUnits) << "9P";
    }
    void shortNumbersAreNeverTooLarge()
    {
        QFETCH(const qlonglong, number);
        QTEST(briefNumberText(number), "text");
    }

    void sortsByEveryColumn_data()
    {
        QTest::addColumn<int>("column");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("token") << int(TokenTableModel::Token) << Qt::AscendingOrder
                               << QStringList{"a", "b", "c"};
        QTest::newRow("token down") << int(TokenTableModel::Token) << Qt::DescendingOrder
                                    << QStringList{"c", "b", "a"};
        QTest::newRow("policy") << int(TokenTableModel::Policy) << Qt::AscendingOrder
                                << QStringList{"c", "a", "b"};
        QTest::newRow("usage up") << int(TokenTableModel::TightestRule) << Qt::AscendingOrder
                                  << QStringList{"b", "a", "c"};
        QTest::newRow("left") << int(TokenTableModel::Left) << Qt::AscendingOrder
                              << QStringList{"c", "a", "b"};
        QTest::newRow("next") << int(TokenTableModel::Next) << Qt::DescendingOrder
                              << QStringList{"c", "a", "b"};
        QTest::newRow("state") << int(TokenTableModel::State) << Qt::DescendingOrder
                               << QStringList{"c", "a", "b"};
    }
    void sortsByEveryColumn()
    {
        QFETCH(int, column);
        QFETCH(Qt::SortOrder, order);
        QFETCH(QStringList, expected);
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 50, "p"), reading("b", 10, "q"), reading("c", 100, "o")});
        model.sort(column, order);
        QCOMPARE(tokens(model), expected);
    }

    // A limit of 1/s is full for half of every second: rows must not jump for it.
    void whatIsFullForAMomentIsNotUrgent()
    {
        const auto withRule = [](const std::string& token, const Rule& rule, Units used, Micros wait) {
            Reading result = reading(token, used);
            result.decision->usage[0] = {rule, used, wait};
            if (wait > 0us) {
                result.decision->verdict = Verdict::DeniedByRule;
                result.decision->rule = 0;
                result.decision->retryAfter = wait;
            } else {
                result.decision->verdict = Verdict::Allowed;
                result.decision->rule.reset();
                result.decision->retryAfter = 0us;
            }
            return result;
        };
        const Rule second{1, 1s};
        const Rule hour{1000, 1h};
        const Reading moment = withRule("moment", second, 1, 300ms);
        QCOMPARE(statusOf(moment), TokenStatus::Limited);
        QCOMPARE(statusOf(withRule("waits", hour, 1000, 2s)), TokenStatus::Limited);
        QCOMPARE(statusOf(withRule("nearly", hour, 800, 0us)), TokenStatus::Near);

        // Denied lately, while there is room again: a figure beside the state.
        Reading denied = withRule("denied", second, 0, 0us);
        denied.counts.assign(60, {});
        denied.counts.back() = {someMoment - 5s, 10, 30};
        denied.counts[58].from = someMoment - 15s;
        QCOMPARE(statusOf(denied), TokenStatus::Idle);
        QCOMPARE(sentenceFor(denied, 0us).text,
                 QString("○ Next request is allowed now, 1 left under 1/s; denied lately: 2.0/s"));

        // Other limiters' blocks have no reason.
        Reading blocked = moment;
        blocked.block.emplace();
        QVERIFY_TEXT(sentenceFor(blocked, 0us).text, endsWith(" Blocked for good"));
        blocked.block->until = blocked.at + 231s;
        QVERIFY_TEXT(sentenceFor(blocked, 0us).text, endsWith(" Blocked for another 3 min 51 s"));
        blocked.block->reason = "fraud";
        QVERIFY_TEXT(sentenceFor(blocked, 0us).text, endsWith(" Blocked for another 3 min 51 s: fraud"));

        TokenTableModel& model = *newModel();
        model.sort(TokenTableModel::State, Qt::DescendingOrder);
        const Reading half = withRule("half", hour, 500, 0us);
        const Reading waits = withRule("waits", hour, 1000, 60s);
        m_book->put({moment, half, waits, denied});
        const QStringList order{"denied", "waits", "half", "moment"};
        QCOMPARE(tokens(model), order);
        m_book->put({withRule("moment", second, 0, 0us)}); // a moment later: no row moves
        QCOMPARE(tokens(model), order);
        QCOMPARE(model.countOf(TokenStatus::Limited), 1);
    }

    // Everything that the table knows of a column stands in one row of one table.
    void columnsAreComplete()
    {
        const TokenTableModel& model = *newModel();
        QCOMPARE(int(tokenColumns().size()), model.columnCount());
        const auto titleOf = [&](TokenTableModel::Column column) {
            return model.headerData(column, Qt::Horizontal).toString();
        };
        QCOMPARE(titleOf(TokenTableModel::Token), QString("Token"));
        QCOMPARE(titleOf(TokenTableModel::TightestRule), QString("Tightest rule"));
        QCOMPARE(titleOf(TokenTableModel::Next), QString("Next"));
        QCOMPARE(titleOf(TokenTableModel::Denied), QString("Denied/s"));
        QCOMPARE(titleOf(TokenTableModel::Lately), QString("10 min"));
        QCOMPARE(titleOf(TokenTableModel::State), QString("State"));
        QCOMPARE(titleOf(TokenTableModel::Expires), QString("Expires"));
    }

    // As the terminal has it: of a policy that counts, no counts are no requests.
    void noRequestsAreNoneUnderAPolicyThatCounts()
    {
        TokenTableModel& model = *newModel();
        model.sort(TokenTableModel::Token, Qt::AscendingOrder);
        Reading quiet = reading("quiet", 10);
        quiet.policy->counters = true;
        Reading unread = quiet;
        unread.subject.token = "unread";
        unread.decision.reset();
        unread.problem = Problem(RefusedReason::MissingRight, "HGETALL", "redis://here", "NOPERM");
        m_book->put({quiet, reading("uncounted", 10), unread});
        QCOMPARE(tokens(model), (QStringList{"quiet", "uncounted", "unread"}));
        QCOMPARE(column(model, TokenTableModel::Denied), (QStringList{"0", "", ""}));
        QCOMPARE(column(model, TokenTableModel::Allowed), (QStringList{"0", "", ""}));
        model.setFilter(TokenFilter("denied<1/s"));
        QCOMPARE(tokens(model), QStringList{"quiet"});
    }

    void filters()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("user:1", 10), reading("USER:2", 100), reading("ip:1", 100, "other")});
        model.setFilter(TokenFilter("user"));
        QCOMPARE(tokens(model), (QStringList{"USER:2", "user:1"}));
        model.setFilter(TokenFilter("other"));
        QCOMPARE(tokens(model), QStringList{"ip:1"});
        model.setFilter(TokenFilter("limited"));
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.tokenCount(), 3);
        model.setFilter(TokenFilter("nobody"));
        QCOMPARE(model.rowCount(), 0);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 3);
    }

    void filtersByPolicy()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20, "web"), reading("c", 30, "web")});
        model.setFilter(TokenFilter("policy:web"));
        QCOMPARE(tokens(model), (QStringList{"c", "b"}));
        model.setFilter(TokenFilter("policy:web c"));
        QCOMPARE(tokens(model), QStringList{"c"});
        QCOMPARE(model.tokenCount(), 3);
        model.setFilter({});
        QCOMPARE(model.rowCount(), 3);
    }

    // What a candidate would deny holds nobody back.
    void candidatesAreShownWhereTheyAreAskedFor()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("a", 100, "api~next"), reading("b", 100)});
        QCOMPARE(tokens(model), (QStringList{"b", "a"}));
        QCOMPARE(model.tokenCount(), 2);
        QCOMPARE(model.countOf(TokenStatus::Limited), 1);
        model.setFilter(TokenFilter("policy:api*"));
        QCOMPARE(tokens(model), (QStringList{"b", "a"}));
        model.setFilter(TokenFilter("policy:api~next"));
        QCOMPARE(tokens(model), QStringList{"a"});
        QCOMPARE(model.at(0).state, TokenStatus::Limited);
    }

    // Many rows are ranked in a thread of their own; all else is as with few.
    void manyRowsAreRankedBesides()
    {
        TokenTableModel& model = *newModel();
        QSignalSpy ranked(&model, &TokenTableModel::ranked);
        std::vector<Reading> readings;
        readings.reserve(8000);
        for (int i = 0; i < 8000; ++i)
            readings.push_back(reading("t" + std::to_string(10000 + i), i % 90));
        m_book->put(readings);
        QCOMPARE(model.rowCount(), 8000); // at once, in whatever order
        QVERIFY(ranked.wait(ratewarden::test::patienceMs));
        QCOMPARE(model.tokenCount(), 8000);
        QCOMPARE(model.index(0, TokenTableModel::TightestRule).data().toString(), "89 of 100/min");
        QCOMPARE(model.index(0, 0).data().toString(), "t10089");
        QCOMPARE(model.countOf(TokenStatus::Idle), 89);

        QItemSelectionModel selection(&model);
        const auto select = QItemSelectionModel::Select | QItemSelectionModel::Rows;
        selection.select(model.index(model.rowOf(readings[5].subject), 0), select);
        model.sort(TokenTableModel::Token, Qt::DescendingOrder);
        model.setFilter(TokenFilter("t1799")); // before the first is done
        QTRY_COMPARE(model.rowCount(), 10);
        QCOMPARE(model.index(0, 0).data().toString(), "t17999");
        QVERIFY(selection.selectedRows().isEmpty());
        model.setFilter({});
        QTRY_COMPARE(model.rowCount(), 8000);
        QCOMPARE(model.index(7999, 0).data().toString(), "t10000");

        // What comes, changes and goes meanwhile.
        selection.select(model.index(model.rowOf(readings[5].subject), 0), select);
        m_book->put({reading("t00000", 99), reading("t10005", 95)});
        QCOMPARE(model.rowCount(), 8001);
        QCOMPARE(model.index(8000, 0).data().toString(), "t00000");
        endScan();
        readings.erase(readings.begin(), readings.begin() + 4);
        m_book->put(readings); // the next scan: without t00000 and the first four
        endScan();
        QCOMPARE(model.rowCount(), 7996);
        QTRY_COMPARE(model.tokenCount(), 7996);
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().first().data().toString(), "t10005");
        QTRY_COMPARE(model.index(7995, 0).data().toString(), "t10004");

        model.sort(TokenTableModel::Left, Qt::AscendingOrder); // and the model goes while it is being ranked
    }

    void selectionFollowsItsToken()
    {
        TokenTableModel& model = *newModel();
        QItemSelectionModel selection(&model);
        m_book->put({reading("a", 10), reading("b", 20), reading("c", 30)});
        selection.select(model.index(2, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows); // a
        m_book->put({reading("a", 90), reading("d", 50)});
        QCOMPARE(selection.selectedRows().size(), 1);
        QCOMPARE(selection.selectedRows().first().data().toString(), "a");
        model.setFilter(TokenFilter("b"));
        QVERIFY(selection.selectedRows().isEmpty());
    }

    void ratesAreSortedByWhatIsClearlyMore()
    {
        TokenTableModel& model = *newModel();
        const auto denied = [](const std::string& token, Units all, Units lately) {
            Reading its = reading(token, 10);
            for (int i = 59; i >= 0; --i)
                its.counts.push_back({someMoment - (i + 1) * countSpan, 0, 0});
            its.counts.front().denied = all - lately;
            its.counts.back().denied = lately;
            return its;
        };
        model.sort(TokenTableModel::Denied, Qt::DescendingOrder);
        m_book->put({denied("a", 300, 5), denied("b", 290, 50), denied("c", 100, 60)});
        QCOMPARE(tokens(model), (QStringList{"a", "b", "c"}));
        QCOMPARE(model.index(2, TokenTableModel::Denied).data().toString(), "3.0");
        m_book->put({denied("b", 310, 70)}); // more than a, and not by much
        QCOMPARE(tokens(model), (QStringList{"a", "b", "c"}));
        m_book->put({denied("b", 400, 70)});
        QCOMPARE(tokens(model), (QStringList{"b", "a", "c"}));
        // By urgency whoever was denied in the last minute comes first.
        model.sort(TokenTableModel::State, Qt::DescendingOrder);
        m_book->put({denied("c", 100, 0)});
        m_book->put({denied("d", 10, 10)});
        QCOMPARE(tokens(model), (QStringList{"b", "a", "d", "c"}));
    }

    // Waits become shorter all the time, and none overtakes another by it.
    void timesAreSortedByWhenTheyEnd()
    {
        TokenTableModel& model = *newModel();
        const auto limited = [](const std::string& token, Micros wait, Micros later) {
            Reading its = reading(token, 100);
            its.at += later;
            its.decision->retryAfter = wait;
            return its;
        };
        model.sort(TokenTableModel::Next, Qt::DescendingOrder);
        m_book->put({limited("a", 30s, 0s), limited("b", 29s, 0s)});
        QCOMPARE(tokens(model), (QStringList{"a", "b"}));
        m_book->put({limited("a", 20s, 10s)}); // read again: it still ends after the other
        QCOMPARE(tokens(model), (QStringList{"a", "b"}));
        m_book->put({limited("a", 10s, 10s)});
        QCOMPARE(tokens(model), (QStringList{"b", "a"}));
    }

    void rowsThatAreOutOfPlaceAreCounted()
    {
        QCOMPARE(rowsOutOfPlace({}, {}), 0);
        QCOMPARE(rowsOutOfPlace({1, 2, 3}, {1, 2, 3}), 0);
        QCOMPARE(rowsOutOfPlace({1, 2, 3, 4}, {4, 1, 2, 3}), 1);
        QCOMPARE(rowsOutOfPlace({1, 2, 3}, {3, 2, 1}), 2);
        QCOMPARE(rowsOutOfPlace({1, 2, 3}, {1, 3}), 1);
        QCOMPARE(rowsOutOfPlace({1, 2}, {5, 1, 2}), 1);

        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20), reading("c", 30)});
        QSignalSpy changed(&model, &TokenTableModel::outOfPlaceChanged);
        model.setOrderHeld(true);
        m_book->put({reading("a", 90)});
        QCOMPARE(model.outOfPlace(), 1);
        m_book->put({reading("d", 99)});
        QCOMPARE(model.outOfPlace(), 2);
        endScan();
        m_book->put({reading("a", 90), reading("c", 30), reading("d", 99)});
        endScan(); // b is gone, and keeps its row
        QCOMPARE(tokens(model), (QStringList{"c", "b", "a", "d"}));
        QVERIFY(model.outOfPlace() > 0);
        model.sortAgain();
        QCOMPARE(tokens(model), (QStringList{"d", "a", "c"}));
        QCOMPARE(model.outOfPlace(), 0);
        QVERIFY(changed.size() >= 3);
    }

    void heldRowsStayButChange()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20)});
        model.setOrderHeld(true);
        m_book->put({reading("a", 90)});
        QCOMPARE(tokens(model), (QStringList{"b", "a"}));
        QCOMPARE(model.index(1, TokenTableModel::TightestRule).data().toString(), "90 of 100/min");
        model.setOrderHeld(false);
        QCOMPARE(tokens(model), (QStringList{"a", "b"}));
    }

    void heldRowsMoveWhenTheOperatorWantsIt()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20)});
        model.setOrderHeld(true);
        model.setFilter(TokenFilter("b"));
        QCOMPARE(tokens(model), QStringList{"b"});
        model.setFilter({});
        model.sort(TokenTableModel::Token, Qt::AscendingOrder);
        QCOMPARE(tokens(model), (QStringList{"a", "b"}));
    }

    void releasedInTheMiddleOfAScanNothingIsLost()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20), reading("c", 30)});
        model.setOrderHeld(true);
        endScan();
        m_book->put({reading("a", 10)}); // the next scan's first page
        model.setOrderHeld(false);
        m_book->put({reading("b", 20)}); // and its second; c is gone
        endScan();
        QCOMPARE(tokens(model), (QStringList{"b", "a"}));
    }

    void heldRowsStayWhenOthersComeAndGo()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20), reading("c", 30)});
        endScan();
        model.setFilter(TokenFilter("a"));
        model.setFilter({});
        model.setOrderHeld(true);
        m_book->put(
            {reading("d", 99), reading("c", 30), reading("a", 10)}); // a scan, which b is no longer in
        QCOMPARE(tokens(model), (QStringList{"c", "b", "a", "d"}));
        endScan();
        QCOMPARE(tokens(model), (QStringList{"c", "b", "a", "d"}));
        model.setOrderHeld(false);
        QCOMPARE(tokens(model), (QStringList{"d", "c", "a"}));
    }

    void dropsWhatAScanDidNotSee()
    {
        TokenTableModel& model = *newModel();
        QItemSelectionModel selection(&model);
        m_book->put({reading("a", 10), reading("b", 20), reading("c", 30)});
        selection.select(model.index(0, 0), QItemSelectionModel::Select | QItemSelectionModel::Rows); // c
        endScan();
        QCOMPARE(model.rowCount(), 3);
        m_book->put({reading("c", 30), reading("e", 5)});
        Reading gone = reading("a", 0);
        gone.gone = true;
        m_book->put({gone});
        m_book->put({reading("b", 20)}, TokenStore::Source::Poll); // polled, but not found: deleted since
        QCOMPARE(model.rowCount(), 4);
        endScan();
        QCOMPARE(tokens(model), (QStringList{"c", "e"}));
        QCOMPARE(selection.selectedRows().first().data().toString(), "c");
        m_book->put({gone});
        QCOMPARE(model.rowCount(), 2);
    }

    // F5 in the middle of a scan, whose first page had a token that is gone by now.
    void whatAScanCutShortHasSeenDoesNotCount()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 10), reading("b", 20)});
        endScan();
        m_book->noteSeen(reading("a", 10).subject);
        m_book->beginScan();
        m_book->put({reading("b", 20)});
        m_book->endScan();
        QCOMPARE(tokens(model), (QStringList{"b"}));
    }

    void manyThatGoLeaveNoGaps()
    {
        TokenTableModel& model = *newModel();
        QItemSelectionModel selection(&model);
        std::vector<Reading> readings;
        readings.reserve(2800);
        for (int i = 0; i < 2800; ++i)
            readings.push_back(reading("t" + std::to_string(10000 + i), i % 90));
        m_book->put(readings);
        const Subject kept = readings[2700].subject;
        selection.select(model.index(model.rowOf(kept), 0),
                         QItemSelectionModel::Select | QItemSelectionModel::Rows);
        endScan();
        const std::vector<Reading> left(readings.begin() + 2500, readings.end());
        for (int scan = 0; scan < 3; ++scan) { // the first one drops most, and then there is nothing to drop
            m_book->put(left);
            endScan();
            QCOMPARE(model.rowCount(), 300);
            QCOMPARE(selection.selectedRows().size(), 1);
            QCOMPARE(selection.selectedRows().first().data().toString(), "t12700");
        }
        for (const Reading& each : left)
            QCOMPARE(model.keyAt(model.rowOf(each.subject)), each.subject);
        QCOMPARE(model.rowOf(readings[7].subject), -1);
        m_book->put(readings); // all are back
        QCOMPARE(model.rowCount(), 2800);
        QCOMPARE(model.keyAt(model.rowOf(readings[7].subject)), readings[7].subject);
    }

    void findsTheRowsOfTokens_data()
    {
        QTest::addColumn<int>("policies");
        QTest::newRow("by name") << 3;
        QTest::newRow("one after the other") << 500; // policies of few tokens each
    }
    void findsTheRowsOfTokens()
    {
        QFETCH(int, policies);
        newModel();
        std::vector<Reading> readings;
        for (int i = 0; i < 1000; ++i)
            readings.push_back(reading("t" + std::to_string(i % 400), 1, "p" + std::to_string(i % policies)));
        m_book->put(readings);
        endScan();
        readings.erase(readings.begin(), readings.begin() + 300);
        const auto check = [&](std::size_t rows) {
            QCOMPARE(m_book->rows().placesOf({"none"}).size(), std::size_t(0));
            std::set<std::pair<std::string, std::string>> expected;
            std::set<std::pair<std::string, std::string>> found;
            for (const Reading& one : readings)
                if (one.subject.token == "t7" || one.subject.token == "t350")
                    expected.emplace(one.subject.token, one.subject.policy);
            for (const int place : m_book->rows().placesOf({"t7", "t350", "none"}))
                found.emplace(m_book->rows().name(place).token, m_book->rows().name(place).policy);
            QCOMPARE(expected.size(), rows);
            QVERIFY(found == expected);
        };
        m_book->put(readings);
        endScan(); // the first 300 are gone
        check(4);
        for (int i = 0; i < 2; ++i) { // no gaps any more
            readings.erase(readings.begin(), readings.begin() + 200);
            m_book->put(readings);
            endScan();
        }
        check(2);
    }

    // Against a map, with names that come and go.
    void findsNames()
    {
        std::mt19937 random(3);
        RowNames names;
        TokenIndex index;
        std::map<std::string, int> expected;
        const Format* const format = &stateFormat(algorithmNamed("gcra"));
        for (int i = 0; i < 20'000; ++i) {
            const std::string token = std::to_string(random() % 3000);
            const TokenName name{token, token.size() % 2 ? "odd" : "even", format};
            const auto known = expected.find(token);
            QCOMPARE(index.find(names, name), known == expected.end() ? -1 : known->second);
            if (known == expected.end()) {
                const int place = int(names.size());
                names.add(name);
                index.add(name, place);
                expected.emplace(token, place);
            } else if (random() % 2 == 0) {
                index.remove(names, name);
                expected.erase(known);
            }
            QCOMPARE(index.size(), expected.size());
        }
        for (const auto& [token, place] : expected)
            QCOMPARE(names[std::size_t(place)].token, std::string_view(token));
        QCOMPARE(index.find(names, {"1", "odd", &controlFormat()}), -1);
        QCOMPARE(index.find(names, {"1", "even", format}), -1);
    }

    void aCopyOfRowsStaysAsItWas()
    {
        SharedRows<int> rows;
        for (int i = 0; i < 3000; ++i)
            rows.append(i);
        const SharedRows<int> copy = rows;
        rows.edit(5) = -1;
        rows.edit(2999) = -2;
        rows.append(7);
        QCOMPARE(copy[5], 5);
        QCOMPARE(copy[2999], 2999);
        QCOMPARE(copy.size(), std::size_t(3000));
        QCOMPARE(rows[5], -1);
        QCOMPARE(rows[2999], -2);
        QCOMPARE(rows[3000], 7);
        QCOMPARE(&rows[1100], &copy[1100]); // what nobody has changed is there once
    }

    void aBlockIsShownOnTheWindowsOfItsToken()
    {
        TokenTableModel& model = *newModel();
        Reading control;
        control.subject = controlSubject("a");
        control.at = someMoment;
        control.block = someBlock("a");
        m_book->put({control});
        QCOMPARE(column(model, TokenTableModel::Policy), QStringList{"every policy"});
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{"never"});
        Reading window = reading("a", 10);
        window.block = control.block;
        m_book->put({control, window});
        QCOMPARE(column(model, TokenTableModel::Policy), QStringList{"api"});
        QCOMPARE(model.tokenCount(), 1);
        QCOMPARE(model.countOf(TokenStatus::Blocked), 1);
        QVERIFY(model.index(0, TokenTableModel::State).data(Qt::ToolTipRole).toString().contains("ops"));
    }

    void countsDown()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("a", 100)});
        model.setNow(someMoment);
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{"in 7.0 s"});
        model.setNow(someMoment + 4s);
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{"in 3.0 s"});
        model.setNow(someMoment - 4s); // a clock that is behind does not lengthen the wait
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{"in 7.0 s"});
    }

    // Its column is fixed: a word that is cut there is no word.
    void everyStateFitsItsColumn()
    {
        QFont font;
        font.setWeight(QFont::DemiBold);
        const QFontMetrics metrics(font);
        const int room = tokenColumns()[TokenTableModel::State].width - 2 * cellMargin;
        for (const Verdicts verdicts : {Verdicts::Enforced, Verdicts::Candidate})
            for (int i = 0; i < tokenStatusCount; ++i) {
                const auto status = TokenStatus(i);
                const QString text = statusMark(status, verdicts) + ' ' + statusName(status, verdicts);
                QVERIFY2(metrics.horizontalAdvance(text) <= room, qPrintable(text));
            }
    }

    void withoutRulesNothingIsClaimed()
    {
        TokenTableModel& model = *newModel();
        Reading unknown;
        unknown.subject = stateSubject("a", "new", algorithmNamed("gcra"));
        m_book->put({unknown});
        QCOMPARE(column(model, TokenTableModel::TightestRule), QStringList{"rules not known"});
        QCOMPARE(column(model, TokenTableModel::State), QStringList{"unknown"});
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{""});
        QVERIFY(model.index(0, 0).data(TokenTableModel::ShareRole).toDouble() < 0);
        // But no later than when Redis forgets its state.
        unknown.at = someMoment;
        unknown.expiresIn = 40s;
        m_book->put({unknown});
        model.setNow(someMoment + 10s);
        QCOMPARE(column(model, TokenTableModel::Next), QStringList{"≤ 30.0 s"});
    }

    void whatLeasesHoldIsInTheBar()
    {
        TokenTableModel& model = *newModel();
        Reading token = reading("t", 64);
        token.leased = 23;
        const auto cell = [&] {
            return model.index(0, TokenTableModel::TightestRule);
        };
        const auto drawn = [&] {
            TokenDelegate delegate;
            QImage image(200, 40, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            QStyleOptionViewItem option;
            option.rect = image.rect();
            delegate.paint(&painter, option, cell());
            return image;
        };
        m_book->put({token}); // as a scan does, which keeps a row alone
        QCOMPARE(cell().data(TokenTableModel::LeasedRole).toDouble(), 0.0);
        const QImage scanned = drawn();
        m_book->put({token}, TokenStore::Source::Poll);
        QCOMPARE(cell().data(TokenTableModel::LeasedRole).toDouble(), 0.23);
        QVERIFY_TEXT(cell().data(Qt::ToolTipRole).toString(),
                     contains("of 100: 41 spent, up to 23 held by leases"));
        QVERIFY(drawn() != scanned);
        token.leased.reset();
        m_book->put({token}, TokenStore::Source::Poll);
        QVERIFY(drawn() == scanned);
    }

    void hostileTokensArePlain()
    {
        TokenTableModel& model = *newModel();
        m_book->put({reading("<b>x</b>\n\xff", 1)});
        QCOMPARE(tokens(model), QStringList{"<b>x</b>\\x0a\\xff"});
        const QString toolTip = model.index(0, 0).data(Qt::ToolTipRole).toString();
        QVERIFY2(!toolTip.contains("<b>") && toolTip.contains("&lt;b&gt;"), qPrintable(toolTip));
    }

    // Of many rows only those that have changed are moved, of very many in a thread; it comes to the same
    // order as ranking all of them.
    void movesWhatHasChangedToWhereItBelongs_data()
    {
        QTest::addColumn<int>("rows");
        QTest::newRow("many") << 6000;
        QTest::newRow("very many") << 52'000;
    }
    void movesWhatHasChangedToWhereItBelongs()
    {
        QFETCH(int, rows);
        TokenTableModel& model = *newModel();
        model.sort(TokenTableModel::TightestRule, Qt::DescendingOrder);
        QSignalSpy ranked(&model, &TokenTableModel::ranked);
        std::mt19937 random(7);
        const auto anyReading = [&](int token) {
            return reading("t" + std::to_string(token), std::uniform_int_distribution<Units>(0, 130)(random));
        };
        std::vector<Reading> all;
        for (int i = 0; i < rows; ++i)
            all.push_back(anyReading(i));
        m_book->put(all);
        QTRY_VERIFY(!ranked.isEmpty() && !model.ranking());
        for (int step = 0; step < 5; ++step) {
            if (step == 3)
                model.setFilter(TokenFilter("7"));
            QTRY_VERIFY(!model.ranking());
            std::vector<Reading> some;
            for (int i = 0; i < 300; ++i)
                some.push_back(
                    anyReading(std::uniform_int_distribution(0, rows + 500)(random))); // some are new
            ranked.clear();
            m_book->put(some, TokenStore::Source::Poll);
            QTRY_VERIFY(!ranked.isEmpty());
            QVERIFY(!model.ranking()); // not all of them
            QVERIFY(!model.rearranging());
            const Ranking whole = TokenRanker(m_book->rows().snapshot(), model.view(), {}).all({});
            QCOMPARE(model.rowCount(), int(whole.order.size()));
            const int apart = rows > 10'000 ? 17 : 1; // all of very many would take seconds
            for (int row = 0; row < model.rowCount(); row += apart) {
                const Subject key = m_book->rows().name(whole.order[std::size_t(row)]).key();
                QCOMPARE(model.keyAt(row).token, key.token);
                QCOMPARE(model.rowOf(key), row);
            }
        }
    }

    // What comes while very many rows are gone through for others takes one more turn, and not one after
    // another.
    void aChangeDuringAMoveTakesOneMoreTurn()
    {
        TokenTableModel& model = *newModel();
        QSignalSpy ranked(&model, &TokenTableModel::ranked);
        std::vector<Reading> all;
        for (int i = 0; i < 52'000; ++i)
            all.push_back(reading("t" + std::to_string(i), i % 130));
        m_book->put(all);
        QTRY_VERIFY(!ranked.isEmpty() && !model.ranking());
        Units used = 130;
        // A turn may be over before it is seen: then another.
        const auto isMoving = [&] {
            if (model.ranking())
                return true;
            if (used == 130 || !ranked.isEmpty()) {
                ranked.clear();
                m_book->put({reading("t1", ++used)}, TokenStore::Source::Poll);
            }
            return false;
        };
        QTRY_VERIFY(isMoving());
        m_book->put({reading("t2", 131)}, TokenStore::Source::Poll);
        QTRY_COMPARE(ranked.size(), qsizetype(2));
        QVERIFY(!ranked.wait(800)); // several turns
    }

    // Those of an investigation, which another thread has made into rows of a table.
    void rowsOfAFileComeWhole_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 20;
        QTest::newRow("many") << 5000;
        QTest::newRow("very many") << 52'000;
    }
    void rowsOfAFileComeWhole()
    {
        QFETCH(int, count);
        TokenStore before;
        std::vector<Investigation::Row> rows;
        for (int i = 0; i < count; ++i) {
            const Reading read = reading("t" + std::to_string(i), i % 90);
            const int place = before.put(read, TokenStore::Source::Scan);
            rows.push_back({read.subject, before.row(place),
                            i == 7 ? std::optional(recordedReading(read)) : std::nullopt});
        }
        const auto restored = restoredRows(rows);
        QCOMPARE(restored->readings->size(), std::size_t(1));
        TokenTableModel& model = *newModel();
        model.sort(TokenTableModel::Token, Qt::DescendingOrder);
        QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
        m_book->restore(restored->tokens);
        QTRY_VERIFY(model.rowCount() == count && !model.rearranging());
        QTRY_COMPARE(model.index(0, 0).data().toString(), QStringLiteral("t%1").arg(count == 20     ? 9
                                                                                    : count == 5000 ? 999
                                                                                                    : 9999));
        QCOMPARE(inserted.isEmpty(), count != 5000); // very many are ranked before they are shown, as few are
        QCOMPARE(model.tokenCount(), count);
        QCOMPARE(m_book->rows().states(), before.states());
        QVERIFY(m_book->rows().reading(7) && !m_book->rows().reading(8));
        QCOMPARE(m_book->rows().find(rows.back().subject), count - 1);
        QCOMPARE(restored->tokens.count(), std::size_t(count)); // for another window
    }

    // The first of very many rows stand in the order that was asked for before the others do.
    void theFirstOfVeryManyRowsComeFirst()
    {
        TokenTableModel& model = *newModel();
        std::mt19937 random(7);
        std::vector<Reading> all;
        for (int i = 0; i < 60'000; ++i)
            all.push_back(
                reading("t" + std::to_string(i), std::uniform_int_distribution<Units>(0, 1'000'000)(random)));
        m_book->put(all);
        QTRY_VERIFY(!model.ranking());
        QSignalSpy ranked(&model, &TokenTableModel::ranked);
        bool isUnderWay = false;
        std::vector<int> atFirst;
        connect(&model, &TokenTableModel::begun, this, [&] {
            isUnderWay = model.rearranging() && ranked.isEmpty();
            atFirst.clear();
            for (int row = 0; row < model.rowCount(); ++row)
                atFirst.push_back(model.placeAt(row));
        });
        model.sort(TokenTableModel::Left, Qt::AscendingOrder);
        model.setFilter(TokenFilter("-t7*"));
        QTRY_VERIFY(!atFirst.empty() && !model.rearranging());
        QVERIFY(isUnderWay);
        const Ranking whole = TokenRanker(m_book->rows().snapshot(), model.view(), {}).all({});
        QVERIFY(atFirst.size() > 40'000);
        QCOMPARE(atFirst.size(), whole.order.size()); // no row comes or goes after that
        for (std::size_t row = 0; row < 100; ++row)
            QCOMPARE(atFirst[row], whole.order[row]);
        QVERIFY(atFirst[30'000] != whole.order[30'000]);
        for (int row = 0; row < model.rowCount(); ++row) {
            QCOMPARE(model.placeAt(row), whole.order[std::size_t(row)]);
            QCOMPARE(model.rowOfPlace(model.placeAt(row)), row);
        }
    }

    void onlyWhatCanBeSeenIsPaintedAnew()
    {
        TokenTableModel& model = *newModel();
        std::vector<Reading> all;
        for (int i = 0; i < 4000; ++i)
            all.push_back(reading("t" + std::to_string(i), 1 + i % 50));
        m_book->put(all);
        model.sort(TokenTableModel::Token, Qt::AscendingOrder);
        QTRY_VERIFY(!model.ranking());
        model.setShown(0, 20);
        model.setNow(someMoment);
        QSignalSpy changed(&model, &TokenTableModel::dataChanged);
        m_book->put({reading("t999", 70)});
        QCOMPARE(changed.size(), 0);
        m_book->put({reading("t0", 70)});
        QCOMPARE(changed.size(), 1);
        changed.clear();
        model.setNow(someMoment + 1us); // nothing reads otherwise
        QCOMPARE(changed.size(), 0);
    }
};

RATEWARDEN_SUITE(TestTokenModel)
#include "tst_token_model.moc"
