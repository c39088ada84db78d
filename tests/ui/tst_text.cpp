// SPDX-License-Identifier: GPL-3.0-or-later
// What core says in codes and values, as the window's sentences; and plurals.
#include "core/algorithms/algorithm.h"
#include "core/filters/filter_faults.h"
#include "core/formats/files/file_faults.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/state_faults.h"
#include "core/lab/log_faults.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/notations/notation_faults.h"
#include "core/redis/address_faults.h"
#include "core/watch/watch_faults.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/text/problem_text.h"
#include "ui/text/translations.h"
#include "ui/text/warning_text.h"
#include "ui/widgets/plain_label.h"

#include <QDateTime>
#include <QLocale>
#include <QTest>
#include <QTranslator>

#include <limits>
#include <utility>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QLocale::setDefault(QLocale("en_US")); }
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void plurals()
    {
        QCOMPARE(tokensText(1), "1 token");
        QCOMPARE(tokensText(0), "0 tokens");
        QCOMPARE(tokensText(60'791), "60,791 tokens");
        QCOMPARE(pluralNumber(-1), 0);
        QCOMPARE(pluralNumber(maxUnits), std::numeric_limits<int>::max()); // and not what is left of 32 bits
    }

    void costsAndClocksAreOfTheLanguage()
    {
        QCOMPARE(costText(0.0042), "0.4 %");
        QCOMPARE(costText(0.0004), "under 0.1 %");
        QCOMPARE(clockOffsetText(-Micros(1'234'567)), "−1,235 ms");
        QCOMPARE(clockOffsetText(Micros(12'400)), "+12 ms");
        QCOMPARE(clockOffsetText({}), "–");
        QLocale::setDefault(QLocale("de_DE"));
        QCOMPARE(costText(0.0042), "0,4 %");
        QCOMPARE(costText(0.0004), "under 0,1 %");
        QCOMPARE(clockOffsetText(-Micros(1'234'567)), "−1.235 ms");
    }

    void longTextIsShortenedInTheMiddle()
    {
        QCOMPARE(shortened("abcdefgh", 8), "abcdefgh");
        QCOMPARE(shortened("abcdefghi", 8), "abcd…ghi");
    }

    void findings_data()
    {
        QTest::addColumn<RuleFinding>("finding");
        QTest::addColumn<QString>("text");
        using Kind = RuleFinding::Kind;
        QTest::newRow("denies all") << RuleFinding{Kind::DeniesAll, 2} << "0/min: denies every request";
        QTest::newRow("cost") << RuleFinding{Kind::NeverFits, 0, {}, 6000}
                              << "2,000/h: never allows a request of cost 6,000";
        QTest::newRow("twice") << RuleFinding{Kind::Duplicate, 1, 0} << "1/s: listed twice";
        QTest::newRow("stricter") << RuleFinding{Kind::Contradictory, 1, 0}
                                  << "1/s: contradicts 2,000/h, which is stricter";
        QTest::newRow("unreachable") << RuleFinding{Kind::Unreachable, 0, 1}
                                     << "2,000/h: redundant, as 1/s never allows more";
        QTest::newRow("redundant") << RuleFinding{Kind::Redundant, 1, 0}
                                   << "1/s: redundant, as it never denies what 2,000/h allows";
        QTest::newRow("boundary") << RuleFinding{Kind::DoubleBurst, 0, {}, 4000}
                                  << "2,000/h: can allow 4,000 at once, across a window boundary";
        QTest::newRow("lease, log") << RuleFinding{Kind::LeaseTakesRate, 0, {}, 100'000, 0.001664}
                                    << "2,000/h: a lease life of 0.1 s takes 0.17 % of it";
        QTest::newRow("lease, bucket") << RuleFinding{Kind::LeaseTakesBurst, 0, {}, 100'000, 0.25}
                                       << "2,000/h: a lease life of 0.1 s takes 25 % of its burst";
    }
    void findings()
    {
        QFETCH(RuleFinding, finding);
        QFETCH(QString, text);
        QCOMPARE(findingText(finding, parseRules("2000/h + 1/s + 0/min")), text);
    }

    void differences()
    {
        PublishedPolicy from;
        from.policy = {"api", "sliding-log-zset", parseRules("2000/h")};
        PublishedPolicy to = from;
        to.policy = {"api", "gcra", parseRules("2000/h burst 3000")};
        to.description = "for <b>all</b>\x1b";
        to.ruleNames = {"burst"};
        to.policy.hashTokens = true;
        to.policy.counters = true;
        to.mode = PolicyMode::Shadow;
        to.onFailure = OnFailure::Local;
        to.share = 0.125;
        to.candidate = CandidateRules{"fixed-window", parseRules("1000/min + 1/s")};
        QCOMPARE(
            differenceTexts(from, to),
            (QStringList{"Description: – → for <b>all</b>\\x1b", "Algorithm: sliding log (sorted set) → GCRA",
                         "Rules: 2,000/h → 2,000/h burst 3,000", "Names of the rules: – → burst",
                         "Tokens hashed: no → yes", "Requests counted: no → yes", "Mode: enforced → shadow",
                         "On failure: report an error → local fallback",
                         "Share of each limit on failure: – → 12.5 %",
                         "Candidate: – → 1,000/min + 1/s (fixed window)"}));
        from.mode = PolicyMode::Off;
        from.onFailure = OnFailure::Allow;
        to = from;
        to.mode = PolicyMode::Enforced;
        to.onFailure = OnFailure::Deny;
        QCOMPARE(differenceTexts(from, to),
                 (QStringList{"Mode: off → enforced", "On failure: fail open → fail closed"}));
    }

    void notes_data()
    {
        QTest::addColumn<EffectNote>("note");
        QTest::addColumn<QString>("text");
        using Kind = EffectNote::Kind;
        QTest::newRow("algorithm")
            << EffectNote{Kind::OtherAlgorithm}
            << "GCRA does not use the state of sliding log: every token starts with nothing used";
        QTest::newRow("keys")
            << EffectNote{Kind::OtherKeys}
            << "Tokens that are not hashed have other keys: every token starts with nothing "
               "used";
        QTest::newRow("anew")
            << EffectNote{Kind::CountsAnew, 1, {}, 1h}
            << "4,000/h starts counting with the first request and allows more than it says";
        QTest::newRow("logs") << EffectNote{Kind::ShortLogs, 1, {}, 59min, 1min}
                              << "The logs reach back only 1 min, so 4,000/h allows more than it says";
        QTest::newRow("raised")
            << EffectNote{Kind::StaysLimited, 1, 0}
            << "A token that 2,000/h limits now stays limited under 4,000/h until its usage has drained";
    }
    void notes()
    {
        QFETCH(EffectNote, note);
        QFETCH(QString, text);
        QCOMPARE(noteText(note, {"api", "sliding-log", parseRules("2000/h")},
                          {"api", "gcra", parseRules("1/s + 4000/h")}),
                 text);
    }

    void hashing()
    {
        const Policy plain{"api", "gcra", parseRules("1/s")};
        Policy hashed = plain;
        hashed.hashTokens = true;
        QCOMPARE(noteText({EffectNote::Kind::OtherKeys}, plain, hashed),
                 "Hashed tokens have other keys: every token starts with nothing used");
    }

    void warnings_data()
    {
        QTest::addColumn<NotationWarning>("warning");
        QTest::addColumn<QString>("text");
        using Kind = NotationWarning::Kind;
        const Algorithm* const gcra = &algorithmNamed("gcra");
        const auto row = [](const char* name, const NotationWarning& warning, const char* text) {
            QTest::newRow(name) << warning << QString(text);
        };
        row("seconds", {Kind::WholeSecondsOnly, "Kong", Rule{3000, 250ms}},
            "3,000/250ms is left out: Kong supports whole seconds only");
        row("units", {Kind::OneUnitOnly, "Envoy", Rule{30, 10s}, nullptr, {"second", "day"}},
            "30/10s is left out: Envoy supports these windows only: second, day");
        row("large", {Kind::LimitTooLarge, "Envoy", Rule{5000, 1s}, nullptr, {}, 4000},
            "5,000/s is left out: the largest limit of Envoy is 4,000");
        row("burst", {Kind::BurstLost, "Kong", Rule{20, 1min, 5}},
            "20/min burst 5 is written without its burst: Kong has none");
        row("fixed", {Kind::FixedWindows, "Envoy"}, "Envoy counts in fixed windows");
        row("fixed, unlike", {Kind::FixedWindows, "Envoy", {}, gcra},
            "Envoy counts in fixed windows, unlike GCRA");
        row("two counters", {Kind::TwoCounters, "Kong"}, "Kong estimates sliding windows from two counters");
        row("two counters, unlike", {Kind::TwoCounters, "Kong", {}, gcra},
            "Kong estimates sliding windows from two counters, unlike GCRA");
        row("denied", {Kind::DeniedCount, "Kong", {}, nullptr, {"disable_penalty"}},
            "Kong also charges denied requests unless disable_penalty is true; here they are free");
        row("unlimited", {Kind::Unlimited, "Envoy", {}, nullptr, {"a", "b"}, 0},
            "No rule for what is unlimited: a, b");
        row("shadow", {Kind::ShadowMode, "Envoy", {}, nullptr, {"a"}},
            "Envoy denies nothing in shadow mode, but these rules will: a");
        row("ignored", {Kind::Ignored, "Envoy", {}, nullptr, {"%1", "b"}, 1200},
            "Ignored: %1, b and 1,200 more");
        row("month", {Kind::MonthLength, "Envoy", {}, nullptr, {}, 30}, "A month is 30 days, as in Envoy");
        row("year", {Kind::YearLength, "Envoy", {}, nullptr, {}, 365}, "A year is 365 days, as in Envoy");
        row("calendar month", {Kind::CalendarMonth, "Kong", {}, nullptr, {}, 30},
            "A month is read as 30 days; Kong uses calendar months");
        row("calendar year", {Kind::CalendarYear, "Kong", {}, nullptr, {}, 365},
            "A year is read as 365 days; Kong uses calendar years");
        row("denies all", {Kind::DeniesAll, {}, Rule{0, 1min}}, "0/min denies every request");
    }
    void warnings()
    {
        QFETCH(NotationWarning, warning);
        QFETCH(QString, text);
        QCOMPARE(warningText(warning), text);
    }

    // One without a sentence would be an empty line.
    void everyCodeHasASentence()
    {
        for (int kind = 0; kind <= int(NotationWarning::Kind::DeniesAll); ++kind)
            QVERIFY2(!warningText({NotationWarning::Kind(kind)}).isEmpty(),
                     qPrintable(QString::number(kind)));
    }

    // Names of algorithms and what core gives in codes are looked up, as in a window in another language.
    void codesAreTranslated()
    {
        struct Louder final : QTranslator {
            QString translate(const char*, const char* text, const char*, int) const override
            {
                return QString::fromUtf8(text).toUpper();
            }
            bool isEmpty() const override { return false; }
        } louder;
        QVERIFY(QCoreApplication::installTranslator(&louder));
        const QString algorithm = algorithmText("sliding-log-zset");
        const QString problem = problemText({Fault::UnknownKey, "bursts"});
        QCoreApplication::removeTranslator(&louder);
        QCOMPARE(algorithm, "SLIDING LOG (SORTED SET)");
        QCOMPARE(problem, "IT HAS THE KEY “bursts”, WHICH THIS PROGRAM DOES NOT KNOW");
        QCOMPARE(algorithmText("magic"), "magic");
    }

    void momentsInNarrowColumns()
    {
        const QDateTime now = QDateTime::currentDateTime();
        const auto at = [](const QDateTime& local) {
            return Instant(std::chrono::milliseconds(local.toMSecsSinceEpoch()));
        };
        const QDateTime other(QDate(now.date().year(), now.date().month() == 3 ? 4 : 3, 5), QTime(14, 55, 7));
        QCOMPARE(briefMomentText(at(now)), now.toString("HH:mm:ss"));
        QCOMPARE(briefMomentText(at(other)), other.toString("d MMM") + " 14:55");
        QCOMPARE(briefMomentText(at(other.addYears(-1))), other.addYears(-1).toString("d MMM yyyy"));
    }

    void stretchesOverMidnightHaveBothDates()
    {
        const auto at = [](const QDate& date, const QTime& time) {
            return Instant(std::chrono::milliseconds(QDateTime(date, time).toMSecsSinceEpoch()));
        };
        const QDate today = QDate::currentDate();
        const QDate before = today.addDays(-1);
        QCOMPARE(stretchText({at(before, {0, 0, 4}), at(today, {0, 0})}),
                 before.toString("yyyy-MM-dd") + " 00:00:04 – " + today.toString("yyyy-MM-dd") + " 00:00:00");
        QCOMPARE(stretchText({at(before, {0, 0, 4}), at(before, {1, 0})}),
                 before.toString("yyyy-MM-dd") + " 00:00:04 – 01:00:00");
        QCOMPARE(stretchText({at(today, {0, 0, 4}), at(today, {1, 0})}), "00:00:04 – 01:00:00");
    }

    void briefCountdownsAreToTheNearest()
    {
        QCOMPARE(briefCountdownText(59min + 58s), "1 h"); // beside "59 min 58 s"
        QCOMPARE(briefCountdownText(59min + 20s), "59 min");
        QCOMPARE(briefCountdownText(31min), "31 min");
        QCOMPARE(briefCountdownText(9h + 12min), "9 h");
        QCOMPARE(briefCountdownText(9h + 42min), "10 h");
        QCOMPARE(briefCountdownText(3s + 200ms), countdownText(3s + 200ms));
        QCOMPARE(briefCountdownText(-1s), "0.1 s");
    }

    // A cut number is another number.
    void numbersAreNeverCut()
    {
        PlainLabel label;
        const auto narrowest = [&](const QString& text) {
            label.setText(text);
            return label.minimumSizeHint().width();
        };
        for (const char* const number : {"999,000", "67,074", "291,611/s", "12.1 kB", "1,999 of 2,000"})
            QVERIFY2(narrowest(number) >= label.fontMetrics().horizontalAdvance(number), number);
        for (const char* const text :
             {"67,074 would be allowed, 3,006 would be denied", "partner:hubspot:2026-11"})
            QVERIFY2(narrowest(text) < label.fontMetrics().horizontalAdvance(text) / 2, text);
    }

    void sentencesAreCutAtTheirEndAndNamesInTheMiddle()
    {
        const auto inks = [](const QString& text) { // whether its first and its last words are painted alike
            PlainLabel whole(text);
            PlainLabel cut(text);
            whole.resize(whole.sizeHint());
            cut.resize(whole.width() / 2, whole.height());
            const QImage all = whole.grab().toImage();
            const QImage half = cut.grab().toImage();
            const int part = 24;
            return std::pair(all.copy(0, 0, part, all.height()) == half.copy(0, 0, part, half.height()),
                             all.copy(all.width() - part, 0, part, all.height()) ==
                                 half.copy(half.width() - part, 0, part, half.height()));
        };
        QCOMPARE(inks("payments · sliding log · 4 overriding rules"), std::pair(true, false));
        QVERIFY(inks("partner:hubspot:contacts:2026-11-25").first);
        PlainLabel name("partner:hubspot:contacts:2026-11-25");
        name.resize(name.sizeHint().width() / 2, name.sizeHint().height());
        PlainLabel other("partner:hubspot:contacts:1999-01-01");
        other.resize(name.size());
        QVERIFY(name.grab().toImage() != other.grab().toImage()); // its end is to be seen
    }

    void whatIsDoneIsNotAdvised()
    {
        QVERIFY(warningAdvice(WarningCode::RetryStorm, false).contains("Block the token"));
        QVERIFY(!warningAdvice(WarningCode::RetryStorm, true).contains("Block"));
    }

    void aFindingLeadsToItsTokens()
    {
        Finding finding;
        finding.kind = WarningCode::NoExpiry;
        finding.format = &stateFormat(algorithmNamed("gcra"));
        finding.group = "api";
        QCOMPARE(findingFilter(finding), QString("warning:no-ttl format:ratewarden/gcra policy:api"));
        finding.others = true;
        QCOMPARE(findingFilter(finding), QString("warning:no-ttl format:ratewarden/gcra"));
        finding.others = false;
        finding.kind = PatternCode::TwoAlgorithms;
        finding.other = "ratewarden/fixed-window";
        QCOMPARE(findingFilter(finding), QString("format:ratewarden/fixed-window policy:api"));
        finding.kind = PatternCode::TwoPolicies;
        finding.group = "rl:*:b:*";
        finding.other = "rl:a:*:*";
        QCOMPARE(findingFilter(finding), QString("policy:rl:*:b:* policy:rl:a:*:*")); // what both are for
        finding.kind = PatternCode::UnusedPolicy;
        QCOMPARE(findingFilter(finding), QString());
    }

    void aWarningIsToldWithItsNumber()
    {
        QCOMPARE(warningSentence({WarningCode::Negative, -2}),
                 "The count is -2, so the token may use more than its limit.");
        QVERIFY_TEXT(warningSentence({WarningCode::AboveLimit, 2.54}), startsWith("2.5 times the limit"));
        QVERIFY_TEXT(warningSentence(wrongUnit({0, 3})),
                     startsWith("The times of this key are in seconds, the format reads milliseconds."));
        // A number that is of no two units, as a file may say.
        QVERIFY_TEXT(warningSentence({WarningCode::WrongUnit, 1}),
                     startsWith("The times are in another unit than the format reads"));
        QVERIFY_TEXT(warningSentence({WarningCode::StaleLock}), startsWith("A lock without expiry"));
    }

    void aPolicyOfAllKeysSaysSo()
    {
        QCOMPARE(policyNameText("*"), "* (all keys)");
        QCOMPARE(policyNameText("quota:*"), "quota:*");
    }

    // The window's sentence is that of the terminal, with typographic quotes, as long as nobody has
    // translated it.
    void faultsHaveTheSentencesOfTheTerminal()
    {
        for (const FaultCode& code :
             {Fault::Notation, Fault::UnknownChoice, Fault::TlsFile, Fault::NotUrlWithUser, Fault::WrongField,
              Fault::NoneOf, Fault::FilterNear, Fault::UnequalLists, Fault::NoLogField,
              Fault::HistoryNewer}) {
            const Problem problem(code, "uno", "dos", "tres", Problem(Fault::HostMissing));
            QString text = problemText(problem);
            QVERIFY_TEXT(text, contains("uno"));
            QCOMPARE(text.replace(QChar(0x201c), '"').replace(QChar(0x201d), '"'),
                     QString::fromStdString(englishText(problem)));
        }
        const Problem because(Fault::KongUnreadable, Problem(Fault::TooLarge, "limit", 7));
        QCOMPARE(problemText(because), "cannot read Kong's JSON: “limit” is too large; the largest is 7");
        const Problem ofServer(Fault::NoCluster, "GET", "redis://here", "the words");
        QVERIFY(problemText(ofServer).endsWith("its address begins with redis:, or rediss:"));
        QCOMPARE(problemText(Problem()), QString());
        QCOMPARE(englishText({}), std::string());
    }

    void everyReasonHasASentence()
    {
        const auto check = [](Problem::Code code) {
            const Problem problem(code, "GET", "redis://here", "the <b>words</b>");
            for (const QString& text : {problemText(problem), QString::fromStdString(englishText(problem))})
                QVERIFY_TEXT(text, contains("redis://here"));
        };
        for (int i = 0; i <= int(UnavailableReason::Other); ++i)
            check(UnavailableReason(i));
        const Problem loading(UnavailableReason::Loading, "GET", "redis://here", "LOADING");
        QVERIFY(problemText(loading).endsWith("It is still loading its data"));
        QVERIFY(englishText(loading).ends_with("It is still loading its data"));
        for (int i = 0; i <= int(RefusedReason::Other); ++i)
            check(RefusedReason(i));
    }

    void problems_data()
    {
        QTest::addColumn<Problem>("problem");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const Problem& problem, const char* text) {
            QTest::newRow(name) << problem << QString(text);
        };
        row("numbers are the language's", {Fault::CostRange, -1, 1'000'000},
            "the cost -1 is out of range; it goes from 0 to 1,000,000");
        row("foreign text is escaped", {Fault::UnknownKey, "%2\x1b[31m"},
            "it has the key “%2\\x1b[31m”, which this program does not know");
        row("why",
            {Fault::PolicyUnreadable, "api",
             Problem(Fault::Notation, "1/fortnight", 3, Problem(Fault::UnknownUnit, "fortnight"))},
            "the published policy “api” cannot be read: cannot read “1/fortnight” at character 3: unknown "
            "unit "
            "of time “fortnight”; use ms, s, min, h or day");
        row("a server's words", {UnavailableReason::Replica, "SET", "redis://here", "READONLY no."},
            "SET on redis://here: Redis answered: READONLY no. This server is a replica; connect to its "
            "primary");
        row("too long", {UnavailableReason::TimedOut, "GET", "redis://here", 1500},
            "GET on redis://here: no answer within 1,500 ms");
        row("never connected", {UnavailableReason::NoConnection, "", "redis://here", "Connection refused"},
            "cannot connect to redis://here: Connection refused");
        row("closed", {UnavailableReason::NoConnection, "GET", "redis://here"},
            "GET on redis://here: the server closed the connection");
        row("read-only", {RefusedReason::ReadOnly, "SET", "redis://here"},
            "SET on redis://here: this connection is read-only, and nothing was sent. Unlock the "
            "connection to change anything");
        row("of a format file",
            {Fault::InField, "my\x1b.json", 12, "keys.main.value",
             Problem(Fault::AtCharacter, 3, Problem(Fault::TextLength, 1000))},
            "my\\x1b.json, line 12, keys.main.value: at character 3: it must have 1 to 1,000 bytes");
        row("of the folder", {Fault::CannotRead, "Permission denied"},
            "it cannot be read: Permission denied");
        row("quoted", {Fault::Syntax, "syntax error while parsing"},
            "not well-formed: syntax error while parsing");
        row("without a code", {Fault::Other, "odd"}, "odd");
    }
    void problems()
    {
        QFETCH(Problem, problem);
        QFETCH(QString, text);
        QCOMPARE(problemText(problem), text);
        QCOMPARE(problemText(InvalidArgument(problem)), text);
    }
};

RATEWARDEN_SUITE(TestText)
#include "tst_text.moc"
