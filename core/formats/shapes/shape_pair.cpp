// SPDX-License-Identifier: MIT
// Two windows side by side: all of the newer one counts, and of the older one the part that still lies within
// one window back from now.
#include "core/formats/shapes/shape_engine.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::shapes {
namespace {

constexpr double roundingSlack = 1e-9; // before rounding

struct Held {
    double units = 0;
    Nanos expires = forever;
};

// The two windows as they lie in time: window b begins at origin + b w.
struct Timeline {
    Nanos origin{};
    Nanos window{};
    std::vector<std::pair<std::int64_t, Held>> windows;

    double unitsOf(std::int64_t bucket, Nanos at) const
    {
        for (const auto& [number, one] : windows)
            if (number == bucket)
                return at < one.expires ? one.units : 0;
        return 0;
    }
};

// The two weighted windows in the stretch of time that contains a moment.
struct Stretch {
    double previous = 0;
    double current = 0;
    Nanos start{}; // of the newer window
    Nanos window{};
    bool roundsUp = false;

    double usedAt(Nanos at) const
    {
        // P min(1, 1 - x) with x = (t - start) / w
        const double weight = std::min(1.0, real(subtract(add(start, window), at)) / real(window));
        const double part = previous * weight;
        return current + (roundsUp ? std::ceil(part - roundingSlack) : std::floor(part + roundingSlack));
    }

