// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_menus.h"

#include "ui/dialogs/keys_dialog.h"
#include "ui/main_window.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme_switch.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/server_stripe.h"
#include "ui/widgets/sidebar.h"
#include "ui/window_header.h"
#include "ui/window_pages.h"

#include <QAction>
#include <QActionGroup>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QPainter>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

/// With the stripe of the server, which begins at the window's top.
class StripedBar final : public QMenuBar {
public:
    explicit StripedBar(ProfileColor color) : m_color(color) {}

protected:
    void paintEvent(QPaintEvent* event) override
    {
        QMenuBar::paintEvent(event);
        QPainter(this).fillRect(QRect(0, 0, WindowHeader::stripeWidth, height()), profileColor(m_color));
    }

private:
    ProfileColor m_color;
};

QMenuBar* barOf(MainWindow& window)
{
    auto* const bar = new StripedBar(serverMarkOf(&window).value_or(ServerMark{}).color);
    window.setMenuBar(bar);
    return bar;
}

/// Whose columns can be chosen: the table with the focus, or else the page's first one.
RowTable* tableOf(const QWidget* page)
{
    RowTable* first = nullptr;
    for (RowTable* const table : page->findChildren<RowTable*>()) {
        if (!table->isVisible() || !table->hasColumnsToChoose())
            continue;
        if (table->hasFocus())
            return table;
        first = first ? first : table;
    }
    return first;
}

bool belongsToEdit(const QAction* action)
{
    return action->shortcut() == QKeySequence(QKeySequence::Copy);
}

/// `chosen` says which of them is in force.
template <typename Choice>
void addChoices(QMenu* menu, const std::vector<std::pair<QString, Choice>>& choices,
                const std::function<Choice()>& chosen, const std::function<void(const Choice&)>& choose)
{
    auto* const group = new QActionGroup(menu);
    for (const auto& choice : choices) {
        QAction* const action = menu->addAction(choice.first);
        action->setCheckable(true);
        group->addAction(action);
        QObject::connect(menu, &QMenu::aboutToShow, action,
                         [action, chosen, value = choice.second] { action->setChecked(chosen() == value); });
        QObject::connect(action, &QAction::triggered, menu,
                         [choose, value = choice.second] { choose(value); });
    }
}

void addThemes(QMenu* menu)
{
    addChoices<ThemeChoice>(
        menu,
        {{WindowMenus::tr("As the system"), ThemeChoice::System},
         {WindowMenus::tr("Light"), ThemeChoice::Light},
         {WindowMenus::tr("Dark"), ThemeChoice::Dark}},
        [] { return themeSwitch().choice(); }, [](ThemeChoice choice) { themeSwitch().choose(choice); });
}

void addLanguages(QMenu* menu)
{
    std::vector<std::pair<QString, QString>> choices{{WindowMenus::tr("As the system"), QString()}};
    for (const QString& code : languages()) // "English", not that of a country
        choices.emplace_back(QLocale(QLocale(code).language(), QLocale::World).nativeLanguageName(), code);
    addChoices<QString>(
        menu, choices, [] { return languageSwitch().choice(); },
        [](const QString& code) { languageSwitch().choose(code); });
}

} // namespace

