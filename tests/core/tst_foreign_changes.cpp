// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The keys of other limiters on a real server: read, blocked, unblocked, reset, charged and put back. Every
// sample of the catalogue, moved to the present, goes through it.
#include "core/admin/audit.h"
#include "core/admin/change.h"
#include "core/admin/inspection.h"
#include "core/admin/rights_of_keys.h"
#include "core/formats/describe/sample_check.h"
#include "core/formats/files/bucket4j_value.h"
#include "core/formats/files/pickled_list.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/tokens/reader.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/thrown.h"
#include "tests/support/watched_server.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <QTest>

#include <algorithm>
#include <iterator>
#include <stdexcept>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// Moves what a sample holds by a span of time: its moments and the numbers of its windows.
class Mover {
public:
    Mover(const CatalogueFormat& format, const FormatSample& sample, Nanos now)
        : m_file(format.file()), m_sample(sample), m_now(now)
    {
        const auto& [key, content] = sample.keys.front();
        const auto match = matchName(m_file, key);
        if (windowCapture(m_file).empty())
            return;
        std::optional<Nanos> expires;
        if (content.pttl >= 0)
            expires = sample.at + std::chrono::milliseconds(content.pttl);
        m_window = numberedWindowLength(m_file, match->names, expires, sample.at);
        // The present stands where it stood in its window.
        m_by = (now / m_window - sample.at / m_window) * m_window;
    }

    std::vector<Command> commands()
    {
        if (m_window == Nanos::zero())
            m_by = m_now - m_sample.at;
        std::vector<Command> all;
        for (const auto& [key, content] : m_sample.keys)
            write(key, content, all);
        return all;
    }
    std::string firstKey() { return movedKey(m_sample.keys.front().first); }

private:
    Record moved(Record record) const
    {
        for (const char* const name : {"tat", "stamp", "time", "start", "end", "reset", "score", "until"})
            if (const auto moment = record.time(name); moment && *moment > 0s)
                record.set(name, *moment + m_by);
        if (const auto bucket = record.number("bucket"))
            record.set("bucket", *bucket + double(m_by / m_window));
        return record;
    }

    std::string movedText(const std::vector<Pattern>& patterns, const std::string& text) const
    {
        for (const Pattern& pattern : patterns)
            if (Record record; pattern.match(text, record, m_file.epoch, true))
                return pattern.print(moved(record), m_file.epoch, true).value_or(text);
        return text;
    }

    std::string movedValue(const KeyRole& role, const std::string& value) const
    {
        if (role.isPickledList()) {
            std::vector<std::string> elements;
            const auto numbers = readPickledList(value).value();
            for (const PickledNumber& one : numbers)
                elements.push_back(movedText({*role.element}, one.text));
            return pickledList(elements).value();
        }
        if (!role.isBucket4j())
            return movedText(role.values, value);
        std::vector<Record> bandwidths = readBucket4j(value).value();
        for (Record& one : bandwidths)
            one = moved(one);
        return writeBucket4j(value, bandwidths).value();
    }

    std::string movedKey(const std::string& key) const
    {
        const auto match = matchName(m_file, key);
        if (!match)
            return key;
        return match->role->names[match->alternative]
            .print(moved(match->names), m_file.epoch, true)
            .value_or(key);
    }

    void write(const std::string& name, const SampleKey& content, std::vector<Command>& all) const
    {
        const auto match = matchName(m_file, name);
        const KeyRole& role = match ? *match->role : m_file.keys.back();
        const std::string key = movedKey(name);
        if (content.type == "string")
            all.push_back({"SET", key, movedValue(role, content.value)});
        for (const auto& [field, value] : content.fields) {
            const auto found = std::ranges::find(role.fields, field, &KeyRole::HashField::name);
            all.push_back(
                {"HSET", key, field, found == role.fields.end() ? value : movedText({found->value}, value)});
        }
        for (const std::string& element : content.elements)
            all.push_back({content.type == "set" ? "SADD" : "RPUSH", key,
                           role.element ? movedText({*role.element}, element) : element});
        for (const auto& [member, score] : content.scored)
            all.push_back({"ZADD", key, movedText({*role.score}, score), movedText({*role.element}, member)});
        for (const auto& [id, fields] : content.stream) {
            const auto millis = std::chrono::milliseconds(std::stoll(id)) +
                                std::chrono::floor<std::chrono::milliseconds>(m_by);
            Command add{"XADD", key, fmt::format("{}{}", millis.count(), id.substr(id.find('-')))};
            for (const auto& [field, value] : fields)
                add.add(field).add(value);
            all.push_back(std::move(add));
        }
        if (content.pttl >= 0) { // a numbered window ends where it ended, from wherever in it now is
            const auto moved = std::chrono::ceil<std::chrono::milliseconds>(m_sample.at + m_by - m_now);
            all.push_back(Command{"PEXPIRE", key}.add(content.pttl + moved.count()));
        }
    }

