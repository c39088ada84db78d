// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_pages.h"

#include "ui/pages/audit/audit_page.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/pages/watch/watch_page.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

namespace ratewarden::ui {
namespace {

struct WindowKeys {
    Q_DECLARE_TR_FUNCTIONS(WindowKeys)
};

using Page = MainWindow::Page;
using Keys = PageRow::Keys;

/// With what else the page has.
Keys withFilter(const Keys& others)
{
    Keys keys{{WindowKeys::tr("↓, Return"), WindowKeys::tr("From the filter into the list")},
              {WindowKeys::tr("Ctrl+Space"), WindowKeys::tr("In the filter: offer words")},
              {WindowKeys::tr("Backspace"), WindowKeys::tr("In the filter: take the last word back")},
              {WindowKeys::tr("filter:…, Return"),
               WindowKeys::tr("Name the words in front of it; Del in the offers removes a name")},
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

std::pair<QString, QString> ofTable()
{
    return {QStringLiteral("T"), WindowKeys::tr("The numbers as a table")};
}

/// In every chart with a time axis, and what else the page has: see TimeChart.
Keys withTimeHands(const Keys& others)
{
    Keys keys{{QStringLiteral("W  S"),
               WindowKeys::tr("Zoom in, out; so do + − and the wheel, with Ctrl if the page scrolls")},
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

template <class Its, auto... kind>
PageWidget* newPage(Session& session)
{
    return new Its(kind..., session);
}

Keys keysOfControls()
{
    return withFilter({ofReturn(WindowKeys::tr("Open the token")), ofMenu()});
}

Keys timeHands()
{
    return withTimeHands({ofTable()});
}

constexpr auto tokenMenu = QT_TRANSLATE_NOOP("ratewarden::ui::WindowMenus", "&Token");

constexpr auto allPages = std::to_array<PageRow>({
    {Page::Overview, newPage<OverviewPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Overview"),
     tokenMenu, [] { return Keys{ofReturn(WindowKeys::tr("Open the number or the row"))}; },
     [] {
         return withTimeHands({ofReturn(WindowKeys::tr("Mark these ten seconds")), ofTable()});
     }},
    {Page::Tokens, newPage<TokensPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Tokens"), tokenMenu,
     [] {
         return withFilter(
             {{WindowKeys::tr("Space"), WindowKeys::tr("Mark the selected rows, or unmark them")},
              {WindowKeys::tr("Shift+Space"), WindowKeys::tr("Mark the rows from the last mark to here")},
              {QStringLiteral("*"), WindowKeys::tr("Mark all listed")},
              {WindowKeys::tr("Ctrl+V"), WindowKeys::tr("Mark the pasted names, one on each line")},
              {WindowKeys::tr("Esc, Esc"), WindowKeys::tr("Unmark all")},
              {WindowKeys::tr("Del"), WindowKeys::tr("Reset the token; on Keys it deletes the key")},
              ofMenu()});
     },
     timeHands},
    {Page::Keys, newPage<KeysPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Keys"),
     QT_TRANSLATE_NOOP("ratewarden::ui::WindowMenus", "&Key"),
     [] {
         return withFilter(
             {ofReturn(WindowKeys::tr("Open the prefix")),
              {WindowKeys::tr("Backspace"), WindowKeys::tr("Up to the prefix above")},
              {WindowKeys::tr("Del"), WindowKeys::tr("Delete the key; on Tokens it resets the token")},
              ofMenu()});
     },
     timeHands},
    {Page::Policies, newPage<PoliciesPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Policies"),
     QT_TRANSLATE_NOOP("ratewarden::ui::WindowMenus", "&Policy"),
     [] { return Keys{ofReturn(WindowKeys::tr("Edit the policy"))}; },
     [] {
         return Keys{ofTable()};
     }},
    {Page::Blocks, newPage<ControlPage, ControlPage::Kind::Blocks>,
     QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Blocks"), tokenMenu, keysOfControls, nullptr, true},
    {Page::Overrides, newPage<ControlPage, ControlPage::Kind::Overrides>,
     QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Overrides"), tokenMenu, keysOfControls, nullptr, true},
    {Page::Compare, newPage<ComparePage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Compare"),
     tokenMenu, [] { return Keys(); }, timeHands},
    {Page::Lab, newPage<LabPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Lab"),
     QT_TRANSLATE_NOOP("ratewarden::ui::WindowMenus", "&Lab"),
     [] {
         return withFilter(
             {{WindowKeys::tr("Space"), WindowKeys::tr("Mark the token as one to stop")}, ofMenu()});
     },
     [] {
         return withTimeHands(
             {ofTable(),
              ofReturn(WindowKeys::tr("Mark this bar of all requests")),
              {WindowKeys::tr("Insert, Delete"),
               WindowKeys::tr("Add or remove a request that is edited; Backspace removes it, too")},
              {WindowKeys::tr("Alt+←  →"), WindowKeys::tr("Move the request that is edited")},
              {WindowKeys::tr("Page Up, Page Down"),
               WindowKeys::tr("Where requests are edited: by half of what is shown")},
              {WindowKeys::tr("Esc"), WindowKeys::tr("End the playback")}});
     }},
    {Page::Watch, newPage<WatchPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Watch"), tokenMenu,
     [] {
         return Keys{ofReturn(WindowKeys::tr("Show the tokens")), ofMenu()};
     },
     [] {
         return withTimeHands({{QStringLiteral("↑  ↓"), WindowKeys::tr("Move the bound of the alert")}});
     }},
    {Page::Audit, newPage<AuditPage>, QT_TRANSLATE_NOOP("ratewarden::ui::MainWindow", "Audit"),
     QT_TRANSLATE_NOOP("ratewarden::ui::WindowMenus", "&Change"), [] { return withFilter({ofMenu()}); },
     nullptr},
});
static_assert(std::ranges::adjacent_find(allPages, std::greater_equal(), &PageRow::page) == allPages.end());

} // namespace

std::span<const PageRow> pageRows()
{
    return allPages;
}

std::vector<KeysDialog::Group> keysIn(Page page, bool hasCharts)
{
    const PageRow& row = pageRows()[std::size_t(page)];
    std::vector<KeysDialog::Group> groups;
    if (Keys keys = row.keysInLists(); !keys.empty())
        groups.push_back({WindowKeys::tr("Lists"), std::move(keys)});
    if (row.keysInCharts && hasCharts)
        groups.push_back({WindowKeys::tr("Charts"), row.keysInCharts()});
    if (!groups.empty()) // what leads there
        groups.front().keys.insert(groups.front().keys.begin(),
                                   {WindowKeys::tr("Tab"), WindowKeys::tr("To the next field, list or chart; "
                                                                          "with Shift, to the one before")});
    return groups;
}

} // namespace ratewarden::ui
