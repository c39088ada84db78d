// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/trace_file.h"
#include "core/lab/traffic_plan.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>
#include <string>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

std::string fileOf(const Trace& trace, bool hashTokens = false)
{
    std::string file;
    writeTrace(trace, {hashTokens}, [&file](std::string_view bytes) { file += bytes; });
    return file;
}

Trace traceFrom(std::string_view file)
{
    return readTrace([&file](std::span<char> into) {
        const std::size_t count = std::min({into.size(), file.size(), std::size_t(1000)});
        std::copy_n(file.data(), count, into.data());
        file.remove_prefix(count);
        return count;
    });
}

Trace someTrace()
{
    TraceBuilder builder;
    builder.add(Instant(Micros(5)), "a", 3);
    builder.add(Instant(Micros(5)), std::string("b\0c", 3), 1);
    builder.add(Instant(Micros(1'795'373'355'000'000)), "a", 4'294'967'295);
    builder.add(Instant(Micros(9'223'372'036'854'775'807)), std::string(70'000, 'x'), 0);
    return builder.take();
}

bool isSame(const Trace& one, const Trace& other)
{
    bool same = one.times == other.times && one.tokens == other.tokens && one.costs == other.costs &&
                one.names.size() == other.names.size();
    for (TokenId token = 0; same && token < one.names.size(); ++token)
        same = one.names[token] == other.names[token];
    return same;
}

std::string plain(std::uint64_t number, std::size_t bytes)
{
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i, number >>= 8U)
        text += char(number);
    return text;
}

std::string head(std::uint64_t requests, std::uint64_t tokens)
{
    return std::string(traceMagic) + plain(1, 4) + plain(requests, 8) + plain(tokens, 8);
}

// By a checksum of its own, bit by bit, as the standard describes it.
std::string column(const std::string& content)
{
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char byte : content) {
        crc ^= std::uint8_t(byte);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1U ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return plain(content.size(), 8) + plain(~crc, 4) + content;
}

} // namespace

class TestTraceFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsWrittenIsRead()
    {
        for (const Trace& trace : {Trace(), someTrace()})
            QVERIFY(isSame(traceFrom(fileOf(trace)), trace));
        TrafficPlan plan;
        plan.tokens = 5000;
        plan.perSecond = 50'000;
        plan.duration = std::chrono::seconds(2);
        const Trace trace = makeTraffic(plan);
        const std::string file = fileOf(trace);
        const Trace read = traceFrom(file);
        QVERIFY(isSame(read, trace));
        QVERIFY2(file.size() < 6 * trace.size(), qPrintable(QString::number(file.size())));
        QCOMPARE(read.names.find("user:1"), trace.names.find("user:1"));
        QCOMPARE(read.names.find("nobody"), TokenId(trace.names.size()));
    }

    // The layout as the source describes it, written by hand.
    void theLayoutIsTheOneDescribed()
    {
        const std::string file = head(3, 2) + column("\x01\x02") + column("abb") +
                                 column(std::string("\x85\x01\x00\x7f", 4)) +
                                 column(std::string("\0\1\0", 3)) + column("");
        const Trace trace = traceFrom(file);
        QCOMPARE(trace.names[1], "bb");
        QCOMPARE(trace.times[0].time_since_epoch().count(), 133);
        QCOMPARE(trace.times[2].time_since_epoch().count(), 260);
        QVERIFY(trace.costs.empty());
        QCOMPARE(fileOf(trace), file);
    }

    void tokensAreHashedOnRequest()
    {
        const std::string file = fileOf(someTrace(), true);
        QVERIFY(file.find("xxxx") == std::string::npos);
        const Trace trace = traceFrom(file);
        QCOMPARE(trace.names[0], hashedToken("a"));
        QVERIFY(trace.times == someTrace().times);
        QCOMPARE(traceFrom(fileOf(trace, true)).names[0], hashedToken("a")); // once is enough
    }

    void readNamesTakeMore()
    {
        Trace trace = traceFrom(fileOf(someTrace()));
        QCOMPARE(trace.names.add("new"), TokenId(3));
        QCOMPARE(trace.names.add("a"), TokenId(0));
        QCOMPARE(trace.names.find("new"), TokenId(3));
    }

    void everyChangedOrCutByteIsNoticed()
    {
        TraceBuilder builder;
        for (int i = 0; i < 40; ++i)
            builder.add(Instant(Micros(1000 * i)), i % 3 == 0 ? "anna" : "bert", TraceCost(i));
        const std::string file = fileOf(builder.take());
        for (std::size_t at = 0; at < file.size(); ++at) {
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, traceFrom(file.substr(0, at)));
            for (int bit = 0; bit < 8; ++bit) {
                std::string changed = file;
                changed[at] = char(std::uint8_t(changed[at]) ^ 1U << unsigned(bit));
                QVERIFY_THROWS_EXCEPTION(InvalidArgument, traceFrom(changed));
            }
        }
        QVERIFY(messageOf([&] { traceFrom(file + "x"); }).find("follows its end") != std::string::npos);
    }

    void hostileFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* name, const std::string& file, const char* why) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << QByteArray(why);
        };
        const std::string names = column("\x01") + column("a");
        const std::string none = column("");
        row("nothing", "", "it is cut");
        row("another magic", std::string(40, 'x'), "it is not a trace file of Ratewarden");
        row("a later version", std::string(traceMagic) + plain(2, 4) + plain(0, 16), "later version");
        row("many requests", head(std::uint64_t(1) << 62U, 1), "contradict");
        row("many requests that are not there",
            head(4'000'000'000, 1) + names + column("\x01") + column("\x01") + none, "contradict");
        row("many tokens that are not there", head(4'000'000'000, 4'000'000'000) + names, "contradict");
        row("a huge column", head(1, 1) + plain(std::uint64_t(1) << 60U, 8) + plain(0, 4), "it is cut");
        row("a negative column", head(1, 1) + plain(~std::uint64_t(0), 8) + plain(0, 4), "it is cut");
        row("another token's number", head(1, 1) + names + column("\x01") + column("\x01") + none,
            "contradict");
        row("an empty token", head(1, 1) + column(std::string(1, '\0')) + column("") + column("\x01"),
            "contradict");
        row("a token beyond the texts", head(1, 1) + column("\x02") + column("a") + column("\x01"),
            "contradict");
        row("texts of no token", head(1, 1) + column("\x01") + column("aa") + column("\x01"), "contradict");
        row("times beyond all", head(2, 1) + names + column("\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x01"),
            "contradict");
        row("a number that does not end", head(1, 1) + names + column(std::string(20, '\xff')), "contradict");
        row("more numbers than requests", head(1, 1) + names + column("\x01\x01"), "contradict");
        row("a cost too high",
            head(1, 1) + names + column("\x01") + column(std::string(1, '\0')) +
                column("\xff\xff\xff\xff\x1f"),
            "contradict");
    }
    void hostileFilesAreRefused()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, why);
        const std::string message = messageOf([&] { traceFrom(file.toStdString()); });
        QVERIFY2(message.find(why.toStdString()) != std::string::npos, message.c_str());
    }

    void aFileIsThereAsAWholeOrNotAtAll()
    {
        QTemporaryDir folder;
        const QString path = folder.filePath("a.trace");
        writeTraceFile(someTrace(), path.toStdString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().toStdString() == fileOf(someTrace()));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
        QVERIFY(messageOf([&] {
                    writeTraceFile(someTrace(), folder.path().toStdString());
                }).find("cannot be written") != std::string::npos);
        QVERIFY(messageOf([] { writeTraceFile(someTrace(), "/nonexistent/x"); }).find("No such file") !=
                std::string::npos);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
        QCOMPARE(QDir(QFileInfo(folder.path()).path())
                     .entryList({QFileInfo(folder.path()).fileName() + ".*"})
                     .size(),
                 0);
    }

    // Many tokens, in batches and one by one, get the same numbers.
    void batchesOfTokensAreTheSameAsSingleOnes()
    {
        std::mt19937 random(1);
        TokenNames single;
        TokenNames many;
        std::vector<std::string> texts;
        for (int i = 0; i < 30'000; ++i)
            texts.push_back(std::string(random() % 20, 'x') + std::to_string(random() % 9000));
        const std::vector<std::string_view> views(texts.begin(), texts.end());
        std::vector<TokenId> ids(views.size());
        many.add(views, ids);
        for (std::size_t i = 0; i < views.size(); ++i)
            QCOMPARE(single.add(views[i]), ids[i]);
        QCOMPARE(single.size(), many.size());
        for (std::size_t i = 0; i < views.size(); ++i) {
            QVERIFY(many[ids[i]] == views[i]);
            QCOMPARE(many.find(views[i]), ids[i]);
        }
    }
};

RATEWARDEN_SUITE(TestTraceFile)
#include "tst_trace_file.moc"
