// SPDX-License-Identifier: GPL-3.0-or-later
// The schema of an investigation's file. What each value holds stands once, for writing and for reading:
// fields(). What is read is checked before it is used: check().
#include "core/algorithms/algorithm.h"
#include "core/formats/foreign/prefixes.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "ui/state/investigation.h"
#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int investigationSchema = 1;
constexpr auto schemaKey = "ratewardenInvestigation";
// Of microseconds since the epoch, and of units, either way: what is added up stays far from the end of the
// numbers.
constexpr qint64 farthest = qint64(1) << 53;

struct InvestigationText {
    Q_DECLARE_TR_FUNCTIONS(InvestigationText)
};

[[noreturn]] void refuse(FaultCode fault, const char* key)
{
    throw InvalidArgument(Problem(fault, std::string(key)));
}

[[noreturn]] void refuseDamaged(const char* key)
{
    throw InvalidArgument(
        Problem(Fault::Other, InvestigationText::tr("“%1” does not match the rest of the file")
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
    static constexpr std::array<std::string_view, 13> names{
        "published", "override set", "override lifted", "blocked", "unblocked", "reset", "noted",
        "fired",     "evicted",      "scripts flushed", "clock",   "restarted", "named"};
    static_assert(names.size() == std::size_t(TimeMark::Kind::Named) + 1);
};
template <>
struct Choices<TokenStatus> {
    static constexpr std::array<std::string_view, tokenStatusCount> names{"limited", "blocked", "near",
                                                                          "ok",      "idle",    "unknown"};
};
template <>
struct Choices<WarningCode> {
    static std::vector<std::string_view> all()
    {
        std::vector<std::string_view> codes;
        for (int i = 0; i < warningCodeCount; ++i)
            codes.push_back(nameOf(WarningCode(i)));
        return codes;
    }
    inline static const std::vector<std::string_view> names = all();
};

// A value that stands for what has no end: null.
template <class T>
struct OpenEnd {
    T& its;
    std::remove_const_t<T> end;
};
template <class T>
OpenEnd(T&, std::remove_const_t<T>) -> OpenEnd<T>;

// Bytes as text that JSON can have, and that stays readable.
QString textOfBytes(std::string_view bytes)
{
    return QString::fromLatin1(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()))
                                   .toPercentEncoding(" !\"#$&'()*+,/:;<=>?@[\\]^`{|}"));
}

// A sample with its limits by their place among those of its history.
struct PlacedSample {
    UsageSample its;
    std::size_t limits = 0;
};

// Written without keys, as there are many of them.
template <class T, class... Of>
constexpr bool isOneOf = (std::same_as<T, Of> || ...);
template <class T>
constexpr bool isTuple = isOneOf<T, Rule, Subject, TokenRow, RequestCount, LogEntry, LogSlot, TakenSlot,
                                 Stretch, TimeRange, OverviewHistory::Look, PlacedSample>;

struct WrittenHistory {
    std::vector<Limits> limits;
    std::vector<PlacedSample> samples;
    std::vector<TimeMark> marks;
    std::vector<Stretch> blocks;
    std::optional<Block> block;
    std::optional<std::vector<PublishedRules>> published;
};

WrittenHistory written(const UsageHistory& history)
{
    WrittenHistory all;
    const Limits* last = nullptr;
    for (const UsageSample& sample : history.samples()) {
        if (sample.limits.get() != last)
            all.limits.push_back(*(last = sample.limits.get()));
        all.samples.push_back({sample, all.limits.size() - 1});
    }
    all.marks = history.marks();
    all.blocks = history.blocks();
    all.block = history.block();
    if (history.published())
        all.published = *history.published();
    return all;
}

std::shared_ptr<const UsageHistory> historyFrom(WrittenHistory written)
{
    std::vector<std::shared_ptr<const Limits>> limits;
    for (Limits& one : written.limits)
        limits.push_back(std::make_shared<const Limits>(std::move(one)));
    std::deque<UsageSample> samples;
    for (PlacedSample& sample : written.samples) {
        sample.its.limits = limits[sample.limits];
        samples.push_back(std::move(sample.its));
    }
    return std::make_shared<const UsageHistory>(
        std::move(samples), std::move(written.marks), std::move(written.blocks), std::move(written.block),
        written.published ? std::make_shared<const std::vector<PublishedRules>>(std::move(*written.published))
                          : nullptr);
}

