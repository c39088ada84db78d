// SPDX-License-Identifier: GPL-3.0-or-later
// What a window has on screen, in a file: the same rows and charts without the server.
#include "core/admin/login_name.h"
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/fake_secrets.h"
#include "tests/ui/investigation_test.h"
#include "tests/ui/watched_alerts.h"
#include "ui/charts/alert_chart.h"
#include "ui/charts/live_window.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/charts/usage_chart.h"
#include "ui/investigation_page.h"
#include "ui/models/alert_table_model.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/server_windows.h"
#include "ui/state/alert_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/text/display_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/row_table.h"
#include "ui/window_memory.h"

#include <QComboBox>
#include <QHeaderView>
#include <QSettings>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestInvestigation : public InvestigationTest {
    Q_OBJECT

private Q_SLOTS:
    void showsTheSameWithoutItsServer()
    {
        showMuch();
        auto& details = m->page().details();
        const auto live = numbersIn<LiveWindow>(details, "liveWindow");
        const auto usage = numbersIn<UsageChart>(details, "usageChart");
        const auto rows = rowsOf(m->page().model());
        const QString sentence = this->sentence();
        QVERIFY(!live.empty() && !usage.empty());
        const QByteArray file = saveAs("one.ratewarden", false, "look at 10:02");
        QVERIFY2(!file.isEmpty(), qPrintable(m->window->statusText()));
        // That are marked, but not on screen.
        QVERIFY_TEXT(m->window->statusText(),
                     contains("Without the charts of 1 token: nothing is read while"));
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        TokensPage& page = other->tokensPage();
        QTRY_COMPARE(page.model().rowCount(), 3);
        QCOMPARE(rowsOf(page.model()), rows);
        QCOMPARE(page.findChild<FilterLine*>("filter")->text(), "user:");
        QTRY_VERIFY(page.details().reading());
        QCOMPARE(page.details().chosen()->token, "user:abuser");
        QCOMPARE(page.details().sentence(), sentence);
        QCOMPARE(numbersIn<LiveWindow>(page.details(), "liveWindow"), live);
        QCOMPARE(numbersIn<UsageChart>(page.details(), "usageChart"), usage);
        QVERIFY_TEXT(other->notice(), contains(QString::fromStdString(loginName())));
        QVERIFY2(other->notice().startsWith("Recorded at ") && other->notice().contains("look at 10:02"),
                 qPrintable(other->notice()));
        QCOMPARE(other->session().histories().moments().all().size(), std::size_t(1));
        QCOMPARE(other->session().book().marks().count(), 2);
        QCOMPARE(other->blocksPage().findChild<QTableView*>()->model()->rowCount(), 1);
        QCOMPARE(other->session().policies()->published.count("api"), std::size_t(1));
        if (const QString folder = qEnvironmentVariable("RATEWARDEN_PICTURES"); !folder.isEmpty())
            for (const Scheme scheme : {Scheme::Dark, Scheme::Light}) {
                applyTheme(*qApp, scheme);
                other->grab().save(QStringLiteral("%1/investigation-%2.png").arg(folder).arg(int(scheme)));
            }
    }

    void opensUnderTheFilterOfEachPage()
    {
        using Page = MainWindow::Page;
        blockToken(m->connection, {"user:1", 1h, "floods", "m.okafor"});
        blockToken(m->connection, {"user:2", 1h, "scrapes", "a.silva"});
        showWindow();
        const auto listed = [](MainWindow& window) {
            return window.blocksPage().findChild<QTableView*>()->model()->rowCount();
        };
        QTRY_COMPARE(listed(*m->window), 2);
        const std::map<Page, QString> filters{{Page::Blocks, "by:m.okafor"},
                                              {Page::Overrides, "policy:api"},
                                              {Page::Lab, "denied>0"},
                                              {Page::Audit, "action:block"}};
        for (const auto& [page, filter] : filters)
            m->window->widgetOf(page)->filterLine()->setText(filter);
        m->turnTo(Page::Blocks);
        QTRY_COMPARE(listed(*m->window), 1);
        const QByteArray file = saveAs("filters.ratewarden");
        const QByteArray hashed = saveAs("filters-hashed.ratewarden", true);
        QVERIFY(!hashed.isEmpty() && readInvestigation(hashed).screen.filters.empty());
        m->window.reset();
        const auto other = windowOf(file);
        QCOMPARE(other->page(), Page::Blocks);
        for (const auto& [page, filter] : filters)
            QCOMPARE(other->widgetOf(page)->filterLine()->text(), filter);
        QCOMPARE(listed(*other), 1);
        QVERIFY(other->widgetOf(Page::Keys)->filterLine()->text().isEmpty());
    }

    // A token that is overridden has no row for it.
    void opensWithTheOverrides()
    {
        const auto other = windowOf(smallFile());
        const ControlTableModel& model = other->overridesPage().model();
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.at(0).token, std::string("abuser"));
        QCOMPARE(model.at(0).reason, std::string("a trial"));
        QCOMPARE(model.at(1).token, std::string("good"));
        QCOMPARE(other->session().record().overrides, readInvestigation(smallFile()).overrides);
        // Which is blocked, too; until when is counted from the moment of the file.
        const ControlTableModel& blocks = other->blocksPage().model();
        QCOMPARE(blocks.rowCount(), 1);
        QCOMPARE(blocks.at(0).reason, std::string("scraping"));
        QCOMPARE(blocks.index(0, ControlTableModel::Ends).data().toString(),
                 "in " + countdownText(*blocks.at(0).until - readInvestigation(smallFile()).at));
    }

    void recordsNoOverrideThatHasEnded()
    {
        Reading reading;
        reading.subject = controlSubject("a");
        for (const Micros lasts : {Micros(1min), Micros(3min)}) {
            Override& one = reading.overrides.emplace_back();
            one.token = "a";
            one.policy = "api" + std::to_string(lasts.count());
            one.until = Instant(1h) + lasts;
        }
        OverriddenTokens overridden;
        overridden.note(std::make_shared<const std::vector<Reading>>(1, reading));
        QCOMPARE(overridden.all(Instant(1h)).size(), std::size_t(2));
        QCOMPARE(overridden.all(Instant(1h + 1min)).size(), std::size_t(1));
    }

    // The chosen token is compared, too, and told of before it is chosen.
    void showsTheSameTimesAndAreas()
    {
        const Investigation::Screen screen = readInvestigation(smallFile()).screen;
        const auto other = windowOf(smallFile());
        const TokenDetails& details = other->tokensPage().details();
        QTRY_COMPARE(details.time().area(), screen.area);
        QCOMPARE(details.usageTime().area(), screen.area);
        QCOMPARE(details.time().shownByHand(), screen.windowTime);
        QCOMPARE(details.usageTime().shownByHand(), screen.usageTime);
        QCOMPARE(other->comparePage().client(), screen.client);
        TimeLine& compared = other->comparePage().time();
        QCOMPARE(compared.area(), screen.comparedArea);
        QTRY_COMPARE(compared.shownByHand(), screen.comparedTime);
        QCOMPARE(other->session().overview().stretch(), screen.stretch);
        const TimeLine& flow = other->overviewPage().findChild<RequestFlowChart*>("requestFlow")->time();
        QCOMPARE(other->overviewPage().shownByHand(), screen.flowTime); // whoever saves it before it is seen
        other->showPage(MainWindow::Page::Overview);
        QTRY_COMPARE(flow.shownByHand(), screen.flowTime);
        QCOMPARE(flow.area(), screen.stretch);
        QVERIFY(flow.begin() == screen.flowTime->from && flow.movedBack());
    }

    void keepsTheTimesThatChartsShow()
    {
        showMuch();
        TokenDetails& details = *m->page().findChild<TokenDetails*>();
        details.usageTime().zoom(0.5);
        const Instant now = m->window->link().serverNow();
        details.showTime(now - 2min, now - 1min);
        const Investigation::Screen screen = readInvestigation(saveAs("times.ratewarden")).screen;
        QCOMPARE(screen.windowTime, details.time().shownByHand());
        QCOMPARE(screen.windowTime->length(), Micros(1min));
        QCOMPARE(screen.usageTime, details.usageTime().shownByHand());
        QCOMPARE(screen.usageTime->length(), usageSpan / 2);
        QVERIFY(!screen.comparedTime && !screen.flowTime);
    }

    void readsWhatIsMarked()
    {
        showMuch();
        turnPause(); // goes on
        const Investigation its = readInvestigation(saveAs("marked.ratewarden"));
        QVERIFY2(!m->window->statusText().contains("Without the charts"),
                 qPrintable(m->window->statusText()));
        QCOMPARE(its.tokens.size(), std::size_t(2));
        QCOMPARE(its.tokens.front().detail->reading.subject, m->key("user:abuser"));
        QCOMPARE(its.tokens.back().detail->reading.subject, m->key("team:7"));
    }

    void showsWhatIsInFlight_data()
    {
        QTest::addColumn<bool>("ours");
        QTest::newRow("ours") << true;
        QTest::newRow("of others") << false;
    }
    void showsWhatIsInFlight()
    {
        QFETCH(bool, ours);
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "in-flight", "5 at once for 1h");
        Subject subject = m->key("t");
        if (ours) {
            m->limiter.acquire("t");
            m->limiter.acquire("t");
        } else {
            const char* const key = "{team:search}:max_parallel_requests";
            const Instant now = readTime(m->connection.call({"TIME"}).view());
            for (const char* const name : {"dead0001", "live0001"}) {
                const double at = std::chrono::duration<double>((now - 4s).time_since_epoch()).count();
                m->connection.call({"ZADD", key, QString::number(at, 'f', 3).toStdString(), name});
            }
            m->connection.call({"PEXPIRE", key, "3600000"});
            subject = recogniseOnServer(m->connection, key)->subject;
            announcePolicy(m->connection, subject.format->policyFor(subject, parseRules("5/h")));
        }
        showAlone(subject, 2);
        const auto before = m->page().details().reading()->reading.inFlight;
        const auto live = numbersIn<LiveWindow>(m->page().details(), "liveWindow");
        QVERIFY(!live.empty());
        const QByteArray file = saveAs("slots.ratewarden");
        const QByteArray hashed = saveAs("hashed.ratewarden", true);
        const QByteArray page = saveAs("hashed.html", true);
        QVERIFY(!file.isEmpty() && !hashed.isEmpty() && !page.isEmpty());
        for (const char* const name : {"dead0001", "live0001"})
            QVERIFY2(!hashed.contains(name) && !page.contains(name) && file.contains(name) == !ours, name);
        m->window.reset();
        const auto other = windowOf(file);
        const TokenDetails& details = other->tokensPage().details();
        QTRY_VERIFY(details.reading());
        QVERIFY(details.reading()->reading.inFlight == before);
        QCOMPARE(numbersIn<LiveWindow>(details, "liveWindow"), live);
        QCOMPARE(readInvestigation(hashed).tokens.front().detail->reading.inFlight.size(), std::size_t(2));
    }

    void saysWhatIsInIt()
    {
        m->limiter.acquire("team:9");
        showMuchOf(5);
        QTest::keyClick(m->window.get(), Qt::Key_S, Qt::ControlModifier | Qt::ShiftModifier);
        const auto* const asks = m->window->findChild<InvestigationDialog*>();
        QVERIFY_TEXT(textIn(*asks), contains("shows 6 of "));
        auto* const hashes = asks->findChild<QCheckBox*>("hashTokens");
        hashes->setChecked(true);                          // under the filter, and what is marked
        QTRY_TEXT(textIn(*asks), contains("shows 5 of ")); // counted in a thread
        QVERIFY(!asks->findChild<QLineEdit*>("investigationNote")->isEnabled());
        hashes->setChecked(false);
        QVERIFY_TEXT(textIn(*asks), contains("shows 6 of "));
    }

    void refusesWhatNeedsTheServer()
    {
        showMuch();
        const QByteArray file = saveAs("two.ratewarden");
        m->window.reset();
        const auto other = windowOf(file);
        QTRY_COMPARE(other->tokensPage().model().rowCount(), 3);
        QTRY_VERIFY(other->tokensPage().details().reading());
        QCOMPARE(other->session().guard().level(), GuardLevel::ReadOnly);
        for (const char* const name : {"block", "reset"}) {
            auto* const button = other->findChild<QPushButton*>(name);
            QVERIFY2(!button->isEnabled(), name);
            QVERIFY_TEXT(button->toolTip(), contains("investigation"));
        }
        QVERIFY(!other->findChild<QPushButton*>("guardLevel")->isEnabled());
        for (const char* const name : {"guardLevelAction", "chosenFormats"})
            QVERIFY2(!other->findChild<QAction*>(name)->isEnabled(), name);
        other->session().guard().lower(GuardLevel::Free, std::nullopt); // whoever gets there all the same
        bool failed = false;
        other->session().act(
            this, [](Server& server) { return server.call(Command{"PING"}).view().string().size(); },
            [&](const Outcome<std::size_t>& outcome) { failed = outcome.failure() != nullptr; });
        QTRY_VERIFY(failed);
        QTest::keyClick(other.get(), Qt::Key_F5);
        other->showPage(MainWindow::Page::Keys); // nobody had looked at them
        const auto says = [&] {
            return std::ranges::any_of(
                other->widgetOf(MainWindow::Page::Keys)->findChildren<EmptyState*>(),
                [](const EmptyState* empty) { return empty->text().contains("in the investigation"); });
        };
        QTRY_VERIFY(says());
        other->showPage(MainWindow::Page::Keys);
        QTest::keyClick(other.get(), Qt::Key_F5);
        QCOMPARE(other->session().keys().browser().state(), KeyBrowser::State::NotStarted);
        other->showPage(MainWindow::Page::Policies);
        QTRY_COMPARE(other->session().policyDesk().versions().problem,
                     "Its versions are not in the investigation");
        // A token that nobody looked at has no charts, which is said.
        other->showPage(MainWindow::Page::Tokens);
        QVERIFY(other->tokensPage().choose(m->key("user:good")));
        QTRY_TEXT(other->tokensPage().details().sentence(), contains("not in the investigation"));
        QVERIFY(other->tokensPage().choose(m->key("user:abuser")));
        QTRY_VERIFY(other->tokensPage().details().sentence().contains("held back by"));
    }

    void showsTheChangesAndVersionsThatWereRead()
    {
        const AuditTrail bob{{"bob", "desk-2.internal", "ratewarden-ctl 1.0", {}}};
        Change change = blockOf({"user:zebra", 1h, "scrapes", "bob"});
        QVERIFY(!apply(m->connection, change, {&bob}).trouble);
        bob.mark(m->connection, {}, "deploy of team:7");
        showMuch();
        turnPause(); // goes on
        m->turnTo(MainWindow::Page::Audit);
        QTRY_VERIFY(m->window->auditPage().model().rowCount() >= 2);
        m->turnTo(MainWindow::Page::Policies);
        Session& session = m->window->session();
        QTRY_VERIFY(!session.policyDesk().versions().all.empty());
        const auto texts = [](MainWindow& window) {
            const QAbstractItemModel& rows = window.auditPage().model();
            QStringList all;
            for (int row = 0; row < rows.rowCount(); ++row)
                for (int column = 0; column < rows.columnCount(); ++column) {
                    const QString text = rows.index(row, column).data().toString();
                    all << (column == AuditTableModel::Who ? text.section('@', 0, 0) : text);
                }
            return all;
        };
        const QStringList before = texts(*m->window);
        const auto versions = session.policyDesk().versions().all;
        const QByteArray file = saveAs("changes.ratewarden");
        const QByteArray page = saveAs("changes.html");
        const QByteArray hashed = saveAs("hashed.ratewarden", true);
        QVERIFY(page.contains("deploy of team:7") && page.contains("Versions of policies"));
        QVERIFY(file.contains("since the scraping in May"));
        for (const QByteArray& one : {file, page, hashed})
            QVERIFY(!one.contains("desk-2.internal"));
        for (const char* const word : {"zebra", "scrap", "deploy", "team", "in May"})
            QVERIFY2(!hashed.contains(word), word);
        QVERIFY(readInvestigation(hashed).audit->entries.back().tokens.front().starts_with('#'));
        QVERIFY(readInvestigation(hashed).versions.at("api").front().policy);
        QVERIFY(readInvestigation(hashed).versions.at("api").front().reason.empty());
        m->window.reset();

        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Audit);
        QTRY_COMPARE(texts(*other), before);
        other->findChild<QTableView*>("audit")->selectRow(0);
        auto* const undo = other->findChild<QAction*>("undoEntry");
        QVERIFY(!undo->isEnabled());
        QVERIFY_TEXT(undo->toolTip(), contains("investigation"));
        other->showPage(MainWindow::Page::Policies);
        QTRY_COMPARE(other->session().policyDesk().versions().all.size(), versions.size());
        QCOMPARE(other->session().policyDesk().versions().all.front().document, versions.front().document);
        QVERIFY(other->session().policyDesk().versions().problem.isEmpty());
    }

    void showsTheKeysThatWereListed()
    {
        for (int i = 0; i < 6; ++i)
            m->connection.call(
                {"SET", "basket:" + std::to_string(i), "of visitor " + std::to_string(i), "EX", "900"});
        m->connection.call({"ZADD", "ranking", "1", "player one"});
        KeysPage& keys = openKeys();
        keys.findChild<FilterLine*>()->setText("basket:");
        keys.showKey("basket:3");
        QTRY_COMPARE(m->window->session().keys().browser().view().filter.text(), "basket:");
        QTRY_COMPARE(keys.list().folder(), "basket:");
        QTRY_COMPARE(textsOf(keys.list()).size(), std::size_t(6));
        QTRY_VERIFY(keys.details().detail());
        turnPause();
        const std::vector<QStringList> rows = textsOf(keys.list());
        const QByteArray file = saveAs("keys.ratewarden");
        const QByteArray page = saveAs("keys.html");
        const QByteArray hashed = saveAs("keys-hashed.ratewarden", true);
        const QByteArray hashedPage = saveAs("keys-hashed.html", true);
        QVERIFY(page.contains("basket:5") && page.contains("of visitor 3"));
        for (const QByteArray& one : {file, page})
            QVERIFY(!one.contains("ranking") && !one.contains("of visitor 4"));
        for (const QByteArray& one : {hashed, hashedPage})
            QVERIFY(!one.isEmpty() && !one.contains("basket") && !one.contains("visitor"));
        const Investigation::Keys hidden = *readInvestigation(hashed).keys;
        QCOMPARE(hidden.rows.size(), std::size_t(6));
        QVERIFY(hidden.rows.front().name.starts_with('#'));
        QCOMPARE(hidden.chosen->facts.key, hidden.rows.front().name); // the same hash
        QVERIFY(hidden.chosen->page.elements.empty() && hidden.folder.empty());
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Keys);
        KeysPage& shown = other->keysPage();
        QCOMPARE(shown.findChild<FilterLine*>()->text(), "basket:");
        QTRY_COMPARE(shown.list().folder(), "basket:");
        QTRY_COMPARE(textsOf(shown.list()), rows);
        QVERIFY2(other->notice().contains("6 of ") && other->notice().contains(" keys are in it"),
                 qPrintable(other->notice()));
        QTRY_VERIFY(shown.details().detail());
        const KeyValueModel& value = shown.details().value();
        QCOMPARE(value.index(0, KeyValueModel::Text).data().toString(), "of visitor 3");
        for (const char* const name : {"editTtl", "renameKey", "deleteKey"})
            QVERIFY2(!other->findChild<QAction*>(name)->isEnabled(), name);
        QVERIFY(!other->findChild<QPushButton*>("scanKeys")->isEnabled());
        shown.showKey("basket:4");
        QTRY_VERIFY2(shown.details().sentence().contains("not in the investigation"),
                     qPrintable(shown.details().sentence()));
        shown.findChild<FilterLine*>()->setText("basket:5");
        QTRY_COMPARE(textsOf(shown.list()).size(), std::size_t(1));
        const auto third = windowOf(hashed);
        third->showPage(MainWindow::Page::Keys);
        QTRY_COMPARE(textsOf(third->keysPage().list()).size(), std::size_t(6));
    }

    void showsWhatTheTokenOfAKeyHasUsed()
    {
        for (int i = 0; i < 30; ++i)
            m->connection.call({"SET", "rlflx:user:" + std::to_string(i), std::to_string(i), "PX", "600000"});
        const Subject subject = recogniseOnServer(m->connection, "rlflx:user:7")->subject;
        announcePolicy(m->connection, subject.format->policyFor(subject, parseRules("20/min")));
        KeysPage& keys = openKeys();
        keys.showKey("rlflx:user:7");
        const auto used = [](const KeysPage& page) {
            return page.list()
                .index(page.list().rowOf("rlflx:user:7"), KeyListModel::Usage)
                .data()
                .toString();
        };
        QTRY_COMPARE(used(keys), "7/20");
        QTRY_VERIFY(keys.details().sentence().contains("13 left"));
        turnPause();
        const QByteArray file = saveAs("used.ratewarden");
        m->window.reset();
        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Keys);
        KeysPage& shown = other->keysPage();
        QTRY_COMPARE(used(shown), "7/20");
        QTRY_VERIFY(shown.details().detail());
        QVERIFY2(shown.details().sentence().contains("13 left"), qPrintable(shown.details().sentence()));
        QCOMPARE(shown.details().value().index(0, KeyValueModel::Means).data().toString(), "used units · 7");
        QVERIFY(other->session().histories().find(subject));
    }

    void showsTheOverviewAndWhatIsCompared()
    {
        const AuditTrail bob{{"bob", "desk-2.internal", "ratewarden-ctl 1.0", {}}};
        bob.mark(m->connection, {}, "deploy 1.5");
        showMuch();
        turnPause(); // goes on
        m->window->comparePage().open({m->key("user:good"), m->key("team:7")});
        m->turnTo(MainWindow::Page::Overview);
        Session& session = m->window->session();
        QTRY_COMPARE(session.totals().policies(), std::vector<std::string>{"api"});
        QTRY_COMPARE(session.overview().numbers().limited, std::size_t(1));
        QTRY_VERIFY(session.shownDetail(m->key("team:7")));
        const AuditDesk& audit = session.audit();
        QTRY_VERIFY(audit.newest().list && !audit.newest().list->entries.empty());
        turnPause();
        QVERIFY(!audit.whole());
        const std::string newestChange = audit.newest().list->entries.front().id;
        const RequestCount sum = sumOf(session.totals().of("api"));
        const QByteArray file = saveAs("three.ratewarden");
        m->window.reset();
        const auto other = windowOf(file);
        QCOMPARE(other->page(), MainWindow::Page::Overview);
        QTRY_COMPARE(other->session().overview().numbers().limited, std::size_t(1));
        QCOMPARE(other->session().overview().numbers().blocked, std::size_t(1));
        QCOMPARE(sumOf(other->session().totals().of("api")).denied, sum.denied);
        QCOMPARE(sumOf(other->session().totals().of("api")).allowed, sum.allowed);
        QVERIFY(sum.denied > 0);
        QCOMPARE(other->comparePage().tokens(),
                 (std::vector<Subject>{m->key("user:good"), m->key("team:7")}));
        // The changes that it shows, and their flags, though Audit was never open.
        const SharedAudit& changes = other->session().audit().newest().list;
        QVERIFY(changes);
        QCOMPARE(changes->entries.front().id, newestChange);
        QVERIFY(!other->notice().contains("audit trail"));
    }

    void showsWhatTheLabFound()
    {
        showMuch();
        tryOnLog();
        const QByteArray file = saveAs("lab.ratewarden");
        const QByteArray page = saveAs("lab.html");
        QVERIFY(file.contains("access.log") && page.contains("access.log"));
        QVERIFY(!file.contains(m_folder.path().toUtf8()) && !page.contains(m_folder.path().toUtf8()));
        const QByteArray lab = page.mid(page.indexOf("<h2>Lab</h2>"));
        for (const char* const text : {"30 requests", "10/min", "<td>20</td>", "203.0.113.77 (20)"})
            QVERIFY2(lab.contains(text), text);
        const QByteArray hashed = saveAs("hashed.ratewarden", true);
        QVERIFY(!hashed.contains("203.0.113.77") && !hashed.contains("access.log"));
        const QString about = m->window->findChild<LabPage*>()->about();
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        const LabBench& bench = other->session().lab()->bench();
        QTRY_VERIFY(bench.traffic() && bench.trialOf(bench.chosen()));
        QCOMPARE(bench.trialOf(bench.chosen())->denied, std::uint64_t(20));
        QVERIFY2(about.startsWith(other->findChild<LabPage*>()->about()), qPrintable(about)); // "0 rejected"
        QVERIFY(!other->findChild<QPushButton*>("publishRules")->isEnabled()); // there is no server
        const auto unnamed = windowOf(hashed);
        const LabBench& itsBench = unnamed->session().lab()->bench();
        QTRY_VERIFY(itsBench.traffic() && itsBench.trialOf(itsBench.chosen()));
        QCOMPARE(itsBench.trialOf(itsBench.chosen())->denied, std::uint64_t(20));
        QVERIFY(itsBench.nameOf(0).starts_with('#'));
    }

    void showsWhatCameOfTooManyRequests()
    {
        Investigation its = readInvestigation(smallFile());
        its.lab->tokens.clear();
        its.lab->requests.clear();
        its.lab->requestCount = 7'000'000;
        const auto window = windowOf(investigationFile(its));
        window->showPage(MainWindow::Page::Lab);
        const auto* const table = window->findChild<QTableView*>("recordedTrials");
        QTRY_VERIFY(table->isVisible());
        QCOMPARE(table->model()->rowCount(), 1);
        QCOMPARE(table->model()->index(0, TrialTableModel::Denied).data().toString(), "1");
        QVERIFY_TEXT(window->findChild<LabPage*>()->about(), contains("access.log · 7,000,000 requests"));
        // And so does who records it again.
        QCOMPARE(window->session().record().lab->requestCount, Units(7'000'000));
    }

    void showsHowAlertsStood()
    {
        showMuch();
        const Investigation::WatchedAlert alert = firing(m->window->link().serverNow());
        m->window->session().alerts().put({{alert.alert}, {*alert.stands}});
        const QByteArray file = saveAs("alerts.ratewarden");
        const QByteArray page = saveAs("alerts.html");
        const QByteArray alerts = page.mid(page.indexOf("<h2>Alerts</h2>"));
        for (const QString& text : {QString("abuser is back"), QString("firing"), QString("denied/s above 5"),
                                    momentText(alert.stands->firings.back().from)})
            QVERIFY2(alerts.contains(text.toUtf8()), qPrintable(text));
        QVERIFY(!saveAs("hashed.ratewarden", true).contains("abuser"));
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Watch);
        const auto* const table = other->findChild<QTableView*>("alerts");
        QTRY_VERIFY(table->isVisible() && table->model()->rowCount() == 1);
        QCOMPARE(table->model()->index(0, AlertTableModel::Name).data().toString(), "abuser is back");
        QVERIFY_TEXT(table->model()->index(0, AlertTableModel::State).data().toString(), endsWith("firing"));
        QCOMPARE(other->session().alerts().tested().front().firings, alert.stands->firings);
        QVERIFY(!other->findChild<QPushButton*>("changeAlert")->isEnabled());
        for (const char* const name : {"openAlerts", "newAlert"})
            QVERIFY2(!other->findChild<QWidget*>(name)->isVisible(), name);
    }

    void showsWhatAlertsMeasured()
    {
        AlertDesk& desk = m->window->session().alerts();
        showWindow();
        m->turnTo(MainWindow::Page::Watch);
        desk.open(writeWatchedAlerts(m_folder, 700));
        QTRY_VERIFY(desk.rounds() && desk.rounds()->size() == std::size_t(700));
        QTRY_TEXT(labelIn(*m->window, "backTest"), startsWith("Would have fired "));
        const QString sentence = labelIn(*m->window, "backTest");
        const Instant last = desk.rounds()->back().at;
        auto& time = m->window->watchPage().alertTime();
        time.show(last - 30min, last - 10min);
        time.setArea(TimeRange{last - 20min, last - 15min});
        const QByteArray file = saveAs("measured.ratewarden");
        const QByteArray page = saveAs("measured.html");
        const QByteArray hashed = saveAs("measured-hashed.ratewarden", true);
        QVERIFY(page.contains("denied/s above 3") &&
                page.indexOf("<svg", page.indexOf("<h2>Alerts</h2>")) > 0);
        for (const QByteArray& one : {file, page, hashed})
            for (const char* const word : {"internal", "10.0.0.7", "10.0.0.8"})
                QVERIFY2(!one.isEmpty() && !one.contains(word), word);
        QVERIFY(!hashed.contains("abuser") && readInvestigation(hashed).screen.alert == "Alert 1");
        const Investigation its = readInvestigation(file);
        QCOMPARE(its.alerts.size(), std::size_t(2));
        for (const Investigation::WatchedAlert& alert : its.alerts) { // the other one was not on screen
            QCOMPARE(alert.rounds.size(), Investigation::WatchedAlert::mostRounds);
            QCOMPARE(alert.rounds.back().at, last);
        }
        QCOMPARE(its.alerts.back().rounds.back().figure.low, 10.0);
        QCOMPARE(its.watched->changes.size(), std::size_t(2));
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Watch);
        auto* const chart = other->findChild<AlertChart*>("alertChart");
        QTRY_VERIFY(chart->isVisible() && chart->emptyText().isEmpty());
        QCOMPARE(chart->rounds()->size(), Investigation::WatchedAlert::mostRounds);
        QCOMPARE(labelIn(*other, "backTest"), sentence);
        QCOMPARE(chart->time().area(), its.screen.alertArea);
        QCOMPARE(chart->time().shownByHand(), its.screen.alertTime);
        QVERIFY_TEXT(other->notice(), contains("without: what alerts measured before "));
        // Another bound can be tried, and there is no file to save it in.
        QTest::keyClick(chart, Qt::Key_Up);
        QTRY_VERIFY(other->findChild<QPushButton*>("discardBound")->isVisible());
        QVERIFY(!other->findChild<QPushButton*>("saveBound")->isVisible());
        AlertDesk& recorded = other->session().alerts();
        recorded.choose("many tokens");
        QTRY_COMPARE(chart->rounds()->back().figure.low, 10.0);
        QCOMPARE(other->session().record().alerts.front().rounds.size(),
                 Investigation::WatchedAlert::mostRounds);
    }

    void saysWhoseRoundsAreMissing()
    {
        AlertDesk& desk = m->window->session().alerts();
        showWindow();
        desk.open(writeWatchedAlerts(m_folder, 30));
        QTRY_VERIFY(desk.rounds() && desk.tested().size() == 2);
        QFile::remove(watchedHistory(m_folder));
        const auto other = windowOf(saveAs("unread.ratewarden"));
        QVERIFY_TEXT(other->notice(), contains("without: what 1 alert measured"));
    }

    void showsWhatWasFound()
    {
        for (const char* const key : {"rl:right", "rl:forever", "rl:eternal"})
            m->connection.call({"SET", key, "12"});
        m->connection.call({"PEXPIRE", "rl:right", "600000"});
        showWindow();
        m->turnTo(MainWindow::Page::Watch);
        QTRY_VERIFY(findingsIn(*m->window).contains("▲ No expiry"));
        const FindingDesk& desk = m->window->session().findings();
        QTRY_VERIFY(
            std::ranges::any_of(*desk.findings(), [](const Finding& one) { return one.tokens == 2; }));
        turnPause();
        waitForAnswers();
        const QStringList texts = findingsIn(*m->window);
        const QByteArray file = saveAs("found.ratewarden");
        const QByteArray page = saveAs("found.html");
        const QByteArray hashed = saveAs("found-hashed.ratewarden", true);
        QVERIFY(page.contains("<h2>Findings</h2>") && page.contains("No expiry"));
        for (const QByteArray& one : {hashed, saveAs("found-hashed.html", true)})
            QVERIFY(!one.isEmpty() && !one.contains("forever") && !one.contains("eternal"));
        const std::vector<Finding> hidden = readInvestigation(hashed).findings->all;
        const auto two = std::ranges::find(hidden, std::size_t(2), &Finding::tokens);
        QVERIFY(two != hidden.end() && two->samples.front().starts_with('#'));
        m->window.reset();
        m->server.stop();

        const auto other = windowOf(file);
        other->showPage(MainWindow::Page::Watch);
        QVERIFY(*other->session().findings().findings() == readInvestigation(file).findings->all);
        QTRY_COMPARE(findingsIn(*other), texts);
        const auto* const dismiss = other->findChild<QAction*>("dismissFinding");
        QVERIFY(!dismiss->isEnabled());
        QVERIFY_TEXT(dismiss->toolTip(), contains("investigation"));
        QVERIFY(!other->notice().contains("found to be wrong"));
    }

    void saysThatNothingIsKnownOfFindings()
    {
        const auto emptyText = [](MainWindow& window) {
            return window.findChild<RowTable*>("findings")->empty().text();
        };
        Investigation its = readInvestigation(smallFile());
        its.rows.clear(); // in which something may be wrong
        const auto before = windowOf(without("findings", investigationFile(its)));
        before->showPage(MainWindow::Page::Watch);
        QTRY_COMPARE(emptyText(*before), "What was found to be wrong is not in the investigation");
        QVERIFY_TEXT(before->notice(), contains("what was found to be wrong"));
        its.findings->all.clear();
        its.findings->isWhole = false;
        const auto some = windowOf(investigationFile(its));
        some->showPage(MainWindow::Page::Watch);
        QTRY_COMPARE(emptyText(*some), "Nothing was found, but not all could be checked");
        its.findings->isWhole = true;
        const auto whole = windowOf(investigationFile(its));
        whole->showPage(MainWindow::Page::Watch);
        QTRY_TEXT(emptyText(*whole), startsWith("Nothing is wrong"));
    }

    void showsThePastOfTheOverview()
    {
        Investigation its = readInvestigation(smallFile());
        its.past = somePast(its.at);
        its.screen.stretch.reset();
        its.screen.flowTime = TimeRange{its.at - 3h, its.at - 1h};
        const QByteArray file = investigationFile(its);
        const auto window = windowOf(file);
        window->showPage(MainWindow::Page::Overview);
        const auto* const chart = window->findChild<RequestFlowChart*>("requestFlow");
        QTRY_COMPARE(chart->data().step, Micros(3min));
        QCOMPARE(chart->data().series.front().allowed.back(), 8.0);
        QVERIFY(!chart->data().known[7]);
        QTRY_COMPARE(chart->time().shownByHand(), its.screen.flowTime);
        QVERIFY(std::ranges::any_of(
            chart->marks(), [](const TimeMark& mark) { return mark.text.startsWith("publish api"); }));
        auto* const reach = window->findChild<QComboBox*>("flowReach");
        QVERIFY(reach->isVisible() && reach->count() == 2);
        QCOMPARE(reach->currentText(), "last 6 hours");
        for (const Micros step : {Micros(countSpan), Micros(3min)}) {
            reach->setCurrentIndex(step == countSpan ? 0 : 1);
            Q_EMIT reach->activated(reach->currentIndex());
            QTRY_COMPARE(chart->data().step, step);
        }
        QCOMPARE(window->session().record().past->flow.denied, its.past->flow.denied);
        const QString page = QString::fromUtf8(investigationPage(its, {}));
        const QString flow = page.mid(page.indexOf("<h2>Requests per second</h2>"));
        QVERIFY(flow.contains("<th>From</th>") && flow.contains(momentText(its.past->flow.from)));
        hashTokens(its);
        QVERIFY(!investigationFile(its).contains("abuser"));
    }

    void recordsThePastThatTheOverviewShows()
    {
        showWindow();
        m->turnTo(MainWindow::Page::Overview);
        Session& session = m->window->session();
        session.alerts().open(writeWatchedAlerts(m_folder, 60));
        QTRY_VERIFY(!session.alerts().historyFile().empty());
        session.overview().setReach(6h);
        QTRY_VERIFY(!session.overview().flow().empty());
        const Investigation its = readInvestigation(saveAs("past.ratewarden"));
        QVERIFY(its.past && its.past->reach == Micros(6h));
        QCOMPARE(its.past->flow.step, Micros(3min));
        QCOMPARE(its.past->flow.series.front().policy, "pay");
        session.overview().setReach(countsReach);
        QVERIFY(!readInvestigation(saveAs("recent.ratewarden")).past);
    }

    void opensInTheSameOrderWithTheSameColumns()
    {
        blockToken(m->connection, {"user:1", 1h, "floods", "m.okafor"});
        blockToken(m->connection, {"user:2", 1h, "scrapes", "a.silva"});
        showWindow();
        m->turnTo(MainWindow::Page::Blocks);
        auto* const blocks = m->window->findChild<RowTable*>("blocks");
        QTRY_COMPARE(blocks->model()->rowCount(), 2);
        blocks->sortByColumn(ControlTableModel::Token, Qt::DescendingOrder);
        auto* const tokens = m->window->findChild<RowTable*>("tokens");
        tokens->setColumnChoices({"0 - Policy"});
        const QByteArray file = saveAs("order.ratewarden");
        m->window.reset();
        const auto other = windowOf(file);
        QSettings settings(m_folder.filePath("habits.ini"), QSettings::IniFormat);
        settings.setValue("columns/tokens", QStringList{"0 - Format"}); // of whoever opens it
        WindowMemory memory(settings, {});
        memory.restore(*other);
        auto* const same = other->findChild<RowTable*>("blocks");
        QTRY_COMPARE(same->model()->rowCount(), 2);
        QCOMPARE(same->horizontalHeader()->sortIndicatorSection(), int(ControlTableModel::Token));
        QCOMPARE(same->horizontalHeader()->sortIndicatorOrder(), Qt::DescendingOrder);
        QCOMPARE(same->model()->index(0, ControlTableModel::Token).data().toString(), "user:2");
        const auto* const columns = other->findChild<RowTable*>("tokens");
        QVERIFY(columns->isColumnHidden(TokenTableModel::Policy));
        QCOMPARE(columns->columnChoices(), QStringList{"0 - Policy"});
        memory.save(*other);
        QCOMPARE(settings.value("columns/tokens").toStringList(), QStringList{"0 - Format"});
    }

    void opensWithTheTimeOfTheLab()
    {
        const Investigation::Screen screen = readInvestigation(smallFile()).screen;
        const auto window = windowOf(smallFile());
        window->showPage(MainWindow::Page::Lab);
        const TimeLine& time = window->labPage().time();
        QTRY_COMPARE(time.area(), screen.labArea);
        QCOMPARE(time.shownByHand(), screen.labTime);
    }

    void itsNoticeIsWholeAndReadable()
    {
        Investigation its = readInvestigation(smallFile());
        its.note =
            "The scraper of Tuesday again: look at what it was denied from 10:02 on, and at who else was";
        const auto window = windowOf(investigationFile(its));
        auto* const notice = window->findChild<Banner*>("notice");
        auto* const text = notice->findChild<PlainLabel*>(); // the mark beside it is of another colour
        QVERIFY_TEXT(text->text(), contains("scraper of Tuesday"));
        for (const QSize size : {QSize(1100, 700), QSize(1280, 800), QSize(1920, 1200)}) {
            window->resize(size);
            QTRY_COMPARE(window->size(), size);
            QTRY_VERIFY(text->isVisible() && text->height() >= text->heightForWidth(text->width()));
            QVERIFY(window->rect().contains(QRect(notice->mapTo(window.get(), QPoint()), notice->size())));
            QVERIFY(window->tokensPage().height() > size.height() / 2); // which it leaves the room
        }
        QVERIFY(contrast(colors().text, colors().card) > 4.5);
        QVERIFY(contrastInTheDark(text) > 4.5);
    }

    void saysWhatIsMissing()
    {
        Investigation its = readInvestigation(smallFile());
        its.lab->tokens.clear();
        its.lab->requests.clear();
        const QString notice = windowOf(investigationFile(its))->notice();
        QVERIFY_TEXT(notice, endsWith(" · without: the charts of 1 token; the requests of the Lab"));
        its.audit->complete = false;
        QVERIFY_TEXT(windowOf(investigationFile(its))->notice(), contains("; the changes before "));
        its.audit.reset();
        QVERIFY_TEXT(windowOf(investigationFile(its))->notice(), endsWith("; the audit trail"));
    }

    void isOpenedFromTheWindow()
    {
        showMuch();
        saveAs("six.ratewarden");
        QFile damaged(m_folder.filePath("damaged.ratewarden"));
        QVERIFY(damaged.open(QIODevice::WriteOnly) && damaged.write("{}") == 2);
        damaged.close();
        QFile large(m_folder.filePath("large.ratewarden"));
        QVERIFY(large.open(QIODevice::WriteOnly) && large.resize(qint64(1) << 30)); // without its blocks
        FakeSecrets secrets;
        ProfileStore profiles{QString()};
        ServerWindows windows(profiles, secrets, nullptr);
        MainWindow* const first = windows.openOther(m->server.endpoint(), "test", {});
        const auto open = [&](const QString& name) {
            first->activateWindow();
            QVERIFY(QTest::qWaitForWindowActive(first, patienceMs));
            QTest::keyClick(first, Qt::Key_I, Qt::ControlModifier | Qt::ShiftModifier);
            auto* const dialog = first->findChild<QFileDialog*>("openFile");
            QVERIFY(dialog);
            dialog->findChild<QLineEdit*>("fileNameEdit")->setText(m_folder.filePath(name));
            QMetaObject::invokeMethod(dialog, "accept");
        };
        open("damaged.ratewarden");
        QTRY_TEXT(first->notice(), contains("it is not an investigation"));
        open("large.ratewarden");
        QTRY_TEXT(first->notice(), contains("too long"));
        QCOMPARE(windows.windows().size(), std::size_t(1));
        open("six.ratewarden");
        QTRY_COMPARE(windows.windows().size(), std::size_t(2));
        QVERIFY(windows.windows().back()->session().isRecorded());
        QTRY_COMPARE(windows.windows().back()->tokensPage().model().rowCount(), 3);
    }

    void leavesTheWindowOfALostServer()
    {
        FakeSecrets secrets;
        ProfileStore profiles{QString()};
        ServerWindows windows(profiles, secrets, nullptr);
        m->window.reset();
        m->server.stop();
        MainWindow* const first = windows.openOther(m->server.endpoint(), "test", {});
        QTRY_VERIFY(first->link().isUnreachable());
        windows.openInvestigation(std::make_shared<const Investigation>(readInvestigation(smallFile())));
        QCOMPARE(windows.windows().size(), std::size_t(2));
        QCOMPARE(windows.windows().front(), first);
    }
};

RATEWARDEN_SUITE(TestInvestigation)
#include "tst_investigation.moc"
