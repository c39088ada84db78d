// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_burst_line.h"

#include "ui/pages/lab/lab_sentence.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>

#include <algorithm>
#include <limits>

namespace ratewarden::ui {
namespace {

constexpr Units mostBurst = std::numeric_limits<int>::max();

/// A number of which nothing is left is the limit's; an ordinary field would bring back the one before.
class BurstField final : public QSpinBox {
public:
    BurstField()
    {
        setRange(0, int(mostBurst));
        setSpecialValueText(LabBurstLine::tr("limit"));
        setFrame(false); // its field has one
        setButtonSymbols(QAbstractSpinBox::NoButtons);
        setGroupSeparatorShown(true);
        setKeyboardTracking(false);
        setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        setFixedHeight(fontMetrics().height() + 8);
        setFixedWidth(fontMetrics().horizontalAdvance(QStringLiteral("999,999")) + 24);
    }

    void fixup(QString& text) const override
    {
        if (text.trimmed().isEmpty())
            text = locale().toString(minimum());
        else
            QSpinBox::fixup(text);
    }
};

} // namespace

LabBurstLine::LabBurstLine(const QString& perWindow, QWidget* parent)
    : QWidget(parent), m_field(new BurstField), m_sentence(new PlainLabel), m_use(new QPushButton)
{
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 8);
    row->setSpacing(8);
    row->addWidget(wholeLabel(tr("burst"), PlainLabel::Tone::Muted));
    for (QWidget* const field :
         {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_field->findChild<QLineEdit*>())}) {
        field->setAccessibleName(tr("Burst of the limit %1").arg(perWindow));
        field->setToolTip(plainToolTip(tr("How many units may be used at once; after that the rate is the "
                                          "limit's. Empty: as many as the limit.")));
    }
    row->addWidget(m_field);
    m_sentence->setObjectName("burstSentence");
    row->addWidget(m_sentence, 1);
    m_use->setObjectName("useBurst");
    m_use->setAccessibleName(tr("Use the proposed burst"));
    m_use->setFlat(true);
    m_use->setFixedHeight(m_field->height());
    m_use->hide();
    row->addWidget(m_use);
    connect(m_field, &QSpinBox::valueChanged, this, [this] {
        showAction();
        Q_EMIT burstChosen();
    });
    connect(m_use, &QPushButton::clicked, this, [this] {
        if (!m_band)
            return;
        m_field->setFocus(); // the button hides
        m_field->setValue(int(std::min(limitWithin(*m_band), mostBurst)));
    });
}

void LabBurstLine::setBurst(Units burst)
{
    const QSignalBlocker quiet(m_field);
    m_field->setValue(int(std::min(burst, mostBurst)));
    showAction();
}

void LabBurstLine::setProposal(const BurstProposal* proposal, std::size_t marked, const QString& otherwise)
{
    m_band = proposal != nullptr ? proposal->band : std::nullopt;
    m_sentence->setText(proposal != nullptr ? burstSentence(*proposal, marked) : otherwise);
    setInk(m_sentence, m_band ? colors().good : colors().muted);
    showAction();
}

void LabBurstLine::showAction()
{
    const bool isTaken = m_band && burst() >= m_band->lowest && burst() <= m_band->highest;
    m_use->setVisible(m_band && !isTaken && isEnabled());
    if (!m_band)
        return;
    const QString burst = numberText(limitWithin(*m_band));
    m_use->setText(tr("Use %1").arg(burst));
    m_use->setAccessibleName(tr("Use burst %1").arg(burst));
}

} // namespace ratewarden::ui
