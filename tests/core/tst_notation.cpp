// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/model/rule.h"
#include "core/model/text.h"
#include "core/redis/command.h"
#include "core/redis/endpoint.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

std::string bytes(const char* text)
{
    return text;
}

} // namespace

class TestNotation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsRules_data()
    {
        addColumns<QString, QString>({"text", "canonical"});
        addRow("the usual", "1/s + 20/min + 200/h + 800/day", "1/s + 20/min + 200/h + 800/day");
        addRow("no spaces", "1/s+20/min", "1/s + 20/min");
        addRow("words", "  10 per hour + 5 / 2 Minutes ", "10/h + 5/2min");
        addRow("counted windows", "100/15min", "100/15min");
        addRow("decimals", "2/1.5s + 3/0.25 s", "2/1500ms + 3/250ms");
        addRow("60 s is a minute", "7/60s", "7/min");
        addRow("7 days", "5/week", "5/7day");
        addRow("zero", "0/day", "0/day");
        addRow("largest", "9007199254740991/366d", "9007199254740991/366day");
        addRow("smallest", "1/ms", "1/ms");
        addRow("python-limits", "10 per hour; 1/second", "10/h + 1/s");
        addRow("python-limits, joined otherwise", "10 PER 2 Hours, 5/7days|1/minute",
               "10/2h + 5/7day + 1/min");
        addRow("python-limits, tight", "10per1hour;0/hour", "10/h + 0/h");
        addRow("python-limits' month and year", "100/month; 1000 per year", "100/30day + 1000/360day");
        addRow("RateLimit-Policy", "\"burst\";q=100;w=60,\"daily\";q=1000;w=86400", "100/min + 1000/day");
        addRow("RateLimit-Policy with more",
               "\"a \\\"b\\\\\"; w=1; q=5;pk=:cHsdsRa894==:;new, \"z\";q=0;w=7;qu=\"requests\"",
               "5/s + 0/7s");
        addRow("burst", "20/min burst 5 + 1/s", "20/min burst 5 + 1/s");
        addRow("at once", "5 at once + 100/min", "5 at once + 100/min");
        addRow("at once, with its life", "5 At Once for 30s", "5 at once for 30s");
        addRow("at once, for its usual life", "5 at once for 60 s", "5 at once");
        addRow("at once, for an hour", "5 at once for hour", "5 at once for 1h");
        addRow("concurrent", "concurrent 5; 7/s", "5 at once + 7/s");
        addRow("concurrent, behind", "7 concurrent for 90s", "7 at once for 90s");
        addRow("microseconds", "1/1.000001 s", "1/1000001us");
    }

    void readsRules()
    {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const std::vector<Rule> rules = parseRules(text.toStdString());
        QCOMPARE(notation(rules), canonical.toStdString());
        QCOMPARE(parseRules(notation(rules)), rules);
    }

    void valuesOfRules()
    {
        const std::vector<Rule> rules = parseRules("20/min + 7/1.5s");
        const std::vector<Rule> expected{{20, 60s}, {7, 1500ms}};
        QCOMPARE(rules, expected);
    }

    void refusesRules_data()
    {
        addColumns<QString, int, QString>({"text", "position", "reason"});
        addRow("empty", "", 0, "limit is missing");
        addRow("unknown unit", "1/s + 20/mni", 9, "unknown unit of time \"mni\"");
        addRow("no slash", "20 min", 3, "\"/\" must follow");
        addRow("at a time", "5 at a time", 5, "\"once\" must follow");
        addRow("at once for nothing", "5 at once for", 13, "unit of time is missing");
        addRow("concurrent nothing", "concurrent", 10, "limit is missing");
        addRow("no unit", "20/60", 5, "unit of time is missing");
        addRow("trailing plus", "1/s +", 5, "limit is missing");
        addRow("doubled plus", "1/s ++ 2/s", 5, "limit is missing");
        addRow("rubbish behind", "1/s & 2/s", 4, "joined with \"+\"");
        addRow("trailing semicolon", "1/second;", 9, "limit is missing");
        addRow("burst of nothing", "1/s burst", 9, "a burst is missing");
        addRow("burst of 0", "1/s burst 0", 10, "would deny everything");
        addRow("field without q", "\"a\";w=60", 0, "the quota, is missing");
        addRow("field without w", "\"a\";q=1;w=60,\"b\";q=5", 13, "without a window");
        addRow("field with a bare name", "\"a\";q=1;w=60,burst;q=1", 13, "double quotes is missing");
        addRow("field not closed", "\"a", 0, "closing double quote");
        addRow("field with a text for q", "\"a\";q=\"1\";w=60", 4, "whole number");
        addRow("field with decimals", "\"a\";q=1.5;w=60", 7, "whole number");
        addRow("field below 0", "\"a\";q=-1;w=60", 6, "below 0");
        addRow("field of bytes", "\"a\";q=1;w=60;qu=\"content-bytes\"", 13, "only requests");
        addRow("field with a trailing comma", "\"a\";q=1;w=60,", 13, "double quotes is missing");
        addRow("field with rubbish", "\"a\";q=1;w=60 \"b\"", 13, "is missing");
        addRow("field with far too long a window", "\"a\";q=1;w=99999999999999", 0, "too long");
        addRow("negative", "-1/s", 0, "a number below 0");
        addRow("decimal limit", "1.5/s", 1, "whole number");
        addRow("limit too large", "9007199254740992/s", 0, "too large");
        addRow("far too large", "99999999999999999999999/s", 0, "too large");
        addRow("bare point", "1/1.s", 4, "must follow the decimal point");
        addRow("too fine", "1/0.0000001s", 11, "one to six digits");
        addRow("below a microsecond", "1/1.5us", 2, "whole number of microseconds");
        addRow("too long", "1/99999999999day", 2, "too long");
        addRow("control characters", "1/\x1b[2J", 2, "unit of time is missing");
    }

    void refusesRules()
    {
        QFETCH(QString, text);
        QFETCH(int, position);
        QFETCH(QString, reason);
        try {
            parseRules(text.toStdString());
            QFAIL("it was read");
        } catch (const BadNotation& error) {
            QCOMPARE(int(error.position()), position);
            QVERIFY2(QString::fromUtf8(error.what()).contains(reason), error.what());
            QVERIFY(!QString::fromUtf8(error.what()).contains('\x1b'));
        }
    }

    void refusesRanges_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("window below 1 ms") << "1/999us";
        QTest::newRow("window above 366 days") << "1/366.5day";
        QTest::newRow("17 rules") << QStringList(17, "1/s").join(" + ");
        QTest::newRow("window of nothing") << "1/0s";
        QTest::newRow("a slot of no life") << "5 at once for 1us";
        QTest::newRow("burst of centuries") << "1/day burst 53000";
    }

    void refusesRanges()
    {
        QFETCH(QString, text);
        QVERIFY_THROWS_EXCEPTION(BadPolicy, parseRules(text.toStdString()));
    }

    void onlyRulesOutOfRangeAreBadPolicies()
    {
        const auto isBadPolicy = [](auto call) {
            try {
                call();
            } catch (const BadPolicy&) {
                return true;
            } catch (const InvalidArgument&) {
                return false;
            }
            qFatal("it was accepted");
        };
        QVERIFY(isBadPolicy([] { parseRules("1/366.5day"); }));
        QVERIFY(isBadPolicy([] { validatePolicy({"", "gcra", parseRules("1/s")}); }));
        QVERIFY(!isBadPolicy([] { parseRules("1/fortnight"); }));
        QVERIFY(!isBadPolicy([] { parseDuration("soon"); }));
        QVERIFY(!isBadPolicy([] { parseEndpoint("http://x"); }));
        QVERIFY(!isBadPolicy([] { validateToken(""); }));
        QVERIFY(!isBadPolicy([] { validateCost(-1); }));
    }

    void showsDurations_data()
    {
        addColumns<qint64, QString>({"micros", "text"});
        QTest::newRow("none") << qint64(0) << "0 s";
        QTest::newRow("negative") << qint64(-5) << "0 s";
        QTest::newRow("1 us") << qint64(1) << QStringLiteral("1 µs");
        QTest::newRow("ms, rounded up") << qint64(1'001) << "2 ms";
        QTest::newRow("tenths, rounded up") << qint64(3'150'000) << "3.2 s";
        QTest::newRow("just below a minute") << qint64(59'950'000) << "1 min";
        QTest::newRow("minutes") << qint64(754'000'000) << "12 min 34 s";
        QTest::newRow("just below an hour") << qint64(3'599'000'001) << "1 h";
        QTest::newRow("hours") << qint64(33'120'000'000) << "9 h 12 min";
        QTest::newRow("days") << qint64(90'000'000'000) << "1 day 1 h";
        QTest::newRow("more days") << qint64(180'000'000'000) << "2 days 2 h";
    }

    void showsDurations()
    {
        QFETCH(qint64, micros);
        QFETCH(QString, text);
        QCOMPARE(durationText(Micros(micros)), text.toStdString());
    }

    void showsUntrustedBytes_data()
    {
        addColumns<QByteArray, QString>({"bytes", "shown"});
        addRow("plain", QByteArray("user:42"), "user:42");
        addRow("accents", QByteArray("ünï 日本"), QStringLiteral("ünï 日本"));
        addRow("control", QByteArray("a\0b\x1b\n", 5), "a\\x00b\\x1b\\x0a");
        addRow("C1", QByteArray("\xc2\x9b"), "\\u{9b}");
        addRow("not UTF-8", QByteArray("\xff\xc3("), "\\xff\\xc3(");
        addRow("overlong", QByteArray("\xc0\xaf"), "\\xc0\\xaf");
        addRow("surrogate", QByteArray("\xed\xa0\x80"), "\\xed\\xa0\\x80");
        addRow("cut off", QByteArray("\xe6\x97"), "\\xe6\\x97");
        addRow("bidi",
               QByteArray("a\xe2\x80\xae"
                          "b"),
               "a\\u{202e}b");
        addRow("zero width", QByteArray("a\xe2\x80\x8b"), "a\\u{200b}");
        addRow("backslash", QByteArray("\\x00"), "\\\\x00");
    }

    void showsUntrustedBytes()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, shown);
        QCOMPARE(QString::fromStdString(printable(bytes.toStdString())), shown);
    }

    void encodesBytesAsText_data()
    {
        addColumns<QByteArray, QByteArray>({"bytes", "text"});
        QTest::newRow("plain") << QByteArray("a-Z0._~/") << QByteArray("a-Z0._~/");
        QTest::newRow("reserved") << QByteArray("a b?c#%41") << QByteArray("a%20b%3Fc%23%2541");
        QTest::newRow("zero and high") << QByteArray("\0\xff\xe6", 3) << QByteArray("%00%FF%E6");
        QTest::newRow("percent alone") << QByteArray("100%") << QByteArray("100%25");
    }

    void encodesBytesAsText()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, text);
        QCOMPARE(percentEncoded(bytes.toStdString(), isKeptInPaths), text.toStdString());
        QCOMPARE(percentDecoded(text.toStdString()), bytes.toStdString());
    }

    void decodesWhatOthersWrote_data()
    {
        addColumns<QByteArray, QByteArray>({"text", "bytes"});
        QTest::newRow("lower case") << QByteArray("%2fx") << QByteArray("/x");
        QTest::newRow("not hexadecimal") << QByteArray("%zz%4g%-1") << QByteArray("%zz%4g%-1");
        QTest::newRow("cut off") << QByteArray("a%4") << QByteArray("a%4");
        QTest::newRow("at the end") << QByteArray("%41%") << QByteArray("A%");
    }

    void decodesWhatOthersWrote()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, bytes);
        QCOMPARE(percentDecoded(text.toStdString()), bytes.toStdString());
    }

    void tellsUtf8FromOtherBytes()
    {
        std::string all;
        for (const std::uint32_t code : {0x41U, 0xE9U, 0x65E5U, 0x1F600U, 0x10FFFFU})
            appendUtf8(all, code);
        QCOMPARE(all, std::string("A\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80\xF4\x8F\xBF\xBF"));
        QVERIFY(isUtf8(all));
        QVERIFY(isUtf8({}));
        for (const std::string_view other : {"\xE6\x97", "a\xFF", "\xC0\x80", "\xED\xA0\x80"})
            QVERIFY(!isUtf8(other));
    }

    void readsEndpoints_data()
    {
        addColumns<QString, QString, QString, QString>({"url", "text", "user", "password"});
        addRow("host", "redis://cache", "redis://cache:6379", "", "");
        addRow("all", "redis://ops:s%40c%3aret@cache:7000/3", "redis://ops@cache:7000/3", "ops", "s@c:ret");
        addRow("password only", "redis://:pw@10.0.0.1", "redis://10.0.0.1:6379", "", "pw");
        addRow("IPv6", "redis://[::1]:6380/0", "redis://[::1]:6380", "", "");
        addRow("socket", "unix:///run/redis/redis.sock?db=2", "unix:///run/redis/redis.sock?db=2", "", "");
        addRow("encoded socket", "unix:///tmp/a%20b.sock", "unix:///tmp/a b.sock", "", "");
        addRow("odd names", "unix:///tmp/%25%3f%23/%c3%a9.sock", "unix:///tmp/%?#/é.sock", "", "");
        addRow("TLS", "rediss://ops:pw@[::1]/2?cacert=/etc/a%20b.pem&cert=/c%26.pem&key=/k&sni=redis",
               "rediss://ops@[::1]:6379/2", "ops", "pw");
        addRow("ssh", "rediss://cache?ssh=ops%40bastion", "rediss://cache:6379?ssh=ops@bastion", "", "");
        addRow("odd user", "redis://a%3ab%40c%2f:pw@cache", "redis://a:b@c/@cache:6379", "a:b@c/", "pw");
    }

    void readsEndpoints()
    {
        QFETCH(QString, url);
        QFETCH(QString, text);
        QFETCH(QString, user);
        QFETCH(QString, password);
        const Endpoint endpoint = parseEndpoint(url.toStdString());
        QCOMPARE(endpoint.text(), text.toStdString());
        QCOMPARE(endpoint.user, user.toStdString());
        QCOMPARE(endpoint.password, password.toStdString());
        Endpoint again = parseEndpoint(endpoint.url());
        QVERIFY(again.password.empty());
        again.password = endpoint.password;
        QVERIFY2(again == endpoint, endpoint.url().c_str());
    }

    void readsHowToConnect()
    {
        const Endpoint endpoint = parseEndpoint(
            "rediss://cache?cacert=/etc/a%20b.pem&cert=/c%26.pem&key=/k&sni=redis&ssh=ops@bastion");
        QVERIFY(endpoint.tls == (TlsSettings{"/etc/a b.pem", "/c&.pem", "/k", "redis"}));
        QCOMPARE(endpoint.ssh, std::string("ops@bastion"));
        QVERIFY(!parseEndpoint("redis://cache").tls);
    }

    void refusesEndpoints_data()
    {
        addColumns<QString, QString>({"url", "reason"});
        addRow("empty", "", "does not begin with");
        addRow("no scheme", "localhost:6379", "does not begin with");
        addRow("http", "http://:secret@x", "does not begin with");
        addRow("TLS option without TLS", "redis://:secret@x?cacert=/ca.pem", "rediss:");
        addRow("unknown option", "rediss://:secret@x?verify=no", "cacert=, cert=, key=, sni= and ssh=");
        addRow("key alone", "rediss://:secret@x?key=/my.key", "requires its certificate");
        addRow("an option for ssh", "redis://:secret@x?ssh=-oProxyCommand%3dsecret", "destination");
        addRow("ssh with a line break", "redis://:secret@x?ssh=a%0ab", "destination");
        addRow("ssh to nowhere", "redis://:secret@x?ssh=", "destination");
        addRow("port", "redis://:secret@x:66000", "port");
        addRow("database", "redis://:secret@x/one", "database");
        addRow("spaces", "redis://:secret@x y", "not a URL");
        addRow("an @ in the password", "redis://user:p@secret@x", "write @ as %40");
        addRow("a slash in the password", "redis://user:p/secret@x", "/ as %2F");
        addRow("an @ before several hosts", "redis+cluster://user:p@secret@x,y", "write @ as %40");
        addRow("a zero byte for ssh", "redis://:secret@x?ssh=a%00b", "zero byte");
        addRow("a zero byte in the host", "redis://:secret@x%00y", "zero byte");
        addRow("a zero byte in the path", "unix:///tmp/x%00y", "zero byte");
        addRow("relative socket", "unix://tmp/x.sock", "absolute path");
        addRow("no host", "redis://:secret@:6379", "host is missing");
        addRow("option", "unix:///x?password=secret", "db=number");
    }

    void refusesEndpoints()
    {
        QFETCH(QString, url);
        QFETCH(QString, reason);
        try {
            parseEndpoint(url.toStdString());
            QFAIL("it was read");
        } catch (const InvalidArgument& error) {
            QVERIFY2(QString::fromUtf8(error.what()).contains(reason), error.what());
            QVERIFY2(!QString::fromUtf8(error.what()).contains("secret"), "the message repeats the password");
        }
    }

    void namesKeys_data()
    {
        addColumns<QByteArray, QByteArray>({"token", "key"});
        addRow("plain", QByteArray("acct:7f3a"), QByteArray("rw:{acct:7f3a}:pol%3Aicy:gcra"));
        addRow("braces", QByteArray("a}b{c"), QByteArray("rw:{a%7Db%7Bc}:pol%3Aicy:gcra"));
        addRow("percent", QByteArray("100%"), QByteArray("rw:{100%25}:pol%3Aicy:gcra"));
        addRow("binary", QByteArray("\0\n\xff ", 4), QByteArray("rw:{%00%0A%FF%20}:pol%3Aicy:gcra"));
        addRow("10 kB", QByteArray(10'000, 'x'),
               QByteArray("rw:{") + QByteArray(10'000, 'x') + QByteArray("}:pol%3Aicy:gcra"));
    }

    void namesKeys()
    {
        QFETCH(QByteArray, token);
        QFETCH(QByteArray, key);
        const Algorithm& gcra = algorithmNamed("gcra");
        QCOMPARE(QByteArray::fromStdString(stateKey(RedisToken(token.toStdString()), "pol:icy", gcra)), key);
        const std::optional<Subject> parsed = parseRatewardenKey(key.toStdString());
        QVERIFY(parsed);
        QCOMPARE(*parsed, stateSubject(token.toStdString(), "pol:icy", gcra));

        const std::optional<Subject> control =
            parseRatewardenKey(controlKey(RedisToken(token.toStdString())));
        QVERIFY(control);
        QCOMPARE(*control, controlSubject(token.toStdString()));

        const auto counted = parseCountsKey(countsKey(RedisToken(token.toStdString()), "pol:icy"));
        QVERIFY(counted);
        QVERIFY((*counted == CountedToken{token.toStdString(), "pol:icy"}));
        QVERIFY(!parseCountsKey(key.toStdString()));
    }

    void passesOverForeignKeys_data()
    {
        QTest::addColumn<QString>("key");
        for (const char* key : {"",
                                "rw:",
                                "rw:{",
                                "rw:{}",
                                "rw:{}:control",
                                "rw:{a}",
                                "rw:{a}:",
                                "rw:{a}:other",
                                "rw:{a}:p:nope",
                                "rw:{a}::gcra",
                                "rw:{a}:p:q:gcra",
                                "rw:{a}:p:counts",
                                "rw:{a}::control",
                                "rw:{a%}:p:gcra",
                                "rw:{a%4}:p:gcra",
                                "rw:{a%zz}:p:gcra",
                                "rw:{%61}:p:gcra",
                                "rw:{a%7d}:p:gcra",
                                "rw:{a b}:p:gcra",
                                "rw:policies",
                                "x:{a}:p:gcra"})
            QTest::newRow(*key ? key : "empty") << key;
    }

    void passesOverForeignKeys()
    {
        QFETCH(QString, key);
        QVERIFY(!parseRatewardenKey(key.toStdString()));
        const std::string counts = key.replace("gcra", "counts").toStdString();
        QCOMPARE(parseCountsKey(counts).has_value(), counts == "rw:{a}:p:counts");
    }

    void showsCommands()
    {
        Command command{"SET", "a key", std::string_view("\0\"\\\n", 4)};
        command.add(-5).add("");
        QCOMPARE(command.text(), bytes("SET \"a key\" \"\\x00\\\"\\\\\\x0a\" -5 \"\""));
    }
};

RATEWARDEN_SUITE(TestNotation)
#include "tst_notation.moc"
