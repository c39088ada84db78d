// SPDX-License-Identifier: GPL-3.0-or-later
// What a window has on screen, in a file: the same rows and charts without the server, and nothing that is no
// one's business.
#include "core/admin/login_name.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/ui/contrast.h"
#include "tests/ui/fake_secrets.h"
#include "tests/ui/watched_alerts.h"
#include "tests/ui/window_test.h"
#include "ui/charts/alert_chart.h"
#include "ui/charts/live_window.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/charts/usage_chart.h"
#include "ui/dialogs/investigation_dialog.h"
#include "ui/investigation_page.h"
#include "ui/models/alert_table_model.h"
#include "ui/models/trial_table_model.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/server_windows.h"
#include "ui/state/alert_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/overview_feed.h"
#include "ui/state/recorded_rows.h"
#include "ui/state/traffic_desk.h"
#include "ui/text/display_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"
#include "ui/window_investigation.h"
#include "ui/window_memory.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestInvestigation : public WindowTest {
    Q_OBJECT

    QTemporaryDir m_folder;

    static std::vector<QStringList> textsOf(const ChartTable& table)
    {
        std::vector<QStringList> rows;
        for (int row = 0; row < table.rowCount; ++row)
            for (int column = 0; column < int(table.headings.size()); ++column)
                (column == 0 ? rows.emplace_back() : rows.back()) << table.cell(row, column);
        return rows;
    }
    template <class Chart>
    static std::vector<QStringList> numbersIn(const QWidget& widget, const char* name)
    {
        return textsOf(widget.findChild<Chart*>(name)->asTable());
    }
    // Without the countdowns, which run until the pause is noticed.
    static std::vector<QStringList> rowsOf(const QAbstractItemModel& model)
    {
        std::vector<QStringList> rows;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList& cells = rows.emplace_back();
            for (int column = 0; column < model.columnCount(); ++column)
                if (column != TokenTableModel::Next && column != TokenTableModel::Expires)
                    cells << model.index(row, column).data().toString();
            cells << model.index(row, TokenTableModel::Token).data(Qt::CheckStateRole).toString();
        }
        return rows;
    }

    void confirm(const QString& note = {}, bool hashed = false)
    {
        m->window->findChild<QAction*>("saveInvestigation")->trigger();
        auto* const asks = m->window->findChildren<InvestigationDialog*>().last();
        QTest::keyClicks(asks->findChild<QLineEdit*>("investigationNote"), note);
        asks->findChild<QCheckBox*>("hashTokens")->setChecked(hashed);
        m->click(asks->findChild<QPushButton*>("saveInvestigationNow"));
    }
    // Those that ask where to save it.
    QList<QFileDialog*> fileDialogs()
    {
        QList<QFileDialog*> all = m->window->findChildren<QFileDialog*>("saveFile");
        all.removeIf([](const QFileDialog* dialog) { return !dialog->isVisible(); });
        return all;
    }
    void chooseFile(QFileDialog* dialog, const QString& name)
    {
        dialog->setOption(QFileDialog::DontConfirmOverwrite);
        // selectFile() leaves a name alone that has the focus.
        dialog->findChild<QLineEdit*>("fileNameEdit")->setText(m_folder.filePath(name));
        QMetaObject::invokeMethod(dialog, "accept");
    }
    QByteArray contentOf(const QString& name)
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QByteArray saveAs(const QString& name, bool hashed = false, const QString& note = {})
    {
        QSignalSpy done(m->window->findChild<WindowInvestigation*>(), &WindowInvestigation::done);
        confirm(note, hashed);
        if (!QTest::qWaitFor([&] { return !fileDialogs().isEmpty(); }, patienceMs))
            return {};
        chooseFile(fileDialogs().first(), name);
        // It is written in a thread, when the dialog is gone.
        if (!QTest::qWaitFor([&] { return !done.isEmpty(); }, patienceMs) ||
            !QTest::qWaitFor([&] { return !m->window->findChild<QFileDialog*>("saveFile"); }, patienceMs))
            return {};
        return contentOf(name);
    }
    static std::unique_ptr<MainWindow> windowOf(const QByteArray& file)
    {
        MainWindow::Setup profile;
        profile.recorded = std::make_shared<const Investigation>(readInvestigation(file));
        auto window = std::make_unique<MainWindow>(profile);
        window->resize(1280, 800);
        window->show();
        return window;
    }

    void turnPause() { QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier); }
    // Some that are limited, one that is blocked, requests that are counted, and a moment that has a name;
    // the window shows one of two marked tokens under a filter, and stands still.
    void showMuch() { showMuchOf(4); }
    void showMuchOf(int rows)
    {
        showWindow();
        PublishedPolicy counted;
        counted.policy = m->policy;
        counted.policy.counters = true;
        counted.policy.denials = 10;
        counted.version = 1;
        counted.description = "since the scraping in May";
        counted.ruleNames = {"scraping", "hourly"};
        QVERIFY(publishPolicy(m->connection, counted, {"m.okafor", "counts"}).published);
        const auto limiter = std::make_unique<RedisRateLimiter>(m->connection, counted.policy);
        for (int i = 0; i < 8; ++i)
            limiter->acquire("user:abuser");
        limiter->acquire("user:good");
        for (int i = 0; i < 4; ++i)
            limiter->acquire("team:7");
        limiter->acquire("user:banned");
        blockToken(m->connection, {"user:banned", 1h, "scraping by user:abuser", "m.okafor"});
        m->window->session().refresh();
        QTRY_COMPARE(state("user:abuser"), "limited");
        QTRY_COMPARE(state("user:banned"), "blocked");
        QTRY_VERIFY(m->page().model().rowCount() >= rows);
        m->clickRow("team:7");
        QTest::keyClick(m->table(), Qt::Key_Space);
        m->clickRow("user:abuser");
        QTest::keyClick(m->table(), Qt::Key_Space);
        QLineEdit* const filter = m->page().findChild<QLineEdit*>("filter");
        filter->setFocus();
        QTest::keyClicks(filter, "user:");
        QTRY_COMPARE(m->page().model().rowOf(m->key("team:7")), -1);
        m->clickRow("user:abuser");
        QTRY_VERIFY(m->page().details().reading() &&
                    m->page().details().reading()->reading.subject == m->key("user:abuser"));
        QTRY_VERIFY(m->window->session().histories().find(m->key("user:abuser"))->samples().size() > 4);
        m->window->session().histories().moments().name(m->window->link().serverNow() - 10s, "deploy 1.4");
        turnPause();
        QVERIFY(m->window->session().paused());
        waitForAnswers();
    }

    KeysPage& openKeys()
    {
        showWindow();
        m->turnTo(MainWindow::Page::Keys);
        const KeyBrowser& browser = m->window->session().keys().browser();
        if (!QTest::qWaitFor([&] { return browser.state() == KeyBrowser::State::Complete; }, patienceMs))
            qFatal("the keys are not scanned");
        return m->window->keysPage();
    }
    // Without what is counted down; none while rows are to be read.
    static std::vector<QStringList> textsOf(const KeyListModel& list)
    {
        std::vector<QStringList> rows;
        for (int row = 0; row < list.rowCount(); ++row) {
            if (!list.at(row))
                return {};
            QStringList& cells = rows.emplace_back();
            for (const int column : {KeyListModel::Name, KeyListModel::Usage, KeyListModel::State})
                cells << list.index(row, column).data().toString();
        }
        return rows;
    }

    static QString textIn(const InvestigationDialog& dialog)
    {
        return dialog.findChild<PlainLabel*>("investigationContent")->text();
    }
    // The charts of a token, in a window that stands still.
    void showAlone(const Subject& subject, std::size_t inFlight)
    {
        showWindow();
        QTRY_VERIFY(m->page().model().rowOf(subject) >= 0);
        QVERIFY(m->page().choose(subject));
        const auto& details = m->page().details();
        QTRY_VERIFY(details.reading() && details.reading()->reading.subject == subject);
        QTRY_COMPARE(details.reading()->reading.inFlight.size(), inFlight);
        QTRY_VERIFY(m->window->session().histories().find(subject));
        QTRY_VERIFY(m->window->session().histories().find(subject)->samples().size() > 1);
        turnPause();
        QVERIFY(m->window->session().paused());
        waitForAnswers();
    }

    // Of a token with a log, and of what else a file may hold.
    static QByteArray smallFile()
    {
        static const QByteArray file = [] {
            WindowFixture fixture;
            const Subject abuser = fixture.key("abuser");
            for (int i = 0; i < 6; ++i)
                fixture.limiter.acquire("abuser");
            fixture.limiter.acquire("good");
            publishRichly(fixture);
            blockToken(fixture.connection, {"good", 1h, "scraping", "m.okafor"});
            act(fixture.connection, overrideOf({"good", "api", parseRules("9/min"), 1h, "pays", "m.okafor"}));
            act(fixture.connection,
                overrideOf({"abuser", "api", parseRules("3/min"), 1h, "a trial", "m.okafor"}));
            fixture.window->show();
            Session& session = fixture.window->session();
            const auto isThere = [&] {
                const SharedDetail detail = session.shownDetail(abuser);
                return session.everScanned() && session.policies() &&
                       session.policies()->policies.contains("api~next") && session.tokens().count() >= 3 &&
                       session.record().overrides.size() == 2 && detail && detail->override &&
                       session.histories().find(abuser);
            };
            if (!QTest::qWaitFor([&] { return fixture.page().choose(abuser); }, patienceMs) ||
                !QTest::qWaitFor(isThere, patienceMs))
                return QByteArray();
            session.histories().moments().name(session.link().serverNow(), "deploy 1.4");
            std::vector<int> places{session.tokens().find(abuser)};
            for (int place = 0; place < session.tokens().size(); ++place)
                if (place != places.front() && !session.tokens().row(place).dropped)
                    places.push_back(place);
            Investigation its = session.record();
            const RowsToRecord rows{session.tokens().snapshot(), session.tokens().kept(), {}, {}, {}};
            rows.record(places, its);
            its.audit = recordedAudit({{changeOf("abuser"), changeOf("good")}, true, 1, 0});
            its.versions["api"] = {{1, its.at, "m.okafor", "a trial",
                                    policyDocument(its.policies.published.at("api")), std::nullopt},
                                   {0, its.at, {}, {}, "not JSON", std::nullopt}};
            TokenDetail detail = *session.shownDetail(abuser);
            detail.log.inFlight = {{its.at - 1min, its.at + 1min}};
            its.tokens.push_back(
                {std::make_shared<const TokenDetail>(std::move(detail)), session.histories().find(abuser)});
            its.serverMarks.push_back({its.at - 1min, TimeMark::Kind::Evicted, "3 keys", its.at - 2min});
            its.keys = someKeys(fixture, its);
            its.note = "a note";
            its.screen.page = "Tokens";
            its.screen.filters = {{"Blocks", "by:m.okafor"}, {"of a later version", "x"}};
            its.screen.chosen = abuser;
            its.screen.marked = {abuser, fixture.key("good")};
            its.tokens.push_back({std::make_shared<const TokenDetail>(heldAt(its.at)), nullptr});
            its.screen.client = "Acme of user:abuser";
            its.screen.compared = {abuser, its.tokens.back().detail->reading.subject};
            its.screen.area = TimeRange{its.at - 1min, its.at};
            its.screen.comparedArea = TimeRange{its.at - 3min, its.at - 2min};
            its.screen.stretch = TimeRange{its.at - 2min, its.at};
            its.screen.windowTime = TimeRange{its.at - 9min, its.at - 6min};
            its.screen.usageTime = TimeRange{its.at - 8min, its.at - 5min};
            its.screen.comparedTime = TimeRange{its.at - 7min, its.at - 5min};
            its.screen.flowTime = TimeRange{its.at - 8min, its.at - 4min};
            its.totals = someTotals(its.at);
            its.alerts = {firing(its.at)};
            its.watched = {
                its.at - 10min, its.at, 10s, 10s, {{its.at - 3min, "block", "alice", "block good"}}};
            its.findings = someFindings(its.at, abuser.format);
            its.screen.alert = its.alerts.front().alert.name;
            its.screen.alertTime = TimeRange{its.at - 8min, its.at - 2min};
            its.screen.alertArea = TimeRange{its.at - 6min, its.at - 4min};
            its.screen.labTime = TimeRange{its.at - 55s, its.at - 35s};
            its.screen.labArea = TimeRange{its.at - 50s, its.at - 40s};
            its.screen.sortings = {{"Overrides", {"Token", true}}};
            its.screen.columns.emplace()["tokens"] = {"0 - Expires"};
            its.lab = someLab(its.at);
            return investigationFile(its);
        }();
        return file;
    }

    // With another value at a path of names and places; undefined: without it.
    static QJsonValue changedAt(const QJsonValue& its, const QStringList& path, const QJsonValue& to)
    {
        if (path.isEmpty())
            return to;
        const QString& next = path.first();
        if (its.isArray()) {
            QJsonArray list = its.toArray();
            list.replace(next.toInt(), changedAt(list.at(next.toInt()), path.mid(1), to));
            return list;
        }
        QJsonObject object = its.toObject();
        object.insert(next, changedAt(object.value(next), path.mid(1), to));
        return object;
    }
    static QByteArray changedFile(const char* path, const QJsonValue& to)
    {
        const QJsonObject file = QJsonDocument::fromJson(smallFile()).object();
        return QJsonDocument(changedAt(file, QString(path).split('/'), to).toObject()).toJson();
    }

    // A key of the abuser, and a stream with a group, which is the chosen one.
    static Investigation::Keys someKeys(WindowFixture& fixture, const Investigation& its)
    {
        Connection& server = fixture.connection;
        server.call({"XADD", "log", "*", "who", "abuser"});
        server.call({"XGROUP", "CREATE", "log", "all", "0"});
        server.call({"XREADGROUP", "GROUP", "all", "one", "COUNT", "1", "STREAMS", "log", ">"});
        const std::string state = its.tokens.front().detail->stateKey;
        Investigation::Keys keys;
        keys.at = its.at;
        keys.known = 3;
        keys.rows = {{"log", KeyType::Stream, KeyKind::NotLimiter, nullptr, 0, FoundKeyFacts::never},
                     {state, KeyType::SortedSet, KeyKind::Limiter, fixture.key("abuser").format, 512,
                      std::int64_t(1'763'863'510'000)}};
        keys.usages = {{.key = state,
                        .at = its.at,
                        .status = TokenStatus::Limited,
                        .used = 5,
                        .capacity = 5,
                        .resets = 1min,
                        .share = 1}};
        KeyDetail& chosen = keys.chosen.emplace();
        chosen.facts = readKeyFacts(server, "log");
        chosen.page = readValuePage(server, chosen.facts);
        chosen.groups = readStreamGroups(server, "log");
        keys.token = its.tokens.front();
        return keys;
    }
    // A change of this token, with all that there may be.
    static AuditEntry changeOf(const std::string& token)
    {
        AuditEntry entry;
        entry.id = "1763863510000-0";
        entry.at = Instant(1'763'863'510s);
        entry.by = "m.okafor";
        entry.host = "desk-2.internal";
        entry.program = "ratewarden-ctl 1.0";
        entry.act = "block";
        entry.reason = "scraping by " + token;
        entry.tokens = {token};
        entry.tokenCount = 1;
        entry.policies = {"api"};
        entry.keys = {"rw:{" + token + "}:control"};
        entry.keyCount = 1;
        entry.commands = {"SET rw:{" + token + "}:control …"};
        entry.commandCount = 1;
        entry.result = AuditEntry::Result::Uncertain;
        entry.asked = 1;
        entry.trouble = "no answer from redis.internal:6379";
        entry.begun = "{\"subjects\":[\"" + token + "\"]}";
        entry.completed = entry.begun;
        return entry;
    }
    // Of ten minutes, in each ten seconds the same, but for a burst four minutes ago.
    static RequestTotals someTotals(Instant now)
    {
        RequestTotals::Pass pass;
        pass.first = pass.last = now;
        const Instant end(now.time_since_epoch() / countSpan * countSpan);
        for (Instant from = end - countsReach; from < end; from += countSpan)
            pass.policies["api"][from] = {from, 30, 0};
        pass.policies["api"][end - 4min] = {end - 4min, 600, 70};
        pass.tokens = 3;
        return {std::move(pass), {}};
    }
    // Of one token; it fires, and has fired before.
    static Investigation::WatchedAlert firing(Instant now)
    {
        Investigation::WatchedAlert its;
        its.alert.name = "abuser is back";
        its.alert.filter = TokenFilter("token:user:abuser");
        its.alert.measure = AlertMeasure::DeniedRate;
        its.alert.bound.at = 5;
        its.alert.severity = AlertSeverity::Critical;
        BackTestedAlert& stands = its.stands.emplace();
        stands.fired = 2;
        stands.firings = {{now - 1h, now - 50min, 0s}, {now - 2min, std::nullopt, 0s}};
        stands.phase = AlertPhase::Firing;
        stands.since = now - 2min;
        stands.figure.low = stands.figure.high = 7;
        for (Instant at = now - 10min; at <= now; at += 10s) {
            MeasuredRound& round = its.rounds.emplace_back();
            round.at = at;
            round.figure.low = at < now - 2min ? 1 : 7;
            if (at != now - 5min) // of which it is not known
                round.figure.high = round.figure.low;
            else
                round.figure.doubt = FigureDoubt::ServerLost;
        }
        return its;
    }
    // Of tokens, of the server, and one that somebody knows of.
    static Investigation::Findings someFindings(Instant now, const Format* format)
    {
        Investigation::Findings findings;
        Finding ofServer =
            findingOf(ServerWarning{ServerWarningCode::HasEvicted, 12, "allkeys-lru", 100, 90, {}}, now - 1h);
        WarningGroup group;
        group.code = WarningCode::RetryStorm;
        group.format = format;
        group.policy = "api";
        group.tokens = 2;
        group.since = now - 2min;
        group.samples = {"user:abuser", "user:good"};
        Finding ofTokens = findingOf(group, now);
        Finding unused;
        unused.kind = PatternCode::UnusedPolicy;
        unused.group = "pay";
        unused.firstSeen = now - 5min;
        unused.lastSeen = now;
        unused.dismissed = Dismissal{"alice", "for user:abuser", std::nullopt};
        findings.all = {ofServer, ofTokens, unused};
        findings.isWhole = true;
        findings.knowsMemory = true;
        return findings;
    }
    // In the history of six hours, three minutes each: twice as many are allowed in the last one.
    static Investigation::Past somePast(Instant now)
    {
        Investigation::Past past;
        past.reach = 6h;
        past.flow.step = 3min;
        past.flow.from = now - past.reach;
        past.flow.known.assign(120, true);
        past.flow.known[7] = false;
        past.flow.denied.assign(120, 0.5);
        past.flow.series = {{"api", std::vector<double>(120, 4.0)}};
        past.flow.series[0].allowed.back() = 8;
        past.changes = {{now - 2h, "publish", "alice", "publish api: for user:abuser"}};
        return past;
    }
    static QString labelIn(const MainWindow& window, const char* name)
    {
        return window.findChild<PlainLabel*>(name)->text();
    }
    static QStringList findingsIn(MainWindow& window)
    {
        const FindingTableModel& model = window.watchPage().model();
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            for (int column = 0; column < model.columnCount(); ++column)
                all << model.index(row, column).data().toString();
        return all;
    }
    static QByteArray without(const char* part, QByteArray file)
    {
        QJsonObject all = QJsonDocument::fromJson(file).object();
        all.remove(QLatin1String(part));
        return QJsonDocument(all).toJson();
    }
    // Two requests of a token, of which one would be denied.
    static RecordedLab someLab(Instant now)
    {
        RecordedLab lab;
        lab.name = "access.log";
        lab.requestCount = 2;
        lab.tokenCount = 1;
        lab.time = {now - 1min, now - 30s};
        lab.tokens = {"user:abuser"};
        lab.requests = {{now - 1min, 0, 1}, {now - 30s, 0, 1}};
        lab.setup.candidates = {{"A", {"lab", "sliding-log", parseRules("1/min")}}};
        lab.setup.token = "user:abuser";
        RecordedLab::Result& result = lab.results.emplace_back();
        result.trial.candidate = lab.setup.candidates.front();
        result.trial.requests = 2;
        result.trial.denied = 1;
        result.trial.tokensDenied = 1;
        result.worst = {{"user:abuser", 1}};
        return lab;
    }
    // In the lab of a window that stands still: a log from a folder, and rules that deny some of it.
    void tryOnLog()
    {
        QFile log(m_folder.filePath("access.log"));
        QVERIFY(log.open(QFile::WriteOnly));
        for (int i = 0; i < 30; ++i)
            log.write(
                QStringLiteral("203.0.113.77 - - [23/Nov/2026:10:00:%1 +0000] \"GET / HTTP/1.1\" 200 1\n")
                    .arg(i, 2, 10, QLatin1Char('0'))
                    .toLatin1());
        log.close();
        TrafficDesk& desk = *m->window->session().lab();
        desk.openFile(log.fileName());
        QTRY_VERIFY(desk.bench().traffic());
        desk.bench().setRules({"lab", "sliding-log", parseRules("10/min")}, {});
        QTRY_VERIFY(desk.bench().trialOf(desk.bench().chosen()));
        QCOMPARE(desk.bench().trialOf(desk.bench().chosen())->denied, std::uint64_t(20));
    }
    // Of a token with requests in flight.
    static TokenDetail heldAt(Instant now)
    {
        const Policy work{"work", "in-flight", parseRules("5 at once for 1h")};
        TokenDetail held;
        held.reading.subject = stateSubject("t", work);
        held.reading.at = now;
        held.reading.policy = work;
        held.reading.decision.emplace();
        held.reading.decision->now = now;
        held.reading.decision->usage.push_back({work.rules.front(), 2, 1min});
        held.reading.inFlight = {{"request-1", now - 1min, now + 1min, "worker-1"},
                                 {"request-2", {}, {}, {}}};
        return held;
    }
    static void publishRichly(WindowFixture& fixture)
    {
        PublishedPolicy rich;
        rich.policy = fixture.policy;
        rich.policy.counters = true;
        rich.policy.denials = 10;
        rich.version = 1;
        rich.description = "for everybody";
        rich.ruleNames = {"burst", "hourly"};
        rich.candidate = CandidateRules{"gcra", parseRules("10/min")};
        publishPolicy(fixture.connection, rich, {"m.okafor", "a trial"});
        RedisRateLimiter limiter(fixture.connection, rich.policy);
        for (int i = 0; i < 3; ++i)
            limiter.acquire("abuser");
    }

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

    void hashesHolders()
    {
        Investigation its;
        Reading reading;
        reading.subject = m->key("t");
        reading.inFlight = {{"worker-7:request", its.at, {}, "worker-7"}};
        its.rows.push_back({reading.subject, {}, reading});
        its.known = 1;
        hashTokens(its);
        const std::string hash = its.rows.front().subject.token;
        const QByteArray file = investigationFile(its);
        QVERIFY(file.contains("inFlight") && !file.contains("worker-7"));
        hashTokens(its); // by which people speak of it
        QCOMPARE(its.rows.front().subject.token, hash);
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
        for (const auto page : {MainWindow::Page::Keys, MainWindow::Page::Audit}) {
            other->showPage(page);
            const auto says = [&] {
                return std::ranges::any_of(
                    other->widgetOf(page)->findChildren<EmptyState*>(),
                    [](const EmptyState* empty) { return empty->text().contains("in the investigation"); });
            };
            QTRY_VERIFY(says());
        }
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

    void changesAreKeptWithoutWhatNamesTheServer()
    {
        const Investigation its = readInvestigation(smallFile());
        QCOMPARE(its.audit->entries.size(), std::size_t(2));
        QCOMPARE(its.audit->unreadable, std::size_t(1));
        const AuditEntry& entry = its.audit->entries.front();
        QCOMPARE(entry.tokens, std::vector<std::string>{"abuser"});
        QCOMPARE(entry.reason, std::string("scraping by abuser"));
        QVERIFY(entry.result == AuditEntry::Result::Uncertain);
        QVERIFY(entry.host.empty() && entry.trouble.empty() && entry.commands.empty() && entry.begun.empty());
        QVERIFY(!smallFile().contains("internal"));
        QVERIFY(its.versions.at("api").front().policy);
        QVERIFY(!its.versions.at("api").back().policy);
        AuditList many;
        many.entries.assign(1001, changeOf("abuser"));
        QCOMPARE(recordedAudit(many).entries.size(), std::size_t(1000));
        QVERIFY(!recordedAudit(many).complete);
    }

    // Files of before have none of these.
    void opensFilesOfBefore()
    {
        QJsonObject file = QJsonDocument::fromJson(smallFile()).object();
        QJsonObject screen = file["screen"].toObject();
        for (const char* const part :
             {"filters", "windowTime", "usageTime", "comparedTime", "flowTime", "labTime", "labArea", "alert",
              "client", "alertTime", "alertArea", "sortings", "columns"}) {
            QVERIFY2(screen.contains(QLatin1String(part)), part);
            screen.remove(part);
        }
        file["screen"] = screen;
        QJsonArray alerts = file["alerts"].toArray();
        QJsonObject alert = alerts.first().toObject();
        QVERIFY(alert.contains("rounds"));
        alert.remove("rounds");
        alerts.replace(0, alert);
        file["alerts"] = alerts;
        for (const char* const part : {"audit", "versions", "keys", "watched", "findings"}) {
            QVERIFY2(file.contains(QLatin1String(part)), part);
            file.remove(QLatin1String(part));
        }
        QJsonArray rows = file["rows"].toArray();
        for (QJsonValueRef one : rows) {
            QJsonObject row = one.toObject();
            QJsonArray figures = row["row"].toArray();
            for (int i = 0; i < 3; ++i) // the requests in flight, what is reserved and leased
                figures.removeLast();
            row["row"] = figures;
            if (QJsonObject token = row["reading"].toObject(); !token.isEmpty()) {
                QVERIFY(token.contains("leased"));
                token.remove("leased");
                QVERIFY(token.contains("reserved"));
                token.remove("reserved");
                row["reading"] = token;
            }
            one = row;
        }
        file["rows"] = rows;
        const Investigation its = readInvestigation(QJsonDocument(file).toJson());
        QVERIFY(!its.audit && its.versions.empty() && !its.keys && !its.rows.empty());
        QVERIFY(!its.watched && !its.findings && !its.past && !its.screen.columns);
        QVERIFY(its.alerts.front().stands && its.alerts.front().rounds.empty());
        const auto column = [](const QJsonValue& written) {
            return readInvestigation(changedFile("screen/column", written)).screen.column;
        };
        QCOMPARE(column(7), "Denied"); // they had its number
        QCOMPARE(column(99), QString());
        QCOMPARE(column("Lately"), "Lately");
    }

    void keysAreKeptWithWhatIsKnownOfThem()
    {
        const Investigation its = readInvestigation(changedFile("keys/color", "of a later version"));
        const Investigation::Keys& keys = *its.keys;
        QCOMPARE(keys.rows.size(), std::size_t(2));
        QCOMPARE(keys.rows[0].name, "log");
        QCOMPARE(keys.rows[0].format, nullptr);
        QCOMPARE(keys.rows[0].expires, FoundKeyFacts::never);
        QCOMPARE(keys.rows[1].format, m->key("abuser").format);
        QCOMPARE(keys.rows[1].memory, 512.0);
        QCOMPARE(keys.usages.at(0).used, std::optional<Units>(5));
        const KeyDetail& chosen = *keys.chosen;
        QCOMPARE(chosen.facts.kind(), KeyType::Stream);
        QCOMPARE(chosen.page.elements.at(0).fields.at(0).second.bytes, "abuser");
        QCOMPARE((*chosen.groups).at(0).consumers.at(0).name, "one");
        QVERIFY(!chosen.meanings.empty()); // found out again: the time in its id
        QVERIFY(chosen.token && chosen.subject == m->key("abuser"));
        QCOMPARE(keys.token->detail->reading.subject, m->key("abuser"));
        // The audit trail, which names machines, is none of the values that are kept.
        KeyDetail own = chosen;
        own.facts.key = auditKey;
        QVERIFY(recordedKey(own).page.elements.empty() && !recordedKey(own).groups);
        QVERIFY(recordedKey(own).page.problem);
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

    // The window ends; what was confirmed is finished first.
    void aPageThatIsBeingDrawnOutlivesItsWindow()
    {
        showMuch();
        confirm("before it was closed");
        QTRY_COMPARE(fileDialogs().size(), 1);
        chooseFile(fileDialogs().first(), "closed.html");
        m->window.reset();
        const QByteArray page = contentOf("closed.html");
        QVERIFY(page.contains("before it was closed") && page.contains("<svg"));
        QVERIFY(page.endsWith("</html>\n"));
    }

    void whatIsSavedTwiceIsWholeTwice_data() { hasNoAddressPasswordOrProfile_data(); }
    void whatIsSavedTwiceIsWholeTwice()
    {
        QFETCH(QString, name);
        showMuch();
        QSignalSpy done(m->window->findChild<WindowInvestigation*>(), &WindowInvestigation::done);
        const auto noteIn = [&](const QString& file) {
            const QByteArray content = contentOf(file);
            if (name.endsWith(".html") ? !content.endsWith("</html>\n")
                                       : readInvestigation(content).rows.empty())
                return QByteArray("it is not whole");
            const qsizetype at = content.indexOf("note number ");
            return at < 0 ? QByteArray("it has none") : content.mid(at, 13);
        };
        confirm("note number 1");
        confirm("note number 2"); // before the other one was made
        QTRY_COMPARE(fileDialogs().size(), 2);
        const QList<QFileDialog*> both = fileDialogs();
        chooseFile(both.first(), "a-" + name);
        chooseFile(both.last(), "b-" + name);
        QTRY_COMPARE(done.size(), 2);
        QCOMPARE((std::set<QByteArray>{noteIn("a-" + name), noteIn("b-" + name)}),
                 (std::set<QByteArray>{"note number 1", "note number 2"}));
        // In one file the last one stays.
        for (const char* const note : {"note number 3", "note number 4"}) {
            confirm(note);
            QTRY_COMPARE(fileDialogs().size(), 1);
            chooseFile(fileDialogs().first(), "c-" + name);
        }
        QTRY_COMPARE(done.size(), 4);
        QCOMPARE(noteIn("c-" + name), "note number 4");
    }

    // Any thread reads what the window goes on to change.
    void recordsTheRowsOfAMoment()
    {
        showMuch();
        const TokenStore& store = m->window->session().tokens();
        const std::size_t count = store.count();
        const int banned = store.find(m->key("user:banned"));
        QVERIFY(banned >= 0 && store.reading(banned) && store.reading(banned)->block);
        RowsToRecord rows{store.snapshot(), store.kept(), {banned}, {banned}, {m->key("team:7")}};
        unblockToken(m->connection, "user:banned");
        turnPause(); // goes on
        m->window->session().refresh();
        QTRY_VERIFY(!store.reading(banned) || !store.reading(banned)->block);
        Investigation its;
        rows.record(rows.places(true), its);
        QCOMPARE(its.rows.front().subject, m->key("user:banned"));
        QVERIFY(its.rows.front().reading && its.rows.front().reading->block);
        QVERIFY(its.rows.front().row.state == TokenStatus::Blocked);
        QCOMPARE(its.screen.marked, std::vector<Subject>{m->key("user:banned")});
        QVERIFY(
            std::ranges::any_of(its.rows, [&](const auto& row) { return row.subject == m->key("team:7"); }));
        QVERIFY(std::ranges::none_of(its.rows,
                                     [&](const auto& row) { return row.subject == m->key("user:good"); }));
        QCOMPARE(rows.places(false).size(), count);
    }

    // What is collected in a pause is of another time than what is shown.
    void recordsWhatStandsStill()
    {
        showMuch();
        const Subject abuser = m->key("user:abuser");
        const Session& session = m->window->session();
        const Instant last = session.histories().find(abuser)->samples().back().at;
        QTRY_VERIFY(session.histories().find(abuser)->samples().back().at > last + 1s);
        const Investigation recorded = readInvestigation(saveAs("paused.ratewarden"));
        const auto token = std::ranges::find_if(recorded.tokens, [&](const Investigation::Token& one) {
            return one.detail->reading.subject == abuser;
        });
        QVERIFY(token != recorded.tokens.end());
        QVERIFY(token->detail->reading.at < last + 1s); // it may have been on its way when the pause began
        QVERIFY(token->history->samples().back().at <= recorded.at);
    }

    // Any thread may read it.
    void aCopyOfAHistoryStandsStill()
    {
        showMuch();
        turnPause(); // goes on
        HistoryBook& book = m->window->session().histories();
        const Subject abuser = m->key("user:abuser");
        const auto copy = book.copyAt(abuser, Instant::max());
        const std::deque<UsageSample> before = copy->samples();
        const std::size_t published = copy->published()->size();
        QTRY_VERIFY(book.find(abuser)->samples().back().at > before.back().at);
        std::map<std::string, Policy, std::less<>> policies{{"api", m->policy}};
        policies.at("api").rules.front().limit += 1;
        book.notePolicies(policies, m->window->link().serverNow(), 1s);
        QCOMPARE(copy->samples().size(), before.size());
        QCOMPARE(copy->samples().back().at, before.back().at);
        QCOMPARE(copy->published()->size(), published);
    }

    void showsTheOverviewAndWhatIsCompared()
    {
        showMuch();
        turnPause(); // goes on
        m->window->comparePage().open({m->key("user:good"), m->key("team:7")});
        m->turnTo(MainWindow::Page::Overview);
        Session& session = m->window->session();
        QTRY_COMPARE(session.totals().policies(), std::vector<std::string>{"api"});
        QTRY_COMPARE(session.overview().numbers().limited, std::size_t(1));
        QTRY_VERIFY(session.shownDetail(m->key("team:7")));
        turnPause();
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
        QVERIFY(other->session().audit().newest().problem.contains("investigation"));
    }

    void hasNoAddressPasswordOrProfile_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("investigation") << "four.ratewarden";
        QTest::newRow("page") << "four.html";
    }
    void hasNoAddressPasswordOrProfile()
    {
        QFETCH(QString, name);
        m->connection.call({"ACL", "SETUSER", "watcher", "on", ">s3cret-word", "~*", "&*", "+@all"});
        m->open(
            {endpointFor("watcher", "s3cret-word"), "prod-eu-profile", "production", WindowFixture::quick()});
        // A key that cannot be read is a problem that names the server.
        m->connection.call(
            {"SET", stateKey(RedisToken("user:broken"), "api", algorithmNamed("sliding-log-zset")), "x"});
        showMuchOf(4);
        QVERIFY(m->window->session()
                    .tokens()
                    .reading(m->window->session().tokens().find(m->key("user:broken")))
                    ->problem);
        turnPause(); // goes on: what is marked and chosen is read
        m->clickRow("user:broken");
        QTest::keyClick(m->table(), Qt::Key_Space);
        QTRY_VERIFY(m->window->session().shownDetail(m->key("user:broken")));
        const QByteArray file = saveAs(name);
        QVERIFY(file.contains("user:abuser") && file.contains("user:broken"));
        QVERIFY(file.contains("could not be read from the server"));
        const std::string address = m->server.endpoint().socketPath;
        QVERIFY(!address.empty());
        for (const std::string& secret : {std::string("s3cret-word"), std::string("watcher"), address,
                                          std::string("prod-eu-profile"), std::string("production")})
            QVERIFY2(!file.contains(QByteArray::fromStdString(secret)), secret.c_str());
    }

    void hashesTokens_data() { hasNoAddressPasswordOrProfile_data(); }
    void hashesTokens()
    {
        QFETCH(QString, name);
        showMuch();
        const QByteArray file = saveAs(name, true, "user:1 and user:10 began it, not user:abuser");
        for (const char* const token :
             {"abuser", "banned", "good", "team", "scraping", "user:1", "began it", "deploy 1.4"})
            QVERIFY2(!file.contains(token), token);
        if (name.endsWith(".html"))
            return;
        const Investigation its = readInvestigation(file);
        // Three under the filter, the block of one of them, and the marked one.
        QCOMPARE(its.rows.size(), std::size_t(5));
        QVERIFY(its.isHashed && its.screen.filter.isEmpty());
        QVERIFY(std::ranges::any_of(its.rows, [&](const Investigation::Row& row) {
            return row.subject == its.screen.chosen; // the same token is the same hash
        }));
        const Investigation again = readInvestigation(saveAs("again.ratewarden", true));
        QVERIFY(again.screen.chosen->token != its.screen.chosen->token); // in another file another one
        const auto other = windowOf(file);
        QTRY_COMPARE(other->tokensPage().model().rowCount(), 4);
        QTRY_VERIFY(other->tokensPage().details().reading());
        QVERIFY(other->notice().contains("tokens are hashed"));
        auto* const follow = other->findChild<QAction*>("follow"); // no list of clients has such a token
        QTRY_VERIFY2(!follow->isEnabled() && follow->toolTip().contains("are hashed"),
                     qPrintable(follow->toolTip()));
        QCOMPARE(other->blocksPage().findChild<QTableView*>()->model()->rowCount(), 1);
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

    void keepsFindingsAsTheyWere()
    {
        const Investigation its = readInvestigation(smallFile());
        const auto& all = its.findings->all;
        QVERIFY(all == someFindings(its.at, m->key("abuser").format).all);
        Investigation hidden = its;
        hashTokens(hidden);
        const QByteArray file = investigationFile(hidden);
        QVERIFY(!file.contains("abuser") && file.contains("allkeys-lru"));
        QCOMPARE(hidden.findings->all[1].samples.front(), hidden.lab->tokens.front()); // the same hash
        const auto window = windowOf(smallFile());
        QCOMPARE(window->session().alerts().rounds()->size(), its.alerts.front().rounds.size());
        QCOMPARE(window->watchPage().model().rowCount(), 2); // one is dismissed
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
    }

    void isAPageForEverybody()
    {
        showMuch();
        const QByteArray page = saveAs("five.html", false, "<script>alert(1)</script>");
        QVERIFY(page.contains("<svg") && page.contains("class='rule'") && page.contains("user:abuser"));
        QVERIFY(page.contains("5/min") && page.contains("deploy 1.4"));
        QVERIFY(page.contains("&lt;script&gt;") && !page.contains("<script"));
        for (const char* const outside : {"http://", "https://", "url(", "<link", "<img", "@import"})
            QVERIFY2(!page.contains(outside), outside);
    }

    void itsPageShowsWhatIsBlockedAndMarked()
    {
        Investigation its = readInvestigation(smallFile());
        Reading alone;
        alone.subject = controlSubject("alone"); // without a state
        alone.at = its.at;
        Block& block = alone.block.emplace();
        block.token = "alone";
        block.reason = "floods";
        block.since = its.at - 1min;
        TokenRow row;
        row.state = TokenStatus::Blocked;
        its.rows.push_back({alone.subject, row, alone});
        const auto sections = [&] {
            QStringList all;
            for (const Investigation::Token& token : its.tokens)
                all << investigationSection(token, its.screen);
            return all;
        };
        QString page = QString::fromUtf8(investigationPage(its, sections()));
        const auto section = [&page](const QString& heading) {
            const qsizetype at = page.indexOf("<h2>" + heading + "</h2>");
            return at < 0 ? QString() : page.mid(at, page.indexOf("</section>", at) - at);
        };
        QCOMPARE(section("Tokens").count("alone</td>"), 1);
        QCOMPARE(section("Tokens").count("good</td>"), 1); // with its block
        for (const char* const text : {"alone", "floods", "good", "scraping", "m.okafor"})
            QVERIFY2(section("Blocks").contains(text), text);
        for (const char* const text : {"abuser", "3/min", "a trial"})
            QVERIFY2(section("Overrides").contains(text), text);
        for (const auto& area : {its.screen.area, its.screen.comparedArea})
            QVERIFY_TEXT(section("abuser"), contains(stretchText(*area)));
        QVERIFY_TEXT(section("t"), contains(stretchText(*its.screen.comparedArea))); // which is not chosen
        QVERIFY(!section("t").contains(stretchText(*its.screen.area)));
        const QString flow = section("Requests per second");
        for (const QString& text :
             {QString("<svg"), QString("api"), QString("70 denied"), stretchText(*its.screen.stretch)})
            QVERIFY2(flow.contains(text), qPrintable(text));
        its.totals = {};
        page = QString::fromUtf8(investigationPage(its, sections()));
        QVERIFY(section("Requests per second").isEmpty() && !section("abuser").isEmpty());
    }

    void refusesWhatIsDamaged_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QString>("why");
        QTest::newRow("empty") << QByteArray() << "not an investigation";
        QTest::newRow("cut off") << smallFile().chopped(20) << "not an investigation";
        QTest::newRow("of another program") << QByteArray("{\"version\": 1}") << "not an investigation";
        QTest::newRow("deep") << QByteArray(100'000, '[') << "not an investigation";
        const auto add = [](const char* name, const char* path, const QJsonValue& value, const char* why) {
            QTest::newRow(name) << changedFile(path, value) << why;
        };
        const char* const unlike = "does not match";
        add("newer", "ratewardenInvestigation", 2, "schema 2");
        add("without time", "at", QJsonValue::Undefined, "\"at\"");
        add("time as text", "at", "now", "whole number");
        add("far time", "at", 1e300, "whole number");
        add("time that overflows", "at", Q_INT64_C(9223372036854775807), "too large");
        add("fewer than its rows", "known", 0, unlike);
        add("long note", "note", QString(1001, 'x'), unlike);
        add("long by", "by", QString(1001, 'x'), unlike);
        QJsonArray tokens;
        for (int i = 0; i < 11; ++i)
            tokens.append(
                QJsonObject{{"token", QJsonObject{{"token", "t"}, {"policy", "api"}}}, {"requests", 1}});
        add("many names of ten seconds", "totals/0/mostDenied", QJsonArray{QJsonArray{0, tokens}},
            "mostDenied");
        add("rows as text", "rows", "many", "list");
        add("unknown state", "rows/0/row/12", "furious", unlike);
        add("rule without a window", "rows/0/row/4", QJsonArray{5, 0, 0, false}, unlike);
        add("limit below zero", "rows/0/row/4", QJsonArray{-5, 1, 0, false}, "below 0");
        add("in flight below zero", "rows/0/row/15", -3, "below 0");
        add("reserved in a row below zero", "rows/0/row/16", -3, "below 0");
        add("leased in a row below zero", "rows/0/row/17", -3, "below 0");
        add("leased below zero", "tokens/0/detail/reading/leased", -3, "below 0");
        add("reserved below zero", "tokens/0/detail/reading/reserved", QJsonArray{-3}, "below 0");
        add("rule that is not there", "tokens/0/detail/reading/decision/rule", 7, unlike);
        add("decision without rules", "tokens/0/detail/reading/decision/usage", QJsonArray(), unlike);
        add("keys as text", "keys", "many", "object");
        add("fewer keys than rows", "keys/known", 1, unlike);
        add("key of no type", "keys/rows/0/1", "furious", unlike);
        add("key that ends before all time", "keys/rows/0/5", -3, "below 0");
        add("alert that fires without a time", "alerts/0/stands/firings", QJsonArray(), unlike);
        add("alert on what is no filter", "alerts/0/alert/filter", "used>", "");
        add("round before the one before", "alerts/0/rounds/1/0", 7, unlike);
        add("round below zero", "alerts/0/rounds/1/1", -7, unlike);
        add("history that ends before it begins", "watched/last", 7, unlike);
        add("finding of no kind", "findings/all/0/kind", "furious", unlike);
        add("finding on the server without it", "findings/all/0/server", QJsonValue(), unlike);
        add("finding on the server of another kind", "findings/all/1/server",
            QJsonDocument::fromJson(smallFile())["findings"]["all"][0]["server"], unlike);
        add("request of nobody", "lab/requests/1/1", 7, unlike);
        add("candidate that is not there", "lab/chosen", 3, unlike);
        add("more denied than requests", "lab/results/0/trial/denied", 9, unlike);
        add("key without facts", "keys/chosen/facts", QJsonValue::Undefined, "\"facts\"");
    }
    void refusesWhatIsDamaged()
    {
        QFETCH(QByteArray, file);
        QFETCH(QString, why);
        try {
            readInvestigation(file);
            QFAIL("it was read");
        } catch (const InvalidArgument& error) {
            QVERIFY2(QString::fromStdString(error.what()).contains(why), error.what());
        }
        readInvestigation(smallFile()); // which is what was changed
    }

    void saysOfWhichDayItIs()
    {
        Investigation its = readInvestigation(smallFile());
        QVERIFY(windowOf(investigationFile(its))->notice().startsWith("Recorded at " + momentText(its.at)));
        its.at -= 48h;
        const QString day = QDateTime::fromMSecsSinceEpoch(its.at.time_since_epoch() / 1ms)
                                .toString(QStringLiteral("yyyy-MM-dd "));
        const QString notice = windowOf(investigationFile(its))->notice();
        QVERIFY_TEXT(notice, startsWith("Recorded at " + day));
    }

    void namesAFewUnknownFormats()
    {
        QJsonObject file = QJsonDocument::fromJson(smallFile()).object();
        QJsonArray rows = file["rows"].toArray();
        QJsonObject row = rows.at(0).toObject();
        row["reading"] = QJsonValue();
        for (int i = 0; i < 50; ++i) {
            row["subject"] = QJsonArray{"t", "api", QStringLiteral("its\n%1").arg(i)};
            rows.append(row);
        }
        file["rows"] = rows;
        const Investigation its = readInvestigation(QJsonDocument(file).toJson());
        QCOMPARE(its.unknown.size(), 21);
        QCOMPARE(its.unknown.front(), "its\\x0a0");
        QCOMPARE(its.unknown.back(), "…");
    }

    void keepsNoMarksWithoutRows()
    {
        Investigation its = readInvestigation(smallFile());
        its.rows.resize(1);
        its.screen.marked = {m->key("abuser"), m->key("who")};
        QCOMPARE(readInvestigation(investigationFile(its)).screen.marked,
                 std::vector<Subject>{m->key("abuser")});
        // Nor keys that there is no room for.
        const std::string half(largestInvestigation / 2 + 1, 'x');
        its.keys->rows = {{.name = "a" + half}, {.name = "b" + half}};
        QCOMPARE(readInvestigation(investigationFile(its)).keys->rows.size(), std::size_t(1));
        its.keys.reset();
        its.note = QString(int(largestInvestigation), 'x');
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, investigationFile(its));
    }

    // Whatever is in it: it is refused, or shown.
    void survivesWhateverIsChanged()
    {
        QRandomGenerator random(testSeed());
        Investigation all = readInvestigation(smallFile());
        all.past = somePast(all.at);
        const QByteArray whole = investigationFile(all);
        int opened = 0;
        for (int round = 0; round < 300; ++round) {
            QByteArray file = whole;
            for (int change = 1 + int(random.bounded(3)); change > 0; --change) {
                const auto at = qsizetype(random.bounded(quint32(file.size())));
                const char* const pieces[] = {
                    "9007199254740992", "-1", "null", "[]", "0", "\"x\"", "1e9", ","};
                if (random.bounded(2) == 0)
                    file[at] = whole[qsizetype(random.bounded(quint32(whole.size())))];
                else
                    file.replace(at, qsizetype(random.bounded(12)), pieces[random.bounded(8)]);
            }
            try {
                readInvestigation(file);
            } catch (const InvalidArgument&) {
                continue;
            }
            if (++opened > 12) // a window takes a while
                continue;
            const auto window = windowOf(file);
            for (const auto page :
                 {MainWindow::Page::Tokens, MainWindow::Page::Overview, MainWindow::Page::Compare,
                  MainWindow::Page::Policies, MainWindow::Page::Keys, MainWindow::Page::Watch}) {
                window->showPage(page);
                window->grab();
                QCoreApplication::processEvents();
            }
            const Investigation its = readInvestigation(file);
            QStringList sections;
            for (const Investigation::Token& token : its.tokens)
                sections << investigationSection(token, its.screen);
            investigationPage(its, sections);
        }
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
