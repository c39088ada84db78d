// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/profile_file.h"
#include "core/model/guard_level.h"
#include "ui/theme/server_mark.h"

#include <QJsonObject>

#include <array>

namespace ratewarden::ui {

inline constexpr std::array allEnvironments{Environment::None, Environment::Development, Environment::Staging,
                                            Environment::Production};

/// "production"; empty for None.
QString environmentText(Environment environment);

/// A server that an operator works with, and how it is to be treated.
struct ServerProfile {
    QString id{};   ///< stable, for the keychain; empty: not among the stored ones
    QString name{}; ///< empty: the address
    ProfileColor color = ProfileColor::Blue;
    Environment environment = Environment::None;
    bool readOnly = false;
    bool remembersPassword = false; ///< in the system's keychain
    Endpoint endpoint{};            ///< what is stored has no password
    QJsonObject others{};           ///< what a newer version has written beside these

    /// What to call it.
    QString title() const;
    ServerMark mark() const;
    /// Who it is about without a profile, too: the id, or the address.
    QString key() const;

    friend bool operator==(const ServerProfile&, const ServerProfile&) = default;
};

/// Whether the window may not change anything at first: one of a production server, or as the profile says.
bool startsReadOnly(const ServerProfile& profile);

/// How strictly its window is guarded at first.
GuardLevel initialLevel(const ServerProfile& profile);

} // namespace ratewarden::ui

Q_DECLARE_METATYPE(ratewarden::ui::ServerProfile)
