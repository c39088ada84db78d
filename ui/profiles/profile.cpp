// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/profiles/profile.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {

QString environmentText(Environment environment)
{
    switch (environment) {
    case Environment::None:
        break;
    case Environment::Development:
        return QCoreApplication::translate("Environment", "development");
    case Environment::Staging:
        return QCoreApplication::translate("Environment", "staging");
    case Environment::Production:
        return QCoreApplication::translate("Environment", "production");
    }
    return {};
}

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
