// SPDX-License-Identifier: MIT
#include "core/algorithms/gcra.h"

#include "core/algorithms/record_window.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

struct SubMicros {
    double whole = 0;     // microseconds
    double numerator = 0; // of a fraction over the rule's limit: 0 <= numerator < limit

    // Rounded up to whole microseconds.
    static double ceilOfDifference(SubMicros later, SubMicros earlier)
    {
        return later.whole - earlier.whole + (later.numerator > earlier.numerator ? 1 : 0);
    }
};

class Emission {
public:
    Emission(double limit, double window)
        : m_limit(limit)
        , m_window(window)
        , m_whole(std::floor(window / limit))
        , m_rest(window - m_whole * limit)
    {
    }

    /// start + units * window / limit
    SubMicros after(SubMicros start, double units) const
    {
        const double numerator = start.numerator + units * m_rest;
        double carry = std::floor(numerator / m_limit);
        double left = numerator - carry * m_limit;
        if (left < 0) {
            left += m_limit;
            carry -= 1;
        } else if (left >= m_limit) {
            left -= m_limit;
            carry += 1;
        }
        return {start.whole + units * m_whole + carry, left};
    }

    /// How many units, one by one, still fit from `start` up to `end`; `most` at most.
    double unitsUntil(SubMicros start, SubMicros end, double most) const
    {
        const auto fits = [&](double units) {
            const SubMicros reached = after(start, units);
            return reached.whole < end.whole ||
                   (reached.whole == end.whole && reached.numerator <= end.numerator);
        };
        double units = std::floor((end.whole - start.whole) / m_window * m_limit);
        units = std::min(std::max(units, 0.0), most);
        if (units < most && fits(units + 1))
            units += 1;
        if (units > 0 && !fits(units))
            units -= 1;
        return units;
    }

private:
    double m_limit;
    double m_window;
    double m_whole;
    double m_rest;
};

// A record holds the theoretical arrival time.
class Gcra final : public RecordWindow {
public:
    Gcra() : RecordWindow({2, {7, 4}}) {}

private:
    Look look(const Question& question, const std::optional<Numbers>& record) const override
    {
        Look look;
        if (question.limit == 0) {
            look.charged = record.value_or(Numbers{});
            return look;
        }
        SubMicros tat{question.now, 0};
        if (record && (*record)[0] >= question.now) {
            tat = {(*record)[0], (*record)[1]};
            if (tat.numerator >= question.limit) // the limit was lowered since
                tat = {tat.whole + 1, 0};
        }
        const Emission emission(question.limit, question.window);
        const SubMicros latest = question.capacity == question.limit
                                     ? SubMicros{question.now + question.window, 0}
                                     : emission.after({question.now, 0}, question.capacity);
        look.used = question.capacity - emission.unitsUntil(tat, latest, question.capacity);
        look.resetAfter = SubMicros::ceilOfDifference(tat, {question.now, 0});
        // A cost that never fits leads to no moment that 64 bits could hold.
        if (question.cost <= question.capacity) {
            SubMicros next = emission.after(tat, question.cost);
            if (next.whole < question.now) // all that was used is given back
                next = {0, 0};
            if (question.cost > 0)
                look.wait = SubMicros::ceilOfDifference(next, latest);
            look.charged = {next.whole, next.numerator, 0};
        }
        return look;
    }
};

} // namespace

std::unique_ptr<Window> makeGcra()
{
    return std::make_unique<Gcra>();
}

void reportGcra(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const Gcra window;
    window.report(records, now, usage);
}

} // namespace ratewarden