WindowMenus::WindowMenus(MainWindow& window)
    : QObject(&window)
    , m_window(window)
    , m_bar(barOf(window))
    , m_server(add(tr("&Server")))
    , m_edit(add(tr("&Edit")))
    , m_view(add(tr("&View")))
    , m_page(add({}))
    , m_go(add(tr("&Go")))
    , m_help(add(tr("&Help")))
{
    const auto named = [&window](const char* name) {
        auto* const action = window.findChild<QAction*>(name);
        Q_ASSERT(action);
        return action;
    };
    m_server->addActions({named("openServerAction"), named("switchServer"), named("openInvestigation"),
                          named("saveInvestigation")});
    m_server->addSeparator();
    m_server->addActions({named("refresh"), named("pauseAction")});
    m_server->addMenu(window.header().pace());
    m_server->addActions(
        {named("guardLevelAction"), named("describeKey"), named("chosenFormats"), named("explainDenial")});
    m_server->addSeparator();
    m_server->addActions({named("closeWindow"), named("quit")});
    m_edit->addAction(named("undoAction"));
    m_edit->addSeparator();
    m_edit->addActions({named("openPalette"), named("findInPage")});
    addThemes(m_view->addMenu(tr("&Theme")));
    m_view->addAction(named("toggleTheme"));
    addLanguages(m_view->addMenu(tr("&Language from the next start")));
    m_columns = m_view->addAction(tr("Columns…"), this, &WindowMenus::chooseColumns);
    m_columns->setObjectName("chooseColumns");
    QAction* const reset = m_view->addAction(tr("Reset columns"), this, [this] {
        for (RowTable* const table : m_window.widgetOf(m_window.page())->findChildren<RowTable*>())
            table->resetColumns();
    });
    reset->setObjectName("resetColumns");
    m_go->addActions(window.sidebar().actions());
    m_go->addSeparator();
    m_go->addAction(named("goBack"));
    auto* const keys = new QAction(tr("Keys of this page"), this);
    keys->setObjectName("showKeys");
    keys->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    connect(keys, &QAction::triggered, this, &WindowMenus::showKeys);
    m_help->addAction(keys);
    m_help->addAction(named("openLabExample"));
    pageChanged();
}

QMenu* WindowMenus::add(const QString& title)
{
    QMenu* const menu = m_bar->addMenu(title);
    menu->setToolTipsVisible(true);
    return menu;
}

// An action is in force wherever it is to be seen: of a page that is not in front none may be in the bar.
void WindowMenus::pageChanged()
{
    for (QAction* const action : std::exchange(m_editOfPage, {}))
        m_edit->removeAction(action);
    m_page->clear();
    const QWidget* const page = m_window.widgetOf(m_window.page());
    for (QAction* const action : page->actions()) {
        if (action->text().isEmpty() || action->objectName() == QLatin1String("backFromTokens"))
            continue;
        if (belongsToEdit(action)) {
            m_edit->addAction(action);
            m_editOfPage.push_back(action);
        } else {
            m_page->addAction(action);
        }
    }
    m_columns->setEnabled(page->findChild<RowTable*>() != nullptr);
    m_page->setTitle(tr(pageRows()[std::size_t(m_window.page())].menu));
    m_page->menuAction()->setVisible(!m_page->isEmpty());
}

// The header takes no keys.
void WindowMenus::chooseColumns()
{
    if (RowTable* const table = tableOf(m_window.widgetOf(m_window.page())))
        table->chooseColumns();
}

std::vector<WindowMenus::Entry> WindowMenus::entries() const
{
    std::vector<Entry> all;
    for (const QMenu* const menu : {m_page, m_go, m_edit, m_server, m_view, m_help})
        for (QAction* const action : menu->actions())
            if (!action->isSeparator() && !action->menu())
                all.push_back({menu == m_go && action->objectName() != QLatin1String("goBack") ? tr("Page")
                                                                                               : tr("Action"),
                               action});
    return all;
}

void WindowMenus::showKeys()
{
    if (m_keys) {
        m_keys->close();
        return;
    }
    std::vector<KeysDialog::Group> groups;
    for (const QMenu* const menu : {m_page, m_go, m_edit, m_server, m_view, m_help}) {
        KeysDialog::Group group{asRead(menu->title()), {}};
        for (const QAction* const action : menu->actions()) {
            QStringList keys;
            for (const QKeySequence& key : action->shortcuts())
                keys << key.toString(QKeySequence::NativeText);
            if (!keys.isEmpty() && action->isVisible())
                group.keys.emplace_back(keys.join(QStringLiteral(", ")), asRead(action->text()));
        }
        if (!group.keys.empty())
            groups.push_back(std::move(group));
    }
    const MainWindow::Page page = m_window.page();
    std::ranges::move(keysIn(page, m_window.widgetOf(page)->hasCharts()), std::back_inserter(groups));
    m_keys = new KeysDialog(groups, &m_window);
    m_keys->show();
}

} // namespace ratewarden::ui
