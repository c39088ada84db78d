// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// Keys of limiters that others wrote, from the terminal as a user does it.
#include "core/limiter/keyspace.h"
#include "tests/app/ctl_test.h"
#include "tests/support/await.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/suites.h"

#include <QDateTime>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>

using namespace ratewarden::test;

class TestCtlKeys : public CtlTest {
    Q_OBJECT

private:
    std::string get(const char* key)
    {
        const ratewarden::Reply reply = redis({"GET", key});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }

private Q_SLOTS:
    void init() { redis({"FLUSHALL"}); }

    void aKeyIsInspected()
    {
        redis({"SET", "rl:203.0.113.9", "12", "PX", "59000"});
        const Outcome seen = run({"inspect", "rl:203.0.113.9", "--rules", "60/min", "--json"});
        QCOMPARE(seen.code, 0);
        const QJsonObject json = seen.json();
        QCOMPARE(json["format"].toString(), "rate-limit-redis");
        QCOMPARE(json["token"].toString(), "203.0.113.9");
        QCOMPARE(json["state"].toString(), "ok");
        QVERIFY(json["confidence"].toDouble() > 0.5 && json["confidence"].toDouble() <= 1);
        const QJsonObject rule = json["rules"].toArray().at(0).toObject();
        QCOMPARE(rule["used"].toInt(), 12);
        QCOMPARE(rule["remaining"].toInt(), 48);
        QCOMPARE(rule["window_us"].toInt(), 60'000'000);
        QVERIFY(rule["resets_in_us"].toInt() > 30'000'000 && rule["resets_in_us"].toInt() <= 59'000'000);
        QCOMPARE(json["retry_after_us"].toInt(-1), 0);

        // Without rules what the key itself tells.
        const QJsonObject bare = run({"inspect", "rl:203.0.113.9", "--json"}).json();
        QCOMPARE(bare["state"].toString(), "unknown");
        QVERIFY(bare["rules"].toArray().at(0).toObject()["limit"].isNull());
        QCOMPARE(bare["rules"].toArray().at(0).toObject()["used"].toInt(), 12);
        QCOMPARE(get("rl:203.0.113.9"), "12");
    }

    // Not all keys of a subject need be there.
    void aKeyIsInspectedByWhatStandsBesideIt()
    {
        redis({"SET", "{abc:default}:blocked", "1", "PX", "59000"});
        const QJsonObject blocked =
            run({"inspect", "{abc:default}:hits", "--rules", "60/min", "--json"}).json();
        QCOMPARE(blocked["format"].toString(), "nest-throttler");
        QCOMPARE(blocked["state"].toString(), "blocked");
        QVERIFY(blocked["retry_after_us"].toInt() > 30'000'000);

        awaitTimeInTheHour(); // the next window has another key
        const qint64 hour = QDateTime::currentSecsSinceEpoch() / 3600;
        const auto window = [](qint64 number) {
            return "@upstash/ratelimit:203.0.113.9:" + std::to_string(number);
        };
        redis({"SET", window(hour - 1), "60", "PX", "3601000"});
        const QJsonObject before =
            run({"inspect", QString::fromStdString(window(hour)), "--rules", "60/h", "--json"}).json();
        QCOMPARE(before["format"].toString(), "upstash-sliding-window");
        QCOMPARE(before["token"].toString(), "203.0.113.9");

        // A key that is there is what it is.
        redis({"SET", "{abc:default}:hits", "none"});
        QVERIFY(run({"inspect", "{abc:default}:hits", "--json"}).json()["format"].isNull());
    }

    // A framework's cache hashes its keys; the value still says whose it is.
    void aHashedTokenIsNamedByItsValue()
    {
        const std::string now = std::to_string(QDateTime::currentSecsSinceEpoch());
        const std::string window =
            "O:43:\"Symfony\\Component\\RateLimiter\\Policy\\Window\":2:{s:13:\"login-1.2.3.4"
            "\";d:" +
            now + ";s:8:\"" + std::string("\0\0\0\3\0\0\3\x84", 8) + "\";i:5;}";
        redis({"SET", "cache:4a3f5bbbd59ea4b0a54ff7a4bb6d3a5cd5a5d4e1", window, "PX", "900000"});
        const QJsonObject json =
            run({"inspect", "cache:4a3f5bbbd59ea4b0a54ff7a4bb6d3a5cd5a5d4e1", "--json"}).json();
        QCOMPARE(json["token"].toString(), "login-1.2.3.4");
        QCOMPARE(json["rules"].toArray().at(0).toObject()["used"].toInt(), 3);
    }

