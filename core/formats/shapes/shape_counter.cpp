// SPDX-License-Identifier: MIT
// One number that ends: hits in a window that began with the first one, in a window of the clock, or in a
// window whose bounds are stored.
#include "core/formats/shapes/shape_engine.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>

namespace ratewarden::shapes {
namespace {

struct Window {
    std::optional<double> used; // empty: only what is left is stored, and the limit is not known
    std::optional<double> left; // of such
    Nanos end = forever;
};

Window windowOf(const Case& one, double units, Nanos end)
{
    if (end <= one.now())
        return {0, std::nullopt, end};
    if (!countsDown(one.file))
        return {units, std::nullopt, end};
    const auto limit = one.limit();
    return {limit ? std::optional(*limit - units) : std::nullopt, units, end};
}

Window nothingUsed(Nanos now)
{
    return {0, std::nullopt, now};
}

// The window [b w, (b + 1) w): it ends by the clock, or earlier with its key.
Window clockWindow(const Case& one, std::int64_t bucket, Nanos window)
{
    const NumberedWindow* const found = windowAt(one.state, bucket);
    if (!found)
        return nothingUsed(one.now());
    const Nanos end = std::min(startOf(bucket + 1, window), momentOf(found->expires));
    return windowOf(one, finite(found->units), end);
}

// The window of now; while it is full, and the next one is full already, it ends when that does.
Window windowNow(const Case& one)
{
    const Nanos window = *one.window();
    const std::int64_t first = floorDivide(one.now(), window);
    Window now = clockWindow(one, first, window);
    const auto limit = one.limit();
    const auto isFull = [&](const Window& any) {
        return limit && any.used && *any.used >= *limit;
    };
    Window last = now;
    for (std::int64_t next = first + 1; next - first <= maxNumberedWindows; ++next) {
        // A key that goes before its window ends leaves a gap to be served in.
        if (!isFull(last) || last.end < startOf(next, window) || !windowAt(one.state, next))
            break;
        last = clockWindow(one, next, window);
        if (isFull(last))
            now.end = last.end;
    }
    return now;
}

Window windowOfCount(const Case& one)
{
    if (one.isVoid())
        return nothingUsed(one.now());
    const auto units = one.number(countsDown(one.file) ? "left" : "count");
    return units ? windowOf(one, *units, windowEnd(one)) : nothingUsed(one.now());
}

Window windowIn(const Case& one)
{
    return isNumbered(one) ? windowNow(one) : windowOfCount(one);
}

// Refuses to write into a window that ends by a calendar, and whose key cannot be told for later ones.
void checkCalendar(const Case& one, Nanos duration)
{
    const auto start = one.time("start");
    if (numberingOf(one.file) != Numbering::Start || isNumbered(one) || !start)
        return;
    if (add(*start, one.needWindow()) < add(one.now(), duration))
        throw InvalidArgument(Problem(Fault::CalendarWindow, one.file.title));
}

// A quota without a window: nothing is left. One that is overdrawn stays so.
void takeAllLeft(const Case& one, ShapePlan& plan)
{
    if (one.isVoid())
        throw InvalidArgument(Problem(Fault::QuotaGone, one.file.title));
    Record record = one.record();
    if (one.number("left").value_or(0) <= 0)
        return;
    record.set("left", 0.0);
    writeState(one, record, std::nullopt, plan);
}

ShapeUsage readCounter(const Case& one)
{
    ShapeUsage usage = one.blank();
    const Window window = windowIn(one);
    if (!window.used) {
        usage.remaining = std::max(0.0, *window.left);
        usage.resetsIn = until(one, window.end);
        return usage;
    }
    if (one.fillIn(usage, *window.used)) // all comes back at once, at the end
        usage.freesIn = usage.resetsIn = until(one, window.end);
    return usage;
}

// Nothing left; or one unit more than the limit: clients refuse by "more than n" or by "n and more". No more
// than that, since some make the next wait of it.
void blockCounter(const Case& one, Nanos duration, ShapePlan& plan)
{
    if (hasNoWindow(one.file)) {
        takeAllLeft(one, plan);
        return;
    }
    const double full = one.needLimit() + (countsDown(one.file) ? 0 : 1);
    if (numberingOf(one.file) == Numbering::Bucket)
        one.needWindow();
    if (isNumbered(one)) {
        writeWindows(one, duration, full, plan);
        return;
    }
    checkCalendar(one, duration);
    Record record = one.record();
    setUnits(one, record, full);
    record.erase("blocked");
    const Nanos end = add(one.now(), duration);
    const KeyRole& main = mainRole(one.file);
    const bool storesStart = captureType(one.file, "start") && !main.capturesInName("start");
    const bool storesEnd = captureType(one.file, "end") != nullptr;
    if (storesEnd)
        record.set("end", end);
    if (storesStart && storesEnd) {
        record.set("start", one.now());
    } else if (storesStart) { // a window that is given by its start alone ends one window after it
        const Nanos start = subtract(end, one.needWindow());
        record.set("start",
                   storesWholeSeconds(one.file, "start") ? ceilTo(start, std::chrono::seconds(1)) : start);
    }
    if (captureType(one.file, "reset"))
        record.set("reset", end);
    Nanos life = duration;
    if (!storesEnd && !storesStart && one.file.expiry.windows != 1)
        life = usualLife(one, end);
    writeState(one, record, life, plan);
}

void chargeCounter(const Case& one, double units, ShapePlan& plan)
{
    if (numberingOf(one.file) == Numbering::Bucket)
        one.needWindow();
    if (!captureType(one.file, "count") && !captureType(one.file, "left"))
        throw InvalidArgument(Problem(Fault::CountsNothing, one.file.title));
    if (hasNoWindow(one.file) && one.isVoid())
        throw InvalidArgument(Problem(Fault::QuotaGone, one.file.title));
    const Window window = windowIn(one);
    const bool alive = window.end > one.now();
    if (!alive && units < 0)
        return;
    Record record = one.record();
    if (record.has("blocked") && mainRole(one.file).capturesInValue("blocked"))
        throw InvalidArgument(Problem(Fault::UnblockFirst));
    const double used = window.used.value_or(0);
    // Of a quota without a limit nobody knows what was used of it.
    const bool isBounded = window.used || !hasNoWindow(one.file);
    const double after = isBounded ? charged(used, units) : used + units;
    if (after == used)
        return;
    if (window.used)
        setUnits(one, record, after);
    else
        record.set("left", *window.left - units);
    if (isNumbered(one)) {
        const std::int64_t bucket = floorDivide(one.now(), one.needWindow());
        if (const double refunded = refundedOf(one.state, bucket); refunded > 0)
            setUnits(one, record, after + refunded);
        const bool byClock = one.file.expiry.from == ExpiryRule::From::End;
        const Nanos end = byClock ? startOf(bucket + 1, one.needWindow()) : add(one.now(), one.needWindow());
        writeWindow(one, bucket, record, alive ? std::nullopt : std::optional(usualLife(one, end)), plan);
        return;
    }
    if (alive) {
        writeState(one, record, std::nullopt, plan);
        return;
    }
    const Nanos end = add(one.now(), one.needWindow());
    checkCalendar(one, one.needWindow());
    for (const char* const name : {"end", "reset"})
        record.set(name, end);
    if (!mainRole(one.file).capturesInName("start"))
        record.set("start", one.now());
    writeState(one, record, usualLife(one, end), plan);
}

} // namespace

const Engine counterEngine{readCounter, blockCounter, chargeCounter};

} // namespace ratewarden::shapes
