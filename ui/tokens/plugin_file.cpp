// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/plugin_file.h"

#include "ui/tokens/plugin_source.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>

namespace ratewarden::ui {
namespace {

constexpr qint64 largestPluginFile = 1024 * 1024;

struct PluginText {
    Q_DECLARE_TR_FUNCTIONS(PluginText)
};

const QRegularExpression& fieldInBraces()
{
    static const QRegularExpression braces(QStringLiteral("\\{([^{}]*)\\}"));
    return braces;
}

/// What may stand in braces.
const QStringList& pluginFields()
{
    static const QStringList fields{"token",     "policy",  "format",    "state",      "rule", "used",
                                    "key",       "type",    "rules",     "reason",     "by",   "act",
                                    "algorithm", "version", serverField, databaseField};
    return fields;
}

/// What is wrong with the entry; empty: `plugin` is what it says.
QString readPlugin(const QJsonObject& entry, Plugin& plugin)
{
    plugin.name = entry["name"].toString();
    if (plugin.name.isEmpty())
        return PluginText::tr("it has no \"name\"");
    for (const QString& member : entry.keys())
        if (member != QLatin1String("name") && member != QLatin1String("key") &&
            member != QLatin1String("command"))
            return PluginText::tr("\"%1\" is not known; there are name, key and command").arg(member);
    if (const QJsonValue key = entry["key"]; !key.isUndefined()) {
        plugin.key = QKeySequence(key.toString());
        if (plugin.key.isEmpty() || plugin.key[0].key() == Qt::Key_unknown)
            return PluginText::tr("\"%1\" is no key; one is written Ctrl+Alt+G").arg(key.toString());
    }
    for (const auto& argument : entry["command"].toArray()) {
        if (!argument.isString())
            return PluginText::tr("\"command\" must be a list of strings: the program, then its arguments");
        plugin.command << argument.toString();
    }
    if (plugin.command.value(0).isEmpty())
        return PluginText::tr("\"command\" must be a list of strings: the program, then its arguments");
    for (const QString& field : fieldsOf(plugin))
        if (!pluginFields().contains(field))
            return PluginText::tr("{%1} is not known; there are %2")
                .arg(field, pluginFields().join(QStringLiteral(", ")));
    if (plugin.command.first().contains(QLatin1Char('{')))
        return PluginText::tr("which program runs must not depend on the row");
    return sourceProblem(plugin.command);
}

} // namespace

QString pluginsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/ratewarden/plugins.json");
}

QStringList fieldsOf(const Plugin& plugin)
{
    QStringList all;
    for (const QString& argument : plugin.command)
        for (auto fields = fieldInBraces().globalMatch(argument); fields.hasNext();)
            all << fields.next().captured(1);
    return all;
}

PluginFile readPlugins(const QString& path)
{
    PluginFile read;
    QFile file(path);
    if (!file.exists())
        return read;
    const auto fail = [&](const QString& why) {
        read.problem = PluginText::tr("The plugins in %1 cannot be read: %2").arg(path, why);
        return read;
    };
    if (!QFileInfo(path).isFile()) // to open a FIFO would wait for a writer
        return fail(PluginText::tr("it is not a regular file"));
    if (file.size() > largestPluginFile)
        return fail(PluginText::tr("it is too large"));
    if (!file.open(QIODevice::ReadOnly))
        return fail(file.errorString());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(file.readAll(), &error);
    if (error.error != QJsonParseError::NoError)
        return fail(PluginText::tr("%1 at byte %2").arg(error.errorString()).arg(error.offset));
    if (!document["plugins"].isArray())
        return fail(PluginText::tr("it has no list of plugins"));
    QStringList wrong;
    int number = 0;
    for (const auto& entry : document["plugins"].toArray()) {
        Plugin plugin;
        ++number;
        const QString why = readPlugin(entry.toObject(), plugin);
        if (why.isEmpty())
            read.plugins.push_back(std::move(plugin));
        else
            wrong << PluginText::tr("number %1: %2").arg(number).arg(why);
    }
    if (!wrong.isEmpty())
        read.problem =
            PluginText::tr("Plugins ignored in %1: %2").arg(path, wrong.join(QStringLiteral("; ")));
    return read;
}

QStringList filledIn(const QStringList& command, const QMap<QString, QString>& values)
{
    QStringList filled;
    for (const QString& argument : command) {
        QString text;
        qsizetype from = 0;
        // From left to right, once: braces in a value are text.
        for (auto fields = fieldInBraces().globalMatch(argument); fields.hasNext();) {
            const QRegularExpressionMatch field = fields.next();
            text += argument.mid(from, field.capturedStart() - from) + values.value(field.captured(1));
            from = field.capturedEnd();
        }
        filled << text + argument.mid(from);
    }
    return filled;
}

} // namespace ratewarden::ui
