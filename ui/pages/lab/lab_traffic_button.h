// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/traffic_desk.h"

#include <QAction>
#include <QPushButton>

class QMenu;

namespace ratewarden::ui {

/// The button whose menu has every way in which traffic gets into the lab.
class LabTrafficButton final : public QPushButton {
    Q_OBJECT

public:
    LabTrafficButton(Session& session, TrafficDesk& desk, LabBench& bench);

    /// Whether requests are being edited by hand.
    void setEditing(bool editing) { m_edit->setChecked(editing); }
    QMenu* redisMenu() const { return m_redis; }
    void chooseFile();
    void askForPlan();

Q_SIGNALS:
    /// Requests are to be edited by hand, or no longer.
    void editingWanted(bool wanted);
    /// The token is to be looked at on the Tokens page; `policy` may be empty.
    void tokenWanted(const std::string& token, const std::string& policy);
    /// Why nothing can be captured.
    void problemChanged(const QString& problem);

private:
    void listSources();
    void showToken();
    void askForCapture();

    Session& m_session;
    TrafficDesk& m_desk;
    LabBench& m_bench;
    QMenu* m_redis;
    QAction* m_edit;
    QAction* m_showToken;
};

} // namespace ratewarden::ui
