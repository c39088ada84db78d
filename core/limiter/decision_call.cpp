// SPDX-License-Identifier: MIT
#include "core/limiter/decision_call.h"

#include "core/algorithms/algorithm.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t numberBytes = 7; // of most numbers in a packed request or answer
constexpr std::size_t retryBytes = 8;  // signed
constexpr std::size_t requestHeaderBytes = 15;
constexpr std::size_t requestRuleBytes = 21;
constexpr std::size_t memoryBytes = 3; // how many denials to remember, and how long the note is

// The answer as text.
constexpr std::size_t headerFields = 5;            // verdict, rule, retry-after, now, overridden
constexpr std::size_t fieldsPerRule = 2;           // used, reset-after
constexpr std::size_t fieldsPerOverriddenRule = 5; // and limit, window, burst

[[noreturn]] void refuseDecision(std::string_view what, std::int64_t value)
{
    throw BadReply(fmt::format("Redis answered a decision whose {} is {}", what, value));
}

bool counts(const Policy& policy, Mode mode)
{
    return policy.counters && charges(mode);
}

bool remembers(const Policy& policy, Mode mode)
{
    return policy.denials > 0 && counts(policy, mode);
}

std::size_t keysFor(const Policy& policy, Mode mode)
{
    return remembers(policy, mode) ? 4 : counts(policy, mode) ? 3 : 2;
}

std::string_view noteIn(const CallOptions& options)
{
    return options.note.substr(0, longestNote);
}

// Of a slot that the request takes; others have none.
std::string_view holderIn(const CallOptions& options, const ResolvedPolicy& of, Mode mode)
{
    return of.algorithm.takesSlots && charges(mode) ? options.holder : std::string_view();
}

std::string_view modeName(Mode mode)
{
    switch (mode) {
    case Mode::Acquire:
    case Mode::Lease:
        return "acquire";
    case Mode::Reserve:
        return "reserve";
    case Mode::Peek:
        return "peek";
    case Mode::GiveBack:
        break;
    }
    return "give-back";
}

// The one argument of the packed form.
class PackedRequest {
public:
    PackedRequest(const ResolvedPolicy& of, const Settlement& settlement, char mode,
                  const CallOptions& options)
    {
        addHeader(of, mode, settlement.reserved, options);
        add(settlement.at.time_since_epoch().count());
        add(settlement.actual);
    }

    PackedRequest(const ResolvedPolicy& of, Units cost, Mode mode, const CallOptions& options)
    {
        const Policy& policy = of.policy;
        constexpr char charging = 1;
        constexpr char withoutUsage = 2;
        constexpr char counting = 4;
        constexpr char givingBack = 8;
        constexpr char remembering = 16;
        constexpr int holding = 64;
        constexpr int reserving = 128;
        const std::string_view holder = holderIn(options, of, mode);
        addHeader(of,
                  mode == Mode::GiveBack
                      ? givingBack
                      : char((charges(mode) ? charging : 0) +
                             (options.detail == Detail::Verdict ? withoutUsage : 0) +
                             (counts(policy, mode) ? counting : 0) +
                             (remembers(policy, mode) ? remembering : 0) + (holder.empty() ? 0 : holding) +
                             (mode == Mode::Reserve ? reserving : 0)),
                  cost, options);
        if (remembers(policy, mode)) {
            const std::string_view note = noteIn(options);
            m_size += note.copy(m_bytes.data() + m_size, note.size());
            add(policy.denials, 2);
            add(std::int64_t(note.size()), 1);
        }
        if (!holder.empty()) {
            m_size += holder.copy(m_bytes.data() + m_size, longestHolder);
            add(std::int64_t(holder.size()), 1);
        }
    }

    std::string_view bytes() const { return {m_bytes.data(), m_size}; }

private:
    void addHeader(const ResolvedPolicy& of, char mode, Units cost, const CallOptions& options)
    {
        m_bytes[m_size++] = mode;
        add(cost);
        add(options.now ? options.now->time_since_epoch().count() : 0);
        for (const Rule& rule : of.rules) {
            add(rule.limit);
            add(rule.window.count());
            add(rule.writtenBurst());
        }
    }
    void add(std::int64_t number, std::size_t bytes = numberBytes)
    {
        putLittleEndian(std::span(m_bytes).subspan(m_size, bytes), number);
        m_size += bytes;
    }

