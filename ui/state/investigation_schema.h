// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "ui/lab/lab_bench.h"
#include "ui/state/investigation.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <concepts>
#include <limits>
#include <string_view>

// The schema of an investigation's file. What each value holds stands once, for writing and for reading:
// fields(). What is read is checked before it is used: check(). Private to ui/state.
namespace ratewarden::ui::investigation_schema {

inline constexpr int schemaVersion = 1;
inline constexpr auto schemaKey = "ratewardenInvestigation";
// Of microseconds since the epoch, and of units, either way: what is added up stays far from the end of the
// numbers.
inline constexpr qint64 farthest = qint64(1) << 53;

[[noreturn]] inline void refuse(FaultCode fault, const char* key)
{
    throw InvalidArgument(Problem(fault, std::string(key)));
}

[[noreturn]] inline void refuseDamaged(const char* key)
{
    throw InvalidArgument(
        Problem(Fault::Other,
                QCoreApplication::translate("InvestigationText", "“%1” does not match the rest of the file")
                    .arg(QLatin1String(key))
                    .toStdString()));
}

template <class T, class Its>
concept Is = std::same_as<std::remove_const_t<T>, Its>;

// Enumerations are written by name, as their numbers are nobody's promise.
template <class Choice>
struct Choices;
template <>
struct Choices<Verdict> {
    static constexpr std::array<std::string_view, 6> names{"allowed",    "denied by rule", "blocked",
                                                           "never fits", "unreachable",    "undecided"};
    static_assert(names.size() == std::size_t(Verdict::Undecided) + 1);
};
template <>
struct Choices<TimeMark::Kind> {
    static constexpr std::array<std::string_view, 14> names{
        "published", "override set", "override lifted", "blocked", "unblocked", "reset", "changed", "noted",
        "fired",     "evicted",      "scripts flushed", "clock",   "restarted", "named"};
    static_assert(names.size() == std::size_t(TimeMark::Kind::Named) + 1);
};
template <>
struct Choices<TokenStatus> {
    static constexpr std::array<std::string_view, tokenStatusCount> names{"limited", "blocked", "near",
                                                                          "ok",      "idle",    "unknown"};
};
template <>
struct Choices<AuditEntry::Result> {
    static constexpr std::array<std::string_view, 6> names{"open",      "made",   "partly",
                                                           "unchanged", "failed", "uncertain"};
    static_assert(names.size() == std::size_t(AuditEntry::Result::Uncertain) + 1);
};
template <>
struct Choices<Verdicts> {
    static constexpr std::array<std::string_view, 2> names{"enforced", "candidate"};
    static_assert(names.size() == std::size_t(Verdicts::Candidate) + 1);
};
template <>
struct Choices<KeyType> {
    static constexpr std::array<std::string_view, 8> names{"unknown", "string", "list",   "set",
                                                           "zset",    "hash",   "stream", "module"};
    static_assert(names.size() == std::size_t(KeyType::Module) + 1);
};
template <>
struct Choices<KeyKind> {
    static constexpr std::array<std::string_view, 4> names{"limiter", "unknown", "no limiter", "unread"};
    static_assert(names.size() == std::size_t(KeyKind::Unread) + 1);
};
template <>
struct Choices<KeyTree::Order> {
    static constexpr std::array<std::string_view, 3> names{"name", "keys", "memory"};
    static_assert(names.size() == std::size_t(KeyTree::Order::Memory) + 1);
};
template <class Enum, int count>
std::vector<std::string_view> namesOf()
{
    std::vector<std::string_view> names;
    for (int i = 0; i < count; ++i)
        names.push_back(nameOf(Enum(i)));
    return names;
}
template <>
struct Choices<WarningCode> {
    inline static const auto names = namesOf<WarningCode, warningCodeCount>();
};
template <>
struct Choices<AlertMeasure> {
    inline static const auto names = namesOf<AlertMeasure, alertMeasureCount>();
};
template <>
struct Choices<AlertSeverity> {
    inline static const auto names = namesOf<AlertSeverity, alertSeverityCount>();
};
template <>
struct Choices<AlertPhase> {
    inline static const auto names = namesOf<AlertPhase, int(AlertPhase::Recovering) + 1>();
};
template <>
struct Choices<ServerWarningCode> {
    inline static const auto names =
        namesOf<ServerWarningCode, int(ServerWarningCode::CertificateEnds) + 1>();
};
// Of all that can be found, by its name.
struct FindingKinds {
    static std::optional<FindingKind> named(std::string_view name)
    {
        std::optional<FindingKind> found;
        const auto look = [&](auto first, int count) {
            for (int i = 0; i < count && !found; ++i)
                if (const FindingKind kind = decltype(first)(i); nameOf(kind) == name)
                    found = kind;
        };
        look(ServerWarningCode{}, int(ServerWarningCode::CertificateEnds) + 1);
        look(WarningCode{}, warningCodeCount);
        look(PatternCode{}, patternCodeCount);
        return found;
    }
};
template <>
struct Choices<FigureDoubt> {
    static constexpr std::array<std::string_view, 13> names{
        "none",       "nodes lost", "tokens unread", "not counted", "no rules",  "no info",    "no maximum",
        "of cluster", "first",      "server lost",   "not kept",    "unwatched", "not written"};
    static_assert(names.size() == std::size_t(lastDoubt) + 1);
};

// A value that stands for what has no end: null.
template <class T>
struct OpenEnd {
    T& its;
    std::remove_const_t<T> end;
};
template <class T>
OpenEnd(T&, std::remove_const_t<T>) -> OpenEnd<T>;

// A sample with its limits by their place among those of its history.
struct PlacedSample {
    UsageSample its;
    std::size_t limits = 0;
};

// Written without keys, as there are many of them.
template <class T, class... Of>
constexpr bool isOneOf = (std::same_as<T, Of> || ...);
template <class T>
constexpr bool isTuple =
    isOneOf<T, Rule, Subject, TokenRow, RequestCount, LogEntry, LogSlot, TakenSlot, Stretch, TimeRange,
            OverviewHistory::Look, PlacedSample, FoundKeyFacts, ValueText, BackTestFiring,
            RecordedLab::Request, RecordedLab::Denied, MeasuredRound, HistoryEvent>;

// A field of a stream's entry.
using ValueField = std::pair<ValueText, ValueText>;

struct WrittenHistory {
    std::vector<Limits> limits;
    std::vector<PlacedSample> samples;
    std::vector<TimeMark> marks;
    std::vector<Stretch> blocks;
    std::optional<Block> block;
    std::optional<std::vector<PublishedRules>> published;
};

// What the sums of a chart can hold.
inline void checkSum(Units& sum, Units more, const char* key)
{
    if (more < 0 || (sum += more) > farthest)
        refuse(Fault::BelowZero, key);
}

template <class List, class Moment>
void checkOrder(const List& list, Moment moment, const char* key)
{
    if (!std::ranges::is_sorted(list, {}, moment))
        refuseDamaged(key);
}

inline constexpr Micros longestSpan = std::chrono::days(36'600);

inline void checkWindow(const Rule& rule)
{
    if (rule.window < minWindow || rule.window > longestSpan)
        refuseDamaged("window");
}

inline void checkRules(const std::vector<Rule>& rules)
{
    if (rules.empty() || rules.size() > maxRules)
        refuseDamaged("rules");
    std::ranges::for_each(rules, checkWindow);
}

struct Schema {
    static void fields(auto& io, Is<Rule> auto& its)
    {
        io("limit", its.limit)("window", its.window)("burst", its.burst)("atOnce", its.atOnce);
    }
    static void fields(auto& io, Is<Subject> auto& its)
    {
        io("token", its.token)("policy", its.policy)("format", its.format);
    }
    static void fields(auto& io, Is<TokenRow> auto& its)
    {
        io("at", its.at)("wait", OpenEnd{its.wait, TokenRow::never})("expires",
                                                                     OpenEnd{its.expires, TokenRow::never})(
            "knowsRules", its.knowsRules)("tightest", its.tightest)("used", its.used)("allowed", its.allowed)(
            "denied", its.denied)("steadyAllowed", its.steadyAllowed)("steadyDenied", its.steadyDenied)(
            "steadyShare", its.steadyShare)("deniedLately", its.deniedLately)("state", its.state)(
            "overridden", its.overridden)("warnings", its.warnings)
            .added("inFlight", its.inFlight)
            .added("reserved", its.reserved)
            .added("leased", its.leased);
    }
    static void fields(auto& io, Is<RequestCount> auto& its)
    {
        io("from", its.from)("allowed", its.allowed)("denied", its.denied);
    }
    static void fields(auto& io, Is<LogEntry> auto& its) { io("at", its.at)("cost", its.cost); }
    static void fields(auto& io, Is<LogSlot> auto& its) { io("takenAt", its.takenAt)("ends", its.ends); }
    static void fields(auto& io, Is<TakenSlot> auto& its)
    {
        io("name", its.name)("taken", its.taken)("ends", its.ends)("holder", its.holder);
    }
    static void fields(auto& io, Is<Stretch> auto& its)
    {
        io("from", OpenEnd{its.from, Instant::min()})("until", OpenEnd{its.until, Instant::max()});
    }
    static void fields(auto& io, Is<TimeRange> auto& its) { io("from", its.from)("to", its.to); }
    static void fields(auto& io, Is<OverviewHistory::Look> auto& its)
    {
        io("active", its.active)("limited", its.limited)("near", its.near)("blocked", its.blocked);
    }
    static void fields(auto& io, Is<RuleUsage> auto& its)
    {
        io("rule", its.rule)("used", its.used)("resetAfter", its.resetAfter);
    }
    static void fields(auto& io, Is<Decision> auto& its)
    {
        io("verdict", its.verdict)("rule", its.rule)("retryAfter", its.retryAfter)("now", its.now)(
            "usage", its.usage)("overridden", its.overridden);
    }
    static void fields(auto& io, Is<Block> auto& its)
    {
        io("token", its.token)("reason", its.reason)("by", its.by)("since", its.since)("until", its.until);
    }
    static void fields(auto& io, Is<Override> auto& its)
    {
        io("token", its.token)("policy", its.policy)("rules", its.rules)("reason", its.reason)("by", its.by)(
            "since", its.since)("until", its.until);
    }
    static void fields(auto& io, Is<Policy> auto& its)
    {
        io("name", its.name)("algorithm", its.algorithm)("rules", its.rules)("hashTokens", its.hashTokens)(
            "counters", its.counters)("format", its.format)("denials", its.denials)("lease", its.lease);
    }
    static void fields(auto& io, Is<Warning> auto& its)
    {
        io("code", its.code)("number", its.number)("role", its.role)("owner", its.owner);
    }
    static void fields(auto& io, Is<Reading> auto& its)
    {
        io("subject", its.subject)("at", its.at)("policy", its.policy)("decision", its.decision)(
            "exact", its.exact)("block", its.block)("overrides", its.overrides)("counts", its.counts)(
            "expiresIn", its.expiresIn)("gone", its.gone)("problem", its.problem)("warnings", its.warnings)(
            "inFlight", its.inFlight)("used", its.used)("window", its.window)("windowInferred",
                                                                              its.windowInferred)
            .added("limited", its.limited)
            .added("retryAfter", its.retryAfter)
            .added("leased", its.leased)
            .added("reserved", its.reserved);
    }
    static void fields(auto& io, Is<LogContents> auto& its)
    {
        io("entries", its.entries)("count", its.count)("whole", its.whole)("unread", its.unread)(
            "oldest", its.oldest)("inFlight", its.inFlight);
    }
    static void fields(auto& io, Is<RememberedDenial> auto& its)
    {
        io("at", its.at)("verdict", its.verdict)("rule", its.rule)("cost", its.cost)(
            "retryAfter", its.retryAfter)("note", its.note);
    }
    static void fields(auto& io, Is<TokenDetail> auto& its)
    {
        io("reading", its.reading)("key", its.stateKey)("override", its.override)("hasLog", its.hasLog)(
            "log", its.log)("denials", its.denials)("records", its.records)("type", its.type)(
            "encoding", its.encoding)("bytes", its.bytes);
    }
    static void fields(auto& io, Is<Limits> auto& its)
    {
        io("rules", its.rules)("overridden", its.overridden);
    }
    static void fields(auto& io, Is<PlacedSample> auto& its)
    {
        io("at", its.its.at)("limits", its.limits)("shares", its.its.shares)("deniedBy", its.its.deniedBy)(
            "deniedFor", its.its.deniedFor)("every", its.its.every)("resumed", its.its.resumed);
    }
    static void fields(auto& io, Is<TimeMark> auto& its)
    {
        io("at", its.at)("kind", its.kind)("text", its.text)("after", its.after);
    }
    static void fields(auto& io, Is<PublishedRules> auto& its) { io("time", its.time)("rules", its.rules); }
    static void fields(auto& io, Is<WrittenHistory> auto& its)
    {
        io("limits", its.limits)("samples", its.samples)("marks", its.marks)("blocks", its.blocks)(
            "block", its.block)("published", its.published);
    }
    static void fields(auto& io, Is<CountedToken> auto& its) { io("token", its.token)("policy", its.policy); }
    static void fields(auto& io, Is<RequestTotals::Token> auto& its)
    {
        io("token", its.token)("requests", its.requests);
    }
    static void fields(auto& io, Is<RequestRates> auto& its)
    {
        io("allowed", its.allowed)("denied", its.denied);
    }
    static void fields(auto& io, Is<RequestTotals::Pass> auto& its)
    {
        io("policies", its.policies)("mostAllowed", its.allowed)("mostDenied", its.denied)(
            "tokens", its.tokens)("rates", its.rates)("first", its.first)("last", its.last);
    }
    static void fields(auto& io, Is<LimitedWatch::Entry> auto& its)
    {
        io("subject", its.subject)("since", its.since)("usage", its.usage)("knowsRules", its.knowsRules)(
            "isLimited", its.isLimited)
            .added("deniedLately", its.deniedLately);
    }
    static void fields(auto& io, Is<AuditEntry> auto& its) // what recordedAudit() leaves
    {
        io("id", its.id)("at", its.at)("by", its.by)("program", its.program)("act", its.act)(
            "reason", its.reason)("tokens", its.tokens)("tokenCount", its.tokenCount)(
            "policies", its.policies)("formats", its.formats)("keys", its.keys)("keyCount", its.keyCount)(
            "cut", its.cut)("damaged", its.damaged)("result", its.result)("asked", its.asked)(
            "made", its.made)("changed", its.changed)("cameSince", its.cameSince)("undoes", its.undoes)(
            "undoneBy", its.undoneBy)("partlyBy", its.partlyBy);
    }
    static void fields(auto& io, Is<AuditList> auto& its)
    {
        io("entries", its.entries)("complete", its.complete)("unreadable", its.unreadable)("maybe",
                                                                                           its.maybe);
    }
    static void fields(auto& io, Is<PolicyVersion> auto& its)
    {
        io("version", its.version)("at", its.at)("by", its.by)("reason", its.reason)("document",
                                                                                     its.document);
    }
    static void fields(auto& io, Is<FoundKeyFacts> auto& its)
    {
        io("name", its.name)("type", its.type)("kind", its.kind)("format", its.format)("memory", its.memory)(
            "expires", its.expires);
    }
    static void fields(auto& io, Is<KeyUsage> auto& its)
    {
        io("key", its.key)("at", its.at)("status", its.status)("verdicts", its.verdicts)("used", its.used)(
            "capacity", its.capacity)("resets", its.resets)("share", its.share);
    }
    static void fields(auto& io, Is<KeyFacts> auto& its)
    {
        io("key", its.key)("at", its.at)("exists", its.exists)("type", its.type.value)(
            "encoding", its.encoding.value)("memory", its.memory.value)("expires", its.expires.value)(
            "expiryExact", its.expiryExact)("length", its.length.value);
    }
    static void fields(auto& io, Is<ValueText> auto& its) { io("bytes", its.bytes)("length", its.length); }
    static void fields(auto& io, Is<ValueField> auto& its) { io("name", its.first)("value", its.second); }
    static void fields(auto& io, Is<ValueElement> auto& its)
    {
        io("position", its.position)("name", its.name)("value", its.value)("fields", its.fields)(
            "fieldCount", its.fieldCount);
    }
    static void fields(auto& io, Is<ValuePlace> auto& its)
    {
        io("position", its.position)("cursor", its.cursor);
    }
    static void fields(auto& io, Is<ValuePage> auto& its)
    {
        io("type", its.type)("from", its.from)("elements", its.elements)("next", its.next)(
            "total", its.total)("newestFirst", its.newestFirst)("problem", its.problem);
    }
    static void fields(auto& io, Is<StreamConsumer> auto& its)
    {
        io("name", its.name)("pending", its.pending)("idleMillis", its.idleMillis);
    }
    static void fields(auto& io, Is<StreamGroup> auto& its)
    {
        io("name", its.name)("consumerCount", its.consumerCount)("pending", its.pending)(
            "lastDelivered", its.lastDelivered)("lag", its.lag)("consumers", its.consumers);
    }
    static void fields(auto& io, Is<KeyDetail> auto& its) // what cannot be found out from the rest
    {
        io("facts", its.facts)("page", its.page)("groups", its.groups.value)("confidence", its.confidence)(
            "problem", its.problem);
    }
    static void fields(auto& io, Is<Investigation::Keys> auto& its)
    {
        io("at", its.at)("took", its.took)("known", its.known)("rows", its.rows)("usages", its.usages)(
            "filter", its.filter)("delimiters", its.delimiters)("order", its.order)("folder", its.folder)(
            "chosen", its.chosen)("token", its.token);
    }
    static void fields(auto& io, Is<AlertBound> auto& its)
    {
        io("isAbove", its.isAbove)("at", its.at)("back", its.back);
    }
    static void fields(auto& io, Is<AlertSilence> auto& its) { io("until", its.until)("reason", its.reason); }
    static void fields(auto& io, Is<Alert> auto& its)
    {
        io("name", its.name)("filter", its.filter)("measure", its.measure)("bound", its.bound)(
            "wait", its.wait)("severity", its.severity)("silenced", its.silenced);
    }
    static void fields(auto& io, Is<AlertFigure> auto& its)
    {
        io("low", its.low)("high", OpenEnd{its.high, std::numeric_limits<double>::infinity()})("doubt",
                                                                                               its.doubt);
    }
    static void fields(auto& io, Is<BackTestFiring> auto& its)
    {
        io("from", its.from)("to", its.to)("unknown", its.unknown);
    }
    static void fields(auto& io, Is<BackTestedAlert> auto& its)
    {
        io("fired", its.fired)("firings", its.firings)("longest", its.longest)("unknown", its.unknown)(
            "doubt", its.doubt)("phase", its.phase)("since", its.since)("figure", its.figure)
            .added("withoutBack", its.withoutBack)
            .added("stricter", its.stricter);
    }
    static void fields(auto& io, Is<BackTestedAlert::Other> auto& its)
    {
        io("at", its.at)("fired", its.fired);
    }
    static void fields(auto& io, Is<Investigation::WatchedAlert> auto& its)
    {
        io("alert", its.alert)("stands", its.stands).added("rounds", its.rounds);
    }
    static void fields(auto& io, Is<MeasuredRound> auto& its)
    {
        io("at", its.at)("low", its.figure.low)(
            "high", OpenEnd{its.figure.high, std::numeric_limits<double>::infinity()})("doubt",
                                                                                       its.figure.doubt);
    }
    static void fields(auto& io, Is<HistoryEvent> auto& its)
    {
        io("at", its.at)("event", its.event)("about", its.about)("text", its.text);
    }
    static void fields(auto& io, Is<Investigation::Watched> auto& its)
    {
        io("first", its.first)("last", its.last)("between", its.between)("every", its.every)("changes",
                                                                                             its.changes);
    }
    static void fields(auto& io, Is<ServerWarning> auto& its)
    {
        io("code", its.code)("evicted", its.evicted)("policy", its.policy)("most", its.most)(
            "used", its.used)("ends", its.ends);
    }
    static void fields(auto& io, Is<Dismissal> auto& its)
    {
        io("by", its.by)("reason", its.reason)("until", its.until);
    }
    static void fields(auto& io, Is<Finding> auto& its)
    {
        io("kind", its.kind)("format", its.format)("group", its.group)("others", its.others)(
            "tokens", its.tokens)("share", its.share)("rate", its.rate)("other", its.other)(
            "samples", its.samples)("server", its.server)("firstSeen", its.firstSeen)(
            "lastSeen", its.lastSeen)("isGone", its.isGone)("dismissed", its.dismissed);
    }
    static void fields(auto& io, Is<Investigation::Findings> auto& its)
    {
        io("all", its.all)("isWhole", its.isWhole)("knowsMemory", its.knowsMemory);
    }
    static void fields(auto& io, Is<RequestFlow::Series> auto& its)
    {
        io("policy", its.policy)("allowed", its.allowed);
    }
    static void fields(auto& io, Is<RequestFlow> auto& its)
    {
        io("from", its.from)("step", its.step)("series", its.series)("denied", its.denied)("known",
                                                                                           its.known);
    }
    static void fields(auto& io, Is<Investigation::Past> auto& its)
    {
        io("reach", its.reach)("flow", its.flow)("changes", its.changes);
    }
    static void fields(auto& io, Is<Investigation::Sorting> auto& its)
    {
        io("column", its.column)("descending", its.descending);
    }
    static void fields(auto& io, Is<Candidate> auto& its)
    {
        io("name", its.name)("policy", its.policy.name)("algorithm", its.policy.algorithm)("rules",
                                                                                           its.policy.rules);
    }
    static void fields(auto& io, Is<LabSetup> auto& its)
    {
        io("enforced", its.enforced)("candidates", its.candidates)("marked", its.marked)("token", its.token)(
            "cursor", its.cursor)("policy", its.policy)("windows", its.windows);
    }
    static void fields(auto& io, Is<DeniedAmong> auto& its)
    {
        io("requests", its.requests)("tokens", its.tokens);
    }
    static void fields(auto& io, Is<Trial> auto& its)
    {
        io("candidate", its.candidate)("requests", its.requests)("denied", its.denied)(
            "neverFits", its.neverFits)("repeats", its.repeats)("tokensDenied", its.tokensDenied)(
            "longestWait", its.longestWait)("largestBurst", its.largestBurst)("bytes", its.bytesPerToken);
    }
    static void fields(auto& io, Is<RecordedLab::Request> auto& its)
    {
        io("at", its.at)("token", its.token)("cost", its.cost);
    }
    static void fields(auto& io, Is<RecordedLab::Denied> auto& its)
    {
        io("token", its.token)("requests", its.requests);
    }
    static void fields(auto& io, Is<RecordedLab::Result> auto& its)
    {
        io("trial", its.trial)("innocent", its.innocent)("worst", its.worst);
    }
    static void fields(auto& io, Is<RecordedLab> auto& its)
    {
        io("name", its.name)("isEdited", its.isEdited)("requestCount", its.requestCount)("tokenCount",
                                                                                         its.tokenCount)(
            "from", its.time.from)("to", its.time.to)("countedFrom", OpenEnd{its.within.from, allTime.from})(
            "countedTo", OpenEnd{its.within.to, allTime.to})("tokens", its.tokens)("requests", its.requests)(
            "setup", its.setup)("chosen", its.chosen)("results", its.results);
    }
    static void fields(auto& io, Is<Investigation::Row> auto& its)
    {
        io("subject", its.subject)("row", its.row)("reading", its.reading);
    }
    static void fields(auto& io, Is<Investigation::Token> auto& its)
    {
        io("detail", its.detail)("history", its.history);
    }
    static void fields(auto& io, Is<Investigation::Screen> auto& its)
    {
        io("page", its.page)("filter", its.filter)("column", its.column)("descending", its.descending)(
            "chosen", its.chosen)("marked", its.marked)("compared", its.compared)("area", its.area)(
            "comparedArea", its.comparedArea)("stretch", its.stretch)
            .added("filters", its.filters)
            .added("windowTime", its.windowTime)
            .added("usageTime", its.usageTime)
            .added("comparedTime", its.comparedTime)
            .added("flowTime", its.flowTime)
            .added("client", its.client)
            .added("labTime", its.labTime)
            .added("labArea", its.labArea)
            .added("alert", its.alert)
            .added("alertTime", its.alertTime)
            .added("alertArea", its.alertArea)
            .added("sortings", its.sortings)
            .added("columns", its.columns);
    }
    static void fields(auto& io, Is<Investigation> auto& its)
    {
        io("at", its.at)("by", its.by)("note", its.note)("isHashed", its.isHashed)("known", its.known)(
            "policies", its.policies)("rows", its.rows)("tokens", its.tokens)("serverMarks", its.serverMarks)(
            "moments", its.moments)("totals", its.totals)("looks", its.looks)(
            "newlyLimited", its.newlyLimited)("screen", its.screen)
            .added("audit", its.audit)
            .added("versions", its.versions)
            .added("keys", its.keys)
            .added("overrides", its.overrides)
            .added("alerts", its.alerts)
            .added("lab", its.lab)
            .added("watched", its.watched)
            .added("findings", its.findings)
            .added("past", its.past);
    }

    static void check(const TimeRange& its)
    {
        if (its.from > its.to)
            refuseDamaged("to");
    }
    static void check(const Rule& its)
    {
        if (its.limit < 0 || its.burst < 0 || its.window < Micros::zero())
            refuse(Fault::BelowZero, "rule");
    }
    static void check(const Decision& its)
    {
        if (its.usage.empty() || (its.rule && *its.rule >= its.usage.size()) ||
            (its.verdict == Verdict::DeniedByRule && !its.rule))
            refuseDamaged("decision");
        for (const RuleUsage& usage : its.usage)
            checkWindow(usage.rule);
    }
    static void check(const Policy& its)
    {
        checkRules(its.rules);
        if (!its.algorithm.empty()) // as of a format without one
            algorithmNamed(its.algorithm);
    }
    static void check(const Reading& its)
    {
        if (its.decision && (!its.policy || its.decision->usage.size() != its.policy->rules.size()))
            refuseDamaged("decision");
        if (its.leased && *its.leased < 0)
            refuse(Fault::BelowZero, "leased");
        for (const Units units : its.reserved)
            if (units < 0)
                refuse(Fault::BelowZero, "reserved");
        checkOrder(its.counts, &RequestCount::from, "counts");
        Units sum = 0;
        for (const RequestCount& count : its.counts) {
            checkSum(sum, count.allowed, "allowed");
            checkSum(sum, count.denied, "denied");
        }
    }
    static void check(const LogContents& its)
    {
        checkOrder(its.entries, &LogEntry::at, "entries");
        Units sum = 0;
        checkSum(sum, its.unread, "unread");
        for (const LogEntry& entry : its.entries)
            checkSum(sum, entry.cost, "cost");
    }
    static void check(const Limits& its) { checkRules(its.rules); }
    static void check(const PublishedRules& its)
    {
        if (!its.rules.empty())
            checkRules(its.rules);
    }
    static void check(const Override& its) { checkRules(its.rules); }
    static void check(const TokenRow& its)
    {
        if (its.knowsRules)
            checkWindow(its.tightest);
        if (its.inFlight < 0)
            refuse(Fault::BelowZero, "inFlight");
        if (its.reserved < 0)
            refuse(Fault::BelowZero, "reserved");
        if (its.leased < 0)
            refuse(Fault::BelowZero, "leased");
    }
    static void check(const Investigation::Row& its)
    {
        if (its.reading && its.reading->subject != its.subject)
            refuseDamaged("reading");
    }
    static void check(const WrittenHistory& its)
    {
        checkOrder(
            its.samples, [](const PlacedSample& sample) { return sample.its.at; }, "samples");
        for (const PlacedSample& sample : its.samples) {
            const std::size_t rules =
                sample.limits < its.limits.size() ? its.limits[sample.limits].rules.size() : 0;
            if (rules == 0 || sample.its.shares.size() != rules || sample.its.every < Micros::zero() ||
                (sample.its.deniedBy && *sample.its.deniedBy >= rules))
                refuseDamaged("samples");
        }
        checkOrder(its.marks, &TimeMark::at, "marks");
        if (its.block && its.blocks.empty())
            refuseDamaged("block");
    }
    static void check(const RequestTotals::Pass& its)
    {
        for (const auto* const most : {&its.allowed, &its.denied})
            for (const auto& [from, tokens] : *most)
                if (tokens.size() > RequestTotals::named)
                    refuseDamaged(most == &its.allowed ? "mostAllowed" : "mostDenied");
        Units sum = 0;
        for (const auto& [policy, counts] : its.policies)
            for (const auto& [from, count] : counts) {
                checkSum(sum, count.allowed, "allowed");
                checkSum(sum, count.denied, "denied");
            }
    }
    static void check(const PolicyVersion& its)
    {
        if (its.version < 0)
            refuse(Fault::BelowZero, "version");
    }
    // "expires": of milliseconds, which become microseconds.
    static void checkKey(double memory, std::int64_t expires)
    {
        if (memory < 0)
            refuse(Fault::BelowZero, "memory");
        if (expires < FoundKeyFacts::unknown)
            refuse(Fault::BelowZero, "expires");
    }
    static void check(const FoundKeyFacts& its) { checkKey(its.memory, its.expires); }
    static void check(const KeyFacts& its)
    {
        checkKey(double(its.memory.value.value_or(0)), its.expires.value.value_or(FoundKeyFacts::never));
    }
    static void check(const StreamConsumer& its)
    {
        if (its.idleMillis < 0)
            refuse(Fault::BelowZero, "idleMillis");
    }
    static void check(const ValuePage& its)
    {
        // One of bytes is one text.
        if (its.type == KeyType::String && its.elements.size() > 1)
            refuseDamaged("elements");
    }
    static void check(const Investigation::Keys& its)
    {
        if (its.known < Units(its.rows.size()))
            refuseDamaged("known");
    }
    static void check(const Alert& its)
    {
        if (its.name.empty() || its.wait < Micros::zero())
            refuseDamaged("alert");
    }
    static void check(const BackTestedAlert& its)
    {
        if (isRaised(its.phase) && its.firings.empty()) // it is told when it fired
            refuseDamaged("firings");
    }
    static void check(const Investigation::WatchedAlert& its)
    {
        checkOrder(its.rounds, &MeasuredRound::at, "rounds");
        if (its.rounds.size() > Investigation::WatchedAlert::mostRounds)
            refuseDamaged("rounds");
    }
    static void check(const MeasuredRound& its)
    {
        if (its.figure.low < 0 || its.figure.low > its.figure.high)
            refuseDamaged("low");
    }
    static void check(const Investigation::Watched& its)
    {
        if (its.first > its.last || its.between < Micros::zero() || its.every < Micros::zero() ||
            its.between > longestSpan || its.every > longestSpan)
            refuseDamaged("watched");
    }
    static void check(const Finding& its)
    {
        const auto* const code = std::get_if<ServerWarningCode>(&its.kind);
        if ((code != nullptr) != its.server.has_value() || (code && *code != its.server->code))
            refuseDamaged("server");
    }
    static void check(const RequestFlow& its)
    {
        constexpr std::size_t most = 10'000; // steps
        const std::size_t steps = its.size();
        if (steps > most || its.step <= Micros::zero() || its.step > longestSpan / std::int64_t(most))
            refuseDamaged("step");
        const auto fits = [steps](const std::vector<double>& rates) {
            return rates.size() == steps && std::ranges::all_of(rates, [](double one) { return one >= 0; });
        };
        if (!fits(its.denied) || !std::ranges::all_of(its.series, fits, &RequestFlow::Series::allowed))
            refuseDamaged("flow");
    }
    static void check(const Investigation::Past& its)
    {
        if (its.reach <= countsReach || its.reach > longestSpan)
            refuseDamaged("reach");
    }
    static void check(const Candidate& its)
    {
        algorithmNamed(its.policy.algorithm);
        if (!its.policy.rules.empty()) // without any all is allowed
            checkRules(its.policy.rules);
    }
    static void check(const Trial& its)
    {
        if (its.denied > its.requests)
            refuseDamaged("denied");
    }
    static void check(const LabSetup& its)
    {
        if (its.candidates.empty() || its.marked.size() > LabBench::mostMarked)
            refuseDamaged("setup");
        for (const Micros window : its.windows)
            if (window < minWindow)
                refuseDamaged("windows");
    }
    static void check(const RecordedLab& its)
    {
        const std::size_t candidates = its.setup.candidates.size() + (its.setup.enforced ? 1 : 0);
        if (its.chosen >= candidates || candidates > LabBench::mostCandidates)
            refuseDamaged("chosen");
        if (its.requests.size() > RecordedLab::mostRequests || its.time.from > its.time.to ||
            its.within.from > its.within.to)
            refuseDamaged("requests");
        for (const RecordedLab::Request& request : its.requests)
            if (request.token >= its.tokens.size() || its.tokens[request.token].empty())
                refuseDamaged("requests");
    }
    static void check(const Investigation::Screen& its)
    {
        if (its.page.size() > longestText)
            refuseDamaged("page");
        if (its.column.size() > longestText)
            refuseDamaged("column");
        if (its.client.size() > longestText)
            refuseDamaged("client");
    }
    static void check(const Investigation& its)
    {
        if (its.note.size() > longestText)
            refuseDamaged("note");
        if (its.by.size() > std::size_t(longestText))
            refuseDamaged("by");
        if (its.known < Units(its.rows.size()))
            refuseDamaged("known");
    }
};

} // namespace ratewarden::ui::investigation_schema
