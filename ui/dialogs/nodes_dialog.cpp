// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/nodes_dialog.h"

#include "core/redis/key_slot.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/link/link.h"
#include "ui/text/display_text.h"
#include "ui/text/nodes_text.h"
#include "ui/text/problem_text.h"
#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/scroll_area.h"

#include <QBoxLayout>
#include <QGridLayout>

namespace ratewarden::ui {
namespace {

QString slotsText(std::size_t slotCountOfNode)
{
    if (slotCountOfNode == 0)
        return {};
    return NodesDialog::tr("%1 slots, %2")
        .arg(numberText(Units(slotCountOfNode)), percentText(double(slotCountOfNode) / double(slotCount)));
}

} // namespace

NodesDialog::NodesDialog(Link& link, QWidget* parent)
    : QDialog(parent), m_link(link), m_summary(new PlainLabel), m_table(new QWidget)
{
    setWindowTitle(tr("Nodes"));
    setObjectName("nodesDialog");
    setMinimumHeight(240);
    fitToText(this, 560);
    auto* const layout = beginDialog(this, tr("Nodes of %1").arg(link.where()));
    m_summary->setObjectName("nodesSummary");
    m_summary->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    layout->addWidget(m_summary);
    new QGridLayout(m_table);
    layout->addWidget(makeScrollArea(m_table), 1);
    addCloseButton(layout, this, tr("Close"));
    connect(&link, &Link::stateChanged, this, &NodesDialog::update);
    update();
    onPaletteChange(this, [this] {
        // Later: the event is on its way to what update() deletes.
        QMetaObject::invokeMethod(this, &NodesDialog::update, Qt::QueuedConnection);
    });
}

void NodesDialog::update()
{
    m_summary->setText(nodesSentence(m_link.nodes()));
    delete m_table->layout();
    qDeleteAll(m_table->findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    auto* const grid = new QGridLayout(m_table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(3, 1);
    const Colors& c = colors();
    int row = 0;
    for (const NodeState& node : m_link.nodes()) {
        auto* const state = new Pill(Pill::Shape::Badge);
        state->set(node.problem ? tr("■ unreachable") : tr("● up"), node.problem ? c.limited : c.used);
        auto* const where = new PlainLabel(shown(node.where));
        where->setElided(false);
        auto* const role = fieldTitle(node.isPrimary ? tr("primary") : tr("replica"));
        auto* const more = new PlainLabel(
            node.problem ? problemText(node.problem) : slotsText(node.ownedSlots), PlainLabel::Tone::Muted);
        more->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
        grid->addWidget(where, row, 0, Qt::AlignTop);
        grid->addWidget(role, row, 1, Qt::AlignTop);
        grid->addWidget(state, row, 2, Qt::AlignTop);
        grid->addWidget(more, row, 3);
        ++row;
    }
    grid->setRowStretch(row, 1);
}

} // namespace ratewarden::ui
