// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <array>

namespace ratewarden::ui {

/// What a server is for.
enum class Environment { None, Development, Staging, Production };

inline constexpr std::array allEnvironments{Environment::None, Environment::Development, Environment::Staging,
                                            Environment::Production};

/// "production"; empty for None.
QString environmentText(Environment environment);

} // namespace ratewarden::ui
