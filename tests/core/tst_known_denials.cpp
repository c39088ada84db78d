// SPDX-License-Identifier: GPL-3.0-or-later
// Denials whose causes are known, explained afterwards: of every algorithm, of other limiters' keys, and of
// the lines of logs. The rule that is named is right wherever what is stored suffices to tell it; elsewhere
// it is said not to be known; nothing wrong is ever said for sure, whatever callers settle, give back or hold
// in flight. All of it happened yesterday, by clocks
// that are handed in, and what suffices is computed here, of all charges, by code of its own.
#include "core/algorithms/algorithm.h"
#include "core/explain/denial_question.h"
#include "core/explain/explanation_text.h"
#include "core/limiter/decision_call.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <fmt/format.h>

#include <QDateTime>
#include <QLocale>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <stdexcept>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

struct KnownCharge {
    Instant at;
    Units cost = 1;
};

/// What is known of a denial, or of a request that somebody else has denied.
struct KnownDenial {
    Instant at;
    Units cost = 1;
    std::set<Micros> windows; ///< of the rules that denied it; none: every one had room
    /// Units have been settled or given back since: only what is exact is still said for sure.
    bool isSettledSince = false;
};

struct KnownTally {
    int named = 0;      ///< what denied it, for sure
    int unknown = 0;    ///< it was said not to be known
    int wrong = 0;      ///< something else was said for sure
    int sufficient = 0; ///< what is stored suffices to tell
    std::string firstFault;

    int all() const { return named + unknown + wrong; }

    void fault(const std::string& what)
    {
        if (firstFault.empty())
            firstFault = what;
    }

    KnownTally& operator+=(const KnownTally& other)
    {
        named += other.named;
        unknown += other.unknown;
        wrong += other.wrong;
        sufficient += other.sufficient;
        return *this;
    }
};

std::string toldOf(const Explanation& it, const KnownDenial& known)
{
    std::string text = fmt::format("{} µs:", known.at.time_since_epoch().count());
    for (const ExplainedLine& line : linesOf(it))
        text += '\n' + englishText(line, [](Instant moment) {
                    return std::to_string(moment.time_since_epoch().count());
                });
    return text;
}

void judgeExplanation(const Explanation& it, const KnownDenial& known, bool suffices, KnownTally& tally)
{
    const auto hasDenied = [&](std::size_t rule) {
        return known.windows.contains(it.rules[rule].rule.window);
    };
    const bool isSure = it.certainty != Certainty::Open;
    const bool isClaim = isSure && (it.certainty == Certainty::Exact || !known.isSettledSince);
    const bool wasDenied = !known.windows.empty();
    // "If it was denied, nothing else can have done it" says nothing of what was not.
    const bool isIfDenied = !wasDenied && it.cause == DenialCause::Rule && it.rules[*it.rule].isOpen();
    const bool isRight =
        wasDenied ? it.cause == DenialCause::Rule && hasDenied(*it.rule) : it.cause == DenialCause::NoRule;
    const bool saysSo = std::ranges::all_of(it.rules, [&](const RuleThen& then) {
        const bool denied = known.windows.contains(then.rule.window);
        if (denied)
            return then.answer != RuleThen::Answer::HadRoom || known.isSettledSince;
        return then.answer != RuleThen::Answer::Denied || (then.leansOnCosts && known.isSettledSince);
    });
    tally.sufficient += suffices ? 1 : 0;
    if (!saysSo || (isClaim && !isRight && !isIfDenied)) {
        ++tally.wrong;
        tally.fault("wrong: " + toldOf(it, known));
    } else if (isSure && isRight) {
        ++tally.named;
    } else {
        ++tally.unknown;
        if (suffices)
            tally.fault("not known: " + toldOf(it, known));
    }
}

/// What was charged up to a moment, in the window that ends with it.
Units chargedBy(std::span<const KnownCharge> charges, Instant moment, Micros window)
{
    Units units = 0;
    for (const KnownCharge& one : charges)
        units += one.at <= moment && one.at > moment - window ? one.cost : 0;
    return units;
}

Units chargedFrom(std::span<const KnownCharge> charges, Instant from, Instant to)
{
    Units units = 0;
    for (const KnownCharge& one : charges)
        units += one.at >= from && one.at < to ? one.cost : 0;
    return units;
}

