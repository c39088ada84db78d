// SPDX-License-Identifier: MIT
// A window in slices of a fixed length, a numbered counter each: all of the newest n are summed, n slices
// being a window. A slice counts in full until the window has moved past the whole of it.
#include "core/formats/shapes/shape_engine.h"

#include <algorithm>

namespace ratewarden::shapes {
namespace {

std::int64_t slicesIn(const Case& one)
{
    return std::max<std::int64_t>(1, one.needWindow() / one.file.slice);
}

std::int64_t sliceAt(const Case& one, Nanos moment)
{
    return floorDivide(moment, one.file.slice);
}

// When the window has moved past the whole of it. Numbers that were read may be any.
Nanos leavesAt(const Case& one, std::int64_t number)
{
    return add(startOf(number, one.file.slice), startOf(slicesIn(one), one.file.slice));
}

double sumAt(const Case& one, Nanos moment)
{
    const std::int64_t newest = sliceAt(one, moment);
    const std::int64_t count = slicesIn(one);
    double sum = 0;
    for (const NumberedWindow& slice : one.state.windows)
        if (slice.bucket <= newest && slice.bucket > newest - count && momentOf(slice.expires) > moment)
            sum += finite(slice.units);
    return sum;
}

// The first moment from now on at which so many units count at most; forever: there is none.
Nanos firstAtMost(const Case& one, double units)
{
    std::vector<Nanos> moments{one.now()};
    for (const NumberedWindow& slice : one.state.windows)
        for (const Nanos moment : {leavesAt(one, slice.bucket), momentOf(slice.expires)})
            if (moment > one.now() && moment != forever)
                moments.push_back(moment);
    std::ranges::sort(moments);
    const auto found =
        std::ranges::find_if(moments, [&](Nanos moment) { return sumAt(one, moment) <= units; });
    return found != moments.end() ? *found : forever;
}

void writeSlice(const Case& one, std::int64_t number, double units, std::optional<Nanos> expiresIn,
                ShapePlan& plan)
{
    Record record = one.record();
    record.set("count", units);
    writeWindow(one, number, std::move(record), expiresIn, plan);
}

ShapeUsage readSlices(const Case& one)
{
    ShapeUsage usage = one.blank();
    if (!one.state.windows.empty() && !one.window())
        return usage;
    const double used = one.state.windows.empty() ? 0 : sumAt(one, one.now());
    if (!one.fillIn(usage, used))
        return usage;
    usage.resetsIn = until(one, firstAtMost(one, 0));
    // So many units have to go before there is one more to use.
    usage.freesIn = until(one, firstAtMost(one, std::min(used, one.limit().value_or(used)) - 1));
    return usage;
}

// A full slice in every window from now on; their keys end with the block. The others stay, and leave the
// window when they would.
void blockSlices(const Case& one, Nanos duration, ShapePlan& plan)
{
    const double full = one.needLimit() + 1; // clients refuse by "more than n" or by "n and more"
    const std::int64_t count = slicesIn(one);
    const Nanos end = add(one.now(), duration);
    for (std::int64_t number = sliceAt(one, one.now()); startOf(number, one.file.slice) < end;
         number += count)
        writeSlice(one, number, full, duration, plan);
}

// A refund takes from the newest slices, so that the others leave the window when they would.
void chargeSlices(const Case& one, double units, ShapePlan& plan)
{
    const std::int64_t newest = sliceAt(one, one.now());
    if (units > 0) {
        const NumberedWindow* const present = windowAt(one.state, newest);
        const Nanos life = add(one.needWindow(), one.file.expiry.plusHigh);
        writeSlice(one, newest, (present ? finite(present->units) : 0) + units,
                   present ? std::nullopt : std::optional(life), plan);
        return;
    }
    double rest = std::min(-units, std::max(0.0, sumAt(one, one.now())));
    for (std::int64_t number = newest; rest > 0 && number > newest - slicesIn(one); --number)
        if (const NumberedWindow* const slice = windowAt(one.state, number); slice && slice->units > 0) {
            const double taken = std::min(rest, finite(slice->units));
            writeSlice(one, number, finite(slice->units) - taken, std::nullopt, plan);
            rest -= taken;
        }
}

} // namespace

const Engine slicesEngine{readSlices, blockSlices, chargeSlices};

} // namespace ratewarden::shapes
