// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/log_lines.h"
#include "core/lab/log_time.h"
#include "core/model/errors.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

#include <optional>
#include <string>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

constexpr std::int64_t microsPerSecond = 1000000;
constexpr std::int64_t loggedAt = 1795373355; // 2026-11-22T18:49:15Z

std::int64_t microsOf(const char* text)
{
    const std::optional<Instant> time = parseLogTime(text);
    return time ? time->time_since_epoch().count() : -1;
}

/// Reads one line by the format that it says itself, or that `like` lines say.
struct Line {
    LineFault fault = LineFault::None;
    std::string token;
    std::int64_t micros = 0;
    TraceCost cost = 0;
};

Line read(std::string line, const LogFormat& format)
{
    const std::size_t size = line.size();
    line.append(linePadding, 'x'); // whatever is there must not matter
    LogRequest request;
    const std::unique_ptr<LineReader> reader = lineReader(format); // what it read may be its own
    const LineFault fault = reader->read(std::string_view(line).substr(0, size), request);
    return {fault, std::string(request.token), request.time.time_since_epoch().count(), request.cost};
}

LogFormat logFormatOf(LogSyntax syntax, LogFields fields, std::vector<std::string> names = {})
{
    LogFormat format;
    format.syntax = syntax;
    format.fields = std::move(fields);
    format.names = std::move(names);
    return format;
}

/// Single quotes stand for double ones, so that JSON can be read here.
QByteArray quoted(const char* text)
{
    return QByteArray(text).replace('\'', '"');
}

std::string detectionMessage(const std::string& beginning, const LogFields& wanted = {})
{
    try {
        detectLog(beginning, wanted);
    } catch (const InvalidArgument& error) {
        return error.what();
    }
    return {};
}

constexpr auto combinedLine =
    "203.0.113.77 - frank [10/Oct/2000:13:55:36 -0700] \"GET /a\\\"b HTTP/1.0\" 200 2326 \"http://e/\\\"x\" "
    "\"Mozilla [x] \\\"y\\\"\" \"10.0.0.9\"";

} // namespace