/// At most how much of the rule was used at the moment, by the state after all these charges; empty: that one
/// does not tell.
std::optional<Units> usedAtMost(Keeps keeps, const Rule& rule, std::span<const KnownCharge> charges,
                                Instant moment)
{
    const Micros window = rule.window;
    const Instant begin = moment - moment.time_since_epoch() % window;
    const Instant newest = charges.empty() ? Instant() : charges.back().at;
    if (keeps == Keeps::Bucket) {
        const double each = double(window.count()) / double(rule.limit);
        double arrival = 0;
        for (const KnownCharge& one : charges)
            arrival = std::max(arrival, double(one.at.time_since_epoch().count())) + each * double(one.cost);
        const double ahead = std::max(arrival - double(moment.time_since_epoch().count()), 0.0);
        return Units(ahead / each) + 1; // one more: what the script rounds does not matter
    }
    if (newest >= begin + window)
        return std::nullopt;
    const Units present = chargedFrom(charges, begin, begin + window);
    if (keeps == Keeps::Counts)
        return present;
    const double left = double((begin + window - moment).count()) / double(window.count());
    return present + Units(std::ceil(left * double(chargedFrom(charges, begin - window, begin))));
}

/// Whether the state after all charges tells a rule that denied it: a log has all of them, others name a rule
/// if each other one had room.
bool stateSuffices(Keeps keeps, std::span<const Rule> rules, std::span<const KnownCharge> charges,
                   const KnownDenial& denial)
{
    if (keeps == Keeps::Charges)
        return true;
    return std::ranges::count_if(rules, [&](const Rule& rule) {
               const std::optional<Units> used = usedAtMost(keeps, rule, charges, denial.at);
               return !used || *used + denial.cost > rule.capacity();
           }) == 1;
}

/// Whether some rule had too little left at every moment that is asked about.
bool denialsSpanIt(std::span<const Rule> rules, std::span<const KnownCharge> charges, const Denial& asked)
{
    return std::ranges::any_of(rules, [&](const Rule& rule) {
        std::vector<Instant> moments{asked.from, asked.to};
        for (const KnownCharge& one : charges)
            for (const Instant turn : {one.at - 1us, one.at + rule.window})
                if (turn >= asked.from && turn <= asked.to)
                    moments.push_back(turn);
        return std::ranges::all_of(moments, [&](Instant moment) {
            return chargedBy(charges, moment, rule.window) + asked.cost > rule.capacity();
        });
    });
}

/// Of an access log, a proxy's log, and one of JSON.
QString lineOfLog(const QString& log, const std::string& token, Instant began, Micros took)
{
    const auto millis = [](Instant moment) {
        return qint64(moment.time_since_epoch() / 1ms);
    };
    const auto clock = [](qint64 at, const char* format) {
        return QLocale::c().toString(QDateTime::fromMSecsSinceEpoch(at, Qt::UTC), QString(format));
    };
    const QString address = QString::fromStdString(token);
    if (log == "access log")
        return QString("%1 - - [%2 +0000] \"GET /v1/items HTTP/1.1\" 429 162 \"-\" \"curl/7.88\"")
            .arg(address, clock(millis(began + took), "dd/MMM/yyyy:HH:mm:ss"));
    if (log == "HAProxy") // which says when the request came
        return QString("%1:33317 [%2] http-in api/srv1 0/0/1/2/3 429 212 - - ---- 1/1/0/0/0 0/0 "
                       "\"GET /v1/items HTTP/1.1\"")
            .arg(address, clock(millis(began), "dd/MMM/yyyy:HH:mm:ss.zzz"));
    const Micros since = (began + took).time_since_epoch();
    return QString("{\"level\":\"info\",\"ts\":%1.%2,\"request\":{\"remote_ip\":\"%3\"},\"status\":429}")
        .arg(qint64(since / 1s))
        .arg(qint64((since % 1s).count()), 6, 10, QChar('0'))
        .arg(address);
}

} // namespace

