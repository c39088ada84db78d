// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QObject>

#include <vector>

class QCheckBox;
class QGridLayout;
class QLineEdit;
class QWidget;

namespace ratewarden::ui {

/// How to get to a server safely: TLS with its files and name, and ssh. Rows of a form, of which those of TLS
/// show only while it is chosen.
class SecurityFields final : public QObject {
    Q_OBJECT

public:
    /// Adds its rows at the end of the form, whose first column holds labels. `dialog` owns them all.
    SecurityFields(QGridLayout* form, QWidget* dialog);

    /// Shows what the endpoint says; tells nobody.
    void show(const Endpoint& endpoint);
    /// Writes what is shown into the endpoint. Nothing for a Unix socket, which has neither.
    void applyTo(Endpoint& endpoint) const;

Q_SIGNALS:
    /// The operator changed something.
    void edited();

private:
    QLineEdit* addRow(const QString& title, const char* name, const QString& placeholder);
    void addFileRow(QLineEdit* field, const QString& title);
    void showRows();

    QGridLayout* m_form;
    QWidget* m_dialog;
    QCheckBox* m_tls;
    std::vector<QWidget*> m_ofTls; ///< labels, fields and buttons
    QLineEdit* m_caFile = nullptr;
    QLineEdit* m_certFile = nullptr;
    QLineEdit* m_keyFile = nullptr;
    QLineEdit* m_serverName = nullptr;
    QLineEdit* m_ssh = nullptr;
};

} // namespace ratewarden::ui
