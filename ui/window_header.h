// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QPushButton;

namespace ratewarden::ui {

class Link;
class Pill;
class PlainLabel;
class TokenFeed;

/// The strip on top: which server this is, how it is doing, how often it is read.
class WindowHeader final : public QWidget {
    Q_OBJECT

public:
    /// `badge` names the environment: "demo"; may be empty.
    WindowHeader(Link& link, TokenFeed& feed, const QString& name, const QString& badge,
                 QWidget* parent = nullptr);

    void updateState();

Q_SIGNALS:
    void themeToggled();
    void otherServerWanted();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void setPaused(bool paused);

    Link& m_link;
    TokenFeed& m_feed;
    QString m_environment;
    PlainLabel* m_server;
    Pill* m_badge;
    Pill* m_state;
    QPushButton* m_interval;
    QPushButton* m_pause;
};

} // namespace ratewarden::ui
