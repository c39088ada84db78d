// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/main_window.h"
#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"

#include <QPointer>
#include <QSize>

#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace ratewarden::ui {

class ConnectDialog;
class ServerSwitcher;

/// The windows of the program, one onto each server that is open; how one is opened, found again and closed.
/// Passwords come from what was typed, from the keychain or from the environment; a server that wants another
/// one makes its window ask.
class ServerWindows final : public QObject {
    Q_OBJECT

public:
    /// `settings`, which may be null, remembers how a window stood.
    ServerWindows(ProfileStore& profiles, SecretStore& secrets, QSettings* settings,
                  QObject* parent = nullptr);
    ~ServerWindows() override;

    /// The size of windows, instead of the one that the last one had.
    void setSize(std::optional<QSize> size) { m_size = size; }
    /// No window is guarded less strictly at first, whatever the profile says.
    void setLeastLevel(GuardLevel level) { m_leastLevel = level; }
    /// How fast things happen; tests make them fast.
    void setTimes(const LinkTimes& times) { m_times = times; }

    /// Opens a window onto the server, or activates the one that is open; one that has tried in vain to get
    /// into another server is used again. Without a password in the endpoint
    /// the one that is known for it is read first, which may take a while.
    void open(const ServerProfile& server);
    /// One that is neither remembered nor a profile.
    MainWindow* openOther(const Endpoint& endpoint, const QString& name, const QString& environment);
    /// One onto what was recorded; it is not remembered.
    MainWindow* openInvestigation(SharedInvestigation recorded);
    /// Opens what was worked in last; false when that is not known any more.
    bool openLast();
    /// Asks which one. Over the window, or over none; without a window yet the program ends when nobody
    /// answers.
    void ask(QWidget* over);

    std::vector<MainWindow*> windows() const;
    /// The one that is in front, or else any; null: there is none.
    MainWindow* current() const;
    ConnectDialog* dialog() const;

Q_SIGNALS:
    /// The operator wants the demo; the dialog may be told why there is none.
    void demoWanted(ratewarden::ui::ConnectDialog* dialog);
    /// It goes when this returns.
    void closed(ratewarden::ui::MainWindow* window);

private:
    struct Opened {
        ServerProfile server; ///< with the password in its endpoint
        std::unique_ptr<MainWindow> window;
        QPointer<ConnectDialog> asks; ///< for its password
        bool remembered = true;       ///< how its window stood, with what belongs to this server
    };

    Opened* find(const QString& key);
    Opened* neverIn();
    enum class Remember { Server, LayoutOnly };
    Opened& show(const ServerProfile& server, const QString& environment, Remember remember,
                 SharedInvestigation recorded = {});
    void askForInvestigation(MainWindow* over);
    void openWith(const ServerProfile& server, const SecretAnswer& answer);
    void askPassword(const QString& key, const QString& reason);
    void connectDialog(ConnectDialog* dialog);
    void switchServer(QWidget* over);
    void goTo(const QString& key);
    bool eventFilter(QObject* watched, QEvent* event) override;
    void close(MainWindow* window);
    void remember(const Opened& opened);
    void noteWorkedIn(const MainWindow* window);
    void tell(const QString& key, const QString& sentence);

    ProfileStore& m_profiles;
    ProfileSecrets m_secrets;
    QSettings* m_settings;
    std::optional<QSize> m_size;
    GuardLevel m_leastLevel = GuardLevel::Review;
    LinkTimes m_times;
    std::vector<Opened> m_open;        ///< in the order in which they were opened
    QHash<QString, QString> m_notices; ///< what was told of a password, by the profile's key
    QPointer<ConnectDialog> m_dialog;
    QPointer<ServerSwitcher> m_switcher;
    NewestAnswer m_reading; ///< of a file; last: what it runs is stopped first
};

} // namespace ratewarden::ui
