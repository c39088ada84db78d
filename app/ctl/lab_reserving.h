// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/lab/candidate.h"
#include "core/lab/metered_traffic.h"

#include <string>
#include <vector>

namespace ratewarden::ctl {

/// Says what each way of reserving does under each candidate to requests whose costs are known afterwards.
void tryReserveWays(Terminal& terminal, const std::string& path, const MeteredOptions& options,
                    const std::vector<Candidate>& candidates, const std::vector<std::string>& ways);

} // namespace ratewarden::ctl
