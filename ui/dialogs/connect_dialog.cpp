// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect_dialog.h"

#include "core/model/errors.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/plain_label.h"

#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>

namespace ratewarden::ui {

ConnectDialog::ConnectDialog(const QString& address, QWidget* parent)
    : QDialog(parent), m_address(new QLineEdit), m_banner(new Banner)
{
    setWindowTitle(tr("Ratewarden"));
    setAttribute(Qt::WA_DeleteOnClose);
    setMinimumWidth(520);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(12);
    auto* const heading = new PlainLabel(tr("Which Redis holds your rate limiters?"));
    heading->setFont(headingFont());
    layout->addWidget(heading);
    m_address->setObjectName("address");
    m_address->setText(address.isEmpty() ? QStringLiteral("redis://localhost:6379") : address);
    m_address->setAccessibleName(tr("Address"));
    layout->addWidget(m_address);
    auto* const hint =
        new PlainLabel(tr("redis://[user[:password]@]host[:port][/database] or unix:///path/to/redis.sock. "
                          "The demo starts a private server with live traffic and leaves nothing behind."),
                       PlainLabel::Tone::Muted);
    hint->setWrapped(QSizePolicy::Preferred, QSizePolicy::MinimumExpanding);
    layout->addWidget(hint);
    layout->addWidget(m_banner);
    auto* const buttons = new QHBoxLayout;
    auto* const demo = new QPushButton(tr("Open the demo"));
    demo->setAutoDefault(false);
    auto* const open = new QPushButton(tr("Connect"));
    open->setDefault(true);
    setProminent(open, false);
    buttons->addWidget(demo);
    buttons->addStretch(1);
    buttons->addWidget(open);
    layout->addLayout(buttons);
    connect(open, &QPushButton::clicked, this, &ConnectDialog::connectToAddress);
    connect(demo, &QPushButton::clicked, this, &ConnectDialog::demoWanted);
    m_address->selectAll();
    m_address->setFocus();
}

void ConnectDialog::connectToAddress()
{
    try {
        Q_EMIT serverWanted(parseEndpoint(m_address->text().trimmed().toStdString()));
    } catch (const InvalidArgument& error) {
        fail(QString::fromUtf8(error.what()));
    }
}

void ConnectDialog::fail(const QString& message)
{
    m_banner->setText(message);
}

} // namespace ratewarden::ui
