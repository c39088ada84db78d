// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_slots_row.h"

#include "core/model/errors.h"
#include "ui/text/display_text.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {

LabSlotsRow::LabSlotsRow(QWidget* parent)
    : QWidget(parent), m_number(numberField(0, std::numeric_limits<int>::max())), m_lifeField(new QLineEdit)
{
    auto* const row = rowLayout(8, this);
    row->addWidget(wholeLabel(tr("at once")));
    auto* const untried = new PlainLabel(tr("not tried"), PlainLabel::Tone::Muted);
    untried->setToolTip(plainToolTip(tr("Traffic does not say how long each request takes: the lab tries the "
                                        "other rules, and keeps this one")));
    row->addWidget(untried, 1);
    const int height = m_number->fontMetrics().height() + 8;
    m_number->setObjectName("slots");
    m_number->setFixedSize(m_number->fontMetrics().horizontalAdvance(QStringLiteral("99,999")) + 24, height);
    m_number->setSpecialValueText(tr("off"));
    m_number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_number->setKeyboardTracking(false);
    nameNumberField(m_number, tr("Requests at once"));
    row->addWidget(m_number);
    row->addWidget(new PlainLabel(tr("for"), PlainLabel::Tone::Muted));
    m_lifeField->setObjectName("slotLife");
    m_lifeField->setAccessibleName(tr("Life of a slot"));
    m_lifeField->setToolTip(plainToolTip(tr("How long a slot is held unless it is renewed, such as 30s")));
    m_lifeField->setFixedSize(m_number->fontMetrics().horizontalAdvance(QStringLiteral("1,500ms")) + 24,
                              height);
    row->addWidget(m_lifeField);
    connect(m_number, &QSpinBox::valueChanged, this, &LabSlotsRow::ruleChosen);
    connect(m_lifeField, &QLineEdit::editingFinished, this, &LabSlotsRow::takeLife);
    present({});
}

void LabSlotsRow::present(const std::vector<Rule>& rules)
{
    const auto rule = std::ranges::find(rules, true, &Rule::atOnce);
    const bool isThere = rule != rules.end();
    const QSignalBlocker quiet(m_number);
    m_number->setValue(isThere ? int(std::min<Units>(rule->limit, std::numeric_limits<int>::max())) : 0);
    m_life = isThere ? rule->window : usualSlotLife;
    m_lifeField->setText(QString::fromStdString(spanNotation(m_life)));
}

void LabSlotsRow::addTo(std::vector<Rule>& rules) const
{
    if (m_number->value() > 0)
        rules.push_back({m_number->value(), m_life, 0, true});
}

// What is no duration changes nothing, as in a field for numbers.
void LabSlotsRow::takeLife()
{
    const Micros before = m_life;
    try {
        const Micros life = parseDuration(m_lifeField->text().toStdString());
        validateRules({{1, life, 0, true}});
        m_life = life;
    } catch (const InvalidArgument&) {
    }
    m_lifeField->setText(QString::fromStdString(spanNotation(m_life)));
    if (m_life != before && m_number->value() > 0)
        Q_EMIT ruleChosen();
}

} // namespace ratewarden::ui
