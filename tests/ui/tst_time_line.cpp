// SPDX-License-Identifier: GPL-3.0-or-later
// Which time charts show, what is marked in it, and what hands do in any chart of time: real events on one
// that draws nothing. The seed is printed and can be set: RATEWARDEN_SEED=7 tst_time_line
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/ui/readings.h"
#include "ui/charts/time_chart.h"
#include "ui/histories/moments.h"
#include "ui/histories/token_area.h"
#include "ui/text/display_text.h"

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

// In no unnamed namespace: lambdas of the suite capture it.
/// A chart of 600 by 60 pixels, its axis below, whose requests are given.
class BareChart final : public TimeChart {
public:
    BareChart(TimeLine& time, std::vector<Instant> requests, std::vector<Instant> denied = {})
        : TimeChart(time), m_requests(std::move(requests)), m_denied(std::move(denied))
    {
        resize(600, 80);
    }
    using TimeChart::flagsNear;
    using TimeChart::marksOfServer;
    using TimeChart::withMoments;
    using TimeChart::xOf;
    Micros each = Micros(1);

    ChartTable asTable() const override { return {}; }
    QPoint at(Instant moment, int aside = 0) const { return {int(std::lround(xOf(moment))) + aside, 30}; }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(this, Qt::LeftButton, {}, from);
        QTest::mouseMove(this, (from + to) / 2);
        QTest::mouseMove(this, to);
        QTest::mouseRelease(this, Qt::LeftButton, {}, to);
    }
    /// Whether the chart has taken it; else it is its parent's.
    bool turnWheel(QPoint place, QPoint delta, Qt::KeyboardModifiers held = {})
    {
        QWheelEvent wheel(place, mapToGlobal(place), {}, delta, {}, held, Qt::NoScrollPhase, false);
        QApplication::sendEvent(this, &wheel);
        return wheel.isAccepted();
    }

protected:
    QRectF plot() const override { return {0, 0, 600, 60}; }
    bool hasTime() const override { return true; }
    std::vector<Instant> drawnAt() const override { return m_requests; }
    Micros eachLasts() const override { return each; }
    std::vector<Instant> events() const override { return m_denied; }
    QString valuesAt(Instant moment) const override { return momentText(moment); }

private:
    std::vector<Instant> m_requests;
    std::vector<Instant> m_denied;
};

class TestTimeLine : public QObject {
    Q_OBJECT

    Instant m_now = someMoment;
    Moments m_moments;

    // The last minute, of ten.
    std::unique_ptr<TimeLine> minute()
    {
        auto time = std::make_unique<TimeLine>([this] { return m_now; }, &m_moments);
        time->setReach(1min, 10min);
        return time;
    }
    std::vector<Instant> everyTenSeconds() const
    {
        std::vector<Instant> all;
        for (int i = 5; i > 0; --i)
            all.push_back(m_now - i * 10s);
        return all;
    }
    // A token under 5/10s + 20/min.
    static TokenDetail tokenWithLog(std::vector<LogEntry> entries)
    {
        TokenDetail window;
        window.reading = reading("t", 0);
        window.reading.policy->rules = parseRules("5/10s + 20/min");
        window.hasLog = true;
        window.log = {std::move(entries), 0, true};
        return window;
    }

private Q_SLOTS:
    void init()
    {
        m_now = someMoment;
        for (const TimeMark& mark : std::vector<TimeMark>(m_moments.all()))
            m_moments.name(mark.at, {});
        m_moments.setKnown({});
    }

    void zoomKeepsTheMomentUnderThePointer()
    {
        std::mt19937 random(testSeed());
        for (int round = 0; round < 500; ++round) {
            const auto time = minute();
            time->show(m_now - 6min, m_now - 5min + Micros(random() % 60'000'000));
            const Instant around = time->begin() + Micros(random() % std::uint64_t(time->span().count()));
            const double before = double((around - time->begin()).count()) / double(time->span().count());
            time->zoom(0.05 + double(random() % 300) / 100, around);
            const double after = double((around - time->begin()).count()) / double(time->span().count());
            QVERIFY2(std::abs(before - after) < 0.001 || !time->movedBack() || time->span() == 10min,
                     qPrintable(QStringLiteral("%1 %2").arg(before).arg(after)));
        }
    }