    const FormatFile& m_file;
    const FormatSample& m_sample;
    Nanos m_now;
    Nanos m_window{};
    Nanos m_by{};
};

} // namespace

class TestForeignChanges : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void samples_data();
    void samples();
    void whatRightsAreNamedIsEnough_data();
    void whatRightsAreNamedIsEnough();
    void aListedTokenIsFoundWithoutItsKeys();
    void aScanFindsThem();
    void aBusyKeyIsBlockedAndNotCharged();
    void aKeyThatEndedMeanwhileIsSaidToBeGone();
    void tokensThatShareAKeyAreAllChanged();
    void aNameOfOneThatCountsTheOtherWayIsACaution();
    void aKeyWithAMarkIsNobodys();
    void aBurstIsShownAsItWasGiven();
    void aQuotaWithoutAWindowIsChanged();
    void keysOfOneTokenAreItsRules();
    void requestsInFlightHaveTheTokenOfItsRules();
    void keysOfOneTokenAreChangedTogether();
    void whatIsNotKnownOfOneKeyIsNotGuessed();

private:
    static void require(bool holds, const std::string& what = {}, int line = __builtin_LINE())
    {
        if (!holds)
            throw std::runtime_error(fmt::format("line {}: {}", line, what));
    }
    /// What is written and read holds for moments: keys end, windows go on, buckets fill. Where one of these
    /// came in between, all is done anew; what is wrong is wrong each time.
    template <class Action>
    void anewWhereTimePassed(Action action)
    {
        constexpr int tries = 5;
        for (int i = 1;; ++i) {
            m_connection.call({"FLUSHALL"});
            awaitTimeInTheMinute(); // the next window has other keys
            try {
                action();
                return;
            } catch (const std::exception& error) {
                if (i == tries)
                    QFAIL(error.what());
                qInfo("anew after %s", error.what());
            }
        }
    }
    void changeAndUndo(const CatalogueFormat& format, const FormatSample& wanted);
    void changeWithNamedRights(const CatalogueFormat& format);

    // As LiteLLM lays them out; empty: not there. All end in 40 s, as does their window of a minute.
    void writeProxyKeys(const std::string& requests, const std::string& tokens)
    {
        m_connection.call({"FLUSHALL"});
        const auto start = std::chrono::floor<std::chrono::seconds>(now()) - 20s;
        for (const auto& [role, value] : {std::pair<std::string, std::string>{"requests", requests},
                                          {"tokens", tokens},
                                          {"window", fmt::to_string(start.count())}})
            if (!value.empty())
                m_connection.call({"SET", proxyKey(role), value, "PX", "40000"});
    }
    static std::string proxyKey(const std::string& role) { return "{api_key:88dc28d0}:" + role; }
    /// Nothing: the key is gone.
    std::string held(const std::string& role)
    {
        const Reply reply = m_connection.call({"GET", proxyKey(role)});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }
    ChangeOutcome changeProxy(const Intent& intent, const std::string& rules)
    {
        const Subject subject = recogniseOnServer(m_connection, proxyKey("window"))->subject;
        Change change{intent, {subject}, {}, "ops", "tested"};
        if (!rules.empty())
            change.policies[subject.policy] = subject.format->policyFor(subject, parseRules(rules));
        const AuditTrail trail({"ops", "", ""});
        return apply(m_connection, change, {&trail});
    }
    std::vector<Subject> scanned()
    {
        std::vector<Subject> all;
        for (ScanCursor cursor; !cursor.isAtEnd();)
            std::ranges::move(scanSubjects(m_connection, cursor).subjects, std::back_inserter(all));
        return all;
    }
    Nanos now() { return readTime(m_connection.call({"TIME"}).view()).time_since_epoch(); }
    std::vector<std::string> contents()
    {
        std::vector<std::string> all;
        const Reply keys = m_connection.call({"KEYS", "*"});
        for (std::size_t i = 0; i < keys.view().size(); ++i) {
            const std::string key(keys.view()[i].string());
            if (key == auditKey)
                continue;
            if (m_connection.call({"TYPE", key}).view().string() ==
                "hash") { // likewise, once a field is put back
                const Reply fields = m_connection.call({"HGETALL", key});
                for (std::size_t k = 0; k + 1 < fields.view().size(); k += 2)
                    all.push_back(fmt::format("{} {} {}", key, fields.view()[k].string(),
                                              fields.view()[k + 1].string()));
                continue;
            }
            if (m_connection.call({"TYPE", key}).view().string() == "set") { // in no particular order
                const Reply members = m_connection.call({"SORT", key, "ALPHA"});
                for (std::size_t k = 0; k < members.view().size(); ++k)
                    all.push_back(key + ' ' + std::string(members.view()[k].string()));
                continue;
            }
            const Reply dump = m_connection.call({"DUMP", key});
            if (!dump.view().isNil())
                all.push_back(key + '=' + std::string(dump.view().string()));
        }
        std::ranges::sort(all);
        return all;
    }
};

