// SPDX-License-Identifier: GPL-3.0-or-later
// labels: clock
// A live trial from the lab's page: its cost, its figures, its end, and that its keys are gone however it is
// ended.
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/dialogs/live_trial_dialog.h"
#include "ui/widgets/plain_label.h"

#include <QCheckBox>
#include <QPointer>
#include <QSignalSpy>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLiveTrialDialog : public LabTest {
    Q_OBJECT

private:
    QPushButton* liveButton() { return lab().findChild<QPushButton*>("liveTrial"); }

    QPointer<LiveTrialDialog> openDialog()
    {
        [&] {
            QTRY_VERIFY(liveButton()->isEnabled());
        }();
        QTest::mouseClick(liveButton(), Qt::LeftButton);
        return m->window->findChild<LiveTrialDialog*>();
    }
    static void set(LiveTrialDialog& dialog, const char* field, const QString& value)
    {
        auto* const box = dialog.findChild<QSpinBox*>(field);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, value);
        QTest::keyClick(box, Qt::Key_Tab);
    }
    static QPushButton* start(LiveTrialDialog& dialog) { return dialog.findChild<QPushButton*>("liveStart"); }
    static QString figure(LiveTrialDialog& dialog, const char* name)
    {
        return dialog.findChild<PlainLabel*>(name)->text();
    }
    /// Of live trials, on the server.
    std::size_t scratchKeys() { return m->connection.call({"KEYS", "rw:*scratch:*"}).view().size(); }