    void closeToNowItGoesOnToFollow()
    {
        const auto time = minute();
        time->zoom(0.5, m_now - 2s);
        QVERIFY(time->moving());
        QCOMPARE(time->span(), Micros(30s));
        time->zoom(0.5, m_now - 20s); // there is something to be seen there
        QVERIFY(!time->moving());
        QVERIFY(time->begin() < m_now - 20s && time->end() > m_now - 20s);
        time->zoom(10, m_now - 20s);
        QVERIFY(time->moving());
        QVERIFY(time->span() <= 10min);
        time->showUsual();
        time->zoom(0.5, m_now - 5min); // out of sight
        QVERIFY(time->moving());
        QCOMPARE(time->span(), Micros(30s));
        time->show(m_now - 3min, m_now - 2min);
        time->zoom(0.5, m_now);
        QCOMPARE(time->end(), m_now - 2min);
    }

    void fitsTheAreaOrShowsAll()
    {
        const auto time = minute();
        time->setArea(TimeRange{m_now - 50s, m_now - 40s});
        time->fit();
        QVERIFY(time->begin() < m_now - 50s && time->end() > m_now - 40s);
        QVERIFY(time->span() < 12s);
        time->setArea(std::nullopt);
        time->fit();
        QVERIFY(time->moving());
        QCOMPARE(time->span(), Micros(1min));
    }

