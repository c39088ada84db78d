// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_keys.h"

#include <QCoreApplication>

#include <utility>

namespace ratewarden::ui {
namespace {

struct WindowKeys {
    Q_DECLARE_TR_FUNCTIONS(WindowKeys)
};

using Page = MainWindow::Page;
using Keys = decltype(KeysDialog::Group::keys);

/// With what else the page has.
Keys withFilter(const Keys& others)
{
    Keys keys{{WindowKeys::tr("↓, Return"), WindowKeys::tr("From the filter into the list")},
              {WindowKeys::tr("Ctrl+Space"), WindowKeys::tr("In the filter: offer words")},
              {WindowKeys::tr("Backspace"), WindowKeys::tr("In the filter: take the last word back")},
              {WindowKeys::tr("Alt+click"),
               WindowKeys::tr("Filter by the value, as the menu does; with Shift, leave it out")}};
    keys.insert(keys.end(), others.begin(), others.end());
    return keys;
}

std::pair<QString, QString> ofReturn(const QString& what)
{
    return {WindowKeys::tr("Return"), what};
}

std::pair<QString, QString> ofMenu()
{
    return {WindowKeys::tr("Menu key"), WindowKeys::tr("What can be done with the row")};
}

Keys keysInLists(Page page)
{
    switch (page) {
    case Page::Overview:
        return {ofReturn(WindowKeys::tr("Open the number or the row"))};
    case Page::Keys:
        return withFilter(
            {ofReturn(WindowKeys::tr("Open the prefix")),
             {WindowKeys::tr("Backspace"), WindowKeys::tr("Up to the prefix above")},
             {WindowKeys::tr("Del"), WindowKeys::tr("Delete the key; on Tokens it resets the token")},
             ofMenu()});
    case Page::Policies:
        return {ofReturn(WindowKeys::tr("Edit the policy"))};
    case Page::Blocks:
    case Page::Overrides:
        return withFilter({ofReturn(WindowKeys::tr("Open the token")), ofMenu()});
    case Page::Watch:
        return {ofReturn(WindowKeys::tr("Show the tokens")), ofMenu()};
    case Page::Lab:
        return withFilter(
            {{WindowKeys::tr("Space"), WindowKeys::tr("Mark the token as one to stop")}, ofMenu()});
    case Page::Tokens:
        return withFilter(
            {{WindowKeys::tr("Space"), WindowKeys::tr("Mark the selected rows, or unmark them")},
             {WindowKeys::tr("Shift+Space"), WindowKeys::tr("Mark the rows from the last mark to here")},
             {QStringLiteral("*"), WindowKeys::tr("Mark all listed")},
             {WindowKeys::tr("Ctrl+V"), WindowKeys::tr("Mark the pasted names, one on each line")},
             {WindowKeys::tr("Esc, Esc"), WindowKeys::tr("Unmark all")},
             {WindowKeys::tr("Del"), WindowKeys::tr("Reset the token; on Keys it deletes the key")},
             ofMenu()});
    case Page::Audit:
        return withFilter({ofMenu()});
    case Page::Compare:
        return {};
    }
    return {};
}

std::pair<QString, QString> ofTable()
{
    return {QStringLiteral("T"), WindowKeys::tr("The numbers as a table")};
}

/// In every chart with a time axis, and what else the page has: see TimeChart.
Keys withTimeHands(const Keys& others)
{
    Keys keys{{QStringLiteral("W  S"), WindowKeys::tr("Zoom in, zoom out; so do + − and the wheel")},
              {QStringLiteral("A  D"), WindowKeys::tr("Earlier, later")},
              {QStringLiteral("←  →"), WindowKeys::tr("The request before, the next one")},
              {WindowKeys::tr("Home, End"), WindowKeys::tr("The first, the last")},
              {QStringLiteral(",  ."), WindowKeys::tr("The event before, the next one: a denial, a change")},
              {QStringLiteral("Shift+←  →"), WindowKeys::tr("Mark a time; so does dragging")},
              {QStringLiteral("F"), WindowKeys::tr("Fit the marked time; without one, as at first")},
              {QStringLiteral("M"), WindowKeys::tr("Name this moment, on all charts")},
              {WindowKeys::tr("Esc"), WindowKeys::tr("Unmark the time")}};
    keys.insert(keys.end(), others.begin(), others.end());
    return keys;
}

Keys keysInCharts(Page page)
{
    switch (page) {
    case Page::Overview:
        return withTimeHands({ofReturn(WindowKeys::tr("Mark these ten seconds")), ofTable()});
    case Page::Tokens:
    case Page::Compare:
    case Page::Keys:
        return withTimeHands({ofTable()});
    case Page::Policies:
        return {ofTable()};
    case Page::Watch:
        return withTimeHands({{QStringLiteral("↑  ↓"), WindowKeys::tr("Move the bound of the alert")}});
    case Page::Lab:
        return withTimeHands(
            {ofTable(),
             ofReturn(WindowKeys::tr("Mark this bar of all requests")),
             {WindowKeys::tr("Insert, Delete"),
              WindowKeys::tr("Add or remove a request that is edited; Backspace removes it, too")},
             {WindowKeys::tr("Alt+←  →"), WindowKeys::tr("Move the request that is edited")},
             {WindowKeys::tr("Page Up, Page Down"),
              WindowKeys::tr("Where requests are edited: by half of what is shown")},
             {WindowKeys::tr("Esc"), WindowKeys::tr("End the playback")}});
    default:
        return {};
    }
}

} // namespace

std::vector<KeysDialog::Group> keysIn(Page page)
{
    std::vector<KeysDialog::Group> groups;
    if (Keys keys = keysInLists(page); !keys.empty())
        groups.push_back({WindowKeys::tr("Lists"), std::move(keys)});
    if (Keys keys = keysInCharts(page); !keys.empty())
        groups.push_back({WindowKeys::tr("Charts"), std::move(keys)});
    if (!groups.empty()) // what leads there
        groups.front().keys.insert(groups.front().keys.begin(),
                                   {WindowKeys::tr("Tab"), WindowKeys::tr("To the next field, list or chart; "
                                                                          "with Shift, to the one before")});
    return groups;
}

} // namespace ratewarden::ui
