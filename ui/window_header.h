// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"
#include "ui/theme/server_mark.h"

#include <QWidget>

#include <array>
#include <chrono>

class QAction;
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

    /// What is offered: how often what is on screen is read, and how much of a core of the server may be
    /// spent in the background; 0: any.
    static constexpr std::array intervals{std::chrono::milliseconds(500), std::chrono::milliseconds(1000),
                                          std::chrono::milliseconds(2000), std::chrono::milliseconds(5000)};
    static constexpr std::array budgets{0.002, 0.01, 0.05, 0.0};

    static constexpr int stripeWidth = 6; ///< of the server's colour, at the left edge

    void updateState();
    /// How many want somebody's eye, and how bad the worst is.
    void setFindings(int count, FindingSeverity worst);
    /// How often is read, and what may be spent: a menu.
    QMenu* pace() const { return m_pace; }
    /// Shows the servers behind this address.
    void openNodes();

Q_SIGNALS:
    void themeToggled();
    void otherServerWanted();
    void findingsWanted();
    void paletteWanted();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void setPaused(bool paused);
    QMenu* makeMenu();
    void updateCost();

    Session& m_session;
    Link& m_link;
    ServerMark m_mark;
    PlainLabel* m_title;
    PlainLabel* m_server;
    Pill* m_badge;
    LevelButton* m_level;
    Pill* m_state;
    QPushButton* m_nodes;
    QPushButton* m_findings;
    PlainLabel* m_cost;
    QPushButton* m_interval;
    QPushButton* m_pause;
    QPushButton* m_find;
    QMenu* m_pace;
    QAction* m_pauses;
};

} // namespace ratewarden::ui
