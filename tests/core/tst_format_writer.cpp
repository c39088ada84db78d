// SPDX-License-Identifier: GPL-3.0-or-later
// Format files are written as they were read: nothing is lost, and nothing added but what is at its default.
#include "core/formats/describe/format_writer.h"
#include "core/formats/foreign/catalogue_files.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <fmt/format.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace ratewarden;

namespace {

QJsonValue parsed(std::string_view text)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray(text.data(), qsizetype(text.size())), &error);
    return error.error == QJsonParseError::NoError ? QJsonValue(document.object()) : QJsonValue();
}

// One thing and a list of it are the same where a list may stand; and rules are written in one of three
// notations.
QJsonValue plainJson(const QString& name, const QJsonValue& value)
{
    if (value.isArray() && value.toArray().size() == 1 && name != u"samples" && name != u"not" &&
        name != u"elements" && name != u"entries" && name != u"kept")
        return plainJson(name, value.toArray().first());
    if (name == u"rules")
        return QString::fromStdString(notation(parseRules(value.toString().toStdString())));
    if (value.isArray()) {
        QJsonArray list;
        for (const QJsonValue& item : value.toArray())
            list.append(plainJson({}, item));
        return list;
    }
    if (value.isObject()) {
        QJsonObject object;
        const QJsonObject own = value.toObject();
        for (auto it = own.begin(); it != own.end(); ++it)
            object.insert(it.key(), plainJson(it.key(), it.value()));
        return object;
    }
    return value;
}

// What a file may leave out, as it is when left out.
QJsonObject withDefaults(QJsonObject file)
{
    const auto fill = [](QJsonObject& object, const char* name, const QJsonValue& value) {
        if (!object.contains(QLatin1String(name)))
            object.insert(QLatin1String(name), value);
    };
    fill(file, "epoch", 0);
    fill(file, "refill", "steps");
    fill(file, "rounds", "down");
    fill(file, "untrimmed", "ignored");
    fill(file, "denied", "nothing");
    QJsonObject ttl = file.value(u"ttl").toObject();
    fill(ttl, "from", "first");
    fill(ttl, "windows", 1);
    fill(ttl, "plus", 0);
    fill(ttl, "grain", 0.02);
    file.insert(u"ttl", ttl);
    QJsonObject keys = file.value(u"keys").toObject();
    for (const QString& role : keys.keys()) {
        QJsonObject key = keys.value(role).toObject();
        for (const char* const name : {"more", "required", "keep"})
            fill(key, name, false);
        keys.insert(role, key);
    }
    file.insert(u"keys", keys);
    return file;
}

} // namespace

class TestFormatWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatItRead_data();
    void writesWhatItRead();
    void writesEveryField();
    void writesBytes();
    void writesTimesExactly();
    void refusesNamesThatWouldBePatterns();
};

void TestFormatWriter::writesWhatItRead_data()
{
    QTest::addColumn<int>("index");
    int index = 0;
    for (const EmbeddedFile& file : catalogueFiles())
        QTest::newRow(std::string(file.name).c_str()) << index++;
}

void TestFormatWriter::writesWhatItRead()
{
    QFETCH(int, index);
    const EmbeddedFile& embedded = catalogueFiles()[std::size_t(index)];
    const std::string text = formatFileText(parseFormatFile(embedded.name, embedded.text));
    const QJsonObject written = withDefaults(plainJson({}, parsed(text)).toObject());
    const QJsonObject original = withDefaults(plainJson({}, parsed(embedded.text)).toObject());
    QCOMPARE(written.keys(), original.keys());
    for (const QString& name : original.keys())
        QVERIFY2(written.value(name) == original.value(name),
                 (name.toUtf8() + ": " + text.c_str()).constData());
    QCOMPARE(formatFileText(parseFormatFile("again", text)), text);
}

