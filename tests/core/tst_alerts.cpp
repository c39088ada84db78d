// SPDX-License-Identifier: GPL-3.0-or-later
// Alerts: the file, what a round measures, and when an alert fires and recovers.
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/watch/alert_edit.h"
#include "core/watch/alert_file.h"
#include "core/watch/alert_round.h"
#include "core/watch/alert_state.h"
#include "core/watch/token_patterns.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/thrown.h"
#include "tests/support/token_readings.h"

#include <sys/stat.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <system_error>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

AlertFigure figure(double low, double high)
{
    return {low, high, FigureDoubt::None, {}};
}

Alert alertOf(AlertMeasure measure, const char* filter = "")
{
    Alert alert;
    alert.name = "a";
    alert.measure = measure;
    alert.filter = TokenFilter(filter);
    return alert;
}

AlertFigure measured(const Alert& alert, const std::vector<Reading>& readings, AlertRound::Walked walked = {},
                     const ServerFigures& server = {})
{
    AlertRound round({&alert, 1});
    for (const Reading& reading : readings)
        round.take(reading, WarningSet(reading.warnings));
    return round.finish(walked, server).front();
}

} // namespace

class TestAlerts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Slashes are escaped as moc takes two of them for a comment.
    void aFileIsRead()
    {
        const AlertFile file = parseAlertFile("alerts.json", R"({"schema": 1, "every": "30s",
            "tell": [{"command": ["/bin/page", "--team", "x y"], "limit": "2s"},
                     {"webhook": "https:\/\/example.com:8443/a?b=c", "secretFile": "/etc/s", "caFile": "/etc/c"}],
            "share": "prod", "alive": {"every": "5min", "tell": [{"webhook": "http:\/\/example.com"}]},
            "alerts": [
              {"name": "payments deny", "filter": "policy:pay*", "measure": "denied/s", "above": 5,
               "backBelow": 3, "for": "1min", "severity": "critical"},
              {"name": "evictions", "measure": "evicted keys", "above": 0,
               "silenced": {"until": "2026-12-01T08:00:00Z", "reason": "migration"}},
              {"name": "silence", "measure": "allowed/s", "below": 0.5, "backAbove": 1}]})");
        QCOMPARE(file.every, Micros(30s));
        QCOMPARE(file.tell.size(), 2u);
        QCOMPARE(file.tell[0].command, (std::vector<std::string>{"/bin/page", "--team", "x y"}));
        QCOMPARE(file.tell[0].limit, Micros(2s));
        QCOMPARE(file.tell[1].secretFile, "/etc/s");
        QCOMPARE(file.tell[1].caFile, "/etc/c");
        QCOMPARE(file.alive->every, Micros(5min));
        QCOMPARE(file.share, "prod");
        QCOMPARE(file.alerts.size(), 3u);
        const Alert& denied = file.alerts[0];
        QCOMPARE(denied.filter.text(), "policy:pay*");
        QCOMPARE(denied.measure, AlertMeasure::DeniedRate);
        QVERIFY(denied.bound == (AlertBound{true, 5, 3}));
        QCOMPARE(denied.wait, Micros(1min));
        QCOMPARE(denied.severity, AlertSeverity::Critical);
        QVERIFY(file.alerts[1].isSilenced(readingStart));
        QVERIFY(!file.alerts[1].isSilenced(readingStart + 240h));
        QCOMPARE(file.alerts[1].silenced->reason, "migration");
        QVERIFY(file.alerts[2].bound == (AlertBound{false, 0.5, 1}));
        QCOMPARE(file.alerts[2].severity, AlertSeverity::Warning);
    }

    void anAlertIsWrittenInItsPlace()
    {
        const QString before = // moc does not read it as a raw string
            "{\n"
            "  \"schema\": 1, \"every\":   \"30s\",\n"
            "  \"alerts\": [\n"
            "    {\"name\": \"deny\", \"filter\": \"policy:pay*\", \"measure\": \"denied/s\",\n"
            "     \"above\": 5.250, \"backBelow\": 3e0, \"for\": \"60s\", \"severity\": \"warning\"},\n"
            "\n"
            "    {\"n\\u0061me\" : \"brackets ]}\\\", [{\", \"measure\": \"allowed/s\", \"below\": 1},\n"
            "    {\n"
            "      \"name\": \"last\",\n"
            "      \"measure\": \"tokens\",\n"
            "      \"above\": 7\n"
            "    }\n"
            "  ]\n"
            "}\n";
        const std::vector<Alert> alerts = parseAlertFile("f", before.toStdString()).alerts;
        // What becomes of the alert when it is changed so.
        const auto changed = [&](std::size_t i, const auto& change) {
            Alert to = alerts[i];
            change(to);
            return QString::fromStdString(
                withAlert("f", before.toStdString(), &alerts[i], &to).value_or("somebody was faster"));
        };
        QCOMPARE(changed(0,
                         [](Alert& to) {
                             to.bound = {true, 7, 4.5};
                         }),
                 QString(before).replace("5.250", "7").replace("3e0", "4.5"));
        QCOMPARE(changed(0, [](Alert& to) { to.bound.back.reset(); }),
                 QString(before).remove(", \"backBelow\": 3e0"));
        QCOMPARE(changed(0,
                         [](Alert& to) {
                             to.name = "den\"y";
                             to.filter = TokenFilter();
                             to.wait = 90s;
                             to.severity = AlertSeverity::Critical;
                         }),
                 QString(before)
                     .replace("\"deny\"", "\"den\\\"y\"")
                     .remove(", \"filter\": \"policy:pay*\"")
                     .replace("60s", "90s")
                     .replace("\"warning\"", "\"critical\""));
        QCOMPARE(changed(1,
                         [](Alert& to) {
                             to.bound = {true, 2, 1};
                         }),
                 QString(before).replace(", \"below\": 1}", ", \"above\": 2, \"backBelow\": 1}"));
        const Instant noon{std::chrono::sys_days(std::chrono::year(2026) / 12 / 1) + 12h};
        QCOMPARE(changed(2,
                         [&](Alert& to) {
                             to.silenced = AlertSilence{noon, "a \"move\""};
                         }),
                 QString(before).replace("\"above\": 7", "\"above\": 7,\n      \"silenced\": {\"until\": "
                                                         "\"2026-12-01T12:00:00Z\", \"reason\": \"a "
                                                         "\\\"move\\\"\"}"));
        // Twice the same, and it would be back before it fires.
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, changed(0, [](Alert& to) { to.name = "last"; }));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, changed(0, [](Alert& to) { to.bound.back = 10; }));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, withAlert("f", "{}", nullptr, &alerts[0]));
    }

    void alertsAreAddedAndRemoved()
    {
        const std::string before = R"({"schema": 1, "alerts": [
  {"name": "a", "measure": "tokens", "above": 1},
  {"name": "b", "measure": "tokens", "above": 2}]})";
        const std::vector<Alert> alerts = parseAlertFile("f", before).alerts;
        Alert more = alertOf(AlertMeasure::DeniedShare, "policy:pay* limited");
        more.name = "c";
        more.bound = {true, 12.5, 10};
        more.wait = 5min;
        const std::string added = R"({"schema": 1, "alerts": [
  {"name": "a", "measure": "tokens", "above": 1},
  {"name": "b", "measure": "tokens", "above": 2},
  {"name": "c", "filter": "policy:pay* limited", "measure": "denied share", "above": 12.5, "backBelow": 10, "for": "5min"}]})";
        QCOMPARE(withAlert("f", before, nullptr, &more), std::optional(added));
        QCOMPARE(withAlert("f", added, &more, nullptr), std::optional(before));
        QCOMPARE(withAlert("f", before, &alerts[0], nullptr),
                 std::optional<std::string>(R"({"schema": 1, "alerts": [
  {"name": "b", "measure": "tokens", "above": 2}]})"));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, withAlert("f", before, nullptr, &alerts[1])); // twice
        QVERIFY(parseAlertFile("f", newAlertFile("f", more)).alerts.at(0).measuresAs(more));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, // nothing is left to be watched
                                 withAlert("f", newAlertFile("f", more), &more, nullptr));
    }

    void whoWasFasterIsNotOverwritten()
    {
        const std::string file = R"({"schema": 1, "alerts": [
            {"name": "a", "measure": "tokens", "above": 5, "backBelow": 3, "for": "1min"},
            {"name": "b", "measure": "tokens", "above": 2}]})";
        const Alert now = parseAlertFile("f", file).alerts[0];
        const auto isWritten = [&](const Alert& from, const auto& change) {
            Alert to = from;
            change(to);
            return withAlert("f", file, &from, &to).has_value();
        };
        Alert other = now;
        other.bound.back = 4; // the bound was read when it was another
        QVERIFY(!isWritten(other, [](Alert& to) { to.bound.at = 6; }));
        QVERIFY(isWritten(other, [](Alert& to) { to.wait = 2min; })); // of which it says nothing
        QVERIFY(!withAlert("f", file, &other, nullptr));
        other = now;
        other.name = "gone";
        QVERIFY(!isWritten(other, [](Alert& to) { to.wait = 2min; }));
        other = now;
        other.wait = 2min;
        QVERIFY(!isWritten(other, [](Alert& to) { to.wait = 3min; }));
    }

    void aFileIsReplacedAsItIs()
    {
        namespace fs = std::filesystem;
        const QTemporaryDir folder;
        const fs::path path = folder.filePath("alerts.json").toStdString();
        const fs::path link = folder.filePath("link.json").toStdString();
        std::ofstream(path) << "before";
        constexpr fs::perms mode =
            fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read | fs::perms::group_write;
        fs::permissions(path, mode);
        if (geteuid() == 0)
            QCOMPARE(chown(path.c_str(), 1, 2), 0);
        struct stat before {};
        QCOMPARE(stat(path.c_str(), &before), 0);
        fs::create_symlink("alerts.json", link);

        replaceAlertFile(link, "after");
        QVERIFY(fs::is_symlink(link));
        std::string text;
        std::ifstream(path) >> text;
        QCOMPARE(text, "after");
        struct stat after {};
        QCOMPARE(stat(path.c_str(), &after), 0);
        QCOMPARE(after.st_mode, before.st_mode);
        QCOMPARE(after.st_uid, before.st_uid);
        QCOMPARE(after.st_gid, before.st_gid);
        QCOMPARE(std::distance(fs::directory_iterator(path.parent_path()), {}), 2);
        QVERIFY_THROWS_EXCEPTION(std::system_error, replaceAlertFile(path.parent_path() / "none", ""));
    }

    void everyMeasureHasItsName()
    {
        for (int i = 0; i < alertMeasureCount; ++i) {
            const QString text = R"({"schema": 1, "alerts": [{"name": "a", "above": 1, "measure": "%1"}]})";
            const std::string name(nameOf(AlertMeasure(i)));
            QCOMPARE(parseAlertFile("f", text.arg(name.c_str()).toStdString()).alerts[0].measure,
                     AlertMeasure(i));
        }
    }

    // To compare with: a round number, as near as can be.
    void theNextStricterBound()
    {
        const auto next = [](AlertMeasure measure, bool isAbove, double at) {
            Alert alert = alertOf(measure);
            alert.bound = {isAbove, at, {}};
            const std::optional<AlertBound> stricter = stricterBound(alert);
            return stricter ? stricter->at : -1;
        };
        using Measure = AlertMeasure;
        for (const auto& [at, up] : {std::pair(5.0, 8.0), std::pair(8.0, 10.0), std::pair(9.5, 10.0),
                                     std::pair(1000.0, 2000.0), std::pair(0.3, 0.5), std::pair(0.0, 1.0)})
            QCOMPARE(next(Measure::DeniedRate, true, at), up);
        QCOMPARE(next(Measure::DeniedShare, true, 50), 80.0);
        QCOMPARE(next(Measure::DeniedShare, true, 80), -1.0); // no share is above 100 %
        QCOMPARE(next(Measure::Tokens, false, 10), 8.0);
        QCOMPARE(next(Measure::Tokens, false, 1), -1.0); // nor fewer than none
        QCOMPARE(next(Measure::AllowedRate, false, 1), 0.8);
        QCOMPARE(next(Measure::AllowedRate, false, 0), -1.0);
        QCOMPARE(next(Measure::AllowedRate, true, std::numeric_limits<double>::infinity()), -1.0);
        Alert alert = alertOf(Measure::DeniedRate);
        alert.bound = {true, 5, 4};
        QVERIFY((stricterBound(alert) == AlertBound{true, 8, 6.4}));
    }

    void wrongFilesAreRefused_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const QString& json, const char* reason) {
            QTest::newRow(name) << json << QString(reason);
        };
        const QString file = R"({"schema": 1, "alerts": [%1]})";
        const auto alert = [&](const char* name, const char* more, const char* reason) {
            row(name, file.arg(QString(R"({"name": "a", "measure": "denied/s", %1})").arg(more)), reason);
        };
        const auto teller = [&](const char* name, const char* it, const char* reason) {
            row(name,
                QString(R"({"schema": 1, "tell": [%1],
                    "alerts": [{"name": "a", "measure": "tokens", "above": 1}]})")
                    .arg(it),
                reason);
        };
        row("no JSON", "{", "alerts.json");
        row("no object", "[]", "object");
        row("no schema", R"({"alerts": []})", "schema");
        row("later schema", R"({"schema": 2, "alerts": []})", "schema 2");
        row("unknown field", R"({"schema": 1, "alert": []})", "alert");
        row("no alert", file.arg(""), "nothing to watch");
        row("no alerts", R"({"schema": 1})", "alerts");
        row("often", R"({"schema": 1, "every": "1ms", "alerts": []})", "it must last from 0.1 s to 1 h");
        row("every is a number", R"({"schema": 1, "every": 10, "alerts": []})", "every");
        alert("no bound", R"("for": "1s")", "has either \"above\" or \"below\"");
        alert("two bounds", R"("above": 1, "below": 2)", "has either \"above\" or \"below\"");
        alert("back beyond", R"("above": 1, "backBelow": 2)", "must not lie beyond \"above\"");
        alert("back under", R"("below": 2, "backAbove": 1)", "must not lie beyond \"below\"");
        alert("back of the other", R"("above": 1, "backAbove": 1)", "\"backAbove\" goes with \"below\"");
        alert("never below 0", R"("below": 0)", "never gets there");
        alert("never above less", R"("above": -1)", "never gets there");
        alert("never back", R"("above": 1, "backBelow": 0)", "never gets there");
        alert("filter", R"("above": 1, "filter": "limitd")", "\"limitd\"; did you mean \"limited\"?");
        alert("for", R"("above": 1, "for": "soon")", "for");
        alert("long", R"("above": 1, "for": "8d")", "it must last from 0 s to 7 days");
        alert("severity", R"("above": 1, "severity": "bad")", "info, warning, critical");
        alert("bound is a text", R"("above": "1")", "above");
        alert("unknown in alert", R"("above": 1, "backbelow": 1)", "backbelow");
        alert("silenced until", R"("above": 1, "silenced": {"until": "soon", "reason": "r"})", "is no time");
        alert("silenced number", R"("above": 1, "silenced": {"until": "1795229576", "reason": "r"})",
              "is no time");
        alert("silenced why", R"("above": 1, "silenced": {"until": "2026-12-01T08:00:00Z"})", "reason");
        row("share", file.arg(R"({"name": "a", "measure": "denied share", "above": 100})"),
            "never gets there");
        row("of the server",
            file.arg(R"({"name": "a", "measure": "memory used", "above": 1, "filter": "ok"})"),
            "remove the filter");
        row("measure", file.arg(R"({"name": "a", "measure": "denied", "above": 1})"), "denied/s");
        row("no name", file.arg(R"({"measure": "tokens", "above": 1})"), "name");
        row("twice", file.arg(R"({"name": "a", "measure": "tokens", "above": 1},
                                 {"name": "a", "measure": "tokens", "above": 2})"),
            "is called \"a\", too");
        row("share", R"({"schema": 1, "share": "", "alerts": []})", "share");
        teller("no teller", "{}", "either \"command\" or \"webhook\"");
        teller("two", R"({"command": ["/a"], "webhook": "http:\/\/a"})", "either \"command\" or \"webhook\"");
        teller("no program", R"({"command": []})", "it names no program");
        teller("anywhere", R"({"command": ["page"]})", "must be absolute");
        teller("shell", R"({"command": "/bin/page now"})", "command");
        teller("ftp", R"({"webhook": "ftp:\/\/example.com"})", "https://");
        teller("no host", R"({"webhook": "https:\/\/\/x"})", "https://");
        teller("with password", R"({"webhook": "https:\/\/u:p@example.com"})", "user and password");
        teller("line end", R"({"webhook": "https:\/\/example.com/a\nb"})", "https://");
        teller("secret", R"({"webhook": "https:\/\/a", "secretFile": "s"})", "as in /etc/ratewarden/secret");
        teller("secret of a command", R"({"command": ["/a"], "secretFile": "/s"})", "goes with \"webhook\"");
        teller("limit", R"({"command": ["/a"], "limit": "1h"})", "it must last from");
        row("history", R"({"schema": 1, "history": {"file": "rel"},
                           "alerts": [{"name": "a", "measure": "tokens", "above": 1}]})",
            "prod.history");
        row("alive", R"({"schema": 1, "alive": {"tell": []},
                         "alerts": [{"name": "a", "measure": "tokens", "above": 1}]})",
            "says how to tell");
    }
    void wrongFilesAreRefused()
    {
        QFETCH(QString, json);
        QFETCH(QString, reason);
        const std::string message =
            messageOf([&] { static_cast<void>(parseAlertFile("alerts.json", json.toStdString())); });
        QVERIFY2(QString::fromStdString(message).contains(reason), message.c_str());
        QVERIFY2(message.find("alerts.json") != std::string::npos, message.c_str());
    }

    void aRoundMeasures()
    {
        const std::vector<Reading> readings{tokenReading("a", "pay", 100, 4),
                                            tokenReading("b", "pay", 120, 6), tokenReading("c", "pay", 10, 0),
                                            tokenReading("d", "web", 90),
                                            tokenReading("e", "pay~next", 100, 9)};
        using enum AlertMeasure;
        QCOMPARE(measured(alertOf(Tokens), readings).low, 4.0); // a candidate denies nobody
        QCOMPARE(measured(alertOf(Tokens, "limited"), readings).low, 2.0);
        QCOMPARE(measured(alertOf(DeniedRate, "policy:pay"), readings).low, 10.0);
        QCOMPARE(measured(alertOf(DeniedRate), readings).high, 10.0);
        QCOMPARE(measured(alertOf(AllowedRate, "token:a"), readings).low, 2.0);
        QCOMPARE(measured(alertOf(DeniedShare, "token:a"), readings).low, 100.0 * 4 / 6);
        QCOMPARE(measured(alertOf(MostUsed), readings).low, 120.0);
        QCOMPARE(measured(alertOf(UnreadTokens), readings, {7}).low, 7.0);
        QCOMPARE(measured(alertOf(UnreadTokens, "limited"), readings, {7}).low, 0.0);
        for (int i = 0; i < alertMeasureCount; ++i) // without tokens all is calm, and known
            if (!isOfServer(AlertMeasure(i))) {
                QCOMPARE(measured(alertOf(AlertMeasure(i)), {}).low, 0.0);
                QCOMPARE(measured(alertOf(AlertMeasure(i)), {}).high, 0.0);
            }
        ServerFigures server{figure(3, 3), figure(50, 50), {}, {}};
        QCOMPARE(measured(alertOf(EvictedKeys), readings, {}, server).low, 3.0);
        QCOMPARE(measured(alertOf(MemoryUsed), readings, {}, server).low, 50.0);
        const auto unused = [](const char* policy) {
            Finding finding;
            finding.kind = PatternCode::UnusedPolicy;
            finding.group = policy;
            return finding;
        };
        const std::vector<Finding> found{findingOf(ServerWarning(), readingStart), unused("a"), unused("b"),
                                         unused("c")};
        server.take(found, FigureDoubt::None);
        QCOMPARE(measured(alertOf(Findings), readings, {}, server).high, 4.0);
        QCOMPARE(measured(alertOf(Findings), readings, {}, server).findings.size(), AlertRound::mostSamples);
        const AlertFigure critical = measured(alertOf(CriticalFindings), readings, {}, server);
        QVERIFY(critical.isExact() && critical.low == 1);
        QVERIFY(critical.findings == std::vector{found[0]});
        server.take(found, FigureDoubt::NodesLost);
        QVERIFY(alertOf(Findings).bound.holds(measured(alertOf(Findings), readings, {}, server)) == true);
        QVERIFY(!measured(alertOf(CriticalFindings), readings, {}, server).isExact());
    }

    void whatIsNotKnownIsAnInterval()
    {
        const std::vector<Reading> readings{tokenReading("a", "pay", 100, 4), tokenReading("d", "web", 90),
                                            unreadable("u", "pay")};
        using enum AlertMeasure;
        const auto isFrom = [&](const Alert& alert, double low, double high, FigureDoubt doubt,
                                AlertRound::Walked walked = {}) {
            const AlertFigure it = measured(alert, readings, walked);
            return it.low == low && it.high == high && it.doubt == doubt;
        };
        const double any = std::numeric_limits<double>::infinity();
        QVERIFY(isFrom(alertOf(Tokens, "limited"), 1, 2, FigureDoubt::TokensUnread));
        QVERIFY(isFrom(alertOf(Tokens), 3, 3, FigureDoubt::None)); // it is there, however it stands
        QVERIFY(
            isFrom(alertOf(Tokens, "limited"), 1, any, FigureDoubt::NodesLost, {0, FigureDoubt::NodesLost}));
        QVERIFY(isFrom(alertOf(DeniedRate, "policy:pay"), 4, any, FigureDoubt::TokensUnread));
        QVERIFY(isFrom(alertOf(DeniedRate, "policy:web"), 0, any, FigureDoubt::NotCounted));
        QVERIFY(isFrom(alertOf(DeniedShare, "policy:pay"), 0, 100, FigureDoubt::TokensUnread));
        QVERIFY(isFrom(alertOf(MostUsed, "token:u"), 0, any, FigureDoubt::NoRules));
        QVERIFY(isFrom(alertOf(UnreadTokens), 1, 1, FigureDoubt::None));
        QVERIFY(isFrom(alertOf(UnreadTokens, "policy:web"), 0, 0, FigureDoubt::None));
    }

    void theMostImportantAreSamples()
    {
        std::vector<Reading> readings;
        for (int i = 0; i < 50; ++i)
            readings.push_back(
                tokenReading(std::to_string(i * 7 % 50).c_str(), "pay", i * 7 % 50, i * 7 % 50));
        for (const AlertMeasure measure : {AlertMeasure::DeniedRate, AlertMeasure::MostUsed}) {
            const std::vector<AlertSample> samples = measured(alertOf(measure), readings).samples;
            QCOMPARE(samples.size(), AlertRound::mostSamples);
            QCOMPARE(samples[0].subject.token, "49");
            QCOMPARE(samples[1].subject.token, "48");
            QCOMPARE(samples[2].subject.token, "47");
        }
        readings.push_back(tokenReading("full", "pay", 100, 60));
        QCOMPARE(measured(alertOf(AlertMeasure::Tokens), readings).samples[0].subject.token, "full");
    }

    void aLockIsStaleOnlyIfItStays()
    {
        LookMemory memory;
        Reading reading = tokenReading("t", "api", 0);
        reading.warnings.push_back({WarningCode::StaleLock, 0, {}, "alice"});
        reading.warnings.push_back({WarningCode::NoExpiry});
        QVERIFY(!memory.sureWarnings(reading).has(WarningCode::StaleLock));
        QVERIFY(memory.isUnsure());
        QVERIFY(memory.sureWarnings(reading).has(WarningCode::NoExpiry));
        memory.endRound();
        reading.at += 10s;
        QVERIFY(memory.sureWarnings(reading).has(WarningCode::StaleLock));
        memory.endRound();
        memory.endRound(); // it was gone
        reading.at += 10s;
        QVERIFY(!memory.sureWarnings(reading).has(WarningCode::StaleLock));
        memory.endRound();
        reading.at += 10s;
        reading.warnings[0].owner = "bob";
        QVERIFY(!memory.sureWarnings(reading).has(WarningCode::StaleLock));
    }

    void boundsOfWhatIsNotKnown()
    {
        const AlertBound above{true, 5, 3};
        QCOMPARE(above.holds(figure(6, 9)), std::optional(true));
        QCOMPARE(above.holds(figure(5, 5)), std::optional(false));
        QCOMPARE(above.holds(figure(5, 6)), std::optional<bool>());
        QCOMPARE(above.isBack(figure(0, 2)), std::optional(true));
        QCOMPARE(above.isBack(figure(3, 9)), std::optional(false));
        QCOMPARE(above.isBack(figure(2, 3)), std::optional<bool>());
        const AlertBound below{false, 5, 7};
        QCOMPARE(below.holds(figure(0, 4)), std::optional(true));
        QCOMPARE(below.holds(figure(5, 9)), std::optional(false));
        QCOMPARE(below.holds(figure(4, 5)), std::optional<bool>());
        QCOMPARE(below.isBack(figure(8, 9)), std::optional(true));
        QCOMPARE(below.isBack(figure(1, 7)), std::optional(false));
        QCOMPARE(below.isBack(figure(7, 8)), std::optional<bool>());
        const AlertBound plain{true, 0, {}};
        QCOMPARE(plain.isBack(figure(0, 0)), std::optional(true));
        QCOMPARE(plain.isBack(figure(0, 1)), std::optional<bool>());
    }

    void anAlertGoesThroughItsPhases()
    {
        const AlertBound bound{true, 5, 3};
        AlertState state;
        int second = 0;
        const auto after = [&](int seconds, double value) {
            second += seconds;
            return state.take(bound, 10s, figure(value, value), readingStart + std::chrono::seconds(second))
                .to;
        };
        using enum AlertPhase;
        QCOMPARE(after(0, 4), Quiet);
        QCOMPARE(after(1, 6), Pending);
        QCOMPARE(after(9, 6), Pending);
        QCOMPARE(after(1, 5), Quiet); // it was not for long enough
        QCOMPARE(after(1, 6), Pending);
        QCOMPARE(after(10, 6), Firing);
        QCOMPARE(state.firedAt(), readingStart + 22s);
        QCOMPARE(after(1, 4), Firing); // within the hysteresis
        QCOMPARE(after(1, 2), Recovering);
        QCOMPARE(after(5, 4), Firing);
        QCOMPARE(state.since(), readingStart + 22s); // as it has not recovered in between
        QCOMPARE(after(1, 2), Recovering);
        QCOMPARE(after(10, 2), Quiet);
        QCOMPARE(state.since(), readingStart + 40s);
    }

    void withoutADurationItFiresAtOnce()
    {
        AlertState state;
        const auto fired = state.take({true, 0, {}}, 0s, figure(1, 1), readingStart);
        QVERIFY(fired.hasFired());
        const auto back = state.take({true, 0, {}}, 0s, figure(0, 0), readingStart + 1s);
        QVERIFY(back.hasRecovered());
    }

    void whatOthersHaveToldFires()
    {
        const AlertBound bound{true, 5, 3};
        AlertState state;
        state.take(bound, 10s, figure(6, 6), readingStart);
        state.adopt(readingStart - 1h);
        QCOMPARE(state.phase(), AlertPhase::Firing);
        QCOMPARE(state.firedAt(), readingStart - 1h);
        QCOMPARE(state.take(bound, 10s, figure(4, 4), readingStart + 20s).to, AlertPhase::Firing);
        QCOMPARE(state.since(), readingStart - 1h);
        QCOMPARE(state.take(bound, 10s, figure(2, 2), readingStart + 21s).to, AlertPhase::Recovering);
        QVERIFY(state.take(bound, 10s, figure(2, 2), readingStart + 31s).hasRecovered());
    }

    void keysOfWatchersAreOurs()
    {
        QCOMPARE(watchKey("eu west:1"), "rw:watch:eu%20west%3A1");
        QCOMPARE(watchToldKey("a{b}"), "{rw:watch:a%7Bb%7D}:told");
        for (const std::string& key : {watchKey("a b"), watchToldKey("a b"), watchKey("%{}:")})
            QVERIFY2(ownKey(key) == OwnKey::Watch, key.c_str());
        for (const char* key : {"rw:watch:", "rw:watch:a:b", "rw:watch:a b", "rw:watch", "{rw:watch:a}:tol",
                                "{rw:watch:a:told", "{rw:watch:}:told", "rw:watch:a}:told"})
            QVERIFY2(!ownKey(key), key);
    }

    void aGapKeepsTheState()
    {
        const AlertBound bound{true, 5, {}};
        const AlertFigure unknown{};
        AlertState state;
        state.take(bound, 10s, figure(6, 6), readingStart);
        state.take(bound, 10s, figure(6, 6), readingStart + 6s);
        const auto gap = state.take(bound, 10s, unknown, readingStart + 100s);
        QVERIFY(gap.wasKnown && !gap.isKnown);
        QCOMPARE(state.phase(), AlertPhase::Pending);
        // What was in between is not known, and counts for nothing.
        QCOMPARE(state.take(bound, 10s, figure(6, 6), readingStart + 200s).to, AlertPhase::Pending);
        QCOMPARE(state.take(bound, 10s, figure(6, 6), readingStart + 203s).to, AlertPhase::Pending);
        QCOMPARE(state.take(bound, 10s, figure(6, 6), readingStart + 204s).to, AlertPhase::Firing);
        for (int i = 0; i < 100; ++i)
            QCOMPARE(state.take(bound, 10s, unknown, readingStart + 300s + std::chrono::seconds(i)).to,
                     AlertPhase::Firing);
        QVERIFY(!state.isKnown());
    }

    // On random histories: it fires exactly when the figure was beyond the bound, or not known, since a round
    // from which on the known time adds up to the duration; and recovers likewise.
    void firesIfItHeldForAllOfTheTime()
    {
        std::mt19937 random(testSeed());
        const auto upTo = [&random](int most) {
            return int(random() % unsigned(most + 1));
        };
        int fired = 0;
        int recovered = 0;
        for (int history = 0; history < (isSanitized ? 200 : 2000); ++history) {
            AlertBound bound{upTo(1) == 0, double(4 + upTo(3)), {}};
            if (upTo(1) == 0)
                bound.back = bound.isAbove ? bound.at - upTo(3) : bound.at + upTo(3);
            const Micros wait = std::chrono::seconds(upTo(4) * 3);
            struct Round {
                Instant at{};
                bool isKnown = false;
                double value = 0;
            };
            std::vector<Round> rounds;
            AlertState state;
            Instant at = readingStart;
            for (int i = 0; i < 60; ++i) {
                at += std::chrono::seconds(1 + upTo(3));
                // It changes seldom, so that something lasts.
                const bool goesOn = !rounds.empty() && upTo(3) > 0;
                rounds.push_back({at, upTo(9) > 0, goesOn ? rounds.back().value : double(upTo(11))});
                const Round& now = rounds.back();
                const bool wasRaised = isRaised(state.phase());
                const auto leaves = [&](double value) {
                    if (!wasRaised)
                        return bound.isAbove ? value > bound.at : value < bound.at;
                    if (!bound.back)
                        return bound.isAbove ? value <= bound.at : value >= bound.at;
                    return bound.isAbove ? value < *bound.back : value > *bound.back;
                };
                // The longest known time that leads up to now, through gaps.
                Micros held = -1us;
                const Round* later = nullptr;
                for (auto round = rounds.rbegin(); round != rounds.rend(); ++round) {
                    if (!round->isKnown) {
                        later = nullptr;
                        continue;
                    }
                    if (!leaves(round->value))
                        break;
                    held = std::max(held, Micros(0us)) + (later ? later->at - round->at : Micros(0us));
                    later = &*round;
                }
                const AlertState::Step step = state.take(
                    bound, wait, now.isKnown ? figure(now.value, now.value) : AlertFigure{}, now.at);
                const bool turns = now.isKnown && held >= Micros(0us) && held >= wait;
                QCOMPARE(isRaised(step.to) != wasRaised, turns);
                QCOMPARE(step.isKnown, now.isKnown);
                fired += int(step.hasFired());
                recovered += int(step.hasRecovered());
                if (turns)
                    rounds.clear(); // the next turn begins with the next round
            }
        }
        QVERIFY(fired > 100);
        QVERIFY(recovered > 100);
    }
};

RATEWARDEN_SUITE(TestAlerts)

#include "tst_alerts.moc"
