// SPDX-License-Identifier: GPL-3.0-or-later
// What is proposed for keys of which nobody knows the format: first for those of all formats that are known,
// as if they were not.
#include "core/formats/describe/format_proposal.h"
#include "core/formats/describe/format_writer.h"
#include "core/formats/describe/name_proposal.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/describe/value_numbers.h"
#include "core/formats/foreign/catalogue.h"
#include "core/model/text.h"
#include "tests/support/known_lines.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

#include <cmath>
#include <limits>
#include <map>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Nanos noon = 1795262400s; // 12:00 on a day

KeyLook lookAt(const std::string& key, const SampleKey& content, Nanos at)
{
    KeyLook look;
    look.at = at;
    look.raw.key = key;
    look.raw.content = content;
    look.raw.length = std::int64_t(std::max(
        {content.fields.size(), content.elements.size(), content.scored.size(), content.stream.size()}));
    return look;
}

// The key of the sample under the names of other tokens.
std::vector<KeySibling> siblingsOf(const CatalogueFormat& format, const FormatSample& sample,
                                   bool otherTokens)
{
    std::vector<KeySibling> siblings;
    const auto& [key, content] = sample.keys.front();
    const auto match = matchName(format.file(), key);
    const std::string own = match->names.text("token") ? *match->names.text("token") : std::string();
    for (int i = 1; i <= 8 && otherTokens; ++i) {
        std::string token = own; // of the same form
        for (char& c : token)
            if (c >= '0' && c <= '9')
                c = char('0' + (c - '0' + i) % 10);
        if (token == own)
            token += std::to_string(i);
        Record names = match->names;
        names.set("token", token);
        if (const auto name = match->role->names[match->alternative].print(names, format.file().epoch, true))
            siblings.push_back({*name, content.type, content.pttl});
    }
    for (std::size_t i = 1; i < sample.keys.size(); ++i) {
        const auto& [other, otherContent] = sample.keys[i];
        siblings.push_back({other, otherContent.type, otherContent.pttl});
    }
    return siblings;
}

KeyLooks looksAt(const CatalogueFormat& format, const FormatSample& sample, bool withSiblings)
{
    KeyLooks looks;
    looks.first = lookAt(sample.keys.front().first, sample.keys.front().second, sample.at);
    looks.siblings = siblingsOf(format, sample, withSiblings);
    for (const std::string& companion : companionsOf(looks.first, looks.siblings))
        for (const auto& [key, content] : sample.keys)
            if (key == companion)
                looks.companions.push_back(lookAt(key, content, sample.at));
    return looks;
}

// Rules for those who have to be told: those of the sample, or what the layout stores.
std::vector<Rule> rulesFor(const CatalogueFormat& format, const FormatSample& sample)
{
    std::vector<Rule> rules = sample.rules;
    if (rules.empty())
        for (const ShapeUsage& usage : readSample(format, sample).reading.rules)
            if (usage.limit && usage.window)
                rules.push_back({*usage.limit, std::chrono::duration_cast<Micros>(*usage.window), 0});
    return rules;
}

// What differs between the readings; empty: nothing that the key tells.
std::string difference(const CatalogueFormat& format, const FormatSample& sample, const LookReading& found)
{
    const ShapeReading own = readSample(format, sample).reading;
    const ShapeReading& other = found.state.reading;
    if (own.rules.size() != other.rules.size())
        return fmt::format("{} rules instead of {}", other.rules.size(), own.rules.size());
    const auto close = [](auto a, auto b, double within) {
        return a.has_value() == b.has_value() && (!a || std::abs(double(*a) - double(*b)) <= within);
    };
    const auto seconds = [](std::optional<Nanos> span) {
        return span ? std::optional(std::chrono::duration<double>(*span).count()) : std::nullopt;
    };
    for (std::size_t i = 0; i < own.rules.size(); ++i) {
        if (!close(own.rules[i].used, other.rules[i].used, 1e-6))
            return fmt::format("used {} instead of {}", other.rules[i].used.value_or(-1),
                               own.rules[i].used.value_or(-1));
        if (!close(seconds(own.rules[i].freesIn), seconds(other.rules[i].freesIn), 1.1))
            return fmt::format("frees {} instead of {}", seconds(other.rules[i].freesIn).value_or(-1),
                               seconds(own.rules[i].freesIn).value_or(-1));
    }
    return own.state == other.state ? std::string()
                                    : fmt::format("{} instead of {}", nameOf(other.state), nameOf(own.state));
}