// Fields that no file of the catalogue has, or that none has beside others.
void TestFormatWriter::writesEveryField()
{
    constexpr std::string_view text = R"({
  "format": "every-field",
  "title": "Jeder Schlüssel \"so\" — 鍵",
  "versions": "1",
  "source": "made up",
  "tier": "care",
  "shape": "log",
  "keys": {
    "main": {"name": ["a{{{token}}}", "b{token}"], "type": "zset", "element": "{time:us}", "score": "{score:us}"},
    "lock": {"name": "l{token}", "type": "string", "value": ["{owner}", "x"], "required": true, "keep": true},
    "set": {"name": "s{token}", "type": "hash", "fields": {"m?": "{limit:int}", "n": "{kind}"}, "more": true}
  },
  "clock": "client",
  "epoch": 1.5,
  "untrimmed": "counted",
  "ttl": {"from": "newest", "windows": 2.5, "plus": [0.25, 3], "grain": 0.000000001},
  "denied": "refreshes",
  "cached": "for 10 s",
  "samples": [
    {
      "keys": {
        "a{1}": {"type": "zset", "pttl": -1, "entries": [["1795229600000000", "1795229600000000"]]},
        "s1": {"type": "hash", "pttl": 5, "fields": {"n": ""}}
      },
      "at": 1795229600.123456789,
      "rules": "5/min + 20/h burst 7",
      "means": {
        "used": [1, 0.5],
        "remaining": 4,
        "window": [60, 3600],
        "frees": 1.5,
        "state": "ok",
        "retry": 0,
        "token": "1",
        "warns": 1,
        "kept": ["l1"]
      },
      "then": {"l1": {"type": "string", "pttl": 12, "value": "me"}},
      "origin": "made"
    }
  ],
  "not": [{"keys": {"a2": {"type": "stream", "pttl": 1, "entries": [["1-0", {"f": "v"}]]}}, "at": 1, "origin": "made"}]
}
)";
    const std::string written = formatFileText(parseFormatFile("every", text));
    const QJsonValue expected = plainJson({}, parsed(text));
    QVERIFY(expected.isObject() && !expected.toObject().isEmpty());
    QVERIFY2(plainJson({}, parsed(written)) == expected, written.c_str());
    QVERIFY(written.find("1795229600.123456789") != std::string::npos); // beyond what a double holds
}

void TestFormatWriter::writesBytes()
{
    FormatFile file = parseFormatFile("f", catalogueFiles().front().text);
    std::string all;
    for (int byte = 0; byte < 256; ++byte)
        all += char(byte);
    SampleKey& key = file.samples.front().keys.front().second;
    key = {};
    key.type = "string";
    key.value = all;
    const auto name = file.samples.front().keys.front().first;
    const FormatFile again = parseFormatFile("g", formatFileText(file));
    QCOMPARE(again.samples.front().keys.front().first, name);
    QCOMPARE(again.samples.front().keys.front().second.value, all);
}

void TestFormatWriter::writesTimesExactly()
{
    FormatFile file = parseFormatFile("f", catalogueFiles().front().text);
    for (const std::int64_t nanos : {1'795'229'600'123'456'789LL, 1'795'229'600'000'000'001LL, 1LL}) {
        file.samples.front().at = Nanos(nanos);
        QCOMPARE(parseFormatFile("g", formatFileText(file)).samples.front().at.count(), nanos);
    }
}

void TestFormatWriter::refusesNamesThatWouldBePatterns()
{
    FormatFile file = parseFormatFile(catalogueFiles()[0].name, catalogueFiles()[0].text);
    KeyRole hash;
    hash.role = "main";
    hash.names.emplace_back("mine:{token}");
    hash.type = ValueType::Hash;
    for (const char* const name : {"used?", "{count}"}) {
        hash.fields = {{.name = name, .namePattern = {}, .value = Pattern("{count:int}"), .optional = false}};
        file.keys = {hash};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, formatFileText(file));
    }
    hash.fields.front().name = "used";
    file.keys = {hash};
    QVERIFY(!formatFileText(file).empty());
}

RATEWARDEN_SUITE(TestFormatWriter)
#include "tst_format_writer.moc"
