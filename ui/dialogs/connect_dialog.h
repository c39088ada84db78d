// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/profiles/profile.h"
#include "ui/profiles/secret_store.h"

#include <QDialog>

#include <optional>

class QBoxLayout;
class QCheckBox;
class QGridLayout;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class Banner;
class ConnectionTest;
class ProfileFields;
class ProfileList;
class ProfileSecrets;
class ProfileStore;
class QuestionBar;
class SecurityFields;

/// Asks which server to open, how to get there, and as whom: one of the profiles, which are edited here, or
/// an address, TLS and ssh, a user and a password, or the demo. What is typed goes to the address, the arrow
/// keys to the profiles, and Return opens what stands there. Says on request which step of connecting fails.
/// A password in the address moves to its own field, where it cannot be read; TLS and ssh stand in the
/// address, too. The dialog stays until its owner closes it, or the operator does.
class ConnectDialog final : public QDialog {
    Q_OBJECT

public:
    /// Without profiles. `address` stands there at first; empty: that of a server on this machine.
    explicit ConnectDialog(const QString& address, QWidget* parent = nullptr);
    /// With the profile, or the address, suggested that the store says was worked in last. An address that is
    /// typed over it is another server's, and opens that; the name of a profile opens the profile.
    ConnectDialog(ProfileStore& profiles, ProfileSecrets& secrets, QWidget* parent = nullptr);
    /// Asks again for a server that did not accept the user or the password; `reason` says so ("The server
    /// wants a password"). The endpoint's password is not shown. Null secrets: the password is not stored.
    ConnectDialog(const QString& reason, const ServerProfile& server, ProfileSecrets* secrets,
                  QWidget* parent = nullptr);

    ~ConnectDialog() override;

    /// The server did not open; what was entered stays.
    void fail(const QString& message);
    /// What is wrong; empty: nothing is known to be.
    QString problem() const;

Q_SIGNALS:
    /// With the user and the password that were entered in its endpoint.
    void serverWanted(const ratewarden::ui::ServerProfile& server);
    void demoWanted();
    /// The profile as it is stored now.
    void saved(const ratewarden::ui::ServerProfile& profile);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Heading {
        QString text;
    };
    ConnectDialog(const Heading& heading, ProfileStore* profiles, ProfileSecrets* secrets, bool asksAgain,
                  QWidget* parent);

    void addList(QBoxLayout* layout);
    void addFields(QBoxLayout* layout);
    void addExamples(QGridLayout* grid);
    void addPasswordNote(QGridLayout* grid);
    void addButtons(QBoxLayout* layout);
    void setPlace(Endpoint endpoint);
    void showPlace();
    void readAddress();
    void writeAddress();
    std::optional<Endpoint> enteredEndpoint();
    void connectToAddress();
    void test();

    // Of the profiles.
    void choose(const QString& key);
    void suggest(const QString& key);
    void leaveSuggestion();
    void openNamed();
    void showProfile(const ServerProfile& profile);
    void showAddress(const QString& address);
    static QString usualAddress();
    void duplicate();
    void deleteChosen();
    void import();
    void edit();
    bool wantsSaving() const;
    void updateButtons();
    bool save(const Endpoint& entered);
    void readPassword();
    void takePassword(const SecretAnswer& answer);

    ProfileStore* m_profiles;  ///< null: none are shown
    ProfileSecrets* m_secrets; ///< null: passwords are not stored
    ServerProfile m_profile;   ///< that is shown, as it is stored
    bool m_edited = false;     ///< it differs from what is shown
    bool m_suggests = false;   ///< it is not edited: another address is another server's
    enum class Waits {
        No,
        ForKeychain, ///< to say the password of the profile
        NoLonger     ///< but it may still do so
    };
    Waits m_waits = Waits::No;
    bool m_connects = false; ///< as soon as the password is there
    QString m_wanted;        ///< chosen before the changes were saved or discarded
    Endpoint m_place;        ///< the last address that could be read; without the user and the password
    QLineEdit* m_address;
    QLineEdit* m_user;
    QLineEdit* m_password;
    Banner* m_banner;
    ProfileList* m_list = nullptr;
    ProfileFields* m_fields = nullptr;
    SecurityFields* m_security = nullptr;
    QCheckBox* m_remember = nullptr;
    QuestionBar* m_discard = nullptr;
    QuestionBar* m_delete = nullptr;
    ConnectionTest* m_test;
    QPushButton* m_demo;
    QPushButton* m_save = nullptr;
    QPushButton* m_open = nullptr;
};

} // namespace ratewarden::ui
