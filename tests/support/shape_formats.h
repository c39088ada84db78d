// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format_file.h"

#include <string_view>
#include <vector>

namespace ratewarden::test {

/// One layout for each way in which a shape is stored.
const std::vector<FormatFile>& shapeFormats();
const FormatFile& shapeFormat(std::string_view name);

} // namespace ratewarden::test
