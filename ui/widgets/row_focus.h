// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QRect;

namespace ratewarden::ui {

/// Outlines the row that the keys move from, as long as they do: selection looks the same without the focus.
/// Only the row's top and height count; of an empty one all of the view is outlined.
void paintRowFocus(const QAbstractItemView& view, const QRect& row);

} // namespace ratewarden::ui
