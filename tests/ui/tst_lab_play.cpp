// SPDX-License-Identifier: GPL-3.0-or-later
// The requests of a token are played, stepped through and scrubbed, in a time that the test makes.
#include "tests/support/suites.h"
#include "tests/ui/lab_view_test.h"
#include "ui/pages/lab/lab_transport.h"

#include <QComboBox>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTimer>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabPlay : public LabViewTest {
    Q_OBJECT

private:
    Micros m_clock{};

    LabTransport& transport() { return *lab().findChild<LabTransport*>(); }
    LabPlayer& player() { return transport().player(); }
    std::size_t cursor() { return strips().cursor().value_or(1'000'000); }
    static LabPlayer::Times timesOf(std::initializer_list<Micros> times)
    {
        std::vector<Instant> moments;
        for (const Micros time : times)
            moments.emplace_back(time);
        return std::make_shared<const std::vector<Instant>>(std::move(moments));
    }
    void setSpeed(double speed)
    {
        auto* const box = find<QComboBox>("playSpeed");
        box->setCurrentIndex(box->findData(speed));
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        m_clock = {};
    }

    void timeGoesAtTheSpeed_data()
    {
        QTest::addColumn<double>("speed");
        for (const double speed : LabPlayer::speeds)
            if (speed != LabPlayer::fastest)
                QTest::addRow("%g", speed) << speed;
    }
    void timeGoesAtTheSpeed()
    {
        QFETCH(double, speed);
        Micros clock{};
        LabPlayer player;
        player.setClock([&clock] { return clock; });
        player.setTimes(timesOf({10s, 10s, 40s, 70s}));
        player.setSpeed(speed);
        player.play();
        QVERIFY(player.isPlaying());
        const auto passes = [&](Micros ofTrace) {
            clock += Micros(std::llround(double(ofTrace.count()) / speed));
        };
        passes(29s);
        QTRY_COMPARE(player.moment(), Instant(39s));
        QCOMPARE(player.position(), std::optional<std::size_t>(1)); // both of that moment
        passes(1s);
        QTRY_COMPARE(player.position(), std::optional<std::size_t>(2));
        QVERIFY(player.isPlaying());
        passes(500s);
        QTRY_COMPARE(player.position(), std::optional<std::size_t>(3));
        QVERIFY(!player.isPlaying()); // at the end it stops
        QCOMPARE(player.moment(), Instant(70s));
    }

    void anotherSpeedGoesOnFromThere()
    {
        Micros clock{};
        LabPlayer player;
        player.setClock([&clock] { return clock; });
        player.setTimes(timesOf({0s, 100s}));
        player.setSpeed(1);
        player.play();
        clock = 30s;
        QTRY_COMPARE(player.moment(), Instant(30s));
        player.setSpeed(10);
        clock = 32s;
        QTRY_COMPARE(player.moment(), Instant(50s));
        player.pause();
        clock = 90s;
        player.play();
        clock = 91s;
        QTRY_COMPARE(player.moment(), Instant(60s)); // the pause does not count
    }

    void theFastestGoesThroughAll()
    {
        LabPlayer player;
        player.setTimes(timesOf({0s, 1h, 100h, 1000h}));
        player.setSpeed(LabPlayer::fastest);
        QSignalSpy moved(&player, &LabPlayer::moved);
        player.play();
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(player.position(), std::optional<std::size_t>(3));
        QCOMPARE(moved.size(), 4); // one by one
    }

    void nothingIsPlayed()
    {
        LabPlayer player;
        player.play();
        player.step(1);
        QVERIFY(!player.isPlaying() && !player.position());
        player.setTimes(timesOf({1s}));
        player.step(-1);
        QCOMPARE(player.position(), std::optional<std::size_t>(0));
        player.setTimes(nullptr);
        QVERIFY(!player.position());
    }

    // The article's seven requests: what comes later is greyed until it is decided, and each step says why.
    void anExampleIsPlayed()
    {
        openExample(0);
        player().setClock([this] { return m_clock; });
        QTest::keyClick(&strips(), Qt::Key_Home);
        QTRY_TEXT(label("labReason"), startsWith("A allows: 0 of"));
        QVERIFY(!strips().decidedUntil());
        setSpeed(1);
        click("playRequests");
        QVERIFY(player().isPlaying());
        const std::vector<Instant> times = strips().data()->times;
        m_clock += times[2] - times[0] + 1us;
        QTRY_COMPARE(cursor(), 2U);
        QCOMPARE(strips().decidedUntil(), std::optional(times[2] + 1us));
        QTRY_TEXT(label("labReason"), contains("2 of 5/min used"));
        QCOMPARE(find<QSlider>("scrubber")->value(), 2);
        m_clock += times[6] - times[2];
        QTRY_COMPARE(cursor(), 6U);
        QTRY_VERIFY(!player().isPlaying());
        QVERIFY(!strips().decidedUntil()); // all is decided
    }

    void theKeysPlayAndStep()
    {
        openExample(0);
        player().setClock([this] { return m_clock; });
        QTest::keyClick(&strips(), Qt::Key_Home);
        QWidget* const window = m->window.get();
        QTest::keyClick(window, Qt::Key_Period);
        QCOMPARE(cursor(), 1U);
        QTest::keyClick(window, Qt::Key_Period);
        QTest::keyClick(window, Qt::Key_Comma);
        QCOMPARE(cursor(), 1U);
        QCOMPARE(strips().decidedUntil(), std::optional(strips().data()->times[1]));
        strips().setFocus();
        QTest::keyClick(&strips(), Qt::Key_Space);
        QVERIFY(player().isPlaying());
        QTest::keyClick(&strips(), Qt::Key_Space);
        QVERIFY(!player().isPlaying());
        QVERIFY(strips().decidedUntil()); // it stands in the middle
        QTest::keyClick(&strips(), Qt::Key_Escape);
        QVERIFY(!strips().decidedUntil());
        QVERIFY(find<QWidget>("playRequests")->toolTip().contains("Space"));
        QVERIFY(find<QWidget>("stepBack")->toolTip().contains("(,)"));
        QVERIFY(find<QWidget>("stepForward")->toolTip().contains("(.)"));
        // Where Space does something else it does not play.
        clickCell("sufferers", 0, 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QVERIFY(!player().isPlaying());
        QTRY_VERIFY(lab().isIdle());
        auto* const typed = find<QLineEdit>("addMark");
        typed->setFocus();
        QTest::keyClicks(typed, "a b,.");
        QCOMPARE(typed->text(), "a b,.");
        QVERIFY(!player().isPlaying());
        find<QPushButton>("addCandidate")->setFocus();
        QMenu* const menu = find<QPushButton>("addCandidate")->menu();
        QTimer::singleShot(0, menu, [menu] { // the button returns when its menu is closed
            QTest::keyClick(menu, Qt::Key_Down);
            QTest::keyClick(menu, Qt::Key_Return);
        });
        QTest::keyClick(find<QPushButton>("addCandidate"), Qt::Key_Space);
        QVERIFY(!player().isPlaying());
        QTRY_COMPARE(rows("trials").size(), 2);
    }

    void scrubbing()
    {
        openExample(2);
        QTest::keyClick(m->window.get(), Qt::Key_N);
        QTRY_VERIFY(strips().cursor());
        // With the mouse on the strips, which do not move.
        const TimeRange time = strips().shownTime();
        const int y = 12;
        QTest::mouseClick(&strips(), Qt::LeftButton, {}, QPoint(strips().width() * 3 / 4, y));
        const std::size_t later = cursor();
        QTest::mouseClick(&strips(), Qt::LeftButton, {}, QPoint(strips().width() / 3, y));
        QVERIFY(cursor() < later);
        QCOMPARE(strips().shownTime(), time);
        // On the axis below the time is dragged.
        const std::size_t before = cursor();
        const QPoint axis(strips().width() / 2, strips().height() - 6);
        QTest::mousePress(&strips(), Qt::LeftButton, {}, axis);
        QTest::mouseMove(&strips(), axis + QPoint(40, 0));
        QTest::mouseRelease(&strips(), Qt::LeftButton, {}, axis + QPoint(40, 0));
        QVERIFY(strips().shownTime().from < time.from);
        QCOMPARE(strips().shownTime().length(), time.length());
        QCOMPARE(cursor(), before);
        // On the slider; what comes later is greyed.
        auto* const slider = find<QSlider>("scrubber");
        QCOMPARE(std::size_t(slider->maximum()), strips().data()->times.size() - 1);
        slider->setFocus();
        QTest::keyClick(slider, Qt::Key_End);
        QCOMPARE(cursor(), strips().data()->times.size() - 1);
        QTest::keyClick(slider, Qt::Key_Home);
        QCOMPARE(cursor(), 0U);
        QCOMPARE(strips().decidedUntil(), std::optional(strips().data()->times.front()));
    }

    void differencesAreCounted()
    {
        openExample(0); // one of seven is denied
        QTest::keyClick(&strips(), Qt::Key_Home);
        QCOMPARE(label("labDifferences"), "next difference: N · 1 left");
        QTest::keyClick(m->window.get(), Qt::Key_N);
        QCOMPARE(label("labDifferences"), "next difference: N · none left");
    }

    // Another token, or other traffic: nothing goes on by itself.
    void anotherTokenStops()
    {
        openExample(2);
        player().setClock([this] { return m_clock; });
        click("playRequests");
        QVERIFY(player().isPlaying());
        clickCell("sufferers", 3, 0);
        QTRY_VERIFY(lab().isIdle());
        QVERIFY(!player().isPlaying());
        QVERIFY(!strips().decidedUntil());
        click("playRequests");
        lab().desk().openExample(0);
        QTRY_VERIFY(lab().traffic()->trace.size() == 7 && lab().isIdle());
        QVERIFY(!player().isPlaying());
    }
};

RATEWARDEN_SUITE(TestLabPlay)
#include "tst_lab_play.moc"
