// SPDX-License-Identifier: GPL-3.0-or-later
// Format files that were written to do harm, or by a program gone wrong: refused by line, field and reason,
// or harmless.
#include "core/formats/describe/sample_check.h"
#include "core/formats/describe/user_formats.h"
#include "core/model/errors.h"
#include "tests/support/files.h"
#include "tests/support/format_texts.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTemporaryDir>
#include <QTest>

#include <ctime>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::string_literals;

namespace {

const QByteArray ownCounter = counterFormat("mine", "mine");

QByteArray ownCounterWith(const QByteArray& part, const QByteArray& instead)
{
    QByteArray text = ownCounter;
    const auto at = text.indexOf(part);
    return at < 0 ? QByteArray() : text.replace(at, part.size(), instead);
}

std::shared_ptr<const CatalogueFormat> parsedFormat(const QByteArray& text)
{
    return std::make_shared<const CatalogueFormat>(parseFormatFile("mine.json", text.toStdString()));
}

/// The library's formats and this one.
Catalogue catalogueWithFormat(const std::shared_ptr<const CatalogueFormat>& format)
{
    std::vector<std::shared_ptr<const CatalogueFormat>> all(builtInCatalogue().formats().begin(),
                                                            builtInCatalogue().formats().end());
    all.push_back(format);
    return Catalogue(std::move(all));
}

// What this thread has taken of the processor, in nanoseconds: it does not grow while other programs run.
qint64 ownTime()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64(now.tv_sec) * 1000000000 + now.tv_nsec;
}

} // namespace