    void tellsWhatIsShownByHand()
    {
        const auto time = minute();
        QVERIFY(!time->shownByHand());
        time->zoom(0.5);
        QCOMPARE(time->shownByHand(), std::optional(TimeRange{m_now - 30s, m_now}));
        time->show(m_now - 3min, m_now - 2min);
        QCOMPARE(time->shownByHand(), std::optional(TimeRange{m_now - 3min, m_now - 2min}));
        time->showUsual();
        QVERIFY(!time->shownByHand());
        time->show(m_now - std::chrono::days(100'000), m_now); // as a damaged file has it
        QVERIFY(time->span() < std::chrono::days(50'000));
    }

    void stepsFromEventToEvent()
    {
        using Step = TimeLine::Step;
        const auto time = minute();
        const std::vector<Instant> events{m_now - 5min, m_now - 40s, m_now - 40s, m_now - 20s};
        QVERIFY(time->step(events, Step::Earlier)); // from the right
        QCOMPARE(*time->cursor(), events[3]);
        QVERIFY(!time->step(events, Step::Later));
        QVERIFY(time->step(events, Step::Earlier));
        QCOMPARE(*time->cursor(), events[1]);
        QVERIFY(time->step(events, Step::Earlier)); // out of sight: it is shown
        QVERIFY(time->begin() <= events[0] && time->end() >= events[0]);
        QCOMPARE(time->span(), Micros(1min));
        QVERIFY(!time->step(events, Step::Earlier));
        QVERIFY(!time->area());
        QVERIFY(time->step(events, Step::Later, true));
        QVERIFY((*time->area() == TimeRange{events[0], events[1] + 1us}));
        QVERIFY(time->step(events, Step::Last, true));
        QVERIFY((*time->area() == TimeRange{events[0], events[3] + 1us}));
        QVERIFY(!time->step({}, Step::First));
    }

    // A click is anywhere in its ten seconds.
    void anAreaBeginsWithAllThatIsCountedThere()
    {
        const auto time = minute();
        const std::vector<Instant> counted = everyTenSeconds();
        time->setCursor(counted[1] + 4s);
        QVERIFY(time->step(counted, TimeLine::Step::Later, true, 10s));
        QVERIFY((*time->area() == TimeRange{counted[1], counted[2] + 10s}));
    }

    void momentsAreNamedRenamedAndForgotten()
    {
        m_moments.name(m_now, " the  deploy\n");
        m_moments.name(m_now - 1s, "alarm");
        QCOMPARE(m_moments.all().size(), 2U);
        QCOMPARE(m_moments.all()[0].text, QString("alarm"));
        QCOMPARE(m_moments.all()[1].text, QString("the deploy"));
        m_moments.name(m_now, "rollback");
        QCOMPARE(m_moments.nearest(m_now + 1ms, 1ms)->text, QString("rollback"));
        QVERIFY(!m_moments.nearest(m_now + 3ms, 1ms));
        m_moments.name(m_now, "  ");
        QCOMPARE(m_moments.all().size(), 1U);
    }

    // Of a dragged area each edge goes to a request that is near, and stays where none is.
    void edgesSnapToRequests()
    {
        const auto time = minute();
        BareChart chart(*time, everyTenSeconds()); // one in each 100 pixels
        QSignalSpy chosen(&chart, &TimeChart::areaChosen);
        chart.drag(chart.at(m_now - 50s, -5), chart.at(m_now - 30s, 4));
        QCOMPARE(chosen.size(), 1);
        QVERIFY((*time->area() == TimeRange{m_now - 50s, m_now - 30s + 1us}));
        chart.drag(chart.at(m_now - 20s, 40), chart.at(m_now - 40s, 5)); // from the right to the left
        QCOMPARE(time->area()->from, m_now - 40s);
        QVERIFY(std::chrono::abs(time->area()->to - (m_now - 16s)) < 200ms);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.at(m_now - 55s));
        QVERIFY(!time->area());
        QCOMPARE(chosen.size(), 3);
        chart.each = 10s; // what is counted by ten seconds is marked by ten seconds
        chart.drag(chart.at(m_now - 45s), chart.at(m_now - 25s));
        QVERIFY((*time->area() == TimeRange{m_now - 50s, m_now - 20s}));
    }

    void aDragBeginsWhereItWasPressed()
    {
        const auto time = minute();
        BareChart chart(*time, {});
        const Instant pressed = m_now - 30s;
        QTest::mousePress(&chart, Qt::LeftButton, {}, chart.at(pressed));
        QTest::mouseMove(&chart, {400, 30});
        m_now += 5s; // the line moves on
        QTest::mouseMove(&chart, {500, 30});
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {500, 30});
        QVERIFY(time->area());
        QVERIFY(std::chrono::abs(time->area()->from - pressed) < 200ms);
        QVERIFY(std::chrono::abs(time->area()->to - (m_now - 10s)) < 200ms);
    }

    // The first of the two clicks unmarks nothing.
    void aDoubleClickFitsTheArea()
    {
        const auto time = minute();
        BareChart chart(*time, everyTenSeconds());
        chart.drag(chart.at(m_now - 50s), chart.at(m_now - 30s));
        const auto area = time->area();
        QVERIFY(area);
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, chart.at(m_now - 40s));
        QVERIFY(time->area() == area);
        QVERIFY(time->begin() <= area->from && time->end() >= area->to);
        QVERIFY(time->span() < 25s);
    }

    // Where a dialog has taken the release, say.
    void aPressWithoutItsButtonMarksNothing()
    {
        const auto time = minute();
        BareChart chart(*time, everyTenSeconds());
        QTest::mousePress(&chart, Qt::LeftButton, {}, {100, 30});
        const QPointF to(300, 30);
        QMouseEvent move(QEvent::MouseMove, to, chart.mapToGlobal(to), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(&chart, &move);
        QVERIFY(!time->area() && !chart.isMarking());
        QTest::mouseRelease(&chart, Qt::LeftButton, {}, {300, 30});
        QVERIFY(!time->cursor());
    }

    void returnMarksNothingWhereNothingIsDrawn()
    {
        const auto time = minute();
        BareChart chart(*time, everyTenSeconds());
        chart.each = 10s;
        time->setCursor(m_now - 58s);
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY(!time->area());
        time->setCursor(m_now - 45s);
        QTest::keyClick(&chart, Qt::Key_Return);
        QVERIFY((*time->area() == TimeRange{m_now - 50s, m_now - 40s}));
    }

    // A chart without marks of its own shows all of it, any chart what concerns every token; each once.
    void whatHappenedOnTheServerIsOnEveryChart()
    {
        using Kind = TimeMark::Kind;
        const auto time = minute();
        const BareChart chart(*time, everyTenSeconds());
        const TimeMark blocked{m_now - 30s, Kind::Blocked, "Block: alice\nby bob, scraping", {}};
        const TimeMark noted{m_now - 20s, Kind::Noted, "deploy api 1.4\nby ci", {}};
        QSignalSpy marked(time.get(), &TimeLine::marked);
        m_moments.setKnown({{m_now - 11min, Kind::Noted, "before all that it shows", {}},
                            blocked,
                            noted,
                            {m_now + 1s, Kind::Noted, "after it", {}}});
        QCOMPARE(marked.size(), 1);
        m_moments.setKnown(std::vector<TimeMark>(m_moments.known()));
        QCOMPARE(marked.size(), 1); // nothing new
        m_moments.name(m_now - 25s, "mine");
        const TimeMark mine = m_moments.all().front();
        QVERIFY((chart.marksOfServer() == std::vector{blocked, noted}));
        QVERIFY((chart.withMoments(chart.marksOfServer()) == std::vector{blocked, mine, noted}));
        const TimeMark reset{m_now - 22s, Kind::Reset, {}, {}};
        QVERIFY((chart.withMoments(std::vector{reset}) == std::vector{mine, reset, noted}));
        QVERIFY((chart.withMoments(std::vector{reset, noted}) == std::vector{mine, reset, noted}));
        QCOMPARE(chart.withMoments(std::vector<Instant>{m_now - 1s}),
                 (std::vector<Instant>{m_now - 25s, m_now - 20s, m_now - 1s}));
        QCOMPARE(chart.flagsNear(m_now - 30s, chart.marksOfServer()), QStringList{markText(blocked)});
    }

    void theKeys()
    {
        const auto time = minute();
        const std::vector<Instant> requests = everyTenSeconds();
        BareChart chart(*time, requests, {requests[1], requests[3]});
        QSignalSpy chosen(&chart, &TimeChart::areaChosen);
        const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
            QTest::keyClick(&chart, key, modifiers);
        };
        press(Qt::Key_Period);
        QCOMPARE(*time->cursor(), requests[1]);
        press(Qt::Key_Period);
        QCOMPARE(*time->cursor(), requests[3]);
        press(Qt::Key_Comma);
        QCOMPARE(*time->cursor(), requests[1]);
        press(Qt::Key_Right);
        QCOMPARE(*time->cursor(), requests[2]);
        press(Qt::Key_Right, Qt::ShiftModifier);
        press(Qt::Key_End, Qt::ShiftModifier);
        QVERIFY((*time->area() == TimeRange{requests[2], requests[4] + 1us}));
        QCOMPARE(chosen.size(), 2);
        press(Qt::Key_F);
        QVERIFY(time->span() < 25s);
        const Micros fitted = time->span();
        press(Qt::Key_W);
        QVERIFY(time->span() < fitted);
        press(Qt::Key_S);
        press(Qt::Key_S);
        QVERIFY(time->span() > fitted);
        const Instant end = time->end();
        press(Qt::Key_A);
        QVERIFY(time->end() < end);
        press(Qt::Key_D);
        QVERIFY(time->end() >= end - 1ms);
        press(Qt::Key_Escape);
        QVERIFY(!time->area());
        QCOMPARE(chosen.size(), 3);
        press(Qt::Key_F);
        QVERIFY(time->moving());
        press(Qt::Key_W, Qt::ControlModifier); // closes windows, not times
        QCOMPARE(time->span(), Micros(1min));
    }

    void theWheelAndTheAxis()
    {
        const auto time = minute();
        BareChart chart(*time, everyTenSeconds());
        const Instant under = m_now - 30s;
        const double before = chart.xOf(under);
        chart.turnWheel(chart.at(under), {0, 240});
        QVERIFY(time->span() < 1min);
        QVERIFY(std::abs(chart.xOf(under) - before) < 1.5);
        const Instant end = time->end();
        chart.turnWheel(chart.at(under), {120, 0});
        QVERIFY(time->end() < end);
        const Instant moved = time->end();
        chart.drag({300, 70}, {200, 70}); // the axis: later by a hundred pixels
        QVERIFY(time->end() > moved);
        QVERIFY(!time->area());
        QTest::mouseDClick(&chart, Qt::LeftButton, {}, {300, 30});
        QVERIFY(time->moving());
        QCOMPARE(time->span(), Micros(1min));
    }

    void whereThePageScrollsTheWheelIsThePages()
    {
        const auto time = minute();
        QScrollArea page;
        auto* const chart = new BareChart(*time, everyTenSeconds());
        page.setWidget(chart);
        page.resize(640, 40);
        page.show();
        QTRY_VERIFY(page.verticalScrollBar()->maximum() > 0);
        const QPoint place = chart->at(m_now - 30s);
        QVERIFY(!chart->turnWheel(place, {0, -120}));
        QVERIFY(time->moving());
        QCOMPARE(time->span(), Micros(1min));
        QVERIFY(chart->turnWheel(place, {0, 120}, Qt::ControlModifier));
        QVERIFY(time->span() < 1min);
        const Instant end = time->end();
        const Micros zoomed = time->span();
        QVERIFY(chart->turnWheel(place, {0, 120}, Qt::ShiftModifier));
        QVERIFY(time->end() < end);
        QVERIFY(chart->turnWheel(place, {0, -120}, Qt::ShiftModifier));
        QVERIFY(time->end() >= end - 1ms);
        QCOMPARE(time->span(), zoomed);
    }

    // By keys alone; the letters of the name are no keys of the chart, and Escape leaves it as it was.
    void mNamesAMoment()
    {
        const auto time = minute();
        const std::vector<Instant> requests = everyTenSeconds();
        BareChart chart(*time, requests);
        chart.show();
        QVERIFY(QTest::qWaitForWindowActive(&chart, patienceMs));
        chart.setFocus();
        const auto nameWith = [&](const QString& text, Qt::Key last) {
            QTest::keyClick(&chart, Qt::Key_M);
            auto* const name = chart.findChild<QLineEdit*>("momentName");
            QVERIFY(name && name->isVisible());
            QTRY_VERIFY(name->hasFocus());
            QTest::keyClicks(name, text);
            QTest::keyClick(name, last);
            QTRY_VERIFY(!chart.findChild<QLineEdit*>("momentName"));
            QVERIFY(chart.hasFocus());
        };
        QTest::keyClick(&chart, Qt::Key_M);
        QVERIFY(!chart.findChild<QLineEdit*>("momentName")); // there is no cursor yet
        QTest::keyClick(&chart, Qt::Key_Home);
        nameWith("was, deployed.", Qt::Key_Return);
        QCOMPARE(m_moments.all().size(), 1U);
        QCOMPARE(m_moments.all()[0].at, requests[0]);
        QCOMPARE(m_moments.all()[0].text, QString("was, deployed."));
        QCOMPARE(time->span(), Micros(1min));
        QCOMPARE(*time->cursor(), requests[0]);
        nameWith("x", Qt::Key_Escape);
        QCOMPARE(m_moments.all()[0].text, QString("was, deployed."));
        nameWith("x", Qt::Key_Return); // all of it is selected
        QCOMPARE(m_moments.all()[0].text, QString("x"));
        QTest::keyClick(&chart, Qt::Key_M);
        auto* const name = chart.findChild<QLineEdit*>("momentName");
        name->clear();
        QTest::keyClick(name, Qt::Key_Return);
        QVERIFY(m_moments.all().empty());
    }

    void whatIsInAnAreaOfAToken()
    {
        const Instant t = someMoment - 30s;
        TokenDetail window = tokenWithLog({{t, 1}, {t + 1s, 1}, {t + 2s, 1}, {t + 12s, 1}});
        const TimeRange all{t, t + 13s};
        QCOMPARE(
            tokenAreaText(window, nullptr, all).section(" · ", 0, 2),
            QString("4 allowed · most 3 in any 10 s · longest gap 10.0 s")); // nobody counts what is denied
        window.reading.policy->denials = 5;
        window.denials = {{t + 4s, Verdict::DeniedByRule, 0, 1, {}, {}},
                          {t + 3s, Verdict::DeniedByRule, 0, 1, {}, {}}};
        // Without counts nobody knows whether these are all; nor what was before them.
        QVERIFY(tokenAreaText(window, nullptr, all).startsWith("4 allowed · most 5 "));
        window.reading.counts = {{t - countSpan, 0, 0}, {t, 3, 2}, {t + countSpan, 1, 0}};
        QVERIFY2(tokenAreaText(window, nullptr, {t - 60s, t + 13s}).startsWith("4 allowed · most 5 "),
                 qPrintable(tokenAreaText(window, nullptr, {t - 60s, t + 13s})));
        QCOMPARE(tokenAreaText(window, nullptr, all).section(" · ", 0, 4),
                 QString("6 requests · 4 allowed · 2 denied by %1 · most 5 in any 10 s · longest gap 8.0 s")
                     .arg(ruleText(window.reading.policy->rules[0])));
        // Of many in ten seconds only some are remembered.
        TokenDetail many = window;
        many.reading.counts = {{t - 2 * countSpan, 0, 0}, {t + 2s, 0, 9}};
        QVERIFY_TEXT(tokenAreaText(many, nullptr, all), startsWith("4 allowed · up to 9 denied"));
        window.denials[0].rule = 1;
        QVERIFY(tokenAreaText(window, nullptr, all).contains("· 2 denied ·"));
        QCOMPARE(tokenAreaText(window, nullptr, {t + 5s, t + 12s}).section(" · ", 0, 0),
                 QString("0 requests"));
        many.log.entries = {{t + 12s, 1}};
        QVERIFY2(tokenAreaText(many, nullptr, {t + 5s, t + 11s}).startsWith("0 allowed · up to 9 denied"),
                 qPrintable(tokenAreaText(many, nullptr, {t + 5s, t + 11s})));
        window.hasLog = false;
        window.reading.counts.clear();
        QCOMPARE(tokenAreaText(window, nullptr, all), QString("requests are neither logged nor counted"));
    }

    void whatIsCountedByTenSecondsIsSaidSo()
    {
        const Instant slot(someMoment.time_since_epoch() / countSpan * countSpan - countSpan);
        TokenDetail window = tokenWithLog({{slot + 1s, 1}, {slot + 2s, 1}});
        window.reading.counts = {{slot - countSpan, 0, 3}, {slot, 2, 4}};
        QVERIFY2(tokenAreaText(window, nullptr, {slot + 1s, slot + 3s})
                     .startsWith("2 allowed · up to 4 denied · most 2 in any 10 s"),
                 qPrintable(tokenAreaText(window, nullptr, {slot + 1s, slot + 3s})));
        window.hasLog = false;
        window.log = {};
        QCOMPARE(tokenAreaText(window, nullptr, {slot - countSpan, slot + countSpan}),
                 QString("9 requests · 2 allowed · 7 denied · most 6 in 10 s"));
        QVERIFY(tokenAreaText(window, nullptr, {slot - 2 * countSpan, slot + countSpan})
                    .endsWith("known since " + momentText(slot - countSpan)));
        QCOMPARE(requestLength(window), Micros(countSpan));
        QCOMPARE(requestTimes(window), (std::vector<Instant>{slot - countSpan, slot}));
    }

    void whatIsNewerIsCounted()
    {
        const Instant slot(someMoment.time_since_epoch() / countSpan * countSpan);
        TokenDetail before = tokenWithLog({{slot, 1}});
        before.reading.at = slot + 1s;
        TokenDetail after = tokenWithLog({{slot, 1}, {slot + 2s, 1}, {slot + 3s, 1}});
        QVERIFY(requestsSince(before, after) == 2);
        before.reading.counts = {{slot - countSpan, 7, 0}, {slot, 1, 1}};
        after.reading.counts = {{slot, 3, 4}, {slot + countSpan, 1, 0}};
        QVERIFY(requestsSince(before, after) == 6); // 5 more in the same ten seconds, 1 after
        after.reading.counts.clear();
        after.hasLog = false;
        after.log.entries.clear();
        QVERIFY(!requestsSince(before, after)); // nobody knows
        after.reading.policy->counters = true;
        QVERIFY(requestsSince(before, after) == 0);
    }
};

RATEWARDEN_SUITE(TestTimeLine)
#include "tst_time_line.moc"
