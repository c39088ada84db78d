// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme_switch.h"

#include <QApplication>
#include <QPalette>
#include <QPointer>
#include <QScopedValueRollback>
#include <QStyleHints>

namespace ratewarden::ui {
namespace {

Scheme schemeOfSystem()
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    if (const Qt::ColorScheme scheme = QGuiApplication::styleHints()->colorScheme();
        scheme != Qt::ColorScheme::Unknown)
        return scheme == Qt::ColorScheme::Dark ? Scheme::Dark : Scheme::Light;
#endif
    QApplication::setPalette(QPalette()); // the system's again, until the theme is applied
    return schemeOfDesktop();
}

} // namespace

ThemeSwitch::ThemeSwitch(QObject* parent) : QObject(parent), m_system(schemeOfSystem)
{
#if QT_VERSION >= QT_VERSION_CHECK(6, 5, 0)
    connect(QGuiApplication::styleHints(), &QStyleHints::colorSchemeChanged, this,
            &ThemeSwitch::systemChanged);
#endif
}

void ThemeSwitch::choose(ThemeChoice choice)
{
    begin(choice);
    Q_EMIT chosen(choice);
}

void ThemeSwitch::toggle()
{
    choose(currentScheme() == Scheme::Dark ? ThemeChoice::Light : ThemeChoice::Dark);
}

void ThemeSwitch::begin(ThemeChoice choice)
{
    m_choice = choice;
    apply();
}

void ThemeSwitch::systemChanged()
{
    if (m_choice == ThemeChoice::System && !m_applying)
        apply();
}

void ThemeSwitch::apply()
{
    const QScopedValueRollback guard(m_applying, true);
    applyTheme(*qApp, m_choice == ThemeChoice::Light  ? Scheme::Light
                      : m_choice == ThemeChoice::Dark ? Scheme::Dark
                                                      : m_system());
}

ThemeSwitch& themeSwitch()
{
    static QPointer<ThemeSwitch> only;
    if (!only)
        only = new ThemeSwitch(qApp);
    return *only;
}

} // namespace ratewarden::ui
