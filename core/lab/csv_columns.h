// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

/// Private to core/lab.
namespace ratewarden {

/// All columns of a line of CSV; empty when it is broken, as a quote is open at its end.
std::vector<std::string> csvColumns(std::string_view line, char separator);

} // namespace ratewarden
