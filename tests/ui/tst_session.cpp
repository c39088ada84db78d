// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// What the session of one server does there and what it leaves alone, by the server's own account.
#include "core/redis/server_info.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/link/load_meter.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/widgets/plain_label.h"

#include <QElapsedTimer>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestSession : public WindowTest {
    Q_OBJECT

private:
    Session& session() { return m->window->session(); }

    std::string info(const char* section)
    {
        return std::string(m->connection.call({"INFO", section}).view().string());
    }
    std::int64_t callsOf(const std::string& command)
    {
        const ServerAccount account = ServerAccount::read(info("commandstats"));
        const auto found = account.commands.find(command);
        return found == account.commands.end() ? 0 : found->second.calls;
    }

    /// From the end of the whole scan on, nothing is read in the background any more.
    void stopTheBackground()
    {
        session().load().setBudget(1e-7);
        QSignalSpy completed(&session(), &Session::scanCompleted);
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(!completed.isEmpty());
        QTRY_VERIFY(session().load().wait() > 1min && m->window->link().scanLane().outstanding() == 0);
    }

    /// Ends when time has passed in the window's thread.
    static void letPass(std::chrono::milliseconds time)
    {
        QTimer timer;
        timer.setSingleShot(true);
        QSignalSpy over(&timer, &QTimer::timeout);
        timer.start(time);
        QVERIFY(over.wait(int(time.count()) + ratewarden::test::patienceMs));
    }

    void addUser(const char* rights)
    {
        Command command{"ACL", "SETUSER", "viewer", "on", ">secret", "~*", "&*"};
        for (const QString& word : QString(rights).split(' '))
            command.add(word.toStdString());
        m->connection.call(command);
    }

    void fill(int tokens)
    {
        RedisRateLimiter limiter(m->connection, m->policy, Detail::Verdict);
        for (int first = 0; first < tokens; first += 1000) {
            std::vector<std::string> names;
            std::vector<TokenRequest> requests;
            for (int i = first; i < std::min(first + 1000, tokens); ++i)
                names.push_back("user:" + std::to_string(i));
            for (const std::string& name : names)
                requests.push_back({name, 1});
            limiter.acquireMany(requests);
        }
    }

