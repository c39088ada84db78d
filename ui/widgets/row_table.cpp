// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_table.h"

#include "ui/text/display_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/row_delegate.h"

#include <QAbstractProxyModel>
#include <QBoxLayout>
#include <QHeaderView>
#include <QHelpEvent>
#include <QMenu>
#include <QMetaEnum>
#include <QScopedValueRollback>
#include <QToolTip>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int narrowestColumn = 40;
constexpr int widestByHand = 4000;
constexpr int widestHeading = 240;    // that a column makes room for by itself
constexpr int longestColumnName = 40; // characters, in a menu

} // namespace

RowTable::RowTable(int rowPadding, QWidget* parent) : QTableView(parent), m_empty(new EmptyState(this))
{
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + rowPadding);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(narrowestColumn);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QWidget::customContextMenuRequested, this, &RowTable::popUpColumns);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &RowTable::noteWidth);
    horizontalHeader()->setFixedHeight(fontMetrics().height() + 18);
    auto* const over = new QVBoxLayout(viewport());
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(m_empty);
}

RowTable::RowTable(int rowPadding, const QString& accessibleName, QAbstractItemModel* model)
    : RowTable(rowPadding)
{
    setAccessibleName(accessibleName);
    setModel(model);
}

void RowTable::setColumns(std::vector<ColumnLayout> columns)
{
    m_columns = std::move(columns);
    m_names.clear();
    for (int i = 0; i < int(m_columns.size()); ++i)
        m_names << nameOf(i);
    layOut();
}

// Of two with the same heading the later one has a number, too.
QString RowTable::nameOf(int column) const
{
    const QAbstractItemModel* source = model();
    while (const auto* const proxy = qobject_cast<const QAbstractProxyModel*>(source))
        source = proxy->sourceModel();
    const QMetaObject& meta = *source->metaObject();
    if (const int place = meta.indexOfEnumerator("Column"); place >= 0)
        return QString::fromLatin1(meta.enumerator(place).valueToKey(column));
    const QString heading = model()->headerData(column, Qt::Horizontal).toString();
    return m_names.contains(heading) ? QStringLiteral("%1 #%2").arg(heading, QString::number(column))
                                     : heading;
}

RowTable::Choice RowTable::choiceOf(int column) const
{
    return m_choices.value(m_names[column]);
}

void RowTable::layOut()
{
    const QScopedValueRollback guard(m_layingOut, true);
    const QFont headings = boldFont(font()); // as the style writes them, with an arrow where it is sorted
    const QFontMetrics metrics(headings);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const QString heading = model()->headerData(i, Qt::Horizontal).toString() + QStringLiteral(" ▾");
        int width = m_columns[std::size_t(i)].width;
        if (width != 0) {
            const int ofHeading = metrics.horizontalAdvance(heading) + 2 * Style::headerMargin + 2;
            width = choiceOf(i).width.value_or(qMax(width, qMin(ofHeading, widestHeading)));
        }
        horizontalHeader()->setSectionResizeMode(i, width == 0 ? QHeaderView::Stretch
                                                               : QHeaderView::Interactive);
        if (width != 0)
            horizontalHeader()->resizeSection(i, width);
    }
    showColumns();
}

void RowTable::showColumns()
{
    const QScopedValueRollback guard(m_layingOut, true);
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const ColumnLayout& column = m_columns[std::size_t(i)];
        const bool isChosen = choiceOf(i).shown.value_or(width() >= column.fromList);
        setColumnHidden(i, column.hidden || (i > 0 && !isChosen));
    }
    // What was chosen may take more room than there is.
    const bool chosen = std::ranges::any_of(std::as_const(m_names),
                                            [this](const QString& name) { return m_choices.contains(name); });
    setHorizontalScrollBarPolicy(chosen ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

// A column that is shown or hidden tells of a width of 0; one that shares what is left has none of its own.
void RowTable::noteWidth(int column, int before, int width)
{
    if (m_layingOut || before == 0 || width == 0 || column >= int(m_columns.size()) ||
        m_columns[std::size_t(column)].width == 0)
        return;
    m_choices[m_names[column]].width = width;
    showColumns();
}

bool RowTable::hasColumnsToChoose() const
{
    return std::ranges::count_if(m_columns, [](const ColumnLayout& column) { return !column.hidden; }) > 1;
}

void RowTable::chooseColumns()
{
    popUpColumns(QPoint(0, horizontalHeader()->height()));
}

void RowTable::popUpColumns(const QPoint& at)
{
    auto* const menu = new QMenu(this);
    menu->setObjectName("columns");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    for (int i = 1; i < int(m_columns.size()); ++i) {
        if (m_columns[std::size_t(i)].hidden)
            continue;
        const QString heading = model()->headerData(i, Qt::Horizontal).toString();
        QAction* const action = menu->addAction(withoutKeys(shortened(heading, longestColumnName)));
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(i));
        connect(action, &QAction::triggered, this, [this, name = m_names[i]](bool shown) {
            m_choices[name].shown = shown;
            showColumns();
        });
    }
    menu->addSeparator();
    QAction* const reset = menu->addAction(tr("Reset columns"), this, &RowTable::resetColumns);
    reset->setEnabled(!m_choices.isEmpty());
    menu->popup(horizontalHeader()->mapToGlobal(at));
}

