// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProxyStyle>

namespace ratewarden::ui {

/// Fusion with our surfaces: flat buttons and fields with round corners, quiet headers, slim scroll bars. A
/// button with the dynamic property "prominent" is filled with the colour of that property; see
/// setProminent().
class Style : public QProxyStyle {
    Q_OBJECT

public:
    static constexpr int headerMargin = 8; ///< of a table's headings, as of the cells below

    Style();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
                            const QWidget* widget) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returned) const override;
    QRect subElementRect(SubElement element, const QStyleOption* option,
                         const QWidget* widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex* option, SubControl subControl,
                         const QWidget* widget) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption* option, const QSize& size,
                           const QWidget* widget) const override;
};

/// Marks the button that does the thing a dialog or panel is there for; a dangerous one is filled in
/// vermilion.
void setProminent(QWidget* button, bool dangerous);

} // namespace ratewarden::ui
