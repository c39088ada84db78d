// SPDX-License-Identifier: MIT
#include "core/lab/area_summary.h"

#include <algorithm>

namespace ratewarden {

AreaSummary summaryOf(std::span<const AreaRequests> requests, const TimeRange& area, Micros window)
{
    const auto end = std::ranges::lower_bound(requests, area.to, {}, &AreaRequests::at);
    auto oldest = std::ranges::lower_bound(requests.begin(), end, area.from, {}, &AreaRequests::at);
    AreaSummary summary;
    Units inWindow = 0;
    std::optional<Instant> before;
    for (auto one = oldest; one != end; ++one) {
        const Units here = one->allowed + one->denied;
        if (here == 0)
            continue;
        if (one->denied > 0 && (summary.denied == 0 || summary.rule != one->rule))
            summary.rule = summary.denied == 0 ? one->rule : std::nullopt;
        summary.allowed += one->allowed;
        summary.denied += one->denied;
        inWindow += here;
        for (; oldest->at <= one->at - window && oldest != one; ++oldest)
            inWindow -= oldest->allowed + oldest->denied;
        summary.most = std::max(summary.most, inWindow);
        if (before)
            summary.longestGap = std::max<Micros>(summary.longestGap, one->at - *before);
        before = one->at;
    }
    return summary;
}

} // namespace ratewarden
