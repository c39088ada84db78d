// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ctl {

/// `; did you mean "tokens"?`, or nothing when no name is near. The names are made printable.
std::string didYouMean(std::string_view word, const std::vector<std::string>& names);

} // namespace ratewarden::ctl
