// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// A read-only connection changes nothing, whatever is sent through it.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/guard.h"
#include "core/redis/reply_reader.h"
#include "core/redis/server_info.h"
#include "core/watch/watch_lease.h"
#include "tests/support/acts.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <fmt/format.h>

#include <QTest>

#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestGuard : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    using Facts = std::map<std::string, std::string>;

    static bool isRefused(Server& server, const Command& command)
    {
        const auto error = thrownBy<Refused>([&] { server.pipeline({command}); });
        return error && error->reason() == Refused::Reason::ReadOnly;
    }

    /// As text, of any reply.
    static void write(std::string& text, ReplyView reply)
    {
        if (reply.isNil()) {
            text += "nil";
            return;
        }
        try {
            for (std::size_t i = 0; i < reply.size(); ++i) {
                write(text, reply[i]);
                text += ' ';
            }
            return;
        } catch (const BadReply&) { // no array
        }
        try {
            text += reply.isError() ? reply.errorText() : reply.string();
        } catch (const BadReply&) {
            text += std::to_string(reply.integer());
        }
    }

    std::string ask(const Command& command)
    {
        const Reply reply = std::move(m_connection.pipeline({command}).front());
        std::string text;
        write(text, reply.view());
        return text;
    }

    /// Keys of every type, one of them a count of distinct elements that is not stored yet.
    void fill()
    {
        m_connection.pipeline({{"FLUSHALL"},
                               {"SET", "string", "1"},
                               {"SET", "expiring", "one", "EX", "10000"},
                               {"RPUSH", "list", "1", "2", "1"},
                               {"SADD", "set", "1", "2"},
                               {"ZADD", "zset", "1", "1", "2", "2"},
                               {"GEOADD", "geo", "1", "1", "1"},
                               {"HSET", "hash", "1", "1"},
                               {"XADD", "stream", "1-1", "1", "1"},
                               {"XGROUP", "CREATE", "stream", "1", "0"},
                               {"XREADGROUP", "GROUP", "1", "1", "COUNT", "1", "STREAMS", "stream", ">"},
                               {"PFADD", "count", "a", "b", "c"},
                               {"SLOWLOG", "RESET"},
                               {"SCRIPT", "FLUSH"}});
    }

    static const std::vector<std::string>& keys()
    {
        static const std::vector<std::string> all{"string", "expiring", "list",   "set",   "zset",
                                                  "geo",    "hash",     "stream", "count", "none"};
        return all;
    }

    /// Everything that a command could have changed, by what it is.
    Facts facts()
    {
        Facts facts;
        for (const std::string& key : keys()) {
            // SORT_RO stores a sorted set in another encoding, with the same members.
            const bool isSortedSet = key == "zset" || key == "geo";
            facts["value of " + key] =
                isSortedSet ? ask({"ZRANGE", key, "0", "-1", "WITHSCORES"}) : ask({"DUMP", key});
            facts["expiry of " + key] = ask({"PEXPIRETIME", key});
        }
        facts["consumers"] = ask({"XPENDING", "stream", "1"});
        const Reply info = m_connection.call({"INFO", "everything"});
        const auto fields = parseInfo(info.view().string());
        for (const char* const field : {"rdb_changes_since_last_save", "rdb_saves", "rdb_bgsave_in_progress",
                                        "aof_enabled", "role", "run_id", "number_of_cached_scripts",
                                        "number_of_functions", "pubsub_channels", "master_replid"})
            if (const auto found = fields.find(field); found != fields.end())
                facts[field] = std::string(found->second);
        facts["databases"] = ask({"INFO", "keyspace"}).substr(0, 40);
        facts["configuration"] = ask({"CONFIG", "GET", "*"});
        facts["users"] = ask({"ACL", "LIST"});
        facts["functions"] = ask({"FUNCTION", "LIST"});
        return facts;
    }

    /// With its subcommands, those with the flag, as "config|set"; empty: all that can be sent.
    std::vector<std::string> commandNames(std::string_view wanted = {})
    {
        const Reply reply = m_connection.call({"COMMAND"});
        std::vector<std::string> names;
        const auto add = [&](ReplyView described) {
            bool has = wanted.empty();
            for (std::size_t i = 0; i < described[2].size(); ++i)
                has = has || described[2][i].string() == wanted;
            if (has)
                names.emplace_back(described[0].string());
        };
        for (std::size_t i = 0; i < reply.view().size(); ++i) {
            add(reply.view()[i]);
            for (std::size_t k = 0; k < reply.view()[i][9].size(); ++k)
                add(reply.view()[i][9][k]);
        }
        return names;
    }

    static Command named(const std::string& name)
    {
        const std::size_t bar = name.find('|');
        return bar == std::string::npos ? Command{name} : Command{name.substr(0, bar), name.substr(bar + 1)};
    }

    /// The command with arguments as commands have them: keys and numbers at any places, up to five.
    static std::vector<Command> callsOf(const std::string& name)
    {
        std::vector<Command> calls{named(name)};
        for (const std::string& key : keys())
            for (const std::vector<std::string>& pattern :
                 std::vector<std::vector<std::string>>{{key, "1", "1", "1", "1"},
                                                       {"1", key, "1", "1", "1"},
                                                       {key, key, key, "1", "1"},
                                                       {"none", "1", key, "1", "1"},
                                                       {"1", "1", key, "1", "1"}}) {
                Command call = named(name);
                for (const std::string& argument : pattern)
                    calls.push_back(call.add(argument));
            }
        return calls;
    }

