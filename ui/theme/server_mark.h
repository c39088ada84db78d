// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/profile_colors.h"

#include <QMetaType>
#include <QString>

namespace ratewarden::ui {

/// What a server is recognised by, wherever something is done to it.
struct ServerMark {
    QString name;        ///< foreign text
    QString environment; ///< "production", "demo"; may be empty
    ProfileColor color = ProfileColor::Blue;
};

} // namespace ratewarden::ui

Q_DECLARE_METATYPE(ratewarden::ui::ServerMark)
