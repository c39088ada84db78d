// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/server_windows.h"

#include "core/model/errors.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/dialogs/server_switcher.h"
#include "ui/text/display_text.h"
#include "ui/widgets/open_file.h"
#include "ui/widgets/server_stripe.h"
#include "ui/window_memory.h"

#include <QEvent>
#include <QSettings>
#include <QUuid>

#include <algorithm>
#include <ranges>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr auto geometryKey = "window/geometry";
constexpr int cascade = 32; // a window that would stand exactly over another one moves so far

/// But for the password.
bool isSameServer(ServerProfile a, ServerProfile b)
{
    a.endpoint.password.clear();
    b.endpoint.password.clear();
    return a == b;
}

void bringForward(QWidget* window)
{
    window->show();
    window->raise();
    window->activateWindow();
}

} // namespace

ServerWindows::ServerWindows(ProfileStore& profiles, SecretStore& secrets, QSettings* settings,
                             QObject* parent)
    : QObject(parent), m_profiles(profiles), m_secrets(secrets), m_settings(settings)
{
    connect(&m_secrets, &ProfileSecrets::told, this, &ServerWindows::tell);
    if (m_settings)
        rememberChoices(*m_settings);
}

ServerWindows::~ServerWindows()
{
    for (const Opened& each : m_open) {
        remember(each);
        each.window->disconnect(this);
    }
}

ServerWindows::Opened* ServerWindows::find(const QString& key)
{
    const auto found =
        std::ranges::find_if(m_open, [&](const Opened& each) { return each.server.key() == key; });
    return found == m_open.end() ? nullptr : &*found;
}

// A window that shows nothing but why it does not get in; null: there is none.
ServerWindows::Opened* ServerWindows::neverIn()
{
    const auto found = std::ranges::find_if(m_open, [](const Opened& each) {
        const Link& link = each.window->link();
        return !link.wasEverLive() && link.isUnreachable();
    });
    return found == m_open.end() ? nullptr : &*found;
}

std::vector<MainWindow*> ServerWindows::windows() const
{
    std::vector<MainWindow*> all;
    for (const Opened& each : m_open)
        all.push_back(each.window.get());
    return all;
}

MainWindow* ServerWindows::current() const
{
    for (const Opened& each : m_open)
        if (each.window->isActiveWindow())
            return each.window.get();
    return m_open.empty() ? nullptr : m_open.back().window.get();
}

ConnectDialog* ServerWindows::dialog() const
{
    return m_dialog;
}

bool ServerWindows::openLast()
{
    const QString last = m_profiles.last();
    if (const ServerProfile* const profile = m_profiles.find(last)) {
        open(*profile);
        return true;
    }
    if (!last.contains(QStringLiteral("://")))
        return false;
    try {
        ServerProfile server;
        server.endpoint = parseEndpoint(last.toStdString());
        open(server);
        return true;
    } catch (const InvalidArgument&) { // the file was edited by hand: ask() shows what stands there
        return false;
    }
}

void ServerWindows::open(const ServerProfile& server)
{
    const bool typed = !server.endpoint.password.empty();
    const Opened* const already = find(server.key());
    if (already && isSameServer(already->server, server) &&
        (!typed || already->server.endpoint.password == server.endpoint.password)) {
        bringForward(already->window.get());
        return;
    }
    if (typed)
        openWith(server, {SecretAnswer::Status::Done, QString::fromStdString(server.endpoint.password)});
    else if (const std::optional<SecretAnswer> known = m_secrets.known(server))
        openWith(server, *known);
    else
        m_secrets.read(server, this,
                       [this, server](const SecretAnswer& answer) { openWith(server, answer); });
}

// Called again when the keychain answers after all: then for a server that still wants its password.
void ServerWindows::openWith(const ServerProfile& server, const SecretAnswer& answer)
{
    const Opened* const already = find(server.key());
    const bool late = already && server.endpoint.password.empty() && isSameServer(already->server, server);
    if (late && (answer.status != SecretAnswer::Status::Done || !already->server.endpoint.password.empty() ||
                 already->window->link().state() == Link::State::Live))
        return;
    ServerProfile opened = server;
    if (answer.status == SecretAnswer::Status::Done)
        opened.endpoint.password = answer.secret.toStdString();
    opened.endpoint = withPasswordFromEnvironment(opened.endpoint);
    MainWindow& window = *show(opened, environmentText(opened.environment), Remember::Server).window;
    window.setNotice(m_notices.value(server.key()));
    if (server.remembersPassword && answer.status != SecretAnswer::Status::Done &&
        answer.status != SecretAnswer::Status::NotFound)
        window.setNotice(tr("The password was not read: %1.").arg(secretProblemText(answer)));
    else if (!m_profiles.problem().isEmpty())
        window.setNotice(m_profiles.problem());
}

