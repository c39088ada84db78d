// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// `ratewarden-ctl watch`: alerts on a real server, and whom they are told.
#include "core/watch/dismissal_file.h"
#include "core/watch/history.h"
#include "tests/app/ctl_test.h"
#include "tests/app/watching.h"
#include "tests/support/files.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_certificates.h"

#include <httplib.h>

#include <QElapsedTimer>
#include <QMessageAuthenticationCode>
#include <QTemporaryDir>

#include <csignal>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

/// What a webhook was sent.
struct Post {
    QString path;
    QByteArray body;
    QByteArray signature;
    QByteArray type;
};

/// Takes posts, after so many that it refuses with that status.
class WebhookServer {
public:
    explicit WebhookServer(std::unique_ptr<httplib::Server> server, int refusals = 0, int status = 500)
        : m_server(std::move(server))
    {
        m_server->Post(".*", [this, refusals, status](const httplib::Request& request,
                                                      httplib::Response& response) {
            const std::lock_guard lock(m_mutex);
            m_posts.push_back({QString::fromStdString(request.path), QByteArray::fromStdString(request.body),
                               QByteArray::fromStdString(request.get_header_value("X-Ratewarden-Signature")),
                               QByteArray::fromStdString(request.get_header_value("Content-Type"))});
            response.status = int(m_posts.size()) <= refusals ? status : 200;
        });
        m_port = m_server->bind_to_any_port("127.0.0.1");
        m_thread = std::thread([this] { m_server->listen_after_bind(); });
    }
    ~WebhookServer()
    {
        while (!m_server->is_running())
            std::this_thread::yield();
        m_server->stop();
        m_thread.join();
    }
    WebhookServer(const WebhookServer&) = delete;
    WebhookServer& operator=(const WebhookServer&) = delete;

    int port() const { return m_port; }
    std::vector<Post> posts()
    {
        const std::lock_guard lock(m_mutex);
        return m_posts;
    }

private:
    std::unique_ptr<httplib::Server> m_server;
    std::mutex m_mutex;
    std::vector<Post> m_posts;
    int m_port = 0;
    std::thread m_thread;
};

} // namespace

class TestCtlWatch : public CtlTest {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    QString path(const char* name) const { return m_folder.filePath(name); }

