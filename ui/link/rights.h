// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server.h"

#include <QString>

namespace ratewarden::ui {

/// What this user may not change here, each as a sentence for tooltips; empty: it may, as far as is known.
struct Rights {
    QString tokens;   ///< block, reset, charge, override and their like
    QString policies; ///< publish

    friend bool operator==(const Rights&, const Rights&) = default;
};

/// Finds out by calling a script that no server has, with the keys of a token that does not exist: a user who
/// may call it is told that it is missing, another one that a right is. Nothing is changed, and no other
/// right is needed. What only shows inside a script, each act says itself.
Rights findRights(Server& server);

} // namespace ratewarden::ui
