// SPDX-License-Identifier: GPL-3.0-or-later
// The live windows of tokens: one, several on one time line, and saved.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/charts/time_line.h"
#include "ui/charts/usage_chart.h"
#include "ui/charts/window_legend.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/token_details.h"
#include "ui/text/display_text.h"
#include "ui/widgets/card.h"

#include <QFileDialog>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLiveWindows : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void theLiveWindowMovesRequestByRequest()
    {
        showAndClick("good");
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QTRY_COMPARE(live->requestsShown(), 1);
        m->limiter.acquire("good");
        QTRY_COMPARE(live->requestsShown(), 2);
        m->limiter.acquire("good");
        QTRY_COMPARE(live->requestsShown(), 3);

        const Micros before = live->time().span();
        QWheelEvent wheel(live->rect().center(), live->mapToGlobal(live->rect().center()), {}, {0, 240}, {},
                          {}, Qt::NoScrollPhase, false);
        const auto isZoomed = [&] { // once nothing is left that has to be scrolled to
            QApplication::sendEvent(live, &wheel);
            return live->time().span() < before;
        };
        QTRY_VERIFY(isZoomed());
        QTest::mouseDClick(live, Qt::LeftButton);
        QVERIFY(live->time().span() == before);

        // Dragged to before the requests came, it shows none, and stands still; the pointer tells the same.
        QVERIFY(live->time().moving());
        const QPoint middle(live->width() / 2, live->height() - 6); // on the axis
        QTest::mousePress(live, Qt::LeftButton, {}, middle);
        QTest::mouseMove(live, middle + QPoint(live->width() / 3, 0));
        QTest::mouseRelease(live, Qt::LeftButton, {}, middle + QPoint(live->width() / 3, 0));
        QVERIFY(!live->time().moving());
        QCOMPARE(live->requestsShown(), 0);
        QVERIFY2(live->valuesAt(live->time().end())
                     .contains("5/min: not known"), // perhaps of a state that expired
                 qPrintable(live->valuesAt(live->time().end())));
        QVERIFY_TEXT(live->valuesAt(live->time().now()), contains("5/min: 3 used"));
        QTest::keyClick(live, Qt::Key_F);
        QCOMPARE(live->requestsShown(), 3);
        QVERIFY(live->time().moving());
    }

    void comparesTokensOnOneTimeLine()
    {
        showAndClick("abuser");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m->window.get(), Qt::Key_Return, Qt::ControlModifier);
        ComparePage& page = m->window->comparePage();
        QTRY_VERIFY(page.isVisible());
        QCOMPARE(page.tokens().size(), 2U);
        const auto shownRequests = [&] {
            Units sum = 0;
            for (const LiveWindow* live : page.findChildren<LiveWindow*>())
                if (live->isVisible())
                    sum += live->requestsShown();
            return sum;
        };
        QTRY_COMPARE(shownRequests(), 6); // five of the abuser and one of the good one
        m->limiter.acquire("good");
        QTRY_COMPARE(shownRequests(), 7);

        // One is dragged back to before the requests, and the other goes along.
        auto* const live = page.findChildren<LiveWindow*>().first();
        const QPoint middle(live->width() / 2, live->height() - 6); // on the axis
        QTest::mousePress(live, Qt::LeftButton, {}, middle);
        QTest::mouseMove(live, middle + QPoint(live->width() / 3, 0));
        QTest::mouseRelease(live, Qt::LeftButton, {}, middle + QPoint(live->width() / 3, 0));
        QCOMPARE(shownRequests(), 0);
        QTest::mouseDClick(live, Qt::LeftButton);
        QCOMPARE(shownRequests(), 7);

        const QList<QPushButton*> buttons = page.findChildren<QPushButton*>();
        const auto closesGood = std::ranges::find(buttons, QString("Close good"), &QWidget::accessibleName);
        QVERIFY(closesGood != buttons.end());
        m->click(*closesGood);
        QCOMPARE(page.tokens(), std::vector{m->key("abuser")});
        QTRY_COMPARE(shownRequests(), 5);

        m->server.kill();
        QTRY_VERIFY(!live->isEnabled());
        QVERIFY(!page.time().moving());
        QCOMPARE(shownRequests(), 5); // what was known stays
    }

    void aFailedUndoIsSaidWhereTokensAreCompared()
    {
        resetAbuser();
        QTest::keyClick(m->window.get(), Qt::Key_Return, Qt::ControlModifier);
        ComparePage& page = m->window->comparePage();
        QTRY_VERIFY(page.isVisible());
        m->connection.call({"REPLICAOF", "127.0.0.1", "1"});
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY2(bannerText(page).startsWith("Undo: reset of abuser. This was not done: ") &&
                         bannerText(page).contains("replica"),
                     qPrintable(bannerText(page)));
        m->connection.call({"REPLICAOF", "NO", "ONE"});
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_COMPARE(bannerText(page), QString());
    }

    void everyCardSaysThatItIsPaused()
    {
        showAndClick("abuser");
        const TokenDetails& details = m->page().details();
        QTRY_VERIFY(details.reading());
        const auto ages = [&] {
            QStringList texts;
            for (const Card* card : details.findChildren<Card*>())
                if (const auto* const age = card->findChild<PlainLabel*>("age"); age && age->isVisible())
                    texts << age->text();
            return texts;
        };
        QCOMPARE(ages(), QStringList());
        m->window->session().setPaused(true);
        QTRY_COMPARE(ages().size(), 4); // window, usage, rules, Redis
        // One that was asked before may still come.
        const auto age = [&] {
            return "paused at " + momentText(details.reading()->reading.at);
        };
        QTRY_COMPARE(ages().mid(1), (QStringList{age(), age(), age()}));
        QVERIFY_TEXT(ages().front(), startsWith("paused 00:")); // it collects
        m->window->resize(1400, 860); // with less room the ages are cut, not what stands right of them
        QTRY_VERIFY2(details.width() <= details.parentWidget()->width(),
                     qPrintable(QString::number(details.width() - details.parentWidget()->width())));
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QVERIFY(!live->time().moving());
        QVERIFY(live->isEnabled()); // the past can be looked through
        m->window->session().setPaused(false);
        QTRY_COMPARE(ages(), QStringList());
    }

    void aBlockStaysOnTheTimeLineWhenItIsGone()
    {
        showAndClick("abuser");
        auto* const legend = m->window->findChild<WindowLegend*>("windowLegend");
        QTRY_VERIFY(legend->kinds().contains(WindowKind::NoRoom));
        QVERIFY(!legend->kinds().contains(WindowKind::Blocked));
        blockToken(m->connection, {"abuser", std::nullopt, "fraud", "ops"});
        QTRY_VERIFY(legend->kinds().contains(WindowKind::Blocked));
        QTRY_VERIFY(m->page().details().reading()->reading.block);
        unblockToken(m->connection, "abuser");
        QTRY_VERIFY(!m->page().details().reading()->reading.block);
        QVERIFY(legend->kinds().contains(WindowKind::Blocked));
        const auto marks = m->window->session().histories().find(m->key("abuser"))->marks();
        QCOMPARE(marks.size(), 2U);
        QCOMPARE(marks[0].text, "by ops, fraud");
        QCOMPARE(marks[1].kind, TimeMark::Kind::Unblocked);
    }

    void whatAnOverrideEndsStaysOnTheTimeLine()
    {
        showAndClick("abuser");
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        const auto at = [&](Instant moment, const char* text) {
            return live->valuesAt(moment).split(QLatin1Char('\n')).contains(QLatin1String(text));
        };
        const auto readAt = [this] {
            return m->page().details().reading()->reading.at;
        };
        QTRY_VERIFY(m->page().details().reading());
        const Instant full = readAt();
        QTRY_VERIFY(at(full, "5/min: 5 used, no room"));
        overrideToken(m->connection, {"abuser", m->policy.name, parseRules("50/min + 100/h"), std::nullopt,
                                      "an import", "ops"});
        QTRY_VERIFY(m->page().details().reading()->override);
        const Instant eased = readAt();
        QTRY_VERIFY(at(eased, "50/min: 5 used"));
        QTRY_VERIFY(readAt() > eased); // and it was so after it, too
        QVERIFY2(at(full, "5/min: 5 used, no room"), qPrintable(live->valuesAt(full)));
        QVERIFY(live->kindsShown().contains(WindowKind::NoRoom));
        auto* const chart = m->window->findChild<UsageChart*>("usageChart");
        QTRY_VERIFY(chart->piecesShown() >= 3); // 5/min, 50/min, 100/h: no line leads from one to the other
        liftOverride(m->connection, "abuser", m->policy.name);
        QTRY_VERIFY(!m->page().details().reading()->override);
        QTRY_VERIFY(at(readAt(), "5/min: 5 used, no room"));
        QVERIFY2(at(eased, "50/min: 5 used"), qPrintable(live->valuesAt(eased)));
        QVERIFY(at(full, "5/min: 5 used, no room"));
    }

    void chartsStandStillWhenWarningsComeAndGo()
    {
        showAndClick("abuser");
        auto* const details = m->window->findChild<TokenDetails*>();
        QTRY_VERIFY(details->reading());
        const auto* const chart = m->window->findChild<UsageChart*>("usageChart");
        const auto place = [&] {
            QCoreApplication::processEvents();
            return QRect(chart->mapTo(details, QPoint()), chart->size());
        };
        m->window->session().setPaused(true); // no reading takes it back
        const auto* const warnings = m->window->findChild<QWidget*>("tokenWarnings");
        const auto standsStill = [&] {
            details->showWarnings({{WarningCode::RetryStorm}});
            const bool isShown = warnings->isVisible();
            const QRect with = place();
            details->showWarnings({});
            return isShown && !warnings->isVisible() && place() == with;
        };
        QTRY_VERIFY(standsStill()); // once the page has its first layout
    }

    void usedOfLimitIsPresentedAnewWhereThereIsMoreRoom()
    {
        showAndClick("abuser");
        auto* const chart = m->window->findChild<UsageChart*>("usageChart");
        QTRY_VERIFY(chart->piecesShown() > 0);
        chart->clear();
        QCOMPARE(chart->piecesShown(), 0);
        Q_EMIT chart->roomGrew();
        QVERIFY(chart->piecesShown() > 0);
    }

    void comparesOnlySoMany()
    {
        showAbuser();
        std::vector<Subject> keys;
        for (int i = 0; i < 9; ++i) {
            keys.push_back(m->key("t" + std::to_string(i)));
            m->limiter.acquire(keys.back().token);
        }
        ComparePage& page = m->window->comparePage();
        m->window->showPage(MainWindow::Page::Compare);
        page.open(keys);
        page.open({keys.front()}); // is there already
        QCOMPARE(page.tokens().size(), ComparePage::mostTokens);
        page.open({keys.back()});
        QVERIFY_TEXT(bannerText(page), contains("Only 8 tokens"));
        page.close(keys.front());
        QCOMPARE(bannerText(page), QString());
        page.open({keys.back()});
        QCOMPARE(page.tokens().back(), keys.back());
    }

    void savesWhatIsShown()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->page().details().reading() && m->page().details().reading()->log.entries.size() == 5);
        const QTemporaryDir directory;
        const auto save = [&](const char* action, const QString& name) {
            m->window->findChild<QAction*>(action)->trigger();
            auto* const dialog = m->window->findChild<QFileDialog*>("saveFile");
            QVERIFY(dialog);
            QVERIFY2(dialog->selectedFiles().value(0).contains("abuser"), "no name is suggested");
            dialog->setDirectory(directory.path());
            dialog->selectFile(name);
            QMetaObject::invokeMethod(dialog, "accept");
            QTRY_VERIFY(!m->window->findChild<QFileDialog*>("saveFile"));
        };
        const auto lines = [&](const QString& name) {
            QFile file(directory.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n')
                                                  : QList<QByteArray>();
        };
        save("saveRequests", "requests.csv");
        const QList<QByteArray> requests = lines("requests.csv");
        QCOMPARE(requests.size(), 6);
        QCOMPARE(requests[0].trimmed(), "time,microseconds,cost");
        const QList<QByteArray> cells = requests[1].trimmed().split(',');
        const LogEntry& first = m->page().details().reading()->log.entries.front();
        QCOMPARE(cells[1].toLongLong(), first.at.time_since_epoch().count());
        const qint64 millis =
            QDateTime::fromString(QString::fromLatin1(cells[0]), Qt::ISODateWithMs).toMSecsSinceEpoch();
        QVERIFY(std::abs(millis - first.at.time_since_epoch().count() / 1000) <= 1); // Qt rounds
        save("saveUsage", "usage.csv");
        QCOMPARE(lines("usage.csv").value(0).trimmed(), "time,microseconds,used of 5/min,used of 100/h");
        QVERIFY(lines("usage.csv").value(1).trimmed().endsWith(",5,5"));
        save("saveTokenPicture", "window.png");
        QVERIFY(QImage(directory.filePath("window.png")).width() > 300);
    }
};

RATEWARDEN_SUITE(TestLiveWindows)
#include "tst_live_windows.moc"
