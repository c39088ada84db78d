// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_memory.h"

#include "ui/main_window.h"
#include "ui/pages/keys/key_arrangement.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/tokens/tokens_page.h"
#include "ui/state/alert_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/history_keeper.h"
#include "ui/text/translations.h"
#include "ui/theme/theme_switch.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/row_table.h"
#include "ui/window_header.h"
#include "ui/window_pages.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QMetaEnum>
#include <QSettings>
#include <QSplitter>

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

constexpr int longestFilter = 500; // characters
constexpr int widestPane = 20'000; // pixels
constexpr auto themeKey = "theme";
constexpr auto languageKey = "language";
constexpr auto movedByHand = "movedByHand"; // a property of a splitter

using Page = MainWindow::Page;

struct KeyOrder {
    const char* name;
    KeyTree::Order order;
};
constexpr std::array keyOrders{KeyOrder{"memory", KeyTree::Order::Memory},
                               KeyOrder{"keys", KeyTree::Order::Keys},
                               KeyOrder{"name", KeyTree::Order::Name}};

QByteArray nameOfPage(Page page)
{
    return MainWindow::nameOf(page).toLower().toLatin1();
}

QString columnsKey(const RowTable& table)
{
    return QStringLiteral("columns/") + table.objectName();
}

QString splitterKey(const QSplitter& splitter)
{
    return QStringLiteral("splitters/") + splitter.objectName();
}

template <class Widget>
QList<Widget*> namedIn(const MainWindow& window)
{
    QList<Widget*> widgets = window.findChildren<Widget*>();
    widgets.removeIf([](const Widget* widget) { return widget->objectName().isEmpty(); });
    return widgets;
}

// Their columns are the operator's habit, but where they are those of who has recorded them.
QList<RowTable*> ownTables(MainWindow& window)
{
    const SharedInvestigation& recorded = window.session().recorded();
    return recorded && recorded->screen.columns ? QList<RowTable*>() : namedIn<RowTable>(window);
}

Qt::SortOrder orderOf(const QVariant& value)
{
    return value.toString() == QLatin1String("ascending") ? Qt::AscendingOrder : Qt::DescendingOrder;
}

QString orderText(Qt::SortOrder order)
{
    return order == Qt::AscendingOrder ? QStringLiteral("ascending") : QStringLiteral("descending");
}

/// One of those that are offered.
template <class Values, class Value>
bool isAmong(const Values& values, const Value& value)
{
    return std::ranges::find(values, value) != std::ranges::end(values);
}

// As the settings held it before there was DismissalFile: kind, format, group, end (microseconds; "-": none),
// by, reason.
std::optional<Dismissals::value_type> readDismissal(const QString& text)
{
    std::vector<std::string> words;
    for (const QByteArray& word : text.toLatin1().split(' '))
        words.push_back(QByteArray::fromPercentEncoding(word).toStdString());
    if (words.size() != 6)
        return std::nullopt;
    Dismissal dismissal{words[4], words[5], std::nullopt};
    if (words[3] != "-") {
        bool isNumber = false;
        const qint64 until = QByteArray::fromStdString(words[3]).toLongLong(&isNumber);
        if (!isNumber)
            return std::nullopt;
        dismissal.until = Instant(Micros(until));
    }
    return Dismissals::value_type({words[0], words[1], words[2]}, std::move(dismissal));
}

} // namespace

WindowMemory::WindowMemory(QSettings& settings, const QString& server) : m_settings(settings)
{
    if (!server.isEmpty())
        m_group = QStringLiteral("servers/") +
                  QString::fromLatin1(
                      QCryptographicHash::hash(server.toUtf8(), QCryptographicHash::Sha256).toHex().left(32));
}

QString WindowMemory::key(const QByteArray& name) const
{
    return m_group + QLatin1Char('/') + QLatin1String(name);
}

void WindowMemory::restore(MainWindow& window) const
{
    restoreLayout(window);
    if (!m_group.isEmpty())
        restoreServer(window);
}