// What the proposer makes of a sample; empty: the same shape, unit and reading as the format.
std::string faultOf(const CatalogueFormat& format, const FormatSample& sample, bool withSiblings)
{
    const KeyLooks looks = looksAt(format, sample, withSiblings);
    const std::vector<Proposal> proposals = proposeFormats(looks);
    if (proposals.empty())
        return "nothing is proposed";
    const Proposal& best = proposals.front();
    // No key tells that requests take their entries out again.
    const Shape shape = format.file().shape == Shape::Slots ? Shape::Log : format.file().shape;
    if (best.file.shape != shape)
        return fmt::format("{} instead of {}", nameOf(best.file.shape), nameOf(format.file().shape));
    if (best.file.epoch != format.file().epoch)
        return "another epoch";
    const LookReading found = readLook(best.file, looks, rulesFor(format, sample));
    if (found.misfit != LookMisfit::None)
        return "it does not read the key: " + englishText(found.mismatch);
    return difference(format, sample, found);
}

} // namespace

class TestFormatProposal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFormatsThatAreKnown();
    void mostAreFoundWithoutSiblings();
    void everyProposalIsAFileThatItsOwnSamplePasses();
    void readsUnits_data();
    void readsUnits();
    void tellsTheTokenFromTheRest_data();
    void tellsTheTokenFromTheRest();
    void neverProposesOurOwnKeys();
    void neverMatchesEverything();
    void secondLookTellsCountingFromWhatIsLeft();
    void secondLookTellsAWindowFromABucket();
    void secondLookTellsWhatTheExpiryFollows();
    void windowComesFromTheLongestLifeOfTheSiblings();
    void windowOfALogComesFromItsNewestEntry();
    void homeMadeLimiters_data();
    void homeMadeLimiters();
    void aPlainCounterBesideOthers_data();
    void aPlainCounterBesideOthers();
    void companionsAreOfTheSameToken();
    void noLimitersState_data();
    void noLimitersState();
    void proposesNothingWhereAPatternWouldBeTooLong();
    void survivesWhateverIsThere();
};

namespace {

struct Proposed {
    std::map<std::string, std::string> faults; // of "format sample" why it is not found
    // Of values that are text: no proposal describes the bytes of a serializer. Nor a hash of many tokens.
    std::size_t texts = 0;
    std::size_t found = 0;

    bool areMostFound() const { return 10 * found >= 7 * texts; }
    std::string summary() const { return fmt::format("{} of {}", found, texts); }
};

Proposed proposedForAll(bool withSiblings)
{
    Proposed all;
    for (const auto& format : builtInCatalogue().formats()) {
        if (format->file().tier == Tier::Label) // their values are not understood
            continue;
        for (std::size_t i = 0; i < format->file().samples.size(); ++i) {
            const FormatSample& sample = format->file().samples[i];
            const std::string& value = sample.keys.front().second.value;
            const std::string fault = faultOf(*format, sample, withSiblings);
            if (printable(value) == value && !format->file().keys.front().namesTokens()) {
                ++all.texts;
                all.found += fault.empty() ? 1 : 0;
            }
            if (!fault.empty())
                all.faults.emplace(fmt::format("{} {}", format->name(), i), fault);
        }
    }
    return all;
}

} // namespace

// The proposer cannot know what a key does not tell: whether a number is used or left, what a second key
// means that stands beside none of its token's, what a serializer wrote. Those are listed; all others have to
// be found.
void TestFormatProposal::findsTheFormatsThatAreKnown()
{
    const Proposed proposed = proposedForAll(true);
    QStringList found;
    for (const auto& [name, fault] : proposed.faults)
        found << QString::fromStdString(fmt::format("{}: {}", name, printable(fault)));
    compareWithFile("unproposed_formats.txt", found);
    QVERIFY2(proposed.areMostFound(), proposed.summary().c_str());
}

// As for the only token of a server. Which part of the name is the token is a guess then; the rest is not.
void TestFormatProposal::mostAreFoundWithoutSiblings()
{
    const Proposed proposed = proposedForAll(false);
    QVERIFY2(proposed.areMostFound(), proposed.summary().c_str());
}

