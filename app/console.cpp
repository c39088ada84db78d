// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/console.h"

#include "app/demo/demo.h"
#include "core/formats/describe/user_formats.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "ui/dialogs/connect_dialog.h"

using namespace ratewarden;

namespace {

constexpr auto formerLastServer = "lastServer"; // before there were profiles

} // namespace

Console::Console(std::optional<QSize> size, Memory memory, GuardLevel level)
    : m_settings(QSettings::IniFormat, QSettings::UserScope, "ratewarden", "ratewarden")
    , m_profiles(memory == Memory::On ? ui::ProfileStore::usualPath() : QString())
    , m_windows(m_profiles, m_secrets, memory == Memory::On ? &m_settings : nullptr)
{
    m_windows.setSize(size);
    m_windows.setLeastLevel(level);
    connect(&m_windows, &ui::ServerWindows::demoWanted, this, [this](ui::ConnectDialog* dialog) {
        const QPointer<ui::ConnectDialog> asked(dialog);
        const QString problem = openDemo();
        if (!asked)
            return;
        if (problem.isEmpty())
            asked->close();
        else
            asked->fail(problem);
    });
    connect(&m_windows, &ui::ServerWindows::closed, this, &Console::endDemo);
}

bool Console::openLastServer()
{
    if (m_windows.openLast())
        return true;
    const QString former = m_profiles.last().isEmpty() ? m_settings.value(formerLastServer).toString() : "";
    if (former.isEmpty())
        return false;
    try {
        openServer(parseEndpoint(former.toStdString()));
        return true;
    } catch (const InvalidArgument&) { // the file was edited by hand
        return false;
    }
}

void Console::openServer(const Endpoint& endpoint)
{
    // Who types the address of a production server gets its stripe, too.
    const ui::ServerProfile* const known = m_profiles.findAt(endpoint);
    ui::ServerProfile server = known ? *known : ui::ServerProfile();
    server.endpoint = endpoint;
    m_windows.open(server);
}

void Console::openInvestigation(const QString& path)
{
    reloadUserFormats(); // before tokens of theirs are read; no window has loaded them yet
    m_windows.openInvestigation(std::make_shared<const ui::Investigation>(ui::readInvestigationAt(path)));
}

QString Console::openDemo()
{
    if (m_demo) {
        m_demo->raise();
        m_demo->activateWindow();
        return {};
    }
    PrivateRedis::removeAbandoned();
    auto server = std::make_unique<PrivateRedis>();
    QString problem = server->start();
    if (!problem.isEmpty())
        return problem;
    std::jthread traffic = startDemoTraffic(server->endpoint());
    writeOtherKeys(server->endpoint());
    std::jthread foreignTraffic = startForeignTraffic(server->endpoint());
    // The first figures of its load are not to be those of the preparation.
    Connection(server->endpoint()).call({"CONFIG", "RESETSTAT"});
    m_demo = m_windows.openOther(server->endpoint(), QStringLiteral("demo"), QStringLiteral("demo"));
    m_traffic = std::move(traffic);
    m_foreignTraffic = std::move(foreignTraffic);
    m_server = std::move(server);
    return {};
}

void Console::endDemo(const ui::MainWindow* window)
{
    if (window != m_demo)
        return;
    m_traffic = {};
    m_foreignTraffic = {};
    m_server.reset();
}

void Console::ask()
{
    m_windows.ask(nullptr);
}
