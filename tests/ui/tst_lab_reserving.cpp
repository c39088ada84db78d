// SPDX-License-Identifier: GPL-3.0-or-later
// What the lab shows of costs that are known afterwards, and what it does with rules for requests at once.
#include "tests/support/suites.h"
#include "tests/ui/lab_view_test.h"
#include "ui/charts/peak_chart.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/text/display_text.h"

#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabReserving : public LabViewTest {
    Q_OBJECT

private:
    LabRulesCard& rules() { return *find<LabRulesCard>("labRules"); }
    void limit(Micros window, Units units)
    {
        auto* const number = rules().row(window)->findChild<QSpinBox*>("limit");
        number->setValue(int(units));
        waitUntilIdle();
    }
    /// Two models: answers of one are short, those of the other as long as they may be.
    static QByteArray usage()
    {
        QByteArray lines = "Timestamp,Model,Request tokens,Response tokens\n";
        for (int i = 0; i < 300; ++i)
            lines += QByteArray::number(1'795'262'400 + i) +
                     (i % 3 == 0 ? ",large,104,4096\n" : ",small,100,320\n");
        return lines + "soon,small,1,1\n";
    }
    void chooseAlgorithm(const char* name)
    {
        auto* const box = find<QComboBox>("labAlgorithm");
        box->setCurrentIndex(box->findData(QString(name)));
        Q_EMIT box->activated(box->currentIndex());
        waitUntilIdle();
    }
    std::string ruleNotation() { return notation(lab().candidate().policy.rules); }

private Q_SLOTS:
    void costsThatAreKnownAfterwards()
    {
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QVERIFY(!find<QWidget>("reserving")->isVisible());
        read(write("usage.csv", usage()));
        QVERIFY2(lab().about().contains("usage.csv · 300 requests · 1 token · ") &&
                     lab().about().endsWith("1 line rejected"),
                 qPrintable(lab().about()));
        QVERIFY(find<QWidget>("reservingMeaning")->isVisible());
        QVERIFY(!find<QWidget>("reserving")->isVisible());
        QVERIFY_TEXT(label("reservingMeaning"), startsWith("Costs of this traffic are known afterwards."));

        limit(1min, 60'000);
        QVERIFY(find<QWidget>("reserving")->isVisible());
        const QStringList shown = rows("reserving");
        QCOMPARE(shown.size(), 4);
        const ReserveTrial afterwards =
            tryReserving(*lab().traffic()->metered, lab().candidate().policy, parseReserveWay("afterwards"));
        QVERIFY(afterwards.overshoot > 0);
        QCOMPARE(shown[0],
                 QStringLiteral("1 unit, the rest afterwards|%1|%2|%3|%4")
                     .arg(numberText(Units(afterwards.denied)), numberText(Units(afterwards.falselyDenied)),
                          numberText(afterwards.overshoot), numberText(afterwards.unused)));
        QVERIFY2(shown[1].startsWith("the most it can cost|") && shown[1].contains("|never|"),
                 qPrintable(shown[1]));
        QVERIFY_TEXT(shown[2], startsWith("the average cost, 1,680|"));
        QVERIFY_TEXT(shown[3], startsWith("what was learned, at 90 %|"));

        // The last way is selected first: what was learned of each model.
        QVERIFY2(label("reservingMeaning")
                     .contains("Reserved, as a share of what is declared: small 10 %, large 100 %."),
                 qPrintable(label("reservingMeaning")));
        QVERIFY_TEXT(label("reservingMeaning"), endsWith("their input and an answer of 4,096."));
        picture("reserving");
        clickCell("reserving", 1, 0);
        QVERIFY_TEXT(label("reservingMeaning"), startsWith("No limit is ever exceeded"));
        limit(1min, 30'000); // the selection stays
        QVERIFY_TEXT(label("reservingMeaning"), startsWith("No limit is ever exceeded"));
        QVERIFY(rows("reserving") != shown);

        chooseAlgorithm("gcra");
        QVERIFY(!find<QWidget>("reserving")->isVisible());
        QVERIFY_TEXT(label("reservingMeaning"), contains("GCRA allows more than its limit"));
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QVERIFY(!find<QWidget>("reservingMeaning")->isVisible());
    }

    void peaksSayWhatTheyCount()
    {
        open();
        const auto* const chart = lab().findChild<PeakChart*>();
        const auto* const card = find<QWidget>("labPeaks");
        const auto isSaid = [&](const QString& title) {
            return chart->accessibleName() == title && says(card, title) &&
                   card->findChild<QAbstractButton*>("showTable")->accessibleName() == title + " as a table";
        };
        read(write("usage.csv", usage()));
        QVERIFY(isSaid("Largest number of units in any span"));
        clickCell("sufferers", 0, 0);
        QTRY_COMPARE(chart->asTable().headings, (QStringList{"Span", "all (units)", "A allows it (units)",
                                                             "everybody else, highest (units)"}));
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QVERIFY(isSaid("Largest number of requests in any span"));
    }

    void theExampleOfALanguageModel()
    {
        openExample(11);
        QVERIFY_TEXT(lab().about(), startsWith("Requests that cost more"));
        QVERIFY(find<QWidget>("reserving")->isVisible());
        QCOMPARE(rows("reserving").size(), 4);
        QVERIFY2(label("reservingMeaning").contains("Reserved, as a share of what is declared: chat ") &&
                     label("reservingMeaning").contains(", agent ") &&
                     !label("reservingMeaning").contains("does not say"),
                 qPrintable(label("reservingMeaning")));
        picture("example");
    }

    void requestsAtOnceGoThroughTheCardUnharmed()
    {
        PublishedPolicy published;
        published.policy = {"work", "in-flight", parseRules("5 at once for 30s + 100/min")};
        publishPolicy(m->connection, published, {"test", "work"});
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        const auto enforced = [this]() -> QAction* {
            for (QAction* const each : find<QPushButton>("labEnforced")->menu()->actions())
                if (each->text() == "work")
                    return each;
            return nullptr;
        };
        QTRY_VERIFY(enforced());
        enforced()->trigger();
        clickCell("trials", 0, 0);
        waitUntilIdle();
        QVERIFY2(bannerText(lab()).isEmpty(), qPrintable(bannerText(lab())));
        QVERIFY(!rules().findChild<QSpinBox*>("slots")->isEnabled());
        find<QPushButton>("addCandidate")->menu()->actions().at(1)->trigger(); // a copy
        waitUntilIdle();
        QCOMPARE(ruleNotation(), std::string("5 at once for 30s + 100/min"));
        auto* const slots = rules().findChild<QSpinBox*>("slots");
        auto* const life = rules().findChild<QLineEdit*>("slotLife");
        QVERIFY(slots->isVisible());
        QCOMPARE(slots->value(), 5);
        QCOMPARE(life->text(), "30s");

        limit(1min, 40);
        QCOMPARE(ruleNotation(), std::string("5 at once for 30s + 40/min"));
        QVERIFY2(rows("trials").last().startsWith("B · 5 at once for 30s + 40/min|") &&
                     !rows("trials").last().contains("…"),
                 qPrintable(rows("trials").last()));
        slots->setValue(7);
        QCOMPARE(ruleNotation(), std::string("7 at once for 30s + 40/min"));
        life->setText("2min");
        QTest::keyClick(life, Qt::Key_Return);
        QCOMPARE(ruleNotation(), std::string("7 at once for 2min + 40/min"));
        life->setText("soon");
        QTest::keyClick(life, Qt::Key_Return);
        QCOMPARE(life->text(), "2min");
        waitUntilIdle();
        QVERIFY2(label("labUnknowns").contains("B: 7 at once for 2min"), qPrintable(label("labUnknowns")));
        picture("at-once");

        // It is published with the others, and no part of a candidate, which takes no slots.
        QSignalSpy publishes(&lab(), &LabPage::publishWanted);
        QSignalSpy proposes(&lab(), &LabPage::candidateWanted);
        click("publishRules");
        QCOMPARE(publishes.size(), 1);
        QCOMPARE(notation(publishes[0][1].value<Policy>().rules), std::string("7 at once for 2min + 40/min"));
        click("setAsCandidate");
        QCOMPARE(proposes.size(), 1);
        QCOMPARE(notation(proposes[0][1].value<CandidateRules>().rules), std::string("40/min"));

        // Other algorithms take none.
        chooseAlgorithm("sliding-log");
        QVERIFY(!slots->isVisible());
        QCOMPARE(ruleNotation(), std::string("40/min"));
        chooseAlgorithm("in-flight");
        QCOMPARE(ruleNotation(), std::string("7 at once for 2min + 40/min"));
        slots->setValue(0);
        QCOMPARE(ruleNotation(), std::string("40/min"));
        waitUntilIdle();
        QVERIFY(!label("labUnknowns").contains("B:"));
    }

    // Which is not that it denies nothing.
    void whatIsForRequestsAtOnceAloneIsNotTried()
    {
        TrialTableModel model;
        const Candidate candidate{"A", {"lab", "in-flight", parseRules("3 at once")}};
        auto trial = std::make_shared<Trial>();
        trial->requests = 7; // without its rules all of them pass
        model.put({{candidate, trial, {}}});
        QCOMPARE(model.index(0, TrialTableModel::Allowed).data().toString(), "not tried");
        QCOMPARE(model.index(0, TrialTableModel::Denied).data().toString(), "–");
    }
};

RATEWARDEN_SUITE(TestLabReserving)
#include "tst_lab_reserving.moc"
