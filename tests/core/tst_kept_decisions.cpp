// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about denials, as a server's counts and remembered denials tell it, and as a history
// does.
#include "core/explain/difference_text.h"
#include "core/explain/kept_decisions.h"
#include "core/formats/own/ratewarden_control.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/decision_call.h"
#include "core/watch/history_decisions.h"
#include "core/watch/history_flow.h"
#include "tests/support/acts.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

std::string keptSentence(const Difference& difference)
{
    return differenceText(difference, englishWriter([](Instant) { return std::string("then"); }));
}

const ComparedDimension& dimensionOf(const Difference& difference, DecisionDimension wanted)
{
    static const ComparedDimension none;
    const auto found = std::ranges::find(difference.dimensions, wanted, &ComparedDimension::dimension);
    return found == difference.dimensions.end() ? none : *found;
}

/// One in which tokens under "api" are denied by its first rule.
HistoryRound denialsRound(Instant at, double perSecond)
{
    HistoryRound round;
    round.at = at;
    HistoryRound::Sums& one = round.cohorts.emplace_back();
    one.cohort.format = "ratewarden/gcra";
    one.cohort.policy = "api";
    one.cohort.status = TokenStatus::Limited;
    one.cohort.rule = 0;
    one.sums.tokens = one.sums.counted = 10;
    one.sums.denied = std::round(perSecond * 1e6);
    return round;
}

std::uint64_t weightsOf(const DecisionLog& log, bool denied)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < log.trace.size(); ++i)
        sum += (log.denied[i] != 0) == denied ? log.weights[i] : 0;
    return sum;
}

} // namespace

class TestKeptDecisions : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    Instant m_now{}; // the ten seconds that are under way began then

    Policy published(const char* rules, bool counts, std::int64_t denials)
    {
        PublishedPolicy it;
        if (const auto before = findPublished(m_connection, "api"))
            it.version = before->version;
        it.policy = {"api", "sliding-log", parseRules(rules), false, counts};
        it.policy.denials = denials;
        publishPolicy(m_connection, it, {"alice", "as it was agreed"});
        return it.policy;
    }
    void request(const Policy& policy, const std::string& token, int times, Instant at)
    {
        std::vector<Command> commands;
        for (int i = 0; i < times; ++i)
            commands.push_back(
                decisionCommand(policy, RedisToken(token), 1, Mode::Acquire, {.now = at + i * 100ms}));
        m_connection.pipeline(commands);
    }
    /// Users who send a bit too much all the time, and a network that comes in the last two minutes.
    std::vector<CountedToken> traffic(const Policy& policy)
    {
        std::vector<CountedToken> tokens;
        for (int user = 0; user < 8; ++user)
            tokens.push_back({fmt::format("user:{}", user), "api"});
        for (int host = 0; host < 10; ++host)
            tokens.push_back({fmt::format("ip:203.0.113.{}", host), "api"});
        for (Instant at = m_now - 8min; at < m_now; at += 10s)
            for (std::size_t i = 0; i < tokens.size(); ++i)
                if (i < 8)
                    request(policy, tokens[i].token, 5, at + 1s);
                else if (at >= m_now - 2min)
                    request(policy, tokens[i].token, 30, at + 1s);
        return tokens;
    }

