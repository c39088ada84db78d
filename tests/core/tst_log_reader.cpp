// SPDX-License-Identifier: GPL-3.0-or-later
// labels: threads
#include "core/lab/log_reader.h"
#include "core/lab/trace_file.h"
#include "core/model/errors.h"
#include "tests/support/files.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

constexpr std::int64_t begin = 1'795'373'355;

std::string jsonLine(std::int64_t second, const std::string& token)
{
    return fmt::format("{{\"ts\":{},\"ip\":\"{}\"}}\n", begin + second, token);
}

std::string jsonLines(int count)
{
    std::string all;
    for (int i = 0; i < count; ++i)
        all += jsonLine(i, fmt::format("10.0.0.{}", i % 7));
    return all;
}

std::string gzipped(const std::string& text)
{
    std::string packed(compressBound(text.size()) + 100, '\0');
    z_stream stream{};
    deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = uInt(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstded(const std::string& text)
{
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
    return packed;
}

} // namespace

class TestLogReader : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const std::string& content)
    {
        return fileIn(m_folder, "log", QByteArray::fromStdString(content)).toStdString();
    }

    ReadTraffic read(const std::string& content, const ReadOptions& options = {})
    {
        return readTrafficFile(write(content), options);
    }

    // Through a pipe, in pieces that cut lines and magics anywhere.
    static ReadTraffic readPiped(const std::string& content, std::size_t piece)
    {
        std::array<int, 2> ends{};
        if (pipe(ends.data()) != 0)
            qFatal("no pipe");
        std::jthread writer([&] {
            for (std::size_t at = 0; at < content.size(); at += piece)
                if (::write(ends[1], content.data() + at, std::min(piece, content.size() - at)) < 0)
                    break;
            close(ends[1]);
        });
        ReadTraffic traffic = readTrafficFrom(ends[0], "standard input");
        writer.join();
        close(ends[0]);
        return traffic;
    }

