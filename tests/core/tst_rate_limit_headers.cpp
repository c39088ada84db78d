// SPDX-License-Identifier: GPL-3.0-or-later
// What HTTP clients are told of a decision.
#include "core/limiter/local_rate_limiter.h"
#include "core/policies/rate_limit_headers.h"
#include "tests/support/suites.h"

#include <QTest>

#include <utility>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

const Policy api{"api", "gcra", {Rule{1, 1s}, Rule{20, 1min}}};

Decision denied(Micros retryAfter)
{
    Decision decision;
    decision.verdict = Verdict::DeniedByRule;
    decision.rule = 0;
    decision.retryAfter = retryAfter;
    decision.usage.push_back({api.rules[0], 1, retryAfter});
    decision.usage.push_back({api.rules[1], 3, 8'200ms});
    return decision;
}

PublishedPolicy publishedWith(std::vector<std::string> ruleNames)
{
    PublishedPolicy published;
    published.policy = api;
    published.ruleNames = std::move(ruleNames);
    return published;
}

Decision allowed()
{
    Decision decision;
    decision.usage.push_back({api.rules[0], 1, 1s});
    decision.usage.push_back({api.rules[1], 1, 3s});
    return decision;
}

template <class AnyPolicy>
QStringList lines(const Decision& decision, const AnyPolicy& policy)
{
    QStringList lines; // with ' for ", which is easier to read here
    for (const HttpHeader& header : rateLimitHeaders(decision, policy))
        lines += QString("%1: %2").arg(header.name, QString::fromStdString(header.value)).replace('"', '\'');
    return lines;
}

} // namespace

class TestRateLimitHeaders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anAllowedRequestHasNoRetryAfter()
    {
        QCOMPARE(lines(allowed(), api), QStringList({"RateLimit-Policy: '1/s';q=1;w=1,'20/min';q=20;w=60",
                                                     "RateLimit: '1/s';r=0;t=1,'20/min';r=19;t=3"}));
    }

    // A lease life has a longer window decided by, and promises nobody another one.
    void underALeaseLifeTheDocumentsRulesArePromised()
    {
        Policy policy{"work", "sliding-log", parseRules("60/min")};
        policy.lease = 1s;
        LocalRateLimiter limiter(policy);
        QCOMPARE(lines(limiter.acquire("t"), policy),
                 QStringList({"RateLimit-Policy: '60/min';q=60;w=60", "RateLimit: '60/min';r=59;t=61"}));
    }

    void whatIsCountedAtOnceIsLeftOut()
    {
        const Policy policy{"work", "in-flight", parseRules("2 at once + 20/min")};
        LocalRateLimiter limiter(policy);
        QCOMPARE(lines(limiter.acquire("t"), policy),
                 QStringList({"RateLimit-Policy: '20/min';q=20;w=60", "RateLimit: '20/min';r=19;t=60"}));
        limiter.acquire("t");
        const Decision denied = limiter.acquire("t");
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QCOMPARE(lines(denied, policy).size(), 3);
        QVERIFY(lines(denied, policy).last().startsWith("Retry-After: "));
        const Policy alone{"work", "in-flight", parseRules("2 at once")};
        QCOMPARE(lines(LocalRateLimiter(alone).acquire("t"), alone), QStringList());
    }

    // Who waits as long as told must be allowed: a limiter is asked then.
    void whoWaitsAsToldIsAllowed_data()
    {
        QTest::addColumn<std::string>("algorithm");
        for (const char* name : {"gcra", "sliding-log", "fixed-window", "sliding-window-counter"})
            QTest::newRow(name) << std::string(name);
    }
    void whoWaitsAsToldIsAllowed()
    {
        QFETCH(std::string, algorithm);
        const Policy policy{"api", algorithm, {Rule{3, 1'300ms}, Rule{7, 7'900ms}}};
        Instant now(1'763'863'510'123'457us);
        LocalRateLimiter limiter(policy, 10, [&now] { return now; });
        int denials = 0;
        for (int i = 0; i < 40; ++i) {
            const Decision decision = limiter.acquire("user:42");
            now += 87'003us;
            if (decision.allowed())
                continue;
            ++denials;
            const std::vector<HttpHeader> headers = rateLimitHeaders(decision, policy);
            QCOMPARE(headers.back().name, "Retry-After");
            const auto told = std::chrono::seconds(std::stoi(headers.back().value));
            QVERIFY(told - decision.retryAfter.value() < 1s); // and not longer than whole seconds demand
            now += told - 87'003us;
            QVERIFY(limiter.peek("user:42").allowed());
        }
        QVERIFY(denials > 3);
    }

    void secondsAreRoundedUp_data()
    {
        QTest::addColumn<qint64>("microseconds");
        QTest::addColumn<QString>("seconds");
        QTest::newRow("a microsecond") << qint64(1) << "1";
        QTest::newRow("at once") << qint64(0) << "1";
        QTest::newRow("exactly a second") << qint64(1'000'000) << "1";
        QTest::newRow("just above") << qint64(1'000'001) << "2";
        QTest::newRow("an hour and a bit") << qint64(3'600'400'000) << "3601";
    }
    void secondsAreRoundedUp()
    {
        QFETCH(qint64, microseconds);
        QFETCH(QString, seconds);
        const QStringList told = lines(denied(Micros(microseconds)), api);
        QCOMPARE(told.last(), "Retry-After: " + seconds);
        QVERIFY2(told[1].contains(QString("'1/s';r=0;t=%1,").arg(seconds)), qPrintable(told[1]));
    }

    // The draft: Retry-After should not be earlier than any t.
    void noResetIsLaterThanRetryAfter()
    {
        QCOMPARE(lines(denied(900ms), api)[1], "RateLimit: '1/s';r=0;t=1,'20/min';r=17");
        QCOMPARE(lines(denied(9s), api)[1], "RateLimit: '1/s';r=0;t=9,'20/min';r=17;t=9");
    }

    // With Detail::Verdict the rules of the override are not known, and the policy's are not the token's.
    void otherRulesThanTheTokensAreNotAnnounced()
    {
        Decision decision = denied(9s);
        decision.usage.clear();
        QCOMPARE(lines(decision, api).size(), 2); // of a token without an override
        QVERIFY(lines(decision, api)[0].startsWith("RateLimit-Policy: "));
        decision.overridden = true;
        QCOMPARE(lines(decision, api), QStringList("Retry-After: 9"));
    }

    void whatIsUnusedHasNoReset()
    {
        Decision decision = allowed();
        decision.usage[1].used = 0;
        decision.usage[1].resetAfter = {};
        QCOMPARE(lines(decision, api)[1], "RateLimit: '1/s';r=0;t=1,'20/min';r=20");
    }

    void whereWaitingDoesNotHelpNobodyIsAskedTo()
    {
        Decision decision = denied(1s);
        decision.verdict = Verdict::NeverFits;
        decision.retryAfter.reset();
        QCOMPARE(lines(decision, api).size(), 2);
        QCOMPARE(lines(decision, api)[1], "RateLimit: '1/s';r=0,'20/min';r=17;t=9");
    }

    void aBlockedTokenHasNothingLeft()
    {
        Decision decision = allowed();
        decision.verdict = Verdict::Blocked;
        decision.retryAfter = 59'500ms;
        QCOMPARE(lines(decision, api).mid(1),
                 QStringList({"RateLimit: '1/s';r=0;t=60,'20/min';r=0;t=60", "Retry-After: 60"}));
        decision.retryAfter.reset(); // for good
        QCOMPARE(lines(decision, api).mid(1), QStringList("RateLimit: '1/s';r=0,'20/min';r=0"));
    }

    void anOverrideIsToldWithItsOwnRules()
    {
        const PublishedPolicy published = publishedWith({"burst", "sustained"});
        Decision decision = allowed();
        decision.overridden = true;
        decision.usage = {};
        decision.usage.push_back({Rule{500, 1h}, 20, 144s});
        QCOMPARE(lines(decision, published),
                 QStringList({"RateLimit-Policy: '500/h';q=500;w=3600", "RateLimit: '500/h';r=480;t=144"}));
    }

    void withoutRedisNothingIsSaidOfWhatIsUsed()
    {
        Decision decision = allowed();
        decision.withoutRedis = true;
        decision.usage[1].rule.limit = 5; // a local share
        QCOMPARE(lines(decision, api), QStringList("RateLimit-Policy: '1/s';q=1;w=1,'20/min';q=20;w=60"));
        decision.verdict = Verdict::RedisUnreachable;
        decision.rule.reset();
        decision.retryAfter = 1500ms;
        QCOMPARE(lines(decision, api).mid(1), QStringList("Retry-After: 2"));
    }

    void theVerdictAloneIsToldWithThePolicy()
    {
        Decision decision = denied(2s);
        decision.usage = {};
        QCOMPARE(lines(decision, api),
                 QStringList({"RateLimit-Policy: '1/s';q=1;w=1,'20/min';q=20;w=60", "Retry-After: 2"}));
    }

    void namesAreThoseOfThePolicyWhereTheFieldsAllowThem()
    {
        PublishedPolicy published = publishedWith({"a \"b\\c\"", "täglich"});
        QCOMPARE(lines(allowed(), published)[1], "RateLimit: 'a \\'b\\\\c\\'';r=0;t=1,'20/min';r=19;t=3");
        published.ruleNames = {"x\r\nSet-Cookie: a=b", "20/min"}; // nothing of a document ends a header
        QCOMPARE(lines(allowed(), published)[1], "RateLimit: '1/s';r=0;t=1,'20/min';r=19;t=3");
        published.ruleNames = {"same", "same"};
        QCOMPARE(lines(allowed(), published)[1], "RateLimit: 'same';r=0;t=1,'same #2';r=19;t=3");
    }

    void whatDeniesNothingIsNotAnnounced()
    {
        PublishedPolicy published = publishedWith({});
        for (const PolicyMode mode : {PolicyMode::Shadow, PolicyMode::Off}) {
            published.mode = mode;
            QCOMPARE(lines(allowed(), published), QStringList());
        }
        Decision decision = allowed();
        decision.shadowed = true;
        QCOMPARE(lines(decision, api), QStringList());
        decision = denied(3s);
        decision.verdict = Verdict::Blocked; // which holds in any mode
        QCOMPARE(lines(decision, published), QStringList("Retry-After: 3"));
    }

    void largeLimitsAndShortWindowsFitTheFields()
    {
        const Policy bytes{"bytes", "gcra", {Rule{maxUnits, 1h}, Rule{100, 500ms}, Rule{0, 1'001ms}}};
        Decision decision;
        for (const Rule& rule : bytes.rules)
            decision.usage.push_back({rule, 0, {}});
        const QStringList told = lines(decision, bytes);
        QVERIFY2(told[0].contains(";q=999999999999999;w=3600,"), qPrintable(told[0]));
        QVERIFY2(told[0].contains("'100/500ms';q=100;w=1,"), qPrintable(told[0]));
        QVERIFY2(told[0].endsWith("'0/1001ms';q=0;w=2"), qPrintable(told[0]));
        QVERIFY2(told[1].contains(";r=999999999999999,"), qPrintable(told[1]));
    }

    // What this library reads of the field is what it wrote.
    void theFieldReadsBackAsTheRules()
    {
        const std::vector<HttpHeader> headers = rateLimitHeaders(allowed(), api);
        QVERIFY(parseRules(headers[0].value) == api.rules);
    }
};

RATEWARDEN_SUITE(TestRateLimitHeaders)
#include "tst_rate_limit_headers.moc"