void TestForeignChanges::samples_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("sample");
    for (const auto& format : builtInCatalogue().formats()) {
        if (format->file().tier == Tier::Label ||
            hasNoWindow(format->file())) // aQuotaWithoutAWindowIsChanged()
            continue;
        for (std::size_t i = 0; i < format->file().samples.size(); ++i) {
            const auto endsSoon = [](const auto& key) {
                return key.second.pttl >= 0 && key.second.pttl < 1000;
            };
            if (std::ranges::any_of(format->file().samples[i].keys, endsSoon))
                continue; // it may be gone before it is read again; the format has others
            QTest::newRow(fmt::format("{} {}", format->name(), i).c_str())
                << QString::fromStdString(std::string(format->name())) << int(i);
        }
    }
}

void TestForeignChanges::samples()
{
    QFETCH(QString, name);
    QFETCH(int, sample);
    const CatalogueFormat& format = *builtInCatalogue().find(name.toStdString());
    anewWhereTimePassed([&] { changeAndUndo(format, format.file().samples[std::size_t(sample)]); });
}

void TestForeignChanges::changeAndUndo(const CatalogueFormat& format, const FormatSample& wanted)
{
    Mover mover(format, wanted, now());
    const std::string key = mover.firstKey();
    for (const Command& command : mover.commands())
        m_connection.call(command);
    const std::vector<std::string> before = contents();

    const std::string token = wanted.means.token.value_or(std::string()); // where the key holds many
    const Inspection first = inspectKey(m_connection, key, wanted.rules, token);
    require(first.subject.has_value(), key);
    require(first.subject->format->name() == format.name(), std::string(first.subject->format->name()));
    require(contents() == before); // reading writes nothing
    // Some time has passed, and a pair weighs by the place in its window: tst_catalogue compares exactly.
    if (!wanted.means.used.empty())
        require(std::abs(double(first.rules.front().used.value_or(-9)) - wanted.means.used.front()) <= 1);

    const auto changeOf = [&](const Intent& intent) {
        Change change{intent, {*first.subject}, {}, "ops", "tested"};
        if (!wanted.rules.empty())
            change.policies[first.subject->policy] = format.policyFor(*first.subject, wanted.rules);
        return change;
    };
    const AuditTrail trail({"ops", "", ""});
    for (const Micros duration : {Micros(20s), Micros(400s)}) {
        // What denies for good cannot be given an end.
        const bool isDenied = first.state == SubjectState::Limited || first.state == SubjectState::Blocked;
        ChangeOutcome block;
        try {
            block = apply(m_connection, changeOf(BlockIntent{duration, {}, {}}), {&trail});
        } catch (const InvalidArgument& error) {
            require(isDenied && !first.retryAfter, error.what());
            require(contents() == before);
            continue;
        }
        require(!block.trouble, englishText(block.trouble.first));
        require(block.changed == 1);
        const Inspection blocked = inspectKey(m_connection, key, wanted.rules, token);
        require(
            blocked.state == SubjectState::Blocked || blocked.state == SubjectState::Limited,
            fmt::format("state {} after a block for {}", blocked.state ? int(*blocked.state) : -1, duration));
        const bool isBeside = blocked.state == SubjectState::Blocked && first.state == SubjectState::Limited;
        const bool isLonger = isDenied && !isBeside && first.retryAfter.value_or(duration + 1us) > duration;
        require(blocked.retryAfter.has_value() == (!isLonger || first.retryAfter.has_value()));
        const Micros lasts = isLonger ? first.retryAfter.value_or(Micros(0)) : duration;
        // What shares its key with others ends with its window.
        const Micros over =
            format.file().keys.front().namesTokens() ? 2 * wanted.rules.front().window : Micros(0);
        require(!blocked.retryAfter ||
                    (*blocked.retryAfter > lasts - 10s && *blocked.retryAfter < lasts + 1500ms + over),
                fmt::format("{} for {}", blocked.retryAfter.value_or(Micros(-1)), lasts));

        // By somebody who has nothing but the audit trail.
        block = readAudit(m_connection).entries.front().outcome();
        const Undoing undone = undo(m_connection, block);
        require(!undone.trouble, englishText(undone.trouble.first));
        require(undone.count(Undone::AsItWas) == 1);
        require(contents() == before);
    }

    // For good where the layout can.
    std::optional<ChangeOutcome> made;
    try {
        made = apply(m_connection, changeOf(BlockIntent{{}, {}, {}}));
    } catch (const InvalidArgument& error) {
        require(std::string_view(error.what()).find("no block for good") != std::string_view::npos,
                error.what());
        require(contents() == before);
    }
    if (made) {
        ChangeOutcome& ever = *made;
        require(!ever.trouble, englishText(ever.trouble.first));
        const Inspection blocked = inspectKey(m_connection, key, wanted.rules, token);
        require(blocked.state == SubjectState::Blocked || blocked.state == SubjectState::Limited);
        require(!blocked.retryAfter);
        require(undo(m_connection, ever).count(Undone::AsItWas) == 1);
        require(contents() == before);
    }

    ChangeOutcome block = apply(m_connection, changeOf(BlockIntent{Micros(30s), {}, {}}));
    require(!block.trouble, englishText(block.trouble.first));
    const ChangeOutcome unblock = apply(m_connection, changeOf(UnblockIntent{}));
    require(!unblock.trouble, englishText(unblock.trouble.first));
    const ChangeOutcome reset = apply(m_connection, changeOf(ResetIntent{}));
    require(!reset.trouble, englishText(reset.trouble.first));
    const Reading idle =
        readForPlans(m_connection, {&*first.subject, 1}, [](const Subject&) { return nullptr; }).front();
    require(!idle.problem, englishText(idle.problem));
    require(idle.foreign->reading.state == SubjectState::Idle);
}