void WindowMemory::restoreLayout(MainWindow& window) const
{
    for (RowTable* const table : ownTables(window))
        table->setColumnChoices(m_settings.value(columnsKey(*table)).toStringList());
    for (QSplitter* const splitter : namedIn<QSplitter>(window)) {
        QList<int> sizes;
        for (const QString& size : m_settings.value(splitterKey(*splitter)).toStringList())
            sizes << size.toInt();
        const bool isWhole = sizes.size() == splitter->count() && std::ranges::all_of(sizes, [](int size) {
                                 return size > 0 && size < widestPane;
                             });
        if (isWhole)
            splitter->setSizes(sizes); // in proportion, whatever the window's size
        QObject::connect(splitter, &QSplitter::splitterMoved, splitter,
                         [splitter] { splitter->setProperty(movedByHand, true); });
    }
}

void WindowMemory::restoreServer(MainWindow& window) const
{
    TokensPage::Arrangement tokens;
    tokens.filter = m_settings.value(key("tokens/filter")).toString().left(longestFilter);
    tokens.column = m_settings.value(key("tokens/sort")).toString();
    tokens.order = orderOf(m_settings.value(key("tokens/order")));
    window.tokensPage().setArrangement(tokens);

    KeyView keys;
    const QVariant delimiters = m_settings.value(key("keys/separators"));
    if (delimiters.isValid())
        keys.delimiters = delimiters.toString().toStdString();
    const QString order = m_settings.value(key("keys/order")).toString();
    if (const auto* const found = std::ranges::find(keyOrders, order, &KeyOrder::name);
        found != keyOrders.end())
        keys.order = found->order;
    window.keysPage().arrangement().set(keys.order, keys.delimiters);

    for (const PageRow& row : pageRows()) {
        const QString its = key(nameOfPage(row.page));
        if (FilterLine* const filter = window.widgetOf(row.page)->filterLine()) {
            filter->setRecent(m_settings.value(its + "/recentFilters").toStringList());
            if (row.page != Page::Tokens) // which has it with its order
                filter->setText(m_settings.value(its + "/filter").toString().left(longestFilter));
        }
        if (!row.remembersSorting)
            continue;
        auto* const table = window.widgetOf(row.page)->findChild<RowTable*>();
        if (const int column = table->columnNamed(m_settings.value(its + "/sort").toString()); column >= 0)
            table->sortByColumn(column, orderOf(m_settings.value(its + "/order")));
    }

    const DismissalFile dismissals;
    const QString keptBefore = key("findings/dismissed");
    try {
        for (const QString& text : m_settings.value(keptBefore).toStringList())
            if (const auto dismissal = readDismissal(text))
                dismissals.keep(window.session().endpoint(), dismissal->first, dismissal->second);
        m_settings.remove(keptBefore);
    } catch (const InvalidArgument&) { // they stay where they are
    }
    window.session().findings().keepIn(dismissals);
    if (!window.session().isRecorded()) {
        window.session().alerts().open(m_settings.value(key("alerts")).toString());
        window.session().history().setKeeping(m_settings.value(key("keepsHistory")).toBool());
    }

    const std::chrono::milliseconds interval(m_settings.value(key("interval")).toInt());
    if (isAmong(WindowHeader::intervals, interval))
        window.session().setInterval(interval);
    bool isNumber = false;
    const double budget = m_settings.value(key("budget")).toDouble(&isNumber);
    if (isNumber && isAmong(WindowHeader::budgets, budget))
        window.session().load().setBudget(budget);
    const QByteArray page = m_settings.value(key("page")).toByteArray();
    for (int i = 0; i < QMetaEnum::fromType<Page>().keyCount(); ++i)
        if (nameOfPage(Page(i)) == page)
            window.showPage(Page(i));
}

