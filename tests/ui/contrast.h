// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/theme/theme.h"

#include <QApplication>
#include <QImage>
#include <QPixmap>
#include <QScopeGuard>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <map>

namespace ratewarden::ui::test {

/// As WCAG 2.1 defines relative luminance and contrast ratio.
inline double luminance(const QColor& color)
{
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}
inline double contrast(const QColor& a, const QColor& b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// How far what stands on the widget differs from its ground under the dark theme; 0 where that is not dark.
inline double contrastInTheDark(QWidget* widget)
{
    const auto light = qScopeGuard([] { applyTheme(*qApp, Scheme::Light); });
    applyTheme(*qApp, Scheme::Dark);
    QCoreApplication::processEvents(); // the new colours reach every widget
    const QRect place(widget->mapTo(widget->window(), QPoint()), widget->size());
    const QImage image = widget->window()->grab(place).toImage();
    std::map<QRgb, int> pixels;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            ++pixels[image.pixel(x, y)];
    if (pixels.empty())
        return 0;
    const QColor ground(std::ranges::max_element(pixels, {}, &std::pair<const QRgb, int>::second)->first);
    double most = 0;
    for (const auto& [ink, count] : pixels)
        most = std::max(most, contrast(QColor(ink), ground));
    return luminance(ground) < 0.2 ? most : 0;
}

} // namespace ratewarden::ui::test
