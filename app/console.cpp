// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include "app/demo/other_keys.h"
#include "core/model/errors.h"

#include <algorithm>

using namespace ratewarden;

namespace {

constexpr auto lastServerKey = "lastServer";
constexpr auto geometryKey = "window/geometry";

} // namespace

Console::Console(std::optional<QSize> size, Memory memory, GuardLevel level)
    : m_settings(QSettings::IniFormat, QSettings::UserScope, "ratewarden", "ratewarden")
    , m_size(size)
    , m_memory(memory)
    , m_level(level)
{
}

Console::~Console()
{
    remember();
}

QString Console::lastAddress() const
{
    return m_settings.value(lastServerKey).toString();
}

bool Console::openLastServer()
{
    if (lastAddress().isEmpty())
        return false;
    try {
        openServer(parseEndpoint(lastAddress().toStdString()));
        return true;
    } catch (const InvalidArgument&) { // the file was edited by hand: ask() shows what stands there
        return false;
    }
}

void Console::openServer(const Endpoint& endpoint)
{
    ui::MainWindow::Profile profile;
    profile.name = QString::fromStdString(endpoint.text());
    profile.endpoint = withPasswordFromEnvironment(endpoint);
    if (m_memory == Memory::On)
        m_settings.setValue(lastServerKey, QString::fromStdString(endpoint.url()));
    show(profile);
    m_traffic.reset();
    m_foreignTraffic.reset();
    m_server.reset();
}

QString Console::openDemo()
{
    PrivateRedis::removeAbandoned();
    auto server = std::make_unique<PrivateRedis>();
    QString problem = server->start();
    if (!problem.isEmpty())
        return problem;
    auto traffic = std::make_unique<DemoTraffic>(server->endpoint());
    traffic->prepare();
    traffic->start();
    writeOtherKeys(server->endpoint());
    auto foreignTraffic = std::make_unique<ForeignTraffic>(server->endpoint());
    foreignTraffic->prepare();
    foreignTraffic->start();
    show({server->endpoint(), QStringLiteral("demo"), QStringLiteral("demo")});
    m_traffic = std::move(traffic);
    m_foreignTraffic = std::move(foreignTraffic);
    m_server = std::move(server);
    return {};
}

void Console::show(const ui::MainWindow::Profile& profile)
{
    remember();
    ui::MainWindow::Profile guarded = profile;
    guarded.level = std::max(profile.level, m_level);
    auto window = std::make_unique<ui::MainWindow>(guarded);
    if (m_size)
        window->resize(*m_size);
    else
        window->restoreGeometry(m_settings.value(geometryKey).toByteArray());
    connect(window.get(), &ui::MainWindow::otherServerWanted, this, &Console::ask, Qt::QueuedConnection);
    connect(
        window.get(), &ui::MainWindow::passwordWanted, this,
        [this, endpoint = profile.endpoint](const QString& reason) {
            if (!m_dialog) // one question at a time
                open(new ui::ConnectDialog(reason, endpoint, m_window.get()));
        },
        Qt::QueuedConnection);
    window->show(); // before the old one goes, as the last one to go ends the program
    m_window = std::move(window);
}

void Console::remember()
{
    if (m_window && !m_size && m_memory == Memory::On)
        m_settings.setValue(geometryKey, m_window->saveGeometry());
}

void Console::ask()
{
    open(new ui::ConnectDialog(lastAddress(), m_window.get()));
}

void Console::open(ui::ConnectDialog* dialog)
{
    m_dialog = dialog;
    // Queued: what is opened takes the window away over which the dialog stands.
    connect(
        m_dialog, &ui::ConnectDialog::serverWanted, this,
        [this](const Endpoint& endpoint) {
            openServer(endpoint);
            closeDialog();
        },
        Qt::QueuedConnection);
    connect(
        m_dialog, &ui::ConnectDialog::demoWanted, this,
        [this] {
            const QString problem = openDemo();
            if (problem.isEmpty())
                closeDialog();
            else if (m_dialog)
                m_dialog->fail(problem);
        },
        Qt::QueuedConnection);
    m_dialog->open();
}

void Console::closeDialog()
{
    if (m_dialog)
        m_dialog->close();
}