class TestKnownDenials : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    std::mt19937 m_random;
    KnownTally m_all;
    std::size_t m_rows = 0; ///< that were taken

    int below(int end) { return int(m_random() % std::uint32_t(end)); }
    Instant now() { return clockOf(m_connection); }
    /// The same day goes on for long, so that no state expires meanwhile.
    Instant yesterday() { return std::chrono::floor<std::chrono::days>(now()) - 18h; }

    Decision decide(const Policy& policy, const std::string& token, Units cost, Instant at,
                    Mode mode = Mode::Acquire)
    {
        const Command command = decisionCommand(policy, RedisToken(token), cost, mode, {.now = at});
        return readDecision(m_connection.call(command).view(), policy);
    }

    /// Some requests of a token, as its limiter decided them, and a while after them: those that were denied.
    std::vector<KnownDenial> replay(const Policy& policy, const std::string& token, Instant& at,
                                    std::vector<KnownCharge>& charges)
    {
        std::vector<KnownDenial> denials;
        for (int i = 0; i < 30; ++i) {
            at += Micros(1000 + below(below(3) == 0 ? 20'000'000 : 2'000'000));
            const Units cost = 1 + below(4) / 3;
            const Decision decision = decide(policy, token, cost, at);
            if (decision.allowed()) {
                charges.push_back({at, cost});
                continue;
            }
            KnownDenial& denial = denials.emplace_back(KnownDenial{at, cost, {}});
            denial.windows.insert(decision.usage[*decision.rule].rule.window);
            for (const RuleUsage& usage : decision.usage)
                if (usage.used + usage.rule.unitsOf(cost) > usage.rule.capacity())
                    denial.windows.insert(usage.rule.window);
        }
        return denials;
    }

    /// Likewise of callers who settle what they reserve, and give back; with requests that had room, too,
    /// which somebody else may have denied.
    std::vector<KnownDenial> replaySettled(const Policy& policy, const std::string& token, Instant& at);
    /// Likewise of requests that hold slots, which are renewed and released; `held`: those that still are.
    std::vector<KnownDenial> replaySlots(const Policy& policy, const std::string& token, Instant& at,
                                         std::vector<Settlement>& held);

    /// Nothing wrong, and all that can be named.
    void take(const KnownTally& tally)
    {
        qInfo("%d named, %d not known, %d wrong; %d can be named", tally.named, tally.unknown, tally.wrong,
              tally.sufficient);
        m_all += tally;
        ++m_rows;
        QVERIFY2(tally.firstFault.empty(), tally.firstFault.c_str());
        QCOMPARE(tally.wrong, 0);
        QVERIFY(tally.named >= tally.sufficient);
    }

    /// Another limiter's key, which is there already.
    Subject othersKey(const std::string& key, const char* format, const char* rules)
    {
        const auto found = recogniseOnServer(m_connection, key, parseRules(rules), format);
        if (!found || found->subject.format->name() != std::string_view(format))
            throw std::runtime_error(key + " is not recognised");
        return found->subject;
    }

    void judgeKey(const Subject& subject, const char* rules, const KnownDenial& known, bool suffices,
                  KnownTally& tally)
    {
        const Policy policy = subject.format->policyFor(subject, parseRules(rules));
        judgeExplanation(explainDenial(m_connection, subject, policy, {known.at, known.at, known.cost}),
                         known, suffices, tally);
    }

    /// The key of one client, and all requests that were decided by it.
    struct KnownKey {
        Subject subject;
        std::vector<KnownDenial> requests;
        Instant began; ///< its present window
        Units count = 0;
    };
    KnownKey counterOfExpressRateLimit(int number, Units limit);
    KnownTally countersOfExpressRateLimit(int wanted);
    KnownTally linesOfExpressRateLimit(const QString& log, int wanted);
    DenialQuestion askedByLine(const QString& log, const std::string& token, const KnownDenial& denial);
    KnownTally logsOfRollingRateLimiter(int wanted);
    KnownTally logsOfPyrateLimiter(int wanted);

private Q_SLOTS:
    void initTestCase() { m_random.seed(testSeed()); }
    void init() { m_connection.call({"FLUSHALL"}); }

    void ofEveryAlgorithm_data() { addAlgorithms(); }
    void ofEveryAlgorithm();
    void ofSettledUnits_data() { addAlgorithms(); }
    void ofSettledUnits();
    void ofSlots();
    void ofOthersKeys_data();
    void ofOthersKeys();
    void ofLines_data();
    void ofLines();
    void allTogether();
};

