// SPDX-License-Identifier: GPL-3.0-or-later
// Each condition of each warning about keys, from both sides: keys that just are wrong, and keys that just
// are not. Without a server, so that every moment is exact.
#include "core/formats/describe/sample_check.h"
#include "core/formats/warning.h"
#include "core/tokens/warning_tally.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <fmt/format.h>

#include <QTest>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <string_view>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr Nanos now = 1'795'229'600s;

// A moment so many seconds from now, with four digits behind the point.
std::string moment(double seconds)
{
    return fmt::format("{:.4f}", 1'795'229'600.0 + seconds);
}

std::int64_t millis(double seconds)
{
    return 1'795'229'600'000 + std::int64_t(seconds * 1000);
}

SampleKey text(std::string value, std::int64_t pttl)
{
    SampleKey key;
    key.type = "string";
    key.value = std::move(value);
    key.pttl = pttl;
    return key;
}

SampleKey hash(std::vector<std::pair<std::string, std::string>> fields, std::int64_t pttl)
{
    SampleKey key;
    key.type = "hash";
    key.fields = std::move(fields);
    key.pttl = pttl;
    return key;
}

SampleKey scored(std::vector<std::pair<std::string, std::string>> entries, std::int64_t pttl)
{
    SampleKey key;
    key.type = "zset";
    key.scored = std::move(entries);
    key.pttl = pttl;
    return key;
}

// Of requests so many seconds from now.
SampleKey sortedSet(const std::vector<double>& moments, std::int64_t pttl)
{
    SampleKey key;
    key.type = "zset";
    for (const double at : moments)
        key.scored.emplace_back(moment(at), moment(at));
    key.pttl = pttl;
    return key;
}

// So many requests, evenly, in the last seconds.
std::vector<double> evenly(int count, double seconds)
{
    std::vector<double> moments;
    for (int i = count; i > 0; --i)
        moments.push_back(-seconds * i / count);
    return moments;
}

struct KeyCase {
    FormatSample::Keys keys;
    std::vector<Warning> warnings(const char* format, const char* rules) const
    {
        FormatSample sample;
        sample.keys = keys;
        sample.at = now;
        if (*rules)
            sample.rules = parseRules(rules);
        return readSample(*builtInCatalogue().find(format), sample).reading.warnings;
    }
};

QString codesOf(const std::vector<Warning>& warnings)
{
    QStringList codes;
    for (const Warning& warning : warnings)
        codes << QString::fromStdString(std::string(nameOf(warning.code)));
    return codes.join(' ');
}

constexpr const char* digest = "0123456789abcdef0123456789abcdef"; // a token of the article with sorted sets

} // namespace

Q_DECLARE_METATYPE(KeyCase)

class TestWarningConditions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keys_data();
    void keys();
    void numbers();
    void ourStates_data();
    void ourStates();
    void aMinuteIsLookedAt();
    void halfAMinuteIsLookedAt();
    void eachHasANameOfItsOwn();
    void aLockMovesWithItsRow();
};