void TestFormatProposal::everyProposalIsAFileThatItsOwnSamplePasses()
{
    std::size_t proposals = 0;
    for (const auto& format : builtInCatalogue().formats())
        for (const FormatSample& sample : format->file().samples) {
            const KeyLooks looks = looksAt(*format, sample, true);
            for (Proposal& proposal : proposeFormats(looks)) {
                ++proposals;
                const std::vector<Rule> rules = parseRules("5/min");
                const std::string text = formatFileText(withSample(proposal.file, looks, rules));
                const CatalogueFormat written(parseFormatFile("proposal", text));
                const std::vector<std::string> faults = checkSamples(written);
                QVERIFY2(faults.empty(), (text + fmt::format("{}", fmt::join(faults, "\n"))).c_str());
                QCOMPARE(written.file().samples.size(), 1U);
                QVERIFY(proposal.confidence > 0 && proposal.confidence < 1);
                QVERIFY(!proposal.reasons.empty());
            }
        }
    QVERIFY(proposals > 60);
}

void TestFormatProposal::readsUnits_data()
{
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<qint64>("epoch");
    const auto row = [](const char* name, const char* number, const char* unit, qint64 epoch = 0) {
        QTest::newRow(name) << number << unit << epoch;
    };
    row("seconds", "1795262399", "s0");
    row("seconds of PHP", "1795262399.1234", "s4");
    row("seconds of Python", "1795262399.123456", "s");
    row("milliseconds", "1795262399000", "ms");
    row("microseconds", "1795262399000000", "us");
    row("nanoseconds of Lua", "1.795262399e+18", "ns");
    row("nanoseconds", "1795262399000000001", "ns");
    row("since 2017", "312033599.5", "s", 1483228800);
    row("since 2020, in milliseconds", "217425599000", "ms", 1577836800);
    row("a count", "60", "");
    row("a large count", "100000000", "");
    row("an id", "1234567890123", "");
    row("two years ago", "1732190399", "");
}

void TestFormatProposal::readsUnits()
{
    QFETCH(QString, number);
    QFETCH(QString, unit);
    QFETCH(qint64, epoch);
    const auto moment = momentIn(number.toStdString(), noon, std::nullopt);
    QCOMPARE(moment ? moment->unit : std::string(), unit.toStdString());
    if (moment) {
        QCOMPARE(moment->epoch.count(), epoch * 1'000'000'000);
        QVERIFY(moment->at < noon && moment->at >= noon - 1s);
    }
}

void TestFormatProposal::tellsTheTokenFromTheRest_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QStringList>("siblings");
    QTest::addColumn<QString>("pattern");
    const auto row = [](const char* name, const char* key, const QStringList& siblings, const char* pattern) {
        QTest::newRow(name) << key << siblings << pattern;
    };
    row("last part", "calls:alice", {"calls:bob", "calls:carol"}, "calls:{token}");
    row("middle part", "calls:alice:hour", {"calls:bob:hour", "calls:carol:hour"},
        "calls:{token}:{window:period}");
    row("another kind beside it", "api:alice:count", {"api:bob:count", "api:carol:count", "api:bob:since"},
        "api:{token}:count");
    row("a varying part before it", "calls:web:alice", {"calls:app:bob", "calls:web:carol", "calls:app:dave"},
        "calls:{part}:{token}");
    row("addresses", "limit.192.0.2.1", {"limit.192.0.2.2", "limit.198.51.100.7"}, "limit.{token}");
    row("addresses of both kinds", "rl:2001:db8::1", {"rl:192.0.2.1", "rl:2001:db8::2", "rl:::1"},
        "rl:{token}");
    row("a hash tag", "q:{alice}:x", {"q:{bob}:x"}, "q:{{{token}}}:x");
    row("a hash tag that all share", "q:{limits}:alice", {"q:{limits}:bob"}, "q:{{limits}}:{token}");
    row("the number of a minute", "calls:alice:29921040", {"calls:bob:29921040", "calls:alice:29921039"},
        "calls:{token}:{bucket:uint}");
    row("a number within", "calls:29921040:alice", {"calls:29921040:bob"}, "calls:{bucket:uint}:{token}");
    row("the start of a minute", "calls:alice:1795262400", {"calls:bob:1795262400"},
        "calls:{token}:{start:s0}");
    row("its milliseconds", "calls:alice:1795262400000", {"calls:bob:1795262400000"},
        "calls:{token}:{start:ms}");
    row("a number that is none of a window", "calls:alice:12345678", {"calls:bob:23456789"}, "");
    row("brackets", "a[1]:alice", {"a[1]:bob"}, "a[[1]]:{token}");
    row("no siblings, an address", "myapp:throttle:203.0.113.7", {}, "myapp:throttle:{token}");
    row("no siblings, a word", "myapp:throttle:alice", {}, "myapp:throttle:{token}");
    row("no siblings, a role at the end", "throttle:42:tokens", {}, "throttle:{token}:tokens");
    row("no delimiter", "pg1", {}, "pg{token}");
    row("a hash", "9dd4e461268c8034f5c8564e155c67a6", {}, "{token:hex32}");
    row("one limiter for all", "throttle", {}, "{token=throttle}");
    row("one of all, by the minute", "calls:29921040", {"calls:29921039"}, "{token=calls}:{bucket:uint}");
}

