// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_sentence.h"

#include "ui/theme/palette_change.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace ratewarden::ui {

void setInk(PlainLabel* label, const QColor& ink)
{
    if (label->palette().color(QPalette::WindowText) == ink)
        return;
    QPalette palette = label->palette();
    palette.setColor(QPalette::WindowText, ink);
    label->setPalette(palette);
}

LabSentence::LabSentence(QWidget* parent)
    : QWidget(parent), m_sentence(new PlainLabel), m_detail(new PlainLabel), m_action(new QPushButton)
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(14, 7, 10, 7);
    auto* const column = new QVBoxLayout;
    column->setSpacing(1);
    row->addLayout(column, 1);
    m_sentence->setFont(boldFont(m_sentence->font()));
    m_sentence->setObjectName("labSentence");
    m_sentence->setWrapped(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_detail->setFont(smallFont(m_detail->font()));
    column->addWidget(m_sentence);
    column->addWidget(m_detail);
    m_action->setObjectName("useProposal");
    m_action->setAccessibleName(tr("Use the proposal"));
    row->addWidget(m_action, 0, Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_action, &QPushButton::clicked, this, &LabSentence::acted);
    onPaletteChange(this, [this] { colour(); });
}

void LabSentence::set(Tone tone, const QString& sentence, const QString& detail, const QString& action)
{
    m_tone = tone;
    m_sentence->setText(sentence);
    m_detail->setText(detail);
    m_detail->setVisible(!detail.isEmpty());
    m_action->setText(action);
    m_action->setVisible(!action.isEmpty());
    setAccessibleName(sentence);
    colour();
}

QColor LabSentence::ink() const
{
    const Colors& c = colors();
    return m_tone == Tone::Good ? c.good : m_tone == Tone::Bad ? c.limited : c.muted;
}

void LabSentence::colour()
{
    setInk(m_sentence, ink());
    setInk(m_detail, ink());
    update();
}

void LabSentence::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_tone == Tone::Neutral ? colors().page : groundFor(ink()));
    painter.drawRoundedRect(rect(), 6, 6);
}

} // namespace ratewarden::ui
