// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection_check.h"

#include <QWidget>

#include <memory>
#include <vector>

class QBoxLayout;

namespace ratewarden::ui {

class Lane;
class PlainLabel;

/// Tries to connect to a server, and shows how far it gets: a mark for each step, and what the server is.
class ConnectionTest final : public QWidget {
    Q_OBJECT

public:
    explicit ConnectionTest(QWidget* parent = nullptr);
    ~ConnectionTest() override;

    /// Shows the steps, and the outcome when it is known; an earlier one is dropped.
    void start(const Endpoint& endpoint);
    /// Shows nothing any more.
    void clear();
    /// What it shows, step by step.
    QString text() const;

Q_SIGNALS:
    /// `problem`: why a step failed; empty: none did.
    void finished(const QString& problem);

private:
    void showSteps(const std::vector<ConnectStep>& steps, const ConnectionCheck* check);
    void finish(const std::vector<ConnectStep>& steps, const ConnectionCheck& check);

    QBoxLayout* m_steps;
    PlainLabel* m_facts;
    Deployment m_deployment = Deployment::Node;
    std::unique_ptr<Lane> m_lane; // while it runs
};

} // namespace ratewarden::ui