// What the sums of a chart can hold.
void checkSum(Units& sum, Units more, const char* key)
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

void checkWindow(const Rule& rule)
{
    constexpr Micros longest = std::chrono::days(36'600);
    if (rule.window < minWindow || rule.window > longest)
        refuseDamaged("window");
}

void checkRules(const std::vector<Rule>& rules)
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
            "overridden", its.overridden)("warnings", its.warnings);
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
                                                                              its.windowInferred);
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
            "isLimited", its.isLimited);
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
            "comparedArea", its.comparedArea)("stretch", its.stretch);
    }
    static void fields(auto& io, Is<Investigation> auto& its)
    {
        io("at", its.at)("by", its.by)("note", its.note)("isHashed", its.isHashed)("known", its.known)(
            "policies", its.policies)("rows", its.rows)("tokens", its.tokens)("serverMarks", its.serverMarks)(
            "moments", its.moments)("totals", its.totals)("looks", its.looks)(
            "newlyLimited", its.newlyLimited)("screen", its.screen);
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
    static void check(const Investigation::Screen& its)
    {
        if (its.page.size() > longestText)
            refuseDamaged("page");
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

/// Values to JSON.
struct ToJson {
    struct Object {
        QJsonObject its;
        template <class T>
        Object& operator()(const char* key, const T& value)
        {
            its.insert(QLatin1String(key), json(value));
            return *this;
        }
    };
    struct Tuple {
        QJsonArray its;
        template <class T>
        Tuple& operator()(const char*, const T& value)
        {
            its.append(json(value));
            return *this;
        }
    };

    static QJsonValue json(bool value) { return value; }
    // What no file may hold, as an expiry in a thousand years, is written as the largest that it may.
    static QJsonValue json(std::integral auto value)
    {
        return std::clamp(qint64(value), -farthest, farthest);
    }
    static QJsonValue json(std::floating_point auto value)
    {
        return std::isnan(value) ? 0.0 : std::clamp(double(value), -double(farthest), double(farthest));
    }
    static QJsonValue json(Micros value) { return json(value.count()); }
    static QJsonValue json(Instant value) { return json(value.time_since_epoch()); }
    static QJsonValue json(const QString& value) { return value; }
    static QJsonValue json(const std::string& value) { return textOfBytes(value); }
    static QJsonValue json(const Format* value) { return textOfBytes(value->name()); }
    template <class T>
    requires std::is_enum_v<T>
    static QJsonValue json(T value)
    {
        const std::string_view name = Choices<T>::names[std::size_t(value)];
        return QString::fromLatin1(name.data(), qsizetype(name.size()));
    }
    static QJsonValue json(WarningSet value)
    {
        QJsonArray all;
        for (int i = 0; i < warningCodeCount; ++i)
            if (value.has(WarningCode(i)))
                all.append(json(WarningCode(i)));
        return all;
    }
    static QJsonValue json(const Problem& value) { return value ? problemText(value) : QString(); }
    template <class T>
    static QJsonValue json(const OpenEnd<T>& value)
    {
        return value.its == value.end ? QJsonValue() : json(value.its);
    }
    template <class T>
    static QJsonValue json(const std::optional<T>& value)
    {
        return value ? json(*value) : QJsonValue();
    }
    template <class List>
    static QJsonArray list(const List& values)
    {
        QJsonArray all;
        for (const auto& value : values)
            all.append(json(value));
        return all;
    }
    template <class T>
    static QJsonValue json(const std::vector<T>& values)
    {
        return list(values);
    }
    template <class T, std::size_t few>
    static QJsonValue json(const ShortVector<T, few>& values)
    {
        return list(values);
    }
    template <class Key, class T, class Order>
    static QJsonValue json(const std::map<Key, T, Order>& values)
    {
        QJsonArray all;
        for (const auto& [key, value] : values)
            all.append(QJsonArray{json(key), json(value)});
        return all;
    }
    static QJsonValue json(const PolicyBook& book)
    {
        QJsonObject documents;
        for (const auto& [name, policy] : book.published)
            documents.insert(textOfBytes(name), QString::fromStdString(policyDocument(policy)));
        for (const auto& [name, problem] : book.broken)
            documents.insert(textOfBytes(name), QJsonValue()); // which is unreadable there, too
        return documents;
    }
    static QJsonValue json(const OverviewHistory& history) { return json(history.all()); }
    static QJsonValue json(const RequestTotals& totals)
    {
        return QJsonArray{json(totals.completePass()), json(totals.roundOfAll())};
    }
    static QJsonValue json(const std::shared_ptr<const TokenDetail>& detail) { return json(*detail); }
    static QJsonValue json(const std::shared_ptr<const UsageHistory>& history)
    {
        return history ? json(written(*history)) : QJsonValue();
    }
    template <class T>
    requires std::is_class_v<T>
    static QJsonValue json(const T& value)
    {
        std::conditional_t<isTuple<T>, Tuple, Object> all;
        Schema::fields(all, value);
        return all.its;
    }
};

/// JSON to values. What does not fit throws InvalidArgument.
struct FromJson {
    QStringList& unknown; // formats

    struct Object {
        FromJson& from;
        const QJsonObject its;
        template <class T>
        Object& operator()(const char* key, T&& value)
        {
            const auto found = its.constFind(QLatin1String(key));
            if (found == its.constEnd())
                refuse(Fault::KeyMissing, key);
            from.read(*found, value, key);
            return *this;
        }
    };
    struct Tuple {
        FromJson& from;
        const QJsonArray its;
        qsizetype next = 0;
        template <class T>
        Tuple& operator()(const char* key, T&& value)
        {
            if (next == its.size())
                refuse(Fault::KeyMissing, key);
            from.read(its.at(next++), value, key);
            return *this;
        }
    };

    static qint64 number(const QJsonValue& json, const char* key)
    {
        constexpr qint64 none = std::numeric_limits<qint64>::min();
        const qint64 number = json.toInteger(none);
        if (number == none)
            refuse(Fault::MustBeWhole, key);
        if (number > farthest || number < -farthest)
            throw InvalidArgument(Problem(Fault::TooLarge, std::string(key), farthest));
        return number;
    }
    static QString text(const QJsonValue& json, const char* key)
    {
        if (!json.isString())
            refuse(Fault::MustBeText, key);
        return json.toString();
    }
    static std::string bytes(const QJsonValue& json, const char* key)
    {
        return QByteArray::fromPercentEncoding(text(json, key).toLatin1()).toStdString();
    }
    static QJsonArray list(const QJsonValue& json, const char* key)
    {
        if (!json.isArray())
            refuse(Fault::MustBeList, key);
        return json.toArray();
    }

    static void read(const QJsonValue& json, bool& value, const char* key)
    {
        if (!json.isBool())
            refuse(Fault::MustBeBoolean, key);
        value = json.toBool();
    }
    template <std::signed_integral T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        value = T(std::clamp<qint64>(number(json, key), std::numeric_limits<T>::min(),
                                     std::numeric_limits<T>::max()));
    }
    static void read(const QJsonValue& json, std::size_t& value, const char* key)
    {
        const qint64 its = number(json, key);
        if (its < 0)
            refuse(Fault::BelowZero, key);
        value = std::size_t(its);
    }
    template <std::floating_point T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        if (!json.isDouble() || std::abs(json.toDouble()) > double(farthest))
            refuse(Fault::MustBeNumber, key);
        value = T(json.toDouble());
    }
    static void read(const QJsonValue& json, Micros& value, const char* key)
    {
        value = Micros(number(json, key));
    }
    static void read(const QJsonValue& json, Instant& value, const char* key)
    {
        value = Instant(Micros(number(json, key)));
    }
    static void read(const QJsonValue& json, QString& value, const char* key) { value = text(json, key); }
    static void read(const QJsonValue& json, std::string& value, const char* key)
    {
        value = bytes(json, key);
    }
    template <class T>
    requires std::is_enum_v<T>
    static void read(const QJsonValue& json, T& value, const char* key)
    {
        const std::string name = text(json, key).toStdString();
        const auto& names = Choices<T>::names;
        const auto found = std::ranges::find(names, name);
        if (found == names.end())
            refuseDamaged(key);
        value = T(found - names.begin());
    }
    static void read(const QJsonValue& json, WarningSet& value, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            WarningCode code{};
            read(one, code, key);
            value.add(code);
        }
    }
    static void read(const QJsonValue& json, Problem& value, const char* key)
    {
        if (const QString words = text(json, key); !words.isEmpty())
            value = Problem(Fault::Other, words.toStdString());
    }
    template <class T>
    void read(const QJsonValue& json, OpenEnd<T>& value, const char* key)
    {
        if (json.isNull())
            value.its = value.end;
        else
            read(json, value.its, key);
    }
    template <class T>
    void read(const QJsonValue& json, std::optional<T>& value, const char* key)
    {
        if (json.isNull())
            return;
        read(json, value.emplace(), key);
        if (!isKnown(*value))
            value.reset();
    }
    template <class List>
    void readList(const QJsonValue& json, List& values, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            typename List::value_type value;
            read(one, value, key);
            if (isKnown(value))
                values.push_back(std::move(value));
        }
    }
    template <class T>
    void read(const QJsonValue& json, std::vector<T>& values, const char* key)
    {
        readList(json, values, key);
    }
    template <class T, std::size_t few>
    void read(const QJsonValue& json, ShortVector<T, few>& values, const char* key)
    {
        readList(json, values, key);
    }
    template <class Key, class T, class Order>
    void read(const QJsonValue& json, std::map<Key, T, Order>& values, const char* key)
    {
        for (const QJsonValue& one : list(json, key)) {
            const QJsonArray pair = list(one, key);
            Key its{};
            T value{};
            read(pair.at(0), its, key);
            read(pair.at(1), value, key);
            values.insert_or_assign(std::move(its), std::move(value));
        }
    }
    // Its tokens are left out, and that is said.
    void read(const QJsonValue& json, Subject& value, const char* key)
    {
        Tuple all{*this, list(json, key)};
        std::string format;
        all("token", value.token);
        all("policy", value.policy);
        all("format", format);
        value.format = formatNamed(format, value.policy);
        if (value.format == nullptr)
            noteUnknown(format);
    }
    // Each name once, and of many the first ones.
    void noteUnknown(const std::string& format)
    {
        constexpr qsizetype most = 20;
        if (unknown.size() > most)
            return;
        const QString name = shown(format);
        if (!unknown.contains(name))
            unknown.append(unknown.size() < most ? name : QStringLiteral("…"));
    }
    static void read(const QJsonValue& json, PolicyBook& book, const char* key)
    {
        if (!json.isObject())
            refuse(Fault::MustBeObject, key);
        const QJsonObject documents = json.toObject();
        std::map<std::string, std::string> published;
        for (auto one = documents.begin(); one != documents.end(); ++one)
            published.emplace(QByteArray::fromPercentEncoding(one.key().toLatin1()).toStdString(),
                              one->toString().toStdString());
        book = policyBook(published);
    }
    void read(const QJsonValue& json, OverviewHistory& history, const char* key)
    {
        std::map<std::int64_t, OverviewHistory::Look> looks;
        read(json, looks, key);
        history = OverviewHistory(std::move(looks));
    }
    void read(const QJsonValue& json, RequestTotals& totals, const char* key)
    {
        const QJsonArray passes = list(json, key);
        RequestTotals::Pass complete;
        RequestTotals::Pass round;
        read(passes.at(0), complete, key);
        read(passes.at(1), round, key);
        totals = RequestTotals(std::move(complete), std::move(round));
    }
    void read(const QJsonValue& json, std::shared_ptr<const TokenDetail>& detail, const char* key)
    {
        TokenDetail its;
        read(json, its, key);
        detail = std::make_shared<const TokenDetail>(std::move(its));
    }
    void read(const QJsonValue& json, std::shared_ptr<const UsageHistory>& history, const char* key)
    {
        if (json.isNull())
            return;
        WrittenHistory its;
        read(json, its, key);
        history = historyFrom(std::move(its));
    }
    template <class T>
    requires std::is_class_v<T>
    void read(const QJsonValue& json, T& value, const char* key)
    {
        if constexpr (isTuple<T>) {
            Tuple all{*this, list(json, key)};
            Schema::fields(all, value);
        } else {
            if (!json.isObject())
                refuse(Fault::MustBeObject, key);
            Object all{*this, json.toObject()};
            Schema::fields(all, value);
        }
        if constexpr (requires { Schema::check(value); })
            Schema::check(value);
    }

    static bool isKnown(const Subject& its) { return its.format != nullptr; }
    static bool isKnown(const Investigation::Row& its) { return isKnown(its.subject); }
    static bool isKnown(const Investigation::Token& its) { return isKnown(its.detail->reading.subject); }
    static bool isKnown(const LimitedWatch::Entry& its) { return isKnown(its.subject); }
    template <class T>
    static bool isKnown(const T&)
    {
        return true;
    }
};

