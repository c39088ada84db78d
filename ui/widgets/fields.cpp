// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields.h"

#include "core/algorithms/algorithm.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QSpinBox>

namespace ratewarden::ui {

QSpinBox* numberField(int least, int most)
{
    auto* const field = new QSpinBox;
    field->setRange(least, most);
    field->setFrame(false); // its field has one
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setGroupSeparatorShown(true);
    return field;
}

void addAlgorithms(QComboBox* box)
{
    for (const Algorithm& algorithm : algorithms())
        box->addItem(algorithmText(algorithm.name), shown(algorithm.name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // not the longest title's
    box->setMinimumContentsLength(14);
}

void addSideBySide(QWidget* row, QWidget* wide, QWidget* narrow)
{
    auto* const layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    layout->addWidget(wide, 3);
    layout->addWidget(narrow, 2);
}

} // namespace ratewarden::ui
