// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/investigation.h"

namespace ratewarden::ui {

/// The investigation as one web page, for those without Ratewarden: its tables, and its charts drawn in it,
/// with their numbers. It loads nothing, runs nothing, and is light or dark as its reader's system. Used in
/// the GUI thread.
QByteArray investigationPage(const Investigation& investigation);

} // namespace ratewarden::ui