// What the next start opens. A server that never let anybody in is not kept.
void ServerWindows::noteWorkedIn(const MainWindow* window)
{
    const auto opened =
        std::ranges::find(m_open, window, [](const Opened& each) { return each.window.get(); });
    if (opened == m_open.end() || !opened->remembered || !opened->window->link().wasEverLive() ||
        opened->server.key() == m_profiles.last())
        return;
    if (!m_profiles.noteOpened(opened->server))
        opened->window->setNotice(m_profiles.problem());
}

bool ServerWindows::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::WindowActivate)
        if (const auto* const window = qobject_cast<MainWindow*>(watched); window && window->isVisible())
            noteWorkedIn(window);
    return false;
}

MainWindow* ServerWindows::openOther(const Endpoint& endpoint, const QString& name,
                                     const QString& environment)
{
    ServerProfile server;
    server.name = name;
    server.endpoint = endpoint;
    return show(server, environment, Remember::LayoutOnly).window.get();
}

MainWindow* ServerWindows::openInvestigation(SharedInvestigation recorded)
{
    ServerProfile stand;
    stand.id = QUuid::createUuid().toString();
    stand.name = tr("Investigation");
    stand.color = ProfileColor::Grey;
    return show(stand, {}, Remember::LayoutOnly, std::move(recorded)).window.get();
}

void ServerWindows::askForInvestigation(MainWindow* over)
{
    openFile(over, tr("Open investigation"), {tr("Investigations (*.ratewarden)"), tr("All files (*)")},
             [this, over = QPointer<MainWindow>(over)](const QString& path) {
                 m_reading.ask(
                     [path](Computation&) {
                         return std::make_shared<const Investigation>(readInvestigationAt(path));
                     },
                     [this, over](const Outcome<std::shared_ptr<const Investigation>>& outcome) {
                         if (outcome.result())
                             openInvestigation(*outcome.result());
                         else if (over)
                             over->setNotice(outcome.failure()->message);
                     });
             });
}

// In the place of one onto the same server, or of one that never got into its own; what was recorded stands
// beside them.
ServerWindows::Opened& ServerWindows::show(const ServerProfile& server, const QString& environment,
                                           Remember remembers, SharedInvestigation recorded)
{
    const QString key = server.key();
    Opened* already = find(key);
    GuardLevel level = std::max(initialLevel(server), m_leastLevel);
    if (already) // what the operator has made stricter stays so
        level = std::max(level, already->window->session().guard().level());
    else if (!recorded)
        already = neverIn();
    auto window = std::make_unique<MainWindow>(MainWindow::Setup{server.endpoint, server.title(), environment,
                                                                 m_times, level, server.color, recorded});
    connect(
        window.get(), &MainWindow::otherServerWanted, this, [this, over = window.get()] { ask(over); },
        Qt::QueuedConnection);
    connect(window.get(), &MainWindow::switchWanted, this,
            [this, over = window.get()] { switchServer(over); });
    connect(window.get(), &MainWindow::investigationWanted, this,
            [this, over = window.get()] { askForInvestigation(over); });
    connect(
        window.get(), &MainWindow::passwordWanted, this,
        [this, key](const QString& reason) { askPassword(key, reason); }, Qt::QueuedConnection);
    connect(
        window.get(), &MainWindow::closed, this, [this, gone = window.get()] { close(gone); },
        Qt::QueuedConnection);
    connect(&window->link(), &Link::connected, this, [this, in = window.get()] {
        if (in->isActiveWindow())
            noteWorkedIn(in);
    });
    window->installEventFilter(this);

    if (already) {
        window->setGeometry(already->window->geometry());
    } else if (m_size) {
        window->resize(*m_size);
    } else if (m_settings) {
        for (const Opened& each : m_open) // the one in front last
            if (each.window.get() != current())
                remember(each);
        for (const Opened& each : m_open)
            if (each.window.get() == current())
                remember(each);
        window->restoreGeometry(m_settings->value(geometryKey).toByteArray());
    }
    if (already)
        remember(*already); // what the new one shows is what the old one did
    const bool isKnown = remembers == Remember::Server;
    if (m_settings)
        WindowMemory(*m_settings, isKnown ? key : QString()).restore(*window);
    const auto isCovered = [&](const Opened& each) {
        return (each.window->pos() - window->pos()).manhattanLength() < cascade;
    };
    if (!already && !window->isMaximized() && !window->isFullScreen())
        while (std::ranges::any_of(m_open, isCovered))
            window->move(window->pos() + QPoint(cascade, cascade));
    bringForward(window.get()); // before the old one goes, as the last one to go ends the program
    if (!already)
        return m_open.emplace_back(Opened{server, std::move(window), {}, isKnown});
    already->window->disconnect(this);
    std::swap(already->window, window);
    already->server = server;
    already->remembered = isKnown;
    already->asks.clear(); // which goes with its window
    return *already;
}

