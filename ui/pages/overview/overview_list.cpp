// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_list.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/row_delegate.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>
#include <QFocusEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QPainter>

#include <algorithm>
#include <numeric>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int listMargin = 6;
constexpr int listRowPadding = 9;

QColor colorOf(OverviewRow::Ink ink)
{
    const Colors& c = colors();
    switch (ink) {
    case OverviewRow::Ink::Text:
        return c.text;
    case OverviewRow::Ink::Muted:
        return c.muted;
    case OverviewRow::Ink::Limited:
        return c.limited;
    case OverviewRow::Ink::Blocked:
        return c.blocked;
    }
    return c.text;
}

class OverviewDelegate final : public RowDelegate {
public:
    OverviewDelegate(const OverviewRows& rows, QTableView* table, const QColor Colors::*bar)
        : RowDelegate(table), m_rows(rows), m_table(*table), m_bar(bar)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const OverviewRow& row = m_rows.at(index.row());
        painter->save();
        if (row.share < 0) {
            paintGround(painter, option);
        } else if (option.state & QStyle::State_Selected) {
            painter->fillRect(option.rect, colors().selection);
        }
        paintShare(painter, option.rect, row);
        QRect cell = option.rect.adjusted(listMargin, 0, -listMargin, row.share < 0 ? 0 : -4);
        if (!row.note.isEmpty()) {
            const QRect line(listMargin, cell.center().y() + 1, m_table.viewport()->width() - 2 * listMargin,
                             cell.height() / 2 - 3);
            painter->setClipRect(option.rect); // as far as it lies in this cell
            drawCellText(painter, line, row.note, option.font, colors().muted, Qt::AlignLeft | Qt::AlignTop,
                         Qt::ElideRight);
            cell = QRect(cell.left(), cell.top() + 3, cell.width(), cell.height() / 2 - 2);
        }
        const bool isName = index.column() == OverviewRows::Name;
        QFont font = isName && row.monospace ? monospaceFont() : option.font;
        if (index.column() == OverviewRows::Value && row.valueInk != OverviewRow::Ink::Muted)
            font.setWeight(QFont::DemiBold);
        const OverviewRow::Ink ink = isName                                  ? OverviewRow::Ink::Text
                                     : index.column() == OverviewRows::About ? row.aboutInk
                                                                             : row.valueInk;
        drawCellText(painter, cell, index.data().toString(), font, faded() ? colors().muted : colorOf(ink),
                     index.data(Qt::TextAlignmentRole).toInt(), isName ? Qt::ElideMiddle : Qt::ElideRight);
        painter->restore();
    }

private:
    // From the beginning of the row on, whatever cells lie there.
    void paintShare(QPainter* painter, const QRect& cell, const OverviewRow& row) const
    {
        if (row.share < 0)
            return;
        const QRectF whole(listMargin, cell.bottom() - 3.5, m_table.viewport()->width() - 2.0 * listMargin,
                           3);
        painter->setClipRect(cell);
        painter->setPen(Qt::NoPen);
        QColor color = colors().*m_bar;
        color.setAlphaF(faded() ? 0.3F : 0.6F);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setBrush(color);
        painter->drawRoundedRect(
            QRectF(whole.left(), whole.top(), std::max(3.0, whole.width() * std::min(row.share, 1.0)), 3),
            1.5, 1.5);
        painter->setRenderHint(QPainter::Antialiasing, false);
    }

    const OverviewRows& m_rows;
    const QTableView& m_table;
    const QColor Colors::*m_bar;
};

QStringList filledOf(QStringList parts)
{
    parts.removeAll(QString());
    return parts;
}

} // namespace

OverviewRows::OverviewRows(QStringList headings, QObject* parent)
    : CellModel(parent), m_headings(std::move(headings))
{
}

QString OverviewRows::cellText(int row, int column) const
{
    const OverviewRow& its = at(row);
    return column == Name ? its.name : column == About ? its.about : its.value;
}

QString OverviewRows::cellSpoken(int row, int column) const
{
    if (column != Name)
        return CellModel::cellSpoken(row, column);
    const OverviewRow& its = at(row);
    return filledOf({its.name, its.about, its.value, its.note}).join(QStringLiteral(", "));
}

QString OverviewRows::cellTip(int row, int /*column*/) const
{
    const OverviewRow& its = at(row);
    return its.toolTip.isEmpty()
               ? filledOf({its.name, its.note, its.about, its.value}).join(QLatin1Char('\n'))
               : its.toolTip;
}

void OverviewRows::put(std::vector<OverviewRow> rows)
{
    if (rows == m_rows)
        return;
    if (rows.size() < m_rows.size()) {
        beginRemoveRows({}, int(rows.size()), int(m_rows.size()) - 1);
        m_rows.resize(rows.size());
        endRemoveRows();
    } else if (rows.size() > m_rows.size()) {
        beginInsertRows({}, int(m_rows.size()), int(rows.size()) - 1);
        m_rows.resize(rows.size());
        endInsertRows();
    }
    m_rows = std::move(rows);
    if (!m_rows.empty())
        Q_EMIT dataChanged(index(0, 0), index(int(m_rows.size()) - 1, ColumnCount - 1));
}

