// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/server_stripe.h"

#include <QWidget>

class QMenu;
class QPushButton;

namespace ratewarden::ui {

class LevelButton;
class Link;
class Pill;
class PlainLabel;
class Session;

/// The strip on top: which server this is, how it is doing, how often it is read.
class WindowHeader final : public QWidget {
    Q_OBJECT

public:
    WindowHeader(Session& session, const ServerMark& mark, QWidget* parent = nullptr);

    void updateState();
    /// How many there are to be looked at.
    void setWarnings(int count);
    /// Shows the servers behind this address.
    void openNodes();

Q_SIGNALS:
    void themeToggled();
    void otherServerWanted();
    void warningsWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setPaused(bool paused);
    QMenu* makeMenu();
    void updateCost();

    Session& m_session;
    Link& m_link;
    ServerMark m_mark;
    PlainLabel* m_server;
    Pill* m_badge;
    LevelButton* m_level;
    Pill* m_state;
    QPushButton* m_nodes;
    QPushButton* m_warnings;
    PlainLabel* m_cost;
    QPushButton* m_interval;
    QPushButton* m_pause;
};

} // namespace ratewarden::ui
