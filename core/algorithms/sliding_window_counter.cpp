// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_window_counter.h"

#include "core/algorithms/record_state.h"
#include "core/algorithms/sliding_counts.h"

#include <algorithm>

namespace ratewarden {
namespace {

// A record holds the end of the window after this one, when neither counts any more, and both counts.
class SlidingWindowCounter final : public RecordState {
public:
    SlidingWindowCounter() : RecordState({3, {7, 3, 3}}) {}

private:
    static SlidingCounts countsOf(const Question& question, const std::optional<Numbers>& record)
    {
        const auto [ends, count, before] = record.value_or(Numbers{question.now, 0, 0});
        return SlidingCounts::at(question.now, question.window, ends, count, before);
    }

    Fit fit(const Question& question, const std::optional<Numbers>& record) const override
    {
        const SlidingCounts counts = countsOf(question, record);
        Fit fit;
        fit.wait = counts.wait(question.now, question.window, question.limit, question.cost);
        fit.patience = 2 * question.window;
        const double charged = counts.count + question.cost;
        fit.charged = {counts.start + 2 * question.window, std::max(charged, 0.0),
                       std::max(counts.before + std::min(charged, 0.0), 0.0)}; // given back: the newest first
        return fit;
    }

    Settled settled(const Question& question, const std::optional<Numbers>& record,
                    const Reserved& reserved) const override
    {
        Settled settled{false, record.value_or(Numbers{})};
        const double start = settled.numbers[0] - 2 * question.window;
        const double into = reserved.at - start;
        const bool isBefore = into < 0;
        const double weighsFor = isBefore ? question.window : 2 * question.window;
        if (into < -question.window || into >= question.window || question.now >= start + weighsFor)
            return settled;
        double& count = settled.numbers[isBefore ? 2 : 1];
        settled.counts = count >= reserved.units;
        if (settled.counts)
            count = settledCount(count, reserved);
        return settled;
    }

    Use use(const Question& question, const std::optional<Numbers>& record) const override
    {
        const auto [start, count, before, sliding] = countsOf(question, record);
        const double ends = start + question.window;
        return {count + sliding, count > 0     ? ends + question.window - question.now
                                 : sliding > 0 ? ends - question.now
                                               : 0};
    }
};

} // namespace

TokenState* makeSlidingWindowCounter(TokenStatePlace& place)
{
    return madeIn<SlidingWindowCounter>(place);
}

void reportSlidingWindowCounter(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const SlidingWindowCounter window;
    window.report(records, now, usage);
}

} // namespace ratewarden