void TestKnownDenials::ofEveryAlgorithm()
{
    QFETCH(QString, algorithm);
    const Policy policy{"api", algorithm.toStdString(), parseRules("4/30s + 12/200s + 60/2000s + 10000/day"),
                        false, false};
    announcePolicy(m_connection, policy);
    const Keeps keeps = algorithmNamed(policy.algorithm).keeps;
    const int wanted = isSanitized ? 20 : 100;
    KnownTally tally;
    Instant at = yesterday();
    std::vector<KnownCharge> charges;
    // Until some can be named whose state does not keep all, too.
    for (int round = 0; round < 30 && (tally.all() < wanted || tally.sufficient < wanted / 10); ++round) {
        at += Micros(std::chrono::seconds(below(600)));
        for (const KnownDenial& denial : replay(policy, "t", at, charges))
            judgeExplanation(
                explainDenial(m_connection, "t", policy.name, {denial.at, denial.at, denial.cost}), denial,
                stateSuffices(keeps, policy.rules, charges, denial), tally);
    }
    QVERIFY(tally.all() >= wanted);
    take(tally);
}

std::vector<KnownDenial> TestKnownDenials::replaySettled(const Policy& policy, const std::string& token,
                                                         Instant& at)
{
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    std::vector<KnownDenial> denials;
    std::vector<Settlement> open;
    const auto changeUnits = [&] {
        for (KnownDenial& one : denials)
            one.isSettledSince = true;
    };
    for (int i = 0; i < 60; ++i) {
        at += Micros(1000 + below(below(3) == 0 ? 20'000'000 : 2'000'000));
        const Units cost = 1 + below(4) / 2;
        const int act = below(8);
        if (act < 2 && !open.empty()) {
            const auto which = open.begin() + below(int(open.size()));
            which->actual = below(3) == 0 ? 0 : below(2) == 0 ? which->reserved : Units(below(6));
            if (which->actual != which->reserved)
                changeUnits();
            const RedisToken of(token);
            const Command command = settleCommand(policy, of, *which, {.now = at});
            readSettled(m_connection.call(command).view(), policy, of, m_connection.where());
            open.erase(which);
            continue;
        }
        const Mode mode = act == 2   ? (below(4) == 0 ? Mode::GiveBack : Mode::Acquire)
                          : act == 3 ? Mode::Peek
                          : act == 4 ? Mode::Acquire
                                     : Mode::Reserve;
        const Decision decision = decide(policy, token, cost, at, mode);
        if (mode == Mode::GiveBack) {
            changeUnits();
            continue;
        }
        if (decision.allowed() && mode == Mode::Reserve)
            open.push_back({algorithm.chargedAt(decision), cost, 0});
        if (decision.allowed() && mode != Mode::Peek)
            continue;
        KnownDenial& denial = denials.emplace_back(KnownDenial{at, cost, {}});
        if (decision.allowed())
            continue;
        denial.windows.insert(decision.usage[*decision.rule].rule.window);
        for (const RuleUsage& usage : decision.usage)
            if (usage.used + cost > usage.rule.capacity())
                denial.windows.insert(usage.rule.window);
    }
    return denials;
}

// A rule that is named for sure has denied it whatever has been settled since: only a log tells that, by its
// entries of cost 1 and those that are open.
void TestKnownDenials::ofSettledUnits()
{
    QFETCH(QString, algorithm);
    const Policy policy{"api", algorithm.toStdString(), parseRules("4/30s + 12/200s + 60/2000s + 10000/day"),
                        false, false};
    announcePolicy(m_connection, policy);
    const bool keepsCharges = algorithmNamed(policy.algorithm).keeps == Keeps::Charges;
    const int wanted = isSanitized ? 40 : 200;
    KnownTally tally;
    int exact = 0;
    int estimates = 0;
    Instant at = yesterday();
    while (tally.all() < wanted) {
        at += Micros(std::chrono::seconds(below(600)));
        for (const KnownDenial& denial : replaySettled(policy, "t", at)) {
            const Explanation it =
                explainDenial(m_connection, "t", policy.name, {denial.at, denial.at, denial.cost});
            exact += it.certainty == Certainty::Exact ? 1 : 0;
            estimates += it.certainty == Certainty::Estimate ? 1 : 0;
            judgeExplanation(it, denial, false, tally);
        }
    }
    qInfo("%d exact, %d estimates", exact, estimates);
    QCOMPARE(estimates > 0, keepsCharges); // others do not show that anything is settled
    QVERIFY(keepsCharges || exact == 0);
    take(tally);
}

