// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/profiles/profile.h"

#include "ui/text/display_text.h"

namespace ratewarden::ui {

QString ServerProfile::title() const
{
    return name.isEmpty() ? shown(endpoint.text()) : name;
}

ServerMark ServerProfile::mark() const
{
    return {title(), environmentText(environment), color};
}

QString ServerProfile::key() const
{
    return id.isEmpty() ? QString::fromStdString(endpoint.url()) : id;
}

bool startsReadOnly(const ServerProfile& profile)
{
    return profile.readOnly || profile.environment == Environment::Production;
}

GuardLevel initialLevel(const ServerProfile& profile)
{
    return startsReadOnly(profile) ? GuardLevel::ReadOnly : GuardLevel::Review;
}

} // namespace ratewarden::ui
