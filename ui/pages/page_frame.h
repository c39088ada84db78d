// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>

class QHBoxLayout;
class QVBoxLayout;
class QWidget;

namespace ratewarden::ui {

class PageBanner;
class PlainLabel;

/// How often the countdowns on a page are brought up to date.
inline constexpr std::chrono::milliseconds countdownInterval{200};
/// For how long changes are gathered before a page takes them in.
inline constexpr std::chrono::milliseconds gatherTime{200};

/// What stands on every page: the banner on top, and a row with its name, something about it, and room for
/// buttons.
struct PageFrame {
    QVBoxLayout* column;
    QHBoxLayout* head;
};
/// `age`: of what the page shows; null: it is not read from the server, or its cards tell.
PageFrame framePage(QWidget* page, PageBanner* banner, const QString& name, PlainLabel* about,
                    PlainLabel* age = nullptr);

} // namespace ratewarden::ui
