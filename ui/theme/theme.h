// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPen>

class QApplication;

namespace ratewarden::ui {

enum class Scheme { Light, Dark };

/// Every colour of the window. State colours are always shown together with a word or a mark.
struct Colors {
    QColor page, card, line;                  // surfaces
    QColor text, muted, accent;               // writing
    QColor selection, track;                  // behind the chosen row; behind a bar
    QColor used, nearLimit, limited, blocked; // states
};

const Colors& colorsOf(Scheme scheme);

/// Those of the scheme in force. Widgets that keep a colour take it anew on QEvent::PaletteChange.
const Colors& colors();
Scheme currentScheme();

/// Style, palette and fonts for the whole application; can be called again to switch.
void applyTheme(QApplication& application, Scheme scheme);

/// Light or dark, as the desktop's palette was before a theme was applied.
Scheme schemeOfDesktop();

QFont headingFont(); ///< of a page
QFont cardTitleFont();
QFont monospaceFont();        ///< for tokens and keys
QFont monospaceHeadingFont(); ///< for the one that a page or dialog is about

/// The pen that tells rule `index` of `count` from its neighbours, by colour and by dash. Rules usually stand
/// from the shortest window to the longest: the first ones, whose lines are restless, are drawn lightest.
QPen rulePen(int index, int count);

} // namespace ratewarden::ui
