// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_rule_row.h"

#include "ui/pages/lab/lab_sentence.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"

#include <QBoxLayout>
#include <QEvent>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {

LabRuleRow::LabRuleRow(Micros window, QWidget* parent)
    : QWidget(parent)
    , m_window(window)
    , m_number(numberField(0, std::numeric_limits<int>::max()))
    , m_effect(new PlainLabel)
    , m_slider(new LimitSlider)
    , m_burst(new LabBurstLine(perWindowText(window)))
{
    const QString name = perWindowText(window);
    auto* const column = columnLayout(0, this);
    auto* const head = rowLayout(8);
    head->addWidget(wholeLabel(name));
    head->addStretch(1);
    m_number->setFixedHeight(m_number->fontMetrics().height() + 8);
    m_number->setObjectName("limit");
    m_number->setSpecialValueText(tr("off"));
    m_number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_number->setKeyboardTracking(false);
    m_number->setFixedWidth(m_number->fontMetrics().horizontalAdvance(QStringLiteral("99,999,999")) + 24);
    nameNumberField(m_number, tr("Limit %1").arg(name));
    m_effect->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_effect->setMinimumWidth(m_effect->fontMetrics().horizontalAdvance(tr("no limit per minute does")) + 6);
    m_effect->installEventFilter(this);
    head->addWidget(m_effect);
    head->addWidget(m_number);
    column->addLayout(head);
    m_slider->setAccessibleName(tr("Limit %1").arg(name));
    column->addWidget(m_slider);
    m_burst->hide();
    column->addWidget(m_burst);
    connect(m_burst, &LabBurstLine::burstChosen, this, &LabRuleRow::limitChosen);

    connect(m_slider, &LimitSlider::limitChosen, this, [this] {
        showLimit();
        Q_EMIT limitChosen();
    });
    connect(m_number, &QSpinBox::valueChanged, this, [this](int value) {
        m_slider->setLimit(value > 0 ? std::optional<Units>(value) : std::nullopt);
        showBurst();
        Q_EMIT limitChosen();
    });
}

void LabRuleRow::setLimit(std::optional<Units> limit)
{
    m_slider->setLimit(limit);
    showLimit();
}

void LabRuleRow::showLimit()
{
    const QSignalBlocker quiet(m_number);
    m_number->setValue(int(std::min<Units>(m_slider->limit().value_or(0), std::numeric_limits<int>::max())));
    showBurst();
}

void LabRuleRow::setTakesBurst(bool takes)
{
    m_takesBurst = takes;
    showBurst();
}

void LabRuleRow::setEffect(const WindowProposal* proposal, const LimitEffect* effect, std::size_t marked)
{
    const Colors& c = colors();
    const bool hasBand = proposal != nullptr && proposal->band;
    m_slider->setBand(hasBand ? std::optional(LimitBand{proposal->band->lowest, proposal->band->highest})
                              : std::nullopt);
    if (limit() && effect != nullptr) {
        const bool does = marked > 0 && effect->stopped == marked && effect->hurt == 0;
        m_effect->setText(effectText(*effect, marked));
        m_effect->setCursor(Qt::PointingHandCursor);
        setInk(m_effect, does ? c.good : effect->hurt > 0 ? c.nearLimit : c.muted);
    } else if (proposal != nullptr && !hasBand) {
        m_effect->setText(tr("no limit %1 does").arg(perWindowText(m_window)));
        m_effect->unsetCursor();
        setInk(m_effect, c.muted);
    } else {
        m_effect->setText({});
    }
}

void LabRuleRow::setUnknown()
{
    setEffect(nullptr, nullptr, 0);
    if (!limit())
        return;
    m_effect->setText(tr("only a trial tells"));
    m_effect->setCursor(Qt::PointingHandCursor);
    setInk(m_effect, colors().muted);
}

bool LabRuleRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonRelease && limit() && !m_effect->text().isEmpty()) {
        Q_EMIT effectOpened();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ratewarden::ui
