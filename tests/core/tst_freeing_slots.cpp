// SPDX-License-Identifier: GPL-3.0-or-later
// Requests in flight as they are shown, and freed by hand: ours and those of other limiters alike.
#include "core/admin/audit.h"
#include "core/formats/foreign/catalogue_format.h"
#include "core/formats/leased_units.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/tokens/reader.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"

#include <fmt/format.h>

#include <QTest>

#include <map>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Policy atWork{"work", "in-flight", parseRules("5 at once for 1h + 100/min")};
const char* const keyOfOurs = "rw:{t}:work:slots";
const char* const liteKey = "{api_key:9f86d081884c7d65}:max_parallel_requests";
const char* const apisixKey = "limit_conn:203.0.113.9";
const char* const difyKey = "dify:rate_limit:app-1:active_requests";

std::vector<std::string> namesOf(const std::vector<TakenSlot>& slots)
{
    std::vector<std::string> names;
    for (const TakenSlot& slot : slots)
        names.push_back(slot.name);
    return names;
}

} // namespace

class TestFreeingSlots : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    Instant now() { return readTime(ask({"TIME"}).view()); }

    // One that lives for an hour from when it was taken; what it is called.
    std::string take(const std::string& key, const std::string& name, Micros ago)
    {
        const Instant taken = now() - ago;
        const std::int64_t micros = taken.time_since_epoch().count();
        if (key == keyOfOurs) {
            const std::string own = std::to_string(micros);
            ask({"ZADD", key, fmt::format("-{}", micros + Micros(1h).count()), own});
            ask({"PEXPIRE", key, "3600000"});
            return own;
        }
        const double seconds = double(micros) / 1e6;
        if (key == difyKey) {
            ask({"HSET", key, name, fmt::format("{:.3f}", seconds)});
            ask({"PEXPIRE", key, "3600000"});
            return name;
        }
        ask({"ZADD", key,
             key == apisixKey ? fmt::format("{:.0f}", seconds + 3600) : fmt::format("{:.3f}", seconds),
             name});
        ask({"PEXPIRE", key, "3600000"});
        return name;
    }

    void release(const std::string& key, const std::string& slot)
    {
        ask({key == difyKey ? "HDEL" : "ZREM", key, slot});
    }

    Subject subjectOf(const std::string& key)
    {
        return key == keyOfOurs ? stateSubject("t", atWork) : recogniseOnServer(m_connection, key)->subject;
    }
    Policy policyOf(const Subject& subject)
    {
        return subject.format->isOurs() ? atWork
                                        : subject.format->policyFor(subject, parseRules("5 at once for 1h"));
    }
    Reading read(const Subject& subject)
    {
        const Policy policy = policyOf(subject);
        return readDetails(m_connection, {&subject, 1}, [&](const Subject&) { return &policy; })
            .front()
            .reading;
    }
    Change freeing(const Subject& subject, Micros olderThan)
    {
        return {FreeSlotsIntent{olderThan},
                {subject},
                {{subject.policy, policyOf(subject)}},
                "ops",
                "its worker is gone"};
    }
    // Each slot, and what it holds.
    std::map<std::string, std::string> members(const std::string& key)
    {
        const Reply reply =
            key == difyKey ? ask({"HGETALL", key}) : ask({"ZRANGE", key, "0", "-1", "WITHSCORES"});
        std::map<std::string, std::string> all;
        for (std::size_t i = 0; i + 1 < reply.view().size(); i += 2)
            all.emplace(reply.view()[i].string(), reply.view()[i + 1].string());
        return all;
    }

    static void addKeys()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("ours") << keyOfOurs;
        QTest::newRow("by when they were taken") << liteKey;
        QTest::newRow("by their ends") << apisixKey;
        QTest::newRow("fields of a hash") << difyKey;
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void areRead_data() { addKeys(); }
    void areRead()
    {
        QFETCH(QString, key);
        const std::string in = key.toStdString();
        const Instant begun = now();
        const std::string old = take(in, "old", 43min);
        const std::string young = take(in, "young", 4s);
        take(in, "ended", 61min);
        const Reading reading = read(subjectOf(in));
        QCOMPARE(namesOf(reading.inFlight), (std::vector{old, young}));
        constexpr auto whole = 1100ms; // APISIX has whole seconds
        for (const auto& [slot, ago] :
             {std::pair(reading.inFlight[0], Micros(43min)), std::pair(reading.inFlight[1], Micros(4s))}) {
            QVERIFY(*slot.taken > begun - ago - whole && *slot.taken < reading.at - ago + whole);
            QVERIFY(*slot.ends > *slot.taken + 1h - whole && *slot.ends < *slot.taken + 1h + whole);
        }
        const RuleUsage& usage = reading.decision->usage[0];
        QVERIFY(usage.rule.atOnce);
        QCOMPARE(notation(usage.rule), std::string("5 at once for 1h"));
        QCOMPARE(usage.used, 2);
    }

    // As a format file calls whose they are.
    void theirHoldersAreRead()
    {
        const FormatFile file = parseFormatFile("mine.json", R"({"format": "mine", "title": "Mine",
            "versions": "1", "source": "here", "tier": "safe", "shape": "slots", "clock": "server",
            "ttl": {"from": "newest"}, "denied": "nothing",
            "keys": {"main": {"name": "mine:{token}", "type": "zset", "element": "{holder}/{request:hex8}",
                "score": "{time:s}"}},
            "samples": [{"keys": {"mine:a": {"type": "zset", "pttl": 60000,
                "entries": [["worker-3/0123abcd", "1795229600"]]}}, "at": 1795229640.0, "rules": "5/60s",
                "means": {"used": 1}, "origin": "made"}]})");
        RawKey raw;
        raw.role = "main";
        raw.key = "mine:a";
        raw.length = 2;
        raw.content.type = "zset";
        raw.content.scored = {{"worker-3/0123abcd", "1795229600"}, {"worker-4/0123abce", "1795229630"}};
        const Decoded decoded = decode(file, {}, {&raw, 1}, {}, 1795229640s);
        QVERIFY2(!decoded.mismatch, englishText(decoded.mismatch).c_str());
        const auto slots = slotsHeld(file, decoded.state, Nanos(30s));
        QCOMPARE(slots.size(), std::size_t(1)); // the other's life is over
        QCOMPARE(slots[0].holder, std::string("worker-4"));
        QCOMPARE(slots[0].name, std::string("worker-4/0123abce"));
        QCOMPARE(slotsHeld(file, decoded.state, Nanos(10s + 1us)).size(), std::size_t(1));
        QVERIFY(slotsHeld(file, decoded.state, Nanos(10s)).empty()); // it ends now
        // Of a life that nobody knows, nobody knows the end.
        const auto endless = slotsHeld(file, decoded.state, {});
        QCOMPARE(endless.size(), std::size_t(2));
        QVERIFY(endless[0].taken && !endless[0].ends);
    }

    void thoseThatAreOldAreFreed_data() { addKeys(); }
    void thoseThatAreOldAreFreed()
    {
        QFETCH(QString, key);
        const std::string in = key.toStdString();
        take(in, "leaked", 43min);
        take(in, "slow", 12min);
        const std::string young = take(in, "young", 4s);
        const Subject subject = subjectOf(in);
        const auto before = members(in);

        Change change = freeing(subject, 10min);
        readStates(m_connection, change);
        const Preview wanted = preview(change);
        QVERIFY(wanted.freed);
        QCOMPARE(wanted.freed->freed, std::size_t(2));
        QCOMPARE(wanted.freed->held, std::size_t(3));
        QVERIFY(wanted.freed->oldest >= 43min - 1s && wanted.freed->oldest < 44min);
        QCOMPARE(wanted.first.size(), std::size_t(1));
        QCOMPARE(wanted.first.front().title(), std::string_view(in == difyKey ? "HDEL" : "ZREM"));
        QCOMPARE(wanted.first.front().key(), std::string_view(in));
        QVERIFY(wanted.cautions.contains(Caution::StillRunning));
        QVERIFY(members(in) == before);

        // Who comes meanwhile is not in the way, and stays.
        const AuditTrail trail({"alice", "here", "test"});
        ChangeOutcome outcome = apply(m_connection, std::move(change), {&trail});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(namesOf(read(subject).inFlight), std::vector{young});
        const std::string newest = take(in, "newest", 1s);

        const AuditEntry entry = entryToUndo(m_connection, outcome.audit.id);
        QCOMPARE(entry.act, std::string("free-slots"));
        QCOMPARE(entry.beforeImages(), std::vector<std::string>{subject.token + ": 2 slots"});
        QCOMPARE(std::get<FreeSlotsIntent>(std::get<Intent>(entry.change().intent)).olderThan, Micros(10min));
        QCOMPARE(foreseeUndo(m_connection, entry.outcome()).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(namesOf(read(subject).inFlight), (std::vector{young, newest}));
        const AuditUndo undone = undoFromTrail(m_connection, outcome.audit.id, {&trail});
        QCOMPARE(undone.undoing.count(Undone::AsItWas), std::size_t(1));
        release(in, newest);
        QVERIFY(members(in) == before); // to the last digit of their moments
    }

    void oursAreFreedWithTheirHolders()
    {
        const Instant at = now() - 43min;
        for (const auto& [ago, holder] :
             {std::pair(0min, "web-1:4711"), std::pair(2min, ""), std::pair(42min, "web-2")})
            ask(decisionCommand(atWork, RedisToken("t"), 1, Mode::Acquire,
                                {.now = at + ago, .holder = holder}));
        const Subject subject = stateSubject("t", atWork);
        const auto before = members(keyOfOurs);
        QCOMPARE(before.size(), std::size_t(6)); // three slots, two names, the newest entry of the log
        const std::vector<TakenSlot> held = read(subject).inFlight;
        QCOMPARE(held.size(), std::size_t(3));
        QCOMPARE(held[0].holder, std::string("web-1:4711"));
        QCOMPARE(held[1].holder, std::string());
        QCOMPARE(held[2].holder, std::string("web-2"));

        Change change = freeing(subject, 10min);
        readStates(m_connection, change);
        const Preview wanted = preview(change);
        QCOMPARE(wanted.freed->freed, std::size_t(2));
        QCOMPARE(wanted.first.front().text(), "ZREM " + std::string(keyOfOurs) + " " + held[0].name + " " +
                                                  held[0].name + ":web-1:4711 " + held[1].name);
        const AuditTrail trail({"alice", "here", "test"});
        ChangeOutcome outcome = apply(m_connection, std::move(change), {&trail});
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(members(keyOfOurs).size(), std::size_t(3));
        const AuditEntry entry = entryToUndo(m_connection, outcome.audit.id);
        QCOMPARE(entry.beforeImages(), std::vector<std::string>{"t: 2 slots"});
        QCOMPARE(undoFromTrail(m_connection, outcome.audit.id, {&trail}).undoing.count(Undone::AsItWas),
                 std::size_t(1));
        QVERIFY(members(keyOfOurs) == before);
        QVERIFY(read(subject).inFlight == held);
    }

    void onesThatAreJustSoOldAreFreed_data() { addKeys(); }
    void onesThatAreJustSoOldAreFreed()
    {
        QFETCH(QString, key);
        take(key.toStdString(), "old", 12min);
        Change change = freeing(subjectOf(key.toStdString()), 0s);
        readStates(m_connection, change);
        const Reading& reading = change.states.at(0);
        const Micros age = reading.at - *reading.inFlight.at(0).taken;
        change.intent = FreeSlotsIntent{age};
        QCOMPARE(preview(change).freed->freed, std::size_t(1));
        change.intent = FreeSlotsIntent{age + 1us};
        QCOMPARE(preview(change).freed->freed, std::size_t(0));
    }

    void onesThatAreReleasedMeanwhileAreNot_data() { addKeys(); }
    void onesThatAreReleasedMeanwhileAreNot()
    {
        QFETCH(QString, key);
        const std::string in = key.toStdString();
        const std::string leaked = take(in, "leaked", 43min);
        const std::string slow = take(in, "slow", 12min);
        const Subject subject = subjectOf(in);
        Change change = freeing(subject, 0s);
        readStates(m_connection, change);
        const Policy policy = policyOf(subject);
        const Plan plan =
            subject.format->plan(FreeSlotsIntent{}, subject, &policy, {&change.states.at(0), true});
        release(in, slow);
        std::vector<Reply> replies = m_connection.pipeline(plan.commands);
        const Effect effect = subject.format->effect(FreeSlotsIntent{}, subject, &policy,
                                                     {plan.commands, replies, m_connection.where()});
        QCOMPARE(effect.before->units, Units(1));
        // The key has gone with the last of them, and comes back with the life that it had.
        QCOMPARE(number({"EXISTS", in}), 0);
        const Plan back = subject.format->revert(FreeSlotsIntent{}, subject, &policy, *effect.before, false);
        replies = m_connection.pipeline(back.commands);
        QCOMPARE(subject.format
                     ->reverted(FreeSlotsIntent{}, &policy, {back.commands, replies, m_connection.where()})
                     .result,
                 Undone::AsItWas);
        QCOMPARE(namesOf(read(subject).inFlight), std::vector{leaked});
        const std::int64_t life = number({"PTTL", in});
        QVERIFY2(life > 3'590'000 && life <= 3'600'000, qPrintable(QString::number(life)));
    }

    void onesThatAreTakenAgainAreNotPutBack_data()
    {
        QTest::addColumn<QString>("key");
        QTest::newRow("by when they were taken") << liteKey;
        QTest::newRow("fields of a hash") << difyKey;
    }
    void onesThatAreTakenAgainAreNotPutBack()
    {
        QFETCH(QString, key);
        const std::string in = key.toStdString();
        take(in, "again", 43min);
        take(in, "leaked", 43min);
        const Subject subject = subjectOf(in);
        Change change = freeing(subject, 10min);
        readStates(m_connection, change);
        ChangeOutcome outcome = apply(m_connection, std::move(change));
        take(in, "again", 1s);
        const auto taken = members(in);
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), std::size_t(1));
        const auto after = members(in);
        QCOMPARE(after.size(), std::size_t(2));
        QCOMPARE(after.at("again"), taken.at("again"));
    }

    // Dify itself keeps the limit, and nobody has to say how long a request lives. Nothing else of it is
    // written.
    void ofALayoutThatIsOnlyReadSlotsAreFreed()
    {
        take(difyKey, "leaked", 43min);
        take(difyKey, "young", 4s);
        ask({"SET", "dify:rate_limit:app-1:max_active_requests", "2"});
        const Subject subject = subjectOf(difyKey);
        Change change = freeing(subject, 10min);
        change.policies.clear();
        readStates(m_connection, change);
        QVERIFY(preview(change).cautions.contains(Caution::WriteWithCare));
        ChangeOutcome outcome = apply(m_connection, std::move(change));
        QVERIFY2(!outcome.trouble, englishText(outcome.trouble.first).c_str());
        QCOMPARE(number({"HEXISTS", difyKey, "leaked"}), 0);
        QCOMPARE(number({"HEXISTS", difyKey, "young"}), 1);
        QCOMPARE(undo(m_connection, outcome).count(Undone::AsItWas), std::size_t(1));
        QCOMPARE(number({"HLEN", difyKey}), 2);

        Change blocking = freeing(subject, 10min);
        blocking.intent = BlockIntent{std::nullopt, "scraping", "ops"};
        readStates(m_connection, blocking);
        const std::string why = messageOf([&] { preview(blocking); });
        QVERIFY2(why.find("is only recognized") != std::string::npos, why.c_str());
    }

    // Bottleneck sums what its jobs weigh beside them, and subtracts it when it takes one out itself.
    void whatIsCountedElsewhereIsNotFreed()
    {
        const char* const key = "b_api_job_expirations";
        const std::int64_t end = (now() + 30min).time_since_epoch() / 1ms;
        ask({"ZADD", key, std::to_string(end), "0fxz4e8h2ka"});
        const Subject subject = subjectOf(key);
        QCOMPARE(std::string(subject.format->name()), std::string("bottleneck-jobs"));
        QCOMPARE(namesOf(read(subject).inFlight), std::vector<std::string>{"0fxz4e8h2ka"});
        Change change = freeing(subject, 10min); // of an hour it has had half
        readStates(m_connection, change);
        const std::string why = messageOf([&] { preview(change); });
        QVERIFY2(why.find("would be counted there for good") != std::string::npos, why.c_str());
    }

    void thoseWhoseLifeIsOverStayFree()
    {
        const Instant ends = now() - 1s;
        take(keyOfOurs, {}, 1s);
        const Subject subject = stateSubject("t", atWork);
        ChangeOutcome outcome;
        outcome.change = freeing(subject, 0s);
        outcome.undoable.push_back({0, {"2:-12:-11:1", 1, {}, ends, {}}});
        QCOMPARE(foreseeUndo(m_connection, outcome).count(Undone::Expired), std::size_t(1));
        QCOMPARE(undo(m_connection, outcome).count(Undone::Expired), std::size_t(1));
        QCOMPARE(number({"ZCARD", keyOfOurs}), 1);
    }

    void whatHasNoneOrNoAgesRefuses()
    {
        take(apisixKey, "x", 12min);
        const Subject bare = subjectOf(apisixKey);
        Change change = freeing(bare, 10min);
        change.policies.clear();
        readStates(m_connection, change);
        const std::string ages = messageOf([&] { preview(change); });
        QVERIFY2(ages.find("how old the slots of 203.0.113.9 are is not known") != std::string::npos,
                 ages.c_str());
        const Policy gcra{"api", "gcra", parseRules("5/min")};
        change = freeing(stateSubject("t", gcra), 10min);
        readStates(m_connection, change);
        const std::string none = messageOf([&] { preview(change); });
        QVERIFY2(none.find("GCRA has no slots here") != std::string::npos, none.c_str());
        ask({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        change = freeing(subjectOf("rl:203.0.113.9"), 10min);
        readStates(m_connection, change);
        QVERIFY(messageOf([&] { preview(change); }).find("has no slots here") != std::string::npos);
    }

    void damagedImagesAreRefused()
    {
        const Subject subject = stateSubject("t", atWork);
        for (const char* const former : {"", "x", "1:x", "2:-13:-1", "2:-12:-15:", "2:-1", "2:-11:x1:a",
                                         "2:-13:nan1:a", "2:-13:inf1:a", "2:-12:-11:a0:1:b"})
            QVERIFY_THROWS_EXCEPTION(
                InvalidArgument,
                subject.format->revert(FreeSlotsIntent{}, subject, &atWork, {former, 1, {}, {}, {}}, false));
    }

    // Of a log the charges of the last lease life may be unspent; of other states nothing tells.
    void whatLeasesMayHold()
    {
        Policy policy{"api", "sliding-log", parseRules("100/min")};
        policy.lease = 60s;
        const auto leased = [&](const Policy& by) {
            const Subject subject = stateSubject("t", by);
            return readSubjects(m_connection, {&subject, 1}, [&](const Subject&) { return &by; })
                .front()
                .leased;
        };
        RedisRateLimiter(m_connection, policy).acquire(TokenRequest{"t", 23, {}});
        QCOMPARE(leased(policy), std::optional<Units>(23));
        Policy shorter = policy;
        shorter.lease = 1ms;
        QTRY_COMPARE(leased(shorter), std::optional<Units>(0));
        shorter.lease = {};
        QCOMPARE(leased(shorter), std::optional<Units>());
        policy.algorithm = "fixed-window";
        QCOMPARE(leased(policy), std::optional<Units>());
    }

    void aChargeIsInALeaseForLessThanItsLife()
    {
        TokenDetail detail;
        detail.hasLog = true;
        detail.reading.at = Instant(1'795'229'640s);
        detail.reading.policy = Policy{"api", "sliding-log", parseRules("100/min")};
        detail.reading.policy->lease = 10s;
        const Instant since = detail.reading.at - 10s;
        detail.log.entries = {{since, 5}, {since + 1us, 7}};
        QCOMPARE(unitsInLeases(detail), std::optional<Units>(7));
        // Those that were not read are older than those that were.
        detail.log.unread = 30;
        QCOMPARE(unitsInLeases(detail), std::optional<Units>(7));
        detail.log.entries = {{since + 1us, 7}};
        QCOMPARE(unitsInLeases(detail), std::optional<Units>(37));
        // A reservation that is not settled is no lease.
        detail.log.open = {{since + 1us, 7}};
        QCOMPARE(unitsInLeases(detail), std::optional<Units>(30));
        detail.log.open.clear();
        // Of a rule no more than it counts, and nothing of requests at once.
        detail.reading.leased = unitsInLeases(detail);
        const auto of = [&](const char* rule, Units used) {
            Reading reading = detail.reading;
            reading.decision.emplace().usage.push_back({parseRules(rule).front(), used, {}});
            return unitsInLeases(reading, 0);
        };
        QCOMPARE(of("100/min", 64), std::optional<Units>(37));
        QCOMPARE(of("100/s", 5), std::optional<Units>(5));
        QCOMPARE(of("5 at once", 3), std::optional<Units>(0));
        detail.reading.reserved = {60}; // which are no leases
        QCOMPARE(of("100/min", 64), std::optional<Units>(4));
        detail.reading.reserved.clear();
        QCOMPARE(mostInLeases(detail.reading), std::optional<Units>()); // it says nothing of its rules
        detail.reading.decision.emplace();
        detail.reading.decision->usage.push_back({{100, 1s}, 5, {}});
        detail.reading.decision->usage.push_back({{100, 1min}, 64, {}});
        QCOMPARE(mostInLeases(detail.reading), std::optional<Units>(37));
        detail.reading.policy->lease = {};
        QCOMPARE(unitsInLeases(detail), std::optional<Units>());
        detail.reading.leased.reset();
        QCOMPARE(of("100/min", 64), std::optional<Units>());
        QCOMPARE(mostInLeases(detail.reading), std::optional<Units>());
    }
};

RATEWARDEN_SUITE(TestFreeingSlots)
#include "tst_freeing_slots.moc"
