// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/files/format_file.h"

#include <chrono>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

namespace ratewarden::test {

/// One layout for each way in which a shape is stored.
const std::vector<FormatFile>& shapeFormats();
const FormatFile& shapeFormat(std::string_view name);

/// When their states are read.
inline constexpr Nanos midnight = std::chrono::seconds(1'795'046'400);

/// NaN: there is none.
inline double secondsOf(std::optional<Nanos> span)
{
    return span ? double(span->count()) / 1e9 : std::numeric_limits<double>::quiet_NaN();
}

} // namespace ratewarden::test
