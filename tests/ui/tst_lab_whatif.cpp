// SPDX-License-Identifier: GPL-3.0-or-later
// What a candidate of the lab changes for whom: every number opens its rows, a part of the time is counted by
// itself, and what a next request would get. The numbers are counted anew here, request by request.
#include "core/formats/intent.h"
#include "core/formats/own/ratewarden_control.h"
#include "core/lab/comparison.h"
#include "tests/support/suites.h"
#include "tests/ui/lab_view_test.h"
#include "ui/charts/request_strip.h"
#include "ui/models/sufferer_table_model.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_rule_row.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/number_tile.h"

#include <QComboBox>
#include <QCompleter>
#include <QLocale>
#include <QMenu>
#include <QScopeGuard>
#include <QScrollArea>
#include <QSemaphore>
#include <QSpinBox>

#include <memory>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabWhatIf : public LabViewTest {
    Q_OBJECT

private:
    QString tile(const char* name) { return find<NumberTile>(name)->number(); }
    QStringList retries() { return lab().findChild<LabRetries*>()->texts(); }
    static QString number(std::uint64_t value) { return QLocale().toString(qulonglong(value)); }
    /// Of the rows of the table, one column, once a filter's rows have been found.
    QStringList column(SuffererTableModel::Column which)
    {
        QStringList cells;
        static_cast<void>(QTest::qWaitFor([this] { return isReady(); }, patienceMs));
        for (const QString& row : rows("sufferers"))
            cells << row.section('|', which, which);
        return cells;
    }
    QStringList answers(const char* kind)
    {
        QStringList texts;
        for (const PlainLabel* const label : find<QWidget>("labAsk")->findChildren<PlainLabel*>(kind))
            texts << label->text();
        return texts;
    }
    /// A busy client, in quarters of a second, and two quiet ones; 400 s.
    static QByteArray fineLog()
    {
        QByteArray lines;
        for (int i = 0; i < 1600; ++i) {
            const auto add = [&](const char* user) {
                lines += "{\"ts\":" + QByteArray::number(1795229576 + i / 4) + "." +
                         QByteArray::number(i % 4 * 25 + 1).rightJustified(2, '0') + ",\"user\":\"" + user +
                         "\"}\n";
            };
            if (i < 800 || i % 40 == 0)
                add("busy");
            if (i % 40 == 3)
                add("quiet:1");
            if (i % 80 == 7)
                add("quiet:2");
        }
        return lines;
    }
    /// Where the log has whole seconds alone.
    static QByteArray coarseLog()
    {
        QByteArray lines;
        for (int second = 0; second < 120; ++second)
            for (int i = 0; i < (second % 2 == 0 ? 6 : 1); ++i)
                lines += "{\"ts\":" + QByteArray::number(1795229576 + second) + ",\"user\":\"a\"}\n";
        return lines;
    }
    void type(const char* spinBox, const char* text)
    {
        auto* const box = find<QSpinBox>(spinBox);
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }
    void setLimit(Micros window, const QString& limit)
    {
        auto* const box = find<LabRulesCard>("labRules")->row(window)->findChild<QSpinBox*>();
        QTest::keyClick(box, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(box, limit + '\r');
        waitUntilIdle();
    }
    /// From one share of the time to another.
    void dragOverTime(double from, double to)
    {
        auto* const bars = find<RequestHistogram>("labHistogram");
        const auto at = [&](double share) {
            return QPoint(int(bars->width() * share), 30);
        };
        QTest::mousePress(bars, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(bars, at((from + to) / 2));
        QTest::mouseMove(bars, at(to));
        QTest::mouseRelease(bars, Qt::LeftButton, {}, at(to));
    }
    /// With the fixture's policy, 5/min + 100/h, as the enforced one.
    void enforcePolicy(PolicyMode mode = PolicyMode::Enforced)
    {
        PublishedPolicy published;
        if (const std::optional<PublishedPolicy> now = findPublished(m->connection, "api"))
            published = *now;
        published.policy = m->policy;
        published.mode = mode;
        publishPolicy(m->connection, published, {"test", "first"});
        m->window->session().refresh();
        auto* const enforced = find<QPushButton>("labEnforced");
        QTRY_VERIFY(enforced->menu()->actions().size() > 2);
        enforced->menu()->actions().front()->trigger();
        waitUntilIdle();
        QTRY_COMPARE(rows("trials").size(), 2);
    }
    void askAbout(const QString& token)
    {
        if (!find<QWidget>("labAsk")->isVisible())
            click("askNext");
        auto* const field = find<QLineEdit>("askToken");
        field->selectAll();
        QTest::keyClicks(field, token);
        QTest::keyClick(field, Qt::Key_Return);
    }

private Q_SLOTS:
    void numbersOpenTheirRows()
    {
        openExample(1); // fixed windows against others, with enforced rules
        const auto* const trials = lab().findChild<LabTrialsCard*>();
        const Candidate now = trials->model().rows().front().candidate;
        const GroupedTrace& traffic = lab().traffic()->grouped;
        const Comparison expected = compare(traffic, now, lab().candidate());
        QVERIFY(expected.sums.newlyDenied > 0);
        QCOMPARE(tile("sumNewlyDenied"), number(expected.sums.newlyDenied));
        QCOMPARE(tile("sumFreed"), number(expected.sums.freed));
        QCOMPARE(tile("sumUnchanged"), number(expected.sums.unchanged));
        QCOMPARE(tile("sumDenied"), number(expected.retriesCandidate.asRecorded.denied));

        click("sumNewlyDenied");
        QStringList tokens;
        QStringList newly;
        for (const TokenDifference& one : expected.tokens)
            if (one.newlyDenied > 0) {
                tokens << "▲ " + QString::fromStdString(std::string(traffic.trace().names[one.token]));
                newly << number(one.newlyDenied);
            }
        QCOMPARE(column(SuffererTableModel::Token).size(), tokens.size());
        QCOMPARE(column(SuffererTableModel::NewlyDenied), newly); // worst first
        click("sumFreed");
        QCOMPARE(column(SuffererTableModel::Token).isEmpty(), expected.sums.freed == 0);
        click("sumFreed"); // and back
        QVERIFY(!column(SuffererTableModel::Token).isEmpty());
        // A row opens its two time lines.
        click("sumDenied");
        waitUntilIdle();
        clickCell("sufferers", 0, 0);
        QTRY_VERIFY(lab().isIdle());
        QVERIFY(column(SuffererTableModel::Token).front().endsWith(label("labToken")));
        QVERIFY(strips().data()->strips.size() >= 4);
    }

    void theTrialsNumbersOpenTheirs()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        clickCell("sufferers", 0, 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space); // busy is to be stopped
        setLimit(1min, "2");
        QCOMPARE(rows("trials").front().section('|', 3, 4), "3|2");
        clickCell("trials", 0, TrialTableModel::Hurt);
        QCOMPARE(column(SuffererTableModel::Token), QStringList({"quiet:1", "quiet:2"}));
        QCOMPARE(column(SuffererTableModel::Sign), QStringList({"▲ hurt", "▲ hurt"}));
        clickCell("trials", 0, TrialTableModel::Denied);
        QCOMPARE(column(SuffererTableModel::Token), QStringList({"busy", "quiet:1", "quiet:2"}));
        // So does what a limit does.
        auto* const row = find<LabRulesCard>("labRules")->row(1min);
        QTRY_COMPARE(row->effect(), "stops 1, hurts 2");
        for (PlainLabel* const effect : row->findChildren<PlainLabel*>())
            if (effect->text() == row->effect())
                QTest::mouseClick(effect, Qt::LeftButton);
        QCOMPARE(column(SuffererTableModel::Token), QStringList({"quiet:1", "quiet:2"}));
        setLimit(1min, "30");
        QVERIFY(column(SuffererTableModel::Token).isEmpty()); // and the filter stays
        click("sumUnchanged");
        QCOMPARE(column(SuffererTableModel::Token), QStringList({"quiet:1", "quiet:2"}));
    }

    void theFilterFindsTokens()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        auto* const filter = find<FilterLine>("labFilter");
        const auto listed = [&](const char* words) {
            filter->setText(words);
            return column(SuffererTableModel::Token);
        };
        QCOMPARE(listed("QUIET"), QStringList({"quiet:1", "quiet:2"})); // no limit denies them
        QCOMPARE(listed("requests<40"), QStringList({"quiet:2"}));
        QCOMPARE(listed("peak>100"), QStringList({"busy"}));
        QCOMPARE(listed("denied>0"), QStringList());
        QCOMPARE(find<QTableView>("sufferers")->findChild<PlainLabel*>()->text(),
                 "No token matches the filter");
        listed("busy");
        clickCell("sufferers", 0, 0);
        QTest::keyClick(find<QTableView>("sufferers"), Qt::Key_Space);
        QCOMPARE(listed("-marked"), QStringList({"quiet:1", "quiet:2"}));
        setLimit(1min, "2");
        QCOMPARE(listed("denied>0 (marked or token:*:2)"), QStringList({"busy", "quiet:2"}));
        // A word that makes no sense is said, and what is in front of it is used.
        QCOMPARE(listed("quiet denied>"), QStringList({"quiet:1", "quiet:2"}));
        QVERIFY(!filter->faultText().isEmpty());
        filter->clear();
        clickCell("sufferers", 1, SuffererTableModel::Token, Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(filter->text().trimmed(), "-token:quiet:1");
        QVERIFY(!column(SuffererTableModel::Token).contains("quiet:1"));
        // Other traffic is listed whole.
        read(write("coarse.jsonl", coarseLog()));
        QVERIFY(filter->text().isEmpty());
    }

    void retriesUnderThreeAssumptions()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        enforcePolicy();
        const Comparison expected =
            compare(lab().traffic()->grouped, {"", m->policy}, {"", {"a", "sliding-log", {{60, 1min}}}});
        setLimit(1min, "60");
        const auto texts = [](const QString& name, const RetryRange& range) {
            const auto figures = [](const RetryFigures& one) {
                return number(one.requests) + " / " + number(one.denied);
            };
            return QStringList{name, figures(range.asRecorded), figures(range.withoutRepeats),
                               figures(range.backingOff)}
                .join('|');
        };
        QVERIFY(expected.retriesCandidate.withoutRepeats.denied <
                expected.retriesCandidate.asRecorded.denied);
        QTRY_COMPARE(retries(), QStringList({texts("Enforced · 5/min + 100/h", expected.retriesEnforced),
                                             texts("A · 60/min", expected.retriesCandidate)}));
        QVERIFY(!label("labUnknowns").contains("the order within a second"));
    }

    void wholeSecondsAreARange()
    {
        open();
        read(write("coarse.jsonl", coarseLog()));
        auto* const algorithm = find<QComboBox>("labAlgorithm");
        algorithm->setCurrentIndex(algorithm->findData("gcra"));
        Q_EMIT algorithm->activated(algorithm->currentIndex()); // as the popup does it
        setLimit(1s, "5"); // six at once break it, and spread over the second they do not
        const Candidate tried{"", {"a", "gcra", {{5, 1s}}}};
        const Trial harshest = tryOn(lab().traffic()->grouped, tried);
        const Trace spread = spreadWithinSeconds(lab().traffic()->trace);
        const Trial kindest = tryOn(GroupedTrace(spread), tried);
        QVERIFY(harshest.denied != kindest.denied);
        QTRY_COMPARE(tile("sumDenied"), QStringLiteral("%1–%2")
                                            .arg(std::min(harshest.denied, kindest.denied))
                                            .arg(std::max(harshest.denied, kindest.denied)));
        QVERIFY_TEXT(retries().front(), contains("–"));
        QVERIFY(label("labUnknowns").contains("the order within a second"));
    }

    void aPartOfTheTimeIsCounted()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        setLimit(1min, "20");
        const QStringList before = rows("trials");
        QVERIFY(!find<QWidget>("labStretch")->isVisible());
        dragOverTime(0.4, 0.6);
        waitUntilIdle();
        const TimeRange chosen = *find<RequestHistogram>("labHistogram")->chosen();
        const Candidate tried = lab().candidate();
        std::uint64_t requests = 0;
        std::uint64_t denied = 0;
        const GroupedTrace& traffic = lab().traffic()->grouped;
        for (TokenId token = 0; token < traffic.tokens(); ++token)
            for (const RequestStep& step : verdictsOf(traffic, token, tried))
                if (step.time >= chosen.from && step.time < chosen.to) {
                    ++requests;
                    denied += step.allowed() ? 0 : 1;
                }
        QVERIFY(denied > 0 && denied < requests);
        QCOMPARE(rows("trials").front().section('|', 1, 2), number(requests - denied) + '|' + number(denied));
        QCOMPARE(tile("sumDenied"), number(denied));
        QCOMPARE(tile("sumUnchanged"), number(requests - denied));
        QCOMPARE(column(SuffererTableModel::DeniedThen).front(), number(denied));
        QVERIFY(retries().front().contains(number(requests) + " / " + number(denied)));
        QCOMPARE(column(SuffererTableModel::Peak).front(),
                 number(std::uint64_t(Peaks(traffic, {1min}, Keeps::Charges, {}, chosen)
                                          .of(lab().traffic()->trace.names.find("busy"), 0))));
        QVERIFY(find<QWidget>("labStretch")->isVisible());
        QVERIFY(find<QPushButton>("labStretch")->text().contains("✕"));

        // What the strips show closer changes no number.
        QTest::keyClick(&strips(), Qt::Key_Plus);
        QTRY_VERIFY(lab().isIdle());
        QCOMPARE(tile("sumDenied"), number(denied));
        click("labStretch");
        waitUntilIdle();
        QVERIFY(!find<QWidget>("labStretch")->isVisible());
        QCOMPARE(rows("trials"), before);
    }

    void noDataIsNotNothingDenied()
    {
        open();
        QByteArray lines;
        for (const int second : {0, 1, 2, 3, 1000})
            lines += "{\"ts\":" + QByteArray::number(1795229576 + second) + ".5,\"user\":\"a\"}\n";
        read(write("gap.jsonl", lines));
        setLimit(1min, "2");
        QCOMPARE(tile("sumDenied"), "2");
        dragOverTime(0.4, 0.6);
        waitUntilIdle();
        QCOMPARE(rows("trials").front().section('|', 1, 3), "no data|–|–");
        QCOMPARE(tile("sumDenied"), "–");
        QVERIFY_TEXT(retries().front(), startsWith("No request is in this time"));
        QVERIFY(rows("sufferers").isEmpty());
    }

    void boundsAreStated()
    {
        open();
        QByteArray lines = fineLog();
        lines.insert(lines.indexOf('\n') + 1, "garbage\n{\"ts\":\"yesterday\",\"user\":\"x\"}\n");
        read(write("bounds.jsonl", lines));
        const QString bounds = label("labBounds");
        QVERIFY2(bounds.contains(number(lab().traffic()->trace.size()) + " requests of 3 tokens") &&
                     bounds.contains(number(std::uint64_t(lines.count('\n'))) +
                                     " lines read, 2 rejected: line 2 ") &&
                     bounds.contains("line 3 "),
                 qPrintable(bounds));
        QVERIFY(label("labUnknowns").contains("what tokens had used before the first request"));
        read(write("status.jsonl", "{\"ts\":1795229576.5,\"user\":\"a\",\"status\":200}\n"
                                   "{\"ts\":1795229577.5,\"user\":\"a\",\"status\":429}\n"));
        QVERIFY_TEXT(label("labBounds"),
                     contains("1 request of 1 token had been denied when it was recorded"));
    }

    void aNextRequestIsAskedFor()
    {
        openExample(0);
        click("askNext");
        QTRY_VERIFY(!answers("askAnswer").isEmpty());
        QCOMPARE(answers("askAnswer").size(), rows("trials").size());
        const std::vector<Instant>& times = strips().data()->times;
        const StepExplanation expected = ask(lab().traffic()->grouped, 0, lab().candidate(), times.back(), 1);
        QCOMPARE(answers("askAnswer").front().contains("allowed"), expected.step.allowed());
        // After the second request, of whose time the microseconds count, too.
        QTest::keyClick(&strips(), Qt::Key_Home);
        QTest::keyClick(&strips(), Qt::Key_Right);
        click("askAtCursor");
        QTRY_VERIFY2(answers("askReason").contains("5/min allows: 2 used, 3 left"),
                     qPrintable(answers("askReason").join("; ")));
        type("askCost", "1000");
        QTRY_VERIFY2(answers("askAnswer").value(0).contains("denied, and waiting does not help"),
                     qPrintable(answers("askAnswer").join("; ")));
        // At a typed moment, which is one.
        type("askCost", "1");
        auto* const at = find<QLineEdit>("askAt");
        at->selectAll();
        QTest::keyClicks(at, "12:34:30");
        QTest::keyClick(at, Qt::Key_Return);
        QTRY_VERIFY2(answers("askReason").value(0).contains("used"),
                     qPrintable(answers("askReason").join("; ")));
        QTest::keyClicks(at, "noon");
        QTest::keyClick(at, Qt::Key_Return);
        QTRY_VERIFY2(answers("askAnswer").value(0).startsWith("The moment is not written"),
                     qPrintable(answers("askAnswer").join("; ")));
        click("askAtEnd");
        // A token that nobody knows has used nothing, and nothing was charged by asking.
        askAbout("somebody else");
        QTRY_VERIFY2(answers("askReason").value(0).contains("allows: 0 used"),
                     qPrintable(answers("askReason").join("; ")));
        QCOMPARE(lab().traffic()->trace.size(), times.size());
    }

    void tokensAreCompleted()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        click("askNext");
        auto* const field = find<QLineEdit>("askToken");
        field->setFocus();
        QTest::keyClicks(field, "qui");
        QTRY_COMPARE(field->completer()->completionCount(), 2);
        QCOMPARE(field->completer()->currentCompletion(), "quiet:1");
    }

    void blockOverrideAndShadowAreAsInRedis()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        enforcePolicy();
        // The log ends when busy has 6 of 5 in the last minute.
        askAbout("quiet:2");
        QTRY_VERIFY2(answers("askAnswer").value(0).startsWith("Enforced · 5/min + 100/h: allowed"),
                     qPrintable(answers("askAnswer").join("; ")));
        QVERIFY(answers("askReason").contains("in Redis now: no block, no override, enforced"));
        askAbout("busy");
        QTRY_VERIFY2(answers("askAnswer").value(0).contains(": denied"),
                     qPrintable(answers("askAnswer").join("; ")));

        m->connection.call(blockCommand("quiet:2", {{}, "scraping", "ops"}));
        askAbout("quiet:2");
        QTRY_VERIFY2(answers("askReason").value(0).startsWith("blocked for good, by ops: scraping"),
                     qPrintable(answers("askReason").join("; ")));
        QVERIFY(answers("askAnswer").value(0).endsWith(": denied"));
        QVERIFY(answers("askAnswer").value(1).contains(": allowed")); // the candidate's rules alone
        m->connection.call(unblockCommand("quiet:2"));

        m->connection.call(overrideCommand("busy", "api", {parseRules("50/min"), {}, "partner", "ops"}));
        askAbout("busy");
        QTRY_VERIFY2(
            answers("askReason").value(0).startsWith("override for good: these rules, by ops: partner"),
            qPrintable(answers("askReason").join("; ")));
        QVERIFY(answers("askReason").value(1).startsWith("50/min allows"));
        QVERIFY(answers("askAnswer").value(0).startsWith("Enforced · 50/min: allowed"));
        m->connection.call(liftOverrideCommand("busy", "api"));

        enforcePolicy(PolicyMode::Shadow);
        const std::int64_t keys = m->connection.call({"DBSIZE"}).view().integer();
        askAbout("busy");
        QTRY_VERIFY2(answers("askReason").value(0).startsWith("shadow: would be denied"),
                     qPrintable(answers("askReason").join("; ")));
        QVERIFY(answers("askAnswer").value(0).endsWith(": allowed"));
        QCOMPARE(m->connection.call({"DBSIZE"}).view().integer(), keys); // nothing was charged
    }

    // Its answer is about traffic that is not there any more.
    void theLastRequestIsRemovedWhileRedisIsAsked()
    {
        open();
        action("labEditByHand")->trigger();
        RequestStrip& strip = find<LabEditCard>("labEdit")->strip();
        QTRY_VERIFY(strip.isVisible());
        QTest::mouseClick(&strip, Qt::LeftButton, {}, QPoint(200, 20));
        waitUntilIdle();
        enforcePolicy();
        // The lane of such questions is held until the request is gone.
        Session& session = m->window->session();
        const auto held = std::make_shared<QSemaphore>();
        const auto releases = qScopeGuard([held] { held->release(); });
        session.act(
            m->window.get(),
            [held](Server&) {
                held->acquire();
                return true;
            },
            [](const Outcome<bool>&) {});
        askAbout("client");
        const QStringList before = answers("askAnswer");
        QTest::keyClick(&strip, Qt::Key_Delete);
        QTRY_VERIFY(!lab().traffic());
        held->release();
        bool answered = false; // the one behind it, so it has been as well
        session.act(
            m->window.get(), [](Server&) { return true; },
            [&answered](const Outcome<bool>&) { answered = true; });
        QTRY_VERIFY(answered);
        QTRY_VERIFY(lab().isIdle());
        QCOMPARE(answers("askAnswer"), before);
    }

    void pictures()
    {
        const QByteArray folder = qgetenv("LAB_PICTURES");
        if (folder.isEmpty())
            QSKIP("LAB_PICTURES names the folder");
        open();
        QByteArray log = fineLog();
        log.insert(log.indexOf('\n') + 1, "garbage\n{\"ts\":\"yesterday\",\"user\":\"x\"}\n");
        read(write("access.jsonl", log));
        enforcePolicy();
        setLimit(1min, "60");
        clickCell("sufferers", 0, 0);
        waitUntilIdle();
        dragOverTime(0.4, 0.6);
        waitUntilIdle();
        QTest::keyClick(m->window.get(), Qt::Key_N);
        QTest::keyClick(m->window.get(), Qt::Key_Period);
        waitUntilIdle();
        picture("lab-stretch");
        click("labStretch");
        m->connection.call(blockCommand("busy", {{}, "scraping", "ops"}));
        askAbout("busy");
        QTRY_VERIFY(!answers("askAnswer").isEmpty());
        QCoreApplication::processEvents(); // all have their places
        for (auto* const area : lab().findChildren<QScrollArea*>())
            area->ensureWidgetVisible(find<QWidget>("labAsk"));
        picture("lab-ask");
        for (auto* const area : lab().findChildren<QScrollArea*>())
            area->ensureWidgetVisible(find<QWidget>("labUnknowns"));
        click("sumFreed");
        picture("lab-bounds");
    }

    void whatCannotBeReadIsNotKnown()
    {
        open();
        read(write("fine.jsonl", fineLog()));
        enforcePolicy();
        m->server.kill();
        askAbout("quiet:2");
        QTRY_VERIFY(answers("askAnswer").value(0).endsWith(": not known"));
        QVERIFY(!answers("askAnswer").value(0).contains("allowed"));
        QVERIFY2(answers("askReason").value(0).contains("could not be read"),
                 qPrintable(answers("askReason").join("; ")));
    }
};

RATEWARDEN_SUITE(TestLabWhatIf)
#include "tst_lab_whatif.moc"
