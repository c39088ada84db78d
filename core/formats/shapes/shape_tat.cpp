// SPDX-License-Identifier: MIT
// GCRA: one moment, the theoretical arrival time. Each unit moves it by tau = window / limit; what lies ahead
// of now is busy, and at most B = burst x tau may be.
#include "core/formats/shapes/shape_engine.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::shapes {
namespace {

struct Rate {
    double capacity = 0; // burst, or the limit
    double tau = 0;      // ns
    double reach() const { return capacity * tau; }
    double slack() const { return slackOf(tau); }
};

// Empty without a limit and a window, and for a limit of 0: nothing passes, and nothing comes back.
std::optional<Rate> rateOf(const Case& one)
{
    const auto window = one.window();
    if (!window || !one.rule.limitKnown || one.rule.rule.limit <= 0)
        return std::nullopt;
    return Rate{double(one.rule.rule.capacity()), real(*window) / double(one.rule.rule.limit)};
}

Rate needRate(const Case& one)
{
    one.needWindow();
    if (one.needLimit() <= 0)
        throw InvalidArgument(Problem(Fault::LimitOfZero));
    return *rateOf(one);
}

// The state is gone, and all is free, when the time has come or the key is gone.
Nanos tatOf(const Case& one)
{
    const auto tat = one.time("tat");
    return tat && !one.isVoid() ? std::max(*tat, one.now()) : one.now();
}

ShapeUsage readTat(const Case& one)
{
    ShapeUsage usage = one.blank();
    const Nanos tat = tatOf(one);
    const Nanos idle = std::min(tat, one.voidAt());
    usage.resetsIn = tat > one.now() ? until(one, idle) : Nanos(0);
    if (one.rule.limitKnown)
        usage.limit = one.rule.rule.capacity();
    const auto rate = rateOf(one);
    if (!rate) {
        if (one.rule.limitKnown && one.rule.rule.limit == 0)
            usage.used = usage.remaining = 0;
        return usage;
    }
    const double busy = real(subtract(tat, one.now()));
    const double left =
        std::clamp(std::floor((rate->reach() - busy) / rate->tau + rate->slack()), 0.0, rate->capacity);
    usage.remaining = left;
    // More is used than the burst while it is blocked, or when costs above 1 are let in on credit.
    usage.used = std::max(rate->capacity - left, std::ceil(busy / rate->tau - rate->slack()));
    // left + 1 fit when busy <= B - (left + 1) tau
    const Nanos frees = add(one.now(), roundedUp(busy - rate->reach() + (left + 1) * rate->tau));
    usage.freesIn = *usage.used > 0 ? until(one, std::min(std::max(frees, one.now()), idle)) : Nanos(0);
    return usage;
}

// One unit fits when tat - t <= B - tau: at t = now + D with tat = now + D + B - tau.
void blockTat(const Case& one, Nanos duration, ShapePlan& plan)
{
    const Rate rate = needRate(one);
    const Nanos life = add(duration, roundedUp(rate.reach() - rate.tau));
    Record record = one.record();
    record.set("tat", add(one.now(), life));
    writeState(one, record, life, plan);
}

void chargeTat(const Case& one, double units, ShapePlan& plan)
{
    const Rate rate = needRate(one);
    const Nanos before = tatOf(one);
    if (units < 0 && before <= one.now())
        return;
    const Nanos moved = add(before, nearest(units * rate.tau));
    Record record = one.record();
    record.set("tat", std::max(moved, one.now()));
    // At least until it is idle; where the life is no matter of the TAT never shorter than others wanted it.
    const Nanos life = std::max(subtract(moved, one.now()), Nanos(std::chrono::milliseconds(1)));
    const bool follows = one.file.expiry.from == ExpiryRule::From::Tat;
    writeState(one, record, follows ? std::optional(life) : lifeAtLeast(one, life), plan);
}

} // namespace

const Engine tatEngine{readTat, blockTat, chargeTat};

} // namespace ratewarden::shapes