private Q_SLOTS:
    void runsAndRemovesItsKeys()
    {
        openExample(2);
        const auto dialog = openDialog();
        QVERIFY(dialog && dialog->isVisible());
        QTest::mouseClick(liveButton(), Qt::LeftButton); // a second click opens no second one
        QCOMPARE(m->window->findChildren<LiveTrialDialog*>().size(), 1);
        set(*dialog, "liveRate", "200");
        set(*dialog, "liveSeconds", "4");
        QTRY_TEXT(dialog->estimate(), startsWith("800 requests from "));
        QTRY_VERIFY(start(*dialog)->isEnabled());
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QVERIFY(dialog->isRunning());
        QCOMPARE(start(*dialog)->text(), "Stop");
        QVERIFY(!dialog->findChild<QSpinBox*>("liveRate")->isEnabled());
        QTRY_VERIFY(figure(*dialog, "liveSent").toInt() > 100); // while it runs
        QVERIFY(scratchKeys() > 1);
        QTRY_VERIFY(!dialog->isRunning());
        QVERIFY_TEXT(dialog->result(), startsWith("800 of 800 requests answered, "));
        QVERIFY_TEXT(dialog->result(), endsWith(" scratch keys removed."));
        QCOMPARE(figure(*dialog, "liveSent"), "800");
        QVERIFY(figure(*dialog, "liveDenied").endsWith(" %"));
        QCOMPARE(scratchKeys(), std::size_t(0));
        QCOMPARE(start(*dialog)->text(), "Start"); // and once more
        QTRY_VERIFY(start(*dialog)->isEnabled());
        QTest::mouseClick(dialog->findChild<QPushButton*>("liveClose"), Qt::LeftButton);
        QTRY_VERIFY(!dialog);
    }

    void returnInAFieldStarts()
    {
        openExample(2);
        const auto dialog = openDialog();
        set(*dialog, "liveSeconds", "600");
        QTRY_VERIFY(start(*dialog)->isEnabled());
        auto* const rate = dialog->findChild<QSpinBox*>("liveRate");
        rate->setFocus();
        QTest::keyClick(rate, Qt::Key_Return);
        QVERIFY(dialog->isRunning());
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isRunning());
    }

    void stoppedOrClosedItRemovesThem()
    {
        openExample(2);
        auto dialog = openDialog();
        set(*dialog, "liveRate", "200");
        set(*dialog, "liveSeconds", "600");
        QTRY_VERIFY(start(*dialog)->isEnabled());
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(figure(*dialog, "liveSent").toInt() > 20);
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isRunning());
        QVERIFY_TEXT(dialog->result(), contains(" Stopped before the end."));
        QCOMPARE(scratchKeys(), std::size_t(0));

        QTRY_VERIFY(start(*dialog)->isEnabled());
        QSignalSpy done(&lab(), &LabPage::done);
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(scratchKeys() > 10);
        QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
        QTRY_VERIFY(!dialog);
        QCOMPARE(scratchKeys(), std::size_t(0));
        QCOMPARE(done.size(), 1);
        QVERIFY(done[0][0].toString().startsWith("Live trial: "));
    }

    void aClosedWindowRemovesThem()
    {
        openExample(2);
        const auto dialog = openDialog();
        set(*dialog, "liveSeconds", "600");
        QTRY_VERIFY(start(*dialog)->isEnabled());
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(scratchKeys() > 10);
        m->window.reset();
        QVERIFY(!dialog);
        QCOMPARE(scratchKeys(), std::size_t(0));
    }

    void whatCouldHarmHasToBeForced()
    {
        m->connection.call({"CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-lru"});
        openExample(2);
        const auto dialog = openDialog();
        set(*dialog, "liveRate", "100");
        set(*dialog, "liveSeconds", "1");
        auto* const force = dialog->findChild<QCheckBox*>("liveForce");
        QTRY_VERIFY(force->isVisible());
        QVERIFY_TEXT(dialog->problem(), contains("evicts keys"));
        QVERIFY(!start(*dialog)->isEnabled());
        QVERIFY(!start(*dialog)->toolTip().isEmpty());
        QTRY_VERIFY2(dialog->estimate().startsWith("100 requests"),
                     qPrintable(dialog->estimate() + dialog->problem()));
        const auto tick = [force] {
            QTest::mouseClick(force, Qt::LeftButton, {}, QPoint(8, force->height() / 2));
        };
        tick();
        QVERIFY(force->isChecked() && start(*dialog)->isEnabled());
        // Another trial has to be forced anew.
        set(*dialog, "liveSeconds", "2");
        QVERIFY(!force->isChecked());
        QTRY_VERIFY2(dialog->estimate().startsWith("200 requests"),
                     qPrintable(dialog->estimate() + dialog->problem()));
        QVERIFY(!start(*dialog)->isEnabled());
        tick();
        QVERIFY(force->isChecked() && start(*dialog)->isEnabled());
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QVERIFY(dialog->isRunning());
        m->connection.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        QTRY_VERIFY(!dialog->isRunning());
        QVERIFY_TEXT(dialog->result(), startsWith("200 of 200 requests answered"));
        QTRY_VERIFY(!force->isVisible());
        QVERIFY(!force->isChecked()); // so is what is of another concern
    }

    void whyItFailedStays()
    {
        openExample(2);
        const auto dialog = openDialog();
        QTRY_VERIFY(start(*dialog)->isEnabled());
        m->connection.call({"ACL", "SETUSER", "default", "-hset"});
        QTest::mouseClick(start(*dialog), Qt::LeftButton);
        QTRY_VERIFY(!dialog->isRunning());
        QVERIFY_TEXT(dialog->problem(), contains("hset", Qt::CaseInsensitive));
        set(*dialog, "liveRate", "100"); // which asks for another estimate
        QVERIFY(!start(*dialog)->isEnabled());
        QTRY_VERIFY(start(*dialog)->isEnabled());
        QVERIFY_TEXT(dialog->problem(), contains("hset", Qt::CaseInsensitive));
    }

    void withoutServerOrLimitsItIsOff()
    {
        m->window->show();
        m->turnTo(MainWindow::Page::Lab);
        QVERIFY(!liveButton()->isEnabled());
        QVERIFY(liveButton()->toolTip().contains("Open some traffic first"));
        openExample(2);
        QTRY_VERIFY(liveButton()->isEnabled());
        m->server.kill();
        QTRY_VERIFY(!liveButton()->isEnabled());
        QVERIFY(liveButton()->toolTip().contains("There is no connection to a server"));
    }
};

RATEWARDEN_SUITE(TestLiveTrialDialog)
#include "tst_live_trial_dialog.moc"
