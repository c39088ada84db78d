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
              {WindowKeys::tr("Alt+click"), WindowKeys::tr("Filter by the value; with Shift, leave it out")}};
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
        return {{WindowKeys::tr("Space"), WindowKeys::tr("Mark the token as one to stop")}};
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

Keys keysInCharts(Page page)
{
    const std::pair<QString, QString> zoom{QStringLiteral("+  −"), WindowKeys::tr("Zoom in, zoom out")};
    const std::pair<QString, QString> move{QStringLiteral("←  →"), WindowKeys::tr("Earlier, later")};
    const std::pair<QString, QString> ends{WindowKeys::tr("Home, End"),
                                           WindowKeys::tr("The first, the last")};
    const std::pair<QString, QString> table{QStringLiteral("T"), WindowKeys::tr("The numbers as a table")};
    switch (page) {
    case Page::Overview:
        return {move,
                ends,
                ofReturn(WindowKeys::tr("Mark these ten seconds")),
                {QStringLiteral("Shift+←  →"), WindowKeys::tr("Mark a longer time")},
                {WindowKeys::tr("Esc"), WindowKeys::tr("Remove the mark")},
                table};
    case Page::Tokens:
        return {zoom, move, {QStringLiteral("0"), WindowKeys::tr("Back to now")}, table};
    case Page::Compare:
    case Page::Policies:
        return {table};
    case Page::Lab:
        return {zoom,
                move,
                ends,
                {QStringLiteral("W  S"), WindowKeys::tr("Count half the time, twice the time")},
                {QStringLiteral("A  D"), WindowKeys::tr("Move the counted time earlier, later")},
                {WindowKeys::tr("Insert, Delete"), WindowKeys::tr("Add or remove a request that is edited")},
                {WindowKeys::tr("Esc"), WindowKeys::tr("End the playback")},
                table};
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
    return groups;
}

} // namespace ratewarden::ui
