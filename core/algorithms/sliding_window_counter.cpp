// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_window_counter.h"

#include "core/algorithms/record_window.h"

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
class SlidingWindowCounter final : public RecordWindow {
public:
    SlidingWindowCounter() : RecordWindow({3, {7, 3, 3}}) {}

private:
    Look look(const Question& question, const std::optional<Numbers>& record) const override
    {
        const double window = question.window;
        const double now = question.now;
        double start = now - std::fmod(now, window);
        double count = 0;
        double before = 0;
        if (record && (*record)[0] > now) {
            start = (*record)[0] - 2 * window;
            count = (*record)[1];
            before = (*record)[2];
            if (now >= start + window) {
                start += window;
                before = count;
                count = 0;
            }
        }
        const double sliding = shareUp(before, window - std::max(now - start, 0.0), window);
        Look look;
        look.used = count + sliding;
        look.resetAfter = count > 0 ? start + 2 * window - now : sliding > 0 ? start + window - now : 0;
        if (question.cost > 0 && question.cost <= question.limit &&
            look.used + question.cost > question.limit) {
            const double room = question.limit - question.cost - count;
            if (room >= 0) // comes as the window before slides out
                look.wait = start + window - shareDown(room, window, before) - now;
            else // only once this window is the one before, and slides out
                look.wait =
                    start + 2 * window - shareDown(question.limit - question.cost, window, count) - now;
        }
        const double charged = count + question.cost;
        look.charged = {start + 2 * window, std::max(charged, 0.0),
                        std::max(before + std::min(charged, 0.0), 0.0)}; // given back: the newest first
        return look;
    }
};

} // namespace

std::unique_ptr<Window> makeSlidingWindowCounter()
{
    return std::make_unique<SlidingWindowCounter>();
}

void reportSlidingWindowCounter(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const SlidingWindowCounter window;
    window.report(records, now, usage);
}

} // namespace ratewarden