    QString write(const char* name, const QByteArray& content, bool runs = false)
    {
        const QString file = fileIn(m_folder, "new", content);
        if (runs)
            QFile::setPermissions(file, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        ::rename(qPrintable(path("new")), qPrintable(path(name))); // whole, whoever reads it meanwhile
        return path(name);
    }
    QByteArray read(const char* name) const { return readFile(path(name)); }

    /// A file with this alert, and with these tellers.
    QString alerts(const QString& alert, const QString& tell = {}, const char* name = "alerts.json")
    {
        return write(name,
                     QString(R"({"schema": 1, "tell": [%1], "alerts": [%2]})").arg(tell, alert).toUtf8());
    }
    /// Fires when so many tokens are limited.
    static QString limitedAbove(int most, const QString& more = {}, const char* name = "limited")
    {
        return QString(
                   R"({"name": "%1", "filter": "policy:api limited", "measure": "tokens", "above": %2%3})")
            .arg(name)
            .arg(most)
            .arg(more);
    }
    static QString command(const QString& program, const QString& more = {})
    {
        return QString(R"({"command": ["%1"%2]})").arg(program, more);
    }

    /// A file of watchers that share who tells; what is told goes into the file `told`.
    QString shared(const QString& alert, const char* name = "shared.json")
    {
        const QString program = write("say", "#!/bin/sh\ncat >> " + path("shared").toUtf8() + "\n", true);
        return write(name, QString(R"({"schema": 1, "share": "two of them", "tell": [%1], "alerts": [%2]})")
                               .arg(command(program), alert)
                               .toUtf8());
    }
    /// The events of all that was told by whoever, in order.
    QStringList told() const
    {
        QStringList events;
        for (const QByteArray& line : read("shared").split('\n'))
            if (!line.isEmpty())
                events << QJsonDocument::fromJson(line).object()["event"].toString();
        return events;
    }
    QByteArray recorded() { return QByteArray::fromStdString(asText({"GET", toldKey})); }
    std::string asText(const Command& command)
    {
        const Reply reply = redis(command);
        return reply.view().isString() ? std::string(reply.view().string()) : std::string();
    }
    static constexpr const char* leaseKey = "rw:watch:two%20of%20them";
    static constexpr const char* toldKey = "{rw:watch:two%20of%20them}:told";

    void fill(const char* token)
    {
        QCOMPARE(run({"charge", token, "--policy", "api", "--cost", "3"}).code, 0);
    }
    void empty(const char* token)
    {
        QCOMPARE(run({"reset", token, "--policy", "api", "--reason", "test"}).code, 0);
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        redis({"CONFIG", "SET", "maxmemory", "0"});
        CtlTest::publish({"api", "sliding-log", parseRules("3/h"), false, true, {}});
    }

    void firesAndRecovers()
    {
        Watching watch(url(), alerts(limitedAbove(0, R"(, "severity": "critical")")));
        QTRY_VERIFY2(watch.complaints().contains("watching 1 alert"), watch.all());
        fill("user:7");
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        const QJsonObject fires = watch.events("fires")[0];
        QCOMPARE(fires["alert"].toString(), "limited");
        QCOMPARE(fires["severity"].toString(), "critical");
        QCOMPARE(fires["state"].toString(), "firing");
        QCOMPARE(fires["figure"].toDouble(), 1.0);
        QCOMPARE(fires["above"].toDouble(-1), 0.0);
        QCOMPARE(fires["samples"].toArray()[0].toObject()["token"].toString(), "user:7");
        QCOMPARE(fires["samples"].toArray()[0].toObject()["state"].toString(), "limited");
        empty("user:7");
        QTRY_VERIFY2(watch.has("recovered"), watch.all());
        QCOMPARE(watch.events("fires").size(), 1);
        QCOMPARE(watch.end(SIGTERM), 0);
    }

    void hysteresisKeepsItFiring()
    {
        Watching watch(url(), alerts(limitedAbove(1, R"(, "backBelow": 1)")), {"--metrics", path("m.prom")});
        fill("a");
        fill("b");
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        empty("b");
        QTRY_VERIFY2(
            read("m.prom").contains("ratewarden_alert_figure{alert=\"limited\",severity=\"warning\"} 1"),
            read("m.prom"));
        QVERIFY2(read("m.prom").contains("ratewarden_alert_state{alert=\"limited\",severity=\"warning\"} 2"),
                 read("m.prom"));
        QVERIFY(!watch.has("recovered"));
        empty("a");
        QTRY_VERIFY2(watch.has("recovered"), watch.all());
        QTRY_VERIFY(
            read("m.prom").contains("ratewarden_alert_state{alert=\"limited\",severity=\"warning\"} 0"));
        QVERIFY(read("m.prom").contains("ratewarden_watch_last_round_age_seconds"));
        QCOMPARE(watch.end(SIGINT), 0);
    }

    void whatDoesNotLastDoesNotFire()
    {
        fill("a");
        Watching watch(url(), alerts(limitedAbove(0, R"(, "for": "1h")")));
        QTRY_VERIFY2(watch.has("pending"), watch.all());
        empty("a");
        QTRY_VERIFY2(watch.has("quiet"), watch.all());
        QVERIFY(!watch.has("fires"));
    }

    void denialsAreMeasured()
    {
        Watching watch(url(), alerts(R"({"name": "denied", "filter": "policy:a*", "measure": "denied/s",
                                         "above": 0.01})"));
        fill("a");
        QCOMPARE(run({"check", "a", "--policy", "api"}).code, 1);
        // One of them is counted for 10 to 20 s, in which a busy machine may not come to a round.
        const auto fires = [&] {
            return watch.has("fires") || (run({"check", "a", "--policy", "api"}), false);
        };
        QTRY_VERIFY2(fires(), watch.all());
        QVERIFY(watch.events("fires")[0]["figure"].toDouble() > 0);
    }

    // What cannot be known is said once, and is neither zero nor firing.
    void whatIsNotKnownIsSaid()
    {
        CtlTest::publish({"web", "sliding-log", parseRules("3/h"), false, false, {}});
        QCOMPARE(run({"charge", "a", "--policy", "web"}).code, 0);
        Watching watch(url(), alerts(R"({"name": "denied", "filter": "policy:web", "measure": "denied/s",
                                         "below": 5})"),
                       {"--metrics", path("unknown.prom")});
        QTRY_VERIFY2(watch.has("not known"), watch.all());
        QVERIFY(watch.events("not known")[0]["figure"].isNull());
        QVERIFY(watch.events("not known")[0]["doubt"].toString().contains("counters"));
        QVERIFY(!watch.has("fires"));
        redis({"FLUSHALL"});
        QTRY_VERIFY2(watch.has("known again"), watch.all());
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        QCOMPARE(watch.events("not known").size(), 1);
    }

    void aCommandReceivesJson()
    {
        // Without a shell: the words reach it as they are.
        const QString program =
            write("page",
                  "#!/bin/sh\nprintf '%s|%s|%s\\n' \"$1\" \"$2\" \"$RATEWARDEN_REDIS\" >> " +
                      path("words").toUtf8() + "\ncat >> " + path("told").toUtf8() + "\n",
                  true);
        Watching watch(url(), alerts(limitedAbove(0), command(program, R"(, "--team", "a b; $HOME")")));
        fill("user:7");
        QTRY_COMPARE(read("told").count('\n'), 1);
        const QJsonObject told = QJsonDocument::fromJson(read("told")).object();
        QCOMPARE(told["event"].toString(), "fires");
        QCOMPARE(told["alert"].toString(), "limited");
        QVERIFY(told["text"].toString().contains("tokens is 1, above 0"));
        empty("user:7");
        QTRY_COMPARE(read("told").count('\n'), 2);
        QVERIFY(read("told").contains("\"recovered\""));
        QTRY_COMPARE(read("words"), QByteArray("--team|a b; $HOME|\n").repeated(2));
        QCOMPARE(watch.end(SIGTERM), 0);
        QVERIFY2(!watch.complaints().contains("telling"), watch.all());
    }

