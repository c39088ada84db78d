// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/text/freshness.h"

#include <QColor>
#include <QFont>
#include <QPen>

#include <vector>

class QApplication;

namespace ratewarden {
struct Rule;
}

namespace ratewarden::ui {

enum class Scheme { Light, Dark };

/// Every colour of the window. State colours are always shown together with a word or a mark.
struct Colors {
    QColor page, card, line;                  // surfaces
    QColor text, muted, accent;               // writing
    QColor selection, track;                  // behind the chosen row; behind a bar
    QColor used, nearLimit, limited, blocked; // states
    QColor good;                              // what is as it was wanted
};

const Colors& colorsOf(Scheme scheme);

/// A ground for text in that colour: a little of it on a card.
QColor groundFor(const QColor& ink);

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
QFont smallFont(QFont font);  ///< the same for what stands beside: axes, notes, marks
QFont boldFont(QFont font);

/// The pens that tell the rules of a policy apart, one each in their order, by colour and by dash. Which one
/// a rule gets follows from its window (seconds, minutes, hours, days), so that it keeps it when other rules
/// come or go; of several in one class the shortest window has the class's pen, the others have spare ones.
/// Lines of short windows, which are restless, are drawn lightest.
std::vector<QPen> rulePens(const std::vector<Rule>& rules);

/// The colour as it is drawn for data of that age: what is not live is greyed, so far that kinds can still be
/// told apart.
QColor agedColor(const QColor& color, Freshness freshness);

} // namespace ratewarden::ui
