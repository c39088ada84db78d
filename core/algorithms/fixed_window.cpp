// SPDX-License-Identifier: MIT
#include "core/algorithms/fixed_window.h"

#include "core/algorithms/record_window.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

// A record holds when the window ends, and its count.
class FixedWindow final : public RecordWindow {
public:
    FixedWindow() : RecordWindow({2, {7, 4}}) {}

private:
    Look look(const Question& question, const std::optional<Numbers>& record) const override
    {
        double ends = question.now - std::fmod(question.now, question.window) + question.window;
        double count = 0;
        if (record && (*record)[0] > question.now) {
            ends = (*record)[0];
            count = (*record)[1];
        }
        Look look;
        look.used = count;
        look.resetAfter = count > 0 ? ends - question.now : 0;
        if (question.cost > 0 && count + question.cost > question.limit)
            look.wait = ends - question.now;
        look.charged = {ends, std::max(count + question.cost, 0.0), 0};
        return look;
    }
};

} // namespace

std::unique_ptr<Window> makeFixedWindow()
{
    return std::make_unique<FixedWindow>();
}

void reportFixedWindow(std::string_view records, Instant now, std::span<RuleUsage> usage)
{
    static const FixedWindow window;
    window.report(records, now, usage);
}

} // namespace ratewarden
