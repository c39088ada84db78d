// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/connect_dialog.h"

#include "core/model/errors.h"
#include "ui/dialogs/connection_test.h"
#include "ui/dialogs/fit_to_text.h"
#include "ui/dialogs/profile_fields.h"
#include "ui/dialogs/profile_list.h"
#include "ui/dialogs/security_fields.h"
#include "ui/profiles/profile_secrets.h"
#include "ui/profiles/profile_store.h"
#include "ui/text/problem_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/fields.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/question_bar.h"
#include "ui/widgets/server_stripe.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>

#include <array>
#include <utility>

namespace ratewarden::ui {
namespace {

/// What an address may look like, and what it means.
struct Example {
    const char* address;
    const char* meaning;
};

constexpr std::array addressExamples{
    Example{"redis://localhost", QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "port 6379, database 0")},
    Example{"redis://cache.example.com:6380/2",
            QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "port 6380, database 2")},
    Example{"rediss://cache.example.com",
            QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "encrypted with TLS")},
    Example{"redis+sentinel://s1,s2,s3/mymaster",
            QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "Sentinel's primary")},
    Example{"redis+cluster://n1,n2",
            QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "some nodes of a cluster")},
    Example{"unix:///run/redis/redis.sock",
            QT_TRANSLATE_NOOP("ratewarden::ui::ConnectDialog", "a Unix socket")}};

/// Whoever signs in there.
bool isSamePlace(Endpoint a, Endpoint b)
{
    for (Endpoint* const each : {&a, &b}) {
        each->user.clear();
        each->password.clear();
    }
    return a == b;
}

} // namespace

ConnectDialog::ConnectDialog(const Heading& heading, ProfileStore* profiles, ProfileSecrets* secrets,
                             bool asksAgain, QWidget* parent)
    : QDialog(parent)
    , m_profiles(profiles)
    , m_secrets(secrets)
    , m_address(new QLineEdit)
    , m_user(new QLineEdit)
    , m_password(new QLineEdit)
    , m_banner(new Banner)
    , m_test(new ConnectionTest)
    , m_demo(named("demo", new QPushButton(tr("Open the demo"))))
{
    setWindowTitle(tr("Connect to Redis"));
    setAttribute(Qt::WA_DeleteOnClose);
    fitToText(this, profiles ? 900 : 560);
    auto* const sides = new QHBoxLayout(this);
    sides->setContentsMargins(20, 18, 20, 16);
    sides->setSpacing(20);
    if (m_profiles)
        addList(sides);
    auto* const layout = new QVBoxLayout;
    layout->setSpacing(12);
    sides->addLayout(layout, 1);
    auto* const title = new PlainLabel(heading.text);
    title->setFont(headingFont());
    layout->addWidget(title);
    layout->addWidget(m_banner);
    if (m_profiles)
        for (QuestionBar* const question : {m_discard, m_delete})
            layout->addWidget(question);
    addFields(layout);
    layout->addWidget(m_test);
    layout->addStretch(1);
    addButtons(layout);
    m_demo->setHidden(asksAgain);
    connect(m_address, &QLineEdit::editingFinished, this, &ConnectDialog::readAddress);
}

ConnectDialog::ConnectDialog(const QString& address, QWidget* parent)
    : ConnectDialog(Heading{tr("Which Redis holds your rate limiters?")}, nullptr, nullptr, false, parent)
{
    m_address->setText(address.isEmpty() ? usualAddress() : address);
    readAddress(); // as of settings that were edited by hand
    m_address->selectAll();
    m_address->setFocus();
}

ConnectDialog::ConnectDialog(ProfileStore& profiles, ProfileSecrets& secrets, QWidget* parent)
    : ConnectDialog(Heading{tr("Which Redis holds your rate limiters?")}, &profiles, &secrets, false, parent)
{
    suggest(profiles.last());
    fail(profiles.problem());
    m_address->setToolTip(tr("An address, or the name of a profile"));
    for (QWidget* const each : {static_cast<QWidget*>(m_address), m_list->focusProxy()})
        each->installEventFilter(this);
}

