// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/server_dialog.h"

#include "ui/models/cell_model.h"
#include "ui/models/ink_delegate.h"
#include "ui/state/overview_feed.h"
#include "ui/widgets/card.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>
#include <QHeaderView>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr QSize serverDialogSize(620, 720);
constexpr int linesOfMeaning = 9; // of what this window costs, with its commands

} // namespace

class ServerFactModel final : public CellModel {
public:
    enum Column { What, Value, About, ColumnCount };

    using CellModel::CellModel;

    void put(std::vector<ServerFactRow> rows)
    {
        if (rows.size() == m_rows.size()) {
            m_rows = std::move(rows);
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
            return;
        }
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }
    const ServerFactRow& at(int row) const { return m_rows[std::size_t(row)]; }
    int rowOf(ServerFact fact) const
    {
        return int(std::ranges::find(m_rows, fact, &ServerFactRow::fact) - m_rows.begin());
    }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_rows.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(ColumnCount);
    }
    QVariant data(const QModelIndex& index, int role) const override
    {
        return role == Qt::AccessibleDescriptionRole ? at(index.row()).meaning : CellModel::data(index, role);
    }

private:
    QString title(int column) const override
    {
        return column == What    ? ServerDialog::tr("What")
               : column == Value ? ServerDialog::tr("Value")
                                 : QString();
    }
    bool isNumber(int column) const override { return column == Value; }
    QString cellText(int row, int column) const override
    {
        const ServerFactRow& its = at(row);
        return column == What ? its.name : column == Value ? its.value : its.about;
    }
    // The other cells are said with the first.
    QString cellSpoken(int row, int column) const override
    {
        const ServerFactRow& its = at(row);
        return column == What ? QStringLiteral("%1: %2 %3").arg(its.name, its.value, its.about)
                              : cellText(row, column);
    }

    std::vector<ServerFactRow> m_rows;
};

ServerDialog::ServerDialog(Session& session, const OverviewFeed& feed, QWidget* parent)
    : QDialog(parent)
    , m_session(session)
    , m_feed(feed)
    , m_facts(new ServerFactModel(this))
    , m_note(named("serverNote", new PlainLabel({}, PlainLabel::Tone::Muted)))
    , m_table(new RowTable(10))
    , m_meaning(named("serverMeaning", new PlainLabel))
{
    setObjectName("serverDialog");
    setWindowTitle(tr("Server"));
    auto* const layout = beginDialog(this, session.name());
    m_note->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_note);
    nameWidget(m_table, "serverNumbers", tr("What is known of the server"));
    m_table->horizontalHeader()->hide();
    m_table->setModel(m_facts);
    m_rows = new InkDelegate({}, {ServerFactModel::About}, m_table);
    m_table->setItemDelegate(m_rows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setColumns({{170}, {170}, {0}});
    auto* const card = new Card;
    card->body()->addWidget(m_table);
    layout->addWidget(card, 1);
    m_meaning->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    m_meaning->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_meaning->setMinimumHeight(linesOfMeaning * fontMetrics().lineSpacing());
    layout->addWidget(m_meaning);
    addCloseButton(layout, this, tr("Close"));
    resize(serverDialogSize);

    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ServerDialog::updateMeaning);
    connect(&feed, &OverviewFeed::changed, this, &ServerDialog::update);
    connect(&session.link(), &Link::stateChanged, this, &ServerDialog::update);
    connect(&session.load(), &BackgroundLoad::changed, this, &ServerDialog::update);
    update();
    m_table->setFocus();
}

void ServerDialog::choose(ServerFact fact)
{
    const int row = m_facts->rowOf(fact);
    m_table->selectRow(row);
    m_table->scrollTo(m_facts->index(row, 0));
    m_table->setFocus();
}

void ServerDialog::update()
{
    const Link& link = m_session.link();
    const QModelIndex current = m_table->currentIndex();
    m_facts->put(serverFacts(m_session, m_feed.roundTrips()));
    if (current.isValid() && !m_table->currentIndex().isValid())
        m_table->selectRow(std::min(current.row(), m_facts->rowCount() - 1));
    QStringList note{link.where()};
    if (!link.engine().isEmpty())
        note << link.engine();
    if (link.isUnreachable())
        note << tr("Redis is unreachable: this is what was known");
    else if (link.infoIsMissing())
        note << tr("this user may not run INFO, and needs the right +info");
    else if (!link.nodes().empty())
        note << tr("INFO is of one node");
    m_note->setText(note.join(QStringLiteral(" · ")));
    if (m_rows->setFaded(link.isUnreachable()))
        m_table->viewport()->update();
    updateMeaning();
}

void ServerDialog::updateMeaning()
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    m_meaning->setText(rows.isEmpty() ? QString() : m_facts->at(rows.front().row()).meaning);
}

} // namespace ratewarden::ui