void TestWarningConditions::keys_data()
{
    QTest::addColumn<QByteArray>("format");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<KeyCase>("at");
    QTest::addColumn<QString>("codes");
    const auto row = [](const char* name, const char* format, const char* rules, FormatSample::Keys keys,
                        const char* codes) {
        QTest::newRow(name) << QByteArray(format) << QByteArray(rules) << KeyCase{std::move(keys)}
                            << QString(codes);
    };
    constexpr std::int64_t never = -1;
    constexpr std::int64_t day = 86'400'000;

    // No expiry.
    row("a counter", "rate-limit-redis", "60/min", {{"rl:a", text("3", never)}}, "no-ttl");
    row("told once, whichever rule", "rate-limit-redis", "60/min + 900/h", {{"rl:a", text("3", never)}},
        "no-ttl");
    row("settings stay", "upstash-fixed-window", "60/min",
        {{"@upstash/ratelimit:a:29920493", text("3", 41'000)},
         {"@upstash/ratelimit:dynamic:global", text("9", never)}},
        "");
    row("a layout without expiry", "pyrate-limiter", "5/min",
        {{"a", scored({{"user1:8f3a:0", std::to_string(millis(-3))}}, never)}}, "");
    row("a layout whose expiry says nothing", "upstash-token-bucket", "10/10s",
        {{"@upstash/ratelimit:a",
          hash({{"refilledAt", std::to_string(millis(-1))}, {"tokens", "4"}}, never)}},
        "");
    row("a key beside the state", "domaintools-list", "8/min",
        {{"ratelimiter:a:block", text("abuse", never)}}, "no-ttl");

    // Locks, the worst of all.
    row("a lock that ends", "ramp-gcra", "10/30s",
        {{"vendor:a", text(moment(20), day)}, {"rate_limiter_lock:vendor:a", text("me", 10'000)}}, "");
    row("a lock for ever", "ramp-gcra", "10/30s",
        {{"vendor:a", text(moment(20), day)}, {"rate_limiter_lock:vendor:a", text("me", never)}},
        "stale-lock");
    row("the worst first", "domaintools-list", "8/min",
        {{"ratelimiter:a:block", text("abuse", never)}, {"ratelimiter:a:lock", text("me", never)}},
        "stale-lock no-ttl");

    // Absurd expiry: more than 100 times what is expected.
    row("90 windows", "rate-limit-redis", "60/min", {{"rl:a", text("3", 90 * 60'000)}}, "");
    row("110 windows", "rate-limit-redis", "60/min", {{"rl:a", text("3", 110 * 60'000)}}, "long-ttl");
    row("blocked by hand for a day", "rate-limit-redis", "60/min", {{"rl:a", text("61", day)}}, "");
    row("its layout adds five minutes", "envoy-ratelimit", "20/s",
        {{"shop_path_a_1795229600", text("3", 20'000'000)}}, "");
    row("and a thousand more", "envoy-ratelimit", "20/s", {{"shop_path_a_1795229600", text("3", 40'000'000)}},
        "long-ttl");
    row("of a key beside the state", "domaintools-list", "8/min",
        {{"ratelimiter:a:block", text("abuse", day)}}, "");
    row("of a window before this one", "python-limits-sliding-window", "",
        {{"{LIMITER/a/5/1/minute}", text("1", 110'000)}, {"{LIMITER/a/5/1/minute}/-1", text("1", day)}}, "");
    row("without rules", "engagor-sliding-window", "", {{digest, sortedSet({-3}, day)}}, "");
    row("a log", "engagor-sliding-window", "5/min", {{digest, sortedSet({-3}, day)}}, "long-ttl");
    row("a log that is blocked by hand for a day", "engagor-sliding-window", "2/min",
        {{digest, sortedSet({86'399, 86'400}, day + 60'000)}}, "");
    row("a log that is limited", "engagor-sliding-window", "2/min", {{digest, sortedSet({-2, -1}, day)}},
        "long-ttl");
    row("an arrival time", "redis-cell", "10/30s",
        {{"a", text(std::to_string(std::int64_t(now.count()) + 20'000'000'000), 20'000)}}, "");
    row("an arrival time far off", "redis-cell", "10/s burst 3000",
        {{"a", text(std::to_string(std::int64_t(now.count()) + 200'000'000'000), 200'000)}}, "");
    row("nanoseconds for seconds", "circles-sliding-log", "5/min",
        {{"a", scored({{"1.795229597051105e+18", "1.795229597051105e+18"}}, 60'000'000'000'000)}},
        "long-ttl");

    // Below zero.
    row("zero", "rate-limit-redis", "60/min", {{"rl:a", text("0", 41'000)}}, "");
    row("below", "rate-limit-redis", "60/min", {{"rl:a", text("-1", 41'000)}}, "negative");
    row("a bucket that owes", "throttled-py-leaking-bucket", "10/min",
        {{"throttled:v1:leaking_bucket:a",
          hash({{"tokens", "-1"}, {"last_refreshed", std::to_string(now / 1s)}}, never)}},
        "");
    row("in a numbered window", "upstash-fixed-window", "60/min",
        {{"@upstash/ratelimit:a:29920493", text("-1", 41'000)}}, "negative");

    // Ahead: a second for a server's clock, five for clients'.
    row("a little ahead", "engagor-sliding-window", "5/min", {{digest, sortedSet({4.5}, 64'500)}}, "");
    row("ahead", "engagor-sliding-window", "5/min", {{digest, sortedSet({5.5}, 65'500)}}, "clock-ahead");
    row("limited until then", "engagor-sliding-window", "1/min", {{digest, sortedSet({30}, 90'000)}}, "");
    const auto throttled = [](double stamp) {
        return FormatSample::Keys{
            {"throttled:v1:token_bucket:a",
             hash({{"tokens", "4"}, {"last_refreshed", std::to_string(std::int64_t(now / 1s + stamp))}},
                  60'000)}};
    };
    row("a bucket a little ahead", "throttled-py-token-bucket", "10/min", throttled(1), "");
    row("a bucket ahead", "throttled-py-token-bucket", "10/min", throttled(2), "clock-ahead");
    const auto laravel = [](std::int64_t start) {
        const std::int64_t at = now / 1s + start;
        return FormatSample::Keys{
            {"shop_database_a",
             hash({{"start", std::to_string(at)}, {"end", std::to_string(at + 60)}, {"count", "3"}},
                  120'000)}};
    };
    row("a counter a little ahead", "laravel-duration-limiter", "10/min", laravel(5), "");
    row("a counter ahead", "laravel-duration-limiter", "10/min", laravel(6), "clock-ahead");

    // In a list each client writes its own time before the others: by its clock it may be the later one.
    const auto written = [](const std::vector<double>& moments) {
        SampleKey key;
        key.type = "list";
        for (const double at : moments)
            key.elements.push_back(moment(at));
        key.pttl = 50'000;
        return FormatSample::Keys{{"LIMITS:LIMITER/user/9/1/minute", key}};
    };
    constexpr auto* pythonList = "python-limits-moving-window";
    row("in order", pythonList, "9/min", written({-1, -9, -20, -30}), "");
    row("clocks that differ a little", pythonList, "9/min", written({-9, -4.5, -20, -30}), "");
    row("clocks that differ", pythonList, "9/min", written({-9, -3.5, -20, -30}), "clocks-differ");

    row("a window that has not begun", "envoy-ratelimit", "20/s",
        {{"shop_path_a_1795229610", text("3", 11'000)}}, "");

    // Untrimmed: only what the newest request would have removed proves it.
    row("older than the newest but a window", "engagor-sliding-window", "50/min",
        {{digest, sortedSet({-112, -50}, 10'000)}}, "untrimmed");
    row("older than now but a window", "engagor-sliding-window", "50/min",
        {{digest, sortedSet({-108, -50}, 10'000)}}, "");
    row("clients that trim as they count", "zulip-zset", "50/min",
        {{"ratelimit:RateLimitedUser:1:api_by_user:zset", sortedSet({-112, -50}, 10'000)}}, "");

    // Storms.
    row("59 beyond", "rate-limit-redis", "50/min", {{"rl:a", text("109", 30'000)}}, "");
    row("60 beyond", "rate-limit-redis", "50/min", {{"rl:a", text("110", 30'000)}}, "retry-storm");
    row("fewer than are allowed", "rate-limit-redis", "90/min", {{"rl:a", text("180", 30'000)}}, "");
    row("more than are allowed", "rate-limit-redis", "90/min", {{"rl:a", text("181", 30'000)}},
        "retry-storm");
    row("slowly", "rate-limit-redis", "50/h", {{"rl:a", text("640", 3'000'000)}}, "");
    row("fast", "rate-limit-redis", "50/h", {{"rl:a", text("660", 3'000'000)}}, "retry-storm");
    // Above the limit, where refused requests do not count.
    row("less than twice", "fastapi-limiter", "50/min",
        {{"fastapi-limiter:a:/items:4:0", text("99", 30'000)}}, "");
    row("twice", "fastapi-limiter", "50/min", {{"fastapi-limiter:a:/items:4:0", text("100", 30'000)}},
        "above-limit");
    row("few units", "fastapi-limiter", "3/min", {{"fastapi-limiter:a:/items:4:0", text("12", 30'000)}}, "");
    row("a bucket that owes more", "throttled-py-leaking-bucket", "10/min",
        {{"throttled:v1:leaking_bucket:a",
          hash({{"tokens", "-50"}, {"last_refreshed", std::to_string(now / 1s)}}, never)}},
        "");
    row("a log within", "engagor-sliding-window", "5/min", {{digest, sortedSet(evenly(64, 10), 60'000)}}, "");
    row("a log beyond", "engagor-sliding-window", "5/min", {{digest, sortedSet(evenly(66, 10), 60'000)}},
        "retry-storm");
}

void TestWarningConditions::keys()
{
    QFETCH(QByteArray, format);
    QFETCH(QByteArray, rules);
    QFETCH(KeyCase, at);
    QFETCH(QString, codes);
    QCOMPARE(codesOf(at.warnings(format.constData(), rules.constData())), codes);
}

void TestWarningConditions::numbers()
{
    const auto first = [](const char* format, const char* rules, const FormatSample::Keys& keys) {
        const std::vector<Warning> warnings = KeyCase{keys}.warnings(format, rules);
        return warnings.empty() ? Warning{WarningCode::NoExpiry, -99} : warnings.front();
    };
    const Warning lock = first("ramp-gcra", "10/30s", {{"rate_limiter_lock:vendor:a", text("me", -1)}});
    QCOMPARE(lock.role, std::string("lock"));
    QCOMPARE(lock.owner, std::string("me"));
    QCOMPARE(first("rate-limit-redis", "60/min", {{"rl:a", text("-7", 41'000)}}).number, -7.0);
    QCOMPARE(first("rate-limit-redis", "60/min", {{"rl:a", text("3", 7'000'000)}}).number, 7000.0);
    QCOMPARE(qRound(first("engagor-sliding-window", "5/min", {{digest, sortedSet({30}, 90'000)}}).number),
             30);
    QCOMPARE(first("engagor-sliding-window", "50/min", {{digest, sortedSet({-112, -50}, 10'000)}}).number,
             2.0);
    // 150 denied since the window began half a minute ago; 60 in ten seconds.
    QCOMPARE(first("rate-limit-redis", "50/min", {{"rl:a", text("200", 30'000)}}).number, 5.0);
    QCOMPARE(
        qRound(
            first("engagor-sliding-window", "5/min", {{digest, sortedSet(evenly(65, 10), 60'000)}}).number),
        6);
}

void TestWarningConditions::ourStates_data()
{
    QTest::addColumn<qint64>("pttl");
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<qint64>("newest"); // milliseconds from now; the least: no log
    QTest::addColumn<QString>("codes");
    constexpr qint64 none = std::numeric_limits<qint64>::min();
    constexpr qint64 day = 86'400'000;
    const auto row = [](const char* name, qint64 pttl, const char* rules, qint64 newest, const char* codes) {
        QTest::newRow(name) << pttl << QByteArray(rules) << newest << QString(codes);
    };
    row("none", 60'000, "5/min", none, "");
    row("gone", -2, "5/min", 30'000, "");
    row("never", -1, "5/min", none, "no-ttl");
    row("never, without rules", -1, "", none, "no-ttl");
    row("a former version may have", day, "5/min", none, "");
    row("nor a former version", day + 61'000, "5/min", none, "long-ttl");
    row("without rules", 1000 * day, "", none, "");
    row("99 windows", 99 * day, "5/day", none, "");
    row("101 windows", 101 * day, "5/day", none, "long-ttl");
    row("of the longest", 50 * day, "5/min + 5/day", none, "");
    row("in whichever order", 50 * day, "5/day + 5/min", none, "");
    row("a burst takes longer to refill", 101 * day, "1/day burst 2", none, "");
    row("201 days", 201 * day, "1/day burst 2", none, "long-ttl");
    row("a little ahead", 60'000, "5/min", 1000, "");
    row("ahead", 60'000, "5/min", 1001, "clock-ahead");
    row("both", -1, "5/min", 2000, "clock-ahead no-ttl");
}

void TestWarningConditions::ourStates()
{
    QFETCH(qint64, pttl);
    QFETCH(QByteArray, rules);
    QFETCH(qint64, newest);
    QFETCH(QString, codes);
    const Instant present(1'795'229'600s);
    const Policy policy{"api", "sliding-log-zset",
                        rules.isEmpty() ? std::vector<Rule>() : parseRules(rules.toStdString())};
    LogContents log;
    if (newest != std::numeric_limits<qint64>::min()) {
        log.entries.push_back({present - 9s, 1});
        log.entries.push_back({present + std::chrono::milliseconds(newest), 1});
    }
    QCOMPARE(codesOf(stateWarnings(pttl, rules.isEmpty() ? nullptr : &policy, log, present)), codes);
}

void TestWarningConditions::aMinuteIsLookedAt()
{
    const Instant start(1'795'229'600s);
    std::vector<RequestCount> counts;
    for (int i = 0; i < 7; ++i)
        counts.push_back({start + i * countSpan, 2, 10});
    QVERIFY(!retryStorm(counts, start + 6 * countSpan - 1us)); // the sixth is not over
    const auto found = retryStorm(counts, start + 6 * countSpan);
    QVERIFY(found);
    QCOMPARE(found->number, 1.0);
    counts[4].denied = 100;
    counts[5].denied = 9; // one calm span
    QVERIFY(!retryStorm(counts, start + 6 * countSpan));
    counts[4].denied = counts[5].denied = 10;
    counts[0].allowed = 49; // 59 of 119
    QVERIFY(retryStorm(counts, start + 6 * countSpan));
    counts[0].allowed = 50; // half
    QVERIFY(!retryStorm(counts, start + 6 * countSpan));
    QVERIFY(retryStorm(counts, start + 7 * countSpan)); // what is longer ago than a minute does not count
}

void TestWarningConditions::halfAMinuteIsLookedAt()
{
    const Instant start(1'795'229'600s);
    std::vector<RequestCount> counts;
    for (int i = 0; i < 4; ++i)
        counts.push_back({start + i * countSpan, i == 0 ? 5 : 0, 2});
    const Instant end = start + 4 * countSpan;
    QVERIFY(!earlyRetries(counts, end - 1us));
    const auto found = earlyRetries(counts, end);
    QVERIFY(found);
    QCOMPARE(found->number, 0.2);
    counts[2].denied = 1; // as who waits comes again
    QVERIFY(!earlyRetries(counts, end));
    counts[2].denied = 2;
    counts[3].allowed = 1; // one could be allowed
    QVERIFY(!earlyRetries(counts, end));
    QVERIFY(!earlyRetries({}, end));
}

void TestWarningConditions::eachHasANameOfItsOwn()
{
    QCOMPARE(QByteArray::fromStdString(std::string(nameOf(WarningCode::NoExpiry))), "no-ttl");
    std::set<std::string_view> names;
    for (int code = 0; code < warningCodeCount; ++code)
        QVERIFY(names.insert(nameOf(WarningCode(code))).second);
}

void TestWarningConditions::aLockMovesWithItsRow()
{
    Reading reading;
    reading.at = Instant(1'795'229'600s);
    reading.warnings = {{WarningCode::StaleLock, 0, "lock", "a"}};
    LockWatch before;
    LockWatch after;
    QVERIFY(!before.isStale(1, reading));
    after.take(before, 1, 7);
    after.take(before, 2, 8); // none is known there
    reading.at += 2s;
    QVERIFY(after.isStale(7, reading));
    QVERIFY(!after.isStale(8, reading));
    QVERIFY(!before.isStale(1, reading));
}

RATEWARDEN_SUITE(TestWarningConditions)
#include "tst_warning_conditions.moc"
