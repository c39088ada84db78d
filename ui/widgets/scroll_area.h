// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>

namespace ratewarden::ui {

/// Makes the content scroll up and down where there is no room for all of it, and be seen as if it stood
/// there by itself: without a frame, a ground or a focus of its own.
QScrollArea* makeScrollArea(QWidget* content);

} // namespace ratewarden::ui
