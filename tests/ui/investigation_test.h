// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "tests/ui/window_test.h"
#include "ui/charts/chart_table.h"
#include "ui/dialogs/investigation_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/overview_feed.h"
#include "ui/state/recorded_rows.h"
#include "ui/state/traffic_desk.h"
#include "ui/widgets/plain_label.h"
#include "ui/window_investigation.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>
#include <QTemporaryDir>

namespace ratewarden::ui::test {

using namespace ratewarden::test;
using namespace std::chrono_literals;

/// A test of what a window has on screen, in a file; what such a file may hold, made by hand.
class InvestigationTest : public WindowTest {
protected:
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
};

} // namespace ratewarden::ui::test
