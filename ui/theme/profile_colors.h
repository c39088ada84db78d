// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QString>

#include <array>

namespace ratewarden::ui {

/// The colours that tell servers apart, always beside a name. Each writes and draws on every surface of both
/// schemes.
enum class ProfileColor { Grey, Blue, Teal, Green, Amber, Vermilion, Pink, Purple };

inline constexpr std::array allProfileColors{
    ProfileColor::Grey,  ProfileColor::Blue,      ProfileColor::Teal, ProfileColor::Green,
    ProfileColor::Amber, ProfileColor::Vermilion, ProfileColor::Pink, ProfileColor::Purple};

QColor profileColorOf(ProfileColor color, Scheme scheme);
/// In the scheme in force.
QColor profileColor(ProfileColor color);

/// "Blue", for people.
QString colorText(ProfileColor color);

} // namespace ratewarden::ui
