// SPDX-License-Identifier: GPL-3.0-or-later
// The alerts of a file on the page Watch: how each stands by the watcher's history, and what it would have
// done under a bound that is dragged, before that is saved.
#include "core/watch/alert_file.h"
#include "core/watch/history.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/alert_chart.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/dialogs/alert_dialog.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/dialogs/difference_dialog.h"
#include "ui/dialogs/dismiss_dialog.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/pages/watch/alerts_panel.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/state/history_keeper.h"
#include "ui/state/overview_feed.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/end_time_edit.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/question_bar.h"
#include "ui/widgets/row_table.h"
#include "ui/window_memory.h"

#include <sys/resource.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDateTime>
#include <QFile>
#include <QFileDialog>
#include <QPointer>
#include <QScopeGuard>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>

#include <csignal>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

namespace {

/// As long as it lives no file of this process grows beyond a few bytes.
class SmallFiles {
public:
    SmallFiles() : m_signal(std::signal(SIGXFSZ, SIG_IGN))
    {
        getrlimit(RLIMIT_FSIZE, &m_limit);
        const rlimit few{10, m_limit.rlim_max};
        setrlimit(RLIMIT_FSIZE, &few);
    }
    ~SmallFiles()
    {
        setrlimit(RLIMIT_FSIZE, &m_limit);
        std::signal(SIGXFSZ, m_signal);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit m_limit{};
    void (*m_signal)(int);
};

} // namespace

class TestAlertsPanel : public WindowTest {
    Q_OBJECT

private:
    OverviewFeed& feed() { return m->window->session().overview(); }
    AlertDesk& desk() { return m->window->session().alerts(); }
    QTableView* table() { return m->window->findChild<QTableView*>("alerts"); }
    AlertChart* chart() { return m->window->findChild<AlertChart*>("alertChart"); }
    QPushButton* button(const char* name) { return m->window->findChild<QPushButton*>(name); }
    QString said(const char* name) { return m->window->findChild<PlainLabel*>(name)->text(); }
    QString cell(int row, AlertTableModel::Column column)
    {
        return table()->model()->index(row, column).data().toString();
    }