void TestFormatProposal::tellsTheTokenFromTheRest()
{
    QFETCH(QString, key);
    QFETCH(QStringList, siblings);
    QFETCH(QString, pattern);
    std::vector<std::string> names;
    for (const QString& sibling : siblings)
        names.push_back(sibling.toStdString());
    const auto found = proposeName(key.toStdString(), names, noon + 5s);
    QVERIFY(found);
    if (!pattern.isEmpty())
        QCOMPARE(QString::fromStdString(found->pattern), pattern);
    else
        QCOMPARE(int(found->number), int(ProposedName::Number::None));
    Record record;
    QVERIFY(Pattern(found->pattern).match(key.toStdString(), record));
    QCOMPARE(*record.text("token"), found->token);
}

void TestFormatProposal::neverProposesOurOwnKeys()
{
    for (const char* const key : {"rw:api:{alice}", "rw:{alice}:control", "rw:policies"}) {
        KeyLooks looks;
        SampleKey content;
        content.type = "string";
        content.value = "7";
        content.pttl = 1000;
        looks.first = lookAt(key, content, noon);
        QVERIFY(proposeFormats(looks).empty());
    }
}

void TestFormatProposal::neverMatchesEverything()
{
    for (const char* const key :
         {"alice", "a:b", "1:2", ":", "7", "{alice}", "::", "a", "a-b", "192.0.2.1"}) {
        const auto found =
            proposeName(key, std::vector<std::string>{"b:c", "x:y", "bob", "8", "{bob}"}, noon);
        if (!found)
            continue;
        const Pattern pattern(found->pattern);
        for (const char* const other :
             {"session:42", "cart:7:items", "rw:api:{x}", "queue", "1:3", "user-7"}) {
            Record record;
            QVERIFY2(!pattern.match(other, record, {}, true),
                     fmt::format("{} matches {}", found->pattern, other).c_str());
        }
    }
}

namespace {

KeyLooks counterLooks(const char* before, const char* after, std::int64_t pttlAfter = 39000)
{
    SampleKey content;
    content.type = "string";
    content.value = before;
    content.pttl = 40000;
    KeyLooks looks;
    looks.first = lookAt("calls:alice", content, noon);
    content.value = after;
    content.pttl = pttlAfter;
    looks.second = lookAt("calls:alice", content, noon + 1s);
    looks.siblings = {{"calls:bob", "string", 12000}, {"calls:carol", "string", 3000}};
    return looks;
}

bool has(const Proposal& proposal, ProposalReason code)
{
    return std::ranges::find(proposal.reasons, code, &FoundReason::code) != proposal.reasons.end();
}

} // namespace

void TestFormatProposal::secondLookTellsCountingFromWhatIsLeft()
{
    const Proposal up = proposeFormats(counterLooks("7", "9")).front();
    QCOMPARE(up.file.keys.front().values.front().text(), "{count:int}");
    QVERIFY(has(up, ProposalReason::CountedUp));
    const Proposal down = proposeFormats(counterLooks("7", "5")).front();
    QCOMPARE(down.file.keys.front().values.front().text(), "{left:int}");
    QVERIFY(has(down, ProposalReason::CountedDown));
}

