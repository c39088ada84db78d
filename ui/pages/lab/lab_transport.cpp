// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_transport.h"

#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/glyph_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QComboBox>
#include <QKeyEvent>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>

namespace ratewarden::ui {
namespace {

QString speedText(double speed)
{
    return speed == LabPlayer::fastest ? LabTransport::tr("fastest")
                                       : LabTransport::tr("%1×").arg(QLocale().toString(speed));
}

/// Whether Space does something to the widget.
bool takesSpace(const QWidget* widget)
{
    return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractItemView*>(widget);
}

} // namespace

LabTransport::LabTransport(QWidget* parent)
    : QWidget(parent)
    , m_back(named("stepBack", new GlyphButton(GlyphButton::Glyph::StepBack)))
    , m_play(named("playRequests", new GlyphButton(GlyphButton::Glyph::Play)))
    , m_forward(named("stepForward", new GlyphButton(GlyphButton::Glyph::StepForward)))
    , m_slider(named("scrubber", new QSlider(Qt::Horizontal)))
    , m_moment(named("labMoment", wholeLabel({}, PlainLabel::Tone::Muted)))
    , m_speed(named("playSpeed", new QComboBox))
{
    auto* const row = rowLayout(4, this);
    m_back->setAccessibleName(tr("Previous request"));
    m_back->setToolTip(tr("Previous request (,)"));
    m_forward->setAccessibleName(tr("Next request"));
    m_forward->setToolTip(tr("Next request (.)"));
    for (GlyphButton* const button : {m_back, m_play, m_forward})
        row->addWidget(button);
    m_slider->setAccessibleName(tr("Request"));
    m_slider->setToolTip(tr("Drag to go through the requests"));
    row->addWidget(m_slider, 1);
    row->addSpacing(8);
    row->addWidget(m_moment);
    row->addSpacing(4);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast the time of the requests goes by; the fastest is as fast as possible"));
    for (const double speed : LabPlayer::speeds) {
        m_speed->addItem(speedText(speed), speed);
        if (speed == m_player.speed())
            m_speed->setCurrentIndex(m_speed->count() - 1);
    }
    row->addWidget(m_speed);

    connect(m_back, &QPushButton::clicked, this, [this] { m_player.step(-1); });
    connect(m_forward, &QPushButton::clicked, this, [this] { m_player.step(1); });
    connect(m_play, &QPushButton::clicked, this, &LabTransport::toggle);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        m_player.pause();
        Q_EMIT scrubbed(std::size_t(value));
    });
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_player.setSpeed(m_speed->currentData().toDouble()); });
    connect(&m_player, &LabPlayer::playingChanged, this, &LabTransport::showPlaying);
    showPlaying();
    refresh();
}

void LabTransport::addKeys(QWidget* page)
{
    const auto add = [&](const char* name, const QString& text, const QString& toolTip,
                         const QKeySequence& key, auto slot) {
        QAction* const action = makeAction(page, name, text, toolTip, key);
        connect(action, &QAction::triggered, this, slot);
        m_actions << action;
    };
    add("playPause", tr("Play or pause"), tr("Go through the token's requests in their own time"),
        QKeySequence(Qt::Key_Space), [this] { toggle(); });
    add("previousRequest", tr("Previous request"), tr("Step back by one request"),
        QKeySequence(Qt::Key_Comma), [this] { m_player.step(-1); });
    add("nextRequest", tr("Next request"), tr("Step forward by one request"), QKeySequence(Qt::Key_Period),
        [this] { m_player.step(1); });
    page->installEventFilter(this);
    refresh();
}

bool LabTransport::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Space && takesSpace(QApplication::focusWidget())) {
            event->accept(); // it is no shortcut then
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void LabTransport::toggle()
{
    if (m_player.isPlaying())
        return m_player.pause();
    Q_EMIT begins();
    m_player.play();
}

void LabTransport::showPlaying()
{
    const bool playing = m_player.isPlaying();
    m_play->setGlyph(playing ? GlyphButton::Glyph::Pause : GlyphButton::Glyph::Play);
    m_play->setAccessibleName(playing ? tr("Pause") : tr("Play"));
    m_play->setToolTip(
        tr("%1 (Space)").arg(playing ? tr("Pause") : tr("Play the requests in their own time")));
}

void LabTransport::refresh()
{
    const std::size_t size = m_player.size();
    const std::optional<std::size_t> at = m_player.position();
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setRange(0, size == 0 ? 0 : int(size - 1));
        m_slider->setValue(int(at.value_or(0)));
    }
    m_slider->setEnabled(size > 0);
    m_play->setEnabled(size > 0);
    m_back->setEnabled(at && *at > 0);
    m_forward->setEnabled(size > 0 && (!at || *at + 1 < size));
    m_speed->setEnabled(size > 0);
    for (QAction* const action : m_actions)
        action->setEnabled(size > 0);
    m_moment->setText(at ? exactMomentText(m_player.moment()) : QString());
}

} // namespace ratewarden::ui
