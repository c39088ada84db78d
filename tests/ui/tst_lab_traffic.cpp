// SPDX-License-Identifier: GPL-3.0-or-later
// How traffic gets into the lab: from the logs in Redis, made up, from the other pages and back to them.
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/request_histogram.h"
#include "ui/dialogs/capture_dialog.h"
#include "ui/dialogs/generate_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/pages/policies/policies_page.h"

#include <QComboBox>
#include <QMenu>
#include <QScrollArea>
#include <QSpinBox>
#include <QUuid>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestLabTraffic : public LabTest {
    Q_OBJECT

private:
    LabTrafficButton& button() { return *find<LabTrafficButton>("labTraffic"); }

    /// What the menu's list of logs in Redis offers; "(…)" cannot be chosen.
    QStringList sources()
    {
        Q_EMIT button().menu()->aboutToShow();
        QStringList texts;
        for (const QAction* const each : button().redisMenu()->actions())
            texts << (each->isEnabled() ? each->text() : QStringLiteral("(%1)").arg(each->text()));
        return texts;
    }
    void chooseSource(const QString& text)
    {
        QTRY_VERIFY2(sources().contains(text), qPrintable(sources().join(", ")));
        for (QAction* const each : button().redisMenu()->actions())
            if (each->text() == text)
                each->trigger();
    }
    void publish(const Policy& policy, const std::optional<CandidateRules>& candidate = {})
    {
        PublishedPolicy published;
        published.policy = policy;
        published.candidate = candidate;
        if (const auto before = findPublished(m->connection, policy.name))
            published.version = before->version;
        publishPolicy(m->connection, published, {"test", "for the lab"});
        m->window->session().refresh();
    }
    void fillLogs()
    {
        for (int i = 0; i < 5; ++i)
            m->limiter.acquire("abuser");
        m->limiter.acquire("good");
    }
    GenerateDialog* dialog() { return m->window->findChild<GenerateDialog*>(); }
    void enter(const char* field, const QString& text)
    {
        auto* const edit = dialog()->findChild<QLineEdit*>(field);
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }

