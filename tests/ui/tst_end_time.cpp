// SPDX-License-Identifier: GPL-3.0-or-later
// End times as people write them, and the field in which they do.
#include "tests/support/suites.h"
#include "ui/text/end_time.h"
#include "ui/theme/theme.h"
#include "ui/widgets/end_time_edit.h"
#include "ui/widgets/plain_label.h"

#include <QApplication>
#include <QDateTime>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTimeZone>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

namespace {

const QTimeZone berlin("Europe/Berlin");

Instant at(const QString& iso, const QTimeZone& zone = berlin)
{
    QDateTime moment = QDateTime::fromString(iso, Qt::ISODate);
    moment.setTimeZone(zone);
    return Instant(std::chrono::milliseconds(moment.toMSecsSinceEpoch()));
}

const Instant now = at("2026-11-22T15:46:00"); // a Sunday

QString understood(const QString& text, Instant when = now)
{
    const auto read = parseEndTime(text, when, berlin);
    if (const auto* const problem = std::get_if<EndTimeProblem>(&read))
        return QStringLiteral("%1: %2").arg(problem->position).arg(problem->reason);
    return endTimeText(std::get<EndTime>(read), when, berlin);
}

} // namespace

class TestEndTime : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isRead_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("until");
        const auto row = [](const char* text, const char* until) {
            QTest::newRow(text) << text << until;
        };
        row("2h", "until 17:46, in 2 h");
        row("  30 MIN ", "until 16:16, in 30 min");
        row("45s", "until 15:46:45, in 45.0 s");
        row("1 h 30 min", "until 17:16, in 1 h 30 min");
        row("1h30min", "until 17:16, in 1 h 30 min");
        row("for 2 hours", "until 17:46, in 2 h");
        row("in 1.5h", "until 17:16, in 1 h 30 min");
        row("day", "until tomorrow, 2026-11-23 15:46, in 1 day");
        row("an hour", "0: this is not understood");
        row("7 days", "until Sunday, 2026-11-29 15:46, in 7 days");
        row("2 weeks", "until Sunday, 2026-12-06 15:46, in 14 days");
        row("18:00", "until 18:00, in 2 h 14 min");
        row("until 18:00", "until 18:00, in 2 h 14 min");
        row("till 15:46:30", "until 15:46:30, in 30.0 s");
        row("6pm", "until 18:00, in 2 h 14 min");
        row("until 6:30 PM", "until 18:30, in 2 h 44 min");
        row("12 am", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("12pm", "until tomorrow, 2026-11-23 12:00, in 20 h 14 min");
        row("15:46", "until tomorrow, 2026-11-23 15:46, in 1 day"); // it is 15:46 now
        row("9:00", "until tomorrow, 2026-11-23 09:00, in 17 h 14 min");
        row("noon", "until tomorrow, 2026-11-23 12:00, in 20 h 14 min");
        row("midnight", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("24:00", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("today", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("today 18:00", "until 18:00, in 2 h 14 min");
        row("tomorrow", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("Tomorrow 9:00", "until tomorrow, 2026-11-23 09:00, in 17 h 14 min");
        row("until tomorrow at 9 am", "until tomorrow, 2026-11-23 09:00, in 17 h 14 min");
        row("tomorrow midnight", "until tomorrow, 2026-11-23 00:00, in 8 h 14 min");
        row("Friday", "until Friday, 2026-11-27 00:00, in 4 days 9 h");
        row("fri 18:00", "until Friday, 2026-11-27 18:00, in 5 days 3 h");
        row("until Sunday", "until Sunday, 2026-11-29 00:00, in 6 days 9 h"); // the next one
        row("2026-12-01", "until Tuesday, 2026-12-01 00:00, in 8 days 9 h");
        row("2026-12-01 12:00", "until Tuesday, 2026-12-01 12:00, in 8 days 21 h");
        row("2026-12-01T12:00", "until Tuesday, 2026-12-01 12:00, in 8 days 21 h");
        row("2026-12-01T12:00Z", "until Tuesday, 2026-12-01 13:00, in 8 days 22 h");
        row("18:00 UTC", "until 19:00, in 3 h 14 min");
        row("2026-12-01 UTC", "until Tuesday, 2026-12-01 01:00, in 8 days 10 h");
        row("for good", "for good");
        row("Forever", "for good");
        row("never", "for good");
        // And why not, with the place.
        row("", "0: say how long, or until when");
        row("2", "1: a unit is missing: min, h, days or weeks");
        row("for", "3: say how long: 2h, 30 min, 3 days");
        row("until", "5: say until when: 18:00, tomorrow 9:00, 2026-12-01");
        row("0s", "0: it would end at once");
        row("25:00", "0: there is no such time of day");
        row("13 pm", "0: there is no such time of day");
        row("24:01", "0: there is no such time of day");
        row("tomorrow 9", "9: write a time as 18:00 or 6 pm");
        row("tomorrow at", "11: write a time as 18:00 or 6 pm");
        row("today 9:00", "0: this has passed");
        row("2026-11-21", "0: this has passed");
        row("2026-02-30", "0: there is no such day");
        row("for good and all", "9: this is not understood");
        row("soon", "0: this is not understood");
        row("until 18:00 or so", "12: this is not understood");
        row("next week", "0: this is not understood");
        row("2027-03-28 02:30", "0: the clocks are put forward over this time of that day");
    }

    void isRead()
    {
        QFETCH(QString, text);
        QTEST(understood(text), "until");
    }

    void whatTheUnitsOfCoreRefuseIsSaidWhereItStands()
    {
        QVERIFY_TEXT(understood("2 fortnights"), startsWith("2: "));
        QVERIFY_TEXT(understood("2h 3 fortnights"), startsWith("5: "));
        QVERIFY_TEXT(understood("300 years"), contains(": "));
    }

    void aDayIsLongerWhenTheClocksArePutBack()
    {
        const Instant before = at("2026-10-24T12:00:00");
        QCOMPARE(understood("tomorrow 12:00", before), "until tomorrow, 2026-10-25 12:00, in 1 day 1 h");
        QCOMPARE(understood("24h", before), "until tomorrow, 2026-10-25 11:00, in 1 day");
    }

    void aDurationBeginsWhenItIsDone()
    {
        const auto read = parseEndTime("2h", now, berlin);
        QVERIFY(endAt(std::get<EndTime>(read), now + 10min) == now + 10min + 2h);
        const auto fixed = parseEndTime("18:00", now, berlin);
        QVERIFY(endAt(std::get<EndTime>(fixed), now + 10min) == at("2026-11-22T18:00:00"));
    }

    void theFieldSaysWhatItUnderstands()
    {
        const Instant utcNow = at("2026-11-22T15:46:00", QTimeZone::utc()); // tests run with TZ=UTC
        EndTimeEdit edit([&] { return utcNow; });
        edit.show();
        QVERIFY(QTest::qWaitForWindowActive(&edit, ratewarden::test::patienceMs));
        edit.setFocus();
        auto* const line = edit.findChild<QLineEdit*>("until");
        QVERIFY(line->hasFocus());
        const auto said = [&] {
            return edit.findChild<PlainLabel*>("understood")->text();
        };
        const auto chosen = [&] {
            QStringList texts;
            for (const QPushButton* button : edit.findChildren<QPushButton*>())
                if (button->isChecked())
                    texts << button->text();
            return texts.join(',');
        };
        QCOMPARE(chosen(), "1 h");
        QCOMPARE(said(), "until 16:46, in 1 h");

        QSignalSpy changed(&edit, &EndTimeEdit::changed);
        line->selectAll();
        QTest::keyClicks(line, "until 18:00");
        QVERIFY(changed.size() > 0);
        QCOMPARE(said(), "until 18:00, in 2 h 14 min");
        QVERIFY(edit.end() == EndTime(at("2026-11-22T18:00:00", QTimeZone::utc())));
        QCOMPARE(edit.problem(), QString());
        QCOMPARE(chosen(), "");

        QTest::keyClicks(line, " sharp");
        QCOMPARE(said(), "■ “sharp”: this is not understood");
        QVERIFY(!edit.end());
        QCOMPARE(edit.problem(), said());

        for (QPushButton* button : edit.findChildren<QPushButton*>())
            if (button->text() == "For good")
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(said(), "for good");
        QCOMPARE(chosen(), "For good");
        QVERIFY(edit.end() == EndTime(ForGood()));

        line->selectAll();
        QTest::keyClicks(line, "60 min"); // a button's in other words
        QCOMPARE(chosen(), "1 h");
    }

    void aMomentThatPassesMeanwhileIsNoEnd()
    {
        Instant clock = at("2026-11-22T15:46:00", QTimeZone::utc());
        EndTimeEdit edit([&] { return clock; });
        edit.show();
        auto* const line = edit.findChild<QLineEdit*>("until");
        line->selectAll();
        QTest::keyClicks(line, "15:47");
        QVERIFY(edit.end());
        QSignalSpy changed(&edit, &EndTimeEdit::changed);
        clock += 2min; // and not that of tomorrow
        QTRY_VERIFY(!edit.end());
        QCOMPARE(edit.problem(), "■ this has passed");
        QCOMPARE(changed.size(), 1);
    }

    void anEndThatIsGivenStaysExact()
    {
        const Instant given = at("2026-12-01T12:00:00", QTimeZone::utc()) + 123'456us;
        EndTimeEdit edit([&] { return at("2026-11-22T15:46:00", QTimeZone::utc()); });
        edit.setEnd(given);
        QCOMPARE(edit.findChild<QLineEdit*>("until")->text(), "2026-12-01 12:00:00");
        QVERIFY(edit.end() == EndTime(given));
        QTest::keyClick(edit.findChild<QLineEdit*>("until"), Qt::Key_Backspace);
        QTest::keyClick(edit.findChild<QLineEdit*>("until"), Qt::Key_1);
        QVERIFY(edit.end() == EndTime(at("2026-12-01T12:00:01", QTimeZone::utc())));
    }
};

RATEWARDEN_SUITE(TestEndTime)
#include "tst_end_time.moc"
