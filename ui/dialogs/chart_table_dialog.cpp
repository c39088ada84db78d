// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/chart_table_dialog.h"

#include "ui/models/cell_model.h"
#include "ui/models/ink_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QClipboard>
#include <QGuiApplication>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr QSize chartTableSize(760, 520);
constexpr int chartRowPadding = 9;
constexpr int widestColumn = 320;
constexpr int rowsMeasured = 200; // of a column; the others are about as wide

} // namespace

class ChartTableDialog::Model final : public CellModel {
public:
    using CellModel::CellModel;

    void put(ChartTable table)
    {
        beginResetModel();
        m_table = std::move(table);
        endResetModel();
    }
    const ChartTable& table() const { return m_table; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : m_table.rowCount;
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_table.headings.size());
    }

private:
    QString title(int column) const override { return m_table.headings.value(column); }
    QString cellText(int row, int column) const override { return m_table.cell(row, column); }

    ChartTable m_table;
};

ChartTableDialog::ChartTableDialog(Chart* chart, Subject subject)
    : QDialog(chart->window())
    , m_chart(chart)
    , m_subject(std::move(subject))
    , m_model(new Model(this))
    , m_title(new PlainLabel)
    , m_about(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_rows(named("chartRows", new RowTable(chartRowPadding)))
{
    setObjectName("chartTable");
    auto* const column = beginDialog(this, {}, 10);
    m_title->setFont(headingFont());
    column->addWidget(m_title);
    m_about->setWrapped();
    column->addWidget(m_about);
    auto* const card = new Card;
    m_rows->setModel(m_model);
    m_rows->setKeepsColumns(false); // rules and candidates
    m_rows->setItemDelegate(new InkDelegate({}, {}, m_rows));
    m_rows->setSelectionMode(QAbstractItemView::ExtendedSelection);
    card->body()->addWidget(m_rows);
    column->addWidget(card, 1);

    auto* const copy =
        makeAction(this, "copyRows", tr("Copy"),
                   tr("Copy the selected rows, or all of them, for a spreadsheet"), QKeySequence::Copy);
    auto* const refresh = makeAction(this, "refreshRows", tr("Refresh"),
                                     tr("Take the numbers from the chart again"), QKeySequence(Qt::Key_F5));
    connect(copy, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(text()); });
    connect(refresh, &QAction::triggered, this, &ChartTableDialog::refresh);
    connect(chart, &QObject::destroyed, refresh, [refresh] { refresh->setEnabled(false); });
    auto* const buttons = rowLayout(8);
    buttons->addWidget(buttonFor(copy, false));
    buttons->addWidget(buttonFor(refresh, false));
    buttons->addStretch(1);
    auto* const close = new QPushButton(tr("Close"));
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    buttons->addWidget(close);
    column->addLayout(buttons);
    resize(chartTableSize);
    this->refresh();
    m_rows->setFocus();
}

const ChartTable& ChartTableDialog::table() const
{
    return m_model->table();
}

void ChartTableDialog::refresh()
{
    if (!m_chart)
        return;
    const QStringList before = table().headings;
    m_model->put(m_chart->asTable());
    const QString subject = m_subject ? m_subject() : QString();
    const QString title =
        subject.isEmpty() ? m_chart->accessibleName() : tr("%1: %2").arg(m_chart->accessibleName(), subject);
    setWindowTitle(title);
    m_title->setText(title);
    m_about->setText(table().about);
    m_about->setVisible(!table().about.isEmpty());
    m_rows->setAccessibleName(title);
    m_rows->setEmptyText(table().rowCount > 0 ? QString() : tr("The chart is empty"));
    if (table().headings != before) {
        // As wide as what is in them; the last one takes what is left.
        const QFontMetrics metrics(m_rows->font());
        std::vector<RowTable::ColumnLayout> layout;
        layout.reserve(std::size_t(table().headings.size()));
        for (int i = 0; i < int(table().headings.size()); ++i) {
            int width = 40;
            for (int row = 0; row < std::min(table().rowCount, rowsMeasured); ++row)
                width = std::max(width, metrics.horizontalAdvance(table().cell(row, i)) + 24);
            layout.push_back({i + 1 == table().headings.size() ? 0 : std::min(width, widestColumn)});
        }
        m_rows->setColumns(std::move(layout));
    }
    if (table().rowCount > 0)
        m_rows->setCurrentIndex(m_model->index(0, 0));
    m_rows->clearSelection(); // all is copied, unless some are chosen
}

QString ChartTableDialog::text() const
{
    const QModelIndexList selected = m_rows->selectionModel()->selectedRows();
    std::vector<int> rows;
    rows.reserve(std::size_t(selected.size()));
    for (const QModelIndex& index : selected)
        rows.push_back(index.row());
    std::ranges::sort(rows);
    const bool all = rows.empty();
    const int count = all ? table().rowCount : int(rows.size());
    QString text = table().headings.join(QLatin1Char('\t')) + QLatin1Char('\n');
    for (int i = 0; i < count; ++i) {
        const int row = all ? i : rows[std::size_t(i)];
        for (int column = 0; column < int(table().headings.size()); ++column)
            text += (column > 0 ? QStringLiteral("\t") : QString()) + table().cell(row, column);
        text += QLatin1Char('\n');
    }
    return text;
}

QAbstractButton* makeTableButton(Chart* chart, const ChartTableDialog::Subject& subject, const QString& text)
{
    auto* const button = new LinkButton(text.isEmpty() ? ChartTableDialog::tr("Table") : text);
    button->setObjectName("showTable");
    nameTableButton(button, chart);
    const bool takesKeys = chart->focusPolicy() & Qt::TabFocus;
    button->setToolTip(takesKeys ? ChartTableDialog::tr("The same numbers as rows (T in the chart)")
                                 : ChartTableDialog::tr("The same numbers as rows"));
    const QPointer<Chart> shown(chart);
    const auto open = [shown, subject, dialog = QPointer<ChartTableDialog>()]() mutable {
        if (!shown)
            return;
        if (dialog)
            dialog->refresh(); // the chart may be of another token by now
        else
            dialog = new ChartTableDialog(shown, subject);
        dialog->show();
        dialog->raise();
        dialog->activateWindow();
    };
    auto* const action = new QAction(ChartTableDialog::tr("Show as table"), button);
    QObject::connect(action, &QAction::triggered, button, open);
    QObject::connect(button, &QAbstractButton::clicked, action, &QAction::trigger);
    if (takesKeys) {
        action->setShortcut(QKeySequence(Qt::Key_T));
        action->setShortcutContext(Qt::WidgetShortcut);
        chart->addAction(action);
        chart->setContextMenuPolicy(Qt::ActionsContextMenu);
    }
    return button;
}

void nameTableButton(QAbstractButton* button, const QWidget* chart)
{
    button->setAccessibleName(ChartTableDialog::tr("%1 as a table").arg(chart->accessibleName()));
}

} // namespace ratewarden::ui
