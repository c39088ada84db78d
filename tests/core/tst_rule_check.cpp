// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of rules before they are published: what they do not need, what they let pass, and what a
// change does to the tokens there are.
#include "core/admin/policy_effect.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/rule_check.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Findings = std::vector<RuleFinding>;
using Notes = std::vector<EffectNote>;

class TestRuleCheck : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void findsWhatRulesDoNotNeed_data()
    {
        addColumns<QString, QString, Findings>({"algorithm", "rules", "findings"});
        using Kind = RuleFinding::Kind;
        addRow("fine", "sliding-log", "1/s + 20/min + 200/h + 800/day", Findings());
        addRow("a longer one denies more", "sliding-log", "5/s + 3/min", Findings{{Kind::Redundant, 0, 1}});
        addRow("contradictory", "sliding-log", "5/s + 1/s", Findings{{Kind::Contradictory, 0, 1}});
        addRow("out of reach", "sliding-log", "1/s + 60/min", Findings{{Kind::Unreachable, 1, 0}});
        addRow("twice", "sliding-log", "1/s + 20/min + 1/s", Findings{{Kind::Duplicate, 2, 0}});
        addRow("nothing", "gcra", "0/min + 5/s", Findings{{Kind::DeniesAll, 0}});
        addRow("buckets", "gcra", "10/s + 5/s", Findings{{Kind::Contradictory, 0, 1}});
        addRow("a bucket of another size", "gcra", "10/s burst 2 + 5/s", Findings());
        addRow("at once", "in-flight", "1 at once for 1ms + 100/s + 0/min", Findings{{Kind::DeniesAll, 2}});
        addRow("boundary", "fixed-window", "10/min", Findings{{Kind::DoubleBurst, 0, {}, 20}});
    }
    void findsWhatRulesDoNotNeed()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, rules);
        QFETCH(Findings, findings);
        QCOMPARE(checkRules({"p", algorithm.toStdString(), parseRules(rules.toStdString())}), findings);
    }

    void saysWhatALeaseLifeCosts_data()
    {
        addColumns<QString, QString, Findings>({"algorithm", "rules", "findings"});
        using Kind = RuleFinding::Kind;
        addRow("log", "sliding-log", "9/900ms", Findings{{Kind::LeaseTakesRate, 0, {}, 100'000, 0.1}});
        addRow("bucket", "gcra", "100/s burst 40", Findings{{Kind::LeaseTakesBurst, 0, {}, 100'000, 0.25}});
        addRow("counter", "sliding-window-counter", "9/900ms", Findings());
    }
    void saysWhatALeaseLifeCosts()
    {
        QFETCH(QString, algorithm);
        QFETCH(QString, rules);
        QFETCH(Findings, findings);
        Policy policy{"p", algorithm.toStdString(), parseRules(rules.toStdString())};
        QVERIFY(checkRules(policy).empty());
        policy.lease = 100ms;
        QCOMPARE(checkRules(policy), findings);
    }

    // What fits without leases may not fit beside them.
    void aLeaseLifeIsPartOfWhatFits()
    {
        Policy policy{"p", "gcra", parseRules("100/s")};
        QVERIFY(checkRules(policy, 95).empty());
        policy.lease = 100ms;
        QCOMPARE(checkRules(policy, 95).front().kind, RuleFinding::Kind::NeverFits);
    }

    void findsRulesThatNeverAllowAnExpensiveRequest()
    {
        const Policy policy{"p", "gcra", parseRules("5/s burst 60 + 200/min")};
        QVERIFY(checkRules(policy, 60).empty());
        QCOMPARE(checkRules(policy, 61), (Findings{{RuleFinding::Kind::NeverFits, 0, {}, 61}}));
    }

    // Of rules that count different things none stands in for another.
    void whatCountsSomethingElseIsNotRedundant()
    {
        for (const char* const rules : {"10/min + 8000/min", "8000/min + 10/min", "60/min + 60/min"}) {
            const Policy policy{"{api_key:*}:requests", "sliding-log", parseRules(rules)};
            QCOMPARE(checkRules(policy).size(), std::size_t(1));
            QCOMPARE(checkRules(policy, 1, true), Findings());
        }
        const Policy denying{"{api_key:*}:requests", "sliding-log", parseRules("10/min + 0/min")};
        QCOMPARE(checkRules(denying, 1, true), (Findings{{RuleFinding::Kind::DeniesAll, 1}}));
    }

    // Whatever comes, no span holds more than is drawn; and where it is said to be exact, as much does pass.
    void noMorePassesThanIsSaid_data() { addAlgorithms(); }
    void noMorePassesThanIsSaid()
    {
        QFETCH(QString, algorithm);
        const std::string name = algorithm.toStdString();
        const Rule rule{5, 100ms};
        std::mt19937 random(5);
        int mostSeen = 0;
        for (int round = 0; round < 60; ++round) {
            TokenStateOf window(algorithmNamed(name));
            std::vector<Instant> passed;
            Instant now{1'795'000'000s};
            while (now < Instant(1'795'000'000s) + 600ms) {
                // In quiet and busy stretches, so that all that was saved up comes at once.
                now += random() % 20 == 0 ? Micros(random() % 150'000) : Micros(random() % 4000);
                if (window->decide({rule}, now, 1, Mode::Acquire).allowed())
                    passed.push_back(now);
            }
            for (std::size_t first = 0; first < passed.size(); ++first)
                for (std::size_t last = first; last < passed.size(); ++last) {
                    const Micros span = passed[last] - passed[first] + 1us;
                    const auto count = int(last - first + 1);
                    QVERIFY2(count <= mostInSpan(rule, span, algorithmNamed(name)),
                             qPrintable(QStringLiteral("%1 in %2 us").arg(count).arg(span.count())));
                    if (span <= 50ms)
                        mostSeen = std::max(mostSeen, count);
                }
        }
        if (algorithmNamed(name).keeps == Keeps::Charges)
            QCOMPARE(mostSeen, 5);
        if (name == "fixed-window")
            QCOMPARE(mostSeen, 10); // across a seam
    }

    void effectsOnRealStates()
    {
        const Policy now{"api", "sliding-log", parseRules("5/h")};
        RedisRateLimiter limiter(m_connection, now);
        const std::vector<std::string> tokens{"none", "some", "much", "all", "blocked"};
        const std::array<Units, 4> used{0, 2, 4, 5};
        for (std::size_t i = 1; i < used.size(); ++i)
            limiter.acquire(tokens[i], used.at(i));
        blockToken(m_connection, {"blocked", std::nullopt, "why", "who"});
        const auto effectOf = [&](const char* rules, PolicyMode modeNow = PolicyMode::Enforced,
                                  PolicyMode modeThen = PolicyMode::Enforced) {
            PublishedPolicy today;
            today.policy = now;
            today.mode = modeNow;
            PublishedPolicy then = today;
            then.policy.rules = parseRules(rules);
            then.mode = modeThen;
            PolicyEffect effect;
            addEffect(m_connection, today, then, tokens, effect);
            return effect;
        };
        const PolicyEffect stricter = effectOf("3/h");
        QCOMPARE(stricter.tokens, 5);
        QCOMPARE(stricter.limitedNow, 1);
        QCOMPARE(stricter.limitedThen, 2);
        QCOMPARE(stricter.newlyLimited.size(), 1U);
        QCOMPARE(stricter.newlyLimited[0].token, std::string("much"));
        QVERIFY(stricter.freed.empty());
        QCOMPARE(stricter.mostUsed, std::vector<Units>{5});
        const PolicyEffect milder = effectOf("9/h");
        QCOMPARE(milder.limitedThen, 0);
        QCOMPARE(milder.setFree, 1);
        QCOMPARE(milder.freed.size(), 1U);
        QCOMPARE(milder.freed[0].token, std::string("all"));
        QCOMPARE(limiter.peek("much", 0).usage.at(0).used, 4); // nothing was charged
        const PolicyEffect inEarnest = effectOf("5/h", PolicyMode::Shadow);
        QCOMPARE(inEarnest.limitedNow, 0);
        QCOMPARE(inEarnest.newlyLimited.size(), 1U);
        QCOMPARE(inEarnest.newlyLimited[0].token, std::string("all"));
        QCOMPARE(effectOf("5/h", PolicyMode::Enforced, PolicyMode::Off).freed.size(), 1U);
        m_connection.call(
            {"SET", stateKey(RedisToken("none"), "api", algorithmNamed("sliding-log")), "not ours"});
        QCOMPARE(effectOf("3/h").unreadable, 1);
    }

    void saysWhatAChangeMeans_data()
    {
        addColumns<QString, QString, QString, QString, Notes>({"from", "to", "rules", "next", "notes"});
        using Kind = EffectNote::Kind;
        addRow("nothing", "sliding-log", "sliding-log", "5/min", "7/min", Notes());
        addRow("algorithm", "gcra", "sliding-log", "5/min", "5/min", Notes{{Kind::OtherAlgorithm}});
        addRow("longer", "sliding-log", "sliding-log", "5/min", "5/min + 60/h",
               Notes{{Kind::ShortLogs, 1, {}, 59min, 1min}});
        addRow("shorter in a log", "sliding-log", "sliding-log", "60/h", "60/h + 5/min", Notes());
        addRow("a rate beside requests at once", "in-flight", "in-flight", "5 at once", "5 at once + 100/min",
               Notes{{Kind::ShortLogs, 1, {}, 1min, 0min}});
        addRow("another in counters", "fixed-window", "fixed-window", "60/h", "60/h + 5/min",
               Notes{{Kind::CountsAnew, 1, {}, 1min}});
        addRow("raised", "gcra", "gcra", "1/s + 5/min", "9/min + 1/s", Notes{{Kind::StaysLimited, 0, 1}});
    }
    void saysWhatAChangeMeans()
    {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, rules);
        QFETCH(QString, next);
        QFETCH(Notes, notes);
        const Policy before{"p", from.toStdString(), parseRules(rules.toStdString())};
        Policy after{"p", to.toStdString(), parseRules(next.toStdString())};
        QCOMPARE(effectNotes(before, after), notes);
        after.hashTokens = true;
        if (before.algorithm == after.algorithm) // else all begins anew in any case
            notes.insert(notes.begin(), {EffectNote::Kind::OtherKeys});
        QCOMPARE(effectNotes(before, after), notes);
    }

    // Every pair of small rules, every traffic: whatever passes under the one rule, does the other ever deny
    // it?
    void redundantMeansThatItNeverDenies()
    {
        constexpr int most = 4;
        int redundant = 0;
        for (int n = 1; n <= most; ++n)
            for (int w = 1; w <= most; ++w)
                for (int others = 1; others <= most; ++others)
                    for (int theirs = 1; theirs <= most; ++theirs) {
                        const Rule rule{n, w * 1s};
                        const Rule other{others, theirs * 1s};
                        const bool said = neverDeniesBeside(rule, other, algorithmNamed("sliding-log"));
                        redundant += said ? 1 : 0;
                        QVERIFY2(said != everDenies(n, w, others, theirs),
                                 qPrintable(QStringLiteral("%1/%2s beside %3/%4s")
                                                .arg(n)
                                                .arg(w)
                                                .arg(others)
                                                .arg(theirs)));
                    }
        QVERIFY(redundant > 20 && redundant < 200);
    }

private:
    // Requests come in whole seconds only, so a window of w holds w of them.
    static bool everDenies(int limit, int window, int otherLimit, int otherWindow)
    {
        std::vector<int> requests(std::size_t(window), 0);
        const std::function<bool(std::size_t, int)> search = [&](std::size_t second, int sum) {
            if (sum > limit)
                return true;
            if (second == requests.size())
                return false;
            int inOther = 0;
            for (std::size_t back = 1; back < std::size_t(otherWindow) && back <= second; ++back)
                inOther += requests[second - back];
            for (int now = 0; inOther + now <= otherLimit; ++now) {
                requests[second] = now;
                if (search(second + 1, sum + now))
                    return true;
            }
            requests[second] = 0;
            return false;
        };
        return search(0, 0);
    }
};

RATEWARDEN_SUITE(TestRuleCheck)
#include "tst_rule_check.moc"