void TestForeignChanges::whatRightsAreNamedIsEnough_data()
{
    QTest::addColumn<QString>("name");
    for (const auto& format : builtInCatalogue().formats())
        if (format->file().tier != Tier::Label && !hasNoWindow(format->file()))
            QTest::newRow(format->file().name.c_str()) << QString::fromStdString(format->file().name);
}

// A user who is given the rights that are asked for, one after the other, can do it in the end: keys are
// among them.
void TestForeignChanges::whatRightsAreNamedIsEnough()
{
    QFETCH(QString, name);
    anewWhereTimePassed([&] { changeWithNamedRights(*builtInCatalogue().find(name.toStdString())); });
}

void TestForeignChanges::changeWithNamedRights(const CatalogueFormat& format)
{
    const FormatSample& wanted = format.file().samples.front();
    Mover mover(format, wanted, now());
    for (const Command& command : mover.commands())
        m_connection.call(command);
    const Inspection first =
        inspectKey(m_connection, mover.firstKey(), wanted.rules, wanted.means.token.value_or(std::string()));
    require(first.subject.has_value());
    Change change{ResetIntent{}, {*first.subject}, {}, "ops", "tested"};
    if (!wanted.rules.empty())
        change.policies[first.subject->policy] = format.policyFor(*first.subject, wanted.rules);
    const Policy* const policy = change.policies.empty() ? nullptr : &change.policies.begin()->second;
    std::vector<std::string> rights{"+script", "+lpush", "+sadd"}; // the last two cannot be tried
    const auto connect = [&] {
        Command command{"ACL", "SETUSER", "someone", "reset", "on", "nopass"};
        for (const std::string& right : rights)
            command.add(right);
        m_connection.call(command);
        return Connection(m_server.endpointOf("someone"), unhurried);
    };
    for (const auto& [act, intent] :
         {std::pair<const char*, Intent>{"block", BlockIntent{Micros(60s), {}, {}}},
          std::pair<const char*, Intent>{"reset", ResetIntent{}}}) {
        for (int given = 0; given < 40; ++given) {
            Connection connection = connect();
            const std::vector<std::string> before = contents();
            const std::string next(findRightsOf(connection, *first.subject, policy).missingFor(act));
            require(contents() == before);
            if (next.empty())
                break;
            rights.push_back(next);
        }
        require(std::ranges::any_of(rights, [](const std::string& one) { return one.starts_with('~'); }));
        Connection connection = connect();
        change.intent = intent;
        const ChangeOutcome outcome = apply(connection, change);
        require(!outcome.trouble,
                fmt::format("{}: {}", fmt::join(rights, " "), englishText(outcome.trouble.first)));
        require(outcome.changed == 1);
    }
}

