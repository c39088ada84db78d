// SPDX-License-Identifier: GPL-3.0-or-later
// Bursts in the lab: entered, proposed against the marked tokens, and taken; candidates from the published
// limits of providers; and, by hand, how fluid the page stays with much traffic.
#include "core/lab/provider_profiles.h"
#include "tests/support/suites.h"
#include "tests/ui/lab_view_test.h"
#include "ui/pages/lab/lab_burst_line.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_rules_card.h"

#include <QComboBox>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabBurst : public LabViewTest {
    Q_OBJECT

private:
    LabRuleRow& rule(Micros window) { return *find<LabRulesCard>("labRules")->row(window); }
    LabBurstLine& line() { return rule(1min).burstLine(); }
    QPushButton& use() { return *line().findChild<QPushButton*>("useBurst"); }
    std::vector<Rule> rules() { return lab().candidate().policy.rules; }

    /// An hour in which ten clients send 6 requests at once each minute, and an abuser 20.
    static QByteArray logOfBursts()
    {
        QByteArray lines;
        for (int minute = 0; minute < 60; ++minute)
            for (int client = 0; client <= 10; ++client)
                for (int i = 0; i < (client == 10 ? 20 : 6); ++i)
                    lines += QStringLiteral("{\"ts\":\"2026-11-21T10:%1:30Z\",\"remote_ip\":\"10.0.0.%2\"}\n")
                                 .arg(minute, 2, 10, QLatin1Char('0'))
                                 .arg(client)
                                 .toUtf8();
        return lines;
    }
    void type(QSpinBox* field, const QString& text)
    {
        field->setFocus();
        QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text + '\r');
    }
    void typeLimit(const QString& text) { type(rule(1min).findChild<QSpinBox*>("limit"), text); }
    void typeBurst(const QString& text) { type(line().findChild<QSpinBox*>(), text); }
    void chooseAlgorithm(const char* name)
    {
        auto* const box = find<QComboBox>("labAlgorithm");
        const int row = box->findData(name);
        QVERIFY(row >= 0);
        box->setCurrentIndex(row);
        Q_EMIT box->activated(row); // as the popup does it
    }
    void markFirst()
    {
        clickCell("sufferers", 0, 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
    }
    QMenu* addMenu() { return find<QPushButton>("addCandidate")->menu(); }

private Q_SLOTS:
    void theBurstIsProposedAndTaken()
    {
        open();
        read(write("bursts.jsonl", logOfBursts()));
        chooseAlgorithm("gcra");
        QVERIFY(line().isHidden()); // no limit, no burst
        typeLimit("60");
        QVERIFY(line().isVisible() && rule(1s).burstLine().isHidden());
        QCOMPARE(line().sentence(), "");
        waitUntilIdle();
        markFirst();
        QTRY_COMPARE(line().sentence(), "6 to 19 stops it and nobody else");
        QTRY_COMPARE(rule(1min).effect(), "stops 0, hurts 0");

        // Taken with a click; now only a trial tells, and it does.
        QVERIFY(use().isVisible());
        QCOMPARE(use().text(), "Use 8");
        QTest::mouseClick(&use(), Qt::LeftButton);
        QCOMPARE(rules(), parseRules("60/min burst 8"));
        QTRY_COMPARE(rule(1min).effect(), "only a trial tells");
        QVERIFY(!use().isVisible());
        waitUntilIdle();
        QVERIFY_TEXT(rows("trials").value(0), startsWith("A · gcra 60/min burst 8|4,080|720|1|0|"));
        QCOMPARE(line().sentence(), "6 to 19 stops it and nobody else");
        picture("lab-burst");

        // A larger one stops nobody, and the proposal can be taken again.
        typeBurst("25");
        QCOMPARE(rules(), parseRules("60/min burst 25"));
        waitUntilIdle();
        QVERIFY_TEXT(rows("trials").value(0), contains("|0|0|0|"));
        QVERIFY(use().isVisible());

        // Nothing entered is the limit's, of which peaks tell again.
        typeBurst("");
        QCOMPARE(rules(), parseRules("60/min"));
        QTRY_COMPARE(rule(1min).effect(), "stops 0, hurts 0");
    }

    // At 6 a minute the backlog of 20 grows by 14 in each of 59 minutes: 846 at once are needed at last.
    void theProposalFollowsLimitAndMarks()
    {
        open();
        read(write("bursts.jsonl", logOfBursts()));
        chooseAlgorithm("token-bucket");
        typeLimit("60");
        markFirst();
        QTRY_COMPARE(line().sentence(), "6 to 19 stops it and nobody else");
        typeLimit("6");
        QTRY_COMPARE(line().sentence(), "6 to 845 stops it and nobody else");
        waitUntilIdle();
        QTest::keyClicks(find<QLineEdit>("addMark"), "10.0.0.3\r");
        QTRY_COMPARE(line().sentence(), "no burst stops them and nobody else");
        QVERIFY(!use().isVisible());
    }

    void othersTakeNoBurst()
    {
        open();
        read(write("bursts.jsonl", logOfBursts()));
        chooseAlgorithm("gcra");
        typeLimit("60");
        typeBurst("8");
        QCOMPARE(rules(), parseRules("60/min burst 8"));
        chooseAlgorithm("fixed-window");
        QVERIFY(line().isHidden());
        QCOMPARE(rules(), parseRules("60/min"));
        chooseAlgorithm("gcra");
        QVERIFY(line().isVisible());
        QCOMPARE(rules(), parseRules("60/min burst 8"));
        // Another candidate has its own.
        addMenu()->actions().first()->trigger();
        QTRY_COMPARE(lab().candidate().name, "B");
        typeLimit("30");
        QCOMPARE(rules(), parseRules("30/min"));
        waitUntilIdle();
        clickCell("trials", 0, 0);
        QCOMPARE(rules(), parseRules("60/min burst 8"));
        QCOMPARE(line().burst(), 8);
    }

    void candidatesAreAdded()
    {
        openExample(2);
        const auto add = [&](const QString& text) {
            for (QAction* const action : addMenu()->actions())
                if (action->text() == text)
                    return action->trigger();
            QFAIL(qPrintable("no action " + text));
        };
        const int before = int(rows("trials").size());
        const Candidate chosen = lab().candidate();
        const QString name = QString::fromStdString(chosen.name);
        add("Copy of " + name);
        QCOMPARE(rows("trials").size(), before + 1);
        QVERIFY(lab().candidate().name != chosen.name);
        QCOMPARE(lab().candidate().policy, chosen.policy);
        add("Empty");
        QVERIFY(rules().empty());
        QCOMPARE(lab().candidate().policy.algorithm, chosen.policy.algorithm);
        add("github-rest · fixed-window 5,000/h");
        QCOMPARE(lab().candidate().name, "github-rest");
        QCOMPARE(rules(), parseRules("5000/h"));
        QCOMPARE(lab().candidate().policy.algorithm, "fixed-window");
        waitUntilIdle();
        QVERIFY_TEXT(rows("trials").last(), startsWith("github-rest · fixed-window 5,000/h|"));
        // Once more, under another name; each says where its limits are from.
        add("github-rest · fixed-window 5,000/h");
        QCOMPARE(lab().candidate().name, "github-rest (2)");
        for (const ProviderProfile& profile : providerProfiles())
            QVERIFY(std::ranges::any_of(addMenu()->actions(), [&](const QAction* action) {
                return action->text().startsWith(QString::fromUtf8(profile.name.data())) &&
                       action->toolTip().contains(QString::fromUtf8(profile.page.data())) &&
                       action->toolTip().contains(QString::fromUtf8(profile.read.data()));
            }));
        QVERIFY(!find<QPushButton>("addCandidate")->isEnabled() || rows("trials").size() < 6);
        if (!qEnvironmentVariableIsEmpty("LAB_PICTURES")) {
            addMenu()->popup(QPoint(100, 100));
            addMenu()->grab().save(QDir(qEnvironmentVariable("LAB_PICTURES")).filePath("lab-add.png"));
            addMenu()->close();
        }
    }

    // Prints how long the GUI thread is busy at most while much traffic is opened and a limit is dragged.
    void muchTraffic()
    {
        const QString file = qEnvironmentVariable("LAB_BIG_TRACE");
        if (file.isEmpty())
            QSKIP("LAB_BIG_TRACE names a trace file");
        open();
        QTimer ticks;
        ticks.setTimerType(Qt::PreciseTimer);
        QElapsedTimer since;
        qint64 longest = 0;
        connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
        since.start();
        ticks.start(10);
        QElapsedTimer whole;
        const auto report = [&](const char* what) {
            qInfo("%s: %lld ms, the GUI thread blocked for %lld ms at most", what, whole.restart(), longest);
            longest = 0;
        };
        const auto waitFor = [](const auto& condition) {
            while (!condition())
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        };
        const auto idle = [&] {
            return isReady();
        };
        whole.start();
        lab().desk().openFile(file);
        waitFor([&] { return lab().traffic() != nullptr; });
        report("opened");
        waitFor(idle);
        report("all computed");
        markFirst();
        waitFor(idle);
        report("marked");
        typeLimit("400");
        waitFor(idle);
        report("a limit");
        LimitSlider& slider = rule(1min).slider();
        const QPoint start = slider.handle().toPoint();
        QTest::mousePress(&slider, Qt::LeftButton, {}, start);
        std::vector<qint64> answers;
        for (int x = start.x(); x > 20; x -= 2) {
            const QString before = rule(1min).effect();
            QElapsedTimer answer;
            answer.start();
            QTest::mouseMove(&slider, QPoint(x, start.y()));
            waitFor([&] { return rule(1min).effect() != before || answer.elapsed() > 200; });
            if (rule(1min).effect() != before) // small steps change nothing
                answers.push_back(answer.elapsed());
        }
        report("dragged slowly");
        QVERIFY(!answers.empty());
        std::ranges::sort(answers);
        qInfo("%zu times what the limit does changed: after %lld ms at the median, %lld ms at most",
              answers.size(), answers[answers.size() / 2], answers.back());
        for (int x = 20; x < start.x(); x += 2) {
            QElapsedTimer frame;
            frame.start();
            QTest::mouseMove(&slider, QPoint(x, start.y()));
            waitFor([&] { return frame.elapsed() >= 8; });
        }
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, start);
        report("dragged");
        waitFor(idle);
        report("after it");
        chooseAlgorithm("gcra");
        waitFor(idle);
        report("gcra, with bursts proposed");
        lab().desk().openFile(file);
        const SharedTraffic before = lab().traffic();
        waitFor([&] { return lab().traffic() != before && isReady(); });
        report("opened again");
    }
};

RATEWARDEN_SUITE(TestLabBurst)
#include "tst_lab_burst.moc"