void TestFormatProposal::secondLookTellsAWindowFromABucket()
{
    // A number and a time: of a bucket both change with a request, of a window the number alone.
    KeyLooks looks = counterLooks("3|1795262390", "5|1795262390");
    QCOMPARE(int(proposeFormats(looks).front().file.shape), int(Shape::Counter));
    looks = counterLooks("3|1795262390", "5|1795262401");
    QCOMPARE(int(proposeFormats(looks).front().file.shape), int(Shape::Bucket));
}

void TestFormatProposal::secondLookTellsWhatTheExpiryFollows()
{
    const Proposal first = proposeFormats(counterLooks("7", "8")).front();
    QCOMPARE(first.file.expiry.from, ExpiryRule::From::First);
    const Proposal newest = proposeFormats(counterLooks("7", "8", 40000)).front();
    QCOMPARE(newest.file.expiry.from, ExpiryRule::From::Newest);
    QVERIFY(has(newest, ProposalReason::ExpiresAfterNewest));
}

void TestFormatProposal::windowComesFromTheLongestLifeOfTheSiblings()
{
    KeyLooks looks = counterLooks("7", "8");
    QCOMPARE(*proposeFormats(looks).front().window, Nanos(1min));
    looks.siblings.push_back({"calls:dave", "string", 299000});
    QCOMPARE(*proposeFormats(looks).front().window, Nanos(5min));
    looks.siblings.push_back({"other:dave", "string", 3599000}); // it is not one of them
    QCOMPARE(*proposeFormats(looks).front().window, Nanos(5min));
}

void TestFormatProposal::windowOfALogComesFromItsNewestEntry()
{
    for (const bool newestFirst : {true, false}) {
        SampleKey content;
        content.type = "list";
        content.pttl = 58500;
        content.elements = {"1795262398.5", "1795262371.25", "1795262341.125"};
        if (!newestFirst)
            std::ranges::reverse(content.elements);
        KeyLooks looks;
        looks.first = lookAt("gate:alice", content, noon);
        const Proposal found = proposeFormats(looks).front();
        QCOMPARE(int(found.file.expiry.from), int(ExpiryRule::From::Newest));
        QCOMPARE(*found.window, Nanos(1min));
        // Without rules the format itself tells it now.
        const LookReading reading = readLook(found.file, looks, {});
        QCOMPARE(*reading.state.reading.rules.front().window, Nanos(1min));
        QCOMPARE(*reading.state.reading.rules.front().used, 3.0);
    }
}

void TestFormatProposal::homeMadeLimiters_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("value"); // of a hash and a sorted set: name=value, with spaces between
    QTest::addColumn<int>("pttl");
    QTest::addColumn<QByteArray>("shape");
    QTest::addColumn<double>("used"); // by 10/min
    const auto row = [](const char* name, const char* type, const char* value, int pttl, const char* shape,
                        double used) {
        QTest::newRow(name) << QByteArray(type) << QByteArray(value) << pttl << QByteArray(shape) << used;
    };
    row("INCR and EXPIRE", "string", "4", 41000, "counter", 4);
    row("a hash that counts", "hash", "count=4 user=alice", 41000, "counter", 4);
    row("a hash that counts down", "hash", "remaining=4", 41000, "counter", 6);
    row("a count and the end of its window", "hash", "hits=4 reset=1795262430", -1, "counter", 4);
    row("a count and its start", "hash", "count=4 window_start=1795262390", -1, "counter", 4);
    row("two windows in a hash", "hash", "current=4 previous=8 start=1795262385", 90000, "pair", 10);
    row("TAT in milliseconds", "string", "1795262424000", 24000, "tat", 4);
    row("TAT in a hash", "hash", "tat=1795262424.0", -1, "tat", 4);
    row("tokens and a time", "hash", "tokens=6 last_refill=1795262399900", -1, "bucket", 4);
    row("a leaking level", "hash", "level=4.0 updated_at=1795262400.0", -1, "bucket", 4);
    row("level:time", "string", "6.0:1795262400", 60000, "bucket", 4);
    row("JSON", "string", R"({"user":"alice","tokens":6.0,"last":1795262400.0})", -1, "bucket", 4);
    row("JSON with its rule", "string", R"({"count":4,"limit":20,"reset":1795262430000})", 30000, "counter",
        4);
    row("numbers without names", "string", "4|1795262390", 50000, "bucket", 5); // and one refilled since
    row("a list of moments", "list", "1795262398.5 1795262397.25 1795262396.125", 58500, "log", 3);
    row("a list of moments and ids", "list", "1795262398000-x7fq 1795262397000-a81k", 58000, "log", 2);
    row("scores", "zset", "9f3c7a1e=1795262398000 0b7d55aa=1795262397000", 58000, "log", 2);
    row("scores and members", "zset", "1795262398000-1=1795262398000 1795262397000-27=1795262397000", 58000,
        "log", 2);
}

