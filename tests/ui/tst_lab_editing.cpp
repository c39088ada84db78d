// SPDX-License-Identifier: GPL-3.0-or-later
// The lab's traffic edited by hand: with the mouse, with keys, by pasted times; and undone.
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/charts/request_strip.h"
#include "ui/pages/lab/lab_edit_card.h"

#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSpinBox>

#include <cmath>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabEditing : public LabTest {
    Q_OBJECT

private:
    LabEditCard& card() { return *find<LabEditCard>("labEdit"); }
    RequestStrip& strip() { return card().strip(); }
    std::size_t requests() { return lab().traffic() ? lab().traffic()->trace.size() : 0; }
    std::vector<Instant> times()
    {
        return lab().traffic() ? lab().traffic()->trace.times : std::vector<Instant>();
    }
    QPoint point(Instant moment) { return {int(std::lround(strip().xOf(moment))), 20}; }
    void click(QPoint at) { QTest::mouseClick(&strip(), Qt::LeftButton, {}, at); }
    void drag(QPoint from, QPoint to)
    {
        QTest::mousePress(&strip(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&strip(), (from + to) / 2);
        QTest::mouseMove(&strip(), to);
        QTest::mouseRelease(&strip(), Qt::LeftButton, {}, to);
    }
    void paste(const QString& text)
    {
        m->click(find<QPushButton>("labPaste"));
        QTRY_VERIFY(find<QPlainTextEdit>("labPasteText")->isVisible());
        find<QPlainTextEdit>("labPasteText")->setPlainText(text);
    }
    /// Until the traffic is what was edited, and all that follows from it is known.
    void settle() { QTRY_VERIFY(lab().isIdle()); }

private Q_SLOTS:
    void fromNothing()
    {
        open();
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        QVERIFY(!lab().traffic());
        QVERIFY(!find<QWidget>("openLog")->isVisible());
        picture("by-hand-empty");
        click(QPoint(200, 20));
        settle();
        QCOMPARE(requests(), 1U);
        QVERIFY_TEXT(lab().about(), startsWith("By hand · 1 request · 1 token"));
        QCOMPARE(lab().traffic()->trace.names[0], "client");
        QVERIFY(std::abs(strip().xOf(times()[0]) - 200) <= 4); // where it was clicked, but for the rounding
        QCOMPARE(times()[0].time_since_epoch().count() % strip().step().count(), 0);
        click(QPoint(400, 20));
        click(QPoint(600, 20)); // faster than it can be applied
        settle();
        QCOMPARE(requests(), 3U);

        // The last one removed: nothing is left, and the page says so.
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&strip(), Qt::Key_Delete);
        settle();
        QCOMPARE(requests(), 0U);
        QVERIFY(!lab().traffic());
        QVERIFY(lab().about().isEmpty());
        m->click(find<QPushButton>("labEditClose"));
        QTRY_VERIFY(find<QWidget>("openLog")->isVisible());
        QVERIFY(!strip().isVisible());
    }

    void anExampleIsChanged()
    {
        openExample(0); // seven requests at 12:33:35 to 12:34:40, denied once by 1/s + 5/min
        const std::vector<Instant> before = times();
        QCOMPARE(before.size(), 7U);
        const QString denied = rows("trials").value(0).section('|', 2, 2);
        QCOMPARE(denied, "1");
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        QCOMPARE(strip().times(), before);
        QCOMPARE(card().token(), "client");
        picture("edit-example");

        // Dragged: the one that was denied moves to where it is allowed.
        drag(point(before[5]), point(before[6] + 3s));
        settle();
        QCOMPARE(requests(), 7U);
        QCOMPARE(rows("trials").value(0).section('|', 2, 2), "0");
        QVERIFY(times()[5] == before[6]);
        QVERIFY_TEXT(lab().about(), contains(", edited · 7 requests"));
        QVERIFY(!label("labLesson").isEmpty()); // the candidate, the token and the lesson are still there
        QCOMPARE(label("labToken"), "client");

        // Undone, by keys, and redone.
        QTest::keyClick(&strip(), Qt::Key_Z, Qt::ControlModifier);
        settle();
        QCOMPARE(times(), before);
        QCOMPARE(rows("trials").value(0).section('|', 2, 2), "1");
        QTest::keyClick(&strip(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        settle();
        QCOMPARE(rows("trials").value(0).section('|', 2, 2), "0");
        m->click(find<QPushButton>("labEditUndo"));
        settle();
        QCOMPARE(times(), before);
        QVERIFY(!find<QPushButton>("labEditUndo")->isEnabled());
    }

    void keysAlone()
    {
        openExample(0);
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        const std::vector<Instant> before = times();
        strip().setFocus();
        QTest::keyClick(&strip(), Qt::Key_Right);
        QCOMPARE(strip().chosen(), std::optional<std::size_t>(0));
        QTest::keyClick(&strip(), Qt::Key_Right);
        QCOMPARE(strip().chosen(), std::optional<std::size_t>(1));
        QTest::keyClick(&strip(), Qt::Key_Right, Qt::AltModifier);
        settle();
        QVERIFY(times()[1] > before[1] && times()[1] <= before[1] + strip().step());
        QTest::keyClick(&strip(), Qt::Key_Insert);
        settle();
        QCOMPARE(requests(), 8U);
        QTest::keyClick(&strip(), Qt::Key_Delete);
        QTest::keyClick(&strip(), Qt::Key_Delete);
        settle();
        QCOMPARE(requests(), 6U);
        const Micros shown = strip().shownTime().length();
        QTest::keyClick(&strip(), Qt::Key_Plus);
        QVERIFY(strip().shownTime().length() < shown);
        QTest::keyClick(&strip(), Qt::Key_W);
        QVERIFY(strip().shownTime().length() < shown / 2);
        QTest::keyClick(&strip(), Qt::Key_S);
        QVERIFY(strip().shownTime().length() > shown / 2);
        const Instant from = strip().shownTime().from;
        QTest::keyClick(&strip(), Qt::Key_D);
        QVERIFY(strip().shownTime().from > from);
        QTest::keyClick(&strip(), Qt::Key_A);
        QVERIFY(std::chrono::abs(strip().shownTime().from - from) <= 1us);
        QTest::keyClick(&strip(), Qt::Key_End);
        QCOMPARE(strip().chosen(), std::optional(times().size() - 1));
        QTest::keyClick(&strip(), Qt::Key_Home);
        QCOMPARE(strip().chosen(), std::optional<std::size_t>(0));
        QVERIFY(strip().shownTime().contains(times().front()));
        QTest::keyClick(&strip(), Qt::Key_F);
        QVERIFY(strip().shownTime().contains(times().front()) &&
                strip().shownTime().contains(times().back()));
        QVERIFY(strip().shownTime().length() < 2 * (times().back() - times().front()));
    }

    // The hands of every chart with time: an area, whose edges are requests, and moments.
    void anAreaAndAMoment()
    {
        openExample(0);
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        const std::vector<Instant> all = times();
        const QString hint = label("labEditHint");
        drag(point(all[1]) + QPoint(-7, 0), point(all[4]) + QPoint(7, 0));
        settle();
        QCOMPARE(times(), all); // nothing was moved or added
        QVERIFY(strip().time().area());
        QCOMPARE(strip().time().area()->from, all[1]);
        QVERIFY_TEXT(label("labEditHint"), startsWith("4 requests · most "));
        QVERIFY_TEXT(label("labEditHint"), contains("longest gap"));
        QTest::keyClick(&strip(), Qt::Key_F);
        QVERIFY(strip().shownTime().contains(all[4]) && strip().shownTime().to < all[6]);
        QTest::keyClick(&strip(), Qt::Key_Escape);
        QCOMPARE(label("labEditHint"), hint);
        QTest::keyClick(&strip(), Qt::Key_F);
        QVERIFY(strip().shownTime().contains(all[0]) && strip().shownTime().contains(all[6]));

        QTest::keyClick(&strip(), Qt::Key_Home);
        QTest::keyClick(&strip(), Qt::Key_M);
        auto* const name = strip().findChild<QLineEdit*>("momentName");
        QVERIFY(name);
        QTest::keyClicks(name, "deploy\r");
        QTest::keyClick(&strip(), Qt::Key_End);
        QTest::keyClick(&strip(), Qt::Key_Comma);
        QCOMPARE(strip().time().cursor(), std::optional(all[0]));
        QVERIFY_TEXT(strip().accessibleDescription(), contains("deploy"));
    }

    void timesArePasted()
    {
        openExample(0);
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        const Instant last = times().back();
        paste("+5s\nnonsense\n12:34:31\n12:34:99, 3");
        QVERIFY_TEXT(label("labPasteSays"),
                     contains("line 2 has a time that cannot be read; line 4 has a time"));
        QVERIFY(!find<QPushButton>("labPasteAdd")->isEnabled());
        picture("paste");
        find<QPlainTextEdit>("labPasteText")->setPlainText("+5s\n+5s, 7\n2026-11-22T10:00:00Z 2 other\n");
        QCOMPARE(find<QPushButton>("labPasteAdd")->text(), "Add 3 requests");
        QVERIFY(label("labPasteSays").isEmpty());
        m->click(find<QPushButton>("labPasteAdd"));
        settle();
        QCOMPARE(requests(), 10U);
        const Trace& trace = lab().traffic()->trace;
        const TokenId other = trace.names.find("other");
        QCOMPARE(lab().traffic()->grouped.times(other).size(), 1U);
        QCOMPARE(lab().traffic()->grouped.costs(other)[0], 2U);
        const TokenId client = trace.names.find("client");
        const auto clients = lab().traffic()->grouped.times(client);
        QVERIFY(clients[7] == last + 5s && clients[8] == last + 10s);
        QCOMPARE(lab().traffic()->grouped.costs(client)[8], 7U);
        // One edit, one undo.
        QTest::keyClick(&strip(), Qt::Key_Z, Qt::ControlModifier);
        settle();
        QCOMPARE(requests(), 7U);
    }

    void anotherTokenIsAdded()
    {
        openExample(0);
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        auto* const name = find<QLineEdit>("labEditToken");
        name->setFocus();
        name->selectAll();
        QTest::keyClicks(name, "<b>user</b>:42\r");
        QCOMPARE(card().token(), "<b>user</b>:42");
        QVERIFY(strip().times().empty());
        find<QSpinBox>("labEditCost")->setValue(9);
        click(QPoint(strip().width() / 2, 20));
        settle();
        QCOMPARE(lab().traffic()->grouped.tokens(), 2U);
        const TokenId added = lab().traffic()->trace.names.find("<b>user</b>:42");
        QCOMPARE(lab().traffic()->grouped.costs(added)[0], 9U);
        QCOMPARE(label("labToken"), "<b>user</b>:42"); // its time line is shown
    }

    void whatIsTooLargeIsNotEdited()
    {
        open();
        QByteArray lines;
        for (std::size_t i = 0; i <= maxEditedOfToken; ++i)
            lines += "{\"ts\":" + QByteArray::number(qulonglong(1795229576 + i)) + ",\"user\":\"busy\"}\n";
        lines += "{\"ts\":1795229576,\"user\":\"quiet\"}\n";
        lab().desk().openFile(write("busy.jsonl", lines));
        QTRY_VERIFY(isReady());
        action("labEditByHand")->trigger();
        QTRY_VERIFY(strip().isVisible());
        card().setToken("busy");
        QVERIFY_TEXT(label("labEditHint"), startsWith("busy has more than 10,000 requests"));
        QVERIFY(!strip().isEnabled() && !find<QPushButton>("labPaste")->isEnabled());
        card().setToken("quiet");
        QVERIFY(strip().isEnabled());
        QCOMPARE(strip().times().size(), 1U);
        // Another file begins anew, also while requests are edited.
        click(QPoint(300, 20));
        settle();
        QCOMPARE(requests(), maxEditedOfToken + 3);
        lab().desk().openExample(0);
        QTRY_VERIFY(isReady() && requests() == 7);
        QCOMPARE(strip().times().size(), 7U);
        QVERIFY(!find<QPushButton>("labEditUndo")->isEnabled());
        QVERIFY(!lab().about().contains("edited"));
    }
};

RATEWARDEN_SUITE(TestLabEditing)
#include "tst_lab_editing.moc"