class TestHostileFormats : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isRefusedWithLineFieldAndReason_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("refusal"); // its beginning
        const auto row = [](const char* what, const QByteArray& text, const char* refusal) {
            QVERIFY2(!text.isEmpty() && text != ownCounter, what);
            QTest::newRow(what) << text << refusal;
        };
        const QByteArray ttl = R"("clock": "server", "ttl": )";
        const QByteArray server = R"("clock": "server")";
        row("a number beyond all numbers", ownCounterWith("1795229520.0", "1e999"), "mine.json:10: ");
        row("a moment beyond all clocks", ownCounterWith("1795229520.0", "1e30"),
            "mine.json:10, samples[0].at: ");
        row("an expiry beyond all clocks", ownCounterWith("59881", "99999999999999999999"),
            "mine.json:9, samples[0].keys.mine:7.pttl: ");
        row("so many windows", ownCounterWith(server, ttl + R"({"from": "first", "windows": 1e300})"),
            "mine.json:8, ttl.windows: ");
        row("no window", ownCounterWith(server, ttl + R"({"from": "first", "windows": -1})"),
            "mine.json:8, ttl.windows: ");
        row("a life turned round", ownCounterWith(server, ttl + R"({"from": "first", "plus": [5, 1]})"),
            "mine.json:8, ttl.plus: ");
        row("an epoch beyond all clocks", ownCounterWith(server, R"("clock": "server", "epoch": 1e18)"),
            "mine.json:8, epoch: ");
        row("a rule beyond all numbers", ownCounterWith("5/60s", "99999999999999999999/60s"),
            "mine.json:10, samples[0].rules: ");
        row("nested without end", QByteArray(100'000, '['), "mine.json:1: values are nested too deeply");
        row("nested without end in a field", ownCounterWith(server, "\"clock\": " + QByteArray(100'000, '[')),
            "mine.json:8: values are nested too deeply");
        row("so many values",
            ownCounterWith("\"samples\": [", "\"samples\": [" + QByteArray("1,").repeated(250'000)),
            "mine.json:9: it has too many values");
        row("NUL bytes", ownCounterWith("\"tier\"", QByteArray("\"ti\0er\"", 7)), "mine.json:4: ");
        row("bytes that are no text", ownCounterWith("Counters", "\xff\xfe"), "mine.json:3: ");
        row("a field twice", ownCounterWith(server, R"("clock": "server", "clock": "client")"),
            "mine.json:8, clock: it stands there twice");
        row("a name that writes to the terminal", counterFormat("\\u001b[31mred", "mine"),
            "mine.json:2, format: it consists of words of a-z and 0-9");
        row("a name that leaves the folder", counterFormat("../../etc/passwd", "mine"),
            "mine.json:2, format: ");
        row("an endless name", counterFormat(QByteArray(100'000, 'a'), "mine"), "mine.json:2, format: ");
        row("a command", ownCounterWith(server, R"("clock": "server", "block": ["FLUSHALL"])"),
            "mine.json:8, block: ");
        row("a script", ownCounterWith(server, R"x("clock": "server", "plan": "redis.call('FLUSHALL')")x"),
            "mine.json:8, plan: ");
        row("a command as type", ownCounterWith("\"type\": \"string\"", "\"type\": \"FLUSHALL\""),
            "mine.json:7, keys.main.type: \"FLUSHALL\" is none of");
        row("our own keys", counterFormat("mine", "rw"),
            "mine.json:7, keys.main.name: keys that begin with \"rw:\" are Ratewarden's own");
        row("our own keys as constant", counterFormat("mine", "{prefix=rw}"),
            "mine.json:7, keys.main.name: ");
        QByteArray captures;
        for (int i = 0; i < 40; ++i)
            captures += "{n" + QByteArray::number(i) + ":num}";
        row("too many captures side by side", ownCounterWith("mine:{token}", "mine:{token}" + captures),
            "mine.json:7, keys.main.name: at character ");
        row("no end of alternatives",
            ownCounterWith("\"mine:{token}\"",
                           "[" + QByteArray("\"mine:{token}\",").repeated(100) + "\"x{token}\"]"),
            "mine.json:7, keys.main.name: ");
        row("no end of keys",
            ownCounterWith("\"main\":", QByteArray("\"x%\": {},").repeated(1) + "\"main\":"),
            "mine.json:7, keys.x%");
    }

    void isRefusedWithLineFieldAndReason()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, refusal);
        const QTemporaryDir folder;
        QVERIFY(writeInto(folder.filePath("mine.json"), text));
        QVERIFY(writeInto(folder.filePath("other.json"), counterFormat("other", "other")));
        const qint64 start = ownTime();
        const LoadedFormats loaded = loadFormats(folder.path().toStdString());
        QVERIFY(ownTime() - start < 20'000'000'000);
        QCOMPARE(loaded.formats.size(), 1u); // the other one is there all the same
        QCOMPARE(loaded.refused.size(), 1u);
        const QString said = QString::fromStdString(loaded.refused.front().text());
        QVERIFY2(said.startsWith(refusal), qPrintable(said.left(300)));
        QVERIFY(said.size() < 1000);
        for (const QChar c : said)
            QVERIFY(c.isPrint());
    }

    void aNameOfAFileWritesNothingToTheTerminal()
    {
        const QTemporaryDir folder;
        QVERIFY(writeInto(folder.filePath("a\x1b[31m\nb.json"), "{"));
        const LoadedFormats loaded = loadFormats(folder.path().toStdString());
        QCOMPARE(loaded.refused.size(), 1u);
        const std::string text = loaded.refused.front().text();
        QVERIFY2(text.starts_with("a\\x1b[31m\\x0ab.json:1: "), text.c_str());
    }

    // "*" is no wildcard, and a name that takes any key takes none of another format's samples away.
    void whoTakesEveryKeyTakesNobodysAway_data()
    {
        QTest::addColumn<QByteArray>("key");     // of the keys
        QTest::addColumn<QByteArray>("content"); // of the sample
        const auto row = [](const char* type, const char* key, const char* content) {
            QTest::newRow(type) << QByteArray(key) << QByteArray(content);
        };
        row("any string", R"("string", "value": "{x:rest}")", R"("string", "value": "a")");
        row("a number", R"("string", "value": "{x:num}")", R"("string", "value": "3")");
        row("any key", R"("any")", R"("string", "value": "a")");
        row("any hash", R"("hash", "fields": {"{x}": "{y:rest}"}, "more": true)",
            R"("hash", "fields": {"a": "b"})");
        row("any sorted set", R"("zset", "element": "{x:rest}")", R"("zset", "entries": [["a", "1"]])");
        row("any list", R"("list", "element": "{x:rest}")", R"("list", "elements": ["a"])");
    }

    void whoTakesEveryKeyTakesNobodysAway()
    {
        QFETCH(QByteArray, key);
        QFETCH(QByteArray, content);
        const QByteArray text =
            R"({"format": "greedy", "title": "t", "versions": "1", "source": "s", "tier": "label", "shape": "none",
                "keys": {"main": {"name": "{token}", "type": )" +
            key + R"(}}, "clock": "server", "ttl": {"from": "other"},
                "samples": [{"keys": {"k": {"pttl": -1, "type": )" +
            content + R"(}}, "at": 1795229520.0, "means": {}, "origin": "made"}]})";
        const Catalogue catalogue = catalogueWithFormat(parsedFormat(text));
        for (const auto& format : builtInCatalogue().formats())
            for (const FormatSample& sample : format->file().samples) {
                const auto& [name, held] = sample.keys.front();
                const auto found = catalogue.recognise(name, held, sample.at);
                QVERIFY(found);
                const bool isTie = std::ranges::find(found->ties, format.get()) != found->ties.end();
                QVERIFY2(found->format == format.get() || isTie,
                         (name + " of " + format->file().name).c_str());
            }
    }

    void aStarIsAStar()
    {
        const Catalogue catalogue = catalogueWithFormat(parsedFormat(counterFormat("mine", "*")));
        const auto takes = [&](const char* key) {
            return std::ranges::any_of(catalogue.candidates(key),
                                       [](const auto& one) { return one.format->name() == "mine"; });
        };
        QVERIFY(takes("*:7"));
        QVERIFY(!takes("mine:7"));
    }

    // Not even where a capture holds what our keys begin with.
    void noPlanWritesOurOwnKeys()
    {
        QByteArray text = ownCounter;
        text.replace("\"mine:{token}\"", "\"{place}-{token}\"");
        text.replace(
            "\"value\": \"{count:int}\"}}",
            "\"value\": \"{count:int}\"},\n"
            "  \"block\": {\"name\": \"{place}:{token}\", \"type\": \"string\", \"value\": \"{blocked}\"}}");
        text.replace("mine:7", "mine-7");
        const auto format = parsedFormat(text);
        const auto match = matchName(format->file(), "rw-{ann}:control");
        QVERIFY(match);
        const Subject subject = foreignSubject(format->file(), *format, *match, {});
        const auto other = matchName(format->file(), "app-{ann}:control");
        QVERIFY(other);
        QCOMPARE(format->keys(foreignSubject(format->file(), *format, *other, {})).size(), 2u);
        QCOMPARE(format->keys(subject), std::vector<std::string>{"rw-{ann}:control"});
        QVERIFY(!matchName(format->file(), "rw:x-{ann}"));
        QVERIFY(catalogueWithFormat(format).candidates("rw:policies").empty());
        const Intent block = BlockIntent{};
        SampleKey content;
        content.type = "string";
        content.value = "1";
        Reading reading;
        reading.subject = subject;
        try {
            const Plan plan = format->plan(block, subject, nullptr, {&reading, false});
            for (const Command& command : plan.commands)
                QVERIFY2(command.text().find("rw:") == std::string::npos, command.text().c_str());
        } catch (const Error&) { // or it is not possible
        }
    }

    // Faults are printed in a terminal.
    void faultsOfSamplesAreShownEscaped()
    {
        const QByteArray key = "{\"mine:\\u001b[31m\\u00ff\": {\"type\": \"string\", \"pttl\": ";
        const QByteArray sample =
            "\"samples\": [{\"at\": 1795229520.0, \"rules\": \"5/60s\", \"keys\": " + key +
            R"(50000, "value": "6"}}, "then": )" + key +
            R"(60000, "value": "7"}}, "means": {"state": "limited"}, "origin": "made"}, )";
        QByteArray text = ownCounterWith("\"samples\": [", sample);
        text.replace(R"("clock": "server")", R"("clock": "server", "ttl": {"from": "first", "windows": 1})");
        const auto format = parsedFormat(text);
        const std::vector<std::string> faults = checkSamples(*format);
        QVERIFY(!faults.empty());
        for (const std::string& fault : faults)
            QVERIFY2(std::ranges::none_of(fault, [](unsigned char c) { return c < ' ' || c >= 0x7f; }),
                     fault.c_str());
    }

    // Patterns that make others search for ever.
    void matchingStaysLinear_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("unit"); // of the key, repeated
        const auto row = [](const char* title, const char* name, const char* unit) {
            QTest::newRow(title) << QByteArray(name) << QByteArray(unit);
        };
        row("numbers side by side", "abc:{token}{a:num}{b:num}{c:num}{d:num}{e:num}{f:num}!", "1");
        row("behind prefixes", "abc:{token}{a:num}{b:num}{c:num}{d:num}{e:num}{f:num}!", "1");
        row("a repeated name", "{token}:{x}:{token}:{x}:{token}!", "a:");
        row("many captures of text", "{token}a{b}a{c}a{d}a{e}a{f}a{g}a{h}a{i}a{j}a!", "a");
        row("optional parts",
            "{token}[a{b:num}][a{c:num}][a{d:num}][a{e:num}][a{f:num}][a{g:num}][a{h:num}]!", "a1");
    }

    void matchingStaysLinear()
    {
        QFETCH(QByteArray, name);
        QFETCH(QByteArray, unit);
        const Pattern pattern(name.toStdString());
        const auto time = [&](qsizetype length) {
            const QByteArray before = QTest::currentDataTag() == QByteArray("behind prefixes")
                                          ? QByteArray("abc:").repeated(60)
                                          : QByteArray();
            const std::string key =
                (before + unit.repeated((length - before.size()) / unit.size())).toStdString();
            qint64 best = std::numeric_limits<qint64>::max();
            for (int run = 0; run < 5; ++run) {
                const qint64 start = ownTime();
                Record record;
                if (pattern.match(key, record, {}, true))
                    return qint64(-1);
                best = std::min(best, ownTime() - start);
            }
            return best;
        };
        const qint64 shorter = time(4096);
        const qint64 longer = time(65536); // 16 times as long; the square of that is 256
        QVERIFY(shorter >= 0);
        QVERIFY2(longer < std::max<qint64>(100 * shorter, 5'000'000),
                 qPrintable(QString("%1 and %2 ns").arg(shorter).arg(longer)));
    }

    // Each takes the next one's sample, so none may be asked first: it is ordered all the same.
    void aCycleOfFormatsEnds()
    {
        std::vector<std::shared_ptr<const CatalogueFormat>> formats;
        for (const auto& [own, next] :
             {std::pair("aaa", "bbb"), std::pair("bbb", "ccc"), std::pair("ccc", "aaa")}) {
            QByteArray text = counterFormat(own, own);
            const QByteArray name = "\"" + QByteArray(own) + ":{token}\"";
            text.replace(name, "[" + name + ", \"" + next + ":{token}\"]");
            formats.push_back(parsedFormat(text));
        }
        const Catalogue catalogue(formats);
        QCOMPARE(catalogue.formats().size(), 3u);
        for (const auto& format : formats)
            QCOMPARE(catalogue.find(format->name()), format.get());
    }
};

RATEWARDEN_SUITE(TestHostileFormats)
#include "tst_hostile_formats.moc"
