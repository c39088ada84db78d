// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QObject>

#include <functional>

namespace ratewarden::ui {

enum class ThemeChoice { System, Light, Dark };

/// Light or dark for the whole application: as the operator has chosen, or else as the system is, also when
/// that changes. There is one, themeSwitch().
class ThemeSwitch final : public QObject {
    Q_OBJECT

public:
    explicit ThemeSwitch(QObject* parent);

    ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice);
    /// The other one of light and dark, whoever has chosen the present one.
    void toggle();
    /// As choose(), for this run of the program alone: chosen() does not tell.
    void begin(ThemeChoice choice);
    /// The system may have changed: a window was told so.
    void systemChanged();
    /// Where the system's scheme is known from; tests have another one.
    void setSystem(std::function<Scheme()> system) { m_system = std::move(system); }

Q_SIGNALS:
    void chosen(ratewarden::ui::ThemeChoice choice);

private:
    void apply();

    std::function<Scheme()> m_system;
    ThemeChoice m_choice = ThemeChoice::System;
    bool m_applying = false; // which the system may tell of, too
};

ThemeSwitch& themeSwitch();

} // namespace ratewarden::ui
