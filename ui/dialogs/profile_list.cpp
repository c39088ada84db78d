// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/profile_list.h"

#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>

#include <utility>

namespace ratewarden::ui {
namespace {

enum ProfileRole {
    ProfileKeyRole = Qt::UserRole,
    ProfileAddressRole,
    ProfileEnvironmentRole,
    ProfileColorRole,
    ProfileStoredRole
};

/// A stripe, the name and the environment; the address below.
class ProfileDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const int lines = index.data(ProfileStoredRole).toBool() ? 2 : 1;
        return {100, lines * option.fontMetrics.height() + 14};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Colors& c = colors();
        painter->save();
        const int line = option.fontMetrics.height();
        QRect area = option.rect.adjusted(14, 6, -10, -6);
        if (!index.data(ProfileKeyRole).isValid()) { // a heading
            painter->setPen(c.muted);
            painter->setFont(option.font);
            painter->drawText(area.adjusted(-6, 0, 0, 0), Qt::AlignLeft | Qt::AlignBottom,
                              index.data().toString());
            painter->restore();
            return;
        }
        if (option.state & QStyle::State_Selected)
            painter->fillRect(option.rect, c.selection);
        const QColor ink = profileColor(ProfileColor(index.data(ProfileColorRole).toInt()));
        if (index.data(ProfileStoredRole).toBool())
            painter->fillRect(QRect(option.rect.left() + 3, area.top(), 4, area.height()), ink);
        const QFont bold = boldFont(option.font);
        const QFont small = smallFont(bold);
        const QString word = index.data(ProfileEnvironmentRole).toString();
        const int wordWidth = word.isEmpty() ? 0 : QFontMetrics(small).horizontalAdvance(word) + 10;
        const QRect first(area.left(), area.top(), area.width(), line + 1);
        painter->setPen(ink);
        painter->setFont(small);
        painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, word);
        drawCellText(painter, first.adjusted(0, 0, -wordWidth, 0), index.data().toString(),
                     index.data(ProfileStoredRole).toBool() ? bold : option.font, c.text,
                     Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
        if (index.data(ProfileStoredRole).toBool())
            drawCellText(painter, QRect(area.left(), area.top() + line + 1, area.width(), line),
                         index.data(ProfileAddressRole).toString(), option.font, c.muted,
                         Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
        painter->restore();
    }
};

} // namespace

ProfileList::ProfileList(const ProfileStore& store, QWidget* parent)
    : QWidget(parent), m_store(store), m_list(new QListWidget)
{
    auto* const column = columnLayout(8, this);
    auto* const title = new PlainLabel(tr("Profiles"), PlainLabel::Tone::Muted);
    column->addWidget(title);
    m_list->setObjectName("profiles");
    setFocusProxy(m_list);
    m_list->setAccessibleName(title->text());
    m_list->setItemDelegate(new ProfileDelegate(m_list));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setMouseTracking(true);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* const card = new Card;
    card->body()->addWidget(m_list);
    column->addWidget(card, 1);

    auto* const first = new QHBoxLayout;
    auto* const second = new QHBoxLayout;
    const auto add = [this](QBoxLayout* row, const QString& text, const char* name, const QString& tip,
                            void (ProfileList::*wanted)()) {
        auto* const button = new QPushButton(text);
        button->setObjectName(name);
        button->setAutoDefault(false);
        button->setToolTip(tip);
        row->addWidget(button, 1);
        connect(button, &QPushButton::clicked, this, wanted);
        return button;
    };
    for (QHBoxLayout* const row : {first, second}) {
        row->setSpacing(6);
        column->addLayout(row);
    }
    add(first, tr("New"), "newProfile", tr("Enter another server"), &ProfileList::newWanted);
    m_duplicate = add(first, tr("Duplicate"), "duplicateProfile",
                      tr("Enter another server like the chosen one"), &ProfileList::duplicateWanted);
    add(second, tr("Import…"), "importProfiles",
        tr("From addresses, redis-cli command lines, or an export of RedisInsight"),
        &ProfileList::importWanted);
    m_delete = add(second, tr("Delete"), "deleteProfile",
                   tr("Delete the chosen profile, and its password in the keychain, or the chosen address"),
                   &ProfileList::deletionWanted);
    connect(m_list, &QListWidget::currentItemChanged, this, [this] {
        updateButtons();
        if (const QString key = chosen(); !key.isEmpty())
            Q_EMIT chosenChanged(key);
    });
    connect(m_list, &QListWidget::itemDoubleClicked, this, &ProfileList::activated);
    refresh();
}

void ProfileList::addRow(const ServerProfile& profile)
{
    const bool isStored = !profile.id.isEmpty();
    auto* const row = new QListWidgetItem(isStored ? shown(profile.title().toStdString()) : profile.title());
    const QString address = shown(profile.endpoint.text());
    const QString word = environmentText(profile.environment);
    row->setData(ProfileKeyRole, profile.key());
    row->setData(ProfileAddressRole, isStored ? address : QString());
    row->setData(ProfileEnvironmentRole, word);
    row->setData(ProfileColorRole, int(profile.color));
    row->setData(ProfileStoredRole, isStored);
    row->setData(Qt::AccessibleTextRole, QStringList{row->text(), word, address}.join(QStringLiteral(", ")));
    row->setToolTip(plainToolTip(address));
    m_list->addItem(row);
}

void ProfileList::refresh()
{
    const QString before = chosen();
    {
        const QSignalBlocker quiet(m_list);
        m_list->clear();
        for (const ServerProfile& profile : m_store.profiles())
            addRow(profile);
        bool headed = false;
        for (const QString& address : m_store.recent())
            try {
                ServerProfile profile;
                profile.endpoint = parseEndpoint(address.toStdString());
                profile.endpoint.password.clear();
                if (!std::exchange(headed, true)) {
                    auto* const heading = new QListWidgetItem(tr("Opened without a profile"));
                    heading->setFlags(Qt::NoItemFlags);
                    m_list->addItem(heading);
                }
                addRow(profile);
            } catch (const InvalidArgument&) { // the file was edited by hand
            }
    }
    choose(before);
}

void ProfileList::choose(const QString& key)
{
    const QSignalBlocker quiet(m_list);
    m_list->setCurrentItem(nullptr);
    m_list->clearSelection();
    for (int i = 0; i < m_list->count(); ++i)
        if (!key.isEmpty() && m_list->item(i)->data(ProfileKeyRole).toString() == key)
            m_list->setCurrentRow(i);
    updateButtons();
}

void ProfileList::move(int by)
{
    for (int row = m_list->currentRow() + by; row >= 0 && row < m_list->count(); row += by)
        if (const QVariant key = m_list->item(row)->data(ProfileKeyRole); key.isValid())
            return choose(key.toString());
}

QString ProfileList::chosen() const
{
    const QListWidgetItem* const item = m_list->currentItem();
    return item != nullptr ? item->data(ProfileKeyRole).toString() : QString();
}

void ProfileList::updateButtons()
{
    m_duplicate->setEnabled(m_store.find(chosen()) != nullptr);
    m_delete->setEnabled(!chosen().isEmpty());
}

} // namespace ratewarden::ui