    void whatNoFormatRecognisesIsSaidSo()
    {
        redis({"SET", "greeting", "hello"});
        const Outcome seen = run({"inspect", "greeting", "--json"});
        QCOMPARE(seen.code, 0);
        QVERIFY(seen.json()["format"].isNull());
        QCOMPARE(seen.json()["state"].toString(), "unknown");
        QCOMPARE(run({"inspect", "greeting"}).out, "no format recognizes greeting\n");
        const Outcome missing = run({"inspect", "no-such-key"});
        QCOMPARE(missing.code, 2);
        QVERIFY2(missing.err.contains("there is no key no-such-key on unix:"), qPrintable(missing.err));
        QVERIFY(run({"charge", "--key", "rl:no-such-key"}).err.contains("there is no key rl:no-such-key"));
        QCOMPARE(
            QJsonDocument::fromJson(run({"inspect", "no-such-key", "--json"}).err.toUtf8())["error"]["code"]
                .toString(),
            "invalid_argument");
        QVERIFY(run({"inspect", ""}).err.contains("the key is empty"));
        QCOMPARE(run({"block", "--key", "greeting", "--for", "1min", "--reason", "r"}).code, 2);
        QCOMPARE(get("greeting"), "hello");
    }

    void aKeyIsBlockedAndReset()
    {
        redis({"SET", "rl:203.0.113.9", "12", "PX", "59000"});
        const QStringList block{"block", "--key", "rl:203.0.113.9", "--for", "10min", "--reason", "scraping"};
        QCOMPARE(run(block).code, 2); // how many are too many is not known
        QCOMPARE(get("rl:203.0.113.9"), "12");

        const Outcome dry = run(block + QStringList{"--rules", "60/min", "--dry-run"});
        QCOMPARE(dry.out, "SET rl:203.0.113.9 61 PX 600000\n");
        QCOMPARE(get("rl:203.0.113.9"), "12");

        QCOMPARE(run(block + QStringList{"--rules", "60/min"}).code, 0);
        QCOMPARE(get("rl:203.0.113.9"), "61");
        const QJsonObject blocked = run({"inspect", "rl:203.0.113.9", "--rules", "60/min", "--json"}).json();
        QCOMPARE(blocked["state"].toString(), "limited");
        QVERIFY(blocked["retry_after_us"].toInt() > 500'000'000);

        QCOMPARE(run({"reset", "--key", "rl:203.0.113.9", "--rules", "60/min"}).code, 0);
        QVERIFY(get("rl:203.0.113.9").empty());
    }

    void aKeyIsChargedAndGivenBack()
    {
        redis({"SET", "rl:203.0.113.9", "12", "PX", "59000"});
        const QStringList rest{"--key", "rl:203.0.113.9", "--rules", "60/min", "--cost", "5"};
        const Outcome dry = run(QStringList{"charge", "--dry-run"} + rest);
        QCOMPARE(dry.out, "SET rl:203.0.113.9 17 KEEPTTL\n");
        QVERIFY2(dry.err.contains("12 used of 60 now, 17 after this"), qPrintable(dry.err));
        QCOMPARE(get("rl:203.0.113.9"), "12");
        QCOMPARE(run(QStringList{"charge"} + rest).out, "203.0.113.9 has 5 charged\n");
        QCOMPARE(get("rl:203.0.113.9"), "17");
        QCOMPARE(run(QStringList{"give-back", "--json"} + rest).json()["changed"].toBool(), true);
        QCOMPARE(get("rl:203.0.113.9"), "12");
        QVERIFY(redis({"PTTL", "rl:203.0.113.9"}).view().integer() <= 59'000);
        // Nothing asks whether there is room.
        const Outcome above =
            run({"charge", "--key", "rl:203.0.113.9", "--rules", "60/min", "--cost", "100", "--dry-run"});
        QCOMPARE(above.code, 0);
        QCOMPARE(above.out, "SET rl:203.0.113.9 112 KEEPTTL\n");
        for (const char* const command : {"charge", "give-back"})
            QVERIFY2(run({command}).err.contains("give either a token or --key"), command);
    }

    // A rule or a block denies it, as where its token is named.
    void aKeyOfOursIsChargedWhereThereIsRoom()
    {
        publish({"api", "sliding-log", ratewarden::parseRules("5/h")});
        const QStringList byName{"charge", "user:42", "--policy", "api", "--cost"};
        const QStringList byKey{"charge", "--key", "rw:{user:42}:api:log", "--cost"};
        QCOMPARE(run(byName + QStringList{"3"}).code, 0);
        QCOMPARE(run(byKey + QStringList{"1"}).out, "user:42 has 1 charged\n");
        const Outcome never = run(byKey + QStringList{"1000"});
        QCOMPARE(never.code, 1);
        QCOMPARE(never.out, "denied for good: a cost of 1000 can never pass 5/h\n");
        QCOMPARE(run(byName + QStringList{"1000"}).out, never.out);
        const Outcome denied = run(byKey + QStringList{"2"});
        QCOMPARE(denied.code, 1);
        QVERIFY2(denied.out.startsWith("denied by 5/h, retry in ") && denied.out.contains("1 of 5 left"),
                 qPrintable(denied.out));
        // With rules of the command line, too.
        QCOMPARE(run(byKey + QStringList{"2", "--rules", "4/h", "--json"}).json()["rule"].toString(), "4/h");
        QCOMPARE(run({"block", "user:42", "--for", "ever", "--reason", "scraping", "--by", "ops"}).code, 0);
        const Outcome blocked = run(byKey + QStringList{"1"});
        QCOMPARE(blocked.code, 1);
        QCOMPARE(blocked.out, "blocked by ops for good: scraping\n");
    }

    // Of one token each of them has a rule, and all are changed.
    void keysThatCountDifferentThingsAreOneToken()
    {
        const std::string base = "{api_key:sk-1}:";
        const std::string start = std::to_string(QDateTime::currentSecsSinceEpoch() - 20);
        for (const auto& [role, value] :
             {std::pair<std::string, std::string>{"requests", "4"}, {"tokens", "8192"}, {"window", start}})
            redis({"SET", base + role, value, "PX", "600000"});
        const QStringList rest{"--key", "{api_key:sk-1}:tokens", "--rules", "10/h + 8000/h"};
        const QString seen = run(QStringList{"inspect"} + rest.mid(1)).out;
        QVERIFY2(seen.contains("\n  requests: 4 used of 10 in 1 h") &&
                     seen.contains("\n  tokens: 8192 used of 8000 in 1 h"),
                 qPrintable(seen));
        const QJsonArray rules =
            run(QStringList{"inspect", "--json"} + rest.mid(1)).json()["rules"].toArray();
        QCOMPARE(rules.at(1).toObject()["name"].toString(), "tokens");

        redis({"SET", base + "tokens", "100", "KEEPTTL"});
        const QStringList block = QStringList{"block", "--for", "30min", "--reason", "scraping"} + rest;
        const QString planned = run(block + QStringList{"--dry-run"}).out;
        for (const char* const command : {"requests 11 PX 1800000", "tokens 8001 PX 1800000", "window "})
            QVERIFY2(planned.contains(QString::fromStdString("SET " + base) + command), qPrintable(planned));
        QCOMPARE(run(block).out, "sk-1 is blocked\n");
        QCOMPARE(get("{api_key:sk-1}:requests"), "11");
        QCOMPARE(get("{api_key:sk-1}:tokens"), "8001");
        const QString id = run({"audit", "--json"}).list().at(0).toObject()["id"].toString();
        QCOMPARE(run({"audit", "undo", id}).code, 0);
        QCOMPARE(get("{api_key:sk-1}:requests"), "4");
        QCOMPARE(get("{api_key:sk-1}:tokens"), "100");

        // One row, with both rules.
        const QJsonArray rows = run({"tokens", "--json"}).list();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.at(0).toObject()["token"].toString(), "sk-1");
        QCOMPARE(rows.at(0).toObject()["format"].toString(), "litellm");
    }

