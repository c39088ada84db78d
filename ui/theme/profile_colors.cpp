// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/profile_colors.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct Shades {
    QRgb light, dark;
    const char* name;
};

constexpr std::array<Shades, allProfileColors.size()> shades{
    {{0x4A5361, 0xB8C0CC, QT_TRANSLATE_NOOP("ProfileColor", "Grey")},
     {0x0059A8, 0x6CB6F5, QT_TRANSLATE_NOOP("ProfileColor", "Blue")},
     {0x005F66, 0x4FD0CF, QT_TRANSLATE_NOOP("ProfileColor", "Teal")},
     {0x1B6534, 0x5CCB8A, QT_TRANSLATE_NOOP("ProfileColor", "Green")},
     {0x804600, 0xF0B24A, QT_TRANSLATE_NOOP("ProfileColor", "Amber")},
     {0xA22F06, 0xF58A62, QT_TRANSLATE_NOOP("ProfileColor", "Vermilion")},
     {0x9C2168, 0xF08CC0, QT_TRANSLATE_NOOP("ProfileColor", "Pink")},
     {0x74318A, 0xCF9BE6, QT_TRANSLATE_NOOP("ProfileColor", "Purple")}}};

} // namespace

QColor profileColorOf(ProfileColor color, Scheme scheme)
{
    const Shades& found = shades.at(std::size_t(color));
    return scheme == Scheme::Dark ? found.dark : found.light;
}

QColor profileColor(ProfileColor color)
{
    return profileColorOf(color, currentScheme());
}

QString colorText(ProfileColor color)
{
    return QCoreApplication::translate("ProfileColor", shades.at(std::size_t(color)).name);
}

} // namespace ratewarden::ui
