// SPDX-License-Identifier: GPL-3.0-or-later
// Why a request was denied, asked by Ctrl+K, from a token's menu and by what is typed.
#include "core/explain/explanation.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/explain_dialog.h"
#include "ui/state/traffic_desk.h"
#include "ui/text/display_text.h"
#include "ui/widgets/plain_label.h"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QListWidget>
#include <QScrollArea>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestExplainDialog : public WindowTest {
    Q_OBJECT

private:
    ExplainDialog* dialog() { return m->window->findChild<ExplainDialog*>(); }
    QLineEdit* question() { return dialog()->findChild<QLineEdit*>("explainQuestion"); }
    QString note() { return dialog()->findChild<PlainLabel*>("explainNote")->text(); }
    /// All that the cards say.
    QString said()
    {
        QStringList texts;
        for (const PlainLabel* const label : dialog()->findChildren<PlainLabel*>())
            texts << label->text();
        return texts.join('\n');
    }
    /// When the abuser was denied, to the millisecond, and the question of that.
    QString questionOf(const Decision& denial) { return "abuser " + exactMomentText(denial.now); }

private Q_SLOTS:
    void thePaletteExplains()
    {
        showAbuser();
        const Decision denial = m->limiter.acquire("abuser");
        QVERIFY(!denial.allowed());
        HistoryBook& seen = m->window->session().histories();
        seen.markServer({denial.now - 2s, TimeMark::Kind::Restarted, "a failover", denial.now - 3s});
        seen.markServer({denial.now - 2s, TimeMark::Kind::Evicted,
                         QString("so that it takes more than one line ").repeated(4), denial.now - 3s});
        const Subject subject = stateSubject("abuser", m->policy);
        const auto policyOf = [this](const Subject&) {
            return &m->policy;
        };
        seen.add(readSubjects(m->connection, {&subject, 1}, policyOf).front());
        seen.markServer({denial.now - 2h, TimeMark::Kind::Evicted, "long ago", {}});
        QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* const field = m->window->findChild<QLineEdit*>("paletteField");
        QTest::keyClicks(field, questionOf(denial));
        auto* const list = m->window->findChild<QListWidget*>("paletteList");
        QVERIFY_TEXT(list->item(0)->data(Qt::AccessibleTextRole).toString(),
                     contains("Why was abuser denied?"));
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(dialog() && said().contains("Denied by 5/min: 5 of 5 were used, and the request cost 1"));
        QVERIFY(said().contains("100/h: had room, 5 of 100 used"));
        QVERIFY(said().contains("Exact, by what Redis holds"));
        QVERIFY_TEXT(said(), contains("As this window saw: between "));
        QVERIFY_TEXT(said(), contains("5/min was full for another "));
        QVERIFY(said().contains("restart: a failover") && !said().contains("long ago"));
        QTest::mouseClick(dialog()->findChild<QPushButton*>("explainCopy"), Qt::LeftButton);
        QVERIFY(QGuiApplication::clipboard()->text().contains("Denied by 5/min"));
        auto* const scroll = dialog()->findChild<QScrollArea*>();
        dialog()->resize(760, 520);
        QTRY_COMPARE(scroll->widget()->height(), scroll->viewport()->height()); // what fits is not scrolled

        // A line of a log, in the dialog that is open.
        const QString line =
            QString(R"({"time":"%1","user":"abuser","status":429})")
                .arg(QDateTime::fromMSecsSinceEpoch(denial.now.time_since_epoch().count() / 1000)
                         .toUTC()
                         .toString(Qt::ISODateWithMs));
        question()->setText(line);
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().startsWith("abuser") && note().contains(" to ") && note().contains("read at") &&
                    said().contains("5/min"));

        // What is no question is said, and what was answered is gone.
        question()->setText("abuser at noon");
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("neither a token with a time"));
        QTRY_VERIFY(!said().contains("5/min"));
        QVERIFY(!dialog()->findChild<QPushButton*>("explainCopy")->isEnabled());
    }

    void theMenuOfATokenAsksAboutIt()
    {
        showAndClick("abuser");
        auto* const action = m->window->findChild<QAction*>("explain");
        QTRY_VERIFY(action->isEnabled());
        action->trigger();
        QTRY_VERIFY(dialog());
        QVERIFY(question()->text().startsWith("abuser "));
        QCOMPARE(question()->selectedText().size(), 8); // the time, to be typed
        QTest::keyClicks(question(), "99:99");
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("neither a token with a time"));
    }

    // A request's id alone, where the policy has its denials remembered; and what the token's details say of
    // it.
    void anIdFindsItsDenial()
    {
        Policy policy = m->policy;
        policy.counters = true;
        policy.denials = 100;
        PublishedPolicy published = *findPublished(m->connection, "api");
        published.policy = policy;
        publishPolicy(m->connection, published, {"alice", "denials remembered"});
        RedisRateLimiter limiter(m->connection, policy);
        showAbuser();
        const Decision denial = limiter.acquire(TokenRequest{"abuser", 1, "req-8f3a"});
        limiter.reset("abuser");
        limiter.acquire("abuser");
        m->clickRow("abuser");
        const QString line = momentText(denial.now) + " by rule 1";
        const auto isShown = [&](const QString& text) {
            return std::ranges::any_of(m->page().details().findChildren<PlainLabel*>(),
                                       [&](const PlainLabel* label) { return label->text() == text; });
        };
        QTRY_VERIFY(isShown(line) && isShown("req-8f3a"));

        QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* const field = m->window->findChild<QLineEdit*>("paletteField");
        auto* const list = m->window->findChild<QListWidget*>("paletteList");
        QTest::keyClicks(field, "req-8f3a");
        const auto place = [&] {
            for (int row = 0; row < list->count(); ++row)
                if (list->item(row)->data(Qt::AccessibleTextRole).toString().contains("“req-8f3a” denied?"))
                    return row;
            return -1;
        };
        QTRY_VERIFY(place() >= 0);
        list->setCurrentRow(place());
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(dialog() && said().contains("Denied by 5/min: at least 5 of 5 were used"));
        QVERIFY(said().contains("Remembered: denied by 5/min at a cost of 1, retry after "));
        QVERIFY(note().startsWith("abuser · " + exactMomentText(denial.now)));

        question()->setText("req-8f3");
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("no denial is remembered by \"req-8f3\""));
    }

    // A log that is open in the lab, or is opened in the dialog: its denials, and whose requests filled the
    // rule.
    void anOpenedLogIsASource()
    {
        const QTemporaryDir folder;
        const Instant now = std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
        const auto write = [&](const QString& name, const char* token, const char* id) {
            QFile file(folder.filePath(name));
            if (!file.open(QFile::WriteOnly))
                return QString();
            for (int request = 0; request < 6; ++request)
                file.write(QString(R"({"ts":%1,"user":"%2","status":%3,"request_id":"%4-%5"})")
                               .arg((now - 60s).time_since_epoch() / 1s + request)
                               .arg(QString(token))
                               .arg(request < 5 ? 200 : 429)
                               .arg(QString(id))
                               .arg(request)
                               .toUtf8() +
                           "\n");
            return file.fileName();
        };
        const QString inLab = write("lab.log", "logged:1", "abcdef");
        const QString here = write("here.log", "logged:2", "fedcba");
        showAbuser();
        TrafficDesk& lab = *m->window->session().lab();
        lab.openFile(inLab);
        QTRY_VERIFY(lab.log().has_value());

        QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* const field = m->window->findChild<QLineEdit*>("paletteField");
        auto* const list = m->window->findChild<QListWidget*>("paletteList");
        QTest::keyClicks(field, "abcdef-5"); // no policy has any remembered
        int place = -1;
        QTRY_VERIFY([&] {
            for (place = list->count() - 1; place >= 0; --place)
                if (list->item(place)->data(Qt::AccessibleTextRole).toString().contains("“abcdef-5” denied?"))
                    return true;
            return false;
        }());
        list->setCurrentRow(place);
        QTest::keyClick(field, Qt::Key_Return);
        QTRY_VERIFY(dialog() && said().contains("Probably denied by 5/min: by the requests of " + inLab));
        QVERIFY(note().startsWith("logged:1 · "));
        QVERIFY_TEXT(said(), contains(inLab + ": denied with 429 at a cost of 1, “abcdef-5”"));
        QVERIFY(said().contains("An estimate: "));

        question()->setText("abcdef-9");
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("no denial is remembered by") &&
                    note().contains("has no request with that id"));

        // Another one, in the dialog, and another question.
        question()->setText("logged:2 " + momentText(now - 55s));
        QTest::mouseClick(dialog()->findChild<QPushButton*>("explainLog"), Qt::LeftButton);
        auto* const files = dialog()->findChild<QFileDialog*>("openFile");
        QVERIFY(files);
        files->findChild<QLineEdit*>("fileNameEdit")->setText(here);
        QMetaObject::invokeMethod(files, "accept");
        QTRY_VERIFY(said().contains("Probably denied by 5/min: by the requests of " + here));

        // What is gone is said, and Redis answers all the same.
        QVERIFY(QFile::remove(here));
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("cannot be read") && said().contains("5/min, 100/h; which is not known"));
    }

    void othersWantTheirRules()
    {
        m->connection.call({"SET", "rl:203.0.113.9", "7", "PX", "600000"});
        showAbuser();
        m->window->session().refresh();
        int row = -1;
        QTRY_VERIFY((row = [this] {
                        for (int at = 0; at < m->page().model().rowCount(); ++at)
                            if (m->page().model().keyAt(at).token == "203.0.113.9")
                                return at;
                        return -1;
                    }()) >= 0);
        ExplainDialog& explains = m->window->explainDenials();
        explains.askAbout(m->page().model().keyAt(row));
        QTest::keyClick(question(), Qt::Key_Return);
        QTRY_VERIFY(note().contains("Its rules are not known"));

        // The same as it is typed; once its rules are published, they are asked.
        const Subject subject = m->page().model().keyAt(row);
        const QString typed = "203.0.113.9 " + QDateTime::currentDateTime().toString("HH:mm:ss");
        explains.explain(typed);
        QTRY_VERIFY(note().contains("Its rules are not known"));
        PublishedPolicy published;
        published.policy = subject.format->policyFor(subject, parseRules("5/10min"));
        QVERIFY(publishPolicy(m->connection, published, {"alice", "as its program says"}).published);
        QTRY_VERIFY(m->window->session().policyNamed(subject.policy));
        explains.explain(typed);
        QTRY_VERIFY(said().contains("Denied by 5/10min, the only rule"));
        QVERIFY_TEXT(said(), contains("rl:*, version 1"));
        QVERIFY(!said().contains("100/h")); // the policy of ours has nothing of it
    }
};

RATEWARDEN_SUITE(TestExplainDialog)

#include "tst_explain_dialog.moc"
