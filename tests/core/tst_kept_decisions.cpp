// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about denials, as a server's counts and remembered denials tell it, and as a history
// does.
#include "core/explain/difference_text.h"
#include "core/explain/kept_decisions.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/decision_call.h"
#include "core/watch/history_decisions.h"
#include "core/watch/history_flow.h"
#include "tests/support/acts.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <fmt/format.h>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

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

std::uint64_t weightsOf(const DecisionLog& log, bool denied)
{
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < log.trace.size(); ++i)
        sum += (log.denied[i] != 0) == denied ? log.weights[i] : 0;
    return sum;
}

} // namespace

class TestKeptDecisions : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};
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
        PolicyVersions versions = versionsOf(m_connection, kept, m_now - 10min);
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
        PolicyVersions versions = versionsOf(m_connection, kept, m_now - 10min);
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
        const DecisionLog log = decisionsOf(history, whole, versions);
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
        QVERIFY(decisionsOf(HistoryReader(path), {start + 61min, start + 3h}, {}).trace.empty());
    }
};

RATEWARDEN_SUITE(TestKeptDecisions)
#include "tst_kept_decisions.moc"
