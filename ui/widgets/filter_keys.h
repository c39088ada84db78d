// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;
class QLineEdit;

namespace ratewarden::ui {

/// Down and Return go from the filter into the list, to its first row unless one is selected.
void leadInto(QLineEdit* filter, QAbstractItemView* list);

} // namespace ratewarden::ui