    std::array<char, requestHeaderBytes + requestRuleBytes * maxRules + longestNote + memoryBytes +
                         longestHolder + 1>
        m_bytes{};
    std::size_t m_size = 0;
};

void validateClock(const CallOptions& options)
{
    if (options.now && *options.now <= Instant())
        throw InvalidArgument("a given clock must be after 1970");
}

// The request as text, up to the rules.
void addText(Command& command, const ResolvedPolicy& of, Units cost, std::string_view mode,
             const CallOptions& options)
{
    if (options.now)
        command.add(options.now->time_since_epoch().count());
    else
        command.add("");
    command.add(cost).add(mode);
    for (const Rule& rule : of.rules)
        command.add(rule.limit).add(rule.window.count()).add(rule.writtenBurst());
}

struct Header {
    std::int64_t verdict;
    std::int64_t rule; // counted from 1; 0: none
    std::int64_t retryAfter;
    std::int64_t now;
};

/// What is answered. A settlement has under how many rules it was settled where a request has the rule that
/// denied.
enum class To { Request, Settlement };

// What both forms say of the whole. `rules` is how many there are.
void readHeader(Header header, std::size_t rules, To to, Decision& decision)
{
    if (to == To::Settlement) {
        if (header.rule < 0 || std::size_t(header.rule) > rules)
            refuseDecision("number of settled rules", header.rule);
        decision.settledRules = int(std::exchange(header.rule, 0));
    }

    if (header.verdict < int(Verdict::Allowed) || header.verdict > int(Verdict::NeverFits))
        refuseDecision("verdict", header.verdict);
    decision.verdict = Verdict(header.verdict);

    const bool namesRule =
        decision.verdict == Verdict::DeniedByRule || decision.verdict == Verdict::NeverFits;
    if (header.rule < 0 || std::size_t(header.rule) > rules || (header.rule > 0) != namesRule)
        refuseDecision("denying rule", header.rule);
    if (header.rule > 0)
        decision.rule = std::size_t(header.rule - 1);

    const bool waitHelps = header.retryAfter != -1;
    if (header.retryAfter < -1 || (decision.allowed() && header.retryAfter != 0) ||
        (decision.verdict == Verdict::DeniedByRule && !waitHelps))
        refuseDecision("retry-after", header.retryAfter);
    decision.retryAfter = waitHelps ? std::optional(Micros(header.retryAfter)) : std::nullopt;
    decision.now = Instant(Micros(header.now));
}

void addRule(Decision& decision, Rule rule, const Algorithm& algorithm)
{
    if (decision.overridden) {
        const auto isUnits = [](Units number) {
            return number >= 0 && number <= maxUnits;
        };
        if (!isUnits(rule.limit) || !isUnits(rule.burst) || !isUnits(rule.window.count()) ||
            rule.window < Micros(1))
            throw BadReply(fmt::format("Redis answered a decision with an override of {} in {} us, burst {}",
                                       rule.limit, rule.window.count(), rule.burst));
    }
    if (decision.overridden)
        rule = algorithm.ruleAsWritten(rule);
    decision.usage.push_back({rule, 0, Micros::zero()});
}

void readUsage(std::int64_t used, std::int64_t resetAfter, RuleUsage& usage)
{
    if (used < 0)
        refuseDecision("used count", used);
    usage.used = used;
    usage.resetAfter = Micros(resetAfter);
}

Decision readText(ReplyView reply, const ResolvedPolicy& of, To to)
{
    const std::vector<Rule>& deciding = of.rules;
    Decision decision;
    const std::int64_t overridden = reply[4].integer();
    if (overridden != 0 && overridden != 1)
        refuseDecision("override mark", overridden);
    decision.overridden = overridden == 1;
    const std::size_t perRule = decision.overridden ? fieldsPerOverriddenRule : fieldsPerRule;
    const std::size_t rules = decision.overridden ? (reply.size() - headerFields) / perRule : deciding.size();
    if (rules == 0 || reply.size() != headerFields + perRule * rules)
        throw BadReply(fmt::format("Redis answered a decision of {} fields, which do not fit {} rules",
                                   reply.size(), deciding.size()));
    readHeader({reply[0].integer(), reply[1].integer(), reply[2].integer(), reply[3].integer()}, rules, to,
               decision);
    for (std::size_t i = 0; i < rules; ++i) {
        const auto field = [&](std::size_t k) {
            return reply[headerFields + perRule * i + k].integer();
        };
        addRule(decision, decision.overridden ? Rule{field(2), Micros(field(3)), field(4)} : deciding[i],
                of.algorithm);
        readUsage(field(0), field(1), decision.usage.back());
    }
    return decision;
}