void RowTable::resetColumns()
{
    m_choices.clear();
    layOut();
}

QStringList RowTable::columnChoices() const
{
    QStringList texts;
    if (!m_keepsColumns)
        return texts;
    for (auto it = m_choices.cbegin(); it != m_choices.cend(); ++it)
        texts << QStringLiteral("%1 %2 %3")
                     .arg(it->shown ? QString::number(int(*it->shown)) : QStringLiteral("-"),
                          it->width ? QString::number(*it->width) : QStringLiteral("-"), it.key());
    texts.sort();
    return texts;
}

void RowTable::setColumnChoices(const QStringList& choices)
{
    m_choices.clear();
    for (const QString& text : choices) {
        const QString shown = text.section(QLatin1Char(' '), 0, 0);
        const QString name = text.section(QLatin1Char(' '), 2);
        Choice choice;
        if (shown == QLatin1String("0") || shown == QLatin1String("1"))
            choice.shown = shown == QLatin1String("1");
        bool isNumber = false;
        const int width = text.section(QLatin1Char(' '), 1, 1).toInt(&isNumber);
        if (isNumber && width >= narrowestColumn && width <= widestByHand)
            choice.width = width;
        if (!name.isEmpty() && (choice.shown || choice.width))
            m_choices.insert(name, choice);
    }
    layOut();
}

void RowTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const int row = currentIndex().row();
    paintRowFocus(*this, row < 0 ? QRect() : QRect(0, rowViewportPosition(row), 1, rowHeight(row)));
}

// Qt makes the first row the current one, but does not select it.
void RowTable::focusInEvent(QFocusEvent* event)
{
    const bool hadCurrent = currentIndex().isValid();
    QTableView::focusInEvent(event);
    if (!hadCurrent && currentIndex().isValid() && !selectionModel()->isSelected(currentIndex()))
        selectionModel()->clearCurrentIndex();
}

void RowTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    viewport()->update(); // the whole row is outlined
}

void RowTable::resizeEvent(QResizeEvent* event)
{
    const int middle = visualRect(currentIndex()).center().y();
    const bool wasInView = currentIndex().isValid() && middle >= 0 && middle < event->oldSize().height();
    QTableView::resizeEvent(event);
    showColumns();
    if (wasInView)
        scrollTo(currentIndex());
}

void RowTable::setModel(QAbstractItemModel* model)
{
    QTableView::setModel(model);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &RowTable::layOut);
    connect(model, &QAbstractItemModel::dataChanged, this, &RowTable::hideOtherToolTip);
    connect(model, &QAbstractItemModel::layoutChanged, this, &RowTable::hideOtherToolTip);
    connect(model, &QAbstractItemModel::rowsInserted, this, &RowTable::hideOtherToolTip);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &RowTable::hideOtherToolTip);
}

bool RowTable::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::ToolTip)
        m_pointed = static_cast<QHelpEvent*>(event)->pos();
    return QTableView::viewportEvent(event);
}

void RowTable::hideOtherToolTip()
{
    if (QToolTip::isVisible() && viewport()->underMouse() &&
        QToolTip::text() != indexAt(m_pointed).data(Qt::ToolTipRole).toString())
        QToolTip::hideText();
}

void RowTable::setEmptyText(const QString& text, QAction* step, const QString& brief)
{
    m_empty->set(text, step, brief);
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

int RowTable::wholeHeight() const
{
    return horizontalHeader()->height() + model()->rowCount() * verticalHeader()->defaultSectionSize();
}

void RowTable::setFewestRows(int rows)
{
    if (std::exchange(m_fewestRows, rows) != rows)
        updateGeometry();
}

QSize RowTable::minimumSizeHint() const
{
    QSize least = QTableView::minimumSizeHint();
    if (m_fewestRows > 0)
        least.setHeight(horizontalHeader()->height() + m_fewestRows * verticalHeader()->defaultSectionSize());
    return least;
}

// Where rows have gone and those that stay are not laid out yet, none is at a place: then as many as fit at
// the end. All of a million, read because they were taken to be in sight, would hold the window and the
// server up.
std::pair<int, int> RowTable::visibleRows() const
{
    const int rows = model()->rowCount();
    const int fit = viewport()->height() / verticalHeader()->defaultSectionSize() + 1;
    const int top = rowAt(0);
    const int bottom = rowAt(viewport()->height() - 1);
    const int first = top < 0 ? std::max(0, rows - fit) : top;
    return {first, bottom < 0 ? std::min(rows - 1, first + fit) : bottom};
}

} // namespace ratewarden::ui
