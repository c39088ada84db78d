// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAbstractItemView;
class QLineEdit;

namespace ratewarden::ui {

/// Down and Return go from the filter into the list, to its first row unless one is selected. `entersLater`:
/// the list does not yet show what was typed, and its owner selects the row once it does.
void leadInto(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater = {});

/// Clears the filter for a row that is to be shown. putBack() sets it again, unless the operator has typed
/// since.
void putAside(QLineEdit* filter);
void putBack(QLineEdit* filter);

} // namespace ratewarden::ui
