// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/fields.h"

#include "core/algorithms/algorithm.h"
#include "ui/text/display_text.h"
#include "ui/text/policy_text.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QSpinBox>

namespace ratewarden::ui {
namespace {

/// What it shows in place of its least value ("off") can be typed, too.
class NumberField final : public QSpinBox {
    bool isSpecial(const QString& text) const
    {
        return !specialValueText().isEmpty() &&
               text.trimmed().compare(specialValueText(), Qt::CaseInsensitive) == 0;
    }
    QValidator::State validate(QString& text, int& position) const override
    {
        if (isSpecial(text))
            return QValidator::Acceptable;
        const QString begun = text.trimmed();
        return !begun.isEmpty() && specialValueText().startsWith(begun, Qt::CaseInsensitive)
                   ? QValidator::Intermediate
                   : QSpinBox::validate(text, position);
    }
    int valueFromText(const QString& text) const override
    {
        return isSpecial(text) ? minimum() : QSpinBox::valueFromText(text);
    }
};

} // namespace

QSpinBox* numberField(int least, int most)
{
    auto* const field = new NumberField;
    field->setRange(least, most);
    field->setFrame(false); // its field has one
    field->setButtonSymbols(QAbstractSpinBox::NoButtons);
    field->setGroupSeparatorShown(true);
    return field;
}

void nameNumberField(QSpinBox* field, const QString& spoken)
{
    field->setAccessibleName(spoken);
    field->findChild<QLineEdit*>()->setAccessibleName(spoken);
}

void addAlgorithms(QComboBox* box)
{
    for (const Algorithm& algorithm : algorithms())
        box->addItem(algorithmText(algorithm.name), shown(algorithm.name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon); // not the longest title's
    box->setMinimumContentsLength(14);
}

void nameWidget(QWidget* widget, QAnyStringView name, const QString& spoken)
{
    widget->setObjectName(name);
    widget->setAccessibleName(spoken);
}

PlainLabel* fieldTitle(const QString& title)
{
    auto* const label = new PlainLabel(title, PlainLabel::Tone::Muted);
    label->setElided(false);
    return label;
}

QGridLayout* makeFieldGrid(int horizontalSpacing, int verticalSpacing, QWidget* owner)
{
    auto* const grid = new QGridLayout(owner);
    if (owner != nullptr)
        grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(horizontalSpacing);
    grid->setVerticalSpacing(verticalSpacing);
    grid->setColumnStretch(1, 1);
    return grid;
}

PlainLabel* addField(QGridLayout* grid, const QString& title, const char* name, QWidget* field, int columns)
{
    auto* const label = fieldTitle(title);
    nameWidget(field, name, title);
    const int row = grid->rowCount();
    grid->addWidget(label, row, 0);
    grid->addWidget(field, row, 1, 1, columns);
    return label;
}

void addSideBySide(QWidget* row, QWidget* wide, QWidget* narrow)
{
    auto* const layout = rowLayout(8, row);
    layout->addWidget(wide, 3);
    layout->addWidget(narrow, 2);
}

} // namespace ratewarden::ui