ConnectDialog::ConnectDialog(const QString& reason, const ServerProfile& server, ProfileSecrets* secrets,
                             QWidget* parent)
    : ConnectDialog(Heading{tr("Sign in to Redis")}, nullptr, secrets, true, parent)
{
    ServerStripe::addTo(this);
    m_profile = server;
    m_profile.endpoint.password.clear();
    m_user->setText(QString::fromStdString(server.endpoint.user));
    setPlace(server.endpoint);
    showPlace();
    if (m_remember)
        m_remember->setChecked(server.remembersPassword);
    m_password->setFocus();
    fail(reason);
}

void ConnectDialog::addFields(QBoxLayout* layout)
{
    auto* const grid = makeFieldGrid(14, 8);
    const auto add = [&](const QString& title, QLineEdit* field, const char* name) {
        addField(grid, title, name, field, 2);
    };
    if (m_profiles)
        m_fields = new ProfileFields(grid, this);
    add(tr("Address"), m_address, "address");
    addExamples(grid);
    m_user->setPlaceholderText(tr("default"));
    add(tr("User"), m_user, "user");
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setPlaceholderText(tr("none, or that of RATEWARDEN_REDIS_PASSWORD"));
    add(tr("Password"), m_password, "password");
    addPasswordNote(grid);
    m_security = new SecurityFields(grid, this);
    connect(m_security, &SecurityFields::edited, this, &ConnectDialog::writeAddress);
    // What was tested is not what stands there any more.
    connect(m_security, &SecurityFields::edited, m_test, &ConnectionTest::clear);
    connect(m_address, &QLineEdit::textEdited, this, &ConnectDialog::leaveSuggestion); // before edit()
    connect(m_address, &QLineEdit::textEdited, m_banner, [this] { m_banner->setText({}); });
    for (const QLineEdit* const field : {m_address, m_user, m_password}) {
        connect(field, &QLineEdit::textEdited, m_test, &ConnectionTest::clear);
        connect(field, &QLineEdit::textEdited, this, &ConnectDialog::edit);
    }
    connect(m_security, &SecurityFields::edited, this, &ConnectDialog::edit);
    if (m_fields)
        connect(m_fields, &ProfileFields::edited, this, &ConnectDialog::edit);
    layout->addLayout(grid);
}

void ConnectDialog::addExamples(QGridLayout* grid)
{
    auto* const table = makeFieldGrid(14, 2);
    for (const Example& example : addressExamples) {
        const int row = table->rowCount();
        auto* const address = new PlainLabel(QString::fromLatin1(example.address), PlainLabel::Tone::Muted);
        address->setFont(monospaceFont());
        address->setElided(false);
        table->addWidget(address, row, 0);
        table->addWidget(new PlainLabel(tr(example.meaning), PlainLabel::Tone::Muted), row, 1);
    }
    grid->addLayout(table, grid->rowCount(), 1, 1, 2);
}

// Only a profile has a place in the keychain.
void ConnectDialog::addPasswordNote(QGridLayout* grid)
{
    const int row = grid->rowCount();
    if (!m_secrets) {
        grid->addWidget(new PlainLabel(tr("The password is not stored."), PlainLabel::Tone::Muted), row, 1, 1,
                        2);
        return;
    }
    m_remember = named("remember", new QCheckBox(tr("Remember the password in the system's keychain")));
    grid->addWidget(m_remember, row, 1, 1, 2);
    connect(m_remember, &QCheckBox::clicked, this, &ConnectDialog::edit);
}

