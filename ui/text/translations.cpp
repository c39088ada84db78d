// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/translations.h"

#include <QCoreApplication>
#include <QDir>
#include <QLibraryInfo>
#include <QPointer>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

// Q_INIT_RESOURCE must stand in no namespace.
static void loadTranslations()
{
    Q_INIT_RESOURCE(translations);
    ratewarden::ui::languageSwitch().begin({});
}

Q_COREAPP_STARTUP_FUNCTION(loadTranslations)

namespace ratewarden::ui {
namespace {

const QString ownFolder = QStringLiteral(":/i18n");
const QString ownPrefix = QStringLiteral("ratewarden");

/// What Qt asks for: keys are named in our sentences, too, and the file of Qt's own texts may not be
/// installed.
[[maybe_unused]] constexpr std::array textsOfQt{
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
    QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Alt"),
    QT_TRANSLATE_NOOP("QShortcut", "Return"),
    QT_TRANSLATE_NOOP("QShortcut", "Space"),
    QT_TRANSLATE_NOOP("QShortcut", "Backspace"),
    QT_TRANSLATE_NOOP("QShortcut", "Del"),
    QT_TRANSLATE_NOOP("QShortcut", "Ins"),
    QT_TRANSLATE_NOOP("QShortcut", "Home"),
    QT_TRANSLATE_NOOP("QShortcut", "End"),
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Undo"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Redo"),
    QT_TRANSLATE_NOOP("QLineEdit", "Cu&t"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Copy"),
    QT_TRANSLATE_NOOP("QLineEdit", "&Paste"),
    QT_TRANSLATE_NOOP("QLineEdit", "Delete"),
    QT_TRANSLATE_NOOP("QLineEdit", "Select All"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Undo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Redo"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Cu&t"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Copy"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Copy &Link Location"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "&Paste"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Delete"),
    QT_TRANSLATE_NOOP("QWidgetTextControl", "Select All")};

} // namespace

QStringList languages()
{
    QStringList codes = QDir(ownFolder).entryList({ownPrefix + "_*.qm"}, QDir::Files);
    for (QString& code : codes)
        code = code.section('_', 1).section('.', 0, 0);
    return codes;
}

LanguageSwitch::LanguageSwitch(QObject* parent) : QObject(parent) {}

void LanguageSwitch::choose(const QString& code)
{
    m_choice = code;
    Q_EMIT chosen(code);
}

void LanguageSwitch::begin(const QString& code)
{
    m_choice = languages().contains(code) ? code : QString();
    // Where the system speaks the same language, numbers stay as it writes them: in Switzerland, say.
    const QLocale named(m_choice);
    const bool isSystems = m_choice.isEmpty() || named.language() == m_system.language();
    QLocale::setDefault(isSystems ? m_system : named);
    m_translators.clear();
    // English has the plurals of every sentence, so it lies below the other language. Qt's own texts come
    // with ours alone, or else they would be the only ones in their language; so do numbers and dates. Where
    // the system has no language they are as it writes them.
    install(QLocale::English, ownPrefix, ownFolder);
    const bool loaded = install(QLocale(), ownPrefix, ownFolder);
    const QLocale its(loaded ? m_translators.back()->language() : QStringLiteral("en"));
    if (QLocale().language() != QLocale::C && QLocale().language() != its.language())
        QLocale::setDefault(its);
    if (loaded)
        install(QLocale(), QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
}

bool LanguageSwitch::install(const QLocale& locale, const QString& prefix, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, prefix, QStringLiteral("_"), folder))
        return false;
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

LanguageSwitch& languageSwitch()
{
    static QPointer<LanguageSwitch> only;
    if (!only)
        only = new LanguageSwitch(QCoreApplication::instance());
    return *only;
}

int pluralNumber(Units count)
{
    return int(std::clamp<Units>(count, 0, std::numeric_limits<int>::max()));
}

QString dayText(const QDateTime& moment)
{
    return QLocale().toString(moment, QCoreApplication::translate("DayText", "d MMM"));
}

} // namespace ratewarden::ui
