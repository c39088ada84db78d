// SPDX-License-Identifier: GPL-3.0-or-later
// The lab as an operator uses it: open a log, mark the abuser, take the proposal, see that nobody else
// suffers, set it as a candidate; the examples; and what goes wrong with files.
#include "core/watch/history.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/charts/limit_slider.h"
#include "ui/charts/peak_chart.h"
#include "ui/charts/request_histogram.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/state/alert_desk.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/token_chip.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QMenu>
#include <QPointer>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabPage : public LabTest {
    Q_OBJECT

private:
    LabRulesCard& rules() { return *find<LabRulesCard>("labRules"); }
    LabRuleRow& rule(Micros window) { return *rules().row(window); }

    void clickRow(const char* table, int row)
    {
        auto* const view = find<QTableView>(table);
        view->scrollTo(view->model()->index(row, 0));
        clickOn(view, view->model()->index(row, 0));
    }

    void read(const QString& path)
    {
        lab().desk().openFile(path);
        QTRY_VERIFY(isReady());
    }
    void drag(LimitSlider& slider, double to)
    {
        const QPoint from = slider.handle().toPoint();
        const QPoint end(int(to), from.y());
        QTest::mousePress(&slider, Qt::LeftButton, {}, from);
        QTest::mouseMove(&slider, (from + end) / 2);
        QTest::mouseMove(&slider, end);
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, end);
    }