class TestLogLines : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void timesAreRead_data()
    {
        addColumns<QByteArray, qint64>({"text", "micros"});
        const auto row = [](const char* text, qint64 micros) {
            QTest::newRow(text) << QByteArray(text) << micros;
        };
        row("10/Oct/2000:13:55:36 -0700", 971211336 * microsPerSecond);
        row("[10/Oct/2000:13:55:36 -0700]", 971211336 * microsPerSecond);
        row("10/oct/2000:20:55:36", 971211336 * microsPerSecond);
        row("2000-10-10T13:55:36-07:00", 971211336 * microsPerSecond);
        row("2000-10-10T20:55:36Z", 971211336 * microsPerSecond);
        row("2000-10-10 20:55:36", 971211336 * microsPerSecond);
        row("2000/10/10 20:55:36", 971211336 * microsPerSecond);
        row("2000-10-10 20:55:36.5 UTC", 971211336 * microsPerSecond + 500000);
        row("2000-10-10 22:55:36,123456789 +02", 971211336 * microsPerSecond + 123456);
        row("2000-10-11T02:25:36+0530", 971211336 * microsPerSecond);
        row("971211336", 971211336 * microsPerSecond);
        row("971211336.25", 971211336 * microsPerSecond + 250000);
        row("971211336.123456789", 971211336 * microsPerSecond + 123456);
        row("971211336123", 971211336 * microsPerSecond + 123000);
        row("971211336123.75", 971211336 * microsPerSecond + 123750);
        row("971211336123456", 971211336 * microsPerSecond + 123456);
        row("971211336123456789", 971211336 * microsPerSecond + 123456);
        row("99999999999", 99999999999 * microsPerSecond);
        row("100000000000", 100000000000000);
        row("99999999999999", 99999999999999000);
        row("100000000000000", 100000000000000);
        row("99999999999999999", 99999999999999999);
        row("100000000000000000", 100000000000000);
        row("9.71211336e8", 971211336 * microsPerSecond);
        row("1795229576000000000", 1795229576 * microsPerSecond);
        row("0", 0);
        // A leap day, the day after one, and a leap second.
        row("2024-02-29T00:00:00Z", 1709164800 * microsPerSecond);
        row("2024-03-01T00:00:00Z", 1709251200 * microsPerSecond);
        row("2000-02-29T12:00:00Z", 951825600 * microsPerSecond);
        row("2016-12-31T23:59:60Z", 1483228800 * microsPerSecond);
        // The hour that daylight saving gives twice is told apart by its offset.
        row("2026-10-25T02:30:00+02:00", 1792888200 * microsPerSecond);
        row("2026-10-25T02:30:00+01:00", 1792891800 * microsPerSecond);
        row("25/Oct/2026:02:30:00 +0100", 1792891800 * microsPerSecond);
        for (const char* bad : {"",
                                "-",
                                "yesterday",
                                "2023-02-29T00:00:00Z",
                                "1900-02-29T00:00:00Z",
                                "2026-13-01T00:00:00Z",
                                "2026-00-01T00:00:00Z",
                                "2026-01-32T00:00:00Z",
                                "2026-01-01T24:00:00Z",
                                "2026-01-01T23:60:00Z",
                                "2026-01-01T23:59:61Z",
                                "2026-01-01T23:59",
                                "2026-01-01",
                                "2026-01-01T00:00:00.Z",
                                "2026-01-01T00:00:00X",
                                "2026-01-01T00:00:00+1",
                                "2026-01-01T00:00:00+24:00",
                                "2026-01-01T00:00:00+01:60",
                                "2026-01-01T00:00:00Zx",
                                "32/Oct/2000:13:55:36 -0700",
                                "10/Okt/2000:13:55:36 -0700",
                                "10/Oct/2000:13:55",
                                "10/Oct/2000 13:55:36 -0700",
                                "1969-12-31T23:59:59Z",
                                "1970-01-01T00:00:00+01:00",
                                "-1",
                                "12.",
                                ".5",
                                "1e30",
                                "12x",
                                "99999999999999999999",
                                "9999999999999999999",
                                "0x10"})
            row(bad, -1);
    }
    void timesAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, micros);
        QCOMPARE(qint64(microsOf(text.constData())), micros);
    }

    void commonLogsAreFoundAndRead()
    {
        const LogFormat format = detectLog(std::string(combinedLine) + "\n");
        QCOMPARE(QString::fromStdString(textOf(format)),
                 "combined log, token from remote_addr, time from time, status from status");
        const std::vector<std::string> names{"remote_addr", "ident", "user",    "time",       "request",
                                             "status",      "bytes", "referer", "user_agent", "10"};
        QVERIFY(format.names == names);
        const Line line = read(combinedLine, format);
        QCOMPARE(line.fault, LineFault::None);
        QCOMPARE(line.token, "203.0.113.77");
        QCOMPARE(line.micros, 971211336 * microsPerSecond);
        QCOMPARE(line.cost, 1U);
    }

    void anyFieldOfACommonLogMayBeTheToken_data()
    {
        addColumns<QByteArray, QByteArray>({"field", "token"});
        QTest::newRow("user") << QByteArray("user") << QByteArray("frank");
        QTest::newRow("request") << QByteArray("request") << QByteArray("GET /a\"b HTTP/1.0");
        QTest::newRow("status") << QByteArray("status") << QByteArray("200");
        QTest::newRow("referer") << QByteArray("referer") << QByteArray("http://e/\"x");
        QTest::newRow("user_agent") << QByteArray("user_agent") << QByteArray("Mozilla [x] \"y\"");
        QTest::newRow("the tenth") << QByteArray("10") << QByteArray("10.0.0.9");
    }
    void anyFieldOfACommonLogMayBeTheToken()
    {
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, token);
        const LogFormat format = detectLog(combinedLine, {field.toStdString(), {}, "bytes"});
        const Line line = read(combinedLine, format);
        QCOMPARE(line.fault, LineFault::None);
        QCOMPARE(QByteArray::fromStdString(line.token), token);
        QCOMPARE(line.cost, 2326U);
    }

    void uglyCommonLines_data()
    {
        addColumns<QByteArray, int, QByteArray>({"line", "fault", "token"});
        const auto row = [](const char* name, const QByteArray& line, LineFault fault,
                            const char* token = "") {
            QTest::newRow(name) << line << int(fault) << QByteArray(token);
        };
        const QByteArray rest = R"( - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 1)";
        row("IPv6", "2001:db8::1" + rest, LineFault::None, "2001:db8::1");
        row("IPv6 in brackets", "[::1]:443" + rest, LineFault::None, "[::1]:443");
        row("a name", "host.example.org" + rest, LineFault::None, "host.example.org");
        row("nothing behind the time", "a - - [10/Oct/2000:13:55:36 -0700]", LineFault::None, "a");
        row("ISO time", "a - - [2000-10-10T13:55:36-07:00] x", LineFault::None, "a");
        row("a user with brackets", "a - x [y] [10/Oct/2000:13:55:36 -0700] x", LineFault::None, "a");
        row("no address", "-" + rest, LineFault::NoToken);
        row("an empty address", rest, LineFault::NoToken);
        row("no such date", "a - - [31/Nov/2000:13:55:36 -0700] x", LineFault::BadTime);
        row("a bracket that is open", "a - - [10/Oct/2000:13:55:36 -0700", LineFault::Syntax);
        row("no time", "a - - GET", LineFault::Syntax);
        row("JSON", R"({"a": ["x"], "b": 1})", LineFault::Syntax);
        row("spaces", "      ", LineFault::Syntax);
        row("brackets", "[[[[ [ [ ]]", LineFault::Syntax);
    }
    void uglyCommonLines()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, fault);
        QFETCH(QByteArray, token);
        const LogFormat format = detectLog(combinedLine);
        const Line got = read(line.toStdString(), format);
        QCOMPARE(int(got.fault), fault);
        if (got.fault == LineFault::None)
            QCOMPARE(QByteArray::fromStdString(got.token), token);
    }

    void zeroBytesAreBytesOfAToken()
    {
        const std::string token("a\0b", 3);
        const LogFormat format = detectLog(combinedLine);
        QCOMPARE(read(token + " - - [10/Oct/2000:13:55:36 -0700] x", format).token, token);
    }

    void quotesOfACommonLogMustEnd()
    {
        const LogFormat format = detectLog(combinedLine, {"user_agent", {}, {}});
        const std::string start = R"(a - - [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 1 "-" )";
        QCOMPARE(read(start + R"("x)", format).fault, LineFault::Syntax);
        QCOMPARE(read(start + R"("x\")", format).fault, LineFault::Syntax);
        QCOMPARE(read(start + R"("x\\")", format).token, "x\\");
        QCOMPARE(read(start + R"("\xe2\x9c\x93 \u2713 \q")", format).token, "\u2713 \u2713 \\q");
        QCOMPARE(read(start + R"("-")", format).fault, LineFault::NoToken);
        QCOMPARE(read(start, format).fault, LineFault::NoToken);
    }

    void aHostMayStandBeforeTheAddress()
    {
        const std::string line =
            R"(www.example.org:443 203.0.113.77 - frank [10/Oct/2000:13:55:36 -0700] "GET / HTTP/1.0" 200 17 "-" "x")";
        const LogFormat format = detectLog(line + "\n" + line);
        QCOMPARE(format.names.front(), "virtual_host");
        QCOMPARE(read(line, format).token, "203.0.113.77");
        QCOMPARE(read(line, detectLog(line, {"virtual_host", {}, "bytes"})).token, "www.example.org:443");
        QCOMPARE(read(line, detectLog(line, {"user", {}, "bytes"})).cost, 17U);
        // A user whose name has a space does not shift the columns.
        QCOMPARE(read(R"(a - frank miller [10/Oct/2000:13:55:36 -0700] "GET" 404 5)",
                      detectLog(combinedLine, {"status", {}, {}}))
                     .token,
                 "404");
    }

    // Others write a line on, and put the time, the machine or the stream before it.
    void commonLinesAreFoundBehindOtherWords_data()
    {
        QTest::addColumn<QString>("before");
        QTest::newRow("syslog") << "Nov 20 10:11:12 web1 nginx[12]: ";
        QTest::newRow("syslog, without a process") << "Nov 20 10:11:12 web1 nginx: ";
        QTest::newRow("containerd") << "2026-11-20T10:11:12.123456789Z stdout F ";
        QTest::newRow("docker compose") << "web_1  | ";
    }
    void commonLinesAreFoundBehindOtherWords()
    {
        QFETCH(const QString, before);
        const std::string line = before.toStdString() + combinedLine;
        const LogFormat format = detectLog(line);
        QCOMPARE(QString::fromStdString(textOf(format)),
                 "combined log, token from remote_addr, time from time, status from status");
        QCOMPARE(read(line, format).token, "203.0.113.77");
        QCOMPARE(read(line, format).micros, 971211336 * microsPerSecond);
        QCOMPARE(read(line, detectLog(line, {"user", {}, "bytes"})).token, "frank");
        QCOMPARE(read(line, detectLog(line, {"user", {}, "bytes"})).cost, 2326U);
        // On the first days of a month there are two spaces.
        if (before.startsWith("Nov 20"))
            QCOMPARE(read("Nov  6" + line.substr(6), format).token, "203.0.113.77");
        // A name of many words is none of an address.
        QVERIFY(!detectionMessage("one two three four five [10/Oct/2000:13:55:36 -0700] x").empty());
    }

    void jsonLinesAreFoundAndRead_data()
    {
        addColumns<QByteArray, QByteArray, QByteArray, qint64>({"line", "format", "token", "micros"});
        const auto row = [](const char* name, const char* line, const char* format, const char* token,
                            qint64 micros) {
            QTest::newRow(name) << quoted(line) << QByteArray(format) << QByteArray(token) << micros;
        };
        row("plain", "{'time':'2026-11-22T18:49:15.25Z','remote_addr':'10.0.0.1','status':200}",
            "JSON lines, token from remote_addr, time from time, status from status", "10.0.0.1",
            loggedAt * microsPerSecond + 250000);
        row("nested",
            "{'level':'info','ts':1795373355.25,'request':{'remote_ip':'::1','headers':{'A':['x']}},'size':"
            "1}",
            "JSON lines, token from request.remote_ip, time from ts", "::1",
            loggedAt * microsPerSecond + 250000);
        row("a number as token", " { '@timestamp' : 1795373355250 , 'user_id' : 42 } ",
            "JSON lines, token from user_id, time from @timestamp", "42",
            loggedAt * microsPerSecond + 250000);
        row("escapes", "{'ip':'a\\'\\\\\\u00e9\\n','timestamp':'1795373355'}",
            "JSON lines, token from ip, time from timestamp", "a\"\\\u00e9\n", loggedAt * microsPerSecond);
        row("an unknown name for the time",
            "{'when':'2026-11-22T18:49:15Z','bytes':7,'ClientHost':'10.1.1.1'}",
            "JSON lines, token from ClientHost, time from when", "10.1.1.1", loggedAt * microsPerSecond);
        row("an address by its look", "{'n':7,'ts':1795373355,'who':'2001:db8::7'}",
            "JSON lines, token from who, time from ts", "2001:db8::7", loggedAt * microsPerSecond);
        row("a dot in a name", "{'client.ip':'10.0.0.1','ts':1795373355}",
            "JSON lines, token from client.ip, time from ts", "10.0.0.1", loggedAt * microsPerSecond);
        row("Traefik",
            "{'ClientAddr':'203.0.113.9:4711','ClientHost':'203.0.113.9','DownstreamStatus':429,'StartUTC':"
            "'2026-11-22T18:49:15.25Z','time':'2026-11-22T18:49:16Z'}",
            "JSON lines, token from ClientHost, time from StartUTC, status from DownstreamStatus",
            "203.0.113.9", loggedAt * microsPerSecond + 250000);
        row("Kong, with its service's own time",
            "{'service':{'created_at':1700000000},'client_ip':'203.0.113.9','upstream_status':'200','"
            "response':"
            "{'status':429},'started_at':1795373355250}",
            "JSON lines, token from client_ip, time from started_at, status from response.status",
            "203.0.113.9", loggedAt * microsPerSecond + 250000);
        row("a cost", "{'token':'a','time':1795373355,'cost':3}",
            "JSON lines, token from token, time from time, cost from cost", "a", loggedAt * microsPerSecond);
    }
    void jsonLinesAreFoundAndRead()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, token);
        QFETCH(qint64, micros);
        const LogFormat found = detectLog(line.toStdString());
        QCOMPARE(QByteArray::fromStdString(textOf(found)), format);
        const Line got = read(line.toStdString(), found);
        QCOMPARE(got.fault, LineFault::None);
        QCOMPARE(QByteArray::fromStdString(got.token), token);
        QCOMPARE(qint64(got.micros), micros);
    }

    void uglyLines_data()
    {
        addColumns<QByteArray, int, int>({"line", "fault", "syntax"});
        LogSyntax syntax = LogSyntax::Json;
        const auto row = [&syntax](const char* line, LineFault fault) {
            QTest::newRow(line) << (syntax == LogSyntax::Json ? quoted(line) : QByteArray(line)) << int(fault)
                                << int(syntax);
        };
        row("{'r':{'ip':'a'},'ts':1795373355,'c':2}", LineFault::None);
        row("{'ts':1795373355,'c':2,'x':[1,{'r':{'ip':'no'}}],'r':{'x':{'ip':'no'},'ip':'a'}}",
            LineFault::None);
        row("{'r':{'ip':'a'},'r':{'ip':'b'},'ts':1795373355,'ts':2,'c':2,'c':3}", LineFault::None);
        row("{'r':{'ip':'a'},'ts':1795373355,'c':1.2}", LineFault::None);
        row("{'r':7,'ts':1795373355,'c':2}", LineFault::NoToken);
        row("{'r':{'ip':null},'ts':1795373355,'c':2}", LineFault::NoToken);
        row("{'r':{'ip':''},'ts':1795373355,'c':2}", LineFault::NoToken);
        row("{'r':{'ip':['a']},'ts':1795373355,'c':2}", LineFault::NoToken);
        row("{'ip':'a','ts':1795373355,'c':2}", LineFault::NoToken);
        row("{'r':{'ip':'a'},'c':2}", LineFault::NoTime);
        row("{'r':{'ip':'a'},'ts':'soon','c':2}", LineFault::BadTime);
        row("{'r':{'ip':'a'},'ts':-5,'c':2}", LineFault::BadTime);
        row("{'r':{'ip':'a'},'ts':true,'c':2}", LineFault::BadTime);
        row("{'r':{'ip':'a'},'ts':1795373355}", LineFault::NoCost);
        row("{'r':{'ip':'a'},'ts':1795373355,'c':-1}", LineFault::BadCost);
        row("{'r':{'ip':'a'},'ts':1795373355,'c':4294967296}", LineFault::BadCost);
        row("{'r':{'ip':'a'},'ts':1795373355,'c':'many'}", LineFault::BadCost);
        row("{'r':{'ip':'a'},'ts':17953733", LineFault::Syntax); // a cut one
        row("{'r':{'ip':'a},'ts':1795373355,'c':2}", LineFault::Syntax);
        row("{'r':{'ip':'a'} 'ts':1795373355,'c':2}", LineFault::Syntax);
        row("{'r':{'ip':'\\ud800'},'ts':1795373355,'c':2}", LineFault::Syntax);
        row("{\"r\":{\"ip\":\"\xff\"},\"ts\":1795373355,\"c\":2}", LineFault::Syntax);
        row("[1,2]", LineFault::Syntax);
        row("{}", LineFault::NoToken);
        row("{", LineFault::Syntax);
        row("}", LineFault::Syntax);
        row("a - - [10/Oct/2000:13:55:36 -0700] x", LineFault::Syntax);
        syntax = LogSyntax::Csv;
        row("1795373355,a,2", LineFault::None);
        row("\"1795373355\",\"a\",\"2\"", LineFault::None);
        row("1795373355,a", LineFault::Syntax);
        row("1795373355,a,2,3", LineFault::Syntax);
        row("1795373355,\"a,2", LineFault::Syntax);
        row("1795373355,\"a\"x,2", LineFault::Syntax);
        row("1795373355,,2", LineFault::NoToken);
        row("1795373355,\"\",2", LineFault::NoToken);
        row(",a,2", LineFault::NoTime);
        row("x,a,2", LineFault::BadTime);
        row("1795373355,a,", LineFault::NoCost);
        row("1795373355,a,x", LineFault::BadCost);
        row(",,", LineFault::NoToken);
        row(",", LineFault::Syntax);
        row("\"", LineFault::Syntax);
        row("\"\"\"", LineFault::Syntax);
        syntax = LogSyntax::Logfmt;
        row("ts=1795373355 ip=a", LineFault::None);
        row("  ip=a   ts=\"1795373355\"  ", LineFault::None);
        row("ip=a ip=b ts=1795373355 ts=x", LineFault::None);
        row("xip=b ip=a ts=1795373355 x", LineFault::None);
        row("ts=1795373355 ip=", LineFault::NoToken);
        row("ts=1795373355 ip", LineFault::NoToken);
        row("ts=1795373355 ip=\"\"", LineFault::NoToken);
        row("ts=1795373355", LineFault::NoToken);
        row("ip=a", LineFault::NoTime);
        row("ip=a ts=", LineFault::NoTime);
        row("ip=a ts=never", LineFault::BadTime);
        row("ip=a ts=1795373355 msg=\"open", LineFault::Syntax);
        row("ip=a ts=1795373355 msg=\"open\\\"", LineFault::Syntax);
        row("ip=a ts=1795373355 msg=\"\\", LineFault::Syntax);
        row("only words here", LineFault::Syntax);
        row("=", LineFault::NoToken);
    }
    void uglyLines()
    {
        QFETCH(QByteArray, line);
        QFETCH(int, fault);
        QFETCH(int, syntax);
        const LogSyntax written{syntax};
        const LogFormat format = written == LogSyntax::Json ? logFormatOf(written, {"r.ip", "ts", "c"})
                                 : written == LogSyntax::Csv
                                     ? logFormatOf(written, {"user", "ts", "n"}, {"ts", "user", "n"})
                                     : logFormatOf(written, {"ip", "ts", {}});
        const Line got = read(line.toStdString(), format);
        QCOMPARE(int(got.fault), fault);
        if (got.fault == LineFault::None) {
            QCOMPARE(got.token, "a"); // the first of two, and of the right object
            QCOMPARE(got.micros, loggedAt * microsPerSecond);
            QCOMPARE(got.cost, written == LogSyntax::Logfmt ? 1U : 2U); // 1.2 is rounded up
        }
    }

    // Names lead into their own objects only.
    void fieldsInFieldsAreNotMixedUp()
    {
        const LogFormat format = logFormatOf(LogSyntax::Json, {"r.ip", "q.ts", {}});
        const std::string line =
            quoted("{'q':{'ip':'no','ts':1795373355},'r':{'ts':1,'ip':'a'}}").toStdString();
        QCOMPARE(read(line, format).token, "a");
        QCOMPARE(read(line, format).micros, loggedAt * microsPerSecond);
    }

    // A name that says much is no choice where most lines do not have it.
    void rareFieldsAreNotChosen()
    {
        const std::string line = quoted("{'ts':1795373355,'client':'a'}\n").toStdString();
        const std::string rare =
            quoted("{'ts':1795373355,'client':'a','token':'b','cost':1}\n").toStdString();
        QCOMPARE(detectLog(line + rare + line).fields.token, "client");
        QCOMPARE(detectLog(rare + rare + line).fields.token, "token");
    }

    void deepAndHugeJsonIsRead()
    {
        std::string deep =
            "{'x':" + std::string(5000, '[') + std::string(5000, ']') + ",'r':{'ip':'a'},'ts':1795373355}";
        const LogFormat format = logFormatOf(LogSyntax::Json, {"r.ip", "ts", {}});
        const LineFault fault = read(deep, format).fault;
        QVERIFY(fault == LineFault::None || fault == LineFault::Syntax);
        const std::string longOne = quoted("{'x':'").toStdString() + std::string(500000, 'y') +
                                    quoted("','r':{'ip':'a'},'ts':1795373355}").toStdString();
        QCOMPARE(read(longOne, format).token, "a");
    }

    void csvIsFoundAndRead_data()
    {
        addColumns<QByteArray, QByteArray, QByteArray, int>({"lines", "format", "token", "cost"});
        const auto row = [](const char* name, const char* lines, const char* format, const char* token,
                            int cost = 1) {
            QTest::newRow(name) << QByteArray(lines) << QByteArray(format) << QByteArray(token) << cost;
        };
        row("names", "time,client_ip,status\n2026-11-22T18:49:15Z,10.0.0.1,200",
            "CSV, token from client_ip, time from time, status from status", "10.0.0.1");
        row("semicolons", "ts;user;cost\n1795373355;anna;7",
            "CSV, token from user, time from ts, cost from cost", "anna", 7);
        row("tabs", "ts\tuser\n1795373355\ta b", "CSV, token from user, time from ts", "a b");
        row("bars", "user|ts\na|1795373355", "CSV, token from user, time from ts", "a");
        row("no names", "1795373355,200,10.0.0.1\n1795373355,200,10.0.0.1", "CSV, token from 3, time from 1",
            "10.0.0.1");
        row("no names and no address", "anna,1795373355,200\nanna,1795373355,200",
            "CSV, token from 1, time from 2", "anna");
        row("no names, and a status before the token", "1795373355,200,anna\n1795373355,429,anna",
            "CSV, token from 3, time from 1", "anna");
        row("quoted", "\"ts\",\"user\"\n\"2026-11-22 18:49:15\",\"a, \"\"b\"\"\"",
            "CSV, token from user, time from ts", "a, \"b\"");
        row("spaces", "ts , user \n1795373355 , anna ", "CSV, token from user, time from ts", "anna");
        row("more separators in a quoted field",
            "a;b,ts,user\n\"1;2;3\",1795373355,x\n\"1;2;3\",1795373355,x",
            "CSV, token from user, time from ts", "x");
    }
    void csvIsFoundAndRead()
    {
        QFETCH(QByteArray, lines);
        QFETCH(QByteArray, format);
        QFETCH(QByteArray, token);
        QFETCH(int, cost);
        const LogFormat found = detectLog(lines.toStdString());
        QCOMPARE(QByteArray::fromStdString(textOf(found)), format);
        const Line got = read(lines.split('\n').last().toStdString(), found);
        QCOMPARE(got.fault, LineFault::None);
        QCOMPARE(QByteArray::fromStdString(got.token), token);
        QCOMPARE(int(got.cost), cost);
        QCOMPARE(got.micros, loggedAt * microsPerSecond);
    }

    void logfmtIsFoundAndRead()
    {
        const std::string line = quoted("level=info ts=2026-11-22T18:49:15.25+01:00 msg='said "
                                        "\\'ip=10.9.9.9\\' \\\\' ip=10.0.0.1 done cost=4 user='an\\'na'")
                                     .toStdString();
        const LogFormat format = detectLog(line);
        QCOMPARE(textOf(format), "logfmt, token from ip, time from ts, cost from cost");
        const Line got = read(line, format);
        QCOMPARE(got.fault, LineFault::None);
        QCOMPARE(got.token, "10.0.0.1");
        QCOMPARE(got.micros, (loggedAt - 3600) * microsPerSecond + 250000);
        QCOMPARE(got.cost, 4U);
        QCOMPARE(read(line, detectLog(line, {"user", {}, {}})).token, "an\"na");
    }

    void whatCannotBeFoundIsSaid()
    {
        QVERIFY(detectionMessage("hello\nworld\n").find("neither a common or combined log nor JSON") !=
                std::string::npos);
        QVERIFY(detectionMessage(std::string("a\0b\n\1\2", 6)).find("zero bytes") != std::string::npos);
        QVERIFY(detectionMessage(std::string("a\0b,1,x\n\0,2,y\n", 14)).find("zero bytes") !=
                std::string::npos);
        const std::string unnamed = detectionMessage("1,2,3\n4,5,6\n7,8,9\n");
        QVERIFY2(unnamed.find("no column of this CSV looks like the time; if one is, name it by its number: "
                              "1, 2, 3") != std::string::npos,
                 unnamed.c_str());
        // Separators here and there make no columns.
        QVERIFY(detectionMessage("hello\nto you, all\nof us, and them\n").find("neither a common") !=
                std::string::npos);
        // What has spaces is prose, and no token, and there is no other.
        const std::string prose = detectionMessage("2026-11-20 10:11:12,123 [main] Hello\n");
        QVERIFY2(prose.find("no column of this CSV looks like the token") != std::string::npos,
                 prose.c_str());
        QVERIFY(detectionMessage("").find("no line") != std::string::npos);
        QVERIFY(detectionMessage("\n\r\n").find("no line") != std::string::npos);
        const std::string unknown = detectionMessage(R"({"a":"x","b":"y"})");
        QVERIFY2(unknown.find("known to hold the token; name one of: a, b") != std::string::npos,
                 unknown.c_str());
        const std::string noTime = detectionMessage(R"({"ip":"x","b":"y"})");
        QVERIFY2(noTime.find("known to hold the time") != std::string::npos, noTime.c_str());
        const std::string wrong = detectionMessage(combinedLine, {"nobody\x1b", {}, {}});
        QVERIFY2(wrong.find(R"("nobody\x1b"; there are: remote_addr, ident)") != std::string::npos,
                 wrong.c_str());
        // Somebody may still choose.
        QCOMPARE(read(R"({"a":"x","b":1795373355})", detectLog(R"({"a":"x","b":1795373355})", {"a", {}, {}}))
                     .token,
                 "x");
    }

    // Lines as the programs' documentation shows them.
    void proxiesAreKnown_data()
    {
        addColumns<QString, QString, QString, qint64, int>({"log", "name", "token", "micros", "status"});
        constexpr qint64 at = 1'795'169'472'000'000; // 2026-11-20 10:11:12 UTC
        const auto row = [](const char* title, const char* log, const char* name, const char* token,
                            qint64 micros, int status) {
            QTest::newRow(title) << QString(log) << QString(name) << QString(token) << micros << status;
        };
        row("HAProxy",
            R"(Nov 20 10:11:12 lb1 haproxy[14389]: 10.0.1.2:33317 [20/Nov/2026:10:11:12.655] http-in api/s1 10/0/30/69/109 429 2750 - - PR-- 1/1/1/1/0 0/0 {1wt.eu} {} "GET /api HTTP/1.1")",
            "HAProxy log", "10.0.1.2", at + 655'000, 429);
        row("HAProxy, IPv6",
            R"(<134>Nov 20 10:11:12 haproxy[1]: 2001:db8::7:33317 [20/Nov/2026:10:11:12.000] in out/<NOSRV> 0/-1/-1/-1/0 503 227 - - SC-- 1/1/0/0/0 0/0 "GET / HTTP/1.1")",
            "HAProxy log", "2001:db8::7", at, 503);
        row("HAProxy, without syslog",
            R"(10.0.1.2:33317 [20/Nov/2026:10:11:12.655] in~ api/s1 10/0/30/69/+109 429 2750 - - PR-- 1/1/1/1/0 0/0 0/0/0/0/0 e.com/TLSv1.3/x "GET /api/a/b/c HTTP/1.1")",
            "HAProxy log", "10.0.1.2", at + 655'000, 429);
        row("HAProxy, RFC 5424",
            R"(<134>1 2026-11-20T10:11:12+00:00 lb1 haproxy 14389 - - 10.0.1.2:33317 [20/Nov/2026:10:11:12.655] in api/s1 10/0/30/69/109 200 2750 - - ---- 1/1/1/1/0 0/0 "GET / HTTP/1.1")",
            "HAProxy log", "10.0.1.2", at + 655'000, 200);
        row("HAProxy, TCP", // 429 bytes
            "Nov 20 10:11:12 lb1 haproxy[1]: 10.0.1.2:33313 [20/Nov/2026:10:11:12.655] fnt bck/srv1 0/0/5007 "
            "429 "
            "-- 0/0/0/0/3 0/0",
            "HAProxy log", "10.0.1.2", at + 655'000, 0);
        row("nginx, limit_req",
            R"(2026/11/20 10:11:12 [error] 31#31: *5 limiting requests, excess: 5.940 by zone "perip", client: 203.0.113.9, server: example.com, request: "GET /api HTTP/1.1", host: "example.com")",
            "nginx error log", "203.0.113.9", at, 503);
        row("nginx, delayed",
            R"(2026/11/20 10:11:12 [warn] 31#31: *5 delaying request, excess: 0.940, by zone "perip", client: 203.0.113.9, server: example.com, request: "GET /api HTTP/1.1")",
            "nginx error log", "203.0.113.9", at, 0);
        row("nginx, dry run",
            R"(2026/11/20 10:11:12 [error] 31#31: *5 limiting requests, dry run, excess: 5.940 by zone "perip", client: 203.0.113.9, server: example.com, request: "GET /api HTTP/1.1")",
            "nginx error log", "203.0.113.9", at, 0);
        row("nginx, limit_req among other messages",
            R"(2026/11/20 10:11:11 [notice] 31#31: signal process started
2026/11/20 10:11:11 [error] 31#31: *4 open() "/x" failed (2: No such file or directory), client: 203.0.113.8, server: e.com, request: "GET /x HTTP/1.1", host: "e.com"
2026/11/20 10:11:12 [error] 31#31: *5 limiting requests, excess: 5.940 by zone "perip", client: 203.0.113.9, server: e.com, request: "GET /api HTTP/1.1")",
            "nginx error log", "203.0.113.9", at, 503);
        row("uWSGI, with its memory",
            "{address space usage: 384192512 bytes/366MB} {rss usage: 17846272 bytes/17MB} [pid: 12|app: "
            "0|req: "
            "1/1] 203.0.113.9 (ann) {42 vars in 675 bytes} [Fri Nov 20 10:11:12 2026] GET /api => generated "
            "5 "
            "bytes in 3 msecs via sendfile() (HTTP/1.1 200) 2 headers in 71 bytes (1 switches on core 0)",
            "uWSGI log", "203.0.113.9", at, 200);
        row("uWSGI",
            "[pid: 12|app: 0|req: 1/1] 203.0.113.9 () {42 vars in 675 bytes} [Fri Nov 20 10:11:12 2026] GET "
            "/api => "
            "generated 5 bytes in 3 msecs (HTTP/1.1 429) 2 headers in 71 bytes (1 switches on core 0)",
            "uWSGI log", "203.0.113.9", at, 429);
        row("Envoy",
            R"([2026-11-20T10:11:12.123Z] "GET /api HTTP/1.1" 429 RL 0 18 2 - "203.0.113.9" "curl/8" "req-1" "example.com" "-")",
            "Envoy log", "203.0.113.9", at + 123'000, 429);
        row("Envoy, Istio",
            R"([2026-11-20T10:11:12.123Z] "GET /api HTTP/1.1" 200 - via_upstream - "-" 0 18 2 1 "203.0.113.9" "curl/8" "req-1" "example.com" "10.0.0.1:80" inbound|80|| 127.0.0.6:1 10.0.0.1:80 203.0.113.9:0 - default)",
            "Envoy log", "203.0.113.9", at + 123'000, 200);
        row("Envoy, Istio, without X-Forwarded-For",
            R"([2026-11-20T10:11:12.123Z] "GET /api HTTP/1.1" 200 - via_upstream - "-" 0 18 2 1 "-" "curl/8" "req-1" "reviews:9080" "10.0.0.1:9080" inbound|9080|| 127.0.0.6:1 10.0.0.1:9080 10.0.0.9:46352 - default)",
            "Envoy log", "10.0.0.9", at + 123'000, 200);
        row("Traefik, as it comes",
            R"(203.0.113.9 - - [20/Nov/2026:10:11:12 +0000] "GET /api HTTP/1.1" 429 17 "-" "-" 12 "api@docker" "http://10.0.0.5:80" 1ms)",
            "combined log", "203.0.113.9", at, 429);
        row("Kong, as it comes",
            R"(203.0.113.9 - - [20/Nov/2026:10:11:12 +0000] "GET /api HTTP/1.1" 429 17 "-" "curl/8.0" kong_request_id: "5f4e9c1d")",
            "combined log", "203.0.113.9", at, 429);
        row("AWS application load balancer, IPv6, not forwarded",
            R"(h2 2026-11-20T10:11:12.186641Z app/lb/50dc [2001:db8::1]:2817 - -1 -1 -1 503 - 0 57 "GET https://e.com:443/ HTTP/2.0" "-" - - - "-" "-" "-" 0 2026-11-20T10:11:12.135000Z "fixed-response" "-" "-" "-" "-" "-" "-" TID_x)",
            "AWS load balancer log", "2001:db8::1", at + 186'641, 503);
        row("AWS application load balancer",
            R"(https 2026-11-20T10:11:12.186641Z app/my-lb/50dc6c495c0c9188 203.0.113.9:2817 10.0.0.1:80 0.086 0.048 0.037 429 429 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:x "Root=1-58337281" "www.example.com" "arn" 1 2026-11-20T10:11:12.135000Z "forward" "-" "-" "10.0.0.1:80" "429" "-" "-")",
            "AWS load balancer log", "203.0.113.9", at + 186'641, 429);
        row("AWS classic load balancer",
            R"(2026-11-20T10:11:12.543735Z my-loadbalancer [2001:db8::7]:2817 10.0.0.1:80 0.000086 0.001048 0.001337 200 200 0 57 "GET https://www.example.com:443/ HTTP/1.1" "curl/7.38.0" DHE-RSA-AES128-SHA TLSv1.2)",
            "AWS load balancer log", "2001:db8::7", at + 543'735, 200);
        row("IIS",
            "#Software: Microsoft Internet Information Services 10.0\n#Version: 1.0\n#Date: 2026-11-20 "
            "10:00:00\n"
            "#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip "
            "cs(User-Agent) sc-status "
            "time-taken\n2026-11-20 10:11:12 10.0.0.4 GET /api - 443 - 203.0.113.9 curl/8.0 429 15",
            "log with a heading", "203.0.113.9", at, 429);
        row("W3C, the time at the end",
            "#Fields: c-ip sc-status date time\n203.0.113.9 429 2026-11-20 10:11:12", "log with a heading",
            "203.0.113.9", at, 429);
        row("CloudFront",
            "#Version: 1.0\n#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem "
            "sc-status\n"
            "2026-11-20\t10:11:12\tLAX1\t2390282\t203.0.113.9\tGET\td111.cloudfront.net\t/view page\t200",
            "log with a heading", "203.0.113.9", at, 200);
        row("Zeek",
            "#separator "
            "\\x09\n#path\thttp\n#fields\tts\tuid\tid.orig_h\tid.orig_p\tmethod\turi\tstatus_code\n"
            "#types\ttime\tstring\taddr\tport\tstring\tstring\tcount\n"
            "1795169472.123456\tCabc\t203.0.113.9\t5353\tGET\t/a b\t429",
            "log with a heading", "203.0.113.9", at + 123'456, 429);
        row("Zeek, another separator",
            "#separator |\n#fields|ts|id.orig_h|uri|status_code\n1795169472.123456|203.0.113.9||429",
            "log with a heading", "203.0.113.9", at + 123'456, 429);
    }
    void proxiesAreKnown()
    {
        QFETCH(const QString, log);
        QFETCH(const QString, name);
        QFETCH(const QString, token);
        QFETCH(const qint64, micros);
        QFETCH(const int, status);
        const std::string text = log.toStdString() + "\n";
        const LogFormat format = detectLog(text);
        QCOMPARE(QString::fromStdString(std::string(nameOf(format))), name);
        std::string line = text.substr(text.rfind('\n', text.size() - 2) + 1);
        line.pop_back();
        const Line got = read(line, format);
        QCOMPARE(got.fault, LineFault::None);
        QCOMPARE(QString::fromStdString(got.token), token);
        QCOMPARE(got.micros, micros);
        LogRequest request;
        const std::size_t size = line.size();
        line.append(linePadding, 'x');
        QCOMPARE(lineReader(format)->read(std::string_view(line).substr(0, size), request), LineFault::None);
        QCOMPARE(int(request.status), status);
        // Whatever is cut off, it is read or refused.
        for (std::size_t length = 0; length < size; ++length)
            read(line.substr(0, length), format);
    }

    void messagesAreNoRequests_data()
    {
        addColumns<QByteArray, QByteArray>({"log", "what"});
        const auto row = [](const char* name, const char* log, const char* what) {
            QTest::newRow(name) << QByteArray(log) + '\n' << QByteArray(what);
        };
        row("Spring Boot",
            "2026-11-20 10:11:12.123  INFO 1 --- [nio-8080-exec-1] c.e.Controller : handled, took 12, ok",
            "a program");
        row("Logback", "10:11:12.123 [main] DEBUG com.example.App - Hello, world, 3", "a program");
        row("log4j, whose time has a comma", "2026-11-20 10:11:12,123 INFO [main] com.example.App - Hello",
            "a program");
        row("Elasticsearch", "[2026-11-20 10:11:12,123][INFO ][o.e.n.Node] [node-1] started, ok",
            "a program");
        row("with bars", "2026-11-20 10:11:12|INFO|main|Hello", "a program");
        row("Rust", "2026-11-20T10:11:12.123Z  INFO app::limits: hello, world", "a program");
        row("uvicorn, without a time", R"(INFO:     10.0.0.1:4711 - "GET / HTTP/1.1" 429 Too Many Requests)",
            "a program");
        row("a stack trace of Java",
            "java.lang.IllegalStateException: no, really\n\tat com.example.Foo.bar(Foo.java:12)\n\tat "
            "com.example.Main.main(Main.java:3)\nCaused by: java.io.IOException: x\n\t... 12 more",
            "a program");
        row("a stack trace of Python",
            "Traceback (most recent call last):\n  File \"/a.py\", line 12, in <module>\n    x(1, "
            "2)\nValueError: "
            "bad",
            "a program");
        row("Postgres",
            "2026-11-20 10:11:12.345 UTC [4712] ann@shop ERROR:  relation \"x\" does not exist, really\n"
            "2026-11-20 10:11:12.345 UTC [4712] ann@shop STATEMENT:  select 1, 2 from x",
            "Postgres");
        row("Postgres, with clients",
            "2026-11-20 10:11:12 UTC [7] LOG:  connection received: host=10.0.0.1 port=47", "Postgres");
        row("Postgres, CSV",
            "2026-11-20 10:11:12.123 "
            "UTC,\"ann\",\"shop\",4711,\"10.0.0.1:5555\",67a1.1,1,\"SELECT\",2026-11-20 "
            "10:00:00 UTC,3/5,0,LOG,00000,\"duration: 1.2 ms\",,,,,,,,,\"psql\",\"client backend\",,0",
            "Postgres");
        row("syslog", "Nov 20 10:11:12 web1 sshd[123]: Accepted publickey for ann, port 4711", "syslog");
        row("syslog, with clients",
            "Nov 20 10:11:12 web1 sshd[123]: Accepted publickey from 10.0.0.1 port 4711", "syslog");
        row("syslog, RFC 5424",
            "<34>1 2026-11-20T10:11:12.003Z web1 su - ID47 - su root failed on /dev/pts/8", "syslog");
        row("syslog, ISO time", "2026-11-20T10:11:12.345678+00:00 web1 systemd[1]: Started Session 5 of ann.",
            "syslog");
        row("nginx",
            R"(2026/11/20 10:11:12 [error] 31#31: *4 open() "/x" failed, client: 10.0.0.1, server: e.com)",
            "nginx about other things than limit_req");
        row("Apache",
            "[Sun Dec 04 04:47:44 2005] [notice] workerEnv.init() ok /etc/httpd/conf/workers2.properties",
            "Apache");
        row("Apache 2.4, with clients and commas",
            "[Fri Nov 20 10:11:12.123456 2026] [core:error] [pid 7:tid 9] [client 203.0.113.9:4711] AH00126: "
            "Invalid URI in request GET /a, HTTP/1.1",
            "Apache");
        row("journal, export",
            "__CURSOR=s=1;i=2;b=3\n__REALTIME_TIMESTAMP=1795169472123456\n_HOSTNAME=web1\nMESSAGE=Hello, "
            "world",
            "systemd's journal");
        row("journal, JSON",
            R"({"__CURSOR":"s=1","__REALTIME_TIMESTAMP":"1795169472123456","_HOSTNAME":"web1","MESSAGE":"Hello"})",
            "systemd's journal");
    }
    void messagesAreNoRequests()
    {
        QFETCH(const QByteArray, log);
        QFETCH(const QByteArray, what);
        for (const int times : {1, 3}) {
            const std::string message = detectionMessage(log.repeated(times).toStdString());
            QCOMPARE(
                QByteArray::fromStdString(message),
                "these are messages of " + what +
                    (what == "a program" ? ", with levels such as INFO or ERROR or with stack traces" : "") +
                    ", not requests; give a log that has the time and the client of each request, as an "
                    "access log has");
        }
    }

    // They are what somebody says that they are, and requests with a level are requests.
    void messagesMayBeTakenAsRequests()
    {
        const std::string csv = "2026-11-20 10:11:12 UTC,\"ann\",\"shop\",LOG,00000\n";
        QCOMPARE(read(csv.substr(0, csv.size() - 1), detectLog(csv, {"2", {}, {}})).token, "ann");
        QCOMPARE(detectLog("2026-11-20T10:11:12Z\tINFO\t203.0.113.9\n").fields.token, "3");
    }

    void mostLinesDecideTheSyntax()
    {
        const std::string common = std::string(combinedLine) + "\r\n";
        const std::string json = "{\"ip\":\"a\",\"ts\":1795373355}\n";
        QCOMPARE(int(detectLog(common + json + common).syntax), int(LogSyntax::Common));
        QCOMPARE(int(detectLog(json + json + common).syntax), int(LogSyntax::Json));
        QCOMPARE(int(detectLog("#fieldsets of yesterday\n" + common + common).syntax),
                 int(LogSyntax::Common));
        // The last line may be cut.
        QCOMPARE(int(detectLog(json + "{\"ip\":\"b").syntax), int(LogSyntax::Json));
        QCOMPARE(int(detectLog("\xEF\xBB\xBF" + json).syntax), int(LogSyntax::Json));
    }
};

RATEWARDEN_SUITE(TestLogLines)
#include "tst_log_lines.moc"
