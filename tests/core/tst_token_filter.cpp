// SPDX-License-Identifier: GPL-3.0-or-later
// Filters of tokens: which they take, which are refused and where, and what is typed so far.
#include "core/model/errors.h"
#include "core/tokens/token_filter.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"
#include "tests/support/token_readings.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

using Answer = TokenFilter::Answer;

Answer ask(const char* filter, const Reading& reading)
{
    return TokenFilter(filter).ask(factsOf(reading, WarningSet(reading.warnings)));
}

} // namespace

class TestTokenFilter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filtersTakeTokens_data()
    {
        addColumns<QString, bool>({"filter", "isTaken"});
        const auto row = [](const char* filter, bool isTaken) {
            QTest::newRow(filter) << QString(filter) << isTaken;
        };
        // Of user:7 under "pay eu", 100 of 100 used, 2 denied a second, with a key that never expires.
        row("", true);
        row("  ", true);
        row("limited", true);
        row("-limited", false);
        row("near", false);
        row("-near", true);
        row("policy:\"pay eu\"", true);
        row("policy:pay*", true);
        row("policy:pay", false);
        row("-policy:pay*", false);
        row("token:user:*", true);
        row("token:user:[0-6]", false);
        row("format:ratewarden/*", true);
        row("format:rate-limit-redis", false);
        row("warning:no-ttl", true);
        row("warning:stale-lock", false);
        row("-warning:stale-lock", true);
        row("used>99.9%", true);
        row("used>100%", false);
        row("used<100%", false);
        row("left<1", true);
        row("left>0", false);
        row("wait>1min", true);
        row("wait<1min", false);
        row("-wait>1min", false);
        row("denied>1.5/s", true);
        row("denied>2/s", false);
        row("limited policy:pay* denied>1/s", true);
        row("limited policy:pay* denied>9/s", false);
        row("ser", true);
        row("USER", true);
        row("PAY", true);
        row("user7", false);
        row("-user", false);
        row("-web", true);
        row("user limited", true);
        row("\"user:7\"", true);
        row("\"Pay EU\" limited", true);
        row("-\"pay us\"", true);
        row("\"near\"", false); // a name, not the state
        row("user:7", true);
        row(":7", true);
        row("eser:7", false);
        row("user:*", true); // a pattern of the whole name
        row("ser:*", false);
        row("\"user:*\"", false); // a part, whatever it looks like
        row("pay*", true);
        row("active", true);
        row("-active", false);
        row("rule:100/min", false);
        row("rule:100/h", true);
        row("rule:\"100 per 60min\"", true);
        row("rule:*/h", true);
        row("-rule:*/min", true);
        row("ip:203.0.113.0/24", false);
        row("warning:no-*", true);
        row("warning:*lock", false);
        row("near or limited", true);
        row("near or idle", false);
        row("idle or near policy:pay*", false);
        row("idle or limited policy:pay*", true);
        row("limited policy:web or near", false);
        row("policy:pay* (near or limited)", true);
        row("policy:pay* (near or idle)", false);
        row("policy:pay* -(near or idle)", true);
        row("-(limited policy:web)", true);
        row("-(limited policy:pay*)", false);
        row("-(limited -(used>50% left<1))", true);
        row("-(limited -(used>50% left>1))", false);
        row("(((limited)))", true);
        row("(token:user:* or near)", true);
        row("((user or web) (near or left<1))", true);
    }
    void filtersTakeTokens()
    {
        QFETCH(QString, filter);
        QFETCH(bool, isTaken);
        Reading reading = tokenReading("user:7", "pay eu", 100, 2);
        reading.warnings.push_back({WarningCode::NoExpiry});
        QCOMPARE(ask(qPrintable(filter), reading) == Answer::Yes, isTaken);
        QVERIFY(ask(qPrintable(filter), reading) != Answer::NotKnown);
    }

    void whatIsNotKnownOfAToken()
    {
        Reading unlimited = tokenReading("t", "api", 0); // no rules are known, and nothing is counted
        unlimited.decision.reset();
        unlimited.policy.reset();
        for (const char* filter :
             {"used>1%", "-used>1%", "left<9", "-left<9", "denied>1/s", "-denied>1/s", "wait>1s", "-wait>1s"})
            QVERIFY2(ask(filter, unlimited) == Answer::No, filter);
        for (const char* filter : {"-(used>1%)", "-(used>1% or left<9)", "rule:1/min", "-(rule:1/min)"})
            QVERIFY2(ask(filter, unlimited) == Answer::No, filter);
        QCOMPARE(ask("used>1% or unknown", unlimited), Answer::Yes);
        QCOMPARE(ask("unknown", unlimited), Answer::Yes);
        QCOMPARE(ask("-limited", unlimited), Answer::Yes);

        const Reading unread = unreadable("t", "api");
        for (const char* filter :
             {"limited", "-limited", "used>1%", "-used>1%", "warning:no-ttl", "policy:api near"})
            QVERIFY2(ask(filter, unread) == Answer::NotKnown, filter);
        QCOMPARE(ask("policy:api", unread), Answer::Yes);
        QCOMPARE(ask("api", unread), Answer::Yes);
        QCOMPARE(ask("web", unread), Answer::No);
        QCOMPARE(ask("policy:web near", unread), Answer::No);
        QCOMPARE(ask("policy:api or near", unread), Answer::Yes);
        QCOMPARE(ask("policy:web or near", unread), Answer::NotKnown);
        QCOMPARE(ask("policy:api (near or idle)", unread), Answer::NotKnown);

        Reading forGood = tokenReading("t", "api", 0);
        forGood.block = Block{"t", "r", "me", readingStart, {}};
        QCOMPARE(ask("blocked wait>1d", forGood), Answer::Yes);
    }

    void wrongFiltersAreNamed_data()
    {
        addColumns<QString, QString, int>({"filter", "reason", "at"});
        const auto row = [](const char* filter, const char* reason, int at) {
            QTest::newRow(filter) << QString(filter) << QString(reason) << at;
        };
        row("limitd", "no word \"limitd\"; did you mean \"limited\"?", 0);
        row("near  limitd", "no word \"limitd\"", 6);
        row("api -blokced", "no word \"blokced\"; did you mean \"blocked\"?", 5);
        row("naer", "did you mean \"near\"?", 0);
        row("limited)", "this bracket was not opened", 7);
        row("(api near) )", "this bracket was not opened", 11);
        row("(api near) used>90%)", "this bracket was not opened", 19);
        row("limited OR blocked", "no word \"OR\"; did you mean \"or\"?", 8);
        row("idel", "did you mean \"idle\"?", 0);
        row("\"\"", "no word \"\"\"\"", 0);
        row("used", "compared with > or <", 0);
        row("polcy:pay", "no word \"polcy\"; did you mean \"policy\"?", 0);
        row("user>7", "no word \"user>\"", 0);
        row("near=1", "no word \"near=\"", 0);
        row("-", "no word \"\"", 1);
        row("near or", "needs a word on both sides", 5);
        row("or near", "needs a word on both sides", 0);
        row("near or or idle", "needs a word on both sides", 8);
        row("near () idle", "needs a word on both sides", 6);
        row("near (or idle)", "needs a word on both sides", 6);
        row("near (idle or)", "needs a word on both sides", 11);
        row("near (idle", "bracket is not closed", 5);
        row("near (idle)ok", "a space must follow the closing bracket", 11);
        row("(((((((((((((((((((((near", "at most 20 deep", 20);
        row("rule:1/min+2/h", "is several rules", 5);
        row("rule:1/mni", "unknown unit of time", 7);
        row("ip:203.0.1134", "is no address or network", 3);
        row("ip:", "\"ip\" needs a value", 0);
        row("ip:203.0.113.0/33", "is no address or network", 3);
        row("policy", "\"policy\" needs a value, as in policy:pay*", 0);
        row("policy: near", "\"policy\" needs a value", 0);
        row("policy>1", "\"policy\" needs a value", 0);
        row("policy:\"a b", "closing double quote is missing", 7);
        row("policy:\"a\"b", "a space must follow", 10);
        row("token:a[b", "the pattern \"a[b\" is not whole", 6);
        row("format:litelm", "no format is called \"litelm\"", 7);
        row("warning:stale", "\"warning\" is \"stale\"; use one of: stale-lock", 8);
        row("used:90%", "compared with > or <, as in used>90%", 0);
        row("used>90", "as in used>90%", 7);
        row("used>%", "a number is missing", 5);
        row("used>nan%", "a number is missing", 5);
        row("used>abc", "a number is missing", 5);
        row("left>-1", "below 0 means nothing", 5);
        row("near denied>5", "as in denied>5/s", 13);
        row("wait>1fortnight", "unknown unit of time \"fortnight\"", 6);
    }
    void wrongFiltersAreNamed()
    {
        QFETCH(QString, filter);
        QFETCH(QString, reason);
        QFETCH(int, at);
        const auto error =
            thrownBy<BadNotation>([&] { static_cast<void>(TokenFilter(filter.toStdString())); });
        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains(reason), error->what());
        QCOMPARE(int(error->position()), at);
    }

    void addressesAreFoundInNames_data()
    {
        addColumns<QString, QString, bool>({"token", "range", "isIn"});
        const auto row = [](const char* token, const char* range, bool isIn) {
            QTest::addRow("%s in %s", token, range) << QString(token) << QString(range) << isIn;
        };
        row("203.0.113.9", "203.0.113.0/24", true);
        row("203.0.114.9", "203.0.113.0/24", false);
        row("203.0.113.9", "203.0.113.9", true);
        row("203.0.113.9", "203.0.113.8/31", true);
        row("203.0.113.9", "203.0.113.10/31", false);
        row("203.0.113.9", "0.0.0.0/0", true);
        row("203.0.113.9", "203.0.113", true);
        row("203.0.114.9", "203.0.113", false);
        row("203.0.114.9", "203.0.", true);
        row("203.0.114.9", "2", false);
        row("ip:203.0.113.9", "203.0.113.0/24", true);
        row("ip:203.0.113.9:8080", "203.0.113.0/24", true);
        row("addr=203.0.113.9", "203.0.113.0/24", true);
        row("198.51.100.1, 203.0.113.9", "203.0.113.0/24", true);
        row("203.0.113.999", "203.0.113.0/24", false);
        row("v203.0.113", "203.0.113.0/24", false);
        row("2001:db8::7", "2001:db8::/32", true);
        row("2001:DB8::7", "2001:db8::/32", true);
        row("user:2001:db8::7", "2001:db8::/32", true);
        row("[2001:db8::7]:443", "2001:db8::/32", true);
        row("2001:db9::7", "2001:db8::/32", false);
        row("2001:db8::7", "2001:db8::7", true);
        row("2001:db8::8", "2001:db8::7", false);
        row("::1", "::1", true);
        row("::100", "::1", false);
        row("2001:db8::7", "::/0", true);
        row("::ffff:203.0.113.9", "203.0.113.0/24", true);
        row("2001:db8::7", "0.0.0.0/0", false);
        row("", "::/0", false);
        row("face", "::/0", false);
    }
    void addressesAreFoundInNames()
    {
        QFETCH(QString, token);
        QFETCH(QString, range);
        QFETCH(bool, isIn);
        const Reading reading = tokenReading(qPrintable(token), "api", 0);
        QCOMPARE(ask(qPrintable("ip:" + range), reading) == Answer::Yes, isIn);
    }

    void whatIsTypedSoFarIsUsed_data()
    {
        addColumns<QString, QString, int>({"typed", "used", "wrongAt"});
        const auto row = [](const char* typed, const char* used, int wrongAt) {
            QTest::newRow(typed) << QString(typed) << QString(used) << wrongAt;
        };
        row("limited ", "limited ", -1);
        row("limite", "limite", -1); // a part of a name for now
        row("limited used>", "limited", 13);
        row("limited policy:", "limited", 8);
        row("limited or", "limited", 8);
        row("limited (near or", "limited", 14);
        row("limited (near or idle", "limited", 8);
        row("used>", "", 5);
        row("used>9% \"a b", "used>9%", 8);
        row("used>x% limited", "", 5);
    }
    void whatIsTypedSoFarIsUsed()
    {
        QFETCH(QString, typed);
        QFETCH(QString, used);
        QFETCH(int, wrongAt);
        const TypedFilter filter = typedFilter(TokenFilter::fields(), typed.toStdString());
        QCOMPARE(QString::fromStdString(filter.filter.text()), used);
        QCOMPARE(filter.fault ? int(filter.fault->position()) : -1, wrongAt);
    }

    // Of many rows nothing else is looked up.
    void namesAloneSayWhetherTheyAreTaken_data()
    {
        addColumns<QByteArray, bool>({"filter", "namesAlone"});
        const auto row = [](const char* filter, bool namesAlone) {
            QTest::newRow(filter) << QByteArray(filter) << namesAlone;
        };
        row("", true);
        row("user", true);
        row("-user or policy:a* token:*1", true);
        row("(ip:10.0.0.0/8 or format:*) \"limited\"", true);
        row("limited", false);
        row("user active", false);
        row("user or used>90%", false);
        row("-rule:5/min", false);
        row("warning:no-ttl", false);
    }
    void namesAloneSayWhetherTheyAreTaken()
    {
        QFETCH(QByteArray, filter);
        QFETCH(bool, namesAlone);
        const TokenFilter its(filter.toStdString());
        QCOMPARE(its.asksForNamesAlone(), namesAlone);
        if (!namesAlone)
            return;
        for (const char* const token : {"user:1", "limited:10.1.2.3", "else"}) {
            const Reading reading = tokenReading(token, "api", 0);
            TokenFacts names;
            names.token = reading.subject.token;
            names.policy = reading.subject.policy;
            names.format = reading.subject.format;
            QCOMPARE(its.ask(names), its.ask(factsOf(reading, {})));
        }
    }

    void valuesMeanThemselves_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const char* name :
             {"api", "pay eu", "a*b", "a\"b", "a\\b", "a)", "(a", "[x]", "-a", "\xff\xfe", "a\\"})
            QTest::newRow(name) << QByteArray(name);
    }
    void valuesMeanThemselves()
    {
        QFETCH(QByteArray, name);
        const std::string value = filterValue(name.toStdString());
        const Reading itself = tokenReading(name.constData(), "api", 0);
        const Reading other = tokenReading((name + "x").constData(), "api", 0);
        const std::string filter = "(token:" + value + " or near)";
        QCOMPARE(ask(filter.c_str(), itself), Answer::Yes);
        QCOMPARE(ask(filter.c_str(), other), Answer::No);
    }
};

RATEWARDEN_SUITE(TestTokenFilter)
#include "tst_token_filter.moc"
