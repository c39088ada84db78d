// SPDX-License-Identifier: GPL-3.0-or-later
// Trials of the lab as files: saved, opened, dropped, and run by ratewarden-ctl with the same result.
#include "core/lab/trace_file.h"
#include "core/lab/trial_file.h"
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab/lab_expectations_card.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMimeData>
#include <QProcess>
#include <QSpinBox>
#include <QTranslator>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabTrialFiles : public LabTest {
    Q_OBJECT

private:
    LabExpectationsCard& card() { return *find<LabExpectationsCard>("labExpectations"); }
    void click(const char* name)
    {
        QTRY_VERIFY(find<QPushButton>(name));
        m->click(find<QPushButton>(name));
    }
    void expect(const QString& text)
    {
        auto* const field = find<QLineEdit>("labExpectation");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text + '\r');
    }
    void settle() { QTRY_VERIFY(isReady()); }
    void save(const QString& to)
    {
        card().saveAs(to);
        QTRY_VERIFY(QFile::exists(to));
        settle();
        QVERIFY2(bannerText(lab()).isEmpty(), qPrintable(bannerText(lab())));
    }
    /// As a pipeline would run it. The exit code, and what it printed.
    static std::pair<int, QString> run(const QString& trial)
    {
        QProcess process;
        process.start(qEnvironmentVariable("RATEWARDEN_CTL"), {"lab", "test", trial});
        if (!process.waitForFinished(patienceMs))
            return {-1, process.errorString()};
        return {process.exitCode(),
                QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError())};
    }
    void openLogWithAbuser()
    {
        open();
        lab().desk().openFile(write("access.jsonl", logOfAnHour("203.0.113.77")));
        settle();
        auto* const table = find<QTableView>("sufferers");
        table->setFocus();
        table->selectRow(0);
        QTest::keyClick(table, Qt::Key_Space);
        QTRY_VERIFY(find<QPushButton>("useProposal")->isVisible());
        m->click(find<QPushButton>("useProposal"));
        settle();
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        QDir(m_folder.path()).removeRecursively();
        QDir().mkpath(m_folder.path());
    }

    void savedAndRunInAPipeline()
    {
        openLogWithAbuser();
        action("labShowExpectations")->trigger();
        QTRY_VERIFY(card().isVisible());
        click("suggest:abuser");
        click("suggest:others");
        settle();
        QCOMPARE(card().texts(),
                 (QStringList{"✓ denied(abuser) >= 1 · A: 2,700", "✓ denied(others) = 0 · A: 0"}));
        QCOMPARE(label("labExpectationsSum"), "all met");
        picture("expectations");
        save(path("trial.json"));
        const TrialFile file = parseTrialFile("t", readFile(path("trial.json")).toStdString());
        QCOMPARE(file.traffic, "access.jsonl"); // beside it, so it can be moved with it
        QVERIFY((file.groups == std::vector<TokenGroup>{{"abuser", {"203.0.113.77"}}}));
        QVERIFY(!QFile::exists(path("trial.trace")));
        const auto [code, out] = run(path("trial.json"));
        QVERIFY2(code == 0 && out.contains("2 expectations, 0 failed"), qPrintable(out));

        // What does not hold is told here as there.
        expect("A: denied(all) < 2700");
        settle();
        QCOMPARE(card().texts().last(), "✗ A: denied(all) < 2700 · A: 2,700");
        QCOMPARE(label("labExpectationsSum"), "1 of 3 not met");
        save(path("failing.json"));
        const auto [failed, why] = run(path("failing.json"));
        QVERIFY2(failed == 1 && why.contains("FAILED") && why.contains("but it is 2700"), qPrintable(why));
    }

    void expectationsFollowTheRules()
    {
        openLogWithAbuser();
        action("labShowExpectations")->trigger();
        click("suggest:others");
        settle();
        QVERIFY(card().texts().value(0).startsWith("✓"));
        auto* const limits = find<QWidget>("labRules");
        QTest::keyClick(limits->findChildren<QSpinBox*>("limit").value(1), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(limits->findChildren<QSpinBox*>("limit").value(1), "5\r");
        settle();
        QVERIFY_TEXT(card().texts().value(0), startsWith("✗ denied(others) = 0 · A: "));

        // A part of the time that is counted alone changes nothing of it.
        const QString whole = card().texts().value(0);
        auto* const bars = find<RequestHistogram>("labHistogram");
        bars->setFocus();
        QTest::keyClick(bars, Qt::Key_Home);
        QTest::keyClick(bars, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(bars->chosen());
        settle();
        QCOMPARE(card().texts().value(0), whole);
        QTest::keyClick(bars, Qt::Key_Escape);

        // What names nobody is not met, and not saved.
        expect("denied(partner) = 0");
        QTRY_COMPARE(card().texts().value(1), "✗ denied(partner) = 0 · there is no group partner");
        card().saveAs(path("bad.json"));
        QTRY_VERIFY(bannerText(lab()).contains("not there"));
        QVERIFY(!QFile::exists(path("bad.json")));
        // What cannot be read is refused where it was typed.
        expect("denied others = 0");
        QVERIFY_TEXT(card().problem(), contains("denied others"));
        QCOMPARE(card().expectations().size(), 2U);
    }

    void trafficWithoutAFileIsSavedBesideIt()
    {
        openExample(2);
        action("labShowExpectations")->trigger();
        click("suggest:abuser");
        settle();
        save(path("made.json"));
        QVERIFY(QFile::exists(path("made.trace")));
        QCOMPARE(readTrafficFile(path("made.trace").toStdString()).trace.times, lab().traffic()->trace.times);
        const auto [code, out] = run(path("made.json"));
        QVERIFY2(code == 0, qPrintable(out));

        // Saved again it takes the same place; what belongs to something else stays.
        save(path("made.json"));
        QVERIFY(!QFile::exists(path("made-2.trace")));
        write("other.trace", "somebody's");
        save(path("other.json"));
        QCOMPARE(readFile(path("other.trace")), "somebody's");
        QCOMPARE(parseTrialFile("t", readFile(path("other.json")).toStdString()).traffic, "other-2.trace");

        // Opened in another window, it is the same.
        const QStringList trials = rows("trials");
        const QStringList expected = card().texts();
        const QString sentence = lab().sentence();
        m = std::make_unique<WindowFixture>();
        open();
        lab().desk().openFile(path("made.json"));
        settle();
        QCOMPARE(rows("trials"), trials);
        QVERIFY(card().isVisible());
        QCOMPARE(card().texts(), expected);
        QCOMPARE(lab().sentence(), sentence);
        QVERIFY_TEXT(lab().about(), startsWith("made.trace · "));
        QVERIFY(m->window->statusText().contains("Opened the trial made.json"));
    }

    // The file is the same in every language; the screen is not.
    void aTrialInAnotherLanguage()
    {
        struct German : QTranslator {
            bool isEmpty() const override { return false; }
            QString translate(const char*, const char* text, const char*, int) const override
            {
                return QLatin1String(text) == QLatin1String("Enforced") ? "Erzwungen" : QString();
            }
        } german;
        openExample(1);
        QVERIFY(rows("trials").value(0).startsWith("Enforced · "));
        save(path("english.json"));
        QVERIFY(QCoreApplication::installTranslator(&german));
        m = std::make_unique<WindowFixture>();
        open();
        lab().desk().openFile(path("english.json"));
        settle();
        QVERIFY_TEXT(rows("trials").value(0), startsWith("Erzwungen · "));
        QCOMPARE(find<QTableView>("trials")->currentIndex().row(), 1); // the first that is tried
        save(path("german.json"));
        const TrialFile file = parseTrialFile("t", readFile(path("german.json")).toStdString());
        QCOMPARE(file.candidates.front().name, "Enforced");
    }

    void aDroppedTrialIsOpened()
    {
        openLogWithAbuser();
        save(path("trial.json"));
        lab().desk().openExample(0);
        QTRY_VERIFY(isReady() && lab().traffic()->trace.size() == 7);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path("trial.json"))});
        QDragEnterEvent enters(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&lab(), &enters);
        QVERIFY(enters.isAccepted());
        QDropEvent drops(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(&lab(), &drops);
        QTRY_VERIFY(isReady() && lab().traffic()->trace.size() == 10800);
        QVERIFY2(rows("trials").value(0).startsWith("A · 15/min|8,100|2,700|"),
                 qPrintable(rows("trials").join('\n')));
    }

    void tokensThatTheTrafficLacks()
    {
        open();
        // They are named, and what is expected of them is not met.
        write("access.jsonl", logOfAnHour("203.0.113.77"));
        lab().desk().openFile(
            write("absent.json", R"({"traffic":"access.jsonl","candidates":["A=gcra: 5/min"],
            "tokens":{"abuser":["nobody"]},"expectations":["denied(abuser) = 0"]})"));
        QTRY_TEXT(bannerText(lab()), contains("does not have nobody"));
        settle();
        QVERIFY_TEXT(card().problem(), contains("nobody"));
        QVERIFY(!card().texts().value(0).startsWith("✓"));
    }

    void aTrialOnRedis()
    {
        for (int i = 0; i < 5; ++i)
            m->limiter.acquire("abuser");
        m->limiter.acquire("good");
        open();
        QTRY_VERIFY(m->window->session().live());
        lab().desk().openFile(
            write("redis.json", R"({"traffic":"redis:api","candidates":["A=sliding-log: 2/min"],
            "tokens":{"abuser":["abuser"]},"expectations":["denied(abuser) >= 3","denied(others) = 0"]})"));
        settle();
        QCOMPARE(card().texts(),
                 (QStringList{"✓ denied(abuser) >= 3 · A: 3", "✓ denied(others) = 0 · A: 0"}));
    }
};

RATEWARDEN_SUITE(TestLabTrialFiles)
#include "tst_lab_trial_files.moc"
