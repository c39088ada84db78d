// SPDX-License-Identifier: MIT
// A bucket: its level at a moment, and how fast it refills, in steps or continuously.
#include "core/formats/shapes/shape_engine.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::shapes {
namespace {

struct Refill {
    double capacity = 0;
    double step = 0;   // ns
    double amount = 1; // every step
    double perNano() const { return amount / step; }
    double slack() const { return slackOf(step / amount); } // of a unit
};

std::optional<Refill> refillOf(const Case& one)
{
    if (!one.rule.limitKnown || one.rule.rule.limit <= 0)
        return std::nullopt;
    const Rule& rule = one.rule.rule;
    const double capacity = double(rule.capacity());
    if (const auto step = one.time("step")) {
        const double amount = one.number("amount").value_or(1);
        if (*step > Nanos(0) && amount > 0)
            return Refill{capacity, real(*step), amount};
    }
    const auto window = one.window();
    if (!window)
        return std::nullopt;
    // "10/s burst 100" of a bucket that fills in steps: 10 at once, every second. Without a burst the window
    // is the time that fills it, unit by unit.
    if (!one.continuous() && rule.burst > 0)
        return Refill{capacity, real(*window), double(rule.limit)};
    return Refill{capacity, real(*window) / double(rule.limit), 1};
}

Refill needRefill(const Case& one)
{
    const auto refill = refillOf(one);
    if (refill)
        return *refill;
    one.needWindow();
    if (one.needLimit() <= 0)
        throw InvalidArgument(Problem(Fault::LimitOfZero));
    throw InvalidArgument(Problem(Fault::RefillUnknown));
}

// Now, as its stamp says it.
Nanos nowOf(const Case& one)
{
    return storesWholeSeconds(one.file, "stamp") ? floorTo(one.now(), std::chrono::seconds(1)) : one.now();
}

// A bucket whose state is void is full.
class Level {
public:
    Level(const Case& one, const Refill& refill)
        : m_refill(refill)
        , m_continuous(one.continuous())
        , m_wholeSeconds(storesWholeSeconds(one.file, "stamp"))
        , m_now(nowOf(one))
        , m_stamp(m_now)
        , m_stored(refill.capacity)
    {
        const auto units = one.number(countsDown(one.file) ? "left" : "count");
        if (one.isVoid() || !units)
            return;
        m_stored = countsDown(one.file) ? *units : refill.capacity - *units;
        m_stamp = one.time("stamp").value_or(m_now);
    }

    Nanos stamp() const { return m_stamp; }
    double stored() const { return m_stored; }

    /// The level now, what has come in since the stamp included.
    double now() const { return std::min(m_refill.capacity, m_stored + refilled()); }
    bool isFull() const { return m_stored + refilled() >= m_refill.capacity; }

    /// The moment at which the level is that high.
    Nanos reaches(double level) const
    {
        const double missing = level - now();
        Nanos at = m_now;
        if (missing <= 0)
            return at;
        if (m_continuous)
            at = add(std::max(m_now, m_stamp), roundedUp(missing / m_refill.perNano()));
        else
            at = add(m_stamp, roundedUp((steps() + std::ceil(missing / m_refill.amount - m_refill.slack())) *
                                        m_refill.step));
        // Noise of the last digits is not worth a second.
        return m_wholeSeconds ? ceilTo(subtract(at, std::chrono::microseconds(1)), std::chrono::seconds(1))
                              : at;
    }

private:
    double elapsed() const { return std::max(0.0, real(subtract(m_now, m_stamp))); }
    double steps() const { return std::floor(elapsed() / m_refill.step + slackOf(m_refill.step)); }
    double refilled() const
    {
        return m_continuous ? elapsed() * m_refill.perNano() : steps() * m_refill.amount;
    }

    Refill m_refill;
    bool m_continuous;
    bool m_wholeSeconds; // then clients count in these
    Nanos m_now;
    Nanos m_stamp;
    double m_stored;
};

void setLevel(const Case& one, const Refill& refill, Record& record, double level)
{
    if (countsDown(one.file))
        record.set("left", level);
    else
        record.set("count", refill.capacity - level);
}

ShapeUsage readBucket(const Case& one)
{
    ShapeUsage usage = one.blank();
    if (one.rule.limitKnown)
        usage.limit = one.rule.rule.capacity();
    const auto refill = refillOf(one);
    if (!refill) {
        if (one.rule.limitKnown && one.rule.rule.limit == 0)
            usage.used = usage.remaining = 0;
        else if (one.isVoid())
            usage.resetsIn = Nanos(0);
        return usage;
    }
    const Level level(one, *refill);
    const double whole = std::floor(level.now() + refill->slack());
    usage.remaining = std::clamp(whole, 0.0, refill->capacity);
    usage.used = refill->capacity - whole;
    if (*usage.used <= 0) {
        usage.freesIn = usage.resetsIn = Nanos(0);
        return usage;
    }
    // Without its key it is full again.
    const Nanos gone = one.voidAt();
    usage.freesIn = until(one, std::min(gone, level.reaches(*usage.remaining + 1)));
    usage.resetsIn = until(one, std::min(gone, level.reaches(refill->capacity)));
    return usage;
}

void blockBucket(const Case& one, Nanos duration, ShapePlan& plan)
{
    const Refill refill = needRefill(one);
    Record record = one.record();
    const Nanos end = add(one.now(), duration);
    if (one.file.denied == Denied::Rewrites) {
        // The first refused request writes its own moment: only a level below zero holds. It is back at 1
        // when level + r (now + D - stamp) = 1.
        const Nanos stamp = nowOf(one);
        const double level = std::floor(1 - refill.perNano() * real(subtract(end, stamp)));
        setLevel(one, refill, record, level);
        record.set("stamp", stamp);
        writeState(one, record, duration, plan);
        caution(plan, Caution::EndsEarlyWhenSilent);
        return;
    }
    if (one.continuous() && mainRole(one.file).isBucket4j()) {
        // Its callers who wait compute by the level alone for how long.
        setLevel(one, refill, record, 1 - refill.perNano() * real(duration));
        record.set("stamp", one.now());
        writeState(one, record, add(duration, std::chrono::milliseconds(100)), plan);
        return;
    }
    // Empty at a moment from which the first unit takes until the end: one step, or 1 / r.
    setLevel(one, refill, record, 0);
    const double first = one.continuous() ? 1 / refill.perNano() : refill.step;
    record.set("stamp", subtract(end, nearest(first)));
    writeState(one, record, add(duration, std::chrono::milliseconds(100)), plan);
}

void chargeBucket(const Case& one, double units, ShapePlan& plan)
{
    const Refill refill = needRefill(one);
    const Level level(one, refill);
    const double before = refill.capacity - level.now();
    if (units < 0 && before <= 0)
        return;
    Record record = one.record();
    const bool overfull = refill.capacity - before - units > refill.capacity;
    if (level.isFull() || overfull) {
        // The time in which it was full does not count.
        setLevel(one, refill, record, refill.capacity - (overfull ? 0 : units));
        record.set("stamp", nowOf(one));
    } else {
        setLevel(one, refill, record, level.stored() - units);
        record.set("stamp", level.stamp());
    }
    const double missing = std::max(0.0, before + units);
    // Until it is full again, with a second for layouts that count in seconds.
    const Nanos life = add(roundedUp((missing / refill.amount + 1) * refill.step), std::chrono::seconds(1));
    writeState(one, record, lifeAtLeast(one, life), plan);
}

} // namespace

const Engine bucketEngine{readBucket, blockBucket, chargeBucket};

} // namespace ratewarden::shapes
