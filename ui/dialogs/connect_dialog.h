// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QDialog>

class QLineEdit;

namespace ratewarden::ui {

class Banner;

/// Asks which server to open: an address, or the demo. It stays until its owner closes it, or the operator
/// does.
class ConnectDialog final : public QDialog {
    Q_OBJECT

public:
    /// `address` stands there at first; empty: that of a server on this machine.
    explicit ConnectDialog(const QString& address, QWidget* parent = nullptr);

    void fail(const QString& message);

Q_SIGNALS:
    void serverWanted(const ratewarden::Endpoint& endpoint);
    void demoWanted();

private:
    void connectToAddress();

    QLineEdit* m_address;
    Banner* m_banner;
};

} // namespace ratewarden::ui
