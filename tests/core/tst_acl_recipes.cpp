// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The users that resources/docs/deployment.md makes with ACL SETUSER, made by its own text on a real server:
// each can do what it is for, and nothing else.
#include "core/admin/rights_of_keys.h"
#include "core/admin/token_walk.h"
#include "core/algorithms/algorithm.h"
#include "core/explain/denial_memory.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/policies/policy_watch.h"
#include "core/redis/connection.h"
#include "core/redis/open_server.h"
#include "core/redis/server_info.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/await.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/test_server.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <array>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestAclRecipes : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<TestServer> m_server;
    std::unique_ptr<Connection> m_admin;
    const Policy m_policy{"api", "gcra", parseRules("5/min")};

    /// The lines of that page that begin with this command, as they stand there; those that end in a
    /// backslash go on.
    static QString recipe(const QString& user)
    {
        const QRegularExpression lines("^    (redis-cli ACL SETUSER " + user + " (?:.*\\\\\n)*.*)\n",
                                       QRegularExpression::MultilineOption);
        return lines.match(QString(sourceFile("resources/docs/deployment.md"))).captured(1);
    }

    Endpoint as(const char* user) const { return m_server->endpointOf(user, "SECRET"); }

    /// How often the server has changed anything.
    std::string changes() const
    {
        const Reply info = m_admin->call({"INFO", "persistence"});
        return std::string(parseInfo(info.view().string()).at("rdb_changes_since_last_save"));
    }

    static QString refusal(Server& server, const Command& command)
    {
        try {
            server.call(command);
        } catch (const Refused& error) {
            return error.reason() == Refused::Reason::MissingRight ? "refused" : error.what();
        } catch (const Error& error) {
            return error.what();
        }
        return "done";
    }

    static QString outcomeOf(Server& server, Change change)
    {
        const ChangeOutcome outcome = apply(server, std::move(change));
        if (!outcome.trouble)
            return "done";
        return QString::fromStdString(englishText(outcome.trouble.first));
    }

    /// By a shell, as a reader would run it.
    static void makeUsers(const QString& where)
    {
        for (const char* user : {"viewer", "operator", "limiter"}) {
            QString text = recipe(user);
            QVERIFY2(!text.isEmpty(), user);
            text.replace("redis-cli ", "redis-cli " + where + " ");
            QProcess shell;
            shell.start("sh", {"-c", text});
            QVERIFY(shell.waitForFinished(patienceMs));
            QCOMPARE(shell.readAllStandardOutput().trimmed(), QByteArray("OK"));
        }
    }

    Change block() const { return blockOf({"abuser", 1h, "scraping", "me"}); }

    /// What Redis says to all commands of a category, each with as many arguments as it takes at least: those
    /// that it would run.
    QStringList allowedOf(const char* user, const char* category) const
    {
        QStringList allowed;
        const Reply names = m_admin->call({"COMMAND", "LIST", "FILTERBY", "ACLCAT", category});
        for (std::size_t i = 0; i < names.view().size(); ++i) {
            const std::string name(names.view()[i].string());
            if (name.find('|') != std::string::npos)
                continue; // with the command that it belongs to
            for (int more = 1; more < 8; ++more) {
                Command dryRun{"ACL", "DRYRUN", user, name};
                for (int k = 0; k < more; ++k)
                    dryRun.add(k == 0 || more < 4 ? "1" : "other:key");
                const std::vector<Reply> said = m_admin->pipeline(std::span(&dryRun, 1));
                if (!said.front().view().isError() && said.front().view().string() == "OK") {
                    allowed << QString::fromStdString(name);
                    break;
                }
            }
        }
        allowed.sort(); // Redis lists them in no order
        return allowed;
    }