OverviewList::OverviewList(const QString& title, const char* name, const QStringList& headings,
                           const Layout& layout, QWidget* parent)
    : Card(title, parent)
    , m_layout(layout)
    , m_rows(new OverviewRows(headings, this))
    , m_table(new RowTable(layout.notes ? listRowPadding + fontMetrics().height() + 2 : listRowPadding, title,
                           m_rows))
    , m_about(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    m_about->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    addToHeader(m_about);
    m_table->setObjectName(name);
    m_table->horizontalHeader()->hide();
    m_delegate = new OverviewDelegate(
        *m_rows, m_table,
        QLatin1String(name) == QLatin1String("topConsumers") ? &Colors::used : &Colors::limited);
    m_table->setItemDelegate(m_delegate);
    setColumns(std::max(layout.about, 0));
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setMinimumHeight(layout.rows * m_table->verticalHeader()->defaultSectionSize());
    m_table->installEventFilter(this);
    m_table->viewport()->installEventFilter(this);
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) { open(index.row()); });
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) { open(index.row()); });
    body()->setContentsMargins(14 - listMargin, 10, 14 - listMargin, 8);
    if (auto* const header = body()->itemAt(0)->layout())
        header->setContentsMargins(listMargin, 0, listMargin, 0);
    body()->setSpacing(4);
    body()->addWidget(m_table, 1);
}

// Where the focus is, a row is selected, and nowhere else.
bool OverviewList::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table->viewport()) {
        if (event->type() == QEvent::Leave)
            arrange(m_presented);
        else if (event->type() == QEvent::Resize)
            fitColumns();
    } else if (event->type() == QEvent::FocusIn && m_rows->rowCount() > 0 &&
               static_cast<QFocusEvent*>(event)->reason() != Qt::MouseFocusReason) {
        const QModelIndex current = m_table->currentIndex();
        m_table->selectRow(current.isValid() ? current.row() : 0);
    } else if (event->type() == QEvent::FocusOut) {
        m_table->clearSelection();
    }
    return Card::eventFilter(watched, event);
}

void OverviewList::present(std::vector<OverviewRow> rows, const QString& emptyText)
{
    m_presented = std::move(rows);
    m_table->setEmptyText(m_presented.empty() ? emptyText : QString());
    arrange(m_presented);
}

void OverviewList::arrange(std::vector<OverviewRow> rows)
{
    m_places.resize(rows.size());
    std::iota(m_places.begin(), m_places.end(), 0);
    if (m_table->viewport()->underMouse())
        hold(rows);
    if (std::size_t(room()) < rows.size())
        rows.resize(std::size_t(room()));
    m_table->viewport()->setCursor(rows.empty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    const int before = m_table->currentIndex().row();
    const QString chosen = before < 0 ? QString() : m_rows->idOf(before);
    const bool isSelected = m_table->selectionModel()->hasSelection();
    m_rows->put(std::move(rows));
    fitColumns();
    if (before >= 0)
        follow(chosen, isSelected);
}

// The middle column stands at its right end: what it gives up is empty.
void OverviewList::fitColumns()
{
    if (m_layout.about <= 0)
        return;
    int name = 0;
    int about = 0;
    for (int row = 0; row < m_rows->rowCount(); ++row) {
        const OverviewRow& its = m_rows->at(row);
        const QFontMetrics names(its.monospace ? monospaceFont() : m_table->font());
        name = std::max(name, names.horizontalAdvance(its.name));
        about = std::max(about, m_table->fontMetrics().horizontalAdvance(its.about));
    }
    constexpr int margins = 2 * listMargin;
    const int left = m_table->viewport()->width() - m_layout.value - (name + margins + 1);
    setColumns(std::min(std::max(left, about + margins), m_layout.about));
}

void OverviewList::setColumns(int about)
{
    if (std::exchange(m_aboutWidth, about) != about)
        m_table->setColumns({{0}, {about, 0, m_layout.about == 0}, {m_layout.value}});
}

// Whoever is no longer among them keeps the place, without a figure, and leads nowhere.
void OverviewList::hold(std::vector<OverviewRow>& rows)
{
    std::vector<OverviewRow> held;
    std::vector<int> places;
    for (int row = 0; row < m_rows->rowCount() && !rows.empty(); ++row) {
        const auto now = std::ranges::find_if(m_places, [&](int place) {
            return place >= 0 && rows[std::size_t(place)].identity() == m_rows->idOf(row);
        });
        places.push_back(now == m_places.end() ? -1 : std::exchange(*now, -1));
        if (places.back() >= 0) {
            held.push_back(rows[std::size_t(places.back())]);
        } else {
            held.push_back(m_rows->at(row));
            held.back().value = noValue();
            held.back().valueInk = held.back().aboutInk = OverviewRow::Ink::Muted;
        }
    }
    for (const int place : m_places) {
        if (place < 0)
            continue;
        held.push_back(rows[std::size_t(place)]);
        places.push_back(place);
    }
    rows = std::move(held);
    m_places = std::move(places);
}

void OverviewList::open(int row)
{
    if (m_places[std::size_t(row)] >= 0)
        Q_EMIT opened(m_places[std::size_t(row)]);
}

// What is chosen is a subject, not the number of a row: Return opens nobody else than who stood there.
void OverviewList::follow(const QString& id, bool isSelected)
{
    int row = 0;
    while (row < m_rows->rowCount() && m_rows->idOf(row) != id)
        ++row;
    if (row == m_table->currentIndex().row())
        return;
    const QModelIndex now = m_rows->index(row, 0); // none when it is gone
    m_table->selectionModel()->setCurrentIndex(now, isSelected ? QItemSelectionModel::ClearAndSelect |
                                                                     QItemSelectionModel::Rows
                                                               : QItemSelectionModel::NoUpdate);
    if (!now.isValid())
        m_table->clearSelection();
}

int OverviewList::room() const
{
    return std::max(1, m_table->viewport()->height() / m_table->verticalHeader()->defaultSectionSize());
}

void OverviewList::setFaded(bool faded)
{
    if (m_delegate->setFaded(faded))
        m_table->viewport()->update();
}

} // namespace ratewarden::ui
