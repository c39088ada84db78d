// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/options.h"
#include "core/model/time.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

/// What the commands of ratewarden-ctl print by.
namespace ratewarden::ctl {

using Json = nlohmann::ordered_json;

/// One line: JSON if that is asked for, else the sentence.
void print(const Options& options, const Json& json, const std::string& sentence);

/// In this machine's time zone.
std::string localTime(Instant moment);

/// "until …", or "for good" when it is empty.
std::string untilText(const std::optional<Instant>& until);

/// Microseconds since 1970, or null when it is empty.
Json orNull(const std::optional<Instant>& moment);

} // namespace ratewarden::ctl
