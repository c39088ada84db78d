// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The audit trail: what it records of changes, when, what keeps it from that, and how changes are undone from
// it, by whomever, on a real server.
#include "core/admin/audit.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/intent_samples.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/watched_server.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;
using namespace std::string_literals;

namespace {

using Result = AuditEntry::Result;

const Policy auditedPolicy{"api", "sliding-log", parseRules("10/h + 12/day")};

Change auditedChange(Intent intent, std::vector<std::string> tokens = {"t"})
{
    Change change{std::move(intent), {}, {{auditedPolicy.name, auditedPolicy}}, "alice", "tested"};
    for (std::string& token : tokens)
        change.subjects.push_back(stateSubject(std::move(token), auditedPolicy));
    return change;
}

} // namespace

class TestAudit : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    AuditTrail m_alice{{"alice", "desk-1", "ratewarden 1.0", mirrorPath("alice")}};
    AuditTrail m_bob{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};

    std::filesystem::path mirrorPath(const char* name)
    {
        return std::filesystem::path(m_folder.path().toStdString()) / "state" / name;
    }
    std::vector<AuditEntry> entries(const AuditFilter& filter = {})
    {
        return readAudit(m_connection, filter).entries;
    }
    ChangeOutcome made(Change change, const AuditTrail& trail)
    {
        ChangeOutcome outcome = apply(m_connection, std::move(change), {&trail});
        if (outcome.trouble)
            qWarning("%s", englishText(outcome.trouble.first).c_str());
        return outcome;
    }
    struct Standing {
        std::string value;
        std::int64_t expires = 0;

        /// The moment that PTTL tells is right to what a busy server needs for two commands.
        bool operator==(const Standing& other) const
        {
            return value == other.value && std::abs(expires - other.expires) < 30'000;
        }
    };
    /// All keys but the trail, with their values.
    std::map<std::string, Standing> standing()
    {
        std::map<std::string, Standing> all;
        const Reply keys = m_connection.call({"KEYS", "*"});
        for (std::size_t i = 0; i < keys.view().size(); ++i) {
            const std::string key(keys.view()[i].string());
            if (key == auditKey || key == policyHistoryKey || key == policyNewestKey) // which only grow
                continue;
            if (m_connection.call({"TYPE", key}).view().string() == "hash") { // in no particular order
                const Reply fields = m_connection.call({"HGETALL", key});
                for (std::size_t k = 0; k + 1 < fields.view().size(); k += 2)
                    all[key + ' ' + std::string(fields.view()[k].string())].value =
                        fields.view()[k + 1].string();
                continue;
            }
            all[key] = {std::string(m_connection.call({"DUMP", key}).view().string()),
                        number({"PEXPIRETIME", key})};
        }
        return all;
    }