    // Of a key that holds many tokens one has to be named, and the others stay.
    void oneTokenOfManyIsBlocked()
    {
        awaitTimeInTheHour(); // the next window has another key
        const std::int64_t hour = QDateTime::currentSecsSinceEpoch() / 3600 * 3600;
        const QString key = QString("%1:3600:api").arg(hour);
        redis({"HSET", key.toStdString(), "203.0.113.9", "3", "198.51.100.7", "7"});
        redis({"PEXPIRE", key.toStdString(), "7190000"});
        const QStringList rest{"--key", key, "--rules", "60/h", "--for", "1s", "--reason", "scraping"};
        const Outcome unnamed = run(QStringList{"block"} + rest);
        QCOMPARE(unnamed.code, 2);
        QVERIFY2(unnamed.err.contains("holds 2 tokens"), qPrintable(unnamed.err));
        QCOMPARE(run({"inspect", key, "--rules", "60/h"}).code, 2);
        const Outcome dry = run(QStringList{"block", "203.0.113.9", "--dry-run"} + rest);
        QVERIFY2(dry.out.contains("HSET " + key + " 203.0.113.9 60\n"), qPrintable(dry.out + dry.err));
        QCOMPARE(run(QStringList{"block", "203.0.113.9"} + rest).out, "203.0.113.9 is blocked\n");
        const QJsonObject other =
            run({"inspect", key, "--token", "198.51.100.7", "--rules", "60/h", "--json"}).json();
        QCOMPARE(other["token"].toString(), "198.51.100.7");
        QCOMPARE(other["state"].toString(), "ok");
        // A key of one token has no other.
        redis({"SET", "rl:203.0.113.9", "12", "PX", "59000"});
        const Outcome both = run({"reset", "203.0.113.9", "--key", "rl:203.0.113.9"});
        QCOMPARE(both.code, 2);
        QVERIFY2(both.err.contains("--tls-key"), qPrintable(both.err));
    }

    // A block overwrites the count: it must not end before the denial that is there, and what becomes of the
    // quota is said before.
    void aBlockDoesNotEndADenial()
    {
        redis({"SET", "rl:8.8.8.8", "1000", "PX", "72000000"});
        const QStringList block{"block", "--key", "rl:8.8.8.8", "--rules", "1000/day",
                                "--for", "1h",    "--reason",   "scraping"};
        const Outcome dry = run(block + QStringList{"--dry-run"});
        QVERIFY2(dry.err.contains("denied for longer than that already") &&
                     dry.err.contains("when the block ends, the token has its whole quota again"),
                 qPrintable(dry.err));
        QCOMPARE(run(block).code, 0);
        QVERIFY(redis({"PTTL", "rl:8.8.8.8"}).view().integer() > 71'000'000);
        QCOMPARE(get("rl:8.8.8.8"), "1001");

        // Nor one without an end: it goes on, or where that cannot be written nothing is changed.
        redis({"SET", "rl:8.8.8.8", "1000"});
        QCOMPARE(run(block).code, 0);
        QVERIFY(run({"inspect", "rl:8.8.8.8", "--rules", "1000/day", "--json"})
                    .json()["retry_after_us"]
                    .isNull());
    }

