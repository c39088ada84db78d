// SPDX-License-Identifier: GPL-3.0-or-later
// Rules as other programs write them: written, read, and refused.
#include "core/model/errors.h"
#include "core/notations/notation.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Warnings = std::vector<NotationWarning>;
using Kind = NotationWarning::Kind;

class TestNotations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesOtherNotations_data()
    {
        addColumns<QString, QString, QString, Warnings>({"notation", "rules", "text", "warnings"});
        addRow("python-limits", "python-limits", "1/s + 20/min + 30/10s + 7/48h",
               "1 per second; 20 per minute; 30 per 10 second; 7 per 2 day", Warnings());
        addRow("header", "ietf", "20/min + 3/250ms", R"(RateLimit-Policy: "20/min";q=20;w=60)",
               Warnings{{Kind::WholeSecondsOnly, "RateLimit-Policy", Rule{3, 250ms}}});
        addRow("Envoy", "envoy", "20/min burst 5",
               "domain: \"api\"\ndescriptors:\n  - key: per_minute\n    rate_limit:\n      unit: "
               "minute\n      requests_per_unit: 20\n",
               Warnings{{Kind::BurstLost, "Envoy", Rule{20, 1min, 5}},
                        {Kind::FixedWindows, "Envoy", {}, &algorithmNamed("gcra")}});
        for (const char* const name : {"envoy", "kong", "python-limits", "ietf"}) {
            const std::string_view program = std::string_view(name) == "envoy"           ? "Envoy"
                                             : std::string_view(name) == "kong"          ? "Kong"
                                             : std::string_view(name) == "python-limits" ? "python-limits"
                                                                                         : "RateLimit-Policy";
            Warnings warnings{{Kind::AtOnceLost, program, Rule{5, 1min, 0, true}}};
            if (program == "Envoy")
                warnings.push_back({Kind::FixedWindows, "Envoy", {}, &algorithmNamed("gcra")});
            QTest::addRow("%s counts none at once", name) << name << "5 at once"
                                                          << "" << warnings;
        }
        addRow("Envoy has no ten seconds", "envoy", "30/10s", "",
               Warnings{
                   {Kind::OneUnitOnly, "Envoy", Rule{30, 10s}, nullptr, {"second", "minute", "hour", "day"}},
                   {Kind::FixedWindows, "Envoy", {}, &algorithmNamed("gcra")}});
        addRow("Envoy has 32 bits", "envoy", "4294967296/s + 4294967295/min",
               "domain: \"api\"\ndescriptors:\n  - key: per_minute\n    rate_limit:\n      unit: "
               "minute\n      requests_per_unit: 4294967295\n",
               Warnings{{Kind::LimitTooLarge, "Envoy", Rule{4294967296, 1s}, nullptr, {}, 4294967295},
                        {Kind::OneLimitEach, "Envoy"},
                        {Kind::FixedWindows, "Envoy", {}, &algorithmNamed("gcra")}});
        addRow("Kong", "kong", "20/min burst 5 + 3/250ms",
               "{\n  \"name\": \"rate-limiting-advanced\",\n  \"config\": {\n    \"limit\": [\n      20\n    "
               "],\n"
               "    \"window_size\": [\n      60\n    ],\n    \"window_type\": \"sliding\"\n  }\n}\n",
               Warnings{{Kind::BurstLost, "Kong", Rule{20, 1min, 5}},
                        {Kind::WholeSecondsOnly, "Kong", Rule{3, 250ms}},
                        {Kind::TwoCounters, "Kong", {}, &algorithmNamed("gcra")}});
        addRow("short", "short", "20/min burst 5 + 3/250ms", "20/min burst 5 + 3/250ms", Warnings());
    }
    void writesOtherNotations()
    {
        QFETCH(QString, notation);
        QFETCH(QString, rules);
        QFETCH(QString, text);
        QFETCH(Warnings, warnings);
        const WrittenRules written =
            notationNamed(notation.toStdString()).write({"api", "gcra", parseRules(rules.toStdString())});
        QCOMPARE(QString::fromStdString(written.text), text);
        QCOMPARE(written.warnings, warnings);
    }

    // What another program can say comes back as it was.
    void readsWhatItWrites_data()
    {
        addColumns<QString, QString>({"notation", "rules"});
        for (const char* const name : {"short", "python-limits", "ietf", "kong"})
            addRow(name, name, "1/s + 20/min + 200/h + 800/day + 30/10s + 0/366d");
        addRow("envoy", "envoy", "1/s + 20/min + 200/h + 800/day + 0/day");
    }
    void readsWhatItWrites()
    {
        QFETCH(QString, notation);
        QFETCH(QString, rules);
        const Policy policy{"\"api\": [", "sliding-window-counter", parseRules(rules.toStdString())};
        const Notation& named = notationNamed(notation.toStdString());
        const ReadRules read = readRulesInAnyNotation(named.write(policy).text);
        QCOMPARE(read.rules, policy.rules);
        QCOMPARE(std::string(read.notation), std::string(named.title));
    }

    void writesTheWindowType()
    {
        const auto windowType = [](const char* algorithm) {
            const std::string kong = notationNamed("kong").write({"api", algorithm, parseRules("1/s")}).text;
            return QJsonDocument::fromJson(QByteArray::fromStdString(kong))["config"]["window_type"]
                .toString();
        };
        QCOMPARE(windowType("sliding-log"), "sliding");
        QCOMPARE(windowType("fixed-window"), "fixed");
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, notationNamed("smoke signals"));
    }

    void readsOtherNotations_data()
    {
        addColumns<QByteArray, QString, QString, Warnings>({"text", "rules", "notation", "warnings"});
        const QString python = "python-limits, flask-limiter, slowapi";
        const QString header = "RateLimit-Policy header";
        const QString envoy = "Envoy rate limit service (YAML)";
        const QString kong = "Kong rate-limiting (JSON)";
        const QString shortForm = "Ratewarden's short form";
        const NotationWarning envoyFixed{Kind::FixedWindows, "Envoy"};
        const NotationWarning kongFixed{Kind::FixedWindows, "Kong"};
        const NotationWarning kongSliding{Kind::TwoCounters, "Kong"};
        const NotationWarning kongDenied{Kind::DeniedCount, "Kong", {}, nullptr, {"disable_penalty"}};
        const auto about = [](Kind kind, const char* program, std::vector<std::string> names,
                              Units more = 0) {
            return NotationWarning{kind, program, {}, nullptr, std::move(names), more};
        };
        const auto length = [](Kind kind, const char* program, Units days) {
            return NotationWarning{kind, program, {}, nullptr, {}, days};
        };
        const auto deniesAll = [](Micros window) {
            return NotationWarning{Kind::DeniesAll, {}, Rule{0, window}};
        };
        const auto row = [](const char* name, const char* text, const char* rules, const QString& notation,
                            const Warnings& warnings = {}) {
            QTest::newRow(name) << QByteArray(text) << QString(rules) << notation << warnings;
        };
        row("short", " 1/s + 20/min burst 5\r\n", "1/s + 20/min burst 5", shortForm);
        row("in lines", "\n1/s\n\n20/min\n", "1/s + 20/min", shortForm);
        row("nothing passes", "0/min", "0/min", shortForm, {deniesAll(1min)});
        row("python-limits", "10 per hour; 1/second", "10/h + 1/s", python);
        row("python-limits' months and years", "10/month\n20/month\n3 per 1 YEAR", "10/30d + 20/30d + 3/360d",
            python,
            {length(Kind::MonthLength, "python-limits", 30), length(Kind::YearLength, "python-limits", 360)});
        row("header", R"(ratelimit-policy: "burst";q=100;w=60,"year";q=1000;w=86400)", "100/min + 1000/day",
            header);
        row("header in two lines", "RateLimit-Policy: \"a\";q=1;w=1\r\nRateLimit-Policy:\"b\";q=2;w=60\r\n",
            "1/s + 2/min", header);

        row("header, then python-limits", "\"year\";q=1;w=1\n2 per month", "1/s + 2/30d", python,
            {length(Kind::MonthLength, "python-limits", 30)});

        row("Envoy",
            "domain: d\ndescriptors:\n  - key: k\n    rate_limit: {unit: MINUTE, requests_per_unit: 20}\n",
            "20/min", envoy, {envoyFixed});
        row("Envoy's units",
            "- {key: s, rate_limit: {unit: second, requests_per_unit: 1}}\n"
            "- {key: h, rate_limit: {unit: hour, requests_per_unit: 2}}\n"
            "- {key: d, rate_limit: {unit: day, requests_per_unit: 3}}\n"
            "- {key: w, rate_limit: {unit: week, requests_per_unit: 4}}\n"
            "- {key: m, rate_limit: {unit: month, requests_per_unit: 5}}\n"
            "- {key: y, rate_limit: {unit: year, requests_per_unit: 4294967295}}\n",
            "1/s + 2/h + 3/day + 4/7d + 5/30d + 4294967295/365d", envoy,
            {envoyFixed, about(Kind::SeparateCounters, "Envoy", {"s", "h", "d", "w", "m", "y"}),
             length(Kind::MonthLength, "Envoy", 30), length(Kind::YearLength, "Envoy", 365)});
        row("Envoy, nested",
            "# ours\ndomain: d\ndescriptors:\n- key: path\n  value: /a\n  rate_limit:\n    unit: day\n"
            "    requests_per_unit: 7\n  descriptors:\n  - key: user\n    rate_limit:\n      unit: hour\n"
            "      requests_per_unit: 3\n  - key: admin\n    rate_limit:\n      unlimited: true\n",
            "7/day + 3/h", envoy,
            {envoyFixed, about(Kind::SeparateCounters, "Envoy", {"path=/a", "path=/a/user"}),
             about(Kind::Unlimited, "Envoy", {"path=/a/admin"})});
        row("Envoy, one descriptor in shadow mode",
            "key: k\nshadow_mode: true\ndetailed_metric: true\nrate_limit:\n  name: n\n  unit: day\n"
            "  requests_per_unit: 0\n  replaces:\n  - name: o\n",
            "0/day", envoy,
            {envoyFixed, about(Kind::ShadowMode, "Envoy", {"k"}),
             about(Kind::Ignored, "Envoy", {"detailed_metric", "replaces"}), deniesAll(24h)});
        std::string many;
        for (int i = 0; i < 18; ++i)
            many += "x" + std::string(70, char('a' + i)) + ": 1\n";
        std::vector<std::string> some;
        for (int i = 0; i < 16; ++i)
            some.push_back("x" + std::string(59, char('a' + i)) + "…");
        row("Envoy, with many names",
            ("key: k\n" + many + "rate_limit: {unit: day, requests_per_unit: 5}").c_str(), "5/day", envoy,
            {envoyFixed, about(Kind::Ignored, "Envoy", some, 2)});
        row("Envoy, one limit", "unit: hour\nrequests_per_unit: 5", "5/h", envoy, {envoyFixed});
        row("Envoy, as JSON",
            R"({"domain": "d", "descriptors": [{"key": "k", "rate_limit": {"unit": "day", "requests_per_unit": 5}}]})",
            "5/day", envoy, {envoyFixed});
        row("Envoy, with a name to fool a terminal",
            "key: k\n\"\\e[31m\": 1\nrate_limit: {unit: day, requests_per_unit: 5}", "5/day", envoy,
            {envoyFixed, about(Kind::Ignored, "Envoy", {"\\x1b[31m"})});

        row("Kong",
            R"({"name": "rate-limiting", "enabled": true, "route": null, "config":
                {"hour": 100, "minute": 5, "second": null, "limit_by": "ip", "policy": "redis"}})",
            "5/min + 100/h", kong,
            {kongFixed, about(Kind::Ignored, "Kong", {"enabled", "limit_by", "policy"})});
        row("Kong's config alone", R"({"day": 0, "month": 5, "year": 9})", "0/day + 5/30d + 9/365d", kong,
            {kongFixed, length(Kind::CalendarMonth, "Kong", 30), length(Kind::CalendarYear, "Kong", 365),
             deniesAll(24h)});
        row("Kong advanced", R"({"limit": [5, 100], "window_size": [60, 31622400], "disable_penalty": true})",
            "5/min + 100/366d", kong, {kongSliding});
        row("Kong advanced, with its penalty",
            R"({"config": {"limit": [5], "window_size": [60], "window_type": "sliding", "namespace": "n"}})",
            "5/min", kong, {kongSliding, kongDenied, about(Kind::Ignored, "Kong", {"namespace"})});
        row("Kong advanced in fixed windows",
            "\xEF\xBB\xBF{\"limit\": [5], \"window_size\": [60], \"window_type\": \"fixed\"}", "5/min", kong,
            {kongFixed});
    }
    void readsOtherNotations()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, rules);
        QFETCH(QString, notation);
        QFETCH(Warnings, warnings);
        const ReadRules read = readRulesInAnyNotation(text.toStdString());
        QCOMPARE(read.rules, parseRules(rules.toStdString()));
        QCOMPARE(QString::fromUtf8(read.notation.data(), qsizetype(read.notation.size())), notation);
        QCOMPARE(read.warnings, warnings);
    }

    void refusesWhatItCannotRead_data()
    {
        addColumns<QByteArray, QString>({"text", "reason"});
        const auto row = [](const char* name, const QByteArray& text, const char* reason) {
            QTest::newRow(name) << text << QString(reason);
        };
        row("nothing", "", "a limit is missing");
        row("blank", " \r\n\t\n", "a limit is missing");
        row("long", QByteArray(65'537, ' '), "the text is too long");
        row("a wrong line", "1/s\n5/fortnight", "unknown unit of time \"fortnight\"");
        row("too many lines", QByteArray("1/s\n").repeated(17), "17 rules are too many");
        row("a header without a value", "RateLimit-Policy:", "a limit is missing");
        row("control characters", "\x1b[31m5/min", "\\x1b[31m5/min");

        row("Envoy without a count", "key: k\nrate_limit:\n  unit: day\n",
            "line 3: \"requests_per_unit\" is missing");
        row("Envoy without a unit", "rate_limit: {requests_per_unit: 5}", "line 1: \"unit\" is missing");
        const auto limit = [](const QByteArray& count, const QByteArray& unit = "day") {
            return "key: k\nrate_limit:\n  unit: " + unit + "\n  requests_per_unit: " + count;
        };
        row("Envoy, below 0", limit("-1"), "line 4: \"requests_per_unit\" must not be below 0");
        for (const char* const count : {"1.5", "1e3", "0x10", "010", "five", "[5]", "", "+5", "5 5"})
            row(qPrintable(QStringLiteral("Envoy, \"%1\"").arg(count)), limit(count),
                "\"requests_per_unit\"");
        row("Envoy, 33 bits", limit("4294967296"), "the largest is 4294967295");
        row("Envoy, 65 bits", limit("99999999999999999999"), "the largest is 4294967295");
        row("Envoy, unknown unit", limit("5", "fort\\night"), "line 3: \"unit\" is \"fort\\\\night\"");
        row("Envoy, all unlimited", "rate_limit: {unlimited: true}", "everything is unlimited");
        row("Envoy, no limit", "domain: d\ndescriptors:\n", "there is no rate_limit");
        row("Envoy, no descriptors", "descriptors: []", "there is no rate_limit");
        row("Envoy, not a list", "domain: d\ndescriptors: 5", "line 2: \"descriptors\" must be a list");
        row("Envoy, not a map", "domain: d\ndescriptors: [5]", "line 2: a map is expected");
        row("Envoy, not a word", "key: [k]\nrate_limit: {unit: day, requests_per_unit: 5}", "must be a text");
        row("Envoy, not true or false", "shadow_mode: 5\n" + limit("5"), "must be true or false");
        row("Envoy, twice", "rate_limit: {unit: day, requests_per_unit: 5}\n" + limit("5"),
            "line 3: it has the key \"rate_limit\" twice");
        row("Envoy, two documents", limit("5") + "\n---\n" + limit("6"), "several documents");
        row("Envoy, broken", "descriptors:\n  - key: [k\n", "line 3: ");
        row("Envoy, aliases", "a: &a [x]\nb: &b [*a, *a]\nrate_limit: 5", "line 2: aliases");
        row("Envoy, in a circle", "&a descriptors: &b [*b]", "aliases");
        QByteArray deep = "{key: k, rate_limit: {unit: day, requests_per_unit: 5}}";
        for (int i = 0; i < 17; ++i)
            deep = "{key: k, descriptors: [" + deep + "]}";
        row("Envoy, deep", deep, "too deep");
        row("Envoy, very deep", "descriptors: " + QByteArray(60'000, '['), "cannot read Envoy's YAML");
        row("Envoy, many", QByteArray("- {rate_limit: {unit: day, requests_per_unit: 5}}\n").repeated(17),
            "line 17: the limits are too many");
        // On which yaml-cpp finds empty documents for ever.
        row("Envoy, no end", ",\ndescriptors: a", "cannot read Envoy's YAML");
        row("Envoy, not UTF-8", "descriptors: \xff\x80\x1b", "cannot read Envoy's YAML");

        row("Kong, broken", "{\n\"minute\": 5,\n}", "line 3");
        row("Kong, cut off", "{", "cannot read Kong's JSON");
        row("Kong, not UTF-8", "{\"minute\": \"\xff\"}", "cannot read Kong's JSON");
        row("Kong, very deep", "{\"a\":" + QByteArray(60'000, '['), "cannot read Kong's JSON");
        row("Kong, nothing", R"({"config": {}})", "there is no limit in it");
        row("Kong, null", R"({"minute": null})", "there is no limit in it");
        row("Kong, config", R"({"config": 5})", "\"config\" must be an object");
        row("Kong, another plugin", R"({"name": "ai-rate-limiting-advanced", "config": {"limit": [1]}})",
            "\"ai-rate-limiting-advanced\"");
        row("Kong, below 0", R"({"minute": -5})", "\"minute\" must not be below 0");
        row("Kong, not whole", R"({"minute": 5.5})", "\"minute\" must be a whole number");
        row("Kong, a text", R"({"minute": "5"})", "\"minute\" must be a whole number");
        row("Kong, large", R"({"minute": 18446744073709551615})", "\"minute\" is too large");
        row("Kong, lengths", R"({"limit": [1, 2], "window_size": [60]})",
            "there are 2 in \"limit\" and 1 in \"window_size\"");
        row("Kong, no arrays", R"({"limit": 1, "window_size": 60})", "\"limit\" must be a list");
        row("Kong, no windows", R"({"limit": [1]})", "\"window_size\" is missing");
        row("Kong, empty", R"({"limit": [], "window_size": []})", "there is no limit in it");
        row("Kong, window of 0", R"({"limit": [1], "window_size": [0]})", "out of range");
        row("Kong, long window", R"({"limit": [1], "window_size": [31622401]})",
            "\"window_size\" is too large");
        row("Kong, window type", R"({"limit": [1], "window_size": [1], "window_type": "leaky"})",
            "\"window_type\" is \"leaky\"; use one of: fixed, sliding");
        row("Kong, both", R"({"minute": 5, "limit": [1], "window_size": [1]})",
            "remove those of one of them");
        row("Kong, many",
            "{\"limit\":[" + QByteArray("1,").repeated(16) + "1],\"window_size\":[" +
                QByteArray("1,").repeated(16) + "1]}",
            "17 rules are too many");
    }
    void refusesWhatItCannotRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, reason);
        try {
            readRulesInAnyNotation(text.toStdString());
            QFAIL("it was read");
        } catch (const InvalidArgument& error) {
            const QString said = QString::fromUtf8(error.what());
            QVERIFY2(said.contains(reason), qPrintable(said));
            QVERIFY2(std::ranges::all_of(said, [](QChar c) { return c.isPrint(); }), qPrintable(said));
            QVERIFY2(said.size() < 2000, qPrintable(said));
        }
    }

    // Pieces of all notations in any order: read or refused, and nothing else.
    void readsAnyBytes()
    {
        const QByteArrayList pieces{"descriptors:",
                                    "rate_limit:",
                                    "requests_per_unit: 5",
                                    "unit: day",
                                    "key: k",
                                    "{",
                                    "}",
                                    "[",
                                    "]",
                                    ",",
                                    ":",
                                    "\n",
                                    "\n  ",
                                    "\n    ",
                                    "- ",
                                    " ",
                                    "&a ",
                                    "*a",
                                    "!t",
                                    "|",
                                    ">",
                                    "? ",
                                    "'",
                                    "\"",
                                    "%",
                                    "---",
                                    "...",
                                    "<<: ",
                                    "~",
                                    "\\",
                                    "\t",
                                    "\r",
                                    "#",
                                    "\x80",
                                    QByteArray("\0", 1),
                                    "\"minute\": 5",
                                    "\"limit\"",
                                    "\"config\"",
                                    "5/min",
                                    "\"a\";q=5;w=60",
                                    "RateLimit-Policy:",
                                    "unlimited: true",
                                    "domain: d",
                                    "5",
                                    "null"};
        std::mt19937 random(7);
        int read = 0;
        for (int round = 0; round < 20'000; ++round) {
            QByteArray text;
            for (unsigned left = 1 + random() % 20; left > 0; --left)
                text += pieces[random() % unsigned(pieces.size())];
            try {
                const ReadRules rules = readRulesInAnyNotation(text.toStdString());
                QCOMPARE(parseRules(notation(rules.rules)), rules.rules);
                ++read;
            } catch (const InvalidArgument&) { // refused, as it may be
            }
        }
        QVERIFY(read > 10);
    }
};

RATEWARDEN_SUITE(TestNotations)
#include "tst_notations.moc"
