// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about the denials of a time that is marked on the overview.
#include "core/watch/history.h"
#include "tests/support/suites.h"
#include "tests/ui/overview_test.h"
#include "ui/dialogs/difference_dialog.h"
#include "ui/state/alert_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/filter_offers.h"

#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QLineEdit>
#include <QTemporaryDir>

#include <algorithm>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestDifferenceDialog : public OverviewTest {
    Q_OBJECT

private:
    DifferenceDialog* dialog() { return m->window->findChild<DifferenceDialog*>(); }
    QString said(const char* name) { return dialog()->findChild<PlainLabel*>(name)->text(); }
    /// The bar that tells of a value, by the beginning of its name.
    QAbstractButton* bar(const QString& name)
    {
        const auto all = dialog()->findChildren<QAbstractButton*>();
        const auto found = std::ranges::find_if(
            all, [&](const QAbstractButton* one) { return one->accessibleName().startsWith(name + ": "); });
        return found == all.end() ? nullptr : *found;
    }
    /// Some are denied all the time, a network in the last minute alone.
    TimeRange hump(const Policy& policy)
    {
        const Instant now = serverNow();
        const Instant end = now - now.time_since_epoch() % countSpan;
        for (Instant at = end - 9min; at < end; at += 10s)
            for (int client = 1; client <= 12; ++client) {
                request(policy, ("user:" + std::to_string(client)).c_str(), 3, at + 1s);
                if (at >= end - 1min)
                    request(policy, ("ip:203.0.113." + std::to_string(client)).c_str(), 20, at + 2s);
            }
        return {end - 1min, end};
    }
    void compare(const TimeRange& area)
    {
        chart()->time().setArea(area);
        Q_EMIT chart()->areaChosen();
        auto* const link = m->window->findChild<QAbstractButton*>("differenceOfStretch");
        QTRY_VERIFY(link->isVisible());
        link->click();
        QTRY_VERIFY(dialog() && dialog()->isVisible() && !dialog()->desk().isBusy());
    }