    void whatWasNotBlockedIsNotChanged()
    {
        redis({"SET", "rl:1.1.1.1", "5", "PX", "59000"});
        const QStringList unblock{"unblock", "--key", "rl:1.1.1.1", "--rules", "60/min"};
        const Outcome none = run(unblock);
        QCOMPARE(none.code, 0);
        QCOMPARE(none.out, "1.1.1.1 was not blocked\n");
        QCOMPARE(run(unblock + QStringList{"--json"}).json()["changed"].toBool(), false);
        const Outcome dry = run(unblock + QStringList{"--dry-run"});
        QCOMPARE(dry.out, QString());
        QVERIFY2(dry.err.contains("nothing to change"), qPrintable(dry.err));
        QCOMPARE(get("rl:1.1.1.1"), "5");
        // Without the limit nobody can tell.
        const Outcome unknown = run({"unblock", "--key", "rl:1.1.1.1"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("give the rules"), qPrintable(unknown.err));
        QCOMPARE(get("rl:1.1.1.1"), "5");

        redis({"SET", "rl:1.1.1.1", "61", "PX", "59000"});
        const Outcome lifted = run(unblock);
        QCOMPARE(lifted.out, "1.1.1.1 is unblocked; what it had used is forgotten\n");
        QVERIFY2(lifted.err.contains("61 used of 60 now, 0 after this"), qPrintable(lifted.err));
        QVERIFY(get("rl:1.1.1.1").empty());
    }

    void whatIsUsedIsSaidBeforeItIsForgotten()
    {
        redis({"SET", "rl:1.1.1.1", "5", "PX", "59000"});
        const Outcome dry = run({"reset", "--key", "rl:1.1.1.1", "--rules", "60/min", "--dry-run", "--json"});
        QCOMPARE(dry.json()["used"].toInt(), 5);
        QCOMPARE(dry.json()["used_after"].toInt(), 0);
        QVERIFY2(dry.err.contains("5 used of 60 now, 0 after this"), qPrintable(dry.err));
    }

    // Without --rules those are meant that are published for the group.
    void publishedRulesAreUsed()
    {
        redis({"SET", "rl:a", "12", "PX", "59000"});
        const QTemporaryDir directory;
        const QString file =
            fileIn(directory, "rl.json",
                   R"({"schema": 1, "name": "rl:*", "format": "rate-limit-redis", "algorithm": "fixed-window",
                       "rules": "60/min"})");
        QCOMPARE(run({"policy", "publish", file, "--reason", "r"}).code, 0);
        QCOMPARE(run({"block", "--key", "rl:a", "--for", "10min", "--reason", "r", "--dry-run"}).out,
                 "SET rl:a 61 PX 600000\n");
        // A user who may not read the policies sees the key without them.
        const QString reader = urlOf("reader", {"~rl:*", "+@read", "+@connection"});
        const QJsonObject seen = run({"--redis", reader, "inspect", "rl:a", "--json"}).json();
        QCOMPARE(seen["rules"].toArray().at(0).toObject()["used"].toInt(), 12);
    }

    // For ten minutes by the history, which says when it was published.
    void aPolicyThatNoKeyFollowsIsFound()
    {
        const QTemporaryDir directory;
        const QString file =
            fileIn(directory, "exports.json",
                   R"({"schema": 1, "name": "exports", "algorithm": "gcra", "rules": "60/min"})");
        QCOMPARE(run({"policy", "publish", file, "--reason", "r"}).code, 0);
        QCOMPARE(run({"warnings", "--json"}).out, "[]\n");
        redis({"EVAL",
               "local all = redis.call('XRANGE', KEYS[1], '-', '+') redis.call('DEL', KEYS[1]) "
               "local fields = all[1][2] for i = 1, #fields, 2 do if fields[i] == 'at' then "
               "fields[i + 1] = string.format('%.0f', fields[i + 1] - 601e6) end end "
               "redis.call('XADD', KEYS[1], all[1][1], unpack(fields))",
               "1", std::string(ratewarden::policyHistoryKey)});
        const QJsonArray found = run({"warnings", "--json"}).list();
        QCOMPARE(found.size(), 1);
        const QJsonObject one = found.at(0).toObject();
        QCOMPARE(one["code"].toString(), "unused-policy");
        QCOMPARE(one["severity"].toString(), "note");
        QCOMPARE(one["group"].toString(), "exports");
        QVERIFY(one["last_seen_us"].toDouble() - one["first_seen_us"].toDouble() >= 600e6);
        QCOMPARE(run({"check", "user:1", "--policy", "exports"}).code, 0);
        QCOMPARE(run({"warnings", "--json"}).out, "[]\n");
    }

