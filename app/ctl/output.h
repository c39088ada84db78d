// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

/// How the commands of ratewarden-ctl write what they print.
namespace ratewarden::ctl {

using Json = nlohmann::ordered_json;

/// In this machine's time zone.
std::string localTime(Instant moment);

/// "until …", or "for good" when it is empty.
std::string untilText(const std::optional<Instant>& until);

/// The moment, or "for good"; for a column.
std::string endText(const std::optional<Instant>& until);

/// Microseconds since 1970, or null when it is empty.
Json orNull(const std::optional<Instant>& moment);
/// Microseconds likewise.
Json orNull(const std::optional<Micros>& span);
/// A number of units likewise.
Json orNull(const std::optional<std::int64_t>& number);

/// "1 token", "2 tokens".
std::string counted(std::uint64_t number, const char* one, const char* many);

/// A word for a POSIX shell, in quotes where it needs them; of printable text.
std::string shellWord(const std::string& text);

/// Writes a file whole or not at all; throws InvalidArgument, with the reason, and the earlier file stays.
void replaceFile(const std::filesystem::path& path, const std::string& text);

} // namespace ratewarden::ctl