void TestFormatProposal::homeMadeLimiters()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, value);
    QFETCH(int, pttl);
    QFETCH(QByteArray, shape);
    QFETCH(double, used);
    SampleKey content;
    content.type = type.toStdString();
    content.pttl = pttl;
    for (const QByteArray& part : value.split(' ')) {
        const qsizetype equals = part.indexOf('=');
        const std::string name = part.left(equals).toStdString();
        const std::string text = part.mid(equals + 1).toStdString();
        if (type == "hash")
            content.fields.emplace_back(name, text);
        else if (type == "zset")
            content.scored.emplace_back(name, text);
        else if (type == "list")
            content.elements.push_back(part.toStdString());
        else
            content.value = value.toStdString();
    }
    KeyLooks looks;
    looks.first = lookAt("gate:alice", content, noon);
    looks.siblings = {{"gate:bob", type.toStdString(), pttl}, {"gate:carol", type.toStdString(), pttl}};
    const std::vector<Proposal> proposals = proposeFormats(looks);
    QVERIFY(!proposals.empty());
    QCOMPARE(QByteArray(nameOf(proposals.front().file.shape).data()), shape);
    QCOMPARE(proposals.front().token, "alice");
    const LookReading reading = readLook(proposals.front().file, looks, parseRules("10/min"));
    QCOMPARE(int(reading.misfit), int(LookMisfit::None));
    QCOMPARE(reading.state.reading.rules.front().used.value_or(-1), used);
}

// The same key of other tokens is no part of its state, whatever it holds.
void TestFormatProposal::aPlainCounterBesideOthers_data()
{
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("other");
    QTest::newRow("names") << QByteArray("api:bob") << QByteArray("api:eve");
    QTest::newRow("numbers") << QByteArray("api:user7") << QByteArray("api:user8");
    QTest::newRow("addresses") << QByteArray("api:10.0.0.7") << QByteArray("api:10.0.0.8");
}

void TestFormatProposal::aPlainCounterBesideOthers()
{
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, other);
    SampleKey content;
    content.type = "string";
    content.pttl = 60000;
    content.value = "2";
    SampleKey theirs = content;
    theirs.value = "1";
    theirs.pttl = 58000;
    KeyLooks looks;
    looks.first = lookAt(key.toStdString(), content, noon);
    looks.siblings = {{other.toStdString(), "string", 58000}};
    looks.companions = {lookAt(other.toStdString(), theirs, noon)};
    const std::vector<Proposal> proposals = proposeFormats(looks);
    QVERIFY(!proposals.empty());
    QCOMPARE(nameOf(proposals.front().file.shape), nameOf(Shape::Counter));
    const LookReading reading = readLook(proposals.front().file, looks, parseRules("10/min"));
    QCOMPARE(reading.state.reading.rules.front().used.value_or(-1), 2.0);
}

void TestFormatProposal::companionsAreOfTheSameToken()
{
    SampleKey content;
    content.type = "hash";
    const KeyLook look = lookAt("calls:alice:29921040", content, noon);
    const std::vector<KeySibling> siblings{
        {"calls:alice:29921039", "hash", 1}, // the window before
        {"calls:alice:29921041", "hash", 1}, {"calls:bob:29921039", "hash", 1},
        {"calls:alice:since", "string", 1},  {"calls:alice:29921040:block", "string", 1},
        {"calls:alice", "string", 1},        {"calls:bob:since", "string", 1},
    };
    QCOMPARE(companionsOf(look, siblings),
             (std::vector<std::string>{"calls:alice:29921039", "calls:alice:since",
                                       "calls:alice:29921040:block", "calls:alice"}));
}