// Of a token that was blocked by its limiter's list nothing else may be left, and it has to be unblocked.
void TestForeignChanges::aListedTokenIsFoundWithoutItsKeys()
{
    m_connection.call({"SADD", "@upstash/ratelimit:denyList:all", "user_1", "other"});
    QVERIFY(!inspectKey(m_connection, "@upstash/ratelimit:user_2", {}).subject);
    for (const std::string& key : {std::string("@upstash/ratelimit:user_1"),
                                   fmt::format("@upstash/ratelimit:user_1:{}", now() / Nanos(60s))}) {
        const Inspection listed = inspectKey(m_connection, key, {});
        QVERIFY2(listed.subject && listed.subject->token == "user_1", key.c_str());
        QCOMPARE(listed.state, SubjectState::Blocked);
        QVERIFY(!listed.retryAfter);
        ChangeOutcome unblock = apply(m_connection, {UnblockIntent{}, {*listed.subject}, {}, "ops", {}});
        QVERIFY2(!unblock.trouble, englishText(unblock.trouble.first).c_str());
        QVERIFY(!inspectKey(m_connection, key, {}).subject);
        QCOMPARE(number({"SCARD", "@upstash/ratelimit:denyList:all"}), 1);
        QCOMPARE(undo(m_connection, unblock).count(Undone::AsItWas), std::size_t(1));
    }
    // What all tokens share keeps none of them alive.
    m_connection.call({"SET", "@upstash/ratelimit:dynamic:global", "9"});
    m_connection.call({"HSET", "@upstash/ratelimit:user_3", "refilledAt", "1795229425333", "tokens", "0"});
    m_connection.call({"PEXPIRE", "@upstash/ratelimit:user_3", "1"});
    const Subject gone{"user_3", "@upstash/ratelimit:*", builtInCatalogue().find("upstash-token-bucket")};
    QTRY_VERIFY(number({"EXISTS", "@upstash/ratelimit:user_3"}) == 0);
    QVERIFY(readSubjects(m_connection, {&gone, 1}, [](const Subject&) { return nullptr; }).front().gone);
}

void TestForeignChanges::aScanFindsThem()
{
    for (const auto& format : builtInCatalogue().formats()) {
        if (format->file().tier == Tier::Label)
            continue;
        anewWhereTimePassed([&] {
            Mover mover(*format, format->file().samples.front(), now());
            for (const Command& command : mover.commands())
                m_connection.call(command);
            const auto isOfIt = [&](const Subject& subject) {
                return subject.format->name() == format->name();
            };
            require(std::ranges::any_of(scanned(), isOfIt), std::string(format->name()));
        });
    }
}

void TestForeignChanges::aBusyKeyIsBlockedAndNotCharged()
{
    m_connection.call({"SET", "rl:a", "3", "PX", "60000"});
    WatchedServer busy(m_connection);
    busy.beforeScript = [this] {
        m_connection.call({"INCR", "rl:a"});
    };
    const Subject subject = recogniseOnServer(m_connection, "rl:a")->subject;
    Change change{ChargeIntent{5},
                  {subject},
                  {{subject.policy, subject.format->policyFor(subject, parseRules("60/min"))}},
                  "ops",
                  "tested"};
    const ChangeOutcome charged = apply(busy, change);
    QCOMPARE(charged.changed, std::size_t(0));
    QVERIFY(charged.trouble);
    QVERIFY_THROWS_EXCEPTION(BadState, std::rethrow_exception(charged.trouble.cause));
    change.intent = BlockIntent{Micros(60s), {}, {}};
    const ChangeOutcome blocked = apply(busy, change);
    QVERIFY2(!blocked.trouble, englishText(blocked.trouble.first).c_str());
    QCOMPARE(m_connection.call({"GET", "rl:a"}).view().string(), std::string_view("61"));
}

void TestForeignChanges::aKeyThatEndedMeanwhileIsSaidToBeGone()
{
    const CatalogueFormat& format = *builtInCatalogue().find("symfony-sliding-window");
    Mover mover(format, format.file().samples.back(), now());
    m_connection.pipeline(mover.commands());
    const std::vector<Subject> found = scanned();
    QCOMPARE(found.size(), std::size_t(1));
    const Subject& subject = found.front();
    m_connection.call({"FLUSHALL"});
    Change change{BlockIntent{Micros(60s), {}, {}}, {subject}, {}, "ops", "tested"};
    change.policies.emplace(subject.policy, subject.format->policyFor(subject, parseRules("5/min")));
    const std::string message = messageOf([&] { apply(m_connection, change); });
    QVERIFY2(message.ends_with("no longer exists"), message.c_str());
}

