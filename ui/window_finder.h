// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/session.h"
#include "ui/widgets/palette.h"

#include <QTimer>

namespace ratewarden::ui {

class MainWindow;

/// What the palette finds in a window: pages, the actions that can be done now, policies and tokens. A token
/// that is not listed is looked up in Redis, exactly as it is typed. Nothing that is found changes anything:
/// it shows, or opens the dialog of an action.
class WindowFinder final : public QObject {
    Q_OBJECT

public:
    explicit WindowFinder(MainWindow& window);

    std::vector<Finding> find(const QString& typed);

Q_SIGNALS:
    /// What was looked up has been answered.
    void changed();
    void tokenWanted(const ratewarden::Subject& subject);
    void keyWanted(const std::string& key);
    void policyWanted(const std::string& policy);

private:
    struct LookedUp {
        std::vector<Subject> subjects; ///< that are there
        bool isKey = false;
        QString problem;
    };
    void findActions(const QStringList& words, std::vector<Finding>& found);
    void findPolicies(const QStringList& words, std::vector<Finding>& found);
    void findTokens(const QString& typed, const QStringList& words, std::vector<Finding>& found);
    void addLookedUp(const QString& typed, std::vector<Finding>& found);
    Finding tokenFinding(const Subject& subject, const QString& note);
    void lookUp();

    MainWindow& m_window;
    std::vector<Finding> m_said; // of what was looked up, that nothing can be done with
    bool m_isListed = false;     // what was typed, as a token
    QString m_wanted;
    QString m_looked; // what m_lookedUp is about
    LookedUp m_lookedUp;
    QTimer m_rests; // the typing
};

} // namespace ratewarden::ui
