// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The one desk for changes: what it makes, what it says, and how it undoes that, on a real server.
#include "core/admin/audit.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/intent_samples.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/watched_server.h"

#include <fmt/format.h>

#include <QTest>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// In the order of Intent, as far as they are named here.
enum class Kind { Block, Unblock, Reset, Charge, GiveBack, Override, Lift };

// Of any state, by their places.
std::vector<int> kinds()
{
    std::vector<int> all;
    for (std::size_t i = 0; i < intentSamples.size(); ++i)
        if (isOfAnyState(intentSamples[i].intent))
            all.push_back(int(i));
    return all;
}

const char* kindName(int kind)
{
    return intentSamples.at(std::size_t(kind)).name;
}

Policy policyOf(const QString& algorithm)
{
    return {"api", algorithm.toStdString(), parseRules("10/h + 12/day")};
}

Change changeOf(Kind kind, const Policy& policy, std::vector<Subject> subjects)
{
    const Intent& intent = intentSamples.at(std::size_t(kind)).intent;
    return {intent, std::move(subjects), {{policy.name, policy}}, "ops", "tested"};
}

bool isOfBlock(Kind kind)
{
    return kind == Kind::Block || kind == Kind::Unblock;
}
bool isOfOverride(Kind kind)
{
    return kind == Kind::Override || kind == Kind::Lift;
}

/// How a token stands, but for what passes with time.
struct Standing {
    std::optional<Block> block;
    std::optional<Override> override;
    std::vector<Units> used;
    int verdict = -1;

    friend bool operator==(const Standing&, const Standing&) = default;
};

} // namespace

class TestChange : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    Standing standing(const Policy& policy, const std::string& token = "t")
    {
        const Subject subject = stateSubject(token, policy);
        const TokenDetail detail =
            readDetails(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; }).front();
        Standing found{detail.reading.block, detail.override, {}, -1};
        if (detail.reading.decision) {
            found.verdict = int(detail.reading.decision->verdict);
            for (const RuleUsage& usage : detail.reading.decision->usage)
                found.used.push_back(usage.used);
        }
        return found;
    }

    static void addKinds()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("controlled");
        for (const Algorithm& algorithm : algorithms())
            for (const int kind : kinds())
                for (const bool controlled : {false, true})
                    QTest::addRow("%s, %s%s", std::string(algorithm.name).c_str(), kindName(kind),
                                  controlled ? ", with block and override" : "")
                        << QString::fromStdString(std::string(algorithm.name)) << kind << controlled;
    }

    static void addKindsAlone()
    {
        QTest::addColumn<int>("kind");
        for (const int kind : kinds())
            QTest::newRow(kindName(kind)) << kind;
    }

    /// A token that has used something, and is blocked and overridden where the change needs that, or the row
    /// says so.
    void prepare(const Policy& policy, Kind kind, bool controlled)
    {
        RedisRateLimiter(m_connection, policy).acquire("t", 4);
        if (kind == Kind::Unblock || (controlled && (isOfBlock(kind) || isOfOverride(kind))))
            blockToken(m_connection, {"t", 3h, "before", "alice"});
        if (kind == Kind::Lift || controlled)
            overrideToken(m_connection,
                          {"t", "api", parseRules("9/h + 11/day"), std::nullopt, "before", "bob"});
        if (controlled)
            overrideToken(m_connection, {"t", "other", parseRules("1/h"), std::nullopt, "stays", "bob"});
    }

    /// Somebody else does something to the same thing.
    void interfere(const Policy& policy, Kind kind)
    {
        if (isOfBlock(kind))
            blockToken(m_connection, {"t", 30min, "since", "carol"});
        else if (isOfOverride(kind))
            overrideToken(m_connection, {"t", "api", parseRules("8/h + 9/day"), 30min, "since", "carol"});
        else if (kind == Kind::Reset)
            RedisRateLimiter(m_connection, policy).acquire("t");
        else
            RedisRateLimiter(m_connection, policy).reset("t");
    }

