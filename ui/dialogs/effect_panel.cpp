// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/effect_panel.h"

#include "ui/dialogs/affected_tokens.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/widgets/card.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QPushButton>

namespace ratewarden::ui {

EffectPanel::EffectPanel(QWidget* parent)
    : QWidget(parent)
    , m_summary(named("policyEffect", new PlainLabel))
    , m_tokens(named("affectedTokens", new AffectedTokens))
    , m_stop(named("stopEffect", new QPushButton(tr("Stop"))))
{
    auto* const layout = columnLayout(6, this);
    auto* const head = new QHBoxLayout;
    head->addWidget(new PlainLabel(tr("Effect on current tokens"), PlainLabel::Tone::Muted), 1);
    m_stop->setFlat(true);
    m_stop->setAutoDefault(false);
    m_stop->setToolTip(tr("Stop checking tokens"));
    m_stop->hide();
    head->addWidget(m_stop);
    layout->addLayout(head);
    m_summary->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    m_summary->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    layout->addWidget(m_summary);
    auto* const surface = new Card;
    surface->body()->setContentsMargins(1, 4, 1, 4);
    surface->body()->addWidget(m_tokens);
    m_surface = surface;
    m_surface->hide();
    layout->addWidget(m_surface, 1);
    layout->addStretch(0); // of use while there is no table
    connect(m_stop, &QPushButton::clicked, this, &EffectPanel::stopOrLookAgain);
    connect(m_tokens, &AffectedTokens::tokenWanted, this, &EffectPanel::tokenWanted);
    clear();
}

void EffectPanel::clear()
{
    m_search = Search::None;
    m_found = {};
    m_problem.clear();
    update();
}

void EffectPanel::put(const PolicyEffect& effect, Units total, bool all)
{
    m_found = effect;
    m_total = total;
    m_allKnown = all;
    m_problem.clear();
    m_search = effect.tokens >= total ? Search::Complete : Search::Running;
    update();
}

void EffectPanel::fail(const QString& message)
{
    m_search = Search::Stopped;
    m_problem = message;
    update();
}

std::optional<Units> EffectPanel::mostUsed(std::size_t rule) const
{
    return m_search == Search::Complete && rule < m_found.mostUsed.size()
               ? std::optional(m_found.mostUsed[rule])
               : std::nullopt;
}

void EffectPanel::update()
{
    m_stop->setVisible(m_search == Search::Running || m_search == Search::Stopped);
    m_stop->setText(m_search == Search::Stopped ? tr("Check again") : tr("Stop"));
    m_summary->setText(summary());
    m_tokens->put(m_found);
    m_surface->setVisible(m_tokens->topLevelItemCount() > 0);
}

QString EffectPanel::summary() const
{
    if (m_search == Search::None)
        return noValue();
    if (m_search == Search::Complete && m_total == 0)
        return m_allKnown ? tr("No tokens use this policy now")
                          : tr("The scan for its tokens is still running");
    QStringList lines;
    if (!m_problem.isEmpty())
        lines << m_problem;
    if (!m_allKnown)
        lines << tr("The scan for tokens is still running; the check starts again when it ends");
    if (m_search != Search::Complete)
        lines << (m_search == Search::Running
                      ? tr("Checked %1 of %Ln token(s)…", nullptr, pluralNumber(m_total))
                      : tr("Stopped after %1 of %Ln token(s)", nullptr, pluralNumber(m_total)))
                     .arg(numberText(m_found.tokens));
    lines << tr("%Ln token(s): %1 limited now, %2 with these rules; %3 released", nullptr,
                pluralNumber(m_found.tokens))
                 .arg(numberText(m_found.limitedNow), numberText(m_found.limitedThen),
                      numberText(m_found.setFree));
    const Units changed = m_found.limitedThen - (m_found.limitedNow - m_found.setFree) + m_found.setFree;
    const auto listed = Units(m_found.newlyLimited.size() + m_found.freed.size());
    if (listed < changed)
        lines
            << tr("The %1 of %2 that have used most are listed").arg(numberText(listed), numberText(changed));
    if (m_found.unreadable > 0)
        lines << tr("%1 could not be read").arg(numberText(m_found.unreadable));
    return lines.join(QLatin1Char('\n'));
}

void EffectPanel::stopOrLookAgain()
{
    if (m_search == Search::Stopped) {
        m_found = {};
        m_problem.clear();
        m_search = Search::Running;
        Q_EMIT searchWanted();
    } else {
        m_search = Search::Stopped;
        Q_EMIT stopped();
    }
    update();
}

} // namespace ratewarden::ui
