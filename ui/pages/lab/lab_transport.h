// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/pages/lab/lab_player.h"

#include <QWidget>

class QAction;
class QComboBox;
class QSlider;

namespace ratewarden::ui {

class GlyphButton;
class PlainLabel;

/// The bar that plays the requests of a token: play and pause, a step back and forward, a slider over all of
/// them, and the speed.
class LabTransport final : public QWidget {
    Q_OBJECT

public:
    explicit LabTransport(QWidget* parent = nullptr);

    LabPlayer& player() { return m_player; }
    /// Space, comma and period, wherever on that page the focus is, unless what has it uses the key itself.
    void addKeys(QWidget* page);
    /// Shows where the player is, and whether it can go on.
    void refresh();

Q_SIGNALS:
    /// It is about to play; where the player is nowhere, it can be put somewhere.
    void begins();
    /// The slider was dragged to that request.
    void scrubbed(std::size_t request);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void toggle();
    void showPlaying();

    LabPlayer m_player;
    GlyphButton* m_back;
    GlyphButton* m_play;
    GlyphButton* m_forward;
    QSlider* m_slider;
    PlainLabel* m_moment;
    QComboBox* m_speed;
    QList<QAction*> m_actions;
};

} // namespace ratewarden::ui
