// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The values of keys, in pages, and what their parts mean.
#include "core/formats/foreign/catalogue.h"
#include "core/keys/key_meaning.h"
#include "core/redis/guard.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/users.h"
#include "tests/support/watched_server.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

std::vector<std::string> elementNames(const ValuePage& page)
{
    std::vector<std::string> found;
    for (const ValueElement& element : page.elements)
        found.push_back(element.name.bytes);
    return found;
}

std::vector<std::string> values(const ValuePage& page)
{
    std::vector<std::string> found;
    for (const ValueElement& element : page.elements)
        found.push_back(element.value.bytes);
    return found;
}

using Texts = std::vector<std::string>;

} // namespace

class TestKeyValue : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    KeyFacts facts(const std::string& key) { return readKeyFacts(m_connection, key); }
    ValuePage page(const std::string& key, const ValueQuery& query = {})
    {
        return readValuePage(m_connection, facts(key), query);
    }
    // Every element of the value, page by page.
    std::vector<ValueElement> all(const std::string& key, ValueQuery query)
    {
        const KeyFacts of = facts(key);
        std::vector<ValueElement> found;
        for (;;) {
            const ValuePage one = readValuePage(m_connection, of, query);
            if (one.problem)
                throw std::runtime_error(englishText(one.problem));
            found.insert(found.end(), one.elements.begin(), one.elements.end());
            if (!one.next)
                return found;
            query.from = *one.next;
        }
    }
    void fill(const char* command, const std::string& key, int count, bool scored = false)
    {
        std::vector<Command> commands;
        for (int i = 0; i < count; ++i) {
            Command one{command, key};
            if (scored)
                one.add(std::int64_t(i));
            commands.push_back(std::move(one.add(fmt::format("e{}", i))));
        }
        for (const Reply& reply : m_connection.pipeline(commands))
            throwIfError(reply.view(), command, "here");
    }
    std::vector<Meaning> meanings(const std::string& key, std::string_view format,
                                  const ValueQuery& query = {})
    {
        const KeyFacts of = facts(key);
        return meaningsOf(format.empty() ? nullptr : builtInCatalogue().find(format), of,
                          readValuePage(m_connection, of, query), of.at.time_since_epoch());
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void tellsFacts()
    {
        m_connection.call({"SET", "k", "12345", "PX", "60000"});
        m_connection.call({"ZADD", "z", "1", "a", "2", "b"});
        Guard readOnly(m_connection);
        const KeyFacts k = readKeyFacts(readOnly, "k");
        QVERIFY(k.exists);
        QCOMPARE(*k.type, std::string("string"));
        QCOMPARE(*k.encoding, std::string("int"));
        QCOMPARE(*k.length, std::int64_t(5));
        QCOMPARE(*k.memory, m_connection.call({"MEMORY", "USAGE", "k"}).view().integer());
        QVERIFY(std::abs(*k.expires - nowMillis() - 60'000) < 20'000);
        if (k.expiryExact)
            QCOMPARE(*k.expires, m_connection.call({"PEXPIRETIME", "k"}).view().integer());
        const KeyFacts z = facts("z");
        QCOMPARE(*z.length, std::int64_t(2));
        QCOMPARE(*z.expires, FoundKeyFacts::never);
        QVERIFY(std::abs(std::chrono::duration<double>(z.at.time_since_epoch()).count() -
                         double(nowMillis()) / 1000) < 20);
    }

    void factsOfWhatIsNotThere()
    {
        const KeyFacts none = facts("none");
        QVERIFY(!none.exists);
        QVERIFY(!none.length && !none.memory && !none.expires);
    }

    void factsWithoutRights_data()
    {
        QTest::addColumn<QByteArray>("right");
        for (const char* const right :
             {"type", "pttl", "memory", "object", "strlen", "getrange", "time", "pexpiretime"})
            QTest::newRow(right) << QByteArray(right);
    }

    void factsWithoutRights()
    {
        QFETCH(QByteArray, right);
        m_connection.call({"SET", "k", "12345", "PX", "60000"});
        Connection connection(userWith("~* +@all -" + right.toStdString(), m_server), unhurried);
        const KeyFacts k = readKeyFacts(connection, "k");
        const auto check = [&](const auto& known, bool refused) {
            return known.value.has_value() != refused && bool(known.problem) == refused;
        };
        QVERIFY(check(k.type, right == "type"));
        QVERIFY(check(k.memory, right == "memory"));
        QVERIFY(check(k.encoding, right == "object"));
        QVERIFY(k.expires); // one of two ways is left
        if (right != "type")
            QVERIFY(check(k.length, right == "strlen"));
        const ValuePage value = readValuePage(connection, k);
        QCOMPARE(!value.problem, right != "type" && right != "getrange");
        if (!value.problem)
            QCOMPARE(values(value), Texts{"12345"});
    }

    void pagesAString()
    {
        std::string text;
        for (int i = 0; i < 10'000; ++i)
            text += char(i % 251);
        m_connection.call({"SET", "k", text});
        const ValuePage first = page("k");
        QCOMPARE(first.total, std::int64_t(10'000));
        QCOMPARE(first.elements.front().value.bytes, text.substr(0, 4096));
        QVERIFY(!first.elements.front().value.cut());
        std::string joined;
        for (const ValueElement& element : all("k", {.bytes = 3000}))
            joined += element.value.bytes;
        QCOMPARE(joined, text);
        m_connection.call({"SET", "empty", ""});
        QCOMPARE(values(page("empty")), Texts{""});
        QVERIFY(!page("empty").next);
    }

    void pagesAListFromBothEnds()
    {
        fill("RPUSH", "l", 250);
        const ValuePage head = page("l", {.count = 3});
        QCOMPARE(values(head), (Texts{"e0", "e1", "e2"}));
        QCOMPARE(head.total, std::int64_t(250));
        QCOMPARE(head.elements[2].position, std::int64_t(2));
        const ValuePage tail = page("l", {.newestFirst = true, .count = 3});
        QCOMPARE(values(tail), (Texts{"e249", "e248", "e247"}));
        QCOMPARE(tail.elements[2].position, std::int64_t(247));
        const std::vector<ValueElement> back = all("l", {.newestFirst = true, .count = 77});
        QCOMPARE(back.size(), std::size_t(250));
        QCOMPARE(back.back().value.bytes, std::string("e0"));
        QCOMPARE(back.back().position, std::int64_t(0));
    }

    void pagesASortedSetFromBothEnds()
    {
        fill("ZADD", "z", 250, true);
        const ValuePage low = page("z", {.count = 2});
        QCOMPARE(elementNames(low), (Texts{"e0", "e1"}));
        QCOMPARE(values(low), (Texts{"0", "1"}));
        const ValuePage high = page("z", {.newestFirst = true, .count = 2});
        QCOMPARE(elementNames(high), (Texts{"e249", "e248"}));
        QCOMPARE(high.elements[1].position, std::int64_t(248));
        const std::vector<ValueElement> every = all("z", {.count = 99});
        QCOMPARE(every.size(), std::size_t(250));
        for (std::size_t i = 0; i < every.size(); ++i)
            QCOMPARE(every[i].position, std::int64_t(i));
    }

    void pagesASetAndAHash()
    {
        fill("SADD", "s", 3000);
        std::vector<Command> commands;
        for (int i = 0; i < 3000; ++i)
            commands.push_back({"HSET", "h", fmt::format("f{}", i), fmt::format("v{}", i)});
        m_connection.pipeline(commands);
        std::set<std::string> members;
        for (const ValueElement& element : all("s", {.count = 200}))
            members.insert(element.name.bytes);
        QCOMPARE(members.size(), std::size_t(3000));
        std::map<std::string, std::string> fields;
        for (const ValueElement& element : all("h", {.count = 200}))
            fields[element.name.bytes] = element.value.bytes;
        QCOMPARE(fields.size(), std::size_t(3000));
        QCOMPARE(fields["f77"], std::string("v77"));
        QVERIFY(page("h", {.count = 200}).elements.size() < 1000);
        std::size_t matching = 0;
        for (const ValueElement& element : all("h", {.count = 200, .match = "f77*"})) {
            QVERIFY(element.name.bytes.starts_with("f77"));
            ++matching;
        }
        QCOMPARE(matching, std::size_t(11));
    }

    void pagesAStream()
    {
        std::vector<Command> commands;
        for (int i = 0; i < 250; ++i)
            commands.push_back(
                {"XADD", "x", fmt::format("{}-{}", 1000 + i / 3, i % 3), "n", std::to_string(i), "m", "2"});
        commands.push_back({"XADD", "x", "5000-18446744073709551615", "n", "250"});
        m_connection.pipeline(commands);
        for (const bool newest : {false, true}) {
            const std::vector<ValueElement> every = all("x", {.newestFirst = newest, .count = 50});
            QCOMPARE(every.size(), std::size_t(251));
            for (std::size_t i = 0; i < every.size(); ++i)
                QCOMPARE(every[i].fields[0].second.bytes, std::to_string(newest ? 250 - i : i));
        }
        QCOMPARE(page("x", {.count = 1}).elements[0].fieldCount, std::size_t(2));
        QCOMPARE(page("x", {.count = 1}).total, std::int64_t(251));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, page("x", {.from = {0, "nonsense"}}));
    }

    void tellsConsumerGroups()
    {
        m_connection.call({"XADD", "x", "1-1", "f", "v"});
        m_connection.call({"XADD", "x", "2-1", "f", "v"});
        QVERIFY(readStreamGroups(m_connection, "x") && readStreamGroups(m_connection, "x").value->empty());
        m_connection.call({"XGROUP", "CREATE", "x", "billing", "0"});
        m_connection.call({"XREADGROUP", "GROUP", "billing", "ann", "COUNT", "1", "STREAMS", "x", ">"});
        const auto groups = readStreamGroups(m_connection, "x");
        QCOMPARE(groups.value->size(), std::size_t(1));
        const StreamGroup& group = groups.value->front();
        QCOMPARE(group.name, std::string("billing"));
        QCOMPARE(group.pending, std::int64_t(1));
        QCOMPARE(group.lastDelivered, std::string("1-1"));
        QCOMPARE(group.consumers.size(), std::size_t(1));
        QCOMPARE(group.consumers.front().name, std::string("ann"));
        QCOMPARE(group.consumers.front().pending, std::int64_t(1));
        const auto none = readStreamGroups(m_connection, "no such key");
        QVERIFY(!none && none.problem);
    }

    void cutsLargeElements()
    {
        const std::string large(100'000, 'x');
        m_connection.call({"HSET", "h", "f", large});
        const ValuePage one = page("h");
        QCOMPARE(one.elements.front().value.bytes.size(), ValueText::maxText);
        QCOMPARE(one.elements.front().value.length, large.size());
        QVERIFY(one.elements.front().value.cut());
        // Of a list of such elements fewer come.
        std::vector<Command> commands;
        for (int i = 0; i < 200; ++i)
            commands.push_back({"RPUSH", "l", large});
        m_connection.pipeline(commands);
        const ValuePage few = page("l", {.count = 200});
        QVERIFY2(few.elements.size() >= 5 && few.elements.size() <= 15,
                 fmt::format("{}", few.elements.size()).c_str());
        QVERIFY(few.next);
    }

    void aLargeSortedSetCostsLittle()
    {
        // 200,000 members; what is asked does not depend on their number.
        for (int i = 0; i < 200; ++i) {
            Command add{"ZADD", "z"};
            for (int k = 0; k < 1000; ++k)
                add.add(std::int64_t(i * 1000 + k)).add(fmt::format("m{}", i * 1000 + k));
            m_connection.call(add);
        }
        WatchedServer weighed(m_connection);
        const KeyFacts of = readKeyFacts(weighed, "z");
        const ValuePage middle = readValuePage(weighed, of, {.from = {100'000, {}}, .count = 50});
        QCOMPARE(elementNames(middle).front(), std::string("m100000"));
        QCOMPARE(middle.total, std::int64_t(200'000));
        QVERIFY2(weighed.commands <= 9, fmt::format("{} commands", weighed.commands).c_str());
        QVERIFY2(weighed.elements <= 120, fmt::format("{} elements", weighed.elements).c_str());
        QCOMPARE(readValuePage(weighed, of, {.count = 1'000'000}).elements.size(),
                 std::size_t(ValueQuery::maxCount));
    }

    void aValueThatChangedItsType()
    {
        m_connection.call({"SET", "k", "1"});
        const KeyFacts before = facts("k");
        m_connection.call({"DEL", "k"});
        m_connection.call({"RPUSH", "k", "1"});
        const ValuePage value = readValuePage(m_connection, before);
        QVERIFY(value.elements.empty() && value.problem);
    }

    void aCounterMeansConsumedPoints()
    {
        m_connection.call({"SET", "app:rlflx:user:7", "104", "PX", "60000"});
        const std::vector<Meaning> found = meanings("app:rlflx:user:7", "rate-limiter-flexible");
        QCOMPARE(found.size(), std::size_t(2));
        QCOMPARE(found[0].place, MeaningPlace::KeyName);
        QCOMPARE(found[0].code, MeaningCode::Token);
        QCOMPARE(found[0].begin, std::size_t(10)); // behind "app:rlflx:"
        QCOMPARE(found[0].length, std::size_t(6));
        QCOMPARE(found[1].place, MeaningPlace::Value);
        QCOMPARE(found[1].code, MeaningCode::Count);
        QCOMPARE(found[1].capture, std::string("count"));
        QCOMPARE(found[1].number.value_or(0), 104.0);
        QCOMPARE(found[1].length, std::size_t(3));
    }

    void aLogMarksItsEnds()
    {
        const double now = double(nowMillis()) / 1000;
        for (int i = 0; i < 30; ++i) {
            const std::string time = fmt::format("{:.4f}", now - i);
            m_connection.call({"ZADD", "user", time, time});
        }
        const auto ends = [](const std::vector<Meaning>& found, MeaningCode code) {
            std::set<std::pair<std::size_t, MeaningPlace>> places;
            for (const Meaning& one : found)
                if (one.code == code)
                    places.insert({one.element, one.place});
            return places;
        };
        using Places = std::set<std::pair<std::size_t, MeaningPlace>>;
        const auto whole = meanings("user", "engagor-sliding-window");
        QVERIFY(ends(whole, MeaningCode::NewestEntry) ==
                (Places{{29, MeaningPlace::Value}, {29, MeaningPlace::Name}}));
        QVERIFY(ends(whole, MeaningCode::OldestEntry) ==
                (Places{{0, MeaningPlace::Value}, {0, MeaningPlace::Name}}));
        QCOMPARE(ends(whole, MeaningCode::EntryTime).size(), std::size_t(56));
        const auto newest = std::ranges::find(whole, MeaningCode::NewestEntry, &Meaning::code);
        QVERIFY(newest->moment &&
                std::abs(std::chrono::duration<double>(*newest->moment).count() - now) < 0.001);
        QVERIFY(std::abs(newest->number.value_or(0) - now) < 0.001);

        const auto top = meanings("user", "engagor-sliding-window", {.newestFirst = true, .count = 5});
        QCOMPARE(ends(top, MeaningCode::NewestEntry).size(), std::size_t(2));
        QVERIFY(ends(top, MeaningCode::NewestEntry).begin()->first == 0);
        QVERIFY(ends(top, MeaningCode::OldestEntry).empty()); // it is not on this page
        const auto middle = meanings("user", "engagor-sliding-window", {.from = {10, {}}, .count = 5});
        QCOMPARE(ends(middle, MeaningCode::EntryTime).size(), std::size_t(10));
    }

    void aHashMeansItsFields()
    {
        const std::string now = std::to_string(nowMillis());
        const CatalogueFormat* const format = builtInCatalogue().find("throttled-py-token-bucket");
        QVERIFY(format);
        const FormatSample& sample = format->file().samples.front();
        const auto& [key, content] = sample.keys.front();
        Command set{"HSET", key};
        for (const auto& [name, value] : content.fields)
            set.add(name).add(value);
        m_connection.call(set.add("else").add(now));
        const KeyFacts of = facts(key);
        const auto found = meaningsOf(format, of, readValuePage(m_connection, of), sample.at);
        const auto has = [&](MeaningCode code) {
            return std::ranges::any_of(found, [&](const Meaning& one) {
                return one.code == code && one.place == MeaningPlace::Value;
            });
        };
        QVERIFY(has(MeaningCode::Stamp));
        QVERIFY(has(MeaningCode::Left) || has(MeaningCode::Count));
        QVERIFY(has(MeaningCode::LikelyTime)); // the field that no pattern is for
    }

    void aStreamMeansItsEntries()
    {
        const std::int64_t now = nowMillis();
        m_connection.call({"XADD", "x", fmt::format("{}-0", now - 1000), "count", "3"});
        m_connection.call({"XADD", "x", fmt::format("{}-0", now), "count", "1"});
        const auto found = meanings("x", "stream-counter");
        const auto cost = std::ranges::find(found, MeaningCode::Cost, &Meaning::code);
        QVERIFY(cost != found.end());
        QCOMPARE(cost->place, MeaningPlace::EntryField);
        QCOMPARE(cost->element, std::size_t(0));
        QCOMPARE(cost->number.value_or(0), 3.0);
        const auto newest = std::ranges::find(found, MeaningCode::NewestEntry, &Meaning::code);
        QVERIFY(newest != found.end());
        QCOMPARE(newest->element, std::size_t(1));
        QCOMPARE(newest->length, std::size_t(13));
        QCOMPARE(*newest->moment, Nanos(std::chrono::milliseconds(now)));
    }

    void whatNoFormatKnowsMayBeATime()
    {
        const std::int64_t now = nowMillis();
        m_connection.call({"SET", "k", fmt::format(R"({{"n":17,"since":{}}})", now)});
        const auto found = meanings("k", {});
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].code, MeaningCode::LikelyTime);
        QCOMPARE(found[0].begin, std::size_t(16));
        QCOMPARE(found[0].length, std::size_t(13));
        QCOMPARE(*found[0].moment, Nanos(std::chrono::milliseconds(now)));
        QCOMPARE(*found[0].unit, Nanos(std::chrono::milliseconds(1)));
        m_connection.call({"SET", "k", "31337"});
        QVERIFY(meanings("k", {}).empty());
    }

    void likelyMoments_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("unit"); // ns; 0: none
        QTest::newRow("seconds") << QByteArray("1795229516") << qint64(1'000'000'000);
        QTest::newRow("decimals") << QByteArray("1795229516.25") << qint64(1'000'000'000);
        QTest::newRow("ms") << QByteArray("1795229516250") << qint64(1'000'000);
        QTest::newRow("us") << QByteArray("1795229516250000") << qint64(1'000);
        QTest::newRow("ns") << QByteArray("1795229516250000000") << qint64(1);
        QTest::newRow("a count") << QByteArray("42") << qint64(0);
        QTest::newRow("long ago") << QByteArray("946684800") << qint64(0);
        QTest::newRow("a text") << QByteArray("now") << qint64(0);
        QTest::newRow("too long") << QByteArray(100, '1') << qint64(0);
        QTest::newRow("nothing") << QByteArray() << qint64(0);
    }

    void likelyMoments()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, unit);
        const auto likely = likelyMoment(text.toStdString(), std::chrono::seconds(1'795'229'000));
        QCOMPARE(likely.has_value(), unit != 0);
        if (likely) {
            QCOMPARE(qint64(likely->unit.count()), unit);
            QVERIFY(likely->moment >= std::chrono::seconds(1'795'229'516) &&
                    likely->moment < std::chrono::seconds(1'795'229'517));
        }
    }

    void samplesMeanSomething_data()
    {
        QTest::addColumn<QString>("name");
        for (const auto& format : builtInCatalogue().formats())
            if (format->file().shape != Shape::None)
                QTest::newRow(std::string(format->name()).c_str())
                    << QString::fromStdString(std::string(format->name()));
    }

    // Of each format a value that a real client wrote: its parts mean something, and lie within their texts.
    void samplesMeanSomething()
    {
        QFETCH(QString, name);
        const CatalogueFormat* const format = builtInCatalogue().find(name.toStdString());
        for (const FormatSample& sample : format->file().samples) {
            const auto& [key, content] = sample.keys.front();
            KeyFacts of;
            of.key = key;
            ValuePage value;
            value.type = keyTypeNamed(content.type);
            if (value.type == KeyType::String)
                value.elements.push_back({.value = {content.value, content.value.size()}});
            for (const auto& [field, text] : content.fields)
                value.elements.push_back({.name = {field, field.size()}, .value = {text, text.size()}});
            for (const std::string& text : content.elements)
                value.elements.push_back(value.type == KeyType::Set
                                             ? ValueElement{.name = {text, text.size()}}
                                             : ValueElement{.value = {text, text.size()}});
            for (const auto& [member, score] : content.scored)
                value.elements.push_back({.name = {member, member.size()}, .value = {score, score.size()}});
            for (const auto& [id, fields] : content.stream) {
                ValueElement element{.name = {id, id.size()}};
                for (const auto& [field, text] : fields)
                    element.fields.push_back({{field, field.size()}, {text, text.size()}});
                value.elements.push_back(element);
            }
            value.total = value.type == KeyType::String ? std::int64_t(content.value.size())
                                                        : std::int64_t(value.elements.size());
            const auto found = meaningsOf(format, of, value, sample.at);
            const auto byFormat = std::ranges::count_if(found, [](const Meaning& one) {
                return !one.capture.empty() && one.place != MeaningPlace::KeyName;
            });
            // A set counts by its size, and a key that is only a mark holds nothing.
            if (value.type != KeyType::Set && content.value != "0")
                QVERIFY2(byFormat > 0, key.c_str());
            for (const Meaning& one : found) {
                if (one.place == MeaningPlace::KeyName) {
                    QVERIFY(one.begin + one.length <= key.size());
                    continue;
                }
                const ValueElement& element = value.elements.at(one.element);
                const std::string& text = one.place == MeaningPlace::Value ? element.value.bytes
                                          : one.place == MeaningPlace::Name
                                              ? element.name.bytes
                                              : element.fields.at(one.field).second.bytes;
                QVERIFY(one.begin + one.length <= text.size());
            }
        }
    }
};

RATEWARDEN_SUITE(TestKeyValue)
#include "tst_key_value.moc"