private Q_SLOTS:
    void init()
    {
        awaitTimeInTheMinute();
        m_server = std::make_unique<TestServer>();
        m_admin = std::make_unique<Connection>(m_server->endpoint(), unhurried);
        announcePolicy(*m_admin, m_policy);
        RedisRateLimiter(*m_admin, m_policy).acquire("abuser");
        m_admin->call({"SET", "other:key", "1"});
        blockToken(*m_admin, {"banned", 1h, "scraping", "me"});
        makeUsers("-s '" + QString::fromStdString(m_server->endpoint().socketPath) + "'");
    }

    void allThreeWorkOnACluster()
    {
        TestCluster cluster(2);
        for (const TestCluster::Node& node : cluster.nodes())
            makeUsers(QString("-p %1").arg(node.port));
        const auto open = [&cluster](const char* user) {
            Endpoint endpoint = cluster.endpoint();
            endpoint.user = user;
            endpoint.password = "SECRET";
            return openServer(endpoint, unhurried);
        };
        const std::unique_ptr<Server> service = open("limiter");
        announcePolicy(*service, m_policy);
        Policy remembering = m_policy;
        remembering.counters = true;
        remembering.denials = 10;
        RedisRateLimiter limiter(*service, remembering);
        constexpr std::size_t tokens = 20; // on both nodes
        for (std::size_t i = 0; i < tokens; ++i)
            QVERIFY(limiter.acquire("user:" + std::to_string(i)).allowed());
        const std::unique_ptr<Server> viewer = open("viewer");
        const PolicyBook book = readPolicies(*viewer);
        TokenWalk walk(*viewer, book, TokenWalk::Which::WithState);
        while (!walk.isAtEnd())
            walk.readPage();
        QCOMPARE(walk.tokens(), tokens);
        const std::unique_ptr<Server> onCall = open("operator");
        for (std::size_t i = 0; i < tokens; ++i)
            QCOMPARE(outcomeOf(*onCall, blockOf({"user:" + std::to_string(i), 1h, "scraping", "me"})),
                     "done");
        QCOMPARE(limiter.acquire("user:7").verdict, Verdict::Blocked);
        const std::array policies{m_policy.name};
        const auto denied = sampledDenials(
            *viewer, policies, [](const auto&) { return true; }, 10);
        QCOMPARE(denied.size(), std::size_t(1));
        QCOMPARE(denied.front().of, (CountedToken{"user:7", "api"}));
    }

    void theViewerSeesAllAndChangesNothing()
    {
        const std::string before = changes();
        Connection connection(as("viewer"), unhurried);
        QCOMPARE(readPolicies(connection).policies.size(), 1U);
        std::size_t found = 0;
        for (ScanCursor cursor; !cursor.isAtEnd();)
            found += scanSubjects(connection, cursor).subjects.size();
        QVERIFY(found >= 2);
        const Subject subject = stateSubject("abuser", m_policy);
        const std::vector<Reading> readings =
            readSubjects(connection, std::span(&subject, 1), [this](const Subject&) { return &m_policy; });
        QVERIFY(readings.front().decision.has_value());
        QVERIFY(findBlock(connection, "banned").has_value());
        QVERIFY(!policyHistory(connection, "api").empty());
        QVERIFY(readServerInfo(connection).version.has_value());
        QCOMPARE(refusal(connection, {"TIME"}), "done");
        QCOMPARE(refusal(connection, {"MEMORY", "USAGE", "other:key"}), "done");
        QCOMPARE(refusal(connection, {"COMMAND", "INFO", "get"}), "done");
        PolicyWatch watch(as("viewer"));
        QTRY_VERIFY(watch.find("api"));
        QTRY_COMPARE(QString::fromStdString(watch.problem()), QString());

        QVERIFY2(outcomeOf(connection, block()).contains("ACL"), qPrintable(outcomeOf(connection, block())));
        QVERIFY(!findRights(connection).missingFor("block").empty());
        QCOMPARE(allowedOf("viewer", "write"), QStringList());
        QCOMPARE(allowedOf("viewer", "scripting"), QStringList());
        QCOMPARE(refusal(connection, {"KEYS", "*"}), "refused");
        QCOMPARE(refusal(connection, {"CONFIG", "GET", "requirepass"}), "refused");
        QCOMPARE(changes(), before);
    }

    void theOperatorBlocksResetsAndPublishes()
    {
        Connection connection(as("operator"), unhurried);
        QCOMPARE(findRights(connection), Rights());
        QCOMPARE(outcomeOf(connection, block()), "done");
        QVERIFY(findBlock(*m_admin, "abuser"));
        const Subject subject = stateSubject("abuser", m_policy);
        ChangeOutcome reset =
            apply(connection, {ResetIntent{}, {subject}, {{"api", m_policy}}, "me", "test"});
        QVERIFY(!reset.trouble);
        QVERIFY(!undo(connection, reset).trouble);
        QVERIFY(overrideToken(connection, {"abuser", "api", parseRules("9/min"), 1h, "a partner", "me"})
                    .rules.size() == 1);
        PublishedPolicy published;
        published.policy = m_policy;
        published.policy.rules = parseRules("7/min");
        published.version = 1;
        publishPolicy(connection, published, {"me", "test"});
        QCOMPARE(findPolicy(*m_admin, "api")->rules, parseRules("7/min"));
        // Keys of other limiters, too.
        QCOMPARE(refusal(connection, {"SET", "rl:1", "5", "PX", "1000"}), "done");
        for (const Command& command :
             {Command{"FLUSHALL"}, Command{"KEYS", "*"}, Command{"CONFIG", "SET", "maxmemory", "1"},
              Command{"ACL", "SETUSER", "operator", "+@all"}, Command{"SCRIPT", "FLUSH"}, Command{"SHUTDOWN"},
              Command{"REPLICAOF", "NO", "ONE"}, Command{"SWAPDB", "0", "1"}})
            QCOMPARE(refusal(connection, command), "refused");
        QCOMPARE(allowedOf("operator", "dangerous"), QStringList({"info", "restore"}));
    }

    void theLimiterDecidesAndNothingElse_data() { addAlgorithms(); }
    void theLimiterDecidesAndNothingElse()
    {
        QFETCH(QString, algorithm);
        Connection connection(as("limiter"), unhurried);
        Policy policy{"pay", algorithm.toStdString(), parseRules("2/min + 5/h")};
        policy.counters = true;
        QVERIFY(!announcePolicy(connection, policy));
        Policy other = policy;
        other.rules = parseRules("9/min");
        QVERIFY(announcePolicy(connection, other) == policy); // it stays as it is
        QVERIFY(findPolicy(*m_admin, "pay") == policy);
        RedisRateLimiter limiter(connection, policy);
        QVERIFY(limiter.acquire("ip:203.0.113.9").allowed());
        QVERIFY(limiter.acquire("ip:203.0.113.9").allowed());
        QVERIFY(!limiter.acquire("ip:203.0.113.9").allowed());
        QVERIFY(!limiter.peek("ip:203.0.113.9").allowed());
        limiter.giveBack("ip:203.0.113.9", 1);
        QVERIFY(limiter.acquire("ip:203.0.113.9").allowed());
        QVERIFY(!limiter.acquire("banned").allowed());
        overrideToken(*m_admin, {"vip", "pay", parseRules("9/min"), 1h, "a partner", "me"});
        for (int i = 0; i < 6; ++i)
            QVERIFY(limiter.acquire("vip").allowed());
        PolicyWatch watch(as("limiter")); // and follows what is published
        QTRY_VERIFY(watch.find("api"));
        QTRY_COMPARE(QString::fromStdString(watch.problem()), QString());

        for (const Change& change :
             {block(), Change{UnblockIntent{}, {controlSubject("banned")}, {}, "me", "test"},
              overrideOf({"abuser", "pay", parseRules("9/min"), 1h, "mine", "me"})})
            QVERIFY(outcomeOf(connection, change) != "done");
        QVERIFY(findBlock(*m_admin, "banned"));
        QVERIFY(!findBlock(*m_admin, "abuser"));
        PublishedPolicy published;
        published.policy = policy;
        published.version = 1;
        QVERIFY_THROWS_EXCEPTION(Refused, publishPolicy(connection, published, {"me", "test"}));
        for (const Command& command :
             {Command{"GET", "other:key"},
              Command{"SET", "other:key", "2"},
              Command{"DEL", "other:key"},
              Command{"DEL", "rw:{banned}:control"},
              Command{"SET", "rw:{banned}:control", "1"},
              Command{"HSET", "rw:policies", "api", "{}"},
              Command{"HSETNX", "rw:{banned}:control", "override_until:pay", "0"},
              Command{"HSETNX", "other:hash", "field", "1"},
              Command{"DEL", "rw:policies"},
              Command{"EVAL", "return redis.call('DEL', KEYS[1])", "1", "rw:{banned}:control"},
              Command{"EVAL", "return redis.call('SET', KEYS[1], 1)", "1", "rw:{banned}:control"},
              Command{"SCAN", "0"},
              Command{"KEYS", "*"},
              Command{"DBSIZE"},
              Command{"RANDOMKEY"},
              Command{"FLUSHALL"},
              Command{"CONFIG", "GET", "*"},
              Command{"CLIENT", "LIST"},
              Command{"INFO"},
              Command{"PUBLISH", "a", "b"},
              Command{"SCRIPT", "FLUSH"},
              Command{"XREVRANGE", "rw:audit", "+", "-"},
              Command{"HGETALL", "rw:watch:lease"},
              Command{"MONITOR"}})
            QCOMPARE(refusal(connection, command).contains("done"), false);
        QCOMPARE(m_admin->call({"TYPE", "rw:{banned}:control"}).view().string(), std::string_view("hash"));
        QCOMPARE(m_admin->call({"GET", "other:key"}).view().string(), std::string_view("1"));
    }
};

RATEWARDEN_SUITE(TestAclRecipes)
#include "tst_acl_recipes.moc"