void ConnectDialog::addButtons(QBoxLayout* layout)
{
    auto* const buttons = new QHBoxLayout;
    m_demo->setAutoDefault(false);
    m_demo->setToolTip(tr("A private server with live traffic, which leaves nothing behind"));
    auto* const cancel = named("cancel", new QPushButton(tr("Cancel")));
    cancel->setAutoDefault(false);
    m_save = named("save", new QPushButton(tr("Save")));
    m_save->setAutoDefault(false);
    m_save->setVisible(m_profiles != nullptr);
    m_open = named("connect", new QPushButton(tr("Connect")));
    m_open->setDefault(true);
    setProminent(m_open, false);
    auto* const test = named("test", new QPushButton(tr("Test")));
    test->setAutoDefault(false);
    test->setToolTip(tr("Connect once, and see which step fails; nothing is changed"));
    buttons->addWidget(m_demo);
    buttons->addStretch(1);
    buttons->addWidget(test);
    buttons->addWidget(cancel);
    buttons->addWidget(m_save);
    buttons->addWidget(m_open);
    layout->addLayout(buttons);
    connect(m_open, &QPushButton::clicked, this, &ConnectDialog::connectToAddress);
    connect(m_save, &QPushButton::clicked, this, [this] {
        if (const auto endpoint = enteredEndpoint())
            save(*endpoint);
    });
    connect(test, &QPushButton::clicked, this, &ConnectDialog::test);
    connect(m_test, &ConnectionTest::finished, this, &ConnectDialog::fail);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_demo, &QPushButton::clicked, this, &ConnectDialog::demoWanted);
    updateButtons();
}

QString ConnectDialog::usualAddress()
{
    return QStringLiteral("redis://localhost:6379");
}

void ConnectDialog::setPlace(Endpoint endpoint)
{
    endpoint.user.clear();
    endpoint.password.clear();
    m_place = std::move(endpoint);
    m_security->show(m_place);
}

void ConnectDialog::showPlace()
{
    m_address->setText(QString::fromStdString(m_place.url()));
}

void ConnectDialog::readAddress()
{
    try {
        const Endpoint endpoint = parseEndpoint(m_address->text().trimmed().toStdString());
        setPlace(endpoint);
        if (endpoint.user.empty() && endpoint.password.empty())
            return;
        m_user->setText(QString::fromStdString(endpoint.user));
        if (!endpoint.password.empty())
            m_password->setText(QString::fromStdString(endpoint.password));
        showPlace();
    } catch (const InvalidArgument&) { // said when it is to be connected to
    }
}

// From what could be read: half-filled fields may make an address that cannot.
void ConnectDialog::writeAddress()
{
    m_security->applyTo(m_place);
    showPlace();
}

// A field that loses the focus while the dialog goes must not call it any more.
ConnectDialog::~ConnectDialog()
{
    m_address->disconnect(this);
}

std::optional<Endpoint> ConnectDialog::enteredEndpoint()
{
    m_banner->setText({});
    readAddress(); // there are desktops where a click on a button moves no focus
    try {
        Endpoint endpoint = parseEndpoint(m_address->text().trimmed().toStdString());
        endpoint.user = m_user->text().toStdString();
        endpoint.password = m_password->text().toStdString();
        return endpoint;
    } catch (const InvalidArgument& error) {
        fail(problemText(error));
        m_address->setFocus();
        return std::nullopt;
    }
}

void ConnectDialog::connectToAddress()
{
    if (m_profiles)
        openNamed();
    const auto endpoint = enteredEndpoint();
    if (!endpoint)
        return;
    if (m_waits == Waits::ForKeychain && m_password->text().isEmpty() && m_profile.remembersPassword) {
        m_connects = true;
        m_open->setEnabled(false);
        fail(tr("Waiting for the system's keychain, which may be asking you to unlock it. Type the password "
                "to go on without it."));
        return;
    }
    if (wantsSaving() && !save(*endpoint))
        return;
    ServerProfile server = m_profile;
    server.endpoint = *endpoint;
    if (!m_profiles && !isSamePlace(server.endpoint, m_profile.endpoint)) { // it is another server
        server.id.clear();
        server.name.clear();
    }
    if (m_remember)
        server.remembersPassword = m_remember->isChecked() && !server.id.isEmpty();
    if (m_secrets && (m_waits == Waits::No || !m_password->text().isEmpty())) // for the next time
        m_secrets->keep(server, m_password->text());
    Q_EMIT serverWanted(server);
}

void ConnectDialog::test()
{
    m_test->clear();
    if (const auto endpoint = enteredEndpoint())
        m_test->start(withPasswordFromEnvironment(*endpoint));
}

void ConnectDialog::fail(const QString& message)
{
    m_banner->setText(message);
}

QString ConnectDialog::problem() const
{
    return m_banner->text();
}

} // namespace ratewarden::ui