// Takes numbers off the front of a packed answer.
class Unpacker {
public:
    explicit Unpacker(std::string_view bytes) : m_bytes(bytes) {}

    std::int64_t number(std::size_t bytes = numberBytes)
    {
        if (bytes > m_bytes.size())
            throw BadReply("Redis answered a decision that ends too early");
        const std::int64_t value = littleEndian(m_bytes.substr(0, bytes));
        m_bytes.remove_prefix(bytes);
        return value;
    }
    std::string_view rest() const { return m_bytes; }

private:
    std::string_view m_bytes;
};

Decision readPackedDecision(std::string_view reply, const ResolvedPolicy& of, Detail detail, To to)
{
    const Algorithm& algorithm = of.algorithm;
    Decision decision;
    Unpacker unpacker(reply);
    Header header{};
    header.verdict = unpacker.number(1);
    header.rule = unpacker.number(1);
    const auto overriding = std::size_t(unpacker.number(1));
    header.retryAfter = unpacker.number(retryBytes);
    header.now = unpacker.number();
    decision.overridden = overriding > 0;
    const std::size_t rules = decision.overridden ? overriding : of.rules.size();
    readHeader(header, rules, to, decision);
    for (std::size_t i = 0; i < rules; ++i) {
        if (!decision.overridden) {
            addRule(decision, of.rules[i], algorithm);
            continue;
        }
        const Units limit = unpacker.number();
        const Micros window(unpacker.number());
        addRule(decision, {limit, window, unpacker.number()}, algorithm);
    }
    if (algorithm.reportState) {
        algorithm.reportState(unpacker.rest(), decision.now, decision.usage);
        return decision;
    }
    if (detail == Detail::Verdict)
        decision.usage.clear();
    for (RuleUsage& usage : decision.usage) {
        const Units used = unpacker.number();
        readUsage(used, unpacker.number(), usage);
    }
    if (!unpacker.rest().empty())
        throw BadReply(
            fmt::format("Redis answered a decision with {} bytes too many", unpacker.rest().size()));
    return decision;
}

Decision readAnswer(ReplyView reply, const ResolvedPolicy& of, Detail detail, To to)
{
    return reply.isString() ? readPackedDecision(reply.string(), of, detail, to) : readText(reply, of, to);
}

/// The same, of a reply that may be an error.
Decision readAnswer(ReplyView reply, const ResolvedPolicy& of, RedisToken token, Detail detail, To to,
                    std::string_view where)
{
    const auto what = [&] {
        return fmt::format("{} {} under {}", to == To::Request ? "deciding for" : "settling for",
                           printable(token.text()), printable(of.policy.name));
    };
    if (reply.isError())
        throwIfError(reply, what(), where);
    try {
        return readAnswer(reply, of, detail, to);
    } catch (const BadReply& error) {
        throw BadReply(fmt::format("{} on {}: {}; it may have been {}", what(), where, error.what(),
                                   to == To::Request ? "charged" : "settled"));
    }
}

} // namespace

ResolvedPolicy::ResolvedPolicy(const Policy& resolved)
    : policy(resolved)
    , rules(decidingRules(resolved))
    , algorithm(algorithmNamed(resolved.algorithm))
    , script(scriptNamed(algorithm.script))
{
}

