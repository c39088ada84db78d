// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/lab/lab_redis.h"
#include "ui/pages/lab/lab_examples.h"

#include <QPushButton>

#include <string>

class QAction;
class QMenu;

namespace ratewarden::ui {

/// The button whose menu has every way in which traffic gets into the lab.
class LabTrafficButton final : public QPushButton {
    Q_OBJECT

public:
    LabTrafficButton(Session& session, const std::vector<LabExample>& examples);

    /// Whether requests are being edited by hand.
    void setEditing(bool editing);
    QMenu* redisMenu() const { return m_redis; }
    /// Whose time line is shown, as shown() gives it; empty: nobody's.
    void setToken(const QString& token);

Q_SIGNALS:
    void fileWanted();
    void exampleWanted(int number);
    /// A policy, or a format of others, whose logs Redis has.
    void redisWanted(const std::string& name);
    void captureWanted();
    void generateWanted();
    void editingWanted(bool wanted);
    /// That token is to be looked at on the Tokens page.
    void tokenWanted();

private:
    void listSources();

    Session& m_session;
    QMenu* m_redis;
    QAction* m_edit;
    QAction* m_showToken;
};

} // namespace ratewarden::ui
