// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/row_plugins.h"

#include "ui/charts/time_chart.h"
#include "ui/dialogs/plugin_dialog.h"
#include "ui/pages/page_widget.h"
#include "ui/text/display_text.h"
#include "ui/widgets/action_button.h"

#include <QAbstractItemView>
#include <QAction>
#include <QEvent>
#include <QItemSelectionModel>
#include <QProcess>

#include <algorithm>
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

RowPlugins::RowPlugins(Session& session, const QStringList& fields, Row row, QAbstractItemView* list,
                       PageWidget* page)
    : QObject(page), m_session(session), m_row(std::move(row)), m_page(page)
{
    PluginFile file = readPlugins(pluginsPath());
    m_problem = std::move(file.problem);
    m_plugins = std::move(file.plugins);
    std::erase_if(m_plugins, [&fields](const Plugin& plugin) {
        const QStringList needed = fieldsOf(plugin);
        return !std::ranges::all_of(needed, [&fields](const QString& field) {
            return fields.contains(field) || field == serverField || field == databaseField;
        });
    });
    connect(this, &RowPlugins::done, page, &PageWidget::done);
    connect(this, &RowPlugins::yielded, page, &PageWidget::done);
    if (m_plugins.empty())
        return;
    auto* const separator = new QAction(list);
    separator->setSeparator(true);
    list->addAction(separator);
    for (const Plugin& plugin : m_plugins) {
        QString name = plugin.name;
        QAction* const action = makeAction(page, "plugin", name.replace('&', QLatin1String("&&")),
                                           tr("Run %1").arg(plugin.command.join(' ')), plugin.key);
        connect(action, &QAction::triggered, this, [this, &plugin] { ask(plugin); });
        m_actions << action;
    }
    list->addActions(m_actions);
    if (list->contextMenuPolicy() == Qt::DefaultContextMenu)
        list->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(list->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RowPlugins::update);
    connect(&m_session.guard(), &GuardSwitch::changed, this, &RowPlugins::update);
    page->installEventFilter(this);
    update();
}

// Why it cannot be run; empty: it can.
QString RowPlugins::whyNot(const Plugin& plugin, const std::optional<Values>& row) const
{
    if (m_session.guard().isReadOnly())
        return tr("Plugins do not run on a read-only connection");
    if (!row)
        return tr("Select a row first");
    const QStringList fields = fieldsOf(plugin);
    return std::ranges::all_of(fields, [&row](const QString& field) { return isArgument(row->value(field)); })
               ? QString()
               : tr("This row cannot be passed to a program: it is not valid text");
}

void RowPlugins::update()
{
    if (m_actions.isEmpty())
        return;
    const std::optional<Values> row = m_row();
    for (qsizetype i = 0; i < m_actions.size(); ++i) {
        const QString why = whyNot(m_plugins[std::size_t(i)], row);
        enableIfAllowed(m_actions[i], why.isEmpty(), why);
    }
}

bool RowPlugins::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Show) {
        m_page->removeEventFilter(this);
        yieldKeys();
    }
    return QObject::eventFilter(watched, event);
}

// A key that another action has is that one's: two that have it would have none.
void RowPlugins::yieldKeys()
{
    QList<QAction*> others = m_page->window()->findChildren<QAction*>();
    others.removeIf([this](const QAction* action) { // of a page that is not to be seen with this one
        const QObject* its = action;
        while (its && its->parent() != m_page->parent())
            its = its->parent();
        return its && its != m_page;
    });
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
        Q_EMIT yielded(taken.join(QStringLiteral("; ")));
}

void RowPlugins::ask(const Plugin& plugin)
{
    const std::optional<Values> row = m_row();
    if (const QString why = whyNot(plugin, row); !why.isEmpty())
        return Q_EMIT failed(why);
    QMap<QString, QString> values{{serverField, m_session.link().where()},
                                  {databaseField, QString::number(m_session.database())}};
    for (auto its = row->begin(); its != row->end(); ++its)
        values.insert(its.key(), QString::fromStdString(its.value()));
    const QStringList command = filledIn(plugin.command, values);
    if (confirmedCommands().contains(plugin.command))
        return run(plugin, command);
    auto* const dialog = new PluginDialog(plugin.name, command, m_page->window());
    connect(dialog, &PluginDialog::confirmed, this, [this, &plugin, command] {
        confirmedCommands().insert(plugin.command);
        run(plugin, command);
    });
    dialog->open();
}

void RowPlugins::run(const Plugin& plugin, const QStringList& command)
{
    if (m_session.guard().isReadOnly()) // by now
        return Q_EMIT failed(tr("Plugins do not run on a read-only connection"));
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