private Q_SLOTS:
    void init() { awaitTimeInTheMinute(); } // windows of hours and days end with a minute, too
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void undoes_data() { addKinds(); }
    void undoes()
    {
        QFETCH(QString, algorithm);
        QFETCH(int, kind);
        QFETCH(bool, controlled);
        const Policy policy = policyOf(algorithm);
        prepare(policy, Kind(kind), controlled);
        const Standing before = standing(policy);
        const std::int64_t expires = number({"PEXPIRETIME", controlKey(RedisToken("t"))});

        ChangeOutcome outcome =
            apply(m_connection, changeOf(Kind(kind), policy, {stateSubject("t", policy)}));
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(outcome.made, 1U);
        QCOMPARE(outcome.changed, 1U);
        QVERIFY(std::chrono::abs(outcome.at - std::chrono::system_clock::now()) < 1min);
        const Standing after = standing(policy);
        QVERIFY2(!(after == before), "the change has changed nothing");

        const Undoing undoing = undo(m_connection, outcome);
        QVERIFY2(!undoing.trouble, englishText(undoing.trouble.first).c_str());
        QCOMPARE(undoing.count(Undone::AsItWas), 1U);
        QVERIFY(standing(policy) == before);
        QCOMPARE(number({"PEXPIRETIME", controlKey(RedisToken("t"))}), expires);
        if (controlled)
            QCOMPARE(findOverrides(m_connection, "t").back().reason, std::string("stays"));

        // A second time there is nothing to undo.
        QVERIFY(!outcome.canUndo());
        QVERIFY(undo(m_connection, outcome).results.empty());
        QVERIFY(standing(policy) == before);
    }

    // What states do not have, too: locks and slots.
    void everyKindIsMadeAndUndone()
    {
        const Policy policy = policyOf("gcra");
        for (std::size_t kind = 0; kind < intentSamples.size(); ++kind) {
            const char* const name = intentSamples[kind].name;
            QCOMPARE(intentSamples[kind].intent.index(), kind);
            prepare(policy, Kind(kind), false);
            ChangeOutcome outcome = apply(m_connection, sampleChange(m_connection, kind, policy));
            QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
            QVERIFY2(outcome.changed == 1, name);
            QVERIFY2(undo(m_connection, outcome).count(Undone::AsItWas) == 1, name);
            m_connection.call({"FLUSHALL"});
        }
    }

    void leavesWhatCameSince_data() { addKinds(); }
    void leavesWhatCameSince()
    {
        QFETCH(QString, algorithm);
        QFETCH(int, kind);
        QFETCH(bool, controlled);
        const Policy policy = policyOf(algorithm);
        prepare(policy, Kind(kind), controlled);
        const Standing before = standing(policy);
        ChangeOutcome outcome =
            apply(m_connection, changeOf(Kind(kind), policy, {stateSubject("t", policy)}));
        interfere(policy, Kind(kind));
        const Standing since = standing(policy);

        const Undoing undoing = undo(m_connection, outcome);
        QVERIFY2(!undoing.trouble, englishText(undoing.trouble.first).c_str());
        if (Kind(kind) == Kind::Reset && algorithmNamed(policy.algorithm).keeps == Keeps::Charges) {
            QCOMPARE(undoing.count(Undone::Merged), 1U);
            QCOMPARE(standing(policy).used.at(0), before.used.at(0) + 1);
            return;
        }
        QCOMPARE(undoing.count(Undone::CameSince), 1U);
        QVERIFY(standing(policy) == since);

        QVERIFY(outcome.canUndo());
        const Undoing replacing = undo(m_connection, outcome, true);
        QCOMPARE(replacing.count(Undone::AsItWas), 1U);
        QVERIFY(!outcome.canUndo());
        if (isOfBlock(Kind(kind)) || isOfOverride(Kind(kind)) || Kind(kind) == Kind::Reset)
            QVERIFY(standing(policy) == before);
    }

    // Undoing one of them is no matter of the other.
    void blocksAndOverridesAreUndoneForThemselves()
    {
        ChangeOutcome block = act(m_connection, blockOf({"t", 1h, "r", "ops"}));
        const Override override =
            overrideToken(m_connection, {"t", "api", parseRules("7/h"), 2h, "since", "carol"});
        QCOMPARE(undo(m_connection, block).count(Undone::AsItWas), 1U);
        QVERIFY(!findBlock(m_connection, "t"));
        QVERIFY(findOverrides(m_connection, "t") == std::vector{override});

        ChangeOutcome other =
            act(m_connection, overrideOf({"t", "other", parseRules("7/h"), std::nullopt, "r", "ops"}));
        const Block made = blockToken(m_connection, {"t", 1h, "since", "carol"});
        QCOMPARE(undo(m_connection, other).count(Undone::AsItWas), 1U);
        QCOMPARE(findBlock(m_connection, "t"), std::optional(made));
        QVERIFY(findOverrides(m_connection, "t") == std::vector{override});
        // The key lives as long as the longest of what it holds, again.
        QVERIFY(number({"PTTL", controlKey(RedisToken("t"))}) > 3'600'000);
    }

    void aFormerBlockThatHasEndedDoesNotComeBack()
    {
        act(m_connection, blockOf({"t", 50ms, "short", "alice"}));
        ChangeOutcome block = act(m_connection, blockOf({"t", 1h, "long", "ops"}));
        ChangeOutcome unblock =
            act(m_connection, Change{UnblockIntent{}, {controlSubject("t")}, {}, "ops", {}});
        const Instant end = block.at + 60ms;
        QTRY_VERIFY(readTime(m_connection.call({"TIME"}).view()) > end);
        // That which was lifted lasts; that which was replaced does not.
        QCOMPARE(undo(m_connection, unblock).count(Undone::AsItWas), 1U);
        QCOMPARE(findBlock(m_connection, "t")->reason, std::string("long"));
        QCOMPARE(undo(m_connection, block).count(Undone::AsItWas), 1U);
        QCOMPARE(number({"EXISTS", controlKey(RedisToken("t"))}), 0);

        ChangeOutcome brief = act(m_connection, blockOf({"t", 20ms, "brief", "ops"}));
        QTRY_COMPARE(number({"EXISTS", controlKey(RedisToken("t"))}), 0);
        QCOMPARE(undo(m_connection, brief).count(Undone::Expired), 1U);
        QVERIFY(!brief.canUndo());
    }

    // Written by hand, with fields missing and an end that is no number.
    void putsBackWhatWasWrittenByHand()
    {
        m_connection.call(
            {"HSET", controlKey(RedisToken("t")), "block_until", "later", "block_reason", "by \xff hand"});
        ChangeOutcome block = act(m_connection, blockOf({"t", 1h, "r", "ops"}));
        QCOMPARE(undo(m_connection, block).count(Undone::AsItWas), 1U);
        const Reply fields = m_connection.call({"HGETALL", controlKey(RedisToken("t"))});
        QCOMPARE(fields.view().size(), 4U);
        QCOMPARE(findBlock(m_connection, "t")->reason, std::string("by \xff hand"));
        QCOMPARE(number({"PTTL", controlKey(RedisToken("t"))}), -1);
    }

    void chargesThatNoLongerMatterAreNotGivenBack_data() { addAlgorithms(); }
    void chargesThatNoLongerMatterAreNotGivenBack()
    {
        QFETCH(QString, algorithm);
        const Policy policy{"api", algorithm.toStdString(), parseRules("10/50ms")};
        ChangeOutcome charge =
            apply(m_connection, changeOf(Kind::Charge, policy, {stateSubject("t", policy)}));
        const Instant end = charge.undoable.at(0).before.until;
        QTRY_VERIFY(readTime(m_connection.call({"TIME"}).view()) > end);
        QCOMPARE(undo(m_connection, charge).count(Undone::Expired), 1U);
    }

    void whatIsDeniedIsSaid()
    {
        const Policy policy = policyOf("sliding-log");
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("full", 9);
        Change charge =
            changeOf(Kind::Charge, policy, {stateSubject("full", policy), stateSubject("free", policy)});
        ChangeOutcome outcome = apply(m_connection, charge);
        QCOMPARE(outcome.asked, 2U);
        QCOMPARE(outcome.made, 1U);
        QVERIFY(outcome.denied && outcome.denied->verdict == Verdict::DeniedByRule);
        QCOMPARE(undo(m_connection, outcome).results.size(), 1U);
        QCOMPARE(limiter.peek("full").usage.at(0).used, 9);
        QCOMPARE(limiter.peek("free").usage.at(0).used, 0);

        // Of six no more than what there is can be given back, and there is room for no more now.
        limiter.acquire("t", 2);
        Change back = changeOf(Kind::GiveBack, policy, {stateSubject("t", policy)});
        back.intent = GiveBackIntent{6};
        ChangeOutcome given = apply(m_connection, back);
        QCOMPARE(given.undoable.at(0).before.units, 2);
        limiter.acquire("t", 9);
        const Undoing undoing = undo(m_connection, given);
        QCOMPARE(undoing.count(Undone::Denied), 1U);
        QVERIFY(undoing.denied && undoing.denied->verdict == Verdict::DeniedByRule);
        QCOMPARE(limiter.peek("t").usage.at(0).used, 9);
        limiter.giveBack("t", 1);
        QCOMPARE(undo(m_connection, given, true).count(Undone::AsItWas), 1U);
        QCOMPARE(limiter.peek("t").usage.at(0).used, 10);
    }

    void whatCannotBeMeantIsRefusedBeforeAnythingIsSent()
    {
        const Policy policy = policyOf("gcra");
        WatchedServer watched(m_connection);
        const Subject good = stateSubject("t", policy);
        Change nameless = changeOf(Kind::Block, policy, {good, stateSubject("", policy)});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(watched, nameless));
        Change unsigned_ = changeOf(Kind::Block, policy, {good});
        unsigned_.reason.clear();
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, preview(unsigned_));
        Change unknown = changeOf(Kind::Charge, policy, {good});
        unknown.policies.clear();
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(watched, unknown));
        Change odd = changeOf(Kind::Override, policy, {good});
        odd.intent = OverrideIntent{{}, {}, {}, {}};
        QVERIFY_THROWS_EXCEPTION(BadPolicy, apply(watched, odd));
        Change stateless = changeOf(Kind::Reset, policy, {controlSubject("t")});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(watched, stateless));
        PublishIntent publishing;
        publishing.policy.policy = policy;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(watched, {publishing, {}, {}, "ops", ""}));
        QCOMPARE(watched.commands, 0U);
        QCOMPARE(number({"DBSIZE"}), 0);
    }

    void previewsWhatIsSent()
    {
        const Policy policy = policyOf("gcra");
        const Policy second{"second", "gcra", parseRules("1/s")};
        const Subject first = stateSubject("a", policy);
        const Subject sameToken = stateSubject("a", second);
        const Subject other = stateSubject("b", second);
        const Preview block = preview(changeOf(Kind::Block, policy, {first, sameToken, other}));
        QCOMPARE(block.tokens, 2U);
        QCOMPARE(block.keys, 2U);
        QCOMPARE(block.commands, 2U); // the key of a token is written once
        const Preview reset = preview(changeOf(Kind::Reset, policy, {first, sameToken, other, other}), 2);
        QCOMPARE(reset.subjects, 3U);
        QCOMPARE(reset.tokens, 2U);
        QCOMPARE(reset.keys, 3U);
        QVERIFY((reset.byPolicy == std::map<std::string, std::size_t>{{"api", 1}, {"second", 2}}));
        QCOMPARE(reset.first.size(), 2U);
        const Preview lift = preview(changeOf(Kind::Lift, policy, {first, sameToken, first}));
        QCOMPARE(lift.keys, 1U);
        QCOMPARE(lift.commands, 2U);

        ChangeOutcome made = apply(m_connection, changeOf(Kind::Block, policy, {first, sameToken, other}));
        QCOMPARE(made.made, 2U);
        const Preview back = previewUndo(made, false);
        QCOMPARE(back.tokens, 2U);
        QVERIFY(back.first.at(0).text().find("unchanged") != std::string::npos);
    }

    void aBlockCostsFewCommands()
    {
        const Policy policy = policyOf("sliding-log-zset");
        RedisRateLimiter(m_connection, policy).acquire("t");
        const Subject subject = stateSubject("t", policy);
        const Change block = changeOf(Kind::Block, policy, {subject});
        apply(m_connection, block); // the scripts are there
        const auto run = [&] {      // by the server's own account, those of scripts among them
            std::int64_t calls = 0;
            const Reply reply = m_connection.call({"INFO", "commandstats"});
            const std::string text(reply.view().string());
            for (std::size_t at = text.find("calls="); at != std::string::npos;
                 at = text.find("calls=", at + 1))
                calls += std::atoll(text.c_str() + at + 6);
            return calls;
        };
        WatchedServer watched(m_connection);
        const std::int64_t before = run();
        const AuditTrail trail({"ops", "desk", "test"});
        const ChangeOutcome outcome = apply(watched, block, {&trail});
        const std::vector<Reading> readings =
            readSubjects(watched, outcome.change.subjects, [&](const Subject&) { return &policy; });
        const std::int64_t after = run();
        QVERIFY(readings.at(0).block.has_value());
        // Two of them are XADD, for the audit trail; the first goes with the question for the clock.
        QVERIFY2(watched.commands <= 10, std::to_string(watched.commands).c_str());
        QVERIFY2(after - before <= 22, std::to_string(after - before).c_str());
        qInfo("a block: %zu commands sent, %lld run", watched.commands,
              static_cast<long long>(after - before));
    }

    void changesThousandsAtOnce_data() { addKindsAlone(); }
    void changesThousandsAtOnce()
    {
        QFETCH(int, kind);
        constexpr std::size_t many = 2000;
        const Policy policy = policyOf("gcra");
        std::vector<std::string> tokens;
        for (std::size_t i = 0; i < many; ++i)
            tokens.push_back("user:" + std::to_string(i));
        std::vector<TokenRequest> requests;
        std::vector<Subject> subjects;
        for (const std::string& token : tokens) {
            requests.push_back({token, 4});
            subjects.push_back(stateSubject(token, policy));
        }
        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquireMany(requests);
        if (Kind(kind) == Kind::Unblock)
            act(m_connection, changeOf(Kind::Block, policy, subjects));
        if (Kind(kind) == Kind::Lift)
            act(m_connection, changeOf(Kind::Override, policy, subjects));
        const Standing first = standing(policy, tokens.front());
        const Standing last = standing(policy, tokens.back());
        WatchedServer watched(m_connection);
        ChangeOutcome outcome = apply(watched, changeOf(Kind(kind), policy, subjects));
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(outcome.changed, many);
        QVERIFY(!(standing(policy, tokens.back()) == last));
        const Undoing undoing = undo(watched, outcome);
        QVERIFY2(!undoing.trouble, englishText(undoing.trouble.first).c_str());
        QCOMPARE(undoing.count(Undone::AsItWas), many);
        QVERIFY(standing(policy, tokens.front()) == first);
        QVERIFY(standing(policy, tokens.back()) == last);
        QVERIFY2(watched.longest <= 1100, std::to_string(watched.longest).c_str());
    }

    void aLostAnswerIsUncertain_data() { addKindsAlone(); }
    void aLostAnswerIsUncertain()
    {
        QFETCH(int, kind);
        const Policy policy = policyOf("gcra");
        prepare(policy, Kind(kind), false);
        const Standing before = standing(policy);
        const Change change = changeOf(Kind(kind), policy, {stateSubject("t", policy)});
        {
            WatchedServer losing(m_connection);
            losing.losesAt = 2; // the clock's comes
            const ChangeOutcome outcome = apply(losing, change);
            QVERIFY(outcome.trouble.uncertain);
            QCOMPARE(outcome.made, 0U);
            QVERIFY(!outcome.canUndo());
            QVERIFY_THROWS_EXCEPTION(Unavailable, std::rethrow_exception(outcome.trouble.cause));
        }
        m_connection.call({"FLUSHALL"});
        prepare(policy, Kind(kind), false);
        ChangeOutcome outcome = apply(m_connection, change);
        WatchedServer losing(m_connection);
        const bool ofUnits = Kind(kind) == Kind::Charge || Kind(kind) == Kind::GiveBack;
        losing.losesAt = ofUnits ? 5 : 1; // it looks before it gives anything back
        const Undoing undoing = undo(losing, outcome);
        QCOMPARE(undoing.count(Undone::Failed), 1U);
        QVERIFY(undoing.trouble.uncertain);
        // What can be done twice may be tried again; units may not.
        QCOMPARE(outcome.canUndo(), !ofUnits);
        undo(m_connection, outcome);
        QCOMPARE(standing(policy).used, before.used);
        QCOMPARE(standing(policy).verdict, before.verdict);
    }

    void whatWasMadeBeforeAnAnswerWasLostCanBeUndone()
    {
        const Policy policy = policyOf("gcra");
        std::vector<Subject> subjects;
        for (int i = 0; i < 1500; ++i)
            subjects.push_back(stateSubject(std::to_string(i), policy));
        WatchedServer losing(m_connection);
        losing.losesAt = 1400;
        ChangeOutcome outcome = apply(losing, changeOf(Kind::Block, policy, subjects));
        QVERIFY(outcome.trouble.uncertain);
        QCOMPARE(outcome.asked, 1500U);
        QCOMPARE(outcome.made, 1000U);
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), 1000U);
        QCOMPARE(number({"DBSIZE"}), 500);
    }

    void anOverrideIsOneThatTheAlgorithmTakes()
    {
        Policy policy{"api", "fixed-window", parseRules("5/min")};
        const auto previewOf = [&](const Subject& subject, const char* rules) {
            return preview(
                {OverrideIntent{parseRules(rules), 1h, {}, {}}, {subject}, {{"api", policy}}, "ops", "pays"});
        };
        const Subject control = controlSubject("t", "api");
        QVERIFY_THROWS_EXCEPTION(BadPolicy, previewOf(control, "100/min burst 10"));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, previewOf(stateSubject("t", policy), "100/min burst 10"));
        QCOMPARE(previewOf(control, "100/min").commands, 1U);
        policy.algorithm = "gcra";
        QVERIFY_THROWS_EXCEPTION(BadPolicy, previewOf(control, "9/44min + 9/91d")); // records of one tag
        QCOMPARE(previewOf(control, "100/min burst 10").commands, 1U);
    }

    void undoesWhatWasPublished()
    {
        PublishIntent publishing;
        publishing.policy.policy = policyOf("gcra");
        const auto change = [&](const char* rules, std::int64_t version) {
            publishing.policy.policy.rules = parseRules(rules);
            publishing.policy.version = version;
            return Change{publishing, {}, {}, "ops", "tried"};
        };
        const auto published = [&] {
            return findPublished(m_connection, "api");
        };
        ChangeOutcome first = act(m_connection, change("1/s", 0));
        ChangeOutcome second = act(m_connection, change("2/s", 1));
        QCOMPARE(second.publishing->version, 2);
        QVERIFY(second.publishing->former.has_value());
        QCOMPARE(undo(m_connection, first).count(Undone::CameSince), 1U);
        QCOMPARE(undo(m_connection, second).count(Undone::AsItWas), 1U);
        QCOMPARE(published()->version, 3);
        QCOMPARE(published()->policy.rules, parseRules("1/s"));
        QVERIFY(undo(m_connection, second).results.empty());

        // The first version is withdrawn, and the next goes on with its numbers.
        QCOMPARE(undo(m_connection, first).count(Undone::CameSince), 1U);
        QCOMPARE(undo(m_connection, first, true).count(Undone::AsItWas), 1U);
        QVERIFY(!published());
        const std::vector<PolicyVersion> history = policyHistory(m_connection, "api");
        QCOMPARE(history.size(), 4U);
        QCOMPARE(history.front().version, 4);
        QVERIFY(history.front().document.empty() && !history.front().policy);
        QCOMPARE(history.front().reason, std::string("undoes version 1: tried"));
        ChangeOutcome again = act(m_connection, change("3/s", 0));
        QCOMPARE(published()->version, 5);
        QCOMPARE(undo(m_connection, again).count(Undone::AsItWas), 1U);
        QVERIFY(!published());

        // What somebody has written by hand under the same number is not ours.
        act(m_connection, change("1/s", 0));
        ChangeOutcome mine = act(m_connection, change("4/s", published()->version));
        PublishedPolicy byHand = *published();
        byHand.policy.rules = parseRules("5/s");
        m_connection.call({"HSET", policiesKey, "api", policyDocument(byHand)});
        QCOMPARE(undo(m_connection, mine).count(Undone::CameSince), 1U);
        QCOMPARE(published()->policy.rules, parseRules("5/s"));
        QVERIFY(mine.canUndo());

        // What a program has announced since a removal is not ours, either, although it counts from 1.
        PublishIntent removing;
        removing.policy = *published();
        removing.removes = findDocument(m_connection, "api");
        ChangeOutcome removal = act(m_connection, {removing, {}, {}, "ops", "gone"});
        QVERIFY(!published());
        announcePolicy(m_connection, {"api", "gcra", parseRules("7/s")});
        QCOMPARE(undo(m_connection, removal).count(Undone::CameSince), 1U);
        QCOMPARE(published()->policy.rules, parseRules("7/s"));
        m_connection.call({"HDEL", policiesKey, "api"});
        QCOMPARE(undo(m_connection, removal).count(Undone::AsItWas), 1U);
        QCOMPARE(published()->policy.rules, parseRules("5/s"));

        // Another came first: that is an answer, and nothing to undo.
        const ChangeOutcome late = apply(m_connection, change("6/s", 1));
        QVERIFY(!late.trouble && !late.canUndo() && !late.publishing->published);
        QCOMPARE(late.publishing->other->policy.rules, parseRules("5/s"));

        // What would replace a later version is shown as it is sent: as the one after that.
        ChangeOutcome early = act(m_connection, change("8/s", published()->version));
        act(m_connection, change("9/s", published()->version));
        QCOMPARE(undo(m_connection, early).count(Undone::CameSince), 1U);
        std::string shown = previewUndo(early, true).first.front().text(4000);
        std::erase_if(shown, [](char c) { return c == '"' || c == '\\'; });
        const std::int64_t next = published()->version + 1;
        QVERIFY2(shown.find(fmt::format("version:{}", next)) != std::string::npos, shown.c_str());
        QCOMPARE(undo(m_connection, early, true).count(Undone::AsItWas), 1U);
        QCOMPARE(published()->version, next);
        QCOMPARE(published()->policy.rules, parseRules("5/s"));
    }

    // Otherwise every decision on the token would end with an error.
    void anOverrideThatNoDecisionCouldReadIsRefused()
    {
        const auto give = [&](const std::vector<std::string>& numbers) {
            Command command(scriptNamed("override"), 1);
            command.add(controlKey(RedisToken("t"))).add("api").add(0).add("why").add("ops");
            for (const std::string& number : numbers)
                command.add(number);
            m_connection.call(command);
        };
        for (const char* const wrong : {"-1", "nan", "inf", "1.5", "", "9007199254740992"}) {
            QVERIFY_THROWS_EXCEPTION(Error, give({wrong, "60000000", "0"}));
            QVERIFY_THROWS_EXCEPTION(Error, give({"5", "60000000", wrong}));
        }
        for (const char* const wrong : {"999", "140737488355328"})
            QVERIFY_THROWS_EXCEPTION(Error, give({"5", wrong, "0"}));
        QVERIFY_THROWS_EXCEPTION(Error, give(std::vector<std::string>(3 * 256, "1000")));
        QCOMPARE(m_connection.call({"EXISTS", controlKey(RedisToken("t"))}).view().integer(), 0);
        give({"5", "60000000", "0", "7", "140737488355327", "7"});
        QVERIFY(RedisRateLimiter(m_connection, policyOf("gcra")).peek("t").overridden);
    }

    void aUserWithoutTheRightIsTold()
    {
        const Policy policy = policyOf("gcra");
        m_connection.call({"ACL", "SETUSER", "reader", "on", "nopass", "+@read", "+@connection", "~*"});
        Connection reader(m_server.endpointOf("reader"), unhurried);
        for (const int kind : kinds()) {
            const ChangeOutcome outcome =
                apply(reader, changeOf(Kind(kind), policy, {stateSubject("t", policy)}));
            QCOMPARE(outcome.made, 0U);
            QVERIFY(!outcome.trouble.uncertain);
            QVERIFY_THROWS_EXCEPTION(Refused, std::rethrow_exception(outcome.trouble.cause));
        }
        QCOMPARE(number({"DBSIZE"}), 0);
        // What one may not undo, another may.
        ChangeOutcome block = act(m_connection, blockOf({"t", 1h, "r", "ops"}));
        QCOMPARE(undo(reader, block).count(Undone::Failed), 1U);
        QVERIFY(block.canUndo());
        QCOMPARE(undo(m_connection, block).count(Undone::AsItWas), 1U);
    }

    void aReplicaChangesNothing()
    {
        TestServer replica({"--replicaof", "127.0.0.1", "1", "--replica-serve-stale-data", "yes"});
        Connection connection(replica.endpoint(), unhurried);
        const Policy policy = policyOf("gcra");
        const ChangeOutcome outcome =
            apply(connection, changeOf(Kind::Block, policy, {stateSubject("t", policy)}));
        QCOMPARE(outcome.made, 0U);
        QVERIFY(!outcome.trouble.uncertain);
        QVERIFY_THROWS_EXCEPTION(Unavailable, std::rethrow_exception(outcome.trouble.cause));
    }
};

RATEWARDEN_SUITE(TestChange)
#include "tst_change.moc"
