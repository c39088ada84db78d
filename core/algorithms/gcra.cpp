// SPDX-License-Identifier: MIT
#include "core/algorithms/gcra.h"

#include "core/algorithms/emission.h"
#include "core/algorithms/record_state.h"

#include <algorithm>

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
        // A burst may have been lowered since, and what was used under the former one is not forgiven.
        fit.patience = std::max(question.window, SubMicros::ceilOfDifference(latest, {question.now, 0}));
        if (question.cost > 0)
            fit.wait = SubMicros::ceilOfDifference(next, latest);
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