void ServerWindows::ask(QWidget* over)
{
    if (m_dialog) {
        bringForward(m_dialog);
        return;
    }
    m_dialog = new ConnectDialog(m_profiles, m_secrets, over);
    connectDialog(m_dialog);
    connect(
        m_dialog, &ConnectDialog::demoWanted, this, [this] { Q_EMIT demoWanted(m_dialog); },
        Qt::QueuedConnection);
    m_dialog->open();
}

void ServerWindows::askPassword(const QString& key, const QString& reason)
{
    Opened* const opened = find(key);
    if (!opened)
        return;
    m_secrets.refuse(opened->server, QString::fromStdString(opened->server.endpoint.password));
    if (opened->asks) // one question at a time
        return;
    opened->asks = new ConnectDialog(reason, opened->server, &m_secrets, opened->window.get());
    connectDialog(opened->asks);
    opened->asks->open();
}

void ServerWindows::connectDialog(ConnectDialog* dialog)
{
    // Queued: what is opened may take the window away over which the dialog stands.
    connect(
        dialog, &ConnectDialog::serverWanted, this,
        [this, asked = QPointer<ConnectDialog>(dialog)](const ServerProfile& server) {
            // Who has signed in, and whether that is remembered, belongs to the profile.
            if (const ServerProfile* const stored = m_profiles.find(server.id);
                stored && !isSameServer(*stored, server)) {
                ServerProfile changed = server;
                m_profiles.save(changed);
            }
            open(server);
            if (asked)
                asked->close();
        },
        Qt::QueuedConnection);
}

void ServerWindows::switchServer(QWidget* over)
{
    if (m_switcher)
        return;
    std::vector<ServerSwitcher::Row> rows;
    for (const Opened& each : m_open) {
        const std::optional<ServerMark> mark = serverMarkOf(each.window.get());
        rows.push_back({each.server.key(), mark.value_or(each.server.mark()),
                        each.window.get() == over ? tr("this one") : tr("open")});
    }
    for (const ServerProfile& profile : m_profiles.profiles())
        if (!find(profile.id))
            rows.push_back({profile.id, profile.mark(), shown(profile.endpoint.text())});
    m_switcher = new ServerSwitcher(std::move(rows), over);
    connect(m_switcher, &ServerSwitcher::chosen, this, &ServerWindows::goTo, Qt::QueuedConnection);
    m_switcher->open();
}

void ServerWindows::goTo(const QString& key)
{
    if (const Opened* const opened = find(key))
        bringForward(opened->window.get());
    else if (const ServerProfile* const profile = m_profiles.find(key))
        open(*profile);
}

void ServerWindows::close(MainWindow* window)
{
    const auto found =
        std::ranges::find_if(m_open, [&](const Opened& each) { return each.window.get() == window; });
    if (found == m_open.end() || window->isVisible())
        return;
    remember(*found);
    Q_EMIT closed(window);
    m_open.erase(found);
}

void ServerWindows::remember(const Opened& opened)
{
    if (!m_settings)
        return;
    if (!m_size)
        m_settings->setValue(geometryKey, opened.window->saveGeometry());
    const bool keepsServer = opened.remembered && opened.window->link().wasEverLive();
    WindowMemory(*m_settings, keepsServer ? opened.server.key() : QString()).save(*opened.window);
}

void ServerWindows::tell(const QString& key, const QString& sentence)
{
    m_notices.insert(key, sentence);
    if (const Opened* const opened = find(key))
        opened->window->setNotice(sentence);
}

} // namespace ratewarden::ui