void writeDecisionCommand(Command& command, const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                          const CallOptions& options)
{
    const Policy& policy = of.policy;
    validateToken(token.text());
    validateCost(cost);
    validateHolder(options.holder);
    validateClock(options);
    command.restart(of.script, keysFor(policy, mode),
                    mode == Mode::Peek ? Command::Access::Reads : Command::Access::Writes);
    addStateKey(command, token, policy.name, of.algorithm);
    addControlKey(command, token);
    if (counts(policy, mode))
        addCountsKey(command, token, policy.name);
    if (remembers(policy, mode))
        addDenialsKey(command, token, policy.name);
    if (options.form == Form::Packed) {
        command.add(PackedRequest(of, cost, mode, options).bytes());
        return;
    }
    addText(command, of, cost, modeName(mode), options);
    if (const std::string_view holder = holderIn(options, of, mode); !holder.empty())
        command.add(fmt::format("holder={}", holder));
    if (remembers(policy, mode))
        command.add(policy.denials).add(noteIn(options));
}

Command decisionCommand(const ResolvedPolicy& of, RedisToken token, Units cost, Mode mode,
                        const CallOptions& options)
{
    Command command;
    writeDecisionCommand(command, of, token, cost, mode, options);
    return command;
}

namespace {

struct SettleMode {
    char packed;
    const char* text;
};
constexpr SettleMode settling{32, "settle"};
constexpr SettleMode renewing{64, "renew"};

Command settlementCommand(const ResolvedPolicy& of, RedisToken token, const Settlement& settlement,
                          SettleMode mode, const CallOptions& options)
{
    const Policy& policy = of.policy;
    validateToken(token.text());
    validateSettlement(settlement);
    validateClock(options);
    Command command(of.script, 2);
    addStateKey(command, token, policy.name, of.algorithm);
    addControlKey(command, token);
    if (options.form == Form::Packed)
        return std::move(command.add(PackedRequest(of, settlement, mode.packed, options).bytes()));
    addText(command, of, settlement.reserved, mode.text, options);
    command.add(settlement.at.time_since_epoch().count()).add(settlement.actual);
    return command;
}

} // namespace

Command settleCommand(const ResolvedPolicy& of, RedisToken token, const Settlement& settlement,
                      const CallOptions& options)
{
    return settlementCommand(of, token, settlement, settling, options);
}

Command renewCommand(const ResolvedPolicy& of, RedisToken token, const Settlement& slot,
                     const CallOptions& options)
{
    return settlementCommand(of, token, slot, renewing, options);
}

Command manyDecisionsCommand(const ResolvedPolicy& of, std::span<const RedisRequest> requests,
                             const CallOptions& options)
{
    const Policy& policy = of.policy;
    validateHolder(options.holder);
    validateClock(options);
    Command command(of.script, keysFor(policy, Mode::Acquire) * requests.size());
    std::string costs;
    for (const RedisRequest& request : requests) {
        validateToken(request.token.text());
        validateCost(request.cost);
        addStateKey(command, request.token, policy.name, of.algorithm);
        appendLittleEndian(costs, request.cost, numberBytes);
    }
    for (const RedisRequest& request : requests)
        addControlKey(command, request.token);
    if (counts(policy, Mode::Acquire))
        for (const RedisRequest& request : requests)
            addCountsKey(command, request.token, policy.name);
    if (remembers(policy, Mode::Acquire))
        for (const RedisRequest& request : requests)
            addDenialsKey(command, request.token, policy.name);
    // A cost for each is asked for where they differ; and of one token, as its answer is to be an array, too.
    const bool alike = std::ranges::adjacent_find(requests, std::ranges::not_equal_to(),
                                                  &RedisRequest::cost) == requests.end();
    command.add(PackedRequest(of, requests.front().cost, Mode::Acquire, options).bytes());
    if (!alike || requests.size() == 1)
        command.add(costs);
    return command;
}

Decision readDecision(ReplyView reply, const ResolvedPolicy& of, Detail detail)
{
    return readAnswer(reply, of, detail, To::Request);
}

Decision readDecision(ReplyView reply, const ResolvedPolicy& of, RedisToken token, Detail detail,
                      std::string_view where)
{
    return readAnswer(reply, of, token, detail, To::Request, where);
}

Decision readSettled(ReplyView reply, const ResolvedPolicy& of, RedisToken token, std::string_view where)
{
    return readAnswer(reply, of, token, Detail::Usage, To::Settlement, where);
}

} // namespace ratewarden
