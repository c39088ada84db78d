// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/level_button.h"

#include "ui/state/session.h"
#include "ui/text/display_text.h"
#include "ui/text/guard_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>
#include <QPainter>
#include <QPainterPath>

namespace ratewarden::ui {
namespace {

constexpr int iconSide = 14;

/// A padlock; open: its bow stands off.
QPixmap lockPixmap(bool open, const QColor& ink, qreal ratio)
{
    QPixmap pixmap(QSize(iconSide, iconSide) * ratio);
    pixmap.setDevicePixelRatio(ratio);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath bow;
    const qreal left = open ? 6.5 : 4;
    bow.moveTo(left, 7);
    bow.lineTo(left, 4.5);
    bow.arcTo(QRectF(left, 1.5, 6, 6), 180, -180);
    bow.lineTo(left + 6, open ? 5 : 7);
    painter.setPen(QPen(ink, 1.6));
    painter.drawPath(bow);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawRoundedRect(QRectF(2, 6.5, 10, 7), 1.5, 1.5);
    return pixmap;
}

} // namespace

LevelButton::LevelButton(Session& session, QWidget* parent) : QPushButton(parent), m_session(session)
{
    setObjectName("guardLevel");
    setIconSize({iconSide, iconSide});
    auto* const choices = named("guardLevels", new QMenu(this));
    choices->setToolTipsVisible(true);
    auto* const group = new QActionGroup(choices);
    for (const GuardLevel level : guardLevels) {
        QAction* const action = choices->addAction(tr("%1: %2").arg(levelText(level), levelInBrief(level)));
        action->setObjectName(QString::fromUtf8(nameOf(level).data(), qsizetype(nameOf(level).size())));
        action->setToolTip(plainToolTip(levelMeaning(level)));
        action->setCheckable(true);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, level] { choose(level); });
        m_choices.emplace(level, action);
    }
    setMenu(choices);
    named("guardLevelAction", addAction(tr("Level of protection…"), guardKeys(), this,
                                        [this] { menu()->popup(mapToGlobal(rect().bottomLeft())); }));
    connect(&session.guard(), &GuardSwitch::changed, this, &LevelButton::refresh);
    connect(&session.guard(), &GuardSwitch::ticked, this, &LevelButton::refresh);
    connect(&session, &Session::rightsChanged, this, &LevelButton::refresh);
    refresh();
}

void LevelButton::refresh()
{
    const GuardSwitch& guard = m_session.guard();
    const GuardLevel level = guard.level();
    const auto left = guard.remaining();
    const QColor ink = left ? colors().nearLimit : colors().text;
    QPalette inked; // all others are the theme's
    inked.setColor(QPalette::ButtonText, ink);
    setPalette(inked);
    const QString lacks = m_session.isViewer() ? m_session.missing("block") : QString();
    setIcon(lockPixmap(!guard.isReadOnly() && lacks.isEmpty(), ink, devicePixelRatioF()));
    setText(!lacks.isEmpty() ? tr("Viewer")
            : left           ? QStringLiteral("%1 %2").arg(levelText(level),
                                                           clockText(std::chrono::ceil<std::chrono::seconds>(*left)))
                             : levelText(level));
    const QString meaning =
        left ? tr("%1. Back to %2 by itself").arg(levelMeaning(level), levelText(guard.usual()))
             : levelMeaning(level);
    // Of a viewer the server refuses changes, whatever the level is.
    setToolTip(plainToolTip(
        lacks.isEmpty()
            ? tr("%1 (%2 changes the level)").arg(meaning, guardKeys().toString(QKeySequence::NativeText))
            : tr("This user may only look. %1").arg(lacks)));
    setAccessibleName(tr("Level: %1").arg(text()));
    m_choices.at(level)->setChecked(true);
}

void LevelButton::choose(GuardLevel level)
{
    GuardSwitch& guard = m_session.guard();
    const GuardLevel from = guard.level();
    refresh(); // the mark stands at what is in force, whatever was clicked
    if (level >= from) {
        guard.raise(level);
        return;
    }
    if (m_dialog)
        return;
    m_dialog = new LevelDialog(m_session.name(), m_session.link().where(), from, level, window());
    connect(m_dialog, &LevelDialog::confirmed, &guard, &GuardSwitch::lower);
    m_dialog->open();
}

} // namespace ratewarden::ui
