// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/keys_dialog.h"
#include "ui/main_window.h"

#include <span>
#include <vector>

namespace ratewarden::ui {

/// All that the window knows of a page; what else it needs is asked of the PageWidget.
struct PageRow {
    using Keys = decltype(KeysDialog::Group::keys);

    MainWindow::Page page;
    PageWidget* (*make)(Session& session);
    const char* title;             ///< to be translated by the window
    const char* menu;              ///< what it is about, to be translated by its menus
    Keys (*keysInLists)();         ///< beside those of its actions
    Keys (*keysInCharts)();        ///< likewise; null: it has no charts
    bool remembersSorting = false; ///< of its table
};

/// One for each page, in their order.
std::span<const PageRow> pageRows();

/// What keys do in the lists and charts of a page, beside those of its actions. `hasCharts`: whether it shows
/// any now.
std::vector<KeysDialog::Group> keysIn(MainWindow::Page page, bool hasCharts);

} // namespace ratewarden::ui