void TestFormatProposal::noLimitersState_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("text") << QByteArray("string") << QByteArray("hello, world");
    QTest::newRow("empty") << QByteArray("string") << QByteArray("");
    QTest::newRow("HTML") << QByteArray("string") << QByteArray("<html>404</html>");
    QTest::newRow("bytes") << QByteArray("string") << QByteArray("\x80\x00\xff", 3);
    QTest::newRow("a list of names") << QByteArray("list") << QByteArray("alice");
    QTest::newRow("a board of scores") << QByteArray("zset") << QByteArray("alice");
    QTest::newRow("a hash of texts") << QByteArray("hash") << QByteArray("alice");
}

void TestFormatProposal::noLimitersState()
{
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, value);
    SampleKey content;
    content.type = type.toStdString();
    const std::string text = value.toStdString();
    if (type == "string")
        content.value = text;
    else if (type == "list")
        content.elements = {text};
    else if (type == "zset")
        content.scored = {{text, "1500"}};
    else
        content.fields = {{"name", text}};
    KeyLooks looks;
    looks.first = lookAt("cache:page:7", content, noon);
    QVERIFY(proposeFormats(looks).empty());
}

// Values cut off, doubled and mixed; names of any bytes.
// A pattern has 1000 bytes and 32 captures at most.
void TestFormatProposal::proposesNothingWhereAPatternWouldBeTooLong()
{
    const std::string longText(1100, 'a');
    SampleKey string;
    string.type = "string";
    string.value = longText + " count=5";
    SampleKey list;
    list.type = "list";
    list.elements = {"1795262400000" + longText, "1795262401000" + longText};
    SampleKey document;
    document.type = "string";
    document.value = "{";
    for (int i = 0; i < 40; ++i)
        document.value +=
            fmt::format("\"n{}\":{},\"t{}\":\"{}\",", i, i, i, std::string(1, char('a' + i % 26)));
    document.value.back() = '}';
    for (const SampleKey& content : {string, list, document}) {
        KeyLooks looks;
        looks.first = lookAt("calls:7", content, noon);
        proposeFormats(looks); // does not throw
    }
    KeyLooks named;
    named.first = lookAt(longText, list, noon);
    QVERIFY(proposeFormats(named).empty());
    QVERIFY_THROWS_EXCEPTION(BadNotation, blankFormat(named));
}

void TestFormatProposal::survivesWhateverIsThere()
{
    std::mt19937_64 random(7);
    const std::vector<std::string> pieces{
        "{", "}", "[",      "]",  "\"",   ":",    ",", "1795262400", "e+18", "e+999", "window=", ".",
        "-", "9", "tokens", "\\", "\x01", "\xff", " ", "1.5",        "null", "=",     "/",       "|"};
    const auto any = [&](int most) {
        std::string text;
        for (auto i = int(random() % unsigned(most)); i > 0; --i)
            text += pieces[random() % pieces.size()];
        return text;
    };
    std::size_t proposals = 0;
    for (int round = 0; round < 20000; ++round) {
        SampleKey content;
        content.type =
            std::vector<std::string>{"string", "hash", "list", "zset", "stream", "set"}[random() % 6];
        content.pttl = std::int64_t(random() % 3) - 1;
        if (random() % 20 == 0)
            content.pttl = std::numeric_limits<std::int64_t>::max();
        content.value = any(8);
        for (auto i = random() % 4; i > 0; --i) {
            content.fields.emplace_back(any(3), any(4));
            content.elements.push_back(any(4));
            content.scored.emplace_back(any(4), random() % 2 ? "1795262400" : "7");
            content.stream.emplace_back(random() % 2 ? "1795262400000-0" : any(3), content.fields);
        }
        KeyLooks looks;
        looks.first = lookAt(any(6), content, noon);
        looks.siblings = {{any(6), content.type, 5}, {any(6), "string", 5}};
        looks.companions = {looks.first};
        looks.companions.front().raw.key += ":ts";
        proposals += proposeFormats(looks).size();
    }
    QVERIFY(proposals > 100);
}

RATEWARDEN_SUITE(TestFormatProposal)
#include "tst_format_proposal.moc"