    // Each command is a program of its own: what it knows of a prefix the policies or the other keys tell.
    void keysWithAPrefixOfTheirOwnAreChanged()
    {
        redis({"SET", "tenant:a", "12", "PX", "500000"});
        const QStringList block{"block", "--key", "tenant:a", "--for", "10min", "--reason", "r"};
        QVERIFY(run(block).err.contains("no format recognizes tenant:a"));
        const QTemporaryDir directory;
        const auto publish = [&](const char* name, const char* format) {
            const QString path = directory.filePath("policy.json");
            QFile file(path);
            static_cast<void>(file.open(QIODevice::WriteOnly));
            file.write(QString(R"({"schema": 1, "name": "%1", "format": "%2", "algorithm": "fixed-window",
                                   "rules": "60/min"})")
                           .arg(name, format)
                           .toUtf8());
            file.close();
            return run({"policy", "publish", path, "--reason", "r"});
        };
        const Outcome published = publish("tenant:*", "rate-limiter-flexible");
        QCOMPARE(published.code, 0);
        QVERIFY2(published.err.isEmpty(), qPrintable(published.err));
        QCOMPARE(run({"inspect", "tenant:a", "--json"}).json()["format"].toString(), "rate-limiter-flexible");
        QCOMPARE(run(block + QStringList{"--dry-run"}).out, "SET tenant:a 61 PX 600000\n");
        QCOMPARE(run(block).out, "a is blocked\n");
        QCOMPARE(get("tenant:a"), "61");
        QCOMPARE(run({"unblock", "--key", "tenant:a"}).out,
                 "a is unblocked; what it had used is forgotten\n");
        redis({"SET", "tenant:a", "12", "PX", "59000"});
        QCOMPARE(run({"reset", "--key", "tenant:a", "--reason", "r"}).code, 0);
        QVERIFY(get("tenant:a").empty());
        // A group that no such key can be of.
        const Outcome wrong = publish("tenant", "rate-limiter-flexible");
        QCOMPARE(wrong.code, 0);
        QVERIFY2(wrong.err.contains("the policy reaches no token"), qPrintable(wrong.err));

