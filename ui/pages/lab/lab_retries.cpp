// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_retries.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/widgets/plain_label.h"

#include <QGridLayout>

namespace ratewarden::ui {
namespace {

QString figuresText(const RetryFigures& one, const RetryFigures& other)
{
    return LabRetries::tr("%1 / %2").arg(betweenText(one.requests, other.requests),
                                         betweenText(one.denied, other.denied));
}

} // namespace

LabRetries::LabRetries(QWidget* parent) : QWidget(parent)
{
    auto* const grid = new QGridLayout(this);
    grid->setContentsMargins(8, 6, 8, 0);
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(3);
    const std::array headings{tr("requests / denied, if clients…"), tr("act as recorded"),
                              tr("do not repeat early"), tr("back off")};
    const std::array tips{
        tr("Requests that are sent, and how many of them are denied, under three assumptions about clients"),
        tr("Every request of the traffic is sent, whatever came before"),
        tr("Denied requests within the Retry-After of an earlier denial are left out"),
        tr("After a denial a client sends nothing until Retry-After is over, and then the denied request "
           "again")};
    for (int column = 0; column < columns; ++column) {
        auto* const heading = new PlainLabel(headings[std::size_t(column)], PlainLabel::Tone::Muted);
        heading->setToolTip(plainToolTip(tips[std::size_t(column)]));
        heading->setElided(column == 0);
        heading->setAlignment(Qt::AlignVCenter | (column == 0 ? Qt::AlignLeft : Qt::AlignRight));
        grid->addWidget(heading, 0, column);
        for (int row = 0; row < mostRows; ++row) {
            auto* const cell = new PlainLabel;
            cell->setAlignment(heading->alignment());
            cell->setElided(column == 0);
            cell->setObjectName(QStringLiteral("retries%1%2").arg(row).arg(column));
            m_cells[std::size_t(row)][std::size_t(column)] = cell;
            grid->addWidget(cell, row + 1, column);
        }
    }
    grid->setColumnStretch(0, 1);
    for (int column = 1; column < columns; ++column)
        grid->setColumnMinimumWidth(column, 112);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void LabRetries::present(const std::vector<Row>& rows, const QString& unknown)
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        auto& cells = m_cells[i];
        const bool isUsed = i < rows.size() || (i == 0 && rows.empty()); // a line is kept free
        for (PlainLabel* const cell : cells) {
            cell->setVisible(isUsed);
            cell->clear();
        }
        if (i >= rows.size()) {
            cells[0]->setText(i == 0 ? unknown : QString());
            continue;
        }
        const Row& row = rows[i];
        cells[0]->setText(row.name);
        cells[1]->setText(figuresText(row.harshest.asRecorded, row.kindest.asRecorded));
        cells[2]->setText(figuresText(row.harshest.withoutRepeats, row.kindest.withoutRepeats));
        cells[3]->setText(figuresText(row.harshest.backingOff, row.kindest.backingOff));
    }
}

QStringList LabRetries::texts() const
{
    QStringList rows;
    for (const auto& cells : m_cells) {
        QStringList texts;
        for (const PlainLabel* const cell : cells)
            texts << cell->text();
        if (!texts.front().isEmpty())
            rows << texts.join('|');
    }
    return rows;
}

} // namespace ratewarden::ui
