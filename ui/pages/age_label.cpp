// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/age_label.h"

#include "ui/state/session.h"
#include "ui/text/freshness.h"
#include "ui/text/key_text.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto tickInterval = 500ms;

} // namespace

AgeLabel::AgeLabel(Session& session, std::function<Instant()> at, QWidget* parent)
    : PlainLabel({}, Tone::Muted, parent), m_session(&session), m_at(std::move(at))
{
    setObjectName("dataAge");
    setElided(false);
    connect(&m_ticks, &QTimer::timeout, this, &AgeLabel::refresh);
    connect(&session.link(), &Link::stateChanged, this, &AgeLabel::refresh);
    connect(&session, &Session::paceChanged, this, &AgeLabel::refresh);
    refresh();
}

void AgeLabel::refresh()
{
    if (!m_session)
        return;
    const Instant at = m_at();
    const Freshness freshness = m_session->linkFreshness();
    if (at == Instant{})
        setText({});
    else if (freshness == Freshness::Live)
        setText(tr("read %1").arg(agoText(std::max(m_session->link().serverNow() - at, Micros::zero()))));
    else
        setText(freshness == Freshness::Paused && m_paused ? m_paused() : ageText(freshness, at));
    Q_EMIT ticked();
}

void AgeLabel::showEvent(QShowEvent* event)
{
    PlainLabel::showEvent(event);
    m_ticks.start(tickInterval);
    refresh();
}

void AgeLabel::hideEvent(QHideEvent* event)
{
    PlainLabel::hideEvent(event);
    m_ticks.stop();
}

} // namespace ratewarden::ui
