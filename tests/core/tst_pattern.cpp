// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/files/decimal.h"
#include "core/formats/files/pattern.h"
#include "core/model/errors.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

#include <limits>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

Q_DECLARE_METATYPE(ratewarden::CapturedValue)

namespace {

Nanos seconds(std::int64_t whole, std::int64_t nanos = 0)
{
    return std::chrono::seconds(whole) + Nanos(nanos);
}

std::optional<Record> matched(std::string_view pattern, std::string_view text, bool allowOuter = false)
{
    Record record;
    return Pattern(pattern).match(text, record, {}, allowOuter) ? std::optional(record) : std::nullopt;
}

std::string textOf(std::string_view pattern, std::string_view text, std::string_view name)
{
    const auto record = matched(pattern, text);
    const std::string* const found = record ? record->text(name) : nullptr;
    return found ? *found : "(none)";
}

Record recordOf(std::initializer_list<std::pair<std::string_view, CapturedValue>> values)
{
    Record record;
    for (const auto& [name, value] : values)
        record.set(name, value);
    return record;
}

} // namespace

class TestPattern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // What each type reads, and what it writes for that again; "" where nothing can be read.
    void readsAndWritesEveryType_data()
    {
        addColumns<QByteArray, QByteArray, CapturedValue, QByteArray>(
            {"capture", "text", "value", "written"});
        const auto row = [](const char* capture, QByteArray text, CapturedValue value,
                            const char* written = nullptr) {
            QTest::addRow("%s of %s", capture, text.toPercentEncoding().constData())
                << QByteArray(capture) << text << value << (written ? QByteArray(written) : text);
        };
        row("{x}", "a b", "a b"s);
        row("{x}", QByteArray("\0\xff", 2), "\0\xff"s);
        row("{x:rest}", "", ""s);
        row("{x:rest}", "abc", "abc"s);
        row("{x:int}", "0", 0.0);
        row("{x:int}", "-12", -12.0);
        row("{x:int}", "9007199254740992", 9007199254740992.0);
        row("{x:int}", "9223372036854775807", 9223372036854775808.0);
        row("{x:int}", "-9223372036854775808", -9223372036854775808.0);
        row("{x:int}", "1.5e+3", 1500.0, "1500");
        row("{x:uint}", "29920494", 29920494.0);
        row("{x:num}", "0.025550000000003292", 0.025550000000003292);
        row("{x:num}", "-3", -3.0);
        row("{x:num}", "1.79e+18", 1.79e18, "1.79e+18");
        row("{x:s}", "1795229598.7730083", seconds(1795229598, 773008300));
        row("{x:s}", "1795229598.123456789", seconds(1795229598, 123456789));
        row("{x:s}", "1795229598.1234567895", seconds(1795229598, 123456790), "1795229598.12345679");
        row("{x:s}", "-0.5", seconds(0, -500000000));
        row("{x:s}", "1.795229597e+09", seconds(1795229597), "1795229597");
        row("{x:s0}", "1795229600", seconds(1795229600));
        row("{x:s0}", "1795229600.25", seconds(1795229600, 250000000), "1795229601");
        row("{start:s0}", "1795229600.25", seconds(1795229600, 250000000), "1795229600");
        row("{x:s4}", "1795229576.4888", seconds(1795229576, 488800000));
        row("{x:s4}", "1795229576.49", seconds(1795229576, 490000000));
        row("{x:s4}", "1795229576.48881", seconds(1795229576, 488810000), "1795229576.4889");
        row("{x:ms}", "1795229495983", seconds(1795229495, 983000000));
        row("{x:ms}", "1795229495983.5", seconds(1795229495, 983500000), "1795229495984");
        row("{x:ms1}", "1795229495983.5", seconds(1795229495, 983500000));
        row("{x:us}", "1795229688826959", seconds(1795229688, 826959000));
        row("{x:ns}", "1795229845849754093", seconds(1795229845, 849754093));
        row("{x:ns}", "1.795229597051105e+18", seconds(1795229597, 51105000), "1795229597051105000");
        row("{x:ns}", "9223372036854775807", Nanos::max());
        row("{window:period}", "second", Nanos(1s));
        row("{window:period}", "minute", Nanos(1min));
        row("{window:period}", "hour", Nanos(1h));
        row("{window:period}", "day", Nanos(24h));
        row("{window:period}", "month", Nanos(720h));
        row("{window:period}", "year", Nanos(8760h));
        row("{window:period360}", "year", Nanos(8640h));
        row("{x:hex6}", "00fFa9", "00fFa9"s);
        row("{x:alnum16}", "VZeCIpUuvOk9sfJl", "VZeCIpUuvOk9sfJl"s);
        row("{x:base64-7}=", "0z+A/9Q=", "0z+A/9Q"s);
        row("{x:uuid}", "5c6d6a3e-0000-4000-8000-000000000001", "5c6d6a3e-0000-4000-8000-000000000001"s);
        row("{x:bytes3}", QByteArray("\0\n\xff", 3), "\0\n\xff"s);
        row("{x:GET|POST}", "POST", "POST"s);
        row("{x:a|ab}", "ab", "ab"s);
        row("{x=1}", "1", "1"s);
        row("{count:u32be}", QByteArray("\0\0\1\2", 4), 258.0);
        row("{count:u32le}", QByteArray("\2\1\0\0", 4), 258.0);
        row("{count:u32be}", QByteArray("\xff\xff\xff\xff", 4), 4294967295.0);
        row("{window:u32be}", QByteArray("\0\0\0<", 4), Nanos(60s));
        // As PHP's igbinary_serialize writes 5, 255, 256, -7, 70,000 and PHP_INT_MIN.
        row("{count:igbinary-int}", QByteArray("\6\5", 2), 5.0);
        row("{count:igbinary-int}", QByteArray("\6\xff", 2), 255.0);
        row("{count:igbinary-int}", QByteArray("\x8\1\0", 3), 256.0);
        row("{count:igbinary-int}", QByteArray("\7\7", 2), -7.0);
        row("{count:igbinary-int}", QByteArray("\n\0\1\x11\x70", 5), 70000.0);
        row("{count:igbinary-int}", QByteArray("\x21\x80\0\0\0\0\0\0\0", 9), -9223372036854775808.0);
        row("{x:igbinary-int}", QByteArray("\x8\0\5", 3), 5.0, QByteArray("\6\5", 2));
        // As MessagePack has 5, 127, 128, 32,768, 2^31, -1, -32, -33 and -129 with a sign, and times without
        // one.
        row("{count:msgpack-int}", QByteArray("\x05", 1), 5.0);
        row("{count:msgpack-int}", QByteArray("\x7f", 1), 127.0);
        row("{count:msgpack-int}", QByteArray("\xd1\0\x80", 3), 128.0);
        row("{count:msgpack-int}", QByteArray("\xd2\0\0\x80\0", 5), 32768.0);
        row("{count:msgpack-int}", QByteArray("\xd3\0\0\0\0\x80\0\0\0", 9), 2147483648.0);
        row("{count:msgpack-int}", QByteArray("\xff", 1), -1.0);
        row("{count:msgpack-int}", QByteArray("\xe0", 1), -32.0);
        row("{count:msgpack-int}", QByteArray("\xd0\xdf", 2), -33.0);
        row("{count:msgpack-int}", QByteArray("\xd1\xff\x7f", 3), -129.0);
        row("{count:msgpack-int}", QByteArray("\xd3\x7f\xff\xff\xff\xff\xff\xff\xff", 9),
            9223372036854775808.0);
        row("{count:msgpack-int}", QByteArray("\xd3\x80\0\0\0\0\0\0\0", 9), -9223372036854775808.0);
        row("{count:msgpack-int}", QByteArray("\xcd\x01\x2c", 3), 300.0, QByteArray("\xd1\x01\x2c", 3));
        row("{window:msgpack-int}", QByteArray("\xcc\xc8", 2), Nanos(200s));
        row("{end:msgpack-int}", QByteArray("\xce\x6b\0\xfb\xe0", 5), Nanos(0x6b00fbe0 * 1s));
        row("{count:f64be}", QByteArray("\x3f\xf8\0\0\0\0\0\0", 8), 1.5);
        row("{end:f64be}", QByteArray("A\xda\xc1R=5\x9\x9a", 8), Nanos(1795508468828711000));
        row("{step:php-interval}", "P0Y0M0DT00H1M0S", Nanos(1min));
        row("{step:php-interval}", "P0Y0M3DT12H59M59S", Nanos(84h + 59min + 59s));
        row("{step:php-interval}", "P1Y2M0DT00H0M0S", Nanos((365 + 60) * 24h), "P0Y0M425DT00H0M0S");
        row("{step:php-interval}", "P292Y0M0DT00H0M0S", Nanos(std::chrono::days(292 * 365)),
            "P0Y0M106580DT00H0M0S");
    }

    void readsAndWritesEveryType()
    {
        QFETCH(QByteArray, capture);
        QFETCH(QByteArray, text);
        QFETCH(CapturedValue, value);
        QFETCH(QByteArray, written);
        const Pattern pattern(capture.toStdString());
        Record record;
        QVERIFY(pattern.match(text.toStdString(), record));
        QVERIFY(record.all().front().second == value);
        QCOMPARE(QByteArray::fromStdString(pattern.print(record).value_or("(nothing)")), written);
        // In the midst of other text the same.
        Record framed;
        if (pattern.type(record.all().front().first)->kind != CaptureType::Kind::Rest) {
            QVERIFY(Pattern("<" + capture.toStdString() + ">").match("<" + text.toStdString() + ">", framed));
            QVERIFY(framed == record);
        }
    }

    void refusesWhatIsNotOfTheType_data()
    {
        addColumns<QByteArray, QByteArray>({"capture", "text"});
        const auto rows = [](const char* capture, std::initializer_list<QByteArray> texts) {
            for (const QByteArray& text : texts)
                QTest::addRow("%s of %s", capture, text.toPercentEncoding().constData())
                    << QByteArray(capture) << text;
        };
        rows("{x}", {""});
        for (const char* number : {"{x:int}", "{x:num}", "{x:s}", "{x:ms}", "{x:ns}"})
            rows(number, {"",    "-",  "+1", "nan", "inf", "-inf", "0x10",  "1e",  "1e+", "1e9999",
                          "007", "00", ".5", "5.",  " 1",  "1 ",   "1.2.3", "--1", "1,5", "1e+1234"});
        rows("{x:int}", {"1.5", "9223372036854776000", "1e+19", "1e-1"});
        rows("{x:num}", {"1e+400"});
        rows("{x:uint}", {"-1", "1.0", "1e3", "01", "99999999999999999999"});
        rows("{x:s}", {"9223372037", "-9223372037", "1.79e+18"});
        rows("{x:ns}", {"9223372036854775808", "1e+19"});
        rows("{x:period}", {"week", "minutes", "Minute", ""});
        rows("{x:hex4}", {"abc", "abcde", "abcg"});
        rows("{x:alnum4}", {"abc", "ab_d"});
        rows("{x:base64-4}", {"abc", "ab_d", "ab=d"});
        rows("{x:uuid}", {"5c6d6a3e-0000-4000-8000-00000000000", "5c6d6a3e00000-4000-8000-000000000001"});
        rows("{x:bytes3}", {"ab", "abcd"});
        rows("{x:GET|POST}", {"PUT", "GETPOST", "", "|"});
        rows("{x=1}", {"", "2", "11"});
        rows("{x:u32be}", {"abc", "abcde"});
        rows("{x:f64be}", {"", "1234567", "123456789", QByteArray("\x7f\xf0\0\0\0\0\0\0", 8),
                           QByteArray("\x7f\xf8\0\0\0\0\0\0", 8)});
        rows("{end:f64be}", {QByteArray("\x43\xe0\0\0\0\0\0\0", 8)});
        rows("{x:igbinary-int}", {"", "\6", "\6ab",
                                  "\x8"
                                  "a",
                                  "\5"
                                  "a",
                                  "5", QByteArray("\x20\xff\xff\xff\xff\xff\xff\xff\xff", 9)});
        rows("{x:msgpack-int}", {"", "\xc1", "\xcc", QByteArray("\xd1\0", 2), "55", "\xa1z",
                                 QByteArray("\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9)});
        rows("{end:msgpack-int}", {"\xff", QByteArray("\xd3\x7f\0\0\0\0\0\0\0", 9)});
        rows("{x:php-interval}",
             {"", "P1D", "P0Y0M0DT00H1M0", "P-1Y0M0DT00H1M0S", "P99999Y0M0DT00H0M0S", "P293Y0M0DT00H0M0S",
              "P0Y0M9999999DT00H0M0S", "P0Y0M0D00H1M0S", "P0Y0M0DT0xH1M0S"});
    }

    void refusesWhatIsNotOfTheType()
    {
        QFETCH(QByteArray, capture);
        QFETCH(QByteArray, text);
        Record record = recordOf({{"kept", 1.0}});
        const Record before = record;
        QVERIFY(!Pattern(capture.toStdString()).match(text.toStdString(), record));
        QVERIFY(record == before);
    }

    void writesNothingThatItCouldNotRead()
    {
        const auto written = [](const char* pattern, CapturedValue value) {
            return Pattern(pattern).print(recordOf({{"x", std::move(value)}}));
        };
        QVERIFY(!written("{x:uint}", -1.0));
        QVERIFY(!written("{x:int}", 1e19));
        QVERIFY(!written("{x:int}", std::numeric_limits<double>::quiet_NaN()));
        QVERIFY(!written("{x:num}", std::numeric_limits<double>::infinity()));
        QVERIFY(!written("{x:int}", "5"s));
        QVERIFY(!written("{x:s}", 5.0));
        QVERIFY(!written("{x}", 5.0));
        QVERIFY(!written("{x}", ""s));
        QVERIFY(!written("{x:hex4}", "12345"s));
        QVERIFY(!written("{x:GET|POST}", "PUT"s));
        QVERIFY(!written("{x:period}", Nanos(61s)));
        QVERIFY(!written("{x:u32be}", 4294967296.0));
        QVERIFY(!written("{x:u32be}", -1.0));
        QVERIFY(!written("{x:php-interval}", Nanos(-1s)));
        QVERIFY(!written("{x:igbinary-int}", 1e19));
        QVERIFY(!written("{x:igbinary-int}", "5"s));
        QVERIFY(!written("{x:f64be}", std::numeric_limits<double>::infinity()));
        QVERIFY(!written("{x:f64be}", Nanos(1s)));
        QVERIFY(!written("{end:f64be}", 1.0));
        QVERIFY(!Pattern("{count:int}").print({}));
    }

    void roundsUpButForStartAndLeft()
    {
        const Record record = recordOf({{"end", seconds(10, 1)},
                                        {"start", seconds(10, 999)},
                                        {"left", 2.7},
                                        {"count", 2.1},
                                        {"time", seconds(-2, 1)}});
        QCOMPARE(Pattern("{end:s0} {start:s0} {left:int} {count:int}").print(record).value_or(""),
                 "11 10 2 3"s);
        QCOMPARE(Pattern("{end:ms} {start:us}").print(record).value_or(""), "10001 10000000"s);
        QCOMPARE(Pattern("{time:s0}").print(record).value_or(""), "-1"s);
        QCOMPARE(Pattern("{start:s0}").print(recordOf({{"start", seconds(-2, -1)}})).value_or(""), "-3"s);
        // A double holds no nanoseconds of today.
        for (std::int64_t nanos = 0; nanos < 1000; ++nanos) {
            const Nanos time = seconds(1795508468, 828711000 + nanos);
            const Pattern pattern("{start:f64be}{end:f64be}");
            Record back;
            QVERIFY(
                pattern.match(pattern.print(recordOf({{"start", time}, {"end", time}})).value_or(""), back));
            QVERIFY(*back.time("start") <= time && *back.time("end") >= time);
            QVERIFY(*back.time("end") - *back.time("start") < 1us);
        }
    }

    void addsTheEpochToMomentsAlone()
    {
        const Nanos epoch = seconds(1483228800);
        const Pattern pattern("{tat:s}/{window:s}");
        Record record;
        QVERIFY(pattern.match("312000935.32006401/60", record, epoch));
        QVERIFY(record.time("tat") == seconds(1795229735, 320064010));
        QVERIFY(record.time("window") == Nanos(1min));
        QCOMPARE(pattern.print(record, epoch).value_or(""), "312000935.32006401/60"s);
        Record beyond;
        QVERIFY(!pattern.match("9223372036/60", beyond, epoch)); // what a moment can be
        for (const char* name : {"tat", "stamp", "time", "start", "end", "reset", "until", "score"}) {
            Record moment;
            QVERIFY(Pattern("{"s + name + ":s}").match("1", moment, epoch));
            QVERIFY(moment.time(name) == epoch + 1s);
        }
    }

    void takesAsLittleAsWillDo()
    {
        QCOMPARE(textOf("{prefix=rl}:{token}", "rl:a:b", "token"), "a:b"s);
        QCOMPARE(textOf("{a}:{b}", "x:y:z", "a"), "x"s);
        QCOMPARE(textOf("{a}:{b:uint}", "x:1:2", "a"), "x:1"s);
        QCOMPARE(textOf("{a}:{b}:c", ":::c", "a"), "(none)"s);
        QCOMPARE(textOf("{a}:{b}:c", "::::c", "a"), ":"s);
        QCOMPARE(textOf("LIMITER/{token}/{limit:int}/{times:int}/{window:period360}",
                        "LIMITER/fw/1.2.3.4/5/1/minute", "token"),
                 "fw/1.2.3.4"s);
        // Numbers as much as will do.
        const auto record = matched("{a:uint}{b:uint}", "1234");
        QVERIFY(record && record->number("a") == 123 && record->number("b") == 4);
    }

    void knowsDoubledBrackets()
    {
        QCOMPARE(textOf("valkeylimiter:{{{token}}}:ex", "valkeylimiter:{u}:ex", "token"), "u"s);
        QCOMPARE(textOf("[[{token}]]", "[u]", "token"), "u"s);
        QCOMPARE(Pattern("a[[b]]{{c}}").print({}).value_or(""), "a[b]{c}"s);
    }

    void remembersWhichOptionalPartsWereThere()
    {
        const Pattern main("[LIMITS:]LIMITER/{token}[/{name}]");
        const Pattern sibling("[LIMITS:]{{LIMITER/{token}}}[/{name}]");
        for (const auto& [key, other] : {std::pair{"LIMITS:LIMITER/u"s, "LIMITS:{LIMITER/u}"s},
                                         std::pair{"LIMITER/u"s, "{LIMITER/u}"s}}) {
            Record record;
            QVERIFY(main.match(key, record));
            QCOMPARE(main.print(record).value_or(""), key);
            QCOMPARE(sibling.print(record).value_or(""), other);
        }
        Record named;
        QVERIFY(main.match("LIMITER/u/n", named));
        QCOMPARE(*named.text("token"), "u"s); // with the part first: then the token is as short as can be
        QCOMPARE(sibling.print(named).value_or(""), "{LIMITER/u}/n"s);
    }

    void aRepeatedNameIsTheSameText()
    {
        QCOMPARE(textOf("{a}:{b}:{a}", "x:y:x", "b"), "y"s);
        QCOMPARE(textOf("{a}:{b}:{a}", "x:y:x:y:x", "b"), "y:x:y"s);
        QCOMPARE(textOf("{a}:{b}:{a}", "x:x:q:x:x", "a"), "x"s);
        QCOMPARE(textOf("{a}-{a}", "x-y-x-y", "a"), "x-y"s);
        QVERIFY(!matched("{a}-{a}", "x-y"));
        QVERIFY(!matched("{n:int} {n:int}", "10 1e1"));
        QCOMPARE(Pattern("{a}-{a}").print(recordOf({{"a", "z"s}})).value_or(""), "z-z"s);
        const std::string drawn = Pattern("{a:hex8}{a:hex8}").print({}).value_or("");
        QCOMPARE(drawn.substr(0, 8), drawn.substr(8));
    }

    void siblingsReadTheSame()
    {
        Record record;
        QVERIFY(Pattern("{pool}:{hash:hex4}").match("p:00ff", record));
        const Record main = record;
        QVERIFY(!Pattern("{pool}:{hash:hex4}:x").match("q:00ff:x", record));
        QVERIFY(!Pattern("{pool}:{hash:hex4}:x").match("p:00fe:x", record));
        QVERIFY(record == main);
        QVERIFY(Pattern("{pool}:{hash:hex4}:{count:int}").match("p:00ff:3", record));
        QVERIFY(!Pattern("{count:int}").match("4", record));
        // A known token is not searched for: it may contain what stands behind it.
        Record known = recordOf({{"token", "a:b"s}});
        QVERIFY(Pattern("{token}:{rule}").match("a:b:c", known));
        QCOMPARE(*known.text("rule"), "c"s);
    }

    void frameworksPutPrefixesInFront()
    {
        const auto outer = [](const char* pattern, const char* key) {
            const auto record = matched(pattern, key, true);
            return !record ? "(no match)"s : record->text("outer") ? *record->text("outer") : "";
        };
        QCOMPARE(outer("limiter:{token}", "limiter:u"), ""s);
        QCOMPARE(outer("limiter:{token}", "app:limiter:u"), "app:"s);
        QCOMPARE(outer("limiter:{token}", "a:b|limiter:limiter:u"), "a:b|"s);
        QCOMPARE(outer("limiter:{token}", "applimiter:u"), "(no match)"s);
        QCOMPARE(outer("limiters::{token}", "applimiters::u"), "app"s); // ten characters tell themselves
        QCOMPARE(outer("{prefix=limiters::}{token}", "applimiters::u"), "app"s);
        QCOMPARE(outer("{prefix=rack::attack}:{token}", "cache/rack::attack:u"), "cache/"s);
        QCOMPARE(outer("rl{token}", "app:rlu"), "(no match)"s);       // two characters are too few
        QCOMPARE(outer("{{{token}}}:hits", "app:{u}:hits"), "app:"s); // but not with six in all
        QCOMPARE(outer("{token}:limiter", "app:u:limiter"), ""s);
        QCOMPARE(outer("[LIMITS:]LIMITER/{token}", "app:LIMITS:LIMITER/u"), "app:"s);
        QCOMPARE(outer("[LIMITS:]LIMITER/{token}", "app:LIMITER/u"), "app:"s);
        QCOMPARE(outer("[a:]rl:{token}", "app:rl:u"), "app:"s.empty() ? "" : "(no match)"s);
        QVERIFY(!matched("limiter:{token}", "app:limiter:u", false));
        // It is written back, and siblings have the same.
        Record record;
        QVERIFY(Pattern("limiter:{token}").match("app:limiter:u", record, {}, true));
        QCOMPARE(Pattern("limiter:{token}").print(record, {}, true).value_or(""), "app:limiter:u"s);
        QCOMPARE(Pattern("limiter:{token}").print(record).value_or(""), "limiter:u"s);
        QVERIFY(Pattern("limiter:{token}:x").match("app:limiter:u:x", record, {}, true));
        QVERIFY(!Pattern("limiter:{token}:x").match("other:limiter:u:x", record, {}, true));
        QVERIFY(!Pattern("limiter:{token}:x").match("limiter:u:x", record, {}, true));
        Record chosen; // a prefix that somebody chose may be part of a longer one
        QVERIFY(!Pattern("{prefix=rl}:{token}")
                     .withPrefix("login_attempts")
                     .match("applogin_attempts:u", chosen, {}, true));
        QVERIFY(!matched("limiter:{token}", std::string(Pattern::maxOuter, 'x') + ":limiter:u", true));
    }

    void writesGlobs()
    {
        const Pattern pattern("[LIMITS:]LIMITER/{token}/{bucket:uint}");
        QCOMPARE(pattern.glob({}), "*LIMITER/*/*"s);
        QCOMPARE(pattern.glob(recordOf({{"token", "a*b?[c]\\"s}})), "LIMITER/a\\*b\\?\\[c\\]\\\\/*"s);
        QCOMPARE(pattern.glob(
                     recordOf({{"token", "u"s}, {"outer", "app:"s}, {"[LIMITS:]", ""s}, {"bucket", 5.0}})),
                 "app:LIMITS:LIMITER/u/5"s);
        QCOMPARE(Pattern("{prefix=rl}:{token}").withPrefix("x*").glob({}), "*x\\*:*"s);
        QCOMPARE(Pattern("{a}[{b:int}]{c:int}").glob({}), "*"s);
        QCOMPARE(Pattern("{request:alnum16}").glob({}), "*"s);
    }

    void anotherPrefixCanBeSet()
    {
        const Pattern pattern = Pattern("{prefix=rlflx}:{token}").withPrefix("login_fail");
        Record record;
        QVERIFY(pattern.match("login_fail:u", record));
        QVERIFY(!Pattern("{prefix=rlflx}:{token}").match("login_fail:u", record));
        QCOMPARE(pattern.print(record).value_or(""), "login_fail:u"s);
        QCOMPARE(QByteArray::fromStdString(std::string(pattern.anchor())), QByteArray("login_fail:"));
        QCOMPARE(pattern.text(), "{prefix=login_fail}:{token}"s);
        QVERIFY_THROWS_EXCEPTION(BadNotation, pattern.withPrefix(""));
    }

    void tellsWhatItConsistsOf()
    {
        const Pattern pattern("[LIMITS:]LIMITER/{token}/{prefix=a}/x/{window:period360}");
        QCOMPARE(pattern.literals(), std::size_t(12));
        QVERIFY(pattern.anchor() == "LIMITER/");
        QVERIFY(pattern.captures("prefix") && !pattern.captures("limit"));
        QVERIFY(pattern.type("window")->kind == CaptureType::Kind::Period360 && !pattern.type("limit"));
        QCOMPARE(pattern.names().size(), std::size_t(3));
        QVERIFY(Pattern("{prefix=@upstash/ratelimit}:{token}").anchor() == "@upstash/ratelimit:");
        QVERIFY(Pattern("{token}").anchor().empty());
    }

    void drawsWhatIsFree()
    {
        const Pattern pattern("{random:bytes16}|{a:hex32}|{b:alnum16}|{c:uuid}|{d:base64-9}");
        const std::string first = pattern.print({}).value_or("");
        const std::string second = pattern.print({}).value_or("");
        QVERIFY(first != second);
        Record record;
        QVERIFY(pattern.match(first, record));
        QVERIFY(!Pattern("{token:hex32}").print({})); // nobody's token
        QVERIFY(!Pattern("{name}").print({}));
    }

    void refusesBadPatterns_data()
    {
        addColumns<QByteArray, int>({"text", "position"});
        const auto row = [](const QByteArray& text, int position) {
            QTest::addRow("%s", text.left(40).constData()) << text << position;
        };
        row("a{token", 1);
        row("a}b", 1);
        row("a[b", 1);
        row("a]b", 1);
        row("{}", 1);
        row("{Token}", 1);
        row("{9a}", 1);
        row("{tok en}", 1);
        row("{outer}", 1);
        row("{a:}", 2);
        row("{a=}", 2);
        row("{a:float}", 3);
        row("{a:hex}", 3);
        row("{a:hex0}", 3);
        row("{a:hex04}", 3);
        row("{a:hex1000}", 3);
        row("{a:s10}", 3);
        row("{a:int4}", 3);
        row("{a:b||c}", 3);
        row("{a:|}", 3);
        row("[a[b]]", 2);
        row("x[a[b]c]", 3);
        row("x[]", 1);
        row("{a}{b}", 3);
        row("{a:rest}b", 8);
        row("{a:rest}[b]", 8);
        row("{a:int}-{a:s}", 8);
        row(QByteArray(1001, 'a'), 1000);
        row(QByteArray("[a]").repeated(17), 48);
        QByteArray captures;
        for (int i = 0; i < 33; ++i)
            captures += "{a" + QByteArray::number(i) + ":hex2}";
        row(captures, int(captures.lastIndexOf('{')));
    }

    void refusesBadPatterns()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, position);
        try {
            const Pattern pattern(text.toStdString());
            QFAIL("it was accepted");
        } catch (const BadNotation& error) {
            QCOMPARE(int(error.position()), position);
            QVERIFY(error.reason());
        }
    }

    // Patterns and texts made to make a matcher that goes back and forth slow.
    void endsOnHostileTexts_data()
    {
        addColumns<QByteArray, QByteArray>({"pattern", "text"});
        const QByteArray colons(int(Pattern::maxText), ':');
        const QByteArray digits(int(Pattern::maxText), '1');
        QByteArray texts;
        QByteArray numbers;
        for (int i = 0; i < 32; ++i) {
            texts += "{t" + QByteArray::number(i) + "}:";
            numbers += "{n" + QByteArray::number(i) + ":int}";
        }
        addRow("many texts", QByteArray(texts + "x"), colons);
        addRow("many numbers", numbers, digits.left(40));
        addRow("many numbers in a long text", QByteArray("lim:" + numbers + "x"),
               QByteArray("lim:" + digits));
        addRow("texts and numbers", QByteArray("{a}:{b:int}:{c}:{d:int}:{e}:{f:int}!"),
               QByteArray(":1").repeated(int(Pattern::maxText / 2)));
        addRow("optional parts", QByteArray(QByteArray("[a]").repeated(16) + "b"), QByteArray(60000, 'a'));
        addRow("repeated names", QByteArray("{a}:{b}:{c}:{a}:{b}:{c}!"), colons);
        addRow("prefixes", QByteArray("rl:{a}:{b}!"), QByteArray("rl:").repeated(int(Pattern::maxText / 3)));
        addRow("too long", QByteArray("{a}"), QByteArray(int(Pattern::maxText) + 1, 'a'));
    }

    // Without its bound the search does not end within the time that a test has.
    void endsOnHostileTexts()
    {
        QFETCH(QByteArray, pattern);
        QFETCH(QByteArray, text);
        const Pattern compiled(pattern.toStdString());
        Record record;
        QVERIFY(!compiled.match(text.toStdString(), record, {}, true));
    }

    // The search that is cut off is not one that a usual text needs.
    void findsWhatIsThereInLongTexts()
    {
        const std::string token(60000, ':');
        QCOMPARE(textOf("{a}:{b:uint}:x", token + "7:x", "a").size(), std::size_t(59999));
        QCOMPARE(textOf("{a}:{n:uint}.{a}", "q:5.q", "a"), "q"s);
    }

    void decimalsAreExact()
    {
        QCOMPARE(scaledDecimal("0.000000001", 9).value_or(0), std::int64_t(1));
        QCOMPARE(scaledDecimal("1e-9", 9).value_or(0), std::int64_t(1));
        QCOMPARE(scaledDecimal("-1.5", 0).value_or(0), std::int64_t(-2));
        QCOMPARE(scaledDecimal("0.49999", 0).value_or(9), std::int64_t(0));
        QCOMPARE(scaledDecimal("0e+99", 9).value_or(9), std::int64_t(0));
        QCOMPARE(scaledDecimal("9223372036.854775807", 9).value_or(0),
                 std::numeric_limits<std::int64_t>::max());
        QVERIFY(!scaledDecimal("9223372036.854775808", 9));
        QVERIFY(!scaledDecimal("", 9) && !scaledDecimal("1x", 9));
        QCOMPARE(decimalText(std::numeric_limits<std::int64_t>::min(), 9), "-9223372036.854775808"s);
        QCOMPARE(decimalText(5, 3), "0.005"s);
        QCOMPARE(decimalText(5000, 3), "5"s);
        QCOMPARE(decimalText(100, 0), "100"s);
    }
};

RATEWARDEN_SUITE(TestPattern)
#include "tst_pattern.moc"