private Q_SLOTS:
    void theStoryOfAnAbuser()
    {
        open();
        QVERIFY(find<QWidget>("openLog")->isVisible()); // an empty page offers a step
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QVERIFY_TEXT(lab().about(), contains("access.jsonl · 10,800 requests · 11 tokens"));
        QVERIFY_TEXT(lab().sentence(), startsWith("Mark the tokens"));

        // The busiest token stands first; Space marks it, and the lab proposes.
        QVERIFY_TEXT(rows("sufferers").value(0), startsWith("203.0.113.77|60|"));
        clickRow("sufferers", 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QTRY_COMPARE(lab().sentence(), "12 to 59 per minute stops 203.0.113.77 and nobody else.");
        QTRY_VERIFY(lab().isIdle());
        // The line below those to stop is there from now on: no row moves when more is known.
        QVERIFY_TEXT(rows("sufferers").value(1), startsWith("— not denied —"));
        QVERIFY(find<QTableView>("sufferers")->height() >=
                find<QTableView>("sufferers")->horizontalHeader()->height() +
                    5 * find<QTableView>("sufferers")->rowHeight(0));
        QCOMPARE(rule(1min).slider().tickText({60, true, "203.0.113.77"}),
                 "60: the most that 203.0.113.77 sent");
        QCOMPARE(rule(1min).slider().band(), (std::optional<LimitBand>({12, 59})));
        QCOMPARE(rule(1s).slider().band(), std::nullopt);
        QCOMPARE(rule(1s).effect(), "no limit per second does");

        // Taken with a click.
        QTest::mouseClick(find<QPushButton>("useProposal"), Qt::LeftButton);
        QCOMPARE(rule(1min).limit(), std::optional<Units>(15));
        QTRY_COMPARE(rule(1min).effect(), "stops 1, hurts 0");
        QTRY_VERIFY(lab().isIdle());
        QCOMPARE(rows("sufferers").value(0), "203.0.113.77|60|–|2,700|0|900|2,700|■ stopped");
        QVERIFY_TEXT(rows("sufferers").value(1), startsWith("— nobody else —"));
        QVERIFY_TEXT(rows("trials").value(0), startsWith("A · 15/min|8,100|2,700|1|0|"));

        // Its time line: the next difference, and why.
        QTest::keyClick(m->window.get(), Qt::Key_N);
        QTRY_TEXT(label("labReason"), startsWith("A denies by 15/min: "));

        // Dragged too far down, it hurts; who, is said.
        LimitSlider& slider = rule(1min).slider();
        drag(slider, slider.xOf(6));
        QTRY_COMPARE(rule(1min).effect(), "stops 1, hurts 10");
        QTRY_VERIFY(lab().isIdle());
        QVERIFY_TEXT(rows("sufferers").value(1), endsWith("▲ hurt"));
        slider.setFocus();
        QTest::keyClick(&slider, Qt::Key_Home);
        QTRY_COMPARE(rule(1min).effect(), "stops 1, hurts 0");
        QCOMPARE(rule(1min).limit(), std::optional<Units>(12));

        // Of which policy they are to be the candidate is asked, and nothing else of it can be changed.
        QMenu* const ofWhich = find<QPushButton>("setAsCandidate")->menu();
        QVERIFY(ofWhich);
        QCOMPARE(ofWhich->actions().size(), 2);
        QCOMPARE(ofWhich->actions().back()->text(), "api");
        ofWhich->actions().back()->trigger();
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        const QPointer<PolicyDialog> dialog = m->window->policiesPage().dialog();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->isVisible());
        QCOMPARE(dialog->windowTitle(), "Set a candidate");
        for (const char* const hidden : {"policyMode", "policyCandidateRow", "policyFailureRow"})
            QVERIFY2(!dialog->findChild<QWidget*>(hidden)->isVisible(), hidden);
        QVERIFY2(dialog->findChild<PlainLabel*>("candidateMeaning")->text().endsWith("5/min + 100/h"),
                 qPrintable(dialog->findChild<PlainLabel*>("candidateMeaning")->text()));
        QTest::keyClicks(dialog->findChild<QLineEdit*>("publishReason"), "an abuser");
        QTest::keyClick(dialog->findChild<QLineEdit*>("publishReason"), Qt::Key_Return);
        QTRY_VERIFY(!dialog);
        const std::optional<PublishedPolicy> published = findPublished(m->connection, "api");
        QVERIFY(published && published->candidate);
        QCOMPARE(published->policy.rules, m->policy.rules);
        QCOMPARE(published->policy.algorithm, m->policy.algorithm);
        QCOMPARE(published->candidate->rules, parseRules("12/min"));
        QCOMPARE(published->candidate->algorithm, "sliding-log");
    }

    void offIsTyped()
    {
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        auto* const limit = rule(1min).findChild<QSpinBox*>();
        for (const auto& [typed, expected] :
             {std::pair("30\r", std::optional<Units>(30)), std::pair("off\r", std::optional<Units>())}) {
            limit->setFocus();
            QTest::keyClick(limit, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClicks(limit, typed);
            QCOMPARE(rule(1min).limit(), expected);
        }
        QCOMPARE(limit->text(), "off");
    }

    void nothingIsCutOff_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize& size : {QSize(1100, 700), QSize(1280, 800), QSize(1440, 900)})
            QTest::addRow("%dx%d", size.width(), size.height()) << size;
    }
    void nothingIsCutOff()
    {
        QFETCH(QSize, size);
        m->window->resize(size);
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QTRY_VERIFY(find<QPushButton>("labEnforced")->menu()->actions().size() > 2);
        find<QPushButton>("labEnforced")->menu()->actions().front()->trigger();
        QTRY_COMPARE(rows("trials").size(), 2);
        clickRow("sufferers", 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QTRY_VERIFY(lab().isIdle());
        QCOMPARE(m->window->size(), size);
        const auto* const content = find<QWidget>("labContent");
        QTRY_VERIFY2(
            content->width() <= content->parentWidget()->width(),
            qPrintable(
                QStringLiteral("%1 > %2").arg(content->width()).arg(content->parentWidget()->width())));
    }

    // Behind a name is nothing but the card: neither its own line, nor one that is drawn after it.
    void noLineStrikesANameOut()
    {
        using Line = PeakChart::Line;
        const std::vector<PeakChart::Point> rising{{1s, 1}, {1h, 10'000}};
        const auto redWith = [&rising](const QString& name, Line::Kind kind) {
            PeakChart chart;
            chart.resize(600, 300);
            chart.present({{name, kind, rising}, {{}, Line::Kind::Chosen, rising}});
            const QImage image = chart.grab().toImage();
            int red = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    red += image.pixelColor(x, y).red() - image.pixelColor(x, y).green() > 60 ? 1 : 0;
            return red;
        };
        for (const Line::Kind kind : {Line::Kind::Chosen, Line::Kind::Others}) {
            const int whole = redWith({}, kind);
            QVERIFY(whole > 500);
            QVERIFY2(redWith(QString(30, ' '), kind) < whole - 20, qPrintable(QString::number(int(kind))));
        }
    }

    // Neither the token of the former traffic is drawn any more, nor what its candidate allowed.
    void otherTrafficHasNoPeaksUntilATokenIsChosen()
    {
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        const auto* const chart = lab().findChild<PeakChart*>();
        clickRow("sufferers", 0);
        QTRY_VERIFY(chart->asTable().rowCount > 0);
        QVERIFY(chart->asTable().about.isEmpty());
        lab().desk().openFile(write("other.jsonl", logOfAnHour("198.51.100.7")));
        QTRY_TEXT(lab().about(), contains("other.jsonl"));
        QTRY_COMPARE(chart->asTable().rowCount, 0);
        QCOMPARE(chart->asTable().headings, QStringList("Span"));
        QCOMPARE(chart->asTable().about, QString("Choose a token to see its peaks"));
        QCOMPARE(chart->accessibleDescription(), chart->asTable().about);
    }

    // Where others have published in between, their rules stay.
    void aCandidateReplacesNothingElse()
    {
        open();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QTest::keyClick(rule(1min).findChild<QSpinBox*>(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(rule(1min).findChild<QSpinBox*>(), "30\r");
        QTRY_VERIFY(find<QPushButton>("setAsCandidate")->isEnabled());
        find<QPushButton>("setAsCandidate")->menu()->actions().back()->trigger();
        const QPointer<PolicyDialog> dialog = m->window->policiesPage().dialog();
        QTRY_VERIFY(dialog && dialog->isVisible());
        PublishedPolicy theirs;
        theirs.policy = m->policy;
        theirs.policy.rules = parseRules("7/min");
        theirs.version = findPublished(m->connection, "api")->version;
        publishPolicy(m->connection, theirs, {"test", "in between"});
        auto* const reason = dialog->findChild<QLineEdit*>("publishReason");
        QTest::keyClicks(reason, "an abuser");
        QTest::keyClick(reason, Qt::Key_Return);
        QTRY_VERIFY(dialog->findChild<Banner*>()->isVisible());
        QTest::keyClick(reason, Qt::Key_Return);
        QTRY_VERIFY(!dialog);
        const std::optional<PublishedPolicy> published = findPublished(m->connection, "api");
        QCOMPARE(published->policy.rules, parseRules("7/min"));
        QCOMPARE(published->candidate->rules, parseRules("30/min"));
    }

    void theEnforcedPolicyGetsTheCandidate()
    {
        open();
        PublishedPolicy published;
        published.policy = m->policy;
        publishPolicy(m->connection, published, {"test", "first"});
        m->window->session().refresh();
        read(write("access.jsonl", logOfAnHour("203.0.113.77")));
        QTRY_VERIFY(find<QPushButton>("labEnforced")->menu()->actions().size() > 2);
        find<QPushButton>("labEnforced")->menu()->actions().front()->trigger();
        QTRY_COMPARE(rows("trials").size(), 2);
        QTRY_TEXT(rows("trials").value(0), startsWith("Enforced · 5/min + 100/h|"));
        QTest::keyClick(rule(1min).findChild<QSpinBox*>(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(rule(1min).findChild<QSpinBox*>(), "30\r");
        QTRY_TEXT(rows("trials").value(1), startsWith("A · 30/min|"));
        QTest::mouseClick(find<QPushButton>("setAsCandidate"), Qt::LeftButton);
        QTRY_VERIFY(m->window->policiesPage().dialog() && m->window->policiesPage().dialog()->isVisible());
        QTRY_VERIFY(m->window->policiesPage().dialog()->entered());
        const PublishedPolicy entered = *m->window->policiesPage().dialog()->entered();
        QCOMPARE(entered.policy.rules, m->policy.rules); // what is enforced stays
        QVERIFY(entered.candidate);
        QCOMPARE(entered.candidate->rules, parseRules("30/min"));
        QCOMPARE(entered.candidate->algorithm, "sliding-log");
    }

    void theArticlesExample()
    {
        openExample(0);
        QCOMPARE(rows("trials").value(0).section('|', 1, 2), "6|1");
        QTRY_VERIFY2(label("labReason").contains("56.0 s old") &&
                         label("labReason").contains("4.0 s to wait"),
                     qPrintable(label("labReason")));
    }

    void fixedWindowsAllowTwiceTheLimit()
    {
        openExample(1);
        QStringList denied;
        for (const QString& row : rows("trials"))
            denied << row.section('|', 0, 0).section(' ', 0, 0) + ' ' + row.section('|', 2, 2);
        QVERIFY2(denied.value(0) == "Enforced 0" && denied.value(1) == "A 100",
                 qPrintable(denied.join(", ")));
        // Another candidate is chosen by its row, and its rules are edited.
        clickRow("trials", 3);
        QTRY_COMPARE(lab().candidate().name, "C");
        QCOMPARE(find<QComboBox>("labAlgorithm")->currentData().toString(), "gcra");
    }

    void everyExampleTeaches()
    {
        open();
        for (int i = 0; i < int(lab().desk().examples().size()); ++i) {
            lab().desk().openExample(i);
            QTRY_VERIFY(isReady() && !rows("sufferers").isEmpty());
            QVERIFY2(bannerText(lab()).isEmpty(), qPrintable(bannerText(lab())));
            QVERIFY(!label("labLesson").isEmpty());
            QVERIFY(!label("labToken").isEmpty());
            for (const QString& row : rows("trials"))
                QVERIFY2(!row.contains(QStringLiteral("…")), qPrintable(row));
        }
        QVERIFY(lab().desk().examples().size() >= 12);
    }

    void theSlowScraperIsStoppedPerHourOnly()
    {
        openExample(3);
        QVERIFY2(lab().sentence().contains("per hour stops") || lab().sentence().contains("per day stops"),
                 qPrintable(lab().sentence()));
        QCOMPARE(rule(1min).slider().band(), std::nullopt);
        QVERIFY(rule(1h).slider().band());
    }

    void noLimitDoes()
    {
        openExample(4);
        QCOMPARE(lab().sentence(), "No single limit stops ip:192.0.2.44 and nobody else.");
        QVERIFY(!find<QPushButton>("useProposal")->isVisible());
        // A click on the chip takes the mark away.
        QTest::mouseClick(rules().findChild<TokenChip*>(), Qt::LeftButton);
        QTRY_TEXT(lab().sentence(), startsWith("Mark the tokens"));
        // And a typed one is marked, if there is such a token.
        QTest::keyClicks(find<QLineEdit>("addMark"), "nobody\r");
        QTRY_TEXT(bannerText(lab()), contains("no token nobody"));
        find<QLineEdit>("addMark")->clear();
        QTest::keyClicks(find<QLineEdit>("addMark"), "office:4\r");
        QTRY_TEXT(lab().sentence(), contains("stops office:4 and nobody else"));
        QVERIFY(bannerText(lab()).isEmpty());
    }

    void aStretchOfTimeIsChosen()
    {
        openExample(2);
        auto* const bars = find<RequestHistogram>("labHistogram");
        QVERIFY(!bars->chosen());
        const int y = 30;
        QTest::mousePress(bars, Qt::LeftButton, {}, QPoint(bars->width() / 2, y));
        QTest::mouseMove(bars, QPoint(bars->width() * 5 / 8, y));
        QTest::mouseMove(bars, QPoint(bars->width() * 3 / 4, y));
        QTest::mouseRelease(bars, Qt::LeftButton, {}, QPoint(bars->width() * 3 / 4, y));
        QVERIFY(bars->chosen());
        auto* const strips = lab().findChild<DecisionStrips*>();
        QCOMPARE(strips->shownTime(), *bars->chosen());
        const TimeRange before = *bars->chosen();
        QTest::keyClick(bars, Qt::Key_W); // looks closer, and counts no less
        QCOMPARE(*bars->chosen(), before);
        QVERIFY(bars->time().span() < lab().traffic()->time().length());
        QTest::keyClick(bars, Qt::Key_Home);
        QTest::keyClick(bars, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(bars->chosen()->length() < before.length());
        QCOMPARE(strips->shownTime(), *bars->chosen());
        QTest::keyClick(bars, Qt::Key_Escape);
        QVERIFY(!bars->chosen());
        QCOMPARE(strips->shownTime(), lab().traffic()->time());
    }

    void badFiles()
    {
        open();
        lab().desk().openFile(m_folder.filePath("none.log"));
        QTRY_TEXT(bannerText(lab()), startsWith("none.log cannot be opened"));
        QVERIFY(!lab().traffic()); // and the page still offers a step
        QVERIFY(find<QWidget>("openLog")->isVisible());

        // What can be read is, and what cannot is named.
        QByteArray mixed = logOfAnHour("203.0.113.77");
        mixed.insert(mixed.indexOf('\n') + 1, "garbage\n{\"ts\":\"yesterday\",\"remote_ip\":\"x\"}\n");
        read(write("mixed.jsonl", mixed));
        QVERIFY(bannerText(lab()).isEmpty());
        QVERIFY_TEXT(lab().about(), endsWith("2 lines rejected"));
        QTest::mouseClick(find<QPushButton>("labDetails"), Qt::LeftButton);
        QVERIFY2(label("labRejected").contains("line 2 ") && label("labRejected").contains("line 3 "),
                 qPrintable(label("labRejected")));
        // A bad file leaves what is shown.
        lab().desk().openFile(m_folder.filePath("none.log"));
        QTRY_VERIFY(!bannerText(lab()).isEmpty());
        QCOMPARE(lab().traffic()->grouped.tokens(), 11U);
    }

    void anotherFieldIsTheToken()
    {
        open();
        QByteArray lines;
        for (int i = 0; i < 50; ++i)
            lines += "{\"ts\":" + QByteArray::number(1795229576 + i) +
                     ",\"remote_ip\":\"10.0.0.1\",\"user\":\"u" + QByteArray::number(i % 5) +
                     "\",\"bytes\":" + QByteArray::number(10 + i) + "}\n";
        read(write("users.jsonl", lines));
        const std::size_t byDefault = lab().traffic()->grouped.tokens();
        QTest::mouseClick(find<QPushButton>("labDetails"), Qt::LeftButton);
        auto* const token = find<QComboBox>("labTokenField");
        QVERIFY(token->isVisible());
        const QByteArray wanted = byDefault == 1 ? "user" : "remote_ip";
        token->setFocus();
        const int row = token->findData(wanted);
        QVERIFY(row >= 0);
        const SharedTraffic before = lab().traffic();
        token->showPopup();
        token->hidePopup();
        token->setCurrentIndex(row);
        Q_EMIT token->activated(row); // as the popup does it
        QTRY_VERIFY(lab().traffic() != before);
        QCOMPARE(lab().traffic()->grouped.tokens(), byDefault == 1 ? 5U : 1U);
    }

    void linesOfDeniedRequestsAreLeftOut()
    {
        open();
        QByteArray lines;
        for (int i = 0; i < 50; ++i)
            lines += "{\"ts\":" + QByteArray::number(1795229576 + i) +
                     ",\"remote_ip\":\"10.0.0.1\",\"status\":" + (i % 5 == 0 ? "429" : "200") + "}\n";
        read(write("statuses.jsonl", lines));
        auto* const box = find<QCheckBox>("labWithoutStatus");
        QVERIFY(!box->isVisible());
        QTest::mouseClick(find<QPushButton>("labDetails"), Qt::LeftButton);
        QVERIFY(box->isVisible() && !box->isChecked());
        QCOMPARE(box->text(), "Leave out the lines with the status 429 or 503");
        QCOMPARE(lab().traffic()->summary.requests, 50U);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Space);
        QTRY_COMPARE(lab().traffic()->summary.requests, 40U);
        QTRY_COMPARE(box->text(), "Leave out the 10 lines with the status 429 or 503");
        QVERIFY(box->isVisible() && box->isChecked());
        QTest::keyClick(box, Qt::Key_Space);
        QTRY_COMPARE(lab().traffic()->summary.requests, 50U);
        QVERIFY(!box->isChecked());
        // Where nothing would be left, all stays, and the box says so.
        read(write("denied.jsonl", lines.replace("200", "503")));
        QTest::keyClick(box, Qt::Key_Space);
        QTRY_VERIFY(!bannerText(lab()).isEmpty());
        QCOMPARE(lab().traffic()->summary.requests, 50U);
        QVERIFY(!box->isChecked());
    }

    void hostileTokensArePlain()
    {
        open();
        read(write("hostile.jsonl", logOfAnHour("<h1>&amp;%1\\u202e\\u0000&x</h1>")));
        clickRow("sufferers", 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QTRY_VERIFY2(lab().sentence().contains("<h1>&amp;%1") &&
                         lab().sentence().endsWith("and nobody else."),
                     qPrintable(lab().sentence()));
        QTRY_VERIFY(lab().isIdle());
        QVERIFY(!lab().sentence().contains(QChar(0x202e)) && !lab().sentence().contains(QChar(0)));
        QVERIFY(!label("labToken").contains(QChar(0x202e)));

        // Nor does a report run what a token says.
        find<QPushButton>("labReport")->menu()->actions().front()->trigger();
        QTRY_TEXT(bannerText(lab()), contains("no limit"));
        QTest::mouseClick(find<QPushButton>("useProposal"), Qt::LeftButton);
        find<QPushButton>("labReport")->menu()->actions().front()->trigger();
        QTRY_VERIFY(m->window->findChild<QFileDialog*>("saveFile"));
        auto* const dialog = m->window->findChild<QFileDialog*>("saveFile");
        dialog->setDirectory(m_folder.path());
        const QString path = dialog->selectedFiles().value(0);
        QVERIFY(path.startsWith(m_folder.path()));
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_VERIFY(QFile::exists(path));
        const QByteArray html = readFile(path);
        QVERIFY(!html.contains("<h1>&amp;%1") && html.contains("&lt;h1&gt;&amp;amp;%1"));
    }

    // Of the open alerts; what its watcher does not keep any more is said.
    void aReportReadsTheHistory()
    {
        {
            HistoryWriter writer(path("history").toStdString(), {});
            HistoryRound round;
            round.at = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
            HistoryRound::Sums& one = round.cohorts.emplace_back();
            one.cohort.format = "ratewarden/gcra";
            one.cohort.policy = "api";
            one.cohort.status = TokenStatus::Ok;
            one.sums.tokens = 1;
            writer.add(round);
        }
        open();
        AlertDesk& alerts = m->window->session().alerts();
        alerts.open(write("alerts.json",
                          QString(R"({"schema": 1, "history": {"file": "%1", "days": 14, "megabytes": 64},
            "alerts": [{"name": "memory", "measure": "memory used", "above": 80}]})")
                              .arg(path("history"))
                              .toUtf8()));
        QTRY_VERIFY(!alerts.historyFile().empty());
        read(write("past.jsonl", logOfAnHour("10.9.9.9")));
        clickRow("sufferers", 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QTRY_VERIFY2(lab().sentence().endsWith("and nobody else."), qPrintable(lab().sentence()));
        QTRY_VERIFY(lab().isIdle());
        QTest::mouseClick(find<QPushButton>("useProposal"), Qt::LeftButton);
        find<QPushButton>("labReport")->menu()->actions().front()->trigger();
        QTRY_VERIFY(m->window->findChild<QFileDialog*>("saveFile"));
        auto* const dialog = m->window->findChild<QFileDialog*>("saveFile");
        dialog->setDirectory(m_folder.path());
        const QString saved = dialog->selectedFiles().value(0);
        QFile::remove(saved); // another test's
        QMetaObject::invokeMethod(dialog, "accept");
        QTRY_VERIFY(QFile::exists(saved));
        const QByteArray html = readFile(saved);
        QVERIFY(html.contains("What was seen on the server then"));
        QVERIFY(html.contains("Rounds are kept for 14 days"));
        QVERIFY(html.contains("Of the time of these requests it has nothing."));
    }

    // Dragging asks more often than can be answered: the newest question's answer is the one that stays.
    void theNewestQuestionWins()
    {
        openExample(2);
        LimitSlider& slider = rule(1min).slider();
        const QPoint start = slider.handle().toPoint();
        QTest::mousePress(&slider, Qt::LeftButton, {}, start);
        for (int x = start.x(); x > 20; x -= 3)
            QTest::mouseMove(&slider, QPoint(x, start.y()));
        QTest::mouseRelease(&slider, Qt::LeftButton, {}, QPoint(20, start.y()));
        QTRY_VERIFY(lab().isIdle());
        const Units limit = *rule(1min).limit();
        QVERIFY(limit < 5);
        QVERIFY_TEXT(rows("trials").value(1), startsWith(QStringLiteral("A · %1/min|").arg(limit)));
        const Candidate same{"same", {"lab", "sliding-log", {{limit, 1min}}}};
        const Trial trial = tryOn(lab().traffic()->grouped, same);
        QCOMPARE(rows("trials").value(1).section('|', 2, 3),
                 QLocale().toString(qulonglong(trial.denied)) + '|' +
                     QLocale().toString(qulonglong(trial.tokensDenied)));
        QCOMPARE(
            rule(1min).effect(),
            QStringLiteral("stops 1, hurts %1").arg(QLocale().toString(qulonglong(trial.tokensDenied - 1))));
    }

    void pictures()
    {
        const QByteArray folder = qgetenv("LAB_PICTURES");
        if (folder.isEmpty())
            QSKIP("LAB_PICTURES names the folder");
        openExample(2);
        QTest::mouseClick(find<QPushButton>("useProposal"), Qt::LeftButton);
        for (const int example : {2, 0, 1}) {
            if (example != 2)
                openExample(example);
            for (const QSize size : {QSize(1280, 800), QSize(1440, 900)})
                for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
                    applyTheme(*qApp, scheme);
                    m->window->resize(size);
                    QCoreApplication::processEvents(); // the new colours reach every widget
                    QTRY_VERIFY(lab().isIdle());
                    QTest::keyClick(m->window.get(), Qt::Key_N);
                    QTRY_VERIFY(lab().isIdle());
                    QVERIFY(m->window->grab().save(QStringLiteral("%1/lab%2-%3-%4.png")
                                                       .arg(QString::fromLocal8Bit(folder))
                                                       .arg(example)
                                                       .arg(size.width())
                                                       .arg(scheme == Scheme::Dark ? "dark" : "light")));
                }
        }
        applyTheme(*qApp, Scheme::Light);
    }
};

RATEWARDEN_SUITE(TestLabPage)
#include "tst_lab_page.moc"