void WindowMemory::save(MainWindow& window)
{
    // QSettings lets others read what it makes, but keeps the permissions of what is there.
    constexpr auto forItsUser = QFile::ReadOwner | QFile::WriteOwner;
    QDir().mkpath(QFileInfo(m_settings.fileName()).path());
    if (QFile file(m_settings.fileName()); !file.exists())
        file.open(QFile::WriteOnly, forItsUser);
    QFile::setPermissions(m_settings.fileName(), forItsUser);
    for (const RowTable* const table : ownTables(window)) {
        if (const QStringList choices = table->columnChoices(); choices.isEmpty())
            m_settings.remove(columnsKey(*table));
        else
            m_settings.setValue(columnsKey(*table), choices);
    }
    for (const QSplitter* const splitter : namedIn<QSplitter>(window)) {
        // One that was not moved may be of a page that was never shown.
        if (!splitter->property(movedByHand).toBool())
            continue;
        QStringList sizes;
        for (const int size : splitter->sizes())
            sizes << QString::number(size);
        m_settings.setValue(splitterKey(*splitter), sizes);
    }
    if (!m_group.isEmpty())
        saveServer(window);
}

void WindowMemory::saveServer(MainWindow& window)
{
    const TokensPage::Arrangement tokens = window.tokensPage().arrangement();
    m_settings.setValue(key("tokens/filter"), tokens.filter);
    m_settings.setValue(key("tokens/sort"), tokens.column);
    m_settings.setValue(key("tokens/order"), orderText(tokens.order));
    const KeyView& keys = window.session().keys().browser().view();
    m_settings.setValue(key("keys/separators"), QString::fromStdString(keys.delimiters));
    m_settings.setValue(key("keys/order"),
                        QLatin1String(std::ranges::find(keyOrders, keys.order, &KeyOrder::order)->name));
    for (const PageRow& row : pageRows()) {
        const QString its = key(nameOfPage(row.page));
        if (const FilterLine* const filter = window.widgetOf(row.page)->filterLine()) {
            m_settings.setValue(its + "/recentFilters", filter->recent());
            if (row.page != Page::Tokens)
                m_settings.setValue(its + "/filter", filter->text());
        }
        if (!row.remembersSorting)
            continue;
        const auto* const table = window.widgetOf(row.page)->findChild<RowTable*>();
        const QHeaderView* const header = table->horizontalHeader();
        m_settings.setValue(its + "/sort", table->columnName(header->sortIndicatorSection()));
        m_settings.setValue(its + "/order", orderText(header->sortIndicatorOrder()));
    }
    m_settings.setValue(key("interval"), int(window.session().interval().count()));
    m_settings.setValue(key("budget"), window.session().load().budget());
    m_settings.setValue(key("page"), QString::fromLatin1(nameOfPage(window.page())));
    m_settings.setValue(key("alerts"), window.session().alerts().path());
    m_settings.setValue(key("keepsHistory"), window.session().history().isKeeping());
}

void rememberChoices(QSettings& settings)
{
    const QString theme = settings.value(themeKey).toString();
    themeSwitch().begin(theme == QLatin1String("dark")    ? ThemeChoice::Dark
                        : theme == QLatin1String("light") ? ThemeChoice::Light
                                                          : ThemeChoice::System);
    languageSwitch().begin(settings.value(languageKey).toString());
    const auto keep = [&settings](const QString& name, const QString& value) {
        if (value.isEmpty())
            settings.remove(name);
        else
            settings.setValue(name, value);
    };
    // As long as the settings are there; they outlive the windows, but not the application.
    QObject::connect(&themeSwitch(), &ThemeSwitch::chosen, &settings, [keep](ThemeChoice choice) {
        keep(themeKey, choice == ThemeChoice::System ? "" : choice == ThemeChoice::Dark ? "dark" : "light");
    });
    QObject::connect(&languageSwitch(), &LanguageSwitch::chosen, &settings,
                     [keep](const QString& code) { keep(languageKey, code); });
}

} // namespace ratewarden::ui
