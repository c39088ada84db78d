// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/affected_tokens.h"

#include "ui/models/ink_delegate.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/copy_bytes.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

enum AffectedColumn { AffectedTokenColumn, AffectedShareColumn, AffectedBecomesColumn, AffectedColumnCount };

constexpr int bytesRole = Qt::UserRole;     // the token, exactly
constexpr int shareRole = Qt::UserRole + 1; // as a number
constexpr int affectedInSight = 6;

class AffectedItem final : public QTreeWidgetItem {
public:
    using QTreeWidgetItem::QTreeWidgetItem;

    bool operator<(const QTreeWidgetItem& other) const override
    {
        if (treeWidget()->sortColumn() == AffectedShareColumn)
            return data(AffectedShareColumn, shareRole).toDouble() <
                   other.data(AffectedShareColumn, shareRole).toDouble();
        return QTreeWidgetItem::operator<(other);
    }
};

std::string bytesOf(const QTreeWidgetItem* item)
{
    return item->data(AffectedTokenColumn, bytesRole).toByteArray().toStdString();
}

// 100 % is full: what is just below is not.
QString shareText(double share)
{
    const double percent = share * 100;
    return AffectedTokens::tr("%1 %").arg(
        numberText(Units(share < 1 ? std::floor(percent) : std::round(percent))));
}

} // namespace

AffectedTokens::AffectedTokens(QWidget* parent) : QTreeWidget(parent)
{
    setColumnCount(AffectedColumnCount);
    setHeaderLabels({tr("Token"), tr("Used"), tr("Becomes")});
    setAccessibleName(tr("Tokens for which it makes a difference"));
    setFrameShape(QFrame::NoFrame);
    setRootIsDecorated(false);
    setItemDelegate(new InkDelegate({AffectedTokenColumn}, {}, this));
    setUniformRowHeights(true);
    setAllColumnsShowFocus(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setTextElideMode(Qt::ElideMiddle);
    setTabKeyNavigation(false);
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(AffectedTokenColumn, QHeaderView::Stretch);
    header()->setSectionResizeMode(AffectedShareColumn, QHeaderView::Fixed);
    header()->setSectionResizeMode(AffectedBecomesColumn, QHeaderView::Fixed);
    header()->resizeSection(AffectedShareColumn, 70);
    header()->resizeSection(AffectedBecomesColumn, 90);
    headerItem()->setTextAlignment(AffectedShareColumn, Qt::AlignRight | Qt::AlignVCenter);
    headerItem()->setToolTip(AffectedShareColumn, tr("Of its tightest rule, by the rules that limit it"));
    setSortingEnabled(true);
    sortByColumn(AffectedShareColumn, Qt::DescendingOrder);
    setToolTip(tr("Return opens a token, Ctrl+C copies those that are chosen"));
    connect(this, &QTreeWidget::itemDoubleClicked, this, &AffectedTokens::open);
}

QSize AffectedTokens::sizeHint() const
{
    return {300, header()->sizeHint().height() + affectedInSight * (fontMetrics().height() + 12)};
}

void AffectedTokens::addTokens(const std::vector<PolicyEffect::Changed>& tokens, const QString& becomes)
{
    QList<QTreeWidgetItem*> items;
    for (const PolicyEffect::Changed& token : tokens) {
        auto* const item = new AffectedItem({shown(token.token), shareText(token.share), becomes});
        for (const int column : {AffectedTokenColumn, AffectedBecomesColumn})
            item->setTextAlignment(column, Qt::AlignLeft | Qt::AlignVCenter);
        item->setData(AffectedTokenColumn, bytesRole, QByteArray::fromStdString(token.token));
        item->setData(AffectedShareColumn, shareRole, token.share);
        item->setSizeHint(AffectedTokenColumn, {0, fontMetrics().height() + 12});
        item->setTextAlignment(AffectedShareColumn, Qt::AlignRight | Qt::AlignVCenter);
        item->setToolTip(AffectedTokenColumn, plainToolTip(shown(token.token)));
        items << item;
    }
    addTopLevelItems(items);
}

void AffectedTokens::put(const PolicyEffect& effect)
{
    std::vector<std::string> chosen; // stay so, while more are found
    for (const QTreeWidgetItem* const item : selectedItems())
        chosen.push_back(bytesOf(item));
    setSortingEnabled(false); // once is enough
    clear();
    addTokens(effect.newlyLimited, tr("■ limited"));
    addTokens(effect.freed, tr("free"));
    setSortingEnabled(true);
    for (int row = 0; row < topLevelItemCount() && !chosen.empty(); ++row)
        topLevelItem(row)->setSelected(std::ranges::find(chosen, bytesOf(topLevelItem(row))) != chosen.end());
}

void AffectedTokens::open()
{
    if (const QTreeWidgetItem* const item = currentItem())
        Q_EMIT tokenWanted(bytesOf(item));
}

void AffectedTokens::copy() const
{
    std::string lines;
    for (int row = 0; row < topLevelItemCount(); ++row) // as they stand
        if (const QTreeWidgetItem* const item = topLevelItem(row); item->isSelected())
            lines += (lines.empty() ? "" : "\n") + bytesOf(item);
    if (!lines.empty())
        copyBytes(lines);
}

void AffectedTokens::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy))
        copy();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        open(); // it is not meant for the dialog's default button
    else
        QTreeWidget::keyPressEvent(event);
}

void AffectedTokens::contextMenuEvent(QContextMenuEvent* event)
{
    if (currentItem() == nullptr)
        return;
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Open"), this, &AffectedTokens::open);
    menu->addAction(tr("Copy"), QKeySequence::Copy, this, &AffectedTokens::copy);
    menu->popup(event->globalPos());
}

} // namespace ratewarden::ui
