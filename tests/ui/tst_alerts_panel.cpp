// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts of a file on the page Watch: how each stands by the watcher's history, and what it would have
// done under a bound that is dragged, before that is saved.
#include "core/watch/alert_file.h"
#include "core/watch/history.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/alert_chart.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/dialogs/difference_dialog.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/pages/watch/alerts_panel.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/alert_desk.h"
#include "ui/text/display_text.h"
#include "ui/widgets/plain_label.h"
#include "ui/window_memory.h"

#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QPointer>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestAlertsPanel : public WindowTest {
    Q_OBJECT

private:
    AlertDesk& desk() { return m->window->session().alerts(); }
    QTableView* table() { return m->window->findChild<QTableView*>("alerts"); }
    AlertChart* chart() { return m->window->findChild<AlertChart*>("alertChart"); }
    QPushButton* button(const char* name) { return m->window->findChild<QPushButton*>(name); }
    QString said(const char* name) { return m->window->findChild<PlainLabel*>(name)->text(); }
    QString cell(int row, AlertTableModel::Column column)
    {
        return table()->model()->index(row, column).data().toString();
    }

    /// An hour that ended two hours ago: humps of 4, 8 and 12 denied a second under "pay", three minutes
    /// each, and before the last one a publish.
    void writeHistory()
    {
        HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
        for (int i = 0; i <= 366; ++i) { // the last hump is under way
            HistoryRound round;
            round.at = m_start + i * 10s;
            HistoryRound::Sums& one = round.cohorts.emplace_back();
            one.cohort.format = "ratewarden/gcra";
            one.cohort.policy = "pay";
            one.cohort.status = TokenStatus::Limited;
            one.cohort.rule = 0;
            const int part = i % 90;
            const bool isHump = i >= 90 && part < 18;
            one.sums = {10, 0, 0, 10, 20e6, isHump ? 4e6 * (i / 90) : 0.1e6 * (i % 5), 10, 0.5};
            writer.add(round);
        }
        writer.add(HistoryEvent{m_start + 45min, "publish", "alice", "publish pay: tighter"});
    }
    /// `before`: more alerts, above the first one.
    QString writeAlerts(double above = 3, const char* before = "")
    {
        const QString path = m_folder->filePath("alerts.json");
        QFile file(path);
        if (file.open(QFile::WriteOnly))
            file.write(QString(R"({"schema": 1, "history": {"file": "%1", "days": 14, "megabytes": 64},
                "alerts": [%2 {"name": "pay denies", "filter": "policy:pay", "measure": "denied/s",
                               "above": %3, "for": "30s"},
                           {"name": "memory", "measure": "memory used", "above": 80}]})")
                           .arg(m_folder->filePath("history"), before, QString::number(above))
                           .toUtf8());
        return path;
    }
    void open()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        desk().open(writeAlerts());
        QTRY_VERIFY(chart()->isVisible() && chart()->emptyText().isEmpty());
    }
    void readAgain()
    {
        desk().setShown(false);
        desk().setShown(true);
    }
    AlertFile written()
    {
        QFile file(m_folder->filePath("alerts.json"));
        return file.open(QFile::ReadOnly) ? parseAlertFile("f", file.readAll().toStdString()) : AlertFile();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    Instant m_start{};

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        m_folder = std::make_unique<QTemporaryDir>();
        m_start = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now()) - 3h;
    }
    void cleanup() { m.reset(); }

    void withoutAFileItSaysWhatOneIsFor()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        QVERIFY(said("alertsPath").startsWith("none: "));
        QVERIFY(!chart()->isVisible());
        QVERIFY(!table()->isVisible());
    }

    void aBoundIsTestedBeforeItIsSaved()
    {
        writeHistory();
        open();
        QCOMPARE(table()->model()->rowCount(), 2);
        QCOMPARE(cell(0, AlertTableModel::On), QString("policy:pay"));
        QVERIFY(cell(0, AlertTableModel::State).contains("firing")); // the last hump is not over
        QCOMPARE(cell(1, AlertTableModel::Now), QString("not known"));
        QVERIFY2(said("backTest").startsWith("Would have fired 4 times, longest "),
                 qPrintable(said("backTest")));
        QVERIFY2(said("backTest").contains("; no data before " + briefMomentText(m_start)),
                 qPrintable(said("backTest")));
        QVERIFY2(said("alertsHistory").contains(" of 512.0 MB at most; kept for 14 days"),
                 qPrintable(said("alertsHistory")));
        QVERIFY(!button("saveBound")->isEnabled());

        // Dragged above the first hump it has three times left.
        const auto at = [&](double y) {
            return QPoint(chart()->width() / 2, int(y));
        };
        const double from = chart()->boundY();
        QTest::mousePress(chart(), Qt::LeftButton, {}, at(from));
        QTest::mouseMove(chart(), at(from - chart()->height() / 8.0));
        QTest::mouseMove(chart(), at(from - chart()->height() / 6.0));
        QTest::mouseRelease(chart(), Qt::LeftButton, {}, at(from - chart()->height() / 6.0));
        QTRY_VERIFY2(said("backTest").startsWith("Would have fired 3 times"), qPrintable(said("backTest")));
        QVERIFY(!chart()->time().area()); // it is no area
        QCOMPARE(written().alerts[0].bound.at, 3.0);
        button("discardBound")->click();
        QTRY_VERIFY(said("backTest").startsWith("Would have fired 4 times"));

        // With the keys, and kept.
        chart()->setFocus();
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(chart(), Qt::Key_Up);
        QTRY_VERIFY2(said("backTest").startsWith("Would not have fired; no data before "),
                     qPrintable(said("backTest")));
        button("saveBound")->click();
        QTRY_VERIFY(written().alerts[0].bound.at >= 15);
        QCOMPARE(written().alerts[0].wait, Micros(30s));
        QCOMPARE(written().alerts.size(), std::size_t(2));
        QTRY_VERIFY(cell(0, AlertTableModel::State) == "quiet");
        QVERIFY(!button("saveBound")->isEnabled());
    }

    void aBoundThatSomebodyElseHasChangedStays()
    {
        writeHistory();
        open();
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Up);
        QVERIFY(button("saveBound")->isEnabled());
        writeAlerts(7);
        button("saveBound")->click();
        QTRY_VERIFY2(said("alertsProblem").contains("was changed meanwhile"),
                     qPrintable(said("alertsProblem")));
        QCOMPARE(written().alerts[0].bound.at, 7.0);
        QTRY_COMPARE(desk().file()->alerts[0].bound.at, 7.0);
        QVERIFY(said("alertsProblem").contains("was changed meanwhile")); // until it is discarded
        button("discardBound")->click();
        QCOMPARE(said("alertsProblem"), QString());
        QTest::keyClick(chart(), Qt::Key_Up);
        button("saveBound")->click();
        QTRY_VERIFY(written().alerts[0].bound.at > 7);
    }

    void anAlertIsChosenByItsName()
    {
        writeHistory();
        open();
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Up);
        writeAlerts(3, R"({"name": "tokens", "measure": "tokens", "above": 100},)");
        readAgain();
        QTRY_COMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(desk().chosen(), "pay denies");
        QCOMPARE(table()->selectionModel()->selectedRows().value(0).row(), 1);
        QTRY_VERIFY2(said("backTest").startsWith("Would have fired 3 times"), qPrintable(said("backTest")));
        button("saveBound")->click();
        QTRY_VERIFY(written().alerts[1].bound.at > 3);
        QCOMPARE(written().alerts[0].bound.at, 100.0);
        QCOMPARE(written().alerts[2].bound.at, 80.0);
    }

    void whatIsBackKeepsItsDistance()
    {
        AlertChart scale;
        Alert alert;
        const auto moved = [&](const AlertBound& from, double at) {
            alert.bound = from;
            scale.present(alert, std::make_shared<const std::vector<MeasuredRound>>(), {});
            return scale.moved(from, at).back;
        };
        QCOMPARE(moved({true, 5, 4.5}, 4.9), std::optional(4.4)); // not 4.41
        QCOMPARE(moved({true, 5, 1}, 0.1), std::optional(0.1));   // 0 is never reached
        QCOMPARE(moved({true, 5, 1}, 0), std::optional<double>());
        QCOMPARE(moved({true, 5, {}}, 4), std::optional<double>());
        alert.measure = AlertMeasure::DeniedShare;
        QCOMPARE(moved({false, 50, 60}, 90), std::optional(99.0)); // nothing is above 100 %
    }

    void aFileThatCannotBeReadForAWhileIsStillShown()
    {
        writeHistory();
        open();
        QVERIFY(QFile::remove(m_folder->filePath("alerts.json")));
        readAgain();
        QTRY_VERIFY2(said("alertsProblem").contains("what was read before"),
                     qPrintable(said("alertsProblem")));
        QCOMPARE(table()->model()->rowCount(), 2);
        QVERIFY(chart()->emptyText().isEmpty());
        writeAlerts();
        readAgain();
        QTRY_COMPARE(said("alertsProblem"), QString());
    }

    void aWindowWithWatchInFrontEnds()
    {
        writeHistory();
        open();
        const QPointer<AlertDesk> itsDesk = &desk();
        m->window.reset(); // its pages are hidden after the session is gone
        QVERIFY(!itsDesk);
    }

    void theLastFiringIsComparedFromItsBeginning()
    {
        writeHistory();
        open();
        std::optional<TimeRange> asked;
        connect(m->window->findChild<AlertsPanel*>(), &AlertsPanel::differenceWanted, this,
                [&asked](const TimeRange& range) { asked = range; });
        QTRY_VERIFY(button("differenceOfAlert")->isEnabled());
        button("differenceOfAlert")->click();
        QVERIFY(asked);
        QVERIFY(asked->from == m_start + 60min); // before "for" was over
        QVERIFY(asked->to == m_start + 61min);
    }

    void afterAnAlertWhatIsDifferent()
    {
        writeHistory();
        open();
        QTRY_VERIFY(button("differenceOfAlert")->isEnabled());
        chart()->time().setArea(TimeRange{m_start + 45min, m_start + 48min});
        button("differenceOfAlert")->click();
        auto* const dialog = m->window->findChild<DifferenceDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(!dialog->desk().isBusy());
        const QString sentence = said("differenceSentence");
        QVERIFY2(sentence.contains("Denials rose") || sentence.contains("new denials"), qPrintable(sentence));
        QVERIFY2(sentence.contains("publish pay: tighter"), qPrintable(sentence));
        QVERIFY(said("differenceNotes").contains("does not keep whose requests"));
    }

    void overviewShowsDays()
    {
        writeHistory();
        open();
        m->window->showPage(MainWindow::Page::Overview);
        auto* const reach = m->window->findChild<QComboBox*>("flowReach");
        QTRY_VERIFY(reach->isVisible());
        const auto choose = [&](int index) {
            reach->setCurrentIndex(index);
            Q_EMIT reach->activated(index);
        };
        choose(2); // six hours
        auto* const flow = m->window->findChild<RequestFlowChart*>("requestFlow");
        QTRY_VERIFY(!flow->data().series.empty() && flow->data().step == 3min);
        QCOMPARE(flow->data().series[0].name, QString("pay"));
        const auto stepOf = [&](Instant at) {
            return std::size_t((at - flow->data().from) / flow->data().step);
        };
        QVERIFY(flow->data().known[stepOf(m_start + 20min)]);
        QVERIFY(!flow->data().known[stepOf(m_start + 90min)]); // nobody watched
        QVERIFY(flow->data().denied[stepOf(m_start + 46min)] > 2);
        QVERIFY(flow->data().denied[stepOf(m_start + 40min)] < 1);
        QVERIFY(std::ranges::any_of(flow->marks(), [](const TimeMark& mark) {
            return mark.text.startsWith("publish pay: tighter");
        }));

        // What is different there comes out of the history, too.
        flow->time().setArea(TimeRange{m_start + 45min, m_start + 48min});
        Q_EMIT flow->areaChosen();
        auto* const link = m->window->findChild<QAbstractButton*>("differenceOfStretch");
        QTRY_VERIFY(link->isVisible());
        link->click();
        QTRY_VERIFY(said("differenceNotes").contains("does not keep whose requests"));

        m->window->findChild<QPushButton*>("flowStretch")->click();
        QTRY_VERIFY(reach->isVisible());
        choose(0);
        QTRY_COMPARE(flow->data().step, countSpan);
        choose(2);
        desk().open({});
        QTRY_VERIFY(!reach->isVisible());
        QTRY_COMPARE(flow->data().step, countSpan);
    }

    void explanationsReadTheHistory()
    {
        writeHistory();
        showAbuser();
        open();
        m->window->explainDenials().explain(
            "abuser " + QDateTime::fromSecsSinceEpoch((m_start + 46min).time_since_epoch() / 1s)
                            .toString("yyyy-MM-dd HH:mm:ss"));
        auto* const dialog = m->window->findChild<ExplainDialog*>();
        const auto says = [&](const QString& text) {
            return std::ranges::any_of(dialog->findChildren<PlainLabel*>(),
                                       [&](const PlainLabel* label) { return label->text().contains(text); });
        };
        QTRY_VERIFY(says("By the history " + m_folder->filePath("history")));
    }

    void theFileIsRememberedOfAServer()
    {
        writeHistory();
        open();
        QSettings settings(m_folder->filePath("settings"), QSettings::IniFormat);
        WindowMemory(settings, "prod").save(*m->window);
        desk().open({});
        QTRY_VERIFY(!chart()->isVisible());
        WindowMemory(settings, "other").restore(*m->window);
        QCOMPARE(desk().path(), QString());
        WindowMemory(settings, "prod").restore(*m->window);
        QCOMPARE(desk().path(), m_folder->filePath("alerts.json"));
        m->window->showPage(MainWindow::Page::Watch);
        QTRY_COMPARE(table()->model()->rowCount(), 2);
    }

    void whatIsWrongWithTheFileIsSaid()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        QFile file(m_folder->filePath("alerts.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(R"({"schema": 1, "alerts": [{"name": "a", "measure": "nothing", "above": 1}]})");
        file.close();
        desk().open(file.fileName());
        QTRY_VERIFY2(said("alertsProblem").contains("measure"), qPrintable(said("alertsProblem")));
        desk().open(m_folder->filePath("none.json"));
        QTRY_VERIFY2(said("alertsProblem").contains("cannot be read"), qPrintable(said("alertsProblem")));
    }
};

RATEWARDEN_SUITE(TestAlertsPanel)
#include "tst_alerts_panel.moc"
