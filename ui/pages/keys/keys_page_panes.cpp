// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of keys is made of; what it does stands in keys_page.cpp.
#include "ui/models/key_delegates.h"
#include "ui/models/key_tree_delegate.h"
#include "ui/pages/keys/key_note.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>

#include <array>

namespace ratewarden::ui {
namespace {

/// As wide as its text and the arrow need.
void setTextOf(QPushButton* button, const QString& text)
{
    constexpr int arrow = 34;
    button->setText(text);
    button->setFixedWidth(button->fontMetrics().horizontalAdvance(text) + arrow);
}

/// The one of the button's menu that stands for this; null: none does.
QAction* actionOf(const QPushButton* button, const QVariant& data)
{
    for (QAction* const action : button->menu()->actions())
        if (action->data() == data)
            return action;
    return nullptr;
}

QPushButton* menuButton(const char* name, const QString& accessibleName)
{
    auto* const button = new QPushButton;
    button->setObjectName(name);
    button->setAccessibleName(accessibleName);
    button->setFlat(true);
    button->setMenu(new QMenu(button));
    return button;
}

} // namespace

QWidget* KeysPage::makeTree()
{
    auto* const card = new Card;
    card->body()->setContentsMargins(1, 10, 1, 10);
    auto* const filters = new QHBoxLayout;
    filters->setContentsMargins(12, 0, 12, 0);
    m_filter = new FilterLine(KeyFilter::fields());
    m_filter->setObjectName("keyFilter");
    m_filter->setPlaceholderText(tr("Filter: user:*, type:zset, no-ttl, ttl<1h …"));
    m_filter->setAccessibleName(tr("Filter keys"));
    filters->addWidget(m_filter);
    card->body()->addLayout(filters);
    auto* const arranged = new QHBoxLayout;
    arranged->setContentsMargins(4, 0, 4, 0);
    arranged->setSpacing(2);
    arranged->addWidget(makeOrderMenu());
    arranged->addStretch(1);
    auto* const separator = new PlainLabel(tr("separator"), PlainLabel::Tone::Muted);
    separator->setElided(false);
    arranged->addWidget(separator);
    arranged->addWidget(makeDelimiterMenu());
    showArrangement();
    card->body()->addLayout(arranged);

    m_folders = new RowTree;
    m_folders->setObjectName("keyTree");
    m_folders->setAccessibleName(tr("Prefixes of keys"));
    m_folders->setModel(&m_tree);
    m_folderRows = new KeyTreeDelegate(m_folders);
    m_folders->setItemDelegate(m_folderRows);
    QHeaderView* const header = m_folders->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(KeyTreeModel::Name, QHeaderView::Stretch);
    constexpr std::array<std::pair<int, int>, 3> widths{
        {{KeyTreeModel::Keys, 74}, {KeyTreeModel::Memory, 78}, {KeyTreeModel::NoExpiry, 70}}};
    for (const auto& [column, width] : widths) {
        header->setSectionResizeMode(column, QHeaderView::Fixed);
        header->resizeSection(column, width);
    }
    card->body()->addWidget(m_folders, 1);

    auto* const notes = new QHBoxLayout;
    notes->setContentsMargins(12, 0, 12, 2);
    m_note = new KeyNote(m_describeUnknown);
    notes->addWidget(m_note);
    card->body()->addLayout(notes);
    return card;
}

QPushButton* KeysPage::makeOrderMenu()
{
    m_order = menuButton("keyOrder", tr("Order of the prefixes"));
    auto* const group = new QActionGroup(m_order);
    const auto add = [&](const QString& text, KeyTree::Order order) {
        QAction* const action = m_order->menu()->addAction(text);
        action->setCheckable(true);
        action->setData(int(order));
        action->setIconText(text);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, order] {
            setArrangement({order, arrangement().delimiters});
        });
    };
    add(tr("by memory"), KeyTree::Order::Memory);
    add(tr("by keys"), KeyTree::Order::Keys);
    add(tr("by name"), KeyTree::Order::Name);
    return m_order;
}

QPushButton* KeysPage::makeDelimiterMenu()
{
    m_delimiter = menuButton("keyDelimiter", tr("Where names are cut"));
    m_delimiter->setToolTip(tr("The separator behind which the names of keys are cut into prefixes"));
    auto* const group = new QActionGroup(m_delimiter);
    const auto add = [&](const QString& brief, const QString& text, const char* delimiters) {
        QAction* const action = m_delimiter->menu()->addAction(text);
        action->setCheckable(true);
        action->setData(QString::fromLatin1(delimiters));
        action->setIconText(brief);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, delimiters] {
            setArrangement({arrangement().order, delimiters});
        });
    };
    add(tr("auto"), tr("Find the separator of each name"), KeyTree::delimiterOfEach.data());
    add(QStringLiteral(":"), tr("Cut names at :"), ":");
    add(QStringLiteral("/"), tr("Cut names at /"), "/");
    add(QStringLiteral("."), tr("Cut names at ."), ".");
    add(QStringLiteral("|"), tr("Cut names at |"), "|");
    add(QStringLiteral("-"), tr("Cut names at -"), "-");
    add(QStringLiteral("_"), tr("Cut names at _"), "_");
    add(QStringLiteral(": / . |"), tr("Cut names at any of : / . |"), ":/.|");
    add(tr("whole"), tr("Do not cut names"), "");
    return m_delimiter;
}

