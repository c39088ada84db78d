// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_plugins.h"

#include "ui/charts/time_chart.h"
#include "ui/dialogs/plugin_dialog.h"
#include "ui/pages/tokens/token_selection.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"

#include <QAction>
#include <QProcess>

#include <memory>
#include <set>

namespace ratewarden::ui {
namespace {

/// Commands that were confirmed; as long as the program runs.
std::set<QStringList>& confirmedCommands()
{
    static std::set<QStringList> commands;
    return commands;
}

/// Whether a program receives these bytes as they are.
bool isArgument(const std::string& bytes)
{
    return QString::fromStdString(bytes).toStdString() == bytes && bytes.find('\0') == std::string::npos;
}

constexpr int mostOutput = 4096; // bytes that are kept

QString lastLine(const QByteArray& output)
{
    constexpr int longest = 200;
    const QByteArray text = output.trimmed();
    return shortened(shown(text.mid(text.lastIndexOf('\n') + 1).toStdString()), longest);
}

} // namespace

TokenPlugins::TokenPlugins(Session& session, const TokenTableModel& model, const TokenSelection& selection,
                           PluginFile file, QWidget* page)
    : QObject(page)
    , m_session(session)
    , m_model(model)
    , m_selection(selection)
    , m_plugins(std::move(file.plugins))
    , m_problem(std::move(file.problem))
    , m_page(page)
{
    for (const Plugin& plugin : m_plugins) {
        QString name = plugin.name;
        QAction* const action = makeAction(page, "plugin", name.replace('&', QLatin1String("&&")),
                                           tr("Run %1").arg(plugin.command.join(' ')), plugin.key);
        connect(action, &QAction::triggered, this, [this, &plugin] { ask(plugin); });
        m_actions << action;
    }
    update();
}

// Below zero: none that is known is shown.
int TokenPlugins::place() const
{
    return m_selection.shown() ? m_model.placeOf(*m_selection.shown()) : -1;
}

// Why none can be run; empty: any can.
QString TokenPlugins::whyNot() const
{
    if (m_session.guard().isReadOnly())
        return tr("Plugins do not run on a read-only connection");
    if (place() < 0)
        return tr("Select a token first");
    const Subject subject = m_model.keyOfPlace(place());
    return isArgument(subject.token) && isArgument(subject.policy)
               ? QString()
               : tr("This token cannot be passed to a program: it is not valid text");
}

void TokenPlugins::update()
{
    if (m_actions.isEmpty())
        return;
    const QString why = whyNot();
    for (QAction* const action : m_actions)
        enableIfAllowed(action, why.isEmpty(), why);
}

void TokenPlugins::yieldKeys(const QList<QAction*>& others)
{
    QStringList taken;
    for (QAction* const action : m_actions) {
        if (const QKeySequence key = action->shortcut();
            key.count() == 1 && TimeChart::takesKey(key[0].key()) && !key[0].keyboardModifiers()) {
            taken << tr("%1 is a key of the charts, not of the plugin \"%2\"")
                         .arg(key.toString(QKeySequence::NativeText), asRead(action->text()));
            action->setShortcut({});
        }
        for (const QAction* const other : others)
            if (other != action && !action->shortcut().isEmpty() &&
                other->shortcuts().contains(action->shortcut())) {
                taken << tr("%1 is the key of \"%2\", not of the plugin \"%3\"")
                             .arg(action->shortcut().toString(QKeySequence::NativeText),
                                  asRead(other->text()), asRead(action->text()));
                action->setShortcut({});
            }
    }
    if (!taken.isEmpty())
        m_problem +=
            (m_problem.isEmpty() ? QString() : QStringLiteral("; ")) + taken.join(QStringLiteral("; "));
}

QMap<QString, QString> TokenPlugins::values() const
{
    const Subject subject = m_model.keyOfPlace(place());
    const TokenRow& its = m_model.ofPlace(place());
    const auto text = [](std::string_view bytes) {
        return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
    };
    return {{"token", text(subject.token)},
            {"policy", text(subject.policy)},
            {"format", text(subject.format->name())},
            {"state", text(nameOf(its.state))},
            {"rule", its.knowsRules ? text(notation(its.tightest)) : QString()},
            {"used", its.used == TokenRow::usedNotKnown ? QString() : QString::number(its.used)},
            {"server", m_session.link().where()},
            {"database", QString::number(m_session.database())}};
}

void TokenPlugins::ask(const Plugin& plugin)
{
    if (const QString why = whyNot(); !why.isEmpty())
        return Q_EMIT failed(why);
    const QStringList command = filledIn(plugin.command, values());
    if (confirmedCommands().contains(plugin.command))
        return run(plugin, command);
    auto* const dialog = new PluginDialog(plugin.name, command, m_page->window());
    connect(dialog, &PluginDialog::confirmed, this, [this, &plugin, command] {
        confirmedCommands().insert(plugin.command);
        run(plugin, command);
    });
    dialog->open();
}

void TokenPlugins::run(const Plugin& plugin, const QStringList& command)
{
    if (m_session.guard().isReadOnly()) // by now
        return Q_EMIT failed(whyNot());
    const QString name = plugin.name;
    auto* const process = new QProcess(this);
    auto output = std::make_shared<QByteArray>(); // its end
    connect(process, &QProcess::readyRead, this,
            [process, output] { *output = (*output + process->readAll()).right(mostOutput); });
    process->setProgram(command.first());
    process->setArguments(command.mid(1));
    process->setProcessChannelMode(QProcess::MergedChannels);
    process->setStandardInputFile(QProcess::nullDevice());
    connect(process, &QProcess::errorOccurred, this, [this, name, process](QProcess::ProcessError error) {
        if (error != QProcess::FailedToStart)
            return; // it ends
        Q_EMIT failed(tr("%1 cannot be run: %2").arg(name, process->errorString()));
        process->deleteLater();
    });
    connect(process, &QProcess::finished, this,
            [this, name, process, output](int code, QProcess::ExitStatus status) {
                const QString line = lastLine(*output + process->readAll());
                process->deleteLater();
                if (status == QProcess::NormalExit && code == 0)
                    Q_EMIT done(line.isEmpty() ? tr("%1 has run").arg(name) : tr("%1: %2").arg(name, line));
                else
                    Q_EMIT failed(tr("%1 failed with %2: %3").arg(name).arg(code).arg(line));
            });
    process->start();
}

} // namespace ratewarden::ui