    void addRound(HistoryWriter& writer, int i, double denied, const char* policy = "pay")
    {
        HistoryRound round;
        round.at = m_start + i * 10s;
        HistoryRound::Sums& one = round.cohorts.emplace_back();
        one.cohort.format = "ratewarden/gcra";
        one.cohort.policy = policy;
        one.cohort.status = TokenStatus::Limited;
        one.cohort.rule = 0;
        one.sums = {10, 0, 0, 10, 20e6, denied * 1e6, 10, 0.5};
        writer.add(round);
    }
    /// An hour that ended two hours ago: humps of 4, 8 and 12 denied a second under "pay", three minutes
    /// each, and before the last one a publish.
    void writeHistory()
    {
        HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
        for (int i = 0; i <= 366; ++i) { // the last hump is under way
            const int part = i % 90;
            const bool isHump = i >= 90 && part < 18;
            addRound(writer, i, isHump ? 4.0 * (i / 90) : 0.1 * (i % 5));
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
        showWindow();
        desk().open(writeAlerts());
        QTRY_VERIFY(chart()->isVisible() && chart()->emptyText().isEmpty());
    }
    void readAgain() { desk().readNow(); }
    QByteArray writtenText() { return readFile(m_folder->filePath("alerts.json")); }
    AlertFile written() { return parseAlertFile("f", writtenText().toStdString()); }
    QAction* action(const char* name) { return m->window->findChild<QAction*>(name); }
    AlertDialog* dialog() { return m->window->findChild<AlertDialog*>(); }
    void type(const char* name, const QString& text)
    {
        auto* const field = dialog()->findChild<QLineEdit*>(name);
        field->clear();
        QTest::keyClicks(field, text);
    }
    bool canSave() { return dialog()->findChild<QPushButton*>("saveAlert")->isEnabled(); }
    void saveDialog()
    {
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        QTRY_VERIFY(!dialog());
    }

    /// The overview with six hours of the history.
    RequestFlowChart* openSixHours()
    {
        open();
        m->window->showPage(MainWindow::Page::Overview);
        feed().setReach(6h);
        auto* const flow = m->window->findChild<RequestFlowChart*>("requestFlow");
        return flow;
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

    void withoutAFileItSaysWhatOneIsFor()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        QVERIFY(said("alertsPath").startsWith("none: "));
        QVERIFY(!chart()->isVisible());
        QVERIFY(!table()->isVisible());
    }

    void theWindowKeepsAHistoryIfItIsAsked()
    {
        const auto back =
            qScopeGuard([before = qgetenv("XDG_DATA_HOME")] { qputenv("XDG_DATA_HOME", before); });
        qputenv("XDG_DATA_HOME", m_folder->path().toUtf8());
        m->window->showPage(MainWindow::Page::Watch);
        showWindow();
        auto* const keeps = m->window->findChild<QCheckBox*>("keepHistory");
        QVERIFY(keeps->isVisible() && !keeps->isChecked());
        keeps->click();
        const HistoryKeeper& keeper = m->window->session().history();
        QVERIFY(keeper.isKeeping());
        QVERIFY_TEXT(said("alertsHistory"), startsWith("The first round is kept "));
        const std::string path = keeper.path().toStdString();
        QTRY_VERIFY(QFile::exists(QString::fromStdString(path)));
        const auto hasRound = [&path] {
            try {
                return HistoryReader(path).info().last.has_value();
            } catch (const Error&) {
                return false;
            }
        };
        QTRY_VERIFY(hasRound());
        readAgain();
        QTRY_TEXT(said("alertsHistory"), contains("; kept for 14 days (by this window)"));

        QSettings settings(m_folder->filePath("settings"), QSettings::IniFormat);
        WindowMemory(settings, "a server").save(*m->window);
        keeps->click();
        QVERIFY(!keeper.isKeeping());
        WindowMemory(settings, "a server").restore(*m->window);
        QVERIFY(keeper.isKeeping() && keeps->isChecked());
    }

    void aBoundIsTestedBeforeItIsSaved()
    {
        writeHistory();
        open();
        QCOMPARE(table()->model()->rowCount(), 2);
        QCOMPARE(cell(0, AlertTableModel::On), QString("policy:pay"));
        QTRY_VERIFY(cell(0, AlertTableModel::State).contains("firing")); // the last hump is not over
        QCOMPARE(cell(1, AlertTableModel::Now), QString("not known"));
        QTRY_TEXT(said("watchCounts"), startsWith("1 alert firing"));
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times, longest "));
        QVERIFY_TEXT(said("backTest"), contains("; no data before " + briefMomentText(m_start)));
        QVERIFY_TEXT(said("backTest"), endsWith(". At 5: 3 times.")); // for comparison
        QVERIFY_TEXT(said("alertsHistory"), contains(" of 512.0 MB at most; kept for 14 days"));
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
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 3 times"));
        QVERIFY(!chart()->time().area()); // it is no area
        QCOMPARE(written().alerts[0].bound.at, 3.0);
        button("discardBound")->click();
        QTRY_VERIFY(said("backTest").startsWith("Would have fired 4 times"));

        // With the keys, and kept.
        chart()->setFocus();
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(chart(), Qt::Key_Up);
        QTRY_TEXT(said("backTest"), startsWith("Would not have fired; no data before "));
        button("saveBound")->setFocus();
        button("saveBound")->click();
        QCOMPARE(m->window->focusWidget(), chart()); // the button goes
        QTRY_VERIFY(written().alerts[0].bound.at >= 15);
        QCOMPARE(written().alerts[0].wait, Micros(30s));
        QCOMPARE(written().alerts.size(), std::size_t(2));
        QTRY_VERIFY(cell(0, AlertTableModel::State).startsWith("quiet, as of "));
        QVERIFY(!button("saveBound")->isEnabled());
    }

    void aMarkedTimeSaysWhatWasMeasuredInIt()
    {
        writeHistory();
        open();
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times"));
        auto* const area = m->window->findChild<PlainLabel*>("alertArea");
        QVERIFY(area && !area->isVisible());
        chart()->time().setArea(TimeRange{m_start, m_start + 10min});
        QCOMPARE(area->text(), "10 min · denied/s: least 0, most 0.4, mean 0.2 · never above 3 · "
                               "would not have fired");
        QVERIFY(area->isVisible());
        // With keys alone: from the first round to the last.
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Home);
        QTest::keyClick(chart(), Qt::Key_End, Qt::ShiftModifier);
        QVERIFY_TEXT(area->text(), startsWith("1 h 1 min · denied/s: least 0, most 16, mean "));
        QVERIFY_TEXT(area->text(), endsWith(" · above 3 for 10 min · would have fired 4 times"));
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(chart(), Qt::Key_Up);
        QTRY_TEXT(area->text(), endsWith(" · would not have fired")); // under the bound that is tried
        m->window->session().histories().moments().name(m_start, "deploy");
        QTest::keyClick(chart(), Qt::Key_Home);
        QVERIFY_TEXT(chart()->accessibleDescription(), contains("deploy"));
        QTest::keyClick(chart(), Qt::Key_Escape);
        QVERIFY(!area->isVisible() && chart()->isVisible());
    }

    void whatWasMeasuredAsRows()
    {
        writeHistory();
        open();
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times"));
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_T);
        auto* const rows = m->window->findChild<ChartTableDialog*>();
        QVERIFY(rows && rows->isVisible());
        QCOMPARE(rows->windowTitle(), QString("What the alert measured: pay denies"));
        const ChartTable& table = rows->table();
        QCOMPARE(table.rowCount, int(chart()->rounds()->size()));
        QCOMPARE(table.headings, (QStringList{"Time", "denied/s", "Fires", "Not known because"}));
        QCOMPARE(table.cell(table.rowCount - 1, 1), QString("0"));
        for (const BackTestFiring& firing : chart()->tested().firings) {
            int row = 0; // the newest is on top
            while (table.cell(row, 0) != exactMomentText(firing.from))
                QVERIFY(++row < table.rowCount);
            QCOMPARE(table.cell(row, 2), QString("yes"));
            QCOMPARE(table.cell(row + 1, 2), QString("no"));
        }
        // What is not shown is not in it.
        chart()->time().show(m_start, m_start + 10min);
        rows->refresh();
        QCOMPARE(rows->table().rowCount, 61);
    }