private Q_SLOTS:
    void init()
    {
        m_connection.call({"FLUSHALL"});
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        m_now = now - now.time_since_epoch() % countSpan;
    }

    void aNetworkIsNamed()
    {
        const Policy policy = published("5/10s + 29/min", true, 100);
        const std::vector<CountedToken> tokens = traffic(policy);
        const std::vector<KeptRequests> kept = readKept(m_connection, readPolicies(m_connection), tokens);
        QCOMPARE(kept.size(), tokens.size());
        PolicyVersions versions = versionsOf(m_connection, policiesOf(kept), m_now - 10min);
        versions.at("api")[0].at = m_now - 1h; // as if it had been published then
        const KeptDecisions decisions = decisionsOf(kept, versions);
        QVERIFY(decisions.unremembered.empty());

        // All that was counted is in it, whatever is remembered.
        std::uint64_t allowed = 0;
        std::uint64_t denied = 0;
        for (const KeptRequests& one : kept)
            for (const RequestCount& count : one.counts) {
                allowed += std::uint64_t(count.allowed);
                denied += std::uint64_t(count.denied);
            }
        QVERIFY(denied > 3000);
        QCOMPARE(weightsOf(decisions.log, true), denied);
        QCOMPARE(weightsOf(decisions.log, false), allowed);

        const Difference difference =
            differenceOf(decisions.log, {{m_now - 2min, m_now}, {m_now - 8min, m_now - 2min}, {}, {}});
        QCOMPARE(difference.trend, Difference::Trend::Rose);
        const std::string sentence = keptSentence(difference);
        QVERIFY2(sentence.find("network ip:203.0.113.0/24") != std::string::npos, sentence.c_str());
        // The users are denied by the minute, the network by ten seconds.
        const ComparedDimension& rule = dimensionOf(difference, DecisionDimension::Rule);
        QCOMPARE(rule.valueCount, std::size_t(2));
        QVERIFY(rule.values.front().effect > 0.8);
        QCOMPARE(rule.values.front().text, std::string("api 5/10s"));
        QCOMPARE(rule.values.front().deniedBefore, std::uint64_t(0));
        const ComparedDimension& format = dimensionOf(difference, DecisionDimension::Format);
        QCOMPARE(format.valueCount, std::size_t(1));
        QCOMPARE(format.values[0].text, std::string(stateSubject("t", policy).format->name()));
        QCOMPARE(dimensionOf(difference, DecisionDimension::Cost).degree, DifferenceDegree::None);
    }

    void aPublishIsNamed()
    {
        published("100/10s", true, 100);
        const Policy policy = published("2/10s", true, 100);
        const Policy before{"api", "sliding-log", parseRules("100/10s"), false, true};
        std::vector<CountedToken> tokens;
        for (int user = 0; user < 20; ++user)
            tokens.push_back({fmt::format("user:{}", user), "api"});
        const Instant then = m_now - 3min;
        for (Instant at = m_now - 9min; at < m_now; at += 10s)
            for (const CountedToken& one : tokens)
                request(at < then ? before : policy, one.token, 4, at + 1s);
        const std::vector<KeptRequests> kept = readKept(m_connection, readPolicies(m_connection), tokens);
        PolicyVersions versions = versionsOf(m_connection, policiesOf(kept), m_now - 10min);
        QCOMPARE(versions.at("api").size(), std::size_t(2));
        // As if they had been published then.
        versions.at("api")[0].at = then;
        versions.at("api")[1].at = m_now - 1h;
        const KeptDecisions decisions = decisionsOf(kept, versions);
        const std::vector<KnownChange> changes{{then, "api v2 published"}, {m_now - 6min, "deploy"}};
        const std::string sentence =
            keptSentence(differenceOf(decisions.log, {{then, m_now}, {m_now - 9min, then}, changes, {}}));
        for (const char* const words : {"rule api 2/10s", "policy api v2", "\"api v2 published\""})
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
    }

    void whatIsNotKeptIsSaid()
    {
        const Policy policy = published("5/10s + 29/min", true, 0);
        const std::vector<CountedToken> tokens = traffic(policy);
        const std::vector<KeptRequests> kept = readKept(m_connection, readPolicies(m_connection), tokens);
        const KeptDecisions decisions = decisionsOf(kept, {});
        QCOMPARE(decisions.unremembered, std::set<std::string>{"api"});
        const Difference difference =
            differenceOf(decisions.log, {{m_now - 2min, m_now}, {m_now - 8min, m_now - 2min}, {}, {}});
        QVERIFY(std::ranges::none_of(difference.dimensions, [](const ComparedDimension& one) {
            return one.dimension == DecisionDimension::Rule || one.dimension == DecisionDimension::Cost;
        }));
        QVERIFY(keptSentence(difference).find("network ip:203.0.113.0/24") != std::string::npos);

        m_connection.call({"FLUSHALL"});
        published("5/10s", false, 0);
        QVERIFY(readKept(m_connection, readPolicies(m_connection), tokens).empty());
    }

    void aHistoryIsCompared()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("history").toStdString();
        const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i < 360;
                 ++i) { // an hour; in its last ten minutes "pay" denies by its second rule
                HistoryRound round;
                round.at = start + i * 10s;
                const auto add = [&](const char* policy, std::optional<std::size_t> rule, double denied) {
                    HistoryRound::Sums& one = round.cohorts.emplace_back();
                    one.cohort.format = "ratewarden/gcra";
                    one.cohort.policy = policy;
                    one.cohort.status = rule ? TokenStatus::Limited : TokenStatus::Ok;
                    one.cohort.rule = rule;
                    one.sums.tokens = one.sums.counted = 10;
                    one.sums.allowed = 5e6;
                    one.sums.denied = denied * 1e6;
                };
                add("api", 0, 1.0 + 0.1 * (i % 3));
                add("pay", i < 300 ? std::nullopt : std::optional<std::size_t>(1), i < 300 ? 0 : 4);
                writer.add(round);
            }
            writer.add(HistoryEvent{start + 50min, "publish", "alice", "publish pay: tighter"});
            writer.add(HistoryEvent{start + 20min, "fires", "", "it fires"});
        }
        const HistoryReader history(path);
        const TimeRange whole{start, start + 1h};
        PublishedPolicy pay;
        pay.policy = {"pay", "gcra", parseRules("10/s + 100/h")};
        const PolicyVersions versions{{"pay", {{1, {}, {}, {}, {}, pay}}}};
        const HistoryDecisions decisions = decisionsOf(history, whole, versions);
        const DecisionLog& log = decisions.log;
        QCOMPARE(decisions.watched, (std::vector<TimeRange>{{start + 1us, start + 59min + 50s + 1us}}));
        // Ten seconds each of 5 a second under two policies; of the first round nobody knows since when.
        QCOMPARE(weightsOf(log, false), std::uint64_t(359 * 100));
        const std::vector<KnownChange> changes = changesIn(history, whole);
        QCOMPARE(changes.size(), std::size_t(1));
        const std::string sentence = keptSentence(
            differenceOf(log, {{start + 50min, start + 1h}, {start + 20min, start + 50min}, changes, {}}));
        for (const char* const words : {"policy pay", "rule pay 100/h", "publish pay: tighter"})
            QVERIFY2(sentence.find(words) != std::string::npos, sentence.c_str());
        QVERIFY2(sentence.find("token") == std::string::npos, sentence.c_str());

        // The same over time, in steps of five minutes.
        const HistoryFlow flow = flowIn(history, {start - 7min, start + 1h}, 5min);
        QCOMPARE(flow.from, start - 10min);
        QCOMPARE(flow.known.size(), std::size_t(14));
        QVERIFY(!flow.known[1] && flow.known[2] && flow.known[13]);
        QCOMPARE(flow.allowed.size(), std::size_t(2));
        QCOMPARE(flow.allowed.at("pay")[5], 5.0);
        QVERIFY(std::abs(flow.denied[2] - 1.1) < 1e-6);
        QVERIFY(std::abs(flow.denied[13] - 5.1) < 1e-6);

        // Nobody watched: what came before says nothing about that time.
        {
            HistoryWriter writer(path, {});
            writer.add(HistoryRound::without(FigureDoubt::NotWatched, start + 2h));
            HistoryRound late;
            late.at = start + 2h + 10s;
            writer.add(late);
        }
        const HistoryDecisions none = decisionsOf(HistoryReader(path), {start + 61min, start + 3h}, {});
        QVERIFY(none.log.trace.empty());
        QVERIFY(none.watched.empty());
    }

    // Ten a minute are denied all the time, but for a while nobody watched.
    void whatWasNotWatchedIsNotKnown()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("history").toStdString();
        const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i < 360; ++i) {
                if (i == 180)
                    writer.add(HistoryRound::without(FigureDoubt::NotWatched, start + 45min - 5s));
                if (i < 90 || i >= 270) // not from 0:15 to 0:45
                    writer.add(denialsRound(start + i * 10s, 10.0 / 60));
            }
        }
        const HistoryDecisions decisions = decisionsOf(HistoryReader(path), {start, start + 1h}, {});
        QCOMPARE(decisions.watched, (std::vector<TimeRange>{{start + 1us, start + 15min - 10s + 1us},
                                                            {start + 45min + 1us, start + 1h - 10s + 1us}}));
        QVERIFY(std::ranges::all_of(decisions.log.trace.times, [&](Instant at) {
            return decisions.watched[0].contains(at) || decisions.watched[1].contains(at);
        }));
    }

    // A fraction of a request in each round is one in some of them; nothing is made up.
    void fractionsAddUp()
    {
        for (const auto& [every, rate] :
             {std::pair<Micros, double>(10s, 0.06), std::pair<Micros, double>(1s, 0.4),
              std::pair<Micros, double>(10s, 0.04)}) {
            const QTemporaryDir folder;
            const std::string path = folder.filePath("history").toStdString();
            const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
            {
                HistoryWriter writer(path, {});
                for (int i = 0; i <= 500; ++i)
                    writer.add(denialsRound(start + i * every, rate));
            }
            const DecisionLog log = decisionsOf(HistoryReader(path), {start, start + 501 * every}, {}).log;
            const double expected = 500 * rate * std::chrono::duration<double>(every).count();
            QCOMPARE(double(weightsOf(log, true)), std::round(expected));
        }
    }

    // A round has the rates of the ten to twenty seconds before it: of a minute it says too little.
    void roundsFarApartTellNothing()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("history").toStdString();
        const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i < 60; ++i)
                writer.add(denialsRound(start + i * 1min, 2));
        }
        const HistoryReader history(path);
        const HistoryDecisions decisions = decisionsOf(history, {start, start + 1h}, {});
        QVERIFY(decisions.watched.empty());
        QVERIFY(decisions.log.trace.empty());
        // On a chart each stands until the next.
        const HistoryFlow flow = flowIn(history, {start, start + 59min}, 30s);
        QVERIFY(std::ranges::find(flow.known, false) == flow.known.end() - 1);
        QCOMPARE(flow.denied[1], 2.0);
    }

    void rulesAreThoseOfThen()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("history").toStdString();
        const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
        {
            HistoryWriter writer(path, {});
            for (int i = 0; i <= 30; ++i)
                writer.add(denialsRound(start + i * 10s, 1));
        }
        const auto version = [](std::int64_t number, Instant at, const char* rules) {
            PublishedPolicy it;
            it.policy = {"api", "gcra", parseRules(rules)};
            return PolicyVersion{number, at, "alice", {}, {}, it};
        };
        const PolicyVersions versions{{"api",
                                       {version(3, start + 1h, "3/s"), version(2, start + 205s, "2/s"),
                                        version(1, start + 105s, "1/s")}}};
        const HistoryReader history(path);
        QCOMPARE(limitingPolicies(history), std::set<std::string>{"api"});
        const DecisionLog log = decisionsOf(history, {start, start + 1h}, versions).log;
        std::map<std::string, std::uint64_t> denied;
        for (std::size_t i = 0; i < log.trace.size(); ++i)
            denied[log.columns[0].texts[log.columns[0].values[i]]] += log.weights[i];
        QCOMPARE(denied,
                 (std::map<std::string, std::uint64_t>{{"api #1", 100}, {"api 1/s", 100}, {"api 2/s", 100}}));
        for (const auto& [place, policy] : log.columns[0].policies)
            QCOMPARE(policy, std::string("api"));
    }

    // What alerts say again and again does not push out what somebody did.
    void changesAreFoundAmongAlerts()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("history").toStdString();
        const Instant start{std::chrono::sys_days(std::chrono::year(2026) / 11 / 20)};
        {
            HistoryWriter writer(path, {});
            writer.add(HistoryEvent{start, "publish", "alice", "publish api"});
            for (int i = 1; i <= 50; ++i)
                writer.add(HistoryEvent{start + i * 1s, i % 2 ? "fires" : "recovered", "many", "it flaps"});
            writer.add(HistoryEvent{start + 51s, "lost", "", "the server is lost"});
            writer.add(HistoryEvent{start + 1h, "publish", "bob", "publish later"});
        }
        const std::vector<HistoryEvent> found = HistoryReader(path).changes({start, start + 1h}, 10);
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found[0].text, std::string("publish api"));
    }

    // Lua numbers an override's own rules.
    void rulesOfAnOverrideAreNotNamed()
    {
        const Policy policy = published("5/10s + 29/min", true, 100);
        m_connection.call(overrideCommand("user:1", "api", {parseRules("1/10s"), {}, "as agreed", "alice"}));
        for (const char* const token : {"user:1", "user:2"})
            request(policy, token, 8, m_now - 9s);
        const std::vector<CountedToken> tokens{{"user:1", "api"}, {"user:2", "api"}};
        std::vector<KeptRequests> kept = readKept(m_connection, readPolicies(m_connection), tokens);
        PolicyVersions versions = versionsOf(m_connection, policiesOf(kept), m_now - 10min);
        versions.at("api")[0].at = m_now - 1h;
        const auto namesOf = [&](const char* token) {
            const DecisionLog log = decisionsOf(kept, versions).log;
            std::set<std::string> names;
            for (std::size_t i = 0; i < log.trace.size(); ++i)
                if (log.denied[i] != 0 && log.trace.names[log.trace.tokens[i]] == token)
                    names.insert(log.columns[0].texts[log.columns[0].values[i]]);
            return names;
        };
        QCOMPARE(namesOf("user:1"), std::set<std::string>{""});
        QCOMPARE(namesOf("user:2"), std::set<std::string>{"api 5/10s"});
        // Nor where it was lifted meanwhile.
        AuditEntry lifted;
        lifted.act = "lift-override";
        lifted.tokens = {"user:2"};
        lifted.tokenCount = 1;
        noteOverrides(kept, std::vector{lifted});
        QCOMPARE(namesOf("user:2"), std::set<std::string>{""});
    }

    // Forty clients are denied by one rule all the time, and in the last two minutes thrice as often by
    // another.
    void aRuleIsVeryDifferent()
    {
        std::vector<KeptRequests> kept;
        for (int client = 0; client < 40; ++client) {
            KeptRequests& one = kept.emplace_back();
            one.of = {fmt::format("user:{}", client), "api"};
            for (Instant from = m_now - 9min; from < m_now; from += countSpan) {
                const Units denied = from >= m_now - 2min ? 4 : 1;
                one.counts.push_back({from, 5, denied});
                for (Units i = 0; i < denied; ++i)
                    one.denials.insert(one.denials.begin(), RememberedDenial{from + i * 2s + client * 20ms,
                                                                             Verdict::DeniedByRule,
                                                                             i == 0 ? 0U : 1U,
                                                                             1,
                                                                             {},
                                                                             {}});
            }
        }
        PublishedPolicy api;
        api.policy = {"api", "gcra", parseRules("5/10s + 29/min")};
        const PolicyVersions versions{{"api", {{1, m_now - 1h, "alice", {}, {}, api}}}};
        const KeptDecisions decisions = decisionsOf(kept, versions);
        QCOMPARE(decisions.rulesFrom, Instant());
        const Difference difference =
            differenceOf(decisions.log, {{m_now - 2min, m_now}, {m_now - 8min, m_now - 2min}, {}, {}});
        QCOMPARE(difference.trend, Difference::Trend::Rose);
        const ComparedDimension& rule = dimensionOf(difference, DecisionDimension::Rule);
        QCOMPARE(rule.degree, DifferenceDegree::VeryDifferent);
        QCOMPARE(rule.values.front().text, std::string("api 29/min"));
        QCOMPARE(rule.values.front().policy, std::string("api"));
        QVERIFY(keptSentence(difference).find("rule api 29/min") != std::string::npos);
    }

    // Half of the clients, those of one node, are denied at the beginning of each window in the last two
    // minutes.
    void phasesAndNodesAreCompared()
    {
        std::vector<KeptRequests> kept;
        for (int client = 0; client < 120; ++client) {
            KeptRequests& one = kept.emplace_back();
            one.of = {fmt::format("user:{}", client), "api"};
            one.node = client % 2 == 0 ? "n1:7001" : "n2:7002";
            for (Instant from = m_now - 9min; from < m_now; from += countSpan) {
                const bool isHump = from >= m_now - 2min;
                const Units denied = !isHump ? 1 : client % 2 == 0 ? 0 : 4;
                one.counts.push_back({from, 5, denied});
                const Micros begin = isHump ? Micros(client % 40 * 10ms) : Micros(client % 10 * 1s + 500ms);
                for (Units i = 0; i < denied; ++i)
                    one.denials.insert(
                        one.denials.begin(),
                        RememberedDenial{from + begin + i * 100ms, Verdict::DeniedByRule, 0, 1, {}, {}});
            }
        }
        PublishedPolicy api;
        api.policy = {"api", "fixed-window", parseRules("5/10s")};
        const PolicyVersions versions{{"api", {{1, m_now - 1h, "alice", {}, {}, api}}}};
        const auto compared = [&](Micros longestPhase) {
            return differenceOf(decisionsOf(kept, versions, longestPhase).log,
                                {{m_now - 2min, m_now}, {m_now - 8min, m_now - 2min}, {}, {}});
        };
        const Difference difference = compared(24s);
        const ComparedDimension& phase = dimensionOf(difference, DecisionDimension::Phase);
        QCOMPARE(phase.degree, DifferenceDegree::VeryDifferent);
        QCOMPARE(phase.values.front().text, std::string("0-10 %"));
        const ComparedDimension& node = dimensionOf(difference, DecisionDimension::Column);
        QCOMPARE(node.column, std::string(nodeColumn));
        QCOMPARE(node.degree, DifferenceDegree::VeryDifferent);
        // Which node had the keys then, as before a failover, is not known.
        QCOMPARE(dimensionText(node, englishWriter({})), std::string("current node"));
        // Of windows that are longer than is wanted no phase is compared.
        QCOMPARE(dimensionOf(compared(9s), DecisionDimension::Phase).valueCount, std::size_t(0));
    }

    void countingBeganLately()
    {
        PublishedPolicy api;
        api.policy = {"api", "gcra", parseRules("5/10s")};
        PublishedPolicy counted = api;
        counted.policy.counters = true;
        const Instant first{m_now.time_since_epoch() / countSpan * countSpan - 5min};
        const auto countedFrom = [](std::vector<PolicyVersion> versions) {
            return decisionsOf({}, {{"api", std::move(versions)}}).countedFrom;
        };
        QCOMPARE(
            countedFrom({{2, first + 3s, "alice", {}, {}, counted}, {1, first - 1h, "alice", {}, {}, api}}),
            first + countSpan);
        QCOMPARE(countedFrom({{3, first + 1min, "alice", {}, {}, counted},
                              {2, first, "alice", {}, {}, counted},
                              {1, first - 1h, "alice", {}, {}, api}}),
                 first);
        // As far back as is known.
        QCOMPARE(countedFrom({{1, first - 1h, "alice", {}, {}, counted}}), Instant());
    }

    // Of busy clients less far back is remembered than of quiet ones, which is no difference.
    void whatIsForgottenIsNoDifference()
    {
        std::vector<KeptRequests> kept;
        const auto add = [&](const std::string& token, std::size_t rule, Micros every, std::size_t most) {
            KeptRequests& one = kept.emplace_back();
            one.of = {token, "api"};
            for (Instant from = m_now - 9min; from < m_now; from += countSpan) {
                RequestCount count{from, 5, 0};
                for (Instant at = from; at < from + countSpan; at += every, ++count.denied)
                    if (count.denied < 4 || (count.denied + 1) % 16 == 0)
                        one.denials.insert(one.denials.begin(),
                                           RememberedDenial{at, Verdict::DeniedByRule, rule, 1, {}, {}});
                one.counts.push_back(count);
            }
            one.denials.resize(std::min(one.denials.size(), most));
        };
        for (int i = 0; i < 5; ++i)
            add(fmt::format("busy:{}", i), 0, 500ms, 100);
        for (int i = 0; i < 50; ++i)
            add(fmt::format("quiet:{}", i), 1, 5s, 200);
        PublishedPolicy api;
        api.policy = {"api", "gcra", parseRules("5/10s + 29/min")};
        const PolicyVersions versions{{"api", {{1, m_now - 1h, "alice", {}, {}, api}}}};
        const KeptDecisions decisions = decisionsOf(kept, versions);
        // Five each ten seconds: of the last two hundred.
        QCOMPARE(decisions.rulesFrom, m_now - 200s);
        const Difference difference =
            differenceOf(decisions.log, {{m_now - 2min, m_now}, {m_now - 8min, m_now - 2min}, {}, {}});
        QVERIFY2(difference.isNothing(), keptSentence(difference).c_str());
        const ComparedDimension& rule = dimensionOf(difference, DecisionDimension::Rule);
        QCOMPARE(rule.with, ComparedDimension::With::Denials);
        QCOMPARE(rule.degree, DifferenceDegree::None);
    }
};

RATEWARDEN_SUITE(TestKeptDecisions)
#include "tst_kept_decisions.moc"
