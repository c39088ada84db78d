// SPDX-License-Identifier: MIT
#include "core/algorithms/fixed_window.h"

#include "core/algorithms/record_state.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

// A record holds when the window ends, and its count.
class FixedWindow final : public RecordState {
public:
    FixedWindow() : RecordState({2, {7, 4}}) {}

private:
    struct Count {
        double ends;
        double count = 0;
    };

    static Count countOf(const Question& question, const std::optional<Numbers>& record)
    {
        if (record && (*record)[0] > question.now)
            return {(*record)[0], (*record)[1]};
        return {question.now - std::fmod(question.now, question.window) + question.window};
    }

    Fit fit(const Question& question, const std::optional<Numbers>& record) const override
    {
        const auto [ends, count] = countOf(question, record);
        const bool fits = question.cost <= 0 || count + question.cost <= question.limit;
        return {
            fits ? 0 : ends - question.now, question.window, {ends, std::max(count + question.cost, 0.0), 0}};
    }

    Settled settled(const Question& question, const std::optional<Numbers>& record,
                    const Reserved& reserved) const override
    {
        if (!record)
            return {};
        const auto [ends, count, none] = *record;
        if (question.now >= ends || reserved.at >= ends || reserved.at < ends - question.window ||
            count < reserved.units)
            return {false, *record};
        return {true, {ends, settledCount(count, reserved), none}};
    }

    Use use(const Question& question, const std::optional<Numbers>& record) const override
    {
        const auto [ends, count] = countOf(question, record);
        return {count, count > 0 ? ends - question.now : 0};
    }
};

} // namespace

TokenState* makeFixedWindow(TokenStatePlace& place)
{
    return madeIn<FixedWindow>(place);
}

void reportFixedWindow(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const FixedWindow window;
    window.report(records, now, usage);
}

} // namespace ratewarden
