// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/plugin_source.h"

#include "ui/tokens/plugin_file.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace ratewarden::ui {
namespace {

struct PluginSource {
    Q_DECLARE_TR_FUNCTIONS(PluginSource)
};

/// A program that runs source which is an argument of its own.
struct Interpreter {
    enum class Kind {
        Shell,    ///< one source; what follows it are $0, $1, …
        Once,     ///< one source; what follows it are its arguments
        Often,    ///< as many as there are options for them
        Anywhere, ///< the same, also behind other arguments; else the first of these is a file of source
        Whole     ///< all of its arguments, joined
    };

    const char* name; ///< without a version
    Kind kind;
    QLatin1String options; ///< letters, each in front of a source
};
using InterpreterKind = Interpreter::Kind;

constexpr std::array interpreters{
    Interpreter{"sh", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"ash", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"bash", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"dash", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"ksh", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"mksh", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"zsh", InterpreterKind::Shell, QLatin1String("c")},
    Interpreter{"csh", InterpreterKind::Once, QLatin1String("c")},
    Interpreter{"tcsh", InterpreterKind::Once, QLatin1String("c")},
    Interpreter{"fish", InterpreterKind::Often, QLatin1String("cC")},
    Interpreter{"python", InterpreterKind::Once, QLatin1String("c")},
    Interpreter{"perl", InterpreterKind::Often, QLatin1String("eE")},
    Interpreter{"ruby", InterpreterKind::Often, QLatin1String("e")},
    Interpreter{"node", InterpreterKind::Often, QLatin1String("ep")},
    Interpreter{"lua", InterpreterKind::Often, QLatin1String("e")},
    Interpreter{"php", InterpreterKind::Often, QLatin1String("rBRE")},
    Interpreter{"osascript", InterpreterKind::Often, QLatin1String("e")},
    Interpreter{"env", InterpreterKind::Anywhere, QLatin1String("S")},
    // These hand it to a shell.
    Interpreter{"su", InterpreterKind::Anywhere, QLatin1String("c")},
    Interpreter{"runuser", InterpreterKind::Anywhere, QLatin1String("c")},
    Interpreter{"script", InterpreterKind::Anywhere, QLatin1String("c")},
    Interpreter{"ssh", InterpreterKind::Whole, QLatin1String()},
    Interpreter{"watch", InterpreterKind::Whole, QLatin1String()},
    Interpreter{"eval", InterpreterKind::Whole, QLatin1String()},
    Interpreter{"pwsh", InterpreterKind::Whole, QLatin1String()},
};

/// "/usr/bin/python3.11" is "python".
const Interpreter* interpreterAt(const QString& argument)
{
    static const QRegularExpression version(QStringLiteral("[-0-9.]+$"));
    const QString name = argument.section('/', -1).remove(version);
    const auto* const found = std::ranges::find_if(
        interpreters, [&name](const Interpreter& its) { return name == QLatin1String(its.name); });
    return found == interpreters.end() ? nullptr : found;
}

bool isOption(const QString& argument)
{
    return argument.startsWith('-') || argument.startsWith('+');
}

/// Whether it is source, or source follows it: "-c", "-ec", "-eprint", "--eval=…".
bool leadsToSource(const QString& option, QLatin1String letters)
{
    static const QStringList names{"--command", "--init-command", "--eval", "--print", "--split-string"};
    static const QRegularExpression cluster(QStringLiteral("^-[A-Za-z]+"));
    const QString its = cluster.match(option).captured();
    return names.contains(option.section('=', 0, 0)) ||
           std::ranges::any_of(letters, [&its](char letter) { return its.contains(QLatin1Char(letter)); });
}

QString fieldIn(const QString& argument)
{
    return fieldsOf(Plugin{{}, {}, {argument}}).value(0);
}

/// A field in what the interpreter, the first of these, would run; empty: there is none.
QString fieldInSource(const QStringList& command, const Interpreter& its)
{
    QString field;
    const auto look = [&](qsizetype at) {
        if (field.isEmpty())
            field = fieldIn(command.value(at));
    };
    if (its.kind < InterpreterKind::Anywhere && !isOption(command.value(1)))
        return {}; // a file, whose own arguments follow
    for (qsizetype at = 1; at < command.size(); ++at) {
        if (its.kind == InterpreterKind::Whole) {
            look(at);
            continue;
        }
        if (!leadsToSource(command[at], its.options))
            continue;
        look(at);
        while (isOption(command.value(at + 1))) // those that follow it, as in "bash -c -e"
            look(++at);
        look(++at);
        if (its.kind < InterpreterKind::Often)
            break;
    }
    return field;
}

/// Whether its argument may be the program that it runs. A name such as "watch" may be a word of any program;
/// with that of a shell, and "-c" behind it, it hardly is.
bool mayRun(const QString& program, const Interpreter& its)
{
    static const QStringList runners{"env",   "sudo",   "doas", "nice",    "ionice",
                                     "nohup", "setsid", "time", "timeout", "stdbuf"};
    return its.kind < InterpreterKind::Anywhere || runners.contains(program.section('/', -1));
}

} // namespace

QString sourceProblem(const QStringList& command)
{
    const Interpreter* const program = interpreterAt(command.value(0));
    if (program && program->kind < InterpreterKind::Anywhere && !isOption(command.value(1)) &&
        !fieldIn(command.value(1)).isEmpty())
        return PluginSource::tr("which program runs must not depend on the row");
    for (qsizetype at = 0; at < command.size(); ++at) {
        const Interpreter* its = interpreterAt(command[at]);
        if (its && at > 0 && !mayRun(command.front(), *its))
            its = nullptr;
        const QString field = its ? fieldInSource(command.mid(at), *its) : QString();
        if (field.isEmpty())
            continue;
        const QString name = QLatin1String(its->name);
        switch (its->kind) {
        case InterpreterKind::Shell:
            return PluginSource::tr("%1 would run what {%2} says: write \"$1\" in its place, and add \"%1\", "
                                    "\"{%2}\" behind that argument")
                .arg(name, field);
        case InterpreterKind::Once:
        case InterpreterKind::Often:
        case InterpreterKind::Anywhere:
            return PluginSource::tr("%1 would run what {%2} says: add {%2} as an argument behind the source, "
                                    "and let that read it from there")
                .arg(name, field);
        case InterpreterKind::Whole:
            return PluginSource::tr(
                       "%1 hands its arguments to a shell, which would run what {%2} says: let a "
                       "script of yours take {%2} as an argument and quote it")
                .arg(name, field);
        }
    }
    return {};
}

} // namespace ratewarden::ui
