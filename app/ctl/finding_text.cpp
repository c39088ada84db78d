// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/finding_text.h"

#include "app/ctl/sentences.h"
#include "core/formats/format.h"
#include "core/model/text.h"

#include <vector>

namespace ratewarden::ctl {

Json findingJson(const Finding& finding)
{
    std::vector<std::string> samples;
    for (const std::string& token : finding.samples)
        samples.push_back(printable(token));
    const bool hasGroup = !finding.server && !finding.others;
    const bool isSeenFirst = finding.firstSeen < finding.lastSeen;
    const auto microseconds = [](Instant moment) {
        return moment.time_since_epoch().count();
    };
    return {{"code", nameOf(finding.kind)},
            {"severity", nameOf(severityOf(finding.kind))},
            {"format", finding.format ? Json(finding.format->name()) : Json()},
            {"group", hasGroup ? Json(printable(finding.group)) : Json()},
            {"tokens", finding.tokens > 0 ? Json(finding.tokens) : Json()},
            {"samples", samples},
            {"first_seen_us", isSeenFirst ? Json(microseconds(finding.firstSeen)) : Json()},
            {"last_seen_us", microseconds(finding.lastSeen)},
            {"warning", sentence(finding)},
            {"advice", advice(finding)},
            {"dismissed", finding.dismissed ? Json{{"by", printable(finding.dismissed->by)},
                                                   {"reason", printable(finding.dismissed->reason)},
                                                   {"until_us", orNull(finding.dismissed->until)}}
                                            : Json()}};
}

} // namespace ratewarden::ctl
