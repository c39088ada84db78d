// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/investigation.h"

namespace ratewarden::ui {

/// The part of the page with the charts of one token, drawn in it, with their numbers, and what is in the
/// areas that are marked in them. Used in the GUI thread.
QString investigationSection(const Investigation::Token& token, const Investigation::Screen& screen);

/// The investigation as one web page, for those without Ratewarden: these sections of its tokens, and its
/// tables. It loads nothing, runs nothing, and is light or dark as its reader's system. Used in any thread.
QByteArray investigationPage(const Investigation& investigation, const QStringList& sections);

} // namespace ratewarden::ui
