// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab_time_card.h"

#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QPushButton>

namespace ratewarden::ui {

LabTimeCard::LabTimeCard(QWidget* parent)
    : Card({}, parent)
    , m_token(new PlainLabel)
    , m_moment(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_previous(new QPushButton(QStringLiteral("◀")))
    , m_next(new QPushButton(QStringLiteral("▶")))
    , m_strips(new DecisionStrips)
    , m_reason(new PlainLabel)
{
    body()->setContentsMargins(14, 8, 14, 10);
    body()->setSpacing(6);
    auto* const head = new QHBoxLayout;
    QFont font = monospaceFont();
    font.setWeight(QFont::DemiBold);
    m_token->setFont(font);
    m_token->setObjectName("labToken");
    head->addWidget(m_token, 1);
    m_moment->setElided(false);
    head->addWidget(m_moment);
    auto* const label = new PlainLabel(tr("next difference N"), PlainLabel::Tone::Muted);
    label->setElided(false);
    head->addWidget(label);
    for (QPushButton* const button : {m_previous, m_next}) {
        button->setFlat(true);
        button->setFixedSize(button->fontMetrics().height() + 8, button->fontMetrics().height() + 6);
        head->addWidget(button);
    }
    m_previous->setAccessibleName(tr("Previous difference"));
    m_previous->setToolTip(tr("Previous difference (Shift+N)"));
    m_next->setAccessibleName(tr("Next difference"));
    m_next->setToolTip(tr("Next difference (N)"));
    body()->addLayout(head);
    body()->addWidget(m_strips);
    m_reason->setObjectName("labReason");
    m_reason->setWrapped(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_reason->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_reason->setMinimumHeight(2 * m_reason->fontMetrics().lineSpacing());
    body()->addWidget(m_reason);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_previous, &QPushButton::clicked, this, [this] { goToDifference(false); });
    connect(m_next, &QPushButton::clicked, this, [this] { goToDifference(true); });
    connect(m_strips, &DecisionStrips::cursorMoved, this, &LabTimeCard::showCursor);
    connect(m_strips, &DecisionStrips::timeMoved, this, &LabTimeCard::timeMoved);
}

void LabTimeCard::present(std::shared_ptr<const StripData> strips, const QString& token)
{
    m_token->setText(token);
    m_strips->present(std::move(strips));
}

void LabTimeCard::clear(const QString& why)
{
    m_token->setText(why);
    m_strips->present(nullptr);
    m_reason->setText({});
}

void LabTimeCard::explain(const QString& text)
{
    m_reason->setText(text);
}

QString LabTimeCard::explanation() const
{
    return m_reason->text();
}

void LabTimeCard::goToDifference(bool forward)
{
    if (!m_strips->goToDifference(forward) && m_strips->data() != nullptr)
        m_reason->setText(forward ? tr("No difference after this.") : tr("No difference before this."));
}

void LabTimeCard::showCursor()
{
    const bool hasData = m_strips->data() != nullptr;
    const std::optional<std::size_t> cursor = hasData ? m_strips->cursor() : std::nullopt;
    m_moment->setText(cursor ? exactMomentText(m_strips->data()->times[*cursor]) : QString());
    if (!cursor)
        m_reason->setText(hasData ? tr("Press N for the next difference, or click a request, to see why.")
                                  : QString());
    Q_EMIT cursorMoved();
}

} // namespace ratewarden::ui
