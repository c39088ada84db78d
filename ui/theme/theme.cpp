// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include "core/model/rule.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QFontDatabase>
#include <QFontInfo>
#include <QPalette>

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <utility>

namespace ratewarden::ui {
namespace {

const Colors lightColors{
    .page = 0xF4F6F8,
    .card = 0xFFFFFF,
    .line = 0xDDE2E9,
    .text = 0x1A1F28,
    .muted = 0x5C6675,
    .accent = 0x0B62C4,
    .selection = 0xE4EEFB,
    .track = 0xE8ECF1,
    .used = 0x006BA8,
    .nearLimit = 0x9A5B00, // darker than a bar would need: it also writes "near" at 4.5:1 on a selected row
    .limited = 0xB93A0A,
    .blocked = 0x8B3FA0,
    .good = 0x0E6B47,
};

const Colors darkColors{
    .page = 0x14171C,
    .card = 0x1B2027,
    .line = 0x2C333D,
    .text = 0xE7EAF0,
    .muted = 0x97A1B0,
    .accent = 0x5AA2F7,
    .selection = 0x22344C,
    .track = 0x2A313B,
    .used = 0x56B4E9,
    .nearLimit = 0xF0A830,
    .limited = 0xF2784B,
    .blocked = 0xCC8FE0,
    .good = 0x45C391,
};

Scheme schemeInForce = Scheme::Light;

// A bare X server or the offscreen platform names no interface font of its own; then Inter, if it is there.
QFont interfaceFont(const QFont& given)
{
    QFont font = given;
    const QStringList fallbacks{"DejaVu Sans", "Sans Serif", "Sans", "Bitstream Vera Sans", ""};
    if (fallbacks.contains(QFontInfo(given).family()) && QFontDatabase::hasFamily("Inter"))
        font.setFamily("Inter");
    font.setPixelSize(13);
    return font;
}

QFont scaled(qreal factor, QFont::Weight weight)
{
    QFont font = QApplication::font();
    font.setPixelSize(qRound(font.pixelSize() * factor));
    font.setWeight(weight);
    return font;
}

constexpr std::size_t windowClasses = 4;

std::size_t windowClass(Micros window)
{
    using namespace std::chrono_literals;
    return window < 1min ? 0 : window < 1h ? 1 : window < 24h ? 2 : 3;
}

QPen penNumber(std::size_t number)
{
    // Okabe and Ito's colours, which the common kinds of colour blindness tell apart.
    constexpr std::array<QRgb, 6> onLight{0x0072B2, 0xB86E00, 0x007A5A, 0x8B3FA0, 0xC2410C, 0x3A3F47};
    constexpr std::array<QRgb, 6> onDark{0x56B4E9, 0xE69F00, 0x2BC79A, 0xCC8FE0, 0xF2784B, 0xC4CAD4};
    struct Line {
        qreal width;
        QList<qreal> dashes;
    };
    static const std::array<Line, 6> lines{{{1.0, {1.5, 2}},
                                            {1.6, {5, 2.5}},
                                            {1.8, {}},
                                            {1.8, {6, 2, 1.2, 2}},
                                            {1.4, {2.5, 2.5}},
                                            {1.6, {9, 3}}}};
    const auto& palette = schemeInForce == Scheme::Dark ? onDark : onLight;
    const Line& line = lines.at((number + number / palette.size()) % lines.size());
    QPen pen(QColor(palette.at(number % palette.size())), line.width);
    if (!line.dashes.isEmpty())
        pen.setDashPattern(line.dashes);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

} // namespace

const Colors& colorsOf(Scheme which)
{
    return which == Scheme::Dark ? darkColors : lightColors;
}

const Colors& colors()
{
    return colorsOf(schemeInForce);
}

QColor groundFor(const QColor& ink)
{
    constexpr float share = 0.14F;
    const QColor& card = colors().card;
    return QColor::fromRgbF(share * ink.redF() + (1 - share) * card.redF(),
                            share * ink.greenF() + (1 - share) * card.greenF(),
                            share * ink.blueF() + (1 - share) * card.blueF());
}

Scheme currentScheme()
{
    return schemeInForce;
}

Scheme schemeOfDesktop()
{
    return QApplication::palette().window().color().lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

void applyTheme(QApplication& application, Scheme which)
{
    schemeInForce = which;
    const Colors& c = colors();
    QPalette palette;
    palette.setColor(QPalette::Window, c.page);
    palette.setColor(QPalette::WindowText, c.text);
    palette.setColor(QPalette::Base, c.card);
    palette.setColor(QPalette::AlternateBase, c.page);
    palette.setColor(QPalette::Text, c.text);
    palette.setColor(QPalette::PlaceholderText, c.muted);
    palette.setColor(QPalette::Button, c.card);
    palette.setColor(QPalette::ButtonText, c.text);
    palette.setColor(QPalette::BrightText, c.limited);
    palette.setColor(QPalette::Highlight, c.selection);
    palette.setColor(QPalette::HighlightedText, c.text);
    palette.setColor(QPalette::Link, c.accent);
    palette.setColor(QPalette::ToolTipBase, c.card);
    palette.setColor(QPalette::ToolTipText, c.text);
    palette.setColor(QPalette::Light, c.card);
    palette.setColor(QPalette::Midlight, c.line);
    palette.setColor(QPalette::Mid, c.line);
    palette.setColor(QPalette::Dark, c.line);
    palette.setColor(QPalette::Shadow, c.line);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, c.muted);
    static const QFont given = application.font();
    QApplication::setFont(interfaceFont(given));
    if (dynamic_cast<Style*>(application.style()) == nullptr)
        QApplication::setStyle(new Style);
    QApplication::setPalette(palette);
}

QFont headingFont()
{
    return scaled(1.4, QFont::DemiBold);
}

QFont cardTitleFont()
{
    return scaled(1.0, QFont::DemiBold);
}

QFont monospaceHeadingFont()
{
    QFont font = boldFont(monospaceFont());
    font.setPixelSize(headingFont().pixelSize());
    return font;
}

QFont smallFont(QFont font)
{
    font.setPixelSize(11);
    return font;
}

QFont boldFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont monospaceFont()
{
    // To ask each time took as long as the rest of painting a cell.
    static const bool isThere = QFontDatabase::hasFamily("JetBrains Mono");
    QFont font = isThere ? QFont("JetBrains Mono") : QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setPixelSize(QApplication::font().pixelSize());
    return font;
}

std::vector<QPen> rulePens(const std::vector<Rule>& rules)
{
    std::vector<std::size_t> order(rules.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return rules[i].window; });
    std::array<bool, windowClasses> taken{};
    std::size_t spare = windowClasses;
    std::vector<QPen> pens(rules.size());
    for (const std::size_t i : order) {
        const std::size_t wanted = windowClass(rules[i].window);
        pens[i] = penNumber(std::exchange(taken.at(wanted), true) ? spare++ : wanted);
    }
    return pens;
}

QColor agedColor(const QColor& color, Freshness freshness)
{
    if (!isGreyed(freshness))
        return color;
    constexpr float kept = 0.3F;
    const QColor& grey = colors().muted;
    return QColor::fromRgbF(kept * color.redF() + (1 - kept) * grey.redF(),
                            kept * color.greenF() + (1 - kept) * grey.greenF(),
                            kept * color.blueF() + (1 - kept) * grey.blueF(), color.alphaF());
}

} // namespace ratewarden::ui
