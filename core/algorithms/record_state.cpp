// SPDX-License-Identifier: MIT
#include "core/algorithms/record_state.h"

#include "core/algorithms/verdict.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/model/rule_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace ratewarden {
namespace {

// As in lua/shared/record.lua and records_write.lua, where a tag has two bytes.
constexpr std::size_t mostForeign = 16;
constexpr std::int64_t wideMark = 32768; // in a tag
constexpr std::size_t tagBytes = 2;
constexpr std::size_t wideBytes = 7;
// The tag of no rule, but of a debt: until when it counts, and how far ahead the bucket was.
constexpr std::int64_t debtTag = 32767;

Micros wholeMicros(double number)
{
    return Micros(std::int64_t(number));
}

} // namespace

// First of all at the rule's own place: two rules may have the same window.
std::optional<RecordState::Numbers> RecordState::recordOf(std::size_t rule, std::int64_t tag) const
{
    if (rule < m_records.size() && m_records[rule].tag == tag)
        return m_records[rule].numbers;
    const auto* const found = std::ranges::find(m_records, tag, &Record::tag);
    return found == m_records.end() ? std::nullopt : std::optional(found->numbers);
}

RecordState::Question RecordState::questionOf(const Rule& rule, double now, double cost, double debt)
{
    return {double(rule.limit), double(rule.window.count()), double(rule.capacity()), now, cost, debt};
}

double RecordState::debt(double now) const
{
    const auto* const debt = std::ranges::find(m_records, debtTag, &Record::tag);
    return debt != m_records.end() && debt->numbers[0] >= now ? debt->numbers[1] : 0;
}

Decision RecordState::decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode)
{
    const double clock = double(now.time_since_epoch().count());
    if (mode == Mode::GiveBack) {
        giveBack(rules, clock, double(cost));
        cost = 0;
    }
    const double debt = this->debt(clock);
    const auto question = [&](const Rule& rule) {
        return questionOf(rule, clock, double(cost), debt);
    };
    VerdictOfRules verdict(now, cost);
    std::array<Record, maxRules> next{};
    for (std::size_t i = 0; i < rules.size(); ++i) {
        next.at(i).tag = recordTag(rules[i].window);
        const Fit fit = this->fit(question(rules[i]), recordOf(i, next[i].tag));
        verdict.add({rules[i], 0, {}}, wholeMicros(fit.wait), wholeMicros(fit.patience));
        next[i].numbers = fit.charged;
    }
    if (verdict.isOfTheFuture() && mode == Mode::Acquire) {
        m_records.clear();
        return decide(rules, now, cost, mode);
    }
    const bool charges = verdict.allowed() && cost > 0 && mode == Mode::Acquire;
    if (verdict.isOfTheFuture())
        verdict.forgive();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const Use use = this->use(question(rules[i]), charges ? next[i].numbers : recordOf(i, next[i].tag));
        verdict.usage(i).used = Units(use.used);
        verdict.usage(i).resetAfter = wholeMicros(use.resetAfter);
    }
    if (charges)
        replaceRecords(std::span(next).first(rules.size()), clock);
    return verdict.take();
}

void RecordState::giveBack(const std::vector<Rule>& rules, double now, double units)
{
    if (m_records.empty() || units == 0)
        return;
    std::vector<Record> next(rules.size());
    for (std::size_t i = 0; i < rules.size(); ++i) {
        next[i].tag = recordTag(rules[i].window);
        next[i].numbers = fit(questionOf(rules[i], now, -units, 0), recordOf(i, next[i].tag)).charged;
    }
    replaceRecords(next, now);
    forgetIfFree(now);
}

// All has been given back.
void RecordState::forgetIfFree(double now)
{
    const auto counts = [now](const Record& record) {
        return record.numbers[0] >= now;
    };
    if (std::ranges::none_of(m_records, counts))
        m_records.clear();
}

