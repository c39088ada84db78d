// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/alike.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ratewarden::ui {
namespace {

constexpr auto spansOfActivity = std::size_t(countsReach / countSpan);

std::int64_t numberOfSpan(Instant at)
{
    return at.time_since_epoch() / countSpan;
}

} // namespace

std::vector<double> activityOf(const Reading* reading, const UsageHistory* history, Instant now)
{
    const bool isCounted = reading && !reading->counts.empty();
    if (!isCounted && (!history || history->samples().size() < 2))
        return {};
    std::vector<double> activity(spansOfActivity);
    const auto add = [&](Instant at, double amount) {
        const std::int64_t place = numberOfSpan(at) - numberOfSpan(now) + std::int64_t(spansOfActivity) - 1;
        if (place >= 0 && place < std::int64_t(spansOfActivity))
            activity[std::size_t(place)] += amount;
    };
    if (isCounted) {
        for (const RequestCount& count : reading->counts)
            add(count.from, double(count.allowed + count.denied));
        return activity;
    }
    // Of the longest window the fewest charges fall out meanwhile.
    const UsageSample* before = nullptr;
    for (const UsageSample& sample : history->samples()) {
        const std::vector<Rule>& rules = sample.limits->rules;
        const auto longest = std::size_t(std::ranges::max_element(rules, {}, &Rule::window) - rules.begin());
        if (before && before->limits == sample.limits && !sample.resumed)
            add(sample.at, std::max(0.0, sample.shares[longest] - before->shares[longest]));
        before = &sample;
    }
    return activity;
}

std::optional<double> likeness(const std::vector<double>& one, const std::vector<double>& other)
{
    if (one.size() != other.size() || one.empty())
        return std::nullopt;
    int active = 0;
    for (std::size_t i = 0; i < one.size(); ++i)
        active += one[i] > 0 || other[i] > 0 ? 1 : 0;
    const auto meanOf = [](const std::vector<double>& all) {
        return std::accumulate(all.begin(), all.end(), 0.0) / double(all.size());
    };
    const double meanOfOne = meanOf(one);
    const double meanOfOther = meanOf(other);
    double both = 0;
    double ofOne = 0;
    double ofOther = 0;
    for (std::size_t i = 0; i < one.size(); ++i) {
        both += (one[i] - meanOfOne) * (other[i] - meanOfOther);
        ofOne += (one[i] - meanOfOne) * (one[i] - meanOfOne);
        ofOther += (other[i] - meanOfOther) * (other[i] - meanOfOther);
    }
    return active < leastActive || ofOne <= 0 || ofOther <= 0
               ? std::nullopt
               : std::optional(both / std::sqrt(ofOne * ofOther));
}

} // namespace ratewarden::ui
