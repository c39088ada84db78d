// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/located_json.h"

#include <string>

namespace ratewarden {

/// The JSON text of a value, on one line.
std::string textOf(const LocatedJson& json);

} // namespace ratewarden