void keepMarksOfRows(Investigation& its)
{
    std::unordered_set<Subject, SubjectHash> rows;
    for (const Investigation::Row& row : its.rows)
        rows.insert(row.subject);
    std::erase_if(its.screen.marked, [&](const Subject& subject) { return !rows.contains(subject); });
}

} // namespace

QByteArray investigationFile(const Investigation& investigation)
{
    Investigation its = investigation;
    while (true) {
        keepMarksOfRows(its);
        QJsonObject file = ToJson::json(its).toObject();
        file.insert(QLatin1String(schemaKey), investigationSchema);
        QByteArray bytes = QJsonDocument(file).toJson(QJsonDocument::Compact);
        if (bytes.size() <= largestInvestigation)
            return bytes;
        if (its.rows.empty())
            throw InvalidArgument(
                InvestigationText::tr("The investigation is larger than %1, even without rows of tokens")
                    .arg(bytesText(largestInvestigation))
                    .toStdString());
        its.rows.resize(its.rows.size() / 2);
    }
}

Investigation readInvestigation(const QByteArray& file)
{
    if (file.size() > largestInvestigation)
        throw InvalidArgument(Problem(Fault::TextTooLong, largestInvestigation));
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file, &error);
    if (!document.isObject() || !document.object().contains(QLatin1String(schemaKey)))
        throw InvalidArgument(
            InvestigationText::tr("it is not an investigation, or it is damaged").toStdString());
    const QJsonObject object = document.object();
    const qint64 version = FromJson::number(object.value(QLatin1String(schemaKey)), schemaKey);
    if (version != investigationSchema)
        throw InvalidArgument(Problem(Fault::Schema, version, investigationSchema));
    Investigation investigation;
    FromJson{investigation.unknown}.read(QJsonValue(object), investigation, schemaKey);
    return investigation;
}

Investigation readInvestigationAt(const QString& path)
{
    QFile file(path);
    const auto refusal = [&path](const QString& why) {
        return InvalidArgument(InvestigationText::tr("%1 cannot be opened: %2").arg(path, why).toStdString());
    };
    if (!QFileInfo(path).isFile() && QFileInfo::exists(path)) // to open a FIFO would wait for a writer
        throw refusal(InvestigationText::tr("it is not a regular file"));
    if (!file.open(QIODevice::ReadOnly))
        throw refusal(file.errorString());
    if (file.size() > largestInvestigation)
        throw refusal(problemText(Problem(Fault::TextTooLong, largestInvestigation)));
    try {
        return readInvestigation(file.read(largestInvestigation + 1));
    } catch (const InvalidArgument& error) {
        throw refusal(problemText(error));
    }
}

} // namespace ratewarden::ui