private Q_SLOTS:
    void cleanup()
    {
        m_connection.call({"FLUSHALL"});
        QFile::remove(QString::fromStdString(mirrorPath("alice").string()));
    }

    void saysWhoWhatWhenAndWhy()
    {
        RedisRateLimiter(m_connection, auditedPolicy).acquire("user:1", 4);
        made(auditedChange(BlockIntent{1h, {}, {}}, {"user:1", "user:2"}), m_alice);
        const std::vector<AuditEntry> all = entries();
        QCOMPARE(all.size(), 1U);
        const AuditEntry& entry = all.front();
        QCOMPARE(entry.by, std::string("alice"));
        QCOMPARE(entry.host, std::string("desk-1"));
        QCOMPARE(entry.program, std::string("ratewarden 1.0"));
        QCOMPARE(entry.act, std::string("block"));
        QCOMPARE(entry.reason, std::string("tested"));
        QCOMPARE(entry.tokens, (std::vector<std::string>{"user:1", "user:2"}));
        QVERIFY(entry.subjects == entry.change().subjects && entry.subjects.size() == 2); // of charts' marks
        QCOMPARE(entry.policies, std::vector<std::string>{"api"});
        QCOMPARE(entry.keys, (std::vector<std::string>{"rw:{user:1}:control", "rw:{user:2}:control"}));
        QCOMPARE(entry.commandCount, 2U);
        QVERIFY2(entry.commands.at(0).starts_with("EVALSHA block.lua 1 rw:{user:1}:control"),
                 entry.commands.at(0).c_str());
        QCOMPARE(int(entry.result), int(Result::Made));
        QCOMPARE(entry.changed, 2U);
        QVERIFY(std::chrono::abs(entry.at - readTime(m_connection.call({"TIME"}).view())) < 1min);
        QVERIFY(!entry.json().empty());
        QVERIFY(entry.json().find('\n') == std::string::npos);
        QCOMPARE(entry.beforeImages().size(), 2U);
    }

    // The console is killed between the entry and the change, or between the change and its result.
    void theEntryIsThereBeforeTheChange()
    {
        for (const int works : {1, 2}) {
            m_connection.call({"FLUSHALL"});
            WatchedServer breaking(m_connection); // as when the console is killed
            breaking.worksFor = works;
            const ChangeOutcome outcome = apply(breaking, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice});
            QCOMPARE(number({"EXISTS", controlKey(RedisToken("t"))}), works - 1);
            QCOMPARE(outcome.made, std::size_t(works - 1));
            QVERIFY(outcome.audit.incomplete);
            const std::vector<AuditEntry> all = entries();
            QCOMPARE(all.size(), 1U);
            QCOMPARE(int(all.front().result), int(Result::Open));
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, all.front().outcome());
        }
        // Without a server there is neither.
        m_connection.call({"FLUSHALL"});
        WatchedServer broken(m_connection);
        broken.worksFor = 0;
        const ChangeOutcome outcome = apply(broken, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice});
        QVERIFY(outcome.trouble && !outcome.audit.refused);
        QCOMPARE(number({"DBSIZE"}), 0);
    }

    void whatIsInvalidIsNotRecorded()
    {
        Change change = auditedChange(BlockIntent{1h, {}, {}});
        change.reason.clear();
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, apply(m_connection, change, {&m_alice}));
        QVERIFY(entries().empty());
    }

    void isBounded()
    {
        AuditSettings settings{"alice", "", ""};
        settings.mostChanges = 20;
        const AuditTrail trail(settings);
        for (int i = 0; i < 200; ++i)
            made(auditedChange(BlockIntent{1h, {}, {}}), trail);
        // Redis trims whole nodes, of 100 entries or 4 kB.
        QVERIFY2(number({"XLEN", auditKey}) <= 140, std::to_string(number({"XLEN", auditKey})).c_str());
        const AuditList list = readAudit(m_connection);
        QVERIFY(list.entries.size() >= 20);
        QCOMPARE(int(list.entries.back().result), int(Result::Made));
        // Few are asked for a few at a time; they are the same, and there are more.
        for (const std::size_t few : {std::size_t(1), std::size_t(13), std::size_t(19)}) {
            const AuditList some = readAudit(m_connection, {}, few);
            QCOMPARE(some.entries.size(), few);
            QVERIFY(!some.complete);
            QCOMPARE(some.entries.back().id, list.entries[few - 1].id);
        }
    }

    void withoutTheRightNothingIsChangedUnlessThatIsWanted()
    {
        m_connection.call({"ACL", "SETUSER", "operator", "reset", "on", "nopass", "+@all", "~rw:{*"});
        Connection other(m_server.endpointOf("operator"), unhurried);
        const ChangeOutcome refused = apply(other, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice});
        QVERIFY(refused.trouble && refused.audit.refused && refused.audit.canGoOn);
        QVERIFY(!refused.trouble.uncertain);
        QCOMPARE(refused.audit.right, std::string("~rw:audit"));
        QVERIFY_THROWS_EXCEPTION(Refused, std::rethrow_exception(refused.trouble.cause));
        QCOMPARE(number({"DBSIZE"}), 0);

        const ChangeOutcome allowed = apply(other, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice, false});
        QVERIFY(!allowed.trouble && allowed.audit.refused);
        QCOMPARE(allowed.made, 1U);
        QCOMPARE(number({"DBSIZE"}), 1);
        // This machine keeps it all the same.
        const std::vector<AuditEntry> here = readAudit(m_alice.mirror()).entries;
        QCOMPARE(here.size(), 2U);
        QVERIFY(here.front().id.starts_with("local-"));
        QCOMPARE(int(here.front().result), int(Result::Made));
        QCOMPARE(int(here.back().result), int(Result::Open));

        ChangeOutcome again = allowed;
        const Undoing undoing = undo(other, again, false, {&m_alice});
        QVERIFY(undoing.trouble && undoing.audit.refused);
        QCOMPARE(undoing.count(Undone::Failed), 1U);
        QVERIFY(again.canUndo());
        QCOMPARE(undo(other, again, false, {&m_alice, false}).count(Undone::AsItWas), 1U);
        QCOMPARE(number({"DBSIZE"}), 0);
    }

    void anotherTypeInItsPlaceIsRefused()
    {
        m_connection.call({"SET", auditKey, "mine"});
        const ChangeOutcome refused = apply(m_connection, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice});
        QVERIFY(refused.trouble && refused.audit.refused && refused.audit.canGoOn);
        QCOMPARE(number({"DBSIZE"}), 1);
    }

    void withoutMemoryItIsAsked()
    {
        made(auditedChange(BlockIntent{1h, {}, {}}), m_alice);
        m_connection.call({"CONFIG", "SET", "maxmemory", "1"});
        const ChangeOutcome full = apply(m_connection, auditedChange(UnblockIntent{}), {&m_alice});
        m_connection.call({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(full.audit.refused && full.audit.canGoOn);
        QCOMPARE(number({"EXISTS", controlKey(RedisToken("t"))}), 1);
    }

    void aReplicaTakesNeither()
    {
        TestServer replica({"--replicaof", "127.0.0.1", "1", "--replica-serve-stale-data", "yes"});
        Connection connection(replica.endpoint(), unhurried);
        const ChangeOutcome outcome = apply(connection, auditedChange(BlockIntent{1h, {}, {}}), {&m_alice});
        QVERIFY(outcome.trouble && outcome.audit.refused && !outcome.audit.canGoOn);
        QCOMPARE(outcome.made, 0U);
    }

    void anotherConsoleUndoes_data()
    {
        QTest::addColumn<int>("kind");
        std::vector<const char*> names{"delete keys", "expire key", "rename",
                                       "publish",     "version",    "remove policy"};
        std::ranges::transform(intentSamples, std::back_inserter(names), &IntentSample::name);
        for (std::size_t i = 0; i < names.size(); ++i)
            QTest::newRow(names[i]) << int(i);
    }
    void anotherConsoleUndoes()
    {
        QFETCH(int, kind);
        RedisRateLimiter limiter(m_connection, auditedPolicy);
        limiter.acquire("t", 4);
        blockToken(m_connection, {"t", 3h, "before \xff", "carol"});
        overrideToken(m_connection,
                      {"t", "api", parseRules("9/h + 11/day"), std::nullopt, "before", "carol"});
        constexpr int firstOfTokens = 6;
        const Intent* const intent =
            kind < firstOfTokens ? nullptr : &intentSamples.at(std::size_t(kind - firstOfTokens)).intent;
        const bool isOfUnits = intent && traitsOf(*intent).on == ActOn::Charges;
        const bool isOfVersion = kind == 4 || kind == 5;
        if (isOfUnits) // what is blocked cannot be charged
            unblockToken(m_connection, "t");
        m_connection.call({"SET", "plain\xff%", std::string("a\0b\xfe", 4), "EX", "5000"});
        PublishIntent publishing;
        publishing.policy.policy = auditedPolicy;
        if (isOfVersion) {
            act(m_connection, {publishing, {}, {}, "carol", "first"});
            publishing.policy.version = 1;
            publishing.policy.policy.rules = parseRules("1/s");
        }
        PublishIntent removal = publishing;
        removal.removes = findDocument(m_connection, "api");
        const std::vector<Change> others{
            {KeyIntent{{"plain\xff%"}, DeleteKeys{}}, {}, {}, "", "tested"},
            {KeyIntent{{"plain\xff%"}, ExpireKeys{}}, {}, {}, "", "tested"},
            {KeyIntent{{"plain\xff%"}, RenameKey{"other\xfe"}}, {}, {}, "", "tested"},
            {publishing, {}, {}, "alice", "tested"},
            {publishing, {}, {}, "alice", "tested"},
            {removal, {}, {}, "alice", "tested"}};
        Change change = intent ? sampleChange(m_connection, std::size_t(kind - firstOfTokens), auditedPolicy)
                               : others.at(std::size_t(kind));
        change.by = "alice";
        const auto before = standing();
        const Units used = limiter.peek("t").usage.at(0).used;
        const ChangeOutcome outcome = made(change, m_alice);
        QCOMPARE(outcome.changed, 1U);
        QVERIFY(standing() != before);
        const std::vector<AuditEntry> recorded = entries();
        QCOMPARE(recorded.size(), 1U);
        QCOMPARE(recorded.front().id, outcome.audit.id);
        QVERIFY(!recorded.front().beforeImages().empty());
        if (intent) {
            const bool hasValues =
                std::visit([]<class One>(const One&) { return !std::is_empty_v<One>; }, *intent);
            QCOMPARE(recorded.front().begun.find("\"intent\"") != std::string::npos, hasValues);
            QCOMPARE(std::get<Intent>(recorded.front().change().intent).index(), intent->index());
        }

        // All that the other one has is the server.
        Connection connection(m_server.endpoint(), unhurried);
        const auto there = standing();
        const Undoing foreseen = foreseeUndo(connection, recorded.front().outcome());
        QVERIFY2(!foreseen.trouble, englishText(foreseen.trouble.first).c_str());
        QCOMPARE(foreseen.count(Undone::AsItWas), 1U);
        QVERIFY(standing() == there && entries().size() == 1);
        const AuditUndo undone = undoFromTrail(connection, recorded.front().id, {&m_bob});
        QVERIFY2(!undone.undoing.trouble, englishText(undone.undoing.trouble.first).c_str());
        QCOMPARE(undone.undoing.count(Undone::AsItWas), 1U);
        QVERIFY(!undone.outcome.canUndo());
        if (isOfUnits) // the times of its entries differ
            QCOMPARE(limiter.peek("t").usage.at(0).used, used);
        else if (isOfVersion) // by a version of its own
            QCOMPARE(findPublished(m_connection, "api")->policy.rules, auditedPolicy.rules);
        else
            QVERIFY(standing() == before);

        const std::vector<AuditEntry> both = entries();
        QCOMPARE(both.size(), 2U);
        QCOMPARE(both.front().act, std::string("undo"));
        QCOMPARE(both.front().by, std::string("bob"));
        QCOMPARE(both.front().undoes, both.back().id);
        QCOMPARE(both.front().tokens, both.back().tokens);
        QCOMPARE(int(both.front().result), int(Result::Made));
        QCOMPARE(both.back().undoneBy, both.front().id);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, undoFromTrail(connection, both.back().id, {&m_bob}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, undoFromTrail(connection, both.front().id, {&m_bob}));
    }

    // A dry run says what the undo then does, whatever has happened since to whatever kind of change.
    void whatCameSinceIsForeseen_data()
    {
        QTest::addColumn<int>("kind");
        const std::vector<const char*> names{"block",      "unblock",   "override",      "lift",
                                             "gcra reset", "log reset", "charge",        "give back",
                                             "delete",     "expire",    "rename",        "publish",
                                             "remove",     "foreign",   "foreign charge"};
        for (std::size_t i = 0; i < names.size(); ++i)
            QTest::newRow(names[i]) << int(i);
    }
    void whatCameSinceIsForeseen()
    {
        QFETCH(int, kind);
        const Policy gcra{"smooth", "gcra", parseRules("20/h")};
        const auto of = [&](Intent intent, const Policy& its) {
            return Change{std::move(intent), {stateSubject("t", its)}, {{its.name, its}}, "alice", "tested"};
        };
        RedisRateLimiter log(m_connection, auditedPolicy);
        RedisRateLimiter smooth(m_connection, gcra);
        log.acquire("t", 4);
        smooth.acquire("t", 4);
        if (kind == 1)
            blockToken(m_connection, {"t", 3h, "before", "carol"});
        if (kind == 3)
            overrideToken(m_connection, {"t", "api", parseRules("9/h"), std::nullopt, "before", "carol"});
        m_connection.call({"SET", "plain", "v", "EX", "5000"});
        m_connection.call({"SET", "rl:192.0.2.7", "5", "PX", "60000"});
        const Policy foreign{"rl", "fixed-window", parseRules("100/min"), false, false, "rate-limit-redis"};
        const auto ofForeign = [&](Intent intent) {
            const auto found = recogniseOnServer(m_connection, "rl:192.0.2.7", foreign.rules);
            Change change{std::move(intent), {found->subject}, {}, "alice", "tested"};
            change.policies[found->subject.policy] =
                found->subject.format->policyFor(found->subject, foreign.rules);
            return change;
        };
        PublishIntent publishing;
        publishing.policy.policy = auditedPolicy;
        if (kind == 12) {
            act(m_connection, {publishing, {}, {}, "carol", "first"});
            publishing.removes = findDocument(m_connection, "api");
        }
        const std::vector<Change> changes{auditedChange(BlockIntent{1h, {}, {}}),
                                          auditedChange(UnblockIntent{}),
                                          auditedChange(OverrideIntent{parseRules("7/h"), 2h, {}, {}}),
                                          auditedChange(LiftOverrideIntent{}),
                                          of(ResetIntent{}, gcra),
                                          of(ResetIntent{}, auditedPolicy),
                                          of(ChargeIntent{3}, gcra),
                                          of(GiveBackIntent{3}, gcra),
                                          {KeyIntent{{"plain"}, DeleteKeys{}}, {}, {}, "", "tested"},
                                          {KeyIntent{{"plain"}, ExpireKeys{}}, {}, {}, "", "tested"},
                                          {KeyIntent{{"plain"}, RenameKey{"other"}}, {}, {}, "", "tested"},
                                          {publishing, {}, {}, "alice", "tested"},
                                          {publishing, {}, {}, "alice", "tested"},
                                          ofForeign(BlockIntent{1h, {}, {}}),
                                          ofForeign(ChargeIntent{3})};
        ChangeOutcome outcome = made(changes.at(std::size_t(kind)), m_alice);
        QCOMPARE(outcome.undoable.size(), 1U);
        const auto foreseen = [&] {
            const Undoing seen = foreseeUndo(m_connection, outcome);
            if (seen.trouble)
                qWarning("%s", englishText(seen.trouble.first).c_str());
            return seen.results.at(0).result;
        };
        QCOMPARE(int(foreseen()), int(Undone::AsItWas));

        if (kind <= 1) {
            blockToken(m_connection, {"t", 30min, "since", "carol"});
        } else if (kind <= 3) {
            overrideToken(m_connection, {"t", "api", parseRules("3/h"), std::nullopt, "since", "carol"});
        } else if (kind <= 7) {
            log.acquire("t", 1);
            kind == 6 ? void(smooth.giveBack("t", 6)) : void(smooth.acquire("t", 1));
        } else if (kind <= 10) {
            m_connection.call({"SET", kind == 10 ? "other" : "plain", "theirs"});
        } else if (kind == 11) {
            PublishIntent newer;
            newer.policy.policy = gcra;
            newer.policy.policy.name = "api";
            newer.policy.version = 1;
            act(m_connection, {newer, {}, {}, "carol", "since"});
        } else if (kind == 12) {
            PublishIntent again;
            again.policy.policy = auditedPolicy;
            again.policy.version = findPublished(m_connection, "api") ? 1 : 0;
            act(m_connection, {again, {}, {}, "carol", "since"});
        } else {
            m_connection.call({"SET", "rl:192.0.2.7", "77", "KEEPTTL"});
        }
        const Undone result = foreseen();
        const Undoing undone = undo(m_connection, outcome);
        QVERIFY2(!undone.trouble, englishText(undone.trouble.first).c_str());
        QCOMPARE(int(result), int(undone.results.at(0).result));
        const bool isMerged = kind == 5;
        const bool staysPossible = kind == 7; // there is room to charge the units again
        QCOMPARE(int(result), int(isMerged        ? Undone::Merged
                                  : staysPossible ? Undone::AsItWas
                                                  : Undone::CameSince));
    }

    // Who may write the trail tells nobody whose keys are whose.
    void anEntryPutsNoPrefixIntoUse()
    {
        m_connection.call({"SET", "sess:a", "5", "PX", "60000"});
        const auto found = recogniseOnServer(m_connection, "sess:a", {}, "rate-limiter-flexible");
        QVERIFY(found);
        Change change{BlockIntent{1h, {}, {}}, {found->subject}, {}, "alice", "tested"};
        change.policies[found->subject.policy] =
            found->subject.format->policyFor(found->subject, parseRules("100/min"));
        made(change, m_alice);
        QCOMPARE(m_connection.call({"GET", "sess:a"}).view().string(), std::string_view("101"));
        const auto before = currentCatalogue();
        ChangeOutcome outcome = entries().front().outcome();
        QVERIFY(currentCatalogue() == before);
        for (const auto& format : before->all())
            QVERIFY(format->prefix() == nullptr);
        QVERIFY(!recogniseOnServer(m_connection, "sess:a"));
        QCOMPARE(int(foreseeUndo(m_connection, outcome).results.at(0).result), int(Undone::AsItWas));
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), 1U);
        QCOMPARE(m_connection.call({"GET", "sess:a"}).view().string(), std::string_view("5"));
    }

    void whatCameSinceStays()
    {
        const ChangeOutcome block = made(auditedChange(BlockIntent{1h, {}, {}}), m_alice);
        blockToken(m_connection, {"t", 30min, "since", "carol"});
        AuditUndo undone = undoFromTrail(m_connection, block.audit.id, {&m_bob});
        QCOMPARE(undone.undoing.count(Undone::CameSince), 1U);
        QCOMPARE(findBlock(m_connection, "t")->reason, std::string("since"));
        QCOMPARE(int(entries().front().result), int(Result::Failed));
        QVERIFY(entries().back().undoneBy.empty());
        // It was asked for all the same.
        QCOMPARE(undo(m_connection, undone.outcome, true, {&m_bob}).count(Undone::AsItWas), 1U);
        QVERIFY(!findBlock(m_connection, "t"));
        QVERIFY(!entries().back().undoneBy.empty());
    }

    // Of those that were undone nothing is undone again, by whomever; of the others it can be.
    void theRestOfAPartialUndoCanBeUndone()
    {
        RedisRateLimiter limiter(m_connection, auditedPolicy);
        limiter.acquire("a", 4);
        limiter.acquire("b", 4);
        blockToken(m_connection, {"a", 3h, "before", "carol"});
        ChangeOutcome mine = made(auditedChange(BlockIntent{1h, {}, {}}, {"a", "b"}), m_alice);
        ChangeOutcome old = entries().front().outcome();
        blockToken(m_connection, {"b", 2h, "since", "carol"});
        QCOMPARE(undo(m_connection, mine, false, {&m_alice}).count(Undone::AsItWas), 1U);
        QCOMPARE(mine.undoable.size(), 1U);
        const AuditEntry partly = entries().back();
        QVERIFY(partly.undoneBy.empty());
        QCOMPARE(partly.partlyBy, entries().front().id);
        QCOMPARE(partly.left, std::vector<std::uint32_t>{1});
        QCOMPARE(partly.outcome().undoable.size(), 1U);
        // Who does not know of it stands on nothing.
        QVERIFY(undo(m_connection, old, true, {&m_bob}).trouble);
        QCOMPARE(findBlock(m_connection, "a")->reason, std::string("before"));
        const AuditUndo rest = undoFromTrail(m_connection, partly.id, {&m_bob}, true);
        QVERIFY2(!rest.undoing.trouble, englishText(rest.undoing.trouble.first).c_str());
        QCOMPARE(rest.undoing.count(Undone::AsItWas), 1U);
        QVERIFY(!findBlock(m_connection, "b"));
        QVERIFY(!entries().back().undoneBy.empty());
        // The first one knows only of its own.
        QVERIFY(undo(m_connection, mine, true, {&m_alice}).trouble);
    }

    // A reset of a log could be put back twice, as what is there is merged.
    void twoConsolesUndoOnce()
    {
        RedisRateLimiter limiter(m_connection, auditedPolicy);
        limiter.acquire("t", 4);
        ChangeOutcome mine = made(auditedChange(ResetIntent{}), m_alice);
        ChangeOutcome theirs = entries().front().outcome();
        QCOMPARE(undo(m_connection, theirs, false, {&m_bob}).count(Undone::AsItWas), 1U);
        const Undoing late = undo(m_connection, mine, false, {&m_alice});
        QCOMPARE(late.count(Undone::Failed), 1U);
        QVERIFY(englishText(late.trouble.first).find("bob") != std::string::npos);
        QVERIFY(!mine.canUndo());
        QCOMPARE(limiter.peek("t").usage.at(0).used, 4);
        QCOMPARE(int(entries().front().result), int(Result::Failed));
    }

    void hostileBytesSurvive()
    {
        const std::string token = "%41\xff\0\n\"\x1b[31m\xe2\x80\xae{}\\"s;
        Change change = auditedChange(BlockIntent{1h, {}, {}}, {token});
        change.by = "ev\xfel";
        change.reason = "because \xff\n%25";
        made(change, m_alice);
        for (const AuditList& list : {readAudit(m_connection), readAudit(m_alice.mirror())}) {
            QCOMPARE(list.entries.size(), 1U);
            const AuditEntry& entry = list.entries.front();
            QCOMPARE(entry.tokens, std::vector<std::string>{token});
            QCOMPARE(entry.by, change.by);
            QCOMPARE(entry.reason, change.reason);
            QVERIFY(entry.json().find('\x1b') == std::string::npos);
            QCOMPARE(entry.change().subjects.at(0).token, token);
        }
        AuditFilter filter;
        filter.tokens = {token};
        QCOMPARE(entries(filter).size(), 1U);
        QCOMPARE(undoFromTrail(m_connection, entries().front().id, {&m_bob}).undoing.count(Undone::AsItWas),
                 1U);

        // What is to be put back may be damaged, or made up.
        for (const char* const former : {"0", "7%04%00%00%00abcd", "0%FF%FF%FF%7Fx"}) {
            AuditEntry forged = readAudit(m_connection).entries.back();
            const std::string begins = "\"before\":[[0,\"";
            forged.completed = forged.completed.substr(0, forged.completed.find(begins) + begins.size()) +
                               former + "\",0,0,0,0]]}";
            ChangeOutcome outcome = forged.outcome();
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, undo(m_connection, outcome, false, {&m_bob}));
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, previewUndo(outcome, true));
        }

        // Whatever stands in the stream, the rest is read.
        m_connection.call({"XADD", auditKey, "*", "kind", "begun", "document", "{\"act\":7}"});
        m_connection.call({"XADD", auditKey, "*", "kind", "begun", "document", "[1"});
        m_connection.call({"XADD", auditKey, "*", "a", "b"});
        m_connection.call({"XADD", auditKey, "*", "kind", "begun", "document",
                           "{\"act\":\"block\",\"subjects\":[[\"x\"]],\"intent\":{}}"});
        m_connection.call({"XADD", auditKey, "*", "kind", "begun", "document", "{\"act\":\"n\xc3\xa9w\"}"});
        const AuditList list = readAudit(m_connection);
        QCOMPARE(list.unreadable, 4U);
        QCOMPARE(list.entries.size(), 3U);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, list.entries.front().change());
    }

    void aDamagedEntrySaysSo_data()
    {
        QTest::addColumn<QByteArray>("begun");
        QTest::addColumn<QByteArray>("completed");
        const QByteArray begun = R"({"act":"block","intent":{"for_us":3600000000},"reason":"x","tokens":1,)"
                                 R"("subjects":[["t","","ratewarden/control"]]})";
        const auto completed = [](const QByteArray& before) -> QByteArray {
            return R"({"asked":1,"made":1,"changed":1,"uncertain":false,"trouble":null,"before":)" + before +
                   "}";
        };
        const QByteArray sound = R"([[0,"",0,1,2,0]])";
        const QByteArray keys = R"({"act":"block","intent":{"for_us":1,"keys":["k"]}})";
        const QByteArray otherAct =
            R"({"act":"delete-keys","of":"block","intent":{"for_us":1,"keys":["k"]}})";
        const QByteArray publishing = R"({"act":"publish","intent":{"policy":"api","version":1}})";
        QTest::newRow("names no subject")
            << QByteArray(R"({"act":"block","intent":{"for_us":1}})") << completed(sound);
        QTest::newRow("names keys in place of subjects") << keys << completed(sound);
        QTest::newRow("names another act") << otherAct << completed(R"([[0,"1:x",0,1,2,0]])");
        QTest::newRow("fewer units than none") << begun << completed(R"([[0,"",-1,1,2,0]])");
        QTest::newRow("another subject") << begun << completed(R"([[1,"",0,1,2,0]])");
        QTest::newRow("a place beyond all") << begun << completed(R"([[4294967296,"",0,1,2,0]])");
        QTest::newRow("a place below all") << begun << completed(R"([[-1,"",0,1,2,0]])");
        for (const char* const before :
             {"0", "\"x\"", "{}", "[0]", "[[0]]", "[[0,\"\",0,1,2]]", R"([["a","",0,1,2,0]])",
              R"([[0,0,0,1,2,0]])", R"([[0,"",0,1e33,2,0]])", R"([[0,"",0,0.5,2,0]])",
              R"([[0,"",0,99999999999999999999,2,0]])", R"([[0,"",null,1,2,0]])"})
            QTest::newRow(before) << begun << completed(before);
        QTest::newRow("lists in lists")
            << begun << completed(QByteArray(200'000, '[') + QByteArray(200'000, ']'));
        QTest::newRow("no result") << begun << QByteArray(R"({"asked":"1"})");
        QTest::newRow("cut short") << begun << QByteArray(R"({"asked":1,"made")");
        QTest::newRow("no text before") << publishing
                                        << QByteArray(R"({"asked":1,"made":1,"changed":1,"published":true,)"
                                                      R"("version":2,"document":"{}","former":7})");
    }
    // Whatever it is that somebody wrote there: it is listed as damaged, hides no other, and is not undone.
    void aDamagedEntrySaysSo()
    {
        QFETCH(QByteArray, begun);
        QFETCH(QByteArray, completed);
        made(auditedChange(BlockIntent{1h, {}, {}}), m_alice);
        const Reply id = m_connection.call(
            {"XADD", auditKey, "*", "kind", "begun", "by", "eve", "document", begun.toStdString()});
        m_connection.call({"XADD", auditKey, "*", "kind", "completed", "of", std::string(id.view().string()),
                           "document", completed.toStdString()});
        const AuditList list = readAudit(m_connection);
        QCOMPARE(list.unreadable, 0U);
        QCOMPARE(list.entries.size(), 2U);
        QVERIFY(!list.entries.back().damaged && !list.entries.back().beforeImages().empty());
        const AuditEntry& entry = list.entries.front();
        QVERIFY(entry.damaged);
        QVERIFY(entry.json().find("\"damaged\":true") != std::string::npos);
        const auto refuses = [](const auto& run) {
            try {
                run();
                return false;
            } catch (const InvalidArgument& error) {
                return error.what() == "its entry in the audit trail is damaged"s;
            }
        };
        QVERIFY(refuses([&] { entry.beforeImages(); }));
        QVERIFY(refuses([&] { undoFromTrail(m_connection, entry.id, {&m_bob}); }));
        QVERIFY(refuses([&] { previewUndo(entry.outcome(), false); }));
    }

    void largeChangesAreCutAndSaySo()
    {
        std::vector<std::string> tokens;
        for (int i = 0; i < 3000; ++i)
            tokens.push_back("user:" + std::to_string(i));
        ChangeOutcome block = made(auditedChange(BlockIntent{1h, {}, {}}, tokens), m_alice);
        QCOMPARE(block.changed, 3000U);
        const AuditEntry entry = entries().front();
        QVERIFY(entry.cut);
        QCOMPARE(entry.tokenCount, 3000U);
        QVERIFY(entry.tokens.size() > 1000 && entry.tokens.size() < 3000);
        QVERIFY(entry.begun.size() + entry.completed.size() < 200'000);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, undoFromTrail(m_connection, entry.id, {&m_bob}));
        AuditFilter filter;
        filter.tokens = {"user:2999"};
        const AuditList last = readAudit(m_connection, filter);
        QVERIFY(last.entries.empty());
        QCOMPARE(last.maybe, 1U);
        filter.tokens = {"user:0"};
        QCOMPARE(readAudit(m_connection, filter).entries.size(), 1U);
        // The console that made it has kept what was there.
        QCOMPARE(undo(m_connection, block, false, {&m_alice}).count(Undone::AsItWas), 3000U);
    }

    void findsByTokenPolicyAuthorAndTime()
    {
        made(auditedChange(BlockIntent{1h, {}, {}}, {"a"}), m_alice);
        Change bobs = auditedChange(BlockIntent{1h, {}, {}}, {"b"});
        bobs.by = "bob";
        made(bobs, m_bob);
        made({KeyIntent{{"plain"}, DeleteKeys{}}, {}, {}, "", ""}, m_alice);
        const auto count = [&](const AuditFilter& filter) {
            return entries(filter).size();
        };
        QCOMPARE(count({}), 3U);
        QCOMPARE(count({.tokens = {"a"}}), 1U);
        QCOMPARE(count({.tokens = {"a", "b"}}), 2U);
        QCOMPARE(count({.tokens = {"plain"}}), 1U);
        QCOMPARE(count({.policy = "api"}), 2U);
        QCOMPARE(count({.policy = "other"}), 0U);
        QCOMPARE(count({.by = "bob"}), 1U);
        const Instant now = readTime(m_connection.call({"TIME"}).view());
        QCOMPARE(count({.since = now + 1s}), 0U);
        QCOMPARE(count({.since = now - 1min}), 3U);
        QCOMPARE(count({.before = now - 1min}), 0U);
        QCOMPARE(readAudit(m_connection, {}, 2).entries.size(), 2U);
        QVERIFY(!readAudit(m_connection, {}, 2).complete);
        QVERIFY(readAudit(m_connection, {}, 3).complete);
    }

    void oldEntriesAreTrimmed()
    {
        m_connection.call({"XADD", auditKey, "1000-0", "kind", "begun", "document", "{\"act\":\"reset\"}"});
        made(auditedChange(BlockIntent{1h, {}, {}}), m_alice);
        QCOMPARE(trimAudit(m_connection, Instant(2s)), 1);
        QCOMPARE(entries().size(), 1U);
    }

    void theFileIsPrivateAndBounded()
    {
        const std::filesystem::path path = mirrorPath("bounded");
        const AuditMirror mirror(path, 1000);
        for (int i = 0; i < 500; ++i)
            QCOMPARE(mirror.append("line " + std::to_string(i)), std::string());
        QCOMPARE(QFile::permissions(QString::fromStdString(path.string())) &
                     (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup | QFile::WriteOther),
                 QFile::Permissions());
        const std::vector<std::string> lines = mirror.lines();
        QCOMPARE(lines.back(), std::string("line 499"));
        QVERIFY(lines.size() >= 90 && lines.size() < 250);
        QVERIFY(std::filesystem::file_size(path) <= 1010);
        QVERIFY(AuditMirror(mirrorPath("none")).lines().empty());
    }

    void whatIsNoFileIsNotWaitedFor()
    {
        const std::filesystem::path pipe = mirrorPath("pipe");
        std::filesystem::create_directories(pipe.parent_path());
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        QVERIFY(!AuditMirror(pipe).append("line").empty()); // nobody reads
        const int reader = open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
        QVERIFY(AuditMirror(pipe).append("line").find("no regular file") != std::string::npos);
        close(reader);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, AuditMirror(pipe).lines());
    }

    void aFileThatCannotBeWrittenIsAWarning()
    {
        AuditSettings settings{"alice", "", "", "/proc/no/such/folder/audit.jsonl"};
        const AuditTrail trail(settings);
        const ChangeOutcome outcome = made(auditedChange(BlockIntent{1h, {}, {}}), trail);
        QCOMPARE(outcome.made, 1U);
        QVERIFY(!outcome.audit.mirror.empty());
        QCOMPARE(entries().size(), 1U);
    }

    void whoReadsOnlyMayReadTheTrail()
    {
        made(auditedChange(BlockIntent{1h, {}, {}}), m_alice);
        m_connection.call(
            {"ACL", "SETUSER", "viewer", "reset", "on", "nopass", "+@read", "+@connection", "~rw:*"});
        Connection viewer(m_server.endpointOf("viewer"), unhurried);
        QCOMPARE(readAudit(viewer).entries.size(), 1U);
    }
};

RATEWARDEN_SUITE(TestAudit)
#include "tst_audit.moc"