void TestForeignChanges::tokensThatShareAKeyAreAllChanged()
{
    m_connection.call({"SET", "@upstash/ratelimit:dynamic:global", "50"});
    Change change{BlockIntent{Micros(60s), {}, {}}, {}, {}, "ops", "tested"};
    awaitTimeInTheMinute();
    for (const std::string token : {"user1", "user2", "admin"}) {
        const std::string key = fmt::format("@upstash/ratelimit:{}:{}", token,
                                            std::chrono::floor<std::chrono::seconds>(now()).count() / 60);
        m_connection.call({"SET", key, "1", "PX", "60000"});
        const Subject subject = recogniseOnServer(m_connection, key)->subject;
        change.policies.try_emplace(subject.policy, subject.format->policyFor(subject, parseRules("5/min")));
        change.subjects.push_back(subject);
    }
    const ChangeOutcome blocked = apply(m_connection, change);
    QVERIFY2(!blocked.trouble, englishText(blocked.trouble.first).c_str());
    QCOMPARE(blocked.changed, std::size_t(3));
    for (const Reading& reading : readSubjects(m_connection, change.subjects, [&](const Subject& subject) {
             return &change.policies.at(subject.policy);
         }))
        QVERIFY2(reading.decision && !reading.decision->allowed(), reading.subject.token.c_str());
}

// Whatever else tells that the key is not one of those, such as a window that is not known.
void TestForeignChanges::aNameOfOneThatCountsTheOtherWayIsACaution()
{
    const auto before = currentCatalogue();
    const auto format = [&](const char* name, const char* keys, const char* value) {
        FormatFile file = before->find("rate-limit-redis")->file();
        file.name = name;
        file.samples.clear();
        file.refused.clear();
        file.keys.front().names = {Pattern(keys)};
        file.keys.front().notNames.clear();
        file.keys.front().values = {Pattern(value)};
        return std::make_shared<const CatalogueFormat>(std::move(file));
    };
    const auto cautionsBeside = [&](const char* value) {
        useCatalogue(std::make_shared<const Catalogue>(
            std::vector{format("one", "shopgate:{token}", "{count:int}"),
                        format("other", "shopgate:{token}.{bucket:uint}.n", value)}));
        m_connection.call({"SET", "shopgate:a.7.n", "3", "PX", "60000"});
        const Subject subject = recogniseOnServer(m_connection, "shopgate:a.7.n")->subject;
        Change change{BlockIntent{Micros(60s), {}, {}}, {subject}, {}, "ops", "tested"};
        change.policies[subject.policy] = subject.format->policyFor(subject, parseRules("5/min"));
        readStates(m_connection, change);
        return preview(change).cautions;
    };
    const auto otherWay = cautionsBeside("{left:int}");
    const auto sameWay = cautionsBeside("{count:int}");
    useCatalogue(before);
    QVERIFY(otherWay.contains(Caution::MayMeanTheOpposite));
    QVERIFY(!sameWay.contains(Caution::MayMeanTheOpposite));
}

void TestForeignChanges::aKeyWithAMarkIsNobodys()
{
    m_connection.call({"SET", "\x01:rl:a", "3", "PX", "60000"});
    QVERIFY(!recogniseOnServer(m_connection, "\x01:rl:a"));
    m_connection.call({"SET", "*<\\:rl:a", "3", "PX", "60000"});
    const auto found = recogniseOnServer(m_connection, "*<\\:rl:a");
    QVERIFY(found);
    QCOMPARE(found->subject.format->keys(found->subject).front(), std::string("*<\\:rl:a"));
}

void TestForeignChanges::aBurstIsShownAsItWasGiven()
{
    const double present = double(now().count()) / 1e9;
    m_connection.call({"HSET", "throttled:v1:token_bucket:a", "tokens", "90", "last_refreshed",
                       fmt::format("{:.0f}", present)});
    const Inspection found =
        inspectKey(m_connection, "throttled:v1:token_bucket:a", parseRules("10/s burst 100"));
    QVERIFY(found.reading.decision);
    QCOMPARE(notation(found.reading.decision->usage[0].rule), std::string("10/s burst 100"));
    QVERIFY(found.reading.decision->usage[0].remaining() >= 90);
}

// For good, with its doubt shown; or it is said why not.
void TestForeignChanges::aQuotaWithoutAWindowIsChanged()
{
    const std::string key = "chat_quota:consumer1";
    m_connection.call({"SET", key, "500"});
    const Subject subject = recogniseOnServer(m_connection, key)->subject;
    const auto changed = [&](const Intent& intent) {
        Change change{intent, {subject}, {}, "ops", "tested"};
        readStates(m_connection, change);
        if (!preview(change).cautions.contains(Caution::WriteWithCare))
            throw Error("no doubt is shown");
        return apply(m_connection, change);
    };
    const auto left = [&] {
        return std::string(m_connection.call({"GET", key}).view().string());
    };
    changed(ChargeIntent{20});
    QCOMPARE(left(), std::string("480"));
    changed(GiveBackIntent{5});
    QCOMPARE(left(), std::string("485"));
    const std::string refusal = messageOf([&] { changed(BlockIntent{Micros(60s), {}, {}}); });
    QVERIFY2(refusal.find("would not end by itself") != std::string::npos, refusal.c_str());
    QCOMPARE(left(), std::string("485"));
    ChangeOutcome block = changed(BlockIntent{{}, {}, {}});
    QCOMPARE(left(), std::string("0"));
    QCOMPARE(inspectKey(m_connection, key, {}).state, SubjectState::Limited);
    QCOMPARE(number({"PTTL", key}), -1);
    QCOMPARE(undo(m_connection, block).count(Undone::AsItWas), std::size_t(1));
    QCOMPARE(left(), std::string("485"));
}

