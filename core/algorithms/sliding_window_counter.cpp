// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_window_counter.h"

#include "core/algorithms/record_state.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

// count * part / window, rounded up
double shareUp(double count, double part, double window)
{
    const double product = count * part;
    const double whole = std::floor(product / window);
    return product - whole * window > 0 ? whole + 1 : whole;
}

// count * window / of, rounded down
double shareDown(double count, double window, double of)
{
    const double product = count * window;
    const double whole = std::floor(product / of);
    return whole * of > product ? whole - 1 : whole;
}

// A record holds the end of the window after this one, when neither counts any more, and both counts.
class SlidingWindowCounter final : public RecordState {
public:
    SlidingWindowCounter() : RecordState({3, {7, 3, 3}}) {}

private:
    struct Counts {
        double start = 0;   ///< of this window
        double count = 0;   ///< in it
        double before = 0;  ///< in the one before
        double sliding = 0; ///< of that, what still counts
    };

    static Counts countsOf(const Question& question, const std::optional<Numbers>& record)
    {
        const double window = question.window;
        const double now = question.now;
        Counts counts;
        if (record && (*record)[0] > now) {
            counts = {(*record)[0] - 2 * window, (*record)[1], (*record)[2], 0};
            if (now >= counts.start + window)
                counts = {counts.start + window, 0, counts.count, 0};
        } else {
            counts.start = now - std::fmod(now, window);
        }
        counts.sliding = shareUp(counts.before, window - std::max(now - counts.start, 0.0), window);
        return counts;
    }

    Fit fit(const Question& question, const std::optional<Numbers>& record) const override
    {
        const double window = question.window;
        const auto [start, count, before, sliding] = countsOf(question, record);
        Fit fit;
        if (question.cost > 0 && question.cost <= question.limit &&
            count + sliding + question.cost > question.limit) {
            const double room = question.limit - question.cost - count;
            if (room >= 0) // comes as the window before slides out
                fit.wait = start + window - shareDown(room, window, before) - question.now;
            else // only once this window is the one before, and slides out
                fit.wait = start + 2 * window - shareDown(question.limit - question.cost, window, count) -
                           question.now;
        }
        const double charged = count + question.cost;
        fit.charged = {start + 2 * window, std::max(charged, 0.0),
                       std::max(before + std::min(charged, 0.0), 0.0)}; // given back: the newest first
        return fit;
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