        // A format that is said takes whatever the key begins with.
        redis({"SET", "site:b", "12", "PX", "59000"});
        QCOMPARE(run({"block", "--key", "site:b", "--format", "rate-limiter-flexible", "--rules", "60/min",
                      "--for", "10min", "--reason", "r", "--dry-run"})
                     .out,
                 "SET site:b 61 PX 600000\n");
    }

    void aGuessIsShownAsOne()
    {
        for (int i = 0; i < 8; ++i)
            redis({"SET", "shop:user:" + std::to_string(i), "1", "PX", "500000"});
        const Outcome listed = run({"tokens"});
        QVERIFY2(listed.out.contains(QRegularExpression("user:3 .*rate-limiter-flexible\\?\n")),
                 qPrintable(listed.out));
        QVERIFY(run({"keys"}).out.contains("rate-limiter-flexible?"));
        const QJsonObject row = run({"tokens", "--json"}).list().at(0).toObject();
        QCOMPARE(row["format"].toString(), "rate-limiter-flexible");
        QCOMPARE(row["guess"].toBool(), true);
        QVERIFY(row["confidence"].toDouble() > 0.2 && row["confidence"].toDouble() <= 0.6);
        const Outcome seen = run({"inspect", "shop:user:3", "--rules", "60/min"});
        QVERIFY2(seen.out.startsWith("looks like rate-limiter-flexible (40 %): user:3 is ok"),
                 qPrintable(seen.out));
        QCOMPARE(run({"inspect", "shop:user:3", "--json"}).json()["guess"].toBool(), true);
        const Outcome dry = run({"block", "--key", "shop:user:3", "--rules", "60/min", "--for", "10min",
                                 "--reason", "r", "--dry-run"});
        QCOMPARE(dry.out, "SET shop:user:3 61 PX 600000\n");

        redis({"SET", "rl:1", "3", "PX", "59000"});
        const QJsonObject sure = run({"tokens", "--match", "1", "--json"}).list().at(0).toObject();
        QCOMPARE(sure["guess"].toBool(true), false);
        QCOMPARE(sure["confidence"].toDouble(), 1.0);
    }

    // Its windows are of any length, and what counts up is never taken for what counts down.
    void apisixIsReadTheRightWayRound()
    {
        for (const int window : {333, 450, 777}) {
            redis({"FLUSHALL"});
            // The window must not end while it is looked at.
            QTRY_VERIFY(window - QDateTime::currentSecsSinceEpoch() % window > 50);
            const qint64 number = QDateTime::currentSecsSinceEpoch() / window;
            const QString key =
                QString("plugin-limit-count:/apisix/routes/1:42:1.2.3.4.%1.counter").arg(number);
            redis({"SET", key.toStdString(), "8", "PX", std::to_string(2000 * window)});
            const QStringList rules{"--rules", QString("10/%1s").arg(window)};
            const QJsonObject json = run(QStringList{"inspect", key, "--json"} + rules).json();
            QCOMPARE(json["format"].toString(), "apisix-limit-count-sliding");
            QCOMPARE(json["rules"].toArray().at(0).toObject()["window_us"].toInt(), window * 1'000'000);
            QVERIFY(json["rules"].toArray().at(0).toObject()["used"].toInt() >= 7);
            const Outcome dry = run(
                QStringList{"block", "--key", key, "--for", "2min", "--reason", "r", "--dry-run"} + rules);
            QVERIFY2(dry.code == 0 && dry.out.contains("SET plugin-limit-count:"),
                     qPrintable(dry.out + dry.err));
            QVERIFY2(!dry.out.contains(QRegularExpression("SET \\S+ 0 ")), qPrintable(dry.out));
            QCOMPARE(run(QStringList{"block", "--key", key, "--for", "2min", "--reason", "r"} + rules).code,
                     0);
            const QJsonObject blocked = run(QStringList{"inspect", key, "--json"} + rules).json();
            QCOMPARE(blocked["format"].toString(), "apisix-limit-count-sliding");
            QCOMPARE(blocked["state"].toString(), "limited");
        }
    }

    // Of a group until 3.17: "plugin-limit-count" and the group's name, and no version.
    void aGroupOfApisixHoldsWhatIsLeft()
    {
        const QString key = "plugin-limit-countshop:203.0.113.9";
        redis({"SET", key.toStdString(), "3", "PX", "60000"});
        const QJsonObject json = run({"inspect", key, "--rules", "10/min", "--json"}).json();
        QCOMPARE(json["format"].toString(), "apisix-limit-count-remaining");
        QCOMPARE(json["rules"].toArray().at(0).toObject()["used"].toInt(), 7);
        const Outcome dry =
            run({"block", "--key", key, "--rules", "10/min", "--for", "10min", "--reason", "r", "--dry-run"});
        QCOMPARE(dry.out, "SET plugin-limit-countshop:203.0.113.9 0 PX 600000\n");
    }

    void countsBeyondOurOwnAreBounded()
    {
        redis({"SET", "rl:1.1.1.1", "9223372036854775807", "PX", "59000"});
        const Outcome dry = run({"reset", "--key", "rl:1.1.1.1", "--rules", "60/min", "--dry-run"});
        QVERIFY2(dry.err.contains("9007199254740991 used of 60 now, 0 after this"), qPrintable(dry.err));
    }

    void aDryRunPrintsWholeCommands()
    {
        const qint64 now = QDateTime::currentSecsSinceEpoch();
        redis({"ZADD", "limit:a", QByteArray::number(now * 1000000).toStdString(),
               QByteArray::number(now * 1000000).toStdString()});
        const Outcome dry = run(
            {"block", "--key", "limit:a", "--rules", "400/h", "--for", "1h", "--reason", "r", "--dry-run"});
        QCOMPARE(dry.code, 0);
        QVERIFY2(dry.out.contains("ZADD limit:a") && !dry.out.contains("…"), qPrintable(dry.out.left(300)));
        QVERIFY(dry.out.size() > 10'000);
    }

    void keysAreListed()
    {
        redis({"SET", "rl:1", "3", "PX", "59000"});
        redis({"SET", "LIMITS:LIMITER/alice/20/1/minute", "7", "PX", "59000"});
        redis({"SET", "greeting", "hello"});
        const QString all = run({"keys"}).out;
        QVERIFY2(all.contains(QRegularExpression("\nrl:1 +rate-limit-redis +1 +3\n")), qPrintable(all));
        QVERIFY(all.contains(QRegularExpression(
            "\nLIMITS:LIMITER/alice/20/1/minute +python-limits-fixed-window +alice +7\n")));
        QVERIFY(!all.contains("greeting"));
        QVERIFY(!run({"keys", "--prefix", "rl:"}).out.contains("alice"));
        QVERIFY(!run({"keys", "--format", "rate-limit-redis"}).out.contains("alice"));
        const QString others = run({"keys", "--filter", "ttl<1d size<1M -type:hash -format:python*"}).out;
        QVERIFY2(others.contains("rl:") && !others.contains("alice"), qPrintable(others));
        QCOMPARE(run({"keys", "--filter", "rl:* (no-ttl or type:hash)"}).out, "no limiter key matches\n");
        QCOMPARE(run({"keys", "--filter", "type:sorted"}).code, 2);
    }

    void whatIsWrongIsListed()
    {
        redis({"SET", "rl:right", "3", "PX", "59000"});
        const Outcome none = run({"warnings"});
        QCOMPARE(none.code, 0);
        QVERIFY2(none.out.startsWith("no warnings: 1 token"), qPrintable(none.out));
        QCOMPARE(run({"warnings", "--json"}).out, "[]\n");

        redis({"SET", "rl:forever", "3"});
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        redis({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        redis({"CONFIG", "SET", "maxmemory", "100mb"});
        const Outcome found = run({"warnings", "--json"});
        redis({"CONFIG", "SET", "maxmemory", "0"});
        QCOMPARE(found.code, 0);
        const QJsonArray list = found.list();
        QStringList codes;
        for (const auto& one : list)
            codes << one.toObject()["code"].toString();
        QCOMPARE(codes, (QStringList{"stale-lock", "evicts-expiring-keys", "no-ttl"}));
        QCOMPARE(list.at(0).toObject()["severity"].toString(), "critical");
        QCOMPARE(list.at(0).toObject()["format"].toString(), "ramp-gcra");
        QCOMPARE(list.at(0).toObject()["samples"].toArray(), QJsonArray{"vendor:x"});
        QVERIFY(list.at(0).toObject()["first_seen_us"].isNull()); // one look does not tell
        QVERIFY(list.at(0).toObject()["last_seen_us"].toDouble() > 1.7e15);
        QCOMPARE(list.at(2).toObject()["group"].toString(), "rl:*");
        QCOMPARE(list.at(2).toObject()["tokens"].toInt(), 1);
        // What to do here, which is another command than in the window.
        QVERIFY(list.at(0).toObject()["advice"].toString().contains("(remove-lock KEY)"));
        QCOMPARE(list.at(1).toObject()["warning"].toString(),
                 "maxmemory-policy is volatile-lru. At its memory limit the server evicts keys that expire: "
                 "states, and blocks with an end.");
        QVERIFY(list.at(2).toObject()["advice"].toString().startsWith("Give the key an end, "));

        const QStringList remove{"remove-lock", "rate_limiter_lock:vendor:x", "--reason",
                                 "its holder crashed"};
        QCOMPARE(run(remove + QStringList{"--dry-run"}).out, "DEL rate_limiter_lock:vendor:x\n");
        QVERIFY(!get("rate_limiter_lock:vendor:x").empty());
        QCOMPARE(run(remove).code, 0);
        QVERIFY(get("rate_limiter_lock:vendor:x").empty());
        QCOMPARE(run({"remove-lock", "rl:right", "--reason", "r"}).code, 2);
    }

    // All tokens that have it, in one change; what has none keeps what it has.
    void whatIsWrongIsRepaired()
    {
        const auto ttl = [this](const char* key) {
            return redis({"PTTL", key}).view().integer();
        };
        redis({"SET", "rl:forever", "3"});
        redis({"SET", "rl:eternal", "3"});
        redis({"SET", "rl:right", "3", "PX", "59000"});
        const QStringList fix{"warnings", "--fix", "no-ttl", "--reason", "left behind"};
        QCOMPARE(run(fix).code, 2); // without an end
        QCOMPARE(run({"warnings", "--fix", "no-ttl", "--for", "1h"}).code, 2);
        QCOMPARE(run({"warnings", "--fix", "negative", "--for", "1h", "--reason", "r"}).code, 2);
        const Outcome others = run({"warnings", "--fix", "address-list", "--reason", "r"});
        QCOMPARE(others.code, 2);
        QVERIFY_TEXT(others.err, contains("stale-lock, stale-slots, wrong-unit, clock-ahead, retry-storm, "));

        const QStringList anHour = fix + QStringList{"--for", "1h"};
        const Outcome shown = run(anHour + QStringList{"--dry-run"});
        QCOMPARE(shown.code, 0);
        QVERIFY_TEXT(shown.out, contains("rl:forever"));
        QVERIFY_TEXT(shown.out, contains("rl:eternal"));
        QVERIFY(!shown.out.contains("rl:right"));
        QCOMPARE(ttl("rl:forever"), std::int64_t(-1));
        QCOMPARE(run(anHour + QStringList{"--group", "other:*"}).out, "no token has no-ttl\n");
        QCOMPARE(run(anHour + QStringList{"--group", "rl:*"}).out, "no-ttl: 2 tokens, 2 changed\n");
        for (const char* key : {"rl:forever", "rl:eternal"})
            QVERIFY(ttl(key) > 3'000'000 && ttl(key) <= 3'600'000);
        QVERIFY(ttl("rl:right") <= 59'000);
        QCOMPARE(run(anHour).out, "no token has no-ttl\n");

        redis({"SET", "rl:below", "-4", "PX", "60000"});
        redis({"SET", "rate_limiter_lock:vendor:x", "0123456789abcdef"});
        const QJsonObject reset = run({"warnings", "--fix", "negative", "--reason", "r", "--json"}).json();
        QCOMPARE(reset["changed"].toInt(), 1);
        QCOMPARE(run({"warnings", "--fix", "stale-lock", "--reason", "r", "--json"}).json()["tokens"].toInt(),
                 1);
        QVERIFY(get("rate_limiter_lock:vendor:x").empty());
        QCOMPARE(run({"warnings", "--json"}).out, "[]\n");
    }

    void aTokenOrAKey()
    {
        QCOMPARE(run({"block", "--for", "1min", "--reason", "r"}).code, 2);
        QCOMPARE(run({"block", "user:1", "--key", "rl:1", "--for", "1min", "--reason", "r"}).code, 2);
        QCOMPARE(run({"unblock", "user:1", "--dry-run"}).code, 2);
    }

    void formatsAreListedAndTested()
    {
        QVERIFY(run({"format", "list"}).out.contains("redis-cell"));
        const QTemporaryDir directory;
        const auto test = [&](const QByteArray& text) {
            return run({"format", "test", fileIn(directory, "mine.json", text)});
        };
        const QByteArray mine = R"({"format": "mine", "title": "Mine", "versions": "1", "source": "here",
            "tier": "safe", "shape": "counter", "clock": "server", "ttl": {"from": "first"}, "denied": "counts",
            "keys": {"main": {"name": "mine:{token}", "type": "string", "value": "{count:int}"}},
            "samples": [{"keys": {"mine:a": {"type": "string", "pttl": 1000, "value": "3"}},
                "at": 1795229600.0, "rules": "5/min", "means": {"used": 3, "remaining": 2}, "origin": "made"}]})";
        const Outcome right = test(mine);
        QCOMPARE(right.code, 0);
        QVERIFY2(right.out.startsWith("mine: 1 sample, 0 faults; "), qPrintable(right.out));
        QVERIFY2(right.out.contains(QRegularExpression(
                     "; \\d+ mutations tried, (1 field|\\d+ fields) with a mutation that no sample detects")),
                 qPrintable(right.out));
        const Outcome wrong = test(QByteArray(mine).replace("\"used\": 3", "\"used\": 4"));
        QCOMPARE(wrong.code, 1);
        QVERIFY2(wrong.out.startsWith("mine: 1 sample, 1 fault\n") &&
                     wrong.out.contains("samples[0]: used is 3 instead of 4") &&
                     wrong.out.contains("\nnext: a sample means something else than it says") &&
                     !wrong.out.contains("to propose it"),
                 qPrintable(wrong.out));
        QVERIFY2(right.out.contains("\nnext: prove \"denied\"") &&
                     right.out.contains("\nnext: to use it, copy it to ") &&
                     right.out.contains("\nnext: to propose it, move it to core/formats/catalogue"),
                 qPrintable(right.out));
        // One of which a later sample says what a refused request wrote, and every field is proven.
        const Outcome complete = run(
            {"format", "test", RATEWARDEN_SOURCES "/core/formats/catalogue/laravel-duration-limiter.json"});
        QVERIFY2(complete.out.contains("\nnext: to use it, ") && !complete.out.contains("\nnext: prove"),
                 qPrintable(complete.out));
        // Each part that fails has its own.
        const Outcome expiring = test(QByteArray(mine).replace("\"pttl\": 1000", "\"pttl\": 100000"));
        QVERIFY2(expiring.out.contains("\nnext: an expiry is not what \"ttl\" says") &&
                     !expiring.out.contains("\nnext: a sample means something else"),
                 qPrintable(expiring.out));
        const Outcome bad = test(QByteArray(mine).replace("\"counter\"", "\"countr\""));
        QCOMPARE(bad.code, 2);
        QVERIFY2(bad.err.contains("mine.json") && bad.err.contains("shape"), qPrintable(bad.err));

        // It names the fields that no sample proves, which is no fault.
        QVERIFY(!test(mine).out.contains("no sample notices keys.main.value"));
        const Outcome unproven = test(QByteArray(mine).replace("\"used\": 3, \"remaining\": 2", ""));
        QCOMPARE(unproven.code, 0);
        QVERIFY2(unproven.out.contains("no sample notices keys.main.value: {count:int} -> {left:int}"),
                 qPrintable(unproven.out));
    }

    // The user's own formats are in force in every command, beside the built-in ones.
    void formatsOfTheUserAreInForce()
    {
        redis({"SET", "mine:7", "3", "PX", "600000"});
        const QTemporaryDir directory;
        QProcessEnvironment own;
        own.insert("RATEWARDEN_FORMATS", directory.path());
        QVERIFY(run({"inspect", "mine:7", "--json"}, own).json()["format"].isNull());
        QVERIFY(writeWhole(directory.filePath("mine.json"), counterFormat("mine", "mine")));
        QVERIFY(writeWhole(directory.filePath("own.json"), counterFormat("rate-limit-redis", "api")));
        QCOMPARE(run({"inspect", "mine:7", "--json"}, own).json()["format"].toString(), "mine");
        const Outcome all = run({"format", "list"}, own);
        QCOMPARE(all.code, 0);
        QVERIFY2(all.out.contains(QRegularExpression("Counters of mine +mine.json\n")), qPrintable(all.out));
        QVERIFY(all.out.contains("  own.json, replaces the built-in one\n"));
        QVERIFY(all.out.contains("  built-in\n"));

        // One that is refused is named by each command, and affects no other.
        QVERIFY(
            writeWhole(directory.filePath("own.json"), counterFormat("rate-limit-redis", "api", "strung")));
        const Outcome listed = run({"format", "list"}, own);
        QCOMPARE(listed.code, 1);
        QVERIFY(listed.err.contains("ratewarden-ctl: own.json:7, keys.main.type: \"strung\" is none of"));
        QVERIFY(listed.out.contains("mine.json"));
        const Outcome seen = run({"inspect", "mine:7", "--json"}, own);
        QCOMPARE(seen.code, 0);
        QCOMPARE(seen.json()["format"].toString(), "mine");
        QVERIFY(seen.err.contains("own.json:7"));
    }
};

RATEWARDEN_SUITE(TestCtlKeys)
#include "tst_ctl_keys.moc"
