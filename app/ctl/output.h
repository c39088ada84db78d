// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <type_traits>

/// How the commands of ratewarden-ctl write what they print.
namespace ratewarden::ctl {

using Json = nlohmann::ordered_json;

/// In this machine's time zone.
std::string localTime(Instant moment);

/// "until …", or "for good" when it is empty.
std::string untilText(const std::optional<Instant>& until);

/// The moment, or "for good"; for a column.
std::string endText(const std::optional<Instant>& until);

/// A number, microseconds, or those since 1970; null when it is empty.
template <class T>
Json orNull(const std::optional<T>& value)
{
    if (!value)
        return nullptr;
    if constexpr (std::is_same_v<T, Instant>)
        return value->time_since_epoch().count();
    else if constexpr (std::is_same_v<T, Micros>)
        return value->count();
    else
        return *value;
}

/// "1 token", "2 tokens".
std::string counted(std::uint64_t number, const char* one, const char* many);

/// A word for a POSIX shell, in quotes where it needs them; of printable text.
std::string shellWord(const std::string& text);

/// Writes a file whole or not at all; throws InvalidArgument, with the reason, and the earlier file stays.
void replaceFile(const std::filesystem::path& path, const std::string& text);

} // namespace ratewarden::ctl
