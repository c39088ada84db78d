// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/format_file.h"
#include "core/formats/files/located_json.h"
#include "core/formats/foreign/catalogue_files.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

// Line by line, so that tests can say what is wrong in which.
const QByteArray usual = R"({
  "format": "a-limiter",
  "title": "A limiter",
  "versions": "1.0",
  "source": "its source",
  "tier": "safe",
  "shape": "counter",
  "keys": {
    "main": {"name": "rl:{token}", "type": "string", "value": ["{count:int}"]},
    "meta": {
      "name": "rl:{token}:meta", "type": "hash",
      "fields": {"max": "{limit:int}", "ttl?": "{window:ms}"}
    }
  },
  "clock": "server",
  "ttl": {"from": "first", "windows": 1, "plus": [0, 1], "grain": 0.5},
  "denied": "counts",
  "cached": "an option",
  "samples": [
    {
      "keys": {"rl:u": {"type": "string", "pttl": 5000, "value": "3"}},
      "at": 1795229688.123456789,
      "rules": "5/60s",
      "means": {"used": 3, "token": "u"},
      "origin": "made"
    }
  ],
  "not": [{"keys": {"x": {"type": "string", "pttl": -1, "value": "3"}}, "at": 1795229688}]
}
)";

QByteArray with(const QByteArray& what, const QByteArray& instead)
{
    if (!usual.contains(what))
        qFatal("the usual file has no %s", what.constData());
    return QByteArray(usual).replace(what, instead);
}

struct Refusal {
    int line = 0;
    std::string field;
    std::string reason;
    std::string message;
};

Refusal refusalOf(const QByteArray& json)
{
    const auto error = thrownBy<BadFormatFile>([&] { parseFormatFile("mine.json", json.toStdString()); });
    return error ? Refusal{error->line(), error->field(), englishText(error->reason()), error->what()}
                 : Refusal{0, "(accepted)", "", ""};
}

// All roles that a key of a sample can be of, and the record with what its name says.
std::vector<std::pair<const KeyRole*, std::pair<const Pattern*, Record>>>
rolesOf(const FormatFile& format, const std::string& key, const SampleKey& sample)
{
    static const std::map<std::string, ValueType> types{
        {"string", ValueType::String}, {"hash", ValueType::Hash},      {"list", ValueType::List},
        {"set", ValueType::Set},       {"zset", ValueType::SortedSet}, {"stream", ValueType::Stream}};
    std::vector<std::pair<const KeyRole*, std::pair<const Pattern*, Record>>> roles;
    for (const KeyRole& role : format.keys)
        if (role.type == types.at(sample.type) || role.type == ValueType::Any)
            for (const Pattern& name : role.names)
                if (Record record; name.match(key, record, format.epoch, true)) {
                    roles.push_back({&role, {&name, record}});
                    break;
                }
    return roles;
}

// Texts that print otherwise than they were read, each for a reason.
bool mayPrintOtherwise(const Pattern& pattern, const std::string& text)
{
    return text.find("e+") != std::string::npos // a number of old Lua
           || pattern.text().find(":s4}") != std::string::npos ||
           pattern.text().find("{score:") != std::string::npos;
}

void checkText(const Pattern& pattern, const std::string& text, Record record, Nanos epoch)
{
    QVERIFY2(pattern.match(text, record, epoch), (pattern.text() + " does not match " + text).c_str());
    if (!mayPrintOtherwise(pattern, text))
        QCOMPARE(
            QByteArray::fromStdString(pattern.print(record, epoch).value_or("(nothing)")).toPercentEncoding(),
            QByteArray::fromStdString(text).toPercentEncoding());
}

bool fieldsMatch(const KeyRole& role, const std::vector<std::pair<std::string, std::string>>& fields,
                 Nanos epoch)
{
    return std::ranges::all_of(
               fields,
               [&](const auto& one) {
                   return role.more || std::ranges::any_of(role.fields, [&](const KeyRole::HashField& field) {
                              Record record;
                              const bool named = field.namePattern
                                                     ? field.namePattern->match(one.first, record)
                                                     : field.name == one.first;
                              return named && field.value.match(one.second, record, epoch);
                          });
               }) &&
           std::ranges::all_of(role.fields, [&](const KeyRole::HashField& field) {
               return field.optional || field.namePattern ||
                      std::ranges::find(fields, field.name, &std::pair<std::string, std::string>::first) !=
                          fields.end();
           });
}

} // namespace

class TestFormatFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryField()
    {
        const FormatFile format = parseFormatFile("mine.json", usual.toStdString());
        QCOMPARE(format.name, "a-limiter"s);
        QCOMPARE(format.title + "|" + format.versions + "|" + format.source, "A limiter|1.0|its source"s);
        QVERIFY(format.tier == Tier::Safe && format.shape == Shape::Counter &&
                format.denied == Denied::Counts);
        QVERIFY(!format.clientClock && !format.continuous && !format.roundsUp);
        QVERIFY(format.epoch == 0s && format.untrimmed == FormatFile::Untrimmed::Ignored);
        QCOMPARE(format.cached, "an option"s);
        QVERIFY(format.expiry.from == ExpiryRule::From::First && format.expiry.windows == 1);
        QVERIFY(format.expiry.plusLow == 0s && format.expiry.plusHigh == 1s && format.expiry.grain == 500ms);
        QCOMPARE(format.keys.size(), std::size_t(2));
        const KeyRole* const meta = format.role("meta");
        QVERIFY(meta && meta->type == ValueType::Hash && meta->fields.size() == 2 && !meta->more &&
                !meta->keep);
        QVERIFY(meta->fields[1].name == "ttl" && meta->fields[1].optional && !meta->fields[0].optional);
        QVERIFY(meta->captures("window") && meta->captures("token") && !meta->captures("count"));
        QVERIFY(format.role("main") == &format.keys.front() && !format.role("lock"));
        const FormatSample& sample = format.samples.at(0);
        QVERIFY(sample.at == 1795229688s + 123456789ns);
        QVERIFY(sample.rules == std::vector{(Rule{5, 60s})});
        QVERIFY(sample.means.used == std::vector{3.0} && sample.means.token == "u" && !sample.means.state);
        QCOMPARE(sample.origin, "made"s);
        QVERIFY(sample.keys[0].first == "rl:u" && sample.keys[0].second.pttl == 5000);
        QVERIFY(format.refused.at(0).keys[0].second.pttl == -1);
    }

    void mainComesFirst()
    {
        QByteArray turned = with("\"main\":", "\"other\":");
        turned.replace("\"meta\":", "\"main\":").replace("\"shape\": \"counter\"", "\"shape\": \"counter\"");
        const FormatFile format = parseFormatFile("mine.json", turned.toStdString());
        QCOMPARE(format.keys[0].role, "main"s);
        QVERIFY(format.keys[0].type == ValueType::Hash);
    }

    void readsBytes()
    {
        const FormatFile format =
            parseFormatFile("mine.json", with("rl:{token}\", \"type\": \"string\"",
                                              "rl:\\u00c3\\u00a9{token}\", \"type\": \"string\"")
                                             .replace("\"rl:u\"", "\"rl:\\u00c3\\u00a9u\"")
                                             .toStdString());
        QVERIFY(format.samples[0].keys[0].first == "rl:\xc3\xa9u");
        QCOMPARE(format.keys[0].names[0].anchor().size(), std::size_t(5));
        QVERIFY(bytesOf("a\xc3\xbf\xc2\x80") == "a\xff\x80");
        QVERIFY(!bytesOf("\xe2\x82\xac"));
        QVERIFY(bytesOf(std::string_view("\0", 1)) == std::string("\0", 1));
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<int>("line");
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<QByteArray>("reason"); // a part of it
        const auto row = [](const QByteArray& what, const QByteArray& instead, int line, const char* field,
                            const char* reason) {
            QTest::addRow("%s: %s", field, instead.left(60).simplified().constData())
                << with(what, instead) << line << QByteArray(field) << QByteArray(reason);
        };
        // Syntax.
        row("\"tier\": \"safe\",", "\"tier\": \"safe\"", 7, "", "not well-formed");
        QTest::newRow("nothing") << QByteArray() << 1 << QByteArray() << QByteArray("it ends too early");
        QTest::newRow("half of it") << usual.left(300) << 1 + int(usual.left(300).count('\n')) << QByteArray()
                                    << QByteArray("not well-formed");
        QTest::newRow("a list") << QByteArray("[]") << 1 << QByteArray() << QByteArray("an object");
        QTest::newRow("deep") << QByteArray(100000, '[') << 1 << QByteArray() << QByteArray("too deeply");
        QTest::newRow("large") << QByteArray(int(maxFormatFile) + 1, ' ') << 1 << QByteArray()
                               << QByteArray("larger than 1048576 bytes");
        QTest::newRow("not UTF-8") << with("A limiter", "\xff") << 3 << QByteArray() << QByteArray("");
        QTest::newRow("many values") << QByteArray("[" + QByteArray("0,").repeated(300000) + "0]") << 1
                                     << QByteArray() << QByteArray("too many values");
        // Unknown, missing, doubled.
        row("\"cached\":", "\"chached\":", 18, "chached", "no such field");
        row("\"type\": \"hash\"", "\"typ\": \"hash\"", 11, "keys.meta.typ", "no such field");
        row("\"windows\":", "\"window\":", 16, "ttl.window", "no such field");
        row("\"pttl\": 5000", "\"ttl\": 5000", 21, "samples[0].keys.rl:u.ttl", "no such field");
        row("\"used\":", "\"uses\":", 24, "samples[0].means.uses", "no such field");
        row("\"rules\": \"5", "\"rule\": \"5", 23, "samples[0].rule", "no such field");
        row("\"at\": 1795229688}]", "\"at\": 1795229688, \"means\": {}}]", 28, "not[0].means",
            "no such field");
        for (const char* name : {"format", "title", "versions", "source", "tier", "shape", "clock"}) {
            QByteArray json = usual;
            const auto from = json.indexOf("  \"" + QByteArray(name) + "\"");
            json.remove(from, json.indexOf('\n', from) - from);
            QTest::addRow("without %s", name) << json << 1 << QByteArray(name) << QByteArray("missing");
        }
        row("\"main\":", "\"first\":", 8, "keys.main", "missing");
        row("\"name\": \"rl:{token}\", ", "", 9, "keys.main.name", "missing");
        row(", \"value\": [\"{count:int}\"]", "", 9, "keys.main.value", "missing");
        row("\"from\": \"first\", ", "", 16, "ttl.from", "missing");
        QByteArray unproven = usual;
        const auto from = unproven.indexOf("\n    {\n      \"keys\"");
        unproven.remove(from, unproven.indexOf("\n    }", from) + 6 - from);
        QTest::newRow("no sample") << unproven << 19 << QByteArray("samples") << QByteArray("one sample");
        row("\"origin\": \"made\"", "\"then\": {}", 25, "samples[0].then", "");
        row(",\n      \"origin\": \"made\"", "", 20, "samples[0].origin", "missing");
        row("\"cached\": \"an option\"", "\"tier\": \"care\"", 18, "tier", "twice");
        row("\"windows\": 1", "\"from\": \"end\"", 16, "ttl.from", "twice");
        row("\"pttl\": 5000", "\"type\": \"string\"", 21, "samples[0].keys.rl:u.type", "twice");
        // Types and ranges.
        row("\"A limiter\"", "7", 3, "title", "a text");
        row("\"A limiter\"", "\"\"", 3, "title", "1 to 1000");
        row("A limiter", QByteArray(1001, 'a'), 3, "title", "1 to 1000");
        for (const char* name : {"A", "a_b", "-a", "a-", "a--b", "a b", "../a"})
            row("a-limiter", name, 2, "format", "words");
        row("\"safe\"", "\"sure\"", 6, "tier", "safe, care, label");
        row("\"counter\"", "\"gauge\"", 7, "shape", "counter, pair");
        row("\"server\"", "\"redis\"", 15, "clock", "server, client");
        row("\"server\"", "true", 15, "clock", "a text");
        row("\"counts\"", "\"count\"", 17, "denied", "nothing, counts");
        row("\"first\"", "\"last\"", 16, "ttl.from", "first, newest");
        row("\"windows\": 1", "\"windows\": 0", 16, "ttl.windows", "above 0");
        row("\"windows\": 1", "\"windows\": 1e13", 16, "ttl.windows", "above 0");
        row("\"windows\": 1", "\"windows\": \"1\"", 16, "ttl.windows", "a number");
        row("[0, 1]", "[1, 0]", 16, "ttl.plus", "lower end");
        row("[0, 1]", "[0, -1]", 16, "ttl.plus[1]", "0 seconds");
        row("[0, 1]", "[0, 1, 2]", 16, "ttl.plus", "at most 2");
        row("[0, 1]", "[]", 16, "ttl.plus", "empty");
        row("0.5", "-0.5", 16, "ttl.grain", "0 seconds");
        row("0.5}", "-0.5\n}", 16, "ttl.grain", "0 seconds"); // the parser has read the line's end by then
        row("\"cached\": \"an option\"", "\"epoch\": -1", 18, "epoch", "0 seconds");
        row("\"cached\": \"an option\"", "\"epoch\": 1e99", 18, "epoch", "nanoseconds");
        row("\"cached\": \"an option\"", "\"refill\": \"steps\"", 18, "refill", "only the shape bucket");
        row("\"cached\": \"an option\"", "\"rounds\": \"up\"", 18, "rounds", "only the shape pair");
        row("\"cached\": \"an option\"", "\"untrimmed\": \"told\"", 18, "untrimmed", "only the shape log");
        // Keys.
        row("\"meta\":", "\"Meta\":", 10, "keys.Meta", "role");
        row("\"type\": \"hash\"", "\"type\": \"sortedset\"", 11, "keys.meta.type", "zset");
        row("\"fields\"", "\"element\": \"{count:int}\", \"fields\"", 12, "keys.meta.element", "type hash");
        row("\"value\": [", "\"score\": \"{score:s}\", \"value\": [", 9, "keys.main.score", "type string");
        row("\"value\": [", "\"more\": true, \"value\": [", 9, "keys.main.more", "type string");
        row("\"value\": [", "\"required\": true, \"value\": [", 9, "keys.main.required", "main key");
        row("\"value\": [", "\"keep\": 1, \"value\": [", 9, "keys.main.keep", "true or false");
        row("[\"{count:int}\"]", "[\"{count:int}\", \"{count\"]", 9, "keys.main.value[1]", "at character 1");
        row("[\"{count:int}\"]", "[]", 9, "keys.main.value", "empty");
        row("[\"{count:int}\"]", "[\"{count:float}\"]", 9, "keys.main.value[0]", "no such type");
        row("[\"{count:int}\"]", "[\"{count:ms}\"]", 9, "keys.main.value[0]", "a number");
        row("[\"{count:int}\"]", "[\"{count}\"]", 9, "keys.main.value[0]", "a number");
        row("{window:ms}", "{window:int}", 12, "keys.meta.fields.ttl?", "a time");
        row("rl:{token}\"", "rl:{token:uint}\"", 9, "keys.main.name", "a text");
        row("\"rl:{token}\"", "\"\\u20ac{token}\"", 9, "keys.main.name", "U+00FF");
        row("\"ttl?\"", "\"{ttl\"", 12, "keys.meta.fields.{ttl", "in its name");
        row("\"rl:{token}\"", "[\"rl:{token}\", \"b:{token}\", \"c:{token}\"]", 0, "(accepted)", "");
        row("\"rl:{token}:meta\"", "[\"rl:{token}:meta\", \"b:{token}\"]", 11, "keys.meta.name",
            "2 alternatives");
        row("rl:{token}\"", QByteArray(1001, 'a') + "\"", 9, "keys.main.name", "at most 1000");
        // What follows from the names.
        row("\"counter\"", "\"tat\"", 7, "shape", "the shape counter");
        row("{count:int}", "{tat:s}", 7, "shape", "the shape tat");
        row("{count:int}", "{stamp:s}", 7, "shape", "the shape bucket");
        row("{count:int}", "{time:s}", 7, "shape", "the shape log");
        row("{count:int}", "{previous:int}", 7, "shape", "the shape pair");
        row("{count:int}", "{something}", 7, "shape", "the shape none");
        row("{token}", "{user}", 8, "keys", "token");
        row("\"name\": \"rl:{token}\", ", "\"name\": \"rl:{token}\", \"rule\": \"requests\", ", 9,
            "keys.main.rule", "only where the main key does, and another one");
        row("\"name\": \"rl:{token}\", ", "\"name\": \"rl:{token}\", \"once\": true, ", 9, "keys.main.once",
            "rules of their own");
        row("\"name\": \"rl:{token}\", ", "\"name\": \"rl:{token}\", \"denied\": \"counts\", ", 9,
            "keys.main.denied", "rules of their own");
        // Samples.
        row("\"rl:u\"", "\"r:u\"", 21, "samples[0].keys", "none of the keys");
        row("\"rl:u\": {\"type\": \"string\", \"pttl\": 5000, \"value\": \"3\"}",
            "\"rl:u\": {\"type\": \"list\", \"pttl\": 5000, \"elements\": [\"3\"]}", 21, "samples[0].keys",
            "none of the keys");
        row("\"pttl\": 5000", "\"pttl\": -2", 21, "samples[0].keys.rl:u.pttl", "milliseconds");
        row("\"pttl\": 5000", "\"pttl\": 1.5", 21, "samples[0].keys.rl:u.pttl", "whole number");
        row("\"value\": \"3\"}},\n", "\"value\": 3}},\n", 21, "samples[0].keys.rl:u.value", "a text");
        row("\"value\": \"3\"}},\n", "\"elements\": []}},\n", 21, "samples[0].keys.rl:u.elements",
            "has \"value\"");
        row("1795229688.123456789", "-5", 22, "samples[0].at", "moment");
        row("5/60s", "5/", 23, "samples[0].rules", "cannot read");
        row("5/60s", "5/1us", 23, "samples[0].rules", "");
        row("\"used\": 3", "\"used\": \"3\"", 24, "samples[0].means.used", "a number");
        row("\"used\": 3", "\"used\": []", 24, "samples[0].means.used", "empty");
        row("\"used\": 3", "\"state\": \"full\"", 24, "samples[0].means.state", "limited");
        row("\"used\": 3", "\"warns\": -1", 24, "samples[0].means.warns", "number of warnings");
        row("\"made\"", "\"invented\"", 25, "samples[0].origin", "recorded");
    }

    void refuses()
    {
        QFETCH(QByteArray, json);
        QFETCH(int, line);
        QFETCH(QByteArray, field);
        QFETCH(QByteArray, reason);
        const Refusal refusal = refusalOf(json);
        QCOMPARE(QByteArray::fromStdString(refusal.field), field);
        QVERIFY2(QByteArray::fromStdString(refusal.reason).contains(reason), refusal.reason.c_str());
        QCOMPARE(refusal.line, line);
        if (line > 0) {
            QVERIFY2(refusal.message.starts_with("mine.json, line " + std::to_string(line)),
                     refusal.message.c_str());
            QVERIFY(refusal.message.find(field.toStdString()) != std::string::npos);
        }
    }

    // A message is shown on terminals and screens.
    void messagesAreHarmless()
    {
        const Refusal refusal = refusalOf(with("\"cached\":", "\"\\u001b[31m\\u202e\":"));
        QVERIFY2(std::ranges::none_of(refusal.message, [](char c) { return c == '\x1b' || c == '\xe2'; }),
                 refusal.message.c_str());
    }

    // However a file is cut or changed, it is read or refused.
    void anyTextIsReadOrRefused()
    {
        for (int i = 0; i < usual.size(); ++i) {
            QVERIFY(refusalOf(usual.left(i)).line > 0 || usual.mid(i).trimmed().isEmpty());
            for (const char c : {'"', '{', '}', '[', '0', '\0', '\xff'}) {
                QByteArray changed = usual;
                changed[i] = c;
                const Refusal refusal = refusalOf(changed);
                QVERIFY(refusal.line <= usual.count('\n') + 1);
            }
        }
    }

    // A change of one would have to leave the others alone.
    void slicesThatAreFieldsAreOnlyShown()
    {
        const auto files = catalogueFiles();
        const auto ruby = std::ranges::find(files, "ratelimit-ruby.json", &EmbeddedFile::name);
        QVERIFY(ruby != files.end());
        const FormatFile format = parseFormatFile(ruby->name, ruby->text);
        QVERIFY(format.shape == Shape::Slices && format.keys.front().hasFieldsNamedBy("bucket"));
        std::string text(ruby->text);
        text.replace(text.find("\"label\""), "\"label\""s.size(), "\"care\"");
        const std::string message = messageOf([&] { parseFormatFile("mine.json", text); });
        QVERIFY2(message.find("their tier is label") != std::string::npos, message.c_str());
    }

    // The window before is weighted by what it counted, and not by what was left in it.
    void aPairCountsUp()
    {
        const auto files = catalogueFiles();
        const auto upstash = std::ranges::find(files, "upstash-sliding-window.json", &EmbeddedFile::name);
        QVERIFY(upstash != files.end());
        std::string text(upstash->text);
        text.replace(text.find("{count:int}"), "{count:int}"s.size(), "{left:int}");
        const std::string message = messageOf([&] { parseFormatFile("mine.json", text); });
        QVERIFY2(message.find("the shape counter") != std::string::npos, message.c_str());
    }

    void filesAreNamedAsTheirFormats()
    {
        for (const EmbeddedFile& file : catalogueFiles()) {
            const FormatFile format = parseFormatFile(file.name, file.text);
            QCOMPARE(format.name + ".json", std::string(file.name));
            for (const FormatSample& sample : format.samples) // layouts without stored limits need rules
                QVERIFY2(!sample.means.used.empty() || !sample.means.remaining.empty() ||
                             sample.means.state || format.shape == Shape::None,
                         format.name.c_str());
        }
    }

    // What stands in a sample is read by the patterns of its format and written again as it was.
    void samplesReadAndWriteAgain_data()
    {
        QTest::addColumn<int>("index");
        for (int i = 0; i < int(catalogueFiles().size()); ++i)
            QTest::addRow("%s", catalogueFiles()[std::size_t(i)].name.data()) << i;
    }

    void samplesReadAndWriteAgain()
    {
        QFETCH(int, index);
        const EmbeddedFile& file = catalogueFiles()[std::size_t(index)];
        const FormatFile format = parseFormatFile(file.name, file.text);
        for (const FormatSample& sample : format.samples)
            for (const auto& [key, content] : sample.keys) {
                const auto roles = rolesOf(format, key, content);
                QVERIFY2(!roles.empty(), key.c_str());
                for (const auto& [role, name] : roles)
                    QCOMPARE(QByteArray::fromStdString(
                                 name.first->print(name.second, format.epoch, true).value_or("")),
                             QByteArray::fromStdString(key));
                // A key may be named like several roles; its content tells.
                const auto reads = [&format, &content = content](const auto& one) {
                    const KeyRole& role = *one.first;
                    Record record = one.second.second;
                    if (content.type == "string")
                        return role.values.empty() ||
                               std::ranges::any_of(role.values, [&](const Pattern& value) {
                                   return value.match(content.value, record, format.epoch);
                               });
                    if (content.type == "hash")
                        return fieldsMatch(role, content.fields, format.epoch);
                    return true;
                };
                const auto found = std::ranges::find_if(roles, reads);
                QVERIFY2(found != roles.end(), (key + " = " + content.value).c_str());
                const KeyRole& role = *found->first;
                const Record& named = found->second.second;
                for (const Pattern& value : role.values)
                    if (Record record = named; value.match(content.value, record, format.epoch)) {
                        checkText(value, content.value, named, format.epoch);
                        break;
                    }
                for (const auto& [name, text] : content.fields)
                    for (const KeyRole::HashField& field : role.fields)
                        if (!field.namePattern && field.name == name)
                            checkText(field.value, text, named, format.epoch);
                for (const std::string& element : content.elements)
                    if (role.element)
                        checkText(*role.element, element, named, format.epoch);
                for (const auto& [member, score] : content.scored) {
                    if (role.element)
                        checkText(*role.element, member, named, format.epoch);
                    if (role.score)
                        checkText(*role.score, score, named, format.epoch);
                }
                for (const auto& [id, fields] : content.stream)
                    QVERIFY(fieldsMatch(role, fields, format.epoch));
            }
    }

    // The published schema and the loader know the same fields.
    void theSchemaIsTheLoaders()
    {
        const QJsonObject schema =
            QJsonDocument::fromJson(sourceFile("resources/formats.schema.json")).object();
        const QJsonObject definitions = schema["$defs"].toObject();
        const auto fieldsOf = [&definitions](const QJsonObject& object) {
            const QJsonObject properties = object["properties"].toObject();
            const QStringList keys = properties.keys();
            for (const QString& key : keys) { // an editor says what each is
                const QJsonObject field = properties[key].toObject();
                const QJsonObject definition =
                    definitions[field["$ref"].toString().section('/', -1)].toObject();
                if (field["description"].toString().isEmpty() &&
                    definition["description"].toString().isEmpty())
                    QTest::qFail(qPrintable(key + " is not described"), __FILE__, __LINE__);
            }
            return std::set<QString>(keys.begin(), keys.end());
        };
        // The loader tells what it knows when it is asked for what nobody knows.
        const auto knownAt = [](const QByteArray& what, const QByteArray& instead) {
            const QString reason = QString::fromStdString(refusalOf(with(what, instead)).reason);
            const QStringList names = reason.section("there are ", 1).split(", ");
            return std::set<QString>(names.begin(), names.end());
        };
        QCOMPARE(knownAt("\"cached\":", "\"?\":"), fieldsOf(schema));
        QCOMPARE(knownAt("\"windows\":", "\"?\":"),
                 fieldsOf(schema["properties"].toObject()["ttl"].toObject()));
        QCOMPARE(knownAt("\"type\": \"hash\"", "\"?\": 1"), fieldsOf(definitions["key"].toObject()));
        QCOMPARE(knownAt("\"pttl\": 5000", "\"?\": 1"), fieldsOf(definitions["sampleKey"].toObject()));
        QCOMPARE(knownAt("\"rules\":", "\"?\":"), fieldsOf(definitions["sample"].toObject()));
        QCOMPARE(knownAt("\"at\": 1795229688}]", "\"?\": 1795229688}]"),
                 fieldsOf(definitions["refused"].toObject()));
        QCOMPARE(knownAt("\"used\":", "\"?\":"), fieldsOf(definitions["means"].toObject()));
        // And the same names in closed lists.
        const auto checkNames = [](const QJsonArray& names, const QByteArray& what,
                                   const QByteArray& before) {
            const QString reason =
                QString::fromStdString(refusalOf(with(before + what, before + "\"?\"")).reason)
                    .section("none of ", 1);
            QStringList known;
            for (const QJsonValue& name : names)
                known << name.toString();
            QCOMPARE(reason, known.join(", "));
        };
        const QJsonObject properties = schema["properties"].toObject();
        checkNames(properties["tier"].toObject()["enum"].toArray(), "\"safe\"", "\"tier\": ");
        checkNames(properties["shape"].toObject()["enum"].toArray(), "\"counter\"", "\"shape\": ");
        checkNames(properties["clock"].toObject()["enum"].toArray(), "\"server\"", "\"clock\": ");
        checkNames(properties["denied"].toObject()["enum"].toArray(), "\"counts\"", "\"denied\": ");
        checkNames(definitions["type"].toObject()["enum"].toArray(), "\"hash\"", "\"type\": ");
        checkNames(definitions["origin"].toObject()["enum"].toArray(), "\"made\"", "\"origin\": ");
        checkNames(properties["ttl"].toObject()["properties"].toObject()["from"].toObject()["enum"].toArray(),
                   "\"first\"", "\"from\": ");
    }
};

RATEWARDEN_SUITE(TestFormatFile)
#include "tst_format_file.moc"