    // Those of every chart with a time axis.
    void itsTimeIsHeldByTheSameHands()
    {
        writeHistory();
        open();
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times"));
        const TimeLine& time = chart()->time();
        const Micros whole = time.span();
        const auto press = [this](Qt::Key key) {
            QTest::keyClick(chart(), key);
        };
        chart()->setFocus();
        press(Qt::Key_W);
        const Micros zoomed = time.span();
        QVERIFY(zoomed < whole);
        press(Qt::Key_A);
        const Instant end = time.end();
        QVERIFY(time.movedBack());
        press(Qt::Key_D);
        QVERIFY(time.end() > end);
        press(Qt::Key_S);
        QVERIFY(time.span() > zoomed);
        press(Qt::Key_F);
        QCOMPARE(time.span(), whole);
        const QPoint middle = chart()->rect().center(); // above the bound, which is dragged elsewhere
        QVERIFY(middle.y() < chart()->boundY() - 20);
        QWheelEvent wheel(middle, chart()->mapToGlobal(middle), {}, {0, 240}, {}, Qt::ControlModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(chart(), &wheel);
        QVERIFY(time.span() < whole);
        press(Qt::Key_F);
        QTest::mousePress(chart(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(chart(), middle + QPoint(30, 0));
        QTest::mouseMove(chart(), middle + QPoint(60, 0));
        QTest::mouseRelease(chart(), Qt::LeftButton, {}, middle + QPoint(60, 0));
        QVERIFY(time.area() && time.area()->length() < whole);
        QVERIFY(m->window->findChild<PlainLabel*>("alertArea")->isVisible());
        press(Qt::Key_F);
        QVERIFY(time.span() < whole);
        press(Qt::Key_Home);
        press(Qt::Key_M);
        auto* const name = chart()->findChild<QLineEdit*>("momentName");
        QVERIFY(name && name->isVisible());
        QTest::keyClicks(name, "deploy");
        QTest::keyClick(name, Qt::Key_Return);
        QCOMPARE(time.moments()->all().size(), std::size_t(1));
        QCOMPARE(time.moments()->all().front().at, m_start);
        press(Qt::Key_End);
        press(Qt::Key_Home);
        QVERIFY_TEXT(chart()->accessibleDescription(), contains("deploy"));
    }

    void namesCanBeReadInASmallWindow()
    {
        writeHistory();
        open();
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times"));
        const auto* const table = m->window->findChild<RowTable*>("alerts");
        QVERIFY(table);
        for (const QSize size : {QSize(1100, 700), QSize(1280, 800), QSize(1920, 1080)}) {
            m->window->resize(size);
            QTRY_VERIFY(m->window->size() == size);
            QTRY_VERIFY2(table->columnWidth(AlertTableModel::Name) >= 120,
                         qPrintable(QString::number(table->columnWidth(AlertTableModel::Name))));
        }
    }

    // The buttons for a bound that is not saved have a place of their own.
    void nothingMovesWhenABoundIsTried()
    {
        writeHistory();
        open();
        m->window->resize(1100, 700);
        QTRY_VERIFY(m->window->size() == QSize(1100, 700));
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 4 times"));
        m->window->session().refresh();
        QTRY_TEXT(m->window->findChild<RowTable*>("findings")->empty().text(),
                  startsWith("Nothing is wrong. All tokens are checked"));
        QCoreApplication::processEvents(); // it is laid out
        const QRect plot = chart()->geometry();
        const int list = table()->width();
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Up);
        QTRY_VERIFY(button("saveBound")->isVisible() && button("discardBound")->isVisible());
        QCoreApplication::processEvents();
        QCOMPARE(chart()->geometry(), plot);
        QCOMPARE(table()->width(), list);
        for (const char* const name : {"saveBound", "discardBound"})
            QVERIFY2(button(name)->width() >= button(name)->sizeHint().width(), name);
    }

    // What is found below has less room then, and says as much as can be read there.
    void aMarkedTimeCutsNoTextBelow()
    {
        writeHistory();
        open();
        m->window->session().refresh();
        const auto& empty = m->window->findChild<RowTable*>("findings")->empty();
        QTRY_TEXT(empty.text(), startsWith("Nothing is wrong. All tokens are checked"));
        const auto* const text = empty.findChild<PlainLabel*>();
        const auto isWhole = [text] {
            return text->isVisible() && text->height() >= text->heightForWidth(text->width());
        };
        chart()->time().setArea(TimeRange{m_start, m_start + 10min});
        for (const QSize size : {QSize(1100, 700), QSize(1280, 800), QSize(1280, 1100)}) {
            m->window->resize(size);
            QTRY_VERIFY(m->window->size() == size);
            QTRY_VERIFY2(isWhole(), qPrintable(text->text()));
            QCOMPARE(empty.toolTip().isEmpty(), text->text() == empty.text());
        }
        QTRY_COMPARE(text->text(), empty.text()); // where there is room
    }

    // As the file has it; what was measured is rounded.
    void aBoundHasAllItsDigits()
    {
        Alert alert;
        alert.measure = AlertMeasure::DeniedRate;
        alert.bound = {true, 1.85, 0.95};
        QVERIFY_TEXT(boundText(alert), endsWith(" above 1.85"));
        QCOMPARE(backText(alert), QString("back below 0.95"));
        QCOMPARE(figureText(alert.measure, {1.87, 1.87, FigureDoubt::None, {}}), QString("1.9"));
        alert.measure = AlertMeasure::DeniedShare;
        alert.bound = {false, 12.25, {}};
        QVERIFY_TEXT(boundText(alert), endsWith(" below 12.25 %"));
    }

    // Rounds of which nothing is known are neither least nor most, and not beyond the bound.
    void aMarkedTimeSaysWhatIsNotKnown()
    {
        Alert alert;
        alert.measure = AlertMeasure::DeniedShare;
        alert.bound = {false, 20, {}};
        std::vector<MeasuredRound> rounds;
        for (int i = 0; i < 6; ++i)
            rounds.push_back({m_start + i * 10s, {10.0 * i, 10.0 * i, FigureDoubt::None, {}}});
        rounds[4].figure = {0, 100, FigureDoubt::NotKept, {}};
        BackTestedAlert tested;
        QCOMPARE(alertAreaText(alert, rounds, tested, {m_start, m_start + 50s + 1us}),
                 QString("50.0 s · denied share: least 0 %, most 50 %, mean 22 % · below 20 % for 20.0 s · "
                         "not known for 10.0 s · would not have fired"));
        tested.fired = 3; // the one before is not kept
        tested.firings = {{m_start + 20s, m_start + 30s, {}}, {m_start + 40s, {}, {}}};
        QVERIFY_TEXT(alertAreaText(alert, rounds, tested, {m_start, m_start + 50s}),
                     endsWith(" · not known for 10.0 s"));
        QVERIFY_TEXT(alertAreaText(alert, rounds, tested, {m_start + 20s, m_start + 50s}),
                     endsWith(" · would have fired 2 times"));
        QVERIFY_TEXT(alertAreaText(alert, rounds, tested, {m_start + 45s, m_start + 48s}),
                     startsWith("3.0 s · not known for 3.0 s · would have fired 1 time"));
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
        QTRY_TEXT(said("alertsProblem"), contains("was changed meanwhile"));
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
        QTRY_TEXT(said("backTest"), startsWith("Would have fired 3 times"));
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

    void whatIsBackIsNotStruckThrough()
    {
        AlertChart narrow;
        narrow.resize(480, 200);
        const auto rounds = std::make_shared<const std::vector<MeasuredRound>>(
            std::vector<MeasuredRound>{{m_start, {2, 2, FigureDoubt::None, {}}}});
        const auto labels = [&](const AlertBound& bound) {
            Alert alert;
            alert.bound = bound;
            narrow.present(alert, rounds, {});
            return narrow.boundLabels();
        };
        const double axis = narrow.height() - 20;
        QVERIFY(labels({true, 1.5, 1.2}).back.top() > narrow.boundY());
        const QRectF between = labels({true, 1.5, 0.1}).back;
        QVERIFY(between.top() > narrow.boundY() && between.bottom() <= axis);
        const auto close = labels({true, 0.2, 0.1});
        QVERIFY(close.back.bottom() <= narrow.boundY()); // beside what the bound is called
        QVERIFY(close.back.left() > close.bound.left());
        QVERIFY(labels({false, 0.1, {}}).bound.bottom() <= narrow.boundY());
    }

    void aNewAlertIsTestedBeforeItIsSaved()
    {
        writeHistory();
        open();
        const QByteArray before = writtenText();
        m->window->findChild<LinkButton*>("newAlert")->click();
        QVERIFY(dialog() && dialog()->isVisible());
        QVERIFY(!canSave()); // it has no name
        type("alertName", "pay denies much");
        QVERIFY(canSave());
        type("alertFilter", "polcy:pay");
        QVERIFY(!canSave());
        QVERIFY_TEXT(said("alertProblem"), startsWith("Of the tokens: "));
        type("alertFilter", "policy:pay");
        type("alertAt", "7,5");
        type("alertBack", "9");
        QVERIFY_TEXT(said("alertProblem"), contains("must not lie beyond"));
        type("alertBack", "");
        type("alertWait", "soon");
        QVERIFY_TEXT(said("alertProblem"), startsWith("Held for: "));
        type("alertWait", "30s");
        QTRY_TEXT(said("alertTested"), startsWith("Would have fired 3 times, longest "));
        QVERIFY(said("alertTested").contains("; no data before " + briefMomentText(m_start)));
        type("alertAt", "3");
        QTRY_TEXT(said("alertTested"), startsWith("Would have fired 4 times"));
        type("alertBack", "2");
        QTRY_TEXT(said("alertTested"), endsWith(" Without hysteresis: 4 times. At 5: 3 times."));
        type("alertBack", "");
        QCOMPARE(writtenText(), before); // nothing is saved yet
        type("alertName", "memory");
        QVERIFY_TEXT(said("alertProblem"), contains("has this name"));
        type("alertName", "pay denies much");
        saveDialog();
        QTRY_COMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(desk().chosen(), "pay denies much");
        QCOMPARE(written().alerts[2].wait, Micros(30s));
        QVERIFY(writtenText().startsWith(before.left(before.lastIndexOf(']')))); // the others as they were
    }

    // The window learns that a save is done when it is back in its event loop.
    void anAlertThatIsConfirmedDuringASaveIsSavedAsWell()
    {
        writeHistory();
        open();
        m->window->findChild<LinkButton*>("newAlert")->click();
        type("alertName", "pay denies much");
        type("alertFilter", "policy:pay");
        const Alert before = written().alerts[0];
        Alert tighter = before;
        tighter.bound.at = 5;
        desk().save(before, tighter);
        QVERIFY(desk().isSaving());
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        QVERIFY(!canSave()); // once
        QTRY_VERIFY(!dialog());
        QCOMPARE(written().alerts.size(), std::size_t(3));
        QCOMPARE(written().alerts[0].bound.at, 5.0);
        QCOMPARE(written().alerts[2].name, "pay denies much");
        QVERIFY(!desk().isSaving());
        QTRY_COMPARE(table()->model()->rowCount(), 3);
        QCOMPARE(desk().chosen(), "pay denies much");
        QCOMPARE(said("alertsProblem"), QString());
    }

    void manySavesAreMadeInTheirOrder()
    {
        writeHistory();
        open();
        std::vector<int> numbers;
        connect(&desk(), &AlertDesk::saved, this, [&numbers](const QString& problem, int number) {
            numbers.push_back(problem.isEmpty() ? number : 0);
        });
        Alert alert = written().alerts[0];
        std::vector<int> wanted;
        for (int i = 0; i < 20; ++i) {
            const Alert before = alert;
            alert.bound.at += 1; // each stands on the one before
            wanted.push_back(desk().save(before, alert));
        }
        QTRY_COMPARE(numbers, wanted);
        QCOMPARE(written().alerts[0].bound.at, 23.0);
    }

    void whatIsBeingSavedOutlivesItsWindow()
    {
        writeHistory();
        open();
        for (int i = 0; i < 5; ++i) {
            Alert alert;
            alert.name = "more " + std::to_string(i);
            alert.bound = {true, 10, {}};
            desk().save(std::nullopt, alert);
        }
        m->window.reset();
        QCOMPARE(written().alerts.size(), std::size_t(7));
    }

    // What was entered is still there.
    void anAlertThatCannotBeSavedKeepsItsDialog()
    {
        writeHistory();
        open();
        action("editAlert")->trigger();
        type("alertName", "pay");
        const QByteArray renamed = writtenText().replace("pay denies", "denied pays"); // by somebody else
        fileIn(*m_folder, "alerts.json", renamed);
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        QTRY_VERIFY(canSave());
        QVERIFY(dialog()->isVisible());
        QVERIFY_TEXT(said("alertProblem"), contains("was changed meanwhile"));
        QCOMPARE(dialog()->findChild<QLineEdit*>("alertName")->text(), "pay");
        QVERIFY(dialog()->findChild<QLineEdit*>("alertName")->isEnabled());
        QCOMPARE(written().alerts[0].name, "denied pays");
        // It is gone before it can be told: the page says it.
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        dialog()->reject();
        QTRY_TEXT(said("alertsProblem"), contains("was changed meanwhile"));
        // And what is saved meanwhile does not take that away.
        Alert other;
        other.name = "more";
        other.bound = {true, 10, {}};
        desk().save(std::nullopt, other);
        QTRY_COMPARE(written().alerts.size(), std::size_t(3));
        QTRY_VERIFY(!desk().isSaving());
        QVERIFY(said("alertsProblem").contains("was changed meanwhile"));
    }

    void withoutAFileForItAnAlertIsNotLost()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        m->window->findChild<LinkButton*>("newAlert")->click();
        type("alertName", "many");
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        auto* const chooser = m->window->findChild<QFileDialog*>("keepAlerts");
        QVERIFY(chooser);
        chooser->reject();
        QVERIFY(dialog()->isVisible());
        QVERIFY(canSave());
        dialog()->findChild<QPushButton*>("saveAlert")->click();
        QTRY_COMPARE(m->window->findChildren<QFileDialog*>("keepAlerts").size(), 1);
        Q_EMIT m->window->findChild<QFileDialog*>("keepAlerts")
            ->fileSelected(m_folder->filePath("alerts.json"));
        QTRY_VERIFY(!dialog());
        QCOMPARE(written().alerts.at(0).name, "many");
        QTRY_COMPARE(table()->model()->rowCount(), 1);
    }

    // What was written of it is not in the way.
    void anAlertFileThatIsNotWrittenWholeIsTriedAgain()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        m->window->findChild<LinkButton*>("newAlert")->click();
        type("alertName", "many");
        const QString path = m_folder->filePath("alerts.json");
        const auto save = [&] {
            dialog()->findChild<QPushButton*>("saveAlert")->click();
            QTRY_COMPARE(m->window->findChildren<QFileDialog*>("keepAlerts").size(), 1);
            auto* const chooser = m->window->findChild<QFileDialog*>("keepAlerts");
            chooser->findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(chooser, "accept");
        };
        {
            const SmallFiles onAFullDisk;
            save();
            QTRY_VERIFY(canSave());
        }
        QVERIFY2(said("alertProblem").contains("cannot be written"), qPrintable(said("alertProblem")));
        QVERIFY(!QFile::exists(path));
        save();
        QTRY_VERIFY(!dialog());
        QCOMPARE(written().alerts.at(0).name, "many");
    }

    void theFilterOfAnAlertIsCompleted()
    {
        writeHistory();
        showAbuser();
        open();
        m->window->findChild<LinkButton*>("newAlert")->click();
        auto* const filter = dialog()->findChild<FilterLine*>();
        QTRY_VERIFY(dialog()->isActiveWindow());
        filter->setFocus();
        QTest::keyClicks(filter, "policy:a");
        QTRY_VERIFY2(filter->offered().contains("policy:api"), qPrintable(filter->offered().join(' ')));
    }

    void anAlertIsEditedAndDeleted()
    {
        writeHistory();
        open();
        QVERIFY(button("changeAlert")->isEnabled());
        action("editAlert")->trigger();
        QVERIFY(dialog());
        QCOMPARE(dialog()->findChild<QLineEdit*>("alertAt")->text(), "3");
        QCOMPARE(dialog()->findChild<QLineEdit*>("alertWait")->text(), "30s");
        type("alertName", "pay");
        dialog()->findChild<QComboBox*>("alertSeverity")->setCurrentIndex(int(AlertSeverity::Critical));
        saveDialog();
        QTRY_COMPARE(written().alerts[0].name, "pay");
        QCOMPARE(written().alerts[0].severity, AlertSeverity::Critical);
        QTRY_COMPARE(desk().chosen(), "pay"); // by its new name
        QTRY_COMPARE(cell(0, AlertTableModel::Name), QString("pay"));

        // Of the server no tokens are chosen.
        table()->selectRow(1);
        QTRY_COMPARE(desk().chosen(), "memory");
        action("editAlert")->trigger();
        QVERIFY(!dialog()->findChild<FilterLine*>()->isEnabled());
        dialog()->reject();

        action("deleteAlert")->trigger();
        auto* const question = m->window->findChild<AlertsPanel*>()->findChild<QuestionBar*>();
        QVERIFY(question->isVisible());
        question->withdraw();
        QCOMPARE(written().alerts.size(), std::size_t(2));
        action("deleteAlert")->trigger();
        Q_EMIT question->accepted();
        QTRY_COMPARE(written().alerts.size(), std::size_t(1));
        QCOMPARE(written().alerts[0].name, "pay");
        QTRY_VERIFY(!action("deleteAlert")->isEnabled()); // a file has at least one
    }

    void anAlertIsSilencedForATime()
    {
        writeHistory();
        open();
        action("silenceAlert")->trigger();
        auto* const silence = m->window->findChild<DismissDialog*>();
        QVERIFY(silence);
        auto* const confirm = silence->findChild<QPushButton*>("confirmDismissal");
        QVERIFY(!confirm->isEnabled());
        QTest::keyClicks(silence->findChild<QLineEdit*>("dismissReason"), "a move");
        QVERIFY(confirm->isEnabled());
        silence->findChild<EndTimeEdit*>()->setEnd(ForGood());
        QVERIFY(!confirm->isEnabled()); // the file wants an end
        silence->findChild<EndTimeEdit*>()->setEnd(Micros(2h));
        const Instant now = m->window->link().serverNow();
        button("changeAlert")->setFocus(); // its menu was opened
        confirm->click();
        QCOMPARE(m->window->focusWidget(), table()); // while it is saved the button is greyed
        QTRY_VERIFY(written().alerts[0].silenced);
        QCOMPARE(written().alerts[0].silenced->reason, "a move");
        QVERIFY(written().alerts[0].isSilenced(now + 119min));
        QVERIFY(!written().alerts[0].isSilenced(now + 125min));
        QTRY_TEXT(cell(0, AlertTableModel::State), contains("firing, silenced, as of "));
        QVERIFY_TEXT(said("alertTold"), startsWith("Silenced until "));
        action("tellAlertAgain")->trigger();
        QTRY_VERIFY(!written().alerts[0].silenced);
        QTRY_VERIFY(!cell(0, AlertTableModel::State).contains("silenced"));
    }

    void aDraggedBoundOutlivesASilence()
    {
        writeHistory();
        open();
        chart()->setFocus();
        for (int i = 0; i < 100; ++i)
            QTest::keyClick(chart(), Qt::Key_Up);
        QTRY_TEXT(said("backTest"), startsWith("Would not have fired; no data before "));
        action("silenceAlert")->trigger();
        auto* const silence = m->window->findChild<DismissDialog*>();
        QTest::keyClicks(silence->findChild<QLineEdit*>("dismissReason"), "a move");
        silence->findChild<QPushButton*>("confirmDismissal")->click();
        QTRY_VERIFY(written().alerts[0].silenced);
        QCOMPARE(written().alerts[0].bound.at, 3.0);
        QTRY_VERIFY(button("saveBound")->isEnabled());
        QVERIFY_TEXT(said("backTest"), startsWith("Would not have fired; no data before "));

        // It is edited as it was dragged.
        action("editAlert")->trigger();
        QVERIFY(dialog()->findChild<QLineEdit*>("alertAt")->text().toDouble() >= 15);
        dialog()->reject();
        QTRY_VERIFY(!dialog());
        button("saveBound")->click();
        QTRY_VERIFY(written().alerts[0].bound.at >= 15);
        QVERIFY(written().alerts[0].silenced);
    }

    void othersChangesAreReadForItsChart()
    {
        const AuditTrail bob{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};
        QVERIFY(!apply(m->connection, blockOf({"user:1", 1h, "scrapes", "bob"}), {&bob}).trouble);
        writeHistory();
        open();
        const AuditDesk& audit = m->window->session().audit();
        QTRY_VERIFY(audit.newest().list && audit.newest().list->entries.size() == 1);
        const std::vector<TimeMark>& marks = m->window->session().histories().moments().known();
        QTRY_VERIFY(
            std::ranges::any_of(marks, [](const TimeMark& mark) { return mark.text.contains("bob"); }));
    }

    void theLastAnswersOfThoseThatAreToldAreShown()
    {
        writeHistory();
        {
            HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
            const auto answer = [&](Micros after, const char* event, const char* whose, const char* text) {
                writer.add(HistoryEvent{m_start + after, event, whose, text});
            };
            answer(50min, "told", "http://one/in", "it answered 200");
            answer(51min, "telling again", "http://two/in", "it answered 503, at attempt 1");
            answer(52min, "not told", "http://two/in", "it answered 404");
        }
        open();
        QTRY_TEXT(said("alertTold"), contains("http://one/in was told at "));
        QVERIFY_TEXT(said("alertTold"), contains(": it answered 200"));
        QVERIFY_TEXT(said("alertTold"), contains("http://two/in was not told at "));
        QVERIFY_TEXT(said("alertTold"), contains(", and is not tried again: it answered 404"));
        QVERIFY_TEXT(said("alertTold"), contains("ratewarden-ctl watch "));
        QVERIFY(!said("alertTold").contains("503")); // it was before
    }

    void whatBeginsToFireIsTold()
    {
        writeHistory();
        open();
        m->window->showPage(MainWindow::Page::Tokens);        // also when nobody looks at alerts
        QVERIFY(!m->window->statusText().contains("firing")); // it is no news
        writeAlerts(3, R"({"name": "storm", "filter": "policy:pay", "measure": "denied/s", "above": 20},
            {"name": "quiet", "filter": "policy:pay", "measure": "denied/s", "above": 20,
             "silenced": {"until": "2999-01-01T00:00:00Z", "reason": "r"}},)");
        readAgain();
        QTRY_COMPARE(table()->model()->rowCount(), 4);
        std::vector<std::string> fired;
        connect(&desk(), &AlertDesk::fired, this, [&fired](const std::vector<Alert>& alerts) {
            for (const Alert& one : alerts)
                fired.push_back(one.name);
        });
        HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
        for (int i = 367; i < 370; ++i)
            addRound(writer, i, 30);
        readAgain();
        QTRY_COMPARE(fired, std::vector<std::string>{"storm"});
        QVERIFY_TEXT(m->window->statusText(), startsWith("■ 1 alert firing · storm: denied/s above 20"));
        addRound(writer, 370, 30);
        readAgain();
        QTRY_VERIFY(desk().history()->last == m_start + 3700s);
        QCOMPARE(fired.size(), std::size_t(1)); // once
    }

    void roundsThatTakeLongAreNotOverdue()
    {
        {
            HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
            for (int i = 0; i < 6; ++i)
                addRound(writer, 60 * i, 0); // ten minutes apart
        }
        desk().open(writeAlerts());
        QTRY_VERIFY(desk().history());
        const Instant last = m_start + 50min;
        QVERIFY(!desk().overdueSince(last + 30min));
        QCOMPARE(desk().overdueSince(last + 32min), std::optional(last));
    }

    void theFirstAlertBeginsAFile()
    {
        m->window->showPage(MainWindow::Page::Watch);
        m->window->show();
        Alert alert;
        alert.name = "tokens";
        alert.bound = {true, 10, {}};
        const QString path = m_folder->filePath("alerts.json");
        desk().saveInto(path, alert);
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        QCOMPARE(desk().path(), path);
        alert.name = "more tokens";
        desk().open({});
        desk().saveInto(path, alert); // what is there stays
        QTRY_COMPARE(table()->model()->rowCount(), 2);
        desk().saveInto(m_folder->filePath("none/alerts.json"), alert);
        QTRY_TEXT(said("alertsProblem"), contains("cannot be written"));
        QCOMPARE(desk().path(), path);
    }

    void aFileThatCannotBeReadForAWhileIsStillShown()
    {
        writeHistory();
        open();
        QVERIFY(QFile::remove(m_folder->filePath("alerts.json")));
        readAgain();
        QTRY_TEXT(said("alertsProblem"), contains("what was read before"));
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
        QVERIFY_TEXT(sentence, contains("publish pay: tighter"));
        QVERIFY(said("differenceNotes").contains("does not keep whose requests"));
    }

    void whatWasChangedIsOnTheChart()
    {
        writeHistory();
        open();
        const Moments& moments = m->window->session().histories().moments();
        QTRY_COMPARE(std::ranges::count(moments.known(), m_start + 45min, &TimeMark::at), 1);
        chart()->setFocus();
        chart()->time().setCursor(m_start + 40min);
        QTest::keyClick(chart(), Qt::Key_Period);
        QCOMPARE(*chart()->time().cursor(), m_start + 45min);
        QVERIFY_TEXT(chart()->accessibleDescription(), contains("publish pay: tighter"));
        QVERIFY_TEXT(chart()->accessibleDescription(), contains("alice"));
        desk().open({}); // no file, no history
        QVERIFY(std::ranges::count(moments.known(), m_start + 45min, &TimeMark::at) == 0);
    }

    void alertsAreLinesOnTheOverview()
    {
        writeHistory();
        const auto* const flow = openSixHours();
        const auto firedAt = [&](Instant at) {
            return std::ranges::count_if(flow->marks(), [&](const TimeMark& mark) {
                return mark.kind == TimeMark::Kind::Fired && mark.at == at;
            });
        };
        QTRY_COMPARE(firedAt(m_start + 15min + 30s), 1); // when the first hump had lasted for long enough
        QCOMPARE(firedAt(m_start + 60min + 30s), 1);
        const auto first = std::ranges::find(flow->marks(), TimeMark::Kind::Fired, &TimeMark::kind);
        QCOMPARE(first->text, QString("pay denies, denied/s above 3 for 30 s"));
        feed().setReach(countsReach); // they are older than ten minutes
        QTRY_COMPARE(firedAt(m_start + 60min + 30s), 0);
    }

    void anotherHistoryIsNotMixedIn()
    {
        writeHistory();
        const auto* const flow = openSixHours();
        QTRY_VERIFY(!flow->data().series.empty() && flow->data().series[0].name == "pay");
        QCOMPARE(feed().pastChanges().size(), std::size_t(1));
        {
            HistoryWriter writer(m_folder->filePath("other").toStdString(), {});
            for (int i = 0; i < 30; ++i)
                addRound(writer, i, 1, "exports");
        }
        const QByteArray other = writtenText().replace("/history", "/other");
        QVERIFY(writeInto(desk().path(), other));
        // From the moment on at which the other one is known, nothing of the first one is shown.
        bool isMixed = false;
        connect(&desk(), &AlertDesk::changed, this, [&] {
            for (const auto& series : feed().flow().series)
                isMixed = isMixed || (desk().historyFile().ends_with("/other") && series.policy == "pay");
        });
        readAgain();
        QTRY_VERIFY(!flow->data().series.empty() && flow->data().series[0].name == "exports");
        QCOMPARE(flow->data().series.size(), std::size_t(1));
        QVERIFY(!isMixed);
        disconnect(&desk(), &AlertDesk::changed, this, nullptr);
        QVERIFY(feed().pastChanges().empty());
    }

    void thePastIsHeldWhilePaused()
    {
        writeHistory();
        const auto* const flow = openSixHours();
        QTRY_VERIFY(!flow->data().series.empty());
        QTRY_VERIFY(m->window->session().live());
        m->window->session().setPaused(true);
        const RequestFlow held = feed().flow();
        {
            HistoryWriter writer(m_folder->filePath("history").toStdString(), {});
            for (int i = 367; i < 500; ++i)
                addRound(writer, i, 50);
        }
        const auto mostDenied = [&] {
            return std::ranges::max(feed().flow().denied);
        };
        m->window->showPage(MainWindow::Page::Tokens);
        m->window->showPage(MainWindow::Page::Overview); // which would read it again
        readAgain();
        QTRY_VERIFY(desk().history()->last == m_start + 4990s);
        QCOMPARE(feed().flow().from, held.from);
        QVERIFY(mostDenied() < 20);
        m->window->session().setPaused(false);
        m->window->showPage(MainWindow::Page::Tokens);
        m->window->showPage(MainWindow::Page::Overview);
        QTRY_VERIFY(mostDenied() > 20);
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
        const auto* const legend = m->window->findChild<QWidget*>("flowLegend0");
        QVERIFY(legend);
        QTRY_VERIFY(legend->geometry().bottom() < link->y()); // which takes none of its room
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
        const QString file =
            fileIn(*m_folder, "alerts.json",
                   R"({"schema": 1, "alerts": [{"name": "a", "measure": "nothing", "above": 1}]})");
        desk().open(file);
        QTRY_TEXT(said("alertsProblem"), contains("measure"));
        desk().open(m_folder->filePath("none.json"));
        QTRY_TEXT(said("alertsProblem"), contains("cannot be read"));
    }
};

RATEWARDEN_SUITE(TestAlertsPanel)
#include "tst_alerts_panel.moc"
