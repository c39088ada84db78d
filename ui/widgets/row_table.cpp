// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_table.h"

#include "ui/theme/style.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QHeaderView>

namespace ratewarden::ui {

RowTable::RowTable(int rowPadding, QWidget* parent)
    : QTableView(parent), m_emptyText(new PlainLabel({}, PlainLabel::Tone::Muted, viewport()))
{
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + rowPadding);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(40);
    horizontalHeader()->setFixedHeight(fontMetrics().height() + 18);
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWrapped();
    m_emptyText->hide();
    auto* const over = new QVBoxLayout(viewport());
    over->addWidget(m_emptyText);
}

void RowTable::setColumns(std::vector<ColumnLayout> columns)
{
    m_columns = std::move(columns);
    QFont headings = font();
    headings.setWeight(QFont::DemiBold); // as the style writes them, with an arrow where it is sorted
    const QFontMetrics metrics(headings);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const QString heading = model()->headerData(i, Qt::Horizontal).toString() + QStringLiteral(" ▾");
        int width = m_columns[std::size_t(i)].width;
        if (width != 0)
            width = qMax(width, metrics.horizontalAdvance(heading) + 2 * Style::headerMargin + 2);
        horizontalHeader()->setSectionResizeMode(i, width == 0 ? QHeaderView::Stretch : QHeaderView::Fixed);
        if (width != 0)
            horizontalHeader()->resizeSection(i, width);
    }
    showColumns();
}

void RowTable::showColumns()
{
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const ColumnLayout& column = m_columns[std::size_t(i)];
        setColumnHidden(i, column.hidden || width() < column.fromList);
    }
}

void RowTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    showColumns();
}

void RowTable::setEmptyText(const QString& text)
{
    m_emptyText->setText(text);
    m_emptyText->setVisible(!text.isEmpty());
}

std::pair<int, int> RowTable::visibleRows() const
{
    const int last = rowAt(viewport()->height() - 1);
    return {qMax(0, rowAt(0)), last < 0 ? model()->rowCount() - 1 : last};
}

} // namespace ratewarden::ui