private Q_SLOTS:
    void init() { fill(); }

    void readsPass()
    {
        Guard server(m_connection);
        QCOMPARE(server.where(), m_connection.where());
        QCOMPARE(std::string(server.call({"get", "string"}).view().string()), std::string("1"));
        QCOMPARE(server.pipeline({{"GET", "string"}, {"TIME"}, {"CONFIG", "GET", "maxmemory"}}).size(), 3U);
        for (const Command& command :
             std::initializer_list<Command>{{"INFO"},
                                            {"MEMORY", "USAGE", "string"},
                                            {"object", "encoding", "string"},
                                            {"XINFO", "GROUPS", "stream"},
                                            {"SCRIPT", "EXISTS", "1"},
                                            {"CLIENT", "SETNAME", "me"},
                                            {"SLOWLOG", "GET"},
                                            {"SORT_RO", "list"},
                                            {"BITFIELD_RO", "string", "GET", "u8", "0"}})
            QVERIFY2(!server.call(command).view().isError(), command.text().c_str());
    }

    void writesAreRefusedUnsent()
    {
        m_connection.call({"FLUSHALL"});
        Guard server(m_connection);
        const auto plain = thrownBy<Refused>([&] { server.call({"SET", "x", "1"}); });
        QVERIFY(plain && plain->reason() == Refused::Reason::ReadOnly);
        QVERIFY2(QString(plain->what()).startsWith("SET on " + QString::fromStdString(server.where())),
                 plain->what());
        QVERIFY(thrownBy<Refused>([&] { server.pipeline({{"GET", "x"}, {"INCR", "x"}, {"GET", "x"}}); }));
        QVERIFY(thrownBy<Refused>([&] { blockToken(server, {"t", 1h, "test", "me"}); }));
        RedisRateLimiter limiter(server, {"api", "gcra", parseRules("5/min")});
        QVERIFY(thrownBy<Refused>([&] { limiter.acquire("t"); }));
        QVERIFY(thrownBy<Refused>([&] { limiter.giveBack("t"); }));
        QVERIFY(thrownBy<Refused>([&] { limiter.reset("t"); }));
        QCOMPARE(number({"DBSIZE"}), 0);
    }

    void aRefusedPipelineSendsNothing()
    {
        m_connection.call({"CONFIG", "RESETSTAT"});
        Guard server(m_connection);
        QVERIFY(thrownBy<Refused>([&] { server.pipeline({{"GET", "string"}, {"INCR", "string"}}); }));
        const Reply stats = m_connection.call({"INFO", "commandstats"});
        QVERIFY2(stats.view().string().find("cmdstat_get:") == std::string_view::npos, "the GET was sent");
    }

    // Which commands there are the server says; what they do is seen by what they leave behind.
    void noCommandOfTheServerChangesIt()
    {
        m_connection.call({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
        fill();
        Connection behind(m_server.endpoint(), unhurried);
        Guard server(behind);
        server.call({"PING"});
        Facts before = facts();
        QVERIFY(before.at("value of count") != "nil" && before.at("consumers") != "nil");
        int passed = 0;
        for (const std::string& name : commandNames()) {
            bool isSent = false;
            const std::int64_t slow = number({"SLOWLOG", "LEN"});
            for (const Command& call : callsOf(name)) {
                if (isRefused(server, call))
                    continue;
                isSent = true;
            }
            passed += isSent;
            server.pipeline({{"SELECT", "0"}, {"CLIENT", "SETNAME", ""}});
            if (!isSent)
                continue;
            QVERIFY2(number({"SLOWLOG", "LEN"}) >= slow, name.c_str());
            const Facts after = facts();
            for (const auto& [what, value] : before)
                QVERIFY2(after.at(what) == value, fmt::format("{} changed the {}", name, what).c_str());
        }
        QVERIFY2(passed > 100 && passed < 250, std::to_string(passed).c_str());
    }

    // By the server's own account of what it was sent.
    void noCommandThatWritesArrives()
    {
        m_connection.call({"CONFIG", "RESETSTAT"});
        {
            Connection behind(m_server.endpoint(), unhurried);
            Guard server(behind);
            for (const std::string& name : commandNames())
                for (const Command& call : callsOf(name))
                    isRefused(server, call);
        }
        const Reply stats = m_connection.call({"INFO", "commandstats"});
        const auto fields = parseInfo(stats.view().string());
        QVERIFY(fields.contains("cmdstat_get") && fields.contains("cmdstat_object|encoding"));
        for (const std::string_view flag : {"write", "may_replicate", "pubsub", "blocking"})
            for (const std::string& name : commandNames(flag))
                if (name != "xread")
                    QVERIFY2(!fields.contains("cmdstat_" + name), name.c_str());
        for (const char* const name :
             {"keys", "config|set", "debug", "script|flush", "shutdown", "acl|setuser", "client|kill",
              "eval_ro", "fcall_ro", "monitor", "slowlog|reset", "memory|purge", "save", "multi"})
            QVERIFY2(!fields.contains(std::string("cmdstat_") + name), name);
    }

    // What the patterns above may not have hit.
    void writesInDisguiseAreRefused()
    {
        Guard server(m_connection);
        for (const Command& command : std::initializer_list<Command>{
                 {"GETEX", "string", "PERSIST"},
                 {"SORT", "list", "STORE", "x"},
                 {"sort", "list"},
                 {"BITFIELD", "string", "SET", "u8", "0", "9"},
                 {"GEORADIUS", "geo", "1", "1", "9", "km", "STORE", "x"},
                 {"ZRANGESTORE", "x", "zset", "0", "1"},
                 {"XREADGROUP", "GROUP", "1", "2", "STREAMS", "stream", ">"},
                 {"EVAL", "return redis.call('GET', KEYS[1])", "1", "string"},
                 {"EVAL_RO", "return redis.call('SLOWLOG', 'RESET')", "0"},
                 {"evalsha_ro", "0000000000000000000000000000000000000000", "0"},
                 {"FCALL", "f", "0"},
                 {"FCALL_RO", "f", "0"},
                 {"FUNCTION", "LOAD", "#!lua name=l\nredis.register_function('f', function() return 1 end)"},
                 {"FUNCTION", "FLUSH"},
                 {"SCRIPT", "LOAD", "return 1"},
                 {"SCRIPT", "FLUSH"},
                 {"CONFIG", "SET", "maxmemory", "1mb"},
                 {"config", "rewrite"},
                 {"CONFIG"},
                 {"ACL", "SETUSER", "me"},
                 {"CLIENT", "KILL", "ID", "1"},
                 {"CLIENT", "PAUSE", "1"},
                 {"CLIENT", "REPLY", "OFF"},
                 {"DEBUG", "SLEEP", "0"},
                 {"MEMORY", "PURGE"},
                 {"SLOWLOG", "RESET"},
                 {"LATENCY", "RESET"},
                 {"REPLICAOF", "NO", "ONE"},
                 {"FAILOVER"},
                 {"SHUTDOWN", "NOSAVE"},
                 {"FLUSHALL"},
                 {"BGSAVE"},
                 {"SWAPDB", "0", "1"},
                 {"PUBLISH", "c", "m"},
                 {"PFCOUNT", "count"},
                 {"KEYS", "*"},
                 {"MONITOR"},
                 {"MULTI"},
                 {"FROBNICATE", "string"},
                 {""},
                 {"OBJECT", "FROBNICATE", "string"}})
            QVERIFY2(isRefused(server, command), command.text().c_str());
    }

    // As the readers of other limiters' keys send them, for a single moment.
    void aTransactionIsAsGoodAsItsCommands()
    {
        Guard server(m_connection);
        const std::vector<Reply> replies =
            server.pipeline({{"multi"}, {"GET", "string"}, {"TIME"}, {"EXEC"}});
        QCOMPARE(std::string(replies[3].view()[0].string()), std::string("1"));
        QCOMPARE(server.pipeline({{"MULTI"}, {"GET", "string"}, {"DISCARD"}}).size(), 3U);
        for (const std::vector<Command>& commands :
             std::initializer_list<std::vector<Command>>{{{"MULTI"}, {"SET", "string", "2"}, {"EXEC"}},
                                                         {{"MULTI"}, {"EXEC"}, {"SET", "string", "2"}},
                                                         {{"MULTI"}, {"MULTI"}, {"EXEC"}},
                                                         {{"MULTI"}, {"GET", "string"}},
                                                         {{"EXEC"}},
                                                         {{"DISCARD"}}})
            QVERIFY(thrownBy<Refused>([&] { server.pipeline(commands); }));
        QCOMPARE(std::string(server.call({"GET", "string"}).view().string()),
                 std::string("1")); // none is open
    }

    // They run where their own writes would fail.
    void scriptsThatReadCannotWrite()
    {
        Guard server(m_connection);
        RedisRateLimiter limiter(m_connection, {"api", "gcra", parseRules("5/min")});
        limiter.acquire("t");
        m_connection.pipeline({{"SCRIPT", "FLUSH"}, {"CONFIG", "RESETSTAT"}});
        RedisRateLimiter guarded(server, {"api", "gcra", parseRules("5/min")});
        QCOMPARE(guarded.peek("t").usage.at(0).used, 1); // sent whole
        QCOMPARE(guarded.peek("t").usage.at(0).used, 1); // sent by its name
        const std::string stats = ask({"INFO", "commandstats"});
        const auto fields = parseInfo(stats);
        QVERIFY(fields.contains("cmdstat_eval_ro") && fields.contains("cmdstat_evalsha_ro"));
        QVERIFY(!fields.contains("cmdstat_eval") && !fields.contains("cmdstat_evalsha"));

        const Script liar{"liar", "0123456789012345678901234567890123456789",
                          "return redis.call('SET', KEYS[1], 'x')", 1};
        const std::vector<Reply> replies =
            server.pipeline({Command(liar, 1, Command::Access::Reads).add("string"), {"GET", "string"}});
        QVERIFY(replies[0].view().isError());
        QCOMPARE(ask({"GET", "string"}), std::string("1"));
        QVERIFY(isRefused(server, Command(liar, 1).add("string")));
    }

    // One that somebody has asked for by its name, and nothing else.
    void onlyThePermittedScriptWrites()
    {
        const auto state = std::make_shared<GuardState>(GuardLevel::ReadOnly);
        Guard server(m_connection, state);
        WatchLease lease("prod");
        QVERIFY(thrownBy<Refused>([&] { lease.renew(server, 1min, {}); }));
        state->permit(&WatchLease::script());
        QVERIFY(lease.renew(server, 1min, {}).holder == WatchLease::Holder::Taken);
        QVERIFY(isRefused(server, {"SET", "string", "2"}));
        QVERIFY(thrownBy<Refused>([&] { blockToken(server, {"t", 1h, "test", "me"}); }));
        state->permit(nullptr);
        QVERIFY(thrownBy<Refused>([&] { lease.renew(server, 1min, {}); }));
    }

    void levelsButReadOnlyPassEverything()
    {
        const auto state = std::make_shared<GuardState>(GuardLevel::TypeName);
        Guard server(m_connection, state);
        Connection other(m_server.endpoint(), unhurried);
        Guard another(other, state); // as another thread has it
        server.call({"SET", "string", "2"});
        state->setLevel(GuardLevel::ReadOnly);
        QVERIFY(isRefused(server, {"SET", "string", "3"}));
        QVERIFY(isRefused(another, {"SET", "string", "3"}));
        state->setLevel(GuardLevel::Free);
        another.call({"SET", "string", "4"});
        QCOMPARE(ask({"GET", "string"}), std::string("4"));
    }

    void theServerIsAskedOnce()
    {
        m_connection.call({"CONFIG", "RESETSTAT"});
        const auto state = std::make_shared<GuardState>(GuardLevel::Review);
        Guard first(m_connection, state);
        Connection other(m_server.endpoint(), unhurried);
        Guard second(other, state);
        first.call({"GET", "string"});
        QVERIFY(!parseInfo(ask({"INFO", "commandstats"})).contains("cmdstat_command"));
        state->setLevel(GuardLevel::ReadOnly);
        for (int i = 0; i < 3; ++i) {
            first.call({"GET", "string"});
            second.call({"GET", "string"});
        }
        const std::string stats = ask({"INFO", "commandstats"});
        const auto fields = parseInfo(stats);
        QVERIFY(fields.at("cmdstat_command").starts_with("calls=1,"));
    }

    void whoMayNotAskReadsAllTheSame()
    {
        m_connection.call({"ACL", "SETUSER", "viewer", "on", "nopass", "~*", "+@all", "-command"});
        Connection connection(m_server.endpointOf("viewer"), unhurried);
        Guard server(connection);
        QCOMPARE(std::string(server.call({"GET", "string"}).view().string()), std::string("1"));
        QVERIFY(!server.call({"CONFIG", "GET", "maxmemory"}).view().isError());
        for (const Command& command : std::initializer_list<Command>{{"SET", "string", "2"},
                                                                     {"CONFIG", "SET", "maxmemory", "0"},
                                                                     {"SORT_RO", "list"}, // not in the table
                                                                     {"EVAL_RO", "return 1", "0"},
                                                                     {"KEYS", "*"},
                                                                     {"MEMORY", "PURGE"},
                                                                     {"PFCOUNT", "count"},
                                                                     {"MONITOR"}})
            QVERIFY2(isRefused(server, command), command.text().c_str());
        RedisRateLimiter guarded(server, {"api", "gcra", parseRules("5/min")});
        QVERIFY(guarded.peek("t").allowed());
        m_connection.call({"ACL", "DELUSER", "viewer"});
    }

    // What it lacks is said as without a guard, so that the window asks for it.
    void aPasswordIsAskedForFirst()
    {
        m_connection.call({"CONFIG", "SET", "requirepass", "secret"});
        Connection connection(m_server.endpoint(), unhurried);
        Guard server(connection);
        const auto error = thrownBy<Refused>([&] { server.call({"PING"}); });
        m_connection.call({"CONFIG", "SET", "requirepass", ""});
        QVERIFY(error && error->reason() == Refused::Reason::NotAuthenticated);
    }

    // Servers before version 7 tell nothing of subcommands, and have no scripts that only read.
    void oldServersAreUnderstood()
    {
        ReplyReader reader{ReplyBounds()};
        const auto row = [](std::string name, std::initializer_list<std::string> flags) {
            std::string text =
                fmt::format("*7\r\n${}\r\n{}\r\n:-2\r\n*{}\r\n", name.size(), name, flags.size());
            for (const std::string& flag : flags)
                text += "+" + flag + "\r\n";
            return text + ":1\r\n:1\r\n:1\r\n*0\r\n";
        };
        reader.feed("*8\r\n" + row("get", {"readonly", "fast"}) + row("set", {"write"}) +
                    row("memory", {"readonly", "random"}) + row("object", {"readonly"}) +
                    row("config", {"admin", "noscript"}) + row("pfcount", {"readonly", "may_replicate"}) +
                    row("evalsha", {"noscript"}) + row("ping", {"write"}));
        const Reply described(reader.next());
        QVERIFY(described.view().size() == 8);
        const ReadCommands old(described.view());
        for (const Command& command : std::initializer_list<Command>{
                 {"GET", "x"}, {"MEMORY", "USAGE", "x"}, {"OBJECT", "FREQ", "x"}, {"CONFIG", "GET", "x"}})
            QVERIFY2(old.has(command), command.text().c_str());
        for (const Command& command : std::initializer_list<Command>{{"SET", "x", "1"},
                                                                     {"MEMORY", "PURGE"},
                                                                     {"CONFIG", "SET", "x", "1"},
                                                                     {"PFCOUNT", "x"},
                                                                     {"PING"}, // renamed
                                                                     {"TIME"}, // not there
                                                                     {"LRANGE", "x", "0", "1"}})
            QVERIFY2(!old.has(command), command.text().c_str());
        QVERIFY(!old.has(Command(scriptNamed("gcra"), 1, Command::Access::Reads).add("k")));
    }

    void levelsHaveNames()
    {
        std::set<std::string_view> names;
        for (const GuardLevel level : guardLevels)
            names.insert(nameOf(level));
        QCOMPARE(names.size(), guardLevels.size());
    }
};

RATEWARDEN_SUITE(TestGuard)
#include "tst_guard.moc"
