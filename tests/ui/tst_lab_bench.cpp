// SPDX-License-Identifier: GPL-3.0-or-later
// What is on the lab's bench, and which answers follow from what: without a window.
#include "tests/support/suites.h"
#include "ui/lab/lab_bench.h"

#include <QTest>

#include <functional>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace std::chrono_literals;

using Question = LabRunner::Question;
using Questions = std::set<Question>;

namespace {

// Twenty requests of one token in as many seconds, two of another one.
SharedTraffic someTraffic()
{
    const Instant noon{1'795'262'400s};
    TraceBuilder builder;
    for (int i = 0; i < 20; ++i)
        builder.add(noon + i * 1s, "abuser");
    builder.add(noon + 20s, "calm");
    builder.add(noon + 80s, "calm");
    return generatedTraffic(builder.take());
}

/// A request a second that declares 1000 units and costs 200.
SharedTraffic meteredTraffic()
{
    MeteredTraffic metered;
    metered.names.add("user");
    metered.kinds.add("model");
    for (int i = 0; i < 100; ++i)
        metered.requests.push_back({Instant(1'795'262'400s) + i * 1s, 500ms, 0, 0, 1000, 200});
    return generatedTraffic(std::move(metered));
}

Policy limitedTo(const char* rules)
{
    return {"lab", "sliding-log", parseRules(rules)};
}

} // namespace

class TestLabBench : public QObject {
    Q_OBJECT

    std::unique_ptr<LabBench> m_bench;
    Questions m_answered;

    /// Two candidates beside what is enforced, on traffic whose first token is marked and looked at.
    void prepare()
    {
        LabSetup setup;
        setup.enforced = {"Enforced", limitedTo("100/min")};
        setup.candidates = {{"A", limitedTo("5/min")}, {"B", limitedTo("10/min")}};
        setup.marked = {"abuser", "nobody"};
        setup.token = "abuser";
        m_bench->take(someTraffic(), &setup);
        m_bench->setCursor(7);
        QTRY_VERIFY(m_bench->isIdle());
        m_answered.clear();
    }

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<LabBench>();
        m_answered.clear();
        connect(m_bench.get(), &LabBench::answered, this,
                [this](Question question) { m_answered.insert(question); });
        connect(m_bench.get(), &LabBench::failed, this,
                [](const QString& problem) { QFAIL(qPrintable(problem)); });
    }

    void allIsAnswered()
    {
        prepare();
        QCOMPARE(m_bench->marked(), std::vector<TokenId>{0});
        QCOMPARE(m_bench->candidate().name, std::string("A"));
        QVERIFY(m_bench->peaks() && m_bench->peaks()->windows() == m_bench->windows());
        QCOMPARE(m_bench->effect()->stoppedTokens, std::vector<TokenId>{0});
        QCOMPARE(m_bench->trialOf(0)->denied, 0U);
        QCOMPARE(m_bench->trialOf(1)->denied, 15U);
        QCOMPARE(m_bench->innocentOf(1).tokens, 0U);
        QCOMPARE(m_bench->whatIf()->harshest().sums.newlyDenied, 15U);
        Units denied = 0;
        for (const RequestBar& bar : m_bench->bars())
            denied += bar.denied;
        QCOMPARE(denied, 15);
        QCOMPARE(m_bench->line().strips->times.size(), 20U);
        QVERIFY(!m_bench->explanation().step.allowed());
        QCOMPARE(m_bench->envelopes().token, 0U);
    }

    void whatFollowsFromWhat_data()
    {
        using Act = std::function<void(LabBench&)>;
        QTest::addColumn<Act>("act");
        QTest::addColumn<Questions>("expected");
        const auto row = [](const char* name, Act act, Questions expected) {
            QTest::newRow(name) << std::move(act) << std::move(expected);
        };
        using enum LabRunner::Question;
        row("rules", [](LabBench& bench) { bench.setRules(limitedTo("3/min"), {}); },
            {Effect, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("a rule of another window", [](LabBench& bench) { bench.setRules(limitedTo("3/7s"), {}); },
            {Peaks, Effect, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("a rule that can have a burst",
            [](LabBench& bench) {
                bench.setRules({"lab", "gcra", parseRules("3/min")}, {});
            },
            {Peaks, Effect, Bursts, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("which candidate", [](LabBench& bench) { bench.choose(2); },
            {Effect, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("one more",
            [](LabBench& bench) {
                bench.add({{}, limitedTo("1/s")});
            },
            {Effect, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("one less", [](LabBench& bench) { bench.remove(); },
            {Effect, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("nothing is enforced", [](LabBench& bench) { bench.setEnforced({}, {}); },
            {Effect, Trials, WhatIf, Bars, TokenLines, Explanation, Envelopes});
        row("a window", [](LabBench& bench) { bench.addWindow(5s); }, {Peaks, Effect});
        row("a mark", [](LabBench& bench) { bench.mark(1, true); },
            {Effect, Trials, WhatIf, Bars, Envelopes});
        row("a stretch",
            [](LabBench& bench) {
                bench.setStretch({bench.traffic()->time().from, bench.traffic()->time().from + 10s});
            },
            {Peaks, Effect, Trials, WhatIf, Bars, Envelopes});
        row("a token", [](LabBench& bench) { bench.chooseToken(1); }, {TokenLines, Explanation, Envelopes});
        row("a request", [](LabBench& bench) { bench.setCursor(3); }, {Explanation});
        row("no request", [](LabBench& bench) { bench.setCursor({}); }, {});
        row("the same candidate", [](LabBench& bench) { bench.choose(1); }, {});
        row("the same mark", [](LabBench& bench) { bench.mark(0, true); }, {});
        row("no traffic", [](LabBench& bench) { bench.clear(); }, {});
    }
    void whatFollowsFromWhat()
    {
        QFETCH(const std::function<void(LabBench&)>, act);
        QFETCH(const Questions, expected);
        prepare();
        m_bench->setCursor(0); // also of the token with few requests
        QTRY_VERIFY(m_bench->isIdle());
        m_answered.clear();
        act(*m_bench);
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(m_answered, expected);
    }

    void whatIsOfSomethingElseIsNotGiven()
    {
        prepare();
        m_bench->mark(1, true);
        QVERIFY(!m_bench->effect());
        QVERIFY(m_bench->trialOf(1)); // marks change no verdict
        QTRY_VERIFY(m_bench->effect());
        m_bench->setRules(limitedTo("3/min"), {});
        QVERIFY(!m_bench->trialOf(1) && !m_bench->whatIf() && !m_bench->effect());
        QVERIFY(m_bench->trialOf(2));
        QTRY_VERIFY(m_bench->whatIf());
        QCOMPARE(m_bench->trialOf(1)->denied, 17U);
        m_bench->setStretch({m_bench->traffic()->time().from, m_bench->traffic()->time().from + 10s});
        QVERIFY(!m_bench->trialOf(1) && !m_bench->trialOf(2) && !m_bench->whatIf());
        QTRY_VERIFY(m_bench->trialOf(1));
        QCOMPARE(m_bench->trialOf(1)->denied, 7U);
        m_bench->take(someTraffic(), nullptr); // the candidates stay, and nothing else
        QVERIFY(!m_bench->trialOf(1) && !m_bench->peaks());
        QVERIFY(m_bench->marked().empty() && !m_bench->token() && m_bench->stretch() == allTime);
        QCOMPARE(m_bench->candidate().policy.rules, parseRules("3/min"));
    }

    // As the requests themselves have it, one by one.
    void whichRuleDeniedIsKnown()
    {
        const SharedTraffic traffic = someTraffic();
        const Candidate both{"A", limitedTo("2/3s + 5/min")};
        const LabTimeLine line = timeLineOf(*traffic, 0, {both, {"B", limitedTo("3/min")}}, {{}, 0});
        std::set<std::optional<std::uint8_t>> denying;
        for (std::size_t i = 0; const RequestStep& step : verdictsOf(traffic->grouped, 0, both)) {
            QCOMPARE(line.strips->strips[1].rule(i), step.rule);
            if (!step.allowed())
                denying.insert(step.rule);
            ++i;
        }
        QCOMPARE(denying.size(), 2U); // both do
        QVERIFY(line.strips->strips[1].rules == both.policy.rules);
        QCOMPARE(line.strips->strips[2].rule(3), std::optional<std::uint8_t>(0));
        QVERIFY(!line.strips->strips[2].rule(2)); // allowed
        const Trial trial = tryOn(traffic->grouped, both);
        const std::vector<RequestBar> one = barsOf(*traffic, &trial, 1, {});
        QVERIFY(one[0].denied > 1 && !one[0].rule); // several rules
        for (const RequestBar& bar : barsOf(*traffic, &trial, 1000, {}))
            QCOMPARE(bar.rule.has_value(), bar.denied > 0);
    }

    void waysOfReservingFollowTheRules()
    {
        using Unreserved = LabBench::Unreserved;
        prepare();
        QCOMPARE(m_bench->unreserved(), Unreserved::NotMetered);
        m_bench->take(meteredTraffic(), nullptr);
        QVERIFY(!m_bench->reserving());
        QTRY_VERIFY(m_bench->isIdle());
        const LabReserving* reserving = m_bench->reserving(); // of 5/min, under which none ever fits
        QVERIFY(reserving);
        QCOMPARE(reserving->trials.size(), 4U);
        QCOMPARE(reserving->trials[1].denied, 100U);
        m_bench->setRules(limitedTo("1000/min"), {});
        QVERIFY(!m_bench->reserving());
        QTRY_VERIFY(m_bench->reserving());
        QCOMPARE(m_bench->reserving()->trials[2].denied, 90U); // 5 in each minute, whose cost is the average
        QCOMPARE(m_bench->reserving()->trials[3].learned.size(), 0U); // of 20 requests at least

        // Back and forth while it is computed: what is of other rules is not given, nor waited for.
        m_bench->setRules(limitedTo("2000/min"), {});
        m_bench->setRules(limitedTo("1000/min"), {});
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(m_bench->reserving()->trials[2].denied, 90U);
        m_bench->setRules({"lab", "gcra", parseRules("1000/min")}, {});
        QCOMPARE(m_bench->unreserved(), Unreserved::NotALog);
        QVERIFY(!m_bench->reserving());
        m_bench->setRules({"lab", "in-flight", parseRules("5 at once")}, {});
        QCOMPARE(m_bench->unreserved(), Unreserved::NoLimit);
        QTRY_VERIFY(m_bench->isIdle());
    }

    // No trial can tell of them, but all others are tried.
    void requestsAtOnceAreKeptAndNotTried()
    {
        prepare();
        const Policy both{"lab", "in-flight", parseRules("3 at once for 5s + 5/min")};
        m_bench->setEnforced(Candidate{"Enforced", both}, "work");
        m_bench->setRules(both, {});
        QCOMPARE(m_bench->candidate().policy, both);
        QCOMPARE(m_bench->triedCandidate().policy.rules, parseRules("5/min"));
        QCOMPARE(m_bench->triedEnforced()->policy.rules, parseRules("5/min"));
        QCOMPARE(m_bench->setup().enforced->policy, both);
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(m_bench->trialOf(m_bench->chosen())->denied, 15U);
        QCOMPARE(m_bench->whatIf()->harshest().sums.newlyDenied, 0U);
        QVERIFY(m_bench->effect() && m_bench->effect()->rules.size() == 1);
        m_bench->setRules({"lab", "in-flight", parseRules("3 at once")}, {});
        QTRY_VERIFY(m_bench->isIdle());
        QCOMPARE(m_bench->trialOf(m_bench->chosen())->denied, 0U);
    }

    void twoCandidatesNeverHaveOneName()
    {
        prepare();
        m_bench->add({});
        QCOMPARE(m_bench->candidate().name, std::string("C"));
        QCOMPARE(m_bench->candidate().policy.algorithm, std::string("sliding-log")); // of the one before
        m_bench->add({"C", limitedTo("1/s")});
        QCOMPARE(m_bench->candidate().name, std::string("C (2)"));
        m_bench->add({});
        m_bench->add({}); // one too many
        QCOMPARE(m_bench->candidates().size(), LabBench::mostCandidates);
        m_bench->choose(0);
        QVERIFY(m_bench->isReadOnly());
        m_bench->remove(); // what is enforced
        QCOMPARE(m_bench->candidates().size(), LabBench::mostCandidates);
    }

    void theSetupIsWhatIsOnTheBench()
    {
        prepare();
        m_bench->addWindow(5s);
        m_bench->choose(2);
        const LabSetup setup = m_bench->setup();
        LabBench other;
        other.take(someTraffic(), &setup);
        QCOMPARE(other.candidate().name, std::string("B"));
        QVERIFY(other.hasEnforced());
        QCOMPARE(other.marked(), m_bench->marked());
        QCOMPARE(other.windows(), m_bench->windows());
    }
};

RATEWARDEN_SUITE(TestLabBench)
#include "tst_lab_bench.moc"