void TestForeignChanges::keysOfOneTokenAreItsRules()
{
    writeProxyKeys("4", "8192");
    std::set<std::pair<std::string, std::string>> found;
    for (const Subject& subject : scanned())
        found.emplace(subject.token, subject.policy);
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(*found.begin(), std::pair(std::string("88dc28d0"), std::string("{api_key:*}:requests")));

    for (const char* const role : {"requests", "tokens", "window"}) {
        const Inspection seen = inspectKey(m_connection, proxyKey(role), parseRules("10/min + 8000/min"));
        QVERIFY2(seen.subject, role);
        QCOMPARE(seen.state, SubjectState::Limited);
        QCOMPARE(seen.rules.size(), std::size_t(2));
        QCOMPARE(seen.rules[0].name, std::string("requests"));
        QCOMPARE(seen.rules[0].used, Units(4));
        QCOMPARE(seen.rules[1].name, std::string("tokens"));
        QCOMPARE(seen.rules[1].used, Units(8192));
        const Decision& decision = seen.reading.decision.value();
        QCOMPARE(decision.rule, std::size_t(1));
        QCOMPARE(decision.tightestRule(), std::size_t(1));
        QVERIFY(*decision.retryAfter > 30s && *decision.retryAfter <= 40s);
    }
    // Whose rules nobody knows: each says what it counts.
    const Inspection bare = inspectKey(m_connection, proxyKey("tokens"), {});
    QVERIFY(!bare.state);
    QCOMPARE(bare.rules.size(), std::size_t(2));
    QCOMPARE(bare.rules[1].used, Units(8192));
    QVERIFY(!bare.rules[1].limit);

    // The model is not the key's: whose it is stands before it.
    const std::string model = "{model_per_key:88dc28d0:bedrock/claude-3:0}:tokens";
    m_connection.call({"SET", model, "7", "PX", "40000"});
    const Subject ofModel = recogniseOnServer(m_connection, model)->subject;
    QCOMPARE(ofModel.token, std::string("88dc28d0"));
    QCOMPARE(ofModel.policy, std::string("{model_per_key:*:bedrock/claude-3:0}:requests"));
    QCOMPARE(ofModel.format->keys(ofModel)[1], model);
    Policy ofAll = ofModel.format->policyFor(ofModel, parseRules("10/min + 8000/min"));
    ofAll.name = "{model_per_key:*:*}:requests";
    announcePolicy(m_connection, ofAll);
    QCOMPARE(inspectKey(m_connection, model, {}).rules[1].limit, Units(8000));
    QVERIFY(!inspectKey(m_connection, proxyKey("tokens"), {}).rules[1].limit);
}

// Rows of their own, that stand beside the token's rules: the descriptor says whose they are.
void TestForeignChanges::requestsInFlightHaveTheTokenOfItsRules()
{
    const auto started = fmt::to_string(std::chrono::floor<std::chrono::seconds>(now()).count() - 20);
    for (const auto& [descriptor, token] :
         {std::pair<std::string, std::string>{"{api_key:88dc28d0}", "88dc28d0"},
          {"prod:{api_key:88dc28d0}", "88dc28d0"},
          {"{team_member:team-7:user-3}", "team-7:user-3"},
          {"{model_per_key:88dc28d0:bedrock/claude-3:0}", "88dc28d0"}}) {
        m_connection.call({"FLUSHALL"});
        m_connection.call({"SET", descriptor + ":requests", "4", "PX", "40000"});
        m_connection.call({"SET", descriptor + ":window", started, "PX", "40000"});
        m_connection.call({"ZADD", descriptor + ":max_parallel_requests", started, "6d1f0a4e"});
        m_connection.call({"EXPIRE", descriptor + ":max_parallel_requests", "3580"});
        std::set<std::pair<std::string, std::string>> found;
        for (const Subject& subject : scanned())
            found.emplace(subject.token, subject.format->name());
        QCOMPARE(found, (std::set<std::pair<std::string, std::string>>{
                            {token, "litellm"}, {token, "litellm-parallel-requests"}}));
    }
    // As the first form of the limiter counted them.
    const std::string number = proxyKey("max_parallel_requests");
    m_connection.call({"SET", number, "3"});
    const Inspection seen = inspectKey(m_connection, number, parseRules("5/min"));
    QVERIFY(seen.subject);
    QCOMPARE(seen.token, std::string("88dc28d0"));
    QCOMPARE(seen.subject->format->name(), std::string_view("litellm-parallel-counter"));
    QCOMPARE(seen.rules.front().used, Units(3));
}

