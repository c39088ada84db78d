// SPDX-License-Identifier: MIT
#include "core/algorithms/gcra.h"

#include "core/algorithms/record_state.h"

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
        if (numerator >= 0 && numerator < m_limit) // as where a unit takes whole microseconds
            return {start.whole + units * m_whole, numerator};
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

    /// The fewest units that take at least `time`.
    double unitsIn(SubMicros time) const
    {
        const auto reaches = [&](double units) {
            const SubMicros taken = after({}, units);
            return taken.whole > time.whole ||
                   (taken.whole == time.whole && taken.numerator >= time.numerator);
        };
        // Off by one at most, where the product is rounded.
        const double units = std::ceil((time.whole * m_limit + time.numerator) / m_window);
        if (units > 0 && reaches(units - 1))
            return units - 1;
        return reaches(units) ? units : units + 1;
    }

private:
    double m_limit;
    double m_window;
    double m_whole;
    double m_rest;
};

// A record holds the theoretical arrival time.
class Gcra final : public RecordState {
public:
    Gcra() : RecordState({2, {7, 4}}) {}

private:
    static SubMicros tatOf(const Question& question, const std::optional<Numbers>& record)
    {
        if (!record || (*record)[0] < question.now)
            return {question.now, 0};
        if ((*record)[1] >= question.limit) // the limit was lowered since
            return {(*record)[0] + 1, 0};
        return {(*record)[0], (*record)[1]};
    }

    // How far ahead the TAT may lie.
    static SubMicros latestOf(const Question& question, const Emission& emission)
    {
        return question.capacity == question.limit ? SubMicros{question.now + question.window, 0}
                                                   : emission.after({question.now, 0}, question.capacity);
    }

    Fit fit(const Question& question, const std::optional<Numbers>& record) const override
    {
        Fit fit;
        if (question.limit == 0) {
            fit.charged = record.value_or(Numbers{});
            return fit;
        }
        // A cost that never fits leads to no moment that 64 bits could hold.
        if (question.cost > question.capacity)
            return fit;
        const Emission emission(question.limit, question.window);
        SubMicros next = emission.after(tatOf(question, record), question.cost);
        if (next.whole < question.now) // all that was used is given back
            next = {0, 0};
        if (question.cost > 0)
            fit.wait = SubMicros::ceilOfDifference(next, latestOf(question, emission));
        fit.charged = {next.whole, next.numerator, 0};
        return fit;
    }

    Use use(const Question& question, const std::optional<Numbers>& record) const override
    {
        if (question.limit == 0)
            return {};
        const SubMicros tat = tatOf(question, record);
        const Emission emission(question.limit, question.window);
        const double used = emission.unitsIn({tat.whole - question.now, tat.numerator});
        return {std::min(used, question.capacity), SubMicros::ceilOfDifference(tat, {question.now, 0})};
    }
};

} // namespace

TokenState* makeGcra(TokenStatePlace& place)
{
    return madeIn<Gcra>(place);
}

void reportGcra(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const Gcra window;
    window.report(records, now, usage);
}

} // namespace ratewarden
