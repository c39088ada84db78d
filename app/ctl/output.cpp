// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/output.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace ratewarden::ctl {

void print(const Options& options, const Json& json, const std::string& sentence)
{
    fmt::print("{}\n", options.json ? json.dump() : sentence);
}

std::string localTime(Instant moment)
{
    const std::time_t seconds = std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count();
    return fmt::format("{:%Y-%m-%d %H:%M:%S %z}", fmt::localtime(seconds));
}

Json orNull(const std::optional<Instant>& moment)
{
    return moment ? Json(moment->time_since_epoch().count()) : Json(nullptr);
}

std::string untilText(const std::optional<Instant>& until)
{
    return until ? "until " + localTime(*until) : std::string("for good");
}

} // namespace ratewarden::ctl