void TestForeignChanges::keysOfOneTokenAreChangedTogether()
{
    const std::string rules = "10/min + 8000/min";
    const auto undoes = [&](ChangeOutcome& outcome, const std::vector<std::string>& before) {
        return !outcome.trouble && outcome.changed == 1 &&
               undo(m_connection, outcome).count(Undone::AsItWas) == 1 && contents() == before;
    };
    writeProxyKeys("4", "1250");
    const std::vector<std::string> before = contents();
    ChangeOutcome block = changeProxy(BlockIntent{Micros(90s), {}, {}}, rules);
    QCOMPARE(held("requests"), std::string("11"));
    QCOMPARE(held("tokens"), std::string("8001"));
    const Inspection blocked = inspectKey(m_connection, proxyKey("tokens"), parseRules(rules));
    QCOMPARE(blocked.state, SubjectState::Limited);
    QVERIFY(*blocked.retryAfter > 85s && *blocked.retryAfter < 92s);
    for (const InspectedRule& rule : blocked.rules)
        QCOMPARE(rule.remaining, Units(0));
    QVERIFY(undoes(block, before));

    // As a request of 100 tokens.
    ChangeOutcome charge = changeProxy(ChargeIntent{100}, rules);
    QCOMPARE(held("requests"), std::string("5"));
    QCOMPARE(held("tokens"), std::string("1350"));
    QVERIFY(undoes(charge, before));
    ChangeOutcome back = changeProxy(GiveBackIntent{2000}, rules);
    QCOMPARE(held("requests"), std::string("3"));
    QCOMPARE(held("tokens"), std::string("0"));
    QVERIFY(undoes(back, before));
    ChangeOutcome reset = changeProxy(ResetIntent{}, rules);
    QCOMPARE(contents(), std::vector<std::string>());
    QVERIFY(undoes(reset, before));

    // Of one that is limited by its requests alone an end of that is one of all, which share a window; and a
    // block lasts as long as what it overwrites.
    writeProxyKeys("12", "1250");
    ChangeOutcome shorter = changeProxy(BlockIntent{Micros(5s), {}, {}}, rules);
    QVERIFY(!shorter.trouble);
    const Inspection still = inspectKey(m_connection, proxyKey("requests"), parseRules(rules));
    QVERIFY(*still.retryAfter > 30s);
    for (const InspectedRule& rule : still.rules)
        QCOMPARE(rule.remaining, Units(0));
    writeProxyKeys("12", "1250");
    const ChangeOutcome unblock = changeProxy(UnblockIntent{}, rules);
    QVERIFY(!unblock.trouble);
    QCOMPARE(contents(), std::vector<std::string>());
}

void TestForeignChanges::whatIsNotKnownOfOneKeyIsNotGuessed()
{
    const auto refusal = [&](const Intent& intent, const std::string& rules) {
        const std::vector<std::string> before = contents();
        const std::string message = messageOf([&] { changeProxy(intent, rules); });
        return contents() == before ? message : "it was written";
    };
    // One rule is that of the requests, and tokens are counted: by which limit is not known.
    writeProxyKeys("4", "1250");
    const BlockIntent block{Micros(60s), {}, {}};
    QVERIFY2(refusal(block, "10/min").find("needs the limit") != std::string::npos,
             refusal(block, "10/min").c_str());
    QVERIFY2(refusal(block, "").find("needs the limit") != std::string::npos, refusal(block, "").c_str());
    const Inspection seen = inspectKey(m_connection, proxyKey("tokens"), parseRules("10/min"));
    QCOMPARE(seen.reading.decision.value().usage.size(), std::size_t(1));
    QCOMPARE(seen.rules[0].used, Units(4));
    QVERIFY(!seen.rules[1].limit);
    // They share one window.
    QVERIFY2(refusal(block, "10/min + 8000/h").find("share its window") != std::string::npos,
             refusal(block, "10/min + 8000/h").c_str());
    // Nothing counts tokens.
    writeProxyKeys("4", "");
    QVERIFY(!changeProxy(block, "10/min").trouble);
    QCOMPARE(held("requests"), std::string("11"));
    QCOMPARE(held("tokens"), std::string());
    // Nor are they counted by a charge.
    writeProxyKeys("4", "");
    QVERIFY(!changeProxy(ChargeIntent{3}, "10/min + 8000/min").trouble);
    QCOMPARE(held("requests"), std::string("5"));
    QCOMPARE(held("tokens"), std::string());
}

RATEWARDEN_SUITE(TestForeignChanges)
#include "tst_foreign_changes.moc"
