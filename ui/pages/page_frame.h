// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace ratewarden::ui {

class PageBanner;
class PlainLabel;

/// What stands on every page: the banner on top, and a row with its name, something about it, and room for
/// buttons.
struct PageFrame {
    QVBoxLayout* column;
    QHBoxLayout* head;
};
PageFrame framePage(QWidget* page, PageBanner* banner, const QString& name, PlainLabel* about);

} // namespace ratewarden::ui