private Q_SLOTS:
    void aClickStartsNoScan()
    {
        showAbuser();
        stopTheBackground();
        session().setInterval(1h); // so that only what was asked for is read
        const std::int64_t scans = callsOf("scan");
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "Scrapes");
        });
        QTRY_COMPARE(state("abuser"), "blocked");
        m->turnTo(MainWindow::Page::Blocks);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QTRY_COMPARE(m->window->blocksPage().model().rowCount(), 1);
        m->turnTo(MainWindow::Page::Overrides);
        QTRY_VERIFY(m->window->overridesPage().isVisible());
        m->turnTo(MainWindow::Page::Tokens);
        QTRY_VERIFY(m->page().isVisible());
        openAndConfirm(Qt::Key_U, Qt::ControlModifier);
        QTRY_COMPARE(state("abuser"), "limited");
        QTRY_COMPARE(m->window->blocksPage().model().rowCount(), 0);
        QCOMPARE(callsOf("scan"), scans);

        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(callsOf("scan") > scans);
    }

    void aColleaguesPolicyComesAtOnce()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->page().details().reading());
        stopTheBackground();
        session().setInterval(1h);
        const std::int64_t scans = callsOf("scan");
        PublishedPolicy next = *findPublished(m->connection, "api");
        next.policy.rules = parseRules("50/min");
        QVERIFY(publishPolicy(m->connection, next, {"colleague", "too few"}).published);
        QTRY_COMPARE(state("abuser"), "ok");
        QTRY_VERIFY(m->cell("good", TokenTableModel::TightestRule).endsWith("of 50/min"));
        QTRY_COMPARE(session().policies()->published.at("api").version, 2);
        QCOMPARE(callsOf("scan"), scans);
    }

    void whatIsOffScreenIsJudgedByItInTheBackground()
    {
        showAbuser();
        session().setInterval(1h);
        session().setChosen(std::nullopt);
        m->window->showPage(MainWindow::Page::Keys); // so that it is off screen
        const std::int64_t read = callsOf("scan");
        QVERIFY(read > 0);
        PublishedPolicy next = *findPublished(m->connection, "api");
        next.policy.rules = parseRules("50/min");
        session().setShortestRound(1h); // the next one is not due for long
        QSignalSpy rounds(&session(), &Session::roundCompleted);
        QTRY_VERIFY(!rounds.isEmpty());
        rounds.clear();
        QVERIFY(publishPolicy(m->connection, next, {"colleague", "too few"}).published);
        QTRY_VERIFY(!rounds.isEmpty());
        QTRY_COMPARE(state("abuser"), "ok");
    }

    // Whoever comes and goes in whatever order.
    void theShortestRoundThatIsWishedForHolds()
    {
        showAbuser();
        session().setShortestRound(1h);
        const QObject one;
        const QObject other;
        session().wishRound(&one, 10s);
        session().wishRound(&other, 5s);
        QCOMPARE(session().shortestRound(), 5s);
        session().wishRound(&one, std::nullopt);
        QCOMPARE(session().shortestRound(), 5s);
        session().setShortestRound(2s);
        QCOMPARE(session().shortestRound(), 2s);
        session().setShortestRound(20s);
        QCOMPARE(session().shortestRound(), 5s);
        session().wishRound(&other, std::nullopt);
        QCOMPARE(session().shortestRound(), 20s);
    }

    void tokensBehindAnotherPageAreNotRead_data()
    {
        QTest::addColumn<MainWindow::Page>("other");
        QTest::newRow("policies") << MainWindow::Page::Policies;
        QTest::newRow("compare") << MainWindow::Page::Compare;
    }
    void tokensBehindAnotherPageAreNotRead()
    {
        QFETCH(MainWindow::Page, other);
        showAbuser();
        m->turnTo(other);
        QTRY_VERIFY(m->window->widgetOf(other)->isVisible());
        std::size_t last = 99;
        QObject reader;
        connect(&session(), &Session::read, &reader,
                [&last](const Readings& readings) { last = readings->size(); });
        QTRY_COMPARE(last, 1U); // the chosen one's details
    }

    // Not each time that the link is told to be live.
    void theAuditTrailIsNotReadAgainByItself()
    {
        m->window->showPage(MainWindow::Page::Audit);
        m->window->show();
        const auto reads = [this] {
            const CommandCounts sent = m->window->link().scanLane().sent();
            const auto found = sent.find("xrevrange");
            return found == sent.end() ? 0 : found->second;
        };
        QTRY_VERIFY(reads() > 0);
        constexpr auto gathered = 500ms; // many changes are read at once
        letPass(gathered);
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        const std::int64_t before = reads();
        QSignalSpy greeted(&m->window->link(), &Link::stateChanged);
        for (int i = 1; i <= 2; ++i) {
            m->window->link().open();
            QTRY_COMPARE(greeted.size(), i);
        }
        letPass(gathered);
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        QCOMPARE(reads(), before);
    }

    // Nothing else would start reading what is off screen again.
    void aWholeScanThatFailedIsBegunAgain()
    {
        addUser("+@all");
        connectAs("viewer");
        showAbuser();
        QTRY_VERIFY(session().everScanned());
        addUser("-scan");
        session().refresh();
        QTRY_VERIFY(!session().scanProblem().isEmpty());
        QCOMPARE(session().round().state(), TokenRound::State::Stopped);
        addUser("+scan");
        QTRY_VERIFY(session().round().state() != TokenRound::State::Stopped);
    }

    void newTokensComeAndOthersGoByThemselves()
    {
        showAbuser();
        m->limiter.acquire("late");
        QTRY_COMPARE(state("late"), "ok");
        m->connection.call({"UNLINK", "rw:{good}:api:zlog"});
        QTRY_COMPARE(m->page().model().rowCount(), 2);
        QCOMPARE(session().scan().pass(), TokenScan::Pass::NewOnly);
    }

    void readingInTheBackgroundKeepsToItsBudget()
    {
        m->policy.counters = true;
        PublishedPolicy counts;
        counts.policy = m->policy;
        counts.version = 1;
        publishPolicy(m->connection, counts, {"test", "counts are read as well"});
        fill(4000);
        m->window->showPage(MainWindow::Page::Overview);
        m->window->show();
        QTRY_VERIFY(session().everScanned());
        QTRY_VERIFY(session().totals().knownUntil() > session().totals().wholeUntil());
        QTRY_VERIFY(session().load().share()); // it has been measured
        session().round().setShortest(1ms);    // so that nothing but the budget holds it back
        // Measured again every 10 s: by what was known before and by what is known after.
        const auto costsOver = [&](std::chrono::milliseconds time) {
            const LoadMeter meter = session().load().meter();
            const CommandCounts before = m->window->link().scanLane().sent();
            QElapsedTimer passed;
            passed.start();
            letPass(time);
            const CommandCounts sent = difference(m->window->link().scanLane().sent(), before);
            const double micros = double(passed.nsecsElapsed()) / 1000;
            return std::minmax({meter.costOf(sent) / micros, session().load().meter().costOf(sent) / micros});
        };
        session().load().setBudget(0);
        session().setPaused(true);
        session().setPaused(false);
        const auto unlimited = costsOver(1s);
        session().load().setBudget(0.005);
        const auto limited = costsOver(3s);
        QVERIFY2(limited.first < 0.005 * 1.5, qPrintable(QString::number(limited.first)));
        QVERIFY2(limited.second > 0.0005, qPrintable(QString::number(limited.second)));
        QVERIFY2(unlimited.second > 2 * limited.first,
                 qPrintable(QStringLiteral("%1 %2").arg(unlimited.second).arg(limited.first)));
    }

    void theCostIsShownAndTheBudgetChosen()
    {
        showAbuser();
        auto* const cost = m->window->findChild<PlainLabel*>("cost");
        QTRY_VERIFY(cost->text().startsWith("costs the server"));
        for (QAction* action : m->window->findChildren<QAction*>())
            if (action->text() == "at most 5 % of a core of the server")
                action->trigger();
        QCOMPARE(session().load().budget(), 0.05);
    }

    void aUserWithRightsToReadSeesAllAndKnowsWhatIsMissing_data()
    {
        QTest::addColumn<QString>("rights");
        QTest::newRow("usual") << "+@read +@connection";
        QTest::newRow("only to read") << "+@read";
    }
    void aUserWithRightsToReadSeesAllAndKnowsWhatIsMissing()
    {
        QFETCH(QString, rights);
        addUser(rights.toLatin1().constData());
        connectAs("viewer");
        showAbuser();
        QCOMPARE(m->window->link().state(), Link::State::Live);
        QCOMPARE(bannerText(m->page()), QString());
        m->clickRow("abuser");
        QTRY_TEXT(sentence(), contains("held back by 5/min"));
        QTRY_VERIFY(!session().missing("block").isEmpty());
        QVERIFY(!m->button("block")->isEnabled());
        QVERIFY(!m->button("reset")->isEnabled());
        QVERIFY_TEXT(m->button("block")->toolTip(), contains("+evalsha"));
        QVERIFY(!m->button("newPolicy")->isEnabled());
    }

    void eachActSaysWhichRightItNeeds()
    {
        addUser("+@all -unlink -hdel -setrange -xadd");
        connectAs("viewer");
        showAndClick("abuser");
        QTRY_VERIFY(!session().missing("reset").isEmpty());
        QTRY_VERIFY(m->button("block")->isEnabled());
        QVERIFY(!m->button("block")->toolTip().contains("This user may not"));
        const auto isGreyedFor = [this](const char* button, const char* right) {
            return !m->button(button)->isEnabled() && m->button(button)->toolTip().contains(right);
        };
        QVERIFY2(isGreyedFor("reset", "it needs +unlink"), qPrintable(m->button("reset")->toolTip()));
        QVERIFY2(isGreyedFor("newPolicy", "it needs +xadd"), qPrintable(m->button("newPolicy")->toolTip()));
        QVERIFY(session().missing("unblock").contains("+hdel"));
        QVERIFY(session().missing("gcra").contains("+setrange"));
    }

    void aWrongPasswordIsNotTriedAgain()
    {
        addUser("+@all");
        connectAs("viewer", "wrong");
        QSignalSpy wanted(m->window.get(), &MainWindow::passwordWanted);
        m->window->show();
        QTRY_COMPARE(m->window->link().state(), Link::State::NeedsPassword);
        QTRY_COMPARE(wanted.size(), 1);
        QVERIFY2(bannerText(m->page()).contains("user and password") &&
                     !bannerText(m->page()).contains("away"),
                 qPrintable(bannerText(m->page())));
        const auto connections = [this] {
            const std::string text = info("stats");
            return std::string(parseInfo(text).at("total_connections_received"));
        };
        const std::string once = connections();
        letPass(1s); // many times what a retry waits for
        QCOMPARE(connections(), once);
    }

    void aMissingPasswordIsAskedFor()
    {
        m->connection.call({"CONFIG", "SET", "requirepass", "secret"});
        m->open(m->server.endpoint());
        m->window->show();
        QTRY_COMPARE(m->window->link().state(), Link::State::NeedsPassword);
    }

    void rubbishInPlaceOfPoliciesHidesNoToken()
    {
        m->limiter.acquire("who");
        m->connection.call({"SET", "rw:policies", "rubbish"});
        m->window->show();
        QTRY_COMPARE(state("who"), "unknown");
        QTRY_VERIFY2(bannerText(m->page()).contains("rw:policies") ||
                         bannerText(m->page()).contains("WRONGTYPE"),
                     qPrintable(bannerText(m->page())));
        m->connection.call({"UNLINK", "rw:policies"});
        m->connection.call({"HSET", "rw:policies", "broken", "{"});
        announcePolicy(m->connection, m->policy);
        QTRY_COMPARE(state("who"), "ok");
        QTRY_TEXT(bannerText(m->page()), contains("broken"));
    }

    void aFailoverUnderAnOpenWindow()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        m->connection.call({"REPLICAOF", "127.0.0.1", "1"}); // nobody there: it keeps what it has
        const LossWatch link(*m->window);
        QSignalSpy read(&session(), &Session::detailRead);
        const auto block = [this] {
            QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
            QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
            QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), "Scrapes");
            m->click(m->confirmButton());
        };
        block();
        QTRY_VERIFY(m->dialog() && m->dialog()->problem().contains("This was not done"));
        QVERIFY_TEXT(m->dialog()->problem(), contains("replica"));
        const auto before = read.size();
        QTRY_VERIFY(read.size() > before + 3);
        QVERIFY2(!link.lost(), "a replica can be read");
        QCOMPARE(bannerText(m->page()), QString());
        QCOMPARE(state("abuser"), "limited");
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        m->connection.call({"REPLICAOF", "NO", "ONE"});
        block();
        waitUntilDialogIsClosed();
        QTRY_COMPARE(state("abuser"), "blocked");
    }

    void aNodeOfAClusterSaysSo()
    {
        m->window.reset();
        const ratewarden::test::TestServer node({"--cluster-enabled", "yes"});
        m->open(node.endpoint());
        m->window->show();
        QTRY_TEXT(bannerText(m->page()), contains("node of a cluster"));
    }

    void countsNeverExceedTheirTotals()
    {
        fill(8000);
        int looks = 0;
        int most = 0;
        connect(&m->page(), &TokensPage::statusChanged, this, [&] {
            const TokenTableModel& model = m->page().model();
            ++looks;
            most = std::max(most, model.rowCount() - model.tokenCount());
        });
        m->window->show();
        QTRY_COMPARE(m->page().model().rowCount(), 8000);
        QVERIFY(looks > 10);
        QCOMPARE(most, 0);
        QCOMPARE(m->page().model().tokenCount(), 8000);
    }

    void costsFollowTheServersAccount()
    {
        ServerAccount account = ServerAccount::read(
            "# CPU\r\nused_cpu_sys:0.000500\r\nused_cpu_user:0.001500\r\n# Commandstats\r\n"
            "cmdstat_get:calls=100,usec=50,usec_per_call=0.50,rejected_calls=0,failed_calls=0\r\n"
            "cmdstat_memory|usage:calls=100,usec=950,usec_per_call=9.50\r\n"
            "cmdstat_memory|doctor:calls=0,usec=0,usec_per_call=0\r\n");
        QCOMPARE(*account.usedCpu, 2ms);
        QCOMPARE(account.commands.at("memory").calls, 100);
        LoadMeter meter;
        QVERIFY(!meter.measured());
        meter.measure(account);
        QVERIFY(meter.measured());
        // 2000 microseconds in all, 1000 of them beside running 200 commands.
        QCOMPARE(meter.costOf({{"get", 10}}), 10 * (0.5 + 5));
        QCOMPARE(meter.costOf({{"memory", 1}}), 9.5 + 5);
        // From then on by what has come since: slower ones.
        account.usedCpu = 12ms;
        account.commands["get"] = {1100, 8050us};
        meter.measure(account);
        QCOMPARE(meter.costOf({{"get", 1}}), 8.0 + 2);
        // They ran for longer than the server had the processor.
        account.usedCpu = 13ms;
        account.commands["get"] = {2100, 12050us};
        meter.measure(account);
        QCOMPARE(meter.costOf({{"get", 1}}), 1.0);
        // Another server, or one that has started again.
        account = {300ms, {{"get", {1000, 1000us}}}, 118s};
        meter.measure(account);
        QCOMPARE(meter.costOf({{"get", 1}}), 1.0 + 4); // 299 ms, 295 of them upkeep
    }

    void aPaceSpacesWorkOut()
    {
        LoadPace pace;
        const LoadPace::Clock::time_point start = LoadPace::Clock::now();
        QCOMPARE(pace.wait(start), 0ms);
        pace.charge(1000, start); // a hundred times that, at 1 %
        QCOMPARE(pace.wait(start), 100ms);
        pace.charge(500, start + 40ms);
        QCOMPARE(pace.wait(start + 40ms), 110ms);
        QCOMPARE(pace.wait(start + 1s), 0ms);
        pace.charge(500, start + 1s); // what was not used before is not saved up
        QCOMPARE(pace.wait(start + 1s), 50ms);
        pace.setBudget(0);
        pace.reset();
        pace.charge(1e9, start);
        QCOMPARE(pace.wait(start), 0ms);
    }
};

RATEWARDEN_SUITE(TestSession)
#include "tst_session.moc"
