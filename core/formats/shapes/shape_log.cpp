// SPDX-License-Identifier: MIT
// A log: every request with its time, and in some its cost. Slots are a log whose entries are taken out when
// their requests end; one that outlives the window has lost its holder.
#include "core/formats/shapes/shape_engine.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/model/written_time.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::shapes {
namespace {

using namespace std::chrono_literals;

double countedCost(const FoundEntry& entry)
{
    return std::max(0.0, finite(entry.cost));
}

double costSum(const std::vector<FoundEntry>& entries)
{
    double sum = 0;
    for (const FoundEntry& entry : entries)
        sum += countedCost(entry);
    return sum;
}

bool storesCosts(const FormatFile& file)
{
    return captureType(file, "cost") != nullptr;
}

// From an entry's moment to its end.
std::optional<Nanos> lifeOfEntries(const Case& one)
{
    return tellsEnds(one.file) ? Nanos(0) : one.window();
}

// Entries older than the newest minus the window would have gone at the last request, if the client trimmed.
// Those between that and now prove nothing.
bool isUntrimmed(const Case& one, Nanos window)
{
    const std::vector<FoundEntry>& entries = one.state.entries;
    return !entries.empty() && !one.isVoid() && entries.front().at < subtract(entries.back().at, window);
}

// How far the times of two entries have to lie apart, so that a set keeps both: the last digit that is
// written, and no less than a double can tell.
Nanos spacing(const FormatFile& file)
{
    const KeyRole& main = mainRole(file);
    if (main.type == ValueType::Stream)
        return 1ms;
    const CaptureType* const type =
        main.type == ValueType::SortedSet && main.element ? main.element->type("time") : nullptr;
    if (!type)
        return 0ns; // a list keeps equal entries, and other members are drawn at random
    int digits = type->width;
    if (digits < 0) // the shortest form: as many as it takes
        digits = type->kind == CaptureType::Kind::Seconds ? 6 : 0;
    const int places = unitOfTime(*type).value_or(0) + digits;
    return openAfter(std::size_t(places));
}

std::vector<FoundEntry> newEntries(const Case& one, Nanos from, double units)
{
    if (storesCosts(one.file))
        return {{from, units}};
    if (units > double(maxWrittenEntries))
        throw InvalidArgument(Problem(Fault::TooManyEntries, std::int64_t(units), maxWrittenEntries));
    const Nanos apart = spacing(one.file);
    const Nanos first = apart > 0ns ? ceilTo(from, apart) : from;
    std::vector<FoundEntry> entries;
    for (std::int64_t i = 0; i < std::int64_t(units); ++i)
        entries.push_back({add(first, startOf(i, apart)), 1});
    return entries;
}

void writeEntries(const Case& one, const Record& record, std::vector<FoundEntry> entries,
                  std::optional<Nanos> expiresIn, ShapePlan& plan)
{
    const std::size_t before = plan.writes.size();
    writeState(one, record, expiresIn, plan);
    for (std::size_t i = before; i < plan.writes.size(); ++i) {
        KeyWrite& write = plan.writes[i];
        if (write.role != mainRole(one.file).role)
            continue;
        if (entries.empty())
            write.what = KeyWrite::What::Delete;
        write.entries = std::move(entries);
        break;
    }
}

ShapeUsage readUsageOfLog(const Case& one)
{
    ShapeUsage usage = one.blank();
    const std::vector<FoundEntry>& entries = one.state.entries;
    if (one.isVoid() || entries.empty()) {
        one.fillIn(usage, 0);
        return usage;
    }
    const auto life = lifeOfEntries(one);
    if (!life)
        return usage;
    const bool all = one.file.untrimmed == FormatFile::Untrimmed::Counted && isUntrimmed(one, *life);
    const Nanos since = subtract(one.now(), *life);
    const auto counts = [&](const FoundEntry& entry) {
        return all || entry.at > since;
    };
    double used = 0;
    for (const FoundEntry& entry : entries)
        used += counts(entry) ? countedCost(entry) : 0;
    if (!one.fillIn(usage, used))
        return usage;
    const Nanos gone = one.voidAt();
    const auto endOf = [&](const FoundEntry& entry) {
        return until(one, std::min(gone, add(entry.at, *life)));
    };
    usage.resetsIn = endOf(entries.back());
    if (all) { // nothing goes before the key does, one window after the newest
        usage.freesIn = usage.resetsIn;
        return usage;
    }
    // So many units have to go before there is one more to use.
    double excess = std::max(used - one.limit().value_or(used), 0.0) + 1;
    for (const FoundEntry& entry : entries) {
        if (!counts(entry))
            continue;
        excess -= countedCost(entry);
        if (excess <= 0) {
            usage.freesIn = endOf(entry);
            break;
        }
    }
    return usage;
}

// n units that leave the window together: dated now + D - w. Slots stay beside them, as their holders give
// them back.
void blockLog(const Case& one, Nanos duration, ShapePlan& plan)
{
    const double limit = std::max(1.0, one.needLimit());
    const Nanos life = tellsEnds(one.file) ? Nanos(0) : one.needWindow();
    const Nanos from = subtract(add(one.now(), duration), life);
    Record record = one.record();
    record.set("left", 0.0);
    std::vector<FoundEntry> entries = newEntries(one, from, limit);
    std::optional<Nanos> expiresIn = duration;
    if (one.file.shape == Shape::Slots && !one.isVoid()) {
        entries.insert(entries.end(), one.state.entries.begin(), one.state.entries.end());
        std::ranges::stable_sort(entries, {}, &FoundEntry::at);
        expiresIn = lifeAtLeast(one, duration);
    }
    writeEntries(one, record, std::move(entries), expiresIn, plan);
}

void chargeLog(const Case& one, double units, ShapePlan& plan)
{
    std::vector<FoundEntry> entries;
    if (!one.isVoid())
        entries = one.state.entries;
    if (const auto life = lifeOfEntries(one); one.file.shape == Shape::Slots && life) // the dead are trimmed
        std::erase_if(entries, [&](const FoundEntry& entry) { return add(entry.at, *life) <= one.now(); });
    Record record = one.record();
    const double before = costSum(entries);
    if (units > 0) {
        // Behind the newest entry, which may be of this very moment.
        const Nanos apart = spacing(one.file);
        Nanos from = tellsEnds(one.file) ? add(one.now(), one.needWindow()) : one.now();
        if (!entries.empty() && apart > 0ns && entries.back().at >= floorTo(from, apart))
            from = add(floorTo(std::max(entries.back().at, from), apart), apart);
        std::ranges::move(newEntries(one, from, units), std::back_inserter(entries));
    }
    // Of a log the newest, so that the others leave the window when they would. Of slots the oldest: theirs
    // are the requests that have most probably lost their holders.
    if (one.file.shape == Shape::Slots)
        std::ranges::reverse(entries);
    for (double rest = -units; rest > 0 && !entries.empty();) {
        const double taken = std::min(rest, countedCost(entries.back()));
        rest -= taken;
        if (taken < countedCost(entries.back())) // only a part of it
            entries.back().cost = countedCost(entries.back()) - taken;
        else
            entries.pop_back();
    }
    if (one.file.shape == Shape::Slots)
        std::ranges::reverse(entries);
    if (units < 0 && before == costSum(entries))
        return;
    if (captureType(one.file, "left")) { // kept beside the log
        const bool isNew = one.isVoid() || !one.number("left");
        const double left = isNew ? one.needLimit() : *one.number("left");
        record.set("left", std::max(0.0, left + before - costSum(entries)));
    }
    std::optional<Nanos> life;
    if (units > 0 && (one.isVoid() || one.file.expiry.from == ExpiryRule::From::Newest))
        life = lifeAtLeast(one, usualLife(one, add(one.now(), one.needWindow())));
    writeEntries(one, record, std::move(entries), life, plan);
}

} // namespace

