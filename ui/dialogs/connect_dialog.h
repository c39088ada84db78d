// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QDialog>

#include <optional>

class QBoxLayout;
class QLineEdit;
class QPushButton;

namespace ratewarden::ui {

class Banner;
class ConnectionTest;
class SecurityFields;

/// Asks which server to open, how to get there, and as whom: an address, TLS and ssh, a user and a password,
/// or the demo. Says on request which step of connecting fails. A password in the address moves to its own
/// field, where it cannot be read; TLS and ssh stand in the address, too. The dialog stays until its owner
/// closes it, or the operator does.
class ConnectDialog final : public QDialog {
    Q_OBJECT

public:
    /// `address` stands there at first; empty: that of a server on this machine.
    explicit ConnectDialog(const QString& address, QWidget* parent = nullptr);
    /// Asks again for a server that did not accept the user or the password; `reason` says so ("The server
    /// wants a password"). The endpoint's password is not shown.
    ConnectDialog(const QString& reason, const Endpoint& endpoint, QWidget* parent = nullptr);

    ~ConnectDialog() override;

    /// The server did not open; what was entered stays.
    void fail(const QString& message);
    /// What is wrong; empty: nothing is known to be.
    QString problem() const;

Q_SIGNALS:
    /// With the user and the password that were entered.
    void serverWanted(const ratewarden::Endpoint& endpoint);
    void demoWanted();

private:
    struct Heading {
        QString text;
    };
    ConnectDialog(const Heading& heading, QWidget* parent);

    void addFields(QBoxLayout* layout);
    void addButtons(QBoxLayout* layout);
    void setPlace(Endpoint endpoint);
    void showPlace();
    void readAddress();
    void writeAddress();
    std::optional<Endpoint> enteredEndpoint();
    void connectToAddress();
    void test();

    Endpoint m_place; ///< the last address that could be read; without the user and the password
    QLineEdit* m_address;
    QLineEdit* m_user;
    QLineEdit* m_password;
    Banner* m_banner;
    SecurityFields* m_security = nullptr;
    ConnectionTest* m_test;
    QPushButton* m_demo;
};

} // namespace ratewarden::ui