private Q_SLOTS:
    void aPolicysLogs()
    {
        fillLogs();
        publish(m->policy, CandidateRules{"gcra", parseRules("2/min")});
        publish({"bucket", "token-bucket", parseRules("5/min")});
        open();
        QTRY_COMPARE(sources(), (QStringList{"api", "(bucket)"})); // a bucket keeps no log
        chooseSource("api");
        QTRY_VERIFY(isReady());
        QVERIFY_TEXT(lab().about(), startsWith("api · 6 requests · 2 tokens"));
        // What is published is enforced here, and its candidate is tried.
        QVERIFY2(rows("trials").value(0).startsWith("Enforced · 5/min + 100/h|6|0|"),
                 qPrintable(rows("trials").join('\n')));
        QVERIFY2(rows("trials").value(1).startsWith("A · gcra 2/min|"),
                 qPrintable(rows("trials").join('\n')));
        QVERIFY(label("labLesson").contains("what was denied is not in them"));
        picture("redis");

        // Publish: the editor has the candidate's rules in place of the enforced ones.
        m->click(find<QPushButton>("publishRules"));
        QTRY_VERIFY(m->window->policiesPage().dialog() && m->window->policiesPage().dialog()->isVisible());
        QTRY_VERIFY(m->window->policiesPage().dialog()->entered());
        const PublishedPolicy entered = *m->window->policiesPage().dialog()->entered();
        QCOMPARE(entered.policy.name, "api");
        QCOMPARE(entered.policy.algorithm, "gcra");
        QCOMPARE(entered.policy.rules, parseRules("2/min"));
    }

    void logsOfAnotherLimiter()
    {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        for (int i = 0; i < 4; ++i)
            m->connection.call({"ZADD", "rolling:203.0.113.7", std::to_string((now - i * 1000) * 1000),
                                QUuid::createUuid().toString(QUuid::WithoutBraces).toStdString()});
        m->connection.call({"PEXPIRE", "rolling:203.0.113.7", "59000"});
        open();
        chooseSource("rolling-rate-limiter (npm)");
        QTRY_VERIFY(isReady());
        QVERIFY_TEXT(lab().about(), startsWith("rolling-rate-limiter · 4 requests · 1 token"));
    }

    void captured()
    {
        const Policy bucket{"bucket", "token-bucket", parseRules("50/h")};
        publish(bucket);
        RedisRateLimiter limiter(m->connection, bucket);
        limiter.acquire("early"); // before it begins: not in it
        open();
        QTRY_VERIFY(m->window->session().policies() &&
                    m->window->session().policies()->published.contains("bucket"));
        lab().desk().findChild<LabRedis*>()->setInterval(20ms);
        action("labCapture")->trigger();
        QTRY_VERIFY(m->window->findChild<CaptureDialog*>() &&
                    m->window->findChild<CaptureDialog*>()->isVisible());
        auto* const asks = m->window->findChild<CaptureDialog*>();
        auto* const source = asks->findChild<QComboBox*>("captureSource");
        source->setCurrentIndex(source->findText("bucket"));
        auto* const duration = asks->findChild<QLineEdit*>("captureDuration");
        duration->selectAll();
        QTest::keyClicks(duration, "soon");
        QVERIFY(asks->problem().contains("from 1s to 1h"));
        QVERIFY(!asks->findChild<QPushButton*>("startCapture")->isEnabled());
        duration->selectAll();
        QTest::keyClicks(duration, "1h");
        if (const QByteArray folder = qgetenv("LAB_PICTURES"); !folder.isEmpty()) {
            QCoreApplication::processEvents();
            asks->grab().save(QString::fromLocal8Bit(folder) + "/capture.png");
        }
        m->click(asks->findChild<QPushButton*>("startCapture"));
        auto* const finish = find<QPushButton>("finishCapture");
        QTRY_VERIFY(finish->isVisible());
        QTRY_COMPARE(lab().desk().findChild<LabRedis*>()->tokens(),
                     1); // "early" is known: its state was read
        for (int i = 0; i < 7; ++i)
            limiter.acquire("early");
        QTRY_COMPARE(lab().desk().findChild<LabRedis*>()->requests(), 7);
        if (const QByteArray folder = qgetenv("LAB_PICTURES"); !folder.isEmpty())
            m->window->grab().save(QString::fromLocal8Bit(folder) + "/capturing.png");
        m->click(finish);
        QTRY_VERIFY(isReady());
        QVERIFY_TEXT(lab().about(), startsWith("bucket · 7 requests · 1 token"));
        QVERIFY2(rows("trials").value(0).startsWith("Enforced · token-bucket 50/h|7|0|"),
                 qPrintable(rows("trials").join('\n')));
        QVERIFY(!finish->isVisible());

        // Cancelled, it leaves what was there.
        const SharedTraffic before = lab().traffic();
        lab().desk().capture("bucket", 1h);
        QTRY_VERIFY(finish->isVisible());
        QTest::mouseClick(find<QPushButton>("cancelReading"), Qt::LeftButton);
        QTRY_VERIFY(lab().isIdle() && !finish->isVisible());
        QVERIFY(lab().traffic() == before);
        // A capture of nothing says so.
        lab().desk().capture("nothing", 1ms);
        QTRY_TEXT(bannerText(lab()), contains("nothing cannot be read"));
    }

    void madeUpTraffic()
    {
        open();
        action("labGenerate")->trigger();
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QTRY_VERIFY(dialog()->isIdle() && !dialog()->preview().bars().empty());
        const auto sumOf = [](const std::vector<RequestBar>& bars) {
            Units sum = 0;
            for (const RequestBar& bar : bars)
                sum += bar.allowed;
            return sum;
        };
        enter("planTokens", "20");
        enter("planRate", "50");
        enter("planDuration", "2min");
        enter("planSeed", "7");
        QVERIFY_TEXT(dialog()->summary(), startsWith("About 6,000 requests over 2min of 20 tokens"));
        QTRY_VERIFY(dialog()->isIdle() && sumOf(dialog()->preview().bars()) < 10'000);
        const Units shown = sumOf(dialog()->preview().bars());

        // Problems stand at their fields, and the button waits for them.
        enter("planHighestCost", "0");
        QVERIFY(!dialog()->problemOf("planHighestCost").isEmpty());
        QVERIFY(!dialog()->findChild<QPushButton*>("generate")->isEnabled());
        enter("planDuration", "ages");
        QVERIFY(dialog()->problemOf("planDuration").contains("10min"));
        enter("planRate", "-3");
        QVERIFY(dialog()->problemOf("planRate").contains("above 0"));
        enter("planTokens", "many");
        QVERIFY(dialog()->problemOf("planTokens").contains("whole number"));
        if (const QByteArray folder = qgetenv("LAB_PICTURES"); !folder.isEmpty()) {
            QCoreApplication::processEvents();
            dialog()->grab().save(QString::fromLocal8Bit(folder) + "/generate-faults.png");
        }
        enter("planTokens", "20");
        enter("planRate", "2000000");
        enter("planDuration", "24h");
        enter("planHighestCost", "1");
        QVERIFY_TEXT(dialog()->problemOf("planRate"), contains("200 million"));
        enter("planRate", "50");
        enter("planDuration", "2min");
        QVERIFY(dialog()->problemOf("planRate").isEmpty() && dialog()->entered());
        if (const QByteArray folder = qgetenv("LAB_PICTURES"); !folder.isEmpty()) {
            QTRY_VERIFY(dialog()->isIdle());
            dialog()->grab().save(QString::fromLocal8Bit(folder) + "/generate-light.png");
            applyTheme(*qApp, Scheme::Dark);
            QCoreApplication::processEvents();
            dialog()->grab().save(QString::fromLocal8Bit(folder) + "/generate-dark.png");
            applyTheme(*qApp, Scheme::Light);
        }
        QTRY_VERIFY(dialog()->isIdle());
        m->click(dialog()->findChild<QPushButton*>("generate"));
        QTRY_VERIFY(isReady());
        QTRY_VERIFY(!dialog());
        QCOMPARE(Units(lab().traffic()->trace.size()), shown); // it was what the preview showed
        QVERIFY_TEXT(lab().about(), startsWith("Generated traffic · "));
        QCOMPARE(lab().traffic()->grouped.tokens(), 20U);

        // The next one begins with what was entered last.
        action("labGenerate")->trigger();
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QCOMPARE(dialog()->findChild<QLineEdit*>("planSeed")->text(), "7");
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
    }

    void onlyWhatAShapeUsesCanBeEntered()
    {
        open();
        action("labGenerate")->trigger();
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        auto* const shape = dialog()->findChild<QComboBox*>("planShape");
        auto* const burst = dialog()->findChild<QWidget*>("planBurst");
        auto* const backsOff = dialog()->findChild<QWidget*>("planBacksOff");
        shape->setCurrentIndex(shape->findData(int(PlanShape::Bursts)));
        QVERIFY(burst->isEnabled() && !backsOff->isEnabled());
        shape->setCurrentIndex(shape->findData(int(PlanShape::RetryStorm)));
        QVERIFY(!burst->isEnabled() && backsOff->isEnabled());
        QVERIFY(dialog()->summary().contains("Retries come on top"));
    }

    void fromATokenAndBack()
    {
        fillLogs();
        publish(m->policy);
        showWindow();
        QTRY_COMPARE(state("abuser"), "limited");
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading() && action("openInLab")->isEnabled());
        action("openInLab")->trigger();
        QTRY_VERIFY(lab().isVisible() && isReady());
        QVERIFY_TEXT(lab().about(), startsWith("abuser · 5 requests · 1 token"));
        QVERIFY2(rows("trials").value(0).startsWith("Enforced · 5/min + 100/h|5|0|"),
                 qPrintable(rows("trials").join('\n')));
        QCOMPARE(label("labToken"), "abuser");

        // The candidate is changed here, and then tried on another token.
        auto* const limit = find<QWidget>("labRules")->findChildren<QSpinBox*>("limit").value(1);
        limit->setFocus();
        QTest::keyClick(limit, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(limit, "2\r");
        QTRY_VERIFY2(rows("trials").value(1).startsWith("A · 2/min + 100/h|2|3|"),
                     qPrintable(rows("trials").join('\n')));
        action("labShowToken")->trigger();
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->window->findChild<PlainLabel*>("chosenToken")->text(), "abuser");
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading() &&
                    m->page().details().reading()->reading.subject.token == "good");
        QTRY_VERIFY(action("tryInLab")->isEnabled());
        action("tryInLab")->trigger();
        QTRY_VERIFY(lab().isVisible() && isReady() && label("labToken") == "good");
        QVERIFY2(rows("trials").value(1).startsWith("A · 2/min + 100/h|1|0|"),
                 qPrintable(rows("trials").join('\n')));
    }

    void fromAKey()
    {
        fillLogs();
        showWindow();
        m->window->showPage(MainWindow::Page::Keys);
        KeysPage& keys = m->window->keysPage();
        QTRY_COMPARE(m->window->session().keys().browser().state(), KeyBrowser::State::Complete);
        QVERIFY(!action("openKeyInLab")->isVisible());
        keys.showKey(stateKeyOf("good"));
        QTRY_VERIFY(action("openKeyInLab")->isVisible());
        action("openKeyInLab")->trigger();
        QTRY_VERIFY(lab().isVisible() && isReady());
        QVERIFY_TEXT(lab().about(), startsWith("good · 1 request · 1 token"));
    }
    std::string stateKeyOf(const std::string& token)
    {
        const Reply keys = m->connection.call({"KEYS", "*" + token + "*"});
        return std::string(keys.view()[0].string());
    }

    void fromAPolicy()
    {
        fillLogs();
        publish(m->policy);
        publish({"bucket", "token-bucket", parseRules("5/min")});
        showWindow();
        m->window->showPage(MainWindow::Page::Policies);
        PoliciesPage& policies = m->window->policiesPage();
        QTRY_VERIFY(policies.choose("api"));
        auto* const button = m->window->findChild<QPushButton*>("tryInLab");
        QTRY_VERIFY(m->window->session().policies()->published.contains("bucket"));
        m->click(policies.findChild<QPushButton*>("tryInLab"));
        QTRY_VERIFY(lab().isVisible() && isReady());
        QVERIFY_TEXT(lab().about(), startsWith("api · 6 requests"));
        Q_UNUSED(button);

        // One without a log is tried on the traffic that is there.
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(policies.choose("bucket"));
        m->click(policies.findChild<QPushButton*>("tryInLab"));
        QTRY_VERIFY(lab().isVisible());
        QTRY_VERIFY2(rows("trials").value(0).startsWith("Enforced · token-bucket 5/min|"),
                     qPrintable(rows("trials").join('\n')));
        QVERIFY(m->window->statusText().contains("bucket keeps no log"));
        QVERIFY_TEXT(lab().about(), startsWith("api · 6 requests"));
    }

    /// Names that try to be something else are plain text, and push nothing off the page.
    void hostileNames()
    {
        const QByteArray longName = QByteArray("x").repeated(3000);
        const QByteArray names[]{"<h1>&amp;%1</h1><img src=x>", "\\u202eright to left\\u202d",
                                 "\\u0000\\u0007\\u001b[31m\\n\\t",
                                 "\\u0627\\u0644\\u0639\\u0631\\u0628\\u064a\\u0629:42", longName};
        QByteArray lines = logOfAnHour("203.0.113.77");
        for (const QByteArray& name : names)
            for (int i = 0; i < 1200; ++i)
                lines += "{\"ts\":" + QByteArray::number(1795255200 + i * 3) + ",\"remote_ip\":\"" + name +
                         "\"}\n";
        open();
        picture("empty");
        lab().desk().openFile(write("hostile.jsonl", lines));
        QTRY_VERIFY(isReady());
        auto* const table = find<QTableView>("sufferers");
        for (int row = 0; row < 6; ++row) {
            table->selectRow(row);
            QTRY_VERIFY(lab().isIdle());
            QTest::keyClick(table, Qt::Key_Space);
            QTRY_VERIFY(lab().isIdle());
            action("labEditByHand")->trigger();
            QVERIFY(!label("labToken").contains(QChar(0x202e)) && !label("labToken").contains(QChar(0)));
            const QString edited = find<QLineEdit>("labEditToken")->text();
            QVERIFY(!edited.contains(QChar(0x202e)) && !edited.contains(QChar(0)));
            if (row == 1 || row == 4)
                picture(QStringLiteral("hostile-%1").arg(row));
            action("labEditByHand")->trigger();
        }
        picture("hostile-marked");
        auto* const scroll = lab().findChild<QScrollArea*>();
        QVERIFY(scroll->widget()->minimumSizeHint().width() <= scroll->viewport()->width());
        QVERIFY(lab().minimumSizeHint().width() < 1280);
    }
};

RATEWARDEN_SUITE(TestLabTraffic)
#include "tst_lab_traffic.moc"
