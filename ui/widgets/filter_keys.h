// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QAbstractItemView;
class QLineEdit;

namespace ratewarden::ui {

/// Down and Return go from the filter into the list, to its first row unless one is selected. `entersLater`:
/// the list does not yet show what was typed, and its owner selects the row once it does.
void leadInto(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater = {});

/// The filter of a page, which leads into its list; null: it has none that can be seen.
QLineEdit* filterIn(const QWidget* page);

/// To be called when the list is turned to, was filtered, or has its first rows: one of them is selected
/// then, the first unless another was and is still listed, and it is in view. What keys and buttons act on is
/// what is listed. No other takes the place of a row that is gone: then none is selected, and the buttons say
/// so.
void settleSelection(QAbstractItemView* list);

/// Clears the filter for a row that is to be shown. putBack() sets it again, unless the operator has typed
/// since.
void putAside(QLineEdit* filter);
void putBack(QLineEdit* filter);

} // namespace ratewarden::ui
