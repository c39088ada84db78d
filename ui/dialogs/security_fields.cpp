// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/security_fields.h"

#include "ui/widgets/fields.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/plain_label.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {

SecurityFields::SecurityFields(QGridLayout* form, QWidget* dialog)
    : QObject(dialog), m_form(form), m_dialog(dialog), m_tls(new QCheckBox(tr("Encrypt with TLS")))
{
    m_tls->setObjectName("tls");
    m_form->addWidget(m_tls, m_form->rowCount(), 1);
    const auto addOfTls = [this](const QString& title, const char* name, const QString& placeholder) {
        QLineEdit* const field = addRow(title, name, placeholder);
        m_ofTls.push_back(field);
        m_ofTls.push_back(m_form->itemAtPosition(m_form->rowCount() - 1, 0)->widget());
        return field;
    };
    m_caFile = addOfTls(tr("CA file"), "cacert", tr("the system's certificate authorities"));
    addFileRow(m_caFile, tr("Certificate authorities to trust"));
    m_certFile = addOfTls(tr("Certificate"), "cert", tr("none; the server may want one of the client"));
    addFileRow(m_certFile, tr("The client's certificate"));
    m_keyFile = addOfTls(tr("Private key"), "key", tr("in the certificate's file"));
    addFileRow(m_keyFile, tr("The key of the client's certificate"));
    m_serverName = addOfTls(tr("Server name"), "sni", tr("the host; the certificate must have it"));
    m_ssh = addRow(tr("Through ssh"), "ssh", tr("not; user@bastion, or a Host of your ssh configuration"));
    connect(m_tls, &QCheckBox::toggled, this, &SecurityFields::showRows);
    connect(m_tls, &QCheckBox::clicked, this, &SecurityFields::edited);
    for (QLineEdit* const field : {m_caFile, m_certFile, m_keyFile, m_serverName, m_ssh})
        connect(field, &QLineEdit::textEdited, this, &SecurityFields::edited);
    showRows();
}

QLineEdit* SecurityFields::addRow(const QString& title, const char* name, const QString& placeholder)
{
    auto* const field = new QLineEdit;
    field->setPlaceholderText(placeholder);
    addField(m_form, title, name, field, 2);
    return field;
}

void SecurityFields::addFileRow(QLineEdit* field, const QString& title)
{
    auto* const choose = new QPushButton(tr("Choose…"));
    choose->setAutoDefault(false);
    choose->setAccessibleName(tr("Choose: %1").arg(field->accessibleName()));
    const int row = m_form->rowCount() - 1;
    m_form->removeWidget(field);
    m_form->addWidget(field, row, 1);
    m_form->addWidget(choose, row, 2);
    m_ofTls.push_back(choose);
    connect(choose, &QPushButton::clicked, this, [this, field, title] {
        openFile(m_dialog, title, {tr("PEM files (*.pem *.crt *.cer *.key)"), tr("All files (*)")},
                 [this, field](const QString& path) {
                     field->setText(path);
                     Q_EMIT edited();
                 });
    });
}

void SecurityFields::showRows()
{
    for (QWidget* const each : m_ofTls)
        each->setVisible(m_tls->isChecked());
}

void SecurityFields::show(const Endpoint& endpoint)
{
    const TlsSettings tls = endpoint.tls.value_or(TlsSettings());
    m_tls->setChecked(endpoint.tls.has_value());
    m_tls->setEnabled(endpoint.socketPath.empty());
    m_ssh->setEnabled(endpoint.socketPath.empty());
    m_caFile->setText(QString::fromStdString(tls.caFile));
    m_certFile->setText(QString::fromStdString(tls.certFile));
    m_keyFile->setText(QString::fromStdString(tls.keyFile));
    m_serverName->setText(QString::fromStdString(tls.serverName));
    m_ssh->setText(QString::fromStdString(endpoint.ssh));
}

void SecurityFields::applyTo(Endpoint& endpoint) const
{
    endpoint.tls.reset();
    endpoint.ssh.clear();
    if (!endpoint.socketPath.empty())
        return;
    const auto text = [](const QLineEdit* field) {
        return field->text().trimmed().toStdString();
    };
    if (m_tls->isChecked())
        endpoint.tls = TlsSettings{text(m_caFile), text(m_certFile), text(m_keyFile), text(m_serverName)};
    endpoint.ssh = text(m_ssh);
}

} // namespace ratewarden::ui