bool tellsEnds(const FormatFile& file)
{
    return file.shape == Shape::Slots && !captureType(file, "time");
}

std::optional<double> untrimmedUnits(const Case& one)
{
    const auto window = one.window();
    if (one.file.untrimmed == FormatFile::Untrimmed::Ignored || !window || !isUntrimmed(one, *window))
        return std::nullopt;
    return costSum(one.state.entries);
}

double slotsHeldLong(const Case& one)
{
    const auto window = one.window();
    const auto life = lifeOfEntries(one);
    if (one.file.shape != Shape::Slots || one.isVoid() || !window || !life)
        return 0;
    const Nanos lost = subtract(one.now(), *life);
    const Nanos since = add(subtract(one.now(), slotPatience), subtract(*window, *life));
    double units = 0;
    for (const FoundEntry& entry : one.state.entries)
        units += entry.at > lost && entry.at < since ? countedCost(entry) : 0;
    return units;
}

const Engine logEngine{readUsageOfLog, blockLog, chargeLog};

} // namespace ratewarden::shapes

namespace ratewarden {

std::vector<TakenSlot> slotsHeld(const FormatFile& file, const FoundState& state,
                                 const std::optional<Nanos>& life)
{
    std::vector<TakenSlot> slots;
    if (file.shape != Shape::Slots)
        return slots;
    const bool isByEnd = shapes::tellsEnds(file);
    const auto moment = [](Nanos time) {
        return Instant(std::chrono::floor<Micros>(time));
    };
    for (const FoundEntry& entry : state.entries) {
        TakenSlot slot{entry.member, {}, {}, entry.holder};
        if (isByEnd || life)
            slot.ends = moment(isByEnd ? entry.at : shapes::add(entry.at, *life));
        if (!isByEnd || life)
            slot.taken = moment(isByEnd ? shapes::subtract(entry.at, *life) : entry.at);
        if (!slot.ends || *slot.ends > moment(state.now))
            slots.push_back(std::move(slot));
    }
    return slots;
}

} // namespace ratewarden
