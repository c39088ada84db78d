// SPDX-License-Identifier: MIT
#include "core/algorithms/gcra.h"

#include "core/algorithms/emission.h"
#include "core/algorithms/record_state.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

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

    // A burst may have been lowered since, and what was used under the former one is not forgiven.
    static double patienceOf(const Question& question, const Emission& emission)
    {
        const double span = SubMicros::ceilOfDifference(latestOf(question, emission), {question.now, 0});
        return std::max({question.window, span, question.debt});
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
        const SubMicros latest = latestOf(question, emission);
        fit.patience = patienceOf(question, emission);
        if (question.cost > 0)
            fit.wait = SubMicros::ceilOfDifference(next, latest);
        fit.charged = {next.whole, next.numerator, 0};
        return fit;
    }

    Settled settled(const Question& question, const std::optional<Numbers>& record,
                    const Reserved& reserved) const override
    {
        Settled settled{false, record.value_or(Numbers{})};
        if (question.limit == 0)
            return settled;
        const Emission emission(question.limit, question.window);
        const SubMicros tat = tatOf(question, record);
        constexpr double longest = 4503599627370496.0; // 2^52 microseconds
        if (reserved.actual > reserved.units) {        // counts from now on, whatever has drained since
            double more = reserved.actual - reserved.units;
            if (more * question.window > longest * question.limit)
                more = std::floor(longest * question.limit / question.window);
            // A state of the future is no debt of the token's.
            const bool isOfTheFuture = tat.whole - question.now > patienceOf(question, emission);
            SubMicros next = emission.after(isOfTheFuture ? SubMicros{question.now, 0} : tat, more);
            if (next.whole > double(maxUnits))
                next = {double(maxUnits), 0};
            return {true, {next.whole, next.numerator, 0}, latestOf(question, emission) < next};
        }
        // What has drained since is not given back: it would be of what others have charged. A TAT before the
        // moment at which these units alone have drained is that of another state, one since a reset.
        const SubMicros drained = emission.after({reserved.at, 0}, reserved.units);
        if (!record || (*record)[0] < question.now || !(SubMicros{question.now, 0} < drained) ||
            tat < drained)
            return settled;
        SubMicros kept = emission.after(tat, -reserved.units);
        kept.whole += question.now - reserved.at;
        const SubMicros next = std::max(emission.after(tat, reserved.actual - reserved.units), kept);
        settled.counts = true;
        settled.numbers = next.whole < question.now ? Numbers{} : Numbers{next.whole, next.numerator, 0};
        return settled;
    }

    Use use(const Question& question, const std::optional<Numbers>& record) const override
    {
        if (question.limit == 0)
            return {};
        const SubMicros tat = tatOf(question, record);
        const Emission emission(question.limit, question.window);
        const double used = emission.unitsIn({tat.whole - question.now, tat.numerator});
        return {std::min(used, question.debt > 0 ? double(maxUnits) : question.capacity),
                SubMicros::ceilOfDifference(tat, {question.now, 0})};
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
