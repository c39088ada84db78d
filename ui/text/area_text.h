// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/area_summary.h"
#include "core/model/rule.h"

#include <QString>

#include <span>
#include <vector>

namespace ratewarden::ui {

/// What else there is to say of an area.
struct AreaFacts {
    Micros window{};         ///< of which `most` is; zero: it is not said
    Micros each = Micros(1); ///< what is counted together: of ten seconds, `most` is in each of these
    QString rule;            ///< that denied; empty: not said
    bool areDeniedKnown = true;
    bool areJudged = true;  ///< false: nobody has said which of them are allowed
    Units deniedAtMost = 0; ///< more than were denied: only up to how many is known
    bool wouldBe = false;   ///< of a candidate, which denies nobody
};

/// "38 requests · 31 allowed · 7 denied by 1/s · most 6 in any 1 s · longest gap 4.2 s"
QString areaText(const AreaSummary& summary, const AreaFacts& facts);
/// The same of requests that rules judged, whose numbers they have: `most` is of the window of the rule that
/// denied, or else of the shortest; that of the facts where there are no rules.
QString areaText(std::span<const AreaRequests> requests, const TimeRange& area,
                 const std::vector<Rule>& rules, AreaFacts facts);

} // namespace ratewarden::ui