private Q_SLOTS:
    void aHumpLeadsToItsNetwork()
    {
        const TimeRange area = hump(counting("web", "2/10s"));
        open();
        QTRY_VERIFY(page().feed().flow().known.size() > 0 && page().feed().numbers().hasRates());
        compare(area);
        QVERIFY_TEXT(said("differenceSentence"), contains("network ip:203.0.113.0/24"));
        QVERIFY(said("differenceTimes").startsWith(stretchText(area)));
        // The rule and the cost are not known, and it says how they would be.
        QVERIFY_TEXT(said("differenceNotes"), contains("have its denials remembered"));
        QVERIFY_TEXT(said("differenceNotes"),
                     contains("Not compared, as nothing is known of it: rule, current node, cost, "
                              "phase of the window"));
        QVERIFY(bar("ip:203.0.113.0/24")->isEnabled());
        bar("ip:203.0.113.0/24")->click();
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(tokens().size(), 12);
        QVERIFY(std::ranges::all_of(tokens(),
                                    [](const QString& token) { return token.startsWith("ip:203.0.113."); }));
    }

    // A log's own fields are dimensions: one gateway alone denies more.
    void fieldsOfALogAreCompared()
    {
        const QTemporaryDir folder;
        QFile file(folder.filePath("gateways.log"));
        QVERIFY(file.open(QFile::WriteOnly));
        const Instant end = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now());
        for (Instant at = end - 9min; at < end; at += 10s)
            for (int client = 0; client < 12; ++client) {
                const QString line =
                    QString(R"({"ts":%1,"user":"user:%2","status":%3,"node":"gw-%4","rule":"5/min"})")
                        .arg(at.time_since_epoch() / 1s)
                        .arg(client);
                for (int node = 1; node <= 2; ++node) {
                    file.write(line.arg(429).arg(node).toUtf8() + "\n" + line.arg(200).arg(node).toUtf8() +
                               "\n");
                    for (int more = 0; more < 4 && node == 2 && at >= end - 1min; ++more)
                        file.write(line.arg(429).arg(node).toUtf8() + "\n");
                }
            }
        file.close();
        open();
        m->window->compareDenials({end - 1min, end});
        QTRY_VERIFY(dialog() && !dialog()->desk().isBusy());
        QTest::mouseClick(dialog()->findChild<QPushButton*>("differenceLog"), Qt::LeftButton);
        auto* const files = dialog()->findChild<QFileDialog*>("openFile");
        QVERIFY(files);
        files->findChild<QLineEdit*>("fileNameEdit")->setText(file.fileName());
        QMetaObject::invokeMethod(files, "accept");
        QTRY_TEXT(said("differenceSentence"), contains("node gw-2"));
        QVERIFY_TEXT(said("differenceNotes"),
                     contains("nothing is known of it: policy, format, cost, phase"));
    }

    void smallNumbersAreNotDifferent()
    {
        const Policy policy = counting("web", "2/10s");
        const Instant now = serverNow();
        const Instant end = now - now.time_since_epoch() % countSpan;
        for (int i = 1; i <= 6; ++i)
            request(policy, "user:1", 4, end - i * 30s);
        open();
        QTRY_VERIFY(page().feed().numbers().hasRates());
        compare({end - 1min, end});
        QVERIFY_TEXT(said("differenceSentence"), startsWith("Too few denials to compare: "));
        QCOMPARE(bar("user:1"), nullptr);
    }

    void whatIsLongerAgoIsNotKnown()
    {
        open();
        // What Redis has counted reaches back ten minutes, a log as far as it goes.
        m->window->compareDenials({serverNow() - 2h, serverNow() - 1h});
        QTRY_VERIFY(dialog() && !dialog()->desk().isBusy());
        QVERIFY_TEXT(said("differenceSentence"), startsWith("Of that time nothing is known"));
        QVERIFY(dialog()->findChild<QPushButton*>("differenceLog")->isEnabled());
    }

    // Ten a minute are denied all the time: that nobody watched for half an hour is no rise.
    void whatWasNotWatchedIsNoRise()
    {
        const QTemporaryDir folder;
        const Instant start = std::chrono::floor<std::chrono::minutes>(std::chrono::system_clock::now()) - 3h;
        const QString history = folder.filePath("history");
        {
            HistoryWriter writer(history.toStdString(), {});
            for (int i = 0; i < 540; ++i) { // not from 0:30 to 1:00
                if (i == 360)
                    writer.add(HistoryRound::without(FigureDoubt::NotWatched, start + 1h - 5s));
                if (i >= 180 && i < 360)
                    continue;
                HistoryRound round;
                round.at = start + i * 10s;
                HistoryRound::Sums& one = round.cohorts.emplace_back();
                one.cohort.format = "ratewarden/gcra";
                one.cohort.policy = "pay by card";
                one.cohort.status = TokenStatus::Limited;
                one.cohort.rule = 0;
                one.sums = {10, 0, 0, 10, 20e6, 5e6, 10, 0.5};
                writer.add(round);
            }
        }
        QFile alerts(folder.filePath("alerts.json"));
        QVERIFY(alerts.open(QFile::WriteOnly));
        alerts.write(QString(R"({"schema": 1, "history": {"file": "%1", "days": 14, "megabytes": 64},
            "alerts": [{"name": "memory", "measure": "memory used", "above": 80}]})")
                         .arg(history)
                         .toUtf8());
        alerts.close();
        open();
        m->window->session().alerts().open(alerts.fileName());
        QTRY_VERIFY(!m->window->session().alerts().historyFile().empty());
        const auto compared = [&](const TimeRange& area) {
            m->window->compareDenials(area);
            return QTest::qWaitFor([&] { return dialog() && !dialog()->desk().isBusy(); }, patienceMs);
        };
        QVERIFY(compared({start + 1h, start + 75min}));
        QVERIFY_TEXT(said("differenceSentence"), startsWith("What was denied just before and after"));
        // The baseline begins when the watcher did.
        QVERIFY(compared({start + 75min, start + 85min}));
        QVERIFY_TEXT(said("differenceSentence"), startsWith("Nothing is different"));
        QVERIFY(dialog()->desk().answer().difference->baseline.from >= start + 1h);
        // Nobody knows what the first rule was then, but whose it was.
        QVERIFY(bar("pay by card #1")->isEnabled());
        bar("pay by card #1")->click();
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().findChild<QLineEdit*>("filter")->text().trimmed(),
                     filterTerm("policy", "pay by card"));
    }

    void theTimeAfterMayBeCompared()
    {
        const TimeRange area = hump(counting("web", "2/10s"));
        open();
        QTRY_VERIFY(page().feed().numbers().hasRates());
        m->window->compareDenials({area.from - 2min, area.from});
        QTRY_VERIFY(dialog() && !dialog()->desk().isBusy());
        QVERIFY(said("differenceSentence").startsWith("Nothing is different"));
        auto* const against = dialog()->findChild<QComboBox*>("differenceAgainst");
        against->setCurrentIndex(1);
        Q_EMIT against->activated(1);
        QTRY_TEXT(said("differenceSentence"), contains("network ip:203.0.113.0/24"));
        QVERIFY(said("differenceSentence").startsWith("Denials fell"));
    }
};

RATEWARDEN_SUITE(TestDifferenceDialog)
#include "tst_difference_dialog.moc"