std::vector<KnownDenial> TestKnownDenials::replaySlots(const Policy& policy, const std::string& token,
                                                       Instant& at, std::vector<Settlement>& held)
{
    std::vector<KnownDenial> denials;
    for (int i = 0; i < 30; ++i) {
        at += Micros(1000 + below(20'000'000));
        if (const int act = below(6); act < 2 && !held.empty()) {
            const auto which = held.begin() + below(int(held.size()));
            const RedisToken of(token);
            const Command command = act == 0 ? settleCommand(policy, of, *which, {.now = at})
                                             : renewCommand(policy, of, *which, {.now = at});
            readSettled(m_connection.call(command).view(), policy, of, m_connection.where());
            if (act == 0)
                held.erase(which);
            continue;
        }
        const Decision decision = decide(policy, token, 1, at);
        if (decision.allowed()) {
            held.push_back({algorithmNamed(policy.algorithm).chargedAt(decision), 1, 1});
            continue;
        }
        KnownDenial& denial = denials.emplace_back(KnownDenial{at, 1, {}});
        for (const RuleUsage& usage : decision.usage)
            if (usage.used + 1 > usage.rule.capacity())
                denial.windows.insert(usage.rule.window);
    }
    return denials;
}

// Slots that are still held tell that they were held, however often they were renewed; of others nothing is
// known.
void TestKnownDenials::ofSlots()
{
    constexpr Micros life = 72h;
    constexpr std::size_t slots = 3;
    const Policy policy{"api", "in-flight", parseRules("3 at once for 72h + 8/100s + 10000/day"), false,
                        false};
    announcePolicy(m_connection, policy);
    KnownTally tally;
    int bySlots = 0;
    for (int number = 0; number < 200 && (tally.all() < (isSanitized ? 20 : 100) || bySlots < 5); ++number) {
        const std::string token = fmt::format("t{}", number);
        Instant at = yesterday();
        std::vector<Settlement> held;
        for (const KnownDenial& denial : replaySlots(policy, token, at, held)) {
            const Explanation it =
                explainDenial(m_connection, token, policy.name, {denial.at, denial.at, denial.cost});
            const auto still =
                std::ranges::count_if(held, [&](const Settlement& slot) { return slot.at <= denial.at; });
            judgeExplanation(it, denial, true, tally); // the log tells of all other rules
            QCOMPARE(it.rules[0].rule.window, life);
            QCOMPARE(it.rules[0].requests, std::size_t(still));
            QCOMPARE(it.rules[0].answer == RuleThen::Answer::Denied, std::size_t(still) >= slots);
            if (std::size_t(still) >= slots && denial.windows == std::set<Micros>{life}) {
                QCOMPARE(it.certainty, Certainty::Exact);
                ++bySlots;
            }
        }
    }
    QVERIFY(bySlots >= 5);
    take(tally);
}

TestKnownDenials::KnownKey TestKnownDenials::counterOfExpressRateLimit(int number, Units limit)
{
    KnownKey known;
    Instant end;
    do { // until it does not expire too soon
        known = {};
        end = now();
        for (Instant at = end - 3h; at < end; at += 1s + Micros(below(2 * 480'000'000))) {
            if (known.count == 0 || at >= known.began + 1h) {
                known.began = at;
                known.count = 0;
            }
            ++known.count;
            KnownDenial& one = known.requests.emplace_back(KnownDenial{at, 1, {}});
            if (known.count > limit)
                one.windows.insert(1h);
        }
    } while (known.began + 55min < end);
    const std::string key = fmt::format("rl:203.0.113.{}", number % 250);
    m_connection.call({"SET", key, std::to_string(known.count)});
    m_connection.call({"PEXPIREAT", key, std::to_string((known.began + 1h).time_since_epoch() / 1ms)});
    known.subject = othersKey(key, "rate-limit-redis", "5/h");
    return known;
}

// A count with an expiry, which denied requests count in: of the last of its windows it tells that a request
// was allowed, if fewer than the limit came.
KnownTally TestKnownDenials::countersOfExpressRateLimit(int wanted)
{
    constexpr Units limit = 5;
    KnownTally tally;
    for (int number = 0; tally.all() < wanted; ++number) {
        const KnownKey known = counterOfExpressRateLimit(number, limit);
        for (const KnownDenial& one : known.requests) {
            // There is no other rule, so that one is it if it was denied at all.
            const bool isTold = !one.windows.empty() || (one.at > known.began + 5s && known.count < limit);
            judgeKey(known.subject, "5/h", one, isTold, tally);
        }
    }
    return tally;
}

