// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"
#include "ui/dialogs/server_facts.h"
#include "ui/pages/overview/overview_list.h"
#include "ui/state/overview_history.h"

#include <functional>

namespace ratewarden::ui {

class Link;

/// The rows of the overview's lists, in the order of what they are made of.
std::vector<OverviewRow> deniedRows(const OverviewNumbers& numbers);
/// With their share of all that is allowed.
std::vector<OverviewRow> allowedRows(const OverviewNumbers& numbers);
std::vector<OverviewRow> newlyLimitedRows(const std::vector<LimitedWatch::Entry>& entries);
/// `reasonOf`: why a token is blocked; empty: not known.
std::vector<OverviewRow> endingRows(const OverviewNumbers& numbers, Instant now,
                                    const std::function<std::string(const Subject&)>& reasonOf);
std::vector<OverviewRow> changeRows(const std::vector<AuditEntry>& entries, std::size_t most);

/// What denies so much of all that is denied: "by 120/min 71 %".
QString causeText(const OverviewNumbers::RuleShare& cause, bool withPolicy);

struct ServerRow {
    ServerFact fact;
    OverviewRow row;
};
/// `cost`: of this window, of one core.
std::vector<ServerRow> serverRows(const Link& link, std::optional<double> cost,
                                  const RoundTrips::Summary& roundTrips);

} // namespace ratewarden::ui
