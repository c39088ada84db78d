// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_recorded.h"

#include "ui/text/lab_text.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>

namespace ratewarden::ui {

LabRecorded::LabRecorded(QWidget* parent) : QWidget(parent), m_about(named("recordedAbout", new PlainLabel))
{
    auto* const card = new Card(tr("What came of it"));
    m_about->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    card->body()->addWidget(m_about);
    auto* const table = named("recordedTrials", new RowTable(12, tr("Candidates"), &m_model));
    table->setColumns({{0}, {84}, {76}, {58}, {48}, {92, 580}, {108, 680}, {66, 800}});
    card->body()->addWidget(table, 1);
    columnLayout(0, this)->addWidget(card);
    setFocusProxy(table);
}

void LabRecorded::present(const RecordedLab& recorded)
{
    m_about->setText(tr("The requests are not in the investigation, as there are too many of them: what came "
                        "of them can be seen, and nothing else be tried."));
    m_model.put(trialRows(recorded));
}

} // namespace ratewarden::ui