// Lines of clients of which there is another limiter's key, under the rules that are published for it. A
// policy of ours has nothing of them, and claims none.
KnownTally TestKnownDenials::linesOfExpressRateLimit(const QString& log, int wanted)
{
    announcePolicy(m_connection, {"api", "gcra", parseRules("1/day"), false, false});
    KnownTally tally;
    for (int number = 0; tally.all() < wanted; ++number) {
        const KnownKey known = counterOfExpressRateLimit(number, 5);
        const Subject& subject = known.subject;
        announcePolicy(m_connection, subject.format->policyFor(subject, parseRules("5/h")));
        for (const KnownDenial& one : known.requests) {
            if (one.windows.empty())
                continue;
            const DenialQuestion asked = askedByLine(log, subject.token, one);
            const std::vector<Explanation> all =
                explainDenials(m_connection, asked.token, asked.denial, false, {&subject, 1});
            if (asked.token != subject.token || all.size() != 1)
                throw std::runtime_error("it is another token's, or another limiter's");
            judgeExplanation(all.front(), one, true, tally);
        }
    }
    return tally;
}

// All moments of the last window, those of denied requests included.
KnownTally TestKnownDenials::logsOfRollingRateLimiter(int wanted)
{
    constexpr std::size_t limit = 5;
    KnownTally tally;
    for (int number = 0; tally.all() < wanted; ++number) {
        const Instant end = now();
        std::vector<Instant> entries;
        std::vector<KnownDenial> requests;
        for (Instant at = end - 3h; at < end; at += 1s + Micros(below(2 * 700'000'000))) {
            std::erase_if(entries, [&](Instant entry) { return entry <= at - 1h; });
            KnownDenial& one = requests.emplace_back(KnownDenial{at, 1, {}});
            if (entries.size() >= limit)
                one.windows.insert(1h);
            entries.push_back(at);
        }
        const std::string key = fmt::format("rolling:203.0.113.{}", number % 250);
        m_connection.call({"DEL", key});
        for (std::size_t i = 0; i < entries.size(); ++i)
            m_connection.call({"ZADD", key, std::to_string(entries[i].time_since_epoch().count()),
                               fmt::format("0b6d6a3e-0000-4000-8000-{:012}", i)});
        m_connection.call({"PEXPIREAT", key, std::to_string((entries.back() + 1h).time_since_epoch() / 1ms)});
        const Subject subject = othersKey(key, "rolling-rate-limiter", "5/h");
        for (const KnownDenial& one : requests)
            judgeKey(subject, "5/h", one, !one.windows.empty(), tally);
    }
    return tally;
}

// All moments of allowed requests of the longest of two windows.
KnownTally TestKnownDenials::logsOfPyrateLimiter(int wanted)
{
    struct Limit {
        Micros window;
        Units units;
    };
    constexpr std::array<Limit, 2> limits{{{10min, 4}, {1h, 12}}};
    constexpr auto rules = "4/10min + 12/h";
    KnownTally tally;
    for (int number = 0; tally.all() < wanted; ++number) {
        const Instant end = std::chrono::floor<std::chrono::seconds>(now());
        std::vector<KnownCharge> charges;
        std::vector<KnownDenial> requests;
        int millis = 0; // another one of each request: no two are a whole window apart
        for (Instant at = end - 3h; at + 1s < end;
             at += std::chrono::seconds(2 + below(below(4) == 0 ? 900 : 100))) {
            KnownDenial one{at + std::chrono::milliseconds(++millis), 1, {}};
            for (const auto& [window, units] : limits)
                if (chargedBy(charges, one.at, window) >= units)
                    one.windows.insert(window);
            if (one.windows.empty())
                charges.push_back({one.at, 1});
            else
                requests.push_back(one);
            // What somebody else has denied right after it.
            KnownDenial elsewhere{one.at + 300us, 1, {}};
            for (const auto& [window, units] : limits)
                if (chargedBy(charges, elsewhere.at, window) >= units)
                    elsewhere.windows.insert(window);
            requests.push_back(std::move(elsewhere));
        }
        std::erase_if(charges, [&](const KnownCharge& charge) { return charge.at <= end - 1h; });
        const std::string key = fmt::format("203.0.113.{}", number % 250);
        m_connection.call({"DEL", key});
        for (std::size_t i = 0; i < charges.size(); ++i)
            m_connection.call({"ZADD", key, std::to_string(charges[i].at.time_since_epoch() / 1ms),
                               fmt::format("{}:{:010x}:1", key, i + 0x4e0fba27aaU)});
        const Subject subject = othersKey(key, "pyrate-limiter", rules);
        for (const KnownDenial& one : requests) {
            const bool isTold = std::ranges::any_of(limits, [&](const Limit& limit) {
                return chargedBy(charges, one.at, limit.window) >= limit.units;
            });
            judgeKey(subject, rules, one, isTold, tally);
        }
    }
    return tally;
}