private Q_SLOTS:
    void aLogIsReadAndSummedUp()
    {
        const ReadTraffic read =
            this->read(jsonLine(0, "a") + jsonLine(5, "b") + jsonLine(3, "a") + "oops\n\n" +
                       jsonLine(3, "c") + R"({"ip":"a","ts":"x"})" + "\r\n" + jsonLine(9, "b"));
        const TrafficSummary& summary = read.summary;
        QCOMPARE(int(summary.kind), int(TrafficKind::Log));
        QCOMPARE(textOf(*summary.format), "JSON lines, token from ip, time from ts");
        QCOMPARE(summary.lines, 8U);
        QCOMPARE(summary.rejected, 2U);
        QCOMPARE(summary.rejectedFor[std::size_t(LineFault::Syntax)], 1U);
        QCOMPARE(summary.rejectedFor[std::size_t(LineFault::BadTime)], 1U);
        const std::vector<RejectedLine> rejected{{4, LineFault::Syntax}, {7, LineFault::BadTime}};
        QVERIFY(summary.firstRejected == rejected);
        QCOMPARE(summary.requests, 5U);
        QCOMPARE(summary.tokens, 3U);
        QCOMPARE(summary.backwards, 1U);
        QCOMPARE(summary.from.time_since_epoch().count(), begin * 1'000'000);
        QCOMPARE(summary.to.time_since_epoch().count(), (begin + 9) * 1'000'000);
        QCOMPARE(summary.resolution.count(), 1'000'000);
        QCOMPARE(int(summary.fault), int(SourceFault::None));
        // In order of time; those of one time as they came.
        std::string order;
        for (const TokenId token : read.trace.tokens)
            order += read.trace.names[token];
        QCOMPARE(order, "aacbb");
    }

    void theFinestTimeIsTheResolution()
    {
        QCOMPARE(read(R"({"ip":"a","ts":1795373355.25})").summary.resolution.count(), 1'000);
        QCOMPARE(read(R"({"ip":"a","ts":1795373355})"
                      "\n"
                      R"({"ip":"a","ts":1795373355.000001})")
                     .summary.resolution.count(),
                 1);
    }

    void rejectedLinesAreNamedUpToABound()
    {
        std::string log = jsonLines(300);
        for (int i = 0; i < 100; ++i)
            log += "oops\n";
        const TrafficSummary summary = read(log).summary;
        QCOMPARE(summary.rejected, 100U);
        QCOMPARE(summary.firstRejected.size(), maxRejectedNamed);
        QCOMPARE(summary.firstRejected.front().number, 301U);
        QCOMPARE(summary.firstRejected.back().number, 320U);
    }

    void mixedFormatsAreCounted()
    {
        const std::string common = "10.0.0.1 - - [10/Oct/2000:13:55:36 -0700] \"GET / HTTP/1.0\" 200 1\n";
        const TrafficSummary summary = read(jsonLines(30) + common + common + "1795373355,a\n").summary;
        QCOMPARE(summary.requests, 30U);
        QCOMPARE(summary.rejectedFor[std::size_t(LineFault::Syntax)], 3U);
    }

    void theLineOfNamesIsNoRequest()
    {
        const TrafficSummary summary = read("ts,user\n1795373355,a\n1795373356,b\n").summary;
        QCOMPARE(summary.requests, 2U);
        QCOMPARE(summary.rejected, 0U);
        QCOMPARE(summary.lines, 3U);
        const TrafficSummary bare = read("1795373355,a\n1795373356,b\n").summary;
        QCOMPARE(bare.requests, 2U);
    }

    // Logs of several days are joined, and the settings of a server change.
    void theHeadingMayChange()
    {
        const ReadTraffic traffic = read(gzipped("#Version: 1.0\n#Fields: date time c-ip sc-status\n"
                                                 "2026-11-20 10:00:01 203.0.113.9 200\n"
                                                 "#Fields: date time sc-status c-ip\n"
                                                 "2026-11-20 10:00:02 429 203.0.113.9\n"
                                                 "2026-11-20 10:00:03 429\n"
                                                 "#Fields: c-ip cs-method cs-uri-stem sc-status date time\n"
                                                 "203.0.113.9 GET / 429 2026-11-20 10:00:04\n"
                                                 "#Fields: date time s-ip\n"
                                                 "2026-11-20 10:00:05 10.0.0.1\n"));
        QCOMPARE(traffic.summary.requests, 3U);
        QCOMPARE(traffic.summary.tokens, 1U);
        QCOMPARE(traffic.summary.refusals.value().requests, 2U);
        const std::vector<RejectedLine> rejected{{6, LineFault::Syntax}, {10, LineFault::NoToken}};
        QCOMPARE(traffic.summary.firstRejected, rejected);
    }

    // One connection that is no HTTP does not take the status from the others.
    void connectionsAmongRequestsOfHAProxyAreRejected()
    {
        const std::string start = "10.0.1.2:33313 [20/Nov/2026:10:11:12.655] in api/s1 ";
        const std::string http =
            start + "10/0/30/69/109 429 2750 - - PR-- 1/1/1/1/0 0/0 \"GET / HTTP/1.1\"\n";
        const TrafficSummary summary = read(http + start + "0/0/5007 212 -- 0/0/0/0/3 0/0\n" + http).summary;
        QCOMPARE(summary.requests, 2U);
        QCOMPARE(summary.refusals.value().requests, 2U);
        const std::vector<RejectedLine> rejected{{2, LineFault::Syntax}};
        QCOMPARE(summary.firstRejected, rejected);
    }

    // Of an error log the other messages are no requests.
    void otherMessagesOfNginxAreRejected()
    {
        std::string log;
        for (int i = 0; i < 10; ++i) {
            const std::string start = fmt::format("2026/11/20 10:11:{:02} [error] 31#31: *5 ", i);
            const std::string end = ", client: 203.0.113.9, server: e.com, request: \"GET / HTTP/1.1\"\n";
            log += start + "open() \"/x\" failed" + end + start + "limiting connections by zone \"a\"" + end;
            if (i % 3 == 0)
                log += start + "limiting requests, excess: 5.940 by zone \"perip\"" + end;
        }
        const TrafficSummary summary = read(log).summary;
        QCOMPARE(summary.requests, 4U);
        QCOMPARE(summary.refusals.value().requests, 4U);
        QCOMPARE(summary.rejectedFor[std::size_t(LineFault::Syntax)], 20U);
    }

    // Each syntax says which requests had been refused, and who went on.
    void refusalsAreCounted_data()
    {
        QTest::addColumn<QString>("line"); // token, second, status
        QTest::addColumn<QByteArray>("header");
        const auto row = [](const char* name, const char* line, const char* header = "") {
            QTest::newRow(name) << QString(line) << QByteArray(header);
        };
        row("common", "%1 - - [22/Nov/2026:18:49:%2 +0000] \"GET /a\\\"b HTTP/1.1\" %3 17\n");
        row("combined", "%1 - bob [22/Nov/2026:18:49:%2 +0000] \"GET / HTTP/1.1\" %3 17 \"-\" \"x\"\n");
        row("no bytes", "%1 - - [22/Nov/2026:18:49:%2 +0000] \"GET / HTTP/1.1\" %3\n");
        row("virtual host", "example.org:443 %1 - - [22/Nov/2026:18:49:%2 +0000] \"GET / HTTP/1.1\" %3 17\n");
        row("JSON", "{\"ip\":\"%1\",\"ts\":\"2026-11-22T18:49:%2Z\",\"status\":%3}\n");
        row("JSON, in an object",
            "{\"ip\":\"%1\",\"ts\":\"2026-11-22T18:49:%2Z\",\"response\":{\"status\":\"%3\"}}\n");
        row("JSON, first", "{\"status\":%3,\"ip\":\"%1\",\"ts\":\"2026-11-22T18:49:%2Z\"}\n");
        row("CSV", "2026-11-22T18:49:%2Z,%1,%3\n", "time,ip,status_code\n");
        row("logfmt", "ts=2026-11-22T18:49:%2Z ip=%1 status=%3\n");
        row("containerd",
            "2026-11-22T18:49:00Z stdout F %1 - - [22/Nov/2026:18:49:%2 +0000] \"GET / HTTP/1.1\" %3 17\n");
        row("HAProxy",
            "%1:4711 [22/Nov/2026:18:49:%2.655] in api/s1 10/0/30/69/109 %3 17 - - ---- 1/1/1/1/0 0/0\n");
        row("Zeek", "2026-11-22T18:49:%2Z\t%1\t%3\n", "#fields\tts\tid.orig_h\tstatus_code\n");
    }
    void refusalsAreCounted()
    {
        QFETCH(QString, line);
        QFETCH(QByteArray, header);
        const auto text = [&line](const char* token, int second, int status) {
            return line.arg(token).arg(second, 2, 10, QChar('0')).arg(status).toStdString();
        };
        const std::string log = header.toStdString() + text("10.0.0.1", 1, 200) + text("10.0.0.1", 2, 429) +
                                text("10.0.0.2", 2, 200) + text("10.0.0.1", 3, 503) +
                                text("10.0.0.1", 4, 200) + text("10.0.0.1", 5, 404) +
                                text("10.0.0.2", 6, 429);
        const ReadTraffic traffic = read(log);
        QCOMPARE(traffic.trace.size(), 7U);
        const RecordedRefusals refusals = traffic.summary.refusals.value();
        QCOMPARE(refusals.requests, 3U);
        QCOMPARE(refusals.tokens, 2U);
        QCOMPARE(refusals.retries, 2U); // at 3 and at 4
        QCOMPARE(traffic.trace.names[refusals.worst], "10.0.0.1");
        QCOMPARE(refusals.ofWorst, 2U);
        QCOMPARE(refusals.leftOut, 0U);

        ReadOptions options;
        options.withoutStatus = {429, 503};
        const ReadTraffic without = read(log, options);
        QCOMPARE(without.trace.size(), 4U);
        QCOMPARE(without.summary.refusals->requests, 0U);
        QCOMPARE(without.summary.refusals->leftOut, 3U);
        QCOMPARE(without.summary.rejected, 0U);
    }

    // The place of the line before is a guess, never an answer: other orders, lengths and texts that look so.
    void statusesOfJsonAreThoseOfTheFields()
    {
        std::string log;
        std::uint64_t refused = 0;
        for (int i = 0; i < 3000; ++i) {
            const int status = i % 7 == 0 ? 429 : 200;
            refused += status == 429 ? 1 : 0;
            const std::string text(std::size_t(i * i % 13), 'x');
            const std::string state = fmt::format(R"("status":{})", status);
            switch (i % 5) {
            case 0:
                log += fmt::format(R"({{"ts":{},"ip":"a",{},"n":"{}"}})", begin + i, state, text);
                break;
            case 1:
                log += fmt::format(R"({{{},"ts":{},"ip":"a","n":"{}"}})", state, begin + i, text);
                break;
            case 2: // of another object
                log += fmt::format(R"({{"ts":{},"ip":"a",{},"up":{{"n":"{}"}},"n":"\\"status\\":429"}})",
                                   begin + i, state, text);
                break;
            case 3:
                log += fmt::format(R"({{"ts":{},"ip":"a","n":"{}","status": {}}})", begin + i, text, status);
                break;
            default:
                log += fmt::format(R"({{"ts":{},"ip":"a",{},"n":{}}})", begin + i, state, i % 1000);
            }
            log += '\n';
        }
        const ReadTraffic traffic = read(log);
        QCOMPARE(traffic.trace.size(), 3000U);
        QCOMPARE(traffic.summary.refusals->requests, refused);
    }

    // A status is not needed to be a request.
    void withoutAStatus()
    {
        const ReadTraffic traffic =
            read("ts=1795373355 ip=a status=200\nts=1795373356 ip=a status=200\nts=1795373357 ip=b\n"
                 "ts=1795373358 ip=b status=ok\n"
                 "ts=1795373359 ip=b status=429\n");
        QCOMPARE(traffic.trace.size(), 5U);
        QVERIFY(!traffic.summary.refusals); // "ok" is none: nobody says that this field has it
        ReadOptions options;
        options.fields.status = "status";
        QCOMPARE(read("ts=1795373355 ip=a status=ok\nts=1795373359 ip=b status=429\n", options)
                     .summary.refusals->requests,
                 1U);
        // A line that breaks off in front of its status.
        const ReadTraffic cut = read("10.0.0.1 - - [22/Nov/2026:18:49:01 +0000] \"GET / HTTP/1.1\" 200 1\n"
                                     "10.0.0.1 - - [22/Nov/2026:18:49:01 +0000] \"GET /\n");
        QCOMPARE(cut.trace.size(), 2U);
        options.withoutStatus = {429};
        options.fields.status.clear();
        QCOMPARE(messageOf([&] { read("ts=1795373355 ip=a\nts=1795373356 ip=b\n", options); }),
                 "no field of the log is known to hold the status of the answer; name it");
    }

    // RFC 4180: a quoted field may hold line breaks.
    void quotedFieldsOfCsvHoldLineBreaks()
    {
        const std::string log = "ts,note,ip\n"                                 // 1
                                "1795373355,\"one\ntwo \"\"2\"\", three\",a\n" // 2, 3
                                "1795373356,plain,b\r\n"                       // 4
                                "1795373357,\"\r\n\r\nx\",\"c\nd\"\n"          // 5 to 8
                                "oops,x,e\n"                                   // 9
                                "1795373358,\"\n\n\",f\n"                      // 10 to 12
                                "1795373359,,g";                               // 13
        const ReadTraffic traffic = read(log);
        QCOMPARE(traffic.summary.lines, 13U);
        QCOMPARE(traffic.trace.size(), 5U);
        QVERIFY(traffic.trace.names.find("c\nd") < traffic.trace.names.size());
        const std::vector<RejectedLine> rejected{{9, LineFault::BadTime}};
        QCOMPARE(traffic.summary.firstRejected, rejected);
        // However the log is cut into what is looked at first and the rest.
        std::string longer = "ts,note,ip\n";
        for (int i = 0; i < 300; ++i)
            longer += fmt::format("{},\"a\nb\",{}\n", begin + i, i % 3 == 0 ? "x" : "y");
        const ReadTraffic all = read(longer);
        QCOMPARE(all.trace.size(), 300U);
        QCOMPARE(all.summary.rejected, 0U);
        QCOMPARE(all.summary.lines, 601U);
        // Also the names.
        const ReadTraffic names = read("ts,\"a\nnote\",ip\n1795373355,x,a\n1795373356,x,b\n");
        QCOMPARE(names.trace.size(), 2U);
        QCOMPARE(names.summary.rejected, 0U);
    }

    // A quote that nobody closes costs its own line and no other.
    void openQuotesAreOneLine_data()
    {
        QTest::addColumn<QByteArray>("bad");
        addRow("to the end", QByteArray("1795373355,\"open,z\n"));
        addRow("broken by a quoted field", QByteArray("1795373355,\"open,z\n1795373355,\"q\",a\n"));
        addRow("beyond the bound",
               QByteArray("1795373355,\"open,z\n") + QByteArray("1795373355,q,a\n").repeated(100'000));
    }
    void openQuotesAreOneLine()
    {
        QFETCH(QByteArray, bad);
        std::string log = "ts,note,ip\n";
        for (int i = 0; i < 250; ++i)
            log += fmt::format("{},n,a\n", begin + i);
        log += bad.toStdString();
        for (int i = 0; i < 250; ++i)
            log += fmt::format("{},n,a\n", begin + i);
        const ReadTraffic traffic = read(log);
        QCOMPARE(traffic.summary.lines, std::uint64_t(std::ranges::count(log, '\n')));
        QCOMPARE(traffic.summary.rejected, 1U);
        QCOMPARE(traffic.summary.firstRejected.front().number, 252U);
        QCOMPARE(traffic.trace.size(), traffic.summary.lines - 2); // the names, too
    }

    void longLinesAreSkipped_data()
    {
        QTest::addColumn<int>("megabytes");
        QTest::newRow("a little too long") << 1;
        QTest::newRow("much too long") << 40;
    }
    void longLinesAreSkipped()
    {
        QFETCH(int, megabytes);
        const std::string tooLong = "{\"x\":\"" + std::string(std::size_t(megabytes) << 20U, 'x') + "\"}\n";
        const ReadTraffic read = this->read(tooLong + jsonLine(0, "a") + tooLong + jsonLine(1, "b") +
                                            tooLong.substr(0, tooLong.size() - 1));
        QCOMPARE(read.summary.requests, 2U);
        QCOMPARE(read.summary.rejectedFor[std::size_t(LineFault::TooLong)], 3U);
        const std::vector<RejectedLine> rejected{
            {1, LineFault::TooLong}, {3, LineFault::TooLong}, {5, LineFault::TooLong}};
        QVERIFY(read.summary.firstRejected == rejected);
        QVERIFY(read.trace.memory() < 10'000);
        // As long as may be.
        const std::string pad(maxLogLine - jsonLine(0, "c").size() + 1, ' ');
        std::string longest = jsonLine(0, "c");
        longest.insert(longest.size() - 1, pad);
        QCOMPARE(this->read(longest).summary.requests, 1U);
        QCOMPARE(this->read(longest.insert(1, " ")).summary.requests, 0U);
    }

    void compressedLogsAreTheSame_data()
    {
        addColumns<QByteArray, QByteArray>({"packed", "compression"});
        const std::string text = jsonLines(50'000);
        const std::string half = text.substr(0, text.size() / 2);
        const std::string rest = text.substr(half.size());
        const auto row = [](const char* name, const std::string& packed, const char* compression) {
            QTest::newRow(name) << QByteArray::fromStdString(packed) << QByteArray(compression);
        };
        row("plain", text, "");
        row("gzip", gzipped(text), "gzip");
        row("gzip of two members", gzipped(half) + gzipped(rest), "gzip");
        row("gzip, filled up with zeros", gzipped(text) + std::string(1000, '\0'), "gzip");
        row("zstd", zstded(text), "zstd");
        row("zstd of two frames", zstded(half) + zstded(rest), "zstd");
    }
    void compressedLogsAreTheSame()
    {
        QFETCH(QByteArray, packed);
        QFETCH(QByteArray, compression);
        const ReadTraffic fromFile = read(packed.toStdString());
        QCOMPARE(fromFile.summary.requests, 50'000U);
        QCOMPARE(fromFile.summary.rejected, 0U);
        QCOMPARE(QByteArray::fromStdString(fromFile.summary.compression), compression);
        QCOMPARE(int(fromFile.summary.fault), int(SourceFault::None));
        QCOMPARE(qint64(fromFile.summary.bytes), packed.size());
        QCOMPARE(fromFile.summary.textBytes, jsonLines(50'000).size());
        for (const std::size_t piece : {1U, 4093U}) {
            if (piece == 1 && packed.size() > 500'000)
                continue;
            const ReadTraffic piped = readPiped(packed.toStdString(), piece);
            QVERIFY(piped.trace.times == fromFile.trace.times);
            QVERIFY(piped.trace.tokens == fromFile.trace.tokens);
        }
    }

    // What is packed has all been taken while a part of the last block is still to come: there is room for a
    // megabyte at once.
    void theLastBlockIsReadToItsEnd()
    {
        const std::string text = jsonLines(32'000);
        constexpr std::size_t cut = 1'000'000;
        QVERIFY(text.size() > (1U << 20U) + 1000 && text.size() < cut + 128'000);
        std::string packed(ZSTD_compressBound(text.size()), '\0');
        const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
        ZSTD_inBuffer input{text.data(), cut, 0};
        ZSTD_outBuffer output{packed.data(), packed.size(), 0};
        QCOMPARE(ZSTD_compressStream2(context.get(), &output, &input, ZSTD_e_flush), 0U);
        input.size = text.size();
        QCOMPARE(ZSTD_compressStream2(context.get(), &output, &input, ZSTD_e_end), 0U);
        packed.resize(output.pos);
        const TrafficSummary summary = read(packed).summary;
        QCOMPARE(summary.requests, 32'000U);
        QCOMPARE(int(summary.fault), int(SourceFault::None));
    }

    void longTokensAreKept()
    {
        std::string log;
        std::vector<std::string> tokens;
        for (std::size_t i = 0; i < 600; ++i) {
            tokens.push_back(std::to_string(i) + std::string(i * i % 30'000, 'x'));
            log += jsonLine(std::int64_t(i), tokens.back());
        }
        const ReadTraffic traffic = read(log);
        QCOMPARE(traffic.summary.tokens, tokens.size());
        for (std::size_t i = 0; i < tokens.size(); ++i)
            QVERIFY(traffic.trace.names[traffic.trace.tokens[i]] == tokens[i]);
    }

    void whatBreaksOffCountsUpToThere_data()
    {
        addColumns<QByteArray, int>({"packed", "fault"});
        const std::string text = jsonLines(50'000);
        const auto row = [](const char* name, const std::string& packed, SourceFault fault) {
            QTest::newRow(name) << QByteArray::fromStdString(packed) << int(fault);
        };
        const std::string gzip = gzipped(text);
        const std::string zstd = zstded(text);
        row("gzip, cut", gzip.substr(0, gzip.size() / 2), SourceFault::Truncated);
        row("gzip, cut in its checksum", gzip.substr(0, gzip.size() - 3), SourceFault::Truncated);
        row("zstd, cut", zstd.substr(0, zstd.size() - 1), SourceFault::Truncated);
        row("gzip, with something behind", gzip + "garbage", SourceFault::Corrupt);
        row("zstd, with something behind", zstd + "garbage", SourceFault::Corrupt);
        std::string changed = gzip;
        changed[changed.size() - 6] ^= 1; // of the checksum
        row("gzip, changed", changed, SourceFault::Corrupt);
    }
    void whatBreaksOffCountsUpToThere()
    {
        QFETCH(QByteArray, packed);
        QFETCH(int, fault);
        const TrafficSummary summary = read(packed.toStdString()).summary;
        QCOMPARE(int(summary.fault), fault);
        QVERIFY2(summary.requests > 10'000, qPrintable(QString::number(summary.requests)));
        QVERIFY(summary.rejected <= 1);
    }

    void whatIsNotReadIsSaid()
    {
        QVERIFY(messageOf([] {
                    readTrafficFile("/nonexistent\x1b");
                }).find(R"(/nonexistent\x1b cannot be read: No such)") != std::string::npos);
        QVERIFY(messageOf([] { readTrafficFile("/tmp"); }).find("directory") != std::string::npos);
        QVERIFY(messageOf([this] { read("\xfd\x37zXZ and more"); }).find("compressed by xz") !=
                std::string::npos);
        QVERIFY(messageOf([this] { read("PK\x03\x04 and more"); }).find("compressed by zip") !=
                std::string::npos);
        QVERIFY(messageOf([this] {
                    read(std::string("\x7f"
                                     "ELF\0\0\0\1\n\0",
                                     10));
                }).find("zero bytes") != std::string::npos);
        QVERIFY(messageOf([this] { read("just words\n"); }).find("neither a common or combined log") !=
                std::string::npos);
        QVERIFY(messageOf([this] { read(std::string(traceMagic) + "x"); }).find("it is cut") !=
                std::string::npos);
    }

    void anEmptyLogHasNoRequest()
    {
        for (const std::string& nothing : {std::string(), std::string("\n\n"), gzipped(""), zstded("")}) {
            const ReadTraffic traffic = read(nothing);
            QVERIFY(traffic.trace.empty());
            QVERIFY(!traffic.summary.format);
            QCOMPARE(traffic.summary.rejected, 0U);
            QCOMPARE(int(traffic.summary.fault), int(SourceFault::None));
        }
    }

    void readingTellsHowFarItIsAndStops()
    {
        const std::string path = write(jsonLines(200'000));
        std::uint64_t last = 0;
        int calls = 0;
        ReadOptions options;
        options.progress = [&](const ReadProgress& progress) {
            QVERIFY(progress.bytes >= last);
            QCOMPARE(qint64(progress.size.value()), QFile(QString::fromStdString(path)).size());
            last = progress.bytes;
            ++calls;
        };
        const ReadTraffic all = readTrafficFile(path, options);
        QVERIFY(calls > 3);
        QCOMPARE(last, all.summary.bytes);

        for (const bool packed : {false, true}) {
            write(packed ? gzipped(jsonLines(200'000)) : jsonLines(200'000));
            std::stop_source stop;
            options.stop = stop.get_token();
            options.progress = [&stop](const ReadProgress& progress) {
                if (progress.lines > 0)
                    stop.request_stop();
            };
            const ReadTraffic some = readTrafficFile(path, options);
            QCOMPARE(int(some.summary.fault), int(SourceFault::Cancelled));
            QVERIFY(some.summary.requests > 0 && some.summary.requests < 200'000);
        }
    }

    // Nobody writes into the pipe, so that only the request to stop can end it.
    void readingFromAPipeStops()
    {
        std::array<int, 2> ends{};
        QCOMPARE(pipe(ends.data()), 0);
        std::stop_source stop;
        ReadOptions options;
        options.stop = stop.get_token();
        std::jthread stopper([&stop] { stop.request_stop(); });
        QCOMPARE(int(readTrafficFrom(ends[0], "pipe", options).summary.fault), int(SourceFault::Cancelled));
        close(ends[0]);
        close(ends[1]);
    }

    void aTraceFileIsTraffic()
    {
        const ReadTraffic log = read(jsonLines(1000));
        std::string file;
        writeTrace(log.trace, {}, [&file](std::string_view bytes) { file += bytes; });
        for (const std::string& content : {file, gzipped(file)}) {
            const ReadTraffic traffic = read(content);
            QCOMPARE(int(traffic.summary.kind), int(TrafficKind::Trace));
            QVERIFY(traffic.trace.times == log.trace.times);
            QCOMPARE(traffic.summary.tokens, 7U);
            QCOMPARE(traffic.summary.resolution.count(), 1'000'000);
        }
    }
};

RATEWARDEN_SUITE(TestLogReader)
#include "tst_log_reader.moc"
