// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QDialog>

#include <optional>

class QLineEdit;

namespace ratewarden::ui {

class Banner;

/// Asks which server to open, when the command line did not say: an address, or the demo.
class ConnectDialog final : public QDialog {
    Q_OBJECT

public:
    explicit ConnectDialog(QWidget* parent = nullptr);

    /// What was chosen, after the dialog was accepted; empty: the demo.
    std::optional<Endpoint> endpoint() const { return m_endpoint; }

private:
    void connectToAddress();

    QLineEdit* m_address;
    Banner* m_banner;
    std::optional<Endpoint> m_endpoint;
};

} // namespace ratewarden::ui