KeysPage::Arrangement KeysPage::arrangement() const
{
    return {m_browser.view().order, m_browser.view().delimiters};
}

void KeysPage::setArrangement(const Arrangement& arrangement)
{
    KeyView view = m_browser.view();
    view.order = arrangement.order;
    if (actionOf(m_delimiter, QString::fromStdString(arrangement.delimiters)))
        view.delimiters = arrangement.delimiters;
    m_browser.setView(view);
    showArrangement();
}

// On the buttons and in their menus.
void KeysPage::showArrangement()
{
    for (const auto& [button, present] :
         {std::pair(m_order, QVariant(int(arrangement().order))),
          std::pair(m_delimiter, QVariant(QString::fromStdString(arrangement().delimiters)))})
        if (QAction* const action = actionOf(button, present)) {
            action->setChecked(true);
            setTextOf(button, action->iconText());
        }
}

QWidget* KeysPage::makeList()
{
    auto* const card = new Card;
    card->body()->setContentsMargins(1, 10, 1, 4);
    auto* const head = new QHBoxLayout;
    head->setContentsMargins(12, 0, 14, 0);
    head->setSpacing(8);
    m_up = new QPushButton(QStringLiteral("↑"));
    m_up->setObjectName("keysUp");
    m_up->setAccessibleName(tr("Up to the prefix above"));
    m_up->setToolTip(tr("Up to the prefix above (Backspace)"));
    m_up->setFixedSize(28, 26);
    connect(m_up, &QPushButton::clicked, this, &KeysPage::goUp);
    head->addWidget(m_up);
    m_folderName = new PlainLabel;
    m_folderName->setObjectName("keyFolder");
    QFont font = monospaceFont();
    font.setWeight(QFont::DemiBold);
    m_folderName->setFont(font);
    head->addWidget(m_folderName, 1);
    m_folderCount = new PlainLabel({}, PlainLabel::Tone::Muted);
    m_folderCount->setObjectName("keyFolderCount");
    m_folderCount->setElided(false);
    head->addWidget(m_folderCount);
    card->body()->addLayout(head);

    constexpr int rowPadding = 17;
    m_keys = new RowTable(rowPadding);
    m_keys->setObjectName("keyList");
    m_keys->setAccessibleName(tr("Keys"));
    m_keys->setModel(&m_list);
    m_keyRows = new KeyListDelegate(m_keys);
    m_keys->setItemDelegate(m_keyRows);
    m_keys->setSelectionMode(QAbstractItemView::SingleSelection);
    m_keys->setColumns({{0}, {84, 250}, {78, 330}, {92, 0}});
    m_rowMenu = new QMenu(m_keys);
    m_rowMenu->addActions(
        {m_block, m_unblock, m_reset, m_openToken, m_openInLab, m_expiry, m_rename, m_delete, m_copy});
    m_keys->setContextMenuPolicy(Qt::CustomContextMenu);
    card->body()->addWidget(m_keys, 1);
    return card;
}

void KeysPage::makeActions()
{
    m_block = makeAction(this, "blockKey", tr("Block…"), tr("Deny every request of this key's token"),
                         QKeySequence("Ctrl+B"));
    m_unblock = makeAction(this, "unblockKey", tr("Unblock…"), tr("Lift the block of this key's token"),
                           QKeySequence("Ctrl+U"));
    m_reset = makeAction(this, "resetKey", tr("Reset…"), tr("Forget what this key's token has used"), {});
    m_openToken = makeAction(this, "openKeyToken", tr("Open in Tokens"),
                             tr("See this key's token on the Tokens page"), {});
    m_openInLab = makeAction(this, "openKeyInLab", tr("Open its requests in the lab"),
                             tr("Try rules on the requests in this key's log"), {});
    m_expiry = makeAction(this, "editTtl", tr("Edit TTL…"), tr("Change when the key expires"), {});
    m_rename = makeAction(this, "renameKey", tr("Rename…"), tr("Give the key another name"),
                          QKeySequence(Qt::Key_F2));
    m_delete = makeAction(this, "deleteKey", tr("Delete…"),
                          tr("Delete the key and its value; on Tokens the same key resets the token"),
                          QKeySequence(Qt::Key_Delete));
    m_copy = makeAction(this, "copyKeyName", tr("Copy name"), tr("Copy the exact bytes of the key's name"),
                        QKeySequence::Copy);
    for (QAction* const action : {m_rename, m_delete, m_copy}) // the list has them under these keys
        action->setShortcutContext(Qt::WidgetShortcut);
    m_describeUnknown = makeAction(this, "describeUnknownKeys", tr("Describe this key…"),
                                   tr("Describe what these keys mean, starting with one of them"), {});
    m_clearFilter = new QAction(tr("Clear filter"), this);
    m_scanAll = new QAction(tr("Scan all keys"), this);
    m_showFirst = new QAction(tr("Show the first key"), this);
    m_describe = makeAction(this, "describeChosenKey", tr("Describe this key…"),
                            tr("Describe what this key and similar keys mean"), {});
}

} // namespace ratewarden::ui