void TestKnownDenials::ofOthersKeys_data()
{
    QTest::addColumn<QString>("format");
    for (const char* const format : {"rate-limit-redis", "rolling-rate-limiter", "pyrate-limiter"})
        QTest::newRow(format) << format;
}

void TestKnownDenials::ofOthersKeys()
{
    QFETCH(QString, format);
    const int wanted = isSanitized ? 40 : 150;
    take(format == "rate-limit-redis"       ? countersOfExpressRateLimit(wanted)
         : format == "rolling-rate-limiter" ? logsOfRollingRateLimiter(wanted)
                                            : logsOfPyrateLimiter(wanted));
}

void TestKnownDenials::ofLines_data()
{
    QTest::addColumn<QString>("log");
    QTest::addColumn<QString>("algorithm");
    for (const char* const log : {"access log", "HAProxy", "JSON"})
        for (const char* const algorithm : {"sliding-log", "gcra", "rate-limit-redis"})
            QTest::addRow("%s, %s", log, algorithm) << log << algorithm;
}

DenialQuestion TestKnownDenials::askedByLine(const QString& log, const std::string& token,
                                             const KnownDenial& denial)
{
    const Micros toDecide{below(20'000)};
    const QString line = lineOfLog(log, token, denial.at - toDecide, toDecide + Micros(below(200'000)));
    DenialQuestion asked = denialQuestion(line.toStdString(), now());
    asked.denial.cost = denial.cost; // of which these logs say nothing
    if (asked.denial.from > denial.at || asked.denial.to < denial.at)
        throw std::runtime_error(line.toStdString());
    return asked;
}

// Lines of several addresses, each with its token and its time; a rule is named by what was used in all of
// the two seconds that a line leaves open.
void TestKnownDenials::ofLines()
{
    QFETCH(QString, log);
    QFETCH(QString, algorithm);
    const int wanted = isSanitized ? 15 : 60;
    if (algorithm == "rate-limit-redis")
        return take(linesOfExpressRateLimit(log, wanted));
    const Policy policy{"api", algorithm.toStdString(), parseRules("4/30s + 12/200s + 10000/day"), false,
                        false};
    announcePolicy(m_connection, policy);
    const bool keepsCharges = algorithmNamed(policy.algorithm).keeps == Keeps::Charges;
    KnownTally tally;
    for (int number = 1; tally.all() < wanted; ++number) {
        Instant at = yesterday();
        const std::string token = fmt::format("203.0.113.{}", number);
        std::vector<KnownCharge> charges;
        for (int i = 0; i < 2; ++i)
            for (const KnownDenial& denial : replay(policy, token, at, charges)) {
                const DenialQuestion asked = askedByLine(log, token, denial);
                QCOMPARE(asked.token, token);
                const std::vector<Explanation> all = explainDenials(m_connection, asked.token, asked.denial);
                QCOMPARE(all.size(), std::size_t(1));
                judgeExplanation(all.front(), denial,
                                 keepsCharges && denialsSpanIt(policy.rules, charges, asked.denial), tally);
            }
    }
    take(tally);
}

// Over all algorithms, formats and logs.
void TestKnownDenials::allTogether()
{
    constexpr std::size_t slotsFormatsAndLogs = 1 + 3 + 9;
    if (m_rows < 2 * algorithms().size() + slotsFormatsAndLogs)
        QSKIP("only some of them were asked for");
    qInfo("%d denials: %d named, %d not known, %d wrong; %d can be named", m_all.all(), m_all.named,
          m_all.unknown, m_all.wrong, m_all.sufficient);
    QCOMPARE(m_all.wrong, 0);
    QVERIFY(m_all.all() >= (isSanitized ? 300 : 1000));
    QVERIFY(m_all.named >= m_all.sufficient);
    QVERIFY(m_all.sufficient >= (isSanitized ? 100 : 500)); // of algorithms that keep charges all
}

RATEWARDEN_SUITE(TestKnownDenials)

#include "tst_known_denials.moc"