    void aCommandThatFailsIsSaid_data()
    {
        addColumns<QByteArray, QByteArray>({"script", "said"});
        addRow("code", QByteArray("#!/bin/sh\necho >&2\necho no pager >&2\necho more >&2\nexit 3\n"),
               QByteArray("it ended with 3: no pager\""));
        addRow("signal", QByteArray("#!/bin/sh\nkill -9 $$\n"), QByteArray("ended by signal 9"));
        addRow("too long", QByteArray("#!/bin/sh\nsleep 1000 & sleep 1000\n"),
               QByteArray("it did not end within 0.1 s"));
        addRow("no program", QByteArray("#!/none/there\n"), QByteArray("could not be started"));
    }
    void aCommandThatFailsIsSaid()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, said);
        fill("a");
        const QString teller =
            QString(R"({"command": ["%1"], "limit": "%2"})")
                .arg(write("fails", script, true), said.contains("within") ? "100ms" : "1min");
        Watching watch(url(), alerts(limitedAbove(0), teller));
        QTRY_VERIFY2(watch.complaints().contains(said), watch.all());
        QVERIFY2(watch.complaints().contains(path("fails").toUtf8()), watch.all());
        QCOMPARE(watch.end(SIGTERM), 0);
    }

    void aSilencedAlertIsNotTold()
    {
        const QString program = write("note", "#!/bin/sh\ncat >> " + path("noted").toUtf8() + "\n", true);
        fill("a");
        Watching watch(url(), alerts(limitedAbove(0, R"(, "silenced": {"until": "2999-01-01T00:00:00Z",
                                                         "reason": "migration"})") +
                                         "," + limitedAbove(0, {}, "other"),
                                     command(program)));
        QTRY_COMPARE(read("noted").count('\n'), 1);
        QVERIFY(read("noted").contains("\"alert\":\"other\""));
        QTRY_COMPARE(watch.events("fires").size(), 2);
        QCOMPARE(watch.events("fires")[0]["silenced"].toBool(), true);
        // The silence is lifted: it is told that it fires.
        alerts(limitedAbove(0) + "," + limitedAbove(0, {}, "other"), command(program));
        QTRY_COMPARE(read("noted").count('\n'), 2);
        QVERIFY(read("noted").contains("\"alert\":\"limited\""));
    }

    void aWebhookIsSignedAndTriedAgain()
    {
        WebhookServer server(std::make_unique<httplib::Server>(), 1, 503);
        const QString secret = write("secret", "hush\n");
        fill("a");
        Watching watch(url(),
                       alerts(limitedAbove(0),
                              QString(R"({"webhook": "http:\/\/127.0.0.1:%1/in?key=1", "secretFile": "%2"})")
                                  .arg(server.port())
                                  .arg(secret)));
        QTRY_COMPARE(server.posts().size(), 2u);
        const std::vector<Post> posts = server.posts();
        QCOMPARE(posts[0].body, posts[1].body);
        QCOMPARE(posts[1].path, "/in");
        QCOMPARE(posts[1].type, "application/json");
        QCOMPARE(
            posts[1].signature,
            "sha256=" +
                QMessageAuthenticationCode::hash(posts[1].body, "hush", QCryptographicHash::Sha256).toHex());
        QCOMPARE(QJsonDocument::fromJson(posts[1].body).object()["event"].toString(), "fires");
        QTRY_VERIFY2(watch.complaints().contains("it answered 200, at attempt 2"), watch.all());
        QVERIFY2(!watch.complaints().contains("key=1"), watch.all()); // which is nobody's business
    }

    void aWebhookThatRefusesIsSaid()
    {
        WebhookServer server(std::make_unique<httplib::Server>(), 1000, 404);
        fill("a");
        Watching watch(url(), write("alerts.json",
                                    QString(R"({"schema": 1, "history": {"file": "%1"},
                           "tell": [{"webhook": "http:\/\/127.0.0.1:%2"}], "alerts": [%3]})")
                                        .arg(path("kept"), QString::number(server.port()), limitedAbove(0))
                                        .toUtf8()));
        QTRY_VERIFY2(watch.complaints().contains("it answered 404\""), watch.all());
        QCOMPARE(server.posts().size(), 1u);                     // it would not help
        const HistoryReader history(path("kept").toStdString()); // for the window
        QCOMPARE(history.answers().size(), 1u);
        QCOMPARE(history.answers()[0].event, "not told");
        QCOMPARE(history.answers()[0].text, "it answered 404");
        QVERIFY(history.changes(allTime, 10).empty()); // nobody has changed anything
    }

    void certificatesAreVerified()
    {
        const TestCertificates certificates;
        certificates.issue("hook", "DNS:localhost,IP:127.0.0.1");
        WebhookServer server(std::make_unique<httplib::SSLServer>(certificates.file("hook.pem").c_str(),
                                                                  certificates.file("hook.key").c_str()));
        fill("a");
        const QString address = QString("https:\\/\\/localhost:%1/x").arg(server.port());
        {
            Watching watch(url(), alerts(limitedAbove(0), QString(R"({"webhook": "%1"})").arg(address)));
            QTRY_VERIFY2(watch.complaints().contains("its certificate is not trusted"), watch.all());
            QCOMPARE(server.posts().size(), 0u);
        }
        Watching watch(url(), alerts(limitedAbove(0), QString(R"({"webhook": "%1", "caFile": "%2"})")
                                                          .arg(address, certificates.caFile().c_str())));
        QTRY_COMPARE(server.posts().size(), 1u);
    }

    void onceHasExitCodes()
    {
        const QString file = alerts(limitedAbove(0, R"(, "for": "1h")")); // as if it were over
        const Outcome quiet = run({"watch", "--once", file});
        QCOMPARE(quiet.code, 0);
        QVERIFY2(quiet.out.contains("quiet  limited  tokens        0  above 0 for 1h"),
                 qPrintable(quiet.out));
        fill("a");
        const Outcome fires = run({"watch", "--once", file});
        QCOMPARE(fires.code, 1);
        QVERIFY2(fires.out.contains("FIRING") && fires.out.contains("such as a (api, limited)"),
                 qPrintable(fires.out));
        const QJsonObject json = run({"watch", "--once", "--json", file}).list()[0].toObject();
        QCOMPARE(json["state"].toString(), "firing");
        QCOMPARE(json["for_us"].toInteger(), 3'600'000'000);

        const QString memory = R"({"name": "memory", "measure": "memory used", "above": 90})";
        const Outcome unknown = run({"watch", "--once", alerts(memory)});
        QCOMPARE(unknown.code, 3);
        QVERIFY2(unknown.out.contains("the server has no maxmemory"), qPrintable(unknown.out));
        QCOMPARE(run({"watch", "--once", alerts(memory + "," + limitedAbove(0))}).code, 1);
        QCOMPARE(run({"watch", "--once", alerts(limitedAbove(0, R"(, "silenced": {
                    "until": "2999-01-01T00:00:00Z", "reason": "r"})"))})
                     .code,
                 0);
        QCOMPARE(run({"watch", "--once", path("none.json")}).code, 2);
    }

    void ofTheServer()
    {
        const QString file = alerts(R"({"name": "memory", "measure": "memory used", "above": 50},
                                       {"name": "evicted", "measure": "evicted keys", "above": 0})");
        redis({"CONFIG", "SET", "maxmemory", "100gb"});
        QCOMPARE(run({"watch", "--once", file}).code, 0);
        redis({"CONFIG", "SET", "maxmemory-policy", "allkeys-random"});
        for (int i = 0; i < 100; ++i)
            redis({"SET", "other:" + std::to_string(i), "x"});
        Watching watch(url(), file, {"--metrics", path("server.prom")});
        QTRY_VERIFY(!read("server.prom").isEmpty()); // what is evicted is counted from the first round on
        redis({"CONFIG", "SET", "maxmemory", "1"});
        QTRY_VERIFY2(watch.events("fires").size() >= 2, watch.all());
        QVERIFY2(watch.has("evicted"), watch.all());
        redis({"CONFIG", "SET", "maxmemory", "0"});
        redis({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        QTRY_VERIFY2(watch.has("recovered"), watch.all()); // of evicted keys: no more were
    }

    // Which can be read, and says of itself that it is full.
    void aFullServerIsToldOf()
    {
        redis({"SET", "rl:203.0.113.9", "7", "PX", "600000"});
        Watching watch(url(), alerts(R"({"name": "memory", "measure": "memory used", "above": 90})"));
        QTRY_VERIFY2(watch.has("not known"), watch.all());
        redis({"CONFIG", "SET", "maxmemory", "1"});
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        QVERIFY2(!watch.has("lost"), watch.all());
    }

    void staleLocksTakeTwoLooks()
    {
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        const QString file =
            alerts(R"({"name": "locks", "filter": "warning:stale-lock", "measure": "tokens", "above": 0})");
        QCOMPARE(run({"watch", "--once", file}).code, 1);
        Watching watch(url(), file);
        QTRY_VERIFY2(watch.has("fires"), watch.all());
    }

    void findingsAreToldOf()
    {
        const QString file = alerts(R"({"name": "problems", "measure": "findings", "above": 0},
                                       {"name": "bad", "measure": "critical findings", "above": 0})");
        redis({"CONFIG", "RESETSTAT"}); // it has evicted keys before
        QCOMPARE(run({"watch", "--once", file}).code, 0);
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        fill("a"); // which is well
        const Outcome once = run({"watch", "--once", file});
        QCOMPARE(once.code, 1);
        QVERIFY2(once.out.contains("such as stale-lock ("), qPrintable(once.out));
        const QJsonArray found = run({"warnings", "--json"}).list();
        QCOMPARE(found.size(), 1);
        QJsonObject told =
            run({"watch", "--once", "--json", file}).list()[0].toObject()["findings"].toArray()[0].toObject();
        for (const char* const field : {"code", "severity", "format", "group", "tokens", "samples", "advice"})
            QCOMPARE(told[field], found[0].toObject()[field]);
        const QString severity = told["severity"].toString();
        Watching watch(url(), file);
        QTRY_VERIFY2(watch.events("fires").size() >= (severity == "critical" ? 2 : 1), watch.all());
        redis({"DEL", "rate_limiter_lock:vendor:x"});
        QTRY_VERIFY2(watch.has("recovered"), watch.all());
        QCOMPARE(watch.events("fires").size(), severity == "critical" ? 2 : 1);
    }

    // Without an alert that measures them.
    void eachFindingIsSaid()
    {
        const QString file = write(
            "findings.json",
            QString(R"({"schema": 1, "findings": true, "alerts": [%1]})").arg(limitedAbove(1000)).toUtf8());
        redis({"CONFIG", "RESETSTAT"}); // it has evicted keys before
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        Watching watch(url(), file, {"--metrics", path("found.prom")});
        QTRY_VERIFY2(watch.has("found"), watch.all());
        QCOMPARE(watch.events("found")[0]["code"].toString(), "stale-lock");
        QTRY_VERIFY(read("found.prom").contains("ratewarden_findings{code=\"stale-lock\",severity="));
        redis({"DEL", "rate_limiter_lock:vendor:x"});
        QTRY_VERIFY2(watch.has("gone"), watch.all());
        QTRY_VERIFY(!read("found.prom").contains("stale-lock"));
        QCOMPARE(watch.events("found").size(), 1);
    }

    void whatIsDismissedIsNotTold()
    {
        const QString file = alerts(R"({"name": "problems", "measure": "findings", "above": 0})");
        redis({"CONFIG", "RESETSTAT"});
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_DISMISSED", path("dismissed"));
        QCOMPARE(run({"watch", "--once", file}, environment).code, 1);
        const QJsonObject found = run({"warnings", "--json"}, environment).list().at(0).toObject();
        QVERIFY(found["dismissed"].isNull());

        const DismissalFile dismissals(path("dismissed").toStdString());
        const Endpoint here = parseEndpoint(url().toStdString());
        const FindingName name{found["code"].toString().toStdString(),
                               found["format"].toString().toStdString(),
                               found["group"].toString().toStdString()};
        dismissals.keep(here, name, Dismissal{"ops", "known", std::nullopt});
        QCOMPARE(run({"watch", "--once", file}, environment).code, 0);
        const Outcome said = run({"warnings"}, environment);
        QVERIFY2(!said.out.contains("stale-lock") && said.err.contains("1 finding is dismissed"),
                 qPrintable(said.out + said.err));
        const QJsonObject listed = run({"warnings", "--json"}, environment).list().at(0).toObject();
        QCOMPARE(listed["dismissed"].toObject()["reason"].toString(), "known");
        QCOMPARE(listed["dismissed"].toObject()["by"].toString(), "ops");
        QVERIFY(listed["dismissed"].toObject()["until_us"].isNull());
        QCOMPARE(listed["tokens"].toInt(), 1);
        // From the terminal, as well as from the window.
        const auto state = [&]() -> QJsonValue { // not one that refers into what is gone
            return run({"warnings", "--json"}, environment).list().at(0).toObject()["dismissed"];
        };
        QCOMPARE(run({"warnings", "--restore", "stale-lock"}, environment).out, "1 finding is told again\n");
        QVERIFY(state().isNull());
        QCOMPARE(run({"warnings", "--dismiss", "stale-lock"}, environment).code, 2); // without a reason
        QCOMPARE(run({"warnings", "--dismiss", "no-ttl", "--reason", "r"}, environment).code, 2);
        QCOMPARE(
            run({"warnings", "--dismiss", "stale-lock", "--group", "other", "--reason", "r"}, environment)
                .code,
            2);
        const Outcome forAnHour =
            run({"warnings", "--dismiss", "stale-lock", "--for", "1h", "--reason", "a move"}, environment);
        QVERIFY_TEXT(forAnHour.out, startsWith("1 finding is dismissed until "));
        QCOMPARE(state().toObject()["reason"].toString(), "a move");
        QVERIFY(state().toObject()["until_us"].toDouble() > 1.7e15);
        QCOMPARE(run({"watch", "--once", file}, environment).code, 0);
        // One that has ended is none.
        dismissals.keep(here, name, Dismissal{"ops", "known", Instant(std::chrono::seconds(1'000'000'000))});
        QCOMPARE(run({"watch", "--once", file}, environment).code, 1);
    }

    void aLostServerKeepsTheStates()
    {
        TestServer server;
        const QString address = "unix://" + QString::fromStdString(server.endpoint().socketPath);
        {
            Connection connection(server.endpoint(), unhurried);
            PublishedPolicy published;
            published.policy = {"api", "sliding-log", parseRules("3/h"), false, false, {}};
            QVERIFY(publishPolicy(connection, published, {"test", "test"}).published);
        }
        const QProcessEnvironment there = [&] {
            QProcessEnvironment environment;
            environment.insert("RATEWARDEN_REDIS", address);
            return environment;
        }();
        QCOMPARE(run({"charge", "a", "--policy", "api", "--cost", "3"}, there).code, 0);
        Watching watch(address, alerts(limitedAbove(0)), {"--metrics", path("lost.prom")});
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        server.kill();
        QTRY_VERIFY2(watch.has("lost"), watch.all());
        QTRY_VERIFY2(
            read("lost.prom").contains("ratewarden_alert_state{alert=\"limited\",severity=\"warning\"} 2"),
            read("lost.prom"));
        const QByteArray before = read("lost.prom"); // the age of what is known is in it
        QTRY_VERIFY(read("lost.prom") != before);    // and another round fails
        QVERIFY(!watch.has("recovered"));
        QCOMPARE(server.start(), QString()); // without its data
        QTRY_VERIFY2(watch.has("recovered"), watch.all());
        QCOMPARE(watch.events("lost").size(), 1);
        QCOMPARE(watch.events("back").size(), 1);
        QCOMPARE(watch.events("restarted").size(), 1);
        QCOMPARE(watch.events("fires").size(), 1);
        QCOMPARE(watch.end(SIGTERM), 0);
    }

    // The pause after a walk spares the server: it is none after waiting in vain for an answer.
    void aServerThatHungIsReadAgainAtOnce()
    {
        TestServer server;
        Watching watch("unix://" + QString::fromStdString(server.endpoint().socketPath),
                       alerts(R"({"name": "few", "measure": "tokens", "below": 1})"));
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        server.freeze();
        QTRY_VERIFY2(watch.has("lost"), watch.all()); // after seconds
        server.thaw();
        QElapsedTimer timer;
        timer.start();
        QTRY_VERIFY2(watch.has("back"), watch.all());
        QVERIFY2(timer.elapsed() < 20'000, watch.all());
    }

    // A watcher that starts before its server does not die.
    void waitsForAServer()
    {
        TestServer server;
        server.kill();
        Watching watch("unix://" + QString::fromStdString(server.endpoint().socketPath),
                       alerts(R"({"name": "few", "measure": "tokens", "below": 1})"));
        QTRY_VERIFY2(watch.has("lost"), watch.all());
        QCOMPARE(server.start(), QString());
        QTRY_VERIFY2(watch.has("fires"), watch.all());
        QCOMPARE(watch.events("back").size(), 1);
    }

    void theFileIsReadAgain()
    {
        const QString program = write("hear", "#!/bin/sh\ncat >> " + path("heard").toUtf8() + "\n", true);
        fill("a");
        Watching watch(url(), alerts(limitedAbove(0), command(program), "changing.json"));
        QTRY_COMPARE(read("heard").count('\n'), 1);
        write("changing.json", "{\"schema\": 1, \"alerts\": [{]}");
        QTRY_VERIFY2(watch.complaints().contains("stay in force"), watch.all());
        QVERIFY2(watch.complaints().contains("changing.json, line 1"), watch.all());
        empty("a");
        QTRY_VERIFY2(watch.has("recovered"), watch.all()); // by the file that was read before
        fill("a");
        QTRY_COMPARE(watch.events("fires").size(), 2);
        // The same alert with another severity is still firing, and not told again.
        alerts(limitedAbove(0, R"(, "severity": "info")") + "," + limitedAbove(0, {}, "new"),
               command(program), "changing.json");
        QTRY_COMPARE(watch.events("fires").size(), 3);
        QCOMPARE(watch.events("fires")[2]["alert"].toString(), "new");
        QCOMPARE(watch.events("file").size(), 1);
        QTRY_COMPARE(read("heard").count('\n'), 4);
        // One that is told to fire does not vanish in silence.
        alerts(limitedAbove(0, {}, "new"), command(program), "changing.json");
        QTRY_VERIFY2(read("heard").contains("\"removed\""), read("heard"));
        QCOMPARE(watch.end(SIGTERM), 0);
        QCOMPARE(watch.events("fires").size(), 3);
    }

    void aSignOfLifeIsTold()
    {
        const QString program = write("alive", "#!/bin/sh\ncat >> " + path("lived").toUtf8() + "\n", true);
        Watching watch(url(), write("alive.json", QString(R"({"schema": 1,
                                 "alive": {"every": "100ms", "tell": [%1]}, "alerts": [%2]})")
                                                      .arg(command(program), limitedAbove(0))
                                                      .toUtf8()));
        QTRY_VERIFY(read("lived").count('\n') >= 2);
        const QJsonObject alive = QJsonDocument::fromJson(read("lived").split('\n')[0]).object();
        QCOMPARE(alive["event"].toString(), "alive");
        QCOMPARE(alive["firing"].toInt(-1), 0);
    }

    // Two watchers: one message of everything, and none is lost with the one that told.
    void oneOfThoseThatShareTells()
    {
        QFile::remove(path("shared"));
        const QString file = shared(limitedAbove(0));
        std::optional<Watching> first(std::in_place, url(), file);
        QTRY_VERIFY2(first->has("tells"), first->all());
        Watching second(url(), file);
        QTRY_VERIFY2(second.has("rests"), second.all());
        fill("a");
        QTRY_VERIFY2(first->has("fires"), first->all());
        QTRY_VERIFY2(second.has("fires"), second.all()); // which it prints
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        QCOMPARE(told(), QStringList{"fires"});

        first->kill();
        first.reset();
        redis({"PEXPIRE", leaseKey, "1"}); // as it does by itself, later
        QTRY_VERIFY2(second.has("tells"), second.all());
        empty("a");
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered"}));
        QTRY_COMPARE(recorded(), QByteArray("{}"));
        fill("b");
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered", "fires"}));
        QCOMPARE(second.end(SIGTERM), 0);
        QCOMPARE(redis({"EXISTS", leaseKey}).view().integer(), 0); // it was given back
        QVERIFY(redis({"PTTL", toldKey}).view().integer() > 0);

        // Long after, the alert has recovered without a watcher: whoever was told that it fires is told this,
        // too.
        empty("b");
        Watching third(url(), file);
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered", "fires", "recovered"}));
        QTRY_COMPARE(third.events("tells").size(), 1);
        QVERIFY2(!third.has("fires"), third.all());
    }

    // Who takes over waits for all of the time that the alert wants before it tells that it has recovered.
    void whoTakesOverKnowsWhatFires()
    {
        QFile::remove(path("shared"));
        fill("a");
        std::optional<Watching> first(std::in_place, url(), shared(limitedAbove(0)));
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        QCOMPARE(first->end(SIGTERM), 0);
        // To this one the alert would be quiet, as what is pending; and it has another besides.
        Watching second(url(),
                        shared(limitedAbove(0, R"(, "for": "1h")") + "," + limitedAbove(0, {}, "new")));
        QTRY_VERIFY2(recorded().contains("\"new\""), recorded());
        QCOMPARE(told(), (QStringList{"fires", "fires"}));
        QVERIFY2(!second.has("pending"), second.all());
        empty("a");
        QTRY_COMPARE(told(), (QStringList{"fires", "fires", "recovered"})); // the new one
        QTRY_VERIFY2(second.has("recovering"), second.all());
        QVERIFY2(recorded().contains("\"limited\""), recorded());
        QCOMPARE(second.end(SIGTERM), 0);
        // What nobody watches any more will not recover.
        Watching third(url(), shared(limitedAbove(0, {}, "new")));
        QTRY_COMPARE(told(), (QStringList{"fires", "fires", "recovered", "removed"}));
        QTRY_COMPARE(recorded(), QByteArray("{}"));
    }

    // The server comes back without what it knew: the next that tells has seen it before.
    void aLostServerLosesNothingThatWasTold()
    {
        QFile::remove(path("shared"));
        const QString file = shared(limitedAbove(0));
        std::optional<Watching> first(std::in_place, url(), file);
        QTRY_VERIFY2(first->has("tells"), first->all());
        Watching second(url(), file, {"--metrics", path("second.prom")});
        QTRY_VERIFY2(second.has("rests"), second.all());
        fill("a");
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        QTRY_VERIFY2(second.has("fires"), second.all());
        const auto roundOfSecond = [this] {
            return QString::fromUtf8(read("second.prom")).split('\n').filter("ratewarden_watch_last_round");
        };
        for (int i = 0; i < 2; ++i) { // it has seen what is told
            const auto before = roundOfSecond();
            QTRY_VERIFY(roundOfSecond() != before);
        }
        first->kill();
        first.reset();
        redis({"DEL", leaseKey, toldKey});
        QTRY_VERIFY2(second.has("tells"), second.all());
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        empty("a");
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered"}));
    }

    // As resources/docs/watch.md has them.
    void aViewerWithTheRightsForItShares()
    {
        QFile::remove(path("shared"));
        const QString viewer =
            urlOf("sharer", {"~*", "+@read", "+@connection", "-@dangerous", "+info", "+time", "+eval",
                             "+evalsha", "(~rw:watch:* ~{rw:watch:* +get +set +del +pexpire)"});
        Watching watch(viewer, shared(limitedAbove(0)));
        QTRY_VERIFY2(watch.has("tells"), watch.all());
        fill("a");
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        QCOMPARE(watch.end(SIGTERM), 0);
        QVERIFY2(!watch.complaints().contains("share"), watch.all());
        QCOMPARE(redis({"EXISTS", leaseKey}).view().integer(), 0);
    }

    // On two machines, as the package starts it there.
    void theServicesOfThePackageShare()
    {
        const QString unit = QString::fromUtf8(sourceFile("resources/package/ratewarden-watch@.service"))
                                 .section("ExecStart=", 1);
        QStringList options = unit.section('\n', 0, 0).split(' ');
        QCOMPARE(options.mid(0, 3), (QStringList{"ratewarden-ctl", "watch", "/etc/ratewarden/%i.json"}));
        options.remove(0, 3);
        QVERIFY2(options.contains("--read-only"), qPrintable(unit));
        QFile::remove(path("shared"));
        const QString file = shared(limitedAbove(0));
        Watching first(url(), file, options);
        QTRY_VERIFY2(first.has("tells"), first.all());
        Watching second(url(), file, options);
        QTRY_VERIFY2(second.has("rests"), second.all());
        fill("a");
        QTRY_VERIFY2(second.has("fires"), second.all());
        QTRY_VERIFY2(recorded().contains("\"limited\""), recorded());
        QCOMPARE(first.end(SIGTERM), 0);
        QTRY_VERIFY2(second.has("tells"), second.all());
        empty("a");
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered"}));
        QVERIFY2(!first.complaints().contains("share"), first.all());
        QVERIFY2(!second.complaints().contains("share"), second.all());
    }

    void whoMayNotWriteTellsAlone()
    {
        QFile::remove(path("shared"));
        Watching watch(urlOf("viewer", {"+@all", "-eval", "-evalsha", "~*"}), shared(limitedAbove(0)));
        QTRY_VERIFY2(watch.complaints().contains("as if it shared with nobody"), watch.all());
        fill("a");
        QTRY_COMPARE(told(), QStringList{"fires"});
        empty("a");
        QTRY_COMPARE(told(), (QStringList{"fires", "recovered"}));
        QCOMPARE(watch.end(SIGTERM), 0);
        QCOMPARE(watch.complaints().count("as if it shared"), 1);
        QCOMPARE(redis({"EXISTS", leaseKey, toldKey}).view().integer(), 0);
    }

    void linesForPeople()
    {
        fill("a");
        QProcess watch;
        start(watch, {"watch", alerts(limitedAbove(0, R"(, "severity": "critical")"))});
        QByteArray out;
        QTRY_VERIFY(((out += watch.readAllStandardOutput()), out.contains('\n')));
        QVERIFY2(out.contains("limited: fires (critical); tokens is 1, above 0, such as a (api, limited)\n"),
                 out);
        watch.terminate();
        QVERIFY(watch.waitForFinished(patienceMs));
        QCOMPARE(watch.exitCode(), 0);
    }

    void checkSaysWhatItUnderstood()
    {
        const QString page = write("p", "#!/bin/sh\n", true);
        const Outcome said = run({"watch", "--check",
                                  alerts(limitedAbove(5, R"(, "backBelow": 3, "for": "1min",
                                      "silenced": {"until": "2026-12-01T08:00:00Z", "reason": "migration"})"),
                                         command(page, R"(, "a b")"))});
        QVERIFY2(said.code == 0, qPrintable(said.err));
        for (const char* words :
             {"limited  tokens   above 5 for 1min  below 3   warning   policy:api limited",
              "silenced until 2026-12-01 08:00:00 +0000: migration",
              "every 10s; told to:", "/p 'a b', within 10s"})
            QVERIFY2(said.out.contains(words), qPrintable(said.out));
        const QJsonObject json =
            QJsonDocument::fromJson(run({"watch", "--check", "--json", alerts(limitedAbove(5))}).out.toUtf8())
                .object();
        QCOMPARE(json["every_us"].toInteger(), 10'000'000);
        QVERIFY(json["share"].isNull());
        QVERIFY(run({"watch", "--check", shared(limitedAbove(5))})
                    .out.contains("of all watchers that share \"two of them\" one tells at a time\n"));
        QCOMPARE(json["alerts"].toArray()[0].toObject()["above"].toInt(), 5);
        QVERIFY(json["findings"].isBool() && !json["alerts"].toArray()[0].toObject().contains("silenced"));
        const QByteArray silent =
            run({"watch", "--check", "--json",
                 alerts(limitedAbove(5, R"(, "silenced": {"until": "2026-12-01T08:00:00Z",
                                              "reason": "migration"})"))})
                .out.toUtf8();
        const QJsonObject silenced =
            QJsonDocument::fromJson(silent).object()["alerts"].toArray()[0].toObject()["silenced"].toObject();
        QCOMPARE(silenced["reason"].toString(), QString("migration"));
        QCOMPARE(silenced["until_us"].toInteger(), 1'796'112'000'000'000);
    }

    void refusals_data()
    {
        addColumns<QString, QStringList, QString>({"tell", "more", "message"});
        const QStringList check{"--check"};
        addRow("no program", command("/none/there"), check, "/none/there cannot be run");
        addRow("no secret", R"({"webhook": "https:\/\/a", "secretFile": "/none/there"})", check,
               "/none/there cannot be read");
        addRow("no secret, later", R"({"webhook": "https:\/\/a", "secretFile": "/none/there"})",
               QStringList(), "/none/there cannot be read");
        addRow("empty secret", R"({"webhook": "https:\/\/a", "secretFile": "/dev/null"})", check,
               "it would sign nothing");
        addRow("relative", command("page"), check, "tell[0].command[0]: the path must be absolute");
        addRow("often", QString(), QStringList{"--every", "1ms"}, "--every is from");
        addRow("once and every", QString(), QStringList{"--once", "--every", "1s"}, "goes on");
        addRow("once and check", QString(), QStringList{"--once", "--check"}, "--once");
    }
    void refusals()
    {
        QFETCH(QString, tell);
        QFETCH(QStringList, more);
        QFETCH(QString, message);
        const Outcome outcome = run(QStringList{"watch", alerts(limitedAbove(0), tell)} + more);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(message), qPrintable(outcome.err));
    }
};

RATEWARDEN_SUITE(TestCtlWatch)

#include "tst_ctl_watch.moc"