int RecordState::settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement)
{
    const double clock = double(now.time_since_epoch().count());
    const Reserved reserved{double(settlement.at.time_since_epoch().count()), double(settlement.reserved),
                            double(settlement.actual)};
    const double debt = this->debt(clock);
    std::vector<Record> next(rules.size());
    int counted = 0;
    bool exceeds = false;
    double debtUntil = 0;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        next[i].tag = recordTag(rules[i].window);
        const Settled settled =
            this->settled(questionOf(rules[i], clock, 0, debt), recordOf(i, next[i].tag), reserved);
        next[i].numbers = settled.numbers;
        counted += settled.counts ? 1 : 0;
        exceeds |= settled.exceeds;
        if (settled.counts)
            debtUntil = std::max(debtUntil, settled.numbers[0] + (settled.numbers[1] > 0 ? 1 : 0));
    }
    if (counted == 0 || settlement.actual == settlement.reserved)
        return counted;
    if (exceeds) {
        ShortVector<Record, 4> records{{debtTag, {debtUntil, debtUntil - clock, 0}}};
        for (const Record& record : m_records)
            if (record.tag != debtTag)
                records.push_back(record);
        m_records = std::move(records);
    }
    replaceRecords(next, clock);
    forgetIfFree(clock);
    return counted;
}

void RecordState::replaceRecords(std::span<const Record> ours, double now)
{
    if (std::ranges::equal(m_records, ours, {}, &Record::tag, &Record::tag)) { // as a rule: in place
        std::ranges::copy(ours, m_records.begin());
        return;
    }
    ShortVector<Record, 4> next(ours.begin(), ours.end());
    // What other rules than these have charged, those of another version of the policy, is not forgiven by
    // the way.
    for (const Record& record :
         std::span(m_records.data(), std::min(m_records.size(), ours.size() + mostForeign)))
        if (std::ranges::find(ours, record.tag, &Record::tag) == ours.end() && record.numbers[0] >= now)
            next.push_back(record);
    m_records = std::move(next);
}

// Takes the first record off the bytes; nothing when they end within it.
std::optional<RecordState::StoredRecord> RecordState::takeRecord(std::string_view& records) const
{
    const std::int64_t marked = littleEndian(records.substr(0, tagBytes));
    const bool wide = marked >= wideMark;
    std::size_t size = 0;
    for (std::size_t k = 0; k < m_format.numbers; ++k)
        size += wide ? wideBytes : m_format.narrow[k];
    if (tagBytes + size > records.size())
        return std::nullopt;
    const StoredRecord record{marked & (wideMark - 1), wide, records.substr(tagBytes, size)};
    records.remove_prefix(tagBytes + size);
    return record;
}

RecordState::Numbers RecordState::numbersOf(const StoredRecord& record) const
{
    Numbers numbers{};
    std::size_t at = 0;
    for (std::size_t k = 0; k < m_format.numbers; ++k) {
        const std::size_t bytes = record.wide ? wideBytes : m_format.narrow[k];
        numbers[k] = double(littleEndian(record.numbers.substr(at, bytes)));
        at += bytes;
    }
    return numbers;
}

std::optional<RecordState::Numbers> RecordState::recordIn(std::string_view records, std::size_t rule,
                                                          std::int64_t tag) const
{
    std::optional<Numbers> found;
    for (std::size_t place = 0; !records.empty() && !(found && place > rule); ++place) {
        const std::optional<StoredRecord> record = takeRecord(records);
        if (!record)
            throw BadReply(
                fmt::format("Redis answered a decision whose records end within the {}th", place + 1));
        if (record->tag == tag && (!found || place == rule))
            found = numbersOf(*record);
    }
    return found;
}

std::size_t RecordState::narrowSize() const
{
    return std::accumulate(m_format.narrow.begin(), m_format.narrow.begin() + m_format.numbers, tagBytes);
}

double RecordState::debtIn(std::string_view records, double now) const
{
    const std::optional<Numbers> debt = recordIn(records, maxRules + mostForeign, debtTag);
    return debt && (*debt)[0] >= now ? (*debt)[1] : 0;
}

void RecordState::load(const StoredState& stored)
{
    m_records.clear();
    std::string_view records = stored.records;
    while (!records.empty()) {
        const std::optional<StoredRecord> record = takeRecord(records);
        if (!record)
            throw BadState(Problem(Fault::NotOurState));
        m_records.push_back({record->tag, numbersOf(*record)});
    }
}

void RecordState::report(std::string_view records, Instant now, std::span<RuleUsage> usage) const
{
    const double clock = double(now.time_since_epoch().count());
    const double debt = records.size() == usage.size() * narrowSize() ? 0 : debtIn(records, clock);
    for (std::size_t i = 0; i < usage.size(); ++i) {
        const Rule& rule = usage[i].rule;
        const Use use =
            this->use(questionOf(rule, clock, 0, debt), recordIn(records, i, recordTag(rule.window)));
        usage[i].used = Units(use.used);
        usage[i].resetAfter = wholeMicros(use.resetAfter);
    }
}

} // namespace ratewarden