    // The first moment with used < u by the passing of time alone; forever: there is none.
    // Down: floor(P (1 - x)) < u - C = g from just after x = 1 - g / P on;
    // up: ceil(P (1 - x)) <= u - 1 - C = g from there on.
    Nanos firstBelow(double units) const
    {
        const double part = units - current + (roundsUp ? roundingSlack - 1 : -roundingSlack);
        if (part <= 0 || previous <= 0)
            return forever;
        return add(start, roundedUp(real(window) * (1 - part / previous)));
    }
};

Stretch stretchAt(const Case& one, const Timeline& line, Nanos at)
{
    const std::int64_t bucket = floorDivide(subtract(at, line.origin), line.window);
    // A window that has not begun is the newer one already, with all of the older one's weight.
    const bool isAhead = !isNumbered(one) && bucket < 0;
    const std::int64_t newer = isAhead ? 0 : bucket;
    return {line.unitsOf(newer - 1, at), line.unitsOf(newer, at),
            add(line.origin, startOf(newer, line.window)), line.window, one.file.roundsUp};
}

// The first moment from `at` on with used < units, stretch by stretch: they end where a window ends or a key
// goes.
Nanos firstBelow(const Case& one, const Timeline& line, double units)
{
    Nanos at = one.now();
    const std::size_t most =
        4 * line.windows.size() + 4; // each window begins, ends, ends to count, and expires
    for (std::size_t i = 0; i < most; ++i) {
        const Stretch stretch = stretchAt(one, line, at);
        if (stretch.usedAt(at) < units)
            return at;
        Nanos end = add(stretch.start, line.window);
        for (const auto& [bucket, window] : line.windows)
            if (window.expires > at)
                end = std::min(end, window.expires);
        const Nanos inside = stretch.firstBelow(units);
        if (inside < end)
            return std::max(add(at, Nanos(1)), inside);
        if (end <= at)
            break;
        at = end;
    }
    return forever;
}

// The end of the newer window of a layout that is not numbered. Where its key is gone the older one tells by
// its own end, which is that of the window after it.
Nanos newerEnd(const Case& one, const KeyRole* previous)
{
    if (!one.isVoid())
        return windowEnd(one);
    return previous && one.alive(previous->role) ? one.expiryOf(previous->role) : forever;
}

const KeyRole* previousRole(const FormatFile& file)
{
    const auto found = std::ranges::find_if(file.keys, [&](const KeyRole& role) {
        return &role != &mainRole(file) && role.capturesInValue("previous");
    });
    return found != file.keys.end() ? &*found : nullptr;
}

std::optional<Timeline> timelineOf(const Case& one)
{
    const auto window = one.window();
    if (!window)
        return std::nullopt;
    Timeline line{{}, *window, {}};
    if (isNumbered(one)) {
        const std::int64_t now = floorDivide(one.now(), *window);
        for (const NumberedWindow& found : one.state.windows)
            if (found.bucket >= now - 1 && found.bucket <= now + maxNumberedWindows)
                line.windows.push_back({found.bucket, {finite(found.units), momentOf(found.expires)}});
        return line;
    }
    const KeyRole* const previous = previousRole(one.file);
    const Nanos end = newerEnd(one, previous);
    if (end == forever)
        return one.isVoid() ? std::optional(line) : std::nullopt;
    line.origin = subtract(end, *window);
    const Nanos gone = one.voidAt();
    if (!one.isVoid())
        line.windows.push_back({0, {one.number("count").value_or(0), gone}});
    const bool olderAlive = previous ? one.alive(previous->role) : !one.isVoid();
    if (const auto units = one.number("previous"); units && olderAlive)
        line.windows.push_back({-1, {*units, previous ? one.expiryOf(previous->role) : gone}});
    return line;
}

ShapeUsage readPair(const Case& one)
{
    ShapeUsage usage = one.blank();
    const auto line = timelineOf(one);
    if (!line)
        return usage;
    const double used = stretchAt(one, *line, one.now()).usedAt(one.now());
    if (!one.fillIn(usage, used))
        return usage;
    const double full = std::min(used, one.limit().value_or(used));
    if (full > 0)
        usage.freesIn = until(one, firstBelow(one, *line, full));
    usage.resetsIn = until(one, firstBelow(one, *line, 1));
    return usage;
}

void blockPair(const Case& one, Nanos duration, ShapePlan& plan)
{
    const double limit = one.needLimit();
    const Nanos window = one.needWindow();
    if (isNumbered(one)) {
        writeWindows(one, duration, std::max(1.0, limit), plan);
        // What the window before still weighs would outlast the block.
        const std::int64_t before = floorDivide(one.now(), window) - 1;
        if (windowAt(one.state, before))
            deleteWindow(one, before, plan);
        return;
    }
    Record record = one.record();
    const KeyRole* const previous = previousRole(one.file);
    const Nanos end = add(one.now(), duration);
    if (captureType(one.file, "end")) {
        // n, no more: n + 1 would go on to refuse for w / (n + 1) after the end
        record.set("count", std::max(1.0, limit));
        record.set("previous", 0.0);
        record.set("end", end);
        if (captureType(one.file, "start"))
            record.set("start", one.now());
    } else {
        // The weight is what is left of the life, PTTL / w: at the last millisecond still n + 1.
        record.set("count", std::ceil((limit + 1) * real(window) / 1e6));
    }
    writeState(one, record, duration, plan);
    if (previous && one.alive(previous->role))
        plan.writes.push_back({.role = previous->role, .what = KeyWrite::What::Delete, .record = record});
}

void chargePair(const Case& one, double units, ShapePlan& plan)
{
    const Nanos window = one.needWindow();
    const auto line = timelineOf(one);
    if (!line)
        return;
    const Stretch now = stretchAt(one, *line, one.now());
    const double after = charged(now.current, units);
    if (after == now.current)
        return;
    Record record = one.record();
    record.set("count", after);
    if (isNumbered(one)) {
        const std::int64_t bucket = floorDivide(one.now(), window);
        const Nanos life = usualLife(one, add(one.now(), window));
        writeWindow(one, bucket, record, windowAt(one.state, bucket) ? std::nullopt : std::optional(life),
                    plan);
        return;
    }
    // What the client would do at its next request: windows that are over move on first.
    const bool fresh = line->windows.empty();
    const bool moved = !fresh && (one.isVoid() || now.start > line->origin);
    const Nanos end = fresh ? add(one.now(), window) : add(now.start, window);
    if (!fresh && !moved) {
        writeState(one, record, std::nullopt, plan);
        return;
    }
    record.set("end", end);
    record.set("previous", now.previous);
    // The state has to outlive its window by another one, in which it counts as the older.
    const Nanos life =
        captureType(one.file, "end") ? add(subtract(end, one.now()), window) : usualLife(one, end);
    writeState(one, record, life, plan);
    if (const KeyRole* const previous = previousRole(one.file); previous && now.previous > 0)
        plan.writes.push_back(
            {.role = previous->role, .record = record, .expiresIn = wholeMillis(subtract(end, one.now()))});
}

} // namespace

const Engine pairEngine{readPair, blockPair, chargePair};

} // namespace ratewarden::shapes
